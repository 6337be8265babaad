//! Tests `bracket24 templates coverage`: the picture, and an interrupted run.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::Command;

fn bracket24() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bracket24"));
    command.args(["templates", "coverage"]);
    command
}

/// Returns the path for a picture.
fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Draws a picture and returns the texts in it.
fn drawn(name: &str, arguments: &[&str]) -> Vec<String> {
    let path = file(name);
    let status = bracket24().args(arguments).arg("--plot").arg(&path).output().unwrap().status;
    assert!(status.code().is_some_and(|code| code < 2), "{arguments:?}");
    let svg = std::fs::read_to_string(path).unwrap();
    let picture = roxmltree::Document::parse(&svg).unwrap();
    assert_eq!(picture.root_element().tag_name().name(), "svg");
    assert_eq!(picture.root_element().attribute("width"), Some("297mm"));
    let texts = picture.descendants().filter(|node| node.has_tag_name("text"));
    texts.map(|node| node.text().unwrap().trim().to_owned()).collect()
}

/// Returns the templates that, by the command's output, solve a hand, and those that do not.
fn templates(arguments: &[&str]) -> (Vec<String>, Vec<String>) {
    let output = bracket24().args(arguments).arg("--json").output().unwrap();
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    let live = report["templates"].as_array().unwrap().iter().map(|it| text(&it["template"]));
    (live.collect(), report["dead"].as_array().unwrap().iter().map(text).collect())
}

#[test]
fn the_picture_names_every_template() {
    for (name, arguments) in [
        ("four.svg", &[][..]),
        ("three.svg", &["--cards", "3"]),
        ("two.svg", &["--cards", "2", "--target", "12345678901234567890/7"]),
        ("scala.svg", &["--templates", "scala", "--grammar", "scala"]),
    ] {
        let texts = drawn(name, arguments);
        let words: BTreeSet<&str> = texts.iter().flat_map(|text| text.split_whitespace()).collect();
        let (live, dead) = templates(arguments);
        for template in live.iter().chain(&dead) {
            assert!(words.contains(template.as_str()), "{name}: {template}");
        }
    }
}

#[test]
fn a_large_set_is_shown_in_part_and_the_picture_says_so() {
    let arguments = ["--templates", "five", "--deck", "1..8"];
    let texts = drawn("five.svg", &arguments);
    let (live, _) = templates(&arguments);
    let shown = live.iter().filter(|template| texts.contains(template)).count();
    assert_eq!(shown, 60);
    assert!(texts[..].join(" ").contains("60 of the 180 templates"), "{texts:?}");
}

#[test]
fn drawing_a_picture_twice_gives_the_same_file() {
    drawn("first.svg", &["--deck", "1..9"]);
    drawn("second.svg", &["--deck", "1..9"]);
    let read = |name: &str| std::fs::read(file(name)).unwrap();
    assert_eq!(read("first.svg"), read("second.svg"));
}

#[cfg(unix)]
#[test]
fn an_interrupted_coverage_run_says_so_and_draws_no_picture() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::Stdio;

    let picture = file("broken_off.svg");
    let mut child = bracket24()
        .args(["--deck", "1..400", "--json", "--plot"])
        .arg(&picture)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The run has begun once it prints the number of hands.
    let mut line = String::new();
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.starts_with("1082740100 hands"), "{line}");
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let mut text = String::new();
    child.stdout.take().unwrap().read_to_string(&mut text).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let report: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(report["partial"], true);
    assert!(report["hands"].as_u64().unwrap() > 0);
    assert!(!picture.exists());
}
