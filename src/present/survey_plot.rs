//! A histogram of the numbers of solutions, as a picture.

use crate::reports::{Survey, SurveyRun};

use super::survey::{percent, steps};
use super::svg::{length, picture, rect, scaled, text, text_of};

/// Sizes are in dots of the picture.
const WIDTH: i64 = 1600;
const HEIGHT: i64 = 900;
const MARGIN: i64 = 60;
/// Where the bars stand.
const BASE: i64 = HEIGHT - 130;
const TOP: i64 = 210;

const STYLE: &str = "
svg.survey .ground { fill: $ground$; }
svg.survey .bar { fill: $bar$; }
svg.survey .rest { fill: $bar-rest$; }
svg.survey text { font-family: sans-serif; fill: $ink$; }
svg.survey text.title { font-size: 36px; }
svg.survey text.facts { font-size: 23px; fill: $faint$; }
svg.survey text.column, svg.survey text.axis { text-anchor: middle; }
svg.survey text.axis { font-size: 23px; fill: $faint$; }
";

/// The picture: a column for each number of solutions, whose height is the number
/// of hands that have it.
pub fn svg(survey: &Survey, run: &SurveyRun) -> String {
    let ordered = if run.ordered { "ordered " } else { "" };
    let title = format!(
        "How many ways to make {} from {ordered}hands of {} from {}",
        run.target, run.cards, run.deck
    );
    let mut svg = picture("survey", &title, STYLE, (WIDTH, HEIGHT))
        .add(text("title", (MARGIN, 80), &title))
        .add(text("facts", (MARGIN, 138), &facts(survey, run)));
    let steps = steps(survey);
    let most = steps.iter().map(|(_, hands)| *hands).max().unwrap_or(1);
    let pitch = (WIDTH - 2 * MARGIN) / length(steps.len()).max(1);
    let gap = (pitch / 6).max(1);
    let size = (pitch / 4).clamp(12, 21);
    for (column, (label, hands)) in (0..).zip(&steps) {
        let (from, to) = (MARGIN + column * pitch + gap, MARGIN + (column + 1) * pitch - gap);
        let middle = i64::midpoint(from, to);
        let height = scaled(*hands, most, BASE - TOP);
        let class = if column == 0 { "rest" } else { "bar" };
        let below = label_size(label, pitch, size);
        svg = svg
            .add(rect(class, (from, BASE - height), (to - from, height)))
            .add(text_of("column", size, (middle, BASE - height - 10), &hands.to_string()))
            .add(text_of("column", below, (middle, BASE + 12 + below), label));
    }
    let axis = "solutions of a hand (below) and how many hands have that many (above)";
    svg.add(text("axis", (WIDTH / 2, BASE + 84), axis)).to_string()
}

fn facts(survey: &Survey, run: &SurveyRun) -> String {
    let share = percent(survey.solvable, survey.hands);
    let facts = format!(
        "{} of {} hands can ({share}); {} solutions, distinct by {}; {} hands have a single one",
        survey.solvable, survey.hands, survey.solutions, run.distinct, survey.single
    );
    match run.templates.as_deref() {
        Some("canonical") if run.grammar == "left" => facts,
        Some(templates) => format!("{facts}; templates {templates}, grammar {}", run.grammar),
        None => format!("{facts}; by a search"),
    }
}

/// A size at which a label is no wider than its column.
fn label_size(label: &str, pitch: i64, size: i64) -> i64 {
    // A digit is a little more than half as wide as it is high.
    (pitch * 3 / (length(label.chars().count()).max(1) * 2)).clamp(7, size)
}
