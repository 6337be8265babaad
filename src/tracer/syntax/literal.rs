//! What a literal in quotes means.

use pest::iterators::Pair;
use pest_meta::parser::Rule;

/// The text between the quotes, with its escapes read. pest reads them too, but
/// hands them out only with rules that have lost their places.
pub(super) fn literal(quoted: &Pair<'_, Rule>) -> Option<String> {
    let quoted = quoted.as_str();
    let mut characters = quoted.get(1..quoted.len().checked_sub(1)?)?.chars();
    let mut text = String::new();
    while let Some(character) = characters.next() {
        text.push(match character {
            '\\' => escaped(&mut characters)?,
            plain => plain,
        });
    }
    Some(text)
}

/// What is meant by what stands after a backslash.
fn escaped(characters: &mut impl Iterator<Item = char>) -> Option<char> {
    let digits: String = match characters.next()? {
        'n' => return Some('\n'),
        'r' => return Some('\r'),
        't' => return Some('\t'),
        '0' => return Some('\0'),
        'x' => characters.take(2).collect(),
        'u' => characters.skip(1).take_while(|it| *it != '}').collect(),
        quote => return Some(quote),
    };
    u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32)
}
