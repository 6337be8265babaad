//! `bracket24 survey --target LO..HI` with operators beyond the four: which numbers
//! the hands make, and how.

use std::ops::RangeInclusive;

use bracket24::{EngineName, Rational};
use serde_json::json;

use super::many_targets;
use super::{Arguments, hands};
use crate::cli::Outcome;
use crate::cli::defaults::Defaults;
use crate::cli::failure::Failure;
use crate::cli::format::Format;
use crate::cli::output::Output;
use crate::cli::progress::Progress;

const HEADER: [&str; 4] = ["target", "hands", "solvable", "expression"];

pub(super) fn run(
    engine: EngineName,
    targets: RangeInclusive<i64>,
    arguments: &Arguments,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let defaults = Defaults::of(arguments.like.like);
    let format = arguments.output.open(output)?;
    if !matches!(format, Format::Text | Format::Json | Format::Csv) || arguments.lists_hands() {
        return Err(hands::no_list_as(format));
    }
    many_targets::check(&targets, false)?;
    let deck = arguments.deck.deck(&defaults)?;
    let method = arguments.source.resolve_for(engine, Rational::default(), &defaults)?;
    let set = method.set_for(engine, deck.cards())?;
    let engine = method.engine(engine, set);
    let mut progress = Progress::over(targets.start().abs_diff(*targets.end()) + 1, "targets")?;
    if output.is_seen() {
        progress.hide();
    }
    if format == Format::Csv {
        output.csv(HEADER, [])?;
    }
    let mut any = false;
    for target in targets {
        let value = Rational::from(target);
        let (mut solvable, mut first) = (0_u64, None);
        for hand in deck.hands() {
            let found = engine.any_solution(&hand, &value);
            let found = found.expect("hands of a size that is refused come to nobody");
            solvable += u64::from(found.is_some());
            first = first.or(found);
        }
        any |= solvable > 0;
        // Of many hands the expression of the first would say nothing of the others.
        let text = first.filter(|_| deck.len() == 1).map(|solution| solution.text().to_owned());
        let hands = deck.len();
        match format {
            Format::Json => {
                let mut line =
                    json!({ "target": value.to_string(), "hands": hands, "solvable": solvable });
                if let Some(text) = text {
                    line["expression"] = text.into();
                }
                output.json(&line)
            }
            Format::Csv => {
                let text = text.unwrap_or_else(String::new);
                output.csv(
                    HEADER,
                    [[value.to_string(), hands.to_string(), solvable.to_string(), text]],
                )
            }
            _ => output.write(|writer| match (text, hands) {
                (Some(text), _) => writeln!(writer, "{value} = {text}"),
                (None, 1) => writeln!(writer, "{value}: no solution"),
                (None, hands) => writeln!(writer, "{value}: {solvable} of {hands}"),
            }),
        }?;
        if progress.advance().is_break() {
            break;
        }
    }
    progress.finish();
    Ok(if progress.is_interrupted() { Outcome::Interrupted } else { Outcome::from(any) })
}
