//! How much was tried below each stack of open rules.

use std::collections::HashMap;
use std::ops::ControlFlow;

use super::{Ended, TraceRefusal};
use crate::grammars::Grammar;
use crate::tracer::{Outcome, RuleId, What};

/// The most rules of a stack that are told apart; what is deeper is counted there.
const MAX_DEPTH: usize = 100;

/// The most stacks that are told apart; what other rules try is counted where they
/// were called.
const MAX_STACKS: usize = 100_000;

/// How many terminals were tried below each stack of open rules, which is what
/// programs draw flame graphs of.
///
/// # Examples
///
/// ```
/// use bracket24::{Grammar, lessons::CallStacks};
///
/// let stacks = CallStacks::new("8", &Grammar::Left)?;
/// let (rules, tried) = stacks.iter().last().expect("there is one");
/// assert_eq!((rules, tried), (vec!["line", "expression", "term", "operand", "number"], 2));
/// # Ok::<(), bracket24::lessons::TraceRefusal>(())
/// ```
#[derive(Debug)]
pub struct CallStacks<'g> {
    grammar: &'g Grammar,
    /// Parents before children.
    stacks: Vec<Stack>,
    /// Where a limit ended it before the text did.
    pub ended: Option<Ended>,
}

#[derive(Debug)]
struct Stack {
    rule: RuleId,
    /// The stack without its last rule.
    parent: Option<usize>,
    /// The terminals that were tried by the last rule itself.
    tried: u64,
}

impl<'g> CallStacks<'g> {
    /// Counts while `text` is read with `grammar`.
    ///
    /// # Errors
    ///
    /// Where the text is too deep or too long.
    pub fn new(text: &str, grammar: &'g Grammar) -> Result<Self, TraceRefusal> {
        grammar.check_limits(text).map_err(TraceRefusal::Syntax)?;
        let mut stacks: Vec<Stack> = Vec::new();
        let mut children: HashMap<(Option<usize>, RuleId), usize> = HashMap::new();
        // The stack that each open rule stands for.
        let mut open: Vec<usize> = Vec::new();
        let mut last = None;
        let traced = grammar.trace(text, |event| {
            match (event.what, event.outcome) {
                (What::Rule(rule), Outcome::Enter) => {
                    last = Some((rule, event.at));
                    let parent = open.last().copied();
                    let is_full = open.len() >= MAX_DEPTH || stacks.len() >= MAX_STACKS;
                    let known = children.get(&(parent, rule)).copied();
                    let stack = match (known, parent) {
                        (Some(known), _) => known,
                        (None, Some(parent)) if is_full => parent,
                        _ => {
                            children.insert((parent, rule), stacks.len());
                            stacks.push(Stack { rule, parent, tried: 0 });
                            stacks.len() - 1
                        }
                    };
                    open.push(stack);
                }
                (What::Rule(_), _) => {
                    open.pop();
                }
                (What::Terminal(_), _) => {
                    if let Some(&stack) = open.last() {
                        stacks[stack].tried += 1;
                    }
                }
                (What::Sequence, _) => {}
            }
            ControlFlow::Continue(())
        });
        let ended = Ended::of(grammar, traced.err(), last);
        Ok(Self { grammar, stacks, ended })
    }

    /// The stacks below which terminals were tried, the outermost rule first, and how
    /// many.
    pub fn iter(&self) -> impl Iterator<Item = (Vec<&str>, u64)> {
        let tried = self.stacks.iter().filter(|stack| stack.tried > 0);
        tried.map(|stack| {
            let around = |stack: &&Stack| stack.parent.map(|parent| &self.stacks[parent]);
            let rules = std::iter::successors(Some(stack), around);
            let mut names: Vec<&str> =
                rules.map(|stack| self.grammar.rules().name(stack.rule)).collect();
            names.reverse();
            (names, stack.tried)
        })
    }
}
