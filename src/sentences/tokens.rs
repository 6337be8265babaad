//! What texts of several grammars are put together from.

use std::collections::BTreeSet;

use super::model::Shape;
use super::{Sentences, reachable};

/// The literals that any of the grammars mentions, in both cases where that is all the
/// same to it, and a character for each kind that one of them tells from others; the
/// most usual first.
pub(crate) fn tokens(grammars: [&Sentences<'_>; 2]) -> Vec<String> {
    let mut literals = BTreeSet::new();
    let mut kinds = BTreeSet::new();
    let mut classes = Vec::new();
    let mut has_stack = false;
    for Sentences { model, start, .. } in grammars {
        let is_reachable = reachable(model, *start, true);
        for (shape, _) in model.nodes.iter().zip(is_reachable).filter(|(_, reachable)| *reachable) {
            match shape {
                Shape::Text(text) => drop(literals.insert(text.clone())),
                Shape::Insensitive(text) => {
                    literals.extend([text.to_ascii_uppercase(), text.to_ascii_lowercase()]);
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
    let mut kinds: Vec<char> = kinds.into_iter().collect();
    kinds.sort_by_key(|&it| rank(it));
    // What lies between the ends of a range may be of another kind than they are.
    let mut ascii: Vec<char> = ('\0'..='\x7f').filter(|it| !kinds.contains(it)).collect();
    ascii.sort_by_key(|&it| rank(it));
    // Where no part of either grammar tells two characters apart, one will do.
    let mut is_new = |it: char| {
        let key: Vec<bool> = classes.iter().map(|class| class.has_ascii(it)).collect();
        key.contains(&true) && alike.insert(key)
    };
    kinds.retain(|&it| !it.is_ascii() || is_mentioned(it) || is_new(it));
    kinds.extend(ascii.into_iter().filter(|&it| !is_mentioned(it) && is_new(it)));
    let tokens: BTreeSet<String> =
        literals.into_iter().chain(kinds.into_iter().map(String::from)).collect();
    let mut tokens: Vec<String> = tokens.into_iter().collect();
    tokens.sort_by_cached_key(|text| text.chars().map(rank).collect::<Vec<_>>());
    tokens
}

/// The order of characters in which the most usual comes first, and of signs the one that
/// tells most when it comes twice.
pub(crate) fn rank(character: char) -> (bool, bool, bool, char) {
    let is_usual = matches!(character, '1' | 'a');
    (!is_usual, character.is_control(), character != '-', character)
}
