//! What a page to hand out is made of.

use crate::lessons::{
    Divergence, Explanation, Handout, OperatorRule, Parse, ParseNode, ParseUnder, Part, Place,
    RuleEvent,
};
use crate::tracer::{Outcome, RuleId};
use crate::{Grammar, Named, NodeKind};

use super::explanation_words::{convention_in_words, said_of};
use super::page::{
    Event, ExpressionNode, PageParting, PageReading, PageTaken, Refused, RuleNode, Step, StepResult,
};
use super::value::{reason, truth};

/// What the page shows of one grammar, and what is to be said of it.
pub fn reading<'a>(handout: &'a Handout, verdict: Option<String>) -> PageReading<'a> {
    let Handout { reduction, story, .. } = handout;
    let parse = reduction.parse;
    let grammar = &parse.grammar;
    let worth = reduction.value.as_ref();
    PageReading {
        grammar: grammar.name(),
        summary: grammar.summary(),
        source: grammar.whole_source(),
        tree: parse.expression.to_s_expression(),
        value: worth.ok().map(ToString::to_string),
        error: worth.err().map(|failed| reason(&reduction.parse.text, &failed.origin)),
        verdict,
        parting: None,
        rule_calls: parse.tree().calls(),
        is_whole: story.is_whole,
        rules: rule_names(handout),
        events: story.events.iter().map(event).collect(),
        given_up: story.given_up.iter().map(|it| (it.after, it.since)).collect(),
        nodes: rule_nodes(handout),
        expression_nodes: expression_nodes(handout),
        steps: handout.operations().enumerate().map(|(at, part)| step(handout, at, part)).collect(),
    }
}

/// As [`reading`], beside other grammars: with what is said of it among these,
/// and where it parts from ordinary arithmetic.
pub fn reading_among<'a>(
    handout: &'a Handout,
    explanation: &'a Explanation,
    it: &'a ParseUnder,
) -> PageReading<'a> {
    // Ordinary arithmetic is said to be that already, and its value too.
    let verdict = (it.grammar != Grammar::Left).then(|| said_of(explanation, it));
    let parting = it.divergence.as_ref().map(|divergence| {
        page_parting(divergence, [explanation.ordinary(), handout.reduction.parse])
    });
    PageReading { parting, ..reading(handout, verdict) }
}

fn page_parting<'a>(divergence: &Divergence, parses: [&'a Parse; 2]) -> PageParting<'a> {
    let [ordinary, other] = divergence.rules(parses);
    let taken = |index: usize, rule: Option<OperatorRule>| PageTaken {
        grammar: parses[index].grammar.name(),
        start: divergence.right_operands[index].span.start,
        end: divergence.right_operands[index].span.end,
        rules: rule.map(|rule| [rule.operator_rule, rule.enclosing_rule]),
    };
    PageParting {
        sign: divergence.operator_span.start,
        taken: [taken(0, ordinary), taken(1, other)],
        cause: divergence
            .conventions
            .iter()
            .map(convention_in_words)
            .collect::<Vec<_>>()
            .join("; "),
    }
}

/// The names of all rules, each at the index of its rule.
fn rule_names<'a>(handout: &'a Handout) -> Vec<&'a str> {
    let rules = handout.reduction.parse.grammar.rules();
    [RuleId::EOI].into_iter().chain(rules.rules()).map(|rule| rules.name(rule)).collect()
}

fn event(event: &RuleEvent) -> Event {
    let RuleEvent { rule, outcome, depth, at } = *event;
    let rule = rule.index();
    match outcome {
        Outcome::Enter => Event::Enter { rule, depth, at },
        Outcome::Match { end } => Event::Match { rule, depth, at, end },
        Outcome::Fail => Event::Fail { rule, depth, at },
    }
}

fn rule_nodes(handout: &Handout) -> Vec<RuleNode> {
    let nodes = handout
        .reduction
        .parse
        .tree()
        .nodes()
        .iter()
        .zip(&handout.story.places)
        .zip(handout.rule_steps());
    let node = |((node, place), step): ((&ParseNode, &Place), _)| RuleNode {
        rule: node.rule.index(),
        start: node.span.start,
        end: node.span.end,
        parent: node.parent,
        enter: place.enter,
        exit: place.exit,
        step,
    };
    nodes.map(node).collect()
}

fn expression_nodes(handout: &Handout) -> Vec<ExpressionNode> {
    let mut waiting: Vec<usize> = Vec::new();
    let nodes = handout.reduction.parse.expression.nodes().iter().zip(&handout.parts);
    let nodes = nodes.zip(handout.operation_steps()).enumerate();
    let shown = nodes.map(|(index, ((node, part), step))| {
        let (label, sign, operands) = match &node.kind {
            NodeKind::Leaf(value) => (value.to_string(), None, 0),
            NodeKind::Operation(operator) => (operator.to_string(), Some(node.span.start), 2),
        };
        let children = waiting.split_off(waiting.len().saturating_sub(operands));
        waiting.push(index);
        ExpressionNode { label, start: part.start, end: part.end, sign, children, step }
    });
    shown.collect()
}

fn step<'a>(handout: &'a Handout, index: usize, part: &'a Part) -> Step<'a> {
    let reduction = &handout.reduction;
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
        error: failed.map(|failed| reason(&reduction.parse.text, &failed.origin)),
    }
}

/// The grammars that cannot read the text, and why.
pub fn refused(explanation: &Explanation) -> Vec<Refused<'_>> {
    let refused = explanation.parses.iter().filter(|it| it.parse.is_err());
    let refused = refused.map(|it| Refused {
        grammar: it.grammar.name(),
        summary: it.grammar.summary(),
        verdict: said_of(explanation, it),
    });
    refused.collect()
}

/// What ordinary arithmetic makes of it, where that is not the same.
pub fn ordinary(handout: &Handout) -> Option<String> {
    truth(handout.reduction.parse)
}
