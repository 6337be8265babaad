//! Whether the engines agree, and which solutions are missing where they do not.

use crate::present::markup as m;
use crate::present::{Block, Line, Role, Table};
use crate::reports::{CompareSubject, Comparison, Difference, Entry};
use crate::words::counted;

use super::table::time_text;
use super::{groups, labels};

/// How many solutions that not all find are shown at most.
const SHOWN: usize = 8;

/// Whether they agree, and what each misses where they do not.
pub(super) fn lines(comparison: &Comparison) -> Vec<Block> {
    let count = comparison.solutions;
    let level = comparison.options.distinct;
    let solutions = format!("{} (by {level})", counted(count, "distinct solution"));
    let single = comparison.entries.len() == 1;
    let mut blocks = Vec::new();
    let agreement = match (comparison.agree(), &comparison.subject) {
        (_, _) if single && count == 0 => {
            "Only one method was asked: it finds no solution.".to_owned()
        }
        (_, _) if single => format!("Only one method was asked: it finds {solutions}."),
        (true, CompareSubject::Hand(_)) if count == 0 => {
            "They agree: there is no solution.".to_owned()
        }
        (true, CompareSubject::Deck(_)) if count == 0 => {
            "They agree on every hand: there is no solution.".to_owned()
        }
        (true, CompareSubject::Hand(_)) => format!("They agree: each finds {solutions}."),
        (true, CompareSubject::Deck(_)) => {
            format!("They agree on every hand: each finds {solutions}.")
        }
        (false, CompareSubject::Hand(_)) => format!("They differ: there are {solutions} in all."),
        (false, CompareSubject::Deck(_)) => format!(
            "They differ on {} of {} hands; there are {solutions} in all.",
            comparison.differing, comparison.hands
        ),
    };
    let role = if comparison.agree() { Role::Plain } else { Role::Wrong };
    blocks.push(Line::new(role, agreement).into());
    let lacking =
        |entry: &Entry| (entry.lacking > 0).then_some((entry.lacking, entry.missed_hands));
    for ((lacking, missed), entries) in groups(&comparison.entries, lacking) {
        let verb = if entries.len() == 1 { "misses" } else { "miss" };
        let of_hands = if matches!(comparison.subject, CompareSubject::Deck(_)) && missed > 0 {
            format!(", including every solution of {}", counted(missed, "hand"))
        } else {
            String::new()
        };
        let text = format!("{} {verb} {lacking}{of_hands}.", labels(entries));
        blocks.push(m::plain(text).into());
    }
    blocks.extend(reach_line(comparison));
    if let Some(difference) = &comparison.difference {
        blocks.extend(missing_table(comparison, difference));
    }
    blocks
}

/// What is said of a whole deck by the engine that lists nothing.
fn reach_line(comparison: &Comparison) -> Option<Block> {
    let text = match comparison.reach.as_ref()? {
        Ok(reached) => {
            let agreement = if reached.solvable == comparison.solvable {
                "same as the other engines".to_owned()
            } else {
                format!("{} by the other engines", comparison.solvable)
            };
            format!(
                "reach (solvable or not only): {} of {} hands, {agreement}, in {}",
                reached.solvable,
                comparison.hands,
                time_text(reached.time).replace(' ', "\u{a0}")
            )
        }
        Err(error) => format!("reach (solvable or not only) is left out: {error}"),
    };
    Some(m::plain(text).into())
}

/// The solutions that not all find, each with a template that yields it.
fn missing_table(comparison: &Comparison, difference: &Difference) -> Vec<Block> {
    let first = match &comparison.subject {
        CompareSubject::Hand(_) => String::new(),
        CompareSubject::Deck(_) => format!("The first of these hands is {}. ", difference.hand),
    };
    let intro = first + "Missing solutions, with the canonical template that yields each:";
    let rows = difference.lacking.iter().take(SHOWN).map(|lacking| {
        let cards = difference.hand.cards();
        let without = lacking.without.iter().map(|&place| &comparison.entries[place]);
        vec![
            m::expression(lacking.solution.text_with(|position| cards[position].to_string())),
            m::template(&*lacking.template),
            m::note(format!("not by {}", labels(without))),
        ]
    });
    let mut blocks = vec![m::plain(intro).into(), Block::Blank, Table::of(rows).into()];
    let more = difference.lacking.len().saturating_sub(SHOWN);
    if more > 0 {
        blocks.push(m::note(format!("  and {more} more")).into());
    }
    blocks.push(Block::Blank);
    blocks
}
