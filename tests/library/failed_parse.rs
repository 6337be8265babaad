//! A text that is not read: the partial tree, and the change that would mend the text.

use std::sync::Arc;

use bracket24::Grammar;
use bracket24::grammars::UserGrammar;
use bracket24::lessons::{
    Answer, FailedParse, NodeMark, Problem, Recording, TraceDetail, UnitRules,
};

fn failed(text: &str, grammar: &Grammar) -> FailedParse {
    FailedParse::new(text, grammar).unwrap_or_else(|| panic!("`{text}` is read"))
}

/// The names of the rules that are open.
fn open(failed: &FailedParse) -> Vec<&str> {
    let open = failed.tree().nodes.iter().filter(|node| node.is_open);
    open.map(|node| failed.grammar().rules().name(node.rule)).collect()
}

/// The tree in few words: the chains, with `…` after what is open.
fn chains(failed: &FailedParse) -> Vec<String> {
    let shown = |chain: UnitRules| {
        let open = if chain.mark == NodeMark::Open { "…" } else { "" };
        let text = &failed.text()[chain.span];
        format!("{}{} {text}{open}", " ".repeat(chain.depth), chain.rules.join(" › "))
    };
    failed.tree().unit_rules().into_iter().map(shown).collect()
}

#[test]
fn the_tree_at_the_furthest_failure_has_the_matches_inside_open_rules() {
    let failed = failed("(8-4", &Grammar::Left);
    let expected = [
        "line › expression › term › operand (8-4…",
        " expression 8-4",
        "  term › operand › number 8",
        "  subtract › term › operand › number 4",
    ];
    assert_eq!(chains(&failed), expected);
    assert_eq!(failed.at(), 4);
    assert_eq!(open(&failed), ["line", "expression", "term", "operand"]);
}

#[test]
fn the_tree_omits_rules_that_are_only_tried_at_the_furthest_failure() {
    let expected =
        ["line › expression 8-…", " term › operand › number 8", " subtract › term › operand …"];
    assert_eq!(chains(&failed("8-", &Grammar::Left)), expected);
    assert_eq!(chains(&failed("", &Grammar::Left)), ["line › expression › term › operand …"]);
}

#[test]
fn completed_rules_are_not_open_even_if_they_could_match_more() {
    let expected = [
        "line › expression 8-(4+1…",
        " term › operand › number 8",
        " additive -(4+1…",
        "  subtract › expression › term › operand (4+1…",
        "   expression 4+1",
        "    term › operand › number 4",
        "    additive +1",
        "     add › expression › term › operand › number 1",
    ];
    assert_eq!(chains(&failed("8-(4+1", &Grammar::RightSlow)), expected);
}

#[test]
fn a_fixed_text_has_a_parse_and_the_place_of_its_fix() {
    for (text, mended, place) in
        [("(5-8-7*6", "(5-8-7*6)", 8..9), ("8/(3-8/3))", "8/(3-8/3)", 9..9), ("8×3", "8*3", 1..2)]
    {
        let failed = failed(text, &Grammar::Left);
        let found = failed.mended().unwrap_or_else(|| panic!("`{text}` is mended"));
        assert_eq!((found.reading.text(), found.fix.place()), (mended, place));
    }
}

#[test]
fn a_failed_parse_by_a_plain_grammar_also_has_its_open_rules_and_expected_tokens() {
    let source = "file = { SOI ~ pair ~ (\",\" ~ pair)* ~ EOI }\n\
                  pair = { key ~ \"=\" ~ value }\nkey = @{ ASCII_ALPHA+ }\nvalue = @{ ASCII_DIGIT+ }";
    let grammar = Grammar::User(Arc::new(UserGrammar::read("pairs", source).unwrap()));
    let failed = failed("a=1,bc2", &grammar);
    assert_eq!(failed.expected(), ["another letter", "`=`"]);
    assert_eq!(
        chains(&failed),
        ["file a=1,bc…", " pair a=1", "  key a", "  value 1", " pair bc…", "  key bc"]
    );
    let mended = failed.mended().map(|it| it.reading.text());
    assert_eq!(mended, Some("a=1,bc=2"));
}

#[test]
fn a_parse_that_fails_at_a_limit_or_after_matching_has_no_open_rules() {
    let deep = "(".repeat(10_000);
    let many = "9".repeat(100_000);
    for text in [&*deep, &many, "N-N"] {
        let failed = failed(text, &Grammar::Left);
        assert!(open(&failed).is_empty() && failed.expected().is_empty());
    }
    assert_eq!(chains(&failed("N-1", &Grammar::Left)).len(), 3);
}

/// Texts that are nearly expressions.
const BROKEN: &[&str] = &[
    "", "(", ")", "8-", "-8", "8 8", "(8", "8)", "(8-4))", "8 - (4 + ", "8-(4*)", "8+*4", "\0",
    " ", "((8-4)-2", "8/4/2/", "8-4-2x", "8--4", "é", "8-é", "( 8 ( 4", "8 - ( 4 5",
];

#[test]
fn a_recording_and_a_failed_parse_have_the_same_tree_at_the_farthest_failure() {
    for grammar in Grammar::BASIC {
        for text in BROKEN {
            let failed = failed(text, grammar);
            for detail in [TraceDetail::Rules, TraceDetail::Terminals] {
                let recording = Recording::new(text, grammar, detail).unwrap();
                let event = recording.furthest_failure().expect("it is not read");
                let calls = recording.tree_at(event).map(|call| recording.calls[call]);
                let nodes = &failed.tree().nodes;
                let calls: Vec<_> = calls.take(nodes.len()).collect();
                assert_eq!(calls.len(), nodes.len(), "{text} {grammar}");
                for (call, node) in calls.iter().zip(nodes) {
                    assert_eq!((call.rule, call.at()), (node.rule, node.span.start));
                    assert!(call.is_open_at(event) || call.end() == Some(node.span.end));
                }
                assert!(recording.event(event).unwrap().at <= failed.at());
            }
            let rules: Vec<&str> = failed.diagnosis().path.iter().map(|it| &*it.rule).collect();
            assert_eq!(open(&failed)[..rules.len()], rules, "{text} {grammar}");
        }
    }
}

#[test]
fn an_accepted_text_has_no_farthest_failure() {
    for text in ["8", "8-4-2", "(8-4)*(2)"] {
        assert!(FailedParse::new(text, &Grammar::Left).is_none());
        let recording = Recording::new(text, &Grammar::Left, TraceDetail::Terminals).unwrap();
        assert_eq!(recording.furthest_failure(), None);
    }
}

/// The nodes of a mended text in few words.
fn mended(text: &str, grammar: &Grammar) -> Vec<String> {
    let failed = failed(text, grammar);
    let mended = failed.mended().expect("it is mended");
    let nodes = mended.nodes();
    let shown = |node: &UnitRules| {
        let mark = match node.mark {
            NodeMark::PutIn => "+",
            NodeMark::TakenOut => "-",
            _ => "",
        };
        let text = match node.mark {
            NodeMark::TakenOut => &*mended.fix.removed,
            _ => &mended.reading.text()[node.span.clone()],
        };
        format!("{}{mark}{} {text}", " ".repeat(node.depth), node.rules.join(" › "))
    };
    nodes.iter().map(shown).collect()
}

#[test]
fn the_tree_of_a_corrected_text_shows_the_insertion_as_nodes() {
    let expected = [
        "line › expression › term › operand (8-4)",
        " expression 8-4",
        "  term › operand › number 8",
        "  subtract › term › operand › number 4",
        " + )",
    ];
    assert_eq!(mended("(8-4", &Grammar::Left), expected);
    let expected = [
        "line › expression › term 3*(0-8)",
        " operand › number 3",
        " +multiply › operand (0-8)",
        "  +expression 0-8",
        "   +term › operand › number 0",
        "   +subtract › term › operand › number 8",
    ];
    let found = mended("3*-8", &Grammar::Left);
    assert_eq!(found, expected);
    let expected = [
        "line › expression 8-4",
        " term › operand › number 8",
        " subtract › term › operand › number 4",
        " - )",
    ];
    assert_eq!(mended("8-4)", &Grammar::Left), expected);
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn a_slow_failed_parse_offers_a_fix_without_parsing_it() {
    let slow = |brackets: usize| failed(&("(".repeat(brackets) + "8] 4"), &Grammar::RightSlow);
    let few = slow(2);
    assert_eq!(few.mended().map(|it| it.reading.text()), Some("((8)*4)"));
    let many = slow(8);
    assert_eq!(many.diagnosis().fix.as_ref().map(|it| &*it.text), Some("((((((((8)*4)))))))"));
    assert!(many.mended().is_none());
    assert_eq!(many.at(), 9);
    let innermost = |failed: &FailedParse| chains(failed).pop().map(|it| it.trim().to_owned());
    assert_eq!(innermost(&many), innermost(&few));
}

#[test]
fn the_furthest_failure_of_a_rule_that_compares_with_the_stack_depends_on_the_stack() {
    // So many events that the results of rules would be stored if none used the stack.
    let source = "line = { SOI ~ &brackets ~ \"(\"* ~ (same ~ \"!\" | pair ~ \"!\") ~ EOI }
                  brackets = { \"(\" ~ brackets ~ \"?\" | \"(\" ~ brackets ~ \";\" | \"\" }
                  same = { PUSH(\"a\") ~ \"b\" ~ again } pair = { PUSH(\"ab\") ~ again }
                  again = { PEEK ~ \"x\" }";
    let grammar = Grammar::from(UserGrammar::read("stack.pest", source).unwrap());
    // With `a` on the stack, the parser fails at the second `b`, and with `ab` after it.
    assert_eq!(failed(&("(".repeat(10) + "abab"), &grammar).at(), 14);
}

#[test]
fn a_raised_exponent_is_a_card_in_a_grammar_with_powers() {
    let hand = "1 1 2 5".parse().unwrap();
    let answer = Answer::new("5²-1*1", &hand, &24.into(), &Grammar::Extended);
    let diagnosis = answer.reading.failed().unwrap().diagnosis();
    assert_eq!(diagnosis.fix.as_ref().unwrap().text, "5^2-1*1");
}

#[test]
fn the_error_tells_a_space_from_a_tab_and_the_end_of_a_line() {
    let source = "file = { SOI ~ row ~ (\"\\n\" ~ row)* ~ EOI }\nrow = { n ~ (\"\\t\" ~ n)* }\nn = @{ ASCII_DIGIT+ }";
    let grammar = Grammar::User(Arc::new(UserGrammar::read("rows.pest", source).unwrap()));
    let failed = failed("1\t2\n3 4", &grammar);
    assert_eq!(failed.expected(), ["another digit", "a tab", "the end of a line", "the end"]);
}

#[test]
fn words_for_signs_count_as_signs_in_an_answer() {
    let is_right = |text: &str, hand: &str| {
        let hand = hand.parse().unwrap();
        Answer::new(text, &hand, &24.into(), &Grammar::Left).is_right()
    };
    for text in [
        "5 plus 7 = 12, 8 minus 6 = 2, 12 times 2 = 24",
        "5 plus 7 is 12, 8 minus 6 is 2, 12 multiplied by 2 equals 24",
        "(5 Plus 7) times (8 - 6)",
        "7 add 5 = 12; 8-6=2; 12x2=24",
    ] {
        assert!(is_right(&bracket24::typed_signs(text), "5 6 7 8"), "{text}");
    }
    for text in ["5-1/5=4 4/5, 4 4/5 times 5 = 24", "1/5=0.2, 5-0.2=4.8, 4.8 times 5 = 24"] {
        assert!(is_right(text, "1 5 5 5"), "{text}");
    }
    assert!(is_right("1-3/4=1/4, 6 divided by 1/4 = 24", "1 3 4 6"));
    assert!(!is_right("5 plus 7 times 8 minus 6", "5 6 7 8"));
}

#[test]
fn a_running_answer_may_have_decimals_and_mixed_numbers_between_its_equals_signs() {
    let answer = |text: &str, hand: &str| {
        Answer::new(text, &hand.parse().unwrap(), &24.into(), &Grammar::Left)
    };
    for (text, hand) in [
        ("(5-1/5)*5=4.8*5=24", "1 5 5 5"),
        ("(5-1/5)*5=4 4/5*5=24", "1 5 5 5"),
        ("6/(1-3/4)=6/0.25=24", "1 3 4 6"),
        ("6/(1-3/4)=6/¼=24", "1 3 4 6"),
        ("(3+3/7)*7=3 3/7*7=24", "3 3 7 7"),
    ] {
        assert!(answer(text, hand).is_right(), "{text}");
    }
    // A comma ends a step.
    let hand = "6 13 13 3".parse().unwrap();
    let steps = "13 - 13 = 0,6 * 0 = 0,0 - 3 = -3";
    assert!(Answer::new(steps, &hand, &(-3).into(), &Grammar::Left).is_right());
    let wrong = answer("(5-1/5)*5=4.7*5=24", "1 5 5 5");
    assert!(matches!(wrong.problem(), Some(Problem::Step(_))));
}
