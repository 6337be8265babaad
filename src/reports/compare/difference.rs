//! The difference between the solutions that several engines find for a hand.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::CompareOptions;
use crate::algebra::{Equivalence, EquivalenceClasses, EquivalenceError, NormalForm};
use crate::bench::Competitor;
use crate::cards::Hand;
use crate::engines::{Effort, Solution};

/// A hand for which not all engines find the same.
#[derive(Debug, Clone)]
pub struct Difference {
    /// The hand.
    pub hand: Hand,
    /// The solutions that not all find.
    pub lacking: Vec<MissingSolution>,
}

/// A solution that not all engines find.
#[derive(Debug, Clone)]
pub struct MissingSolution {
    /// The solution, as the first engine that finds it writes it.
    pub solution: Solution,
    /// The canonical template that gives it.
    pub template: String,
    /// The engines that do not find it, by their places.
    pub without: Vec<usize>,
}

#[cfg(feature = "serde")]
impl serde::Serialize for MissingSolution {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        crate::serial::object!(serializer, {
            "expression" => self.solution.text(),
            "template" => self.template,
            "without" => self.without,
        })
    }
}

/// What the engines did for a hand, and in what their answers differ.
pub(super) struct Checked {
    /// One for each engine.
    pub(super) answers: Vec<Answer>,
    /// The number of different solutions.
    pub(super) solutions: u64,
    pub(super) lacking: Vec<MissingSolution>,
}

/// What one engine did for a hand.
pub(super) struct Answer {
    pub(super) effort: Effort,
    pub(super) found: u64,
    pub(super) distinct: u64,
}

/// Solutions of several engines, each text once, sorted into classes together.
struct Pool {
    classes: EquivalenceClasses,
    by_text: HashMap<String, usize>,
    solutions: Vec<Solution>,
}

impl Pool {
    fn new(level: Equivalence) -> Self {
        Self {
            classes: EquivalenceClasses::new(level),
            by_text: HashMap::new(),
            solutions: Vec::new(),
        }
    }

    /// The place of `solution`, which is added unless its text is there.
    fn add(&mut self, solution: Solution) -> Result<usize, EquivalenceError> {
        if let Some(&place) = self.by_text.get(solution.text()) {
            return Ok(place);
        }
        let place = self.solutions.len();
        self.classes.add(&solution)?;
        self.by_text.insert(solution.text().to_owned(), place);
        self.solutions.push(solution);
        Ok(place)
    }
}

impl Checked {
    pub(super) fn new(
        hand: &Hand,
        competitors: &[&Competitor<'_>],
        options: &CompareOptions,
        mut begin: impl FnMut(usize),
    ) -> Result<Self, EquivalenceError> {
        let mut pool = Pool::new(options.distinct);
        let mut answers = Vec::new();
        let mut places = Vec::new();
        let mut refused = None;
        for (place, competitor) in competitors.iter().enumerate() {
            begin(place);
            let mut found = 0;
            let mut own = BTreeSet::new();
            let effort = competitor.solve(hand, &options.target, |solution| {
                found += 1;
                match pool.add(solution) {
                    Ok(place) => {
                        own.insert(place);
                    }
                    Err(error) => refused = Some(error),
                }
            });
            answers.push(Answer { effort, found, distinct: 0 });
            places.push(own);
        }
        if let Some(error) = refused {
            return Err(error);
        }
        // Whoever finds any solution of a class finds the class.
        let mut found_by: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        for (engine, own) in places.iter().enumerate() {
            for &place in own {
                found_by.entry(pool.classes.first(place)).or_default().insert(engine);
            }
        }
        for engine in found_by.values().flatten() {
            answers[*engine].distinct += 1;
        }
        let lacking = found_by
            .iter()
            .filter(|(_, engines)| engines.len() < competitors.len())
            .map(|(&first, engines)| {
                MissingSolution::new(&pool.solutions[first], engines, competitors.len())
            })
            .collect();
        Ok(Self { answers, solutions: found_by.len() as u64, lacking })
    }
}

impl MissingSolution {
    fn new(solution: &Solution, found_by: &BTreeSet<usize>, engines: usize) -> Self {
        let form = NormalForm::of(solution.expression(), |_| ());
        Self {
            solution: solution.clone(),
            template: form.map_or_else(
                |_| solution.template().to_string(),
                |form| form.to_text(&|()| "N".to_owned()),
            ),
            without: (0..engines).filter(|engine| !found_by.contains(engine)).collect(),
        }
    }
}
