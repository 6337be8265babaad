//! Which grammars give this value?

use super::texts::{is_for_the_head, parses, text};
use super::{Choices, Make, Misread, QuizLevel};
use crate::grammars::Grammar;
use crate::lessons::Parse;
use crate::name::Named;
use crate::number::Rational;
use crate::random::Random;

/// The grammars that give an expression a value, which other grammars do not.
#[derive(Debug, Clone)]
pub struct GrammarQuestion {
    /// What each grammar makes of the expression.
    pub parses: Vec<Parse>,
    /// The value that is asked about.
    pub value: Rational,
    /// The grammars, of which those are right that give it.
    pub grammars: Choices<Grammar>,
}

impl Make for GrammarQuestion {
    fn make(level: QuizLevel, random: &mut Random) -> Option<Self> {
        let text = text(level, random)?;
        let parses = parses(level, &text)?;
        let asked = random.pick(&parses)?;
        if parses.iter().all(|parse| parse.is_worth(asked)) || !is_for_the_head(asked, level) {
            return None;
        }
        let value = asked.value().ok()?.clone();
        let gives = |grammar: &Grammar| {
            let parse = parses.iter().find(|parse| parse.grammar() == grammar);
            parse.is_some_and(|parse| parse.value() == Ok(&value))
        };
        let grammars = Choices::several(level.grammars().iter().cloned(), gives);
        Some(Self { parses, value, grammars })
    }

    fn subject(&self) -> String {
        self.text().to_owned()
    }

    fn answer(&self) -> String {
        self.grammars.letters()
    }

    /// Letters, or the names of the grammars, in any order.
    fn mark(&self, given: &str) -> Result<bool, Misread> {
        let named = |grammar: &Grammar, text: &str| grammar.name().eq_ignore_ascii_case(text);
        self.grammars.mark(given, "names of grammars: `right, scala`", named)
    }
}

impl GrammarQuestion {
    /// The expression.
    pub fn text(&self) -> &str {
        self.parses[0].text()
    }
}
