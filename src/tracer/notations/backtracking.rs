//! Whether a regular expression needs backtracking.

use std::collections::HashSet;

use regex_syntax::hir::{Class, ClassUnicode, ClassUnicodeRange, Hir, HirKind, Look};

/// The maximum number of states. `{n}` makes a copy for each time.
const MAX_STATES: usize = 400;

/// Whether `regex` can match a text that pest rejects, since pest never tries the next alternative
/// once one has matched, nor fewer repetitions.
///
/// At each choice, the text that comes may begin with a match of the preferred alternative, or with
/// a match of the others and of the rest of `regex`. If no text may begin with both, or if the rest
/// can be empty, backtracking gains nothing. Also true if a repetition is lazy, if it could repeat
/// the empty text, or if `regex` is too large to tell.
pub(super) fn needs_backtracking(regex: &Hir) -> bool {
    let mut automaton = Automaton::default();
    let end = automaton.state([], None);
    let start = automaton.add(regex, end);
    start.is_none() || automaton.choices.iter().any(|choice| automaton.is_open(choice, end))
}

/// The states of a regular expression.
#[derive(Default)]
struct Automaton {
    states: Vec<State>,
    choices: Vec<Choice>,
}

struct State {
    /// The states that it goes to without a character.
    empty: Vec<usize>,
    /// The state that it goes to with a character.
    step: Option<(Step, usize)>,
}

#[derive(Clone)]
enum Step {
    Character(ClassUnicode),
    EndOfText,
    /// No character of a word follows.
    EndOfWord,
    /// Another condition on the characters around it. It may fail, and is taken to hold.
    Condition,
}

/// A state with two ways on.
struct Choice {
    preferred: usize,
    /// The state at the end of the preferred alternative.
    matched: usize,
    other: usize,
}

impl Automaton {
    fn state(
        &mut self,
        empty: impl IntoIterator<Item = usize>,
        step: Option<(Step, usize)>,
    ) -> usize {
        self.states.push(State { empty: empty.into_iter().collect(), step });
        self.states.len() - 1
    }

    /// Adds states that match `regex` and go on to `next`. Returns the first of them.
    fn add(&mut self, regex: &Hir, next: usize) -> Option<usize> {
        let character = |class| Some((Step::Character(class), next));
        Some(match regex.kind() {
            _ if self.states.len() > MAX_STATES => return None,
            HirKind::Empty => next,
            HirKind::Literal(literal) => {
                let text = std::str::from_utf8(&literal.0).ok()?;
                text.chars().rev().fold(next, |next, it| {
                    let class = ClassUnicode::new([ClassUnicodeRange::new(it, it)]);
                    self.state([], Some((Step::Character(class), next)))
                })
            }
            HirKind::Class(Class::Unicode(class)) => self.state([], character(class.clone())),
            HirKind::Class(Class::Bytes(class)) => {
                self.state([], character(class.to_unicode_class()?))
            }
            HirKind::Look(Look::End) => self.state([], Some((Step::EndOfText, next))),
            HirKind::Look(Look::WordUnicode) => self.state([], Some((Step::EndOfWord, next))),
            HirKind::Look(_) => self.state([], Some((Step::Condition, next))),
            HirKind::Capture(capture) => self.add(&capture.sub, next)?,
            HirKind::Concat(parts) => {
                parts.iter().rev().try_fold(next, |next, part| self.add(part, next))?
            }
            HirKind::Alternation(all) => {
                let (last, others) = all.split_last()?;
                let last = self.add(last, next)?;
                others.iter().rev().try_fold(last, |other, preferred| {
                    let matched = self.state([next], None);
                    let preferred = self.add(preferred, matched)?;
                    Some(self.choose(preferred, matched, other))
                })?
            }
            HirKind::Repetition(it) => {
                let repeats_nothing =
                    it.max.is_none() && it.sub.properties().minimum_len() == Some(0);
                if !it.greedy || repeats_nothing {
                    return None;
                }
                let mut start = next;
                if let Some(most) = it.max {
                    for _ in it.min..most {
                        let matched = self.state([start], None);
                        let preferred = self.add(&it.sub, matched)?;
                        start = self.choose(preferred, matched, next);
                    }
                } else {
                    let matched = self.state([], None);
                    let preferred = self.add(&it.sub, matched)?;
                    start = self.choose(preferred, matched, next);
                    self.states[matched].empty.push(start);
                }
                (0..it.min).try_fold(start, |next, _| self.add(&it.sub, next))?
            }
        })
    }

    fn choose(&mut self, preferred: usize, matched: usize, other: usize) -> usize {
        self.choices.push(Choice { preferred, matched, other });
        self.state([preferred, other], None)
    }

    fn may_be_empty(&self, start: usize, end: usize) -> bool {
        let (mut reached, mut at) = (vec![start], 0);
        while at < reached.len() {
            let next = self.states[reached[at]].empty.iter().copied();
            let new: Vec<usize> = next.filter(|it| !reached.contains(it)).collect();
            reached.extend(new);
            at += 1;
        }
        reached.contains(&end)
    }

    /// Whether the rest after the preferred alternative may fail where the other one succeeds.
    fn is_open(&self, choice: &Choice, end: usize) -> bool {
        if self.may_be_empty(choice.matched, end) {
            return false;
        }
        let mut reached = HashSet::new();
        // Both ways at once, through the same text.
        let mut waiting = vec![(choice.preferred, choice.other)];
        while let Some((preferred, other)) = waiting.pop() {
            if preferred == choice.matched || other == end {
                return true;
            }
            let [a, b] = [preferred, other].map(|it| &self.states[it]);
            let a_on = a.empty.iter().copied().chain(a.condition()).map(|it| (it, other));
            let b_on = b.empty.iter().copied().chain(b.condition()).map(|it| (preferred, it));
            let both = a.step.as_ref().zip(b.step.as_ref());
            let both = both.filter(|(a, b)| a.0.meets(&b.0)).map(|(a, b)| (a.1, b.1));
            waiting.extend(a_on.chain(b_on).chain(both).filter(|it| reached.insert(*it)));
        }
        false
    }
}

impl State {
    fn condition(&self) -> Option<usize> {
        self.step.as_ref().filter(|it| matches!(it.0, Step::Condition)).map(|it| it.1)
    }
}

impl Step {
    /// Whether one character, or the end of the text, suits both.
    fn meets(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Character(a), Self::Character(b)) => {
                let mut both = a.clone();
                both.intersect(b);
                !both.ranges().is_empty()
            }
            (Self::Character(it), Self::EndOfWord) | (Self::EndOfWord, Self::Character(it)) => {
                let mut others = it.clone();
                let word = [('0', '9'), ('A', 'Z'), ('_', '_'), ('a', 'z')];
                let word = word.map(|(first, last)| ClassUnicodeRange::new(first, last));
                others.difference(&ClassUnicode::new(word));
                !others.ranges().is_empty()
            }
            (Self::Character(_), _) | (_, Self::Character(_)) => false,
            _ => true,
        }
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
    fn regular_expressions_need_backtracking_where_a_choice_may_be_regretted() {
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
            "(a{9}){90}",
        ] {
            assert!(needs_backtracking(&parsed(regex)), "{regex}");
        }
        for regex in [
            "[a-z]+",
            r"[0-9]+(\.[0-9]+)?",
            "\"[^\"]*\"",
            r#""([^"\\]|\\.)*""#,
            r"-?\d+",
            "a|ab",
            "[a-zA-Z_][a-zA-Z0-9_]*",
            r"/\*([^*]|\*+[^*/])*\*+/",
            r"[a-z]+\b",
            r"\d+$",
            "a*(ab)?",
            "a{2}a",
            "(abc|abd)e",
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
                let is_in = class.iter().any(|it| (it.start()..=it.end()).contains(&found));
                is_in.then(|| &text[1..])
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
        let sign = *random.pick(&["?", "*", "+", "{1,2}", ""]).unwrap();
        let end = *random.pick(&["", "", "", "$"]).unwrap();
        format!("({a}|{b}){sign}{end}")
    }

    #[test]
    fn what_needs_no_backtracking_matches_the_same_without_it() {
        let mut random = Random::seeded(7);
        let texts = (0..=5)
            .flat_map(|length| vec!["abc".chars(); length].into_iter().multi_cartesian_product());
        let texts: Vec<String> = texts.map(|it| it.into_iter().collect()).collect();
        let (mut settled, mut differ) = (0, 0);
        for _ in 0..600 {
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
