//! The elements of plots: a sheet with words, columns, a grid and lines, in the colours of the
//! palette.

use railroad::svg::Element;

use crate::words::wrap;

use super::svg::{
    CURVES, below_middle, columns, length, line, picture, rect, scaled, text_of, text_width,
};

/// The width of a plot, in dots of the picture.
pub(super) const WIDTH: i64 = 1600;
/// The margin on either side.
pub(super) const MARGIN: i64 = 70;
/// The font size of labels.
pub(super) const LABEL: i64 = 26;
/// The maximum width of a column. Without it, a few columns would fill the whole plot.
const PITCH: i64 = 150;
/// The minimum font size of the text above or below a column. This text may be wider than the
/// column.
const SMALLEST: i64 = 10;

const STYLE: &str = include_str!("chart.css");

/// A drawing in progress, under a title.
pub(super) struct Chart {
    title: String,
    width: i64,
    parts: Vec<Element>,
}

impl Chart {
    /// Makes an empty sheet of this width.
    pub(super) fn empty(title: &str, width: i64) -> Self {
        Self { title: title.to_owned(), width, parts: Vec::new() }
    }

    /// Makes a plot with its title at the top, and `words` under the title.
    pub(super) fn new(title: &str, words: &str) -> Self {
        let mut chart = Self::empty(title, WIDTH);
        chart.text("strong", 46, (MARGIN, 96), title);
        chart.text("faint", 28, (MARGIN, 150), words);
        chart
    }

    pub(super) fn add(&mut self, part: Element) {
        self.parts.push(part);
    }

    /// Adds words on one line, with the baseline at `place`.
    pub(super) fn text(&mut self, class: &str, size: i64, place: (i64, i64), words: &str) {
        self.add(text_of(class, size, place, words));
    }

    /// Adds a paragraph between `left` and `right` that begins at the height `top`, and returns the
    /// height at which the paragraph ends.
    pub(super) fn paragraph(
        &mut self,
        (class, size): (&str, i64),
        (left, right): (i64, i64),
        top: i64,
        words: &str,
    ) -> i64 {
        // Bold letters are wider than letters of code. All other letters are narrower.
        let spacing = match class {
            "strong" => 108,
            "code" => 100,
            _ => 86,
        };
        let lines = wrap(words.split(' '), " ", columns(right - left, size * spacing / 100));
        let pitch = size * 140 / 100;
        for (line, row) in lines.iter().zip(0..) {
            self.text(class, size, (left, top + row * pitch + size * 76 / 100), line);
        }
        top + pitch * length(lines.len())
    }

    /// Adds a line of the grid at the height `y`, with its label to the left.
    pub(super) fn grid(&mut self, class: &str, (left, right): (i64, i64), y: i64, label: &str) {
        self.add(line(class, &[(left, y), (right, y)]));
        self.text("end faint", LABEL, (left - 16, y + below_middle(LABEL)), label);
    }

    /// Returns the picture, which is `height` high.
    pub(super) fn finish(self, height: i64) -> Element {
        let curve = |color: usize| {
            format!(
                "svg.chart path.curve-{color} {{ stroke: $curve-{color}$; }}\n\
                 svg.chart path.mark-{color} {{ fill: $curve-{color}$; }}\n"
            )
        };
        let style = STYLE.to_owned() + &(0..CURVES).map(curve).collect::<String>();
        let svg = picture("chart", &self.title, &style, (self.width, height));
        self.parts.into_iter().fold(svg, Element::add)
    }
}

/// Returns the largest font size up to `most` at which each of `texts` is narrower than `width`.
pub(super) fn fitting<'a>(
    texts: &(impl Iterator<Item = &'a str> + Clone),
    width: i64,
    most: i64,
) -> i64 {
    let fits = |size: &i64| texts.clone().all(|text| text_width(text, *size) < width);
    (SMALLEST..=most).rev().find(fits).unwrap_or(SMALLEST)
}

/// Columns on a common baseline.
pub(super) struct Columns {
    /// The left edge of the first column.
    pub(super) left: i64,
    /// The baseline.
    pub(super) base: i64,
    /// The height of the tallest possible column.
    pub(super) height: i64,
    /// The distance from one column to the next.
    pub(super) pitch: i64,
    /// The font size of the texts above and below the columns.
    pub(super) size: i64,
}

impl Columns {
    /// Returns the distance from one of `count` columns to the next, in the space from `left` to
    /// `right`. It is at most [`PITCH`] or the width of the `widest` label, whichever is larger.
    pub(super) fn pitch((left, right): (i64, i64), count: usize, widest: i64) -> i64 {
        ((right - left) / length(count).max(1)).clamp(1, PITCH.max(widest))
    }

    /// Returns the right edge of the last of `count` columns.
    pub(super) fn right(&self, count: usize) -> i64 {
        self.left + self.pitch * length(count)
    }

    /// Draws a column. Its height is a `share` of the height of the highest possible column.
    pub(super) fn bar(&self, chart: &mut Chart, class: &str, column: i64, share: (u64, u64)) {
        let gap = self.pitch / 7;
        let (x, y) = (self.left + column * self.pitch + gap, self.top(share));
        chart.add(rect(class, (x, y), (self.pitch - 2 * gap, self.base - y)));
    }

    /// Writes `text` below a column.
    pub(super) fn label(&self, chart: &mut Chart, column: i64, text: &str) {
        chart.text("middle", self.size, (self.middle(column), self.base + 12 + self.size), text);
    }

    /// Writes `text` above a column.
    pub(super) fn number(&self, chart: &mut Chart, column: i64, share: (u64, u64), text: &str) {
        chart.text("middle", self.size, (self.middle(column), self.top(share) - 10), text);
    }

    /// Writes the name of the axis below all labels.
    pub(super) fn axis(&self, chart: &mut Chart, count: usize, text: &str) {
        let middle = i64::midpoint(self.left, self.right(count));
        let middle = middle.max(self.left + text_width(text, LABEL) / 2);
        chart.text("middle faint", LABEL, (middle, self.base + 92), text);
    }

    const fn middle(&self, column: i64) -> i64 {
        self.left + column * self.pitch + self.pitch / 2
    }

    fn top(&self, (part, whole): (u64, u64)) -> i64 {
        self.base - scaled(part, whole, self.height)
    }
}
