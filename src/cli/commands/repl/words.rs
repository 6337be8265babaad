//! The words of a line, as a shell splits them.

/// The words of `line`. Quotes at the start of a word keep its blanks; there are no
/// other special characters, so that brackets and `*` need none.
pub(super) fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = line.trim_start();
    while let Some(first) = rest.chars().next() {
        let quoted = match first {
            '\'' | '"' => rest[1..].split_once(first),
            _ => None,
        };
        let (word, after) = match quoted {
            Some((word, after)) if !after.starts_with(|it: char| !it.is_whitespace()) => {
                (word, after)
            }
            // A quote that ends nowhere, or in the middle of a word, is a character.
            _ => rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len())),
        };
        words.push(word.to_owned());
        rest = after.trim_start();
    }
    words
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn blanks_part_words_and_quotes_keep_them() {
        assert_eq!(words(" step  8 - 4 "), ["step", "8", "-", "4"]);
        assert_eq!(words("step '(8 - 4)*2' --json"), ["step", "(8 - 4)*2", "--json"]);
        assert_eq!(words(r#"parse "[1, 2]""#), ["parse", "[1, 2]"]);
        assert_eq!(words("parse (8-4)*2"), ["parse", "(8-4)*2"]);
        assert_eq!(words(""), [""; 0]);
    }

    #[test]
    fn a_quote_that_does_not_end_a_word_is_a_character() {
        assert_eq!(words(r#"parse {"a":[1]}"#), ["parse", r#"{"a":[1]}"#]);
        assert_eq!(words("it's 'a"), ["it's", "'a"]);
        assert_eq!(words("'a'b c"), ["'a'b", "c"]);
        assert_eq!(words("'' 'ä ö'"), ["", "ä ö"]);
    }
}
