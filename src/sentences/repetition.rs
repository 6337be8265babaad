//! How often a part of a text is repeated, and what the stack holds for it.

use super::model::NodeId;
use super::shortest::Growth;
use super::writer::{MUCH, Next, Part, Writer};
use crate::tracer::StackUse;

impl Writer<'_, '_> {
    /// Writes what is repeated as often as there is room for it.
    pub(super) fn repeat(
        &mut self,
        body: NodeId,
        least: u32,
        most: Option<u32>,
        part: Part<'_>,
    ) -> Option<()> {
        let lengths = self.source.lengths;
        // Between which two the way leads through a blank, if it does.
        let forced_gap = part.next().is_some_and(|next| next != body);
        let forced = if forced_gap { 2 } else { u32::from(part.next().is_some()) };
        let fewest = least as usize;
        let least = least.max(forced) as usize;
        let most = most.map_or(usize::MAX, |most| most as usize);
        let mut extra = part.extra;
        let mut times = least;
        if self.is_any && most > least && extra > 0 {
            let one = lengths.shortest(body)?.max(1);
            // What can become longer itself is to have room for that.
            let is_roomy = lengths.growth(body) == Growth::Nested && extra >= one + MUCH;
            let one = if is_roomy { one + MUCH } else { one };
            let room = (extra / one).min(most - least);
            let longest = lengths.longest(body);
            let more = if room == 0 {
                0
            } else if longest < extra / 2 {
                // So many that they take the room.
                (extra / usize::midpoint(one, longest.max(1))).clamp(1, room)
            } else {
                self.about(room)
            };
            times += more;
            extra = extra.saturating_sub(more.saturating_mul(lengths.shortest(body)?));
        }
        let gap = if forced_gap { Some(1) } else { None };
        let mut part = Part { extra, ..part };
        let mut before = None;
        for index in 0..times {
            let start = self.text.len();
            let share = self.share(part.extra, times - index);
            let next = Next { gap: (index > 0).then_some(gap == Some(index)), node: body };
            before = Some((body, self.after(before, next, part, part.of(body, share))?));
            part.extra -= share;
            if index >= fewest && self.text.len() > start {
                self.spans.push(start..self.text.len());
            }
            if !forced_gap {
                // The way leads through the first alone.
                part.way = &[];
            }
        }
        Some(())
    }

    /// A number up to `most`, the small ones as likely as the large ones.
    fn about(&mut self, most: usize) -> usize {
        let bits = usize::BITS - most.leading_zeros();
        let bits = self.rng.u32(0..bits.max(1));
        (1_usize << bits).saturating_add(self.rng.usize(..1 << bits)).min(most)
    }

    /// Writes what a use of the stack reads.
    pub(super) fn stacked(&mut self, what: StackUse) -> Option<()> {
        let count = self.stack.len();
        match what {
            StackUse::Peek => self.text.push_str(self.stack.last()?),
            StackUse::Pop => self.text.push_str(&self.stack.pop()?),
            StackUse::Drop => drop(self.stack.pop()?),
            StackUse::PeekAll => self.text.extend(self.stack.iter().rev().map(|it| &**it)),
            StackUse::PopAll => self.text.extend(self.stack.drain(..).rev()),
            StackUse::PeekSlice(start, end) => {
                let place = |index: i32| {
                    let distance = index.unsigned_abs() as usize;
                    if index < 0 { count.checked_sub(distance) } else { Some(distance) }
                };
                let range = place(start)?..end.map_or(Some(count), place)?;
                let entries = self.stack.get(range)?;
                self.text.extend(entries.iter().map(|it| &**it));
            }
        }
        Some(())
    }
}
