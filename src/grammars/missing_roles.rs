//! The reasons why a plain grammar is not arithmetic: rules that are missing, produce no nodes or
//! cannot be reached.

use std::ops::Range;

use super::Grammar;
use super::roles::{EXPRESSION, LINE, RoleNames, RuleRole, operator_rule, roles_line};
use super::sign_roles::{SignRoles, sign_choice, unknown_sign};
use crate::syntax::Operator;
use crate::tracer::{GrammarError, GrammarErrorKind, RuleDefinition, RuleModifier, Rules};
use crate::words::{list_and, ticked};

/// The reason why a grammar is plain and its texts have no values.
///
/// ```
/// use bracket24::grammars::{Lacks, UserGrammar};
///
/// let sums = r#"
///     expr = { num ~ ("+" ~ add)* }
///     add  = { num }
///     num  = @{ ASCII_DIGIT+ }
/// "#;
/// let sums = UserGrammar::read("sums.pest", sums).expect("pest accepts it as it stands");
/// let lacks = sums.lacks().expect("it cannot even subtract");
/// assert_eq!(
///     lacks.to_string(),
///     "it has no rules `expression`, `subtract`, `multiply`, `divide` and `number`",
/// );
/// let Lacks::Roles(roles) = lacks else { panic!("{lacks:?}") };
/// assert_eq!(roles[0].advice(), "rename `expr` to `expression` (the rule that a line consists of)");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Lacks {
    /// It lacks rules with these roles.
    Roles(Vec<MissingRole>),
    /// The nodes that its rules produce make no expression; holds the reasons and their places.
    Expression(Vec<GrammarError>),
    /// This rule is the start, instead of a line: the caller chose it, or a text is more than an
    /// expression.
    Line(String),
}

/// A role that no rule has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingRole {
    /// The name that a rule with this role has.
    pub role: &'static str,
    /// The text that such a rule matches.
    pub meaning: String,
    /// The rule that seems to have the role under another name.
    pub meant: Option<String>,
    /// For an operator, a text in a choice with signs of operators that is itself the sign of none,
    /// such as `div`.
    pub unknown_sign: Option<String>,
    /// The place for the change: the name of the rule in `meant` or, without such a rule, the end
    /// of the file.
    pub span: Range<usize>,
}

impl Lacks {
    /// Whether `grammar`, which lacks this, seems to be meant for arithmetic. It must have rules
    /// for an operator and for expressions, or rules that look like these, and every text that it
    /// accepts must be one expression. In a programming language, by contrast, an expression is
    /// only one part among others.
    pub fn is_nearly_arithmetic(&self, grammar: &Grammar) -> bool {
        let roles = match self {
            Self::Roles(roles) => &roles[..],
            Self::Expression(_) => &[],
            Self::Line(_) => return false,
        };
        let missing = |role: &str| roles.iter().find(|it| it.role == role);
        let lacks = |role: &str| missing(role).is_some_and(|it| it.meant.is_none());
        let rules = &grammar.rules().written;
        let operators = || Operator::FOUR.into_iter().map(operator_rule);
        let mut named = operators().filter(|it| {
            rules.index(it).is_some() || missing(it).is_some_and(|it| it.meant.is_some())
        });
        // A sign alone proves nothing: a date has a `-`, too.
        let is_sign_alone = operators().filter(|it| !lacks(it)).count() < 2;
        if lacks(EXPRESSION) || is_sign_alone && named.next().is_none() {
            return false;
        }
        let name = missing(EXPRESSION).and_then(|it| it.meant.as_deref()).unwrap_or(EXPRESSION);
        // If the file assigns the role to a rule, its author wants values.
        let Some(expression) = rules.index(name) else { return true };
        let start = rules.index(grammar.rules().name(grammar.start()));
        start.is_some_and(|start| rules.wraps(start, expression))
    }

    /// The line at the top of the file that gives all missing roles to the rules that seem to have
    /// them; `None` unless a rule seems to have each of the roles.
    pub fn roles_line(&self) -> Option<String> {
        let Self::Roles(roles) = self else { return None };
        let given: Vec<String> = roles.iter().map(MissingRole::given).collect::<Option<_>>()?;
        Some(roles_line(&given))
    }
}

impl MissingRole {
    /// The advice on how to add the role.
    pub fn advice(&self) -> String {
        let Self { role, meaning, .. } = self;
        let rename = |meant: &String| format!("rename `{meant}` to `{role}` ({meaning})");
        self.meant.as_ref().map_or_else(|| format!("define `{role}` ({meaning})"), rename)
    }

    /// `role=rule`, if a rule seems to have the role.
    pub(super) fn given(&self) -> Option<String> {
        Some(format!("{}={}", self.role, self.meant.as_ref()?))
    }

    /// The error for a grammar that needs the role.
    pub(super) fn error(&self) -> GrammarError {
        let message = format!("there is no rule `{}`", self.role);
        let Self { role, meaning, span, .. } = self;
        let define = || format!("define `{role}`: {meaning}");
        let rename = |meant| format!("did you mean `{meant}`? call it `{role}`: {meaning}");
        let advice = self.meant.as_ref().map_or_else(define, rename);
        GrammarError::new(GrammarErrorKind::Role, message, span.clone(), advice)
    }
}

crate::name::display_text!(Lacks, |it| match it {
    Lacks::Roles(roles) => {
        let names = list_and(ticked(roles.iter().map(|it| it.role)));
        let noun = if roles.len() == 1 { "rule" } else { "rules" };
        // Without a single operator, a grammar has signs for something else.
        let unknown: Vec<_> = roles.iter().filter_map(|it| it.unknown_sign.as_ref()).collect();
        let unknown = unknown.first().filter(|_| unknown.len() < Operator::FOUR.len());
        let told = |it| format!(", and `{it}` is the sign of no operator");
        format!("it has no {noun} {names}{}", unknown.map_or_else(String::new, told))
    }
    Lacks::Expression(errors) => errors.first().expect("there is a reason").message.clone(),
    Lacks::Line(rule) => format!("it begins with `{rule}`, and only a whole line has a value"),
});

/// The roles that a file has to define but does not. An operator recognized by its sign needs no
/// rule. With `alone`, the file must also define the number rule, because it cannot use the shared
/// one.
pub(super) fn missing(
    own: &Rules,
    names: &RoleNames,
    signs: &SignRoles,
    alone: bool,
) -> Vec<MissingRole> {
    let expression = (EXPRESSION, "the rule that a line consists of".to_owned());
    let operators = Operator::FOUR.into_iter().filter(|it| !signs.have(*it));
    let operators = operators.map(|it| (operator_rule(it), format!("the right operand of `{it}`")));
    let number = alone.then(|| (RuleRole::Number.rule(), "an operand".to_owned()));
    let required = [expression].into_iter().chain(operators).chain(number);
    let missing = required.filter(|(role, _)| own.rule(names.rule(role)).is_none());
    missing.map(|(role, meaning)| missing_role(own, role, meaning)).collect()
}

fn missing_role(own: &Rules, role: &'static str, meaning: String) -> MissingRole {
    let end = own.source.trim_end().len();
    let sums = || (role == EXPRESSION).then(|| sums_of_text(own)).flatten();
    let meant = meant(role, &own.rules).or_else(sums);
    let is_operator = Operator::FOUR.into_iter().any(|it| operator_rule(it) == role);
    MissingRole {
        role,
        meaning,
        span: meant.map_or(end..end, |rule| rule.name_span.clone()),
        meant: meant.map(|rule| rule.name.clone()),
        unknown_sign: is_operator.then(|| unknown_sign(own)).flatten().map(str::to_owned),
    }
}

/// The operator, other than the basic four, that a rule seems to mean by its name or by a sign that
/// it matches alone. A `-` alone may be a subtraction.
pub(super) fn seems_to_be(rule: &RuleDefinition) -> Option<Operator> {
    let name = rule.name.to_ascii_lowercase();
    let mut beyond = Operator::ALL.into_iter().filter(|it| !it.is_of_field());
    let named = beyond.clone().find(|it| other_names(operator_rule(*it)).any(|it| it == name));
    let is_sign = |it: &&str| *it != "-" && rule.body.literal() == Some(it);
    named.or_else(|| beyond.find(|it| it.spellings().iter().any(is_sign)))
}

/// The common names of a rule with the role `name`.
fn other_names(name: &str) -> impl Iterator<Item = &'static str> {
    let mut roles = include_str!("other_names.txt").lines().map(str::split_whitespace);
    roles.find_map(|mut names| (names.next() == Some(name)).then_some(names)).into_iter().flatten()
}

/// The rule that a whole text consists of, if it joins its parts with `+`.
fn sums_of_text(own: &Rules) -> Option<&RuleDefinition> {
    let start = own.likely_start()?;
    let has_plus = |rule: &RuleDefinition| rule.literals().any(|it| it.0 == "+");
    let joins = |rule: &RuleDefinition| {
        let signs = rule.body.names().filter_map(|name| own.rule(name));
        let mut signs = signs.filter(|it| sign_choice(it).is_some());
        rule.body.names().all(|it| it != "EOI") && (has_plus(rule) || signs.any(has_plus))
    };
    let mut rules = own.rules.iter().enumerate();
    rules.find_map(|(index, it)| (joins(it) && own.wraps(start, index)).then_some(it))
}

/// The rule that seems to have the role `name`. A rule that matches only one of several signs has
/// none, and an operator that is written as a word is none of this crate.
fn meant<'r>(name: &str, own: &'r [RuleDefinition]) -> Option<&'r RuleDefinition> {
    let mut others = other_names(name);
    // The name with an `s`, in capitals, or abbreviated.
    let is_short = |rule: &str| {
        rule.trim_end_matches('s') == name || (rule.len() >= 4 && name.starts_with(rule))
    };
    let is_word = |it: &str| it.chars().all(char::is_alphabetic) && Operator::spelled(it).is_none();
    let is_operator = Operator::ALL.iter().any(|it| operator_rule(*it) == name);
    let is_spoken = |rule: &RuleDefinition| is_operator && rule.literals().any(|it| is_word(it.0));
    let named = |is_meant: &dyn Fn(&str) -> bool| {
        let is_meant = |it: &&RuleDefinition| is_meant(&it.name.to_ascii_lowercase());
        own.iter().find(|it| is_meant(it) && sign_choice(it).is_none() && !is_spoken(it))
    };
    // Tries the likeliest name first, wherever it is in the file.
    others.find_map(|other| named(&|rule| rule == other)).or_else(|| named(&is_short))
}

/// The errors for rules with a role that produce no node or cannot be reached.
pub(super) fn wrong_roles(own: &Rules, whole: &Rules, names: &RoleNames) -> Vec<GrammarError> {
    let place = |name: &str| {
        let end = own.source.len();
        own.rule(name).map_or(end..end, |rule| rule.name_span.clone())
    };
    // pest calls the rules of blanks and comments even if no rule names them.
    let reached = whole.reached(whole.index(names.rule(LINE)).into_iter().chain(whole.between()));
    let [line, expression] = [LINE, EXPRESSION].map(|it| names.rule(it));
    if whole.index(expression).is_some_and(|it| !reached.contains(it)) {
        // This is also why its operators are not reached.
        let message = format!("rule `{expression}` is never reached");
        let advice = format!("let `{line}` lead to it");
        return vec![GrammarError::new(GrammarErrorKind::Role, message, place(expression), advice)];
    }
    let (mut errors, lead) = (Vec::new(), format!("let `{expression}` lead to it"));
    for (index, rule) in whole.rules.iter().enumerate() {
        let name = &rule.name;
        let Some(role) = names.role(name).filter(|role| role.needs_node()) else { continue };
        let mut wrong = |message, advice| {
            errors.push(GrammarError::new(GrammarErrorKind::Role, message, place(name), advice));
        };
        if rule.modifier == RuleModifier::Silent {
            let message = format!("rule `{name}` is silent, so the parser produces no node for it");
            wrong(message, "leave out the `_`");
        // Without slots or letters of cards, a grammar is still arithmetic.
        } else if !matches!(role, RuleRole::Slot | RuleRole::CardLetter) && !reached.contains(index)
        {
            wrong(format!("rule `{name}` is never reached"), &lead);
        }
    }
    errors.sort_by_key(|error| error.span.start);
    errors
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_rule_names_identify_operators_beyond_the_basic_four() {
        let seems = |rule: &str, sign: &str| {
            let own = Rules::parse(&format!("{rule} = {{ \"{sign}\" }}")).expect("it is a grammar");
            seems_to_be(&own.rules[0])
        };
        for (rule, operator) in [
            ("pow", Operator::Power),
            ("Exponent", Operator::Power),
            ("unary_minus", Operator::Negate),
            ("minus", Operator::Negate),
            ("fact", Operator::Factorial),
            ("modulo", Operator::Remainder),
            ("sqrt", Operator::Root),
            ("logarithm", Operator::Log),
        ] {
            assert_eq!(seems(rule, "x"), Some(operator), "{rule}");
        }
        assert_eq!(seems("plus", "+"), None);
        assert_eq!(seems("dash", "-"), None);
        assert_eq!(seems("hat", "^"), Some(Operator::Power));
    }

    #[test]
    fn a_role_is_recognized_by_a_synonym_a_plural_or_the_start_of_a_rule_name() {
        let is_meant = |role: &str, rule: &str| {
            let own = Rules::parse(&format!("{rule} = {{ \"!\" }}")).expect("it is a grammar");
            meant(role, &own.rules).is_some()
        };
        for (role, rule) in [
            (EXPRESSION, "formula"),
            ("add", "plus"),
            ("subtract", "minus"),
            ("multiply", "times"),
            ("divide", "over"),
            ("number", "Numeral"),
            ("add", "adds"),
            ("divide", "divi"),
        ] {
            assert!(is_meant(role, rule), "{rule} for {role}");
        }
        for (role, rule) in [("add", "minus"), ("subtract", "sum"), ("multiply", "m")] {
            assert!(!is_meant(role, rule), "{rule} for {role}");
        }
    }
}
