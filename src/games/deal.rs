//! Deals the wanted hands: those that meet the given criteria. A seed determines their order.

use std::cell::LazyCell;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;

use crate::difficulty::{Difficulty, Level};
use crate::name::named_enum;
use crate::reports::{Inspection, Way};
use crate::words::list_and;
use crate::{Deck, Grammar, Hand, Random, Rational, SetName, TemplateSet};

/// An endless sequence of the wanted hands: each of them once, and then all again in another order.
/// If wanted hands are rare among hands of five cards or more, the hands dealt so far come again
/// before all hands are examined.
///
/// # Examples
///
/// ```
/// use bracket24::games::{Deal, DealOptions, Wanted};
/// use bracket24::{Deck, difficulty::Level};
///
/// let wanted = Wanted { level: Some(Level::Easy), ..Wanted::default() };
/// let deck = Deck::new(1..=9, 3, false)?;
/// let options = DealOptions { deck, target: 24.into(), wanted, seed: 7 };
/// let first: Vec<_> = Deal::new(options.clone())?.take(3).map(|it| it.hand).collect();
/// assert_eq!(first, Deal::new(options)?.take(3).map(|it| it.hand).collect::<Vec<_>>());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Deal {
    options: DealOptions,
    random: Random,
    /// The numbers of the hands still to examine, the next one last.
    left: Vec<u32>,
    /// The numbers of the wanted hands that this round has found.
    found: Vec<u32>,
    next: Dealt,
}

/// A hand that was dealt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dealt {
    /// The hand.
    pub hand: Hand,
    /// How hard the hand is; `None` if the hand has no solution.
    pub difficulty: Option<Difficulty>,
}

crate::serial::serialize_object! {
    /// The hand, its level and its points; `null` for a hand without a solution.
    Dealt, self:
    "hand" => self.hand,
    "level" => self.difficulty.as_ref().and_then(Difficulty::known_level),
    "difficulty" => self.difficulty.as_ref().map(|it| it.points),
    "extrapolated" if self.difficulty.as_ref().is_some_and(|it| it.extrapolated) => true,
}

/// The maximum number of hands in a deck.
const MAX_HANDS: u64 = 1 << 20;

impl Deal {
    /// Starts a deal with these options.
    ///
    /// # Errors
    ///
    /// Returns an error if none of the hands examined is wanted, or the deck is too large. If hands
    /// without a solution are wanted, too, one of the solvable hands must still be wanted, unless
    /// there are none.
    pub fn new(options: DealOptions) -> Result<Self, DealError> {
        let deck = &options.deck;
        if deck.cards() > Difficulty::MAX_CARDS {
            return Err(DealError::TooManyCards(deck.cards()));
        }
        let hands = u32::try_from(deck.len()).ok().filter(|&it| u64::from(it) <= MAX_HANDS);
        let Some(hands) = hands else { return Err(DealError::TooManyHands(deck.len())) };
        let mut random = Random::seeded(options.seed);
        let mut left: Vec<u32> = (0..hands).collect();
        random.shuffle(&mut left);
        let mut levels = Levels::new();
        // Hands without a solution must not hide that no other hand is wanted.
        let is_hidden = options.wanted.unsolvable && {
            let wanted = Wanted { unsolvable: false, ..options.wanted };
            let solvable = DealOptions { wanted, ..options.clone() };
            draw(&mut left.clone(), &solvable, &mut levels).is_none() && !levels.is_empty()
        };
        let drawn = if is_hidden { None } else { draw(&mut left, &options, &mut levels) };
        let Some((number, next)) = drawn else {
            return Err(DealError::None(Box::new(NoneWanted { options, levels })));
        };
        Ok(Self { options, random, left, found: vec![number], next })
    }

    /// Returns the options of the deal.
    pub const fn options(&self) -> &DealOptions {
        &self.options
    }
}

impl Iterator for Deal {
    type Item = Dealt;

    fn next(&mut self) -> Option<Dealt> {
        let drawn = draw(&mut self.left, &self.options, &mut Levels::new()).or_else(|| {
            let mut again = std::mem::take(&mut self.found);
            self.random.shuffle(&mut again);
            self.left.append(&mut again);
            draw(&mut self.left, &self.options, &mut Levels::new())
        });
        let (number, next) = drawn.expect("a hand that was wanted once is wanted again");
        self.found.push(number);
        Some(std::mem::replace(&mut self.next, next))
    }
}

/// The number of examined hands at each level; hands without a solution have none.
type Levels = BTreeMap<Level, u64>;

/// Removes the last wanted hand from `left`, and all hands after it. Counts the level of each of
/// these hands in `levels`.
fn draw(left: &mut Vec<u32>, options: &DealOptions, levels: &mut Levels) -> Option<(u32, Dealt)> {
    for _ in 0..options.most() {
        let number = left.pop()?;
        let at = u64::from(number);
        let hand = options.deck.range(at..at + 1).next().expect("it is a number of the deck");
        let dealt = Dealt { difficulty: Difficulty::of(&hand, &options.target), hand };
        if let Some(difficulty) = &dealt.difficulty {
            *levels.entry(difficulty.level).or_default() += 1;
        }
        if dealt.is_wanted(options) {
            return Some((number, dealt));
        }
    }
    None
}

impl Dealt {
    /// Returns the solutions of the hand for `target`, from the canonical templates.
    pub fn inspection(&self, target: &Rational) -> Inspection {
        let set = TemplateSet::named(SetName::Canonical, self.hand.cards().len(), &Grammar::Left);
        Inspection::new(self.hand.clone(), target, &set, 0)
    }

    fn is_wanted(&self, options: &DealOptions) -> bool {
        let Wanted { age, level, no_fractions, needs, unsolvable } = options.wanted;
        let Some(difficulty) = &self.difficulty else { return unsolvable };
        // An inspection takes much longer than a look at the difficulty.
        let inspection = LazyCell::new(|| self.inspection(&options.target));
        level.is_none_or(|level| difficulty.level == level)
            && (needs.is_none() || difficulty.needs_fraction)
            && age.is_none_or(|age| age.suits(&inspection, &options.ways(&inspection)))
            && !(no_fractions && inspection.needs_fraction())
            && (needs.is_none() || inspection.needs_fraction())
    }
}

named_enum! {
    /// A detour that every solution of a hand must have.
    pub enum Need: "need" {
        /// A value that is not a whole number.
        Fraction = "fraction": "no solution without a fraction",
    }
}

/// The criteria for hands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Wanted {
    /// Hands that suit this age.
    pub age: Option<Age>,
    /// Hands of this level.
    pub level: Option<Level>,
    /// Whether to deal only hands that have a solution without a fraction.
    pub no_fractions: bool,
    /// Hands whose solutions all have this detour.
    pub needs: Option<Need>,
    /// Whether to include hands without a solution, which have no level.
    pub unsolvable: bool,
}

/// The hands to deal, and the seed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DealOptions {
    /// The deck.
    pub deck: Deck,
    /// The target.
    pub target: Rational,
    /// The criteria for hands.
    pub wanted: Wanted,
    /// The seed of all random choices.
    pub seed: u64,
}

impl DealOptions {
    /// The number of hands to examine for one that is wanted. Beyond four cards an examination
    /// takes milliseconds, and wanted hands may be rare.
    fn most(&self) -> u64 {
        match (self.deck.cards(), self.wanted.needs) {
            (6.., _) => 100,
            (5, Some(_)) => 500,
            _ => MAX_HANDS,
        }
    }

    /// The name of the algorithm that chooses hands. If a change alters the order or the levels of
    /// the hands, the name changes too.
    pub const NAME: &'static str = "deal-1";

    /// Whether to show the levels of the hands. They are fitted to players of other ages than those
    /// for whom hands are chosen by age, and to four cards. Among hands without a solution, they
    /// would give away which hands have one.
    pub fn has_levels(&self) -> bool {
        let Wanted { age, unsolvable, .. } = self.wanted;
        age.is_none() && !unsolvable && self.deck.cards() >= Level::LEAST_CARDS
    }

    /// Returns the signs of the operators that the players know.
    pub fn signs(&self) -> &'static str {
        self.wanted.age.map_or("+ - * /", Age::signs)
    }

    /// Returns the solutions with only the operators that the players know, the plainest first.
    pub fn ways<'a>(&self, inspection: &'a Inspection) -> Vec<Way<'a>> {
        let is_unknown = |it: char| "*/".contains(it) && !self.signs().contains(it);
        let mut ways = inspection.plainest_first();
        ways.retain(|it| !it.solution.text().contains(is_unknown));
        ways
    }
}

impl fmt::Display for DealOptions {
    /// Writes the options that repeat the deal, and the names of the algorithms that it depends on,
    /// which a shell takes for a comment: `--level easy --seed 7 # deal-1, pcg32-1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { deck, target, wanted, seed } = self;
        let (values, cards, usual) =
            wanted.age.map_or_else(|| (1..=13, 4, Rational::from(24)), Age::table);
        let (low, high) = (deck.values().start(), deck.values().end());
        let options = [
            wanted.age.map(|age| format!("--age {age} ")),
            (*deck.values() != values).then(|| format!("--deck {low}..{high} ")),
            (deck.cards() != cards).then(|| format!("--cards {} ", deck.cards())),
            deck.is_ordered().then(|| "--ordered ".to_owned()),
            (*target != usual).then(|| format!("--target {target} ")),
            wanted.level.map(|level| format!("--level {level} ")),
            wanted.no_fractions.then(|| "--no-fractions ".to_owned()),
            wanted.needs.map(|need| format!("--needs {need} ")),
            wanted.unsolvable.then(|| "--unsolvable ".to_owned()),
        ];
        options.iter().flatten().try_for_each(|option| f.write_str(option))?;
        write!(f, "--seed {seed} # {}, {}", Self::NAME, Random::NAME)
    }
}

/// The reason why no hand can be dealt.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DealError {
    /// The hands have more cards than the program can rate.
    #[error(
        "hands to deal have at most {most} cards, but these have {0}",
        most = Difficulty::MAX_CARDS
    )]
    TooManyCards(usize),
    /// The deck has more hands than the program can shuffle.
    #[error("a deck to deal has at most {MAX_HANDS} hands, but this one has {0}")]
    TooManyHands(u64),
    /// None of the hands examined is wanted.
    #[error("{0}")]
    None(Box<NoneWanted>),
}

/// A deck in which none of the hands examined is wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoneWanted {
    /// The options, with the deck, the target and the criteria.
    pub options: DealOptions,
    /// The number of solvable hands at each level that has any.
    pub levels: BTreeMap<Level, u64>,
}

impl NoneWanted {
    /// Whether only a part of the deck was examined.
    pub fn is_partial(&self) -> bool {
        self.options.deck.len() > self.options.most()
    }
}

impl fmt::Display for NoneWanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { options: options @ DealOptions { deck, target, wanted, .. }, levels } = self;
        let solvable: u64 = levels.values().sum();
        let deck = match options.most() {
            most if self.is_partial() => format!("first {most} of the {deck}"),
            _ => deck.to_string(),
        };
        if solvable == 0 {
            return write!(f, "none of the {deck} makes {target}");
        }
        let age = wanted.age.map(|age| format!("suits the age of {age}"));
        let level = wanted.level.map(|level| format!("is {level}"));
        let without = wanted.no_fractions.then(|| "has a solution without a fraction".to_owned());
        let needs = wanted.needs.map(|Need::Fraction| "needs a fraction".to_owned());
        let wanted = list_and(age.into_iter().chain(level).chain(without).chain(needs));
        write!(f, "of the {deck}, {solvable} make {target}, and none of these {wanted}")?;
        if options.deck.cards() < Level::LEAST_CARDS {
            return Ok(());
        }
        let levels = levels.iter().map(|(level, count)| format!("{count} {level}"));
        write!(f, ": there are {}", list_and(levels))
    }
}

/// Hands of one deal, with its options.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    /// The options, with which the deal can be repeated.
    pub options: DealOptions,
    /// The hands, in the order they were dealt.
    pub hands: Vec<Dealt>,
}

impl Sheet {
    /// Deals the next `count` hands of `deal`.
    pub fn new(deal: &mut Deal, count: usize) -> Self {
        Self { options: deal.options().clone(), hands: deal.take(count).collect() }
    }

    /// Returns the solutions of each hand.
    pub fn key(&self) -> Vec<Inspection> {
        self.hands.iter().map(|dealt| dealt.inspection(&self.options.target)).collect()
    }
}

named_enum! {
    /// The age of the players, which decides which hands are easy for them.
    pub enum Age: "age" {
        /// Sums and differences.
        Seven = "7": "three cards from 1 to 9 make 10 with + and -",
        /// Products as well.
        Nine = "9": "four cards from 1 to 6 make 24 with + - *, easy or medium, in 2 ways or more",
        /// All four operators.
        Eleven = "11": "four cards from 1 to 10 make 24, easy or medium, in 3 ways or more",
    }
}

impl Age {
    /// Returns the values of the cards, the number of cards in a hand, and the target.
    pub fn table(self) -> (RangeInclusive<u32>, usize, Rational) {
        match self {
            Self::Seven => (1..=9, 3, 10.into()),
            Self::Nine => (1..=6, 4, 24.into()),
            Self::Eleven => (1..=10, 4, 24.into()),
        }
    }

    /// Returns the signs of the operators known at this age.
    pub const fn signs(self) -> &'static str {
        ["+ -", "+ - *", "+ - * /"][self as usize]
    }

    /// Whether a hand suits this age: enough of its solutions with the operators known at this age
    /// (`ways`) have no fraction or negative number on the way. From the age of nine, a hand of four
    /// cards or more must also be easy or medium.
    fn suits(self, inspection: &Inspection, ways: &[Way<'_>]) -> bool {
        // The levels are defined for four cards. At the age of seven, a hand usually has three.
        let has_level = self != Self::Seven && inspection.hand.iter().count() >= Level::LEAST_CARDS;
        let is_hard = |it: &Difficulty| it.level > Level::Medium;
        if has_level && inspection.difficulty.as_ref().is_none_or(is_hard) {
            return false;
        }
        // Two ways at the age of nine and three at eleven; a smaller hand seldom has as many.
        let least = if has_level { 1 + self as usize } else { 1 };
        ways.iter().filter(|it| !it.detours.fraction && !it.detours.negative).count() >= least
    }
}
