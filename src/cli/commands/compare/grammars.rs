//! All grammars on the same hands.

use bracket24::TemplateSet;
use bracket24::present::compare_grammars;
use bracket24::reports::GrammarComparison;

use super::Arguments;
use super::field::Field;
use crate::cli::Outcome;
use crate::cli::failure::Failure;
use crate::cli::format::Format;
use crate::cli::input;
use crate::cli::output::Output;
use crate::cli::progress::{called, during};

pub(super) fn grammars(
    arguments: &Arguments,
    field: &Field,
    format: Format,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let source = match &arguments.templates[..] {
        [] => field.defaults.templates.clone(),
        [source] => source.clone(),
        _ => {
            return Err(Failure::plain("grammars are compared with a single set of templates"));
        }
    };
    let all = source.open_with_all(&arguments.grammar.read()?)?;
    arguments.hand.for_each(output, |text, output| {
        let hand = input::solvable_hand(text)?;
        let cards = hand.cards().len();
        let sets: Vec<&TemplateSet> =
            all.iter().map(|it| it.for_cards(cards)).collect::<Result<_, _>>()?;
        let comparison =
            during(format!("{}: solving it with every grammar", called(&hand)), || {
                GrammarComparison::new(hand.clone(), &sets, field.options.clone())
            })?;
        let document = || compare_grammars::document(&comparison, &source.name());
        match format {
            Format::Text => output.document(&document()),
            Format::Markdown => output.markdown(&document()),
            Format::Json => output.json(&comparison),
            Format::Csv => {
                output.csv(compare_grammars::CSV_HEADER, compare_grammars::csv_rows(&comparison))
            }
            other => unreachable!("`compare --grammars` does not offer {other}"),
        }?;
        Ok(Outcome::from(comparison.agree()))
    })
}
