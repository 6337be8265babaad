//! The live page, as a person uses it in a browser.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::OVERFLOW;
use crate::browser::Browser;
use crate::looks::LEAST_CONTRAST;
use crate::server::Server;

/// A folder with a grammar that can be edited.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let source = include_str!("../../grammar/left.pest");
    fs::write(folder.path().join("mine.pest"), source).unwrap();
    folder
}

fn with_folder(folder: &Path) -> Server {
    Server::start(&["--folder", folder.to_str().unwrap()])
}

/// Puts a text into an editor, as if it had been pasted over all.
fn type_over(browser: &mut Browser, id: &str, text: &str) {
    browser.evaluate(&format!(
        "(() => {{ const it = document.querySelector('#{id}'); it.focus(); it.select(); }})()"
    ));
    browser.type_text_at_once(text);
}

fn wait_for_text(browser: &mut Browser, selector: &str, text: &str) {
    browser
        .wait_for(&format!("document.querySelector({selector:?})?.textContent.includes({text:?})"));
}

/// Replaces a piece of the grammar.
fn edit_grammar(browser: &mut Browser, from: &str, to: &str) {
    let text = browser.evaluate("document.querySelector('#live-grammar').value");
    let text = text.as_str().unwrap();
    assert!(text.contains(from), "{text}");
    type_over(browser, "live-grammar", &text.replace(from, to));
}

#[test]
#[ignore = "needs Chromium"]
fn what_is_typed_is_read_at_every_key_and_the_mend_is_accepted_by_a_key() {
    let server = Server::start(&[]);
    let mut browser = server.window("#text=");
    browser.evaluate("document.querySelector('#live-text').focus()");
    browser.type_text("(5-8-7*6");
    wait_for_text(&mut browser, "#live-text-said", "the text ends too early");
    assert!(browser.text("#live-text-said").contains("Expected"), "it says what was expected");
    assert_eq!(browser.text("#live-mended"), "(5-8-7*6)");
    assert_eq!(browser.text(".under .unclosed"), "(");
    browser.press_with_alt("Enter");
    wait_for_text(&mut browser, "#live-text-said", "= -45");
    assert_eq!(browser.evaluate("document.querySelector('#live-text').value"), "(5-8-7*6)");
    wait_for_text(&mut browser, "#value", "-45");
    assert_eq!(browser.count("#live-mend"), 0);
    assert!(browser.count("#operations-tree [role=treeitem]") > 4);
    // The slider and its keys are those of the page to hand out.
    browser.evaluate("slider.focus()");
    browser.press("Home");
    assert!(browser.text("#position").starts_with("before the first"));
    assert_eq!(browser.errors(), [] as [Value; 0]);
}

#[test]
#[ignore = "needs Chromium"]
fn the_last_that_could_be_read_stays_greyed_while_the_text_or_the_grammar_is_broken() {
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
    // How far it is read is shown, if that is wanted.
    browser.click("#live-failing");
    browser.wait_for("document.querySelector('#failure:not([hidden])') !== null");
    assert_eq!(browser.count(".stale"), 0);
    assert_eq!(browser.errors(), [] as [Value; 0]);
}

#[test]
#[ignore = "needs Chromium"]
fn an_edit_that_changes_a_text_shows_it_with_both_trees() {
    let folder = folder();
    let server = with_folder(folder.path());
    let mut browser = server.window("#grammar=mine.pest&text=1");
    browser.click("#change-panel summary");
    wait_for_text(&mut browser, "#change-said", "Nothing was changed");
    type_over(&mut browser, "live-grammar", include_str!("../../grammar/scala.pest"));
    wait_for_text(&mut browser, "#change-text", "8-4-2");
    assert!(browser.text("#change-said").contains("2 before, 6 now"));
    assert_eq!(browser.count("#change-trees [role=treeitem]"), 10);
    // It is a button away from the editor.
    browser.click("#change-text");
    wait_for_text(&mut browser, "#live-text-said", "= 6");
    assert_eq!(browser.errors(), [] as [Value; 0]);
}

#[test]
#[ignore = "needs Chromium"]
fn a_file_that_is_changed_elsewhere_is_followed_or_asked_about() {
    let folder = folder();
    let file = folder.path().join("mine.pest");
    let server = with_folder(folder.path());
    let mut browser = server.window("#grammar=mine.pest&text=8-4-2");
    let scala = include_str!("../../grammar/scala.pest");
    fs::write(&file, scala).unwrap();
    wait_for_text(&mut browser, "#live-text-said", "= 6");
    // What was typed is not thrown away.
    type_over(&mut browser, "live-grammar", "// mine");
    fs::write(&file, include_str!("../../grammar/left.pest")).unwrap();
    wait_for_text(&mut browser, "#live-conflict:not([hidden])", "was changed elsewhere");
    assert_eq!(browser.evaluate("document.querySelector('#live-grammar').value"), "// mine");
    browser.click("#live-take");
    wait_for_text(&mut browser, "#live-text-said", "= 2");
    fs::remove_file(&file).unwrap();
    wait_for_text(&mut browser, "#live-conflict:not([hidden])", "is gone");
    browser.click("#live-keep");
    browser.wait_for("document.querySelector('#live-conflict').hidden");
    assert_eq!(fs::read_to_string(&file).unwrap(), include_str!("../../grammar/left.pest"));
    assert_eq!(browser.errors(), [] as [Value; 0]);
}

#[test]
#[ignore = "needs Chromium"]
fn the_file_of_the_grammar_that_is_given_is_followed_and_not_another_of_its_name() {
    let (folder, elsewhere) = (folder(), folder());
    let file = folder.path().join("mine.pest");
    let scala = include_str!("../../grammar/scala.pest");
    let server = Server::start(&["--grammar", file.to_str().unwrap()]);
    let mut browser = server.window("#text=8-4-2");
    wait_for_text(&mut browser, "#live-text-said", "= 2");
    fs::write(&file, scala).unwrap();
    wait_for_text(&mut browser, "#live-text-said", "= 6");
    // The folder has one of the same name.
    let given = [file.to_str().unwrap(), elsewhere.path().to_str().unwrap()];
    let server = Server::start(&["--grammar", given[0], "--folder", given[1]]);
    let mut browser = server.window("#text=8-4-2");
    wait_for_text(&mut browser, "#live-text-said", "= 6");
    assert_eq!(browser.errors(), [] as [Value; 0]);
}

#[test]
#[ignore = "needs Chromium"]
fn what_was_typed_stays_where_another_grammar_is_looked_at_or_the_file_goes() {
    let folder = folder();
    let file = folder.path().join("mine.pest");
    let server = with_folder(folder.path());
    let mut browser = server.window("#grammar=mine.pest&text=8-4-2");
    type_over(&mut browser, "live-grammar", "// mine");
    let choose = |browser: &mut Browser, choice: &str| {
        browser.evaluate(&format!(
            "document.querySelector('#live-choice').value = '{choice}'; \
             document.querySelector('#live-choice').dispatchEvent(new Event('change'))"
        ));
    };
    choose(&mut browser, "built-in left");
    wait_for_text(&mut browser, "#live-text-said", "= 2");
    choose(&mut browser, "file mine.pest");
    browser.wait_for("document.querySelector('#live-grammar').value === '// mine'");
    wait_for_text(&mut browser, "#live-save", "Save");
    fs::remove_file(&file).unwrap();
    wait_for_text(&mut browser, "#live-conflict:not([hidden])", "is gone");
    browser.click("#live-save");
    wait_for_text(&mut browser, "#live-save", "Saved");
    assert_eq!(fs::read_to_string(&file).unwrap(), "// mine");
    assert_eq!(browser.errors(), [] as [Value; 0]);
}

#[test]
#[ignore = "needs Chromium"]
fn of_two_windows_on_a_file_the_second_is_asked_before_it_writes_over_the_first() {
    let folder = folder();
    let file = folder.path().join("mine.pest");
    let server = with_folder(folder.path());
    let [mut one, mut other] = [(); 2].map(|()| server.window("#grammar=mine.pest&text=8-4-2"));
    edit_grammar(&mut one, "//! Ordinary", "//! One: ordinary");
    edit_grammar(&mut other, "//! Ordinary", "//! Other: ordinary");
    one.click("#live-save");
    wait_for_text(&mut one, "#live-status", "Saved");
    wait_for_text(&mut other, "#live-conflict:not([hidden])", "was changed elsewhere");
    other.click("#live-save");
    wait_for_text(&mut other, "#live-conflict:not([hidden])", "was changed elsewhere");
    assert!(fs::read_to_string(&file).unwrap().starts_with("//! One"));
    other.click("#live-keep");
    wait_for_text(&mut other, "#live-status", "Saved");
    assert!(fs::read_to_string(&file).unwrap().starts_with("//! Other"));
    // Who has typed nothing since follows.
    one.wait_for("document.querySelector('#live-grammar').value.startsWith('//! Other')");
}

#[test]
#[ignore = "needs Chromium"]
fn an_exercise_is_solved_and_noted_where_the_terminal_finds_it() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&["--exercises", "--folder", folder.path().to_str().unwrap()]);
    let mut browser = server.window("#exercise=left");
    browser.wait_for("document.querySelector('#exercise-said').className === 'failed'");
    assert!(browser.text("#exercise-said").contains('-'), "the shortest counterexample");
    browser.click("#exercise-hint");
    browser.wait_for("document.querySelectorAll('#exercise-hints pre').length === 1");
    let solution = include_str!("../../src/exercises/material/07-left/reference.pest");
    type_over(&mut browser, "live-grammar", solution);
    browser.wait_for("document.querySelector('#exercise-said').className === 'passed'");
    browser.wait_for("[...document.querySelectorAll('#exercise-choice option')].some((it) => it.value === 'left' && it.textContent.endsWith('✓'))");
    let progress = fs::read_to_string(folder.path().join("progress.txt")).unwrap();
    assert!(progress.contains("07-left done 1"), "{progress}");
    assert_eq!(fs::read_to_string(folder.path().join("07-left.pest")).unwrap(), solution);
    assert_eq!(browser.errors(), [] as [Value; 0]);
}

#[test]
#[ignore = "needs Chromium"]
fn examples_turn_green_and_red_with_the_grammar() {
    let server = Server::start(&[]);
    let mut browser = server.window("#grammar=left&text=8-4-2");
    wait_for_text(&mut browser, "#live-text-said", "= 2");
    browser.click("#tests-panel summary");
    browser.click("#tests-tree");
    wait_for_text(&mut browser, "#tests-count", "1 of 1");
    type_over(&mut browser, "live-text", "8 4");
    // Two cards are no hand of this page alone: it has solutions, or none.
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
fn the_tree_of_rules_of_a_plain_grammar_can_be_expected() {
    let server = Server::start(&[]);
    let words = "words%20%3D%20%7B%20word%20~%20(%22%20%22%20~%20word)*%20%7D%0Aword%20%3D%20%7B%20ASCII_ALPHA%2B%20%7D";
    let mut browser =
        server.window(&format!("#grammar=words.pest&own=1&source={words}&text=one%20two"));
    wait_for_text(&mut browser, "#live-text-said", "It is read.");
    browser.click("#tests-panel summary");
    browser.click("#tests-tree");
    wait_for_text(&mut browser, "#tests-count", "1 of 1");
    let examples = browser.evaluate("document.querySelector('#tests-text').value");
    let examples = examples.as_str().unwrap();
    assert!(examples.ends_with("---\n\n(words (word \"one\") (word \"two\"))\n"), "{examples}");
    assert_eq!(browser.errors(), [] as [Value; 0]);
}

#[test]
#[ignore = "needs Chromium"]
fn a_hand_gives_its_solutions_with_trees_and_other_readings() {
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
}

#[test]
#[ignore = "needs Chromium"]
fn a_link_restores_what_was_edited_and_what_is_seen_can_be_handed_out() {
    let server = Server::start(&[]);
    let mut browser = server.window("#grammar=scala&text=8-4-2&beside=1&reading=right");
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
    // The page comes whole, and has nothing to fetch.
    let page = other.evaluate(
        "fetch('/api/hand_out', { method: 'POST', headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ grammar: { name: 'left' }, text: '8-4-2' }) }).then((it) => it.text())",
    );
    let path = crate::file();
    fs::write(&path, page.as_str().unwrap()).unwrap();
    other.open(&path, "");
    assert_eq!(other.text("#title"), "8-4-2");
    assert_eq!(other.complaints(), [] as [Value; 0]);
}

#[test]
#[ignore = "needs Chromium"]
fn it_fits_a_phone_and_can_be_read_in_light_and_dark() {
    let folder = folder();
    let server = with_folder(folder.path());
    let mut browser = server.window("#grammar=mine.pest&text=(5-8-7)*6");
    for panel in ["#live-rails-panel", "#change-panel", "#tests-panel"] {
        browser.click(&format!("{panel} summary"));
    }
    for (width, height) in [(1440, 900), (1000, 700), (390, 844), (320, 640)] {
        browser.resize(width, height);
        assert_eq!(browser.evaluate(OVERFLOW), 0, "{width}");
    }
    // What lies below the letters has none that are seen.
    browser.evaluate("document.querySelectorAll('.under').forEach((it) => it.remove())");
    for scheme in ["light", "dark"] {
        browser.show_as("screen", scheme);
        let contrast = browser.evaluate(LEAST_CONTRAST).as_f64().unwrap();
        assert!(contrast >= 4.5, "{contrast} in {scheme}");
    }
}

/// Where `axe.min.js` is; the check is left out where nobody says so.
const AXE: &str = "AXE";

#[test]
#[ignore = "needs Chromium, and axe-core where AXE says"]
fn axe_finds_nothing() {
    let Some(axe) = std::env::var_os(AXE) else { return };
    let axe = fs::read_to_string(axe).unwrap();
    let folder = folder();
    let server = Server::start(&["--exercises", "--folder", folder.path().to_str().unwrap()]);
    for place in [
        "#grammar=mine.pest&text=(5-8-7)*6",
        "#grammar=left&text=(5-8-7*6",
        "#grammar=left&text=1%205%205%205",
        "#grammar=left&text=8-4-2%0A8-&each=1&beside=1",
        "#exercise=left&text=8-4-2",
    ] {
        let mut browser = server.window(place);
        for panel in
            ["#live-rails-panel", "#change-panel", "#tests-panel", "#memo-panel", "#rails-panel"]
        {
            browser.evaluate(&format!("document.querySelector({panel:?}).open = true"));
        }
        browser.click("#tests-read");
        browser.evaluate("new Promise((done) => setTimeout(done, 300))");
        browser.evaluate(&axe);
        for scheme in ["light", "dark"] {
            browser.show_as("screen", scheme);
            let found = browser.evaluate(
                "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 120))]))",
            );
            assert_eq!(found, json!([]), "{place} in {scheme}");
        }
    }
}
