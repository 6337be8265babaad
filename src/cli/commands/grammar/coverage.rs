//! `bracket24 grammar coverage`

use std::path::PathBuf;

use bracket24::present::grammar_texts::{refused, text_of_line};
use bracket24::reports::GrammarCoverageCount;

use crate::cli::grammar_options::{GrammarArgument, StartOption};
use crate::cli::input::{LAST_LINE_END, is_refused_for_its_end, text_of_file};
use crate::cli::{Ended, Format, Formats, Outcome, Output, during, failure, file};

/// Advice for a file without texts.
const NO_TEXT: &str = "each text has a line of its own; lines that begin with `#` are skipped; the empty text is `#\"\"`";

/// Advice for a file that seems to be one text.
const BY_LINES: &str =
    "bracket24 parsed each line as a text; `--whole` parses each file as one text";

/// Find the rules and alternatives that your texts never use
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    grammar: GrammarArgument,

    /// Files with a text on each line, at most 64 MiB; `-` for standard input
    #[arg(value_name = "TEXTS", required = true)]
    texts: Vec<PathBuf>,

    /// Parse each file as one text
    #[arg(long)]
    whole: bool,

    #[command(flatten)]
    start: StartOption,
}

impl Formats for Arguments {}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Ended {
    let Arguments { grammar, texts, whole, start } = arguments;
    let grammar = start.of(grammar.grammar.read()?)?;
    let mut count = GrammarCoverageCount::new(&grammar);
    let (mut is_empty, mut is_one_text, mut ends_badly) = (Vec::new(), Vec::new(), false);
    for path in texts {
        let (name, text) = (file::name(path), file::whole_text(path)?);
        let text = &*text;
        during(format!("reading the texts of {name}"), || {
            if *whole {
                let text = text_of_file(&grammar, text);
                let is_read = count.add(text, || name.clone());
                ends_badly |= !is_read && is_refused_for_its_end(&grammar, text);
            } else {
                let (texts, refused) = add_lines(&mut count, text, &name);
                if texts == 0 {
                    is_empty.push(name);
                } else if texts > 1 {
                    let text = text_of_file(&grammar, text);
                    let is_read = grammar.recognize(text) == Ok(text.len());
                    is_one_text.extend(is_read.then_some((name, refused, texts)));
                }
            }
        });
    }
    for name in is_empty {
        failure::note(&format!("there is no text in {name}"), NO_TEXT);
    }
    for (name, refused, lines) in is_one_text {
        let rest = match refused {
            0 => ", too".to_owned(),
            _ => format!(", but not {refused} of its {lines} lines"),
        };
        failure::note(&format!("the grammar accepts {name} as a whole{rest}"), BY_LINES);
    }
    let coverage = during("searching for texts that use the unused parts", || count.report());
    output.report(&coverage)?;
    // In the other formats, the report itself shows the rejected texts.
    if matches!(output.format, Format::Json | Format::Csv)
        && let Some((message, first)) = refused(&coverage)
    {
        output.flush()?;
        failure::note(&message, &first);
    }
    if ends_badly {
        output.flush()?;
        let message = "the grammar rejects a text because of the line break at its end";
        failure::note(message, LAST_LINE_END);
    }
    Ok(Outcome::from(coverage.unused().next().is_none()))
}

/// Adds the text of each line of `text` to `count`. Returns the number of texts, and the number of
/// those that the grammar rejects.
fn add_lines(count: &mut GrammarCoverageCount<'_>, text: &str, name: &str) -> (usize, usize) {
    let (mut texts, mut refused) = (0, 0);
    for (number, line) in (1..).zip(file::without_mark(text).lines()) {
        if let Some(text) = text_of_line(line) {
            texts += 1;
            refused += usize::from(!count.add(&text, || format!("{name}, line {number}")));
        }
    }
    (texts, refused)
}
