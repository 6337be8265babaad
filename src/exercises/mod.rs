//! Exercises on grammars: a text, a grammar with something wrong in it, hints, and a
//! reference that an answer is graded by.
//!
//! An exercise is a folder, and those that are built in are read from the same
//! [parts](Part) as one of a teacher's own. An answer is the text of a grammar. It is
//! [graded](Grade) by the shortest text that it does not read as the reference does, so
//! every grammar that reads alike passes, however it is written.
//!
//! ```
//! use bracket24::exercises::{Exercise, Grade, Verdict};
//!
//! let exercise = Exercise::built_in("left").expect("it is one of them");
//! let reference = exercise.reference().expect("it has no mistakes");
//! let answer = "//! It is as it was.\n".to_owned() + exercise.start();
//! let grade = Grade::new(&exercise, &reference, "07-left.pest", &answer);
//! let Verdict::Differs(difference) = grade.verdict else { unreachable!("it is not right") };
//! assert_eq!(difference.text, "8-4-2");
//! ```
//!
//! # How to add an exercise
//!
//! 1. Its folder in `material/`, with a number that says where it comes and the files
//!    that [`Part`] names.
//! 2. In its folder `wrong/` answers that are not right, each with its counterexample in
//!    the first line: `// "8-4-2"`.
//! 3. A line in the table of `built_in.rs`.
//!
//! The tests solve it with its reference, and try all that is wrong.

mod built_in;
mod criteria;
mod exercise;
mod grade;
mod hint;
mod progress;

pub use criteria::Criteria;
pub use exercise::{Exercise, ExerciseError, Part};
pub use grade::{CallCount, Grade, Verdict};
pub use hint::Hint;
pub use progress::{Progress, ProgressError, State};
