//! The hands of a deck that have a solution, and their number, for one target or many. Also the
//! operators, in addition to `+-*/`, that a hand needs for a solution.

use std::ops::{ControlFlow, Range};

use crate::engines::{Engine, Pairs, Reach, ReachError, Refusal, Solution};
use crate::{Deck, Hand, Operator, OperatorSet, Rational};

/// The number of hands of a deck that have a solution for a target.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SolvableCount {
    /// The target.
    pub target: Rational,
    /// The number of hands of the deck.
    pub hands: u64,
    /// The number of these hands that have a solution.
    pub solvable: u64,
}

impl SolvableCount {
    /// Counts the hands with [`Reach`]. Returns `None` if `Reach` refuses the deck.
    pub fn of(deck: &Deck, target: Rational) -> Option<Self> {
        Some(SolvableDeck::new(deck.clone()).ok()?.count(target))
    }
}

/// A deck with the tables of [`Reach`], for any number of targets.
///
/// Whether a hand has a solution does not depend on the order of its cards, so the tables of an
/// ordered deck are those of its hands with sorted cards.
///
/// ```
/// use bracket24::reports::SolvableDeck;
/// use bracket24::{Deck, Rational};
///
/// let deck = SolvableDeck::new(Deck::new(1..=13, 4, false)?)?;
/// let most = (1..=100).map(|target| deck.count(Rational::from(target)));
/// let most = most.max_by_key(|count| count.solvable).unwrap();
/// assert_eq!((most.target, most.solvable), (Rational::from(2), 1758));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SolvableDeck {
    /// The deck.
    pub deck: Deck,
    /// The unordered deck of the same cards.
    sorted: Deck,
    reach: Reach,
    /// For an ordered deck, the number of orders of the cards of each sorted hand.
    orders: Option<Vec<u64>>,
}

impl SolvableDeck {
    /// Makes the tables of a deck.
    ///
    /// # Errors
    ///
    /// Returns an error if [`Reach`] refuses the deck: its cards are too large, or its hands are
    /// too large or too many.
    pub fn new(deck: Deck) -> Result<Self, ReachError> {
        let sorted = deck.sorted();
        let reach = Reach::new(&sorted)?;
        let orders = deck.is_ordered().then(|| deck.orders());
        Ok(Self { deck, sorted, reach, orders })
    }

    /// Counts the hands that have a solution for `target`.
    pub fn count(&self, target: Rational) -> SolvableCount {
        self.count_while(target, |_| ControlFlow::Continue(()))
    }

    /// Like [`count`](Self::count), but calls `go_on` with the number of hands counted so far, and
    /// stops when that call returns `Break`.
    pub fn count_while(
        &self,
        target: Rational,
        mut go_on: impl FnMut(u64) -> ControlFlow<()>,
    ) -> SolvableCount {
        let (mut hands, mut solvable) = (0, 0);
        let mut orders = self.orders.iter().flatten();
        let _ = self.reach.for_each(&target, |is_solvable| {
            // In an unordered deck, each hand counts once.
            let alike = orders.next().map_or(1, |orders| *orders);
            hands += alike;
            solvable += if is_solvable { alike } else { 0 };
            go_on(hands)
        });
        SolvableCount { target, hands, solvable }
    }

    /// Returns the hands with these numbers, as [`Deck::range`] returns them, and whether each
    /// has a solution.
    pub fn hands(
        &self,
        target: &Rational,
        numbers: Range<u64>,
    ) -> impl Iterator<Item = (Hand, bool)> {
        let solvable = self.reach.solvable(target);
        self.deck.range(numbers).map(move |hand| {
            let number = self.sorted.number_of(&hand).expect("it is a hand of the deck");
            let number = usize::try_from(number).expect("there is an answer for each in memory");
            (hand, solvable[number])
        })
    }
}

/// Finds the fewest operators that must be added to `+-*/` for a hand to have a solution.
///
/// ```
/// use bracket24::Hand;
/// use bracket24::reports::OperatorNeeds;
///
/// let needs = OperatorNeeds::new("^,√".parse()?);
/// let found = needs.of(&Hand::from([1, 1, 1, 5]), &24.into())?.expect("it has a solution");
/// assert_eq!(found.operators.to_string(), "+-*/^");
/// assert_eq!(found.solution.text(), "5^(1+1)-1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct OperatorNeeds {
    /// The search for each set of operators, the smallest sets first.
    searches: Vec<(OperatorSet, Box<dyn Engine>)>,
}

/// The operators that a hand needs.
#[derive(Debug, Clone)]
pub struct NeededOperators {
    /// The smallest set of operators with which the hand has a solution.
    pub operators: OperatorSet,
    /// A solution with these operators.
    pub solution: Solution,
}

impl OperatorNeeds {
    /// Makes one search for each subset of `operators`.
    pub fn new(operators: OperatorSet) -> Self {
        let search = |set| (set, Pairs::for_operators(set));
        Self { searches: operators.subsets().into_iter().map(search).collect() }
    }

    /// Returns the operators that `hand` needs; `None` if it has no solution even with all
    /// operators.
    ///
    /// # Errors
    ///
    /// Returns an error if the search refuses hands of this size.
    pub fn of(&self, hand: &Hand, target: &Rational) -> Result<Option<NeededOperators>, Refusal> {
        for (operators, search) in &self.searches {
            if let Some(solution) = search.any_solution(hand, target)? {
                return Ok(Some(NeededOperators { operators: *operators, solution }));
            }
        }
        Ok(None)
    }
}

impl NeededOperators {
    /// Returns the names of the operators beyond the four.
    pub fn names(&self) -> Vec<&'static str> {
        self.operators.beyond().map(Operator::name).collect()
    }
}

/// The number of hands of a deck that have a solution with given operators. If the deck has a
/// single hand, also a solution with the fewest operators.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SearchedCount {
    /// The number of hands.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub count: SolvableCount,
    /// A solution of the hand, if the deck has only one hand.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub expression: Option<String>,
}
