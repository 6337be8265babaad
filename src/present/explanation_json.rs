//! One text under several grammars, as JSON.

use crate::Rational;
use crate::lessons::{
    Divergence, Explanation, Fixity, OperatorRule, Parse, ParseUnder, Regrouping, RightOperand,
    Verdict,
};
use serde::Serialize;

use super::parse::FailureFields;
use crate::serial::ParseFields;

/// The explanation for programs.
#[derive(Debug, Serialize)]
pub struct ExplanationJson<'a> {
    expression: &'a str,
    readings: Vec<ParseUnderJson>,
    agree: Option<bool>,
    same_trees: Option<bool>,
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
    /// Only where the grammar does not accept the text.
    #[serde(flatten)]
    failure: Option<FailureFields<ParseFields>>,
}

#[derive(Debug, Serialize)]
struct DivergenceJson {
    sign: &'static str,
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
    first: &'static str,
    then: &'static str,
    order: Fixity,
}

impl<'a> From<&'a Explanation> for ExplanationJson<'a> {
    fn from(explanation: &'a Explanation) -> Self {
        let parses = explanation.parses.iter();
        Self {
            expression: &explanation.text,
            readings: parses.map(|it| ParseUnderJson::compared(explanation, it)).collect(),
            agree: Some(explanation.agree()),
            same_trees: Some(explanation.same_trees()),
            target: explanation.target.to_string(),
            verdict: explanation.verdict(),
        }
    }
}

impl<'a> ExplanationJson<'a> {
    /// Of a text that no grammar accepts.
    pub fn of_refusals(text: &'a str, target: &Rational, refusals: &[ParseUnder]) -> Self {
        Self {
            expression: text,
            readings: refusals.iter().map(|it| ParseUnderJson::new(text, it, None)).collect(),
            agree: None,
            same_trees: None,
            target: target.to_string(),
            verdict: Verdict::NotRead,
        }
    }
}

impl ParseUnderJson {
    fn compared(explanation: &Explanation, it: &ParseUnder) -> Self {
        // Else there is no operand of ordinary arithmetic.
        let ordinary = explanation.is_ordinary().then(|| explanation.ordinary());
        Self::new(&explanation.text, it, ordinary)
    }

    fn new(text: &str, it: &ParseUnder, ordinary: Option<&Parse>) -> Self {
        let parse = it.parse.as_ref().ok();
        let diverging = ordinary.zip(it.divergence.as_ref().zip(parse));
        let failed = it.failed(text);
        Self {
            grammar: it.grammar.to_string(),
            parse: (&it.parse).into(),
            rule_calls: parse.map(|parse| parse.tree().calls()),
            verdict: it.verdict,
            parting: diverging
                .map(|(ordinary, (it, parse))| DivergenceJson::new(it, [ordinary, parse])),
            failure: failed.map(|failed| FailureFields::new(&failed, ParseFields::from)),
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
