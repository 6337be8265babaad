//! Reads and checks the text of a grammar.
//!
//! pest's own reader does the work. What it would do with a text that is huge
//! or twisted (recurse until the stack overflows, check for hours, panic at an
//! impossible escape) is kept from it by the limits here.

use std::collections::HashMap;
use std::fmt;
use std::ops::Range;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use pest::error::{Error, ErrorVariant, InputLocation};
use pest::iterators::{Pair, Pairs};
use pest_meta::ast::Expr;
use pest_meta::optimizer::{OptimizedRule, optimize};
use pest_meta::parser::{self, Rule, consume_rules, rename_meta_rule};
use pest_meta::validator::validate_pairs;

/// How many bytes the text of a grammar may have.
pub const MAX_SOURCE: usize = 1 << 20;

/// How many rules a grammar may have.
pub const MAX_RULES: usize = 500;

/// How deep brackets may be nested in a grammar.
pub const MAX_NESTING: usize = 100;

/// How many operators (`~`, `|`, `*` and so on) a rule may have.
const MAX_OPERATORS: usize = 2000;

/// How many parts all rules may have together, once repetitions such as
/// `a{3}` are written out.
const MAX_PARTS: u64 = 200_000;

/// pest's checks look at every way through the rules, and there may be very
/// many of these.
const CHECK_TIME: Duration = Duration::from_secs(10);

/// What those checks may use of the stack: enough for the limits above.
const CHECK_STACK: usize = 256 << 20;

/// A mistake in the text of a grammar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GrammarError {
    /// What is wrong.
    pub message: String,
    /// The bytes it is about.
    pub span: Range<usize>,
    /// What to do about it, or what was expected; may be empty.
    pub advice: String,
}

impl GrammarError {
    /// A mistake at a place.
    pub(crate) fn new(
        message: impl Into<String>,
        span: Range<usize>,
        advice: impl Into<String>,
    ) -> Self {
        Self { message: message.into(), span, advice: advice.into() }
    }
}

impl fmt::Display for GrammarError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.message, self.span.start)?;
        if self.advice.is_empty() { Ok(()) } else { write!(f, ": {}", self.advice) }
    }
}

impl std::error::Error for GrammarError {}

/// Does `make` with the checked rules of `source`, all on a stack that is
/// large enough for what pest's reader does with them.
pub(crate) fn with_rules<T: Send + 'static>(
    source: &str,
    make: impl FnOnce(&[OptimizedRule]) -> Option<T> + Send + 'static,
) -> Result<T, Vec<GrammarError>> {
    check_nesting(source).map_err(|error| vec![error])?;
    let (sender, receiver) = channel();
    let text = source.to_owned();
    let worker = thread::Builder::new().stack_size(CHECK_STACK).spawn(move || {
        let result = read(&text).and_then(|rules| make(&rules).ok_or_else(|| vec![unreadable()]));
        // Nobody may be waiting any more.
        let _ = sender.send(result);
    });
    if let Err(error) = worker {
        let message = format!("there is no memory to check the grammar: {error}");
        return Err(vec![GrammarError::new(message, 0..0, "")]);
    }
    receiver.recv_timeout(CHECK_TIME).unwrap_or_else(|error| {
        Err(vec![match error {
            RecvTimeoutError::Timeout => GrammarError::new(
                format!("checking the grammar takes more than {} seconds", CHECK_TIME.as_secs()),
                0..0,
                "there are too many ways from rule to rule; split it",
            ),
            RecvTimeoutError::Disconnected => unreadable(),
        }])
    })
}

/// For what only pest's reader could say more about.
fn unreadable() -> GrammarError {
    GrammarError::new("pest cannot read this grammar", 0..0, "")
}

/// The rules of `source`, as pest's derive would take them.
fn read(source: &str) -> Result<Vec<OptimizedRule>, Vec<GrammarError>> {
    let pest = |errors: Vec<Error<Rule>>| {
        errors.iter().map(|error| grammar_error(source, error)).collect::<Vec<_>>()
    };
    let pairs = parser::parse(Rule::grammar_rules, source).map_err(|error| pest(vec![error]))?;
    check_count(&pairs).map_err(|error| vec![error])?;
    let errors = impossible_values(&pairs);
    if !errors.is_empty() {
        return Err(errors);
    }
    validate_pairs(pairs.clone()).map_err(pest)?;
    let forestalled = forestalled_alternatives(&pairs);
    let rules = match consume_rules(pairs).map_err(pest) {
        Ok(rules) => rules,
        Err(mut errors) => {
            errors.extend(forestalled);
            errors.sort_by_key(|error| error.span.start);
            return Err(errors);
        }
    };
    if !forestalled.is_empty() {
        return Err(forestalled);
    }
    if rules.iter().map(|rule| parts(&rule.expr)).fold(0, u64::saturating_add) > MAX_PARTS {
        let message = format!("with all repetitions written out, more than {MAX_PARTS} parts");
        return Err(vec![GrammarError::new(message, 0..0, "repeat with `*` or `+`")]);
    }
    Ok(optimize(rules))
}

/// Counts what pest's reader would recurse for, strings and comments apart.
fn check_nesting(source: &str) -> Result<(), GrammarError> {
    if source.len() > MAX_SOURCE {
        let message = format!("the grammar has {} bytes", source.len());
        return Err(GrammarError::new(message, 0..0, format!("expected at most {MAX_SOURCE}")));
    }
    let (mut depth, mut in_comment, mut operators) = (0_usize, 0_usize, 0_usize);
    let mut rest = source.char_indices().peekable();
    while let Some((at, character)) = rest.next() {
        let next = rest.peek().map(|(_, next)| *next);
        match character {
            '"' | '\'' if in_comment == 0 => {
                // A quote may be a character of its own: '"'.
                let mut length = 0;
                while let Some((_, inside)) = rest.next() {
                    if inside == character && (character == '"' || length > 0) {
                        break;
                    }
                    if inside == '\\' {
                        rest.next();
                    }
                    length += 1;
                }
            }
            '/' if in_comment == 0 && next == Some('/') => {
                while rest.next().is_some_and(|(_, it)| it != '\n') {}
            }
            '/' if next == Some('*') => {
                rest.next();
                in_comment += 1;
            }
            '*' if in_comment > 0 && next == Some('/') => {
                rest.next();
                in_comment -= 1;
            }
            _ if in_comment > 0 => {}
            '(' | '{' | '[' => depth += 1,
            ')' | '}' | ']' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    operators = 0;
                }
            }
            '~' | '|' | '*' | '+' | '?' | '!' | '&' => operators += 1,
            _ => {}
        }
        let place = at..at + character.len_utf8();
        if depth.max(in_comment) > MAX_NESTING {
            let advice = format!("expected at most {MAX_NESTING} open at once");
            return Err(GrammarError::new("brackets or comments too deep", place, advice));
        }
        if operators > MAX_OPERATORS {
            let advice =
                format!("expected at most {MAX_OPERATORS}; give parts a rule of their own");
            return Err(GrammarError::new("too many operators in a rule", place, advice));
        }
    }
    Ok(())
}

fn check_count(pairs: &Pairs<'_, Rule>) -> Result<(), GrammarError> {
    let definitions = pairs.clone().filter(|pair| definition(pair).is_some());
    match definitions.clone().nth(MAX_RULES) {
        None => Ok(()),
        Some(first) => {
            let count = definitions.count();
            let place = first.as_span();
            let message = format!("the grammar has {count} rules");
            let advice = format!("expected at most {MAX_RULES}");
            Err(GrammarError::new(message, place.start()..place.end(), advice))
        }
    }
}

/// The name that a pair defines, where it is a rule.
fn definition<'i>(pair: &Pair<'i, Rule>) -> Option<Pair<'i, Rule>> {
    if pair.as_rule() != Rule::grammar_rule {
        return None;
    }
    pair.clone().into_inner().next().filter(|name| name.as_rule() == Rule::identifier)
}

/// A rule as it stands in a file.
pub(crate) struct Named {
    pub(crate) name: String,
    /// Where the name stands.
    pub(crate) place: Range<usize>,
    /// The comment before it, line for line.
    pub(crate) comment: String,
    /// All of the rule.
    pub(crate) text: String,
}

/// The rules that a text defines, in its order.
///
/// # Errors
///
/// Where it is too deep, or no grammar by its form alone.
pub(crate) fn defined(source: &str) -> Result<Vec<Named>, Vec<GrammarError>> {
    check_nesting(source).map_err(|error| vec![error])?;
    let pairs = parser::parse(Rule::grammar_rules, source)
        .map_err(|error| vec![grammar_error(source, &error)])?;
    let (mut rules, mut comment) = (Vec::new(), String::new());
    for pair in pairs.filter(|pair| pair.as_rule() == Rule::grammar_rule) {
        let text = pair.as_str().trim_end();
        match definition(&pair) {
            Some(name) => rules.push(Named {
                name: name.as_str().to_owned(),
                place: name.as_span().start()..name.as_span().end(),
                comment: std::mem::take(&mut comment),
                text: format!("{text}\n"),
            }),
            None => comment.extend([text, "\n"]),
        }
    }
    Ok(rules)
}

/// Escapes and numbers that pest reads, and then panics at.
fn impossible_values(pairs: &Pairs<'_, Rule>) -> Vec<GrammarError> {
    let mut errors = Vec::new();
    for pair in pairs.clone().flatten() {
        let place = pair.as_span().start()..pair.as_span().end();
        match pair.as_rule() {
            Rule::string | Rule::character if !has_characters(pair.as_str()) => {
                let advice = "the largest is `\\u{10FFFF}`, and D800 to DFFF are none";
                errors.push(GrammarError::new("an escape for no character", place, advice));
            }
            Rule::integer if pair.as_str().parse::<i32>().is_err() => {
                errors.push(GrammarError::new("a number that is too large", place, ""));
            }
            _ => {}
        }
    }
    errors
}

/// Whether every `\u{…}` is a character.
fn has_characters(literal: &str) -> bool {
    let mut rest = literal;
    while let Some(at) = rest.find('\\') {
        rest = &rest[at + 1..];
        if let Some(digits) = rest.strip_prefix("u{") {
            let digits = digits.split('}').next().unwrap_or_default();
            if u32::from_str_radix(digits, 16).ok().and_then(char::from_u32).is_none() {
                return false;
            }
        }
        // What was escaped may be a backslash.
        rest = rest.char_indices().nth(1).map_or("", |(next, _)| &rest[next..]);
    }
    true
}

/// The size of a rule once its repetitions are written out.
fn parts(expr: &Expr) -> u64 {
    match expr {
        Expr::Seq(left, right) | Expr::Choice(left, right) => {
            parts(left).saturating_add(parts(right)).saturating_add(1)
        }
        Expr::PosPred(inner)
        | Expr::NegPred(inner)
        | Expr::Opt(inner)
        | Expr::Rep(inner)
        | Expr::RepOnce(inner)
        | Expr::Push(inner) => parts(inner).saturating_add(1),
        Expr::RepExact(inner, times)
        | Expr::RepMin(inner, times)
        | Expr::RepMax(inner, times)
        | Expr::RepMinMax(inner, _, times) => {
            parts(inner).saturating_add(1).saturating_mul(u64::from(*times).saturating_add(1))
        }
        _ => 1,
    }
}

/// Alternatives that can never match, because an earlier one always does where
/// they could: it is the same, or begins the same way and ends sooner.
fn forestalled_alternatives(pairs: &Pairs<'_, Rule>) -> Vec<GrammarError> {
    let literals = literal_rules(pairs);
    let mut errors = Vec::new();
    for expression in pairs.clone().flatten().filter(|pair| pair.as_rule() == Rule::expression) {
        let alternatives = alternatives(expression, &literals);
        for (index, later) in alternatives.iter().enumerate() {
            let Some(earlier) = alternatives[..index].iter().find(|it| it.forestalls(later)) else {
                continue;
            };
            errors.push(GrammarError::new(
                format!("this alternative can never match: `{}` comes first", earlier.text),
                later.span.clone(),
                if earlier.terms == later.terms {
                    "leave it out"
                } else {
                    "put it before that one"
                },
            ));
        }
    }
    errors
}

/// One of several ways that a rule can match.
struct Alternative<'i> {
    text: &'i str,
    span: Range<usize>,
    terms: Vec<Term>,
}

/// A part of a sequence, to be compared.
#[derive(PartialEq, Eq)]
enum Term {
    Literal(String),
    /// Its tokens, however they are spaced.
    Other(Vec<String>),
}

impl Alternative<'_> {
    fn forestalls(&self, later: &Self) -> bool {
        let Some((last, before)) = self.terms.split_last() else { return false };
        let Some((same, rest)) = later.terms.split_at_checked(before.len()) else { return false };
        let Some(then) = rest.first() else { return false };
        same == before
            && match (last, then) {
                (Term::Literal(short), Term::Literal(long)) => long.starts_with(short),
                (last, then) => last == then,
            }
    }
}

fn alternatives<'i>(
    expression: Pair<'i, Rule>,
    literals: &HashMap<&str, String>,
) -> Vec<Alternative<'i>> {
    let source = expression.get_input();
    let mut alternatives: Vec<Alternative<'i>> = Vec::new();
    let mut begins = true;
    for pair in expression.into_inner() {
        let span = pair.as_span();
        match pair.as_rule() {
            Rule::choice_operator => begins = true,
            Rule::term => {
                if begins {
                    let span = span.start()..span.start();
                    alternatives.push(Alternative { text: "", span, terms: Vec::new() });
                    begins = false;
                }
                if let Some(alternative) = alternatives.last_mut() {
                    let start = alternative.span.start;
                    alternative.text = source[start..span.end()].trim_end();
                    alternative.span.end = start + alternative.text.len();
                    alternative.terms.push(term(pair, literals));
                }
            }
            _ => {}
        }
    }
    alternatives
}

fn term(pair: Pair<'_, Rule>, literals: &HashMap<&str, String>) -> Term {
    if let Some(literal) = lone_literal(&pair) {
        return Term::Literal(literal);
    }
    let tokens: Vec<String> = pair
        .into_inner()
        .flatten()
        .filter(|token| token.clone().into_inner().next().is_none())
        .map(|token| token.as_str().to_owned())
        .collect();
    match tokens.as_slice() {
        [name] if literals.contains_key(&**name) => Term::Literal(literals[&**name].clone()),
        _ => Term::Other(tokens),
    }
}

/// The text between the quotes, where the term is nothing but a string.
fn lone_literal(term: &Pair<'_, Rule>) -> Option<String> {
    let mut inner = term.clone().into_inner();
    let string = inner.next().filter(|it| it.as_rule() == Rule::string)?;
    if inner.next().is_some() {
        return None;
    }
    let quoted = string.as_str();
    quoted.get(1..quoted.len().checked_sub(1)?).map(str::to_owned)
}

/// The rules that are nothing but a string.
fn literal_rules<'i>(pairs: &Pairs<'i, Rule>) -> HashMap<&'i str, String> {
    let mut literals = HashMap::new();
    for rule in pairs.clone() {
        let Some(name) = definition(&rule) else { continue };
        let Some(expression) = rule.into_inner().find(|it| it.as_rule() == Rule::expression) else {
            continue;
        };
        let mut terms = expression.into_inner();
        if let (Some(only), None) = (terms.next(), terms.next())
            && let Some(literal) = lone_literal(&only)
        {
            literals.insert(name.as_str(), literal);
        }
    }
    literals
}

fn grammar_error(source: &str, error: &Error<Rule>) -> GrammarError {
    let (start, end) = match error.location {
        InputLocation::Pos(at) => (at, at + source[at..].chars().next().map_or(0, char::len_utf8)),
        InputLocation::Span((start, end)) => (start, end),
    };
    let end = start + source[start..end].trim_end().len();
    match &error.variant {
        ErrorVariant::CustomError { message } => {
            GrammarError::new(message.clone(), start..end, advice(message))
        }
        ErrorVariant::ParsingError { positives, .. } => {
            let message = match source[start..].chars().next() {
                Some(found) => format!("unexpected `{}`", found.escape_debug()),
                None => "the grammar ends too early".to_owned(),
            };
            let mut expected: Vec<String> = positives.iter().copied().map(meta_rule).collect();
            expected.dedup();
            let advice = match expected.split_last() {
                None => String::new(),
                Some((only, [])) => format!("expected {only}"),
                Some((last, rest)) => format!("expected {} or {last}", rest.join(", ")),
            };
            GrammarError::new(message, start..end, advice)
        }
    }
}

/// A rule of pest's grammar of grammars in characters to type.
fn meta_rule(rule: Rule) -> String {
    match rule {
        // pest calls it by the sign of another.
        Rule::sequence_operator => "`~`".to_owned(),
        rule => rename_meta_rule(&rule),
    }
}

/// What to do about a mistake that pest only names.
fn advice(message: &str) -> &'static str {
    if message.contains("left-recursive") {
        "say it with a repetition, such as `term ~ (\"-\" ~ term)*`"
    } else if message.contains("repeat infinitely") {
        "let what is repeated read at least one character"
    } else if message.contains("cannot fail") {
        "put this alternative last"
    } else if message.contains("undefined") {
        "define it, or correct its name"
    } else if message.contains("already defined") {
        "leave one of the two out"
    } else {
        ""
    }
}
