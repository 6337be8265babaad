//! How a text was read: every rule that was tried, and what came of it.

use std::fmt;
use std::ops::ControlFlow;

use crate::grammars::{Grammar, SyntaxError, check_limits};
use crate::tracer::{Event, Outcome, TraceError, What};

use super::TreeBuilder;

/// How many calls of rules a trace may have to be told.
pub const MAX_CALLS: usize = 5_000_000;

/// A text and what came of every rule that was tried on it.
///
/// The text is read once to learn that, and again whenever the events are
/// asked for: so a rule can be told with what will come of it, and no event is
/// kept.
#[derive(Debug)]
pub struct Trace<'a> {
    text: &'a str,
    grammar: &'a Grammar,
    calls: Vec<Call>,
}

/// What came of one call of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Call {
    /// The byte after the last one that it matched; `None` where it gave up.
    pub end: Option<usize>,
    /// The furthest byte at which something in it did not match; its begin
    /// where everything matched.
    pub stopped: usize,
    /// Whether what it matched is part of the parse tree, and was not given up
    /// again or only looked at.
    pub is_kept: bool,
}

/// Why a text is not traced.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum TraceRefusal {
    /// It is too deep or too long.
    Syntax(SyntaxError),
    /// Reading it was given up.
    Trace(TraceError),
    /// More than [`MAX_CALLS`] rules were tried.
    TooManyCalls,
}

impl fmt::Display for TraceRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(error) => error.fmt(f),
            Self::Trace(error) => error.fmt(f),
            Self::TooManyCalls => write!(f, "more than {MAX_CALLS} rules are tried"),
        }
    }
}

impl std::error::Error for TraceRefusal {}

impl<'a> Trace<'a> {
    /// Reads `text` with `grammar`, whether or not it can be read to its end.
    ///
    /// # Errors
    ///
    /// [`TraceRefusal`], for what would take too long or too much memory.
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::{Grammar, lessons::Trace};
    ///
    /// let trace = Trace::new("8-", &Grammar::Left)?;
    /// let failed = trace.calls().iter().filter(|call| call.end.is_none());
    /// assert!(failed.clone().count() > 0 && failed.clone().all(|call| call.stopped == 2));
    /// # Ok::<(), bracket24::lessons::TraceRefusal>(())
    /// ```
    pub fn new(text: &'a str, grammar: &'a Grammar) -> Result<Self, TraceRefusal> {
        check_limits(text).map_err(TraceRefusal::Syntax)?;
        let mut recorder = Recorder::default();
        let traced = grammar.trace(text, |event| recorder.add(event));
        match traced {
            Ok(()) | Err(TraceError::Syntax(_)) => {
                Ok(Self { text, grammar, calls: recorder.finish() })
            }
            Err(TraceError::Stopped) => Err(TraceRefusal::TooManyCalls),
            Err(error) => Err(TraceRefusal::Trace(error)),
        }
    }

    /// The text that is read.
    pub const fn text(&self) -> &'a str {
        self.text
    }

    /// What reads it.
    pub const fn grammar(&self) -> &'a Grammar {
        self.grammar
    }

    /// What came of every call, in the order in which they began.
    pub fn calls(&self) -> &[Call] {
        &self.calls
    }

    /// Hands every event to `each`, until it says to stop, with what will have
    /// come of the rule in it, or around it.
    pub fn for_each(&self, mut each: impl FnMut(Event<'a>, Call) -> ControlFlow<()>) {
        let mut open: Vec<u64> = Vec::new();
        // What is left once it was stopped is reported all the same.
        let mut flow = ControlFlow::Continue(());
        let mut each = |event, call| {
            if flow.is_continue() {
                flow = each(event, call);
            }
            flow
        };
        let call = |number: Option<&u64>| {
            let index = number.and_then(|it| usize::try_from(*it).ok());
            index.and_then(|it| self.calls.get(it)).copied().unwrap_or(Call::FAILED)
        };
        let traced = self.grammar.trace(self.text, |event| {
            match (event.what, event.outcome) {
                (What::Rule(_), Outcome::Enter) => open.push(event.call),
                (What::Rule(_), _) => {
                    open.pop();
                    return each(event, call(Some(&event.call)));
                }
                (What::Terminal(_) | What::Sequence, _) => {}
            }
            each(event, call(open.last()))
        });
        // It goes as it went the first time, or is stopped.
        let (Ok(()) | Err(_)) = traced;
    }
}

impl Call {
    const FAILED: Self = Self { end: None, stopped: 0, is_kept: false };
}

/// Learns from the events what came of every call.
#[derive(Default)]
struct Recorder {
    calls: Vec<Call>,
    open: Vec<usize>,
    tree: TreeBuilder,
}

impl Recorder {
    fn add(&mut self, event: Event<'_>) -> ControlFlow<()> {
        self.tree.add(event);
        match (event.what, event.outcome) {
            (What::Rule(_), Outcome::Enter) => {
                if self.calls.len() == MAX_CALLS {
                    return ControlFlow::Break(());
                }
                self.open.push(self.calls.len());
                self.calls.push(Call { stopped: event.at, ..Call::FAILED });
            }
            (What::Rule(_), outcome) => {
                let Some(index) = self.open.pop() else { return ControlFlow::Continue(()) };
                if let Outcome::Match { end } = outcome {
                    self.calls[index].end = Some(end);
                }
                self.stop(self.calls[index].stopped);
            }
            (What::Terminal(_), Outcome::Fail) => self.stop(event.at),
            (What::Terminal(_) | What::Sequence, _) => {}
        }
        ControlFlow::Continue(())
    }

    /// The innermost open rule was stopped at this place.
    fn stop(&mut self, at: usize) {
        if let Some(&index) = self.open.last() {
            let stopped = &mut self.calls[index].stopped;
            *stopped = at.max(*stopped);
        }
    }

    fn finish(mut self) -> Vec<Call> {
        for node in self.tree.nodes() {
            let index = usize::try_from(node.call).unwrap_or(usize::MAX);
            if let Some(call) = self.calls.get_mut(index) {
                call.is_kept = true;
            }
        }
        self.calls
    }
}
