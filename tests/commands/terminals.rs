//! Tests the output in odd terminals: narrow ones, dumb ones, and ones with a nonsensical
//! environment.
#![cfg(target_os = "linux")]

use std::io::Read;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Commands that finish at once, some of them with an error.
const COMMANDS: &[&str] = &[
    "solve 3 3 8 8 --why",
    "solve 1 1 1 1",
    "solve 3 3 8 x",
    "solve 3388 --engine sprit",
    "inspect 1 5 5 5",
    "survey --deck 1..4",
    "compare grammars 3 8",
    "calculate (N-N/N)*N 5 1 5 5",
    "calculate N+N 1",
    "templates list -n 3",
    "templates show (N-(N-N))*N --deck 1..4",
    "templates coverage --deck 1..4",
    "parse 8-4-2",
    "parse (8-4",
    "step 8/(3-8/3)",
    "explain (5-8-7)*6",
    "trace 8-4",
    "grammar list",
    "grammar show scala",
    "grammar diff left scala --limit 1",
];

/// The variables that ask for colours, or refuse them.
const COLOURS: &[&str] = &["CI", "CLICOLOR", "CLICOLOR_FORCE", "NO_COLOR"];

struct Seen {
    text: String,
    code: Option<i32>,
}

/// Returns a program whose environment says nothing about columns or colours, in a UTF-8 locale.
fn undisturbed(program: &str) -> Command {
    let mut command = Command::new(program);
    command.env_remove("COLUMNS").env("LC_ALL", "C.UTF-8");
    for name in COLOURS {
        command.env_remove(name);
    }
    command
}

/// Returns the output of the command on both streams without a terminal.
fn printed(line: &str, environment: &[(&str, &str)]) -> Seen {
    let output = undisturbed(env!("CARGO_BIN_EXE_bracket24"))
        .args(line.split(' '))
        .envs(environment.iter().copied())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = [output.stdout, output.stderr].concat();
    Seen { text: String::from_utf8(text).unwrap(), code: output.status.code() }
}

/// Returns the output of the command in a terminal of this many columns.
fn seen(line: &str, columns: u16, environment: &[(&str, &str)]) -> Seen {
    let words: Vec<String> = line.split(' ').map(|word| format!("'{word}'")).collect();
    let script = format!(
        "stty cols {columns} rows 24 -onlcr; '{}' {}",
        env!("CARGO_BIN_EXE_bracket24"),
        words.join(" ")
    );
    let output = undisturbed("script")
        .args(["-qec", &script, "/dev/null"])
        .env("TERM", "xterm")
        .envs(environment.iter().copied())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    Seen { text: String::from_utf8(output.stdout).unwrap(), code: output.status.code() }
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn a_terminal_of_one_column_shows_the_same_text_as_one_of_forty() {
    for line in COMMANDS {
        let narrow = seen(line, 1, &[("NO_COLOR", "1")]);
        let expected = printed(line, &[("COLUMNS", "40")]);
        // On a busy machine a progress message may come first.
        let left = narrow.text.rsplit(CLEAR).next().unwrap().trim_start_matches("\u{1b}[1A");
        assert_eq!((left, narrow.code), (&*expected.text, expected.code), "{line}");
    }
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn a_terminal_width_that_makes_no_sense_is_replaced_by_a_usable_one() {
    for line in COMMANDS {
        for (columns, meant) in [("0", "80"), ("1", "40")] {
            let odd = printed(line, &[("COLUMNS", columns)]);
            let expected = printed(line, &[("COLUMNS", meant)]);
            assert_eq!((odd.text, odd.code), (expected.text, expected.code), "{line}, {columns}");
        }
    }
}

#[test]
fn help_is_complete_in_a_terminal_of_one_column() {
    let words = |text: &str| {
        text.split(|it: char| !it.is_alphanumeric()).map(str::to_owned).collect::<String>()
    };
    for line in ["--help", "-h", "help solve", "survey --help", "solve --tragte 24"] {
        let wide = seen(line, 80, &[("NO_COLOR", "1")]);
        for columns in [0, 1, 2] {
            let narrow = seen(line, columns, &[("NO_COLOR", "1")]);
            assert_eq!(narrow.code, wide.code, "{line}");
            assert_eq!(words(&narrow.text), words(&wide.text), "{line}, {columns} columns");
        }
    }
}

#[test]
fn a_dumb_terminal_receives_only_text() {
    for line in COMMANDS {
        let dumb = seen(line, 80, &[("TERM", "dumb")]);
        let expected = printed(line, &[("COLUMNS", "80")]);
        assert_eq!((dumb.text, dumb.code), (expected.text, expected.code), "{line}");
    }
}

#[test]
fn a_locale_without_utf8_receives_only_ascii() {
    for line in COMMANDS {
        let expected = printed(line, &[]);
        for environment in [&[("LC_ALL", "C")][..], &[("LC_ALL", "POSIX"), ("COLUMNS", "1")]] {
            let plain = printed(line, environment);
            assert!(plain.text.is_ascii(), "{line}: {}", plain.text);
            assert_eq!(plain.code, expected.code, "{line}");
        }
    }
}

/// Commands that take longer and longer, the last one minutes, and print nothing themselves.
const LONGER: [&str; 3] = [
    "solve 1 2 3 4 5 6 --json --output /dev/null",
    "solve 1 2 3 4 5 6 -g right --json --output /dev/null",
    "solve 1 2 3 4 5 6 7 --engine pairs --yes --json --output /dev/null",
];

/// The sequence that clears a line.
const CLEAR: &str = "\u{1b}[2K";

/// Returns the first of `lines` that shows a progress message, with its output; the choice depends
/// on the machine. `named` recognises the message of a line.
fn first_named(
    lines: impl IntoIterator<Item = String>,
    environment: &[(&str, &str)],
    named: impl Fn(&str) -> bool,
) -> (String, Seen) {
    let seen = |line: String| {
        let seen = seen(&line, 100, environment);
        named(&seen.text).then_some((line, seen))
    };
    lines.into_iter().find_map(seen).expect("the last takes long on any machine")
}

/// Returns whether the message names the hand being solved.
fn is_solving(text: &str) -> bool {
    text.contains("1 2 3 4 5 6: solving it with strings")
        || text.contains("1 2 3 4 5 6 7: solving it with pairs")
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn the_terminal_shows_progress_of_long_work_and_clears_it() {
    let lines = LONGER.map(str::to_owned);
    let (line, shown) = first_named(lines, &[("NO_COLOR", "1")], is_solving);
    let expected = printed(&line, &[("COLUMNS", "100")]);
    assert!(!is_solving(&expected.text), "it is no part of the result");
    let (_, left) = shown.text.rsplit_once(CLEAR).unwrap();
    assert_eq!((left.trim_start_matches('\r'), shown.code), (&*expected.text, expected.code));
    let dumb = seen(&line, 100, &[("TERM", "dumb")]);
    assert_eq!((dumb.text, dumb.code), (expected.text, expected.code));
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn compare_shows_the_running_engine_and_the_next_one() {
    let named = |hand: &str| format!("{hand}: strings with canonical, next split");
    let hands = ["1 1 2 2 3 3", "1 1 2 2 3 4", "1 2 3 4 5 6"];
    let lines =
        hands.map(|hand| format!("compare {hand} -e strings -e split --templates canonical --yes"));
    let is_named = |text: &str| hands.iter().any(|hand| text.contains(&named(hand)));
    let (_, shown) = first_named(lines, &[], is_named);
    let (_, left) = shown.text.rsplit_once(CLEAR).unwrap();
    assert!(!is_named(left) && left.contains("solutions"), "{left}");
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn the_progress_line_is_ascii_in_an_ascii_locale() {
    let lines = LONGER.map(str::to_owned);
    let (_, shown) = first_named(lines, &[("LC_ALL", "C")], is_solving);
    assert!(shown.text.is_ascii(), "{}", shown.text);
}

#[test]
fn a_run_ended_by_a_signal_restores_the_terminal() {
    let bracket24 = env!("CARGO_BIN_EXE_bracket24");
    for (signal, line, drawn) in [
        ("TERM", "trace 8-4 --step", "\u{1b}[?1049h"),
        ("HUP", "trace 8-4 --step", "\u{1b}[?1049h"),
        ("TERM", "repl --no-history", "> "),
    ] {
        // On a busy machine the command may be ended before it has drawn anything.
        let ended_after = |seconds: u32| {
            let script = format!(
                "stty cols 80 rows 24; stty -g; \
                 timeout --foreground -s {signal} {seconds} '{bracket24}' {line}; echo; stty -g"
            );
            let output = undisturbed("script")
                .args(["-qec", &script, "/dev/null"])
                .env("TERM", "xterm")
                .stdin(Stdio::null())
                .output()
                .unwrap();
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            text.contains(drawn).then_some(text)
        };
        let text = [1, 4, 16, 64].into_iter().find_map(ended_after).expect("it draws something");
        let settings: Vec<&str> = text.lines().map(str::trim).collect();
        assert_eq!(settings.first(), settings.last(), "{line}: {text:?}");
        let (opened, closed) = ("\u{1b}[?1049h", "\u{1b}[?1049l");
        assert_eq!(text.matches(opened).count(), text.matches(closed).count(), "{line}: {text:?}");
        assert_eq!(text.contains(opened), line.starts_with("trace"), "{line}: {text:?}");
    }
}

#[test]
fn a_run_ends_if_its_terminal_disappears_without_a_signal() {
    let folder = tempfile::tempdir().unwrap();
    let code = folder.path().join("code");
    let (bracket24, place) = (env!("CARGO_BIN_EXE_bracket24"), code.display());
    // The command runs in a session of its own, which the terminal does not control.
    let run = format!("'{bracket24}' trace 8-4 --step 2>/dev/null; echo $? > '{place}'");
    let mut script = undisturbed("script")
        .args(["-qec", &format!("setsid -w sh -c \"{}\"", run.replace('$', "\\$")), "/dev/null"])
        .env("TERM", "xterm")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut shown, mut output) = (Vec::new(), script.stdout.take().unwrap());
    while !String::from_utf8_lossy(&shown).contains("\u{1b}[?1049h") {
        let mut some = [0; 1024];
        let count = output.read(&mut some).unwrap();
        assert!(count > 0, "it ended: {}", String::from_utf8_lossy(&shown));
        shown.extend(&some[..count]);
    }
    script.kill().unwrap();
    script.wait().unwrap();
    let ended = (0..200).find_map(|_| {
        std::thread::sleep(Duration::from_millis(100));
        std::fs::read_to_string(&code).ok().filter(|it| it.ends_with('\n'))
    });
    // The command ends by SIGHUP, or because it cannot use the terminal, whichever comes first.
    assert!(matches!(ended.as_deref(), Some("129\n" | "2\n")), "{ended:?}");
}
