//! `bracket24 exercise check`

use std::sync::atomic::Ordering;
use std::thread::sleep;
use std::time::Duration;

use bracket24::Grammar;
use bracket24::exercises::{Exercise, State};
use bracket24::present::exercise::{GradeJson, all_done, graded};
use bracket24::tracer::GrammarError;
use clap::Args;

use super::answer::Answer;
use super::arguments::{ExerciseArgument, reference};
use super::folder::{Folder, content};
use crate::cli::Outcome;
use crate::cli::failure::Failure;
use crate::cli::format::{Format, Formats, OutputOptions};
use crate::cli::grammar_file::line_and_column;
use crate::cli::interrupt;
use crate::cli::output::Output;
use crate::cli::said::say;

/// Check your grammar: the shortest text that goes wrong
#[derive(Debug, Args)]
#[command(
    before_help = "\
Examples:
  bracket24 exercise check left
  bracket24 exercise check
  bracket24 exercise check left --json",
    after_help = "\
Your grammar is compared with a reference, text by text: all that can be put
together from the characters and texts that either mentions, blanks and some
that neither does, the shortest first; then others. The first that it does
not read, refuse or take apart as the reference does is shown. It may be written
in any way, and have more rules, if it reads alike.

With --json, `counterexample` has what both make of the text; a grammar that has
mistakes has `errors` instead, and one that lacks rules `lacks`:
  $ bracket24 exercise check left --json
  {\"name\":\"left\",\"passed\":false,\"counterexample\":{\"text\":\"8-4-2\",
  \"reference\":{\"tree\":\"(- (- 8 4) 2)\",\"value\":\"2\"},
  \"yours\":{\"tree\":\"(- 8 (- 4 2))\",\"value\":\"6\"}}}

Exit codes: 0 it is right, 1 not yet, 2 bad input, 130 interrupted."
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    exercise: ExerciseArgument,

    /// Check again whenever the file is saved, until it is right
    #[arg(long, conflicts_with = "output")]
    watch: bool,

    #[command(flatten)]
    output: OutputOptions<Self>,
}

impl Formats for Arguments {
    const FORMATS: &[Format] = &[Format::Text, Format::Json, Format::Markdown];
}

/// How often the file is looked at.
const PAUSE: Duration = Duration::from_millis(200);

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
    let format = arguments.output.open(output)?;
    let (folder, exercise) = arguments.exercise.open()?;
    let reference = reference(&exercise)?;
    let mut check = Check { arguments, format, folder, exercise, reference };
    if arguments.watch { check.watch(output) } else { check.once(output) }
}

/// What is checked, and how it is told.
struct Check<'a> {
    arguments: &'a Arguments,
    format: Format,
    folder: Folder,
    exercise: Exercise,
    reference: Grammar,
}

impl Check<'_> {
    /// Checks the file as it is now.
    fn once(&mut self, output: &mut Output) -> Result<Outcome, Failure> {
        let Self { arguments, exercise, reference, .. } = self;
        let answer = Answer::read(&self.folder, exercise, reference, &arguments.exercise)?;
        let Answer { source, grade, .. } = &answer;
        let passed = grade.has_passed();
        let document = || graded(exercise, grade, &arguments.exercise.typed("hint", exercise));
        match self.format {
            Format::Text => output.document(&document()),
            Format::Markdown => output.markdown(&document()),
            Format::Json => {
                let place = |error: &GrammarError| line_and_column(source, error);
                output.json(&GradeJson::new(exercise, grade, place))
            }
            other => unreachable!("`exercise check` does not offer {other}"),
        }?;
        let state = if passed { State::Done } else { State::Started };
        self.folder.note_state(exercise, state);
        if self.format == Format::Text && passed && !arguments.exercise.is_own() {
            self.tell_next(output)?;
        }
        output.flush()?;
        if self.format != Format::Json {
            answer.report_mistakes();
        }
        Ok(Outcome::from(passed))
    }

    /// Names the next exercise that is not done: after this one, else before it.
    fn tell_next(&self, output: &mut Output) -> Result<(), Failure> {
        let is_after = |it: &Exercise| it.folder() > self.exercise.folder();
        let mut open = Exercise::all().filter(|it| self.folder.state(it) != State::Done);
        let next = open.clone().find(is_after).or_else(|| open.next());
        let start = next.as_ref().map(|next| self.arguments.exercise.typed("start", next));
        output.document(&all_done(next.as_ref().zip(start.as_deref())))
    }

    /// Checks the file, and again whenever something else is in it, until it is right.
    fn watch(&mut self, output: &mut Output) -> Result<Outcome, Failure> {
        let is_interrupted = interrupt::watch().map_err(Failure::plain)?;
        let path = self.folder.file(&self.exercise);
        // What is saved while it is checked is something else.
        let mut seen = content(&path).ok();
        let mut outcome = self.once(output)?;
        say(&format!("watching {}; Ctrl-C ends it\n", path.display()));
        while outcome != Outcome::Yes {
            sleep(PAUSE);
            if is_interrupted.load(Ordering::Relaxed) {
                return Ok(Outcome::Interrupted);
            }
            let now = content(&path).ok();
            if now == seen {
                continue;
            }
            // Some programs take a file away and write it again, or write it bit by bit.
            sleep(PAUSE / 4);
            if now != content(&path).ok() {
                continue;
            }
            if now.is_none() {
                say(&format!("{} is gone: waiting for it\n", path.display()));
            } else {
                match self.once(output) {
                    Ok(came) => outcome = came,
                    Err(Failure::ClosedPipe) => return Err(Failure::ClosedPipe),
                    // It may be mended by the next save.
                    Err(failure) => failure.report(None),
                }
            }
            seen = now;
        }
        Ok(outcome)
    }
}
