//! Texts made from the rules of a grammar: the shortest that use each of its parts
//! (P. Purdom, "A sentence generator for testing parsers", 1972), near misses, and
//! long ones at random.
//!
//! The rules are taken as those of a context-free grammar, and tell how short the
//! texts of each part are, and the shortest way to it. What a parser makes of
//! such a text is another matter: an earlier alternative may take it, or a
//! predicate refuse it. So every text is read by the grammar itself, and traced to
//! see which parts it uses; where that is not what was meant, it is written again,
//! otherwise.
//!
//! ```
//! use bracket24::sentences::Sentences;
//! use bracket24::tracer::PestGrammar;
//!
//! let grammar = PestGrammar::read(r#"list = { "x" ~ ("," ~ "x")* ~ EOI }"#)?;
//! let start = grammar.rule("list").expect("it is the first");
//! let mut sentences = Sentences::new(&grammar, start);
//! let cover = sentences.cover();
//! assert!(cover.iter().any(|sentence| sentence.text == "x,x"));
//! assert_eq!(sentences.unused(&cover).count(), 0);
//! # Ok::<(), bracket24::tracer::GrammarErrors>(())
//! ```

mod characters;
mod checker;
mod lengths;
mod model;
mod part;
mod texts;
mod writer;

use std::ops::Range;

use fastrand::Rng;

pub(crate) use characters::{rank, tokens};
pub use part::{Part, PartKind};
pub use texts::NearMiss;

use crate::tracer::{PestGrammar, RuleDefinition, RuleId, TraceError};
use checker::Checker;
use lengths::{Lengths, Ways};
use model::{Model, Node, NodeId, Shape};
use writer::{Source, Wanted, write};

/// The most events of all traces that the texts of a grammar are tried with.
const MAX_EVENTS: u64 = 30_000_000;

/// The longest text that is made at random, in bytes.
pub const MAX_SIZE: usize = 1 << 20;

/// What texts of a grammar are made from.
#[derive(Debug)]
pub struct Sentences<'g> {
    model: Model,
    lengths: Lengths,
    ways: Ways,
    checker: Checker,
    /// What they begin with, by index and in the grammar.
    start: usize,
    grammar: &'g PestGrammar,
    first: RuleId,
    /// The parts that a text can come to.
    reachable: Vec<usize>,
    rng: Rng,
}

/// A text that a grammar reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sentence {
    /// The text.
    pub text: String,
    /// The parts that it uses: see [`Sentences::part`].
    pub uses: Vec<usize>,
}

impl<'g> Sentences<'g> {
    /// Prepares to make texts that the rule `first` of `grammar` matches.
    ///
    /// # Panics
    ///
    /// If `first` is a rule of another grammar.
    pub fn new(grammar: &'g PestGrammar, first: RuleId) -> Self {
        let rules = grammar.written().rules.iter();
        let definitions: Vec<_> = rules.map(RuleDefinition::flattened).collect();
        let made = Checker::new(&definitions, MAX_EVENTS);
        let (model, checker) = made.expect("a grammar is read before it is used");
        let start = model.rules.iter().position(|rule| rule.name == grammar.name(first));
        let start = start.expect("it begins with one of its own rules");
        let lengths = Lengths::of(&model);
        let ways = Ways::of(&model, &lengths, start);
        let nodes = reachable(&model, start, false);
        let is_reachable = |part: &usize| nodes[model.part_nodes[*part]];
        let reachable = (0..model.parts.len()).filter(is_reachable).collect();
        let rng = Rng::with_seed(0);
        Self { model, lengths, ways, checker, start, grammar, first, reachable, rng }
    }

    /// Takes random numbers from `seed` from now on.
    pub fn seed(&mut self, seed: u64) {
        self.rng = Rng::with_seed(seed);
    }

    /// A part, by the number it has in [`Sentence::uses`].
    pub fn part(&self, part: usize) -> &Part {
        &self.model.parts[part]
    }

    /// The place of a part in the whole text of the grammar.
    pub(crate) fn place(&self, part: usize) -> &Range<usize> {
        &self.model.part_places[part]
    }

    /// A short text at random, of up to `extra` bytes more than the shortest.
    pub fn short(&mut self, extra: usize) -> Option<Sentence> {
        let (text, _) = self.written(Wanted { way: &[], extra, is_any: true })?;
        self.read(text)
    }

    /// All parts that the first rule leads to, but for what must not be there.
    pub fn parts(&self) -> impl Iterator<Item = &Part> {
        self.reachable.iter().map(|&part| self.part(part))
    }

    /// The parts that none of these texts uses.
    pub fn unused(&self, sentences: &[Sentence]) -> impl Iterator<Item = &Part> {
        let used = self.used(sentences);
        self.reachable.iter().filter(move |&&part| !used[part]).map(|&part| self.part(part))
    }

    /// Whether so much was tried that what was not found may yet be there.
    pub fn is_exhausted(&self) -> bool {
        self.checker.is_exhausted()
    }

    /// A text, if it is read to its end, and the parts it uses.
    pub fn read(&self, text: String) -> Option<Sentence> {
        let end = self.checker.end_of_text(self.grammar, self.first, &text);
        if end != Ok(text.len()) {
            return None;
        }
        let uses = self.checker.read(self.start, &text)?;
        Some(Sentence { text, uses })
    }

    /// A text, and what can be left out of it.
    fn written(&mut self, wanted: Wanted<'_>) -> Option<(String, Vec<Range<usize>>)> {
        let source = Source { model: &self.model, lengths: &self.lengths, checker: &self.checker };
        write(source, self.start, wanted, &mut self.rng)
    }

    /// Whether the text is refused; one that is read in part, or for too long,
    /// is not.
    fn is_refused(&self, text: &str) -> bool {
        let end = self.checker.end_of_text(self.grammar, self.first, text);
        matches!(end, Err(TraceError::Syntax(_)))
    }

    fn used(&self, sentences: &[Sentence]) -> Vec<bool> {
        let mut used = vec![false; self.model.parts.len()];
        for &part in sentences.iter().flat_map(|sentence| &sentence.uses) {
            used[part] = true;
        }
        used
    }
}

/// Which nodes the rule `start` leads to; those that must not be there are among them
/// with `refused_too`.
fn reachable(model: &Model, start: usize, refused_too: bool) -> Vec<bool> {
    let mut reachable = vec![false; model.nodes.len()];
    let mut waiting: Vec<NodeId> = vec![model.rules[start].root];
    // Blanks may stand anywhere.
    waiting.extend(model.implicit.iter().map(|&rule| model.rules[rule].root));
    while let Some(node) = waiting.pop() {
        let is_new = !std::mem::replace(&mut reachable[node], true);
        let Node { shape, parts } = &model.nodes[node];
        if is_new && (refused_too || !matches!(shape, Shape::Lookahead { positive: false })) {
            waiting.extend(parts);
        }
    }
    reachable
}
