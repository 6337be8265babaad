//! `bracket24 grammar`

use std::sync::Arc;

use bracket24::reports::GrammarDiff;
use bracket24::{Grammar, Named, Reading, UserGrammar};

use super::Outcome;
use super::arguments::{
    CheckArguments, DiagramArguments, DiffArguments, GrammarCommand, ListGrammarsArguments,
    ShowGrammarArguments,
};
use super::failure::{Failure, GrammarFailure};
use super::file::WholeFile;
use super::grammar_file::{line_and_column, source};
use super::output::Output;
use bracket24::present::diagram;
use bracket24::present::grammar_diff::{self, GrammarDiffJson};
use bracket24::present::grammars::{self, CheckJson, Listed, ListedJson, SourceJson};

/// What the list shows every grammar by: a chain, and the shortest there is.
const EXAMPLE: &str = "8-4-2";

pub(super) fn run(command: &GrammarCommand, output: &mut Output) -> Result<Outcome, Failure> {
    match command {
        GrammarCommand::List(arguments) => list(arguments, output),
        GrammarCommand::Show(arguments) => show(arguments, output),
        GrammarCommand::Diagram(arguments) => diagram(arguments, output),
        GrammarCommand::Diff(arguments) => diff(arguments, output),
        GrammarCommand::Check(arguments) => check(arguments, output),
    }
}

fn list(arguments: &ListGrammarsArguments, output: &mut Output) -> Result<Outcome, Failure> {
    let listed = |grammar: &'static Grammar| {
        let reading = Reading::new(EXAMPLE, grammar)
            .map_err(|error| Failure::syntax("expression", EXAMPLE, &error))?;
        Ok(Listed { grammar, text: EXAMPLE, reading })
    };
    let all = Grammar::ALL.iter().map(listed).collect::<Result<Vec<_>, Failure>>()?;
    if arguments.json {
        for grammar in &all {
            output.json(&ListedJson::from(grammar))?;
        }
    } else {
        output.document(&grammars::document(&all))?;
    }
    Ok(Outcome::Yes)
}

fn show(arguments: &ShowGrammarArguments, output: &mut Output) -> Result<Outcome, Failure> {
    let source = arguments.grammar.whole_source();
    if arguments.json {
        output.json(&SourceJson { grammar: arguments.grammar.name(), source: &source })?;
    } else {
        output.document(&grammars::source(&source))?;
    }
    Ok(Outcome::Yes)
}

fn diagram(arguments: &DiagramArguments, output: &mut Output) -> Result<Outcome, Failure> {
    let DiagramArguments { grammar, output: path } = arguments;
    let file = path.as_deref().map(WholeFile::create).transpose()?;
    let title = format!("{}: {}", grammar.name(), grammar.summary());
    let svg = diagram::svg(&title, &grammar.definitions());
    match file {
        Some(file) => file.finish(svg.as_bytes())?,
        None => output.writer().write_all(svg.as_bytes())?,
    }
    Ok(Outcome::Yes)
}

fn diff(arguments: &DiffArguments, output: &mut Output) -> Result<Outcome, Failure> {
    let DiffArguments { a, b, length, limit, json } = arguments;
    let diff = GrammarDiff::new(a, b, *length);
    let names = [a.name(), b.name()];
    if *json {
        output.json(&GrammarDiffJson::new(&diff, names, *limit))?;
    } else {
        output.document(&grammar_diff::document(&diff, names, *limit))?;
    }
    Ok(Outcome::from(diff.is_equal()))
}

fn check(arguments: &CheckArguments, output: &mut Output) -> Result<Outcome, Failure> {
    let CheckArguments { file, json } = arguments;
    let source = source(file)?;
    let path = file.display().to_string();
    let (rules, errors) = match UserGrammar::read(&path, &source) {
        Ok(own) => (Some(Grammar::User(Arc::new(own)).definitions().len()), Vec::new()),
        Err(errors) => (None, errors),
    };
    let outcome = Outcome::from(errors.is_empty());
    if *json {
        let places = errors.iter().map(|error| (line_and_column(&source, error), error));
        output.json(&CheckJson::new(&path, rules, places))?;
    } else if let Some(rules) = rules {
        output.document(&grammars::checked(&path, rules))?;
    } else {
        Failure::Grammar(GrammarFailure { path, source, errors }).report(None);
    }
    Ok(outcome)
}
