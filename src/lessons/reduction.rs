//! The steps of an evaluation, one operation at a time, and the trace of the same text.

use std::ops::Range;

use super::{FailedParse, Parse, Reading, Recording};
use crate::grammars::{Ordinary, SyntaxError, operator_rule};
use crate::number::Rational;
use crate::syntax::{
    NoValue, NodeKind, Operands, Operator, Position, is_blank, operate, with_brackets,
};
use crate::tracer::{is_wanted, to_the_end};

/// An expression and the steps that lead from its text to its value.
///
/// The steps follow the tree: first the left operand, then the right operand, then their operator.
/// A step replaces one operation, with the brackets around it, by its value. Everything else stays
/// as written, including blanks and needless brackets. A value that is negative or a fraction gets
/// a pair of brackets, unless it is the whole text. So the new text has the same value under every
/// grammar: without these brackets, 8/(1/3) would become 8/1/3. The grammars of the four operators
/// reject a minus before a number. To parse the new text with one of them, write `(0-` for `(-`, and
/// `0-` for `-` at its start.
///
/// Places are in bytes.
#[derive(Debug, Clone)]
pub struct Reduction<'p> {
    /// The expression that is reduced.
    pub parse: &'p Parse,
    /// The steps; none if there is no operation.
    pub steps: Vec<Step>,
    /// The value that the last step leaves, or the operation without a value that stopped the
    /// evaluation.
    pub value: Result<Rational, FailedStep>,
    /// For each node of the expression, its place in the text: an operation includes its operands
    /// and the brackets around them.
    pub parts: Vec<Range<usize>>,
}

/// One executed operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The operation that is evaluated.
    pub part: Part,
    /// Its value.
    pub value: Rational,
    /// Whether the value is the only real root of a negative number, such as -2 for `(-8)^(1/3)`:
    /// the other roots are complex.
    pub is_root_of_negative: bool,
    /// The bytes that the value replaces: the operation with the brackets around it, or the whole
    /// text if only blanks are around them.
    pub replaced: Range<usize>,
    /// The text after the step.
    pub after: String,
    /// The place of the value in the text after the step, with its brackets.
    pub result: Range<usize>,
    /// The places, in the text after the step, of its value and of the values of earlier steps that
    /// are still there. They include brackets and go from left to right; `result` is the last.
    pub results: Vec<Range<usize>>,
}

/// A part of a text that is one operation on one or two numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The operation's index among the nodes of the expression.
    pub node: usize,
    /// The operator.
    pub operator: Operator,
    /// The place of the operation in the text before the step, from the first to the last character
    /// of its operands. Brackets of the operands are included, brackets around the whole operation
    /// are not.
    pub span: Range<usize>,
    /// The operation without blanks, with brackets around operands that are fractions or negative:
    /// `8/(1/3)`, `5-(-3)`.
    pub operation: String,
    /// The rules that join the operator and its operands; `None` if the search would take too long.
    pub rule: Option<OperatorRule>,
}

/// The rules of a grammar that join an operator and its operands into an operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperatorRule {
    /// The innermost rule that matches both operands and the operator.
    pub enclosing_rule: String,
    /// The rule of the operator itself.
    pub operator_rule: String,
}

crate::serial::serialize_object! { OperatorRule, self:
    "rule" => self.enclosing_rule,
    "role" => self.operator_rule,
}

impl OperatorRule {
    /// Finds the rules that join `operator` and its operands in `parse`; `span` is the place of the
    /// operation. `None` if the search would take too long.
    pub(super) fn of(operator: Operator, span: &Range<usize>, parse: &Parse) -> Option<Self> {
        let enclosing = parse.tree().innermost(span)?.rule;
        Some(Self {
            enclosing_rule: parse.grammar().rules().name(enclosing).to_owned(),
            operator_rule: operator_rule(operator).to_owned(),
        })
    }
}

/// The operation that has no value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailedStep {
    /// The operation, in the text that the last step left.
    pub part: Part,
    /// The operation in the original text.
    pub origin: NoValue,
}

impl<'p> Reduction<'p> {
    /// Computes the steps of `parse`.
    ///
    /// # Errors
    ///
    /// Returns the error of ordinary arithmetic if ordinary arithmetic rejects the text: the steps
    /// are written in its notation.
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::{Grammar, lessons::{Parse, Reduction}};
    ///
    /// let parse = Parse::new("8/(3-8/3)", &Grammar::Left)?;
    /// let reduction = Reduction::of(&parse)?;
    /// let after: Vec<&str> = reduction.steps.iter().map(|step| &*step.after).collect();
    /// assert_eq!(after, ["8/(3-(8/3))", "8/(1/3)", "24"]);
    /// # Ok::<(), bracket24::SyntaxError>(())
    /// ```
    pub fn of(parse: &'p Parse) -> Result<Self, SyntaxError> {
        Self::while_wanted(parse, || true).map(|it| it.expect("nothing stops it"))
    }

    /// Like [`of`](Self::of), but stops before a step if `may` returns false, and returns `None`.
    fn while_wanted(parse: &'p Parse, may: impl Fn() -> bool) -> Result<Option<Self>, SyntaxError> {
        if let Ordinary::NotRead(error) = parse.ordinary() {
            return Err(error.clone());
        }
        let spans = parse.expression().bracketed_spans(parse.text());
        let parts: Vec<_> = spans.into_iter().map(|span| span.inside).collect();
        Ok(reduce(parse, &parts, may).map(|(steps, value)| Self { parse, steps, value, parts }))
    }

    /// The text before the step with index `step`. If `step` is the number of steps, this is the
    /// text after the last step.
    pub fn before(&self, step: usize) -> &str {
        let Some(last) = step.checked_sub(1) else { return self.parse.text() };
        self.steps.get(last).map_or("", |step| &step.after)
    }

    /// The operations in the order in which they are evaluated. If the expression has no value, the
    /// last operation is the one without a value.
    pub fn operations(&self) -> impl Iterator<Item = &Part> {
        let failed = self.value.as_ref().err().map(|failed| &failed.part);
        self.steps.iter().map(|step| &step.part).chain(failed)
    }

    /// For each node of the expression, its step as an index into [`operations`](Self::operations).
    /// `None` for a number, and for an operation that the evaluation did not reach.
    pub fn operation_steps(&self) -> Vec<Option<usize>> {
        let mut steps = vec![None; self.parts.len()];
        self.operations().enumerate().for_each(|(step, part)| steps[part.node] = Some(step));
        steps
    }

    /// For each node of the parse tree, the step that computes the value of its text. `None` if its
    /// text has no operation, or if the evaluation did not reach the last operation in it.
    pub fn rule_steps(&self) -> Vec<Option<usize>> {
        let steps = self.operation_steps();
        let nodes = self.parse.expression().nodes().iter().zip(&self.parts).zip(steps);
        let operations = nodes.filter(|it| matches!(it.0.0.kind, NodeKind::Operation(_)));
        let operations: Vec<_> = operations.map(|((_, part), step)| (part, step)).collect();
        let step_of = |span: &Range<usize>| {
            // Operands come before their operation, so the last operation within `span` is the
            // outermost.
            let is_within = |part: &Range<usize>| span.start <= part.start && part.end <= span.end;
            operations.iter().rev().find(|(part, _)| is_within(part))?.1
        };
        self.parse.tree().nodes.iter().map(|node| step_of(&node.span)).collect()
    }
}

/// The trace of a text and its evaluation.
#[derive(Debug)]
pub struct Walkthrough<'r> {
    /// The events; only those of rules, or of the parse tree, if there are too many.
    pub recording: Recording<'r>,
    /// The steps of the evaluation, if the text is an expression that ordinary arithmetic accepts
    /// too.
    pub reduction: Option<Reduction<'r>>,
    /// The failed parse, if the text was rejected.
    pub failed: Option<&'r FailedParse>,
}

impl<'r> Walkthrough<'r> {
    /// Records the parse of the text of `reading`, and evaluates it. Stores at most `limit` events,
    /// as [`Recording::within`] does.
    ///
    /// # Errors
    ///
    /// [`SyntaxError`] if the text is too deep or too long.
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::{Grammar, lessons::{Extent, Reading, Walkthrough}};
    ///
    /// let reading = Reading::new("8-4-2", &Grammar::Left);
    /// let walkthrough = Walkthrough::of(&reading, 1000)?;
    /// assert_eq!(walkthrough.recording.extent, Extent::Whole);
    /// // The second step gives the value of the whole text.
    /// assert_eq!(walkthrough.reduction.unwrap().rule_steps()[0], Some(1));
    /// # Ok::<(), bracket24::SyntaxError>(())
    /// ```
    pub fn of(reading: &'r Reading, limit: usize) -> Result<Self, SyntaxError> {
        if let Reading::Expression(parse) = reading {
            return Ok(Self::of_parse(parse, limit));
        }
        let recording = Recording::within(reading.text(), reading.grammar(), limit)?;
        Ok(Self { recording, reduction: None, failed: reading.failed() })
    }

    /// Records the parse of an expression, and evaluates it, like [`of`](Self::of).
    pub fn of_parse(parse: &'r Parse, limit: usize) -> Self {
        let recording = to_the_end(|| Recording::within(parse.text(), parse.grammar(), limit))
            .expect("an accepted text is within the limits");
        parse.keep_tree(recording.tree.clone());
        let reduction = Reduction::while_wanted(parse, is_wanted).ok().flatten();
        Self { recording, reduction, failed: None }
    }
}

/// A number waiting for its operation.
struct Operand {
    value: Rational,
    /// The value as written beside an operator, such as `(1/3)`.
    written: String,
    /// The place of the value in the text so far, with the brackets around it.
    span: Range<usize>,
}

type Done = (Vec<Step>, Result<Rational, FailedStep>);

/// The steps, and the value; `None` if `go_on` returns false before a step.
fn reduce(parse: &Parse, parts: &[Range<usize>], go_on: impl Fn() -> bool) -> Option<Done> {
    let (text, expression) = (parse.text(), parse.expression());
    let mut reducer = Reducer { original: text, steps: Vec::new(), results: Vec::new() };
    let mut waiting: Vec<Operand> = Vec::new();
    for (index, (node, origin)) in expression.nodes().iter().zip(parts).enumerate() {
        // Each step of a long text on huge numbers takes a while.
        go_on().then_some(())?;
        let operand = match &node.kind {
            NodeKind::Leaf(value) => reducer.leaf(value, parse.leaf(value, &node.span), &node.span),
            NodeKind::Operation(operator) => {
                let operands = operator.take(&mut waiting);
                let part = Part {
                    node: index,
                    operator: *operator,
                    span: reducer.span(*operator, &operands),
                    operation: operation(*operator, &operands),
                    rule: OperatorRule::of(*operator, origin, parse),
                };
                let values = operands.map(|operand| operand.value);
                match operate(*operator, values.as_ref()) {
                    Ok(value) => {
                        let is_root_of_negative = matches!(
                            (operator, &values),
                            (Operator::Power, Operands::Two(base, exponent))
                                if base.is_negative() && !exponent.is_integer()
                        );
                        reducer.replace(part, value, is_root_of_negative)
                    }
                    Err(reason) => {
                        let origin = NoValue::at(expression, index, values, reason);
                        return Some((reducer.steps, Err(FailedStep { part, origin })));
                    }
                }
            }
        };
        waiting.push(operand);
    }
    Some((reducer.steps, Ok(waiting.pop().expect("an expression has at least one node").value)))
}

/// An operation on one or two numbers, written without blanks.
fn operation(operator: Operator, operands: &Operands<Operand>) -> String {
    match (operands, operator.position()) {
        (Operands::Two(left, right), Position::Function) => {
            format!("{operator}({},{})", left.value, right.value)
        }
        (Operands::Two(left, right), _) => format!("{}{operator}{}", left.written, right.written),
        (Operands::One(operand), Position::Postfix) => format!("{}{operator}", operand.written),
        (Operands::One(operand), _) => format!("{operator}{}", operand.written),
    }
}

struct Reducer<'a> {
    original: &'a str,
    steps: Vec<Step>,
    /// The places of the values that steps have written, in the text so far.
    results: Vec<Range<usize>>,
}

impl Reducer<'_> {
    fn text(&self) -> &str {
        self.steps.last().map_or(self.original, |step| &step.after)
    }

    /// The place of an operation in the text so far, with its operator and the brackets of its
    /// operands.
    fn span(&self, operator: Operator, operands: &Operands<Operand>) -> Range<usize> {
        let text = self.text();
        // The operator is right beside its operand, with at most blanks between them.
        let sign_before = |start: usize| {
            let before = text[..start].trim_end();
            let sign = operator.spellings().iter().find(|sign| before.ends_with(**sign));
            before.len() - sign.expect("the sign is before its operand").len()
        };
        match operands {
            Operands::Two(left, right) => {
                let span = left.span.start..right.span.end;
                if operator.position() != Position::Function {
                    return span;
                }
                let span = with_brackets(text, span);
                sign_before(span.start)..span.end
            }
            Operands::One(Operand { span, .. }) if operator.position() == Position::Postfix => {
                let gap = text[span.end..].len() - text[span.end..].trim_start().len();
                span.start..span.end + gap + operator.symbol().len()
            }
            Operands::One(Operand { span, .. }) => sign_before(span.start)..span.end,
        }
    }

    /// Returns the operand for the number or letter at `span` of the original text. Leaves come in
    /// the order of the text, so the text from this leaf to the end is still unchanged.
    fn leaf(&self, value: &Rational, written: String, span: &Range<usize>) -> Operand {
        let text = self.text();
        let now = |at: usize| text.len() + at - self.original.len();
        let span = with_brackets(text, now(span.start)..now(span.end));
        Operand { value: value.clone(), written, span }
    }

    /// Replaces `part` by `value`.
    fn replace(&mut self, part: Part, value: Rational, is_root_of_negative: bool) -> Operand {
        let text = self.text();
        let mut replaced = with_brackets(text, part.span.clone());
        let around = [&text[..replaced.start], &text[replaced.end..]];
        let stands_alone = around.iter().all(|rest| rest.bytes().all(is_blank));
        let mut written = value.to_string();
        if stands_alone {
            replaced = 0..text.len();
        } else if value.is_negative() || !value.is_integer() {
            written = format!("({written})");
        }
        let after = [&text[..replaced.start], &written, &text[replaced.end..]].concat();
        let result = replaced.start..replaced.start + written.len();
        // Operations come in the order of the text too, so no earlier value is after this one.
        self.results.retain(|earlier| earlier.end <= replaced.start);
        self.results.push(result.clone());
        let results = self.results.clone();
        let operand = Operand { value: value.clone(), written, span: result.clone() };
        let step = Step { part, value, is_root_of_negative, replaced, after, result, results };
        self.steps.push(step);
        operand
    }
}
