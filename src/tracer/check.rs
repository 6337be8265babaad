//! The errors that pest finds in the rules of a grammar, and how to fix them.
//!
//! pest's own checks follow every path through the rules. This takes cubic time for a chain of
//! rules, and exponential time if paths branch. The result of these checks is a least fixpoint over
//! the rules. This module computes it once for all rules, and a test compares it with pest. For a
//! grammar with left recursion, the module computes more than one fixpoint.

use std::cell::{Cell, LazyCell};
use std::collections::HashSet;
use std::mem;

use itertools::Itertools;

use super::PestGrammar;
use super::body::{Body, BodyKind};
use super::error::{GrammarError, GrammarErrorKind};
use super::limits::{MOST_ERRORS, check_count, check_parts};
use super::lints::{Cycle, Shortest, cycles, is_mended, leading, recursion_errors, way_back};
use super::patience::is_wanted;
use super::rules::Rules;
use super::terminal::{Terminal, built_in};
use crate::words::did_you_mean;

/// The names that pest reserves, with a blank before and after each.
const KEYWORDS: &str = " _ ANY DROP EOI PEEK PEEK_ALL POP POP_ALL PUSH SOI ";

/// pest's built-in rules, without most of the Unicode properties.
const BUILT_IN: &str = "ANY SOI EOI NEWLINE PEEK PEEK_ALL POP POP_ALL DROP ASCII ASCII_DIGIT \
                        ASCII_NONZERO_DIGIT ASCII_BIN_DIGIT ASCII_OCT_DIGIT ASCII_HEX_DIGIT \
                        ASCII_ALPHA ASCII_ALPHA_LOWER ASCII_ALPHA_UPPER ASCII_ALPHANUMERIC \
                        LETTER NUMBER WHITE_SPACE";

/// Checks that pest accepts the rules, and that they are within the limits.
///
/// # Errors
///
/// Returns pest's errors, up to [`MOST_ERRORS`], in the order of the text.
pub(super) fn check(rules: &Rules) -> Result<(), Vec<GrammarError>> {
    check_count(rules).map_err(|error| vec![error])?;
    if !rules.impossible.is_empty() {
        return Err(rules.impossible.iter().take(MOST_ERRORS).cloned().collect());
    }
    let problems = Problems::of(rules);
    let too_large = check_parts(rules).err().filter(|_| problems.errors.is_empty());
    if problems.are_none() {
        return too_large.map_or(Ok(()), |error| Err(vec![error]));
    }
    let cycles = recursion_errors(rules, &problems.cycles, |cycle, changed, texts| {
        works(changed, &problems, &names(rules, cycle), texts)
    });
    let cycles = cycles.into_iter().map(|(_, error)| error);
    let all = problems.errors.into_iter().chain(too_large).chain(cycles);
    Err(all.sorted_by_key(|error| error.span.start).take(MOST_ERRORS).collect())
}

/// Returns the grammar of a text if it is within the limits and pest accepts it.
pub(crate) fn accepted(source: &str) -> Option<PestGrammar> {
    let rules = Rules::parse(source).ok()?;
    let is_possible = rules.impossible.is_empty() && Problems::of(&rules).are_none();
    if is_possible { PestGrammar::of_rules(rules) } else { None }
}

/// Whether a change works: the grammar `changed` has no new errors, and no left recursion in the
/// rules of `cycle`. If it has no errors at all, its rules must also match `texts`.
fn works(changed: &str, before: &Problems, cycle: &[&str], texts: &[(&str, &[String])]) -> bool {
    let Ok(rules) = Rules::parse(changed) else { return false };
    let left = Problems::of(&rules);
    if left.are_none() {
        let grammar = PestGrammar::of_rules(rules);
        return grammar.is_some_and(|grammar| is_mended(&grammar, texts));
    }
    let is_known = |new: &GrammarError| before.errors.iter().any(|it| it.message == new.message);
    let is_other = |it: &Cycle| {
        before.cycles.contains(it) && !names(&rules, it).iter().any(|name| cycle.contains(name))
    };
    left.errors.iter().all(is_known) && left.cycles.iter().all(is_other)
}

fn names<'r>(rules: &'r Rules, cycle: &[usize]) -> Vec<&'r str> {
    cycle.iter().map(|&rule| &*rules.rules[rule].name).collect()
}

/// The errors that pest reports.
struct Problems {
    errors: Vec<GrammarError>,
    /// The left-recursive cycles that pest finds.
    cycles: Vec<Cycle>,
}

impl Problems {
    fn of(rules: &Rules) -> Self {
        let mut errors = wrong_names(rules);
        // If pest rejects a number or an escape, it checks nothing else.
        if !rules.refused.is_empty() {
            errors.extend(rules.refused.iter().cloned());
            return Self { errors, cycles: Vec::new() };
        }
        let known = Known::of(rules, None);
        errors.extend(known.errors());
        Self { errors, cycles: known.left_recursion() }
    }

    const fn are_none(&self) -> bool {
        self.errors.is_empty() && self.cycles.is_empty()
    }
}

/// The maximum number of undefined names for which to look for a similar rule name: a grammar may
/// have a hundred thousand undefined names.
const MEANT: usize = 100;

/// The errors in the names of rules.
fn wrong_names(rules: &Rules) -> Vec<GrammarError> {
    let (mut errors, mut defined) = (Vec::new(), HashSet::new());
    let shortest = LazyCell::new(|| Shortest::new(rules));
    for rule in &rules.rules {
        let (name, span) = (&*rule.name, &rule.name_span);
        let taken = |message, advice| {
            GrammarError::new(GrammarErrorKind::TakenName, message, span.clone(), advice)
        };
        if KEYWORDS.contains(&format!(" {name} ")) {
            let advice = "give the rule another name: pest has its own rule with this name";
            errors.push(taken(format!("{name} is a pest keyword"), advice));
        }
        if !defined.insert(name) {
            let message = format!("rule `{name}` already defined");
            errors.push(taken(message, "leave one of the two out"));
        }
        for (name, span) in rule.references() {
            if rules.index(name).is_none() && built_in(name).is_none() {
                let (kind, message) =
                    (GrammarErrorKind::Undefined, format!("rule `{name}` is undefined"));
                let (advice, meant) = match errors.len() {
                    0..MEANT => {
                        // A rule that began with itself would be left-recursive.
                        let first = leading(&rule.body, &shortest);
                        let begins = first.iter().any(|it| it.name() == Some(name));
                        meant(name, rules, Some(&*rule.name).filter(|_| begins))
                    }
                    _ => ("define it, or correct its name".to_owned(), None),
                };
                let mend = meant.into_iter().map(|it| (span.clone(), it)).collect();
                errors.push(GrammarError::new(kind, message, span.clone(), advice).with_mend(mend));
            }
        }
    }
    errors
}

/// Rules that ABNF (RFC 5234) and other notations predefine, each with pest's equivalent.
const OF_OTHERS: &str = r#"DIGIT ASCII_DIGIT,digit ASCII_DIGIT,ALPHA ASCII_ALPHA,letter ASCII_ALPHA,HEXDIG ASCII_HEX_DIGIT,SP " ",HTAB "\t",WSP (" " | "\t"),CRLF "\r\n",DQUOTE "\"",VCHAR '!'..'~',BIT ("0" | "1"),LF "\n",CR "\r",EOL NEWLINE,eol NEWLINE,EOF EOI,eof EOI,END EOI,end EOI"#;

/// Advice on a name that no rule has, and the name of the rule that it probably means, if there is
/// one. It does not mean the rule `except`.
fn meant(name: &str, rules: &Rules, except: Option<&str>) -> (String, Option<String>) {
    let own = || rules.rules.iter().map(|rule| &*rule.name).filter(|it| Some(*it) != except);
    let in_capitals = name.to_ascii_uppercase();
    let near = own().find(|it| it.eq_ignore_ascii_case(name)).or_else(|| did_you_mean(name, own()));
    let mut of_others = OF_OTHERS.split(',').filter_map(|it| it.split_once(' '));
    if let (None, Some((_, pest))) = (near, of_others.find(|it| it.0 == name)) {
        let advice = format!("this name comes from other notations: pest has `{pest}`");
        return (advice, Some(pest.to_owned()));
    }
    // `NUM` and `number` mean a token, and `NUMBER` is a single character.
    let is_near = |it: &&str| it.len() <= name.len() + 2 && *it != "NUMBER";
    let built_in = || BUILT_IN.split(' ').filter(is_near);
    let near = near.or_else(|| did_you_mean(&in_capitals, built_in()));
    let define = || format!("define it, as in `{name} = {{ \"a\" }}`, or correct its name");
    (near.map_or_else(define, |near| format!("did you mean `{near}`?")), near.map(str::to_owned))
}

/// The facts that pest concludes about a part of a rule.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Facts {
    always_matches: bool,
    /// The part may match without consuming text.
    reads_nothing: bool,
}

impl Facts {
    const BOTH: Self = Self { always_matches: true, reads_nothing: true };
}

/// The facts about all rules: the least fixpoint of their bodies.
struct Known<'r> {
    rules: &'r Rules,
    facts: Vec<Facts>,
    /// The number of parts of rules visited so far.
    steps: Cell<usize>,
}

impl<'r> Known<'r> {
    /// Computes the facts. The rule `without`, if there is one, keeps the default facts: it may
    /// fail, and consumes text.
    fn of(rules: &'r Rules, without: Option<usize>) -> Self {
        let facts = vec![Facts::default(); rules.rules.len()];
        let mut known = Self { rules, facts, steps: Cell::default() };
        rules.settle(|rule| {
            if Some(rule) == without {
                return false;
            }
            let facts = known.facts(&rules.rules[rule].body);
            mem::replace(&mut known.facts[rule], facts) != facts
        });
        known
    }

    fn facts(&self, body: &Body) -> Facts {
        self.steps.set(self.steps.get() + 1);
        let of_all = |parts: &[Body], start: Facts, both: fn(bool, bool) -> bool| {
            parts.iter().map(|it| self.facts(it)).fold(start, |all, it| Facts {
                always_matches: both(all.always_matches, it.always_matches),
                reads_nothing: both(all.reads_nothing, it.reads_nothing),
            })
        };
        match &body.kind {
            BodyKind::Rule(name) => self.rules.index(name).map_or_else(
                || Facts { always_matches: false, reads_nothing: matches!(&**name, "SOI" | "EOI") },
                |rule| self.facts[rule],
            ),
            BodyKind::Terminal(Terminal::Literal(text) | Terminal::Insensitive(text))
                if text.is_empty() =>
            {
                Facts::BOTH
            }
            BodyKind::Terminal(_) | BodyKind::Unknown(_) => Facts::default(),
            BodyKind::Sequence(items) => of_all(items, Facts::BOTH, |all, it| all && it),
            BodyKind::Choice(parts) => of_all(parts, Facts::default(), |all, it| all || it),
            BodyKind::Repeat { least: 0, .. } => Facts::BOTH,
            BodyKind::Repeat { body, .. } | BodyKind::Push(body) => self.facts(body),
            BodyKind::Lookahead { positive, body } => {
                let always_matches = *positive && self.facts(body).always_matches;
                Facts { always_matches, reads_nothing: true }
            }
        }
    }

    /// Finds repetitions that never end, and alternatives that always match but are not the last.
    fn errors(&self) -> Vec<GrammarError> {
        let mut errors = Vec::new();
        let mut endless = |what: &str, body: &Body, place: &Body| {
            let why = match self.facts(body) {
                Facts { always_matches: true, .. } => "cannot fail",
                Facts { reads_nothing: true, .. } => "is non-progressing",
                Facts { .. } => return,
            };
            let message = format!("{what} {why} and will repeat infinitely");
            let advice = "let each round consume at least one character";
            let kind = GrammarErrorKind::Endless;
            errors.push(GrammarError::new(kind, message, place.span.clone(), advice));
        };
        let mut always: Vec<(&Body, &str)> = Vec::new();
        for part in self.rules.rules.iter().flat_map(|rule| rule.body.all()) {
            match &part.kind {
                BodyKind::Repeat { body, most: None, .. } => {
                    endless("expression inside repetition", body, part);
                }
                BodyKind::Choice(parts) => {
                    let [before @ .., last] = &**parts else { continue };
                    let checked = before.iter().enumerate().map(|(index, it)| match &it.kind {
                        // If the first alternative is a group, pest checks the last alternative in
                        // this group.
                        BodyKind::Choice(inner) if index == 0 => inner.last().unwrap_or(it),
                        _ => it,
                    });
                    let always_matches = |it: &&Body| self.facts(it).always_matches;
                    let advice = if always_matches(&last) {
                        "let this alternative consume at least one character"
                    } else {
                        "put this alternative last"
                    };
                    always.extend(checked.filter(always_matches).map(|it| (it, advice)));
                }
                _ => {}
            }
        }
        for rule in self.rules.between().map(|rule| &self.rules.rules[rule]) {
            endless(&rule.name, &rule.body, &rule.body);
        }
        errors.extend(always.into_iter().map(|(part, advice)| {
            let message = "expression cannot fail; following choices cannot be reached";
            GrammarError::new(GrammarErrorKind::AlwaysMatches, message, part.span.clone(), advice)
        }));
        errors
    }

    /// The left-recursive cycles of which pest reports at least one rule.
    fn left_recursion(&self) -> Vec<Cycle> {
        let mut cycles = cycles(self.rules);
        if cycles.is_empty() {
            return cycles;
        }
        let mut followed = vec![Vec::new(); self.rules.rules.len()];
        let on_cycles: HashSet<usize> = cycles.iter().flat_map(|it| it.iter().copied()).collect();
        for &rule in on_cycles.iter().take_while(|_| is_wanted()) {
            // While pest checks a rule, it assumes that a call of this rule may fail and consumes
            // text.
            let without =
                (self.facts[rule] != Facts::default()).then(|| Self::of(self.rules, Some(rule)));
            let body = &self.rules.rules[rule].body;
            without.as_ref().unwrap_or(self).follow(body, &mut followed[rule]);
            followed[rule].retain(|it| on_cycles.contains(it));
        }
        let mut seen: HashSet<usize> =
            on_cycles.into_iter().filter(|&rule| way_back(rule, &followed).is_some()).collect();
        cycles.retain(|cycle| {
            let count = seen.len();
            seen.retain(|rule| !cycle.contains(rule));
            // If nobody waits, not all rules were checked: no parser may follow such a cycle.
            seen.len() < count || !is_wanted()
        });
        cycles
    }

    /// Adds the rules that pest follows from `body` in its search for left recursion. In a
    /// sequence, pest follows only one item: the first that may fail or the first that consumes
    /// text, whichever comes later.
    fn follow(&self, body: &Body, found: &mut Vec<usize>) {
        match &body.kind {
            BodyKind::Rule(name) => found.extend(self.rules.index(name)),
            BodyKind::Sequence(items) => {
                let before = &items[..items.len() - 1];
                let count = |holds: fn(Facts) -> bool| {
                    before.iter().take_while(|it| holds(self.facts(it))).count()
                };
                let first = count(|it| it.always_matches).max(count(|it| it.reads_nothing));
                self.follow(&items[first], found);
            }
            // pest does not follow counted repetitions.
            BodyKind::Repeat { operator, .. } if operator.starts_with('{') => {}
            _ => body.parts().iter().for_each(|part| self.follow(part, found)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use pest::error::{Error, ErrorVariant, InputLocation};
    use pest_meta::parser::{self, Rule};

    use super::*;
    use crate::Random;

    fn steps(source: &str) -> usize {
        let rules = Rules::parse(source).expect("it is a grammar");
        assert!(Problems::of(&rules).are_none());
        Known::of(&rules, None).steps.get()
    }

    #[test]
    fn the_steps_of_the_checker_grow_linearly_with_the_grammar() {
        let chain = |count: usize| -> String {
            let rules = (0..count).map(|it| format!("r{it} = {{ r{} | \"x\" }} ", it + 1));
            rules.chain([format!("r{count} = {{ \"x\" }}")]).collect()
        };
        let back = |count: usize| -> String {
            let rules = (1..count).map(|it| format!("r{it} = {{ r{} ~ \"x\"? }} ", it - 1));
            ["r0 = { \"x\" } ".to_owned()].into_iter().chain(rules).collect()
        };
        let row = |count: usize, sign: &str| {
            format!("a = {{ {} }} b = {{ \"x\" }}", vec!["b"; count].join(sign))
        };
        let arithmetic = |count: usize| {
            let own = include_str!("../../grammar/left.pest");
            [own, include_str!("../../grammar/lexical.pest"), &chain(count)].join("\n")
        };
        let texts: [&dyn Fn(usize) -> String; 5] =
            [&chain, &back, &|count| row(count, " ~ "), &|count| row(count, " | "), &arithmetic];
        for text in texts {
            let (few, many) = (steps(&text(100)), steps(&text(1_000)));
            assert!(many <= few * 11, "{few} and {many}");
        }
    }

    /// pest's errors, each with its place; for left recursion, only the rule is given.
    fn said_by_pest(source: &str) -> BTreeSet<(usize, String)> {
        let pairs = parser::parse(Rule::grammar_rules, source).expect("it is a grammar");
        let names = parser_errors(pest_meta::validator::validate_pairs(pairs.clone()).err());
        let others = parser_errors(parser::consume_rules(pairs).err());
        let said = names.into_iter().chain(others).map(|error| {
            let ErrorVariant::CustomError { message } = &error.variant else { panic!("{error}") };
            let InputLocation::Span((start, _)) = error.location else { panic!("{error}") };
            match message.split_once(" is left-recursive") {
                // pest reports the name as written, perhaps in brackets.
                Some((rule, _)) => {
                    (0, rule.replace("rule ", "").trim_matches(['(', ')', ' ']).to_owned())
                }
                None => (start, message.replace("rule ", "")),
            }
        });
        said.collect()
    }

    fn parser_errors(errors: Option<Vec<Error<Rule>>>) -> Vec<Error<Rule>> {
        errors.unwrap_or_default()
    }

    /// The errors that this module finds.
    fn said(source: &str) -> (BTreeSet<(usize, String)>, Vec<BTreeSet<String>>) {
        let rules = Rules::parse(source).expect("it is a grammar");
        let problems = Problems::of(&rules);
        let errors = problems.errors.iter();
        let errors =
            errors.map(|it| (it.span.start, it.message.replace('`', "").replace("rule ", "")));
        let of_cycle = |it: &Cycle| names(&rules, it).into_iter().map(str::to_owned).collect();
        (errors.collect(), problems.cycles.iter().map(of_cycle).collect())
    }

    #[test]
    fn the_checker_rejects_rules_for_the_same_reasons_as_pest() {
        let (mut refused, mut recursive) = (0, 0);
        let mut random = Random::seeded(11);
        let usual = ["\"x\"", "\"y\"", "ANY", "ASCII_DIGIT"];
        let others = [
            "a", "b", "a", "b", "\"\"", "SOI", "!b", "&\"\"", "b?", "(\"y\" | b)", "c",
            "(\"x\"? | a) | b", "a ~ b", "(!a ~ b?) ~ a", "PUSH(b)", "&a",
        ];
        for _ in 0..4_000 {
            let mut part = || {
                if random.below(3) > 0 {
                    return (*random.pick(&usual).unwrap()).to_owned();
                }
                let sign = random
                    .pick(&["", "", "", "*", "+", "?", "{2}", "{0,}", "{,2}", "{1,}"])
                    .unwrap();
                format!("({}){sign}", random.pick(&others).unwrap())
            };
            let mut body = || match rng_of(&mut part) {
                it if it.len() % 2 == 0 => format!("{it} ~ {} | {}", part(), part()),
                it => format!("{it} | {} ~ {}", part(), part()),
            };
            let source =
                format!("a = {{ {} }} b = {{ {} }} WHITESPACE = {{ {} }}", body(), body(), body());
            let by_pest = said_by_pest(&source);
            let (of_pest, others): (BTreeSet<_>, BTreeSet<_>) =
                by_pest.into_iter().partition(|(start, _)| *start == 0);
            let (errors, cycles) = said(&source);
            assert_eq!(errors, others, "{source}");
            // pest reports every rule of a cycle that it sees.
            let is_told = |(_, rule): &(usize, String)| cycles.iter().any(|it| it.contains(rule));
            assert!(of_pest.iter().all(is_told), "{source}: {of_pest:?} {cycles:?}");
            assert_eq!(of_pest.is_empty(), cycles.is_empty(), "{source}: {of_pest:?} {cycles:?}");
            refused += usize::from(!others.is_empty());
            recursive += usize::from(!of_pest.is_empty());
        }
        assert!(refused > 400 && recursive > 200, "{refused} and {recursive}");
    }

    fn rng_of(part: &mut impl FnMut() -> String) -> String {
        part()
    }

    #[test]
    fn the_check_is_fast_even_if_paths_double_at_each_rule() {
        let doubled = (0..60).map(|it| format!("r{it} = {{ r{0} ~ r{0} }}\n", it + 1));
        let source = doubled.collect::<String>() + "r60 = { \"x\"? } expression = { r0* }";
        let rules = Rules::parse(&source).expect("it is a grammar");
        let problems = Problems::of(&rules);
        assert_eq!(problems.errors[0].kind, GrammarErrorKind::Endless);
        assert!(Known::of(&rules, None).steps.get() < 1_000);
    }
}
