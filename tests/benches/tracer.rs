//! Measures the cost of tracing a parser: the parser that pest derives, pest's virtual machine, and
//! the tracer read the same texts.

use std::hint::black_box;
use std::ops::ControlFlow;

use bracket24::Grammar;
use bracket24::lessons::{Recording, TraceDetail, TraceStats};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use pest_vm::Vm;

/// Returns the templates filled with a hand, a long chain, and nested brackets.
fn texts() -> Vec<String> {
    let filled = ["(5-8-7)*6", "8/(3-8/3)", "(7-8/8)*4", "1+2*3-4", "6*(5-(8-7))"];
    let chain = "12+3*(4-5)/6-".repeat(45) + "7";
    let nested = "(".repeat(80) + "1" + &")".repeat(80);
    filled.into_iter().map(str::to_owned).chain([chain, nested]).collect()
}

fn tracer(criterion: &mut Criterion) {
    let grammar = Grammar::Left;
    let rules = grammar.rules();
    let line = rules.rule("line").expect("every grammar has lines");
    let (_, optimized) = pest_meta::parse_and_optimize(&grammar.whole_source()).expect("a grammar");
    let vm = Vm::new(optimized);
    let texts = texts();
    let mut group = criterion.benchmark_group("A trace");
    group.throughput(Throughput::Elements(texts.len() as u64));
    let mut bench = |name: &str, read: &dyn Fn(&str) -> bool| {
        assert!(texts.iter().all(|text| read(text)));
        group.bench_function(name, |bencher| {
            bencher.iter(|| texts.iter().filter(|text| read(black_box(text))).count());
        });
    };
    bench("pest's virtual machine", &|text| vm.parse("line", text).is_ok());
    bench("derived, with the tree made", &|text| grammar.parse(text).is_ok());
    bench("tracer without a listener", &|text| rules.parse(line, text).is_ok());
    bench("tracer, events counted", &|text| {
        let mut events = 0_usize;
        let traced = rules.trace(line, text, |_| {
            events += 1;
            ControlFlow::Continue(())
        });
        black_box(events);
        traced.is_ok()
    });
    bench("results of every call", &|text| {
        Recording::new(text, &grammar, TraceDetail::Rules).is_ok()
    });
    bench("calls counted", &|text| TraceStats::new(text, &grammar).is_ok());
    group.finish();

    let mut group = criterion.benchmark_group("Memoization");
    let text = "(".repeat(8) + "1" + &")".repeat(8);
    for grammar in [Grammar::Right, Grammar::RightSlow] {
        let count = || TraceStats::new(&text, &grammar).expect("within its limits").rule_calls;
        group.throughput(Throughput::Elements(count()));
        group.bench_function(format!("eight brackets, {grammar}"), |bencher| bencher.iter(count));
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().without_plots().sample_size(20);
    targets = tracer
}
criterion_main!(benches);
