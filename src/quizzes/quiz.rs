//! A quiz: the questions that a recipe makes.

use std::collections::HashSet;

use super::{Item, MAX_QUESTIONS, Recipe};
use crate::random::Random;

/// The questions that a recipe makes.
///
/// The same recipe makes the same questions on every machine, and in every version
/// of the same [`QUIZ_VERSION`](super::QUIZ_VERSION). A quiz of fewer questions is
/// the beginning of one of more.
///
/// ```
/// use bracket24::quizzes::{Quiz, QuizKind, Recipe};
///
/// let recipe = Recipe { kinds: vec![QuizKind::Value], count: 3, ..Recipe::default() };
/// let quiz = Quiz::new(recipe);
/// assert!(quiz.items.iter().all(|item| item.mark(&item.answer()) == Ok(true)));
/// assert!(quiz.items[0].mark("many").is_err());
/// ```
#[derive(Debug, Clone)]
pub struct Quiz {
    /// What it was made from.
    pub recipe: Recipe,
    /// The questions.
    pub items: Vec<Item>,
}

impl Quiz {
    /// Makes the questions, no two about the same; none of no kind.
    pub fn new(mut recipe: Recipe) -> Self {
        recipe.count = if recipe.kinds.is_empty() { 0 } else { recipe.count.min(MAX_QUESTIONS) };
        let Recipe { count, level, seed, .. } = recipe;
        let mut random = Random::seeded(seed);
        let mut items: Vec<Item> = Vec::with_capacity(count);
        let mut known: HashSet<String> = HashSet::new();
        let mut turn = Vec::new();
        while items.len() < count {
            if turn.is_empty() {
                turn.clone_from(&recipe.kinds);
                random.shuffle(&mut turn);
            }
            let kind = turn.pop().expect("a quiz has a kind of questions");
            // It ends, for far more questions of each kind and level will do than a
            // quiz can have.
            let made = std::iter::repeat_with(|| Item::make(kind, level, &mut random));
            let new = made.flatten().find(|item| known.insert(item.subject()));
            items.extend(new);
        }
        Self { recipe, items }
    }
}
