//! Whether a regular expression needs backtracking.

use regex_syntax::hir::{Class, ClassUnicode, ClassUnicodeRange, Hir, HirKind, Look};

/// Whether `regex` may match a text that pest rejects: once an alternative has matched, pest never
/// tries the next one, and it never tries fewer repetitions.
///
/// False if the next character settles every choice (as in an LL(1) grammar), except a choice
/// before something that can be empty, where backtracking gains nothing. Also true for some
/// expressions in which looking further ahead would settle the choice, such as `(abc|abd)e`, and
/// for lazy repetitions.
pub(super) fn needs_backtracking(regex: &Hir) -> bool {
    settled(regex, &Rest::MayBeEmpty, &mut { MOST_STEPS }).is_none()
}

/// The maximum number of parts to look at. In repetitions of repetitions, the number grows with
/// each level.
const MOST_STEPS: usize = 10_000;

/// The rest of an expression after one of its parts.
#[derive(Clone)]
enum Rest {
    MayBeEmpty,
    /// It begins with one of these characters.
    BeginsWith(ClassUnicode),
}

/// The end of the text: the last code point, which is not assigned to any character.
const END: char = char::MAX;

/// Returns how `regex` and the `rest` after it begin; `None` if the next character does not settle
/// a choice, or if this takes too many steps.
fn settled(regex: &Hir, rest: &Rest, left: &mut usize) -> Option<Rest> {
    *left = left.checked_sub(1)?;
    let one = |it| Rest::BeginsWith(ClassUnicode::new([ClassUnicodeRange::new(it, it)]));
    Some(match regex.kind() {
        HirKind::Look(Look::End) => one(END),
        // A word ends where no character of a word follows.
        HirKind::Look(Look::WordUnicode) => {
            let word = [('0', '9'), ('A', 'Z'), ('_', '_'), ('a', 'z')];
            let word = word.map(|(first, last)| ClassUnicodeRange::new(first, last));
            let mut others = ClassUnicode::new(word);
            others.negate();
            Rest::BeginsWith(others)
        }
        HirKind::Empty | HirKind::Look(_) => rest.clone(),
        HirKind::Literal(it) => one(std::str::from_utf8(&it.0).ok()?.chars().next()?),
        HirKind::Class(class) => {
            let Class::Unicode(mut class) = class.clone() else { return None };
            class.difference(&ClassUnicode::new([ClassUnicodeRange::new(END, END)]));
            Rest::BeginsWith(class)
        }
        HirKind::Capture(capture) => settled(&capture.sub, rest, left)?,
        HirKind::Concat(parts) => {
            parts.iter().rev().try_fold(rest.clone(), |rest, part| settled(part, &rest, left))?
        }
        HirKind::Alternation(all) => {
            // pest takes an empty match and tries no later alternative.
            let (_, preferred) = all.split_last()?;
            let has_next = matches!(rest, Rest::BeginsWith(_));
            (!has_next || !preferred.iter().any(can_be_empty)).then_some(())?;
            let mut all = all.iter().map(|it| settled(it, rest, left));
            let first = all.next()??;
            all.try_fold(first, |before, it| before.or(&it?, rest))?
        }
        HirKind::Repetition(it) => {
            (it.greedy && (!can_be_empty(&it.sub) || it.max.is_some())).then_some(())?;
            let more = settled(&it.sub, &Rest::MayBeEmpty, left)?;
            if it.min > 1 {
                // Another round must follow this one.
                settled(&it.sub, &more, left)?;
            }
            let again = if it.max == Some(it.min) { rest.clone() } else { more.or(rest, rest)? };
            let first = settled(&it.sub, &again, left)?;
            if it.min == 0 { first.or(rest, rest)? } else { first }
        }
    })
}

fn can_be_empty(regex: &Hir) -> bool {
    regex.properties().minimum_len() == Some(0)
}

impl Rest {
    /// How a choice between two parts begins, if the next character settles it, or if the `rest`
    /// after it can be empty.
    fn or(&self, other: &Self, rest: &Self) -> Option<Self> {
        let (Self::BeginsWith(one), Self::BeginsWith(other)) = (self, other) else {
            return matches!(rest, Self::MayBeEmpty).then_some(Self::MayBeEmpty);
        };
        let (mut both, mut all) = (one.clone(), one.clone());
        both.intersect(other);
        all.union(other);
        let is_settled = both.ranges().is_empty() || matches!(rest, Self::MayBeEmpty);
        is_settled.then_some(Self::BeginsWith(all))
    }
}

#[cfg(test)]
mod tests {
    use itertools::Itertools;

    use super::*;
    use crate::Random;

    fn parsed(regex: &str) -> Hir {
        regex_syntax::parse(regex).unwrap()
    }

    #[test]
    fn a_regular_expression_needs_backtracking_if_an_early_choice_can_fail_later() {
        for regex in [
            "\".*\"",
            "(a|ab)c",
            "a*ab",
            "a?ab",
            "a{1,2}ab",
            "(a|ab)$",
            "a*?",
            "(a*)*b",
            "(ab?)*bc",
            "x(a|ab)*c",
            r"\w+_x",
            "(abc|abd)e",
            "(|b)c",
            "(bb?){2}",
            "(ba?b?){2}c",
            "(a*|b)c",
            r"/\*([^*]|\*+[^*/])*\*+/",
        ] {
            assert!(needs_backtracking(&parsed(regex)), "{regex}");
        }
        let nested = "a".to_owned() + &"{2}".repeat(18);
        assert!(needs_backtracking(&parsed(&nested)), "it is too large to tell");
        for regex in [
            "[a-z]+",
            r"[0-9]+(\.[0-9]+)?",
            "\"[^\"]*\"",
            r#""([^"\\]|\\.)*""#,
            r"-?\d+",
            "a|ab",
            "[a-zA-Z_][a-zA-Z0-9_]*",
            r"[a-z]+\b",
            r"\d+$",
            "[^b]*$",
            "a*(ab)?",
            "a{2}a",
            "//[^\n]*",
            r"(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?",
        ] {
            assert!(!needs_backtracking(&parsed(regex)), "{regex}");
        }
    }

    /// Matches as regular expressions do: `on` gets the rest after each way to match.
    fn backtracks(regex: &Hir, text: &str, on: &mut dyn FnMut(&str) -> bool) -> bool {
        match regex.kind() {
            HirKind::Capture(it) => backtracks(&it.sub, text, on),
            HirKind::Concat(parts) => in_turn(parts, text, on),
            HirKind::Alternation(all) => all.iter().any(|it| backtracks(it, text, on)),
            HirKind::Repetition(it) => repeats(&it.sub, it.min, it.max, text, on),
            _ => begins(regex, text).is_some_and(on),
        }
    }

    fn in_turn(parts: &[Hir], text: &str, on: &mut dyn FnMut(&str) -> bool) -> bool {
        let Some((first, others)) = parts.split_first() else { return on(text) };
        backtracks(first, text, &mut |rest| in_turn(others, rest, on))
    }

    fn repeats(
        body: &Hir,
        least: u32,
        most: Option<u32>,
        text: &str,
        on: &mut dyn FnMut(&str) -> bool,
    ) -> bool {
        let more = most.map(|it| it.saturating_sub(1));
        most != Some(0)
            && backtracks(body, text, &mut |rest| {
                if rest.len() == text.len() {
                    return on(rest);
                }
                repeats(body, least.saturating_sub(1), more, rest, on)
            })
            || least == 0 && on(text)
    }

    fn begins<'t>(regex: &Hir, text: &'t str) -> Option<&'t str> {
        match regex.kind() {
            HirKind::Literal(it) => text.strip_prefix(std::str::from_utf8(&it.0).unwrap()),
            HirKind::Class(Class::Unicode(class)) => {
                let found = text.chars().next()?;
                class.iter().any(|it| (it.start()..=it.end()).contains(&found)).then(|| &text[1..])
            }
            HirKind::Empty => Some(text),
            HirKind::Look(Look::End) => Some(text).filter(|it| it.is_empty()),
            other => unreachable!("{other:?}"),
        }
    }

    /// Matches as pest does.
    fn commits<'t>(regex: &Hir, text: &'t str) -> Option<&'t str> {
        match regex.kind() {
            HirKind::Capture(it) => commits(&it.sub, text),
            HirKind::Concat(parts) => parts.iter().try_fold(text, |text, it| commits(it, text)),
            HirKind::Alternation(all) => all.iter().find_map(|it| commits(it, text)),
            HirKind::Repetition(it) => {
                let (mut rest, mut times) = (text, 0);
                while it.max.is_none_or(|most| times < most) {
                    let Some(next) = commits(&it.sub, rest) else { break };
                    if next.len() == rest.len() {
                        return Some(rest);
                    }
                    times += 1;
                    rest = next;
                }
                (it.min <= times).then_some(rest)
            }
            _ => begins(regex, text),
        }
    }

    fn random(random: &mut Random, depth: usize) -> String {
        let mut part = || random_part(random, depth);
        [part(), part(), part()].concat()
    }

    fn random_part(random: &mut Random, depth: usize) -> String {
        let one = *random.pick(&["a", "b", "ab", "[ab]", "c", ""]).unwrap();
        if depth == 0 {
            return one.to_owned();
        }
        let [a, b] = [(); 2].map(|()| self::random(random, depth - 1));
        let signs = ["?", "*", "+", "{1,2}", "{2}", "{2,}", ""];
        let sign = *random.pick(&signs).expect("there are signs");
        let end = *random.pick(&["", "", "", "$"]).unwrap();
        format!("({a}|{b}){sign}{end}")
    }

    #[test]
    fn a_regex_found_free_of_backtracking_matches_the_same_without_it() {
        let mut random = Random::seeded(7);
        let texts = (0..=5)
            .flat_map(|length| vec!["abc".chars(); length].into_iter().multi_cartesian_product());
        let texts: Vec<String> = texts.map(|it| it.into_iter().collect()).collect();
        let (mut settled, mut differ) = (0, 0);
        for _ in 0..2000 {
            let regex = self::random(&mut random, 1);
            let parsed = parsed(&regex);
            let differs = texts.iter().find(|text| {
                let mut rest = None;
                backtracks(&parsed, text, &mut |it| {
                    rest = Some(it.len());
                    true
                });
                rest != commits(&parsed, text).map(str::len)
            });
            if needs_backtracking(&parsed) {
                differ += usize::from(differs.is_some());
            } else {
                settled += 1;
                assert_eq!(differs, None, "{regex}");
            }
        }
        assert!(settled > 100 && differ > 100, "{settled} {differ}");
    }
}
