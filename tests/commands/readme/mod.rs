//! Tests that the README, the glossary and the lessons are real: they show the output that the
//! command prints.
//!
//! They are written for readers. So `…` stands for what is left out, a line or the rest of one, any
//! other time may replace a measured one, and a comment above the block, which is not displayed,
//! gives the exit code: `<!-- exit code 1 -->`.

mod lessons;
mod numbers;
mod phrases;
mod session;
mod speed;

use std::fs;
use std::path::Path;

use session::{as_session, marks};

/// Returns the paths of the README and of the pages of the guide.
pub(crate) fn documents() -> Vec<String> {
    let pages = fs::read_dir("src/guide").unwrap().map(|entry| entry.unwrap().path());
    let pages = pages.filter(|path| path.extension().is_some_and(|it| it == "md"));
    let mut paths: Vec<_> = pages.map(|it| it.to_str().unwrap().to_owned()).collect();
    paths.sort();
    paths.insert(0, "README.md".to_owned());
    paths
}

#[test]
fn the_documents_show_what_the_commands_print() {
    let cases = trycmd::TestCases::new();
    cases.env("COLUMNS", "80").env("LC_ALL", "C.UTF-8");
    for path in documents() {
        if fs::read_to_string(&path).unwrap().contains("\n```console\n") {
            cases.case(as_session(&path));
        }
    }
    cases.run();
}

#[test]
fn the_documents_contain_no_test_markers() {
    for path in documents() {
        let text = fs::read_to_string(&path).unwrap();
        let marks = marks(&text);
        assert!(marks.is_empty(), "{path}: {marks:?}");
    }
}

#[test]
fn the_readme_is_short_and_links_to_every_page_of_the_guide() {
    let readme = fs::read_to_string("README.md").unwrap();
    assert!(readme.lines().count() <= 300, "{}", readme.lines().count());
    for page in documents().iter().skip(1) {
        assert!(readme.contains(&format!("]({page}")), "the README has no link to {page}");
        let name = Path::new(page).file_stem().unwrap().to_str().unwrap();
        let guide = fs::read_to_string("src/guide/mod.rs").unwrap();
        let is_page = guide.split_whitespace().any(|it| it == name);
        assert!(is_page, "{name} is no page of the documentation");
    }
}

#[test]
fn a_session_tries_every_answer_of_the_guide() {
    let guide = fs::read_to_string("src/guide/asked.md").unwrap();
    let session = fs::read_to_string("tests/sessions/asked.md").unwrap();
    let answers: Vec<&str> = guide.split('`').filter(|it| it.starts_with("bracket24 ")).collect();
    assert!(answers.len() > 8, "{answers:?}");
    for answer in answers {
        assert!(session.contains(&format!("\n$ {answer}\n")), "{answer}");
    }
}

#[test]
fn the_guide_explains_each_level_of_distinct() {
    let guide = fs::read_to_string("src/guide/equivalences.md").unwrap();
    for level in <bracket24::Equivalence as bracket24::Named>::ALL {
        let item = format!("\n- `{level}`");
        assert!(guide.contains(&item), "the guide lacks the level `{level}`");
    }
}

/// Returns the anchor that GitHub gives a heading.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|it| it.is_alphanumeric() || matches!(it, ' ' | '-' | '_'));
    kept.map(|it| if it == ' ' { '-' } else { it.to_ascii_lowercase() }).collect()
}

/// Returns the anchors of a document's headings.
fn anchors(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap();
    let headings = text.lines().filter_map(|line| line.trim_start_matches('#').strip_prefix(' '));
    headings.map(anchor).collect()
}

#[test]
fn every_link_in_the_documents_has_a_target() {
    for path in documents() {
        let text = fs::read_to_string(&path).unwrap();
        let folder = Path::new(&path).parent().unwrap();
        let links = text.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
        for (link, _) in links.filter(|(link, _)| !link.starts_with("http")) {
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let to = if file.is_empty() { path.clone().into() } else { folder.join(file) };
            assert!(to.exists(), "{path}: {link}");
            assert!(
                heading.is_empty() || anchors(&to).contains(&heading.to_owned()),
                "{path}: {link}"
            );
        }
    }
}

#[test]
fn every_row_of_a_table_has_a_cell_for_each_column() {
    let others = ["CHANGELOG.md", ".github/CONTRIBUTING.md", "tests/benches/RESULTS.md"];
    for path in documents().into_iter().chain(others.map(str::to_owned)) {
        let text = fs::read_to_string(&path).unwrap();
        let rows = text.lines().map(str::trim).enumerate();
        let rows = rows.filter(|(_, line)| line.starts_with('|') && line.ends_with('|'));
        let mut table = (0, 0);
        for (at, row) in rows {
            // A bar is part of a cell after a backslash.
            let cells = row.replace("\\|", "").matches('|').count() - 1;
            if at != table.0 + 1 {
                table.1 = cells;
            }
            table.0 = at;
            assert_eq!(cells, table.1, "{path}:{}: {row}", at + 1);
        }
    }
}

#[test]
fn the_picture_in_the_readme_is_up_to_date() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme.svg");
    let status = std::process::Command::new(env!("CARGO_BIN_EXE_bracket24"))
        .args(["parse", "8/(3-8/3)", "--output"])
        .arg(&path)
        .status();
    assert!(status.unwrap().success());
    let drawn = fs::read_to_string(path).unwrap();
    snapbox::assert_data_eq!(drawn, snapbox::file!["../../../.github/parse.svg"]);
}
