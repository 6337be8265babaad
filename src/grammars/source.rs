//! The text of the grammars themselves.

use std::ops::ControlFlow;
use std::sync::LazyLock;

use super::{Grammar, LINE};
use crate::tracer::{Event, PestGrammar, TraceError};

pub(super) const LEXICAL: &str = include_str!("../../grammar/lexical.pest");

impl Grammar {
    /// The grammar's own rules, as its `.pest` file says them, with its
    /// comments; the rules it shares with all others are left out.
    pub fn source(&self) -> &str {
        match self {
            Self::Left => include_str!("../../grammar/left.pest"),
            Self::Right => include_str!("../../grammar/right.pest"),
            Self::Scala => include_str!("../../grammar/scala.pest"),
            Self::Flat => include_str!("../../grammar/flat.pest"),
            Self::Pemdas => include_str!("../../grammar/pemdas.pest"),
            Self::RightSlow => include_str!("../../grammar/right_slow.pest"),
            Self::User(user) => user.source(),
        }
    }

    /// The rules that it shares with the other grammars: the tokens, and the
    /// lines they stand in.
    pub fn shared_source(&self) -> &str {
        match self {
            Self::User(user) => user.shared_source(),
            _ => LEXICAL,
        }
    }

    /// All its rules, as one file that pest can read: its own, then the shared
    /// ones.
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::Grammar;
    ///
    /// let file = Grammar::Left.whole_source();
    /// assert!(file.starts_with("//! Ordinary arithmetic"));
    /// assert!(file.contains("expression = ") && file.contains("number = "));
    /// ```
    pub fn whole_source(&self) -> String {
        [self.source(), self.shared_source()].join("\n")
    }

    /// All its rules, ready to be traced.
    pub fn rules(&self) -> &PestGrammar {
        type Rules = LazyLock<PestGrammar>;
        static LEFT: Rules = Rules::new(|| read(&Grammar::Left));
        static RIGHT: Rules = Rules::new(|| read(&Grammar::Right));
        static SCALA: Rules = Rules::new(|| read(&Grammar::Scala));
        static FLAT: Rules = Rules::new(|| read(&Grammar::Flat));
        static PEMDAS: Rules = Rules::new(|| read(&Grammar::Pemdas));
        static RIGHT_SLOW: Rules = Rules::new(|| read(&Grammar::RightSlow));
        match self {
            Self::Left => &LEFT,
            Self::Right => &RIGHT,
            Self::Scala => &SCALA,
            Self::Flat => &FLAT,
            Self::Pemdas => &PEMDAS,
            Self::RightSlow => &RIGHT_SLOW,
            Self::User(user) => user.rules(),
        }
    }

    /// Traces how it reads `text` as one line, whether or not it can; see
    /// [`PestGrammar::trace`].
    ///
    /// # Errors
    ///
    /// As [`PestGrammar::trace`].
    pub fn trace<'g>(
        &'g self,
        text: &str,
        listener: impl FnMut(Event<'g>) -> ControlFlow<()>,
    ) -> Result<(), TraceError> {
        #[cfg(test)]
        super::count::note(super::count::Pass::Trace, self, text);
        let rules = self.rules();
        let line = rules.rule(LINE).ok_or(TraceError::UnknownRule)?;
        rules.trace(line, text, listener).map(drop)
    }
}

fn read(grammar: &Grammar) -> PestGrammar {
    PestGrammar::trusted(&grammar.whole_source())
        .unwrap_or_else(|| unreachable!("a parser is derived from it"))
}
