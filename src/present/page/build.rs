//! Builds the data of a page from a walkthrough or an explanation.

use crate::lessons::{
    Backtrack, Divergence, Explanation, Extent, OperatorRule, Parse, ParseUnder, Part, Recording,
    Walkthrough,
};
use crate::tracer::RuleId;
use crate::{Grammar, Named, NodeKind};

use super::data::{
    CallColumns, ExpressionNode, PageBacktrack, PageData, PageDivergence, PageReading, PageTaken,
    Refused, Step, StepResult, View,
};
use crate::present::explanation_words::{convention_in_words, said_of, verdict};
use crate::present::value::truth;

/// A page of one grammar.
pub fn of_walkthrough<'a>(walkthrough: &'a Walkthrough<'_>, view: View) -> PageData<'a> {
    let text = walkthrough.reduction.parse.text();
    PageData {
        title: text,
        expression: text,
        view,
        verdict: None,
        readings: vec![reading(walkthrough, ordinary(walkthrough))],
        refused: Vec::new(),
    }
}

/// A page of what a plain grammar reads.
pub fn of_recording<'a>(recording: &'a Recording<'_>, view: View) -> PageData<'a> {
    let text = recording.text();
    let grammar = recording.grammar();
    let units = Units::of(text);
    let steps = vec![None; recording.tree().nodes().len()];
    let reading = PageReading {
        grammar: grammar.name(),
        summary: grammar.summary(),
        source: grammar.whole_source(),
        tree: None,
        value: None,
        error: grammar.lacks().map(|lacks| format!("the grammar is plain: {lacks}")),
        verdict: None,
        divergence: None,
        rule_calls: recording.tree().calls(),
        is_whole: recording.extent() == Extent::Whole,
        rules: rule_names(grammar),
        event_count: recording.len(),
        calls: calls(recording, steps, &units),
        backtracks: recording.backtracks().map(|it| backtrack(&it, &units)).collect(),
        expression_nodes: Vec::new(),
        steps: Vec::new(),
    };
    PageData {
        title: text,
        expression: text,
        view,
        verdict: None,
        readings: vec![reading],
        refused: Vec::new(),
    }
}

/// A page of all grammars of an explanation; `walkthroughs` are of those that
/// accept its text, in their order.
pub fn of_explanation<'a>(
    explanation: &'a Explanation,
    walkthroughs: &'a [Walkthrough<'_>],
) -> PageData<'a> {
    let readers = explanation.parses.iter().filter(|it| it.parse.is_ok());
    let readings = walkthroughs.iter().zip(readers);
    PageData {
        title: &explanation.text,
        expression: &explanation.text,
        view: View::Explain,
        verdict: Some(verdict(explanation)),
        readings: readings.map(|(it, reader)| reading_among(it, explanation, reader)).collect(),
        refused: refused(explanation),
    }
}

/// What the page shows of one grammar, with its verdict.
fn reading<'a>(walkthrough: &'a Walkthrough<'_>, verdict: Option<String>) -> PageReading<'a> {
    let Walkthrough { reduction, recording, .. } = walkthrough;
    let parse = reduction.parse;
    let grammar = parse.grammar();
    let worth = reduction.value.as_ref();
    let units = Units::of(parse.text());
    PageReading {
        grammar: grammar.name(),
        summary: grammar.summary(),
        source: grammar.whole_source(),
        tree: Some(parse.written().to_s_expression()),
        value: worth.ok().map(ToString::to_string),
        error: worth.err().map(|failed| failed.origin.in_text(reduction.parse.text())),
        verdict,
        divergence: None,
        rule_calls: recording.tree().calls(),
        is_whole: recording.extent() == Extent::Whole,
        rules: rule_names(grammar),
        event_count: recording.len(),
        calls: calls(recording, walkthrough.rule_steps(), &units),
        backtracks: recording.backtracks().map(|it| backtrack(&it, &units)).collect(),
        expression_nodes: expression_nodes(walkthrough),
        steps: walkthrough
            .operations()
            .enumerate()
            .map(|(at, part)| step(walkthrough, at, part))
            .collect(),
    }
}

/// As [`reading`], beside other grammars: with its verdict among these,
/// and where it diverges from ordinary arithmetic.
fn reading_among<'a>(
    walkthrough: &'a Walkthrough<'_>,
    explanation: &'a Explanation,
    it: &'a ParseUnder,
) -> PageReading<'a> {
    // Ordinary arithmetic is said to be that already, and its value too.
    let verdict = (it.grammar != Grammar::Left).then(|| said_of(explanation, it));
    let divergence = it.divergence.as_ref().map(|divergence| {
        page_divergence(divergence, [explanation.ordinary(), walkthrough.reduction.parse])
    });
    PageReading { divergence, ..reading(walkthrough, verdict) }
}

fn page_divergence<'a>(divergence: &Divergence, parses: [&'a Parse; 2]) -> PageDivergence<'a> {
    let [ordinary, other] = divergence.rules(parses);
    let taken = |index: usize, rule: Option<OperatorRule>| PageTaken {
        grammar: parses[index].grammar().name(),
        start: divergence.right_operands[index].span.start,
        end: divergence.right_operands[index].span.end,
        rules: rule.map(|rule| [rule.operator_rule, rule.enclosing_rule]),
    };
    let causes = divergence.conventions.iter().map(convention_in_words);
    PageDivergence {
        operator: divergence.operator_span.start,
        taken: [taken(0, ordinary), taken(1, other)],
        cause: causes.collect::<Vec<_>>().join("; "),
    }
}

/// The names of all rules, each at the index of its rule.
fn rule_names(grammar: &Grammar) -> Vec<&str> {
    let rules = grammar.rules();
    [RuleId::EOI].into_iter().chain(rules.rules()).map(|rule| rules.name(rule)).collect()
}

/// The calls of a recording; `steps` are those of the nodes of its tree.
fn calls(recording: &Recording<'_>, steps: Vec<Option<usize>>, units: &Units) -> CallColumns {
    let mut columns = CallColumns::default();
    // The calls that are kept are the nodes of the tree, in the same order.
    let mut steps = steps.into_iter();
    for call in recording.calls() {
        let step = if call.is_kept() { steps.next().flatten() } else { None };
        columns.rule.push(call.rule().index());
        columns.parent.push(call.parent());
        columns.start.push(units.at(call.at()));
        columns.end.push(units.at(call.reached()));
        columns.matched.push(call.end().is_some());
        columns.enter.push(call.enter());
        columns.exit.push(call.exit().expect("a text that is read ends all of its calls"));
        columns.discarded.push(call.discarded());
        columns.step.push(step);
    }
    columns
}

fn backtrack(Backtrack { event, call, span }: &Backtrack, units: &Units) -> PageBacktrack {
    let (start, end) = (units.at(span.start), units.at(span.end));
    PageBacktrack { event: *event, call: *call, start, end }
}

/// The units of UTF-16 before every byte of a text, which scripts count.
struct Units {
    /// Nothing where they are the bytes.
    before: Vec<usize>,
}

impl Units {
    fn of(text: &str) -> Self {
        if text.is_ascii() {
            return Self { before: Vec::new() };
        }
        let mut before = Vec::with_capacity(text.len() + 1);
        let mut units = 0;
        for character in text.chars() {
            before.extend(std::iter::repeat_n(units, character.len_utf8()));
            units += character.len_utf16();
        }
        before.push(units);
        Self { before }
    }

    fn at(&self, byte: usize) -> usize {
        self.before.get(byte).copied().unwrap_or(byte)
    }
}

fn expression_nodes(walkthrough: &Walkthrough<'_>) -> Vec<ExpressionNode> {
    let mut waiting: Vec<usize> = Vec::new();
    let written = walkthrough.reduction.parse.written();
    let nodes = written.nodes().iter().zip(&walkthrough.parts);
    let nodes = nodes.zip(walkthrough.operation_steps()).enumerate();
    let shown = nodes.map(|(index, ((node, part), step))| {
        let (label, operands) = match &node.kind {
            NodeKind::Leaf(leaf) => (leaf.clone(), 0),
            NodeKind::Operation(operator) => (operator.to_string(), 2),
        };
        let children = waiting.split_off(waiting.len().saturating_sub(operands));
        waiting.push(index);
        ExpressionNode { label, start: part.start, end: part.end, children, step }
    });
    shown.collect()
}

fn step<'a>(walkthrough: &'a Walkthrough<'_>, index: usize, part: &'a Part) -> Step<'a> {
    let reduction = &walkthrough.reduction;
    let result = reduction.steps.get(index).map(|step| StepResult {
        value: step.value.to_string(),
        left: &step.left,
        from: step.result.start,
        to: step.result.end,
    });
    let failed = reduction.value.as_ref().err().filter(|_| result.is_none());
    Step {
        before: reduction.before(index),
        start: part.span.start,
        end: part.span.end,
        operation: &part.operation,
        result,
        rule: part.rule.as_ref().map(|rule| &*rule.enclosing_rule),
        error: failed.map(|failed| failed.origin.in_text(reduction.parse.text())),
    }
}

/// The grammars that do not accept the text, and why.
fn refused(explanation: &Explanation) -> Vec<Refused<'_>> {
    let refused = explanation.parses.iter().filter(|it| it.parse.is_err());
    let refused = refused.map(|it| Refused {
        grammar: it.grammar.name(),
        summary: it.grammar.summary(),
        verdict: said_of(explanation, it),
    });
    refused.collect()
}

/// Its value in ordinary arithmetic, if that is another.
fn ordinary(walkthrough: &Walkthrough<'_>) -> Option<String> {
    truth(walkthrough.reduction.parse)
}
