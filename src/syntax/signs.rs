//! The signs that word processors and keyboards put in place of the ASCII ones.

use std::borrow::Cow;

/// `text` with the ASCII signs in place of those that word processors and
/// keyboards write: `×` `÷` `−` `（` `）`; and so for blanks and commas.
///
/// ```
/// use bracket24::ascii_signs;
///
/// assert_eq!(ascii_signs("8÷（3−8÷3）"), "8/(3-8/3)");
/// ```
pub fn ascii_signs(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let ascii = text.chars().map(|character| match character {
        '×' => '*',
        '÷' => '/',
        '−' => '-',
        '（' => '(',
        '）' => ')',
        '，' | '、' => ',',
        '\u{a0}' | '\u{3000}' => ' ',
        other => other,
    });
    Cow::Owned(ascii.collect())
}
