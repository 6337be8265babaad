//! A text that does not parse: the tree up to the failure, below it the tree of the fixed text,
//! and messages about both.

use std::ops::Range;

use super::super::{Block, Document};
use super::graph::{Drawing, Figure, rule_nodes};
use super::{claim, on_one_line, rules_tree};
use crate::lessons::{FailedParse, NodeMark, SuggestedFix, UnitRules};
use crate::words::{place, shorten, wrap};

/// The maximum length of a text in a heading.
const LONGEST: usize = 60;

/// Draws the tree up to the error, or nothing if the text exceeds a limit.
pub(super) fn document(failed: &FailedParse) -> Document {
    match failed.nodes() {
        nodes if nodes.is_empty() => Document::default(),
        nodes => Block::Trees(vec![rules_tree(failed.text(), nodes, Some(failed))]).into(),
    }
}

/// Returns the trees to draw, one below another.
pub(super) fn drawing(failed: &FailedParse) -> Drawing {
    let text = shorten(on_one_line(failed.text()).trim(), LONGEST);
    let heading = format!("not accepted by {}: {}", failed.grammar(), reason_and_place(failed));
    let title = if text.is_empty() { heading } else { format!("{text}: {heading}") };
    let nodes = failed.nodes();
    let up_to = (!nodes.is_empty()).then(|| {
        let title = format!("up to the error, by the grammar {}", failed.grammar());
        Figure { name: "rules", title, nodes: rule_nodes(failed.text(), nodes, Some(failed)) }
    });
    let mended = failed.mended().map(|mended| {
        let text = shorten(&on_one_line(mended.reading.text()), LONGEST);
        let (edit, value) = (mended_by(failed, &mended.fix), claim(&mended.reading));
        let title = format!("{edit}{text}{value}");
        let nodes = rule_nodes(mended.reading.text(), mended.nodes(), Some(failed));
        Figure { name: "mended", title, nodes }
    });
    Drawing { title, notes: notes(failed), figures: up_to.into_iter().chain(mended).collect() }
}

/// The maximum length of a line below the title of a picture.
const LONGEST_NOTE: usize = 90;

/// Describes the user's slip if one was recognized, and otherwise the error.
fn reason(failed: &FailedParse) -> String {
    let diagnosis = failed.diagnosis();
    diagnosis.slip.as_ref().map_or_else(|| diagnosis.error.message(), |slip| slip.message.clone())
}

/// Describes the error and its place.
pub(crate) fn reason_and_place(failed: &FailedParse) -> String {
    if failed.text().is_empty() {
        return reason(failed);
    }
    format!("{} at {}", reason(failed), place(failed.text(), span(failed).start))
}

/// The bytes of the user's slip if one was recognized, and otherwise of the error.
pub(crate) fn span(failed: &FailedParse) -> Range<usize> {
    let diagnosis = failed.diagnosis();
    diagnosis.slip.as_ref().map_or(&diagnosis.error.span, |slip| &slip.span).clone()
}

/// Returns advice on what to write instead.
pub(crate) fn advice(failed: &FailedParse) -> String {
    let diagnosis = failed.diagnosis();
    let advice = diagnosis.slip.as_ref().map(|slip| slip.advice.clone());
    advice.unwrap_or_else(|| diagnosis.error.advice())
}

/// Describes the edit that fixes the text. The fixed text is meant to follow these words.
pub(crate) fn mended_by(failed: &FailedParse, fix: &SuggestedFix) -> String {
    let place = place(failed.text(), fix.span.start);
    // Invisible characters are written as in a grammar.
    let shown = |text: &str| {
        let is_seen = !text.contains(char::is_control);
        if is_seen { text.to_owned() } else { text.escape_debug().to_string() }
    };
    match (&*shown(&fix.removed), &*shown(&fix.replacement)) {
        ("", put_in) => format!("mended with `{put_in}` put in at {place}: "),
        (out, "") => format!("mended without `{out}` at {place}: "),
        (out, put_in) => format!("mended with `{put_in}` in place of `{out}` at {place}: "),
    }
}

/// Returns the facts about the failure, each in a sentence without its full stop: the advice, and
/// the open bracket.
pub(crate) fn facts(failed: &FailedParse) -> Vec<String> {
    let bracket = failed.diagnosis().open_bracket;
    let bracket =
        bracket.map(|at| format!("the bracket at {} is still open", place(failed.text(), at)));
    Some(advice(failed)).filter(|advice| !advice.is_empty()).into_iter().chain(bracket).collect()
}

/// Lists the open rules, the outermost first.
pub(crate) fn open_rules(failed: &FailedParse) -> Option<String> {
    let rules: Vec<&str> = failed.diagnosis().path.iter().map(|open| &*open.rule).collect();
    (!rules.is_empty()).then(|| rules.join(" › "))
}

/// Describes the edit that fixes the text, and adds the fixed text.
pub(crate) fn mended_text(failed: &FailedParse) -> Option<String> {
    let fix = failed.diagnosis().fix.as_ref()?;
    Some(mended_by(failed, fix) + &on_one_line(&fix.text))
}

/// Returns the lines below the title of a picture.
fn notes(failed: &FailedParse) -> Vec<String> {
    let rules = open_rules(failed).map(|rules| format!("open rules: {rules}"));
    let said = facts(failed).into_iter().chain(rules);
    said.flat_map(|fact| wrap(fact.split(' '), " ", LONGEST_NOTE)).collect()
}

/// Returns the name of a node of the tree of `text`, and the node's text. `parse` is set if `text`
/// does not parse.
pub(super) fn named(text: &str, node: &UnitRules, parse: Option<&FailedParse>) -> (String, String) {
    let rules = node.rules.join(" › ");
    let read = on_one_line(&text[node.span.clone()]);
    let mended = parse.and_then(FailedParse::mended);
    match (node.mark, parse) {
        (NodeMark::Failure, Some(failed)) => ("error".to_owned(), failed.error().message()),
        (NodeMark::Open, _) => (rules + " …", read),
        (NodeMark::PutIn, _) if rules.is_empty() => ("put in".to_owned(), read),
        (NodeMark::TakenOut, _) => {
            let removed = mended.map(|mended| on_one_line(&mended.fix.removed));
            ("taken out".to_owned(), removed.unwrap_or_default())
        }
        (NodeMark::PutIn, _) => (rules + " (put in)", read),
        (NodeMark::Matched | NodeMark::Failure, _) => (rules, read),
    }
}
