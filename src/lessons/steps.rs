//! Joins an answer in steps, such as `5+7=12, 8-6=2, 12*2=24`, into one expression: `(5+7)*(8-6)`.

use std::cell::Cell;
use std::collections::HashSet;
use std::ops::Range;

use itertools::Itertools;

use super::Parse;
use super::answer::{claim, in_brackets, number};
use super::slips::vulgar;
use crate::algebra::{ExtendedForm, Kind, has_all};
use crate::syntax::{FieldOperator, Operands, Operator, operate};
use crate::{Expression, Grammar, NoValue, Rational, evaluate};

/// A step that has no value or a wrong one, or whose value no later step uses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrongStep {
    /// The expression of the step.
    pub expression: String,
    /// The reason why it is wrong.
    pub fault: StepFault,
}

/// Why a step is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StepFault {
    /// The step has the first value, but claims the second.
    Claim(Rational, Rational),
    /// The step has this value, but the side after its `=` has another.
    Side(Rational, String),
    /// The step has no value, for this reason.
    Undefined(NoValue),
    /// No later step uses the value of the step.
    Unused(Rational),
    /// No earlier step has the value of this number, which cannot be a card, such as `-5`.
    Missing(String),
}

/// An answer whose steps are joined.
#[derive(Default)]
pub(super) struct Joined {
    /// One expression for all steps, or the text of a step that the parser rejects.
    pub(super) text: String,
    /// The number of characters before that step, if the parser rejects one.
    pub(super) before: usize,
    pub(super) wrong: Option<WrongStep>,
}

/// One of the readings of a text, in which a number may be an earlier result, a card or a part of a
/// division, and a comma may end a step.
///
/// The code that reads the text asks at each choice. Bit `n` of `answers` says what it does at choice
/// `n`: a text is read once for each number that has as many bits as there are choices.
pub(super) struct Choices {
    answers: usize,
    asked: Cell<u32>,
}

impl Choices {
    pub(super) const fn new(answers: usize) -> Self {
        Self { answers, asked: Cell::new(0) }
    }

    /// The number of choices so far.
    pub(super) const fn asked(&self) -> u32 {
        self.asked.get()
    }

    /// Whether to keep the text as it is at the next choice. In reading 0, nothing is kept.
    fn is_kept(&self) -> bool {
        let bit = self.asked.replace(self.asked.get() + 1);
        self.answers.checked_shr(bit).is_some_and(|it| it & 1 == 1)
    }
}

/// Joins the steps of `text` into one expression: if a step uses the result of an earlier step, the
/// expression of the earlier step takes the place of that result. Each result is replaced only
/// once. Keeps a `text` that does not consist of steps. The joining stops after a step that is wrong
/// or that the parser rejects.
pub(super) fn joined(text: &str, grammar: &Grammar, choices: &Choices) -> Joined {
    let Some((parts, decimal)) = separated(text, grammar, choices) else {
        return Joined { text: text.to_owned(), ..Joined::default() };
    };
    let mut results = Vec::new();
    for step in parts.iter().flat_map(|it| steps_of(it, grammar, decimal, choices)) {
        match next_result(step, &mut results, text, grammar, choices) {
            Ok(result) => results.push(result),
            Err(ended) => return *ended,
        }
    }
    let last = results.pop().expect("steps are several");
    let wrong = unused(&last, results);
    Joined { text: last.expression, before: 0, wrong }
}

/// The parts of a text that consists of steps, and the sign in its decimals besides the point.
fn separated<'t>(
    text: &'t str,
    grammar: &Grammar,
    choices: &Choices,
) -> Option<(Vec<&'t str>, char)> {
    // A comma separates steps, unless it is in a decimal such as `0,2`. A decimal that is divided
    // leaves a number that claims nothing.
    let separations = [",;|→", ";|→"].map(|it| parts(text, it));
    let is_operation = |it: &str| it.contains(['+', '-', '*', '/']) && worth(it, grammar).is_some();
    let is_step = |it: &&str| it.contains('=') || is_operation(it);
    let are_claims =
        |parts: &&Vec<&str>| parts.len() > 1 && parts[..parts.len() - 1].iter().all(is_step);
    let is_decimal = |parts: &&Vec<&str>| number(parts[parts.len() - 1]).is_some();
    // An expression has at most one `=`.
    let in_steps = |it: &&Vec<&str>| !is_decimal(it) || text.matches('=').count() > 1;
    let separated = separations.iter().filter(are_claims).sorted_by_key(is_decimal);
    let separated = separated.filter(in_steps).dedup().collect_vec();
    let whole = steps_of(text, grammar, '.', &Choices::new(0));
    let is_read = whole.len() > 1 || text.matches('=').count() > 1;
    let is_read = is_read && whole.iter().all(|it| !it.0.contains('='));
    if is_read && whole.iter().all(|it| it.2.is_none()) {
        // In a whole line, a comma may end a step.
        return Some((vec![text], '.'));
    }
    // The comma of `5/2=2,5*6=15; 15+9=24` may be in a decimal.
    let is_other = separated.len() > 1 && choices.is_kept();
    let parts = separated.get(usize::from(is_other)).map(|it| (*it).clone());
    Some((parts.or_else(|| is_read.then(|| vec![text]))?, ','))
}

/// The result of a step that may use earlier `results`, which it takes. If the step of `text` is
/// wrong or the parser rejects it, returns the end of the joining.
fn next_result(
    (part, claimed, fault): Step<'_>,
    results: &mut Vec<Earlier>,
    text: &str,
    grammar: &Grammar,
    choices: &Choices,
) -> Result<Earlier, Box<Joined>> {
    let ended = |text: String, step: &str, fault| {
        let wrong = Some(WrongStep { expression: step.to_owned(), fault });
        Err(Box::new(Joined { text, before: 0, wrong }))
    };
    if let Some(fault) = fault {
        return ended(part.to_owned(), part, fault);
    }
    let before = if goes_on(part, claimed.as_ref(), results) { results.pop() } else { None };
    let (sign, operands) = part.split_at(usize::from(before.is_some()));
    let sign = sign.replace(['x', 'X'], "*");
    let (mut expression, missing) = with_earlier(operands, results, choices);
    let mut step = part.to_owned();
    if let Some(Earlier { value, expression: before, .. }) = before {
        step = format!("{value}{sign}{operands}");
        expression = format!("({before}){sign}{expression}");
    }
    let parse = Parse::new(&expression, grammar);
    let parsed = parse.as_ref().map(|it| (it.value().cloned().map_err(Clone::clone), it));
    let fault = match (parsed, claimed, missing) {
        (Ok((Ok(value), _)), Some(it), _) if it != value => StepFault::Claim(value, it),
        (Ok((Ok(value), parse)), ..) => {
            let (expression, tree) = (parse.written().to_string(), parse.expression().clone());
            return Ok(Earlier { step, value, expression, tree });
        }
        (Ok((Err(reason), _)), ..) => StepFault::Undefined(reason),
        (Err(_), _, Some(missing)) => StepFault::Missing(missing.to_owned()),
        (Err(_), ..) => {
            let at = part.as_ptr().addr() - text.as_ptr().addr();
            // The joined expression may exceed a limit.
            let is_long = Parse::new(&step, grammar).is_ok();
            let rejected = if is_long { expression } else { part.to_owned() };
            let before = text[..at].chars().count();
            return Err(Box::new(Joined { text: rejected, before, wrong: None }));
        }
    };
    ended(expression, &step, fault)
}

/// The first of the earlier steps that the last one does not use.
fn unused(last: &Earlier, results: Vec<Earlier>) -> Option<WrongStep> {
    // People also write the whole expression after its steps. The `8-4=4` and `8*1=8` before
    // `(8*1-4)*6` are both parts of it.
    let form =
        |it: &Expression<_>| ExtendedForm::of_extended(it, Rational::clone).map(|it| it.shape);
    let whole = form(&last.tree);
    let is_part = |step: &Earlier| {
        let is_worth = |it: &Expression<_>| evaluate(it).as_ref() == Ok(&step.value);
        let has_step = |it: &Expression<_>| has_all(it.leaves(), step.tree.leaves());
        whole.as_ref().is_ok_and(|it| form(&step.tree).is_ok_and(|part| it.has(&part)))
            || last.tree.operations().any(|it| has_step(&it) && is_worth(&it))
    };
    let Earlier { step: expression, value, .. } = results.into_iter().find(|it| !is_part(it))?;
    Some(WrongStep { expression, fault: StepFault::Unused(value) })
}

fn value_of(text: &str) -> Option<Rational> {
    Parse::new(text, &Grammar::Extended).ok()?.value().ok().cloned()
}

/// A step, the value that it claims, and its fault if a side has another value.
type Step<'t> = (&'t str, Option<Rational>, Option<StepFault>);

/// The steps of a running line, such as `5+7` and `12*2` of `5+7=12*2=24`. A side that begins with
/// the value of the side before it ends a step and begins the next. Another side with the same value
/// may take the place of the step: the last one in `24=12*2=(5+7)*(8-6)`. A side such as the last but
/// one of `3*8*1=24*1=24` may also repeat what is before it. Both are choices.
fn steps_of<'t>(
    line: &'t str,
    grammar: &Grammar,
    decimal: char,
    choices: &Choices,
) -> Vec<Step<'t>> {
    let single = || vec![claim(line).map_or((line, None, None), |it| (it.0, it.1, None))];
    let mut sides = line.trim_end_matches([' ', '.', '=']).split('=').map(str::trim);
    let mut step = sides.next().expect("a split text has a first part");
    let worth = |side: &str| worth(&side.replace(decimal, "."), grammar);
    // A hand has few cards.
    let equals = line.matches('=').count();
    let value = worth(step).filter(|_| (1..=32).contains(&equals));
    let (mut steps, mut whole, Some(mut value)) = (Vec::new(), step.to_owned(), value) else {
        return single();
    };
    for side in sides {
        let mut own = worth(side);
        // The `1/4` of `6/1/4=24` may be one number.
        let other = |side: &str| worth(&with_fraction(side)?);
        if own.is_some() && other(side).as_ref() == Some(&value) {
            own = Some(value.clone());
        } else if let Some(own) = own.as_ref().filter(|it| other(step).as_ref() == Some(it)) {
            value = own.clone();
        }
        let is_equal = own.as_ref() == Some(&value);
        let rest = after_result(side, &value).filter(|_| number(step).is_none());
        let next = rest.and_then(|rest| worth(&format!("({value}){rest}")));
        if let Some(next) =
            next.filter(|_| !(is_equal && repeats(side, &whole, grammar) && choices.is_kept()))
        {
            steps.push((step, Some(value), None));
            whole = format!("({whole}){}", rest.expect("it has a next value"));
            (step, value) = (side, next);
        } else if own.is_none() || equals == 1 {
            // A step alone may use earlier results.
            return single();
        } else if !is_equal {
            steps.push((step, None, Some(fault_of(side, &value))));
            return steps;
        } else if number(step).is_some()
            || Parse::new(side, grammar).is_ok() && number(side).is_none() && choices.is_kept()
        {
            (step, whole) = (side, side.to_owned());
        }
    }
    steps.push((step, Some(value), None));
    steps
}

/// `side` with the fraction after its last division in brackets: `6/(1/4)` for `6/1/4`.
fn with_fraction(side: &str) -> Option<String> {
    let (head, tail) = side.rsplit_once('/')?;
    let (head, above) = head.rsplit_once('/')?;
    let is_digit = |it: char| it.is_ascii_digit() || it == ' ';
    let (below, rest) = tail.split_at(tail.find(|it| !is_digit(it)).unwrap_or(tail.len()));
    above.chars().all(is_digit).then(|| format!("{head}/({above}/{below}){rest}"))
}

/// The value of a side, which the parser may not accept: a sign, as of `-6` or `(-6)*(-4)`, or a
/// decimal.
fn worth(side: &str, grammar: &Grammar) -> Option<Rational> {
    let value = |parse: Parse| parse.value().ok().cloned();
    let others = || Parse::new(&with_quotients(side), &Grammar::Extended).ok();
    result(side).or_else(|| Parse::new(side, grammar).ok().or_else(others).and_then(value))
}

/// The value of a number or fraction. The commas of `4*6=24,0*0=0` and `7-11=-4, -4+10=6` end steps.
fn result(side: &str) -> Option<Rational> {
    let whole =
        number(side).filter(|_| !side.trim_end().ends_with([',', ';']) && !side.ends_with(",0"));
    whole.or_else(|| in_brackets(side).parse().ok())
}

/// The rest of a side that begins with `value`.
fn after_result<'t>(side: &'t str, value: &Rational) -> Option<&'t str> {
    // A result is short. Trying all signs of a long side would take quadratic time.
    let mut signs = side.char_indices().take(40).filter(|it| it.0 > 0 && "+-*/".contains(it.1));
    let found = signs.find(|(at, _)| result(&side[..*at]).as_ref() == Some(value));
    found.map(|(at, _)| &side[at..])
}

/// The fault of a side that does not have this value.
fn fault_of(side: &str, value: &Rational) -> StepFault {
    let other = || StepFault::Side(value.clone(), side.to_owned());
    number(side).map_or_else(other, |it| StepFault::Claim(value.clone(), it))
}

/// Whether `side`, which begins with the value of `reading`, may be `reading` with parts worked out.
/// The `1` of `8*3*1=24*1` may be such a part, as the factors of `reading` without it have its value.
fn repeats(side: &str, reading: &str, grammar: &Grammar) -> bool {
    let side = Parse::new(&with_quotients(side), &Grammar::Extended);
    let (Ok(side), Ok(reading)) = (side, Parse::new(reading, grammar)) else { return false };
    let [side, reading] = [side.expression(), reading.expression()];
    // The `24/7` of `(4-4/7)*7=24/7*7` is one number.
    let value = |it: Expression<_>| evaluate(&it).ok();
    let fraction = side.operations().find_map(value).filter(|it| !it.is_integer());
    let mut parts = reading.operations().map(value);
    if fraction.is_some() && fraction != value(reading.clone()) && parts.contains(&fraction) {
        return true;
    }
    let form = ExtendedForm::of_extended(reading, Rational::clone);
    let operator = side.operators().last().and_then(FieldOperator::of);
    let (Some((kind, _)), Ok(form)) = (operator.map(Kind::of), form) else { return false };
    let parts = form.shape.into_parts(kind).into_iter().take(MOST_PARTS).filter_map(|it| {
        let part = value(ExtendedForm::signed(false, it.tree).to_expression())?;
        Some((kind.operator(it.inverse).into(), part))
    });
    let parts = parts.collect_vec();
    let neutral = Rational::from(i64::from(kind == Kind::Product));
    let is_neutral = |some: Vec<&(Operator, Rational)>| {
        let join = |all, (operator, it): &_| operate(*operator, Operands::Two(&all, it)).ok();
        some.into_iter().try_fold(neutral.clone(), join).is_some_and(|it| it.abs() == neutral)
    };
    side.leaves().count() <= reading.leaves().count()
        && (1..parts.len()).any(|some| parts.iter().combinations(some).any(is_neutral))
}

/// `side` with each number in brackets, and as a quotient if it is a decimal, a mixed number or a
/// fraction character. A comma may end a step, so it makes no decimal here.
fn with_quotients(side: &str) -> String {
    let value = |part: &str| Some(format!("({})", number(part).filter(|_| !part.contains(','))?));
    let is_sign = |it: char| "+-*()".contains(it);
    let written = side.split_inclusive(is_sign).map(|piece| {
        let (part, sign) = piece.split_at(piece.trim_end_matches(is_sign).len());
        let mixed = |above: String, below: String| {
            let both = Some(format!("{above}/{below}"));
            let both = both.filter(|it| above.contains(' ') && number(it).is_some());
            both.ok_or((above, below))
        };
        let each = part.split('/').map(|it| it.trim().to_owned()).coalesce(mixed);
        value(part.trim()).unwrap_or_else(|| each.map(|it| value(&it).unwrap_or(it)).join("/"))
            + sign
    });
    written.collect()
}

/// The maximum number of terms or factors of which every selection is tried.
const MOST_PARTS: usize = 9;

/// A step whose value no later step has used so far.
struct Earlier {
    step: String,
    value: Rational,
    /// The step with the expressions of earlier steps in place of their values.
    expression: String,
    tree: Expression<Rational>,
}

/// Whether a step goes on from the step before it, as in `5+7=12, -8=4`. The minus of
/// `1-7=-6, 3-7=-4, -6*-4=24`, by contrast, is the sign of a result, and that of `-4+28=24` makes
/// the step right as it is, even if the grammar has no signs.
fn goes_on(step: &str, claimed: Option<&Rational>, results: &[Earlier]) -> bool {
    let is_result = |it: Rational| results.iter().any(|earlier| earlier.value == it);
    let is_whole = |it: Parse| it.value().is_ok_and(|value| Some(value) == claimed);
    let is_right = || Parse::new(step, &Grammar::Extended).is_ok_and(is_whole);
    let has_sign = || step.starts_with('-') && (negatives(step).any(is_result) || is_right());
    step.starts_with(['+', '-', '*', '/', 'x', 'X']) && !results.is_empty() && !has_sign()
}

/// The negative numbers with which a text may begin: -15/2 and -15 for `-15/2+13`.
fn negatives(text: &str) -> impl Iterator<Item = Rational> {
    let rest = text.strip_prefix('-').map(str::trim_start);
    let read = |rest, others: &str| {
        let operand = str::split(rest, |it: char| !(it.is_alphanumeric() || others.contains(it)));
        let operand = operand.into_iter().next()?.trim_end_matches(['.', ',']);
        let value = number(operand).or_else(|| operand.parse().ok());
        value.map(|it: Rational| -it).filter(Rational::is_negative)
    };
    rest.into_iter().flat_map(move |rest| ["./,", ".,"].map(|it| read(rest, it))).flatten()
}

/// Puts earlier steps in place of their results in `step`, and removes them from `results`. Each such
/// number is a choice: it may stay. Also returns the first number that cannot be a
/// card and is no result.
fn with_earlier<'t>(
    step: &'t str,
    results: &mut Vec<Earlier>,
    choices: &Choices,
) -> (String, Option<&'t str>) {
    let mut earlier: Vec<(Range<usize>, String)> = Vec::new();
    let mut missing = None;
    let is_sign = |it: char| !(it.is_alphanumeric() || it.is_whitespace() || ".,".contains(it));
    let place = |part: &str| {
        let start = part.as_ptr().addr() - step.as_ptr().addr();
        start..start + part.len()
    };
    let operands: Vec<Range<usize>> = step.split(is_sign).map(place).collect();
    let pairs = operands.iter().tuple_windows();
    let fractions = pairs.filter(|(above, below)| &step[above.end..below.start] == "/");
    let fractions: Vec<_> = fractions.map(|(above, below)| above.start..below.end).collect();
    // The `12/1` of `12/1+12` divides, though it has the value of an earlier 12. So fractions in
    // lowest terms, such as the 8/3 of `3-8/3`, come first.
    for (places, is_lowest) in [(&fractions, true), (&operands, false), (&fractions, false)] {
        for &Range { start, end } in places {
            let operand = &step[start..end];
            // The step `8/3` is a division.
            let is_part = operand.len() < step.trim_start_matches('-').len();
            let is_lowest =
                |it: &Rational| !is_lowest || it.to_string() == operand.replace(' ', "");
            let fraction = || operand.parse().ok().filter(|it| is_part && is_lowest(it));
            let is_free = earlier.iter().all(|(it, _)| it.end <= start || end <= it.start);
            let number = number(operand);
            let Some(value) = number.clone().or_else(fraction).filter(|_| is_free) else {
                continue;
            };
            let negative = step[..start].trim_end().strip_suffix('-').map(str::trim_end);
            let is_sign = |it: &&str| it.is_empty() || it.ends_with(['(', '+', '-', '*', '/']);
            let negative = negative.filter(is_sign).map(|it| (it.len(), -value.clone()));
            for (start, value) in negative.into_iter().chain([(start, value)]) {
                let result = results.iter().rposition(|it| it.value == value);
                if let Some(result) = result.filter(|_| !choices.is_kept()) {
                    let expression = results.remove(result).expression;
                    earlier.push((start..end, format!("({expression})")));
                    break;
                }
                let fraction = operand.trim().chars().exactly_one().ok().and_then(vulgar);
                if let Some(cards) = fraction.filter(|_| value > 0.into()) {
                    // The `¾` of two cards.
                    earlier.push((start..end, format!("({cards})")));
                } else if number.is_some() && value.to_string().contains(['-', '/']) {
                    missing.get_or_insert(step[start..end].trim());
                }
            }
        }
    }
    let (mut written, mut from) = (String::new(), 0);
    for (place, expression) in earlier.into_iter().sorted_by_key(|(place, _)| place.start) {
        written.extend([&step[from..place.start], &expression]);
        from = place.end;
    }
    (written + &step[from..], missing)
}

/// The steps of `text`. A step ends at one of `separators`, or at the blank or line break after its
/// claimed value.
fn parts<'t>(text: &'t str, separators: &str) -> Vec<&'t str> {
    let (mut parts, mut claims, mut from) = (Vec::new(), HashSet::new(), 0);
    for (at, found) in text.char_indices() {
        let (step, rest) = (&text[from..at], &text[at + found.len_utf8()..]);
        let is_operand = |it: char| it == '(' || it.is_alphanumeric();
        // In `9*3=27 - 3=24` the minus subtracts; in `1-7=-6 3-7=-4 -6*-4=24` it is the sign of a
        // result.
        let claimed = |step: &str| claim(step).and_then(|it| it.1);
        // The step `-4=3-7` begins with its value.
        let claims_first = |(left, right): (&str, &str)| {
            let mut words = right.trim_start().split([' ', ',', ';', '\n', '=']);
            let step = words.next().expect("it has a first part");
            number(step).is_none() && number(left).is_some_and(|it| value_of(step) == Some(it))
        };
        let is_negative = || {
            negatives(rest).any(|it| claims.contains(&it) || claimed(step) == Some(it))
                || rest.split_once('=').is_some_and(claims_first)
        };
        // The `2/3` of `8/3=2 2/3` is not a step.
        let digits = || rest.split(|it: char| !(it.is_ascii_digit() || it == '/')).next();
        let is_below_one = |it: Rational| it < 1.into();
        let fraction = || digits()?.split('/').take(2).join("/").parse().ok();
        let is_true = || claim(step).is_some_and(|(left, claimed)| value_of(left) == claimed);
        let is_mixed = || found == ' ' && fraction().is_some_and(is_below_one) && !is_true();
        // In `24 = (5 + 7) * 2` the expression goes on.
        let is_next = found.is_whitespace()
            && !step.trim_end().ends_with(['+', '-', '*', '/', '('])
            && (rest.starts_with(is_operand) || rest.starts_with('-') && is_negative());
        let is_claim = || matches!(claim(step), Some((_, Some(_))));
        let is_arrow = "-=".contains(found) && rest.starts_with('>');
        if is_arrow || separators.contains(found) || is_next && is_claim() && !is_mixed() {
            parts.push(step.trim_start_matches('>').trim());
            claims.extend(claimed(step));
            from = text.len() - rest.len();
        }
    }
    parts.push(text[from..].trim_start_matches('>').trim());
    parts.retain(|it| !it.is_empty());
    // People number their steps: `1. 5+7=12`, `2) 8-6=2`, `(2) 8-6=2`, or `3: 12*2=24`, with `/` for
    // the colon.
    let is_operator = |it: char| "+-*/".contains(it);
    let without_number = |(number, step): (usize, &&'t str), signs: &[char]| {
        let inside = step.strip_prefix('(').unwrap_or(step);
        let rest = inside.strip_prefix(&*number.to_string())?.strip_prefix(signs)?;
        // In `(2) + 4=6` the number is an operand.
        let is_operand = inside.len() < step.len() && rest.trim_start().starts_with(is_operator);
        (rest.starts_with(' ') && !is_operand).then(|| rest.trim_start())
    };
    let numbered = || (1..).zip(&parts);
    // A `/` may also divide, so then all steps have a number.
    let colons: Option<Vec<_>> = numbered().map(|it| without_number(it, &['/'])).collect();
    let others = |it: (usize, &&'t str)| without_number(it, &['.', ')']).unwrap_or(it.1);
    colons.unwrap_or_else(|| numbered().map(others).collect())
}
