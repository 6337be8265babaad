//! Where the parts of a grammar stand in its file.

use std::collections::HashMap;
use std::ops::Range;

use pest::iterators::Pair;
use pest_meta::parser::{self, Rule};

use crate::stack;

/// The places of the parts of each rule of a file, in their order; the first is the
/// rule itself.
pub(crate) fn places(source: &str) -> HashMap<String, Vec<Range<usize>>> {
    let pairs = parser::parse(Rule::grammar_rules, source);
    let pairs = pairs.expect("a grammar is read before it is used");
    let of_rule = |pair: Pair<'_, Rule>| {
        let span = pair.as_span();
        let mut parts = pair.into_inner();
        // A comment is a rule without a name.
        let name = parts.next().filter(|it| it.as_rule() == Rule::identifier)?;
        let end = span.start() + span.as_str().trim_end().len();
        let mut places: Vec<Range<usize>> = std::iter::once(span.start()..end).collect();
        let expression = parts.find(|it| it.as_rule() == Rule::expression)?;
        in_expression(expression, &mut places);
        Some((name.as_str().to_owned(), places))
    };
    pairs.filter(|pair| pair.as_rule() == Rule::grammar_rule).filter_map(of_rule).collect()
}

/// An expression's alternatives, each with its terms.
fn alternatives(expression: Pair<'_, Rule>) -> Vec<Vec<Pair<'_, Rule>>> {
    let (mut found, mut terms) = (Vec::new(), Vec::new());
    for pair in expression.into_inner() {
        match pair.as_rule() {
            Rule::term => terms.push(pair),
            // There may be one before the first.
            Rule::choice_operator if !terms.is_empty() => found.push(std::mem::take(&mut terms)),
            _ => {}
        }
    }
    found.push(terms);
    if let [only] = &found[..] {
        return match bracketed(only) {
            Some(inner) => stack::for_level(|| alternatives(inner)),
            None => found,
        };
    }
    // A choice in brackets goes on with the one around it.
    let flattened = found.into_iter().flat_map(|terms| {
        let inner = bracketed(&terms).map(|inner| stack::for_level(|| alternatives(inner)));
        inner.filter(|inner| inner.len() > 1).unwrap_or_else(|| vec![terms])
    });
    flattened.collect()
}

/// The expression that these terms are in brackets alone.
fn bracketed<'i>(terms: &[Pair<'i, Rule>]) -> Option<Pair<'i, Rule>> {
    match terms {
        [term] => inside(term),
        _ => None,
    }
}

/// The expression that a term is in brackets alone.
fn inside<'i>(term: &Pair<'i, Rule>) -> Option<Pair<'i, Rule>> {
    let mut parts = term.clone().into_inner();
    parts.next().filter(|it| it.as_rule() == Rule::opening_paren)?;
    let expression = parts.next()?;
    parts.next()?;
    parts.next().is_none().then_some(expression)
}

fn in_expression(expression: Pair<'_, Rule>, places: &mut Vec<Range<usize>>) {
    let found = alternatives(expression);
    let is_choice = found.len() > 1;
    for terms in found {
        if is_choice {
            let ends = terms.first().map(first).zip(terms.last().map(last));
            let (start, end) = ends.expect("an alternative has a term");
            places.push(start..end);
        }
        for term in terms {
            stack::for_level(|| in_term(term, places));
        }
    }
}

fn in_term(term: Pair<'_, Rule>, places: &mut Vec<Range<usize>>) {
    let parts: Vec<Pair<'_, Rule>> = term.into_inner().collect();
    if parts.iter().any(|it| it.as_rule() == Rule::negative_predicate_operator) {
        return;
    }
    // What stands after it encloses it, the last all the others.
    let start = parts.iter().position(|it| it.as_rule() != Rule::positive_predicate_operator);
    let start = start.expect("there is more to a term than its signs");
    for index in (start + 1..parts.len()).rev() {
        if may_be_left_out(&parts[index]) {
            places.push(first(&parts[start])..last(&parts[index - 1]));
        }
    }
    for part in parts {
        match part.as_rule() {
            Rule::expression => in_expression(part, places),
            Rule::_push => {
                let expression = part.into_inner().find(|it| it.as_rule() == Rule::expression);
                in_expression(expression.expect("something is pushed"), places);
            }
            _ => {}
        }
    }
}

/// Whether what stands before this sign may be read no times.
fn may_be_left_out(sign: &Pair<'_, Rule>) -> bool {
    match sign.as_rule() {
        Rule::optional_operator | Rule::repeat_operator | Rule::repeat_max => true,
        Rule::repeat_min | Rule::repeat_min_max => {
            let least = sign.clone().into_inner().find(|it| it.as_rule() == Rule::number);
            least.is_some_and(|least| least.as_str().bytes().all(|digit| digit == b'0'))
        }
        _ => false,
    }
}

/// Where the first token of a pair begins: blanks may stand at the ends of others.
fn first(pair: &Pair<'_, Rule>) -> usize {
    pair.clone().into_inner().next().map_or(pair.as_span().start(), |it| it.as_span().start())
}

/// Where the last token of a pair ends.
fn last(pair: &Pair<'_, Rule>) -> usize {
    pair.clone().into_inner().last().map_or(pair.as_span().end(), |it| it.as_span().end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_stands_where_it_is_written() {
        let source = r#"a = { "x" ~ ("y" | b ~ "c"? | !("n" | "m") ~ &("p" | "q")) ~ (b ~ "d")* ~ "e"+ ~ "f"{,3} }
            b = @{ "z"{0,} | ("u" | "v") }"#;
        let places = places(source);
        let texts = |rule: &str| -> Vec<&str> {
            places[rule].iter().skip(1).map(|place| &source[place.clone()]).collect()
        };
        let of_a = [
            r#""y""#,
            r#"b ~ "c"?"#,
            r#""c""#,
            r#"!("n" | "m") ~ &("p" | "q")"#,
            r#""p""#,
            r#""q""#,
            r#"(b ~ "d")"#,
            r#""f""#,
        ];
        assert_eq!(texts("a"), of_a);
        assert_eq!(texts("b"), [r#""z"{0,}"#, r#""z""#, r#""u""#, r#""v""#]);
    }
}
