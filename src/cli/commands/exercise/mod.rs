//! `bracket24 exercise`

mod check;
pub(crate) mod folder;

use std::path::{Path, PathBuf};

use bracket24::exercises::{Exercise, Grade, Hint, Part, State, Verdict};
use bracket24::present::exercise::{Listed, Reset, ShownHint, Solution, Start, all_done};
use bracket24::words::did_you_mean;
use bracket24::{Grammar, Named};
use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand};

use crate::cli::format::WithOutput;
use crate::cli::{Ended, Failure, Format, Output, during, file, formats, input};
use check::Work;
pub(crate) use folder::Folder;

/// Learn to write grammars by fixing them
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: ExerciseCommand,
}

formats!(Arguments:);

#[derive(Debug, Subcommand)]
enum ExerciseCommand {
    /// List the exercises and your progress
    #[command(before_help = include_str!("../../help/exercise/list.txt"))]
    List(WithOutput<FolderOption>),

    /// Start an exercise, or the next one
    #[command(before_help = include_str!("../../help/exercise/start.txt"))]
    Start(WithOutput<ExerciseArgument>),

    /// Check your grammar, and show the shortest counterexample
    #[command(before_help = include_str!("../../help/exercise/check.txt"))]
    Check(WithOutput<check::Arguments>),

    /// Show the next hint
    #[command(before_help = include_str!("../../help/exercise/hint.txt"))]
    Hint(WithOutput<ExerciseArgument>),

    /// Show a solution
    #[command(before_help = include_str!("../../help/exercise/solution.txt"))]
    Solution(WithOutput<SolutionArguments>),

    /// Start an exercise again; bracket24 keeps your grammar
    #[command(before_help = include_str!("../../help/exercise/reset.txt"))]
    Reset(WithOutput<ResetArguments>),
}

formats!(FolderOption: Text, Json, Markdown);
formats!(ExerciseArgument: Text, Json, Markdown);

#[derive(Debug, Args)]
struct SolutionArguments {
    #[command(flatten)]
    exercise: ExerciseArgument,
}

formats!(SolutionArguments: Text, Json, Pest);

#[derive(Debug, Args)]
struct ResetArguments {
    #[command(flatten)]
    exercise: ExerciseArgument,

    /// Reset all exercises that you started
    #[arg(long, conflicts_with_all = ["name", "from"])]
    all: bool,
}

formats!(ResetArguments: Text, Json);

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Ended {
    match &arguments.command {
        ExerciseCommand::List(it) => it.run(list, output),
        ExerciseCommand::Start(it) => it.run(start, output),
        ExerciseCommand::Check(it) => it.run(check::run, output),
        ExerciseCommand::Hint(it) => it.run(hint, output),
        ExerciseCommand::Solution(it) => it.run(solution, output),
        ExerciseCommand::Reset(it) => it.run(reset, output),
    }
}

fn list(folder: &FolderOption, output: &mut Output) -> Result<(), Failure> {
    let exercises = folder.open()?.exercises();
    let exercises: Vec<Listed<'_>> = exercises.iter().map(Listed).collect();
    output.report(&exercises[..])
}

fn start(given: &ExerciseArgument, output: &mut Output) -> Result<(), Failure> {
    let mut folder = given.folder.open()?;
    let is_open = |it: &Exercise| folder.state(it) != State::Done;
    let Some(exercise) = given.given()?.or_else(|| Exercise::all().find(is_open)) else {
        return output.document(&all_done(None));
    };
    // Report mistakes in a teacher's exercise before anything else.
    let reference = reference(&exercise)?;
    if let Some(from) = &given.from {
        let file = Part::Reference.to_string();
        let grade = || Grade::new(&exercise, &reference, &file, &exercise.solution);
        let grade = during("checking the reference".to_owned(), grade);
        if let Verdict::Differs(it) = &grade.verdict
            && let Err(error) = &it.parses[0]
        {
            return Err(Failure::syntax("text with the reference", &it.text, error));
        }
        if !grade.has_passed() {
            let path = input::quoted(&from.join(&file).display().to_string());
            let help = format!("`bracket24 grammar check {path}` says which rules take long");
            return Err(Failure::with_help("the reference itself takes too long to check", help));
        }
    }
    let is_new = folder.begin(&exercise)?;
    let file = folder.file(&exercise).display().to_string();
    let check = given.typed("check", Some(&exercise));
    let (exercise, file, check) = (&exercise, &*file, &*check);
    output.report(&Start { exercise, file, is_new, check })
}

fn hint(given: &ExerciseArgument, output: &mut Output) -> Result<(), Failure> {
    let mut work = Work::open(given)?;
    let answer = work.answer()?;
    if answer.grade.has_passed() {
        return output.report(&answer.graded(&work.exercise, ""));
    }
    let hints = Hint::all(&work.exercise, &answer.grade, &answer.source);
    let number = (work.folder.hints(&work.exercise) + 1).min(hints.len());
    let (name, hint) = (work.exercise.name(), &hints[number - 1]);
    output.report(&ShownHint { name, number, of: hints.len(), hint })?;
    output.flush()?;
    work.folder.note_hints(&work.exercise, number);
    answer.report_mistakes(output.format);
    Ok(())
}

fn solution(arguments: &SolutionArguments, output: &mut Output) -> Result<(), Failure> {
    let (_, exercise) = arguments.exercise.open()?;
    let solution = Solution { name: exercise.name(), source: &exercise.solution };
    if output.format == Format::Pest {
        return output.text(solution.source);
    }
    output.report(&solution)
}

fn reset(arguments: &ResetArguments, output: &mut Output) -> Result<(), Failure> {
    let mut folder = arguments.exercise.folder.open()?;
    let exercises: Vec<Exercise> = match arguments.exercise.given()? {
        Some(exercise) if folder.file(&exercise).exists() => vec![exercise],
        Some(exercise) => {
            let message = format!("{} is not there", folder.file(&exercise).display());
            let start = arguments.exercise.typed("start", Some(&exercise));
            return Err(Failure::with_help(message, format!("{start} makes it")));
        }
        None if !arguments.all => {
            let message = "which exercise do you want to start again?";
            return Err(Failure::with_help(message, "give its NAME, or `--all`"));
        }
        None => Exercise::all().filter(|it| folder.file(it).exists()).collect(),
    };
    for exercise in &exercises {
        let kept = folder.reset(exercise)?.map(|path| path.display().to_string());
        let file = folder.file(exercise).display().to_string();
        let reset = Reset { name: exercise.name(), file: &file, kept: kept.as_deref() };
        let is_json = output.format == Format::Json;
        if is_json { output.json(&reset)? } else { output.line(reset.line())? }
    }
    Ok(())
}

/// The name of the default folder.
pub(crate) const FOLDER: &str = "bracket24-exercises";

/// The folder that a learner works in.
#[derive(Debug, Args)]
pub(crate) struct FolderOption {
    /// Your folder [default: bracket24-exercises]
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
}

/// One exercise, and the folder that a learner works in.
#[derive(Debug, Args)]
pub(crate) struct ExerciseArgument {
    /// The exercise, such as `left`
    ///
    /// `exercise list` lists the names. Without NAME, `start` takes the first in the list that you
    /// have not done, and `check`, `hint` and `solution` take the first that you started and have
    /// not done. `reset` needs a NAME, --from or --all.
    #[arg(value_name = "NAME", value_parser = PossibleValuesParser::new(Exercise::names()), hide_possible_values = true)]
    name: Option<String>,

    /// The folder of an exercise that a teacher wrote
    ///
    /// `bracket24 exercise --help` describes its files.
    #[arg(long, value_name = "DIR", conflicts_with = "name")]
    from: Option<PathBuf>,

    #[command(flatten)]
    folder: FolderOption,
}

impl FolderOption {
    /// Opens the folder, which need not exist.
    fn open(&self) -> Result<Folder, Failure> {
        Folder::open(self.folder.clone().unwrap_or_else(|| FOLDER.into()))
    }
}

impl ExerciseArgument {
    /// The exercise that the user names, if any.
    fn given(&self) -> Result<Option<Exercise>, Failure> {
        match (&self.name, &self.from) {
            (Some(name), _) => Ok(Exercise::built_in(name)),
            (None, Some(folder)) => of_folder(folder).map(Some),
            (None, None) => Ok(None),
        }
    }

    /// Opens the folder, and finds the exercise that the user names, otherwise the first that the
    /// learner has started and not finished.
    fn open(&self) -> Result<(Folder, Exercise), Failure> {
        let folder = self.folder.open()?;
        let is_begun = |it: &Exercise| folder.state(it) == State::Started;
        if let Some(exercise) = self.given()?.or_else(|| Exercise::all().find(is_begun)) {
            return Ok((folder, exercise));
        }
        let message = format!("no exercise in {} is begun and not done", folder.path.display());
        let start = self.typed("start", None);
        Err(Failure::with_help(message, format!("give a NAME, or begin the next one with {start}")))
    }

    /// Returns a command in backticks, such as `bracket24 exercise start left`. It has the
    /// subcommand that `what` gives, the name of `exercise`, and the user's options.
    fn typed(&self, what: &str, exercise: Option<&Exercise>) -> String {
        let name = exercise.filter(|_| self.from.is_none()).map(|it| format!(" {}", it.name()));
        let options = [("from", &self.from), ("folder", &self.folder.folder)];
        let given = options.into_iter().filter_map(|(option, path)| {
            Some(format!(" --{option} {}", input::quoted(&path.as_ref()?.display().to_string())))
        });
        format!("`bracket24 exercise {what}{}`", name.into_iter().chain(given).collect::<String>())
    }
}

/// Reads a teacher's own exercise from a folder.
fn of_folder(folder: &Path) -> Result<Exercise, Failure> {
    if !folder.is_dir() {
        let is_name = folder.to_str().and_then(|it| did_you_mean(it, Exercise::names()));
        let message = format!("there is no folder {}", folder.display());
        let help = is_name.map(|name| format!("`{name}` is built in: leave out `--from`"));
        return Err(Failure::Plain { message, help });
    }
    let absolute = folder.canonicalize().map_err(|error| Failure::cannot_read(folder, error))?;
    let name = absolute.file_name().unwrap_or(absolute.as_os_str()).to_string_lossy();
    if Exercise::all().any(|it| it.folder == name) {
        let message = format!("the folder `{name}` has the name of a built-in exercise");
        let help = "give it another name, under which bracket24 can keep the progress of a learner";
        return Err(Failure::with_help(message, help));
    }
    let paths = Part::ALL.iter().map(|part| (*part, folder.join(part.name())));
    let texts =
        paths.filter(|(_, path)| path.is_file()).map(|(part, path)| Ok((part, file::text(&path)?)));
    let texts = texts.collect::<Result<Vec<_>, Failure>>()?;
    let text = |part| Some(texts.iter().find(|text| text.0 == part)?.1.clone());
    Exercise::read(&name, text).map_err(|error| {
        Failure::with_help(format!("{} is no exercise: {error}", folder.display()), error.advice())
    })
}

/// Parses the grammar to compare answers with. The grammar of a teacher may have mistakes.
fn reference(exercise: &Exercise) -> Result<Grammar, Failure> {
    exercise.reference().map_err(|errors| {
        Failure::grammar(Part::Reference.to_string(), exercise.solution.clone(), errors.into())
    })
}
