//! The parts of a grammar's rules as a table, and the same rules with a name for every part, so
//! that a trace shows the parts that a text uses.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::{fmt, mem};

use super::characters::{Characters, mentioned};
use crate::tracer::{
    self, Body, BodyKind, RuleDefinition, RuleId, RuleModifier, StackUse, Terminal, built_in,
};

/// A node of the table.
pub(super) type NodeId = usize;

/// A part of a rule.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) shape: Shape,
    /// The child nodes; for a call, the expression of the rule.
    pub(super) parts: Vec<NodeId>,
}

/// The kind of a node.
#[derive(Debug)]
pub(super) enum Shape {
    Text(String),
    /// A text whose letters may be in upper or lower case.
    Insensitive(String),
    /// A character of the class with this index.
    Character(usize),
    /// `EOI`, after which no text can come.
    End,
    /// Another terminal that matches a position without text, such as `SOI`.
    Place,
    Stack(StackUse),
    /// The rule with this index.
    Call(usize),
    Sequence,
    Choice,
    Repeat {
        least: u32,
        most: Option<u32>,
    },
    Lookahead {
        positive: bool,
    },
    Push,
}

/// A rule of the table.
#[derive(Debug)]
pub(super) struct ModelRule {
    pub(super) name: String,
    /// Atomic for the rules of blanks, which have no blanks between their parts.
    pub(super) modifier: RuleModifier,
    /// Its expression.
    pub(super) root: NodeId,
}

/// The table of all rules and nodes.
#[derive(Debug, Default)]
pub(super) struct Model {
    pub(super) nodes: Vec<Node>,
    pub(super) rules: Vec<ModelRule>,
    /// `WHITESPACE` and `COMMENT`, if defined.
    pub(super) implicit: Vec<usize>,
    pub(super) classes: Vec<Characters>,
    /// The parts whose use is tracked.
    pub(super) parts: Vec<Part>,
    /// The node of each part.
    pub(super) part_nodes: Vec<NodeId>,
    /// The place of each part in the text of the grammar.
    pub(super) part_places: Vec<Range<usize>>,
}

/// The same rules with a name for every part.
#[derive(Debug, Default)]
pub(super) struct Named {
    pub(super) rules: Vec<RuleDefinition>,
    /// For each rule, the part that it matches.
    pub(super) parts: Vec<Option<usize>>,
    /// The rule of the file for each index in the table.
    pub(super) own: Vec<RuleId>,
    /// For each node, the rule that matches exactly this node, if there is one.
    pub(super) readers: HashMap<NodeId, RuleId>,
    /// For each predicate, the rule for the expression inside it.
    pub(super) predicates: HashMap<NodeId, RuleId>,
}

impl Model {
    /// The table of `definitions`, which pest accepts, and the same rules with a name for every
    /// part.
    pub(super) fn named(definitions: &[RuleDefinition]) -> (Self, Named) {
        let mut builder = Builder {
            indices: definitions.iter().map(|rule| &*rule.name).zip(0..).collect(),
            class_indices: HashMap::new(),
            mentioned: mentioned(definitions),
            model: Self::default(),
            named: Named { parts: vec![None], ..Named::default() },
        };
        for rule in definitions {
            builder.rule(rule);
        }
        let Builder { mut model, mut named, .. } = builder;
        for (id, node) in model.nodes.iter_mut().enumerate() {
            if let Shape::Call(rule) = node.shape {
                node.parts = vec![model.rules[rule].root];
                named.readers.insert(id, named.own[rule]);
            }
        }
        (model, named)
    }
}

struct Builder<'a> {
    indices: HashMap<&'a str, usize>,
    class_indices: HashMap<String, usize>,
    mentioned: BTreeSet<char>,
    model: Model,
    named: Named,
}

/// The surroundings of a part: its rule, and a `!` around it.
#[derive(Clone, Copy)]
struct At<'a> {
    rule: &'a str,
    /// Whether the part is inside a `!`.
    is_refused: bool,
    /// Whether the part ends `(a ~ b)* ~ a`: pest parses `b ~ a` where the file has `a ~ b`.
    is_listed: bool,
}

impl Builder<'_> {
    fn rule(&mut self, rule: &RuleDefinition) {
        let at = At { rule: &rule.name, is_refused: false, is_listed: false };
        let part = self.begin(PartKind::Rule, &rule.body, rule.span.clone(), at);
        let mut body = rule.body.clone();
        let root = self.body(&mut body, at);
        self.model.part_nodes[part] = root;
        let (name, mut modifier) = (rule.name.clone(), rule.modifier);
        let named = RuleDefinition::new(name.clone(), modifier, body);
        let id = self.named_rule(named, Some(part));
        self.named.own.push(id);
        self.named.readers.insert(root, id);
        if matches!(&*name, "WHITESPACE" | "COMMENT") {
            self.model.implicit.push(self.model.rules.len());
            modifier = RuleModifier::Atomic;
        }
        self.model.rules.push(ModelRule { name, modifier, root });
    }

    /// Registers a part whose node is not known yet.
    fn begin(&mut self, kind: PartKind, body: &Body, place: Range<usize>, at: At<'_>) -> usize {
        let model = &mut self.model;
        model.parts.push(Part { rule: at.rule.to_owned(), kind, text: body.to_string() });
        model.part_places.push(place);
        model.part_nodes.push(0);
        model.part_nodes.len() - 1
    }

    fn node(&mut self, shape: Shape, parts: Vec<NodeId>) -> NodeId {
        self.model.nodes.push(Node { shape, parts });
        self.model.nodes.len() - 1
    }

    /// The node of `body`; names all tracked parts in it.
    fn body(&mut self, body: &mut Body, mut at: At<'_>) -> NodeId {
        if let BodyKind::Sequence(items) = &mut body.kind {
            // pest parses `(a ~ b)* ~ a` as `a ~ (b ~ a)*`, unless it expands the repetition `a`.
            items.rotate_left(usize::from(mem::take(&mut at.is_listed)));
            if let [.., repeat, last] = &mut items[..]
                && let BodyKind::Repeat { body, least: 0, most: None, .. } = &repeat.kind
                && matches!(&body.kind, BodyKind::Sequence(inner) if inner[0] == *last)
                && !matches!(last.kind, BodyKind::Repeat { .. })
            {
                at.is_listed = true;
                mem::swap(repeat, last);
            }
        }
        let shape = match &body.kind {
            BodyKind::Terminal(terminal) => self.terminal(terminal),
            BodyKind::Rule(name) => return self.reference(name),
            BodyKind::Sequence(_) => Shape::Sequence,
            BodyKind::Choice(_) => Shape::Choice,
            BodyKind::Repeat { most, .. } => {
                Shape::Repeat { least: body.least_rounds(), most: *most }
            }
            BodyKind::Lookahead { positive, .. } => Shape::Lookahead { positive: *positive },
            BodyKind::Push(_) => Shape::Push,
            BodyKind::Unknown(_) => unreachable!("pest accepts no rule with it"),
        };
        at.is_refused |= matches!(shape, Shape::Lookahead { positive: false });
        let kind = |index| match shape {
            Shape::Choice => Some(PartKind::Alternative(index + 1)),
            Shape::Repeat { least: 0, most: Some(1) } => Some(PartKind::Optional),
            Shape::Repeat { least: 0, .. } => Some(PartKind::Repeated),
            _ => None,
        };
        let last = body.parts().len().max(1) - 1;
        let parts = body.parts_mut().iter_mut().enumerate().map(|(index, it)| {
            self.part(it, kind(index), At { is_listed: at.is_listed && index == last, ..at })
        });
        let parts = parts.collect();
        let node = self.node(shape, parts);
        if let BodyKind::Lookahead { body, .. } = &mut body.kind {
            let id = self.give_name(format!("? {node}"), body, None);
            self.named.predicates.insert(node, id);
        }
        node
    }

    /// The node of a part; names the part if its use is tracked.
    fn part(&mut self, body: &mut Body, kind: Option<PartKind>, at: At<'_>) -> NodeId {
        let Some(kind) = kind.filter(|_| !at.is_refused) else { return self.body(body, at) };
        let part = self.begin(kind, body, body.span.clone(), at);
        let node = self.body(body, at);
        self.model.part_nodes[part] = node;
        let id = self.give_name(format!("# {part}"), body, Some(part));
        self.named.readers.insert(node, id);
        node
    }

    /// Makes a part a rule of its own, with a name that no rule of a file can have. The new rule is
    /// silent, so that the pairs stay the same.
    fn give_name(&mut self, name: String, body: &mut Body, part: Option<usize>) -> RuleId {
        let body = mem::replace(body, Body::rule(name.clone()));
        self.named_rule(RuleDefinition::new(name, RuleModifier::Silent, body), part)
    }

    fn named_rule(&mut self, rule: RuleDefinition, part: Option<usize>) -> RuleId {
        self.named.rules.push(rule);
        self.named.parts.push(part);
        RuleId::of_index(self.named.rules.len())
    }

    fn reference(&mut self, name: &str) -> NodeId {
        if let Some(&rule) = self.indices.get(name) {
            return self.node(Shape::Call(rule), Vec::new());
        }
        let terminals =
            built_in(name).expect("pest accepts no rule that is neither defined nor built in");
        let shapes: Vec<Shape> = terminals.iter().map(|it| self.terminal(it)).collect();
        let nodes: Vec<NodeId> = shapes.into_iter().map(|it| self.node(it, Vec::new())).collect();
        if let [only] = *nodes { only } else { self.node(Shape::Choice, nodes) }
    }

    fn terminal(&mut self, terminal: &Terminal) -> Shape {
        match terminal {
            Terminal::Literal(text) => Shape::Text(text.clone()),
            Terminal::Insensitive(text) => Shape::Insensitive(text.clone()),
            Terminal::Stack(what) => Shape::Stack(*what),
            Terminal::End => Shape::End,
            other => match other.characters() {
                Some(takes) => Shape::Character(self.class(other, &takes)),
                None => Shape::Place,
            },
        }
    }

    fn class(&mut self, terminal: &Terminal, takes: &tracer::Characters) -> usize {
        let classes = &mut self.model.classes;
        *self.class_indices.entry(terminal.to_string()).or_insert_with(|| {
            let ends = match *terminal {
                Terminal::Range(first, last) => vec![first, last],
                _ => Vec::new(),
            };
            classes.push(Characters::of(takes, &ends, &self.mentioned));
            classes.len() - 1
        })
    }
}

/// A rule, or a part of one, that a text may or may not use.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Part {
    /// The rule that the part belongs to.
    pub rule: String,
    /// The role of the part in its rule.
    pub kind: PartKind,
    /// The part, as a grammar file would write it.
    pub text: String,
}

/// The role of a part in its rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PartKind {
    /// The whole rule.
    Rule,
    /// An alternative of a choice, by its position from 1.
    Alternative(usize),
    /// An optional part: `a` of `a?`.
    Optional,
    /// A repeated part: `a` of `a*`.
    Repeated,
}

/// Describes the part in words, as in: alternative 2 in `term`, `"/" ~ divide`.
impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rule, kind, text } = self;
        match kind {
            PartKind::Rule => write!(f, "`{rule}`"),
            PartKind::Alternative(number) => {
                write!(f, "alternative {number} in `{rule}`, `{text}`")
            }
            PartKind::Optional | PartKind::Repeated => {
                write!(f, "the optional `{text}` in `{rule}`")
            }
        }
    }
}

crate::serial::serialize_object! {
    /// The rule, and the text if the part is not the whole rule.
    Part, self:
    let part = (self.kind != PartKind::Rule).then_some(&*self.text);
    "rule" => self.rule, "part" => part,
}
