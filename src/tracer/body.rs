//! The rules of a grammar as written: one tree per rule body, with the place of every part.
//!
//! pest's own tree has no places, and pest builds it only for a grammar without mistakes.

use std::fmt::{self, Display};
use std::ops::Range;

use super::terminal::Terminal;

/// A rule of a grammar. Equality ignores the places.
#[derive(Debug, Clone)]
pub struct RuleDefinition {
    /// The rule's name.
    pub name: String,
    /// The rule's modifier.
    pub modifier: RuleModifier,
    /// The comment before the rule, on one line; empty if the rule has none.
    pub comment: String,
    /// The expression that the rule matches.
    pub body: Body,
    /// The place of the name.
    pub(crate) name_span: Range<usize>,
    /// The place of the whole rule, from its name to its closing brace.
    pub(crate) span: Range<usize>,
    /// The start of the comment before the rule, or of the name if there is no comment.
    pub(crate) start: usize,
}

/// The modifier before the braces of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RuleModifier {
    /// No modifier.
    Normal,
    /// `_`
    Silent,
    /// `@`
    Atomic,
    /// `$`
    CompoundAtomic,
    /// `!`
    NonAtomic,
}

/// The body of a rule, or a part of it. Equality compares the meaning and ignores the places.
#[derive(Debug, Clone)]
pub struct Body {
    /// The kind of expression.
    pub kind: BodyKind,
    /// The place of the part, with its brackets; an empty range if the part is empty.
    pub(crate) span: Range<usize>,
    /// The place of a name or a terminal, without brackets and tag.
    pub(crate) token: Range<usize>,
    /// `#tag`, or an empty string.
    pub(crate) tag: String,
}

/// The kinds of parts in the body of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum BodyKind {
    /// A call of another rule, or of one of pest's built-in rules.
    Rule(String),
    /// A terminal, which the parser compares with the text.
    Terminal(Terminal),
    /// `a ~ b ~ c`; at least two parts.
    Sequence(Vec<Body>),
    /// `a | b | c`, the first alternative that matches; at least two parts.
    Choice(Vec<Body>),
    /// `a?`, `a*`, `a+`, `a{2,5}`
    Repeat {
        /// The repeated part.
        body: Box<Body>,
        /// The minimum number of repetitions.
        least: u32,
        /// The maximum number of repetitions; `None` if there is no limit.
        most: Option<u32>,
        /// The operator as written after the repeated part.
        operator: String,
    },
    /// `&a`, `!a`: looks ahead and consumes nothing.
    Lookahead {
        /// The part to look for.
        body: Box<Body>,
        /// `true` for `&`, which requires the part; `false` for `!`, which forbids it.
        positive: bool,
    },
    /// `PUSH(a)`: matches `a` and pushes the matched text on the stack.
    Push(Box<Body>),
    /// A form that pest's own grammar accepts but pest then rejects, such as `PUSH_LITERAL`.
    Unknown(String),
}

impl PartialEq for RuleDefinition {
    fn eq(&self, other: &Self) -> bool {
        (&self.name, self.modifier, &self.comment, &self.body)
            == (&other.name, other.modifier, &other.comment, &other.body)
    }
}

impl Eq for RuleDefinition {}

impl PartialEq for Body {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind && self.tag == other.tag
    }
}

impl Eq for Body {}

impl From<BodyKind> for Body {
    /// Makes a part without a place.
    fn from(kind: BodyKind) -> Self {
        Self { kind, span: 0..0, token: 0..0, tag: String::new() }
    }
}

impl RuleModifier {
    /// Returns the modifier as written.
    pub(crate) const fn sign(self) -> &'static str {
        ["", "_", "@", "$", "!"][self as usize]
    }

    /// Whether blanks are forbidden between the parts of a rule with this modifier.
    pub(crate) const fn is_atomic(self) -> bool {
        matches!(self, Self::Atomic | Self::CompoundAtomic)
    }

    /// Whether a rule with this modifier is atomic when another rule calls it; `around` says
    /// whether the calling rule is atomic.
    pub(crate) const fn is_atomic_in(self, around: bool) -> bool {
        self.is_atomic() || around && !matches!(self, Self::NonAtomic)
    }
}

impl RuleDefinition {
    /// Makes a rule without a place.
    pub(crate) fn new(name: impl Into<String>, modifier: RuleModifier, body: Body) -> Self {
        let (name, comment) = (name.into(), String::new());
        Self { name, modifier, comment, body, name_span: 0..0, span: 0..0, start: 0 }
    }

    /// Returns the rule as text, with `body` in place of its own body.
    pub(crate) fn with_body(&self, body: &Body) -> String {
        format!("{} = {}{{ {body} }}", self.name, self.modifier.sign())
    }

    /// Removes brackets that change nothing: a sequence in a sequence, a choice in a choice.
    pub(crate) fn flattened(&self) -> Self {
        Self { body: self.body.flattened(), ..self.clone() }
    }

    /// Moves all places forward by `bytes`.
    pub(super) fn move_by(&mut self, bytes: usize) {
        self.start += bytes;
        self.name_span = self.name_span.start + bytes..self.name_span.end + bytes;
        self.span = self.span.start + bytes..self.span.end + bytes;
        self.body.move_by(bytes);
    }

    /// The rules that this rule names, with the places of the names.
    pub(crate) fn references(&self) -> impl Iterator<Item = (&str, &Range<usize>)> {
        self.body.all().filter_map(|part| Some((part.name()?, &part.token)))
    }

    /// The quoted texts in this rule, with their places.
    pub(crate) fn literals(&self) -> impl Iterator<Item = (&str, &Range<usize>)> {
        self.body.all().filter_map(|part| Some((part.literal()?, &part.token)))
    }
}

impl Body {
    /// Makes a call of a rule.
    pub(crate) fn rule(name: impl Into<String>) -> Self {
        BodyKind::Rule(name.into()).into()
    }

    /// Makes a quoted text.
    pub(crate) fn text(text: impl Into<String>) -> Self {
        BodyKind::Terminal(Terminal::Literal(text.into())).into()
    }

    /// Puts `&` or `!` before a part.
    pub(crate) fn lookahead(positive: bool, body: Self) -> Self {
        BodyKind::Lookahead { body: Box::new(body), positive }.into()
    }

    /// Makes a sequence, and splices in the sequences inside it.
    pub(crate) fn sequence(parts: impl IntoIterator<Item = Self>) -> Self {
        Self::row(Self::spliced(parts, false), BodyKind::Sequence)
    }

    /// Makes a choice, and splices in the choices inside it.
    pub(crate) fn choice(parts: impl IntoIterator<Item = Self>) -> Self {
        // A duplicate alternative would never be reached.
        let mut distinct: Vec<Self> = Vec::new();
        for part in Self::spliced(parts, true) {
            if !distinct.contains(&part) {
                distinct.push(part);
            }
        }
        Self::row(distinct, BodyKind::Choice)
    }

    /// Splices inner choices (or inner sequences) into the list of parts.
    fn spliced(parts: impl IntoIterator<Item = Self>, is_choice: bool) -> Vec<Self> {
        let of_part = |part: Self| match part.kind {
            BodyKind::Choice(inner) if is_choice && part.tag.is_empty() => inner,
            BodyKind::Sequence(inner) if !is_choice && part.tag.is_empty() => inner,
            kind => vec![Self { kind, ..part }],
        };
        parts.into_iter().flat_map(of_part).collect()
    }

    /// Joins the parts into one part of this kind. Returns a single part unchanged.
    pub(super) fn row(mut parts: Vec<Self>, kind: impl FnOnce(Vec<Self>) -> BodyKind) -> Self {
        match (parts.pop(), parts.is_empty()) {
            (Some(only), true) => only,
            (last, _) => {
                parts.extend(last);
                let ends = parts.first().zip(parts.last());
                let span = ends.map_or(0..0, |(first, last)| first.span.start..last.span.end);
                Self { span, ..kind(parts).into() }
            }
        }
    }

    /// Repeats the part with `operator`, one of `?`, `*`, `+` and `{2,}`.
    pub(crate) fn repeated(self, operator: &str) -> Self {
        let (least, most) = match operator {
            "?" => (0, Some(1)),
            "*" => (0, None),
            "+" => (1, None),
            _ => (2, None),
        };
        let (body, operator) = (Box::new(self), operator.to_owned());
        BodyKind::Repeat { body, least, most, operator }.into()
    }

    /// The minimum number of repetitions. For a reversed range such as `{5,2}`, this is the second
    /// number, because pest uses that number for both bounds.
    pub(crate) fn least_rounds(&self) -> u32 {
        let BodyKind::Repeat { least, most, .. } = self.kind else { return 1 };
        most.map_or(least, |most| least.min(most))
    }

    /// The name, if the part is a rule.
    pub(crate) fn name(&self) -> Option<&str> {
        if let BodyKind::Rule(name) = &self.kind { Some(name) } else { None }
    }

    /// The text, if the part is a quoted text.
    pub(crate) fn literal(&self) -> Option<&str> {
        if let BodyKind::Terminal(Terminal::Literal(text)) = &self.kind { Some(text) } else { None }
    }

    /// The alternatives of a choice; any other part is its own single alternative.
    pub(crate) fn alternatives(&self) -> &[Self] {
        if let BodyKind::Choice(parts) = &self.kind { parts } else { std::slice::from_ref(self) }
    }

    /// The items of a sequence; any other part is its own single item.
    pub(crate) fn items(&self) -> &[Self] {
        if let BodyKind::Sequence(items) = &self.kind { items } else { std::slice::from_ref(self) }
    }

    /// The direct parts.
    pub(crate) fn parts(&self) -> &[Self] {
        match &self.kind {
            BodyKind::Sequence(parts) | BodyKind::Choice(parts) => parts,
            BodyKind::Repeat { body, .. }
            | BodyKind::Lookahead { body, .. }
            | BodyKind::Push(body) => std::slice::from_ref(body),
            BodyKind::Rule(_) | BodyKind::Terminal(_) | BodyKind::Unknown(_) => &[],
        }
    }

    pub(crate) fn parts_mut(&mut self) -> &mut [Self] {
        match &mut self.kind {
            BodyKind::Sequence(parts) | BodyKind::Choice(parts) => parts,
            BodyKind::Repeat { body, .. }
            | BodyKind::Lookahead { body, .. }
            | BodyKind::Push(body) => std::slice::from_mut(body),
            BodyKind::Rule(_) | BodyKind::Terminal(_) | BodyKind::Unknown(_) => &mut [],
        }
    }

    /// The part and all parts inside it, each before its own parts.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Self> {
        let mut waiting = vec![self];
        std::iter::from_fn(move || {
            let next = waiting.pop()?;
            waiting.extend(next.parts().iter().rev());
            Some(next)
        })
    }

    /// The names of all rules in this part.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.all().filter_map(Self::name)
    }

    fn move_by(&mut self, bytes: usize) {
        self.span = self.span.start + bytes..self.span.end + bytes;
        self.token = self.token.start + bytes..self.token.end + bytes;
        self.parts_mut().iter_mut().for_each(|part| part.move_by(bytes));
    }

    /// Removes brackets that change nothing.
    pub(super) fn flattened(&self) -> Self {
        let mut flat = self.clone();
        flat.flatten();
        flat
    }

    fn flatten(&mut self) {
        self.parts_mut().iter_mut().for_each(Self::flatten);
        let is_choice = matches!(self.kind, BodyKind::Choice(_));
        if let BodyKind::Sequence(parts) | BodyKind::Choice(parts) = &mut self.kind {
            *parts = Self::spliced(std::mem::take(parts), is_choice);
        }
    }

    /// The number of parts after repetitions are expanded as pest expands them. A quoted text counts
    /// as one more part for each 16 bytes, because every repetition has a copy of it.
    pub(super) fn size(&self) -> u64 {
        let parts = self.parts().iter().map(Self::size).fold(0, u64::saturating_add);
        match &self.kind {
            BodyKind::Sequence(all) | BodyKind::Choice(all) => {
                parts.saturating_add(all.len() as u64 - 1)
            }
            BodyKind::Repeat { least: 0, most: None | Some(1), .. } => parts.saturating_add(1),
            // pest expands `a+` to `a ~ a*`.
            BodyKind::Repeat { least, most, .. } => {
                let times = u64::from(most.unwrap_or(*least));
                parts.saturating_add(1).saturating_mul(times.saturating_add(1))
            }
            BodyKind::Terminal(Terminal::Literal(text) | Terminal::Insensitive(text)) => {
                1 + text.len() as u64 / 16
            }
            _ => parts.saturating_add(1),
        }
    }
}

/// Writes the rule as in a grammar, without its comment.
impl Display for RuleDefinition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.with_body(&self.body))
    }
}

/// Writes the part as in a grammar.
impl Display for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.tag.is_empty() {
            write!(f, "{} = ", self.tag)?;
            if matches!(self.kind, BodyKind::Choice(_) | BodyKind::Sequence(_)) {
                return write!(f, "({})", self.kind);
            }
        }
        self.kind.fmt(f)
    }
}

impl Display for BodyKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let joined = |f: &mut fmt::Formatter<'_>, parts: &[Body], between, binds_tighter| {
            for (index, part) in parts.iter().enumerate() {
                f.write_str(if index == 0 { "" } else { between })?;
                let is_choice = part.tag.is_empty() && matches!(part.kind, Self::Choice(_));
                bracketed(f, part, binds_tighter && is_choice)?;
            }
            Ok(())
        };
        match self {
            Self::Rule(text) | Self::Unknown(text) => f.write_str(text),
            Self::Terminal(terminal) => terminal.fmt(f),
            Self::Sequence(parts) => joined(f, parts, " ~ ", true),
            Self::Choice(parts) => joined(f, parts, " | ", false),
            Self::Repeat { body, operator, .. } => {
                let is_one = matches!(body.kind, Self::Rule(_) | Self::Terminal(_) | Self::Push(_));
                bracketed(f, body, !is_one || !body.tag.is_empty())?;
                f.write_str(operator)
            }
            Self::Lookahead { positive, body } => {
                f.write_str(if *positive { "&" } else { "!" })?;
                let is_row = matches!(body.kind, Self::Choice(_) | Self::Sequence(_));
                bracketed(f, body, is_row || !body.tag.is_empty())
            }
            Self::Push(body) => write!(f, "PUSH({body})"),
        }
    }
}

fn bracketed(f: &mut fmt::Formatter<'_>, body: &Body, is_group: bool) -> fmt::Result {
    if is_group { write!(f, "({body})") } else { body.fmt(f) }
}

#[cfg(test)]
mod tests {
    use super::super::rules::Rules;
    use super::*;

    #[test]
    fn a_rule_prints_as_it_was_parsed() {
        let bodies = [
            "a",
            "a ~ b | c",
            "(a | b) ~ c",
            "a ~ (b ~ c)*",
            "!a ~ &(b | c) ~ !!d",
            "(a ~ b)? ~ c+ | d{2} | e{2,} | f{,3} | g{2,3}",
            "!(\"\\\"\" | \"\\n\") ~ ANY",
            "#tag = a ~ 'a'..'z' ~ ^\"x\"",
            "#tag = (a | b) ~ PUSH(a | b) ~ PEEK[1..-1] ~ PEEK[0..]",
            "(!a ~ b)*",
            "(a*)?",
            "((a | b)* ~ c)+",
            "(\"a\\n\\\"\" ~ 'c'..'\\'')?",
        ];
        for body in bodies {
            let source = format!("x = @{{ {body} }}");
            let rules = Rules::parse(&source).expect("it has the form of a grammar");
            assert_eq!(rules.rules[0].to_string(), source);
            for part in rules.rules[0].body.all() {
                let (slice, written) = (&source[part.span.clone()], part.to_string());
                assert!(
                    slice == written || slice == format!("({written})"),
                    "{slice} is {written} in {source}"
                );
            }
        }
    }

    #[test]
    fn the_parser_reads_every_construct_of_pest() {
        let source = r#"
            //! The subject of the file.

            /// All of it,
            /// on two lines.
            all = ${ ("a" ~ ^"b" ~ 'c'..'d')? ~ (one | two)* ~ one+ ~ &two ~ !two }
            one = @{ PUSH("q"{3}) ~ PEEK[-2..] ~ POP }
            /// Counted.
            two = !{ "y" ~ ("x"{2,} | ("x"{2,5} | "x"{,5})) }
        "#;
        let rules = Rules::parse(source).expect("it is a grammar").rules;
        let read: Vec<(&str, RuleModifier, &str)> =
            rules.iter().map(|rule| (&*rule.name, rule.modifier, &*rule.comment)).collect();
        let expected = [
            ("all", RuleModifier::CompoundAtomic, "All of it, on two lines."),
            ("one", RuleModifier::Atomic, ""),
            ("two", RuleModifier::NonAtomic, "Counted."),
        ];
        assert_eq!(read, expected);
        assert_eq!(rules[0].body.items().len(), 5);
        let two = rules[2].flattened();
        let [y, counted] = two.body.items() else { panic!("{two}") };
        assert_eq!(y.literal(), Some("y"));
        let bounds = counted.alternatives().iter().map(|it| match it.kind {
            BodyKind::Repeat { least, most, .. } => (least, most),
            _ => panic!("{it}"),
        });
        assert_eq!(bounds.collect::<Vec<_>>(), [(2, None), (2, Some(5)), (0, Some(5))]);
    }

    #[test]
    fn the_size_of_a_part_counts_its_repetitions_written_out() {
        for (body, size) in [
            ("a", 1),
            ("a ~ a", 3),
            ("a | a", 3),
            ("a ~ a ~ a", 5),
            ("a | b | c | d", 7),
            ("a?", 2),
            ("!a", 2),
            ("a+", 4),
            ("a{3}", 8),
            ("a{1,4}", 10),
            ("a{4294967295,}", 1 << 33),
        ] {
            let rules = Rules::parse(&format!("x = {{ {body} }}")).expect("it is a grammar");
            assert_eq!(rules.rules[0].body.size(), size, "{body}");
        }
    }

    #[test]
    fn an_operator_sets_the_bounds_of_a_repetition() {
        for (operator, bounds) in
            [("?", (0, Some(1))), ("*", (0, None)), ("+", (1, None)), ("{2,}", (2, None))]
        {
            let repeated = Body::rule("a").repeated(operator);
            let BodyKind::Repeat { least, most, .. } = repeated.kind else {
                unreachable!("it repeats a part")
            };
            assert_eq!((least, most), bounds, "{operator}");
            assert_eq!(repeated.to_string(), format!("a{operator}"));
        }
    }

    #[test]
    fn rows_join_the_rows_of_their_kind_inside_them_unless_a_tag_names_these() {
        let [a, b, c] = ["a", "b", "c"].map(Body::rule);
        let two = Body::sequence([a.clone(), b.clone()]);
        assert_eq!(Body::sequence([two.clone(), c.clone()]).items().len(), 3);
        let tagged = Body { tag: "#it".to_owned(), ..two.clone() };
        assert_eq!(Body::sequence([tagged, c.clone()]).items().len(), 2);
        assert_eq!(Body::choice([two, c.clone()]).alternatives().len(), 2);
        let either = Body::choice([a.clone(), b]);
        assert_eq!(Body::choice([either.clone(), c.clone()]).alternatives().len(), 3);
        assert_eq!(Body::choice([either.clone(), a]).alternatives().len(), 2, "`a` only once");
        assert_eq!(Body::sequence([either, c]).items().len(), 2);
    }
}
