//! Parts of a survey: a part is read back exactly as it was written, or not at all.

use bracket24::present::survey::SurveyReport;
use bracket24::present::{Plotted, Report, write_markdown};
use bracket24::reports::{Counter, PartError, Survey, SurveyPart, SurveyRun, read_survey_parts};
use bracket24::{Deck, Effort, Equivalence, Hand, Random, Rational, Split};

fn run(deck: &Deck) -> SurveyRun {
    SurveyRun {
        deck: format!("{}..{}", deck.values().start(), deck.values().end()),
        cards: deck.cards(),
        ordered: deck.is_ordered(),
        target: "24".to_owned(),
        engine: "split".to_owned(),
        templates: None,
        templates_digest: "cbf29ce484222325".to_owned(),
        grammar: "left".to_owned(),
        grammar_digest: "cbf29ce484222325".to_owned(),
        distinct: "function".to_owned(),
    }
}

fn deck() -> Deck {
    Deck::new(1..=4, 4, false).unwrap()
}

/// Part `shard` of 3, and how it is written.
fn part(shard: u64) -> (Survey, String) {
    let (deck, target, engine) = (deck(), Rational::from(24), Split::new());
    let counter = Counter::new(&engine, &target, Equivalence::Function);
    let mut survey = Survey::default();
    for hand in deck.range(deck.part(shard, 3)) {
        let (solutions, effort) = counter.count(&hand).unwrap();
        survey.add(hand, solutions, effort);
    }
    let record = SurveyPart::new(&survey, shard, 3, run(&deck));
    (survey, serde_json::to_string(&record).unwrap())
}

fn read(text: &[u8]) -> Result<Vec<SurveyPart>, PartError> {
    read_survey_parts(text)
}

#[test]
fn a_survey_part_is_read_back_as_it_was_written() {
    let parts: Vec<(Survey, String)> = (1..=3).map(part).collect();
    let text = parts.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>().join("\n");
    let all = read(text.as_bytes()).unwrap();
    assert_eq!(all.len(), 3);
    for (number, (part, (survey, _))) in (1..).zip(all.iter().zip(&parts)) {
        assert_eq!((part.shard, part.of), (number, 3));
        assert_eq!(part.run, run(&deck()));
        assert_eq!(&part.survey, survey);
        assert_eq!(part.difference(&all[0]), None);
    }
}

/// Puts other bytes into a part, takes some out or adds some, and tries to read it.
fn change_at_random(trials: u32, seed: u64) {
    let (_, text) = part(2);
    let whole = read(text.as_bytes()).unwrap();
    let mut random = Random::seeded(seed);
    let mut below = |bound| random.below(bound);
    let mut refused = 0;
    for trial in 0..trials {
        let mut bytes = text.clone().into_bytes();
        for _ in 0..=below(3) {
            let at = below(bytes.len());
            // Digits and the signs of JSON do the most harm.
            let byte = match below(3) {
                0 => u8::try_from(below(256)).expect("it is below 256"),
                1 => b"0123456789"[below(10)],
                _ => b"\",:[]{} -.eE"[below(12)],
            };
            match below(4) {
                0 => drop(bytes.remove(at)),
                1 => bytes.insert(at, byte),
                _ => bytes[at] = byte,
            }
        }
        match read(&bytes) {
            Ok(same) => {
                assert_eq!(same, whole, "{trial}: {}", String::from_utf8_lossy(&bytes));
            }
            Err(_) => refused += 1,
        }
    }
    assert!(refused > trials / 2, "{refused} of {trials} are refused");
}

#[test]
fn a_survey_part_with_changed_bytes_is_refused_or_means_the_same() {
    change_at_random(700, 24);
}

#[test]
#[ignore = "takes seconds where nothing is optimized"]
fn each_of_ten_thousand_altered_parts_is_rejected_or_equivalent() {
    change_at_random(10_000, 17);
}

/// `text` with `from` replaced, and with its new digest.
fn forged(text: &str, from: &str, to: &str) -> Result<Vec<SurveyPart>, PartError> {
    assert_eq!(text.matches(from).count(), 1, "{from} in {text}");
    let (fields, _) = text.split_once(",\"digest\"").unwrap();
    let fields = fields.replace(from, to) + "}";
    let digest = bracket24::digest(fields.bytes());
    let open = fields.strip_suffix('}').unwrap();
    read(format!("{open},\"digest\":\"{digest}\"}}").as_bytes())
}

#[test]
fn a_survey_part_with_impossible_hands_or_wrong_sums_is_refused_despite_its_digest() {
    let (survey, text) = part(2);
    assert!(forged(&text, "\"shard\":2", "\"shard\":2").is_ok());
    let most = survey.most.unwrap();
    assert_eq!((most.hand.to_string(), most.solutions), ("1 2 4 4".to_owned(), 8));
    for (from, to) in [
        ("\"hands\":6", "\"hands\":5"),
        ("[[1,2]", "[[1,3]"),
        ("\"solvable\":6", "\"solvable\":5"),
        ("\"solutions\":22", "\"solutions\":23"),
        ("\"single\":2", "\"single\":3"),
        ("\"filled\":0", "\"filled\":18446744073709551615"),
        ("\"shard\":2", "\"shard\":4"),
        ("\"shard\":2", "\"shard\":0"),
        ("1..4", "4"),
        ("1..4", "1..5"),
    ] {
        let refused = forged(&text, from, to);
        assert!(matches!(refused, Err(PartError::Impossible(_, 3))), "{to}: {refused:?}");
    }
    let interrupted = forged(&text, "\"histogram\"", "\"partial\":true,\"histogram\"");
    assert_eq!(interrupted, Err(PartError::Interrupted(2, 3)));
}

#[test]
fn merge_distinguishes_the_kinds_of_invalid_survey_parts() {
    let (survey, text) = part(1);
    let whole = serde_json::to_string(&survey).unwrap();
    let other = text.replace("survey part 3", "survey part 4");
    for (text, error) in [
        ("x".to_owned(), PartError::NotJson { line: 1, column: 1 }),
        (format!("\n{}", &text[..text.len() - 1]), PartError::Incomplete(2)),
        ("{}".to_owned(), PartError::SomethingElse(1)),
        ("\n[]".to_owned(), PartError::SomethingElse(2)),
        (whole, PartError::Whole),
        (text.replace("\"format\":\"survey part 3\",", ""), PartError::NoFormat),
        (other, PartError::Format("survey part 4".to_owned())),
        (text.replace("\"single\":", "\"single\":1"), PartError::Changed),
    ] {
        assert_eq!(read(text.as_bytes()), Err(error), "{text}");
    }
    assert_eq!(read(b""), Ok(Vec::new()));
}

#[test]
fn joining_parts_of_different_runs_reports_what_differs() {
    let (_, text) = part(1);
    let one = &read(text.as_bytes()).unwrap()[0];
    for (from, to, told) in [
        ("\"version\":\"", "\"version\":\"9", "`version` is "),
        (
            "\"target\":\"24\"",
            "\"target\":\"25\"",
            "`target` is \"24\" in one and \"25\" in the other",
        ),
        ("\"engine\":\"split\"", "\"engine\":\"pairs\"", "`engine` is \"split\" in one"),
        ("\"grammar_digest\":\"c", "\"grammar_digest\":\"d", "`grammar_digest` is"),
        ("\"templates_digest\":\"c", "\"templates_digest\":\"d", "`templates_digest` is"),
        ("\"function\"", "\"symbol\"", "`distinct` is \"function\" in one and \"symbol"),
    ] {
        let other = &forged(&text, from, to).unwrap()[0];
        let difference = one.difference(other).unwrap();
        assert!(difference.starts_with(told), "{difference}");
    }
}

#[test]
fn parts_can_be_joined_if_the_path_of_the_same_grammar_was_typed_differently() {
    let (_, text) = part(1);
    let of = |name: &str| forged(&text, "\"left\"", &format!("\"{name}\"")).unwrap().remove(0);
    let [one, other] = ["mine.pest", "./mine.pest"].map(of);
    assert_eq!(one.difference(&other), None);
    let mut changed = other.clone();
    changed.run.grammar_digest = "d".to_owned();
    assert!(one.difference(&changed).unwrap().starts_with("`grammar` is"));
}

#[test]
fn a_survey_of_hands_with_very_many_solutions_is_shown() {
    for most in [u64::MAX - 24, u64::MAX - 8, u64::MAX] {
        let mut survey = Survey::default();
        survey.add(Hand::from([1, 2, 3, 4]), most, Effort::default());
        let run = run(&deck());
        let report = SurveyReport { survey: &survey, run: &run, reachable: None, part: None };
        let mut text = Vec::new();
        write_markdown(&report.document(), &mut text).unwrap();
        assert!(String::from_utf8(text).unwrap().contains(&format!("–{most} ")));
        assert!(report.svg().contains(&most.to_string()));
    }
}
