//! Syntax errors in a grammar's text: finds as many as possible at once, each at the place that
//! needs fixing.

use std::ops::Range;

use itertools::Itertools;
use pest::error::{Error, ErrorVariant, InputLocation};
use pest::iterators::Pairs;
use pest_meta::parser::{self, Rule, rename_meta_rule};

use super::error::{GrammarError, GrammarErrorKind};
use super::marks::{Comment, Mark, marks, unclosed_comment};
use super::notations::{Around, Foreign, is_a, rule_name, translated};
use crate::words::list_or;

/// The maximum number of mistakes to report, without the rules in another notation.
const MOST_ERRORS: usize = 10;

/// The maximum number of errors of rules in another notation. They come together, because the other
/// rules show which notation it is. For each rule, pest parses the whole text again.
const MOST_FOREIGN: usize = 100;

/// Parses the text of a grammar with pest's grammar parser.
///
/// # Errors
///
/// One for each wrong rule, as long as it is clear where the next rule begins.
pub(super) fn parsed(source: &str) -> Result<Pairs<'_, Rule>, Vec<GrammarError>> {
    let mut next = match read(source) {
        Ok(pairs) => return Ok(pairs),
        Err(error) => Some(error),
    };
    let (mut errors, mut idioms, mut mistakes) = (Vec::new(), Vec::new(), 0);
    let mut text = source.to_owned();
    if source.starts_with('\u{feff}') {
        let message = "the grammar begins with a byte order mark, which pest refuses";
        let error = form(message, 0..3, "save the file as UTF-8 without a byte order mark");
        errors.push(error.with_mend(vec![(0..3, String::new())]));
        text.replace_range(0..3, "   ");
        next = read(&text).err();
    }
    let starts = rule_starts(source);
    let around = around(source, &starts);
    while let Some(error) = next.take()
        && mistakes < MOST_ERRORS
        && errors.len() < MOST_FOREIGN
    {
        let (wrong, is_followed) = rule_around(&starts, text.len(), error.span.start);
        let found = foreign(&text[wrong.clone()], wrong.start, &around, &mut idioms);
        mistakes += usize::from(found.is_none());
        errors.extend(found.unwrap_or_else(|| vec![error]));
        if !is_followed {
            break;
        }
        // Blanks replace the rule, so all other places stay the same.
        let blank = |it: u8| if it == b'\n' { "\n" } else { " " };
        let blanks: String = text[wrong.clone()].bytes().map(blank).collect();
        text.replace_range(wrong.clone(), &blanks);
        next = read(&text).err().filter(|error| error.span.start >= wrong.end);
    }
    Err(errors)
}

/// The errors for foreign notation in the text `wrong`, which begins at `start`. `None` if there is
/// no translation that pest accepts. The first error fixes the whole rule. The other errors name
/// idioms that were not reported before.
fn foreign(
    wrong: &str,
    start: usize,
    around: &Around<'_>,
    named: &mut Vec<&'static str>,
) -> Option<Vec<GrammarError>> {
    let translation = translated(wrong, around)?;
    read(&translation.text).ok()?;
    let moved = |span: Range<usize>| span.start + start..span.end + start;
    let is_new = |it: &Foreign| !named.contains(&it.idiom);
    let (new, known): (Vec<_>, Vec<_>) = translation.found.into_iter().partition(is_new);
    named.extend(new.iter().map(|it| it.idiom));
    let told = if new.is_empty() { known.into_iter().take(1).collect() } else { new };
    let edits = translation.edits.into_iter().map(|(span, text)| (moved(span), text));
    let told = told.into_iter().map(|it| form(it.message, moved(it.span), it.advice));
    let mut told: Vec<GrammarError> = told.collect();
    if let Some(first) = told.first_mut() {
        first.mend = edits.collect();
    }
    Some(told)
}

/// Parses `source` with pest's grammar parser. This parser reads an unclosed comment twice for
/// every open comment around it, and thirty open comments would take hours. So the parser gets only
/// the text before an unclosed comment.
fn read(source: &str) -> Result<Pairs<'_, Rule>, GrammarError> {
    let Some((at, has_others)) = unclosed_comment(source) else {
        return pairs(source).map_err(|error| syntax_error(source, &error));
    };
    if let Err(error) = pairs(&source[..at])
        && place(source, &error).start < at
    {
        return Err(syntax_error(source, &error));
    }
    if let Some(quote @ (Open::Quote, _)) = left_open(source, at) {
        return Err(missing(source, quote, at..at + 1, Some('/')));
    }
    let open = if has_others { Open::Comments } else { Open::Comment };
    Err(missing(source, (open, at), source.len()..source.len(), None))
}

/// The lines that begin like a rule, each with the rule's name.
fn rule_starts(source: &str) -> Vec<(usize, &str)> {
    let comment = |(at, mark)| match mark {
        Mark::Comment(Comment { end: Some(end), .. }) => Some(at..end as usize),
        _ => None,
    };
    let (mut offset, mut comments) = (0, marks(source).filter_map(comment).peekable());
    source
        .split_inclusive('\n')
        .filter_map(|line| {
            let start = offset;
            offset += line.len();
            while comments.next_if(|it| it.end <= start).is_some() {}
            comments.peek().is_none_or(|it| it.start >= start).then_some(())?;
            // pest reads a modifier after the braces as the name of the next rule.
            let is_next = !source[..start].trim_end().ends_with("}_");
            let name = rule_name(source[start..].trim_start_matches([' ', '\t']));
            let name = name.or_else(|| name_without_sign(&source[..start], line))?;
            is_next.then_some((start, name))
        })
        .collect()
}

/// Finds what the translation of every rule depends on. `starts` are the starts of all rules.
fn around<'t>(source: &'t str, starts: &[(usize, &'t str)]) -> Around<'t> {
    let ends = starts.iter().skip(1).map(|&(end, _)| end).chain([source.len()]);
    let rules = starts.iter().zip(ends).map(|(&(start, name), end)| (name, &source[start..end]));
    let hidden = rules.filter(|(_, rule)| is_a("hidden_token", rule)).map(|(name, _)| name);
    Around {
        names: starts.iter().map(|&(_, name)| name).collect(),
        hidden: hidden.sorted_by_key(|name| *name != "COMMENT").collect(),
        ebnf: starts.iter().any(|&(start, _)| has_no_braces(&source[start..])),
        abnf: is_a("abnf", source),
    }
}

/// Whether no brace follows the first `=` in `rule`, as in EBNF.
fn has_no_braces(rule: &str) -> bool {
    let body = rule.split_once('=').map_or("{", |(_, body)| body);
    !without_comments(body).trim_start_matches(['_', '@', '$', '!', ' ']).starts_with('{')
}

/// The name in a line such as `sum { … }`, which lacks the `=`. No rule may go on after `before`.
fn name_without_sign<'t>(before: &str, line: &'t str) -> Option<&'t str> {
    let end = line.find(|it: char| !(it.is_ascii_alphanumeric() || it == '_'))?;
    let rest = line[end..].trim_start().trim_start_matches(['@', '$', '!']);
    let goes_on = before.trim_end().ends_with(['{', '(', '~', '|', '=', '!', '&']);
    (end > 0 && rest.starts_with('{') && !goes_on).then_some(&line[..end])
}

/// The rule around `at`: from a line that begins like a rule to the next such line, if there is
/// one. If `at` is before the first rule, the lines before that rule.
fn rule_around(starts: &[(usize, &str)], end: usize, at: usize) -> (Range<usize>, bool) {
    let next = starts.partition_point(|&(start, _)| start <= at);
    let start = next.checked_sub(1).map_or(0, |index| starts[index].0);
    let next = starts.get(next).map(|&(start, _)| start);
    (start..next.unwrap_or(end), next.is_some())
}

/// Converts pest's syntax error for `source`.
fn syntax_error(source: &str, error: &Error<Rule>) -> GrammarError {
    let Range { start, end } = place(source, error);
    let ErrorVariant::ParsingError { positives, .. } = &error.variant else {
        unreachable!("a parser only ever says what it expected")
    };
    let found = source[start..].chars().next();
    let open = left_open(source, start);
    if let Some(escape) = open.and_then(|open| unknown_escape(source, open)) {
        return form(format!("unknown escape `{}`", &source[escape.clone()]), escape, ESCAPES);
    }
    if let Some(open) = open {
        return missing(source, open, start..end, found);
    }
    let message = match found {
        // The message puts a quote in backticks, so it needs no escape.
        Some(quote @ ('"' | '\'')) => format!("unexpected `{quote}`"),
        Some(found) => format!("unexpected `{}`", found.escape_debug()),
        None => "the grammar ends too early".to_owned(),
    };
    let mut expected: Vec<String> = positives.iter().copied().map(meta_rule).collect();
    expected.dedup();
    let is_range = source[..start].ends_with("..") || source[start..].starts_with("..");
    let advice = match found {
        Some(it) if it.is_alphabetic() && !it.is_ascii() => {
            "a name may have the letters `a` to `z` and `A` to `Z`, digits and `_`".to_owned()
        }
        _ if is_range => "a range goes from one character to another: `'a'..'z'`".to_owned(),
        _ if expected.is_empty() => String::new(),
        _ => format!("expected {}", list_or(expected)),
    };
    form(message, start..end, advice)
}

/// The error for a construct that is `open` from `at` on and not closed before `place`; the text
/// there begins with `found`.
fn missing(
    source: &str,
    (open, at): (Open, usize),
    place: Range<usize>,
    found: Option<char>,
) -> GrammarError {
    let (sign, what) = open.sign();
    let message = format!("a `{sign}` is missing");
    let mut advice = format!("this {what} is still open: close it with `{sign}`");
    if let Open::Comments = open {
        advice += ", and every `/*` in it too";
    }
    let next = if found.is_some() { "this" } else { "the end" };
    let here = format!("`{sign}` is expected before {next}");
    let error = form(message, at..at + sign.len(), advice).with_related(place.clone(), here);
    if !matches!(open, Open::Brace | Open::Bracket) {
        return error;
    }
    // If a comment comes before the place, the sign may be inserted into it and not count, so try
    // the result.
    let end = source[..place.start].trim_end().len();
    let sign = if sign == "}" { " }" } else { sign };
    let mended = [&source[..end], sign, &source[end..]].concat();
    // pest's parser must not see an open comment.
    let is_mended = unclosed_comment(&mended).is_none() && pairs(&mended).is_ok();
    if is_mended { error.with_mend(vec![(end..end, sign.to_owned())]) } else { error }
}

fn form(message: impl Into<String>, span: Range<usize>, advice: impl Into<String>) -> GrammarError {
    GrammarError::new(GrammarErrorKind::Form, message, span, advice)
}

/// The place of pest's error, without the blanks after it.
fn place(source: &str, error: &Error<Rule>) -> Range<usize> {
    let (start, end) = match error.location {
        InputLocation::Pos(at) => (at, at + source[at..].chars().next().map_or(0, char::len_utf8)),
        InputLocation::Span((start, end)) => (start, end),
    };
    start..start + source[start..end].trim_end().len()
}

/// A rule of pest's meta-grammar, in words or as text to type.
fn meta_rule(rule: Rule) -> String {
    match rule {
        // pest's own messages show the sign of another rule in place of this one.
        Rule::sequence_operator => "`~`".to_owned(),
        Rule::EOI => "the end".to_owned(),
        Rule::grammar_rule => "a rule".to_owned(),
        Rule::grammar_doc => "a comment `//!`".to_owned(),
        Rule::line_doc => "a comment `///`".to_owned(),
        Rule::identifier => "a name".to_owned(),
        Rule::expression | Rule::term => "what the rule matches".to_owned(),
        Rule::string => "a text in quotes".to_owned(),
        Rule::character => "a character in quotes".to_owned(),
        Rule::_push => "`PUSH(`".to_owned(),
        Rule::_push_literal => "`PUSH_LITERAL(`".to_owned(),
        Rule::peek_slice => "`PEEK[`".to_owned(),
        Rule::inner_str | Rule::inner_chr => "a character or an escape".to_owned(),
        Rule::number | Rule::integer => "a whole number".to_owned(),
        rule => rename_meta_rule(&rule),
    }
}

/// A construct that is still open.
#[derive(Clone, Copy)]
enum Open {
    Brace,
    Bracket,
    Quote,
    Comment,
    /// A comment that contains comments that are still open.
    Comments,
}

impl Open {
    /// The sign that closes the construct, and the construct's name.
    const fn sign(self) -> (&'static str, &'static str) {
        match self {
            Self::Brace => ("}", "brace"),
            Self::Bracket => (")", "bracket"),
            Self::Quote => ("\"", "quote"),
            Self::Comment | Self::Comments => ("*/", "comment"),
        }
    }
}

/// The construct that is still open at `at`, if the text ends or a new rule begins there, and where
/// the construct begins.
fn left_open(source: &str, at: usize) -> Option<(Open, usize)> {
    let rest = without_comments(&source[at..]);
    let mut open = Vec::new();
    // If quoted text spans several lines and ends right before the place, its quotes probably do
    // not belong together.
    let mut last_text = None;
    for (place, mark) in marks(&source[..at]) {
        match mark {
            Mark::Sign('{') => open.push((Open::Brace, place)),
            Mark::Sign('(') => open.push((Open::Bracket, place)),
            Mark::Sign('}' | ')') => {
                open.pop();
            }
            Mark::Quoted { end: Some(end), .. } => last_text = Some((place, end)),
            // A single quote may come from a comment that is not recognized here.
            Mark::Quoted { quote, end: None, .. }
                if quote == '"' || unknown_escape(source, (Open::Quote, place)).is_some() =>
            {
                return Some((Open::Quote, place));
            }
            Mark::Quoted { .. } | Mark::Sign(_) | Mark::Comment(_) => {}
        }
    }
    let is_over_lines = |&(start, end): &(usize, usize)| {
        source[start..end].contains('\n') && source[end + 1..at].trim().is_empty()
    };
    if let Some((start, _)) = last_text.filter(is_over_lines) {
        return Some((Open::Quote, start));
    }
    let ends = rule_name(rest).is_some() || rest.is_empty();
    open.pop().filter(|open| ends || matches!(open, (Open::Bracket, _)) && rest.starts_with('}'))
}

/// pest's escapes.
const ESCAPES: &str = "the escapes are `\\n`, `\\r`, `\\t`, `\\0`, `\\\\`, `\\\"`, `\\'`, `\\x41` and \
                       `\\u{1F600}`, with 2 to 6 digits in its braces";

/// The first invalid escape in an open text in quotes.
fn unknown_escape(source: &str, open: (Open, usize)) -> Option<Range<usize>> {
    let (Open::Quote, quote) = open else { return None };
    let literal = &source[quote + 1..];
    let mut at = 0;
    loop {
        at += literal[at..].find(['\\', '\n', '"'])?;
        let escape = literal[at..].strip_prefix('\\')?;
        let character = escape.chars().next()?;
        let is_hex = |digits: &str| digits.chars().all(|it| it.is_ascii_hexdigit());
        let is_known = match character {
            'x' => escape.get(1..3).is_some_and(is_hex),
            'u' => escape
                .strip_prefix("u{")
                .and_then(|rest| rest.split_once('}'))
                .is_some_and(|(digits, _)| (2..=6).contains(&digits.len()) && is_hex(digits)),
            other => "\"\\rnt0'".contains(other),
        };
        let end = at + 1 + character.len_utf8();
        if !is_known {
            return Some(quote + 1 + at..quote + 1 + end);
        }
        at = end;
    }
}

/// `text` without its leading comments and blanks.
fn without_comments(text: &str) -> &str {
    let mut text = text.trim_start();
    while text.starts_with("//") {
        text = text.split_once('\n').map_or("", |(_, rest)| rest).trim_start();
    }
    text
}

/// Runs pest's grammar parser. Tests count the calls.
fn pairs(source: &str) -> Result<Pairs<'_, Rule>, Error<Rule>> {
    #[cfg(test)]
    READ.with_borrow_mut(|all| all.push(source.to_owned()));
    parser::parse(Rule::grammar_rules, source)
}

#[cfg(test)]
thread_local! {
    /// The texts that this thread has parsed.
    static READ: std::cell::RefCell<Vec<String>> = const { std::cell::RefCell::new(Vec::new()) };
}

/// The number of times that this thread has parsed a text.
#[cfg(test)]
pub(crate) fn times_read(source: &str) -> usize {
    READ.with_borrow(|all| all.iter().filter(|it| *it == source).count())
}
