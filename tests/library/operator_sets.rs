//! Sets of operators, as they are written.

use bracket24::{Operator, OperatorSet};

fn read(text: &str) -> String {
    match text.parse::<OperatorSet>() {
        Ok(set) => set.to_string(),
        Err(error) => format!("error: {error}"),
    }
}

#[test]
fn signs_and_names_are_mixed() {
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
fn what_is_written_is_read_again() {
    for subset in OperatorSet::all().subsets() {
        assert_eq!(subset.to_string().parse(), Ok(subset));
    }
    assert_eq!(OperatorSet::all().subsets().len(), 1 << (Operator::ALL.len() - 4));
}

#[test]
fn a_minus_is_the_subtraction() {
    assert!(!"+-*/".parse::<OperatorSet>().unwrap().has(Operator::Negate));
    assert!("negate".parse::<OperatorSet>().unwrap().has(Operator::Negate));
}

#[test]
fn what_is_no_set_says_what_there_is() {
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
