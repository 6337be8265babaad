//! Reads files up to a limit, and writes a file completely or not at all.

use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
#[cfg(unix)]
use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
use std::path::{Path, PathBuf, absolute};
use std::thread::sleep;
use std::time::{Duration, Instant};

use clap::ArgMatches;
use same_file::Handle;

use super::failure::Failure;
use super::stdin::BATCH;

/// The byte order mark, which some programs put at the start of a text file.
pub(crate) const BOM: char = '\u{feff}';

/// The maximum number of bytes to read from one file.
const MAX_BYTES: u64 = 64 << 20;

/// The maximum time to wait for another program's lock, and how often to ask for it. The time is
/// less than the server has for an answer, so that a page never hears that its text was not saved
/// when it was.
const LOCK_TIME: Duration = Duration::from_secs(3);
const LOCK_STEP: Duration = Duration::from_millis(5);

/// The name of a file in messages; `-` is "standard input".
pub(crate) fn name(path: &Path) -> String {
    if is_stdin(path) { "standard input".to_owned() } else { path.display().to_string() }
}

/// Whether a path names standard input.
pub(crate) fn is_stdin(path: &Path) -> bool {
    path == Path::new(BATCH)
}

/// The content of a file, or of standard input.
pub(crate) fn bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    // Read one byte more than the limit, to notice a file that is too long.
    let read = if is_stdin(path) {
        io::stdin().lock().take(MAX_BYTES + 1).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes))
    };
    let length = read.map_err(|error| Failure::cannot_read(path, error))?;
    if length as u64 > MAX_BYTES {
        return Err(Failure::cannot_read(path, format!("it has more than {MAX_BYTES} bytes")));
    }
    Ok(bytes)
}

/// The text of a file, or of standard input, without its [`BOM`].
pub(crate) fn text(path: &Path) -> Result<String, Failure> {
    whole_text(path).map(|text| without_mark(&text).to_owned())
}

pub(crate) fn without_mark(text: &str) -> &str {
    text.strip_prefix(BOM).unwrap_or(text)
}

/// The text of a file, or of standard input, with its [`BOM`], which pest parses like any other
/// character.
pub(crate) fn whole_text(path: &Path) -> Result<String, Failure> {
    String::from_utf8(bytes(path)?).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = before.split(|&byte| byte == b'\n').count();
        Failure::cannot_read(path, format!("line {line} is not UTF-8"))
    })
}

/// Locks a folder, as soon as no other program that locks it writes into it. Returns `None` if the
/// system cannot lock it, and an error if the other program takes longer than [`LOCK_TIME`].
pub(crate) fn lock(folder: &Path) -> Result<Option<File>, Failure> {
    let Ok(opened) = File::open(folder) else { return Ok(None) };
    let start = Instant::now();
    loop {
        match opened.try_lock() {
            Err(TryLockError::WouldBlock) if start.elapsed() < LOCK_TIME => sleep(LOCK_STEP),
            Err(TryLockError::WouldBlock) => {
                let message = format!("another program has locked {}", folder.display());
                return Err(Failure::with_help(message, "try again when it has finished"));
            }
            locked => return Ok(locked.ok().map(|()| opened)),
        }
    }
}

/// The options that name a file to write.
const WRITTEN: [&str; 3] = ["output", "plot", "key"];

/// The arguments of a hand and its answer, in which only a single `-` is standard input.
const WORDS: [&str; 3] = ["hand", "words", "behind"];

/// Whether one of the arguments is `-`, which is standard input.
pub(crate) fn reads_stdin(matches: &ArgMatches) -> bool {
    let goes_on = values(matches).any(|(option, _)| option == "rest");
    let words = values(matches).filter(|(option, _)| WORDS.contains(option)).count();
    let mut values = values(matches).filter(|(_, value)| is_stdin(value));
    values.any(|(option, _)| match option {
        // In `8 - 4` the `-` is an operator.
        "first" => !goes_on,
        "rest" => false,
        option => !WRITTEN.contains(&option) && (words == 1 || !WORDS.contains(&option)),
    })
}

/// Rejects arguments that read and write the same file, or write a file twice: its content would be
/// lost.
pub(crate) fn check_written(matches: &ArgMatches) -> Result<(), Failure> {
    let refused = |why: String| Err(Failure::with_help(why, "write to another file"));
    // Open only regular files: opening a named pipe would wait for a writer.
    let file = |path: &Path| path.is_file().then(|| Handle::from_path(path).ok()).flatten();
    let is_file = |handle: &Handle| handle.as_file().metadata().is_ok_and(|it| it.is_file());
    let stdin = reads_stdin(matches).then(Handle::stdin).and_then(Result::ok).filter(is_file);
    if stdin.is_some() && stdin == Handle::stdout().ok() {
        return refused("standard input and standard output are the same file".to_owned());
    }
    for (option, path) in values(matches).filter(|(option, _)| WRITTEN.contains(option)) {
        let (old, told) = (file(path), format!("cannot write {}: it is the", path.display()));
        if old.is_some() && old == stdin {
            return refused(format!("{told} file that standard input reads"));
        }
        let is_same = |(other, value): &(&str, &Path)| {
            // A file that does not exist yet has no handle, so compare the paths.
            let is_alike = || absolute(value).ok() == absolute(path).ok();
            let is_old = || old.is_some() && old == file(value);
            *other != option && (is_old() || WRITTEN.contains(other) && is_alike())
        };
        if let Some((_, other)) = values(matches).find(is_same) {
            return refused(format!("{told} same file as {}", other.display()));
        }
    }
    Ok(())
}

/// The values of all arguments of a command, each with the name of its option.
pub(super) fn values(matches: &ArgMatches) -> impl Iterator<Item = (&str, &Path)> {
    let leaf = std::iter::successors(Some(matches), |it| Some(it.subcommand()?.1));
    let leaf = leaf.last().expect("it begins with the whole");
    leaf.ids().flat_map(|id| {
        let id = id.as_str();
        leaf.get_raw(id).into_iter().flatten().map(move |value| (id, Path::new(value)))
    })
}

/// A file that gets its name when it is complete.
///
/// `create` checks that the program may write at the path, so that an error comes before any long
/// work. Until the file is complete, its content has no name, so a killed run leaves nothing
/// behind.
pub(crate) struct WholeFile {
    stream: File,
    /// The path as the user typed it.
    path: PathBuf,
    /// The file to replace; `None` if the path is a stream, such as a terminal.
    target: Option<Target>,
}

/// The path of a file, with all links resolved, and its metadata if it exists.
type Target = (PathBuf, Option<Metadata>);

/// Whether to replace a read-only file. The system lets root and every user who may write to the
/// folder do this.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ReadOnly {
    Replaced,
    /// The file is left as it is, and the error has this advice.
    Kept(&'static str),
}

/// The maximum number of symbolic links on the way to a file, as on Linux.
const MOST_LINKS: usize = 40;

impl WholeFile {
    /// Opens a file that the program has read, to write its new content.
    pub(crate) fn update(path: &Path) -> Result<Self, Failure> {
        Self::create(path, ReadOnly::Kept("make it writable first"))
    }

    pub(crate) fn create(path: &Path, read_only: ReadOnly) -> Result<Self, Failure> {
        let failure = |error: io::Error| Failure::cannot_write(path, reason(&error));
        let target = target(path).map_err(failure)?;
        let stream = match &target {
            None => OpenOptions::new().append(true).open(path),
            Some((name, old)) => {
                let is_folder = path.to_string_lossy().ends_with(std::path::is_separator);
                if is_folder || old.as_ref().is_some_and(Metadata::is_dir) {
                    return Err(Failure::cannot_write(path, "it is a folder"));
                }
                let is_read_only = old.as_ref().is_some_and(|old| old.permissions().readonly());
                match read_only {
                    ReadOnly::Kept(help) if is_read_only => {
                        let message = format!("cannot write {}: it is read-only", path.display());
                        return Err(Failure::with_help(message, help));
                    }
                    // The system would let the program replace a file that it may not write, so
                    // check the permission here.
                    _ if old.is_some() && !is_read_only => {
                        OpenOptions::new().write(true).open(name).map_err(failure)?;
                    }
                    _ => {}
                }
                tempfile::tempfile_in(folder(name))
            }
        };
        Ok(Self { stream: stream.map_err(failure)?, path: path.to_owned(), target })
    }

    /// The stream to write the content to.
    pub(crate) fn stream(&self) -> Result<File, Failure> {
        self.stream.try_clone().map_err(|error| self.failure(&error))
    }

    /// Writes `content` and gives the file its name.
    pub(crate) fn finish(mut self, content: &[u8]) -> Result<(), Failure> {
        self.stream.write_all(content).map_err(|error| self.failure(&error))?;
        self.keep()
    }

    /// Gives the file its name, with the content written so far.
    pub(crate) fn keep(mut self) -> Result<(), Failure> {
        let Some((name, old)) = &self.target else { return Ok(()) };
        replace(name, old.as_ref(), &mut self.stream).map_err(|error| self.failure(&error))
    }

    /// The failure to write the file.
    pub(crate) fn failure(&self, error: &io::Error) -> Failure {
        Failure::cannot_write(&self.path, reason(error))
    }
}

/// Writes files into a folder, and makes the folder if it does not exist.
pub(crate) fn write_all(
    folder: &Path,
    files: impl IntoIterator<Item = (impl AsRef<Path>, impl AsRef<[u8]>)>,
    read_only: ReadOnly,
) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| Failure::cannot_write(folder, error))?;
    for (name, content) in files {
        WholeFile::create(&folder.join(name), read_only)?.finish(content.as_ref())?;
    }
    Ok(())
}

/// The file that a path leads to; `None` if it is a stream, such as a terminal or a pipe.
fn target(path: &Path) -> io::Result<Option<Target>> {
    let mut name = path.to_owned();
    for _ in 0..MOST_LINKS {
        let folder = folder(&name).canonicalize()?;
        // `/dev/stdout` is a link into such a folder. Replacing the file to which the link leads
        // would not write to standard output.
        if ["/proc", "/dev/fd"].iter().any(|streams| folder.starts_with(streams)) {
            return Ok(None);
        }
        let found = match name.symlink_metadata() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Some((name, None))),
            found => found?,
        };
        if !found.is_symlink() {
            return Ok((found.is_file() || found.is_dir()).then_some((name, Some(found))));
        }
        name = folder.join(name.read_link()?);
    }
    Err(io::Error::other("its links lead in a circle"))
}

/// Returns what `write` writes.
pub(super) fn in_memory(write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> Vec<u8> {
    let mut written = Vec::new();
    write(&mut written).expect("a vector takes all that is written");
    written
}

/// The folder of the file called `name`.
pub(super) fn folder(name: &Path) -> &Path {
    name.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Writes a new file called `name`. Returns `false` if something already has that name.
pub(crate) fn write_new(name: &Path, content: &[u8]) -> Result<bool, Failure> {
    let failure = |error: io::Error| Failure::cannot_write(name, reason(&error));
    // If the program may not write into the folder, an existing file must still be found.
    if name.symlink_metadata().is_ok() {
        return Ok(false);
    }
    let mut beside = beside(name).map_err(failure)?;
    beside.as_file_mut().write_all(content).map_err(failure)?;
    match beside.persist_noclobber(name) {
        Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        made => made.map(|_| true).map_err(|error| failure(error.error)),
    }
}

/// A temporary file in the folder of the file called `name`. It becomes an ordinary file, so it
/// is not private.
fn beside(name: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(PermissionsExt::from_mode(0o666));
    // If the program is killed, this file stays, and its name says which program made it.
    builder.prefix(".bracket24-").tempfile_in(folder(name))
}

/// Replaces the file called `name` with `content`, and keeps the owner and permissions of
/// the `old` file if there was one.
fn replace(name: &Path, old: Option<&Metadata>, content: &mut File) -> io::Result<()> {
    content.rewind()?;
    let mut beside = beside(name)?;
    // The content comes last, so that it is never in a file that anybody may open.
    if let Some(old) = old {
        // Only root may change the owner of a file. The new file of any other user belongs to that
        // user.
        #[cfg(unix)]
        let _ = fchown(beside.as_file(), Some(old.uid()), Some(old.gid()));
        beside.as_file().set_permissions(old.permissions())?;
    }
    io::copy(content, beside.as_file_mut())?;
    beside.persist(name).map_err(|error| error.error)?;
    Ok(())
}

/// The message of an error, without the path of a temporary file.
fn reason(error: &io::Error) -> String {
    match error.raw_os_error() {
        Some(code) => io::Error::from_raw_os_error(code).to_string(),
        None if error.kind() == io::ErrorKind::Other => error.to_string(),
        None => error.kind().to_string(),
    }
}
