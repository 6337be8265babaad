//! Tests that all advice in error messages works.

use std::process::{Command, Stdio};

/// Returns the cases of `tests/wrong`: their arguments and the expected standard error.
fn wrong_inputs() -> impl Iterator<Item = (Vec<String>, String)> {
    let files = std::fs::read_dir("tests/wrong").unwrap().map(|entry| entry.unwrap().path());
    let cases = files.filter(|path| path.extension().is_some_and(|it| it == "toml"));
    cases.map(|path| {
        let case: toml::Table = std::fs::read_to_string(&path).unwrap().parse().unwrap();
        let arguments = case.get("args").and_then(toml::Value::as_array).cloned();
        let arguments = arguments.unwrap_or_default();
        let words = arguments.iter().filter_map(|it| it.as_str().map(str::to_owned));
        let mut words: Vec<String> = words.collect();
        // The grammar of standard input is in a file beside the case.
        if let Some(at) = words.windows(2).position(|it| it == ["--grammar", "-"]) {
            words[at + 1] = path.with_extension("stdin").to_str().unwrap().into();
        }
        let written = std::fs::read_to_string(path.with_extension("stderr"));
        (words, written.unwrap_or_default())
    })
}

/// Returns the texts in backticks from the lines of advice.
fn advised(written: &str) -> Vec<String> {
    let lines = written.lines().filter(|line| line.contains("= help: "));
    let parts = lines.flat_map(|line| line.split('`').skip(1).step_by(2));
    parts.map(str::to_owned).collect()
}

/// Removes the option that `advice` names from `arguments`, and appends it as advised.
fn with_option(arguments: &[String], advice: &str) -> Vec<String> {
    let words: Vec<String> = advice.split(' ').map(str::to_owned).collect();
    let mut all = arguments.to_vec();
    if let Some(at) = all.iter().position(|it| *it == words[0]) {
        all.drain(at..(at + words.len()).min(all.len()));
    }
    all.extend(words);
    all
}

/// Returns whether the command refuses these arguments. A command that still runs after half a
/// second has not refused them.
fn is_refused(arguments: &[String]) -> bool {
    let mut child = Command::new(env!("CARGO_BIN_EXE_bracket24"))
        .args(arguments)
        // Whether a comparison asks for `--yes` depends on how busy the machine is.
        .args((arguments[0] == "compare").then_some("--yes"))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // A refusal comes at once; a command that runs need not finish.
    for _ in 0..10 {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code() == Some(2);
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    false
}

/// Returns the command lines of the sessions, the README and the guide, with their output.
fn sessions() -> Vec<(Vec<String>, String)> {
    let files = std::fs::read_dir("tests/sessions").unwrap().map(|entry| entry.unwrap().path());
    let files = files.filter(|path| path.extension().is_some_and(|it| it == "md"));
    let mut all: Vec<(Vec<String>, String)> = Vec::new();
    let documents = crate::readme::documents().into_iter().map(Into::into);
    for path in files.chain(documents) {
        let text = std::fs::read_to_string(path).unwrap();
        for block in text.split("```console\n").skip(1) {
            let block = block.split("```").next().unwrap();
            for line in block.lines() {
                match (line.strip_prefix("$ bracket24 "), all.last_mut()) {
                    (Some(typed), _) => all.push((in_shell(typed), String::new())),
                    (None, Some((_, printed))) => {
                        printed.push_str(line);
                        printed.push('\n');
                    }
                    (None, None) => {}
                }
            }
        }
    }
    all
}

/// Splits a line without variables and pipes into words, at the blanks that are not in quotes.
fn in_shell(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote = None;
    for character in line.chars() {
        match (quote, character) {
            (None, '\'' | '"') => quote = Some(character),
            (Some(open), _) if open == character => quote = None,
            (None, ' ') => words.push(String::new()),
            _ => words.last_mut().unwrap().push(character),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Returns the options that the advice says to leave out, one list for each alternative.
fn left_out(written: &str) -> Vec<Vec<String>> {
    let lines = written.lines().filter_map(|line| line.split_once("= help: leave out "));
    let choices = lines.flat_map(|(_, choices)| choices.split("or "));
    let options = choices.map(|choice| {
        let quoted = choice.split('`').skip(1).step_by(2);
        quoted.filter(|it| it.starts_with("--") && !it.contains(' ')).map(str::to_owned).collect()
    });
    options.filter(|options: &Vec<String>| !options.is_empty()).collect()
}

#[test]
fn a_command_runs_without_the_options_that_a_message_says_to_leave_out() {
    const WITH_VALUE: [&str; 11] = [
        "--operators", "--format", "--detail", "--rule", "--at", "--shard", "--seed", "--like",
        "--templates", "--hardest", "--level",
    ];
    let mut count = 0;
    // A filled-in sheet exists only in the folder of its session.
    let cases = wrong_inputs()
        .chain(sessions())
        .filter(|(arguments, _)| !arguments.iter().any(|it| it == "--answers"));
    for (arguments, written) in cases {
        for options in left_out(&written) {
            let mut rest = Vec::new();
            let mut words = arguments.iter();
            while let Some(word) = words.next() {
                match options.contains(word) {
                    true if WITH_VALUE.contains(&&**word) => drop(words.next()),
                    true => {}
                    false => rest.push(word.clone()),
                }
            }
            assert_ne!(rest, arguments, "one of {options:?} was given");
            assert!(!is_refused(&rest), "{arguments:?} is told to leave out {options:?}");
            count += 1;
        }
    }
    assert!(count > 4, "the advice is found: {count}");
}

#[test]
fn replacements_that_messages_suggest_can_be_parsed() {
    let mut count = 0;
    for (arguments, written) in wrong_inputs().chain(sessions()) {
        let labels = written.lines().filter_map(|line| line.split_once("^ write `"));
        for (_, label) in labels {
            let text = label.split('`').next().unwrap();
            let is_hand = text.contains(' ');
            let read = match text.chars().next() {
                // A bracket that replaces another can be read only with its contents and the other
                // bracket.
                Some('(') if text.len() == 1 => "(8)".to_owned(),
                // This text follows an operand.
                Some('/') => format!("8{text}"),
                Some('+') => format!("8{text}8"),
                _ => text.to_owned(),
            };
            let command = if is_hand { "solve" } else { "step" };
            let line = [command.to_owned(), read];
            assert!(!is_refused(&line), "{arguments:?} is told to write {text}");
            count += 1;
        }
    }
    assert!(count > 10, "the advice is found: {count}");
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn no_advised_option_or_command_is_rejected() {
    let mut count = 0;
    // An interrupted plot leaves a partial file behind.
    let cases = wrong_inputs()
        .chain(sessions())
        .filter(|(arguments, _)| !arguments.iter().any(|it| it == "--plot"));
    for (mut arguments, written) in cases {
        if written.contains("without `--operators`") {
            let at = arguments.iter().position(|it| it == "--operators").unwrap();
            arguments.drain(at..at + 2);
        }
        // Advice with a wildcard of a session cannot be typed.
        for advice in advised(&written).into_iter().filter(|it| !it.contains("[..]")) {
            let advised: Vec<String> = if let Some(command) = advice.strip_prefix("bracket24 ") {
                let words = command.split(' ').map(|word| word.trim_matches('\''));
                words.map(str::to_owned).collect()
            } else if advice.starts_with("--cards ") {
                // The sizes replace the hand.
                let is_card = |it: &String| it.bytes().all(|byte| byte.is_ascii_digit());
                let others: Vec<String> =
                    arguments.iter().filter(|it| !is_card(it)).cloned().collect();
                with_option(&others, &advice)
            } else if advice.starts_with("--") && advice.contains(' ') {
                with_option(&arguments, &advice)
            } else {
                continue;
            };
            assert!(!is_refused(&advised), "{arguments:?} is told {advice}: {advised:?}");
            count += 1;
        }
    }
    assert!(count > 5, "the advice is found: {count}");
}
