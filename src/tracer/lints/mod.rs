//! What is likely wrong with a grammar although it can be used, and what keeps one
//! from being used that only its own rules tell.
//!
//! # How to add a lint
//!
//! 1. A function from a [`Subject`] to what it finds, in the file of its question here, or in
//!    one of its own. It says nothing that it has not tried: [`Subject::tried`] reads a text,
//!    [`Subject::changed`] tries a change before it is advised.
//!    `Subject::rules` has the rules as they are written; [`finding`] makes a warning.
//! 2. A line with its name in [`LINTS`], in its place in that order. A file of its own has
//!    its `mod` beside the others.
//! 3. Its name, and what it warns of, in the list at [`Findings::of`] and in the help of
//!    `grammar check` (`src/cli/commands/grammar/check.rs`).
//! 4. A grammar that has it in the test at the end of this file, which says which of these
//!    steps is missing. In `tests/library/findings.rs`: what it says of such grammars, and a
//!    grammar that only seems to have it.

mod falls_apart;
mod first_set;
mod left_recursion;
mod never;
mod repetition;
mod rereading;
mod shortest;
mod subject;
mod text_ends;
mod unreachable;

use std::ops::Range;
use std::time::Duration;

use super::error::{GrammarError, GrammarErrorKind};
use super::patience::{is_wanted, within};
use super::{PestGrammar, RuleId};
use crate::stack;
pub(super) use left_recursion::{Cycle, cycles, recursion_error, way_back};
use subject::Subject;
pub(super) use subject::all_match;
pub(crate) use subject::matched;
pub(super) use unreachable::unreachable_alternatives;

/// How long a grammar is looked at.
pub(crate) const CHECK_TIME: Duration = Duration::from_secs(10);

/// What looks for one kind of mistake.
type Lint = fn(&Subject<'_>) -> Vec<GrammarError>;

/// All of them, each with the name by which its findings are known, in the order in which
/// they look. Those that try texts come after the one that finds errors: a grammar that never
/// ends would not end with them.
const LINTS: &[(&str, Lint)] = &[
    ("unreachable", |subject| subject.grammar.warnings().to_vec()),
    ("never-used", |it| never::never_used(it.rules, it.start, it.entries)),
    ("never-matches", never::never_matching),
    ("upside-down", never::upside_down),
    ("eaten", never::eaten_followers),
    ("hidden-recursion", left_recursion::hidden_recursion),
    ("endless", text_ends::endless_repetitions),
    ("no-end", |subject| text_ends::unread_rest(subject).into_iter().collect()),
    ("falls-apart", falls_apart::falling_apart),
    ("read-again", rereading::rereadings),
];

/// A finding of a lint, which is given its name by [`LINTS`].
fn finding(
    message: impl Into<String>,
    span: Range<usize>,
    advice: impl Into<String>,
) -> GrammarError {
    GrammarError::new(GrammarErrorKind::Lint(""), message, span, advice)
}

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
    /// These are warnings, each by the name of its [`Lint`](GrammarErrorKind::Lint):
    ///
    /// - `no-end`: a start rule that does not end in `EOI`
    /// - `start`: another rule that leads to the start and all others
    /// - `read-again`: rules that read the same again, so that the work is multiplied at
    ///   every level of a text that nests
    /// - `never-used`: rules that the start does not lead to
    /// - `never-matches`: rules that can never match
    /// - `eaten`: repetitions that read what must follow them
    /// - `upside-down`: ranges such as `{3,1}`
    /// - `endless`: repetitions that never end
    /// - `falls-apart`: tokens that implicit blanks let fall apart
    /// - `unreachable`: alternatives that an earlier one hides
    ///
    /// This is an error:
    ///
    /// - `hidden-recursion`: left recursion that pest does not see; its kind is
    ///   [`LeftRecursion`](GrammarErrorKind::LeftRecursion)
    ///
    /// Each text in them was tried, and so was each change that they advise.
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
        let grammar = PestGrammar::read(source)?;
        let Some(start) = grammar.rule(start) else { return Ok(Self::default()) };
        Ok(findings(&grammar, start, true, &[]))
    }
}

/// What there is to say of a grammar whose texts are read by the rule `start`, if nobody
/// chose another; `entries` are rules that are used without being named. What takes too long
/// to be looked at is a warning, too.
pub(crate) fn findings(
    grammar: &PestGrammar,
    start: RuleId,
    is_usual: bool,
    entries: &[&str],
) -> Findings {
    let mut found = Findings::default();
    let Some(mut subject) = Subject::new(grammar, start, is_usual, entries) else { return found };
    stack::for_grammar(|| within(CHECK_TIME, || look(&mut subject, &mut found)));
    found.warnings.sort_by_key(|warning| warning.span.start);
    found
}

fn look(subject: &mut Subject<'_>, found: &mut Findings) {
    let likely = subject.is_usual.then(|| never::likely_start(subject)).flatten();
    if let Some((likely, warning)) = likely {
        subject.start = likely;
        found.warnings.push(GrammarError { kind: GrammarErrorKind::Lint("start"), ..warning });
    }
    for &(name, lint) in LINTS {
        if !found.errors.is_empty() {
            break;
        }
        let all = lint(subject);
        // A trial that was broken off may be wrong.
        if !is_wanted() {
            let seconds = CHECK_TIME.as_secs();
            let message = format!("checking the grammar takes more than {seconds} seconds");
            let advice = "there are too many ways from rule to rule; split it";
            found.warnings.push(GrammarError::new(
                GrammarErrorKind::GivenUp,
                message,
                0..0,
                advice,
            ));
            break;
        }
        for finding in all {
            if finding.kind == GrammarErrorKind::LeftRecursion {
                found.errors.push(finding);
            } else {
                let kind = GrammarErrorKind::Lint(name);
                found.warnings.push(GrammarError { kind, ..finding });
            }
        }
    }
}

/// The warnings for rules that `start` and the `entries` do not lead to.
pub(crate) fn never_used(
    grammar: &PestGrammar,
    start: RuleId,
    entries: &[&str],
) -> Vec<GrammarError> {
    let start = start.index().checked_sub(1).expect("texts do not begin with their end");
    never::never_used(grammar.written(), start, entries)
}

/// For every rule that produces a node a text that `start` reads by it; none where it takes
/// too long to look.
pub(crate) fn texts_by_rule(grammar: &PestGrammar, start: RuleId) -> Vec<(RuleId, String)> {
    let Some(subject) = Subject::new(grammar, start, true, &[]) else { return Vec::new() };
    let look = || Some(shortest::texts_by_rule(&subject)).filter(|_| is_wanted());
    stack::for_grammar(|| within(CHECK_TIME, look)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_lint_has_a_name_of_its_own_and_its_findings_have_it() {
        let names: BTreeSet<&str> = LINTS.iter().map(|(name, _)| *name).collect();
        assert_eq!(names.len(), LINTS.len());
        let source = r#"list = { item ~ "," ~ list | item }
            item = { "x" | "[" ~ list ~ "]" }
            alone = { "y"{3,1} }"#;
        let found = Findings::of(source, "list").expect("pest accepts it");
        let kinds = found.warnings.iter().map(|it| it.kind);
        let expected = ["no-end", "read-again", "never-used", "upside-down"];
        assert_eq!(kinds.collect::<Vec<_>>(), expected.map(GrammarErrorKind::Lint));
    }

    /// A grammar with what each lint finds. The start is `a`.
    const GRAMMARS: &[(&str, &str)] = &[
        ("unreachable", r#"a = { ("<" | "<=") ~ EOI }"#),
        ("never-used", r#"a = { "x" ~ EOI } b = { "y" }"#),
        ("never-matches", r#"a = { "x" ~ a }"#),
        ("upside-down", r#"a = { "x"{3,1} ~ EOI }"#),
        ("eaten", r#"a = { ANY* ~ "x" ~ EOI }"#),
        ("hidden-recursion", r#"a = { (a | "") ~ "x" }"#),
        ("endless", "a = { SOI ~ POP_ALL* ~ EOI }"),
        ("no-end", r#"a = { "x"* }"#),
        ("falls-apart", r#"a = { n ~ EOI } n = { ASCII_DIGIT+ } WHITESPACE = _{ " " }"#),
        ("read-again", r#"a = { e ~ EOI } e = { t ~ "+" ~ e | t } t = { "x" | "(" ~ e ~ ")" }"#),
    ];

    #[test]
    fn every_lint_finds_something_and_is_explained() {
        let help = include_str!("../../cli/commands/grammar/check.rs");
        for (name, _) in LINTS {
            let grammar = GRAMMARS.iter().find(|(of, _)| of == name);
            let (_, source) = grammar.unwrap_or_else(|| panic!("GRAMMARS has none for `{name}`"));
            let Findings { errors, warnings } = Findings::of(source, "a").expect("pest accepts it");
            let kind = GrammarErrorKind::Lint(name);
            let is_warning = warnings.iter().any(|it| it.kind == kind);
            assert!(is_warning || !errors.is_empty(), "`{name}` finds nothing in {source}");
            let is_in_list = include_str!("mod.rs").contains(&format!("/// - `{name}`: "));
            assert!(is_in_list, "the list at `Findings::of` lacks `{name}`");
            let is_in_help = help.contains(&format!("\n  {name}  "));
            assert!(is_in_help || !is_warning, "the help of `grammar check` lacks `{name}`");
        }
    }
}
