//! The texts that two grammars of any kind are tried on.

use std::collections::BTreeSet;

use crate::sentences::{Sentence, Sentences, rank, tokens};

/// How many texts of all tokens are tried, about.
const MOST_OF_TOKENS: usize = 20_000;

/// How many short texts are made at random from each grammar.
const AT_RANDOM: usize = 200;

/// How many bytes these may have more than the shortest.
const MOST_EXTRA: usize = 24;

/// A character that grammars seldom mention.
const STRANGER: &str = "§";

/// The texts to try, the shortest first, of two grammars with these texts that use
/// all their parts.
pub(super) fn texts(sentences: [&mut Sentences<'_>; 2], covers: [&[Sentence]; 2]) -> Vec<String> {
    let tokens = all_tokens(sentences.each_ref().map(|it| &**it));
    let mut texts = of_parts(sentences, covers);
    let mut last = vec![String::new()];
    let mut count = 1;
    while count + last.len() * tokens.len() <= MOST_OF_TOKENS {
        let longer = |start: &String| {
            tokens.iter().map(|token| format!("{start}{token}")).collect::<Vec<_>>()
        };
        let next: Vec<String> = last.iter().flat_map(longer).collect();
        texts.append(&mut last.into_iter().collect());
        count += next.len();
        last = next;
    }
    texts.extend(last);
    sorted(texts)
}

/// The tokens of either grammar, and with them a blank and a stranger.
pub(super) fn all_tokens(sentences: [&Sentences<'_>; 2]) -> Vec<String> {
    let mut tokens = tokens(sentences);
    for more in [" ", STRANGER] {
        if !tokens.iter().any(|it| it == more) {
            tokens.push(more.to_owned());
        }
    }
    tokens
}

/// The texts that use all parts of two grammars, near misses of them, and short ones
/// at random.
pub(super) fn of_parts(
    sentences: [&mut Sentences<'_>; 2],
    covers: [&[Sentence]; 2],
) -> BTreeSet<String> {
    let mut texts: BTreeSet<String> = BTreeSet::new();
    for (sentences, cover) in sentences.into_iter().zip(covers) {
        texts.extend(cover.iter().map(|sentence| sentence.text.clone()));
        texts.extend(sentences.near_misses(cover).into_iter().map(|miss| miss.text));
        let short = (0..AT_RANDOM).filter_map(|index| {
            sentences.short(index * MOST_EXTRA / AT_RANDOM).map(|sentence| sentence.text)
        });
        texts.extend(short);
    }
    texts
}

/// The shortest first; of those as long as each other those that look most usual.
pub(super) fn sorted(texts: BTreeSet<String>) -> Vec<String> {
    let mut texts: Vec<String> = texts.into_iter().collect();
    let key = |text: &String| (text.chars().count(), text.chars().map(rank).collect::<Vec<_>>());
    texts.sort_by_cached_key(key);
    texts
}
