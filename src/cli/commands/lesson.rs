//! `bracket24 lesson`

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::{fs, io};

use bracket24::Named;
use bracket24::course::{Course, Lesson};
use bracket24::present::lesson::{self, Listed, in_backticks};
use bracket24::present::{Document, markup, write_html, write_latex, write_markdown};
use clap::builder::PossibleValue;

use crate::cli::file::{self, ReadOnly};
use crate::cli::options::{OneOf, by_name};
use crate::cli::{Failure, Format, Output, formats};

/// Read a short lesson on parsing
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The number or the name of a lesson, or `list`
    #[arg(default_value = LIST, value_parser = asked())]
    lesson: Asked,

    /// The course [default: parsing]
    #[arg(long, value_name = "COURSE", value_parser = by_name::<Course>())]
    course: Option<Course>,

    /// Show a plan for teachers
    #[arg(long, conflicts_with = "lesson")]
    plan: bool,

    /// Write the whole course into this folder
    ///
    /// Makes the folder. Keeps a file with other content unless you give `--force`.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["lesson", "plan", "output"])]
    all: Option<PathBuf>,
}

formats! { Arguments: Text, Json, Markdown, Html, Latex;
    fn asked(&self) -> Option<Format> {
        self.all.as_ref().map(|_| Format::Markdown)
    }
}

/// The maximum number of columns in a line: longer lines are hard to read.
const WIDEST: usize = 90;

/// The argument for the list of all lessons.
const LIST: &str = "list";

/// The lesson to show, or the list of lessons.
#[derive(Debug, Clone, Copy)]
enum Asked {
    List,
    /// The number of the lesson; `None` if it does not fit into a `usize`.
    Numbered(Option<usize>),
    Lesson(Lesson),
}

/// Parses the number or the name of a lesson, or `list`.
fn asked() -> OneOf<Asked> {
    let names = || {
        let names = Lesson::ALL.iter().map(Named::name);
        [LIST].into_iter().chain(names).map(PossibleValue::new).collect()
    };
    let read = |word: &OsStr| {
        let text = word.to_string_lossy();
        let is_number = !text.is_empty() && text.chars().all(|it| it.is_ascii_digit());
        let other = || Lesson::by_name(&text).ok().map(Asked::Lesson);
        let list = text.eq_ignore_ascii_case(LIST).then_some(Asked::List);
        list.or_else(|| is_number.then(|| Asked::Numbered(text.parse().ok()))).or_else(other)
    };
    OneOf { names, read }
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    let course = arguments.course.unwrap_or(Course::Parsing);
    let asked = match arguments.lesson {
        Asked::List => None,
        Asked::Numbered(number) => Some(numbered(course, number)?),
        Asked::Lesson(lesson) if arguments.course.is_some_and(|it| it != lesson.course) => {
            let message = format!("the course `{course}` has no lesson `{lesson}`");
            let help = format!("the course `{}` has it", lesson.course);
            return Err(Failure::with_help(message, help));
        }
        Asked::Lesson(lesson) => Some(lesson),
    };
    if let Some(folder) = &arguments.all {
        return write_all(course, folder, output);
    }
    output.layout.width = output.layout.width.min(WIDEST);
    match asked {
        _ if arguments.plan && output.format == Format::Json => {
            lesson::planned(course).try_for_each(|it| output.json(&it))
        }
        _ if arguments.plan => output.titled(&lesson::plan(course), lesson::PLAN_TITLE),
        None if output.format == Format::Json => course
            .lessons()
            .try_for_each(|it| output.json(&Listed { lesson: &it, is_whole: false })),
        None => output.titled(&lesson::list(course), &lesson::title(course)),
        Some(lesson) => write_lesson(&lesson, output),
    }
}

fn numbered(course: Course, number: Option<usize>) -> Result<Lesson, Failure> {
    number.and_then(|number| course.lesson(number)).ok_or_else(|| {
        let last = course.lessons().count();
        Failure::plain(format!("the lessons of the course `{course}` have the numbers 1 to {last}"))
    })
}

fn write_lesson(lesson: &Lesson, output: &mut Output) -> Result<(), Failure> {
    match output.format {
        Format::Json => output.json(&Listed { lesson, is_whole: true }),
        Format::Text => output.document(&in_backticks(lesson::document(lesson))),
        // The source of a lesson is Markdown, so print it unchanged.
        Format::Markdown => output.text(lesson.text),
        _ => output.titled(&lesson::document(lesson), lesson.title()),
    }
}

/// Writes a course into a folder, and prints the number of files.
fn write_all(course: Course, folder: &Path, output: &mut Output) -> Result<(), Failure> {
    let Output { format, read_only, .. } = *output;
    if matches!(format, Format::Text | Format::Json) {
        let message = format!("`--all` writes no files of the format {format}");
        return Err(Failure::with_help(message, "use `--format` md, html or latex"));
    }
    let name = |stem: &str| format!("{stem}.{}", format.facts().2[0]);
    let mut files = Vec::new();
    let mut add = |stem: &str, write: &dyn Fn(&mut Vec<u8>) -> io::Result<()>| {
        files.push((name(stem), file::in_memory(write)));
    };
    let write = |document: &Document, title: &str, out: &mut Vec<u8>| match format {
        Format::Markdown => write_markdown(document, out),
        Format::Html => write_html(document, title, out),
        _ => write_latex(document, out),
    };
    add("index", &|out| match format {
        Format::Latex => write_latex(&lesson::list(course), out),
        other => lesson::write_index(course, other == Format::Markdown, out),
    });
    for lesson in course.lessons() {
        add(lesson.file(), &|out| match format {
            Format::Markdown => io::Write::write_all(out, lesson.text.as_bytes()),
            _ => write(&lesson::document(&lesson), lesson.title(), out),
        });
    }
    add("plan", &|out| write(&lesson::plan(course), lesson::PLAN_TITLE, out));
    if read_only != ReadOnly::Replaced {
        let is_other = |(name, content): &&(String, Vec<u8>)| {
            fs::read(folder.join(name)).is_ok_and(|old| old != *content)
        };
        if let Some((name, _)) = files.iter().find(is_other) {
            let path = folder.join(name);
            let message = format!("cannot write {}: it has other content", path.display());
            return Err(Failure::with_help(message, "`--force` replaces it"));
        }
    }
    let (count, index) = (files.len(), folder.join(name("index")));
    file::write_all(folder, files, read_only)?;
    let wrote = format!("wrote {count} files; begin with {}", index.display());
    output.document(&markup::plain(wrote).into())
}
