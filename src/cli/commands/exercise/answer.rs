//! What a learner wrote for an exercise, and what came of it.

use bracket24::Grammar;
use bracket24::exercises::{Exercise, Grade, Verdict};

use super::arguments::ExerciseArgument;
use super::folder::Folder;
use crate::cli::failure::{Failure, GrammarFailure};
use crate::cli::progress::during;

/// A file that was graded.
pub(super) struct Answer {
    pub(super) file: String,
    pub(super) source: String,
    pub(super) grade: Grade,
}

impl Answer {
    /// Grades the file of an exercise as it is now; where it is not there, the advice is
    /// to begin it as it was given.
    pub(super) fn read(
        folder: &Folder,
        exercise: &Exercise,
        reference: &Grammar,
        given: &ExerciseArgument,
    ) -> Result<Self, Failure> {
        let source = folder.answer(exercise, &given.typed("start", exercise))?;
        let file = folder.file(exercise).display().to_string();
        let grade = || Grade::new(exercise, reference, &file, &source);
        let grade = during(format!("checking {file}"), grade);
        Ok(Self { file, source, grade })
    }

    /// Tells the mistakes for which it cannot be read, where it has some.
    pub(super) fn report_mistakes(self) {
        let Self { file, source, grade } = self;
        if let Verdict::Mistakes(errors) = grade.verdict {
            let failure = GrammarFailure { path: file, source, errors, warnings: Vec::new() };
            Failure::Grammar(failure).report(None);
        }
    }
}
