//! Every tree that the rules of a grammar allow a text, read as those of a context-free one.
//!
//! A parsing expression grammar takes the first alternative that matches, and so is never
//! ambiguous (B. Ford, "Parsing Expression Grammars", 2004); the same rules without that
//! order may allow several trees. They are counted on the spans of the text, each once, as
//! by a chart parser (J. Earley, "An efficient context-free parsing algorithm", 1970), so
//! left recursion does no harm.
//!
//! An atomic rule is a token, and reads what pest reads, as much as it can: otherwise every
//! number of two digits could be two numbers. Blanks between tokens are read likewise.

use std::collections::HashMap;
use std::ops::ControlFlow;

use num_bigint::BigUint;
use num_traits::Zero;

use super::parse_tree::{ParseNode, ParseTree, TreeBuilder};
use crate::grammars::{Grammar, SyntaxError};
use crate::stack;
use crate::tracer::{
    Body, BodyKind, PestGrammar, RuleDefinition, RuleId, Terminal, built_in, matched,
};

/// The longest text, in bytes.
pub const MAX_FOREST_TEXT: usize = 1000;

/// The most spans that are looked at.
const MOST_SPANS: usize = 5_000_000;

/// Every tree of a text.
#[derive(Debug, Clone)]
pub struct Forest {
    count: BigUint,
    is_endless: bool,
    trees: Vec<ParseTree>,
    taken: Option<ParseTree>,
    beyond: Vec<String>,
}

/// Why the trees of a text are not found.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ForestError {
    /// The text is longer than [`MAX_FOREST_TEXT`].
    #[error("the text has {0} bytes: all trees are found of at most {MAX_FOREST_TEXT}")]
    TooLong(usize),
    /// There are too many spans to look at.
    #[error("given up: the rules could match too many parts of the text")]
    TooMuch,
    /// What a rule matches depends on what was pushed on the stack.
    #[error("`{0}` uses the stack, which no context-free grammar has")]
    Stack(String),
    /// No tree is possible; why the grammar does not read it.
    #[error("no tree is possible: {}", .0.message())]
    None(Box<SyntaxError>),
    /// The grammar reads the text only because it looks ahead.
    #[error("no tree is possible without the order of the alternatives")]
    Lookahead,
}

impl Forest {
    /// The trees that the rules of `grammar` allow `text`, of which `limit` are kept, and
    /// the one that the grammar takes.
    ///
    /// # Errors
    ///
    /// [`ForestError`].
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
    /// assert_eq!(forest.count(), &2u32.into());
    /// # Ok::<(), bracket24::lessons::ForestError>(())
    /// ```
    pub fn new(text: &str, grammar: &Grammar, limit: usize) -> Result<Self, ForestError> {
        if text.len() > MAX_FOREST_TEXT {
            return Err(ForestError::TooLong(text.len()));
        }
        let taken = ParseTree::new(text, grammar);
        // As pest does, a rule may leave a part of the text where nothing asks for its end.
        let end = taken.as_ref().map_or(text.len(), |tree| tree.unread().start);
        let mut chart = Chart::new(text, grammar);
        let start = Item::Rule(grammar.start());
        let ways = chart.ways(start, 0, end)?;
        let mut trees: Vec<ParseTree> = Vec::new();
        for nodes in chart.trees(start, (0, end), Around::default(), limit)? {
            let tree = ParseTree::of_nodes(text, grammar, nodes);
            // Ways that differ in no rule make the same tree.
            if !trees.contains(&tree) {
                trees.push(tree);
            }
        }
        let is_endless = ways.goes_round;
        let has_all = !is_endless && ways.count <= BigUint::from(limit);
        let count = if has_all { trees.len().into() } else { ways.count };
        if count.is_zero() {
            let none = |error| ForestError::None(Box::new(error));
            return Err(taken.map_or_else(none, |_| ForestError::Lookahead));
        }
        let (beyond, taken) = (chart.beyond(), taken.ok());
        Ok(Self { count, is_endless, trees, taken, beyond })
    }

    /// How many trees there are, of those that do not go round.
    pub const fn count(&self) -> &BigUint {
        &self.count
    }

    /// Whether there are trees without end: a rule comes back to itself without reading
    /// anything more.
    pub const fn is_endless(&self) -> bool {
        self.is_endless
    }

    /// Some of the trees; all, if there are not more than were asked for.
    pub fn trees(&self) -> &[ParseTree] {
        &self.trees
    }

    /// The tree that the ordered choice of pest takes; `None` where it refuses the text.
    pub const fn taken(&self) -> Option<&ParseTree> {
        self.taken.as_ref()
    }

    /// Whether this is the tree that pest takes.
    pub fn is_taken(&self, tree: &ParseTree) -> bool {
        self.taken.as_ref().is_some_and(|taken| taken.has_same_pairs(tree))
    }

    /// The rules that need more than a context-free grammar has: they look ahead.
    pub fn beyond(&self) -> &[String] {
        &self.beyond
    }
}

/// What may match a span of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Item<'g> {
    Rule(RuleId),
    Part(Part<'g>),
    /// The parts of a sequence from one on.
    Rest(Part<'g>, usize),
    /// A repetition after so many rounds, of which no more are counted than matter.
    Rounds(Part<'g>, u32),
}

/// A part of a rule, which is the same where it is at the same place.
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

/// What a row or a repetition may begin with: a part up to the middle, and the rest from the
/// next place on, behind the blanks.
struct Step<'g> {
    first: &'g Body,
    middle: usize,
    rest: Item<'g>,
    next: usize,
}

/// In how many ways something matches.
#[derive(Debug, Clone, Default)]
struct Ways {
    count: BigUint,
    /// Whether one of the ways comes back to where it began.
    goes_round: bool,
}

impl Ways {
    fn one(matches: bool) -> Self {
        Self { count: u32::from(matches).into(), goes_round: false }
    }

    fn none(&self) -> bool {
        self.count.is_zero() && !self.goes_round
    }

    fn or(&mut self, other: Self) {
        self.count += other.count;
        self.goes_round |= other.goes_round;
    }

    fn and(self, other: Self) -> Self {
        let goes_round = !self.none() && !other.none() && (self.goes_round || other.goes_round);
        Self { count: self.count * other.count, goes_round }
    }
}

/// What is around a part of a tree.
#[derive(Debug, Clone, Copy)]
struct Around {
    depth: usize,
    makes_pairs: bool,
}

impl Default for Around {
    fn default() -> Self {
        Self { depth: 0, makes_pairs: true }
    }
}

/// The nodes of a tree, parents before children.
type Nodes = Vec<ParseNode>;

/// What each span of the text can be matched by.
struct Chart<'g, 't> {
    text: &'t str,
    grammar: &'g Grammar,
    rules: &'g PestGrammar,
    /// What may be between two parts.
    between: Vec<RuleId>,
    /// `None` while it is being found out.
    known: HashMap<(Item<'g>, usize, usize), Option<Ways>>,
    /// What a token matches at a place, up to where.
    tokens: HashMap<(RuleId, usize), Option<usize>>,
}

impl<'g, 't> Chart<'g, 't> {
    fn new(text: &'t str, grammar: &'g Grammar) -> Self {
        let rules = grammar.rules();
        let between = ["WHITESPACE", "COMMENT"].into_iter().filter_map(|it| rules.rule(it));
        let (known, tokens) = (HashMap::new(), HashMap::new());
        Self { text, grammar, rules, between: between.collect(), known, tokens }
    }

    /// The rules that look ahead, and are no tokens.
    fn beyond(&self) -> Vec<String> {
        let looks = |body: &Body| matches!(body.kind, BodyKind::Lookahead { .. });
        let rules = self.rules.written().rules.iter().filter(|rule| !rule.modifier.is_atomic());
        rules.filter(|rule| rule.body.all().any(looks)).map(|rule| rule.name.clone()).collect()
    }

    fn definition(&self, rule: RuleId) -> Option<&'g RuleDefinition> {
        self.rules.written().rules.get(rule.index().checked_sub(1)?)
    }

    /// Up to where pest reads a token, or anything else that is read without choice.
    fn token(&mut self, rule: RuleId, at: usize) -> Option<usize> {
        let (rules, text) = (self.rules, self.text);
        let matched = || matched(rules, rule, &text[at..]).map(|length| at + length);
        *self.tokens.entry((rule, at)).or_insert_with(matched)
    }

    /// Behind the blanks and comments at a place.
    fn behind_blanks(&mut self, mut at: usize) -> usize {
        loop {
            let all = self.between.clone();
            let next =
                all.into_iter().find_map(|rule| self.token(rule, at).filter(|&end| end > at));
            let Some(end) = next else { return at };
            at = end;
        }
    }

    /// In how many ways `item` matches what is between two places.
    fn ways(&mut self, item: Item<'g>, at: usize, end: usize) -> Result<Ways, ForestError> {
        match self.known.get(&(item, at, end)) {
            Some(Some(known)) => return Ok(known.clone()),
            // It is asked for while it is found out: it comes back to itself.
            Some(None) => return Ok(Ways { count: BigUint::zero(), goes_round: true }),
            None => {}
        }
        if self.known.len() > MOST_SPANS {
            return Err(ForestError::TooMuch);
        }
        self.known.insert((item, at, end), None);
        let mut ways = stack::for_level(|| self.count(item, at, end))?;
        if ways.count.is_zero() {
            // What only comes back to itself never ends.
            ways.goes_round = false;
        }
        self.known.insert((item, at, end), Some(ways.clone()));
        Ok(ways)
    }

    fn count(&mut self, item: Item<'g>, at: usize, end: usize) -> Result<Ways, ForestError> {
        let part = match item {
            Item::Rule(rule) => {
                let definition = self.definition(rule);
                return match definition.filter(|it| !it.modifier.is_atomic()) {
                    Some(definition) => self.ways(Item::Part(Part(&definition.body)), at, end),
                    None => Ok(Ways::one(self.token(rule, at) == Some(end))),
                };
            }
            Item::Part(part) => part,
            Item::Rest(..) | Item::Rounds(..) => {
                let (may_end, steps) = self.steps(item, at, end);
                let mut all = Ways::one(may_end);
                for step in steps {
                    let ways = self.ways(Item::Part(Part(step.first)), at, step.middle)?;
                    if !ways.none() {
                        all.or(ways.and(self.ways(step.rest, step.next, end)?));
                    }
                }
                return Ok(all);
            }
        };
        match &part.0.kind {
            BodyKind::Rule(name) => match self.rules.rule(name) {
                Some(RuleId::EOI) => Ok(Ways::one(at == end && end == self.text.len())),
                Some(rule) => self.ways(Item::Rule(rule), at, end),
                None => {
                    let all = built_in(name).expect("every name is defined or built in");
                    let ends = all.iter().find_map(|it| self.terminal(it, at).transpose());
                    Ok(Ways::one(ends.transpose()? == Some(end)))
                }
            },
            BodyKind::Terminal(terminal) => {
                Ok(Ways::one(self.terminal(terminal, at)? == Some(end)))
            }
            BodyKind::Sequence(_) => self.ways(Item::Rest(part, 0), at, end),
            BodyKind::Choice(parts) => {
                let mut all = Ways::default();
                for part in parts {
                    all.or(self.ways(Item::Part(Part(part)), at, end)?);
                }
                Ok(all)
            }
            BodyKind::Repeat { .. } => self.ways(Item::Rounds(part, 0), at, end),
            BodyKind::Lookahead { body, positive } => {
                let mut is_there = false;
                for end in self.places(at, self.text.len()) {
                    is_there =
                        is_there || !self.ways(Item::Part(Part(body)), at, end)?.count.is_zero();
                }
                Ok(Ways::one(at == end && is_there == *positive))
            }
            BodyKind::Push(_) | BodyKind::Unknown(_) => Err(ForestError::Stack(part.0.to_string())),
        }
    }

    /// Whether the rest of a row, or of the rounds of a repetition, may match nothing there,
    /// and else what it may begin with.
    fn steps(&mut self, item: Item<'g>, at: usize, end: usize) -> (bool, Vec<Step<'g>>) {
        let mut steps = Vec::new();
        match item {
            Item::Rest(part, index) => {
                let items = part.0.items();
                let Some(first) = items.get(index) else { return (at == end, steps) };
                let is_last = index + 1 == items.len();
                let rest = Item::Rest(part, index + 1);
                for middle in self.places(at, end).filter(|&it| !is_last || it == end) {
                    let next = if is_last { middle } else { self.behind_blanks(middle) };
                    steps.push(Step { first, middle, rest, next });
                }
                steps.retain(|step| step.next <= end);
                (false, steps)
            }
            Item::Rounds(
                part @ Part(Body { kind: BodyKind::Repeat { body, least, most, .. }, .. }),
                done,
            ) => {
                let may_end = at == end && done >= *least;
                // Beyond the bounds one round is like another.
                let round = if most.is_none() { (done + 1).min(*least) } else { done + 1 };
                let rest = Item::Rounds(part, round);
                let is_over = most.is_some_and(|most| done >= most);
                // A round that reads nothing only counts where one is asked for.
                let is_round = |it: &usize| !is_over && (*it > at || done < *least);
                for middle in self.places(at, end).filter(is_round) {
                    // Blanks are read only where another round follows.
                    let is_last = middle == end && round >= *least;
                    let next = if is_last { end } else { self.behind_blanks(middle) };
                    if is_last || next < end || next == end && round < *least {
                        steps.push(Step { first: body, middle, rest, next });
                    }
                }
                (may_end, steps)
            }
            Item::Rule(_) | Item::Part(_) | Item::Rounds(..) => {
                unreachable!("only rows and repetitions go on step by step")
            }
        }
    }

    /// The places between characters from one to another.
    fn places(&self, at: usize, end: usize) -> impl Iterator<Item = usize> + use<'t> {
        let text = self.text;
        (at..=end).filter(move |&it| text.is_char_boundary(it))
    }

    /// Up to where a terminal matches.
    fn terminal(&self, terminal: &Terminal, at: usize) -> Result<Option<usize>, ForestError> {
        let rest = &self.text[at..];
        let length = match terminal {
            Terminal::Literal(text) => rest.starts_with(&**text).then_some(text.len()),
            Terminal::Insensitive(text) => {
                let start = rest.get(..text.len());
                start.filter(|it| it.eq_ignore_ascii_case(text)).map(str::len)
            }
            Terminal::Start => (at == 0).then_some(0),
            Terminal::End => rest.is_empty().then_some(0),
            Terminal::Until(ends) => {
                let first = ends.iter().filter_map(|end| rest.find(&**end)).min();
                Some(first.unwrap_or(rest.len()))
            }
            Terminal::Stack(what) | Terminal::EmptyStack(what) => {
                return Err(ForestError::Stack(what.to_string()));
            }
            one => {
                let holds = one.characters().expect("it takes one character");
                rest.chars().next().filter(|it| holds(*it)).map(char::len_utf8)
            }
        };
        Ok(length.map(|length| at + length))
    }

    /// Some of the trees of `item`, where it matches what is between two places.
    fn trees(
        &mut self,
        item: Item<'g>,
        (at, end): (usize, usize),
        around: Around,
        limit: usize,
    ) -> Result<Vec<Nodes>, ForestError> {
        if limit == 0 || self.ways(item, at, end)?.count.is_zero() {
            return Ok(Vec::new());
        }
        // While a tree is made, what comes back to itself has no other.
        let known = self.known.insert((item, at, end), Some(Ways::default()));
        let trees = stack::for_level(|| self.made(item, (at, end), around, limit));
        self.known.insert((item, at, end), known.expect("it was found out before"));
        trees
    }

    fn made(
        &mut self,
        item: Item<'g>,
        (at, end): (usize, usize),
        around: Around,
        limit: usize,
    ) -> Result<Vec<Nodes>, ForestError> {
        let part = match item {
            Item::Rule(rule) => {
                let definition = self.definition(rule);
                let Some(definition) = definition.filter(|it| !it.modifier.is_atomic()) else {
                    return Ok(vec![self.nodes_of_token(rule, at, around)]);
                };
                let (is_pair, makes_pairs) = self.rules.makes_pairs(rule, around.makes_pairs);
                let node = ParseNode::new(rule, at..end, 0, is_pair);
                let node = ParseNode { depth: around.depth, ..node };
                let inside = Around { depth: around.depth + 1, makes_pairs };
                let body = Item::Part(Part(&definition.body));
                let trees = self.trees(body, (at, end), inside, limit)?;
                let with = |nodes: Nodes| std::iter::once(node.clone()).chain(nodes).collect();
                return Ok(trees.into_iter().map(with).collect());
            }
            Item::Part(part) => part,
            Item::Rest(..) | Item::Rounds(..) => {
                let (may_end, steps) = self.steps(item, at, end);
                let mut all: Vec<Nodes> = may_end.then(Nodes::new).into_iter().collect();
                for step in steps {
                    let left = limit - all.len();
                    all.extend(self.joined(&step, (at, end), around, left)?);
                }
                return Ok(all);
            }
        };
        match &part.0.kind {
            BodyKind::Rule(name) => match self.rules.rule(name) {
                Some(RuleId::EOI) => {
                    let node = ParseNode::new(RuleId::EOI, at..end, 0, true);
                    Ok(vec![vec![ParseNode { depth: around.depth, ..node }]])
                }
                Some(rule) => self.trees(Item::Rule(rule), (at, end), around, limit),
                None => Ok(vec![Nodes::new()]),
            },
            BodyKind::Sequence(_) => self.trees(Item::Rest(part, 0), (at, end), around, limit),
            BodyKind::Choice(parts) => {
                let mut all = Vec::new();
                for part in parts {
                    let left = limit - all.len();
                    all.extend(self.trees(Item::Part(Part(part)), (at, end), around, left)?);
                }
                Ok(all)
            }
            BodyKind::Repeat { .. } => self.trees(Item::Rounds(part, 0), (at, end), around, limit),
            _ => Ok(vec![Nodes::new()]),
        }
    }

    /// Each tree of a part with each of what follows, and the blanks between them.
    fn joined(
        &mut self,
        &Step { first, middle, rest, next }: &Step<'g>,
        (at, end): (usize, usize),
        around: Around,
        limit: usize,
    ) -> Result<Vec<Nodes>, ForestError> {
        if self.ways(rest, next, end)?.count.is_zero() {
            return Ok(Vec::new());
        }
        let firsts = self.trees(Item::Part(Part(first)), (at, middle), around, limit)?;
        if firsts.is_empty() {
            return Ok(Vec::new());
        }
        let rests = self.trees(rest, (next, end), around, limit)?;
        let mut blanks = Nodes::new();
        let mut at = middle;
        while at < next {
            let ends = self
                .between
                .clone()
                .into_iter()
                .filter_map(|rule| Some((rule, self.token(rule, at)?)));
            let (rule, end) = ends.max_by_key(|(_, end)| *end).expect("these blanks were read");
            blanks.extend(self.nodes_of_token(rule, at, around));
            at = end;
        }
        let all = firsts.iter().flat_map(|first| rests.iter().map(move |rest| (first, rest)));
        Ok(all.take(limit).map(|(first, rest)| [&first[..], &blanks, rest].concat()).collect())
    }

    /// The nodes of what pest reads at a place.
    fn nodes_of_token(&self, rule: RuleId, at: usize, around: Around) -> Nodes {
        let mut builder = TreeBuilder::new(&self.text[at..], self.grammar);
        // It was read before.
        let _ = self.rules.trace(rule, &self.text[at..], |event| {
            builder.add(event, |_| ());
            ControlFlow::Continue(())
        });
        let mut nodes = builder.finish(None).into_nodes();
        for node in &mut nodes {
            node.span = node.span.start + at..node.span.end + at;
            node.depth += around.depth;
            node.is_pair &= around.makes_pairs;
        }
        nodes
    }
}
