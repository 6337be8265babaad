//! Tags such as `#name = rule`. pest returns them only with its feature `grammar-extras`, and then
//! rejects a tag on a rule that makes no pair.

use std::iter::once;

use super::finding;
use super::subject::Subject;
use crate::tracer::body::{Body, RuleModifier};
use crate::tracer::error::GrammarError;

/// Warns about every tag that pest rejects, and once about tags in general, because the trees here
/// have none.
pub(super) fn ignored(subject: &Subject<'_>) -> Vec<GrammarError> {
    let tagged = || subject.rules.parts().filter(|(_, part)| !part.tag.is_empty());
    let Some((_, first)) = tagged().next() else { return Vec::new() };
    let message = format!(
        "the tag `{}` is ignored: pest returns tags only with its feature `grammar-extras`, which \
         bracket24 does not model",
        first.tag
    );
    let advice = "with this feature, pest's trees may differ in tags and in blanks at the end of a \
                  repetition";
    let ignored = finding(message, first.span.clone(), advice);
    once(ignored).chain(tagged().filter_map(|(_, part)| without_pair(subject, part))).collect()
}

/// The warning, if the tagged part is a rule that makes no pair.
fn without_pair(subject: &Subject<'_>, part: &Body) -> Option<GrammarError> {
    let (name, tag) = (part.name()?, &part.tag);
    let why = match subject.rules.rule(name).map(|rule| rule.modifier != RuleModifier::Silent) {
        Some(true) => return None,
        Some(false) => "is silent",
        None => "is built in",
    };
    let message = format!(
        "with `grammar-extras`, pest rejects the tag `{tag}`: `{name}` {why}, so no pair has it"
    );
    Some(finding(message, part.span.clone(), "tag a rule that makes a pair, or leave the tag out"))
}
