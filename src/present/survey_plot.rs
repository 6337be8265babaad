//! How many hands have how many solutions, as a picture.

use std::io;

use crate::reports::Survey;
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::survey::{Run, percent, steps};

/// Sizes are in dots of the picture.
const WIDTH: i32 = 1600;
const HEIGHT: i32 = 900;
const MARGIN: i32 = 60;
/// Where the bars stand.
const BASE: i32 = HEIGHT - 130;
const TOP: i32 = 210;

const BAR: RGBColor = RGBColor(42, 138, 170);
const NONE: RGBColor = RGBColor(196, 203, 209);
const INK: RGBColor = RGBColor(25, 30, 36);
const FAINT: RGBColor = RGBColor(96, 104, 112);

type Canvas<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawn = Result<(), DrawingAreaErrorKind<io::Error>>;

/// The picture: a column for each number of solutions, as high as there are
/// hands with so many.
pub fn svg(survey: &Survey, run: &Run) -> io::Result<String> {
    let mut svg = String::new();
    let size = (WIDTH.unsigned_abs(), HEIGHT.unsigned_abs());
    let canvas = SVGBackend::with_string(&mut svg, size).into_drawing_area();
    draw(survey, run, &canvas).map_err(io::Error::other)?;
    drop(canvas);
    Ok(svg)
}

fn draw(survey: &Survey, run: &Run, canvas: &Canvas<'_>) -> Drawn {
    canvas.fill(&WHITE)?;
    let ordered = if run.ordered { "ordered " } else { "" };
    let share = percent(survey.solvable, survey.hands);
    let title = format!(
        "How many ways to make {} from {ordered}hands of {} from {}",
        run.target, run.cards, run.deck
    );
    let facts = format!(
        "{} of {} hands can ({share}); {} solutions, distinct by {}; {} hands have a single one",
        survey.solvable, survey.hands, survey.solutions, run.distinct, survey.single
    );
    let method = if run.templates == "canonical" && run.grammar == "left" {
        String::new()
    } else {
        format!("; templates {}, grammar {}", run.templates, run.grammar)
    };
    let facts = facts + &method;
    let left = Pos::new(HPos::Left, VPos::Top);
    text(canvas, &title, (MARGIN, 50), 44, INK, left)?;
    text(canvas, &facts, (MARGIN, 118), 28, FAINT, left)?;

    let steps = steps(survey);
    let most = steps.iter().map(|(_, hands)| *hands).max().unwrap_or(1).max(1);
    let count = i32::try_from(steps.len()).unwrap_or(1).max(1);
    let pitch = (WIDTH - 2 * MARGIN) / count;
    let gap = (pitch / 6).max(1);
    let size = (pitch / 3).clamp(14, 26);
    for (column, (label, hands)) in (0..).zip(&steps) {
        let (from, to) = (MARGIN + column * pitch + gap, MARGIN + (column + 1) * pitch - gap);
        let middle = i32::midpoint(from, to);
        let height = scaled(*hands, most, BASE - TOP);
        let color = if column == 0 { NONE } else { BAR };
        canvas.draw(&Rectangle::new([(from, BASE - height), (to, BASE)], color.filled()))?;
        let above = Pos::new(HPos::Center, VPos::Bottom);
        text(canvas, &hands.to_string(), (middle, BASE - height - 6), size, INK, above)?;
        let below = Pos::new(HPos::Center, VPos::Top);
        text(canvas, label, (middle, BASE + 12), label_size(label, pitch, size), INK, below)?;
    }
    let axis = Pos::new(HPos::Center, VPos::Top);
    text(
        canvas,
        "solutions of a hand (below) and how many hands have so many (above)",
        (WIDTH / 2, BASE + 62),
        28,
        FAINT,
        axis,
    )?;
    Ok(())
}

/// `part` of `whole` as a part of `length`; what is not nothing can be seen.
fn scaled(part: u64, whole: u64, length: i32) -> i32 {
    let scaled = u128::from(part) * u128::from(length.unsigned_abs()) / u128::from(whole);
    let scaled = i32::try_from(scaled).unwrap_or(length);
    if part > 0 { scaled.max(2) } else { 0 }
}

/// A size at which a label is no wider than its column.
fn label_size(label: &str, pitch: i32, size: i32) -> i32 {
    let characters = i32::try_from(label.chars().count()).unwrap_or(1).max(1);
    // A digit is a little more than half as wide as it is high.
    (pitch * 5 / (characters * 3)).clamp(8, size)
}

fn text(
    canvas: &Canvas<'_>,
    text: &str,
    place: (i32, i32),
    size: i32,
    color: RGBColor,
    anchor: Pos,
) -> Drawn {
    let style = ("sans-serif", size).into_font().color(&color).pos(anchor);
    canvas.draw(&Text::new(text.to_owned(), place, style))
}
