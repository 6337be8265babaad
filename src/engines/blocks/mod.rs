//! A search with any operators. If an operator other than `+ - * /` makes a value from some cards,
//! as in `√(4+5)`, this value counts as one number, a *block*. Then `+ - * /` combine cards and
//! blocks into the target.

mod tables;
mod whole;

use std::sync::OnceLock;

use itertools::Itertools;

use super::program::Program;
use super::solution::Solution;
use super::{Arranged, Effort, Engine, Flow, Found, GO_ON, Refusal, Solved};
use crate::algebra::Symmetries;
use crate::syntax::{Expression, Operands, Operator, OperatorSet, Slot, operate};
use crate::{Hand, Rational, Template, canonical_texts};

use tables::{Part, Tables, chosen};
use whole::{Partner, Whole, partners};

/// The maximum number of cards of a hand: one more card would give a hundred times as many values.
const MAX_CARDS: usize = 5;

/// Finds the solutions with operators other than `+ - * /`: every function of cards and blocks, some
/// of them more than once: see [`Equivalence::Value`](crate::Equivalence::Value).
///
/// For every part of a hand, a table has all values that these cards make, with one way to make
/// each. A block is a value whose last operation is not a field operation (`+ - * /`). For each way
/// to divide the hand into cards and blocks, the engine evaluates every function of these. If there
/// are only two operands, the engine instead takes each value of one and looks up the value that
/// the other must have.
#[derive(Debug)]
pub(super) struct Blocks {
    tables: Tables,
    functions: [OnceLock<Functions>; MAX_CARDS + 1],
}

/// All rational functions of a few distinct operands, each once.
type Functions = Program<Arranged>;

/// Returns all functions of `operands` distinct operands.
fn functions(operands: usize) -> Functions {
    let functions = canonical_texts(operands).into_iter().flat_map(|text| {
        let template: Template = text.parse().expect("it is a template");
        let expression = template.expression();
        let symmetries = Symmetries::of(&expression);
        let orders = (0..operands).permutations(operands);
        let orders = orders.filter(move |it| symmetries.is_first(it));
        orders.map(move |order| expression.map(|&Slot(slot)| order[slot]))
    });
    Program::new(operands, functions.map(|it| (it.clone(), it)))
}

/// A value that a function can have as an operand.
struct Choice<'a> {
    value: &'a Rational,
    block: &'a Part,
    way: &'a tables::Way,
}

impl Blocks {
    pub(super) fn new(set: OperatorSet) -> Self {
        Self { tables: Tables::new(set), functions: [const { OnceLock::new() }; MAX_CARDS + 1] }
    }

    fn expression(&self, choice: &Choice<'_>) -> Arranged {
        let Choice { block, way, .. } = choice;
        self.tables.expression(&block.table, way, &block.positions)
    }
}

/// Returns the cards in ascending order, and their positions in the hand.
fn ascending(hand: &Hand) -> (Vec<Rational>, Vec<usize>) {
    let value = |position: &usize| hand.cards()[*position].value().clone();
    let positions = (0..hand.cards().len()).sorted_by_key(value).collect_vec();
    (positions.iter().map(value).collect(), positions)
}

impl Engine for Blocks {
    fn operators(&self) -> OperatorSet {
        self.tables.set
    }

    fn refusal(&self, cards: usize) -> Option<Refusal> {
        (cards > MAX_CARDS).then_some(Refusal::AtMost(MAX_CARDS))
    }

    fn any_solution(&self, hand: &Hand, target: &Rational) -> Result<Option<Solution>, Refusal> {
        self.refusal(hand.cards().len()).map_or(Ok(()), Err)?;
        let (cards, positions) = ascending(hand);
        let any = Whole::new(&self.tables, &cards, &positions).any(target);
        Ok(any.map(|expression| Solution::new(&expression, hand)))
    }

    fn solve(&self, hand: &Hand, target: &Rational, found: &mut Found<'_>) -> Solved {
        self.refusal(hand.cards().len()).map_or(Ok(()), Err)?;
        let (cards, positions) = ascending(hand);
        let mut search = Search {
            blocks: self,
            found: &mut |expression| found(Solution::new(&expression, hand)),
            effort: Effort::default(),
            values: Vec::new(),
        };
        // The work is counted even if the receiver stopped the search.
        let _ = search.all(&cards, &positions, target);
        Ok(search.effort)
    }
}

struct Search<'a, 'f> {
    blocks: &'a Blocks,
    found: &'f mut dyn FnMut(Arranged) -> Flow,
    effort: Effort,
    values: Vec<Option<Rational>>,
}

impl Search<'_, '_> {
    fn all(&mut self, cards: &[Rational], positions: &[usize], target: &Rational) -> Flow {
        let negates = self.blocks.tables.set.has(Operator::Negate);
        let targets = [(target.clone(), false), (-target, true)];
        let targets = &targets[..=usize::from(negates)];
        for partition in partitions(cards) {
            if let [_] = partition[..]
                && cards.len() > 1
            {
                continue;
            }
            let part = |&bits| self.blocks.tables.part(cards, positions, bits);
            let blocks = partition.iter().map(part).collect_vec();
            let choices = blocks.iter().map(choices).collect_vec();
            self.effort.nodes += choices.iter().map(|it| it.len() as u64).sum::<u64>();
            for (target, negate) in targets {
                self.choose(&choices, target, *negate)?;
            }
        }
        if cards.len() == 1 {
            return GO_ON;
        }
        let whole = Whole::new(&self.blocks.tables, cards, positions);
        targets.iter().try_for_each(|(target, negate)| {
            whole.opaque(target).map_or(GO_ON, |expression| self.hand_on(expression, *negate))
        })
    }

    fn hand_on(&mut self, expression: Arranged, negate: bool) -> Flow {
        (self.found)(if negate {
            Expression::of_operands(Operator::Negate, Operands::One(expression))
        } else {
            expression
        })
    }

    /// Evaluates every function for every combination of choices. `choices` has a list for each
    /// operand.
    fn choose(&mut self, choices: &[Vec<Choice<'_>>], target: &Rational, negate: bool) -> Flow {
        if let [one, other] = choices {
            return self.pair(one, other, target, negate);
        }
        let blocks = self.blocks;
        let functions = blocks.functions[choices.len()].get_or_init(|| functions(choices.len()));
        let mut values = std::mem::take(&mut self.values);
        let flow = choices.iter().multi_cartesian_product().try_for_each(|chosen| {
            let join = |operator, left: &Option<_>, right: &Option<_>| {
                operate(operator, Operands::Two(left.as_ref()?, right.as_ref()?)).ok()
            };
            functions.run(|operand| Some(chosen[operand].value.clone()), join, &mut values);
            let results = functions.results.iter();
            let done = results.clone().filter(|&&(_, it)| values[it].is_some()).count() as u64;
            self.effort.evaluated += done;
            self.effort.zero_divisions += functions.results.len() as u64 - done;
            let mut hits = results.filter(|&&(_, it)| values[it].as_ref() == Some(target));
            hits.try_for_each(|(function, _)| {
                let expression = function
                    .fold(|&operand| blocks.expression(chosen[operand]), Expression::of_operands);
                self.hand_on(expression, negate)
            })
        });
        self.values = values;
        flow
    }

    /// Combines two operands: for each value of one, looks up the values that the other must have.
    fn pair(&mut self, a: &[Choice<'_>], b: &[Choice<'_>], target: &Rational, minus: bool) -> Flow {
        let (few, many) = if a.len() <= b.len() { (a, b) } else { (b, a) };
        let places: foldhash::HashMap<&Rational, usize> =
            many.iter().enumerate().map(|(place, choice)| (choice.value, place)).collect();
        for choice in few {
            for (operator, is_first, partner) in partners(choice.value, target) {
                let partners = match &partner {
                    Partner::Of(value) => {
                        let place = places.get(value);
                        place.map_or(&many[..0], |&place| &many[place..=place])
                    }
                    Partner::Any => many,
                };
                for partner in partners {
                    if operator == Operator::Divide && is_first && partner.value.is_zero() {
                        continue;
                    }
                    let (left, right) =
                        if is_first { (choice, partner) } else { (partner, choice) };
                    let [left, right] = [left, right].map(|it| self.blocks.expression(it));
                    self.effort.evaluated += 1;
                    self.hand_on(Expression::operation(operator, left, right), minus)?;
                }
            }
        }
        GO_ON
    }
}

/// Returns the values that some cards can have as one operand: the value of a single card, and the
/// values of all blocks of these cards.
fn choices(block: &Part) -> Vec<Choice<'_>> {
    // The first value of a single card is its own.
    let card = block.table.all.first().filter(|_| block.positions.len() == 1);
    // A block of a single card with the card's own value adds nothing.
    let blocks = block.table.opaque.iter();
    let others = blocks.filter(|(value, _)| card.is_none_or(|(card, _)| card != *value));
    let all = card.into_iter().chain(others);
    all.map(|(value, made)| Choice { value, block, way: &made.way }).collect()
}

/// Returns the ways to divide the cards into parts, those with the most parts first. A part has the
/// bits of its cards. If two ways differ only by equal cards, one of them is returned.
fn partitions(cards: &[Rational]) -> Vec<Vec<u8>> {
    let mut partitions: Vec<Vec<u8>> = vec![Vec::new()];
    for card in 0..cards.len() {
        let bit = 1 << card;
        let with_card = |parts: Vec<u8>| {
            let into = |index: usize| {
                let mut parts = parts.clone();
                match parts.get_mut(index) {
                    Some(part) => *part |= bit,
                    None => parts.push(bit),
                }
                parts
            };
            (0..=parts.len()).map(into).collect_vec()
        };
        partitions = partitions.into_iter().flat_map(with_card).collect();
    }
    partitions.sort_by_key(|parts| std::cmp::Reverse(parts.len()));
    let in_cards = |all: &Vec<u8>| all.iter().map(|&it| chosen(cards, it)).sorted().collect_vec();
    partitions.into_iter().unique_by(in_cards).collect()
}
