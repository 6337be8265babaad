//! The smallest cover that is found is indeed the smallest.

use bracket24::{Cover, minimum_cover};
use itertools::Itertools;
use proptest::prelude::*;

/// Tries all sets of columns, small ones first and early ones before others.
fn by_trying_all(rows: &[Vec<usize>], columns: usize) -> Vec<usize> {
    (0..=columns)
        .flat_map(|size| (0..columns).combinations(size))
        .find(|chosen| {
            rows.iter().all(|row| row.is_empty() || row.iter().any(|it| chosen.contains(it)))
        })
        .unwrap()
}

/// Repeatedly takes the column that covers most of the remaining rows, until none remain.
fn greedy(rows: &[Vec<usize>], columns: usize) -> usize {
    let mut left = rows.iter().filter(|row| !row.is_empty()).collect_vec();
    let mut size = 0;
    while !left.is_empty() {
        let best = (0..columns)
            .max_by_key(|column| left.iter().filter(|row| row.contains(column)).count())
            .unwrap();
        left.retain(|row| !row.contains(&best));
        size += 1;
    }
    size
}

fn solved(rows: &[Vec<usize>]) -> Cover {
    minimum_cover(rows, u64::MAX, || false)
}

proptest! {
    #[test]
    fn the_set_cover_is_the_one_that_an_exhaustive_search_finds(
        rows in prop::collection::vec(prop::collection::vec(0..9_usize, 0..5), 0..14)
    ) {
        let columns = by_trying_all(&rows, 9);
        prop_assert_eq!(solved(&rows), Cover { at_least: columns.len(), columns });
    }

    #[test]
    fn the_cover_is_minimal_when_all_rows_have_equally_many_columns(
        rows in prop::collection::vec(prop::sample::subsequence((0..11).collect_vec(), 3), 1..25)
    ) {
        let columns = by_trying_all(&rows, 11);
        prop_assert_eq!(solved(&rows), Cover { at_least: columns.len(), columns });
    }

    #[test]
    fn with_few_steps_the_cover_is_still_valid_and_its_bound_correct(
        rows in prop::collection::vec(prop::sample::subsequence((0..11).collect_vec(), 3), 1..25),
        limit in 0..20_u64,
    ) {
        let cover = minimum_cover(&rows, limit, || false);
        prop_assert!(rows.iter().all(|row| row.iter().any(|it| cover.columns.contains(it))));
        let smallest = by_trying_all(&rows, 11).len();
        prop_assert!(cover.at_least <= smallest && smallest <= cover.columns.len());
        for &column in &cover.columns {
            let is_other = |it: &usize| *it != column && cover.columns.contains(it);
            prop_assert!(!rows.iter().all(|row| row.iter().any(is_other)), "{column} is redundant");
        }
        prop_assert_eq!(minimum_cover(&rows, limit, || false), cover);
    }
}

#[test]
fn the_greedy_cover_is_not_always_the_smallest() {
    // Columns 0 and 1 each cover half of the rows; 2, 3 and 4 cover 8, 4 and 2 of them.
    let rows = (0..14)
        .map(|row| {
            vec![
                row % 2,
                if row < 8 {
                    2
                } else if row < 12 {
                    3
                } else {
                    4
                },
            ]
        })
        .collect_vec();
    assert_eq!(greedy(&rows, 5), 3);
    assert_eq!(solved(&rows), Cover { columns: vec![0, 1], at_least: 2 });
}

#[test]
fn covering_all_lines_of_the_seven_point_plane_takes_three_points() {
    // The plane of seven points. Any two lines meet, so lines that share no
    // point say only that one is needed.
    let rows = (0..7).map(|line| vec![line, (line + 1) % 7, (line + 3) % 7]).collect_vec();
    assert_eq!(solved(&rows), Cover { columns: vec![0, 1, 3], at_least: 3 });
    // Two planes that have nothing in common are covered one by one.
    let two =
        rows.iter().cloned().chain(rows.iter().map(|row| row.iter().map(|it| it + 7).collect()));
    assert_eq!(solved(&two.collect_vec()).columns, [0, 1, 3, 7, 8, 10]);
}

#[test]
fn an_empty_problem_has_an_empty_set_cover() {
    assert_eq!(solved(&[]), Cover::default());
    assert_eq!(solved(&[vec![]]), Cover::default());
    assert_eq!(Cover::default().at_least, 0);
}
