//! Tests that input that is too long, too deep or too much is refused at once.

use snapbox::{assert_data_eq, file};

use crate::{bracket24, stderr_of_bad_input, stdout};

#[test]
fn a_number_of_thousands_of_digits_is_refused() {
    let number = "9".repeat(5000);
    assert_data_eq!(
        stderr_of_bad_input(&["solve", &number, "3", "8", "8"]),
        file!["../wrong/number_of_5000_digits.stderr"]
    );
    assert_data_eq!(
        stderr_of_bad_input(&["solve", "3", "3", "8", "8", "--target", &number]),
        file!["../wrong/target_of_5000_digits.stderr"]
    );
}

#[test]
fn a_hundred_thousand_opening_brackets_are_refused() {
    assert_data_eq!(
        stderr_of_bad_input(&["calculate", &"(".repeat(100_000), "3"]),
        file!["../wrong/hundred_thousand_brackets.stderr"]
    );
}

#[test]
fn a_hundred_thousand_operators_are_refused() {
    assert_data_eq!(
        stderr_of_bad_input(&["calculate", &"N-".repeat(60_000), "3"]),
        file!["../wrong/sixty_thousand_operators.stderr"]
    );
}

/// Writes a grammar to a file of its own, and returns its path.
fn grammar_file(folder: &tempfile::TempDir, source: &str) -> String {
    let path = folder.path().join("mine.pest");
    std::fs::write(&path, source).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn a_grammar_of_more_than_ten_thousand_rules_is_refused() {
    let many: String =
        (0..10_000).map(|it| format!("r{it} = {{ \"x\" }}\n")).collect::<Vec<_>>().concat();
    // Without this rule the command checks nothing else.
    let many = many + "expression = { r0 }";
    assert_check_says(&many, "expected at most 10000");
}

#[test]
fn check_quickly_checks_a_grammar_whose_number_of_paths_doubles_with_each_rule() {
    let doubled = (0..60).map(|it| format!("r{it} = {{ r{0} ~ r{0} }}\n", it + 1));
    let end = "r60 = { \"x\"? } expression = { r0* }";
    assert_check_says(
        &(doubled.collect::<String>() + end),
        "cannot fail and will repeat infinitely",
    );
}

fn assert_check_says(source: &str, message: &str) {
    let folder = tempfile::tempdir().unwrap();
    let output = bracket24(&["grammar", "check", &grammar_file(&folder, source)], b"");
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.contains(message), "{errors}");
}

#[test]
fn grammar_diagram_draws_deeply_nested_boxes_quickly() {
    let folder = tempfile::tempdir().unwrap();
    let source = include_str!("../../grammar/left.pest");
    let path = grammar_file(&folder, &format!("{source}\nodd = {{ {}\"x\" }}", "!".repeat(60)));
    let output = bracket24(&["grammar", "diagram", &path], b"");
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8(output.stdout).unwrap().contains("must not follow: …"));
}

#[test]
fn a_batch_refuses_a_line_of_ten_megabytes_and_continues_with_the_rest() {
    let lines = "1+".repeat(5_000_000) + "1\n2+3\n";
    for command in ["parse", "trace", "step", "explain"] {
        let output = bracket24(&[command, "-"], lines.as_bytes());
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8(output.stdout).unwrap().contains("2+3"), "{command}");
    }
}

#[test]
fn every_command_accepts_an_expression_of_a_thousand_characters() {
    let text = "1+".repeat(499) + "12";
    for command in ["parse", "trace", "step", "explain"] {
        let output = bracket24(&[command, &text], b"");
        assert_eq!(output.status.code(), Some(0), "{command}");
    }
}

#[test]
fn parse_prints_the_deepest_tree_as_nested_json() {
    let brackets = "(".repeat(100) + "1" + &")".repeat(100);
    let operators = "1-".repeat(500) + "1";
    for text in [brackets, operators] {
        let output = bracket24(&["parse", &text, "--grammar", "right", "--json"], b"");
        assert_eq!(output.status.code(), Some(0));
        let json = String::from_utf8(output.stdout).unwrap();
        assert_eq!(json.matches("\"children\"").count(), json.matches("\"rule\"").count());
        assert!(json.ends_with("}\n"), "{json}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_command_refuses_an_endless_file() {
    for arguments in [
        "templates list --templates",
        "survey merge",
        "grammar check",
        "grammar test left",
        "grammar coverage left",
        "quiz --answers",
        "parse --file",
    ] {
        let words: Vec<&str> = arguments.split(' ').chain(["/dev/zero"]).collect();
        let said = stderr_of_bad_input(&words);
        assert!(said.contains("/dev/zero") && said.contains("more than"), "{arguments}: {said}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn endless_standard_input_is_rejected() {
    for arguments in ["solve -", "check -", "parse -", "repl", "quiz --seed 1", "play --seed 1"] {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_bracket24"))
            .args(arguments.split(' '))
            .stdin(std::fs::File::open("/dev/zero").unwrap())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        let said = String::from_utf8(output.stderr).unwrap();
        let at = ["the line has more than 65536 bytes", "a line has more than 67108864 bytes"]
            .map(|it| said.find(it).unwrap_or_else(|| panic!("{arguments}: {said}")));
        assert!(at.is_sorted(), "{arguments}: {said}");
    }
}

#[cfg(unix)]
#[test]
fn a_command_reports_a_folder_given_instead_of_a_file() {
    for arguments in ["templates list --templates", "survey merge", "grammar test left"] {
        let words: Vec<&str> = arguments.split(' ').chain(["tests"]).collect();
        let said = stderr_of_bad_input(&words);
        assert!(said.contains("cannot read tests"), "{arguments}: {said}");
    }
}

#[test]
fn a_set_of_more_than_a_million_templates_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("set.txt");
    std::fs::write(&path, "N+N\n".repeat(1_000_001) + "\n# a word\n").unwrap();
    let said = stderr_of_bad_input(&["templates", "list", "--templates", path.to_str().unwrap()]);
    assert!(said.contains("has 1000001 templates"), "{said}");
    assert!(said.contains("at most 1000000"), "{said}");
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn a_long_list_is_printed_completely_in_several_tables() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("set.txt");
    std::fs::write(&path, "N+N\n".repeat(20_001)).unwrap();
    let list = ["templates", "list", "--templates", path.to_str().unwrap(), "--format"];
    let lines = |format: &str| stdout(&[&list[..], &[format]].concat());
    assert_eq!(lines("json").lines().count(), 20_001);
    let csv = lines("csv");
    assert_eq!((csv.lines().count(), csv.matches("orders").count()), (20_002, 1));
    assert_eq!(lines("text").matches("N+N  ").count(), 20_001);
}

/// Makes sure that the command is refused for this reason, with this help.
fn assert_asks(arguments: &[&str], reason: &str, help: &str) {
    let told = stderr_of_bad_input(arguments);
    let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains(reason) && told.contains(help), "{told}");
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn work_of_more_than_a_minute_needs_confirmation() {
    let different = |cards: usize, digits: usize| {
        let cards = ["1", "2", "3", "4", "5", "6", "7"][..cards].iter();
        cards.map(|it| it.repeat(digits)).collect::<Vec<_>>().join(" ")
    };
    let (five, seven) = (different(5, 1000), different(7, 100));
    assert_asks(
        &["inspect", &five],
        "inspecting this hand would take about",
        "`solve` finds only the solutions, and is quicker; use `--yes` to run it anyway",
    );
    assert_asks(
        &["hint", &five],
        "looking for hints would take about",
        "`solve` finds only the solutions, and is quicker; use `--yes` to run it anyway",
    );
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("many.txt");
    std::fs::write(&path, "N+N*N-N+N*N\n".repeat(10_000)).unwrap();
    let many = path.to_str().unwrap();
    // The message shows just enough of the hand to identify it.
    let six = different(6, 1000);
    assert_asks(
        &["compare", &six, "--engine", "strings", "--engine", "split", "--templates", many],
        "comparing 111111111111111...666666666666 would take about",
        "`--engine` chooses quicker ones; use `--yes` to run it anyway",
    );
    assert_eq!(bracket24(&["solve", &five, "--engine", "compiled"], b"").status.code(), Some(1));
    assert_asks(
        &["solve", &seven, "--engine", "pairs"],
        "solving this hand with `pairs` would take about 15 minutes",
        "`--engine split` is quicker; use `--yes` to run it anyway",
    );
    assert_eq!(bracket24(&["solve", &seven, "--engine", "split"], b"").status.code(), Some(0));
    let path = folder.path().join("set.txt");
    std::fs::write(&path, "(((((((((N)))))))))+N+N+N+N+N").unwrap();
    let set = path.to_str().unwrap();
    assert_asks(
        &["solve", "1", "2", "3", "4", "5", "6", "-g", "right_slow", "--templates", set],
        "solving this hand with `strings` would take about",
        "`--engine compiled` is quicker; use `--yes` to run it anyway",
    );
    assert_asks(
        &["templates", "list", "--cards", "5", "--classes", "--deck", "1..60"],
        "filling every template with every hand of the deck would take about",
        "choose a smaller range with `--deck`; use `--yes` to run it anyway",
    );
}

#[test]
fn a_grammar_that_rereads_nested_brackets_reports_an_error_in_them_quickly() {
    let brackets = "(".repeat(7);
    let text = format!("{brackets}8] 4");
    let output = bracket24(&["parse", &text, "--grammar", "right_slow"], b"");
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("only round brackets are allowed"), "{told}");
}

#[cfg(unix)]
#[test]
fn a_run_that_aborts_does_not_exit_with_the_code_for_bad_input() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::{Command, Stdio};

    let mut run = Command::new(env!("CARGO_BIN_EXE_bracket24"))
        .args(["solve", "-", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    run.stdin.as_mut().unwrap().write_all(b"3388\n").unwrap();
    // After the answer, the command waits for the next hand.
    let mut answer = String::new();
    BufReader::new(run.stdout.as_mut().unwrap()).read_line(&mut answer).unwrap();
    assert!(answer.contains("8/(3-8/3)"), "{answer}");
    let ended = Command::new("kill").args(["-ABRT", &run.id().to_string()]).status().unwrap();
    assert!(ended.success());
    assert_eq!(run.wait().unwrap().code(), None, "a signal ended it");
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn long_work_prints_an_early_notice_if_no_progress_can_be_drawn() {
    use std::io::{BufRead, BufReader};
    let hands = " hands, about ";
    for (arguments, said) in [
        ("templates coverage --cards 6 --deck 1..100", hands),
        ("templates show (N+N+N+N+N)*N --deck 1..60", hands),
        ("survey difficulty --hardest 3 --deck 1..200", hands),
        ("survey --deck 1..100 --engine compiled --cards 6", hands),
        ("survey -t -5 --operators all --deck 1..30", hands),
        ("grammar diff left extended --length 13", "still working: trying texts on "),
        ("deal --cards 5 --level hard --count 20000", "still working: dealing "),
    ] {
        let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_bracket24"))
            .args(arguments.split(' '))
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(line.contains(said), "{arguments}: {line}");
    }
}

#[cfg(unix)]
#[test]
#[ignore = "`.ci/long` runs it"]
fn grammar_diff_of_very_long_texts_needs_little_memory() {
    let folder = tempfile::tempdir().unwrap();
    for (name, times) in [("a.pest", 60), ("b.pest", 59)] {
        let rules = "line = { SOI ~ TIMES ~ EOI }\nhundreds = { many{60} }\nmany = { \"x\"{60} }";
        let times = format!("hundreds{{{times}}}");
        std::fs::write(folder.path().join(name), rules.replace("TIMES", &times)).unwrap();
    }
    let mut command = crate::limited("ulimit -v 1000000");
    let output = command.args(["grammar", "diff", "a.pest", "b.pest", "--json"]);
    let output = output.current_dir(&folder).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
}
