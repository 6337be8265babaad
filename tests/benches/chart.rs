//! Draws a chart of the measured time for a hand against its number of cards.

use std::fmt::{self, Write as _};

use crate::cost::Costs;
use crate::cost_tables::{CARDS, solvers};
use crate::words::duration;

const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 560.0;
const LEFT: f64 = 90.0;
/// The right edge of the plot; the names of the lines are to the right of it.
const RIGHT: f64 = 770.0;
const TOP: f64 = 70.0;
const BASE: f64 = 500.0;
/// The least distance between two names.
const PITCH: f64 = 20.0;

const STYLE: &str = "\
.ground { fill: #fff } text { fill: #191e24; font: 15px sans-serif }
.title { font-weight: bold; font-size: 19px } .faint { fill: #4c5660 }
.grid { stroke: #e2e6ea } .line { fill: none; stroke-width: 3 }
.end { text-anchor: end } .middle { text-anchor: middle }
@media (prefers-color-scheme: dark) {
.ground { fill: #171b20 } text { fill: #eef2f6 } .faint { fill: #b4bec8 }
.grid { stroke: #333b44 } }
";

/// Colours visible on light and dark backgrounds, each with a dash pattern, so that readers need
/// not tell lines apart by colour alone.
const LOOKS: [(&str, &str); 6] = [
    ("#2a7fe2", "none"),
    ("#d55e00", "9 4"),
    ("#a0469c", "3 4"),
    ("#8a8f00", "14 4 3 4"),
    ("#009e73", "none"),
    ("#7f7f7f", "6 6"),
];

/// A line: its name, its look, and its points in cards and nanoseconds.
struct Line {
    name: &'static str,
    looks: (&'static str, &'static str),
    points: Vec<(usize, f64)>,
}

/// Returns the chart, or `None` if no hand was measured.
pub fn svg(costs: &Costs) -> Option<String> {
    let lines: Vec<Line> = solvers()
        .into_iter()
        .zip(LOOKS.into_iter().cycle())
        .map(|(name, looks)| {
            let time = |cards| costs.of(&format!("hand {cards}"), name)?.nanoseconds;
            Line { name, looks, points: CARDS.filter_map(|it| Some((it, time(it)?))).collect() }
        })
        .filter(|line| !line.points.is_empty())
        .collect();
    let times = || lines.iter().flat_map(|line| &line.points).map(|(_, time)| time.log10());
    let low = times().reduce(f64::min)?.floor();
    let high = times().reduce(f64::max)?.ceil().max(low + 1.0);
    let scale = Scale { low, high };
    Some(scale.draw(&lines).expect("a text takes whatever is written"))
}

/// The powers of ten, in nanoseconds, at the bottom and the top of the chart.
struct Scale {
    low: f64,
    high: f64,
}

impl Scale {
    fn y(&self, nanoseconds: f64) -> f64 {
        BASE - (BASE - TOP) * (nanoseconds.log10() - self.low) / (self.high - self.low)
    }

    fn draw(&self, lines: &[Line]) -> Result<String, fmt::Error> {
        let mut text = String::new();
        writeln!(
            text,
            r#"<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}">"#
        )?;
        let title = "The time of a hand, by its cards";
        writeln!(text, "<title>{title}</title>\n<style>{STYLE}</style>")?;
        writeln!(text, r#"<rect class="ground" width="{WIDTH}" height="{HEIGHT}"/>"#)?;
        writeln!(text, r#"<text class="title" x="{LEFT}" y="30">{title}</text>"#)?;
        let words = "all different solutions of 1 2 3 … for 24, on one processor";
        writeln!(text, r#"<text class="faint" x="{LEFT}" y="52">{words}</text>"#)?;
        self.grid(&mut text)?;
        let mut names: Vec<(f64, &Line)> = Vec::new();
        for line in lines {
            line.draw(self, &mut text)?;
            let (_, last) = line.points.last().expect("a line has points");
            names.push((self.y(*last), line));
        }
        for (at, line) in spread(names) {
            let ((cards, last), (colour, _)) =
                (line.points.last().expect("a line has points"), line.looks);
            let (x, y, name) = (x(*cards), self.y(*last), line.name);
            writeln!(
                text,
                r#"<path class="grid" d="M{:.1} {y:.1}L{:.1} {at:.1}"/>"#,
                x + 6.0,
                RIGHT + 12.0
            )?;
            let below = at + 5.0;
            writeln!(
                text,
                r#"<text x="{}" y="{below:.1}" style="fill:{colour}">{name}</text>"#,
                RIGHT + 16.0
            )?;
        }
        text.push_str("</svg>\n");
        Ok(text)
    }

    fn grid(&self, text: &mut String) -> fmt::Result {
        let mut power = self.low;
        while power <= self.high {
            let time = 10_f64.powf(power);
            let (y, words) = (self.y(time), duration(time));
            let words = words.replace(".00", "").replace(".0 ", " ");
            writeln!(text, r#"<path class="grid" d="M{LEFT} {y:.1}H{RIGHT}"/>"#)?;
            let (x, below) = (LEFT - 8.0, y + 5.0);
            writeln!(text, r#"<text class="faint end" x="{x}" y="{below:.1}">{words}</text>"#)?;
            power += 1.0;
        }
        for cards in CARDS {
            let (x, y) = (x(cards), BASE + 22.0);
            writeln!(text, r#"<text class="faint middle" x="{x:.1}" y="{y}">{cards}</text>"#)?;
        }
        let middle = f64::midpoint(LEFT, RIGHT);
        let y = BASE + 44.0;
        writeln!(text, r#"<text class="faint middle" x="{middle}" y="{y}">cards</text>"#)
    }
}

impl Line {
    fn draw(&self, scale: &Scale, text: &mut String) -> fmt::Result {
        let (colour, dashes) = self.looks;
        let places: Vec<String> = self
            .points
            .iter()
            .map(|(cards, time)| format!("{:.1} {:.1}", x(*cards), scale.y(*time)))
            .collect();
        writeln!(
            text,
            r#"<path class="line" style="stroke:{colour};stroke-dasharray:{dashes}" d="M{}"/>"#,
            places.join("L")
        )?;
        for (cards, time) in &self.points {
            let (x, y, words) = (x(*cards), scale.y(*time), duration(*time));
            writeln!(
                text,
                r#"<circle cx="{x:.1}" cy="{y:.1}" r="5" style="fill:{colour}"><title>{}, {cards} cards: {words}</title></circle>"#,
                self.name
            )?;
        }
        Ok(())
    }
}

fn x(cards: usize) -> f64 {
    let index = u32::try_from(cards - CARDS.start()).expect("a hand has few cards");
    let last = u32::try_from(CARDS.end() - CARDS.start()).expect("a hand has few cards");
    LEFT + 20.0 + (RIGHT - LEFT - 40.0) * f64::from(index) / f64::from(last)
}

/// Moves overlapping names apart, the upper ones upwards.
fn spread(mut names: Vec<(f64, &Line)>) -> Vec<(f64, &Line)> {
    names.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let mut below = f64::INFINITY;
    for (at, _) in &mut names {
        *at = at.min(below - PITCH);
        below = *at;
    }
    names
}

#[cfg(test)]
mod tests {
    use super::svg;
    use crate::cost::{Cost, Costs};

    #[test]
    fn a_chart_line_has_only_the_measured_points() {
        let mut costs = Costs::default();
        assert_eq!(svg(&costs), None);
        for (cards, nanoseconds) in [(4, Some(9e3)), (5, Some(2e5)), (6, None)] {
            let job = format!("hand {cards}");
            costs.keep(Cost { nanoseconds, ..Cost::empty(&job, "split") });
        }
        let picture = svg(&costs).expect("two points");
        assert_eq!(picture.matches("<circle").count(), 2);
        assert!(picture.contains("split, 5 cards: 200 µs"));
        assert!(!picture.contains("inrust"));
    }
}
