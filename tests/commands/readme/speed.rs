//! What the README says of speed was measured.

use std::fs;

/// The first table after `heading`.
fn table<'a>(document: &'a str, heading: &str) -> Vec<&'a str> {
    let (_, section) = document.split_once(heading).expect("the heading is there");
    let lines = section.lines().skip_while(|line| !line.starts_with('|'));
    lines.take_while(|line| line.starts_with('|')).collect()
}

#[test]
fn the_figures_of_the_readme_are_those_of_the_results() {
    let readme = fs::read_to_string("README.md").unwrap();
    let results = fs::read_to_string("tests/benches/RESULTS.md").unwrap();
    let shown = table(&readme, "\n## Speed\n");
    assert!(shown.len() > 2, "{shown:?}");
    assert_eq!(shown, table(&results, "\n## How fast\n"));
}
