//! Exercises on grammars: the list of them, their tasks, and the grades of answers.

use itertools::Itertools;
use serde::{Serialize, Serializer};

use super::grammar_diff::trees;
use super::grammar_texts::{cell, shown};
use super::grammars::{PlacedError, source};
use super::value::value;
use super::{Block, Document, Line, Report, Table, markup as m};
use crate::exercises::{CallCount, Exercise, Grade, Hint, MOST_STEPS, State, Verdict};
use crate::reports::{DiffReading, GrammarDifference, GrammarDifferenceKind};
use crate::serial::{ParseFields, fields, object, serialize_object};
use crate::tracer::GrammarError;
use crate::words::{counted, in_thousands, line_and_column, list_and, place, ticked};
use crate::{Named, SyntaxError, SyntaxErrorKind};

/// An exercise, with the learner's progress.
#[derive(Debug)]
pub struct Listed<'a>(pub &'a (Exercise, State));

serialize_object! { Listed<'_>, self:
    "name" => self.0.0.name(),
    "title" => self.0.0.title,
    "state" => self.0.1,
}

/// Lists the exercises, each with the learner's progress.
impl Report for [Listed<'_>] {
    fn document(&self) -> Document {
        let rows = self.iter().map(|Listed((exercise, state))| {
            let state = match state {
                State::New => m::note(state.name()),
                State::Started => m::heading(state.name()),
                State::Done => m::value(state.name()),
            };
            vec![m::expression(exercise.name()), m::plain(&exercise.title), state]
        });
        let done = self.iter().filter(|it| it.0.1 == State::Done).count();
        let count = m::note(format!("{done} of {} done", self.len()));
        let table = Table::of(rows).titled(["exercise", "", "state"]);
        Document(vec![table.into(), Block::Blank, count.into()])
    }
}

/// An exercise that was started, with its task.
#[derive(Debug)]
pub struct Start<'a> {
    /// The exercise.
    pub exercise: &'a Exercise,
    /// The file with its grammar.
    pub file: &'a str,
    /// Whether that file is new, or was edited before.
    pub is_new: bool,
    /// The command that checks it.
    pub check: &'a str,
}

serialize_object! { Start<'_>, self:
    "name" => self.exercise.name(),
    "file" => self.file,
    "title" => self.exercise.title,
    "text" => self.exercise.text().collect::<Vec<_>>(),
}

impl Report for Start<'_> {
    fn document(&self) -> Document {
        let as_left = if self.is_new { "" } else { ", as you left it" };
        let mut blocks = vec![m::heading(&self.exercise.title).into(), Block::Blank];
        blocks.extend(paragraphs(self.exercise.text()));
        blocks.extend([
            Block::Item("edit   ".into(), m::expression(self.file) + m::note(as_left)),
            Block::Item("check  ".into(), self.check.into()),
        ]);
        Document(blocks)
    }
}

/// The grade of an answer.
#[derive(Debug)]
pub struct Graded<'a> {
    /// The exercise.
    pub exercise: &'a Exercise,
    /// The grade.
    pub grade: &'a Grade,
    /// How to get a hint.
    pub hint: &'a str,
    /// The answer.
    pub answer: &'a str,
}

/// A text, and how the reference and the answer parse it.
struct Counterexample<'a>(&'a str, [Side<'a>; 2]);

enum Side<'a> {
    Reading(&'a Result<DiffReading, SyntaxError>),
    Calls(Option<u64>),
}

impl Serialize for Side<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Reading(reading) => ParseFields::from(*reading).serialize(serializer),
            Self::Calls(calls) => object!(serializer, { "rule_calls" => calls }),
        }
    }
}

serialize_object! { Counterexample<'_>, self:
    "text" => self.0,
    "reference" => self.1[0],
    "yours" => self.1[1],
}

serialize_object! { Graded<'_>, self:
    let Grade { verdict, length, texts, others, .. } = self.grade;
    let errors = match verdict {
        Verdict::Mistakes(all) => Some(PlacedError::all(self.answer, all)),
        _ => None,
    };
    let lacks = if let Verdict::Lacks { rules, .. } = verdict { Some(rules) } else { None };
    "name" => self.exercise.name(),
    "passed" => self.grade.has_passed(),
    "counterexample" => counterexample(verdict),
    "errors" if errors.is_some() => errors,
    "lacks" if lacks.is_some() => lacks,
    "stopped" if matches!(verdict, Verdict::Stopped) => fields! {
        "steps" => MOST_STEPS,
        "length" => length,
        "texts" => texts,
        "others" => others,
    },
}

fn counterexample(verdict: &Verdict) -> Option<Counterexample<'_>> {
    let (text, sides) = match verdict {
        Verdict::Slow(CallCount { text, reference, answer }) => {
            (text, [Some(*reference), *answer].map(Side::Calls))
        }
        Verdict::Differs(it) => (&it.text, it.parses.each_ref().map(Side::Reading)),
        _ => return None,
    };
    Some(Counterexample(text, sides))
}

impl Report for Graded<'_> {
    fn document(&self) -> Document {
        let verdict = &self.grade.verdict;
        if let Verdict::Passed = verdict {
            return passed(self.exercise, self.grade);
        }
        let title = m::heading(&self.exercise.title);
        let mut blocks = vec![(title + m::wrong(format!(": {}", wrong(verdict)))).into()];
        if let Verdict::Stopped = verdict {
            blocks.push(m::note(format!("{}; {}", tried(self.grade), stopped())).into());
        }
        if let Verdict::Lacks { advice, .. } = verdict {
            blocks.push(m::note(advice.as_deref().unwrap_or(NAMES_NEEDED)).into());
        }
        if let Some(Counterexample(text, sides)) = counterexample(verdict) {
            let sides = ["reference", "yours"].into_iter().zip(sides);
            let rows = sides.map(|(name, side)| vec![m::plain(name), side.line(text)]);
            blocks.extend([Block::Blank, cell(text).into(), Block::Blank]);
            blocks.push(Table::of(rows).into());
        }
        blocks.extend([Block::Blank, m::note(format!("stuck? {}", self.hint)).into()]);
        Document(blocks)
    }
}

/// The advice for an answer that lacks rules, if no other rules of it can have their names.
const NAMES_NEEDED: &str =
    "the exercise needs rules with these names; other rules may have any name";

/// Presents a right answer.
fn passed(exercise: &Exercise, grade: &Grade) -> Document {
    let title = m::heading(&exercise.title) + m::value(": done");
    let mut blocks = vec![title.into(), m::note(tried(grade)).into(), Block::Blank];
    blocks.extend(paragraphs(exercise.learned()));
    blocks.pop();
    Document(blocks)
}

/// Describes the texts on which an answer did not differ from the reference.
fn tried(grade: &Grade) -> String {
    let Grade { length, texts, others, .. } = grade;
    let (texts, others) = (in_thousands(texts), in_thousands(others));
    let length = counted(*length, "token");
    format!(
        "the same as the reference on all {texts} texts of up to {length}, and on {others} others"
    )
}

/// Explains why the check stopped.
fn stopped() -> String {
    let steps = in_thousands(&MOST_STEPS);
    format!("the check stopped before everything was tried; it takes at most {steps} steps")
}

/// Describes what is wrong with an answer, in a few words.
fn wrong(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Passed => "done".to_owned(),
        Verdict::Stopped => "your grammar takes too long to check".to_owned(),
        Verdict::Mistakes(_) => "pest does not accept this grammar yet".to_owned(),
        Verdict::Lacks { rules, .. } => {
            let noun = if rules.len() == 1 { "rule" } else { "rules" };
            format!("your grammar lacks the {noun} {}", list_and(ticked(rules)))
        }
        Verdict::Slow(_) => "your grammar takes too many rule calls".to_owned(),
        Verdict::Differs(difference) => kind_of(difference).to_owned(),
    }
}

/// Names the next exercise with the command that starts it, or says that all exercises are done.
pub fn all_done(next: Option<(&Exercise, &str)>) -> Document {
    let next = next.map(|(exercise, start)| format!("next: {start}, {}", exercise.title));
    next.map_or_else(|| m::value("all exercises are done"), m::note).into()
}

/// Describes the kind of a difference, in a few words.
fn kind_of(difference: &GrammarDifference) -> &'static str {
    let is_given_up =
        |it: &Result<DiffReading, SyntaxError>| it.as_ref().is_err_and(SyntaxError::is_given_up);
    match (difference.kind, &difference.parses) {
        (_, [_, Err(SyntaxError { kind: SyntaxErrorKind::EmptyStack(_), .. })]) => {
            "your grammar makes pest panic on this text"
        }
        (_, [_, answer]) if is_given_up(answer) => "your grammar takes too long on this text",
        (GrammarDifferenceKind::Accepted, [Ok(_), _]) => {
            "your grammar refuses a text that it should accept"
        }
        (GrammarDifferenceKind::Accepted, _) => "your grammar accepts a text that it should refuse",
        (GrammarDifferenceKind::Value, _) => "your grammar gives this text a different value",
        (GrammarDifferenceKind::Grouping, [Ok(a), Ok(b)]) if unread(a) != unread(b) => {
            "your grammar matches a different part of this text"
        }
        (GrammarDifferenceKind::Grouping, _) => "your grammar gives this text a different tree",
        (GrammarDifferenceKind::Refused, _) => {
            "your grammar reports the error in a different place"
        }
    }
}

fn unread(reading: &DiffReading) -> usize {
    if let DiffReading::Rules { unread, .. } = reading { unread.len() } else { 0 }
}

/// Shows how a grammar parses the text.
fn side(parse: &Result<DiffReading, SyntaxError>, text: &str) -> Line {
    match parse {
        Ok(DiffReading::Expression(parse)) => {
            m::expression(parse.written().to_full_text(Clone::clone)) + " = " + value(parse)
        }
        Ok(DiffReading::Rules { tree, unread, .. }) => {
            let place = || format!(", and stops before {}", place(text, unread.start));
            let rest = if unread.is_empty() { String::new() } else { place() };
            m::expression(tree) + m::wrong(rest)
        }
        Err(error) if error.is_given_up() => m::wrong(error.message_and_advice()),
        Err(error) => {
            let at = place(text, error.span.start);
            m::note(format!("refused at {at}: {}, {}", error.message(), error.advice()))
        }
    }
}

impl Side<'_> {
    /// Shows how a grammar parses the text, or how long it takes.
    fn line(&self, text: &str) -> Line {
        match self {
            Self::Reading(parse) => side(parse, text),
            Self::Calls(Some(calls)) => m::value(in_thousands(calls)) + " rule calls",
            Self::Calls(None) => m::wrong("more rule calls than the program counts"),
        }
    }
}

/// A hint for an exercise, with its number.
#[derive(Debug)]
pub struct ShownHint<'a> {
    /// The name of the exercise.
    pub name: &'a str,
    /// The number of the hint, from 1.
    pub number: usize,
    /// The number of hints.
    pub of: usize,
    /// The hint.
    pub hint: &'a Hint<'a>,
}

serialize_object! { ShownHint<'_>, self:
    "name" => self.name,
    "number" => self.number,
    "of" => self.of,
    "hint" => in_a_line(self.hint),
}

impl Report for ShownHint<'_> {
    fn document(&self) -> Document {
        let Self { number, of, hint, .. } = self;
        let mut blocks = vec![m::heading(format!("hint {number} of {of}")).into(), Block::Blank];
        match hint {
            Hint::Text(verdict) => match text_of(verdict) {
                Ok(text) => {
                    let why = m::plain("The shortest text that goes wrong:");
                    blocks.extend([why.into(), Block::Blank, cell(text).into()]);
                }
                Err(why) => blocks.push(paragraph(&why).into()),
            },
            Hint::Sides(Verdict::Differs(difference), _) => blocks.extend(of_trees(difference)),
            Hint::Sides(verdict, answer) => {
                blocks.push(paragraph(&where_it_fails(verdict, answer)).into());
            }
            Hint::Written(text) => blocks.push(paragraph(text).into()),
        }
        let left = match of - number {
            0 => "that was the last hint".to_owned(),
            left => format!("{} left", counted(left, "hint")),
        };
        blocks.extend([Block::Blank, m::note(left).into()]);
        Document(blocks)
    }
}

/// Returns the text on which the answer is wrong, or the reason why there is no such text.
fn text_of(verdict: &Verdict) -> Result<&str, String> {
    match verdict {
        Verdict::Differs(difference) => Ok(&difference.text),
        Verdict::Slow(calls) => Ok(&calls.text),
        other => Err(format!("There is no text to look at: {}.", wrong(other))),
    }
}

/// Describes where an answer is wrong, if there are no trees to show.
fn where_it_fails(verdict: &Verdict, answer: &str) -> String {
    match verdict {
        Verdict::Mistakes(errors) => {
            let at = |error: &GrammarError| {
                let (line, column) = line_and_column(answer, error.span.start);
                format!("Line {line}, column {column}: {}.", error.message)
            };
            errors.first().map_or_else(|| wrong(verdict), at)
        }
        Verdict::Slow(CallCount { reference, answer, .. }) => {
            let [reference, answer] = [Some(*reference), *answer].map(|calls| {
                calls.map_or("more than the program counts".to_owned(), |it| in_thousands(&it))
            });
            format!("Rule calls on this text: {reference} by the reference, {answer} by yours.")
        }
        Verdict::Lacks { advice, .. } => {
            let renamed = advice.as_ref().map(|advice| format!("You can {advice}."));
            renamed.unwrap_or_else(|| "The rules that the check names need these names.".to_owned())
        }
        _ => format!("No text that goes wrong was found: {}.", stopped()),
    }
}

/// Shows how the reference and the answer parse a text: two trees, or one tree and the reason why
/// the other is missing.
fn of_trees(difference: &GrammarDifference) -> Vec<Block> {
    const NAMES: [&str; 2] = ["reference", "yours"];
    let text = &difference.text;
    let mut blocks = vec![m::plain("The reference and your grammar on the same text:").into()];
    blocks.extend([Block::Blank, cell(text).into(), Block::Blank]);
    blocks.push(Block::Trees(trees(difference, NAMES)));
    let refused = difference.parses.iter().zip(NAMES).filter(|(parse, _)| parse.is_err());
    let reason = |(parse, name)| Block::Item(m::heading(format!("{name}: ")), side(parse, text));
    blocks.extend(refused.map(reason));
    blocks
}

/// Serializes a hint as one line, for programs.
fn in_a_line(hint: &Hint<'_>) -> String {
    match hint {
        Hint::Text(verdict) => text_of(verdict).map_or_else(|why| why, |it| shown(it).into_owned()),
        Hint::Sides(Verdict::Differs(difference), _) => {
            let [reference, yours] = difference.parses.each_ref().map(|parse| {
                parse.as_ref().map_or_else(ToString::to_string, DiffReading::to_s_expression)
            });
            format!("reference: {reference}; yours: {yours}")
        }
        Hint::Sides(verdict, answer) => where_it_fails(verdict, answer),
        Hint::Written(text) => paragraph(text).to_string(),
    }
}

/// A solution.
#[derive(Debug, Serialize)]
pub struct Solution<'a> {
    /// The name of the exercise.
    pub name: &'a str,
    /// The text of the grammar.
    pub source: &'a str,
}

impl Report for Solution<'_> {
    fn document(&self) -> Document {
        source(self.source)
    }
}

/// An exercise that was reset.
#[derive(Debug, Serialize)]
pub struct Reset<'a> {
    /// The name of the exercise.
    pub name: &'a str,
    /// The file with the original grammar.
    pub file: &'a str,
    /// The file with the previous content, if the learner had changed the grammar.
    pub kept: Option<&'a str>,
}

impl Reset<'_> {
    /// Describes the reset for people.
    pub fn line(&self) -> Line {
        let line = m::expression(self.file) + " is back to its original text";
        match self.kept {
            Some(kept) => line + "; your version is in " + m::expression(kept),
            None => line + m::note("; it had no changes"),
        }
    }
}

/// Puts a blank line after each paragraph.
fn paragraphs<'a>(texts: impl Iterator<Item = &'a str>) -> impl Iterator<Item = Block> {
    texts.flat_map(|text| [Block::Line(paragraph(text)), Block::Blank])
}

/// Joins the lines of a paragraph.
fn paragraph(text: &str) -> Line {
    text.split_whitespace().join(" ").into()
}
