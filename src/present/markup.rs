//! Short constructors for the lines of documents, so that the code that makes a line looks like its
//! text.
//!
//! ```
//! use bracket24::present::markup as m;
//!
//! let line = m::expression("8/(3-8/3)").and(m::plain(" = ")).and(m::value("24"));
//! assert_eq!(line.to_string(), "8/(3-8/3) = 24");
//! ```

use super::{Line, Role};

/// Makes plain words.
pub fn plain(text: impl Into<String>) -> Line {
    Line::new(Role::Plain, text)
}

/// Makes the subject of the text that follows.
pub fn heading(text: impl Into<String>) -> Line {
    Line::new(Role::Heading, text)
}

/// Makes an expression with its numbers.
pub fn expression(text: impl Into<String>) -> Line {
    Line::new(Role::Expression, text)
}

/// Makes a template.
pub fn template(text: impl Into<String>) -> Line {
    Line::new(Role::Template, text)
}

/// Makes an exact value or a count.
pub fn value(text: impl Into<String>) -> Line {
    Line::new(Role::Value, text)
}

/// Makes a less important remark.
pub fn note(text: impl Into<String>) -> Line {
    Line::new(Role::Note, text)
}

/// Makes a false statement or value.
pub fn wrong(text: impl Into<String>) -> Line {
    Line::new(Role::Wrong, text)
}
