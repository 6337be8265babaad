//! Files that are written whole or not at all.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};

use super::failure::Failure;
use super::in_use;

/// A file that takes its name when it is complete.
///
/// It can be written from the start, so that a place where nothing can be written is
/// found before any long work. Until then what it will hold has no name, so that
/// nothing is left of a run that is killed.
pub(crate) struct WholeFile {
    stream: File,
    /// As it was typed.
    path: PathBuf,
    place: Place,
}

/// What a path leads to.
enum Place {
    /// What has no content to keep whole, such as a terminal or a pipe.
    Stream,
    /// The file with this name, which is no link, and what is known of it if it is
    /// there.
    File(PathBuf, Option<Metadata>),
}

/// What becomes of a file that nobody may write, where another is to take its name. The
/// rights of a folder and those of root are enough to replace it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ReadOnly {
    Replaced,
    /// It stays, and this is said to whoever wants it written.
    Kept(&'static str),
}

/// How many links lead to a file at most, as Linux has it.
const MOST_LINKS: usize = 40;

impl WholeFile {
    pub(crate) fn create(path: &Path, read_only: ReadOnly) -> Result<Self, Failure> {
        Self::open(path, read_only, |old| in_use::note_output(path, old))
    }

    /// A file that was read and is to be written anew.
    pub(crate) fn update(path: &Path) -> Result<Self, Failure> {
        Self::update_as(path, ReadOnly::Kept("let it be written first"))
    }

    /// The same, which may be read-only.
    pub(crate) fn update_as(path: &Path, read_only: ReadOnly) -> Result<Self, Failure> {
        Self::open(path, read_only, |_| Ok(()))
    }

    fn open(
        path: &Path,
        read_only: ReadOnly,
        check: impl FnOnce(&Metadata) -> Result<(), Failure>,
    ) -> Result<Self, Failure> {
        let failure = |error: io::Error| Failure::cannot_write(path, error.error_text());
        let place = Place::of(path).map_err(failure)?;
        let stream = match &place {
            Place::Stream => OpenOptions::new().append(true).open(path),
            Place::File(_, old)
                if is_folder(path) || old.as_ref().is_some_and(Metadata::is_dir) =>
            {
                return Err(Failure::cannot_write(path, "it is a folder"));
            }
            Place::File(name, old) => {
                if let Some(old) = old {
                    check(old)?;
                    match read_only {
                        ReadOnly::Kept(help) if old.permissions().readonly() => {
                            let message =
                                format!("cannot write {}: it is read-only", path.display());
                            return Err(Failure::with_help(message, help));
                        }
                        ReadOnly::Replaced if old.permissions().readonly() => {}
                        // What others may write, and who runs this may not, may not be
                        // replaced.
                        _ => {
                            OpenOptions::new().write(true).open(name).map_err(failure)?;
                        }
                    }
                }
                tempfile::tempfile_in(folder(name))
            }
        };
        Ok(Self { stream: stream.map_err(failure)?, path: path.to_owned(), place })
    }

    /// Whether both will take the same name.
    pub(crate) fn has_name_of(&self, other: &Self) -> bool {
        let whole = |name: &Path| Some(folder(name).canonicalize().ok()?.join(name.file_name()?));
        match (&self.place, &other.place) {
            (Place::File(name, _), Place::File(other, _)) => {
                whole(name).is_some_and(|name| Some(name) == whole(other))
            }
            _ => false,
        }
    }

    /// Where to write what it holds.
    pub(crate) fn stream(&self) -> Result<File, Failure> {
        self.stream.try_clone().map_err(|error| self.failure(&error))
    }

    /// Writes `content` and gives the file its name.
    pub(crate) fn finish(mut self, content: &[u8]) -> Result<(), Failure> {
        self.stream.write_all(content).map_err(|error| self.failure(&error))?;
        self.keep()
    }

    /// Gives the file its name; what was written stays.
    pub(crate) fn keep(mut self) -> Result<(), Failure> {
        let Place::File(name, old) = &self.place else { return Ok(()) };
        let kept = replace(name, old.as_ref(), &mut self.stream);
        kept.map_err(|error| self.failure(&error))
    }

    /// Why it cannot be written.
    pub(crate) fn failure(&self, error: &io::Error) -> Failure {
        Failure::cannot_write(&self.path, error.error_text())
    }
}

/// Writes files into a folder, which is made if it is not there.
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

impl Place {
    fn of(path: &Path) -> io::Result<Self> {
        let mut name = path.to_owned();
        for _ in 0..MOST_LINKS {
            let folder = folder(&name).canonicalize()?;
            // `/dev/stdout` leads there: to rename something over the file that it
            // is would not be to write to standard output.
            if ["/proc", "/dev/fd"].iter().any(|streams| folder.starts_with(streams)) {
                return Ok(Self::Stream);
            }
            match name.symlink_metadata() {
                Ok(found) if found.is_symlink() => name = folder.join(name.read_link()?),
                Ok(found) if found.is_file() || found.is_dir() => {
                    return Ok(Self::File(name, Some(found)));
                }
                Ok(_) => return Ok(Self::Stream),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    return Ok(Self::File(name, None));
                }
                Err(error) => return Err(error),
            }
        }
        Err(io::Error::other("its links lead in a circle"))
    }
}

/// Whether `path` ends as that of a folder alone may end.
fn is_folder(path: &Path) -> bool {
    path.to_string_lossy().ends_with(std::path::is_separator)
}

/// The folder of the file called `name`.
fn folder(name: &Path) -> &Path {
    match name.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Puts what `content` holds in place of the file called `name`, the `old` one if it
/// is there.
fn replace(name: &Path, old: Option<&Metadata>, content: &mut File) -> io::Result<()> {
    content.rewind()?;
    let mut beside = builder().tempfile_in(folder(name))?;
    io::copy(content, beside.as_file_mut())?;
    if let Some(old) = old {
        keep_access(beside.as_file(), old)?;
    }
    beside.persist(name).map_err(|error| error.error)?;
    Ok(())
}

/// Lets those write and read `file` who could with the `old` one.
fn keep_access(file: &File, old: &Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};

        // Only root may give a file away; who else may write it has it from now on.
        let _ = fchown(file, Some(old.uid()), Some(old.gid()));
    }
    file.set_permissions(old.permissions())
}

/// A temporary file is private; one that is kept is as any other.
fn builder() -> tempfile::Builder<'static, 'static> {
    #[allow(unused_mut)]
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;

        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder
}

/// What an error says, without the path that a temporary file had.
trait ErrorText {
    fn error_text(&self) -> String;
}

impl ErrorText for io::Error {
    fn error_text(&self) -> String {
        match self.raw_os_error() {
            Some(code) => Self::from_raw_os_error(code).to_string(),
            None if self.kind() == io::ErrorKind::Other => self.to_string(),
            None => self.kind().to_string(),
        }
    }
}
