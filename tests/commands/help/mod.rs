//! Everything that a help text shows is so: its examples run, and the JSON under a
//! `$ bracket24 …` is what that command prints.

#![cfg(unix)]

mod folder;
mod json;
mod terminals;

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;
use std::sync::LazyLock;

use folder::{Folder, is_served};
use itertools::Itertools;
use rayon::prelude::*;

/// Returns the output of `flag` in a terminal of `columns` columns.
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

/// A command, and its help.
type Help = (Vec<String>, String);

/// Returns the help of every command and subcommand. They are printed once: a test without
/// optimization takes seconds for them.
fn helps() -> &'static [Help] {
    static HELPS: LazyLock<Vec<Help>> = LazyLock::new(|| {
        let mut found = Vec::new();
        let mut open = vec![Vec::new()];
        while let Some(command) = open.pop() {
            let help = printed(&command, "--help", 100);
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
    });
    &HELPS
}

/// Returns the width of a line, if every character takes one column.
fn width(line: &str) -> usize {
    line.chars().count()
}

/// Returns the example lines of a help text, without the remarks beside them in the help of the
/// whole program.
fn examples(help: &str) -> Vec<&str> {
    let lines = help.lines().skip_while(|line| *line != "Examples:").skip(1);
    let lines = lines.take_while(|line| line.starts_with("  "));
    lines.map(|line| line.trim().split("   ").next().unwrap()).collect()
}

#[test]
fn every_file_in_the_commands_folder_is_a_command() {
    let commands: Vec<&Vec<String>> = helps().iter().map(|(command, _)| command).collect();
    for file in std::fs::read_dir("src/cli/commands").unwrap() {
        let path = file.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        assert!(
            name == "mod" || commands.contains(&&vec![name.to_owned()]),
            "{} is no command: it lacks a line in the table of src/cli/commands/mod.rs",
            path.display()
        );
    }
}

#[test]
fn a_session_shows_every_command() {
    let mut folder: Vec<_> = std::fs::read_dir("tests/sessions").unwrap().collect();
    folder.extend(std::fs::read_dir("src/guide").unwrap());
    let texts =
        folder.into_iter().filter_map(|file| std::fs::read_to_string(file.unwrap().path()).ok());
    let sessions = texts.chain([std::fs::read_to_string("README.md").unwrap()]).collect::<String>();
    for (command, _) in helps().iter().filter(|(command, _)| !command.is_empty()) {
        let name = command.join(" ");
        // The output of these is for a shell, for `man` or a picture, and has its own tests.
        let is_text = !matches!(&*name, "completions" | "man" | "grammar diagram");
        let is_shown = sessions.contains(&format!("$ bracket24 {name} "));
        assert!(is_shown || !is_text, "no session of tests/sessions shows `{name}`");
    }
}

#[test]
fn the_short_help_of_every_command_fits_on_one_screen() {
    for (command, _) in helps() {
        let help = printed(command, "-h", 80);
        // One of the 24 lines is for the next prompt.
        let lines = help.lines().count();
        assert!(lines <= 23, "bracket24 {} -h has {lines} lines:\n{help}", command.join(" "));
        let widest = help.lines().max_by_key(|line| width(line)).unwrap();
        assert!(width(widest) <= 80, "{command:?}: {widest}");
        assert!(help.contains("\n  bracket24 "), "{command:?} shows no example");
        assert!(!help.contains("--color"), "{command:?} shows what matters least");
    }
}

#[test]
fn no_help_has_more_than_120_lines() {
    for (command, _) in helps() {
        let help = printed(command, "--help", 80);
        let lines = help.lines().count();
        assert!(lines <= 120, "bracket24 {} --help has {lines} lines", command.join(" "));
    }
}

#[test]
fn the_first_help_line_of_every_command_is_unique() {
    let mut lines = BTreeSet::new();
    for (command, help) in helps() {
        let first = help.lines().next().unwrap();
        assert!(lines.insert(first), "{command:?} and another command: {first}");
    }
}

#[test]
fn a_short_option_letter_means_the_same_option_in_all_commands() {
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
fn the_help_describes_all_option_values_in_the_same_style() {
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
fn the_help_says_which_input_lines_are_skipped() {
    for (command, help) in helps() {
        let words = help.split_whitespace().collect::<Vec<_>>().join(" ");
        let is_batch = help.contains("<HAND>...\n") || help.contains("EXPR]\n");
        let reads_lines = is_batch || words.contains("on each line") || *command == ["repl"];
        let skips = words.contains("skips blank lines and lines that begin with `#`");
        assert!(skips || !reads_lines, "{command:?}");
    }
}

#[test]
fn commands_and_output_in_help_texts_fit_in_80_columns() {
    for (command, help) in helps() {
        // The descriptions of arguments begin at this column, and are wrapped for any terminal.
        let lines = help.lines().filter(|line| !line.starts_with("          "));
        for line in lines {
            assert!(width(line) <= 80, "{command:?}: {line}");
        }
    }
}

#[test]
fn color_is_the_last_option_in_every_help_text() {
    for (command, help) in helps() {
        let is_option = |line: &&str| line.starts_with("  -") || line.starts_with("      --");
        let mut options = help.lines().filter(is_option);
        assert!(options.next_back().unwrap().contains("--color <WHEN>"), "{command:?}");
    }
}

/// Returns the exit codes that a help text mentions.
fn exit_codes(help: &str) -> BTreeSet<i32> {
    let Some((_, codes)) = help.split_once("Exit codes: ") else { return BTreeSet::from([0]) };
    let words = codes.split(|character: char| !character.is_ascii_alphanumeric());
    words.filter_map(|word| word.parse().ok()).collect()
}

/// The ends of the examples that take seconds without optimization.
const LONG: [&str; 6] = [
    " --ambiguous",
    " --hardest 10",
    " solve - --csv > all.csv",
    "--output atlas.html",
    "--output atlas5.html",
    "survey grammars --like scala",
];

/// Returns whether an example takes seconds without optimization.
fn is_long(line: &str) -> bool {
    let line = line.trim_end_matches(" --json");
    LONG.iter().any(|end| line.ends_with(end))
}

/// Runs the [long](is_long) examples of all help texts, or all others, and returns their number.
fn run_examples(long: bool) -> usize {
    let run = helps().par_iter().map(|(command, help)| {
        let folder = Folder::new();
        let lines = examples(help);
        assert!(!lines.is_empty(), "{command:?} has no example");
        let chosen = lines.into_iter().filter(|line| is_long(line) == long).collect_vec();
        for line in &chosen {
            let output = folder.run(line);
            let code = output.status.code().unwrap();
            let stderr = String::from_utf8(output.stderr).unwrap();
            let is_ended = code == 130 && is_served(line);
            assert!(code < 2 || is_ended, "`{line}` exits with {code}: {stderr}");
            // The help of the whole program mentions the codes of all commands.
            assert!(exit_codes(help).contains(&code), "{line}: the help does not tell of {code}");
            // A busy machine makes it say that it works.
            let said = stderr.lines().filter(|it| !it.starts_with("still working: "));
            assert_eq!(said.count(), 0, "{line}: {stderr}");
        }
        chosen.len()
    });
    run.sum()
}

#[test]
#[ignore = "`.ci/run` runs it"]
fn every_example_of_every_help_text_runs_unless_it_is_long() {
    let run = run_examples(false);
    assert!(run >= helps().len(), "only {run} examples ran");
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn every_long_example_runs() {
    let run = run_examples(true);
    assert!(run >= LONG.len(), "only {run} examples ran");
}

#[test]
fn each_ending_of_long_examples_is_the_end_of_an_example() {
    let all = helps().iter().flat_map(|(_, help)| examples(help)).collect_vec();
    for end in LONG {
        assert!(all.iter().any(|line| line.ends_with(end)), "{end}");
    }
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn every_format_of_a_command_prints_different_output() {
    for (command, help) in helps() {
        let words = help.split_whitespace().collect::<Vec<_>>().join(" ");
        let formats = words.split_once("--format <FORMAT>").map_or("", |(_, after)| after);
        let values = formats.split_once("[possible values: ").map_or("", |(_, after)| after);
        let names: Vec<&str> = values.split(']').next().unwrap().split(", ").collect();
        let names: Vec<&str> = names.into_iter().filter(|it| !it.is_empty()).collect();
        let Some(line) = examples(help).first().copied().filter(|_| !names.is_empty()) else {
            assert!(
                !help.contains("--format <FORMAT>"),
                "{command:?} has formats, and no example to try them with"
            );
            continue;
        };
        let folder = Folder::new();
        let mut printed = BTreeMap::new();
        for name in names {
            // `compare` draws only growth, so it needs several sizes.
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
            // Without findings an editor should see nothing.
            let is_findings = name == "short";
            assert!(is_findings || !output.stdout.is_empty(), "{line} --format {name}");
            // Plain lines are also their own Markdown, and a grammar is printed as in its file.
            if !matches!(name, "md" | "pest") {
                let other = printed.insert(output.stdout, name);
                assert_eq!(other, None, "{line} --format {name} prints the same as another");
            }
        }
    }
}

#[test]
#[ignore = "`.ci/run` runs it"]
fn the_columns_of_every_table_are_in_the_help() {
    for (command, help) in helps().iter().filter(|(_, help)| help.contains("--csv")) {
        let words = help.split_whitespace().collect::<Vec<_>>().join(" ");
        let folder = Folder::new();
        let output = folder.run(&format!("{} --csv", examples(help)[0]));
        let table = String::from_utf8(output.stdout).unwrap();
        let columns = table.lines().next().unwrap().replace(',', ", ");
        assert!(words.contains(&format!("CSV columns: {columns}")), "{command:?}: {columns}");
    }
}
