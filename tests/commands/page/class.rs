//! Tests a class at the live page: the work of students stays with them.
//!
//! The students connect through another loopback address than the teacher; Linux has many.

use std::collections::BTreeMap;
use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use super::browser::Browser;
use super::live::{edit_grammar, folder, type_over, wait_for_text};
use super::server::Server;

const GRAMMAR: &str = "document.querySelector('#live-grammar').value";
const RIGHT: &str = "number = @{ ASCII_DIGIT+ }";

fn with_class(folder: &Path) -> Server {
    let folder = folder.to_str().unwrap();
    Server::start(&["--listen", "127.0.0.2", "--exercises", "--folder", folder])
}

/// Returns the sorted names of the files in a folder.
fn files(folder: &Path) -> Vec<String> {
    let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name();
    let mut names: Vec<_> =
        fs::read_dir(folder).unwrap().map(|it| name(it).into_string().unwrap()).collect();
    names.sort();
    names
}

fn wait_for_exercise(browser: &mut Browser, how: &str) {
    browser.wait_for(&format!("document.querySelector('#exercise-said').className === '{how}'"));
}

fn choose(browser: &mut Browser, id: &str, value: &str) {
    browser.evaluate(&format!(
        "(() => {{ const it = document.querySelector('#{id}'); it.value = '{value}'; it.dispatchEvent(new Event('change')); }})()"
    ));
}

#[test]
#[ignore = "needs Chromium"]
fn a_students_work_survives_a_reload_and_is_private() {
    let folder = tempfile::tempdir().unwrap();
    let server = with_class(folder.path());
    let [mut one, mut other] = [(); 2].map(|()| server.student());
    wait_for_exercise(&mut one, "failed");
    assert_eq!(one.text("#work-said"), "Saved in this browser.");
    assert_eq!(one.count("#live-save"), 0);
    type_over(&mut one, "live-grammar", RIGHT);
    wait_for_exercise(&mut one, "passed");
    let ticked =
        "document.querySelector('#exercise-choice option[value=number]').textContent.endsWith('✓')";
    one.wait_for(ticked);
    one.click("#exercise-done button");
    one.wait_for("document.querySelector('#exercise-choice').value === 'end'");
    wait_for_exercise(&mut one, "failed");
    one.click("#exercise-hint");
    wait_for_text(&mut one, "#exercise-hints", "hint 1 of");
    edit_grammar(&mut one, "{ number }", "{ number ~ \"!\" }");
    type_over(&mut one, "live-text", "12!");
    one.wait_for("location.hash.includes('text=12')");
    // A page opened again shows the same state, with or without the place in the address.
    let place = one.evaluate("location.hash").as_str().unwrap().to_owned();
    for place in ["", &place] {
        server.visit_as_student(&mut one, place);
        assert_eq!(one.evaluate("document.querySelector('#exercise-choice').value"), "end");
        let text = one.evaluate(GRAMMAR);
        assert!(text.as_str().unwrap().contains("{ number ~ \"!\" }"), "{text}");
        assert_eq!(one.evaluate("document.querySelector('#live-text').value"), "12!");
        assert_eq!(one.evaluate(ticked), true);
        wait_for_text(&mut one, "#exercise-hints", "hint 1 of");
    }
    one.click("#exercise-hint");
    wait_for_text(&mut one, "#exercise-hints", "hint 2 of");
    choose(&mut one, "exercise-choice", "number");
    one.wait_for(&format!("{GRAMMAR} === '{RIGHT}'"));
    // A student's own old address does not bring back an old grammar.
    type_over(&mut one, "live-grammar", "number = @{ ASCII_DIGIT ~ ASCII_DIGIT* }");
    server.visit_as_student(&mut one, "#exercise=number&grammar=01-number.pest&source=old");
    assert_eq!(
        one.evaluate("document.querySelector('#live-choice').value"),
        "own my_01-number.pest"
    );
    choose(&mut one, "live-choice", "file 01-number.pest");
    one.wait_for(&format!("{GRAMMAR}.includes('ASCII_DIGIT*')"));
    // The other student sees the exercise as not yet passed, and nothing of this student's work.
    server.visit_as_student(&mut other, "");
    assert_eq!(other.evaluate(ticked), false);
    assert!(!other.evaluate(GRAMMAR).as_str().unwrap().contains("ASCII_DIGIT+"));
    assert_eq!(files(folder.path()), [] as [&str; 0]);
    assert_eq!([one.errors(), other.errors()], [[], []] as [[serde_json::Value; 0]; 2]);
}

#[test]
#[ignore = "needs Chromium"]
fn two_tabs_show_the_same_work_and_neither_overwrites_the_other() {
    let folder = tempfile::tempdir().unwrap();
    let server = with_class(folder.path());
    let mut browser = server.student();
    wait_for_exercise(&mut browser, "failed");
    let first = browser.open_tab();
    server.visit_as_student(&mut browser, "");
    type_over(&mut browser, "live-grammar", RIGHT);
    wait_for_exercise(&mut browser, "passed");
    let second = browser.turn_to(&first);
    wait_for_exercise(&mut browser, "passed");
    assert_eq!(browser.evaluate(GRAMMAR), RIGHT);
    browser.wait_for(
        "document.querySelector('#exercise-choice option[value=number]').textContent.endsWith('✓')",
    );
    browser.evaluate("document.querySelector('#live-grammar').focus()");
    browser.type_text(" ");
    server.visit_as_student(&mut browser, "");
    assert_eq!(browser.evaluate(GRAMMAR).as_str().unwrap().trim(), RIGHT);
    wait_for_exercise(&mut browser, "passed");
    // The tests, too, are the same in both tabs.
    browser.click("#tab-tests-panel");
    type_over(&mut browser, "tests-text", "===\none\n===\n\n1\n");
    wait_for_text(&mut browser, "#tests-count", "1 of 1 as expected");
    browser.turn_to(&second);
    browser.wait_for("document.querySelector('#tests-text').value.includes('one')");
    wait_for_text(&mut browser, "#tests-count", "1 of 1 as expected");
    browser.evaluate("window.confirm = () => true");
    browser.click("#work-delete");
    for tab in [&second, &first] {
        browser.turn_to(tab);
        wait_for_exercise(&mut browser, "failed");
        assert!(!browser.evaluate(GRAMMAR).as_str().unwrap().contains("DIGIT+"));
    }
}

#[test]
#[ignore = "needs Chromium"]
fn a_link_keeps_its_text_beside_an_exercise_that_fails_on_another() {
    let folder = tempfile::tempdir().unwrap();
    let server = with_class(folder.path());
    for (place, text) in [
        ("#grammar=left&text=8-4-2*3&exercise=number", "8-4-2*3"),
        ("#exercise=left&text=9-5-1-1", "9-5-1-1"),
    ] {
        let mut browser = Browser::start();
        server.visit_as_student(&mut browser, place);
        browser.wait_for("document.querySelector('#exercise-choice').value !== ''");
        sleep(Duration::from_millis(500));
        assert_eq!(browser.evaluate("document.querySelector('#live-text').value"), text, "{place}");
        assert_eq!(browser.errors(), [] as [serde_json::Value; 0]);
    }
}

#[test]
#[ignore = "needs Chromium"]
fn the_page_keeps_work_offline_and_checks_it_when_online_again() {
    let folder = tempfile::tempdir().unwrap();
    let server = with_class(folder.path());
    let mut browser = server.student();
    wait_for_exercise(&mut browser, "failed");
    browser.set_network(false, 0, -1);
    type_over(&mut browser, "live-grammar", RIGHT);
    wait_for_text(&mut browser, "#offline", "Offline: your work is kept in this browser.");
    assert!(!browser.text("#exercise-said").contains("done"));
    browser.set_network(true, 0, -1);
    wait_for_exercise(&mut browser, "passed");
    browser.wait_for("document.querySelector('#offline').textContent === ''");
    wait_for_text(&mut browser, "#live-text-said", "Accepted");
}

#[test]
#[ignore = "needs Chromium"]
fn students_can_download_their_work_as_a_folder_and_discard_it() {
    let folder = tempfile::tempdir().unwrap();
    let downloads = tempfile::tempdir().unwrap();
    let server = with_class(folder.path());
    let mut browser = server.student();
    wait_for_exercise(&mut browser, "failed");
    type_over(&mut browser, "live-grammar", RIGHT);
    wait_for_exercise(&mut browser, "passed");
    choose(&mut browser, "live-choice", "built-in left");
    wait_for_text(&mut browser, "#live-text-said", "= 11");
    type_over(&mut browser, "live-grammar", "// é\n");
    type_over(&mut browser, "live-text", "123456789");
    browser.settle();
    // A grammar of the person may have the name of a file of the folder.
    browser.evaluate(
        "for (const it of [localStorage, sessionStorage]) for (const key of Object.keys(it)) {
            if (!key.endsWith('grammar file 01-number.pest')) continue;
            it.setItem(key.replace('file', 'own'), JSON.stringify({ text: 'other' }));
        }",
    );
    browser.download_to(downloads.path());
    browser.click("#work-download");
    let path = downloads.path().join("bracket24-work.zip");
    for _ in 0..500 {
        if path.exists() {
            break;
        }
        sleep(Duration::from_millis(10));
    }
    let files = unzipped(&fs::read(path).unwrap());
    let (text, sum) = &files["text.txt"];
    assert_eq!((&**text, *sum), ("123456789", 0xcbf4_3926), "the check value of CRC-32");
    assert_eq!(files["01-number.pest"].0, RIGHT);
    assert_eq!(files["01-number-2.pest"].0, "other");
    assert_eq!(files["my_left.pest"].0, "// é\n");
    assert_eq!(files["progress.txt"].0, "01-number done 0\n");
    assert_eq!(files.len(), 5);
    browser.evaluate("window.confirm = () => true");
    browser.click("#work-delete");
    browser.wait_for("document.body?.dataset.ready === 'true' && !location.hash.includes('left')");
    wait_for_exercise(&mut browser, "failed");
    assert!(!browser.evaluate(GRAMMAR).as_str().unwrap().contains("DIGIT+"));
    assert_eq!(
        browser.evaluate("document.querySelector('#live-choice optgroup[label=Yours]')"),
        serde_json::Value::Null
    );
}

/// Returns the files of an uncompressed archive, each with its checksum.
fn unzipped(mut archive: &[u8]) -> BTreeMap<String, (String, u32)> {
    let number = |bytes: &[u8], at: usize, size: usize| {
        bytes[at..at + size].iter().rev().fold(0, |sum, byte| sum << 8 | u32::from(*byte))
    };
    let mut files = BTreeMap::new();
    while archive.starts_with(b"PK\x03\x04") {
        let [size, name] = [(22, 4), (26, 2)].map(|(at, size)| number(archive, at, size) as usize);
        let text = |from, to| String::from_utf8(archive[from..to].to_vec()).unwrap();
        let end = 30 + name + size;
        files.insert(text(30, 30 + name), (text(30 + name, end), number(archive, 14, 4)));
        archive = &archive[end..];
    }
    assert!(archive.starts_with(b"PK\x01\x02"), "the list of files follows them");
    let end = &archive[archive.len() - 22..];
    assert_eq!(number(end, 10, 2) as usize, files.len());
    files
}

#[test]
#[ignore = "needs Chromium"]
fn a_student_page_follows_the_teachers_file_until_edited_and_then_offers_it() {
    let folder = folder();
    let file = folder.path().join("mine.pest");
    let server = with_class(folder.path());
    let mut browser = server.student();
    server.visit_as_student(&mut browser, "#grammar=mine.pest&text=8-4-2");
    wait_for_text(&mut browser, "#live-text-said", "= 2");
    let teach = |source: &str| fs::write(&file, source).unwrap();
    teach(include_str!("../../../grammar/scala.pest"));
    wait_for_text(&mut browser, "#live-text-said", "= 6");
    type_over(&mut browser, "live-grammar", "number = { \"8\" }");
    teach(include_str!("../../../grammar/left.pest"));
    wait_for_text(&mut browser, "#live-conflict:not([hidden])", "Your teacher changed mine.pest.");
    browser.click("#live-keep");
    browser.wait_for("document.querySelector('#live-conflict').hidden");
    // The teacher changes it again while the student's page shows something else.
    browser.visit(&server.address, "document.body?.dataset.ready === 'true'");
    teach(include_str!("../../../grammar/scala.pest"));
    server.visit_as_student(&mut browser, "");
    assert_eq!(browser.evaluate(GRAMMAR), "number = { \"8\" }");
    wait_for_text(&mut browser, "#live-conflict:not([hidden])", "Your teacher changed mine.pest.");
    browser.click("#live-take");
    wait_for_text(&mut browser, "#live-text-said", "= 6");
    wait_for_text(&mut browser, "#live-status", "Undo (Ctrl+Z) brings your text back.");
    browser.evaluate("document.execCommand('undo')");
    assert_eq!(browser.evaluate(GRAMMAR), "number = { \"8\" }");
    // One button brings back the original, and another the student's own work.
    type_over(&mut browser, "live-grammar", "number = { \"8\" }");
    browser.click("#live-restart");
    wait_for_text(&mut browser, "#live-text-said", "= 6");
    assert_eq!(browser.count("#live-restart"), 0);
    assert_eq!(fs::read_to_string(&file).unwrap(), include_str!("../../../grammar/scala.pest"));
}

#[test]
#[ignore = "needs Chromium"]
fn a_students_answer_is_checked_again_if_only_the_blanks_in_a_literal_change() {
    let folder = tempfile::tempdir().unwrap();
    let server = with_class(folder.path());
    let mut browser = server.student();
    choose(&mut browser, "exercise-choice", "blanks");
    wait_for_text(&mut browser, "#grammar-name", "09-blanks.pest");
    let right = include_str!("../../../src/exercises/material/09-blanks/reference.pest");
    for (blank, how) in [("\"  \"", "failed"), ("\" \"", "passed"), ("\"  \"", "failed")] {
        type_over(&mut browser, "live-grammar", &right.replace("\" \"", blank));
        wait_for_exercise(&mut browser, how);
    }
}

#[test]
#[ignore = "needs Chromium"]
fn a_page_with_the_link_of_an_earlier_server_says_so_and_not_that_the_network_is_lost() {
    let folder = folder();
    let port = TcpListener::bind("127.0.0.2:0").unwrap().local_addr().unwrap().port().to_string();
    let start = |token: &str| {
        let folder = folder.path().to_str().unwrap();
        let class = ["--listen", "127.0.0.2", "--folder", folder, "--port", &port];
        Server::start(&[&class[..], &["--token", token]].concat())
    };
    let first = start("one-room");
    let mut browser = first.student();
    drop(first);
    wait_for_text(&mut browser, "#offline", "Offline");
    let _second = start("another");
    wait_for_text(&mut browser, "#live-status", "the class has a new one");
    assert_eq!(browser.text("#offline"), "");
}

#[test]
#[ignore = "needs Chromium"]
fn an_exercise_opens_with_its_grammar_and_without_the_comparison_of_an_earlier_text() {
    let folder = tempfile::tempdir().unwrap();
    let server = with_class(folder.path());
    let mut browser = server.student();
    for (exercise, file) in [("number", "01-number.pest"), ("recursion", "19-recursion.pest")] {
        server.visit_as_student(&mut browser, "#grammar=left&text=9-3&beside=readers");
        browser.wait_for("document.querySelectorAll('#grammars label').length === 4");
        // pratt has no rules, and so no grammar.
        browser.click("#grammars label:nth-of-type(3)");
        browser.wait_for("document.body.dataset.rules === 'false'");
        choose(&mut browser, "exercise-choice", exercise);
        let chosen = format!("document.querySelector('#live-choice').value.endsWith('{file}')");
        browser.wait_for(&chosen);
        browser.wait_for("document.querySelector('#stale') !== null");
        let shown = "getComputedStyle(document.querySelector('#grammars')).display";
        assert_eq!(browser.evaluate(shown), "none", "{exercise}");
        let width = "document.querySelector('#live-grammar').getBoundingClientRect().width";
        assert!(browser.evaluate(width).as_f64().unwrap() > 200.0, "{exercise}");
    }
}
