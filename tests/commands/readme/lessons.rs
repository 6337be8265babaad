//! Tests the courses: every command of a lesson prints the output that the lesson shows, and all
//! lessons have the same form.

use std::fs;
use std::path::Path;
use std::process::Command;

use bracket24::Named;
use bracket24::course::{Course, Lesson, MINUTES, Session};

use super::session::{as_session, marks};

/// Returns the path of a lesson's file.
fn path(lesson: &Lesson) -> String {
    format!("src/guide/{}/{}.md", lesson.course, lesson.file())
}

/// Returns the sessions of both plans.
fn sessions() -> impl Iterator<Item = Session> {
    Course::ALL.iter().flat_map(|course| course.plan())
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
fn the_lessons_show_what_the_commands_print() {
    let cases = trycmd::TestCases::new();
    cases.env("COLUMNS", "80").env("LC_ALL", "C.UTF-8");
    for lesson in Lesson::ALL {
        cases.case(as_session(&path(lesson)));
    }
    cases.run();
}

#[test]
fn every_file_in_the_lesson_folders_is_a_lesson_or_a_plan() {
    for lesson in Lesson::ALL {
        assert_eq!(fs::read_to_string(path(lesson)).unwrap(), lesson.text);
        assert_eq!(lesson.file(), format!("{:02}-{lesson}", lesson.number()));
    }
    for course in Course::ALL {
        let files = fs::read_dir(format!("src/guide/{course}")).unwrap().count();
        assert_eq!(files, course.lessons().count() + 1, "{course}");
    }
}

#[test]
fn every_lesson_has_a_unique_name() {
    for lesson in Lesson::ALL {
        assert_eq!(Lesson::by_name(lesson.name()).unwrap(), *lesson);
    }
}

#[test]
fn a_lesson_is_short_asks_before_it_answers_and_ends_with_something_to_do() {
    for lesson in Lesson::ALL {
        let (text, name) = (lesson.text, lesson.name());
        let lines = text.lines().count();
        // A lesson of this length takes twenty minutes, with the commands.
        assert!((60..=140).contains(&lines), "{name} has {lines} lines");
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
fn every_session_of_a_lesson_plan_takes_the_same_time() {
    for session in sessions() {
        let minutes: u32 = session.parts.iter().map(|part| part.minutes).sum();
        assert_eq!(minutes, MINUTES, "{}", session.title);
    }
}

#[test]
fn the_plan_of_a_course_names_every_lesson_in_order() {
    for course in Course::ALL {
        let parts: Vec<_> = course.plan().into_iter().flat_map(|it| it.parts).collect();
        let lesson = |command: &str| Some(command.strip_prefix("bracket24 lesson ")?.to_owned());
        let named: Vec<String> = parts.iter().filter_map(|it| lesson(it.command)).collect();
        assert_eq!(named, course.lessons().map(|it| it.to_string()).collect::<Vec<_>>());
        // The teacher's text names the lessons by their numbers.
        for (name, part) in named.iter().zip(parts.iter().filter(|it| lesson(it.command).is_some()))
        {
            let number = Lesson::by_name(name).unwrap().number();
            assert!(part.what.starts_with(&format!("lesson {number};")), "{}", part.what);
        }
    }
}

#[test]
fn a_course_plan_names_every_exercise_that_its_lessons_end_with() {
    for course in Course::ALL {
        let parts: Vec<_> = course.plan().into_iter().flat_map(|it| it.parts).collect();
        let ends = course.lessons().map(|lesson| lesson.ends_with());
        for name in ends.filter_map(|it| it.strip_prefix("bracket24 exercise start ")) {
            let in_words = format!("`{name}`");
            let is_named = parts.iter().any(|part| {
                part.what.contains(&in_words) || part.command.ends_with(&format!(" start {name}"))
            });
            assert!(is_named, "{course}: {name}");
        }
    }
}

#[test]
fn every_command_of_a_lesson_plan_runs_and_so_does_the_end_of_every_lesson() {
    let folder = tempfile::tempdir().unwrap();
    let parts = sessions().flat_map(|it| it.parts).map(|part| part.command);
    let printed = sessions().flat_map(|it| it.print);
    let ends = Lesson::ALL.iter().map(Lesson::ends_with);
    for line in parts.chain(printed).chain(ends) {
        let (code, stderr) = run(line, folder.path());
        assert!(code.is_some_and(|code| code < 2), "`{line}` ends with {code:?}: {stderr}");
    }
}

#[test]
fn a_lesson_line_has_at_most_90_columns_and_wraps_at_40_on_a_narrow_terminal() {
    let folder = tempfile::tempdir().unwrap();
    for (columns, most) in [("40", 40), ("200", 90)] {
        for lesson in Lesson::ALL {
            // The output of commands stays unchanged.
            let exact: Vec<&str> = lesson.text.split("\n```").skip(1).step_by(2).collect();
            let line = format!("COLUMNS={columns} LC_ALL=C.UTF-8 bracket24 lesson {lesson} > text");
            assert_eq!(run(&line, folder.path()).0, Some(0));
            let text = fs::read_to_string(folder.path().join("text")).unwrap();
            for row in text.lines().filter(|row| !exact.iter().any(|it| it.contains(row))) {
                assert!(row.chars().count() <= most, "{lesson} in {columns}: {row}");
            }
        }
    }
}

#[test]
fn lesson_writes_a_course_into_a_folder_and_keeps_the_other_files_there() {
    let folder = tempfile::tempdir().unwrap();
    for course in Course::ALL {
        for format in ["md", "html", "latex"] {
            let all =
                format!("bracket24 lesson --course {course} --all {course} --format {format}");
            for _ in 0..2 {
                assert_eq!(run(&all, folder.path()), (Some(0), String::new()));
            }
        }
        let book = folder.path().join(course.name());
        for lesson in course.lessons() {
            let file = |ending| {
                let path = book.join(format!("{}.{ending}", lesson.file()));
                fs::read_to_string(path).unwrap()
            };
            assert_eq!(file("md"), lesson.text);
            let title = lesson.title().replace('&', "&amp;");
            assert!(file("html").contains(&format!("<title>{title}</title>")));
            let latex = file("tex");
            let count = |it: &str| latex.matches(it).count();
            assert_eq!(count("\\begin{"), count("\\end{"), "{lesson}");
            // Even the earliest fonts of LaTeX have these letters.
            assert!(latex.chars().all(|it| it < '\u{180}'), "{lesson}");
            let link = format!("({}.md)", lesson.file());
            assert!(fs::read_to_string(book.join("index.md")).unwrap().contains(&link));
        }
    }
    fs::write(folder.path().join("game/01-template.md"), "my own").unwrap();
    let all = "bracket24 lesson --course game --all game";
    let (code, stderr) = run(all, folder.path());
    assert_eq!(code, Some(2));
    assert!(stderr.contains("01-template.md: it has other content"), "{stderr}");
    assert_eq!(run(&format!("{all} --force"), folder.path()).0, Some(0));
}
