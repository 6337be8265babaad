//! All findings about a user's grammar, including the reasons why it cannot replace a built-in one:
//! test expressions that it rejects, or accepts without giving them a value.

use std::iter;
use std::ops::Range;

use itertools::Itertools;

use super::missing_roles::seems_to_be;
use super::roles::{EXPRESSION, LINE, RuleRole, operator_rule, roles_line};
use super::syntax_error::SyntaxErrorKind;
use super::user_grammar::{SHARED_ENTRIES, UserGrammar, about_own};
use crate::tracer::{
    self, CHECK_TIME, Findings, GrammarError, GrammarErrorKind, RuleDefinition, RuleId, is_wanted,
    within,
};
use crate::words::{list_and, ticked};
use crate::{Operator, Rational, Slot};

impl UserGrammar {
    /// The reasons why the grammar cannot replace a built-in one: it rejects one of the four
    /// operators, or it accepts texts that have no value. Empty for a plain grammar, which
    /// [lacks](Self::lacks) values anyway.
    pub fn shortcomings(&self) -> Vec<GrammarError> {
        if self.lacks.is_some() { Vec::new() } else { within(CHECK_TIME, || errors(self)) }
    }

    /// All findings, in the order of the text: see [`Findings`],
    /// [`shortcomings`](Self::shortcomings) and [`template_warnings`](Self::template_warnings).
    pub fn findings(&self) -> Findings {
        let is_arithmetic = self.lacks.is_none();
        let entries = if is_arithmetic { SHARED_ENTRIES } else { &[] };
        let mut findings = tracer::findings(&self.rules, self.start, entries);
        // If no number is a text, the line has a sign of its own.
        if is_arithmetic && self.read_line::<Rational>("2").is_some() {
            findings.warnings.extend(self.meaningless_rules());
        }
        findings.errors.extend(self.shortcomings());
        findings.warnings.extend(self.template_warnings());
        findings.warnings.retain(|it| !tracer::is_allowed(&self.rules.written, it));
        let about_own = |it| about_own(it, self.own, self.rules.written.source.len());
        let [errors, warnings] = [findings.errors, findings.warnings].map(|found| {
            found.into_iter().filter_map(about_own).sorted_by_key(|it| it.span.start).collect()
        });
        Findings { errors, warnings }
    }

    /// Warns about rules that match a sign without a meaning. Each warning has a text that has no
    /// value because of this rule.
    fn meaningless_rules(&self) -> Vec<GrammarError> {
        let texts = tracer::texts_by_rule(&self.rules, self.start).into_iter();
        let unknown = texts.filter(|(rule, _)| self.names.role(self.rules.name(*rule)).is_none());
        let warning = |(rule, text): (RuleId, String)| {
            let error = self.read_line::<Rational>(&text)?.err()?;
            let SyntaxErrorKind::NoTree(_) = error.kind else { return None };
            let definition = self.rules.written.rule(self.rules.name(rule))?;
            let (rule, place) = (&definition.name, definition.name_span.clone());
            let message =
                format!("rule `{rule}` has no meaning here: it reads `{text}`, which has no value");
            let advice = match seems_to_be(definition) {
                Some(operator) => {
                    let known = operator_rule(operator);
                    let line = roles_line(&[format!("{known}={rule}")]);
                    format!("call it `{known}`, or write `{line}` at the top of the file")
                }
                None => "remove it, and every call of it".to_owned(),
            };
            Some(GrammarError::new(GrammarErrorKind::Role, message, place, advice))
        };
        unknown.filter_map(warning).collect()
    }

    /// The reason why a grammar whose operators are recognized by their signs gives no values: it
    /// rejects an operation, or accepts a text that has no value.
    pub(super) fn without_values(&self) -> Option<GrammarError> {
        let error = |message, advice: &str| Some(trial(message, place(self, EXPRESSION), advice));
        let is_refused = |it: &&String| self.read_line::<Rational>(it).is_none();
        if let Some(text) = Operator::FOUR.map(operation).iter().find(is_refused) {
            let advice = self.advice_on_line(text);
            let advice = advice.as_deref().unwrap_or("let it accept the four operators");
            return error(format!("it rejects `{text}`"), advice);
        }
        let (text, _) = self.worthless_text()?;
        // The rule that matches the sign may only need another name.
        if let Some(rule) = self.meaningless_rules().into_iter().next() {
            return error(rule.message, &rule.advice);
        }
        let signs = Operator::ALL.into_iter().filter(|it| *it != Operator::Join);
        let signs = list_and(ticked(signs.map(Operator::symbol).unique()));
        let known = foreign().find(|it| it.0 == text);
        let known = known.map(|(_, _, sign, meaning)| format!("a `{sign}` {meaning}"));
        let other = || format!("leave this out; the operators with values are {signs}");
        error(format!("it accepts `{text}`, which has no value"), &known.unwrap_or_else(other))
    }

    /// The advice if the rule for expressions accepts a text, and only the line rejects it.
    fn advice_on_line(&self, text: &str) -> Option<String> {
        let [line, expression] = [LINE, EXPRESSION].map(|role| self.rule_with(role));
        let is_read = tracer::reads_all(&self.rules, self.rules.rule(expression)?, text);
        is_read.then(|| {
            format!(
                "`{expression}` accepts it, but `{line}` needs more: rename `{line}`, and add \
                 `line = {{ SOI ~ {expression} ~ EOI }}`"
            )
        })
    }

    /// A text that the grammar accepts although it has no value, and the reason.
    fn worthless_text(&self) -> Option<(String, String)> {
        let of_parts = || tracer::texts_of_parts(&self.rules, self.start);
        let texts = foreign().map(|it| it.0.to_owned());
        // Numbers have values, slots have none.
        let filled = |text: String| [text.replace('N', "2"), text];
        let mut texts = texts.chain(iter::once_with(of_parts).flatten().flat_map(filled));
        texts.find_map(|text| {
            let error = self.read_line::<Rational>(&text)?.err()?;
            let SyntaxErrorKind::NoTree(why) = error.kind else { return None };
            self.reads_all(&text).then_some((text, why))
        })
    }

    /// The reasons why the grammar cannot parse templates. Commands without templates can still use
    /// it. Empty for a plain grammar, which makes no expressions.
    pub fn template_warnings(&self) -> Vec<GrammarError> {
        if self.lacks.is_some() {
            return Vec::new();
        }
        let own = self.own_rules();
        // The rule that names the number rule reads operands.
        let number = self.rule_with(RuleRole::Number.rule());
        let operand = own.iter().find(|rule| rule.body.names().any(|name| name == number));
        let expression = self.rule_with(EXPRESSION);
        let span = operand.map_or_else(|| place(self, expression), |rule| rule.name_span.clone());
        let mut warnings = Vec::new();
        let mut warn = |text: &str, advice: &str| {
            let message = format!("the grammar rejects `{text}`, so it cannot parse templates");
            warnings.push(trial(message, span.clone(), advice));
        };
        let has_numbers = self.read_line::<Rational>("2").is_some();
        if has_numbers && self.read_line::<Rational>("(2)").is_none() {
            // A rule that begins with `SOI` cannot be called between brackets.
            let mut names = self.own_rule(expression).into_iter().flat_map(|it| it.body.names());
            let is_whole = names.any(|it| matches!(it, "SOI" | "EOI"));
            let and = format!("leave `SOI` and `EOI` out of `{expression}`, and ");
            let brackets = format!("let `\"(\" ~ {expression} ~ \")\"` be an operand");
            warn("(2)", &[if is_whole { &*and } else { "" }, &brackets].concat());
        }
        if self.read_line::<Slot>("N").is_none() {
            warn("N", &format!("let `{}` be an operand", self.rule_with(RuleRole::Slot.rule())));
        }
        warnings
    }
}

/// Texts that a grammar may accept although they have no value. Each comes with the rule that
/// probably has the mistake, the sign, and what the sign means.
fn foreign() -> impl Iterator<Item = (&'static str, &'static str, &'static str, &'static str)> {
    let lines = include_str!("foreign_signs.txt").lines().skip(1);
    lines.filter_map(|line| line.splitn(4, ' ').collect_tuple())
}

/// The errors for test expressions: `grammar` rejects one that every built-in grammar accepts, or
/// accepts one that has no value.
pub(super) fn errors(grammar: &UserGrammar) -> Vec<GrammarError> {
    let number = unread_number(grammar).map(|text| {
        let rule = grammar.rule_with(RuleRole::Number.rule());
        let message = format!("the grammar rejects the test expression `{text}`");
        let all = format!("all whole numbers, as in `{rule} = @{{ ASCII_DIGIT+ }}`");
        trial(message, place(grammar, rule), format!("let `{rule}` match {all}"))
    });
    // The test expressions of the operators contain numbers, so they prove nothing if numbers fail.
    let operators = if number.is_some() { [].iter() } else { Operator::FOUR.iter() };
    let unread = operators.filter_map(|&operator| {
        let text = operation(operator);
        grammar.read_line::<Rational>(&text).is_none().then(|| unread(grammar, operator, &text))
    });
    let foreign = foreign().filter_map(|(text, rule, sign, meaning)| {
        // A line rule without `EOI` matches only the number before the sign.
        let error =
            grammar.read_line::<Rational>(text)?.err().filter(|_| grammar.reads_all(text))?;
        let SyntaxErrorKind::NoTree(why) = &error.kind else { return None };
        let message =
            format!("the grammar accepts the test expression `{text}`, which has no value");
        let advice = format!("{why}; a `{sign}` {meaning}");
        let named = grammar.rule_with(rule);
        let is_its_rule = rule != EXPRESSION && grammar.own_rule(named).is_some();
        let literal = if is_its_rule { None } else { literal_of(grammar, text, Some(sign)) };
        Some(trial(message, literal.unwrap_or_else(|| place(grammar, named)), advice))
    });
    let mut errors: Vec<_> = number.into_iter().chain(unread).chain(foreign).collect();
    if errors.is_empty()
        && let Some((text, why)) = grammar.worthless_text()
    {
        let literal = literal_of(grammar, &text, None);
        let place = literal.unwrap_or_else(|| place(grammar, grammar.rule_with(EXPRESSION)));
        let message = format!("the grammar accepts `{text}`, which has no value");
        errors.push(trial(message, place, why + "; leave out what matches it"));
    }
    errors.sort_by_key(|error| error.span.start);
    errors
}

/// A number that occurs in the test expressions, but that the rule for numbers does not match.
fn unread_number(grammar: &UserGrammar) -> Option<&'static str> {
    let rule = grammar.rules.rule(grammar.rule_with(RuleRole::Number.rule()))?;
    ["2", "1"].into_iter().find(|text| {
        grammar.read_line::<Rational>(text).is_none()
            && !tracer::reads_all(&grammar.rules, rule, text)
    })
}

fn trial(message: String, place: Range<usize>, advice: impl Into<String>) -> GrammarError {
    GrammarError::new(GrammarErrorKind::Trial, message, place, advice)
}

/// The test expression for an operator.
fn operation(operator: Operator) -> String {
    format!("2{operator}1")
}

/// The error for an operator whose test expression fails. Tries likely changes to the grammar, and
/// suggests the first that helps.
fn unread(grammar: &UserGrammar, operator: Operator, text: &str) -> GrammarError {
    let source = grammar.source();
    let message = format!("the grammar rejects the test expression `{text}`");
    let rule = grammar.rule_with(operator_rule(operator));
    let is_mended = |span: Range<usize>, replacement: &str| {
        with(grammar, span, replacement).is_some_and(|mended| {
            Operator::FOUR.into_iter().all(|it| {
                let reads = |grammar: &UserGrammar| {
                    matches!(grammar.read_line::<Rational>(&operation(it)), Some(Ok(_)))
                };
                if it == operator { reads(&mended) } else { reads(&mended) || !reads(grammar) }
            })
        })
    };
    let sign = format!("\"{operator}\"");
    let literal = signs_of(grammar.own_rules(), rule).find(|it| is_mended(it.clone(), &sign));
    if let Some(literal) = literal {
        let advice = format!("replace `{}` with `{sign}`", &source[literal.clone()]);
        return trial(message, literal, advice);
    }
    let name = place(grammar, rule);
    let body = source[name.end..].find('{').map(|at| name.end + at + 1);
    let advice = match body {
        Some(body) if is_mended(body..body, &format!(" {sign} ~ ")) => {
            format!("put `{sign} ~` after the `{{` of `{rule}`")
        }
        _ => {
            let trace = || format!("a trace of `{text}` shows where it stops");
            grammar.advice_on_line(text).unwrap_or_else(trace)
        }
    };
    trial(message, name, advice)
}

/// The literal with `sign`, or without a `sign` one that is no sign of the four operators, that
/// lets the grammar accept `text`: without it, the grammar is still arithmetic, but rejects `text`.
fn literal_of(grammar: &UserGrammar, text: &str, sign: Option<&str>) -> Option<Range<usize>> {
    let is_meant = |(literal, _): &(&str, _)| match sign {
        Some(sign) => literal.contains(sign),
        None => Operator::FOUR.iter().all(|it| it.symbol() != *literal),
    };
    // A text may have blanks that its other parts do not need.
    let is_blank = |it: &&RuleDefinition| matches!(&*it.name, "WHITESPACE" | "COMMENT");
    let rules = grammar.own_rules().iter().sorted_by_key(is_blank);
    let literals = rules.flat_map(RuleDefinition::literals);
    let mut literals = literals.filter(is_meant).map(|(_, span)| span);
    let literal = literals.find(|literal| {
        // Replace the literal by a character that occurs in no text.
        with(grammar, (*literal).clone(), "\"\\u{01}\"")
            .is_some_and(|other| other.read_line::<Rational>(text).is_none())
    });
    literal.cloned()
}

/// The grammar with `replacement` at `span` of its text. `None` if this is not an arithmetic
/// grammar, or if no time is left to try it.
fn with(grammar: &UserGrammar, span: Range<usize>, replacement: &str) -> Option<UserGrammar> {
    is_wanted().then_some(())?;
    let source = grammar.source();
    let source = [&source[..span.start], replacement, &source[span.end..]].concat();
    UserGrammar::read_as_it_is(&grammar.name, &source).ok().filter(|it| it.lacks().is_none())
}

/// The literals that may be the sign of an operator's rule: those in the rule, and then those
/// before calls of the rule, the nearest first.
fn signs_of(own: &[RuleDefinition], rule: &str) -> impl Iterator<Item = Range<usize>> {
    let literals = |it: &RuleDefinition| it.literals().map(|(_, span)| span.clone()).collect_vec();
    let inside = own.iter().filter(move |it| it.name == rule).flat_map(literals);
    let mut before: Vec<(usize, Range<usize>)> = Vec::new();
    for it in own {
        for (_, named) in it.references().filter(|(name, _)| *name == rule) {
            let literals = literals(it).into_iter().filter(|literal| literal.end <= named.start);
            before.extend(literals.map(|literal| (named.start - literal.end, literal)));
        }
    }
    before.sort_by_key(|(distance, _)| *distance);
    // A literal farther away belongs to another operator.
    inside.take(2).chain(before.into_iter().map(|(_, literal)| literal).take(2))
}

/// The place of the rule's name, or the start of the file for a shared rule.
fn place(grammar: &UserGrammar, name: &str) -> Range<usize> {
    grammar.own_rule(name).map_or(0..0, |rule| rule.name_span.clone())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn without_time_to_try_fixes_the_advice_is_general() {
        let source = include_str!("../../grammar/left.pest").replacen("\"-\"", "\"~\"", 1);
        let grammar = UserGrammar::read("mine", &source).unwrap();
        let advice = |time| {
            let errors = within(time, || errors(&grammar));
            let [error] = &errors[..] else { panic!("one is unread") };
            assert_eq!(error.message, "the grammar rejects the test expression `2-1`");
            error.advice.clone()
        };
        assert_eq!(advice(CHECK_TIME), "replace `\"~\"` with `\"-\"`");
        assert_eq!(advice(Duration::ZERO), "a trace of `2-1` shows where it stops");
    }

    #[test]
    fn the_findings_read_the_source_of_an_arithmetic_grammar_once() {
        let own = include_str!("../../grammar/left.pest");
        let by_signs = "expression = { term ~ ((\"+\" | \"-\") ~ term)* }
            term = { number ~ ((\"*\" | \"/\") ~ number)* }";
        for source in [own, by_signs] {
            let grammar = UserGrammar::read("mine", source).expect("it can be read");
            assert!(grammar.lacks().is_none());
            assert_eq!(grammar.findings().errors, []);
            assert_eq!(tracer::times_read(source), 1, "{source}");
        }
    }
}
