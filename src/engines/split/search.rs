//! The search for all functions of a part with a wanted value.

use std::cell::Cell;
use std::ops::ControlFlow;

use super::canonical::{Form, Kind, Sign};
use super::function::Function;
use super::groups::Cards;
use super::parts::{Functions, Part, Parts};
use super::table::Table;
use super::value::Value;

/// What is done with every function that is found; it can stop the search.
pub(super) type Each<'a> = dyn FnMut(&Function<'_>) -> ControlFlow<()> + 'a;

/// The same for functions of any value.
type EachValue<'a, V> = dyn FnMut(&Function<'_>, &V) -> ControlFlow<()> + 'a;

const GO_ON: ControlFlow<()> = ControlFlow::Continue(());

/// A search in the parts of a hand.
pub(super) struct Search<'p, V> {
    parts: &'p Parts<V>,
    /// How many values were wanted of a part.
    wanted: Cell<u64>,
}

impl<'p, V: Value> Search<'p, V> {
    pub(super) const fn new(parts: &'p Parts<V>) -> Self {
        Self { parts, wanted: Cell::new(0) }
    }

    /// How many values were wanted of a part, so far.
    pub(super) fn wanted(&self) -> u64 {
        self.wanted.get()
    }

    /// Hands on every function of `part` with the value `wanted`.
    #[inline]
    pub(super) fn find(
        &self,
        part: &Part<'_, V>,
        wanted: &V,
        each: &mut Each<'_>,
    ) -> ControlFlow<()> {
        self.wanted.set(self.wanted.get() + 1);
        match part.functions {
            Functions::Listed(table) => table
                .find(wanted)
                .try_for_each(|place| each(&Function::listed(table.shape(), place, part.cards))),
            Functions::Split(splits) => self.find_in_splits(part.cards, splits, wanted, each),
        }
    }

    /// Of each split the smaller part is gone through: with one of its functions,
    /// the other part has to be worth one of six values.
    fn find_in_splits(
        &self,
        cards: Cards,
        splits: &[[Cards; 2]],
        wanted: &V,
        each: &mut Each<'_>,
    ) -> ControlFlow<()> {
        let inverse = wanted.inverse();
        for split in splits {
            let [heads, rests] = split.map(|part| self.parts.get(part));
            let wanted = Wanted { search: self, cards, value: wanted, inverse: &inverse };
            match (&heads.functions, &rests.functions) {
                (Functions::Listed(table), _)
                    if heads.cards.count_ones() <= rests.cards.count_ones() =>
                {
                    wanted.by_heads(table, heads.cards, &rests, each)?;
                }
                (_, Functions::Listed(table)) => {
                    wanted.by_rests(&heads, table, rests.cards, each)?;
                }
                _ => unreachable!("of nine cards in two parts one has a table"),
            }
        }
        GO_ON
    }

    /// Hands on every function of `part` with its value.
    fn all(&self, part: &Part<'_, V>, each: &mut EachValue<'_, V>) -> ControlFlow<()> {
        let splits = match part.functions {
            Functions::Split(splits) => splits,
            Functions::Listed(table) => {
                return table.values().iter().enumerate().try_for_each(|(place, value)| {
                    let Some(value) = value else { return GO_ON };
                    each(&Function::listed(table.shape(), place, part.cards), value)
                });
            }
        };
        splits.iter().try_for_each(|split| {
            let [heads, rests] = split.map(|part| self.parts.get(part));
            self.all(&heads, &mut |head, x| {
                self.all(&rests, &mut |rest, y| {
                    Form::SUMS.into_iter().chain(Form::PRODUCTS).try_for_each(|form| {
                        let joined = Function::joined(part.cards, form, head, rest);
                        match joined.and_then(|joined| Some((joined, form.value(x, y)?))) {
                            Some((joined, value)) => each(&joined, &value),
                            None => GO_ON,
                        }
                    })
                })
            })
        })
    }
}

/// A value that is wanted of some cards.
struct Wanted<'s, V> {
    search: &'s Search<'s, V>,
    cards: Cards,
    value: &'s V,
    /// One over it; `None` where it is zero.
    inverse: &'s Option<V>,
}

impl<V: Value> Wanted<'_, V> {
    /// For every head, the rests that are worth what is wanted.
    fn by_heads(
        &self,
        table: &Table<V>,
        heads: Cards,
        rests: &Part<'_, V>,
        each: &mut Each<'_>,
    ) -> ControlFlow<()> {
        let shape = table.shape();
        let functions = shape.functions().iter().zip(table.values()).zip(table.inverses());
        for (place, ((listed, head), one_over_head)) in functions.enumerate() {
            let Some(head) = head else { continue };
            let function = || Function::listed(shape, place, heads);
            let mut rest = |form, value: &V| {
                self.search.find(rests, value, &mut |rest| self.join(form, &function(), rest, each))
            };
            if listed.traits.kind != Kind::Sum {
                rest(Form::Plus, &self.value.minus(head))?;
                rest(Form::Minus, &head.minus(self.value))?;
                if listed.traits.sign == Sign::Plain {
                    rest(Form::MinusHead, &self.value.plus(head))?;
                }
            }
            if listed.traits.kind == Kind::Product {
                continue;
            }
            match (one_over_head, self.inverse) {
                (Some(one_over_head), inverse) => {
                    rest(Form::Times, &self.value.times(one_over_head))?;
                    rest(Form::OverHead, &self.value.times(head))?;
                    if let Some(inverse) = inverse {
                        rest(Form::Over, &head.times(inverse))?;
                    }
                }
                // Zero is wanted, and zero is there.
                (None, None) => self.search.all(rests, &mut |rest, value| {
                    self.join(Form::Times, &function(), rest, each)?;
                    if value.is_zero() {
                        GO_ON
                    } else {
                        self.join(Form::Over, &function(), rest, each)
                    }
                })?,
                (None, Some(_)) => {}
            }
        }
        GO_ON
    }

    /// For every rest, the heads that are worth what is wanted.
    fn by_rests(
        &self,
        heads: &Part<'_, V>,
        table: &Table<V>,
        rests: Cards,
        each: &mut Each<'_>,
    ) -> ControlFlow<()> {
        let shape = table.shape();
        let functions = shape.functions().iter().zip(table.values()).zip(table.inverses());
        for (place, ((listed, rest), one_over_rest)) in functions.enumerate() {
            let Some(rest) = rest else { continue };
            let function = || Function::listed(shape, place, rests);
            let mut head = |form, value: &V| {
                self.search.find(heads, value, &mut |head| self.join(form, head, &function(), each))
            };
            head(Form::Plus, &self.value.minus(rest))?;
            head(Form::MinusHead, &rest.minus(self.value))?;
            if listed.traits.sign == Sign::Plain {
                head(Form::Minus, &self.value.plus(rest))?;
            }
            match (one_over_rest, self.inverse) {
                (Some(one_over_rest), inverse) => {
                    head(Form::Times, &self.value.times(one_over_rest))?;
                    if !listed.traits.is_quotient {
                        head(Form::Over, &self.value.times(rest))?;
                    }
                    if let Some(inverse) = inverse {
                        head(Form::OverHead, &rest.times(inverse))?;
                    }
                }
                // Zero is wanted, and zero is there.
                (None, None) => self.search.all(heads, &mut |head, value| {
                    self.join(Form::Times, head, &function(), each)?;
                    if value.is_zero() {
                        GO_ON
                    } else {
                        self.join(Form::OverHead, head, &function(), each)
                    }
                })?,
                (None, Some(_)) => {}
            }
        }
        GO_ON
    }

    /// Hands the two joined on, if that is how their function is made.
    fn join(
        &self,
        form: Form,
        head: &Function<'_>,
        rest: &Function<'_>,
        each: &mut Each<'_>,
    ) -> ControlFlow<()> {
        Function::joined(self.cards, form, head, rest).map_or(GO_ON, |joined| each(&joined))
    }
}

impl Form {
    /// The value of the two joined; `None` where it divides by zero.
    fn value<V: Value>(self, head: &V, rest: &V) -> Option<V> {
        Some(match self {
            Self::Plus => head.plus(rest),
            Self::Minus => head.minus(rest),
            Self::MinusHead => rest.minus(head),
            Self::Times => head.times(rest),
            Self::Over => head.times(&rest.inverse()?),
            Self::OverHead => rest.times(&head.inverse()?),
        })
    }
}
