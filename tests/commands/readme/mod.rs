//! The README, the glossary and the lessons are real: what they show is what the
//! command prints.
//!
//! They are written for readers. So `…` stands for what is left out, a line or
//! the rest of one, a measured time stands for any, and the exit code is told in
//! a comment above the block, which is not displayed:
//! `<!-- exit code 1 -->`.

mod lessons;
mod numbers;
mod session;
mod speed;

use std::fs;
use std::path::Path;

use session::{as_session, marks};

#[test]
fn what_the_documents_show_is_what_is_printed() {
    trycmd::TestCases::new()
        .env("COLUMNS", "80")
        .env("LC_ALL", "C.UTF-8")
        .case(as_session("README.md"))
        .case(as_session("src/guide/glossary.md"))
        .run();
}

#[test]
fn the_documents_bear_no_marks_of_their_test() {
    for path in ["README.md", "src/guide/glossary.md"] {
        let text = fs::read_to_string(path).unwrap();
        let marks = marks(&text);
        assert!(marks.is_empty(), "{path}: {marks:?}");
    }
}

#[test]
fn every_answer_of_the_guide_is_tried_in_a_session() {
    let guide = fs::read_to_string("src/guide/asked.md").unwrap();
    let session = fs::read_to_string("tests/sessions/asked.md").unwrap();
    let answers: Vec<&str> = guide.split('`').filter(|it| it.starts_with("bracket24 ")).collect();
    assert!(answers.len() > 8, "{answers:?}");
    for answer in answers {
        assert!(session.contains(&format!("\n$ {answer}\n")), "{answer}");
    }
}

#[test]
fn the_readme_says_what_each_level_of_distinct_is_for() {
    let readme = fs::read_to_string("README.md").unwrap();
    for level in <bracket24::Equivalence as bracket24::Named>::ALL {
        let item = format!("\n- `{level}`");
        assert!(readme.contains(&item), "the README lacks the level `{level}`");
    }
}

/// The anchor that GitHub gives a heading.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|it| it.is_alphanumeric() || matches!(it, ' ' | '-' | '_'));
    kept.map(|it| if it == ' ' { '-' } else { it.to_ascii_lowercase() }).collect()
}

#[test]
fn every_link_of_the_readme_leads_somewhere() {
    let readme = fs::read_to_string("README.md").unwrap();
    let headings = readme.lines().filter_map(|line| line.strip_prefix("## ")).map(anchor);
    let headings: Vec<String> = headings.collect();
    let links = readme.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    for (link, _) in links.filter(|(link, _)| !link.starts_with("http")) {
        match link.strip_prefix('#') {
            Some(heading) => assert!(headings.iter().any(|it| it == heading), "#{heading}"),
            None => assert!(Path::new(link).exists(), "{link}"),
        }
    }
    let contents: Vec<&str> =
        readme.lines().filter_map(|line| line.strip_prefix("- [")?.split("](#").nth(1)).collect();
    let listed: Vec<&str> = contents.iter().filter_map(|it| it.split(')').next()).collect();
    assert_eq!(listed, headings, "the table of contents lists every heading in order");
}

#[test]
fn the_picture_is_the_one_that_is_drawn_today() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme.svg");
    let status = std::process::Command::new(env!("CARGO_BIN_EXE_bracket24"))
        .args(["parse", "8/(3-8/3)", "--output"])
        .arg(&path)
        .status();
    assert!(status.unwrap().success());
    let drawn = fs::read_to_string(path).unwrap();
    snapbox::assert_data_eq!(drawn, snapbox::file!["../../../.github/parse.svg"]);
}
