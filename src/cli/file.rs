//! Files that are written whole or not at all.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::failure::Failure;

/// A file that takes its name when it is complete.
///
/// It is made at once, so that a place where nothing can be written is found
/// before any long work.
pub(crate) struct WholeFile {
    beside: NamedTempFile,
    path: PathBuf,
}

impl WholeFile {
    pub(crate) fn create(path: &Path) -> Result<Self, Failure> {
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        if path.is_dir() {
            return Err(Failure::cannot_write(path, "it is a folder"));
        }
        folder.metadata().map_err(|error| Failure::cannot_write(path, error.error_text()))?;
        let beside = builder()
            .tempfile_in(folder)
            .map_err(|error| Failure::cannot_write(path, error.error_text()))?;
        Ok(Self { beside, path: path.to_owned() })
    }

    /// Where to write what it holds.
    pub(crate) fn stream(&self) -> Result<File, Failure> {
        self.beside.as_file().try_clone().map_err(|error| self.failure(&error))
    }

    /// Writes `content` and gives the file its name.
    pub(crate) fn finish(mut self, content: &[u8]) -> Result<(), Failure> {
        let written = self.beside.write_all(content).and_then(|()| self.beside.flush());
        written.map_err(|error| self.failure(&error))?;
        self.keep()
    }

    /// Gives the file its name; what was written stays.
    pub(crate) fn keep(self) -> Result<(), Failure> {
        let Self { beside, path } = self;
        match beside.persist(&path) {
            Ok(_) => Ok(()),
            Err(error) => Err(Failure::cannot_write(&path, error.error.error_text())),
        }
    }

    /// Why it cannot be written.
    pub(crate) fn failure(&self, error: &io::Error) -> Failure {
        Failure::cannot_write(&self.path, error.error_text())
    }
}

/// A temporary file is private; one that is kept is as any other.
fn builder() -> tempfile::Builder<'static, 'static> {
    #[allow(unused_mut)]
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;

        builder.permissions(std::fs::Permissions::from_mode(0o666));
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
            None => self.kind().to_string(),
        }
    }
}
