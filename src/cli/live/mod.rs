//! The live page: a server on this machine, and its answers.
//!
//! ```text
//! server ─► guard ─► work (threads, with a limit) ─► requests ─► lessons, reports ─► present
//! ```
//!
//! `server.rs` has the connections, and `guard.rs` decides which requests to answer. Neither uses
//! grammars. Each handler of `requests/` runs on its own thread and asks its `Patience` whether the
//! client is still waiting. Between requests, the server keeps only parsed grammars and grades, in
//! memory, and the files that a page saves, in the folder. Pages on this machine can save files,
//! and pages of a class cannot.

mod answer;
mod folder;
mod guard;
mod requests;
mod server;
mod work;

use std::sync::Arc;

use bracket24::Grammar;
use bracket24::exercises::Exercise;
use bracket24::present::live as page;
use serde::Serialize;

pub(crate) use folder::{Folder, in_page};
pub(crate) use guard::{Guard, new_token};
pub(crate) use server::{Server, serve_until};

use answer::PageFile;
use folder::{Watch, watch};
use requests::Kept;
use work::Work;

/// The state that all requests share.
pub(crate) struct Live {
    guard: Guard,
    script: PageFile,
    style: PageFile,
    /// The view of a class, then the view of this machine.
    views: [View; 2],
    kept: Kept,
    work: Work,
}

/// The page and files that one kind of visitor sees.
struct View {
    page: PageFile,
    opening: Opening,
    /// The folder of files to edit, if the user named one.
    folder: Option<Arc<Folder>>,
    watch: Option<Watch>,
}

/// The data that the page opens with.
#[allow(clippy::struct_excessive_bools)] // the fields are independent
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Opening {
    /// The name of a built-in grammar, or of a file.
    pub(crate) grammar: String,
    /// The name of the file to which the name leads, if it is a link.
    #[serde(skip)]
    pub(crate) leads_to: String,
    /// Whether the grammar is a file of the folder.
    pub(crate) is_file: bool,
    /// The text of a grammar that is not built in.
    pub(crate) source: Option<String>,
    /// The names of all built-in grammars.
    pub(crate) grammars: Vec<String>,
    /// Whether there is a folder of files to read.
    pub(crate) folder: bool,
    /// Whether the page may write files. Otherwise the user's work stays in the browser.
    pub(crate) may_write: bool,
    pub(crate) takes_new_files: bool,
    pub(crate) exercises: bool,
}

impl Live {
    /// The state for answers to the requests that `guard` allows.
    pub(crate) fn new(guard: Guard, folder: Option<Folder>, opening: Opening) -> Self {
        let is_folder = folder.as_ref().is_some_and(Folder::takes_new_files);
        let answers = Exercise::all().filter(|_| opening.exercises || is_folder);
        let answers: Vec<String> = answers.map(|it| it.file()).collect();
        let shown = folder.as_ref().map(|folder| folder.to_be_read(answers.clone()));
        let mut read = Opening { may_write: false, takes_new_files: false, ..opening.clone() };
        // The file may be a link to an answer.
        let is_answer = |name: &String| {
            answers.iter().any(|it| it.eq_ignore_ascii_case(name))
                || shown.as_ref().is_some_and(|folder| folder.is_hidden(name))
        };
        if [&opening.grammar, &opening.leads_to].into_iter().any(is_answer) {
            (read.grammar, read.is_file, read.source) = (Grammar::Left.to_string(), false, None);
        }
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
        let watch = folder.as_ref().map(|folder| watch(Arc::clone(folder)));
        let page = PageFile::new("text/html; charset=utf-8", page::page(&opening));
        Self { page, opening, folder, watch }
    }
}
