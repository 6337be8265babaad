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

/// Makes a constructor for each role.
macro_rules! constructors {
    ($($(#[$doc:meta])+ $name:ident: $role:ident;)+) => { $(
        $(#[$doc])+
        pub fn $name(text: impl Display) -> Line {
            Line::new(Role::$role, text.to_string())
        }
    )+ };
}

constructors! {
    /// Makes plain words.
    plain: Plain;
    /// Makes the subject of the text that follows.
    heading: Heading;
    /// Makes an expression with its numbers.
    expression: Expression;
    /// Makes a template.
    template: Template;
    /// Makes an exact value or a count.
    value: Value;
    /// Makes a less important remark.
    note: Note;
    /// Makes a false statement or value.
    wrong: Wrong;
}
