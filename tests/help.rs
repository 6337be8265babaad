//! Everything that a help text shows is so: its examples run, and the JSON under a
//! `$ bracket24 …` is what that command prints.
#![cfg(feature = "cli")]
#![cfg(unix)]

use std::collections::{BTreeMap, BTreeSet};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

/// What stands for whatever is left out.
const LEFT_OUT: &str = "…";

/// A folder with what the examples take for granted: the command on the `PATH`, the
/// programs they hand something on to, and a set of templates.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        for program in ["dot", "man"] {
            let path = folder.path().join(program);
            std::fs::write(&path, "#!/bin/sh\ncat\n").unwrap();
            std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).unwrap();
        }
        std::fs::write(folder.path().join("mine.txt"), "(N-N/N)*N\nN*N+N*N\n").unwrap();
        let folder = Self(folder);
        assert!(folder.run("bracket24 grammar show left > mine.pest").status.success());
        folder
    }

    fn run(&self, line: &str) -> Output {
        self.run_with(line, &[])
    }

    fn run_with(&self, line: &str, environment: &[(&str, &str)]) -> Output {
        let command = Path::new(env!("CARGO_BIN_EXE_bracket24")).parent().unwrap();
        let path = std::env::var("PATH").unwrap();
        Command::new("sh")
            .args(["-c", line])
            .current_dir(self.0.path())
            .envs(environment.iter().copied())
            .env("PATH", format!("{}:{}:{path}", self.0.path().display(), command.display()))
            .output()
            .unwrap()
    }
}

/// What `flag` prints in a terminal of `columns` columns.
fn printed(command: &[String], flag: &str, columns: usize) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_bracket24"))
        .args(command)
        .arg(flag)
        .env("COLUMNS", columns.to_string())
        .output()
        .unwrap();
    assert!(output.status.success(), "{command:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn help(command: &[String]) -> String {
    printed(command, "--help", 100)
}

/// The help of every command, with those of its subcommands.
fn helps() -> Vec<(Vec<String>, String)> {
    let mut found = Vec::new();
    let mut open = vec![Vec::new()];
    while let Some(command) = open.pop() {
        let help = help(&command);
        let names = help.lines().skip_while(|line| *line != "Commands:").skip(1);
        let names = names.take_while(|line| !line.is_empty());
        for name in names.filter_map(|line| line.strip_prefix("  ")) {
            let name = name.split(' ').next();
            if let Some(name) = name.filter(|name| !["", "help"].contains(name)) {
                open.push([&command[..], &[name.to_owned()]].concat());
            }
        }
        found.push((command, help));
    }
    assert!(found.len() > 20, "{found:?}");
    found
}

#[test]
fn every_file_of_a_command_is_one_and_is_shown_in_a_session() {
    let mut folder: Vec<_> = std::fs::read_dir("tests/sessions").unwrap().collect();
    folder.extend(std::fs::read_dir("src/guide").unwrap());
    let texts =
        folder.into_iter().filter_map(|file| std::fs::read_to_string(file.unwrap().path()).ok());
    let sessions = texts.chain([std::fs::read_to_string("README.md").unwrap()]).collect::<String>();
    let commands: BTreeSet<String> =
        helps().into_iter().map(|(command, _)| command.join(" ")).collect();
    for file in std::fs::read_dir("src/cli/commands").unwrap() {
        let path = file.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        if name == "mod" {
            continue;
        }
        assert!(
            commands.contains(name),
            "{} is no command: it lacks a line in the table of src/cli/commands/mod.rs",
            path.display()
        );
        // What these write is for a shell and for `man`, and tested as such.
        let is_text = !matches!(name, "completions" | "man");
        let is_shown = sessions.contains(&format!("$ bracket24 {name} "));
        assert!(is_shown || !is_text, "no session of tests/sessions shows `{name}`");
    }
}

/// The columns that a line takes, where every character takes one.
fn width(line: &str) -> usize {
    line.chars().count()
}

#[test]
fn the_short_help_of_every_command_fits_a_screen() {
    for (command, _) in helps() {
        let help = printed(&command, "-h", 80);
        // One line of the 24 is for what is typed next.
        let lines = help.lines().count();
        assert!(lines <= 23, "bracket24 {} -h has {lines} lines:\n{help}", command.join(" "));
        let widest = help.lines().max_by_key(|line| width(line)).unwrap();
        assert!(width(widest) <= 80, "{command:?}: {widest}");
        assert!(help.contains("\n  bracket24 "), "{command:?} shows no example");
    }
}

#[test]
fn a_letter_is_short_for_one_option_in_all_commands() {
    let mut options: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (_, help) in helps() {
        let named = help.lines().filter_map(|line| line.strip_prefix("  -")?.split_once(", --"));
        for (letter, name) in named {
            let name = name.split(' ').next().unwrap();
            options.entry(letter.to_owned()).or_default().insert(name.to_owned());
        }
    }
    for (letter, name) in [
        ("t", "target"),
        ("g", "grammar"),
        ("d", "deck"),
        ("n", "cards"),
        ("j", "json"),
        ("f", "format"),
        ("e", "engine"),
        ("o", "output"),
    ] {
        assert!(options[letter].contains(name), "-{letter} is no letter for --{name}");
    }
    for (letter, names) in options {
        assert_eq!(names.len(), 1, "-{letter} is short for {names:?}");
    }
}

#[test]
fn every_value_of_an_option_is_told_of_alike() {
    for (command, help) in helps() {
        let values = help.lines().filter_map(|line| line.trim().strip_prefix("- "));
        for value in values {
            let (name, meaning) = value.split_once(':').expect("a value is told of");
            let first = meaning.trim().split([' ', ';', ',']).next().unwrap();
            let is_name = ["JSON", "Markdown", "LaTeX"].contains(&first);
            let is_small = first.starts_with(|first: char| !first.is_uppercase());
            assert!(is_name || is_small && !first.is_empty(), "{command:?}, {name}: {meaning}");
        }
    }
}

#[test]
fn lines_that_are_skipped_are_told_of() {
    for (command, help) in helps() {
        let words = help.split_whitespace().collect::<Vec<_>>().join(" ");
        let reads_lines =
            words.contains("`-` reads standard input") || help.contains("--templates <");
        let skips = words.contains("lines that begin with `#` are skipped");
        assert!(skips || !reads_lines, "{command:?}");
    }
}

#[test]
fn what_is_typed_or_printed_in_a_help_text_is_one_line_of_80_columns() {
    for (command, help) in helps() {
        // What is said of an argument is wrapped for any terminal, and begins here.
        let lines = help.lines().filter(|line| !line.starts_with("          "));
        for line in lines {
            assert!(width(line) <= 80, "{command:?}: {line}");
        }
    }
}

#[test]
fn what_matters_least_is_last_in_every_help_text() {
    for (command, help) in helps() {
        let is_option = |line: &&str| line.starts_with("  -") || line.starts_with("      --");
        let mut options = help.lines().filter(is_option);
        assert!(options.next_back().unwrap().contains("--color <WHEN>"), "{command:?}");
        assert!(!printed(&command, "-h", 80).contains("--color"), "{command:?}");
    }
}

/// The lines of the examples of a help text, without what the whole's help says
/// beside them.
fn examples(help: &str) -> Vec<&str> {
    let lines = help.lines().skip_while(|line| *line != "Examples:").skip(1);
    let lines = lines.take_while(|line| line.starts_with("  "));
    lines.map(|line| line.trim().split("   ").next().unwrap()).collect()
}

/// The exit codes that a help text tells of.
fn exit_codes(help: &str) -> BTreeSet<i32> {
    let Some((_, codes)) = help.split_once("Exit codes: ") else { return BTreeSet::from([0]) };
    let words = codes.split(|character: char| !character.is_ascii_alphanumeric());
    words.filter_map(|word| word.parse().ok()).collect()
}

#[test]
fn every_example_of_every_help_text_runs() {
    for (command, help) in helps() {
        let folder = Folder::new();
        let lines = examples(&help);
        assert!(!lines.is_empty(), "{command:?} has no example");
        for line in lines {
            let output = folder.run(line);
            let code = output.status.code().unwrap();
            let stderr = String::from_utf8(output.stderr).unwrap();
            assert!(code < 2, "`{line}` exits with {code}: {stderr}");
            // The help of the whole tells of the codes of all.
            assert!(exit_codes(&help).contains(&code), "{line}: the help does not tell of {code}");
            assert_eq!(stderr, "", "{line}");
        }
    }
}

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

/// Makes sure that `real` is what `shown` says: the same fields everywhere, the same
/// values, but for what is left out.
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
fn every_json_object_of_every_help_text_is_what_its_command_prints() {
    for (command, help) in helps() {
        let folder = Folder::new();
        let all = documented(&help);
        assert!(
            help.contains("--json") != all.is_empty() || command.is_empty(),
            "{command:?}: a help with --json shows an object under a line `$ bracket24 …`, and \
             one without shows none"
        );
        for Documented { line, printed } in all {
            let output = folder.run(&line);
            let code = output.status.code().unwrap();
            assert!(code < 2 && exit_codes(&help).contains(&code), "{line} exits with {code}");
            let text = String::from_utf8(output.stdout).unwrap();
            let mut real =
                text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
            let mut is_next = true;
            for shown in printed {
                if shown == LEFT_OUT {
                    is_next = false;
                    continue;
                }
                // After what is left out, the next that is so.
                let next = if is_next { real.next() } else { real.find(|it| *it == shown) };
                let next = next.unwrap_or_else(|| panic!("{line} does not print {shown}"));
                assert_shows(&shown, &next, &line);
                is_next = true;
            }
            assert!(!is_next || real.next().is_none(), "{line} prints more");
        }
    }
}

#[test]
fn every_format_of_every_command_prints_something() {
    for (command, help) in helps() {
        let formats = help.lines().skip_while(|line| !line.contains("--format <FORMAT>"));
        let formats = formats.skip(1).take_while(|line| !line.trim().starts_with("--"));
        let names = formats.filter_map(|line| line.trim().strip_prefix("- "));
        let names: Vec<&str> = names.map(|line| line.split(':').next().unwrap()).collect();
        let Some(line) = examples(&help).first().copied().filter(|_| !names.is_empty()) else {
            assert!(
                !help.contains("--format <FORMAT>"),
                "{command:?} has formats, and no example to try them with"
            );
            continue;
        };
        let folder = Folder::new();
        for name in names {
            // What grows is all that `compare` draws.
            let line = match (&command[..], name) {
                ([compare], "svg") if compare == "compare" => "bracket24 compare --cards 2..3",
                _ if line.contains(" > ") => "bracket24 grammar check mine.pest",
                _ if line.contains(" --output ") => line.split(" --output ").next().unwrap(),
                _ => line,
            };
            let output = folder.run(&format!("{line} --format {name}"));
            assert!(
                output.status.code().is_some_and(|code| code < 2),
                "{line} --format {name} ends with {}: {}",
                output.status,
                String::from_utf8_lossy(&output.stderr)
            );
            assert_ne!(output.stdout, b"", "{line} --format {name}");
        }
    }
}

#[test]
fn the_columns_of_every_table_are_in_the_help() {
    for (command, help) in helps().into_iter().filter(|(_, help)| help.contains("--csv")) {
        let words = help.split_whitespace().collect::<Vec<_>>().join(" ");
        let folder = Folder::new();
        let output = folder.run(&format!("{} --csv", examples(&help)[0]));
        let table = String::from_utf8(output.stdout).unwrap();
        let columns = table.lines().next().unwrap().replace(',', ", ");
        assert!(words.contains(&format!("CSV columns: {columns}")), "{command:?}: {columns}");
    }
}

/// The examples of all help texts and of the README that print text.
fn text_examples() -> BTreeSet<String> {
    let readme = std::fs::read_to_string("README.md").unwrap();
    let shown = readme.lines().filter_map(|line| line.strip_prefix("$ "));
    let shown = shown.filter(|line| line.starts_with("bracket24 ")).map(str::to_owned);
    let told = helps()
        .into_iter()
        .flat_map(|(_, help)| examples(&help).into_iter().map(str::to_owned).collect::<Vec<_>>());
    // What is written for a program, a file or a pager, and what is there to the
    // letter; the last two take what others wrote.
    let others = [
        "--json",
        "--csv",
        "--format",
        "--markdown",
        " -o ",
        "--output",
        " > ",
        " man",
        "completions",
        "grammar show",
        "| bracket24",
        "--merge",
    ];
    let is_text = |line: &String| !others.iter().any(|other| line.contains(other));
    let lines: BTreeSet<String> = shown.chain(told).filter(is_text).collect();
    assert!(lines.len() > 40, "{lines:?}");
    lines
}

/// What an example prints on both streams.
fn written(folder: &Folder, line: &str, columns: usize, locale: &str) -> String {
    let columns = columns.to_string();
    let output = folder.run_with(line, &[("COLUMNS", &columns), ("LC_ALL", locale)]);
    String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
}

#[test]
fn every_example_fits_the_terminal_and_cuts_no_word() {
    let lines = text_examples();
    let words = |text: &str| -> BTreeSet<String> {
        let words = text
            .split(|it: char| !it.is_alphanumeric() && it != 'µ')
            .filter(|word| word.len() > 2 && word.bytes().all(|byte| byte.is_ascii_alphabetic()));
        words.map(str::to_owned).collect()
    };
    let folder = Folder::new();
    for line in &lines {
        let texts =
            [200, 120, 80, 40].map(|columns| (columns, written(&folder, line, columns, "C.UTF-8")));
        let whole = words(&texts[0].1);
        for (columns, text) in &texts {
            for row in text.lines() {
                let is_word = !row.trim().contains(' ');
                assert!(width(row) <= *columns || is_word, "{line} in {columns}: {row}");
            }
            // Where there is no room, fewer words may say it, but no part of one.
            let is_part = |word: &String| {
                whole.iter().any(|whole| whole.starts_with(word) || whole.ends_with(word))
            };
            let cut: Vec<_> =
                words(text).difference(&whole).filter(|word| is_part(word)).cloned().collect();
            assert!(cut.is_empty(), "{line} in {columns} cuts {cut:?}:\n{text}");
        }
    }
}

#[test]
fn every_example_is_ascii_in_a_locale_without_utf8_and_fits_there_too() {
    let folder = Folder::new();
    for line in text_examples() {
        for columns in [40, 80] {
            let text = written(&folder, &line, columns, "C");
            for row in text.lines() {
                assert!(row.is_ascii(), "{line}: {row}");
                let is_word = !row.trim().contains(' ');
                assert!(width(row) <= columns || is_word, "{line} in {columns}: {row}");
            }
        }
    }
    for (command, _) in helps() {
        let line = format!("bracket24 {} --help", command.join(" "));
        assert!(written(&folder, &line, 80, "C").is_ascii(), "{line}");
    }
    for line in
        ["bracket24", "bracket24 slove 1 2", "bracket24 solve 1 2 3 x", "bracket24 step '(8-4'"]
    {
        assert!(written(&folder, line, 80, "C").is_ascii(), "{line}");
    }
}
