//! Tests exercises: nothing that a learner wrote is lost, whatever else happens.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

/// The folder of a learner.
struct Learner(tempfile::TempDir);

impl Learner {
    /// Returns a learner who has begun an exercise.
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

/// Waits until the output of a watch contains these words.
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
#[cfg(unix)]
fn exercises_started_at_the_same_time_are_all_noted() {
    let learner = Learner::begun("number");
    let names = ["end", "choice", "repeat", "greedy", "string", "brackets"];
    let started = names.map(|name| learner.command(&["start", name]).spawn().unwrap());
    for mut child in started {
        assert!(child.wait().unwrap().success());
    }
    let progress = learner.read("progress.txt");
    assert_eq!(progress.lines().filter(|it| it.contains("started")).count(), 7, "{progress}");
}

#[test]
fn exercise_start_does_not_overwrite_the_file_of_the_learner() {
    let learner = Learner::begun("end");
    learner.write("02-end.pest", "line = { mine }");
    let again = learner.run(&["start", "end"]);
    assert!(stdout(&again).contains("02-end.pest, as you left it"), "{}", stdout(&again));
    assert_eq!(learner.read("02-end.pest"), "line = { mine }");
}

#[cfg(unix)]
#[test]
fn a_full_disk_or_a_killed_command_leaves_no_part_of_an_answer() {
    let learner = Learner::begun("end");
    learner.write("02-end.pest", "line = { mine }");
    // The signal kills the command while it writes. Without the signal the disk is full.
    for no_room in ["ulimit -f 0", "trap '' XFSZ; ulimit -f 0"] {
        for arguments in [["start", "number"], ["reset", "end"]] {
            let mut command = crate::limited(no_room);
            let output = command.arg("exercise").args(arguments).current_dir(learner.0.path());
            let output = output.output().unwrap();
            let is_killed = output.status.code().is_none();
            assert_eq!(is_killed, !no_room.starts_with("trap"), "{output:?}");
            assert!(is_killed || stderr(&output).contains("File too large"), "{output:?}");
        }
    }
    let files = fs::read_dir(learner.path("")).unwrap().map(|it| it.unwrap().file_name());
    let mut files: Vec<_> = files.map(|it| it.into_string().unwrap()).collect();
    files.retain(|it| !it.starts_with(".bracket24-"));
    files.sort();
    assert_eq!(files, ["02-end.pest", "progress.txt"]);
    assert_eq!(learner.read("02-end.pest"), "line = { mine }");
}

#[test]
fn every_reset_saves_the_previous_answer_under_a_new_name() {
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
fn damaged_progress_is_set_aside_and_reported() {
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
fn the_exercise_command_exits_with_2_if_it_cannot_grade() {
    let learner = Learner::begun("end");
    fs::create_dir(learner.0.path().join("15-left")).unwrap();
    for (arguments, told) in [
        (&["start", "--from", "15-left"][..], "`15-left` has the name of a built-in exercise"),
        (&["check", "left"], "15-left.pest is not there"),
        (&["check", "lef"], "a similar value exists: 'left'"),
        (&["reset"], "give its NAME, or `--all`"),
        (&["check", "--folder", "nowhere"], "no exercise in nowhere is begun and not done"),
        (&["start", "--folder", "bracket24-exercises/progress.txt"], "is not a folder"),
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
fn start_reports_mistakes_in_an_exercise_before_writing_anything() {
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
fn exercise_watch_ends_once_the_answer_is_right_even_if_the_file_was_deleted() {
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
fn ctrl_c_stops_check_watch() {
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
fn one_damaged_progress_line_does_not_lose_the_others() {
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

#[cfg(unix)]
#[test]
fn a_check_grades_an_answer_while_another_program_holds_the_folder() {
    let learner = Learner::begun("end");
    learner.write("02-end.pest", solution("02-end"));
    let other = fs::File::open(learner.path("")).unwrap();
    other.lock().unwrap();
    let check = learner.run(&["check", "end"]);
    assert!(check.status.success(), "{}", stdout(&check));
    assert!(stderr(&check).contains("another program has locked"), "{}", stderr(&check));
    assert_eq!(learner.state("end"), "started");
}

#[test]
fn a_solved_exercise_stays_done_whatever_the_learner_tries_later() {
    let learner = Learner::begun("end");
    learner.write("02-end.pest", solution("02-end"));
    assert_eq!(learner.run(&["check"]).status.code(), Some(0));
    learner.write("02-end.pest", "line = { \"1\" }");
    assert_eq!(learner.run(&["check", "end"]).status.code(), Some(1));
    assert_eq!(learner.state("end"), "done");
}

#[test]
fn exercise_commands_reject_a_path_that_is_not_a_file() {
    let learner = Learner::begun("end");
    fs::create_dir(learner.path("01-number.pest")).unwrap();
    for command in ["start", "check", "reset"] {
        let run = learner.run(&[command, "number"]);
        assert_eq!(run.status.code(), Some(2), "{command}");
        assert!(stderr(&run).contains("01-number.pest is not a file"), "{}", stderr(&run));
    }
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn start_rejects_an_exercise_whose_reference_takes_too_long_to_check() {
    let learner = Learner::begun("end");
    let own = learner.0.path().join("stars");
    fs::create_dir(&own).unwrap();
    let grammar = r#"doc = { SOI ~ inline* ~ EOI }
        inline = _{ strong | em | text }
        em = { "*" ~ inline+ ~ "*" }
        strong = { "**" ~ inline+ ~ "**" }
        text = @{ (!"*" ~ ANY)+ }"#;
    for (file, text) in [
        ("reference.pest", grammar.to_owned()),
        ("start.pest", grammar.replace("strong | em", "em | strong")),
        ("text.md", "# Emphasis\n\nTwo stars before one.".to_owned()),
        ("hints.md", "Try `**a**`.".to_owned()),
        ("learned.md", "The longer sign comes first.".to_owned()),
    ] {
        fs::write(own.join(file), text).unwrap();
    }
    let output = learner.run(&["start", "--from", "stars"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(stderr(&output).contains("the reference itself takes too long"), "{output:?}");
    assert!(!learner.path("stars.pest").exists());
}

#[test]
fn a_teacher_reads_why_the_reference_does_not_pass() {
    let learner = Learner(tempfile::tempdir().unwrap());
    let own = learner.0.path().join("own");
    fs::create_dir(&own).unwrap();
    fs::write(own.join("text.md"), "# Own\n\nAn exercise.\n").unwrap();
    fs::write(own.join("hints.md"), "A hint.\n").unwrap();
    let said = |reference: &str| {
        fs::write(own.join("start.pest"), reference).unwrap();
        fs::write(own.join("reference.pest"), reference).unwrap();
        let output = learner.run(&["start", "--from", "own"]);
        assert_eq!(output.status.code(), Some(2), "{reference}");
        stderr(&output)
    };
    let panics = said("file = { SOI ~ open* ~ \"/\" ~ POP ~ EOI }\nopen = { PUSH(\"a\") }\n");
    assert!(panics.contains("with the reference: pest panics at `POP` on an"), "{panics}");
    assert!(panics.contains("1 | /\n"), "{panics}");
    let slow = said(
        "file = { SOI ~ a ~ EOI }\na = { b ~ \"!\" | b ~ \"?\" | b ~ \".\" | b ~ \",\" | b }\n\
         b = { \"(\" ~ a ~ \")\" | \"x\" }\n",
    );
    assert!(slow.contains("with the reference: parsing takes too long"), "{slow}");
}

#[test]
fn a_growing_seed_does_not_show_the_solution_of_an_exercise() {
    let learner = Learner::begun("recursion");
    learner.write("mine.pest", learner.read("19-recursion.pest"));
    for (file, is_shown) in [("19-recursion.pest", false), ("mine.pest", true)] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bracket24"));
        let file = learner.path(file);
        command.args(["parse", "1+2-3", "--grow", "--grammar"]).arg(file);
        let said = stdout(&command.stdin(Stdio::null()).output().unwrap());
        assert!(said.contains("What pest would do"), "{said}");
        assert_eq!(said.contains("What pest accepts instead"), is_shown, "{said}");
    }
}
