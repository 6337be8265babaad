//! Terminals, which the parser compares with the text, and pest's built-in rules.

use std::fmt;

use itertools::Itertools;

use super::Outcome;

/// A terminal, which the parser compares with the text.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Terminal {
    /// A text, as in `"+"`.
    Literal(String),
    /// A text whose ASCII letters may be in either case, as in `^"a"`.
    Insensitive(String),
    /// Any character from the first to the last, as in `'0'..'9'`.
    Range(char, char),
    /// A built-in class of ASCII characters, as in `ASCII_DIGIT`.
    Class(Class),
    /// The characters with a Unicode property, by its name, as in `LETTER`.
    Property(&'static str),
    /// Everything before the first of these texts, or before the end. pest makes this terminal from
    /// `(!"a" ~ ANY)*`.
    Until(Vec<String>),
    /// `ANY`: one character.
    Any,
    /// `SOI`: the start of the text.
    Start,
    /// `EOI`: the end of the text.
    End,
    /// A use of the stack.
    Stack(StackUse),
    /// `!a` as written, when it fails because `a` matches.
    Not(String),
}

/// A built-in class of ASCII characters.
#[derive(Clone, Copy)]
pub struct Class {
    /// The name of the class in a grammar.
    pub name: &'static str,
    pub(super) holds: fn(char) -> bool,
}

impl fmt::Debug for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl PartialEq for Class {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Class {}

impl std::hash::Hash for Class {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

/// A built-in rule that matches texts that `PUSH` put on the stack, or drops one of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StackUse {
    /// `PEEK`: matches the topmost text. pest panics if the stack is empty.
    Peek,
    /// `PEEK_ALL`: matches all texts, from the top.
    PeekAll,
    /// `PEEK[a..b]`: matches the texts from number `a` up to, but not including, number `b`,
    /// counted from 0 at the bottom. A negative number counts from the top.
    PeekSlice(i32, Option<i32>),
    /// `POP`: matches the topmost text and removes it. pest panics if the stack is empty.
    Pop,
    /// `POP_ALL`: matches all texts from the top and removes them.
    PopAll,
    /// `DROP`: removes the topmost text and consumes nothing. Fails if the stack is empty.
    Drop,
}

/// Whether Rust escapes a character with one hexadecimal digit. pest wants at least two.
const fn is_short(it: char) -> bool {
    matches!(it, '\u{1}'..'\u{10}' if !matches!(it, '\t' | '\n' | '\r'))
}

/// The escape of a control character in a grammar.
pub(super) fn escape(it: char) -> String {
    if is_short(it) {
        format!("\\u{{{:02x}}}", u32::from(it))
    } else {
        it.escape_default().to_string()
    }
}

/// A text in quotes, as in a grammar.
fn quoted(text: &str) -> String {
    let pieces = text.split(is_short).map(|it| {
        let quoted = format!("{it:?}");
        quoted[1..quoted.len() - 1].to_owned()
    });
    let escapes = text.chars().filter(|it| is_short(*it)).map(escape);
    format!("\"{}\"", pieces.interleave_shortest(escapes).join(""))
}

impl fmt::Display for Terminal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Literal(text) => f.write_str(&quoted(text)),
            Self::Insensitive(text) => write!(f, "^{}", quoted(text)),
            Self::Range(first, last) => {
                let written =
                    |it| if is_short(it) { format!("'{}'", escape(it)) } else { format!("{it:?}") };
                write!(f, "{}..{}", written(*first), written(*last))
            }
            Self::Class(class) => f.write_str(class.name),
            Self::Property(name) => f.write_str(name),
            Self::Until(ends) => {
                let ends = ends.iter().map(|end| quoted(end)).join(" | ");
                write!(f, "(!({ends}) ~ ANY)*")
            }
            Self::Any => f.write_str("ANY"),
            Self::Start => f.write_str("SOI"),
            Self::End => f.write_str("EOI"),
            Self::Stack(what) => what.fmt(f),
            Self::Not(written) => f.write_str(written),
        }
    }
}

impl fmt::Display for StackUse {
    /// Writes the use as in a grammar.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Peek => f.write_str("PEEK"),
            Self::PeekAll => f.write_str("PEEK_ALL"),
            Self::PeekSlice(start, Some(end)) => write!(f, "PEEK[{start}..{end}]"),
            Self::PeekSlice(start, None) => write!(f, "PEEK[{start}..]"),
            Self::Pop => f.write_str("POP"),
            Self::PopAll => f.write_str("POP_ALL"),
            Self::Drop => f.write_str("DROP"),
        }
    }
}

/// Tests whether a terminal matches a character.
pub(crate) type Characters = Box<dyn Fn(char) -> bool>;

impl Terminal {
    /// A test for the characters that the terminal matches. `None` unless it matches one character
    /// at a time.
    pub(crate) fn characters(&self) -> Option<Characters> {
        Some(match *self {
            Self::Any => Box::new(|_| true),
            Self::Range(first, last) => Box::new(move |it| (first..=last).contains(&it)),
            Self::Class(class) => Box::new(class.holds),
            Self::Property(name) => pest::unicode::by_name(name)?,
            _ => return None,
        })
    }

    /// Whether more text after `text` could have changed the outcome at `at`. A parse without such
    /// a terminal has the same outcome on every longer text.
    pub(crate) fn sees_end(&self, text: &str, at: usize, outcome: Outcome) -> bool {
        let rest = &text[at..];
        match self {
            Self::Literal(literal) => is_begun(literal, rest, |a, b| a == b),
            Self::Insensitive(literal) => is_begun(literal, rest, <[u8]>::eq_ignore_ascii_case),
            Self::Range(..) | Self::Class(_) | Self::Property(_) | Self::Any | Self::End => {
                rest.is_empty()
            }
            // One of `ends` may begin near the end of the text and continue after it.
            Self::Until(ends) => {
                let longest = ends.iter().map(String::len).max().unwrap_or(0);
                !matches!(outcome, Outcome::Match { end } if end + longest <= text.len())
            }
            // The terminals inside a lookahead get this check themselves.
            Self::Start | Self::Stack(StackUse::Drop) | Self::Not(_) => false,
            // The texts on the stack are unknown here.
            Self::Stack(_) => true,
        }
    }
}

/// Whether `rest` is a proper prefix of `literal`.
fn is_begun(literal: &str, rest: &str, is_same: impl Fn(&[u8], &[u8]) -> bool) -> bool {
    let begin = literal.as_bytes().get(..rest.len()).filter(|_| rest.len() < literal.len());
    begin.is_some_and(|begin| is_same(begin, rest.as_bytes()))
}

/// The terminals of pest's built-in rule with this name, as a choice: nearly always just one.
/// `None` if pest has no such rule.
pub(crate) fn built_in(name: &str) -> Option<Vec<Terminal>> {
    let class = |name, holds| Terminal::Class(Class { name, holds });
    Some(vec![match name {
        "ANY" => Terminal::Any,
        "SOI" => Terminal::Start,
        "EOI" => Terminal::End,
        "PEEK" => Terminal::Stack(StackUse::Peek),
        "PEEK_ALL" => Terminal::Stack(StackUse::PeekAll),
        "POP" => Terminal::Stack(StackUse::Pop),
        "POP_ALL" => Terminal::Stack(StackUse::PopAll),
        "DROP" => Terminal::Stack(StackUse::Drop),
        "ASCII_DIGIT" => class("ASCII_DIGIT", |it| it.is_ascii_digit()),
        "ASCII_NONZERO_DIGIT" => class("ASCII_NONZERO_DIGIT", |it| matches!(it, '1'..='9')),
        "ASCII_BIN_DIGIT" => class("ASCII_BIN_DIGIT", |it| matches!(it, '0' | '1')),
        "ASCII_OCT_DIGIT" => class("ASCII_OCT_DIGIT", |it| matches!(it, '0'..='7')),
        "ASCII_HEX_DIGIT" => class("ASCII_HEX_DIGIT", |it| it.is_ascii_hexdigit()),
        "ASCII_ALPHA_LOWER" => class("ASCII_ALPHA_LOWER", |it| it.is_ascii_lowercase()),
        "ASCII_ALPHA_UPPER" => class("ASCII_ALPHA_UPPER", |it| it.is_ascii_uppercase()),
        "ASCII_ALPHA" => class("ASCII_ALPHA", |it| it.is_ascii_alphabetic()),
        "ASCII_ALPHANUMERIC" => class("ASCII_ALPHANUMERIC", |it| it.is_ascii_alphanumeric()),
        "ASCII" => class("ASCII", |it| it.is_ascii()),
        "NEWLINE" => {
            return Some(["\n", "\r\n", "\r"].map(|it| Terminal::Literal(it.to_owned())).into());
        }
        property => {
            let mut names = pest::unicode::unicode_property_names();
            Terminal::Property(names.find(|it| *it == property)?)
        }
    }])
}

#[cfg(test)]
mod tests {
    use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

    use super::*;

    #[test]
    fn character_classes_are_equal_only_if_their_names_are_equal() {
        let class = |name| match built_in(name).as_deref() {
            Some([Terminal::Class(class)]) => *class,
            other => unreachable!("{name} is a class: {other:?}"),
        };
        let (digit, letter) = (class("ASCII_DIGIT"), class("ASCII_ALPHA"));
        assert_eq!(digit, class("ASCII_DIGIT"));
        assert_ne!(digit, letter);
        assert_eq!(format!("{digit:?}"), "ASCII_DIGIT");
        let hash = |class| BuildHasherDefault::<DefaultHasher>::default().hash_one(class);
        assert_eq!(hash(digit), hash(class("ASCII_DIGIT")));
        assert_ne!(hash(digit), hash(letter));
    }

    #[test]
    fn a_search_terminal_prints_as_the_pest_expression_for_it() {
        let search = Terminal::Until(vec!["*/".to_owned(), "\n".to_owned()]);
        assert_eq!(search.to_string(), r#"(!("*/" | "\n") ~ ANY)*"#);
    }

    #[test]
    fn a_literal_terminal_sees_the_end_of_the_text_if_only_its_start_is_there() {
        let sees = |terminal: Terminal| {
            ["", "a", "A", "b", "ab", "abc", "ax"]
                .map(|text| terminal.sees_end(text, 0, Outcome::Fail))
        };
        let exact = sees(Terminal::Literal("ab".to_owned()));
        assert_eq!(exact, [true, true, false, false, false, false, false]);
        let in_any_case = sees(Terminal::Insensitive("ab".to_owned()));
        assert_eq!(in_any_case, [true, true, true, false, false, false, false]);
    }

    #[test]
    fn a_search_terminal_sees_the_end_of_the_text_only_if_it_finds_no_match() {
        let search = Terminal::Until(vec!["*/".to_owned()]);
        assert!(!search.sees_end("ab*/", 0, Outcome::Match { end: 2 }));
        assert!(search.sees_end("ab*", 0, Outcome::Match { end: 3 }));
        assert!(search.sees_end("ab", 0, Outcome::Fail));
    }
}
