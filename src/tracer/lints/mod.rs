//! What is likely wrong with a grammar although it can be used, and what keeps one
//! from being used that only its own rules tell.

mod change;
mod char_set;
mod eaten;
mod end_of_text;
mod endless;
mod falls_apart;
mod first_set;
mod growth;
mod hidden_recursion;
mod left_recursion;
mod nested;
mod put_first;
mod read_again;
mod read_once;
mod recursion_errors;
mod repetition;
mod shortest;
mod subject;
mod texts_by_rule;
pub(super) mod trial;
mod unreachable;
mod unused;
mod upside_down;
mod ways;

use std::sync::{Arc, Mutex, PoisonError};

use pest::iterators::Pairs;
use pest_meta::parser::Rule;

use super::error::GrammarError;
use super::syntax::Syntax;
use super::{PestGrammar, RuleId, check};
pub(super) use left_recursion::cycles;
pub(super) use recursion_errors::recursion_error;
use subject::Subject;
pub(crate) use texts_by_rule::TextByRule;
pub(crate) use trial::matched;
pub(super) use unreachable::unreachable_alternatives;

/// What there is to say of a grammar that pest accepts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Findings {
    /// What keeps it from being used.
    pub errors: Vec<GrammarError>,
    /// What is likely a mistake.
    pub warnings: Vec<GrammarError>,
}

impl Findings {
    /// What there is to say of the text of a grammar whose texts are read by the rule
    /// `start`.
    ///
    /// Warnings are: a start rule that does not end in `EOI`; rules that read the
    /// same again, so that the work is multiplied at every level of a text that nests;
    /// rules that are never reached or can never match; repetitions that read what must
    /// follow them; tokens that implicit blanks
    /// let fall apart; alternatives that are unreachable; ranges that are upside down;
    /// repetitions that never end. Errors are: left recursion
    /// that pest does not see. Each text in them was tried, and so was each change
    /// that they advise.
    ///
    /// # Errors
    ///
    /// Where pest does not accept the grammar: see [`PestGrammar::read`].
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::tracer::Findings;
    ///
    /// let source = r#"list = { item ~ "," ~ list | item }
    /// item = { "x" | "[" ~ list ~ "]" }"#;
    /// let found = Findings::of(source, "list")?;
    /// assert_eq!(found.warnings[0].message, "`list` does not end in `EOI`: of `x]` only `x` is read");
    /// assert_eq!(found.warnings[1].advice, "read it once: `item ~ (\",\" ~ list)?` (then 10 calls)");
    /// # Ok::<(), Vec<bracket24::tracer::GrammarError>>(())
    /// ```
    pub fn of(source: &str, start: &str) -> Result<Self, Vec<GrammarError>> {
        let grammar = Arc::new(PestGrammar::read(source)?);
        let Some(start) = grammar.rule(start) else { return Ok(Self::default()) };
        Ok(check::findings(source, &grammar, start, true, &[]))
    }
}

/// Where the reading of texts begins.
pub(super) struct Start<'s> {
    pub(super) rule: RuleId,
    /// Whether nobody chose it.
    pub(super) is_usual: bool,
    /// Other rules that are used without being named.
    pub(super) entries: &'s [&'s str],
}

/// Looks at a grammar, and adds to `found` what there is to say of it.
pub(super) fn findings(
    source: &str,
    pairs: &Pairs<'_, Rule>,
    grammar: &PestGrammar,
    start: &Start<'_>,
    found: &Mutex<Findings>,
) {
    let warn = |warnings: Vec<GrammarError>| {
        found.lock().unwrap_or_else(PoisonError::into_inner).warnings.extend(warnings);
    };
    let syntax = Syntax::new(pairs);
    warn(unreachable_alternatives(source, &syntax));
    let Some(mut subject) = Subject::new(source, &syntax, grammar, start.rule) else { return };
    let likely = start.is_usual.then(|| unused::likely_start(&subject)).flatten();
    if let Some((likely, warning)) = likely {
        subject.start = likely;
        warn(vec![warning]);
    }
    warn(unused::unreached(&subject, start.entries));
    warn(unused::never_matching(&subject));
    warn(upside_down::upside_down(&subject));
    warn(eaten::eaten_followers(&subject));
    let errors = hidden_recursion::hidden_recursion(&subject, check::accepted_grammar);
    // What never ends has no texts to be tried.
    if errors.is_empty() {
        warn(endless::endless_repetitions(&subject));
        warn(end_of_text::unread_rest(&subject).into_iter().collect());
        warn(falls_apart::falling_apart(&subject));
        warn(read_again::rereadings(&subject));
    }
    found.lock().unwrap_or_else(PoisonError::into_inner).errors.extend(errors);
}

/// For every rule that produces a node a text that `start` reads by it, and where its
/// name stands.
pub(super) fn texts_by_rule(
    pairs: &Pairs<'_, Rule>,
    source: &str,
    grammar: &PestGrammar,
    start: RuleId,
) -> Vec<TextByRule> {
    let syntax = Syntax::new(pairs);
    let subject = Subject::new(source, &syntax, grammar, start);
    subject.map_or_else(Vec::new, |subject| texts_by_rule::texts_by_rule(&subject))
}
