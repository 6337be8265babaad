//! The roles of rules, by the names that they must have.

use crate::syntax::Operator;

/// The role of a rule in the fold that makes expression trees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RuleRole {
    /// Its text is a number.
    Number,
    /// Its text is a slot of a template.
    Slot,
    /// Its text is the letter of a card.
    CardLetter,
    /// It closes right after the right operand of the operator.
    Operator(Operator),
    /// It ends one of several lines.
    LineEnd,
}

/// Makes of the table what translates a name into a role and back, and the
/// macro that gives a derived parser's `Rule` its roles: those of grammars with
/// the four operators, or with those beyond too.
///
/// The translation back is exhaustive: an operator without a rule does not
/// compile, and neither does a built-in grammar without one of the rules.
macro_rules! role_table {
    (
        four { $($rule:ident = [$($role:tt)+],)+ }
        beyond { $($more:ident = [$($its_role:tt)+],)+ }
    ) => {
        impl RuleRole {
            /// The role of a rule by its name, which is the same in every
            /// grammar; most rules have none.
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
                $crate::grammars::rule_role::derived_rule! { $($rule = [$($role)+],)+ }
            };
            (all) => {
                $crate::grammars::rule_role::derived_rule! {
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

            fn role(self) -> Option<$crate::grammars::rule_role::RuleRole> {
                use $crate::grammars::rule_role::RuleRole;
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
    /// Whether the parser has to produce a node for it: it is a part of the
    /// expression tree.
    pub(super) const fn needs_node(self) -> bool {
        match self {
            Self::Number | Self::Slot | Self::CardLetter | Self::Operator(_) => true,
            Self::LineEnd => false,
        }
    }
}

/// The rule that reads one expression and nothing after it.
pub(crate) const LINE: &str = "line";

/// The rule that a line leads to.
pub(super) const EXPRESSION: &str = "expression";

/// The name of an operator's rule, in every grammar.
pub(crate) const fn operator_rule(operator: Operator) -> &'static str {
    RuleRole::Operator(operator).rule()
}
