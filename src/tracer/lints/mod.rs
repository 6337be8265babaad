//! What is likely wrong with a grammar although it can be used, and what keeps one
//! from being used that only its own rules tell.
//!
//! # How to add a lint
//!
//! 1. A function from a [`Subject`] to what it finds, in the file of its question here, or in
//!    one of its own. It says nothing that it has not tried: [`Subject::tried`] reads a text,
//!    [`Subject::mends`] tries a change before it is advised.
//!    `Subject::rules` has the rules as they are written; [`finding`] makes a warning.
//! 2. A line with its name in [`LINTS`], in its place in that order. A file of its own has
//!    its `mod` beside the others.
//! 3. A page on it in `explained.md`: a grammar that has it, one that has not, sources. A test
//!    at the end of this file tries both grammars, and says which page is missing.
//! 4. In `tests/library/findings.rs` or beside it: what it says of such grammars, and a
//!    grammar that only seems to have it.

mod blanks;
mod falls_apart;
mod first_set;
mod keywords;
mod left_recursion;
mod lookaheads;
mod never;
mod repetition;
mod rereading;
mod shortest;
mod stack;
mod subject;
mod text_ends;
mod unreachable;

use std::ops::Range;
use std::time::Duration;

use super::error::{GrammarError, GrammarErrorKind};
use super::patience::{is_wanted, within};
use super::{PestGrammar, RuleId, Rules};
pub(super) use left_recursion::{Cycle, cycles, recursion_error, way_back};
pub(crate) use shortest::{Shortest, terminal_text};
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
    ("reads-nothing", never::reading_nothing),
    ("one-sided-stack", stack::one_sided),
    ("upside-down", never::upside_down),
    ("eaten", never::eaten_followers),
    ("hidden-recursion", left_recursion::hidden_recursion),
    ("not-silent", blanks::not_silent),
    ("endless", text_ends::endless_repetitions),
    ("no-end", |subject| text_ends::unread_rest(subject).into_iter().collect()),
    ("no-start", |subject| blanks::refused_start(subject).into_iter().collect()),
    ("falls-apart", falls_apart::falling_apart),
    ("hollow-text", blanks::hollow_texts),
    ("endless-comment", |subject| blanks::endless_comment(subject).into_iter().collect()),
    ("unended-comment", |subject| blanks::unended_comment(subject).into_iter().collect()),
    ("eaten-newline", blanks::eaten_newlines),
    ("eaten-blank", blanks::asked_for_blanks),
    ("keyword-in-name", keywords::eaten_heads),
    ("name-after-keyword", keywords::refused_names),
    ("read-again", rereading::rereadings),
];

/// The pages on all lints, one after another.
const PAGES: &str = include_str!("explained.md");

/// A page on each lint, in Markdown: the mistake, a grammar that has it, one that does not,
/// and where people asked about it. The first line of a page is its name.
pub fn lint_pages() -> impl Iterator<Item = (&'static str, &'static str)> {
    PAGES.split("\n# ").map(|page| {
        let page = page.trim_start_matches("# ").trim_end();
        page.split_once("\n\n").expect("a blank line follows its name")
    })
}

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
    /// [`lint_pages`] has a page on each kind of warning. An error is left recursion that pest
    /// does not see.
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
        Ok(findings(&grammar, start, &[]))
    }
}

/// What there is to say of a grammar whose texts are read by the rule `start`; `entries` are
/// rules that are used without being named. What takes too long to be looked at is a warning,
/// too.
pub(crate) fn findings(grammar: &PestGrammar, start: RuleId, entries: &[&str]) -> Findings {
    let mut found = Findings::default();
    let Some(subject) = Subject::new(grammar, start, entries) else { return found };
    crate::stack::for_grammar(|| within(CHECK_TIME, || look(&subject, &mut found)));
    found.warnings.retain(|warning| !is_allowed(grammar.written(), warning));
    found.warnings.sort_by_key(|warning| warning.span.start);
    found
}

/// Whether a comment allows what a lint found: `// allow: NAME` in or above the rule, or
/// `//! allow: NAME` for the whole file.
fn is_allowed(rules: &Rules, warning: &GrammarError) -> bool {
    let GrammarErrorKind::Lint(name) = warning.kind else { return false };
    let allows = |comment: &str| {
        let names = comment.trim().trim_start_matches('!').trim_start_matches('/').trim_start();
        let mut names = names.strip_prefix("allow:").into_iter().flat_map(|it| it.split(','));
        names.any(|it| it.trim() == name)
    };
    let comment = |line: &str| line.split_once("//").is_some_and(|(_, it)| allows(it));
    let source = &rules.source;
    if source.lines().any(|line| line.trim_start().starts_with("//!") && comment(line)) {
        return true;
    }
    let at = warning.span.start;
    let Some(rule) = rules.rules.iter().find(|rule| rule.span.contains(&at)) else { return false };
    let above = source[..rule.span.start].lines().rev().skip_while(|line| line.trim().is_empty());
    let mut above = above.take_while(|line| line.trim_start().starts_with("//"));
    let end = source[rule.span.end..].find('\n').map_or(source.len(), |it| rule.span.end + it);
    above.any(comment) || source[rule.span.start..end].lines().any(comment)
}

fn look(subject: &Subject<'_>, found: &mut Findings) {
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
    let Some(subject) = Subject::new(grammar, start, &[]) else { return Vec::new() };
    let look = || Some(shortest::texts_by_rule(&subject)).filter(|_| is_wanted());
    crate::stack::for_grammar(|| within(CHECK_TIME, look)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_lint_has_a_page_whose_first_grammar_has_it_and_whose_second_has_not() {
        let pages: Vec<&str> = lint_pages().map(|(name, _)| name).collect();
        for (name, _) in LINTS {
            assert!(pages.contains(name), "`explained.md` has no page on `{name}`");
        }
        assert_eq!(pages.len(), LINTS.len(), "{pages:?}");
        for (name, page) in lint_pages() {
            let grammars: Vec<&str> = page.split("```pest\n").skip(1).collect();
            let grammars = grammars.iter().map(|it| it.split_once("```").expect("it is closed").0);
            let has_it = grammars.map(|source| {
                let start = source.split(' ').next().expect("it begins with a rule");
                let found = Findings::of(source, start).expect("pest accepts it");
                let mut all = found.warnings.iter().chain(&found.errors);
                all.any(|it| {
                    it.kind == GrammarErrorKind::Lint(name)
                        || name == "hidden-recursion" && it.kind == GrammarErrorKind::LeftRecursion
                })
            });
            assert_eq!(has_it.collect::<Vec<_>>(), [true, false], "{name}");
        }
    }

    #[test]
    fn a_comment_allows_what_a_lint_finds_in_a_rule_or_in_the_file() {
        let source = "file = { SOI ~ \"a\" ~ EOI }\nWHITESPACE = { \" \" }\n";
        let found = |source: &str| Findings::of(source, "file").expect("it is read").warnings.len();
        assert_eq!(found(source), 1);
        let above = source.replace("WHITE", "// allow: not-silent\nWHITE");
        let beside = source.trim_end().to_owned() + " // allow: eaten, not-silent";
        for allowed in [above.clone(), beside, format!("//! allow: not-silent\n{source}")] {
            assert_eq!(found(&allowed), 0, "{allowed}");
        }
        assert_eq!(found(&above.replace("not-silent", "eaten")), 1);
    }

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
}
