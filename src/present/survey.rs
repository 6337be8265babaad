//! A deck surveyed.

use crate::reports::Survey;
use crate::{Deck, Effort, Hand};
use serde::{Deserialize, Serialize};
use serde_json::Number;

use super::{Block, Document, Line, Role, Table, bar, json};

/// What [`Run::templates`] is where a search did the work.
pub const NO_TEMPLATES: &str = "none";

/// What was surveyed and how: two surveys with the same can be joined.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    pub deck: String,
    pub cards: usize,
    pub ordered: bool,
    pub target: String,
    pub templates: String,
    pub grammar: String,
    pub distinct: String,
}

impl Run {
    /// How many hands the whole run has.
    pub fn hands(&self) -> Option<u64> {
        let (low, high) = self.deck.split_once("..")?;
        let values = low.parse().ok()?..=high.parse().ok()?;
        Deck::new(values, self.cards, self.ordered).ok().map(|deck| deck.len())
    }

    /// The first thing in which the two differ, and what it is in each.
    pub fn difference(&self, other: &Self) -> Option<String> {
        let cards = |run: &Self| run.cards.to_string();
        let ordered = |run: &Self| run.ordered.to_string();
        let pairs = [
            ("deck", self.deck.clone(), other.deck.clone()),
            ("cards", cards(self), cards(other)),
            ("ordered", ordered(self), ordered(other)),
            ("target", self.target.clone(), other.target.clone()),
            ("templates", self.templates.clone(), other.templates.clone()),
            ("grammar", self.grammar.clone(), other.grammar.clone()),
            ("distinct", self.distinct.clone(), other.distinct.clone()),
        ];
        let (name, a, b) = pairs.into_iter().find(|(_, a, b)| a != b)?;
        Some(format!("{name} is {a} in one and {b} in the other"))
    }
}

/// The survey for people.
pub fn document(survey: &Survey, run: &Run, part: Option<(u64, u64)>, partial: bool) -> Document {
    let ordered = if run.ordered { "ordered " } else { "" };
    let mut heading = Line::new(
        Role::Heading,
        format!("{ordered}hands of {} from {} → {}", run.cards, run.deck, run.target),
    );
    if let Some((part, of)) = part {
        heading = heading.and(Role::Note, format!(", part {part} of {of}"));
    }
    if partial {
        heading = heading.and(Role::Wrong, " (interrupted: only what was done so far)");
    }
    let mut blocks = vec![Block::Line(heading), Block::Blank];
    let unsolvable = survey.hands - survey.solvable;
    let share = percent(survey.solvable, survey.hands);
    let mut rows = vec![
        vec![number(survey.hands), plain("hands".to_owned())],
        vec![number(survey.solvable), plain(format!("solvable ({share}), {unsolvable} not"))],
        vec![number(survey.solutions), plain(format!("solutions, distinct by {}", run.distinct))],
        vec![number(survey.single), plain("hands with a single solution".to_owned())],
    ];
    if let Some((hand, solutions)) = &survey.most {
        rows.push(vec![number(*solutions), plain(format!("solutions, the most, has {hand}"))]);
    }
    blocks.push(Block::Table(Table { right: vec![0], rows, ..Table::default() }));
    if !survey.histogram.is_empty() {
        blocks.extend([Block::Blank, Block::Table(histogram(survey))]);
    }
    let work = work_line(survey.effort, run);
    blocks.extend([Block::Blank, Block::Line(Line::new(Role::Note, work))]);
    Document(blocks)
}

fn work_line(effort: Effort, run: &Run) -> String {
    let Effort { filled, parsed, evaluated, zero_divisions, nodes } = effort;
    if run.templates == NO_TEMPLATES {
        return format!(
            "a search: {nodes} nodes, {evaluated} evaluated, {zero_divisions} zero divisions"
        );
    }
    format!(
        "templates {}, grammar {}: {filled} strings filled, {parsed} parsed, {evaluated} evaluated, \
         {zero_divisions} zero divisions",
        run.templates, run.grammar
    )
}

fn number(number: u64) -> Line {
    Line::new(Role::Value, number.to_string())
}

fn plain(text: String) -> Line {
    Line::new(Role::Plain, text)
}

/// Tenths of a percent, rounded down, and never 100 % of what is not all.
pub(super) fn percent(part: u64, whole: u64) -> String {
    let tenths = u128::from(part) * 1000 / u128::from(whole.max(1));
    format!("{}.{} %", tenths / 10, tenths % 10)
}

/// In how many steps the histogram is shown at most.
const STEPS: u64 = 24;

fn histogram(survey: &Survey) -> Table {
    let steps = steps(survey);
    let most = steps.iter().map(|(_, hands)| *hands).max().unwrap_or(1);
    let rows = steps.into_iter().map(|(label, hands)| {
        vec![
            plain(label),
            Line::new(Role::Value, hands.to_string()),
            Line::new(Role::Expression, bar(hands, most)),
        ]
    });
    Table { header: vec!["solutions", "hands", ""], right: vec![0, 1], rows: rows.collect() }
}

/// The histogram in equal steps from 1 up, with those that have none on their
/// own: the numbers of solutions, and how many hands have so many.
pub fn steps(survey: &Survey) -> Vec<(String, u64)> {
    let highest = survey.histogram.keys().next_back().copied().unwrap_or(0);
    let width = highest.div_ceil(STEPS).max(1);
    let hands =
        |from: u64, to: u64| survey.histogram.range(from..=to).map(|(_, hands)| hands).sum();
    let mut steps = vec![("0".to_owned(), hands(0, 0))];
    for step in 0..highest.div_ceil(width) {
        let (from, to) = (step * width + 1, ((step + 1) * width).min(highest));
        let label = if from == to { from.to_string() } else { format!("{from}–{to}") };
        steps.push((label, hands(from, to)));
    }
    steps
}

/// The survey for programs.
#[derive(Serialize, Deserialize)]
pub struct SurveyJson {
    hands: u64,
    solvable: u64,
    solutions: u64,
    single: u64,
    most: Option<MostJson>,
    /// Only where the run was interrupted.
    #[serde(default, skip_serializing_if = "is_false")]
    pub partial: bool,
    /// Only of a part of a deck: what has to fit for it to be joined.
    #[serde(flatten, default, skip_serializing_if = "Option::is_none")]
    pub part: Option<PartJson>,
}

#[derive(Serialize, Deserialize)]
struct MostJson {
    hand: Vec<Number>,
    solutions: u64,
}

/// Which part of which run a survey is, and what the sums do not tell.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PartJson {
    pub shard: u64,
    pub of: u64,
    pub run: Run,
    histogram: Vec<(u64, u64)>,
    effort: json::EffortJson,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // what serde calls it with
const fn is_false(it: &bool) -> bool {
    !*it
}

impl SurveyJson {
    pub fn new(survey: &Survey, partial: bool) -> Self {
        Self {
            hands: survey.hands,
            solvable: survey.solvable,
            solutions: survey.solutions,
            single: survey.single,
            most: survey.most.as_ref().map(|(hand, solutions)| MostJson {
                hand: json::hand(hand),
                solutions: *solutions,
            }),
            partial,
            part: None,
        }
    }

    /// The same as a part of a run.
    #[must_use]
    pub fn part_of(mut self, survey: &Survey, shard: u64, of: u64, run: Run) -> Self {
        let histogram = survey.histogram.iter().map(|(&solutions, &hands)| (solutions, hands));
        self.part = Some(PartJson {
            shard,
            of,
            run,
            histogram: histogram.collect(),
            effort: survey.effort.into(),
        });
        self
    }

    /// The survey that was written, or `None` where it is not of a part.
    pub fn survey(&self) -> Option<Survey> {
        let part = self.part.as_ref()?;
        let most = self.most.as_ref().map(|most| {
            let cards: Vec<String> = most.hand.iter().map(ToString::to_string).collect();
            // A comma after it makes a hand of one card one, too.
            let hand: Option<Hand> = format!("{},", cards.join(",")).parse().ok();
            hand.map(|hand| (hand, most.solutions))
        });
        Some(Survey {
            hands: self.hands,
            solvable: self.solvable,
            solutions: self.solutions,
            single: self.single,
            most: most.flatten(),
            histogram: part.histogram.iter().copied().collect(),
            effort: part.effort.into(),
        })
    }
}

/// A hand of a survey for programs.
#[derive(Serialize)]
pub struct HandJson {
    hand: Vec<Number>,
    solutions: u64,
}

impl HandJson {
    pub fn new(hand: &Hand, solutions: u64) -> Self {
        Self { hand: json::hand(hand), solutions }
    }
}
