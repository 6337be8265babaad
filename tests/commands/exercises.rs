//! Exercises: nothing that a learner wrote is lost, whatever happens beside it.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

/// The folder of a learner.
struct Learner(tempfile::TempDir);

impl Learner {
    /// One who has begun an exercise.
    fn begun(name: &str) -> Self {
        let learner = Self(tempfile::tempdir().unwrap());
        assert!(learner.run(&["start", name]).status.success());
        learner
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bracket24"));
        command.arg("exercise").args(arguments).current_dir(self.0.path());
        command.env("COLUMNS", "80").env("LC_ALL", "C.UTF-8").stdin(Stdio::null());
        command
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    fn path(&self, file: &str) -> PathBuf {
        self.0.path().join("bracket24-exercises").join(file)
    }

    fn read(&self, file: &str) -> String {
        fs::read_to_string(self.path(file)).unwrap()
    }

    fn write(&self, file: &str, text: impl AsRef<[u8]>) {
        fs::write(self.path(file), text).unwrap();
    }

    fn state(&self, name: &str) -> String {
        let list = stdout(&self.run(&["list", "--json"]));
        let line = list.lines().find(|line| line.contains(&format!("\"{name}\""))).unwrap();
        let exercise: serde_json::Value = serde_json::from_str(line).unwrap();
        exercise["state"].as_str().unwrap().to_owned()
    }

    fn watch(&self, name: &str) -> Child {
        let mut command = self.command(&["check", name, "--watch"]);
        command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
    }
}

/// Waits until a watch says this.
fn wait_for(said: &mut impl BufRead, words: &str) {
    let is_it = |line: String| line.contains(words);
    assert!(said.lines().map(Result::unwrap).any(is_it), "it ends without {words:?}");
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn solution(folder: &str) -> String {
    let path = Path::new("src/exercises/material").join(folder).join("reference.pest");
    fs::read_to_string(path).unwrap()
}

#[test]
fn a_start_leaves_what_was_written_as_it_is() {
    let learner = Learner::begun("end");
    learner.write("02-end.pest", "line = { mine }");
    let again = learner.run(&["start", "end"]);
    assert!(stdout(&again).contains("02-end.pest, as you left it"), "{}", stdout(&again));
    assert_eq!(learner.read("02-end.pest"), "line = { mine }");
}

#[test]
fn every_reset_keeps_what_was_written_under_a_name_of_its_own() {
    let learner = Learner::begun("end");
    let start = learner.read("02-end.pest");
    for text in ["first", "second", "third"] {
        learner.write("02-end.pest", text);
        assert!(learner.run(&["reset", "--all"]).status.success());
        assert_eq!(learner.read("02-end.pest"), start);
    }
    let kept = ["02-end.pest.old", "02-end.pest.old2", "02-end.pest.old3"];
    assert_eq!(kept.map(|file| learner.read(file)), ["first", "second", "third"]);
}

#[test]
fn damaged_progress_is_kept_aside_and_said() {
    let learner = Learner::begun("end");
    learner.write("02-end.pest", solution("02-end"));
    assert_eq!(learner.run(&["check"]).status.code(), Some(0));
    assert_eq!(learner.state("end"), "done");
    for damaged in [&b"02-end done"[..], b"\xff", b"02-end finished 1\n"] {
        learner.write("progress.txt", damaged);
        let list = learner.run(&["list"]);
        assert!(list.status.success());
        assert!(stderr(&list).contains("is damaged"), "{}", stderr(&list));
        assert!(stderr(&learner.run(&["list"])).is_empty());
    }
    assert_eq!(fs::read(learner.path("progress.txt.old2")).unwrap(), b"\xff");
    // The grammar is still there.
    assert_eq!(learner.state("end"), "started");
}

#[test]
fn what_cannot_be_graded_is_told_and_ends_with_2() {
    let learner = Learner::begun("end");
    fs::create_dir(learner.0.path().join("15-left")).unwrap();
    for (arguments, told) in [
        (&["start", "--from", "15-left"][..], "`15-left` has the name of a built-in exercise"),
        (&["check", "left"], "15-left.pest is not there"),
        (&["check", "lef"], "a similar value exists: 'left'"),
        (&["reset"], "give its NAME, or `--all`"),
        (&["check", "--folder", "nowhere"], "you have begun no exercise in nowhere"),
        (&["start", "--folder", "bracket24-exercises/progress.txt"], "is no folder"),
        (&["check", "--from", "left"], "`left` is built in: leave out `--from`"),
        (&["check", "--from", "."], "it has no file `text.md`"),
    ] {
        let output = learner.run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(told), "{arguments:?}: {}", stderr(&output));
    }
    learner.write("02-end.pest", b"line = { \xff }");
    let output = learner.run(&["check"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("line 1 is not UTF-8"));
}

#[test]
fn the_mistakes_of_a_teacher_are_told_before_anything_is_begun() {
    let learner = Learner::begun("end");
    let folder = learner.0.path().join("mine");
    fs::create_dir(&folder).unwrap();
    for (file, text) in [
        ("text.md", "# Mine\n\nDo it."),
        ("start.pest", "a = { \"a\" }"),
        ("reference.pest", "a = { b }"),
        ("hints.md", "None."),
    ] {
        fs::write(folder.join(file), text).unwrap();
    }
    let output = learner.run(&["start", "--from", "mine"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("reference.pest:1:7"), "{}", stderr(&output));
    assert!(!learner.path("mine.pest").exists());
}

#[test]
fn a_watch_ends_once_the_answer_is_right_even_if_the_file_was_away() {
    let learner = Learner::begun("end");
    let mut watch = learner.watch("end");
    let mut said = BufReader::new(watch.stderr.take().unwrap());
    wait_for(&mut said, "watching");
    fs::remove_file(learner.path("02-end.pest")).unwrap();
    wait_for(&mut said, "is gone");
    learner.write("02-end.pest", solution("02-end"));
    assert_eq!(watch.wait().unwrap().code(), Some(0));
    assert_eq!(learner.state("end"), "done");
}

#[cfg(unix)]
#[test]
fn control_c_ends_a_watch() {
    let learner = Learner::begun("end");
    let mut watch = learner.watch("end");
    let mut said = BufReader::new(watch.stderr.take().unwrap());
    wait_for(&mut said, "watching");
    let pid = watch.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    assert_eq!(watch.wait().unwrap().code(), Some(130));
    assert_eq!(learner.state("end"), "started");
}

#[test]
fn one_damaged_line_loses_no_other() {
    let learner = Learner::begun("end");
    learner.write("02-end.pest", solution("02-end"));
    assert_eq!(learner.run(&["check"]).status.code(), Some(0));
    let mut progress = learner.read("progress.txt");
    progress.push_str("oops\n");
    learner.write("progress.txt", &progress);
    let list = learner.run(&["list"]);
    assert!(stderr(&list).contains("is damaged"), "{}", stderr(&list));
    assert_eq!(learner.state("end"), "done");
}

#[test]
fn an_exercise_that_was_right_stays_done_whatever_is_tried_later() {
    let learner = Learner::begun("end");
    learner.write("02-end.pest", solution("02-end"));
    assert_eq!(learner.run(&["check"]).status.code(), Some(0));
    learner.write("02-end.pest", "line = { \"1\" }");
    assert_eq!(learner.run(&["check", "end"]).status.code(), Some(1));
    assert_eq!(learner.state("end"), "done");
}

#[test]
fn what_is_no_file_is_neither_begun_nor_read() {
    let learner = Learner::begun("end");
    fs::create_dir(learner.path("01-number.pest")).unwrap();
    for command in ["start", "check", "reset"] {
        let run = learner.run(&[command, "number"]);
        assert_eq!(run.status.code(), Some(2), "{command}");
        assert!(stderr(&run).contains("01-number.pest is not a file"), "{}", stderr(&run));
    }
}
