//! Reads an answer in steps, such as `5+7=12, 8-6=2, 12*2=24`, as one expression: `(5+7)*(8-6)`.
//!
//! The text is a list of lines, each of which has one or more sides with a `=` between them. A line
//! makes one step, or goes on from step to step. Much of it can be meant in several ways: a number may
//! be a card or the result of an earlier step, `8/3` may divide or be one number, a comma may end a
//! line or be in a decimal, a minus may be a sign. [`joined`] reads the text once from left to right,
//! takes the likeliest way at each place, and comes back for the others.

use std::cmp::Reverse;
use std::ops::Range;
use std::rc::Rc;

use super::Parse;
use super::steps::{Line, Role, Side, StepFault, WrongStep, begun_with, unused};
use super::typed_numbers::{Form, TypedNumber, typed_number, typed_numbers};
use crate::algebra::has_all;
use crate::{Card, Grammar, Hand, Rational};

/// An answer whose steps are joined.
#[derive(Default)]
pub(super) struct Joined {
    /// One expression for all steps, or the text of a side that the parser rejects.
    pub(super) text: String,
    /// The number of characters before this text, if it is a part of the answer.
    pub(super) before: usize,
    pub(super) wrong: Option<WrongStep>,
}

/// The maximum length of an answer in steps, in bytes. Joining the steps takes quadratic time.
pub(super) const LONGEST: usize = 1 << 12;

/// The maximum number of places that are read, over all ways to read a text.
const MOST_READ: usize = 1 << 14;

/// The maximum number of sides of a line. A hand has few cards.
const MOST_SIDES: usize = 32;

/// Joins the steps of `text` into one expression: if a step uses the result of an earlier step, the
/// expression of the earlier step takes the place of that result. Each result is replaced only
/// once. Keeps a text of more than [`LONGEST`] bytes.
///
/// Of all ways to read the text, takes the first that is a right answer to `hand`, or else one that
/// uses its cards. Otherwise takes the way in which the first wrong side comes last.
pub(super) fn joined(text: &str, hand: &Hand, target: &Rational, grammar: &Grammar) -> Joined {
    let whole = || Joined { text: text.to_owned(), ..Joined::default() };
    if text.len() > LONGEST || Parse::new(text, grammar).is_ok() {
        return whole();
    }
    let search = |hand| Search { text, grammar, hand, target }.best();
    let best = search(Some(hand)).filter(Ending::is_complete).or_else(|| search(None));
    best.map_or_else(whole, |it| it.joined)
}

/// One way to read the text up to a place.
#[derive(Clone, Default)]
struct State {
    at: usize,
    /// The number of lines so far.
    lines: usize,
    /// The steps whose values no later step has used so far.
    results: Vec<Rc<Side>>,
    line: Line,
    /// The side that is read, unless the place is between two lines.
    side: Option<Begun>,
    /// Whether an operand ends at this place.
    is_after_operand: bool,
    /// Whether the line ends here.
    is_ended: bool,
}

/// A side up to a place.
#[derive(Clone, Default)]
struct Begun {
    role: Role,
    start: usize,
    /// The value from which the side goes on, if it begins with a sign.
    from: String,
    /// The side as the grammar reads it: with expressions in place of results.
    written: String,
    /// Whether `written` differs from the text.
    is_changed: bool,
    /// The number of open brackets.
    open: usize,
    /// The first number that cannot be a card and is no result.
    missing: Option<Range<usize>>,
}

/// One way to read the text, to its end or to the first wrong side.
struct Ending {
    joined: Joined,
    rank: Rank,
    /// Where the side begins that is wrong; the length of the text if none is.
    at: usize,
}

/// How likely an ending is the one that was meant, among those that come equally far.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// The answer is right.
    Right,
    /// It uses each card once.
    OfCards,
    /// Nothing is wrong with its steps.
    InSteps,
    /// The values are right, but one of them is no result.
    Missing,
    /// A number after a `=` is wrong.
    Claim,
    Wrong,
    Rejected,
}

impl Ending {
    fn is_complete(&self) -> bool {
        self.rank <= Rank::OfCards
    }

    /// Puts the likelier of two endings first.
    fn order(&self) -> impl Ord + use<> {
        (!self.is_complete(), Reverse(self.at), self.rank)
    }

    fn wrong(at: usize, wrong: WrongStep) -> Box<Self> {
        let rank = match wrong.fault {
            StepFault::Missing(_) => Rank::Missing,
            StepFault::Claim(..) => Rank::Claim,
            _ => Rank::Wrong,
        };
        let text = wrong.expression.clone();
        Box::new(Self { joined: Joined { text, before: 0, wrong: Some(wrong) }, rank, at })
    }
}

struct Search<'t> {
    text: &'t str,
    grammar: &'t Grammar,
    /// The cards that no step may exceed, if any.
    hand: Option<&'t Hand>,
    target: &'t Rational,
}

/// The ways to go on, the likeliest first, or an ending. There is neither if another way has the same
/// meaning.
type Ways = Result<Vec<State>, Box<Ending>>;

impl Search<'_> {
    /// Returns the likeliest ending; of equal ones, the first. None if there is none within the limit.
    fn best(&self) -> Option<Ending> {
        let mut ways = vec![State::default()];
        let mut best: Option<Ending> = None;
        for _ in 0..MOST_READ {
            let is_right = best.as_ref().is_some_and(|it| it.rank == Rank::Right);
            let Some(state) = ways.pop().filter(|_| !is_right) else { break };
            match self.next(state) {
                Ok(states) => ways.extend(states.into_iter().rev()),
                Err(ending) => best = best.into_iter().chain([*ending]).min_by_key(Ending::order),
            }
        }
        best
    }

    /// Reads what is at the place of `state`.
    fn next(&self, state: State) -> Ways {
        if state.is_ended {
            return self.end_line(state);
        }
        let Some(side) = &state.side else { return self.line(state) };
        let rest = &self.text[state.at..];
        let length = break_length(rest, side.open);
        if rest.trim_start().is_empty() {
            return self.end_line(state);
        } else if length > 0 {
            // It may be a sign of a user's grammar.
            let is_own = matches!(self.grammar, Grammar::User(_));
            let kept = is_own.then(|| state.with(&rest[..length], &rest[..length], false));
            return Ok([state.ended()].into_iter().chain(kept).collect());
        } else if rest.starts_with('=') {
            return self.end_side(state);
        }
        let unspaced = rest.trim_start();
        let blanks = &rest[..rest.len() - unspaced.len()];
        if !blanks.is_empty() {
            let one_line = blanks.replace(['\n', '\r'], " ");
            let kept = state.with(blanks, &one_line, state.is_after_operand);
            // In `24 = (5 + 7) * 2` the expression goes on.
            let may_end = state.is_after_operand && (state.line.sides > 0 || blanks.contains('\n'));
            let last = state.line.last.as_ref().map(|it| &it.value);
            let is_result = |it: TypedNumber| {
                let is_claim = unspaced[it.len..].starts_with('=');
                is_claim || last == Some(&it.value) || state.result(&it.value).is_some()
            };
            let is_negative = || typed_numbers(unspaced).into_iter().any(is_result);
            let is_operand = unspaced.starts_with(|it: char| it == '(' || it.is_alphanumeric())
                || unspaced.starts_with('.');
            return Ok(match may_end {
                true if is_operand => vec![state.ended(), kept],
                // In `9*3=27 - 3=24` the minus subtracts; in `1-7=-6 3-7=-4 -6*-4=24` it is a sign.
                true if unspaced.starts_with('-') && is_negative() => vec![kept, state.ended()],
                _ => vec![kept],
            });
        }
        let numbers = if state.is_after_operand { Vec::new() } else { self.operands(&state) };
        if !numbers.is_empty() {
            return Ok(numbers);
        }
        let first = rest.chars().next().expect("the text goes on");
        let word = rest.len() - rest.trim_start_matches(char::is_alphabetic).len();
        let length = word.max(first.len_utf8());
        let ends_operand = match first {
            '!' => state.is_after_operand,
            _ => first == ')' || first.is_numeric() || word == 1,
        };
        let mut next = state.with(&rest[..length], &rest[..length], ends_operand);
        let open = &mut next.side.as_mut().expect("a side is read").open;
        *open = match first {
            '(' => *open + 1,
            ')' => open.saturating_sub(1),
            _ => *open,
        };
        Ok(vec![next])
    }

    /// Begins a line: with its number, as in `2. 8-6=2`, or without one.
    fn line(&self, mut state: State) -> Ways {
        let mut rest = self.text[state.at..].trim_start();
        while let length @ 1.. = break_length(rest, 0) {
            rest = rest[length..].trim_start();
        }
        if rest.is_empty() {
            return Err(self.end(state));
        }
        state.lines += 1;
        let inside = rest.strip_prefix('(').unwrap_or(rest);
        let numbered = inside.strip_prefix(&*state.lines.to_string());
        let numbered = numbered.and_then(|it| it.strip_prefix(['.', ')', '/'])?.strip_prefix(' '));
        let starts = numbered.map(str::trim_start).into_iter().chain([rest]);
        Ok(starts.flat_map(|rest| self.first_sides(&state, rest)).collect())
    }

    /// Begins the first side of the line `rest`.
    fn first_sides(&self, state: &State, rest: &str) -> Vec<State> {
        let start = self.text.len() - rest.len();
        let state = State { at: start, line: Line { start, ..Line::default() }, ..state.clone() };
        let first = rest.split('=').next().filter(|it| it.len() < rest.len() && !it.contains('/'));
        let is_claim = first.and_then(typed_number).is_some();
        let roles = if is_claim { [Role::Value, Role::Step] } else { [Role::Step, Role::Value] };
        let mut ways = roles.map(|role| state.begun(role)).to_vec();
        // A line may go on from the one before it, as in `5+7=12, -8=4, x6=24`.
        let goes_on = rest.starts_with(['+', '-', '*', '/', 'x', 'X']);
        if let Some(last) = state.results.last().filter(|_| goes_on) {
            let sign = rest[..1].replace(['x', 'X'], "*");
            let mut next = state.begun(Role::Step);
            next.results.pop();
            next = next.with(&rest[..1], &format!("({}){sign}", last.expression), false);
            next.side.as_mut().expect("a side is read").from = last.value.to_string();
            let is_sign = typed_numbers(rest).iter().any(|it| state.result(&it.value).is_some());
            ways.insert(usize::from(is_sign), next);
        }
        ways
    }

    /// Reads the number at the place of an operand.
    fn operands(&self, state: &State) -> Vec<State> {
        let rest = &self.text[state.at..];
        let is_value = state.side.as_ref().is_some_and(|it| it.role == Role::Value);
        // The ways, each with how unlikely it is.
        let mut ways = Vec::new();
        for TypedNumber { value, len, form } in typed_numbers(rest) {
            let typed = &rest[..len];
            // The `12/1` of `12/1+12` divides, though it has the value of an earlier 12.
            let may_divide = form == Form::Quotient && value.to_string() != typed;
            let with = |written: &str| state.with(typed, written, true);
            let in_brackets = format!("({value})");
            if let Some(at) = state.result(&value).filter(|_| !is_value) {
                let mut way = with(&format!("({})", state.results[at].expression));
                way.results.remove(at);
                ways.push((if may_divide { 2 } else { 0 }, way));
            }
            let as_typed = match form {
                Form::Quotient if is_value => (2, with(&in_brackets)),
                Form::Quotient => continue,
                Form::Card => (1, with(typed)),
                _ if is_value => (1, with(&in_brackets)),
                Form::Vulgar(cards) => (1, with(&format!("({cards})"))),
                // The grammar may have signs.
                Form::Other if Parse::new(typed, self.grammar).is_ok() => (1, with(typed)),
                Form::Other => {
                    let mut way = with(&in_brackets);
                    let side = way.side.as_mut().expect("a side is read");
                    side.missing.get_or_insert(state.at..state.at + len);
                    (1, way)
                }
            };
            ways.push(as_typed);
        }
        ways.sort_by_key(|it| it.0);
        ways.into_iter().map(|it| it.1).collect()
    }

    /// Ends a side before a `=`, and begins the next one.
    fn end_side(&self, state: State) -> Ways {
        let Some(mut state) = self.closed(state)? else { return Ok(Vec::new()) };
        let rest = self.text[state.at + 1..].trim_start();
        state.at = self.text.len() - rest.len();
        let Some(step) = state.line.step.clone() else {
            return Ok([Role::Step, Role::Value].map(|role| state.begun(role)).to_vec());
        };
        let before = format!("({})", step.expression);
        let begun = begun_with(rest, &step.value);
        let begun = begun.map(|typed| state.begun(Role::Next).with(typed, &before, true));
        let is_last = rest.is_empty() || break_length(rest, 0) > 0;
        let other = if is_last { state.ended() } else { state.begun(Role::Value) };
        Ok(begun.chain([other]).collect())
    }

    /// Ends a line.
    fn end_line(&self, state: State) -> Ways {
        let Some(mut state) = self.closed(state)? else { return Ok(Vec::new()) };
        // If no side makes a step, another way reads one of them as a step.
        let Some(step) = state.line.step.take() else { return Ok(Vec::new()) };
        if let Some(wrong) = state.line.missing {
            let at = state.line.last.expect("the line has a step").start;
            return Err(Ending::wrong(at, wrong));
        }
        state.results.push(step);
        state.is_ended = false;
        Ok(vec![state])
    }

    /// Ends the side, if one is read, and adds it to its line. None if another way has the same
    /// meaning, or if the side needs more cards than there are.
    fn closed(&self, mut state: State) -> Result<Option<State>, Box<Ending>> {
        let Some(side) = state.side.take() else { return Ok(Some(state)) };
        let Begun { role, start, .. } = side;
        let typed = self.text[start..state.at].trim();
        let is_number = typed_number(typed).is_some();
        if !state.line.may_have(role, is_number) {
            return Ok(None);
        }
        let text = format!("{}{typed}", side.from);
        let written = if side.is_changed { side.written.trim() } else { typed };
        let missing = side.missing.clone().filter(|_| !state.results.is_empty() && !is_number);
        let mut parse = Parse::new(written, self.grammar);
        if role == Role::Value || missing.is_some() {
            // The grammar may have no signs.
            parse = parse.or_else(|_| Parse::new(written, &Grammar::Extended));
        }
        let is_read = state.line.sides < MOST_SIDES && side.missing.is_some() == missing.is_some();
        let Some(parse) = parse.ok().filter(|_| is_read) else {
            return Err(self.rejected(&state, &side));
        };
        let tree = parse.expression();
        let is_over = self.hand.filter(|_| role != Role::Value).is_some_and(|hand| {
            side.missing.is_some() || !has_all(hand.iter().map(Card::value), tree.leaves())
        });
        if is_over {
            return Ok(None);
        }
        if let Some(number) = missing {
            let fault = StepFault::Missing(self.text[number].to_owned());
            let wrong = WrongStep { expression: text.clone(), fault };
            state.line.missing.get_or_insert(wrong);
        }
        let wrong = |fault| Ending::wrong(start, WrongStep { expression: text.clone(), fault });
        let value = parse.value().map_err(|it| wrong(StepFault::Undefined(it.clone())))?.clone();
        let joined = || parse.written().to_string();
        let expression = if side.is_changed { joined() } else { typed.to_owned() };
        let tree = tree.clone();
        let side = Side { role, start, text, is_number, value, expression, tree };
        // A wrong value of the whole answer is not one of a step.
        let rest = self.text[state.at..].trim_start_matches([' ', '=', '.']);
        let is_whole = state.lines == 1 && rest.is_empty();
        let is_new = state.line.add(side, is_whole.then_some(self.target));
        Ok(is_new.map_err(|wrong| Ending::wrong(start, wrong))?.then_some(state))
    }

    /// The end of the text, after the last line.
    fn end(&self, mut state: State) -> Box<Ending> {
        let Some(last) = state.results.pop() else {
            let joined = Joined { text: self.text.to_owned(), ..Joined::default() };
            return Box::new(Ending { joined, rank: Rank::Rejected, at: 0 });
        };
        let is_of_cards =
            self.hand.is_some_and(|it| it.cards().len() == last.tree.leaves().count());
        let wrong = unused(&last, &state.results);
        let rank = match is_of_cards {
            _ if wrong.is_some() => Rank::Wrong,
            true if last.value == *self.target => Rank::Right,
            true => Rank::OfCards,
            false => Rank::InSteps,
        };
        let joined = Joined { text: last.expression.clone(), before: 0, wrong };
        Box::new(Ending { joined, rank, at: self.text.len() })
    }

    /// The parser rejects a side, or its line has too many.
    fn rejected(&self, state: &State, side: &Begun) -> Box<Ending> {
        let is_read = |text: &str| Parse::new(text, self.grammar).is_ok();
        let mut text = self.text[side.start..state.at].trim();
        // The expressions of earlier results may be too long for the parser.
        let is_long = is_read(text) && !is_read(&side.written);
        if is_read(text) && !is_long || text.is_empty() {
            let next = self.text[state.at..].chars().next().map_or(0, char::len_utf8);
            text = self.text[state.line.start..state.at + next].trim();
        }
        let before = text.as_ptr().addr() - self.text.as_ptr().addr();
        let before = self.text[..before].chars().count();
        let text = if is_long { &side.written } else { text }.to_owned();
        let joined = Joined { text, before, wrong: None };
        Box::new(Ending { joined, rank: Rank::Rejected, at: side.start })
    }
}

impl State {
    /// Begins a side.
    fn begun(&self, role: Role) -> Self {
        let side = Begun { role, start: self.at, ..Begun::default() };
        Self { side: Some(side), is_after_operand: false, ..self.clone() }
    }

    /// The index of the last result with this value.
    fn result(&self, value: &Rational) -> Option<usize> {
        self.results.iter().rposition(|it| it.value == *value)
    }

    /// Goes on after `typed`, which is at this place, and which the grammar reads as `written`.
    fn with(&self, typed: &str, written: &str, is_after_operand: bool) -> Self {
        let mut next = Self { at: self.at + typed.len(), is_after_operand, ..self.clone() };
        let side = next.side.as_mut().expect("a side is read");
        side.written.push_str(written);
        side.is_changed |= written != typed;
        next
    }

    /// Ends the line at this place.
    fn ended(&self) -> Self {
        Self { is_ended: true, ..self.clone() }
    }
}

/// The length of the sign at the start of `text` that ends a line; 0 if there is none.
fn break_length(text: &str, open: usize) -> usize {
    let ends = ["->", "=>", "→", "…", "。", ";", "|"];
    let found = ends.iter().find(|it| text.starts_with(**it)).map_or(0, |it| it.len());
    let is_stop = |rest: &str| rest.chars().next().is_none_or(char::is_whitespace);
    let ends = text.starts_with(',') && open == 0 || text.strip_prefix('.').is_some_and(is_stop);
    found.max(usize::from(ends))
}
