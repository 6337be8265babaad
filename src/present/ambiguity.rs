//! The shortest text with two trees, or the extent of the search for one.

use super::forest::beyond;
use super::{Block, Document, Report, markup as m};
use crate::lessons::Ambiguity;
use crate::serial::serialize_object;
use crate::words::{counted, in_thousands};

impl Report for Ambiguity {
    fn document(&self) -> Document {
        if let Some(forest) = &self.found {
            let text = forest.trees.first().map_or("", |tree| tree.text());
            let length = text.chars().filter(|it| !it.is_whitespace()).count();
            let title = if length > self.length + 1 {
                let shorter = counted(self.length as u64, "character");
                format!("A text with several trees; no text of up to {shorter} has several:")
            } else {
                "The shortest text with several trees:".to_owned()
            };
            let mut document = forest.document();
            document.0.splice(..0, [m::heading(title).into(), Block::Blank]);
            return document;
        }
        let mut notes = Vec::new();
        if let Some(error) = &self.refused {
            notes.push(format!("Cannot search for a text with two trees: {error}."));
        } else {
            let Self { length, texts, is_whole, .. } = self;
            let characters = counted(*length as u64, "character");
            let texts = in_thousands(texts);
            let rest = if *is_whole {
                "all other texts are made of the same tokens"
            } else {
                "a longer text may"
            };
            let tried = format!("Of {texts} texts of up to {characters}, blanks not counted,");
            notes.push(format!("{tried} none has two trees; {rest}."));
        }
        notes.extend(beyond(&self.beyond));
        Document(notes.into_iter().map(|note| m::plain(note).into()).collect())
    }
}

serialize_object! { Ambiguity, self:
    "found" => self.found,
    "length" => self.length,
    "texts" => self.texts,
    "whole" => self.is_whole,
    "refused" => self.refused.as_ref().map(ToString::to_string),
    "beyond" => self.beyond,
}
