//! The steps of an evaluation, one operation at a time, and all that a page shows: the
//! events of a trace beside them.

use std::ops::Range;

use super::{FailedParse, Parse, Reading, Recording};
use crate::grammars::{Ordinary, SyntaxError, operator_rule};
use crate::number::Rational;
use crate::syntax::{
    NoValue, NodeKind, Operands, Operator, Position, is_blank, operate, with_brackets,
};

/// An expression and the steps that lead from its text to its value.
///
/// The steps come in the order in which the tree says it: both operands before
/// their operator, the left one first. A step takes the part of the text that
/// it evaluates and puts its value there; all else stays as it was written,
/// blanks and needless brackets too. Brackets around nothing but the part go
/// with it. A value that is a fraction or negative is put in one pair of its
/// own, unless it is all that is left, so that what is left has the same value
/// under every grammar: without them 8/(1/3) would read 8/1/3. No grammar
/// reads a number with a sign; write `(0-` for `(-` to have what is left read.
///
/// Places are in bytes.
#[derive(Debug, Clone)]
pub struct Reduction<'p> {
    /// The expression that is reduced.
    pub parse: &'p Parse,
    /// The steps; none where there is no operation.
    pub steps: Vec<Step>,
    /// The value, which is all that the last step leaves; or the operation
    /// after the last step, which cannot be done.
    pub value: Result<Rational, FailedStep>,
    /// For each node of the expression where it is in the text: an operation with its
    /// operands and the brackets around these.
    pub parts: Vec<Range<usize>>,
}

/// One operation that is done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The operation that is evaluated.
    pub part: Part,
    /// Its value.
    pub value: Rational,
    /// Whether it is the real one of several roots of a negative number, as -2 is of
    /// `(-8)^(1/3)`: the others are complex.
    pub is_root_of_negative: bool,
    /// What of the text before is replaced: the part with the brackets around
    /// it, and blanks too where nothing else stands around it.
    pub replaced: Range<usize>,
    /// The text after the step.
    pub after: String,
    /// Where in the text after the value stands, with its brackets.
    pub result: Range<usize>,
    /// Where in the text after the values stand that steps so far have put
    /// there, with their brackets, from left to right; `result` is the last.
    pub results: Vec<Range<usize>>,
}

/// A part of a text that is one operation on two numbers, or on one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The operation's index among the nodes of the expression.
    pub node: usize,
    /// Its operation.
    pub operator: Operator,
    /// Where it stands in the text before the step: from the first to the last
    /// character of its operands. Their brackets belong to it, those around
    /// the whole of it do not.
    pub span: Range<usize>,
    /// The operation without blanks, with brackets where an operand is a
    /// fraction or negative: `8/(1/3)`, `5-(-3)`.
    pub operation: String,
    /// What in the grammar makes it one part; `None` where finding that out
    /// would take too long.
    pub rule: Option<OperatorRule>,
}

/// The rules of a grammar that make an operation of an operator and its
/// operands.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "present", derive(serde::Serialize))]
pub struct OperatorRule {
    /// The innermost rule that matches both operands and the operator.
    #[cfg_attr(feature = "present", serde(rename = "rule"))]
    pub enclosing_rule: String,
    /// The rule of the operator itself.
    #[cfg_attr(feature = "present", serde(rename = "role"))]
    pub operator_rule: String,
}

impl OperatorRule {
    /// The rules that make an operation of `operator` in `parse`, which stands
    /// at `span` with its operands; `None` where finding them would take too
    /// long.
    pub(super) fn of(operator: Operator, span: &Range<usize>, parse: &Parse) -> Option<Self> {
        let enclosing = parse.tree().innermost(span)?.rule;
        Some(Self {
            enclosing_rule: parse.grammar().rules().name(enclosing).to_owned(),
            operator_rule: operator_rule(operator).to_owned(),
        })
    }
}

/// The operation that could not be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailedStep {
    /// The operation, in what the last step left.
    pub part: Part,
    /// Where it stands in the text that was read.
    pub origin: NoValue,
}

impl<'p> Reduction<'p> {
    /// The steps of `parse`.
    ///
    /// # Errors
    ///
    /// That of ordinary arithmetic, whose operators and brackets the steps are
    /// written in, where it does not accept the text.
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
        if let Ordinary::NotRead(error) = parse.ordinary() {
            return Err(error.clone());
        }
        let spans = parse.expression().bracketed_spans(parse.text());
        let parts: Vec<_> = spans.into_iter().map(|span| span.inside).collect();
        let (steps, value) = reduce(parse, &parts);
        Ok(Self { parse, steps, value, parts })
    }

    /// The text before the step with this index; after the last step, what it
    /// left.
    pub fn before(&self, step: usize) -> &str {
        match step.checked_sub(1) {
            Some(last) => self.steps.get(last).map_or("", |step| &step.after),
            None => self.parse.text(),
        }
    }

    /// The operations in the order in which they are evaluated. Where there is no
    /// value, the last one is the division by zero.
    pub fn operations(&self) -> impl Iterator<Item = &Part> {
        let failed = self.value.as_ref().err().map(|failed| &failed.part);
        self.steps.iter().map(|step| &step.part).chain(failed)
    }

    /// For each node of the expression its step, as an index of
    /// [`operations`](Self::operations). A number has none, nor has what is not
    /// reached.
    pub fn operation_steps(&self) -> Vec<Option<usize>> {
        let mut steps = vec![None; self.parts.len()];
        for (step, part) in self.operations().enumerate() {
            steps[part.node] = Some(step);
        }
        steps
    }

    /// For each node of the parse tree the step that gives the value of what it
    /// read. A rule that read no operation has none, nor has one whose last
    /// operation is not reached.
    pub fn rule_steps(&self) -> Vec<Option<usize>> {
        let steps = self.operation_steps();
        let nodes = self.parse.expression().nodes().iter().zip(&self.parts).zip(steps);
        let operations: Vec<_> = nodes
            .filter(|((node, _), _)| matches!(node.kind, NodeKind::Operation(_)))
            .map(|((_, part), step)| (part, step))
            .collect();
        let step_of = |span: &Range<usize>| {
            // Operands come before their operation: the last one is around all.
            let is_within = |part: &Range<usize>| span.start <= part.start && part.end <= span.end;
            operations.iter().rev().find(|(part, _)| is_within(part))?.1
        };
        self.parse.tree().nodes.iter().map(|node| step_of(&node.span)).collect()
    }
}

/// How a text is read, event by event, and what comes of it.
#[derive(Debug)]
pub struct Walkthrough<'r> {
    /// Every rule that was tried; the parse tree alone where that is too much.
    pub recording: Recording<'r>,
    /// The steps of its evaluation, if it is an expression that ordinary arithmetic
    /// accepts too.
    pub reduction: Option<Reduction<'r>>,
    /// Why it is not read, if it is not.
    pub failed: Option<&'r FailedParse>,
}

impl<'r> Walkthrough<'r> {
    /// Records how the text of `reading` is read, and evaluates it. Where reading
    /// takes more than `limit` events, only those of the parse tree are kept.
    ///
    /// # Errors
    ///
    /// [`SyntaxError`] where the text is too deep or too long to be read.
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

    /// The same of an expression.
    pub fn of_parse(parse: &'r Parse, limit: usize) -> Self {
        let recording = Recording::within(parse.text(), parse.grammar(), limit)
            .expect("what is read is within the limits");
        parse.keep_tree(recording.tree.clone());
        Self { recording, reduction: Reduction::of(parse).ok(), failed: None }
    }
}

/// A number that waits for its operation.
struct Operand {
    value: Rational,
    /// The value as it is written among operators.
    written: String,
    /// Where it stands in the text so far, with the brackets around it.
    span: Range<usize>,
}

type Done = (Vec<Step>, Result<Rational, FailedStep>);

fn reduce(parse: &Parse, parts: &[Range<usize>]) -> Done {
    let (text, expression) = (parse.text(), parse.expression());
    let mut reducer = Reducer { original: text, steps: Vec::new(), results: Vec::new() };
    let mut waiting: Vec<Operand> = Vec::new();
    for (index, (node, origin)) in expression.nodes().iter().zip(parts).enumerate() {
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
                        return (reducer.steps, Err(FailedStep { part, origin }));
                    }
                }
            }
        };
        waiting.push(operand);
    }
    match waiting.pop() {
        Some(operand) => (reducer.steps, Ok(operand.value)),
        None => unreachable!("an expression has at least one node"),
    }
}

/// An operation on two numbers or one, as it is written without blanks.
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
    /// Where the values that steps have put there stand in the text so far.
    results: Vec<Range<usize>>,
}

impl Reducer<'_> {
    fn text(&self) -> &str {
        self.steps.last().map_or(self.original, |step| &step.after)
    }

    /// Where an operation stands in the text so far, with its operator and the brackets
    /// of its operands.
    fn span(&self, operator: Operator, operands: &Operands<Operand>) -> Range<usize> {
        let text = self.text();
        // The operator stands right beside its operand, with blanks between them at most.
        let sign_before = |start: usize| {
            let before = text[..start].trim_end();
            let sign = operator.spellings().iter().find(|sign| before.ends_with(**sign));
            before.len() - sign.expect("its sign stands before it").len()
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

    /// The number or letter at `span` of the original text. They come in the order of
    /// the text, so from here to its end nothing has changed yet.
    fn leaf(&self, value: &Rational, written: String, span: &Range<usize>) -> Operand {
        let text = self.text();
        let now = |at: usize| text.len() + at - self.original.len();
        let span = with_brackets(text, now(span.start)..now(span.end));
        Operand { value: value.clone(), written, span }
    }

    /// Puts `value` in the place of `part`.
    fn replace(&mut self, part: Part, value: Rational, is_root_of_negative: bool) -> Operand {
        let text = self.text();
        let mut replaced = with_brackets(text, part.span.clone());
        let stands_alone = [&text[..replaced.start], &text[replaced.end..]]
            .iter()
            .all(|rest| rest.bytes().all(is_blank));
        let mut written = value.to_string();
        if stands_alone {
            replaced = 0..text.len();
        } else if value.is_negative() || !value.is_integer() {
            written = format!("({written})");
        }
        let after = [&text[..replaced.start], &written, &text[replaced.end..]].concat();
        let result = replaced.start..replaced.start + written.len();
        // Operations come in the order of the text too: no value stands after.
        self.results.retain(|earlier| earlier.end <= replaced.start);
        self.results.push(result.clone());
        let results = self.results.clone();
        let operand = Operand { value: value.clone(), written, span: result.clone() };
        self.steps.push(Step {
            part,
            value,
            is_root_of_negative,
            replaced,
            after,
            result,
            results,
        });
        operand
    }
}
