//! Where two grammars part in reading one text, and why.

use std::convert::Infallible;
use std::ops::Range;

use super::Binding;
use super::explanation::TracedReading;
use super::reduction::with_brackets;
use crate::grammars::{Grammar, SyntaxError};
use crate::number::Rational;
use crate::syntax::{Expression, Kind, Operator};

/// The first sign, from the left, whose operands are not the same to two
/// grammars.
///
/// It is always the right operand in which they part there: were the left ones
/// not the same, a sign before would have parted them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parting {
    /// What the sign does.
    pub operator: Operator,
    /// Where it stands in the text, in bytes.
    pub sign: Range<usize>,
    /// What each of the two takes for its right operand.
    pub taken: [Taken; 2],
    /// What the second grammar does otherwise than the first, here and further
    /// on, each only once; there is at least one, the first of this sign.
    pub causes: Vec<Cause>,
    /// The causes as habits of the second grammar, as few as are true of it, in
    /// the order of the causes.
    pub habits: Vec<Habit>,
}

/// What a grammar takes for the right operand of a sign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Taken {
    /// Where the operand stands in the text, in bytes, with its brackets.
    pub operand: Range<usize>,
    /// The rules that say so; `None` where finding them would take too long.
    pub rule: Option<Binding>,
}

/// Two signs of a text of which the second grammar does the one first, and the
/// first grammar the other: what is done first is a part of an operand of the
/// other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cause {
    /// What the second grammar does first, and what after that.
    pub operators: [Operator; 2],
    /// Where the signs of the two stand in the text, in bytes.
    pub signs: [usize; 2],
    /// What makes that the order of the two.
    pub order: Order,
}

/// What a grammar does with signs, whatever the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Habit {
    /// Where one is done before the other, these two in that order; else all
    /// that are grouped alike, also with one another, in the order of
    /// [`Operator::ALL`].
    pub operators: Vec<Operator>,
    /// What puts them in order.
    pub order: Order,
}

/// What puts two signs in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Order {
    /// They are grouped from the left, whichever stands first.
    FromLeft,
    /// They are grouped from the right, whichever stands first.
    FromRight,
    /// The one is done before the other.
    Precedence,
}

impl Parting {
    /// Where the two grammars part; `None` where they group `text` in the same
    /// way.
    ///
    /// # Errors
    ///
    /// As [`Grammar::parse`], for the first of the two that cannot read it.
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::{Grammar, lessons::{Order, Parting}};
    ///
    /// let text = "(5-8-7)*6";
    /// let parting = Parting::new(text, [&Grammar::Left, &Grammar::Scala])?.unwrap();
    /// assert_eq!(parting.sign, 2..3);
    /// assert_eq!(parting.taken.map(|taken| &text[taken.operand]), ["8", "8-7"]);
    /// assert_eq!(parting.causes[0].order, Order::FromRight);
    /// # Ok::<(), bracket24::SyntaxError>(())
    /// ```
    pub fn new(text: &str, [a, b]: [&Grammar; 2]) -> Result<Option<Self>, SyntaxError> {
        let (read_a, read_b) = (TracedReading::of(text, a)?, TracedReading::of(text, b)?);
        Ok(Self::between(text, [(a, &read_a), (b, &read_b)]))
    }

    /// Where two readings of `text` part.
    pub(super) fn between(text: &str, [a, b]: [(&Grammar, &TracedReading); 2]) -> Option<Self> {
        let signs = [a, b].map(|(_, read)| signs(text, &read.reading.expression));
        let parted: Vec<[&Sign; 2]> = signs[0]
            .iter()
            .zip(&signs[1])
            .map(|(a, b)| [a, b])
            .filter(|[a, b]| a.right != b.right)
            .collect();
        let first = parted.first()?;
        let mut causes: Vec<Cause> = Vec::new();
        for cause in parted.iter().filter_map(|pair| Cause::of(*pair, &signs[0], b.0)) {
            if !causes.iter().any(|known| known.is_same_habit(&cause)) {
                causes.push(cause);
            }
        }
        let taken = |sign: &Sign, (grammar, read): (&Grammar, &TracedReading)| Taken {
            operand: sign.right.clone(),
            rule: Binding::of(sign.operator, &sign.span(), &read.tree, grammar),
        };
        Some(Self {
            operator: first[0].operator,
            sign: first[0].at.clone(),
            taken: [taken(first[0], a), taken(first[1], b)],
            habits: Habit::of(&causes, b.0),
            causes,
        })
    }
}

impl Cause {
    /// Why the right operand of a sign is not the same to two grammars, of
    /// which `grammar` is the second; `signs` are all the text has.
    ///
    /// The sign right after the shorter operand is a part of the longer one,
    /// and so done before; to the other grammar, which takes the shorter one,
    /// all that ends there is a part of that sign's left operand.
    fn of([a, b]: [&Sign; 2], signs: &[Sign], grammar: &Grammar) -> Option<Self> {
        let shorter = a.right.end.min(b.right.end);
        let next = signs.iter().find(|sign| sign.at.start >= shorter)?;
        let is_later_first = b.right.end > shorter;
        let pair = if is_later_first { [next, a] } else { [a, next] };
        Some(Self {
            operators: pair.map(|sign| sign.operator),
            signs: pair.map(|sign| sign.at.start),
            order: order(grammar, [a.operator, next.operator], is_later_first),
        })
    }

    /// Whether the same can be said of both.
    fn is_same_habit(&self, other: &Self) -> bool {
        let [first, then] = other.operators;
        let is_either_way = self.order != Order::Precedence && self.operators == [then, first];
        self.order == other.order && (self.operators == other.operators || is_either_way)
    }
}

impl Habit {
    /// The habits of `grammar` that `causes` come from.
    fn of(causes: &[Cause], grammar: &Grammar) -> Vec<Self> {
        let mut habits: Vec<Self> = Vec::new();
        for cause in causes {
            let joined = habits.iter_mut().find_map(|habit| {
                let joined = habit.joined_with(cause)?;
                joined.is_of(grammar).then_some((habit, joined))
            });
            match joined {
                Some((habit, joined)) => *habit = joined,
                None => habits.push(Self::new(cause.operators.to_vec(), cause.order)),
            }
        }
        habits
    }

    fn new(operators: Vec<Operator>, order: Order) -> Self {
        let operators = match order {
            Order::Precedence => operators,
            _ => Operator::ALL.iter().filter(|it| operators.contains(it)).copied().collect(),
        };
        Self { operators, order }
    }

    /// The habit that has the signs of the cause too; `None` where they are not
    /// grouped from the same side.
    fn joined_with(&self, cause: &Cause) -> Option<Self> {
        let is_alike = self.order == cause.order && self.order != Order::Precedence;
        is_alike.then(|| Self::new([&*self.operators, &cause.operators].concat(), self.order))
    }

    /// Whether `grammar` groups every two of the signs so when they stand alone.
    fn is_of(&self, grammar: &Grammar) -> bool {
        let is_later_first = Some(self.order == Order::FromRight);
        let pairs =
            self.operators.iter().flat_map(|a| self.operators.iter().map(move |b| [*a, *b]));
        pairs.into_iter().all(|pair| does_later_first(grammar, pair) == is_later_first)
    }
}

/// What makes `grammar` do the later of two signs first, or the earlier: seen
/// in what it does when they stand alone, in either order.
fn order(grammar: &Grammar, [earlier, later]: [Operator; 2], is_later_first: bool) -> Order {
    let is_from_one_side = earlier == later
        || [[earlier, later], [later, earlier]]
            .into_iter()
            .all(|pair| does_later_first(grammar, pair) == Some(is_later_first));
    match (is_from_one_side, is_later_first) {
        (true, true) => Order::FromRight,
        (true, false) => Order::FromLeft,
        (false, _) => Order::Precedence,
    }
}

/// Whether of two signs alone the later is done first; `None` where `grammar`
/// does not read them.
fn does_later_first(grammar: &Grammar, [first, second]: [Operator; 2]) -> Option<bool> {
    let expression = grammar.parse(&format!("1{first}2{second}3")).ok()?;
    // Three numbers before the first operation, or two.
    expression.nodes().get(2).map(|node| matches!(node.kind, Kind::Leaf(_)))
}

/// A sign and its operands.
struct Sign {
    operator: Operator,
    at: Range<usize>,
    left: Range<usize>,
    right: Range<usize>,
}

impl Sign {
    /// From the first to the last character of its operands.
    fn span(&self) -> Range<usize> {
        self.left.start..self.right.end
    }
}

/// The signs of an expression in the order of the text.
fn signs(text: &str, expression: &Expression<Rational>) -> Vec<Sign> {
    let mut signs = Vec::new();
    let whole: Result<Range<usize>, Infallible> = expression.try_fold(
        |_, node| Ok(with_brackets(text, node.span.clone())),
        |operator, left, right, node| {
            let span = left.start..right.end;
            signs.push(Sign { operator, at: node.span.clone(), left, right });
            Ok(with_brackets(text, span))
        },
    );
    debug_assert!(whole.is_ok_and(|whole| whole.end <= text.len()), "places are in the text");
    signs.sort_by_key(|sign| sign.at.start);
    signs
}
