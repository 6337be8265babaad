//! The hands that each template of a set solves, as a poster.

use itertools::Itertools;

use crate::reports::{Coverage, TemplateCoverage};
use crate::words::{and_more, counted, shorten};

use super::Plotted;
use super::chart::Chart;
use super::compare_grammars::OfSet;
use super::svg::{below_middle, columns as columns_in, length, rect, scaled, text_width};
use super::value::{falsity, written};

/// The poster shows every template of a set that has at most `SHOWN` of them, and `FEWER` templates
/// of a larger set.
const SHOWN: usize = 96;
const FEWER: usize = 60;

/// The unit of lengths: an A3 sheet is 2,100 units wide. A poster is longer than the sheet only if
/// its text needs more room.
const WIDTH: i64 = 2100;
const HEIGHT: i64 = 2970;
const SHEET_MM: i64 = 297;
const MARGIN: i64 = 90;
const GUTTER: i64 = 80;
const INNER: i64 = WIDTH - 2 * MARGIN;
const ACROSS: (i64, i64) = (MARGIN, WIDTH - MARGIN);

/// The font sizes of templates and numbers, and the maximum number of columns.
const SIZES: std::ops::RangeInclusive<i64> = 20..=40;
const COLUMNS: usize = 4;
/// The height of a row with its example, in hundredths of the font size.
const ROW: i64 = 240;
/// The font sizes of the legend and of the texts below the columns.
const LEGEND: i64 = 32;
const DEAD: i64 = 28;
/// The maximum number of templates that are listed as solving no hand.
const DEAD_SHOWN: usize = 60;

impl Plotted for OfSet<'_, Coverage> {
    /// Draws the picture. It gives each template a bar and an example; the templates that solve the
    /// most hands come first. The templates of the cover have a different colour.
    fn svg(&self) -> String {
        let report = self.report;
        let shown = shown(report);
        let rows = shown.iter().map(|it| Row::new(it)).collect_vec();
        let target = shorten(&report.target.to_string(), 20);
        let title = format!("Which templates make {target}, and how often?");
        let mut chart = Chart::empty(&title, WIDTH);
        let top = chart.paragraph(("strong", 72), ACROSS, MARGIN, &title);
        let top = chart.paragraph(("faint", 42), ACROSS, top, &summary(report, self.set)) + 24;
        let top = draw_legend(&mut chart, top, &shown) + 36;
        // An estimate of the room for the texts below the columns.
        let below = MARGIN + DEAD * length(report.dead.len().min(DEAD_SHOWN)) / 4;
        let sheet = Sheet::fitting(&rows, HEIGHT - top - below);
        for (column, place) in rows.chunks(sheet.longest).zip(0..) {
            let left = MARGIN + place * (sheet.width + GUTTER);
            for (row, place) in column.iter().zip(0..) {
                sheet.draw_row(&mut chart, row, report, (left, top + place * sheet.row()));
            }
        }
        let bottom = top + sheet.row() * length(sheet.longest.min(rows.len())) + 30;
        let height = draw_foot(&mut chart, bottom, report, rows.len()) + MARGIN;
        let svg = chart.finish(height).set("width", &format!("{SHEET_MM}mm"));
        svg.set("height", &format!("{}mm", height * SHEET_MM / WIDTH)).to_string()
    }
}

/// Returns the templates to show; those that solve the most hands come first. If there are too many
/// templates, templates outside the cover are left out first.
fn shown(report: &Coverage) -> Vec<&TemplateCoverage> {
    let all = report.templates.iter().enumerate();
    let most = if report.templates.len() <= SHOWN { SHOWN } else { FEWER };
    let needed_first = all.sorted_by_key(|(_, it)| !it.in_cover).take(most);
    needed_first.sorted_by_key(|(place, _)| *place).map(|(_, it)| it).collect()
}

fn summary(report: &Coverage, set: &str) -> String {
    let deck = &report.deck;
    let (low, high) = (deck.values().start(), deck.values().end());
    let ordered = if deck.is_ordered() { ", with every order as a separate hand" } else { "" };
    let (hands, cards) = (counted(report.hands, "hand"), counted(deck.cards(), "card"));
    let read = match &report.grammar {
        grammar if grammar.is_ordinary() => String::new(),
        grammar => format!(", parsed by the grammar {grammar},"),
    };
    let (templates, solve) = match report.templates.len() + report.dead.len() {
        1 => ("template".to_owned(), "solves"),
        all => (format!("{all} templates"), "solve"),
    };
    let solvable = report.solvable;
    let solved = match report.reachable {
        _ if solvable == 0 => "none".to_owned(),
        Some(reachable) if reachable != solvable => {
            format!("{solvable} of the {reachable} that can be solved")
        }
        Some(_) => format!("all {solvable} that can be solved"),
        None => solvable.to_string(),
    };
    let fewer = if report.cover_is_proven() { ", and no fewer are" } else { "" };
    let enough = match report.cover.len() {
        0 => String::new(),
        1 => " A single template is enough for all of these.".to_owned(),
        size => format!(" {size} templates are enough for all of these{fewer}."),
    };
    let set = shorten(set, 40);
    format!(
        "Of {hands} of {cards} from {low} to {high}{ordered}, the {templates} of the set \
         {set}{read} {solve} {solved}.{enough}"
    )
}

/// Draws the legend of the bars and signs, and returns the height at which it ends.
fn draw_legend(chart: &mut Chart, mut top: i64, shown: &[&TemplateCoverage]) -> i64 {
    let is_any = |holds: fn(&TemplateCoverage) -> bool| shown.iter().any(|it| holds(it));
    let (covers, covers_not) = (is_any(|it| it.in_cover), is_any(|it| !it.in_cover));
    let (only, any) = (is_any(|it| it.only > 0), !shown.is_empty());
    let lines = [
        (covers, "bar", "hands that it solves; it is one of the templates that are enough"),
        (only, "part", "hands that no other template solves (the number in brackets)"),
        (covers_not, "rest", "hands that it solves; the templates that are enough solve them too"),
        (any, "→", "a hand that few other templates solve, and how this one does"),
    ];
    for (_, mark, meaning) in lines.into_iter().filter(|(is_there, ..)| *is_there) {
        let middle = top + LEGEND * 3 / 4;
        let baseline = middle + below_middle(LEGEND);
        if mark.is_ascii() {
            chart.add(rect(mark, (MARGIN, middle - LEGEND / 2), (70, LEGEND)));
        } else {
            chart.text("code", LEGEND, (MARGIN, baseline), mark);
        }
        chart.text("", LEGEND, (MARGIN + 96, baseline), meaning);
        top += LEGEND * 3 / 2;
    }
    top
}

/// Writes how many templates are shown, and lists the templates that solve no hand. Returns the
/// height at which the text ends.
fn draw_foot(chart: &mut Chart, mut top: i64, report: &Coverage, shown: usize) -> i64 {
    let mut paragraph = |class, size, words: String| {
        top = chart.paragraph((class, size), ACROSS, top + size / 2, &words);
    };
    let (live, dead) = (report.templates.len(), report.dead.len());
    if shown < live {
        let words = format!(
            "{shown} of the {live} templates that solve a hand are shown: first those that are \
             enough, then those that solve the most hands."
        );
        paragraph("faint", LEGEND, words);
    }
    if dead > 0 {
        let solve = if dead == 1 { "solves" } else { "solve" };
        paragraph("", LEGEND, format!("{} {solve} no hand at all:", counted(dead, "template")));
        // Ordinary blanks let a line break after a template. The unbreakable ones only widen the
        // gap.
        paragraph("code", DEAD, report.dead.iter().take(DEAD_SHOWN).join("\u{a0}\u{a0} "));
        if let Some(more) = and_more(dead, DEAD_SHOWN) {
            paragraph("faint", LEGEND, more);
        }
    }
    top
}

/// A template with its texts.
struct Row<'a> {
    coverage: &'a TemplateCoverage,
    count: String,
    example: String,
}

impl<'a> Row<'a> {
    fn new(coverage: &'a TemplateCoverage) -> Self {
        let TemplateCoverage { hands, only, example, .. } = coverage;
        let count = if *only > 0 { format!("{hands} ({only})") } else { hands.to_string() };
        let solution = written(&example.solution.solution, &example.hand);
        let example =
            [Some(format!("{} → {solution}", example.hand)), falsity(&example.solution.ordinary)];
        Self { coverage, count, example: example.into_iter().flatten().join(" ") }
    }
}

/// The sizes of the poster.
struct Sheet {
    /// The font size of templates and numbers.
    size: i64,
    /// The width of a column, and the widths of the texts to the left and right of its bars.
    width: i64,
    label: i64,
    count: i64,
    /// The maximum number of rows in a column, at least 1.
    longest: usize,
}

impl Sheet {
    /// Returns the first layout that is at most `room` high and has room for its texts. Larger font
    /// sizes come first, and for each size fewer columns. If no layout fits, returns one column in
    /// the smallest size, with its texts cut off.
    fn fitting(rows: &[Row<'_>], room: i64) -> Self {
        let widest = |text: &dyn Fn(&Row<'_>) -> i64| rows.iter().map(text).max().unwrap_or(0);
        let mut sheets = SIZES.rev().cartesian_product(1..=COLUMNS);
        let fitting = sheets.find_map(|(size, columns)| {
            let count = length(columns);
            let sheet = Self {
                size,
                width: (INNER - GUTTER * (count - 1)) / count,
                label: widest(&|row| text_width(&row.coverage.template, size)),
                count: widest(&|row| text_width(&row.count, size)),
                longest: rows.len().div_ceil(columns).max(1),
            };
            let example = widest(&|row| text_width(&row.example, sheet.example()));
            let has_room = example <= sheet.beside()
                && sheet.bar() >= sheet.width / 5
                && length(sheet.longest) * sheet.row() <= room;
            has_room.then_some(sheet)
        });
        fitting.unwrap_or_else(|| Self {
            size: *SIZES.start(),
            width: INNER,
            label: INNER / 3,
            count: INNER / 6,
            longest: rows.len().max(1),
        })
    }

    const fn gap(&self) -> i64 {
        self.size / 2
    }

    const fn example(&self) -> i64 {
        self.size * 86 / 100
    }

    /// Returns the distance from one row to the next.
    const fn row(&self) -> i64 {
        self.size * ROW / 100
    }

    /// Returns the width of the part to the right of the templates.
    const fn beside(&self) -> i64 {
        self.width - self.label - self.gap()
    }

    /// Returns the length of the longest bar.
    const fn bar(&self) -> i64 {
        self.beside() - self.gap() - self.count
    }

    fn draw_row(&self, chart: &mut Chart, row: &Row<'_>, all: &Coverage, (left, top): (i64, i64)) {
        let TemplateCoverage { template, hands, only, in_cover, .. } = row.coverage;
        let (size, most) = (self.size, all.templates[0].hands);
        let start = left + self.label + self.gap();
        let baseline = top + size * 88 / 100;
        let mut bar = |class, hands| {
            let length = scaled(hands, most, self.bar());
            chart.add(rect(class, (start, top + size * 6 / 100), (length, size)));
            start + length + self.gap()
        };
        let end = bar(if *in_cover { "bar" } else { "rest" }, *hands);
        if *only > 0 {
            // The bar is wide enough to be visible.
            bar("part", (*only).max(most / 160).min(*hands));
        }
        let cut = |text: &str, width, size| shorten(text, columns_in(width, size));
        let label = cut(template, self.label, size);
        chart.text("code strong end", size, (left + self.label, baseline), &label);
        chart.text("code", size, (end, baseline), &cut(&row.count, self.count, size));
        let example = cut(&row.example, self.beside(), self.example());
        chart.text("code faint", self.example(), (start, baseline + size * 98 / 100), &example);
    }
}
