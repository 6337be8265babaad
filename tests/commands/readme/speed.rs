//! Tests that the speeds in the README were measured.

use std::fs;

/// Returns the first table after `heading`.
fn table<'a>(document: &'a str, heading: &str) -> Vec<&'a str> {
    let (_, section) = document.split_once(heading).expect("the heading is there");
    let lines = section.lines().skip_while(|line| !line.starts_with('|'));
    lines.take_while(|line| line.starts_with('|')).collect()
}

#[test]
fn the_readme_and_the_guide_quote_the_measured_results() {
    let [readme, guide, results] = ["README.md", "src/guide/speed.md", "tests/benches/RESULTS.md"]
        .map(|path| fs::read_to_string(path).unwrap());
    let measured = table(&results, "\n## How fast\n");
    assert_eq!(table(&guide, "# Speed\n"), measured);
    let some = table(&readme, "\n## Speed\n");
    assert_eq!(some.len(), 2 + 5, "{some:?}");
    assert!(some.iter().all(|row| measured.contains(row)), "{some:?}");
}
