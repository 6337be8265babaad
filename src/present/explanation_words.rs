//! Sentences about the parses of one text: the verdict, and the reasons why two parses diverge.

use crate::grammars::Lacks;
use crate::lessons::{Convention, Explanation, Fixity, Parse, ParseUnder, Verdict};
use crate::{Grammar, Operator, Position, SyntaxError, SyntaxErrorKind};
use itertools::Itertools;

use super::compare::groups;
use crate::words::list_and;

/// The maximum length of a condition that a verdict on a false solution writes out.
const LONGEST_CONDITION: usize = 75;

/// The maximum length of a reason that fits next to the other cells in a row.
const LONGEST_REASON: usize = 32;

/// Writes the value of a text; `None` if the text has none.
pub(super) fn worth(parse: &Parse) -> Option<String> {
    parse.value().ok().map(ToString::to_string)
}

/// Returns the verdict on all parses together, in one line.
pub fn verdict(explanation: &Explanation) -> String {
    let target = &explanation.target;
    let of = |verdict: Verdict| explanation.parses.iter().filter(move |it| it.verdict == verdict);
    match explanation.verdict() {
        Verdict::Solution => {
            let lost = names(of(Verdict::Lost));
            let end = if lost.is_empty() { lost } else { format!(", lost by {lost}") };
            format!("{target} in ordinary arithmetic: a true solution{end}")
        }
        Verdict::FalseSolution => {
            let truth = match worth(explanation.ordinary()) {
                _ if !explanation.is_ordinary() => {
                    "ordinary arithmetic does not accept it".to_owned()
                }
                Some(value) => format!("{value} in ordinary arithmetic"),
                None => "no value in ordinary arithmetic".to_owned(),
            };
            let false_ones = of(Verdict::FalseSolution);
            let only = if explanation.is_ordinary() {
                only_if(false_ones)
            } else {
                as_they_read_it(false_ones)
            };
            format!("{target} only {only}: a false solution ({truth})")
        }
        Verdict::Lost | Verdict::NoSolution | Verdict::NoValue | Verdict::NotRead => {
            values(explanation)
        }
    }
}

/// Returns the verdict on one grammar, in a few words.
pub fn said_of(explanation: &Explanation, it: &ParseUnder) -> String {
    let target = &explanation.target;
    let parse = match (it.parse(), it.reading.error()) {
        (Some(parse), _) => parse,
        (_, Some(SyntaxError { kind: SyntaxErrorKind::NoExpressions(lacks), .. })) => {
            return match lacks {
                Lacks::Roles(_) => format!("accepts it, without a value: {lacks}"),
                _ => "accepts it, but is a plain grammar without values".to_owned(),
            };
        }
        (None, Some(error)) => return cannot_read(&error),
        (None, None) => unreachable!("a template is not explained"),
    };
    // The reason names the zero in the operation if that is short.
    let failed = parse.value().err().map(|error| {
        let reason = error.in_text(parse.text());
        if reason.len() <= LONGEST_REASON { reason } else { error.to_string() }
    });
    let agrees = parse.is_worth(explanation.ordinary());
    let said = match (it.verdict, &it.divergence) {
        (Verdict::FalseSolution, _) => return format!("a false {target}"),
        (Verdict::Lost, _) => format!("loses the {target}"),
        (_, None) if it.grammar().is_ordinary() => "ordinary arithmetic".to_owned(),
        (_, None) if it.grammar() == explanation.ordinary().grammar() => {
            "the others are compared with it".to_owned()
        }
        (_, None) => format!("the same tree as {}", explanation.ordinary().grammar()),
        (_, Some(_)) if agrees && failed.is_some() => "another tree".to_owned(),
        (_, Some(_)) if agrees => "another tree, the same value".to_owned(),
        (_, Some(_)) => "another value".to_owned(),
    };
    [said].into_iter().chain(failed).collect::<Vec<_>>().join(", ")
}

/// Explains why a grammar does not accept the text.
pub(super) fn cannot_read(error: &SyntaxError) -> String {
    format!("cannot read it: {}", error.message())
}

/// Describes the convention under which the false solutions would be right, such as "if `-` is
/// right-associative". If `parses` have different conventions, or the description is too long,
/// names the grammars instead.
fn only_if<'a>(parses: impl Iterator<Item = &'a ParseUnder> + Clone) -> String {
    let mut ways = parses.clone().filter_map(|it| it.divergence.as_ref()).map(|it| &it.conventions);
    let way = ways.next().filter(|first| !first.is_empty() && ways.all(|way| way == *first));
    let way = way.map(|conventions| list_and(conventions.iter().map(convention_in_words)));
    let short = way.filter(|it| it.len() <= LONGEST_CONDITION);
    short.map_or_else(|| as_they_read_it(parses), |way| format!("if {way}"))
}

fn as_they_read_it<'a>(parses: impl Iterator<Item = &'a ParseUnder> + Clone) -> String {
    let verb = if parses.clone().count() == 1 { "groups" } else { "group" };
    format!("as {} {verb} it", names(parses))
}

/// Lists the values if no value is the target: `2 in ordinary arithmetic, 6 by scala`.
fn values(explanation: &Explanation) -> String {
    let all = groups(&explanation.parses, |it| it.parse().map(worth));
    let several = all.len() > 1;
    let is_asked = |grammar: &Grammar| explanation.parses.iter().any(|it| it.grammar() == grammar);
    let are_read = explanation.parses.iter().all(|it| it.parse().is_some())
        && Grammar::BASIC.iter().all(is_asked);
    let are_all = Grammar::built_in_for(&explanation.text).iter().all(is_asked);
    let has_value = all.iter().any(|(worth, _)| worth.is_some());
    let which = if has_value { "every" } else { "any" };
    let every = match (are_all, are_read) {
        (true, true) => format!("{which} grammar"),
        (true, false) => format!("{which} grammar that accepts it"),
        (false, _) => names(explanation.parses.iter().filter(|it| it.parse().is_some())),
    };
    let said = all.into_iter().enumerate().map(|(index, (worth, parses))| {
        let worth = worth.unwrap_or_else(|| "no value".to_owned());
        match (index, several) {
            (0, false) if explanation.same_trees() => format!("{worth} under {every}"),
            (0, false) => format!("{worth} under {every}, with different trees"),
            (0, true) if explanation.is_ordinary() => format!("{worth} in ordinary arithmetic"),
            _ => format!("{worth} by {}", names(parses.into_iter())),
        }
    });
    said.collect::<Vec<_>>().join("; ")
}

/// Joins the names: `right, scala and right_slow`.
pub(super) fn names<'a>(parses: impl IntoIterator<Item = &'a ParseUnder>) -> String {
    list_and(parses.into_iter().map(ParseUnder::grammar))
}

/// Describes a convention in words, such as "`-` is right-associative". A `-` before its operand is
/// "prefix `-`".
pub(super) fn convention_in_words(convention: &Convention) -> String {
    let named = |it: &Operator| {
        format!("{}`{it}`", if it.position() == Position::Prefix { "prefix " } else { "" })
    };
    let operators: Vec<String> = convention.operators.iter().map(named).collect();
    let associative = match convention.fixity {
        Fixity::LeftAssociative => "left-associative",
        Fixity::RightAssociative => "right-associative",
        Fixity::Precedence => return operators.join(" has higher precedence than "),
    };
    let verb = match operators.len() {
        1 => "is",
        _ if convention.operators.iter().map(|it| it.binding_power()).all_equal() => "are",
        // Ordinary arithmetic gives them different ones.
        _ => "have the same precedence and are",
    };
    format!("{} {verb} {associative}", list_and(&operators))
}
