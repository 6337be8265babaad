//! One text read in four ways: by a grammar, by the same with a memo, by a Pratt
//! parser and by a shunting-yard.

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
use crate::{Expression, Grammar, LeafError, Operator, Rational, SyntaxError, SyntaxErrorKind};

named_enum! {
    /// A way to read an expression.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum Reader: "reader" {
        /// A parsing expression grammar (Bryan Ford, "Parsing Expression Grammars: A
        /// Recognition-Based Syntactic Foundation", 2004), by pest.
        Peg = "peg": "the pest grammar",
        /// The same grammar with a memo (Bryan Ford, "Packrat Parsing: Simple, Powerful,
        /// Lazy, Linear Time", 2002).
        ///
        /// pest has no memo. What it would do with one follows from the trace of what
        /// it does: the second call of a rule at a place, with all calls below it,
        /// is a lookup. A result that depends on more than rule and place, such as
        /// pest's stack, is not kept.
        Packrat = "packrat": "the same grammar with a memo",
        /// pest's own `PrattParser` (Vaughan Pratt, "Top Down Operator Precedence",
        /// 1973) on the flat list of `grammar/list.pest`.
        ///
        /// It is watched from outside: it takes its list from an iterator that tells of
        /// every `next`, and it calls a function for each operand and each operation.
        /// The comparisons of binding powers cannot be seen; each follows from the
        /// table and from what the parser does next.
        Pratt = "pratt": "pest's PrattParser on a flat list",
        /// Dijkstra's shunting-yard (Edsger W. Dijkstra, "Algol 60 translation: An
        /// Algol 60 translator for the X1", Mathematisch Centrum report MR 34/61,
        /// 1961), which joins operands at once in place of writing postfix.
        ///
        /// As it is there, it would take `8 4 -` for `8-4`. Here it also knows whether an
        /// operand or an operator must come next.
        ShuntingYard = "shunting_yard": "two stacks, Dijkstra's way",
    }
}

/// A text read by every [`Reader`].
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
/// let actions: Vec<_> = yard.moments.all().iter().map(|it| it.action).collect();
/// assert_eq!(actions.len(), 7);
/// # Ok::<(), bracket24::SyntaxError>(())
/// ```
#[derive(Debug)]
pub struct Readers {
    /// The text.
    pub text: String,
    /// The grammar of the first two readers.
    pub grammar: Grammar,
    /// The table that the last two go by, or why there is none.
    pub table: Result<OperatorTable, NoTable>,
    /// What each reader makes of it, in the order of [`Reader::ALL`](crate::Named::ALL).
    pub readings: Vec<ReaderRun>,
}

/// A text read by one reader.
#[derive(Debug)]
pub struct ReaderRun {
    /// The reader.
    pub reader: Reader,
    /// The expression; or why there is none.
    pub outcome: Result<Parse, Stop>,
    /// What it did, by kind.
    pub counts: Vec<Count>,
    /// What it did, one thing after another.
    pub moments: Moments,
}

/// How often a reader did something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count {
    /// What it did.
    pub step: StepKind,
    /// How often.
    pub number: u64,
}

named_enum! {
    /// What is counted.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum StepKind: "kind of step" {
        /// A rule is called.
        RuleCall = "rule_calls": "rule calls",
        /// A result is looked for in the memo, before each call of a rule.
        Lookup = "lookups": "lookups",
        /// It was there, and the rule is not called.
        Found = "found": "found",
        /// A result is stored in the memo.
        Store = "stored": "stored",
        /// An item is taken from the list.
        Token = "tokens": "tokens",
        /// Two binding powers are compared.
        Comparison = "comparisons": "comparisons",
        /// Something is put on a stack.
        Push = "pushes": "pushes",
        /// Something is taken from a stack.
        Pop = "pops": "pops",
    }
}

impl Readers {
    /// Reads `text` with every reader: the first two go by `grammar`, the others by the
    /// [table of its operators](OperatorTable::of). One that cannot read it says why.
    ///
    /// # Errors
    ///
    /// Where `grammar` gives no values, or the text has more operators or open
    /// brackets than any reader takes: see [`Grammar::parse`].
    pub fn new(text: &str, grammar: &Grammar) -> Result<Self, SyntaxError> {
        Self::with_table(text, grammar, OperatorTable::of(grammar))
    }

    /// The same with a table that need not be that of `grammar`, or why there is none.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub fn with_table(
        text: &str,
        grammar: &Grammar,
        table: Result<OperatorTable, NoTable>,
    ) -> Result<Self, SyntaxError> {
        if let Some(lacks) = grammar.lacks() {
            let kind = SyntaxErrorKind::NoExpressions(lacks.clone());
            return Err(SyntaxError { kind, span: 0..text.len() });
        }
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

    /// What one of them makes of it.
    pub fn reading(&self, reader: Reader) -> &ReaderRun {
        let found = self.readings.iter().find(|it| it.reader == reader);
        found.expect("every reader reads it")
    }

    /// What the grammar makes of it, with which the others are compared.
    pub fn first(&self) -> &ReaderRun {
        self.reading(Reader::Peg)
    }

    /// Whether a reading has the tree of the first; `None` where one of them has none.
    pub fn has_same_tree(&self, reading: &ReaderRun) -> Option<bool> {
        let (first, other) = (self.first().outcome.as_ref().ok()?, reading.outcome.as_ref().ok()?);
        Some(first.expression().is_grouped_as(other.expression()))
    }

    /// Where the readers with a table diverge from the grammar; `None` where they do
    /// not, or one of them does not read the text.
    pub fn divergence(&self) -> Option<Divergence> {
        let table = self.reading(Reader::Pratt).outcome.as_ref().ok()?;
        Divergence::between(table, self.first().outcome.as_ref().ok()?)
    }

    /// Whether all that read it have the same value, or none.
    pub fn agree(&self) -> bool {
        self.parses().all(|parse| self.parses().all(|other| parse.is_worth(other)))
    }

    /// Whether all that read it have the same tree.
    pub fn same_trees(&self) -> bool {
        let trees = || self.parses().map(Parse::expression);
        trees().all(|tree| trees().all(|other| tree.is_grouped_as(other)))
    }

    /// Whether any of them reads it.
    pub fn any_reads(&self) -> bool {
        self.parses().next().is_some()
    }

    fn parses(&self) -> impl Iterator<Item = &Parse> {
        self.readings.iter().filter_map(|it| it.outcome.as_ref().ok())
    }
}

impl ReaderRun {
    /// The number of its steps, of all kinds: what is found was looked for.
    pub fn steps(&self) -> u64 {
        let steps = self.counts.iter().filter(|it| it.step != StepKind::Found);
        steps.map(|it| it.number).sum()
    }
}

/// Why a reader does not read a text, and where it stops.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stop {
    /// The bytes it is about; empty at the end of the text.
    pub span: Range<usize>,
    /// The reason.
    pub reason: StopReason,
}

/// Why a reader stops.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StopReason {
    /// Its grammar does not read the text.
    #[error("{}: {}", .0.message(), .0.advice())]
    Grammar(SyntaxError),
    /// The number cannot be used.
    #[error("{0}")]
    Number(LeafError),
    /// What it would do follows from a trace, which came to a limit.
    #[error("what a memo would save is not known, since the trace is not whole")]
    NoTrace,
    /// There is no table to go by.
    #[error("{0}")]
    NoTable(NoTable),
    /// A character begins no token.
    #[error("`{}` begins no token", .0.escape_debug())]
    NoToken(char),
    /// An operand should be here.
    #[error("an operand is missing")]
    NoOperand,
    /// An operator should be here.
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

/// The parse of an expression that a table made of a text: by the grammar that reads the text,
/// which is the one at hand or one of ordinary arithmetic.
fn parse_by_table(text: &str, expression: Expression<Rational>) -> Result<Parse, Stop> {
    let (grammar, ordinary) = Grammar::parse_ordinarily(text);
    ordinary?;
    Ok(Parse::of(text, &grammar, expression))
}

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
    /// An operator before its operand is taken, which gets a call of its own.
    TakePrefix(Operator),
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
    /// The operator gets its operands.
    Join(Operator),
    /// A number goes on the stack of operands.
    PushOperand,
    /// An operator goes on the stack of operators.
    PushOperator(Operator),
    /// An opening bracket goes on the stack of operators.
    PushBracket,
    /// The uppermost operator takes its operands, the uppermost ones, and puts their
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
    /// Nothing: it stands behind its operand.
    Nothing,
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
