//! The live page: two editors, and below them what the [page](super::page) to hand out
//! shows, by the same scripts.
//!
//! The page fetches what it shows from a server, which is the command's. Here are the
//! page itself, and the answers that have places in a text: they count units of UTF-16,
//! as the scripts do.

mod difference;
mod grammar;
mod hand;
mod line;

use serde::Serialize;

use super::html::{self, BASE, TREE_STYLE};
use super::page;

pub use difference::DifferenceJson;
pub use grammar::{GrammarJson, MarkJson};
pub use hand::HandJson;
pub use line::LineJson;

const FRAME: &str = include_str!("live/frame.html");
const BODY: &str = include_str!("live/live.html");
const STYLE: &str = include_str!("live/live.css");

/// The scripts in order: each uses those before it, and those of the page to hand out.
const SCRIPTS: [&str; 16] = [
    include_str!("live/ask.js"),
    include_str!("live/editor.js"),
    include_str!("live/elements.js"),
    include_str!("live/address.js"),
    include_str!("live/show.js"),
    include_str!("live/text.js"),
    include_str!("live/files.js"),
    include_str!("live/grammar.js"),
    include_str!("live/tests.js"),
    include_str!("live/change.js"),
    include_str!("live/hand.js"),
    include_str!("live/exercise.js"),
    include_str!("live/hand_out.js"),
    include_str!("live/watch.js"),
    include_str!("live/follow.js"),
    include_str!("live/start.js"),
];

/// The page, which opens with `opening`.
pub fn page(opening: &impl Serialize) -> String {
    let mut written = Vec::new();
    for line in FRAME.lines() {
        match line {
            "<!-- body -->" => written.extend_from_slice(BODY.as_bytes()),
            "<!-- shown -->" => written.extend_from_slice(page::BODY.as_bytes()),
            "<!-- opening -->" => {
                html::write_data("opening", opening, &mut written).expect("memory can be written");
            }
            _ => {
                written.extend_from_slice(line.as_bytes());
                written.push(b'\n');
            }
        }
    }
    String::from_utf8(written).expect("all that was written is UTF-8")
}

/// Its script: all of one module.
pub fn script() -> String {
    let shared = page::SHOWING.iter().chain(&SCRIPTS);
    shared.copied().collect::<Vec<_>>().join("\n")
}

/// Its style.
pub fn style() -> String {
    [BASE, TREE_STYLE, page::STYLE, STYLE].join("\n")
}
