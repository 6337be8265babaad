//! Text in which every piece knows what it is, and not how it looks.

use unicode_width::UnicodeWidthStr;

/// What a piece of text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Plain words.
    Plain,
    /// What the rest is about.
    Heading,
    /// An expression with its numbers.
    Expression,
    /// A template.
    Template,
    /// An exact value.
    Value,
    /// Said for the record, of less interest.
    Note,
    /// Something that is false.
    Wrong,
}

/// A line: pieces, each with its role.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Line(pub Vec<(Role, String)>);

impl Line {
    pub fn new(role: Role, text: impl Into<String>) -> Self {
        Self::default().and(role, text)
    }

    #[must_use]
    pub fn and(mut self, role: Role, text: impl Into<String>) -> Self {
        self.0.push((role, text.into()));
        self
    }

    /// The columns it takes in a terminal.
    pub(super) fn width(&self) -> usize {
        self.0.iter().map(|(_, text)| text.width()).sum()
    }
}

/// Rows of cells in columns that line up.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Table {
    /// What the columns are; empty for none.
    pub header: Vec<&'static str>,
    /// The columns that line up at their right side, as numbers do.
    pub right: Vec<usize>,
    pub rows: Vec<Vec<Line>>,
}

/// A part of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    Line(Line),
    Table(Table),
    Blank,
}

/// What a report says to people.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Document(pub Vec<Block>);
