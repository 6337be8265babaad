//! Writes texts that a grammar's rules allow.
//!
//! If possible, the program checks each piece immediately: a rule must match the piece written for
//! it, and a predicate must hold for the text after it. If a check fails, the program writes
//! another piece.

use std::cell::{Cell, RefCell};
use std::ops::Range;

use super::checker::Checker;
use super::lengths::{Growth, Lengths};
use super::model::{Model, Node, NodeId, Shape};
use super::{Sentences, Written};
use crate::Random;
use crate::stack;
use crate::tracer::StackUse;

/// The maximum number of attempts to write a part.
const TRIES: usize = 6;

/// The maximum length of a rule's text that is checked separately, in bytes.
const LONGEST_PIECE: usize = 64;

/// The maximum length of a text, in bytes. A few rules are enough for texts that fill any memory.
const LONGEST_TEXT: usize = 1 << 22;

/// The maximum number of rules that may be open at once.
const MAX_DEPTH: usize = 2_000;

/// The minimum number of extra bytes at which there is room for a part that can grow.
pub(super) const MUCH: usize = 8;

/// Requirements for a text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wanted<'a> {
    /// The nodes from the root of the start rule to a node that the text must use; empty if it may
    /// use any nodes.
    pub(super) way: &'a [NodeId],
    /// The maximum number of bytes by which the text exceeds the shortest text.
    pub(super) extra: usize,
    /// Whether random choices are allowed; if not, the shortest text is written.
    pub(super) is_any: bool,
}

impl Sentences<'_> {
    /// Writes a text of the start rule, and returns it with the spans that can be left out of it;
    /// `None` if no text is found.
    pub(super) fn written(&mut self, wanted: Wanted<'_>) -> Option<Written> {
        let Wanted { way, extra, is_any } = wanted;
        let mut writer = Writer {
            model: &self.model,
            lengths: &self.lengths,
            checker: &self.checker,
            random: &mut self.random,
            text: String::new(),
            spans: Vec::new(),
            stack: Vec::new(),
            depth: 0,
            retries: 50 + extra / 4,
            is_any,
            last_round: None,
            held: Cell::default(),
        };
        writer.rule(self.start, Part { way, atomic: false, extra })?;
        Some((writer.text, writer.spans))
    }
}

pub(super) struct Writer<'a, 'r> {
    pub(super) model: &'a Model,
    pub(super) lengths: &'a Lengths,
    pub(super) checker: &'a Checker,
    pub(super) random: &'r mut Random,
    pub(super) text: String,
    /// The optional rounds of repetitions, innermost first.
    pub(super) spans: Vec<Range<usize>>,
    /// The places of the texts that `PUSH` put on the stack.
    pub(super) stack: Vec<Range<usize>>,
    pub(super) depth: usize,
    /// The number of retries that are left.
    pub(super) retries: usize,
    pub(super) is_any: bool,
    /// The body of the last repetition, and the start of its last round.
    pub(super) last_round: Option<(NodeId, usize)>,
    /// The place of the last piece for which the check of a rule succeeded.
    pub(super) held: Cell<(usize, usize)>,
}

/// Requirements for the text of a node.
#[derive(Debug, Clone, Copy)]
pub(super) struct Part<'a> {
    /// The rest of [`Wanted::way`], from this node on; empty if the way does not lead through this
    /// node.
    pub(super) way: &'a [NodeId],
    /// Whether no blanks may come between its parts.
    pub(super) atomic: bool,
    pub(super) extra: usize,
}

/// The start of a text, with at most `most` bytes.
fn clipped(text: &str, most: usize) -> &str {
    let end = (0..=text.len().min(most)).rev().find(|&end| text.is_char_boundary(end));
    &text[..end.expect("the start is a boundary")]
}

impl Part<'_> {
    /// The next node of the way.
    pub(super) fn next(&self) -> Option<NodeId> {
        self.way.get(1).copied()
    }

    /// The requirements for its child `node`, with a share of the extra bytes.
    pub(super) fn of(&self, node: NodeId, extra: usize) -> Self {
        Self { way: if self.next() == Some(node) { &self.way[1..] } else { &[] }, extra, ..*self }
    }
}

impl Writer<'_, '_> {
    /// Calls `write` until `holds` returns true. If the attempts run out first, the last text is
    /// kept.
    fn until(
        &mut self,
        mut write: impl FnMut(&mut Self) -> Option<()>,
        holds: impl Fn(&Self, usize) -> bool,
    ) -> Option<()> {
        self.checker.spend(self.stack.len()).then_some(())?;
        let (start, stack, was_any) = (self.text.len(), self.stack.clone(), self.is_any);
        let mut written = None;
        for _ in 0..TRIES {
            self.text.truncate(start);
            while self.spans.pop_if(|span| span.end > start).is_some() {}
            self.stack.clone_from(&stack);
            written = write(self);
            if self.retries == 0 || written.is_some() && holds(self, start) {
                break;
            }
            self.retries -= 1;
            self.is_any = true;
        }
        self.is_any = was_any;
        written
    }

    fn rule(&mut self, rule: usize, part: Part<'_>) -> Option<()> {
        (self.depth < MAX_DEPTH).then_some(())?;
        let called = &self.model.rules[rule];
        let part = Part { atomic: called.modifier.is_atomic_in(part.atomic), ..part };
        self.depth += 1;
        let written = self.until(
            |writer| writer.node(called.root, part),
            |writer, start| {
                let piece = &writer.text[start..];
                let place = (start, writer.text.len());
                // A text that already passed the check of an inner rule need not be checked again.
                if piece.len() > LONGEST_PIECE || writer.held.get() == place {
                    return true;
                }
                let holds = writer.checker.reads(rule, piece, piece.len());
                writer.held.set(if holds { place } else { (0, 0) });
                holds
            },
        );
        self.depth -= 1;
        written
    }

    pub(super) fn node(&mut self, node: NodeId, part: Part<'_>) -> Option<()> {
        let may_go_on = self.checker.spend(1) && self.text.len() <= LONGEST_TEXT;
        may_go_on.then_some(())?;
        let model = self.model;
        match &model.nodes[node].shape {
            Shape::Insensitive(text) if part.extra >= MUCH && self.random.below(4) == 0 => {
                self.text.push_str(&text.to_ascii_uppercase());
            }
            Shape::Text(text) | Shape::Insensitive(text) => self.text.push_str(text),
            Shape::Character(class) => {
                let class = &model.classes[*class];
                let other = self.is_any && self.random.below(2) == 0;
                let character = if other { self.random.pick(&class.some).copied() } else { None };
                self.text.push(character.unwrap_or(class.first));
            }
            Shape::End | Shape::Place | Shape::Lookahead { .. } => {}
            Shape::Stack(what) => return self.stacked(*what),
            _ => return stack::for_level(|| self.nested(node, part)),
        }
        Some(())
    }

    /// Writes a node that has parts.
    fn nested(&mut self, node: NodeId, part: Part<'_>) -> Option<()> {
        let model = self.model;
        let Node { shape, parts } = &model.nodes[node];
        match shape {
            Shape::Call(rule) => self.rule(*rule, part.of(parts[0], part.extra)),
            Shape::Push => {
                let start = self.text.len();
                self.node(parts[0], part.of(parts[0], part.extra))?;
                self.stack.push(start..self.text.len());
                Some(())
            }
            Shape::Choice => {
                let chosen = self.chosen(node, parts, part)?;
                let lengths = self.lengths;
                let more = lengths.shortest(chosen)?.saturating_sub(lengths.shortest(node)?);
                self.node(chosen, part.of(chosen, part.extra.saturating_sub(more)))
            }
            Shape::Sequence => {
                let looks = |&it: &NodeId| matches!(model.nodes[it].shape, Shape::Lookahead { .. });
                if !parts.iter().any(looks) {
                    return self.sequence(parts, part, &mut Vec::new());
                }
                let predicates = RefCell::default();
                self.until(
                    |writer| writer.sequence(parts, part, &mut predicates.borrow_mut()),
                    |writer, _| predicates.borrow().iter().all(|&(it, at)| writer.holds(it, at)),
                )
            }
            Shape::Repeat { least, most } => self.repeat(parts[0], *least, *most, part),
            _ => self.node(node, part),
        }
    }

    /// Chooses an alternative to write.
    fn chosen(&mut self, node: NodeId, parts: &[NodeId], part: Part<'_>) -> Option<NodeId> {
        if let Some(next) = part.next().filter(|next| parts.contains(next)) {
            return Some(next);
        }
        let lengths = self.lengths;
        if !self.is_any {
            return lengths.best(node, parts);
        }
        let most = lengths.shortest(node)?.saturating_add(part.extra);
        let fits = |it: &&NodeId| lengths.shortest(**it).is_some_and(|length| length <= most);
        let mut fitting: Vec<NodeId> = parts.iter().filter(fits).copied().collect();
        if part.extra >= MUCH {
            let has_room = |it: &&NodeId| lengths.longest(**it) >= most - part.extra / 2;
            let roomy: Vec<NodeId> = fitting.iter().filter(has_room).copied().collect();
            let best = roomy.iter().map(|&it| lengths.growth(it)).max();
            if let Some(best) = best {
                fitting = roomy;
                fitting.retain(|&it| lengths.growth(it) == best);
            }
        }
        self.random.pick(&fitting).copied()
    }

    /// Writes the parts one after another, and records the places of predicates.
    fn sequence(
        &mut self,
        parts: &[NodeId],
        part: Part<'_>,
        predicates: &mut Vec<(NodeId, usize)>,
    ) -> Option<()> {
        predicates.clear();
        let (model, lengths) = (self.model, self.lengths);
        let best = parts.iter().map(|&it| lengths.growth(it)).max().unwrap_or(Growth::None);
        let mut growing = parts.iter().filter(|&&it| lengths.growth(it) == best).count();
        let mut extra = part.extra;
        let gap = self.gap(part, parts.len());
        let mut before = None;
        for (index, &it) in parts.iter().enumerate() {
            if let Node { shape: Shape::Lookahead { positive }, parts } = &model.nodes[it] {
                predicates.push((it, self.text.len()));
                let is_on_way = part.next() == Some(it);
                // The text of a positive lookahead may be all that follows in the sequence.
                if *positive && (is_on_way || self.is_any && self.random.below(2) == 0) {
                    let way = part.of(it, extra);
                    let gap = (index > 0).then_some(gap == Some(index));
                    let after = self.after(before, gap, parts[0], part, way.of(parts[0], extra));
                    return after.map(drop);
                }
            }
            let growth = lengths.growth(it);
            let share = if growth == best {
                growing -= 1;
                self.share(extra, growing + 1)
            } else if growth == Growth::None {
                // A part that cannot grow gets room only for its longest text.
                let longest = lengths.longest(it);
                if longest <= extra { longest } else { 0 }
            } else {
                self.random.below(MUCH + 1).min(extra)
            };
            extra -= share;
            let gap = (index > 0).then_some(gap == Some(index));
            let start = self.after(before, gap, it, part, part.of(it, share))?;
            // An empty part leaves the next one beside the part before.
            if before.is_none() || self.text.len() > start {
                let is_repeated = matches!(model.nodes[it].shape, Shape::Repeat { .. });
                before = self.last_round.filter(|_| is_repeated).or(Some((it, start)));
            }
        }
        Some(())
    }

    /// Writes the next part so that the part before it still ends where it did; returns the start
    /// of the next part.
    pub(super) fn after(
        &mut self,
        before: Option<(NodeId, usize)>,
        gap: Option<bool>,
        node: NodeId,
        around: Part<'_>,
        part: Part<'_>,
    ) -> Option<usize> {
        let end = self.text.len();
        let (begin, mut is_again) = (Cell::new(end), false);
        self.until(
            |writer| {
                if let Some(is_on_way) = gap {
                    writer.between(around, is_on_way, is_again)?;
                }
                is_again = true;
                begin.set(writer.text.len());
                writer.node(node, part)
            },
            |writer, _| {
                // A comment without the end of its line would consume the next part.
                let (gap, rest) =
                    (begin.get() - end, clipped(&writer.text[end..], LONGEST_PIECE * 2));
                let ends = |&rule: &usize| writer.checker.reads(rule, rest, gap);
                if (1..LONGEST_PIECE).contains(&gap) && !writer.model.implicit.iter().any(ends) {
                    return false;
                }
                let Some((node, start)) = before else { return true };
                if end == start || end - start > LONGEST_PIECE || writer.text.len() == end {
                    return true;
                }
                let piece = clipped(&writer.text[start..], LONGEST_PIECE * 2);
                writer.checker.ends_at(node, piece, end - start)
            },
        )?;
        // A comment before an empty part would come directly before the next part.
        if gap == Some(false) && self.text.len() == begin.get() {
            self.text.truncate(end);
            begin.set(end);
        }
        Some(begin.get())
    }

    /// A random share of `all`, about equal for each of the `count` remaining parts.
    pub(super) fn share(&mut self, all: usize, count: usize) -> usize {
        if count <= 1 { all } else { self.random.below(all / count * 2 + 1).min(all) }
    }

    /// If the way leads through a blank between two parts, the index of the part after the blank.
    fn gap(&mut self, part: Part<'_>, count: usize) -> Option<usize> {
        let next = part.next()?;
        let is_blank = |&rule: &usize| self.model.rules[rule].root == next;
        self.model.implicit.iter().any(is_blank).then(|| 1 + self.random.below(count - 1))
    }

    /// Writes the text between two parts: blanks at random, or the blank that the way requires. If
    /// `is_any_blank` is set, these may be any blanks: a line break, if a space goes on the line.
    fn between(&mut self, part: Part<'_>, is_on_way: bool, is_any_blank: bool) -> Option<()> {
        let model = self.model;
        let by_way = |&&rule: &&usize| is_on_way && Some(model.rules[rule].root) == part.next();
        if let Some(&rule) = model.implicit.iter().find(by_way) {
            return self.rule(rule, Part { way: &part.way[1..], ..part });
        }
        // Words need blanks between them, all the more if they did not match without one.
        let odds = match self.text.ends_with(char::is_alphanumeric) {
            true if is_any_blank => 1,
            true => 2,
            false => 4,
        };
        if part.atomic || !self.is_any || self.random.below(odds) > 0 {
            return Some(());
        }
        let Some(&rule) = self.random.pick(&model.implicit) else { return Some(()) };
        let was_any = std::mem::replace(&mut self.is_any, is_any_blank);
        let start = self.text.len();
        let written = self.rule(rule, Part { way: &[], atomic: true, extra: 0 });
        self.is_any = was_any;
        // Without the end of its line, a comment would go on.
        let next = self.text[start..].to_owned() + "x";
        if !self.checker.reads(rule, &next, next.len() - 1) {
            self.text.truncate(start);
        }
        written
    }

    /// Whether a predicate holds for the text written after it; `true` if there is no text yet.
    fn holds(&self, predicate: NodeId, at: usize) -> bool {
        let Shape::Lookahead { positive } = self.model.nodes[predicate].shape else {
            unreachable!("only predicates are noted")
        };
        let piece = clipped(&self.text[at..], LONGEST_PIECE);
        piece.is_empty() || self.checker.is_there(predicate, piece) == positive
    }

    /// Writes a repetition, with a number of rounds for which there is room.
    pub(super) fn repeat(
        &mut self,
        body: NodeId,
        least: u32,
        most: Option<u32>,
        part: Part<'_>,
    ) -> Option<()> {
        let lengths = self.lengths;
        // Whether the way leads through a blank between two rounds.
        let forced_gap = part.next().is_some_and(|next| next != body);
        let forced = if forced_gap { 2 } else { u32::from(part.next().is_some()) };
        let fewest = least as usize;
        let least = least.max(forced) as usize;
        let most = most.map_or(usize::MAX, |most| most as usize);
        let mut extra = part.extra;
        let mut times = least;
        if self.is_any && most > least && extra > 0 {
            let one = lengths.bytes(body)?.max(1);
            // A body that can grow needs room to do so.
            let is_roomy = lengths.growth(body) == Growth::Nested && extra >= one + MUCH;
            let one = if is_roomy { one + MUCH } else { one };
            let room = (extra / one).min(most - least);
            let longest = lengths.longest(body);
            let more = if room == 0 {
                0
            } else if longest < extra / 2 {
                // Enough rounds to fill the room.
                (extra / usize::midpoint(one, longest.max(1))).clamp(1, room)
            } else {
                self.about(room)
            };
            times += more;
            extra = extra.saturating_sub(more.saturating_mul(lengths.bytes(body)?));
        }
        let mut part = Part { extra, ..part };
        let mut before = None;
        for index in 0..times {
            let start = self.text.len();
            let share = self.share(part.extra, times - index);
            let gap = (index > 0).then_some(forced_gap && index == 1);
            before = Some((body, self.after(before, gap, body, part, part.of(body, share))?));
            part.extra -= share;
            if index >= fewest && self.text.len() > start {
                self.spans.push(start..self.text.len());
            }
            if !forced_gap {
                // Only the first round is on the way.
                part.way = &[];
            }
        }
        self.last_round = before;
        Some(())
    }

    /// A random number up to `most`; small and large magnitudes are equally likely.
    fn about(&mut self, most: usize) -> usize {
        let bits = usize::BITS - most.leading_zeros();
        let bits = self.random.below(bits.max(1) as usize);
        ((1 << bits) + self.random.below(1 << bits)).min(most)
    }

    /// Writes the text that a use of the stack matches.
    pub(super) fn stacked(&mut self, what: StackUse) -> Option<()> {
        let count = self.stack.len();
        let spans = match what {
            StackUse::Peek => vec![self.stack.last()?.clone()],
            StackUse::Pop => vec![self.stack.pop()?],
            StackUse::Drop => return self.stack.pop().map(drop),
            StackUse::PeekAll => self.stack.iter().rev().cloned().collect(),
            StackUse::PopAll => self.stack.drain(..).rev().collect(),
            StackUse::PeekSlice(start, end) => {
                let place = |index: i32| {
                    let distance = index.unsigned_abs() as usize;
                    if index < 0 { count.checked_sub(distance) } else { Some(distance) }
                };
                let range = place(start)?..end.map_or(Some(count), place)?;
                self.stack.get(range)?.to_vec()
            }
        };
        for span in spans {
            // A blank that was left out may have pushed it, and other text is there now.
            let fits = self.text.len() <= LONGEST_TEXT && self.text.get(span.clone()).is_some();
            fits.then(|| self.text.extend_from_within(span))?;
        }
        Some(())
    }
}
