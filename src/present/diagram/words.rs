//! pest's built-in names and its syntax, in words.

use std::borrow::Cow;

use crate::grammars::RuleModifier;

/// The word for a modifier, and what it means.
pub(super) const fn modifier(modifier: RuleModifier) -> Option<(&'static str, &'static str)> {
    match modifier {
        RuleModifier::Normal => None,
        RuleModifier::Silent => Some(("silent", "leaves no node in the parse tree")),
        RuleModifier::Atomic => Some((
            "atomic",
            "nothing may stand between its parts, and these leave no nodes in the parse tree",
        )),
        RuleModifier::CompoundAtomic => {
            Some(("compound atomic", "nothing may stand between its parts"))
        }
        RuleModifier::NonAtomic => {
            Some(("non-atomic", "blanks may stand between its parts, even inside an atomic rule"))
        }
    }
}

/// The text that a rule built into pest matches, in words.
pub(super) fn meaning(name: &str) -> &'static str {
    match name {
        "SOI" => "the start of the text",
        "EOI" => "the end of the text",
        "ANY" => "any character",
        "NEWLINE" => "a line end",
        "ASCII" => "an ASCII character",
        "ASCII_DIGIT" => "a digit, 0 to 9",
        "ASCII_NONZERO_DIGIT" => "a digit, 1 to 9",
        "ASCII_BIN_DIGIT" => "a digit, 0 or 1",
        "ASCII_OCT_DIGIT" => "a digit, 0 to 7",
        "ASCII_HEX_DIGIT" => "a digit, 0 to 9, or a letter a to f",
        "ASCII_ALPHA_LOWER" => "a small letter, a to z",
        "ASCII_ALPHA_UPPER" => "a capital letter, A to Z",
        "ASCII_ALPHA" => "a letter, a to z",
        "ASCII_ALPHANUMERIC" => "a letter, a to z, or a digit, 0 to 9",
        "PEEK" => "what was put on the stack last, again",
        "PEEK_ALL" => "all that is on the stack, again",
        "POP" => "what was put on the stack last, again; it is taken off",
        "POP_ALL" => "all that is on the stack, again; it is taken off",
        "DROP" => "takes off what was put on the stack last",
        _ => "a character with this Unicode property",
    }
}

/// A text to be typed; what could not be seen stands as pest writes it.
pub(super) fn terminal(text: &str) -> Cow<'_, str> {
    let is_plain = |character: char| character.is_ascii_graphic() || character.is_alphanumeric();
    if !text.is_empty() && text.chars().all(is_plain) && !text.contains(['"', '\\']) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(format!("\"{}\"", text.escape_debug()))
}

/// How often a part is repeated; `None` for as often as can be.
pub(super) fn count(least: u32, most: Option<u32>) -> Option<String> {
    match (least, most) {
        (0 | 1, None) => None,
        (least, None) => Some(format!("{least} times or more")),
        (least, Some(most)) if least == most => Some(format!("{most} times")),
        (0 | 1, Some(most)) => Some(format!("up to {most} times")),
        (least, Some(most)) => Some(format!("{least} to {most} times")),
    }
}
