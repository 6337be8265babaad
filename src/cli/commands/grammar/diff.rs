//! `bracket24 grammar diff`

use bracket24::present::grammar_diff::sexpr_document;
use bracket24::reports::{GrammarDiff, MAX_DIFF_TOKENS};

use crate::cli::grammar_options::{GrammarName, StartOption, grammar_name};
use crate::cli::options::whole_number;
use crate::cli::{Ended, Failure, Format, Outcome, Output, during, formats};

/// Find short texts that two grammars parse differently
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// A grammar: a name or a file
    ///
    /// Run `bracket24 grammar list` for the names.
    #[arg(value_name = "NAME|FILE.pest", value_parser = grammar_name())]
    a: GrammarName,

    /// The grammar to compare it with
    #[arg(value_name = "NAME|FILE.pest", value_parser = grammar_name(), hide_possible_values = true)]
    b: GrammarName,

    /// Try texts of up to N characters, or N tokens of arithmetic, at most 13 [default: 9 tokens]
    #[arg(long, value_name = "N", value_parser = whole_number(1..=usize::MAX))]
    length: Option<usize>,

    /// The number of differences to print
    #[arg(long, value_name = "N", default_value = "12", value_parser = whole_number(0..=usize::MAX))]
    limit: usize,

    /// Ignore the names of rules in parse trees, and rules that only wrap another
    #[arg(long)]
    shape: bool,

    #[command(flatten)]
    start: StartOption,
}

formats!(Arguments: Text, Json, Csv, Markdown, Sexpr);

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Ended {
    let Arguments { a, b, length, limit, shape, start } = arguments;
    let (a, b) = (start.of(a.read()?)?, start.of(b.read()?)?);
    let compare = if *shape { GrammarDiff::by_shape } else { GrammarDiff::new };
    let is_arithmetic = [&a, &b].into_iter().all(|it| it.lacks().is_none());
    if is_arithmetic && length.is_some_and(|it| it > MAX_DIFF_TOKENS) {
        return Err(Failure::with_help(
            "two grammars of arithmetic have too many texts of that length",
            format!("give a `--length` of up to {MAX_DIFF_TOKENS} tokens"),
        ));
    }
    let message = format!("trying texts on {a} and {b}");
    let diff = during(message, || compare(&a, &b, *length)).shorten(*limit);
    if output.format == Format::Sexpr {
        output.document(&sexpr_document(&diff))?;
    } else {
        output.report(&diff)?;
    }
    Ok(Outcome::from(diff.is_settled()))
}
