//! Finds one expression of all cards that has a given value.

use super::Arranged;
use super::tables::{Part, Table, Tables, joined, joined_expression, splits};
use crate::number::Rational;
use crate::syntax::{Expression, Operands, Operator, operate};

/// A search for one expression of all the cards of a hand.
pub(super) struct Whole<'a> {
    tables: &'a Tables,
    /// The cards, in ascending order.
    cards: &'a [Rational],
    /// The positions of the cards in the hand.
    positions: &'a [usize],
    splits: Vec<[Part; 2]>,
}

type Found = Option<Arranged>;

impl<'a> Whole<'a> {
    pub(super) fn new(tables: &'a Tables, cards: &'a [Rational], positions: &'a [usize]) -> Self {
        let part = |bits| tables.part(cards, positions, bits);
        let splits = if cards.len() == 1 { Vec::new() } else { splits(cards) };
        let splits = splits.into_iter().map(|(left, right)| [part(left), part(right)]).collect();
        Self { tables, cards, positions, splits }
    }

    /// Returns an expression with this value. Its last operation may be any operation.
    pub(super) fn any(&self, value: &Rational) -> Found {
        self.value(value, self.tables.set.depth(), true)
    }

    /// Returns an expression with this value whose last operation is neither a field operation
    /// nor a sign.
    pub(super) fn opaque(&self, value: &Rational) -> Found {
        self.opaque_within(value, self.tables.set.depth())
    }

    /// Returns an expression with this value and with up to `depth` roots or factorials around each
    /// other, which may also begin with a sign if `sign` is true.
    fn value(&self, value: &Rational, depth: usize, sign: bool) -> Found {
        self.field(value).or_else(|| self.opaque_within(value, depth)).or_else(|| {
            (sign && self.tables.set.has(Operator::Negate)).then_some(())?;
            let positive = self.value(&-value, depth, false)?;
            Some(Expression::of_operands(Operator::Negate, Operands::One(positive)))
        })
    }

    fn opaque_within(&self, value: &Rational, depth: usize) -> Found {
        self.joined(value).or_else(|| self.operation(value)).or_else(|| self.of_one(value, depth))
    }

    fn joined(&self, value: &Rational) -> Found {
        (self.cards.len() != 1 && self.tables.set.has(Operator::Join)).then_some(())?;
        let (_, order) = joined(self.cards).into_iter().find(|(number, _)| number == value)?;
        Some(joined_expression(order.into_iter().map(|card| self.positions[card])))
    }

    /// Returns a root or a factorial that has this value.
    fn of_one(&self, value: &Rational, depth: usize) -> Found {
        let depth = depth.checked_sub(1)?;
        self.tables.set.of_one().find_map(|operator| {
            let mut operands = before(operator, value).into_iter();
            let operand = operands.find_map(|operand| self.value(&operand, depth, true))?;
            Some(Expression::of_operands(operator, Operands::One(operand)))
        })
    }

    /// Returns a field operation on two parts, or the only card, if it has this value.
    fn field(&self, value: &Rational) -> Found {
        if let [card] = self.cards {
            return (card == value).then(|| Expression::leaf(self.positions[0]));
        }
        self.splits.iter().find_map(|[left, right]| {
            let is_less = left.table.all.len() <= right.table.all.len();
            let (few, many) = if is_less { (left, right) } else { (right, left) };
            few.table.all.keys().enumerate().find_map(|(place, one)| {
                partners(one, value).into_iter().find_map(|(operator, is_first, other)| {
                    let other_place = match other {
                        Partner::Of(other) => many.table.all.get_index_of(&other)?,
                        Partner::Any => {
                            let mut others = many.table.all.keys();
                            others.position(|other| {
                                let both = if is_first { (one, other) } else { (other, one) };
                                let both = Operands::Two(both.0, both.1);
                                operate(operator, both).as_ref() == Ok(value)
                            })?
                        }
                    };
                    let (one, other) = (self.part_of(few, place), self.part_of(many, other_place));
                    let (one, other) = if is_first { (one, other) } else { (other, one) };
                    Some(Expression::operation(operator, one, other))
                })
            })
        })
    }

    /// Returns an operation on two parts that has this value and is not a field operation.
    fn operation(&self, value: &Rational) -> Found {
        self.splits.iter().find_map(|[one, other]| {
            self.tables.of_two.iter().find_map(|&operator| {
                [(one, other), (other, one)].into_iter().find_map(|(left, right)| {
                    let (at, other_at) = operands(operator, value, &left.table, &right.table)?;
                    let (left, right) = (self.part_of(left, at), self.part_of(right, other_at));
                    Some(Expression::operation(operator, left, right))
                })
            })
        })
    }

    fn part_of(&self, part: &Part, place: usize) -> Arranged {
        self.tables.expression(&part.table, &part.table.all[place].way, &part.positions)
    }
}

/// The value that the other operand must have.
pub(super) enum Partner {
    Of(Rational),
    /// Any value for which the operation is defined.
    Any,
}

/// Returns the operations that make `value` from `one` and a partner: the operator, whether `one`
/// is the left operand, and the partner.
pub(super) fn partners(one: &Rational, value: &Rational) -> Vec<(Operator, bool, Partner)> {
    use Operator::{Add, Divide, Multiply, Subtract};
    let mut partners = vec![
        (Add, true, Partner::Of(value - one)),
        (Subtract, true, Partner::Of(one - value)),
        (Subtract, false, Partner::Of(value + one)),
    ];
    if one.is_zero() {
        if value.is_zero() {
            partners.push((Multiply, true, Partner::Any));
            partners.push((Divide, true, Partner::Any));
        }
        return partners;
    }
    partners.push((Multiply, true, Partner::Of(value / one)));
    partners.push((Divide, false, Partner::Of(value * one)));
    if !value.is_zero() {
        partners.push((Divide, true, Partner::Of(one / value)));
    }
    partners
}

/// Returns the operands for which this operator, a root or a factorial, makes `value`.
fn before(operator: Operator, value: &Rational) -> Vec<Rational> {
    let candidates = match operator {
        Operator::Root => vec![value * value],
        // Try all, because a value can have two operands: 0! and 1! are both 1. Factorials of more
        // than a thousand digits have no value here.
        Operator::Factorial => (0..MAX_FACTORIAL).map(Rational::from).collect(),
        _ => unreachable!("it is neither a root nor a factorial"),
    };
    let is_before = |it: &Rational| operate(operator, Operands::One(it)).as_ref() == Ok(value);
    candidates.into_iter().filter(is_before).collect()
}

/// The first number whose factorial has no value here: 450! has 1,001 digits.
const MAX_FACTORIAL: i64 = 450;

/// Returns the places of a value in `a` and a value in `b` from which `operator` makes `value`.
fn operands(operator: Operator, value: &Rational, a: &Table, b: &Table) -> Option<(usize, usize)> {
    let (lefts, rights) = (a.all.keys(), b.all.keys());
    let check = |(at, other): (usize, usize)| {
        let both = Operands::Two(&lefts[at], &rights[other]);
        (operate(operator, both).as_ref() == Ok(value)).then_some((at, other))
    };
    if lefts.len() <= rights.len() {
        (0..lefts.len()).find_map(|at| match right_operands(operator, value, &lefts[at]) {
            Some(few) => few.iter().find_map(|it| check((at, b.all.get_index_of(it)?))),
            None => (0..rights.len()).find_map(|other| check((at, other))),
        })
    } else {
        (0..rights.len()).find_map(|other| match left_operands(operator, value, &rights[other]) {
            Some(few) => few.iter().find_map(|it| check((a.all.get_index_of(it)?, other))),
            None => (0..lefts.len()).find_map(|at| check((at, other))),
        })
    }
}

/// Returns the right operands that may make `value` with `left`; `None` if any operand may.
fn right_operands(operator: Operator, value: &Rational, left: &Rational) -> Option<Vec<Rational>> {
    let one = Rational::from(1);
    match operator {
        // If a^b = v, then |a|^b = |v|.
        Operator::Power => {
            let (base, power) = (left.abs(), value.abs());
            if base.is_zero() || base == one {
                return if power == base { None } else { Some(Vec::new()) };
            }
            Some(power.logarithm(&base).into_iter().collect())
        }
        // If log(b,x) = v, then x = b^v.
        Operator::Log => Some(left.power(value).into_iter().collect()),
        _ => None,
    }
}

/// Returns the left operands that may make `value` with `right`; `None` if any operand may.
fn left_operands(operator: Operator, value: &Rational, right: &Rational) -> Option<Vec<Rational>> {
    let one = Rational::from(1);
    match operator {
        // If a^b = v, then a is v^(1/b) or its negative.
        Operator::Power => {
            if right.is_zero() {
                return if *value == one { None } else { Some(Vec::new()) };
            }
            let base = value.power(&(&one / right)).ok();
            Some(base.into_iter().flat_map(|base| [-&base, base]).collect())
        }
        // If log(b,x) = v and v is not 0, then b = x^(1/v).
        Operator::Log if value.is_zero() => None,
        Operator::Log => Some(right.power(&(&one / value)).into_iter().collect()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::{OperatorSet, evaluate};

    /// Compares the search, which starts from a value, with the tables, which are made from the
    /// cards.
    #[test]
    fn the_search_finds_every_value_that_the_cards_can_make() {
        // Step 3 of how to add an operator: each operator by itself.
        let beyond = OperatorSet::all().beyond().map(|it| (it.name(), &[2, 3][..]));
        for (set, cards) in beyond.chain([
            ("√,!", &[4][..]),
            ("^,√,negate", &[2, 4]),
            ("^", &[1, 2, 3]),
            ("log", &[1, 2, 9]),
            ("%", &[0, 3, 5]),
            ("join,negate", &[1, 2, 3]),
        ]) {
            let tables = Tables::new(set.parse::<OperatorSet>().expect("a test writes operators"));
            let cards: Vec<Rational> = cards.iter().copied().map(Rational::from).collect();
            let places: Vec<usize> = (0..cards.len()).collect();
            let whole = Whole::new(&tables, &cards, &places);
            let is_found = |value: &Rational, found: Found| {
                let found = found.expect("a value of the table can be made again");
                let mut used: Vec<usize> = found.leaves().copied().collect();
                used.sort_unstable();
                assert_eq!(used, places, "{value} of {cards:?} with {set}");
                let found = found.map(|&card| cards[card].clone());
                assert_eq!(evaluate(&found).as_ref(), Ok(value), "{found} with {set}");
            };
            let table = tables.of(&cards);
            for value in table.all.keys() {
                is_found(value, whole.any(value));
            }
            for value in table.opaque.keys() {
                is_found(value, whole.opaque(value));
            }
            assert_eq!(whole.any(&Rational::new(1, 1_234_567)), None, "{set}");
        }
    }
}
