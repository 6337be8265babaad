//! Reading and writing the files of the folder.

use serde::{Deserialize, Serialize};

use super::{Answered, Nothing};
use crate::cli::live::Live;
use crate::cli::live::answer::Problem;
use crate::cli::live::folder::{Digest, Folder, Known};
use crate::cli::live::work::Patience;

/// The files as they are now; the events tell of them later.
pub(super) fn list(live: &Live, Nothing {}: &Nothing, _: &Patience) -> Result<Answered, Problem> {
    Ok(Answered::json(&Known::default().read(folder(live)?)?))
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

pub(super) fn save(live: &Live, request: &SaveRequest, _: &Patience) -> Result<Answered, Problem> {
    let SaveRequest { name, text, digest, overwrite } = request;
    Ok(Answered::json(&folder(live)?.save(name, text, digest.as_ref(), *overwrite)?))
}

pub(super) fn folder(live: &Live) -> Result<&Folder, Problem> {
    live.folder.as_deref().ok_or_else(|| {
        Problem::missing("no folder was named")
            .with_help("`bracket24 serve --folder DIR` names one")
    })
}
