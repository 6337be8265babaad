//! Tests the output that a person sees: the command really prints the sessions and the answers to
//! wrong input.
#![cfg(feature = "cli")]

mod advice;
mod arguments;
mod atlas;
mod batches;
mod colour;
mod coverage;
mod drawn;
mod exercises;
mod files;
mod formats;
mod games;
mod help;
mod limits;
#[cfg(feature = "serve")]
mod live;
mod manual;
mod page;
mod pictures;
mod quizzes;
mod readme;
mod repl;
mod shells;
mod surveys;
mod terminals;

use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Command, Output, Stdio};

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

#[test]
#[ignore = "`.ci/long` runs it"]
fn what_takes_too_long_is_given_up() {
    trycmd::TestCases::new()
        .env("COLUMNS", "80")
        .env("LC_ALL", "C.UTF-8")
        .case("tests/wrong/long/*.toml")
        .case("tests/sessions/long/*.md")
        .run();
}

/// Runs the command with `input` on standard input, which is closed if `input` is empty.
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

/// Returns the exact output; the sessions treat a `\` as a `/`.
fn stdout(arguments: &[&str]) -> String {
    String::from_utf8(bracket24(arguments, b"").stdout).unwrap()
}

/// Returns the packages that cargo compiles for these kinds of dependencies, with their features.
fn packages(kinds: &str) -> BTreeSet<String> {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--locked", "--offline", "--prefix", "none", "--format", "{p} [{f}]"])
        .args(["--edges", kinds])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let tree = String::from_utf8(output.stdout).unwrap();
    let lines = tree.lines().map(|line| line.trim_end_matches(" (*)").to_owned());
    lines.filter(|line| !line.is_empty()).collect()
}

#[test]
fn the_tests_build_the_command_and_its_dependencies_only_once() {
    let (built, tested) = (packages("normal,build"), packages("normal,build,dev"));
    let other: Vec<&String> = built.difference(&tested).collect();
    assert!(other.is_empty(), "the tests ask other features of these: {other:#?}");
}

#[test]
fn the_library_does_not_change_how_serde_json_reads_numbers_in_other_programs() {
    let packages = packages("normal,build");
    let json = packages.iter().find(|it| it.starts_with("serde_json ")).unwrap();
    assert!(!json.contains("arbitrary_precision"), "{json}");
}

#[test]
fn the_command_depends_on_few_packages() {
    let packages = packages("normal,build");
    assert!(packages.len() <= 121, "itself and {}", packages.len() - 1);
}

#[test]
fn every_dependency_has_a_row_for_its_cost() {
    let manifest: toml::Table = include_str!("../../Cargo.toml").parse().unwrap();
    let rows = include_str!("../../.github/CONTRIBUTING.md");
    let unix = &manifest["target"]["cfg(unix)"]["dependencies"];
    for table in [&manifest["dependencies"], unix] {
        for name in table.as_table().unwrap().keys() {
            let is_row = |line: &str| line.starts_with("| ") && line.contains(&format!("`{name}`"));
            assert!(rows.lines().any(is_row), "CONTRIBUTING.md: no row of `{name}`");
        }
    }
}

/// Returns the command, which runs under this limit of the shell.
#[cfg(unix)]
fn limited(limit: &str) -> Command {
    let mut command = Command::new("sh");
    let script = format!("{limit}; exec \"$0\" \"$@\"");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_bracket24")]);
    command
}

/// Allows files of at most one block, as if the disk were full. The signal would kill the command.
#[cfg(unix)]
const LITTLE_ROOM: &str = "trap '' XFSZ; ulimit -f 1";

/// Runs a command, sends Ctrl-C once the command handles it and is no longer killed by it, and
/// returns the output.
#[cfg(unix)]
fn interrupted(command: &mut Command) -> Output {
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let pid = child.id().to_string();
    while is_killed_by_interrupt(&pid) {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{command:?}");
    output
}

/// Returns whether the process has no handler of Ctrl-C yet, as Linux reports.
#[cfg(target_os = "linux")]
fn is_killed_by_interrupt(pid: &str) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    let caught = caught.expect("it has not ended");
    u64::from_str_radix(caught.trim(), 16).unwrap() & 0b10 == 0
}

/// On other systems the test has waited long enough.
#[cfg(all(unix, not(target_os = "linux")))]
fn is_killed_by_interrupt(_: &str) -> bool {
    std::thread::sleep(std::time::Duration::from_secs(3));
    false
}

fn stderr_of_bad_input(arguments: &[&str]) -> String {
    let output = bracket24(arguments, b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    String::from_utf8(output.stderr).unwrap()
}
