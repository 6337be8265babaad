//! Tests the live page, as a person uses it in a browser.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::browser::Browser;
use super::looks::LEAST_CONTRAST;
use super::server::Server;
use super::{OVERFLOW, slide};

/// Makes a folder with a grammar that can be edited.
pub(crate) fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let source = include_str!("../../../grammar/left.pest");
    fs::write(folder.path().join("mine.pest"), source).unwrap();
    folder
}

pub(crate) fn with_folder(folder: &Path) -> Server {
    Server::start(&["--folder", folder.to_str().unwrap()])
}

/// Replaces all of an editor's text, as if by pasting.
pub(crate) fn type_over(browser: &mut Browser, id: &str, text: &str) {
    browser.evaluate(&format!(
        "(() => {{ const it = document.querySelector('#{id}'); it.focus(); it.select(); }})()"
    ));
    browser.type_text_at_once(text);
}

pub(crate) fn wait_for_text(browser: &mut Browser, selector: &str, text: &str) {
    browser
        .wait_for(&format!("document.querySelector({selector:?})?.textContent.includes({text:?})"));
}

/// Replaces a piece of the grammar.
pub(crate) fn edit_grammar(browser: &mut Browser, from: &str, to: &str) {
    let text = browser.evaluate("document.querySelector('#live-grammar').value");
    let text = text.as_str().unwrap();
    assert!(text.contains(from), "{text}");
    type_over(browser, "live-grammar", &text.replace(from, to));
}

#[test]
#[ignore = "needs Chromium"]
fn the_page_requests_its_first_grammar_only_once() {
    let server = Server::start(&[]);
    let mut browser = server.window("");
    let asked = "performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/grammar')).length";
    assert_eq!(browser.evaluate(asked), 1);
    assert_eq!(browser.count("#live-start"), 1);
    let starts = "document.querySelector('#live-start').options.length > 1";
    assert_eq!(browser.evaluate(starts), true, "its rules are known");
}

#[test]
#[ignore = "needs Chromium"]
fn the_page_parses_at_every_key_and_a_key_accepts_the_fix() {
    let server = Server::start(&[]);
    let mut browser = server.window("#text=");
    browser.evaluate("document.querySelector('#live-text').focus()");
    browser.type_text("(5-8-7*6");
    wait_for_text(&mut browser, "#live-text-said", "the text ends too early");
    assert!(browser.text("#live-text-said").contains("Expected"), "it says what was expected");
    assert_eq!(browser.text("#live-mended"), "Fix: insert )");
    assert_eq!(browser.text(".under .unclosed"), "(");
    browser.press_with_alt("Enter");
    wait_for_text(&mut browser, "#live-text-said", "= -45");
    assert_eq!(browser.evaluate("document.querySelector('#live-text').value"), "(5-8-7*6)");
    wait_for_text(&mut browser, "#value", "-45");
    assert_eq!(browser.count("#live-mend"), 0);
    assert!(browser.count("#operations-tree [role=treeitem]") > 4);
    // The slider and its keys work as on the page to hand out.
    browser.evaluate("slider.focus()");
    browser.press("Home");
    assert!(browser.text("#position").starts_with("before the first"));
    assert_eq!(browser.errors(), [] as [Value; 0]);
}

#[test]
#[ignore = "needs Chromium"]
fn the_page_greys_the_last_valid_result_while_text_or_grammar_is_broken() {
    let folder = folder();
    let server = with_folder(folder.path());
    let mut browser = server.window("#grammar=mine.pest&text=8-4-2");
    wait_for_text(&mut browser, "#live-text-said", "= 2");
    assert_eq!(browser.count(".stale"), 0);
    edit_grammar(&mut browser, "expression = _{", "expression = _{{");
    wait_for_text(&mut browser, "#stale", "8-4-2");
    assert_eq!(browser.text("#value"), "2");
    assert!(browser.count("#live-grammar-said button") > 0, "the mistake has its place");
    edit_grammar(&mut browser, "expression = _{{", "expression = _{");
    browser.wait_for("document.querySelector('.stale') === null");
    type_over(&mut browser, "live-text", "8-4-");
    wait_for_text(&mut browser, "#stale", "8-4-2");
    // On request the page shows how far the parser read.
    browser.click("#live-failing");
    browser.wait_for("document.querySelector('#failure:not([hidden])') !== null");
    assert_eq!(browser.count(".stale"), 0);
    assert_eq!(browser.errors(), [] as [Value; 0]);
}

#[test]
#[ignore = "needs Chromium"]
fn the_page_shows_both_trees_of_a_text_that_a_grammar_edit_changes() {
    let folder = folder();
    let server = with_folder(folder.path());
    let mut browser = server.window("#grammar=mine.pest&text=1");
    browser.click("#tab-change-panel");
    wait_for_text(&mut browser, "#change-said", "Nothing was changed");
    type_over(&mut browser, "live-grammar", include_str!("../../../grammar/scala.pest"));
    wait_for_text(&mut browser, "#change-text", "8-4-2");
    assert!(browser.text("#change-said").contains("2 before, 6 now"));
    assert_eq!(browser.count("#change-trees [role=treeitem]"), 10);
    // A button puts it into the editor.
    browser.click("#change-text");
    wait_for_text(&mut browser, "#live-text-said", "= 6");
    assert_eq!(browser.errors(), [] as [Value; 0]);
}

#[test]
#[ignore = "needs Chromium"]
fn an_exercise_solved_on_the_page_is_recorded_where_the_terminal_finds_it() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&["--exercises", "--folder", folder.path().to_str().unwrap()]);
    let mut browser = server.window("#exercise=left");
    browser.wait_for("document.querySelector('#exercise-said').className === 'failed'");
    assert!(browser.text("#exercise-said").contains('-'), "the shortest counterexample");
    let captions =
        [1, 2].map(|it| browser.text(&format!("#exercise-trees figure:nth-child({it})")));
    assert!(captions[0].contains("Wanted: 2") && captions[1].contains("Yours: 6"), "{captions:?}");
    assert_eq!(browser.count("#exercise-trees [role=treeitem]"), 10, "two trees of five nodes");
    browser.click("#exercise-hint");
    browser.wait_for("document.querySelectorAll('#exercise-hints pre').length === 1");
    // The page shows the failing text, with the grammar and its tree beside it.
    assert_eq!(browser.evaluate("document.querySelector('#live-text').value"), "8-4-2");
    assert_eq!((browser.count("#live-grammar"), browser.count("#rules-tree svg")), (1, 1));
    let solution = include_str!("../../../src/exercises/material/15-left/reference.pest");
    type_over(&mut browser, "live-grammar", solution);
    browser.wait_for("document.querySelector('#exercise-said').className === 'passed'");
    browser.wait_for("[...document.querySelectorAll('#exercise-choice option')].some((it) => it.value === 'left' && it.textContent.endsWith('✓'))");
    let progress = fs::read_to_string(folder.path().join("progress.txt")).unwrap();
    assert!(progress.contains("15-left done 1"), "{progress}");
    assert_eq!(fs::read_to_string(folder.path().join("15-left.pest")).unwrap(), solution);
    // A button leads to the next exercise.
    wait_for_text(&mut browser, "#live-text-said .passed", "= 2");
    browser.click("#exercise-done button");
    browser.wait_for("document.querySelector('#exercise-choice').value === 'levels'");
    assert_eq!(browser.errors(), [] as [Value; 0]);
}

#[test]
#[ignore = "needs Chromium"]
fn examples_turn_green_and_red_with_the_grammar() {
    let server = Server::start(&[]);
    let mut browser = server.window("#grammar=left&text=8-4-2");
    wait_for_text(&mut browser, "#live-text-said", "= 2");
    browser.click("#tab-tests-panel");
    browser.click("#tests-tree");
    wait_for_text(&mut browser, "#tests-count", "1 of 1");
    type_over(&mut browser, "live-text", "8 4");
    // On this page, too, two cards are a hand, which has solutions or none.
    browser.click("#tests-refused");
    wait_for_text(&mut browser, "#tests-count", "2 of 2");
    browser.evaluate("(() => { const it = document.querySelector('#live-choice'); it.value = 'built-in scala'; it.dispatchEvent(new Event('change')); })()");
    wait_for_text(&mut browser, "#tests-count", "1 of 2");
    assert_eq!(
        (browser.count("#tests-list .passed"), browser.count("#tests-list .failed")),
        (1, 1)
    );
    assert_eq!(browser.errors(), [] as [Value; 0]);
}

#[test]
#[ignore = "needs Chromium"]
fn the_page_keeps_the_final_newline_of_a_test_when_another_test_is_added() {
    let server = Server::start(&[]);
    let mut browser = server.window("");
    browser.evaluate("(() => { const it = document.querySelector('#examples'); it.value = 5; it.dispatchEvent(new Event('change')); })()");
    wait_for_text(&mut browser, "#live-text-said", "Accepted");
    browser.click("#tab-tests-panel");
    browser.click("#tests-read");
    wait_for_text(&mut browser, "#tests-count", "1 of 1");
    browser.click("#tests-tree");
    wait_for_text(&mut browser, "#tests-count", "2 of 2");
    assert_eq!(browser.errors(), [] as [Value; 0]);
}

#[test]
#[ignore = "needs Chromium"]
fn a_test_added_on_the_page_keeps_the_others_whatever_its_text_looks_like() {
    let server = Server::start(&[]);
    let lines = "file%20%3D%20%7B%20SOI%20~%20ANY*%20~%20EOI%20%7D";
    let mut browser = server.window(&format!("#grammar=f.pest&own=1&source={lines}&text=a"));
    browser.click("#tab-tests-panel");
    for (count, text) in [(1, "a"), (2, "---\nb\n---"), (3, "===|\nc"), (4, "d")] {
        type_over(&mut browser, "live-text", text);
        wait_for_text(&mut browser, "#live-text-said", "Accepted");
        browser.click("#tests-read");
        wait_for_text(&mut browser, "#tests-count", &format!("{count} of {count} as expected"));
    }
    type_over(&mut browser, "tests-text", "===\nLater\n:skip\n===\n\n8\n");
    wait_for_text(&mut browser, "#tests-count", "0 of 0 as expected, 1 skipped");
    assert_eq!(browser.count("#tests-list .failed"), 0);
    assert_eq!(browser.errors(), [] as [Value; 0]);
}

#[test]
#[ignore = "needs Chromium"]
fn the_page_accepts_an_expected_rule_tree_for_a_plain_grammar() {
    let server = Server::start(&[]);
    let words = "words%20%3D%20%7B%20word%20~%20(%22%20%22%20~%20word)*%20%7D%0Aword%20%3D%20%7B%20ASCII_ALPHA%2B%20%7D";
    let mut browser =
        server.window(&format!("#grammar=words.pest&own=1&source={words}&text=one%20two"));
    wait_for_text(&mut browser, "#live-text-said", "Accepted");
    browser.click("#tab-tests-panel");
    browser.click("#tests-tree");
    wait_for_text(&mut browser, "#tests-count", "1 of 1");
    let examples = browser.evaluate("document.querySelector('#tests-text').value");
    let examples = examples.as_str().unwrap();
    assert!(examples.ends_with("---\n\n(words (word \"one\") (word \"two\"))\n"), "{examples}");
    // The page also says what an edit changed in a grammar without values.
    browser.click("#tab-change-panel");
    edit_grammar(&mut browser, "(\" \" ~ word)*", "(\" \" ~ words)?");
    wait_for_text(&mut browser, "#change-said", "has a different tree.");
    assert_eq!((browser.count("#change-lines del"), browser.count("#change-lines ins")), (1, 1));
    assert_eq!(browser.count("#change-trees svg"), 2);
    assert_eq!(browser.errors(), [] as [Value; 0]);
}

#[test]
#[ignore = "needs Chromium"]
fn the_page_shows_the_solutions_of_a_hand_with_trees_and_other_readings() {
    let server = Server::start(&[]);
    let mut browser = server.window("#text=5+5+5-1");
    type_over(&mut browser, "live-text", "1 5 5 5");
    wait_for_text(&mut browser, "#hand-heading", "1 solution");
    assert_eq!(browser.text("#hand-solutions button"), "(5-1/5)*5");
    assert!(browser.text("#hand-solutions").contains("(N-N/N)*N"));
    browser.click("#hand-solutions summary");
    assert_eq!(browser.count("#hand-solutions [role=treeitem]"), 7);
    browser.click("#hand-solutions button");
    wait_for_text(&mut browser, "#live-text-said", "= 24");
    assert_eq!(browser.count("#hand-panel"), 0);
    assert_eq!(browser.errors(), [] as [Value; 0]);
    // A large hand gets the advice of the command, in a response that the browser logs.
    type_over(&mut browser, "live-text", "1 2 3 4 5 6 7");
    wait_for_text(&mut browser, "#hand-heading", "split");
    // A link has the hand and its target; the page does not blame the grammar for the missing tree.
    let mut other = server.window("#grammar=left&text=4+7+8+8&target=10");
    wait_for_text(&mut other, "#hand-heading", "10: ");
    assert!(other.text("#live-text-said").starts_with("A hand has no tree."));
    let said = "getComputedStyle(document.querySelector('#stage'), '::before').content";
    assert_eq!(other.evaluate(said), "none");
    other.wait_for("location.hash.includes('target=10')");
}

#[test]
#[ignore = "needs Chromium"]
fn a_link_restores_the_edits_and_the_page_can_be_shared_as_it_is_shown() {
    let server = Server::start(&[]);
    let mut browser = server.window("#grammar=scala&text=8-4-2&beside=grammars&reading=right");
    wait_for_text(&mut browser, "#live-text-said", "= 6");
    assert_eq!(browser.text("#grammar-name"), "right");
    browser.click("#live-copy");
    edit_grammar(&mut browser, "//!", "//! Mine.");
    browser.wait_for("location.hash.includes('Mine')");
    let place = browser.evaluate("location.hash");
    let mut other = server.window(place.as_str().unwrap());
    assert_eq!(other.evaluate("document.querySelector('#live-choice').value"), "own my_scala.pest");
    assert!(
        other
            .evaluate("document.querySelector('#live-grammar').value")
            .as_str()
            .unwrap()
            .starts_with("//! Mine.")
    );
    // The page is complete, and fetches nothing.
    let page = other.evaluate(
        "fetch('/api/hand_out', { method: 'POST', headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ grammar: { name: 'left' }, text: '8-4-2' }) }).then((it) => it.text())",
    );
    let path = super::file();
    fs::write(&path, page.as_str().unwrap()).unwrap();
    other.open(&path, "");
    assert_eq!(other.text("#title"), "8-4-2");
    assert_eq!(other.complaints(), [] as [Value; 0]);
    // It opens with the grammar and at the position of the live page.
    let mut third = server.window("#grammar=left&text=8-4-2&beside=grammars&reading=flat&at=4");
    wait_for_text(&mut third, "#live-text-said", "= 2");
    third.evaluate(
        "URL.createObjectURL = (blob) => {
            blob.text().then((text) => { window.saved = text; });
            return '#';
        }",
    );
    third.click("#hand-out");
    third.wait_for("window.saved !== undefined");
    let page = third.evaluate("window.saved");
    fs::write(&path, page.as_str().unwrap()).unwrap();
    third.open(&path, "");
    third.wait_for("location.hash === '#grammar=flat&at=4'");
}

#[test]
#[ignore = "needs Chromium"]
fn the_live_page_fits_a_phone_and_is_legible_in_light_and_dark() {
    let folder = folder();
    let server = with_folder(folder.path());
    let mut browser = server.window("#grammar=mine.pest&text=(5-8-7)*6");
    for (width, height) in [(1440, 900), (1000, 700), (390, 844), (320, 640)] {
        browser.resize(width, height);
        for pane in ["tree", "grammar", "drawer"] {
            browser
                .evaluate(&format!("document.querySelector('button[data-pane={pane}]').click()"));
            assert_eq!(browser.evaluate(OVERFLOW), 0, "{width}, {pane}");
        }
    }
    browser.resize(1280, 800);
    // The layer under the text has no visible letters.
    browser.evaluate("document.querySelectorAll('.under').forEach((it) => it.remove())");
    for scheme in ["light", "dark"] {
        browser.show_as("screen", scheme);
        let contrast = browser.evaluate(LEAST_CONTRAST).as_f64().unwrap();
        assert!(contrast >= 4.5, "{contrast} in {scheme}");
    }
}

/// Finds elements that are cut off or out of sight: each has to be within the window and within the
/// scrolling element around it.
const OUT_OF_SIGHT: &str = "(() => {
    const parts = ['#live-text', '#live-text-said strong', '#rules-tree svg', '.under .at-work',
        '#slider', '#forward', '#stack li:last-child, #steps li:last-child'];
    const isSeen = (it) => {
        let { top, bottom, left, right } = it.getBoundingClientRect();
        for (let around = it.parentElement; around; around = around.parentElement) {
            if (getComputedStyle(around).overflow === 'visible') continue;
            const room = around.getBoundingClientRect();
            if (top < room.top - 1 || bottom > room.bottom + 1 || left < room.left - 1 || right > room.right + 1) return false;
        }
        return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth && bottom > top;
    };
    const found = (part) => [...document.querySelectorAll(part)].filter((it) => it.checkVisibility());
    const { scrollHeight, clientHeight } = document.documentElement;
    return [scrollHeight - clientHeight, parts.filter((part) => !found(part).some(isSeen))];
})()";

#[test]
#[ignore = "needs Chromium"]
fn the_page_shows_text_result_tree_and_current_rule_together() {
    let server = Server::start(&[]);
    let mut browser = server.window("#text=(5-8-7)*6");
    for (width, height) in [(1280, 800), (1024, 768)] {
        browser.resize(width, height);
        for at in [1, 12, 33, 9999] {
            browser.evaluate(&format!(
                "slider.value = {at}; slider.dispatchEvent(new Event('input'))"
            ));
            browser.settle();
            assert_eq!(browser.evaluate(OUT_OF_SIGHT), json!([0, []]), "{width} at {at}");
        }
    }
    // On a phone the slider stays under each pane, near the thumb.
    browser.resize(390, 844);
    for pane in ["grammar", "drawer", "tree"] {
        browser.click(&format!("button[data-pane={pane}]"));
        let top = browser.evaluate("slider.getBoundingClientRect().top").as_f64().unwrap();
        assert!((500.0..844.0).contains(&top), "{pane}: {top}");
        let panes = ["#rules-tree", "#live-grammar", "#drawer"].map(|it| browser.count(it));
        assert_eq!(panes.iter().sum::<u64>(), 1, "{pane}");
    }
    assert_eq!(browser.errors(), [] as [Value; 0]);
}

#[test]
#[ignore = "needs Chromium"]
fn the_editors_mark_the_current_part_only_in_the_parsed_text() {
    let server = Server::start(&[]);
    let mut browser = server.window("#text=8-4-2");
    let marks = |browser: &mut Browser, editor: &str, name: &str| {
        browser.evaluate(&format!(
            "[...document.querySelector('#{editor}').previousElementSibling.querySelectorAll('.{name}')].map((it) => it.textContent)"
        ))
    };
    slide(&mut browser, 7);
    assert_eq!(browser.text("#sentence"), "number matched 8, column 1.");
    assert_eq!(marks(&mut browser, "live-text", "matched"), json!(["8"]));
    assert_eq!(marks(&mut browser, "live-grammar", "matched"), json!(["number"]));
    assert_eq!(
        marks(&mut browser, "live-grammar", "at-work"),
        json!(["number", " = @{ ASCII_DIGIT+ }"])
    );
    // A click on a part of the grammar shows the text that it matched.
    browser.evaluate(
        "(() => { const it = document.querySelector('#live-grammar'); it.focus();
            const at = it.value.indexOf('subtract)*'); it.setSelectionRange(at, at); it.click(); })()",
    );
    browser.settle();
    assert_eq!(marks(&mut browser, "live-text", "linked"), json!(["4", "2"]));
    // Typing makes a copy of a built-in grammar, and removes the marks at once.
    browser.type_text(" ");
    assert_eq!(
        browser.evaluate("document.querySelector('#live-choice').value"),
        "own my_left.pest"
    );
    edit_grammar(&mut browser, "subtract)*", "subtract)* |");
    assert_eq!(marks(&mut browser, "live-grammar", "at-work"), json!([]));
    wait_for_text(&mut browser, "#live-text-said", "the grammar has an error");
    wait_for_text(&mut browser, "#stale", "8-4-2");
    // Another grammar that the reader selects appears in place of the edited one.
    let mut browser = server.window("#text=8-4-2&beside=grammars");
    browser.click("#grammars label:nth-child(2)");
    wait_for_text(&mut browser, "#live-text-said", "right = 6");
    assert_eq!((browser.count("#source"), browser.count("#live-grammar")), (1, 0));
    assert_eq!(browser.errors(), [] as [Value; 0]);
}

#[test]
#[ignore = "needs Chromium"]
fn panes_keep_their_dragged_size_and_keys_open_tabs_help_and_lecture_mode() {
    let server = Server::start(&[]);
    let mut browser = server.window("");
    let width =
        "Math.round(document.querySelector('#grammar-panel').getBoundingClientRect().width)";
    let before = browser.evaluate(width).as_u64().unwrap();
    browser.evaluate("document.querySelector('#columns').focus()");
    browser.press("ArrowRight");
    browser.press("ArrowRight");
    let after = browser.evaluate(width).as_u64().unwrap();
    assert!(after + 30 < before, "{before}, {after}");
    browser.visit(&server.address, "document.body?.dataset.ready === 'true'");
    assert_eq!(browser.evaluate(width), after);
    browser.evaluate("slider.focus()");
    browser.press("3");
    assert_eq!(browser.count("#memo"), 1);
    browser.press("?");
    assert_eq!(browser.count("#help"), 1);
    browser.click("#help button");
    assert_eq!(browser.count("#help"), 0);
    browser.evaluate("slider.focus()");
    browser.press("l");
    assert_eq!((browser.count("textarea"), browser.count("#text")), (0, 1));
    browser.press("l");
    assert_eq!((browser.count("#live-grammar"), browser.count("#text")), (1, 0));
    assert_eq!(browser.errors(), [] as [Value; 0]);
}

#[test]
#[ignore = "needs Chromium"]
fn the_page_tour_has_six_steps_and_can_be_left_and_a_key_turns_the_page_dark() {
    let server = Server::start(&[]);
    let mut browser = server.window("#text=8-4-2");
    let begin = "(() => { const it = document.querySelector('#examples'); it.value = 'tour'; it.dispatchEvent(new Event('change')); })()";
    browser.evaluate(begin);
    for step in 1..=6 {
        assert!(browser.text("#tour").starts_with(&format!("{step} of 6: ")));
        assert_eq!(browser.count(".toured"), 1);
        browser.click("#tour button");
    }
    assert_eq!((browser.count("#tour"), browser.count(".toured")), (0, 0));
    browser.evaluate(begin);
    browser.press("Escape");
    assert_eq!(browser.count("#tour"), 0);
    let ground = "getComputedStyle(document.body).backgroundColor";
    let light = browser.evaluate(ground);
    browser.press("d");
    assert_ne!(browser.evaluate(ground), light);
    browser.visit(&server.address, "document.body?.dataset.ready === 'true'");
    assert_ne!(browser.evaluate(ground), light);
    browser.evaluate("slider.focus()");
    browser.press("d");
    assert_eq!(browser.evaluate(ground), light);
    assert_eq!(browser.errors(), [] as [Value; 0]);
}

#[test]
#[ignore = "needs Chromium"]
fn the_page_fixes_a_grammar_error_and_finishes_a_name_by_a_key() {
    let server = Server::start(&[]);
    let source = "sum%20%3D%20%7B%20sum%20~%20%22-%22%20~%20number%20%7C%20number%20%7D%0Anumber%20%3D%20%40%7B%20ASCII_DIGIT%2B%20%7D%0A";
    let mut browser = server.window(&format!("#grammar=sum.pest&own=1&source={source}&text=8-4-2"));
    wait_for_text(&mut browser, "#live-grammar-said", "left-recursive");
    assert_eq!(browser.text("#grammar-panel .wrong"), "sum");
    browser.evaluate("document.querySelector('#live-grammar').focus()");
    browser.press_with_alt("Enter");
    wait_for_text(&mut browser, "#live-text-said", "Accepted");
    let text = "document.querySelector('#live-grammar').value";
    assert!(browser.evaluate(text).as_str().unwrap().contains("(\"-\" ~ number)*"));
    type_over(&mut browser, "live-grammar", "list = { nu");
    browser.press_with_control(" ");
    assert_eq!(browser.evaluate(text), "list = { nu");
    type_over(&mut browser, "live-grammar", "number = { ASCII_DIGIT }\nnumeral = { ASCII_A");
    let mut complete = || {
        browser.press_with_control(" ");
        let text = browser.evaluate(text);
        text.as_str().unwrap().rsplit(' ').next().unwrap().to_owned()
    };
    assert_eq!([(); 3].map(|()| complete()), ["ASCII_ALPHA", "ASCII_ALPHANUMERIC", "ASCII_ALPHA"]);
    assert_eq!(browser.errors(), [] as [Value; 0]);
}

/// Chooses an example by its place in the menu.
pub(crate) fn choose_example(browser: &mut Browser, index: usize) {
    browser.evaluate(&format!(
        "(() => {{ const it = document.querySelector('#examples'); it.value = {index}; it.dispatchEvent(new Event('change')); }})()"
    ));
}

#[test]
#[ignore = "needs Chromium"]
fn the_page_clears_or_greys_the_details_of_an_earlier_text() {
    let server = Server::start(&[]);
    let mut browser = server.window("#text=1");
    for (tab, content) in
        [("memo-panel", "#memo"), ("calls-panel", "#calls-panel"), ("rails-panel", "#rails")]
    {
        choose_example(&mut browser, 4);
        wait_for_text(&mut browser, "#live-text-said", "Accepted");
        browser.click(&format!("#tab-{tab}"));
        browser.wait_for(&format!("document.querySelector('{content}').innerText.trim() !== ''"));
        choose_example(&mut browser, 9);
        wait_for_text(&mut browser, "#live-text-said", "the grammar has an error");
        browser.wait_for(&format!("document.querySelector('{content}').innerText.trim() === ''"));
    }
    choose_example(&mut browser, 4);
    wait_for_text(&mut browser, "#live-text-said", "Accepted");
    type_over(&mut browser, "live-grammar", "json = {");
    wait_for_text(&mut browser, "#live-text-said", "the grammar has an error");
    for panel in ["memo-panel", "rails-panel", "calls-panel"] {
        let filter = format!("getComputedStyle(document.querySelector('#{panel}')).filter");
        assert_eq!(browser.evaluate(&filter), "grayscale(1)", "{panel}");
    }
    assert_eq!(browser.errors(), [] as [Value; 0]);
}

#[test]
#[ignore = "needs Chromium"]
fn the_page_reads_every_example_except_the_left_recursion() {
    let server = Server::start(&[]);
    let mut browser = server.window("#text=1");
    let examples = "document.querySelectorAll('#examples optgroup[label=Examples] option').length";
    assert_eq!(browser.evaluate(examples), 10);
    for index in 0..10 {
        type_over(&mut browser, "live-text", "");
        choose_example(&mut browser, index);
        let wanted = match index {
            6 => "= -2",
            9 => "the grammar has an error",
            _ => "Accepted",
        };
        wait_for_text(&mut browser, "#live-text-said", wanted);
    }
    wait_for_text(&mut browser, "#live-grammar-said", "left-recursive");
    // The back button leads to the previous grammar.
    browser.wait_for("location.hash.includes('grammar=left_recursion')");
    browser.evaluate("history.back()");
    browser.wait_for("document.querySelector('#live-choice').value === 'own trap.pest'");
    assert_eq!(browser.errors(), [] as [Value; 0]);
}

#[test]
#[ignore = "needs Chromium, and axe-core in the file AXE"]
fn axe_finds_no_accessibility_problem() {
    let axe = std::env::var_os("AXE").expect("AXE is the path of `axe.min.js` of axe-core");
    let axe = fs::read_to_string(axe).unwrap();
    let folder = folder();
    let server = Server::start(&["--exercises", "--folder", folder.path().to_str().unwrap()]);
    for place in [
        "#grammar=mine.pest&text=(5-8-7)*6",
        "#grammar=left&text=(5-8-7*6",
        "#grammar=left&text=1%205%205%205",
        "#grammar=left&text=8-4-2%0A8-&each=1&beside=grammars",
        "#exercise=left&text=8-4-2",
    ] {
        let mut browser = server.window(place);
        browser.evaluate(&axe);
        for tab in ["work", "change", "memo", "rails", "tests"] {
            browser.click(&format!("#tab-{tab}-panel"));
            if tab == "tests" {
                browser.click("#tests-read");
            }
            browser.evaluate("new Promise((done) => setTimeout(done, 300))");
            for scheme in ["light", "dark"] {
                browser.show_as("screen", scheme);
                let found = browser.evaluate(
                    "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 120))]))",
                );
                assert_eq!(found, json!([]), "{place} in {scheme}, {tab}");
            }
        }
    }
}
