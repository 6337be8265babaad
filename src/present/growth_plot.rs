//! The time of each engine as the hand grows, as a picture.

use railroad::svg::Element;

use crate::words::shorten;

use super::compare::label;
use super::growth::{Sizes, entry, methods};
use super::svg::{CURVES, below_middle, length, line, picture, text, text_of};

/// Sizes are in dots of the picture.
const WIDTH: i64 = 1600;
const HEIGHT: i64 = 1000;
const LEFT: i64 = 150;
/// Right of this stand the names of the lines.
const RIGHT: i64 = WIDTH - 420;
const TOP: i64 = 200;
const BASE: i64 = HEIGHT - 130;
const FONT: i64 = 25;
/// What has room beside the lines; the name of a file may be longer.
const NAME: usize = 24;

const STYLE: &str = "
svg.growth .ground { fill: $ground$; }
svg.growth path { fill: none; stroke-width: 5px; }
svg.growth path.grid { stroke: $grid$; stroke-width: 2px; }
svg.growth path.thread { stroke-width: 1px; stroke-dasharray: 2 10; opacity: 0.6; }
svg.growth text { font-family: sans-serif; fill: $ink$; }
svg.growth text.title { font-size: 38px; }
svg.growth text.facts { font-size: 23px; fill: $faint$; }
svg.growth text.power { text-anchor: end; fill: $faint$; }
svg.growth text.cards, svg.growth text.axis { text-anchor: middle; }
svg.growth text.axis { fill: $faint$; }
";

/// A line of the picture.
struct Curve {
    name: String,
    /// Which of the colours it has.
    color: usize,
    /// Where it goes: the number of cards, and the seconds.
    points: Vec<(usize, f64)>,
}

/// The picture: a line for each engine, the time on a logarithmic scale.
pub fn svg(sizes: &Sizes<'_>) -> String {
    let curves: Vec<Curve> = methods(sizes)
        .into_iter()
        .zip((0..CURVES).cycle())
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
    let target = sizes.first().expect("there is a size").1.options.target.to_string();
    Picture::new(curves).draw(&target).to_string()
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

    fn x(&self, cards: usize) -> i64 {
        let (low, high) = self.cards;
        if low == high {
            return i64::midpoint(LEFT, RIGHT);
        }
        LEFT + 40 + (RIGHT - LEFT - 80) * length(cards - low) / length(high - low)
    }

    fn y(&self, seconds: f64) -> i64 {
        let (low, high) = self.powers;
        let share = (seconds.log10() - f64::from(low)) / f64::from(high - low);
        #[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)]
        // a share of the height
        let up = (share.clamp(0.0, 1.0) * (BASE - TOP) as f64).round() as i64;
        BASE - up
    }

    fn draw(&self, target: &str) -> Element {
        let title = "How the time of each method grows with the hand";
        let facts = format!(
            "all ways to make {target} of one hand of each size, on one processor; each line of \
             the grid is ten times the one below"
        );
        let svg = picture("growth", title, &style(), (WIDTH, HEIGHT))
            .add(text("title", (60, 76), title))
            .add(text("facts", (60, 136), &facts));
        let curves = self.curves.iter().flat_map(|curve| self.curve(curve));
        self.grid().chain(curves).chain(self.names()).fold(svg, Element::add)
    }

    fn grid(&self) -> impl Iterator<Item = Element> {
        let powers = (self.powers.0..=self.powers.1).flat_map(|power| {
            let y = self.y(10_f64.powi(power));
            let place = (LEFT - 16, y + below_middle(FONT));
            [
                line("grid", &[(LEFT, y), (RIGHT, y)]),
                text_of("power", FONT, place, &power_text(power)),
            ]
        });
        let cards = (self.cards.0..=self.cards.1).map(|cards| {
            text_of("cards", FONT + 4, (self.x(cards), BASE + 47), &cards.to_string())
        });
        let middle = i64::midpoint(LEFT, RIGHT);
        let axis = text_of("axis", FONT, (middle, BASE + 90), "cards");
        powers.chain(cards).chain([axis])
    }

    fn curve(&self, curve: &Curve) -> Vec<Element> {
        let places: Vec<(i64, i64)> =
            curve.points.iter().map(|&(cards, time)| (self.x(cards), self.y(time))).collect();
        let class = format!("curve-{}", curve.color);
        let dots = places.iter().map(|(x, y)| {
            let dot = Element::new("circle").set("class", &class);
            dot.set("cx", x).set("cy", y).set("r", &8)
        });
        std::iter::once(line(&class, &places)).chain(dots).collect()
    }

    /// Each name where its line ends, or as near as there is room.
    fn names(&self) -> Vec<Element> {
        const PITCH: i64 = FONT + 13;
        let mut names: Vec<(i64, i64, &Curve)> = self
            .curves
            .iter()
            .filter_map(|curve| {
                let &(cards, seconds) = curve.points.last()?;
                Some((self.y(seconds), self.x(cards), curve))
            })
            .collect();
        names.sort_by_key(|(y, _, _)| *y);
        let mut places: Vec<i64> = Vec::new();
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
        let drawn = names.into_iter().zip(places).flat_map(|((y, x, curve), place)| {
            // Thin and broken, so that nobody takes it for a part of the line.
            let thread = [(x + 12, y), (at - 22, place), (at - 8, place)];
            let class = format!("curve-{}", curve.color);
            let baseline = place + below_middle(FONT);
            [
                line(&format!("thread {class}"), &thread),
                text_of(&class, FONT, (at, baseline), &curve.name),
            ]
        });
        drawn.collect()
    }
}

/// The rules of the picture with those of every colour.
fn style() -> String {
    let rule = |color: usize| {
        format!(
            "svg.growth path.curve-{color} {{ stroke: $curve-{color}$; }}\n\
             svg.growth circle.curve-{color}, svg.growth text.curve-{color} \
             {{ fill: $curve-{color}$; }}\n"
        )
    };
    STYLE.to_owned() + &(0..CURVES).map(rule).collect::<String>()
}

/// A power of ten of a second.
fn power_text(power: i32) -> String {
    let (unit, zero) = match power {
        ..-6 => ("ns", -9),
        -6..-3 => ("µs", -6),
        -3..0 => ("ms", -3),
        _ => ("s", 0),
    };
    let zeros = usize::try_from(power - zero).expect("a unit is below its powers");
    format!("1{} {unit}", "0".repeat(zeros))
}
