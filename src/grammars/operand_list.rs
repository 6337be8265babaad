//! A text as a flat list of operands and operators, by `grammar/list.pest`.

use std::sync::LazyLock;

use pest::iterators::Pairs;

use super::built_in::LEXICAL;
use super::expected::syntax_error_by;
use super::parse::given_up;
use super::rule_role::{EXPRESSION, LINE, RuleRole};
use super::syntax_error::SyntaxError;
use crate::number::Rational;
use crate::syntax::Operator;
use crate::tracer::{PestGrammar, RuleId, TraceError};

/// The rules of the list.
static RULES: LazyLock<OperandList> = LazyLock::new(|| {
    let source = [include_str!("../../grammar/list.pest"), LEXICAL].join("\n");
    let rules = PestGrammar::trusted(&source).expect("a grammar of this crate is one of pest's");
    let rule = |name| rules.rule(name).expect("the grammar has the rule");
    let (line, list) = (rule(LINE), rule(EXPRESSION));
    let operators = Operator::FOUR.map(|it| (rule(RuleRole::Operator(it).rule()), it));
    OperandList { rules, line, list, operators }
});

/// The rules that read a text as a list.
pub(crate) struct OperandList {
    rules: PestGrammar,
    line: RuleId,
    list: RuleId,
    operators: [(RuleId, Operator); Operator::FOUR.len()],
}

impl OperandList {
    /// They are made once.
    pub(crate) fn rules() -> &'static Self {
        &RULES
    }

    /// The list of a text: a pair for every operand and operator; one for brackets
    /// has a list of its own in it.
    ///
    /// # Errors
    ///
    /// Where the text is no list.
    pub(crate) fn read<'t>(&self, text: &'t str) -> Result<Pairs<'t, RuleId>, SyntaxError> {
        let mut pairs = self.rules.parse(self.line, text).map_err(|error| match error {
            TraceError::Syntax(_) => syntax_error_by::<Rational>(&self.rules, self.line, text),
            error => given_up(&self.rules, self.line, text, &error),
        })?;
        Ok(pairs.next().expect("a line has a list").into_inner())
    }

    /// Whether a pair by this rule has a list in it.
    pub(crate) fn is_list(&self, rule: RuleId) -> bool {
        rule == self.list
    }

    /// The operator that a rule reads.
    pub(crate) fn operator(&self, rule: RuleId) -> Option<Operator> {
        self.operators.iter().find(|(known, _)| *known == rule).map(|(_, operator)| *operator)
    }

    /// The rule that reads an operator.
    pub(crate) fn rule(&self, operator: Operator) -> RuleId {
        let found = self.operators.iter().find(|(_, known)| *known == operator);
        found.expect("every operator has a rule").0
    }
}
