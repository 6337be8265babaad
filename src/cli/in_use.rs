//! The files that a run reads and writes. None may be both: what was in it would be
//! lost.

use std::fs::{File, Metadata};
use std::io;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use super::failure::Failure;

/// Those of this run so far.
static FILES: Mutex<Vec<InUse>> = Mutex::new(Vec::new());

/// A file, and what is done with it.
struct InUse {
    purpose: Purpose,
    name: String,
    identity: Identity,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    Input,
    Output,
}

/// What tells a file from others, whatever path leads to it.
#[derive(PartialEq, Eq)]
#[cfg(unix)]
struct Identity {
    device: u64,
    inode: u64,
}

/// What tells a file from others, whatever path leads to it.
#[derive(PartialEq, Eq)]
#[cfg(not(unix))]
struct Identity(std::path::PathBuf);

/// What standard input is called here.
const STDIN: &str = "standard input";

impl Identity {
    /// That of a file; what has no content to lose has none.
    fn of(path: Option<&Path>, found: &Metadata) -> Option<Self> {
        if !found.is_file() {
            return None;
        }
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt;

            let _ = path;
            Some(Self { device: found.dev(), inode: found.ino() })
        }
        #[cfg(not(unix))]
        path?.canonicalize().ok().map(Self)
    }

    /// That of a standard stream which is a file.
    #[cfg(unix)]
    fn of_stream(stream: &impl std::os::fd::AsFd) -> Option<Self> {
        let file = File::from(stream.as_fd().try_clone_to_owned().ok()?);
        Self::of(None, &file.metadata().ok()?)
    }

    /// That of a standard stream, whose path nobody knows.
    #[cfg(not(unix))]
    fn of_stream<T>(_: &T) -> Option<Self> {
        None
    }
}

/// Opens a file to be read, which is not one that is written.
pub(crate) fn open(path: &Path) -> Result<File, Failure> {
    let unreadable = |error| Failure::cannot_read(path, error);
    let file = File::open(path).map_err(unreadable)?;
    let found = file.metadata().map_err(unreadable)?;
    note(Purpose::Input, &path.display().to_string(), Identity::of(Some(path), &found))?;
    Ok(file)
}

/// Whether the lines of standard input are taken one after another.
static IS_TAKEN: AtomicBool = AtomicBool::new(false);

/// The lines of standard input, which nobody else can read until this is dropped.
pub(crate) struct StdinLines(());

impl StdinLines {
    /// Takes them.
    pub(crate) fn take() -> Result<Self, Failure> {
        note_stdin()?;
        IS_TAKEN.store(true, Ordering::Relaxed);
        Ok(Self(()))
    }
}

impl Drop for StdinLines {
    fn drop(&mut self) {
        IS_TAKEN.store(false, Ordering::Relaxed);
    }
}

/// Forgets all files but standard input: what comes next is a run of its own.
pub(crate) fn forget() {
    let mut files = FILES.lock().expect("nothing fails while it is locked");
    files.retain(|it| it.name == STDIN);
}

/// Makes sure that standard input is no file that is written.
pub(crate) fn note_stdin() -> Result<(), Failure> {
    if IS_TAKEN.load(Ordering::Relaxed) {
        return Err(Failure::with_help(
            "standard input has the lines that are read already",
            "give a file in place of `-`",
        ));
    }
    let input = Identity::of_stream(&io::stdin());
    if input.is_some() && input == Identity::of_stream(&io::stdout()) {
        return Err(Failure::with_help(
            "standard input and standard output are the same file",
            "print into another file",
        ));
    }
    note(Purpose::Input, STDIN, input)
}

/// Makes sure that the file at `path`, of which this is known, is none that is read.
pub(super) fn note_output(path: &Path, old: &Metadata) -> Result<(), Failure> {
    note(Purpose::Output, &path.display().to_string(), Identity::of(Some(path), old))
}

fn note(purpose: Purpose, name: &str, identity: Option<Identity>) -> Result<(), Failure> {
    let Some(identity) = identity else { return Ok(()) };
    let mut files = FILES.lock().expect("nothing fails while it is locked");
    let clash = files.iter().find(|it| it.purpose != purpose && it.identity == identity);
    if let Some(other) = clash {
        let (input, output) = match purpose {
            Purpose::Input => (name, &*other.name),
            Purpose::Output => (&*other.name, name),
        };
        let why = if input == STDIN {
            format!("it is the file that {STDIN} reads")
        } else {
            format!("it is the same file as {input}, which is read")
        };
        return Err(Failure::with_help(
            format!("cannot write {output}: {why}"),
            "write to another file",
        ));
    }
    files.push(InUse { purpose, name: name.to_owned(), identity });
    Ok(())
}
