//! A searchable page with every hand of a deck and its solutions, as one HTML file that loads
//! nothing else.
//!
//! The page contains the atlas as JSON: each template occurs once, with its tree, and each solution
//! is a number. The scripts in `atlas/` display it.

use std::io::{self, Write};

use indexmap::IndexSet;

use crate::difficulty::{Difficulty, Level};
use crate::reports::{Atlas, AtlasHand, AtlasSolution, AtlasTemplate, Detours, SurveyRun};
use crate::serial::{Object, fields, serialize_object};
use crate::words::counted;
use crate::{Grammar, Named, NodeKind, Operator, SetName};

use super::difficulty::remark;
use super::html::{self, Html, scripts};
use super::survey::{method, percent};

const PAGE: Html = Html {
    body: include_str!("atlas/atlas.html"),
    styles: &[
        html::BASE,
        html::TREE_STYLE,
        include_str!("atlas/templates.css"),
        include_str!("atlas/atlas.css"),
    ],
    scripts: &[
        &html::DRAWING,
        &scripts!("atlas": fraction solution hands list state filters
            details templates address open),
    ],
};

/// The choice of the hands that a page lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Listed {
    /// All hands.
    All,
    /// Hands that have a solution.
    Solvable,
    /// Hands without a solution.
    Unsolvable,
}

/// Writes the page of `atlas`. `run` describes how the atlas was made. The page shows a command
/// that lists all solutions of a hand; `options` are the options of this command after the cards.
///
/// # Errors
///
/// Returns the errors of `out`.
pub fn write_atlas(
    atlas: &Atlas,
    run: &SurveyRun,
    listed: Listed,
    options: &str,
    out: &mut dyn Write,
) -> io::Result<()> {
    PAGE.write(&heading(run), &AtlasData { atlas, run, listed, options }, out)
}

fn heading(run: &SurveyRun) -> String {
    let (low, high) = run.deck.split_once("..").expect("a deck is written with both its ends");
    let ordered = if run.ordered { " in every order" } else { "" };
    let cards = counted(run.cards, "card");
    format!("How hands of {cards} from {low} to {high}{ordered} make {}", run.target)
}

/// Returns remarks on all hands together, one sentence each.
fn remarks(atlas: &Atlas, run: &SurveyRun, listed: Listed) -> Vec<String> {
    let survey = &atlas.survey;
    let share = percent(survey.solvable, survey.hands);
    let (is_search, method) = method(run);
    let (hands, solutions) = (counted(survey.hands, "hand"), counted(survey.solutions, "solution"));
    let solved = format!("{} of {hands}", survey.solvable);
    let solved = match (is_complete(atlas, run), run.reachable()) {
        (true, _) => format!("{solved} can be solved ({share})."),
        (false, None) => format!("{solved} have a solution here ({share})."),
        (false, Some(all)) => {
            format!("{solved} have a solution here ({share}); {all} can be solved.")
        }
    };
    let mut remarks = vec![
        solved,
        format!("They have {solutions}, distinct by {}; found by {method}.", run.distinct),
    ];
    if !is_search && ![Grammar::Left, Grammar::Extended].iter().any(|it| it.name() == run.grammar) {
        let truth = "A solution is false if its value in ordinary arithmetic is not";
        remarks.push(format!("{truth} {}.", run.target));
    }
    match listed {
        Listed::All => {}
        Listed::Solvable => remarks.push("Only hands with a solution are listed.".to_owned()),
        Listed::Unsolvable => remarks.push("Only hands without a solution are listed.".to_owned()),
    }
    if let Some(most) = atlas.most {
        remarks.push(format!(
            "The page does not have room for everything: each hand shows only its first {}, and \
             the search for a template covers only these. The counts include all solutions. Each \
             hand shows the command that lists the rest.",
            counted(most, "solution")
        ));
    }
    remarks
}

/// Whether the hands without a solution on the page are known to have none.
fn is_complete(atlas: &Atlas, run: &SurveyRun) -> bool {
    let has_all_templates = || run.templates.as_deref() == Some(SetName::Canonical.name());
    method(run).0
        || run.grammar == Grammar::Left.name()
            && (has_all_templates() || run.reachable() == Some(atlas.survey.solvable))
}

/// The data of the page.
struct AtlasData<'a> {
    atlas: &'a Atlas,
    run: &'a SurveyRun,
    listed: Listed,
    /// The options of the command that lists the solutions of a hand.
    options: &'a str,
}

serialize_object! { AtlasData<'_>, self:
    let Self { atlas, run, listed, options } = self;
    let mut texts = IndexSet::new();
    let reasons = atlas.hands.iter().map(|it| reasons(it, &mut texts)).collect::<Vec<_>>();
    "title" => heading(run),
    "remarks" => remarks(atlas, run, *listed),
    "target" => run.target,
    "grammar" => run.grammar,
    // Where the solutions come from, if they may miss hands that can be solved.
    "incomplete" if !is_complete(atlas, run) => method(run).1,
    "cards" => run.cards,
    "options" => options,
    "templates" => atlas.templates.iter().map(template).collect::<Vec<_>>(),
    // The templates that solve the most hands.
    "commonest" => atlas.commonest,
    // For every two of the `commonest` templates, the number of hands that both solve.
    "shared" => atlas.shared,
    "levels" => Level::ALL,
    "reasons" => texts.iter().collect::<Vec<_>>(),
    "hands" => HandsData { hands: &atlas.hands, reasons },
}

fn template(template: &AtlasTemplate) -> Object {
    let symbol = |kind: &NodeKind<_>| match kind {
        NodeKind::Leaf(_) => "N",
        NodeKind::Operation(Operator::Negate) => "m",
        NodeKind::Operation(Operator::Log) => "l",
        NodeKind::Operation(Operator::Join) => "j",
        NodeKind::Operation(operator) => operator.symbol(),
    };
    let nodes = template.expression.nodes().iter();
    fields! {
        "text" => template.text,
        // Its expression tree in postfix order, with `N` for every slot. Each operator has one
        // character: its sign, or `m` for a minus with one operand, `l` for a logarithm and `j` for
        // joined digits.
        "tree" => nodes.map(|node| symbol(&node.kind)).collect::<String>(),
        "hands" => template.hands,
        "only" => template.only,
    }
}

/// The hands, as one list for each field, so that the name of a field occurs only once.
struct HandsData<'a> {
    hands: &'a [AtlasHand],
    /// The reasons for the rating of each hand: indices into the list of all reasons, with points.
    reasons: Vec<Vec<(usize, Option<i32>)>>,
}

serialize_object! { HandsData<'_>, self:
    let all = || self.hands.iter();
    let solutions = |it: &AtlasHand| it.solutions.iter().map(number).collect::<Vec<_>>();
    let rating = |it: &Difficulty| (it.points, it.known_level().map(|it| it as usize));
    let ratings = all().map(|it| it.difficulty.as_ref().map(rating));
    "cards" => all().map(|it| &it.hand).collect::<Vec<_>>(),
    // The number of distinct solutions.
    "counts" => all().map(|it| it.count).collect::<Vec<_>>(),
    // Bits for properties that all solutions of a hand share: 1 if they need a fraction, 2 if they
    // need a negative number, 4 if they are false.
    "needs" => all().map(|it| marks(it.needs, it.only_false)).collect::<Vec<_>>(),
    // The difficulty: the points and the index of the level, if the hand has one.
    "ratings" => ratings.collect::<Vec<_>>(),
    "reasons" => self.reasons,
    // The solutions as numbers; see [`number`].
    "solutions" => all().map(solutions).collect::<Vec<_>>(),
    // The templates that solve each hand, apart from those of the listed solutions.
    "also" => all().map(|it| &*it.also).collect::<Vec<_>>(),
}

fn reasons(hand: &AtlasHand, texts: &mut IndexSet<String>) -> Vec<(usize, Option<i32>)> {
    let Some(difficulty) = &hand.difficulty else { return Vec::new() };
    let all = difficulty.reasons.iter().map(|it| (it.text.clone(), it.points));
    let guess = difficulty.extrapolated.then(|| (remark(difficulty).to_owned(), None));
    all.chain(guess).map(|(text, points)| (texts.insert_full(text).0, points)).collect()
}

/// Returns a solution as one number: `(template * orders + order) * 8 + marks`. `orders` is the
/// number of orders of the cards, and `order` is the index of the solution's order among them, in
/// lexicographic order. The function [`marks`] computes the `marks` in this formula.
fn number(solution: &AtlasSolution) -> u64 {
    let order = &solution.order;
    let orders: u64 = (1..=order.len() as u64).product();
    let rank = order.iter().enumerate().fold(0, |rank, (place, &card)| {
        let smaller = order[place + 1..].iter().filter(|&&later| later < card).count();
        rank * (order.len() - place) as u64 + smaller as u64
    });
    let marks = marks(solution.by_way_of, solution.is_false);
    (solution.template as u64 * orders + rank) * 8 + u64::from(marks)
}

fn marks(detours: Detours, is_false: bool) -> u8 {
    u8::from(detours.fraction) + 2 * u8::from(detours.negative) + 4 * u8::from(is_false)
}
