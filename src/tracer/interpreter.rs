//! Interprets the rules of a grammar on pest's parser state.

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

use pest::iterators::Pairs;
use pest::{Atomicity, MatchDir, ParseResult, ParserState};

use super::body::RuleModifier;
use super::expr::{Expr, ExprKind};
use super::patience::{MOST_PAIRS, is_wanted, spend};
use super::terminal::{StackUse, Terminal};
use super::{
    Event, Lookahead, MAX_OPEN_RULES, MAX_PAIRS, MAX_PAIRS_PER_BYTE, MAX_STEPS, MAX_STEPS_PER_BYTE,
    Outcome, PestGrammar, Rule, RuleId, SiteId, TraceError, What,
};

use crate::stack;

/// The number of steps between two checks of whether to continue: about a millisecond.
const PAUSE: u64 = 1 << 16;

/// How many characters pest compares in about the time of a step, where it searches for a text.
const CHARACTERS_A_STEP: u64 = 4;

type State<'i> = Box<ParserState<'i, RuleId>>;
type Step<'i> = ParseResult<State<'i>>;

/// The name of a Unicode property, and a test for its characters.
type Property = (&'static str, Box<dyn Fn(char) -> bool>);

/// Receives every event; can end the trace.
type Listener<'g, 'l> = &'l mut dyn FnMut(Event<'g>) -> ControlFlow<()>;

pub(super) struct Interpreter<'g, 'l> {
    grammar: &'g PestGrammar,
    /// `None` if nobody is listening.
    listener: Option<Listener<'g, 'l>>,
    /// The Unicode properties used so far.
    properties: Vec<Property>,
    /// The number of open rules.
    depth: usize,
    /// The number of rule calls so far.
    calls: u64,
    /// The number of rule calls so far that matched.
    matches: u64,
    /// The number of token pairs that pest keeps for the text matched so far.
    pairs: u64,
    lookahead: Lookahead,
    /// The current round of the innermost repetition in the innermost rule.
    round: u32,
    steps: u64,
    /// The number of steps that the thread's count already includes.
    spent: u64,
    /// The step count at which to check whether to continue.
    pause: u64,
    max_steps: u64,
    max_pairs: u64,
    /// The reason why the trace ended. From then on, nothing matches.
    ended: Option<TraceError>,
    /// The known outcomes of calls, so that no call runs twice, except for those of these rules.
    pub(super) outcomes: Option<(BTreeSet<RuleId>, Outcomes)>,
}

impl<'g, 'l> Interpreter<'g, 'l> {
    pub(super) const fn new(grammar: &'g PestGrammar, listener: Option<Listener<'g, 'l>>) -> Self {
        Self {
            grammar,
            listener,
            properties: Vec::new(),
            depth: 0,
            calls: 0,
            matches: 0,
            pairs: 0,
            lookahead: Lookahead::No,
            round: 0,
            steps: 0,
            spent: 0,
            pause: PAUSE,
            max_steps: MAX_STEPS,
            max_pairs: MAX_PAIRS,
            ended: None,
            outcomes: None,
        }
    }

    pub(super) fn run(mut self, rule: RuleId, text: &str) -> Result<Pairs<'_, RuleId>, TraceError> {
        if self.grammar.rules.get(rule.index()).is_none() {
            return Err(TraceError::UnknownRule);
        }
        let of_length = |of_byte| (text.len() as u64).saturating_mul(of_byte);
        self.max_steps = of_length(MAX_STEPS_PER_BYTE).max(MAX_STEPS);
        self.max_pairs = of_length(MAX_PAIRS_PER_BYTE).max(MAX_PAIRS).min(MOST_PAIRS.get());
        let parsed = pest::state(text, |state| self.rule(rule, SiteId::NOWHERE, state));
        self.count_steps();
        self.ended.map_or_else(|| parsed.map_err(|error| TraceError::Syntax(Box::new(error))), Err)
    }

    fn report(&mut self, what: What<'g>, outcome: Outcome, call: u64, at: usize, site: SiteId) {
        let &mut Self { depth, lookahead, round, .. } = self;
        let Some(listener) = &mut self.listener else { return };
        if listener(Event { what, outcome, call, depth, at, lookahead, site, round }).is_break() {
            self.end(TraceError::Stopped);
        }
    }

    /// Ends the trace: nothing matches from now on.
    #[cold]
    fn end(&mut self, why: TraceError) {
        self.ended.get_or_insert(why);
        self.pause = 0;
    }

    fn rule<'i>(&mut self, id: RuleId, site: SiteId, state: State<'i>) -> Step<'i> {
        if self.depth >= MAX_OPEN_RULES {
            self.end(TraceError::TooManyOpenRules);
        }
        if self.ended.is_some() {
            return Err(state);
        }
        let (call, at, pairs) = (self.calls, state.position().pos(), self.pairs);
        self.report(What::Rule(id), Outcome::Enter, call, at, site);
        self.calls += 1;
        self.depth += 1;
        let round = std::mem::take(&mut self.round);
        // Rules may nest to any depth, so get more stack if necessary.
        let done = stack::for_level(|| self.body_or_outcome(id, state));
        self.round = round;
        self.depth -= 1;
        self.matches += u64::from(done.is_ok());
        if done.is_err() {
            self.pairs = pairs;
        }
        self.report(What::Rule(id), outcome(&done), call, at, site);
        done
    }

    /// Runs a rule at a place, or returns its known outcome.
    fn body_or_outcome<'i>(&mut self, id: RuleId, state: State<'i>) -> Step<'i> {
        let stored = self.outcomes.as_ref().filter(|(varying, _)| !varying.contains(&id));
        let Some((_, outcomes)) = stored else { return self.body(id, state) };
        let call = (id, state.position().pos(), state.atomicity() as u8, self.lookahead);
        match outcomes.get(&call) {
            Some(Some(characters)) => return state.skip(*characters),
            Some(None) => return Err(state),
            None => {}
        }
        let start = *state.position();
        let done = self.body(id, state);
        let outcomes = self.outcomes.as_mut().filter(|(_, it)| it.len() < MAX_KEPT);
        if let (None, Some((_, outcomes))) = (&self.ended, outcomes) {
            let read = done.as_ref().ok().map(|it| start.span(it.position()));
            outcomes.insert(call, read.map(|span| span.as_str().chars().count()));
        }
        done
    }

    /// Runs the expression of a rule under its modifier, as pest's generated code does.
    fn body<'i>(&mut self, id: RuleId, state: State<'i>) -> Step<'i> {
        let Rule { modifier, expr } = &self.grammar.rules[id.index()];
        let around = match modifier {
            RuleModifier::CompoundAtomic => Atomicity::CompoundAtomic,
            RuleModifier::Atomic => Atomicity::Atomic,
            RuleModifier::NonAtomic => Atomicity::NonAtomic,
            RuleModifier::Normal | RuleModifier::Silent => state.atomicity(),
        };
        if self.lookahead == Lookahead::No {
            let (is_pair, _) = self.grammar.makes_pairs(id, state.atomicity() != Atomicity::Atomic);
            self.pairs += u64::from(is_pair);
        }
        let is_implicit = self.grammar.between.contains(&id);
        let is_compound = *modifier == RuleModifier::CompoundAtomic;
        let inside = if is_implicit && !is_compound { Atomicity::Atomic } else { around };
        let mut body = |state: State<'i>| state.atomic(inside, |state| self.expr(expr, state));
        match modifier {
            RuleModifier::Normal | RuleModifier::Atomic => state.rule(id, body),
            RuleModifier::Silent => body(state),
            RuleModifier::CompoundAtomic | RuleModifier::NonAtomic => {
                state.atomic(around, |state| state.rule(id, body))
            }
        }
    }

    fn count_steps(&mut self) {
        spend(self.steps - self.spent);
        self.spent = self.steps;
    }

    /// Whether to continue after a pause; `false` once the trace has ended.
    #[cold]
    fn goes_on(&mut self) -> bool {
        if self.ended.is_some() {
            return false;
        }
        self.count_steps();
        let is_over = self.steps > self.max_steps || self.pairs > self.max_pairs;
        if is_over || !is_wanted() {
            self.end(TraceError::TooManySteps((self.steps - 1).min(self.max_steps)));
        }
        let goes_on = self.ended.is_none();
        if goes_on {
            self.pause = self.max_steps.min(self.steps + PAUSE);
        }
        goes_on
    }

    fn expr<'i>(&mut self, expr: &'g Expr, state: State<'i>) -> Step<'i> {
        self.steps += 1;
        if self.steps > self.pause && !self.goes_on() {
            return Err(state);
        }
        // A repetition counts its own rounds.
        if expr.round == 0 || matches!(expr.kind, ExprKind::Repeat) {
            return self.kind(expr, state);
        }
        let around = std::mem::replace(&mut self.round, expr.round);
        let done = self.kind(expr, state);
        self.round = around;
        done
    }

    fn kind<'i>(&mut self, expr: &'g Expr, state: State<'i>) -> Step<'i> {
        match &expr.kind {
            ExprKind::Rule(id) => self.rule(*id, expr.site, state),
            ExprKind::Terminal(terminal) => self.terminal(terminal, expr.site, state),
            _ if expr.is_deep => stack::for_level(|| self.nested(expr, state)),
            _ => self.nested(expr, state),
        }
    }

    /// Runs an expression that has parts.
    fn nested<'i>(&mut self, expr: &'g Expr, state: State<'i>) -> Step<'i> {
        match &expr.kind {
            ExprKind::Rule(_) | ExprKind::Terminal(_) => self.kind(expr, state),
            ExprKind::Sequence => self.sequence(expr.site, state, |this, mut state| {
                for (index, item) in expr.parts.iter().enumerate() {
                    if index > 0 {
                        state = this.skip(state)?;
                    }
                    state = this.expr(item, state)?;
                }
                Ok(state)
            }),
            ExprKind::Choice => first_of(&expr.parts, state, |it, state| self.expr(it, state)),
            ExprKind::OneOf(terminals) => {
                first_of(terminals, state, |it, state| self.terminal(it, expr.site, state))
            }
            ExprKind::Optional => state.optional(|state| self.expr(&expr.parts[0], state)),
            ExprKind::Repeat => {
                let repeated = &expr.parts[0];
                let around = std::mem::replace(&mut self.round, expr.round + 1);
                let done = state.optional(|state| {
                    self.expr(repeated, state)?.repeat(|state| {
                        self.round += 1;
                        self.sequence(SiteId::NOWHERE, state, |this, state| {
                            let state = this.skip(state)?;
                            this.expr(repeated, state)
                        })
                    })
                });
                self.round = around;
                done
            }
            ExprKind::Lookahead { refusal } => {
                let (around, at) = (self.lookahead, state.position().pos());
                let positive = refusal.is_none();
                self.lookahead = inside(around, positive);
                let done = state.lookahead(positive, |state| self.expr(&expr.parts[0], state));
                self.lookahead = around;
                if let (Err(_), Some(refusal)) = (&done, refusal) {
                    self.report(What::Terminal(refusal), Outcome::Fail, self.calls, at, expr.site);
                }
                done
            }
            ExprKind::Push => state.stack_push(|state| self.expr(&expr.parts[0], state)),
            ExprKind::RestoreOnFailure => {
                state.restore_on_err(|state| self.expr(&expr.parts[0], state))
            }
        }
    }

    /// Runs `parts`. If they fail, resets the state.
    fn sequence<'i>(
        &mut self,
        site: SiteId,
        state: State<'i>,
        parts: impl FnOnce(&mut Self, State<'i>) -> Step<'i>,
    ) -> Step<'i> {
        let (call, at) = (self.calls, state.position().pos());
        let (matches, pairs) = (self.matches, self.pairs);
        let done = state.sequence(|state| parts(self, state));
        if done.is_err() {
            self.pairs = pairs;
            if self.matches > matches {
                self.report(What::Sequence, Outcome::Fail, call, at, site);
            }
        }
        done
    }

    fn terminal<'i>(&mut self, terminal: &'g Terminal, site: SiteId, state: State<'i>) -> Step<'i> {
        let at = state.position().pos();
        let done = match terminal {
            Terminal::Literal(text) => state.match_string(text),
            Terminal::Insensitive(text) => state.match_insensitive(text),
            Terminal::Range(first, last) => state.match_range(*first..*last),
            Terminal::Class(class) => state.match_char_by(class.holds),
            Terminal::Property(name) => state.match_char_by(self.property(name)),
            Terminal::Until(ends) => {
                let ends: Vec<&str> = ends.iter().map(String::as_str).collect();
                let done = state.skip_until(&ends);
                let (Ok(state) | Err(state)) = &done;
                let length = state.position().pos() - at;
                self.steps += (length * ends.len()) as u64 / CHARACTERS_A_STEP;
                done
            }
            Terminal::Any => state.skip(1),
            Terminal::Start => state.start_of_input(),
            Terminal::End => state.rule(RuleId::EOI, ParserState::end_of_input),
            // The slice `[-1..0]` is empty, and so matches, if the stack has a topmost entry.
            // Otherwise it is out of range.
            &Terminal::Stack(what) => {
                match state.stack_match_peek_slice(-1, Some(0), MatchDir::BottomToTop) {
                    Err(state) if matches!(what, StackUse::Peek | StackUse::Pop) => {
                        self.end(TraceError::EmptyStack { what, at });
                        Err(state)
                    }
                    Ok(state) | Err(state) => from_stack(what, state, &mut self.steps),
                }
            }
            Terminal::Not(_) => unreachable!("it is only reported"),
        };
        self.report(What::Terminal(terminal), outcome(&done), self.calls, at, site);
        done
    }

    fn property(&mut self, name: &'static str) -> impl Fn(char) -> bool {
        let index = self.properties.iter().position(|(known, _)| *known == name);
        let index = index.unwrap_or_else(|| {
            let property = pest::unicode::by_name(name);
            self.properties.push((name, property.expect("only names that pest knows are read")));
            self.properties.len() - 1
        });
        let (_, holds) = &self.properties[index];
        move |character| holds(character)
    }

    /// Skips blanks and comments between two parts of a sequence or repetition.
    fn skip<'i>(&mut self, state: State<'i>) -> Step<'i> {
        if state.atomicity() != Atomicity::NonAtomic {
            return Ok(state);
        }
        match *self.grammar.between {
            [] => Ok(state),
            [only] => self.repeated(only, state),
            [whitespace, comment, ..] => self.repeated(whitespace, state)?.repeat(|state| {
                self.sequence(SiteId::NOWHERE, state, |this, state| {
                    let state = this.rule(comment, SiteId::NOWHERE, state)?;
                    this.repeated(whitespace, state)
                })
            }),
        }
    }

    fn repeated<'i>(&mut self, rule: RuleId, state: State<'i>) -> Step<'i> {
        state.repeat(|state| self.rule(rule, SiteId::NOWHERE, state))
    }
}

/// Runs the first alternative that matches.
fn first_of<'g, 'i, T>(
    alternatives: &'g [T],
    mut state: State<'i>,
    mut read: impl FnMut(&'g T, State<'i>) -> Step<'i>,
) -> Step<'i> {
    for alternative in alternatives {
        match read(alternative, state) {
            Err(back) => state = back,
            matched => return matched,
        }
    }
    Err(state)
}

fn outcome(done: &Step<'_>) -> Outcome {
    done.as_ref().map_or(Outcome::Fail, |state| Outcome::Match { end: state.position().pos() })
}

/// The lookahead that applies inside a further `&` or `!`.
const fn inside(around: Lookahead, positive: bool) -> Lookahead {
    match around {
        Lookahead::No | Lookahead::Positive if positive => Lookahead::Positive,
        _ => Lookahead::Negative,
    }
}

/// Matches a part that uses the stack, and adds the steps that this takes to `steps`.
fn from_stack<'i>(what: StackUse, mut state: State<'i>, steps: &mut u64) -> Step<'i> {
    // pest compares the text with all these entries of the stack, so a high stack takes many steps.
    let is_of_all = |end: Option<i32>| end.is_none_or(|it| it < 0);
    if matches!(what, StackUse::PeekAll | StackUse::PopAll)
        || matches!(what, StackUse::PeekSlice(0.., end) if is_of_all(end))
    {
        for height in (6..31).map(|power| 1_i32 << power) {
            let high = state.stack_match_peek_slice(height, Some(height), MatchDir::BottomToTop);
            let is_low = high.is_err();
            state = high.unwrap_or_else(|low| low);
            if is_low {
                break;
            }
            *steps += u64::from(height.unsigned_abs());
        }
    }
    match what {
        StackUse::Peek => state.stack_peek(),
        StackUse::PeekAll => state.stack_match_peek(),
        StackUse::PeekSlice(start, end) => {
            state.stack_match_peek_slice(start, end, MatchDir::BottomToTop)
        }
        StackUse::Pop => state.stack_pop(),
        StackUse::PopAll => state.stack_match_pop(),
        StackUse::Drop => state.stack_drop(),
    }
}

/// The maximum number of outcomes to store. They take a few megabytes. A text that is short enough
/// to parse without stored outcomes has far fewer.
const MAX_KEPT: usize = 1 << 16;

/// A call of a rule at a place, with everything that its outcome depends on. The interpreter stores
/// outcomes as packrat parsing does (B. Ford, 2002), but without trees: an outcome is the number of
/// characters matched, or a failure.
type Call = (RuleId, usize, u8, Lookahead);
type Outcomes = HashMap<Call, Option<usize>>;
