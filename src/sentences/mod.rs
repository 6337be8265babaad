//! Texts made from a grammar's rules: the shortest texts that use each part of the rules (P.
//! Purdom, "A sentence generator for testing parsers", 1972), near misses, and long random texts. A
//! near miss is a text that the grammar refuses because of one character.
//!
//! The program treats the rules as context-free. From them it computes the length of the shortest
//! text of each part, and the shortest way from the start rule to the part. The parser may still
//! treat such a text differently: an earlier alternative may match instead, or a predicate may
//! refuse the text. So the program parses and traces every text with the grammar, to find the parts
//! that the text uses. If the intended part is missing, it writes another text.
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
mod texts;
mod writer;

use std::collections::HashSet;
use std::ops::Range;

pub(crate) use characters::{rank, tokens};
pub use model::{Part, PartKind};
pub(crate) use texts::MOST_BYTES;
pub use texts::NearMiss;

use crate::Random;
use crate::tracer::{PestGrammar, RuleDefinition, RuleId, TraceError, is_wanted};
use checker::Checker;
use lengths::{Lengths, Ways};
use model::{Model, Node, NodeId, Shape};
use writer::Wanted;

/// The maximum number of events in all traces for the texts of one grammar.
const MAX_EVENTS: u64 = 30_000_000;

/// The maximum size of a random text, in bytes.
pub const MAX_SIZE: usize = 1 << 20;

/// Makes the texts of a grammar.
#[derive(Debug)]
pub struct Sentences<'g> {
    model: Model,
    lengths: Lengths,
    ways: Ways,
    checker: Checker,
    /// The start rule, as an index and as a rule of the grammar.
    start: usize,
    pub(crate) grammar: &'g PestGrammar,
    pub(crate) first: RuleId,
    /// The parts that a text can use, as sorted indices.
    reachable: Vec<usize>,
    random: Random,
}

/// A text that a grammar accepts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sentence {
    /// The text.
    pub text: String,
    /// The numbers of the parts that the text uses: see [`Sentences::part`].
    pub uses: Vec<usize>,
}

/// A text, and the parts that can be left out of it.
type Written = (String, Vec<Range<usize>>);

impl<'g> Sentences<'g> {
    /// Prepares to make texts that the rule `first` of `grammar` matches.
    ///
    /// # Panics
    ///
    /// Panics if `first` is [`RuleId::EOI`] or a rule that `grammar` does not have. The rule of
    /// another grammar may count as a rule of this one.
    pub fn new(grammar: &'g PestGrammar, first: RuleId) -> Self {
        let rules = grammar.written.rules.iter();
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
        let random = Random::seeded(0);
        Self { model, lengths, ways, checker, start, grammar, first, reachable, random }
    }

    /// Seeds the random number generator.
    pub fn seed(&mut self, seed: u64) {
        self.random = Random::seeded(seed);
    }

    /// A part, by its number in [`Sentence::uses`].
    ///
    /// # Panics
    ///
    /// Panics if there is no part of this number.
    pub fn part(&self, part: usize) -> &Part {
        &self.model.parts[part]
    }

    /// The place of a part in the whole text of the grammar.
    pub(crate) fn place(&self, part: usize) -> &Range<usize> {
        &self.model.part_places[part]
    }

    /// A short random text, at most about `extra` bytes longer than the shortest: characters of
    /// several bytes and blanks may make it longer, and it is shorter if the rules end or nest too
    /// deeply before. An `extra` above [`MAX_SIZE`] counts as `MAX_SIZE`. `None` if the grammar
    /// rejects the text that was made, or if no text was found.
    pub fn short(&mut self, extra: usize) -> Option<Sentence> {
        let (text, _) =
            self.written(Wanted { way: &[], extra: extra.min(MAX_SIZE), is_any: true })?;
        self.read(text)
    }

    /// All parts that the start rule leads to, except those inside `!`.
    pub fn parts(&self) -> impl Iterator<Item = &Part> {
        self.reachable.iter().map(|&part| self.part(part))
    }

    /// The parts that none of these texts uses.
    pub fn unused(&self, sentences: &[Sentence]) -> impl Iterator<Item = &Part> {
        let used: HashSet<usize> = sentences.iter().flat_map(|it| &it.uses).copied().collect();
        self.reachable.iter().filter(move |part| !used.contains(part)).map(|&part| self.part(part))
    }

    /// Whether the limit on events was reached, or the texts are no longer
    /// [wanted](crate::tracer::while_wanted), so that some may be missing.
    pub fn is_exhausted(&self) -> bool {
        self.checker.is_exhausted() || !is_wanted()
    }

    /// Parses a text, and finds the parts that it uses; `None` if the grammar does not match all of
    /// it, or once [`is_exhausted`](Self::is_exhausted) is true.
    pub fn read(&self, text: String) -> Option<Sentence> {
        (self.end(&text) == Ok(text.len())).then_some(())?;
        let uses = self.checker.read(self.start, &text)?;
        Some(Sentence { text, uses })
    }

    /// Whether the grammar rejects the text. A match of only the beginning does not count as a
    /// rejection, nor does an exceeded limit.
    fn is_refused(&self, text: &str) -> bool {
        matches!(self.end(text), Err(TraceError::Syntax(_)))
    }
}

/// Marks the nodes that the rule `start` leads to. Skips those inside `!`, unless `refused_too`.
fn reachable(model: &Model, start: usize, refused_too: bool) -> Vec<bool> {
    let mut reachable = vec![false; model.nodes.len()];
    let mut waiting: Vec<NodeId> = vec![model.rules[start].root];
    // Blanks may be anywhere.
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
