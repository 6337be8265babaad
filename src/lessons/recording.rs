//! A trace that is kept: its events, what came of every rule that was tried, and the
//! parse tree.
//!
//! An ambiguous prefix that is tried twice doubles the work with every pair of
//! brackets, so that a text of one line can take hours. Therefore a recording has
//! limits; [`TraceStats`](super::TraceStats) keeps nothing, and can always be asked for.

mod recorder;

use std::iter::successors;
use std::ops::{ControlFlow, Range};
use std::sync::OnceLock;

use super::parse_tree::ParseTree;
use crate::grammars::{Grammar, SyntaxError};
use crate::tracer::{Event, Outcome, RuleId, TraceError, What};
use recorder::{Kept, NONE, Recorder, mark_again, of_tree, small};

pub use recorder::Call;

/// How many calls of rules a [`Recording`] may have: 180 MB, and some minutes of a
/// terminal to print them.
pub const MAX_CALLS: usize = 5_000_000;

/// How many events a [`Recording`] keeps: some 100 MB with their calls, so that the state
/// at any of them is found at once.
pub const MAX_EVENTS: usize = 1_000_000;

/// How many events a page may have in all: some 5 MB, and a slider that still
/// moves at once.
pub const MAX_PAGE_EVENTS: usize = 200_000;

/// How many states of a trace or an evaluation are printed where there is no
/// terminal: some megabytes.
pub const MAX_PRINTED_STATES: usize = 10_000;

/// Which events of a trace are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TraceDetail {
    /// Those of rules, and where sequences are backtracked over.
    Rules,
    /// Those of terminals too.
    Terminals,
}

/// The extent of a [`Recording`]: how much of its trace it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// Everything.
    Whole,
    /// The first [`MAX_EVENTS`] events; the trace was stopped there.
    Beginning,
    /// All calls and no events: these are traced again when they are told.
    Calls,
    /// The calls and events of the parse tree alone.
    Tree,
}

/// The trace of a parse, event by event.
///
/// Numbers of events and of calls count from 0. All places are in bytes.
#[derive(Debug)]
pub struct Recording<'g> {
    /// The grammar that parsed it.
    pub grammar: &'g Grammar,
    /// Which of its events it has.
    pub detail: TraceDetail,
    /// How much of the trace it has.
    pub extent: Extent,
    /// What came of every call, in the order in which they began: parents before
    /// children.
    pub calls: Vec<Call>,
    events: Vec<Kept<'g>>,
    /// The rules that matched and were not discarded.
    pub tree: ParseTree,
    /// The rules that had different results at the same place.
    unsteady: Vec<(RuleId, u32)>,
    /// The number of the event at which the parse came farthest.
    farthest: Option<usize>,
    furthest: OnceLock<Option<FurthestFailure>>,
    result: Result<(), TraceError>,
}

/// The state after an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snapshot<'g> {
    /// The event.
    pub event: Event<'g>,
    /// The part of the text that it is about: from where something was tried to
    /// where it matched, or to the farthest place that it came to. Empty where a
    /// rule begins.
    pub part: Range<usize>,
    /// The calls that are open, outermost first.
    pub stack: Vec<usize>,
    /// The number of calls in [`Recording::tree_at`] this event.
    pub tree_size: usize,
}

/// Where the recording of a text that is not read came furthest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FurthestFailure {
    /// The number of its event; see [`Recording::furthest_failure`].
    pub event: usize,
    /// The calls that are open there, outermost first.
    pub stack: Vec<usize>,
    /// The error.
    pub error: SyntaxError,
}

/// Why a trace is not told.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum TraceRefusal {
    /// The text is too deep or too long.
    #[error("{0}")]
    Syntax(SyntaxError),
    /// The tracer came to one of its limits.
    #[error("{0}")]
    Trace(TraceError),
    /// There are more than [`MAX_CALLS`] calls.
    #[error("there are more than {} rule calls", MAX_CALLS)]
    TooManyCalls,
}

impl<'g> Recording<'g> {
    /// Records how `grammar` reads `text` as one line, whether or not it can.
    /// Of more than [`MAX_EVENTS`] events the calls are kept alone.
    ///
    /// # Errors
    ///
    /// [`TraceRefusal`], where that would take too long or too much memory.
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::{Grammar, lessons::{Recording, TraceDetail}};
    ///
    /// let recording = Recording::new("8-4", &Grammar::Left, TraceDetail::Rules)?;
    /// let snapshot = recording.state_at(5).unwrap();
    /// let name = |&call: &usize| Grammar::Left.rules().name(recording.calls[call].rule());
    /// let stack: Vec<&str> = snapshot.stack.iter().map(name).collect();
    /// assert_eq!(stack, ["line", "expression", "term", "operand"]);
    /// assert_eq!(recording.tree_at(5).last().as_ref().map(name), Some("number"));
    /// # Ok::<(), bracket24::lessons::TraceRefusal>(())
    /// ```
    pub fn new(
        text: &str,
        grammar: &'g Grammar,
        detail: TraceDetail,
    ) -> Result<Self, TraceRefusal> {
        grammar.check_limits(text).map_err(TraceRefusal::Syntax)?;
        let recording = Self::record(text, grammar, detail, MAX_EVENTS, Extent::Calls);
        match recording.result {
            Ok(()) | Err(TraceError::Syntax(_)) => Ok(recording),
            Err(TraceError::Stopped) => Err(TraceRefusal::TooManyCalls),
            Err(error) => Err(TraceRefusal::Trace(error)),
        }
    }

    /// As [`new`](Self::new), but stops after [`MAX_EVENTS`] events, whatever
    /// there would be after them.
    ///
    /// # Errors
    ///
    /// [`SyntaxError`] where the text is too deep or too long to be read; see
    /// [`Grammar::parse`].
    pub fn beginning(
        text: &str,
        grammar: &'g Grammar,
        detail: TraceDetail,
    ) -> Result<Self, SyntaxError> {
        grammar.check_limits(text)?;
        Ok(Self::record(text, grammar, detail, MAX_EVENTS, Extent::Beginning))
    }

    /// How `grammar` reads `text`, whether or not it can: every event if there are at most
    /// `limit`, else those of rules, else the parse tree alone.
    ///
    /// # Errors
    ///
    /// As [`beginning`](Self::beginning).
    pub fn within(text: &str, grammar: &'g Grammar, limit: usize) -> Result<Self, SyntaxError> {
        grammar.check_limits(text)?;
        let whole = Self::record(text, grammar, TraceDetail::Terminals, limit, Extent::Tree);
        // What a limit ended is not traced to there once more.
        let is_traced = matches!(whole.result, Ok(()) | Err(TraceError::Syntax(_)));
        if whole.extent != Extent::Tree || !is_traced {
            return Ok(whole);
        }
        Ok(Self::record(text, grammar, TraceDetail::Rules, limit, Extent::Tree))
    }

    /// Records at most `limit` events, or of more what `beyond` says.
    fn record(
        text: &str,
        grammar: &'g Grammar,
        detail: TraceDetail,
        limit: usize,
        beyond: Extent,
    ) -> Self {
        let mut recorder = Recorder::new((grammar, text), detail, limit, beyond);
        let read = match u32::try_from(text.len()) {
            Ok(_) => grammar.pairs(text, |event| recorder.add(event)),
            // Its places could not be counted.
            Err(_) => Err(TraceError::Stopped),
        };
        let (pairs, result) = match read {
            Ok(pairs) => (Some(pairs), Ok(())),
            Err(error) => (None, Err(error)),
        };
        let Recorder { extent, mut calls, mut events, tree, .. } = recorder;
        let farthest = recorder.farthest.event;
        let tree = tree.finish(pairs);
        let is_whole = extent == Extent::Whole;
        let unsteady = if is_whole { mark_again(&mut calls) } else { Vec::new() };
        if extent == Extent::Tree {
            (calls, events) = of_tree(&tree);
        }
        Self {
            grammar,
            detail,
            extent,
            calls,
            events,
            tree,
            unsteady,
            farthest,
            furthest: OnceLock::new(),
            result,
        }
    }

    /// The text that was read.
    pub fn text(&self) -> &str {
        self.tree.text()
    }

    /// Whether the text was read.
    ///
    /// # Errors
    ///
    /// As [`Grammar::trace`]; [`TraceError::Stopped`] where the recording was
    /// full before.
    pub const fn result(&self) -> Result<(), &TraceError> {
        match &self.result {
            Ok(()) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// The number of the event whose state is that of the furthest failure: where
    /// the text is not read, that of a terminal which failed at the furthest place
    /// while the fewest rules were open. Where terminals are not kept, it is the
    /// last event before it.
    ///
    /// `None` where the text is read, or a limit ended its trace.
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::{Grammar, lessons::{Recording, TraceDetail}};
    ///
    /// let recording = Recording::new("(8-4", &Grammar::Left, TraceDetail::Terminals)?;
    /// let furthest = recording.furthest_failure().unwrap();
    /// assert_eq!(recording.event(furthest).unwrap().at, 4);
    /// # Ok::<(), bracket24::lessons::TraceRefusal>(())
    /// ```
    pub const fn furthest_failure(&self) -> Option<usize> {
        match self.result {
            Err(TraceError::Syntax(_)) => self.farthest,
            _ => None,
        }
    }

    /// The rules, with the byte where they are tried, that had different results at
    /// different times: what no memo can keep.
    pub fn unsteady(&self) -> impl Iterator<Item = (RuleId, usize)> {
        self.unsteady.iter().map(|&(rule, at)| (rule, at as usize))
    }

    /// The furthest failure with what was expected there, found when it is first
    /// asked for; see [`FurthestFailure::of`].
    pub fn furthest(&self) -> Option<&FurthestFailure> {
        self.furthest.get_or_init(|| FurthestFailure::of(self)).as_ref()
    }

    /// The definition of the rule in which something is tried, as the grammar writes it,
    /// and the part of it that this is; `None` of what no rule names.
    pub fn definition_at(&self, event: &Event<'_>) -> Option<(&str, Range<usize>)> {
        let site = &self.grammar.rules().sites(event.site).first()?.span;
        let rules = self.grammar.rules().written();
        let mut definitions = rules.rules.iter().map(|rule| &rule.span);
        let definition = definitions.find(|it| it.start <= site.start && site.end <= it.end)?;
        let part = site.start - definition.start..site.end - definition.start;
        Some((rules.slice(definition), part))
    }

    /// Every `EOI` for which pest returns a pair: the number of the event after which it
    /// is in the tree, and the call in which it was read.
    pub fn ends(&self) -> impl Iterator<Item = (usize, usize)> {
        self.tree.ends.iter().map(|end| {
            let parent = end.parent.expect("a rule asks for the end");
            if self.extent != Extent::Tree {
                let call = usize::try_from(self.tree.nodes[parent].call);
                return (end.event, call.expect("calls are counted"));
            }
            let around = |node: &usize| self.tree.nodes[*node].parent;
            let before = successors(Some(end.before - 1), around).take_while(|it| *it != parent);
            let event = match before.last() {
                Some(before) => self.calls[before].exit,
                None => self.calls[parent].enter,
            };
            (event as usize, parent)
        })
    }

    /// The number of events that are kept.
    pub const fn len(&self) -> usize {
        self.events.len()
    }

    /// Whether no event is kept.
    pub const fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// An event that is kept.
    pub fn event(&self, index: usize) -> Option<Event<'g>> {
        self.events.get(index).map(|kept| kept.event)
    }

    /// Where an event that is kept matched to, or else the farthest place that it came to.
    pub fn reached(&self, index: usize) -> Option<usize> {
        self.events.get(index).map(|kept| kept.reached as usize)
    }

    /// Every event that is kept, in their order, with the call that it enters or
    /// leaves, or in which something is tried.
    pub fn events(&self) -> impl Iterator<Item = (Event<'g>, &Call)> {
        self.events.iter().map(|kept| (kept.event, &self.calls[kept.call as usize]))
    }

    /// Hands every event of the trace to `each` until it says to stop, as
    /// [`events`](Self::events) does; those that are not kept are traced again.
    pub fn tell(&self, mut each: impl FnMut(Event<'g>, &Call) -> ControlFlow<()>) {
        match self.extent {
            Extent::Calls => self.trace_again(each),
            Extent::Whole | Extent::Beginning | Extent::Tree => {
                let _ = self.events().try_for_each(|(event, call)| each(event, call));
            }
        }
    }

    fn trace_again(&self, mut each: impl FnMut(Event<'g>, &Call) -> ControlFlow<()>) {
        let mut innermost = NONE;
        let mut flow = ControlFlow::Continue(());
        // It goes as it went the first time, or is stopped.
        let _ = self.grammar.trace(self.text(), |event| {
            let call = match (event.what, event.outcome) {
                (What::Rule(_), Outcome::Enter) => {
                    innermost = small(event.call);
                    innermost
                }
                (What::Rule(_), _) => {
                    let ended = innermost;
                    innermost = self.calls[ended as usize].parent;
                    ended
                }
                (What::Terminal(_) | What::Sequence, _) => innermost,
            };
            let is_wanted = match event.what {
                What::Rule(_) | What::Sequence => true,
                What::Terminal(_) => self.detail == TraceDetail::Terminals,
            };
            // The rules that are open when it is stopped are left all the same.
            if is_wanted && flow.is_continue() {
                flow = each(event, &self.calls[call as usize]);
            }
            flow
        });
    }

    /// The state after an event that is kept.
    pub fn state_at(&self, index: usize) -> Option<Snapshot<'g>> {
        let &Kept { event, call, reached, tree_size } = self.events.get(index)?;
        let call = call as usize;
        let is_left = matches!(event.what, What::Rule(_)) && event.outcome != Outcome::Enter;
        let innermost = if is_left { self.calls[call].parent() } else { Some(call) };
        let depth = innermost.map_or(0, |call| self.calls[call].depth() + 1);
        let mut stack = vec![0; depth];
        let open = std::iter::successors(innermost, |&call| self.calls[call].parent());
        for (place, call) in stack.iter_mut().rev().zip(open) {
            *place = call;
        }
        let part = event.at..reached as usize;
        Some(Snapshot { event, part, stack, tree_size: tree_size as usize })
    }

    /// The tree after an event, parents before children: the calls that matched,
    /// and those that are open. What is only looked at is in it as long as it is.
    pub fn tree_at(&self, event: usize) -> impl DoubleEndedIterator<Item = usize> {
        let entered = self.calls.partition_point(|call| call.enter as usize <= event);
        (0..entered).filter(move |&call| self.calls[call].discarded as usize > event)
    }
}

impl FurthestFailure {
    /// That of `recording`; `None` where the text is read, or a limit ended its
    /// trace.
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::{Grammar, lessons::{FurthestFailure, Recording, TraceDetail}};
    ///
    /// let recording = Recording::new("8-*4", &Grammar::Left, TraceDetail::Rules)?;
    /// let furthest = FurthestFailure::of(&recording).unwrap();
    /// assert_eq!((furthest.at(), furthest.expected().join(" ")), (2, "a number `(`".to_owned()));
    /// # Ok::<(), bracket24::lessons::TraceRefusal>(())
    /// ```
    pub fn of(recording: &Recording<'_>) -> Option<Self> {
        let event = recording.furthest_failure()?;
        let error = recording.grammar.recognize(recording.text()).err()?;
        let is_open = |&call: &usize| recording.calls[call].is_open_at(event);
        Some(Self { event, stack: recording.tree_at(event).filter(is_open).collect(), error })
    }

    /// The byte where it failed.
    pub const fn at(&self) -> usize {
        self.error.span.start
    }

    /// What could stand there instead, in characters to type.
    pub fn expected(&self) -> &[String] {
        self.error.expected()
    }
}
