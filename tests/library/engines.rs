//! All engines that list solutions find the same ones, and count their work.

use std::collections::BTreeSet;
use std::ops::{ControlFlow, RangeInclusive};

use bracket24::algebra::NormalForm;
use bracket24::reports::{Reason, SolveError, SolveOptions, SolveReport};
use bracket24::{
    Card, Compiled, Deck, Effort, Engine, EngineName, Expression, Grammar, Hand,
    MAX_TEMPLATE_SLOTS, Named, Operator, OperatorSet, Rational, ReachError, Refusal, SetName,
    Solution, Split, TemplateSet, evaluate, for_each_hand,
};
use proptest::prelude::*;
use serde::Deserialize;

#[derive(Deserialize)]
struct Corpus {
    hand: Vec<Case>,
}

/// A hand whose solutions are known.
#[derive(Deserialize)]
pub(crate) struct Case {
    pub(crate) hand: String,
    pub(crate) target: Option<String>,
    pub(crate) count: usize,
    pub(crate) solutions: Option<Vec<String>>,
}

pub(crate) fn corpus() -> Vec<Case> {
    let corpus: Corpus = toml::from_str(include_str!("../cases/hands.toml")).unwrap();
    corpus.hand
}

/// The templates: a set for each hand size.
struct Sets(Vec<TemplateSet>);

impl Sets {
    fn new() -> Self {
        let named = |cards| TemplateSet::named(SetName::Canonical, cards, &Grammar::Left);
        Self((0..=MAX_TEMPLATE_SLOTS).map(named).collect())
    }

    fn solve(&self, engine: EngineName, hand: &Hand, target: &Rational) -> (Vec<Solution>, Effort) {
        let mut solutions = Vec::new();
        let effort = engine.engine(&self.0[hand.cards().len()]).solve(hand, target, &mut |it| {
            solutions.push(it);
            ControlFlow::Continue(())
        });
        (solutions, effort.unwrap())
    }

    /// Returns the solutions of each engine that can solve the hand, grouped by function.
    fn answers(&self, hand: &Hand, target: &Rational) -> Vec<(EngineName, Vec<String>)> {
        let able = |engine: &EngineName| {
            engine.engine(&self.0[hand.cards().len()]).refusal(hand.cards().len()).is_none()
        };
        let answer = |engine: EngineName| {
            let mut texts = BTreeSet::new();
            let solutions = self.solve(engine, hand, target).0;
            let keys: BTreeSet<String> = solutions
                .iter()
                .filter(|it| texts.insert(it.text()))
                .map(|it| NormalForm::of(it.expression(), Clone::clone).unwrap())
                .map(|form| form.to_text(&ToString::to_string))
                .collect();
            (engine, keys.into_iter().collect())
        };
        EngineName::ALL.iter().copied().filter(able).map(answer).collect()
    }

    /// The engines whose solutions differ from those of the first.
    fn dissenting(&self, hand: &Hand, target: &Rational) -> Vec<EngineName> {
        let answers = self.answers(hand, target);
        assert!(answers.len() >= 4, "{hand}");
        let others = answers[1..].iter().filter(|(_, keys)| *keys != answers[0].1);
        others.map(|(engine, _)| *engine).collect()
    }
}

/// Step 2 of how to add an engine.
#[test]
fn every_engine_file_is_in_the_engine_table() {
    for entry in std::fs::read_dir("src/engines").unwrap() {
        let path = entry.unwrap().path();
        let is_engine = |path: &std::path::Path| {
            path.is_file() && std::fs::read_to_string(path).unwrap().contains("const ABOUT: About")
        };
        if is_engine(&path) || is_engine(&path.join("mod.rs")) {
            let name = path.file_stem().unwrap().to_str().unwrap();
            assert!(
                EngineName::by_name(name).is_ok(),
                "step 2 of how to add an engine: `{name}` is not in the table"
            );
        }
    }
}

#[test]
fn every_engine_finds_exactly_the_solutions_of_the_corpus() {
    let sets = Sets::new();
    for case in corpus() {
        let hand: Hand = format!("{},", case.hand).parse().unwrap();
        let target = case.target.as_deref().unwrap_or("24").parse().unwrap();
        let answers = sets.answers(&hand, &target);
        for (engine, keys) in &answers {
            assert_eq!(keys.len(), case.count, "{engine}: {hand} → {target}");
            assert_eq!(keys, &answers[0].1, "{engine}: {hand} → {target}");
        }
        assert!(case.solutions.is_none_or(|texts| texts.len() == case.count), "{hand}");
    }
}

#[test]
fn every_solution_equals_the_target_and_uses_every_card() {
    let sets = Sets::new();
    for (hand, target) in [("0 0 5 5", 10), ("1 1 11 13", 24), ("0 1 1 1", 1)] {
        let (hand, target): (Hand, Rational) = (hand.parse().unwrap(), target.into());
        for engine in EngineName::ALL {
            for solution in sets.solve(*engine, &hand, &target).0 {
                let read = Grammar::Left.parse(solution.text()).unwrap();
                assert_eq!(evaluate(&read), Ok(target.clone()), "{engine}: {}", solution.text());
                assert_eq!(read, *solution.expression(), "{engine}: {}", solution.text());
                let mut order = solution.order().to_vec();
                order.sort_unstable();
                assert!(order.into_iter().eq(0..hand.cards().len()), "{engine}");
                assert_eq!(
                    solution.text_with(|position| hand.cards()[position].to_string()),
                    solution.text()
                );
            }
        }
    }
}

#[test]
fn the_work_for_four_different_cards_matches_the_articles() {
    let sets = Sets::new();
    // No divisor is ever zero.
    let hand: Hand = "5 17 91 403".parse().unwrap();
    let effort = |engine| sets.solve(engine, &hand, &24.into()).1;
    let evaluated = |engine| (effort(engine).evaluated, effort(engine).zero_divisions);
    assert_eq!(evaluated(EngineName::Strings), (1170, 0));
    assert_eq!(evaluated(EngineName::Compiled), (1170, 0));
    assert_eq!(evaluated(EngineName::Pairs), (3888, 0));
    assert_eq!(evaluated(EngineName::Shapes), (3240, 0));
    // It computes no complete results except those that reach the target.
    assert_eq!(evaluated(EngineName::Split), (0, 0));
    assert_eq!(effort(EngineName::Strings).filled, 1170);
    assert_eq!(effort(EngineName::Strings).parsed, 1170);
    assert_eq!(effort(EngineName::Compiled).parsed, 0);
    // 36 pairs of values, and 18 further pairs for each of these.
    assert_eq!(effort(EngineName::Pairs).nodes, 36 + 36 * 18);
    assert!(effort(EngineName::Split).nodes > 0);
}

#[test]
fn an_engine_returns_an_error_and_not_an_empty_list_for_a_hand_it_refuses() {
    let set = TemplateSet::named(SetName::Canonical, 4, &Grammar::Left);
    for name in EngineName::ALL {
        let engine = name.engine(&set);
        let refused = (0..=10).filter_map(|cards| Some((cards, engine.refusal(cards)?)));
        for (cards, refusal) in refused {
            let hand: Hand = (1..=cards).map(|card| u32::try_from(card).unwrap()).collect();
            let solved = engine.solve(&hand, &24.into(), &mut |it| panic!("{name}: {it}"));
            assert_eq!(solved, Err(refusal), "{name}: {cards}");
            let report = SolveReport::new(hand, &*engine, SolveOptions::new(24));
            assert_eq!(report.unwrap_err(), SolveError::Refused(refusal), "{name}: {cards}");
        }
        assert!(engine.refusal(10).is_some(), "{name}");
    }
}

#[test]
fn counts_outlines_and_expressions_are_those_of_the_solutions() {
    let sets = Sets::new();
    for (hand, target) in [("5 6 7 8", 24), ("1 1 11 13", 24), ("0 1 1 1", 1)] {
        let (hand, target): (Hand, Rational) = (hand.parse().unwrap(), target.into());
        let names: Vec<String> = hand.cards().iter().map(Card::digits).collect();
        for name in EngineName::ALL {
            let engine = name.engine(&sets.0[hand.cards().len()]);
            let solutions = sets.solve(*name, &hand, &target).0;
            let (count, _) = engine.count(&hand, &target).unwrap();
            assert_eq!(count, solutions.len() as u64, "{name}: {hand}");

            // A search may find a solution in several ways.
            let mut texts: Vec<_> = solutions.iter().map(Solution::text).collect();
            let done = engine.outlines(&hand, &target, &mut |outline| {
                let mut text = String::new();
                outline.write(&names, &mut text);
                let at = texts.iter().position(|it| *it == text);
                texts.swap_remove(at.unwrap_or_else(|| panic!("{name}: {text} of {hand}")));
                ControlFlow::Continue(())
            });
            assert!(done.is_ok() && texts.is_empty(), "{name}: {texts:?}");

            // A search may group a chain in another way.
            let mut left = solutions.len();
            let done = engine.expressions(&hand, &target, &mut |expression| {
                assert_eq!(evaluate(&expression), Ok(target.clone()), "{name}: {hand}");
                left -= 1;
                ControlFlow::Continue(())
            });
            assert_eq!((done.is_ok(), left), (true, 0), "{name}: {hand}");
        }
    }
}

#[test]
fn an_engine_refuses_by_its_name_what_it_refuses_when_made() {
    let set = TemplateSet::named(SetName::Canonical, 4, &Grammar::Left);
    for name in EngineName::ALL {
        for cards in 1..=10 {
            let refused = name.refusal(OperatorSet::default(), cards);
            let engine = name.engine(&set);
            // An engine with templates refuses what its set has no template for.
            if refused.is_some() || cards == 4 {
                assert_eq!(refused, engine.refusal(cards), "{name}: {cards}");
            }
        }
    }
    assert!(EngineName::Pairs.refusal(OperatorSet::default(), 10).is_some());
}

#[test]
fn an_engine_can_work_on_another_thread() {
    let engine: Box<dyn Engine> = Box::new(Split::new());
    let count = std::thread::spawn(move || {
        let mut count = 0;
        let effort = engine.solve(&Hand::from([3, 3, 8, 8]), &24.into(), &mut |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        effort.map(|_| count)
    });
    assert_eq!(count.join().unwrap(), Ok(1));
}

/// All engines find the same for every hand.
fn check_deck(values: RangeInclusive<u32>, target: i64) {
    let (sets, target) = (Sets::new(), Rational::from(target));
    let deck = Deck::new(values, 4, false).unwrap();
    let mut dissenting = Vec::new();
    let flow = for_each_hand(
        deck.hands(),
        |hand| sets.dissenting(hand, &target),
        |hand, engines| {
            if !engines.is_empty() {
                dissenting.push(format!("{hand}: {engines:?}"));
            }
            ControlFlow::Continue(())
        },
    );
    assert!(flow.is_continue());
    assert!(dissenting.is_empty(), "{} hands, first {}", dissenting.len(), dissenting[0]);
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn all_engines_agree_on_the_hands_of_1_to_13_for_24() {
    check_deck(1..=13, 24);
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn all_engines_agree_on_the_hands_of_0_to_9_for_10() {
    check_deck(0..=9, 10);
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn all_engines_agree_on_values_near_the_limit_of_exact_floats() {
    // The product of the target and of every card plus one is around 2^24.
    check_deck(26..=30, 24);
    check_deck(61..=65, 1);
    check_deck(19..=22, 80);
}

#[test]
fn the_template_engines_have_equal_counts_when_they_are_stopped() {
    let sets = Sets::new();
    let large = "99999999999999999999 99999999999999999999 12 2";
    for (hand, target) in [
        ("3 3 8 8", "24"),
        ("0 1 1 1", "1"),
        ("1 2 3 4", "1/2"),
        ("0 0 5 5", "1000000000000000000000"),
        ("0 0 5 5", "9000000000000000000"),
        ("2000000000 2000000000 3 2", "24"),
        (large, "24"),
    ] {
        let (hand, target): (Hand, Rational) = (hand.parse().unwrap(), target.parse().unwrap());
        for most in 1..20 {
            let found = |engine: EngineName| {
                let (engine, mut texts) = (engine.engine(&sets.0[hand.cards().len()]), Vec::new());
                let effort = engine.solve(&hand, &target, &mut |solution| {
                    texts.push(solution.to_string());
                    if texts.len() < most {
                        ControlFlow::Continue(())
                    } else {
                        ControlFlow::Break(())
                    }
                });
                let Effort { evaluated, zero_divisions, .. } = effort.unwrap();
                (texts, evaluated, zero_divisions)
            };
            let (compiled, strings) = (found(EngineName::Compiled), found(EngineName::Strings));
            assert_eq!(compiled, strings, "{hand} → {target}");
            if compiled.0.len() < most {
                break;
            }
        }
    }
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn all_engines_agree_on_cards_of_any_size_and_multiples_of_the_residue_prime() {
    let sets = Sets::new();
    let prime = "2305843009213693951";
    let (huge, more) = ("9".repeat(300), "7".repeat(299));
    let hands = [
        (format!("{prime} 4611686018427387902 3 8"), ["24", "16", "0", prime]),
        (format!("{prime} {prime} 1 24"), ["24", "23", "2305843009213693952", "-1"]),
        (format!("{prime} {prime} {prime} 4611686018427387902"), ["2", "1/2", "0", prime]),
        (format!("{huge} {huge} 3 8"), ["24", "11", "0", "3/8"]),
        (format!("{huge} {more} {huge} {more}"), ["1", "0", "2", "24"]),
    ];
    let mut found = 0;
    for (hand, targets) in &hands {
        let hand: Hand = hand.parse().unwrap();
        for target in targets {
            let target = target.parse().unwrap();
            assert_eq!(sets.dissenting(&hand, &target), [], "{hand} for {target}");
            let effort = |engine| sets.solve(engine, &hand, &target).1;
            let (strings, compiled) = (effort(EngineName::Strings), effort(EngineName::Compiled));
            assert_eq!(compiled.evaluated, strings.evaluated, "{hand} for {target}");
            assert_eq!(compiled.zero_divisions, strings.zero_divisions, "{hand} for {target}");
            found += sets.solve(EngineName::Split, &hand, &target).0.len();
        }
    }
    assert!(found > 50, "{found} solutions");
}

/// The engines find the same for this hand.
fn check_hand(cards: &[u64], target: &Rational) -> Result<(), TestCaseError> {
    use std::sync::LazyLock;
    static SETS: LazyLock<Sets> = LazyLock::new(Sets::new);

    let cards = cards.iter().map(|card| Card::new(*card).unwrap());
    let hand = Hand::new(cards.collect());
    let dissenting = SETS.dissenting(&hand, target);
    prop_assert!(dissenting.is_empty(), "{hand} → {target}: {dissenting:?}");
    Ok(())
}

/// Hands of two to four cards: many zeros and ones, small cards, large ones.
fn cards() -> impl Strategy<Value = Vec<u64>> {
    let card = prop_oneof![3 => 0..=2_u64, 4 => 0..=13_u64, 1 => 0..=u64::MAX];
    prop::collection::vec(card, 4)
}

/// Targets that are often reached: whole numbers and fractions.
pub(crate) fn target() -> impl Strategy<Value = Rational> {
    (-12..=36_i64, 1..=6_i64).prop_map(|(numer, denom)| format!("{numer}/{denom}").parse().unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn all_engines_agree_on_random_hands_and_targets(cards in cards(), target in target()) {
        check_hand(&cards, &target)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    #[ignore = "it takes minutes; hundreds of such hands are tried by default"]
    fn all_engines_agree_on_thousands_of_random_hands_and_targets(cards in cards(), target in target()) {
        check_hand(&cards, &target)?;
    }
}

#[test]
fn filled_templates_have_the_value_of_their_text_for_any_cards() {
    let canonical = TemplateSet::named(SetName::Canonical, 3, &Grammar::Left);
    let powers =
        TemplateSet::of_operators("^".parse().unwrap(), 3, &Grammar::Extended).unwrap().unwrap();
    for hand in ["1 2 3", "3 0 3", "12345678901234567890 2 5"] {
        let hand: Hand = hand.parse().unwrap();
        for set in [&canonical, &powers] {
            let mut visited = 0;
            Compiled::new(set).values(&hand, |index, order, value| {
                let cards = order.iter().map(|&place| hand.cards()[place].clone());
                let text = set.templates()[index].fill(&cards.collect()).unwrap();
                let expression = Grammar::Extended.parse(&text).unwrap();
                assert_eq!(value, evaluate(&expression).ok(), "{text}");
                visited += 1;
                ControlFlow::Continue(())
            });
            assert!(visited >= set.templates().len());
        }
    }
}

#[test]
fn an_engine_tells_whether_it_fills_templates_and_finds_every_solution() {
    let set = TemplateSet::named(SetName::Canonical, 4, &Grammar::Left);
    for (name, has_templates, finds_each) in [
        (EngineName::Strings, true, false),
        (EngineName::Compiled, true, false),
        (EngineName::Pairs, false, false),
        (EngineName::Split, false, true),
    ] {
        assert_eq!(name.has_templates(), has_templates, "{name:?}");
        let engine = name.engine(&set);
        assert_eq!(engine.templates().is_some(), has_templates, "{name:?}");
        assert_eq!(engine.finds_each_function_once(), finds_each, "{name:?}");
        assert_eq!(engine.finds_no_function_twice(), has_templates || finds_each, "{name:?}");
        assert_eq!(engine.operators(), OperatorSet::default(), "{name:?}");
    }
    assert_eq!(EngineName::Strings.note(), "each string filled, parsed and evaluated");
    let said = ReachError::Ordered.to_string();
    assert_eq!(said, "it takes no ordered hands");
}

/// Adds the cards in their order, and in the reverse order.
#[derive(Debug)]
struct Sums;

impl Engine for Sums {
    fn solve(
        &self,
        hand: &Hand,
        _: &Rational,
        found: &mut dyn FnMut(Solution) -> ControlFlow<()>,
    ) -> Result<Effort, Refusal> {
        let places = || (0..hand.cards().len()).map(Expression::leaf);
        let add = |left, right| Expression::operation(Operator::Add, left, right);
        for sum in [places().reduce(add), places().rev().reduce(add)] {
            if found(Solution::new(&sum.expect("a hand has a card"), hand)).is_break() {
                break;
            }
        }
        Ok(Effort::default())
    }
}

#[test]
fn equal_solutions_with_too_many_cards_to_derive_are_reported_as_the_same_function() {
    let options = SolveOptions { why: true, ..SolveOptions::new(45) };
    let report = SolveReport::new((1..=9).collect(), &Sums, options).unwrap();
    let [left_out] = &report.left_out[..] else { panic!("{:?}", report.left_out) };
    assert_eq!(left_out.why[0].reason, Reason::SameFunction);
    assert_eq!(left_out.why[0].reason.to_string(), "the same function");
}

#[test]
fn efforts_add_up() {
    let mut sum = Effort { filled: 1, parsed: 2, evaluated: 3, zero_divisions: 4, nodes: 5 };
    sum += Effort { filled: 10, parsed: 20, evaluated: 30, zero_divisions: 40, nodes: 50 };
    let both = Effort { filled: 11, parsed: 22, evaluated: 33, zero_divisions: 44, nodes: 55 };
    assert_eq!(sum, both);
    let thrice = Effort { filled: 33, parsed: 66, evaluated: 99, zero_divisions: 132, nodes: 165 };
    assert_eq!(both * 3, thrice);
}

#[cfg(feature = "serde")]
#[test]
fn an_effort_without_nodes_is_written_without_the_nodes_field() {
    let both = Effort { filled: 11, parsed: 22, evaluated: 33, zero_divisions: 44, nodes: 55 };
    let written = |effort: &Effort| serde_json::to_string(effort).unwrap();
    assert!(written(&both).ends_with(r#","nodes":55}"#));
    assert!(!written(&Effort { nodes: 0, ..both }).contains("nodes"));
}
