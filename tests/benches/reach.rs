//! Times how long it takes to find which hands of a whole deck have a solution, with new tables
//! each time.

use bracket24::{Deck, Rational, Reach};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// Counts the hands of `cards` cards from 1 to 13 that have a solution, for each of the targets,
/// and adds up the counts.
fn count(cards: usize, targets: impl Iterator<Item = i64>) -> u64 {
    let reach = Reach::new(&deck(cards)).expect("a small deck");
    targets.map(|target| reach.count(&Rational::from(target))).sum()
}

fn deck(cards: usize) -> Deck {
    Deck::new(1..=13, cards, false).expect("its hands can be counted")
}

fn reach(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("Reach");
    for (cards, solvable) in [(4, 1362), (5, 6104), (6, 18554)] {
        assert_eq!(count(cards, 24..=24), solvable);
        group.throughput(Throughput::Elements(deck(cards).len()));
        group.bench_function(format!("hands of {cards} for 24"), |bencher| {
            bencher.iter(|| count(cards, 24..=24));
        });
    }
    assert_eq!(count(4, 1..=100), 92368);
    group.throughput(Throughput::Elements(100 * deck(4).len()));
    group.bench_function("hands of 4 for 1 to 100", |bencher| {
        bencher.iter(|| count(4, 1..=100));
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().without_plots();
    targets = reach
}
criterion_main!(benches);
