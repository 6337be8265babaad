//! The exercise and the folder that a command is given.

use std::path::{Path, PathBuf};

use bracket24::exercises::{Exercise, Part, State};
use bracket24::words::did_you_mean;
use bracket24::{Grammar, Named};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::folder::Folder;
use crate::cli::failure::{Failure, GrammarFailure};
use crate::cli::text_file;

/// What the folder is called where none is given.
pub(crate) const FOLDER: &str = "bracket24-exercises";

/// The folder that a learner works in.
#[derive(Debug, Args)]
pub(super) struct FolderOption {
    /// The folder of your grammars [default: bracket24-exercises]
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
}

/// One exercise, and the folder that a learner works in.
#[derive(Debug, Args)]
pub(super) struct ExerciseArgument {
    /// The exercise, such as `left` [default: the first one begun]
    ///
    /// `exercise list` has their names. The default is the first one that is
    /// begun and not done.
    #[arg(value_name = "NAME", value_parser = names(), hide_possible_values = true)]
    name: Option<String>,

    /// An exercise of a teacher's own: a folder with its files
    ///
    /// In the folder are `text.md`, which begins with a title, `start.pest`,
    /// `reference.pest` and `hints.md`, a hint a paragraph; `learned.md`, for
    /// those who are right, and `grading.txt` may be there. A line of the last
    /// is `text TEXT`, which is tried too; `calls TEXT`, which may not take
    /// many times the rule calls of the reference; `places`, for errors that
    /// have to stand where those of the reference do; or `shape`, for rules of
    /// any name.
    #[arg(long, value_name = "DIR", conflicts_with = "name")]
    from: Option<PathBuf>,

    #[command(flatten)]
    folder: FolderOption,
}

/// Reads the name of an exercise that is built in.
fn names() -> impl TypedValueParser<Value = String> {
    PossibleValuesParser::new(Exercise::names())
}

impl FolderOption {
    /// The folder, which need not be there.
    pub(super) fn open(&self) -> Result<Folder, Failure> {
        Folder::open(self.folder.clone().unwrap_or_else(|| FOLDER.into()))
    }
}

impl ExerciseArgument {
    /// The exercise that is given, if one is.
    pub(super) fn given(&self) -> Result<Option<Exercise>, Failure> {
        match (&self.name, &self.from) {
            (Some(name), _) => Ok(Exercise::built_in(name)),
            (None, Some(folder)) => of_folder(folder).map(Some),
            (None, None) => Ok(None),
        }
    }

    /// Whether it is one of a teacher's own.
    pub(super) const fn is_own(&self) -> bool {
        self.from.is_some()
    }

    /// The folder that the learner works in.
    pub(super) fn folder(&self) -> Result<Folder, Failure> {
        self.folder.open()
    }

    /// The folder, and the exercise that is given or the first that is begun.
    pub(super) fn open(&self) -> Result<(Folder, Exercise), Failure> {
        let folder = self.folder()?;
        let is_begun = |it: &Exercise| folder.state(it) == State::Started;
        if let Some(exercise) = self.given()?.or_else(|| Exercise::all().find(is_begun)) {
            return Ok((folder, exercise));
        }
        let message = format!("no exercise is begun in {}", folder.path().display());
        let start = command("start", "", &self.options(None));
        Err(Failure::with_help(message, format!("{start} begins the next one, or give a NAME")))
    }

    /// What is to be typed to do something with an exercise, as it was given here.
    pub(super) fn typed(&self, what: &str, exercise: &Exercise) -> String {
        let name = if self.from.is_some() { "" } else { exercise.name() };
        command(what, name, &self.options(self.from.as_deref()))
    }

    fn options(&self, from: Option<&Path>) -> String {
        let option =
            |name: &str, path: &Path| format!(" --{name} {}", quoted(&path.display().to_string()));
        let from = from.map(|path| option("from", path));
        let folder = self.folder.folder.as_deref().map(|path| option("folder", path));
        from.into_iter().chain(folder).collect()
    }
}

/// A word for a shell: in quotes where it has more than letters, digits and the signs of
/// paths.
fn quoted(word: &str) -> String {
    let is_plain = |it: char| it.is_alphanumeric() || "/._-+,:@\\".contains(it);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// A command in backticks.
fn command(what: &str, name: &str, options: &str) -> String {
    let gap = if name.is_empty() { "" } else { " " };
    format!("`bracket24 exercise {what}{gap}{name}{options}`")
}

/// The exercise of a teacher's own in a folder.
fn of_folder(folder: &Path) -> Result<Exercise, Failure> {
    if !folder.is_dir() {
        let is_name = folder.to_str().and_then(|it| did_you_mean(it, Exercise::names()));
        let message = format!("there is no folder {}", folder.display());
        return Err(match is_name {
            Some(name) => {
                Failure::with_help(message, format!("`{name}` is built in: leave out `--from`"))
            }
            None => Failure::plain(message),
        });
    }
    let absolute = folder.canonicalize().map_err(|error| Failure::cannot_read(folder, error))?;
    let name = absolute.file_name().unwrap_or(absolute.as_os_str()).to_string_lossy();
    if Exercise::all().any(|it| it.folder() == name) {
        let message = format!("the folder `{name}` is called as a built-in exercise is");
        let help = "give it another name: what a learner does is kept by that name";
        return Err(Failure::with_help(message, help));
    }
    let mut failed = None;
    let read = Exercise::read(&name, |part| {
        let path = folder.join(part.name());
        if !path.is_file() || failed.is_some() {
            return None;
        }
        text_file::read(&path).map_err(|failure| failed = Some(failure)).ok()
    });
    if let Some(failure) = failed {
        return Err(failure);
    }
    read.map_err(|error| {
        let message = format!("{} is no exercise: {error}", folder.display());
        Failure::with_help(message, error.advice())
    })
}

/// The grammar that answers are to be like, or what is wrong with a teacher's.
pub(super) fn reference(exercise: &Exercise) -> Result<Grammar, Failure> {
    exercise.reference().map_err(|errors| {
        let (path, source) = (Part::Reference.to_string(), exercise.solution().to_owned());
        Failure::Grammar(GrammarFailure { path, source, errors, warnings: Vec::new() })
    })
}
