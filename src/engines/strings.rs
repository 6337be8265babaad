//! The template method, step by step: fill, parse, evaluate, compare.

use itertools::Itertools;

use super::plan::{Plan, Plans};
use super::solution::Solution;
use super::{About, Effort, Engine, EngineKind, Flow, Found, GO_ON, Solved};
use crate::grammars::{Filled, Grammar, LineValue};
use crate::{Evaluator, Expression, Hand, Rational, Template, TemplateSet, Undefined};

/// Fills each template with each order of the cards and parses every string.
///
/// # Examples
///
/// ```
/// use std::ops::ControlFlow;
///
/// use bracket24::{Engine, Grammar, Hand, Strings, TemplateSet};
///
/// // Under a grammar that reads `8-4-2` as `8-(4-2)` both of these are 6.
/// let set = TemplateSet::from_lines("N-N-N", &Grammar::Scala)?;
/// let mut texts = Vec::new();
/// let effort = Strings::new(&set).solve(&Hand::from([8, 4, 2]), &6.into(), &mut |solution| {
///     texts.push(solution.to_string());
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!(texts, ["8-4-2", "2-4-8"]);
/// assert_eq!(effort.parsed, effort.filled);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Strings<'a> {
    plans: Plans<'a>,
}

pub(super) const ABOUT: About = About {
    kind: EngineKind::Templates(|set| Box::new(Strings::new(set))),
    summary: "fills every template with every order and parses every string",
    note: "each string filled, parsed and evaluated",
};

impl<'a> Strings<'a> {
    /// Makes the engine for the templates of `set`. It parses the filled strings with the grammar
    /// that parsed the templates.
    pub fn new(set: &'a TemplateSet) -> Self {
        Self { plans: Plans::new(set) }
    }

    /// Parses filled strings one by one, for a grammar that may group some like their templates and
    /// others differently.
    fn one_by_one(
        &self,
        plan: &Plan,
        readable: &Readable<'_>,
        target: &Rational,
        found: &mut Found<'_>,
    ) -> Effort {
        let (mut evaluator, mut effort) = (Evaluator::new(target.clone()), Effort::default());
        for index in 0..self.plans.set.templates().len() {
            for order in plan.chosen(index) {
                let Some(read) = readable.read(index, &plan.orders[order], &mut effort) else {
                    continue;
                };
                effort.evaluated += 1;
                match evaluator.try_reaches(&read.expression) {
                    Ok(true) if found(read).is_break() => return effort,
                    Ok(_) => {}
                    Err(reason) => {
                        effort.zero_divisions += u64::from(reason == Undefined::DivisionByZero);
                    }
                }
            }
        }
        effort
    }
}

/// The number of strings parsed at once. With fewer, each takes longer; with more, more are parsed
/// in vain if the first solution is enough.
const SHEET_LINES: usize = 64;

impl Engine for Strings<'_> {
    fn templates(&self) -> Option<&TemplateSet> {
        Some(self.plans.set)
    }

    /// Templates come in the order of the set; those whose number of slots differs from the
    /// hand's cards are skipped. For each, the orders of the cards come as [`Hand::orders`]
    /// returns them.
    fn solve(&self, hand: &Hand, target: &Rational, found: &mut Found<'_>) -> Solved {
        self.refusal(hand.cards().len()).map_or(Ok(()), Err)?;
        let (set, plan) = (self.plans.set, self.plans.of(hand));
        if let Some(readable) = Readable::new(set, hand) {
            return Ok(self.one_by_one(&plan, &readable, target, found));
        }
        let digits = Solution::digits(hand);
        let cards = |order: &Vec<usize>| order.iter().map(|&card| &*digits[card]).collect_vec();
        let cards = plan.orders.iter().map(cards).collect_vec();
        let mut reader = Reader {
            hand,
            digits: &digits,
            grammar: set.grammar(),
            evaluator: Evaluator::new(target.clone()),
            found,
            effort: Effort::default(),
            text: Vec::new(),
            lines: Vec::with_capacity(SHEET_LINES),
        };
        // If the receiver wants no more, the search simply ends.
        let _ = set
            .iter()
            .enumerate()
            .try_for_each(|(index, template)| {
                let text = template.text();
                plan.chosen(index).try_for_each(|order| {
                    reader.fill(template, text, &plan.orders[order], &cards[order])
                })
            })
            .is_continue()
            .then(|| reader.read());
        Ok(reader.effort)
    }
}

/// Why every string of a sheet is parsed as one line.
const ONE_LINE: &str = "a template of a set stands on one line";

/// A filled string of a sheet.
struct Line<'o> {
    template: &'o Template,
    order: &'o [usize],
    /// The start of the string in the sheet.
    start: usize,
}

/// Parses filled strings, many at once, and passes on the solutions among them.
struct Reader<'o, 'f> {
    hand: &'o Hand,
    /// The cards as written.
    digits: &'o [String],
    grammar: &'o Grammar,
    evaluator: Evaluator,
    found: &'f mut Found<'f>,
    effort: Effort,
    /// A sheet: the strings that wait to be parsed, each terminated by a line feed.
    text: Vec<u8>,
    lines: Vec<Line<'o>>,
}

impl<'o> Reader<'o, '_> {
    /// Fills `template`, which has this text, with an order of the cards, and parses when a sheet
    /// is full.
    fn fill(
        &mut self,
        template: &'o Template,
        text: &str,
        order: &'o [usize],
        cards: &[&str],
    ) -> Flow {
        self.lines.push(Line { template, order, start: self.text.len() });
        write_filled(&mut self.text, text, cards);
        self.text.push(b'\n');
        self.effort.filled += 1;
        if self.lines.len() == SHEET_LINES { self.read() } else { GO_ON }
    }

    /// Parses the waiting strings.
    fn read(&mut self) -> Flow {
        let Self { hand, digits, grammar, evaluator, found, effort, text, lines } = self;
        let sheet = str::from_utf8(text).expect("it is made of templates and cards");
        let filled = |line: &Line<'_>| Solution::filled(line.template, line.order, hand, digits);
        let mut each = |line: &Line<'_>, value: LineValue| {
            effort.evaluated += 1;
            match value {
                // Joined digits parse as one number, but their cards are known.
                LineValue::Target(_) if line.template.has_joins() => found(filled(line)),
                LineValue::Target(expression) => found(line.solution(sheet, expression)),
                LineValue::Other => GO_ON,
                LineValue::Undefined(reason) => {
                    effort.zero_divisions += u64::from(reason == Undefined::DivisionByZero);
                    GO_ON
                }
            }
        };
        let (mut waiting, mut parsed) = (lines.iter(), 0);
        let mut flow = GO_ON;
        let read = grammar.evaluate_lines(sheet, evaluator, |value| {
            parsed += 1;
            flow = each(waiting.next().expect(ONE_LINE), value);
            flow
        });
        if read.is_err() {
            // Strings after one that exceeds a limit may still parse.
            flow = waiting.try_for_each(|line| {
                let template = line.template.expression();
                let expression = match grammar.read_filled(line.text(sheet), &template) {
                    Filled::Read(expression) => {
                        parsed += 1;
                        expression
                    }
                    Filled::BeyondLimits => filled(line).expression,
                    Filled::Otherwise | Filled::Unread => {
                        unreachable!("these grammars group every filled template like the template")
                    }
                };
                each(line, LineValue::of(expression, evaluator))
            });
        }
        effort.parsed += parsed;
        text.clear();
        lines.clear();
        flow
    }
}

/// Appends `template` to `filled`, with `cards` in its slots, like [`Template::fill_into`], in a
/// third of the time: the pieces are so short that writing byte by byte beats copying them.
fn write_filled(filled: &mut Vec<u8>, template: &str, cards: &[&str]) {
    let mut cards = cards.iter();
    for byte in template.bytes() {
        if byte != b'N' {
            filled.push(byte);
            continue;
        }
        for digit in cards.next().expect("there is a card for every slot").bytes() {
            filled.push(digit);
        }
    }
}

impl Line<'_> {
    /// Returns its text in `sheet`.
    fn text<'s>(&self, sheet: &'s str) -> &'s str {
        sheet[self.start..].split('\n').next().expect("a line has a text")
    }

    /// Returns it as a solution, as its grammar parsed it in `sheet`.
    fn solution(&self, sheet: &str, expression: Expression<Rational>) -> Solution {
        let text = self.text(sheet);
        Solution {
            template: self.template.text().into(),
            order: self.order.to_vec(),
            text: text.to_owned(),
            expression,
        }
    }
}

/// Fills the templates of a set whose grammar may group the filled text differently from the
/// template, or reject it, and parses the result.
pub(super) struct Readable<'a> {
    set: &'a TemplateSet,
    hand: &'a Hand,
    /// The cards as written.
    digits: Vec<String>,
}

impl<'a> Readable<'a> {
    /// Returns `None` if the grammar groups every filled template like the template.
    pub(super) fn new(set: &'a TemplateSet, hand: &'a Hand) -> Option<Self> {
        let may_differ = set.grammar().may_read_filled_otherwise();
        may_differ.then(|| Self { set, hand, digits: Solution::digits(hand) })
    }

    /// Returns the first filling of the template at `index` that the grammar accepts, with the
    /// cards in this order or in an equivalent one, as `2+3` and `3+2` are. Counts the filling
    /// and parsing in `effort`.
    pub(super) fn read(&self, at: usize, order: &[usize], effort: &mut Effort) -> Option<Solution> {
        let Some(symmetries) = self.set.symmetries(at) else {
            return self.read_one(at, order, effort);
        };
        symmetries.images(order).find_map(|order| self.read_one(at, &order, effort))
    }

    fn read_one(&self, index: usize, order: &[usize], effort: &mut Effort) -> Option<Solution> {
        let template = &self.set.templates()[index];
        if template.has_joins() && !template.can_join(order, self.hand) {
            return None;
        }
        let filled = Solution::filled(template, order, self.hand, &self.digits);
        effort.filled += 1;
        let read = self.set.grammar().read_filled(&filled.text, &template.expression());
        effort.parsed += u64::from(matches!(read, Filled::Read(_) | Filled::Otherwise));
        let expression = match read {
            // Joined digits parse as one number, but their cards are known.
            Filled::Read(_) if template.has_joins() => filled.expression,
            Filled::Read(expression) => expression,
            Filled::BeyondLimits => filled.expression,
            Filled::Otherwise | Filled::Unread => return None,
        };
        Some(Solution { expression, ..filled })
    }
}
