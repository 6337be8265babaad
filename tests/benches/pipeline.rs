//! Times a string on its way through the library, compared with pest alone and with other
//! evaluators; and times whole hands.
//!
//! In this directory `cargo bench` measures, and `cargo run` then writes the
//! figures to `RESULTS.md`.
//!
//! Every row of the first table works on the same strings: those that the
//! canonical templates for four cards are filled with for one hand of four
//! different cards. Before a row is measured it must find as many strings
//! worth 24 as the engine does.

use std::hint::black_box;
use std::ops::ControlFlow;

use bracket24::algebra::{RationalFunction, Renaming};
use bracket24::{
    Card, Effort, Engine, Evaluator, Expression, Grammar, Hand, LineValue, Rational, SetName,
    Strings, Template, TemplateSet, solve,
};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use itertools::Itertools;
use pest::Parser;

/// The hand to fill in: its cards are all different, so that every order counts.
const HAND: &str = "5 6 7 8";

/// The value of a solution.
const TARGET: i64 = 24;

mod recogniser {
    //! Pest alone, which is the floor: any parser made with it takes longer.

    /// Says whether a text is an expression, or a sheet of them.
    #[derive(pest_derive::Parser)]
    #[grammar = "recogniser.pest"]
    pub(super) struct Recogniser;
}
use recogniser::{Recogniser, Rule};

/// A template, the orders of the cards to fill it with, and the filled strings,
/// each closed by a line feed.
struct Sheet {
    template: Template,
    orders: Vec<Vec<String>>,
    text: String,
}

impl Sheet {
    /// Fills `template` with those orders of the cards that give different
    /// functions of them, as [`Strings`] does for the canonical set.
    fn new(template: &Template, hand: &Hand) -> Self {
        let function = RationalFunction::of(&template.expression()).expect("four slots are few");
        let orders = hand
            .orders()
            .into_iter()
            .unique_by(|order| function.renamed(&Renaming::new(order).expect("an order")))
            .map(|order| order.iter().map(|&card| hand.cards()[card].to_string()).collect())
            .collect();
        let mut sheet = Self { template: template.clone(), orders, text: String::new() };
        let mut text = String::new();
        sheet.fill(&mut text);
        sheet.text = text;
        sheet
    }

    /// Fills all orders into `text`, which is emptied first.
    fn fill(&self, text: &mut String) {
        text.clear();
        for order in &self.orders {
            self.template.fill_into(text, order);
            text.push('\n');
        }
    }
}

fn hand(text: &str) -> Hand {
    text.parse().expect("a hand")
}

fn canonical_set() -> TemplateSet {
    TemplateSet::named(SetName::Canonical, 4, &Grammar::Left)
}

fn evaluator() -> Evaluator {
    Evaluator::new(Rational::from(TARGET))
}

/// Runs the engine on a hand; returns the number of solutions that it met, duplicates included, and
/// its effort.
fn run(engine: &Strings<'_>, hand: &Hand) -> (usize, Effort) {
    let mut solutions = 0;
    let effort = engine.solve(hand, &Rational::from(TARGET), &mut |_| {
        solutions += 1;
        ControlFlow::Continue(())
    });
    (solutions, effort.expect("the set has templates for the hand"))
}

/// Checks and then measures a row, whose work goes over all strings and counts those whose value is
/// the target.
fn row(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    solutions: usize,
    mut pass: impl FnMut() -> usize,
) {
    assert_eq!(pass(), solutions, "{name} finds other solutions than the engine");
    group.bench_function(name, |bencher| bencher.iter(&mut pass));
}

/// Measures a row for another evaluator. It may calculate with floats.
fn peer(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    (strings, solutions): (&[&str], usize),
    mut value: impl FnMut(&str) -> f64,
) {
    #[expect(clippy::cast_precision_loss, reason = "the target is small")]
    let target = TARGET as f64;
    row(group, name, solutions, || {
        strings.iter().filter(|string| (value(string) - target).abs() < 1e-9).count()
    });
}

/// Measures single strings: the steps of the library, the floor, and the peers.
fn strings(criterion: &mut Criterion) {
    let (hand, set) = (hand(HAND), canonical_set());
    let sheets: Vec<Sheet> =
        set.templates().iter().map(|template| Sheet::new(template, &hand)).collect();
    let strings: Vec<&str> = sheets.iter().flat_map(|sheet| sheet.text.lines()).collect();
    let (solutions, effort) = run(&Strings::new(&set), &hand);
    assert_eq!(strings.len() as u64, effort.filled, "the engine fills other strings");

    let mut group = criterion.benchmark_group("A string");
    group.throughput(Throughput::Elements(effort.filled));
    floor(&mut group, &sheets, &strings);
    steps(&mut group, &sheets, &strings, solutions);
    peers(&mut group, (&strings, solutions));
    group.finish();
}

/// Measures pest alone, which finds no solutions and only checks whether it can read all strings.
fn floor(group: &mut BenchmarkGroup<'_, WallTime>, sheets: &[Sheet], strings: &[&str]) {
    row(group, "pest alone", strings.len(), || {
        strings.iter().filter(|string| Recogniser::parse(Rule::line, string).is_ok()).count()
    });
    row(group, "pest alone, a sheet at a time", sheets.len(), || {
        sheets.iter().filter(|sheet| Recogniser::parse(Rule::lines, &sheet.text).is_ok()).count()
    });
}

/// Measures the steps of the library, each by itself and all together.
fn steps(
    group: &mut BenchmarkGroup<'_, WallTime>,
    sheets: &[Sheet],
    strings: &[&str],
    solutions: usize,
) {
    let mut filled = String::new();
    group.bench_function("fill", |bencher| {
        bencher.iter(|| {
            for sheet in sheets {
                for order in &sheet.orders {
                    filled.clear();
                    sheet.template.fill_into(&mut filled, order);
                    black_box(&filled);
                }
            }
        });
    });

    let parse = |string: &str| Grammar::Left.parse(string).expect("a filled template");
    group.bench_function("parse", |bencher| {
        bencher.iter(|| {
            for string in strings {
                black_box(parse(string));
            }
        });
    });

    let expressions: Vec<Expression<Rational>> = strings.iter().copied().map(parse).collect();
    let mut evaluator = evaluator();
    row(group, "evaluate", solutions, || {
        expressions.iter().filter(|expression| evaluator.reaches(expression) == Some(true)).count()
    });

    row(group, "fill, parse, evaluate", solutions, || {
        let mut found = 0;
        for sheet in sheets {
            for order in &sheet.orders {
                filled.clear();
                sheet.template.fill_into(&mut filled, order);
                found += usize::from(evaluator.reaches(&parse(&filled)) == Some(true));
            }
        }
        found
    });

    // The engine does this, with all strings of a template at a time.
    row(group, "fill, evaluate while reading, a sheet at a time", solutions, || {
        let mut found = 0;
        for sheet in sheets {
            sheet.fill(&mut filled);
            let read = Grammar::Left.evaluate_lines(&filled, &mut evaluator, |value| {
                found += usize::from(matches!(value, LineValue::Target(_)));
                ControlFlow::Continue(())
            });
            assert!(read.is_ok(), "a sheet of filled templates");
        }
        found
    });
}

/// Measures other evaluators, which parse and evaluate the same strings with floats.
fn peers(group: &mut BenchmarkGroup<'_, WallTime>, all: (&[&str], usize)) {
    peer(group, "meval", all, |string| meval::eval_str(string).expect("an expression"));

    peer(group, "exmex", all, |string| exmex::eval_str(string).expect("an expression"));

    let mut variables = fasteval::EmptyNamespace;
    peer(group, "fasteval, ez_eval", all, |string| {
        fasteval::ez_eval(string, &mut variables).expect("an expression")
    });

    // The way that its documentation calls faster: one slab for all strings.
    let (parser, mut slab) = (fasteval::Parser::new(), fasteval::Slab::new());
    peer(group, "fasteval, slab kept", all, |string| {
        use fasteval::Evaler;
        let parsed = parser.parse(string, &mut slab.ps).expect("an expression");
        parsed.from(&slab.ps).eval(&slab, &mut variables).expect("a value")
    });

    let engine = rhai_with_fractions();
    peer(group, "rhai", all, |string| {
        let value: rhai::Dynamic = engine.eval_expression(string).expect("an expression");
        // Without a division the value is still a whole number.
        value.as_float().or_else(|_| value.as_int().map(to_float)).expect("a number")
    });
}

/// Returns a rhai engine whose `/` on whole numbers gives a float instead of cutting off the
/// fraction, so that a string has the same value as in the others.
fn rhai_with_fractions() -> rhai::Engine {
    let mut engine = rhai::Engine::new_raw();
    engine.set_fast_operators(false);
    engine.register_fn("/", |a: rhai::INT, b: rhai::INT| to_float(a) / to_float(b));
    engine
}

#[expect(clippy::cast_precision_loss, reason = "the values are small")]
fn to_float(whole: rhai::INT) -> rhai::FLOAT {
    whole as rhai::FLOAT
}

/// Measures whole hands: one with [`solve`], which parses no string, and all hands of four
/// cards from 1 to 13 with the engine.
fn hands(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("Hands");
    let set = canonical_set();
    let engine = Strings::new(&set);
    for text in ["3 3 8 8", HAND] {
        let hand = hand(text);
        group.throughput(Throughput::Elements(run(&engine, &hand).1.filled));
        group.bench_function(format!("solve {text}"), |bencher| {
            bencher.iter(|| solve(black_box(&hand), &Rational::from(TARGET)));
        });
    }

    let cards = (1..=13).map(|card| Card::new(card).expect("a whole number"));
    let all: Vec<Hand> = cards.combinations_with_replacement(4).map(Hand::new).collect();
    let pass = || {
        let mut effort = Effort::default();
        for hand in &all {
            effort += run(&engine, hand).1;
        }
        effort
    };
    group.throughput(Throughput::Elements(pass().filled)).sample_size(10);
    group.bench_function(format!("all {} hands of 1 to 13", all.len()), |b| b.iter(pass));
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().without_plots();
    targets = strings, hands
}
criterion_main!(benches);
