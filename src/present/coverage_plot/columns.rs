//! Templates by their shape, and the columns in which they stand.

use itertools::Itertools;

use crate::reports::TemplateCoverage;

/// What stands for any operator in a shape.
pub(super) const ANY_OPERATOR: char = '∘';

/// Templates that differ in their operators alone.
pub(super) struct Group {
    /// A template with [`ANY_OPERATOR`] for its operators; empty where the
    /// templates are too different to say more than that.
    pub(super) shape: String,
    /// Which of the rows they are.
    rows: Vec<usize>,
}

/// What stands in a column, from the top.
pub(super) type Column = Vec<Item>;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Item {
    /// The shape of a group, again where it goes on in the next column.
    Heading { group: usize, continued: bool },
    /// One of the rows.
    Row(usize),
}

/// The templates by their shape, those with the fewest brackets first.
pub(super) fn by_shape(rows: &[&TemplateCoverage]) -> Vec<Group> {
    let shapes = rows.iter().map(|row| shape(&row.template)).enumerate();
    let groups = shapes.map(|(row, shape)| (shape, row)).into_group_map();
    if groups.len() * 2 > rows.len() {
        return vec![Group { shape: String::new(), rows: (0..rows.len()).collect() }];
    }
    let by_brackets =
        |(shape, _): &(String, Vec<usize>)| (shape.matches('(').count(), shape.clone());
    let groups = groups.into_iter().sorted_by_key(by_brackets);
    groups.map(|(shape, rows)| Group { shape, rows }).collect()
}

fn shape(template: &str) -> String {
    template.replace(['+', '-', '*', '/'], &ANY_OPERATOR.to_string())
}

/// At most this many columns, as low as can be. Every column begins with a
/// heading, and no heading is the last of one.
pub(super) fn into_columns(
    groups: &[Group],
    columns: i64,
    height: impl Fn(Item) -> i64,
) -> Vec<Column> {
    let all: i64 = filled(groups, i64::MAX, &height).iter().flatten().map(|it| height(*it)).sum();
    let is_enough = |limit: i64| {
        let needed = i64::try_from(filled(groups, limit, &height).len());
        needed.is_ok_and(|needed| needed <= columns)
    };
    let (mut too_low, mut enough) = (all / columns - 1, all);
    while enough - too_low > 1 {
        let limit = i64::midpoint(too_low, enough);
        if is_enough(limit) { enough = limit } else { too_low = limit }
    }
    filled(groups, enough, &height)
}

/// Columns of at most this height.
fn filled(groups: &[Group], limit: i64, height: &impl Fn(Item) -> i64) -> Vec<Column> {
    let mut columns: Vec<Column> = Vec::new();
    let mut free = 0;
    for (group, Group { shape, rows }) in groups.iter().enumerate() {
        for (index, &row) in rows.iter().enumerate() {
            let heading = Item::Heading { group, continued: index > 0 };
            let heading = (!shape.is_empty()).then_some(heading);
            let first = heading.filter(|_| index == 0);
            let needed = first.map_or(0, height) + height(Item::Row(row));
            let items = if needed > free || columns.is_empty() {
                free = limit;
                columns.push(Column::new());
                heading.into_iter()
            } else {
                first.into_iter()
            };
            let column = columns.last_mut().expect("a column was begun");
            let items = items.chain([Item::Row(row)]);
            for item in items {
                free -= height(item);
                column.push(item);
            }
        }
    }
    columns
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group(shape: &str, rows: std::ops::Range<usize>) -> Group {
        Group { shape: shape.to_owned(), rows: rows.collect() }
    }

    #[test]
    fn columns_are_equally_high_and_begin_with_a_shape() {
        let groups = [group("N∘N", 0..7), group("(N∘N)", 7..8), group("N", 8..16)];
        for columns in 1..=5 {
            let drawn = into_columns(&groups, columns, |_| 10);
            assert!(drawn.len() <= usize::try_from(columns).unwrap());
            let rows = drawn.iter().flatten().filter_map(|item| match item {
                Item::Row(row) => Some(*row),
                Item::Heading { .. } => None,
            });
            assert_eq!(rows.collect_vec(), (0..16).collect_vec());
            for column in &drawn {
                assert!(matches!(column[0], Item::Heading { .. }));
                assert!(matches!(column.last(), Some(Item::Row(_))));
            }
        }
        let two = into_columns(&groups, 2, |_| 10);
        assert!(two[0].len().abs_diff(two[1].len()) <= 2, "{two:?}");
    }

    #[test]
    fn templates_without_a_shape_in_common_stand_under_none() {
        let rows = into_columns(&[group("", 0..3)], 2, |_| 10);
        assert_eq!(rows, [vec![Item::Row(0), Item::Row(1)], vec![Item::Row(2)]]);
    }

    #[test]
    fn a_shape_is_a_template_with_any_operator() {
        assert_eq!(shape("(N-N/N)*N"), "(N∘N∘N)∘N");
    }
}
