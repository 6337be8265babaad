//! A page to search, with every hand of a deck and its solutions; one HTML file with
//! nothing to fetch.
//!
//! The page has the atlas as JSON, each template with its tree once and each solution
//! as a number; the scripts in `atlas/` show it.

mod data;

use std::io::{self, Write};

use crate::present::html::{self, Html};
use crate::present::survey::percent;
use crate::reports::{Atlas, SurveyRun};
use crate::words::counted;
use crate::{Grammar, Named};

use data::AtlasData;

const PAGE: Html = Html {
    body: include_str!("atlas/atlas.html"),
    styles: &[
        html::BASE,
        html::TREE_STYLE,
        include_str!("atlas/templates.css"),
        include_str!("atlas/atlas.css"),
    ],
    scripts: &[&[
        html::DOCUMENT,
        html::LAYOUT,
        html::CHAINS,
        html::TREE,
        include_str!("atlas/fraction.js"),
        include_str!("atlas/solution.js"),
        include_str!("atlas/hands.js"),
        include_str!("atlas/list.js"),
        include_str!("atlas/state.js"),
        include_str!("atlas/filters.js"),
        include_str!("atlas/details.js"),
        include_str!("atlas/templates.js"),
        include_str!("atlas/address.js"),
        include_str!("atlas/open.js"),
    ]],
};

/// Which hands of the deck a page lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Listed {
    /// All of them.
    All,
    /// Those that have a solution.
    Solvable,
    /// Those that have none.
    Unsolvable,
}

/// Writes the page of `atlas`, which was made as `run` says. The command that lists all
/// solutions of a hand has these `options` after its cards.
///
/// # Errors
///
/// Those of `out`.
pub fn write_atlas(
    atlas: &Atlas,
    run: &SurveyRun,
    listed: Listed,
    options: &str,
    out: &mut dyn Write,
) -> io::Result<()> {
    let data = AtlasData::new(atlas, run, heading(run), remarks(atlas, run, listed), options);
    PAGE.write(&data.title, &data, out)
}

fn heading(run: &SurveyRun) -> String {
    let (low, high) = run.deck.split_once("..").expect("a deck is written with both its ends");
    let ordered = if run.ordered { " in every order" } else { "" };
    let cards = counted(run.cards, "card");
    format!("How hands of {cards} from {low} to {high}{ordered} make {}", run.target)
}

/// What is to be said of all hands together, a sentence each.
fn remarks(atlas: &Atlas, run: &SurveyRun, listed: Listed) -> Vec<String> {
    let survey = &atlas.survey;
    let share = percent(survey.solvable, survey.hands);
    let method = match &run.templates {
        Some(templates) => format!("templates {templates}, grammar {}", run.grammar),
        None => "found by a search".to_owned(),
    };
    let mut remarks = vec![
        format!(
            "{} of {} can be solved ({share}).",
            survey.solvable,
            counted(survey.hands, "hand")
        ),
        format!(
            "They have {}, distinct by {}; {method}.",
            counted(survey.solutions, "solution"),
            run.distinct
        ),
    ];
    if run.grammar != Grammar::Left.name() {
        remarks.push(format!(
            "A solution is false where ordinary arithmetic does not make {} of it.",
            run.target
        ));
    }
    match listed {
        Listed::All => {}
        Listed::Solvable => remarks.push("Only hands with a solution are listed.".to_owned()),
        Listed::Unsolvable => remarks.push("Only hands without a solution are listed.".to_owned()),
    }
    if let Some(most) = atlas.most {
        remarks.push(format!(
            "Not all of it has room: of each hand there are only the first {}, and a template is \
             searched for among these; the numbers count all. Each hand has the command that \
             lists the rest.",
            counted(most, "solution")
        ));
    }
    remarks
}
