//! A text that is read and evaluated, with the related parts linked.

use bracket24::Grammar;
use bracket24::lessons::{Extent, Parse, Walkthrough};
use bracket24::tracer::{Outcome, What};

const TEXTS: [&str; 5] = ["24", "8-4-2", " (5 - 8-7)*6 ", "2/(1-1)+3", "((8-4)*(2))/3-1"];

#[test]
fn the_tree_consists_of_matches_that_were_not_discarded() {
    for grammar in Grammar::BASIC {
        for text in TEXTS {
            let parse = Parse::new(text, grammar).unwrap();
            let walkthrough = Walkthrough::of_parse(&parse, usize::MAX);
            let mut open = Vec::new();
            // The first and the last event of every rule that matched, and its end.
            let mut matched: Vec<(usize, usize, usize)> = Vec::new();
            let mut entered = Vec::new();
            for (index, (event, _)) in walkthrough.recording.events().enumerate() {
                match (event.what, event.outcome) {
                    (What::Rule(_), Outcome::Enter) => {
                        open.push(index);
                        entered.push(index);
                    }
                    (What::Rule(_), Outcome::Match { end }) => {
                        matched.push((open.pop().unwrap(), index, end));
                    }
                    (What::Rule(_), Outcome::Fail) => {
                        let enter = open.pop().unwrap();
                        matched.retain(|it| it.0 < enter);
                    }
                    (What::Sequence, _) => {
                        let since = entered.get(usize::try_from(event.call).unwrap()).copied();
                        matched.retain(|it| since.is_none_or(|since| it.0 < since));
                    }
                    (What::Terminal(_), _) => {}
                }
            }
            matched.sort_unstable();
            let calls = walkthrough.recording.calls;
            let kept = calls.iter().filter(|call| call.is_kept());
            let kept: Vec<_> = kept
                .map(|call| (call.enter(), call.exit().unwrap(), call.end().unwrap()))
                .collect();
            assert_eq!(matched, kept, "{text} under {grammar}");
            let tree = &walkthrough.recording.tree.nodes;
            assert_eq!(tree.len(), kept.len());
            assert!(tree.iter().zip(kept).all(|(node, (.., end))| node.span.end == end));
        }
    }
}

#[test]
fn a_walkthrough_with_too_many_events_keeps_those_of_the_tree() {
    let parse = Parse::new("(8-4)-2", &Grammar::RightSlow).unwrap();
    let whole = Walkthrough::of_parse(&parse, usize::MAX).recording;
    let short = Walkthrough::of_parse(&parse, 50).recording;
    assert_eq!((whole.extent, short.extent), (Extent::Whole, Extent::Tree));
    assert_eq!(short.tree, whole.tree);
    assert_eq!(short.len(), 2 * short.tree.nodes.len());
    assert_eq!(short.calls.len(), short.tree.nodes.len());
    for event in 0..short.len() {
        let size = short.state_at(event).unwrap().tree_size;
        assert_eq!(size, short.tree_at(event).count());
    }
    for (node, call) in short.tree.nodes.iter().zip(&short.calls) {
        assert_eq!(
            (call.rule, call.at(), call.parent()),
            (node.rule, node.span.start, node.parent)
        );
        assert_eq!((call.depth(), call.end()), (node.depth, Some(node.span.end)));
        let enter = short.event(call.enter()).unwrap();
        assert_eq!((enter.what, enter.outcome), (What::Rule(node.rule), Outcome::Enter));
        let exit = short.event(call.exit().unwrap()).unwrap();
        assert_eq!(exit.what, What::Rule(node.rule));
        assert_eq!(exit.outcome, Outcome::Match { end: node.span.end });
    }
}

#[test]
fn no_steps_follow_a_division_by_zero() {
    let parse = Parse::new("(1/(2-2)+3)*4", &Grammar::Left).unwrap();
    let reduction = Walkthrough::of_parse(&parse, 1000).reduction.unwrap();
    let operations: Vec<&str> = reduction.operations().map(|part| &*part.operation).collect();
    assert_eq!(operations, ["2-2", "1/0"]);
    assert_eq!(reduction.rule_steps()[0], None);
    let reached = reduction.rule_steps().into_iter().flatten();
    assert_eq!(reached.max(), Some(1));
    // Brackets belong to the operand that they enclose.
    assert_eq!(reduction.parts.last(), Some(&(0..13)));
}
