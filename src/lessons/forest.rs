//! All trees that a grammar's rules allow for a text if the rules are read as context-free.
//!
//! A parsing expression grammar takes the first alternative that matches, so it is never ambiguous
//! (B. Ford, "Parsing Expression Grammars", 2004). Without that order, the same rules may allow
//! several trees. The program counts the trees of each rule once for each span of the text, like a
//! chart parser (J. Earley, "An efficient context-free parsing algorithm", 1970), so left recursion
//! does no harm.
//!
//! An atomic rule is a token: it matches exactly the text that it matches in pest. Otherwise `12`
//! could be two numbers. The blanks between tokens also match as in pest.

use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use num_bigint::BigUint;
use num_traits::{One, Zero};

use super::parse_tree::ParseTree;
use super::tokens::{Derived, Row, Tokens};
use crate::grammars::{Grammar, SyntaxError};
use crate::stack;
use crate::tracer::{Body, BodyKind, RuleId, is_wanted};

/// The longest text, in bytes.
pub const MAX_FOREST_TEXT: usize = 1000;

/// The maximum number of spans to try.
const MOST_SPANS: usize = 5_000_000;

/// All trees of a text.
#[derive(Debug, Clone)]
pub struct Forest {
    /// The number of trees without loops.
    pub count: BigUint,
    /// Whether there are infinitely many trees: a rule calls itself without consuming any text.
    pub is_endless: bool,
    /// Some of the trees; all of them if there are no more than the limit.
    pub trees: Vec<ParseTree>,
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
    /// There are too many spans to try.
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
    /// them. Also parses `text` as pest does, with ordered choice.
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
    /// assert_eq!(forest.count, 2u32.into());
    /// # Ok::<(), bracket24::lessons::ForestError>(())
    /// ```
    pub fn new(text: &str, grammar: &Grammar, limit: usize) -> Result<Self, ForestError> {
        let mut chart = Chart::new(text, grammar)?;
        // With left recursion, pest's parser would descend until it reaches a limit, which takes
        // long.
        let taken = (!grammar.is_left_recursive()).then(|| ParseTree::new(text, grammar));
        // As in pest, a start rule without `EOI` may leave the end of the text unread.
        let read = taken.as_ref().and_then(|taken| taken.as_ref().ok());
        let end = read.map_or(text.len(), |tree| tree.unread().start);
        let start = Item::Rule(grammar.start());
        let ways = chart.ways((start, 0, end))?;
        let mut trees: Vec<ParseTree> = Vec::new();
        for row in chart.trees((start, 0, end), limit)? {
            let tree = chart.tokens.tree(&row);
            // Two ways to match may call the same rules, and so make the same tree.
            if !trees.contains(&tree) {
                trees.push(tree);
            }
        }
        let is_endless = ways.goes_round;
        let has_all = !is_endless && ways.count <= BigUint::from(limit);
        let count = if has_all { trees.len().into() } else { ways.count };
        if count.is_zero() {
            return Err(match taken {
                Some(Ok(_)) => ForestError::Lookahead,
                Some(Err(error)) if !error.is_given_up() => ForestError::None(Box::new(error)),
                _ => ForestError::NoTree,
            });
        }
        let (beyond, taken) = (beyond(grammar), taken.and_then(Result::ok));
        Ok(Self { count, is_endless, trees, taken, beyond })
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
        Self {
            parts: [Some((Item::Part(Part(body)), at, end)), None],
            blanks: end..end,
            token: None,
        }
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

/// The number of ways to match an item.
#[derive(Debug, Clone, Default)]
struct Ways {
    count: BigUint,
    /// Whether one of the ways comes back to the same item at the same place, without consuming any
    /// text.
    goes_round: bool,
}

impl Ways {
    fn none(&self) -> bool {
        self.count.is_zero() && !self.goes_round
    }
}

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
    fn new(text: &'t str, grammar: &'g Grammar) -> Tried<Self> {
        let tokens = Tokens::new(text, grammar)?;
        Ok(Self { tokens, known: HashMap::new(), open: 0, lowest: usize::MAX, steps: 0 })
    }

    /// Counts the ways to match an item at a place. The count of a way is the product of the counts
    /// of its parts; the result is the sum over all ways.
    fn ways(&mut self, place: Place<'g>) -> Tried<Ways> {
        match self.known.get(&place) {
            Some(Known::Done(ways)) => return Ok(ways.clone()),
            Some(&Known::Open(depth)) => {
                self.lowest = self.lowest.min(depth);
                return Ok(Ways { count: BigUint::zero(), goes_round: true });
            }
            None => {}
        }
        self.steps += 1;
        if self.steps > MOST_SPANS || !is_wanted() {
            return Err(ForestError::TooMuch);
        }
        let depth = self.open;
        let around = std::mem::replace(&mut self.lowest, usize::MAX);
        self.known.insert(place, Known::Open(depth));
        self.open += 1;
        let mut all = Ways::default();
        stack::for_level(|| {
            for way in self.expanded(place)? {
                let mut parts = way.parts;
                // A part with an empty span seldom matches. Trying this part first often makes
                // trying the other part unnecessary.
                if matches!(parts[1], Some((_, at, end)) if at == end) {
                    parts.reverse();
                }
                let mut product = Ways { count: BigUint::one(), goes_round: false };
                for part in parts.into_iter().flatten() {
                    let ways = self.ways(part)?;
                    let goes_round = product.goes_round || ways.goes_round;
                    product = Ways { count: product.count * &ways.count, goes_round };
                    if ways.none() {
                        product.goes_round = false;
                        break;
                    }
                }
                all.count += product.count;
                all.goes_round |= product.goes_round;
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
            all.goes_round &= !all.count.is_zero();
            self.known.insert(place, Known::Done(all.clone()));
            self.lowest = around;
        }
        Ok(all)
    }

    /// Makes at most `limit` trees of an item at a place, from all combinations of the trees of its
    /// parts.
    fn trees(&mut self, place: Place<'g>, limit: usize) -> Tried<Vec<Row>> {
        if limit == 0 || self.ways(place)?.count.is_zero() {
            return Ok(Vec::new());
        }
        // While the trees of this place are made, a loop back to the place adds no trees.
        let known = self.known.insert(place, Known::Open(self.open));
        self.open += 1;
        let trees = stack::for_level(|| {
            let mut all: Vec<Row> = Vec::new();
            for Way { parts: [first, rest], blanks, token } in self.expanded(place)? {
                let mut is_possible = true;
                for part in first.into_iter().chain(rest) {
                    is_possible = is_possible && !self.ways(part)?.count.is_zero();
                }
                let left = if is_possible { limit - all.len() } else { 0 };
                let mut of = |part: Option<Place<'g>>| match part {
                    Some(part) => self.trees(part, left),
                    None => Ok(vec![Row::new()]),
                };
                let (firsts, rests) = (of(first)?, of(rest)?);
                let mut between = self.tokens.blanks(blanks.start, blanks.end);
                let token = token.map(|(rule, span)| Derived { rule, span, inside: None });
                between.extend(token.map(Rc::new));
                let pairs = firsts.iter().flat_map(|first| rests.iter().map(move |it| (first, it)));
                let rows = pairs.map(|(first, rest)| [&**first, &between, rest].concat());
                all.extend(rows.take(left));
            }
            Ok(all)
        });
        self.open -= 1;
        match known {
            Some(known) => self.known.insert(place, known),
            None => self.known.remove(&place),
        };
        let (item, at, end) = place;
        let Item::Rule(rule) = item else { return trees };
        if self.tokens.definition(rule).is_none() {
            return trees;
        }
        let with = |inside| vec![Rc::new(Derived { rule, span: at..end, inside: Some(inside) })];
        Ok(trees?.into_iter().map(with).collect())
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
                    is_there = is_there || !self.ways(seen)?.count.is_zero();
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
        let mut ways = Way::matching(at == end && done >= *least);
        // Without an upper bound, all rounds after the required ones are alike.
        let round = if most.is_none() { done.min(*least) + 1 } else { done + 1 };
        let is_over = most.is_some_and(|most| done >= most);
        // pest expands `a+` to `a ~ a*`, so it skips blanks before a missing round.
        let has_blanks = most.map_or(round == *least, |most| round < most);
        // A round that consumes nothing counts only if it is required.
        let is_round = |it: &usize| !is_over && (*it > at || done < *least);
        for middle in self.places(at, end).filter(is_round) {
            let is_last = middle == end && round >= *least && !has_blanks;
            let next = if is_last { end } else { self.tokens.behind_blanks(middle)? };
            let goes_on = next < end || next == end && (has_blanks || round < *least);
            if is_last || goes_on {
                let rest = (Item::Rounds(part, round), next, end);
                ways.push(Way::of(body, at, middle).then(rest));
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
