//! One text parsed in four ways: by a grammar, by the same grammar with a memo, by a Pratt parser
//! and by the shunting-yard algorithm.

mod packrat;
mod pratt;
mod shunting_yard;
mod table;

use std::ops::Range;

pub use table::{BindingPower, NoTable, OperatorTable};

use super::recording::MAX_EVENTS;
use super::{Divergence, Parse};
use crate::name::named_enum;
use crate::tracer::RuleId;
use crate::{Expression, Grammar, LeafError, Operator, Rational, SyntaxError};

named_enum! {
    /// A way to parse an expression.
    pub enum Reader: "reader" {
        /// A parsing expression grammar (Bryan Ford, "Parsing Expression Grammars: A
        /// Recognition-Based Syntactic Foundation", 2004), run by pest.
        Peg = "peg": "the pest grammar",
        /// The same grammar with a memo (Bryan Ford, "Packrat Parsing: Simple, Powerful,
        /// Lazy, Linear Time", 2002).
        ///
        /// pest has no memo. Its trace shows what a memo would do: if a rule is called again at the
        /// same place, a lookup replaces this call and all calls inside it. A result is not stored
        /// if it depends on more than the rule and the place, for example on pest's stack.
        Packrat = "packrat": "the same grammar with a memo",
        /// pest's own `PrattParser` (Vaughan Pratt, "Top Down Operator Precedence",
        /// 1973) on the flat list of `grammar/list.pest`.
        ///
        /// The program observes the parser from outside: the parser takes its list from an iterator
        /// that reports every `next`, and calls a function for each operand and each operation. The
        /// program cannot see the comparisons of binding powers. It infers them from the table and
        /// from the parser's next action.
        Pratt = "pratt": "pest's PrattParser on a flat list",
        /// Dijkstra's shunting-yard (Edsger W. Dijkstra, "Algol 60 translation: An Algol 60
        /// translator for the X1", Mathematisch Centrum report MR 34/61, 1961). This version joins
        /// operands immediately, instead of writing postfix.
        ///
        /// The original algorithm would also accept `8 4 -` for `8-4`. This one also tracks whether
        /// an operand or an operator must come next, so it rejects such a text.
        ShuntingYard = "shunting_yard": "two stacks, Dijkstra's way",
    }
}

/// A text parsed by every [`Reader`].
///
/// # Examples
///
/// ```
/// use bracket24::lessons::readers::{Reader, Readers};
/// use bracket24::{Grammar, Named};
///
/// let readers = Readers::new("8-4*2", &Grammar::Left)?;
/// assert!(readers.readings.iter().map(|it| it.reader).eq(Reader::ALL.iter().copied()));
/// assert!(readers.agree());
/// let yard = readers.reading(Reader::ShuntingYard);
/// let actions: Vec<_> = yard.moments.all.iter().map(|it| it.action).collect();
/// assert_eq!(actions.len(), 7);
/// # Ok::<(), bracket24::SyntaxError>(())
/// ```
#[derive(Debug)]
pub struct Readers {
    /// The text.
    pub text: String,
    /// The grammar of the first two readers.
    pub grammar: Grammar,
    /// The table that the last two readers use, or the reason why there is none.
    pub table: Result<OperatorTable, NoTable>,
    /// The run of each reader, in the order of [`Reader::ALL`](crate::Named::ALL).
    pub readings: Vec<ReaderRun>,
}

/// A text parsed by one reader.
#[derive(Debug)]
pub struct ReaderRun {
    /// The reader.
    pub reader: Reader,
    /// The expression, or the reason why there is none.
    pub outcome: Result<Parse, Stop>,
    /// The number of its steps, by kind.
    pub counts: Vec<Count>,
    /// Its steps in order.
    pub moments: Moments,
}

/// The number of steps of one kind that a reader took.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count {
    /// The kind of step.
    pub step: StepKind,
    /// The number of steps.
    pub number: u64,
}

named_enum! {
    /// A kind of step to count.
    pub enum StepKind: "kind of step" {
        /// A rule is called.
        RuleCall = "rule_calls": "rule calls",
        /// The reader looks for a result in the memo, before each call of a rule.
        Lookup = "lookups": "lookups",
        /// The result was in the memo, so the rule is not called.
        Found = "found": "found",
        /// A result is stored in the memo.
        Store = "stored": "stored",
        /// An item is taken from the list.
        Token = "tokens": "tokens",
        /// Two binding powers are compared.
        Comparison = "comparisons": "comparisons",
        /// An item is pushed on a stack.
        Push = "pushes": "pushes",
        /// An item is popped from a stack.
        Pop = "pops": "pops",
    }
}

impl Readers {
    /// Reads `text` with every reader. The first two use `grammar`, the others the [table of its
    /// operators](OperatorTable::of). A reader that fails gives its reason.
    ///
    /// # Errors
    ///
    /// If `grammar` gives no values, or the text has more operators or open brackets than any
    /// reader accepts: see [`Grammar::parse`].
    pub fn new(text: &str, grammar: &Grammar) -> Result<Self, SyntaxError> {
        Self::with_table(text, grammar, OperatorTable::of(grammar))
    }

    /// Like [`new`](Self::new), with the given table, or with the reason why there is no table.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub fn with_table(
        text: &str,
        grammar: &Grammar,
        table: Result<OperatorTable, NoTable>,
    ) -> Result<Self, SyntaxError> {
        grammar.check_values(text)?;
        grammar.check_limits(text)?;
        let [peg, packrat] = packrat::read(text, grammar);
        let by_table = match &table {
            Ok(table) => [pratt::read(text, table), shunting_yard::read(text, table)],
            Err(none) => [Reader::Pratt, Reader::ShuntingYard].map(|reader| {
                let reason = StopReason::NoTable(none.clone());
                let outcome = Err(Stop { span: 0..text.len(), reason });
                let (counts, moments) = (Vec::new(), Moments::new(&[]));
                ReaderRun { reader, outcome, counts, moments }
            }),
        };
        let readings = [peg, packrat].into_iter().chain(by_table).collect();
        Ok(Self { text: text.to_owned(), grammar: grammar.clone(), table, readings })
    }

    /// The run of one reader.
    pub fn reading(&self, reader: Reader) -> &ReaderRun {
        self.readings.iter().find(|it| it.reader == reader).expect("every reader has a run")
    }

    /// The run of the grammar, with which the others are compared.
    pub fn first(&self) -> &ReaderRun {
        self.reading(Reader::Peg)
    }

    /// Whether a reading has the same tree as the first one; `None` if either has no tree.
    pub fn has_same_tree(&self, reading: &ReaderRun) -> Option<bool> {
        let (first, other) = (self.first().outcome.as_ref().ok()?, reading.outcome.as_ref().ok()?);
        Some(first.expression().is_grouped_as(other.expression()))
    }

    /// The first operator at which the grammar groups the text differently from the Pratt parser;
    /// `None` if the two agree, or if one of them rejects the text.
    pub fn divergence(&self) -> Option<Divergence> {
        let table = self.reading(Reader::Pratt).outcome.as_ref().ok()?;
        Divergence::between(table, self.first().outcome.as_ref().ok()?)
    }

    /// Whether all readers that accept the text get the same value, or all get no value.
    pub fn agree(&self) -> bool {
        self.parses().all(|parse| self.parses().all(|other| parse.is_worth(other)))
    }

    /// Whether all readers that accept the text build the same tree.
    pub fn same_trees(&self) -> bool {
        let trees = || self.parses().map(Parse::expression);
        trees().all(|tree| trees().all(|other| tree.is_grouped_as(other)))
    }

    /// Whether any reader accepts the text.
    pub fn any_reads(&self) -> bool {
        self.parses().next().is_some()
    }

    fn parses(&self) -> impl Iterator<Item = &Parse> {
        self.readings.iter().filter_map(|it| it.outcome.as_ref().ok())
    }
}

impl ReaderRun {
    /// The number of steps of all kinds except `Found`: every result found was already counted as a
    /// lookup.
    pub fn steps(&self) -> u64 {
        self.counts.iter().filter(|it| it.step != StepKind::Found).map(|it| it.number).sum()
    }
}

/// The reason why a reader stops, and the place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stop {
    /// The bytes that the error is about; empty at the end of the text.
    pub span: Range<usize>,
    /// The reason.
    pub reason: StopReason,
}

/// Why a reader stops.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StopReason {
    /// The reader's grammar rejects the text.
    #[error("{}: {}", .0.message(), .0.advice())]
    Grammar(SyntaxError),
    /// The number cannot be used.
    #[error("{0}")]
    Number(LeafError),
    /// The reader's steps come from a trace, which reached a limit.
    #[error("the work that a memo would save is unknown, because the trace is not complete")]
    NoTrace,
    /// A memo makes the parse quick, but the tree comes from a parse without it.
    #[error("the tree is unknown, because the parser without a memo was stopped")]
    NoTree,
    /// There is no table.
    #[error("{0}")]
    NoTable(NoTable),
    /// No token begins with this character.
    #[error("`{}` begins no token", .0.escape_debug())]
    NoToken(char),
    /// An operand is expected here.
    #[error("an operand is missing")]
    NoOperand,
    /// An operator is expected here.
    #[error("an operator is missing")]
    NoOperator,
    /// The closing bracket was not opened.
    #[error("`)` finds no `(` on the stack")]
    NotOpened,
    /// The opening bracket is not closed.
    #[error("`(` is on the stack at the end: nothing closes it")]
    NotClosed,
}

impl From<SyntaxError> for Stop {
    fn from(error: SyntaxError) -> Self {
        Self { span: error.span.clone(), reason: StopReason::Grammar(error) }
    }
}

/// The numbers of the steps that a reader took, by kind.
fn counts<const N: usize>(steps: [(StepKind, u64); N]) -> Vec<Count> {
    steps.map(|(step, number)| Count { step, number }).into()
}

/// Makes a parse from `expression`, which a reader built with a table. The grammar of the parse is
/// a grammar of ordinary arithmetic that accepts the text.
fn parse_by_table(text: &str, expression: Expression<Rational>) -> Result<Parse, Stop> {
    let (grammar, ordinary) = Grammar::read_ordinarily(text);
    ordinary?;
    Ok(Parse::of(text, &grammar, expression))
}

/// The maximum number of stacks of a reader.
const MOST_STACKS: usize = 2;

/// One step of a reader.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moment {
    /// The part of the text that the step is about, in bytes. It is empty if a rule is called. For
    /// a failed rule, it extends to the farthest place that the rule reached.
    pub span: Range<usize>,
    /// The action.
    pub action: Action,
    /// The top item of each stack after the step.
    tops: [Option<u32>; MOST_STACKS],
}

/// An action of a reader. Rules belong to the grammar of the reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Action {
    /// A rule is called.
    Enter(RuleId),
    /// The rule matched.
    Match(RuleId),
    /// The rule failed.
    Fail(RuleId),
    /// A sequence failed after rules in it had matched; the parser goes back to the start of the
    /// sequence.
    Backtrack,
    /// The parser looks up the result of a rule, instead of calling the rule again at the same
    /// place.
    LookUp {
        /// The rule.
        rule: RuleId,
        /// Whether the rule matched there.
        matched: bool,
    },
    /// The first operand of a call is taken from the list.
    TakeOperand,
    /// The operand is a list in brackets, which gets its own call.
    OpenList,
    /// The list in brackets ends.
    CloseList,
    /// A prefix operator is taken, and its operand gets its own call.
    TakePrefix(Operator),
    /// The parser looks at the next item of the list: an operator, or the end.
    LookAt(Option<Operator>),
    /// The parser compares the binding power of that item with the minimum of the innermost call.
    Compare {
        /// The item.
        next: Option<Operator>,
        /// Its binding power; 0 at the end of the list.
        power: u32,
        /// The minimum of the call. If the power is greater, the call takes the item; otherwise it
        /// returns.
        minimum: u32,
    },
    /// The operator gets its operands.
    Join(Operator),
    /// A number is pushed on the operand stack.
    PushOperand,
    /// An operator is pushed on the operator stack.
    PushOperator(Operator),
    /// An opening bracket is pushed on the operator stack.
    PushBracket,
    /// The top operator takes its operands from the top of their stack, and the operation replaces
    /// them.
    Apply {
        /// The operator.
        operator: Operator,
        /// The reason for applying it now.
        before: Arrived,
    },
    /// The opening bracket is dropped, because its closing bracket has come.
    DropBracket,
    /// The reader cannot go on.
    Stop,
}

/// The token that makes the reader apply an operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arrived {
    /// An operator that does not bind more tightly than the waiting one.
    Operator(Operator),
    /// No token: a postfix operator is applied at once.
    Nothing,
    /// A closing bracket.
    ClosingBracket,
    /// The end of the text.
    End,
}

/// A stack of a reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stack {
    /// The rules that are open.
    OpenRules,
    /// The stored results; they are never removed.
    Memo,
    /// The items of each open list that are not taken yet.
    Lists,
    /// The calls of the Pratt parser that have not returned.
    Calls,
    /// The waiting operators and opening brackets.
    Operators,
    /// The operands waiting for an operator.
    Operands,
}

/// An item on a stack. Places are in bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item {
    /// An open rule.
    Rule {
        /// The rule.
        rule: RuleId,
        /// The place where the rule began.
        at: usize,
    },
    /// The result of a rule.
    Result {
        /// The rule.
        rule: RuleId,
        /// The place where the rule was tried.
        at: usize,
        /// The end of the match; `None` if the rule failed.
        end: Option<usize>,
    },
    /// An operand: a number, or an operation with its operands.
    Operand(Range<usize>),
    /// The place of the items of a list that are not taken yet.
    Rest(Range<usize>),
    /// An operator and its place.
    Operator(Operator, usize),
    /// An opening bracket.
    Bracket(usize),
    /// A call of the Pratt parser.
    Call {
        /// The call takes only operators of greater binding power.
        minimum: u32,
        /// Its left operand so far, if any.
        left: Option<Range<usize>>,
    },
}

/// The steps of a reader; at most the first [`MAX_EVENTS`].
///
/// A stack is a linked list that shares its lower items with earlier stacks. So all stacks together
/// store each pushed item only once.
#[derive(Debug, Clone)]
pub struct Moments {
    /// The steps in order.
    pub all: Vec<Moment>,
    items: Vec<Kept>,
    /// The stacks of this reader.
    pub stacks: &'static [Stack],
    tops: [Option<u32>; MOST_STACKS],
    /// Whether there were more steps than are stored.
    pub is_cut: bool,
}

/// An item on a stack.
#[derive(Debug, Clone)]
struct Kept {
    item: Item,
    below: Option<u32>,
    /// The number of items from the bottom up to this one.
    height: u32,
}

impl Moments {
    pub(super) const fn new(stacks: &'static [Stack]) -> Self {
        let tops = [None; MOST_STACKS];
        Self { all: Vec::new(), items: Vec::new(), stacks, tops, is_cut: false }
    }

    /// The items on a stack after a step, the top first; empty if the reader does not have this
    /// stack.
    pub fn stack(&self, moment: &Moment, stack: Stack) -> impl Iterator<Item = &Item> {
        let top = self.index(stack).and_then(|index| moment.tops[index]);
        std::iter::successors(self.kept(top), |it| self.kept(it.below)).map(|it| &it.item)
    }

    /// All items that were ever on a stack, each with the index of the item below it. The stacks of
    /// all steps share these items.
    pub fn items(&self) -> impl Iterator<Item = (&Item, Option<usize>)> {
        self.items.iter().map(|it| (&it.item, it.below.map(|below| below as usize)))
    }

    /// The top item of each stack after a step, as an index into [`items`](Self::items).
    pub fn tops(&self, moment: &Moment) -> impl Iterator<Item = Option<usize>> {
        (0..self.stacks.len()).map(move |index| moment.tops[index].map(|top| top as usize))
    }

    /// The number of items on a stack after a step.
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

    /// Stores a step with the present stacks.
    pub(super) fn note(&mut self, action: Action, span: Range<usize>) {
        if self.all.len() < MAX_EVENTS {
            self.all.push(Moment { span, action, tops: self.tops });
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
