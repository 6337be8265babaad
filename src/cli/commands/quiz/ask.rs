//! Questions that are asked one by one.

use bracket24::present::quiz::{Score, question, verdict};
use bracket24::present::{Block, Document, markup as m};
use bracket24::quizzes::{Item, Quiz, Recipe};
use bracket24::words::counted;

use crate::cli::Outcome;
use crate::cli::failure::Failure;
use crate::cli::output::Output;
use crate::cli::prompt::{Prompt, Typed};

const PROMPT: &str = "> ";

/// Asks the questions of `quiz`; says the score, however it ends.
pub(super) fn ask(quiz: &Quiz, output: &mut Output) -> Result<Outcome, Failure> {
    let prompt = Prompt::new()?;
    let mut score = Score { questions: quiz.items.len(), ..Score::default() };
    let mut interrupted = false;
    let count = counted(quiz.items.len(), "question");
    let start = m::note(format!("{count}; `skip` leaves one out, `quit` ends"));
    output.document(&Document(vec![start.into()]))?;
    for (number, item) in (1..).zip(&quiz.items) {
        output.document(&question(number, item))?;
        let marked = match ask_until_answered(item, &prompt, output)? {
            Answered::Marked(is_right) => {
                *if is_right { &mut score.right } else { &mut score.wrong } += 1;
                Some(is_right)
            }
            Answered::Skipped => None,
            Answered::Ended => break,
            Answered::Interrupted => {
                interrupted = true;
                break;
            }
        };
        output.document(&verdict(item, marked))?;
    }
    output.separate()?;
    output.line(score.line())?;
    output.line(m::note(format!("the same again, with {}:", Recipe::versions())))?;
    // On one line, however long, for a shell takes two for two commands.
    output.line(Block::Verbatim(m::expression(quiz.recipe.command())))?;
    Ok(if interrupted { Outcome::Interrupted } else { Outcome::from(score.is_full()) })
}

/// How a question ends.
enum Answered {
    Marked(bool),
    Skipped,
    Ended,
    Interrupted,
}

/// Asks until there is an answer, right or wrong.
fn ask_until_answered(
    item: &Item,
    prompt: &Prompt,
    output: &mut Output,
) -> Result<Answered, Failure> {
    loop {
        let line = match prompt.ask(PROMPT, output)? {
            Typed::Line(line) => line,
            Typed::End => return Ok(Answered::Ended),
            Typed::Interrupted => return Ok(Answered::Interrupted),
        };
        match &*line.to_lowercase() {
            "skip" => return Ok(Answered::Skipped),
            "quit" => return Ok(Answered::Ended),
            _ => {}
        }
        match item.mark(&line) {
            Ok(is_right) => return Ok(Answered::Marked(is_right)),
            Err(misread) => {
                let help = m::plain(format!("{misread}; `skip` leaves it out, `quit` ends"));
                output.line(help)?;
            }
        }
    }
}
