//! Searches for the shortest text that has two trees if a grammar's rules are read as context-free.
//!
//! No program can decide for every grammar whether such a text exists (D. Cantor, "On the ambiguity
//! problem of Backus systems", 1962). So the search makes texts, the shortest first. It follows
//! every leftmost derivation. If two derivations lead to the same text, a chart counts the trees of
//! this text (like F. Schröer, "AMBER, an ambiguity checker for context-free grammars", 2001).

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::rc::Rc;

use itertools::Itertools;

use super::forest::{Forest, ForestError, beyond};
use crate::grammars::Grammar;
use crate::sentences::{Sentences, tokens};
use crate::tracer::{
    Body, BodyKind, CHECK_TIME, PestGrammar, RuleDefinition, RuleId, Shortest, Terminal, built_in,
    is_wanted, reads_all, within,
};

/// The maximum number of beginnings of derivations to follow.
const MOST_BEGINNINGS: usize = 600_000;

/// The maximum number of recursive rules that get a search of their own.
const MOST_NESTED: usize = 12;

/// The maximum number of trees to keep for the text that is found.
const MOST_TREES: usize = 10;

/// The maximum number of literals to try for a token, of other tokens' texts, and of literals before
/// its own text; the shortest first.
const MOST_LITERALS: usize = 3;

/// The search drops a derivation that calls rules without consuming any text, as soon as these
/// calls exceed the number of rules in the grammar by more than this.
const MOST_EMPTY: usize = 20;

/// The longest text to make, in characters, and the longest sequence of parts to expand.
const MOST_CHARACTERS: usize = 200;
const MOST_ITEMS: usize = 1_000;

/// The length to assume for a part whose shortest text is unknown.
const TOO_LONG: usize = 100_000;

/// The result of a search for a text with two trees. If the search finds none, a longer text may
/// still have two trees, unless the search [covered all texts](Self::is_whole).
#[derive(Debug, Default)]
pub struct Ambiguity {
    /// The trees of the shortest text that has several trees, if blanks do not count as characters.
    /// If the text is longer than [`length`](Self::length), a second search found it: one recursive
    /// rule may contain itself, and every rule that does not lead to that rule has only its
    /// shortest text.
    pub found: Option<Forest>,
    /// The length, in characters without blanks, up to which the search made all texts of these
    /// tokens. None of them has several trees.
    pub length: usize,
    /// The number of texts of up to this length. For each token (an atomic rule), the search tries
    /// one text, and up to nine that other tokens or the grammar's literals may match, too. Of a
    /// class of characters it tries one of each kind, and of a literal in either case what the
    /// grammar has.
    pub texts: usize,
    /// Whether the search covered all texts. False if a token, a class or a literal
    /// in either case may have more texts.
    pub is_whole: bool,
    /// The rules that use lookahead, which context-free grammars do not have.
    pub beyond: Vec<String>,
    /// The reason why the search stopped, if the grammar uses the stack or a token never ends.
    pub refused: Option<ForestError>,
}

impl Ambiguity {
    /// Searches the texts of `grammar`, which may be
    /// [left-recursive](crate::grammars::UserGrammar::with_left_recursion).
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use bracket24::Grammar;
    /// use bracket24::grammars::UserGrammar;
    /// use bracket24::lessons::Ambiguity;
    ///
    /// let source = r#"e = { n ~ "-" ~ e | e2 ~ "-" ~ n | n } e2 = { n ~ "-" ~ n } n = { "1" }"#;
    /// let grammar = UserGrammar::read("e.pest", source).expect("pest accepts it");
    /// let ambiguity = Ambiguity::new(&Grammar::User(Arc::new(grammar)));
    /// assert_eq!(ambiguity.found.expect("there is one").trees[0].text, "1-1-1");
    /// ```
    pub fn new(grammar: &Grammar) -> Self {
        within(CHECK_TIME, || {
            let all = Search::new(grammar, None).run();
            let is_open = all.found.is_none() && !all.is_whole && all.refused.is_none();
            let rules = &grammar.rules().written;
            let nested = (0..rules.rules.len()).filter(|&it| {
                is_open && is_wanted() && rules.reached(rules.named_by(it)).contains(it)
            });
            let mut found = nested.take(MOST_NESTED);
            let found = found.find_map(|it| Search::new(grammar, Some(it)).run().found);
            Self { found: all.found.or(found), ..all }
        })
    }
}

/// A remaining step of the derivation.
#[derive(Clone, Copy)]
enum Todo<'g> {
    Part(&'g Body),
    /// A repetition, the number of its rounds so far, and the number of tokens when the last
    /// round began.
    Rounds(&'g Body, u32, usize),
}

/// The remaining steps, the next one first.
struct Rest<'g> {
    todo: Todo<'g>,
    then: Option<Rc<Self>>,
    /// The fewest characters that the remaining steps make.
    least: usize,
}

/// The tokens made so far, the last one first.
struct Made {
    token: Rc<str>,
    before: Option<Rc<Self>>,
}

/// The beginning of a derivation.
#[derive(Clone, Default)]
struct Beginning<'g> {
    made: Option<Rc<Made>>,
    /// The numbers of characters and tokens made so far.
    length: usize,
    tokens: usize,
    rest: Option<Rc<Rest<'g>>>,
    /// The number of rules called since `least` last grew, and the value to which it grew.
    calls: usize,
    known: usize,
}

impl Beginning<'_> {
    /// The text made so far in three forms: with blanks only between words, with a blank between
    /// all tokens, and with none.
    fn texts(&self, blank: &str) -> [String; 3] {
        let made = std::iter::successors(self.made.as_deref(), |it| it.before.as_deref());
        let mut tokens: Vec<&str> = made.map(|it| &*it.token).collect();
        tokens.reverse();
        let is_word = |it: Option<char>| it.is_some_and(|it| it.is_alphanumeric() || it == '_');
        let mut best = String::new();
        for token in &tokens {
            let touch = is_word(best.chars().next_back()) && is_word(token.chars().next());
            best.extend([if touch { blank } else { "" }, token]);
        }
        [best, tokens.join(blank), tokens.concat()]
    }
}

struct Search<'g> {
    grammar: &'g Grammar,
    /// For each rule, whether the search tries only the shortest text of this rule.
    is_leaf: Vec<bool>,
    rules: &'g PestGrammar,
    shortest: Shortest<'g>,
    /// The fewest characters that a part matches; `None` if the part never matches.
    least: HashMap<*const Body, Option<usize>>,
    /// The texts to try for each token.
    samples: HashMap<RuleId, Vec<Rc<str>>>,
    literals: BTreeSet<&'g str>,
    characters: Vec<char>,
    /// The blank to put between two tokens.
    blank: String,
    /// The beginnings by their least length.
    beginnings: BTreeMap<usize, Vec<Beginning<'g>>>,
    /// Whether a beginning was dropped because it was too long, or because it called too many rules
    /// without consuming any text.
    is_cut: bool,
}

impl<'g> Search<'g> {
    /// Prepares a search of all texts. If `nested` is a rule, every rule that does not lead to
    /// `nested` has only its shortest text.
    fn new(grammar: &'g Grammar, nested: Option<usize>) -> Self {
        let rules = grammar.rules();
        let leads = |rule| nested.is_none_or(|it| rules.written.reached([rule]).contains(it));
        let is_leaf = (0..rules.written.rules.len()).map(|rule| !leads(rule)).collect();
        let sentences = Sentences::new(grammar.rules(), grammar.start());
        let one = |token: &String| token.chars().exactly_one().ok();
        let characters = tokens([&sentences, &sentences]).iter().filter_map(one).collect();
        let written = &rules.written.rules;
        let literals = written.iter().flat_map(RuleDefinition::literals).map(|(text, _)| text);
        let shortest = Shortest::new(&rules.written);
        let blank = rules.between.iter().find_map(|&rule| {
            let mut texts = [" ".to_owned()].into_iter().chain(shortest.of_rule(rule.index() - 1));
            texts.find(|text| reads_all(rules, rule, text))
        });
        Self {
            grammar,
            is_leaf,
            rules,
            shortest,
            least: HashMap::new(),
            samples: HashMap::new(),
            literals: literals.collect(),
            characters,
            blank: blank.unwrap_or_default(),
            beginnings: BTreeMap::new(),
            is_cut: false,
        }
    }

    fn run(mut self) -> Ambiguity {
        use ForestError::{Lookahead, NoTree, TooMuch};

        let mut result = Ambiguity { beyond: beyond(self.grammar), ..Ambiguity::default() };
        self.call(Beginning::default(), self.grammar.start());
        // The texts made, without blanks, and the texts that a chart has looked at.
        let (mut texts, mut charted) = (HashSet::new(), HashSet::new());
        'search: for _ in (0..MOST_BEGINNINGS).take_while(|_| is_wanted()) {
            let Some(mut shortest) = self.beginnings.first_entry() else {
                result.is_whole = !self.is_cut;
                break;
            };
            let Some(next) = shortest.get_mut().pop() else {
                (result.length, _) = shortest.remove_entry();
                result.texts = texts.len();
                continue;
            };
            if next.rest.is_some() {
                if let Err(error) = self.follow(next) {
                    result.refused = Some(error);
                    break;
                }
            } else {
                let made = next.texts(&self.blank);
                // Different tokens may make the same text without blanks, as in `else if` and
                // `elseif`, so look at each text of a further derivation.
                let is_first = texts.insert(made[2].clone());
                for text in made.iter().filter(|it| !is_first && charted.insert((*it).clone())) {
                    match Forest::new(text, self.grammar, MOST_TREES) {
                        Ok(forest) if forest.trees.len() > 1 || forest.is_endless => {
                            result.found = Some(forest);
                            result.length = next.length.saturating_sub(1);
                        }
                        Ok(_) | Err(NoTree | ForestError::None(_) | Lookahead) => continue,
                        // Nobody knows how many trees this text has. The longer ones would take even
                        // longer.
                        Err(error) => result.refused = Some(error).filter(|it| *it != TooMuch),
                    }
                    break 'search;
                }
            }
        }
        result
    }

    /// Queues the beginning `before`, with the steps `todo` in front of its remaining steps. Drops
    /// the beginning if it exceeds a limit, or if no text begins in this way.
    fn keep(&mut self, before: Beginning<'g>, todo: &[Todo<'g>]) {
        if todo.len() > MOST_ITEMS {
            self.is_cut = true;
            return;
        }
        let mut rest = before.rest.clone();
        for &todo in todo.iter().rev() {
            let least = match todo {
                Todo::Part(body) => self.least(body),
                Todo::Rounds(body, done, _) => match &body.kind {
                    BodyKind::Repeat { body, least, .. } if done < *least => {
                        self.least(body).map(|it| it.saturating_mul((least - done) as usize))
                    }
                    _ => Some(0),
                },
            };
            // A part that never matches is in no text.
            let Some(least) = least else { return };
            let least = least.saturating_add(rest.as_ref().map_or(0, |rest| rest.least));
            rest = Some(Rc::new(Rest { todo, then: rest, least }));
        }
        let mut after = Beginning { rest, ..before };
        let least = after.length + after.rest.as_ref().map_or(0, |rest| rest.least);
        if least > after.known {
            (after.known, after.calls) = (least, 0);
        }
        if least > MOST_CHARACTERS {
            self.is_cut = true;
        } else {
            self.beginnings.entry(least).or_default().push(after);
        }
    }

    /// The fewest characters that `body` matches; `None` if it never matches.
    fn least(&mut self, body: &'g Body) -> Option<usize> {
        let shortest = &self.shortest;
        *self.least.entry(std::ptr::from_ref(body)).or_insert_with(|| {
            let length = |text: String| text.chars().count();
            (!shortest.never_matches(body)).then(|| shortest.text(body).map_or(TOO_LONG, length))
        })
    }

    /// Takes the next step of a beginning in all possible ways.
    fn follow(&mut self, beginning: Beginning<'g>) -> Result<(), ForestError> {
        let rest = beginning.rest.clone().expect("it goes on");
        let mut before = Beginning { rest: rest.then.clone(), ..beginning };
        let tokens = before.tokens;
        let body = match rest.todo {
            Todo::Part(body) => body,
            Todo::Rounds(repetition, done, since) => {
                let BodyKind::Repeat { body, least, most, .. } = &repetition.kind else {
                    unreachable!("only repetitions have rounds")
                };
                if done >= *least {
                    self.keep(before.clone(), &[]);
                }
                // After an optional round that consumes nothing, no further round adds a text.
                if (done <= *least || since < tokens) && most.is_none_or(|most| done < most) {
                    let rounds = Todo::Rounds(repetition, done + 1, tokens);
                    self.keep(before, &[Todo::Part(body), rounds]);
                }
                return Ok(());
            }
        };
        match &body.kind {
            BodyKind::Rule(name) => match self.rules.rule(name) {
                Some(rule) => {
                    before.calls += 1;
                    self.call(before, rule);
                }
                None => {
                    for terminal in built_in(name).into_iter().flatten() {
                        self.read(&before, &terminal)?;
                    }
                }
            },
            BodyKind::Terminal(terminal) => self.read(&before, terminal)?,
            BodyKind::Sequence(items) => {
                let items: Vec<Todo<'g>> = items.iter().map(Todo::Part).collect();
                self.keep(before, &items);
            }
            BodyKind::Choice(parts) => {
                for part in parts {
                    self.keep(before.clone(), &[Todo::Part(part)]);
                }
            }
            BodyKind::Repeat { .. } => self.keep(before, &[Todo::Rounds(body, 0, tokens)]),
            BodyKind::Lookahead { .. } => self.keep(before, &[]),
            BodyKind::Push(_) | BodyKind::Unknown(_) => {
                return Err(ForestError::Stack(body.to_string()));
            }
        }
        Ok(())
    }

    /// Continues a beginning with a call of `rule`.
    fn call(&mut self, before: Beginning<'g>, rule: RuleId) {
        let index = rule.index().checked_sub(1);
        let Some(definition) = index.map(|index| &self.rules.written.rules[index]) else {
            return self.keep(before, &[]);
        };
        let is_leaf = self.is_leaf[rule.index() - 1];
        let leaf = if is_leaf { self.shortest.of_rule(rule.index() - 1) } else { None };
        let leaf = leaf.filter(|it| reads_all(self.rules, rule, it));
        if let Some(leaf) = leaf {
            self.add(before, &leaf.into());
        } else if definition.modifier.is_atomic() {
            for sample in self.samples(rule, &definition.body) {
                self.add(before.clone(), &sample);
            }
        } else if before.calls <= self.rules.written.rules.len() + MOST_EMPTY {
            self.keep(before, &[Todo::Part(&definition.body)]);
        } else {
            self.is_cut = true;
        }
    }

    /// The texts to try for a token: its first text, and texts in which it may overlap with others.
    /// These are literals, the first texts of other tokens, and a literal before the first text, as
    /// in `leta`.
    fn samples(&mut self, rule: RuleId, body: &Body) -> Vec<Rc<str>> {
        let Self { rules, shortest, literals, characters, samples, is_cut, .. } = self;
        let is_text = |it: &Body| {
            let literal = matches!(it.kind, BodyKind::Terminal(Terminal::Literal(_)));
            literal || matches!(it.kind, BodyKind::Lookahead { .. })
        };
        *is_cut |= !body.items().iter().all(is_text);
        let samples = samples.entry(rule).or_insert_with(|| {
            let is_read = |text: &String| reads_all(rules, rule, text);
            let one = characters.iter().map(ToString::to_string);
            let first = shortest.text(body).into_iter().chain(one).find(is_read);
            let literals = literals.iter().sorted_by_key(|it| it.len()).map(|&it| it.to_owned());
            let joined = literals.clone().filter_map(|it| Some(it + first.as_deref()?));
            let written = rules.written.rules.iter().enumerate();
            let tokens = written.filter(|(_, it)| it.modifier.is_atomic());
            let tokens = tokens.filter_map(|(index, _)| shortest.of_rule(index));
            let others = tokens.filter(is_read).take(MOST_LITERALS);
            let others = others.chain(literals.filter(is_read).take(MOST_LITERALS));
            let others = others.chain(joined.filter(is_read).take(MOST_LITERALS));
            others.chain(first.clone()).unique().map(Into::into).collect()
        });
        samples.clone()
    }

    /// Continues a beginning with each text of a terminal.
    fn read(&mut self, before: &Beginning<'g>, terminal: &Terminal) -> Result<(), ForestError> {
        let samples: Vec<String> = match terminal {
            Terminal::Literal(text) => vec![text.clone()],
            Terminal::Insensitive(text) => {
                self.is_cut = true;
                let alike = |it: &&&str| it.eq_ignore_ascii_case(text);
                let written = self.literals.iter().filter(alike).map(|&it| it.to_owned());
                written.chain([text.clone()]).unique().collect()
            }
            Terminal::Stack(what) => return Err(ForestError::Stack(what.to_string())),
            one => match one.characters() {
                Some(holds) => {
                    self.is_cut = true;
                    let all = self.characters.iter().filter(|it| holds(**it));
                    all.map(ToString::to_string).collect()
                }
                None => vec![String::new()],
            },
        };
        for sample in samples {
            self.add(before.clone(), &sample.into());
        }
        Ok(())
    }

    /// Continues a beginning with a token.
    fn add(&mut self, mut before: Beginning<'g>, token: &Rc<str>) {
        if !token.is_empty() {
            let made = Made { token: Rc::clone(token), before: before.made.take() };
            before.made = Some(Rc::new(made));
            before.length += token.chars().count();
            before.tokens += 1;
            before.calls = 0;
        }
        self.keep(before, &[]);
    }
}
