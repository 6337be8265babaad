//! Descriptions of a template, and of a set by class.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use bracket24::reports::{ClassesReport, TemplateEntry, TemplateReport};
use bracket24::{
    Deck, Engine, Grammar, Hand, LineErrorKind, SetError, SetName, Strings, Template, TemplateSet,
    canonical_texts, evaluate,
};

fn template(text: &str) -> Template {
    Template::parse(text, &Grammar::Left).unwrap()
}

fn report(text: &str) -> TemplateReport {
    TemplateReport::new(template(text), &Grammar::Left).unwrap()
}

fn deck(cards: usize) -> Deck {
    Deck::new(0..=5, cards, false).unwrap()
}

fn on() -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// The templates of a set that solve a hand, by filling and parsing.
fn solving(set: &TemplateSet, hand: &Hand, target: i64) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    Strings::new(set)
        .solve(hand, &target.into(), &mut |solution| {
            found.insert(solution.template().to_string());
            ControlFlow::Continue(())
        })
        .unwrap();
    found
}

#[test]
fn a_template_lists_every_divisor_and_splits_a_product_into_its_factors() {
    assert_eq!(report("N/(N-N/N)").divisors, ["d", "b-c/d"]);
    assert_eq!(report("N/(N*N)").divisors, ["b", "c"]);
    assert_eq!(report("N/(N/N)").divisors, ["c", "b"]);
    assert_eq!(report("N/(N-N)/N").divisors, ["b-c", "d"]);
    assert!(report("N*(N-N)").divisors.is_empty());
    assert_eq!(report("N/(N-N)/N/N/N").divisors, ["b-c", "d", "e", "f"]);
    let set: Vec<String> = (&TemplateSet::named(SetName::Canonical, 2, &Grammar::Left))
        .into_iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(set.len(), 4, "{set:?}");
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn a_template_is_undefined_exactly_if_a_divisor_is_zero() {
    for set in [SetName::Scala, SetName::Five] {
        for template in TemplateSet::named(set, 4, &Grammar::Left).templates() {
            let divisors = report(template.text()).divisors;
            for hand in deck(4).hands().step_by(7) {
                let cards: Vec<String> =
                    hand.cards().iter().map(|card| card.value().to_string()).collect();
                let filled = |text: &str| {
                    let filled = text.replace('a', &cards[0]).replace('b', &cards[1]);
                    let filled = filled.replace('c', &cards[2]).replace('d', &cards[3]);
                    evaluate(&Grammar::Left.parse(&filled).unwrap())
                };
                let undefined =
                    divisors.iter().any(|it| filled(it).is_ok_and(|value| value.is_zero()));
                let filled = template.fill(&hand).unwrap();
                let value = evaluate(&Grammar::Left.parse(&filled).unwrap());
                assert_eq!(value.is_err(), undefined, "{template} {hand}: {divisors:?}");
            }
        }
    }
}

#[test]
fn canonical_templates_need_no_rewrite() {
    for text in (1..=4).flat_map(canonical_texts) {
        let report = report(&text);
        assert!(report.is_canonical(), "{text}: {:?}", report.rewrites);
        assert_eq!(report.entry.class, text);
    }
    assert!(!report("(N)").is_canonical());
    assert!(!report("(N+N)+N").is_canonical());
    for slots in [7, 25] {
        let many = template(&vec!["N"; slots].join("+"));
        assert_eq!(TemplateEntry::new(&many), None);
        assert!(TemplateReport::new(many, &Grammar::Left).is_none());
    }
}

#[test]
fn a_report_lists_the_hands_that_no_other_canonical_template_solves() {
    let target = 6;
    let canonical = TemplateSet::named(SetName::Canonical, 3, &Grammar::Left);
    for text in ["N*N+N", "N-(N-N)", "N/(N/N)", "N*(N-N)", "N/(N-N)", "N-N-N"] {
        let own = TemplateSet::from_lines(text, &Grammar::Left).unwrap();
        let class = report(text).entry.class;
        let hands: Vec<Hand> =
            deck(3).hands().filter(|hand| !solving(&own, hand, target).is_empty()).collect();
        let alone = hands
            .iter()
            .filter(|hand| solving(&canonical, hand, target).iter().all(|other| *other == class))
            .count();
        let tally = report(text).tally(&deck(3), &target.into(), on).unwrap();
        assert_eq!((tally.hands, tally.only), (hands.len() as u64, alone as u64), "{text}");
    }
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn the_73_templates_of_the_tutorial_form_45_classes_and_miss_6_hands() {
    let set = TemplateSet::named(SetName::Scala, 4, &Grammar::Left);
    let decks = ClassesReport::decks(&set, &(1..=13)).unwrap();
    let report = ClassesReport::new(&set, decks, 24.into(), on).unwrap();
    assert_eq!((report.templates, report.present(), report.classes.len()), (73, 45, 93));
    let members: usize = report.classes.iter().map(|entry| entry.templates.len()).sum();
    assert_eq!(members, 73);
    let [missed] = &report.missed[..] else { panic!("{:?}", report.missed) };
    assert_eq!((missed.solvable, missed.missed.len()), (1362, 6));
    let canonical = TemplateSet::named(SetName::Canonical, 4, &Grammar::Left);
    for hand in &missed.missed {
        assert!(solving(&set, hand, 24).is_empty());
        let classes: BTreeSet<String> = report
            .classes
            .iter()
            .filter(|entry| entry.missed.contains(hand))
            .map(|entry| entry.class.clone())
            .collect();
        assert_eq!(classes, solving(&canonical, hand, 24));
    }
}

#[test]
fn a_class_misses_hands_if_its_template_divides_by_zero() {
    let set = TemplateSet::from_lines("N/(N/N)", &Grammar::Left).unwrap();
    let decks = ClassesReport::decks(&set, &(0..=2)).unwrap();
    let report = ClassesReport::new(&set, decks, 0.into(), on).unwrap();
    let entry = report.classes.iter().find(|entry| entry.class == "N*N/N").unwrap();
    assert!(!entry.is_lacking());
    let missed: Vec<String> = entry.missed.iter().map(ToString::to_string).collect();
    assert_eq!(missed, ["0 0 1", "0 0 2"], "0*0/1 is 0, and 0/(0/1) and 0/(1/0) are not");
}

#[test]
fn a_run_over_a_deck_can_be_interrupted() {
    let set = TemplateSet::named(SetName::Scala, 4, &Grammar::Left);
    let mut left = 5;
    let mut until_none_is_left = || {
        left -= 1;
        if left == 0 { ControlFlow::Break(()) } else { on() }
    };
    let decks = ClassesReport::decks(&set, &(1..=13)).unwrap();
    assert!(ClassesReport::new(&set, decks, 24.into(), &mut until_none_is_left).is_none());
    left = 5;
    let stop = || {
        left -= 1;
        if left == 0 { ControlFlow::Break(()) } else { on() }
    };
    assert_eq!(report("N+N").tally(&deck(2), &24.into(), stop), None);
}

#[test]
fn every_bad_line_of_a_template_set_is_reported_with_its_number() {
    let text = "# mine\nN+N\n  N+ \n\nN-N\nN+N+N+N+N+N+N\n5-N";
    let Err(SetError::Lines(errors)) = TemplateSet::from_lines(text, &Grammar::Left) else {
        panic!("three of the lines are no templates");
    };
    let places: Vec<(usize, &str)> = errors.iter().map(|it| (it.number, &*it.text)).collect();
    assert_eq!(places, [(3, "N+"), (6, "N+N+N+N+N+N+N"), (7, "5-N")]);
    let LineErrorKind::Syntax(error) = &errors[0].kind else { panic!("{:?}", errors[0].kind) };
    assert_eq!(error.span, 2..2);
    assert_eq!(errors[1].kind, LineErrorKind::TooManySlots(7));

    let told = SetError::Lines(errors).to_string();
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines.len(), 3);
    assert!(lines[0].starts_with("line 3, `N+`: "), "{told}");
    assert_eq!(lines[1], "line 6: a template of 7 slots; at most 6 are allowed");
    assert!(lines[2].starts_with("line 7, `5-N`: "), "{told}");
    let none = TemplateSet::from_lines("# nothing\n\n", &Grammar::Left);
    assert_eq!(none.unwrap_err(), SetError::Empty);
}

#[test]
fn a_repeated_line_shares_one_template_in_memory() {
    let set = TemplateSet::from_lines("N+N\nN-N\nN+N\n(N+N)\n N-N", &Grammar::Left).unwrap();
    let places: Vec<_> = set.iter().map(|it| it.text().as_ptr()).collect();
    let first = |index: usize| places.iter().position(|it| *it == places[index]).unwrap();
    assert_eq!([0, 1, 2, 3, 4].map(first), [0, 1, 0, 3, 1]);
}
