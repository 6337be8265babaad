//! Files that are written whole or not at all.

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::failure::Failure;

/// A file that takes its name when it is complete.
///
/// It is made at once, so that a place where nothing can be written is found
/// before any long work.
pub(super) struct WholeFile {
    beside: NamedTempFile,
    path: PathBuf,
}

impl WholeFile {
    pub(super) fn create(path: &Path) -> Result<Self, Failure> {
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        if path.is_dir() {
            return Err(failure(path, "it is a folder"));
        }
        folder.metadata().map_err(|error| failure(path, error.error_text()))?;
        let beside =
            builder().tempfile_in(folder).map_err(|error| failure(path, error.error_text()))?;
        Ok(Self { beside, path: path.to_owned() })
    }

    /// Writes `content` and gives the file its name.
    pub(super) fn finish(mut self, content: &[u8]) -> Result<(), Failure> {
        self.beside
            .write_all(content)
            .and_then(|()| self.beside.flush())
            .map_err(|error| failure(&self.path, error.error_text()))?;
        let path = self.path;
        self.beside.persist(&path).map_err(|error| failure(&path, error.error.error_text()))?;
        Ok(())
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

fn failure(path: &Path, why: impl std::fmt::Display) -> Failure {
    Failure::plain(format!("cannot write {}: {why}", path.display()))
}

/// What an error says, without the path that a temporary file had.
trait ErrorText {
    fn error_text(&self) -> String;
}

impl ErrorText for std::io::Error {
    fn error_text(&self) -> String {
        match self.raw_os_error() {
            Some(code) => Self::from_raw_os_error(code).to_string(),
            None => self.kind().to_string(),
        }
    }
}

/// What a file is to hold, which the end of its name tells.
#[derive(Debug, Clone, Copy)]
pub(super) enum Content {
    Page,
    Picture,
    /// A graph, whose name may end as it likes.
    Graph,
}

impl Content {
    /// Makes sure that the name at the end of `path` tells of this.
    pub(super) fn check(self, path: &Path) -> Result<(), &'static str> {
        let (endings, otherwise): (&[&str], _) = match self {
            Self::Page => (&["html", "htm"], "the page is HTML: its name ends in .html"),
            Self::Picture => (&["svg"], "the picture is an SVG: its name ends in .svg"),
            Self::Graph => return Ok(()),
        };
        let is_right = |ending: &OsStr| endings.iter().any(|it| ending.eq_ignore_ascii_case(it));
        if path.extension().is_some_and(is_right) { Ok(()) } else { Err(otherwise) }
    }

    /// A file that holds this, if its name tells so.
    pub(super) fn create(self, path: &Path) -> Result<WholeFile, Failure> {
        self.check(path).map_err(|why| failure(path, why))?;
        WholeFile::create(path)
    }
}

/// Reads the name of a page.
pub(super) fn html_file(text: &str) -> Result<PathBuf, &'static str> {
    let path = PathBuf::from(text);
    Content::Page.check(&path).map(|()| path)
}

/// Reads the name of a picture.
pub(super) fn svg_file(text: &str) -> Result<PathBuf, &'static str> {
    let path = PathBuf::from(text);
    Content::Picture.check(&path).map(|()| path)
}
