//! `bracket24 grammar test`

use std::path::PathBuf;

use bracket24::reports::{GrammarTest, GrammarTestRun, SuiteError, TestSuite};
use bracket24::words::{counted, line_and_column};

use crate::cli::failure::TextFailure;
use crate::cli::file::{self, WholeFile};
use crate::cli::grammar_options::{GrammarArgument, StartOption};
use crate::cli::{Ended, Failure, Outcome, Output, during, formats};

/// Test a grammar against texts and their expected trees
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    grammar: GrammarArgument,

    /// The file of tests, at most 64 MiB
    #[arg(value_name = "TESTS")]
    tests: PathBuf,

    /// Run only the tests whose names contain this text
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,

    /// Write the actual results into the file as the expected ones
    #[arg(long)]
    update: bool,

    #[command(flatten)]
    start: StartOption,
}

formats!(Arguments: Text, Json);

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Ended {
    let Arguments { grammar, tests: path, filter, update, start } = arguments;
    let grammar = &start.of(grammar.grammar.read()?)?;
    let file = path.display().to_string();
    if *update && file::is_stdin(path) {
        let what = "`--update` rewrites a file";
        return Err(Failure::with_help(what, "give the file in place of `-`"));
    }
    let text = &*file::text(path)?;
    let has_part = |name: &str| filter.as_deref().is_none_or(|part| name.contains(part));
    let run_of = if *update { GrammarTestRun::for_update } else { GrammarTestRun::new };
    let tried = |text: &str| {
        let suite = TestSuite::read(text)?;
        let wanted = |test: &GrammarTest| has_part(&test.name);
        during(format!("trying the tests of {file}"), || run_of(&suite, grammar, wanted))
            .map(|run| (suite, run))
    };
    let tried = |text: &str| tried(text).map_err(|errors| bad_suite(&file, text, &errors));
    let (suite, mut run) = tried(text)?;
    if run.results.is_empty() {
        let part = filter.as_ref().expect("a suite has a test, and without a filter it is run");
        let message = format!("no test of {file} has `{part}` in its name");
        let names = counted(suite.tests.len(), "test");
        let help = format!("without `--filter` bracket24 runs {names}");
        return Err(Failure::with_help(message, help));
    }
    if *update {
        let written = suite.updated(&run);
        if written != text {
            WholeFile::create(path, output.read_only)?.finish(written.as_bytes())?;
            (_, run) = tried(&written)?;
        }
    }
    run.file = Some(file);
    output.report(&run)?;
    Ok(Outcome::from(run.has_passed()))
}

/// The mistakes in a file of tests, each at its line.
fn bad_suite(file: &str, source: &str, errors: &[SuiteError]) -> Failure {
    let failure = |error: &SuiteError| {
        let (number, _) = line_and_column(source, error.span.start);
        let start = source[..error.span.start].rfind('\n').map_or(0, |at| at + 1);
        let line = source[start..].lines().next().unwrap_or("");
        let span = error.span.start - start..(error.span.end - start).min(line.len());
        let failure = TextFailure::new(error.message.clone(), line, span, error.advice.clone());
        TextFailure { origin: Some((file.to_owned(), number)), ..failure }
    };
    Failure::texts(errors.iter().map(failure))
}
