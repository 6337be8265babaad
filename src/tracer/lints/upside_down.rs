//! Ranges of a repetition that are upside down, such as `{3,1}`: pest accepts them.

use super::subject::Subject;
use crate::tracer::error::GrammarError;
use crate::tracer::syntax::Kind;

/// The warnings for them. pest writes a repetition out up to its second number, and has
/// each round asked for up to the first: so both bounds are the second.
pub(super) fn upside_down(subject: &Subject<'_, '_>) -> Vec<GrammarError> {
    let mut warnings = Vec::new();
    for node in subject.syntax.rules.iter().flat_map(|rule| rule.body.all()) {
        let Kind::Repeat { least, most: Some(most), operator, .. } = &node.kind else { continue };
        if most < least {
            let message = format!("`{operator}` is upside down: pest reads it as `{{{most}}}`");
            let place = node.span.end - operator.len()..node.span.end;
            let advice = format!("write `{{{most},{least}}}`, or `{{{most}}}` if that is meant");
            warnings.push(GrammarError::new(message, place, advice));
        }
    }
    warnings
}
