//! The state at a step of an evaluation: what was done, the text before and after, and
//! the steps so far.

use std::ops::Range;

use super::super::Line;
use super::super::markup as m;
use super::super::reduction::{Label, done, end, not_done};
use super::{List, Marked, SnapshotView};
use crate::grammars::Ordinary;
use crate::lessons::{Reduction, StepSnapshot};

/// A step of a reduction, or its end, with at most `rows` rows in a list.
pub fn step_view(reduction: &Reduction<'_>, index: usize, rows: usize) -> Option<SnapshotView> {
    let so_far: Vec<StepSnapshot<'_>> =
        (0..=index).map_while(|step| reduction.state_at(step)).collect();
    let now = reduction.state_at(index)?;
    let lists = vec![List::last("so far", &so_far, rows, |state| step_sentence(reduction, state))];
    Some(SnapshotView {
        number: index + 1,
        total: reduction.steps.len() + 1,
        is_cut: false,
        definition: None,
        sentence: step_sentence(reduction, &now),
        texts: texts(&now),
        lists,
    })
}

fn step_sentence(reduction: &Reduction<'_>, state: &StepSnapshot<'_>) -> Line {
    match state {
        StepSnapshot::Done { step, .. } => labelled(done(step)),
        StepSnapshot::Failed { failed, .. } => {
            let line = labelled(not_done(reduction.parse.text(), failed));
            // Where ordinary arithmetic has no value either, that says all.
            match end(reduction) {
                Some(end) if matches!(reduction.parse.ordinary(), Ordinary::Value(_)) => {
                    line.and(m::plain("; ")).and(end)
                }
                _ => line,
            }
        }
        StepSnapshot::Value { .. } => {
            m::plain("the value is ").and(end(reduction).expect("the last state has a value"))
        }
    }
}

fn labelled(Label { operation, result }: Label<'_>) -> Line {
    m::expression(operation).and(m::plain(" ")).and(result)
}

fn texts(state: &StepSnapshot<'_>) -> Vec<Marked> {
    let marked = |text: &str, part: &Range<usize>| Marked {
        text: text.to_owned(),
        part: part.clone(),
        points: false,
    };
    match state {
        StepSnapshot::Done { before, step } => {
            vec![marked(before, &step.part.span), marked(&step.left, &step.result)]
        }
        StepSnapshot::Failed { before, failed } => vec![marked(before, &failed.part.span)],
        StepSnapshot::Value { left, .. } => vec![marked(left, &(0..left.len()))],
    }
}
