//! The events of a trace as numbers. A page may have 200,000 events, and with a name for each
//! field, the names would take up most of the page. Places count UTF-16 units, as in the scripts.

use std::collections::HashMap;
use std::ptr;

use crate::grammars::wanted;
use crate::lessons::Recording;
use crate::tracer::{Event, Lookahead, Outcome, RuleId, Site, What};

use super::PageTried;

/// The kind of an event, as the scripts number it.
#[derive(Clone, Copy)]
enum Kind {
    Enter,
    Match,
    Fail,
    TerminalMatch,
    TerminalFail,
    Backtrack,
    /// Entering a rule for which pest returns no pair.
    EnterSilently,
}

const KINDS: usize = 7;
const LOOKAHEADS: usize = 3;

/// The events of a recording, and the items that the parser tries.
pub(super) struct EventStream {
    /// The events in order, each as several numbers. The first number encodes the kind of the
    /// event, whether it is in a lookahead, and the tried item as an index into `tried`: see
    /// `head`. The numbers after it depend on the kind: they are counts, or places, each given as
    /// the distance from the previous place. After a failed rule and after backtracking, the next
    /// distance counts from the place to which the parser went back:
    ///
    /// - for a rule that begins, and for a terminal: the start, and the round of the repetition;
    /// - for a terminal that matches: also the end;
    /// - for a rule that ends: the end, or the farthest place that the rule reached before it
    ///   failed;
    /// - for backtracking: the place to which the parser goes back, the farthest place that it had
    ///   reached, and the maximum number of calls that it may discard.
    pub(super) numbers: Vec<i64>,
    pub(super) tried: Vec<PageTried>,
}

impl EventStream {
    pub(super) fn new(recording: &Recording<'_>, text: &Units, source: &Units) -> Self {
        let mut stream = Self { numbers: Vec::new(), tried: Vec::new() };
        let mut known = HashMap::new();
        let mut place = 0;
        let mut calls = 0;
        for (index_of_event, (event, call)) in recording.events().enumerate() {
            // The item that the parser tries: a rule, a terminal, known by its address, or a sequence.
            let (rule, terminal) = match event.what {
                What::Rule(rule) => (Some(rule), None),
                What::Terminal(terminal) => (None, Some(terminal)),
                What::Sequence => (None, None),
            };
            let item = (rule, terminal.map(ptr::from_ref), event.site);
            let index = *known.entry(item).or_insert_with(|| {
                let sites = sites_of(recording, &event, source);
                let [wanted, terminal] = [terminal.map(wanted), terminal.map(ToString::to_string)];
                let rule = rule.map(RuleId::index);
                stream.tried.push(PageTried { rule, terminal, wanted, sites });
                stream.tried.len() - 1
            });
            let mut to = |at: usize| {
                let at = text.at(at);
                number(at) - number(std::mem::replace(&mut place, at))
            };
            let round = i64::from(event.round);
            let head = |kind| head(index, event.lookahead, kind);
            let numbers = &mut stream.numbers;
            match (event.what, event.outcome) {
                (What::Rule(_), Outcome::Enter) => {
                    calls += 1;
                    let kind = if call.is_pair { Kind::Enter } else { Kind::EnterSilently };
                    numbers.extend([head(kind), to(event.at), round]);
                }
                (What::Rule(_), Outcome::Match { end }) => {
                    numbers.extend([head(Kind::Match), to(end)]);
                }
                (What::Rule(_), Outcome::Fail) => {
                    numbers.extend([head(Kind::Fail), to(call.reached())]);
                    to(event.at);
                }
                (What::Terminal(_), Outcome::Match { end }) => {
                    numbers.extend([head(Kind::TerminalMatch), to(event.at), round, to(end)]);
                }
                (What::Terminal(_), _) => {
                    numbers.extend([head(Kind::TerminalFail), to(event.at), round]);
                }
                (What::Sequence, _) => {
                    let discarded = calls - i64::try_from(event.call).expect("calls are counted");
                    let reached = recording.reached(index_of_event).expect("it is kept");
                    let (at, reached) = (to(event.at), to(reached));
                    to(event.at);
                    numbers.extend([head(Kind::Backtrack), at, reached, discarded]);
                }
            }
        }
        stream
    }
}

/// Encodes the first number of an event.
fn head(tried: usize, lookahead: Lookahead, kind: Kind) -> i64 {
    let lookahead = match lookahead {
        Lookahead::No => 0,
        Lookahead::Positive => 1,
        Lookahead::Negative => 2,
    };
    number((tried * LOOKAHEADS + lookahead) * KINDS + kind as usize)
}

fn sites_of(recording: &Recording<'_>, event: &Event<'_>, source: &Units) -> Vec<[usize; 4]> {
    let sites = recording.grammar.rules().sites(event.site);
    let site = |Site { span, alternative }: &Site| {
        let (number, count) = alternative.map_or((0, 0), |it| (it.number, it.count));
        [source.at(span.start), source.at(span.end), number, count]
    };
    sites.iter().map(site).collect()
}

fn number(number: usize) -> i64 {
    i64::try_from(number).expect("no text is that long")
}

/// The number of units, such as characters, before every byte of a text.
#[derive(Debug)]
pub(in crate::present) struct Units {
    /// Empty if the text is ASCII, because then the numbers equal the byte offsets.
    before: Vec<usize>,
}

impl Units {
    /// Counts UTF-16 units, as scripts do.
    pub(in crate::present) fn of(text: &str) -> Self {
        Self::counting(text, char::len_utf16)
    }

    /// Counts units of which an ASCII character is one.
    pub(in crate::present) fn counting(text: &str, units_of: impl Fn(char) -> usize) -> Self {
        if text.is_ascii() {
            return Self { before: Vec::new() };
        }
        let mut before = Vec::with_capacity(text.len() + 1);
        let mut units = 0;
        for character in text.chars() {
            before.extend(std::iter::repeat_n(units, character.len_utf8()));
            units += units_of(character);
        }
        before.push(units);
        Self { before }
    }

    pub(in crate::present) fn at(&self, byte: usize) -> usize {
        self.before.get(byte).copied().unwrap_or(byte)
    }
}
