//! How the time of each engine grows with the hand, as a picture.

use std::io;

use plotters::coord::Shift;
use plotters::element::DashedPathElement;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::compare::label;
use super::growth::{Sizes, entry, methods};
use crate::words::shorten;

/// Sizes are in dots of the picture.
const WIDTH: i32 = 1600;
const HEIGHT: i32 = 1000;
const LEFT: i32 = 150;
/// Right of this stand the names of the lines.
const RIGHT: i32 = WIDTH - 420;
const TOP: i32 = 200;
const BASE: i32 = HEIGHT - 130;
const FONT: i32 = 30;
/// What has room beside the lines; the name of a file may be longer.
const NAME: usize = 24;

const INK: RGBColor = RGBColor(25, 30, 36);
const FAINT: RGBColor = RGBColor(96, 104, 112);
const GRID: RGBColor = RGBColor(226, 230, 234);

/// Colours that are told apart by most eyes, and so are their greys mostly.
const COLORS: [RGBColor; 8] = [
    RGBColor(213, 94, 0),
    RGBColor(0, 114, 178),
    RGBColor(0, 158, 115),
    RGBColor(170, 60, 120),
    RGBColor(9, 52, 79),
    RGBColor(200, 140, 0),
    RGBColor(86, 150, 200),
    RGBColor(110, 110, 110),
];

type Canvas<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawn = Result<(), DrawingAreaErrorKind<io::Error>>;

/// A line of the picture.
struct Curve {
    name: String,
    color: RGBColor,
    /// Where it goes: the number of cards, and the seconds.
    points: Vec<(usize, f64)>,
}

/// The picture: a line for each engine, the time on a logarithmic scale.
pub fn svg(sizes: &Sizes<'_>) -> io::Result<String> {
    let curves: Vec<Curve> = methods(sizes)
        .into_iter()
        .zip(COLORS.into_iter().cycle())
        .map(|(method, color)| Curve {
            name: shorten(&label(method.0, method.1), NAME),
            color,
            points: sizes
                .iter()
                .filter_map(|(hand, comparison)| {
                    let seconds = entry(comparison, method)?.time.as_secs_f64();
                    Some((hand.cards().len(), seconds.max(1e-9)))
                })
                .collect(),
        })
        .collect();
    let target = sizes.first().map(|(_, it)| it.options.target.to_string()).unwrap_or_default();
    let mut svg = String::new();
    let size = (WIDTH.unsigned_abs(), HEIGHT.unsigned_abs());
    let canvas = SVGBackend::with_string(&mut svg, size).into_drawing_area();
    Picture::new(curves).draw(&canvas, &target).map_err(io::Error::other)?;
    drop(canvas);
    Ok(svg)
}

struct Picture {
    curves: Vec<Curve>,
    /// The numbers of cards.
    cards: (usize, usize),
    /// The powers of ten of the seconds.
    powers: (i32, i32),
}

impl Picture {
    fn new(curves: Vec<Curve>) -> Self {
        let points = || curves.iter().flat_map(|curve| &curve.points);
        let cards = points().map(|(cards, _)| *cards);
        let cards = (cards.clone().min().unwrap_or(1), cards.max().unwrap_or(1));
        let power = |seconds: f64| (-9..9).rev().find(|&power| 10_f64.powi(power) <= seconds);
        let powers = points().filter_map(|(_, seconds)| power(*seconds));
        let low = powers.clone().min().unwrap_or(-9);
        let high = powers.max().unwrap_or(low) + 1;
        Self { curves, cards, powers: (low, high) }
    }

    fn x(&self, cards: usize) -> i32 {
        let (low, high) = self.cards;
        let at = |number: usize| i32::try_from(number).unwrap_or(0);
        if low == high {
            return i32::midpoint(LEFT, RIGHT);
        }
        LEFT + 40 + (RIGHT - LEFT - 80) * at(cards - low) / at(high - low)
    }

    fn y(&self, seconds: f64) -> i32 {
        let (low, high) = self.powers;
        let share = (seconds.log10() - f64::from(low)) / f64::from(high - low);
        #[allow(clippy::cast_possible_truncation)] // a share of the height
        let up = (share.clamp(0.0, 1.0) * f64::from(BASE - TOP)).round() as i32;
        BASE - up
    }

    fn draw(&self, canvas: &Canvas<'_>, target: &str) -> Drawn {
        canvas.fill(&WHITE)?;
        let left = Pos::new(HPos::Left, VPos::Top);
        let title = "How the time of each method grows with the hand";
        text(canvas, title, (60, 44), 46, INK, left)?;
        let facts = format!(
            "all ways to make {target} of one hand of each size, on one processor; each line of \
             the grid is ten times the one below"
        );
        text(canvas, &facts, (60, 116), 28, FAINT, left)?;
        self.draw_grid(canvas)?;
        for curve in &self.curves {
            let places: Vec<(i32, i32)> =
                curve.points.iter().map(|&(cards, time)| (self.x(cards), self.y(time))).collect();
            let style = curve.color.stroke_width(5);
            canvas.draw(&PathElement::new(places.clone(), style))?;
            for place in places {
                canvas.draw(&Circle::new(place, 8, curve.color.filled()))?;
            }
        }
        self.draw_names(canvas)
    }

    fn draw_grid(&self, canvas: &Canvas<'_>) -> Drawn {
        let beside = Pos::new(HPos::Right, VPos::Center);
        for power in self.powers.0..=self.powers.1 {
            let y = self.y(10_f64.powi(power));
            canvas.draw(&PathElement::new([(LEFT, y), (RIGHT, y)], GRID.stroke_width(2)))?;
            text(canvas, &power_text(power), (LEFT - 16, y), FONT, FAINT, beside)?;
        }
        let below = Pos::new(HPos::Center, VPos::Top);
        for cards in self.cards.0..=self.cards.1 {
            text(canvas, &cards.to_string(), (self.x(cards), BASE + 22), FONT + 4, INK, below)?;
        }
        let middle = i32::midpoint(LEFT, RIGHT);
        text(canvas, "cards", (middle, BASE + 70), FONT, FAINT, below)
    }

    /// Writes each name where its line ends, or as near as there is room.
    fn draw_names(&self, canvas: &Canvas<'_>) -> Drawn {
        const PITCH: i32 = FONT + 8;
        let mut names: Vec<(i32, i32, &Curve)> = self
            .curves
            .iter()
            .filter_map(|curve| {
                let &(cards, seconds) = curve.points.last()?;
                Some((self.y(seconds), self.x(cards), curve))
            })
            .collect();
        names.sort_by_key(|(y, _, _)| *y);
        let mut places: Vec<i32> = Vec::new();
        for (y, _, _) in &names {
            let free = places.last().map_or(TOP, |last| last + PITCH);
            places.push((*y).max(free));
        }
        // What went too far down pushes the others up again.
        let mut limit = BASE;
        for place in places.iter_mut().rev() {
            *place = (*place).min(limit);
            limit = *place - PITCH;
        }
        let at = RIGHT + 50;
        for ((y, x, curve), place) in names.into_iter().zip(places) {
            // Thin and broken, so that nobody takes it for a part of the line.
            let thread = curve.color.mix(0.6).stroke_width(1);
            let points = [(x + 12, y), (at - 22, place), (at - 8, place)];
            canvas.draw(&DashedPathElement::new(points, 2, 10, thread))?;
            let pos = Pos::new(HPos::Left, VPos::Center);
            text(canvas, &curve.name, (at, place), FONT, curve.color, pos)?;
        }
        Ok(())
    }
}

/// A power of ten of a second.
fn power_text(power: i32) -> String {
    let (unit, zero) = match power {
        ..-6 => ("ns", -9),
        -6..-3 => ("µs", -6),
        -3..0 => ("ms", -3),
        _ => ("s", 0),
    };
    let zeros = usize::try_from(power - zero).unwrap_or(0);
    format!("1{} {unit}", "0".repeat(zeros))
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
