//! Checks the place of an error, and its message there.

use std::ops::Range;

use bracket24::lessons::Diagnosis;
use bracket24::{Grammar, LeafError, SyntaxError, SyntaxErrorKind};

/// Makes sure that a place lies in `text`, and between characters.
pub(crate) fn assert_in(text: &str, span: &Range<usize>) {
    assert!(text.get(span.clone()).is_some(), "{span:?} of {text:?}");
}

/// Makes sure that an error has a place in `text`, and names the character there.
pub(crate) fn assert_stands_in(text: &str, error: &SyntaxError) {
    assert_in(text, &error.span);
    if let SyntaxErrorKind::Unexpected { found, .. } = &error.kind {
        assert_eq!(*found, text[error.span.start..].chars().next(), "{text:?}");
    }
    assert!(!error.message().is_empty() && !error.advice().is_empty(), "{error:?}");
}

/// Makes sure that a diagnosis belongs to this error, and that its suggested text differs from the
/// given one only by its edit.
pub(crate) fn assert_explains(text: &str, diagnosis: &Diagnosis, error: &SyntaxError) {
    assert_eq!(diagnosis.error, *error, "{text:?}");
    if let Some(at) = diagnosis.open_bracket {
        assert!(text[at..].starts_with(['(', '[', '{']), "{at} of {text:?}");
    }
    for open in &diagnosis.path {
        assert_in(text, &(open.at..text.len()));
    }
    if let Some(slip) = &diagnosis.slip {
        assert_in(text, &slip.span);
    }
    if let Some(fix) = &diagnosis.fix {
        assert_eq!(text.get(fix.span.clone()), Some(&*fix.removed), "{text:?}");
        let mut edited = text.to_owned();
        edited.replace_range(fix.span.clone(), &fix.replacement);
        assert_eq!(edited, fix.text);
    }
}

/// Returns whether a text is refused for its size and not for its content.
pub(crate) fn is_too_large(error: &SyntaxError) -> bool {
    use SyntaxErrorKind::{GivenUp, Leaf, TooDeep, TooLong, TooManyOpenRules, TooManyOperators};
    matches!(
        error.kind,
        TooDeep(_)
            | TooManyOperators(_)
            | TooLong(_)
            | TooManyOpenRules(_)
            | GivenUp(_)
            | Leaf(LeafError::TooManyDigits(_))
    )
}

/// Returns the built-in grammars that finish `text` soon: `right_slow` takes six times as long for
/// every open bracket.
pub(crate) fn quick_grammars(text: &str) -> impl Iterator<Item = &'static Grammar> {
    use bracket24::Named;

    // Repairs replace other brackets with round ones.
    let is_flat = text.matches(['(', '[', '{']).count() <= 3;
    Grammar::ALL.iter().filter(move |it| is_flat || **it != Grammar::RightSlow)
}
