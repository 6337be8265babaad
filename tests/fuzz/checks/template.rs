//! Templates under every grammar: each template that is read is filled and read back unchanged, and
//! each refusal gives a reason.

use bracket24::lessons::Diagnosis;
use bracket24::{Expression, Grammar, Hand, NodeKind, Operator, Rational, Template};

use super::places::{assert_explains, assert_in, assert_stands_in, is_too_large, quick_grammars};

/// The input is a template as a user types it.
pub fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for grammar in quick_grammars(text) {
        match Template::parse(text, grammar) {
            Ok(template) => is_filled(text, &template, grammar),
            Err(error) => {
                assert_stands_in(text, &error);
                let diagnosis = Diagnosis::of_template(text, grammar).expect("it is no template");
                assert_explains(text, &diagnosis, &error);
                if let Some(fix) = diagnosis.fix {
                    assert!(Template::parse(&fix.text, grammar).is_ok(), "{text:?}: {fix:?}");
                }
            }
        }
    }
}

/// Every `N` of a template is a slot, and every slot an `N`.
pub(super) fn has_its_slots(text: &str, template: &Template, grammar: &Grammar) {
    assert_eq!(template.text(), text);
    let expression = template.expression();
    assert_eq!(template.slots(), expression.leaves().count(), "{text:?} by {grammar}");
    assert_eq!(template.slots(), text.matches('N').count(), "{text:?} by {grammar}");
    for (slot, leaf) in expression.leaves().enumerate() {
        assert_eq!(leaf.0, slot, "{text:?} by {grammar}");
    }
    for node in expression.nodes() {
        assert_in(text, &node.span);
        if let NodeKind::Leaf(_) = node.kind {
            assert_eq!(&text[node.span.clone()], "N");
        }
    }
}

fn is_filled(text: &str, template: &Template, grammar: &Grammar) {
    has_its_slots(text, template, grammar);
    let expression = template.expression();
    // One digit for each slot, so that the cards can be joined, too.
    let hand: Hand = (0..template.slots()).map(digit).collect();
    let filled = template.fill(&hand).expect("it has as many cards as slots");
    let read = match grammar.parse(&filled) {
        Ok(read) => read,
        Err(error) => return assert!(is_too_large(&error), "{filled} by {grammar}: {error}"),
    };
    if expression.operators().all(|it| it != Operator::Join) {
        let meant: Expression<Rational> = expression.map(|slot| Rational::from(digit(slot.0)));
        assert!(meant.is_grouped_as(&read), "{filled} by {grammar}");
    }
    let more: Hand = (0..=template.slots()).map(digit).collect();
    assert!(template.fill(&more).is_err());
}

fn digit(slot: usize) -> u32 {
    u32::try_from(slot % 9 + 1).expect("it is a digit")
}
