//! Text whose pieces have roles, but neither styles nor line breaks.

use std::fmt;
use std::ops::{Add, Range};

use crate::words::width;

/// The role of a piece of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Plain words.
    Plain,
    /// The subject of the text that follows.
    Heading,
    /// An expression with its numbers.
    Expression,
    /// A template.
    Template,
    /// An exact value.
    Value,
    /// A less important remark.
    Note,
    /// Something that is false.
    Wrong,
}

/// A line: pieces, each with its role.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Line(pub Vec<(Role, String)>);

impl Line {
    /// Makes a line of one piece; [`markup`](super::markup) has a shorter constructor for each
    /// role.
    pub fn new(role: Role, text: impl Into<String>) -> Self {
        Self(vec![(role, text.into())])
    }

    /// Appends the pieces of `other`.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.0.extend(other.0);
        self
    }

    /// Returns the number of columns it takes in a terminal.
    pub fn width(&self) -> usize {
        self.0.iter().map(|(_, text)| width(text)).sum()
    }

    /// Whether its first or last character is a blank.
    pub(super) fn has_blanks_around(&self) -> bool {
        let mut pieces = self.0.iter().map(|(_, text)| text).filter(|text| !text.is_empty());
        let first = pieces.next();
        let last = pieces.next_back().or(first);
        first.is_some_and(|it| it.starts_with(' ')) || last.is_some_and(|it| it.ends_with(' '))
    }

    /// Whether it has no text.
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|(_, text)| text.is_empty())
    }

    /// Writes the line in a markup language, by the functions for a heading, for typed text, and
    /// for other words.
    pub(super) fn marked_up(
        &self,
        heading: impl Fn(&str) -> String,
        code: impl Fn(&str) -> String,
        words: impl Fn(&str) -> String,
    ) -> String {
        let piece = |(role, text): &(Role, String)| match role {
            Role::Expression | Role::Template if text.is_empty() => String::new(),
            Role::Expression | Role::Template => code(text),
            Role::Heading => heading(text),
            Role::Plain | Role::Value | Role::Note | Role::Wrong => words_and_code(text)
                .map(|(is_code, piece)| if is_code { code(piece) } else { words(piece) })
                .collect(),
        };
        self.0.iter().map(piece).collect()
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

/// Makes a line of plain words.
impl<T: AsRef<str>> From<T> for Line {
    fn from(text: T) -> Self {
        Self::new(Role::Plain, text.as_ref())
    }
}

/// Splits a text into prose and code in backticks. Returns each piece with a flag that says whether
/// the piece is code.
pub(super) fn words_and_code(text: &str) -> impl Iterator<Item = (bool, &str)> {
    // The last of an odd number of backticks is literal.
    let pieces = text.splitn(2 * (text.matches('`').count() / 2) + 1, '`').enumerate();
    pieces.map(|(index, piece)| (index % 2 == 1, piece)).filter(|(_, piece)| !piece.is_empty())
}

/// Writes the text without the roles.
impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|(_, text)| f.write_str(text))
    }
}

/// Rows of cells in aligned columns.
///
/// If a table is too wide for the terminal, its texts are wrapped. If the table is still too wide,
/// a table with [`keys`](Self::keys) gets narrower gaps or is split, and in any other table each
/// row is folded into several lines.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Table {
    /// The titles of the columns; empty if they have none.
    pub header: Vec<String>,
    /// The right-aligned columns, such as numbers.
    pub right: Vec<usize>,
    /// The number of leading columns that name the row. If the table is split, each part repeats
    /// them.
    pub keys: usize,
    /// The column of bars. They are shortened if the table is too wide.
    pub bars: Option<usize>,
    /// The rows, each with its cells.
    pub rows: Vec<Vec<Line>>,
}

impl Table {
    /// Makes a table without a header.
    pub fn of(rows: impl IntoIterator<Item = Vec<Line>>) -> Self {
        Self { rows: rows.into_iter().collect(), ..Self::default() }
    }

    /// Returns the number of columns: the length of its longest row or its header.
    pub(super) fn columns(&self) -> usize {
        self.rows.iter().map(Vec::len).fold(self.header.len(), usize::max)
    }

    /// Sets the titles of the columns.
    #[must_use]
    pub fn titled<T: Into<String>>(mut self, titles: impl IntoIterator<Item = T>) -> Self {
        self.header = titles.into_iter().map(Into::into).collect();
        self
    }

    /// Aligns these columns to the right.
    #[must_use]
    pub fn right(mut self, columns: impl IntoIterator<Item = usize>) -> Self {
        self.right = columns.into_iter().collect();
        self
    }

    /// Sets how many leading columns name the rows.
    #[must_use]
    pub const fn keys(mut self, columns: usize) -> Self {
        self.keys = columns;
        self
    }

    /// Sets the column of bars.
    #[must_use]
    pub const fn bars(mut self, column: usize) -> Self {
        self.bars = Some(column);
        self
    }
}

/// A text with marks below some of its parts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Annotated {
    /// The text. A long text continues in further rows.
    pub text: String,
    /// The blanks before each row.
    pub indent: usize,
    /// The words right of the text, or below it.
    pub beside: Line,
    /// The byte whose surroundings are shown if the text is long; `None` to show the whole text.
    pub around: Option<usize>,
    /// The marks, each in a row of its own.
    pub marks: Vec<Mark>,
    /// Whether all labels begin in the same column.
    pub lines_up: bool,
}

/// A mark below a part of a text, with a label.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// The bytes of the part in the text.
    pub span: Range<usize>,
    /// The shape of the mark.
    pub shape: Shape,
    /// The labels, from the longest to the shortest. The first label that fits next to the mark is
    /// drawn; if none fits, the last is drawn below.
    pub labels: Vec<Line>,
}

/// The shape of a mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// A line below the whole part.
    Line,
    /// Brackets below the ends of the part.
    Brackets,
}

/// A tree, drawn with lines.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tree {
    /// The title; empty if there is none.
    pub title: Line,
    /// The nodes in order, each before its children.
    pub nodes: Vec<TreeNode>,
    /// Whether the texts of the nodes begin in one column, if there is room.
    pub lines_up: bool,
}

/// A node of a tree.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TreeNode {
    /// The number of ancestors of the node.
    pub depth: usize,
    /// The name of the node.
    pub name: Line,
    /// The text of the node. If it is too long, its middle is left out.
    pub text: Line,
}

/// A part of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    /// A line, which is wrapped like a paragraph if it is too long.
    Line(Line),
    /// A literal line, which is never wrapped.
    Verbatim(Line),
    /// The start of a line, and its continuation. The continuation is wrapped, and all its rows
    /// begin in the same column.
    Item(Line, Line),
    /// A table.
    Table(Table),
    /// Similar items, in as many columns as fit.
    Grid(Vec<Line>),
    /// A text with marks below it.
    Annotated(Annotated),
    /// Trees, side by side if there is room.
    Trees(Vec<Tree>),
    /// A blank line.
    Blank,
}

impl Block {
    /// Whether it is a drawing, in which columns matter: a tree, a text with marks under it, or
    /// literal text.
    pub(super) const fn is_drawn(&self) -> bool {
        match self {
            Self::Verbatim(_) | Self::Annotated(_) | Self::Trees(_) => true,
            Self::Line(_) | Self::Item(..) | Self::Table(_) | Self::Grid(_) | Self::Blank => false,
        }
    }

    /// Returns a line, an item or a grid as one paragraph, with each line written by `text`; `None`
    /// for other blocks.
    pub(super) fn paragraph(&self, text: impl Fn(&Line) -> String) -> Option<String> {
        Some(match self {
            Self::Line(line) => text(line).trim().to_owned(),
            Self::Item(start, rest) => text(start).trim_start().to_owned() + &text(rest),
            Self::Grid(items) => items.iter().map(text).collect::<Vec<_>>().join(", "),
            _ => return None,
        })
    }
}

macro_rules! into_block {
    ($($Kind:ident)*) => {$(
        impl From<$Kind> for Block {
            fn from(block: $Kind) -> Self {
                Self::$Kind(block)
            }
        }
    )*};
}
into_block!(Line Table Annotated);

/// A report as human-readable text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Document(pub Vec<Block>);

impl<T: Into<Block>> From<T> for Document {
    fn from(block: T) -> Self {
        Self(vec![block.into()])
    }
}
