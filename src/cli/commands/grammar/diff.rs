//! `bracket24 grammar diff`

use bracket24::present::grammar_diff::sexpr_document;
use bracket24::reports::{GrammarDiff, MAX_DIFF_TOKENS};
use clap::Args;

use crate::cli::grammar_options::{GrammarName, GrammarParser, StartOption};
use crate::cli::options::whole_number;
use crate::cli::progress::during;
use crate::cli::{Failure, Format, Formats, Outcome, Output, OutputOptions};

/// Find the shortest texts that two grammars parse differently
#[derive(Debug, Args)]
#[command(
    before_help = "\
Examples:
  bracket24 grammar diff left scala
  bracket24 grammar diff left scala --limit 1
  bracket24 grammar diff left scala --length 7 --json",
    after_help = "\
Of two grammars of arithmetic all texts are tried, the shortest first, until two
values differ or only one accepts the text. The length is counted in tokens:
numbers, operators and brackets. Up to 5 tokens every text is tried, beyond that
only those that ordinary arithmetic accepts. The numbers are chosen so that the
values differ; if no numbers do that, only the trees differ.

If that tells nothing, and of other grammars at once, texts are tried that are
made from the rules: of all characters and literals that either mentions, with
blanks and a stranger among them; short ones that use every part of either; and
near misses of these. The trees are the pairs that pest returns then, but for
`EOI`: how far each reads is compared of itself. Where no text was found for a
part, it may be that the grammars differ in it: the exit code is 1, and with
--json it is among the `uncovered`. So it is where a text was given up, with
which one of them does not come to an end: `given_up` has how many `texts` and
the `first`.

Texts that differ from one in the table by blanks alone are counted beside it,
and listed as its `other_blanks` in JSON. So are those whose trees differ in the
pairs of `WHITESPACE` and `COMMENT` alone, as the one beside which they are.

With --json also how many texts were `tried` and the `length` of the longest of
them. A grammar that does not accept the text has null as tree and value:
  $ bracket24 grammar diff left scala --limit 1 --json
  {\"a\":\"left\",\"b\":\"scala\",\"tried\":19607,\"length\":5,
  \"differences\":[{\"expression\":\"8-4-2\",\"a\":{\"tree\":\"(- (- 8 4) 2)\",
  \"value\":\"2\"},\"b\":{\"tree\":\"(- 8 (- 4 2))\",\"value\":\"6\"}}]}

With --format sexpr the trees are S-expressions in a table.

CSV columns: expression, a, a_tree, a_value, b, b_tree, b_value; where a grammar
gives no values text, a, a_tree, b, b_tree.

Exit codes: 0 no difference was found, 1 they differ, or not all of them was
tried, 2 bad input."
)]
pub(crate) struct Arguments {
    /// A grammar: a name, or a file of your own
    #[arg(value_name = "NAME|FILE.pest", value_parser = GrammarParser)]
    a: GrammarName,

    /// The grammar to compare it with
    #[arg(value_name = "NAME|FILE.pest", value_parser = GrammarParser)]
    b: GrammarName,

    /// The longest texts of arithmetic to try, in tokens or else characters
    #[arg(long, value_name = "N", default_value = "9", value_parser = whole_number(1..=MAX_DIFF_TOKENS))]
    length: usize,

    /// How many differences to print
    #[arg(long, value_name = "N", default_value = "12", value_parser = whole_number(0..=usize::MAX))]
    limit: usize,

    /// Compare how texts are taken apart, whatever the rules are called
    ///
    /// That is for grammars whose texts have no values. Otherwise trees are the
    /// same where their rules have the same names.
    #[arg(long)]
    shape: bool,

    #[command(flatten)]
    start: StartOption,

    #[command(flatten)]
    output: OutputOptions<Self>,
}

impl Formats for Arguments {
    const FORMATS: &[Format] =
        &[Format::Text, Format::Json, Format::Csv, Format::Markdown, Format::Sexpr];
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
    let Arguments { a, b, length, limit, shape, start, output: form } = arguments;
    let (a, b) = (start.of(a.read()?)?, start.of(b.read()?)?);
    let format = form.open(output)?;
    let compare = if *shape { GrammarDiff::by_shape } else { GrammarDiff::new };
    let message = format!("trying texts on {a} and {b}");
    let diff = during(message, || compare(&a, &b, *length)).shorten(*limit);
    if format == Format::Sexpr {
        output.document(&sexpr_document(&diff))?;
    } else {
        output.report(format, &diff)?;
    }
    Ok(Outcome::from(diff.is_settled()))
}
