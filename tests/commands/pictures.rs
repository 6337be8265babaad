//! Tests properties of every picture: it has a name, no text overlaps another or is cut off, its
//! numbers are whole, and it has colours for a dark screen.

use std::collections::BTreeMap;
use std::process::Command;

use roxmltree::{Document, Node};

fn drawn(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_bracket24"))
        .args(arguments)
        .args(["--format", "svg"])
        .output()
        .unwrap();
    assert!(output.status.code().is_some_and(|code| code < 2), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The style of the texts of each class; the class "" holds the style of all.
#[derive(Debug, Default)]
struct Styles(BTreeMap<String, BTreeMap<String, String>>);

impl Styles {
    fn of(document: &Document) -> Self {
        let style = document.descendants().find(|node| node.has_tag_name("style")).unwrap();
        let (light, _) = style.text().unwrap().split_once("@media").unwrap();
        let mut styles = Self::default();
        for rule in light.split('}') {
            let Some((selectors, body)) = rule.split_once('{') else { continue };
            for selector in selectors.split(',') {
                let Some((_, class)) = selector.trim().split_once(" text") else { continue };
                let class = styles.0.entry(class.trim_start_matches('.').to_owned()).or_default();
                let properties = body.split(';').filter_map(|it| it.split_once(':'));
                class.extend(properties.map(|(k, v)| (k.trim().to_owned(), v.trim().to_owned())));
            }
        }
        styles
    }

    fn get(&self, class: &str, property: &str) -> Option<&str> {
        let of = |class| self.0.get(class).and_then(|it| it.get(property));
        class.split(' ').find_map(of).or_else(|| of("")).map(String::as_str)
    }
}

/// Returns the left, top, right and bottom edges of a text, in thousandths.
fn frame(text: Node, styles: &Styles) -> [i64; 4] {
    let number = |name| text.attribute(name).unwrap().parse::<i64>().unwrap();
    let (x, y, size) = (number("x") * 1000, number("y") * 1000, number("font-size"));
    let class = text.attribute("class").unwrap();
    let is = |property, value: &str| styles.get(class, property) == Some(value);
    // The width of DejaVu's letters, which are wide, in thousandths of the font size.
    let letter = match (is("font-family", "monospace"), is("font-weight", "bold")) {
        (true, _) => 602,
        (false, true) => 650,
        (false, false) => 550,
    };
    let letters = i64::try_from(text.text().unwrap().trim().chars().count()).unwrap();
    let width = letters * size * letter;
    let left = match styles.get(class, "text-anchor") {
        Some("middle") => x - width / 2,
        Some("end") => x - width,
        _ => x,
    };
    [left, y - size * 740, left + width, y + size * 200]
}

fn check(svg: &str, what: &str) {
    let document = Document::parse(svg).unwrap();
    let root = document.root_element();
    assert_eq!(root.attribute("role"), Some("img"), "{what}");
    let title = root.first_element_child().unwrap();
    assert_eq!(title.tag_name().name(), "title", "{what}");
    assert!(!title.text().unwrap().trim().is_empty(), "{what}");
    assert!(svg.contains("@media screen and (prefers-color-scheme: dark)"), "{what}");
    assert!(!svg.contains('$') && !svg.contains("var("), "{what}: colours are put in");

    for node in document.descendants() {
        for attribute in ["x", "y", "width", "height", "d", "viewBox", "font-size", "points"] {
            let value = node.attribute(attribute).unwrap_or_default();
            assert!(!value.contains('.'), "{what}: {attribute}={value}");
        }
    }

    let view: Vec<i64> =
        root.attribute("viewBox").unwrap().split(' ').map(|it| it.parse().unwrap()).collect();
    let styles = Styles::of(&document);
    let texts = document.descendants().filter(|it| it.has_tag_name("text"));
    let frames: Vec<_> = texts
        .filter(|text| text.has_attribute("font-size"))
        .map(|text| (text.text().unwrap().trim(), frame(text, &styles)))
        .collect();
    for (index, (words, frame)) in frames.iter().enumerate() {
        let [left, top, right, bottom] = *frame;
        let is_inside =
            left >= 0 && top >= 0 && right <= view[2] * 1000 && bottom <= view[3] * 1000;
        assert!(is_inside, "{what}: `{words}` is cut: {frame:?} in {view:?}");
        for (other, it) in &frames[..index] {
            let apart = it[2] <= left || right <= it[0] || it[3] <= top || bottom <= it[1];
            assert!(apart, "{what}: `{words}` lies on `{other}`");
        }
    }
}

fn check_all(cases: &[&str]) {
    for case in cases {
        let arguments: Vec<&str> = case.split(' ').collect();
        check(&drawn(&arguments), case);
    }
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn posters_of_one_template_or_of_hundreds_are_legible() {
    check_all(&[
        "templates coverage",
        "templates coverage --cards 1",
        "templates coverage --cards 2",
        "templates coverage --cards 3 --ordered",
        "templates coverage --cards 3 --target 12345678901234567890/7",
        "templates coverage --templates scala --grammar scala",
        "templates coverage --templates seven --deck 1..5",
        "templates coverage --templates five --deck 0..4 --target 10",
        "templates coverage --cards 5 --deck 1..3",
        "templates coverage --cards 2 --deck 4294967000..4294967004 --target 8589934002",
    ]);
}

/// Returns all texts of a picture, in their order.
fn words(svg: &str) -> String {
    let document = Document::parse(svg).unwrap();
    let texts = document.descendants().filter(|it| it.has_tag_name("text"));
    texts.map(|text| text.text().unwrap().trim()).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_coverage_poster_names_the_template_set_and_shows_what_it_misses() {
    let words = words(&drawn(&["templates", "coverage", "--templates", "scala"]));
    for part in ["the set scala", "1356 of the 1362 that can be solved", "(N-N/N)*N", "(5-1/5)*5"] {
        assert!(words.contains(part), "{part}: {words}");
    }
}

#[test]
fn histograms_of_any_shape_are_legible() {
    check_all(&[
        "survey",
        "survey --cards 2",
        "survey --cards 3 --deck 0..9 --target 10 --ordered",
        "survey --cards 5 --deck 1..5",
        "survey --cards 3 --deck 1..3 --target 100",
        "survey --cards 3 --deck 0..2 --target 0",
        "survey --deck 0..1 --target 0 --distinct text",
        "survey --templates scala --grammar scala --distinct text",
        "survey --cards 2 --deck 1..3 --target 12345678901234567890/7",
        "survey --engine split --deck 7..9",
    ]);
}

#[test]
fn a_histogram_names_the_template_set_and_the_number_of_solvable_hands() {
    let words = words(&drawn(&["survey", "--templates", "scala"]));
    for part in ["of the 1362 hands that can be solved", "by the templates scala"] {
        assert!(words.contains(part), "{part}: {words}");
    }
}

#[test]
fn a_histogram_of_a_search_names_its_operators_and_no_templates() {
    let svg = words(&drawn(&["survey", "--deck", "1..3", "--operators", "^"]));
    assert!(svg.contains("from 1 to 3, by a search of +-*/^ to a depth of 1"), "{svg}");
    assert!(!svg.contains("template"), "{svg}");
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn the_reach_charts_are_legible_for_few_and_many_targets() {
    for targets in ["1..100", "-3..3", "24..24", "2..3", "1..500", "-250..249", "100000..100044"] {
        check_all(&[&format!("survey reach --target {targets}")]);
    }
    check_all(&[
        "survey reach --ordered --target 1..22",
        "survey reach --cards 6 --deck 1..6 --target 9..14",
        "survey reach --cards 2 --target 9223372036854775790..9223372036854775807",
        "survey reach --cards 1 --target -9223372036854775808..-9223372036854775700",
    ]);
}

#[test]
fn the_growth_chart_is_legible_for_one_method_and_for_many() {
    check_all(&[
        "compare --cards 2..3",
        "compare --cards 1..1 --engine split --engine pairs",
        "compare --cards 3..3 --templates canonical --templates five --target 12345678901234567890/7",
    ]);
}

#[test]
fn tree_pictures_are_legible() {
    check_all(&[
        "parse 7",
        "parse 8/(3-8/3)",
        "parse 1*(2-(3*4-5/6)/((7+8)*9))-10+11*12 --grammar flat",
        "parse 1-2-3-4-5-6-7-8-9-10-11-12-13 --grammar right",
        "parse 12345678901234567890123456789012345678901234567890+1",
    ]);
}

#[test]
fn diagrams_have_names_fit_a_sheet_and_have_dark_colours() {
    for grammar in ["left", "right", "scala", "flat", "pemdas", "right_slow"] {
        let svg = drawn(&["grammar", "diagram", grammar]);
        check(&svg, grammar);
        let document = Document::parse(&svg).unwrap();
        let length =
            |name| -> i64 { document.root_element().attribute(name).unwrap().parse().unwrap() };
        // A3 in landscape, without its margins.
        assert!(length("width") <= 1512 && length("height") <= 1048, "{grammar}");
        assert!(!svg.contains('`'), "{grammar}: code is set as code");
    }
}

#[test]
fn a_picture_stays_valid_xml_if_the_text_has_characters_that_xml_forbids() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("any.pest");
    std::fs::write(&file, "line = { (word | ANY)* } word = { \"x\u{FFFF}\" }").unwrap();
    let grammar = file.to_str().unwrap();
    for arguments in [
        &["parse", "a\u{1}\u{B}\u{C}\u{FFFE}x\u{FFFF}", "--grammar", grammar][..],
        &["grammar", "diagram", grammar],
    ] {
        let svg = drawn(arguments);
        assert!(Document::parse(&svg).is_ok(), "{arguments:?}: {svg}");
        assert!(!svg.contains(['\u{B}', '\u{C}', '\u{FFFE}', '\u{FFFF}']), "{arguments:?}: {svg}");
    }
}
