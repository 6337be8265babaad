//! The files of the folder, and the exercises, which share their files and progress with the
//! command `bracket24 exercise`.

use bracket24::exercises::{Exercise, Grade, Hint, State};
use bracket24::present::Report;
use bracket24::present::exercise::{Graded, Listed, ShownHint};
use bracket24::{Grammar, digest};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Answer, Answered, Context, Nothing, kept_or_made};
use crate::cli::commands::exercise::Folder as ExerciseFolder;
use crate::cli::live::answer::Problem;
use crate::cli::live::folder::Known;

/// The current files. Server-sent events report later changes.
pub(super) fn list(context: &Context<'_>, Nothing {}: &Nothing) -> Answer {
    let check = || context.patience.check();
    Answered::json(&Known::default().read(context.folder()?, check)?)
}

/// A request with the name of a file, a lesson or an exercise.
#[derive(Deserialize)]
pub(super) struct NameRequest {
    pub(super) name: String,
}

pub(super) fn file(context: &Context<'_>, NameRequest { name }: &NameRequest) -> Answer {
    let text = context.folder()?.read(name)?;
    Answered::json(&json!({ "digest": digest(text.bytes()), "text": text }))
}

#[derive(Deserialize)]
pub(super) struct SaveRequest {
    name: String,
    text: String,
    /// The digest of the file before the edit; `None` if there was no file.
    digest: Option<String>,
    /// Whether to replace the file even if its text has changed.
    #[serde(default)]
    overwrite: bool,
}

pub(super) fn save(context: &Context<'_>, request: &SaveRequest) -> Answer {
    let SaveRequest { name, text, digest, overwrite } = request;
    Answered::json(&context.folder()?.save(name, text, digest.as_deref(), *overwrite)?)
}

/// The exercises, with the state of each.
pub(super) fn exercises(context: &Context<'_>, Nothing {}: &Nothing) -> Answer {
    let all = || Exercise::all().map(|it| (it, State::New)).collect();
    let exercises = own(context)?.map_or_else(all, |own| own.exercises());
    Answered::json(&exercises.iter().map(Listed).collect::<Vec<_>>())
}

/// Starts an exercise, as `exercise start` does, and keeps an existing file. `source` in the answer
/// is the grammar to begin with.
pub(super) fn start_exercise(context: &Context<'_>, NameRequest { name }: &NameRequest) -> Answer {
    let exercise = named(name)?;
    if let Some(mut own) = own(context)? {
        own.begin(&exercise)?;
    }
    let (file, text) = (exercise.file(), exercise.text().collect::<Vec<_>>());
    let Exercise { title, start, .. } = &exercise;
    Answered::json(&json!({ "file": file, "title": title, "text": text, "source": start }))
}

#[derive(Deserialize)]
pub(super) struct GradeRequest {
    name: String,
    source: String,
    /// The number of hints that the page has shown, for a server that keeps no progress.
    #[serde(default)]
    hints: usize,
}

/// The report of a command, for programs (`told`) and for people (`said`).
#[derive(Serialize)]
struct Told<T> {
    #[serde(flatten)]
    told: T,
    said: String,
}

impl<T: Report> Told<T> {
    fn new(told: T) -> Self {
        Self { said: told.document().to_string(), told }
    }
}

/// Grades the text on the page, as `exercise check` grades the file. Records the state of the
/// exercise only if the file has the same text.
pub(super) fn check_exercise(context: &Context<'_>, request: &GradeRequest) -> Answer {
    let exercise = named(&request.name)?;
    let grade = grade(context, &exercise, &request.source)?;
    if let Some(mut own) = own(context)?
        && context.folder()?.read(&exercise.file()).is_ok_and(|text| text == request.source)
    {
        own.note_check(&exercise, grade.has_passed());
    }
    let (hint, answer) = ("press Hint", &*request.source);
    Answered::json(&Told::new(Graded { exercise: &exercise, grade: &grade, hint, answer }))
}

/// The next hint for the text on the page. The terminal and the page share one count of hints.
pub(super) fn hint_at_exercise(context: &Context<'_>, request: &GradeRequest) -> Answer {
    let exercise = named(&request.name)?;
    let grade = grade(context, &exercise, &request.source)?;
    if grade.has_passed() {
        return Err(Problem::bad("it is right: there is nothing to hint at"));
    }
    let hints = Hint::all(&exercise, &grade, &request.source);
    let own = own(context)?;
    let shown = own.as_ref().map_or(request.hints, |own| own.hints(&exercise));
    let number = shown.saturating_add(1).min(hints.len());
    if let Some(mut own) = own {
        own.note_hints(&exercise, number);
    }
    let (name, hint) = (exercise.name(), &hints[number - 1]);
    Answered::json(&Told::new(ShownHint { name, number, of: hints.len(), hint }))
}

fn grade(context: &Context<'_>, exercise: &Exercise, source: &str) -> Result<Grade, Problem> {
    let reference: Grammar = exercise.reference().expect("a built-in exercise has a reference");
    kept_or_made(&context.kept.grades, &exercise.file(), source, || {
        let grade = Grade::new(exercise, &reference, &exercise.file(), source);
        context.patience.check().map(|()| grade)
    })
}

fn named(name: &str) -> Result<Exercise, Problem> {
    Exercise::built_in(name)
        .ok_or_else(|| Problem::missing(format!("there is no exercise `{name}`")))
}

/// The folder as the command `exercise` opens it; `None` if the page may not write.
fn own(context: &Context<'_>) -> Result<Option<ExerciseFolder>, Problem> {
    let opening = &context.view.opening;
    if !opening.exercises {
        return Err(Problem::missing("there are no exercises here")
            .with_help("`bracket24 serve --exercises` has them"));
    }
    opening.may_write.then(|| Ok(ExerciseFolder::open(context.folder()?.root.clone())?)).transpose()
}
