//! Observes pest's Pratt parser from outside.

use std::cell::RefCell;
use std::ops::Range;

use pest::iterators::{Pair, Pairs};
use pest::pratt_parser::PrattParser;

use super::shunting_yard::leaf;
use super::{
    Action, Item, Moments, OperatorTable, Reader, ReaderRun, Stack, StepKind, Stop, StopReason,
    counts, parse_by_table,
};
use crate::grammars::{OperandList, SyntaxErrorKind, precedence};
use crate::number::Rational;
use crate::syntax::{Builder, Operator, Position, is_blank, with_brackets};
use crate::tracer::{RuleId, place};

/// Parses `text` as a flat list of operands and operators, and lets pest's Pratt parser build the
/// tree.
pub(super) fn read(text: &str, table: &OperatorTable) -> ReaderRun {
    let mut watcher = Watcher {
        text,
        table,
        rules: OperandList::rules(),
        moments: Moments::new(&[Stack::Calls, Stack::Lists]),
        builder: Builder::with_capacity(0),
        seen: None,
        tokens: 0,
        comparisons: 0,
        stop: None,
    };
    let outcome = match watcher.list() {
        Ok(list) => {
            let levels = table.levels().iter().map(|it| (&*it.operators, it.is_right_associative));
            let parser = precedence(levels, |operator| watcher.rules.rule(operator));
            watcher.begin(0..text.len());
            let shared = RefCell::new(watcher);
            run(list, &parser, &shared);
            watcher = shared.into_inner();
            // The outermost call ends, but stays on the stack with its result.
            watcher.compare_with(watcher.minimum());
            watcher.stop.take().map_or(Ok(()), Err)
        }
        Err(stop) => Err(stop),
    };
    let Watcher { moments, builder, tokens, comparisons, .. } = watcher;
    let outcome = outcome.and_then(|()| parse_by_table(text, builder.into_expression()));
    let counts = counts([(StepKind::Token, tokens), (StepKind::Comparison, comparisons)]);
    ReaderRun { reader: Reader::Pratt, outcome, counts, moments }
}

/// Runs the parser on a list; each list in brackets gets a run of its own.
fn run<'i>(
    mut list: Pairs<'i, RuleId>,
    parser: &PrattParser<RuleId>,
    watcher: &RefCell<Watcher<'i>>,
) -> Range<usize> {
    let watched = std::iter::from_fn(|| {
        let next = list.next();
        watcher.borrow_mut().came(next.as_ref());
        next
    });
    parser
        .map_primary(|operand| {
            if !watcher.borrow().rules.is_list(operand.as_rule()) {
                return watcher.borrow_mut().number(&operand);
            }
            watcher.borrow_mut().open(&operand);
            let inside = run(operand.into_inner(), parser, watcher);
            watcher.borrow_mut().close(inside)
        })
        .map_infix(|left, sign, right| watcher.borrow_mut().join(Some(&left), &sign, Some(&right)))
        .map_prefix(|operator, right| watcher.borrow_mut().join(None, &operator, Some(&right)))
        .map_postfix(|left, operator| watcher.borrow_mut().join(Some(&left), &operator, None))
        .parse(watched)
}

/// Records the parser's actions in order.
struct Watcher<'i> {
    text: &'i str,
    table: &'i OperatorTable,
    rules: &'static OperandList,
    moments: Moments,
    /// The builder of the expression: the parser calls its functions in postfix order.
    builder: Builder<Rational>,
    /// The item that the parser looked at and has not taken yet: an operator, or the end.
    seen: Option<(Option<Operator>, Range<usize>)>,
    tokens: u64,
    comparisons: u64,
    stop: Option<Stop>,
}

impl<'i> Watcher<'i> {
    /// Parses the text as a list of operands and operators. Returns an error if the table lacks one
    /// of the operators, because the parser would panic.
    fn list(&self) -> Result<Pairs<'i, RuleId>, Stop> {
        let list = self.rules.read(self.text).map_err(|mut error| {
            // The grammar of the list has all operators, but the table may have only some. Remove
            // the others from the expected tokens. A bracket opens only where an operand begins.
            if let SyntaxErrorKind::Unexpected { expected, .. } = &mut error.kind {
                let is_before = expected.iter().any(|it| it == "`(`");
                let signs = self.table.levels().iter().flat_map(|it| &it.operators);
                let signs = signs.filter(|it| (it.position() == Position::Prefix) == is_before);
                let signs: Vec<&str> = signs.flat_map(|it| it.spellings()).copied().collect();
                expected.retain(|it| {
                    let sign = it.trim_matches('`');
                    Operator::spelled(sign).is_none() || signs.contains(&sign)
                });
            }
            error
        })?;
        let unknown = list.clone().flatten().find(|pair| {
            self.rules.operator(pair.as_rule()).is_some_and(|it| self.table.level(it).is_none())
        });
        let stop = |pair: Pair<'_, RuleId>| {
            let sign = pair.as_str();
            // The table may have the sign in another position.
            let reason = match self.table.operator_at(sign, false) {
                Some((it, _)) if it.position() == Position::Prefix => StopReason::NoOperator,
                Some(_) => StopReason::NoOperand,
                None => StopReason::NoToken(sign.chars().next().expect("an operator has a sign")),
            };
            Stop { span: place(&pair), reason }
        };
        unknown.map_or(Ok(list), |pair| Err(stop(pair)))
    }

    /// Records that the parser asked for the next item of the list. The parser takes an operand or
    /// a prefix operator at once. At any other operator, the parser at first only looks; once it
    /// asks for the next operand, it has taken the operator.
    fn came(&mut self, next: Option<&Pair<'i, RuleId>>) {
        let Some(pair) = next else {
            let rest = self.moments.top(Stack::Lists);
            let end = if let Some(Item::Rest(rest)) = rest { rest.end } else { self.text.len() };
            return self.look_at(None, end..end);
        };
        let (operator, span) = (self.rules.operator(pair.as_rule()), place(pair));
        let prefix = operator.filter(|it| it.position() == Position::Prefix);
        if operator.is_some() && prefix.is_none() {
            return self.look_at(operator, span);
        }
        if let Some((Some(operator), sign)) = self.seen.clone() {
            let minimum = self.minimum();
            self.take(sign.end);
            self.call(self.table.minimum(operator));
            self.compare_with(minimum);
            self.seen = None;
        }
        if let Some(operator) = prefix {
            self.take(span.end);
            self.call(self.table.minimum(operator));
            self.moments.note(Action::TakePrefix(operator), span);
        } else {
            self.take(with_brackets(self.text, span).end);
        }
    }

    fn look_at(&mut self, next: Option<Operator>, span: Range<usize>) {
        self.moments.note(Action::LookAt(next), span.clone());
        self.seen = Some((next, span));
    }

    /// The minimum of the innermost call.
    fn minimum(&self) -> u32 {
        match self.moments.top(Stack::Calls) {
            Some(&Item::Call { minimum, .. }) => minimum,
            _ => unreachable!("the parser runs"),
        }
    }

    /// Compares the power of the item that the parser looked at with `minimum`.
    fn compare_with(&mut self, minimum: u32) {
        let (next, span) = self.seen.clone().expect("the parser looked at the next item");
        let power = next.map_or(0, |it| self.table.power(it));
        self.comparisons += 1;
        self.moments.note(Action::Compare { next, power, minimum }, span);
    }

    /// Takes the item that ends at `end` from the innermost list.
    fn take(&mut self, end: usize) {
        self.tokens += 1;
        if let Some(Item::Rest(list)) = self.moments.pop(Stack::Lists) {
            let end = end.min(list.end);
            let blanks = self.text[end..list.end].bytes().take_while(|&byte| is_blank(byte));
            self.moments.push(Stack::Lists, Item::Rest(end + blanks.count()..list.end));
        }
    }

    fn call(&mut self, minimum: u32) {
        self.moments.push(Stack::Calls, Item::Call { minimum, left: None });
    }

    /// Sets the left operand of the innermost call.
    fn set_left(&mut self, span: &Range<usize>) {
        if let Some(Item::Call { minimum, .. }) = self.moments.pop(Stack::Calls) {
            self.moments.push(Stack::Calls, Item::Call { minimum, left: Some(span.clone()) });
        }
    }

    /// Handles `map_primary` for a number or a card.
    fn number(&mut self, operand: &Pair<'i, RuleId>) -> Range<usize> {
        let span = place(operand);
        let value = leaf(operand.as_str()).expect("the grammar matches numbers, letters and slots");
        let value = value.unwrap_or_else(|error| {
            let stop = Stop { span: span.clone(), reason: StopReason::Number(error) };
            self.stop.get_or_insert(stop);
            Rational::from(0)
        });
        self.builder.leaf(value, span.clone());
        self.set_left(&span);
        self.moments.note(Action::TakeOperand, span.clone());
        span
    }

    /// Handles `map_primary` for a list in brackets, before the parser takes its items.
    fn open(&mut self, list: &Pair<'i, RuleId>) {
        let Range { start, end } = place(list);
        self.begin(start..end);
        self.moments.note(Action::OpenList, start.saturating_sub(1)..end + 1);
    }

    /// Ends a list in brackets: the whole list is one operand.
    fn close(&mut self, inside: Range<usize>) -> Range<usize> {
        self.end();
        self.moments.pop(Stack::Lists);
        self.set_left(&inside);
        self.moments.note(Action::CloseList, inside.clone());
        inside
    }

    /// Handles `map_infix` and `map_prefix`, which the parser calls when the innermost call has
    /// returned the right operand. Also handles `map_postfix`, which has no right operand.
    fn join(
        &mut self,
        left: Option<&Range<usize>>,
        operator: &Pair<'i, RuleId>,
        right: Option<&Range<usize>>,
    ) -> Range<usize> {
        let sign = place(operator);
        if right.is_some() {
            self.end();
        } else {
            self.compare_with(self.minimum());
            self.take(sign.end);
            self.seen = None;
        }
        let outside = |operand: &Range<usize>| with_brackets(self.text, operand.clone());
        let start = left.map_or(sign.start, |left| outside(left).start);
        let joined = start..right.map_or(sign.end, |right| outside(right).end);
        let of = self.rules.operator(operator.as_rule()).expect("only operators are joined");
        self.builder.operation(of, sign);
        self.set_left(&joined);
        self.moments.note(Action::Join(of), joined.clone());
        joined
    }

    /// Begins a list, which gets its own call.
    fn begin(&mut self, list: Range<usize>) {
        self.moments.push(Stack::Lists, Item::Rest(list));
        self.call(0);
    }

    /// Records that the innermost call returns without taking the item that it looked at.
    fn end(&mut self) {
        let minimum = self.minimum();
        self.moments.pop(Stack::Calls);
        self.compare_with(minimum);
    }
}
