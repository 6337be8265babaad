//! How many hands reach each of several targets, as a picture.

use railroad::svg::Element;

use crate::Deck;
use crate::number::Rational;
use crate::reports::SolvableCount;
use crate::words::shorten;

use super::solvable::easiest;
use super::svg::{MARGIN, below_middle, length, line, plot, rect, scaled, text_of, text_width};

/// The most targets that have a column.
pub const MAX_COLUMNS: usize = 500;

/// Sizes are in dots of the picture.
const WIDTH: i64 = 1600;
/// Left of this stand the shares.
const LEFT: i64 = MARGIN + 110;
/// Half a long label has room right of the last column.
const RIGHT: i64 = WIDTH - MARGIN - 60;
const TOP: i64 = 300;
/// The height of a column for all hands.
const BARS: i64 = 520;
const BASE: i64 = TOP + BARS;
/// A column is no wider, so that few of them do not look like walls.
const PITCH: i64 = 150;
/// The sizes of letters.
const LABEL: i64 = 26;
/// From one label to the next.
const GAP: i64 = 16;
/// What has room under a column; a target can have thousands of digits.
const LETTERS: usize = 14;

const STYLE: &str = "
svg.solvable .ground { fill: $ground$; }
svg.solvable .bar { fill: $bar$; }
svg.solvable path.axis { stroke: $edge$; stroke-width: 2px; }
svg.solvable path.grid { stroke: $grid$; stroke-width: 2px; }
svg.solvable text { font-family: sans-serif; fill: $ink$; }
svg.solvable text.title { font-weight: bold; }
svg.solvable text.words, svg.solvable text.axis { fill: $faint$; }
svg.solvable text.column, svg.solvable text.axis { text-anchor: middle; }
svg.solvable text.number { stroke: $ground$; stroke-width: 8px; paint-order: stroke; }
svg.solvable text.share { text-anchor: end; fill: $faint$; }
";

/// The picture: a column for each of at most [`MAX_COLUMNS`] targets, whose height
/// is the share of the hands of `deck` that have a solution.
pub fn svg(counts: &[SolvableCount], deck: &Deck) -> String {
    let order = if deck.is_ordered() { ", every order of the cards a hand of its own" } else { "" };
    let (low, high) = (deck.values().start(), deck.values().end());
    let words = format!("{} hands of {} from {low} to {high}{order}", deck.len(), deck.cards());
    let easiest = easiest(counts).unwrap_or_else(|| "No hand reaches any".to_owned());
    let svg = plot("solvable", "How many hands reach each target?", &words, STYLE, SIZE)
        .add(text_of("words", LABEL, (MARGIN, TOP - 90), &shorten(&easiest, 100)));
    let columns = Columns::new(counts);
    columns.grid().chain(columns.draw()).fold(svg, Element::add).to_string()
}

const SIZE: (i64, i64) = (WIDTH, BASE + 140);

struct Columns<'a> {
    counts: &'a [SolvableCount],
    /// From one column to the next.
    pitch: i64,
    /// Every how many columns have a label.
    step: i64,
}

impl<'a> Columns<'a> {
    fn new(counts: &'a [SolvableCount]) -> Self {
        let widest = counts.iter().map(|count| label_width(&label(&count.target))).max();
        let widest = widest.map_or(0, |width| width + GAP);
        let room = (RIGHT - LEFT) / length(counts.len()).max(1);
        let pitch = room.clamp(1, PITCH.max(widest));
        let steps = (0..).flat_map(|power| [1, 2, 5].map(|it| it * 10_i64.pow(power)));
        let step = steps.into_iter().find(|step| step * pitch >= widest);
        let step = step.expect("columns are at least a dot wide, and labels are short");
        Self { counts, pitch, step }
    }

    /// The shares of the hands, and what the columns stand on.
    fn grid(&self) -> impl Iterator<Item = Element> {
        let right = LEFT + self.pitch * length(self.counts.len());
        let shares = (0..=4).flat_map(move |quarter| {
            let y = BASE - BARS * quarter / 4;
            let share = format!("{} %", 25 * quarter);
            let class = if quarter == 0 { "axis" } else { "grid" };
            [
                line(class, &[(LEFT, y), (right, y)]),
                text_of("share", LABEL, (LEFT - GAP, y + below_middle(LABEL)), &share),
            ]
        });
        let middle = i64::midpoint(LEFT, right);
        shares.chain([text_of("axis", LABEL, (middle, BASE + 92), "target")])
    }

    fn draw(&self) -> impl Iterator<Item = Element> {
        let gap = self.pitch / 7;
        (0..).zip(self.counts).flat_map(move |(column, count)| {
            let left = LEFT + column * self.pitch;
            let height = scaled(count.solvable, count.hands, BARS);
            let middle = left + self.pitch / 2;
            let bar = rect("bar", (left + gap, BASE - height), (self.pitch - 2 * gap, height));
            let target = label(&count.target);
            let is_labelled = self.is_labelled(column, &count.target);
            let name = || text_of("column", LABEL, (middle, BASE + 12 + LABEL), &target);
            // Where every target has a label, there may be room for numbers too.
            let number = count.solvable.to_string();
            let has_room = self.step == 1 && label_width(&number) + GAP <= self.pitch;
            let number = || text_of("column number", LABEL, (middle, BASE - height - 10), &number);
            let texts = [is_labelled.then(name), has_room.then(number)];
            std::iter::once(bar).chain(texts.into_iter().flatten())
        })
    }

    /// Whether a column has a label: of the whole numbers the round ones do.
    fn is_labelled(&self, column: i64, target: &Rational) -> bool {
        match target.to_i64_pair() {
            Some((whole, 1)) => whole.rem_euclid(self.step) == 0,
            _ => column % self.step == 0,
        }
    }
}

fn label(target: &Rational) -> String {
    shorten(&target.to_string(), LETTERS)
}

fn label_width(text: &str) -> i64 {
    text_width(text, LABEL)
}
