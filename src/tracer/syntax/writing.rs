//! Rules as a grammar could write them.

use super::{Kind, Node, RuleSyntax};

impl RuleSyntax<'_> {
    /// The rule as it could be written with this body.
    pub(in crate::tracer) fn with_body(&self, body: &Node<'_>) -> String {
        format!("{} = {}{{ {} }}", self.name, self.modifier, body.written())
    }
}

impl Node<'_> {
    /// The part as it could be written.
    pub(in crate::tracer) fn written(&self) -> String {
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
}

/// The parts with a sign between them, which binds tighter than `|` or not.
fn joined(parts: &[Node<'_>], between: &str, is_tighter: bool) -> String {
    let written = parts.iter().map(|part| bracketed(part, is_tighter && part.is_choice()));
    written.collect::<Vec<_>>().join(between)
}

fn bracketed(node: &Node<'_>, is_group: bool) -> String {
    if is_group { format!("({})", node.written()) } else { node.written() }
}

#[cfg(test)]
mod tests {
    use pest_meta::parser::{self, Rule};

    use super::super::Syntax;

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
