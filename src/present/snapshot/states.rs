//! The states of a trace and of an evaluation. The state after an event of a trace has the tried
//! item, the open rules, and the tree so far. The state at a step of an evaluation has the
//! operation, the texts before and after it, and the steps so far.

use std::collections::HashMap;
use std::iter::successors;
use std::ops::Range;

use super::super::reduction::{done, end, not_done};
use super::super::text::{Branch, branches};
use super::super::trace::{Tried, column, seen_words, wanted};
use super::super::{Layout, Line, markup as m};
use super::{List, Marked, SnapshotView};
use crate::grammars::{self, Ordinary};
use crate::lessons::{Extent, MAX_EVENTS, Recording, Reduction, Snapshot};
use crate::tracer::{Lookahead, Outcome, RuleId, What};
use crate::words::{place, shorten};

/// The maximum number of calls to examine for each row of a tree. There may be several, because a
/// row can show a chain of calls.
const CALLS_OF_A_ROW: usize = 4;

/// The maximum number of levels of a tree to draw before it restarts at the left.
const MOST_LEVELS: usize = 12;

/// The maximum number of characters to show of a rule's text.
const LONGEST: usize = 60;

/// Returns the state after a stored event, with at most `rows` rows in a list.
///
/// If `of_pairs` is set, the tree has only the pairs that pest returns. Otherwise it has all calls
/// of rules.
pub fn trace_view(
    recording: &Recording<'_>,
    index: usize,
    rows: usize,
    of_pairs: bool,
) -> Option<SnapshotView> {
    let (text, names) = (recording.text(), recording.grammar.rules());
    let snapshot = recording.state_at(index)?;
    let furthest = recording.furthest().filter(|it| it.event == index);
    let mut sentence = match furthest {
        Some(furthest) => {
            let place = place(text, furthest.at());
            m::wrong(format!("farthest failure at {place}: {}", wanted(text, furthest)))
        }
        None => trace_sentence(recording, &snapshot).and(tried(recording, &snapshot)),
    };
    let total = recording.len();
    if index + 1 == total && recording.extent == Extent::Beginning {
        let end = format!("; it goes on, but only {MAX_EVENTS} events are kept");
        sentence = sentence.and(m::wrong(end));
    }
    let part = furthest.map_or(snapshot.part.clone(), |it| it.at()..it.at());
    let marked =
        Marked::line(text, &part, part.is_empty() || snapshot.event.outcome == Outcome::Fail);
    let open = &snapshot.stack;
    let stack = List::stack("open rules", open.len(), open.iter().rev(), rows, |&call| {
        let call = &recording.calls[call];
        let (name, at) = (names.name(call.rule), call.at());
        let at = if text.contains('\n') { place(text, at) } else { column(text, at).to_string() };
        m::heading(name).and(m::note(format!(" from {at}")))
    });
    let definition = recording.definition_at(&snapshot.event);
    let definition = definition.map(|(text, part)| Marked::in_a_line(text, &part));
    let lists = vec![stack, tree(recording, index, (snapshot.tree_size, rows), of_pairs)];
    let is_cut = recording.extent == Extent::Beginning;
    let texts = vec![marked];
    Some(SnapshotView { number: index + 1, total, is_cut, sentence, texts, definition, lists })
}

/// Describes the part of a rule that the parser tries, in words that follow the sentence on the
/// event.
fn tried(recording: &Recording<'_>, snapshot: &Snapshot<'_>) -> Line {
    // The call that the event enters or leaves, or in which the parser tries something.
    let call = match snapshot.event.what {
        What::Rule(_) => usize::try_from(snapshot.event.call).ok(),
        What::Terminal(_) | What::Sequence => snapshot.stack.last().copied(),
    };
    let part = call
        .and_then(|call| recording.calls.get(call))
        .map_or_else(String::new, |call| Tried::new(recording, &snapshot.event, call).in_words());
    if part.is_empty() { Line::default() } else { m::note(format!(" ({part})")) }
}

/// Returns the tree after an event. A chain of unit rules that matched is drawn as one node, as in
/// `parse`.
fn tree(
    recording: &Recording<'_>,
    event: usize,
    (mut size, rows): (usize, usize),
    of_pairs: bool,
) -> List {
    let calls = &recording.calls;
    let is_shown =
        |&call: &usize| !of_pairs || calls[call].is_pair && calls[call].lookahead == Lookahead::No;
    let around =
        |call: usize| successors(calls[call].parent(), |&it| calls[it].parent()).filter(is_shown);
    let shown = || recording.tree_at(event).filter(is_shown);
    if of_pairs {
        size = shown().count();
    }
    let mut last: Vec<usize> = shown().rev().take(rows.saturating_mul(CALLS_OF_A_ROW)).collect();
    last.reverse();
    let mut chains: Vec<Chain> = Vec::new();
    // The chain of each call.
    let mut chain_of: HashMap<usize, usize> = HashMap::with_capacity(last.len());
    for (index, &call) in last.iter().enumerate() {
        let parent = around(call).next().and_then(|parent| chain_of.get(&parent).copied());
        let is_open = calls[call].is_open_at(event);
        let span = calls[call].at()..calls[call].reached();
        let goes_on = parent.filter(|&chain| {
            let Chain { calls, span: whole, is_open: is_whole_open, .. } = &chains[chain];
            !is_open && !is_whole_open && *whole == span && calls.last() == last[..index].last()
        });
        if let Some(chain) = goes_on {
            chains[chain].calls.push(call);
            chain_of.insert(call, chain);
        } else {
            let depth = parent.map_or_else(|| around(call).count(), |it| chains[it].depth + 1);
            chain_of.insert(call, chains.len());
            chains.push(Chain { calls: vec![call], depth, span, is_open });
        }
    }
    let shows_ends = of_pairs || recording.grammar.lacks().is_some();
    for (at, call) in recording.ends().filter(|(at, _)| shows_ends && *at <= event) {
        let depth = around(call).count() + usize::from(is_shown(&call));
        let end = recording.text().len();
        let is_after = |chain: &Chain| chain.calls.iter().any(|&it| calls[it].enter() > at);
        let chain = Chain { calls: Vec::new(), depth, span: end..end, is_open: false };
        chains.insert(chains.iter().position(is_after).unwrap_or(chains.len()), chain);
    }
    let shown = &chains[chains.len().saturating_sub(rows)..];
    // The common indent is removed, because otherwise a deep node would be off the screen.
    let indent = shown.iter().map(|chain| chain.depth).min().unwrap_or(0);
    let depths: Vec<usize> = shown.iter().map(|chain| chain.depth - indent).collect();
    let row = |(chain, branch): (&Chain, Branch)| {
        let name = |&call: &usize| recording.grammar.rules().name(calls[call].rule);
        let mut names: Vec<&str> = chain.calls.iter().map(name).collect();
        if names.is_empty() {
            names.push(recording.grammar.rules().name(RuleId::EOI));
        }
        let line = m::note(branch.first(Layout::default())).and(m::heading(names.join(" › ")));
        if chain.is_open {
            line.and(m::note(" …"))
        } else {
            line.and(m::expression(format!(" {}", excerpt(recording.text(), &chain.span))))
        }
    };
    let rows: Vec<Line> = shown.iter().zip(branches(&depths, MOST_LEVELS)).map(row).collect();
    let told: usize = shown.iter().map(|chain| chain.calls.len()).sum();
    let title = if of_pairs { "pairs so far" } else { "tree so far" };
    List { title, left_out: size.saturating_sub(told), rows }
}

/// Calls that match the same text. Each call is the only one inside the call before.
struct Chain {
    calls: Vec<usize>,
    depth: usize,
    span: Range<usize>,
    is_open: bool,
}

/// Quotes a part of the text.
pub(in crate::present) fn excerpt(text: &str, span: &Range<usize>) -> String {
    shorten(&text[span.clone()].replace(char::is_control, " "), LONGEST)
}

/// Returns an [`excerpt`] between backticks, or says that the part is empty.
pub(in crate::present) fn excerpt_in_words(text: &str, span: &Range<usize>) -> String {
    let excerpt = excerpt(text, span);
    if excerpt.is_empty() { "nothing".to_owned() } else { format!("`{excerpt}`") }
}

/// Describes an event in a sentence.
fn trace_sentence(recording: &Recording<'_>, snapshot: &Snapshot<'_>) -> Line {
    let (text, names) = (recording.text(), recording.grammar.rules());
    let Range { start, end } = snapshot.part;
    let at = place(text, start);
    let matched = || excerpt_in_words(text, &snapshot.part);
    let stop = || format!("at {}: {}", place(text, end), saw(text, end));
    let name = match snapshot.event.what {
        What::Rule(rule) => format!("`{}`", names.name(rule)),
        What::Terminal(terminal) => terminal.to_string(),
        What::Sequence => String::new(),
    };
    let line = match (snapshot.event.what, snapshot.event.outcome) {
        (What::Sequence, _) => m::wrong(format!("backtracked to {at}")),
        (_, Outcome::Enter) => m::plain(format!("{name} begins at {at}")),
        (_, Outcome::Match { .. }) => m::plain(format!("{name} matched {}", matched())),
        (What::Terminal(terminal), Outcome::Fail) => {
            m::wrong(format!("wanted {} {}", grammars::wanted(terminal), stop()))
        }
        (_, Outcome::Fail) => m::wrong(format!("{name} failed {}", stop())),
    };
    match snapshot.event.lookahead {
        Lookahead::No => line,
        Lookahead::Positive => line.and(m::note(" (lookahead)")),
        Lookahead::Negative => line.and(m::note(" (negative lookahead)")),
    }
}

/// Describes the text at the byte `at`, where nothing matched.
pub(in crate::present) fn saw(text: &str, at: usize) -> String {
    let words = seen_words(text, at);
    if words.starts_with("saw") { format!("it {words}") } else { words }
}

/// Returns the state at a step of an evaluation, or at its end, with at most `rows` rows in a list.
pub fn step_view(reduction: &Reduction<'_>, index: usize, rows: usize) -> Option<SnapshotView> {
    let so_far: Vec<usize> = (0..=reduction.steps.len()).take(index + 1).collect();
    let row = |&step: &usize| step_sentence(reduction, step);
    let lists = vec![List::stack("so far", so_far.len(), so_far.iter().rev(), rows, row)];
    (index <= reduction.steps.len()).then(|| SnapshotView {
        number: index + 1,
        total: reduction.steps.len() + 1,
        is_cut: false,
        definition: None,
        sentence: step_sentence(reduction, index),
        texts: texts(reduction, index),
        lists,
    })
}

fn step_sentence(reduction: &Reduction<'_>, index: usize) -> Line {
    match (reduction.steps.get(index), &reduction.value) {
        (Some(step), _) => done(step).0,
        (None, Err(failed)) => {
            let line = not_done(reduction.parse.text(), failed).0;
            // If ordinary arithmetic has no value either, the label of the failed operation is
            // enough.
            let has_value = matches!(reduction.parse.ordinary(), Ordinary::Value(_));
            let end = end(reduction).filter(|_| has_value).map(|end| m::plain("; ").and(end));
            end.into_iter().fold(line, Line::and)
        }
        (None, Ok(_)) => {
            m::plain("the value is ").and(end(reduction).expect("the last state has a value"))
        }
    }
}

/// Returns the text before a step and, if the step succeeded, after it.
fn texts(reduction: &Reduction<'_>, index: usize) -> Vec<Marked> {
    let before = reduction.before(index);
    let marked = |text: &str, part: &Range<usize>| Marked {
        text: text.to_owned(),
        part: part.clone(),
        points: false,
    };
    match (reduction.steps.get(index), &reduction.value) {
        (Some(step), _) => {
            vec![marked(before, &step.part.span), marked(&step.after, &step.result)]
        }
        (None, Err(failed)) => vec![marked(before, &failed.part.span)],
        (None, Ok(_)) => vec![marked(before, &(0..before.len()))],
    }
}
