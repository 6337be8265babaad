//! The files of the folder, and the exercises, with the files and the progress of
//! `bracket24 exercise`.

use bracket24::Grammar;
use bracket24::exercises::{Exercise, Grade, Hint, State};
use bracket24::present::Report;
use bracket24::present::exercise::{Graded, Listed, ShownHint, Start};
use serde::{Deserialize, Serialize};

use super::{Answered, Nothing};
use crate::cli::commands::exercise::Folder as ExerciseFolder;
use crate::cli::live::Live;
use crate::cli::live::answer::Problem;
use crate::cli::live::folder::{Digest, Folder, Known};
use crate::cli::live::work::Patience;

/// The files as they are now; the events tell of them later.
pub(super) fn list(live: &Live, Nothing {}: &Nothing, _: &Patience) -> Result<Answered, Problem> {
    Ok(Answered::json(&Known::default().read(folder(live)?)?))
}

#[derive(Deserialize)]
pub(super) struct FileRequest {
    name: String,
}

#[derive(Serialize)]
struct FileAnswer<'a> {
    name: &'a str,
    text: String,
    digest: Digest,
}

pub(super) fn file(
    live: &Live,
    FileRequest { name }: &FileRequest,
    _: &Patience,
) -> Result<Answered, Problem> {
    let text = folder(live)?.read(name)?;
    let digest = Digest::of(&text);
    Ok(Answered::json(&FileAnswer { name, text, digest }))
}

#[derive(Deserialize)]
pub(super) struct SaveRequest {
    name: String,
    text: String,
    /// That of the file which the text was made from; nothing where there was none.
    digest: Option<Digest>,
    /// Whether what is in the file does not matter.
    #[serde(default)]
    overwrite: bool,
}

pub(super) fn save(live: &Live, request: &SaveRequest, _: &Patience) -> Result<Answered, Problem> {
    let SaveRequest { name, text, digest, overwrite } = request;
    Ok(Answered::json(&folder(live)?.save(name, text, digest.as_ref(), *overwrite)?))
}

pub(super) fn folder(live: &Live) -> Result<&Folder, Problem> {
    live.folder.as_deref().ok_or_else(|| {
        Problem::missing("no folder was named")
            .with_help("`bracket24 serve --folder DIR` names one")
    })
}

/// The exercises, with how far each is.
pub(super) fn exercises(
    live: &Live,
    Nothing {}: &Nothing,
    _: &Patience,
) -> Result<Answered, Problem> {
    let exercises = own(live)?.exercises();
    Ok(Answered::json(&exercises.iter().map(Listed::from).collect::<Vec<_>>()))
}

#[derive(Deserialize)]
pub(super) struct NameRequest {
    name: String,
}

#[derive(Serialize)]
struct StartAnswer<'a> {
    #[serde(flatten)]
    start: Start<'a>,
    source: &'a str,
    digest: Digest,
    state: &'a str,
}

/// Begins an exercise, as `exercise start`: a file that is there stays as it is.
pub(super) fn start_exercise(
    live: &Live,
    NameRequest { name }: &NameRequest,
    _: &Patience,
) -> Result<Answered, Problem> {
    let exercise = named(name)?;
    let mut own = own(live)?;
    own.begin(&exercise)?;
    let file = exercise.file();
    let source = folder(live)?.read(&file)?;
    let state = own.state(&exercise).to_string();
    let start = Start::new(&exercise, &file, false, "");
    let digest = Digest::of(&source);
    Ok(Answered::json(&StartAnswer { start, source: &source, digest, state: &state }))
}

#[derive(Deserialize)]
pub(super) struct GradeRequest {
    name: String,
    source: String,
}

/// What a command prints, for programs and for people.
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

/// Grades what is on the page, as `exercise check` does what is in the file; what is
/// right is noted once it is saved there.
pub(super) fn check_exercise(
    live: &Live,
    request: &GradeRequest,
    patience: &Patience,
) -> Result<Answered, Problem> {
    let exercise = named(&request.name)?;
    let grade = grade(&exercise, &request.source, patience)?;
    let mut own = own(live)?;
    let is_saved = folder(live)?.read(&exercise.file()).is_ok_and(|text| text == request.source);
    if is_saved {
        own.note_state(&exercise, if grade.has_passed() { State::Done } else { State::Started });
    }
    let grade = Graded::new(&exercise, &grade, "`Hint`", &request.source);
    Ok(Answered::json(&Told::new(grade)))
}

/// The next hint to what is on the page, counted with those of the terminal.
pub(super) fn hint_at_exercise(
    live: &Live,
    request: &GradeRequest,
    patience: &Patience,
) -> Result<Answered, Problem> {
    let exercise = named(&request.name)?;
    let grade = grade(&exercise, &request.source, patience)?;
    if grade.has_passed() {
        return Err(Problem::bad("it is right: there is nothing to hint at"));
    }
    let hints = Hint::all(&exercise, &grade);
    let mut own = own(live)?;
    let number = (own.hints(&exercise) + 1).min(hints.len());
    own.note_hints(&exercise, number);
    let (name, hint) = (exercise.name(), &hints[number - 1]);
    let hint = ShownHint { name, number, of: hints.len(), hint };
    Ok(Answered::json(&Told::new(hint)))
}

fn grade(exercise: &Exercise, source: &str, patience: &Patience) -> Result<Grade, Problem> {
    let reference: Grammar = exercise.reference().expect("a built-in exercise has a reference");
    let grade = Grade::new(exercise, &reference, &exercise.file(), source);
    patience.check()?;
    Ok(grade)
}

fn named(name: &str) -> Result<Exercise, Problem> {
    Exercise::built_in(name)
        .ok_or_else(|| Problem::missing(format!("there is no exercise `{name}`")))
}

/// The folder as the command sees it.
fn own(live: &Live) -> Result<ExerciseFolder, Problem> {
    if !live.has_exercises {
        return Err(Problem::missing("there are no exercises here")
            .with_help("`bracket24 serve --exercises` has them"));
    }
    Ok(ExerciseFolder::open(folder(live)?.path().to_owned())?)
}
