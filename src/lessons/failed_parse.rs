//! A text that a grammar rejects: how far the parser got, how to fix the text, and the trees of the
//! rejected and the fixed text, with the open rules, the failure and the edit.

use std::ops::{ControlFlow, Range};
use std::sync::OnceLock;

use itertools::Itertools;

use super::parse_tree::{NodeMark, ParseTree, TreeBuilder, UnitRules};
use super::slips::vulgar;
use super::{Diagnosis, Reading, SuggestedFix};
use crate::grammars::{FarthestEvent, Grammar, SyntaxError, SyntaxErrorKind};

/// A text that a grammar rejects. Everything beyond the error is computed on first use.
#[derive(Debug, Clone)]
pub struct FailedParse {
    text: String,
    grammar: Grammar,
    error: SyntaxError,
    /// Whether the text is an answer to a hand, which may have no more numbers.
    is_of_cards: bool,
    known: OnceLock<Known>,
}

/// The facts about a rejected text that are computed on first use.
#[derive(Debug, Clone)]
struct Known {
    diagnosis: Diagnosis,
    tree: ParseTree,
    mended: Option<MendedParse>,
}

/// An edit that fixes a text, and the reading of the text after the edit.
#[derive(Debug, Clone)]
pub struct MendedParse {
    /// The edit.
    pub fix: SuggestedFix,
    /// The reading of the text after the edit.
    pub reading: Reading,
}

impl FailedParse {
    /// Finds out why `grammar` rejects `text`, and how far the parser got; `None` if the grammar
    /// accepts the text.
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

    /// The failed parse of a text that `grammar` rejects with `error`.
    pub(super) fn of(text: &str, grammar: &Grammar, error: SyntaxError) -> Self {
        let (text, grammar) = (text.to_owned(), grammar.clone());
        Self { text, grammar, error, is_of_cards: false, known: OnceLock::new() }
    }

    /// The failed parse of an answer to a hand, without a fix and advice that add a number.
    pub(super) fn of_cards(self) -> Reading {
        Reading::Failed(Box::new(Self { is_of_cards: true, known: OnceLock::new(), ..self }))
    }

    fn known(&self) -> &Known {
        self.known.get_or_init(|| {
            let Self { text, grammar, error, .. } = self;
            let mut diagnosis = Diagnosis::of_refusal(text, grammar, error.clone());
            let sign = text[self.at()..].chars().next();
            let is_power = diagnosis.slip.is_some() && matches!(sign, Some('^' | '!' | '²' | '³'));
            // A power or a factorial needs more numbers.
            let has_power = is_power || text.contains(['^', '!']) || text.contains("**");
            // In a grammar with powers, the `²` of `5²` is a card.
            let most = numbers(&text.replace(['²', '³'], "^2"));
            let has_more = |it: &mut SuggestedFix| has_power || numbers(&it.text) > most;
            if self.is_of_cards && (diagnosis.fix.take_if(has_more).is_some() || is_power) {
                let advice = match sign {
                    Some('-') => "put another number before the minus, as in `27-3`",
                    _ if is_power => {
                        "use only the cards; the grammar `extended` has powers and factorials"
                    }
                    _ => "use only the cards, each once, with +, -, * and /",
                };
                diagnosis.slip.iter_mut().for_each(|it| advice.clone_into(&mut it.advice));
            }
            let (tree, is_cut) = match error.kind {
                SyntaxErrorKind::Unexpected { .. } => {
                    tree_at_furthest(text, grammar, self.at(), diagnosis.path.len())
                }
                // The rules match the text; the error was found later.
                SyntaxErrorKind::Leaf(_) | SyntaxErrorKind::NoTree(_) => {
                    (matched_tree(text, grammar), false)
                }
                // A text beyond a limit is not traced.
                _ => (TreeBuilder::new(text, grammar).finish(None), false),
            };
            // If rejecting the text takes so long, parsing the fixed text would take even longer.
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

    /// The grammar that rejects the text.
    pub const fn grammar(&self) -> &Grammar {
        &self.grammar
    }

    /// The error.
    pub const fn error(&self) -> &SyntaxError {
        &self.error
    }

    /// The diagnosis of the error.
    pub fn diagnosis(&self) -> &Diagnosis {
        &self.known().diagnosis
    }

    /// The place of the farthest failure, in bytes.
    pub const fn at(&self) -> usize {
        self.error.span.start
    }

    /// The tokens expected at that place, as characters to type. Empty if a limit ended the parse,
    /// or if the error is not an unexpected character.
    pub fn expected(&self) -> &[String] {
        self.error.expected()
    }

    /// The parse tree at the farthest failure: the rules that matched, and the
    /// [open](super::ParseNode::is_open) rules, whose spans end at the failure. It has no nodes if
    /// the text is beyond a limit.
    pub fn tree(&self) -> &ParseTree {
        &self.known().tree
    }

    /// The text after an edit that fixes it. `None` if there is no such edit, or if the grammar
    /// takes too long to reject the text.
    pub fn mended(&self) -> Option<&MendedParse> {
        self.known().mended.as_ref()
    }

    /// Returns the same failed parse with its trees changed by `make`.
    pub(super) fn with_tree(self, make: &dyn Fn(&ParseTree) -> ParseTree) -> Self {
        let Known { diagnosis, tree, mended } = self.known().clone();
        let mended = mended.map(|it| MendedParse { reading: it.reading.with_tree(make), ..it });
        Self { known: Known { diagnosis, tree: make(&tree), mended }.into(), ..self }
    }

    /// The [tree](Self::tree) as [chains](ParseTree::unit_rules), with the failure as the last node
    /// in the innermost open rule. Empty if the text is beyond a limit.
    pub fn nodes(&self) -> Vec<UnitRules> {
        let mut nodes = self.tree().unit_rules();
        // In a tree of pairs, silent open rules have no node.
        let innermost = nodes.iter().rposition(|node| node.mark == NodeMark::Open);
        if innermost.is_some() || self.tree().is_of_pairs {
            let found = self.error.span.clone();
            nodes.push(UnitRules::inside(&nodes, innermost, found, NodeMark::Failure));
        }
        nodes
    }
}

/// The number of events to follow after the trace has reached the farthest failure. A longer trace
/// only repeats the same attempts.
const EVENTS_AT_FURTHEST: usize = 100_000;

/// The tree at the farthest failure, at byte `at`, and whether the trace was cut short. If an open
/// rule begins at `at` too, the tree has it only if it is among the first `certain` open rules.
fn tree_at_furthest(text: &str, grammar: &Grammar, at: usize, certain: usize) -> (ParseTree, bool) {
    let mut furthest = FarthestEvent::new(grammar.rules(), text);
    let (mut number, mut there) = (0, 0);
    // The text is known to fail.
    let _ = grammar.trace(text, |event| {
        // After a break, only events that leave the open rules follow.
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

/// The number of numbers and words in a text. A fraction character is a number above another, with
/// perhaps a third before it.
fn numbers(text: &str) -> usize {
    let runs = text.chars().chunk_by(|it| (it.is_ascii_digit(), it.is_alphabetic()));
    let runs = runs.into_iter().filter(|(kind, _)| kind.0 || kind.1).count();
    runs + 2 * text.chars().filter(|it| vulgar(*it).is_some()).count()
}

/// The tree of a text that the rules of `grammar` match. It has no nodes if the text is beyond a
/// limit.
fn matched_tree(text: &str, grammar: &Grammar) -> ParseTree {
    ParseTree::traced(text, grammar)
        .unwrap_or_else(|_| TreeBuilder::new(text, grammar).finish(None))
}

/// The index of the chain around all others.
const WHOLE: usize = 0;

impl MendedParse {
    /// The parse tree of the fixed text. Rules that match only inserted text are marked. If there
    /// are no such rules, the inserted text gets a node of its own. Removed text always gets a node
    /// of its own.
    pub fn nodes(&self) -> Vec<UnitRules> {
        let (place, mut nodes) = (self.fix.place(), self.reading.tree().unit_rules());
        let is_edited = |span: &Range<usize>| {
            !span.is_empty() && place.start <= span.start && span.end <= place.end
        };
        let edited = nodes.iter_mut().filter(|chain| is_edited(&chain.span));
        if edited.map(|chain| chain.mark = NodeMark::PutIn).count() > 0 {
            return nodes;
        }
        // The innermost chain around the edit comes last. A rule that begins or ends at removed
        // text did not contain it.
        let margin = usize::from(place.is_empty());
        let is_around = |chain: &UnitRules| {
            chain.span.start + margin <= place.start && place.end + margin <= chain.span.end
        };
        // Text removed at the beginning or the end of the text is in no chain. It goes into the
        // outermost chain, if there is one.
        let whole = (!self.reading.tree().is_of_pairs).then_some(WHOLE);
        let around = nodes.iter().rposition(is_around).or(whole);
        let first = around.map_or(0, |around| around + 1);
        let is_before = |chain: &UnitRules| chain.span.start < place.start;
        let is_inside = |it: &UnitRules| around.is_none_or(|around| it.depth > nodes[around].depth);
        let inside = nodes.iter().enumerate().skip(first).take_while(|(_, chain)| is_inside(chain));
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
