//! A text that is not read, as JSON.

use serde::Serialize;

use super::super::json::{RuleJson, Rules};
use crate::lessons::{FailedParse, MendedParse, OpenRule, Parse, Slip};
use crate::serial::ParseFields;

/// The text and its failure for programs.
#[derive(Debug, Serialize)]
pub struct FailureJson<'a> {
    expression: &'a str,
    grammar: String,
    #[serde(flatten)]
    parse: ParseFields,
    #[serde(flatten)]
    failure: FailureFields<TreeFields<'a>>,
    /// The tree as far as it stands; nothing beyond a limit.
    #[serde(flatten)]
    rules: Option<Rules<'a>>,
}

impl<'a> From<&'a FailedParse> for FailureJson<'a> {
    fn from(failed: &'a FailedParse) -> Self {
        let nodes = failed.tree().nodes();
        let rules = failed.grammar().rules();
        let list = nodes.iter().enumerate().map(|(index, node)| {
            let is_open = failed.open().get(node.depth) == Some(&index);
            RuleJson::new(rules, node).open(is_open)
        });
        Self {
            expression: failed.text(),
            grammar: failed.grammar().to_string(),
            parse: ParseFields::refused(&failed.diagnosis().error),
            failure: FailureFields::new(failed, |parse| TreeFields {
                parse: parse.into(),
                rules: Rules::of(parse.grammar().rules(), parse.tree()),
            }),
            rules: (!nodes.is_empty()).then(|| Rules(list.collect())),
        }
    }
}

/// The trees of the text mended.
#[derive(Debug, Serialize)]
struct TreeFields<'a> {
    #[serde(flatten)]
    parse: ParseFields,
    #[serde(flatten)]
    rules: Rules<'a>,
}

/// Where a text fails, and what would mend it, with what is `M` of that.
#[derive(Debug, Serialize)]
pub(crate) struct FailureFields<M> {
    /// The error without its place.
    message: String,
    /// The bytes that it is about.
    at: usize,
    end: usize,
    /// What could stand there instead, in characters to type.
    expected: Vec<String>,
    open_bracket: Option<usize>,
    open_rules: Vec<OpenRuleJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    slip: Option<SlipJson>,
    mended: Option<MendedJson<M>>,
}

/// A rule that is not read to its end.
#[derive(Debug, Serialize)]
struct OpenRuleJson {
    rule: String,
    at: usize,
}

/// What was written that is right elsewhere.
#[derive(Debug, Serialize)]
struct SlipJson {
    message: String,
    advice: String,
    at: usize,
    end: usize,
}

/// The text after the bytes from `at` to `end` are replaced, and what is made of it.
#[derive(Debug, Serialize)]
struct MendedJson<M> {
    text: String,
    at: usize,
    end: usize,
    replacement: String,
    #[serde(flatten)]
    made: M,
}

impl<M> FailureFields<M> {
    /// Those of `failed`, with what is to be told of the parse of the text mended.
    pub(crate) fn new<'a>(failed: &'a FailedParse, made: impl Fn(&'a Parse) -> M) -> Self {
        let diagnosis = failed.diagnosis();
        let rule = |it: &OpenRule| OpenRuleJson { rule: it.rule.clone(), at: it.at };
        let slip = |Slip { message, advice, span }: &Slip| {
            let (message, advice) = (message.clone(), advice.clone());
            SlipJson { message, advice, at: span.start, end: span.end }
        };
        let mended = |MendedParse { fix, parse }: &'a MendedParse| MendedJson {
            text: fix.text.clone(),
            at: fix.span.start,
            end: fix.span.end,
            replacement: fix.replacement.clone(),
            made: made(parse),
        };
        Self {
            message: diagnosis.error.message(),
            at: diagnosis.error.span.start,
            end: diagnosis.error.span.end,
            expected: failed.expected().to_vec(),
            open_bracket: diagnosis.open_bracket,
            open_rules: diagnosis.path.iter().map(rule).collect(),
            slip: diagnosis.slip.as_ref().map(slip),
            mended: failed.mended().map(mended),
        }
    }
}
