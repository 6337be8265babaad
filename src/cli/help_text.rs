//! What the help of a command says besides its arguments, in its parts: the text
//! of `before_help` and `after_help`, read once for all who show it.

use bracket24::words::width;
use clap::Command;

/// What is said of a command.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct HelpText {
    pub(super) examples: Vec<Example>,
    /// How it works.
    pub(super) notes: Vec<Block>,
    /// What it prints for programs, with commands that print it.
    pub(super) json: Vec<Block>,
    /// The columns of its tables.
    pub(super) csv: Vec<Block>,
    pub(super) exit_codes: Vec<ExitCode>,
}

/// A command line, and what it is for where that is said beside it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Example {
    pub(super) line: String,
    pub(super) purpose: Option<String>,
}

/// A part of a text.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Block {
    /// Sentences, in one line.
    Paragraph(String),
    /// Lines that stay as they are, without the indent they have in common.
    Lines(Vec<String>),
}

/// An exit code and what it means.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ExitCode {
    pub(super) code: String,
    pub(super) meaning: String,
}

const EXIT_CODES: &str = "Exit codes: ";

/// How a command line begins that prints what stands below it.
const PROMPT: &str = "$ ";

/// What a command is for, in a line.
pub(super) fn about(command: &Command) -> String {
    command.get_about().expect("every command says what it is for").to_string()
}

impl HelpText {
    /// What the attributes of a command say.
    pub(super) fn of(command: &Command) -> Self {
        let mut all = Self::default();
        if let Some(text) = command.get_before_help() {
            all.examples = examples(&text.to_string());
        }
        let rest = command.get_after_help().map(|text| blocks(&text.to_string()));
        let mut rest = rest.into_iter().flatten().peekable();
        while let Some(block) = rest.next() {
            if let Block::Paragraph(text) = &block
                && let Some(codes) = text.strip_prefix(EXIT_CODES)
            {
                all.exit_codes = exit_codes(codes);
                continue;
            }
            let shows_json = rest.peek().is_some_and(Block::begins_with_command);
            let part = if block.is_about_csv() || !all.csv.is_empty() {
                &mut all.csv
            } else if shows_json || !all.json.is_empty() {
                &mut all.json
            } else {
                &mut all.notes
            };
            part.push(block);
        }
        all
    }

    /// The first examples, one a line, each with its purpose beside it.
    pub(super) fn first_examples(&self, most: usize) -> String {
        let columns = self.examples.iter().map(|it| width(&it.line)).max().unwrap_or(0);
        let lines = self.examples.iter().take(most).map(|it| match &it.purpose {
            Some(purpose) => format!("\n  {:<columns$}   {purpose}", it.line),
            None => format!("\n  {}", it.line),
        });
        format!("Examples:{}", lines.collect::<String>())
    }
}

impl Block {
    fn begins_with_command(&self) -> bool {
        matches!(self, Self::Lines(lines) if lines[0].starts_with(PROMPT))
    }

    fn is_about_csv(&self) -> bool {
        matches!(self, Self::Paragraph(text) if text.starts_with("CSV"))
    }
}

/// The lines below `Examples:`.
fn examples(text: &str) -> Vec<Example> {
    let lines = text.lines().skip_while(|line| *line != "Examples:").skip(1);
    let lines = lines.map_while(|line| line.strip_prefix("  "));
    let example = |line: &str| match line.split_once("   ") {
        Some((line, purpose)) => {
            Example { line: line.to_owned(), purpose: Some(purpose.trim().to_owned()) }
        }
        None => Example { line: line.to_owned(), purpose: None },
    };
    lines.map(example).collect()
}

/// The paragraphs, which end with a blank line, and the indented lines.
fn blocks(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut goes_on = false;
    for line in text.lines() {
        let indented = line.strip_prefix("  ");
        match (blocks.last_mut().filter(|_| goes_on), indented) {
            (Some(Block::Lines(lines)), Some(line)) => lines.push(line.to_owned()),
            (Some(Block::Paragraph(text)), None) if !line.is_empty() => {
                text.push(' ');
                text.push_str(line);
            }
            (_, Some(line)) => blocks.push(Block::Lines(vec![line.to_owned()])),
            (_, None) if !line.is_empty() => blocks.push(Block::Paragraph(line.to_owned())),
            (_, None) => {}
        }
        goes_on = !line.is_empty();
    }
    blocks
}

/// `0 found, 1 none (of all), 2 bad input.`, each on its own.
fn exit_codes(text: &str) -> Vec<ExitCode> {
    let mut codes: Vec<ExitCode> = Vec::new();
    for part in text.trim_end_matches('.').split(", ") {
        match (part.split_once(' '), codes.last_mut()) {
            (Some((code, meaning)), _) if code.parse::<u8>().is_ok() => {
                codes.push(ExitCode { code: code.to_owned(), meaning: meaning.to_owned() });
            }
            (_, Some(last)) => {
                last.meaning.push_str(", ");
                last.meaning.push_str(part);
            }
            (_, None) => unreachable!("the exit codes begin with a number"),
        }
    }
    codes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paragraph(text: &str) -> Block {
        Block::Paragraph(text.to_owned())
    }

    #[test]
    fn the_help_of_a_command_falls_into_its_parts() {
        let command = Command::new("solve")
            .before_help("Examples:\n  solve 3 8   what makes 24\n  solve -")
            .after_help(
                "A note of\ntwo lines:\n  x  one\n     and more\n\nJSON:\n  $ solve 3 --json\n  {}\n\n\
                 Also `x`.\n\nCSV columns: a.\n\nExit codes: 0 found, 1 none, or\nfew, 2 bad input.",
            );
        let HelpText { examples, notes, json, csv, exit_codes } = HelpText::of(&command);
        let example = |line: &str, purpose: Option<&str>| Example {
            line: line.to_owned(),
            purpose: purpose.map(str::to_owned),
        };
        assert_eq!(
            examples,
            [example("solve 3 8", Some("what makes 24")), example("solve -", None)]
        );
        let lines = |lines: &[&str]| Block::Lines(lines.iter().map(ToString::to_string).collect());
        assert_eq!(notes, [paragraph("A note of two lines:"), lines(&["x  one", "   and more"])]);
        let shown = lines(&["$ solve 3 --json", "{}"]);
        assert_eq!(json, [paragraph("JSON:"), shown, paragraph("Also `x`.")]);
        assert_eq!(csv, [paragraph("CSV columns: a.")]);
        let codes: Vec<_> = exit_codes.iter().map(|it| (&*it.code, &*it.meaning)).collect();
        assert_eq!(codes, [("0", "found"), ("1", "none, or few"), ("2", "bad input")]);
    }
}
