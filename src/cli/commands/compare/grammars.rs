//! `bracket24 compare grammars`

use bracket24::present::compare_grammars::OfSet;
use bracket24::reports::{CompareOptions, GrammarComparison};
use bracket24::{Equivalence, TemplateSet};
use clap::Args;

use crate::cli::grammar_options::{GrammarName, GrammarsOption};
use crate::cli::options::{
    DistinctOption, HandArgument, LikeOption, TargetOption, TemplatesOption,
};
use crate::cli::progress::{called, during};
use crate::cli::{Defaults, Failure, Formats, Outcome, Output, OutputOptions, input};

/// Show what the same templates give under every grammar
#[derive(Debug, Args)]
#[command(
    before_help = "\
Examples:
  bracket24 compare grammars 5 6 7 8
  bracket24 compare grammars 5 6 7 8 --grammar mine.pest",
    after_help = "\
The templates are read with every grammar: what each finds, loses and gets
wrong. A text counts for what it says in ordinary arithmetic.

JSON, one object per line:
  $ bracket24 compare grammars 8 4 2 --target 6 --grammar scala --json
  {\"hand\":[8,4,2],\"target\":\"6\",\"grammars\":[{\"grammar\":\"left\",\"solutions\":3,
  \"false\":0,\"lost\":0},{\"grammar\":\"scala\",\"solutions\":4,\"false\":1,\"lost\":0}],
  \"agree\":false}

CSV columns: hand, target, grammar, solutions, false, lost.

Exit codes: 0 they agree, 1 they differ, 2 bad input."
)]
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

    #[command(flatten)]
    output: OutputOptions<Self>,
}

impl Formats for Arguments {}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
    let format = arguments.output.open(output)?;
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
        let cards = hand.cards().len();
        let sets: Vec<&TemplateSet> =
            all.iter().map(|it| it.for_cards(cards)).collect::<Result<_, _>>()?;
        let comparison =
            during(format!("{}: solving it with every grammar", called(&hand)), || {
                GrammarComparison::new(hand.clone(), &sets, options.clone())
            })?;
        output.report(format, &OfSet { report: &comparison, set: &source.name() })?;
        Ok(Outcome::from(comparison.agree()))
    })
}
