//! Sets of operators, as they are written.

use bracket24::{Operator, OperatorSet};

fn read(text: &str) -> String {
    match text.parse::<OperatorSet>() {
        Ok(set) => set.to_string(),
        Err(error) => format!("error: {error}"),
    }
}

#[test]
fn operator_sets_may_mix_symbols_and_names() {
    assert_eq!(read("+-*/^!"), "+-*/^!");
    assert_eq!(read("+-*/,join"), "+-*/,join");
    assert_eq!(read("power, join"), "+-*/^,join");
    assert_eq!(read("×÷+−^"), "+-*/^");
    assert_eq!(read("sqrt,LOG,negate"), "+-*/√,negate,log");
    assert_eq!(read("^,power"), "+-*/^");
    assert_eq!(read("all"), "+-*/%^√!,negate,log,join");
    assert_eq!(read("+-*/"), "+-*/");
}

#[test]
fn printing_and_parsing_an_operator_set_preserves_it() {
    for subset in OperatorSet::all().subsets() {
        assert_eq!(subset.to_string().parse(), Ok(subset));
    }
    assert_eq!(OperatorSet::all().subsets().len(), 1 << (Operator::ALL.len() - 4));
}

#[test]
fn a_minus_means_subtraction_and_not_negation() {
    assert!(!"+-*/".parse::<OperatorSet>().unwrap().has(Operator::Negate));
    assert!("negate".parse::<OperatorSet>().unwrap().has(Operator::Negate));
}

#[test]
fn an_invalid_operator_set_lists_the_available_operators() {
    for text in ["", ",", " "] {
        assert!(read(text).starts_with("error: it names no operator; there are `+`"), "{text}");
    }
    assert_eq!(
        read("+-*/#"),
        "error: there is no operator `#`; there are `+` (add), `-` (subtract), `*` (multiply), \
         `/` (divide), `%` (remainder), `negate`, `^` (power), `√` (root), `!` (factorial), `log`, \
         `join` and `all`"
    );
    assert!(read("x^").starts_with("error: there is no operator `x`; "), "each sign by itself");
    assert!(read("xy").starts_with("error: there is no operator `xy`; "), "a word as a whole");
    assert!(read("powr").ends_with("; did you mean `power`?"), "{}", read("powr"));
    assert!(read("+*^").starts_with("error: it lacks `-`: "));
}
