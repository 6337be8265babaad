//! Builds the data of a page from what grammars make of a text.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::lessons::{
    Divergence, Explanation, Extent, FailedParse, OperatorRule, Parse, ParseUnder, Part, Recording,
    TraceDetail, UnitRules, Walkthrough,
};
use crate::tracer::{RuleId, RuleOutline};
use crate::{Grammar, Named, NodeKind};

use super::data::{
    ExpressionNode, PageChain, PageData, PageDefinition, PageDetail, PageDivergence, PageFailure,
    PageMended, PageOpenRule, PageReading, PageTaken, PageTried, Step, StepResult, View,
};
use super::drawn::DrawnRules;
use super::events::EventStream;
use super::units::Units;
use crate::present::explanation_words::{convention_in_words, said_of, verdict};
use crate::present::value::truth;

/// What one grammar made of a text.
#[derive(Debug)]
pub enum Shown<'a> {
    /// It reads it as an expression.
    Read(&'a Walkthrough<'a>),
    /// It reads it, and is a plain grammar: there is no expression.
    Plain(&'a Recording<'a>),
    /// It does not read it.
    Failed(&'a FailedParse, &'a Recording<'a>),
}

/// A page of one grammar.
pub fn of_one<'a>(shown: &Shown<'a>, view: View) -> PageData<'a> {
    let (text, reading) = match *shown {
        Shown::Read(walkthrough) => {
            let parse = walkthrough.reduction.parse;
            (parse.text(), of_walkthrough(walkthrough, truth(parse)))
        }
        Shown::Plain(recording) => (recording.text(), of_plain(recording)),
        Shown::Failed(failed, recording) => (failed.text(), of_failed(failed, recording, None)),
    };
    PageData { title: title(text), expression: text, view, verdict: None, readings: vec![reading] }
}

/// A page of all grammars of an explanation; `shown` is what each made of its text, in
/// their order.
pub fn of_explanation<'a>(explanation: &'a Explanation, shown: &[Shown<'a>]) -> PageData<'a> {
    let readings = explanation.parses.iter().zip(shown).map(|(it, shown)| match *shown {
        Shown::Read(walkthrough) => among_others(walkthrough, explanation, it),
        Shown::Plain(recording) => {
            PageReading { verdict: Some(said_of(explanation, it)), ..of_plain(recording) }
        }
        Shown::Failed(failed, recording) => {
            of_failed(failed, recording, Some(said_of(explanation, it)))
        }
    });
    PageData {
        title: title(&explanation.text),
        expression: &explanation.text,
        view: View::Explain,
        verdict: Some(verdict(explanation)),
        readings: readings.collect(),
    }
}

/// A page of a text that no grammar reads; `shown` is what each makes of it.
pub fn of_refusals<'a>(text: &'a str, shown: &[Shown<'a>]) -> PageData<'a> {
    let readings = shown.iter().map(|shown| match *shown {
        Shown::Read(walkthrough) => of_walkthrough(walkthrough, None),
        Shown::Plain(recording) => of_plain(recording),
        Shown::Failed(failed, recording) => of_failed(failed, recording, None),
    });
    PageData {
        title: title(text),
        expression: text,
        view: View::Explain,
        verdict: Some("no grammar reads it".to_owned()),
        readings: readings.collect(),
    }
}

/// The name of a file without the folders that it is in.
fn file_name(name: &str) -> &str {
    name.rsplit(['/', '\\']).next().unwrap_or(name)
}

/// A text as a title, which cannot be empty.
pub(super) fn title(text: &str) -> Cow<'_, str> {
    if text.trim().is_empty() {
        return format!("{text:?}").into();
    }
    if text.contains(char::is_control) {
        text.escape_debug().to_string().into()
    } else {
        text.into()
    }
}

/// What every page shows of how a text is read.
pub(super) fn of_recording<'a>(recording: &'a Recording<'_>) -> PageReading<'a> {
    let grammar = recording.grammar();
    let source = grammar.whole_source();
    let units = Units::of(recording.text());
    let source_units = Units::of(&source);
    let EventStream { numbers, tried } = EventStream::new(recording, &units, &source_units);
    let detail = match (recording.extent(), recording.detail()) {
        (Extent::Tree, _) => PageDetail::Tree,
        (_, TraceDetail::Rules) => PageDetail::Rules,
        (_, TraceDetail::Terminals) => PageDetail::Terminals,
    };
    PageReading {
        grammar: file_name(grammar.name()),
        summary: grammar.summary().into(),
        source_name: file_name(grammar.name()),
        definitions: definitions(grammar, &source, &source_units, &tried),
        source,
        rule_calls: recording.tree().calls(),
        detail,
        rules: rule_names(grammar),
        tried,
        events: numbers,
        unsteady: recording.unsteady().map(|(rule, at)| (rule.index(), units.at(at))).collect(),
        ..PageReading::default()
    }
}

/// The most bytes that diagrams take of a page.
const MAX_RAILS: usize = 300_000;

fn definitions(
    grammar: &Grammar,
    source: &str,
    units: &Units,
    tried: &[PageTried],
) -> Vec<PageDefinition> {
    let rules = DrawnRules::of(grammar, source);
    let place = |span: &Range<usize>| [units.at(span.start), units.at(span.end)];
    let names = rule_names(grammar);
    let tried: HashSet<&str> =
        tried.iter().filter_map(|it| it.rule).map(|rule| names[rule]).collect();
    let mut room = MAX_RAILS;
    let mut rails: HashMap<&str, &str> = HashMap::new();
    for name in rules.names().filter(|name| tried.contains(name)) {
        let picture = rules.rails(name);
        let Some(left) = room.checked_sub(picture.len()) else { break };
        room = left;
        rails.insert(name, picture);
    }
    let definition = |rule: &RuleOutline| {
        let [start, end] = place(&rule.span);
        let leaves = rule.leaves.iter().map(place).collect();
        let rails = rails.get(&*rule.name).map(|&picture| picture.to_owned());
        PageDefinition {
            rule: rule.name.clone(),
            start,
            end,
            body: place(&rule.body),
            leaves,
            rails,
        }
    };
    rules.outlines.iter().map(definition).collect()
}

fn of_plain<'a>(recording: &'a Recording<'_>) -> PageReading<'a> {
    let lacks = recording.grammar().lacks();
    let error = lacks.map(|lacks| format!("the grammar is plain: {lacks}"));
    PageReading { error, ..of_recording(recording) }
}

pub(super) fn of_walkthrough<'a>(
    walkthrough: &'a Walkthrough<'_>,
    verdict: Option<String>,
) -> PageReading<'a> {
    let Walkthrough { reduction, recording, .. } = walkthrough;
    let worth = reduction.value.as_ref();
    let operations = walkthrough.operations().enumerate();
    PageReading {
        has_values: true,
        value: worth.ok().map(ToString::to_string),
        error: worth.err().map(|failed| failed.origin.in_text(reduction.parse.text())),
        verdict,
        tree_steps: walkthrough.rule_steps(),
        expression_nodes: expression_nodes(walkthrough),
        evaluated: reduction.before(0),
        steps: operations.map(|(at, part)| step(walkthrough, at, part)).collect(),
        ..of_recording(recording)
    }
}

/// As [`of_walkthrough`], beside other grammars: with its verdict among these,
/// and where it diverges from ordinary arithmetic.
fn among_others<'a>(
    walkthrough: &'a Walkthrough<'_>,
    explanation: &'a Explanation,
    it: &'a ParseUnder,
) -> PageReading<'a> {
    // Ordinary arithmetic is said to be that already, and its value too.
    let verdict = (!it.grammar.is_ordinary()).then(|| said_of(explanation, it));
    let divergence = it.divergence.as_ref().map(|divergence| {
        page_divergence(divergence, [explanation.ordinary(), walkthrough.reduction.parse])
    });
    PageReading { divergence, ..of_walkthrough(walkthrough, verdict) }
}

fn of_failed<'a>(
    failed: &'a FailedParse,
    recording: &'a Recording<'_>,
    verdict: Option<String>,
) -> PageReading<'a> {
    let diagnosis = failed.diagnosis();
    let error = &diagnosis.error;
    let units = Units::of(failed.text());
    let mended = failed.mended().map(|mended| {
        let units = Units::of(mended.parse.text());
        let piece = mended.fix.place();
        let chain = |UnitRules { rules, span, parent, .. }: UnitRules| PageChain {
            rules,
            start: units.at(span.start),
            end: units.at(span.end),
            parent,
        };
        PageMended {
            text: mended.parse.text().to_owned(),
            start: units.at(piece.start),
            end: units.at(piece.end),
            removed: mended.fix.removed.clone(),
            value: mended.parse.value().ok().map(ToString::to_string),
            nodes: mended.parse.unit_rules().into_iter().map(chain).collect(),
        }
    });
    let open_rule =
        |(rule, at): (&str, usize)| PageOpenRule { rule: rule.to_owned(), start: units.at(at) };
    PageReading {
        verdict,
        failure: Some(PageFailure {
            message: error.message(),
            start: units.at(error.span.start),
            end: units.at(error.span.end),
            expected: failed.expected().to_vec(),
            event: recording.furthest_failure().filter(|&event| event < recording.len()),
            open_rules: diagnosis.path.iter().map(|it| open_rule((&it.rule, it.at))).collect(),
            open_bracket: diagnosis.open_bracket.map(|at| units.at(at)),
            advice: error.advice(),
            mended,
        }),
        ..of_recording(recording)
    }
}

fn page_divergence<'a>(divergence: &Divergence, parses: [&'a Parse; 2]) -> PageDivergence<'a> {
    let [ordinary, other] = divergence.rules(parses);
    let taken = |index: usize, rule: Option<OperatorRule>| PageTaken {
        grammar: file_name(parses[index].grammar().name()),
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
    let result = reduction.steps.get(index).map(|step| {
        let [prefix, suffix] = common(reduction.before(index), &step.left);
        StepResult {
            value: step.value.to_string(),
            prefix,
            suffix,
            middle: &step.left[prefix..step.left.len() - suffix],
            from: step.result.start,
            to: step.result.end,
        }
    });
    let failed = reduction.value.as_ref().err().filter(|_| result.is_none());
    Step {
        start: part.span.start,
        end: part.span.end,
        operation: &part.operation,
        result,
        rule: part.rule.as_ref().map(|rule| &*rule.enclosing_rule),
        error: failed.map(|failed| failed.origin.in_text(reduction.parse.text())),
    }
}

/// The number of bytes that two texts begin with alike, and end with; an expression that
/// is evaluated is ASCII.
fn common(one: &str, other: &str) -> [usize; 2] {
    let alike = |(a, b): &(u8, u8)| a == b;
    let prefix = one.bytes().zip(other.bytes()).take_while(alike).count();
    let (one, other) = (&one[prefix..], &other[prefix..]);
    let suffix = one.bytes().rev().zip(other.bytes().rev()).take_while(alike).count();
    [prefix, suffix]
}
