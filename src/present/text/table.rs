//! Lays out tables in the available columns.
//!
//! The crates for tables wrap cells and draw borders. None of them breaks an expression at an
//! operator, shortens bars, repeats the first columns of a split table, or takes cells of several
//! styles without parsing escape sequences. The crates would only save us the code for padding.

use std::borrow::Cow;

use super::super::{Line, Table, shorter_bar};
use super::{hanging, m, side_by_side, words, wrap};

/// The gap before and between the columns.
const GAP: usize = 2;

/// The narrower gap between the columns of a table, if it keeps the table from being split.
const NARROW: usize = 1;

/// The indentation of a folded row's lines.
const FOLDED: usize = 2 * GAP;

/// The minimum width of a column of text, unless its text is narrower.
const TEXT: usize = 16;

/// The minimum width of a column of expressions that are broken.
const EXPRESSION: usize = 24;

/// The minimum width of a column of bars, if they are shortened.
const BAR: usize = 8;

/// Returns the lines of a table.
pub(super) fn lines(table: &Table, width: usize) -> Vec<Line> {
    let columns = columns(table, width);
    let all: Vec<usize> = (0..columns.len()).collect();
    for &gap in if table.keys == 0 { &[GAP][..] } else { &[GAP, NARROW] } {
        if let Some(widths) = widths(&columns, &all, gap, width) {
            return drawn(table, &columns, &Shown { columns: &all, widths: &widths, gap });
        }
    }
    split(table, &columns, width).unwrap_or_else(|| folded(table, width))
}

/// Arranges `items` in columns of the same width.
pub(super) fn grid(items: &[Line], width: usize) -> Vec<Line> {
    let widest = items.iter().map(Line::width).max().unwrap_or(0);
    let rows = items.chunks((width / (GAP + widest)).max(1)).map(<[Line]>::to_vec);
    lines(&Table::of(rows), width.max(GAP + widest))
}

/// The possible widths of a column.
struct Column {
    /// The width with all cells on one line.
    natural: usize,
    /// The minimum width, with its texts wrapped or its bars shortened.
    least: usize,
    is_bars: bool,
}

/// Returns the possible widths of all columns. If the whole table fits in `width`, only bars may
/// shrink.
fn columns(table: &Table, width: usize) -> Vec<Column> {
    let cells = |column: usize| table.rows.iter().filter_map(move |row| row.get(column));
    let title = |column: usize| table.header.get(column).map_or(0, |it| crate::words::width(it));
    let natural = |column| cells(column).map(Line::width).max().unwrap_or(0).max(title(column));
    let all: Vec<usize> = (0..table.columns()).map(natural).collect();
    let all_fit = all.iter().map(|natural| GAP + natural).sum::<usize>() <= width;
    let column = |(column, natural): (usize, usize)| {
        let is_bars = table.bars == Some(column);
        let least = if is_bars {
            BAR
        } else if all_fit || table.right.contains(&column) {
            natural
        } else {
            cells(column).flat_map(words).map(|it| least(&it.word)).max().unwrap_or(0).max(TEXT)
        };
        Column { natural, least: least.min(natural).max(title(column)), is_bars }
    };
    all.into_iter().enumerate().map(column).collect()
}

/// Returns the minimum width for a word. An expression may be broken, so it needs at most
/// [`EXPRESSION`].
fn least(word: &Line) -> usize {
    use super::super::Role::{Expression, Template};

    let width = word.width();
    let is_broken = word.0.iter().any(|(role, _)| matches!(role, Expression | Template));
    if is_broken { width.min(EXPRESSION) } else { width }
}

/// The columns shown side by side.
struct Shown<'a> {
    columns: &'a [usize],
    widths: &'a [usize],
    gap: usize,
}

/// Returns the widths of the `shown` columns, which are `gap` apart. Returns `None` if they do not
/// fit in `width`.
fn widths(columns: &[Column], shown: &[usize], gap: usize, width: usize) -> Option<Vec<usize>> {
    let shown = || shown.iter().map(|&column| &columns[column]);
    let room = width.checked_sub(GAP + shown().count().saturating_sub(1) * gap)?;
    let limited = |bars: usize, texts: usize| -> Vec<usize> {
        let limit = |column: &Column| {
            column.natural.min(if column.is_bars { bars } else { texts }.max(column.least))
        };
        shown().map(limit).collect()
    };
    let widest = shown().map(|column| column.natural).max().unwrap_or(0);
    // Bars are shortened before texts are wrapped.
    let bars_first = (0..=widest).rev().map(|bars| (bars, widest));
    let then_texts = (0..widest).rev().map(|texts| (0, texts));
    let fits = |widths: &Vec<usize>| widths.iter().sum::<usize>() <= room;
    bars_first.chain(then_texts).map(|(bars, texts)| limited(bars, texts)).find(fits)
}

/// Draws the `shown` columns of a table.
fn drawn(table: &Table, columns: &[Column], shown: &Shown) -> Vec<Line> {
    let header: Vec<Line> = table.header.iter().map(m::note).collect();
    let mut lines = if header.is_empty() { Vec::new() } else { row(table, &header, shown) };
    for cells in &table.rows {
        let mut cells = Cow::Borrowed(cells);
        for (&column, &width) in shown.columns.iter().zip(shown.widths) {
            if table.bars == Some(column) && cells.len() > column {
                let bar = &mut cells.to_mut()[column];
                *bar = shortened(bar, columns[column].natural, width);
            }
        }
        lines.extend(row(table, &cells, shown));
    }
    lines
}

/// Returns the lines of a row: as many as its tallest cell needs.
fn row(table: &Table, cells: &[Line], shown: &Shown) -> Vec<Line> {
    let columns = shown.columns.iter().zip(shown.widths).enumerate();
    side_by_side(columns.map(|(place, (&column, &width))| {
        let rows = cells.get(column).map_or(Vec::new(), |cell| wrap(cell, width, width));
        (if place == 0 { GAP } else { shown.gap }, width, table.right.contains(&column), rows)
    }))
}

fn shortened(bar: &Line, before: usize, now: usize) -> Line {
    Line(bar.0.iter().map(|(role, text)| (*role, shorter_bar(text, before, now))).collect())
}

/// Splits the table into several tables, one below another. Each repeats the columns that name the
/// rows. Returns `None` if the table has no such columns, or if it cannot be split to fit `width`.
fn split(table: &Table, columns: &[Column], width: usize) -> Option<Vec<Line>> {
    (table.keys != 0).then_some(())?;
    let mut lines = Vec::new();
    let mut next = table.keys;
    while next < columns.len() {
        let part = |end| {
            let shown: Vec<usize> = (0..table.keys).chain(next..end).collect();
            widths(columns, &shown, GAP, width).map(|widths| (shown, widths))
        };
        let (shown, fitting) = (next + 1..=columns.len()).map_while(part).last()?;
        next += shown.len() - table.keys;
        if !lines.is_empty() {
            lines.push(Line::default());
        }
        lines.extend(drawn(table, columns, &Shown { columns: &shown, widths: &fitting, gap: GAP }));
    }
    Some(lines)
}

/// Folds each row into lines of cells. Every cell except the first comes after the title of its
/// column. In all rows, the same columns begin a line. Bars are left out.
fn folded(table: &Table, width: usize) -> Vec<Line> {
    let item = |(column, cell): (usize, &Line)| -> Option<Line> {
        (!cell.is_empty() && table.bars != Some(column)).then_some(())?;
        let title = table.header.get(column).filter(|title| column > 0 && !title.is_empty());
        let title = title.map_or_else(Line::default, |title| m::note(format!("{title} ")));
        Some(title.and(cell.clone()))
    };
    let items = |cells: &Vec<Line>| cells.iter().enumerate().map(item).collect();
    let rows: Vec<Vec<Option<Line>>> = table.rows.iter().map(items).collect();
    let begin = beginnings(&rows, width);
    let mut lines = Vec::new();
    for row in rows {
        let mut line = Line::default();
        for (column, item) in row.into_iter().enumerate() {
            let Some(item) = item else { continue };
            if begin[column] && !line.is_empty() {
                lines.extend(goes_on(&line, width));
                line = Line::default();
            }
            let indent = if let (true, 1..) = (line.is_empty(), column) { FOLDED } else { GAP };
            line = line.and(m::plain(" ".repeat(indent))).and(item);
        }
        lines.extend(goes_on(&line, width));
    }
    lines
}

/// Returns, for each column, whether it begins a line. It does if its widest cell does not fit on
/// the line of the column before.
fn beginnings(rows: &[Vec<Option<Line>>], width: usize) -> Vec<bool> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let mut used = 0;
    let begins = |column: usize| {
        let items = rows.iter().filter_map(|row| row.get(column)?.as_ref());
        let widest = items.map(Line::width).max().unwrap_or(0);
        let begins = column > 0 && widest > 0 && used + GAP + widest > width;
        used = if begins { FOLDED + widest } else { used + GAP + widest };
        begins
    };
    (0..columns).map(begins).collect()
}

/// Wraps a line of a folded row that is too long.
fn goes_on(line: &Line, width: usize) -> Vec<Line> {
    let (indent, rest) = super::indented(line);
    hanging(&m::plain(" ".repeat(indent)), &rest, FOLDED, width)
}
