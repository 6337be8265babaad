//! What a page to hand out shows of a text: how it is read, how it is worked
//! out, and what in one belongs to what in the other.

use std::ops::Range;

use super::{Parse, Part, Reduction, Story};
use crate::grammars::SyntaxError;
use crate::syntax::NodeKind;

/// How a text is read and worked out under one grammar.
#[derive(Debug, Clone)]
pub struct Handout<'p> {
    /// The expression and how its value comes about.
    pub reduction: Reduction<'p>,
    /// Every rule that was tried.
    pub story: Story,
    /// For each node of the expression where it stands in the text: an
    /// operation with its operands and the brackets around these.
    pub parts: Vec<Range<usize>>,
}

impl<'p> Handout<'p> {
    /// Records how the text of `parse` is read, and works it out. Where that
    /// takes more than `limit` events, only those of the parse tree are kept.
    ///
    /// # Errors
    ///
    /// As [`Reduction::of`].
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::{Grammar, lessons::{Handout, Parse}};
    ///
    /// let parse = Parse::new("8-4-2", &Grammar::Left)?;
    /// let handout = Handout::of(&parse, 1000)?;
    /// assert!(handout.story.is_whole);
    /// // The whole text is worked out by the second step.
    /// assert_eq!(handout.rule_steps()[0], Some(1));
    /// # Ok::<(), bracket24::SyntaxError>(())
    /// ```
    pub fn of(parse: &'p Parse, limit: usize) -> Result<Self, SyntaxError> {
        let (story, tree) = Story::record(&parse.text, &parse.grammar, limit);
        parse.keep_tree(tree);
        let spans = parse.expression.bracketed_spans(&parse.text);
        let parts = spans.into_iter().map(|span| span.inside).collect();
        Ok(Self { reduction: Reduction::of(parse)?, story, parts })
    }

    /// The operations in the order in which they are worked out. Where there is
    /// no value the last one is that which cannot be done.
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

    /// For each node of the parse tree the step after which all that it read
    /// is worked out. A rule that read no operation has none, nor has one whose
    /// last is not reached.
    pub fn rule_steps(&self) -> Vec<Option<usize>> {
        let steps = self.operation_steps();
        let nodes = self.reduction.parse.expression.nodes().iter().zip(&self.parts).zip(steps);
        let operations: Vec<_> = nodes
            .filter(|((node, _), _)| matches!(node.kind, NodeKind::Operation(_)))
            .map(|((_, part), step)| (part, step))
            .collect();
        let step_of = |span: &Range<usize>| {
            // Operands come before their operation: the last one is around all.
            let is_within = |part: &Range<usize>| span.start <= part.start && part.end <= span.end;
            operations.iter().rev().find(|(part, _)| is_within(part))?.1
        };
        self.reduction.parse.tree().nodes().iter().map(|node| step_of(&node.span)).collect()
    }
}
