//! `bracket24 lesson`

use std::ffi::OsStr;

use bracket24::Named;
use bracket24::course::Lesson;
use bracket24::present::lesson::{self, Listed, in_backticks};
use clap::Args;
use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::ErrorKind;

use crate::cli::options::by_name;
use crate::cli::{Failure, Format, Formats, Outcome, Output, OutputOptions};

/// Read a course in parsing, one short lesson at a time
#[derive(Debug, Args)]
#[command(
    before_help = "\
Examples:
  bracket24 lesson list
  bracket24 lesson 1
  bracket24 lesson associativity
  bracket24 lesson grammar --output grammar.html
  bracket24 lesson --plan",
    after_help = "\
A lesson has one idea. Every command in it can be tried, and prints what the
lesson shows. It asks a question before it answers it, and ends with an exercise
or a quiz, which is a command too.

A lesson as Markdown is its source; as HTML it is one page that needs no network
and prints well. --plan gives a teacher the course in sessions of 45 minutes.

JSON, one object per line; `…` stands for parts that are left out here:
  $ bracket24 lesson list --json
  {\"lesson\":1,\"name\":\"grammar\",\"title\":\"What a grammar is\",\"ends_with\":…}
  …

A lesson has its Markdown in `text` beside these. With --plan, a session:
  $ bracket24 lesson --plan --json
  {\"session\":1,\"minutes\":45,\"title\":…,\"print\":[…],\"parts\":[{\"minutes\":5,
  \"what\":…,\"command\":…,\"look_for\":…},…]}
  …"
)]
pub(crate) struct Arguments {
    /// The lesson, by its number or name; `list` for a list of them
    #[arg(default_value = LIST, value_parser = LessonParser)]
    lesson: Asked,

    /// Show a teacher's plan of seven sessions
    #[arg(long, conflicts_with = "lesson")]
    plan: bool,

    #[command(flatten)]
    output: OutputOptions<Self>,
}

impl Formats for Arguments {
    const FORMATS: &[Format] = &[Format::Text, Format::Json, Format::Markdown, Format::Html];
}

/// The word for all lessons.
const LIST: &str = "list";

/// What to show.
#[derive(Debug, Clone, Copy)]
enum Asked {
    List,
    Lesson(Lesson),
}

/// Reads a lesson by its number or name.
#[derive(Clone)]
struct LessonParser;

impl TypedValueParser for LessonParser {
    type Value = Asked;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Asked, clap::Error> {
        let text = value.to_string_lossy();
        if text.eq_ignore_ascii_case(LIST) {
            return Ok(Asked::List);
        }
        if !text.is_empty() && text.chars().all(|it| it.is_ascii_digit()) {
            let missing = || {
                let last = Lesson::ALL.len();
                let message = format!("the lessons have the numbers 1 to {last}\n");
                clap::Error::raw(ErrorKind::ValueValidation, message)
            };
            let lesson = text.parse().ok().and_then(Lesson::numbered);
            return lesson.map(Asked::Lesson).ok_or_else(missing);
        }
        by_name::<Lesson>().parse_ref(command, argument, value).map(Asked::Lesson)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names = Lesson::ALL.iter().map(Named::name);
        Some(Box::new([LIST].into_iter().chain(names).map(PossibleValue::new)))
    }
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
    let format = arguments.output.open(output)?;
    match (arguments.plan, arguments.lesson) {
        (true, _) if format == Format::Json => {
            lesson::planned().try_for_each(|it| output.json(&it))
        }
        (true, _) => output.titled(&lesson::plan(), lesson::PLAN_TITLE, format),
        (false, Asked::List) if format == Format::Json => {
            Lesson::ALL.iter().try_for_each(|it| output.json(&Listed::new(it)))
        }
        (false, Asked::List) => output.titled(&lesson::list(), "The course", format),
        (false, Asked::Lesson(lesson)) => write_lesson(&lesson, format, output),
    }?;
    Ok(Outcome::Yes)
}

fn write_lesson(lesson: &Lesson, format: Format, output: &mut Output) -> Result<(), Failure> {
    match format {
        Format::Json => output.json(&Listed::whole(lesson)),
        Format::Text => output.document(&in_backticks(lesson::document(lesson))),
        // It is written as it was read.
        Format::Markdown => output.text(lesson.text()),
        other => output.titled(&lesson::document(lesson), lesson.title(), other),
    }
}
