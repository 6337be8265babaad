//! `bracket24 grammar list`

use bracket24::lessons::Parse;
use bracket24::present::grammars::ListedGrammar;
use bracket24::{Grammar, Named};

use crate::cli::{Failure, Formats, Output};

/// The expression to evaluate under every grammar: the shortest one that shows associativity.
const EXAMPLE: &str = "8-4-2";

/// List the built-in grammars
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {}

impl Formats for Arguments {}

pub(super) fn run(_: &Arguments, output: &mut Output) -> Result<(), Failure> {
    let parse = |grammar| {
        Parse::new(EXAMPLE, grammar).map_err(|error| Failure::syntax("expression", EXAMPLE, &error))
    };
    let listed = |grammar| parse(grammar).map(ListedGrammar);
    output.report(&Grammar::ALL.iter().map(listed).collect::<Result<Vec<_>, Failure>>()?[..])
}
