//! What has the two trees: an expression, or a template.

use std::ops::Range;

use crate::lessons::{Parse, ParseNode, ParseTree, PlainParse, TemplateParse, UnitRules};
use crate::{Expression, Grammar};

use super::super::markup as m;
use super::super::value::{csv_values, under, value};
use super::Line;

/// A text that a grammar accepts, with its parse tree and, unless the grammar is
/// plain, its expression tree.
///
/// It is sealed: what has them is a [`Parse`], a [`TemplateParse`] or a
/// [`PlainParse`].
pub trait Trees: sealed::Sealed {
    /// The text.
    fn text(&self) -> &str;
    /// The grammar that accepts it.
    fn grammar(&self) -> &Grammar;
    /// What is left of the text after what was read.
    fn unread(&self) -> Range<usize> {
        self.text().len()..self.text().len()
    }
    /// The parse tree.
    fn tree(&self) -> &ParseTree;
    /// What a rule matched, without the blanks around it.
    fn span(&self, node: &ParseNode) -> Range<usize>;
    /// The parse tree with every chain of unit rules as one.
    fn unit_rules(&self) -> Vec<UnitRules>;
    /// The expression tree, with the leaves as they were typed; `None` under a
    /// plain grammar.
    fn written(&self) -> Option<Expression<String>>;
    /// The expression tree as an S-expression, the cards as numbers; under a plain
    /// grammar the parse tree.
    fn s_expression(&self) -> String;
    /// Whether the fewest brackets change the grouping.
    fn is_regrouped(&self) -> bool;
    /// Its value, in words where it has none.
    fn worth(&self) -> Line;
    /// What a title says of it after its text.
    fn claim(&self) -> Line;
    /// Its value, and that in ordinary arithmetic, as cells of a table.
    fn csv_values(&self) -> [String; 2];
}

/// The parts that both have under the same name.
macro_rules! same {
    ($type:ty) => {
        fn text(&self) -> &str {
            <$type>::text(self)
        }

        fn grammar(&self) -> &Grammar {
            <$type>::grammar(self)
        }

        fn tree(&self) -> &ParseTree {
            <$type>::tree(self)
        }

        fn span(&self, node: &ParseNode) -> Range<usize> {
            <$type>::span(self, node)
        }

        fn unit_rules(&self) -> Vec<UnitRules> {
            <$type>::unit_rules(self)
        }
    };
}

/// The parts that those with an expression have under the same name.
macro_rules! same_expression {
    ($type:ty) => {
        fn s_expression(&self) -> String {
            self.expression().to_s_expression()
        }

        fn is_regrouped(&self) -> bool {
            <$type>::is_regrouped(self)
        }
    };
}

mod sealed {
    pub trait Sealed {}

    impl Sealed for crate::lessons::Parse {}
    impl Sealed for crate::lessons::PlainParse {}
    impl Sealed for crate::lessons::TemplateParse {}
}

impl Trees for Parse {
    same!(Self);
    same_expression!(Self);

    fn written(&self) -> Option<Expression<String>> {
        Some(Self::written(self))
    }

    /// Under another grammar also what is true.
    fn worth(&self) -> Line {
        let (role, worth) = value(self);
        under(Line::new(role, worth), self)
    }

    fn claim(&self) -> Line {
        m::plain(if self.value().is_ok() { " = " } else { ": " }).and(self.worth())
    }

    fn csv_values(&self) -> [String; 2] {
        csv_values(self)
    }
}

impl Trees for TemplateParse {
    same!(Self);
    same_expression!(Self);

    fn written(&self) -> Option<Expression<String>> {
        Some(self.expression().map(ToString::to_string))
    }

    fn worth(&self) -> Line {
        m::note("none until its slots are filled")
    }

    fn claim(&self) -> Line {
        m::plain(": a template")
    }

    fn csv_values(&self) -> [String; 2] {
        Default::default()
    }
}

/// The rules that are read between all others without being named.
const IMPLICIT: [&str; 2] = ["WHITESPACE", "COMMENT"];

impl Trees for PlainParse {
    same!(Self);

    fn unread(&self) -> Range<usize> {
        Self::unread(self)
    }

    fn written(&self) -> Option<Expression<String>> {
        None
    }

    /// Every rule before those in it; one that has none, before its text. What may
    /// stand between all others is left out.
    fn s_expression(&self) -> String {
        let rules = self.grammar().rules();
        let is_implicit = |node: &ParseNode| IMPLICIT.contains(&rules.name(node.rule));
        let mut implicit = None;
        let mut nodes = self.tree().nodes().to_vec();
        nodes.retain(|node| {
            let is_inside = implicit.is_some_and(|depth| node.depth > depth);
            if !is_inside {
                implicit = is_implicit(node).then_some(node.depth);
            }
            node.parent.is_none() || implicit.is_none()
        });
        let mut tree = String::new();
        for (index, node) in nodes.iter().enumerate() {
            let before = if index == 0 { "" } else { " " };
            tree.extend([before, "(", rules.name(node.rule)]);
            let next = nodes.get(index + 1).map_or(0, |next| next.depth);
            if next <= node.depth {
                tree.extend([" ", &format!("{:?}", &self.text()[self.span(node)])]);
            }
            tree.extend(std::iter::repeat_n(')', (node.depth + 1).saturating_sub(next)));
        }
        tree
    }

    fn is_regrouped(&self) -> bool {
        false
    }

    fn worth(&self) -> Line {
        match self.grammar().lacks() {
            Some(lacks) => m::note(format!("none: the grammar is plain, {lacks}")),
            None => m::note("none"),
        }
    }

    fn claim(&self) -> Line {
        Line::default()
    }

    fn csv_values(&self) -> [String; 2] {
        Default::default()
    }
}
