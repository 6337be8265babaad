//! The search for all functions of a part with a wanted value.

use std::cell::Cell;

use super::canonical::{Form, Kind, Sign, Traits};
use super::parts::{Functions, Part, Parts, Table};
use super::shape::{Cards, Class, Shape, order, spread};
use super::value::Value;
use crate::engines::{Flow, GO_ON};
use crate::syntax::{Operator, Side};

/// The receiver of every function found; it can stop the search.
pub(super) type Each<'a> = dyn FnMut(&Function<'_>) -> Flow + 'a;

/// The receiver of functions with any value, and of their values.
type EachValue<'a, V> = dyn FnMut(&Function<'_>, &V) -> Flow + 'a;

/// A search in the parts of a hand.
pub(super) struct Search<'p, V> {
    parts: &'p Parts<V>,
    /// The number of times that the search looked for a value in a part.
    wanted: Cell<u64>,
}

impl<'p, V: Value> Search<'p, V> {
    pub(super) const fn new(parts: &'p Parts<V>) -> Self {
        Self { parts, wanted: Cell::new(0) }
    }

    /// Returns how often the search has looked for a value in a part.
    pub(super) fn wanted(&self) -> u64 {
        self.wanted.get()
    }

    fn count(&self) {
        self.wanted.set(self.wanted.get() + 1);
    }

    /// Passes to `each` every function of `part` with the value `wanted`.
    #[inline]
    pub(super) fn find(&self, part: &Part<'_, V>, wanted: &V, each: &mut Each<'_>) -> Flow {
        self.count();
        match part.functions {
            Functions::Listed(table) => table
                .find(wanted)
                .try_for_each(|place| each(&Function::listed(table.shape, place, part.cards))),
            Functions::Split(splits) => self.in_splits(part.cards, splits, wanted, each),
        }
    }

    /// Goes through the functions of the smaller part of each split. Each function leaves six
    /// possible values for the other part.
    fn in_splits(&self, all: Cards, parts: &[[Cards; 2]], wanted: &V, each: &mut Each<'_>) -> Flow {
        let inverse = wanted.inverse();
        for split in parts {
            let [heads, rests] = split.map(|part| self.parts.get(part));
            let wanted = Wanted { search: self, cards: all, value: wanted, inverse: &inverse };
            match (&heads.functions, &rests.functions) {
                (Functions::Listed(table), _)
                    if heads.cards.count_ones() <= rests.cards.count_ones() =>
                {
                    wanted.by_table::<true>(table, heads.cards, &rests, each)?;
                }
                (_, Functions::Listed(table)) => {
                    wanted.by_table::<false>(table, rests.cards, &heads, each)?;
                }
                _ => unreachable!("of nine cards in two parts one has a table"),
            }
        }
        GO_ON
    }

    /// Passes to `each` every function of `part`, with its value.
    fn all(&self, part: &Part<'_, V>, each: &mut EachValue<'_, V>) -> Flow {
        let splits = match part.functions {
            Functions::Split(splits) => splits,
            Functions::Listed(table) => {
                return table.values().iter().enumerate().try_for_each(|(place, value)| {
                    let Some(value) = value else { return GO_ON };
                    each(&Function::listed(table.shape, place, part.cards), value)
                });
            }
        };
        splits.iter().try_for_each(|split| {
            let [heads, rests] = split.map(|part| self.parts.get(part));
            self.all(&heads, &mut |head, x| {
                self.all(&rests, &mut |rest, y| {
                    Form::SUMS.into_iter().chain(Form::PRODUCTS).try_for_each(|form| {
                        let joined = Function::joined(part.cards, form, head, rest);
                        let value = || form.value(x, y, || x.inverse(), || y.inverse());
                        match joined.and_then(|joined| Some((joined, value()?))) {
                            Some((joined, value)) => each(&joined, &value),
                            None => GO_ON,
                        }
                    })
                })
            })
        })
    }
}

/// A value that some cards must make.
struct Wanted<'s, V> {
    search: &'s Search<'s, V>,
    cards: Cards,
    value: &'s V,
    /// The reciprocal of the value; `None` for zero.
    inverse: &'s Option<V>,
}

impl<V: Value> Wanted<'_, V> {
    /// Goes through the functions of `table`, which are heads if `HEADS` is true, and rests
    /// otherwise. For each of them, finds the functions of the `other` part with which it makes the
    /// wanted value.
    fn by_table<const HEADS: bool>(
        &self,
        table: &Table<V>,
        cards: Cards,
        other: &Part<'_, V>,
        each: &mut Each<'_>,
    ) -> Flow {
        let shape = table.shape;
        let functions = shape.functions.iter().zip(table.values()).zip(table.inverses());
        for (place, ((listed, value), one_over)) in functions.enumerate() {
            let Some(value) = value else { continue };
            let Traits { kind, sign, is_quotient, .. } = listed.traits;
            // The forms are those with this function as the head.
            let join = |form: Form, other: &Function<'_>, each: &mut Each<'_>| {
                let this = Function::listed(shape, place, cards);
                let (form, [head, rest]) =
                    if HEADS { (form, [&this, other]) } else { (form.swapped(), [other, &this]) };
                Function::joined(self.cards, form, head, rest).map_or(GO_ON, |joined| each(&joined))
            };
            let mut find = |form, wanted: &V| {
                if other.lacks(wanted) {
                    self.search.count();
                    return GO_ON;
                }
                self.search.find(other, wanted, &mut |found| join(form, found, each))
            };
            // A sum cannot be the head of a sum, nor a product the head of a product.
            if !(HEADS && kind == Kind::Sum) {
                find(Form::Plus, &self.value.minus(value))?;
                find(Form::Minus, &value.minus(self.value))?;
                if sign == Sign::Plain {
                    find(Form::MinusHead, &self.value.plus(value))?;
                }
            }
            if HEADS && kind == Kind::Product {
                continue;
            }
            match (one_over, self.inverse) {
                (Some(one_over), inverse) => {
                    find(Form::Times, &self.value.times(one_over))?;
                    if HEADS || !is_quotient {
                        find(Form::OverHead, &self.value.times(value))?;
                    }
                    if let Some(inverse) = inverse {
                        find(Form::Over, &value.times(inverse))?;
                    }
                }
                // Both the wanted value and the value of this function are zero.
                (None, None) => self.search.all(other, &mut |found, value| {
                    join(Form::Times, found, each)?;
                    if value.is_zero() { GO_ON } else { join(Form::Over, found, each) }
                })?,
                (None, Some(_)) => {}
            }
        }
        GO_ON
    }
}

/// A function of some of the cards of a hand.
pub(super) struct Function<'f> {
    pub(super) cards: Cards,
    pub(super) traits: Traits,
    made: Made<'f>,
}

/// The origin of a function.
enum Made<'f> {
    /// A listed function, at this place in the shape.
    Listed(&'static Shape, usize),
    /// A function joined from a head and a rest.
    Joined(Form, &'f Function<'f>, &'f Function<'f>),
}

impl<'f> Function<'f> {
    pub(super) fn listed(shape: &'static Shape, place: usize, cards: Cards) -> Self {
        Self { cards, traits: shape.functions[place].traits, made: Made::Listed(shape, place) }
    }

    /// Returns the function that joins `head` and `rest` in this form; `None` if that is not its
    /// canonical form. `cards` has the cards of both.
    pub(super) fn joined(cards: Cards, form: Form, head: &'f Self, rest: &'f Self) -> Option<Self> {
        let order = order([head.cards, rest.cards], || head.class(), || rest.class_of_head(form));
        let traits = Traits::joined(form, head.traits, rest.traits, order)?;
        Some(Self { cards, traits, made: Made::Joined(form, head, rest) })
    }

    fn class(&self) -> Class {
        match self.made {
            Made::Listed(shape, place) => shape.class(place, self.cards),
            // A place is not needed here: if two functions in one hand have equal cards, both are
            // listed.
            Made::Joined(..) => Class::of_cards(self.cards),
        }
    }

    /// Returns the class of the function's first term if the form makes a sum, or of its first
    /// factor if the form makes a product. If the function is of another kind, returns its own
    /// class.
    fn class_of_head(&self, form: Form) -> Class {
        match self.made {
            Made::Listed(shape, place) => shape.class_of_head(place, self.cards, form),
            Made::Joined(_, head, _) if self.traits.kind == Kind::of(form) => head.class(),
            Made::Joined(..) => self.class(),
        }
    }

    /// Visits the function from left to right.
    pub(super) fn walk(&self, around: Around, visitor: &mut impl Visitor) {
        match self.made {
            Made::Listed(shape, place) => visitor.listed(shape, place, self.cards, around),
            Made::Joined(form, head, rest) => {
                walk_operation(form, around, visitor, |is_head, around, visitor| {
                    if is_head { head } else { rest }.walk(around, visitor);
                });
            }
        }
    }
}

/// The operator around an operand, and the operand's side; `None` for the whole expression.
pub(super) type Around = Option<(Operator, Side)>;

/// The actions during a walk through a function.
pub(super) trait Visitor {
    /// Visits a card. `first` is its index in the hand, from the lowest card up. Equal cards share
    /// the index of the first of them.
    fn card(&mut self, first: usize);

    /// Visits the start of an operation.
    fn begin(&mut self, _operator: Operator, _around: Around) {}

    /// Visits the operator.
    fn operator(&mut self, _operator: Operator) {}

    /// Visits the end of an operation.
    fn end(&mut self, operator: Operator, around: Around);

    /// Visits a listed function of these cards.
    fn listed(&mut self, shape: &'static Shape, place: usize, cards: Cards, around: Around)
    where
        Self: Sized,
    {
        walk_listed(shape, place, cards, around, self);
    }
}

fn walk_operation<V: Visitor>(
    form: Form,
    around: Around,
    visitor: &mut V,
    operand: impl Fn(bool, Around, &mut V),
) {
    let (operator, is_reversed) = form.operator();
    let operator = operator.into();
    visitor.begin(operator, around);
    operand(!is_reversed, Some((operator, Side::Left)), visitor);
    visitor.operator(operator);
    operand(is_reversed, Some((operator, Side::Right)), visitor);
    visitor.end(operator, around);
}

/// Visits the function at `place` in `shape` from left to right.
pub(super) fn walk_listed<V: Visitor>(
    shape: &Shape,
    place: usize,
    cards: Cards,
    around: Around,
    visitor: &mut V,
) {
    let Some((form, [head, rest])) = shape.parts(place) else {
        return visitor.card(cards.trailing_zeros() as usize);
    };
    walk_operation(form, around, visitor, |is_head, around, visitor| {
        let part = if is_head { &head } else { &rest };
        walk_listed(part.shape, part.place, spread(part.cards, cards), around, visitor);
    });
}
