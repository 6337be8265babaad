//! `bracket24 quiz`

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use bracket24::Named;
use bracket24::present::quiz::{
    ItemJson, Room, key, marked, question, score as score_line, sheet, verdict, write_key_latex,
};
use bracket24::present::{Block, markup as m};
use bracket24::quizzes::{
    FilledSheet, Item, MAX_QUESTIONS, Quiz, QuizKind, QuizLevel, Recipe, RecipeError, Score,
    SheetError, SheetErrorKind,
};
use bracket24::words::counted;

use crate::cli::failure::TextFailure;
use crate::cli::format::one_of;
use crate::cli::options::{SeedOption, by_name, whole_number};
use crate::cli::stdin::Prompt;
use crate::cli::{Ended, Failure, Format, Outcome, Output, file, formats};

/// Answer questions on grammars, expressions and templates
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Kinds of questions, separated by commas [default: all]
    #[arg(long, value_name = "KIND", value_delimiter = ',', value_parser = by_name::<QuizKind>())]
    kind: Vec<QuizKind>,

    /// The number of questions [default: 5]
    #[arg(long, value_name = "N", value_parser = whole_number(1..=MAX_QUESTIONS))]
    count: Option<usize>,

    /// The difficulty, from 1 to 6 [default: 2]
    #[arg(long, value_name = "LEVEL", value_parser = by_name::<QuizLevel>())]
    level: Option<QuizLevel>,

    #[command(flatten)]
    seed: SeedOption,

    /// Print a worksheet
    #[arg(long, value_name = "FORMAT", value_parser = one_of(Format::OF_DOCUMENTS), conflicts_with_all = ["format", "json", "markdown"])]
    sheet: Option<Format>,

    /// Write the answers to this file
    ///
    /// The file's extension selects the format: .txt (or none), .md, .html or .tex.
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,

    /// Mark this worksheet, at most 64 MiB
    #[arg(long, value_name = "FILE", conflicts_with_all = ["sheet", "key"])]
    answers: Option<PathBuf>,

    /// Print the questions without asking
    #[arg(long)]
    no_input: bool,
}

formats! { Arguments: Text, Json, Markdown, Html, Latex;
    fn asked(&self) -> Option<Format> {
        self.sheet
    }
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Ended {
    let format = output.format;
    if let Some(path) = &arguments.answers {
        return mark(path, arguments, output);
    }
    let is_sheet = arguments.sheet.is_some() || arguments.key.is_some() || arguments.no_input;
    let is_asked = format == Format::Text && !is_sheet && !output.is_file();
    let quiz = Quiz::new(arguments.recipe());
    if is_asked {
        return ask(&quiz, output);
    }
    if let Some(path) = &arguments.key {
        let mut beside = output.key(path)?;
        // Write the key first: a sheet without its key is of no use.
        if beside.format == Format::Latex {
            beside.write(|writer| write_key_latex(&quiz, writer))?;
        } else {
            beside.titled(&key(&quiz), "Quiz: answers")?;
        }
        beside.finish()?;
    }
    if format == Format::Json {
        for (number, item) in (1..).zip(&quiz.items) {
            output.json(&ItemJson { recipe: &quiz.recipe, number, item, answer: None })?;
        }
        return Ok(Outcome::Yes);
    }
    let room = if format == Format::Markdown { Room::Open } else { Room::Ruled };
    output.titled(&sheet(&quiz, room), "Quiz").map(|()| Outcome::Yes)
}

impl Arguments {
    /// The recipe of the quiz.
    fn recipe(&self) -> Recipe {
        let usual = Recipe::default();
        Recipe {
            kinds: self.kinds().unwrap_or(usual.kinds),
            count: self.count.unwrap_or(usual.count),
            level: self.level.unwrap_or(usual.level),
            seed: self.seed.or_new(),
        }
    }

    /// The kinds that the user gives, each once and in their usual order; `None` if there are none.
    fn kinds(&self) -> Option<Vec<QuizKind>> {
        let kinds = QuizKind::ALL.iter().filter(|kind| self.kind.contains(kind));
        Some(kinds.copied().collect()).filter(|kinds: &Vec<_>| !kinds.is_empty())
    }
}

/// Asks the questions of `quiz`, and prints the score even if the user quits.
fn ask(quiz: &Quiz, output: &mut Output) -> Ended {
    let prompt = Prompt::new()?;
    let mut score = Score { questions: quiz.items.len(), ..Score::default() };
    let mut end = Outcome::Yes;
    let count = counted(quiz.items.len(), "question");
    output.document(&m::note(format!("{count}; `skip` leaves one out, `quit` ends")).into())?;
    for (number, item) in (1..).zip(&quiz.items) {
        output.document(&question(number, item))?;
        let given = match ask_until_answered(item, &prompt, output)? {
            ControlFlow::Continue(given) => given,
            ControlFlow::Break(outcome) => {
                end = outcome;
                break;
            }
        };
        let given = given.as_ref().map(|(given, is_right)| (&**given, *is_right));
        if let Some((_, is_right)) = given {
            *if is_right { &mut score.right } else { &mut score.wrong } += 1;
        }
        output.document(&verdict(item, given))?;
    }
    output.separate()?.line(score_line(score))?;
    let again = format!("the command for the same questions, with {}:", Recipe::versions());
    output.line(m::note(again))?;
    // Keep the command on one line, so that the user can paste it into a shell.
    output.line(Block::Verbatim(m::expression(quiz.recipe.command())))?;
    Ok(if end == Outcome::Interrupted { end } else { Outcome::from(score.is_full()) })
}

/// Asks for an answer to `item` until the user gives a valid one, skips the question or quits.
/// Returns the answer, and whether it is right.
fn ask_until_answered(
    item: &Item,
    prompt: &Prompt,
    output: &mut Output,
) -> Result<ControlFlow<Outcome, Option<(String, bool)>>, Failure> {
    loop {
        let line = match prompt.ask(None, output)? {
            ControlFlow::Continue(line) => line,
            ControlFlow::Break(outcome) => return Ok(ControlFlow::Break(outcome)),
        };
        match (&*line.trim().to_lowercase(), item.mark(&line)) {
            ("skip" | "s", _) => return Ok(ControlFlow::Continue(None)),
            ("quit" | "q" | "exit", _) => return Ok(ControlFlow::Break(Outcome::Yes)),
            ("help" | "?", Ok(_)) => output.line(m::plain(COMMANDS))?,
            (_, Ok(is_right)) => return Ok(ControlFlow::Continue(Some((line, is_right)))),
            (_, Err(misread)) => output.line(m::plain(format!("{misread}; {COMMANDS}")))?,
        }
    }
}

/// The words to type instead of an answer.
const COMMANDS: &str = "`skip` leaves it out, `quit` ends";

/// Marks the sheet at `path`.
fn mark(path: &Path, arguments: &Arguments, output: &mut Output) -> Ended {
    let text = file::text(path)?;
    let sheet = FilledSheet::read(&text).map_err(|error| no_sheet(path, &text, &error))?;
    check(path, &sheet.recipe, arguments)?;
    let sheet = sheet.mark();
    if output.format == Format::Json {
        let Quiz { recipe, items } = &sheet.quiz;
        for (number, (item, answer)) in (1..).zip(items.iter().zip(&sheet.answers)) {
            output.json(&ItemJson { recipe, number, item, answer: Some(answer.as_ref()) })?;
        }
    } else {
        output.titled(&marked(&sheet), "Quiz: marked")?;
    }
    Ok(Outcome::from(sheet.score().is_full()))
}

/// The error if `text`, the content of the file at `path`, is not a sheet.
fn no_sheet(path: &Path, text: &str, error: &SheetError) -> Failure {
    let help = match &error.kind {
        SheetErrorKind::NoRecipe | SheetErrorKind::Recipe(RecipeError::Malformed) => {
            "`bracket24 quiz --sheet md` makes a sheet to fill in, with a line `Sheet:`; keep that line"
        }
        SheetErrorKind::Recipe(RecipeError::Version(_)) => {
            "mark it with the version of bracket24 that made it"
        }
        SheetErrorKind::Recipe(_) => "write the line as the sheet had it",
        _ => "the sheet must have each of its questions once, with one answer",
    };
    let path = path.display();
    let Some((number, line)) = error.line.and_then(|it| Some((it, text.lines().nth(it - 1)?)))
    else {
        return Failure::with_help(format!("cannot mark {path}: {}", error.kind), help);
    };
    let message = format!("cannot mark the sheet: {}", error.kind);
    let failure = TextFailure::new(message, line, 0..line.len(), String::new());
    let origin = Some((path.to_string(), number));
    TextFailure { help: Some(help.to_owned()), origin, ..failure }.into()
}

/// Checks that the user's options agree with the recipe of the sheet.
fn check(path: &Path, sheet: &Recipe, arguments: &Arguments) -> Result<(), Failure> {
    let names = |kinds: &[_]| bracket24::words::list_and(kinds);
    let asked = [
        ("--seed", arguments.seed.seed.map(|it| it.to_string()), sheet.seed.to_string()),
        ("--count", arguments.count.map(|it| it.to_string()), sheet.count.to_string()),
        ("--level", arguments.level.map(|it| it.to_string()), sheet.level.to_string()),
        ("--kind", arguments.kinds().map(|it| names(&it)), names(&sheet.kinds)),
    ];
    for (option, given, has) in asked {
        let Some(given) = given.filter(|given| *given != has) else { continue };
        let path = path.display();
        let message = format!("`{option}` is {given}, but the sheet {path} has {has}");
        return Err(Failure::with_help(message, format!("leave out `{option}`")));
    }
    Ok(())
}
