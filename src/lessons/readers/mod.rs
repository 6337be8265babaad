//! One text read in four ways: by a grammar, by the same with a memo, by a Pratt
//! parser and by a shunting-yard.

mod moment;
mod packrat;
mod pratt;
mod shunting_yard;
mod stop;
mod token;

use super::{Divergence, Parse};
use crate::grammars::{Grammar, SyntaxError, SyntaxErrorKind};
use crate::name::named_enum;
use crate::syntax::Operator;

pub use moment::{Action, Arrived, Item, Moment, Moments, Stack};
pub use stop::{Stop, StopReason};

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
    /// What each reader makes of it, in the order of [`Reader::ALL`](crate::Named::ALL).
    pub readings: Vec<Reading>,
}

/// A text read by one reader.
#[derive(Debug)]
pub struct Reading {
    /// The reader.
    pub reader: Reader,
    /// The expression; or why there is none. What the readers with a table make of it is
    /// a parse in ordinary arithmetic.
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
        /// A result is looked up in the memo.
        Lookup = "lookups": "lookups",
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

/// Operators that bind equally tightly.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BindingPower {
    /// The operators.
    pub operators: Vec<Operator>,
    /// The greater, the more tightly they bind.
    pub power: u32,
}

impl BindingPower {
    /// The table of the [Pratt parser](Reader::Pratt) and the
    /// [shunting-yard](Reader::ShuntingYard): ordinary arithmetic, the loosest
    /// operators first. All of them are left-associative.
    pub fn table() -> Vec<Self> {
        let levels = Operator::by_binding_power().into_iter();
        let levels = levels.map(|(power, operators)| {
            let operators = operators.into_iter().filter(|it| it.is_of_field()).collect();
            Self { operators, power }
        });
        levels.filter(|level: &Self| !level.operators.is_empty()).collect()
    }
}

impl Readers {
    /// Reads `text` with every reader: the first two go by `grammar`, the others by
    /// ordinary arithmetic, whatever the grammar. One that cannot read it says why.
    ///
    /// # Errors
    ///
    /// Where `grammar` gives no values, or the text has more operators or open
    /// brackets than any reader takes: see [`Grammar::parse`].
    pub fn new(text: &str, grammar: &Grammar) -> Result<Self, SyntaxError> {
        if let Some(lacks) = grammar.lacks() {
            let kind = SyntaxErrorKind::NoExpressions(lacks.clone());
            return Err(SyntaxError { kind, span: 0..text.len() });
        }
        grammar.check_limits(text)?;
        let [peg, packrat] = packrat::read(text, grammar);
        let readings = vec![peg, packrat, pratt::read(text), shunting_yard::read(text)];
        Ok(Self { text: text.to_owned(), grammar: grammar.clone(), readings })
    }

    /// What one of them makes of it.
    pub fn reading(&self, reader: Reader) -> &Reading {
        let found = self.readings.iter().find(|it| it.reader == reader);
        found.expect("every reader reads it")
    }

    /// What the grammar makes of it, with which the others are compared.
    pub fn first(&self) -> &Reading {
        self.reading(Reader::Peg)
    }

    /// Whether a reading has the tree of the first; `None` where one of them has none.
    pub fn has_same_tree(&self, reading: &Reading) -> Option<bool> {
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
        let mut parses = self.readings.iter().filter_map(|it| it.outcome.as_ref().ok());
        let Some(first) = parses.next() else { return true };
        parses.all(|parse| parse.is_worth(first))
    }

    /// Whether all that read it have the same tree.
    pub fn same_trees(&self) -> bool {
        let mut parses = self.readings.iter().filter_map(|it| it.outcome.as_ref().ok());
        let Some(first) = parses.next() else { return true };
        parses.all(|parse| parse.expression().is_grouped_as(first.expression()))
    }

    /// Whether any of them reads it.
    pub fn any_reads(&self) -> bool {
        self.readings.iter().any(|it| it.outcome.is_ok())
    }
}

impl Reading {
    /// The number of its steps, of all kinds.
    pub fn steps(&self) -> u64 {
        self.counts.iter().map(|it| it.number).sum()
    }
}
