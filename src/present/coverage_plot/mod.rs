//! The hands that each template of a set solves, as a poster.

mod columns;
mod words;

use railroad::svg::Element;

use crate::Grammar;
use crate::reports::{Coverage, TemplateCoverage};
use crate::words::shorten;

use super::coverage::solved;
use super::svg::{below_middle, length, picture, rect, scaled, text_of, text_width};
use super::svg::{columns as columns_in, line};
use super::value::falsity;
use columns::{Column, Group, Item, into_columns};
use words::{Mark, Words};

/// The most templates that are all shown; of more, only `FEWER` are.
const SHOWN: usize = 96;
const FEWER: usize = 60;

/// Lengths are in 2100ths of the width of a sheet of A3, which is filled unless
/// there are few rows.
const WIDTH: i64 = 2100;
const HEIGHT: i64 = 2970;
const SHEET_MM: i64 = 297;
const MARGIN: i64 = 90;
const GUTTER: i64 = 80;
const INNER: i64 = WIDTH - 2 * MARGIN;

/// The sizes of the letters of templates and numbers, and the most columns.
const SIZES: std::ops::RangeInclusive<i64> = 20..=40;
const COLUMNS: i64 = 4;

/// The heights of a row with its example, in hundredths of the size.
const ROW: std::ops::RangeInclusive<i64> = 232..=290;

const STYLE: &str = "
svg.coverage .ground { fill: $ground$; }
svg.coverage .needed { fill: $bar$; }
svg.coverage .alone { fill: $bar-part$; }
svg.coverage .other { fill: $bar-rest$; stroke: $thin$; stroke-width: 2px; }
svg.coverage path.rule { stroke: $edge$; stroke-width: 2px; }
svg.coverage text { font-family: sans-serif; fill: $ink$; }
svg.coverage text.title { font-weight: bold; }
svg.coverage text.faint, svg.coverage text.example, svg.coverage text.continued {
    fill: $faint$;
}
svg.coverage text.mono, svg.coverage text.label, svg.coverage text.count,
svg.coverage text.example, svg.coverage text.shape, svg.coverage text.continued {
    font-family: monospace;
}
svg.coverage text.shape, svg.coverage text.label { font-weight: bold; }
svg.coverage text.label { text-anchor: end; }
";

/// The picture: the templates by their shape, each with a bar and an example;
/// those of the cover have another colour. `set` is the name of the templates.
pub fn svg(report: &Coverage, set: &str, grammar: &Grammar) -> String {
    Poster::new(report, set, grammar).draw().to_string()
}

/// The templates to show, most hands first. Where they are too many, those of
/// the cover come before others.
fn shown(report: &Coverage) -> Vec<&TemplateCoverage> {
    let all = report.templates.iter();
    if report.templates.len() <= SHOWN {
        return all.collect();
    }
    let mut places: Vec<(usize, &TemplateCoverage)> = all.enumerate().collect();
    places.sort_by_key(|(place, row)| (!row.in_cover, *place));
    places.truncate(FEWER);
    places.sort_by_key(|(place, _)| *place);
    places.into_iter().map(|(_, row)| row).collect()
}

/// A template as it is shown.
struct Row {
    label: String,
    hands: u64,
    only: u64,
    in_cover: bool,
    count: String,
    example: String,
}

impl Row {
    fn new(row: &TemplateCoverage) -> Self {
        let TemplateCoverage { template, hands, only, in_cover, example } = row;
        let count = if *only > 0 { format!("{hands} ({only})") } else { hands.to_string() };
        let example_text = format!("{} → {}", example.hand, solved(example));
        let example = match falsity(&example.solution.ordinary) {
            Some(why) => format!("{example_text} {why}"),
            None => example_text,
        };
        let label = template.to_string();
        Self { label, hands: *hands, only: *only, in_cover: *in_cover, count, example }
    }
}

/// How large everything in the columns is.
#[derive(Clone, Copy)]
struct Metrics {
    /// The size of templates and numbers.
    size: i64,
    /// The height of a row, in hundredths of the size.
    row: i64,
    /// The width of a column, and of what stands left and right of its bars.
    column: i64,
    label: i64,
    count: i64,
}

impl Metrics {
    /// For so many columns; `None` where the rows are too wide for them.
    fn new(rows: &[Row], size: i64, columns: i64) -> Option<Self> {
        let widest = |part: fn(&Row) -> &str, size| {
            rows.iter().map(|row| text_width(part(row), size)).max().unwrap_or(0)
        };
        let metrics = Self {
            size,
            row: *ROW.start(),
            column: (INNER - GUTTER * (columns - 1)) / columns,
            label: widest(|row| &row.label, size),
            count: widest(|row| &row.count, size),
        };
        let has_room = widest(|row| &row.example, metrics.example()) <= metrics.beside()
            && metrics.bar() >= metrics.column / 5;
        has_room.then_some(metrics)
    }

    /// The largest, in the fewest columns, that is no higher than `room`; where
    /// none is, the smallest in one column, whose texts are cut.
    fn fitting(rows: &[Row], groups: &[Group], room: i64) -> (Self, Vec<Column>) {
        let sizes = SIZES.rev().flat_map(|size| (1..=COLUMNS).map(move |columns| (size, columns)));
        let fitting = sizes.into_iter().find_map(|(size, columns)| {
            let metrics = Self::new(rows, size, columns)?;
            let columns = into_columns(groups, columns, |item| metrics.height(item));
            let fits =
                |metrics: &Self| columns.iter().all(|column| metrics.column_height(column) <= room);
            // What is left of the sheet goes between the rows.
            let metrics = ROW.rev().map(|row| Self { row, ..metrics }).find(fits)?;
            Some((metrics, columns))
        });
        fitting.unwrap_or_else(|| {
            let size = *SIZES.start();
            let row = *ROW.start();
            let metrics = Self { size, row, column: INNER, label: INNER / 3, count: INNER / 6 };
            (metrics, into_columns(groups, 1, |item| metrics.height(item)))
        })
    }

    const fn gap(self) -> i64 {
        self.size / 2
    }

    const fn example(self) -> i64 {
        self.size * 86 / 100
    }

    /// What stands right of the templates.
    const fn beside(self) -> i64 {
        self.column - self.label - self.gap()
    }

    /// The length of the longest bar.
    const fn bar(self) -> i64 {
        self.beside() - self.gap() - self.count
    }

    const fn height(self, item: Item) -> i64 {
        self.size * if matches!(item, Item::Heading { .. }) { self.row - 10 } else { self.row }
            / 100
    }

    fn column_height(self, column: &[Item]) -> i64 {
        column.iter().map(|item| self.height(*item)).sum()
    }
}

struct Poster {
    title: String,
    head: Vec<Words>,
    legend: Vec<(Mark, String)>,
    rows: Vec<Row>,
    groups: Vec<Group>,
    columns: Vec<Column>,
    metrics: Metrics,
    foot: Vec<Words>,
}

impl Poster {
    const LEGEND_SIZE: i64 = 32;
    const LEGEND_ROW: i64 = 48;
    const LEGEND_MARK: i64 = 96;

    fn new(report: &Coverage, set: &str, grammar: &Grammar) -> Self {
        let shown = shown(report);
        let groups = columns::by_shape(&shown);
        let rows: Vec<Row> = shown.iter().map(|row| Row::new(row)).collect();
        let head = words::head(report, set, grammar);
        let legend = words::legend(report, &shown, groups.len() > 1);
        let foot = words::foot(report, &shown);
        let mut poster = Self {
            title: words::title(report),
            head,
            legend,
            columns: Vec::new(),
            metrics: Metrics { size: 0, row: 0, column: 0, label: 0, count: 0 },
            rows,
            groups,
            foot,
        };
        let room = HEIGHT - poster.height();
        (poster.metrics, poster.columns) = Metrics::fitting(&poster.rows, &poster.groups, room);
        poster
    }

    fn head_height(&self) -> i64 {
        self.head.iter().map(Words::height).sum::<i64>() + 24
    }

    fn legend_height(&self) -> i64 {
        Self::LEGEND_ROW * length(self.legend.len()) + 36
    }

    fn rows_height(&self) -> i64 {
        let columns = self.columns.iter();
        columns.map(|column| self.metrics.column_height(column)).max().unwrap_or(0)
    }

    fn height(&self) -> i64 {
        let foot: i64 = self.foot.iter().map(Words::height).sum();
        2 * MARGIN + self.head_height() + self.legend_height() + self.rows_height() + 30 + foot
    }

    fn draw(&self) -> Element {
        let height = self.height();
        let mut svg = picture("coverage", &self.title, STYLE, (WIDTH, height))
            .set("width", &format!("{SHEET_MM}mm"))
            .set("height", &format!("{}mm", height * SHEET_MM / WIDTH));
        let mut top = MARGIN;
        for words in &self.head {
            svg = words.draw((MARGIN, top)).fold(svg, Element::add);
            top += words.height();
        }
        top = MARGIN + self.head_height();
        svg = self.draw_legend(top).into_iter().fold(svg, Element::add);
        top += self.legend_height();
        for (column, index) in self.columns.iter().zip(0..) {
            let left = MARGIN + index * (self.metrics.column + GUTTER);
            svg = self.draw_column(column, (left, top)).into_iter().fold(svg, Element::add);
        }
        top += self.rows_height() + 30;
        for words in &self.foot {
            svg = words.draw((MARGIN, top)).fold(svg, Element::add);
            top += words.height();
        }
        svg
    }

    fn draw_legend(&self, top: i64) -> Vec<Element> {
        let size = Self::LEGEND_SIZE;
        let rows = self.legend.iter().zip(0..).flat_map(|((mark, meaning), index)| {
            let middle = top + index * Self::LEGEND_ROW + Self::LEGEND_ROW / 2;
            let baseline = middle + below_middle(size);
            let mark = match mark {
                Mark::Bar(class) => rect(class, (MARGIN, middle - size / 2), (70, size)),
                Mark::Text(class, text) => text_of(class, size, (MARGIN, baseline), text),
            };
            [mark, text_of("legend", size, (MARGIN + Self::LEGEND_MARK, baseline), meaning)]
        });
        rows.collect()
    }

    fn draw_column(&self, column: &[Item], (left, top): (i64, i64)) -> Vec<Element> {
        let mut top = top;
        let mut drawn = Vec::new();
        for item in column {
            match *item {
                Item::Heading { group, continued } => {
                    drawn.extend(self.draw_heading(&self.groups[group], continued, (left, top)));
                }
                Item::Row(row) => drawn.extend(self.draw_row(&self.rows[row], (left, top))),
            }
            top += self.metrics.height(*item);
        }
        drawn
    }

    fn draw_heading(
        &self,
        group: &Group,
        continued: bool,
        (left, top): (i64, i64),
    ) -> Vec<Element> {
        let Metrics { size, column, .. } = self.metrics;
        let bottom = top + self.metrics.height(Item::Heading { group: 0, continued }) - size / 2;
        let baseline = bottom - size * 40 / 100;
        let shape = shorten(&group.shape, columns_in(column, size));
        let (class, shape) =
            if continued { ("continued", format!("… {shape}")) } else { ("shape", shape) };
        vec![
            text_of(class, size, (left, baseline), &shape),
            line("rule", &[(left, bottom), (left + column, bottom)]),
        ]
    }

    fn draw_row(&self, row: &Row, (left, top): (i64, i64)) -> Vec<Element> {
        let metrics = self.metrics;
        let size = metrics.size;
        let most = self.rows.iter().map(|row| row.hands).max().expect("this row is one of them");
        let start = left + metrics.label + metrics.gap();
        let baseline = top + size * 88 / 100;
        let end = scaled(row.hands, most, metrics.bar());
        let bar = |class, length| rect(class, (start, top + size * 6 / 100), (length, size));
        let label = shorten(&row.label, columns_in(metrics.label, size));
        let count = shorten(&row.count, columns_in(metrics.count, size));
        let example = shorten(&row.example, columns_in(metrics.beside(), metrics.example()));
        let mut drawn = vec![
            text_of("label", size, (left + metrics.label, baseline), &label),
            bar(if row.in_cover { "needed" } else { "other" }, end),
        ];
        if row.only > 0 {
            // No thinner than can be seen.
            let visible = row.only.max(most / 160).min(row.hands);
            drawn.push(bar("alone", scaled(visible, most, metrics.bar())));
        }
        let below = baseline + size * 98 / 100;
        drawn.extend([
            text_of("count", size, (start + end + metrics.gap(), baseline), &count),
            text_of("example", metrics.example(), (start, below), &example),
        ]);
        drawn
    }
}
