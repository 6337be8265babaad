//! What several grammars make of one text, for programs.

use crate::lessons::{Binding, Explanation, GrammarReading, Order, Parting, Taken, Verdict};
use serde::Serialize;

use super::explanation_words::worth;
use super::value::reason;

/// The explanation for programs.
#[derive(Serialize)]
pub struct ExplanationJson<'a> {
    expression: &'a str,
    readings: Vec<ReadingJson>,
    agree: bool,
    same_trees: bool,
    target: String,
    verdict: &'static str,
}

#[derive(Serialize)]
struct ReadingJson {
    grammar: String,
    tree: Option<String>,
    value: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule_calls: Option<u64>,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    parting: Option<PartingJson>,
}

#[derive(Serialize)]
struct PartingJson {
    sign: char,
    at: usize,
    ordinary: TakenJson,
    here: TakenJson,
    causes: Vec<CauseJson>,
}

#[derive(Serialize)]
struct TakenJson {
    at: usize,
    end: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    role: Option<String>,
}

#[derive(Serialize)]
struct CauseJson {
    first: char,
    then: char,
    order: &'static str,
}

impl<'a> From<&'a Explanation> for ExplanationJson<'a> {
    fn from(explanation: &'a Explanation) -> Self {
        let text = &explanation.text;
        Self {
            expression: text,
            readings: explanation.readings.iter().map(|it| ReadingJson::new(text, it)).collect(),
            agree: explanation.agree(),
            same_trees: explanation.same_trees(),
            target: explanation.target.to_string(),
            verdict: verdict_name(explanation.verdict()),
        }
    }
}

const fn verdict_name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Solution => "true",
        Verdict::FalseSolution => "false",
        Verdict::Lost => "lost",
        Verdict::NoSolution => "none",
        Verdict::NotRead => "not_read",
    }
}

impl ReadingJson {
    fn new(text: &str, it: &GrammarReading) -> Self {
        let read = it.read.as_ref();
        let error = match &it.read {
            Ok(read) => read.reading.value.as_ref().err().map(|error| reason(text, error)),
            Err(error) => Some(error.to_string()),
        };
        Self {
            grammar: it.grammar.to_string(),
            tree: read.ok().map(|read| read.reading.expression.to_s_expression()),
            value: worth(it),
            error,
            rule_calls: read.ok().map(|read| read.tree.calls()),
            verdict: verdict_name(it.verdict),
            parting: it.parting.as_ref().map(PartingJson::from),
        }
    }
}

impl From<&Parting> for PartingJson {
    fn from(parting: &Parting) -> Self {
        let [ordinary, here] = parting.taken.each_ref().map(TakenJson::from);
        let causes = parting.causes.iter().map(|cause| CauseJson {
            first: cause.operators[0].symbol(),
            then: cause.operators[1].symbol(),
            order: match cause.order {
                Order::FromLeft => "left",
                Order::FromRight => "right",
                Order::Precedence => "precedence",
            },
        });
        Self {
            sign: parting.operator.symbol(),
            at: parting.sign.start,
            ordinary,
            here,
            causes: causes.collect(),
        }
    }
}

impl From<&Taken> for TakenJson {
    fn from(Taken { operand, rule }: &Taken) -> Self {
        let named = rule.clone().map(|Binding { level, operation }| (level, operation));
        let (level, operation) = named.unzip();
        Self { at: operand.start, end: operand.end, rule: level, role: operation }
    }
}
