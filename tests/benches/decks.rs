//! Times a whole deck: all 1820 hands of four cards from 1 to 13 with the canonical templates, by
//! the template engines and by the splitting search, on one processor and on all of them.

use std::ops::ControlFlow;

use bracket24::reports::{Counter, CoverageCount, Survey};
use bracket24::{
    Deck, EngineName, Equivalence, Grammar, Rational, SetName, TemplateSet, for_each_hand,
};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn deck() -> Deck {
    Deck::new(1..=13, 4, false).unwrap()
}

/// Surveys the deck.
fn survey(set: &TemplateSet, engine: EngineName) -> Survey {
    let (engine, target) = (engine.engine(set), Rational::from(24));
    let counter = Counter::new(&*engine, &target, Equivalence::Function);
    let mut survey = Survey::default();
    let _ = for_each_hand(
        deck().hands(),
        |hand| counter.count(hand).expect("the level is for hands of any size"),
        |hand, (solutions, effort)| {
            survey.add(hand, solutions, effort);
            ControlFlow::Continue(())
        },
    );
    survey
}

/// Counts the hands that each template solves, and finds the fewest templates that solve them all.
fn coverage(set: &TemplateSet) -> usize {
    let count = CoverageCount::new(deck(), set, Rational::from(24), || ControlFlow::Continue(()));
    count.report(|| false).cover.len()
}

fn decks(criterion: &mut Criterion) {
    let set = TemplateSet::named(SetName::Canonical, 4, &Grammar::Left);
    let mut group = criterion.benchmark_group("A deck");
    group.sample_size(10);
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    for threads in [1, processors] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        let on = match threads {
            1 => "on one processor".to_owned(),
            _ => format!("on {threads} processors"),
        };
        for engine in [EngineName::Strings, EngineName::Compiled, EngineName::Split] {
            let effort = survey(&set, engine).effort;
            assert_eq!(effort.parsed, effort.filled, "what is filled is parsed");
            group.throughput(Throughput::Elements(effort.evaluated));
            group.bench_function(format!("survey, {engine}, {on}"), |bencher| {
                bencher.iter(|| pool.install(|| survey(&set, engine)));
            });
        }
        let evaluated = survey(&set, EngineName::Compiled).effort.evaluated;
        group.throughput(Throughput::Elements(evaluated));
        group.bench_function(format!("coverage, {on}"), |bencher| {
            bencher.iter(|| pool.install(|| coverage(&set)));
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().without_plots();
    targets = decks
}
criterion_main!(benches);
