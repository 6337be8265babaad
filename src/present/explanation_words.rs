//! What is said of the readings of one text, in a line.

use crate::lessons::{Explanation, GrammarReading, Habit, Order, Verdict};
use crate::{DivisionByZero, Grammar};

use super::value::reason;
use crate::words::{list_and, ticked};

/// The longest condition of a false solution that is spelled out.
const LONGEST_CONDITION: usize = 60;

/// The longest reason that fits beside the other cells of a row.
const LONGEST_REASON: usize = 32;

/// The value under a grammar; `None` where there is none.
pub(super) fn worth(it: &GrammarReading) -> Option<String> {
    it.read.as_ref().ok()?.reading.value.as_ref().ok().map(ToString::to_string)
}

/// What is to be said of all readings together, in a line.
pub fn verdict(explanation: &Explanation) -> String {
    let target = &explanation.target;
    let of = |verdict: Verdict| explanation.readings.iter().filter(move |it| it.verdict == verdict);
    match explanation.verdict() {
        Verdict::Solution => {
            let lost = names(of(Verdict::Lost));
            let end = if lost.is_empty() { lost } else { format!(", lost by {lost}") };
            format!("{target} in ordinary arithmetic: a true solution{end}")
        }
        Verdict::FalseSolution => {
            let truth = match explanation.readings.first().and_then(worth) {
                Some(value) => format!("{value} in ordinary arithmetic"),
                None => "no value in ordinary arithmetic".to_owned(),
            };
            let only = only_if(of(Verdict::FalseSolution));
            format!("{target} only {only}: a false solution ({truth})")
        }
        Verdict::Lost | Verdict::NoSolution | Verdict::NotRead => values(explanation),
    }
}

/// The verdict on one grammar, in a few words.
pub fn said_of(explanation: &Explanation, it: &GrammarReading) -> String {
    let target = &explanation.target;
    let read = match &it.read {
        Ok(read) => read,
        Err(error) => return format!("cannot read it: {}", error.message()),
    };
    let stands = match (&read.reading.value, it.verdict) {
        (_, Verdict::FalseSolution) => return format!("a false {target}"),
        (Err(error), Verdict::Lost) => {
            return format!("loses the {target}, {}", short_reason(&explanation.text, error));
        }
        (Ok(_), Verdict::Lost) => return format!("loses the {target}"),
        (Err(error), _) => short_reason(&explanation.text, error),
        (Ok(_), _) => String::new(),
    };
    let agrees = explanation.readings.first().is_some_and(|first| worth(first) == worth(it));
    let grouped = match (&it.parting, agrees) {
        _ if it.grammar == Grammar::Left => "ordinary arithmetic",
        (None, _) => "the same tree as left",
        (Some(_), true) => "another tree, the same value",
        (Some(_), false) => "another value",
    };
    if stands.is_empty() { grouped.to_owned() } else { format!("{grouped}, {stands}") }
}

/// What could not be done, and what is zero there if that is short.
fn short_reason(text: &str, error: &DivisionByZero) -> String {
    let reason = reason(text, error);
    if reason.len() <= LONGEST_REASON { reason } else { error.to_string() }
}

/// Under what condition there are the false solutions: what must be done
/// otherwise; where that is not the same for all, or too much to say, which
/// grammars do it.
fn only_if<'a>(readings: impl Iterator<Item = &'a GrammarReading> + Clone) -> String {
    let mut ways = readings.clone().filter_map(|it| it.parting.as_ref()).map(|it| &it.habits);
    let way = ways.next().filter(|first| ways.all(|way| way == *first));
    let way = way.map(|habits| list_and(habits.iter().map(habit_in_words)));
    match way {
        Some(way) if way.len() <= LONGEST_CONDITION => format!("if {way}"),
        _ => format!("as {} read it", names(readings)),
    }
}

/// The values, where none is the target: `2 in ordinary arithmetic, 6 by scala`.
fn values(explanation: &Explanation) -> String {
    let mut all: Vec<(Option<String>, Vec<&GrammarReading>)> = Vec::new();
    for it in explanation.readings.iter().filter(|it| it.read.is_ok()) {
        let worth = worth(it);
        match all.iter_mut().find(|(known, _)| *known == worth) {
            Some((_, readings)) => readings.push(it),
            None => all.push((worth, vec![it])),
        }
    }
    let several = all.len() > 1;
    let every = if explanation.readings.iter().all(|it| it.read.is_ok()) {
        "every grammar"
    } else {
        "every grammar that reads it"
    };
    let said = all.into_iter().enumerate().map(|(index, (worth, readings))| {
        let worth = worth.unwrap_or_else(|| "no value".to_owned());
        match (index, several) {
            (0, false) if explanation.same_trees() => format!("{worth} under {every}"),
            (0, false) => format!("{worth} under {every}, by other trees"),
            (0, true) => format!("{worth} in ordinary arithmetic"),
            _ => format!("{worth} by {}", names(readings.into_iter())),
        }
    });
    said.collect::<Vec<_>>().join("; ")
}

/// `right, scala and right_slow`
pub(super) fn names<'a>(readings: impl Iterator<Item = &'a GrammarReading>) -> String {
    list_and(readings.map(|it| &it.grammar))
}

/// What a grammar does: "`-` groups from the right".
pub(super) fn habit_in_words(habit: &Habit) -> String {
    let signs: Vec<String> = ticked(&habit.operators).collect();
    let side = match habit.order {
        Order::FromLeft => "left",
        Order::FromRight => "right",
        Order::Precedence => return signs.join(" is done before "),
    };
    let verb = if signs.len() == 1 { "groups" } else { "group" };
    format!("{} {verb} from the {side}", list_and(&signs))
}
