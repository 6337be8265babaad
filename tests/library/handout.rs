//! What a page to hand out goes through.

use bracket24::lessons::{Handout, Parse};
use bracket24::tracer::Outcome;
use bracket24::{Grammar, Named};

const TEXTS: [&str; 5] = ["24", "8-4-2", " (5 - 8-7)*6 ", "2/(1-1)+3", "((8-4)*(2))/3-1"];

#[test]
fn what_matched_and_was_not_given_up_is_the_tree() {
    for grammar in Grammar::ALL {
        for text in TEXTS {
            let parse = Parse::new(text, grammar).unwrap();
            let handout = Handout::of(&parse, usize::MAX).unwrap();
            let story = &handout.story;
            let is_given_up = |enter: usize, exit: usize| {
                story.given_up.iter().any(|it| it.since <= enter && exit <= it.after)
            };
            let (mut open, mut stayed) = (Vec::new(), Vec::new());
            for (index, event) in story.events.iter().enumerate() {
                match event.outcome {
                    Outcome::Enter => open.push(index),
                    Outcome::Match { end } => stayed.push((open.pop().unwrap(), index, end)),
                    Outcome::Fail => drop(open.pop()),
                }
            }
            stayed.retain(|&(enter, exit, _)| !is_given_up(enter, exit));
            stayed.sort_unstable();
            let nodes = parse.tree().nodes().iter().zip(&story.places);
            let tree: Vec<_> =
                nodes.map(|(node, place)| (place.enter, place.exit, node.span.end)).collect();
            assert_eq!(stayed, tree, "{text} under {grammar}");
        }
    }
}

#[test]
fn of_too_many_events_those_of_the_tree_are_kept() {
    let [slow, again] = [(); 2].map(|()| Parse::new("(8-4)-2", &Grammar::RightSlow).unwrap());
    let whole = Handout::of(&slow, usize::MAX).unwrap();
    let short = Handout::of(&again, 50).unwrap();
    let tree = again.tree();
    assert!(whole.story.is_whole && !short.story.is_whole);
    assert_eq!(tree, slow.tree());
    assert_eq!(short.story.events.len(), 2 * tree.nodes().len());
    for (node, place) in tree.nodes().iter().zip(&short.story.places) {
        let [enter, exit] = [place.enter, place.exit].map(|index| short.story.events[index]);
        assert_eq!((enter.rule, enter.at), (node.rule, node.span.start));
        assert_eq!(exit.outcome, Outcome::Match { end: node.span.end });
    }
}

#[test]
fn what_comes_after_a_division_by_zero_has_no_step() {
    let parse = Parse::new("(1/(2-2)+3)*4", &Grammar::Left).unwrap();
    let handout = Handout::of(&parse, 1000).unwrap();
    let operations: Vec<&str> = handout.operations().map(|part| &*part.operation).collect();
    assert_eq!(operations, ["2-2", "1/0"]);
    assert_eq!(handout.rule_steps()[0], None);
    let reached = handout.rule_steps().into_iter().flatten();
    assert_eq!(reached.max(), Some(1));
    // Brackets belong to the operand they stand around.
    assert_eq!(handout.parts.last(), Some(&(0..13)));
}
