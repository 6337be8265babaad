//! Lists of hands with their numbers of solutions.

use bracket24::Hand;
use bracket24::reports::HandCount;

use super::Arguments;
use crate::cli::failure::Failure;
use crate::cli::format::Format;
use crate::cli::output::Output;

/// The columns of a list as CSV.
const HEADER: [&str; 2] = ["hand", "solutions"];

/// A list that is not printed as this.
pub(super) fn no_list_as(format: Format) -> Failure {
    let format = match format {
        Format::Markdown => "Markdown".to_owned(),
        other => other.to_string(),
    };
    Failure::with_help(
        format!("a list of hands is not printed as {format}"),
        "choose `--format csv`, or leave out `--each`, `--solvable` and `--unsolvable`",
    )
}

/// What stands before the first hand.
pub(super) fn start(
    arguments: &Arguments,
    format: Format,
    output: &mut Output,
) -> Result<(), Failure> {
    if format != Format::Csv {
        return Ok(());
    }
    // So that the lists of all parts, one after the other, are that of the whole.
    if arguments.shard.is_some_and(|it| it.part > 1) {
        output.omit_header();
    }
    output.csv(HEADER, [])
}

/// A hand, which has this many solutions.
pub(super) fn add(
    arguments: &Arguments,
    format: Format,
    hand: &Hand,
    solutions: u64,
    output: &mut Output,
) -> Result<(), Failure> {
    match format {
        Format::Text if arguments.unsolvable => output.write(|writer| writeln!(writer, "{hand}")),
        Format::Text => output.write(|writer| writeln!(writer, "{hand}: {solutions}")),
        Format::Json => output.json(&HandCount { hand: hand.clone(), solutions }),
        Format::Csv => output.csv(HEADER, [[hand.to_string(), solutions.to_string()]]),
        other => unreachable!("`survey` does not list hands as {other}"),
    }
}
