//! Tests the prompt with scripts of lines.

use crate::{bracket24, stdout};

/// Returns the exit code, the output and the errors for these lines.
fn done(lines: &str) -> (Option<i32>, String, String) {
    let output = bracket24(&["repl"], lines.as_bytes());
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn a_setting_is_left_out_beside_options_that_conflict_with_it() {
    for (line, arguments) in [
        (":explain 8-4 --readers", &["explain", "8-4", "--readers"][..]),
        ("8-4\n:explain --readers", &["explain", "8-4", "--readers"]),
    ] {
        let (_, printed, said) = done(&format!(":target 10\n{line}"));
        assert!(printed.ends_with(&stdout(arguments)), "{line}: {printed}");
        assert_eq!(said, "", "{line}");
    }
    // Two options of the user conflict whatever the settings are.
    let (_, _, said) = done(":target 10\n:explain 8-4 --target 3 --readers");
    assert!(said.contains("cannot be used with"), "{said}");
}

#[test]
fn the_repl_lists_the_commands_as_its_advice_says() {
    let (_, printed, said) = done(":nope\nbracket24 -h\n");
    assert!(said.contains("`bracket24 -h` lists the commands"), "{said}");
    assert_eq!(printed, stdout(&["-h"]));
}

#[test]
fn a_setting_of_the_target_leaves_the_list_of_templates_alone() {
    let (_, printed, said) = done(":target 10\n:templates list --cards 2");
    assert_eq!((printed, &*said), (stdout(&["templates", "list", "--cards", "2"]), ""));
    let (_, printed, _) = done(":target 10\n:templates list --cards 2 --classes");
    let arguments = ["templates", "list", "--cards", "2", "--classes", "--target", "10"];
    assert_eq!(printed, stdout(&arguments));
}

#[test]
fn a_repl_command_prints_what_the_subcommand_prints() {
    for (line, arguments) in [
        (":step 8-4-2", &["step", "8-4-2"][..]),
        (":step (8-(4-2))*3 --brackets", &["step", "(8-(4-2))*3", "--brackets"]),
        (":brackets (8-(4-2))*3", &["step", "(8-(4-2))*3", "--brackets"]),
        (":inspect 1 5 5 5 --nearest 1", &["inspect", "1", "5", "5", "5", "--nearest", "1"]),
        (":trace '(8 - 4)' --json", &["trace", "(8 - 4)", "--json"]),
        (":grammar list", &["grammar", "list"]),
        (":templates show N-N", &["templates", "show", "N-N"]),
        (":grammar help list", &["grammar", "list", "--help"]),
        (":help step", &["step", "--help"]),
        ("bracket24 hint 3 3 8 8 --more", &["hint", "3", "3", "8", "8", "--more"]),
        (": lesson list", &["lesson", "list"]),
        (":check 5 6 7 8 (5 + 7) x (8 - 6)", &["check", "5 6 7 8", "(5 + 7) x (8 - 6)"]),
        (":deal --seed 1 --key -", &["deal", "--seed", "1", "--key", "-"]),
        (":solve 5 6 7 8 --output -", &["solve", "5 6 7 8"]),
        (":check 4 7 3 - 27 - 3", &["check", "4 7 3", "-", "27 - 3"]),
        ("8-4-2", &["parse", "8-4-2"]),
        ("8 - 4 --format sexpr", &["parse", "8 - 4", "--format", "sexpr"]),
        ("3 3 8 8", &["solve", "3", "3", "8", "8"]),
        ("3388 --json", &["solve", "3388", "--json"]),
        ("-5+8", &["parse", "--", "-5+8"]),
    ] {
        let output = bracket24(arguments, b"");
        let (code, printed, said) = done(line);
        assert_eq!(code, output.status.code(), "{line}: {said}");
        assert_eq!(printed, String::from_utf8(output.stdout).unwrap(), "{line}");
    }
}

#[test]
fn repl_settings_apply_to_every_command_that_has_the_option() {
    let set = ":grammar right\n:target 10\n:templates five\n:distinct text\n";
    for (line, arguments) in [
        ("8-4-2", &["parse", "8-4-2", "--grammar", "right"][..]),
        (":step 8-4-2", &["step", "8-4-2", "--grammar", "right"]),
        (":step 8-4-2 -g left", &["step", "8-4-2"]),
        (":step 8-4-2 --grammar=left", &["step", "8-4-2"]),
        (":lesson 1", &["lesson", "1"]),
        (
            "1 1 5 8",
            &[
                "solve", "1", "1", "5", "8", "--grammar", "right", "--target", "10", "--templates",
                "five", "--distinct", "text",
            ],
        ),
    ] {
        assert_eq!(done(&format!("{set}{line}\n")).1, stdout(arguments), "{line}");
    }
    assert_eq!(done(&format!("{set}:grammar left\n8-4-2\n")).1, stdout(&["parse", "8-4-2"]));
    // The grammar of all operators is the one that a search with them makes texts of.
    let (_, searched, _) = done(":grammar extended\n:solve 1 1 1 5 --operators ^\n");
    assert_eq!(searched, stdout(&["solve", "1", "1", "1", "5", "--operators", "^"]));
}

#[test]
fn without_an_argument_a_command_takes_the_last_expression_or_hand() {
    let (code, printed, said) = done("8-4-2 --format sexpr\n:step --json\n:explain --json\n");
    assert_eq!((code, &*said), (Some(1), ""), "the grammars disagree");
    assert!(printed.contains(r#"{"expression":"8-4-2","steps":["#), "{printed}");
    assert!(printed.contains(r#"{"expression":"8-4-2","readings":["#), "{printed}");

    let (code, printed, _) = done(":solve 1 5 5 5 --json\n8-4 --json\n:inspect --json\n");
    assert_eq!(code, Some(0));
    assert!(printed.contains(r#"{"hand":[1,5,5,5],"target":"24","solving":["#), "{printed}");

    let (code, _, said) = done(":trace\n");
    assert_eq!(code, Some(2));
    assert!(said.contains("required arguments were not") && said.contains("<EXPR>"), "{said}");
}

#[test]
fn the_repl_reports_a_line_that_fails_and_continues() {
    for (line, message, help) in [
        (":stpe 8-4", "there is no command `:stpe`", "did you mean `:step`?"),
        (":gramar right", "there is no command `:gramar`", "did you mean `:grammar`?"),
        (":", "the name of a command is missing after `:`", "`bracket24 -h` lists"),
        (":grammar rihgt", "invalid value 'rihgt'", "a similar value exists: 'right'"),
        (":target", "`:target` needs a value", "`:settings` shows it"),
        (":target 5 6", "`:target` takes one value, and got 2", "write `:target 5`"),
        (":repl", "this is the prompt already", "`:quit` ends it"),
        ("step 8-4", "`step` is neither a hand", "`:step 8-4`"),
        ("trace 1", "`trace` is neither a hand", "`:trace 1`"),
        (":grammar -", "`:grammar -` would read", "give a file in place of `-`"),
        (":solve -", "these lines already come from standard input", "give a file in place of `-`"),
        ("8-(4", "the text ends too early", "to make the text parse, insert this"),
        ("\0", "cannot parse the expression", ""),
        (":grammar nowhere.pest", "cannot read nowhere.pest", ""),
    ] {
        let (code, printed, said) = done(&format!("# of a line\n\n{line}\n:calculate N-N 8 4\n"));
        assert_eq!(code, Some(2), "{line}");
        assert!(said.contains(message) && said.contains(help), "{line}: {said}");
        assert!(said.contains("line 3") || said.contains("input:3:"), "{line}: {said}");
        assert!(printed.ends_with("8-4 = 4\n"), "{line}: {printed}");
    }
}

#[test]
fn quit_ends_the_repl() {
    let (code, printed, said) = done(":calculate N-N 8 4\n:quit\n:calculate N-N 9 4\n");
    assert_eq!((code, &*printed, &*said), (Some(0), "8-4 = 4\n", ""));
    for word in ["quit", "q", "exit"] {
        assert_eq!(done(&format!("{word}\n8-4\n")), (Some(0), String::new(), String::new()));
    }
    assert_eq!(done("help\n").1, done(":help\n").1);
    assert_eq!(done("?\n").1, done(":help\n").1);
    assert_eq!(done(""), (Some(0), String::new(), String::new()));
}

#[test]
fn the_repl_rereads_a_grammar_file_for_each_line_and_accepts_a_plain_grammar() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("own.pest");
    let path = path.to_str().unwrap();
    std::fs::write(path, "line = { SOI ~ word ~ EOI }\nword = { \"3 3 \" ~ ANY+ }\n").unwrap();
    let lines = format!(
        ":grammar {path}\n3 3  8 --json\n:grammar show right --output {path}\n\
         8-4-2 --format sexpr\n:settings\n"
    );
    let (code, printed, said) = done(&lines);
    assert_eq!((code, &*said), (Some(0), ""), "{printed}");
    // A plain grammar reads the whole line as the text.
    assert!(printed.starts_with("  line     3 3  8 --json\n  ├─ word  3 3"), "{printed}");
    assert!(printed.contains("\n(- 8 (- 4 2))\n"), "{printed}");
    assert!(printed.contains(&format!("  :grammar    {path}\n")), "{printed}");
}

#[test]
fn the_repl_writes_the_output_of_one_line_to_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("steps.txt");
    let path = path.to_str().unwrap();
    let lines = format!(":calculate N-N 8 4\n:step 8-4 -o {path}\n:calculate N-N 9 4\n");
    assert_eq!(done(&lines).1, "8-4 = 4\n\n9-4 = 5\n");
    assert_eq!(std::fs::read_to_string(path).unwrap(), stdout(&["step", "8-4"]));
    // A line may read a file that an earlier line wrote.
    let lines =
        format!(":grammar show right -o {path}.pest\n:grammar {path}.pest\n8-4-2 -f sexpr\n");
    let (code, printed, said) = done(&lines);
    assert_eq!((code, &*printed, &*said), (Some(0), "(- 8 (- 4 2))\n", ""));
}

/// Holds a conversation in a terminal that `script` provides: each turn waits for some texts and
/// then types one. Returns the exit code and everything that appeared.
#[cfg(target_os = "linux")]
fn conversation(state: &str, options: &str, turns: &[(&[&str], &str)]) -> (Option<i32>, String) {
    use std::io::{Read, Write};
    use std::process::{Command, Stdio};

    // A conversation that waits for ever is ended, and the test says for which text it waited.
    let mut child = Command::new("timeout")
        .args([
            "60",
            "script",
            "-qec",
            // Without `exec`, some shells wait for the command, and Ctrl-C ends them.
            &format!("exec {} repl {options}", env!("CARGO_BIN_EXE_bracket24")),
        ])
        .arg("/dev/null")
        .envs([("XDG_STATE_HOME", state), ("TERM", "xterm"), ("LC_ALL", "C.UTF-8")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut keys, mut screen) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let (mut seen, mut from) = (Vec::new(), 0);
    for (awaited, typed) in turns {
        for text in *awaited {
            let at = loop {
                let rest = String::from_utf8_lossy(&seen[from..]);
                if let Some(at) = rest.find(text) {
                    break from + at + text.len();
                }
                let mut some = [0; 512];
                let length = screen.read(&mut some).unwrap();
                assert!(length > 0, "no {text:?} in {rest}");
                seen.extend(&some[..length]);
            };
            from = at;
        }
        keys.write_all(typed.as_bytes()).unwrap();
    }
    screen.read_to_end(&mut seen).unwrap();
    (child.wait().unwrap().code(), String::from_utf8_lossy(&seen).into_owned())
}

#[cfg(target_os = "linux")]
#[test]
fn the_repl_prompts_at_a_terminal_and_saves_its_history_if_it_can() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().to_str().unwrap();
    let turns: &[(&[&str], &str)] = &[
        (&["left> "], "8-(\r"),
        (&["ends too early", "left> "], ":grammar right\r"),
        (&["right> "], "given up"),
        (&["given up"], "\x03"),
        (&["right> "], "8-4-2\r"),
        (&["6", "right> "], ":ste\t --mach\t\r"),
        (&["subtract", "right> "], "\x04"),
    ];
    let (code, seen) = conversation(state, "", turns);
    assert_eq!(code, Some(0), "{seen}");
    let kept = folder.path().join("bracket24/history");
    let text = std::fs::read_to_string(&kept).unwrap();
    assert!(text.ends_with("8-(\n:grammar right\n8-4-2\n:step --machine\n"), "{text}");

    let once: &[(&[&str], &str)] = &[(&["left> "], "9-9\r"), (&["fewest", "left> "], ":quit\r")];
    assert_eq!(conversation(state, "--no-history", once).0, Some(0));
    assert_eq!(std::fs::read_to_string(&kept).unwrap(), text);

    let twice: &[(&[&str], &str)] =
        &[once[0], (&["fewest", "left> "], "8-8\r"), (&["fewest", "left> "], ":quit\r")];
    let (code, seen) = conversation("/proc/nowhere", "", twice);
    assert_eq!((code, seen.matches("cannot keep the history in").count()), (Some(0), 1), "{seen}");
}

#[cfg(target_os = "linux")]
#[test]
fn the_repl_gets_every_key_after_a_game_and_a_quiz() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().to_str().unwrap();
    let turns: &[(&[&str], &str)] = &[
        (&["left> "], ":play --seed 1\r"),
        (&["→ 24", "> "], "quit\r"),
        (&["solved", "left> "], "8-4-2\r"),
        (&["(8-4)-2", "left> "], ":play --seed 1\r"),
        (&["→ 24", "> "], "\x03"),
        (&["left> "], "9-4-2\r"),
        (&["(9-4)-2", "left> "], ":quiz --count 1 --kind match --seed 7\r"),
        (&["Does", "> "], "quit\r"),
        (&["left> "], "7-4-2\r"),
        (&["(7-4)-2", "left> "], ":quit\r"),
    ];
    let (code, seen) = conversation(state, "", turns);
    assert_eq!(code, Some(0), "{seen}");
}

#[test]
fn the_repl_prints_the_help_for_an_incomplete_command_unchanged() {
    let (code, _, said) = done("# a comment\n:grammar\n");
    let shown = String::from_utf8(bracket24(&["grammar"], b"").stderr).unwrap();
    assert_eq!((code, said), (Some(2), shown));
    let (_, _, said) = done("# a comment\n:grammar show lef\n");
    assert!(said.starts_with("error: standard input, line 2: "), "{said}");
}
