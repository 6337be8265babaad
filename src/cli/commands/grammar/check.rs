//! `bracket24 grammar check`

use std::path::PathBuf;
use std::sync::Arc;

use bracket24::present::grammars::{self, CheckJson};
use bracket24::{Grammar, UserGrammar};
use clap::Args;

use crate::cli::Outcome;
use crate::cli::failure::{Failure, GrammarFailure};
use crate::cli::format::{Format, Formats, OutputOptions};
use crate::cli::grammar_file::{line_and_column, source};
use crate::cli::options::HELP;
use crate::cli::output::Output;

/// Whether a file is a grammar that can be used in place of a name
#[derive(Debug, Args)]
#[command(
    help_template = HELP,
    before_help = "\
Examples:
  bracket24 grammar show left > mine.pest
  bracket24 grammar check mine.pest
  bracket24 explain 8-4-2 --grammar mine.pest",
    after_help = "\
The names of the rules say what they mean:

  expression   what a line holds; this one must be there
  add subtract multiply divide
               an operation; it closes right after its right operand, as in
               `term ~ (\"+\" ~ add)*` with `add = { term }`; all four must be there,
               and their signs are + - * /
  number slot  an operand: digits, and the `N` of a template

Other rules may be called as one likes. Rules that all grammars share, such as
`line`, `operand` and `number`, are there if the file does not define them.

What is found: rules that are missing, undefined, defined twice or never tried,
left recursion, repetitions that never end, and alternatives that can never match
because a single earlier one always does, as far as the first parts in which the
two differ tell, as in `\"<\" | \"<=\"` and `ASCII_DIGIT | \"5\"`.

A file may have 500 rules and a megabyte. A grammar with too many ways from rule
to rule is refused after 10 seconds.

With --json: how many `rules` it has with those it shares, null where there are
`errors`, each with `line`, `column`, `message` and `advice`:
  $ bracket24 grammar check mine.pest --json
  {\"file\":\"mine.pest\",\"rules\":12,\"errors\":[]}

Exit codes: 0 it is one, 1 it has mistakes, 2 it cannot be read at all."
)]
pub(crate) struct Arguments {
    /// The file
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    output: OutputOptions<Self>,
}

impl Formats for Arguments {
    const FORMATS: &[Format] = &[Format::Text, Format::Json];
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
    let Arguments { file, output: form } = arguments;
    let format = form.open(output)?;
    let source = source(file)?;
    let path = file.display().to_string();
    let (rules, errors) = match UserGrammar::read(&path, &source) {
        Ok(own) => (Some(Grammar::User(Arc::new(own)).definitions().len()), Vec::new()),
        Err(errors) => (None, errors),
    };
    let outcome = Outcome::from(errors.is_empty());
    match (format, rules) {
        (Format::Text, Some(rules)) => output.document(&grammars::checked(&path, rules))?,
        (Format::Text, None) => {
            output.discard_file();
            Failure::Grammar(GrammarFailure { path, source, errors }).report(None);
        }
        (Format::Json, _) => {
            let places = errors.iter().map(|error| (line_and_column(&source, error), error));
            output.json(&CheckJson::new(&path, rules, places))?;
        }
        (other, _) => unreachable!("`grammar check` does not offer {other}"),
    }
    Ok(outcome)
}
