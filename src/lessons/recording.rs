//! A stored trace: its events, the result of every rule call, and the parse tree.
//!
//! If a grammar tries a common prefix twice, every pair of brackets doubles the work, so parsing a
//! single line can take hours. Therefore a recording has limits. [`TraceStats`](super::TraceStats)
//! works without these limits, because it stores no events.

mod recorder;

use std::iter::successors;
use std::ops::{ControlFlow, Range};
use std::sync::OnceLock;

use super::parse_tree::ParseTree;
use crate::grammars::{Grammar, SyntaxError};
use crate::tracer::{Event, Outcome, TraceError, What};
use recorder::{Kept, NONE, Recorder, mark_again, of_tree, small};

pub use recorder::Call;

/// The maximum number of rule calls of a [`Recording`]. They take 180 MB of memory, and several
/// minutes to print in a terminal.
pub const MAX_CALLS: usize = 5_000_000;

/// The maximum number of events that a [`Recording`] stores. Together with their calls they take
/// about 100 MB, and the state at any event can be found instantly.
pub const MAX_EVENTS: usize = 1_000_000;

/// The maximum number of events in a web page. Such a page is about 5 MB, and its slider still
/// responds immediately.
pub const MAX_PAGE_EVENTS: usize = 200_000;

/// The maximum number of states of a trace or an evaluation to print if the output is not a
/// terminal. They take a few megabytes.
pub const MAX_PRINTED_STATES: usize = 10_000;

/// The kinds of events to record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TraceDetail {
    /// Events of rules, and of sequences that the parser backtracks over.
    Rules,
    /// Events of terminals too.
    Terminals,
}

/// The part of its trace that a [`Recording`] stores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// Everything.
    Whole,
    /// The first [`MAX_EVENTS`] events; then the trace was stopped.
    Beginning,
    /// All calls, but no events. The events are traced again when needed.
    Calls,
    /// Only the calls and events of the parse tree.
    Tree,
}

/// The trace of a parse, event by event.
///
/// Numbers of events and of calls count from 0. All places are in bytes.
#[derive(Debug)]
pub struct Recording<'g> {
    /// The grammar that parsed the text.
    pub grammar: &'g Grammar,
    /// The recorded kinds of events.
    pub detail: TraceDetail,
    /// The part of the trace that is recorded.
    pub extent: Extent,
    /// All calls, in the order in which they began: parents before children.
    pub calls: Vec<Call>,
    events: Vec<Kept<'g>>,
    /// The rules that matched and were not backtracked over.
    pub tree: ParseTree,
    /// The number of the event at the farthest failure.
    farthest: Option<usize>,
    furthest: OnceLock<Option<FurthestFailure>>,
    result: Result<(), TraceError>,
}

/// The state after an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snapshot<'g> {
    /// The event.
    pub event: Event<'g>,
    /// The part of the text that the event is about. It begins at the place where a rule, a
    /// terminal or a sequence was tried. It ends at the end of the match, or at the farthest place
    /// that was reached. If the event enters a rule, it is empty.
    pub part: Range<usize>,
    /// The open calls, outermost first.
    pub stack: Vec<usize>,
    /// The number of calls in the tree at this event; see [`Recording::tree_at`].
    pub tree_size: usize,
}

/// The farthest failure in the recording of a rejected text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FurthestFailure {
    /// The number of its event; see [`Recording::furthest_failure`].
    pub event: usize,
    /// The calls that are open at this event, outermost first.
    pub stack: Vec<usize>,
    /// The error.
    pub error: SyntaxError,
}

/// Why there is no trace.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum TraceRefusal {
    /// The text is too deep or too long.
    #[error("{0}")]
    Syntax(SyntaxError),
    /// The tracer reached one of its limits.
    #[error("{0}")]
    Trace(TraceError),
    /// There are more than [`MAX_CALLS`] calls.
    #[error("there are more than {} rule calls", MAX_CALLS)]
    TooManyCalls,
}

impl<'g> Recording<'g> {
    /// Records how `grammar` accepts or rejects `text`. If there are more than [`MAX_EVENTS`]
    /// events, only the calls are stored.
    ///
    /// # Errors
    ///
    /// [`TraceRefusal`] if recording would take too long or too much memory.
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::{Grammar, lessons::{Recording, TraceDetail}};
    ///
    /// let recording = Recording::new("8-4", &Grammar::Left, TraceDetail::Rules)?;
    /// let snapshot = recording.state_at(5).unwrap();
    /// let name = |&call: &usize| Grammar::Left.rules().name(recording.calls[call].rule);
    /// let stack: Vec<&str> = snapshot.stack.iter().map(name).collect();
    /// assert_eq!(stack, ["line", "expression", "term", "operand"]);
    /// assert_eq!(recording.tree_at(5).last().as_ref().map(name), Some("number"));
    /// # Ok::<(), bracket24::lessons::TraceRefusal>(())
    /// ```
    pub fn new(text: &str, grammar: &'g Grammar, level: TraceDetail) -> Result<Self, TraceRefusal> {
        grammar.check_limits(text).map_err(TraceRefusal::Syntax)?;
        let recording = Self::record(text, grammar, level, MAX_EVENTS, Extent::Calls);
        match recording.result {
            Ok(()) | Err(TraceError::Syntax(_) | TraceError::EmptyStack { .. }) => Ok(recording),
            Err(TraceError::Stopped) => Err(TraceRefusal::TooManyCalls),
            Err(error) => Err(TraceRefusal::Trace(error)),
        }
    }

    /// Like [`new`](Self::new), but always stops after [`MAX_EVENTS`] events.
    ///
    /// # Errors
    ///
    /// [`SyntaxError`] if the text is too deep or too long; see [`Grammar::parse`].
    pub fn beginning(
        text: &str,
        grammar: &'g Grammar,
        detail: TraceDetail,
    ) -> Result<Self, SyntaxError> {
        grammar.check_limits(text)?;
        Ok(Self::record(text, grammar, detail, MAX_EVENTS, Extent::Beginning))
    }

    /// Records how `grammar` accepts or rejects `text`. Stores all events if there are at most
    /// `limit`; otherwise the events of rules, if there are at most `limit` of these; otherwise
    /// only the parse tree.
    ///
    /// # Errors
    ///
    /// As [`beginning`](Self::beginning).
    pub fn within(text: &str, grammar: &'g Grammar, limit: usize) -> Result<Self, SyntaxError> {
        grammar.check_limits(text)?;
        let whole = Self::record(text, grammar, TraceDetail::Terminals, limit, Extent::Tree);
        // If a limit of the tracer ended the trace, a second trace would only reach this limit
        // again.
        let is_traced = matches!(
            whole.result,
            Ok(()) | Err(TraceError::Syntax(_) | TraceError::EmptyStack { .. })
        );
        if whole.extent != Extent::Tree || !is_traced {
            return Ok(whole);
        }
        Ok(Self::record(text, grammar, TraceDetail::Rules, limit, Extent::Tree))
    }

    /// Records all events if there are at most `limit`, and otherwise the part that `beyond` names.
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
            // The places in a longer text do not fit into a `u32`.
            Err(_) => Err(TraceError::Stopped),
        };
        let result = read.as_ref().map(|_| ()).map_err(Clone::clone);
        let Recorder { extent, mut calls, mut events, tree, .. } = recorder;
        let farthest = recorder.farthest.event;
        let (tree, furthest) = (tree.finish(read.ok()), OnceLock::new());
        mark_again(&mut calls, grammar);
        if extent == Extent::Tree {
            (calls, events) = of_tree(&tree);
        }
        Self { grammar, detail, extent, calls, events, tree, farthest, furthest, result }
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.tree.text
    }

    /// Whether the grammar accepted the text.
    ///
    /// # Errors
    ///
    /// As [`Grammar::trace`]; [`TraceError::Stopped`] if the recording was full before the end.
    pub fn result(&self) -> Result<(), &TraceError> {
        self.result.as_ref().copied()
    }

    /// The number of the event at the farthest failure of a rejected text. If several terminals
    /// failed at the farthest place, this is the event of the one with the fewest open rules around
    /// it. If terminals are not recorded, this is the last recorded event before that failure.
    ///
    /// `None` if the text was accepted, if a limit ended its trace, or if this event is beyond the
    /// limit of [`within`](Self::within).
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
    pub fn furthest_failure(&self) -> Option<usize> {
        let is_syntax = matches!(self.result, Err(TraceError::Syntax(_)));
        self.farthest.filter(|&it| is_syntax && (it < self.len() || self.extent == Extent::Calls))
    }

    /// The farthest failure with the expected tokens, computed on first use; see
    /// [`FurthestFailure::of`].
    pub fn furthest(&self) -> Option<&FurthestFailure> {
        self.furthest.get_or_init(|| FurthestFailure::of(self)).as_ref()
    }

    /// The definition of the rule in which the event happened, as written in the grammar, and the
    /// place of the tried part in this definition. `None` if no definition contains the part.
    pub fn definition_at(&self, event: &Event<'_>) -> Option<(&str, Range<usize>)> {
        let site = &self.grammar.rules().sites(event.site).first()?.span;
        let rules = &self.grammar.rules().written;
        let mut definitions = rules.rules.iter().map(|rule| &rule.span);
        let definition = definitions.find(|it| it.start <= site.start && site.end <= it.end)?;
        let part = site.start - definition.start..site.end - definition.start;
        Some((rules.slice(definition), part))
    }

    /// Every `EOI` for which pest returns a pair: the number of the event that adds it to the tree,
    /// and the call in which it matched.
    pub fn ends(&self) -> impl Iterator<Item = (usize, usize)> {
        self.tree.ends.iter().map(|end| {
            let parent = end.parent.expect("a rule asks for the end");
            if self.extent != Extent::Tree {
                let call = usize::try_from(self.tree.nodes[parent].call);
                return (end.event, call.expect("calls are counted"));
            }
            let around = |node: &usize| self.tree.nodes[*node].parent;
            let before = successors(Some(end.before - 1), around).take_while(|it| *it != parent);
            let event = before.last().map_or(self.calls[parent].enter, |it| self.calls[it].exit);
            (event as usize, parent)
        })
    }

    /// The number of stored events.
    pub const fn len(&self) -> usize {
        self.events.len()
    }

    /// Whether no events are stored.
    pub const fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// A stored event.
    pub fn event(&self, index: usize) -> Option<Event<'g>> {
        self.events.get(index).map(|kept| kept.event)
    }

    /// The end of the match at an event, or else the farthest place that was reached.
    pub fn reached(&self, index: usize) -> Option<usize> {
        self.events.get(index).map(|kept| kept.reached as usize)
    }

    /// All stored events in order, each with the call that it enters or leaves, or in which a
    /// terminal or a sequence is tried.
    pub fn events(&self) -> impl Iterator<Item = (Event<'g>, &Call)> {
        self.events.iter().map(|kept| (kept.event, &self.calls[kept.call as usize]))
    }

    /// Passes every event of the trace, with its call, to `each`, until `each` breaks. Events that
    /// are not stored are traced again, except by a recording that stores only the beginning or the
    /// tree: it passes only its stored events.
    pub fn tell(&self, mut each: impl FnMut(Event<'g>, &Call) -> ControlFlow<()>) {
        if self.extent != Extent::Calls {
            let _ = self.events().try_for_each(|(event, call)| each(event, call));
            return;
        }
        let mut innermost = NONE;
        let mut flow = ControlFlow::Continue(());
        // The result is known: the trace repeats the first one, or `each` stops it.
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
            let is_left_out =
                matches!((event.what, self.detail), (What::Terminal(_), TraceDetail::Rules));
            // After a break, only events that leave the open rules follow.
            if !is_left_out && flow.is_continue() {
                flow = each(event, &self.calls[call as usize]);
            }
            flow
        });
    }

    /// The state after a stored event.
    pub fn state_at(&self, index: usize) -> Option<Snapshot<'g>> {
        let &Kept { event, call, reached, tree_size } = self.events.get(index)?;
        let call = call as usize;
        let is_left = matches!(event.what, What::Rule(_)) && event.outcome != Outcome::Enter;
        let innermost = if is_left { self.calls[call].parent() } else { Some(call) };
        let mut stack = vec![0; innermost.map_or(0, |call| self.calls[call].depth() + 1)];
        let open = std::iter::successors(innermost, |&call| self.calls[call].parent());
        stack.iter_mut().rev().zip(open).for_each(|(place, call)| *place = call);
        let part = event.at..reached as usize;
        Some(Snapshot { event, part, stack, tree_size: tree_size as usize })
    }

    /// The tree after an event, parents before children: the calls that matched, and the open ones.
    /// Calls in a lookahead are included while the lookahead lasts.
    pub fn tree_at(&self, event: usize) -> impl DoubleEndedIterator<Item = usize> {
        let entered = self.calls.partition_point(|call| call.enter as usize <= event);
        (0..entered).filter(move |&call| self.calls[call].discarded as usize > event)
    }
}

impl FurthestFailure {
    /// The farthest failure of `recording`; `None` where [`Recording::furthest_failure`] is.
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

    /// The place of the failure, in bytes.
    pub const fn at(&self) -> usize {
        self.error.span.start
    }

    /// The expected tokens, as characters to type.
    pub fn expected(&self) -> &[String] {
        self.error.expected()
    }
}
