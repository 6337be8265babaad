//! Tests the page to hand out, as a person uses it in a browser.

#![cfg(unix)]

mod atlas;
mod browser;
#[cfg(all(feature = "serve", target_os = "linux"))]
mod class;
mod course;
#[cfg(feature = "serve")]
mod files;
#[cfg(feature = "serve")]
mod live;
mod looks;
mod pictures;
mod server;
mod texts;
mod tried;

use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use browser::Browser;
use serde_json::Value;

/// Returns a file for a page, a different one for every test, because tests run side by side.
fn file() -> PathBuf {
    static PAGES: AtomicUsize = AtomicUsize::new(0);
    let page = PAGES.fetch_add(1, Ordering::Relaxed);
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("page{page}.html"))
}

/// Returns the page that a command makes of an expression.
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

/// Returns the page that a command makes of `(5-8-7)*6`.
fn made_by(command: &str) -> PathBuf {
    page(command, "(5-8-7)*6", &[])
}

/// The number of pixels by which the page is wider than the window.
const OVERFLOW: &str =
    "document.documentElement.scrollWidth - document.documentElement.clientWidth";

/// Shows only the rules, but every attempt at one, each separately.
fn show_rules(browser: &mut Browser) {
    for id in ["terminals", "attempts", "rules-joins"] {
        browser.click(&format!("#{id}"));
    }
}

/// Moves the slider as a mouse does.
fn slide(browser: &mut Browser, position: u64) {
    browser
        .evaluate(&format!("slider.value = {position}; slider.dispatchEvent(new Event('input'))"));
    browser.settle();
}

#[test]
#[ignore = "needs Chromium"]
fn the_page_opens_at_the_position_of_its_command_without_errors_or_requests() {
    let mut browser = Browser::start();
    for (view, position) in [
        ("trace", "before the first of 47 events"),
        ("parse", "event 47 of 47"),
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
fn moving_the_slider_updates_the_marked_text_the_rules_and_the_tree() {
    let mut browser = Browser::start();
    browser.open(&made_by("trace"), "");
    show_rules(&mut browser);
    let mut seen = Vec::new();
    for position in [6, 12, 26, 40, 41] {
        slide(&mut browser, position);
        let marked = browser.text("mark.current");
        let sentence = browser.text("#sentence");
        seen.push((
            marked,
            sentence,
            browser.count("#stack li"),
            browser.count("#rules-tree [role=treeitem]"),
        ));
    }
    let seen: Vec<_> = seen
        .iter()
        .map(|(marked, said, stack, tree)| (&**marked, &**said, *stack, *tree))
        .collect();
    assert_eq!(
        seen,
        [
            ("(", "number failed at column 1: wanted a digit, saw (.", 5, 5),
            ("5", "operand matched 5, column 2.", 7, 8),
            ("7", "number matched 7, column 6.", 9, 16),
            ("(5-8-7)*6", "line matched (5-8-7)*6, columns 1 to 9.", 1, 19),
            ("5-8", "Step 1 of 3: 5-8 is -3. The rule expression contains this operation.", 0, 19),
        ]
    );
}

#[test]
#[ignore = "needs Chromium"]
fn what_is_given_back_stands_in_neither_tree() {
    let mut browser = Browser::start();
    browser.open(&page("trace", "(8-4)-2", &["--grammar", "right_slow"]), "");
    show_rules(&mut browser);
    let end = browser.evaluate("Number(slider.max)").as_u64().unwrap();
    let mut read = Vec::new();
    for position in 0..end {
        slide(&mut browser, position);
        let numbers =
            "[...document.querySelectorAll('#rules-tree [role=treeitem]:not(.discarded)')]
            .filter((it) => it.textContent.startsWith('number')).length";
        let standing = browser.evaluate(numbers).as_u64().unwrap();
        let operations = browser.count("#operations-tree [role=treeitem]");
        assert!(operations == 0 || standing > 0, "{position}: {operations} and no number");
        read.push(operations);
    }
    assert!(read.windows(2).any(|pair| pair[1] < pair[0]), "something is given back: {read:?}");
}

#[test]
#[ignore = "needs Chromium"]
fn the_fit_box_is_half_ticked_if_a_tree_is_too_large_to_fit() {
    let mut browser = Browser::start();
    let half = "document.querySelector('#rules-fits').indeterminate";
    browser.open(&made_by("parse"), "");
    assert_eq!(browser.evaluate(half), false);
    browser.open(&page("parse", &("1".to_owned() + &"-1".repeat(60)), &[]), "");
    assert_eq!(browser.evaluate(half), true);
    browser.click("#rules-fits");
    assert_eq!(browser.evaluate(half), false);
}

#[test]
#[ignore = "needs Chromium"]
fn the_page_ends_each_grammar_with_the_value_of_that_grammar() {
    let mut browser = Browser::start();
    browser.open(&made_by("explain"), "#grammar=left&at=0");
    assert_eq!(browser.count("#value"), 0);
    browser.press("End");
    assert_eq!(browser.text("#value"), "-60");
    browser.click("#grammars label:nth-child(3)");
    assert_eq!(browser.text("#value"), "24");
    assert_eq!(browser.text("#position"), "step 3 of 3");
    assert_eq!(browser.text("#grammar-name"), "scala");
    assert_eq!(browser.count("#grammars label"), 6);
    // The page does not repeat that ordinary arithmetic is ordinary.
    assert_eq!(browser.count("#grammars label:nth-child(1) .verdict"), 0);
    browser.open(&page("trace", "(5-8-7)*6", &["--grammar", "scala"]), "");
    assert_eq!(browser.text("#grammars .verdict"), "in ordinary arithmetic -60");
    assert_eq!(browser.text("#grammar-name"), "scala");
}

#[test]
#[ignore = "needs Chromium"]
fn the_page_shows_where_the_chosen_grammar_departs_from_ordinary_arithmetic() {
    let mut browser = Browser::start();
    // The page opens on the first grammar that diverges.
    browser.open(&made_by("explain"), "");
    assert_eq!(browser.text("#divergence h2"), "Where right diverges from ordinary arithmetic");
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
            "its right operand is 8, by subtract in the rule expression",
            "scala",
            "8-7",
            "its right operand is 8-7, by subtract in the rule difference",
        ])
    );
    assert_eq!(browser.text("#divergence .cause"), "Why: - is right-associative.");
    // The page shows both trees, and marks the parts in which they differ.
    let differing =
        "[...document.querySelectorAll('#both-trees .differs .label')].map((it) => it.textContent)";
    assert_eq!(browser.evaluate(differing), serde_json::json!(["8", "-"]));
    // A grammar with the same tree does not diverge.
    browser.click("#grammars label:nth-child(4)");
    assert_eq!(browser.count("#divergence"), 0);
    // The page shows only the part of a long text around the operator.
    let long = "1*(1+".repeat(3) + &"(9-8)*".repeat(40) + "8-4-2" + ")))";
    browser.open(&page("explain", &long, &[]), "#grammar=right");
    assert!(browser.text("#divergence .taken").len() < 120);
    assert_eq!(browser.complaints(), [] as [Value; 0]);
}

#[test]
#[ignore = "needs Chromium"]
fn keys_step_through_the_page_and_play_it() {
    let mut browser = Browser::start();
    browser.open(&made_by("trace"), "");
    browser.click("#terminals");
    let mut position = |key: &str| {
        browser.press(key);
        browser.text("#position")
    };
    assert_eq!(position("ArrowRight"), "event 1 of 38");
    assert_eq!(position("ArrowRight"), "event 2 of 38");
    assert_eq!(position("ArrowLeft"), "event 1 of 38");
    assert_eq!(position("End"), "step 3 of 3");
    assert_eq!(position("Home"), "before the first of 38 events");
    // Keys continue from where a button was clicked.
    browser.click("#forward");
    browser.press("ArrowRight");
    assert_eq!(browser.text("#position"), "event 2 of 38");
    browser.press("Home");
    browser.evaluate("slider.focus(); pace.value = '120'");
    browser.press("PageUp");
    assert_eq!(browser.text("#position"), "event 10 of 38");
    slide(&mut browser, 4);
    browser.press("ArrowUp");
    // The page skips events that matched nothing, and does not count them.
    assert_eq!(browser.text("#position"), "event 5 of 38");
    assert_eq!(browser.text("#sentence"), "expression begins at column 2.");
    browser.press(" ");
    assert_eq!(browser.text("#play .name"), "Pause");
    browser.evaluate("new Promise((done) => setTimeout(done, 500))");
    browser.press(" ");
    assert_eq!(browser.text("#play .name"), "Play");
    let played = browser.evaluate("Number(slider.value)").as_u64().unwrap();
    assert!((6..38).contains(&played), "{played}");
}

#[test]
#[ignore = "needs Chromium"]
fn a_node_shows_its_rule_its_text_and_its_step() {
    let mut browser = Browser::start();
    browser.open(&made_by("parse"), "");
    show_rules(&mut browser);
    // The expression in the brackets.
    let inner = "#rules-tree [data-place='4'] rect";
    browser.click(inner);
    let details =
        browser.evaluate("[...selected.querySelectorAll('dd')].map((it) => it.textContent)");
    assert_eq!(details[0], "expression");
    assert_eq!(details[1], "5-8-7, columns 2 to 6");
    assert!(details[2].as_str().unwrap().contains("term ~ ("), "{details}");
    assert_eq!(details[5], "step 2 (-3)-7 is -10");
    // A button moves to its step, and the rule stays selected.
    browser.click("#selected dd:last-child button");
    assert_eq!(browser.text("#position"), "step 2 of 3");
    assert_eq!(browser.text("#selected-heading"), "Selected rule");
    assert_eq!(browser.text("mark.changed"), "(-10)");
    // Keys move from node to node.
    browser.click(inner);
    browser.press("ArrowDown");
    assert_eq!(browser.text("#selected dd"), "term");
    browser.press("ArrowRight");
    assert_eq!(browser.text("#selected dd"), "subtract");
    browser.click("#operations-tree [role=treeitem] rect");
    assert_eq!(browser.text("#selected-heading"), "Selected operation");
    browser.click("#follow");
    assert_eq!(browser.text("#selected-heading"), "Rule at this place");
}

#[test]
#[ignore = "needs Chromium"]
fn the_page_address_selects_a_position_and_follows_the_slider() {
    let mut browser = Browser::start();
    browser.open(&made_by("explain"), "#grammar=scala&at=31");
    assert_eq!(browser.text("#position"), "event 18 of 67");
    browser.press("Home");
    browser.evaluate("new Promise((done) => setTimeout(done, 400))");
    assert_eq!(browser.evaluate("location.hash"), "#grammar=scala&at=0");
    // The page ignores unknown values in the address.
    browser.open(&made_by("trace"), "#grammar=perl&at=99999");
    assert_eq!(browser.text("#position"), "step 3 of 3");
    assert_eq!(browser.complaints(), [] as [Value; 0]);
}
