//! The folder that a learner works in: the grammars, and how far each has come.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use bracket24::exercises::{Exercise, Progress, State};

use crate::cli::failure::{Failure, note};
use crate::cli::file::{self, WholeFile};

/// The file that says how far a learner has come.
const PROGRESS: &str = "progress.txt";

/// The folder of a learner, and what is known of it.
pub(crate) struct Folder {
    path: PathBuf,
    progress: Progress,
}

impl Folder {
    /// The folder at `path`, which need not be there.
    pub(crate) fn open(path: PathBuf) -> Result<Self, Failure> {
        if path.exists() && !path.is_dir() {
            let message = format!("{} is no folder", path.display());
            return Err(Failure::with_help(message, "`--folder DIR` takes another one"));
        }
        let progress = progress(&path.join(PROGRESS))?;
        Ok(Self { path, progress })
    }

    /// Where it is.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// How far the learner has come with an exercise.
    pub(crate) fn state(&self, exercise: &Exercise) -> State {
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
        is_readable(&file)?;
        file::text(&file)
    }

    /// Makes the file of the answer with the grammar to begin with; `false` where there
    /// is one, which stays as it is.
    pub(crate) fn begin(&mut self, exercise: &Exercise) -> Result<bool, Failure> {
        let file = self.file(exercise);
        let failure = |error| Failure::cannot_write(&file, error);
        fs::create_dir_all(&self.path).map_err(|error| Failure::cannot_write(&self.path, error))?;
        let is_new = match File::create_new(&file) {
            Ok(mut new) => {
                new.write_all(exercise.start().as_bytes()).map_err(failure)?;
                true
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                is_readable(&file)?;
                false
            }
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
        let old = content(&file)?;
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
    pub(crate) fn hints(&self, exercise: &Exercise) -> usize {
        self.progress.hints(exercise.folder())
    }

    /// Notes how many hints were shown, or says that this cannot be kept.
    pub(crate) fn note_hints(&mut self, exercise: &Exercise, hints: usize) {
        self.note(|progress| progress.set_hints(exercise.folder(), hints));
    }

    /// Notes how far the learner has come, or says that this cannot be kept.
    pub(crate) fn note_state(&mut self, exercise: &Exercise, state: State) {
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

/// Refuses what stands where an answer should and is no file: reading it could wait
/// for ever.
fn is_readable(file: &Path) -> Result<(), Failure> {
    if file.exists() && !file.is_file() {
        let message = format!("{} is no file", file.display());
        return Err(Failure::with_help(message, "move it away; `start` then makes the file"));
    }
    Ok(())
}

/// What is in a file of the folder, which may be written later.
pub(super) fn content(file: &Path) -> Result<Vec<u8>, Failure> {
    is_readable(file)?;
    file::bytes(file)
}

/// What is noted in a file. One that is damaged is kept aside, and what can be read of
/// it is written anew.
fn progress(path: &Path) -> Result<Progress, Failure> {
    if !path.exists() {
        return Ok(Progress::default());
    }
    let bytes = content(path)?;
    let text = String::from_utf8_lossy(&bytes);
    let (progress, error) = Progress::read(text.trim_start_matches(file::BOM));
    let why = match error {
        _ if matches!(text, Cow::Owned(_)) => "it is not UTF-8".to_owned(),
        Some(error) => error.to_string(),
        None => return Ok(progress),
    };
    let message = format!("{} is damaged: {why}", path.display());
    match mend(path, &bytes, &progress) {
        Ok(kept) => {
            let what = "what could be read of it is in a new one";
            note(&message, &format!("it is kept as {}, and {what}", kept.display()));
        }
        // What is only read need not be written.
        Err(failure) => {
            note(&message, "the lines that can be read count");
            failure.report(None);
        }
    }
    Ok(progress)
}

/// Keeps a damaged file aside, and writes what could be read of it in its place.
fn mend(path: &Path, damaged: &[u8], progress: &Progress) -> Result<PathBuf, Failure> {
    let kept = keep(path, damaged).map_err(|error| Failure::cannot_write(path, error))?;
    WholeFile::update(path)?.finish(progress.to_text().as_bytes())?;
    Ok(kept)
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
