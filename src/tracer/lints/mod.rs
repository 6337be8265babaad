//! Lints: likely mistakes in grammars that pest accepts, and errors that pest does not see.
//!
//! # How to add a lint
//!
//! 1. Write a function from a [`Subject`] to its findings, in the file for its topic or in a new
//!    one. Report only texts and changes that the function has tried: [`Subject::tried`] tries a
//!    text, and [`Subject::mends`] tries a change. `Subject::rules` has the rules as written.
//!    [`finding`] makes a warning.
//! 2. Add a line with the lint's name to [`LINTS`], at its place in the order. Add a `mod` line for
//!    a new file.
//! 3. Add a page to `explained.md`: a grammar with the mistake, a grammar without it, and sources.
//!    A test at the end of this file reports missing pages, and a test in
//!    `tests/library/findings.rs` runs the lint on both grammars.
//! 4. Add tests to `tests/library/findings.rs` or a file next to it: the messages for grammars with
//!    the mistake, and a grammar that only seems to have it.

mod blanks;
mod eaten;
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
mod tags;
mod text_ends;
mod unreachable;

use std::ops::Range;
use std::time::Duration;

use super::body::RuleDefinition;
use super::error::{GrammarError, GrammarErrorKind, GrammarErrors};
use super::patience::{is_wanted, within};
use super::{PestGrammar, RuleId, Rules};
use crate::words::did_you_mean;
pub(super) use left_recursion::{Cycle, cycles, is_mended, leading, recursion_errors, way_back};
pub(crate) use left_recursion::{called_first, grouped_by_pratt};
pub(crate) use shortest::{Shortest, terminal_text};
use subject::Subject;
pub(crate) use subject::reads_all;
pub(super) use unreachable::unreachable_alternatives;

/// The maximum time for checking a grammar.
pub(crate) const CHECK_TIME: Duration = Duration::from_secs(10);

/// A finding, if there is one.
type Found = Option<GrammarError>;

/// Looks for one kind of mistake.
type Lint = fn(&Subject<'_>) -> Vec<GrammarError>;

/// All lints in the order in which they run, each with the name of its findings. Most lints that
/// try texts come after the one that finds left recursion, because a parse with a left-recursive
/// grammar ends only at a limit.
const LINTS: &[(&str, Lint)] = &[
    ("unknown-allow", unknown_names),
    ("taken-name", taken_names),
    ("tag", tags::ignored),
    ("unreachable", |subject| subject.grammar.warnings.clone()),
    ("never-used", |it| never::never_used(it.rules, it.start, it.entries)),
    ("never-matches", never::never_matching),
    ("reads-nothing", never::reading_nothing),
    ("one-sided-stack", stack::one_sided),
    ("empty-stack", |subject| stack::emptied(subject).into_iter().collect()),
    ("upside-down", never::upside_down),
    ("eaten", eaten::eaten_followers),
    ("left-recursion", left_recursion::hidden_recursion),
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
    ("keyword-end", keywords::late_ends),
    ("read-again", rereading::rereadings),
];

/// The other warnings that a comment may allow, about grammars whose texts should have values.
const VALUE_WARNINGS: [GrammarErrorKind; 2] = [GrammarErrorKind::Role, GrammarErrorKind::Trial];

/// The lints whose changes are meant to make the grammar reject some texts.
const NARROWING: [&str; 3] = ["eaten", "falls-apart", "keyword-in-name"];

/// The pages about all lints, one after another.
const PAGES: &str = include_str!("explained.md");

/// A page on each lint and each kind of error, as its name and its text in Markdown: the mistake
/// and, for most, a grammar with it, a grammar without it, and sources.
pub fn lint_pages() -> impl Iterator<Item = (&'static str, &'static str)> {
    PAGES.split("\n# ").map(|page| {
        let page = page.trim_start_matches("# ").trim_end();
        page.split_once("\n\n").expect("a blank line follows its name")
    })
}

/// Makes a finding; [`LINTS`] adds the lint's name.
fn finding(what: impl Into<String>, span: Range<usize>, advice: impl Into<String>) -> GrammarError {
    GrammarError::new(GrammarErrorKind::Lint(""), what, span, advice)
}

/// The findings in a grammar that pest accepts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Findings {
    /// The errors that make the grammar unusable.
    pub errors: Vec<GrammarError>,
    /// The likely mistakes.
    pub warnings: Vec<GrammarError>,
}

impl Findings {
    /// Checks the text of a grammar whose start rule is `start`.
    ///
    /// [`lint_pages`] has a page about each kind of warning. The only errors are cases of left
    /// recursion that pest does not see.
    ///
    /// bracket24 has tried all texts and changes in the findings. After ten seconds the check ends with
    /// a warning of the kind [`GivenUp`](GrammarErrorKind::GivenUp). On Unix, with the feature `cli`,
    /// these are seconds of processor time.
    ///
    /// # Errors
    ///
    /// If pest rejects the grammar: see [`PestGrammar::read`]. If the grammar has no rule `start`.
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::tracer::Findings;
    ///
    /// let source = r#"list = { item ~ "," ~ list | item }
    /// item = { "x" | "[" ~ list ~ "]" }"#;
    /// let found = Findings::of(source, "list")?;
    /// assert_eq!(found.warnings[0].message, "`list` does not end in `EOI`: it matches only `x` of `x]`");
    /// assert_eq!(found.warnings[1].advice, "match it once: `item ~ (\",\" ~ list)?` (then 10 calls)");
    /// # Ok::<(), bracket24::tracer::GrammarErrors>(())
    /// ```
    pub fn of(source: &str, start: &str) -> Result<Self, GrammarErrors> {
        let grammar = PestGrammar::read(source)?;
        let Some(rule) = grammar.rule(start).filter(|rule| *rule != RuleId::EOI) else {
            let meant = did_you_mean(start, grammar.written.rules.iter().map(|rule| &*rule.name));
            let advice = meant.map_or_else(String::new, |name| format!("did you mean `{name}`?"));
            let message = format!("the grammar has no rule `{start}`");
            let error = GrammarError::new(GrammarErrorKind::Undefined, message, 0..0, advice);
            return Err(vec![error].into());
        };
        Ok(findings(&grammar, rule, &[]))
    }
}

/// Checks a grammar whose start rule is `start`; the rules in `entries` count as used although no
/// rule names them. A check that takes too long adds a warning.
pub(crate) fn findings(grammar: &PestGrammar, start: RuleId, entries: &[&str]) -> Findings {
    let mut found = Findings::default();
    let Some(subject) = Subject::new(grammar, start, entries) else { return found };
    crate::stack::for_grammar(|| within(CHECK_TIME, || look(&subject, &mut found)));
    // A caller that stopped the check knows that it is not whole.
    let is_told = |it: &GrammarError| is_wanted() || it.kind != GrammarErrorKind::GivenUp;
    found.warnings.retain(|it| is_told(it) && !is_allowed(&grammar.written, it));
    found.warnings.sort_by_key(|warning| warning.span.start);
    found
}

/// Whether a comment allows a warning: `// allow: NAME` in or above the rule, or `//! allow: NAME`
/// anywhere in the file.
pub(crate) fn is_allowed(rules: &Rules, warning: &GrammarError) -> bool {
    let name = warning.kind.name();
    let (source, at) = (&*rules.source, warning.span.start);
    let line_end = |rule: &RuleDefinition| {
        source[rule.span.end..].find('\n').map_or(source.len(), |it| rule.span.end + it)
    };
    let place = rules.rules.iter().position(|rule| rule.span.contains(&at)).map(|index| {
        let (rule, before) = (&rules.rules[index], rules.rules[..index].last());
        before.map_or(0, line_end).min(rule.span.start)..line_end(rule)
    });
    let is_here = |it| place.as_ref().is_some_and(|place| place.contains(&place_in(source, it)));
    let mut here = allowed(rules).filter(|&(is_for_all, it, _)| is_for_all || is_here(it));
    here.any(|(_, it, _)| it == name) && is_known(name)
}

/// The offset of `part` in `text`.
fn place_in(text: &str, part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}

/// The names after `// allow:`, separated by commas or blanks. For each name, also returns whether
/// it applies to the whole file, and whether it is the only word between its commas.
fn allowed(rules: &Rules) -> impl Iterator<Item = (bool, &str, bool)> {
    let source = &*rules.source;
    let mut literals = rules.rules.iter().flat_map(RuleDefinition::literals).peekable();
    let comments = source.match_indices("//").filter(move |(at, _)| {
        while literals.next_if(|(_, span)| span.end <= *at).is_some() {}
        literals.peek().is_none_or(|(_, span)| *at < span.start)
    });
    comments.flat_map(|(at, _)| {
        let comment = source[at + 2..].split('\n').next().expect("a split has a first part");
        let names = comment.trim_start_matches(['!', '/']).trim_start().strip_prefix("allow:");
        names.into_iter().flat_map(|it| it.split(',')).flat_map(move |part| {
            let is_alone = part.split_whitespace().count() == 1;
            part.split_whitespace().map(move |it| (comment.starts_with('!'), it, is_alone))
        })
    })
}

/// The names of the warnings that a comment may allow.
fn known_names() -> impl Iterator<Item = &'static str> {
    LINTS.iter().map(|it| it.0).chain(VALUE_WARNINGS.map(GrammarErrorKind::name))
}

fn is_known(name: &str) -> bool {
    known_names().any(|it| it == name)
}

/// Warns about comments that allow an unknown lint.
fn unknown_names(subject: &Subject<'_>) -> Vec<GrammarError> {
    let source = &*subject.rules.source;
    let is_name = |it: &str| it.chars().all(|it| it.is_ascii_alphanumeric() || "-_".contains(it));
    let nearest = |name: &str| did_you_mean(name, known_names());
    // Several words between two commas are an explanation, not names.
    let is_meant = |it: &str, is_alone: bool| is_alone || it.contains('-') || nearest(it).is_some();
    let unknown = allowed(subject.rules)
        .filter(|&(_, it, alone)| is_name(it) && !is_known(it) && is_meant(it, alone));
    let warning = |(_, name, _): (bool, &str, bool)| {
        let span = place_in(source, name)..place_in(source, name) + name.len();
        let (advice, mend) = match nearest(name) {
            Some(it) => (format!("did you mean `{it}`?"), vec![(span.clone(), it.to_owned())]),
            None => ("use a name that `grammar explain` lists".to_owned(), Vec::new()),
        };
        let message = format!("`{name}` allows nothing: no warning has this name");
        finding(message, span, advice).with_mend(mend)
    };
    unknown.map(warning).collect()
}

/// The names that cannot be raw identifiers in Rust. `pest_derive` turns the name of every rule
/// into a raw identifier.
const NOT_RAW: [&str; 4] = ["self", "super", "crate", "Self"];

/// Warns about names with which `pest_derive` panics.
fn taken_names(subject: &Subject<'_>) -> Vec<GrammarError> {
    let rules = &subject.rules.rules;
    let warning = |rule: &RuleDefinition| {
        let (name, free) = (&*rule.name, subject.rules.free_name(&format!("{}_rule", rule.name)));
        let references = rules.iter().flat_map(RuleDefinition::references);
        let places = references.filter(|it| it.0 == name).map(|it| it.1).chain([&rule.name_span]);
        let mend = places.map(|it| (it.clone(), free.clone())).collect();
        let message = format!("pest_derive panics on the name `{name}`: Rust has no `r#{name}`");
        let advice = format!("give the rule another name, such as `{free}`");
        finding(message, rule.name_span.clone(), advice).with_mend(subject.accepted(mend))
    };
    rules.iter().filter(|rule| NOT_RAW.contains(&&*rule.name)).map(warning).collect()
}

fn look(subject: &Subject<'_>, found: &mut Findings) {
    for &(name, lint) in LINTS {
        if !found.errors.is_empty() {
            break;
        }
        let all = lint(subject);
        // A lint whose trials were interrupted may have wrong findings.
        if !is_wanted() {
            let seconds = CHECK_TIME.as_secs();
            let message = format!("checking the grammar takes more than {seconds} seconds");
            let advice = "follow the other warnings, if there are any, or split the grammar";
            let given_up = GrammarError::new(GrammarErrorKind::GivenUp, message, 0..0, advice);
            found.warnings.push(given_up);
            break;
        }
        for finding in all {
            if finding.kind == GrammarErrorKind::LeftRecursion {
                found.errors.push(finding);
            } else {
                let finding = subject.without_harm(finding, NARROWING.contains(&name));
                found.warnings.push(GrammarError { kind: GrammarErrorKind::Lint(name), ..finding });
            }
        }
    }
}

/// Warns about rules that neither `start` nor the rules `also` reach.
pub(crate) fn never_used(grammar: &PestGrammar, start: RuleId, also: &[&str]) -> Vec<GrammarError> {
    let start = start.index().checked_sub(1).expect("texts do not begin with their end");
    never::never_used(&grammar.written, start, also)
}

/// For every rule that makes a node of the parse tree, a text for which `start` uses this rule.
/// Empty if the search takes too long.
pub(crate) fn texts_by_rule(grammar: &PestGrammar, start: RuleId) -> Vec<(RuleId, String)> {
    let Some(subject) = Subject::new(grammar, start, &[]) else { return Vec::new() };
    let look = || Some(shortest::texts_by_rule(&subject)).filter(|_| is_wanted());
    crate::stack::for_grammar(|| within(CHECK_TIME, look)).unwrap_or_default()
}

/// For each part of the grammar, a text that `start` may match with this part.
pub(crate) fn texts_of_parts(grammar: &PestGrammar, start: RuleId) -> Vec<String> {
    let subject = Subject::new(grammar, start, &[]);
    subject.map_or_else(Vec::new, |it| crate::stack::for_grammar(|| it.texts().collect()))
}

/// For each repetition, texts that `start` may match: with two and three rounds or, if it has a
/// maximum above one, with as many rounds as it allows and with one more. The grammar may refuse
/// both.
pub(crate) fn texts_of_rounds(grammar: &PestGrammar, start: RuleId) -> Vec<String> {
    let texts = |it| crate::stack::for_grammar(|| shortest::texts_of_rounds(&it));
    Subject::new(grammar, start, &[]).map_or_else(Vec::new, texts)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_lint_has_a_page() {
        let pages: Vec<&str> = lint_pages().map(|(name, _)| name).collect();
        for (name, _) in LINTS {
            assert!(pages.contains(name), "`explained.md` has no page on `{name}`");
        }
    }

    #[test]
    fn an_allow_comment_silences_a_lint_for_a_rule_or_for_the_file() {
        let source = "file = { SOI ~ \"a\" ~ EOI }\nWHITESPACE = { \" \" }\n";
        let found = |source: &str| Findings::of(source, "file").expect("it is read").warnings.len();
        assert_eq!(found(source), 1);
        let above = source.replace("WHITE", "// allow: not-silent\nWHITE");
        let beside = source.trim_end().to_owned() + " // allow: eaten, not-silent";
        for allowed in [above.clone(), beside, format!("//! allow: not-silent\n{source}")] {
            assert_eq!(found(&allowed), 0, "{allowed}");
        }
        assert_eq!(found(&above.replace("not-silent", "eaten")), 1);
        let after_text = source.replace("\" \" }", "\"//\" } // allow: not-silent");
        assert_eq!(found(&after_text), 0, "{after_text}");
        for name in ["not-silent", "nothing"] {
            let in_text = source.replace("\"a\"", &format!("\"// allow: {name}\""));
            assert_eq!(found(&in_text), 1, "{in_text}");
        }
    }

    #[test]
    fn every_lint_has_a_unique_name_that_its_findings_carry() {
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

    #[test]
    fn the_texts_of_rounds_have_the_maximum_number_of_rounds_and_one_more() {
        let texts = |body: &str| {
            let source = format!("s = {{ {body} }}\na = {{ \"a\" }}\nb = {{ \"b\" }}\n");
            let grammar = PestGrammar::read(&source).expect("pest accepts it");
            texts_of_rounds(&grammar, grammar.rule("s").expect("it is there"))
        };
        let found = texts("a{1,3} ~ b*");
        for text in ["aaa", "aaaa", "abb", "abbb"] {
            assert!(found.iter().any(|it| it == text), "{text}: {found:?}");
        }
        assert_eq!(found.len(), 4, "{found:?}");
        // A maximum of one says nothing about rounds.
        assert_eq!(texts("a ~ b?"), ["abb", "abbb"]);
        assert_eq!(texts("(a ~ b){1,500}").len(), 1, "the longer text is too long");
        assert_eq!(texts("(a ~ b){1,501}"), [""; 0]);
        assert_eq!(texts("a ~ b"), [""; 0]);
    }

    #[test]
    fn the_pratt_parser_can_group_infix_operators_that_make_pairs() {
        let grouped = |body: &str| {
            let rules = Rules::parse(&format!("e = {{ {body} }}")).expect("it is a grammar");
            grouped_by_pratt(&rules.rules[0])
        };
        assert_eq!(grouped("e ~ add ~ e | e ~ mul ~ e | n"), Some(true));
        assert_eq!(grouped("e ~ add ~ e | e ~ \"*\" ~ e | n"), Some(false));
        assert_eq!(grouped("e ~ add ~ e | n"), None, "one operator");
        assert_eq!(grouped("e ~ add ~ e | neg ~ e | n"), None, "a prefix operator");
        assert_eq!(grouped("e ~ e | e ~ add ~ e | n"), None, "no operator");
    }
}
