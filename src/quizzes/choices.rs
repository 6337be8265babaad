//! Lettered choices, one or more of which are right.

use std::collections::BTreeSet;

use itertools::Itertools;

use super::Misread;
use crate::random::Random;
use crate::words::list_or;

/// Lettered choices; the first has the letter A.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choices<T>(Vec<Choice<T>>);

/// A choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice<T> {
    /// The option to choose.
    pub option: T,
    /// Whether the option is right.
    pub is_right: bool,
}

/// Signs between the letter and the text of a choice. In an answer with signs, a dot or a colon
/// has become an operator.
const SEPARATORS: [char; 8] = [' ', ':', '·', ')', '.', '-', '*', '/'];

/// Words between choices.
const JOINING: [&str; 3] = ["and", "or", "/"];

impl<T> Choices<T> {
    /// Makes choices from the right option and the wrong `others`, in random order.
    pub(super) fn one(right: T, others: impl IntoIterator<Item = T>, random: &mut Random) -> Self {
        let wrong = others.into_iter().map(|option| Choice { option, is_right: false });
        let right = Choice { option: right, is_right: true };
        let mut choices: Vec<_> = std::iter::once(right).chain(wrong).collect();
        random.shuffle(&mut choices);
        Self(choices)
    }

    /// Makes choices of all `all` in their order; `is_right` decides which of them are right.
    pub(super) fn several(all: impl IntoIterator<Item = T>, is_right: impl Fn(&T) -> bool) -> Self {
        Self(all.into_iter().map(|option| Choice { is_right: is_right(&option), option }).collect())
    }

    /// Iterates over the choices with their letters.
    pub fn iter(&self) -> impl Iterator<Item = (char, &Choice<T>)> {
        ('A'..='Z').zip(&self.0)
    }

    /// Returns the letters of the right choices: `B`, or `A, C`.
    pub fn letters(&self) -> String {
        self.iter().filter(|(_, choice)| choice.is_right).map(|(letter, _)| letter).join(", ")
    }

    /// Whether `given` names exactly the right choices, either by their letters or written out in a
    /// form that `named` recognizes.
    ///
    /// # Errors
    ///
    /// Returns an error if `given` names no existing choice. The error says that a letter or
    /// `other` is expected.
    pub(super) fn mark(
        &self,
        given: &str,
        other: &str,
        named: impl Fn(&T, &str) -> bool,
    ) -> Result<bool, Misread> {
        let chosen = self.chosen(given, named).ok_or_else(|| {
            Misread::new(format!("{}, or {other}", list_or(self.iter().map(|(letter, _)| letter))))
        })?;
        Ok(chosen == self.0.iter().positions(|choice| choice.is_right).collect())
    }

    /// Returns the choice that `given` names, if it names exactly one.
    pub(super) fn only(&self, given: &str, named: impl Fn(&T, &str) -> bool) -> Option<&T> {
        let chosen = self.chosen(given, named)?;
        Some(&self.0[*chosen.first().filter(|_| chosen.len() == 1)?].option)
    }

    /// Returns the indices of the choices that `given` names.
    fn chosen(&self, given: &str, named: impl Fn(&T, &str) -> bool) -> Option<BTreeSet<usize>> {
        let given = &*given.to_lowercase();
        let by_name = |text: &str| self.0.iter().position(|it| named(&it.option, text.trim()));
        // The sheet has `- B · no`.
        let lettered = |line: &str| {
            let (letter, rest) = line.trim_start_matches(['-', ' ']).split_at_checked(1)?;
            Some((*self.letters_of(letter)?.first()?, rest.trim_start().to_owned()))
        };
        let is_named = |(index, rest): &(usize, String)| {
            named(&self.0[*index].option, rest.trim_start_matches(SEPARATORS))
        };
        if let Some(only) = by_name(given).or_else(|| Some(lettered(given).filter(is_named)?.0)) {
            return Some(BTreeSet::from([only]));
        }
        let parts = given.split([',', ';', '&']).flat_map(|it| it.split(" and "));
        let parts = parts.flat_map(|it| it.split(" or "));
        let lines = parts.clone().filter_map(lettered).filter(|(_, rest)| rest.starts_with('·'));
        let mut chosen: BTreeSet<usize> = lines.map(|(index, _)| index).collect();
        if !chosen.is_empty() {
            return Some(chosen);
        }
        for part in parts {
            if let Some(index) = by_name(part) {
                chosen.insert(index);
                continue;
            }
            for word in part.split_whitespace().filter(|word| !JOINING.contains(word)) {
                // The word may be several signs, as in `+)`.
                let each = || word.chars().map(|it| by_name(it.encode_utf8(&mut [0; 4]))).collect();
                let only = by_name(word).map(|index| vec![index]);
                chosen.extend(only.or_else(|| self.letters_of(word)).or_else(each)?);
            }
        }
        Some(chosen).filter(|chosen| !chosen.is_empty())
    }

    /// Returns the indices of the choices that a word of letters names: `b`, `B)`, `AC`, `B/D`.
    fn letters_of(&self, word: &str) -> Option<Vec<usize>> {
        let letters = word.trim_start_matches('(').trim_end_matches([')', '.', ':']);
        let place = |letter: char| self.iter().position(|it| it.0 == letter.to_ascii_uppercase());
        let letters = letters.chars().filter(|it| *it != '/');
        letters.map(place).collect::<Option<Vec<_>>>().filter(|it| !it.is_empty())
    }
}
