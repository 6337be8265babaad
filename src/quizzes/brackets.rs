//! Which brackets can go?

use itertools::Itertools;

use super::texts::{expression, is_for_the_head};
use super::{Make, Misread, QuizLevel};
use crate::lessons::{BracketPair, Brackets, Necessity, Parse};
use crate::random::Random;

/// An expression with a pair of brackets around every operation but the last, to be
/// written with the fewest.
#[derive(Debug, Clone)]
pub struct BracketsQuestion {
    /// The expression with all brackets, in ordinary arithmetic.
    pub parse: Parse,
    /// The only text with so few brackets that has the same value.
    pub fewest: String,
}

impl Make for BracketsQuestion {
    fn make(level: QuizLevel, random: &mut Random) -> Option<Self> {
        let expression = expression(level, random);
        let ordinary = level.grammars().first().expect("ordinary arithmetic is the first");
        let parse = Parse::new(&expression.to_full_text(ToString::to_string), ordinary).ok()?;
        if !is_for_the_head(&parse, level) {
            return None;
        }
        let judged = Brackets::of(&parse).ok()?;
        let has = |wanted| judged.pairs.iter().any(|pair| pair.necessity == wanted);
        // One that is needed, and one that only seems to be.
        let is_hard = level >= QuizLevel::Three && level != QuizLevel::Six;
        if is_hard && !(has(Necessity::Value) && has(Necessity::Tree)) {
            return None;
        }
        let fewest = expression.to_string();
        is_only(&parse, &fewest).then_some(Self { parse, fewest })
    }

    fn subject(&self) -> String {
        self.parse.text().to_owned()
    }

    fn answer(&self) -> String {
        self.fewest.clone()
    }

    /// The same expression with the fewest brackets, however blanks stand in it.
    fn mark(&self, given: &str) -> Result<bool, Misread> {
        let misread =
            || Misread::new("an expression with its brackets, such as 8-(4-2)".to_owned());
        let read = self.parse.grammar().parse(given).map_err(|_| misread())?;
        if read.nodes().len() == 1 {
            return Err(misread());
        }
        let bare = |text: &str| text.chars().filter(|it| !it.is_whitespace()).collect::<String>();
        Ok(bare(given) == self.fewest)
    }
}

/// Whether `fewest` alone has the value of `parse` among the texts that have no more
/// pairs of brackets than it and are `parse` without some of its pairs. Values can be
/// the same by chance, as those of 4/(2*1) and 4/2*1.
fn is_only(parse: &Parse, fewest: &str) -> bool {
    let text = parse.text();
    let Ok(judged) = Brackets::of(parse) else { return false };
    let kept = fewest.matches('(').count();
    let is_same = |pairs: Vec<&BracketPair>| {
        let is_kept = |at: usize| pairs.iter().any(|pair| [pair.open, pair.close].contains(&at));
        let stays = |&(at, it): &(usize, char)| !matches!(it, '(' | ')') || is_kept(at);
        let other: String = text.char_indices().filter(stays).map(|(_, it)| it).collect();
        let is_worth = Parse::new(&other, parse.grammar()).is_ok_and(|it| it.is_worth(parse));
        is_worth == (other == fewest)
    };
    judged.pairs.iter().powerset().filter(|pairs| pairs.len() <= kept).all(is_same)
}
