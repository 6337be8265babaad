//! The body of a rule, or a part of it, as a `.pest` file writes it.

use std::fmt::{self, Display};

use super::definitions::{RuleBody, RuleDefinition, RuleModifier};

/// How closely a part holds together, the loosest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    Choice,
    Sequence,
    Prefix,
    Postfix,
}

/// As it stands in a grammar, without its comment.
impl Display for RuleDefinition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let modifier = match self.modifier {
            RuleModifier::Normal => "",
            RuleModifier::Silent => "_",
            RuleModifier::Atomic => "@",
            RuleModifier::CompoundAtomic => "$",
            RuleModifier::NonAtomic => "!",
        };
        write!(f, "{} = {modifier}{{ {} }}", self.name, self.body)
    }
}

impl Display for RuleBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Literal(text) => write!(f, "{text:?}"),
            Self::Insensitive(text) => write!(f, "^{text:?}"),
            Self::Range(first, last) => write!(f, "{}..{}", quoted(first), quoted(last)),
            Self::Rule(name) => f.write_str(name),
            Self::Sequence(parts) => joined(f, parts, " ~ ", Binding::Prefix),
            Self::Choice(parts) => joined(f, parts, " | ", Binding::Sequence),
            Self::Repeat { body, least, most } => {
                Within(body, Binding::Postfix).fmt(f)?;
                match (least, most) {
                    (0, None) => f.write_str("*"),
                    (1, None) => f.write_str("+"),
                    (0, Some(1)) => f.write_str("?"),
                    (least, None) => write!(f, "{{{least},}}"),
                    (0, Some(most)) => write!(f, "{{,{most}}}"),
                    (least, Some(most)) if least == most => write!(f, "{{{least}}}"),
                    (least, Some(most)) => write!(f, "{{{least},{most}}}"),
                }
            }
            Self::Lookahead { body, positive } => {
                f.write_str(if *positive { "&" } else { "!" })?;
                Within(body, Binding::Prefix).fmt(f)
            }
            Self::Push(body) => write!(f, "PUSH({body})"),
            Self::PeekSlice { start, end: None } => write!(f, "PEEK[{start}..]"),
            Self::PeekSlice { start, end: Some(end) } => write!(f, "PEEK[{start}..{end}]"),
        }
    }
}

impl RuleBody {
    const fn binding(&self) -> Binding {
        match self {
            Self::Choice(_) => Binding::Choice,
            Self::Sequence(_) => Binding::Sequence,
            Self::Lookahead { .. } => Binding::Prefix,
            _ => Binding::Postfix,
        }
    }
}

/// A character in its quotes.
fn quoted(character: &str) -> String {
    let quoted = character.chars().next().map(|it| format!("{it:?}"));
    quoted.expect("pest reads no range without both ends")
}

fn joined(
    f: &mut fmt::Formatter<'_>,
    parts: &[RuleBody],
    between: &str,
    around: Binding,
) -> fmt::Result {
    for (index, part) in parts.iter().enumerate() {
        f.write_str(if index == 0 { "" } else { between })?;
        Within(part, around).fmt(f)?;
    }
    Ok(())
}

/// A part, in brackets where it holds together less than it must.
struct Within<'a>(&'a RuleBody, Binding);

impl Display for Within<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(part, around) = self;
        if part.binding() < *around { write!(f, "({part})") } else { part.fmt(f) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::definitions::definitions;

    #[test]
    fn what_is_written_is_read_again() {
        let source = r#"
            one = { ("a\n\"" ~ ^"b" ~ 'c'..'\'')? ~ (one | "d" ~ "e")* ~ (("x" | "y") | "z")+ }
            two = !{ &one ~ !(one ~ "x") ~ (!"y")* ~ (!"z")? ~ ("a"+)? }
            three = { "x"{3} ~ "x"{2,} ~ "x"{2,5} ~ "x"{,5} }
            four = ${ PUSH("q" | "r") ~ PEEK[-2..] ~ PEEK[1..-1] ~ POP | ANY }
            five = @{ "a" }
            six = _{ "b" }
        "#;
        let rules =
            definitions(&source.replace("(!\"y\")*", "(!\"y\" ~ ANY)*")).expect("it is a grammar");
        let written = rules.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
        assert_eq!(definitions(&written).expect("it is written as a grammar"), rules, "{written}");
        assert!(written.contains(r#"two = !{ &one ~ !(one ~ "x") ~ "#), "{written}");
        assert!(written.contains(r#"three = { "x"{3} ~ "x"{2,} ~ "#), "{written}");
        assert!(
            written.contains(r#"("a\n\"" ~ ^"b" ~ 'c'..'\'')? ~ (one | "d" ~ "e")*"#),
            "{written}"
        );
    }
}
