//! What a text can use of a grammar, or not.

use std::fmt;

/// A rule, or a part of one that a text can use or not.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Part {
    /// The rule it belongs to.
    pub rule: String,
    /// What it is there.
    pub kind: PartKind,
    /// It, as a file writes it.
    pub text: String,
}

/// What a part is of its rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PartKind {
    /// All of it.
    Rule,
    /// The alternative with this number, from 1, of a choice.
    Alternative(usize),
    /// What may be there: `a` of `a?`.
    Optional,
    /// What may be there any number of times: `a` of `a*`.
    Repeated,
}

/// In words, as in: alternative 2 of `term`, `"/" ~ divide`.
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

#[cfg(feature = "serde")]
crate::serial::serialize_object! {
    /// Its rule, and its text where it is not all of that.
    Part, self:
    let part = (self.kind != PartKind::Rule).then_some(&*self.text);
    "rule" => self.rule, "part" => part,
}
