//! The rules of a grammar as they are written, every part with its place.
//!
//! pest hands out its own tree of a grammar only without places, and only once
//! the grammar has no mistakes.

use std::collections::HashMap;
use std::ops::Range;

use pest::iterators::{Pair, Pairs};
use pest_meta::parser::Rule;

use super::expr::{StackUse, Terminal};

/// The rules of a text, in its order.
#[derive(Debug, Clone)]
pub(super) struct Syntax<'i> {
    pub(super) rules: Vec<RuleSyntax<'i>>,
    by_name: HashMap<&'i str, usize>,
}

/// A rule as it is written.
#[derive(Debug, Clone)]
pub(super) struct RuleSyntax<'i> {
    pub(super) name: &'i str,
    pub(super) name_span: Range<usize>,
    /// `_`, `@`, `$`, `!` or nothing.
    pub(super) modifier: &'i str,
    pub(super) body: Node<'i>,
    /// From its name to its closing brace.
    pub(super) span: Range<usize>,
}

/// The body of a rule, or a part of it.
#[derive(Debug, Clone)]
pub(super) struct Node<'i> {
    pub(super) kind: Kind<'i>,
    /// Where it is written, with its brackets.
    pub(super) span: Range<usize>,
    /// `#tag`, or nothing.
    tag: &'i str,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Kind<'i> {
    /// A rule by its name, of the grammar or built in.
    Rule(&'i str),
    /// What is compared with the text, and how it is written.
    Terminal(Terminal, &'i str),
    Sequence(Vec<Node<'i>>),
    Choice(Vec<Node<'i>>),
    Repeat {
        body: Box<Node<'i>>,
        least: u32,
        most: Option<u32>,
        /// How it is written after the body.
        operator: &'i str,
    },
    Lookahead {
        positive: bool,
        body: Box<Node<'i>>,
    },
    Push(Box<Node<'i>>),
    /// What pest has no use for, such as `PUSH_LITERAL`.
    Unknown(&'i str),
}

/// Two parts are the same if they mean the same, wherever they stand.
impl PartialEq for Node<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind && self.tag == other.tag
    }
}

impl<'i> Syntax<'i> {
    /// The rules of a text that has been parsed as a grammar, and whose values are
    /// possible ones.
    pub(super) fn new(pairs: &Pairs<'i, Rule>) -> Self {
        Self::of(pairs.clone().filter_map(RuleSyntax::new).collect())
    }

    pub(super) fn of(rules: Vec<RuleSyntax<'i>>) -> Self {
        let numbered = rules.iter().enumerate();
        // Of two with one name, which is a mistake, the first one counts.
        let by_name = numbered.rev().map(|(index, rule)| (rule.name, index)).collect();
        Self { rules, by_name }
    }

    /// The number of a rule, if it is not built in.
    pub(super) fn index(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    /// By rule, the rules that it names.
    pub(super) fn named_rules(&self) -> Vec<Vec<usize>> {
        let named =
            |rule: &RuleSyntax<'i>| rule.body.names().filter_map(|name| self.index(name)).collect();
        self.rules.iter().map(named).collect()
    }

    /// A rule, if it is not built in.
    pub(super) fn rule(&self, name: &str) -> Option<&RuleSyntax<'i>> {
        self.index(name).map(|index| &self.rules[index])
    }
}

impl<'i> RuleSyntax<'i> {
    fn new(pair: Pair<'i, Rule>) -> Option<Self> {
        let span = trimmed(&pair);
        let mut parts = pair.into_inner();
        let name = parts.next().filter(|it| it.as_rule() == Rule::identifier)?;
        let mut modifier = "";
        let body = parts.find_map(|part| match part.as_rule() {
            Rule::expression => Some(Node::expression(part)),
            Rule::silent_modifier
            | Rule::atomic_modifier
            | Rule::compound_atomic_modifier
            | Rule::non_atomic_modifier => {
                modifier = part.as_str();
                None
            }
            _ => None,
        })?;
        Some(Self { name: name.as_str(), name_span: trimmed(&name), modifier, body, span })
    }

    /// The rule as it could be written with this body.
    pub(super) fn with_body(&self, body: &Node<'_>) -> String {
        format!("{} = {}{{ {} }}", self.name, self.modifier, body.written())
    }
}

impl<'i> Node<'i> {
    /// A part that stands nowhere yet.
    pub(super) const fn new(kind: Kind<'i>) -> Self {
        Self { kind, span: 0..0, tag: "" }
    }

    /// One after the other; a sequence inside is taken apart.
    pub(super) fn sequence(parts: impl IntoIterator<Item = Self>) -> Self {
        let parts = parts.into_iter().flat_map(|part| match part {
            Self { kind: Kind::Sequence(inner), tag: "", .. } => inner,
            other => vec![other],
        });
        Self::single_or(parts.collect(), Kind::Sequence)
    }

    /// The first that matches; a choice inside is taken apart.
    pub(super) fn choice(parts: impl IntoIterator<Item = Self>) -> Self {
        let mut all: Vec<Self> = Vec::new();
        for part in parts {
            match part {
                Self { kind: Kind::Choice(inner), tag: "", .. } => all.extend(inner),
                other => all.push(other),
            }
        }
        // What is there already is never reached a second time.
        let mut distinct: Vec<Self> = Vec::new();
        for part in all {
            if !distinct.contains(&part) {
                distinct.push(part);
            }
        }
        Self::single_or(distinct, Kind::Choice)
    }

    fn single_or(mut parts: Vec<Self>, kind: impl FnOnce(Vec<Self>) -> Kind<'i>) -> Self {
        match (parts.pop(), parts.is_empty()) {
            (Some(only), true) => only,
            (last, _) => {
                parts.extend(last);
                Self::new(kind(parts))
            }
        }
    }

    /// As often as `operator` says, which is `?`, `*` or `+`.
    pub(super) fn repeated(self, operator: &'static str) -> Self {
        let (least, most) = match operator {
            "?" => (0, Some(1)),
            "*" => (0, None),
            _ => (1, None),
        };
        Self::new(Kind::Repeat { body: Box::new(self), least, most, operator })
    }

    /// Whether it is `""`.
    pub(super) fn is_empty_text(&self) -> bool {
        matches!(&self.kind, Kind::Terminal(Terminal::Literal(text), _) if text.is_empty())
    }

    /// Its alternatives, if only itself.
    pub(super) fn alternatives(&self) -> &[Self] {
        match &self.kind {
            Kind::Choice(alternatives) => alternatives,
            _ => std::slice::from_ref(self),
        }
    }

    /// What it is a sequence of, if only itself.
    pub(super) fn items(&self) -> &[Self] {
        match &self.kind {
            Kind::Sequence(items) => items,
            _ => std::slice::from_ref(self),
        }
    }

    /// Its parts.
    pub(super) fn parts(&self) -> &[Self] {
        match &self.kind {
            Kind::Sequence(parts) | Kind::Choice(parts) => parts,
            Kind::Repeat { body, .. } | Kind::Lookahead { body, .. } | Kind::Push(body) => {
                std::slice::from_ref(body)
            }
            Kind::Rule(_) | Kind::Terminal(..) | Kind::Unknown(_) => &[],
        }
    }

    /// Itself and all its parts, each before its own parts.
    pub(super) fn all(&self) -> impl Iterator<Item = &Self> {
        let mut waiting = vec![self];
        std::iter::from_fn(move || {
            let next = waiting.pop()?;
            waiting.extend(next.parts().iter().rev());
            Some(next)
        })
    }

    /// The names in it.
    pub(super) fn names(&self) -> impl Iterator<Item = &'i str> {
        self.all().filter_map(|node| match node.kind {
            Kind::Rule(name) => Some(name),
            _ => None,
        })
    }

    /// The part as it could be written.
    pub(super) fn written(&self) -> String {
        let text = match &self.kind {
            Kind::Rule(text) | Kind::Terminal(_, text) | Kind::Unknown(text) => (*text).to_owned(),
            Kind::Sequence(parts) => joined(parts, " ~ ", true),
            Kind::Choice(parts) => joined(parts, " | ", false),
            Kind::Repeat { body, operator, .. } => {
                let is_group = body.tag.is_empty()
                    && matches!(body.kind, Kind::Rule(_) | Kind::Terminal(..) | Kind::Push(_));
                format!("{}{operator}", bracketed(body, !is_group))
            }
            Kind::Lookahead { positive, body } => {
                let sign = if *positive { "&" } else { "!" };
                let is_group = !body.tag.is_empty()
                    || matches!(body.kind, Kind::Choice(_) | Kind::Sequence(_));
                format!("{sign}{}", bracketed(body, is_group))
            }
            Kind::Push(body) => format!("PUSH({})", body.written()),
        };
        match (self.tag, &self.kind) {
            ("", _) => text,
            (tag, Kind::Choice(_) | Kind::Sequence(_)) => format!("{tag} = ({text})"),
            (tag, _) => format!("{tag} = {text}"),
        }
    }

    const fn is_choice(&self) -> bool {
        self.tag.is_empty() && matches!(self.kind, Kind::Choice(_))
    }

    fn expression(expression: Pair<'i, Rule>) -> Self {
        let span = trimmed(&expression);
        let mut alternatives: Vec<Vec<Self>> = vec![Vec::new()];
        for part in expression.into_inner() {
            match part.as_rule() {
                Rule::term => {
                    let last = alternatives.last_mut().expect("there is one from the start");
                    last.push(Self::term(part));
                }
                // There may be one before the first alternative.
                Rule::choice_operator if alternatives[0].is_empty() => {}
                Rule::choice_operator => alternatives.push(Vec::new()),
                _ => {}
            }
        }
        let around = |parts: &[Self], whole: Range<usize>| match parts {
            [first, .., last] => first.span.start..last.span.end,
            _ => whole,
        };
        let mut alternatives: Vec<Self> = alternatives
            .into_iter()
            .map(|mut terms| {
                let span = around(&terms, span.clone());
                match (terms.pop(), terms.is_empty()) {
                    (Some(only), true) => only,
                    (last, _) => {
                        terms.extend(last);
                        Self { kind: Kind::Sequence(terms), span, tag: "" }
                    }
                }
            })
            .collect();
        match (alternatives.pop(), alternatives.is_empty()) {
            (Some(only), true) => only,
            (last, _) => {
                alternatives.extend(last);
                Self { kind: Kind::Choice(alternatives), span, tag: "" }
            }
        }
    }

    fn term(term: Pair<'i, Rule>) -> Self {
        let span = trimmed(&term);
        let mut tag = "";
        let mut lookaheads = Vec::new();
        let mut node: Option<Self> = None;
        for part in term.into_inner() {
            let kind = match part.as_rule() {
                Rule::tag_id => {
                    tag = part.as_str();
                    continue;
                }
                Rule::positive_predicate_operator => {
                    lookaheads.push((true, part.as_span().start()));
                    continue;
                }
                Rule::negative_predicate_operator => {
                    lookaheads.push((false, part.as_span().start()));
                    continue;
                }
                Rule::expression => {
                    node = Some(Self::expression(part));
                    continue;
                }
                Rule::closing_paren => {
                    let end = part.as_span().end();
                    if let Some(node) = &mut node {
                        // Its span so far lacks the brackets.
                        let before = term_start(&span, &lookaheads);
                        let opened = part.get_input()[before..node.span.start].find('(');
                        node.span = before + opened.expect("it closes one")..end;
                    }
                    continue;
                }
                Rule::identifier => Kind::Rule(part.as_str()),
                Rule::string | Rule::insensitive_string | Rule::range | Rule::peek_slice => {
                    match terminal(&part) {
                        Some(terminal) => Kind::Terminal(terminal, part.as_str().trim_end()),
                        None => Kind::Unknown(part.as_str().trim_end()),
                    }
                }
                Rule::_push => {
                    let body =
                        part.clone().into_inner().find(|it| it.as_rule() == Rule::expression);
                    match body {
                        Some(body) => Kind::Push(Box::new(Self::expression(body))),
                        None => Kind::Unknown(part.as_str().trim_end()),
                    }
                }
                Rule::_push_literal => Kind::Unknown(part.as_str().trim_end()),
                _ => {
                    if let (Some((least, most)), Some(body)) = (times(&part), node.take()) {
                        let end = trimmed(&part).end;
                        let span = body.span.start..end;
                        let operator = part.as_str().trim_end();
                        let body = Box::new(body);
                        let kind = Kind::Repeat { body, least, most, operator };
                        node = Some(Self { kind, span, tag: "" });
                    }
                    continue;
                }
            };
            node = Some(Self { kind, span: trimmed(&part), tag: "" });
        }
        let node = node.unwrap_or_else(|| Self::new(Kind::Unknown("")));
        let mut node = lookaheads.into_iter().rev().fold(node, |body, (positive, start)| {
            let span = start..body.span.end;
            Self { kind: Kind::Lookahead { positive, body: Box::new(body) }, span, tag: "" }
        });
        if !tag.is_empty() {
            node.tag = tag;
            node.span = span;
        }
        node
    }
}

/// Where a term begins, after the lookaheads before it.
fn term_start(span: &Range<usize>, lookaheads: &[(bool, usize)]) -> usize {
    lookaheads.last().map_or(span.start, |(_, at)| at + 1)
}

/// The parts with a sign between them, which binds tighter than `|` or not.
fn joined(parts: &[Node<'_>], between: &str, is_tighter: bool) -> String {
    let written = parts.iter().map(|part| bracketed(part, is_tighter && part.is_choice()));
    written.collect::<Vec<_>>().join(between)
}

fn bracketed(node: &Node<'_>, is_group: bool) -> String {
    if is_group { format!("({})", node.written()) } else { node.written() }
}

/// Where something is written, without the blanks after it.
pub(super) fn trimmed(pair: &Pair<'_, Rule>) -> Range<usize> {
    let span = pair.as_span();
    span.start()..span.start() + span.as_str().trim_end().len()
}

fn terminal(pair: &Pair<'_, Rule>) -> Option<Terminal> {
    let mut inner = pair.clone().into_inner();
    Some(match pair.as_rule() {
        Rule::string => Terminal::Literal(literal(pair)?),
        Rule::insensitive_string => {
            Terminal::Insensitive(literal(&inner.find(|it| it.as_rule() == Rule::string)?)?)
        }
        Rule::range => {
            let ends = inner.filter(|it| it.as_rule() == Rule::character);
            let mut ends = ends.map(|it| literal(&it)?.chars().next());
            Terminal::Range(ends.next()??, ends.next()??)
        }
        _ => {
            let mut first = 0;
            let mut last = None;
            let mut is_last = false;
            for part in inner {
                match part.as_rule() {
                    Rule::range_operator => is_last = true,
                    Rule::integer if is_last => last = Some(part.as_str().parse().ok()?),
                    Rule::integer => first = part.as_str().parse().ok()?,
                    _ => {}
                }
            }
            Terminal::Stack(StackUse::PeekSlice(first, last))
        }
    })
}

/// How often something is there at least and at most, by the operator after it;
/// `None` where that is no such operator.
fn times(operator: &Pair<'_, Rule>) -> Option<(u32, Option<u32>)> {
    let numbers = operator.clone().into_inner().filter(|it| it.as_rule() == Rule::number);
    // What is larger than any text has the same effect.
    let mut numbers = numbers.map(|it| it.as_str().parse().unwrap_or(u32::MAX));
    Some(match operator.as_rule() {
        Rule::optional_operator => (0, Some(1)),
        Rule::repeat_operator => (0, None),
        Rule::repeat_once_operator => (1, None),
        Rule::repeat_exact => {
            let times = numbers.next()?;
            (times, Some(times))
        }
        Rule::repeat_min => (numbers.next()?, None),
        Rule::repeat_max => (0, Some(numbers.next()?)),
        Rule::repeat_min_max => (numbers.next()?, Some(numbers.next()?)),
        _ => return None,
    })
}

/// The text between the quotes, with its escapes read. pest reads them too, but
/// hands them out only with rules that have lost their places.
fn literal(quoted: &Pair<'_, Rule>) -> Option<String> {
    let quoted = quoted.as_str();
    let mut characters = quoted.get(1..quoted.len().checked_sub(1)?)?.chars();
    let mut text = String::new();
    while let Some(character) = characters.next() {
        text.push(match character {
            '\\' => escaped(&mut characters)?,
            plain => plain,
        });
    }
    Some(text)
}

/// What is meant by what stands after a backslash.
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
    use pest_meta::parser;

    use super::*;

    #[test]
    fn a_rule_is_written_as_it_was_read() {
        let bodies = [
            "a",
            "a ~ b | c",
            "(a | b) ~ c",
            "a ~ (b ~ c)*",
            "!a ~ &(b | c) ~ !!d",
            "(a ~ b)? | c+ | d{2} | e{2,} | f{,3} | g{2,3}",
            "!(\"\\\"\" | \"\\u{41}\") ~ ANY",
            "#tag = a ~ 'a'..'z' ~ ^\"x\"",
            "#tag = (a | b) ~ PUSH(a | b) ~ PEEK[1..-1] ~ PEEK[..]",
            "(!a ~ b)*",
            "(a*)?",
            "((a | b)* ~ c)+",
        ];
        for body in bodies {
            let source = format!("x = @{{ {body} }}");
            let pairs = parser::parse(Rule::grammar_rules, &source).unwrap();
            let syntax = Syntax::new(&pairs);
            assert_eq!(syntax.rules[0].with_body(&syntax.rules[0].body), source);
            for node in syntax.rules[0].body.all() {
                let slice = &source[node.span.clone()];
                let written = node.written();
                assert!(
                    slice == written || slice == format!("({written})"),
                    "{slice} is {written} in {source}"
                );
            }
        }
    }
}
