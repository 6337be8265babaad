//! Short constructors for the lines of documents, so that the code that makes a line looks like its
//! text.
//!
//! ```
//! use bracket24::present::markup as m;
//!
//! let line = m::expression("8/(3-8/3)").and(m::plain(" = ")).and(m::value("24"));
//! assert_eq!(line.to_string(), "8/(3-8/3) = 24");
//! ```

use std::fmt::Display;

use super::{Line, Role};

/// Makes plain words.
pub fn plain(text: impl Display) -> Line {
    Line::new(Role::Plain, text.to_string())
}

/// Makes the subject of the text that follows.
pub fn heading(text: impl Display) -> Line {
    Line::new(Role::Heading, text.to_string())
}

/// Makes an expression with its numbers.
pub fn expression(text: impl Display) -> Line {
    Line::new(Role::Expression, text.to_string())
}

/// Makes a template.
pub fn template(text: impl Display) -> Line {
    Line::new(Role::Template, text.to_string())
}

/// Makes an exact value or a count.
pub fn value(text: impl Display) -> Line {
    Line::new(Role::Value, text.to_string())
}

/// Makes a less important remark.
pub fn note(text: impl Display) -> Line {
    Line::new(Role::Note, text.to_string())
}

/// Makes a false statement or value.
pub fn wrong(text: impl Display) -> Line {
    Line::new(Role::Wrong, text.to_string())
}
