//! Bracket templates such as `(N-N/N)*N`, filled with the cards of a hand,
//! parsed by a pest grammar and evaluated exactly.
//!
//! ```
//! use bracket24::{Grammar, Hand, Rational, Template, evaluate, solve};
//!
//! // Solve a hand: which filled templates are exactly 24?
//! let hand: Hand = "3 3 8 8".parse()?;
//! let solutions = solve(&hand, &Rational::from(24))?;
//! assert_eq!(solutions.len(), 1);
//! assert_eq!(solutions[0].template(), "N/(N-N/N)");
//! assert_eq!(solutions[0].text(), "8/(3-8/3)");
//!
//! // Fill a template.
//! let template = Template::parse("(N-N/N)*N", &Grammar::Left)?;
//! assert_eq!(template.fill(&Hand::from([5, 1, 5, 5]))?, "(5-1/5)*5");
//!
//! // Parse an expression: by ordinary arithmetic, and by another grammar.
//! let expression = Grammar::Left.parse("8-4-2")?;
//! assert_eq!(expression.to_s_expression(), "(- (- 8 4) 2)");
//! assert_eq!(evaluate(&expression)?, Rational::from(2));
//! let expression = Grammar::Scala.parse("8-4-2")?;
//! assert_eq!(evaluate(&expression)?, Rational::from(6));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The flow of data
//!
//! ```text
//! Hand + TemplateSet ─► filled strings ─► Grammar ─► Expression ─► Rational ─► Solution ─► report
//! ```
//!
//! 1. A [`Hand`] is a list of cards. It also lists their different orders.
//! 2. A [`Template`] is filled with the cards in each order, which gives a string.
//! 3. A [`Grammar`] (a pest grammar in `grammar/`) parses the string into an [`Expression`], an
//!    expression tree (AST). The grammar alone decides precedence and associativity. The [`tracer`]
//!    shows the parser at work, and [`sentences`] makes texts from the rules of any grammar.
//! 4. The expression is evaluated exactly, as a [`Rational`]. If this value equals the target, the
//!    expression becomes a [`Solution`].
//! 5. [`Equivalence`] decides when two solutions are the same; a
//!    [`Derivation`](algebra::Derivation) shows why, one rewrite after another.
//! 6. An [`Engine`] finds the solutions of a hand in one of several ways, with or without
//!    templates. [`difficulty`] measures how hard a hand is for people.
//! 7. The [`reports`] collect the results of the engines for a hand or a deck. The [`lessons`]
//!    explain a single expression: parse trees, traces, evaluation steps, and the place where two
//!    grammars begin to differ.
//! 8. The [`quizzes`] ask questions about these lessons, and the [`exercises`] grade a learner's
//!    grammar by the shortest text that it parses wrongly. The [`games`] deal hands and judge the
//!    answers, and the [`course`] puts its lessons in order.
//! 9. With the feature `serde`, hands, values, templates and reports can be serialized. With the
//!    feature `present`, the module `present` writes all of these as text, Markdown, CSV, SVG and
//!    HTML, and lessons as JSON.
//!
//! The [glossary](guide::glossary) explains the terms, each with an example.
//!
//! # What always holds
//!
//! - Values are exact, and no rounded float decides a result. If a value overflows the fast number
//!   types, the string is evaluated with fractions of any size.
//! - Only the `.pest` files define how expressions are parsed: precedence and associativity. There
//!   are two exceptions: the [`readers`](lessons::readers) that use a table, and users' grammars
//!   that parse a flat list of operands and operators. All other parsers produce nodes in postfix
//!   order, so one fold makes the expression tree for every grammar. The table of [`Operator`]
//!   decides which brackets a printed expression needs.
//! - No public signature contains a pest type, except in the [`tracer`], which works with any pest
//!   grammar.
//! - The tracer accepts what the derived parsers accept, with the same parse
//!   trees and the same errors.
//! - An engine returns its solutions one by one and counts its work in [`Effort`]. No count is
//!   hard-coded.
//! - The library prints nothing and never ends the process. No text makes it panic, unless a section
//!   `# Panics` says so. (This holds while pest's own limit for the whole process,
//!   `pest::set_call_limit`, is unset: this crate has limits of its own, and with that one as well
//!   it gives up or panics.) If a text is too long or nested too deeply, the result is an error with the
//!   position in the text.
//!
//! # How to add …
//!
//! Each of these takes a file, or a few lines, and an entry in a table. If you forget a part, the
//! code does not compile, or a test names what is missing; if the test is slow, the list of steps
//! gives its command. Changes that users see also need a line
//! in `CHANGELOG.md`. The file in the column "begin in" lists the steps:
//!
//! | to add | begin in | files |
//! |---|---|---|
//! | an operator | `src/syntax/operator.rs` | 8, and a rule in two grammars; the guide and sessions |
//! | a grammar | `src/grammars/built_in.rs` | 1 new, 2 changed; cases and sessions |
//! | a level of `--distinct` | `src/algebra/equivalence/mod.rs` | 2, and the guide |
//! | an engine | `src/engines/mod.rs` | 1 new, 2 changed; the guide and sessions |
//! | an exercise | `src/exercises/mod.rs` | a folder, 1 changed |
//! | a subcommand | `src/cli/commands/mod.rs` | 2 new, 1 changed, and a session; if it has its own report, 2 more new files and 2 more changed ones |
//! | a kind of question | `src/quizzes/mod.rs` | 1 new, 2 changed, and a list in a test; the guide and sessions |
//! | a lesson of a course | `src/course.rs` | 1 new, 2 changed, and a session |
//! | a lint for grammars | `src/tracer/lints/mod.rs` | 2 changed, 1 new if it has a file of its own, the help, and a test |
//! | an output format | `src/cli/format.rs` | 1 new, 3 changed, and each command that has it |
//!
//! # Features
//!
//! The library works without any of these features. `default-features = false` leaves out
//! everything that only the command needs.
//!
//! | feature | default | what it adds |
//! |---|---|---|
//! | `serde` | | hands, cards, values, templates, most reports and the names of grammars, engines, equivalences, template sets, levels, courses and states of exercises implement `Serialize`; hands, cards, values and most of these names also implement `Deserialize` (cards without their letters) |
//! | `parallel` | | [`for_each_hand`] and the reports on a deck use all processors |
//! | `present` | | the module `present`, which writes reports and lessons as text, Markdown, JSON, CSV, LaTeX, SVG and HTML; includes `serde` |
//! | `cli` | yes | the command `bracket24`; includes `present` and `parallel` |
//! | `tui` | yes | moving through steps and traces with keys, in the command |
//! | `serve` | yes | the live page, in the command |

#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(doc)]
pub mod guide;

/// The README: `cargo test` runs its examples together with those of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod bit_set;
mod digest;
mod name;
mod number;
mod random;
mod stack;
#[doc(hidden)]
pub mod words;

mod syntax;

pub mod grammars;
pub mod tracer;

pub mod sentences;

pub mod algebra;

mod cards;
mod templates;

pub mod difficulty;

mod engines;

pub mod lessons;

pub mod course;

pub mod bench;
pub mod reports;

pub mod exercises;
pub mod games;
pub mod quizzes;

#[cfg(feature = "serde")]
mod serial;

/// Without the feature `serde`, reports are not serialized: the macro does nothing.
#[cfg(not(feature = "serde"))]
mod serial {
    macro_rules! serialize_object {
        ($($fields:tt)*) => {};
    }
    pub(crate) use serialize_object;
}

#[cfg(feature = "present")]
pub mod present;

use std::ops::ControlFlow;
use std::sync::OnceLock;

// The public API uses types from these crates.
#[doc(no_inline)]
pub use {num_bigint, num_rational, pest};

pub use algebra::{Equivalence, EquivalenceError};
pub use cards::{Card, Deck, DeckError, Hand, Hands, for_each_hand};
pub use digest::digest;
pub use engines::*;
pub use grammars::{Grammar, LineValue, MAX_DEPTH, MAX_OPERATORS, SyntaxError, SyntaxErrorKind};
pub use name::{Named, UnknownName};
pub use number::{DigitCount, MAX_DIGITS, MAX_RESULT_DIGITS, Rational, RationalError, Undefined};
pub use random::Random;
#[doc(hidden)]
pub use reports::{Cover, minimum_cover};
pub use syntax::{
    Evaluator, Expression, LeafError, NoValue, Node, NodeKind, Operands, Operator, OperatorSet,
    OperatorSetError, Position, Slot, ascii_signs, evaluate, typed_signs,
};
#[doc(hidden)]
pub use templates::canonical_texts;
pub use templates::{
    FillError, LineError, LineErrorKind, MAX_DERIVED_TEMPLATES, MAX_TEMPLATE_SLOTS, SetError,
    SetName, Template, TemplateSet,
};

/// Returns the distinct solutions of `hand` for `target` in ordinary arithmetic: one solution for
/// each rational function of the cards. They come from the canonical templates.
///
/// The first call with a given number of cards makes the templates for that number, and the program
/// keeps them. Making them takes milliseconds for four cards, and tenths of a second for six.
///
/// See [`SolveReport`](reports::SolveReport) for other templates, grammars, and levels of
/// equivalence.
///
/// # Errors
///
/// Returns an error if the hand has no cards, or more than [`MAX_TEMPLATE_SLOTS`], because there
/// are no templates for such a hand. [`Split`] accepts up to nine cards.
///
/// # Examples
///
/// ```
/// use bracket24::{Hand, Refusal, solve};
///
/// let texts: Vec<String> =
///     solve(&Hand::from([1, 5, 5, 5]), &24.into())?.iter().map(ToString::to_string).collect();
/// assert_eq!(texts, ["(5-1/5)*5"]);
/// assert_eq!(solve(&Hand::from([1, 1, 1, 1]), &24.into())?, []);
/// assert_eq!(solve(&(1..=7).collect(), &24.into()), Err(Refusal::AtMost(6)));
/// # Ok::<(), Refusal>(())
/// ```
pub fn solve(hand: &Hand, target: &Rational) -> Result<Vec<Solution>, Refusal> {
    static SETS: [OnceLock<TemplateSet>; MAX_TEMPLATE_SLOTS + 1] =
        [const { OnceLock::new() }; MAX_TEMPLATE_SLOTS + 1];
    static ENGINES: [OnceLock<Compiled<'static>>; MAX_TEMPLATE_SLOTS + 1] =
        [const { OnceLock::new() }; MAX_TEMPLATE_SLOTS + 1];
    let cards = hand.cards().len();
    if cards > MAX_TEMPLATE_SLOTS {
        return Err(Refusal::AtMost(MAX_TEMPLATE_SLOTS));
    }
    let named = || TemplateSet::named(SetName::Canonical, cards, &Grammar::Left);
    let engine = ENGINES[cards].get_or_init(|| Compiled::new(SETS[cards].get_or_init(named)));
    debug_assert!(engine.finds_no_function_twice());
    let mut solutions = Vec::new();
    engine.solve(hand, target, &mut |solution| {
        solutions.push(solution);
        ControlFlow::Continue(())
    })?;
    Ok(solutions)
}
