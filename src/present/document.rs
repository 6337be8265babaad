//! Text in which every piece knows what it is, and not how it looks nor where
//! its lines end.

use std::fmt;
use std::ops::{Add, Range};

use crate::words::width;

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
    pub fn width(&self) -> usize {
        self.0.iter().map(|(_, text)| width(text)).sum()
    }

    /// Whether its first character is a blank, or its last.
    pub(super) fn has_blanks_around(&self) -> bool {
        let mut pieces = self.0.iter().map(|(_, text)| text).filter(|text| !text.is_empty());
        let first = pieces.next();
        let last = pieces.next_back().or(first);
        first.is_some_and(|it| it.starts_with(' ')) || last.is_some_and(|it| it.ends_with(' '))
    }

    /// Whether there is nothing in it.
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|(_, text)| text.is_empty())
    }
}

impl<T: Into<Self>> Add<T> for Line {
    type Output = Self;

    fn add(self, other: T) -> Self {
        self.and(other.into())
    }
}

impl Add<Line> for &str {
    type Output = Line;

    fn add(self, other: Line) -> Line {
        Line::from(self).and(other)
    }
}

/// Plain words.
impl<T: AsRef<str>> From<T> for Line {
    fn from(text: T) -> Self {
        Self::new(Role::Plain, text.as_ref())
    }
}

/// The pieces of a text of words, and whether each is code: what stands in backticks.
pub(super) fn words_and_code(text: &str) -> impl Iterator<Item = (bool, &str)> {
    // The last backtick of an odd number stands for itself.
    let pairs = text.matches('`').count() / 2;
    let pieces = text.splitn(2 * pairs + 1, '`').enumerate();
    pieces.map(|(index, piece)| (index % 2 == 1, piece)).filter(|(_, piece)| !piece.is_empty())
}

/// The text without the roles.
impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|(_, text)| f.write_str(text))
    }
}

/// Rows of cells in columns that line up.
///
/// One that is too wide for its reader is laid out anew: the texts in it are
/// wrapped; else the columns of a table with [`keys`](Self::keys) stand closer or it
/// is split, and of any other each row is folded into lines.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Table {
    /// The titles of the columns; empty for none.
    pub header: Vec<String>,
    /// The columns that line up at their right side, as numbers do.
    pub right: Vec<usize>,
    /// The first columns, which name the row: they are repeated where the others
    /// do not fit beside each other.
    pub keys: usize,
    /// The column of bars, which become shorter where there is no room.
    pub bars: Option<usize>,
    /// The rows, each with its cells.
    pub rows: Vec<Vec<Line>>,
}

impl Table {
    /// A table without a header.
    pub fn of(rows: impl IntoIterator<Item = Vec<Line>>) -> Self {
        Self { rows: rows.into_iter().collect(), ..Self::default() }
    }

    /// How many columns it has: as many as its longest row, or its header.
    pub(super) fn columns(&self) -> usize {
        self.rows.iter().map(Vec::len).fold(self.header.len(), usize::max)
    }

    /// This table with titles above its columns.
    #[must_use]
    pub fn titled<T: Into<String>>(mut self, titles: impl IntoIterator<Item = T>) -> Self {
        self.header = titles.into_iter().map(Into::into).collect();
        self
    }

    /// This table with these columns lined up at their right side.
    #[must_use]
    pub fn right(mut self, columns: impl IntoIterator<Item = usize>) -> Self {
        self.right = columns.into_iter().collect();
        self
    }

    /// This table, whose first columns name the rows.
    #[must_use]
    pub const fn keys(mut self, columns: usize) -> Self {
        self.keys = columns;
        self
    }

    /// This table, of which a column holds bars.
    #[must_use]
    pub const fn bars(mut self, column: usize) -> Self {
        self.bars = Some(column);
        self
    }
}

/// A text, and below it marks at some of its parts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Annotated {
    /// The text; a long one goes on in further rows.
    pub text: String,
    /// The blanks before each row.
    pub indent: usize,
    /// What stands beside the text.
    pub beside: Line,
    /// The byte around which a text that is long is shown, and not whole.
    pub around: Option<usize>,
    /// The marks, each in a row of its own.
    pub marks: Vec<Mark>,
    /// Whether the labels begin in one column.
    pub lines_up: bool,
}

/// A mark below a part of a text, and what is said of the part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// The bytes of the part.
    pub span: Range<usize>,
    /// How it is drawn.
    pub shape: Shape,
    /// What is said of it, in full, and where there is no room for that in fewer
    /// words.
    pub labels: Vec<Line>,
}

/// How a part of a text is marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// By a line below all of it.
    Line,
    /// By brackets below its ends.
    Brackets,
}

/// A tree, drawn with lines.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tree {
    /// What stands above it; nothing, if it needs no title.
    pub title: Line,
    /// The nodes, parents first and in order.
    pub nodes: Vec<TreeNode>,
    /// Whether the texts of the nodes begin in one column, where there is room.
    pub lines_up: bool,
}

/// A node of a tree.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TreeNode {
    /// How many nodes are around it.
    pub depth: usize,
    /// What it is.
    pub name: Line,
    /// The text that belongs to it, of which the middle may be left out.
    pub text: Line,
}

/// A part of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    /// A line, or a paragraph where it is too long for one.
    Line(Line),
    /// A line to the letter, however long.
    Verbatim(Line),
    /// What stands at the start of a line, and the rest, which goes on below
    /// itself.
    Item(Line, Line),
    /// A table.
    Table(Table),
    /// Things of a kind, in as many columns as there is room for.
    Grid(Vec<Line>),
    /// A text with marks below it.
    Annotated(Annotated),
    /// Trees, side by side where there is room.
    Trees(Vec<Tree>),
    /// A blank line.
    Blank,
}

impl Block {
    /// Whether it is a drawing, whose lines mean something by their columns: a tree, a
    /// text with marks under it, or a text to the letter.
    pub(super) const fn is_drawn(&self) -> bool {
        match self {
            Self::Verbatim(_) | Self::Annotated(_) | Self::Trees(_) => true,
            Self::Line(_) | Self::Item(..) | Self::Table(_) | Self::Grid(_) | Self::Blank => false,
        }
    }
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

impl From<Annotated> for Block {
    fn from(annotated: Annotated) -> Self {
        Self::Annotated(annotated)
    }
}

/// A report as text for people.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Document(pub Vec<Block>);

impl<T: Into<Block>> From<T> for Document {
    fn from(block: T) -> Self {
        Self(vec![block.into()])
    }
}
