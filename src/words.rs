//! Wording that all texts share: counts, lists, shortening, wrapping, and suggestions
//! for misspelled names.

use std::fmt::Display;

/// Writes a whole number with a comma before every third digit from the end: `1,234,567`.
pub fn in_thousands(number: &impl Display) -> String {
    let digits = number.to_string();
    let with_comma = |(at, digit): (usize, char)| {
        let is_apart = at > 0 && (digits.len() - at).is_multiple_of(3);
        is_apart.then_some(',').into_iter().chain([digit])
    };
    digits.chars().enumerate().flat_map(with_comma).collect()
}

/// Returns the lines that are neither blank nor comments, trimmed, with their numbers from 1.
pub(crate) fn numbered_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = (1..).zip(text.lines().map(str::trim));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

/// Returns "and 3 more" for the things beyond the first `shown` of `all`, if there are any.
pub(crate) fn and_more(all: usize, shown: usize) -> Option<String> {
    all.checked_sub(shown).filter(|more| *more > 0).map(|more| format!("and {more} more"))
}

/// Writes a count with its noun: `1 template`, `2 templates`, `0 classes`.
pub fn counted<N: Display + Copy + PartialEq + From<u8>>(number: N, noun: &str) -> String {
    let ending = match noun {
        _ if number == N::from(1) => "",
        _ if noun.ends_with('s') => "es",
        _ => "s",
    };
    number.to_string() + " " + noun + ending
}

/// Joins items as `a`, `a and b`, `a, b and c`.
pub fn list_and<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    list(items, "and")
}

/// Joins items as `a`, `a or b`, `a, b or c`.
pub fn list_or<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    list(items, "or")
}

fn list<T: Display>(items: impl IntoIterator<Item = T>, conjunction: &str) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    match items.as_slice() {
        [first @ .., last] if !first.is_empty() => {
            format!("{} {conjunction} {last}", first.join(", "))
        }
        items => items.concat(),
    }
}

/// Writes the first `most` items, and the number of the others: `a; b; and 3 more`.
pub fn list_first<T: Display>(items: &[T], most: usize) -> String {
    let listed = items.iter().take(most).map(ToString::to_string);
    listed.chain(and_more(items.len(), most)).collect::<Vec<_>>().join("; ")
}

/// Puts each item in backticks, as code is quoted in a sentence.
pub fn ticked<T: Display>(items: impl IntoIterator<Item = T>) -> impl Iterator<Item = String> {
    items.into_iter().map(|item| format!("`{item}`"))
}

/// Returns the name among `names` that `given` most likely misspells.
pub fn did_you_mean<'a>(given: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let close = names.into_iter().filter(|name| is_close(given, name));
    close.min_by_key(|name| strsim::osa_distance(given, name))
}

/// The maximum length, in letters, of a name that is checked for misspelling: the time to compare
/// two names grows with the product of their lengths.
const LONGEST_NAME: usize = 64;

/// Whether `given` may be an abbreviation of `name`, or a misspelling with at most a third of the
/// letters, or one letter, wrong. A name of more than 64 letters never counts as a misspelling.
pub fn is_close(given: &str, name: &str) -> bool {
    let counts = [given, name].map(|it| it.chars().take(LONGEST_NAME + 1).count());
    let (fewest, letters) = (counts[0].min(counts[1]), counts[0].max(counts[1]));
    let wrong = (letters / 3).max(1);
    let is_begun = counts[0] > 2 && name.starts_with(given);
    let is_short = letters <= LONGEST_NAME && letters - fewest <= wrong;
    is_begun || is_short && strsim::osa_distance(given, name) < letters.min(wrong + 1)
}

/// Returns the first `most` characters of a text, with an ellipsis if it has more.
pub fn beginning(text: &str, most: usize) -> String {
    let end = text.char_indices().nth(most);
    end.map_or_else(|| text.to_owned(), |(end, _)| text[..end].to_owned() + "…")
}

/// Returns the number of columns that `text` takes up in a terminal.
#[cfg(feature = "present")]
pub fn width(text: &str) -> usize {
    // Most texts are ASCII, and a tree may have a hundred thousand of them.
    if text.is_ascii() { text.len() } else { unicode_width::UnicodeWidthStr::width(text) }
}

/// Shortens `text` to at most `columns` columns by removing the middle, because texts mostly
/// differ at one of the ends.
#[cfg(feature = "present")]
pub fn shorten(text: &str, columns: usize) -> String {
    shorten_with(text, columns, "…")
}

/// Like [`shorten`], with `mark` in place of the removed middle.
#[cfg(feature = "present")]
pub fn shorten_with(text: &str, columns: usize, mark: &str) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let start = columns / 2;
    let end = columns.saturating_sub(start + width(mark));
    let start = &text[..fitting(text.char_indices(), start)];
    let end = fitting(
        text.chars().rev().scan(0, |at, character| {
            *at += character.len_utf8();
            Some((*at - character.len_utf8(), character))
        }),
        end,
    );
    format!("{start}{mark}{}", &text[text.len() - end..])
}

/// Returns the number of bytes of `characters` that fit in `columns` columns. Each character comes
/// with its place in bytes.
#[cfg(feature = "present")]
fn fitting(characters: impl Iterator<Item = (usize, char)>, columns: usize) -> usize {
    let mut taken = 0;
    let fitting = characters.take_while(|(_, character)| {
        taken += width(character.encode_utf8(&mut [0; 4]));
        taken <= columns
    });
    fitting.last().map_or(0, |(at, character)| at + character.len_utf8())
}

/// Joins the pieces with `gap` into lines of at most `most` columns each. Cuts wider pieces.
#[cfg(feature = "present")]
pub fn wrap<'a>(pieces: impl IntoIterator<Item = &'a str>, gap: &str, most: usize) -> Vec<String> {
    let pieces = pieces.into_iter().flat_map(|piece| cut(piece, most)).map(str::to_owned);
    let lines = itertools::Itertools::coalesce(pieces, |line, piece| {
        let fits = width(&line) + width(gap) + width(&piece) <= most;
        if fits { Ok(line + gap + &piece) } else { Err((line, piece)) }
    });
    lines.collect()
}

/// Splits a text into parts of at most `columns` columns, each with at least one character.
#[cfg(feature = "present")]
fn cut(text: &str, columns: usize) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text;
    loop {
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let (part, after) = rest.split_at(fitting(rest.char_indices(), columns).max(first));
        parts.push(part);
        if after.is_empty() {
            return parts;
        }
        rest = after;
    }
}

/// Splits `text` before each of `marks`, so that [`wrap`] can join the pieces into lines without a
/// gap.
#[cfg(feature = "present")]
pub fn pieces<'a>(text: &'a str, marks: &[char]) -> Vec<&'a str> {
    let found = text.char_indices().skip(1).filter(|(_, it)| marks.contains(it));
    let cuts: Vec<usize> = found.map(|(at, _)| at).chain([text.len()]).collect();
    let starts = std::iter::once(0).chain(cuts.iter().copied());
    starts.zip(&cuts).map(|(start, &end)| &text[start..end]).collect()
}

/// Returns the line and the column of the byte `at`, both from 1. The column counts characters.
pub fn line_and_column(text: &str, at: usize) -> (usize, usize) {
    let before = text.get(..at).unwrap_or(text);
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    (before.matches('\n').count() + 1, before[start..].chars().count() + 1)
}

/// Describes the place of the byte `at` in words: its column, from 1, and its line if the text has
/// several.
pub fn place(text: &str, at: usize) -> String {
    let (line, column) = line_and_column(text, at);
    if text.contains('\n') {
        format!("line {line}, column {column}")
    } else {
        format!("column {column}")
    }
}

/// Writes a number as a word, if there is a short one: "three".
pub fn cardinal(number: usize) -> String {
    let mut words = "no one two three four five six seven eight nine ten".split(' ');
    words.nth(number).map_or_else(|| number.to_string(), str::to_owned)
}

/// Writes an ordinal number, from 1: "third", "21st".
pub fn ordinal(number: usize) -> String {
    let words = " first second third fourth fifth sixth seventh eighth ninth tenth";
    if let Some(word) = words.split(' ').nth(number) {
        return word.to_owned();
    }
    let ending = match (number % 100, number % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_printed_with_thousands_separators() {
        for (number, text) in [(0, "0"), (999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(in_thousands(&number), text);
        }
    }

    #[test]
    fn nouns_are_singular_or_plural_by_their_count() {
        assert_eq!(counted(0_usize, "template"), "0 templates");
        assert_eq!(counted(1_u64, "template"), "1 template");
        assert_eq!(counted(2_u64, "class"), "2 classes");
    }

    #[test]
    fn small_numbers_are_words_and_larger_ordinals_are_digits_with_endings() {
        let said = [1, 3, 10, 11, 12, 21, 22, 113, 1003].map(ordinal);
        let expected =
            ["first", "third", "tenth", "11th", "12th", "21st", "22nd", "113th", "1003rd"];
        assert_eq!(said, expected);
        assert_eq!([2, 11].map(cardinal), ["two", "11"]);
    }

    #[cfg(feature = "present")]
    #[test]
    fn shortened_texts_fit_whatever_characters_they_have() {
        for text in
            ["abcdefghijkl", "漢字漢字漢字", "\u{1b}[1m\u{1b}[0m\t\u{7}", "e\u{301}e\u{301}aaaaaa"]
        {
            for columns in 1..12 {
                let shown = shorten(text, columns);
                assert!(width(&shown) <= columns, "{shown:?} in {columns}");
            }
        }
    }

    #[test]
    fn lists_have_commas_and_one_conjunction() {
        assert_eq!(list_and::<&str>([]), "");
        assert_eq!(list_and(["a"]), "a");
        assert_eq!(list_or(["a", "b"]), "a or b");
        assert_eq!(list_and(ticked(["a", "b", "c"])), "`a`, `b` and `c`");
    }

    #[test]
    fn did_you_mean_suggests_the_closest_name_or_none() {
        assert_eq!(did_you_mean("scalla", ["left", "scale", "scala"]), Some("scala"));
        assert_eq!(did_you_mean("x", ["left", "scala"]), None);
        let commands = ["solve", "survey", "step", "parse", "explain", "inspect", "templates"];
        assert_eq!(did_you_mean("slove", commands), Some("solve"));
        assert_eq!(did_you_mean("temp", commands), Some("templates"));
        for word in ["nope", "hardest", "ast", "play", "tree", "eval", "q"] {
            assert_eq!(did_you_mean(word, commands), None, "{word}");
        }
    }

    #[cfg(feature = "present")]
    #[test]
    fn shortened_texts_keep_both_ends_and_fit_the_width() {
        assert_eq!(shorten("12345", 5), "12345");
        assert_eq!(shorten("1234567", 5), "12…67");
        assert_eq!(shorten("一二三四五", 7), "一…五");
        for columns in 1..20 {
            let shortened = shorten("ab一二三c\u{301}四五de", columns);
            assert!(width(&shortened) <= columns, "{shortened} in {columns}");
        }
    }

    #[cfg(feature = "present")]
    #[test]
    fn wrapped_lines_fit_the_width_and_lose_no_text() {
        assert_eq!(wrap("a bb ccc".split(' '), " ", 4), ["a bb", "ccc"]);
        assert_eq!(wrap(["(N-N)", "N+N"], "  ", 20), ["(N-N)  N+N"]);
        let text = "1-23+456*78901234567890/2";
        let lines = wrap(pieces(text, &['+', '-', '*', '/']), "", 9);
        assert_eq!(lines, ["1-23+456", "*78901234", "567890/2"]);
        assert_eq!(lines.concat(), text);
        assert_eq!(wrap(["一二"], "", 1), ["一", "二"]);
    }

    #[cfg(feature = "present")]
    #[test]
    fn an_empty_text_is_one_empty_piece() {
        assert_eq!(pieces("", &['+']), [""]);
        assert_eq!(wrap(pieces("", &['+']), "", 3), [""]);
    }
}
