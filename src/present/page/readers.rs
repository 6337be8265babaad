//! Builds the data of a page from what the readers of a text do.

use super::build::{of_walkthrough, title as title_of};
use super::data::{PageData, PageMoment, PageMoments, PageReading, Step, View};
use super::units::Units;
use crate::Named;
use crate::lessons::Walkthrough;
use crate::lessons::readers::{Action, Moment, Reader, Readers, Reading};
use crate::present::readers::moment::{row, sentence, title};

/// A page of all readers; `walkthroughs` has for each its reading's parse, if it has
/// one, in their order.
pub fn of_readers<'a>(
    readers: &'a Readers,
    walkthroughs: &'a [Option<Walkthrough<'_>>],
) -> PageData<'a> {
    let readings = readers.readings.iter().zip(walkthroughs);
    let verdict = match (readers.same_trees(), readers.agree()) {
        (true, _) => "all readers make the same tree of it",
        (false, true) => "not all readers make the same tree of it, but it has one value",
        (false, false) => "the grammar gives it a different value from the table of binding powers",
    };
    PageData {
        title: title_of(&readers.text),
        expression: &readers.text,
        view: View::Readers,
        verdict: Some(verdict.to_owned()),
        readings: readings.map(|(it, walked)| reading(readers, it, walked.as_ref())).collect(),
    }
}

fn reading<'a>(
    readers: &'a Readers,
    reading: &'a Reading,
    walkthrough: Option<&'a Walkthrough<'_>>,
) -> PageReading<'a> {
    let is_same = readers.has_same_tree(reading).filter(|_| reading.reader != Reader::Peg);
    let verdict = is_same.map(|is| if is { "the same tree as peg" } else { "another tree" });
    let verdict = verdict.map(str::to_owned);
    let stop = reading.outcome.as_ref().err();
    let data = walkthrough
        .map_or_else(PageReading::default, |walkthrough| of_walkthrough(walkthrough, verdict));
    let counted = reading.counts.iter().map(|it| format!("{} {}", it.number, it.step.summary()));
    let data = PageReading {
        grammar: reading.reader.name(),
        summary: match reading.reader {
            Reader::Peg => format!("{} {}", reading.reader.summary(), readers.grammar).into(),
            _ => reading.reader.summary().into(),
        },
        error: stop.map(|stop| stop.reason.to_string()).or(data.error),
        counts: Some(counted.collect::<Vec<_>>().join(", ")),
        is_packrat: reading.reader == Reader::Packrat,
        ..data
    };
    let has_rules = matches!(reading.reader, Reader::Peg | Reader::Packrat);
    if has_rules && walkthrough.is_some() {
        return data;
    }
    // It has no rules, and its steps come from none.
    let steps = data.steps.into_iter().map(|step| Step { rule: None, ..step }).collect();
    PageReading {
        moments: Some(moments(readers, reading)),
        definitions: Vec::new(),
        source: String::new(),
        tried: Vec::new(),
        events: Vec::new(),
        tree_steps: Vec::new(),
        steps,
        ..data
    }
}

fn moments(readers: &Readers, reading: &Reading) -> PageMoments {
    let moments = &reading.moments;
    let units = Units::of(&readers.text);
    let moment = |moment: &Moment| PageMoment {
        said: sentence(readers, reading, moment).to_string(),
        start: units.at(moment.span.start),
        end: units.at(moment.span.end),
        completes: matches!(
            moment.action,
            Action::TakeOperand
                | Action::CloseList
                | Action::Join(_)
                | Action::PushOperand
                | Action::Apply { .. }
        ),
        failed: matches!(moment.action, Action::Stop | Action::Fail(_)),
        tops: moments.tops(moment).collect(),
    };
    let items = moments.items().map(|(item, below)| (row(readers, item).to_string(), below));
    PageMoments {
        stacks: moments.stacks().iter().map(|&stack| title(stack)).collect(),
        items: items.collect(),
        all: moments.all().iter().map(moment).collect(),
    }
}
