//! What a person sees: the sessions and the answers to wrong input are what the
//! command really prints.
#![cfg(feature = "cli")]

use std::io::Write;
use std::process::{Command, Output, Stdio};

use snapbox::{assert_data_eq, file};

#[test]
fn the_sessions_are_real() {
    trycmd::TestCases::new()
        .env("COLUMNS", "80")
        .env("LC_ALL", "C.UTF-8")
        .case("tests/sessions/*.md")
        .run();
}

#[test]
fn wrong_input_is_told_what_is_wrong_and_where() {
    trycmd::TestCases::new()
        .env("COLUMNS", "80")
        .env("LC_ALL", "C.UTF-8")
        .case("tests/wrong/*.toml")
        .run();
}

/// The cases of `tests/wrong`: their arguments and what is written of them.
fn wrong_inputs() -> impl Iterator<Item = (Vec<String>, String)> {
    let files = std::fs::read_dir("tests/wrong").unwrap().map(|entry| entry.unwrap().path());
    let cases = files.filter(|path| path.extension().is_some_and(|it| it == "toml"));
    cases.map(|path| {
        let case: toml::Table = std::fs::read_to_string(&path).unwrap().parse().unwrap();
        let arguments = case.get("args").and_then(toml::Value::as_array).cloned();
        let arguments = arguments.unwrap_or_default();
        let words = arguments.iter().filter_map(|it| it.as_str().map(str::to_owned));
        let written = std::fs::read_to_string(path.with_extension("stderr"));
        (words.collect(), written.unwrap_or_default())
    })
}

/// What stands in backticks in the lines of advice.
fn advised(written: &str) -> Vec<String> {
    let lines = written.lines().filter(|line| line.contains("= help: "));
    let parts = lines.flat_map(|line| line.split('`').skip(1).step_by(2));
    parts.map(str::to_owned).collect()
}

/// Takes the option that `advice` names out of `arguments`, and puts it there as
/// advised.
fn with_option(arguments: &[String], advice: &str) -> Vec<String> {
    let words: Vec<String> = advice.split(' ').map(str::to_owned).collect();
    let mut all = arguments.to_vec();
    if let Some(at) = all.iter().position(|it| *it == words[0]) {
        all.drain(at..(at + words.len()).min(all.len()));
    }
    all.extend(words);
    all
}

/// Whether these arguments are refused. What is still at work after some seconds
/// is not.
fn is_refused(arguments: &[String]) -> bool {
    let mut child = Command::new(env!("CARGO_BIN_EXE_bracket24"))
        .args(arguments)
        // How long a comparison may take depends on what else the machine does.
        .args((arguments[0] == "compare").then_some("--yes"))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    for _ in 0..60 {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code() == Some(2);
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    false
}

/// The command lines of the sessions and the README, and what they print.
fn sessions() -> Vec<(Vec<String>, String)> {
    let files = std::fs::read_dir("tests/sessions").unwrap().map(|entry| entry.unwrap().path());
    let files = files.filter(|path| path.extension().is_some_and(|it| it == "md"));
    let mut all: Vec<(Vec<String>, String)> = Vec::new();
    for path in files.chain(["README.md".into()]) {
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

/// The words of a line without variables and pipes: blanks part them where no quotes
/// stand around.
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

/// The options that an advice says to leave out: one list of them, or another.
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
fn options_that_are_to_be_left_out_are_not_missed() {
    const WITH_VALUE: [&str; 6] = ["--format", "--detail", "--rule", "--at", "--shard", "--by"];
    let mut count = 0;
    for (arguments, written) in wrong_inputs().chain(sessions()) {
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
fn what_is_to_be_written_instead_can_be_read() {
    let mut count = 0;
    for (arguments, written) in wrong_inputs().chain(sessions()) {
        let labels = written.lines().filter_map(|line| line.split_once("^ write `"));
        for (_, label) in labels {
            let text = label.split('`').next().unwrap();
            let is_hand = text.contains(' ');
            let read = match text.chars().next() {
                // A bracket in place of another: with what it encloses it is read.
                Some('(') if text.len() == 1 => "(8)".to_owned(),
                // What follows an operand.
                Some('/') => format!("8{text}"),
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
fn an_option_or_command_that_is_advised_is_not_refused() {
    let mut count = 0;
    // A plot that is broken off leaves a part of it behind.
    let cases = wrong_inputs()
        .chain(sessions())
        .filter(|(arguments, _)| !arguments.iter().any(|it| it == "--plot"));
    for (arguments, written) in cases {
        for advice in advised(&written) {
            let advised: Vec<String> = if let Some(command) = advice.strip_prefix("bracket24 ") {
                let words = command.split(' ').map(|word| word.trim_matches('\''));
                words.map(str::to_owned).collect()
            } else if advice.starts_with("--cards ") {
                // Sizes stand in place of a hand.
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

/// Runs the command with `input` on standard input, closed where there is none.
fn bracket24(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_bracket24"))
        .args(arguments)
        .env("COLUMNS", "80")
        .env("LC_ALL", "C.UTF-8")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that does not read its input closes the pipe.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

fn stderr_of_bad_input(arguments: &[&str]) -> String {
    let output = bracket24(arguments, b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn a_number_of_thousands_of_digits_is_refused() {
    let number = "9".repeat(5000);
    assert_data_eq!(
        stderr_of_bad_input(&["solve", &number, "3", "8", "8"]),
        file!["wrong/number_of_5000_digits.stderr"]
    );
    assert_data_eq!(
        stderr_of_bad_input(&["solve", "3", "3", "8", "8", "--target", &number]),
        file!["wrong/target_of_5000_digits.stderr"]
    );
}

#[test]
fn a_hundred_thousand_opening_brackets_are_refused() {
    assert_data_eq!(
        stderr_of_bad_input(&["calculate", &"(".repeat(100_000), "3"]),
        file!["wrong/hundred_thousand_brackets.stderr"]
    );
}

#[test]
fn a_hundred_thousand_operators_are_refused() {
    assert_data_eq!(
        stderr_of_bad_input(&["calculate", &"N-".repeat(60_000), "3"]),
        file!["wrong/sixty_thousand_operators.stderr"]
    );
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_not_utf8_is_refused() {
    use std::os::unix::ffi::OsStrExt;

    let output = Command::new(env!("CARGO_BIN_EXE_bracket24"))
        .args(["solve", "3", "3", "8"])
        .arg(std::ffi::OsStr::from_bytes(b"\xff"))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("not UTF-8"));
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_no_error() {
    let hands = "1 2 3 4\n".repeat(2000);
    let mut child = Command::new(env!("CARGO_BIN_EXE_bracket24"))
        .args(["solve", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let _ = child.stdin.take().unwrap().write_all(hands.as_bytes());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}

#[test]
fn colour_comes_only_where_it_is_asked_for_or_seen() {
    let coloured = |arguments: &[&str]| {
        let output = bracket24(arguments, b"");
        output.stdout.contains(&0x1b) || output.stderr.contains(&0x1b)
    };
    assert!(!coloured(&["solve", "3", "3", "8", "8"]));
    assert!(coloured(&["--color", "always", "solve", "3", "3", "8", "8"]));
    assert!(coloured(&["solve", "3", "3", "8", "8", "--color", "always"]));
    assert!(coloured(&["--color", "always", "solve", "x"]));
    assert!(!coloured(&["--color", "never", "solve", "x"]));
    assert!(coloured(&["solve", "--help", "--color", "always"]));
    assert!(coloured(&["--color=always", "solve", "--nope"]));
    assert!(coloured(&["3", "3", "8", "8", "-g", "nope", "--color=always"]));
    assert!(!coloured(&["--color=always", "solve", "--nope", "--color", "never"]));
    assert!(!coloured(&["solve", "--help", "--color", "never"]));
}

#[test]
fn json_is_one_object_a_line_and_nothing_else() {
    let output = bracket24(&["solve", "--json", "-"], b"3 3 8 8\nx\n1 1 1 1\n");
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8(output.stdout).unwrap();
    let objects: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(objects.len(), 2);
    assert_eq!(objects[0]["solutions"][0]["expression"], "8/(3-8/3)");
    assert_eq!(objects[1]["solutions"], serde_json::json!([]));
    assert!(String::from_utf8(output.stderr).unwrap().contains("standard input:2:1"));
}

/// What is printed, to the byte; the sessions read a `\` as a `/`.
fn stdout(arguments: &[&str]) -> String {
    String::from_utf8(bracket24(arguments, b"").stdout).unwrap()
}

#[test]
fn a_calculation_can_be_listed_as_the_tutorial_shows_it() {
    let listed = |template, cards: [&str; 4]| {
        let mut arguments = vec!["calculate", template, "--format", "listing"];
        arguments.extend(cards);
        stdout(&arguments)
    };
    assert_eq!(listed("(N-N/N)*N", ["5", "1", "5", "5"]), "((5-1/5)*5,(N-N/N)*N,24\\1)\n");
    assert_eq!(listed("N/N*N-N", ["1", "3", "1", "2"]), "(1/3*1-2,N/N*N-N,-5\\3)\n");
}

#[test]
fn steps_can_be_had_for_latex() {
    assert_eq!(
        stdout(&["step", "8/(3-8/3)", "--format", "latex"]),
        r"% \usepackage{amsmath}
\begin{align*}
  &8 \div (3-{\underbrace{8 \div 3}_{\frac{8}{3}}}) \\
  ={}&8 \div \Bigl({\underbrace{3-\frac{8}{3}}_{\frac{1}{3}}}\Bigr) \\
  ={}&{\underbrace{8 \div \frac{1}{3}}_{24}} \\
  ={}&24
\end{align*}
"
    );
}

#[test]
fn solutions_can_be_had_for_latex() {
    assert_eq!(
        stdout(&["solve", "A", "J", "Q", "K", "--first", "--format", "latex"]),
        r"% hand A J Q K, target 24
% \usepackage{amsmath}
\begin{align*}
  (A \times K-J) \times Q &= 24
\end{align*}
"
    );
    assert!(stdout(&["solve", "1", "1", "-f", "latex"]).contains(r"\text{no solution for }"));
}

#[test]
fn the_parse_tree_is_nested_in_json() {
    let tree = |text: &str, grammar: &str| {
        let json = stdout(&["parse", text, "--grammar", grammar, "--json"]);
        let tree = serde_json::from_str::<serde_json::Value>(&json).unwrap()["parse_tree"].take();
        serde_json::to_string(&tree).unwrap()
    };
    let leaf = |rule: &str, start: usize| {
        let inside = format!(r#""rule":"number","start":{start}"#);
        format!(
            r#"{{"children":[{{"children":[{{"children":[],"end":{end},{inside}}}],"end":{end},"rule":"operand","start":{start}}}],"end":{end},"rule":"{rule}","start":{start}}}"#,
            end = start + 1
        )
    };
    let [first, second] = [leaf("term", 0), leaf("term", 2)];
    assert_eq!(
        tree("8-4", "left"),
        format!(
            r#"{{"children":[{{"children":[{first},{{"children":[{second}],"end":3,"rule":"subtract","start":2}}],"end":3,"rule":"expression","start":0}}],"end":3,"rule":"line","start":0}}"#
        )
    );
}

#[test]
fn a_template_has_its_trees_in_every_format_and_no_value() {
    let text = "(N-N/N)*N";
    for format in ["text", "json", "csv", "md", "sexpr", "latex", "dot", "mermaid", "svg"] {
        let output = bracket24(&["parse", text, "--grammar", "scala", "--format", format], b"");
        assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()), "{format}");
        assert!(!output.stdout.is_empty(), "{format}");
    }
    assert_eq!(stdout(&["parse", text, "-f", "sexpr"]), "(* (- N (/ N N)) N)\n");
    assert!(stdout(&["parse", text]).contains("none until its slots are filled"));
    let json: serde_json::Value =
        serde_json::from_str(&stdout(&["parse", text, "--json"])).unwrap();
    assert_eq!((&json["value"], json.get("error")), (&serde_json::Value::Null, None));
    assert_eq!(bracket24(&["trace", text], b"").status.code(), Some(0));
}

#[test]
fn who_asks_for_the_value_of_a_template_is_told_what_fills_it() {
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
fn the_deepest_tree_is_nested_in_json() {
    let brackets = "(".repeat(100) + "1" + &")".repeat(100);
    let operators = "1-".repeat(500) + "1";
    for text in [brackets, operators] {
        let output = bracket24(&["parse", &text, "--grammar", "right", "--json"], b"");
        assert_eq!(output.status.code(), Some(0));
        let json = String::from_utf8(output.stdout).unwrap();
        assert_eq!(json.matches("\"children\"").count(), json.matches("\"depth\"").count());
        assert!(json.ends_with("}\n"), "{json}");
    }
}

#[test]
fn what_is_read_can_be_had_for_graphviz() {
    assert_eq!(
        stdout(&["parse", "8-4", "--format", "dot"]),
        r#"digraph parse {
  label="8-4 = 4";
  labelloc=t;
  fontname="sans-serif";
  node [fontname="monospace", shape=box, style=rounded];
  edge [arrowhead=none];
  subgraph cluster_rules {
    label="read by the grammar left";
    ordering=out;
    rules_0 [label="line\nexpression\n8-4"];
    rules_1 [label="term\noperand\nnumber\n8"];
    rules_0 -> rules_1;
    rules_2 [label="subtract\nterm\noperand\nnumber\n4"];
    rules_0 -> rules_2;
  }
  subgraph cluster_expression {
    label="the expression";
    ordering=out;
    expression_0 [label="-"];
    expression_1 [label="8"];
    expression_0 -> expression_1;
    expression_2 [label="4"];
    expression_0 -> expression_2;
  }
}
"#
    );
}

#[test]
fn what_divides_by_zero_in_truth_is_marked_so() {
    // Grouped from the right, 4-2-2 is 4-(2-2).
    let options = ["--grammar", "scala", "--templates", "tests/wrong/false_zero.txt"];
    let hand = [&["solve", "8", "4", "2", "2", "--target", "2"], &options[..]].concat();
    assert!(stdout(&hand).contains("false: it divides by zero"), "{}", stdout(&hand));
    let mut json = hand.clone();
    json.push("--json");
    assert!(stdout(&json).contains(r#""ordinary":null"#));
}

#[test]
fn no_color_is_heeded() {
    let coloured = |variable: Option<&str>, choice: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bracket24"));
        command
            .args(["solve", "3", "3", "8", "8", "--color", choice])
            .env_remove("NO_COLOR")
            .env("CLICOLOR_FORCE", "1");
        if let Some(value) = variable {
            command.env("NO_COLOR", value).env_remove("CLICOLOR_FORCE");
        }
        command.output().unwrap().stdout.contains(&0x1b)
    };
    assert!(coloured(None, "auto"));
    assert!(!coloured(Some("1"), "auto"));
    assert!(coloured(Some("1"), "always"), "the option wins");
}

#[test]
fn a_batch_answers_while_it_waits_for_the_next_hand() {
    use std::io::{BufRead, BufReader};

    let mut child = Command::new(env!("CARGO_BIN_EXE_bracket24"))
        .args(["solve", "-", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for hand in ["3 3 8 8", "5 5 5 1"] {
        writeln!(input, "{hand}").unwrap();
        assert!(answers.next().unwrap().unwrap().contains("solutions"));
    }
    drop(input);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_line_without_end_is_passed_over_and_the_rest_go_on() {
    let mut input = vec![b'1'; 1 << 20];
    input.extend(b"\n3388\n");
    let output = bracket24(&["solve", "-", "--json"], &input);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stdout).unwrap().contains("8/(3-8/3)"));
    assert!(String::from_utf8(output.stderr).unwrap().contains("line 1"));
}

#[test]
fn marks_and_signs_of_other_programs_are_read() {
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
fn an_option_with_a_value_is_given_once_and_a_flag_as_often_as_one_likes() {
    for (option, line) in [
        ("--target", &["solve", "1", "2", "--target", "9", "-t", "3"][..]),
        ("--grammar", &["parse", "8-4-2", "--grammar", "left", "-g", "right"]),
        ("--deck", &["survey", "-d", "1..2", "-d", "1..3"]),
    ] {
        let error = stderr_of_bad_input(line);
        assert!(error.contains(&format!("`{option}` is given twice")), "{error}");
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
fn without_arguments_a_few_lines_say_what_can_be_done() {
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
fn help_of_a_command_is_what_its_option_prints() {
    assert_eq!(stdout(&["help"]), stdout(&["--help"]));
    assert_eq!(stdout(&["help", "solve"]), stdout(&["solve", "--help"]));
    assert_eq!(stdout(&["help", "templates", "list"]), stdout(&["templates", "list", "--help"]));
    assert!(stderr_of_bad_input(&["help", "slove"]).contains("`solve`?"));
}

#[test]
fn a_mistaken_value_is_told_of_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("h.txt");
    std::fs::write(&path, "{\"a\":1}\n").unwrap();
    for (line, words) in [
        (&["inspect", "3388", "--nearest", "-1"][..], "expected a whole number from 0 up"),
        (&["trace", "8-4", "--at", "0"], "expected a whole number from 1 up"),
        (&["survey", "--cards", "x"], "expected a whole number from 1 to 6"),
        (&["survey", "--merge", path.to_str().unwrap()], "line 1 holds something else"),
    ] {
        let error = stderr_of_bad_input(line);
        let error = error.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(error.contains(words), "{line:?}: {error}");
    }
}

/// In a terminal, which `script` makes.
#[cfg(target_os = "linux")]
#[test]
fn a_batch_typed_by_hand_is_asked_for() {
    let line = format!("{} solve - --first", env!("CARGO_BIN_EXE_bracket24"));
    let child = Command::new("script")
        .args(["-qec", &line, "/dev/null"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    // Not everywhere is it installed.
    let Ok(mut child) = child else { return };
    child.stdin.take().unwrap().write_all(b"3388\n\x04").unwrap();
    let output = child.wait_with_output().unwrap();
    let screen = String::from_utf8(output.stdout).unwrap();
    assert!(screen.contains("type one on each line; Ctrl-D"), "{screen}");
    assert!(screen.contains("8/(3-8/3)"), "{screen}");
}

#[test]
fn only_a_name_that_is_close_is_suggested() {
    for (line, name) in [
        (&["slove", "3388"][..], "`solve`?"),
        (&["templates", "lst"], "`list`?"),
        (&["parse", "8-4", "--grammar", "lefd"], "`left`?"),
        (&["solve", "3388", "--templates", "cannonical"], "`canonical`?"),
        (&["solve", "3388", "--distinct", "functon"], "`function`?"),
        (&["solve", "3388", "--engine", "splitt"], "`split`?"),
        (&["solve", "3388", "--like", "make01"], "`make10`?"),
        (&["solve", "3388", "--targt", "25"], "`--target`?"),
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
        assert!(!error.contains("tip:") && !error.contains("did you mean"), "{line:?}: {error}");
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
fn a_template_is_calculated_with_a_hand_a_line() {
    let hands = b"1 2 3\n\n# and a large one\r\n10,12345678901234567890,5";
    let output = bracket24(&["calculate", "N-N/N", "-", "--json"], hands);
    assert_eq!(output.status.code(), Some(0));
    assert_data_eq!(
        String::from_utf8(output.stdout).unwrap(),
        r#"{"template":"N-N/N","expression":"1-2/3","value":"1/3"}
{"template":"N-N/N","expression":"10-12345678901234567890/5","value":"-2469135780246913568"}
"#
    );
}

#[test]
fn a_batch_ends_with_1_where_a_hand_has_no_solution() {
    let code = |hands: &[u8]| bracket24(&["solve", "-"], hands).status.code();
    assert_eq!(code(b"1 2 3 4\n5 6 7 8\n"), Some(0));
    assert_eq!(code(b"1 2 3 4\n1 1 1 1\n"), Some(1));
    assert_eq!(code(b"1 1 1 1\nx\n1 2 3 4\n"), Some(2));
    assert_eq!(code(b""), Some(0));
}

/// The README's two lines that share a deck out and join it again.
#[cfg(unix)]
#[test]
fn the_parts_of_a_survey_joined_are_what_one_run_gives() {
    let readme = std::fs::read_to_string("README.md").unwrap();
    let lines: Vec<&str> =
        readme.lines().skip_while(|line| !line.starts_with("seq ")).take(2).collect();
    assert!(lines[1].contains("--merge"), "{lines:?}");
    let folder = tempfile::tempdir().unwrap();
    let command = std::path::Path::new(env!("CARGO_BIN_EXE_bracket24"));
    let path = format!(
        "{}:{}",
        command.parent().unwrap().display(),
        std::env::var("PATH").unwrap_or_default()
    );
    let shell = |line: &str| {
        let output = Command::new("sh")
            .args(["-c", line])
            .current_dir(folder.path())
            .env("PATH", &path)
            .output()
            .unwrap();
        assert!(output.status.success(), "{line}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    shell(lines[0]);
    assert_eq!(shell(lines[1]), shell("bracket24 survey --deck 1..9"));
    let json = format!("{} --json", lines[1]);
    assert_eq!(shell(&json), shell("bracket24 survey --deck 1..9 --json"));
    let each = |shard| shell(&format!("bracket24 survey --deck 1..5 --each --shard {shard}"));
    assert_eq!(
        each("1/2") + &each("2/2"),
        each("1/1"),
        "lists are joined by writing one after the other"
    );
}

#[test]
fn a_survey_can_be_had_as_csv() {
    assert_eq!(
        stdout(&["survey", "--csv"]),
        "hands,solvable,solutions,single,most_hand,most\n1820,1362,4078,444,1 1 11 13,22\n"
    );
    let unsolvable = stdout(&["survey", "--deck", "1..2", "--cards", "2", "--unsolvable", "--csv"]);
    assert_eq!(unsolvable, "hand,solutions\n1 1,0\n1 2,0\n2 2,0\n");
}

#[test]
fn a_picture_names_every_number_of_solutions() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("survey.svg");
    let output = bracket24(&["survey", "--plot", path.to_str().unwrap()], b"");
    assert_eq!(output.status.code(), Some(0));
    let svg = std::fs::read_to_string(&path).unwrap();
    let document = roxmltree::Document::parse(&svg).unwrap();
    let texts: Vec<&str> =
        document.descendants().filter_map(|node| node.text()).map(str::trim).collect();
    for text in ["458", "444", "357", "22", "How many ways are there to make 24?"] {
        assert!(texts.contains(&text), "{text} in {texts:?}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_survey_with_what_is_known_so_far() {
    let child = Command::new(env!("CARGO_BIN_EXE_bracket24"))
        .args(["survey", "--deck", "1..100", "--cards", "5", "--engine", "strings", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(700));
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["partial"], true);
    assert!(json["hands"].as_u64().unwrap() > 0);
}

#[test]
fn a_picture_of_growth_names_every_method() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("growth.svg");
    let arguments = ["compare", "--cards", "1..4", "--plot", path.to_str().unwrap()];
    assert_eq!(bracket24(&arguments, b"").status.code(), Some(0));
    let svg = std::fs::read_to_string(&path).unwrap();
    let document = roxmltree::Document::parse(&svg).unwrap();
    let texts: Vec<&str> =
        document.descendants().filter_map(|node| node.text()).map(str::trim).collect();
    for name in ["strings with canonical", "compiled with scala", "pairs", "shapes", "split", "4"] {
        assert!(texts.contains(&name), "{name} in {texts:?}");
    }
}

#[test]
fn a_batch_of_comparisons_has_one_header_and_the_worst_exit_code() {
    let compare = |format, hands: &[u8]| {
        let output = bracket24(&["compare", "-", format, "--engine", "split"], hands);
        (String::from_utf8(output.stdout).unwrap(), output.status.code())
    };
    let (csv, code) = compare("--csv", b"3 8\n2 3 4\n");
    assert_eq!((csv.matches("hand,target").count(), csv.lines().count()), (1, 3));
    assert_eq!(code, Some(0));
    let (json, code) = compare("--json", b"3 8\n1 2 3 4 5 6 7 8\n2 3 4\n");
    assert_eq!((json.lines().count(), code), (2, Some(2)));
}

#[test]
fn a_grammar_is_shown_to_the_letter() {
    for name in ["left", "scala"] {
        let grammar: bracket24::Grammar = name.parse().unwrap();
        assert_eq!(stdout(&["grammar", "show", name]), grammar.whole_source());
        let json: serde_json::Value =
            serde_json::from_str(&stdout(&["grammar", "show", name, "--json"])).unwrap();
        assert_eq!(json["source"], grammar.whole_source());
    }
}

#[test]
fn a_drawn_grammar_names_every_rule_and_links_to_it() {
    for name in <bracket24::Grammar as bracket24::Named>::ALL.iter().map(ToString::to_string) {
        let svg = stdout(&["grammar", "diagram", &name]);
        let document = roxmltree::Document::parse(&svg).unwrap();
        let anchors: Vec<&str> =
            document.descendants().filter_map(|node| node.attribute("id")).collect();
        let grammar: bracket24::Grammar = name.parse().unwrap();
        for rule in grammar.definitions() {
            let anchor = format!("rule-{}", rule.name);
            assert!(anchors.contains(&&*anchor), "{anchor} in {anchors:?}");
        }
        let links = document
            .descendants()
            .filter_map(|node| node.attribute(("http://www.w3.org/1999/xlink", "href")));
        for link in links {
            assert!(anchors.contains(&&link[1..]), "{link} leads to a rule");
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("grammar.svg");
        let output = bracket24(&["grammar", "diagram", &name, "-o", path.to_str().unwrap()], b"");
        assert_eq!((output.status.code(), output.stdout), (Some(0), Vec::new()));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), svg);
    }
}

#[test]
fn a_page_to_hand_out_is_written_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("page.html");
    let to_file = |command: &str, expression: &str| {
        let path = path.to_str().unwrap();
        bracket24(&[command, expression, "--format", "html", "-o", path], b"")
    };
    let content = || std::fs::read_to_string(&path).unwrap();
    for command in ["trace", "step", "parse", "explain"] {
        let page = stdout(&[command, "(8-4)*6", "--format", "html"]);
        assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
        let written = to_file(command, "(8-4)*6");
        assert_eq!((written.status.code(), written.stdout), (Some(0), Vec::new()));
        assert_eq!(content(), page);
    }
    assert_eq!(to_file("step", "1/0").status.code(), Some(1));
    let page = content();
    assert_eq!(to_file("step", "1/").status.code(), Some(2));
    assert_eq!(content(), page);
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
}

#[test]
fn the_ending_of_a_file_chooses_what_is_written_into_it() {
    let folder = tempfile::tempdir().unwrap();
    for (name, arguments, format) in [
        ("tree.svg", &["parse", "8-4"][..], "svg"),
        ("tree.gv", &["parse", "8-4"], "dot"),
        ("tree.json", &["parse", "8-4"], "json"),
        ("steps.TEX", &["step", "8-4"], "latex"),
        ("trace.html", &["trace", "8-4"], "html"),
        ("hand.txt", &["solve", "3388"], "text"),
        ("hand.csv", &["solve", "3388"], "csv"),
        ("hand.md", &["inspect", "3388"], "md"),
        ("set.csv", &["templates", "list"], "csv"),
        ("mine.pest", &["grammar", "show", "left"], "text"),
        ("hand", &["solve", "3388"], "text"),
        ("deck.csv", &["survey", "--deck", "1..3"], "csv"),
        ("deck.svg", &["survey", "--deck", "1..3"], "svg"),
        ("cover.svg", &["templates", "coverage", "--deck", "1..3"], "svg"),
        ("left.svg", &["grammar", "diagram", "left"], "svg"),
    ] {
        let path = folder.path().join(name);
        let to_file = [arguments, &["-o", path.to_str().unwrap()]].concat();
        let written = bracket24(&to_file, b"");
        let printed = bracket24(&[arguments, &["--format", format]].concat(), b"");
        assert_eq!(written.status.code(), printed.status.code(), "{name}");
        assert_eq!(written.stdout, b"", "{name}");
        assert_eq!(std::fs::read(&path).unwrap(), printed.stdout, "{name}");
    }
    assert!(std::fs::read(folder.path().join("tree.json")).unwrap().starts_with(b"{"));
    let path = folder.path().join("cut.txt");
    let cut = bracket24(&["trace", "(8-4", "-o", path.to_str().unwrap()], b"");
    assert_eq!(cut.status.code(), Some(2));
    assert!(
        std::fs::read_to_string(path).unwrap().contains("expression"),
        "the trace of a mistake"
    );
}

#[test]
fn flags_that_are_short_for_a_format_print_it() {
    for (arguments, flag, format) in [
        (&["solve", "3388"][..], "--json", "json"),
        (&["survey", "--deck", "1..3"], "--csv", "csv"),
        (&["templates", "coverage", "--deck", "1..3"], "--csv", "csv"),
        (&["compare", "2", "12", "--grammars"], "--markdown", "md"),
        (&["grammar", "list"], "--json", "json"),
    ] {
        let short = stdout(&[arguments, &[flag]].concat());
        assert_eq!(short, stdout(&[arguments, &["--format", format]].concat()), "{arguments:?}");
    }
    for one in [&["-j"][..], &["-f", "json"], &["--json", "--format", "json"], &["-jj"]] {
        let printed = stdout(&[&["solve", "3388"], one].concat());
        assert_eq!(printed, stdout(&["solve", "3388", "--json"]), "{one:?}");
    }
}

#[test]
fn two_formats_are_refused_by_name_and_nothing_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.json");
    for (command, options, names) in [
        (&["solve", "3388"][..], &["--json", "--format", "listing"][..], ["--json", "listing"]),
        (&["calculate", "N+N", "1", "2"], &["-j", "-f", "listing"], ["--json", "listing"]),
        (&["survey", "--deck", "1..3"], &["--format", "csv", "--json"], ["--json", "csv"]),
        (&["compare", "2", "12"], &["--csv", "--markdown"], ["--csv", "--markdown"]),
        (&["parse", "8-4"], &["--format", "svg", "--format", "dot"], ["svg", "dot"]),
        (&["templates", "list"], &["--json", "--csv"], ["--json", "--csv"]),
    ] {
        let file = ["-o", path.to_str().unwrap()];
        let output = bracket24(&[command, options, &file].concat(), b"");
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), output.stdout), (Some(2), Vec::new()), "{command:?}");
        assert!(names.iter().all(|name| errors.contains(name)), "{errors}");
        assert!(!path.exists(), "{command:?}");
    }
}

#[test]
fn any_text_goes_into_any_file_once_its_format_is_given() {
    let folder = tempfile::tempdir().unwrap();
    for (name, format) in [("s.tex", "json"), ("h.csv", "md"), ("h.md", "csv"), ("h.log", "text")] {
        let path = folder.path().join(name);
        let command = ["solve", "3388", "--format", format];
        let written = bracket24(&[&command[..], &["-o", path.to_str().unwrap()]].concat(), b"");
        assert_eq!(written.status.code(), Some(0), "{name}");
        assert_eq!(std::fs::read_to_string(path).unwrap(), stdout(&command), "{name}");
    }
}

#[test]
fn a_batch_of_hands_is_one_table() {
    let hands = b"3 3 8 8\nA J Q K\n1 1 1 1\n";
    let output = bracket24(&["solve", "-", "--first", "--csv"], hands);
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        "hand,target,template,expression,ordinary\n\
         3 3 8 8,24,N/(N-N/N),8/(3-8/3),24\n\
         1 11 12 13,24,(N*N-N)*N,(1*13-11)*12,24\n\
         1 1 1 1,24,,,\n"
    );
    assert_eq!(output.status.code(), Some(1));
}

/// A grammar of a file of its own, for as long as the folder is there.
fn grammar_file(folder: &tempfile::TempDir, source: &str) -> String {
    let path = folder.path().join("mine.pest");
    std::fs::write(&path, source).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn a_grammar_of_ten_thousand_rules_or_of_too_many_ways_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let many: String =
        (0..10_000).map(|it| format!("r{it} = {{ \"x\" }}\n")).collect::<Vec<_>>().concat();
    // Without this rule nothing else is looked at.
    let many = many + "expression = { r0 }";
    let doubled = (0..60).map(|it| format!("r{it} = {{ r{0} ~ r{0} }}\n", it + 1));
    let doubled: Vec<String> =
        doubled.chain(["r60 = { \"x\"? } expression = { r0* }".to_owned()]).collect();
    for (source, message) in
        [(many, "expected at most 500"), (doubled.concat(), "more than 10 seconds")]
    {
        let path = grammar_file(&folder, &source);
        let output = bracket24(&["grammar", "check", &path], b"");
        assert_eq!(output.status.code(), Some(1));
        let errors = String::from_utf8(output.stderr).unwrap();
        assert!(errors.contains(message), "{errors}");
    }
}

#[test]
fn a_diagram_of_boxes_in_boxes_is_drawn_in_no_time() {
    let folder = tempfile::tempdir().unwrap();
    let source = include_str!("../grammar/left.pest");
    let path = grammar_file(&folder, &format!("{source}\nodd = {{ {}\"x\" }}", "!".repeat(60)));
    let output = bracket24(&["grammar", "diagram", &path], b"");
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8(output.stdout).unwrap().contains("must not follow: …"));
}

#[test]
fn a_line_of_ten_megabytes_is_refused_and_the_rest_go_on() {
    let lines = "1+".repeat(5_000_000) + "1\n2+3\n";
    for command in ["parse", "trace", "step", "explain"] {
        let output = bracket24(&[command, "-"], lines.as_bytes());
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8(output.stdout).unwrap().contains("2+3"), "{command}");
    }
}

#[test]
fn an_expression_of_a_thousand_characters_is_told_of() {
    let text = "1+".repeat(499) + "12";
    for command in ["parse", "trace", "step", "explain"] {
        let output = bracket24(&[command, &text], b"");
        assert_eq!(output.status.code(), Some(0), "{command}");
    }
}
