//! A deck surveyed.

use crate::Effort;
use crate::reports::{Survey, SurveyRun};

use super::csv::numbers;
use super::markup as m;
use super::{Block, Document, Line, Table, bar};

/// The survey for people; of its hands `reachable` have a solution at all, where
/// that is known.
pub fn document(
    survey: &Survey,
    run: &SurveyRun,
    reachable: Option<u64>,
    part: Option<(u64, u64)>,
    partial: bool,
) -> Document {
    let ordered = if run.ordered { "ordered " } else { "" };
    let mut heading =
        m::heading(format!("{ordered}hands of {} from {} → {}", run.cards, run.deck, run.target));
    if let Some((part, of)) = part {
        heading = heading.and(m::note(format!(", part {part} of {of}")));
    }
    if partial {
        heading = heading.and(m::wrong(" (interrupted: only what was done so far)"));
    }
    let mut blocks = vec![heading.into(), Block::Blank];
    let unsolvable = survey.hands - survey.solvable;
    let share = percent(survey.solvable, survey.hands);
    let solvable = match (reachable, &run.templates) {
        (Some(reachable), Some(templates)) if reachable != survey.solvable => {
            format!("of the {reachable} that can be solved, by templates {templates} ({share})")
        }
        _ => format!("solvable ({share}), {unsolvable} not"),
    };
    let mut rows = vec![
        vec![number(survey.hands), plain("hands".to_owned())],
        vec![number(survey.solvable), plain(solvable)],
        vec![number(survey.solutions), plain(format!("solutions, distinct by {}", run.distinct))],
        vec![number(survey.single), plain("hands with a single solution".to_owned())],
    ];
    if let Some((hand, solutions)) = &survey.most {
        rows.push(vec![number(*solutions), plain(format!("most solutions of a hand: {hand}"))]);
    }
    blocks.push(Table::of(rows).right([0]).into());
    if !survey.histogram.is_empty() {
        blocks.extend([Block::Blank, histogram(survey).into()]);
    }
    let work = work_line(survey.effort, run);
    blocks.extend([Block::Blank, m::note(work).into()]);
    Document(blocks)
}

/// The columns of [`csv_row`].
pub const CSV_HEADER: [&str; 6] = ["hands", "solvable", "solutions", "single", "most_hand", "most"];

/// The survey as a row.
pub fn csv_row(survey: &Survey) -> [String; 6] {
    let (hand, most) = match &survey.most {
        Some((hand, solutions)) => (numbers(hand), *solutions),
        None => (String::new(), 0),
    };
    let Survey { hands, solvable, solutions, single, .. } = survey;
    let [hands, solvable, solutions, single] =
        [hands, solvable, solutions, single].map(ToString::to_string);
    [hands, solvable, solutions, single, hand, most.to_string()]
}

fn work_line(effort: Effort, run: &SurveyRun) -> String {
    let Effort { filled, parsed, evaluated, zero_divisions, nodes } = effort;
    let Some(templates) = &run.templates else {
        return format!(
            "a search: {nodes} nodes, {evaluated} evaluated, {zero_divisions} zero divisions"
        );
    };
    format!(
        "templates {templates}, grammar {}: {filled} strings filled, {parsed} parsed, {evaluated} evaluated, \
         {zero_divisions} zero divisions",
        run.grammar
    )
}

fn number(number: u64) -> Line {
    m::value(number.to_string())
}

fn plain(text: String) -> Line {
    m::plain(text)
}

/// Tenths of a percent, rounded down, and never 100 % of what is not all.
pub(super) fn percent(part: u64, whole: u64) -> String {
    let tenths = u128::from(part) * 1000 / u128::from(whole.max(1));
    format!("{}.{} %", tenths / 10, tenths % 10)
}

/// In how many steps the histogram is shown at most.
const STEPS: u64 = 24;

fn histogram(survey: &Survey) -> Table {
    let steps = steps(survey, STEPS);
    let most = most_hands(&steps);
    let rows = steps.into_iter().map(|(label, hands)| {
        vec![plain(label), m::value(hands.to_string()), m::expression(bar(hands, most))]
    });
    Table::of(rows).titled(["solutions", "hands", ""]).right([0, 1]).bars(2)
}

/// The most solutions that a hand has; 0 where there is no hand.
pub(super) fn highest(survey: &Survey) -> u64 {
    survey.histogram.last_key_value().map_or(0, |(solutions, _)| *solutions)
}

/// The hands of the step that has the most.
pub(super) fn most_hands(steps: &[(String, u64)]) -> u64 {
    steps.iter().map(|(_, hands)| *hands).max().expect("there is a step for no solution")
}

/// The histogram in at most `most` equal steps from 1 up, with those that have none on their
/// own: the numbers of solutions, and how many hands have so many.
pub fn steps(survey: &Survey, most: u64) -> Vec<(String, u64)> {
    let highest = highest(survey);
    let width = highest.div_ceil(most).max(1);
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
