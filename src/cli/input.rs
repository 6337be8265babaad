//! Prepares and parses texts that the user types, and reports errors in them.

use std::borrow::Cow;
use std::fmt::Display;
use std::ops::{Range, RangeInclusive};
use std::path::PathBuf;

pub(crate) use bracket24::ascii_signs;
use bracket24::lessons::{Diagnosis, FailedParse, Parse};
use bracket24::words::counted;
use bracket24::{
    Grammar, Hand, LeafError, MAX_TEMPLATE_SLOTS, Rational, RationalError, Split, SyntaxError,
    SyntaxErrorKind, Template,
};
use itertools::Itertools;

use super::failure::{Failure, TextFailure};
use super::options::ExpressionArgument;
use super::{Ended, Output, file};

/// `text` with the signs that `grammar` parses: in arithmetic `×` means `*`, but in another
/// language `×` may have its own meaning.
pub(crate) fn signs_for<'t>(grammar: &Grammar, text: &'t str) -> Cow<'t, str> {
    if grammar.lacks().is_some() { Cow::Borrowed(text) } else { ascii_signs(text) }
}

/// A typed text, and the ASCII form of its parsed part. Translates places in the ASCII form to
/// places in the typed text.
#[derive(Clone, Copy)]
struct Typed<'a> {
    text: &'a str,
    /// The byte of `text` at which the parsed part begins. This part ends at the end of `text`.
    from: usize,
    ascii: &'a str,
}

impl Typed<'_> {
    /// The byte of `text` with the character whose ASCII form is at the byte `at` of `ascii`.
    fn place(&self, at: usize) -> usize {
        let index = self.ascii.get(..at).unwrap_or(self.ascii).chars().count();
        let mut places = self.text[self.from..].char_indices();
        places.nth(index).map_or(self.text.len(), |(at, _)| self.from + at)
    }

    fn span(&self, span: &Range<usize>) -> Range<usize> {
        self.place(span.start)..self.place(span.end)
    }

    fn error(&self, error: &SyntaxError) -> SyntaxError {
        let mut error = error.clone();
        error.span = self.span(&error.span);
        if let SyntaxErrorKind::Unexpected { found, .. } = &mut error.kind {
            *found = self.text[error.span.start..].chars().next();
        }
        error
    }

    fn diagnosis(&self, mut diagnosis: Diagnosis) -> Diagnosis {
        diagnosis.error = self.error(&diagnosis.error);
        diagnosis.open_bracket = diagnosis.open_bracket.map(|at| self.place(at));
        if let Some(slip) = &mut diagnosis.slip {
            slip.span = self.span(&slip.span);
        }
        if let Some(fix) = &mut diagnosis.fix {
            fix.span = self.span(&fix.span);
        }
        diagnosis
    }

    /// The failure to parse `text`, with the diagnosis `known` if there is one, otherwise with
    /// `error`; the message refers to the text by the words in `what`.
    fn failure(&self, what: &str, error: &SyntaxError, known: Option<Diagnosis>) -> TextFailure {
        match known {
            Some(known) => TextFailure::diagnosis(what, self.text, self.diagnosis(known)),
            None => TextFailure::syntax(what, self.text, &self.error(error)),
        }
    }
}

/// Parses a hand from the arguments or from a line of a batch.
pub(crate) fn hand(typed: &str) -> Result<Hand, Failure> {
    let ascii = &*ascii_signs(typed);
    ascii.parse().map_err(|error: SyntaxError| {
        let known = Diagnosis::of_hand(ascii);
        let mut failure = Typed { text: typed, from: 0, ascii }.failure("hand", &error, known);
        if let SyntaxErrorKind::Unexpected { found: Some(found), .. } = error.kind
            && found.is_alphabetic()
        {
            failure.message = format!("cannot parse the hand: `{found}` is not a card");
        }
        failure.into()
    })
}

/// A message and advice if the user may have meant something other than the hand `typed`. bracket24
/// parses a hand without blanks card by card: `1044` has the cards 1, 0, 4 and 4, but the user may
/// mean 10 4 4. `24` has the cards 2 and 4, but the user may mean the target.
pub(crate) fn doubt(typed: &str) -> Option<(String, String)> {
    if typed == "24" {
        return Some((
            "`24` is parsed card by card, as the 2 cards 2 4".to_owned(),
            "24 is the target unless `--target` says otherwise; type a hand as cards: `3 3 8 8`"
                .to_owned(),
        ));
    }
    let is_run = typed.chars().all(|it| it.is_ascii_alphanumeric());
    let hand: Hand = typed.parse().ok().filter(|_| is_run && typed.contains("10"))?;
    let cards = |text: &str| {
        let hand = text.parse::<Hand>().ok()?;
        Some(hand.to_string()).filter(|_| hand.cards().len() > 1)
    };
    // `T` is a ten in one character, so try it in place of `10`.
    let tens = cards(&typed.replace("10", "T"))?.replace('T', "10");
    let count = hand.cards().len();
    // If the hand is too large, the error says so anyway.
    (count <= MAX_TEMPLATE_SLOTS + 1).then(|| {
        (
            format!("`{typed}` is parsed card by card, as the {count} cards {hand}"),
            format!("with blanks, 10 is one card: `{tens}`"),
        )
    })
}

/// Parses the target in an argument.
pub(crate) fn target(text: &str) -> Result<Rational, String> {
    let whole = |text: &str| text.parse::<i64>().ok();
    ascii_signs(text).parse().map_err(|error: RationalError| match range(text, whole, "", "") {
        Some(Ok(_)) => format!(
            "it is a single value here; `bracket24 survey reach --target {text}` takes several"
        ),
        _ => error.to_string(),
    })
}

/// Parses a hand, and rejects a hand that has too many cards for templates.
pub(crate) fn solvable_hand(text: &str) -> Result<Hand, Failure> {
    let hand = hand(text)?;
    check_size(text, &hand)?;
    Ok(hand)
}

/// Rejects a hand that has too many cards for templates.
pub(crate) fn check_size(text: &str, hand: &Hand) -> Result<(), Failure> {
    let cards = hand.cards().len();
    if cards > MAX_TEMPLATE_SLOTS {
        let message = format!(
            "templates have up to {MAX_TEMPLATE_SLOTS} slots, and this hand has {cards} cards"
        );
        let is_run = text.chars().all(char::is_alphanumeric);
        let blanks = "put blanks between numbers of several digits: `10 10 4 4`";
        let split = format!("`solve --engine split` takes up to {} cards", Split::MAX_CARDS);
        let advice = [(is_run, blanks), (cards <= Split::MAX_CARDS, &*split)];
        let help = advice.iter().filter(|it| it.0).map(|it| it.1).join("; ");
        return Err(Failure::Plain { message, help: Some(help).filter(|it| !it.is_empty()) });
    }
    Ok(())
}

/// Parses the template in an argument.
pub(crate) fn template(typed: &str, grammar: &Grammar) -> Result<Template, Failure> {
    Template::parse(&ascii_signs(typed), grammar).map_err(|error| {
        let user = if let Grammar::User(user) = grammar { Some(user) } else { None };
        let advice = user.into_iter().flat_map(|it| it.template_warnings()).map(|it| it.advice);
        let help = Some(advice.unique().join("; ")).filter(|it| !it.is_empty());
        let failure = bad_template(&template_under(grammar), typed, grammar, &error);
        TextFailure { help, ..failure }.into()
    })
}

/// The words for a template in errors. They name the grammar, unless it is `left`, because another
/// grammar may parse the template.
pub(crate) fn template_under(grammar: &Grammar) -> String {
    match grammar {
        Grammar::Left => "template".to_owned(),
        other => format!("template under the grammar {other}"),
    }
}

/// The failure of `grammar` to parse the template `typed`, with a fix. The span of `error` is in
/// the ASCII form of `typed`.
pub(crate) fn bad_template(
    what: &str,
    typed: &str,
    grammar: &Grammar,
    error: &SyntaxError,
) -> TextFailure {
    let ascii = &*ascii_signs(typed);
    let known = Diagnosis::of_template(ascii, grammar);
    Typed { text: typed, from: 0, ascii }.failure(what, error, known)
}

/// The failure to parse an expression that must have a value. If `typed` is a template, the failure
/// says so.
pub(crate) fn without_value(typed: &str, grammar: &Grammar, error: &SyntaxError) -> Failure {
    let text = &*ascii_signs(typed);
    let has_slot = matches!(error.kind, SyntaxErrorKind::Leaf(LeafError::SlotAmongNumbers));
    let template = if has_slot { grammar.parse_slots(text).ok() } else { None };
    let Some(template) = template else { return unreadable(typed, grammar, error) };
    let cards = (1..).take(template.leaves().count()).join(" ");
    let own = if *grammar == Grammar::Left {
        String::new()
    } else {
        format!(" -g {}", quoted(&grammar.to_string()))
    };
    Failure::with_help(
        format!("`{text}` is a template: it has a value once its slots are filled"),
        format!(
            "`calculate '{text}' {cards}{own}` fills them; `templates show '{text}'{own}` counts the \
             hands that it solves"
        ),
    )
}

/// The failure to parse the expression `typed`, with a fix. The span of `error` is in the ASCII
/// form of `typed`.
pub(crate) fn unreadable(typed: &str, grammar: &Grammar, error: &SyntaxError) -> Failure {
    let ascii = &*signs_for(grammar, typed);
    let known = Diagnosis::of_expression(ascii, grammar);
    diagnosed(Typed { text: typed, from: 0, ascii }, grammar, error, known)
}

/// The failure to parse the expression that begins at the byte `from` of `typed`. The text of
/// `failed` has the same characters as this expression, except for signs. Leaves out the steps that
/// follow the expression.
pub(crate) fn not_parsed(from: usize, typed: &str, failed: &FailedParse) -> Failure {
    let diagnosis = failed.diagnosis();
    let all = Typed { text: typed, from, ascii: failed.text() };
    let typed = Typed { text: &typed[..all.place(failed.text().len())], ..all };
    diagnosed(typed, failed.grammar(), &diagnosis.error, Some(diagnosis.clone()))
}

fn diagnosed(
    typed: Typed<'_>,
    grammar: &Grammar,
    error: &SyntaxError,
    known: Option<Diagnosis>,
) -> Failure {
    let what = if grammar.lacks().is_some() { "text" } else { "expression" };
    let fix = known.as_ref().and_then(|it| it.fix.as_ref());
    let mended = fix.and_then(|fix| Parse::new(&fix.text, grammar).ok());
    let worth = mended.and_then(|it| it.value().ok().map(Rational::to_string));
    let user = if let Grammar::User(user) = grammar { Some(user) } else { None };
    let user = user.filter(|_| matches!(error.kind, SyntaxErrorKind::NoTree(_)));
    let start = user.map(|it| it.rule_with("expression"));
    let help = start.map(|it| format!("with `--start {it}`, `parse` and `trace` need no values"));
    TextFailure { worth, help, ..typed.failure(what, error, known) }.into()
}

/// A text for any grammar.
#[derive(Debug, clap::Args)]
// `mut_arg` would move the argument behind the others.
#[command(mut_args(|it| match it.get_id().as_str() {
    "first" => it.required(false).required_unless_present("file"),
    _ => it,
}))]
pub(crate) struct TextArgument {
    #[command(flatten)]
    expression: ExpressionArgument,

    /// Parse a whole file, of at most a megabyte; `-` for standard input
    #[arg(long, hide_short_help = true, value_name = "FILE", conflicts_with = "first")]
    file: Option<PathBuf>,
}

impl TextArgument {
    /// Calls `each` with the text, or with every line of a batch.
    pub(crate) fn for_each(
        &self,
        grammar: &Grammar,
        output: &mut Output,
        mut each: impl super::stdin::Each,
    ) -> Ended {
        let Some(path) = &self.file else { return self.expression.for_each(output, each) };
        let text = file::whole_text(path)?;
        let text = text_of_file(grammar, &text);
        each(text, output).map_err(|failure| match failure {
            Failure::Text(mut failure) => {
                failure.origin.get_or_insert_with(|| (file::name(path), 1));
                if is_refused_for_its_end(grammar, text) {
                    failure.help = Some(LAST_LINE_END.to_owned());
                }
                Failure::Text(failure)
            }
            other => other,
        })
    }
}

/// Advice for a grammar that does not match the end of the last line of a file.
pub(crate) const LAST_LINE_END: &str = "the grammar accepts the text without the final line break: \
     remove it from the file or, unless it ends a comment, match it with `~ NEWLINE* ~ EOI`";

/// The text of a file as `grammar` parses it. A grammar of expressions gets it without a byte order
/// mark and the line breaks at its end, which pest would parse as text.
pub(crate) fn text_of_file<'t>(grammar: &Grammar, text: &'t str) -> &'t str {
    let to_parse = || file::without_mark(text).trim_end_matches(['\r', '\n']);
    grammar.lacks().map_or_else(to_parse, |_| text)
}

/// Whether the text of a file ends in line breaks, and `grammar` accepts the text without them.
pub(crate) fn is_refused_for_its_end(grammar: &Grammar, text: &str) -> bool {
    let rest = text.trim_end_matches(['\r', '\n']);
    rest.len() < text.len() && grammar.recognize(rest) == Ok(rest.len())
}

/// Quotes a word for a shell, unless it has only letters, digits and the signs of paths.
pub(crate) fn quoted(word: &str) -> String {
    let is_plain = |it: char| it.is_alphanumeric() || "/._-+,:@\\".contains(it);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// A place in a text, as the user types it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place {
    line: Option<usize>,
    column: usize,
}

impl Place {
    /// Parses `COLUMN` or `LINE:COLUMN`, both from 1.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.trim().parse().ok().filter(|&it: &usize| it > 0);
        let (line, column) = match text.split_once(':') {
            Some((line, column)) => (Some(number(line)), number(column)),
            None => (None, number(text)),
        };
        let expected = "expected a column, 1 or more, or a line and a column: 2:7";
        let line = line.map(|line| line.ok_or(expected)).transpose()?;
        Ok(Self { line, column: column.ok_or(expected)? })
    }

    /// The byte of `text` at this place, which may be the end of `text`. A column without a line
    /// counts from the start of the text. Errors name `option`.
    pub(crate) fn byte(self, text: &str, option: &str) -> Result<usize, Failure> {
        let Self { line, column } = self;
        let (start, within) = match line {
            None => (0, text),
            Some(line) => {
                let mut lines = text.split('\n');
                let Some(found) = lines.nth(line - 1) else {
                    let count = text.split('\n').count();
                    let lines = counted(count, "line");
                    return Err(Failure::with_help(
                        format!("there is no line {line}: the text has {lines}"),
                        format!("`{option} {count}:1` is the start of the last line"),
                    ));
                };
                (found.as_ptr().addr() - text.as_ptr().addr(), found)
            }
        };
        let mut bytes = within.char_indices().map(|(byte, _)| byte).chain([within.len()]);
        let byte = bytes.nth(column - 1).ok_or_else(|| {
            let columns = within.chars().count();
            let has = counted(columns, "column");
            let of_line = line.map_or_else(String::new, |line| format!("{line}:"));
            let what = if line.is_some() { "line" } else { "text" };
            let help = format!("`{option} {of_line}{}` is the end of the {what}", columns + 1);
            Failure::with_help(format!("there is no column {column}: the {what} has {has}"), help)
        })?;
        Ok(start + byte)
    }
}

/// Parses a range such as `1..13` or `1-13`; `number` parses each end. Returns `None` if the text
/// is not a range. `expected` is the error for an end that is not a number. `empty` is the error if
/// the first end is above the second.
pub(crate) fn range<T: PartialOrd + Display>(
    text: &str,
    number: impl Fn(&str) -> Option<T>,
    expected: &str,
    empty: &str,
) -> Option<Result<RangeInclusive<T>, String>> {
    let text = ascii_signs(text);
    let text = text.replace(['–', '—'], "-").replace('…', "..");
    let text = text.trim();
    // A dash at the start of the text is a minus sign.
    let dash = || text.char_indices().skip(1).find(|(_, it)| *it == '-').map(|(at, _)| (at, 1));
    let (at, length) = text.find("..").map(|at| (at, 2)).or_else(dash)?;
    let (low, high) = (&text[..at], &text[at + length..]);
    let high = high.strip_prefix('=').unwrap_or(high);
    let (Some(low), Some(high)) = (number(low.trim()), number(high.trim())) else {
        return Some(Err(expected.to_owned()));
    };
    if low > high {
        return Some(Err(format!("{empty}: {low} is more than {high}")));
    }
    Some(Ok(low..=high))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(text: &str) -> Option<Result<RangeInclusive<i64>, String>> {
        range(text, |it| it.parse().ok(), "expected", "empty")
    }

    #[test]
    fn a_range_is_parsed_with_any_separator() {
        for text in ["1..13", "1-13", "1..=13", " 1 .. 13 ", "1–13", "1…13", "1 - 13", "1−13"]
        {
            assert_eq!(whole(text), Some(Ok(1..=13)), "{text}");
        }
        assert_eq!(whole("-5..-1"), Some(Ok(-5..=-1)));
        assert_eq!(whole("-5--1"), Some(Ok(-5..=-1)));
        assert_eq!(whole("-5-5"), Some(Ok(-5..=5)));
    }

    #[test]
    fn invalid_ranges_are_not_accepted_as_ranges() {
        for text in ["13", "-5", "", "x"] {
            assert_eq!(whole(text), None, "{text}");
        }
        for text in ["..", "1..", "..5", "1..x", "1-2-3", "1...3", "-"] {
            assert!(whole(text).is_none_or(|it| it == Err("expected".to_owned())), "{text}");
        }
        assert_eq!(whole("3..1"), Some(Err("empty: 3 is more than 1".to_owned())));
    }
}
