//! The parse tree and the expression tree as JSON.

use serde::{Serialize, Serializer};

use crate::serial::{OrdinaryFields, ParseFields, object};

use super::Trees;
use crate::lessons::{Parse, ParseNode, ParseTree, PlainParse, TemplateParse};
use crate::stack;
use crate::tracer::PestGrammar;

/// The trees for programs.
#[derive(Debug, Serialize)]
pub struct TreesJson<'a> {
    expression: &'a str,
    grammar: String,
    #[serde(flatten)]
    parse: ParseFields,
    #[serde(flatten)]
    ordinary: OrdinaryFields,
    /// Only of an expression.
    #[serde(skip_serializing_if = "Option::is_none")]
    fewest: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    full: Option<String>,
    /// Only where a part of the text is not read: the byte at which it begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    unread: Option<usize>,
    #[serde(flatten)]
    rules: Rules<'a>,
}

/// The parse tree: a list of all its rules, and as a tree.
#[derive(Debug)]
pub(super) struct Rules<'a>(pub(super) Vec<RuleJson<'a>>);

impl<'a> Rules<'a> {
    pub(super) fn of(rules: &'a PestGrammar, tree: &ParseTree) -> Self {
        Self(tree.nodes().iter().map(|node| RuleJson::new(rules, node)).collect())
    }
}

impl Serialize for Rules<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        object!(serializer, { "rules" => self.0, "parse_tree" => Nested(&self.0) })
    }
}

/// A rule in the list of all.
#[derive(Debug, Serialize)]
pub(super) struct RuleJson<'a> {
    rule: &'a str,
    depth: usize,
    at: usize,
    end: usize,
    /// Whether it is not read to its end, as at the place of an error.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    open: bool,
}

impl<'a> RuleJson<'a> {
    pub(super) fn new(rules: &'a PestGrammar, node: &ParseNode) -> Self {
        let (rule, depth) = (rules.name(node.rule), node.depth);
        Self { rule, depth, at: node.span.start, end: node.span.end, open: false }
    }

    pub(super) const fn open(self, open: bool) -> Self {
        Self { open, ..self }
    }
}

impl<'a> From<&'a Parse> for TreesJson<'a> {
    fn from(parse: &'a Parse) -> Self {
        Self::new(parse, parse.into(), parse.into())
    }
}

impl<'a> From<&'a TemplateParse> for TreesJson<'a> {
    fn from(parse: &'a TemplateParse) -> Self {
        Self::new(parse, ParseFields::without_value(parse.s_expression()), OrdinaryFields::none())
    }
}

impl<'a> From<&'a PlainParse> for TreesJson<'a> {
    fn from(parse: &'a PlainParse) -> Self {
        let unread = Some(parse.unread()).filter(|it| !it.is_empty()).map(|it| it.start);
        Self { unread, ..Self::new(parse, ParseFields::none(), OrdinaryFields::none()) }
    }
}

impl<'a> TreesJson<'a> {
    fn new(parse: &'a impl Trees, fields: ParseFields, ordinary: OrdinaryFields) -> Self {
        let written = parse.written();
        Self {
            expression: parse.text(),
            grammar: parse.grammar().to_string(),
            parse: fields,
            ordinary,
            fewest: written.as_ref().map(ToString::to_string),
            full: written.map(|it| it.to_full_text(Clone::clone)),
            unread: None,
            rules: Rules::of(parse.grammar().rules(), parse.tree()),
        }
    }
}

/// A rule, which is the first of these, with all that are in it.
#[derive(Debug, Clone, Copy)]
struct Nested<'a>(&'a [RuleJson<'a>]);

impl Nested<'_> {
    /// Those that are directly in it.
    fn children(self) -> Vec<Self> {
        let mut children = Vec::new();
        let mut rest = &self.0[1..];
        while let [child, others @ ..] = rest {
            let inside = others.iter().take_while(|it| it.depth > child.depth).count();
            let (whole, after) = rest.split_at(1 + inside);
            children.push(Self(whole));
            rest = after;
        }
        children
    }
}

impl Serialize for Nested<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let &RuleJson { rule, at, end, open, .. } = &self.0[0];
        // Rules lie a thousand levels deep in a text of 500 operators.
        stack::for_level(|| {
            object!(serializer, {
                "rule" => rule,
                "start" => at,
                "end" => end,
                "open" if open => open,
                "children" => self.children(),
            })
        })
    }
}
