//! The parse and the evaluation of a text together: which step of the evaluation
//! belongs to which rule.

use std::ops::Range;

use super::parse::Parse;
use super::recording::Recording;
use super::reduction::{Part, Reduction};
use crate::grammars::SyntaxError;
use crate::syntax::NodeKind;

/// The parse and the evaluation of a text under one grammar.
#[derive(Debug)]
pub struct Walkthrough<'p> {
    /// The expression and the steps of its evaluation.
    pub reduction: Reduction<'p>,
    /// Every rule that was tried; the parse tree alone where that is too much.
    pub recording: Recording<'p>,
    /// For each node of the expression where it stands in the text: an
    /// operation with its operands and the brackets around these.
    pub parts: Vec<Range<usize>>,
}

impl<'p> Walkthrough<'p> {
    /// Records how the text of `parse` is read, and evaluates it. Where reading
    /// takes more than `limit` events, only those of the parse tree are kept.
    ///
    /// # Errors
    ///
    /// As [`Reduction::of`].
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::{Grammar, lessons::{Extent, Parse, Walkthrough}};
    ///
    /// let parse = Parse::new("8-4-2", &Grammar::Left)?;
    /// let walkthrough = Walkthrough::of(&parse, 1000)?;
    /// assert_eq!(walkthrough.recording.extent(), Extent::Whole);
    /// // The second step gives the value of the whole text.
    /// assert_eq!(walkthrough.rule_steps()[0], Some(1));
    /// # Ok::<(), bracket24::SyntaxError>(())
    /// ```
    pub fn of(parse: &'p Parse, limit: usize) -> Result<Self, SyntaxError> {
        let recording = Recording::within(parse.text(), parse.grammar(), limit);
        parse.keep_tree(recording.tree().clone());
        let spans = parse.expression().bracketed_spans(parse.text());
        let parts = spans.into_iter().map(|span| span.inside).collect();
        Ok(Self { reduction: Reduction::of(parse)?, recording, parts })
    }

    /// The operations in the order in which they are evaluated. Where there is no
    /// value, the last one is the division by zero.
    pub fn operations(&self) -> impl Iterator<Item = &Part> {
        let failed = self.reduction.value.as_ref().err().map(|failed| &failed.part);
        self.reduction.steps.iter().map(|step| &step.part).chain(failed)
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
        let nodes = self.reduction.parse.expression().nodes().iter().zip(&self.parts).zip(steps);
        let operations: Vec<_> = nodes
            .filter(|((node, _), _)| matches!(node.kind, NodeKind::Operation(_)))
            .map(|((_, part), step)| (part, step))
            .collect();
        let step_of = |span: &Range<usize>| {
            // Operands come before their operation: the last one is around all.
            let is_within = |part: &Range<usize>| span.start <= part.start && part.end <= span.end;
            operations.iter().rev().find(|(part, _)| is_within(part))?.1
        };
        self.recording.tree().nodes().iter().map(|node| step_of(&node.span)).collect()
    }
}
