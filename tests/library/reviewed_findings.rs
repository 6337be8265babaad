//! Findings about the grammars of the tests, in files to review.

use std::fmt::Write;
use std::path::Path;

use bracket24::tracer::{Findings, GrammarError, PestGrammar};
use snapbox::{Assert, Data, file};

/// The grammars below `folder`, each with its path. A text to parse may follow a grammar.
fn grammars(folder: &Path, found: &mut Vec<(String, String)>) {
    let mut paths: Vec<_> = folder.read_dir().unwrap().map(|it| it.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            grammars(&path, found);
        } else if path.extension().is_none_or(|it| it == "pest") {
            let text = std::fs::read_to_string(&path).unwrap();
            let grammar = text.split("\n====\n").next().expect("a split text has a part");
            found.push((path.to_str().unwrap().replace('\\', "/"), grammar.to_owned()));
        }
    }
}

fn described(errors: &[GrammarError], text: &mut String) {
    for GrammarError { message, advice, span, mend, .. } in errors {
        writeln!(text, "{span:?}: {message}\n    {advice}").unwrap();
        for (place, new) in mend {
            writeln!(text, "    {place:?} {new:?}").unwrap();
        }
    }
}

/// Describes the findings about each of the grammars, under its title.
fn findings(all: Vec<(String, String)>) -> String {
    let mut text = String::new();
    for (title, source) in all {
        let mut said = String::new();
        match PestGrammar::read(&source) {
            Ok(grammar) => {
                let start = grammar.name(grammar.rules().next().expect("it has a rule"));
                let found = Findings::of(&source, start).unwrap();
                described(&found.errors, &mut said);
                described(&found.warnings, &mut said);
            }
            Err(errors) => described(&Vec::from(errors), &mut said),
        }
        if said.contains(" is undefined") {
            let reason = "left out: it needs the rules that all grammars for arithmetic share\n";
            reason.clone_into(&mut said);
        }
        write!(text, "\n{title}\n{said}").unwrap();
    }
    text
}

fn assert_reviewed(text: String, reviewed: Data) {
    Assert::new().normalize_paths(false).action_env("SNAPSHOTS").eq(text, reviewed);
}

fn findings_below(folder: &str) -> String {
    let mut all = Vec::new();
    grammars(Path::new(folder), &mut all);
    findings(all)
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn the_findings_about_the_grammars_of_the_tests_are_those_that_were_reviewed() {
    assert_reviewed(findings_below("tests/grammars"), file!["../cases/findings/grammars.txt"]);
}

#[test]
fn the_findings_about_grammars_of_the_fuzzing_are_those_that_were_reviewed() {
    let lints = findings_below("tests/fuzz/corpus/lints");
    assert_reviewed(lints, file!["../cases/findings/fuzz_lints.txt"]);
    let grammars = findings_below("tests/fuzz/corpus/user_grammar");
    assert_reviewed(grammars, file!["../cases/findings/fuzz_user_grammar.txt"]);
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn the_findings_about_likely_mistakes_are_those_that_were_reviewed() {
    let mistakes = include_str!("../cases/likely_mistakes.txt").split("====\n");
    let all = mistakes.map(|it| (it.trim_end().to_owned(), it.trim_end().to_owned()));
    assert_reviewed(findings(all.collect()), file!["../cases/findings/likely_mistakes.txt"]);
}
