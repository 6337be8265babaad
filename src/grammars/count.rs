//! How often each text is parsed and traced by this thread, for tests that say
//! how often it needs to be.

use std::cell::RefCell;

use super::Grammar;

/// What a text was put through.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Pass {
    Parse,
    Trace,
}

thread_local! {
    static PASSES: RefCell<Vec<(Pass, String, String)>> = const { RefCell::new(Vec::new()) };
}

/// Notes that `grammar` parses or traces `text`.
pub(crate) fn note(pass: Pass, grammar: &Grammar, text: &str) {
    PASSES.with_borrow_mut(|all| all.push((pass, grammar.to_string(), text.to_owned())));
}

/// What `text` was put through by the grammar of each name, in order.
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
