//! The folder that a learner works in: the grammars, and how far each has come.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use bracket24::exercises::{Exercise, Part, Progress, State};
use bracket24::words::did_you_mean;
use bracket24::{Grammar, Named};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::cli::failure::{Failure, GrammarFailure, note};
use crate::cli::file::WholeFile;
use crate::cli::grammar_file;
use crate::cli::text_file;

/// What the folder is called where none is given.
const FOLDER: &str = "bracket24-exercises";

/// The file that says how far a learner has come.
const PROGRESS: &str = "progress.txt";

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
pub(super) fn names() -> impl TypedValueParser<Value = String> {
    PossibleValuesParser::new(Exercise::names())
}

/// The folder of a learner, and what is known of it.
pub(super) struct Folder {
    path: PathBuf,
    progress: Progress,
}

impl FolderOption {
    /// The folder, which need not be there.
    pub(super) fn open(&self) -> Result<Folder, Failure> {
        let path = self.folder.clone().unwrap_or_else(|| FOLDER.into());
        if path.exists() && !path.is_dir() {
            let message = format!("{} is no folder", path.display());
            return Err(Failure::with_help(message, "`--folder DIR` takes another one"));
        }
        let progress = progress(&path.join(PROGRESS))?;
        Ok(Folder { path, progress })
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
        let message = format!("no exercise is begun in {}", folder.path.display());
        let start = command("start", "", &self.options(None));
        Err(Failure::with_help(message, format!("{start} begins the next one, or give a NAME")))
    }

    /// What is to be typed to do something with an exercise, as it was given here.
    pub(super) fn typed(&self, what: &str, exercise: &Exercise) -> String {
        let name = if self.from.is_some() { "" } else { exercise.name() };
        command(what, name, &self.options(self.from.as_deref()))
    }

    fn options(&self, from: Option<&Path>) -> String {
        let option = |name: &str, path: &Path| format!(" --{name} {}", path.display());
        let from = from.map(|path| option("from", path));
        let folder = self.folder.folder.as_deref().map(|path| option("folder", path));
        from.into_iter().chain(folder).collect()
    }
}

/// A command in backticks.
fn command(what: &str, name: &str, options: &str) -> String {
    let gap = if name.is_empty() { "" } else { " " };
    format!("`bracket24 exercise {what}{gap}{name}{options}`")
}

impl Folder {
    /// How far the learner has come with an exercise.
    pub(super) fn state(&self, exercise: &Exercise) -> State {
        match self.progress.state(exercise.folder()) {
            // What was noted may be lost, or made by hand.
            State::New if self.file(exercise).exists() => State::Started,
            state => state,
        }
    }

    /// The file of the learner's answer.
    pub(super) fn file(&self, exercise: &Exercise) -> PathBuf {
        self.path.join(exercise.file())
    }

    /// The text of the answer.
    pub(super) fn answer(&self, exercise: &Exercise, start: &str) -> Result<String, Failure> {
        let file = self.file(exercise);
        if !file.exists() {
            let message = format!("{} is not there", file.display());
            return Err(Failure::with_help(message, format!("{start} makes it")));
        }
        grammar_file::source(&file)
    }

    /// Makes the file of the answer with the grammar to begin with; `false` where there
    /// is one, which stays as it is.
    pub(super) fn begin(&mut self, exercise: &Exercise) -> Result<bool, Failure> {
        let file = self.file(exercise);
        let failure = |error| Failure::cannot_write(&file, error);
        fs::create_dir_all(&self.path).map_err(|error| Failure::cannot_write(&self.path, error))?;
        let is_new = match File::create_new(&file) {
            Ok(mut new) => {
                new.write_all(exercise.start().as_bytes()).map_err(failure)?;
                true
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => false,
            Err(error) => return Err(failure(error)),
        };
        if self.progress.state(exercise.folder()) == State::New {
            self.update(|progress| progress.set_state(exercise.folder(), State::Started))?;
        }
        Ok(is_new)
    }

    /// Puts the grammar to begin with in place of an answer, which is kept beside it
    /// under the name that is returned, and forgets what was noted of it. Nothing is
    /// kept where nothing was changed.
    pub(super) fn reset(&mut self, exercise: &Exercise) -> Result<Option<PathBuf>, Failure> {
        let file = self.file(exercise);
        let old = fs::read(&file).map_err(|error| Failure::cannot_read(&file, error))?;
        let mut kept = None;
        if old != exercise.start().as_bytes() {
            kept = Some(keep(&file, &old).map_err(|error| Failure::cannot_write(&file, error))?);
            WholeFile::update(&file)?.finish(exercise.start().as_bytes())?;
        }
        self.update(|progress| {
            progress.forget(exercise.folder());
            progress.set_state(exercise.folder(), State::Started);
        })?;
        Ok(kept)
    }

    /// How many hints were shown.
    pub(super) fn hints(&self, exercise: &Exercise) -> usize {
        self.progress.hints(exercise.folder())
    }

    /// Notes how many hints were shown, or says that this cannot be kept.
    pub(super) fn note_hints(&mut self, exercise: &Exercise, hints: usize) {
        self.note(|progress| progress.set_hints(exercise.folder(), hints));
    }

    /// Notes how far the learner has come, or says that this cannot be kept.
    pub(super) fn note_state(&mut self, exercise: &Exercise, state: State) {
        if self.progress.state(exercise.folder()) != state {
            self.note(|progress| progress.set_state(exercise.folder(), state));
        }
    }

    fn note(&mut self, change: impl FnOnce(&mut Progress)) {
        if let Err(failure) = self.update(change) {
            failure.report(None);
        }
    }

    /// Changes what is noted, as it stands now: another command may have noted something
    /// meanwhile.
    fn update(&mut self, change: impl FnOnce(&mut Progress)) -> Result<(), Failure> {
        let path = self.path.join(PROGRESS);
        self.progress = progress(&path)?;
        change(&mut self.progress);
        WholeFile::update(&path)?.finish(self.progress.to_text().as_bytes())
    }
}

/// What is noted in a file. One that is damaged is kept aside, and another begun.
fn progress(path: &Path) -> Result<Progress, Failure> {
    if !path.exists() {
        return Ok(Progress::default());
    }
    let bytes = fs::read(path).map_err(|error| Failure::cannot_read(path, error))?;
    let why = match String::from_utf8(bytes.clone()) {
        Ok(text) => match Progress::read(text.trim_start_matches(text_file::MARK)) {
            Ok(progress) => return Ok(progress),
            Err(error) => error.to_string(),
        },
        Err(_) => "it is not UTF-8".to_owned(),
    };
    let failure = |error| Failure::cannot_write(path, error);
    let kept = keep(path, &bytes).map_err(failure)?;
    WholeFile::update(path)?.finish(Progress::default().to_text().as_bytes())?;
    let message = format!("{} is damaged: {why}", path.display());
    note(&message, &format!("it is kept as {}, and a new one is begun", kept.display()));
    Ok(Progress::default())
}

/// Writes `content` beside a file, under a name that no file has yet.
fn keep(file: &Path, content: &[u8]) -> io::Result<PathBuf> {
    let name = |number: u32| {
        let mut name = file.as_os_str().to_owned();
        name.push(if number == 1 { ".old".to_owned() } else { format!(".old{number}") });
        PathBuf::from(name)
    };
    for path in (1..).map(name) {
        match File::create_new(&path) {
            Ok(mut kept) => return kept.write_all(content).map(|()| path),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    unreachable!("the names have no end")
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
