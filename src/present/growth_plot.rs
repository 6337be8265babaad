//! The time of each engine as the hand grows, as a picture.

use itertools::Itertools;
use railroad::svg::Element;

use crate::words::shorten;

use super::compare::label;
use super::growth::{Sizes, entry, methods};
use super::svg::{CURVES, MARGIN, below_middle, length, line, plot, text_of};

/// Sizes are in dots of the picture.
const WIDTH: i64 = 1600;
const LEFT: i64 = 190;
/// Right of this stand the names of the lines.
const RIGHT: i64 = WIDTH - 490;
const TOP: i64 = 250;
/// How high the grid is at least.
const GRID: i64 = 620;
const FONT: i64 = 26;
/// From one name to the next.
const PITCH: i64 = 40;
/// Half the width of a mark on a line.
const MARK: i64 = 9;
/// What has room beside the lines; the name of a file may be longer.
const NAME: usize = 24;
/// The power of ten of the shortest time that is drawn, a nanosecond.
const LOWEST: i32 = -9;

const STYLE: &str = "
svg.growth .ground { fill: $ground$; }
svg.growth path { fill: none; stroke-width: 5px; }
svg.growth path.grid { stroke: $grid$; stroke-width: 2px; }
svg.growth path.leader { stroke: $edge$; stroke-width: 2px; }
svg.growth path.mark { stroke: $ground$; stroke-width: 1px; }
svg.growth text { font-family: sans-serif; fill: $ink$; }
svg.growth text.title { font-weight: bold; }
svg.growth text.words, svg.growth text.axis { fill: $faint$; }
svg.growth text.power { text-anchor: end; fill: $faint$; }
svg.growth text.cards, svg.growth text.axis { text-anchor: middle; }
";

/// A line of the picture.
struct Curve {
    name: String,
    /// Which of the lines it is: that gives its colour and its mark.
    index: usize,
    /// Where it goes: the number of cards, and the seconds.
    points: Vec<(usize, f64)>,
}

/// The picture: a line for each engine, the time on a logarithmic scale.
pub fn svg(sizes: &Sizes<'_>) -> String {
    let curves: Vec<Curve> = methods(sizes)
        .into_iter()
        .zip(0..)
        .map(|(method, index)| Curve {
            name: shorten(&label(method.0, method.1), NAME),
            index,
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

impl Curve {
    fn class(&self) -> String {
        format!("curve-{}", self.index % CURVES)
    }

    /// What stands at its points; lines of one colour have different ones.
    fn mark(&self, (x, y): (i64, i64)) -> Element {
        const R: i64 = MARK;
        let outline = match (self.index + self.index / 4) % 4 {
            // A disc, a square, a triangle and a diamond.
            0 => format!("M{} {y}a{R} {R} 0 1 0 {} 0a{R} {R} 0 1 0 {} 0Z", x - R, 2 * R, -2 * R),
            1 => format!("M{} {}h{}v{}h{}Z", x - R + 1, y - R + 1, 2 * R - 2, 2 * R - 2, 2 - 2 * R),
            2 => format!("M{x} {}l{R} {}h{}Z", y - R - 1, 2 * R, -2 * R),
            _ => format!("M{x} {}l{R} {R}l{} {R}l{} {}Z", y - R, -R, -R, -R),
        };
        let class = format!("mark mark-{}", self.index % CURVES);
        Element::new("path").set("class", &class).set("d", &outline)
    }
}

struct Picture {
    curves: Vec<Curve>,
    /// The numbers of cards.
    cards: (usize, usize),
    /// The powers of ten of the seconds.
    powers: (i32, i32),
    /// Where the grid ends below.
    base: i64,
}

impl Picture {
    fn new(curves: Vec<Curve>) -> Self {
        let points = || curves.iter().flat_map(|curve| &curve.points);
        let power = |seconds: f64| {
            let mut powers = (LOWEST..9).rev();
            powers.find(|&power| 10_f64.powi(power) <= seconds).unwrap_or(LOWEST)
        };
        let cards = points().map(|(cards, _)| *cards).minmax().into_option();
        let powers = points().map(|(_, seconds)| power(*seconds)).minmax().into_option();
        let (cards, (low, high)) = cards.zip(powers).expect("an engine was run");
        let base = TOP + GRID.max(PITCH * length(curves.len()));
        Self { curves, cards, powers: (low, high + 1), base }
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
        let up = (share.clamp(0.0, 1.0) * (self.base - TOP) as f64).round() as i64;
        self.base - up
    }

    fn draw(&self, target: &str) -> Element {
        let title = "How does the time grow with the number of cards?";
        let words = format!(
            "All ways to make {} of one hand of each size, on one processor",
            shorten(target, 20)
        );
        let axis = "time; each line is ten times the one below";
        let svg = plot("growth", title, &words, &style(), (WIDTH, self.base + 140)).add(text_of(
            "words",
            FONT,
            (MARGIN, TOP - 36),
            axis,
        ));
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
            text_of("cards", FONT, (self.x(cards), self.base + 44), &cards.to_string())
        });
        let middle = i64::midpoint(LEFT, RIGHT);
        let axis = text_of("axis", FONT, (middle, self.base + 92), "cards in the hand");
        powers.chain(cards).chain([axis])
    }

    fn curve(&self, curve: &Curve) -> Vec<Element> {
        let places: Vec<(i64, i64)> =
            curve.points.iter().map(|&(cards, time)| (self.x(cards), self.y(time))).collect();
        let marks = places.iter().map(|&place| curve.mark(place));
        std::iter::once(line(&curve.class(), &places)).chain(marks).collect()
    }

    /// Each name where its line ends, or as near as there is room.
    fn names(&self) -> Vec<Element> {
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
        let mut limit = self.base;
        for place in places.iter_mut().rev() {
            *place = (*place).min(limit);
            limit = *place - PITCH;
        }
        let at = RIGHT + 50;
        let drawn = names.into_iter().zip(places).flat_map(|((y, x, curve), place)| {
            // Thin and grey, so that nobody takes it for a part of the line.
            let leader = [(x + 2 * MARK, y), (at - 44, place), (at - 2 * MARK, place)];
            let baseline = place + below_middle(FONT);
            [
                line("leader", &leader),
                curve.mark((at, place)),
                text_of("name", FONT, (at + 2 * MARK + 4, baseline), &curve.name),
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
             svg.growth path.mark-{color} {{ fill: $curve-{color}$; }}\n"
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
