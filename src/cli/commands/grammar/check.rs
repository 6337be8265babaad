//! `bracket24 grammar check`

use std::borrow::Cow;
use std::ffi::OsStr;
use std::path::PathBuf;
use std::sync::Arc;

use bracket24::exercises::Exercise;
use bracket24::grammars::UserGrammar;
use bracket24::lessons::Ambiguity;
use bracket24::present::grammars::GrammarCheck;
use bracket24::tracer::Findings;
use bracket24::{Grammar, Named};

use crate::cli::failure::GrammarFailure;
use crate::cli::grammar_options::{StartOption, to_have_values};
use crate::cli::{Ended, Failure, Format, Outcome, Output, during, file, formats};

/// Find mistakes in a pest grammar
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The file; `-` for standard input
    #[arg(value_name = "FILE.pest")]
    file: PathBuf,

    /// Exit with 1 on warnings, too
    #[arg(long)]
    strict: bool,

    /// Search for the shortest text with two trees
    ///
    /// pest takes the first alternative that matches, and builds one tree. Without that order, the
    /// same rules may allow several trees, as for a dangling else: bracket24 shows them, and says
    /// which one pest builds. A text longer than those tried may still have two. The grammar may
    /// be left-recursive.
    #[arg(long)]
    ambiguous: bool,

    #[command(flatten)]
    start: StartOption,
}

formats!(Arguments: Text, Json, Short);

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Ended {
    let Arguments { file, strict, ambiguous, start } = arguments;
    if !file.exists()
        && let Some(name) = file.to_str().filter(|it| Grammar::by_name(it).is_ok())
    {
        let message = format!("`{name}` is a built-in grammar, not a file");
        let advice = format!("see it with `bracket24 grammar show {name}`");
        return Err(Failure::with_help(message, advice));
    }
    let source = file::whole_text(file)?;
    let path = file::name(file);
    let read = || UserGrammar::read(&path, &source);
    let (grammar, Findings { errors, warnings }) = match during(format!("checking {path}"), read) {
        Ok(user) => {
            let grammar = start.of(Grammar::User(Arc::new(user)))?;
            let Grammar::User(user) = &grammar else {
                unreachable!("another start rule leaves it a grammar of a file")
            };
            let found = during(format!("checking {path}"), || user.findings());
            (Some(grammar), found)
        }
        Err(errors) => (None, Findings { errors: errors.into(), warnings: Vec::new() }),
    };
    let name = file.file_name().map_or_else(Cow::default, OsStr::to_string_lossy);
    let [errors, warnings] = [errors, warnings].map(|found| Exercise::kept_open(&name, found));
    let searched = if *ambiguous && grammar.is_none() {
        let recursive = UserGrammar::with_left_recursion(&path, &source).ok();
        recursive.map(|it| start.of(Grammar::User(Arc::new(it)))).transpose()?
    } else {
        grammar.clone().filter(|_| *ambiguous)
    };
    let search = |grammar| during("looking for a text with two trees", || Ambiguity::new(grammar));
    let ambiguity = searched.as_ref().map(search);
    let grammar = grammar.filter(|_| errors.is_empty());
    let is_sound = errors.is_empty() && ambiguity.as_ref().is_none_or(|it| it.found.is_none());
    let outcome = Outcome::from(is_sound && (!*strict || warnings.is_empty()));
    let lists = [&*errors, &*warnings];
    let is_json = output.format == Format::Json;
    let is_near = |it: &&Grammar| it.lacks().is_some_and(|lacks| lacks.is_nearly_arithmetic(it));
    let advice = grammar.as_ref().filter(is_near).and_then(to_have_values);
    let mut report = GrammarCheck::new(&path, &source, grammar.as_ref(), lists, advice);
    report.ambiguity = ambiguity;
    if output.format == Format::Short {
        report.lines().try_for_each(|line| output.text(&(line + "\n")))?;
        return Ok(outcome);
    }
    if is_json || grammar.is_some() || searched.is_some() {
        output.report(&report)?;
    } else {
        output.discard_file();
    }
    if !is_json && (!errors.is_empty() || !warnings.is_empty()) {
        Failure::Grammar(GrammarFailure { path, source, errors, warnings }).report(None);
    }
    Ok(outcome)
}
