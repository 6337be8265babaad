//! The characters that represent a class in a text, and the tokens from which the texts of several
//! grammars are made.

use std::collections::BTreeSet;

use itertools::Itertools;

use super::model::Shape;
use super::{Sentences, reachable};
use crate::tracer::{self, Body, BodyKind, RuleDefinition, Terminal};

/// Characters that are easy to read; the first one that belongs to a class represents that class.
const COMMON: &str = "a1A0b2B_-c3C9zZxyé漢 ";

/// One character of each kind that classes distinguish.
const KINDS: &str = "aA10_é";

/// The maximum number of characters to try for a class.
const MOST: usize = 64;

/// The characters that a grammar mentions.
pub(super) fn mentioned(definitions: &[RuleDefinition]) -> BTreeSet<char> {
    let parts = definitions.iter().flat_map(|rule| rule.body.all());
    let of_part = |part: &Body| match &part.kind {
        BodyKind::Terminal(Terminal::Literal(text) | Terminal::Insensitive(text)) => {
            text.chars().collect()
        }
        BodyKind::Terminal(Terminal::Range(first, last)) => vec![*first, *last],
        _ => Vec::new(),
    };
    parts.flat_map(of_part).collect()
}

/// Some characters of a class, which represent it.
#[derive(Debug)]
pub(super) struct Characters {
    /// The character that represents the class.
    pub(super) first: char,
    /// Several characters to try, including the first.
    pub(super) some: Vec<char>,
    /// The first character, one of each kind, and the ends of a range.
    pub(super) kinds: Vec<char>,
    /// A bit for each ASCII character, set if the class has it.
    ascii: u128,
}

impl Characters {
    /// The characters of the class for which `takes` returns true.
    pub(super) fn of(takes: &tracer::Characters, ends: &[char], named: &BTreeSet<char>) -> Self {
        let likely = COMMON.chars().chain(named.iter().copied()).filter(|&it| takes(it));
        let mut some: Vec<char> = likely.unique().take(MOST).collect();
        if some.is_empty() {
            let mut all = ('\0'..=char::MAX).filter(|&it| takes(it));
            // Prefer a visible character.
            let seen = all.clone().find(|it| !it.is_control() && !it.is_whitespace());
            some.extend(seen.or_else(|| all.next()));
        }
        // All of pest's classes have characters, but an empty range has none.
        let first = some.first().copied().unwrap_or('\u{fffd}');
        let kinds = KINDS.chars().filter(|&it| takes(it)).chain([first]);
        let kinds = kinds.chain(ends.iter().copied()).collect();
        let ascii = ('\0'..='\x7f').filter(|&it| takes(it)).fold(0, |all, it| all | bit(it));
        Self { first, some, kinds, ascii }
    }
}

/// The bit of an ASCII character; zero for other characters.
fn bit(character: char) -> u128 {
    1_u128.unbounded_shl(character.into())
}

/// The literals of the grammars, and a character for each kind that a grammar distinguishes; the
/// most common first. If the case of a literal does not matter, it has a second text, such as
/// `sELECT`: a list of cases in another grammar may have all usual ones.
pub(crate) fn tokens(grammars: [&Sentences<'_>; 2]) -> Vec<String> {
    let mut literals = BTreeSet::new();
    let mut kinds = BTreeSet::new();
    let mut classes = Vec::new();
    let mut has_stack = false;
    for Sentences { model, start, .. } in grammars {
        let is_reachable = reachable(model, *start, true);
        for (node, _) in model.nodes.iter().zip(is_reachable).filter(|(_, reachable)| *reachable) {
            match &node.shape {
                Shape::Text(text) => drop(literals.insert(text.clone())),
                Shape::Insensitive(text) => {
                    let (lower, upper) = (text.to_ascii_lowercase(), text.to_ascii_uppercase());
                    let mixed = |first: &str, rest: &str| -> String {
                        first.chars().take(1).chain(rest.chars().skip(1)).collect()
                    };
                    literals.extend([mixed(&lower, &upper), mixed(&upper, &lower), lower, upper]);
                }
                Shape::Character(class) => {
                    kinds.extend(&model.classes[*class].kinds);
                    classes.push(&model.classes[*class]);
                }
                Shape::Stack(_) => has_stack = true,
                _ => {}
            }
        }
    }
    literals.remove("");
    let is_mentioned = |it: char| has_stack || literals.iter().any(|text| text.contains(it));
    let mut alike: BTreeSet<Vec<bool>> = BTreeSet::new();
    let mut kinds = kinds.into_iter().sorted_by_key(|&it| rank(it)).collect_vec();
    // Characters inside a range may be of a different kind from its ends.
    let ascii = ('\0'..='\x7f').filter(|it| !kinds.contains(it)).sorted_by_key(|&it| rank(it));
    // If neither grammar distinguishes two characters, one of them is enough.
    let mut is_new = |it: char| {
        let key: Vec<bool> = classes.iter().map(|class| class.ascii & bit(it) != 0).collect();
        key.contains(&true) && alike.insert(key)
    };
    kinds.retain(|&it| !it.is_ascii() || is_mentioned(it) || is_new(it));
    kinds.extend(ascii.filter(|&it| !is_mentioned(it) && is_new(it)));
    let tokens = literals.into_iter().chain(kinds.into_iter().map(String::from)).unique();
    tokens.sorted_by_cached_key(|text| text.chars().map(rank).collect_vec()).collect()
}

/// The order of characters: the most common first. Among signs `-` comes first, because repeating
/// it shows the most about a grammar.
pub(crate) fn rank(character: char) -> (bool, bool, bool, char) {
    (!matches!(character, '1' | 'a'), character.is_control(), character != '-', character)
}
