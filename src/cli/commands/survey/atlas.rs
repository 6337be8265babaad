//! `bracket24 survey atlas`

use bracket24::present::Plotted;
use bracket24::present::atlas::{Listed, write_atlas};
use bracket24::present::survey::SurveyReport;
use bracket24::reports::{Atlas, AtlasFinder, MAX_ATLAS_HANDS};
use bracket24::{EngineName, Equivalence, Grammar, Named, Rational, SetName};

use super::{HandsOption, Plan, SearchOptions, reachable};
use crate::cli::format::PlotOption;
use crate::cli::{Ended, Failure, Outcome, Output, Progress, formats, input};

/// Write an HTML page of all hands of a deck and their solutions
#[derive(Debug, clap::Args)]
#[command(
    mut_arg("engine", |it| it.help("The engine that solves [default: compiled]"))
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    search: SearchOptions,

    #[command(flatten)]
    hands: HandsOption,

    #[command(flatten)]
    plot: PlotOption,
}

formats!(Arguments: Html);

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Ended {
    let plot = arguments.plot.create(output)?;
    let plan = arguments.search.plan(false)?;
    let deck = &plan.deck;
    if deck.len() > MAX_ATLAS_HANDS {
        return Err(Failure::with_help(
            format!("there are {} {deck}, and a page has room for {MAX_ATLAS_HANDS}", deck.len()),
            "choose fewer with `--deck` and `--cards`, or list them with `survey --each --csv`",
        ));
    }
    let engine = plan.method.engine(plan.engine, plan.set()?);
    let finder = AtlasFinder::new(&*engine, &plan.method.target, plan.distinct);
    let mut atlas = Atlas::new(plan.method.target.clone(), &*engine);
    let mut progress = Progress::new(plan.deck.len())?;
    let hands = &arguments.hands;
    let flow = progress.through(
        plan.deck.hands(),
        |hand| finder.find(hand),
        |hand, found| {
            let is_listed = !hands.is_given() || hands.lists(found.count() > 0);
            atlas.add(hand, found, is_listed);
            Ok(())
        },
    )?;
    if flow.is_break() {
        // A page of a part of the deck would look like the page of the whole deck.
        return Ok(Outcome::Interrupted);
    }
    let (atlas, run) = (atlas.finish(), plan.run()?);
    if let Some(plot) = plot {
        let (survey, reachable) = (&atlas.survey, reachable(&run));
        plot.finish(SurveyReport { survey, run: &run, reachable, part: None }.svg().as_bytes())?;
    }
    let listed = match arguments.hands {
        HandsOption { solvable: true, .. } => Listed::Solvable,
        HandsOption { unsolvable: true, .. } => Listed::Unsolvable,
        HandsOption { .. } => Listed::All,
    };
    let options = options(&plan);
    output.write(|writer| write_atlas(&atlas, &run, listed, &options, writer))?;
    Ok(Outcome::from(atlas.survey.solvable > 0))
}

/// The options with which `solve` finds the same solutions.
fn options(plan: &Plan) -> String {
    let Plan { engine, method, distinct, .. } = plan;
    let (templates, grammar) = (method.templates.name(), method.grammar.name());
    let (operators, has_more) = (method.operators, !method.operators.is_of_field());
    let usual = if has_more { (Grammar::Extended, Equivalence::Value) } else { Default::default() };
    let is_usual = if has_more { *engine == EngineName::Pairs } else { engine.has_templates() };
    let has_templates = !has_more && templates != SetName::default().name();
    let differing = [
        (method.target != Rational::from(24), format!("--target={}", method.target)),
        (has_more, format!("--operators {}", input::quoted(&operators.to_string()))),
        (has_more && operators.depth() > 1, format!("--depth {}", operators.depth())),
        (has_templates, format!("--templates {}", file_name(&templates))),
        (method.grammar != usual.0, format!("--grammar {}", file_name(grammar))),
        (*distinct != usual.1, format!("--distinct {distinct}")),
        (!is_usual, format!("--engine {engine}")),
    ];
    let options = differing.into_iter().filter_map(|(differs, option)| differs.then_some(option));
    options.collect::<Vec<_>>().join(" ")
}

/// The name of a file without its folders, which mean nothing to the readers of a page.
fn file_name(name: &str) -> String {
    input::quoted(name.rsplit(['/', '\\']).next().expect("a split text has a last part"))
}
