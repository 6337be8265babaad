//! What stands between the tokens of a text and is none: blanks and comments.

use std::ops::{ControlFlow, Range};

use crate::tracer::{Lookahead, Outcome, PestGrammar, RuleId, What};

/// The rules that pest tries between all others.
const BETWEEN: [&str; 2] = ["WHITESPACE", "COMMENT"];

/// What these rules match of `text`, which is read by `start`: they may be silent, so
/// that only a trace knows.
pub(super) fn skipped(rules: &PestGrammar, start: RuleId, text: &str) -> Vec<Range<usize>> {
    let between = BETWEEN.map(|name| rules.rule(name));
    let mut found: Vec<Range<usize>> = Vec::new();
    if between == [None; 2] {
        return found;
    }
    let traced = rules.trace(start, text, |event| {
        match (event.what, event.outcome) {
            (_, Outcome::Fail) => {
                // The parser goes back to where this began.
                while found.pop_if(|it| it.start >= event.at).is_some() {}
            }
            (What::Rule(rule), Outcome::Match { end })
                if event.lookahead == Lookahead::No && between.contains(&Some(rule)) =>
            {
                found.push(event.at..end);
            }
            _ => {}
        }
        ControlFlow::Continue(())
    });
    debug_assert!(traced.is_ok(), "it was read before");
    found
}
