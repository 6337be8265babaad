//! Blocks in columns, as they fill a sheet of paper best.

use std::ops::Range;

use super::{GAP, GUTTER, MARGIN, TITLE};

/// What can be printed on a sheet of A4 and of A3, both lying, in dots of a 96th
/// of an inch.
const SHEETS: [(i64, i64); 2] = [(1048, 720), (1512, 1048)];

/// Smaller than this part of its size, in hundredths, nothing is shown: it goes
/// on several sheets.
const SMALLEST: i64 = 60;
/// On the smaller sheet only what is not much smaller there.
const READABLE: i64 = 80;

const MOST_COLUMNS: usize = 6;

/// Where blocks stand.
pub(super) struct Sheet {
    /// Of the drawing.
    pub(super) size: (i64, i64),
    /// As it is shown and printed.
    pub(super) shown: (i64, i64),
    /// The upper left corner of each block.
    pub(super) places: Vec<(i64, i64)>,
}

impl Sheet {
    /// For blocks of these sizes below a title of a width.
    pub(super) fn new(blocks: &[(i64, i64)], title: i64) -> Self {
        let sheets = (1..=MOST_COLUMNS.min(blocks.len().max(1)))
            .map(|columns| Self::of_columns(blocks, title, columns));
        // The one that can be printed largest.
        let mut sheet = sheets.max_by_key(|sheet| part(sheet.size, SHEETS[1])).unwrap_or(Self {
            size: (title + 2 * MARGIN, 2 * MARGIN),
            shown: (0, 0),
            places: Vec::new(),
        });
        let parts = SHEETS.map(|paper| part(sheet.size, paper).min(100));
        let part = match parts {
            [small, _] if small >= READABLE => small,
            [_, large] if large >= SMALLEST => large,
            _ => 100,
        };
        sheet.shown = (sheet.size.0 * part / 100, sheet.size.1 * part / 100);
        sheet
    }

    fn of_columns(blocks: &[(i64, i64)], title: i64, columns: usize) -> Self {
        let top = MARGIN + TITLE + GAP;
        let (mut left, mut height) = (MARGIN, top);
        let mut places = Vec::with_capacity(blocks.len());
        for column in balanced(blocks, columns) {
            let mut bottom = top;
            for (_, height) in &blocks[column.clone()] {
                places.push((left, bottom));
                bottom += height + GAP;
            }
            height = height.max(bottom - GAP);
            let widths = blocks[column].iter().map(|(width, _)| *width);
            left += widths.max().expect("a column begins with a block") + GUTTER;
        }
        let width = (left - GUTTER).max(MARGIN + title) + MARGIN;
        Self { size: (width, height + MARGIN), shown: (0, 0), places }
    }
}

/// What part of its size a drawing has that fills the paper, in hundredths.
fn part((width, height): (i64, i64), paper: (i64, i64)) -> i64 {
    (paper.0 * 100 / width).min(paper.1 * 100 / height)
}

/// The blocks of each of at most this many columns, as low as can be.
fn balanced(blocks: &[(i64, i64)], columns: usize) -> Vec<Range<usize>> {
    let all: i64 = blocks.iter().map(|(_, height)| height + GAP).sum();
    let (mut too_low, mut enough) = (0, all);
    while enough - too_low > 1 {
        let limit = i64::midpoint(too_low, enough);
        if filled(blocks, limit).len() <= columns { enough = limit } else { too_low = limit }
    }
    filled(blocks, enough)
}

/// Columns of at most this height, or of a single block.
fn filled(blocks: &[(i64, i64)], limit: i64) -> Vec<Range<usize>> {
    let mut columns: Vec<Range<usize>> = Vec::new();
    let mut free = 0;
    for (index, (_, height)) in blocks.iter().enumerate() {
        match columns.last_mut() {
            Some(column) if height + GAP <= free => column.end = index + 1,
            _ => {
                columns.push(index..index + 1);
                free = limit;
            }
        }
        free -= height + GAP;
    }
    columns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_fill_a_sheet_in_order_and_no_block_lies_on_another() {
        for count in [1, 2, 7, 13, 40] {
            let blocks: Vec<(i64, i64)> =
                (0..count).map(|index| (200 + index % 5 * 60, 80 + index % 3 * 50)).collect();
            let sheet = Sheet::new(&blocks, 300);
            assert!(sheet.places.is_sorted(), "down one column, then down the next");
            for (index, (&(left, top), (width, height))) in
                sheet.places.iter().zip(&blocks).enumerate()
            {
                assert!(left + width <= sheet.size.0 - MARGIN);
                assert!(top + height <= sheet.size.1 - MARGIN);
                for (&(other, above), (_, height)) in sheet.places[..index].iter().zip(&blocks) {
                    assert!(other < left || above + height < top);
                }
            }
            let fits = |paper: (i64, i64)| sheet.shown.0 <= paper.0 && sheet.shown.1 <= paper.1;
            assert!(SHEETS.into_iter().any(fits), "{count}: {:?}", sheet.shown);
        }
    }
}
