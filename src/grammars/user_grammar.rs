//! A grammar that is read when the program runs.

mod findings;
mod reading;

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::completion::Completion;
use super::lacks::Lacks;
use super::parse::given_up;
use super::role_names::RoleNames;
use super::rule_role::RuleRole;
use super::skipped::skipped;
use super::syntax_error::SyntaxError;
use super::whole_expression::{whole_expression, whole_flat_expression};
use crate::syntax::{Expression, Leaf};
use crate::tracer::{self, CHECK_TIME, GrammarError, PestGrammar, RuleId, TraceError};

/// A grammar of a file of the user's own.
///
/// It is *arithmetic* where its rules have the roles that expressions are made
/// of. Any other that pest accepts as it stands is *plain*: it reads texts, which
/// have parse trees and traces, but no values; what it [`lacks`](Self::lacks) can be asked
/// for. A plain grammar begins with its rule `line`, if no other rule leads to it, else with
/// its first.
///
/// The names of its rules say what they mean: `expression` is what a line
/// holds; `number` and `slot` are operands; `add`, `subtract`, `multiply` and
/// `divide` each join two operands, and must close right after the right one,
/// as in `add = { "+" ~ term }` or `"+" ~ add` with `add = { term }`. Where all four
/// match their sign alone, as in `add = { "+" }`, the operators stand in a
/// [flat list](Self::is_flat). All other rules may have any name. Rules of
/// `grammar/lexical.pest`, such as `line`, `operand` and `number`, need not be written
/// again; those that are written take their place.
///
/// # Examples
///
/// ```
/// use std::sync::Arc;
///
/// use bracket24::Grammar;
/// use bracket24::grammars::UserGrammar;
///
/// // All operators alike, each with everything to its right.
/// let source = r#"
///     expression = { operand ~ (add | subtract | multiply | divide)? }
///     add        = { "+" ~ expression }
///     subtract   = { "-" ~ expression }
///     multiply   = { "*" ~ expression }
///     divide     = { "/" ~ expression }
/// "#;
/// let own = UserGrammar::read("right.pest", source).expect("all rules are there");
/// assert_eq!(own.name(), "right.pest");
/// assert!(own.warnings().is_empty());
/// let own = Grammar::User(Arc::new(own));
/// assert_eq!(own.parse("8*4-2")?.to_s_expression(), "(* 8 (- 4 2))");
///
/// // It names rules that all grammars share, so it is meant to be arithmetic.
/// let errors = UserGrammar::read("none.pest", "expression = { number }").unwrap_err();
/// assert_eq!(errors[0].message, "there is no rule `add`");
///
/// let plain = UserGrammar::read("plain.pest", r#"list = { "[" ~ list* ~ "]" }"#);
/// let plain = Grammar::User(Arc::new(plain.expect("pest accepts it as it stands")));
/// assert!(plain.lacks().is_some());
/// assert_eq!(plain.recognize("[[][]]"), Ok(6));
/// # Ok::<(), bracket24::SyntaxError>(())
/// ```
#[derive(Debug)]
pub struct UserGrammar {
    name: String,
    summary: String,
    source: String,
    shared: String,
    rules: Arc<PestGrammar>,
    /// By the index of the rule.
    roles: Vec<Option<RuleRole>>,
    /// The names of the rules that have roles.
    names: RoleNames,
    /// Where operators are told by their signs, what finds the values.
    values: Option<Values>,
    /// Whether its operators stand in a flat list, which has no precedence.
    is_flat: bool,
    /// The rule that a text is read by.
    start: RuleId,
    /// The one that it begins with if it is not told.
    usual_start: RuleId,
    /// `None` where it is arithmetic.
    lacks: Option<Lacks>,
    warnings: Vec<GrammarError>,
}

impl UserGrammar {
    /// The same rules, beginning with another one: there are no values then.
    pub(super) fn starting_at(&self, start: RuleId) -> Self {
        let line = self.rules.name(start).to_owned();
        let lacks = self.lacks.clone().unwrap_or(Lacks::Line(line));
        Self {
            name: self.name.clone(),
            summary: self.summary.clone(),
            source: self.source.clone(),
            shared: self.shared.clone(),
            rules: Arc::clone(&self.rules),
            roles: self.roles.clone(),
            names: self.names.clone(),
            values: None,
            is_flat: self.is_flat,
            start,
            usual_start: self.usual_start,
            lacks: Some(lacks),
            warnings: self.warnings.clone(),
        }
    }

    /// What it lacks to be arithmetic; `None` where its texts have values.
    pub const fn lacks(&self) -> Option<&Lacks> {
        self.lacks.as_ref()
    }

    /// What would make it arithmetic, where it lacks roles and a way is found: it
    /// is tried.
    pub fn completion(&self) -> Option<Completion> {
        Completion::of(self, self.lacks()?, CHECK_TIME)
    }

    /// The rule that has this role, such as `number`, or would have it.
    pub fn rule_with<'n>(&'n self, role: &'n str) -> &'n str {
        self.names.rule(role)
    }

    pub(super) const fn start(&self) -> RuleId {
        self.start
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The first sentence about the file, or that there is none.
    pub fn summary(&self) -> &str {
        &self.summary
    }

    /// What is likely a mistake in its own text although it can be used: see
    /// [`PestGrammar::warnings`], and rules that are never reached.
    pub fn warnings(&self) -> &[GrammarError] {
        &self.warnings
    }

    /// Whether its operators stand between their operands in a flat list, by rules
    /// that match the sign alone: it says nothing of precedence and associativity, so
    /// its lists are grouped as ordinary arithmetic does, by pest's `PrattParser`.
    pub const fn is_flat(&self) -> bool {
        self.is_flat
    }

    /// Whether a line that begins like `text` ends with it.
    pub(super) fn reads_all(&self, text: &str) -> bool {
        tracer::matched(&self.rules, self.start, text) == Some(text.len())
    }

    pub(super) fn source(&self) -> &str {
        &self.source
    }

    pub(super) fn shared_source(&self) -> &str {
        &self.shared
    }

    pub(super) fn rules(&self) -> &PestGrammar {
        &self.rules
    }

    /// Reads one expression; `None` where the text does not match: the trace has
    /// more to say.
    pub(super) fn read_line<L: Leaf>(
        &self,
        text: &str,
    ) -> Option<Result<Expression<L>, SyntaxError>> {
        let (rules, start, by_rule) = match &self.values {
            Some(values) => (&values.rules, values.start, &values.roles),
            None => (&*self.rules, self.start, &self.roles),
        };
        let skipped = || skipped(rules, start, text);
        match rules.parse(start, text) {
            Ok(pairs) if self.is_flat => {
                Some(whole_flat_expression(text, &pairs, by_rule, skipped))
            }
            Ok(pairs) => Some(whole_expression(text, &pairs, by_rule, skipped)),
            Err(TraceError::Syntax(_)) => None,
            Err(error) => Some(Err(given_up(rules, start, text, &error))),
        }
    }
}

/// What finds the values of texts: the same rules, with one around every right
/// operand.
#[derive(Debug)]
struct Values {
    rules: PestGrammar,
    roles: Vec<Option<RuleRole>>,
    start: RuleId,
}

impl PartialEq for UserGrammar {
    fn eq(&self, other: &Self) -> bool {
        (&self.name, &self.source, self.start) == (&other.name, &other.source, other.start)
    }
}

impl Eq for UserGrammar {}

impl Hash for UserGrammar {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.name, &self.source, self.start).hash(state);
    }
}

impl fmt::Display for UserGrammar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}
