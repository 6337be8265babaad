//! `bracket24 survey --min-new`: the hands that need operators beyond the four, and
//! which.

use std::ops::ControlFlow;

use bracket24::reports::OperatorNeeds;
use bracket24::{Refusal, for_each_hand};
use itertools::Itertools;
use serde_json::json;

use super::Arguments;
use super::hands::no_list_as;
use crate::cli::Outcome;
use crate::cli::defaults::Defaults;
use crate::cli::failure::Failure;
use crate::cli::format::Format;
use crate::cli::output::Output;
use crate::cli::progress::Progress;

const HEADER: [&str; 3] = ["hand", "needs", "expression"];

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
    let defaults = Defaults::of(arguments.like.like);
    let format = arguments.output.open(output)?;
    if !matches!(format, Format::Text | Format::Json | Format::Csv) {
        return Err(no_list_as(format));
    }
    let operators = arguments.source.operators();
    if operators.is_of_field() {
        return Err(Failure::with_help(
            "`--min-new` tells which operators beyond `+-*/` hands need, and there are none",
            "name some, such as `--operators +-*/^!`",
        ));
    }
    let deck = arguments.deck.deck(&defaults)?;
    let target = arguments.single_target(&defaults)?;
    let needs = OperatorNeeds::new(operators);
    let mut progress = Progress::new(deck.len())?;
    if output.is_seen() {
        progress.hide();
    }
    if format == Format::Csv {
        output.csv(HEADER, [])?;
    }
    let mut failed: Option<Failure> = None;
    let mut any = false;
    let refused = |refusal: Refusal| {
        Failure::with_help(
            format!("`--min-new` does not go through {deck}: {refusal}"),
            "choose fewer cards with `--cards`",
        )
    };
    let flow = for_each_hand(
        deck.hands(),
        |hand| needs.of(hand, &target),
        |hand, found| {
            let written = match found {
                Err(refusal) => Err(refused(refusal)),
                Ok(Some(found)) if !found.operators.is_of_field() => {
                    any = true;
                    let (names, text) = (found.names(), found.solution.text());
                    match format {
                        Format::Json => output
                            .json(&json!({ "hand": hand, "needs": names, "expression": text })),
                        Format::Csv => {
                            let needs = names.iter().join(" ");
                            output.csv(HEADER, [[hand.to_string(), needs, text.to_owned()]])
                        }
                        _ => output.write(|writer| {
                            writeln!(writer, "{hand}: {}  {text}", names.iter().format(", "))
                        }),
                    }
                }
                Ok(_) => Ok(()),
            };
            if let Err(failure) = written {
                failed = Some(failure);
                return ControlFlow::Break(());
            }
            progress.advance()
        },
    );
    progress.finish();
    match failed {
        Some(failure) => Err(failure),
        None if flow.is_break() => Ok(Outcome::Interrupted),
        None => Ok(Outcome::from(any)),
    }
}
