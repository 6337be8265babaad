//! The folder of a learner: the grammars, and the progress in each exercise.

use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};

use bracket24::exercises::{Exercise, Noted, Progress, State};

use crate::cli::Failure;
use crate::cli::failure::note;
use crate::cli::file::{self, WholeFile};

/// The file with the progress of the learner.
pub(crate) const PROGRESS: &str = "progress.txt";

/// The folder of a learner, and the progress noted in it.
pub(crate) struct Folder {
    /// The path of the folder.
    pub(super) path: PathBuf,
    progress: Progress,
}

impl Folder {
    /// Opens the folder at `path`, which need not exist.
    pub(crate) fn open(path: PathBuf) -> Result<Self, Failure> {
        if path.exists() && !path.is_dir() {
            let message = format!("{} is not a folder", path.display());
            return Err(Failure::with_help(message, "choose another one with `--folder DIR`"));
        }
        Ok(Self { progress: progress(&path.join(PROGRESS))?, path })
    }

    /// The built-in exercises, each with the state of the learner in it.
    pub(crate) fn exercises(&self) -> Vec<(Exercise, State)> {
        Exercise::all().zip(Exercise::all().map(|exercise| self.state(&exercise))).collect()
    }

    /// The state of the learner in an exercise.
    pub(crate) fn state(&self, exercise: &Exercise) -> State {
        match self.progress.of(&exercise.folder).state {
            // The file exists, so the learner has started. The notes may be lost, or edited by
            // hand.
            State::New if self.file(exercise).exists() => State::Started,
            state => state,
        }
    }

    /// The file of the learner's answer.
    pub(super) fn file(&self, exercise: &Exercise) -> PathBuf {
        self.path.join(exercise.file())
    }

    /// Reads the answer of the learner. If there is no file, the error recommends the command
    /// `start`.
    pub(super) fn answer(&self, exercise: &Exercise, start: &str) -> Result<String, Failure> {
        let file = self.file(exercise);
        if !file.exists() {
            let message = format!("{} is not there", file.display());
            return Err(Failure::with_help(message, format!("{start} makes it")));
        }
        is_readable(&file)?;
        file::whole_text(&file)
    }

    /// Writes the start grammar of the exercise to the file of the answer. If this file exists,
    /// keeps it and returns `false`.
    pub(crate) fn begin(&mut self, exercise: &Exercise) -> Result<bool, Failure> {
        let file = self.file(exercise);
        fs::create_dir_all(&self.path).map_err(|error| Failure::cannot_write(&self.path, error))?;
        let is_new = file::write_new(&file, exercise.start.as_bytes())?;
        is_readable(&file)?;
        if self.progress.of(&exercise.folder).state == State::New {
            self.update(|progress| progress.of_mut(&exercise.folder).state = State::Started)?;
        }
        Ok(is_new)
    }

    /// Replaces the answer with the start grammar, and resets the notes. If the learner has changed
    /// the answer, copies the old answer to a new file, and returns the path of that file.
    pub(super) fn reset(&mut self, exercise: &Exercise) -> Result<Option<PathBuf>, Failure> {
        let file = self.file(exercise);
        let (old, start) = (content(&file)?, exercise.start.as_bytes());
        let kept = (old != start).then(|| replace(&file, &old, start)).transpose()?;
        let begun = Noted { state: State::Started, hints: 0 };
        self.update(|progress| *progress.of_mut(&exercise.folder) = begun)?;
        Ok(kept)
    }

    /// The number of hints that the learner has seen.
    pub(crate) fn hints(&self, exercise: &Exercise) -> usize {
        self.progress.of(&exercise.folder).hints
    }

    /// Stores the number of hints that the learner has seen. If this fails, reports the failure and
    /// goes on.
    pub(crate) fn note_hints(&mut self, exercise: &Exercise, hints: usize) {
        self.note(|progress| progress.of_mut(&exercise.folder).hints = hints);
    }

    /// Stores that the learner's answer was checked, and whether it was right. An exercise that was
    /// done stays done. If this fails, reports the failure and goes on.
    pub(crate) fn note_check(&mut self, exercise: &Exercise, is_right: bool) {
        let state = if is_right { State::Done } else { State::Started };
        let later = |it: &Progress| it.of(&exercise.folder).state.max(state);
        if later(&self.progress) != self.progress.of(&exercise.folder).state {
            self.note(|it| it.of_mut(&exercise.folder).state = later(it));
        }
    }

    fn note(&mut self, change: impl FnOnce(&mut Progress)) {
        if let Err(failure) = self.update(change) {
            failure.report(None);
        }
    }

    /// Applies `change` to the notes in the file. Reads the file again first, because another
    /// command may have changed it.
    fn update(&mut self, change: impl FnOnce(&mut Progress)) -> Result<(), Failure> {
        let path = self.path.join(PROGRESS);
        let _locked = file::lock(&self.path)?;
        self.progress = progress(&path)?;
        change(&mut self.progress);
        WholeFile::update(&path)?.finish(self.progress.to_text().as_bytes())
    }
}

/// Returns an error if `file` exists and is not a regular file: reading a pipe could block forever.
fn is_readable(file: &Path) -> Result<(), Failure> {
    if file.exists() && !file.is_file() {
        let message = format!("{} is not a file", file.display());
        return Err(Failure::with_help(message, "move it away; `start` then makes the file"));
    }
    Ok(())
}

/// Reads the bytes of a regular file of the folder.
pub(super) fn content(file: &Path) -> Result<Vec<u8>, Failure> {
    is_readable(file)?;
    file::bytes(file)
}

/// Reads the notes in a file. If the file is damaged, keeps a copy under another name, and leaves
/// only the valid lines in the file.
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
    match replace(path, &bytes, progress.to_text().as_bytes()) {
        Ok(kept) => {
            let new = "the new file has all lines that bracket24 could read";
            note(&message, &format!("the old file is now {}; {new}", kept.display()));
        }
        // A command that only reads must work in a read-only folder, too.
        Err(failure) => {
            note(&message, "bracket24 uses the lines that it can read");
            failure.report(None);
        }
    }
    Ok(progress)
}

/// Writes `new` into `file`. Before that, writes `old`, the content of `file`, to a new file beside
/// it, such as `left.pest.old`, and returns the path of the new file.
fn replace(file: &Path, old: &[u8], new: &[u8]) -> Result<PathBuf, Failure> {
    let name = |number: u32| {
        let mut name = file.as_os_str().to_owned();
        name.push(if number == 1 { ".old".to_owned() } else { format!(".old{number}") });
        PathBuf::from(name)
    };
    let kept = (1..).map(name).find_map(|path| {
        file::write_new(&path, old).map(|is_new| is_new.then_some(path)).transpose()
    });
    let kept = kept.expect("the names have no end")?;
    WholeFile::update(file)?.finish(new)?;
    Ok(kept)
}
