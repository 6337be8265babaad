//! The course: every command of a lesson prints what the lesson shows, and every
//! lesson is as the others are.

use std::fs;
use std::path::Path;
use std::process::Command;

use bracket24::Named;
use bracket24::course::{Lesson, MINUTES, plan};

use crate::session::{as_session, marks};

const FOLDER: &str = "src/guide/lessons";

/// The file of a lesson.
fn path(lesson: &Lesson) -> String {
    format!("{FOLDER}/{:02}-{}.md", lesson.number(), lesson.name())
}

/// Runs a command line as a reader types it, in a folder of its own.
fn run(line: &str, folder: &Path) -> (Option<i32>, String) {
    let program = Path::new(env!("CARGO_BIN_EXE_bracket24")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let mut command = Command::new("sh");
    command.args(["-c", line]).current_dir(folder).env("PATH", path);
    let output = command.stdin(std::process::Stdio::null()).output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn what_the_lessons_show_is_what_is_printed() {
    let cases = trycmd::TestCases::new();
    cases.env("COLUMNS", "80").env("LC_ALL", "C.UTF-8");
    for lesson in Lesson::ALL {
        cases.case(as_session(&path(lesson)));
    }
    cases.run();
}

#[test]
fn every_file_of_the_folder_is_a_lesson() {
    for lesson in Lesson::ALL {
        assert_eq!(fs::read_to_string(path(lesson)).unwrap(), lesson.text());
    }
    assert_eq!(fs::read_dir(FOLDER).unwrap().count(), Lesson::ALL.len());
}

#[test]
fn a_lesson_is_short_asks_before_it_answers_and_ends_with_something_to_do() {
    for lesson in Lesson::ALL {
        let (text, name) = (lesson.text(), lesson.name());
        let lines = text.lines().count();
        assert!((40..=80).contains(&lines), "{name} has {lines} lines");
        assert_eq!(marks(text), [""; 0], "{name}");
        let before = text.find("efore you ").unwrap_or_else(|| panic!("{name} asks nothing"));
        assert!(text[before..].contains("```console"), "{name}: nothing answers the question");
        let end = format!("\n```sh\n{}\n```\n", lesson.ends_with());
        assert!(text.ends_with(&end), "{name} ends with {:?}", lesson.ends_with());
        let practice = ["bracket24 exercise start ", "bracket24 quiz --kind "];
        assert!(practice.iter().any(|it| lesson.ends_with().starts_with(it)), "{name}");
    }
}

#[test]
fn every_session_of_the_plan_takes_as_long_as_the_others() {
    for session in plan() {
        let minutes: u32 = session.parts.iter().map(|part| part.minutes).sum();
        assert_eq!(minutes, MINUTES, "{}", session.title);
    }
}

#[test]
fn the_plan_goes_through_every_lesson_in_order() {
    let commands = plan().into_iter().flat_map(|it| it.parts).map(|it| it.command);
    let named = commands.filter_map(|it| it.strip_prefix("bracket24 lesson ")).collect::<Vec<_>>();
    assert_eq!(named, Lesson::ALL.iter().map(Named::name).collect::<Vec<_>>());
}

#[test]
fn every_command_of_the_plan_runs_and_so_does_what_a_lesson_ends_with() {
    let folder = tempfile::tempdir().unwrap();
    let parts = plan().into_iter().flat_map(|it| it.parts).map(|part| part.command);
    let printed = plan().into_iter().flat_map(|it| it.print);
    let ends = Lesson::ALL.iter().map(Lesson::ends_with);
    for line in parts.chain(printed).chain(ends) {
        let (code, stderr) = run(line, folder.path());
        assert!(code.is_some_and(|code| code < 2), "`{line}` ends with {code:?}: {stderr}");
    }
}
