//! The rules of a grammar's text: turns the result of pest's grammar parser into trees with places.

use std::collections::{HashMap, VecDeque};
use std::ops::Range;
use std::{iter, mem};

use itertools::Itertools;
use pest::RuleType;
use pest::iterators::{Pair, Pairs};
use pest_meta::parser::Rule;

use super::body::{Body, BodyKind, RuleDefinition, RuleModifier};
use super::error::{GrammarError, GrammarErrorKind};
use super::limits::check_nesting;
use super::syntax_errors::parsed;
use super::terminal::{StackUse, Terminal};
use crate::bit_set::{self, BitSet};

/// The rules of a text, in order.
#[derive(Debug, Clone, Default)]
#[allow(clippy::struct_field_names)] // the main field has the rules
pub(crate) struct Rules {
    pub(crate) source: String,
    pub(crate) rules: Vec<RuleDefinition>,
    by_name: HashMap<String, usize>,
    /// Errors for values that would make pest panic. `refused` holds the errors for values that
    /// pest rejects.
    pub(super) impossible: Vec<GrammarError>,
    pub(super) refused: Vec<GrammarError>,
}

impl Rules {
    /// Parses the rules of a text.
    ///
    /// # Errors
    ///
    /// If the text is too long or nests too deeply, or does not parse as a grammar.
    pub(crate) fn parse(source: &str) -> Result<Self, Vec<GrammarError>> {
        check_nesting(source).map_err(|error| vec![error])?;
        Ok(Self::read(source, parsed(source)?))
    }

    /// Makes the rules from a parsed text.
    pub(super) fn read(source: &str, pairs: Pairs<'_, Rule>) -> Self {
        let mut reader = Reader::default();
        let pairs = pairs.filter(|pair| pair.as_rule() == Rule::grammar_rule);
        let rules = pairs.filter_map(|pair| reader.rule(pair)).collect();
        let Reader { impossible, refused, .. } = reader;
        Self { impossible, refused, ..Self::of(source.to_owned(), rules) }
    }

    /// Makes the rules of `source` from these definitions.
    pub(crate) fn of(source: String, rules: Vec<RuleDefinition>) -> Self {
        let numbered = rules.iter().enumerate();
        // If two rules have the same name, which is a mistake, the first counts.
        let by_name = numbered.rev().map(|(index, rule)| (rule.name.clone(), index)).collect();
        Self { source, rules, by_name, ..Self::default() }
    }

    /// Returns these rules and those of `text`, which follows in the same file.
    ///
    /// # Errors
    ///
    /// Those of [`parse`](Self::parse) for `text`.
    pub(crate) fn followed_by(&self, text: &str) -> Result<Self, Vec<GrammarError>> {
        let mut others = Self::parse(text)?.rules;
        for rule in &mut others {
            rule.move_by(self.source.len() + 1);
        }
        let source = [&*self.source, text].join("\n");
        let rules = self.rules.iter().cloned().chain(others).collect();
        let (impossible, refused) = (self.impossible.clone(), self.refused.clone());
        Ok(Self { impossible, refused, ..Self::of(source, rules) })
    }

    /// The index of the rule with this name, unless it is built in.
    pub(crate) fn index(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    /// The rule with this name, unless it is built in.
    pub(crate) fn rule(&self, name: &str) -> Option<&RuleDefinition> {
        self.index(name).map(|index| &self.rules[index])
    }

    /// All parts of all rules, each with the index of its rule.
    pub(crate) fn parts(&self) -> impl Iterator<Item = (usize, &Body)> {
        let rules = self.rules.iter().enumerate();
        rules.flat_map(|(index, rule)| rule.body.all().map(move |part| (index, part)))
    }

    /// All parts that are sequences, each with the index of its rule.
    pub(crate) fn rows(&self) -> impl Iterator<Item = (usize, &Body)> {
        self.parts().filter(|(_, part)| matches!(part.kind, BodyKind::Sequence(_)))
    }

    /// The rules that a rule names.
    pub(crate) fn named_by(&self, rule: usize) -> impl Iterator<Item = usize> {
        self.rules[rule].body.names().filter_map(|name| self.index(name))
    }

    /// For each rule, the rules that it names.
    pub(crate) fn named_rules(&self) -> Vec<Vec<usize>> {
        (0..self.rules.len()).map(|rule| self.named_by(rule).collect()).collect()
    }

    /// The rules reachable from the rules `from`, which are included.
    pub(crate) fn reached(&self, from: impl IntoIterator<Item = usize>) -> BitSet {
        let mut reached = BitSet::with_capacity(self.rules.len());
        let mut waiting: Vec<usize> = from.into_iter().collect();
        while let Some(rule) = waiting.pop() {
            if !reached.contains(rule) {
                reached.insert(rule);
                waiting.extend(self.named_by(rule));
            }
        }
        reached
    }

    /// The rules in `some` that no other rule in `some` names.
    pub(crate) fn roots(&self, some: &[usize]) -> Vec<usize> {
        let others = |&rule: &usize| self.named_by(rule).filter(move |&other| other != rule);
        let named = bit_set::of(self.rules.len(), some.iter().flat_map(others));
        some.iter().copied().filter(|&rule| !named.contains(rule)).collect()
    }

    /// The rule that is most likely to be the start rule. pest has no start rule, and a file may
    /// begin with its smallest rule. The candidates are all rules that no other rule names,
    /// and for rules that these do not reach, because they name each other, the first of them.
    /// Rules of blanks and comments win only without others. If some of the former have `SOI` or
    /// `EOI` as an item of their sequence, one of them wins, otherwise any candidate: the one that
    /// reaches the most rules; in a tie, the first.
    pub(crate) fn likely_start(&self) -> Option<usize> {
        let is_text = |rule: &usize| !self.between().any(|it| it == *rule);
        let texts: Vec<usize> = (0..self.rules.len()).filter(is_text).collect();
        let blanks = self.reached(self.between());
        let roots = self.roots(&texts);
        let mut reached = self.reached(roots.iter().copied());
        let mut candidates =
            roots.into_iter().map(|rule| (self.is_whole(rule), rule)).collect_vec();
        for rule in texts {
            if !reached.contains(rule) {
                reached.union_with(&self.reached([rule]));
                candidates.push((false, rule));
            }
        }
        let best = candidates.into_iter().max_by_key(|&(is_whole, rule)| {
            let reached = self.reached([rule]).count_ones(..);
            (!blanks.contains(rule), is_whole, reached, std::cmp::Reverse(rule))
        });
        best.map(|(_, rule)| rule)
    }

    /// Whether a rule has `SOI` or `EOI` as an item of its sequence.
    fn is_whole(&self, rule: usize) -> bool {
        let is_edge = |it: &Body| matches!(self.slice(&it.span), "SOI" | "EOI");
        self.rules[rule].body.items().iter().any(is_edge)
    }

    /// Whether the rule `root`, which no rule calls, is either the start rule or forgotten: it has no
    /// `SOI` or `EOI`, and reaches only itself besides what the first rule of the file reaches.
    pub(crate) fn may_be_forgotten(&self, root: usize) -> bool {
        let (all, others) = (self.reached([root]), self.reached([0]));
        !self.is_whole(root) && all.difference(&others).eq([root])
    }

    /// Whether the rule `outer` is `inner`, or calls one rule once and nothing else, and this rule
    /// wraps `inner`. `SOI`, `EOI` and line breaks do not matter.
    pub(crate) fn wraps(&self, outer: usize, inner: usize) -> bool {
        let is_edge =
            |it: &&Body| matches!(self.slice(&it.span), "SOI" | "EOI" | "NEWLINE" | "NEWLINE*");
        let only = |rule: &usize| {
            let items = self.rules[*rule].body.items().iter().filter(|it| !is_edge(it));
            self.index(items.exactly_one().ok()?.name()?)
        };
        iter::successors(Some(outer), only).take(self.rules.len()).any(|rule| rule == inner)
    }

    /// Computes a least fixpoint: calls `change` for every rule, and again for each rule that names
    /// a changed rule, until nothing changes. `change` returns whether it has changed the rule.
    pub(crate) fn settle(&self, mut change: impl FnMut(usize) -> bool) {
        let users = reversed(&self.named_rules());
        // Rules are mostly defined after the rules that name them, so begin with the last rule.
        let mut waiting: VecDeque<usize> = (0..users.len()).rev().collect();
        let mut is_waiting = vec![true; users.len()];
        while let Some(rule) = waiting.pop_front() {
            is_waiting[rule] = false;
            if change(rule) {
                let users = users[rule].iter().copied();
                waiting.extend(users.filter(|&user| !mem::replace(&mut is_waiting[user], true)));
            }
        }
    }

    /// The rules that pest skips between parts: `WHITESPACE` and `COMMENT`.
    pub(crate) fn between(&self) -> impl Iterator<Item = usize> {
        ["WHITESPACE", "COMMENT"].into_iter().filter_map(|name| self.index(name))
    }

    /// Returns `name`, with a number after it if a rule has this name.
    pub(crate) fn free_name(&self, name: &str) -> String {
        let numbered = (2..).map(|number| format!("{name}{number}"));
        let mut names = std::iter::once(name.to_owned()).chain(numbered);
        names.find(|it| self.index(it).is_none()).expect("a grammar has finitely many rules")
    }

    /// The text at a place.
    pub(crate) fn slice(&self, span: &Range<usize>) -> &str {
        &self.source[span.clone()]
    }

    /// The text after these changes, whose places must not overlap.
    pub(crate) fn changed(
        &self,
        changes: impl IntoIterator<Item = (Range<usize>, String)>,
    ) -> String {
        let mut changes: Vec<_> = changes.into_iter().collect();
        changes.sort_by_key(|(span, _)| span.start);
        let (mut text, mut end) = (String::with_capacity(self.source.len()), 0);
        for (span, new) in changes {
            text.extend([&self.source[end..span.start], &new]);
            end = span.end;
        }
        text + &self.source[end..]
    }
}

/// The graph with its edges reversed.
pub(super) fn reversed(next: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut previous = vec![Vec::new(); next.len()];
    for (from, all) in next.iter().enumerate() {
        for &to in all {
            previous[to].push(from);
        }
    }
    previous
}

/// Builds the trees, and collects the values that pest cannot use.
#[derive(Default)]
struct Reader {
    /// The lines of the comment before the next rule. `start` is the place where this comment
    /// begins.
    comment: Vec<String>,
    start: Option<usize>,
    impossible: Vec<GrammarError>,
    refused: Vec<GrammarError>,
}

impl Reader {
    /// Reads a rule; `None` for a comment, which pest parses as a rule without a name.
    fn rule(&mut self, pair: Pair<'_, Rule>) -> Option<RuleDefinition> {
        let span = trimmed(&pair);
        let mut parts = pair.into_inner();
        let name = parts.next()?;
        if name.as_rule() != Rule::identifier {
            self.start.get_or_insert(span.start);
            self.comment.push(name.into_inner().as_str().trim().to_owned());
            return None;
        }
        let mut modifier = RuleModifier::Normal;
        let body = parts.find_map(|part| {
            match part.as_rule() {
                Rule::expression => return Some(self.expression(part, true)),
                Rule::silent_modifier => modifier = RuleModifier::Silent,
                Rule::atomic_modifier => modifier = RuleModifier::Atomic,
                Rule::compound_atomic_modifier => modifier = RuleModifier::CompoundAtomic,
                Rule::non_atomic_modifier => modifier = RuleModifier::NonAtomic,
                _ => {}
            }
            None
        })?;
        let comment = mem::take(&mut self.comment).join(" ");
        let start = self.start.take().unwrap_or(span.start);
        let (name, name_span) = (name.as_str().to_owned(), trimmed(&name));
        Some(RuleDefinition { name, modifier, comment, body, name_span, span, start })
    }

    /// Reads alternatives. In a whole rule, the first one may have a `|` before it.
    fn expression(&mut self, expression: Pair<'_, Rule>, is_whole: bool) -> Body {
        let span = trimmed(&expression);
        let (mut alternatives, mut terms) = (Vec::new(), Vec::new());
        for part in expression.into_inner() {
            match part.as_rule() {
                Rule::term => terms.push(self.term(part)),
                Rule::choice_operator if !terms.is_empty() => {
                    alternatives.push(Body::row(mem::take(&mut terms), BodyKind::Sequence));
                }
                Rule::choice_operator if !is_whole => {
                    let advice =
                        "leave it out, and put `?` after the brackets if the part may be missing";
                    let message = "a `|` with nothing before it";
                    self.impossible.push(value(message, trimmed(&part), advice));
                }
                _ => {}
            }
        }
        alternatives.push(Body::row(terms, BodyKind::Sequence));
        let body = Body::row(alternatives, BodyKind::Choice);
        if matches!(body.kind, BodyKind::Choice(_)) { Body { span, ..body } } else { body }
    }

    fn term(&mut self, term: Pair<'_, Rule>) -> Body {
        let span = trimmed(&term);
        let mut tag = "";
        let mut lookaheads = Vec::new();
        let mut body: Option<Body> = None;
        for part in term.into_inner() {
            let start = part.as_span().start();
            match part.as_rule() {
                Rule::tag_id => tag = part.as_str(),
                Rule::positive_predicate_operator => lookaheads.push((true, start)),
                Rule::negative_predicate_operator => lookaheads.push((false, start)),
                Rule::expression => body = Some(self.expression(part, false)),
                Rule::closing_paren => {
                    let end = part.as_span().end();
                    if let Some(body) = &mut body {
                        // The span does not include the brackets yet.
                        let before = lookaheads.last().map_or(span.start, |(_, at)| at + 1);
                        let opened = part.get_input()[before..body.span.start].find('(');
                        body.span = before + opened.expect("it closes one")..end;
                    }
                }
                _ => {
                    if let Some(kind) = self.primary(&part) {
                        let (span, token) = (trimmed(&part), trimmed(&part));
                        body = Some(Body { span, token, ..kind.into() });
                    } else if let (Some((least, most)), Some(repeated)) =
                        (self.times(&part), body.take())
                    {
                        let span = repeated.span.start..trimmed(&part).end;
                        let operator = part.as_str().trim_end().to_owned();
                        let kind =
                            BodyKind::Repeat { body: Box::new(repeated), least, most, operator };
                        body = Some(Body { span, ..kind.into() });
                    }
                }
            }
        }
        let body = body.unwrap_or_else(|| BodyKind::Unknown(String::new()).into());
        let mut body = lookaheads.into_iter().rev().fold(body, |body, (positive, start)| Body {
            span: start..body.span.end,
            ..Body::lookahead(positive, body)
        });
        if !tag.is_empty() {
            tag.clone_into(&mut body.tag);
            body.span = span;
        }
        body
    }

    /// Reads a part without brackets, and without operators before or after it.
    fn primary(&mut self, pair: &Pair<'_, Rule>) -> Option<BodyKind> {
        let written = pair.as_str().trim_end();
        let terminal = match pair.as_rule() {
            Rule::identifier => return Some(BodyKind::Rule(pair.as_str().to_owned())),
            Rule::_push => {
                let mut inner = pair.clone().into_inner();
                let body = inner.find(|it| it.as_rule() == Rule::expression);
                return body.map(|it| BodyKind::Push(Box::new(self.expression(it, false))));
            }
            Rule::_push_literal => {
                let message = "PUSH_LITERAL requires feature grammar-extras";
                let advice = "push the matched text, with `PUSH`: that feature is not enabled here";
                self.refused.push(value(message, trimmed(pair), advice));
                return Some(BodyKind::Unknown(written.to_owned()));
            }
            Rule::string => self.literal(pair, "\"").map(Terminal::Literal),
            // pest drops two characters at the start: in `^ "a"`, the quote is a part of the text.
            Rule::insensitive_string => self.literal(pair, "^\"").map(Terminal::Insensitive),
            Rule::range => {
                let ends = pair.clone().into_inner().filter(|it| it.as_rule() == Rule::character);
                let ends: Vec<_> =
                    ends.filter_map(|it| self.literal(&it, "'")?.chars().next()).collect();
                if let [first, last] = *ends { Some(Terminal::Range(first, last)) } else { None }
            }
            Rule::peek_slice => self.peek_slice(pair),
            _ => return None,
        };
        Some(terminal.map_or_else(|| BodyKind::Unknown(written.to_owned()), BodyKind::Terminal))
    }

    fn peek_slice(&mut self, pair: &Pair<'_, Rule>) -> Option<Terminal> {
        let (mut first, mut last, mut is_last) = (0, None, false);
        for part in pair.clone().into_inner() {
            match part.as_rule() {
                Rule::range_operator => is_last = true,
                Rule::integer => {
                    let Ok(number) = part.as_str().parse() else {
                        let message = "a number that is too large";
                        self.impossible.push(value(message, place(&part), "write a smaller one"));
                        return None;
                    };
                    if is_last {
                        last = Some(number);
                    } else {
                        first = number;
                    }
                }
                _ => {}
            }
        }
        Some(Terminal::Stack(StackUse::PeekSlice(first, last)))
    }

    /// The text after as many bytes as `opening` has, and without the last quote, with its escapes
    /// decoded. pest decodes them too, but its rules have no places.
    fn literal(&mut self, quoted: &Pair<'_, Rule>, opening: &str) -> Option<String> {
        let inside = quoted.as_str();
        let mut characters = inside[opening.len()..inside.len() - 1].chars();
        let mut text = String::new();
        while let Some(character) = characters.next() {
            let meant = if character == '\\' { escaped(&mut characters) } else { Some(character) };
            let Some(meant) = meant else {
                let advice = "the largest is `\\u{10FFFF}`, and D800 to DFFF are not characters";
                let message = "an escape that is not a character";
                self.impossible.push(value(message, place(quoted), advice));
                return None;
            };
            text.push(meant);
        }
        Some(text)
    }

    /// The minimum and the maximum number of repetitions of an operator; `None` if it is not a
    /// repetition.
    fn times(&mut self, operator: &Pair<'_, Rule>) -> Option<(u32, Option<u32>)> {
        let numbers = operator.clone().into_inner().filter(|it| it.as_rule() == Rule::number);
        let numbers = numbers.map(|it| {
            let number = it.as_str().parse();
            if number.is_err() {
                let advice = "write a smaller number, or `*` or `+` if there is no limit";
                self.refused.push(value("number cannot overflow u32", place(&it), advice));
            }
            (number.unwrap_or(u32::MAX), place(&it))
        });
        let numbers: Vec<(u32, Range<usize>)> = numbers.collect();
        let (least, most) = match (operator.as_rule(), &*numbers) {
            (Rule::optional_operator, _) => (0, Some(1)),
            (Rule::repeat_operator, _) => (0, None),
            (Rule::repeat_once_operator, _) => (1, None),
            (Rule::repeat_exact, [(times, _)]) => (*times, Some(*times)),
            (Rule::repeat_min, [(least, _)]) => (*least, None),
            (Rule::repeat_max, [(most, _)]) => (0, Some(*most)),
            (Rule::repeat_min_max, [(least, _), (most, _)]) => (*least, Some(*most)),
            _ => return None,
        };
        if most == Some(0) {
            let (_, place) = numbers.last().expect("it is written");
            let advice = "leave it out; write `?` after a part that may be missing, or `*` if there \
                          may be several";
            self.refused.push(value("cannot repeat 0 times", place.clone(), advice));
        }
        Some((least, most))
    }
}

fn value(message: &str, place: Range<usize>, advice: &str) -> GrammarError {
    GrammarError::new(GrammarErrorKind::Value, message, place, advice)
}

pub(crate) fn place<R: RuleType>(pair: &Pair<'_, R>) -> Range<usize> {
    pair.as_span().start()..pair.as_span().end()
}

/// The place of a pair, without the blanks after it.
fn trimmed(pair: &Pair<'_, Rule>) -> Range<usize> {
    let span = pair.as_span();
    span.start()..span.start() + span.as_str().trim_end().len()
}

/// Decodes an escape. `characters` begins after the backslash.
fn escaped(characters: &mut impl Iterator<Item = char>) -> Option<char> {
    let digits: String = match characters.next()? {
        'n' => return Some('\n'),
        'r' => return Some('\r'),
        't' => return Some('\t'),
        '0' => return Some('\0'),
        'x' => characters.take(2).collect(),
        'u' => characters.skip(1).take_while(|it| *it != '}').collect(),
        quote => return Some(quote),
    };
    u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parser_tells_valid_escapes_from_impossible_ones() {
        let impossible = |literal: &str| {
            let rules = Rules::parse(&format!("a = {{ {literal} }}")).expect("it is a grammar");
            rules.impossible.len()
        };
        for literal in [r#""\u{41}""#, r"'\u{10FFFF}'..'a'", r#""\\u{D800}""#, r#""\n\u{61}""#] {
            assert_eq!(impossible(literal), 0, "{literal}");
        }
        for literal in
            [r#""\u{D800}""#, r"'\u{110000}'..'a'", r#"^"\\\u{D800}""#, r#""a\n\u{DFFF}""#]
        {
            assert_eq!(impossible(literal), 1, "{literal}");
        }
    }

    #[test]
    fn a_rule_lists_its_parts_in_source_order() {
        let source = "//! All.\n\n/// The first.\na = ${  ^\"x\" ~ 'a'..'z'* ~ PEEK[1..]  }\n\
                      /// The second.\n/// It is short.\nb = { \"y\" | a }\n";
        let rules = Rules::parse(source).expect("it is a grammar");
        let told = |rule: &RuleDefinition| {
            let leaves = rule.body.all().filter(|it| it.parts().is_empty());
            let leaves: Vec<String> = leaves.map(|it| rules.slice(&it.span).to_owned()).collect();
            (rules.slice(&rule.body.span).to_owned(), leaves, rule.span.len())
        };
        let [first, second] = &*rules.rules else { panic!("there are two") };
        let body = "^\"x\" ~ 'a'..'z'* ~ PEEK[1..]".to_owned();
        let leaves = ["^\"x\"", "'a'..'z'", "PEEK[1..]"].map(str::to_owned).to_vec();
        assert_eq!(told(first), (body.clone(), leaves, body.len() + 11));
        let leaves = ["\"y\"", "a"].map(str::to_owned).to_vec();
        assert_eq!(told(second), ("\"y\" | a".to_owned(), leaves, 15));
        let comment = &source[second.start..second.span.start];
        assert_eq!(comment, "/// The second.\n/// It is short.\n");
        assert_eq!(second.references().count(), 1);
    }
}
