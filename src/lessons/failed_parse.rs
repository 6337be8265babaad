//! A text that a grammar does not read: how far it came, what would mend it, and the
//! trees of both with what is open, what failed, and what was edited.

use std::ops::{ControlFlow, Range};
use std::sync::OnceLock;

use super::parse_tree::{NodeMark, ParseTree, TreeBuilder, UnitRules};
use super::{Diagnosis, Reading, SuggestedFix};
use crate::grammars::{FarthestEvent, Grammar, SyntaxError, SyntaxErrorKind};

/// A text that a grammar does not read. What is known of it beyond the error is found
/// when it is first asked for.
#[derive(Debug, Clone)]
pub struct FailedParse {
    text: String,
    grammar: Grammar,
    error: SyntaxError,
    known: OnceLock<Known>,
}

/// What is known of a text that is not read.
#[derive(Debug, Clone)]
struct Known {
    diagnosis: Diagnosis,
    tree: ParseTree,
    mended: Option<MendedParse>,
}

/// The text after one edit that mends it, and what is made of it then.
#[derive(Debug, Clone)]
pub struct MendedParse {
    /// The edit.
    pub fix: SuggestedFix,
    /// What comes of reading the text after it.
    pub reading: Reading,
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
    /// assert_eq!((mended.reading.text(), mended.fix.place()), ("(5-8-7*6)", 8..9));
    /// assert!(FailedParse::new("5-8", &Grammar::Left).is_none());
    /// ```
    pub fn new(text: &str, grammar: &Grammar) -> Option<Self> {
        Some(Self::of(text, grammar, grammar.recognize(text).err()?))
    }

    /// That of a text which `grammar` does not read, as `error` says.
    pub(super) fn of(text: &str, grammar: &Grammar, error: SyntaxError) -> Self {
        let (text, grammar) = (text.to_owned(), grammar.clone());
        Self { text, grammar, error, known: OnceLock::new() }
    }

    fn known(&self) -> &Known {
        self.known.get_or_init(|| {
            let Self { text, grammar, error, .. } = self;
            let diagnosis = Diagnosis::of_refusal(text, grammar, error.clone());
            let (tree, is_cut) = match error.kind {
                SyntaxErrorKind::Unexpected { .. } => {
                    tree_at_furthest(text, grammar, self.at(), diagnosis.path.len())
                }
                // The rules match it; what is wrong is found after that.
                SyntaxErrorKind::Leaf(_) | SyntaxErrorKind::NoTree(_) => {
                    (matched_tree(text, grammar), false)
                }
                // It is not looked at beyond a limit.
                _ => (TreeBuilder::new(text, grammar).finish(None), false),
            };
            // What takes so long to be refused would take longer to be read.
            let mended = diagnosis.fix.clone().filter(|_| !is_cut).and_then(|fix| {
                let reading = Reading::of_numbers(&fix.text, grammar);
                reading.failed().is_none().then_some(MendedParse { fix, reading })
            });
            Known { diagnosis, tree, mended }
        })
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The grammar that does not read it.
    pub const fn grammar(&self) -> &Grammar {
        &self.grammar
    }

    /// Why it does not.
    pub const fn error(&self) -> &SyntaxError {
        &self.error
    }

    /// What is wrong with it.
    pub fn diagnosis(&self) -> &Diagnosis {
        &self.known().diagnosis
    }

    /// The byte of the furthest failure.
    pub const fn at(&self) -> usize {
        self.error.span.start
    }

    /// What could stand there instead, in characters to type; nothing where a
    /// limit ended it, or the text is wrong in another way.
    pub fn expected(&self) -> &[String] {
        self.error.expected()
    }

    /// The parse tree at the furthest failure: the rules that matched, and those that
    /// are [open](super::ParseNode::is_open), which end there so far. Without nodes
    /// where the text is beyond a limit.
    pub fn tree(&self) -> &ParseTree {
        &self.known().tree
    }

    /// The text after one edit that mends it, where there is one, and the grammar does
    /// not read the text again and again.
    pub fn mended(&self) -> Option<&MendedParse> {
        self.known().mended.as_ref()
    }
}

/// How long the trace of a text is followed once it has come to the furthest failure: one
/// that goes on has only the same tries to show, again and again.
const EVENTS_AT_FURTHEST: usize = 100_000;

/// The tree at the furthest failure, which is `at` this byte, and whether the trace was
/// not followed to its end. `certain` rules are open there whatever comes next.
fn tree_at_furthest(text: &str, grammar: &Grammar, at: usize, certain: usize) -> (ParseTree, bool) {
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
        there += usize::from(furthest.event.is_some() && furthest.at == at);
        ControlFlow::Continue(())
    });
    let Some(last) = furthest.event else { return (matched_tree(text, grammar), false) };
    let mut builder = TreeBuilder::new(text, grammar);
    let mut number = 0;
    let _ = grammar.trace(text, |event| {
        if number <= last {
            builder.add(event, |_| ());
        }
        number += 1;
        if number > last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    (builder.unfinished(furthest.at, certain), there == EVENTS_AT_FURTHEST)
}

/// The tree of a text that the rules of `grammar` match; beyond a limit it has no nodes.
fn matched_tree(text: &str, grammar: &Grammar) -> ParseTree {
    ParseTree::traced(text, grammar)
        .unwrap_or_else(|_| TreeBuilder::new(text, grammar).finish(None))
}

impl FailedParse {
    /// The same with what is made of its tree.
    pub(super) fn with_tree(self, make: &dyn Fn(&ParseTree) -> ParseTree) -> Self {
        let Known { diagnosis, tree, mended } = self.known().clone();
        let mended = mended.map(|MendedParse { fix, reading }| {
            let reading = reading.with_tree(make);
            MendedParse { fix, reading }
        });
        Self { known: Known { diagnosis, tree: make(&tree), mended }.into(), ..self }
    }

    /// The [tree](Self::tree) in [chains](ParseTree::unit_rules) with the failure as the
    /// last node in the innermost of the rules that are open; without nodes beyond a limit.
    pub fn nodes(&self) -> Vec<UnitRules> {
        let mut nodes = self.tree().unit_rules();
        // Nothing is drawn of rules that are silent, and are open all the same.
        let innermost = nodes.iter().rposition(|node| node.mark == NodeMark::Open);
        if innermost.is_some() || self.tree().is_of_pairs {
            let found = self.error.span.clone();
            nodes.push(UnitRules::inside(&nodes, innermost, found, NodeMark::Failure));
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
    pub fn nodes(&self) -> Vec<UnitRules> {
        let (place, mut nodes) = (self.fix.place(), self.reading.tree().unit_rules());
        let is_edited = |span: &Range<usize>| {
            !span.is_empty() && place.start <= span.start && span.end <= place.end
        };
        let edited = nodes.iter_mut().filter(|chain| is_edited(&chain.span));
        if edited.map(|chain| chain.mark = NodeMark::PutIn).count() > 0 {
            return nodes;
        }
        // The innermost one around the place comes last.
        // What is taken out was in no rule that ends or begins there.
        let margin = usize::from(place.is_empty());
        let is_around = |chain: &UnitRules| {
            chain.span.start + margin <= place.start && place.end + margin <= chain.span.end
        };
        // What is taken out at an end of the text is in none: the whole is around it, if
        // there is one.
        let whole = (!self.reading.tree().is_of_pairs).then_some(WHOLE);
        let around = nodes.iter().rposition(is_around).or(whole);
        let first = around.map_or(0, |around| around + 1);
        let is_before = |chain: &UnitRules| chain.span.start < place.start;
        let children = nodes.iter().enumerate().skip(first);
        let is_inside =
            |chain: &UnitRules| around.is_none_or(|around| chain.depth > nodes[around].depth);
        let inside = children.take_while(|(_, chain)| is_inside(chain));
        let at = inside.filter(|(_, chain)| is_before(chain)).last();
        let at = at.map_or(first, |(index, _)| index + 1);
        let mark = if place.is_empty() { NodeMark::TakenOut } else { NodeMark::PutIn };
        let edit = UnitRules::inside(&nodes, around, place, mark);
        for node in &mut nodes[at..] {
            node.parent = node.parent.map(|parent| parent + usize::from(parent >= at));
        }
        nodes.insert(at, edit);
        nodes
    }
}
