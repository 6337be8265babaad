//! `bracket24 compare`

use std::ops::RangeInclusive;
use std::time::Duration;

use bracket24::bench::{Competitor, repetitions};
use bracket24::present::compare::{CSV_HEADER, csv_rows, document};
use bracket24::present::{compare_grammars, growth, growth_plot};
use bracket24::reports::{CompareOptions, Comparison, GrammarComparison};
use bracket24::words::list_and;
use bracket24::{
    Card, Deck, EngineName, Equivalence, EquivalenceError, Grammar, Hand, MAX_TEMPLATE_SLOTS,
    Named, TemplateSet,
};
use clap::Args;
use itertools::Itertools;

use crate::cli::Outcome;
use crate::cli::batch;
use crate::cli::confirm::confirm_long_run;
use crate::cli::defaults::Defaults;
use crate::cli::failure::Failure;
use crate::cli::format::{Format, Formats, OutputOptions, PlotOption};
use crate::cli::input;
use crate::cli::options::{
    DistinctOption, GrammarsOption, HELP, HandArgument, LikeOption, OrderedOption, TargetOption,
    ValuesOption, by_name,
};
use crate::cli::output::Output;
use crate::cli::progress::{Progress, Spinner, during};
use crate::cli::range;
use crate::cli::template_source::{TemplateSource, Templates, TemplatesParser};

/// Let all engines, or all grammars, do the same work
#[derive(Debug, Args)]
#[allow(clippy::struct_excessive_bools)] // each is a flag of its own
#[command(
    help_template = HELP,
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
  \"parsed\":0,\"evaluated\":6,\"zero_divisions\":0,\"found\":1,\"distinct\":1,
  \"seconds\":…,\"nodes\":0,\"lacking\":0}],\"agree\":true}
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
    mut_arg("grammar", |it| it.requires("grammars"))
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
    #[arg(long, requires = "hand", conflicts_with_all = ["engine", "plot", "deck", "cards", "ordered"])]
    grammars: bool,

    #[command(flatten)]
    grammar: GrammarsOption,

    #[command(flatten)]
    plot: PlotOption,

    /// Do not ask before a run of more than ten minutes
    #[arg(long, hide_short_help = true)]
    yes: bool,

    #[command(flatten)]
    output: OutputOptions<Self>,
}

impl Formats for Arguments {
    const FORMATS: &[Format] =
        &[Format::Text, Format::Json, Format::Csv, Format::Markdown, Format::Svg];
}

/// How many cards: a number, or a range.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Sizes {
    One(usize),
    Range(RangeInclusive<usize>),
}

impl Sizes {
    /// No search does more cards; templates there are for up to [`MAX_TEMPLATE_SLOTS`].
    const MOST: usize = MAX_TEMPLATE_SLOTS + 1;

    fn parse(text: &str) -> Result<Self, String> {
        let expected = || {
            let most = Self::MOST;
            format!("expected a number from 1 to {most}, or a range such as 2..6")
        };
        let size = |number: &str| {
            let number = number.trim().parse::<usize>().ok();
            number.filter(|number| (1..=Self::MOST).contains(number))
        };
        match range::read(text, size, &expected(), "the range is empty") {
            Some(range) => range.map(Self::Range),
            None => size(text).map(Self::One).ok_or_else(expected),
        }
    }
}

/// The cards of the hand that grows: no two are equal, few results are, and the
/// first two make 24.
const TYPICAL: [u32; 7] = [3, 8, 5, 11, 13, 7, 2];

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
        return grammars(arguments, &field, format, output);
    }
    match (&arguments.cards, &arguments.values.deck) {
        _ if !arguments.hand.hand.is_empty() => hands(arguments, &field, format, output),
        (Some(Sizes::Range(_)), Some(_)) => Err(Failure::with_help(
            "`--deck` takes a single size",
            "give one number of cards, such as `--cards 4`",
        )),
        (Some(Sizes::Range(_)), None) if arguments.ordered.ordered => Err(Failure::with_help(
            "there is one hand of each size, and so no order",
            "`--ordered` goes with `--deck`",
        )),
        (Some(Sizes::Range(sizes)), None) => grow(sizes.clone(), arguments, &field, format, output),
        (None, None) if !arguments.ordered.ordered && arguments.like.like.is_none() => {
            Err(Failure::with_help(
                "there is nothing to compare the engines on",
                "give a hand such as `5 6 7 8`, a deck such as `--deck 1..13`, or sizes such as \
                 `--cards 2..6`",
            ))
        }
        (Some(Sizes::One(cards)), _) => deck(*cards, arguments, &field, format, output),
        (None, _) => deck(4, arguments, &field, format, output),
    }
}

impl Arguments {
    /// Whether a typical hand of each size is asked for.
    const fn grows(&self) -> bool {
        let is_typical = self.hand.hand.is_empty() && self.values.deck.is_none();
        is_typical && matches!(self.cards, Some(Sizes::Range(_)))
    }
}

/// Whether what engines find can be compared at this level: at a finer one, how a
/// solution is written decides too.
fn is_comparable(level: Equivalence) -> bool {
    level.contains(Equivalence::Function)
}

/// Who takes part, and in what.
struct Field {
    defaults: Defaults,
    engines: Vec<EngineName>,
    /// The sets of templates as they were given.
    sources: Vec<TemplateSource>,
    sets: Vec<Templates>,
    options: CompareOptions,
}

impl Field {
    fn of(arguments: &Arguments) -> Result<Self, Failure> {
        let defaults = Defaults::of(arguments.like.like);
        let engines = match &arguments.engine[..] {
            [] => defaults.engines,
            given => given,
        };
        let engines = engines.iter().copied().unique().collect();
        let sources = match &arguments.templates[..] {
            [] => &defaults.compared,
            given => given,
        };
        // A set given twice does not take part twice.
        let sources: Vec<TemplateSource> =
            sources.iter().cloned().unique_by(TemplateSource::name).collect();
        // Grammars read the templates each for itself.
        let of_engines = sources.iter().filter(|_| !arguments.grammars);
        let sets = of_engines.map(|it| it.open(&Grammar::Left)).collect::<Result<Vec<_>, _>>()?;
        let distinct = arguments.distinct.distinct.unwrap_or_default();
        if !is_comparable(distinct) && !arguments.grammars {
            let levels = list_and(Equivalence::ALL.iter().filter(|level| is_comparable(**level)));
            return Err(Failure::with_help(
                format!(
                    "`--distinct {distinct}` is too fine to compare engines: they write the same \
                     solution differently"
                ),
                format!("the levels that compare engines are {levels}"),
            ));
        }
        let options = CompareOptions {
            target: arguments.target.or(&defaults),
            // What a program takes for the same does not decide whether two agree.
            distinct,
        };
        Ok(Self { defaults, engines, sources, sets, options })
    }

    /// The templates for hands of `cards` cards, with the names of their sets.
    fn sets(&self, cards: usize) -> Vec<(String, &TemplateSet)> {
        let names = self.sources.iter().map(TemplateSource::name);
        names.zip(self.sets.iter().map(|set| set.of_size(cards))).collect()
    }

    /// Fails if no engine can do hands of `cards` cards.
    fn check(&self, competitors: &[Competitor<'_>], cards: usize) -> Result<(), Failure> {
        let check = self.options.distinct.check(cards);
        check.map_err(|error| Failure::level(&error, is_comparable))?;
        let refusals: Option<Vec<String>> = competitors
            .iter()
            .map(|it| it.refusal(cards).map(|why| format!("`{}`: {why}", it.name())))
            .collect();
        let Some(mut refusals) = refusals else { return Ok(()) };
        refusals.dedup();
        let chosen = if self.engines.len() == EngineName::ALL.len() { "" } else { " chosen" };
        Err(Failure::with_help(
            format!("no{chosen} engine can do a hand of {cards}"),
            refusals.join("; "),
        ))
    }
}

/// How long `competitors` take for `hand`, repeated and outside the clock.
fn estimate(hand: &Hand, competitors: &[Competitor<'_>], field: &Field) -> Duration {
    let times = competitors.iter().map(|it| it.estimate(hand, &field.options.target));
    times.fold(Duration::ZERO, |sum, time| {
        sum.saturating_add(time.saturating_mul(1 + repetitions(time)))
    })
}

/// Has every competitor solve `hand`, and says who is at it.
fn compare(
    hand: &Hand,
    competitors: &[Competitor<'_>],
    field: &Field,
) -> Result<Comparison, EquivalenceError> {
    let name = |competitor: &Competitor<'_>| match competitor.templates() {
        Some(set) => format!("{} with {set}", competitor.name()),
        None => competitor.name().to_string(),
    };
    let spinner = Spinner::after_a_while(hand.to_string());
    Comparison::of_hand(hand, competitors, field.options.clone(), |runs, next| {
        let next = next.map_or_else(String::new, |next| format!(", next {}", name(next)));
        spinner.name(format!("{hand}: {}{next}", name(runs)));
    })
}

fn hands(
    arguments: &Arguments,
    field: &Field,
    format: Format,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let can_ask = arguments.hand.hand != [batch::BATCH];
    arguments.hand.for_each(output, |text, output| {
        let hand = input::hand(text)?;
        let cards = hand.cards().len();
        let sets = field.sets(cards);
        let competitors = Competitor::all(&field.engines, &sets);
        field.check(&competitors, cards)?;
        let estimate = during("estimating the time", || estimate(&hand, &competitors, field));
        confirm_long_run(&format!("{hand}"), estimate, arguments.yes, can_ask)?;
        let comparison = compare(&hand, &competitors, field)?;
        show(&comparison, format, output)?;
        Ok(Outcome::from(comparison.agree()))
    })
}

fn deck(
    cards: usize,
    arguments: &Arguments,
    field: &Field,
    format: Format,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let values = arguments.values.or(&field.defaults);
    let ordered = arguments.ordered.ordered || field.defaults.ordered;
    let deck = Deck::new(values, cards, ordered)?;
    let hands = deck.len();
    let sets = field.sets(cards);
    let competitors = Competitor::all(&field.engines, &sets);
    field.check(&competitors, cards)?;
    let each = competitors
        .iter()
        .map(|it| it.estimate(&spread_hand(&deck), &field.options.target))
        .fold(Duration::ZERO, Duration::saturating_add);
    // Once by the clock, and once to hold the answers against each other.
    let nanoseconds = each.as_nanos().saturating_mul(2 * u128::from(hands));
    // What no `Duration` holds is asked about as the longest that one does.
    let estimate =
        u64::try_from(nanoseconds / 1_000_000_000).map_or(Duration::MAX, Duration::from_secs);
    confirm_long_run(&format!("{hands} {deck}"), estimate, arguments.yes, true)?;
    let mut progress = Progress::new(hands)?;
    let comparison =
        Comparison::of_deck(&deck, &competitors, field.options.clone(), || progress.advance())?;
    progress.finish();
    show(&comparison, format, output)?;
    Ok(if comparison.partial { Outcome::Interrupted } else { Outcome::from(comparison.agree()) })
}

/// A hand of the deck whose cards are as different as can be.
fn spread_hand(deck: &Deck) -> Hand {
    let (low, high) = (u64::from(*deck.values().start()), u64::from(*deck.values().end()));
    let count = deck.cards() as u64;
    let card = |index: u64| low + (high - low) * (index + 1) / (count + 1);
    let cards = (0..count).map(|index| {
        Card::from(u32::try_from(card(index)).expect("it is between two cards of the deck"))
    });
    Hand::new(cards.collect())
}

fn grow(
    sizes: RangeInclusive<usize>,
    arguments: &Arguments,
    field: &Field,
    format: Format,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let plot = arguments.plot.create()?;
    let hands: Vec<Hand> = sizes
        .map(|size| Hand::new(TYPICAL[..size].iter().copied().map(Card::from).collect()))
        .collect();
    let sets: Vec<_> = hands.iter().map(|hand| field.sets(hand.cards().len())).collect();
    let mut estimates = Duration::ZERO;
    let mut work = Vec::new();
    for (hand, sets) in hands.iter().zip(&sets) {
        let competitors = Competitor::all(&field.engines, sets);
        field.check(&competitors, hand.cards().len())?;
        let time = during("estimating the time", || estimate(hand, &competitors, field));
        estimates = estimates.saturating_add(time);
        work.push((hand, competitors));
    }
    confirm_long_run("this", estimates, arguments.yes, true)?;
    let comparisons = work
        .iter()
        .map(|(hand, competitors)| Ok((*hand, compare(hand, competitors, field)?)))
        .collect::<Result<Vec<_>, EquivalenceError>>()?;
    if let Some(plot) = plot {
        plot.finish(growth_plot::svg(&comparisons).as_bytes())?;
    }
    match format {
        Format::Text => output.document(&growth::document(&comparisons)),
        Format::Markdown => output.markdown(&growth::document(&comparisons)),
        Format::Svg => output.text(&growth_plot::svg(&comparisons)),
        _ => comparisons.iter().try_for_each(|(_, comparison)| show(comparison, format, output)),
    }?;
    Ok(Outcome::from(comparisons.iter().all(|(_, comparison)| comparison.agree())))
}

fn grammars(
    arguments: &Arguments,
    field: &Field,
    format: Format,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let source = match &arguments.templates[..] {
        [] => field.defaults.templates.clone(),
        [source] => source.clone(),
        _ => {
            return Err(Failure::plain("grammars are compared with a single set of templates"));
        }
    };
    let all = source.open_with_all(&arguments.grammar.grammar)?;
    arguments.hand.for_each(output, |text, output| {
        let hand = input::solvable_hand(text)?;
        let cards = hand.cards().len();
        let sets: Vec<&TemplateSet> =
            all.iter().map(|it| it.for_cards(cards)).collect::<Result<_, _>>()?;
        let comparison = during(format!("{hand}: solving it with every grammar"), || {
            GrammarComparison::new(hand.clone(), &sets, field.options.clone())
        })?;
        let document = || compare_grammars::document(&comparison, &source.name());
        match format {
            Format::Text => output.document(&document()),
            Format::Markdown => output.markdown(&document()),
            Format::Json => output.json(&comparison),
            Format::Csv => {
                output.csv(compare_grammars::CSV_HEADER, compare_grammars::csv_rows(&comparison))
            }
            other => unreachable!("`compare --grammars` does not offer {other}"),
        }?;
        Ok(Outcome::from(comparison.agree()))
    })
}

/// Writes one of several comparisons.
fn show(comparison: &Comparison, format: Format, output: &mut Output) -> Result<(), Failure> {
    match format {
        Format::Text => output.document(&document(comparison)),
        Format::Markdown => output.markdown(&document(comparison)),
        Format::Json => output.json(comparison),
        Format::Csv => output.csv(CSV_HEADER, csv_rows(comparison)),
        other => unreachable!("`compare` does not offer {other} of a hand or a deck"),
    }
}
