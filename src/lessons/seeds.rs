//! Left recursion. pest refuses a left-recursive rule, because its parser would call that rule
//! forever (an endless descent). The program can still parse texts with such a rule, by growing
//! seeds.
//!
//! If a rule calls itself at the same place, the inner call fails at first: this failure is the
//! first seed. With this seed, the rule matches something, and this match is the next seed: the
//! result of the inner call in the next round. The seed grows until a round matches no more than
//! its seed (A. Warth, J. Douglass and T. Millstein, "Packrat parsers can support left recursion",
//! 2008). The *involved* rules are the other rules through which the rule calls itself. As in Ohm,
//! they store no results while the seed grows.
//!
//! A rule that is also right-recursive, such as `sum = { sum ~ "-" ~ sum | number }`, is
//! right-associative: its call on the right grows its own seed, which matches the rest of the text
//! (L. Tratt, "Direct left-recursive parsing expression grammars", 2010).

use std::collections::{BTreeSet, HashMap};
use std::ops::{ControlFlow, Range};
use std::rc::Rc;
use std::sync::Arc;

use itertools::Itertools;

use super::forest::{ForestError, Tried};
use super::parse_tree::ParseTree;
use super::tokens::{Derived, Row, Tokens};
use crate::grammars::{Grammar, Lacks, SyntaxError, UserGrammar};
use crate::name::Named;
use crate::stack;
use crate::tracer::{
    Body, BodyKind, GrammarError, GrammarErrorKind, Outcome, RuleId, Rules, TraceError, What,
    grouped_by_pratt, is_wanted,
};

/// The maximum number of parts of rules to try.
const MOST_STEPS: u64 = 5_000_000;

/// A text parsed with a left-recursive grammar.
#[derive(Debug)]
pub struct SeedGrowth {
    /// The text.
    pub text: String,
    /// The grammar.
    pub grammar: Grammar,
    /// The endless descent of pest's parser, if there is one.
    pub descent: Option<Descent>,
    /// The seeds that grew, in the order of their places.
    pub seeds: Vec<Seed>,
    /// The resulting tree; `None` if the text is rejected.
    pub tree: Option<ParseTree>,
    /// An equivalent grammar with repetitions instead of left recursion, if the program finds one.
    pub rewrite: Option<Rewrite>,
}

/// Rules that call each other endlessly at the same place.
#[derive(Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Descent {
    /// The rules of one cycle.
    pub rules: Vec<String>,
    /// The place in the text.
    pub at: usize,
    /// The number of rules that were open when the descent was stopped.
    pub depth: usize,
}

/// A seed that grew at a place.
#[derive(Debug)]
pub struct Seed {
    /// The left-recursive rule.
    pub rule: RuleId,
    /// The place of the seed in the text, in bytes.
    pub at: usize,
    /// The other rules through which the rule calls itself.
    pub involved: BTreeSet<RuleId>,
    /// For each round, the end of its seed (`None` if the seed is a failure), and the end of the
    /// match that the rule makes with this seed. The match of the last round is not longer than its
    /// seed; this seed is the result.
    pub rounds: Vec<[Option<usize>; 2]>,
    /// The side from which the rule groups a chain such as `8-4-2`; `None` if the tree has no such
    /// chain, if it groups chains from both sides, or if an operator is not binary.
    pub grouping: Option<Grouping>,
}

/// The side from which a chain is grouped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Grouping {
    /// Like (8-4)-2.
    Left,
    /// Like 8-(4-2).
    Right,
}

/// A grammar without left recursion that matches the same texts.
#[derive(Debug)]
pub struct Rewrite {
    /// The rewritten rules.
    pub rules: Vec<String>,
    /// The grammar.
    pub grammar: Grammar,
    /// The tree of the text under the grammar, or the error.
    pub tree: Result<ParseTree, SyntaxError>,
    /// Whether each operator has a pair of its own, so that pest's `PrattParser` can group the
    /// operators. `None` if no rewritten rule has several alternatives with the rule on both sides
    /// of an operator, as in `e = { e ~ "+" ~ e | e ~ "-" ~ e | n }`.
    pub has_operator_pairs: Option<bool>,
}

impl SeedGrowth {
    /// Parses `text` with `grammar` as if pest supported left recursion.
    ///
    /// # Errors
    ///
    /// [`ForestError`] if the text is too long, if parsing takes too many steps, or if the result
    /// depends on the stack.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use bracket24::Grammar;
    /// use bracket24::grammars::UserGrammar;
    /// use bracket24::lessons::{Grouping, SeedGrowth};
    ///
    /// let source = r#"difference = { difference ~ "-" ~ number | number } number = { ASCII_DIGIT }"#;
    /// let grammar = UserGrammar::with_left_recursion("minus.pest", source).expect("nothing else");
    /// let growth = SeedGrowth::new("8-4-2", &Grammar::User(Arc::new(grammar)))?;
    /// assert_eq!(growth.descent.expect("it never ends").rules, ["difference"]);
    /// let rounds = [[None, Some(1)], [Some(1), Some(3)], [Some(3), Some(5)], [Some(5), Some(1)]];
    /// assert_eq!(growth.seeds[0].rounds, rounds);
    /// assert_eq!(growth.seeds[0].grouping, Some(Grouping::Left));
    /// # Ok::<(), bracket24::lessons::ForestError>(())
    /// ```
    pub fn new(text: &str, grammar: &Grammar) -> Result<Self, ForestError> {
        let tokens = Tokens::new(text, grammar)?;
        let mut grower = Grower {
            tokens,
            growing: HashMap::new(),
            open: Vec::new(),
            lowest: usize::MAX,
            known: HashMap::new(),
            seeds: Vec::new(),
            steps: 0,
        };
        let tree = grower.rule(grammar.start(), 0)?.map(|(_, row)| grower.tokens.tree(&row));
        let mut seeds = grower.seeds;
        seeds.sort_by_key(|seed| seed.at);
        for seed in &mut seeds {
            seed.grouping = tree.as_ref().and_then(|tree| grouping(tree, seed));
        }
        let rewrite = if seeds.is_empty() { None } else { Rewrite::of(text, grammar) };
        let (text, descent) = (text.to_owned(), descent(text, grammar));
        Ok(Self { text, grammar: grammar.clone(), descent, seeds, tree, rewrite })
    }
}

/// The endless descent of pest's parser, if there is one: the first rule that is called again at the
/// same place while it is open, and the rules up to there.
fn descent(text: &str, grammar: &Grammar) -> Option<Descent> {
    let mut open: Vec<(RuleId, usize)> = Vec::new();
    let traced = grammar.trace(text, |event| {
        if let (What::Rule(rule), Outcome::Enter) = (event.what, event.outcome) {
            open.truncate(event.depth);
            open.push((rule, event.at));
        }
        ControlFlow::Continue(())
    });
    (traced == Err(TraceError::TooManyOpenRules)).then_some(())?;
    let mut calls = HashMap::new();
    let again = |(index, call)| Some(calls.insert(call, index)?..index);
    let cycle = open.iter().enumerate().find_map(again)?;
    let rules = open[cycle.clone()].iter().map(|it| grammar.rules().name(it.0).to_owned());
    Some(Descent { rules: rules.collect(), at: open[cycle.start].1, depth: open.len() })
}

/// The side from which a rule groups the chains in the match of `seed`: three nested nodes of the
/// rule, such as `8-4-2`, `8-4` and `8`. The middle node is at the left end of the outer node, or at
/// its right end, and so is the inner node in the middle node. `None` if there is no chain, if the
/// sides differ, or if a node is not binary: it has three inner nodes, or only one after a prefix
/// operator, or, in a rule that is also right-recursive, only one before a postfix operator.
fn grouping(tree: &ParseTree, seed: &Seed) -> Option<Grouping> {
    let nodes = tree.nodes.iter().filter(|node| node.rule == seed.rule);
    let whole = seed.at..seed.rounds.last()?[0]?;
    let is_in =
        |it: &Range<usize>, outer: &Range<usize>| outer.start <= it.start && it.end <= outer.end;
    let spans = nodes.map(|node| tree.span(node)).filter(|it| is_in(it, &whole)).dedup();
    let spans: Vec<Range<usize>> = spans.collect();
    // The nodes come in preorder, each with the nodes of the rule directly in it.
    let (mut inner, mut open) = (vec![Vec::new(); spans.len()], Vec::<usize>::new());
    for (index, span) in spans.iter().enumerate() {
        while open.pop_if(|outer| !is_in(span, &spans[*outer])).is_some() {}
        if let Some(outer) = open.last() {
            inner[*outer].push(index);
        }
        open.push(index);
    }
    let is_recursive_on_both = inner.iter().any(|inside| inside.len() == 2);
    let mut sides = Vec::new();
    for (outer, inside) in spans.iter().zip(&inner) {
        let begins = |it: &usize| spans[*it].start == outer.start;
        let ends = |it: &usize| spans[*it].end == outer.end;
        match &inside[..] {
            [_, _, _, ..] => return None,
            [only] if ends(only) != begins(only) && (ends(only) || is_recursive_on_both) => {
                return None;
            }
            _ => {}
        }
        // Brackets around an inner node join nothing.
        let touches = |it: &usize, outer: &usize| {
            spans[*it].start == spans[*outer].start || spans[*it].end == spans[*outer].end
        };
        let chains = || inside.iter().filter(|it| inner[**it].iter().any(|part| touches(part, it)));
        sides.extend(chains().filter(|it| begins(it)).map(|_| Grouping::Left));
        sides.extend(chains().filter(|it| ends(it)).map(|_| Grouping::Right));
    }
    sides.iter().all_equal_value().ok().copied()
}

impl Rewrite {
    /// Rewrites the grammar as the advice in its error messages suggests.
    fn of(text: &str, grammar: &Grammar) -> Option<Self> {
        let source = grammar.source();
        let errors = match (grammar.lacks(), grammar) {
            // The errors of a grammar that pest refuses.
            (Some(Lacks::Expression(errors)), _) => errors.clone(),
            (_, Grammar::User(accepted)) => accepted.findings().errors,
            _ => return None,
        };
        let is_recursion = |it: &GrammarError| it.kind == GrammarErrorKind::LeftRecursion;
        let errors = errors.into_iter().filter(is_recursion);
        let mut changes: Vec<_> = errors.flat_map(|error| error.mend).collect();
        // One change may fix two rules of a cycle.
        changes.sort_by_key(|(span, _)| span.start);
        changes.dedup_by(|later, earlier| later.0.start < earlier.0.end);
        let rules = changes.iter().flat_map(|(_, rules)| rules.lines().map(str::to_owned));
        let rules: Vec<String> = rules.collect();
        let written = Rules::parse(source).ok()?;
        let mut rewritten =
            written.rules.iter().filter(|rule| changes.iter().any(|(span, _)| *span == rule.span));
        let has_operator_pairs = rewritten.find_map(grouped_by_pratt);
        let changed = written.changed(changes);
        let changed =
            UserGrammar::read(grammar.name(), &changed).ok().filter(|_| !rules.is_empty());
        let changed = Grammar::User(Arc::new(changed?));
        let grammar = changed.starting_at(grammar.rules().name(grammar.start()))?;
        Some(Self { tree: ParseTree::new(text, &grammar), rules, grammar, has_operator_pairs })
    }
}

/// The end of a match, and its trees; `None` for a failure.
type Found = Option<(usize, Row)>;

/// Parses a text as pest would if it grew seeds.
struct Grower<'g, 't> {
    tokens: Tokens<'g, 't>,
    /// The growing seeds, by their rule and place. Each has the number of rules open around it, its
    /// match, and its rounds so far.
    growing: HashMap<(RuleId, usize), (usize, Found, Seed)>,
    open: Vec<RuleId>,
    /// The number of rules open around the outermost growing seed that was used.
    lowest: usize,
    /// The results that depend on no growing seed.
    known: HashMap<(RuleId, usize), Found>,
    seeds: Vec<Seed>,
    steps: u64,
}

impl<'g> Grower<'g, '_> {
    fn rule(&mut self, rule: RuleId, at: usize) -> Tried<Found> {
        let token = |span| vec![Rc::new(Derived { rule, span, inside: None })];
        let Some(definition) = self.tokens.definition(rule) else {
            let end = self.tokens.token(rule, at)?;
            return Ok(end.map(|end| (end, token(at..end))));
        };
        if let Some(known) = self.known.get(&(rule, at)) {
            return Ok(known.clone());
        }
        if let Some((depth, found, seed)) = self.growing.get_mut(&(rule, at)) {
            seed.involved.extend(self.open[*depth..].iter().filter(|it| **it != rule));
            if seed.rounds.is_empty() {
                seed.rounds.push([None, None]);
            }
            self.lowest = self.lowest.min(*depth);
            return Ok(found.clone());
        }
        let depth = self.open.len();
        let seed = Seed { rule, at, involved: BTreeSet::new(), rounds: Vec::new(), grouping: None };
        self.growing.insert((rule, at), (depth, None, seed));
        self.open.push(rule);
        let around = std::mem::replace(&mut self.lowest, usize::MAX);
        let found = loop {
            let read = stack::for_level(|| self.part(&definition.body, at))?;
            let found = read.map(|(end, inside)| {
                (end, vec![Rc::new(Derived { rule, span: at..end, inside: Some(inside) })])
            });
            let (_, seed, told) = self.growing.get_mut(&(rule, at)).expect("it grows");
            let Some(round) = told.rounds.last_mut() else { break found };
            let end = |found: &Found| found.as_ref().map(|(end, _)| *end);
            let ends = [end(seed), end(&found)];
            *round = ends;
            if ends[1] <= ends[0] {
                break seed.take();
            }
            *seed = found;
            told.rounds.push(ends);
        };
        self.open.pop();
        let (.., seed) = self.growing.remove(&(rule, at)).expect("it grows");
        if !seed.rounds.is_empty() {
            // A seed may grow again while another one grows; only its last growth is kept.
            self.seeds.retain(|it| (it.rule, it.at) != (rule, at));
            self.seeds.push(seed);
        }
        if self.lowest >= depth {
            self.known.insert((rule, at), found.clone());
            self.lowest = around;
        }
        self.lowest = self.lowest.min(around);
        Ok(found)
    }

    fn part(&mut self, body: &'g Body, at: usize) -> Tried<Found> {
        self.steps += 1;
        if self.steps > MOST_STEPS || !is_wanted() {
            return Err(ForestError::TooMuch);
        }
        let nothing = |end| (end, Row::new());
        Ok(match &body.kind {
            BodyKind::Rule(name) => match self.tokens.rules.rule(name) {
                Some(rule) => self.rule(rule, at)?,
                None => self.tokens.built_in(name, at)?.map(nothing),
            },
            BodyKind::Terminal(terminal) => self.tokens.terminal(terminal, at)?.map(nothing),
            BodyKind::Choice(parts) => {
                for part in parts {
                    if let found @ Some(_) = self.part(part, at)? {
                        return Ok(found);
                    }
                }
                None
            }
            BodyKind::Sequence(items) => {
                let all = items.len();
                self.row(items.iter(), all, Some(all), at)?
            }
            BodyKind::Repeat { body, least, most, .. } => {
                let rounds = std::iter::repeat(&**body);
                self.row(rounds, *least as usize, most.map(|most| most as usize), at)?
            }
            BodyKind::Lookahead { body, positive } => {
                (self.part(body, at)?.is_some() == *positive).then(|| nothing(at))
            }
            BodyKind::Push(_) | BodyKind::Unknown(_) => {
                return Err(ForestError::Stack(body.to_string()));
            }
        })
    }

    /// Matches `parts` one after another, at least `least` of them, with blanks between them. pest
    /// expands repetitions, so it skips the blanks before an optional round even if the round
    /// fails. Without an upper bound `most`, this holds only for the first optional round.
    fn row(
        &mut self,
        mut parts: impl Iterator<Item = &'g Body>,
        least: usize,
        most: Option<usize>,
        at: usize,
    ) -> Tried<Found> {
        let (mut end, mut row) = (at, Row::new());
        for count in 0..most.unwrap_or(usize::MAX) {
            let next = if count == 0 { at } else { self.tokens.behind_blanks(end)? };
            let part = parts.next().expect("there are as many");
            let found = self.part(part, next)?;
            if found.is_none() && count < least {
                return Ok(None);
            }
            if found.is_some() || most.is_some() || count == least {
                row.extend(self.tokens.blanks(end, next));
                end = next;
            }
            let Some((to, inside)) = found else { break };
            row.extend(inside);
            end = to;
        }
        Ok(Some((end, row)))
    }
}
