//! The atlas of a deck, as a file.

use std::fs;
use std::process::{Command, Output};

use serde_json::Value;

#[cfg(unix)]
use crate::interrupted;

fn survey(options: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_bracket24"))
        .args(["survey", "atlas"])
        .args(options)
        .output()
        .unwrap()
}

/// Makes the page, and checks that the command prints no messages.
fn page(options: &[&str]) -> String {
    let made = survey(options);
    assert_eq!(String::from_utf8(made.stderr).unwrap(), "");
    String::from_utf8(made.stdout).unwrap()
}

/// Returns the data in the page for its scripts.
fn data(options: &[&str]) -> Value {
    let page = page(options);
    let start = page.find(r#"id="data">"#).unwrap() + r#"id="data">"#.len();
    let end = start + page[start..].find("</script>").unwrap();
    serde_json::from_str(&page[start..end]).unwrap()
}

#[test]
fn the_atlas_of_the_usual_deck_is_small_and_has_no_external_references() {
    let page = page(&[]);
    assert!(page.len() < 3_000_000, "{} bytes", page.len());
    // The namespace of SVG is not an address to load from.
    let without = page.replace("http://www.w3.org/2000/svg", "");
    for reference in ["http:", "https:", "src=", "href=\"/", "url(", "@import", "fetch("] {
        assert!(!without.contains(reference), "{reference}");
    }
}

#[test]
fn an_atlas_contains_the_requested_hands() {
    let all = data(&["--deck", "1..6"]);
    assert_eq!(all["hands"]["cards"].as_array().unwrap().len(), 126);
    for (option, hands) in [("--solvable", 105), ("--unsolvable", 21)] {
        let some = data(&["--deck", "1..6", option]);
        assert_eq!(some["hands"]["cards"].as_array().unwrap().len(), hands, "{option}");
        // The templates are counted over the whole deck.
        assert_eq!(some["templates"], all["templates"]);
    }
    let tens = data(&["--like", "make10"]);
    assert_eq!(tens["target"], "10");
    assert_eq!(tens["options"], "--target=10");
    let counts = tens["hands"]["counts"].as_array().unwrap();
    assert_eq!(counts.iter().filter(|it| **it != 0).count(), 552);
}

#[test]
fn an_atlas_names_the_method_that_found_its_solutions() {
    let searched = page(&["--deck", "1..3", "--operators", "^"]);
    assert!(searched.contains("; found by a search of +-*/^ to a depth of 1."));
    let (filled, truth) =
        (page(&["--deck", "1..3", "--grammar", "scala"]), "A solution is false if");
    assert!(filled.contains("; found by templates canonical, grammar scala."));
    assert!(filled.contains(truth) && !searched.contains(truth));
}

#[test]
fn an_atlas_says_whether_its_templates_may_miss_hands_that_can_be_solved() {
    for (options, solved, method) in [
        ("", "105 of 126 hands can be solved (83.3 %).", None),
        ("--templates seven", "105 of 126 hands can be solved (83.3 %).", None),
        ("--engine pairs", "105 of 126 hands can be solved (83.3 %).", None),
        (
            "--grammar right",
            "105 of 126 hands have a solution here (83.3 %).",
            Some("templates canonical, grammar right"),
        ),
        (
            "--templates scala --target 10",
            "116 of 126 hands have a solution here (92.0 %); 117 can be solved.",
            Some("templates scala, grammar left"),
        ),
    ] {
        let all: Vec<&str> = ["--deck", "1..6"].into_iter().chain(options.split(' ')).collect();
        let data = data(&all.into_iter().filter(|it| !it.is_empty()).collect::<Vec<_>>());
        assert_eq!(data["remarks"][0], solved, "{options}");
        assert_eq!(data["incomplete"].as_str(), method, "{options}");
    }
}

#[test]
fn the_command_shown_by_an_atlas_finds_the_same_solutions() {
    for options in [
        "--like scala --deck 4..7 --target=-2",
        "--operators ^!,join --depth 2 --cards 3 --deck 1..4",
        "--operators negate --engine compiled --distinct text --cards 2 --target 3 --deck 1..4",
        "--operators % --engine compiled --cards 3 --deck 5..8",
    ] {
        let data = data(&options.split(' ').collect::<Vec<_>>());
        let [hands, counts] = ["cards", "counts"].map(|it| data["hands"][it].as_array().unwrap());
        for (hand, count) in hands.iter().zip(counts).take(5) {
            let cards = hand.as_array().unwrap().iter().map(ToString::to_string);
            let solved = Command::new(env!("CARGO_BIN_EXE_bracket24"))
                .arg("solve")
                .args(cards)
                .args(data["options"].as_str().unwrap().split(' ').map(|it| it.trim_matches('\'')))
                .arg("--json")
                .output()
                .unwrap();
            let solved: Value = serde_json::from_slice(&solved.stdout).unwrap();
            assert_eq!(solved["solutions"].as_array().unwrap().len() as u64, *count, "{options}");
        }
    }
}

#[test]
fn the_atlas_refuses_too_large_a_deck_at_once_and_its_advice_works() {
    let refused = survey(&["--deck", "1..50"]);
    assert_eq!(refused.status.code(), Some(2));
    assert_eq!(refused.stdout, b"");
    let message = String::from_utf8(refused.stderr).unwrap();
    assert!(message.contains("there are 292825 hands of 4 from 1..50"), "{message}");
    assert!(message.contains("a page has room for 30000"), "{message}");
    assert!(message.contains("`--deck` and `--cards`"), "{message}");
    assert!(page(&["--deck", "1..50", "--cards", "2"]).ends_with("</html>\n"));
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_no_partial_page_behind() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("atlas.html");
    fs::write(&path, "the page before").unwrap();
    let arguments = "survey atlas --deck 1..16 --cards 5 --engine strings --output";
    let mut command = Command::new(env!("CARGO_BIN_EXE_bracket24"));
    interrupted(command.args(arguments.split(' ')).arg(&path));
    assert_eq!(fs::read_to_string(&path).unwrap(), "the page before");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}
