//! What a person sees: the sessions and the answers to wrong input are what the
//! command really prints.
#![cfg(feature = "cli")]

mod advice;
mod arguments;
mod atlas;
mod batches;
mod colour;
mod drawn;
mod exercises;
mod formats;
mod games;
mod limits;
#[cfg(feature = "serve")]
mod live;
mod quizzes;
mod repl;
mod surveys;

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

/// What is printed, to the byte; the sessions read a `\` as a `/`.
fn stdout(arguments: &[&str]) -> String {
    String::from_utf8(bracket24(arguments, b"").stdout).unwrap()
}

fn stderr_of_bad_input(arguments: &[&str]) -> String {
    let output = bracket24(arguments, b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    String::from_utf8(output.stderr).unwrap()
}
