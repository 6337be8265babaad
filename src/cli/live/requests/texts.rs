//! Requests that parse texts with a grammar, and one that solves a hand.

use std::collections::BTreeMap;

use bracket24::exercises::Exercise;
use bracket24::lessons::{Explanation, MAX_PAGE_EVENTS, Parse, Reading};
use bracket24::present::live::{
    EditedGrammar, SolvedHand, TriedLine, marks_in_tests, telling_text,
};
use bracket24::present::page::write_page;
use bracket24::reports::{
    GrammarDiff, GrammarTestRun, Likeness, ShortestDifference, SolveOptions, SolveReport, TestSuite,
};
use bracket24::{Compiled, Engine, Equivalence, Grammar, Named, SetName, Strings, TemplateSet};
use hyper::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::{json, value::RawValue, value::to_raw_value};

use super::{Answer, Answered, Context, GivenGrammar, MOST_BYTES, too_long};
use crate::cli::input::{signs_for, solvable_hand, target};
use crate::cli::live::answer::Problem;
use crate::cli::{file, page};

/// The maximum number of events to show. The server sends them after every keystroke.
const MOST_EVENTS: usize = 20_000;

/// The maximum number of lines to try.
const MOST_LINES: usize = 1000;

/// The maximum length, in tokens, of texts of arithmetic to try on two grammars: the length of
/// `8-4-2`.
const LONGEST: usize = 5;

/// The maximum number of solutions to show with their trees.
const MOST_SHOWN: usize = 60;

/// The maximum number of cards if the grammar has to parse every filled template.
const MOST_READ: usize = 4;

#[derive(Deserialize)]
pub(super) struct GrammarRequest {
    grammar: GivenGrammar,
}

/// Says whether a text is a valid grammar. Returns its mistakes with their places, and its rules.
pub(super) fn grammar(context: &Context<'_>, request: &GrammarRequest) -> Answer {
    let given = &request.grammar;
    let (source, read) = context.read(given)?;
    let (mut errors, mut warnings) = (Vec::new(), Vec::new());
    let grammar = read.map_err(|found| errors = found.into()).ok();
    if let Some(Grammar::User(own)) = &grammar {
        warnings.clone_from(&own.warnings);
    }
    if context.view.opening.exercises {
        [errors, warnings] = [errors, warnings].map(|it| Exercise::kept_open(given.name(), it));
    }
    let found = [&*errors, &*warnings];
    Answered::json(&EditedGrammar::new(given.name(), &source, grammar.as_ref(), found))
}

#[derive(Deserialize)]
pub(super) struct TextRequest {
    grammar: GivenGrammar,
    text: String,
    #[serde(default)]
    beside: page::Beside,
}

/// The parse of a text with a grammar: everything that the handout page shows. In the answer,
/// `page` is null if the grammar has mistakes, or if there is nothing to show and `error` says why.
pub(super) fn read(context: &Context<'_>, request: &TextRequest) -> Answer {
    let TextRequest { grammar, text, beside } = request;
    let (_, read) = context.read(grammar)?;
    let Ok(grammar) = read else { return Answered::json(&json!({ "page": null })) };
    let shown = page::with_data(text, &grammar, *beside, MOST_EVENTS, |data| {
        Answered::json(&BTreeMap::from([("page", data)]))
    });
    shown.unwrap_or_else(|failure| {
        let Problem { error, help, .. } = failure.into();
        Answered::json(&json!({ "page": null, "error": error, "help": help }))
    })
}

/// The page to hand out, with the text that the live page shows.
pub(super) fn hand_out(context: &Context<'_>, request: &TextRequest) -> Answer {
    let TextRequest { grammar, text, beside } = request;
    let grammar = context.usable(grammar)?;
    let content = page::with_data(text, &grammar, *beside, MAX_PAGE_EVENTS, |data| {
        file::in_memory(|page| write_page(data, page))
    })?;
    Ok(Answered { kind: "text/html; charset=utf-8", content })
}

#[derive(Deserialize)]
pub(super) struct LinesRequest {
    grammar: GivenGrammar,
    lines: Vec<String>,
}

/// Parses many texts, one per line, with a grammar.
pub(super) fn lines(context: &Context<'_>, request: &LinesRequest) -> Answer {
    let grammar = context.usable(&request.grammar)?;
    let tried = |text: &String| TriedLine::new(&Reading::new(&signs_for(&grammar, text), &grammar));
    Answered::json(&written(context, request.lines.iter().take(MOST_LINES).map(tried))?)
}

/// Results as JSON.
type Written = Result<Vec<Box<RawValue>>, Problem>;

/// Writes `items`, of which only one at a time takes memory, as at most [`MOST_BYTES`].
fn written(context: &Context<'_>, items: impl Iterator<Item = impl Serialize>) -> Written {
    let mut left = MOST_BYTES;
    let write = |item| {
        context.patience.check()?;
        let written = to_raw_value(&item).expect("an answer is JSON");
        left = left.checked_sub(written.get().len()).ok_or_else(too_long)?;
        Ok(written)
    };
    items.map(write).collect()
}

#[derive(Deserialize)]
pub(super) struct TestsRequest {
    grammar: GivenGrammar,
    tests: String,
}

/// Runs the tests of a file with a grammar, and returns the results and the mistakes in the
/// file.
pub(super) fn tests(context: &Context<'_>, request: &TestsRequest) -> Answer {
    let source = &request.tests;
    let grammar = context.usable(&request.grammar)?;
    let mut mistakes = Vec::new();
    let read = TestSuite::read(source).map_err(|found| mistakes = found);
    let mut suite = TestSuite { source: source.clone(), tests: Vec::new() };
    let results = read.into_iter().flat_map(|read| read.tests).filter_map(|test| {
        suite.tests = vec![test];
        let run = GrammarTestRun::new(&suite, &grammar, |_| mistakes.len() < MOST_LINES);
        run.map_err(|found| mistakes.extend(found)).ok()?.results.pop()
    });
    let results = written(context, results)?;
    let results = if mistakes.is_empty() { results } else { Vec::new() };
    let marks = written(context, marks_in_tests(source, &mistakes).iter())?;
    Answered::json(&BTreeMap::from([("tests", results), ("marks", marks)]))
}

#[derive(Deserialize)]
pub(super) struct DifferenceRequest {
    /// The grammar before the edit.
    a: GivenGrammar,
    b: GivenGrammar,
}

/// The shortest text that two grammars parse differently, and the number of texts tried.
pub(super) fn difference(context: &Context<'_>, request: &DifferenceRequest) -> Answer {
    let [a, b] = [context.usable(&request.a)?, context.usable(&request.b)?];
    let (difference, tried) = if a.lacks().is_none() && b.lacks().is_none() {
        let diff = GrammarDiff::new(&a, &b, Some(LONGEST));
        // If there is no other difference, return a text on which a parser gave up, as for grammars
        // without values.
        (diff.differences.into_iter().next().or(diff.given_up.map(|it| it.first)), diff.tried)
    } else {
        let found = ShortestDifference::new(&a, &b, &Likeness::default());
        (found.difference, found.texts.saturating_add(found.others as u64))
    };
    let difference = difference.as_ref().map(telling_text);
    Answered::json(&json!({ "difference": difference, "tried": tried }))
}

#[derive(Deserialize)]
pub(super) struct HandRequest {
    hand: String,
    target: Option<String>,
    grammar: GivenGrammar,
}

/// The solutions of a hand.
pub(super) fn hand(context: &Context<'_>, request: &HandRequest) -> Answer {
    let hand = solvable_hand(&request.hand)?;
    let text = request.target.as_deref().map(str::trim).filter(|it| !it.is_empty()).unwrap_or("24");
    let target = target(text).map_err(|it| Problem::bad(format!("the target `{text}`: {it}")))?;
    let grammar = context.usable(&request.grammar)?;
    let unsolvable = |message: String, help: &str| {
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, message).with_help(help)
    };
    if let Some(lacks) = grammar.lacks() {
        let message = format!("under {grammar} there are no values: {lacks}");
        return Err(unsolvable(message, "choose a grammar of arithmetic to solve a hand"));
    }
    let cards = hand.cards().len();
    let is_ordinary = grammar.is_ordinary();
    if !is_ordinary && cards > MOST_READ {
        let message = format!("under {grammar} a hand may have up to {MOST_READ} cards here");
        return Err(unsolvable(message, "the grammar `left` takes six"));
    }
    let set = TemplateSet::named(SetName::Canonical, cards, &grammar);
    let engine: Box<dyn Engine> =
        if is_ordinary { Box::new(Compiled::new(&set)) } else { Box::new(Strings::new(&set)) };
    let distinct = Equivalence::default();
    let options = SolveOptions { target: target.clone(), distinct, first: false, why: false };
    context.patience.check()?;
    let report = SolveReport::new(hand, &*engine, options)
        .map_err(|error| Problem::bad(error.to_string()))?;
    let mut read = Vec::new();
    for found in report.solutions.iter().take(MOST_SHOWN) {
        context.patience.check()?;
        let text = found.solution.text();
        let parse = Parse::new(text, &grammar).map_err(|error| Problem::bad(error.to_string()))?;
        let explanation = Explanation::new(text, Grammar::ALL, target.clone())
            .expect("a filled template is an expression of ordinary arithmetic");
        read.push((parse, explanation));
    }
    Answered::json(&SolvedHand(&report, &read))
}
