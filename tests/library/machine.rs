//! The stack machine gives the same results as evaluating the tree.

use bracket24::Grammar;
use bracket24::lessons::{MachineRun, Parse};

#[test]
fn the_machine_gives_the_value_of_the_tree_or_stops_at_the_same_division() {
    let texts = ["8/(3-8/3)", "8-4-2", "(5-8-7)*6", "1/(2-2)+3/0", "7", "(K-J)*Q/A", "0/5-1"];
    for text in texts {
        for grammar in Grammar::BASIC {
            let parse = Parse::new(text, grammar).unwrap();
            let run = MachineRun::of(&parse);
            let value = run.value.as_ref().map_err(|division| &division.origin);
            assert_eq!(value, parse.value(), "{text} under {grammar}");
            assert!(value.is_err() || run.done.len() == parse.expression().nodes().len());
        }
    }
}

#[test]
fn the_stack_depth_is_the_number_of_operands_still_waiting() {
    let depth = |text, grammar| {
        let parse = Parse::new(text, grammar).unwrap();
        MachineRun::of(&parse).done.iter().map(|it| it.stack.len()).max()
    };
    assert_eq!(depth("1-2-3-4-5", &Grammar::Left), Some(2));
    assert_eq!(depth("1-2-3-4-5", &Grammar::Right), Some(5));
}

#[test]
fn a_negation_and_a_subtraction_have_different_words() {
    let postfix = |text| MachineRun::of(&Parse::new(text, &Grammar::Extended).unwrap()).postfix();
    assert_eq!(postfix("8--4"), "8 4 negate -");
    assert_eq!(postfix("-(8-4)"), "8 4 - negate");
}
