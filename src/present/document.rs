//! Text in which every piece knows what it is, and not how it looks.

use std::fmt;

use unicode_width::UnicodeWidthStr;

/// The role of a piece of text.
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
    /// A line of one piece; [`markup`](super::markup) has a shorter way for
    /// each role.
    pub fn new(role: Role, text: impl Into<String>) -> Self {
        Self(vec![(role, text.into())])
    }

    /// This line, and after it the other.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.0.extend(other.0);
        self
    }

    /// The columns it takes in a terminal.
    pub(super) fn width(&self) -> usize {
        self.0.iter().map(|(_, text)| text.width()).sum()
    }
}

/// The text without the roles.
impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|(_, text)| f.write_str(text))
    }
}

/// Rows of cells in columns that line up.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Table {
    /// The titles of the columns; empty for none.
    pub header: Vec<&'static str>,
    /// The columns that line up at their right side, as numbers do.
    pub right: Vec<usize>,
    /// The rows, each with its cells.
    pub rows: Vec<Vec<Line>>,
}

impl Table {
    /// A table without a header.
    pub fn of(rows: impl IntoIterator<Item = Vec<Line>>) -> Self {
        Self { rows: rows.into_iter().collect(), ..Self::default() }
    }
}

/// A part of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    /// A line.
    Line(Line),
    /// A table.
    Table(Table),
    /// A blank line.
    Blank,
}

impl From<Line> for Block {
    fn from(line: Line) -> Self {
        Self::Line(line)
    }
}

impl From<Table> for Block {
    fn from(table: Table) -> Self {
        Self::Table(table)
    }
}

/// A report as text for people.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Document(pub Vec<Block>);
