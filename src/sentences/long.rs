//! Long texts at random.
//!
//! Somewhere in a long text two parts are often read as what they are not
//! together. There the least that can be left out is, until all is read.

use std::ops::Range;

use super::writer::Wanted;
use super::{MAX_EVENTS, MAX_SIZE, Sentences};

/// The most events of all tries for each byte of a text.
const EVENTS_OF_A_BYTE: u64 = 3_000;

/// How often a text is made anew, to come close to its size.
const TRIES: usize = 12;

/// After how many of them a text may be a fifth off, and not a twentieth.
const STRICT_TRIES: usize = 3;

impl Sentences<'_> {
    /// A text of about `size` bytes, at random: of several the one that comes
    /// closest. `None` where none is found.
    pub fn random(&mut self, size: usize) -> Option<String> {
        let size = size.min(MAX_SIZE);
        let shortest = self.lengths.shortest(self.model.rules[self.start].root)?;
        let mut best: Option<String> = None;
        let mut extra = size.saturating_sub(shortest);
        let off = |text: &str| text.len().abs_diff(size);
        for attempt in 0..TRIES {
            self.checker.allow(MAX_EVENTS.max(size as u64 * EVENTS_OF_A_BYTE) / TRIES as u64);
            let wanted = Wanted { way: &[], extra, is_any: true };
            let Some((text, spans)) = self.written_with_spans(wanted) else { continue };
            // The next is to make up for what this one lacks or has too much.
            let made = text.len();
            match self.mended(text, spans) {
                Some(text) if best.as_ref().is_none_or(|best| off(&text) < off(best)) => {
                    best = Some(text);
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
            if best.as_ref().is_some_and(|best| off(best) <= allowed) {
                break;
            }
        }
        best
    }

    /// The text without what keeps it from being read, among what can be left out;
    /// `None` where that is not enough.
    fn mended(&self, mut text: String, mut spans: Vec<Range<usize>>) -> Option<String> {
        loop {
            if self.checker.end_of_text(self.grammar, self.first, &text) == Ok(text.len()) {
                return Some(text);
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
