//! A trace and a reduction, moment by moment.

use bracket24::Grammar;
use bracket24::lessons::{
    Frame, Happening, MAX_EVENTS, Parse, ParseTree, Recording, Reduction, StepFrame, Watch,
};
use bracket24::tracer::TraceError;

/// A frame in few words: what happened, the part, the open rules.
fn shown(frame: &Frame<'_>, grammar: &Grammar) -> String {
    let rules = grammar.rules();
    let happened = match frame.happening {
        Happening::Begins(rule) => format!("{} begins", rules.name(rule)),
        Happening::Matched(rule) => format!("{} matched", rules.name(rule)),
        Happening::GaveUp(rule) => format!("{} gave up", rules.name(rule)),
        Happening::Found(terminal) => format!("{terminal} found"),
        Happening::Missed(terminal) => format!("{terminal} missed"),
        Happening::GivenUp => "given up".to_owned(),
    };
    let stack: Vec<&str> = frame.stack.iter().map(|(rule, _)| rules.name(*rule)).collect();
    format!("{happened} {:?} in {}", frame.part, stack.join(" "))
}

fn frames(text: &str, grammar: &Grammar, watch: Watch) -> Vec<String> {
    let recording = Recording::new(text, grammar, watch).unwrap();
    let mut player = recording.player();
    (0..recording.len()).map(|index| shown(&player.frame(index).unwrap(), grammar)).collect()
}

#[test]
fn a_frame_says_what_happened_and_how_far_it_came() {
    let frames = frames("8-", &Grammar::Flat, Watch::Rules);
    assert_eq!(
        frames,
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
            "number gave up 2..2 in line expression subtract operand",
            "slot begins 2..2 in line expression subtract operand slot",
            "slot gave up 2..2 in line expression subtract operand",
            "operand gave up 2..2 in line expression subtract",
            "subtract gave up 2..2 in line expression",
            "expression matched 0..1 in line",
            "given up 0..2 in line",
            "line gave up 0..2 in ",
        ]
    );
}

#[test]
fn terminals_are_frames_where_they_are_wanted() {
    let frames = frames("8", &Grammar::Left, Watch::Terminals);
    let number = frames.iter().position(|frame| frame.starts_with("number begins")).unwrap();
    assert_eq!(
        frames[number + 1..number + 4],
        [
            "ASCII_DIGIT found 0..1 in line expression term operand number",
            "ASCII_DIGIT missed 1..1 in line expression term operand number",
            "number matched 0..1 in line expression term operand",
        ]
    );
}

#[test]
fn frames_are_the_same_forwards_and_back() {
    for text in ["(8-4)*(2+1)", "(8-4", " 6 / ( 1 - 3 / 4 ) "] {
        let recording = Recording::new(text, &Grammar::RightSlow, Watch::Terminals).unwrap();
        let (mut forward, mut back) = (recording.player(), recording.player());
        let forward: Vec<String> =
            (0..recording.len()).map(|at| format!("{:?}", forward.frame(at))).collect();
        for (index, frame) in forward.iter().enumerate().rev() {
            assert_eq!(*frame, format!("{:?}", back.frame(index)), "{text} at {index}");
        }
        assert_eq!(back.frame(recording.len()), None);
    }
}

#[test]
fn the_tree_of_the_last_frame_is_the_parse_tree() {
    let recording = Recording::new("8/(3-8/3)", &Grammar::Left, Watch::Rules).unwrap();
    assert_eq!(recording.result(), Ok(()));
    let mut player = recording.player();
    let last = player.frame(recording.len() - 1).unwrap();
    assert!(last.stack.is_empty() && last.open.is_empty());
    assert_eq!(last.tree, ParseTree::new("8/(3-8/3)", &Grammar::Left).unwrap().nodes());
    let middle = player.frame(20).unwrap();
    let open: Vec<_> = middle.open.iter().map(|&node| middle.tree[node].rule).collect();
    let stack: Vec<_> = middle.stack.iter().map(|(rule, _)| *rule).collect();
    assert_eq!(open, stack, "nothing is only looked at in these grammars");
}

#[test]
fn a_trace_without_end_is_recorded_up_to_the_limit() {
    let text = ["(".repeat(8), "1".to_owned(), ")".repeat(8)].concat();
    let recording = Recording::new(&text, &Grammar::RightSlow, Watch::Rules).unwrap();
    assert_eq!(recording.len(), MAX_EVENTS);
    assert_eq!(recording.result(), Err(&TraceError::Stopped));
    assert!(recording.player().frame(MAX_EVENTS - 1).is_some());
}

#[test]
fn steps_end_with_the_value_or_with_what_cannot_be_done() {
    let parse = Parse::new("8/(3-8/3)", &Grammar::Left).unwrap();
    let reduction = Reduction::of(&parse).unwrap();
    let frames = reduction.frames();
    assert_eq!(frames.len(), 4);
    let StepFrame::Done { before, step } = frames[1] else { panic!("{frames:?}") };
    assert_eq!((before, &*step.part.operation, &*step.left), ("8/(3-(8/3))", "3-(8/3)", "8/(1/3)"));
    assert_eq!(frames[3], StepFrame::Value { left: "24", value: &24.into() });
    let parse = Parse::new("1+5/(3-3)", &Grammar::Left).unwrap();
    let reduction = Reduction::of(&parse).unwrap();
    let Some(StepFrame::ZeroDivision { before, failed }) = reduction.frames().last().copied()
    else {
        panic!("{reduction:?}")
    };
    assert_eq!((before, &*failed.part.operation), ("1+5/0", "5/0"));
}
