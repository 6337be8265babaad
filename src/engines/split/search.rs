//! The search for all functions of a part with a wanted value.

use std::cell::Cell;
use std::ops::ControlFlow;

use super::canonical::{Form, Kind, Sign, Traits};
use super::parts::{Functions, Part, Parts, Table};
use super::shape::{Cards, Class, Shape, order, spread};
use super::value::Value;
use crate::syntax::Builder;

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

/// A function of some of the cards of a hand.
pub(super) struct Function<'f> {
    pub(super) cards: Cards,
    pub(super) traits: Traits,
    made: Made<'f>,
}

/// Where a function comes from.
enum Made<'f> {
    /// It is listed, at this place.
    Listed(&'static Shape, usize),
    /// It is joined of a head and a rest.
    Joined(Form, &'f Function<'f>, &'f Function<'f>),
}

impl<'f> Function<'f> {
    pub(super) fn listed(shape: &'static Shape, place: usize, cards: Cards) -> Self {
        let traits = shape.functions()[place].traits;
        Self { cards, traits, made: Made::Listed(shape, place) }
    }

    /// The two joined, which have these cards together; `None` where that is not
    /// how their function is made.
    pub(super) fn joined(cards: Cards, form: Form, head: &'f Self, rest: &'f Self) -> Option<Self> {
        let parts = [head.cards, rest.cards];
        let order = order(parts, || head.class(), || rest.class_of_head(form));
        let traits = Traits::joined(form, head.traits, rest.traits, order)?;
        Some(Self { cards, traits, made: Made::Joined(form, head, rest) })
    }

    fn class(&self) -> Class {
        match self.made {
            Made::Listed(shape, place) => shape.class(place, self.cards),
            // Of two functions of equal cards in one hand both are listed.
            Made::Joined(..) => Class::of_cards(self.cards),
        }
    }

    /// The class of its first term, or of its first factor where it is to be
    /// joined to a product; its own where it is none.
    fn class_of_head(&self, form: Form) -> Class {
        match self.made {
            Made::Listed(shape, place) => shape.class_of_head(place, self.cards, form),
            Made::Joined(_, head, _) if self.traits.kind == Kind::of(form) => head.class(),
            Made::Joined(..) => self.class(),
        }
    }

    /// Adds it to an expression; `leaf` is asked for each card by its place in the
    /// hand from the lowest card up, of equal cards for the first one.
    pub(super) fn build<L>(&self, builder: &mut Builder<L>, leaf: &mut dyn FnMut(usize) -> L) {
        match self.made {
            Made::Listed(shape, place) => build_listed(shape, place, self.cards, builder, leaf),
            Made::Joined(form, head, rest) => {
                let (operator, is_reversed) = form.operator();
                for operand in if is_reversed { [rest, head] } else { [head, rest] } {
                    operand.build(builder, leaf);
                }
                builder.operation(operator.into(), 0..0);
            }
        }
    }
}

fn build_listed<L>(
    shape: &Shape,
    place: usize,
    cards: Cards,
    builder: &mut Builder<L>,
    leaf: &mut dyn FnMut(usize) -> L,
) {
    let Some((form, [head, rest])) = shape.parts(place) else {
        return builder.leaf(leaf(cards.trailing_zeros() as usize), 0..0);
    };
    let (operator, is_reversed) = form.operator();
    for part in if is_reversed { [rest, head] } else { [head, rest] } {
        build_listed(part.shape, part.place, spread(part.cards, cards), builder, leaf);
    }
    builder.operation(operator.into(), 0..0);
}
