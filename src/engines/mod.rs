//! Ways to find the solutions of a hand.
//!
//! An engine passes its solutions on one by one, as it meets them and maybe with duplicates; it
//! does not collect, sort or print them. It counts the work it does.
//!
//! # How to add an engine
//!
//! 1. Write its file in this folder, named after the engine: a type that implements [`Engine`] (or,
//!    if it searches without templates, `Search`) and a constant `ABOUT`. `shapes.rs` is a short
//!    example.
//! 2. Name the file and the type below: `mod`, and a line at the end of the table.
//! 3. Say in `solving` of `src/cli/estimate.rs` how long it takes, so that the command asks before
//!    it works for an hour; or, if it is always quick, add it to the list in the test there.
//!
//! The command, its help, `compare` and the tests that compare engines with each other use the
//! table. `cargo test --bin bracket24 -- estimate` and `cargo test --test library -- engines
//! compare` check the steps. The guide and the sessions list all engines; `TRYCMD=overwrite
//! cargo test --test commands` rewrites the sessions.

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

/// Whether a search goes on.
type Flow = ControlFlow<()>;

const GO_ON: Flow = ControlFlow::Continue(());

/// The receiver of the solutions, which can stop the search.
type Found<'a> = dyn FnMut(Solution) -> Flow + 'a;

type EachOutline<'a> = dyn FnMut(Outline<'_>) -> Flow + 'a;
type Expressed<'a> = dyn FnMut(Expression<Rational>) -> Flow + 'a;

/// The work that a search did, or why it refuses the hand.
type Solved = Result<Effort, Refusal>;

/// Lists the engines by their files, whose names are also the engines' names.
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

/// The facts about an engine that are known before it is made.
struct About {
    kind: EngineKind,
    /// A summary in one line.
    summary: &'static str,
    /// For comparisons of engines: says what its time includes, or what one of its solutions
    /// represents.
    note: &'static str,
}

/// The input that an engine needs, and how to make the engine.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum EngineKind {
    /// Fills templates, parsed by any grammar.
    Templates(for<'a> fn(&'a TemplateSet) -> Box<dyn Engine + 'a>),
    /// Searches through expressions of ordinary arithmetic with the given operators, or refuses
    /// them. The operators always include the four.
    Search(fn(OperatorSet) -> Result<Box<dyn Engine>, Refusal>),
}

impl EngineName {
    /// Returns the input it needs, and how to make it.
    pub const fn kind(self) -> EngineKind {
        self.about().kind
    }

    /// Makes the engine for the templates of `set`, which a search ignores.
    pub fn engine(self, set: &TemplateSet) -> Box<dyn Engine + '_> {
        let engine = self.engine_for(set, OperatorSet::default());
        engine.expect("no engine refuses the four operators")
    }

    /// Makes the engine for `operators`. An engine that fills templates uses those of `set`,
    /// which must have the operators.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal::Operators`] if the engine supports only the four operators.
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

    /// Returns why it cannot search for `operators` in hands of `cards` cards, if it cannot. Does
    /// not check whether there are templates for that.
    pub fn refusal(self, operators: OperatorSet, cards: usize) -> Option<Refusal> {
        match self.kind() {
            EngineKind::Templates(_) => None,
            // A search makes its tables once it has a hand.
            EngineKind::Search(make) => match make(operators) {
                Ok(search) => search.refusal(cards),
                Err(refusal) => Some(refusal),
            },
        }
    }

    /// Whether it fills templates, parsed by any grammar; the others search through expressions
    /// of ordinary arithmetic.
    pub const fn has_templates(self) -> bool {
        matches!(self.kind(), EngineKind::Templates(_))
    }

    /// Returns what its time includes, or what one of its solutions represents.
    pub const fn note(self) -> &'static str {
        self.about().note
    }
}

/// A way to find the solutions of a hand.
///
/// # Examples
///
/// The receiver decides: it can collect all solutions, or stop the search early or at a deadline.
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
/// // All solutions, duplicates included.
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
/// // As many as the engine finds before a deadline.
/// let deadline = Instant::now() + Duration::from_secs(60);
/// let mut count = 0;
/// Pairs.solve(&hand, &target, &mut |_| {
///     count += 1;
///     if Instant::now() < deadline { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
/// })?;
/// assert!(count > 0);
///
/// // An engine refuses a hand that is too large for it, instead of finding no solution.
/// let hand = (1..=10).collect::<Hand>();
/// let refusal = Split::new().solve(&hand, &target, &mut |_| ControlFlow::Break(())).unwrap_err();
/// assert_eq!(refusal.to_string(), "it takes hands of at most 9 cards");
/// # Ok::<(), bracket24::Refusal>(())
/// ```
///
/// The engine calls the receiver for solutions only: a search without solutions runs to its end.
/// The engine bounds its length by refusing hands that are too large. To give up early, run the
/// search in a thread of its own.
///
/// You can implement the trait: new methods will have defaults, and so will not break your engine.
/// Make the solutions from expressions over the places of the cards. This engine only adds:
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
///             // There is no other solution, so it does not matter whether the receiver stops.
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
    /// Returns the templates it fills; `None` if it searches without any.
    fn templates(&self) -> Option<&TemplateSet> {
        None
    }

    /// Returns why it refuses hands of `cards` cards, if it does. An engine that fills templates
    /// refuses sizes without a template.
    fn refusal(&self, cards: usize) -> Option<Refusal> {
        let fits = |template: &Template| template.slots() == cards;
        let has_none = self.templates().is_some_and(|set| !set.templates().iter().any(fits));
        has_none.then_some(Refusal::NoTemplates)
    }

    /// Returns the operators that its solutions may have.
    fn operators(&self) -> OperatorSet {
        OperatorSet::default()
    }

    /// Returns whichever solution of `hand` for `target` it finds soonest.
    ///
    /// # Errors
    ///
    /// Returns its [`refusal`](Self::refusal) of a hand of this size.
    fn any_solution(&self, hand: &Hand, target: &Rational) -> Result<Option<Solution>, Refusal> {
        let mut any = None;
        self.solve(hand, target, &mut |solution| {
            any = Some(solution);
            Flow::Break(())
        })?;
        Ok(any)
    }

    /// Whether no two of its solutions of a hand are the same rational function
    /// of the cards; see [`Equivalence::Function`](crate::Equivalence::Function).
    fn finds_no_function_twice(&self) -> bool {
        self.finds_each_function_once()
            || self.templates().is_some_and(TemplateSet::makes_no_function_twice)
    }

    /// Whether its solutions of a hand are all rational functions of the cards with the target as
    /// value, each exactly once.
    fn finds_each_function_once(&self) -> bool {
        false
    }

    /// Passes every solution of `hand` for `target` to `found` until that breaks off, and returns
    /// the work done.
    ///
    /// # Errors
    ///
    /// Returns its [`refusal`](Self::refusal) of a hand of this size.
    fn solve(
        &self,
        hand: &Hand,
        target: &Rational,
        found: &mut dyn FnMut(Solution) -> ControlFlow<()>,
    ) -> Result<Effort, Refusal>;

    /// Like [`solve`](Self::solve), but passes on only the outlines of the solutions, which cost
    /// a search little.
    ///
    /// # Errors
    ///
    /// Returns its [`refusal`](Self::refusal) of a hand of this size.
    fn outlines(
        &self,
        hand: &Hand,
        target: &Rational,
        found: &mut dyn FnMut(Outline<'_>) -> ControlFlow<()>,
    ) -> Result<Effort, Refusal> {
        self.solve(hand, target, &mut |solution| found(solution.outline()))
    }

    /// Like [`solve`](Self::solve), but passes on only the expressions of the solutions. Their
    /// leaves and operators need have no places in a text.
    ///
    /// # Errors
    ///
    /// Returns its [`refusal`](Self::refusal) of a hand of this size.
    fn expressions(
        &self,
        hand: &Hand,
        target: &Rational,
        found: &mut dyn FnMut(Expression<Rational>) -> ControlFlow<()>,
    ) -> Result<Effort, Refusal> {
        self.solve(hand, target, &mut |solution| found(solution.expression().clone()))
    }

    /// Returns how many solutions [`solve`](Self::solve) would pass on, and the work done to
    /// count them.
    ///
    /// # Errors
    ///
    /// Returns its [`refusal`](Self::refusal) of a hand of this size.
    fn count(&self, hand: &Hand, target: &Rational) -> Result<(u64, Effort), Refusal> {
        let mut count = 0;
        let effort = self.solve(hand, target, &mut |_| {
            count += 1;
            GO_ON
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
    /// Complete results: evaluated expressions of all the cards. A search that looks up missing
    /// values counts the expressions that it finds. Engines with templates also count divisions by
    /// zero; a search never completes such an expression.
    pub evaluated: u64,
    /// Divisions that failed because the divisor is zero. Other undefined operations, such as the
    /// root of 2, are not counted here.
    pub zero_divisions: u64,
    /// Intermediate results of a search: values of some of the cards.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_zero"))]
    pub nodes: u64,
}

#[cfg(feature = "serde")]
#[allow(clippy::trivially_copy_pass_by_ref)] // serde passes a reference
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

    /// Multiplies the work for one hand by the number of equivalent hands.
    fn mul(self, hands: u64) -> Self {
        let Self { filled, parsed, evaluated, zero_divisions, nodes } = self;
        let [filled, parsed, evaluated, zero_divisions, nodes] =
            [filled, parsed, evaluated, zero_divisions, nodes].map(|it| it * hands);
        Self { filled, parsed, evaluated, zero_divisions, nodes }
    }
}

/// Why an engine refuses a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The set has no template of the hand's size.
    #[error("the set has no template of that size")]
    NoTemplates,
    /// The engine solves only hands of this number of cards.
    #[error("it takes only hands of {0} cards")]
    Only(usize),
    /// The engine solves hands of at most this number of cards.
    #[error("it takes hands of at most {0} cards")]
    AtMost(usize),
    /// The engine supports only the four operators of a field.
    #[error("it knows only `+`, `-`, `*` and `/`")]
    Operators,
}

/// Returns the `search`, which supports only the four operators.
///
/// # Errors
///
/// Returns [`Refusal::Operators`] for any other operators.
fn of_the_four(
    operators: OperatorSet,
    search: impl Engine + 'static,
) -> Result<Box<dyn Engine>, Refusal> {
    if operators.is_of_field() { Ok(Box::new(search)) } else { Err(Refusal::Operators) }
}
