//! The texts that a grammar is tried with: those that are made from its rules, those of the
//! package's own tests, and changes of both.

use std::collections::{BTreeMap, HashSet, VecDeque};
use std::fs;

use bracket24::sentences::Sentences;
use bracket24::{Grammar, Random};
use proc_macro2::{TokenStream, TokenTree};

use bracket24_public_parsers::packages::{PublicGrammar, collect, has_extension};

/// The longest text, in bytes.
const LONGEST: usize = 4_000;

/// How many texts of a package are tried as they are.
const OWN: usize = 600;

/// The number of start rules, besides the usual one.
const STARTS: usize = 24;

/// How many random texts are made for the usual start, and for each other start.
const AT_RANDOM: [usize; 2] = [400, 25];

/// The share of the texts that are tried by the usual start, in hundredths.
const USUAL: usize = 60;

/// An endless series of texts, each with its start rule.
#[derive(Debug)]
pub struct Texts {
    usual: String,
    /// The grammars, by the names of their start rules.
    grammars: BTreeMap<String, Grammar>,
    /// Texts to try unchanged.
    waiting: VecDeque<(String, String)>,
    /// Texts to change, by their rule.
    kept: Vec<(String, Vec<String>)>,
    tried: HashSet<(String, String)>,
    random: Random,
}

impl Texts {
    /// Prepares the texts of a grammar for `most` trials.
    pub fn new(public: &PublicGrammar, grammar: Grammar, most: usize) -> Self {
        let usual = grammar.rules().name(grammar.start()).to_owned();
        let names: Vec<String> =
            grammar.rules().rules().map(|it| grammar.rules().name(it).to_owned()).collect();
        let step = names.len().div_ceil(STARTS).max(1);
        let mut random = Random::seeded(24);
        let mut starts = vec![usual.clone()];
        starts.extend(names.iter().step_by(step).filter(|it| **it != usual).cloned());
        let (mut waiting, mut kept, mut grammars) = (VecDeque::new(), Vec::new(), BTreeMap::new());
        let own = own_texts(public);
        for start in starts {
            let Some(started) = grammar.starting_at(&start) else { continue };
            let is_usual = start == usual;
            let mut made = made(&started, is_usual);
            if is_usual {
                made.extend(own.iter().cloned());
            } else {
                made.extend(own.iter().take(20).cloned());
            }
            made.retain(|text| text.len() <= LONGEST);
            if made.is_empty() {
                made.push(String::new());
            }
            // The texts written first must leave room for others.
            let share = if is_usual { most * USUAL / 200 } else { most / STARTS / 4 };
            let mut first: Vec<_> = made.iter().map(|it| (start.clone(), it.clone())).collect();
            while first.len() > share.max(1) {
                first.swap_remove(random.below(first.len()));
            }
            waiting.extend(first);
            grammars.insert(start.clone(), started);
            kept.push((start, made));
        }
        Self { usual, grammars, waiting, kept, tried: HashSet::new(), random }
    }

    /// The grammar with another rule to begin with.
    pub fn grammar(&self, start: &str) -> Option<&Grammar> {
        self.grammars.get(start)
    }

    /// A new text and its start rule; `None` if no new text can be found.
    pub fn next(&mut self) -> Option<(String, String)> {
        for _ in 0..10_000 {
            let (start, text) = match self.waiting.pop_front() {
                Some(first) => first,
                None => self.another()?,
            };
            if self.tried.insert((start.clone(), text.clone())) {
                return Some((start, text));
            }
        }
        None
    }

    fn another(&mut self) -> Option<(String, String)> {
        let is_usual = self.random.below(100) < USUAL;
        let (start, texts) = if is_usual {
            self.kept.iter().find(|(start, _)| *start == self.usual)?
        } else {
            self.random.pick(&self.kept)?
        };
        let mut characters: Vec<char> = self.random.pick(texts)?.chars().collect();
        let other: Vec<char> = self.random.pick(texts)?.chars().collect();
        for _ in 0..=self.random.below(2) {
            change(&mut characters, &other, &mut self.random);
        }
        Some((start.clone(), characters.into_iter().collect()))
    }
}

/// Takes a piece out, puts one in from elsewhere, swaps two neighbours, or writes a character.
fn change(text: &mut Vec<char>, other: &[char], random: &mut Random) {
    let start = random.below(text.len() + 1);
    let end = (start + random.below(5)).min(text.len());
    let from = random.below(other.len() + 1);
    let piece = &other[from..(from + random.below(9)).min(other.len())];
    match random.below(6) {
        0 => drop(text.drain(start..end)),
        1 => drop(text.splice(start..start, piece.iter().copied())),
        2 => drop(text.splice(start..end, piece.iter().copied())),
        3 => {
            let again = text[start..end].to_vec();
            drop(text.splice(start..start, again));
        }
        4 if start + 1 < text.len() => text.swap(start, start + 1),
        _ => {
            let characters = [' ', '\n', '"', '(', '}', '0', 'é', '漢', '_', ','];
            let character = *random.pick(&characters).expect("there are some");
            drop(text.splice(start..end.min(start + 1), [character]));
        }
    }
}

/// Returns texts made from the rules.
fn made(grammar: &Grammar, is_usual: bool) -> Vec<String> {
    let mut sentences = Sentences::new(grammar.rules(), grammar.start());
    sentences.seed(24);
    let mut texts = Vec::new();
    if is_usual {
        let cover = sentences.cover();
        texts.extend(sentences.near_misses(&cover).into_iter().map(|it| it.text));
        texts.extend(cover.into_iter().map(|it| it.text));
    }
    let [many, few] = AT_RANDOM;
    for extra in 0..if is_usual { many } else { few } {
        texts.extend(sentences.short(extra % 80).map(|it| it.text));
    }
    texts
}

/// The texts in the tests and examples of a package: small files, and the strings of its Rust
/// files.
fn own_texts(public: &PublicGrammar) -> Vec<String> {
    let mut files = Vec::new();
    collect(&public.package.folder, &mut files);
    let mut texts = Vec::new();
    for file in files {
        let Ok(text) = fs::read_to_string(&file) else { continue };
        if has_extension(&file, "rs") {
            if let Ok(tokens) = text.parse::<TokenStream>() {
                collect_strings(tokens, &mut texts);
            }
        } else if !["pest", "toml", "lock", "md"].iter().any(|it| has_extension(&file, it)) {
            texts.push(text);
        }
    }
    texts.retain(|text| text.len() <= LONGEST);
    let mut seen = HashSet::new();
    texts.retain(|text| seen.insert(text.clone()));
    // From all over the package.
    let step = texts.len().div_ceil(OWN).max(1);
    texts.into_iter().step_by(step).collect()
}

fn collect_strings(tokens: TokenStream, texts: &mut Vec<String>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => collect_strings(group.stream(), texts),
            TokenTree::Literal(literal) => {
                if let Ok(text) = syn::parse_str::<syn::LitStr>(&literal.to_string()) {
                    texts.push(text.value());
                }
            }
            _ => {}
        }
    }
}
