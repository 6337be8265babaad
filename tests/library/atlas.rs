//! Every hand of a deck with its solutions.

use std::ops::{ControlFlow, RangeInclusive};

use bracket24::reports::{
    Atlas, AtlasFinder, AtlasHand, AtlasSolution, CoverageCount, Detours, Found, Inspection,
    MAX_ATLAS_SOLUTIONS, SolveOptions, SolveReport,
};
use bracket24::{Deck, EngineName, Equivalence, Grammar, Hand, Rational, SetName, TemplateSet};

fn atlas(
    values: RangeInclusive<u32>,
    cards: usize,
    set: &TemplateSet,
    engine: EngineName,
    level: Equivalence,
) -> Atlas {
    let (engine, target) = (engine.engine(set), Rational::from(24));
    let finder = AtlasFinder::new(&*engine, &target, level);
    let mut atlas = Atlas::new(target.clone(), &*engine);
    for hand in Deck::new(values, cards, false).unwrap().hands() {
        let found = finder.find(&hand).unwrap();
        atlas.add(hand, found, true);
    }
    atlas.finish()
}

fn canonical() -> TemplateSet {
    TemplateSet::named(SetName::Canonical, 4, &Grammar::Left)
}

/// The texts of a hand's solutions.
fn texts(atlas: &Atlas, hand: &AtlasHand) -> Vec<String> {
    let text = |it: &AtlasSolution| {
        let cards = it.order.iter().map(|&place| hand.hand.cards()[place].to_string());
        let mut cards = cards.collect::<Vec<_>>().into_iter();
        let template = &atlas.templates[it.template].text;
        let filled = template.chars().map(|it| match it {
            'N' => cards.next().unwrap(),
            other => other.to_string(),
        });
        filled.collect::<String>()
    };
    hand.solutions.iter().map(text).collect()
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn the_atlas_has_the_same_numbers_as_the_survey_and_the_coverage() {
    let set = canonical();
    let atlas = atlas(1..=13, 4, &set, EngineName::Compiled, Equivalence::Function);
    let survey = &atlas.survey;
    assert_eq!((survey.hands, survey.solvable, survey.solutions), (1820, 1362, 4078));
    assert_eq!(atlas.hands.iter().map(|it| it.solutions.len()).sum::<usize>(), 4078);
    assert_eq!(atlas.most, None);
    let deck = Deck::new(1..=13, 4, false).unwrap();
    let count = CoverageCount::new(deck, &set, 24.into(), || ControlFlow::Continue(()));
    let coverage = count.report(|| true);
    for it in &coverage.templates {
        let same = atlas.templates.iter().find(|other| other.text == it.template).unwrap();
        assert_eq!((same.hands, same.only), (it.hands, it.only), "{}", it.template);
    }
    assert_eq!(atlas.templates.iter().filter(|it| it.hands == 0).count(), coverage.dead.len());
    // The diagonal of the table of shared hands counts the hands that each template solves.
    for (row, &template) in atlas.commonest.iter().enumerate() {
        assert_eq!(atlas.shared[row][row] as u64, atlas.templates[template].hands);
        let both = |hand: &&AtlasHand| {
            let solves = |it| hand.solutions.iter().any(|solution| solution.template == it);
            solves(template) && solves(atlas.commonest[0])
        };
        assert_eq!(atlas.shared[row][0], atlas.hands.iter().filter(both).count());
    }
}

#[test]
fn the_atlas_has_the_same_solutions_as_solve_at_every_level() {
    for (set, grammar) in [(SetName::Canonical, Grammar::Left), (SetName::Scala, Grammar::Scala)] {
        let set = TemplateSet::named(set, 4, &grammar);
        for level in [Equivalence::Text, Equivalence::Function, Equivalence::FourNums] {
            let atlas = atlas(4..=6, 4, &set, EngineName::Compiled, level);
            for hand in &atlas.hands {
                let options = SolveOptions { distinct: level, ..SolveOptions::new(24) };
                let engine = EngineName::Compiled.engine(&set);
                let report = SolveReport::new(hand.hand.clone(), &*engine, options).unwrap();
                assert_eq!(hand.count, report.solutions.len() as u64);
                let templates = hand.solutions.iter().map(|it| &*atlas.templates[it.template].text);
                assert!(templates.eq(report.solutions.iter().map(|it| it.solution.template())));
                if level == Equivalence::Text {
                    let found = report.solutions.iter().map(|it| it.solution.text());
                    assert!(texts(&atlas, hand).iter().eq(found));
                    let is_false = report.solutions.iter().map(Found::is_false);
                    assert!(hand.solutions.iter().map(|it| it.is_false).eq(is_false));
                }
            }
        }
    }
}

#[test]
fn a_hand_needs_a_detour_only_if_every_template_that_solves_it_needs_it() {
    let set = canonical();
    let atlas = atlas(3..=6, 4, &set, EngineName::Compiled, Equivalence::Function);
    for hand in atlas.hands.iter().filter(|it| it.count > 0) {
        let solving = Inspection::new(hand.hand.clone(), &24.into(), &set, 0).solving;
        let all = |needs: fn(Detours) -> bool| solving.iter().all(|it| needs(it.by_way_of));
        assert_eq!(hand.needs.fraction, all(|it| it.fraction), "{}", hand.hand);
        assert_eq!(hand.needs.negative, all(|it| it.negative), "{}", hand.hand);
    }
}

#[test]
fn no_hand_of_an_atlas_needs_a_negative_number_or_a_fraction_that_ordinary_arithmetic_avoids() {
    let set = canonical();
    let engine = EngineName::Compiled.engine(&set);
    let find = |cards: [u32; 4], target: Rational| {
        let finder = AtlasFinder::new(&*engine, &target, Equivalence::Function);
        let found = finder.find(&Hand::from(cards)).unwrap();
        let mut atlas = Atlas::new(target.clone(), &*engine);
        atlas.add(Hand::from(cards), found, true);
        atlas.finish().hands.remove(0)
    };
    // The template writes (1-9)/4+12, but 12-(9-1)/4 is the same.
    let turned = find([1, 4, 9, 12], 10.into());
    assert!(turned.solutions[0].by_way_of.negative && !turned.needs.negative);
    // The template writes 10/(5-1)/5, but 10/(5*(5-1)) is the same.
    let whole = find([1, 5, 5, 10], "1/2".parse().unwrap());
    assert!(whole.solutions[0].by_way_of.fraction && !whole.needs.fraction);
    // Ordinary arithmetic does not avoid it if the target is negative: (1-3)*12, but 1*1-25.
    assert!(find([1, 1, 3, 12], (-24).into()).needs.negative);
    assert!(!find([1, 1, 1, 25], (-24).into()).needs.negative);
}

#[test]
fn the_atlas_of_a_search_lists_the_templates_that_the_search_finds() {
    let set = canonical();
    let by_search = atlas(5..=8, 4, &set, EngineName::Split, Equivalence::Function);
    let by_templates = atlas(5..=8, 4, &set, EngineName::Compiled, Equivalence::Function);
    assert_eq!(by_search.survey.solutions, by_templates.survey.solutions);
    assert!(by_search.templates.iter().all(|it| it.hands > 0));
    let counts = |atlas: &Atlas| atlas.hands.iter().map(|it| it.count).collect::<Vec<_>>();
    assert_eq!(counts(&by_search), counts(&by_templates));
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn an_atlas_keeps_as_many_solutions_per_hand_as_fit() {
    let set = canonical();
    let engine = EngineName::Compiled.engine(&set);
    let target = Rational::from(24);
    let finder = AtlasFinder::new(&*engine, &target, Equivalence::Function);
    let mut atlas = Atlas::new(target.clone(), &*engine);
    let [few, many] = [[3, 3, 8, 8], [1, 1, 11, 13]].map(Hand::from);
    for (hand, times) in [(many, 20_000), (few, 1000)] {
        let found = finder.find(&hand).unwrap();
        for _ in 0..times {
            atlas.add(hand.clone(), found.clone(), true);
        }
    }
    let atlas = atlas.finish();
    // Seven of the 22 of each, because eight would give 161,000.
    assert_eq!(atlas.most, Some(7));
    let kept: usize = atlas.hands.iter().map(|it| it.solutions.len() + it.also.len()).sum();
    assert_eq!(kept, 141_000);
    assert!(kept <= MAX_ATLAS_SOLUTIONS);
    assert!(atlas.hands.iter().all(|it| it.count == 22 || it.solutions.len() == 1));
    assert_eq!(atlas.survey.solutions, 20_000 * 22 + 1000);
}

#[test]
fn an_atlas_lists_the_solutions_of_a_search_with_more_operators() {
    let (set, target) = (canonical(), Rational::from(9));
    for (operators, level) in [
        ("^", Equivalence::Template),
        ("^", Equivalence::Value),
        ("^√", Equivalence::Text),
        ("^!", Equivalence::Value),
    ] {
        let engine = EngineName::Pairs.engine_for(&set, operators.parse().unwrap()).unwrap();
        let finder = AtlasFinder::new(&*engine, &target, level);
        let mut atlas = Atlas::new(target.clone(), &*engine);
        for hand in Deck::new(2..=3, 2, false).unwrap().hands() {
            let found = finder.find(&hand).unwrap();
            atlas.add(hand, found, true);
        }
        let atlas = atlas.finish();
        assert_eq!(atlas.grammar, Grammar::Extended);
        let hand = atlas.hands.iter().find(|it| it.hand.to_string() == "2 3").unwrap();
        let found = texts(&atlas, hand);
        assert!(found.contains(&"3^2".to_owned()), "{operators} {level}: {found:?}");
        assert!(hand.solutions.iter().all(|it| !it.is_false) && !hand.only_false);
    }
}
