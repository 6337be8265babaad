//! Reading and writing the files of the folder.

use hyper::StatusCode;
use serde::{Deserialize, Serialize};

use super::{Answered, Nothing};
use crate::cli::live::Live;
use crate::cli::live::folder::{Digest, FileState, Folder, Made, Saved};
use crate::cli::live::problem::Problem;
use crate::cli::live::work::Patience;

/// The files as they are now; the events tell of them later.
pub(super) fn list(live: &Live, Nothing {}: &Nothing, _: &Patience) -> Result<Answered, Problem> {
    let folder = folder(live)?;
    let state = |name: String| {
        let digest = Digest::of(&folder.read(&name).ok()?);
        Some(FileState { name, digest })
    };
    Ok(Answered::json(&folder.names()?.into_iter().filter_map(state).collect::<Vec<_>>()))
}

#[derive(Deserialize)]
pub(super) struct FileRequest {
    name: String,
}

#[derive(Serialize)]
struct FileAnswer<'a> {
    name: &'a str,
    text: String,
    digest: Digest,
}

pub(super) fn file(
    live: &Live,
    FileRequest { name }: &FileRequest,
    _: &Patience,
) -> Result<Answered, Problem> {
    let text = folder(live)?.read(name)?;
    let digest = Digest::of(&text);
    Ok(Answered::json(&FileAnswer { name, text, digest }))
}

#[derive(Deserialize)]
pub(super) struct SaveRequest {
    name: String,
    text: String,
    /// That of the file which the text was made from; nothing where there was none.
    digest: Option<Digest>,
    /// Whether what is in the file does not matter.
    #[serde(default)]
    overwrite: bool,
}

#[derive(Serialize)]
struct SaveAnswer {
    saved: bool,
    digest: Option<Digest>,
    /// What is in the file in place of what the text was made from; null, if it is gone.
    #[serde(skip_serializing_if = "Option::is_none")]
    changed: Option<Changed>,
}

#[derive(Serialize)]
struct Changed {
    text: Option<String>,
    digest: Option<Digest>,
}

pub(super) fn save(live: &Live, request: &SaveRequest, _: &Patience) -> Result<Answered, Problem> {
    let SaveRequest { name, text, digest, overwrite } = request;
    let made_from = digest.clone().map_or(Made::New, Made::From);
    let saved = folder(live)?.save(name, text, Some(&made_from).filter(|_| !overwrite))?;
    Ok(Answered::json(&match saved {
        Saved::Yes(digest) => SaveAnswer { saved: true, digest: Some(digest), changed: None },
        Saved::Changed(text) => {
            let digest = text.as_deref().map(Digest::of);
            SaveAnswer { saved: false, digest: None, changed: Some(Changed { text, digest }) }
        }
    }))
}

pub(super) fn folder(live: &Live) -> Result<&Folder, Problem> {
    live.folder.as_deref().ok_or_else(|| {
        Problem::new(StatusCode::NOT_FOUND, "no folder was named")
            .with_help("`bracket24 serve --folder DIR` names one")
    })
}
