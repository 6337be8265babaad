//! The functions of some cards, without their values: everything that depends only on which of the
//! cards are equal.

use std::cmp::Ordering;
use std::sync::OnceLock;

use super::canonical::{Form, Kind, Sign, Traits};

/// The functions of some cards; cards may be equal.
#[derive(Debug)]
pub(super) struct Shape {
    /// The index of the shape among all shapes.
    pub(super) number: usize,
    /// The ways to split the cards, with the lowest card in the first part.
    splits: Vec<Split>,
    pub(super) functions: Vec<Listed>,
}

/// The maximum number of cards in a shape: five different cards would have 27,142 functions.
pub(super) const MAX_LISTED_CARDS: usize = 4;

/// A way to divide cards into two parts.
#[derive(Debug)]
struct Split {
    parts: [Cards; 2],
    shapes: [&'static Shape; 2],
}

/// A function of some cards.
#[derive(Debug, Clone, Copy)]
pub(super) struct Listed {
    pub(super) traits: Traits,
    /// The place of the function, or of its negative if that is the principal one.
    class: u16,
    /// The way in which the function is joined; `None` for a card.
    pub(super) made: Option<Made>,
}

/// The way in which a function is joined: the form, the index of the split, and the places of the
/// head and the rest in the shapes of their parts.
#[derive(Debug, Clone, Copy)]
pub(super) struct Made {
    pub(super) form: Form,
    pub(super) split: u8,
    pub(super) head: u16,
    pub(super) rest: u16,
}

/// A function and its negative, which are in the same class, among all functions of a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Class {
    /// The cards of the function, in the hand.
    cards: Cards,
    /// The place of the class in the table of these cards; 0 if there are too many cards for a
    /// table.
    place: u16,
}

impl Class {
    /// Returns the class of a function that is in no table.
    pub(super) const fn of_cards(cards: Cards) -> Self {
        Self { cards, place: 0 }
    }
}

impl Shape {
    /// Returns the shape of cards with these groups of equal cards.
    pub(super) fn of(groups: Groups) -> &'static Self {
        static SHAPES: [OnceLock<Shape>; 1 << MAX_LISTED_CARDS] =
            [const { OnceLock::new() }; 1 << MAX_LISTED_CARDS];
        SHAPES[groups.number()].get_or_init(|| Self::new(groups))
    }

    fn new(groups: Groups) -> Self {
        let all = groups.all();
        let split = |parts: [Cards; 2]| {
            let shapes = parts.map(|part| Self::of(groups.part(part)));
            Split { parts, shapes }
        };
        let splits = groups.splits(all).map(split).collect();
        let mut shape = Self { number: groups.number(), splits, functions: Vec::new() };
        if all == 1 {
            shape.functions.push(Listed { traits: Traits::CARD, class: 0, made: None });
        }
        shape.add_all(Form::PRODUCTS);
        shape.add_all(Form::SUMS);
        shape
    }

    /// Adds the functions that the splits make in these forms. If a function is the principal one
    /// of two, its negative comes right after it.
    fn add_all(&mut self, forms: [Form; 3]) {
        let mut functions = Vec::new();
        for (number, split) in (0..).zip(&self.splits) {
            let [heads, rests] = split.shapes.map(|shape| &shape.functions);
            for (i, head) in (0..).zip(heads) {
                for (j, rest) in (0..).zip(rests) {
                    let order = split.order([i.into(), j.into()], forms[0]);
                    for form in forms {
                        let made = Made { form, split: number, head: i, rest: j };
                        match Traits::joined(form, head.traits, rest.traits, order) {
                            Some(traits) if traits.sign != Sign::Opposite => {
                                let class = place(self.functions.len() + functions.len());
                                let opposite = (traits.sign == Sign::Principal).then(|| Listed {
                                    traits: traits.opposite(),
                                    class,
                                    made: Some(made.opposite([head, rest])),
                                });
                                functions.push(Listed { traits, class, made: Some(made) });
                                functions.extend(opposite);
                            }
                            _ => {}
                        }
                    }
                }
            }
        }
        self.functions.extend(functions);
    }

    /// Returns the ways to split the cards, with the lowest card in the first part.
    pub(super) fn splits(&self) -> impl Iterator<Item = [Cards; 2]> + '_ {
        self.splits.iter().map(|split| split.parts)
    }

    /// Returns the parts of the function at `place`, each with its cards and its place in their
    /// shape; `None` for a card.
    pub(super) fn parts(&self, place: usize) -> Option<(Form, [Part; 2])> {
        let made = self.functions[place].made?;
        let Split { parts: [heads, rests], shapes: [of_heads, of_rests] } =
            self.splits[usize::from(made.split)];
        let head = Part { cards: heads, shape: of_heads, place: made.head.into() };
        Some((made.form, [head, Part { cards: rests, shape: of_rests, place: made.rest.into() }]))
    }

    /// Returns the class of the function at `place`, if it uses these cards of a hand.
    pub(super) fn class(&self, place: usize, cards: Cards) -> Class {
        Class { cards, place: self.place_of_class(place) }
    }

    /// Returns the place of the function at `place`, or of its negative if that is the principal
    /// one.
    pub(super) fn place_of_class(&self, place: usize) -> u16 {
        self.functions[place].class
    }

    /// Returns the class of the function's first term if the form makes a sum, or of its first
    /// factor if the form makes a product. If the function is of another kind, returns its own
    /// class.
    pub(super) fn class_of_head(&self, place: usize, cards: Cards, form: Form) -> Class {
        if self.functions[place].traits.kind != Kind::of(form) {
            return self.class(place, cards);
        }
        let (_, [head, _]) = self.parts(place).expect("a sum or product is joined");
        head.shape.class(head.place, spread(head.cards, cards))
    }
}

/// The head or the rest of a function: its cards, as bits among the cards of the function, the
/// shape of these cards, and its place in this shape.
#[derive(Debug, Clone, Copy)]
pub(super) struct Part {
    pub(super) cards: Cards,
    pub(super) shape: &'static Shape,
    pub(super) place: usize,
}

impl Split {
    /// Like [`order`], for places in the shapes of the parts.
    fn order(&self, [head, rest]: [usize; 2], form: Form) -> Ordering {
        let [heads, rests] = self.parts;
        let [of_heads, of_rests] = self.shapes;
        order(
            self.parts,
            || of_heads.class(head, heads),
            || of_rests.class_of_head(rest, rests, form),
        )
    }
}

impl Made {
    /// Returns the way in which the negative of a function is joined. The function must have a
    /// negative.
    fn opposite(self, [head, rest]: [&Listed; 2]) -> Self {
        let is_plain = |function: &Listed| function.traits.sign == Sign::Plain;
        let (form, negates_head, negates_rest) = match self.form {
            Form::Plus if is_plain(head) => (Form::MinusHead, false, true),
            Form::Plus if is_plain(rest) => (Form::Minus, true, false),
            Form::Plus => (Form::Plus, true, true),
            Form::Minus if is_plain(head) => (Form::MinusHead, false, false),
            Form::Minus => (Form::Plus, true, false),
            Form::MinusHead => unreachable!("head - rest is the principal one of the two"),
            form => (form, !is_plain(head), is_plain(head)),
        };
        Self {
            form,
            head: if negates_head { head.negative(self.head) } else { self.head },
            rest: if negates_rest { rest.negative(self.rest) } else { self.rest },
            ..self
        }
    }
}

impl Listed {
    /// Returns the place of the negative of the function, which must have one.
    fn negative(&self, place: u16) -> u16 {
        match self.traits.sign {
            Sign::Principal => place + 1,
            Sign::Opposite => place - 1,
            Sign::Both => place,
            Sign::Plain => unreachable!("a plain function has no negative"),
        }
    }
}

/// Compares a head with `head_of_rest`: the first term or factor of a rest, or the rest itself if
/// that is of another kind. Returns `Less` if only the head has the lowest card.
pub(super) fn order(
    [heads, rests]: [Cards; 2],
    head: impl FnOnce() -> Class,
    head_of_rest: impl FnOnce() -> Class,
) -> Ordering {
    if heads.trailing_zeros() == rests.trailing_zeros() {
        head().cmp(&head_of_rest())
    } else {
        Ordering::Less
    }
}

/// Converts bits counted among `cards` to bits of the hand: bit 2 of `some` becomes the third bit
/// that is set in `cards`.
pub(super) fn spread(some: Cards, cards: Cards) -> Cards {
    let mut rest = cards;
    let mut spread = 0;
    for number in 0..cards.count_ones() {
        let lowest = rest & rest.wrapping_neg();
        if some >> number & 1 == 1 {
            spread |= lowest;
        }
        rest &= !lowest;
    }
    spread
}

fn place(place: usize) -> u16 {
    u16::try_from(place).expect("four cards have 1170 functions")
}

/// Some of the cards of a hand, as bits: bit `n` is card `n`, counted from the lowest card up. Of
/// equal cards, the first ones are taken, so that equal sets have equal bits. Of two sets, the one
/// with more of the highest card is the larger number. That is true for bits among the cards of a
/// hand, and for bits among the cards of a part.
pub(super) type Cards = usize;

/// The number of cards, and the groups of equal cards among them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Groups {
    size: usize,
    /// The bits of the cards that are equal to the card before them.
    repeated: Cards,
}

impl Groups {
    /// Makes the groups of `cards`, which must be sorted from the lowest up.
    pub(super) fn new(cards: &[u64]) -> Self {
        let is_repeated = |place: &usize| *place > 0 && cards[*place] == cards[place - 1];
        let repeated = (0..cards.len()).filter(is_repeated).map(|place| 1 << place).sum();
        Self { size: cards.len(), repeated }
    }

    /// Returns the groups of a part.
    pub(super) fn part(self, part: Cards) -> Self {
        let (mut repeated, mut taken) = (0, 0);
        for place in (0..self.size).filter(|place| part >> place & 1 == 1) {
            // Of equal cards, the first ones are taken. So if this card repeats the card before it,
            // that card is the last one taken.
            repeated |= (self.repeated >> place & 1) << taken;
            taken += 1;
        }
        Self { size: taken, repeated }
    }

    /// Returns all cards.
    pub(super) const fn all(self) -> Cards {
        (1 << self.size) - 1
    }

    /// Returns a number below `2^size` that differs for different groups.
    pub(super) const fn number(self) -> usize {
        // The first card is never repeated, so its bit is not needed.
        (1 << self.size | self.repeated) >> 1
    }

    /// Whether the part takes the first ones of equal cards.
    pub(super) const fn has_first_ones(self, part: Cards) -> bool {
        // A repeated card is never taken without the card before it.
        part & self.repeated & !(part << 1) == 0
    }

    /// Returns the part that takes the same number of cards from each group of equal cards, but
    /// always the first ones.
    fn first_ones(self, part: Cards) -> Cards {
        let mut part = part;
        // If a repeated card is taken without the card before it, take that card instead, and
        // repeat.
        loop {
            let sinking = part & self.repeated & !(part << 1);
            if sinking == 0 {
                return part;
            }
            part = part & !sinking | sinking >> 1;
        }
    }

    /// Returns the ways to split some cards, with the lowest card in the first part.
    pub(super) fn splits(self, part: Cards) -> impl Iterator<Item = [Cards; 2]> {
        let lowest = part & part.wrapping_neg();
        let others = part & !lowest;
        // All subsets of `others`, except `others` itself.
        let subsets = std::iter::successors(Some(0), move |chosen: &Cards| {
            Some(chosen.wrapping_sub(others) & others)
        });
        let heads = subsets.take_while(move |&chosen| chosen != others).map(move |it| it | lowest);
        let heads = heads.filter(move |&heads| self.has_first_ones(heads));
        heads.map(move |heads| [heads, self.first_ones(part & !heads)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [OEIS A140606](https://oeis.org/A140606).
    #[test]
    fn different_cards_have_the_published_number_of_functions() {
        for (cards, functions) in [(1, 1), (2, 6), (3, 68), (4, 1170)] {
            let shape = Shape::of(Groups::new(&(0..cards).collect::<Vec<u64>>()));
            assert_eq!(shape.functions.len(), functions, "{cards}");
        }
    }

    #[test]
    fn functions_do_not_distinguish_equal_cards() {
        // a+a, a-a, a*a and a/a.
        assert_eq!(Shape::of(Groups::new(&[7, 7])).functions.len(), 4);
        // Three different cards have 68 functions. Many of these are the same if the cards are
        // equal, such as a+b-c and a-b+c.
        let texts = Shape::of(Groups::new(&[7, 7, 7])).functions.len();
        assert!(texts < 68 / 2, "{texts}");
    }

    #[test]
    fn spread_maps_positions_in_a_part_to_positions_in_the_hand() {
        assert_eq!(spread(0b101, 0b11010), 0b10010);
        assert_eq!(spread(0b11, 0b1100), 0b1100);
    }

    #[test]
    fn different_cards_are_split_in_every_way() {
        let groups = Groups::new(&[2, 3, 5, 7]);
        let splits: Vec<_> = groups.splits(0b1111).collect();
        assert_eq!(splits.len(), 7);
        assert!(splits.iter().all(|[heads, rests]| heads | rests == 0b1111 && heads & 1 == 1));
    }

    #[test]
    fn equal_cards_are_split_only_by_their_number() {
        let groups = Groups::new(&[3, 3, 8, 8]);
        let splits: Vec<_> = groups.splits(0b1111).collect();
        // 3 | 3 8 8, 3 3 | 8 8, 3 8 | 3 8, 3 3 8 | 8 and 3 8 8 | 3.
        let expected = [
            [0b0001, 0b1101],
            [0b0011, 0b1100],
            [0b0101, 0b0101],
            [0b0111, 0b0100],
            [0b1101, 0b0001],
        ];
        assert_eq!(splits, expected);
    }

    #[test]
    fn groups_know_the_equal_cards_of_a_part() {
        let groups = Groups::new(&[3, 3, 3, 8, 8]);
        assert_eq!(groups.part(0b01011), Groups::new(&[3, 3, 8]));
        assert_eq!(groups.part(0b11001), Groups::new(&[3, 8, 8]));
        assert_eq!(groups.all(), 0b11111);
    }

    #[test]
    fn a_selection_of_equal_cards_moves_to_the_first_of_them() {
        let groups = Groups::new(&[3, 3, 3, 8, 8]);
        assert_eq!(groups.first_ones(0b10100), 0b01001);
        assert_eq!(groups.first_ones(0b10110), 0b01011);
        assert!(groups.has_first_ones(0b01011));
        assert!(!groups.has_first_ones(0b10011));
    }
}
