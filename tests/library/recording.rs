//! A recorded trace, and its state at every event.

use std::ops::ControlFlow;
use std::sync::Arc;

use bracket24::Grammar;
use bracket24::grammars::UserGrammar;
use bracket24::lessons::{
    Call, Extent, MAX_EVENTS, Parse, ParseTree, Recording, Reduction, TraceDetail, TraceStats,
};
use bracket24::tracer::{Event, Lookahead, Outcome, TraceError, What};

fn recorded<'g>(text: &str, grammar: &'g Grammar, detail: TraceDetail) -> Recording<'g> {
    Recording::new(text, grammar, detail).unwrap()
}

/// The states in few words: what happened, the part, the open rules.
fn states(text: &str, grammar: &Grammar, detail: TraceDetail) -> Vec<String> {
    let recording = recorded(text, grammar, detail);
    let name = |rule| grammar.rules().name(rule);
    let shown = |index| {
        let state = recording.state_at(index).unwrap();
        let what = match state.event.what {
            What::Rule(rule) => name(rule).to_owned(),
            What::Terminal(terminal) => terminal.to_string(),
            What::Sequence => "sequence".to_owned(),
        };
        let outcome = match state.event.outcome {
            Outcome::Enter => "begins",
            Outcome::Match { .. } => "matched",
            Outcome::Fail => "failed",
        };
        let open = state.stack.iter().map(|&call| name(recording.calls[call].rule));
        let open = open.collect::<Vec<_>>().join(" ");
        format!("{what} {outcome} {:?} in {open}", state.part)
    };
    (0..recording.len()).map(shown).collect()
}

#[test]
fn a_recorded_state_says_what_happened_and_how_far_the_parser_got() {
    assert_eq!(
        states("8-", &Grammar::Flat, TraceDetail::Rules),
        [
            "line begins 0..0 in line",
            "expression begins 0..0 in line expression",
            "operand begins 0..0 in line expression operand",
            "number begins 0..0 in line expression operand number",
            "number matched 0..1 in line expression operand",
            "operand matched 0..1 in line expression",
            "subtract begins 2..2 in line expression subtract",
            "operand begins 2..2 in line expression subtract operand",
            "number begins 2..2 in line expression subtract operand number",
            "number failed 2..2 in line expression subtract operand",
            "slot begins 2..2 in line expression subtract operand slot",
            "slot failed 2..2 in line expression subtract operand",
            "card_letter begins 2..2 in line expression subtract operand card_letter",
            "card_letter failed 2..2 in line expression subtract operand",
            "operand failed 2..2 in line expression subtract",
            "subtract failed 2..2 in line expression",
            "expression matched 0..1 in line",
            "sequence failed 0..2 in line",
            "line failed 0..2 in ",
        ]
    );
}

#[test]
fn the_recording_includes_terminals_on_request() {
    let states = states("8", &Grammar::Left, TraceDetail::Terminals);
    let number = states.iter().position(|state| state.starts_with("number begins")).unwrap();
    assert_eq!(
        states[number + 1..number + 4],
        [
            "ASCII_DIGIT matched 0..1 in line expression term operand number",
            "ASCII_DIGIT failed 1..1 in line expression term operand number",
            "number matched 0..1 in line expression term operand",
        ]
    );
}

/// Every event, as the tracer reports it.
fn traced<'g>(text: &str, grammar: &'g Grammar, detail: TraceDetail) -> Vec<Event<'g>> {
    let mut events = Vec::new();
    let traced = grammar.trace(text, |event| {
        if detail == TraceDetail::Terminals || !matches!(event.what, What::Terminal(_)) {
            events.push(event);
        }
        ControlFlow::Continue(())
    });
    assert!(matches!(traced, Ok(()) | Err(TraceError::Syntax(_))));
    events
}

/// Every event, as a recording reports it; each must belong to the call that comes with it.
fn told<'g>(recording: &Recording<'g>) -> Vec<Event<'g>> {
    let (mut events, mut open) = (Vec::new(), Vec::new());
    recording.tell(|event, call| {
        if let (What::Rule(_), Outcome::Enter) = (event.what, event.outcome) {
            open.push(usize::try_from(event.call).unwrap());
        }
        assert_eq!(*call, recording.calls[*open.last().unwrap()]);
        if let (What::Rule(rule), Outcome::Match { .. } | Outcome::Fail) =
            (event.what, event.outcome)
        {
            assert_eq!((call.rule, call.at()), (rule, event.at));
            assert_eq!(call.end().is_some(), event.outcome != Outcome::Fail);
            open.pop();
        }
        events.push(event);
        ControlFlow::Continue(())
    });
    events
}

#[test]
fn a_recording_has_exactly_the_events_that_the_tracer_reports() {
    for grammar in Grammar::BASIC {
        for text in ["8-4-2", "(8-4)*(2+1)", "(8-4", "", " 6 / ( 1 - 3 / 4 ) "] {
            for detail in [TraceDetail::Rules, TraceDetail::Terminals] {
                let recording = recorded(text, grammar, detail);
                let traced = traced(text, grammar, detail);
                assert_eq!(recording.extent, Extent::Whole);
                assert_eq!(told(&recording), traced, "{text} under {grammar}");
                let kept: Vec<_> =
                    (0..recording.len()).filter_map(|index| recording.event(index)).collect();
                assert_eq!(kept, traced, "{text} under {grammar}");
                assert_eq!(recording.event(recording.len()), None);
            }
        }
    }
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn the_recording_traces_again_when_there_are_too_many_events_to_keep() {
    let text = ["(".repeat(8), "1".to_owned(), ")".repeat(8)].concat();
    let recording = recorded(&text, &Grammar::RightSlow, TraceDetail::Rules);
    assert_eq!((recording.extent, recording.len()), (Extent::Calls, 0));
    let calls = TraceStats::new(&text, &Grammar::RightSlow).unwrap().rule_calls;
    assert_eq!(recording.calls.len() as u64, calls);
    assert!(told(&recording) == traced(&text, &Grammar::RightSlow, TraceDetail::Rules));
    assert_eq!(recording.tree, ParseTree::new(&text, &Grammar::RightSlow).unwrap());
    let mut events = 0;
    recording.tell(|_, _| {
        events += 1;
        if events < 10 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert_eq!(events, 10);
    assert!(recording.calls.iter().any(|call| call.is_again));
    // The farthest failure of a rejected text is an event that is traced again.
    let rejected = recorded(&(text.clone() + ")"), &Grammar::RightSlow, TraceDetail::Terminals);
    let furthest = rejected.furthest().unwrap();
    assert_eq!((rejected.extent, furthest.at()), (Extent::Calls, text.len()));
    let mut number = 0;
    rejected.tell(|event, _| {
        number += 1;
        let is_furthest = number > furthest.event;
        if is_furthest {
            assert_eq!((event.at, event.outcome), (text.len(), Outcome::Fail));
        }
        if is_furthest { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(number, furthest.event + 1);
}

#[test]
fn the_tree_at_an_event_has_matched_and_open_rules_but_no_discarded_ones() {
    for text in ["(8-4)*(2+1)", "(8-4", " 6 / ( 1 - 3 / 4 ) "] {
        let recording = recorded(text, &Grammar::RightSlow, TraceDetail::Terminals);
        let (mut tree, mut stack) = (Vec::new(), Vec::new());
        for (index, (event, _)) in recording.events().enumerate() {
            let number = usize::try_from(event.call).unwrap();
            match (event.what, event.outcome) {
                (What::Rule(_), Outcome::Enter) => {
                    tree.push(number);
                    stack.push(number);
                }
                (What::Rule(_), outcome) => {
                    assert_eq!(stack.pop(), Some(number));
                    tree.retain(|&call| outcome != Outcome::Fail || call < number);
                }
                (What::Sequence, _) => tree.retain(|&call| call < number),
                (What::Terminal(_), _) => {}
            }
            let state = recording.state_at(index).unwrap();
            let shown: Vec<usize> = recording.tree_at(index).collect();
            assert_eq!((&shown, &state.stack), (&tree, &stack), "{text} at {index}");
            assert_eq!(state.tree_size, tree.len(), "{text} at {index}");
        }
    }
}

#[test]
fn rules_matched_in_a_lookahead_are_removed_from_the_tree() {
    let source = Grammar::Left.whole_source();
    let source = source.replace("line = _{ SOI ~", "line = _{ SOI ~ &(operand) ~");
    let own = UserGrammar::read("own.pest", &source).unwrap();
    let grammar = Grammar::User(Arc::new(own));
    let recording = recorded("(8)-4", &grammar, TraceDetail::Rules);
    let looked_at: Vec<usize> = (0..recording.calls.len())
        .filter(|&call| recording.calls[call].lookahead == Lookahead::Positive)
        .collect();
    let [first, .., last] = looked_at[..] else { panic!("{recording:?}") };
    let end = recording.calls[first].exit().unwrap();
    assert_eq!(recording.calls[first].end(), Some(3));
    let tree_at = |event| recording.tree_at(event).collect::<Vec<_>>();
    let before = tree_at(end - 1);
    assert!(before.contains(&first) && before.contains(&last));
    assert_eq!(tree_at(end), [0]);
    for &call in &looked_at {
        assert!(!recording.calls[call].is_kept());
    }
    let tree = &recording.tree.nodes;
    let calls: Vec<usize> = tree.iter().map(|node| usize::try_from(node.call).unwrap()).collect();
    assert_eq!(tree_at(recording.len() - 1), calls);
    assert_eq!(tree.len(), ParseTree::new("(8)-4", &Grammar::Left).unwrap().nodes.len());
}

#[test]
fn a_rule_does_not_fail_where_only_a_negative_lookahead_in_it_looked() {
    let source = r#"line = { SOI ~ "let " ~ name ~ EOI }
        name = @{ !keyword ~ ASCII_ALPHA+ }
        keyword = { ("if" | "for") ~ !ASCII_ALPHA }"#;
    let grammar = Grammar::User(Arc::new(UserGrammar::read("own.pest", source).unwrap()));
    for detail in [TraceDetail::Rules, TraceDetail::Terminals] {
        let recording = recorded("let if = 3", &grammar, detail);
        let reached = |name| {
            let mut calls = recording.calls.iter();
            let rule = grammar.rules().rule(name).unwrap();
            calls.find(|call| call.rule == rule).unwrap().reached()
        };
        assert_eq!([reached("line"), reached("name"), reached("keyword")], [4, 4, 6]);
    }
}

#[test]
fn the_tree_of_the_last_event_is_the_parse_tree() {
    let recording = recorded("8/(3-8/3)", &Grammar::Left, TraceDetail::Rules);
    assert_eq!(recording.result(), Ok(()));
    let last = recording.state_at(recording.len() - 1).unwrap();
    assert!(last.stack.is_empty());
    let tree = ParseTree::new("8/(3-8/3)", &Grammar::Left).unwrap();
    assert_eq!(recording.tree, tree);
    let calls = tree.nodes.iter().map(|node| usize::try_from(node.call).unwrap());
    let shown: Vec<usize> = recording.tree_at(recording.len() - 1).collect();
    assert_eq!(shown, calls.collect::<Vec<_>>());
    assert!(shown.iter().all(|&call| recording.calls[call].is_kept()));
}

#[test]
fn a_backtrack_discards_what_the_sequence_matched() {
    let recording = recorded("8-4", &Grammar::RightSlow, TraceDetail::Rules);
    let is_backtrack = |&index: &usize| recording.event(index).unwrap().what == What::Sequence;
    let backtracks: Vec<usize> = (0..recording.len()).filter(is_backtrack).collect();
    assert!(!backtracks.is_empty());
    for backtrack in backtracks {
        let snapshot = recording.state_at(backtrack).unwrap();
        assert_eq!(snapshot.part.start, snapshot.event.at);
        assert_eq!(Some(snapshot.part.end), recording.reached(backtrack));
        let calls = &recording.calls;
        assert!(calls[*snapshot.stack.last().unwrap()].is_open_at(backtrack));
        let discarded = calls.iter().filter(|call| call.discarded() == Some(backtrack));
        assert!(discarded.clone().count() > 0);
        assert!(discarded.clone().all(|call| call.end().is_some() && !call.is_kept()));
    }
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn a_recording_of_only_the_beginning_of_a_trace_stops_at_the_event_limit() {
    let text = ["(".repeat(8), "1".to_owned(), ")".repeat(8)].concat();
    let recording = Recording::beginning(&text, &Grammar::RightSlow, TraceDetail::Rules).unwrap();
    assert_eq!((recording.extent, recording.len()), (Extent::Beginning, MAX_EVENTS));
    assert_eq!(recording.result(), Err(&TraceError::Stopped));
    let last = recording.state_at(MAX_EVENTS - 1).unwrap();
    assert!(!last.stack.is_empty());
    assert!(last.stack.iter().all(|&call| recording.calls[call].exit().is_none()));
}

#[test]
fn steps_end_with_the_value_or_the_undefined_operation() {
    let parse = Parse::new("8/(3-8/3)", &Grammar::Left).unwrap();
    let reduction = Reduction::of(&parse).unwrap();
    let (before, step) = (reduction.before(1), &reduction.steps[1]);
    assert_eq!(
        (before, &*step.part.operation, &*step.after),
        ("8/(3-(8/3))", "3-(8/3)", "8/(1/3)")
    );
    assert_eq!((reduction.steps.len(), reduction.before(3)), (3, "24"));
    assert_eq!(reduction.value, Ok(24.into()));
    let parse = Parse::new("1+5/(3-3)", &Grammar::Left).unwrap();
    let reduction = Reduction::of(&parse).unwrap();
    let failed = reduction.value.as_ref().unwrap_err();
    assert_eq!((reduction.before(1), &*failed.part.operation), ("1+5/0", "5/0"));
}

#[test]
fn a_recording_marks_a_rule_tried_again_at_a_place_unless_its_result_can_vary() {
    let again = |text: &str, grammar: &Grammar| {
        let recording = recorded(text, grammar, TraceDetail::Rules);
        let rules = grammar.rules();
        let name = |call: &Call| (rules.name(call.rule).to_owned(), call.at());
        recording.calls.iter().filter(|it| it.is_again).map(name).collect::<Vec<_>>()
    };
    let twice = again("8", &Grammar::RightSlow);
    assert!(twice.contains(&("number".to_owned(), 0)), "{twice:?}");
    assert_eq!(again("8-4", &Grammar::Left), []);
    // No blank is allowed between the parts of an atomic rule.
    let source = r#"
        line = { first | second }
        first = @{ pair ~ "!" }
        second = { pair ~ "?" }
        pair = { "a" ~ "b" }
        WHITESPACE = _{ " " }
    "#;
    let grammar = Grammar::User(Arc::new(UserGrammar::read("pairs", source).unwrap()));
    for text in ["a b?", "ab?", "b"] {
        assert_eq!(again(text, &grammar), [], "{text}");
    }
}

#[test]
fn the_farthest_failure_of_a_recording_is_an_event_in_it() {
    let text = "8/(3-8/3)+1*2-3/4+(5-6)*(7-8)+((1+2)*3-";
    let whole = Recording::new(text, &Grammar::Left, TraceDetail::Terminals).unwrap();
    let furthest = whole.furthest_failure().unwrap();
    for limit in [0, furthest, whole.len() - 1, whole.len()] {
        let recording = Recording::within(text, &Grammar::Left, limit).unwrap();
        let failure = recording.furthest_failure();
        assert!(failure.is_none_or(|event| event < recording.len()), "{limit}");
        assert_eq!(recording.furthest().is_some(), failure.is_some(), "{limit}");
    }
}
