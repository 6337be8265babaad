//! The JSON under a `$ bracket24 …` is what that command prints.

use std::collections::BTreeSet;

use serde_json::Value;

use super::folder::Folder;
use super::{exit_codes, helps, is_long};

/// The sign for parts that are left out.
const LEFT_OUT: &str = "…";

/// A documented command and the lines it is said to print.
struct Documented {
    line: String,
    printed: Vec<Value>,
}

/// Every `$ bracket24 …` of a help text. A JSON object may be broken into lines
/// wherever it has no blank; the lines end with a blank one.
fn documented(help: &str) -> Vec<Documented> {
    let mut found: Vec<Documented> = Vec::new();
    let mut text = String::new();
    let mut is_open = false;
    for line in help.lines().map(str::trim) {
        if let Some(command) = line.strip_prefix("$ ") {
            assert_eq!(text, "", "this is no whole object");
            found.push(Documented { line: command.to_owned(), printed: Vec::new() });
            is_open = true;
        } else if line.is_empty() {
            assert_eq!(text, "", "this is no whole object");
            is_open = false;
        } else if is_open {
            text.push_str(line);
            if let Ok(value) = serde_json::from_str(&with_strings(&text)) {
                found.last_mut().unwrap().printed.push(value);
                text.clear();
            }
        }
    }
    assert_eq!(text, "", "this is no whole object");
    found
}

/// The text with every `…` outside a string put into quotes.
fn with_strings(text: &str) -> String {
    let mut in_string = false;
    let mut is_escaped = false;
    let mut json = String::new();
    for character in text.chars() {
        match character {
            '"' if !is_escaped => in_string = !in_string,
            '…' if !in_string => {
                json.push_str("\"…\"");
                continue;
            }
            _ => {}
        }
        is_escaped = character == '\\' && !is_escaped;
        json.push(character);
    }
    json
}

/// Makes sure that `real` agrees with `shown`: the same fields everywhere and the same values,
/// except for the parts left out.
fn assert_shows(shown: &Value, real: &Value, place: &str) {
    match (shown, real) {
        (Value::String(text), _) if text == LEFT_OUT => {}
        (Value::Object(shown), Value::Object(real)) => {
            let names = |object: &serde_json::Map<_, _>| object.keys().cloned().collect();
            let (documented, printed): (BTreeSet<String>, BTreeSet<String>) =
                (names(shown), names(real));
            assert_eq!(documented, printed, "{place}: the fields");
            for (name, shown) in shown {
                assert_shows(shown, &real[name], &format!("{place}.{name}"));
            }
        }
        (Value::Array(shown), Value::Array(real)) => {
            let is_whole = shown.last().is_none_or(|last| last != LEFT_OUT);
            let first = if is_whole { &shown[..] } else { &shown[..shown.len() - 1] };
            assert!(first.len() <= real.len(), "{place}: {real:?}");
            assert!(!is_whole || first.len() == real.len(), "{place}: {real:?}");
            for (index, (shown, real)) in first.iter().zip(real).enumerate() {
                assert_shows(shown, real, &format!("{place}[{index}]"));
            }
        }
        _ => assert_eq!(shown, real, "{place}"),
    }
}

#[test]
#[ignore = "`.ci/run` runs it"]
fn every_json_object_of_a_help_text_is_what_its_command_prints_unless_it_is_long() {
    compare_objects(false);
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn the_json_of_the_examples_that_take_long_is_what_their_commands_print() {
    compare_objects(true);
}

/// Compares the objects of the [long](is_long) examples, or of all others, with what their commands
/// print. At least one object is compared.
fn compare_objects(long: bool) {
    let mut compared = 0;
    for (command, help) in helps() {
        let folder = Folder::new();
        let all = documented(help);
        assert!(
            help.contains("--json") != all.is_empty() || command.is_empty(),
            "{command:?}: a help with --json shows an object under a line `$ bracket24 …`, and \
             one without shows none"
        );
        for Documented { line, printed } in all.into_iter().filter(|it| is_long(&it.line) == long) {
            let output = folder.run(&line);
            let code = output.status.code().unwrap();
            let is_error = |shown: &Value| {
                shown.get("error").is_some()
                    || shown.get("event").is_some_and(|it| it == "furthest_failure")
            };
            assert!(code < 2 || printed.iter().any(is_error), "{line} exits with {code}");
            assert!(exit_codes(help).contains(&code), "{line} exits with {code}");
            let text = String::from_utf8(output.stdout).unwrap();
            let mut real =
                text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
            let mut is_next = true;
            for shown in printed {
                compared += 1;
                if shown == LEFT_OUT {
                    is_next = false;
                    continue;
                }
                // After an omission, find the next equal line.
                let next = if is_next { real.next() } else { real.find(|it| *it == shown) };
                let next = next.unwrap_or_else(|| panic!("{line} does not print {shown}"));
                assert_shows(&shown, &next, &line);
                is_next = true;
            }
            assert!(!is_next || real.next().is_none(), "{line} prints more");
        }
    }
    assert!(compared > 0, "no object was compared");
}
