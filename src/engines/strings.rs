//! The template method, step by step: fill, parse, evaluate, compare.

use itertools::Itertools;

use super::plan::{Plan, Plans};
use super::solution::Solution;
use super::{About, Effort, Engine, EngineKind, Flow, Found, GO_ON, Solved};
use crate::grammars::{Filled, Grammar, LineValue};
use crate::{Evaluator, Hand, Rational, Template, TemplateSet, Undefined};

/// Fills each template with each order of the cards and parses every string. In the set
/// `canonical`, it leaves out orders that give the same function as another.
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

    /// Parses filled strings one by one. This is for a grammar that may group some strings like
    /// their templates and other strings differently.
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

/// The number of strings parsed at once. With a smaller number, each string takes longer. With a
/// larger number, more strings are parsed in vain if the caller stops at the first solution.
const SHEET_LINES: usize = 64;

impl Engine for Strings<'_> {
    fn templates(&self) -> Option<&TemplateSet> {
        Some(self.plans.set)
    }

    /// Goes through the templates in the order of the set, and skips templates whose number of
    /// slots is not the number of the hand's cards. For each template, goes through the orders of
    /// the cards as [`Hand::orders`] returns them.
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
        let filled = set.iter().enumerate().try_for_each(|(index, template)| {
            let mut orders = plan.chosen(index);
            orders.try_for_each(|it| reader.fill(template, &plan.orders[it], &cards[it]))
        });
        // If the receiver stops the search, only the work so far is returned.
        let _ = filled.is_continue().then(|| reader.read());
        Ok(reader.effort)
    }
}

/// The reason why every filled string is parsed as one line.
const ONE_LINE: &str = "a template of a set stands on one line";

/// A filled string, which is one line of a sheet.
struct Line<'o> {
    template: &'o Template,
    order: &'o [usize],
    /// The start of the string in the sheet.
    start: usize,
}

/// Parses filled strings, many at once, and passes the solutions among them to `found`.
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
    /// Adds `template`, filled with the cards in this order, to the sheet. When the sheet is full,
    /// parses it. `cards` are the cards in this order, as written.
    fn fill(&mut self, template: &'o Template, order: &'o [usize], cards: &[&str]) -> Flow {
        self.lines.push(Line { template, order, start: self.text.len() });
        write_filled(&mut self.text, template.text(), cards);
        self.text.push(b'\n');
        self.effort.filled += 1;
        if self.lines.len() == SHEET_LINES { self.read() } else { GO_ON }
    }

    /// Parses the strings of the sheet and clears it.
    fn read(&mut self) -> Flow {
        let Self { hand, digits, grammar, evaluator, found, effort, text, lines } = self;
        let sheet = str::from_utf8(text).expect("it is made of templates and cards");
        let filled = |line: &Line<'_>| Solution::filled(line.template, line.order, hand, digits);
        let mut each = |line: &Line<'_>, value: LineValue| {
            effort.evaluated += 1;
            match value {
                // The grammar parses joined digits as one number; the template knows their cards.
                LineValue::Target(_) if line.template.has_joins() => found(filled(line)),
                LineValue::Target(expression) => found(Solution {
                    template: line.template.text().into(),
                    order: line.order.to_vec(),
                    text: line.text(sheet).to_owned(),
                    expression,
                }),
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
            // A string exceeds a limit. Strings after it may still be parsed, so continue one by
            // one.
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

/// Appends `template` to `filled`, with `cards` in its slots. It takes a third of the time of
/// [`Template::fill_into`]: the pieces are so short that writing single bytes is faster than
/// copying pieces.
fn write_filled(filled: &mut Vec<u8>, template: &str, cards: &[&str]) {
    let mut cards = cards.iter();
    for byte in template.bytes() {
        if byte != b'N' {
            filled.push(byte);
            continue;
        }
        filled.extend(cards.next().expect("there is a card for every slot").bytes());
    }
}

impl Line<'_> {
    /// Returns the text of the line in `sheet`.
    fn text<'s>(&self, sheet: &'s str) -> &'s str {
        sheet[self.start..].split('\n').next().expect("a line has a text")
    }
}

/// Fills the templates of a set and parses the results. It is needed if the grammar of the set may
/// group a filled template differently from the template, or may reject it.
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

    /// Fills the template with index `at` with the cards in this order and in the equivalent
    /// orders, as `2+3` and `3+2` are equivalent. Returns the first filling that the grammar
    /// accepts. Counts the strings filled and parsed in `effort`.
    pub(super) fn read(&self, at: usize, order: &[usize], effort: &mut Effort) -> Option<Solution> {
        let Some(symmetries) = self.set.symmetries(at) else {
            return self.read_one(at, order, effort);
        };
        symmetries.images(order).find_map(|order| self.read_one(at, &order, effort))
    }

    fn read_one(&self, index: usize, order: &[usize], effort: &mut Effort) -> Option<Solution> {
        let template = &self.set.templates()[index];
        (!template.has_joins() || template.can_join(order, self.hand)).then_some(())?;
        let filled = Solution::filled(template, order, self.hand, &self.digits);
        effort.filled += 1;
        let read = self.set.grammar().read_filled(&filled.text, &template.expression());
        effort.parsed += u64::from(matches!(read, Filled::Read(_) | Filled::Otherwise));
        let expression = match read {
            // The grammar parses joined digits as one number; the template knows their cards.
            Filled::Read(expression) if !template.has_joins() => expression,
            Filled::Read(_) | Filled::BeyondLimits => filled.expression,
            Filled::Otherwise | Filled::Unread => return None,
        };
        Some(Solution { expression, ..filled })
    }
}
