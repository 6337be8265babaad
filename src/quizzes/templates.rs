//! Questions on templates: which template does an expression come from, or which one solves a hand?

use std::sync::LazyLock;

use super::{Choices, Misread, Question, QuizKind, QuizLevel, with_signs};
use crate::lessons::{Parse, Reduction};
use crate::reports::{Detours, Inspection};
use crate::{Grammar, Hand, Random, SetName, Template, TemplateSet};

/// A question on the template of an expression, or on a template that solves a hand.
#[derive(Debug, Clone)]
pub struct TemplateQuestion {
    /// The subject of the question.
    pub of: TemplateOf,
    /// The filled template: the given expression, or an expression that solves the hand.
    pub filled: Parse,
    /// The templates to choose from.
    pub templates: Choices<Template>,
}

/// The subject whose template the question asks for.
#[derive(Debug, Clone)]
pub enum TemplateOf {
    /// The filled expression.
    Expression,
    /// A hand that the right template solves, and the other choices do not.
    Hand(Box<Inspection>),
}

/// The number of templates to choose from.
const CHOICES: usize = 4;

/// The largest card in a hand.
const LARGEST: usize = 10;

static THREE: LazyLock<TemplateSet> = LazyLock::new(|| canonical(3));
static FOUR: LazyLock<TemplateSet> = LazyLock::new(|| canonical(4));

fn canonical(cards: usize) -> TemplateSet {
    TemplateSet::named(SetName::Canonical, cards, &Grammar::Left)
}

impl Question for TemplateQuestion {
    fn make(_: QuizKind, level: QuizLevel, random: &mut Random) -> Option<Self> {
        match level {
            QuizLevel::One => Self::of_expression(&THREE, random),
            QuizLevel::Two => Self::of_expression(&FOUR, random),
            QuizLevel::Three => Self::of_hand(&THREE, level, random),
            QuizLevel::Four | QuizLevel::Five | QuizLevel::Six => {
                Self::of_hand(&FOUR, level, random)
            }
        }
    }

    fn subject_and_answer(&self) -> (String, String) {
        let subject = match &self.of {
            TemplateOf::Expression => self.filled.text().to_owned(),
            TemplateOf::Hand(inspection) => inspection.hand.to_string(),
        };
        (subject, self.templates.letters())
    }

    /// Accepts a letter or one of the templates; blanks do not matter.
    fn mark(&self, given: &str) -> Result<bool, Misread> {
        let given: String = with_signs(given).chars().filter(|it| !it.is_whitespace()).collect();
        let named = |template: &Template, text: &str| template.text().eq_ignore_ascii_case(text);
        match self.templates.mark(&given, "the template itself", named) {
            // `given` is a template, but none of the choices.
            Err(_) if given.to_uppercase().parse::<Template>().is_ok() => Ok(false),
            marked => marked,
        }
    }
}

impl TemplateQuestion {
    /// Returns the steps from the filled template to its value.
    pub fn steps(&self) -> Reduction<'_> {
        Reduction::of(&self.filled).expect("ordinary arithmetic accepts it")
    }

    /// Makes a question on a template of `set` filled with numbers; the other choices are the most
    /// similar templates.
    fn of_expression(set: &TemplateSet, random: &mut Random) -> Option<Self> {
        let template = random.pick(set.templates())?;
        let hand = hand(template.slots(), 9, random);
        let filled = Parse::new(&template.fill(&hand).ok()?, &Grammar::Left).ok()?;
        filled.value().ok()?;
        let mut others: Vec<&Template> = set.iter().filter(|it| *it != template).collect();
        others.sort_by_cached_key(|other| strsim::osa_distance(other.text(), template.text()));
        let others = others.into_iter().take(CHOICES - 1).cloned();
        let templates = Choices::one(template.clone(), others, random);
        Some(Self { of: TemplateOf::Expression, filled, templates })
    }

    /// Makes a question on a template of `set` that solves a hand. The other choices are the
    /// templates whose values come closest to the target without reaching it.
    fn of_hand(set: &TemplateSet, level: QuizLevel, random: &mut Random) -> Option<Self> {
        let hand = hand(set.templates()[0].slots(), LARGEST, random);
        let inspection = Inspection::new(hand, &24.into(), set, CHOICES - 1);
        let is_asked = |detours: Detours| match level {
            QuizLevel::Five | QuizLevel::Six => detours.fraction,
            _ => detours == Detours::NONE,
        };
        let asked = inspection.solving.iter().filter(|it| is_asked(it.by_way_of));
        let solving = random.pick(&asked.collect::<Vec<_>>()).copied()?;
        let solution = solving.expressions.first()?.solution.text();
        let filled = Parse::new(solution, &Grammar::Left).ok()?;
        let template = |text: &str| set.iter().find(|it| it.text() == text).cloned();
        let others = inspection.nearest.iter().filter_map(|it| template(it.expression.template()));
        let templates = Choices::one(template(&solving.template)?, others, random);
        Some(Self { of: TemplateOf::Hand(Box::new(inspection)), filled, templates })
    }
}

/// Deals cards from 1 to `largest`.
fn hand(cards: usize, largest: usize, random: &mut Random) -> Hand {
    let card = |_| u32::try_from(1 + random.below(largest)).expect("cards are small");
    (0..cards).map(card).collect()
}
