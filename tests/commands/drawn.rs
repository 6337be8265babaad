//! Tests that pictures and pages contain the things that they are about.

use crate::{bracket24, stdout};

#[test]
fn a_picture_names_every_number_of_solutions() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("survey.svg");
    let output = bracket24(&["survey", "--plot", path.to_str().unwrap()], b"");
    assert_eq!(output.status.code(), Some(0));
    let svg = std::fs::read_to_string(&path).unwrap();
    let document = roxmltree::Document::parse(&svg).unwrap();
    let texts: Vec<&str> =
        document.descendants().filter_map(|node| node.text()).map(str::trim).collect();
    for text in ["458", "444", "357", "22", "How many ways are there to make 24?"] {
        assert!(texts.contains(&text), "{text} in {texts:?}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
}

#[test]
fn a_picture_of_targets_names_the_easiest_target() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("targets.svg");
    let arguments = ["survey", "reach", "--target", "0..9"];
    let plotted = bracket24(&[&arguments[..], &["--plot", path.to_str().unwrap()]].concat(), b"");
    assert_eq!(plotted.status.code(), Some(0));
    let svg = std::fs::read_to_string(&path).unwrap();
    assert_eq!(svg, stdout(&[&arguments[..], &["--format", "svg"]].concat()));
    let easiest = "The easiest target is 2 (1758 hands), then 3 (1651), 0 (1625), 4 (1612)";
    for text in [easiest, "1820 hands of 4 from 1 to 13", "1758", "100 %"] {
        assert!(svg.contains(text), "{text} in {svg}");
    }
}

#[test]
fn a_picture_of_growth_names_every_method() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("growth.svg");
    let arguments = ["compare", "--cards", "1..4", "--plot", path.to_str().unwrap()];
    assert_eq!(bracket24(&arguments, b"").status.code(), Some(0));
    let svg = std::fs::read_to_string(&path).unwrap();
    let document = roxmltree::Document::parse(&svg).unwrap();
    let texts: Vec<&str> =
        document.descendants().filter_map(|node| node.text()).map(str::trim).collect();
    for name in ["strings with canonical", "compiled with scala", "pairs", "shapes", "split", "4"] {
        assert!(texts.contains(&name), "{name} in {texts:?}");
    }
}

#[test]
fn a_grammar_diagram_names_every_rule_and_links_to_it() {
    for name in <bracket24::Grammar as bracket24::Named>::ALL.iter().map(ToString::to_string) {
        let svg = stdout(&["grammar", "diagram", &name]);
        let document = roxmltree::Document::parse(&svg).unwrap();
        let anchors: Vec<&str> =
            document.descendants().filter_map(|node| node.attribute("id")).collect();
        let grammar: bracket24::Grammar = name.parse().unwrap();
        for rule in grammar.definitions() {
            let anchor = format!("rule-{}", rule.name);
            assert!(anchors.contains(&&*anchor), "{anchor} in {anchors:?}");
        }
        let links = document
            .descendants()
            .filter_map(|node| node.attribute(("http://www.w3.org/1999/xlink", "href")));
        for link in links {
            assert!(anchors.contains(&&link[1..]), "{link} leads to a rule");
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("grammar.svg");
        let output = bracket24(&["grammar", "diagram", &name, "-o", path.to_str().unwrap()], b"");
        assert_eq!((output.status.code(), output.stdout), (Some(0), Vec::new()));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), svg);
    }
}

#[test]
fn a_page_to_hand_out_is_written_completely_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("page.html");
    let to_file = |command: &str, expression: &str| {
        let path = path.to_str().unwrap();
        bracket24(&[command, expression, "--format", "html", "-o", path], b"")
    };
    let content = || std::fs::read_to_string(&path).unwrap();
    for command in ["trace", "step", "parse", "explain"] {
        let page = stdout(&[command, "(8-4)*6", "--format", "html"]);
        assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
        let written = to_file(command, "(8-4)*6");
        assert_eq!((written.status.code(), written.stdout), (Some(0), Vec::new()));
        assert_eq!(content(), page);
    }
    assert_eq!(to_file("step", "1/0").status.code(), Some(0));
    let page = content();
    assert_eq!(to_file("step", "1/0+").status.code(), Some(2));
    assert_ne!(content(), page, "one that cannot be read has a page too");
    assert!(content().contains(r#""failure":{"message""#));
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
}
