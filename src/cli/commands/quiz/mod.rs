//! `bracket24 quiz`

mod ask;
mod mark;

use std::path::{Path, PathBuf};

use bracket24::Named;
use bracket24::present::quiz::{ItemJson, Room, key, sheet, write_key_latex};
use bracket24::present::{Document, write_html, write_latex};
use bracket24::quizzes::{MAX_QUESTIONS, Quiz, QuizKind, QuizLevel, Recipe};
use clap::Args;

use crate::cli::Outcome;
use crate::cli::failure::Failure;
use crate::cli::file::WholeFile;
use crate::cli::format::{Format, Formats, OutputOptions, one_of};
use crate::cli::options::{SeedOption, by_name, whole_number};
use crate::cli::output::Output;

/// Ask questions on expressions, grammars and templates
#[derive(Debug, Args)]
#[command(
    before_help = "\
Examples:
  bracket24 quiz --kind value,tree --level 1
  bracket24 quiz --sheet md --seed 7 --output quiz.md --key key.md
  bracket24 quiz --answers quiz.md
  bracket24 quiz --sheet html --output quiz.html --key key.html
  bracket24 quiz --no-input --count 3 --seed 7",
    after_help = "\
Questions are asked one by one, and what settles each is shown after its answer.
`skip` leaves one out, `quit` ends, and so do Ctrl-C and the end of the input.
Answers are judged by what they mean: 2/6 is 1/3, blanks and case do not count.

Levels: 1 has 2 operators, 2 has 3; from 3 on there are brackets too: 3
operators, then 4, then 5 and fractions on the way. At 1 and 2 a template is
that of an expression, from 3 on that of a hand: 3 cards, then 4, then 4 that
need a fraction. At 4 and 5 an error shows later than it was made. Questions on
brackets have one pair fewer than operators; from 3 on some only seem needed.

A sheet says from which seed, level, kinds, generator and version it is; the
same always makes the same sheet. In one in Markdown the answers are written
behind `Answer:`, and --answers marks it, by the file alone.

JSON, one object per question; `…` stands for parts that are left out here:
  $ bracket24 quiz --kind value --count 1 --seed 7 --json
  {\"number\":1,\"kind\":\"value\",\"question\":…,\"answer\":…,\"explanation\":…,
  \"level\":2,\"seed\":7,\"items\":\"quiz-1\",\"generator\":\"pcg32-1\"}

Where there are choices they are in `choices`, A first. With --answers there are
`given` and `line`, null where there is no answer, and `right`; `error` says why
an answer is none.

Exit codes: 0 every answer is right, or a sheet is made; 1 some are not; 2 bad
input; 130 ended by Ctrl-C."
)]
pub(crate) struct Arguments {
    /// What to ask about; repeatable [default: all]
    ///
    /// Several are separated by commas, and come in turn.
    #[arg(long, value_name = "KIND", value_delimiter = ',', value_parser = by_name::<QuizKind>())]
    kind: Vec<QuizKind>,

    /// How many questions [default: 5]
    #[arg(long, value_name = "N", value_parser = whole_number(1..=MAX_QUESTIONS))]
    count: Option<usize>,

    /// How hard they are, from 1 to 5 [default: 2]
    #[arg(long, value_name = "LEVEL", value_parser = by_name::<QuizLevel>())]
    level: Option<QuizLevel>,

    #[command(flatten)]
    seed: SeedOption,

    /// Print a worksheet in this format
    #[arg(long, value_name = "FORMAT", value_parser = one_of(SHEETS), conflicts_with_all = ["format", "json", "markdown"])]
    sheet: Option<Format>,

    /// Write the answers to this file
    ///
    /// The ending of its name chooses how: .md, .html, .tex or .txt; without one it
    /// is text.
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,

    /// Mark this filled sheet
    ///
    /// It has at most 64 MiB.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["sheet", "key"])]
    answers: Option<PathBuf>,

    /// Ask nothing: print the questions
    #[arg(long)]
    no_input: bool,

    #[command(flatten)]
    output: OutputOptions<Self>,
}

/// What a worksheet can be printed as.
const SHEETS: &[Format] = &[Format::Text, Format::Markdown, Format::Html, Format::Latex];

impl Formats for Arguments {
    const FORMATS: &[Format] =
        &[Format::Text, Format::Json, Format::Markdown, Format::Html, Format::Latex];
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
    let format = match arguments.sheet {
        Some(format) => arguments.output.open_as(format, output),
        None => arguments.output.open(output),
    }?;
    if let Some(path) = &arguments.answers {
        return mark::mark(path, arguments, format, output);
    }
    let is_sheet = arguments.sheet.is_some() || arguments.key.is_some() || arguments.no_input;
    let is_asked = format == Format::Text && !is_sheet && !output.is_file();
    let quiz = Quiz::new(arguments.recipe());
    if is_asked {
        return ask::ask(&quiz, output);
    }
    if let Some(path) = &arguments.key {
        let format = key_format(path)?;
        let mut beside = Output::beside(WholeFile::create(path, arguments.output.read_only())?)?;
        if beside.is_same_file(output) {
            let why = "it is the file of the sheet";
            return Err(Failure::cannot_write(path, why));
        }
        // The key first: a sheet without one is of no use.
        match format {
            Format::Latex => beside.write(|writer| write_key_latex(&quiz, writer)),
            _ => print(&key(&quiz), "Quiz: answers", format, &mut beside),
        }?;
        beside.finish()?;
    }
    if format == Format::Json {
        let mut items = (1..).map_while(|number| ItemJson::new(&quiz, number, None));
        return items.try_for_each(|item| output.json(&item)).map(|()| Outcome::Yes);
    }
    let room = if format == Format::Markdown { Room::Open } else { Room::Ruled };
    print(&sheet(&quiz, room), "Quiz", format, output).map(|()| Outcome::Yes)
}

impl Arguments {
    /// What the quiz is made from.
    fn recipe(&self) -> Recipe {
        let usual = Recipe::default();
        Recipe {
            kinds: self.kinds().unwrap_or(usual.kinds),
            count: self.count.unwrap_or(usual.count),
            level: self.level.unwrap_or(usual.level),
            seed: self.seed.or_new(),
        }
    }

    /// The kinds that are asked for, each once, in the order of all.
    fn kinds(&self) -> Option<Vec<QuizKind>> {
        let kinds = QuizKind::ALL.iter().filter(|kind| self.kind.contains(kind));
        Some(kinds.copied().collect()).filter(|kinds: &Vec<_>| !kinds.is_empty())
    }
}

/// What the end of its name says that a key is written as.
fn key_format(path: &Path) -> Result<Format, Failure> {
    Format::of_ending(path, SHEETS).ok_or_else(|| {
        let message = format!("cannot write {}: a key is no such file", path.display());
        Failure::with_help(message, "its name ends in .md, .html, .tex or .txt")
    })
}

/// Prints `document`, which is called `title`.
fn print(
    document: &Document,
    title: &str,
    format: Format,
    output: &mut Output,
) -> Result<(), Failure> {
    match format {
        Format::Text => output.document(document),
        Format::Markdown => output.markdown(document),
        Format::Html => output.write(|writer| write_html(document, title, writer)),
        Format::Latex => output.write(|writer| write_latex(document, writer)),
        other => unreachable!("`quiz` does not print documents as {other}"),
    }
}
