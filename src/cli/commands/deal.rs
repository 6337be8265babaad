//! `bracket24 deal`

use std::path::{Path, PathBuf};

use bracket24::games::Sheet;
use bracket24::present::deal::{
    CSV_HEADER, DealtJson, Faces, csv_row, document, key, svg, title, write_html, write_latex,
};
use bracket24::present::{self, markup as m};
use bracket24::words::counted;
use clap::Args;

use crate::cli::Outcome;
use crate::cli::deal_options::DealArguments;
use crate::cli::failure::{self, Failure};
use crate::cli::file::{ReadOnly, WholeFile};
use crate::cli::format::{Format, Formats, OutputOptions};
use crate::cli::options::{by_name, whole_number};
use crate::cli::output::Output;
use crate::cli::progress::during;

/// Deal hands that have a solution, by their difficulty
#[derive(Debug, Args)]
#[command(
    before_help = "\
Examples:
  bracket24 deal --count 5 --level easy --seed 7
  bracket24 deal --count 3 --needs fraction --seed 7 --json
  bracket24 deal --count 12 --level easy -o sheet.html --key answers.html
  bracket24 deal --count 8 --sheet svg --faces plain -o sheet.svg
  bracket24 deal --count 5 --level hard --seed 7 | bracket24 solve -",
    after_help = "\
As Markdown, LaTeX, HTML and SVG it is a sheet to be handed out: the hands as
cards, dots for their level (one is easy, four are expert), room for answers,
and how to deal the same again. `--sheet` is another name of `--format`.

Each hand comes once, until there is no other; then they come again.

JSON, one object per line:
  $ bracket24 deal --level expert --needs fraction --deck 3..8 --seed 7 --json
  {\"hand\":[3,3,7,7],\"level\":\"expert\",\"difficulty\":1013}

`difficulty` is larger the harder a hand is: a hundred points more are twice the
search.

CSV columns: hand, target, level, difficulty.

Exit codes: 0 the hands were dealt, 2 bad input, or there is no such hand.",
    mut_arg("format", |it| it.visible_alias("sheet"))
)]
pub(crate) struct Arguments {
    /// How many hands
    #[arg(short, long, value_name = "N", default_value = "1", value_parser = whole_number(1..=MOST))]
    count: usize,

    #[command(flatten)]
    deal: DealArguments,

    /// What stands on the cards of a sheet
    #[arg(long, hide_short_help = true, value_name = "KIND", default_value = "suits", value_parser = by_name::<Faces>())]
    faces: Faces,

    /// Also write the solutions, into this file
    ///
    /// The ending of its name chooses the format: .txt, .md, .html or .tex.
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,

    #[command(flatten)]
    output: OutputOptions<Self>,
}

/// The most hands that are dealt at once.
const MOST: usize = 100_000;

impl Formats for Arguments {
    const FORMATS: &[Format] = &[
        Format::Text,
        Format::Json,
        Format::Csv,
        Format::Markdown,
        Format::Latex,
        Format::Html,
        Format::Svg,
    ];
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
    let format = arguments.output.open(output)?;
    let key = arguments
        .key
        .as_deref()
        .map(|path| open_key(path, arguments.output.read_only(), output))
        .transpose()?;
    let (mut deal, is_chosen) = arguments.deal.deal(false)?;
    let count = arguments.count;
    let dealing = format!("dealing {}", counted(count, "hand"));
    let sheet = during(dealing, || Sheet::new(&mut deal, count));
    let (options, faces) = (&sheet.options, arguments.faces);
    let is_sheet = !matches!(format, Format::Text | Format::Json | Format::Csv);
    if is_chosen && !is_sheet {
        let seed = options.seed;
        failure::note(&format!("the seed is {seed}"), &format!("`--seed {seed}` deals the same"));
    }
    // The key first: a sheet without one is of no use.
    if let Some((format, mut beside)) = key {
        write_key(&sheet, format, &mut beside)?;
    }
    let mut hands = sheet.hands.iter();
    match format {
        Format::Text => hands.try_for_each(|it| output.line(m::heading(it.hand.to_string()))),
        Format::Json => hands.try_for_each(|it| output.json(&DealtJson::from(it))),
        Format::Csv => output.csv(CSV_HEADER, hands.map(|it| csv_row(it, options))),
        Format::Markdown => output.markdown(&document(&sheet, faces)),
        Format::Latex => output.write(|writer| write_latex(&sheet, faces, writer)),
        Format::Html => output.write(|writer| write_html(&sheet, faces, writer)),
        Format::Svg => output.text(&svg(&sheet, faces)),
        other => unreachable!("`deal` does not offer {other}"),
    }?;
    Ok(Outcome::Yes)
}

/// The format of a key, and its file beside that of the sheet.
fn open_key(
    path: &Path,
    read_only: ReadOnly,
    output: &Output,
) -> Result<(Format, Output), Failure> {
    const KEYS: &[Format] = &[Format::Text, Format::Markdown, Format::Html, Format::Latex];
    let format = Format::of_ending(path, KEYS).ok_or_else(|| {
        let message = format!("cannot write {}: a key is no such file", path.display());
        Failure::with_help(message, "its name ends in .txt, .md, .html or .tex")
    })?;
    let beside = Output::beside(WholeFile::create(path, read_only)?)?;
    if beside.is_same_file(output) {
        return Err(Failure::cannot_write(path, "it is the file of the sheet"));
    }
    Ok((format, beside))
}

fn write_key(sheet: &Sheet, format: Format, beside: &mut Output) -> Result<(), Failure> {
    let hands = counted(sheet.hands.len(), "hand");
    let document = key(sheet, &during(format!("solving {hands}"), || sheet.key()));
    match format {
        Format::Text => beside.document(&document),
        Format::Markdown => beside.markdown(&document),
        Format::Html => beside.write(|out| present::write_html(&document, &title(sheet), out)),
        Format::Latex => beside.write(|out| present::write_latex(&document, out)),
        other => unreachable!("a key is no {other}"),
    }?;
    beside.finish()
}
