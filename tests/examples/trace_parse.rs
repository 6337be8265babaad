//! Traces how a pest grammar parses a text, as a grammar test would to check how often a rule is
//! tried: `cargo run --example trace_parse`.

// This is a program, and prints its results.
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::ops::ControlFlow;

use bracket24::tracer::{Outcome, PestGrammar, What};

/// A list whose last item is parsed twice: the first time in vain, because no comma follows.
const LIST: &str = r#"list = { item ~ "," ~ list | item }
item = { ASCII_DIGIT+ }"#;

/// Counts how often the rule `counted` is entered when `start` parses `text`.
pub(crate) fn entered(
    source: &str,
    start: &str,
    counted: &str,
    text: &str,
) -> Result<usize, Box<dyn Error>> {
    let grammar = PestGrammar::read(source)?;
    let rule = |name: &str| grammar.rule(name).ok_or(format!("no rule `{name}`"));
    let (start, counted) = (rule(start)?, rule(counted)?);
    let mut count = 0;
    grammar.trace(start, text, |event| {
        let is_entered = event.outcome == Outcome::Enter && event.what == What::Rule(counted);
        count += usize::from(is_entered);
        ControlFlow::Continue(())
    })?;
    Ok(count)
}

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    for text in ["1", "1,2", "1,2,3"] {
        println!("{text}: `item` is entered {} times", entered(LIST, "list", "item", text)?);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_last_item_of_a_list_is_parsed_twice() {
        assert_eq!(super::entered(super::LIST, "list", "item", "1,2,3").unwrap(), 4);
    }
}
