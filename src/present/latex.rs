//! LaTeX: texts and formulas, and documents as an article that needs only the packages amsmath and
//! longtable.

use std::io::{self, Write};

use super::text::{ascii, each_plain_line};
use super::{Block, Document, Layout, Line, Table};
use crate::Grammar;

/// Returns the line that names the required package.
pub(super) fn package(name: &str) -> String {
    format!("% \\usepackage{{{name}}}\n")
}

/// Signs that LaTeX prints otherwise or not at all, and their names without `\text`.
const SIGNS: [char; 6] = ['\\', '~', '^', '<', '>', '|'];
const NAMES: [&str; 6] = ["backslash", "asciitilde", "asciicircum", "less", "greater", "bar"];

/// Escapes `text` for LaTeX.
pub(super) fn escaped(text: &str) -> String {
    let escape = |character: char| match character {
        '#' | '$' | '%' | '&' | '_' | '{' | '}' => format!(r"\{character}"),
        '\u{a0}' => "~".to_owned(),
        other => {
            let sign = SIGNS.iter().position(|it| *it == other);
            sign.map_or_else(|| other.to_string(), |it| format!(r"\text{}{{}}", NAMES[it]))
        }
    };
    text.chars().map(escape).collect()
}

/// Writes a character of an unevaluated expression as a formula.
pub(super) fn formula(character: char, latex: &mut String) {
    match character {
        ' ' | '\t' => {}
        '*' => *latex += r" \times ",
        '/' => *latex += r" \div ",
        '%' => *latex += r" \bmod ",
        '^' => *latex += r" \mathbin{\wedge} ",
        '√' => *latex += r"\surd ",
        // A letter of a function's name.
        letter if letter.is_ascii_lowercase() => {
            latex.extend([r"\mathrm{", &letter.to_string(), "}"]);
        }
        other => *latex += &escaped(other.encode_utf8(&mut [0; 4])),
    }
}

/// Names the grammar if it is not ordinary arithmetic, because then the equations may be false in
/// ordinary arithmetic.
pub(super) fn under(grammar: &Grammar) -> String {
    if grammar.is_ordinary() {
        return String::new();
    }
    let name = escaped(&grammar.to_string());
    format!(r"\quad\text{{under the grammar \texttt{{{name}}}}}")
}

/// The beginning of an article.
pub(super) const BEGIN: &str = include_str!("begin.tex");

/// The end of an article.
pub(super) const END: &str = "\\end{document}\n";

/// The maximum number of typewriter columns on a line of an article.
const COLUMNS: usize = 64;

/// The maximum number of rows of a table that stays on one page.
const MOST_ROWS: usize = 15;

/// The maximum number of letters in a cell that is not wrapped.
const SHORT: usize = 12;

/// Writes `document` to `out` as an article. Blocks between two blank lines stay on one page if
/// possible, and a drawing is unchanged. What this function adds is ASCII; the characters of the
/// document that LaTeX reads as they are stay, in UTF-8.
///
/// ```
/// use bracket24::present::{Block, Document, markup, write_latex};
///
/// let line = markup::plain("100 % of ").and(markup::expression("4-3"));
/// let mut article = Vec::new();
/// write_latex(&Document(vec![Block::Line(line)]), &mut article)?;
/// let article = String::from_utf8_lossy(&article);
/// assert!(article.contains("\n100 \\% of \\texttt{4-3}\\par\n"));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// Returns the errors of `out`.
pub fn write_latex(document: &Document, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "{BEGIN}")?;
    write_blocks(&document.0, out)?;
    write!(out, "{END}")
}

/// Writes a part of an article.
pub(super) fn write_blocks(blocks: &[Block], out: &mut dyn Write) -> io::Result<()> {
    let mut runs = blocks.chunk_by(|a, b| a.is_drawn() && b.is_drawn());
    runs.try_for_each(|run| write_run(run, out))
}

/// Writes consecutive drawings, or a block of another kind.
fn write_run(run: &[Block], out: &mut dyn Write) -> io::Result<()> {
    match &run[0] {
        Block::Table(table) => write_table(table, out),
        Block::Verbatim(_) | Block::Annotated(_) | Block::Trees(_) => {
            let layout = Layout { width: COLUMNS, ascii: true };
            let mut drawn = String::new();
            each_plain_line(&Document(run.to_vec()), layout, |line| {
                drawn += line;
                Ok::<(), io::Error>(())
            })?;
            // A smaller font makes room for literal lines that would be too long.
            let size = match drawn.lines().map(|line| line.chars().count()).max() {
                Some(82..=92) => "\\scriptsize",
                Some(93..) => "\\tiny",
                Some(65..) => "\\footnotesize",
                _ => "",
            };
            let (begin, end) = if size.is_empty() { ("", "") } else { ("{", "}\n") };
            write!(out, "{begin}{size}\\begin{{verbatim}}\n{drawn}\\end{{verbatim}}\n{end}")
        }
        // If the next part does not fit on this page, it begins a new page.
        Block::Blank => writeln!(out, "\\bigskip\\filbreak\n"),
        block => block.paragraph(line_latex).map_or(Ok(()), |text| writeln!(out, "{text}\\par")),
    }
}

fn write_table(table: &Table, out: &mut dyn Write) -> io::Result<()> {
    let columns = table.columns();
    let width = |column: usize| {
        let cells = table.rows.iter().filter_map(|row| row.get(column)).map(Line::width);
        let widths = cells.chain(table.header.get(column).map(String::len));
        widths.max().expect("a column has a cell or a title")
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let whole = widths.iter().sum::<usize>();
    // If rows are too long, their texts become paragraphs. The width of a column is in proportion
    // to the square root of the length of its text, so that a short text still has room for a word.
    let roots = widths.iter().map(|it| it.isqrt()).sum::<usize>();
    let side = |(column, width): (usize, &usize)| {
        if whole > COLUMNS && *width > SHORT {
            format!("p{{0.{:02}\\textwidth}}", 78 * width.isqrt() / roots)
        } else {
            (if table.right.contains(&column) { "r" } else { "l" }).to_owned()
        }
    };
    let sides: String = widths.iter().enumerate().map(side).collect();
    // Only a `longtable` continues on the next page.
    let kind = if table.rows.len() > MOST_ROWS { "longtable" } else { "tabular" };
    writeln!(out, "\\begin{{{kind}}}{{{sides}}}")?;
    if !table.header.is_empty() {
        let titles = table.header.iter().map(|title| format!("\\textbf{{{}}}", text_latex(title)));
        writeln!(out, "{} \\\\", titles.collect::<Vec<_>>().join(" & "))?;
    }
    for row in &table.rows {
        let cells = row.iter().map(|cell| line_latex(cell).trim().to_owned());
        writeln!(out, "{} \\\\", cells.collect::<Vec<_>>().join(" & "))?;
    }
    writeln!(out, "\\end{{{kind}}}\\par")
}

fn line_latex(line: &Line) -> String {
    let command = |name: &str, text: &str| format!("\\{name}{{{}}}", text_latex(text));
    line.marked_up(|it| command("textbf", it), |it| command("texttt", it), text_latex)
}

fn text_latex(text: &str) -> String {
    escaped(&ascii(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Operator;

    /// Checks step 5 of the instructions for adding an operator.
    #[test]
    fn every_operator_sign_has_an_ascii_and_a_latex_form() {
        for sign in Operator::ALL.into_iter().flat_map(Operator::spellings) {
            let mut latex = String::new();
            sign.chars().for_each(|it| formula(it, &mut latex));
            for written in [&*latex, &*ascii(sign)] {
                assert!(written.is_ascii(), "step 5 of how to add an operator: `{written}`");
            }
        }
    }

    #[test]
    fn special_characters_of_latex_are_escaped_in_formulas() {
        let mut latex = String::new();
        "1&2".chars().for_each(|it| formula(it, &mut latex));
        assert_eq!(latex, r"1\&2");
    }
}
