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
        let at = diagnosis.error.span.start;
        let Furthest { tree, open, is_cut } = match diagnosis.error.kind {
            SyntaxErrorKind::Unexpected { .. } => {
                tree_at_furthest(text, grammar, at, diagnosis.path.len())
            }
            // The rules match it; what is wrong is found after that.
            SyntaxErrorKind::Leaf(_) | SyntaxErrorKind::NoTree(_) => whole_tree(text, grammar),
            // It is not looked at beyond a limit.
            _ => Furthest::of((TreeBuilder::default().finish(), Vec::new())),
        };
        // What takes so long to be refused would take longer to be read.
        let mended = diagnosis.fix.clone().filter(|_| !is_cut).and_then(|fix| {
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

    /// The text after one edit that mends it, where there is one, and the grammar does
    /// not read the text again and again.
    pub const fn mended(&self) -> Option<&MendedParse> {
        self.mended.as_ref()
    }
}

/// The tree as far as a text is read.
struct Furthest {
    tree: ParseTree,
    /// Its nodes that are open.
    open: Vec<usize>,
    /// Whether the trace was not followed to its end.
    is_cut: bool,
}

impl Furthest {
    fn of((tree, open): (ParseTree, Vec<usize>)) -> Self {
        Self { tree, open, is_cut: false }
    }
}

/// How long the trace of a text is followed once it has come to the furthest failure: one
/// that goes on has only the same tries to show, again and again.
const EVENTS_AT_FURTHEST: usize = 100_000;

/// The tree at the furthest failure, which is `at` this byte, and which of its nodes are
/// open. `certain` rules are open there whatever comes next.
fn tree_at_furthest(text: &str, grammar: &Grammar, at: usize, certain: usize) -> Furthest {
    let mut furthest = FarthestEvent::new(grammar.rules(), text);
    let (mut number, mut there) = (0, 0);
    // That the text is not read is known.
    let _ = grammar.trace(text, |event| {
        // The rules that are open when it is stopped are left all the same.
        if there == EVENTS_AT_FURTHEST {
            return ControlFlow::Break(());
        }
        furthest.add(event, number);
        number += 1;
        there += usize::from(furthest.event().is_some() && furthest.at() == at);
        ControlFlow::Continue(())
    });
    let Some(last) = furthest.event() else { return whole_tree(text, grammar) };
    let mut builder = TreeBuilder::default();
    let mut number = 0;
    let _ = grammar.trace(text, |event| {
        if number > last {
            return ControlFlow::Break(());
        }
        builder.add(event, |_| ());
        number += 1;
        if number > last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let is_cut = there == EVENTS_AT_FURTHEST;
    Furthest { is_cut, ..Furthest::of(builder.unfinished(furthest.at(), certain)) }
}

/// The tree of a text that the rules of `grammar` match.
fn whole_tree(text: &str, grammar: &Grammar) -> Furthest {
    let mut builder = TreeBuilder::default();
    let traced = grammar.trace(text, |event| {
        builder.add(event, |_| ());
        ControlFlow::Continue(())
    });
    // What is beyond a limit has none.
    let tree = if traced.is_ok() { builder } else { TreeBuilder::default() };
    Furthest::of((tree.finish(), Vec::new()))
}
