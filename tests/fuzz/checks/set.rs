//! Lists of templates, one per line; each line that is not a template gives an error.

use std::collections::BTreeMap;

use bracket24::{Grammar, LineErrorKind, MAX_TEMPLATE_SLOTS, SetError, Template, TemplateSet};

use super::places::assert_stands_in;

/// The input is a file of templates.
pub fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for grammar in [Grammar::Left, Grammar::Scala, Grammar::Extended] {
        let lines = template_lines(text);
        match TemplateSet::from_lines(text, &grammar) {
            Ok(set) => is_of_lines(&set, &lines, &grammar),
            Err(SetError::Empty) => assert!(lines.is_empty(), "{text:?}"),
            Err(SetError::Lines(errors)) => {
                assert!(!errors.is_empty() && errors.is_sorted_by_key(|error| error.number));
                let mut rest = lines.clone();
                for error in errors {
                    assert_eq!(rest.remove(&error.number), Some(&*error.text));
                    match error.kind {
                        LineErrorKind::Syntax(inner) => assert_stands_in(&error.text, &inner),
                        LineErrorKind::TooManySlots(slots) => {
                            assert_eq!(slots, error.text.matches('N').count());
                            assert!(slots > MAX_TEMPLATE_SLOTS);
                        }
                        other => unreachable!("a line is long or wrong, and not {other:?}"),
                    }
                }
                let good: Vec<&str> = rest.values().copied().collect();
                match TemplateSet::from_lines(&good.join("\n"), &grammar) {
                    Ok(set) => is_of_lines(&set, &rest, &grammar),
                    Err(error) => assert_eq!((error, good.len()), (SetError::Empty, 0)),
                }
            }
            Err(other) => unreachable!("lines are wrong or none, and not {other:?}"),
        }
    }
}

/// The lines that should be templates, by line number.
fn template_lines(text: &str) -> BTreeMap<usize, &str> {
    let lines = (1..).zip(text.split('\n').map(str::trim));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')).collect()
}

fn is_of_lines(set: &TemplateSet, lines: &BTreeMap<usize, &str>, grammar: &Grammar) {
    assert!(set.iter().map(Template::text).eq(lines.values().copied()));
    for template in set {
        assert!((1..=MAX_TEMPLATE_SLOTS).contains(&template.slots()));
        assert_eq!(Template::parse(template.text(), grammar).as_ref(), Ok(template));
    }
    let sizes = 0..=MAX_TEMPLATE_SLOTS;
    let sum: usize = sizes.map(|cards| set.for_cards(cards).templates().len()).sum();
    assert_eq!(sum, set.templates().len());
}
