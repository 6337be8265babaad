//! Four readers of one text: they agree where they should, and the steps of each are consistent.

use std::collections::HashMap;
use std::sync::Arc;

use bracket24::grammars::UserGrammar;
use bracket24::lessons::readers::{
    Action, Item, OperatorTable, Reader, ReaderRun, Readers, Stack, StepKind, StopReason,
};
use bracket24::lessons::{Divergence, Fixity, MAX_EVENTS, Parse, ParseTree, TraceStats};
use bracket24::tracer::RuleId;
use bracket24::{Grammar, MAX_OPERATORS, Named, Position};
use proptest::prelude::*;

use crate::tree::texts;

fn readers(text: &str) -> Readers {
    Readers::new(text, &Grammar::Left).unwrap()
}

fn count(reading: &ReaderRun, step: StepKind) -> u64 {
    let counts = reading.counts.iter().filter(|it| it.step == step);
    counts.map(|it| it.number).sum()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn all_readers_build_the_tree_and_the_value_of_ordinary_arithmetic(text in texts()) {
        let readers = readers(&text);
        let parse = Parse::new(&text, &Grammar::Left).unwrap();
        for reading in &readers.readings {
            let read = reading.outcome.as_ref().unwrap();
            prop_assert_eq!(read.expression(), parse.expression(), "{} {}", reading.reader, text);
            prop_assert_eq!(read.value(), parse.value());
            prop_assert_eq!(readers.has_same_tree(reading), Some(true));
            prop_assert!(!reading.moments.is_cut);
        }
        prop_assert!(readers.agree() && readers.divergence().is_none());
    }

    #[test]
    fn all_readers_reject_the_same_texts(text in "[-+*/() 017AKNx\u{e9}]{0,9}") {
        let readers = readers(&text);
        let is_read = Grammar::Left.parse(&text).is_ok();
        for reading in &readers.readings {
            prop_assert_eq!(reading.outcome.is_ok(), is_read, "{} {:?}", reading.reader, text);
            if let Err(stop) = &reading.outcome {
                prop_assert!(text.get(stop.span.clone()).is_some());
            }
        }
    }

    #[test]
    fn the_pratt_parser_follows_the_binding_powers(text in texts()) {
        let readers = readers(&text);
        let pratt = readers.reading(Reader::Pratt);
        let moments = &pratt.moments.all;
        for (index, moment) in moments.iter().enumerate() {
            let Action::Compare { power, minimum, .. } = moment.action else { continue };
            let takes = matches!(
                moments.get(index + 1).map(|next| next.action),
                Some(Action::TakeOperand | Action::OpenList)
            );
            prop_assert_eq!(takes, power > minimum, "{} at {}", text, index);
        }
        let last = moments.last().unwrap();
        let lists: Vec<_> = pratt.moments.stack(last, Stack::Lists).collect();
        prop_assert_eq!(lists, [&Item::Rest(text.len()..text.len())]);
        prop_assert_eq!(pratt.moments.height(last, Stack::Calls), 1);
    }

    #[test]
    #[ignore = "`.ci/long` runs it"]
    fn a_memo_keeps_the_parse_tree(text in texts()) {
        for grammar in Grammar::BASIC {
            let Ok(tree) = ParseTree::new(&text, grammar) else { continue };
            let readers = Readers::new(&text, grammar).unwrap();
            let of_tree: Vec<_> =
                tree.nodes.iter().map(|it| (it.rule, it.span.clone(), it.depth)).collect();
            for reader in [Reader::Peg, Reader::Packrat] {
                let made = rebuilt(readers.reading(reader));
                prop_assert_eq!(&made, &of_tree, "{} {} {}", reader, grammar, text);
            }
        }
    }
}

type Node = (RuleId, std::ops::Range<usize>, usize);

/// The parse tree that the moments make, with each lookup replaced by the tree that was made
/// before.
fn rebuilt(reading: &ReaderRun) -> Vec<Node> {
    let mut memo: HashMap<(RuleId, usize), Vec<Node>> = HashMap::new();
    let mut open: Vec<Vec<Node>> = vec![Vec::new()];
    for moment in &reading.moments.all {
        let span = moment.span.clone();
        match moment.action {
            Action::Enter(_) => open.push(Vec::new()),
            Action::Fail(_) => drop(open.pop()),
            Action::Match(rule) => {
                let inside = open.pop().unwrap();
                let below = inside.into_iter().map(|(rule, span, depth)| (rule, span, depth + 1));
                let tree: Vec<Node> =
                    std::iter::once((rule, span.clone(), 0)).chain(below).collect();
                memo.insert((rule, span.start), tree.clone());
                open.last_mut().unwrap().extend(tree);
            }
            Action::LookUp { rule, matched: true } => {
                open.last_mut().unwrap().extend(memo[&(rule, span.start)].iter().cloned());
            }
            Action::LookUp { matched: false, .. } => {}
            Action::Backtrack => {
                open.last_mut().unwrap().retain(|(_, read, _)| read.start < span.start);
            }
            other => panic!("{other:?}"),
        }
    }
    open.pop().unwrap()
}

#[test]
fn the_readers_count_the_same_calls_and_lookups_as_the_trace() {
    for grammar in Grammar::BASIC {
        for text in ["8/(3-8/3)", "(((1)))", "(5-8-7)*6", "8-4-2*3/1", "7"] {
            let stats = TraceStats::new(text, grammar).unwrap();
            let readers = Readers::new(text, grammar).unwrap();
            let [peg, packrat] = [Reader::Peg, Reader::Packrat].map(|it| readers.reading(it));
            assert_eq!(count(peg, StepKind::RuleCall), stats.rule_calls, "{text} {grammar}");
            assert_eq!(count(packrat, StepKind::RuleCall), stats.distinct, "{text} {grammar}");
            let found = count(packrat, StepKind::Found);
            assert!(found <= stats.repeated, "{text} {grammar}");
            assert_eq!(found > 0, stats.repeated > 0, "{text} {grammar}");
            // The packrat parser looks in the memo before each call, and calls a rule only if it
            // finds nothing there.
            let lookups = count(packrat, StepKind::Lookup);
            assert_eq!(lookups, stats.distinct + found, "{text} {grammar}");
            assert_eq!(count(packrat, StepKind::Store), stats.distinct, "{text} {grammar}");
            let last = packrat.moments.all.last().unwrap();
            let kept = packrat.moments.stack(last, Stack::Memo).count();
            assert_eq!(kept as u64, stats.distinct, "{text} {grammar}");
        }
    }
}

/// Without blanks between its tokens, as `compact` first tries it, a sum is shorter.
const DEPENDS_ON_CONTEXT: &str = r#"
    WHITESPACE = _{ " " }
    expression = { compact ~ "!" | sum }
    compact    = @{ sum }
    sum        = { product ~ (add | subtract)* }
    product    = { operand ~ (multiply | divide)* }
    add        = { "+" ~ product }
    subtract   = { "-" ~ product }
    multiply   = { "*" ~ operand }
    divide     = { "/" ~ operand }
    operand    = { number | "(" ~ expression ~ ")" }
"#;

#[test]
fn the_packrat_reader_does_not_keep_a_result_that_depends_on_its_context() {
    let own = UserGrammar::read("own.pest", DEPENDS_ON_CONTEXT).unwrap();
    let own = Grammar::User(Arc::new(own));
    for text in ["8 - 4 - 2", "8-4", "(8 -4)*2"] {
        let tree = ParseTree::new(text, &own).unwrap();
        let of_tree: Vec<_> =
            tree.nodes.iter().map(|it| (it.rule, it.span.clone(), it.depth)).collect();
        let readers = Readers::new(text, &own).unwrap();
        let packrat = readers.reading(Reader::Packrat);
        let name = |rule| own.rules().name(rule);
        let rules = |nodes: &[Node]| -> Vec<_> {
            let nodes = nodes.iter().filter(|node| name(node.0) != "WHITESPACE");
            nodes.map(|(rule, span, depth)| (name(*rule), span.clone(), *depth)).collect()
        };
        assert_eq!(rules(&rebuilt(packrat)), rules(&of_tree), "{text}");
        assert!(readers.agree(), "{text}");
        let stats = TraceStats::new(text, &own).unwrap();
        let calls = count(packrat, StepKind::RuleCall);
        assert_eq!(calls, stats.distinct, "{text}");
        assert_eq!(count(packrat, StepKind::Lookup), calls + count(packrat, StepKind::Found));
        // It stores the results of `operand` and `compact` alone.
        assert!(stats.results_vary && count(packrat, StepKind::Store) < calls, "{text}");
    }
}

#[test]
fn the_shunting_yard_ends_with_one_operand_and_no_operator() {
    let readers = readers("(5-8-7)*6");
    let yard = readers.reading(Reader::ShuntingYard);
    let last = yard.moments.all.last().unwrap();
    assert_eq!(yard.moments.height(last, Stack::Operators), 0);
    let operands: Vec<_> = yard.moments.stack(last, Stack::Operands).collect();
    assert_eq!(operands, [&Item::Operand(0..9)]);
    // Each number and operator is pushed once, as is each of three results, and the
    // bracket; all but the last result are popped.
    assert_eq!(count(yard, StepKind::Push), 4 + 3 + 3 + 1);
    assert_eq!(count(yard, StepKind::Pop), 4 + 3 + 2 + 1);
}

#[test]
fn readers_with_the_table_of_another_grammar_disagree_with_the_grammar() {
    let table = OperatorTable::of(&Grammar::Left);
    let readers = Readers::with_table("(5-8-7)*6", &Grammar::Scala, table).unwrap();
    assert!(!readers.agree());
    let same: Vec<_> = readers.readings.iter().map(|it| readers.has_same_tree(it)).collect();
    assert_eq!(same, [Some(true), Some(true), Some(false), Some(false)]);
    let Divergence { operator_span, .. } = readers.divergence().unwrap();
    assert_eq!(operator_span, 2..3);
}

#[test]
fn a_postfix_operator_has_a_precedence_and_no_associativity() {
    for (text, table) in [
        ("2^3!", "! postfix; ^ right"),
        ("4+3!", "! postfix; + - left"),
        ("-3!", "+ - left; ! postfix; ^ right; - prefix"),
    ] {
        let table = table.parse::<OperatorTable>().unwrap();
        let readers = Readers::with_table(text, &Grammar::Extended, Ok(table)).unwrap();
        let Divergence { regroupings, .. } = readers.divergence().unwrap();
        let fixities: Vec<_> = regroupings.iter().map(|it| it.fixity).collect();
        assert_eq!(fixities, [Fixity::Precedence], "{text}");
    }
}

#[test]
fn an_operator_table_names_the_chains_that_the_grammar_rejects() {
    // `*` and `/` are non-associative.
    let source = Grammar::Left.whole_source();
    let source = source.replace(r#""/" ~ divide)*"#, r#""/" ~ divide)?"#);
    let grammar = UserGrammar::read("own.pest", &source).unwrap();
    let grammar = Grammar::User(Arc::new(grammar));
    let table = OperatorTable::of(&grammar).unwrap();
    assert_eq!(table.rejected_chains(&grammar), ["1*1*1", "1/1/1"]);
    let table: OperatorTable = "+ - left; * / left; ^ right".parse().unwrap();
    assert_eq!(table.rejected_chains(&Grammar::Left), [""; 0]);
}

#[test]
fn every_reader_reports_where_and_why_it_stops() {
    let yard = |text: &str| match &readers(text).reading(Reader::ShuntingYard).outcome {
        Ok(_) => panic!("{text}"),
        Err(stop) => (stop.span.clone(), stop.reason.clone()),
    };
    assert_eq!(yard(""), (0..0, StopReason::NoOperand));
    assert_eq!(yard("8-"), (2..2, StopReason::NoOperand));
    assert_eq!(yard("-3+4"), (0..1, StopReason::NoOperand));
    assert_eq!(yard("8 4"), (2..3, StopReason::NoOperator));
    assert_eq!(yard("8-4)*2"), (3..4, StopReason::NotOpened));
    assert_eq!(yard("2*(8-4"), (2..3, StopReason::NotClosed));
    assert_eq!(yard("8-\0"), (2..3, StopReason::NoToken('\0')));
    assert_eq!(yard("8^4"), (1..2, StopReason::NoToken('^')));
    for text in ["", "8-", "-3+4", "8 4", "8-4)*2", "2*(8-4", "8-\0", "N-1"] {
        for reading in readers(text).readings {
            assert!(reading.outcome.is_err(), "{} {text:?}", reading.reader);
        }
    }
}

#[test]
fn the_pratt_reader_tells_an_operator_of_the_table_from_another_of_the_same_sign() {
    let pratt = |text: &str, table: &str| {
        let table: OperatorTable = table.parse().unwrap();
        let readers = Readers::with_table(text, &Grammar::Left, Ok(table)).unwrap();
        let stop = readers.reading(Reader::Pratt).outcome.as_ref().unwrap_err();
        (stop.span.start, stop.reason.to_string())
    };
    let missing = |it: &str| format!("an {it} is missing");
    let expected = |it: &str| format!("the text ends too early: expected {it}");
    for (text, table, at, reason) in [
        ("8-", "+ - left", 2, expected("a number or `(`")),
        ("8-", "+ - left; - prefix", 2, expected("a number, `(` or `-`")),
        ("8--4", "+ - left", 2, missing("operand")),
        ("8-4", "+ left; - prefix", 1, missing("operator")),
        ("(8", "+ left; - prefix", 2, expected("`+`, `)` or another digit")),
    ] {
        assert_eq!(pratt(text, table), (at, reason), "{text} by {table}");
    }
}

#[test]
fn readers_accept_the_longest_texts_and_reject_longer_ones() {
    let longest = "1-".repeat(MAX_OPERATORS) + "1";
    let read = readers(&longest);
    assert!(read.agree() && read.any_reads());
    assert!(Readers::new(&format!("{longest}-1"), &Grammar::Left).is_err());
    assert!(Readers::new(&"(".repeat(10_000_000), &Grammar::Left).is_err());
    let deepest = "(".repeat(100) + "1" + &")".repeat(100);
    assert!(readers(&deepest).agree());
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn a_reader_keeps_only_the_first_of_many_steps_and_counts_them_all() {
    let text = "(".repeat(8) + "1" + &")".repeat(8);
    let readers = Readers::new(&text, &Grammar::RightSlow).unwrap();
    let [peg, packrat] = [Reader::Peg, Reader::Packrat].map(|it| readers.reading(it));
    assert!(peg.moments.is_cut && peg.moments.all.len() == MAX_EVENTS);
    assert_eq!(count(peg, StepKind::RuleCall), 1_223_335);
    assert!(!packrat.moments.is_cut && packrat.steps() < 200);
}

/// A random text with the operators of a table.
fn with_operators_of(table: &OperatorTable, rng: &mut fastrand::Rng, depth: usize) -> String {
    let signs = |position: Position| -> Vec<&str> {
        let all = table.levels().iter().flat_map(|level| &level.operators);
        all.filter(|it| it.position() == position).map(|it| it.symbol()).collect()
    };
    let [infix, prefix, postfix] =
        [Position::Infix, Position::Prefix, Position::Postfix].map(signs);
    let mut text = String::new();
    for place in 0..=rng.usize(..5) {
        if place > 0 {
            text += rng.choice(&infix).unwrap();
        }
        while !prefix.is_empty() && rng.u8(..4) == 0 {
            text += rng.choice(&prefix).unwrap();
            text += rng.choice(["", " "]).unwrap();
        }
        text += &match depth {
            0..2 if rng.u8(..4) == 0 => {
                ["(", &with_operators_of(table, rng, depth + 1), ")"].concat()
            }
            _ => rng.choice(["1", "23", " 4", "5 "]).unwrap().to_owned(),
        };
        while !postfix.is_empty() && rng.u8(..4) == 0 {
            text += rng.choice(&postfix).unwrap();
        }
    }
    text
}

/// A minus that applies to everything after it, and a plus that groups from the left.
const NO_TABLE: &str = r#"
    expression = { product ~ ("+" ~ add)* }
    product    = _{ operand ~ ("*" ~ multiply | "/" ~ divide | "-" ~ subtract)* }
    add        = { product }
    subtract   = { expression }
    multiply   = { operand }
    divide     = { operand }
"#;

/// A minus before its operand that takes sums, and a division that is tighter than products.
const UNUSUAL: &str = r#"
    expression = _{ product ~ ("*" ~ multiply)* }
    multiply   = { product }
    product    = _{ "-" ~ negate | sum }
    negate     = { product }
    sum        = _{ ratio ~ ("+" ~ add | "-" ~ subtract)? }
    add        = { sum }
    subtract   = { sum }
    ratio      = _{ operand ~ ("/" ~ divide)* }
    divide     = { operand }
"#;

#[test]
#[ignore = "`.ci/long` runs it"]
fn table_driven_readers_build_the_same_trees_as_the_grammar() {
    let mut rng = fastrand::Rng::with_seed(1961);
    let own = UserGrammar::read("unusual.pest", UNUSUAL).expect("it has all roles");
    let own = Grammar::User(Arc::new(own));
    let mut tables = Vec::new();
    for grammar in Grammar::ALL.iter().chain([&own]) {
        let Ok(table) = OperatorTable::of(grammar) else { continue };
        let mut read = 0;
        for _ in 0..2_000 {
            let text = with_operators_of(&table, &mut rng, 0);
            let Ok(expression) = grammar.parse(&text) else { continue };
            let readers = Readers::with_table(&text, grammar, Ok(table.clone())).unwrap();
            for reader in [Reader::Pratt, Reader::ShuntingYard] {
                let run = readers.reading(reader);
                let by_table =
                    run.outcome.as_ref().unwrap_or_else(|stop| panic!("{text}: {stop:?}"));
                assert_eq!(by_table.expression(), &expression, "{grammar} {reader} {text}");
            }
            let pratt = readers.reading(Reader::Pratt);
            let moments = &pratt.moments.all;
            for (index, moment) in moments.iter().enumerate() {
                let Action::Compare { next, power, minimum } = moment.action else { continue };
                let is_taken = match moments.get(index + 1).map(|next| next.action) {
                    Some(Action::TakeOperand | Action::OpenList | Action::TakePrefix(_)) => true,
                    Some(Action::Join(of)) => {
                        Some(of) == next && of.position() == Position::Postfix && power > minimum
                    }
                    _ => false,
                };
                assert_eq!(is_taken, power > minimum, "{text} at {index}");
            }
            assert_eq!(pratt.moments.height(moments.last().unwrap(), Stack::Calls), 1, "{text}");
            read += 1;
        }
        assert!(read > 300, "{grammar}: {read}");
        tables.push(format!("{grammar}: {table}"));
    }
    let known = [
        "left: + - left; * / left",
        "right: + - right; * / right",
        "scala: + right; - right; * right; / right",
        "flat: + - * / left",
        "pemdas: - left; + left; / left; * left",
        "extended: + - left; * / % left; - prefix; ^ right; √ prefix; ! postfix",
        "right_slow: + - right; * / right",
        "unusual.pest: * left; - prefix; + - right; / left",
    ];
    for table in known {
        assert!(tables.iter().any(|it| it == table), "{table}: {tables:?}");
    }
}

#[test]
fn the_error_for_a_grammar_without_an_operator_table_names_a_text_that_shows_it() {
    let own = UserGrammar::read("none.pest", NO_TABLE).expect("it has all roles");
    let own = Grammar::User(Arc::new(own));
    let none = OperatorTable::of(&own).unwrap_err();
    let read = own.parse(&none.text).unwrap();
    assert_eq!(read.to_s_expression(), none.by_grammar);
    assert_ne!(none.by_grammar, none.by_table);
    let readers = Readers::new("1-1+1", &own).unwrap();
    for reader in [Reader::Pratt, Reader::ShuntingYard] {
        let stop = readers.reading(reader).outcome.as_ref().unwrap_err();
        assert_eq!(stop.reason, StopReason::NoTable(none.clone()));
    }
    assert!(readers.divergence().is_none() && readers.any_reads());
}

#[test]
fn an_operator_table_prints_as_it_was_parsed_and_its_errors_are_reported() {
    let table = |text: &str| text.parse::<OperatorTable>();
    let written = "- prefix; + - left; * / % left; ^ right; √ prefix; ! postfix";
    assert_eq!(table(written).unwrap().to_string(), written);
    let read = |text: &str, rows: &str| {
        let readers =
            Readers::with_table(text, &Grammar::Extended, Ok(table(rows).unwrap())).unwrap();
        let [pratt, yard] = [Reader::Pratt, Reader::ShuntingYard].map(|reader| {
            let outcome = readers.reading(reader).outcome.as_ref();
            outcome.map(|it| it.expression().to_s_expression()).map_err(|it| it.reason.clone())
        });
        assert_eq!(pratt.is_ok(), yard.is_ok());
        yard
    };
    assert_eq!(read("2^3^2", "^ left").unwrap(), "(^ (^ 2 3) 2)");
    assert_eq!(read("2^3^2", "^ right").unwrap(), "(^ 2 (^ 3 2))");
    assert_eq!(read("-2^2", "- prefix; ^ right").unwrap(), "(- (^ 2 2))");
    assert_eq!(read("-2^2", "^ right; - prefix").unwrap(), "(^ (- 2) 2)");
    assert_eq!(read("sqrt 4!", "! postfix; √ prefix").unwrap(), "(! (√ 4))");
    assert_eq!(read("2*-3+4", "* left; - prefix; + left").unwrap(), "(* 2 (- (+ 3 4)))");
    assert_eq!(read("2+3", "* left").unwrap_err(), StopReason::NoToken('+'));
    for (rows, said) in [
        ("", "row 1, ``: expected operators and then `left`, `right`, `prefix` or `postfix`"),
        ("+ left; * /", "row 2, `* /`: expected operators"),
        ("+ left; left", "row 2, `left`: expected operators"),
        ("+ & left", "row 1: there is no `left` operator `&`; there are `+`, `-`,"),
        ("! prefix", "row 1: there is no `prefix` operator `!`; there are `-`, `√` and `sqrt`"),
        ("+ left; - + right", "row 2: `+` is in the table already"),
    ] {
        let error = table(rows).unwrap_err();
        assert!(error.starts_with(said), "{rows}: {error}");
    }
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn a_memo_reads_a_text_on_which_the_parser_without_it_reaches_a_limit() {
    let text = format!("{}1{}", "(".repeat(12), ")".repeat(12));
    let readers = Readers::new(&text, &Grammar::RightSlow).unwrap();
    let [peg, packrat] = [Reader::Peg, Reader::Packrat].map(|it| readers.reading(it));
    assert!(peg.outcome.is_err());
    assert_eq!(packrat.outcome.as_ref().unwrap().expression().to_s_expression(), "1");
    // Each pair of brackets takes six calls more.
    assert_eq!(packrat.counts[0].number, 7 + 6 * 12);
    let readers = Readers::new(&text[1..], &Grammar::RightSlow).unwrap();
    let refused = readers.reading(Reader::Packrat).outcome.as_ref().unwrap_err();
    assert!(matches!(refused.reason, StopReason::Grammar(_)), "{refused:?}");
}
