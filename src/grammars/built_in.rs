//! The table of the grammars, and what follows from it.
//!
//! # How to add a grammar
//!
//! 1. Its file in `grammar/`: it begins with `//!`, what it means and what it
//!    makes of 8-4-2. It has the rule `expression` and one for the right operand
//!    of each operator; `lexical.pest` has the rest. A rule that is missing does
//!    not compile, or where it is interpreted fails a test.
//! 2. A line in `grammars! { … }` below, under `derived`: variant, name, file,
//!    summary.
//!
//! The command, its help and the tests that hold grammars against each other go
//! by the table. `cargo test --test library -- grammars explanation` asks for a
//! line in `tests/cases/trees.toml` where it groups a case otherwise than `left`
//! does. Sessions and the README list all grammars, and want it there.

use std::ops::ControlFlow;
use std::sync::{Arc, LazyLock};

use pest::iterators::Pairs;
use pest::{Parser, RuleType};

use super::fold::{LineValue, fold, fold_line, fold_values};
use super::missing_roles::Lacks;
use super::roles::{LINE, RuleRole, implement_roles};
use super::syntax_error::SyntaxError;
use super::user_grammar::UserGrammar;
use crate::name::{Named, named_display};
use crate::number::Rational;
use crate::syntax::{Builder, Evaluator, Expression, Leaf};
use crate::tracer::{Event, GrammarErrorKind, PestGrammar, RuleDefinition, RuleId, TraceError};
use crate::words::did_you_mean;

/// The rules that all grammars share.
pub(super) const LEXICAL: &str = include_str!("../../grammar/lexical.pest");

/// The rules of one grammar; each derived parser has an enum of its own.
pub(super) trait DerivedRule: RuleType {
    /// The rule for one expression.
    const LINE: Self;
    /// The rule for any number of them, each closed by a line feed.
    const LINES: Self;

    /// Its role; `None` for most rules.
    fn role(self) -> Option<RuleRole>;
}

/// Makes the grammars. A line has the variant of [`Grammar`], the name that it is
/// chosen by, its file, and what it is in a few words.
///
/// pest derives a parser from each file under `derived`, which has rules for the `four`
/// operators that all grammars have, or for `all`. Those under
/// `interpreted` are parsed by the tracer, as a user's grammar is: slower, but within
/// its limits.
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
            /// One that was read from a file of the user's own.
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
                    Self::User(user) => user.name(),
                }
            }

            fn summary(&self) -> &str {
                match self {
                    $(Self::$derived => $summary,)+
                    $(Self::$interpreted => $its_summary,)*
                    Self::User(user) => user.summary(),
                }
            }
        }

        impl Grammar {
            /// The grammar's own rules, as its `.pest` file says them, with its
            /// comments; the rules it shares with all others are left out.
            pub fn source(&self) -> &str {
                match self {
                    $(Self::$derived => include_str!(concat!("../../", $path)),)+
                    $(Self::$interpreted => include_str!(concat!("../../", $its_path)),)*
                    Self::User(user) => user.source(),
                }
            }

            /// All its rules, ready to be traced.
            pub fn rules(&self) -> &PestGrammar {
                match self {
                    $(Self::$derived => {
                        static RULES: LazyLock<PestGrammar> =
                            LazyLock::new(|| trusted_rules(&Grammar::$derived));
                        &RULES
                    })+
                    _ => self.interpreted().expect("pest has derived no parser from it").rules(),
                }
            }

            /// What the tracer reads texts with, where pest has derived no parser.
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

            /// Reads one expression; `None` where the text does not match.
            pub(super) fn try_line<L: Leaf>(
                &self,
                text: &str,
            ) -> Option<Result<Expression<L>, SyntaxError>> {
                match self {
                    $(Self::$derived => derived_line::<$name::Derived, _, _>(text),)+
                    _ => self.interpreted()?.read_line(text),
                }
            }

            /// Reads lines that are all closed; `None` where one does not match.
            pub(super) fn try_lines(
                &self,
                text: &str,
                mut each: impl FnMut(&Expression<Rational>) -> ControlFlow<()>,
            ) -> Option<Result<(), SyntaxError>> {
                match self {
                    $(Self::$derived => derived_lines::<$name::Derived, _>(text, each),)+
                    _ if is_closed(text) => {
                        Some(self.parse_each_line(text, |expression| each(&expression)))
                    }
                    _ => None,
                }
            }

            /// Works out the values of lines that are all closed; `None` where one
            /// does not match.
            pub(super) fn try_values(
                &self,
                text: &str,
                evaluator: &mut Evaluator,
                each: impl FnMut(LineValue) -> ControlFlow<()>,
            ) -> Option<Result<(), SyntaxError>> {
                match self {
                    $(Self::$derived => {
                        derived_values::<$name::Derived, _>(text, evaluator, each)
                    })+
                    _ if is_closed(text) => Some(self.evaluate_each_line(text, evaluator, each)),
                    _ => None,
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
    /// The rules that it shares with the other grammars: the tokens, and the
    /// lines they stand in.
    pub fn shared_source(&self) -> &str {
        self.interpreted().map_or(LEXICAL, UserGrammar::shared_source)
    }

    /// All its rules, as one file that pest can read: its own, then the shared
    /// ones.
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

    /// What its rules say, its own and then the shared ones, as they stand in
    /// its file; for what is interpreted, see [`rules`](Self::rules).
    pub fn definitions(&self) -> Vec<RuleDefinition> {
        self.rules().written().rules.iter().map(RuleDefinition::flattened).collect()
    }

    /// What it lacks to be arithmetic; `None` where its texts have values, as
    /// they have under every built-in grammar.
    pub fn lacks(&self) -> Option<&Lacks> {
        self.interpreted().and_then(UserGrammar::lacks)
    }

    /// Whether pest refuses it for its left recursion.
    pub(crate) fn is_left_recursive(&self) -> bool {
        let Some(Lacks::Expression(errors)) = self.lacks() else { return false };
        errors.iter().any(|it| it.kind == GrammarErrorKind::LeftRecursion)
    }

    /// A grammar that reads the same texts as this one, with the same trees, and reads no
    /// part of a text again and again; where none is known, this one.
    pub(crate) const fn without_repetition(&self) -> &Self {
        match self {
            Self::RightSlow => &Self::Right,
            other => other,
        }
    }

    /// Whether it has no precedence of its own, since its operators stand in a flat
    /// list; see [`UserGrammar::is_flat`].
    pub fn is_flat(&self) -> bool {
        self.interpreted().is_some_and(UserGrammar::is_flat)
    }

    /// The rule that it begins with: `line`; of a plain grammar without one, the
    /// first of its file.
    pub fn start(&self) -> RuleId {
        let line = || self.rules().rule(LINE).expect("it is shared");
        self.interpreted().map_or_else(line, UserGrammar::start)
    }

    /// The rule that is meant by a `name` that none has, where it can be told; and in words
    /// which rules there are, of which `most` are named.
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

    /// The grammar with the same rules that begins with the rule called `name`: a
    /// plain one, unless it begins with that one anyway. `None` where it has no
    /// such rule.
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
        let other = match self.interpreted() {
            Some(user) => user.starting_at(start),
            None => UserGrammar::trusted(self.name(), self.source()).starting_at(start),
        };
        Some(Self::User(Arc::new(other)))
    }

    /// Traces how it reads `text` by the rule that it [begins](Self::start) with,
    /// whether or not it can; see [`PestGrammar::trace`].
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

    /// As [`trace`](Self::trace), with the pairs that pest returns.
    pub(crate) fn pairs<'g, 't>(
        &'g self,
        text: &'t str,
        listener: impl FnMut(Event<'g>) -> ControlFlow<()>,
    ) -> Result<Pairs<'t, RuleId>, TraceError> {
        #[cfg(test)]
        super::count::note(super::count::Pass::Trace, self, text);
        self.rules().trace(self.start(), text, listener)
    }
}

/// The rules of a grammar from which pest has derived a parser.
fn trusted_rules(grammar: &Grammar) -> PestGrammar {
    PestGrammar::trusted(&grammar.whole_source()).expect("pest has derived a parser from it")
}

/// Whether every line of a text is closed.
fn is_closed(text: &str) -> bool {
    text.is_empty() || text.ends_with('\n')
}

/// Reads one expression; `None` where the parser stopped: the trace has more to
/// say about that.
fn derived_line<P: Parser<R>, R: DerivedRule, L: Leaf>(
    text: &str,
) -> Option<Result<Expression<L>, SyntaxError>> {
    let tokens = P::parse(R::LINE, text).ok()?.tokens();
    // Every node has two tokens, its start and its end.
    let builder = Builder::with_capacity(tokens.len() / 2);
    Some(fold_line(text, tokens, R::role, builder))
}

/// Reads lines that are all closed; `None` where the parser stopped.
fn derived_lines<P: Parser<R>, R: DerivedRule>(
    text: &str,
    mut each: impl FnMut(&Expression<Rational>) -> ControlFlow<()>,
) -> Option<Result<(), SyntaxError>> {
    let pairs = P::parse(R::LINES, text).ok()?;
    let mut builder = Builder::with_capacity(0);
    let folded = fold(text, 0, pairs.tokens(), R::role, &mut builder, |builder| {
        let flow = each(builder.expression());
        builder.clear();
        flow
    });
    Some(folded.map(drop))
}

/// Works out the values of lines that are all closed; `None` where the parser
/// stopped.
fn derived_values<P: Parser<R>, R: DerivedRule>(
    text: &str,
    evaluator: &mut Evaluator,
    each: impl FnMut(LineValue) -> ControlFlow<()>,
) -> Option<Result<(), SyntaxError>> {
    let tokens = P::parse(R::LINES, text).ok()?.tokens();
    Some(fold_values(text, tokens, R::role, evaluator, each))
}
