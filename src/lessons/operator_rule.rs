//! The innermost rule of a grammar that contains both operands of an operation.

use std::ops::Range;

use super::Parse;
use crate::grammars::operator_rule;
use crate::syntax::Operator;

/// The rules of a grammar that make an operation of an operator and its
/// operands.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "present", derive(serde::Serialize))]
pub struct OperatorRule {
    /// The innermost rule that matches both operands and the operator.
    #[cfg_attr(feature = "present", serde(rename = "rule"))]
    pub enclosing_rule: String,
    /// The rule of the operator itself.
    #[cfg_attr(feature = "present", serde(rename = "role"))]
    pub operator_rule: String,
}

impl OperatorRule {
    /// The rules that make an operation of `operator` in `parse`, which stands
    /// at `span` with its operands; `None` where finding them would take too
    /// long.
    pub(super) fn of(operator: Operator, span: &Range<usize>, parse: &Parse) -> Option<Self> {
        let enclosing = parse.tree().innermost(span)?.rule;
        Some(Self {
            enclosing_rule: parse.grammar().rules().name(enclosing).to_owned(),
            operator_rule: operator_rule(operator).to_owned(),
        })
    }
}
