//! Counts how often this thread parses and traces each text, for tests that check the number.

use std::cell::RefCell;

use super::Grammar;

/// A pass over a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Pass {
    Parse,
    Trace,
}

thread_local! {
    static PASSES: RefCell<Vec<(Pass, String, String)>> = const { RefCell::new(Vec::new()) };
}

/// Records that `grammar` parses or traces `text`.
pub(crate) fn note(pass: Pass, grammar: &Grammar, text: &str) {
    PASSES.with_borrow_mut(|all| all.push((pass, grammar.to_string(), text.to_owned())));
}

/// The passes over `text`, each with the name of its grammar, sorted by these names.
#[cfg(feature = "present")]
pub(crate) fn passes(text: &str) -> Vec<(String, Pass)> {
    let of_text = |all: &Vec<(Pass, String, String)>| {
        let of_text = all.iter().filter(|(.., it)| it == text);
        of_text.map(|(pass, grammar, _)| (grammar.clone(), *pass)).collect::<Vec<_>>()
    };
    let mut passes = PASSES.with_borrow(of_text);
    passes.sort();
    passes
}
