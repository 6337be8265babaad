//! The tracer, compared with pest's derived parsers and pest's virtual machine.

use std::cell::Cell;
use std::collections::{BTreeSet, HashSet};
use std::ops::ControlFlow;

use bracket24::tracer::{Outcome, PestGrammar, StackUse, Terminal, TraceError, What};
use pest::Parser;
use pest::error::{Error, ErrorVariant, InputLocation};
use pest::iterators::{Pair, Pairs};
use pest_vm::Vm;
use proptest::prelude::*;

/// A tree as the names and places of its pairs, or the error: its place, the rules that pest
/// expected there, and those that it did not.
pub(crate) type Parsed =
    Result<Vec<(String, usize, usize)>, (InputLocation, [BTreeSet<String>; 2])>;

pub(crate) fn parsed<R: pest::RuleType>(
    result: Result<Pairs<'_, R>, Error<R>>,
    name: impl Fn(R) -> String,
) -> Parsed {
    let place =
        |pair: Pair<'_, R>| (name(pair.as_rule()), pair.as_span().start(), pair.as_span().end());
    match result {
        Ok(pairs) => Ok(pairs.flatten().map(place).collect()),
        Err(error) => {
            let ErrorVariant::ParsingError { positives, negatives } = error.variant else {
                panic!("{} is no error of the parser", error.variant.message());
            };
            let names = |rules: Vec<R>| rules.into_iter().map(&name).collect();
            Err((error.location, [names(positives), names(negatives)]))
        }
    }
}

pub(crate) fn traced(grammar: &PestGrammar, start: &str, text: &str) -> Parsed {
    let start = grammar.rule(start).unwrap();
    let mut open = Vec::new();
    let result = grammar.trace(start, text, |event| {
        if let What::Rule(rule) = event.what {
            match event.outcome {
                Outcome::Enter => {
                    assert_eq!(event.depth, open.len());
                    open.push((rule, event.at));
                }
                Outcome::Match { .. } | Outcome::Fail => {
                    assert_eq!(open.pop(), Some((rule, event.at)), "every rule is left");
                    assert_eq!(event.depth, open.len());
                }
            }
        }
        ControlFlow::Continue(())
    });
    assert!(open.is_empty(), "every rule is left");
    let result = result.map_err(|error| match error {
        TraceError::Syntax(error) => *error,
        other => panic!("{other}"),
    });
    parsed(result, |rule| grammar.name(rule).to_owned())
}

/// How many random texts make up a case: every grammar is tried on 2,560 texts, or on more with
/// `PROPTEST_CASES`.
const BATCH: usize = 80;

/// A grammar, and the results of pest's own parsers for a text.
pub(crate) struct Compared {
    grammar: PestGrammar,
    vm: Vm,
    start: &'static str,
    derived: fn(&str) -> Parsed,
    /// Texts; the grammar reads some of them.
    pub(crate) texts: BoxedStrategy<String>,
}

impl Compared {
    /// Compares the tracer with the parser that pest derives, and with pest's virtual machine;
    /// returns whether the text is read.
    pub(crate) fn agree(&self, text: &str) -> Result<bool, TestCaseError> {
        let traced = traced(&self.grammar, self.start, text);
        prop_assert_eq!(&traced, &(self.derived)(text), "{:?}", text);
        let interpreted = parsed(self.vm.parse(self.start, text), str::to_owned);
        prop_assert_eq!(&traced, &interpreted, "{:?}", text);
        Ok(traced.is_ok())
    }
}

fn tried(compared: &Compared) {
    let texts = proptest::collection::vec(compared.texts.clone(), BATCH);
    let (tried, accepted) = (Cell::new(0_usize), Cell::new(0_usize));
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig::with_cases(32));
    runner
        .run(&texts, |texts| {
            for text in texts {
                let is_read = compared.agree(&text)?;
                tried.set(tried.get() + 1);
                accepted.set(accepted.get() + usize::from(is_read));
            }
            Ok(())
        })
        .unwrap();
    assert!(accepted.get() > tried.get() / 50, "too few texts are accepted");
}

/// Makes a test for each grammar, from whose files pest derives a parser.
macro_rules! same_as_pest {
    ($($test:ident, $module:ident, $texts:expr, $start:ident, $($path:literal)+;)+) => {
        $(
            mod $module {
                #[derive(pest_derive::Parser)]
                $(#[grammar = $path])+
                pub(super) struct Derived;

                pub(super) fn compared() -> super::Compared {
                    use pest::Parser;

                    let source = concat!($(include_str!(concat!("../../", $path))),+);
                    let (_, rules) = pest_meta::parse_and_optimize(source).unwrap();
                    super::Compared {
                        grammar: super::PestGrammar::read(source).unwrap(),
                        vm: super::Vm::new(rules),
                        start: stringify!($start),
                        derived: |text| {
                            let derived = Derived::parse(Rule::$start, text);
                            super::parsed(derived, |rule| format!("{rule:?}"))
                        },
                        texts: proptest::strategy::Strategy::boxed($texts),
                    }
                }
            }

            #[test]
            fn $test() {
                tried(&$module::compared());
            }
        )+

        /// All grammars that are compared so.
        pub(crate) fn all_compared() -> Vec<Compared> {
            vec![$($module::compared()),+]
        }
    };
}

/// Texts of `count` random pieces.
fn texts_of(
    pieces: &'static [&'static str],
    count: std::ops::Range<usize>,
) -> impl Strategy<Value = String> {
    proptest::collection::vec(proptest::sample::select(pieces), count).prop_map(|it| it.concat())
}

fn expressions() -> impl Strategy<Value = String> {
    let pieces = &[
        "1", "23", "N", " ", "\t", "+", "-", "*", "/", "(", ")", "(1", "2)", "3+4", "5*6", "7-8-9",
        "(1/2)", "x", "（",
    ];
    texts_of(pieces, 0..7)
}

same_as_pest! {
    left_is_traced_as_pest_parses_it, left, super::expressions(), line,
        "grammar/left.pest" "grammar/lexical.pest";
    scala_is_traced_as_pest_parses_it, scala, super::expressions(), line,
        "grammar/scala.pest" "grammar/lexical.pest";
    right_is_traced_as_pest_parses_it, right, super::expressions(), line,
        "grammar/right.pest" "grammar/lexical.pest";
    flat_is_traced_as_pest_parses_it, flat, super::expressions(), line,
        "grammar/flat.pest" "grammar/lexical.pest";
    pemdas_is_traced_as_pest_parses_it, pemdas, super::expressions(), line,
        "grammar/pemdas.pest" "grammar/lexical.pest";
    right_slow_is_traced_as_pest_parses_it, right_slow, super::expressions(), line,
        "grammar/right_slow.pest" "grammar/lexical.pest";
    lists_are_traced_as_pest_parses_them, list, super::expressions(), line,
        "grammar/list.pest" "grammar/lexical.pest";
    hands_are_traced_as_pest_parses_them,
        hand,
        super::texts_of(&["1", "23", "A", "q", "10", " ", ",", ";", "x", "-"], 0..7),
        separated,
        "grammar/hand.pest";
    everything_that_pest_has_is_traced_as_pest_parses_it,
        everything,
        super::texts_of(
            &[
                "<axa>", "<ax", "b>", "[1a", "a11a]", "1a]", "!]", "{01", "7fF1}", "77}", "1", "a",
                "b", "@aba", "@", "$a", "$ab a b", "aBz", "ABx", "Ä4", "Ä ", "% x%", "$", "%", " ",
                "#", "#x#", "##", "3.4", ".", "Aé\n", "A9\r", "\n", "é",
            ],
            0..6
        ),
        all,
        "tests/grammars/everything.pest";
}

#[derive(pest_derive::Parser)]
#[grammar = "tests/grammars/blank_pairs.pest"]
struct BlankPairs;

proptest! {
    // Pest's virtual machine makes no pairs for these blanks, unlike every derived parser.
    #[test]
    fn blanks_that_make_pairs_are_traced_as_derived_parsers_read_them(
        text in texts_of(&["1", "23", "+", " ", "\t", "\t\t", "#x#", "##", "# x#", "#\t#", "y"], 0..8)
    ) {
        let source = include_str!("../grammars/blank_pairs.pest");
        let grammar = PestGrammar::read(source).unwrap();
        let derived = parsed(BlankPairs::parse(Rule::sum, &text), |rule| format!("{rule:?}"));
        prop_assert_eq!(traced(&grammar, "sum", &text), derived);
    }
}

#[test]
fn a_trace_ends_with_an_error_where_pest_panics_on_an_empty_stack() {
    for (used, expected) in [
        ("POP", Err(Some(StackUse::Pop))),
        ("PEEK", Err(Some(StackUse::Peek))),
        ("DROP", Err(None)),
        ("PEEK[-1..]", Err(None)),
        ("PEEK_ALL", Ok(())),
        ("POP_ALL", Ok(())),
        ("PEEK[0..]", Ok(())),
        // An alternative, an optional part or a `!` does not save pest from its panic.
        ("(POP | \"x\")", Err(Some(StackUse::Pop))),
        ("PEEK?", Err(Some(StackUse::Peek))),
        ("!PEEK", Err(Some(StackUse::Peek))),
        ("(PUSH(\"x\") ~ POP ~ POP | \"x\")", Ok(())),
        ("PUSH(\"\") ~ POP ~ POP", Err(Some(StackUse::Pop))),
        // An optional part that fails takes what it has pushed off the stack.
        ("(PUSH(\"x\") ~ \"y\")? ~ PEEK", Err(Some(StackUse::Peek))),
    ] {
        let source = format!("a = {{ \"-\" ~ {used} }}");
        let grammar = PestGrammar::read(&source).unwrap();
        let parsed = grammar.parse(grammar.rule("a").unwrap(), "-x");
        let found = match parsed {
            Ok(_) => Ok(()),
            Err(TraceError::EmptyStack { what, at: 1 }) => Err(Some(what)),
            Err(TraceError::Syntax(_)) => Err(None),
            Err(error) => panic!("{error}"),
        };
        assert_eq!(found, expected, "{source}");
        let (_, rules) = pest_meta::parse_and_optimize(&source).unwrap();
        let by_pest = std::panic::catch_unwind(|| Vm::new(rules).parse("a", "-x").is_ok());
        let panics = matches!(expected, Err(Some(_)));
        assert_eq!(by_pest.ok(), (!panics).then_some(expected.is_ok()), "{source}");
    }
}

/// pest drops two characters before the text: usually `^` and the quote.
#[test]
fn what_comes_between_a_caret_and_its_quote_is_traced_as_a_part_of_the_text() {
    for source in
        [r#"a = { ^"e" }"#, r#"a = { ^ "e" }"#, r#"a = { ^   "e" }"#, r#"a = { ^/**/"e" }"#]
    {
        let grammar = PestGrammar::read(source).unwrap();
        let (_, rules) = pest_meta::parse_and_optimize(source).unwrap();
        let vm = Vm::new(rules);
        for text in ["e", "\"e", "  \"E", "**/\"e", "/**/\"e"] {
            let by_pest = vm.parse("a", text).is_ok();
            assert_eq!(traced(&grammar, "a", text).is_ok(), by_pest, "{source} {text}");
        }
    }
}

#[test]
fn the_error_for_a_rejected_text_gives_its_place_and_the_expected_rules() {
    let grammar =
        PestGrammar::read("list = { item ~ (\"\\n\" ~ item)* ~ EOI } item = { \"x\" }").unwrap();
    let error = grammar.parse(grammar.rule("list").unwrap(), "x\nxy").unwrap_err();
    assert!(error.to_string().ends_with("at line 2, column 2"), "{error}");
    let error = grammar.parse(grammar.rule("list").unwrap(), "x\n").unwrap_err();
    let TraceError::Syntax(error) = error else { panic!("{error}") };
    let named = error.renamed_rules(|rule| grammar.name(*rule).to_owned());
    assert!(named.to_string().contains("expected item"), "{named}");
}

#[test]
fn a_trace_ends_when_its_listener_stops_it() {
    let grammar = PestGrammar::read("a = { b* } b = { \"x\" }").unwrap();
    let (mut entered, mut left) = (0, 0);
    let text = "x".repeat(1000);
    let ended = grammar.trace(grammar.rule("a").unwrap(), &text, |event| {
        match (event.what, event.outcome) {
            (What::Rule(_), Outcome::Enter) => entered += 1,
            (What::Rule(_), _) => left += 1,
            (What::Terminal(_) | What::Sequence, _) => {}
        }
        if entered == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!((ended, entered, left), (Err(TraceError::Stopped), 5, 5));
}

#[test]
fn the_parser_repeats_rule_calls_without_memoization() {
    let grammar = bracket24::Grammar::RightSlow;
    let rules = grammar.rules();
    let (mut calls, mut different) = (0, std::collections::HashSet::new());
    let text = "(((((((1)))))))";
    let parsed = rules.trace(rules.rule("line").unwrap(), text, |event| {
        if let (What::Rule(rule), Outcome::Enter) = (event.what, event.outcome) {
            calls += 1;
            different.insert((rule, event.at));
        }
        ControlFlow::Continue(())
    });
    assert!(parsed.is_ok());
    assert_eq!((calls, different.len()), (305_831, 49));
}

#[test]
fn tried_terminals_are_written_as_in_a_grammar() {
    let source = "a = @{ ASCII_DIGIT ~ (!(\"x\" | \"y\") ~ ANY)* ~ 'x'..'z' ~ ^\"Q\" ~ EOI }";
    let grammar = PestGrammar::read(source).unwrap();
    let mut tried = Vec::new();
    let mut classes = HashSet::new();
    grammar
        .trace(grammar.rule("a").unwrap(), "1--xq", |event| {
            if let What::Terminal(terminal) = event.what {
                tried.push(terminal.to_string());
                if let Terminal::Class(class) = terminal {
                    assert_eq!(format!("{class:?}"), class.name);
                    classes.insert(*class);
                }
            }
            ControlFlow::Continue(())
        })
        .unwrap();
    let written = ["ASCII_DIGIT", "(!(\"x\" | \"y\") ~ ANY)*", "'x'..'z'", "^\"Q\"", "EOI"];
    assert_eq!(tried, written);
    assert_eq!(classes.len(), 1);
    let stopped = grammar.trace(grammar.rule("a").unwrap(), "1x", |_| ControlFlow::Break(()));
    assert_eq!(stopped.unwrap_err().to_string(), "stopped");
    assert!(grammar.site_count() > 1);
}

#[test]
fn the_grammar_lists_the_rules_in_the_order_of_its_file() {
    let grammar = PestGrammar::read("b = { a ~ EOI }\na = _{ \"x\" }\nc = { b }").unwrap();
    let names: Vec<_> = grammar.rules().map(|it| grammar.name(it)).collect();
    assert_eq!(names, ["b", "a", "c"]);
}
