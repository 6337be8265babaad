//! The parts of a grammar's rules, as a table, and the same rules with a name for
//! every part, so that a trace tells which of them a text uses.

use std::collections::HashMap;
use std::ops::Range;

use super::characters::{Characters, Mentioned};
use super::part::{Part, PartKind};
use crate::tracer::{Body, BodyKind, RuleDefinition, RuleModifier, StackUse, Terminal, built_in};

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

impl Shape {
    /// The nodes that it consists of; of a rule that it calls, none.
    pub(super) fn parts(&self) -> &[NodeId] {
        match self {
            Self::Sequence(parts) | Self::Choice(parts) => parts,
            Self::Repeat { body, .. } | Self::Lookahead { body, .. } | Self::Push(body) => {
                std::slice::from_ref(body)
            }
            Self::Text(_)
            | Self::Insensitive(_)
            | Self::Character(_)
            | Self::Place
            | Self::Stack(_)
            | Self::Call(_) => &[],
        }
    }
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
    /// Where each of them stands in the text of the grammar.
    pub(super) part_places: Vec<Range<usize>>,
}

/// A table, and the same rules with a name for every part.
pub(super) struct Named {
    pub(super) model: Model,
    pub(super) rules: Vec<RuleDefinition>,
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
                    part_places: Vec::new(),
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
        let at = At { rule: &name, is_refused: false };
        let part = self.begin(name.clone(), PartKind::Rule, &rule.body, rule.span.clone(), at);
        let (root, body) = self.body(&rule.body, at);
        let model = &mut self.named.model;
        model.part_nodes[part] = root;
        let is_implicit = matches!(&*name, "WHITESPACE" | "COMMENT");
        if is_implicit {
            model.implicit.push(model.rules.len());
        }
        let modifier = rule.modifier;
        self.named.rules.push(RuleDefinition::new(name.clone(), modifier, body));
        model.rules.push(ModelRule { name, modifier, is_implicit, root });
    }

    /// Notes a part, whose node is not known yet.
    fn begin(
        &mut self,
        name: String,
        kind: PartKind,
        body: &Body,
        place: Range<usize>,
        at: At<'_>,
    ) -> usize {
        let model = &mut self.named.model;
        let part = model.parts.len();
        model.parts.push(Part { rule: at.rule.to_owned(), kind, text: body.to_string() });
        model.part_nodes.push(0);
        model.part_places.push(place);
        self.named.parts.insert(name, part);
        part
    }

    fn node(&mut self, shape: Shape) -> NodeId {
        self.named.model.nodes.push(shape);
        self.named.model.nodes.len() - 1
    }

    /// The node of `body`, and the same with names for its parts.
    fn body(&mut self, body: &Body, at: At<'_>) -> (NodeId, Body) {
        let (shape, kind) = match &body.kind {
            BodyKind::Terminal(terminal) => (self.terminal(terminal), body.kind.clone()),
            BodyKind::Rule(name) => (self.reference(name), body.kind.clone()),
            BodyKind::Sequence(parts) => {
                let parts = parts.iter().map(|part| self.body(part, at));
                let (nodes, bodies) = parts.unzip();
                (Shape::Sequence(nodes), BodyKind::Sequence(bodies))
            }
            BodyKind::Choice(parts) => {
                let parts = parts.iter().zip(1..);
                let parts =
                    parts.map(|(it, number)| self.part(it, PartKind::Alternative(number), at));
                let (nodes, bodies) = parts.unzip();
                (Shape::Choice(nodes), BodyKind::Choice(bodies))
            }
            BodyKind::Repeat { body: repeated, least, most, operator } => {
                let (node, repeated) = match (least, most) {
                    (0, Some(1)) => self.part(repeated, PartKind::Optional, at),
                    (0, _) => self.part(repeated, PartKind::Repeated, at),
                    _ => self.body(repeated, at),
                };
                let (least, most, operator) = (*least, *most, operator.clone());
                let shape = Shape::Repeat { body: node, least: body.least_rounds(), most };
                (shape, BodyKind::Repeat { body: Box::new(repeated), least, most, operator })
            }
            BodyKind::Lookahead { body, positive } => {
                let at = At { is_refused: at.is_refused || !positive, ..at };
                let (node, body) = self.body(body, at);
                let lookahead = self.node(Shape::Lookahead { body: node, positive: *positive });
                let name = format!("? {lookahead}");
                self.named.predicates.insert(lookahead, name.clone());
                return (lookahead, Body::lookahead(*positive, self.named_rule(name, body)));
            }
            BodyKind::Push(body) => {
                let (node, body) = self.body(body, at);
                (Shape::Push(node), BodyKind::Push(Box::new(body)))
            }
            BodyKind::Unknown(_) => unreachable!("pest accepts no rule with it"),
        };
        (self.node(shape), kind.into())
    }

    /// A part that texts can use or not, with a name.
    fn part(&mut self, body: &Body, kind: PartKind, at: At<'_>) -> (NodeId, Body) {
        if at.is_refused {
            return self.body(body, at);
        }
        let name = format!("# {}", self.named.model.parts.len());
        let part = self.begin(name.clone(), kind, body, body.span.clone(), at);
        let (node, body) = self.body(body, at);
        self.named.model.part_nodes[part] = node;
        (node, self.named_rule(name, body))
    }

    /// Gives a part a name that no rule of a file has; a silent rule changes
    /// nothing but that.
    fn named_rule(&mut self, name: String, body: Body) -> Body {
        self.named.rules.push(RuleDefinition::new(name.clone(), RuleModifier::Silent, body));
        Body::rule(name)
    }

    fn reference(&mut self, name: &str) -> Shape {
        if let Some(&rule) = self.indices.get(name) {
            return Shape::Call(rule);
        }
        let terminals = built_in(name);
        match &*terminals.expect("pest accepts no rule that is neither defined nor built in") {
            [only] => self.terminal(only),
            several => {
                let several = several.iter().map(|it| self.terminal(it)).collect::<Vec<_>>();
                Shape::Choice(several.into_iter().map(|it| self.node(it)).collect())
            }
        }
    }

    fn terminal(&mut self, terminal: &Terminal) -> Shape {
        match terminal {
            Terminal::Literal(text) => Shape::Text(text.clone()),
            Terminal::Insensitive(text) => Shape::Insensitive(text.clone()),
            Terminal::Stack(what) => Shape::Stack(*what),
            other => match other.characters() {
                Some(takes) => Shape::Character(self.class(other, &takes)),
                None => Shape::Place,
            },
        }
    }

    fn class(&mut self, terminal: &Terminal, takes: &crate::tracer::Characters) -> usize {
        let name = terminal.to_string();
        if let Some(&known) = self.class_indices.get(&name) {
            return known;
        }
        let ends = match *terminal {
            Terminal::Range(first, last) => vec![first, last],
            _ => Vec::new(),
        };
        let classes = &mut self.named.model.classes;
        classes.push(Characters::of(takes, &ends, &self.mentioned));
        self.class_indices.insert(name, classes.len() - 1);
        classes.len() - 1
    }
}
