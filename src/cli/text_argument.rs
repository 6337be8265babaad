//! A text: an argument, a batch of lines, or a file as a whole.

use std::path::PathBuf;

use bracket24::Grammar;
use clap::Args;

use super::Outcome;
use super::batch::{self, BATCH};
use super::failure::Failure;
use super::file;
use super::output::Output;

/// A text to be read by any grammar.
#[derive(Debug, Args)]
pub(crate) struct TextArgument {
    /// The expression, such as `8/(3-8/3)`; `-` for standard input
    ///
    /// It may be several arguments, such as `3 + 5`. Quotes keep its brackets and `*` from the shell. `×`, `÷` and `−` are
    /// read as `*`, `/` and `-`. Under a grammar that is not of arithmetic it may
    /// be any text, and stands for itself.
    ///
    /// `-` reads standard input, an expression on each line. Blank lines and
    /// lines that begin with `#` are skipped. A line that cannot be read is
    /// reported with its number, the others go on, and the exit code is 2.
    #[arg(value_name = "EXPR", allow_hyphen_values = true, required_unless_present = "file")]
    first: Option<String>,

    /// The rest of it, if it is not all in one argument
    #[arg(hide = true, allow_negative_numbers = true)]
    rest: Vec<String>,

    /// Read a whole file as one text; `-` for standard input
    ///
    /// It may have many lines, and up to a megabyte. For an expression the end of
    /// its last line does not count.
    #[arg(long, hide_short_help = true, value_name = "FILE", conflicts_with = "first")]
    file: Option<PathBuf>,
}

impl TextArgument {
    /// The text that was typed; nothing where it is in a file.
    pub(crate) fn typed(&self) -> String {
        let first = self.first.as_slice();
        [first, &self.rest].concat().join(" ")
    }

    /// Whether every line of standard input is a text of its own.
    pub(crate) fn is_batch(&self) -> bool {
        self.file.is_none() && self.typed() == BATCH
    }

    /// Does `each` with the text, or with every line of a batch.
    pub(crate) fn for_each(
        &self,
        grammar: &Grammar,
        output: &mut Output,
        mut each: impl FnMut(&str, &mut Output) -> Result<Outcome, Failure>,
    ) -> Result<Outcome, Failure> {
        let Some(path) = &self.file else {
            return batch::for_each(&[self.typed()], output, each);
        };
        let text = file::text(path)?;
        let text = text_of_file(grammar, &text);
        each(text, output).map_err(|failure| match failure {
            Failure::Text(mut failure) => {
                failure.origin.get_or_insert_with(|| (file::name(path), 1));
                if is_refused_for_its_end(grammar, text) {
                    failure.help = Some(LAST_LINE_END.to_owned());
                }
                Failure::Text(failure)
            }
            other => other,
        })
    }
}

/// What there is to do where the end of the last line of a file is not read.
pub(crate) const LAST_LINE_END: &str = "the grammar reads all but the end of the last line: let it \
     read that too, as with `~ NEWLINE* ~ EOI`, or end the file without it";

/// The text that `grammar` is to read of that of a file: for an expression the end of the
/// last line does not count.
pub(crate) fn text_of_file<'t>(grammar: &Grammar, text: &'t str) -> &'t str {
    if grammar.lacks().is_none() { without_line_end(text) } else { text }
}

/// Whether `grammar` reads all of the text of a file but the end of its last line.
pub(crate) fn is_refused_for_its_end(grammar: &Grammar, text: &str) -> bool {
    let rest = without_line_end(text);
    rest.len() < text.len() && grammar.recognize(rest) == Ok(rest.len())
}

fn without_line_end(text: &str) -> &str {
    text.trim_end_matches(['\r', '\n'])
}
