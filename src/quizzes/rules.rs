//! Questions on how pest parses a text with a small grammar. The right answers come from tracing
//! the grammar, and most wrong answers from tracing a misread version of it.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use itertools::Itertools;

use super::grammars::{Peg, asked as asked_of, grammar, source, written};
use super::misreadings::{QUOTED, misread};
use super::readings::number;
use super::{Choices, Misread, Question, QuizKind, QuizLevel};
use crate::grammars::{Grammar, UserGrammar, wanted};
use crate::lessons::s_expression;
use crate::reports::TreePair;
use crate::tracer::{
    GrammarError, GrammarErrorKind, Lookahead, Outcome, PestGrammar, Rules, Terminal, TraceError,
    What, called_first,
};
use crate::words::{counted, list_and, list_or};
use crate::{Named, Random};

/// A question on one or two grammars.
#[derive(Debug, Clone)]
pub struct RulesQuestion {
    /// The question; code is in backticks.
    pub asked: String,
    /// The rules of each grammar.
    pub grammars: Vec<String>,
    /// The text in question, if there is one.
    pub text: Option<String>,
    /// The choices; `None` if the answer is typed.
    pub choices: Option<Choices<Picked>>,
    /// The table that explains the answer, with its titles in the first row. Empty if the parse of
    /// the text explains enough.
    pub rows: Vec<Vec<String>>,
    kind: QuizKind,
    /// The right answers, if the answer is typed.
    typed: Vec<String>,
    /// Other answers, each with the misreading that leads to it.
    misread: Vec<(String, String)>,
}

/// An option to choose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picked {
    /// The words of the option; code is in backticks.
    pub text: String,
    /// The tree to draw; empty if the option is not a tree.
    pub pairs: Vec<TreePair>,
}

impl From<String> for Picked {
    fn from(text: String) -> Self {
        Self { text, pairs: Vec::new() }
    }
}

/// The number of texts tried with a grammar.
const TEXTS: usize = 24;

/// The base of the maximum text length, to which every level adds two characters.
const LONGEST: usize = 5;

/// The maximum length of the shortest rejected text.
const MOST_REFUSED: usize = 7;

/// The maximum number of calls that a question asks to count.
const MOST_CALLS: usize = 20;

/// The maximum number of choices.
const CHOICES: usize = 4;

/// The quotes that may enclose an answer.
const QUOTES: [char; 3] = ['`', '"', '\''];

/// The answer if a text does not match.
const FAILS: &str = "fails";

impl Question for RulesQuestion {
    fn make(kind: QuizKind, level: QuizLevel, random: &mut Random) -> Option<Self> {
        let source = source(kind.name(), level, random);
        if kind == QuizKind::Recursion {
            return Self::recursion(&source, random);
        }
        let peg = Peg::new(&source)?;
        let misread = misread(&peg);
        let made = match kind {
            QuizKind::Refused => Self::refused(&peg, &misread, level),
            QuizKind::Apart => Self::apart(&peg, misread, level, random),
            _ => {
                let texts = texts(&peg, &misread, level, random);
                let on = |text: &String| Self::on_text(kind, &peg, &misread, text, level, random);
                texts.iter().find_map(on)
            }
        };
        made.filter(|_| !peg.is_unfit())
    }

    fn subject_and_answer(&self) -> (String, String) {
        let grammars = self.grammars.join(" / ");
        let subject = [grammars.as_str()].into_iter().chain(self.text.as_deref());
        let subject = subject.format(" ").to_string().replace('\n', "; ");
        let answer = || self.typed.first().cloned().expect("a typed answer has a right one");
        (subject, self.choices.as_ref().map_or_else(answer, Choices::letters))
    }

    fn mark(&self, given: &str) -> Result<bool, Misread> {
        if let Some(choices) = &self.choices {
            return choices.mark(given, "one of them written out", naming(choices, given));
        }
        let given = given.trim_matches(QUOTES).to_lowercase();
        let misread = |expected: &str| Err(Misread::new(expected));
        match self.kind {
            QuizKind::Refused if !self.is_of_alphabet(&given) => misread("a text of these letters"),
            QuizKind::Refused => Ok(self.typed.contains(&given)),
            QuizKind::Reach if ["fail", "fails", "no", "none"].contains(&&*given) => {
                Ok(self.typed[0] == FAILS)
            }
            // A number, perhaps with a word: `3 characters`.
            kind => match number(given.trim_end_matches(|it: char| !it.is_ascii_digit())) {
                Some(number) => Ok(self.typed[0] == number.to_string()),
                None if kind == QuizKind::Reach => misread("a number, or `fails`"),
                None => misread("a number, such as 3"),
            },
        }
    }

    fn given_by(&self, given: &str) -> Option<String> {
        let chosen = self.choices.as_ref().and_then(|it| it.only(given, naming(it, given)));
        let given = given.trim_matches(QUOTES).to_lowercase();
        let text = chosen.map_or(&*given, |it| &it.text);
        if let Some((_, why)) = self.misread.iter().find(|(answer, _)| answer == text) {
            return Some(why.clone());
        }
        (self.kind == QuizKind::Refused && self.mark(&given) == Ok(false)).then_some(())?;
        let peg = Peg::new(&self.grammars[0])?;
        let shortest = counted(self.typed[0].len(), "character");
        Some(match peg.reach(&given) {
            Some(_) => format!("`{}` matches `{given}`.", peg.start()),
            None => format!(
                "The rule rejects `{given}`, but it also rejects a shorter text, of {shortest}."
            ),
        })
    }

    fn rules(&self) -> Option<&RulesQuestion> {
        Some(self)
    }
}

/// Returns how a part of `given` names a choice. If all of it is a choice, its quotes count: the
/// texts of choices may begin with quotes. If only one choice is `given` with other blanks and
/// punctuation, they do not count.
fn naming(choices: &Choices<Picked>, given: &str) -> impl Fn(&Picked, &str) -> bool {
    let bare = |text: &str| text.replace('`', "").to_lowercase();
    let is_exact = choices.iter().any(|(_, it)| bare(&it.option.text) == bare(given));
    let is_shown = |it: &char| !(it.is_whitespace() || ":,".contains(*it) || QUOTES.contains(it));
    let signs = move |text: &str| bare(text).chars().filter(is_shown).collect::<String>();
    let all = signs(given);
    let same = choices.iter().filter(|(_, it)| signs(&it.option.text) == all);
    let alone = same.exactly_one().ok().map(|(_, it)| it.option.text.clone());
    move |picked, given| {
        let is_alone = alone.as_ref() == Some(&picked.text) && signs(given) == all;
        let (own, given) = (bare(&picked.text), &*bare(given));
        let is_short = |own: &str| ["yes", "no"].contains(&own) && own.starts_with(given);
        let is_alike = own.trim_matches(QUOTES) == given.trim_matches(QUOTES);
        let is_meant = is_alike || ["y", "n"].contains(&given) && is_short(&own);
        own == given || is_alone || !is_exact && is_meant
    }
}

/// Explains an answer by the misreading that leads to it.
fn because(answer: &str, why: &str) -> (String, String) {
    let (belief, truth) = why.split_once(": ").expect("a belief comes before what is true");
    let is_long = answer.contains([':', '(']);
    let of = if is_long { "This".to_owned() } else { format!("`{}`", answer.replace('`', "")) };
    (answer.to_owned(), format!("{of} would be right if {belief}. But {truth}."))
}

/// Returns the texts to ask about, each once, in random order.
fn texts(
    peg: &Peg,
    misread: &[(&'static str, Peg)],
    level: QuizLevel,
    random: &mut Random,
) -> Vec<String> {
    let longest = LONGEST + 2 * usize::from(level.number());
    let mut found = Vec::new();
    for index in 0..TEXTS {
        let writer = if index % 2 == 0 { None } else { random.pick(misread) };
        let text = writer.map_or(peg, |(_, other)| other).text(random);
        // Blanks at the ends, and double blanks, are hard to see on paper.
        let is_clear = text.trim() == text && !text.contains("  ");
        if is_clear && (2..=longest).contains(&text.chars().count()) && !found.contains(&text) {
            found.push(text);
        }
    }
    found
}

impl RulesQuestion {
    /// Returns the grammar with this number, from 0.
    pub fn grammar(&self, number: usize) -> Grammar {
        grammar(&self.grammars[number]).expect("pest accepts it, and so does its own reader")
    }

    fn new(kind: QuizKind, grammars: &[&str], asked: &[(&str, &str)]) -> Self {
        let grammars = grammars.iter().map(|&it| it.to_owned()).collect();
        let (asked, text, choices) = (asked_of(kind.name(), asked), None, None);
        let (rows, typed, misread) = (Vec::new(), Vec::new(), Vec::new());
        Self { asked, grammars, text, choices, rows, kind, typed, misread }
    }

    fn is_of_alphabet(&self, given: &str) -> bool {
        let quoted =
            |it: char| self.grammars[0].split('"').skip(1).step_by(2).any(|text| text.contains(it));
        !given.is_empty() && given.chars().all(|it| it.is_ascii_lowercase() && quoted(it))
    }

    /// Makes a question on how the first rule parses `text`, if a misreading leads to a different
    /// answer.
    fn on_text(
        kind: QuizKind,
        peg: &Peg,
        misread: &[(&'static str, Peg)],
        text: &str,
        level: QuizLevel,
        random: &mut Random,
    ) -> Option<Self> {
        let rules = peg.rules[1..].iter().map(|rule| &*rule.name);
        let rules: Vec<&str> = rules.filter(|it| *it != "WHITESPACE").collect();
        let rule = random.pick(&rules).map_or("", |it| it);
        let answer = |of: &Peg| answer(kind, of, peg, rule, text);
        let right = answer(peg)?;
        let shown = |it: &Picked| shown(kind, it);
        let is_new =
            |it: &(Picked, &str)| shown(&it.0) != shown(&right) && is_apart(kind, &it.0, &right);
        let is_unseen = |it: &Peg| kind == QuizKind::Failure && it.joins_texts();
        let is_cost = kind != QuizKind::Cost || peg.reach(text).is_some();
        (is_cost && !is_unseen(peg)).then_some(())?;
        let answers = misread.iter().filter_map(|(why, peg)| {
            // Only parsing a text shows whether a grammar is unfit, so this check comes last.
            Some((answer(peg)?, *why)).filter(|_| !peg.is_unfit() && !is_unseen(peg))
        });
        let others = answers.chain(by_belief(kind, peg, rule, text)).filter(is_new);
        let others: Vec<_> = others.unique_by(|it| shown(&it.0)).collect();
        let fixed = match kind {
            QuizKind::Match => ["`yes`", "`no`"].map(|it| Picked::from(it.to_owned())).to_vec(),
            QuizKind::Alternative => alternatives(peg),
            _ => Vec::new(),
        };
        let is_typed = matches!(kind, QuizKind::Reach | QuizKind::Cost);
        let is_easy = level == QuizLevel::One || is_typed || !fixed.is_empty();
        if others.len() < if is_easy { 1 } else { 2 }
            || !fixed.iter().map(|it| &it.text).all_unique()
        {
            return None;
        }
        let names = [("{start}", peg.start()), ("{rule}", rule), ("{text}", &format!("{text:?}"))];
        let mut question = Self::new(kind, &[&peg.source], &names);
        question.misread = others.iter().map(|(other, why)| because(&other.text, why)).collect();
        question.text = Some(text.to_owned());
        if kind == QuizKind::Alternative {
            let matching = matching(peg, text);
            let row = |(number, picked): (usize, &Picked)| {
                let end = matching.iter().find(|it| it.0 == number).map(|it| it.1);
                [picked.text.replace('`', ""), told(end)]
            };
            let rows = fixed[..fixed.len() - 1].iter().enumerate().map(row);
            question.rows = table(["alternative", "alone"], rows);
        }
        if kind == QuizKind::Cost {
            let row = |(what, number): (&str, usize)| [what.to_owned(), number.to_string()];
            let what = ["all", "that match", "at a place for the first time"];
            let rows = what.into_iter().zip(peg.calls(rule, text)).map(row);
            question.rows = table([&format!("calls of {rule}"), "number"], rows);
        }
        if is_typed {
            question.typed = vec![right.text];
        } else if fixed.is_empty() {
            let others = others.into_iter().map(|(it, _)| it).take(CHOICES - 1);
            question.choices = Some(Choices::one(right, others, random));
        } else {
            question.choices = Some(Choices::several(fixed, |it| *it == right));
        }
        Some(question)
    }

    /// Makes a question on the shortest texts that the first rule rejects.
    fn refused(peg: &Peg, misread: &[(&'static str, Peg)], level: QuizLevel) -> Option<Self> {
        let alphabet: Vec<char> = peg.alphabet().into_iter().collect();
        let shortest = |peg: &Peg| {
            (1..=MOST_REFUSED).find_map(|length| {
                let texts = (0..length).map(|_| alphabet.iter()).multi_cartesian_product();
                let texts = texts.map(|it| it.into_iter().collect::<String>());
                Some(texts.filter(|it| peg.reach(it).is_none()).collect_vec())
                    .filter(|it| !it.is_empty())
            })
        };
        let (typed, start) = (shortest(peg).filter(|_| alphabet.len() == 2)?, peg.start());
        let least = [2, 3, 3, 3, 4, 4][level as usize];
        // If the rule rejects the empty text, that is the shortest text, and the question is too
        // easy.
        (typed[0].len() >= least && peg.reach("").is_some()).then_some(())?;
        let letters = list_and(alphabet.iter().map(|it| format!("`{it}`")));
        let names = [("{start}", start), ("{letters}", &*letters)];
        let of_misread = misread.iter().flat_map(|(why, peg)| {
            let texts = shortest(peg).filter(|_| !peg.is_unfit());
            texts.into_iter().flatten().map(move |text| because(&text, why))
        });
        let misread = of_misread.filter(|(text, _)| !typed.contains(text)).collect();
        let text = Some(typed[0].clone());
        Some(Self { text, typed, misread, ..Self::new(QuizKind::Refused, &[&peg.source], &names) })
    }

    /// Makes a question on a text that distinguishes two grammars, among texts on which they
    /// agree.
    fn apart(
        peg: &Peg,
        mut misread: Vec<(&'static str, Peg)>,
        level: QuizLevel,
        random: &mut Random,
    ) -> Option<Self> {
        misread.retain(|(_, other)| other.rules.len() == peg.rules.len());
        random.shuffle(&mut misread);
        let mut texts = texts(peg, &misread, level, random);
        texts.sort_by_key(String::len);
        let tells = |other: &Peg, text: &String| peg.reach(text) != other.reach(text);
        let telling = |(_, other): &(_, Peg)| texts.iter().position(|text| tells(other, text));
        let (at, other) = misread.iter().find_map(|it| Some((telling(it)?, &it.1)))?;
        let right = texts.remove(at);
        let read = |text: &str| [peg, other].map(|it| it.reach(text));
        let alike = texts.into_iter().filter(|text| !tells(other, text));
        // The wrong choices are about as long as the right one. Both grammars match some of them,
        // and reject others.
        let alike = alike.sorted_by_key(|it| it.len().abs_diff(right.len()));
        let (both, neither): (Vec<_>, Vec<_>) = alike.partition(|it| read(it)[0].is_some());
        let others: Vec<String> = both.into_iter().interleave(neither).take(CHOICES - 1).collect();
        if other.is_unfit() || others.len() < if level == QuizLevel::One { 2 } else { 3 } {
            return None;
        }
        let why = |text: &String| {
            let matched = |count| format!("match {} of it", counted(count, "character"));
            let what = read(text)[0].map_or_else(|| "fail".to_owned(), matched);
            (format!("`{text}`"), format!("On `{text}`, both grammars {what}."))
        };
        let misread = others.iter().map(why).collect();
        let row = |text: &String| {
            let [first, second] = read(text).map(told);
            [text.clone(), first, second]
        };
        let rows = table(["text", "first", "second"], [&right].into_iter().chain(&others).map(row));
        let picked = |text: String| Picked::from(format!("`{text}`"));
        let choices = Choices::one(picked(right), others.into_iter().map(picked), random);
        let question = Self::new(QuizKind::Apart, &[&peg.source, &other.source], &[]);
        Some(Self { choices: Some(choices), rows, misread, ..question })
    }

    /// Makes a question on whether rules call each other without consuming any text.
    fn recursion(source: &str, random: &mut Random) -> Option<Self> {
        let rules = Rules::parse(source).ok()?;
        let left = cycles(&called_first(&rules));
        let is_recursion = |it: &GrammarError| it.kind == GrammarErrorKind::LeftRecursion;
        let refused = PestGrammar::read(source).err();
        if refused.as_ref().is_some_and(|errors| !errors.iter().all(is_recursion))
            || left.len() > 1
            || left.is_empty() != refused.is_none()
            || left.iter().any(|cycle| !descends(source, &rules.rules[cycle[0]].name))
        {
            return None;
        }
        let named = |cycle: &Vec<usize>| {
            let names = cycle.iter().chain(cycle.first()).map(|&rule| &*rules.rules[rule].name);
            format!("yes: `{}`", names.format(" > "))
        };
        let mut others: Vec<Vec<usize>> = cycles(&rules.named_rules());
        others.retain(|it| !left.contains(it));
        (!left.is_empty() || !others.is_empty()).then_some(())?;
        random.shuffle(&mut others);
        others.truncate(CHOICES - 1 - left.len());
        let why = |cycle: &Vec<usize>| {
            let why = "These calls are recursion, but not left recursion: pest consumes a \
                       character between two of them.";
            (named(cycle), why.to_owned())
        };
        let mut misread: Vec<_> = others.iter().map(why).collect();
        let options = left.iter().chain(&others).map(named).sorted().chain(["no".to_owned()]);
        let right = left.first().map_or("no".to_owned(), named);
        let told = match refused.iter().flatten().next() {
            Some(error) => {
                let why = "A rule calls itself before it has consumed a character: no part before \
                           the call has to consume one.";
                misread.push(("no".to_owned(), why.to_owned()));
                format!("pest refuses the grammar: {}.", error.message)
            }
            None => "pest accepts the grammar: a rule consumes a character before it calls itself."
                .into(),
        };
        let choices = Some(Choices::several(options.map(Picked::from), |it| it.text == right));
        let question = Self::new(QuizKind::Recursion, &[&written(&rules.rules)], &[]);
        Some(Self { choices, rows: vec![vec![told]], misread, ..question })
    }
}

/// Whether pest's parser would call `rule` endlessly on some short text. If not, pest refuses the
/// grammar only because it does not see that a part must match after a lookahead: `&"k" ~ "k"*`.
fn descends(source: &str, rule: &str) -> bool {
    let grammar = UserGrammar::with_left_recursion("the grammar", source).ok();
    let grammar = grammar.and_then(|it| Grammar::User(it.into()).starting_at(rule));
    let grammar = grammar.expect("pest refuses only the left recursion, and the rule exists");
    let signs: String = source.chars().filter(char::is_ascii_graphic).unique().collect();
    let mut texts = (0..=2)
        .flat_map(|length| vec![signs.chars(); length].into_iter().multi_cartesian_product());
    texts.any(|text| {
        // So many rules are open only if one calls itself at the same place.
        let traced = grammar.trace(&String::from_iter(text), |event| match event.depth {
            0..100 => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        });
        traced == Err(TraceError::Stopped)
    })
}

/// Puts rows below their titles.
fn table<const COLUMNS: usize>(
    titles: [&str; COLUMNS],
    rows: impl Iterator<Item = [String; COLUMNS]>,
) -> Vec<Vec<String>> {
    [titles.map(str::to_owned)].into_iter().chain(rows).map(Vec::from).collect()
}

/// Describes the result of a rule on a text, for a table.
fn told(reach: Option<usize>) -> String {
    reach.map_or_else(|| FAILS.to_owned(), |it| format!("matches {it}"))
}

/// Returns the cycles of calls in which no rule occurs twice. Each cycle starts with its first rule
/// in the order of the grammar.
fn cycles(next: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut found: Vec<Vec<usize>> = Vec::new();
    let mut waiting: Vec<Vec<usize>> = (0..next.len()).map(|rule| vec![rule]).collect();
    while let Some(way) = waiting.pop() {
        for &other in &next[*way.last().expect("it has at least one rule")] {
            if other == way[0] && !found.contains(&way) {
                found.push(way.clone());
            } else if other > way[0] && !way.contains(&other) {
                waiting.push([&*way, &[other]].concat());
            }
        }
    }
    found
}

/// Returns the alternatives of the first rule, and the option that none of them matches.
fn alternatives(peg: &Peg) -> Vec<Picked> {
    let alternatives = peg.rules[0].body.alternatives().iter().map(|it| format!("`{it}`"));
    alternatives.chain(["none".to_owned()]).map(Picked::from).collect()
}

/// Returns the number of each matching alternative, and the end of its match.
fn matching(peg: &Peg, text: &str) -> Vec<(usize, usize)> {
    let each = peg.alternatives().iter().enumerate();
    each.filter_map(|(number, it)| Some((number, it.as_ref()?.reach(text)?))).collect()
}

/// Returns the answer that `peg` leads to, for a question on `asked`; `None` if the answer is not
/// fit for a question.
fn answer(kind: QuizKind, peg: &Peg, asked: &Peg, rule: &str, text: &str) -> Option<Picked> {
    Some(Picked::from(match kind {
        QuizKind::Match => {
            if peg.reach(text) == Some(text.len()) { "`yes`" } else { "`no`" }.to_owned()
        }
        QuizKind::Reach => peg.reach(text).map_or(FAILS.to_owned(), |it| it.to_string()),
        QuizKind::Alternative => {
            let (own, all) = (alternatives(peg), alternatives(asked));
            let taken = matching(peg, text).first().map_or(own.len() - 1, |it| it.0);
            // A changed alternative corresponds to the alternative of `asked` at the same index.
            let taken = all.iter().find(|it| **it == own[taken]).or(all.get(taken));
            return taken.filter(|_| own.len() == all.len() && all.len() > 2).cloned();
        }
        QuizKind::Pairs => {
            let mut pairs = peg.pairs(text)?;
            for pair in pairs.iter_mut().filter(|it| it.rule.starts_with(QUOTED)) {
                pair.rule = format!("{:?}", pair.text);
            }
            return Some(Picked { text: expression(&pairs), pairs });
        }
        QuizKind::Failure => {
            let error = peg.as_grammar()?.recognize(text).err()?;
            let expected = error.expected();
            return (!expected.is_empty()).then(|| failure(text, error.span.start, expected));
        }
        _ => Some(peg.calls(rule, text)[0]).filter(|it| (2..=MOST_CALLS).contains(it))?.to_string(),
    }))
}

fn failure(text: &str, at: usize, expected: &[String]) -> Picked {
    let column = text[..at].chars().count() + 1;
    format!("column {column}: {}", list_or(expected)).into()
}

/// Whether the wrong answer `one` is distinct enough from the right answer `other`. Failures must
/// be at different places. A wrong tree must not have an `EOI` that the right one lacks.
fn is_apart(kind: QuizKind, one: &Picked, other: &Picked) -> bool {
    let column = |it: &Picked| it.text.split(':').next().map(str::to_owned);
    match kind {
        QuizKind::Failure => column(one) != column(other),
        QuizKind::Pairs => other.text.contains("EOI") || !one.text.contains("EOI"),
        _ => true,
    }
}

/// How an option looks. A drawn tree counts without blanks, because nobody sees those at the end of
/// a text.
fn shown(kind: QuizKind, option: &Picked) -> String {
    if kind == QuizKind::Pairs { option.text.replace(' ', "") } else { option.text.clone() }
}

/// Writes pairs as an S-expression.
fn expression(pairs: &[TreePair]) -> String {
    s_expression(pairs.iter().map(|it| (it.depth, &*it.rule, &*it.text)))
}

/// Returns wrong answers that follow from a wrong belief about the question, not from a misread
/// grammar.
fn by_belief(kind: QuizKind, peg: &Peg, rule: &str, text: &str) -> Vec<(Picked, &'static str)> {
    match kind {
        QuizKind::Cost => {
            let [_, matches, places] = peg.calls(rule, text).map(|it| it.to_string().into());
            let memo = "pest remembered the result of a rule at a place: it calls the rule again, \
                        because it has no memo (packrat)";
            let matching = "only calls that match counted: those that fail count, too";
            vec![(places, memo), (matches, matching)]
        }
        QuizKind::Alternative => {
            let (all, matching) = (alternatives(peg), matching(peg, text));
            let farthest = matching.iter().rev().max_by_key(|it| it.1);
            let longest = "a choice took the alternative that matches the most text: it takes the \
                           first one that matches";
            let last = "a choice took the last alternative that matches: it takes the first one";
            let both = [(farthest, longest), (matching.last(), last)].into_iter();
            both.filter_map(|(picked, why)| Some((all[picked?.0].clone(), why))).collect()
        }
        QuizKind::Pairs => {
            let all = peg.pairs(text).into_iter().flatten();
            let pairs: Vec<_> = all.filter(|it| it.rule != "EOI").collect();
            let picked = Picked { text: expression(&pairs), pairs };
            vec![(picked, "`EOI` returned no pair: it returns one, though it matches no character")]
        }
        QuizKind::Failure => {
            let mut failed: BTreeMap<usize, Vec<String>> = BTreeMap::new();
            peg.follow(text, |event| match event.what {
                What::Terminal(terminal @ (Terminal::Literal(_) | Terminal::End))
                    if event.outcome == Outcome::Fail && event.lookahead == Lookahead::No =>
                {
                    failed.entry(event.at).or_default().push(wanted(terminal));
                }
                _ => {}
            });
            let farthest = failed.keys().last().copied();
            failed.retain(|at, _| Some(*at) != farthest);
            let earlier = "a failure at an earlier place counted: pest went on from there in \
                           another way";
            let picked = |(at, expected): (usize, Vec<String>)| {
                let expected = expected.into_iter().unique().filter(|it| it != "a space");
                let expected: Vec<String> = expected.collect();
                (!expected.is_empty()).then(|| (failure(text, at, &expected), earlier))
            };
            failed.into_iter().filter_map(picked).collect()
        }
        _ => Vec::new(),
    }
}
