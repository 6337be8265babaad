//! Compares the tracer and the parse tree with pest's virtual machine and the derived parser.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use bracket24::Grammar;
use bracket24::grammars::UserGrammar;
use bracket24::lessons::ParseTree;
use bracket24::tracer::{PestGrammar, TraceError};
use bracket24_public_parsers::packages::PublicGrammar;
use bracket24_public_parsers::{DERIVED, Pair, parsed};
use pest_vm::Vm;

use crate::texts::Texts;

/// The most events in the trace of a text: longer traces are not compared. pest would need minutes
/// for some of it.
const EVENTS: usize = 200_000;

/// The numbers of things compared.
#[derive(Debug, Clone, Default)]
pub struct Counts {
    pub rules: usize,
    pub accepted: usize,
    pub refused: usize,
    /// How many parse trees of the command were compared.
    pub trees: usize,
    /// How often pest panics because its stack is empty.
    pub panics: usize,
    /// How often the virtual machine and the derived parser differ: the tracer must then agree with
    /// the parser.
    pub apart: usize,
    pub differences: Vec<String>,
}

impl Counts {
    pub const fn texts(&self) -> usize {
        self.accepted + self.refused
    }

    pub fn add(&mut self, other: &Self) {
        self.accepted += other.accepted;
        self.refused += other.refused;
        self.trees += other.trees;
        self.differences.extend(other.differences.iter().cloned());
    }
}

/// Compares up to `most` texts of a grammar.
pub fn count(index: usize, public: &PublicGrammar, most: usize) -> Counts {
    let source = &public.source;
    let mut counts = Counts::default();
    let read = (PestGrammar::read(source), UserGrammar::read("public.pest", source));
    let (grammar, user) = match read {
        (Ok(grammar), Ok(user)) => (grammar, Grammar::User(Arc::new(user))),
        (grammar, user) => {
            let error = format!("{:?} {:?}", grammar.err(), user.err());
            counts.differences.push(format!("{} is refused: {error}", public.file));
            return counts;
        }
    };
    counts.rules = grammar.rules().count();
    let (_, rules) = pest_meta::parse_and_optimize(source).expect("it was read before");
    let vm = Vm::new(rules);
    let mut texts = Texts::new(public, user, most);
    while counts.texts() < most {
        let Some((start, text)) = texts.next() else { break };
        let Some(rule) = grammar.rule(&start) else { continue };
        let mut events = 0;
        let traced = grammar.trace(rule, &text, |_| {
            events += 1;
            if events < EVENTS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        let traced = match traced {
            Ok(pairs) => Ok(pairs),
            Err(TraceError::Syntax(error)) => Err(*error),
            Err(TraceError::EmptyStack { .. }) => {
                counts.panics += 1;
                let derived = catch_unwind(|| DERIVED[index](&start, &text));
                if let Ok(derived) = derived {
                    let name = crate::name(public);
                    let what = format!("{name} {start}: {text:?}\nno panic, but {derived:?}");
                    counts.differences.push(what);
                }
                // Without a bound this would go on for ever.
                if counts.panics > most { break } else { continue }
            }
            Err(_) => continue,
        };
        let traced = parsed(traced, |rule| grammar.name(rule).to_owned());
        let derived = catch_unwind(|| DERIVED[index](&start, &text));
        let machine = || parsed(vm.parse(&start, &text), ToString::to_string);
        let machine = catch_unwind(AssertUnwindSafe(machine));
        let (Ok(derived), Ok(machine)) = (derived, machine) else {
            let name = crate::name(public);
            counts.differences.push(format!("{name} {start}: {text:?}\npest panics"));
            continue;
        };
        *(if traced.is_ok() { &mut counts.accepted } else { &mut counts.refused }) += 1;
        counts.apart += usize::from(machine != derived);
        let difference = |what: &str, it: &dyn std::fmt::Debug| {
            format!("{} {start}: {text:?}\n{what} {it:?}\nderived {derived:?}", crate::name(public))
        };
        if traced != derived {
            counts.differences.push(difference("traced", &traced));
        }
        let Some(tree) = texts.grammar(&start).and_then(|it| ParseTree::new(&text, it).ok()) else {
            continue;
        };
        counts.trees += 1;
        let shown = pairs_of(&tree.as_pairs());
        if derived.as_ref() != Ok(&shown) {
            counts.differences.push(difference("tree", &shown));
        }
    }
    counts
}

/// The pairs of a tree as the command shows it.
fn pairs_of(tree: &ParseTree) -> Vec<Pair> {
    let name = |rule| tree.grammar.rules().name(rule).to_owned();
    tree.nodes.iter().map(|it| (name(it.rule), it.span.start, it.span.end, it.depth)).collect()
}
