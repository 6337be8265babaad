//! `bracket24 exercise check`: grades the answer to an exercise.

use std::sync::atomic::Ordering;
use std::thread::sleep;
use std::time::Duration;

use bracket24::Grammar;
use bracket24::exercises::{Exercise, Grade, State, Verdict};
use bracket24::present::exercise::{Graded, all_done};

use super::folder::{Folder, content};
use super::{ExerciseArgument, reference};
use crate::cli::terminal::say;
use crate::cli::{Ended, Failure, Format, Outcome, Output, during, formats, interrupt};

/// The file of a learner, with its grade.
pub(super) struct Answer {
    pub(super) file: String,
    pub(super) source: String,
    pub(super) grade: Grade,
}

impl Answer {
    /// The grade as a report; `hint` is the command that gives a hint.
    pub(super) fn graded<'a>(&'a self, exercise: &'a Exercise, hint: &'a str) -> Graded<'a> {
        Graded { exercise, grade: &self.grade, hint, answer: &self.source }
    }

    /// Reports the mistakes for which pest rejects the grammar, if there are any.
    pub(super) fn report_mistakes(self, format: Format) {
        match self.grade.verdict {
            Verdict::Mistakes(errors) if format != Format::Json => {
                Failure::grammar(self.file, self.source, errors).report(None);
            }
            _ => {}
        }
    }
}

/// The time between two reads of the file.
const PAUSE: Duration = Duration::from_millis(200);

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    exercise: ExerciseArgument,

    /// Check again each time you save the file
    #[arg(long, conflicts_with = "output")]
    watch: bool,
}

formats!(Arguments: Text, Json, Markdown);

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Ended {
    let mut work = Work::open(&arguments.exercise)?;
    if arguments.watch { work.watch(output) } else { work.check(output) }
}

/// The work of a learner on an exercise.
pub(super) struct Work<'a> {
    given: &'a ExerciseArgument,
    pub(super) folder: Folder,
    pub(super) exercise: Exercise,
    reference: Grammar,
}

impl<'a> Work<'a> {
    pub(super) fn open(given: &'a ExerciseArgument) -> Result<Self, Failure> {
        let (folder, exercise) = given.open()?;
        Ok(Self { given, folder, reference: reference(&exercise)?, exercise })
    }

    /// Grades the current file of the exercise. If there is no file, the error says how to start
    /// the exercise.
    pub(super) fn answer(&self) -> Result<Answer, Failure> {
        let Self { given, folder, exercise, reference, .. } = self;
        let source = folder.answer(exercise, &given.typed("start", Some(exercise)))?;
        let file = folder.file(exercise).display().to_string();
        let grade = || Grade::new(exercise, reference, &file, &source);
        let grade = during(format!("checking {file}"), grade);
        Ok(Answer { file, source, grade })
    }

    /// Grades the current file, reports the grade and notes the progress.
    fn check(&mut self, output: &mut Output) -> Ended {
        let answer = self.answer()?;
        let Self { given, exercise, .. } = self;
        let passed = answer.grade.has_passed();
        output.report(&answer.graded(exercise, &given.typed("hint", Some(exercise))))?;
        self.folder.note_check(exercise, passed);
        if output.format == Format::Text && passed && given.from.is_none() {
            self.tell_next(output)?;
        }
        output.flush()?;
        answer.report_mistakes(output.format);
        Ok(Outcome::from(passed))
    }

    /// Names the next exercise that is not done: the first after this exercise, otherwise the first
    /// of all.
    fn tell_next(&self, output: &mut Output) -> Result<(), Failure> {
        let is_after = |it: &Exercise| it.folder > self.exercise.folder;
        let mut open = Exercise::all().filter(|it| self.folder.state(it) != State::Done);
        let next = open.clone().find(is_after).or_else(|| open.next());
        let start = next.as_ref().map(|next| self.given.typed("start", Some(next)));
        output.document(&all_done(next.as_ref().zip(start.as_deref())))
    }

    /// Checks the file, and checks it again after each change, until it passes.
    fn watch(&mut self, output: &mut Output) -> Ended {
        let is_interrupted = interrupt::watch().map_err(Failure::plain)?;
        let path = self.folder.file(&self.exercise);
        // Read the file before the check, so that a save during the check counts as a change.
        let mut seen = content(&path).ok();
        let mut outcome = self.check(output)?;
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
            // Wait until the file is complete: some editors remove it and write it again, or write
            // it piece by piece.
            sleep(PAUSE / 4);
            if now != content(&path).ok() {
                continue;
            }
            if now.is_none() {
                say(&format!("{} is gone: waiting for it\n", path.display()));
            } else {
                match self.check(output) {
                    Ok(came) => outcome = came,
                    Err(Failure::ClosedPipe) => return Err(Failure::ClosedPipe),
                    // The next save may fix the failure.
                    Err(failure) => failure.report(None),
                }
            }
            seen = now;
        }
        Ok(outcome)
    }
}
