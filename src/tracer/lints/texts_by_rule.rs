//! For each rule a text in which it is read.

use std::ops::Range;

use super::subject::Subject;
use super::ways::Ways;

/// A text that is read by a rule.
#[derive(Debug)]
pub(crate) struct TextByRule {
    pub(crate) rule: String,
    /// Where the name of the rule stands that it defines.
    pub(crate) name_span: Range<usize>,
    pub(crate) text: String,
}

/// For each rule that produces a node a text that the start reads, and that has the
/// rule in it unless an earlier alternative takes it.
pub(super) fn texts_by_rule(subject: &Subject<'_, '_>) -> Vec<TextByRule> {
    let mut ways = Ways::new(subject);
    let mut found = Vec::new();
    for (index, rule) in subject.syntax.rules.iter().enumerate() {
        if rule.modifier == "_" {
            continue;
        }
        let Some(ways) = ways.to(index) else { break };
        let (Some((before, after)), Some(core)) =
            (ways.from(subject.start), subject.shortest.of_rule(index))
        else {
            continue;
        };
        let text = [before, core, after].concat();
        if subject.matches(subject.start, &text) {
            let (rule, name_span) = (rule.name.to_owned(), rule.name_span.clone());
            found.push(TextByRule { rule, name_span, text });
        }
    }
    found
}
