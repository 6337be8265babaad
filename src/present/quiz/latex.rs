//! The key of a worksheet for LaTeX, with evaluations as formulas.

use std::io::{self, Write};

use crate::quizzes::{Quiz, Settled};

use super::super::latex_document::{BEGIN, END, write_blocks};
use super::super::reduction_latex;
use super::settled::settled;
use super::sheet::{answered, head};

/// Writes the key of `quiz` as an article.
///
/// # Errors
///
/// Those of `out`.
pub fn write_key_latex(quiz: &Quiz, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "{BEGIN}")?;
    write_blocks(&head(quiz, "Quiz: answers"), out)?;
    for (number, item) in (1..).zip(&quiz.items) {
        write_blocks(&answered(number, item), out)?;
        match item.settled() {
            Settled::Steps(steps) => reduction_latex::write_align(&steps, out)?,
            _ => write_blocks(&settled(item).0, out)?,
        }
    }
    write!(out, "{END}")
}
