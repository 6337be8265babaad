//! The nodes of the tree of a text that is not read, and of the text mended: what
//! is open, what failed, and what was edited.

use super::{FailedParse, MendedParse, UnitRules};

/// A node of such a tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarkedNode {
    /// The names of the rules, the outermost first; none for what is no rule.
    pub rules: Vec<String>,
    /// The text that they match, without blanks around it; of a failure the
    /// character that is found there, of an edit what is put in or taken out.
    pub text: String,
    /// The node around it, as an index; none around the first.
    pub parent: Option<usize>,
    /// The number of nodes around it.
    pub depth: usize,
    /// What is to be said of it.
    pub mark: NodeMark,
}

/// What a node of such a tree is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum NodeMark {
    /// Rules that matched.
    Matched,
    /// Rules that are not read to their end.
    Open,
    /// The furthest failure.
    Failure,
    /// What mends the text, or rules that match nothing else.
    PutIn,
    /// What was in the text and is no more.
    TakenOut,
}

impl MarkedNode {
    fn of(chain: UnitRules, text: &str) -> Self {
        let mark = if chain.is_open { NodeMark::Open } else { NodeMark::Matched };
        let UnitRules { rules, span, parent, depth, .. } = chain;
        Self { rules, text: text[span].to_owned(), parent, depth, mark }
    }

    /// One that is no rule, in the node `parent`.
    fn inside(nodes: &[Self], parent: usize, text: String, mark: NodeMark) -> Self {
        let (parent, depth) = (Some(parent), nodes[parent].depth + 1);
        Self { rules: Vec::new(), text, parent, depth, mark }
    }
}

impl FailedParse {
    /// The [tree](Self::unit_rules) with the failure as the last node in the
    /// innermost of the rules that are open; without nodes beyond a limit.
    pub fn nodes(&self) -> Vec<MarkedNode> {
        let chains = self.unit_rules().into_iter();
        let mut nodes: Vec<_> = chains.map(|it| MarkedNode::of(it, self.text())).collect();
        if let Some(innermost) = nodes.iter().rposition(|node| node.mark == NodeMark::Open) {
            let found = self.text()[self.diagnosis().error.span.clone()].to_owned();
            nodes.push(MarkedNode::inside(&nodes, innermost, found, NodeMark::Failure));
        }
        nodes
    }
}

/// The chain that is around all others.
const WHOLE: usize = 0;

impl MendedParse {
    /// The parse tree of the text after the edit. Rules that match nothing but what
    /// is put in are marked; where there are none, it is a node of its own, as is
    /// what is only taken out.
    pub fn nodes(&self) -> Vec<MarkedNode> {
        let (place, chains) = (self.fix.place(), self.parse.unit_rules());
        let is_edited = |chain: &UnitRules| {
            !chain.span.is_empty() && place.start <= chain.span.start && chain.span.end <= place.end
        };
        let edited: Vec<bool> = chains.iter().map(is_edited).collect();
        // The innermost one around the place comes last.
        // What is taken out was in no rule that ends or begins there.
        let margin = usize::from(place.is_empty());
        let is_around = |chain: &UnitRules| {
            chain.span.start + margin <= place.start && place.end + margin <= chain.span.end
        };
        // What is taken out at an end of the text stands in none: the whole is around it.
        let around = chains.iter().rposition(is_around).unwrap_or(WHOLE);
        let is_before = |chain: &UnitRules| chain.span.start < place.start;
        let children = chains.iter().enumerate().skip(around + 1);
        let inside = children.take_while(|(_, chain)| chain.depth > chains[around].depth);
        let at = inside.filter(|(_, chain)| is_before(chain)).last();
        let at = at.map_or(around, |(index, _)| index) + 1;
        let mut nodes: Vec<_> =
            chains.into_iter().map(|it| MarkedNode::of(it, self.parse.text())).collect();
        if edited.contains(&true) {
            for (node, _) in nodes.iter_mut().zip(edited).filter(|(_, edited)| *edited) {
                node.mark = NodeMark::PutIn;
            }
            return nodes;
        }
        let (text, mark) = if place.is_empty() {
            (&*self.fix.removed, NodeMark::TakenOut)
        } else {
            (&*self.fix.replacement, NodeMark::PutIn)
        };
        let edit = MarkedNode::inside(&nodes, around, text.to_owned(), mark);
        for node in &mut nodes[at..] {
            node.parent = node.parent.map(|parent| parent + usize::from(parent >= at));
        }
        nodes.insert(at, edit);
        nodes
    }
}
