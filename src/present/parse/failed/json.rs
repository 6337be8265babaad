//! A text that is not read, as JSON.

use serde::Serialize;

use super::super::json::{RuleJson, Rules};
use crate::lessons::{FailedParse, MendedParse, OpenRule, Slip};
use crate::serial::ParseFields;

/// The text and its failure for programs.
#[derive(Debug, Serialize)]
pub struct FailureJson<'a> {
    expression: &'a str,
    grammar: String,
    #[serde(flatten)]
    parse: ParseFields,
    #[serde(flatten)]
    failure: FailureFields<'a>,
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
            failure: failed.into(),
            rules: (!nodes.is_empty()).then(|| Rules(list.collect())),
        }
    }
}

/// Where a text fails, and what would mend it.
#[derive(Debug, Serialize)]
pub(crate) struct FailureFields<'a> {
    /// The error without its place.
    message: String,
    /// The bytes that it is about.
    at: usize,
    end: usize,
    /// What could stand there instead, in characters to type.
    expected: &'a [String],
    open_bracket: Option<usize>,
    open_rules: Vec<OpenRuleJson<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    slip: Option<SlipJson<'a>>,
    mended: Option<MendedJson<'a>>,
}

/// A rule that is not read to its end.
#[derive(Debug, Serialize)]
struct OpenRuleJson<'a> {
    rule: &'a str,
    at: usize,
}

/// What was written that is right elsewhere.
#[derive(Debug, Serialize)]
struct SlipJson<'a> {
    message: &'a str,
    advice: &'a str,
    at: usize,
    end: usize,
}

/// The text after the bytes from `at` to `end` are replaced, and what is made of it.
#[derive(Debug, Serialize)]
struct MendedJson<'a> {
    text: &'a str,
    at: usize,
    end: usize,
    replacement: &'a str,
    #[serde(flatten)]
    parse: ParseFields,
    #[serde(flatten)]
    rules: Rules<'a>,
}

impl<'a> From<&'a FailedParse> for FailureFields<'a> {
    fn from(failed: &'a FailedParse) -> Self {
        let diagnosis = failed.diagnosis();
        let rule = |OpenRule { rule, at }: &'a OpenRule| OpenRuleJson { rule, at: *at };
        let slip = |Slip { message, advice, span }: &'a Slip| SlipJson {
            message,
            advice,
            at: span.start,
            end: span.end,
        };
        Self {
            message: diagnosis.error.message(),
            at: diagnosis.error.span.start,
            end: diagnosis.error.span.end,
            expected: failed.expected(),
            open_bracket: diagnosis.open_bracket,
            open_rules: diagnosis.path.iter().map(rule).collect(),
            slip: diagnosis.slip.as_ref().map(slip),
            mended: failed.mended().map(MendedJson::from),
        }
    }
}

impl<'a> From<&'a MendedParse> for MendedJson<'a> {
    fn from(MendedParse { fix, parse }: &'a MendedParse) -> Self {
        Self {
            text: &fix.text,
            at: fix.span.start,
            end: fix.span.end,
            replacement: &fix.replacement,
            parse: parse.into(),
            rules: Rules::of(parse.grammar().rules(), parse.tree()),
        }
    }
}
