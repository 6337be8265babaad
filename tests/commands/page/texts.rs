//! Tests texts that are long, cannot be read, or look like something else.

use std::fs::File;
use std::io::BufWriter;
use std::path::PathBuf;

use bracket24::present::page::{
    PageData, PageDefinition, PageDetail, PageReading, PageTried, View, write_page,
};
use serde_json::Value;

use super::browser::Browser;
use super::live::{choose_example, edit_grammar, type_over, wait_for_text, with_folder};
use super::server::Server;
use super::{OVERFLOW, file, page, show_rules, slide};

/// Makes a page for a number of this many digits, each read by a separate call of a rule.
pub(crate) fn long(title: &str, digits: usize) -> PathBuf {
    let expression = "7".repeat(digits);
    // In the trace each rule has 21 numbers, for the 7 kinds of events, each read or only looked
    // at.
    let (line, digit) = (0, 21);
    let mut events = vec![line, 0, 0];
    for _ in 0..digits {
        events.extend([digit, 0, 0, digit + 1, 1]);
    }
    events.extend([line + 1, 0]);
    let tried = |rule| PageTried { rule: Some(rule), terminal: None, wanted: None, sites: vec![] };
    let definition = |rule: &str, start, end| PageDefinition {
        rule: rule.into(),
        start,
        end,
        body: [start, end],
        leaves: Vec::new(),
        rails: None,
    };
    let reading = PageReading {
        grammar: "digits",
        summary: "a row of digits".into(),
        source_name: "digits",
        source: "line = { digit* }\ndigit = { ASCII_DIGIT }\n".into(),
        definitions: vec![definition("line", 0, 17), definition("digit", 18, 41)],
        has_values: true,
        value: Some("7".into()),
        rule_calls: 1 + digits as u64,
        detail: PageDetail::Rules,
        rules: vec!["line", "digit"],
        tried: vec![tried(0), tried(1)],
        events,
        evaluated: "7",
        ..PageReading::default()
    };
    let data = PageData {
        title: title.into(),
        expression: &expression,
        view: View::Trace,
        verdict: None,
        readings: vec![reading],
    };
    let path = file();
    let mut out = BufWriter::new(File::create(&path).unwrap());
    write_page(&data, &mut out).unwrap();
    path
}

#[test]
#[ignore = "needs Chromium"]
fn the_page_shows_text_that_looks_like_markup_as_text() {
    let title = "</script><!-- &amp; <b>\u{2028}";
    let mut browser = Browser::start();
    browser.open(&long(title, 3), "");
    assert_eq!(browser.text("#title"), title);
    assert_eq!(browser.evaluate("document.title"), title);
    assert_eq!(browser.complaints(), [] as [Value; 0]);
}

#[test]
#[ignore = "needs Chromium"]
fn the_live_page_shows_markup_in_names_rules_texts_and_errors_as_text() {
    const MARKUP: &str = "<img src=x onerror=ran()>";
    let folder = tempfile::tempdir().unwrap();
    // A name may have no `<`.
    let name = "&lt;b onclick=ran()&gt;.pest";
    let source = format!("line = {{ SOI ~ part ~ EOI }}\npart = {{ \"{MARKUP}\" }}\n");
    std::fs::write(folder.path().join(name), &source).unwrap();
    let server = with_folder(folder.path());
    let place = format!("#grammar={}&text={MARKUP}", name.replace('&', "%26"));
    let mut browser = server.window(&place.replace(' ', "%20"));
    wait_for_text(&mut browser, "#live-choice", name);
    wait_for_text(&mut browser, "#rules-tree", MARKUP);
    type_over(&mut browser, "live-text", &MARKUP[1..]);
    wait_for_text(&mut browser, "#live-text-said", MARKUP);
    edit_grammar(&mut browser, "~ EOI", &format!("~ {MARKUP}"));
    browser.wait_for("document.querySelectorAll('#live-grammar-said button').length > 0");
    assert_eq!(browser.count("img[onerror]"), 0);
    assert_eq!(browser.errors(), [] as [Value; 0]);
}

#[test]
#[ignore = "needs Chromium"]
fn the_page_shows_a_character_of_two_utf_16_units_as_one_character() {
    let grammar = file().with_extension("pest");
    std::fs::write(&grammar, "all = { SOI ~ char* ~ EOI }\nchar = { ANY }\n").unwrap();
    let mut browser = Browser::start();
    browser.open(&page("trace", "\na😀b", &["--grammar", grammar.to_str().unwrap()]), "");
    browser.press("Home");
    browser.press("ArrowRight");
    assert_eq!(browser.text("#sentence"), "all begins at line 1, column 1.");
    while browser.text("#sentence") != "char begins at line 2, column 2." {
        browser.press("ArrowRight");
    }
    assert_eq!(browser.text("#text .current"), "😀");
    // Each box is below its character.
    browser.press("End");
    browser.click("#rules-isUnder");
    let mut middles = |selector: &str| {
        let all = format!(
            "[...document.querySelectorAll('{selector}')].map((it) => it.getBoundingClientRect())
                .map(({{ x, width }}) => x + width / 2)"
        );
        let all = browser.evaluate(&all);
        all.as_array().unwrap().iter().map(|it| it.as_f64().unwrap()).collect::<Vec<_>>()
    };
    let boxes = middles("#rules-tree [role=treeitem] rect");
    let characters = middles("#rules-tree .characters text");
    assert_eq!((boxes.len(), characters.len()), (5, 4));
    let apart = boxes[1..].iter().zip(&characters).map(|(it, character)| (it - character).abs());
    assert!(apart.skip(1).all(|it| it < 2.0), "{boxes:?} {characters:?}");
    assert_eq!(browser.complaints(), [] as [Value; 0]);
}

#[test]
#[ignore = "needs Chromium"]
fn the_page_can_step_through_a_long_expression() {
    let expression = "(123-45)*".repeat(86) + "123456";
    assert_eq!(expression.len(), 780);
    let mut browser = Browser::start();
    browser.open(&page("trace", &expression, &[]), "");
    let last = browser.evaluate("Number(slider.max)").as_u64().unwrap();
    for position in [1, last / 3, last / 2, last] {
        slide(&mut browser, position);
        assert_eq!(browser.evaluate("Number(slider.value)"), position);
        assert_eq!(browser.count("mark.current"), 1);
    }
    let value = browser.text("#value");
    assert!(value.starts_with("6481") && value.len() > 160, "{value}");
    assert_eq!(browser.complaints(), [] as [Value; 0]);
}

#[test]
#[ignore = "needs Chromium"]
fn the_page_breaks_numbers_with_many_digits_into_lines() {
    let factors = format!("{n}*{n}-1-1", n = "9".repeat(380));
    let mut browser = Browser::start();
    for width in [1280, 360] {
        browser.resize(width, 740);
        browser.open(&page("explain", &factors, &[]), "#grammar=right");
        assert_eq!(browser.evaluate(OVERFLOW), 0, "{width}");
    }
    assert!(browser.text("#verdict").len() > 760);
}

#[test]
#[ignore = "needs Chromium"]
fn the_page_removes_discarded_matches_from_the_tree() {
    let mut browser = Browser::start();
    browser.open(&page("trace", "8-4-2", &["--grammar", "right_slow"]), "");
    show_rules(&mut browser);
    let mut seen = Vec::new();
    for at in 9..=11 {
        slide(&mut browser, at);
        let discarded = browser.count("#rules-tree .discarded");
        seen.push((
            browser.text("#sentence"),
            browser.count("#rules-tree [role=treeitem]"),
            discarded,
        ));
    }
    let seen: Vec<_> = seen.iter().map(|(said, tree, gone)| (&**said, *tree, *gone)).collect();
    assert_eq!(
        seen,
        [
            ("multiplicative failed at column 2: wanted * or /, saw -.", 6, 1),
            // The operand and its number matched, and are read once more.
            ("Backtracked to column 1: the parser discards its matches from there on.", 5, 2),
            ("operand begins at column 1.", 4, 0),
        ]
    );
    browser.press("End");
    assert_eq!(browser.text("#value"), "6");
    assert_eq!(browser.count("#rules-tree .discarded"), 0);
}

#[test]
#[ignore = "needs Chromium"]
fn the_page_shows_a_division_by_zero_as_the_last_step() {
    let mut browser = Browser::start();
    browser.open(&page("step", "(1/(2-2)+3)*4", &[]), "");
    assert_eq!(browser.text("#position"), "step 1 of 2");
    browser.press("End");
    assert_eq!(
        browser.text("#sentence"),
        "Step 2 of 2: 1/0 cannot be evaluated: division by zero: 2-2 is 0."
    );
    assert_eq!(browser.text("#value"), "none, division by zero: 2-2 is 0");
    browser.click("#operations-tree [role=treeitem] rect");
    assert_eq!(browser.text("#selected dd"), "*");
    assert_eq!(browser.text("#selected dd:last-child"), "by no step: 1/0 cannot be evaluated");
    assert_eq!(browser.complaints(), [] as [Value; 0]);
}

#[test]
#[ignore = "needs Chromium"]
fn the_step_page_of_a_single_number_shows_its_parse_and_no_steps() {
    let mut browser = Browser::start();
    browser.open(&page("step", "24", &[]), "");
    assert_eq!(browser.text("#position"), "event 12 of 12");
    assert_eq!(browser.text("#value"), "24");
    assert_eq!(browser.count("#operations-tree [role=treeitem]"), 1);
    assert_eq!(browser.complaints(), [] as [Value; 0]);
}

#[test]
#[ignore = "`.ci/long` runs it, and needs Chromium"]
fn a_grammar_that_tries_too_much_shows_what_stayed() {
    let mut browser = Browser::start();
    browser.open(&page("explain", "((((((((8-4-2))))))))", &[]), "#grammar=right_slow");
    assert_eq!(browser.text("#value"), "6");
    let tried = browser.text("#grammars label:last-child .tried");
    assert!(tried.ends_with(" rule calls: only those in the tree are shown"), "{tried}");
    browser.press("Home");
    browser.press("ArrowRight");
    assert_eq!(browser.text("#sentence"), "line begins at column 1.");
    assert!(browser.text("#position").ends_with(" of the tree"));
    assert_eq!(browser.count("#attempts:checked, #terminals:checked"), 0);
    browser.click("#tab-calls-panel");
    assert_eq!(browser.text("#calls-panel > p"), format!("{tried}."));
    // A grammar that refuses the text says so, and can be chosen like the others.
    browser.open(&page("explain", "(((((((((((8-4-2)))))))))))", &[]), "");
    assert_eq!(browser.count("#grammars label"), 6);
    let refused = "#grammars label.failed";
    assert_eq!(browser.text(&format!("{refused} .name")), "right_slow gives up");
    browser.click(refused);
    let said = browser.text("#failure-heading");
    assert!(said.starts_with("right_slow gives up: parsing takes too long"), "{said}");
    assert_eq!(browser.complaints(), [] as [Value; 0]);
}

#[test]
#[ignore = "needs Chromium"]
fn a_lecture_shows_the_grammar_with_the_error_if_there_is_no_tree() {
    let server = Server::start(&[]);
    let mut browser = server.window("#text=8-4-2");
    choose_example(&mut browser, 4);
    wait_for_text(&mut browser, "#grammar-name", "json.pest");
    choose_example(&mut browser, 9);
    wait_for_text(&mut browser, "#live-text-said", "the grammar has an error");
    assert_eq!(browser.count("#lecture"), 1);
    browser.click("#lecture");
    assert_eq!((browser.count("#source-panel"), browser.count("#live-grammar")), (0, 1));
    let source = browser.evaluate("document.querySelector('#live-grammar').value");
    assert!(source.as_str().unwrap().contains("A PEG parser would call sum forever"), "{source}");
    browser.click("#lecture");
    assert_eq!(browser.count("#bar"), 1);
}

#[test]
#[ignore = "needs Chromium"]
fn a_lecture_shows_the_text_with_the_error_while_the_tree_is_out_of_date() {
    let server = Server::start(&[]);
    let mut browser = server.window("#text=8-4-2");
    type_over(&mut browser, "live-text", "(8-4)*(3");
    wait_for_text(&mut browser, "#live-text-said", "the text ends too early");
    browser.click("#lecture");
    assert_eq!((browser.count("#live-text"), browser.count("#live-grammar")), (1, 1));
    assert_eq!(browser.count("#live-text-said, #stale"), 2);
    // The text stays while one types in it.
    type_over(&mut browser, "live-text", "(8-4)*(3)");
    wait_for_text(&mut browser, "#live-text-said", "= 12");
    assert_eq!((browser.count("#live-text"), browser.count("#live-grammar")), (1, 0));
    browser.evaluate("document.activeElement.blur()");
    assert_eq!((browser.count("#live-text"), browser.count("#text")), (0, 1));
}

#[test]
#[ignore = "needs Chromium"]
#[allow(clippy::print_stdout)] // times are told and not asserted
fn a_page_with_forty_thousand_events_has_few_elements_and_fits_a_phone() {
    let mut browser = Browser::start();
    browser.open(&long("a long row", 20_000), "");
    browser.resize(360, 740);
    let milliseconds = browser.evaluate(
        "(async () => {
            const times = [];
            for (let part = 0; part <= 20; part += 1) {
                const start = performance.now();
                slider.value = (slider.max * part) / 20;
                slider.dispatchEvent(new Event('input'));
                await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
                times.push(performance.now() - start);
            }
            return times.sort((a, b) => a - b)[10];
        })()",
    );
    println!("{milliseconds} ms for a move");
    assert_eq!(browser.text("#position"), "event 40002 of 40002");
    assert_eq!(browser.evaluate(OVERFLOW), 0);
    assert!(browser.count("#rules-tree [role=treeitem]") < 200);
    let elements = browser.count("*");
    assert!(elements < 2000, "{elements}");
    assert_eq!(browser.complaints(), [] as [Value; 0]);
}
