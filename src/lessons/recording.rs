//! A trace that is kept: its events, what came of every rule that was tried,
//! and the parse tree.

mod again;
mod call;
mod events;
mod kept_event;
mod recorder;
mod refusal;
mod snapshot;

use std::ops::Range;
use std::sync::OnceLock;

use super::FurthestFailure;
use super::parse_tree::ParseTree;
use super::trace_limits::MAX_EVENTS;
use crate::grammars::{Grammar, SyntaxError};
use crate::tracer::{Event, RuleId, SiteId, Terminal, TraceError, outline};
use again::mark_again;
use kept_event::KeptEvent;
use recorder::{Recorder, of_tree};

pub use call::Call;
pub use events::Backtrack;
pub use refusal::TraceRefusal;
pub use snapshot::Snapshot;

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
    terminals: Vec<(&'g Terminal, SiteId)>,
    tree: ParseTree,
    /// The rules that had different results at the same place.
    unsteady: Vec<(RuleId, u32)>,
    /// The number of the event at which the parse came farthest.
    farthest: Option<usize>,
    furthest: OnceLock<Option<FurthestFailure>>,
    /// The text of the grammar, and where its rules stand in it.
    definitions: OnceLock<(String, Vec<Range<usize>>)>,
    result: Result<(), TraceError>,
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

    /// How `grammar` reads `text`; the parse tree alone where there are more than
    /// `limit` events.
    ///
    /// # Errors
    ///
    /// As [`Grammar::recognize`].
    pub fn of_read(text: &str, grammar: &'g Grammar, limit: usize) -> Result<Self, SyntaxError> {
        grammar.recognize(text)?;
        Ok(Self::within(text, grammar, limit))
    }

    /// How `grammar` reads `text`, whether or not it can, within its limits: every event
    /// if there are at most `limit`, else those of rules, else the parse tree alone.
    ///
    /// # Errors
    ///
    /// [`SyntaxError`] where the text is too deep or too long to be read; see
    /// [`Grammar::parse`].
    pub fn of_any(text: &str, grammar: &'g Grammar, limit: usize) -> Result<Self, SyntaxError> {
        grammar.check_limits(text)?;
        Ok(Self::within(text, grammar, limit))
    }

    /// The same of a text that is known to be within the limits.
    pub(super) fn within(text: &str, grammar: &'g Grammar, limit: usize) -> Self {
        let whole = Self::record(text, grammar, TraceDetail::Terminals, limit, Extent::Tree);
        // What a limit ended is not traced to there once more.
        let is_traced = matches!(whole.result, Ok(()) | Err(TraceError::Syntax(_)));
        if whole.extent != Extent::Tree || !is_traced {
            return whole;
        }
        Self::record(text, grammar, TraceDetail::Rules, limit, Extent::Tree)
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
        let result = match u32::try_from(text.len()) {
            Ok(_) => grammar.trace(text, |event| recorder.add(event)),
            // Its places could not be counted.
            Err(_) => Err(TraceError::Stopped),
        };
        let Recorder { extent, mut calls, mut events, mut tree_sizes, terminals, tree, .. } =
            recorder;
        let farthest = recorder.farthest.event();
        let tree = tree.finish();
        let is_whole = extent == Extent::Whole;
        let unsteady = if is_whole { mark_again(&mut calls) } else { Vec::new() };
        if extent == Extent::Tree {
            (calls, events, tree_sizes) = of_tree(&tree);
        }
        Self {
            grammar,
            text: text.to_owned(),
            detail,
            extent,
            calls,
            events,
            tree_sizes,
            terminals,
            tree,
            unsteady,
            farthest,
            furthest: OnceLock::new(),
            definitions: OnceLock::new(),
            result,
        }
    }

    /// The text that was read.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The grammar that parsed it.
    pub const fn grammar(&self) -> &'g Grammar {
        self.grammar
    }

    /// Which of its events it has.
    pub const fn detail(&self) -> TraceDetail {
        self.detail
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
        let (source, definitions) = self.definitions.get_or_init(|| {
            let source = self.grammar.whole_source();
            let rules = outline(&source).expect("a grammar is read before it is used");
            (source, rules.into_iter().map(|rule| rule.span).collect())
        });
        let around = |it: &&Range<usize>| it.start <= site.start && site.end <= it.end;
        let definition = definitions.iter().find(around)?;
        let part = site.start - definition.start..site.end - definition.start;
        Some((&source[definition.clone()], part))
    }

    /// The rules that matched and were not discarded.
    pub const fn tree(&self) -> &ParseTree {
        &self.tree
    }
}
