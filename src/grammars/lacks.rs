//! What a plain grammar lacks to be arithmetic.

use std::fmt;
use std::ops::Range;

use super::role_names;
use super::rule_role::{EXPRESSION, operator_rule};
use crate::syntax::Operator;
use crate::tracer::GrammarError;
use crate::words::{list_and, ticked};

/// What a plain grammar lacks to be arithmetic: why its texts have no values.
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
    /// Rules with these roles.
    Roles(Vec<MissingRole>),
    /// An expression of the nodes that its rules produce; why, and where.
    Expression(Vec<GrammarError>),
    /// The beginning: it was told to begin with this rule, and not with a line.
    Line(String),
}

/// A role that no rule has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingRole {
    /// The name that a rule with this role has.
    pub role: &'static str,
    /// What such a rule reads.
    pub meaning: String,
    /// The rule that has the role by another name, as it seems.
    pub meant: Option<String>,
    /// Where to mend it: at the rule that is meant, else at the end of the file.
    pub span: Range<usize>,
}

impl Lacks {
    /// Whether it seems to be meant for arithmetic: it has an operator and an
    /// expression, or rules that look like these.
    pub fn is_nearly_arithmetic(&self) -> bool {
        let Self::Roles(roles) = self else { return false };
        let lacks = |role: &str| roles.iter().any(|it| it.role == role && it.meant.is_none());
        !lacks(EXPRESSION) && Operator::FOUR.into_iter().any(|it| !lacks(operator_rule(it)))
    }

    /// The line at the top of the file that gives all missing roles to the rules that
    /// seem to have them, if there are such rules.
    pub fn roles_line(&self) -> Option<String> {
        let Self::Roles(roles) = self else { return None };
        let given: Vec<String> = roles.iter().map(MissingRole::given).collect::<Option<_>>()?;
        Some(role_names::line(&given))
    }
}

impl MissingRole {
    /// What to do about it.
    pub fn advice(&self) -> String {
        let Self { role, meaning, .. } = self;
        match &self.meant {
            Some(meant) => format!("rename `{meant}` to `{role}` ({meaning})"),
            None => format!("define `{role}` ({meaning})"),
        }
    }

    /// `role=rule`, where a rule seems to have it.
    pub(super) fn given(&self) -> Option<String> {
        Some(format!("{}={}", self.role, self.meant.as_ref()?))
    }

    /// The error where the rule has to be there.
    pub(super) fn error(&self) -> GrammarError {
        let message = format!("there is no rule `{}`", self.role);
        let Self { role, meaning, span, .. } = self;
        let advice = match &self.meant {
            Some(meant) => format!("did you mean `{meant}`? call it `{role}`: {meaning}"),
            None => format!("define `{role}`: {meaning}"),
        };
        GrammarError::new(message, span.clone(), advice)
    }
}

impl fmt::Display for Lacks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Roles(roles) => {
                let names = list_and(ticked(roles.iter().map(|it| it.role)));
                let noun = if roles.len() == 1 { "rule" } else { "rules" };
                write!(f, "it has no {noun} {names}")
            }
            Self::Expression(errors) => {
                let GrammarError { message, advice, .. } =
                    errors.first().expect("there is a reason");
                write!(f, "its rules make no expression: {message}: {advice}")
            }
            Self::Line(rule) => {
                write!(f, "it begins with `{rule}`, and a value needs a whole line")
            }
        }
    }
}
