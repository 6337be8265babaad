//! What texts are made for: short ones that use every part of a grammar at least once,
//! ones that are almost read, long ones at random; and how often texts use the parts.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::{ControlFlow, Range};

use super::checker::is_missed;
use super::writer::Wanted;
use super::{MAX_EVENTS, MAX_SIZE, Sentence, Sentences, reachable};
use crate::tracer::What;

/// How often a text with a part is written, each time otherwise.
const TRIES: usize = 40;

/// How many more bytes such a text may have.
const MOST_EXTRA: usize = 16;

/// How many more bytes a text may have that happens to use the part.
const MOST_BY_CHANCE: usize = 60;

/// How often a text is made shorter, at most.
const CUTS: usize = 300;

impl Sentences<'_> {
    /// Texts that use every part at least once, as far as they were found, the
    /// shortest first. Each is the shortest found for a part that those before it
    /// do not use.
    pub fn cover(&mut self) -> Vec<Sentence> {
        let length = |part: usize| {
            let length = self.ways.length(&self.lengths, self.model.part_nodes[part]);
            length.unwrap_or(usize::MAX)
        };
        let mut parts: Vec<(usize, usize)> =
            self.reachable.iter().map(|&part| (length(part), part)).collect();
        // The texts of a part that comes later are no shorter, so that one found
        // before is as good as its own.
        parts.sort_unstable();
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

    /// The shortest text found that is read and uses this part.
    pub fn with_part(&mut self, part: usize) -> Option<Sentence> {
        let node = self.model.part_nodes[part];
        self.ways.length(&self.lengths, node)?;
        let way = self.ways.way(node);
        for attempt in 0..TRIES * 2 {
            let by_chance = attempt >= TRIES;
            let wanted = Wanted {
                way: if by_chance { &[] } else { &way },
                extra: if by_chance {
                    self.rng.usize(..=MOST_BY_CHANCE)
                } else {
                    attempt * MOST_EXTRA / TRIES
                },
                is_any: attempt > 0,
            };
            let Some((text, _)) = self.written(wanted) else { continue };
            let sentence = self.read(text).filter(|it| it.uses.binary_search(&part).is_ok());
            if let Some(sentence) = sentence {
                return Some(if attempt == 0 { sentence } else { self.shortened(sentence, part) });
            }
        }
        None
    }

    /// Takes out of a text what it does not need to use a part.
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

/// The most events of all tries for each byte of a text.
const EVENTS_OF_A_BYTE: u64 = 3_000;

/// The size from which on a text grows by what can be repeated.
const PAGE: usize = 2_000;

/// How many parts of a text are tried to be repeated before it grows no more.
const GROWTHS: usize = 60;

/// How often a text is made anew, to come close to its size.
const TRIES_AT_RANDOM: usize = 12;

/// After how many of them a text may be a fifth off, and not a twentieth.
const STRICT_TRIES: usize = 3;

impl Sentences<'_> {
    /// A text of about `size` bytes, at random. `None` where none is found.
    pub fn random(&mut self, size: usize) -> Option<String> {
        let size = size.min(MAX_SIZE);
        let page = self.page(size.min(PAGE))?;
        Some(if size > PAGE { self.grown(page, size) } else { page.0 })
    }

    /// Of several texts the one that comes closest to the size, and what can be left
    /// out of it.
    fn page(&mut self, size: usize) -> Option<(String, Vec<Range<usize>>)> {
        let shortest = self.lengths.shortest(self.model.rules[self.start].root)?;
        let mut best: Option<(String, Vec<Range<usize>>)> = None;
        let mut extra = size.saturating_sub(shortest);
        let off = |text: &str| text.len().abs_diff(size);
        for attempt in 0..TRIES_AT_RANDOM {
            self.checker
                .allow(MAX_EVENTS.max(size as u64 * EVENTS_OF_A_BYTE) / TRIES_AT_RANDOM as u64);
            let wanted = Wanted { way: &[], extra, is_any: true };
            let Some((text, spans)) = self.written(wanted) else { continue };
            // The next is to make up for what this one lacks or has too much.
            let made = text.len();
            match self.mended(text, spans) {
                Some(made) if best.as_ref().is_none_or(|best| off(&made.0) < off(&best.0)) => {
                    best = Some(made);
                }
                Some(_) => {}
                // A shorter one is more likely read.
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

    /// A text in which parts that can be left out stand again and again, as rounds of
    /// a repetition can: at most `size` bytes of it, and twice as many at a time.
    fn grown(&mut self, page: (String, Vec<Range<usize>>), size: usize) -> String {
        let (mut text, mut spans) = page;
        // What is longer says more, and there is less of it to choose from.
        spans.sort_unstable_by_key(|span| std::cmp::Reverse(span.len()));
        for _ in 0..GROWTHS {
            let missing = size.saturating_sub(text.len());
            spans.retain(|span| !span.is_empty() && span.len() <= missing);
            if spans.is_empty() || missing <= size / 20 {
                break;
            }
            let chosen = self.rng.usize(..spans.len()).min(self.rng.usize(..spans.len()));
            let part = spans[chosen].clone();
            let times = missing.min(text.len()) / part.len();
            let more = text[part.clone()].repeat(times.max(1));
            let longer = [&text[..part.end], &more, &text[part.end..]].concat();
            self.checker.allow(MAX_EVENTS.max(longer.len() as u64 * EVENTS_OF_A_BYTE));
            if self.checker.end_of_text(self.grammar, self.first, &longer) == Ok(longer.len()) {
                text = longer;
                // The spans around and behind it have moved.
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

    /// The text without what keeps it from being read, among what can be left out;
    /// `None` where that is not enough; else with what could still be left out.
    fn mended(
        &self,
        mut text: String,
        mut spans: Vec<Range<usize>>,
    ) -> Option<(String, Vec<Range<usize>>)> {
        loop {
            if self.checker.end_of_text(self.grammar, self.first, &text) == Ok(text.len()) {
                return Some((text, spans));
            }
            let at = self.checker.farthest(self.grammar, self.first, &text)?;
            // What begins there may be as wrong as what ends there.
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
}

impl Sentences<'_> {
    /// How many parts there are, those included that no text can come to.
    pub(crate) const fn len(&self) -> usize {
        self.model.parts.len()
    }

    /// Whether a text can come to a part.
    pub(crate) fn is_reachable(&self, part: usize) -> bool {
        self.reachable.binary_search(&part).is_ok()
    }

    /// Whether each part is only ever looked for where it must not be.
    pub(crate) fn only_refused(&self) -> Vec<bool> {
        let nodes = reachable(&self.model, self.start, true);
        let is_met = |(part, &node): (usize, &usize)| nodes[node] && !self.is_reachable(part);
        self.model.part_nodes.iter().enumerate().map(is_met).collect()
    }

    /// Adds to the count of each part how often it reads something in a text.
    /// `false` where the rules with a name for every part do not read all of it.
    pub(crate) fn count(&self, text: &str, counts: &mut [u64]) -> bool {
        let mut most = u64::MAX;
        match self.checker.uses(self.start, text, &mut most) {
            Ok((end, used)) if end == text.len() => {
                for part in used {
                    counts[part] += 1;
                }
                true
            }
            _ => false,
        }
    }
}
