//! `bracket24 compare`

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use bracket24::bench::{Competitor, repetitions};
use bracket24::present::compare::{CSV_HEADER, ComparisonJson, Subject, csv_rows, document};
use bracket24::present::{Document, compare_grammars, growth, growth_plot};
use bracket24::reports::{CompareOptions, Comparison, GrammarComparison};
use bracket24::{
    Card, Deck, Distinct, EngineName, Grammar, Hand, MAX_CARDS, Named, Rational, SetName,
    TemplateSet,
};
use clap::Args;
use itertools::Itertools;

use super::HELP;
use crate::cli::Outcome;
use crate::cli::batch;
use crate::cli::confirm::long_work;
use crate::cli::failure::Failure;
use crate::cli::file::{WholeFile, svg_file};
use crate::cli::input;
use crate::cli::method::{Bundle, Preset};
use crate::cli::options::{DistinctOption, by_name, grammar, values};
use crate::cli::output::Output;
use crate::cli::progress::Progress;
use crate::cli::template_source::{TemplateSource, Templates};

/// The same work done by every method: what each does, how long it takes, and
/// whether they find the same
#[derive(Debug, Args)]
#[allow(clippy::struct_excessive_bools)] // each is a flag of its own
#[command(
    help_template = HELP,
    before_help = "\
Examples:
  bracket24 compare 5 6 7 8
  bracket24 compare 1 2 7 7 --templates scala --engine compiled --engine split
  bracket24 compare --deck 1..13 --cards 3
  bracket24 compare --like cardgaming
  bracket24 compare --cards 2..6 --plot growth.svg
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

With --json: `lacking` has the solutions that not all find, with the canonical
template that gives them; of a deck those of the first hand that differs.

Exit codes: 0 they agree, 1 they differ, 2 bad input, 130 interrupted."
)]
pub(crate) struct Arguments {
    /// The cards: `3 3 8 8`, `3,3,8,8`, `3388` or `A J Q K`; `-` reads a hand a
    /// line from standard input
    #[arg(allow_negative_numbers = true, value_name = "HAND", conflicts_with_all = ["deck", "cards", "ordered"])]
    hand: Vec<String>,

    /// In place of a hand all hands, with cards of these values
    #[arg(long, value_name = "LO..HI", value_parser = values)]
    deck: Option<RangeInclusive<u32>>,

    /// How many cards a hand of the deck has [default: 4]; without a deck, from
    /// how many to how many a typical hand grows
    #[arg(long, value_name = "N|LO..HI", value_parser = Sizes::parse)]
    cards: Option<Sizes>,

    /// Every order of the same cards is a hand of its own
    #[arg(long)]
    ordered: bool,

    /// What the cards are to make: a whole number or a fraction `p/q`
    /// [default: 24]
    #[arg(long, value_name = "T", allow_hyphen_values = true, value_parser = input::target)]
    target: Option<Rational>,

    /// Which templates to fill, each set in a row of its own: `canonical`,
    /// `scala`, `five`, `seven`, or a file with a template a line [default:
    /// canonical and scala]
    #[arg(long, value_name = "NAME|FILE", value_parser = TemplateSource::parse)]
    templates: Vec<TemplateSource>,

    #[command(flatten)]
    distinct: DistinctOption,

    /// The options that make it work like a known program; an option given
    /// beside it wins
    #[arg(long, value_name = "NAME", value_parser = by_name::<Preset>())]
    like: Option<Preset>,

    /// Which engine takes part; all unless told
    #[arg(long, value_parser = by_name::<EngineName>())]
    engine: Vec<EngineName>,

    /// Read the templates with every grammar, and say what each finds, loses
    /// and gets wrong
    #[arg(long, requires = "hand", conflicts_with_all = ["engine", "plot", "deck", "cards", "ordered"])]
    grammars: bool,

    /// With --grammars, read them with ordinary arithmetic and this one alone;
    /// may be given several times
    #[arg(long, value_name = "NAME|FILE.pest", requires = "grammars", value_parser = grammar())]
    grammar: Vec<Grammar>,

    /// Draw how the time grows with the hand
    #[arg(long, value_name = "FILE.svg", value_parser = svg_file)]
    plot: Option<PathBuf>,

    /// Do what takes more than ten minutes without asking
    #[arg(long)]
    yes: bool,

    /// Print JSON, an object a line
    #[arg(long)]
    json: bool,

    /// Print CSV: a row for every engine
    #[arg(long, conflicts_with_all = ["json", "grammars"])]
    csv: bool,

    /// Print Markdown
    #[arg(long, conflicts_with_all = ["json", "csv"])]
    markdown: bool,
}

/// How many cards: so many, or from so many to so many.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Sizes {
    One(usize),
    Range(RangeInclusive<usize>),
}

impl Sizes {
    /// No search does more cards; templates there are for up to [`MAX_CARDS`].
    const MOST: usize = MAX_CARDS + 1;

    fn parse(text: &str) -> Result<Self, String> {
        let expected = || {
            let most = Self::MOST;
            format!("expected a number from 1 to {most}, or a range such as 2..6")
        };
        let read = |number: &str| {
            let number = number.trim().parse::<usize>().map_err(|_| expected())?;
            if (1..=Self::MOST).contains(&number) { Ok(number) } else { Err(expected()) }
        };
        let Some((low, high)) = text.split_once("..") else { return Ok(Self::One(read(text)?)) };
        let (low, high) = (read(low)?, read(high.strip_prefix('=').unwrap_or(high))?);
        if low > high {
            return Err(format!("the range is empty: {low} is more than {high}"));
        }
        Ok(Self::Range(low..=high))
    }
}

/// The cards of the hand that grows: no two are equal, few results are, and the
/// first two make 24.
const TYPICAL: [u32; 7] = [3, 8, 5, 11, 13, 7, 2];

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
    let field = Field::of(arguments)?;
    if arguments.plot.is_some() && !arguments.grows() {
        return Err(Failure::with_help(
            "only how the time grows with the hand is drawn",
            "give a range of sizes and no hand or deck: `--cards 2..6`",
        ));
    }
    if arguments.grammars {
        return grammars(arguments, &field, output);
    }
    match (&arguments.cards, &arguments.deck) {
        _ if !arguments.hand.is_empty() => hands(arguments, &field, output),
        (Some(Sizes::Range(_)), Some(_)) => Err(Failure::with_help(
            "a deck has hands of one size",
            "give one number of cards, such as `--cards 4`",
        )),
        (Some(Sizes::Range(_)), None) if arguments.ordered => Err(Failure::with_help(
            "there is one hand of each size, and so no order",
            "`--ordered` goes with `--deck`",
        )),
        (Some(Sizes::Range(sizes)), None) => grow(sizes.clone(), arguments, &field, output),
        (None, None) if !arguments.ordered && arguments.like.is_none() => Err(Failure::with_help(
            "there is nothing to compare the engines on",
            "give a hand such as `5 6 7 8`, a deck such as `--deck 1..13`, or sizes such as \
                 `--cards 2..6`",
        )),
        (Some(Sizes::One(cards)), _) => deck(*cards, arguments, &field, output),
        (None, _) => deck(4, arguments, &field, output),
    }
}

impl Arguments {
    /// Whether a typical hand of each size is asked for.
    const fn grows(&self) -> bool {
        self.hand.is_empty() && self.deck.is_none() && matches!(self.cards, Some(Sizes::Range(_)))
    }
}

/// Who takes part, and in what.
struct Field {
    bundle: Bundle,
    engines: Vec<EngineName>,
    /// The sets of templates as they were given.
    sources: Vec<TemplateSource>,
    sets: Vec<Templates>,
    options: CompareOptions,
}

impl Field {
    fn of(arguments: &Arguments) -> Result<Self, Failure> {
        let bundle = Bundle::of(arguments.like);
        let mut engines: Vec<EngineName> = Vec::new();
        for &engine in &arguments.engine {
            if !engines.contains(&engine) {
                engines.push(engine);
            }
        }
        if engines.is_empty() {
            engines = match arguments.like {
                Some(Preset::CardGaming | Preset::Point24) => {
                    vec![EngineName::Compiled, EngineName::Pairs]
                }
                _ => EngineName::ALL.to_vec(),
            };
        }
        let sources = match (&arguments.templates[..], arguments.like) {
            ([], Some(Preset::CardGaming | Preset::Point24 | Preset::Scala)) => {
                vec![bundle.templates.clone()]
            }
            ([], _) => [SetName::Canonical, SetName::Scala].map(TemplateSource::Named).into(),
            (given, _) => given.to_vec(),
        };
        // A set given twice does not take part twice.
        let sources: Vec<TemplateSource> =
            sources.into_iter().unique_by(TemplateSource::name).collect();
        let sets =
            sources.iter().map(|it| it.open(&Grammar::Left)).collect::<Result<Vec<_>, _>>()?;
        let distinct = arguments.distinct.distinct.unwrap_or_default();
        if distinct < Distinct::Function && !arguments.grammars {
            return Err(Failure::with_help(
                format!("by `{distinct}` methods differ that find the same"),
                "the levels to hold them against each other at are function, symbol and fournums",
            ));
        }
        let options = CompareOptions {
            target: arguments.target.clone().unwrap_or_else(|| bundle.target.clone()),
            // What a program takes for the same does not decide whether two agree.
            distinct,
        };
        Ok(Self { bundle, engines, sources, sets, options })
    }

    /// The templates for so many cards, with the names of their sets.
    fn sets(&self, cards: usize) -> Vec<(String, &TemplateSet)> {
        let names = self.sources.iter().map(TemplateSource::name);
        names.zip(self.sets.iter().map(|set| set.of_size(cards))).collect()
    }

    /// Fails where no engine can do hands of so many cards.
    fn check(&self, competitors: &[Competitor<'_>], cards: usize) -> Result<(), Failure> {
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

fn hands(arguments: &Arguments, field: &Field, output: &mut Output) -> Result<Outcome, Failure> {
    let can_ask = arguments.hand != ["-"];
    let mut is_first = true;
    batch::for_each(&arguments.hand, output, |text, output| {
        let hand = input::hand(text)?;
        let cards = hand.cards().len();
        let sets = field.sets(cards);
        let competitors = Competitor::all(&field.engines, &sets);
        field.check(&competitors, cards)?;
        let estimate = estimate(&hand, &competitors, field);
        long_work(&format!("{hand}"), estimate, arguments.yes, can_ask)?;
        let comparison = Comparison::of_hand(&hand, &competitors, field.options.clone());
        show(&comparison, &Subject::Hand(&hand), arguments, is_first, output)?;
        is_first = false;
        Ok(Outcome::from(comparison.agree()))
    })
}

fn deck(
    cards: usize,
    arguments: &Arguments,
    field: &Field,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let values = arguments.deck.clone().unwrap_or_else(|| field.bundle.values.clone());
    let deck = Deck::new(values, cards, arguments.ordered || field.bundle.ordered)?;
    let hands = deck.len();
    let sets = field.sets(cards);
    let competitors = Competitor::all(&field.engines, &sets);
    field.check(&competitors, cards)?;
    let each = competitors
        .iter()
        .map(|it| it.estimate(&spread_hand(&deck), &field.options.target))
        .fold(Duration::ZERO, Duration::saturating_add);
    // Once by the clock, and once to hold the answers against each other.
    let estimate = u32::try_from(hands.saturating_mul(2)).unwrap_or(u32::MAX);
    long_work(&format!("{hands} {deck}"), each.saturating_mul(estimate), arguments.yes, true)?;
    let mut progress = Progress::new(hands)?;
    let comparison =
        Comparison::of_deck(&deck, &competitors, field.options.clone(), || progress.advance());
    progress.finish();
    show(&comparison, &Subject::Deck(&deck), arguments, true, output)?;
    Ok(if comparison.partial { Outcome::Interrupted } else { Outcome::from(comparison.agree()) })
}

/// A hand of the deck whose cards are as different as can be.
fn spread_hand(deck: &Deck) -> Hand {
    let (low, high) = (u64::from(*deck.values().start()), u64::from(*deck.values().end()));
    let count = deck.cards() as u64;
    let card = |index: u64| low + (high - low) * (index + 1) / (count + 1);
    let cards = (0..count).map(|index| Card::from(u32::try_from(card(index)).unwrap_or(u32::MAX)));
    Hand::new(cards.collect())
}

fn grow(
    sizes: RangeInclusive<usize>,
    arguments: &Arguments,
    field: &Field,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let plot = arguments.plot.as_deref().map(WholeFile::create).transpose()?;
    let hands: Vec<Hand> = sizes
        .map(|size| Hand::new(TYPICAL[..size].iter().copied().map(Card::from).collect()))
        .collect();
    let sets: Vec<_> = hands.iter().map(|hand| field.sets(hand.cards().len())).collect();
    let mut estimates = Duration::ZERO;
    let mut work = Vec::new();
    for (hand, sets) in hands.iter().zip(&sets) {
        let competitors = Competitor::all(&field.engines, sets);
        estimates = estimates.saturating_add(estimate(hand, &competitors, field));
        work.push((hand, competitors));
    }
    long_work("this", estimates, arguments.yes, true)?;
    let comparisons: Vec<(&Hand, Comparison)> = work
        .iter()
        .map(|(hand, competitors)| {
            (*hand, Comparison::of_hand(hand, competitors, field.options.clone()))
        })
        .collect();
    if let Some(plot) = plot {
        plot.finish(growth_plot::svg(&comparisons)?.as_bytes())?;
    }
    if arguments.json || arguments.csv {
        for (index, (hand, comparison)) in comparisons.iter().enumerate() {
            show(comparison, &Subject::Hand(hand), arguments, index == 0, output)?;
        }
    } else {
        write(&growth::document(&comparisons), arguments, output)?;
    }
    Ok(Outcome::from(comparisons.iter().all(|(_, comparison)| comparison.agree())))
}

fn grammars(arguments: &Arguments, field: &Field, output: &mut Output) -> Result<Outcome, Failure> {
    let source = match &arguments.templates[..] {
        [] => field.bundle.templates.clone(),
        [source] => source.clone(),
        _ => {
            return Err(Failure::plain("grammars are compared with a single set of templates"));
        }
    };
    let all = source.open_with_all(&arguments.grammar)?;
    batch::for_each(&arguments.hand, output, |text, output| {
        let hand = input::solvable_hand(text)?;
        let cards = hand.cards().len();
        let sets: Vec<&TemplateSet> =
            all.iter().map(|it| it.for_cards(cards)).collect::<Result<_, _>>()?;
        let comparison = GrammarComparison::new(hand, &sets, field.options.clone());
        if arguments.json {
            output.json(&compare_grammars::GrammarsJson::from(&comparison))?;
        } else {
            write(&compare_grammars::document(&comparison, &source.name()), arguments, output)?;
        }
        Ok(Outcome::from(comparison.agree()))
    })
}

fn show(
    comparison: &Comparison,
    subject: &Subject<'_>,
    arguments: &Arguments,
    is_first: bool,
    output: &mut Output,
) -> Result<(), Failure> {
    if arguments.json {
        return output.json(&ComparisonJson::new(comparison, subject));
    }
    if arguments.csv {
        if is_first {
            output.csv(CSV_HEADER)?;
        }
        return csv_rows(comparison, subject).into_iter().try_for_each(|row| output.csv(row));
    }
    write(&document(comparison, subject), arguments, output)
}

fn write(document: &Document, arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    if arguments.markdown { output.markdown(document) } else { output.document(document) }
}
