//! The roles of rules. A rule has a role by its name, or by a line at the top of the file.

use std::ops::Range;

use crate::syntax::Operator;
use crate::tracer::{GrammarError, GrammarErrorKind, RuleDefinition, Rules};
use crate::words::{did_you_mean, list_or, ticked};

/// The role of a rule when the program makes an expression tree from a parse.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RuleRole {
    /// The rule matches a number.
    Number,
    /// The rule matches a slot of a template.
    Slot,
    /// The rule matches the letter of a card.
    CardLetter,
    /// The rule ends right after the last operand of the operator.
    Operator(Operator),
    /// The rule ends one of several lines.
    LineEnd,
}

/// Generates from the table the mapping between names and roles, and the macro `implement_roles`.
/// This macro gives the `Rule` of a derived parser its roles: with `four` for a grammar with the
/// four operators, with `all` for one with all operators.
///
/// The mapping from roles to names is exhaustive, so the compiler reports an operator without a
/// rule. It also reports a derived grammar that lacks one of the rules.
macro_rules! role_table {
    (
        four { $($rule:ident = [$($role:tt)+],)+ }
        beyond { $($more:ident = [$($its_role:tt)+],)+ }
    ) => {
        impl RuleRole {
            /// The role of a rule by its name. The names are the same in every grammar, and most
            /// rules have no role.
            pub(super) fn named(rule: &str) -> Option<Self> {
                match rule {
                    $(stringify!($rule) => Some($($role)+),)+
                    $(stringify!($more) => Some($($its_role)+),)+
                    _ => None,
                }
            }

            /// The name of the rule with this role.
            pub(super) const fn rule(self) -> &'static str {
                match self {
                    $($($role)+ => stringify!($rule),)+
                    $($($its_role)+ => stringify!($more),)+
                }
            }
        }

        macro_rules! implement_roles {
            (four) => {
                $crate::grammars::roles::derived_rule! { $($rule = [$($role)+],)+ }
            };
            (all) => {
                $crate::grammars::roles::derived_rule! {
                    $($rule = [$($role)+],)+
                    $($more = [$($its_role)+],)+
                }
            };
        }
    };
}

/// Gives the `Rule` of a derived parser its roles.
macro_rules! derived_rule {
    ($($rule:ident = [$($role:tt)+],)+) => {
        impl super::DerivedRule for Rule {
            const LINE: Self = Self::line;
            const LINES: Self = Self::lines;

            fn role(self) -> Option<$crate::grammars::roles::RuleRole> {
                use $crate::grammars::roles::RuleRole;
                use $crate::syntax::Operator;
                match self {
                    $(Self::$rule => Some($($role)+),)+
                    _ => None,
                }
            }
        }
    };
}
pub(super) use derived_rule;

role_table! {
    four {
        number = [RuleRole::Number],
        slot = [RuleRole::Slot],
        card_letter = [RuleRole::CardLetter],
        add = [RuleRole::Operator(Operator::Add)],
        subtract = [RuleRole::Operator(Operator::Subtract)],
        multiply = [RuleRole::Operator(Operator::Multiply)],
        divide = [RuleRole::Operator(Operator::Divide)],
        line_end = [RuleRole::LineEnd],
    }
    beyond {
        remainder = [RuleRole::Operator(Operator::Remainder)],
        negate = [RuleRole::Operator(Operator::Negate)],
        power = [RuleRole::Operator(Operator::Power)],
        root = [RuleRole::Operator(Operator::Root)],
        factorial = [RuleRole::Operator(Operator::Factorial)],
        log = [RuleRole::Operator(Operator::Log)],
        join = [RuleRole::Operator(Operator::Join)],
    }
}
pub(super) use implement_roles;

impl RuleRole {
    /// Whether the parser has to produce a node for the rule, because it is part of the expression
    /// tree.
    pub(super) const fn needs_node(self) -> bool {
        !matches!(self, Self::LineEnd)
    }
}

/// The rule that matches one expression and nothing after it.
pub(crate) const LINE: &str = "line";

/// The rule that the rule `line` calls.
pub(super) const EXPRESSION: &str = "expression";

/// The name of an operator's rule, in every grammar.
pub(crate) const fn operator_rule(operator: Operator) -> &'static str {
    RuleRole::Operator(operator).rule()
}

/// The beginning of a line that assigns roles to rules.
pub(super) const BEGINS: &str = "roles:";

/// The names of the rules that have roles.
#[derive(Debug, Clone, Default)]
pub(super) struct RoleNames {
    /// The assigned roles, and the rules that have them.
    given: Vec<(&'static str, String)>,
}

impl RoleNames {
    /// Reads the line `//! roles: expression=expr number=num` at the top of a file.
    pub(super) fn read(own: &Rules) -> Result<Self, Vec<GrammarError>> {
        let (mut names, mut errors) = (Self::default(), Vec::new());
        for span in entries(&own.source) {
            match names.given_by(own.slice(&span), &own.rules) {
                Ok(given) => names.given.push(given),
                Err((message, advice)) => {
                    errors.push(GrammarError::new(GrammarErrorKind::Role, message, span, advice));
                }
            }
        }
        if errors.is_empty() { Ok(names) } else { Err(errors) }
    }

    /// The role and the rule in an entry `role=rule`, or the error and the advice.
    fn given_by(
        &self,
        entry: &str,
        own: &[RuleDefinition],
    ) -> Result<(&'static str, String), (String, String)> {
        let sides = entry.split_once('=').map(|(role, named)| (role.trim(), named.trim()));
        let Some((role, named)) =
            sides.filter(|(role, named)| !role.is_empty() && !named.is_empty())
        else {
            return Err((
                format!("`{entry}` gives no rule a role"),
                "expected a role and a rule, such as `expression=expr`".to_owned(),
            ));
        };
        let close = |meant: &str| format!("did you mean `{meant}`?");
        let Some(known) = roles().find(|known| *known == role) else {
            let expected = || format!("expected {}", list_or(ticked(roles())));
            let advice = did_you_mean(role, roles()).map_or_else(expected, close);
            return Err((format!("there is no role `{role}`"), advice));
        };
        if own.iter().all(|it| it.name != named) {
            let message = format!("there is no rule `{named}`");
            let expected = || format!("name the rule in this file that has the role `{role}`");
            let meant = did_you_mean(named, own.iter().map(|it| &*it.name));
            return Err((message, meant.map_or_else(expected, close)));
        }
        if self.given.iter().any(|(given, _)| *given == known) {
            let message = format!("the role `{role}` is given twice");
            return Err((message, "leave one of the two out".to_owned()));
        }
        if self.given.iter().any(|(_, given)| given == named) {
            let message = format!("the rule `{named}` has a role already");
            return Err((message, "a rule has one role; leave one of the two out".to_owned()));
        }
        Ok((known, named.to_owned()))
    }

    /// Improves the advice for undefined rules. If a file assigns the role `number` to the rule
    /// `num`, for example, it cannot call this rule `number`.
    pub(super) fn explain(&self, source: &str, errors: &mut [GrammarError]) {
        let is_undefined = |it: &&mut GrammarError| it.kind == GrammarErrorKind::Undefined;
        for error in errors.iter_mut().filter(is_undefined) {
            let name = &source[error.span.clone()];
            let rule = self.rule(name);
            if rule != name {
                error.advice = format!("did you mean `{rule}`? it has the role `{name}`");
            }
        }
    }

    /// The same names, but only the rules in `new` have the roles there.
    pub(super) fn with(&self, new: &[(&'static str, String)]) -> Self {
        let kept = self.given.iter().filter(|it| new.iter().all(|(role, _)| *role != it.0));
        Self { given: kept.chain(new).cloned().collect() }
    }

    /// The same names, but no rule that `is_other` has the role of an operator because of its name.
    pub(super) fn without(&self, is_other: impl Fn(&str) -> bool) -> Self {
        let is_free = |role: &&str| self.given.iter().all(|(it, _)| it != role) && is_other(role);
        let free = Operator::ALL.map(operator_rule).into_iter().filter(is_free);
        let none = free.map(|role| (role, format!("no {role}")));
        Self { given: self.given.iter().cloned().chain(none).collect() }
    }

    /// The name of the rule with this role, even if the file does not define the rule.
    pub(super) fn rule<'n>(&'n self, role: &'n str) -> &'n str {
        self.given.iter().find(|(given, _)| *given == role).map_or(role, |(_, rule)| rule)
    }

    /// The role of a rule; most rules have none.
    pub(super) fn role(&self, rule: &str) -> Option<RuleRole> {
        let given = self.given.iter().find(|(_, given)| given == rule);
        if let Some((role, _)) = given {
            return RuleRole::named(role);
        }
        // The file may have assigned the role of this name to another rule.
        if self.given.iter().any(|(role, _)| *role == rule) { None } else { RuleRole::named(rule) }
    }
}

/// The roles that can be assigned to a rule.
fn roles() -> impl Iterator<Item = &'static str> {
    let operands = [RuleRole::Number, RuleRole::Slot, RuleRole::CardLetter].map(RuleRole::rule);
    [LINE, EXPRESSION].into_iter().chain(Operator::ALL.map(operator_rule)).chain(operands)
}

/// The places of the entries `role=rule` in the comment that begins a file.
fn entries(source: &str) -> Vec<Range<usize>> {
    let mut spans = Vec::new();
    let mut at = 0;
    for line in source.split_inclusive('\n') {
        let start = at;
        at += line.len();
        if line.trim().is_empty() {
            continue;
        }
        let Some(comment) = line.trim_start().strip_prefix("//!") else { break };
        let Some(entries) = comment.trim_start().strip_prefix(BEGINS) else { continue };
        let first = start + line.len() - entries.len();
        spans.extend(spans_in(entries).map(|it| first + it.start..first + it.end));
    }
    spans
}

/// The places of the entries in a line: blanks or commas separate them, and blanks may surround
/// their `=`.
fn spans_in(line: &str) -> impl Iterator<Item = Range<usize>> {
    let is_between = |it: char| it.is_whitespace() || it == ',';
    let mut at = 0;
    std::iter::from_fn(move || {
        at += line[at..].find(|it| !is_between(it))?;
        let start = at;
        let word = |from: usize| {
            from + line[from..].find(|it| is_between(it) || it == '=').unwrap_or(line.len() - from)
        };
        let after_blanks = |from: usize| line.len() - line[from..].trim_start().len();
        at = word(start);
        if line[after_blanks(at)..].starts_with('=') {
            at = word(after_blanks(after_blanks(at) + 1));
        }
        Some(start..start + line[start..at].trim_end().len())
    })
}

/// The line at the top of a file that assigns roles to rules, each as `role=rule`.
pub(super) fn roles_line(given: &[String]) -> String {
    format!("//! {BEGINS} {}", given.join(" "))
}
