//! A trace and a reduction as frames, to go through forwards and back.

use std::collections::HashMap;
use std::ops::{ControlFlow, Range};
use std::ptr;

use super::{ParseNode, Reduction, Step, TreeBuilder, ZeroDivision};
use crate::grammars::{Grammar, SyntaxError, check_limits};
use crate::number::Rational;
use crate::tracer::{Event, Lookahead, Outcome, RuleId, Terminal, TraceError, What};

/// How many events of a trace a [`Recording`] keeps.
pub const MAX_EVENTS: usize = 1_000_000;

/// What of a trace is recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Watch {
    /// The rules, and what of theirs is given up.
    Rules,
    /// The terminals too.
    Terminals,
}

/// The events of a trace, in few bytes each. A [`Player`] makes frames of
/// them.
#[derive(Debug)]
pub struct Recording<'g> {
    grammar: &'g Grammar,
    text: String,
    events: Vec<Recorded>,
    /// The terminals that events name by their index here.
    terminals: Vec<&'g Terminal>,
    result: Result<(), TraceError>,
}

/// What is kept of an event.
#[derive(Debug, Clone, Copy)]
struct Recorded {
    subject: Subject,
    /// Where it is tried.
    at: u32,
    /// Where it ends, or how far it came before it failed.
    end: u32,
    call: u32,
    lookahead: Lookahead,
}

// A recording of the most events takes 24 MB.
const _: () = assert!(size_of::<Recorded>() <= 24);

#[derive(Debug, Clone, Copy)]
enum Subject {
    Enter(RuleId),
    Match(RuleId),
    Fail(RuleId),
    Found(u32),
    Missed(u32),
    GivenUp,
}

/// What happened at an event of a trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Happening<'g> {
    /// A rule begins.
    Begins(RuleId),
    /// A rule matched.
    Matched(RuleId),
    /// A rule did not match.
    GaveUp(RuleId),
    /// A terminal matched.
    Found(&'g Terminal),
    /// A terminal did not match.
    Missed(&'g Terminal),
    /// What the rules of a sequence matched is given up, since the rest of it
    /// did not match.
    GivenUp,
}

impl Happening<'_> {
    /// The rule it is about.
    pub const fn rule(&self) -> Option<RuleId> {
        match self {
            Self::Begins(rule) | Self::Matched(rule) | Self::GaveUp(rule) => Some(*rule),
            Self::Found(_) | Self::Missed(_) | Self::GivenUp => None,
        }
    }

    /// Whether something did not match.
    pub const fn is_failure(&self) -> bool {
        matches!(self, Self::GaveUp(_) | Self::Missed(_) | Self::GivenUp)
    }
}

/// A moment of a trace: an event and how things stand after it. Places are in
/// bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame<'a> {
    /// The number of its event, from 0.
    pub index: usize,
    /// What happened.
    pub happening: Happening<'a>,
    /// The part of the text that it is about: from where it was tried to where
    /// it matched, or to the place that it could not get over. Empty where a
    /// rule begins.
    pub part: Range<usize>,
    /// Whether that is read or only looked at.
    pub lookahead: Lookahead,
    /// The rules that are open and where each began, outermost first.
    pub stack: &'a [(RuleId, usize)],
    /// The tree so far: the rules that matched and those that are open.
    pub tree: &'a [ParseNode],
    /// Which nodes of the tree are open, outermost first.
    pub open: &'a [usize],
}

impl<'g> Recording<'g> {
    /// Records how `grammar` reads `text` as one line, whether or not it can.
    ///
    /// # Errors
    ///
    /// [`SyntaxError`] where the text is too deep or too long to be read; see
    /// [`Grammar::parse`].
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::{Grammar, lessons::{Happening, Recording, Watch}};
    ///
    /// let recording = Recording::new("8-4", &Grammar::Left, Watch::Rules)?;
    /// let mut player = recording.player();
    /// let frame = player.frame(5).unwrap();
    /// assert!(matches!(frame.happening, Happening::Matched(_)));
    /// let name = |rule| Grammar::Left.rules().name(rule);
    /// assert_eq!(frame.happening.rule().map(name), Some("number"));
    /// let open: Vec<&str> = frame.stack.iter().map(|(rule, _)| name(*rule)).collect();
    /// assert_eq!(open, ["line", "expression", "term", "operand"]);
    /// # Ok::<(), bracket24::SyntaxError>(())
    /// ```
    pub fn new(text: &str, grammar: &'g Grammar, watch: Watch) -> Result<Self, SyntaxError> {
        check_limits(text)?;
        let mut recorder = Recorder::new(watch);
        let result = grammar.trace(text, |event| recorder.add(event));
        let Recorder { events, terminals, .. } = recorder;
        Ok(Self { grammar, text: text.to_owned(), events, terminals, result })
    }

    /// The text that is read.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What reads it.
    pub const fn grammar(&self) -> &'g Grammar {
        self.grammar
    }

    /// How many events there are: at least one, at most [`MAX_EVENTS`].
    pub const fn len(&self) -> usize {
        self.events.len()
    }

    /// Whether there is no event.
    pub const fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// Whether the text was read.
    ///
    /// # Errors
    ///
    /// As [`Grammar::trace`]; [`TraceError::Stopped`] where there are more than
    /// [`MAX_EVENTS`] events, of which the first are kept.
    pub const fn result(&self) -> Result<(), &TraceError> {
        match &self.result {
            Ok(()) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// What happened at an event.
    pub fn happening(&self, index: usize) -> Option<Happening<'g>> {
        Some(match self.events.get(index)?.subject {
            Subject::Enter(rule) => Happening::Begins(rule),
            Subject::Match(rule) => Happening::Matched(rule),
            Subject::Fail(rule) => Happening::GaveUp(rule),
            Subject::Found(terminal) => Happening::Found(self.terminals[terminal as usize]),
            Subject::Missed(terminal) => Happening::Missed(self.terminals[terminal as usize]),
            Subject::GivenUp => Happening::GivenUp,
        })
    }

    /// Makes frames of the events.
    pub fn player(&self) -> Player<'_> {
        Player { recording: self, next: 0, tree: TreeBuilder::default(), stack: Vec::new() }
    }

    fn event(&self, index: usize) -> Option<Event<'g>> {
        let recorded = self.events.get(index)?;
        let end = recorded.end as usize;
        let (what, outcome) = match self.happening(index)? {
            Happening::Begins(rule) => (What::Rule(rule), Outcome::Enter),
            Happening::Matched(rule) => (What::Rule(rule), Outcome::Match { end }),
            Happening::GaveUp(rule) => (What::Rule(rule), Outcome::Fail),
            Happening::Found(terminal) => (What::Terminal(terminal), Outcome::Match { end }),
            Happening::Missed(terminal) => (What::Terminal(terminal), Outcome::Fail),
            Happening::GivenUp => (What::Sequence, Outcome::Fail),
        };
        let (call, at) = (u64::from(recorded.call), recorded.at as usize);
        // Nobody here asks how deep it is.
        Some(Event { what, outcome, call, depth: 0, at, lookahead: recorded.lookahead })
    }
}

/// Makes the frames of a [`Recording`], in any order. It goes forward from
/// where it is; to go back it begins anew, which takes some milliseconds for
/// the longest recording.
#[derive(Debug)]
pub struct Player<'a> {
    recording: &'a Recording<'a>,
    /// How many events are played.
    next: usize,
    tree: TreeBuilder,
    stack: Vec<(RuleId, usize)>,
}

impl Player<'_> {
    /// The frame of an event; `None` where there is no such event.
    pub fn frame(&mut self, index: usize) -> Option<Frame<'_>> {
        let happening = self.recording.happening(index)?;
        if index + 1 < self.next {
            self.next = 0;
            self.tree = TreeBuilder::default();
            self.stack.clear();
        }
        while self.next <= index {
            self.play(self.recording.event(self.next)?);
            self.next += 1;
        }
        let recorded = self.recording.events.get(index)?;
        Some(Frame {
            index,
            happening,
            part: recorded.at as usize..recorded.end as usize,
            lookahead: recorded.lookahead,
            stack: &self.stack,
            tree: self.tree.nodes(),
            open: self.tree.open(),
        })
    }

    fn play(&mut self, event: Event<'_>) {
        self.tree.add(event);
        match (event.what, event.outcome) {
            (What::Rule(rule), Outcome::Enter) => self.stack.push((rule, event.at)),
            (What::Rule(_), _) => {
                self.stack.pop();
            }
            (What::Terminal(_) | What::Sequence, _) => {}
        }
    }
}

/// Records the events of a trace.
struct Recorder<'g> {
    watch: Watch,
    events: Vec<Recorded>,
    terminals: Vec<&'g Terminal>,
    /// The index of every terminal, by its address.
    known: HashMap<*const Terminal, u32>,
    /// How far every open rule came before something in it did not match.
    furthest: Vec<usize>,
}

impl<'g> Recorder<'g> {
    fn new(watch: Watch) -> Self {
        let (events, terminals, furthest) = (Vec::new(), Vec::new(), Vec::new());
        Self { watch, events, terminals, known: HashMap::new(), furthest }
    }

    fn add(&mut self, event: Event<'g>) -> ControlFlow<()> {
        let (subject, end) = match (event.what, event.outcome) {
            (What::Rule(rule), Outcome::Enter) => {
                self.furthest.push(event.at);
                (Subject::Enter(rule), event.at)
            }
            (What::Rule(rule), outcome) => {
                let furthest = self.furthest.pop().unwrap_or(event.at);
                self.came_to(furthest);
                match outcome {
                    Outcome::Match { end } => (Subject::Match(rule), end),
                    Outcome::Enter | Outcome::Fail => (Subject::Fail(rule), furthest),
                }
            }
            (What::Terminal(terminal), outcome) => {
                let end = match outcome {
                    Outcome::Match { end } => Some(end),
                    Outcome::Enter | Outcome::Fail => None,
                };
                if end.is_none() {
                    self.came_to(event.at);
                }
                if self.watch == Watch::Rules {
                    return ControlFlow::Continue(());
                }
                let index = self.index_of(terminal);
                match end {
                    Some(end) => (Subject::Found(index), end),
                    None => (Subject::Missed(index), event.at),
                }
            }
            (What::Sequence, _) => {
                let furthest = self.furthest.last().copied().unwrap_or(event.at);
                (Subject::GivenUp, furthest.max(event.at))
            }
        };
        self.push(subject, event, end)
    }

    /// Keeps an event; breaks off where there are enough, or where the text
    /// is too long to be counted.
    fn push(&mut self, subject: Subject, event: Event<'_>, end: usize) -> ControlFlow<()> {
        let number = |place: usize| u32::try_from(place).ok();
        let (Some(at), Some(end), Ok(call)) =
            (number(event.at), number(end), u32::try_from(event.call))
        else {
            return ControlFlow::Break(());
        };
        if self.events.len() >= MAX_EVENTS {
            return ControlFlow::Break(());
        }
        self.events.push(Recorded { subject, at, end, call, lookahead: event.lookahead });
        ControlFlow::Continue(())
    }

    /// Something in the innermost open rule did not match at this place.
    fn came_to(&mut self, at: usize) {
        if let Some(furthest) = self.furthest.last_mut() {
            *furthest = at.max(*furthest);
        }
    }

    fn index_of(&mut self, terminal: &'g Terminal) -> u32 {
        *self.known.entry(ptr::from_ref(terminal)).or_insert_with(|| {
            self.terminals.push(terminal);
            // A grammar has fewer terminals than a `u32` can count.
            u32::try_from(self.terminals.len() - 1).unwrap_or(u32::MAX)
        })
    }
}

/// A moment of a reduction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepFrame<'a> {
    /// An operation is done.
    Done {
        /// The text before.
        before: &'a str,
        /// What is done.
        step: &'a Step,
    },
    /// An operation cannot be done.
    ZeroDivision {
        /// The text before.
        before: &'a str,
        /// The operation.
        failed: &'a ZeroDivision,
    },
    /// The value is all that is left.
    Value {
        /// The text that is left.
        left: &'a str,
        /// The value.
        value: &'a Rational,
    },
}

impl Reduction<'_> {
    /// Its steps as frames, and at the end the value or the operation that
    /// cannot be done.
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::{Grammar, lessons::{Parse, Reduction, StepFrame}};
    ///
    /// let parse = Parse::new("1/0+2", &Grammar::Left)?;
    /// let reduction = Reduction::of(&parse)?;
    /// let frames = reduction.frames();
    /// assert!(matches!(frames[..], [StepFrame::ZeroDivision { before: "1/0+2", .. }]));
    /// # Ok::<(), bracket24::SyntaxError>(())
    /// ```
    pub fn frames(&self) -> Vec<StepFrame<'_>> {
        let done = self.steps.iter().enumerate();
        let done = done.map(|(index, step)| StepFrame::Done { before: self.before(index), step });
        let left = self.before(self.steps.len());
        let last = match &self.value {
            Ok(value) => StepFrame::Value { left, value },
            Err(failed) => StepFrame::ZeroDivision { before: left, failed },
        };
        done.chain([last]).collect()
    }
}
