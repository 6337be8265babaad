//! The live page: a server on this machine, and what it answers.
//!
//! ```text
//! server ─► guard ─► work (threads, with a limit) ─► requests ─► lessons, reports ─► present
//! ```
//!
//! `server.rs` has the connections and `guard.rs` says whose requests are answered;
//! neither knows what a grammar is. Each of `requests/` answers on a thread of its own, and
//! asks its `Patience` whether anybody is still waiting. Between requests only files,
//! grammars that were read and grades remain; a class leaves no files.

mod answer;
mod folder;
mod guard;
mod requests;
mod server;
mod work;

use std::sync::Arc;

use bracket24::exercises::Exercise;
use bracket24::present::live as page;
use serde::Serialize;

pub(crate) use folder::Folder;
pub(crate) use guard::{Guard, new_token};
pub(crate) use server::{Server, serve_until};

use answer::PageFile;
use folder::Watch;
use requests::Kept;
use work::Work;

/// All that answers have in common.
pub(crate) struct Live {
    guard: Guard,
    script: PageFile,
    style: PageFile,
    /// What a class sees, and what the machine itself does.
    views: [View; 2],
    kept: Kept,
    work: Work,
}

/// What somebody sees.
struct View {
    page: PageFile,
    opening: Opening,
    /// The files that can be edited, if a folder was named.
    folder: Option<Arc<Folder>>,
    watch: Option<Watch>,
}

/// What the page opens with.
#[allow(clippy::struct_excessive_bools)] // each is a fact of its own
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Opening {
    /// The name of a built-in grammar, or of a file.
    pub(crate) grammar: String,
    /// Whether it is a file that can be edited.
    pub(crate) is_file: bool,
    /// The text of one that is not built in.
    pub(crate) source: Option<String>,
    /// The names of all built-in ones.
    pub(crate) grammars: Vec<String>,
    /// Whether there are files that can be read.
    pub(crate) folder: bool,
    /// Whether they can be written; else all that is typed stays in the browser.
    pub(crate) may_write: bool,
    pub(crate) takes_new_files: bool,
    pub(crate) exercises: bool,
}

impl Live {
    /// What answers requests that `guard` lets through.
    pub(crate) fn new(guard: Guard, folder: Option<Folder>, opening: Opening) -> Self {
        let answers = Exercise::all().filter(|_| opening.exercises).map(|it| it.file()).collect();
        let shown = folder.as_ref().map(|folder| folder.to_be_read(answers));
        let read = Opening { may_write: false, takes_new_files: false, ..opening.clone() };
        let views = [View::new(shown, read), View::new(folder, opening)];
        let script = PageFile::new("text/javascript; charset=utf-8", page::script());
        let style = PageFile::new("text/css; charset=utf-8", page::style());
        let (kept, work) = (Kept::default(), Work::new());
        Self { guard, script, style, views, kept, work }
    }
}

impl View {
    fn new(folder: Option<Folder>, opening: Opening) -> Self {
        let folder = folder.map(Arc::new);
        let watch = folder.as_ref().map(|folder| Watch::start(Arc::clone(folder)));
        let page = PageFile::new("text/html; charset=utf-8", page::page(&opening));
        Self { page, opening, folder, watch }
    }
}
