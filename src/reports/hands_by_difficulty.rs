//! The hands of a deck, sorted by how hard they are.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

use itertools::Itertools;

use crate::difficulty::{Difficulty, Level};
use crate::{Deck, Hand, Rational, for_each_hand};

/// The solvable hands of a deck, each with its rating.
///
/// ```
/// use bracket24::Deck;
/// use bracket24::reports::HandsByDifficulty;
/// use std::ops::ControlFlow;
///
/// let deck = Deck::new(1..=6, 3, false)?;
/// let by_difficulty = HandsByDifficulty::new(&deck, &24.into(), || ControlFlow::Continue(()));
/// let hardest = by_difficulty.hardest().next().unwrap();
/// assert_eq!((hardest.hand.to_string().as_str(), by_difficulty.hands), ("2 3 6", 56));
/// # Ok::<(), bracket24::DeckError>(())
/// ```
#[derive(Debug, Clone)]
pub struct HandsByDifficulty {
    /// The deck.
    pub deck: Deck,
    /// The target.
    pub target: Rational,
    /// The number of hands of the deck that were examined.
    pub hands: u64,
    /// The rated hands, the easiest first; equally hard ones in the order of the deck.
    pub rated: Vec<RatedHand>,
    /// Whether the run was stopped early, so that later hands are missing.
    pub partial: bool,
}

/// A hand with its rating.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RatedHand {
    /// The hand.
    pub hand: Hand,
    /// How hard it is.
    pub difficulty: Difficulty,
}

impl HandsByDifficulty {
    /// Rates all solvable hands of a deck; hands of more than [`Difficulty::MAX_CARDS`] cards get
    /// no rating. Calls `go_on` after each hand; that call can stop the run.
    pub fn new(deck: &Deck, target: &Rational, mut go_on: impl FnMut() -> ControlFlow<()>) -> Self {
        let (mut hands, mut rated) = (0, Vec::new());
        let flow = for_each_hand(
            deck.hands(),
            |hand| Difficulty::of(hand, target),
            |hand, difficulty| {
                hands += 1;
                rated.extend(difficulty.map(|difficulty| RatedHand { hand, difficulty }));
                go_on()
            },
        );
        rated.sort_by_key(|it| it.difficulty.points);
        let (deck, target) = (deck.clone(), target.clone());
        Self { deck, target, hands, rated, partial: flow.is_break() }
    }

    /// Returns the rated hands, the hardest first; equally hard ones in the order of the deck.
    pub fn hardest(&self) -> impl Iterator<Item = &RatedHand> {
        self.rated.iter().sorted_by_key(|it| Reverse(it.difficulty.points))
    }

    /// Returns the number of rated hands at each level; levels without hands are missing. Hands of
    /// few cards have no level.
    pub fn levels(&self) -> BTreeMap<Level, u64> {
        let mut levels = BTreeMap::new();
        for level in self.rated.iter().filter_map(|it| it.difficulty.known_level()) {
            *levels.entry(level).or_default() += 1;
        }
        levels
    }
}
