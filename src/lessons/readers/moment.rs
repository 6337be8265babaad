//! What a reader does, moment by moment, and its stacks after each.

use std::ops::Range;

use crate::lessons::trace_limits::MAX_EVENTS;
use crate::syntax::Operator;
use crate::tracer::RuleId;

/// The most stacks that a reader has.
const MOST_STACKS: usize = 2;

/// One thing that a reader does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moment {
    /// The part of the text that it is about, in bytes: where a rule begins an empty
    /// one; where one fails, up to the farthest place that it came to.
    pub span: Range<usize>,
    /// What is done.
    pub action: Action,
    /// The uppermost item of each stack afterwards.
    tops: [Option<u32>; MOST_STACKS],
}

/// What a reader does. Rules are those of the grammar that reads the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Action {
    /// A rule is called.
    Enter(RuleId),
    /// The rule matched.
    Match(RuleId),
    /// The rule failed.
    Fail(RuleId),
    /// A sequence failed after rules in it had matched: it goes back to where the
    /// sequence began.
    Backtrack,
    /// A rule is to be called again at the same place: its result is looked up.
    LookUp {
        /// The rule.
        rule: RuleId,
        /// Whether the rule matched there.
        matched: bool,
    },
    /// The first operand of a call is taken from the list.
    TakeOperand,
    /// The list in brackets is the operand: it gets a call of its own.
    OpenList,
    /// The list in brackets is read.
    CloseList,
    /// The next of the list is looked at: an operator, or the end.
    LookAt(Option<Operator>),
    /// The binding power of what was looked at is compared with the minimum of the
    /// innermost call.
    Compare {
        /// What was looked at.
        next: Option<Operator>,
        /// Its binding power: 0 at the end of the list.
        power: u32,
        /// The call takes what has a greater power than this, else it returns.
        minimum: u32,
    },
    /// The operator gets its two operands.
    Join(Operator),
    /// A number goes on the stack of operands.
    PushOperand,
    /// An operator goes on the stack of operators.
    PushOperator(Operator),
    /// An opening bracket goes on the stack of operators.
    PushBracket,
    /// The uppermost operator takes the two uppermost operands, and puts their
    /// operation in their place.
    Apply {
        /// The operator.
        operator: Operator,
        /// What makes it come down.
        before: Arrived,
    },
    /// The opening bracket is dropped, since the closing one has come.
    DropBracket,
    /// It cannot go on.
    Stop,
}

/// What comes next in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arrived {
    /// An operator that binds no more tightly.
    Operator(Operator),
    /// A closing bracket.
    ClosingBracket,
    /// The end.
    End,
}

/// A stack of a reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stack {
    /// The rules that are open.
    OpenRules,
    /// The results that are kept: what is put there stays.
    Memo,
    /// What is left of each list that is being read.
    Lists,
    /// The calls of the Pratt parser that have not returned.
    Calls,
    /// The operators and opening brackets that wait.
    Operators,
    /// The operands that wait for an operator.
    Operands,
}

/// Something on a stack. Places are in bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item {
    /// A rule that is open.
    Rule {
        /// The rule.
        rule: RuleId,
        /// Where it began.
        at: usize,
    },
    /// The result of a rule.
    Result {
        /// The rule.
        rule: RuleId,
        /// Where it was tried.
        at: usize,
        /// Where it matched to; `None` if it failed.
        end: Option<usize>,
    },
    /// An operand: a number, or an operation with its operands.
    Operand(Range<usize>),
    /// The part of the text that is left of a list.
    Rest(Range<usize>),
    /// An operator and its place.
    Operator(Operator, usize),
    /// An opening bracket.
    Bracket(usize),
    /// A call of the Pratt parser.
    Call {
        /// It takes operators of a greater binding power only.
        minimum: u32,
        /// Its left operand, once it has one.
        left: Option<Range<usize>>,
    },
}

/// The moments of a reader: the first [`MAX_EVENTS`] of them.
///
/// A stack is a list that shares its lower part with the stacks before it, so the
/// stacks of all moments together take no more than the moments themselves.
#[derive(Debug, Clone)]
pub struct Moments {
    kept: Vec<Moment>,
    items: Vec<Kept>,
    stacks: &'static [Stack],
    tops: [Option<u32>; MOST_STACKS],
    is_cut: bool,
}

/// An item on a stack.
#[derive(Debug, Clone)]
struct Kept {
    item: Item,
    below: Option<u32>,
    /// How many are below it, and it.
    height: u32,
}

impl Moments {
    pub(super) const fn new(stacks: &'static [Stack]) -> Self {
        let tops = [None; MOST_STACKS];
        Self { kept: Vec::new(), items: Vec::new(), stacks, tops, is_cut: false }
    }

    /// The moments in their order.
    pub fn all(&self) -> &[Moment] {
        &self.kept
    }

    /// Whether there were more, which are not kept.
    pub const fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// The stacks of this reader.
    pub const fn stacks(&self) -> &'static [Stack] {
        self.stacks
    }

    /// What is on a stack after a moment, the uppermost first; nothing on one that
    /// this reader does not have.
    pub fn stack(&self, moment: &Moment, stack: Stack) -> impl Iterator<Item = &Item> {
        let top = self.index(stack).and_then(|index| moment.tops[index]);
        std::iter::successors(self.kept(top), |it| self.kept(it.below)).map(|it| &it.item)
    }

    /// Everything that was ever on a stack, each with what was below it, as an index
    /// here: the stacks of all moments share it.
    pub fn items(&self) -> impl Iterator<Item = (&Item, Option<usize>)> {
        self.items.iter().map(|it| (&it.item, it.below.map(|below| below as usize)))
    }

    /// The uppermost item of each stack after a moment, as an index of
    /// [`items`](Self::items).
    pub fn tops(&self, moment: &Moment) -> impl Iterator<Item = Option<usize>> {
        let tops = moment.tops;
        (0..self.stacks.len()).map(move |index| tops[index].map(|top| top as usize))
    }

    /// How many items are on a stack after a moment.
    pub fn height(&self, moment: &Moment, stack: Stack) -> usize {
        let top = self.index(stack).and_then(|index| moment.tops[index]);
        self.kept(top).map_or(0, |it| it.height as usize)
    }

    fn index(&self, stack: Stack) -> Option<usize> {
        self.stacks.iter().position(|it| *it == stack)
    }

    fn kept(&self, at: Option<u32>) -> Option<&Kept> {
        self.items.get(at? as usize)
    }

    /// Keeps a moment, with the stacks as they are now.
    pub(super) fn note(&mut self, action: Action, span: Range<usize>) {
        if self.kept.len() < MAX_EVENTS {
            self.kept.push(Moment { span, action, tops: self.tops });
        } else {
            self.is_cut = true;
        }
    }

    pub(super) fn push(&mut self, stack: Stack, item: Item) {
        let Some(index) = self.index(stack) else { return };
        let below = self.tops[index];
        let height = self.kept(below).map_or(0, |it| it.height) + 1;
        self.tops[index] = u32::try_from(self.items.len()).ok();
        self.items.push(Kept { item, below, height });
    }

    pub(super) fn pop(&mut self, stack: Stack) -> Option<Item> {
        let index = self.index(stack)?;
        let Kept { item, below, .. } = self.kept(self.tops[index])?.clone();
        self.tops[index] = below;
        Some(item)
    }

    pub(super) fn top(&self, stack: Stack) -> Option<&Item> {
        self.kept(self.tops[self.index(stack)?]).map(|it| &it.item)
    }
}
