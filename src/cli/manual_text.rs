//! The texts of a manual page: sentences that are filled, lines that are not.

use std::fmt::Write;

use roff::{Inline, Roff, bold, roman};

use super::help_text::Block;

/// The widest line that is not filled: with the indent of a page it fits 60
/// columns.
const WIDEST: usize = 53;

/// Paragraphs, definitions and lines, at the beginning of a section or further on.
pub(super) fn blocks(roff: &mut Roff, blocks: &[Block], begins_section: bool) {
    for (index, block) in blocks.iter().enumerate() {
        match block {
            Block::Paragraph(text) => {
                if index > 0 || !begins_section {
                    roff.control("PP", []);
                }
                roff.text(marked(text));
            }
            Block::Lines(all) if all[0].starts_with("$ ") => {
                roff.control("PP", []);
                lines(roff, objects(all).iter().flat_map(|line| folded(line)));
            }
            Block::Lines(all) => {
                if let Some(definitions) = definitions(all) {
                    for (term, meaning) in &definitions {
                        roff.control("TP", []).text([bold(term)]).text(marked(meaning));
                    }
                } else {
                    roff.control("PP", []);
                    lines(roff, all.iter().cloned());
                }
            }
        }
    }
}

/// The terms and meanings of lines such as `term   meaning`, where that is what
/// they are; a meaning may go on far to the right in the next line.
fn definitions(lines: &[String]) -> Option<Vec<(String, String)>> {
    let mut found: Vec<(String, String)> = Vec::new();
    for line in lines {
        if line.starts_with("      ") {
            let (_, meaning) = found.last_mut()?;
            let gap = if meaning.is_empty() { "" } else { " " };
            write!(meaning, "{gap}{}", line.trim()).expect("a text grows");
        } else {
            let (term, meaning) = line.split_once("  ").unwrap_or((line, ""));
            found.push((term.to_owned(), meaning.trim().to_owned()));
        }
    }
    found.iter().all(|(_, meaning)| !meaning.is_empty()).then_some(found)
}

/// Lines that are not filled.
pub(super) fn lines(roff: &mut Roff, lines: impl Iterator<Item = String>) {
    roff.control("EX", []);
    for line in lines {
        roff.text([roman(line)]);
    }
    // What ends them turns hyphens on again.
    roff.control("EE", []).control("nh", []);
}

/// A text in which what stands between backticks is bold.
pub(super) fn marked(text: &str) -> Vec<Inline> {
    let parts = text.split('`').enumerate();
    let style = |(index, part)| if index % 2 == 0 { roman(part) } else { bold(part) };
    parts.filter(|(_, part)| !part.is_empty()).map(style).collect()
}

/// The lines with every JSON object on one.
fn objects(lines: &[String]) -> Vec<String> {
    let mut objects: Vec<String> = Vec::new();
    let mut depth = 0_usize;
    for line in lines {
        match objects.last_mut() {
            Some(object) if depth > 0 => object.push_str(line),
            _ => objects.push(line.clone()),
        }
        if line.starts_with("$ ") {
            continue;
        }
        // What a text holds is no bracket: every second part is one.
        for character in line.split('"').step_by(2).flat_map(str::chars) {
            match character {
                '{' | '[' => depth += 1,
                '}' | ']' => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
    }
    objects
}

/// A line of a command or of JSON, in as many as it takes.
fn folded(line: &str) -> Vec<String> {
    if line.starts_with("$ ") {
        return folded_command(line);
    }
    wrapped(pieces(line, ',', '"').iter().map(String::as_str), "", "  ")
}

/// A command that goes on in the next line after a backslash, as a shell reads it.
pub(super) fn folded_command(line: &str) -> Vec<String> {
    wrapped(pieces(line, ' ', '\'').iter().map(|it| it.trim_end()), " ", "    ")
}

/// The pieces on lines of at most [`WIDEST`], with `gap` between two, and a
/// backslash at the end of a line where that is more than nothing.
fn wrapped<'a>(pieces: impl Iterator<Item = &'a str>, gap: &str, indent: &str) -> Vec<String> {
    let end = if gap.is_empty() { "" } else { " \\" };
    let mut lines: Vec<String> = Vec::new();
    for piece in pieces {
        match lines.last_mut() {
            Some(line) if line.len() + gap.len() + piece.len() + end.len() <= WIDEST => {
                line.push_str(gap);
                line.push_str(piece);
            }
            Some(line) => {
                line.push_str(end);
                lines.push(format!("{indent}{piece}"));
            }
            None => lines.push(piece.to_owned()),
        }
    }
    lines
}

/// The text cut after every `end` that is not between two of `quote`.
fn pieces(text: &str, end: char, quote: char) -> Vec<String> {
    let mut pieces = vec![String::new()];
    let mut is_quoted = false;
    for character in text.chars() {
        is_quoted ^= character == quote;
        pieces.last_mut().expect("it has one from the start").push(character);
        if character == end && !is_quoted {
            pieces.push(String::new());
        }
    }
    pieces.retain(|piece| !piece.is_empty());
    pieces
}

/// The source with lines of the length that is usual, and nothing in it that
/// prints otherwise on one system than on another: what is no ASCII by its number,
/// and the signs that some turn into quotes and accents by their name.
pub(super) fn portable(source: &str) -> String {
    let mut all = String::with_capacity(source.len());
    let mut is_filled = true;
    for line in source.lines() {
        is_filled = (is_filled || line == ".EE") && line != ".EX";
        let mut named = String::with_capacity(line.len());
        for character in line.chars() {
            match character {
                '`' => named.push_str("\\(ga"),
                '^' => named.push_str("\\(ha"),
                '~' => named.push_str("\\(ti"),
                it if it.is_ascii() => named.push(it),
                it => write!(named, "\\[u{:04X}]", u32::from(it)).expect("a text grows"),
            }
        }
        if is_filled && !line.starts_with('.') {
            broken(&named, &mut all);
        } else {
            all.push_str(&named);
            all.push('\n');
        }
    }
    all
}

/// Adds a text that is filled, in lines of at most 80 bytes. None ends with a
/// sentence, after which two blanks would come, or begins as a request does.
fn broken(text: &str, all: &mut String) {
    let mut length = 0;
    let mut words = text.split(' ').peekable();
    while let Some(word) = words.next() {
        all.push_str(word);
        length += word.len();
        let Some(next) = words.peek() else { break };
        let end = word.trim_end_matches("\\fR").trim_end_matches([')', '"']);
        let is_break = length + next.len() >= 70
            && !end.ends_with(['.', '?', '!', ':'])
            && !next.starts_with(['.', '\'']);
        all.push(if is_break { '\n' } else { ' ' });
        length = if is_break { 0 } else { length + 1 };
    }
    all.push('\n');
}
