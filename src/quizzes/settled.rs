//! What settles a question: the lesson that shows why its answer is right.

use super::{GrammarQuestion, Item, TemplateQuestion, TreeQuestion};
use crate::grammars::Grammar;
use crate::lessons::{Brackets, Explanation, FailedParse, Parse, Reduction};

/// The lesson that settles a question.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Settled<'a> {
    /// The steps that lead to the value.
    Steps(Reduction<'a>),
    /// The trees that grammars make, and where these diverge.
    Trees(Box<Explanation>),
    /// What each pair of brackets is for.
    Brackets(Brackets<'a>),
    /// The tree and the value under each grammar.
    Grammars(&'a [Parse]),
    /// How far the text is read.
    Failure(&'a FailedParse),
    /// The template filled, step by step, and what the others come to at best.
    Template(&'a TemplateQuestion, Reduction<'a>),
}

impl Item {
    /// What settles it.
    pub fn settled(&self) -> Settled<'_> {
        let steps = |parse| Reduction::of(parse).expect("ordinary arithmetic reads it too");
        match self {
            Self::Value(question) => Settled::Steps(steps(&question.parse)),
            Self::Tree(question) => Settled::Trees(Box::new(question.explanation())),
            Self::Brackets(question) => {
                let judged = Brackets::of(&question.parse);
                Settled::Brackets(judged.expect("ordinary arithmetic reads its few pairs"))
            }
            Self::Grammar(GrammarQuestion { parses, .. }) => Settled::Grammars(parses),
            Self::Error(question) => Settled::Failure(&question.failed),
            Self::Template(question) => Settled::Template(question, steps(&question.filled)),
        }
    }
}

impl TreeQuestion {
    /// The tree that is right beside that of ordinary arithmetic, or where it is the
    /// same, beside one that is wrong.
    fn explanation(&self) -> Explanation {
        let text = self.parse.text();
        let ordinary = Parse::new(text, &Grammar::ordinary_for(text));
        let ordinary = ordinary.expect("it is written in its signs");
        let mut grammars = vec![self.parse.grammar().clone()];
        if ordinary.expression().is_grouped_as(self.parse.expression()) {
            let wrong = self.trees.iter().find(|(_, choice)| !choice.is_right);
            grammars.extend(wrong.map(|(_, choice)| choice.option.grammar().clone()));
        }
        Explanation::new(text, &grammars, 24.into()).expect("ordinary arithmetic reads it")
    }
}
