//! `bracket24 grammar diff`

use bracket24::present::grammar_diff::{self, GrammarDiffJson};
use bracket24::reports::{GrammarDiff, MAX_DIFF_TOKENS};
use bracket24::{Grammar, Named};
use clap::Args;

use crate::cli::Outcome;
use crate::cli::failure::Failure;
use crate::cli::format::{Format, Formats, OutputOptions};
use crate::cli::options::{HELP, grammar, up_to};
use crate::cli::output::Output;

/// The shortest expressions that two grammars read otherwise
#[derive(Debug, Args)]
#[command(
    help_template = HELP,
    before_help = "\
Examples:
  bracket24 grammar diff left scala
  bracket24 grammar diff left scala --limit 1
  bracket24 grammar diff left scala --length 7 --json",
    after_help = "\
Texts are tried one and all, the shortest first, until one has another value or
is an expression to one grammar alone; the length is counted in tokens, which
are numbers, signs and brackets. Up to 5 tokens every text is tried, longer ones
only where ordinary arithmetic takes them for an expression. Numbers are put in
for which the values differ; where there are none, the two only group otherwise.

With --json also how many texts were `tried` and the `length` of the longest of
them. Where a grammar does not read the text, it has null in place of tree and value:
  $ bracket24 grammar diff left scala --limit 1 --json
  {\"a\":\"left\",\"b\":\"scala\",\"tried\":19607,\"length\":5,
  \"differences\":[{\"expression\":\"8-4-2\",\"a\":{\"tree\":\"(- (- 8 4) 2)\",
  \"value\":\"2\"},\"b\":{\"tree\":\"(- 8 (- 4 2))\",\"value\":\"6\"}}]}

Exit codes: 0 no difference was found, 1 they differ, 2 bad input."
)]
pub(crate) struct Arguments {
    /// A grammar
    #[arg(value_name = "NAME|FILE.pest", value_parser = grammar())]
    a: Grammar,

    /// Another grammar
    #[arg(value_name = "NAME|FILE.pest", value_parser = grammar())]
    b: Grammar,

    /// The longest texts to try, in tokens
    #[arg(long, value_name = "N", default_value = "9", value_parser = up_to(MAX_DIFF_TOKENS))]
    length: usize,

    /// How many differences to print
    #[arg(long, value_name = "N", default_value = "12")]
    limit: usize,

    #[command(flatten)]
    output: OutputOptions<Self>,
}

impl Formats for Arguments {
    const FORMATS: &[Format] = &[Format::Text, Format::Json];
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
    let Arguments { a, b, length, limit, output: form } = arguments;
    let format = form.open(output)?;
    let diff = GrammarDiff::new(a, b, *length);
    let names = [a.name(), b.name()];
    match format {
        Format::Text => output.document(&grammar_diff::document(&diff, names, *limit)),
        Format::Json => output.json(&GrammarDiffJson::new(&diff, names, *limit)),
        other => unreachable!("`grammar diff` does not offer {other}"),
    }?;
    Ok(Outcome::from(diff.is_equal()))
}
