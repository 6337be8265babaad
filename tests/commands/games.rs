//! Tests a game over a pipe: it answers each line, and reports its end however it comes.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};

use super::bracket24;

/// Returns the output of a game for these lines, without the time at its end.
fn played(arguments: &[&str], lines: &str) -> String {
    let output = bracket24(&[&["play"], arguments].concat(), lines.as_bytes());
    assert!(output.stderr.is_empty());
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).unwrap();
    let (said, time) = text.rsplit_once(", in ").unwrap();
    assert!(time.trim().len() >= 4, "{time}");
    said.to_owned()
}

#[test]
fn an_arrow_key_is_not_an_answer() {
    let lines = "2+9-3\x1b[D\n(2+9-3)*3\nquit\n";
    let output = bracket24(&["play", "--seed", "7"], lines.as_bytes());
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("the arrow keys do not work here"), "{said}");
    let shown = String::from_utf8(output.stdout).unwrap();
    assert!(shown.contains("right: (2+9-3)*3 = 24") && !shown.contains("wrong"), "{shown}");
}

#[test]
fn the_game_answers_every_line() {
    let lines =
        "3*8\n2+9=11\n2*9+3*3\nwhy\nhint\n3[9−3+2] = 24\nnone\nskip\nhlp\n(7+8\nquit\n2+2\n";
    assert_eq!(
        played(&["--seed", "7"], lines),
        "\
Make 24 from all the cards with + - * / and brackets. `help` lists what you can
type.
bracket24 play --seed 7 # deal-1, pcg32-1

2 3 3 9 → 24  hard
> 3*8
wrong: you used one 3 instead of two; you did not use the 2 and the 9; the hand
has no 8

3*8
  ─  not in the hand
> 2+9=11
one step leaves cards unused: type all steps on one line, with commas: `5+7=12,
8-6=2, 12*2=24`
> 2*9+3*3
wrong: 2*9+3*3 = 27, not 24
> why
2*9+3*3
───  2*9 = 18  multiply in term
18+3*3
   ───  3*3 = 9  multiply in term
18+9
────  18+9 = 27  add in expression
27
> hint
it can be done without a fraction
> 3[9−3+2] = 24
right: 3*(9-3+2) = 24

9 11 12 13 → 24  expert
> none
wrong: it has a solution
> skip
1 solution
  (9+13)*12/11  (N+N)*N/N

2 7 8 11 → 24  medium
> hlp
`hlp` is neither an answer nor a command; did you mean `help`?
> (7+8
cannot read this: the text ends too early at column 5

(7+8
    ─  expected `+`, `-`, `*`, `/`, `)` or another digit
mended with `)` put in at column 5: (7+8)
> quit

1 hand solved, 1 skipped, 3 wrong answers, 1 hint"
    );
}

#[test]
fn the_game_ends_at_the_end_of_input() {
    for lines in ["", "2+9", "hint\n", "skip\nskip"] {
        let said = played(&["--seed", "7"], lines);
        assert!(said.contains(" solved"), "{lines:?}: {said}");
    }
    // Bytes that are no text are no answer.
    let output = bracket24(&["play", "--seed", "7"], b"\xff\x00\n\x1b[31m\nquit\n");
    assert_eq!(output.status.code(), Some(0));
    assert!(!output.stdout.contains(&0x1b));
    let long = "1+".repeat(100_000) + "1\nquit\n";
    let output = bracket24(&["play", "--seed", "7"], long.as_bytes());
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8(output.stdout).unwrap().contains("0 hands solved"));
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(told, "error: the line has more than 65536 bytes\n");
}

/// Starts a game that waits for its first line.
#[cfg(unix)]
fn begun(arguments: &[&str]) -> (Child, BufReader<std::process::ChildStdout>) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_bracket24"))
        .args(["play", "--seed", "7"])
        .args(arguments)
        .env("COLUMNS", "80")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    while !line.contains("2 3 3 9") {
        line.clear();
        assert!(output.read_line(&mut line).unwrap() > 0);
    }
    (child, output)
}

#[cfg(unix)]
#[test]
fn ctrl_c_shows_the_score() {
    let (mut child, mut output) = begun(&[]);
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"(2+9-3)*3\n").unwrap();
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    assert_eq!(line, "> (2+9-3)*3\n");
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let mut rest = String::new();
    output.read_to_string(&mut rest).unwrap();
    assert!(rest.contains("\n1 hand solved, in "), "{rest}");
    assert_eq!(child.wait().unwrap().code(), Some(130));
    drop(input);
}

#[cfg(unix)]
#[test]
fn the_game_ends_when_its_output_is_closed() {
    let (mut child, output) = begun(&[]);
    drop(output);
    let mut input = child.stdin.take().unwrap();
    let _ = input.write_all(b"skip\n");
    assert_eq!(child.wait().unwrap().code(), Some(0));
}
