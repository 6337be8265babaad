//! The hands that each template of a set solves, as a poster.

use railroad::svg::Element;

use crate::Grammar;
use crate::reports::{Coverage, TemplateCoverage};
use crate::words::{counted, shorten, wrap};

use super::svg::{below_middle, columns, length, picture, rect, scaled, text, text_of, text_width};

/// The most templates that are all shown; of more, only `FEWER` are.
const SHOWN: usize = 96;
const FEWER: usize = 60;

/// More rows than this stand in two columns.
const ONE_COLUMN: usize = 32;

/// Lengths are in 2100ths of the width of a sheet of A3, which is filled unless
/// there are few rows.
const WIDTH: i64 = 2100;
const HEIGHT: i64 = 2970;
const SHEET_MM: i64 = 297;
const MARGIN: i64 = 90;
const GUTTER: i64 = 80;
const ROW_HEIGHT: std::ops::RangeInclusive<i64> = 40..=96;

const STYLE: &str = "
svg.coverage .ground { fill: $ground$; }
svg.coverage .needed { fill: $bar$; }
svg.coverage .alone { fill: $bar-part$; }
svg.coverage .other { fill: $bar-rest$; }
svg.coverage text { font-family: sans-serif; fill: $ink$; }
svg.coverage text.faint { fill: $faint$; }
svg.coverage text.mono, svg.coverage text.label, svg.coverage text.count {
    font-family: monospace;
}
svg.coverage text.label { text-anchor: end; }
svg.coverage text.legend { font-size: 36px; }
";

/// The picture: a bar for each template, those of the cover in another colour.
pub fn svg(report: &Coverage, grammar: &Grammar) -> String {
    let rows = shown(report);
    Picture::new(report, &rows, grammar).draw().to_string()
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
    size: i64,
    mono: bool,
    class: &'static str,
}

/// A column of bars.
struct Panel<'a> {
    rows: &'a [TemplateCoverage],
    labels: Vec<String>,
    counts: Vec<String>,
}

struct Picture<'a> {
    head: Vec<Words>,
    /// The classes of the parts of a bar, and what they mean.
    legend: Vec<(&'static str, String)>,
    panels: Vec<Panel<'a>>,
    row_height: i64,
    /// The size of the templates and of the numbers.
    font: i64,
    foot: Vec<Words>,
}

impl Words {
    /// Words of a size, on as many lines as they need.
    fn new(text: &str, size: i64, class: &'static str) -> Self {
        let lines = wrap(text.split(' '), " ", columns(WIDTH - 2 * MARGIN, size * 95 / 100));
        Self { lines, size, mono: false, class }
    }

    fn height(&self) -> i64 {
        self.line_height() * length(self.lines.len())
    }

    const fn line_height(&self) -> i64 {
        self.size * 140 / 100
    }

    fn draw(&self, top: i64) -> impl Iterator<Item = Element> {
        let class = if self.mono { format!("{} mono", self.class) } else { self.class.to_owned() };
        self.lines.iter().zip(0..).map(move |(line, index)| {
            let baseline = top + index * self.line_height() + self.size * 76 / 100;
            text_of(&class, self.size, (MARGIN, baseline), line)
        })
    }
}

impl<'a> Picture<'a> {
    fn new(report: &'a Coverage, rows: &'a [TemplateCoverage], grammar: &Grammar) -> Self {
        let panels = if rows.len() > ONE_COLUMN { 2 } else { 1 };
        let in_column = rows.len().div_ceil(panels).max(1);
        let mut picture = Self {
            head: head(report, grammar),
            legend: legend(report, rows),
            panels: Vec::new(),
            row_height: 0,
            font: 0,
            foot: foot(report, rows),
        };
        picture.row_height = ((HEIGHT - picture.height()) / length(in_column))
            .clamp(*ROW_HEIGHT.start(), *ROW_HEIGHT.end());
        // A label takes half of its column at most.
        let label_room = (WIDTH - 2 * MARGIN) / 2 / length(panels);
        picture.font = (14..=picture.row_height * 64 / 100)
            .rev()
            .find(|&size| rows.iter().all(|row| text_width(&row.template, size) <= label_room))
            .unwrap_or(14);
        picture.panels = rows
            .chunks(in_column)
            .map(|rows| Panel {
                rows,
                labels: rows
                    .iter()
                    .map(|row| shorten(&row.template, columns(label_room, picture.font)))
                    .collect(),
                counts: rows.iter().map(count).collect(),
            })
            .collect();
        picture
    }

    const LEGEND_SIZE: i64 = 36;
    const LEGEND_ROW: i64 = 58;

    fn head_height(&self) -> i64 {
        self.head.iter().map(Words::height).sum::<i64>() + 24
    }

    fn legend_height(&self) -> i64 {
        Self::LEGEND_ROW * length(self.legend.len()) + 40
    }

    fn rows_height(&self) -> i64 {
        let rows = self.panels.first().map_or(0, |panel| panel.rows.len());
        self.row_height * length(rows)
    }

    fn height(&self) -> i64 {
        let foot: i64 = self.foot.iter().map(|words| words.height() + 16).sum();
        2 * MARGIN + self.head_height() + self.legend_height() + self.rows_height() + 30 + foot
    }

    fn draw(&self) -> Element {
        let height = self.height();
        let title = self.head.iter().flat_map(|words| &words.lines).next();
        let title = title.map_or("", String::as_str);
        let mut svg = picture("coverage", title, STYLE, (WIDTH, height))
            .set("width", &format!("{SHEET_MM}mm"))
            .set("height", &format!("{}mm", height * SHEET_MM / WIDTH));
        let mut top = MARGIN;
        for words in &self.head {
            svg = words.draw(top).fold(svg, Element::add);
            top += words.height();
        }
        top = MARGIN + self.head_height();
        svg = self.draw_legend(top).fold(svg, Element::add);
        top += self.legend_height();
        svg = self.draw_panels(top).into_iter().fold(svg, Element::add);
        top += self.rows_height() + 30;
        for words in &self.foot {
            svg = words.draw(top).fold(svg, Element::add);
            top += words.height() + 16;
        }
        svg
    }

    fn draw_legend(&self, top: i64) -> impl Iterator<Item = Element> {
        self.legend.iter().zip(0..).flat_map(move |((class, meaning), index)| {
            let middle = top + index * Self::LEGEND_ROW + Self::LEGEND_ROW / 2;
            let size = Self::LEGEND_SIZE;
            let place = (MARGIN + 92, middle + below_middle(size));
            [rect(class, (MARGIN, middle - size / 2), (70, size)), text("legend", place, meaning)]
        })
    }

    /// Draws the columns next to each other, all bars in the same scale.
    fn draw_panels(&self, top: i64) -> Vec<Element> {
        let most: u64 = self.panels.iter().map(Panel::most).sum();
        let gutters = GUTTER * length(self.panels.len().saturating_sub(1));
        let beside: i64 = self.panels.iter().map(|panel| self.beside(panel)).sum();
        let bars = WIDTH - 2 * MARGIN - gutters - beside;
        let mut left = MARGIN;
        let mut drawn = Vec::new();
        for panel in &self.panels {
            let longest = scaled(panel.most(), most, bars);
            drawn.extend(self.draw_panel(panel, (left + self.before(panel), top), longest));
            left += longest + self.beside(panel) + GUTTER;
        }
        drawn
    }

    /// What a column needs beside the bars: for the templates, and for the
    /// numbers.
    fn beside(&self, panel: &Panel<'_>) -> i64 {
        self.before(panel) + self.after(panel)
    }

    fn before(&self, panel: &Panel<'_>) -> i64 {
        self.font / 2 + self.widest(&panel.labels)
    }

    fn after(&self, panel: &Panel<'_>) -> i64 {
        self.font / 2 + self.widest(&panel.counts)
    }

    fn widest(&self, texts: &[String]) -> i64 {
        texts.iter().map(|text| text_width(text, self.font)).max().unwrap_or(0)
    }

    /// The rows of a column whose bars begin at the place; the first of them is
    /// the `longest`.
    fn draw_panel(&self, panel: &Panel<'_>, (left, top): (i64, i64), longest: i64) -> Vec<Element> {
        // Some of the row stays free on either side of a bar.
        let free = self.row_height * 12 / 100;
        let most = panel.most();
        let gap = self.font / 2;
        let mut drawn = Vec::new();
        for (((row, index), label), count) in
            panel.rows.iter().zip(0..).zip(&panel.labels).zip(&panel.counts)
        {
            let top = top + index * self.row_height;
            let end = scaled(row.hands, most, longest);
            let bar = |class, length| {
                rect(class, (left, top + free), (length, self.row_height - 2 * free))
            };
            drawn.push(bar(if row.in_cover { "needed" } else { "other" }, end));
            if row.only > 0 {
                // No thinner than can be seen.
                let visible = row.only.max(most / 160).min(row.hands);
                drawn.push(bar("alone", scaled(visible, most, longest)));
            }
            let baseline = top + self.row_height / 2 + below_middle(self.font);
            drawn.push(text_of("label", self.font, (left - gap, baseline), label));
            drawn.push(text_of("count", self.font, (left + end + gap, baseline), count));
        }
        drawn
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
        Words::new(&format!("Which templates make {target}, and how often?"), 84, "ink"),
        Words::new(&hands, 44, "faint"),
    ]
}

fn legend(report: &Coverage, shown: &[TemplateCoverage]) -> Vec<(&'static str, String)> {
    let size = report.cover.len();
    let (belongs, others) = match size {
        1 => ("it is the one that is enough".to_owned(), "the one does".to_owned()),
        _ => (format!("it is one of the {size} that are enough"), format!("the {size} do")),
    };
    let mut legend = Vec::new();
    if shown.iter().any(|row| row.in_cover) {
        legend.push(("needed", format!("how many hands it solves: {belongs}")));
    }
    if shown.iter().any(|row| row.only > 0) {
        legend.push(("alone", "how many of these no other template solves (in brackets)".into()));
    }
    if shown.iter().any(|row| !row.in_cover) {
        legend.push(("other", format!("how many hands it solves: {others} so without it")));
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
        foot.push(Words::new(&text, 32, "faint"));
    }
    let dead = report.dead.len();
    if dead > 0 {
        let solve = if dead == 1 { "solves" } else { "solve" };
        let text = format!("{} {solve} no hand at all:", counted(dead, "template"));
        foot.push(Words::new(&text, 32, "faint"));
        let size = 32;
        let room = columns(WIDTH - 2 * MARGIN, size);
        let names: Vec<String> = report.dead.iter().map(|name| shorten(name, room)).collect();
        let mut lines = wrap(names.iter().map(|name| &**name), GAP, room);
        if lines.len() > LINES {
            lines.truncate(LINES);
            lines.push("…".to_owned());
        }
        foot.push(Words { lines, size, mono: true, class: "faint" });
    }
    foot
}
