//! The last rows of a list, as many as there is room for.

use std::borrow::Cow;

use super::super::Line;
use super::super::markup as m;

/// Rows under a title.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct List {
    pub title: &'static str,
    /// How many there are that are left out, all of them before the others.
    pub(super) left_out: usize,
    pub(super) rows: Vec<Line>,
}

impl List {
    /// The uppermost `rows` items of a stack of this `height`, the uppermost last.
    pub(in crate::present) fn stack<'i, T: 'i>(
        title: &'static str,
        height: usize,
        items: impl Iterator<Item = &'i T>,
        rows: usize,
        row: impl Fn(&T) -> Line,
    ) -> Self {
        let mut rows: Vec<Line> = items.take(rows).map(row).collect();
        rows.reverse();
        Self { title, left_out: height.saturating_sub(rows.len()), rows }
    }

    /// The last of `items`, at most `rows`.
    pub(super) fn last<T>(
        title: &'static str,
        items: &[T],
        rows: usize,
        row: impl Fn(&T) -> Line,
    ) -> Self {
        let left_out = items.len().saturating_sub(rows);
        Self { title, left_out, rows: items[left_out..].iter().map(row).collect() }
    }

    /// What fits `room` rows: the last ones, below a row with the number of
    /// those before them.
    pub fn within(&self, room: usize) -> impl Iterator<Item = Cow<'_, Line>> {
        let is_cut = self.left_out > 0 || self.rows.len() > room;
        let kept = room.saturating_sub(usize::from(is_cut));
        let from = self.rows.len().saturating_sub(kept);
        let more = self.left_out + from;
        let more = m::note(format!("… {more} before"));
        let more = (is_cut && room > 0).then_some(Cow::Owned(more));
        let kept = &self.rows[from..];
        // The levels that are left out take no room either.
        let margin = if is_cut { kept.iter().map(margin).min().unwrap_or(0) } else { 0 };
        let row = move |row| match margin {
            0 => Cow::Borrowed(row),
            _ => Cow::Owned(without_margin(row, margin)),
        };
        more.into_iter().chain(kept.iter().map(row))
    }
}

/// The columns before a node of a tree, and before what is drawn to it.
fn margin(row: &Line) -> usize {
    let before = row.0.first().map_or("", |(_, text)| text);
    before.chars().take_while(|it| [' ', '│'].contains(it)).count()
}

fn without_margin(row: &Line, margin: usize) -> Line {
    let mut row = row.clone();
    if let Some((_, before)) = row.0.first_mut() {
        *before = before.chars().skip(margin).collect();
    }
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_says_how_many_of_its_rows_are_left_out() {
        let items: Vec<usize> = (1..=9).collect();
        let list = List::last("", &items, 6, |item| m::plain(item.to_string()));
        let shown = |room| -> Vec<String> {
            list.within(room).map(|row| row.0.iter().map(|it| &*it.1).collect()).collect()
        };
        assert_eq!(shown(4), ["… 6 before", "7", "8", "9"]);
        assert_eq!(shown(1), ["… 9 before"]);
        assert_eq!(shown(0), [""; 0]);
        assert_eq!(shown(20)[0], "… 3 before");
    }
}
