//! What a grammar does with the texts of a file of tests.

use bracket24::present::grammar_test::TestJson;
use bracket24::present::live::MarkJson;
use bracket24::reports::{GrammarTestRun, SuiteError, TestSuite};
use serde::{Deserialize, Serialize};

use super::Answered;
use crate::cli::live::Live;
use crate::cli::live::grammars::GivenGrammar;
use crate::cli::live::problem::Problem;
use crate::cli::live::work::Patience;

#[derive(Deserialize)]
pub(super) struct Request {
    grammar: GivenGrammar,
    tests: String,
}

#[derive(Serialize)]
struct Answer<'a> {
    tests: Vec<TestJson<'a>>,
    /// The mistakes in the file of tests, where it has any.
    marks: Vec<MarkJson<'a>>,
}

pub(super) fn answer(
    live: &Live,
    request: &Request,
    patience: &Patience,
) -> Result<Answered, Problem> {
    let Request { grammar, tests: source } = request;
    let grammar = live.grammars.usable(grammar, patience)?;
    let mistakes = |errors: &[SuiteError]| {
        let marks = errors.iter().map(|error| MarkJson::of_tests(source, error)).collect();
        Answered::json(&Answer { tests: Vec::new(), marks })
    };
    let suite = match TestSuite::read(source) {
        Ok(suite) => suite,
        Err(errors) => return Ok(mistakes(&errors)),
    };
    match GrammarTestRun::new(&suite, &grammar, |_| patience.lasts()) {
        Ok(run) => {
            patience.check()?;
            let tests = run.results.iter().map(TestJson::from).collect();
            Ok(Answered::json(&Answer { tests, marks: Vec::new() }))
        }
        Err(errors) => Ok(mistakes(&errors)),
    }
}
