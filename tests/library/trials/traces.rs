//! Traces, compared with pest's own parsers.

use std::cell::Cell;

use bracket24::tracer::PestGrammar;
use pest_vm::Vm;
use proptest::prelude::*;

use crate::grammar_mistakes::sources;
use crate::pest_grammars;
use crate::tracer::{all_compared, parsed, traced};

/// How many texts are tried with a random grammar.
const TEXTS: usize = 10;

/// A trial is a text for each grammar from which pest derives a parser: the built-in
/// ones, one that has everything, and those that pest ships; and ten for a grammar at
/// random, which pest's virtual machine reads.
#[test]
#[ignore = "it takes as long as it is asked to"]
fn the_tracer_agrees_with_the_pest_parser_on_every_text() {
    let (traces, read) = (Cell::new(0_u64), Cell::new(0_u64));
    let count = |is_read: bool| {
        traces.set(traces.get() + 1);
        read.set(read.get() + u64::from(is_read));
    };
    for compared in all_compared() {
        super::hold(USUAL, &compared.texts, |text| {
            count(compared.agree(&text)?);
            Ok(())
        });
    }
    let (changes, seed) = (super::number("TRIALS", USUAL), super::number("SEED", 24));
    for changed in pest_grammars::ALL {
        // The generator of these changes does not work with a seed of zero.
        let (kept, refused) = changed(changes.into(), u64::from(seed) + 1);
        traces.set(traces.get() + kept + refused);
        read.set(read.get() + kept);
    }
    let texts = prop::collection::vec("[abAB \n]{0,6}", TEXTS);
    super::hold(USUAL, &(sources(), texts), |(source, texts)| {
        let Ok((_, rules)) = pest_meta::parse_and_optimize(&source) else { return Ok(()) };
        let (grammar, vm) = (PestGrammar::read(&source).unwrap(), Vm::new(rules));
        for text in texts {
            let tree = traced(&grammar, "a", &text);
            let interpreted = parsed(vm.parse("a", &text), str::to_owned);
            prop_assert_eq!(&tree, &interpreted, "{} of {:?}", source, text);
            count(tree.is_ok());
        }
        Ok(())
    });
    super::tell(&format!("{} traces, {} of them read", traces.get(), read.get()));
}

/// The number of trials if nobody gives one.
const USUAL: u32 = 2_000;
