//! A filled sheet, marked.

use std::path::Path;

use bracket24::present::quiz::{ItemJson, Score, marked};
use bracket24::quizzes::{FilledSheet, Recipe, RecipeError, SheetError, SheetErrorKind};

use super::{Arguments, print};
use crate::cli::Outcome;
use crate::cli::failure::{Failure, TextFailure};
use crate::cli::format::Format;
use crate::cli::output::Output;
use crate::cli::text_file;

/// Marks the sheet at `path`.
pub(super) fn mark(
    path: &Path,
    arguments: &Arguments,
    format: Format,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let text = text_file::read(path)?;
    let sheet = FilledSheet::read(&text).map_err(|error| no_sheet(path, &text, &error))?;
    check(path, &sheet.recipe, arguments)?;
    let sheet = sheet.mark();
    if format == Format::Json {
        for (number, answer) in (1..).zip(&sheet.answers) {
            let item = ItemJson::new(&sheet.quiz, number, Some(answer.as_ref()));
            output.json(&item.expect("there is an answer, or none, to every question"))?;
        }
    } else {
        print(&marked(&sheet), "Quiz: marked", format, output)?;
    }
    Ok(Outcome::from(Score::from(&sheet).is_full()))
}

/// Why the file at `path` with this text cannot be marked, and what to do.
fn no_sheet(path: &Path, text: &str, error: &SheetError) -> Failure {
    let help = match &error.kind {
        SheetErrorKind::NoRecipe | SheetErrorKind::Recipe(RecipeError::Malformed) => {
            "`bracket24 quiz --sheet md` makes a sheet to fill in, with a line `Sheet:` to keep"
        }
        SheetErrorKind::Recipe(RecipeError::Version(_)) => {
            "mark it with the version of bracket24 that made it"
        }
        SheetErrorKind::Recipe(_) => "write the line as the sheet had it",
        _ => "keep the questions of the sheet, each once and with one answer",
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

/// Makes sure that the options that are given are those of the sheet.
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
        let message = format!("`{option}` is {given}, and the sheet {path} has {has}");
        return Err(Failure::with_help(message, format!("leave out `{option}`")));
    }
    Ok(())
}
