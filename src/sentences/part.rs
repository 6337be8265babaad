//! The parts of a grammar's rules that the program looks for in a text.

use std::fmt;

/// A rule, or a part of one, that a text may or may not use.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Part {
    /// The rule that the part belongs to.
    pub rule: String,
    /// The role of the part in its rule.
    pub kind: PartKind,
    /// The part, as a grammar file would write it.
    pub text: String,
}

/// The role of a part in its rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PartKind {
    /// The whole rule.
    Rule,
    /// An alternative of a choice, by its position from 1.
    Alternative(usize),
    /// An optional part: `a` of `a?`.
    Optional,
    /// A repeated part: `a` of `a*`.
    Repeated,
}

/// Describes the part in words, as in: alternative 2 in `term`, `"/" ~ divide`.
impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rule, kind, text } = self;
        match kind {
            PartKind::Rule => write!(f, "`{rule}`"),
            PartKind::Alternative(number) => {
                write!(f, "alternative {number} in `{rule}`, `{text}`")
            }
            PartKind::Optional | PartKind::Repeated => {
                write!(f, "the optional `{text}` in `{rule}`")
            }
        }
    }
}

crate::serial::serialize_object! {
    /// The rule, and the text if the part is not the whole rule.
    Part, self:
    let part = (self.kind != PartKind::Rule).then_some(&*self.text);
    "rule" => self.rule, "part" => part,
}
