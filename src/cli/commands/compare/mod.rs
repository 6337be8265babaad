//! `bracket24 compare`

mod engines;
mod field;
mod grammars;
mod sizes;

use bracket24::EngineName;
use clap::Args;

use crate::cli::Outcome;
use crate::cli::failure::Failure;
use crate::cli::format::{Format, Formats, OutputOptions, PlotOption};
use crate::cli::grammar_options::GrammarsOption;
use crate::cli::options::{
    DistinctOption, HandArgument, LikeOption, OperatorsOption, OrderedOption, TargetOption,
    ValuesOption, by_name,
};
use crate::cli::output::Output;
use crate::cli::templates::{TemplateSource, TemplatesParser};
use field::Field;
use sizes::Sizes;

/// What does not go with comparing grammars.
const NOT_OF_GRAMMARS: [&str; 5] = ["engine", "plot", "deck", "cards", "ordered"];

/// Let all engines, or all grammars, do the same work
#[derive(Debug, Args)]
#[allow(clippy::struct_excessive_bools)] // each is a flag of its own
#[command(
    before_help = "\
Examples:
  bracket24 compare 5 6 7 8
  bracket24 compare 1 2 7 7 --templates scala --engine compiled --engine split
  bracket24 compare --deck 1..13 --cards 3
  bracket24 compare --like cardgaming --deck 1..4
  bracket24 compare --cards 2..4 --plot growth.svg
  bracket24 compare --grammars 5 6 7 8
  bracket24 compare --grammars --grammar mine.pest 5 6 7 8",
    after_help = "\
All is ordinary arithmetic, except with --grammars. The time of a hand is the
median of repeated runs on one processor, that of a deck is one run over all its
hands. It includes writing out the solutions, not counting and comparing them.
`strings` fills, parses and evaluates every string; `compiled` has its templates
read and its orders made beforehand; a search takes nothing but the cards.
`pairs` and `shapes` write a solution once for every way that leads to it,
`split` once for each function of the cards, and so do templates of `canonical`.

--like takes the deck, the target, the templates and the order from a known
program; `cardgaming` and `point24` hold its templates (`compiled`) against
search (`pairs`), `--engine strings` parses each of its strings.

With --json: `lacking` counts the solutions that an engine misses and others
find. Where they do not agree there is also a list `lacking` of the solutions
that not all find, with the canonical template that gives them; of a deck those
of the first hand that differs. Of a deck there is also what `reach` finds,
which says of a hand only whether it has a solution:
  $ bracket24 compare 3 8 --engine split --json
  {\"hand\":[3,8],\"target\":\"24\",\"engines\":[{\"engine\":\"split\",\"filled\":0,
  \"parsed\":0,\"evaluated\":1,\"zero_divisions\":0,\"found\":1,\"distinct\":1,
  \"seconds\":…,\"nodes\":9,\"lacking\":0}],\"agree\":true}
  $ bracket24 compare --deck 1..2 --cards 2 --engine split --json
  {\"deck\":\"1..2\",\"target\":\"24\",\"engines\":[…],\"agree\":true,\"cards\":2,
  \"ordered\":false,\"hands\":3,\"differing\":0,\"reach\":{\"solvable\":0,\"seconds\":…}}
  $ bracket24 compare 8 4 2 --target 6 --grammars --grammar scala --json
  {\"hand\":[8,4,2],\"target\":\"6\",\"grammars\":[{\"grammar\":\"left\",\"solutions\":3,
  \"false\":0,\"lost\":0},{\"grammar\":\"scala\",\"solutions\":4,\"false\":1,\"lost\":0}],
  \"agree\":false}

CSV columns: hand, target, engine, templates, filled, parsed, evaluated,
zero_divisions, nodes, found, distinct, lacking, seconds, hands, partial; with
--grammars: hand, target, grammar, solutions, false, lost.

Exit codes: 0 they agree, 1 they differ, 2 bad input, 130 interrupted.",
    mut_arg("hand", |it| it.required(false).conflicts_with_all(["deck", "cards", "ordered"])),
    // What `--grammars` cannot stand with keeps it from being required.
    mut_arg("grammar", |it| it.requires("grammars").conflicts_with_all(NOT_OF_GRAMMARS))
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    hand: HandArgument,

    #[command(flatten)]
    values: ValuesOption,

    /// How many cards a hand has [default: 4]
    ///
    /// A number goes with a deck. A range such as `2..6` compares one typical
    /// hand of each size, and shows how the work grows.
    #[arg(short = 'n', long, value_name = "N|LO..HI", value_parser = Sizes::parse)]
    cards: Option<Sizes>,

    #[command(flatten)]
    ordered: OrderedOption,

    #[command(flatten)]
    target: TargetOption,

    /// Template sets [default: canonical, scala]
    ///
    /// Repeatable: a set by its name, or a file with a template on each line, such
    /// as `(N-N/N)*N`. In a file blank lines and lines that begin with `#` are
    /// skipped. Each set has a row of its own.
    #[arg(long, value_name = "NAME|FILE", value_parser = TemplatesParser)]
    templates: Vec<TemplateSource>,

    #[command(flatten)]
    operators: OperatorsOption,

    #[command(flatten)]
    distinct: DistinctOption,

    #[command(flatten)]
    like: LikeOption,

    /// Engine to run; repeatable [default: all]
    #[arg(short, long, value_parser = by_name::<EngineName>())]
    engine: Vec<EngineName>,

    /// Compare grammars instead of engines
    ///
    /// The templates are read with every grammar: what each finds, loses and
    /// gets wrong.
    #[arg(long, requires = "hand", conflicts_with_all = NOT_OF_GRAMMARS)]
    grammars: bool,

    #[command(flatten)]
    grammar: GrammarsOption,

    #[command(flatten)]
    plot: PlotOption,

    /// Do not ask before more than a minute for one hand, ten for several
    #[arg(long, hide_short_help = true)]
    yes: bool,

    #[command(flatten)]
    output: OutputOptions<Self>,
}

impl Formats for Arguments {
    const FORMATS: &[Format] = Format::OF_PLOTS;
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
    let field = Field::of(arguments)?;
    let format = arguments.output.open(output)?;
    let is_drawn = arguments.plot.is_given() || format == Format::Svg;
    if is_drawn && (arguments.grammars || !arguments.grows()) {
        return Err(Failure::with_help(
            "only the growth over hand sizes can be drawn",
            "give a range of sizes and no hand or deck: `--cards 2..6`",
        ));
    }
    if arguments.grammars {
        return grammars::grammars(arguments, &field, format, output);
    }
    match (&arguments.cards, &arguments.values.deck) {
        _ if !arguments.hand.hand.is_empty() => engines::hands(arguments, &field, format, output),
        (Some(Sizes::Range(_)), Some(_)) => Err(Failure::with_help(
            "`--deck` takes a single size",
            "give one number of cards, such as `--cards 4`",
        )),
        (Some(Sizes::Range(_)), None) if arguments.ordered.ordered => Err(Failure::with_help(
            "there is one hand of each size, and so no order",
            "`--ordered` goes with `--deck`",
        )),
        (Some(Sizes::Range(sizes)), None) => {
            engines::grow(sizes.clone(), arguments, &field, format, output)
        }
        (None, None) if !arguments.ordered.ordered && arguments.like.like.is_none() => {
            Err(Failure::with_help(
                "there is nothing to compare the engines on",
                "give a hand such as `5 6 7 8`, a deck such as `--deck 1..13`, or sizes such as \
                 `--cards 2..6`",
            ))
        }
        (Some(Sizes::One(cards)), _) => engines::deck(*cards, arguments, &field, format, output),
        (None, _) => engines::deck(4, arguments, &field, format, output),
    }
}

impl Arguments {
    /// Whether a typical hand of each size is asked for.
    const fn grows(&self) -> bool {
        let is_typical = self.hand.hand.is_empty() && self.values.deck.is_none();
        is_typical && matches!(self.cards, Some(Sizes::Range(_)))
    }
}
