//! Tests arguments, and the answers to mistyped ones.

use std::process::Command;

use crate::{bracket24, stderr_of_bad_input, stdout};

#[cfg(unix)]
#[test]
fn an_argument_that_is_not_utf8_is_rejected() {
    use std::os::unix::ffi::OsStrExt;

    let output = Command::new(env!("CARGO_BIN_EXE_bracket24"))
        .args(["solve", "3", "3", "8"])
        .arg(std::ffi::OsStr::from_bytes(b"\xff"))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("UTF-8"));
}

#[test]
fn commands_that_need_numbers_suggest_how_to_fill_a_template() {
    for command in [&["step"][..], &["explain"], &["step", "-f", "html"], &["step", "--brackets"]] {
        let output = bracket24(&[command, &["(N-N/N)*N"]].concat(), b"");
        assert_eq!(output.status.code(), Some(2), "{command:?}");
        let errors = String::from_utf8(output.stderr).unwrap();
        for advice in ["calculate '(N-N/N)*N' 1 2 3 4", "templates show '(N-N/N)*N'"] {
            assert!(errors.contains(&format!("`{advice}`")), "{command:?}: {errors}");
        }
    }
    assert_eq!(
        bracket24(&["calculate", "(N-N/N)*N", "1", "2", "3", "4"], b"").status.code(),
        Some(0)
    );
    assert_eq!(bracket24(&["templates", "show", "(N-N/N)*N"], b"").status.code(), Some(0));
}

#[test]
fn the_program_accepts_byte_order_marks_and_signs_from_other_programs() {
    let output = bracket24(&["solve", "-", "--first"], "\u{feff}3，3\u{a0}8 8\r\n".as_bytes());
    assert_eq!(output.status.code(), Some(0));
    assert!(stdout(&["solve", "1", "2", "--target", "−1"]).contains("1-2"));
    assert!(stdout(&["solve", "1", "2", "--target", "1÷2"]).contains("1/2"));
    assert!(
        stdout(&["calculate", "（N＋N）×N".replace('＋', "+").as_str(), "1", "2", "3"])
            .contains("= 9")
    );
}

#[test]
fn an_option_with_a_value_may_be_given_once_and_a_flag_any_number_of_times() {
    for (option, line) in [
        ("--target", &["solve", "1", "2", "--target", "9", "-t", "3"][..]),
        ("--grammar", &["parse", "8-4-2", "--grammar", "left", "-g", "right"]),
        ("--deck", &["survey", "-d", "1..2", "-d", "1..3"]),
    ] {
        let error = stderr_of_bad_input(line);
        assert!(
            error.contains(option) && error.contains("cannot be used multiple times"),
            "{error}"
        );
    }
    let twice = ["solve", "1", "2", "--target", "3", "--json", "--json", "--first", "--first"];
    assert!(stdout(&twice).contains(r#""target":"3""#));
    let color = stdout(&["--color", "never", "solve", "1", "2", "-t", "3", "--color", "always"]);
    assert!(color.contains('\u{1b}'), "the last one wins");
    let several = stdout(&["explain", "8-4-2", "-g", "left", "-g", "right"]);
    assert!(several.contains("right"), "some options take several values");
}

#[test]
fn a_hand_and_an_expression_need_no_command() {
    for (short, long) in [
        (&["3", "3", "8", "8"][..], &["solve", "3", "3", "8", "8"][..]),
        (&["AJQK", "--target", "25"], &["solve", "AJQK", "--target", "25"]),
        (&["--json", "3 3 8 8"], &["solve", "--json", "3 3 8 8"]),
        (&["-t", "25", "3388"], &["solve", "-t", "25", "3388"]),
        (&["8/(3-8/3)"], &["step", "8/(3-8/3)"]),
        (&["3", "+", "5"], &["step", "3 + 5"]),
        (&["8-4-2", "-g", "scala", "--json"], &["step", "8-4-2", "-g", "scala", "--json"]),
    ] {
        assert_ne!(stdout(short), "", "{short:?}");
        assert_eq!(stdout(short), stdout(long), "{short:?}");
    }
}

#[test]
fn an_unknown_option_before_a_text_is_no_part_of_the_text() {
    for line in [
        &["step", "--grammer", "right", "8-4"][..],
        &["parse", "--gramar", "right", "8-4"],
        &["trace", "--stat", "8-4"],
        &["explain", "--redaers", "8-4"],
    ] {
        let error = stderr_of_bad_input(line);
        assert!(error.contains("unexpected argument") && error.contains("a similar"), "{error}");
    }
    // After a `--` it is one, and a text may begin with a minus.
    let refused = bracket24(&["trace", "--", "--stat"], b"");
    assert!(String::from_utf8_lossy(&refused.stderr).contains("1 | --stat"));
    for text in ["-1+2", "--1"] {
        assert!(stdout(&["step", text, "--grammar", "extended"]).ends_with("\n1\n"));
    }
}

#[test]
fn the_program_without_arguments_prints_a_short_overview() {
    let error = stderr_of_bad_input(&[]);
    assert!((8..=12).contains(&error.lines().count()), "{error}");
    assert!(error.lines().all(|line| line.chars().count() <= 80), "{error}");
    let shown: Vec<&str> =
        error.lines().filter_map(|line| line.strip_prefix("  bracket24 ")).collect();
    assert!(shown.len() > 3, "{error}");
    for line in shown {
        let line = line.split("  ").next().unwrap().replace('\'', "");
        let arguments: Vec<&str> = line.split(' ').collect();
        assert!(bracket24(&arguments, b"").status.code().unwrap() < 2, "{line}");
    }
}

#[test]
fn the_help_command_prints_the_same_as_the_help_option() {
    assert_eq!(stdout(&["help"]), stdout(&["--help"]));
    assert_eq!(stdout(&["help", "solve"]), stdout(&["solve", "--help"]));
    assert_eq!(stdout(&["help", "templates", "list"]), stdout(&["templates", "list", "--help"]));
    assert!(stderr_of_bad_input(&["help", "slove"]).contains("'slove'"));
}

#[test]
fn the_error_for_a_wrong_option_value_says_what_was_expected() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("h.txt");
    std::fs::write(&path, "{\"a\":1}\n").unwrap();
    for (line, words) in [
        (&["inspect", "3388", "--nearest", "-1"][..], "expected a whole number, 0 or more"),
        (&["trace", "8-4", "--at", "0"], "expected a column, 1 or more"),
        (&["survey", "--cards", "x"], "expected a whole number from 1 to 6"),
        (&["survey", "merge", path.to_str().unwrap()], "line 1 holds something else"),
    ] {
        let error = stderr_of_bad_input(line);
        let error = error.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(error.contains(words), "{line:?}: {error}");
    }
}

#[test]
fn an_option_that_lacks_another_names_it_and_does_not_read_standard_input() {
    let grammar = stdout(&["grammar", "show", "left"]);
    let line = ["solve", "3", "3", "8", "8", "--first", "--depth", "2", "--grammar", "-"];
    let output = bracket24(&line, grammar.as_bytes());
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("were not provided:\n  --operators <SET>\n"), "{error}");
    assert!(error.contains("--depth <N>"), "{error}");
}

#[test]
fn only_a_similar_name_is_suggested() {
    for (line, name) in [
        (&["slove", "3388"][..], "'solve'"),
        (&["templates", "lst"], "'list'"),
        (&["parse", "8-4", "--grammar", "lefd"], "'left'"),
        (&["solve", "3388", "--templates", "cannonical"], "'canonical'"),
        (&["solve", "3388", "--distinct", "functon"], "'function'"),
        (&["solve", "3388", "--engine", "splitt"], "'split'"),
        (&["solve", "3388", "--like", "make01"], "'make10'"),
        (&["solve", "3388", "--targt", "25"], "'--target'"),
        (&["ast", "8-4"], "`bracket24 parse`"),
        (&["eval", "8-4"], "`bracket24 step`"),
        (&["tree", "8-4"], "`bracket24 parse`"),
        (&["list"], "`bracket24 templates list`"),
        (&["-"], "`bracket24 solve -`"),
        (&["grammar", "left"], "`bracket24 grammar show left`"),
        (&["templates", "scala"], "`bracket24 templates list --templates scala`"),
    ] {
        let error = stderr_of_bad_input(line);
        assert!(error.contains(name), "{line:?}: {error}");
    }
    for line in [
        &["nope"][..],
        &["hardest"],
        &["solve", "3388", "-q"],
        &["solve", "3388", "--nope"],
        &["parse", "8-4", "--grammar", "nope"],
        &["solve", "3388", "--distinct", "nope"],
        &["solve", "3388", "--templates", "nope"],
    ] {
        let error = stderr_of_bad_input(line);
        assert!(!error.contains("similar") && !error.contains("did you mean"), "{line:?}: {error}");
    }
}

#[test]
fn a_deck_is_given_by_numbers_or_cards() {
    let deck = |values| stdout(&["survey", "--cards", "2", "--deck", values]);
    for values in ["A..K", "a-k", "1-13", "1..=13"] {
        assert_eq!(deck(values), deck("1..13"));
    }
}

#[test]
fn a_search_for_two_trees_that_shows_some_of_the_trees_names_the_command_that_shows_more() {
    let names: Vec<_> = (1..=11).map(|it| format!("way{it}")).collect();
    let rules: Vec<_> = names.iter().map(|it| format!("\n{it} = {{ \"x\" }}")).collect();
    let grammar = format!("file = {{ SOI ~ ({}) ~ EOI }}{}", names.join(" | "), rules.concat());
    let check = bracket24(&["grammar", "check", "-", "--ambiguous"], grammar.as_bytes());
    let said = String::from_utf8(check.stdout).unwrap();
    let advice = "10 of them are shown; `parse --all --limit` shows more.";
    assert!(said.contains(advice), "{said}");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file.pest");
    std::fs::write(&file, grammar).unwrap();
    let grammar = file.to_str().unwrap();
    let all = stdout(&["parse", "x", "--all", "--limit", "11", "--grammar", grammar]);
    assert!(all.contains("\n  11") && !all.contains("are shown"), "{all}");
}

#[cfg(unix)]
#[test]
fn usage_shows_the_program_name_even_if_its_file_is_renamed() {
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("b24-new");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_bracket24"), &copy).unwrap();
    for arguments in [&["deal", "--help"][..], &["deal", "--nothing"], &["grammar", "show"]] {
        let by_copy = Command::new(&copy).args(arguments).env("COLUMNS", "80").output().unwrap();
        let by_name = bracket24(arguments, b"");
        assert_eq!(String::from_utf8(by_copy.stdout), String::from_utf8(by_name.stdout));
        let said = String::from_utf8(by_copy.stderr).unwrap();
        assert_eq!(said, String::from_utf8(by_name.stderr).unwrap());
        assert!(!said.contains("b24-new"), "{said}");
    }
}
