//! All trees that a grammar's rules allow for a text if the rules are read as context-free.
//!
//! A parsing expression grammar takes the first alternative that matches, so it is never ambiguous
//! (B. Ford, "Parsing Expression Grammars", 2004). Without that order, the same rules may allow
//! several trees. The program makes the trees of each rule once for each span of the text, like a
//! chart parser (J. Earley, "An efficient context-free parsing algorithm", 1970), so left recursion
//! does no harm. Two trees are different if pest would return different pairs for them.
//!
//! An atomic rule is a token: it matches exactly the text that it matches in pest. Otherwise `12`
//! could be two numbers. The blanks also match as in pest.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::rc::Rc;

use super::parse_tree::ParseTree;
use super::tokens::{Derived, Row, Tokens};
use crate::grammars::{Grammar, SyntaxError};
use crate::stack;
use crate::tracer::{Body, BodyKind, RuleId, is_wanted};

/// The longest text, in bytes.
pub const MAX_FOREST_TEXT: usize = 1000;

/// The maximum number of steps: ways to match a span, and rules in the trees made for a span. They
/// take a few seconds.
const MOST_STEPS: usize = 10_000_000;

/// All trees of a text.
#[derive(Debug, Clone)]
pub struct Forest {
    /// Whether there are infinitely many trees: a rule calls itself without consuming any text.
    pub is_endless: bool,
    /// Different trees in which no rule calls itself without consuming any text; at least one.
    pub trees: Vec<ParseTree>,
    /// Whether there are more such trees.
    pub has_more: bool,
    /// The tree of pest's ordered choice; `None` if pest rejects the text.
    pub taken: Option<ParseTree>,
    /// The rules that look ahead, which no context-free grammar does.
    pub beyond: Vec<String>,
}

/// Why the trees of a text were not found.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ForestError {
    /// The text is longer than [`MAX_FOREST_TEXT`].
    #[error("the text has {0} bytes, but all trees are found only up to {MAX_FOREST_TEXT} bytes")]
    TooLong(usize),
    /// There are too many ways to match the spans of the text.
    #[error("given up: the rules could match too many parts of the text")]
    TooMuch,
    /// The match of a rule depends on the stack.
    #[error("`{0}` uses the stack, which no context-free grammar has")]
    Stack(String),
    /// pest's match of this token never ends.
    #[error("`{0}` is atomic and never ends: a token matches as it does in pest, without a tree")]
    Token(String),
    /// No tree is possible, in any order of alternatives.
    #[error("no tree is possible: the rules do not allow this text in any order")]
    NoTree,
    /// No tree is possible; holds the grammar's error.
    #[error("no tree is possible: {}", .0.message())]
    None(Box<SyntaxError>),
    /// pest accepts the text, but without the order of the alternatives no tree is possible.
    #[error("no tree is possible without the order of the alternatives")]
    Lookahead,
}

/// The result of a step that the program may give up.
pub(super) type Tried<T> = Result<T, ForestError>;

impl Forest {
    /// Finds the trees that the rules of `grammar` allow for `text`, and keeps at most `limit` of
    /// them, but at least one. Also parses `text` as pest does, with ordered choice.
    ///
    /// # Errors
    ///
    /// [`ForestError`] if there is no tree, or if the search is given up.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use bracket24::Grammar;
    /// use bracket24::grammars::UserGrammar;
    /// use bracket24::lessons::Forest;
    ///
    /// let source = r#"
    ///     program = { SOI ~ statement ~ EOI }
    ///     statement = { "if" ~ statement ~ "else" ~ statement | "if" ~ statement | "x" }
    /// "#;
    /// let grammar = UserGrammar::read("if.pest", source).expect("pest accepts it");
    /// let grammar = Grammar::User(Arc::new(grammar));
    /// let forest = Forest::new("ififxelsex", &grammar, 10)?;
    /// // The `else` belongs to either `if`.
    /// assert_eq!(forest.count(), Some(2));
    /// # Ok::<(), bracket24::lessons::ForestError>(())
    /// ```
    pub fn new(text: &str, grammar: &Grammar, limit: usize) -> Result<Self, ForestError> {
        let limit = limit.max(1);
        let mut chart = Chart::new(text, grammar, limit.saturating_add(1))?;
        // With left recursion, pest's parser would descend until it reaches a limit, which takes
        // long.
        let taken = (!grammar.is_left_recursive()).then(|| ParseTree::new(text, grammar));
        // As in pest, a start rule without `EOI` may leave the end of the text unread, but only if
        // no order of alternatives reads all of it.
        let read = taken.iter().flatten().map(|tree| tree.unread().start).next();
        let trimmed = text.trim_end().len();
        let but_blanks = read.map_or(trimmed, |read| read.max(trimmed));
        let mut start = (Item::Rule(grammar.start()), 0, text.len());
        for end in [text.len(), but_blanks].into_iter().chain(read) {
            start.2 = end;
            if chart.ways(start)?.is_possible {
                break;
            }
        }
        let is_endless = chart.ways(start)?.goes_round;
        let found = chart.trees(start)?;
        let has_more = found.len() > limit;
        let trees: Vec<ParseTree> =
            found.iter().take(limit).map(|it| chart.tokens.tree(&it.row)).collect();
        if trees.is_empty() {
            return Err(match taken {
                Some(Ok(_)) => ForestError::Lookahead,
                Some(Err(error)) if !error.is_given_up() => ForestError::None(Box::new(error)),
                _ => ForestError::NoTree,
            });
        }
        let (beyond, taken) = (beyond(grammar), taken.and_then(Result::ok));
        Ok(Self { is_endless, trees, has_more, taken, beyond })
    }

    /// The number of different trees in which no rule calls itself without consuming any text;
    /// `None` if there are more of them than the limit.
    pub fn count(&self) -> Option<usize> {
        (!self.has_more).then_some(self.trees.len())
    }

    /// Whether `tree` is the tree of pest's ordered choice.
    pub fn is_taken(&self, tree: &ParseTree) -> bool {
        self.taken.as_ref().is_some_and(|taken| taken.has_same_pairs(tree))
    }
}

/// An item that may match a span of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Item<'g> {
    Rule(RuleId),
    Part(Part<'g>),
    /// The items of a sequence from an index on.
    Rest(Part<'g>, usize),
    /// A repetition after this number of rounds. Rounds that make no difference are not counted.
    Rounds(Part<'g>, u32),
}

/// A part of a rule. Two parts are equal if they are at the same place in the grammar.
#[derive(Debug, Clone, Copy)]
struct Part<'g>(&'g Body);

impl PartialEq for Part<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Part<'_> {}

impl std::hash::Hash for Part<'_> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        std::ptr::from_ref(self.0).hash(state);
    }
}

/// One way to match an item: up to two items at their places, with blanks between them, or a token.
#[derive(Default)]
struct Way<'g> {
    parts: [Option<Place<'g>>; 2],
    blanks: Range<usize>,
    token: Option<(RuleId, Range<usize>)>,
}

/// An item, and the start and end of its match.
type Place<'g> = (Item<'g>, usize, usize);

impl<'g> Way<'g> {
    /// The way that consists of a single part.
    fn of(body: &'g Body, at: usize, end: usize) -> Self {
        let part = (Item::Part(Part(body)), at, end);
        Self { parts: [Some(part), None], blanks: end..end, token: None }
    }

    /// Adds `rest` as the second item, after blanks.
    fn then(mut self, rest: Place<'g>) -> Self {
        (self.parts[1], self.blanks.end) = (Some(rest), rest.1);
        self
    }

    /// One way without parts if `matches`, otherwise none.
    fn matching(matches: bool) -> Vec<Self> {
        if matches { vec![Self::default()] } else { Vec::new() }
    }
}

/// Whether an item can match.
#[derive(Debug, Clone, Copy, Default)]
struct Ways {
    is_possible: bool,
    /// Whether one of the ways comes back to the same item at the same place, without consuming any
    /// text.
    goes_round: bool,
}

/// Trees of an item, one after another.
#[derive(Clone, Default)]
struct Found {
    row: Row,
    /// The pairs that pest returns for the row. Equal pairs have equal numbers.
    pairs: Vec<usize>,
}

/// A pair: its rule, its text, and the pairs inside it or, for a token, its depth.
type Pair = (RuleId, Range<usize>, Vec<usize>);

/// The state of a place.
enum Known {
    /// The place is being computed, or one of its trees is being made; holds the number of places
    /// open around it.
    Open(usize),
    Done(Ways),
}

/// The ways to match each span of the text.
struct Chart<'g, 't> {
    tokens: Tokens<'g, 't>,
    known: HashMap<Place<'g>, Known>,
    /// The trees of the places that no loop leads back to.
    found: HashMap<Place<'g>, Rc<Vec<Found>>>,
    /// The number of each pair.
    pairs: HashMap<Pair, usize>,
    /// The maximum number of trees to make for a place.
    most: usize,
    /// The number of open places, and the depth of the outermost open place that was asked for
    /// again.
    open: usize,
    lowest: usize,
    steps: usize,
}

/// The rules of a grammar that look ahead and are not tokens.
pub(super) fn beyond(grammar: &Grammar) -> Vec<String> {
    let looks = |body: &Body| matches!(body.kind, BodyKind::Lookahead { .. });
    let rules = grammar.rules().written.rules.iter().filter(|rule| !rule.modifier.is_atomic());
    rules.filter(|rule| rule.body.all().any(looks)).map(|rule| rule.name.clone()).collect()
}

impl<'g, 't> Chart<'g, 't> {
    fn new(text: &'t str, grammar: &'g Grammar, most: usize) -> Tried<Self> {
        Ok(Self {
            tokens: Tokens::new(text, grammar)?,
            known: HashMap::new(),
            found: HashMap::new(),
            pairs: HashMap::new(),
            most,
            open: 0,
            lowest: usize::MAX,
            steps: 0,
        })
    }

    /// Counts more steps, and gives up if there are too many.
    fn step(&mut self, steps: usize) -> Tried<()> {
        self.steps += steps;
        if self.steps > MOST_STEPS || !is_wanted() { Err(ForestError::TooMuch) } else { Ok(()) }
    }

    /// Finds out whether an item matches at a place: whether all parts of one of the ways do.
    fn ways(&mut self, place: Place<'g>) -> Tried<Ways> {
        match self.known.get(&place) {
            Some(&Known::Done(ways)) => return Ok(ways),
            Some(&Known::Open(depth)) => {
                self.lowest = self.lowest.min(depth);
                return Ok(Ways { is_possible: false, goes_round: true });
            }
            None => {}
        }
        let depth = self.open;
        let around = std::mem::replace(&mut self.lowest, usize::MAX);
        self.known.insert(place, Known::Open(depth));
        self.open += 1;
        let mut all = Ways::default();
        stack::for_level(|| {
            let ways = self.expanded(place)?;
            self.step(1 + ways.len())?;
            for way in ways {
                let mut parts = way.parts;
                // A part with an empty span seldom matches. Trying this part first often makes
                // trying the other part unnecessary.
                if matches!(parts[1], Some((_, at, end)) if at == end) {
                    parts.reverse();
                }
                let mut both = Ways { is_possible: true, goes_round: false };
                for part in parts.into_iter().flatten() {
                    let Ways { is_possible, goes_round } = self.ways(part)?;
                    both.is_possible &= is_possible;
                    both.goes_round |= goes_round;
                    if !is_possible && !goes_round {
                        both.goes_round = false;
                        break;
                    }
                }
                all.is_possible |= both.is_possible;
                all.goes_round |= both.goes_round;
            }
            Ok(())
        })?;
        self.open -= 1;
        if self.lowest < depth {
            // The result may still grow, because it depends on an outer place that is still open.
            // So do not store it.
            self.known.remove(&place);
            self.lowest = self.lowest.min(around);
        } else {
            // A loop makes infinitely many trees only if there is a finite tree.
            all.goes_round &= all.is_possible;
            self.known.insert(place, Known::Done(all));
            self.lowest = around;
        }
        Ok(all)
    }

    /// Makes different trees of an item at a place, [`most`](Self::most) of them if there are so
    /// many.
    fn trees(&mut self, place: Place<'g>) -> Tried<Rc<Vec<Found>>> {
        if let Some(found) = self.found.get(&place) {
            return Ok(Rc::clone(found));
        }
        let ways = self.ways(place)?;
        if !ways.is_possible {
            return Ok(Rc::default());
        }
        // While the trees of a call are made, a loop back to the call adds no trees. A part of the
        // rule may come again at the same place in another call.
        let is_call = matches!(place.0, Item::Rule(_));
        let known = is_call.then(|| self.known.insert(place, Known::Open(self.open)));
        self.open += 1;
        let mut all = stack::for_level(|| self.combined(place))?;
        self.open -= 1;
        match known {
            Some(Some(known)) => self.known.insert(place, known),
            Some(None) => self.known.remove(&place),
            None => None,
        };
        let (item, at, end) = place;
        if let Item::Rule(rule) = item
            && self.tokens.definition(rule).is_some()
        {
            for Found { row, pairs } in &mut all {
                let inside = Some(std::mem::take(row));
                *row = vec![Rc::new(Derived { rule, span: at..end, inside })];
                if self.tokens.rules.makes_pairs(rule, true).0 {
                    *pairs = vec![self.number((rule, at..end, std::mem::take(pairs)))];
                }
            }
        }
        let all = Rc::new(all);
        if !ways.goes_round {
            self.found.insert(place, Rc::clone(&all));
        }
        Ok(all)
    }

    /// Combines the trees of the parts of a place, and keeps one of those that have equal pairs.
    fn combined(&mut self, place: Place<'g>) -> Tried<Vec<Found>> {
        let (mut all, mut seen) = (Vec::new(), HashSet::new());
        'ways: for Way { parts: [first, rest], blanks, token } in self.expanded(place)? {
            for part in first.into_iter().chain(rest) {
                if !self.ways(part)?.is_possible {
                    continue 'ways;
                }
            }
            let mut of = |part: Option<Place<'g>>| match part {
                Some(part) => self.trees(part),
                None => Ok(Rc::new(vec![Found::default()])),
            };
            let (firsts, rests) = (of(first)?, of(rest)?);
            let mut between = self.tokens.blanks(blanks.start, blanks.end);
            let token = token.map(|(rule, span)| Derived { rule, span, inside: None });
            between.extend(token.map(Rc::new));
            let made = self.pairs(&between);
            for (first, rest) in firsts.iter().flat_map(|it| rests.iter().map(move |r| (it, r))) {
                self.step(1 + first.row.len() + rest.row.len())?;
                let pairs = [&first.pairs[..], &made, &rest.pairs].concat();
                if seen.insert(pairs.clone()) {
                    all.push(Found { row: [&first.row[..], &between, &rest.row].concat(), pairs });
                }
                if all.len() == self.most {
                    return Ok(all);
                }
            }
        }
        Ok(all)
    }

    /// The number of a pair.
    fn number(&mut self, pair: Pair) -> usize {
        let next = self.pairs.len();
        *self.pairs.entry(pair).or_insert(next)
    }

    /// The pairs of blanks and tokens.
    fn pairs(&mut self, row: &[Rc<Derived>]) -> Vec<usize> {
        let pairs = if row.is_empty() { Vec::new() } else { self.tokens.tree(row).pairs() };
        // The pairs inside a token always come after it, so their depths are enough.
        pairs.into_iter().map(|it| self.number((it.rule, it.span, vec![it.depth]))).collect()
    }

    /// The ways to match an item at a place.
    fn expanded(&mut self, (item, at, end): Place<'g>) -> Tried<Vec<Way<'g>>> {
        let part = match item {
            Item::Rule(rule) => {
                if let Some(definition) = self.tokens.definition(rule) {
                    return Ok(vec![Way::of(&definition.body, at, end)]);
                }
                let is_read = self.tokens.token(rule, at)? == Some(end);
                let token = Some((rule, at..end));
                return Ok(is_read.then(|| Way { token, ..Way::default() }).into_iter().collect());
            }
            Item::Part(part) => part,
            Item::Rest(part, index) => return self.rest(part, index, at, end),
            Item::Rounds(part, done) => return self.rounds(part, done, at, end),
        };
        let alone = |item| vec![Way { parts: [Some((item, at, end)), None], ..Way::default() }];
        Ok(match &part.0.kind {
            BodyKind::Rule(name) => match self.tokens.rules.rule(name) {
                Some(rule) => alone(Item::Rule(rule)),
                None => Way::matching(self.tokens.built_in(name, at)? == Some(end)),
            },
            BodyKind::Terminal(terminal) => {
                Way::matching(self.tokens.terminal(terminal, at)? == Some(end))
            }
            BodyKind::Sequence(_) => alone(Item::Rest(part, 0)),
            BodyKind::Choice(parts) => parts.iter().map(|it| Way::of(it, at, end)).collect(),
            BodyKind::Repeat { .. } => alone(Item::Rounds(part, 0)),
            BodyKind::Lookahead { body, positive } => {
                let mut is_there = false;
                for end in self.places(at, self.tokens.text.len()) {
                    let seen = (Item::Part(Part(body)), at, end);
                    is_there = is_there || self.ways(seen)?.is_possible;
                }
                Way::matching(at == end && is_there == *positive)
            }
            BodyKind::Push(_) | BodyKind::Unknown(_) => {
                return Err(ForestError::Stack(part.0.to_string()));
            }
        })
    }

    /// The ways to match the items of a sequence, from `index` on.
    fn rest(&mut self, part: Part<'g>, index: usize, at: usize, end: usize) -> Tried<Vec<Way<'g>>> {
        let items = part.0.items();
        let first = &items[index];
        if index + 1 == items.len() {
            return Ok(vec![Way::of(first, at, end)]);
        }
        let mut ways = Vec::new();
        for middle in self.places(at, end) {
            let next = self.tokens.behind_blanks(middle)?;
            if next <= end {
                let rest = (Item::Rest(part, index + 1), next, end);
                ways.push(Way::of(first, at, middle).then(rest));
            }
        }
        Ok(ways)
    }

    /// The ways to match the rest of a repetition, after `done` rounds.
    fn rounds(&mut self, part: Part<'g>, done: u32, at: usize, end: usize) -> Tried<Vec<Way<'g>>> {
        let BodyKind::Repeat { body, least, most, .. } = &part.0.kind else {
            unreachable!("only repetitions have rounds")
        };
        // pest expands `a{1,2}` to `a ~ a?`, and `a+` to `a ~ a*`. All rounds of `a*` are alike.
        let is_star = most.is_none() && done >= *least;
        let round = if is_star { *least + 1 } else { done + 1 };
        // Blanks follow each part but the last, even a missing one.
        let has_blanks = most.map_or(!is_star, |most| round < most);
        let is_enough = done >= *least;
        let next = if is_enough && has_blanks { self.tokens.behind_blanks(at)? } else { at };
        let mut ways = Way::matching(is_enough && at == next && next == end);
        if next > at {
            let missing = Way { blanks: at..at, ..Way::default() };
            ways.push(missing.then((Item::Rounds(part, round), next, end)));
        }
        // Rounds of `a*` that consume nothing would make infinitely many trees.
        let is_round = |it: &usize| *most != Some(done) && (*it > at || !is_star);
        for middle in self.places(at, end).filter(is_round) {
            let is_last = middle == end && !has_blanks;
            let next = if is_last { end } else { self.tokens.behind_blanks(middle)? };
            if is_last || next < end || next == end && has_blanks {
                ways.push(Way::of(body, at, middle).then((Item::Rounds(part, round), next, end)));
            }
        }
        Ok(ways)
    }

    /// The character boundaries from one place to another.
    fn places(&self, at: usize, end: usize) -> impl Iterator<Item = usize> + use<'t> {
        let text = self.tokens.text;
        (at..=end).filter(move |&it| text.is_char_boundary(it))
    }
}
