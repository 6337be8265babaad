//! Small random grammars, texts to try with them, and the way pest parses these texts.

use std::cell::{Cell, OnceCell};
use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;
use std::sync::LazyLock;

use pest::iterators::Pairs;

use super::QuizLevel;
use crate::grammars::{Grammar, UserGrammar};
use crate::random::Random;
use crate::reports::TreePair;
use crate::tracer::{
    Body, BodyKind, Event, Outcome, PestGrammar, RuleDefinition, RuleId, Terminal, TraceError,
    What, accepted, is_rewritten, joins_texts,
};

/// The families of `grammars.txt`: for each name, the texts that can replace the name.
static FAMILIES: LazyLock<HashMap<&str, Vec<&str>>> = LazyLock::new(|| {
    let mut families: HashMap<&str, Vec<&str>> = HashMap::new();
    for line in include_str!("grammars.txt").lines().filter(|line| !line.starts_with('#')) {
        let Some((name, text)) = line.split_once(':') else { continue };
        families.entry(name).or_default().push(text.trim());
    }
    families
});

/// The letters that grammars use; none of them is the letter of a choice or of a command, and none
/// looks like a digit.
const LETTERS: [char; 8] = ['k', 'm', 'n', 'r', 't', 'x', 'y', 'z'];

/// The maximum number of events of a parse; no question uses a longer parse.
const MOST_EVENTS: usize = 5_000;

/// Returns the text of a random grammar for a kind of question.
pub(super) fn source(kind: &str, level: QuizLevel, random: &mut Random) -> String {
    let up_to = || (1..=level.number()).rev();
    let own = up_to().map(|level| format!("{kind}{level}"));
    let start = own.chain(up_to().map(|level| format!("rules{level}")));
    let start = start.into_iter().find(|name| FAMILIES.contains_key(&**name));
    let mut letters = LETTERS;
    random.shuffle(&mut letters);
    let start = start.expect("there are rules of the first level");
    expanded(&format!("<{start}>"), &letters, random).replace("; ", "\n")
}

/// Returns the wording of a kind of question, with these texts in place of the names in braces.
pub(super) fn asked(kind: &str, texts: &[(&str, &str)]) -> String {
    let asked = FAMILIES[&*format!("ask-{kind}")][0].to_owned();
    texts.iter().fold(asked, |asked, (name, text)| asked.replace(name, text))
}

/// Replaces every name in angle brackets in `text` with a random text of its family.
fn expanded(text: &str, letters: &[char], random: &mut Random) -> String {
    let mut made = String::new();
    let mut rest = text;
    while let Some((before, (name, after))) =
        rest.split_once('<').and_then(|(before, it)| Some((before, it.split_once('>')?)))
    {
        made.push_str(before);
        if let Some(letter) = "abcd".find(name) {
            made.push(letters[letter]);
        } else {
            let texts = FAMILIES.get(name).expect("each name in the file is defined there");
            let text = random.pick(texts).expect("it has at least one line");
            made.push_str(&expanded(text, letters, random));
        }
        rest = after;
    }
    made + rest
}

/// A grammar, and its rules as pest runs them.
#[derive(Debug)]
pub(super) struct Peg {
    pub(super) source: String,
    pub(super) rules: Vec<RuleDefinition>,
    grammar: PestGrammar,
    is_unfit: Cell<bool>,
    alternatives: OnceCell<Vec<Option<Peg>>>,
    read: OnceCell<Option<Grammar>>,
}

/// Makes a `Grammar` from these rules. The start rule is the first one.
pub(super) fn grammar(source: &str) -> Option<Grammar> {
    let read = Grammar::User(UserGrammar::read("the grammar", source).ok()?.into());
    read.starting_at(source.split_once(' ')?.0)
}

impl Peg {
    /// Makes a grammar from the first rule and the rules that it can reach. Returns `None` if pest
    /// refuses the grammar, or if pest's optimizer changes its expressions.
    pub(super) fn new(source: &str) -> Option<Self> {
        let grammar = accepted(source).filter(|it| !is_rewritten(&it.written))?;
        let all = &grammar.written;
        let reached = all.reached(all.between().chain([0]));
        let rules = all.rules.iter().enumerate().filter(|(index, _)| reached.contains(*index));
        let rules: Vec<_> = rules.map(|(_, rule)| rule.clone()).collect();
        let (is_unfit, alternatives, read) = (Cell::new(false), OnceCell::new(), OnceCell::new());
        Some(Self { source: written(&rules), rules, grammar, is_unfit, alternatives, read })
    }

    /// Whether the parser fails at another place than a reader of the grammar expects.
    pub(super) fn joins_texts(&self) -> bool {
        joins_texts(&self.grammar.written)
    }

    /// Whether a parse exceeded the limit, or would make pest panic on an empty stack.
    pub(super) fn is_unfit(&self) -> bool {
        let alone = self.alternatives.get().into_iter().flatten().flatten();
        self.is_unfit.get() || alone.into_iter().any(|it| it.is_unfit.get())
    }

    /// Returns, for each alternative of the first rule, the grammar whose first rule is only this
    /// alternative; `None` if pest refuses that grammar.
    pub(super) fn alternatives(&self) -> &[Option<Self>] {
        self.alternatives.get_or_init(|| {
            let alone = |body: &Body| {
                let mut rules = self.rules.clone();
                rules.insert(0, RuleDefinition::new("alone", rules[0].modifier, body.clone()));
                Self::new(&written(&rules))
            };
            self.rules[0].body.alternatives().iter().map(alone).collect()
        })
    }

    /// Returns the grammar as a `Grammar`.
    pub(super) fn as_grammar(&self) -> Option<&Grammar> {
        self.read.get_or_init(|| grammar(&self.source)).as_ref()
    }

    /// Returns the name of the first rule, which the question is about.
    pub(super) fn start(&self) -> &str {
        &self.rules[0].name
    }

    /// Returns the end of the match of the first rule on `text`; `None` if the rule fails.
    pub(super) fn reach(&self, text: &str) -> Option<usize> {
        let mut end = None;
        self.follow(text, |event| {
            if let (0, Outcome::Match { end: at }) = (event.depth, event.outcome) {
                end = Some(at);
            }
        });
        end
    }

    /// Parses `text`, passes the events to `each`, and returns pest's pairs.
    pub(super) fn follow<'g, 't>(
        &'g self,
        text: &'t str,
        mut each: impl FnMut(Event<'g>),
    ) -> Option<Pairs<'t, RuleId>> {
        let mut events = 0;
        let read = self.grammar.trace(RuleId::of_index(1), text, |event| {
            each(event);
            events += 1;
            if events < MOST_EVENTS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        let is_fit = matches!(read, Ok(_) | Err(TraceError::Syntax(_)));
        self.is_unfit.set(self.is_unfit.get() || !is_fit);
        read.ok()
    }

    /// Counts the calls of a rule: all calls, those that match, and those that are the first at
    /// their place.
    pub(super) fn calls(&self, rule: &str, text: &str) -> [usize; 3] {
        let rule = self.grammar.rule(rule).map(What::Rule);
        let (mut calls, mut matches, mut places) = (0, 0, BTreeSet::new());
        self.follow(text, |event| {
            if Some(event.what) == rule {
                calls += usize::from(event.outcome == Outcome::Enter);
                matches += usize::from(matches!(event.outcome, Outcome::Match { .. }));
                places.insert(event.at);
            }
        });
        [calls, matches, places.len()]
    }

    /// Returns pest's pairs for `text`, parents before children.
    pub(super) fn pairs(&self, text: &str) -> Option<Vec<TreePair>> {
        let mut waiting: Vec<_> = self.follow(text, |_| ())?.map(|pair| (0, pair)).collect();
        let mut found = Vec::new();
        while let Some((depth, pair)) = waiting.pop() {
            let (rule, text) = (self.grammar.name(pair.as_rule()).to_owned(), pair.as_str());
            found.push(TreePair { depth, rule, text: text.to_owned() });
            waiting.extend(pair.into_inner().rev().map(|inner| (depth + 1, inner)));
        }
        Some(found)
    }

    /// Returns the characters of its quoted texts.
    pub(super) fn alphabet(&self) -> BTreeSet<char> {
        let literals = self.rules.iter().flat_map(RuleDefinition::literals);
        literals.flat_map(|(text, _)| text.chars()).collect()
    }

    /// Returns a random text that the rules match, or nearly match.
    pub(super) fn text(&self, random: &mut Random) -> String {
        let has_blanks = self.grammar.rule("WHITESPACE").is_some();
        let mut writer = Writer { peg: self, has_blanks, pushed: Vec::new(), made: Vec::new() };
        writer.write(&self.rules[0].body, 0, random);
        let (mut made, alphabet) = (writer.made, Vec::from_iter(self.alphabet()));
        if let (Some(&other), true) = (random.pick(&alphabet), random.below(2) == 0) {
            let at = random.below(made.len() + 1);
            let end = (at + random.below(2)).min(made.len());
            made.splice(at..end, (random.below(3) > 0).then_some(other));
        }
        made.into_iter().collect()
    }
}

/// Writes rules as in a grammar file.
pub(super) fn written(rules: &[RuleDefinition]) -> String {
    rules.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

struct Writer<'p> {
    peg: &'p Peg,
    has_blanks: bool,
    /// The texts that `PUSH` pushed.
    pushed: Vec<Vec<char>>,
    made: Vec<char>,
}

/// The maximum nesting depth of the parts from which a text is made.
const DEEPEST: usize = 12;

impl Writer<'_> {
    fn write(&mut self, body: &Body, depth: usize, random: &mut Random) {
        if depth > DEEPEST {
            return;
        }
        match &body.kind {
            BodyKind::Rule(name) => match self.peg.rules.iter().find(|rule| rule.name == *name) {
                Some(rule) => self.write(&rule.body, depth + 2, random),
                None if name == "ANY" => {
                    self.made.extend(random.pick(&Vec::from_iter(self.peg.alphabet())));
                }
                None => {}
            },
            BodyKind::Terminal(Terminal::Literal(text)) => self.made.extend(text.chars()),
            BodyKind::Terminal(Terminal::Stack(_)) => {
                self.made.extend(self.pushed.last().cloned().into_iter().flatten());
            }
            BodyKind::Sequence(parts) => {
                for (index, part) in parts.iter().enumerate() {
                    if self.has_blanks && index > 0 && random.below(4) == 0 {
                        self.made.push(' ');
                    }
                    self.write(part, depth + 1, random);
                }
            }
            BodyKind::Choice(parts) => {
                self.write(&parts[random.below(parts.len())], depth + 1, random);
            }
            BodyKind::Repeat { body, least, most, .. } => {
                let more = most.map_or(3, |most| most.saturating_sub(*least) + 1);
                let more = random.below(usize::try_from(more).expect("it is small"));
                let least = usize::try_from(*least).expect("it is small");
                (0..least + more).for_each(|_| self.write(body, depth + 1, random));
            }
            BodyKind::Push(body) => {
                let start = self.made.len();
                self.write(body, depth + 1, random);
                self.pushed.push(self.made[start..].to_vec());
            }
            BodyKind::Terminal(_) | BodyKind::Lookahead { .. } | BodyKind::Unknown(_) => {}
        }
    }
}
