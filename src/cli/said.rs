//! What is said on standard error: laid out for its terminal.

use std::io::Write;

use bracket24::present::{Layout, ascii};
use bracket24::words::width;
use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};

use super::terminal::stderr_layout;

/// A blank at which no line ends.
const UNBROKEN: &str = "\u{a0}";

/// How far what explains a command stands to the right of it, below it.
const BELOW: usize = 6;

/// Writes `text` to standard error, where every line of it is a paragraph.
pub(super) fn say(text: &str) {
    // With standard error closed there is nobody to tell.
    let _ = anstream::stderr().lock().write_all(laid_out(text, stderr_layout()).as_bytes());
}

/// `text` laid out, line by line; it may have the colours of a terminal.
pub(super) fn laid_out(text: &str, layout: Layout) -> String {
    let text = if layout.ascii { ascii(text) } else { text.into() };
    text.split_inclusive('\n').map(|line| paragraph(line, layout.width)).collect()
}

/// A line in several: a command and what it does below each other, anything else
/// behind the label that it begins with.
fn paragraph(line: &str, columns: usize) -> String {
    let plain = anstream::adapter::strip_str(line).to_string();
    let text = plain.trim_end();
    if width(text) <= columns {
        return line.to_owned();
    }
    let blanks = text.len() - text.trim_start().len();
    let what = &text[blanks..];
    if let Some((command, does)) = what.split_once("  ") {
        let first = wrapped(command, columns, blanks, blanks + 2);
        let below = wrapped(does.trim_start(), columns, BELOW, BELOW);
        return format!("{first}\n{below}\n");
    }
    let is_label = |label: &&str| label.chars().all(char::is_alphabetic);
    let label = what.split_once(": ").map(|(label, _)| label).filter(is_label);
    let indent = blanks + label.map_or(0, |label| width(label) + 2);
    wrapped(line.trim_start(), columns, blanks, indent)
}

/// A message in lines that end at blanks, behind what takes `indent` columns; what
/// is to be typed is not broken if it is short.
pub(super) fn message(text: &str, indent: usize, layout: Layout) -> String {
    let text = if layout.ascii { ascii(text) } else { text.into() };
    wrapped(&text, layout.width.saturating_sub(indent).max(1), 0, 0)
}

fn wrapped(text: &str, columns: usize, first: usize, rest: usize) -> String {
    let (first, rest) = (" ".repeat(first), " ".repeat(rest));
    let options = Options::new(columns)
        .initial_indent(&first)
        .subsequent_indent(&rest)
        .break_words(false)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit);
    textwrap::fill(&glued(text, columns / 2), options).replace(UNBROKEN, " ")
}

/// `text` with the blanks of what stands in backticks unbroken, where that takes at
/// most `most` columns.
fn glued(text: &str, most: usize) -> String {
    let mut is_code = false;
    let mut parts = Vec::new();
    for part in text.split('`') {
        let is_glued = is_code && width(part) <= most;
        parts.push(if is_glued { part.replace(' ', UNBROKEN) } else { part.to_owned() });
        is_code = !is_code;
    }
    parts.join("`")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str, width: usize) -> String {
        laid_out(text, Layout { width, ascii: true })
    }

    #[test]
    fn lines_go_on_behind_their_labels_and_no_word_is_cut() {
        let text = "error: unexpected `-- x` found\n\n  tip: a similar one exists\n\nUsage: x y\n";
        assert_eq!(said(text, 80), text);
        assert_eq!(
            said(text, 18),
            "error: unexpected\n       `-- x`\n       found\n\n  tip: a similar\n       one exists\n\n\
             Usage: x y\n"
        );
    }

    #[test]
    fn what_a_command_does_goes_below_it_where_there_is_no_room() {
        let text = "  bracket24 3 3 8 8     solve a hand\n";
        assert_eq!(said(text, 40), text);
        assert_eq!(said(text, 30), "  bracket24 3 3 8 8\n      solve a hand\n");
    }

    #[test]
    fn what_is_to_be_typed_is_not_broken_if_it_is_short() {
        let layout = |width| Layout { width, ascii: true };
        assert_eq!(
            message("use `-o x` instead → or not", 0, layout(16)),
            "use `-o x`\ninstead -> or\nnot"
        );
        assert_eq!(message("a sign like `-o x`", 2, layout(17)), "a sign like\n`-o x`");
        assert_eq!(message("use `a b c d e f g` now", 0, layout(12)), "use `a b c d\ne f g` now");
    }

    #[test]
    fn colours_take_no_columns() {
        let text = "\u{1b}[1merror:\u{1b}[0m one two three";
        assert_eq!(said(text, 20), text);
        assert_eq!(said(text, 16), "\u{1b}[1merror:\u{1b}[0m one two\n       three");
    }
}
