//! The kinds of texts: short ones that use every part of a grammar, near misses, and long random
//! ones. Also counts how often texts use the parts.

use std::collections::{BTreeSet, HashSet};
use std::ops::{ControlFlow, Range};

use itertools::Itertools;

use super::checker::is_missed;
use super::writer::Wanted;
use super::{MAX_EVENTS, MAX_SIZE, Sentence, Sentences, Written, reachable};
use crate::tracer::What;

/// The number of different texts to write for a part.
const TRIES: usize = 40;

/// The maximum number of bytes by which such a text exceeds the shortest text that uses the part.
const MOST_EXTRA: usize = 16;

/// The maximum number of extra bytes in a random text that uses the part by chance.
const MOST_BY_CHANCE: usize = 60;

/// The maximum number of attempts to shorten a text.
const CUTS: usize = 300;

impl Sentences<'_> {
    /// Texts that together use every part for which a text is found, the shortest first. Each is
    /// the shortest text found for some part.
    pub fn cover(&mut self) -> Vec<Sentence> {
        let length = |part: usize| {
            // A part without a known length comes last.
            let length = self.ways.length(&self.lengths, self.model.part_nodes[part]);
            (length.is_none(), length)
        };
        // The parts with the shortest texts come first. So if a text also uses a later part, that
        // part needs no text of its own: it would not be shorter.
        let parts = self.reachable.iter().map(|&part| (length(part), part)).sorted_unstable();
        let mut used = vec![false; self.model.parts.len()];
        let mut found = Vec::new();
        for (_, part) in parts {
            if used[part] || self.is_exhausted() {
                continue;
            }
            if let Some(sentence) = self.with_part(part) {
                sentence.uses.iter().for_each(|&part| used[part] = true);
                found.push(sentence);
            }
        }
        found.sort_by(|a, b| (a.text.len(), &a.text).cmp(&(b.text.len(), &b.text)));
        found
    }

    /// The shortest text found that uses this part, and that the grammar accepts.
    ///
    /// # Panics
    ///
    /// Panics if there is no part of this number.
    pub fn with_part(&mut self, part: usize) -> Option<Sentence> {
        let node = self.model.part_nodes[part];
        self.ways.length(&self.lengths, node)?;
        let way = self.ways.way(node);
        for attempt in 0..TRIES * 2 {
            let (way, extra) = if attempt < TRIES {
                (&*way, attempt * MOST_EXTRA / TRIES)
            } else {
                (&[][..], self.random.below(MOST_BY_CHANCE + 1))
            };
            let wanted = Wanted { way, extra, is_any: attempt > 0 };
            let Some((text, _)) = self.written(wanted) else { continue };
            let sentence = self.read(text).filter(|it| it.uses.binary_search(&part).is_ok());
            if let Some(sentence) = sentence {
                return Some(if attempt == 0 { sentence } else { self.shortened(sentence, part) });
            }
        }
        None
    }

    /// Removes characters from a text as long as the grammar accepts it and it uses the part.
    fn shortened(&self, mut sentence: Sentence, part: usize) -> Sentence {
        let mut cuts = CUTS;
        let mut size = sentence.text.chars().count() / 2;
        while size > 0 {
            let mut at = 0;
            while at < sentence.text.chars().count() && cuts > 0 {
                let characters = sentence.text.chars().enumerate();
                let rest = characters.filter(|(index, _)| !(at..at + size).contains(index));
                let rest = rest.map(|(_, character)| character).collect();
                cuts -= 1;
                match self.read(rest).filter(|it| it.uses.binary_search(&part).is_ok()) {
                    Some(shorter) => sentence = shorter,
                    None => at += size,
                }
            }
            size /= 2;
        }
        sentence
    }
}

/// The maximum number of texts to try.
const MOST_TRIED: usize = 20_000;

/// The maximum number of bytes of all texts that are made by changing others or by joining tokens,
/// and of the terminals that near misses lack: the shortest text of a grammar, or a literal, may have
/// hundreds of thousands of characters.
pub(crate) const MOST_BYTES: usize = 1 << 24;

/// A character that grammars seldom mention.
const STRANGER: char = '§';

/// A text that a grammar refuses, although it accepts a text that differs in one character.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NearMiss {
    /// The text.
    pub text: String,
    /// The last byte at which a terminal failed.
    pub at: usize,
    /// The text that the grammar accepts.
    pub of: String,
}

impl Sentences<'_> {
    /// The near misses of these texts, the shortest first. In each, one character is left out,
    /// doubled or replaced. Of several texts that fail with the same expected tokens, only the
    /// shortest is kept.
    pub fn near_misses(&self, sentences: &[Sentence]) -> Vec<NearMiss> {
        let (mut tried, mut bytes) = (HashSet::new(), 0);
        let mut misses: Vec<(BTreeSet<String>, NearMiss)> = Vec::new();
        let texts = sentences.iter().map(|sentence| &*sentence.text);
        for of in texts.sorted_by_key(|text| text.len()) {
            for text in edited(&of.chars().collect::<Vec<_>>()) {
                bytes += text.len();
                if tried.len() >= MOST_TRIED || bytes > MOST_BYTES || self.is_exhausted() {
                    break;
                }
                if !tried.insert(text.clone()) || !self.is_refused(&text) {
                    continue;
                }
                let (at, lacks) = self.farthest(&text);
                bytes += lacks.iter().map(String::len).sum::<usize>();
                misses.push((lacks, NearMiss { text, at, of: of.to_owned() }));
            }
        }
        misses.sort_by_cached_key(|(_, it)| (it.text.chars().count(), it.text.clone()));
        let misses = misses.into_iter().unique_by(|(lacks, _)| lacks.clone()).map(|(_, miss)| miss);
        misses.sorted_by_cached_key(|it| (it.text.len(), it.text.clone())).collect()
    }

    /// The last place where a terminal failed, and the terminals that failed there.
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

/// The texts that differ from the text of these characters in one of them.
fn edited(characters: &[char]) -> impl Iterator<Item = String> {
    let used: Vec<char> = characters.iter().copied().sorted_unstable().dedup().collect();
    characters.iter().enumerate().flat_map(move |(at, &character)| {
        // Also put the text's other characters here: this puts its brackets and signs in the wrong
        // place.
        let others = used.clone().into_iter().filter(move |&it| it != character);
        let some = [vec![], vec![character, character], vec![STRANGER]].into_iter();
        let middles = some.chain(others.map(|it| vec![it]));
        let (before, after) = (&characters[..at], &characters[at + 1..]);
        middles.map(move |middle| before.iter().chain(&middle).chain(after).collect())
    })
}

/// The maximum number of events per byte of a text, for all attempts together.
const EVENTS_OF_A_BYTE: u64 = 3_000;

/// The maximum number of bytes that are written directly; a longer text repeats parts of such a
/// text.
const PAGE: usize = 2_000;

/// The maximum number of parts to try to repeat.
const GROWTHS: usize = 60;

/// The maximum number of attempts to write a text of about the right size.
const TRIES_AT_RANDOM: usize = 12;

/// After this many attempts, a text may be off by a fifth instead of a twentieth.
const STRICT_TRIES: usize = 3;

impl Sentences<'_> {
    /// A random text of about `size` bytes, at most [`MAX_SIZE`]. If none of this size is found, as
    /// for a grammar of a few short texts, the text may be far shorter or longer; `None` if no text
    /// is found at all.
    pub fn random(&mut self, size: usize) -> Option<String> {
        let size = size.min(MAX_SIZE);
        let page = self.page(size.min(PAGE))?;
        Some(if size > PAGE { self.grown(page, size) } else { page.0 })
    }

    /// Writes several texts; returns the one whose size is closest to `size`, together with the
    /// spans that can be left out of it.
    fn page(&mut self, size: usize) -> Option<Written> {
        let shortest = self.lengths.bytes(self.model.rules[self.start].root)?;
        let mut best: Option<Written> = None;
        let mut extra = size.saturating_sub(shortest);
        let off = |text: &str| text.len().abs_diff(size);
        for attempt in 0..TRIES_AT_RANDOM {
            self.checker
                .allow(MAX_EVENTS.max(size as u64 * EVENTS_OF_A_BYTE) / TRIES_AT_RANDOM as u64);
            let wanted = Wanted { way: &[], extra, is_any: true };
            let Some(written) = self.written(wanted) else { continue };
            // Below, the size of this text decides how many bytes to allow for the next one.
            let made = written.0.len();
            match self.mended(written) {
                Some(made) if best.as_ref().is_none_or(|best| off(&made.0) < off(&best.0)) => {
                    best = Some(made);
                }
                Some(_) => {}
                // The grammar is more likely to accept a shorter text.
                None => extra -= extra / 3,
            }
            if best.is_some() {
                let scaled = extra.saturating_mul(size) / made.max(1);
                extra = usize::midpoint(extra, scaled).clamp(size / 2, size.saturating_mul(8));
            }
            let allowed = if attempt < STRICT_TRIES { size / 20 } else { size / 5 };
            if best.as_ref().is_some_and(|best| off(&best.0) <= allowed) {
                break;
            }
        }
        best
    }

    /// Lengthens a text to at most `size` bytes. Repeats spans that can be left out, because such a
    /// span is often one round of a repetition. Each step at most doubles the text.
    fn grown(&mut self, (mut text, mut spans): Written, size: usize) -> String {
        // The longest spans come first, and the choice below prefers these: they are the most
        // varied.
        spans.sort_unstable_by_key(|span| std::cmp::Reverse(span.len()));
        for _ in 0..GROWTHS {
            let missing = size.saturating_sub(text.len());
            spans.retain(|span| !span.is_empty() && span.len() <= missing);
            if spans.is_empty() || missing <= size / 20 {
                break;
            }
            let chosen = self.random.below(spans.len()).min(self.random.below(spans.len()));
            let part = spans[chosen].clone();
            let times = missing.min(text.len()) / part.len();
            let more = text[part.clone()].repeat(times.max(1));
            let longer = [&text[..part.end], &more, &text[part.end..]].concat();
            self.checker.allow(MAX_EVENTS.max(longer.len() as u64 * EVENTS_OF_A_BYTE));
            if self.end(&longer) == Ok(longer.len()) {
                text = longer;
                // The spans around the part have grown, and those after it have moved.
                for span in &mut spans {
                    let moved = |at: usize| if at < part.end { at } else { at + more.len() };
                    *span = moved(span.start)..moved(span.end);
                }
                spans.push(part);
            } else {
                spans.remove(chosen);
            }
        }
        text
    }

    /// Removes optional spans until the grammar accepts the text. Returns it with the spans that
    /// can still be left out; `None` if the grammar rejects even what remains.
    fn mended(&self, (mut text, mut spans): Written) -> Option<Written> {
        loop {
            if self.end(&text) == Ok(text.len()) {
                return Some((text, spans));
            }
            let at = self.checker.farthest(self.grammar, self.first, &text)?;
            // The mistake may be in a span that contains this place, begins there or ends there.
            let touches = |span: &&Range<usize>| span.start <= at && at <= span.end;
            let last = |span: &&Range<usize>| (span.len(), std::cmp::Reverse(span.start));
            let out = spans.iter().filter(touches).min_by_key(last)?.clone();
            text.replace_range(out.clone(), "");
            spans.retain_mut(|span| {
                let moved = |at: usize| {
                    if at <= out.start { at } else { at.max(out.end) - out.len() }
                };
                *span = moved(span.start)..moved(span.end);
                span.start < span.end
            });
        }
    }

    /// The number of parts, including those that no text can use.
    pub(crate) const fn len(&self) -> usize {
        self.model.parts.len()
    }

    /// Whether a text can use a part.
    pub(crate) fn is_reachable(&self, part: usize) -> bool {
        self.reachable.binary_search(&part).is_ok()
    }

    /// For each part, whether it occurs only inside `!`.
    pub(crate) fn only_refused(&self) -> Vec<bool> {
        let nodes = reachable(&self.model, self.start, true);
        let is_met = |(part, &node): (usize, &usize)| nodes[node] && !self.is_reachable(part);
        self.model.part_nodes.iter().enumerate().map(is_met).collect()
    }

    /// Adds to the count of each part how often a text uses it. Returns `false` if the checker's
    /// rules, which give every part a name, do not match the whole text.
    pub(crate) fn count(&self, text: &str, counts: &mut [u64]) -> bool {
        let used = self.checker.uses(self.start, text, &mut { u64::MAX });
        used.iter().flatten().for_each(|&part| counts[part] += 1);
        used.is_some()
    }
}
