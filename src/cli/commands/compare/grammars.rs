//! `bracket24 compare grammars`

use bracket24::present::compare_grammars::OfSet;
use bracket24::reports::{CompareOptions, GrammarComparison};
use bracket24::{Equivalence, TemplateSet};

use crate::cli::grammar_options::{GrammarName, GrammarsOption};
use crate::cli::options::{
    DistinctOption, HandArgument, LikeOption, TargetOption, TemplatesOption,
};
use crate::cli::progress::called;
use crate::cli::{Defaults, Ended, Formats, Outcome, Output, during, input};

/// Count the solutions that each grammar finds in the same templates
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    hand: HandArgument,

    #[command(flatten)]
    target: TargetOption,

    #[command(flatten)]
    templates: TemplatesOption,

    #[command(flatten)]
    grammar: GrammarsOption,

    #[command(flatten)]
    distinct: DistinctOption,

    #[command(flatten)]
    like: LikeOption,
}

impl Formats for Arguments {}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Ended {
    let defaults = Defaults::of(arguments.like.like);
    let source = arguments.templates.templates.as_ref().unwrap_or(&defaults.templates);
    let options = CompareOptions {
        target: arguments.target.or(&defaults),
        distinct: arguments.distinct.distinct.unwrap_or(Equivalence::Function),
    };
    let named = arguments.grammar.grammar.iter().map(GrammarName::arithmetic);
    let all = source.open_with_all(&named.collect::<Result<Vec<_>, _>>()?)?;
    arguments.hand.for_each(output, |text, output| {
        let hand = input::solvable_hand(text)?;
        let sets: Vec<&TemplateSet> =
            all.iter().map(|it| it.for_cards(hand.cards().len())).collect::<Result<_, _>>()?;
        let comparison =
            during(format!("{}: solving it with every grammar", called(&hand)), || {
                GrammarComparison::new(hand.clone(), &sets, options.clone())
            })?;
        output.report(&OfSet { report: &comparison, set: &source.name() })?;
        Ok(Outcome::from(comparison.agree()))
    })
}
