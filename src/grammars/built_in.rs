//! The table of the built-in grammars, and the methods generated from it.
//!
//! # How to add a grammar
//!
//! 1. Write its file in `grammar/`. It begins with a `//!` comment that explains the grammar and
//!    gives its result for 8-4-2. It defines `expression` and one rule for the right operand of
//!    each operator; `lexical.pest` defines the rest. If one of these rules is missing, a derived
//!    grammar does not compile, and an interpreted one fails a test.
//! 2. Add a line to `grammars! { … }` below, under `derived`: variant, name, file, summary.
//! 3. Add the variant to [`Grammar::BASIC`] or to [`Grammar::EXTENDED`], in `ordinary.rs`. A test
//!    fails if it is in neither.
//!
//! The command, its help and the tests that compare grammars use the table. Run `cargo test --test
//! library -- grammars explanation`: it asks for a line in `tests/cases/trees.toml` for each case
//! that the grammar groups differently from `left`. The sessions and the guide list all grammars,
//! so add the new one there, too.

use std::ops::ControlFlow;
use std::sync::{Arc, LazyLock};

use pest::iterators::Pairs;
use pest::{Parser, RuleType};

use super::fold::{LineValue, fold_line, fold_values};
use super::missing_roles::Lacks;
use super::roles::{LINE, RuleRole, implement_roles};
use super::syntax_error::SyntaxError;
use super::user_grammar::UserGrammar;
use crate::name::{Named, named_display};
use crate::syntax::{Builder, Evaluator, Expression, Leaf};
use crate::tracer::{Event, GrammarErrorKind, PestGrammar, RuleDefinition, RuleId, TraceError};
use crate::words::did_you_mean;

/// The rules that all grammars share.
pub(super) const LEXICAL: &str = include_str!("../../grammar/lexical.pest");

/// The rules of one grammar; each derived parser has an enum of its own for them.
pub(super) trait DerivedRule: RuleType {
    /// The rule for one expression.
    const LINE: Self;
    /// The rule for any number of expressions, each terminated by a line feed.
    const LINES: Self;

    /// The role of the rule; `None` for most rules.
    fn role(self) -> Option<RuleRole>;
}

/// Generates the grammars. A line has the variant of [`Grammar`], the name by which users choose
/// it, its file, and a short summary.
///
/// pest derives a parser from each file under `derived`. The file has rules for the `four`
/// operators that all grammars have, or for `all`. The tracer interprets the files under
/// `interpreted`, like a user's grammar. This is slower, and the tracer's limits apply.
macro_rules! grammars {
    (
        derived { $($(#[$default:meta])? $roles:ident $derived:ident, $name:ident, $path:literal, $summary:literal;)+ }
        interpreted { $($interpreted:ident, $its_name:ident, $its_path:literal, $its_summary:literal;)* }
    ) => {
        /// A grammar: it parses texts, and decides precedence and associativity.
        #[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
        #[non_exhaustive]
        pub enum Grammar {
            $(
                #[doc = concat!("`", stringify!($name), "`: ", $summary, " (`", $path, "`).")]
                $(#[$default])?
                $derived,
            )+
            $(
                #[doc = concat!("`", stringify!($its_name), "`: ", $its_summary, " (`", $its_path, "`).")]
                $interpreted,
            )*
            /// A grammar read from a user's file.
            User(Arc<UserGrammar>),
        }

        $(
            mod $name {
                #[derive(pest_derive::Parser)]
                #[grammar = $path]
                #[grammar = "grammar/lexical.pest"]
                pub(super) struct Derived;

                super::implement_roles!($roles);
            }
        )+

        impl Named for Grammar {
            const KIND: &'static str = "grammar";
            const ALL: &'static [Self] = &[$(Self::$derived,)+ $(Self::$interpreted,)*];

            fn name(&self) -> &str {
                match self {
                    $(Self::$derived => stringify!($name),)+
                    $(Self::$interpreted => stringify!($its_name),)*
                    Self::User(user) => &user.name,
                }
            }

            fn summary(&self) -> &str {
                match self {
                    $(Self::$derived => $summary,)+
                    $(Self::$interpreted => $its_summary,)*
                    Self::User(user) => &user.summary,
                }
            }
        }

        impl Grammar {
            /// The grammar's own rules as its `.pest` file has them, with comments, but without the
            /// rules shared by all grammars.
            pub fn source(&self) -> &str {
                match self {
                    $(Self::$derived => include_str!(concat!("../../", $path)),)+
                    $(Self::$interpreted => include_str!(concat!("../../", $its_path)),)*
                    Self::User(user) => user.source(),
                }
            }

            /// All rules of the grammar, ready to be traced.
            pub fn rules(&self) -> &PestGrammar {
                match self {
                    $(Self::$derived => {
                        static RULES: LazyLock<PestGrammar> =
                            LazyLock::new(|| PestGrammar::trusted(&Grammar::$derived.whole_source())
                                .expect("pest has derived a parser from it"));
                        &RULES
                    })+
                    _ => &self.interpreted().expect("pest has derived no parser from it").rules,
                }
            }

            /// The grammar that the tracer interprets, if pest has derived no parser.
            fn interpreted(&self) -> Option<&UserGrammar> {
                match self {
                    $(Self::$derived => None,)+
                    $(Self::$interpreted => {
                        static GRAMMAR: LazyLock<UserGrammar> =
                            LazyLock::new(|| {
                                let grammar = Grammar::$interpreted;
                                UserGrammar::trusted(grammar.name(), grammar.source())
                            });
                        Some(&GRAMMAR)
                    })*
                    Self::User(user) => Some(user),
                }
            }

            /// Reads one expression.
            pub(super) fn try_line<L: Leaf>(&self, text: &str) -> IfMatched<Expression<L>> {
                match self {
                    $(Self::$derived => derived_line::<$name::Derived, _, _>(text),)+
                    _ => self.interpreted()?.read_line(text),
                }
            }

            /// Evaluates lines that all end in a line feed.
            pub(super) fn try_values(
                &self,
                text: &str,
                evaluator: &mut Evaluator,
                mut each: impl FnMut(LineValue) -> ControlFlow<()>,
            ) -> IfMatched<()> {
                match self {
                    $(Self::$derived => {
                        derived_values::<$name::Derived, _>(text, evaluator, each)
                    })+
                    // Every line must be closed by a line feed.
                    _ => (text.is_empty() || text.ends_with('\n'))
                        .then(|| self.parse_each_line(text, |it| each(LineValue::of(it, evaluator)))),
                }
            }
        }
    };
}

grammars! {
    derived {
        #[default] four Left, left, "grammar/left.pest", "ordinary arithmetic";
        four Right, right, "grammar/right.pest", "two levels of precedence, right-associative";
        four Scala, scala, "grammar/scala.pest", "right-associative, splits at the first +, else -, else *, else /";
        four Flat, flat, "grammar/flat.pest", "no precedence, left-associative";
        four Pemdas, pemdas, "grammar/pemdas.pest", "addition before subtraction, multiplication before division";
        all Extended, extended, "grammar/extended.pest", "ordinary arithmetic with powers, roots, factorials, logarithms, remainders and negation";
        all ExtendedLeft, extended_left, "grammar/extended_left.pest", "as extended, but powers are left-associative";
    }
    interpreted {
        RightSlow, right_slow, "grammar/right_slow.pest", "as right, but backtracks over nested brackets again and again";
    }
}

named_display!(Grammar);

impl Grammar {
    /// The rules that the grammar shares with the others: the tokens and the lines.
    pub fn shared_source(&self) -> &str {
        self.interpreted().map_or(LEXICAL, UserGrammar::shared_source)
    }

    /// All rules as one file that pest can read: the grammar's own, then the shared ones.
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::Grammar;
    ///
    /// let file = Grammar::Left.whole_source();
    /// assert!(file.starts_with("//! Ordinary arithmetic"));
    /// assert!(file.contains("expression = ") && file.contains("number = "));
    /// ```
    pub fn whole_source(&self) -> String {
        match self.shared_source() {
            "" => self.source().to_owned(),
            shared => [self.source(), shared].join("\n"),
        }
    }

    /// The definitions of all rules as the files have them: the grammar's own, then the shared
    /// ones. For the rules ready to be traced, see [`rules`](Self::rules).
    pub fn definitions(&self) -> Vec<RuleDefinition> {
        self.rules().written.rules.iter().map(RuleDefinition::flattened).collect()
    }

    /// The reason why the grammar is not arithmetic; `None` if its rules give texts their values, as
    /// under every built-in grammar.
    pub fn lacks(&self) -> Option<&Lacks> {
        self.interpreted().and_then(UserGrammar::lacks)
    }

    /// Whether pest rejects the grammar for its left recursion.
    pub(crate) fn is_left_recursive(&self) -> bool {
        let Some(Lacks::Expression(errors)) = self.lacks() else { return false };
        errors.iter().any(|it| it.kind == GrammarErrorKind::LeftRecursion)
    }

    /// Whether the grammar has no precedence of its own, because it parses operators as a flat
    /// list; see [`UserGrammar::is_flat`].
    pub fn is_flat(&self) -> bool {
        self.interpreted().is_some_and(|it| it.is_flat)
    }

    /// The start rule: `line` in an arithmetic grammar; for a plain one, see [`UserGrammar`].
    pub fn start(&self) -> RuleId {
        let line = || self.rules().rule(LINE).expect("it is shared");
        self.interpreted().map_or_else(line, |grammar| grammar.start)
    }

    /// The rule that an unknown `name` probably means, and a sentence that lists at most `most` of
    /// the rules.
    pub fn rule_hints<'n>(&'n self, name: &'n str, most: usize) -> (Option<&'n str>, String) {
        let rules = self.rules();
        let names: Vec<&str> = rules.rules().map(|rule| rules.name(rule)).collect();
        let with_role = match self {
            Self::User(user) => Some(user.rule_with(name)).filter(|it| *it != name),
            _ => None,
        };
        let meant = with_role.or_else(|| did_you_mean(name, names.iter().copied()));
        let first = names[..names.len().min(most)].join(", ");
        let more = match names.len().saturating_sub(most) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        (meant, format!("its rules are {first}{more}"))
    }

    /// The grammar with the same rules and the start rule `name`. It is a plain grammar unless
    /// `name` is already the start rule. `None` if there is no such rule.
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::Grammar;
    ///
    /// let term = Grammar::Left.starting_at("term").expect("there is such a rule");
    /// assert_eq!(term.recognize("8*3+1"), Ok("8*3".len()));
    /// assert!(term.lacks().is_some());
    /// ```
    #[must_use]
    pub fn starting_at(&self, name: &str) -> Option<Self> {
        let start = self.rules().rule(name).filter(|rule| *rule != RuleId::EOI)?;
        if start == self.start() {
            return Some(self.clone());
        }
        let otherwise = || UserGrammar::trusted(self.name(), self.source()).starting_at(start);
        let other = self.interpreted().map_or_else(otherwise, |user| user.starting_at(start));
        Some(Self::User(Arc::new(other)))
    }

    /// Traces how the grammar parses `text` from its [start rule](Self::start). The trace also
    /// covers a text that the grammar rejects; see [`PestGrammar::trace`].
    ///
    /// # Errors
    ///
    /// As [`PestGrammar::trace`].
    pub fn trace<'g>(
        &'g self,
        text: &str,
        listener: impl FnMut(Event<'g>) -> ControlFlow<()>,
    ) -> Result<(), TraceError> {
        self.pairs(text, listener).map(drop)
    }

    /// Like [`trace`](Self::trace), but also returns pest's pairs.
    pub(crate) fn pairs<'g, 't>(
        &'g self,
        text: &'t str,
        listener: impl FnMut(Event<'g>) -> ControlFlow<()>,
    ) -> Result<Pairs<'t, RuleId>, TraceError> {
        #[cfg(test)]
        super::parse::count::note(super::parse::count::Pass::Trace, self, text);
        self.rules().trace(self.start(), text, listener)
    }
}

/// The result of reading a text; `None` if the text does not match, because a trace explains the
/// failure better.
pub(super) type IfMatched<T> = Option<Result<T, SyntaxError>>;

/// Reads one expression.
fn derived_line<P: Parser<R>, R: DerivedRule, L: Leaf>(text: &str) -> IfMatched<Expression<L>> {
    let tokens = P::parse(R::LINE, text).ok()?.tokens();
    // Every node has two tokens, its start and its end.
    let builder = Builder::with_capacity(tokens.len() / 2);
    Some(fold_line(text, 0, tokens, R::role, builder))
}

/// Evaluates lines that all end in a line feed.
fn derived_values<P: Parser<R>, R: DerivedRule>(
    text: &str,
    evaluator: &mut Evaluator,
    each: impl FnMut(LineValue) -> ControlFlow<()>,
) -> IfMatched<()> {
    Some(fold_values(text, P::parse(R::LINES, text).ok()?.tokens(), R::role, evaluator, each))
}
