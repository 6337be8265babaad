//! Short texts that use every part of a grammar at least once.

use super::writer::Wanted;
use super::{Sentence, Sentences};

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
            let Some(text) = self.written(wanted) else { continue };
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
