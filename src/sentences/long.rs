//! Long texts at random.
//!
//! Somewhere in a long text two parts are often read as what they are not
//! together. There the least that can be left out is, until all is read. Since each
//! of these is a parse of the whole, a text is made so up to a page; a longer one
//! grows from it, by repeating what can be repeated.

use std::ops::Range;

use super::writer::Wanted;
use super::{MAX_EVENTS, MAX_SIZE, Sentences};

/// The most events of all tries for each byte of a text.
const EVENTS_OF_A_BYTE: u64 = 3_000;

/// The size from which on a text grows by what can be repeated.
const PAGE: usize = 2_000;

/// How many parts of a text are tried to be repeated before it grows no more.
const GROWTHS: usize = 60;

/// How often a text is made anew, to come close to its size.
const TRIES: usize = 12;

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
        for attempt in 0..TRIES {
            self.checker.allow(MAX_EVENTS.max(size as u64 * EVENTS_OF_A_BYTE) / TRIES as u64);
            let wanted = Wanted { way: &[], extra, is_any: true };
            let Some((text, spans)) = self.written_with_spans(wanted) else { continue };
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
                // What stands around or behind it has moved.
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
