//! The checks of the fuzz targets on their corpus and on changed inputs, in a run of a few seconds.
//! `tests/fuzz/README.md` explains how to run them for hours.

// They are a library of their own there.
#[allow(unreachable_pub)]
#[path = "../fuzz/checks/mod.rs"]
pub(crate) mod checks;

#[path = "../fuzz/runs.rs"]
mod runs;

use runs::hold_all;

#[test]
fn a_parsed_hand_matches_its_characters_and_prints_in_a_form_that_parses_back() {
    hold_all("hand", checks::hand::check);
}

#[test]
fn a_filled_template_parses_back_to_the_same_expression() {
    hold_all("template", checks::template::check);
}

#[test]
fn a_set_has_a_template_or_an_error_for_each_line() {
    hold_all("set", checks::set::check);
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn an_expression_has_the_value_of_an_independent_evaluator_and_reads_back_the_same() {
    hold_all("expression", checks::expression::check);
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn the_tracer_agrees_with_pest_on_a_grammar_and_its_texts() {
    hold_all("user_grammar", checks::user_grammar::check);
}

#[cfg(feature = "serde")]
#[test]
fn a_survey_part_that_is_accepted_is_consistent() {
    hold_all("part", checks::part::check);
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn lines_read_together_give_the_same_results_as_each_alone() {
    hold_all("batch", checks::batch::check);
}

#[test]
fn the_deck_join_counts_what_searching_each_hand_finds() {
    hold_all("deck", checks::deck::check);
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn findings_are_true_and_their_fixes_are_valid_grammars() {
    hold_all("lints", checks::lints::check);
}
