//! A trace that is kept: its events, what came of every rule that was tried,
//! and the parse tree.

mod recorder;

use std::fmt;
use std::ops::{ControlFlow, Range};

use super::parse_tree::ParseTree;
use super::trace_limits::{MAX_CALLS, MAX_EVENTS, MAX_STEPS};
use crate::grammars::{Grammar, SyntaxError, check_limits};
use crate::tracer::{
    Event, Lookahead, MAX_OPEN_RULES, Outcome, RuleId, Terminal, TraceError, What,
};
use recorder::{Recorder, of_tree};

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
    grammar: &'g Grammar,
    text: String,
    detail: TraceDetail,
    extent: Extent,
    calls: Vec<Call>,
    events: Vec<KeptEvent>,
    /// The number of calls in the tree after every event that is kept.
    tree_sizes: Vec<u32>,
    /// The terminals that events name by their index here.
    terminals: Vec<&'g Terminal>,
    tree: ParseTree,
    result: Result<(), TraceError>,
}

/// One call of a rule: from the event that enters it to the one that leaves it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Call {
    rule: RuleId,
    parent: u32,
    at: u32,
    /// Where it matched to; else the farthest place that it came to.
    end: u32,
    enter: u32,
    exit: u32,
    discarded: u32,
    depth: u16,
    matched: bool,
    lookahead: Lookahead,
}

/// What stands in a [`Call`] for what is not there.
const NONE: u32 = u32::MAX;

// Millions of them are kept.
const _: () = assert!(size_of::<Call>() == 32 && size_of::<KeptEvent>() <= 24);
// Every step of the tracer is at most four events.
const _: () = assert!(MAX_STEPS < NONE as u64 / 4 && MAX_OPEN_RULES < u16::MAX as usize);

/// What is kept of an event. That of a rule is told by its call.
#[derive(Debug, Clone, Copy)]
enum KeptEvent {
    Enter { call: u32 },
    Exit { call: u32 },
    Terminal { inside: u32, terminal: u32, at: u32, end: u32, matched: bool, lookahead: Lookahead },
    Backtrack { inside: u32, first: u32, at: u32, end: u32, lookahead: Lookahead },
}

/// A sequence that failed after rules in it had matched: what they matched is
/// discarded, and the text is read again from where the sequence began.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Backtrack {
    /// The number of its event.
    pub event: usize,
    /// The call of the rule that the sequence stands in.
    pub call: usize,
    /// From where the sequence began to the farthest place that was come to.
    pub span: Range<usize>,
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

/// Why a trace is not told.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum TraceRefusal {
    /// The text is too deep or too long.
    Syntax(SyntaxError),
    /// The tracer came to one of its limits.
    Trace(TraceError),
    /// There are more than [`MAX_CALLS`] calls.
    TooManyCalls,
}

impl fmt::Display for TraceRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(error) => error.fmt(f),
            Self::Trace(error) => error.fmt(f),
            Self::TooManyCalls => write!(f, "there are more than {MAX_CALLS} rule calls"),
        }
    }
}

impl std::error::Error for TraceRefusal {}

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
    /// let name = |&call: &usize| Grammar::Left.rules().name(recording.calls()[call].rule());
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
        check_limits(text).map_err(TraceRefusal::Syntax)?;
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
        check_limits(text)?;
        Ok(Self::record(text, grammar, detail, MAX_EVENTS, Extent::Beginning))
    }

    /// How `grammar` reads `text`, which it does read; the parse tree alone
    /// where there are more than `limit` events.
    pub(super) fn within(text: &str, grammar: &'g Grammar, limit: usize) -> Self {
        let recording = Self::record(text, grammar, TraceDetail::Rules, limit, Extent::Tree);
        debug_assert!(recording.result.is_ok(), "the tracer reads what the parser reads");
        recording
    }

    /// Records at most `limit` events, or of more what `beyond` says.
    fn record(
        text: &str,
        grammar: &'g Grammar,
        detail: TraceDetail,
        limit: usize,
        beyond: Extent,
    ) -> Self {
        let mut recorder = Recorder::new(detail, limit, beyond);
        let result = match u32::try_from(text.len()) {
            Ok(_) => grammar.trace(text, |event| recorder.add(event)),
            // Its places could not be counted.
            Err(_) => Err(TraceError::Stopped),
        };
        let Recorder { extent, mut calls, mut events, mut tree_sizes, terminals, tree, .. } =
            recorder;
        let tree = tree.finish();
        if extent == Extent::Tree {
            (calls, events, tree_sizes) = of_tree(&tree);
        }
        let text = text.to_owned();
        Self { grammar, text, detail, extent, calls, events, tree_sizes, terminals, tree, result }
    }

    /// The text that was read.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The grammar that parsed it.
    pub const fn grammar(&self) -> &'g Grammar {
        self.grammar
    }

    /// How much of the trace it has.
    pub const fn extent(&self) -> Extent {
        self.extent
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

    /// What came of every call, in the order in which they began: parents before
    /// children.
    pub fn calls(&self) -> &[Call] {
        &self.calls
    }

    /// The rules that matched and were not discarded.
    pub const fn tree(&self) -> &ParseTree {
        &self.tree
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
        let kept = self.events.get(index)?;
        let entered = self.calls.partition_point(|call| (call.enter as usize) < index);
        Some(self.restored(kept, entered))
    }

    /// Every event that is kept, in their order, with the call that it enters or
    /// leaves, or in which something is tried.
    pub fn events(&self) -> impl Iterator<Item = (Event<'g>, &Call)> {
        let mut entered = 0;
        self.events.iter().map(move |kept| {
            let event = self.restored(kept, entered);
            entered += usize::from(matches!(kept, KeptEvent::Enter { .. }));
            (event, &self.calls[kept.call()])
        })
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
        let _ = self.grammar.trace(&self.text, |event| {
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

    /// Where sequences failed after rules in them had matched.
    pub fn backtracks(&self) -> impl Iterator<Item = Backtrack> {
        self.events.iter().enumerate().filter_map(|(event, kept)| match *kept {
            KeptEvent::Backtrack { inside, at, end, .. } => {
                Some(Backtrack { event, call: inside as usize, span: at as usize..end as usize })
            }
            _ => None,
        })
    }

    /// The state after an event that is kept.
    pub fn state_at(&self, index: usize) -> Option<Snapshot<'g>> {
        let event = self.event(index)?;
        let part = self.events[index].part(&self.calls);
        let innermost = match self.events[index] {
            KeptEvent::Exit { call } => self.calls[call as usize].parent(),
            ref other => Some(other.call()),
        };
        let depth = innermost.map_or(0, |call| self.calls[call].depth() + 1);
        let mut stack = vec![0; depth];
        let open = std::iter::successors(innermost, |&call| self.calls[call].parent());
        for (place, call) in stack.iter_mut().rev().zip(open) {
            *place = call;
        }
        Some(Snapshot { event, part, stack, tree_size: self.tree_sizes[index] as usize })
    }

    /// The tree after an event, parents before children: the calls that matched,
    /// and those that are open. What is only looked at is in it as long as it is.
    pub fn tree_at(&self, event: usize) -> impl DoubleEndedIterator<Item = usize> {
        let entered = self.calls.partition_point(|call| call.enter as usize <= event);
        (0..entered).filter(move |&call| self.calls[call].discarded as usize > event)
    }

    /// The event, before which `entered` rules were entered.
    fn restored(&self, kept: &KeptEvent, entered: usize) -> Event<'g> {
        let around = |call: u32| usize::from(self.calls[call as usize].depth) + 1;
        let matched = |matched: bool, end: u32| {
            if matched { Outcome::Match { end: end as usize } } else { Outcome::Fail }
        };
        match *kept {
            KeptEvent::Enter { call } | KeptEvent::Exit { call } => {
                let Call { rule, at, end, depth, matched: is_match, lookahead, .. } =
                    self.calls[call as usize];
                let outcome = match kept {
                    KeptEvent::Enter { .. } => Outcome::Enter,
                    _ => matched(is_match, end),
                };
                let (what, call, depth) = (What::Rule(rule), u64::from(call), usize::from(depth));
                Event { what, outcome, call, depth, at: at as usize, lookahead }
            }
            KeptEvent::Terminal { inside, terminal, at, end, matched: is_match, lookahead } => {
                Event {
                    what: What::Terminal(self.terminals[terminal as usize]),
                    outcome: matched(is_match, end),
                    call: entered as u64,
                    depth: around(inside),
                    at: at as usize,
                    lookahead,
                }
            }
            KeptEvent::Backtrack { inside, first, at, lookahead, .. } => Event {
                what: What::Sequence,
                outcome: Outcome::Fail,
                call: u64::from(first),
                depth: around(inside),
                at: at as usize,
                lookahead,
            },
        }
    }
}

impl Call {
    /// The rule.
    pub const fn rule(&self) -> RuleId {
        self.rule
    }

    /// The call around it, as an index of [`Recording::calls`].
    pub const fn parent(&self) -> Option<usize> {
        number(self.parent)
    }

    /// The number of calls that are open around it.
    pub const fn depth(&self) -> usize {
        self.depth as usize
    }

    /// Where it is tried.
    pub const fn at(&self) -> usize {
        self.at as usize
    }

    /// The byte after the last one that it matched; `None` where it failed, or
    /// is still open at the end of the recording.
    pub const fn end(&self) -> Option<usize> {
        if self.matched { Some(self.end as usize) } else { None }
    }

    /// The byte after the last one that it matched; where it failed, the
    /// farthest one at which something in it did not match.
    pub const fn reached(&self) -> usize {
        self.end as usize
    }

    /// The number of the event that enters it.
    pub const fn enter(&self) -> usize {
        self.enter as usize
    }

    /// The number of the event that leaves it; `None` where it is still open at
    /// the end of the recording.
    pub const fn exit(&self) -> Option<usize> {
        number(self.exit)
    }

    /// The number of the event from which on it is no part of the tree: it
    /// failed, was backtracked over, or was only looked at.
    pub const fn discarded(&self) -> Option<usize> {
        number(self.discarded)
    }

    /// Whether it matched and is part of the parse tree.
    pub const fn is_kept(&self) -> bool {
        self.matched && self.discarded == NONE
    }

    /// Whether it was read or only looked at.
    pub const fn lookahead(&self) -> Lookahead {
        self.lookahead
    }

    /// Whether it is open after an event.
    pub const fn is_open_at(&self, event: usize) -> bool {
        self.enter as usize <= event && event < self.exit as usize
    }
}

impl KeptEvent {
    /// The call that it enters or leaves, or in which something is tried.
    const fn call(&self) -> usize {
        let (Self::Enter { call }
        | Self::Exit { call }
        | Self::Terminal { inside: call, .. }
        | Self::Backtrack { inside: call, .. }) = *self;
        call as usize
    }

    fn part(&self, calls: &[Call]) -> Range<usize> {
        let (at, end) = match *self {
            Self::Enter { call } => (calls[call as usize].at, calls[call as usize].at),
            Self::Exit { call } => (calls[call as usize].at, calls[call as usize].end),
            Self::Terminal { at, end, .. } | Self::Backtrack { at, end, .. } => (at, end),
        };
        at as usize..end as usize
    }
}

/// A number that is not there is [`NONE`].
const fn number(number: u32) -> Option<usize> {
    if number == NONE { None } else { Some(number as usize) }
}

/// A number of a call or an event, or a place: a text longer than a `u32` can
/// count is not recorded, and no trace has as many events.
fn small(number: impl TryInto<u32>) -> u32 {
    let Ok(number) = number.try_into() else { unreachable!("a longer text is not recorded") };
    number
}
