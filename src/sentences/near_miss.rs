//! Texts that are almost read: one character away from one that is.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::ControlFlow;

use super::checker::is_missed;
use super::{Sentence, Sentences};
use crate::tracer::What;

/// The most texts that are tried.
const MOST_TRIED: usize = 20_000;

/// A character that grammars seldom mention.
const STRANGER: char = '§';

/// A text that a grammar refuses, one character away from one that it reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NearMiss {
    /// The text.
    pub text: String,
    /// The byte at which nothing could be read.
    pub at: usize,
    /// A text that is read.
    pub of: String,
}

impl Sentences<'_> {
    /// The near misses of these texts, the shortest first: a character is left
    /// out, doubled or replaced. Of those that lack the same things one is
    /// enough.
    pub fn near_misses(&self, sentences: &[Sentence]) -> Vec<NearMiss> {
        let mut tried = HashSet::new();
        let mut misses: HashMap<BTreeSet<String>, NearMiss> = HashMap::new();
        let mut of: Vec<&str> = sentences.iter().map(|sentence| &*sentence.text).collect();
        of.sort_by_key(|text| text.len());
        for of in of {
            for text in edited(of) {
                if tried.len() >= MOST_TRIED || self.is_exhausted() {
                    break;
                }
                if !tried.insert(text.clone()) || !self.is_refused(&text) {
                    continue;
                }
                let (at, lacks) = self.farthest(&text);
                let miss = NearMiss { text, at, of: of.to_owned() };
                let key = |it: &NearMiss| (it.text.chars().count(), it.text.clone());
                match misses.get_mut(&lacks) {
                    Some(known) if key(known) <= key(&miss) => {}
                    Some(known) => *known = miss,
                    None => drop(misses.insert(lacks, miss)),
                }
            }
        }
        let mut misses: Vec<NearMiss> = misses.into_values().collect();
        misses.sort_by(|a, b| (a.text.len(), &a.text).cmp(&(b.text.len(), &b.text)));
        misses
    }

    /// The last place at which something could have gone on, and what.
    fn farthest(&self, text: &str) -> (usize, BTreeSet<String>) {
        let (mut farthest, mut lacks) = (0, BTreeSet::new());
        let traced = self.grammar.trace(self.first, text, |event| {
            if let What::Terminal(terminal) = event.what
                && event.at >= farthest
                && is_missed(&event)
            {
                if event.at > farthest {
                    farthest = event.at;
                    lacks.clear();
                }
                lacks.insert(terminal.to_string());
            }
            ControlFlow::Continue(())
        });
        debug_assert!(traced.is_err(), "it is refused");
        (farthest, lacks)
    }
}

/// The texts that are one character away.
fn edited(text: &str) -> Vec<String> {
    let characters: Vec<char> = text.chars().collect();
    let mut edited = Vec::new();
    for (at, &character) in characters.iter().enumerate() {
        let (before, after) = (&characters[..at], &characters[at + 1..]);
        let with = |middle: &[char]| [before, middle, after].concat().into_iter().collect();
        edited.extend([with(&[]), with(&[character, character]), with(&[STRANGER])]);
        // Others of the text itself: its brackets and signs in the wrong place.
        let mut others = characters.clone();
        others.sort_unstable();
        others.dedup();
        edited.extend(others.into_iter().filter(|&it| it != character).map(|it| with(&[it])));
    }
    edited
}
