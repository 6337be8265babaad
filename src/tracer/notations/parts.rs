//! Translates parts of other notations for which a template is not enough.

use std::collections::HashSet;

use itertools::Itertools;

use super::regex::{grouped, of_regex, range};
use super::{Around, is_a};
use crate::tracer::body::Body;

/// Fills a template with the text as written and the translations of its parts.
pub(super) fn filled(template: &str, found: &str, parts: &[String]) -> String {
    let mut pieces = template.split('{');
    let mut text = pieces.next().expect("a text has a first piece").to_owned();
    for piece in pieces {
        let part = |name: &str| match name {
            "found" => Some(found),
            _ => parts.get(name.parse::<usize>().ok()?).map(|it| &**it),
        };
        let filled = piece.split_once('}').and_then(|(name, rest)| Some([part(name)?, rest]));
        text.extend(filled.unwrap_or(["{", piece]));
    }
    text
}

/// Translates `item` with its suffix `behind`. `tail` says what the suffix is: the separator of a
/// list, an exception, or a sign that pest writes before the item.
pub(super) fn with_tail(tail: &str, item: &str, behind: &str) -> String {
    if tail != "separated" {
        let (exception, sign) = (format!("!{behind} ~ {item}"), format!("{behind}{item}"));
        return if tail == "excepted" { exception } else { sign };
    }
    let one = item.trim_end_matches(['+', '*']);
    let list = format!("{one} ~ ({behind} ~ {one})*");
    if item.ends_with('*') { format!("({list})?") } else { list }
}

/// Collapses doubled repetition signs at the end of a part: `(x)?*` becomes `(x)*`. In front of a
/// sign, the brackets of an option only group, as in the grammar of CSS: `[x]+` becomes `(x)+`.
pub(super) fn repeated(text: String) -> String {
    let signs = [("?*", "*"), ("?+", "+"), ("??", "?"), ("**", "*"), ("*+", "+")];
    let doubled = signs.iter().find_map(|(two, one)| Some((text.strip_suffix(two)?, one)));
    doubled.map(|(start, one)| start.to_owned() + one).unwrap_or(text)
}

/// Translates a part that has no template.
pub(super) fn written(
    rule: &str,
    found: &str,
    parts: &[String],
    around: &Around<'_>,
) -> Option<String> {
    Some(match rule {
        "hidden_head" => {
            let name = &*parts[0];
            let is_main = around.hidden.first() == Some(&name) && !around.names.contains("COMMENT");
            let calls = around.hidden.iter().skip(1).map(|it| format!("{it} | ")).join("");
            match name {
                _ if is_main || name == "COMMENT" => format!("COMMENT = _{{ {calls}"),
                _ => format!("{name} = _{{ "),
            }
        }
        "two_modifiers" => found.chars().find(|it| *it != '_').unwrap_or('_').into(),
        "angle" => found[1..found.len() - 1].replace(['-', ' '], "_"),
        "hyphenated" => found.replace('-', "_"),
        "quoted" | "odd_string" => in_double_quotes(within(found)),
        "prefixed" => {
            let (prefix, text) = found.split_at(found.find(['"', '\''])?);
            let inside = within(text.trim_end_matches('#'));
            let is_raw = prefix.contains(['r', 'R']);
            in_double_quotes(&if is_raw { inside.replace('\\', "\\\\") } else { inside.to_owned() })
        }
        "text_range" => {
            let [first, last] = parts else { return None };
            let dots = found[first.len()..found.len() - last.len()].trim();
            let [first, last] =
                [first, last].map(|it| if *it == "\"'\"" { "\\'" } else { within(it) });
            // If the first character is not less than the last, the dash removes characters, which
            // pest cannot do.
            (dots != "-" || first < last).then(|| format!("'{first}'..'{last}'"))?
        }
        "number" | "abnf_number" => number(found)?,
        "class" => class(found)?,
        "escape" => grouped(&of_regex(found, "")?),
        "regex" => {
            let (inside, flags) = found[1..].rsplit_once('/')?;
            let inside = inside.strip_prefix("\\b").unwrap_or(inside);
            // Elsewhere, `\b` depends on the text before it.
            let is_clear = !inside.contains("\\b") || is_a("ended_word", inside);
            grouped(&of_regex(inside, flags).filter(|_| is_clear)?)
        }
        _ => return None,
    })
}

/// Translates a part whose meaning depends on the names of the rules, or on its content.
pub(super) fn in_its_place(
    rule: &'static str,
    found: &str,
    pest: String,
    names: &HashSet<&str>,
) -> Option<(&'static str, String)> {
    // The text in brackets, and the sign after them.
    let parts = found.rfind([']', '}']).and_then(|at| Some((found.get(1..at)?, &found[at + 1..])));
    let is_class = |(inside, _): (&str, &str)| !is_option(inside, names);
    Some(match rule {
        "option" if parts.is_some_and(is_class) => ("class", class(found)?),
        "counted" if names.contains(found) => ("digit_name", format!("_{found}")),
        "bare_range" if found.split("..").any(|it| names.contains(it.trim())) => return None,
        "common_space" if names.contains(found) => (rule, found.to_owned()),
        "regex" if found.starts_with("/\\b") => ("bounded", pest),
        "other_call" if !names.contains(&found[..found.find('(')?]) => return None,
        "repetition" if parts.is_some_and(|(_, sign)| sign == "-") => {
            (rule, pest.trim_end_matches('*').to_owned() + "+")
        }
        "prefixed" => {
            let (prefix, text) = found.split_at(found.find(['"', '\''])?);
            if !names.contains(prefix) || prefix == "r" {
                return Some((rule, pest));
            }
            let text = if text.starts_with('"') {
                text.to_owned()
            } else {
                in_double_quotes(within(text))
            };
            ("adjacent", format!("{prefix} ~ {text}"))
        }
        _ => (rule, pest),
    })
}

/// Whether square brackets contain quoted texts or names of rules, and so are not a class of
/// characters.
fn is_option(inside: &str, names: &HashSet<&str>) -> bool {
    let has_texts = ['"', '\''].iter().any(|it| inside.matches(*it).count() >= 2);
    if has_texts || inside.contains('\\') {
        return has_texts;
    }
    let is_spaced = inside.len() > 2 && inside.starts_with(' ') && inside.ends_with(' ');
    let joins = [' ', '|', ',', '~', '\n', '*', '+', '?', '{', '}', '[', ']'];
    let mut words = inside.split(joins).filter(|it| !it.is_empty());
    let is_name = |it: &str| names.contains(it) || names.contains(&*it.replace('-', "_"));
    let is_named = words.clone().count() > 0 && words.all(is_name);
    // A number of ABNF, as in `[%x61-7A]`.
    let is_number = ["%x", "%d", "%b"].iter().any(|it| inside.to_lowercase().starts_with(it));
    inside.contains(['(', '<']) || is_spaced || is_named || is_number
}

fn class(found: &str) -> Option<String> {
    let (class, flags) = found.split_at(found.rfind(']')? + 1);
    Some(grouped(&of_regex(class, flags)?))
}

/// Translates characters given by numbers: `%x41`, `%d65`, `%x41-5A`, `%x41.42`, `0x41` and `#x41`.
fn number(found: &str) -> Option<String> {
    let (sign, numbers) = found.split_at(2);
    let radix = match &sign[1..] {
        "d" | "D" => 10,
        "b" | "B" => 2,
        _ => 16,
    };
    let of = |text: &str| char::from_u32(u32::from_str_radix(text, radix).ok()?);
    Some(match numbers.split_once('-').or(numbers.split_once("..")) {
        Some((first, last)) => range(of(first)?, of(last.trim_start_matches(sign))?).to_string(),
        None => Body::text(numbers.split('.').map(of).collect::<Option<String>>()?).to_string(),
    })
}

/// The text between quotes.
fn within(found: &str) -> &str {
    let width = if found.starts_with("\"\"\"") && found.len() >= 6 {
        3
    } else {
        found.chars().next().map_or(0, char::len_utf8)
    };
    &found[width..found.len() - width]
}

/// The text in pest's quotes.
fn in_double_quotes(text: &str) -> String {
    let mut quoted = String::from("\"");
    let mut characters = text.chars().peekable();
    while let Some(it) = characters.next() {
        match it {
            '"' => quoted.push_str("\\\""),
            '\\' => match characters.next() {
                Some('/') => quoted.push('/'),
                Some('b') => quoted.push_str("\\u{08}"),
                Some('f') => quoted.push_str("\\u{0c}"),
                Some('u') if characters.peek().is_some_and(char::is_ascii_hexdigit) => {
                    quoted.push_str("\\u{");
                    quoted.extend(characters.by_ref().take(4));
                    quoted.push('}');
                }
                escape => quoted.extend(['\\', escape.unwrap_or('\\')]),
            },
            it => quoted.push(it),
        }
    }
    quoted + "\""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_hold_an_option_if_they_hold_texts_names_or_blanks_at_both_ends() {
        let names = HashSet::from(["sum", "more_terms"]);
        for option in
            ["\"a\"", "'a' 'b'", "sum", "sum more-terms", " x ", "<x>", "(a)", "%x61-7A", "sum*"]
        {
            assert!(is_option(option, &names), "{option}");
        }
        for class in ["a-z", "abc", " a", "a ", "  ", "*+?", "+*/", "\"", "\\d", "sums", ""] {
            assert!(!is_option(class, &names), "{class}");
        }
    }
}
