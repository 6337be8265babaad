//! What is said of a text that is not read, and of what mends it.

use super::super::on_one_line;
use crate::lessons::{FailedParse, MarkedNode, NodeMark, SuggestedFix};
use crate::words::{place, wrap};

/// The longest line below the title of a picture.
const LONGEST: usize = 90;

/// What is wrong, by the name of the slip if it has one.
pub(crate) fn reason(failed: &FailedParse) -> String {
    let diagnosis = failed.diagnosis();
    diagnosis.slip.as_ref().map_or_else(|| diagnosis.error.message(), |slip| slip.message.clone())
}

/// What the trees are about.
pub(super) fn heading(failed: &FailedParse) -> String {
    let heading = format!("not read by {}: {}", failed.grammar(), reason(failed));
    if failed.text().is_empty() {
        return heading;
    }
    format!("{heading} at {}", place(failed.text(), failed.at()))
}

/// What could stand there instead.
pub(super) fn advice(failed: &FailedParse) -> String {
    let diagnosis = failed.diagnosis();
    let advice = diagnosis.slip.as_ref().map(|slip| slip.advice.clone());
    advice.unwrap_or_else(|| diagnosis.error.advice())
}

/// The edit that mends the text, before the text that it makes.
pub(super) fn mended(failed: &FailedParse, fix: &SuggestedFix) -> String {
    format!("mended {}: ", edit(failed.text(), fix))
}

/// An edit of `text`, after "mended".
fn edit(text: &str, fix: &SuggestedFix) -> String {
    let place = place(text, fix.span.start);
    let out = on_one_line(text.get(fix.span.clone()).unwrap_or_default());
    match (&*out, &*fix.replacement) {
        ("", put_in) => format!("with `{put_in}` put in at {place}"),
        (out, "") => format!("without `{out}` at {place}"),
        (out, put_in) => format!("with `{put_in}` in place of `{out}` at {place}"),
    }
}

/// What is known of the failure, each in a sentence without its end: what was
/// expected, the bracket and the rules that are open, and what mends the text.
pub(crate) fn facts(failed: &FailedParse) -> Vec<String> {
    let diagnosis = failed.diagnosis();
    let place_of = |at| place(failed.text(), at);
    let bracket =
        diagnosis.open_bracket.map(|at| format!("the bracket at {} is still open", place_of(at)));
    let rules: Vec<&str> = diagnosis.path.iter().map(|open| &*open.rule).collect();
    let rules = (!rules.is_empty()).then(|| format!("open rules: {}", rules.join(" › ")));
    let fix = diagnosis.fix.as_ref();
    let fix = fix.map(|fix| format!("{}{}", mended(failed, fix), on_one_line(&fix.text)));
    let advice = Some(advice(failed)).filter(|advice| !advice.is_empty());
    advice.into_iter().chain(bracket).chain(rules).chain(fix).collect()
}

/// The facts of a picture, which shows the text mended, in lines.
pub(super) fn notes(failed: &FailedParse) -> Vec<String> {
    let facts = facts(failed);
    let said = facts.iter().take(facts.len() - usize::from(failed.mended().is_some()));
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
