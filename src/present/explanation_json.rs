//! One text under several grammars, as JSON.

use crate::lessons::{
    Divergence, Explanation, Fixity, OperatorRule, Parse, ParseUnder, Regrouping, RightOperand,
    Verdict,
};
use serde::Serialize;

use crate::serial::ParseFields;

/// The explanation for programs.
#[derive(Debug, Serialize)]
pub struct ExplanationJson<'a> {
    expression: &'a str,
    readings: Vec<ParseUnderJson>,
    agree: bool,
    same_trees: bool,
    target: String,
    verdict: Verdict,
}

#[derive(Debug, Serialize)]
struct ParseUnderJson {
    grammar: String,
    #[serde(flatten)]
    parse: ParseFields,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule_calls: Option<u64>,
    verdict: Verdict,
    #[serde(skip_serializing_if = "Option::is_none")]
    parting: Option<DivergenceJson>,
}

#[derive(Debug, Serialize)]
struct DivergenceJson {
    sign: char,
    at: usize,
    ordinary: OperandJson,
    here: OperandJson,
    causes: Vec<RegroupingJson>,
}

#[derive(Debug, Serialize)]
struct OperandJson {
    at: usize,
    end: usize,
    #[serde(flatten)]
    rule: Option<OperatorRule>,
}

#[derive(Debug, Serialize)]
struct RegroupingJson {
    first: char,
    then: char,
    order: Fixity,
}

impl<'a> From<&'a Explanation> for ExplanationJson<'a> {
    fn from(explanation: &'a Explanation) -> Self {
        let parses = explanation.parses.iter();
        Self {
            expression: &explanation.text,
            readings: parses.map(|it| ParseUnderJson::new(explanation.ordinary(), it)).collect(),
            agree: explanation.agree(),
            same_trees: explanation.same_trees(),
            target: explanation.target.to_string(),
            verdict: explanation.verdict(),
        }
    }
}

impl ParseUnderJson {
    fn new(ordinary: &Parse, it: &ParseUnder) -> Self {
        let parse = it.parse.as_ref().ok();
        let diverging = it.divergence.as_ref().zip(parse);
        Self {
            grammar: it.grammar.to_string(),
            parse: (&it.parse).into(),
            rule_calls: parse.map(|parse| parse.tree().calls()),
            verdict: it.verdict,
            parting: diverging.map(|(it, parse)| DivergenceJson::new(it, [ordinary, parse])),
        }
    }
}

impl DivergenceJson {
    fn new(divergence: &Divergence, parses: [&Parse; 2]) -> Self {
        let [ordinary, here] = &divergence.right_operands;
        let [ordinary_rule, rule] = divergence.rules(parses);
        Self {
            sign: divergence.operator.symbol(),
            at: divergence.operator_span.start,
            ordinary: OperandJson::new(ordinary, ordinary_rule),
            here: OperandJson::new(here, rule),
            causes: divergence.regroupings.iter().map(RegroupingJson::from).collect(),
        }
    }
}

impl OperandJson {
    fn new(RightOperand { span, .. }: &RightOperand, rule: Option<OperatorRule>) -> Self {
        Self { at: span.start, end: span.end, rule }
    }
}

impl From<&Regrouping> for RegroupingJson {
    fn from(Regrouping { operators: [first, then], fixity, .. }: &Regrouping) -> Self {
        Self { first: first.symbol(), then: then.symbol(), order: *fixity }
    }
}
