//! Tests quizzes that are asked, printed and marked.

use std::fs;

use crate::bracket24;

/// Returns the output of a run, and its exit code.
fn run(arguments: &[&str], input: &str) -> (String, Option<i32>) {
    let output = bracket24(&[&["quiz"], arguments].concat(), input.as_bytes());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
    (String::from_utf8(output.stdout).unwrap(), output.status.code())
}

/// Returns the answers of a quiz from its JSON.
fn answers(arguments: &[&str]) -> Vec<String> {
    let (json, code) = run(&[arguments, &["--json"]].concat(), "");
    assert_eq!(code, Some(0));
    let answer = |line: &str| {
        let item: serde_json::Value = serde_json::from_str(line).unwrap();
        item["answer"].as_str().unwrap().to_owned()
    };
    json.lines().map(answer).collect()
}

#[test]
fn a_quiz_with_only_right_answers_exits_with_0() {
    let quiz = ["--count", "12", "--level", "3", "--seed", "5"];
    let typed = answers(&quiz).join("\n");
    let (printed, code) = run(&quiz, &typed);
    assert_eq!(code, Some(0), "{printed}");
    assert_eq!(printed.matches("\nRight.\n").count(), 12, "{printed}");
    assert!(printed.contains("\n12 of 12 questions right\n"), "{printed}");
    let again = printed.trim_end().lines().last().unwrap();
    assert_eq!(again.matches("--level 3 --seed 5").count(), 1, "{printed}");
    let words: Vec<&str> = again.split(' ').collect();
    assert_eq!(words[..2], ["bracket24", "quiz"]);
    assert_eq!(run(&words[2..], &typed), (printed, Some(0)), "it is a command of its own");
}

#[test]
fn the_quiz_explains_answered_and_skipped_questions() {
    let quiz = ["--kind", "value", "--count", "3", "--level", "1", "--seed", "7"];
    let (printed, code) = run(&quiz, "2/1\nseven\n7\nskip\n");
    assert_eq!(code, Some(1));
    snapbox::assert_data_eq!(
        printed,
        snapbox::str![[r"
3 questions; `skip` leaves one out, `quit` ends

1. What is 2-5-3 under the grammar right (two levels of precedence,
   right-associative)?
> 2/1

Wrong: the answer is 0.

2-5-3
  ───  5-3 = 2  subtract in expression
2-2
───  2-2 = 0  subtract in expression
0 under the grammar right, in ordinary arithmetic -6

2. What is 4-8-2 in ordinary arithmetic?
> seven
expected a number, such as 6 or -1/3; `skip` leaves it out, `quit` ends
> 7

Wrong: the answer is -6.

4-8-2
───  4-8 = -4  subtract in expression
(-4)-2
──────  (-4)-2 = -6  subtract in expression
-6

3. What is 8-1*5 under the grammar flat (no precedence, left-associative)?
> skip

Skipped: the answer is 35.

8-1*5
───  8-1 = 7  subtract in expression
7*5
───  7*5 = 35  multiply in expression
35 under the grammar flat, in ordinary arithmetic 3

0 of 3 questions right, 2 wrong, 1 not answered
the command for the same questions, with quiz-2, pcg32-1:
bracket24 quiz --kind value --count 3 --level 1 --seed 7

"]]
    );
}

#[test]
fn the_explanation_of_an_error_question_names_every_expected_token() {
    for level in ["1", "2", "3", "4", "5"] {
        let quiz = ["--kind", "error", "--count", "50", "--level", level, "--seed", "1", "--json"];
        for line in run(&quiz, "").0.lines() {
            let item: serde_json::Value = serde_json::from_str(line).unwrap();
            let explanation = item["explanation"].as_str().unwrap();
            let expected = explanation.lines().filter(|line| line.starts_with("expected "));
            let expected: Vec<&str> = expected.collect();
            assert_eq!(expected.len(), 1, "{explanation}");
            let Some(choices) = item["choices"].as_array() else { continue };
            let right = item["answer"].as_str().unwrap();
            for (letter, choice) in ('A'..).zip(choices) {
                let words = match choice.as_str().unwrap() {
                    "7" => vec!["a number".to_owned(), "another digit".to_owned()],
                    "the end" => vec!["the end".to_owned()],
                    sign => vec![format!("`{sign}`")],
                };
                let is_named = words.iter().any(|word| expected[0].contains(word));
                assert_eq!(right.contains(letter), is_named, "{choice}: {explanation}");
            }
        }
    }
}

#[test]
fn a_quiz_that_ends_early_prints_its_score() {
    let quiz = ["--kind", "value", "--count", "3", "--level", "1", "--seed", "7"];
    let right = &answers(&quiz)[0];
    for input in [format!("{right}\n"), right.clone(), format!("{right}\nQuit\n7\n")] {
        let (printed, code) = run(&quiz, &input);
        assert_eq!(code, Some(1));
        assert!(printed.contains("\n1 of 3 questions right, 2 not answered\n"), "{printed}");
    }
}

#[test]
fn a_quiz_understands_help_and_the_short_commands() {
    let quiz = ["--kind", "value", "--count", "2", "--level", "1", "--seed", "7"];
    let (printed, code) = run(&quiz, "?\n Help \ns\nq\n7\n");
    assert_eq!(code, Some(1));
    let help = "such as 6 or -1/3; `skip` leaves it out, `quit` ends";
    assert_eq!(printed.matches(help).count(), 2, "{printed}");
    assert!(printed.contains("\n0 of 2 questions right, 2 not answered\n"), "{printed}");
}

#[test]
fn the_quiz_does_not_accept_invalid_text_as_an_answer() {
    let quiz = ["quiz", "--kind", "value", "--count", "1", "--seed", "7"];
    let mut input = b"\xff\xfe\0\x1b[31m\n".to_vec();
    input.extend("9".repeat(1 << 17).bytes());
    let output = bracket24(&quiz, &input);
    let printed = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(!printed.contains('\u{1b}'), "{printed}");
    assert_eq!(printed.matches("expected a number").count(), 1);
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(told, "error: the line has more than 65536 bytes\n");
}

#[test]
#[cfg(unix)]
fn ctrl_c_ends_a_quiz_and_prints_the_score() {
    use std::io::{BufRead, BufReader, Read, Write};
    use std::process::{Command, Stdio};

    let mut child = Command::new(env!("CARGO_BIN_EXE_bracket24"))
        .args(["quiz", "--kind", "value", "--count", "3", "--level", "1", "--seed", "7"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut typed = child.stdin.take().unwrap();
    writeln!(typed, "{}", answers(&["--kind", "value", "--level", "1", "--seed", "7"])[0]).unwrap();
    let mut printed = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    while !line.starts_with("2.") {
        line.clear();
        assert!(printed.read_line(&mut line).unwrap() > 0, "the second question is asked");
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.unwrap().success());
    let mut rest = String::new();
    printed.read_to_string(&mut rest).unwrap();
    assert!(rest.contains("\n1 of 3 questions right, 2 not answered\n"), "{rest}");
    assert_eq!(child.wait().unwrap().code(), Some(130));
    drop(typed);
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn a_sheet_filled_in_from_its_key_is_entirely_right() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for level in ["1", "2", "3", "4", "5"] {
        let quiz = ["--count", "30", "--level", level, "--seed", "11"];
        let (sheet, key) = (path("sheet.md"), path("key.md"));
        let made =
            run(&[&quiz[..], &["--sheet", "md", "--output", &sheet, "--key", &key]].concat(), "");
        assert_eq!(made, (String::new(), Some(0)));
        let mut given = answers(&quiz).into_iter();
        let empty = fs::read_to_string(&sheet).unwrap();
        let filled = empty.lines().map(|line| match line {
            "Answer:" => format!("Answer: {}\n", given.next().unwrap()),
            line => format!("{line}\n"),
        });
        fs::write(&sheet, filled.collect::<String>()).unwrap();
        for file in [&sheet, &key] {
            let (marked, code) = run(&["--answers", file], "");
            assert_eq!(code, Some(0), "{marked}");
            assert!(marked.ends_with("\n30 of 30 questions right\n"), "{marked}");
        }
        fs::write(&sheet, empty.replace('\n', "\r\n")).unwrap();
        let (marked, code) = run(&["--answers", &sheet], "");
        assert_eq!(code, Some(1));
        assert!(marked.ends_with("\n0 of 30 questions right, 30 not answered\n"), "{marked}");
    }
}

#[test]
fn a_quiz_sheet_does_not_prompt_in_any_format() {
    for arguments in [
        &["--no-input"][..],
        &["--sheet", "text"],
        &["--sheet", "md"],
        &["--markdown"],
        &["--sheet", "html"],
        &["--sheet", "latex"],
        &["--format", "latex"],
        &["--json"],
    ] {
        let (printed, code) = run(&[arguments, &["--seed", "7"]].concat(), "");
        assert_eq!(code, Some(0), "{arguments:?}");
        assert!(!printed.is_empty() && !printed.contains("> \n"), "{printed}");
        let (again, _) = run(&[arguments, &["--seed", "7"]].concat(), "1\n2\n");
        assert_eq!(printed, again);
    }
}

#[test]
fn quiz_without_a_seed_chooses_one_and_prints_it() {
    let (sheet, _) = run(&["--no-input", "--count", "40"], "");
    let line = sheet.split_once("--seed ").unwrap().1;
    let seed: String = line.chars().take_while(char::is_ascii_digit).collect();
    let (again, _) = run(&["--no-input", "--count", "40", "--seed", &seed], "");
    assert_eq!(sheet, again);
}

#[test]
fn quiz_writes_no_sheet_if_it_cannot_write_the_answer_key() {
    let folder = tempfile::tempdir().unwrap();
    let sheet = folder.path().join("sheet.md");
    let key = folder.path().join("missing/key.md");
    let (sheet, key) = (sheet.to_str().unwrap(), key.to_str().unwrap());
    for output in [&["--output", sheet][..], &[]] {
        let arguments = [&["quiz", "--sheet", "md", "--key", key], output].concat();
        let made = bracket24(&arguments, b"");
        assert_eq!(made.status.code(), Some(2));
        assert!(made.stdout.is_empty());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
    let arguments = ["quiz", "--sheet", "md", "--output", sheet, "--key", sheet];
    assert_eq!(bracket24(&arguments, b"").status.code(), Some(2));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn the_latex_sheet_and_key_are_ascii_and_balanced() {
    let folder = tempfile::tempdir().unwrap();
    let key = folder.path().join("key.tex");
    let quiz = ["--count", "30", "--level", "5", "--seed", "2", "--sheet", "latex", "--key"];
    let (sheet, _) = run(&[&quiz[..], &[key.to_str().unwrap()]].concat(), "");
    for article in [sheet, fs::read_to_string(key).unwrap()] {
        assert!(article.is_ascii());
        for environment in ["document", "verbatim", "tabular", "align*"] {
            let count = |word: &str| article.matches(&format!("\\{word}{{{environment}}}")).count();
            assert_eq!(count("begin"), count("end"), "{environment}");
        }
        let drawn = article.split("\\begin{verbatim}").skip(1);
        let drawn = drawn.filter_map(|rest| rest.split_once("\\end{verbatim}"));
        assert!(drawn.flat_map(|(drawn, _)| drawn.lines()).all(|line| line.len() <= 64));
    }
}
