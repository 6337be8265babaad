//! The checks of the fuzz targets on their corpus and on changes of it: a run of
//! seconds. `tests/fuzz/README.md` says how they run for hours.

// They are a library of their own there.
#[allow(unreachable_pub)]
#[path = "../fuzz/checks/mod.rs"]
pub(crate) mod checks;

#[path = "../fuzz/runs.rs"]
mod runs;

use runs::hold_all;

#[test]
fn a_hand_is_what_its_characters_say_and_is_read_again() {
    hold_all("hand", checks::hand::check);
}

#[test]
fn a_template_is_filled_and_read_again_as_the_same() {
    hold_all("template", checks::template::check);
}

#[test]
fn a_set_has_a_template_or_an_error_for_each_line() {
    hold_all("set", checks::set::check);
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn an_expression_has_the_value_of_an_independent_evaluator_and_is_read_again() {
    hold_all("expression", checks::expression::check);
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn a_grammar_and_its_texts_are_for_the_tracer_what_they_are_for_pest() {
    hold_all("user_grammar", checks::user_grammar::check);
}

#[cfg(feature = "serde")]
#[test]
fn a_part_of_a_survey_that_is_believed_holds_together() {
    hold_all("part", checks::part::check);
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn lines_at_once_are_what_each_is_alone() {
    hold_all("batch", checks::batch::check);
}

#[test]
fn the_join_of_a_deck_counts_what_a_search_of_each_hand_finds() {
    hold_all("deck", checks::deck::check);
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn what_a_finding_says_never_happens_does_not_and_its_mend_is_a_grammar() {
    hold_all("lints", checks::lints::check);
}
