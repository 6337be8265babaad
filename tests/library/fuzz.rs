//! What the fuzz targets look for, of their corpus and of changes of it: a run of
//! seconds. `tests/fuzz/README.md` says how they run for hours.

// They are a library of their own there.
#[allow(unreachable_pub)]
#[path = "../fuzz/checks/mod.rs"]
pub(crate) mod checks;

use std::panic::catch_unwind;
use std::path::Path;

use bracket24::Random;

/// How many changed inputs each target gets.
const CHANGES: usize = 200;

/// The inputs of a target that are kept, in the order of their names.
fn corpus(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/corpus").join(target);
    let files = folder.read_dir().expect("every target has a corpus");
    let mut files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    files.sort();
    files.iter().map(|file| std::fs::read(file).unwrap()).collect()
}

fn hold(check: fn(&[u8]), input: &[u8]) {
    let holds = catch_unwind(|| check(input)).is_ok();
    assert!(holds, "it does not hold of {:?}", String::from_utf8_lossy(input));
}

/// Holds a target to its corpus, and to inputs of which one to three pieces are taken
/// out, doubled, put in from others, or changed for a byte.
fn hold_all(target: &str, check: fn(&[u8])) {
    let inputs = corpus(target);
    assert!(inputs.len() >= 10, "{} inputs", inputs.len());
    for input in &inputs {
        hold(check, input);
    }
    let mut random = Random::seeded(24);
    for _ in 0..CHANGES {
        let mut input = random.pick(&inputs).unwrap().clone();
        for _ in 0..=random.below(3) {
            change(&mut input, &inputs, &mut random);
        }
        hold(check, &input);
    }
}

fn change(input: &mut Vec<u8>, inputs: &[Vec<u8>], random: &mut Random) {
    let place = piece(input, random);
    let put = match random.below(4) {
        0 => Vec::new(),
        1 => input[place.clone()].repeat(2),
        2 => {
            let other = random.pick(inputs).unwrap();
            other[piece(other, random)].to_vec()
        }
        _ => vec![b"0123456789()+-*/ \n\"'{}[]|~!,\xc3\xa9"[random.below(30)]],
    };
    input.splice(place, put);
}

/// A place of up to eleven bytes.
fn piece(input: &[u8], random: &mut Random) -> std::ops::Range<usize> {
    let start = random.below(input.len() + 1);
    start..(start + random.below(12)).min(input.len())
}

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
fn an_expression_has_the_value_of_an_independent_evaluator_and_is_read_again() {
    hold_all("expression", checks::expression::check);
}

#[test]
fn a_grammar_and_its_texts_are_for_the_tracer_what_they_are_for_pest() {
    hold_all("user_grammar", checks::user_grammar::check);
}

#[cfg(feature = "serde")]
#[test]
fn a_part_of_a_survey_that_is_believed_holds_together() {
    hold_all("part", checks::part::check);
}

#[test]
fn lines_at_once_are_what_each_is_alone() {
    hold_all("batch", checks::batch::check);
}

#[test]
fn the_join_of_a_deck_counts_what_a_search_of_each_hand_finds() {
    hold_all("deck", checks::deck::check);
}

#[test]
fn what_a_finding_says_never_happens_does_not_and_its_mend_is_a_grammar() {
    hold_all("lints", checks::lints::check);
}
