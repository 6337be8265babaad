//! A text that a grammar does not read: how far it came, and what would mend it.

use std::ops::ControlFlow;

use super::parse_tree::{ParseTree, TreeBuilder};
use super::{Diagnosis, Parse, SuggestedFix, UnitRules};
use crate::grammars::{FarthestEvent, Grammar, SyntaxErrorKind};

/// A text that a grammar does not read, and the parse tree as it stands at the
/// furthest failure.
#[derive(Debug, Clone)]
pub struct FailedParse {
    text: String,
    grammar: Grammar,
    diagnosis: Diagnosis,
    tree: ParseTree,
    open: Vec<usize>,
    mended: Option<MendedParse>,
}

/// The text after one edit that mends it, and what is made of it then.
#[derive(Debug, Clone)]
pub struct MendedParse {
    /// The edit.
    pub fix: SuggestedFix,
    /// The parse of the text after it.
    pub parse: Parse,
}

impl FailedParse {
    /// Why `grammar` does not read `text`, and how far it comes; `None` where it
    /// does read it.
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::{Grammar, lessons::FailedParse};
    ///
    /// let failed = FailedParse::new("(5-8-7*6", &Grammar::Left).unwrap();
    /// assert_eq!(failed.at(), 8);
    /// assert_eq!(failed.expected(), ["`+`", "`-`", "`*`", "`/`", "`)`", "another digit"]);
    /// let mended = failed.mended().unwrap();
    /// assert_eq!((mended.parse.text(), mended.fix.place()), ("(5-8-7*6)", 8..9));
    /// assert!(FailedParse::new("5-8", &Grammar::Left).is_none());
    /// ```
    pub fn new(text: &str, grammar: &Grammar) -> Option<Self> {
        let diagnosis = Diagnosis::of_expression(text, grammar)?;
        let (tree, open) = match diagnosis.error.kind {
            SyntaxErrorKind::Unexpected { .. } => {
                tree_at_furthest(text, grammar, diagnosis.path.len())
            }
            // The rules match it; what is wrong is found after that.
            SyntaxErrorKind::Leaf(_) | SyntaxErrorKind::NoTree(_) => whole_tree(text, grammar),
            // It is not looked at beyond a limit.
            _ => (TreeBuilder::default().finish(), Vec::new()),
        };
        let mended = diagnosis.fix.clone().and_then(|fix| {
            let parse = Parse::new(&fix.text, grammar).ok()?;
            Some(MendedParse { fix, parse })
        });
        let (text, grammar) = (text.to_owned(), grammar.clone());
        Some(Self { text, grammar, diagnosis, tree, open, mended })
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The grammar that does not read it.
    pub const fn grammar(&self) -> &Grammar {
        &self.grammar
    }

    /// What is wrong with it.
    pub const fn diagnosis(&self) -> &Diagnosis {
        &self.diagnosis
    }

    /// The byte of the furthest failure.
    pub const fn at(&self) -> usize {
        self.diagnosis.error.span.start
    }

    /// What could stand there instead, in characters to type; nothing where a
    /// limit ended it, or the text is wrong in another way.
    pub fn expected(&self) -> &[String] {
        match &self.diagnosis.error.kind {
            SyntaxErrorKind::Unexpected { expected, .. } => expected,
            _ => &[],
        }
    }

    /// The parse tree as it stands at the furthest failure: the rules that
    /// matched, and those that are open, which end there so far. Without nodes
    /// where the text is beyond a limit.
    pub const fn tree(&self) -> &ParseTree {
        &self.tree
    }

    /// The nodes of the tree that are open, outermost first: each is the last
    /// child of the one before.
    pub fn open(&self) -> &[usize] {
        &self.open
    }

    /// The tree with every chain of unit rules as one, as
    /// [`Parse::unit_rules`]; rules that are open and those that matched are
    /// different chains.
    pub fn unit_rules(&self) -> Vec<UnitRules> {
        UnitRules::with_open(&self.text, &self.grammar, &self.tree, &self.open)
    }

    /// The text after one edit that mends it, where there is one.
    pub const fn mended(&self) -> Option<&MendedParse> {
        self.mended.as_ref()
    }
}

/// The tree at the furthest failure, and which of its nodes are open. `certain`
/// rules are open there whatever comes next.
fn tree_at_furthest(text: &str, grammar: &Grammar, certain: usize) -> (ParseTree, Vec<usize>) {
    let mut furthest = FarthestEvent::new(grammar.rules(), text);
    let mut number = 0;
    // That the text is not read is known.
    let _ = grammar.trace(text, |event| {
        furthest.add(event, number);
        number += 1;
        ControlFlow::Continue(())
    });
    let Some(last) = furthest.event() else { return whole_tree(text, grammar) };
    let mut builder = TreeBuilder::default();
    let mut number = 0;
    let _ = grammar.trace(text, |event| {
        // The rules that are open when it is stopped are left all the same.
        if number > last {
            return ControlFlow::Break(());
        }
        builder.add(event, |_| ());
        number += 1;
        if number > last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    builder.unfinished(furthest.at(), certain)
}

/// The tree of a text that the rules of `grammar` match.
fn whole_tree(text: &str, grammar: &Grammar) -> (ParseTree, Vec<usize>) {
    let mut builder = TreeBuilder::default();
    let traced = grammar.trace(text, |event| {
        builder.add(event, |_| ());
        ControlFlow::Continue(())
    });
    // What is beyond a limit has none.
    let tree = if traced.is_ok() { builder } else { TreeBuilder::default() };
    (tree.finish(), Vec::new())
}
