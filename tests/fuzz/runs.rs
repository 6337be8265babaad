//! A run of a few seconds for each fuzz target, on its corpus and some changed inputs.

use std::panic::{RefUnwindSafe, catch_unwind};
use std::path::Path;

use bracket24::Random;

/// How many changed inputs each target gets.
const CHANGES: usize = 100;

/// The stored inputs of a target, in the order of their names.
fn corpus(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/corpus").join(target);
    let files = folder.read_dir().expect("every target has a corpus");
    let mut files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    files.sort();
    files.iter().map(|file| std::fs::read(file).unwrap()).collect()
}

fn hold(check: &(impl Fn(&[u8]) + RefUnwindSafe), input: &[u8]) {
    let holds = catch_unwind(|| check(input)).is_ok();
    assert!(holds, "it does not hold of {:?}", String::from_utf8_lossy(input));
}

/// Runs a target on its corpus, and on inputs in which one to three pieces are removed, doubled,
/// inserted from other inputs, or replaced with a byte.
pub(crate) fn hold_all(target: &str, check: impl Fn(&[u8]) + RefUnwindSafe) {
    let inputs = corpus(target);
    assert!(inputs.len() >= 10, "{} inputs", inputs.len());
    for input in &inputs {
        hold(&check, input);
    }
    let mut random = Random::seeded(24);
    for _ in 0..CHANGES {
        let mut input = random.pick(&inputs).unwrap().clone();
        for _ in 0..=random.below(3) {
            change(&mut input, &inputs, &mut random);
        }
        hold(&check, &input);
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

/// A range of up to eleven bytes.
fn piece(input: &[u8], random: &mut Random) -> std::ops::Range<usize> {
    let start = random.below(input.len() + 1);
    start..(start + random.below(12)).min(input.len())
}
