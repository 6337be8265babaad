//! The examples that programs start from.

// For some examples, only the work of `main` is tested.
#![allow(dead_code)]

use bracket24::tracer::PestGrammar;

#[path = "../examples/lint_grammar.rs"]
mod lint_grammar;
#[path = "../examples/own_templates.rs"]
mod own_templates;
#[path = "../examples/solve_hands.rs"]
mod solve_hands;
#[path = "../examples/trace_parse.rs"]
mod trace_parse;

#[test]
fn a_list_of_hands_is_solved_line_by_line() {
    assert_eq!(solve_hands::line("3 3 8 8").unwrap(), "3 3 8 8: 1 solution, 8/(3-8/3)");
    assert_eq!(solve_hands::line("1 1 1 1").unwrap(), "1 1 1 1: 0 solutions, no solution");
    assert!(solve_hands::line("3 3 x").is_err());
}

#[test]
fn a_user_defined_template_set_solves_a_hand() {
    let (found, strings) = own_templates::solutions("5 5 5 1").unwrap();
    assert_eq!(found, ["(5-1/5)*5"]);
    assert_eq!(strings, 3 * 4, "three templates, four orders of the cards");
    own_templates::main().unwrap();
}

#[test]
fn the_lint_example_lints_a_grammar_and_fails_on_an_unknown_start_rule() {
    let path = "tests/grammars/plain/textbook.pest";
    let found = lint_grammar::lint(path, "expr").unwrap();
    let [only] = &found[..] else { panic!("{found:?}") };
    assert!(only.starts_with(path) && only.ends_with("(no-end)"), "{only}");
    let unknown = lint_grammar::lint(path, "exrp").unwrap_err().to_string();
    assert!(unknown.contains("no rule `exrp`") && unknown.contains("`expr`"), "{unknown}");
    let refused = lint_grammar::lint("tests/grammars/wrong/undefined_rule.pest", "expression");
    let message = refused.unwrap_err().to_string();
    for (told, line) in message.lines().zip(5..) {
        let place = format!("tests/grammars/wrong/undefined_rule.pest:{line}: ");
        assert!(told.starts_with(&place), "{message}");
    }
    let errors = PestGrammar::read("a = { b } c = { d }").unwrap_err();
    assert_eq!(errors.to_string().lines().count(), errors.len());
    assert_eq!(errors.len(), 2, "one error holds all mistakes: {errors}");
}

#[test]
fn the_example_counts_how_often_a_parse_enters_a_rule() {
    let grammar = "a = { b ~ b } b = { \"x\" }";
    assert_eq!(trace_parse::entered(grammar, "a", "b", "xx").unwrap(), 2);
    assert!(trace_parse::entered(grammar, "a", "c", "xx").is_err());
    trace_parse::main().unwrap();
}

#[test]
fn the_tracer_does_not_depend_on_the_card_game() {
    // They use each other, tools of no field, and the serialization of types.
    let allowed = ["tracer", "sentences", "stack", "words", "bit_set", "serial", "Random"];
    for room in ["src/tracer", "src/sentences"] {
        for path in files(room.as_ref()) {
            let source = std::fs::read_to_string(&path).unwrap();
            for used in source.split("crate::").skip(1) {
                let end = used.find(|it: char| !it.is_alphanumeric() && it != '_').unwrap();
                let name = &used[..end];
                assert!(allowed.contains(&name), "{path:?} uses `{name}`");
            }
        }
    }
}

fn files(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|it| if it.is_dir() { files(&it) } else { vec![it] }).collect()
}
