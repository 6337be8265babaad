//! The lines that documents are made of, short enough for the code that makes
//! them to read as what it says.
//!
//! ```
//! use bracket24::present::markup as m;
//!
//! let line = m::expression("8/(3-8/3)").and(m::plain(" = ")).and(m::value("24"));
//! assert_eq!(line.to_string(), "8/(3-8/3) = 24");
//! ```

use super::{Line, Role};

/// Plain words.
pub fn plain(text: impl Into<String>) -> Line {
    Line::new(Role::Plain, text)
}

/// What the rest is about.
pub fn heading(text: impl Into<String>) -> Line {
    Line::new(Role::Heading, text)
}

/// An expression with its numbers.
pub fn expression(text: impl Into<String>) -> Line {
    Line::new(Role::Expression, text)
}

/// A template.
pub fn template(text: impl Into<String>) -> Line {
    Line::new(Role::Template, text)
}

/// An exact value or a count.
pub fn value(text: impl Into<String>) -> Line {
    Line::new(Role::Value, text)
}

/// A remark of less interest.
pub fn note(text: impl Into<String>) -> Line {
    Line::new(Role::Note, text)
}

/// Something that is false.
pub fn wrong(text: impl Into<String>) -> Line {
    Line::new(Role::Wrong, text)
}
