//! `bracket24 grammar examples`

use bracket24::present::grammar_texts::{line, unused};
use bracket24::reports::{Example, GrammarExamples};
use bracket24::sentences::MAX_SIZE;
use bracket24::tracer::Findings;
use bracket24::{Grammar, Named};

use crate::cli::failure::{self, GrammarFailure};
use crate::cli::grammar_options::{GrammarArgument, StartOption};
use crate::cli::options::whole_number;
use crate::cli::{Ended, Failure, Format, Outcome, Output, during, formats};

/// Make texts that a grammar accepts, or near misses that it rejects
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    grammar: GrammarArgument,

    #[command(flatten)]
    start: StartOption,

    /// The number of texts [default: as many as needed]
    #[arg(long, value_name = "N", value_parser = whole_number(1..=100_000))]
    count: Option<usize>,

    /// Make texts that the grammar rejects because of one character
    #[arg(long, conflicts_with = "random")]
    refused: bool,

    /// Make a random text
    #[arg(long)]
    random: bool,

    /// The rough size of a random text in bytes
    #[arg(long, value_name = "N", default_value = "100", value_parser = whole_number(0..=MAX_SIZE), requires = "random", conflicts_with = "refused")]
    size: usize,

    /// The random seed
    #[arg(
        long,
        hide_short_help = true,
        value_name = "S",
        default_value = "0",
        requires = "random",
        conflicts_with = "refused"
    )]
    seed: u64,
}

formats!(Arguments: Text, Json, Csv);

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Ended {
    let Arguments { grammar, start, count, refused: is_refused, random, size, seed } = arguments;
    let grammar = &start.of(grammar.grammar.read()?)?;
    let examples = during(format!("making texts from {}", grammar.name()), || {
        if *is_refused {
            GrammarExamples::refused(grammar, *count)
        } else if *random {
            GrammarExamples::random(grammar, *size, count.unwrap_or(1), *seed)
        } else {
            GrammarExamples::shortest(grammar, *count, *seed)
        }
    });
    if output.format == Format::Text && !is_refused {
        // A single random text usually goes to a file, so it gets no line break at its end.
        let is_alone = *random && count.is_none();
        let end = if is_alone && !output.is_seen() { "" } else { "\n" };
        examples.texts.iter().try_for_each(|Example { text, .. }| {
            let text = if is_alone { text.into() } else { line(text) };
            output.text(&format!("{text}{end}"))
        })?;
    } else {
        output.report(&examples)?;
    }
    if !*random
        && count.is_none()
        && let Some(unused) = unused(&examples)
    {
        let complete = "found no text that uses more parts";
        let why = if examples.is_complete { complete } else { "there was no time to try more" };
        output.flush()?;
        failure::note(&unused, why);
    }
    // The reason why there is no text is probably among the findings.
    if let Grammar::User(user) = grammar
        && examples.texts.is_empty()
    {
        output.flush()?;
        let Findings { errors, warnings } = user.findings();
        if !errors.is_empty() || !warnings.is_empty() {
            let (path, source) = (user.name.clone(), grammar.source().to_owned());
            Failure::Grammar(GrammarFailure { path, source, errors, warnings }).report(None);
        }
    }
    let is_off = |text: &str| text.len().abs_diff(*size) > size / 4;
    if *random && let Some(off) = examples.texts.iter().find(|it| is_off(&it.text)) {
        output.flush()?;
        let message = format!("a text has {} bytes, not {size}", off.text.len());
        let help =
            "of the texts that bracket24 made and the grammar accepts, it is the closest in size";
        failure::note(&message, help);
    }
    Ok(Outcome::from(!examples.texts.is_empty()))
}
