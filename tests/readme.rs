//! The README and the glossary are real: what they show is what the command
//! prints.
//!
//! They are written for readers. So `…` stands for what is left out, a line or
//! the rest of one, a measured time stands for any, and the exit code is told in
//! a comment above the block, which is not displayed:
//! `<!-- exit code 1 -->`.
#![cfg(feature = "cli")]

use std::fs;
use std::path::{Path, PathBuf};

/// The document as a session that can be run.
fn session(document: &str) -> String {
    let mut session = String::new();
    let mut exit_code = None;
    let mut is_console = false;
    for line in document.lines() {
        if let Some(code) = line.strip_prefix("<!-- exit code ") {
            exit_code = code.strip_suffix(" -->");
        } else if line == "```console" {
            is_console = true;
        } else if line == "```" && is_console {
            // The output of the last command ends with its line.
            session.push('\n');
            is_console = false;
            exit_code = None;
        }
        session += &if is_console { shown(line) } else { line.to_owned() };
        session.push('\n');
        if is_console
            && line.starts_with("$ ")
            && let Some(code) = exit_code
        {
            session.extend(["? ", code, "\n"]);
        }
    }
    session
}

/// A line of a block as trycmd expects it.
fn shown(line: &str) -> String {
    if line == "…" {
        return "...".to_owned();
    }
    if line.starts_with("$ ") {
        return line.to_owned();
    }
    let line = line.replace('…', "[..]");
    match first_time(&line) {
        Some(at) => format!("{}[..]", line[..at].trim_end()),
        None => line,
    }
}

/// Where a column of times begins, or its heading.
fn first_time(line: &str) -> Option<usize> {
    let is_unit = |word: &str| matches!(word, "ns" | "µs" | "ms" | "s");
    let words: Vec<&str> = line.split_whitespace().collect();
    let time = words.windows(2).find(|pair| pair[0].parse::<f64>().is_ok() && is_unit(pair[1]));
    let time = time.map(|pair| pair.join(" "));
    let has_heading = words.windows(2).any(|pair| pair == ["time", "ratio"]);
    let heading = has_heading.then(|| "time".to_owned());
    line.find(&time.or(heading)?)
}

/// The file that trycmd runs in place of `path`.
fn as_session(path: &str) -> PathBuf {
    let name = Path::new(path).file_name().unwrap();
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&file, session(&fs::read_to_string(path).unwrap())).unwrap();
    file
}

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
        let marked =
            |line: &&str| line.contains("[..]") || *line == "..." || line.starts_with("? ");
        let marks: Vec<&str> = text.lines().filter(marked).collect();
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
    snapbox::assert_data_eq!(drawn, snapbox::file!["../.github/parse.svg"]);
}
