//! What each template does over a deck, as a picture for a wall.

use std::io;

use crate::Grammar;
use crate::reports::{Coverage, TemplateCoverage};
use crate::words::{counted, shorten, wrap};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// Up to so many templates are all shown, of more only `FEWER`.
const SHOWN: usize = 96;
const FEWER: usize = 60;

/// More rows than this stand in two columns.
const ONE_COLUMN: usize = 32;

/// Lengths are in 2100ths of the width of a sheet of A3, which is filled unless
/// there are few rows.
const WIDTH: i32 = 2100;
const HEIGHT: i32 = 2970;
const SHEET_MM: i32 = 297;
const MARGIN: i32 = 90;
const GUTTER: i32 = 80;
const ROW_HEIGHT: std::ops::RangeInclusive<i32> = 40..=96;

const NEEDED: RGBColor = RGBColor(42, 138, 170);
const ALONE: RGBColor = RGBColor(9, 52, 79);
const OTHER: RGBColor = RGBColor(196, 203, 209);
const INK: RGBColor = RGBColor(25, 30, 36);
const FAINT: RGBColor = RGBColor(96, 104, 112);

type Canvas<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawn = Result<(), DrawingAreaErrorKind<io::Error>>;

/// The picture: a bar for each template, those of the cover in another colour.
pub fn svg(report: &Coverage, grammar: &Grammar) -> io::Result<String> {
    let rows = shown(report);
    let picture = Picture::new(report, &rows, grammar);
    let mut svg = String::new();
    let height = picture.height();
    let size = (WIDTH.unsigned_abs(), height.unsigned_abs());
    let canvas = SVGBackend::with_string(&mut svg, size).into_drawing_area();
    picture.draw(&canvas).map_err(io::Error::other)?;
    drop(canvas);
    // The library knows dots only; a sheet has a size.
    let millimetres = height * SHEET_MM / WIDTH;
    Ok(svg.replacen(
        &format!("width=\"{WIDTH}\" height=\"{height}\""),
        &format!("width=\"{SHEET_MM}mm\" height=\"{millimetres}mm\""),
        1,
    ))
}

/// The templates to show, most hands first. Where they are too many, those of
/// the cover come before others.
fn shown(report: &Coverage) -> Vec<TemplateCoverage> {
    if report.templates.len() <= SHOWN {
        return report.templates.clone();
    }
    let mut places: Vec<usize> = (0..report.templates.len()).collect();
    places.sort_by_key(|&place| (!report.templates[place].in_cover, place));
    places.truncate(FEWER);
    places.sort_unstable();
    places.into_iter().map(|place| report.templates[place].clone()).collect()
}

/// Text of a size at a place.
struct Words {
    lines: Vec<String>,
    size: i32,
    mono: bool,
    color: RGBColor,
}

/// A column of bars.
struct Panel<'a> {
    rows: &'a [TemplateCoverage],
    labels: Vec<String>,
    counts: Vec<String>,
}

struct Picture<'a> {
    head: Vec<Words>,
    legend: Vec<(RGBColor, String)>,
    panels: Vec<Panel<'a>>,
    row_height: i32,
    /// The size of the templates and of the numbers.
    font: i32,
    foot: Vec<Words>,
}

fn to_length(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}

/// At least the width of so many characters of a font of this size.
fn width_of(characters: usize, size: i32) -> i32 {
    to_length(characters).saturating_mul(size * 61 / 100 + 1)
}

/// How many characters of a font of this size have room in the width.
fn room(width: i32, size: i32) -> usize {
    usize::try_from(width / (size * 61 / 100 + 1)).unwrap_or(0)
}

impl Words {
    /// Words of a size, on as many lines as they need.
    fn new(text: &str, size: i32, color: RGBColor) -> Self {
        let lines = wrap(text.split(' '), " ", room(WIDTH - 2 * MARGIN, size * 95 / 100));
        Self { lines, size, mono: false, color }
    }

    fn height(&self) -> i32 {
        self.line_height() * to_length(self.lines.len())
    }

    const fn line_height(&self) -> i32 {
        self.size * 140 / 100
    }

    fn draw(&self, canvas: &Canvas<'_>, top: i32) -> Drawn {
        let style = style(self.size, self.mono, self.color).pos(Pos::new(HPos::Left, VPos::Top));
        for (line, index) in self.lines.iter().zip(0..) {
            let place = (MARGIN, top + index * self.line_height());
            canvas.draw(&Text::new(line.clone(), place, style.clone()))?;
        }
        Ok(())
    }
}

/// A font whose letters are as high as `size` says.
fn style(size: i32, mono: bool, color: RGBColor) -> TextStyle<'static> {
    let family = if mono { FontFamily::Monospace } else { FontFamily::SansSerif };
    // The library makes sizes smaller by this on their way into the file.
    let size = f64::from(size) * 1.24;
    let mut style = TextStyle::from((family, size).into_font());
    style.color = color.to_backend_color();
    style
}

impl<'a> Picture<'a> {
    fn new(report: &'a Coverage, rows: &'a [TemplateCoverage], grammar: &Grammar) -> Self {
        let columns = if rows.len() > ONE_COLUMN { 2 } else { 1 };
        let in_column = rows.len().div_ceil(columns).max(1);
        let mut picture = Self {
            head: head(report, grammar),
            legend: legend(report, rows),
            panels: Vec::new(),
            row_height: 0,
            font: 0,
            foot: foot(report, rows),
        };
        picture.row_height = ((HEIGHT - picture.height()) / to_length(in_column))
            .clamp(*ROW_HEIGHT.start(), *ROW_HEIGHT.end());
        // A label takes half of its column at most.
        let label_room = (WIDTH - 2 * MARGIN) / 2 / to_length(columns);
        let longest = rows.iter().map(|row| row.template.chars().count()).max().unwrap_or(0);
        picture.font = (14..=picture.row_height * 64 / 100)
            .rev()
            .find(|&size| width_of(longest, size) <= label_room)
            .unwrap_or(14);
        picture.panels = rows
            .chunks(in_column)
            .map(|rows| Panel {
                rows,
                labels: rows
                    .iter()
                    .map(|row| shorten(&row.template, room(label_room, picture.font)))
                    .collect(),
                counts: rows.iter().map(count).collect(),
            })
            .collect();
        picture
    }

    const LEGEND_SIZE: i32 = 36;
    const LEGEND_ROW: i32 = 58;

    fn head_height(&self) -> i32 {
        self.head.iter().map(Words::height).sum::<i32>() + 24
    }

    fn legend_height(&self) -> i32 {
        Self::LEGEND_ROW * to_length(self.legend.len()) + 40
    }

    fn rows_height(&self) -> i32 {
        let rows = self.panels.first().map_or(0, |panel| panel.rows.len());
        self.row_height * to_length(rows)
    }

    fn height(&self) -> i32 {
        let foot: i32 = self.foot.iter().map(|words| words.height() + 16).sum();
        2 * MARGIN + self.head_height() + self.legend_height() + self.rows_height() + 30 + foot
    }

    fn draw(&self, canvas: &Canvas<'_>) -> Drawn {
        canvas.fill(&WHITE)?;
        let mut top = MARGIN;
        for words in &self.head {
            words.draw(canvas, top)?;
            top += words.height();
        }
        top = MARGIN + self.head_height();
        self.draw_legend(canvas, top)?;
        top += self.legend_height();
        self.draw_panels(canvas, top)?;
        top += self.rows_height() + 30;
        for words in &self.foot {
            words.draw(canvas, top)?;
            top += words.height() + 16;
        }
        canvas.present()
    }

    fn draw_legend(&self, canvas: &Canvas<'_>, top: i32) -> Drawn {
        let style = style(Self::LEGEND_SIZE, false, INK).pos(Pos::new(HPos::Left, VPos::Center));
        for ((color, text), index) in self.legend.iter().zip(0..) {
            let middle = top + index * Self::LEGEND_ROW + Self::LEGEND_ROW / 2;
            let half = Self::LEGEND_SIZE / 2;
            let swatch = [(MARGIN, middle - half), (MARGIN + 70, middle + half)];
            canvas.draw(&Rectangle::new(swatch, color.filled()))?;
            let place = (MARGIN + 92, middle + Self::LEGEND_SIZE / 12);
            canvas.draw(&Text::new(text.clone(), place, style.clone()))?;
        }
        Ok(())
    }

    /// Draws the columns next to each other, all bars in the same scale.
    fn draw_panels(&self, canvas: &Canvas<'_>, top: i32) -> Drawn {
        let most: u64 = self.panels.iter().map(Panel::most).sum();
        let gutters = GUTTER * i32::try_from(self.panels.len().saturating_sub(1)).unwrap_or(0);
        let beside: i32 = self.panels.iter().map(|panel| self.beside(panel)).sum();
        let bars = WIDTH - 2 * MARGIN - gutters - beside;
        let mut left = MARGIN;
        for panel in &self.panels {
            let length = u128::from(bars.unsigned_abs()) * u128::from(panel.most())
                / u128::from(most.max(1));
            let length = i32::try_from(length).unwrap_or(0).max(2);
            let width = length + self.beside(panel);
            let height = self.rows_height().unsigned_abs();
            let area = canvas.clone().shrink((left, top), (width.unsigned_abs(), height));
            self.draw_panel(&area, panel)?;
            left += width + GUTTER;
        }
        Ok(())
    }

    /// What a column needs beside the bars: for the templates, and for the
    /// numbers.
    fn beside(&self, panel: &Panel<'_>) -> i32 {
        self.before(panel) + self.after(panel)
    }

    fn before(&self, panel: &Panel<'_>) -> i32 {
        self.font / 2 + self.widest(&panel.labels)
    }

    fn after(&self, panel: &Panel<'_>) -> i32 {
        self.font / 2 + self.widest(&panel.counts)
    }

    fn widest(&self, texts: &[String]) -> i32 {
        texts.iter().map(|text| width_of(text.chars().count(), self.font)).max().unwrap_or(0)
    }

    fn draw_panel(&self, area: &Canvas<'_>, panel: &Panel<'_>) -> Drawn {
        let rows = to_length(self.rows_in_column());
        let mut chart = ChartBuilder::on(area)
            .set_label_area_size(LabelAreaPosition::Left, self.before(panel))
            .set_label_area_size(LabelAreaPosition::Right, self.after(panel))
            .build_cartesian_2d(0..panel.most(), 0..rows * 100)?;
        // A tenth of the row stays free on either side of a bar.
        let bar = |row: i32, hands: u64, color: RGBColor| {
            let bottom = (rows - 1 - row) * 100;
            Rectangle::new([(0, bottom + 88), (hands, bottom + 12)], color.filled())
        };
        let text = |row: i32, hands: u64, shift: i32, align: HPos, text: &str| {
            let style = style(self.font, true, INK).pos(Pos::new(align, VPos::Center));
            EmptyElement::at((hands, (rows - 1 - row) * 100 + 50))
                + Text::new(text.to_owned(), (shift, self.font / 12), style)
        };
        for (row, index) in panel.rows.iter().zip(0..) {
            let color = if row.in_cover { NEEDED } else { OTHER };
            chart.draw_series([bar(index, row.hands, color)])?;
            if row.only > 0 {
                // No thinner than can be seen.
                let visible = row.only.max(panel.most() / 160).min(row.hands);
                chart.draw_series([bar(index, visible, ALONE)])?;
            }
        }
        let gap = self.font / 2;
        for ((row, index), label) in panel.rows.iter().zip(0..).zip(&panel.labels) {
            chart.draw_series([text(index, 0, -gap, HPos::Right, label)])?;
            chart.draw_series([text(index, row.hands, gap, HPos::Left, &count(row))])?;
        }
        Ok(())
    }

    fn rows_in_column(&self) -> usize {
        self.panels.first().map_or(0, |panel| panel.rows.len())
    }
}

impl Panel<'_> {
    fn most(&self) -> u64 {
        self.rows.first().map_or(1, |row| row.hands)
    }
}

/// What stands at a bar.
fn count(row: &TemplateCoverage) -> String {
    if row.only > 0 { format!("{} ({})", row.hands, row.only) } else { row.hands.to_string() }
}

fn head(report: &Coverage, grammar: &Grammar) -> Vec<Words> {
    let target = shorten(&report.target.to_string(), 20);
    let deck = &report.deck;
    let (low, high) = (deck.values().start(), deck.values().end());
    let cards = deck.cards();
    let ordered = if deck.is_ordered() { ", every order a hand of its own" } else { "" };
    let solvable = report.solvable;
    let enough = match (report.cover.len(), report.cover_is_proven()) {
        (0, _) => String::new(),
        (1, _) => " A single template is enough for all of these.".to_owned(),
        (size, true) => {
            format!(" {size} templates are enough for all of these, and no fewer are.")
        }
        (size, false) => format!(" {size} templates are enough for all of these."),
    };
    let read = if *grammar == Grammar::Left {
        String::new()
    } else {
        format!(", read by the grammar {grammar}")
    };
    let hands = format!(
        "Of {} hands of {} from {low} to {high}{ordered}, {solvable} can make \
         {target}{read}.{enough}",
        report.hands,
        counted(cards, "card"),
    );
    vec![
        Words::new(&format!("Which templates make {target}, and how often?"), 84, INK),
        Words::new(&hands, 44, FAINT),
    ]
}

fn legend(report: &Coverage, shown: &[TemplateCoverage]) -> Vec<(RGBColor, String)> {
    let size = report.cover.len();
    let (belongs, others) = match size {
        1 => ("it is the one that is enough".to_owned(), "the one does".to_owned()),
        _ => (format!("it is one of the {size} that are enough"), format!("the {size} do")),
    };
    let mut legend = Vec::new();
    if shown.iter().any(|row| row.in_cover) {
        legend.push((NEEDED, format!("how many hands it solves: {belongs}")));
    }
    if shown.iter().any(|row| row.only > 0) {
        legend.push((ALONE, "how many of these no other template solves (in brackets)".into()));
    }
    if shown.iter().any(|row| !row.in_cover) {
        legend.push((OTHER, format!("how many hands it solves: {others} so without it")));
    }
    legend
}

fn foot(report: &Coverage, shown: &[TemplateCoverage]) -> Vec<Words> {
    /// How many lines of templates that solve nothing there are at most.
    const LINES: usize = 5;
    // Ordinary blanks would become one.
    const GAP: &str = "\u{a0}\u{a0}\u{a0}";
    let mut foot = Vec::new();
    let live = report.templates.len();
    if shown.len() < live {
        let enough = report.cover.len();
        let among = match shown.iter().filter(|row| row.in_cover).count() {
            all if all == enough => format!("the {enough} that are enough among them"),
            some => format!("{some} of the {enough} that are enough among them"),
        };
        let text = format!(
            "Shown are {} of the {live} templates that solve a hand, {among}; of the others those \
             that solve most.",
            shown.len()
        );
        foot.push(Words::new(&text, 32, FAINT));
    }
    let dead = report.dead.len();
    if dead > 0 {
        let solve = if dead == 1 { "solves" } else { "solve" };
        let text = format!("{} {solve} no hand at all:", counted(dead, "template"));
        foot.push(Words::new(&text, 32, FAINT));
        let size = 32;
        let room = room(WIDTH - 2 * MARGIN, size);
        let names: Vec<String> = report.dead.iter().map(|name| shorten(name, room)).collect();
        let mut lines = wrap(names.iter().map(|name| &**name), GAP, room);
        if lines.len() > LINES {
            lines.truncate(LINES);
            lines.push("…".to_owned());
        }
        foot.push(Words { lines, size, mono: true, color: FAINT });
    }
    foot
}
