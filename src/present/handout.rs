//! What a page to hand out is made of.

use crate::lessons::{
    Explanation, GrammarReading, Handout, ParseNode, Part, Parting, Place, RuleEvent, Taken,
};
use crate::tracer::{Outcome, RuleId};
use crate::{Grammar, Kind, Named};

use super::explanation_words::{habit_in_words, said_of};
use super::page::{
    Event, ExpressionNode, PageParting, PageReading, PageTaken, Refused, RuleNode, Step, StepResult,
};
use super::value::{reason, truth};

/// What the page shows of one grammar, and what is to be said of it.
pub fn reading(handout: &Handout, verdict: Option<String>) -> PageReading<'_> {
    let Handout { reduction, tree, story, .. } = handout;
    let grammar = &reduction.grammar;
    let worth = reduction.value.as_ref();
    PageReading {
        grammar: grammar.name(),
        summary: grammar.summary(),
        source: grammar.whole_source(),
        tree: reduction.expression.to_s_expression(),
        value: worth.ok().map(ToString::to_string),
        error: worth.err().map(|failed| reason(&reduction.text, &failed.origin)),
        verdict,
        parting: None,
        rule_calls: tree.calls(),
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
    explanation: &Explanation,
    it: &'a GrammarReading,
) -> PageReading<'a> {
    // Ordinary arithmetic is said to be that already, and its value too.
    let verdict = (it.grammar != Grammar::Left).then(|| said_of(explanation, it));
    let parting = it.parting.as_ref().map(|parting| page_parting(parting, &it.grammar));
    PageReading { parting, ..reading(handout, verdict) }
}

fn page_parting<'a>(parting: &'a Parting, grammar: &'a Grammar) -> PageParting<'a> {
    let taken = |grammar: &'a Grammar, Taken { operand, rule }: &'a Taken| PageTaken {
        grammar: grammar.name(),
        start: operand.start,
        end: operand.end,
        rules: rule.as_ref().map(|rule| [&*rule.operation, &*rule.level]),
    };
    let [ordinary, other] = &parting.taken;
    PageParting {
        sign: parting.sign.start,
        taken: [taken(&Grammar::Left, ordinary), taken(grammar, other)],
        cause: parting.habits.iter().map(habit_in_words).collect::<Vec<_>>().join("; "),
    }
}

/// The names of all rules, each at the index of its rule.
fn rule_names(handout: &Handout) -> Vec<&str> {
    let rules = handout.reduction.grammar.rules();
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
    let nodes = handout.tree.nodes().iter().zip(&handout.story.places).zip(handout.rule_steps());
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
    let nodes = handout.reduction.expression.nodes().iter().zip(&handout.parts);
    let nodes = nodes.zip(handout.operation_steps()).enumerate();
    let shown = nodes.map(|(index, ((node, part), step))| {
        let (label, sign, operands) = match &node.kind {
            Kind::Leaf(value) => (value.to_string(), None, 0),
            Kind::Operation(operator) => (operator.to_string(), Some(node.span.start), 2),
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
        rule: part.rule.as_ref().map(|rule| &*rule.level),
        error: failed.map(|failed| reason(&reduction.text, &failed.origin)),
    }
}

/// The grammars that cannot read the text, and why.
pub fn refused(explanation: &Explanation) -> Vec<Refused<'_>> {
    let refused = explanation.readings.iter().filter(|it| it.read.is_err());
    let refused = refused.map(|it| Refused {
        grammar: it.grammar.name(),
        summary: it.grammar.summary(),
        verdict: said_of(explanation, it),
    });
    refused.collect()
}

/// What ordinary arithmetic makes of it, where that is not the same.
pub fn ordinary(handout: &Handout) -> Option<String> {
    truth(&handout.reduction.text, &handout.reduction.ordinary)
}
