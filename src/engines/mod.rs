//! The engines: several ways to find the solutions of a hand.
//!
//! An engine passes its solutions to the caller one by one, in the order in which it finds them,
//! possibly with duplicates. It does not collect, sort or print them. It counts its work.
//!
//! # How to add an engine
//!
//! 1. Write a file in this folder, named after the engine. It has a constant `ABOUT` and a type
//!    that implements [`Engine`] (or `Search`, if the engine searches without templates).
//!    `shapes.rs` is a short example.
//! 2. Add the file and the type below: a `mod` line, and a line at the end of the table `engines!`.
//! 3. In `solving` in `src/cli/estimate.rs`, say how long the engine takes with the operators
//!    `+-*/`, so that the command asks the user before it works for an hour. If the engine is
//!    always quick, add it to the list in the test of that file instead.
//!
//! The table is used by the command, by its help, by `compare`, and by the tests that compare
//! engines with each other. `cargo test --bin bracket24 -- estimate` and `cargo test --test library
//! -- engines compare` check the steps. The guide and the sessions list all engines;
//! `TRYCMD=overwrite cargo test --test commands` rewrites the sessions.

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

/// Whether a search continues or stops.
type Flow = ControlFlow<()>;

/// An expression whose leaves are the places of the cards in their hand.
type Arranged = Expression<usize>;

const GO_ON: Flow = ControlFlow::Continue(());

/// The receiver of the solutions. It can stop the search.
type Found<'a> = dyn FnMut(Solution) -> Flow + 'a;

type EachOutline<'a> = dyn FnMut(Outline<'_>) -> Flow + 'a;
type Expressed<'a> = dyn FnMut(Expression<Rational>) -> Flow + 'a;

/// The work that a search did, or the reason why the engine refuses the hand.
type Solved = Result<Effort, Refusal>;

/// Lists the engines by their files. The name of a file is also the name of its engine.
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
    /// A note for comparisons of engines: the work that the engine's time includes, or how often
    /// the engine counts a solution.
    note: &'static str,
}

/// The input that an engine needs, with a function that makes the engine.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum EngineKind {
    /// The engine fills templates. Any grammar may have parsed them.
    Templates(for<'a> fn(&'a TemplateSet) -> Box<dyn Engine + 'a>),
    /// The engine searches through expressions of ordinary arithmetic with the given operators, or
    /// refuses these operators. The given operators always include `+ - * /`.
    Search(fn(OperatorSet) -> Result<Box<dyn Engine>, Refusal>),
}

impl EngineName {
    /// Returns the input that the engine needs, with a function that makes the engine.
    pub const fn kind(self) -> EngineKind {
        self.about().kind
    }

    /// Makes the engine for the templates of `set`. An engine without templates ignores `set`.
    pub fn engine(self, set: &TemplateSet) -> Box<dyn Engine + '_> {
        let engine = self.engine_for(set, OperatorSet::default());
        engine.expect("no engine refuses the four operators")
    }

    /// Makes the engine for `operators`. An engine that fills templates uses the templates of
    /// `set`, which must have these operators.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal::Operators`] if the engine supports only `+ - * /` and `operators` has
    /// others.
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

    /// Returns the reason if the engine cannot search for `operators` in hands of `cards` cards;
    /// otherwise `None`. Does not check whether there are templates of that size.
    pub fn refusal(self, operators: OperatorSet, cards: usize) -> Option<Refusal> {
        match self.kind() {
            EngineKind::Templates(_) => None,
            // Making a search is quick: it makes its tables later, when it has a hand.
            EngineKind::Search(make) => {
                make(operators).map_or_else(Some, |search| search.refusal(cards))
            }
        }
    }

    /// Whether the engine fills templates, parsed by any grammar. The other engines search through
    /// expressions of ordinary arithmetic.
    pub const fn has_templates(self) -> bool {
        matches!(self.kind(), EngineKind::Templates(_))
    }

    /// Returns a note for comparisons: the work that the engine's time includes, or how often the
    /// engine counts a solution.
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
/// The engine calls the receiver only when it finds a solution, so the receiver cannot stop a
/// search that finds none. Such a search still ends, because the engine refuses hands that are too
/// large. To give up earlier, run the search in a thread of its own.
///
/// You can implement this trait. Methods added in later versions will have defaults, so they will
/// not break your engine. Make each solution from an expression whose leaves are the positions of
/// the cards in the hand, and let [`operators`](Self::operators) return its operators if there are
/// more than `+ - * /`. This example only adds:
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
    /// Returns the templates that the engine fills; `None` if it searches without templates.
    fn templates(&self) -> Option<&TemplateSet> {
        None
    }

    /// Returns the reason if the engine refuses hands of `cards` cards; otherwise `None`. An engine
    /// that fills templates refuses a hand if no template has its size.
    fn refusal(&self, cards: usize) -> Option<Refusal> {
        let fits = |template: &Template| template.slots() == cards;
        let has_none = self.templates().is_some_and(|set| !set.templates().iter().any(fits));
        has_none.then_some(Refusal::NoTemplates)
    }

    /// Returns the operators with which the engine searches. An engine that fills templates uses
    /// those of its templates instead.
    fn operators(&self) -> OperatorSet {
        OperatorSet::default()
    }

    /// Returns one solution of `hand` for `target`, not always the first that
    /// [`solve`](Self::solve) finds.
    ///
    /// # Errors
    ///
    /// Returns the [`refusal`](Self::refusal) if the engine refuses a hand of this size.
    fn any_solution(&self, hand: &Hand, target: &Rational) -> Result<Option<Solution>, Refusal> {
        let mut any = None;
        self.solve(hand, target, &mut |solution| {
            any = Some(solution);
            Flow::Break(())
        })?;
        Ok(any)
    }

    /// Whether no two solutions that the engine finds for a hand are the same rational function of
    /// the cards; see [`Equivalence::Function`](crate::Equivalence::Function).
    fn finds_no_function_twice(&self) -> bool {
        self.finds_each_function_once()
            || self.templates().is_some_and(TemplateSet::makes_no_function_twice)
    }

    /// Whether the engine finds, for every hand, all rational functions of the cards whose value is
    /// the target, each exactly once.
    fn finds_each_function_once(&self) -> bool {
        false
    }

    /// Passes every solution of `hand` for `target` to `found`, until `found` returns `Break`.
    /// Returns the work done. A search with operators other than `+ - * /` passes a solution of each
    /// class of [`Equivalence::Value`](crate::Equivalence::Value), and not all other solutions of
    /// the class.
    ///
    /// # Errors
    ///
    /// Returns the [`refusal`](Self::refusal) if the engine refuses a hand of this size.
    fn solve(
        &self,
        hand: &Hand,
        target: &Rational,
        found: &mut dyn FnMut(Solution) -> ControlFlow<()>,
    ) -> Result<Effort, Refusal>;

    /// Like [`solve`](Self::solve), but passes only the outlines of the solutions to `found`. A
    /// search can make outlines faster than solutions.
    ///
    /// # Errors
    ///
    /// Returns the [`refusal`](Self::refusal) if the engine refuses a hand of this size.
    fn outlines(
        &self,
        hand: &Hand,
        target: &Rational,
        found: &mut dyn FnMut(Outline<'_>) -> ControlFlow<()>,
    ) -> Result<Effort, Refusal> {
        self.solve(hand, target, &mut |solution| found(solution.outline()))
    }

    /// Like [`solve`](Self::solve), but passes only the expressions of the solutions to `found`.
    /// Their leaves and operators may lack positions in a text.
    ///
    /// # Errors
    ///
    /// Returns the [`refusal`](Self::refusal) if the engine refuses a hand of this size.
    fn expressions(
        &self,
        hand: &Hand,
        target: &Rational,
        found: &mut dyn FnMut(Expression<Rational>) -> ControlFlow<()>,
    ) -> Result<Effort, Refusal> {
        self.solve(hand, target, &mut |solution| found(solution.expression().clone()))
    }

    /// Returns the number of solutions that [`solve`](Self::solve) would find, and the work done to
    /// count them.
    ///
    /// # Errors
    ///
    /// Returns the [`refusal`](Self::refusal) if the engine refuses a hand of this size.
    fn count(&self, hand: &Hand, target: &Rational) -> Result<(u64, Effort), Refusal> {
        counted(|add| self.solve(hand, target, &mut |_| add()))
    }
}

/// Counts the solutions for which `solve` calls its argument.
fn counted(
    solve: impl FnOnce(&mut dyn FnMut() -> Flow) -> Solved,
) -> Result<(u64, Effort), Refusal> {
    let mut count = 0;
    let effort = solve(&mut || {
        count += 1;
        GO_ON
    })?;
    Ok((count, effort))
}

/// The work that an engine did.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Effort {
    /// The number of templates filled with an order of the cards.
    pub filled: u64,
    /// The number of strings parsed.
    pub parsed: u64,
    /// The number of complete results, which are evaluated expressions of all the cards. A search
    /// that looks up missing values counts the expressions that it finds. Engines with templates
    /// also count expressions that divide by zero. A search never completes such an expression.
    pub evaluated: u64,
    /// The number of divisions that failed because the divisor is zero. Other undefined operations,
    /// such as the root of 2, are not counted here. [`DeckJoin`](crate::DeckJoin), whose hands share
    /// their parts, counts none.
    pub zero_divisions: u64,
    /// The number of intermediate results of a search, which are values of some of the cards.
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

/// The reason why an engine refuses a hand.
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
    /// The engine supports only the operators `+ - * /`.
    #[error("it knows only `+`, `-`, `*` and `/`")]
    Operators,
}

/// Returns `search`, which supports only `+ - * /`.
///
/// # Errors
///
/// Returns [`Refusal::Operators`] if `operators` has others.
fn of_the_four(
    operators: OperatorSet,
    search: impl Engine + 'static,
) -> Result<Box<dyn Engine>, Refusal> {
    if operators.is_of_field() { Ok(Box::new(search)) } else { Err(Refusal::Operators) }
}
