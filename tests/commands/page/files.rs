//! Tests the files of the live page, which other programs edit, too.

use std::fs;

use serde_json::Value;

use super::browser::Browser;
use super::live::{choose_example, edit_grammar, folder, type_over, wait_for_text, with_folder};
use super::server::Server;

#[test]
#[ignore = "needs Chromium"]
fn the_page_reloads_a_file_changed_elsewhere_or_asks_if_there_are_edits() {
    let folder = folder();
    let file = folder.path().join("mine.pest");
    let server = with_folder(folder.path());
    let mut browser = server.window("#grammar=mine.pest&text=8-4-2");
    let scala = include_str!("../../../grammar/scala.pest");
    fs::write(&file, scala).unwrap();
    wait_for_text(&mut browser, "#live-text-said", "= 6");
    // The page does not throw away the typed text.
    type_over(&mut browser, "live-grammar", "// mine");
    fs::write(&file, include_str!("../../../grammar/left.pest")).unwrap();
    wait_for_text(&mut browser, "#live-conflict:not([hidden])", "was changed elsewhere");
    assert_eq!(browser.evaluate("document.querySelector('#live-grammar').value"), "// mine");
    browser.click("#live-take");
    wait_for_text(&mut browser, "#live-text-said", "= 2");
    fs::remove_file(&file).unwrap();
    wait_for_text(&mut browser, "#live-conflict:not([hidden])", "is gone");
    browser.click("#live-keep");
    browser.wait_for("document.querySelector('#live-conflict').hidden");
    assert_eq!(fs::read_to_string(&file).unwrap(), include_str!("../../../grammar/left.pest"));
    assert_eq!(browser.errors(), [] as [Value; 0]);
}

#[test]
#[ignore = "needs Chromium"]
fn an_example_is_saved_under_a_name_that_no_file_has() {
    let folder = folder();
    fs::write(folder.path().join("json.pest"), "a = { \"a\" ~ EOI }").unwrap();
    let server = with_folder(folder.path());
    let mut browser = server.window("#grammar=mine.pest&text=8-4-2");
    choose_example(&mut browser, 4);
    wait_for_text(&mut browser, "#grammar-name", "my_json.pest");
    browser.click("#live-save");
    wait_for_text(&mut browser, "#live-status", "Saved my_json.pest");
    let [old, new] = ["json.pest", "my_json.pest"].map(|it| folder.path().join(it));
    assert_eq!(fs::read_to_string(old).unwrap(), "a = { \"a\" ~ EOI }");
    assert!(fs::read_to_string(new).unwrap().starts_with("json = "));
    assert_eq!(browser.errors(), [] as [Value; 0]);
}

#[test]
#[ignore = "needs Chromium"]
fn the_server_watches_the_given_grammar_file_and_not_a_namesake() {
    let (folder, elsewhere) = (folder(), folder());
    let file = folder.path().join("mine.pest");
    let scala = include_str!("../../../grammar/scala.pest");
    let server = Server::start(&["--grammar", file.to_str().unwrap()]);
    let mut browser = server.window("#text=8-4-2");
    wait_for_text(&mut browser, "#live-text-said", "= 2");
    fs::write(&file, scala).unwrap();
    wait_for_text(&mut browser, "#live-text-said", "= 6");
    // The folder has a file of the same name.
    let given = [file.to_str().unwrap(), elsewhere.path().to_str().unwrap()];
    let server = Server::start(&["--grammar", given[0], "--folder", given[1]]);
    let mut browser = server.window("#text=8-4-2");
    wait_for_text(&mut browser, "#live-text-said", "= 6");
    assert_eq!(browser.errors(), [] as [Value; 0]);
}

#[test]
#[ignore = "needs Chromium"]
fn the_page_keeps_unsaved_edits_if_another_grammar_is_opened() {
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
fn the_page_asks_before_one_window_overwrites_the_changes_of_another() {
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
    // A page without later typing follows the change.
    one.wait_for("document.querySelector('#live-grammar').value.startsWith('//! Other')");
}

#[test]
#[ignore = "needs Chromium"]
fn a_new_grammar_has_a_name_that_a_file_can_have() {
    let folder = folder();
    let server = with_folder(folder.path());
    let mut browser = server.window("#grammar=mine.pest&text=8-4-2");
    let mut new = |name: &str| {
        browser.evaluate(&format!(
            "(() => {{ window.prompt = () => {name:?}; const it = document.querySelector('#live-choice'); it.value = 'new'; it.dispatchEvent(new Event('change')); }})()"
        ));
        (browser.text("#live-status"), browser.text("#grammar-name"))
    };
    for name in ["", " ", "a/b", r"a\\b", ".a", "what?"] {
        let (said, shown) = new(name);
        assert!(said.contains("cannot be the name of a file"), "{name}: {said}");
        assert_eq!(shown, "mine.pest");
    }
    assert_eq!(new("mine").0, "There is already a grammar mine.pest.");
    new("yours");
    wait_for_text(&mut browser, "#grammar-name", "yours.pest");
    browser.click("#live-save");
    wait_for_text(&mut browser, "#live-status", "Saved yours.pest");
    assert!(folder.path().join("yours.pest").exists());
}
