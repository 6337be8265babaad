//! The evaluation steps of a text that is not read: none, and those of the text
//! mended.

use serde::Serialize;

use super::markup as m;
use super::parse::{FailureFields, heading, mended};
use super::reduction::{self, ReductionFields};
use super::{Block, Document};
use crate::lessons::{FailedParse, Parse, Reduction};
use crate::serial::ParseFields;

/// Why there is nothing to evaluate, and the steps of the text mended.
pub fn document(failed: &FailedParse) -> Document {
    let why = format!("nothing to evaluate: {}", heading(failed));
    let mut blocks = vec![m::wrong(why).into()];
    if let Some((mend, steps)) = failed.mended().and_then(|it| Some((it, steps(&it.parse)?))) {
        let heading = mended(failed, &mend.fix);
        blocks.extend([Block::Blank, m::heading(heading.trim_end()).into()]);
        blocks.extend(reduction::document(&steps).0);
    }
    Document(blocks)
}

/// The steps of the text mended, which ordinary arithmetic may not read.
fn steps(parse: &Parse) -> Option<Reduction<'_>> {
    Reduction::of(parse).ok()
}

/// The text without steps, for programs.
#[derive(Debug, Serialize)]
pub struct FailedReductionJson<'a> {
    expression: &'a str,
    grammar: String,
    steps: [(); 0],
    /// Without a tree.
    #[serde(flatten)]
    parse: ParseFields,
    #[serde(flatten)]
    failure: FailureFields<MendedFields<'a>>,
}

/// The tree of the text mended, and its steps.
#[derive(Debug, Serialize)]
struct MendedFields<'a> {
    tree: String,
    #[serde(flatten)]
    steps: Option<ReductionFields<'a>>,
}

impl<'a> From<(&'a FailedParse, Option<&'a Reduction<'a>>)> for FailedReductionJson<'a> {
    fn from((failed, steps): (&'a FailedParse, Option<&'a Reduction<'a>>)) -> Self {
        Self {
            expression: failed.text(),
            grammar: failed.grammar().to_string(),
            steps: [],
            parse: ParseFields::refused(&failed.diagnosis().error),
            failure: FailureFields::new(failed, |parse| MendedFields {
                tree: parse.written().to_s_expression(),
                steps: steps.map(ReductionFields::from),
            }),
        }
    }
}
