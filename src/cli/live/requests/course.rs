//! The requests for lessons, whose commands run when clicked, and for quizzes.

use std::fs::{self, File};
use std::io::{self, Read};
use std::process::{Command, Stdio};
use std::{env, thread, time::Duration};

use bracket24::course::Lesson;
use bracket24::present::lesson::{self, Listed};
use bracket24::present::{html_sections, quiz};
use bracket24::quizzes::{Quiz, QuizKind, QuizLevel, Recipe};
use bracket24::{Grammar, Named};
use clap::CommandFactory;
use hyper::StatusCode;
use serde::Deserialize;
use serde_json::json;

use super::files::NameRequest;
use super::{Answer, Answered, Context, Nothing};
use crate::cli::commands::CommandLine;
use crate::cli::commands::repl::words;
use crate::cli::file;
use crate::cli::live::answer::Problem;

/// How often the server checks whether a command has ended.
const PAUSE: Duration = Duration::from_millis(10);

/// The maximum number of bytes of a command's output.
const MOST: u64 = 200_000;

/// The lessons in order.
pub(super) fn list(_: &Context<'_>, Nothing {}: &Nothing) -> Answer {
    let listed = |lesson| Listed { lesson, is_whole: false };
    Answered::json(&Lesson::ALL.iter().map(listed).collect::<Vec<_>>())
}

pub(super) fn lesson(_: &Context<'_>, NameRequest { name }: &NameRequest) -> Answer {
    let lesson = named::<Lesson>(name)?;
    let html = html_sections(&lesson::document(&lesson), lesson.title());
    let (files, next) = (lesson.files().collect::<Vec<_>>(), lesson.next());
    let next = next.as_ref().map(Named::name);
    let opened: Vec<_> =
        lesson.commands().filter_map(|it| Some((it, opened(it, lesson)?))).collect();
    Answered::json(&json!({ "html": html, "files": files, "opened": opened, "next": next }))
}

/// Returns the text that a command of a lesson parses, with its grammar and start rule, to open
/// them in the editors. The text is `null` if the command is about a grammar alone.
fn opened(command: &str, lesson: Lesson) -> Option<serde_json::Value> {
    let matches = CommandLine::command().try_get_matches_from(words(command)).ok()?;
    let verb = matches.subcommand_name()?;
    ["parse", "step", "explain", "trace", "grammar"].contains(&verb).then_some(())?;
    let values: Vec<_> = file::values(&matches).collect();
    let given = |name| {
        let (_, value) = values.iter().find(|(option, _)| *option == name)?;
        value.to_str().map(str::to_owned)
    };
    let (text, grammar) = if verb == "grammar" {
        (None, ["grammar", "a", "file"].into_iter().find_map(given)?)
    } else {
        let in_file = given("file").and_then(|it| lesson.files().find(|(file, _)| *file == it));
        let text = in_file.map(|(_, text)| text.to_owned()).or_else(|| given("first"))?;
        let usual = || Grammar::built_in_for(&text).first().map(ToString::to_string);
        let grammar = given("grammar").or_else(usual)?;
        (Some(text), grammar)
    };
    Some(json!({ "text": text, "grammar": grammar, "start": given("start") }))
}

fn named<T: Named>(name: &str) -> Result<T, Problem> {
    T::by_name(name).map_err(|error| Problem::missing(error.to_string()))
}

#[derive(Deserialize)]
pub(super) struct CommandRequest {
    /// The name of the lesson.
    name: String,
    command: String,
}

/// Runs a command of a lesson, in a folder with the lesson's files. Refuses any other command.
pub(super) fn command(context: &Context<'_>, request: &CommandRequest) -> Answer {
    let lesson = named::<Lesson>(&request.name)?;
    if !lesson.commands().any(|it| it == request.command) {
        return Err(Problem::missing("the lesson has no such command"));
    }
    let run = || -> io::Result<String> {
        let folder = tempfile::tempdir()?;
        for (name, text) in lesson.files() {
            fs::write(folder.path().join(name), text)?;
        }
        let mut printed = tempfile::tempfile()?;
        let mut child = Command::new(env::current_exe()?)
            .args(&words(&request.command)[1..])
            .current_dir(&folder)
            .env("NO_COLOR", "1")
            .env("COLUMNS", "90")
            .stdin(Stdio::null())
            .stdout(File::try_clone(&printed)?)
            .stderr(File::try_clone(&printed)?)
            .spawn()?;
        while child.try_wait()?.is_none() {
            if !context.patience.lasts() {
                child.kill()?;
            }
            thread::sleep(PAUSE);
        }
        let mut bytes = Vec::new();
        io::Seek::rewind(&mut printed)?;
        printed.take(MOST).read_to_end(&mut bytes)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    };
    let printed = run().map_err(|error| {
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, format!("the command cannot run: {error}"))
    })?;
    Answered::json(&json!({ "printed": printed }))
}

/// A quiz, the number of a question, and the learner's answer, if there is one.
#[derive(Deserialize)]
pub(super) struct QuizRequest {
    kinds: Vec<String>,
    level: String,
    count: usize,
    seed: u64,
    /// The number of the question, from 0.
    number: usize,
    answer: Option<String>,
}

/// Returns the question, or, if the request has an answer, the verdict on it.
pub(super) fn quiz(_: &Context<'_>, request: &QuizRequest) -> Answer {
    let QuizRequest { count, seed, number, answer, .. } = request;
    let kinds = request.kinds.iter().map(|it| named(it)).collect::<Result<Vec<QuizKind>, _>>()?;
    let kinds = if kinds.is_empty() { QuizKind::ALL.to_vec() } else { kinds };
    let level = named::<QuizLevel>(&request.level)?;
    let quiz = Quiz::new(Recipe { kinds, count: *count, level, seed: *seed });
    let no_such = || Problem::missing("the quiz has no such question");
    let item = quiz.items.get(*number).ok_or_else(no_such)?;
    let right = answer.as_deref().map(|it| item.mark(it)).transpose();
    let right = right.map_err(|misread| Problem::bad(misread.to_string()))?;
    let told = match answer.as_deref().zip(right) {
        None => quiz::question(number + 1, item),
        given => quiz::verdict(item, given),
    };
    let html = html_sections(&told, "");
    let (count, choices) = (quiz.items.len(), quiz::options(item));
    Answered::json(&json!({ "html": html, "count": count, "choices": choices, "right": right }))
}
