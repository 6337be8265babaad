//! Measures the cost of a class: forty students typing at the same time, each at an exercise, and
//! the page on a slow line. The students connect through a second loopback address, which only
//! Linux has.
//!
//! `cargo run --release --manifest-path tests/benches/Cargo.toml --bin class -- BRACKET24`
//! where BRACKET24 is the program to measure; the browser is `$CHROMIUM`, or `chromium`.
//!
//! Each key sends the requests that a page sends: to read the text, to check the grammar, and then
//! to check the exercise, unless only a comment was typed. The time is counted from the moment at
//! which the key was due. No request is given up, whereas a browser gives one up at the next key.

#[allow(dead_code, reason = "the tests of pages use the rest")]
#[path = "../commands/page/browser.rs"]
mod browser;
#[allow(dead_code, reason = "the live page alone is asked for one thing after another")]
mod client;
mod opened;

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use client::{Page, quoted};
use opened::{SLOW, opened};

const STUDENTS: usize = 40;

/// The number of keys that each student presses: the last ones of a right answer.
const KEYS: usize = 120;

/// The pause between two keys in milliseconds: about four keys a second.
const PAUSES: std::ops::Range<u64> = 150..350;

/// Exercises, each with a right answer.
const ANSWERS: [(&str, &str); 8] = [
    ("choice", include_str!("../../src/exercises/material/03-choice/reference.pest")),
    ("brackets", include_str!("../../src/exercises/material/08-brackets/reference.pest")),
    ("precedence", include_str!("../../src/exercises/material/14-precedence/reference.pest")),
    ("left", include_str!("../../src/exercises/material/15-left/reference.pest")),
    ("blanks", include_str!("../../src/exercises/material/09-blanks/reference.pest")),
    ("recursion", include_str!("../../src/exercises/material/19-recursion/reference.pest")),
    ("errors", include_str!("../../src/exercises/material/23-errors/reference.pest")),
    ("lists", include_str!("../../src/exercises/material/26-lists/reference.pest")),
];

/// The times that the server took to answer at each key: for the text, the grammar and the
/// exercise.
type Took = [Vec<Duration>; 3];

/// Types an answer.
fn type_answer(host: &str, token: &str, student: usize) -> io::Result<Took> {
    let [mut text, mut grammar] = [Page::open(host, token)?, Page::open(host, token)?];
    let mut exercise = Page::open(host, token)?;
    let (name, answer) = ANSWERS[student % ANSWERS.len()];
    let (sender, keys) = mpsc::channel::<(Instant, String)>();
    let checks = thread::spawn(move || {
        let (mut last, mut took) = (String::new(), Vec::new());
        while let Ok(key) = keys.recv() {
            let (due, source) = keys.try_iter().last().unwrap_or(key);
            let rules = without_blanks(&source);
            if rules != last {
                last = rules;
                let source = quoted(&source);
                let body = format!("{{\"name\":\"{name}\",\"source\":{source}}}");
                exercise.ask("exercise_check", &body)?;
                took.push(due.elapsed());
            }
        }
        Ok::<_, io::Error>(took)
    });
    let ends: Vec<usize> = answer.char_indices().map(|(at, it)| at + it.len_utf8()).collect();
    let mut random = student as u64 + 1;
    let mut due = Instant::now();
    let [mut read, mut checked] = [Vec::new(), Vec::new()];
    for end in &ends[ends.len().saturating_sub(KEYS)..] {
        // The constants of the random number generator of Knuth's MMIX.
        random = random.wrapping_mul(6_364_136_223_846_793_005);
        random = random.wrapping_add(1_442_695_040_888_963_407);
        due += Duration::from_millis(PAUSES.start + (random >> 33) % (PAUSES.end - PAUSES.start));
        sleep(due.saturating_duration_since(Instant::now()));
        let source = quoted(&answer[..*end]);
        let given = format!("{{\"name\":\"{student}.pest\",\"source\":{source}}}");
        text.send("read", &format!("{{\"grammar\":{given},\"text\":\"(5-8-7)*6\"}}"))?;
        grammar.send("grammar", &format!("{{\"grammar\":{given}}}"))?;
        text.answer()?;
        read.push(due.elapsed());
        grammar.answer()?;
        checked.push(due.elapsed());
        sender.send((due, answer[..*end].to_owned())).expect("it is checked until the end");
    }
    drop(sender);
    Ok([read, checked, checks.join().expect("no student has a mistake")?])
}

/// Removes comments and blanks from a grammar, well enough for these answers.
fn without_blanks(source: &str) -> String {
    let code = source.lines().map(|line| line.split("//").next().unwrap_or(line));
    code.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

fn percentile(sorted: &[Duration], percent: usize) -> Duration {
    sorted[(sorted.len() * percent).div_ceil(100) - 1]
}

fn measure_class(host: &str, token: &str) -> io::Result<()> {
    let students: Vec<_> = (0..STUDENTS)
        .map(|student| {
            let (host, token) = (host.to_owned(), token.to_owned());
            thread::spawn(move || type_answer(&host, &token, student))
        })
        .collect();
    let mut all = Took::default();
    for student in students {
        let took = student.join().expect("no student has a mistake")?;
        all.iter_mut().zip(took).for_each(|(all, took)| all.extend(took));
    }
    let out = &mut io::stdout();
    writeln!(out, "{STUDENTS} students at once; from a key until")?;
    let what = ["the text is read", "the grammar is checked", "the exercise is checked"];
    for (what, mut took) in what.into_iter().zip(all) {
        took.sort_unstable();
        let [half, most, nearly, last] = [50, 95, 99, 100].map(|it| percentile(&took, it));
        writeln!(
            out,
            "  {what} ({}): half in {half:.1?}, 95 % in {most:.1?}, 99 % in {nearly:.1?}, all in {last:.1?}",
            took.len()
        )?;
    }
    Ok(())
}

fn main() -> io::Result<()> {
    let program = std::env::args_os().nth(1).expect("the program to measure is named");
    let folder = tempfile::tempdir()?;
    let mut child = Command::new(program)
        .args(["serve", "--listen", "127.0.0.2", "--exercises", "--folder"])
        .arg(folder.path())
        .stdout(Stdio::piped())
        .spawn()?;
    let lines = BufReader::new(child.stdout.take().expect("it is a pipe")).lines();
    let address = lines
        .map_while(Result::ok)
        .find_map(|line| line.strip_prefix("for a class at ").map(str::to_owned));
    let address = address.expect("it says where a class comes in");
    let (host, token) =
        address.trim_start_matches("http://").split_once("/?token=").expect("it has a token");
    writeln!(io::stdout(), "on a slow line {}", opened(&address, SLOW, 1))?;
    let measured = measure_class(host, token);
    child.kill()?;
    child.wait()?;
    measured
}
