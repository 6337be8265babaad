//! What is said of a text that is not read, and of what mends it.

use super::super::on_one_line;
use crate::lessons::{FailedParse, MarkedNode, NodeMark, SuggestedFix};
use crate::words::{place, wrap};

/// The longest line below the title of a picture.
const LONGEST: usize = 90;

/// What is wrong, by the name of the slip if it has one.
fn reason(failed: &FailedParse) -> String {
    let diagnosis = failed.diagnosis();
    diagnosis.slip.as_ref().map_or_else(|| diagnosis.error.message(), |slip| slip.message.clone())
}

/// What the trees are about.
pub(crate) fn heading(failed: &FailedParse) -> String {
    format!("not read by {}: {}", failed.grammar(), reason_and_place(failed))
}

/// What is wrong, and where.
pub(crate) fn reason_and_place(failed: &FailedParse) -> String {
    if failed.text().is_empty() {
        return reason(failed);
    }
    format!("{} at {}", reason(failed), place(failed.text(), failed.at()))
}

/// What could stand there instead.
pub(crate) fn advice(failed: &FailedParse) -> String {
    let diagnosis = failed.diagnosis();
    let advice = diagnosis.slip.as_ref().map(|slip| slip.advice.clone());
    advice.unwrap_or_else(|| diagnosis.error.advice())
}

/// The edit that mends the text, before the text that it makes.
pub(crate) fn mended(failed: &FailedParse, fix: &SuggestedFix) -> String {
    format!("mended {}: ", edit(failed.text(), fix))
}

/// An edit of `text`, after "mended".
fn edit(text: &str, fix: &SuggestedFix) -> String {
    let place = place(text, fix.span.start);
    let out = on_one_line(&fix.removed);
    match (&*out, &*fix.replacement) {
        ("", put_in) => format!("with `{put_in}` put in at {place}"),
        (out, "") => format!("without `{out}` at {place}"),
        (out, put_in) => format!("with `{put_in}` in place of `{out}` at {place}"),
    }
}

/// What is known of the failure, each in a sentence without its end: what was
/// expected, and the bracket that is open.
pub(crate) fn facts(failed: &FailedParse) -> Vec<String> {
    let bracket = failed.diagnosis().open_bracket;
    let bracket =
        bracket.map(|at| format!("the bracket at {} is still open", place(failed.text(), at)));
    let advice = Some(advice(failed)).filter(|advice| !advice.is_empty());
    advice.into_iter().chain(bracket).collect()
}

/// The rules that are open, the outermost first.
pub(crate) fn open_rules(failed: &FailedParse) -> Option<String> {
    let rules: Vec<&str> = failed.diagnosis().path.iter().map(|open| &*open.rule).collect();
    (!rules.is_empty()).then(|| rules.join(" › "))
}

/// The text after the edit that mends it, and what that is.
pub(crate) fn mended_text(failed: &FailedParse) -> Option<String> {
    let fix = failed.diagnosis().fix.as_ref()?;
    Some(mended(failed, fix) + &on_one_line(&fix.text))
}

/// What is said below the title of a picture.
pub(super) fn notes(failed: &FailedParse) -> Vec<String> {
    let rules = open_rules(failed).map(|rules| format!("open rules: {rules}"));
    let said = facts(failed).into_iter().chain(rules);
    said.flat_map(|fact| wrap(fact.split(' '), " ", LONGEST)).collect()
}

/// What a node is called, and its text.
pub(super) fn node(failed: &FailedParse, node: &MarkedNode) -> (String, String) {
    let rules = node.rules.join(" › ");
    let text = on_one_line(&node.text);
    match (node.mark, &*rules) {
        (NodeMark::Failure, _) => ("error".to_owned(), failed.diagnosis().error.message()),
        (NodeMark::Open, _) => (rules + " …", text),
        (NodeMark::PutIn, "") => ("put in".to_owned(), text),
        (NodeMark::TakenOut, _) => ("taken out".to_owned(), text),
        (NodeMark::PutIn, _) => (rules + " (put in)", text),
        (NodeMark::Matched, _) => (rules, text),
    }
}
