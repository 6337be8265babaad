//! Builds the data of a page from the parses of a text by grammars, or by readers.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

use crate::lessons::readers::{Action, Moment, Reader, ReaderRun, Readers};
use crate::lessons::{
    Divergence, Explanation, Extent, FailedParse, OpenRule, OperatorRule, Parse, Part, Recording,
    Reduction, TraceDetail, UnitRules, Walkthrough,
};
use crate::serial::{Object, fields};
use crate::tracer::{RuleDefinition, RuleId};
use crate::{Grammar, Named, NodeKind};

use super::events::{EventStream, Units};
use super::{PageData, PageDefinition, PageDetail, PageReading, Step, View};
use crate::present::diagram::rails_of;
use crate::present::explanation_words::{convention_in_words, said_of, verdict};
use crate::present::readers::moment::{row, sentence, title as stack_title};
use crate::present::value::truth;

/// Makes a page of one grammar.
pub fn of_one<'a>(walkthrough: &'a Walkthrough<'a>, view: View) -> PageData<'a> {
    let truth = walkthrough.reduction.as_ref().and_then(|it| truth(it.parse));
    page(walkthrough.recording.text(), view, None, vec![reading(walkthrough, truth)])
}

/// Makes a page of all grammars of an explanation. `walkthroughs` has the parse by each grammar, in
/// the same order.
pub fn of_explanation<'a>(
    explanation: &'a Explanation,
    walkthroughs: &'a [Walkthrough<'a>],
) -> PageData<'a> {
    let readings = explanation.parses.iter().zip(walkthroughs).map(|(it, walkthrough)| {
        // The page already names ordinary arithmetic and its value.
        let is_known = walkthrough.reduction.is_some() && it.grammar().is_ordinary();
        let verdict = (!is_known).then(|| said_of(explanation, it));
        let divergence = it.divergence.as_ref().zip(walkthrough.reduction.as_ref());
        let divergence = divergence.map(|(divergence, reduction)| {
            page_divergence(divergence, [explanation.ordinary(), reduction.parse])
        });
        PageReading { divergence, ..reading(walkthrough, verdict) }
    });
    page(&explanation.text, View::Explain, Some(verdict(explanation)), readings.collect())
}

/// Makes a page of a text to which no grammar gives an expression. `walkthroughs` has the attempt of
/// each grammar; one that gives no values may accept the text.
pub fn of_refusals<'a>(text: &'a str, walkthroughs: &'a [Walkthrough<'a>]) -> PageData<'a> {
    let readings = walkthroughs.iter().map(|it| reading(it, None)).collect();
    let are_failed = walkthroughs.iter().all(|it| it.failed.is_some());
    page(text, View::Explain, are_failed.then(|| "no grammar accepts it".to_owned()), readings)
}

fn page<'a>(
    text: &'a str,
    view: View,
    verdict: Option<String>,
    readings: Vec<PageReading<'a>>,
) -> PageData<'a> {
    PageData { title: title(text), expression: text, view, verdict, readings }
}

/// Returns the name of a file without its folders.
fn file_name(name: &str) -> &str {
    name.rsplit(['/', '\\']).next().unwrap_or(name)
}

/// Returns a text as a title, which cannot be empty.
fn title(text: &str) -> Cow<'_, str> {
    if text.trim().is_empty() {
        format!("{text:?}").into()
    } else if text.contains(char::is_control) {
        text.escape_debug().to_string().into()
    } else {
        text.into()
    }
}

/// Makes the data for the parse by one grammar.
fn reading<'a>(walkthrough: &'a Walkthrough<'a>, verdict: Option<String>) -> PageReading<'a> {
    let Walkthrough { recording, reduction, failed } = walkthrough;
    let data = PageReading { verdict, ..of_recording(recording) };
    match (reduction, failed) {
        (Some(reduction), _) => with_steps(data, reduction),
        (None, Some(failed)) => PageReading { failure: Some(of_failed(failed, recording)), ..data },
        // This grammar gives no values, so the page does not mention them.
        (None, None) => data,
    }
}

/// Makes the data that every parse has.
fn of_recording<'a>(recording: &'a Recording<'_>) -> PageReading<'a> {
    let grammar = recording.grammar;
    let source = grammar.whole_source();
    let units = Units::of(recording.text());
    let source_units = Units::of(&source);
    let EventStream { numbers, tried } = EventStream::new(recording, &units, &source_units);
    let detail = match (recording.extent, recording.detail) {
        (Extent::Tree, _) => PageDetail::Tree,
        (_, TraceDetail::Rules) => PageDetail::Rules,
        (_, TraceDetail::Terminals) => PageDetail::Terminals,
    };
    let names = grammar.rules();
    // The name of each rule is at the index of the rule.
    let rules = [RuleId::EOI].into_iter().chain(names.rules()).map(|rule| names.name(rule));
    let rules: Vec<&str> = rules.collect();
    let is_tried: HashSet<&str> =
        tried.iter().filter_map(|it| it.rule).map(|rule| rules[rule]).collect();
    let is_tried = |rule: &str| is_tried.contains(rule);
    PageReading {
        grammar: file_name(grammar.name()),
        summary: grammar.summary().into(),
        source_name: file_name(grammar.name()),
        definitions: definitions(grammar, &source, &source_units, MAX_RAILS, is_tried),
        source,
        rule_calls: recording.tree.calls,
        detail,
        rules,
        tried,
        events: numbers,
        ends: recording.ends().collect(),
        shows_pairs: grammar.lacks().is_some(),
        varying: names.varying_rules(grammar.start()).into_iter().map(RuleId::index).collect(),
        ..PageReading::default()
    }
}

/// The maximum number of bytes of diagrams on a page.
const MAX_RAILS: usize = 300_000;

/// Returns the rules that the text `source` defines. The rules for which `drawn` returns true
/// include their diagrams, as long as the diagrams fit in `room` bytes.
pub(in crate::present) fn definitions(
    grammar: &Grammar,
    source: &str,
    units: &Units,
    mut room: usize,
    drawn: impl Fn(&str) -> bool,
) -> Vec<PageDefinition> {
    let place = |span: &Range<usize>| [units.at(span.start), units.at(span.end)];
    let definition = |rule: &RuleDefinition| {
        let [start, end] = place(&rule.span);
        let leaves = rule.body.all().filter(|part| part.parts().is_empty());
        let is_drawn = room > 0 && drawn(&rule.name);
        let rails = is_drawn.then(|| rails_of(&rule.flattened())).filter(|picture| {
            let fits = picture.len() <= room;
            room = room.saturating_sub(picture.len());
            fits
        });
        PageDefinition {
            start,
            end,
            body: place(&rule.body.span),
            leaves: leaves.map(|part| place(&part.token)).collect(),
            rails,
            rule: rule.name.clone(),
        }
    };
    let written = &grammar.rules().written.rules;
    written.iter().filter(|rule| rule.span.end <= source.len()).map(definition).collect()
}

/// Adds the steps of the evaluation.
fn with_steps<'a>(data: PageReading<'a>, reduction: &'a Reduction<'_>) -> PageReading<'a> {
    let worth = reduction.value.as_ref();
    let operations = reduction.operations().enumerate();
    PageReading {
        has_values: true,
        value: worth.ok().map(ToString::to_string),
        error: worth.err().map(|failed| failed.origin.in_text(reduction.parse.text())),
        tree_steps: reduction.rule_steps(),
        expression_nodes: expression_nodes(reduction),
        evaluated: reduction.before(0),
        steps: operations.map(|(at, part)| step(reduction, at, part)).collect(),
        ..data
    }
}

fn of_failed(failed: &FailedParse, recording: &Recording<'_>) -> Object {
    let diagnosis = failed.diagnosis();
    let error = &diagnosis.error;
    let units = Units::of(failed.text());
    let mended = failed.mended().map(|mended| {
        let units = Units::of(mended.reading.text());
        let (piece, tree) = (mended.fix.place(), mended.reading.tree());
        let is_plain = mended.reading.grammar().lacks().is_some();
        let tree = if is_plain { &tree.as_pairs() } else { tree };
        let chain = |UnitRules { rules, span, parent, .. }: UnitRules| {
            let [start, end] = [units.at(span.start), units.at(span.end)];
            fields! { "rules" => rules, "start" => start, "end" => end, "parent" => parent }
        };
        let value = mended.reading.parse().and_then(|it| it.value().ok());
        fields! {
            "text" => mended.reading.text(),
            // The inserted piece; empty if the edit only removes something.
            "start" => units.at(piece.start),
            "end" => units.at(piece.end),
            "removed" => mended.fix.removed,
            "value" => value.map(ToString::to_string),
            // The parse tree of the fixed text, parents before children.
            "nodes" => tree.unit_rules().into_iter().map(chain).collect::<Vec<_>>(),
        }
    });
    let open_rule = |it: &OpenRule| fields! { "rule" => it.rule, "start" => units.at(it.at) };
    fields! {
        "message" => error.message(),
        "is_given_up" => error.is_given_up(),
        // The place at which an expected token is missing.
        "start" => units.at(error.span.start),
        "end" => units.at(error.span.end),
        "expected" => failed.expected(),
        // The event of the failure, if the recording has it.
        "event" => recording.furthest_failure(),
        // The rules that are incomplete at the failure.
        "open_rules" => diagnosis.path.iter().map(open_rule).collect::<Vec<_>>(),
        "open_bracket" => diagnosis.open_bracket.map(|at| units.at(at)),
        "advice" => error.advice(),
        "mended" => mended,
    }
}

/// The first operator to which two grammars give different right operands.
fn page_divergence(divergence: &Divergence, parses: [&Parse; 2]) -> Object {
    let [ordinary, other] = divergence.rules(parses);
    let taken = |index: usize, rule: Option<OperatorRule>| {
        let span = &divergence.right_operands[index].span;
        fields! {
            "grammar" => file_name(parses[index].grammar().name()),
            "start" => span.start,
            "end" => span.end,
            // `None` if it would take too long to find the rules.
            "rules" => rule.map(|rule| [rule.operator_rule, rule.enclosing_rule]),
        }
    };
    let causes = divergence.conventions.iter().map(convention_in_words);
    fields! {
        "operator" => divergence.operator_span.start,
        "taken" => [taken(0, ordinary), taken(1, other)],
        "cause" => causes.collect::<Vec<_>>().join("; "),
    }
}

fn expression_nodes(reduction: &Reduction<'_>) -> Vec<Object> {
    let mut waiting: Vec<usize> = Vec::new();
    let written = reduction.parse.written();
    let nodes = written.nodes().iter().zip(&reduction.parts);
    let nodes = nodes.zip(reduction.operation_steps()).enumerate();
    let shown = nodes.map(|(index, ((node, part), step))| {
        let (label, operands) = match &node.kind {
            NodeKind::Leaf(leaf) => (leaf.clone(), 0),
            NodeKind::Operation(operator) => (operator.to_string(), operator.arity()),
        };
        let children = waiting.split_off(waiting.len() - operands);
        waiting.push(index);
        fields! {
            "label" => label,
            "start" => part.start,
            "end" => part.end,
            "children" => children,
            "step" => step,
        }
    });
    shown.collect()
}

fn step<'a>(reduction: &'a Reduction<'_>, index: usize, part: &'a Part) -> Step<'a> {
    let result = reduction.steps.get(index).map(|step| {
        let [prefix, suffix] = common(reduction.before(index), &step.after);
        fields! {
            "value" => step.value.to_string(),
            // The expression after the step has the value in place of the operation. The prefix and
            // the suffix are the lengths of the beginning and the end that it shares with the
            // expression before the step. The middle is the text between them.
            "prefix" => prefix,
            "suffix" => suffix,
            "middle" => step.after[prefix..step.after.len() - suffix],
            // The place of the value in the expression after the step.
            "from" => step.result.start,
            "to" => step.result.end,
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

/// Returns the lengths of the common beginning and the common end of two texts, in bytes. The texts
/// are evaluated expressions, so they are ASCII.
fn common(one: &str, other: &str) -> [usize; 2] {
    let alike = |(a, b): &(u8, u8)| a == b;
    let prefix = one.bytes().zip(other.bytes()).take_while(alike).count();
    let (one, other) = (&one[prefix..], &other[prefix..]);
    [prefix, one.bytes().rev().zip(other.bytes().rev()).take_while(alike).count()]
}

/// Makes a page of all readers. `walkthroughs` has the parse of each reader, or `None`, in the same
/// order.
pub fn of_readers<'a>(
    readers: &'a Readers,
    walkthroughs: &'a [Option<Walkthrough<'a>>],
) -> PageData<'a> {
    let readings = readers.readings.iter().zip(walkthroughs);
    let all_read = readers.readings.iter().all(|it| it.outcome.is_ok());
    let verdict = match (readers.same_trees(), readers.agree()) {
        _ if !readers.any_reads() => "no reader accepts it",
        (true, _) if all_read => "all readers make the same tree",
        (true, _) => "the readers that accept it make the same tree",
        (false, true) => "not all readers make the same tree, but they agree on the value",
        (false, false) => "the grammar gives it a different value from the table of binding powers",
    };
    let readings = readings.map(|(it, walked)| of_reader(readers, it, walked.as_ref()));
    page(&readers.text, View::Readers, Some(verdict.to_owned()), readings.collect())
}

fn of_reader<'a>(
    readers: &'a Readers,
    run: &'a ReaderRun,
    walkthrough: Option<&'a Walkthrough<'a>>,
) -> PageReading<'a> {
    let is_same = readers.has_same_tree(run).filter(|_| run.reader != Reader::Peg);
    let verdict = is_same.map(|is| if is { "the same tree as peg" } else { "another tree" });
    let verdict = verdict.map(str::to_owned);
    let stop = run.outcome.as_ref().err();
    let data = walkthrough.map_or_else(PageReading::default, |it| reading(it, verdict));
    let counted = run.counts.iter().map(|it| format!("{} {}", it.number, it.step.summary()));
    let data = PageReading {
        grammar: run.reader.name(),
        summary: match run.reader {
            Reader::Peg => format!("{} {}", run.reader.summary(), readers.grammar).into(),
            _ => run.reader.summary().into(),
        },
        error: stop.map(|stop| stop.reason.to_string()).or(data.error),
        counts: Some(counted.collect::<Vec<_>>().join(", ")),
        is_packrat: run.reader == Reader::Packrat,
        ..data
    };
    if matches!(run.reader, Reader::Peg | Reader::Packrat) && walkthrough.is_some() {
        return data;
    }
    // The reader has no rules, so its steps do not name rules.
    let steps = data.steps.into_iter().map(|step| Step { rule: None, ..step }).collect();
    PageReading {
        moments: Some(moments(readers, run)),
        definitions: Vec::new(),
        source: String::new(),
        tried: Vec::new(),
        events: Vec::new(),
        tree_steps: Vec::new(),
        steps,
        ..data
    }
}

/// Returns the actions of a reader in order, called moments, and the contents of its stacks.
fn moments(readers: &Readers, run: &ReaderRun) -> Object {
    let moments = &run.moments;
    let units = Units::of(&readers.text);
    let moment = |moment: &Moment| {
        fields! {
            "said" => sentence(readers, run, moment).to_string(),
            "start" => units.at(moment.span.start),
            "end" => units.at(moment.span.end),
            // Whether the action completes an operand or an operation.
            "completes" => matches!(
                moment.action,
                Action::TakeOperand
                    | Action::CloseList
                    | Action::Join(_)
                    | Action::PushOperand
                    | Action::Apply { .. }
            ),
            "failed" => matches!(moment.action, Action::Stop | Action::Fail(_)),
            // The top item of each stack.
            "tops" => moments.tops(moment).collect::<Vec<_>>(),
        }
    };
    let items = moments.items().map(|(item, below)| (row(readers, item).to_string(), below));
    fields! {
        "stacks" => moments.stacks.iter().map(|&stack| stack_title(stack)).collect::<Vec<_>>(),
        // All items that were ever on a stack, each with the index of the item below it.
        "items" => items.collect::<Vec<_>>(),
        "all" => moments.all.iter().map(moment).collect::<Vec<_>>(),
    }
}
