//! The derivation from a left-out solution to the one that it equals.

use itertools::Itertools;

use crate::algebra::{
    Closure, Equivalence, FourNumsRule, Law, NormalForm, RewriteStep, Standard, derivation,
};
use crate::{Grammar, Hand, Operator, Rational, Solution};

/// A step from a solution to an equal one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WhyStep {
    /// The law that allows the step.
    pub reason: Reason,
    /// The solution that the step leads to.
    pub text: String,
}

/// The reason why two solutions are the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// They have the same characters.
    SameText,
    /// They come from the same template.
    SameTemplate(String),
    /// They have the same standard expression.
    SameStandard(String),
    /// A derivation leads from one to the other.
    Rewrites(Vec<RewriteStep>),
    /// They are the same function, with too many cards for a derivation.
    SameFunction,
    /// They are the same function if equal cards count as one variable.
    EqualCards,
    /// They are the same function if the result of every operator except `+`, `-`, `*` and `/`
    /// counts as one number.
    EqualParts,
    /// A rule of the theory of 4nums.com leads from one to the other. The order of terms and
    /// factors does not matter, nor do brackets as in `a+(b+c)`.
    FourNums(FourNumsRule),
}

crate::name::display_text!(Reason, |it| match it {
    Reason::SameText => "the same text".to_owned(),
    Reason::SameTemplate(template) => format!("from the same template {template}"),
    Reason::SameStandard(standard) => format!("with the same standard expression {standard}"),
    Reason::Rewrites(rewrites) => rewrites.iter().map(|it| &it.law).join("; "),
    Reason::SameFunction => "the same function".to_owned(),
    Reason::EqualCards => "the same function if equal cards are one variable".to_owned(),
    Reason::EqualParts =>
        "the same function if each result of other operators counts as one number".to_owned(),
    Reason::FourNums(rule) => rule.to_string(),
});

impl WhyStep {
    /// Returns the same step with the cards written as given in `hand`. The steps lead to `first`.
    #[must_use]
    pub fn written(&self, hand: &Hand, first: &Solution) -> Self {
        let rewritten = |step: &RewriteStep| RewriteStep {
            law: step.law.clone(),
            result: hand.written(&step.result),
        };
        let reason = match &self.reason {
            Reason::SameStandard(standard) => Reason::SameStandard(hand.written(standard)),
            Reason::Rewrites(steps) => Reason::Rewrites(steps.iter().map(rewritten).collect()),
            // These contain no cards.
            other => other.clone(),
        };
        // Only the text of a solution can have joined digits, which `Hand::written` reads as a card.
        let is_last = self.text == first.text();
        let own = || first.text_with(|position| hand.cards()[position].to_string());
        Self { reason, text: if is_last { own() } else { hand.written(&self.text) } }
    }

    /// Returns the result and the rule of the step. For a derivation, returns those of each of its
    /// steps.
    pub fn rules(&self) -> Vec<(&str, String)> {
        match &self.reason {
            Reason::Rewrites(rewrites) => {
                rewrites.iter().map(|it| (&*it.result, it.law.to_string())).collect()
            }
            reason => vec![(&*self.text, reason.to_string())],
        }
    }
}

/// Explains why other solutions of a class are the same as its first.
pub(super) struct WhySame<'a> {
    level: Equivalence,
    first: &'a Solution,
    /// The grammar of the solutions.
    grammar: &'a Grammar,
    /// The functions that equal `first` at the level `fournums`. `None` at other levels, and if no
    /// rule applies to `first`.
    closure: Option<Closure>,
}

impl<'a> WhySame<'a> {
    /// Makes the explanation for the class of `first` at `level`.
    pub(super) fn new(level: Equivalence, first: &'a Solution, grammar: &'a Grammar) -> Self {
        let closure = || Closure::around(&form(first));
        Self {
            level,
            first,
            grammar,
            closure: (level == Equivalence::FourNums).then(closure).flatten(),
        }
    }

    /// Returns the steps from `solution`, which is in the same class, to the first solution.
    pub(super) fn steps(&self, solution: &Solution) -> Vec<WhyStep> {
        let first = self.first;
        let is_beyond = |it: &&Solution| !it.expression().operators().all(Operator::is_of_field);
        let reason = match self.level {
            _ if solution.text() == first.text() => Reason::SameText,
            Equivalence::Text => Reason::SameText,
            Equivalence::Template => Reason::SameTemplate(first.template().to_string()),
            Equivalence::Standard => Reason::SameStandard(standard(first)),
            Equivalence::Value if [solution, first].iter().any(is_beyond) => Reason::EqualParts,
            // A derivation is the finest reason, so it comes before the coarser ones.
            _ if form(solution) == form(first) => rewrites(solution, first, self.grammar)
                .map_or(Reason::SameFunction, Reason::Rewrites),
            Equivalence::Function | Equivalence::Value => {
                unreachable!("solutions of one class are the same function")
            }
            Equivalence::Symbol => Reason::EqualCards,
            Equivalence::FourNums => return self.derivation(solution),
        };
        vec![WhyStep { reason, text: first.text().to_owned() }]
    }

    /// Returns the rules of `fournums` that lead from `solution` to the first solution.
    fn derivation(&self, solution: &Solution) -> Vec<WhyStep> {
        let closure = self.closure.as_ref();
        let derivation = closure.and_then(|it| it.derivation(&form(solution), &form(self.first)));
        let derivation = derivation.expect("solutions of one class are joined by rules");
        let step = |(rule, form): (FourNumsRule, &NormalForm<Rational>)| WhyStep {
            reason: Reason::FourNums(rule),
            text: form.to_text(&ToString::to_string),
        };
        let mut steps: Vec<WhyStep> = derivation.into_iter().map(step).collect();
        if let Some(last) = steps.last_mut() {
            // The last step leads to the first solution as a normal form: show its own text
            // instead.
            self.first.text().clone_into(&mut last.text);
        }
        steps
    }
}

fn form(solution: &Solution) -> NormalForm<Rational> {
    NormalForm::of(solution.expression(), Clone::clone).expect(COMPARED)
}

fn standard(solution: &Solution) -> String {
    Standard::of(solution.expression()).expect(COMPARED).to_text()
}

const COMPARED: &str = "only rational functions are compared at this level";

/// Returns the rewrites from the text of `from` to the text of `to`; `grammar` parsed both, and both
/// are the same function. `None` if they have too many cards for a derivation.
fn rewrites(from: &Solution, to: &Solution, grammar: &Grammar) -> Option<Vec<RewriteStep>> {
    let derivation = derivation(from.expression(), to.expression(), &ToString::to_string)?;
    // A text can have brackets that its expression does not need, or lack brackets that ordinary
    // arithmetic needs.
    let law = |solution: &Solution| {
        let ordinary = || Grammar::read_ordinarily(solution.text()).1;
        let is_alike = grammar.is_ordinary()
            || ordinary().is_ok_and(|it| it.is_grouped_as(solution.expression()));
        if is_alike { Law::NeedlessBrackets } else { Law::ReadBy(grammar.clone()) }
    };
    let step =
        |solution, result: &str| RewriteStep { law: law(solution), result: result.to_owned() };
    let first = (derivation.start != from.text()).then(|| step(from, &derivation.start));
    let last = (derivation.end() != to.text()).then(|| step(to, to.text()));
    Some(first.into_iter().chain(derivation.rewrites).chain(last).collect())
}
