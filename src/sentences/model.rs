//! The parts of a grammar's rules, as a table, and the same rules with a name for
//! every part, so that a trace tells which of them a text uses.

use std::collections::HashMap;

use pest_meta::ast::{Expr, Rule, RuleType};

use super::characters::{Characters, Mentioned};
use super::part::{Part, PartKind};
use crate::grammars::{RuleBody, RuleDefinition, RuleModifier};
use crate::tracer::{BuiltIn, StackUse, built_in};

/// A node of the table.
pub(super) type NodeId = usize;

/// What a node reads.
#[derive(Debug)]
pub(super) enum Shape {
    Text(String),
    /// In capitals or small letters.
    Insensitive(String),
    /// A character of the class with this index.
    Character(usize),
    /// A place in the text.
    Place,
    Stack(StackUse),
    /// The rule with this index.
    Call(usize),
    Sequence(Vec<NodeId>),
    Choice(Vec<NodeId>),
    Repeat {
        body: NodeId,
        least: u32,
        most: Option<u32>,
    },
    Lookahead {
        body: NodeId,
        positive: bool,
    },
    Push(NodeId),
}

/// A rule of the table.
#[derive(Debug)]
pub(super) struct ModelRule {
    pub(super) name: String,
    modifier: RuleModifier,
    is_implicit: bool,
    /// Its expression.
    pub(super) root: NodeId,
}

impl ModelRule {
    /// Whether nothing stands between its parts, where it is read by a rule of
    /// which that holds, or does not.
    pub(super) fn is_atomic(&self, around: bool) -> bool {
        match self.modifier {
            _ if self.is_implicit => true,
            RuleModifier::Normal | RuleModifier::Silent => around,
            RuleModifier::Atomic | RuleModifier::CompoundAtomic => true,
            RuleModifier::NonAtomic => false,
        }
    }
}

/// The table.
#[derive(Debug)]
pub(super) struct Model {
    pub(super) nodes: Vec<Shape>,
    pub(super) rules: Vec<ModelRule>,
    /// `WHITESPACE` and `COMMENT`, where there are any.
    pub(super) implicit: Vec<usize>,
    pub(super) classes: Vec<Characters>,
    /// What texts can use or not.
    pub(super) parts: Vec<Part>,
    /// The node that each of them is.
    pub(super) part_nodes: Vec<NodeId>,
}

/// A table, and the same rules with a name for every part.
pub(super) struct Named {
    pub(super) model: Model,
    pub(super) rules: Vec<Rule>,
    /// Which part has this name.
    pub(super) parts: HashMap<String, usize>,
    /// The name of what is looked for at a node.
    pub(super) predicates: HashMap<NodeId, String>,
}

impl Model {
    /// The table of `definitions`, which pest accepts.
    pub(super) fn named(definitions: &[RuleDefinition]) -> Named {
        let indices = definitions.iter().map(|rule| &*rule.name).zip(0..).collect();
        let mut builder = Builder {
            indices,
            class_indices: HashMap::new(),
            mentioned: Mentioned::of(definitions),
            named: Named {
                model: Self {
                    nodes: Vec::new(),
                    rules: Vec::new(),
                    implicit: Vec::new(),
                    classes: Vec::new(),
                    parts: Vec::new(),
                    part_nodes: Vec::new(),
                },
                rules: Vec::new(),
                parts: HashMap::new(),
                predicates: HashMap::new(),
            },
        };
        for rule in definitions {
            builder.rule(rule);
        }
        builder.named
    }
}

struct Builder<'a> {
    indices: HashMap<&'a str, usize>,
    class_indices: HashMap<String, usize>,
    mentioned: Mentioned,
    named: Named,
}

/// Where in a rule a part stands.
#[derive(Clone, Copy)]
struct At<'a> {
    rule: &'a str,
    /// Whether it must not be there.
    is_refused: bool,
}

impl Builder<'_> {
    fn rule(&mut self, rule: &RuleDefinition) {
        let name = rule.name.clone();
        self.named.parts.insert(name.clone(), self.named.model.parts.len());
        let part = self.named.model.parts.len();
        self.named.model.parts.push(Part {
            rule: name.clone(),
            kind: PartKind::Rule,
            text: rule.body.to_string(),
        });
        self.named.model.part_nodes.push(0);
        let at = At { rule: &name, is_refused: false };
        let (root, expr) = self.body(&rule.body, at);
        let model = &mut self.named.model;
        model.part_nodes[part] = root;
        let is_implicit = matches!(&*name, "WHITESPACE" | "COMMENT");
        if is_implicit {
            model.implicit.push(model.rules.len());
        }
        let ty = match rule.modifier {
            RuleModifier::Normal => RuleType::Normal,
            RuleModifier::Silent => RuleType::Silent,
            RuleModifier::Atomic => RuleType::Atomic,
            RuleModifier::CompoundAtomic => RuleType::CompoundAtomic,
            RuleModifier::NonAtomic => RuleType::NonAtomic,
        };
        model.rules.push(ModelRule {
            name: name.clone(),
            modifier: rule.modifier,
            is_implicit,
            root,
        });
        self.named.rules.push(Rule { name, ty, expr });
    }

    fn node(&mut self, shape: Shape) -> NodeId {
        self.named.model.nodes.push(shape);
        self.named.model.nodes.len() - 1
    }

    /// The node of `body`, and its expression with names for its parts.
    fn body(&mut self, body: &RuleBody, at: At<'_>) -> (NodeId, Expr) {
        let boxed = Box::new;
        match body {
            RuleBody::Literal(text) => {
                (self.node(Shape::Text(text.clone())), Expr::Str(text.clone()))
            }
            RuleBody::Insensitive(text) => {
                (self.node(Shape::Insensitive(text.clone())), Expr::Insens(text.clone()))
            }
            RuleBody::Range(first, last) => {
                let class =
                    self.class(&body.to_string(), || range(first, last), &ends(first, last));
                let expr = Expr::Range(first.clone(), last.clone());
                (self.node(Shape::Character(class)), expr)
            }
            RuleBody::Rule(name) => (self.reference(name), Expr::Ident(name.clone())),
            RuleBody::PeekSlice { start, end } => {
                let shape = Shape::Stack(StackUse::PeekSlice(*start, *end));
                (self.node(shape), Expr::PeekSlice(*start, *end))
            }
            RuleBody::Sequence(parts) => {
                let (nodes, exprs): (Vec<_>, Vec<_>) =
                    parts.iter().map(|part| self.body(part, at)).unzip();
                let expr =
                    exprs.into_iter().rev().reduce(|rest, it| Expr::Seq(boxed(it), boxed(rest)));
                (
                    self.node(Shape::Sequence(nodes)),
                    expr.expect("a sequence has two parts at least"),
                )
            }
            RuleBody::Choice(parts) => {
                let alternatives = parts
                    .iter()
                    .enumerate()
                    .map(|(index, part)| self.part(part, PartKind::Alternative(index + 1), at));
                let (nodes, exprs): (Vec<_>, Vec<_>) =
                    alternatives.collect::<Vec<_>>().into_iter().unzip();
                let expr =
                    exprs.into_iter().rev().reduce(|rest, it| Expr::Choice(boxed(it), boxed(rest)));
                (self.node(Shape::Choice(nodes)), expr.expect("a choice has two parts at least"))
            }
            RuleBody::Repeat { body, least, most } => {
                let (node, expr) = match (least, most) {
                    (0, Some(1)) => self.part(body, PartKind::Optional, at),
                    (0, _) => self.part(body, PartKind::Repeated, at),
                    _ => self.body(body, at),
                };
                // So pest reads a range that is upside down.
                let fewest = most.map_or(*least, |most| most.min(*least));
                let repeat = self.node(Shape::Repeat { body: node, least: fewest, most: *most });
                let expr = boxed(expr);
                let expr = match (*least, *most) {
                    (0, Some(1)) => Expr::Opt(expr),
                    (0, None) => Expr::Rep(expr),
                    (1, None) => Expr::RepOnce(expr),
                    (least, None) => Expr::RepMin(expr, least),
                    (0, Some(most)) => Expr::RepMax(expr, most),
                    (least, Some(most)) if least == most => Expr::RepExact(expr, least),
                    (least, Some(most)) => Expr::RepMinMax(expr, least, most),
                };
                (repeat, expr)
            }
            RuleBody::Lookahead { body, positive } => {
                let at = At { is_refused: at.is_refused || !positive, ..at };
                let (node, expr) = self.body(body, at);
                let lookahead = self.node(Shape::Lookahead { body: node, positive: *positive });
                let name = format!("? {lookahead}");
                self.named.predicates.insert(lookahead, name.clone());
                let expr = boxed(self.named_rule(name, expr));
                (lookahead, if *positive { Expr::PosPred(expr) } else { Expr::NegPred(expr) })
            }
            RuleBody::Push(body) => {
                let (node, expr) = self.body(body, at);
                (self.node(Shape::Push(node)), Expr::Push(boxed(expr)))
            }
        }
    }

    /// A part that texts can use or not, with a name.
    fn part(&mut self, body: &RuleBody, kind: PartKind, at: At<'_>) -> (NodeId, Expr) {
        if at.is_refused {
            return self.body(body, at);
        }
        let part = self.named.model.parts.len();
        let text = body.to_string();
        self.named.model.parts.push(Part { rule: at.rule.to_owned(), kind, text });
        self.named.model.part_nodes.push(0);
        let (node, expr) = self.body(body, at);
        self.named.model.part_nodes[part] = node;
        let name = format!("# {part}");
        self.named.parts.insert(name.clone(), part);
        (node, self.named_rule(name, expr))
    }

    /// Gives `expr` a name that no rule of a file has; a silent rule changes
    /// nothing but that.
    fn named_rule(&mut self, name: String, expr: Expr) -> Expr {
        self.named.rules.push(Rule { name: name.clone(), ty: RuleType::Silent, expr });
        Expr::Ident(name)
    }

    fn reference(&mut self, name: &str) -> NodeId {
        if let Some(&rule) = self.indices.get(name) {
            return self.node(Shape::Call(rule));
        }
        let shape = match built_in(name) {
            Some(BuiltIn::Texts(texts)) => {
                let texts = texts.into_iter().map(|text| self.node(Shape::Text(text))).collect();
                Shape::Choice(texts)
            }
            Some(BuiltIn::Place) => Shape::Place,
            Some(BuiltIn::Stack(what)) => Shape::Stack(what),
            Some(BuiltIn::Character(takes)) => Shape::Character(self.class(name, || takes, &[])),
            None => unreachable!("pest accepts no rule that is neither defined nor built in"),
        };
        self.node(shape)
    }

    fn class(
        &mut self,
        name: &str,
        takes: impl FnOnce() -> crate::tracer::Characters,
        ends: &[char],
    ) -> usize {
        if let Some(&known) = self.class_indices.get(name) {
            return known;
        }
        let classes = &mut self.named.model.classes;
        classes.push(Characters::of(&takes(), ends, &self.mentioned));
        self.class_indices.insert(name.to_owned(), classes.len() - 1);
        classes.len() - 1
    }
}

fn ends(first: &str, last: &str) -> [char; 2] {
    let ends = first.chars().next().zip(last.chars().next());
    ends.expect("pest accepts no range without both ends").into()
}

fn range(first: &str, last: &str) -> crate::tracer::Characters {
    let [first, last] = ends(first, last);
    Box::new(move |it| (first..=last).contains(&it))
}
