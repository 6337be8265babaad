//! Changes of the text of a grammar, to be tried before they are advised.

use std::ops::Range;

/// `source` with something else in some places, which do not overlap.
pub(in crate::tracer) fn changed(
    source: &str,
    changes: impl IntoIterator<Item = (Range<usize>, String)>,
) -> String {
    let mut changes: Vec<_> = changes.into_iter().collect();
    changes.sort_by_key(|(span, _)| std::cmp::Reverse(span.start));
    let mut text = source.to_owned();
    for (span, replacement) in changes {
        text.replace_range(span, &replacement);
    }
    text
}
