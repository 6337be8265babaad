//! `bracket24 survey --format html`

use std::ops::ControlFlow;

use bracket24::present::atlas::{Listed, write_atlas};
use bracket24::present::survey_plot;
use bracket24::reports::{Atlas, AtlasFinder, MAX_ATLAS_HANDS};
use bracket24::{Deck, EngineName, Equivalence, Grammar, Named, Rational, SetName, for_each_hand};

use super::plan::Plan;
use super::targets::Targets;
use super::{Arguments, REACHING};
use crate::cli::Outcome;
use crate::cli::failure::Failure;
use crate::cli::file::WholeFile;
use crate::cli::output::Output;
use crate::cli::progress::{Progress, during};

pub(super) fn run(
    engine: EngineName,
    arguments: &Arguments,
    plot: Option<WholeFile>,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    if arguments.shard.is_some() || !arguments.merge.is_empty() {
        return Err(Failure::with_help(
            "a page has a whole deck, and its parts only count solutions",
            "leave out `--shard` and `--merge`",
        ));
    }
    if matches!(arguments.target, Some(Targets::Range(_))) {
        let advice = "give one, such as `--target 24`";
        return Err(Failure::with_help("a page is of one target", advice));
    }
    let plan = Plan::new(engine, arguments)?;
    check_size(&plan.deck)?;
    let engine = plan.method.engine(engine, plan.set()?);
    let finder = AtlasFinder::new(&*engine, &plan.method.target, plan.distinct);
    let mut atlas = Atlas::new(plan.method.target.clone(), engine.templates());
    let mut progress = Progress::new(plan.deck.len())?;
    let mut failed = None;
    let flow = for_each_hand(
        plan.deck.hands(),
        |hand| finder.find(hand),
        |hand, found| match found {
            Ok(found) => {
                let is_listed = arguments.lists_every_hand() || arguments.lists(found.count());
                atlas.add(hand, found, is_listed);
                progress.advance()
            }
            Err(error) => {
                failed = Some(error.into());
                ControlFlow::Break(())
            }
        },
    );
    progress.finish();
    if let Some(failure) = failed {
        return Err(failure);
    }
    if flow.is_break() {
        // A page of a part of the deck would pass for one of the whole.
        output.discard_file();
        return Ok(Outcome::Interrupted);
    }
    let (atlas, run) = (atlas.finish(), plan.run()?);
    if let Some(plot) = plot {
        let reachable = during(REACHING, || run.reachable());
        plot.finish(survey_plot::svg(&atlas.survey, &run, reachable).as_bytes())?;
    }
    let listed = match arguments {
        Arguments { solvable: true, .. } => Listed::Solvable,
        Arguments { unsolvable: true, .. } => Listed::Unsolvable,
        _ => Listed::All,
    };
    let options = options(&plan);
    output.write(|writer| write_atlas(&atlas, &run, listed, &options, writer))?;
    Ok(Outcome::from(atlas.survey.solvable > 0))
}

/// Refuses a deck whose page would be too large to use.
fn check_size(deck: &Deck) -> Result<(), Failure> {
    if deck.len() <= MAX_ATLAS_HANDS {
        return Ok(());
    }
    Err(Failure::with_help(
        format!("there are {} {deck}, and a page has room for {MAX_ATLAS_HANDS}", deck.len()),
        "choose fewer with `--deck` and `--cards`, or list them with `--each --csv`",
    ))
}

/// The options with which `solve` finds the same solutions.
fn options(plan: &Plan) -> String {
    let Plan { engine, method, distinct, .. } = plan;
    let mut options = Vec::new();
    if method.target != Rational::from(24) {
        options.push(format!("--target={}", method.target));
    }
    let templates = method.templates.name();
    if templates != SetName::default().name() {
        options.push(format!("--templates {}", file_name(&templates)));
    }
    if method.grammar != Grammar::default() {
        options.push(format!("--grammar {}", file_name(method.grammar.name())));
    }
    if *distinct != Equivalence::default() {
        options.push(format!("--distinct {distinct}"));
    }
    if !engine.has_templates() {
        options.push(format!("--engine {engine}"));
    }
    options.join(" ")
}

/// The name of a file without the folders that it is in, which are of no use where a
/// page is handed out; in quotes where a shell would take it apart.
fn file_name(name: &str) -> String {
    let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let is_plain = |it: char| it.is_alphanumeric() || "._-+".contains(it);
    if name.chars().all(is_plain) {
        name.to_owned()
    } else {
        format!("'{}'", name.replace('\'', r"'\''"))
    }
}
