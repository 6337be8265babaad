//! Ways to find the solutions of a hand.
//!
//! An engine hands its solutions out one by one, as it meets them and maybe with
//! doubles; it does not collect, sort or print them. What it did it counts.
//!
//! # How to add an engine
//!
//! 1. Write its file, here, called as the engine is to be called: a type that
//!    implements [`Engine`] (or, where it searches without templates, `Search`)
//!    and a constant `ABOUT`. `shapes.rs` is a short one to begin from.
//! 2. Name the file and the type below: `mod`, and a line at the end of the table.
//! 3. Say in `solving` of `src/cli/estimate.rs` how long it takes, so that a person is
//!    asked before an hour of work; or where it is always quick, add it to the list of
//!    the test there.
//!
//! The command, its help, `compare` and the tests that hold engines against each
//! other go by the table. `cargo test --bin bracket24 -- estimate` and
//! `cargo test --test library -- engines compare` ask for the steps; the guide and
//! sessions list all engines, and `TRYCMD=overwrite cargo test --test commands` writes
//! the sessions anew.

mod blocks;
mod compiled;
mod large;
mod pairs;
mod plan;
mod program;
mod reach;
mod search;
mod shapes;
mod solution;
mod split;
mod strings;

use std::fmt;
use std::ops::{AddAssign, ControlFlow, Mul};

use crate::name::{Named, named_display};
use crate::{Expression, Hand, OperatorSet, Rational, Template, TemplateSet};

pub use reach::{Reach, ReachError};
pub use solution::{Outline, Solution};
pub use split::DeckJoin;

/// The engines by their files, whose names are also what they are called.
macro_rules! engines {
    ($($file:ident: $Engine:ident),+ $(,)?) => {
        $(pub use $file::$Engine;)+

        /// An engine by its name.
        ///
        /// ```
        /// use bracket24::{EngineName, Hand, TemplateSet, Grammar, SetName};
        /// use std::ops::ControlFlow;
        ///
        /// let set = TemplateSet::named(SetName::Canonical, 4, &Grammar::Left);
        /// let name: EngineName = "split".parse()?;
        /// let mut count = 0;
        /// let effort = name.engine(&set).solve(&Hand::from([3, 3, 8, 8]), &24.into(), &mut |_| {
        ///     count += 1;
        ///     ControlFlow::Continue(())
        /// })?;
        /// assert_eq!((count, effort.parsed), (1, 0));
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum EngineName {
            $(#[doc = concat!("[`", stringify!($Engine), "`]")] $Engine,)+
        }

        impl EngineName {
            const fn about(self) -> About {
                match self {
                    $(Self::$Engine => $file::ABOUT,)+
                }
            }
        }

        impl Named for EngineName {
            const KIND: &'static str = "engine";
            const ALL: &'static [Self] = &[$(Self::$Engine),+];

            fn name(&self) -> &'static str {
                match self {
                    $(Self::$Engine => stringify!($file),)+
                }
            }

            fn summary(&self) -> &'static str {
                self.about().summary
            }
        }
    };
}

engines! {
    strings: Strings,
    compiled: Compiled,
    pairs: Pairs,
    shapes: Shapes,
    split: Split,
}

named_display!(EngineName);

/// The facts about an engine that are known before one is made.
struct About {
    kind: EngineKind,
    /// A summary in one line.
    summary: &'static str,
    /// What its time includes, or what one of its solutions stands for, where
    /// engines are compared.
    note: &'static str,
}

/// An engine's needs, and how to make one.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum EngineKind {
    /// It fills templates, which any grammar may have read.
    Templates(for<'a> fn(&'a TemplateSet) -> Box<dyn Engine + 'a>),
    /// It searches through expressions of ordinary arithmetic with the operators
    /// that it is given, or refuses them; never the four alone.
    Search(fn(OperatorSet) -> Result<Box<dyn Engine>, Refusal>),
}

impl EngineName {
    /// Its needs, and how to make one.
    pub const fn kind(self) -> EngineKind {
        self.about().kind
    }

    /// The engine for the templates of `set`, which a search does without.
    pub fn engine(self, set: &TemplateSet) -> Box<dyn Engine + '_> {
        let engine = self.engine_for(set, OperatorSet::default());
        engine.expect("the four operators are refused by none")
    }

    /// The engine for `operators`: one that fills templates fills those of `set`,
    /// which have them.
    ///
    /// # Errors
    ///
    /// [`Refusal::Operators`] where it goes by the four alone.
    pub fn engine_for(
        self,
        set: &TemplateSet,
        operators: OperatorSet,
    ) -> Result<Box<dyn Engine + '_>, Refusal> {
        match self.kind() {
            EngineKind::Templates(make) => Ok(make(set)),
            EngineKind::Search(make) => make(operators).map(|search| search as Box<dyn Engine>),
        }
    }

    /// Why it cannot look for `operators` in hands of `cards` cards, if it cannot; whether
    /// there are templates for that is not asked.
    pub fn refusal(self, operators: OperatorSet, cards: usize) -> Option<Refusal> {
        match self.kind() {
            EngineKind::Templates(_) => None,
            // A search makes its tables when it has a hand.
            EngineKind::Search(make) => match make(operators) {
                Ok(search) => search.refusal(cards),
                Err(refusal) => Some(refusal),
            },
        }
    }

    /// Whether it fills templates, read with any grammar; the others search
    /// through expressions of ordinary arithmetic.
    pub const fn has_templates(self) -> bool {
        matches!(self.kind(), EngineKind::Templates(_))
    }

    /// What its time includes, or what one of its solutions stands for.
    pub const fn note(self) -> &'static str {
        self.about().note
    }
}

/// A way to find the solutions of a hand.
///
/// # Examples
///
/// To collect, to stop early, and to bound a search: the receiver decides.
///
/// ```
/// use std::ops::ControlFlow;
/// use std::time::{Duration, Instant};
///
/// use bracket24::{Engine, Grammar, Hand, Pairs, Rational, Split, Strings};
/// use bracket24::{SetName, TemplateSet};
///
/// let (hand, target) = (Hand::from([5, 6, 7, 8]), Rational::from(24));
///
/// // All of them, doubles too.
/// let set = TemplateSet::named(SetName::Canonical, 4, &Grammar::Left);
/// let mut texts = Vec::new();
/// let effort = Strings::new(&set).solve(&hand, &target, &mut |solution| {
///     texts.push(solution.to_string());
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!(effort.parsed, 1170);
/// assert!(texts.contains(&"(5+7-8)*6".to_owned()));
///
/// // The first three.
/// let mut texts = Vec::new();
/// Pairs.solve(&hand, &target, &mut |solution| {
///     texts.push(solution.to_string());
///     if texts.len() < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
/// })?;
/// assert_eq!(texts.len(), 3);
///
/// // As many as come before a deadline.
/// let deadline = Instant::now() + Duration::from_secs(60);
/// let mut count = 0;
/// Pairs.solve(&hand, &target, &mut |_| {
///     count += 1;
///     if Instant::now() < deadline { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
/// })?;
/// assert!(count > 0);
///
/// // A hand beyond it is no hand without solutions: it is refused.
/// let hand = (1..=10).collect::<Hand>();
/// let refusal = Split::new().solve(&hand, &target, &mut |_| ControlFlow::Break(())).unwrap_err();
/// assert_eq!(refusal.to_string(), "it does hands of at most 9 cards");
/// # Ok::<(), bracket24::Refusal>(())
/// ```
///
/// The receiver is called for solutions only: a search that finds none goes on
/// to its end. How long that takes is bounded by the size of the hand, since
/// larger ones are refused; to give up on one, leave it to a thread of its own.
///
/// It is open: what is added to it will have a default, and so break no engine.
/// An engine of one's own makes its solutions from expressions over the places
/// of the cards. This one only adds:
///
/// ```
/// use std::ops::ControlFlow;
///
/// use bracket24::reports::{SolveOptions, SolveReport};
/// use bracket24::{
///     Effort, Engine, Expression, Hand, Operator, Rational, Refusal, Solution, solve,
/// };
///
/// #[derive(Debug)]
/// struct Sum;
///
/// impl Engine for Sum {
///     fn refusal(&self, cards: usize) -> Option<Refusal> {
///         (cards > 100).then_some(Refusal::AtMost(100))
///     }
///
///     fn solve(
///         &self,
///         hand: &Hand,
///         target: &Rational,
///         found: &mut dyn FnMut(Solution) -> ControlFlow<()>,
///     ) -> Result<Effort, Refusal> {
///         self.refusal(hand.cards().len()).map_or(Ok(()), Err)?;
///         let sum: Rational = hand.cards().iter().map(|card| card.value()).sum();
///         let places = (0..hand.cards().len()).map(Expression::leaf);
///         let add = |left, right| Expression::operation(Operator::Add, left, right);
///         if let Some(expression) = places.reduce(add).filter(|_| sum == *target) {
///             // It was asked for no more than one.
///             let _ = found(Solution::new(&expression, hand));
///         }
///         Ok(Effort { evaluated: 1, ..Effort::default() })
///     }
/// }
///
/// let hand = Hand::from([1, 10, 13]);
/// let report = SolveReport::new(hand.clone(), &Sum, SolveOptions::new(24))?;
/// assert_eq!(report.solutions[0].solution.to_string(), "1+10+13");
/// assert_eq!(solve(&hand, &24.into())?.len(), 1);
/// # Ok::<(), bracket24::reports::SolveError>(())
/// ```
pub trait Engine: fmt::Debug + Send + Sync {
    /// The templates it fills; `None` where it searches without any.
    fn templates(&self) -> Option<&TemplateSet> {
        None
    }

    /// Why hands of `cards` cards are beyond it, if they are; without a template
    /// of that size they are.
    fn refusal(&self, cards: usize) -> Option<Refusal> {
        let fits = |template: &Template| template.slots() == cards;
        let has_none = self.templates().is_some_and(|set| !set.templates().iter().any(fits));
        has_none.then_some(Refusal::NoTemplates)
    }

    /// The operators that its solutions may have.
    fn operators(&self) -> OperatorSet {
        OperatorSet::default()
    }

    /// A solution of `hand` for `target`, whichever is found soonest.
    ///
    /// # Errors
    ///
    /// Its [`refusal`](Self::refusal) of a hand of this size.
    fn any_solution(&self, hand: &Hand, target: &Rational) -> Result<Option<Solution>, Refusal> {
        let mut any = None;
        self.solve(hand, target, &mut |solution| {
            any = Some(solution);
            ControlFlow::Break(())
        })?;
        Ok(any)
    }

    /// Whether no two of its solutions of a hand are the same rational function
    /// of the cards; see [`Equivalence::Function`](crate::Equivalence::Function).
    fn finds_no_function_twice(&self) -> bool {
        self.finds_each_function_once()
            || self.templates().is_some_and(TemplateSet::makes_no_function_twice)
    }

    /// Whether its solutions of a hand are all rational functions of the cards that
    /// are worth the target, each of them once.
    fn finds_each_function_once(&self) -> bool {
        false
    }

    /// Hands every solution of `hand` for `target` to `found` until it breaks
    /// off, and says what had to be done for it.
    ///
    /// # Errors
    ///
    /// Its [`refusal`](Self::refusal) of a hand of this size.
    fn solve(
        &self,
        hand: &Hand,
        target: &Rational,
        found: &mut dyn FnMut(Solution) -> ControlFlow<()>,
    ) -> Result<Effort, Refusal>;

    /// As [`solve`](Self::solve), but hands on only what the solutions look like, which
    /// costs a search little.
    ///
    /// # Errors
    ///
    /// Its [`refusal`](Self::refusal) of a hand of this size.
    fn outlines(
        &self,
        hand: &Hand,
        target: &Rational,
        found: &mut dyn FnMut(Outline<'_>) -> ControlFlow<()>,
    ) -> Result<Effort, Refusal> {
        self.solve(hand, target, &mut |solution| found(solution.outline()))
    }

    /// As [`solve`](Self::solve), but hands on only the expressions of the
    /// solutions, whose leaves and operators need have no places in a text.
    ///
    /// # Errors
    ///
    /// Its [`refusal`](Self::refusal) of a hand of this size.
    fn expressions(
        &self,
        hand: &Hand,
        target: &Rational,
        found: &mut dyn FnMut(Expression<Rational>) -> ControlFlow<()>,
    ) -> Result<Effort, Refusal> {
        self.solve(hand, target, &mut |solution| found(solution.expression().clone()))
    }

    /// How many solutions [`solve`](Self::solve) would hand on, and what had to
    /// be done to count them.
    ///
    /// # Errors
    ///
    /// Its [`refusal`](Self::refusal) of a hand of this size.
    fn count(&self, hand: &Hand, target: &Rational) -> Result<(u64, Effort), Refusal> {
        let mut count = 0;
        let effort = self.solve(hand, target, &mut |_| {
            count += 1;
            ControlFlow::Continue(())
        })?;
        Ok((count, effort))
    }
}

/// The work that an engine did.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Effort {
    /// Templates filled with an order of the cards.
    pub filled: u64,
    /// Strings parsed.
    pub parsed: u64,
    /// Complete results: expressions of all the cards whose value was worked
    /// out; of a search that looks up what is missing, those it finds. The engines
    /// with templates count those that divide by zero, too; a search never gets that
    /// far with them.
    pub evaluated: u64,
    /// Divisions that could not be done because the divisor is zero. What else has no
    /// value, as the root of 2, is not counted here.
    pub zero_divisions: u64,
    /// Intermediate results of a search: values of some of the cards.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_zero"))]
    pub nodes: u64,
}

#[cfg(feature = "serde")]
#[allow(clippy::trivially_copy_pass_by_ref)] // what serde calls it with
const fn is_zero(count: &u64) -> bool {
    *count == 0
}

impl AddAssign for Effort {
    fn add_assign(&mut self, other: Self) {
        self.filled += other.filled;
        self.parsed += other.parsed;
        self.evaluated += other.evaluated;
        self.zero_divisions += other.zero_divisions;
        self.nodes += other.nodes;
    }
}

impl Mul<u64> for Effort {
    type Output = Self;

    /// The work of so many hands alike.
    fn mul(self, hands: u64) -> Self {
        let Self { filled, parsed, evaluated, zero_divisions, nodes } = self;
        let [filled, parsed, evaluated, zero_divisions, nodes] =
            [filled, parsed, evaluated, zero_divisions, nodes].map(|it| it * hands);
        Self { filled, parsed, evaluated, zero_divisions, nodes }
    }
}

/// Why an engine cannot do a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The set has no template of the hand's size.
    #[error("the set has no template of that size")]
    NoTemplates,
    /// It does only hands of this number of cards.
    #[error("it does only hands of {0} cards")]
    Only(usize),
    /// It does hands of at most this number of cards.
    #[error("it does hands of at most {0} cards")]
    AtMost(usize),
    /// It goes by the four operators of a field alone.
    #[error("it goes by `+`, `-`, `*` and `/` alone")]
    Operators,
}

/// The `search`, which goes by the four operators alone.
///
/// # Errors
///
/// [`Refusal::Operators`] where it is asked for others.
fn of_the_four(
    operators: OperatorSet,
    search: impl Engine + 'static,
) -> Result<Box<dyn Engine>, Refusal> {
    if operators.is_of_field() { Ok(Box::new(search)) } else { Err(Refusal::Operators) }
}
