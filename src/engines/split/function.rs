//! A function of some of the cards, as the search meets it.

use super::canonical::{Form, Kind, Traits};
use super::groups::Cards;
use super::shape::{Class, Shape, order, spread};
use crate::syntax::Builder;

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
