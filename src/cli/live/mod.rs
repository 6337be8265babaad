//! The live page: a server on this machine, and what it answers.
//!
//! ```text
//! server ─► guard ─► work (threads, with a limit) ─► requests ─► lessons, reports ─► present
//! ```
//!
//! `server.rs` has the connections and `guard.rs` says whose requests are answered;
//! neither knows what a grammar is. Each of `requests/` answers on a thread of its own, and
//! asks its `Patience` whether anybody is still waiting. Between requests only files and
//! grammars that were read remain.

mod answer;
mod folder;
mod guard;
mod requests;
mod server;
mod work;

use std::sync::Arc;

use serde::Serialize;

pub(crate) use folder::Folder;
pub(crate) use guard::{Guard, new_token};
pub(crate) use server::{Server, serve_until};

use folder::Watch;
use requests::ReadGrammars;
use work::Work;

/// All that answers have in common.
pub(crate) struct Live {
    guard: Guard,
    /// The files that can be edited, if a folder was named.
    folder: Option<Arc<Folder>>,
    watch: Option<Watch>,
    opening: Opening,
    grammars: ReadGrammars,
    work: Work,
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
    /// Whether there are files that can be edited.
    pub(crate) folder: bool,
    pub(crate) takes_new_files: bool,
    pub(crate) exercises: bool,
}

impl Live {
    /// What answers requests that `guard` lets through.
    pub(crate) fn new(guard: Guard, folder: Option<Folder>, opening: Opening) -> Self {
        let folder = folder.map(Arc::new);
        let watch = folder.as_ref().map(|folder| Watch::start(Arc::clone(folder)));
        let (grammars, work) = (ReadGrammars::default(), Work::new());
        Self { guard, folder, watch, opening, grammars, work }
    }
}
