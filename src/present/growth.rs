//! The work of each engine as the number of cards grows, as text and as a picture.

use itertools::Itertools;
use railroad::svg::Element;
use serde::Serialize;

use crate::reports::{CompareSubject, Comparison, Entry};
use crate::words::{counted, shorten};
use crate::{EngineName, Hand};

use super::chart::{Chart, LABEL, MARGIN, WIDTH};
use super::compare::{label, rows, time_text};
use super::svg::{CURVES, below_middle, length, line};
use super::{Block, Csv, Document, Line, Plotted, Report, Role, Table, markup as m};

/// An engine with the name of its templates.
type Method<'a> = (EngineName, Option<&'a str>);

/// Comparisons of the engines on one hand of each size.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub struct Growth(pub Vec<Comparison>);

/// A function that makes the text of a cell, for an engine and a size.
type Cell = fn(&Entry) -> String;

impl Report for Growth {
    fn document(&self) -> Document {
        let rows = self.0.iter().map(|comparison| {
            let role = if comparison.agree() { Role::Plain } else { Role::Wrong };
            vec![
                m::value(cards(comparison)),
                m::expression(hand(comparison)),
                m::value(comparison.solutions),
                Line::new(role, agreement(comparison)),
            ]
        });
        let summary = Table::of(rows).titled(["cards", "hand", "solutions", ""]).right([0, 2]);
        let heading = format!("One hand of each size → {}", self.target());
        let mut blocks = vec![m::heading(heading).into(), Block::Blank, summary.into()];
        let parts: [(&str, Cell); 2] = [
            ("Complete results computed:", |entry| entry.effort.evaluated.to_string()),
            ("Time:", |entry| time_text(entry.time)),
        ];
        for (title, value) in parts {
            let table = self.by_method(value).into();
            blocks.extend([Block::Blank, m::plain(title).into(), Block::Blank, table]);
        }
        blocks.extend([Block::Blank, m::note(NOTE).into()]);
        Document(blocks)
    }

    fn table(&self) -> Option<Csv> {
        Some(rows(&self.0))
    }
}

const NOTE: &str = "time: the median of repeated runs on one processor, including writing the \
                    solutions; `bracket24 compare HAND` says more";

fn hand(comparison: &Comparison) -> &Hand {
    match &comparison.subject {
        CompareSubject::Hand(hand) => hand,
        CompareSubject::Deck(deck) => unreachable!("there is one hand of each size, not {deck}"),
    }
}

/// Returns the number of cards in the hand.
fn cards(comparison: &Comparison) -> usize {
    hand(comparison).cards().len()
}

/// Names the engines that lack a solution, or says that all agree.
fn agreement(comparison: &Comparison) -> String {
    let lacking = comparison.entries.iter().filter(|entry| entry.lacking > 0);
    let lacking = lacking
        .map(|it| format!("{} lacks {}", label(it.engine, it.templates.as_deref()), it.lacking))
        .join(", ");
    if lacking.is_empty() { "all agree".to_owned() } else { lacking }
}

impl Growth {
    fn target(&self) -> String {
        self.0.first().expect("there is a size").options.target.to_string()
    }

    /// Returns each method once, in the order of the engines.
    fn methods(&self) -> Vec<Method<'_>> {
        let entries = self.0.iter().flat_map(|comparison| &comparison.entries);
        let methods = entries.map(|entry| (entry.engine, entry.templates.as_deref())).unique();
        // A comparison of a larger hand may have fewer engines, but in the same order.
        methods.sorted_by_key(|(engine, _)| *engine).collect()
    }

    fn by_method(&self, value: Cell) -> Table {
        let names = ["engine", "templates"].map(str::to_owned);
        let sizes = self.0.iter().map(|comparison| counted(cards(comparison), "card"));
        let rows = self.methods().into_iter().map(|method| {
            let (engine, templates) = method;
            let cell =
                |comparison: &Comparison| entry(comparison, method).map_or_else(String::new, value);
            let names = [&engine.to_string(), templates.unwrap_or_default()].map(m::plain);
            names.into_iter().chain(self.0.iter().map(cell).map(m::value)).collect()
        });
        let columns = names.len()..names.len() + self.0.len();
        Table::of(rows).titled(names.into_iter().chain(sizes)).right(columns).keys(2)
    }
}

impl Plotted for Growth {
    /// Draws a line for each engine, with the time on a logarithmic scale.
    fn svg(&self) -> String {
        let title = "How does the time grow with the number of cards?";
        let target = shorten(&self.target(), 20);
        let words =
            format!("All ways to make {target} from one hand of each size, on one processor");
        let mut chart = Chart::new(title, &words);
        let axis = "time; each grid line is ten times the one below";
        chart.text("faint", LABEL, (MARGIN, TOP - 36), axis);
        let curve = |(method, index)| Curve::new(self, method, index);
        let curves: Vec<Curve> = self.methods().into_iter().zip(0..).map(curve).collect();
        let scale = Scale::new(&curves);
        for power in scale.powers.0..=scale.powers.1 {
            chart.grid("grid", (LEFT, RIGHT), scale.y(10_f64.powi(power)), &power_text(power));
        }
        for cards in scale.cards.0..=scale.cards.1 {
            chart.text("middle", LABEL, (scale.x(cards), scale.base + 44), &cards.to_string());
        }
        let middle = i64::midpoint(LEFT, RIGHT);
        chart.text("middle faint", LABEL, (middle, scale.base + 92), "cards in the hand");
        for curve in &curves {
            let places = curve.points.iter().map(|&(cards, time)| (scale.x(cards), scale.y(time)));
            let places = places.collect_vec();
            chart.add(line(&format!("curve-{}", curve.index % CURVES), &places));
            for place in places {
                chart.add(curve.mark(place));
            }
        }
        scale.write_names(&mut chart, &curves);
        chart.finish(scale.base + 140).to_string()
    }
}

/// Returns the work of `method` for the hand of a comparison.
fn entry<'a>(comparison: &'a Comparison, method: Method<'_>) -> Option<&'a Entry> {
    comparison.entries.iter().find(|entry| (entry.engine, entry.templates.as_deref()) == method)
}

const LEFT: i64 = 190;
/// The right edge of the grid; the names of the lines are to the right of it.
const RIGHT: i64 = WIDTH - 490;
const TOP: i64 = 250;
/// The minimum height of the grid.
const GRID: i64 = 620;
/// The distance from one name to the next.
const PITCH: i64 = 40;
/// Half the width of a mark on a line.
const MARK: i64 = 9;
/// The maximum number of characters of a name next to the lines. A longer name, such as that of a
/// file, is cut.
const NAME: usize = 24;
/// The power of ten of the shortest time in the plot, a nanosecond.
const LOWEST: i32 = -9;

/// A line of the picture.
struct Curve {
    name: String,
    /// The number of the line, which decides its colour and its mark.
    index: usize,
    /// The points of the line: the number of cards, and the seconds.
    points: Vec<(usize, f64)>,
}

impl Curve {
    fn new(growth: &Growth, method: Method<'_>, index: usize) -> Self {
        let points = growth.0.iter().filter_map(|comparison| {
            let seconds = entry(comparison, method)?.time.as_secs_f64();
            Some((cards(comparison), seconds.max(10_f64.powi(LOWEST))))
        });
        Self { name: shorten(&label(method.0, method.1), NAME), index, points: points.collect() }
    }

    /// Draws the mark of a point: a disc, a square, a triangle or a diamond. Lines of the same
    /// colour have different marks.
    fn mark(&self, (x, y): (i64, i64)) -> Element {
        const R: i64 = MARK;
        let outline = match (self.index + self.index / 4) % 4 {
            0 => format!("M{} {y}a{R} {R} 0 1 0 {} 0a{R} {R} 0 1 0 {} 0Z", x - R, 2 * R, -2 * R),
            1 => format!("M{} {}h{}v{}h{}Z", x - R + 1, y - R + 1, 2 * R - 2, 2 * R - 2, 2 - 2 * R),
            2 => format!("M{x} {}l{R} {}h{}Z", y - R - 1, 2 * R, -2 * R),
            _ => format!("M{x} {}l{R} {R}l{} {R}l{} {}Z", y - R, -R, -R, -R),
        };
        let class = format!("mark mark-{}", self.index % CURVES);
        Element::new("path").set("class", &class).set("d", &outline)
    }
}

/// The mapping from a number of cards and a time to the picture.
struct Scale {
    /// The smallest and the largest number of cards.
    cards: (usize, usize),
    /// The smallest and the largest time in seconds, as powers of ten.
    powers: (i32, i32),
    /// The lower edge of the grid.
    base: i64,
}

impl Scale {
    fn new(curves: &[Curve]) -> Self {
        let points = || curves.iter().flat_map(|curve| &curve.points);
        let power = |seconds: f64| {
            let mut powers = (LOWEST..9).rev();
            powers.find(|&power| 10_f64.powi(power) <= seconds).unwrap_or(LOWEST)
        };
        let cards = points().map(|(cards, _)| *cards).minmax().into_option();
        let powers = points().map(|(_, seconds)| power(*seconds)).minmax().into_option();
        let (cards, (low, high)) = cards.zip(powers).expect("an engine was run");
        Self { cards, powers: (low, high + 1), base: TOP + GRID.max(PITCH * length(curves.len())) }
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
        // The result is at most the height of the grid.
        let up = (share.clamp(0.0, 1.0) * (self.base - TOP) as f64).round() as i64;
        self.base - up
    }

    /// Writes each name next to the end of its line, or as near to the end as the other names
    /// allow.
    fn write_names(&self, chart: &mut Chart, curves: &[Curve]) {
        let ends = curves.iter().filter_map(|curve| {
            let &(cards, seconds) = curve.points.last()?;
            Some((self.y(seconds), self.x(cards), curve))
        });
        let ends = ends.sorted_by_key(|(y, _, _)| *y).collect_vec();
        let mut free = TOP;
        let mut places = ends.iter().map(|(y, _, _)| *y).collect_vec();
        for place in &mut places {
            *place = (*place).max(free);
            free = *place + PITCH;
        }
        // A name below the limit moves up, and pushes the names above it up.
        let mut limit = self.base;
        for place in places.iter_mut().rev() {
            *place = (*place).min(limit);
            limit = *place - PITCH;
        }
        let at = RIGHT + 50;
        for ((y, x, curve), place) in ends.into_iter().zip(places) {
            // The leader is thin and grey, so that nobody mistakes it for a part of the curve.
            let leader = [(x + 2 * MARK, y), (at - 44, place), (at - 2 * MARK, place)];
            chart.add(line("leader", &leader));
            chart.add(curve.mark((at, place)));
            chart.text("", LABEL, (at + 2 * MARK + 4, place + below_middle(LABEL)), &curve.name);
        }
    }
}

/// Writes a time that is a power of ten seconds.
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
