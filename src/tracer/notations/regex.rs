//! Regular expressions and classes of characters, in pest's notation.

use itertools::Itertools;
use regex_syntax::ParserBuilder;
use regex_syntax::ast::AssertionKind::{EndLine, EndText, StartLine, StartText, WordBoundary};
use regex_syntax::ast::{
    self, Ast, ClassPerlKind, ClassSet, ClassSetItem, ClassUnicodeKind, RepetitionKind,
};

use super::backtracking::needs_backtracking;
use crate::tracer::body::{Body, BodyKind};
use crate::tracer::terminal::{Terminal, built_in};

/// A body as written in a sequence, with brackets if needed.
pub(super) fn grouped(body: &Body) -> String {
    let has_parts = matches!(body.kind, BodyKind::Choice(_) | BodyKind::Sequence(_));
    if has_parts { format!("({body})") } else { body.to_string() }
}

/// The POSIX classes.
const POSIX: &str = r"alpha=a-zA-Z digit=0-9 alnum=a-zA-Z0-9 upper=A-Z lower=a-z xdigit=0-9a-fA-F blank=\x20\t space=\x20\t-\r punct=!-/:-@\[-`{-~";

/// Translates a regular expression. `None` if it needs backtracking, or has a form or a flag that
/// pest cannot express. The flag `i` makes it ignore case.
pub(super) fn of_regex(regex: &str, flags: &str) -> Option<Body> {
    let (regex, flags) = regex.strip_prefix("(?i)").map_or((regex, flags), |it| (it, "i"));
    // W3C's notation writes a character as `#x41`.
    let mut text = String::new();
    for (index, part) in regex.split("#x").enumerate() {
        let digits = part.find(|it: char| !it.is_ascii_hexdigit()).unwrap_or(part.len());
        let part = match (index, part.split_at(digits)) {
            (0, _) => part.to_owned(),
            (_, ("", _)) => format!("#x{part}"),
            (_, (digits, rest)) => format!("\\x{{{digits}}}{rest}"),
        };
        text += &part;
    }
    for (name, ranges) in POSIX.split(' ').filter_map(|it| it.split_once('=')) {
        while let Some((head, tail)) = text.split_once(&format!("[:{name}:]")) {
            // People also write `[:digit:]` for `[[:digit:]]`.
            let signs = head.replace(r"\[", "").replace(r"\]", "");
            let is_inside = signs.matches('[').count() > signs.matches(']').count();
            let own = if is_inside { ranges.to_owned() } else { format!("[{ranges}]") };
            text = [head, &own, tail].concat();
        }
    }
    let is_insensitive = flags == "i";
    let mut parsed = ParserBuilder::new().nest_limit(20).case_insensitive(is_insensitive).build();
    if !["", "g", "u", "i"].contains(&flags) || needs_backtracking(&parsed.parse(&text).ok()?) {
        return None;
    }
    let parsed = ast::parse::ParserBuilder::new().nest_limit(20).build().parse(&text).ok()?;
    let mut body = of_ast(&parsed)?;
    if is_insensitive {
        in_either_case(&mut body)?;
    }
    Some(body)
}

fn of_ast(ast: &Ast) -> Option<Body> {
    Some(match ast {
        Ast::Empty(_) => Body::text(""),
        Ast::Literal(literal) => Body::text(literal.c),
        Ast::Dot(_) => other_than(Body::rule("NEWLINE")),
        Ast::ClassPerl(class) => perl(&class.kind, class.negated),
        Ast::ClassBracketed(class) => {
            let ClassSet::Item(item) = &class.kind else { return None };
            let (mut ranges, mut others) = (Vec::new(), Vec::new());
            items(item, &mut ranges, &mut others)?;
            let all = Body::choice(named(ranges).into_iter().chain(others));
            if class.negated { other_than(all) } else { all }
        }
        Ast::Repetition(repetition) if repetition.greedy => {
            let operator = match &repetition.op.kind {
                RepetitionKind::ZeroOrOne => "?".to_owned(),
                RepetitionKind::ZeroOrMore => "*".to_owned(),
                RepetitionKind::OneOrMore => "+".to_owned(),
                RepetitionKind::Range(range) => match range {
                    ast::RepetitionRange::Exactly(times) => format!("{{{times}}}"),
                    ast::RepetitionRange::AtLeast(least) => format!("{{{least},}}"),
                    ast::RepetitionRange::Bounded(least, most) => format!("{{{least},{most}}}"),
                },
            };
            let body = Box::new(of_ast(&repetition.ast).filter(|_| operator != "{0}")?);
            BodyKind::Repeat { body, least: 0, most: None, operator }.into()
        }
        Ast::Group(group) => of_ast(&group.ast)?,
        Ast::Alternation(all) => {
            Body::choice(all.asts.iter().map(of_ast).collect::<Option<Vec<_>>>()?)
        }
        Ast::Concat(all) => {
            let parts = all.asts.iter().map(of_ast).collect::<Option<Vec<_>>>()?;
            let runs = parts.chunk_by(|a, b| a.literal().is_some() && b.literal().is_some());
            Body::sequence(runs.map(|run| match run {
                [part] => part.clone(),
                texts => Body::text(texts.iter().filter_map(Body::literal).collect::<String>()),
            }))
        }
        Ast::ClassUnicode(class) => property(class)?,
        Ast::Assertion(assertion) => match assertion.kind {
            StartLine | StartText => Body::rule("SOI"),
            EndLine | EndText => Body::rule("EOI"),
            // pest never looks back, so it can only tell where a word ends.
            WordBoundary => Body::lookahead(false, perl(&ClassPerlKind::Word, false)),
            _ => return None,
        },
        Ast::Flags(_) | Ast::Repetition(_) => return None,
    })
}

/// Lets ASCII letters match in either case. `None` if there are others, whose case `^` does not
/// ignore.
fn in_either_case(body: &mut Body) -> Option<()> {
    body.parts_mut().iter_mut().try_for_each(in_either_case)?;
    match &mut body.kind {
        BodyKind::Rule(name) if name.ends_with("CASE_LETTER") => return None,
        BodyKind::Rule(name) if name.starts_with("ASCII_ALPHA_") => "ASCII_ALPHA".clone_into(name),
        BodyKind::Terminal(Terminal::Literal(text)) => {
            text.is_ascii().then_some(())?;
            body.kind = BodyKind::Terminal(Terminal::Insensitive(std::mem::take(text)));
        }
        &mut BodyKind::Terminal(Terminal::Range(first, last)) => {
            last.is_ascii().then_some(())?;
            let swap = |it: char| char::from(it as u8 ^ b' ');
            let letters = [('A', 'Z'), ('a', 'z')].map(|(a, z)| (first.max(a), last.min(z)));
            let letters = letters.into_iter().filter(|(first, last)| first <= last);
            let swapped = letters.map(|(first, last)| range(swap(first), swap(last)));
            *body = Body::choice([range(first, last)].into_iter().chain(swapped));
        }
        _ => {}
    }
    Some(())
}

/// The short names of Unicode properties, and pest's names.
const SHORT: &str = "L=LETTER LU=UPPERCASE_LETTER LL=LOWERCASE_LETTER M=MARK N=NUMBER ND=DECIMAL_NUMBER P=PUNCTUATION S=SYMBOL Z=SEPARATOR";

/// The characters with a Unicode property.
fn property(class: &ast::ClassUnicode) -> Option<Body> {
    let name = match &class.kind {
        ClassUnicodeKind::OneLetter(letter) => letter.to_string(),
        ClassUnicodeKind::Named(name) => name.to_ascii_uppercase(),
        ClassUnicodeKind::NamedValue { .. } => return None,
    };
    let mut long = SHORT.split(' ').filter_map(|it| it.split_once('='));
    let long = long.find(|it| it.0 == name).map_or(&*name, |it| it.1);
    built_in(long)?;
    let all = Body::rule(long);
    Some(if class.is_negated() { other_than(all) } else { all })
}

pub(super) fn range(first: char, last: char) -> Body {
    BodyKind::Terminal(Terminal::Range(first, last)).into()
}

fn other_than(body: Body) -> Body {
    Body::sequence([Body::lookahead(false, body), Body::rule("ANY")])
}

fn perl(kind: &ClassPerlKind, is_negated: bool) -> Body {
    let class = match kind {
        ClassPerlKind::Digit => Body::rule("ASCII_DIGIT"),
        ClassPerlKind::Space => Body::choice([Body::text(" "), range('\t', '\r')]),
        ClassPerlKind::Word => Body::choice([Body::rule("ASCII_ALPHANUMERIC"), Body::text("_")]),
    };
    if is_negated { other_than(class) } else { class }
}

/// Collects the ranges of a class, and its other items.
fn items(it: &ClassSetItem, ranges: &mut Vec<(char, char)>, others: &mut Vec<Body>) -> Option<()> {
    match it {
        ClassSetItem::Empty(_) => {}
        ClassSetItem::Literal(literal) => ranges.push((literal.c, literal.c)),
        ClassSetItem::Range(range) => ranges.push((range.start.c, range.end.c)),
        ClassSetItem::Perl(class) => others.push(perl(&class.kind, class.negated)),
        ClassSetItem::Union(union) => {
            union.items.iter().try_for_each(|it| items(it, ranges, others))?;
        }
        ClassSetItem::Unicode(class) => others.push(property(class)?),
        ClassSetItem::Ascii(_) | ClassSetItem::Bracketed(_) => return None,
    }
    Some(())
}

/// Bodies for ranges of characters, with pest's names where there are any.
fn named(mut ranges: Vec<(char, char)>) -> Vec<Body> {
    let mut bodies = Vec::new();
    for (name, ends) in include_str!("classes.txt").lines().filter_map(|it| it.split_once(' ')) {
        let parts: Vec<(char, char)> = ends.chars().tuples().collect();
        if parts.iter().all(|it| ranges.contains(it)) {
            ranges.retain(|it| !parts.contains(it));
            bodies.push(Body::rule(name));
        }
    }
    let body = |(first, last)| if first == last { Body::text(first) } else { range(first, last) };
    bodies.extend(ranges.into_iter().map(body));
    bodies
}
