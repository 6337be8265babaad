//! The data of an atlas, which its scripts read from JSON.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use serde::Serialize;

use crate::difficulty::Level;
use crate::present::difficulty::EXTRAPOLATED;
use crate::reports::{Atlas, AtlasHand, AtlasSolution, AtlasTemplate, Detours, SurveyRun};
use crate::{Named, NodeKind};

/// All that an atlas shows.
#[derive(Debug, Serialize)]
pub(super) struct AtlasData<'a> {
    pub(super) title: String,
    /// What is to be said of all hands together.
    remarks: Vec<String>,
    target: &'a str,
    grammar: &'a str,
    /// The number of cards of a hand.
    cards: usize,
    /// The options of the command that lists the solutions of a hand.
    options: &'a str,
    templates: Vec<TemplateData<'a>>,
    /// The templates that solve most hands.
    commonest: &'a [usize],
    /// How many hands any two of these share.
    shared: &'a [Vec<usize>],
    /// The levels of difficulty, from the lowest.
    levels: Vec<&'a str>,
    /// What is said of how hard hands are.
    reasons: Vec<String>,
    hands: HandsData<'a>,
}

#[derive(Debug, Serialize)]
struct TemplateData<'a> {
    text: &'a str,
    /// Its expression tree in postfix order, with `N` for every slot.
    tree: String,
    hands: u64,
    only: u64,
}

/// The hands, a list for each fact: its name is there once.
#[derive(Debug, Serialize)]
struct HandsData<'a> {
    cards: Vec<&'a crate::Hand>,
    /// The number of different solutions.
    counts: Vec<u64>,
    /// What all solutions have: 1 for a fraction, 2 for a negative number, and 4 where
    /// all are false.
    needs: Vec<u8>,
    /// How hard it is: the points and the place of the level.
    ratings: Vec<Option<(i32, usize)>>,
    /// Why: places in the list of reasons, with their points.
    reasons: Vec<Vec<(usize, Option<i32>)>>,
    /// The solutions as numbers; see [`number`].
    solutions: Vec<Vec<u64>>,
    /// The other templates that solve it.
    also: Vec<&'a [usize]>,
}

impl<'a> AtlasData<'a> {
    pub(super) fn new(
        atlas: &'a Atlas,
        run: &'a SurveyRun,
        title: String,
        remarks: Vec<String>,
        options: &'a str,
    ) -> Self {
        let solutions = |hand: &AtlasHand| hand.solutions.iter().map(number).collect();
        let hands = || atlas.hands.iter();
        let mut reasons = IndexedTexts::default();
        let reasons_of = |hand: &AtlasHand| {
            let Some(difficulty) = &hand.difficulty else { return Vec::new() };
            let all = difficulty.reasons().iter().map(|it| (it.to_string(), it.points()));
            let guess = difficulty.extrapolated().then(|| (EXTRAPOLATED.to_owned(), None));
            all.chain(guess).map(|(text, points)| (reasons.place(text), points)).collect()
        };
        let reasons_of = hands().map(reasons_of).collect();
        Self {
            title,
            remarks,
            target: &run.target,
            grammar: &run.grammar,
            cards: run.cards,
            options,
            templates: atlas.templates.iter().map(TemplateData::new).collect(),
            commonest: &atlas.commonest,
            shared: &atlas.shared,
            levels: Level::ALL.iter().map(Level::name).collect(),
            reasons: reasons.texts,
            hands: HandsData {
                cards: hands().map(|it| &it.hand).collect(),
                counts: hands().map(|it| it.count).collect(),
                needs: hands().map(|it| marks(it.needs, it.only_false)).collect(),
                ratings: hands().map(rating).collect(),
                reasons: reasons_of,
                solutions: hands().map(solutions).collect(),
                also: hands().map(|it| &*it.also).collect(),
            },
        }
    }
}

impl<'a> TemplateData<'a> {
    fn new(template: &'a AtlasTemplate) -> Self {
        let symbol = |kind: &NodeKind<_>| match kind {
            NodeKind::Leaf(_) => "N",
            NodeKind::Operation(operator) => operator.symbol(),
        };
        Self {
            text: &template.text,
            tree: template.expression.nodes().iter().map(|node| symbol(&node.kind)).collect(),
            hands: template.hands,
            only: template.only,
        }
    }
}

/// Texts, each of them once.
#[derive(Default)]
struct IndexedTexts {
    texts: Vec<String>,
    places: HashMap<String, usize>,
}

impl IndexedTexts {
    fn place(&mut self, text: String) -> usize {
        let next = self.texts.len();
        match self.places.entry(text) {
            Entry::Occupied(entry) => *entry.get(),
            Entry::Vacant(entry) => {
                self.texts.push(entry.key().clone());
                *entry.insert(next)
            }
        }
    }
}

fn rating(hand: &AtlasHand) -> Option<(i32, usize)> {
    let difficulty = hand.difficulty.as_ref()?;
    let level = Level::ALL.iter().position(|it| *it == difficulty.level());
    Some((difficulty.points(), level.expect("it is one of all levels")))
}

/// A solution as one number: `(template * orders + order) * 8 + marks`, where `order` is
/// the place of its order of the cards among all `orders`, lexicographically, and `marks`
/// are those of [`marks`].
fn number(solution: &AtlasSolution) -> u64 {
    let order = &solution.order;
    let orders: u64 = (1..=order.len() as u64).product();
    let rank = order.iter().enumerate().fold(0, |rank, (place, &card)| {
        let smaller = order[place + 1..].iter().filter(|&&later| later < card).count();
        rank * (order.len() - place) as u64 + smaller as u64
    });
    let marks = marks(solution.by_way_of, solution.is_false);
    (solution.template as u64 * orders + rank) * 8 + u64::from(marks)
}

fn marks(detours: Detours, is_false: bool) -> u8 {
    u8::from(detours.fraction) + 2 * u8::from(detours.negative) + 4 * u8::from(is_false)
}
