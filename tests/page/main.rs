//! The page to hand out, as a person uses it in a browser.
#![cfg(feature = "cli")]
#![cfg(unix)]

mod browser;
mod looks;
mod pictures;
mod texts;

use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use browser::Browser;
use serde_json::Value;

/// A file for a page, another for every test: they run side by side.
fn file() -> PathBuf {
    static PAGES: AtomicUsize = AtomicUsize::new(0);
    let page = PAGES.fetch_add(1, Ordering::Relaxed);
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("page{page}.html"))
}

/// The page that a command makes of an expression.
fn page(command: &str, expression: &str, options: &[&str]) -> PathBuf {
    let path = file();
    let made = Command::new(env!("CARGO_BIN_EXE_bracket24"))
        .args([command, expression, "--format", "html", "--output"])
        .arg(&path)
        .args(options)
        .output()
        .unwrap();
    assert_eq!(String::from_utf8(made.stderr).unwrap(), "");
    assert!(path.is_file());
    path
}

/// The page of `(5-8-7)*6` as a command makes it.
fn made_by(command: &str) -> PathBuf {
    page(command, "(5-8-7)*6", &[])
}

/// By how many pixels the page is wider than the window.
const OVERFLOW: &str =
    "document.documentElement.scrollWidth - document.documentElement.clientWidth";

/// Moves the slider as a mouse does.
fn slide(browser: &mut Browser, position: u64) {
    browser
        .evaluate(&format!("slider.value = {position}; slider.dispatchEvent(new Event('input'))"));
    browser.settle();
}

#[test]
#[ignore = "needs Chromium"]
fn it_opens_where_its_command_says_without_errors_or_requests() {
    let mut browser = Browser::start();
    for (view, position) in [
        ("trace", "before the first of 40 events"),
        ("parse", "event 40 of 40"),
        ("step", "step 1 of 3"),
        ("explain", "step 3 of 3"),
    ] {
        browser.open(&made_by(view), "");
        assert_eq!(browser.text("#position"), position);
        assert_eq!(browser.complaints(), [] as [Value; 0], "{view}");
    }
}

#[test]
#[ignore = "needs Chromium"]
fn the_slider_moves_the_marked_text_the_rules_and_the_tree() {
    let mut browser = Browser::start();
    browser.open(&made_by("trace"), "");
    let mut seen = Vec::new();
    for position in [6, 12, 26, 40, 41] {
        slide(&mut browser, position);
        let marked = browser.text("mark.current");
        let sentence = browser.text("#sentence");
        seen.push((marked, sentence, browser.count("#stack li"), browser.count("#rules-tree g")));
    }
    let seen: Vec<_> = seen
        .iter()
        .map(|(marked, said, stack, tree)| (&**marked, &**said, *stack, *tree))
        .collect();
    assert_eq!(
        seen,
        [
            ("(", "number failed at column 1: it saw (.", 5, 5),
            ("5", "operand matched 5, column 2.", 7, 8),
            ("7", "number matched 7, column 6.", 9, 16),
            ("(5-8-7)*6", "line matched (5-8-7)*6, columns 1 to 9.", 1, 19),
            ("5-8", "Step 1 of 3: 5-8 is -3. The rule expression contains both operands.", 0, 19),
        ]
    );
}

#[test]
#[ignore = "needs Chromium"]
fn what_is_given_back_stands_in_neither_tree() {
    let mut browser = Browser::start();
    browser.open(&page("trace", "(8-4)-2", &["--grammar", "right_slow"]), "");
    let end = browser.evaluate("Number(slider.max)").as_u64().unwrap();
    let mut read = Vec::new();
    for position in 0..end {
        slide(&mut browser, position);
        let numbers = "[...document.querySelectorAll('#rules-tree g:not(.discarded)')]
            .filter((it) => it.textContent.startsWith('number')).length";
        let standing = browser.evaluate(numbers).as_u64().unwrap();
        let operations = browser.count("#operations-tree g");
        assert!(operations == 0 || standing > 0, "{position}: {operations} and no number");
        read.push(operations);
    }
    assert!(read.windows(2).any(|pair| pair[1] < pair[0]), "something is given back: {read:?}");
}

#[test]
#[ignore = "needs Chromium"]
fn every_grammar_ends_with_its_own_value() {
    let mut browser = Browser::start();
    browser.open(&made_by("explain"), "#at=0");
    assert_eq!(browser.count("#value"), 0);
    browser.press("End");
    assert_eq!(browser.text("#value"), "-60");
    assert_eq!(browser.text("#brackets"), "(* (- (- 5 8) 7) 6)");
    browser.click("#grammars label:nth-child(3)");
    assert_eq!(browser.text("#value"), "24");
    assert_eq!(browser.text("#brackets"), "(* (- 5 (- 8 7)) 6)");
    assert_eq!(browser.text("#position"), "step 3 of 3");
    assert_eq!(browser.text("#grammar-name"), "scala");
    assert_eq!(browser.count("#grammars label"), 6);
    // Ordinary arithmetic is not said once more to be that.
    assert_eq!(browser.count("#grammars label:nth-child(1) .verdict"), 0);
    browser.open(&page("trace", "(5-8-7)*6", &["--grammar", "scala"]), "");
    assert_eq!(browser.text("#grammars .verdict"), "in ordinary arithmetic -60");
    assert_eq!(browser.text("#grammar-name"), "scala");
}

#[test]
#[ignore = "needs Chromium"]
fn the_chosen_grammar_tells_where_it_diverges_from_ordinary_arithmetic() {
    let mut browser = Browser::start();
    browser.open(&made_by("explain"), "");
    assert_eq!(browser.count("#divergence"), 0);
    browser.click("#grammars label:nth-child(3)");
    assert_eq!(browser.text("#divergence h2"), "Where scala diverges from ordinary arithmetic");
    let said = browser.evaluate(
        "[...document.querySelectorAll('#divergence :is(dt, .by, mark)')].map((it) => it.textContent)",
    );
    assert_eq!(
        said,
        serde_json::json!([
            "left",
            "8",
            "subtract in expression takes 8",
            "scala",
            "8-7",
            "subtract in difference takes 8-7",
        ])
    );
    assert_eq!(browser.text("#divergence .cause"), "Why: - is right-associative.");
    // One with the same tree does not diverge.
    browser.click("#grammars label:nth-child(4)");
    assert_eq!(browser.count("#divergence"), 0);
    // Of a long text only the part around the operator is shown.
    let long = "1*(1+".repeat(3) + &"(9-8)*".repeat(40) + "8-4-2" + ")))";
    browser.open(&page("explain", &long, &[]), "#grammar=right");
    assert!(browser.text("#divergence .taken").len() < 120);
    assert_eq!(browser.complaints(), [] as [Value; 0]);
}

#[test]
#[ignore = "needs Chromium"]
fn keys_go_back_and_forward_and_play() {
    let mut browser = Browser::start();
    browser.open(&made_by("trace"), "");
    let mut position = |key: &str| {
        browser.press(key);
        browser.text("#position")
    };
    assert_eq!(position("ArrowRight"), "event 1 of 40");
    assert_eq!(position("ArrowRight"), "event 2 of 40");
    assert_eq!(position("ArrowLeft"), "event 1 of 40");
    assert_eq!(position("End"), "step 3 of 3");
    assert_eq!(position("Home"), "before the first of 40 events");
    // Keys go on where a button was clicked.
    browser.click("#forward");
    browser.press("ArrowRight");
    assert_eq!(browser.text("#position"), "event 2 of 40");
    browser.press("Home");
    browser.evaluate("slider.focus(); pace.value = '120'");
    browser.press("PageUp");
    assert_eq!(browser.text("#position"), "event 10 of 40");
    slide(&mut browser, 4);
    browser.press("ArrowUp");
    // What matched nothing is passed over.
    assert_eq!(browser.text("#position"), "event 7 of 40");
    browser.press(" ");
    assert_eq!(browser.text("#play .name"), "Pause");
    browser.evaluate("new Promise((done) => setTimeout(done, 500))");
    browser.press(" ");
    assert_eq!(browser.text("#play .name"), "Play");
    let played = browser.evaluate("Number(slider.value)").as_u64().unwrap();
    assert!((9..40).contains(&played), "{played}");
}

#[test]
#[ignore = "needs Chromium"]
fn a_node_shows_its_rule_its_text_and_its_step() {
    let mut browser = Browser::start();
    browser.open(&made_by("parse"), "");
    // The expression in the brackets.
    let inner = "#rules-tree [data-place='4'] rect";
    browser.click(inner);
    let details =
        browser.evaluate("[...selected.querySelectorAll('dd')].map((it) => it.textContent)");
    assert_eq!(details[0], "expression");
    assert_eq!(details[1], "5-8-7, columns 2 to 6");
    assert!(details[2].as_str().unwrap().contains("expression = _{ term"), "{details}");
    assert_eq!(details[4], "step 2 (-3)-7 is -10");
    // Its step is a move away, and the rule stays chosen.
    browser.click("#selected dd:last-child button");
    assert_eq!(browser.text("#position"), "step 2 of 3");
    assert_eq!(browser.text("#selected-heading"), "Selected rule");
    assert_eq!(browser.text("mark.changed"), "(-10)");
    // From node to node by keys.
    browser.click(inner);
    browser.press("ArrowDown");
    assert_eq!(browser.text("#selected dd"), "term");
    browser.press("ArrowRight");
    assert_eq!(browser.text("#selected dd"), "subtract");
    browser.click("#operations-tree g rect");
    assert_eq!(browser.text("#selected-heading"), "Selected operation");
    browser.click("#follow");
    assert_eq!(browser.text("#selected-heading"), "Rule at this place");
}

#[test]
#[ignore = "needs Chromium"]
fn an_address_leads_to_a_place_and_follows_the_slider() {
    let mut browser = Browser::start();
    browser.open(&made_by("explain"), "#grammar=scala&at=17");
    assert_eq!(browser.text("#position"), "event 17 of 60");
    browser.press("Home");
    browser.evaluate("new Promise((done) => setTimeout(done, 400))");
    assert_eq!(browser.evaluate("location.hash"), "#grammar=scala&at=0");
    // What no page has is passed over.
    browser.open(&made_by("trace"), "#grammar=perl&at=99999");
    assert_eq!(browser.text("#position"), "step 3 of 3");
    assert_eq!(browser.complaints(), [] as [Value; 0]);
}
