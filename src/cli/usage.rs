//! What is said of arguments that cannot be understood.

use std::ffi::OsString;

use bracket24::words::{self, is_close};
use bracket24::{Grammar, Named, SetName};
use clap::Command;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::failure::Failure;
use super::shorthand;

/// Words that people try, and the command that does it.
const POINTERS: &[(&[&str], &str, &str)] = &[
    (&["ast", "tree", "trees", "syntax", "read"], "parse", "shows the parse tree and the AST"),
    (&["eval", "evaluate", "value", "compute", "run", "steps"], "step", "evaluates an expression"),
    (&["fill", "apply"], "calculate", "fills a template with cards"),
    (&["near", "nearest", "almost", "misses"], "inspect", "shows what comes nearest"),
    (&["count", "deck", "hands", "stats", "all"], "survey", "counts the hands of a deck"),
    (&["bench", "benchmark", "engines", "engine", "time"], "compare", "compares the engines"),
    (&["why", "diverge", "disagree"], "explain", "shows where and why grammars diverge"),
    (&["backtracking", "debug", "log"], "trace", "shows every rule that the parser tries"),
    (&["list", "ls", "sets", "templates-list"], "templates list", "lists the templates of a set"),
    (&["coverage", "cover"], "templates coverage", "counts what each template solves"),
    (&["show", "rules", "print"], "grammar show", "prints the rules of a grammar"),
    (&["diagram", "railroad", "draw"], "grammar diagram", "draws the rules of a grammar"),
    (&["diff", "difference"], "grammar diff", "finds what two grammars parse differently"),
    (&["lint", "validate"], "grammar check", "checks a grammar of your own"),
    (&["manual", "docs", "doc"], "man", "prints a manual page"),
    (&["version"], "--version", "prints the version"),
];

/// The error with advice that helps, and no other.
pub(super) fn explained(
    mut error: clap::Error,
    arguments: &[OsString],
    command: &Command,
) -> Result<clap::Error, Failure> {
    if let Some(failure) = negative_card(&error).or_else(|| repeated(&error)) {
        return Err(failure);
    }
    shorten_value(&mut error);
    // `use '-- -t'`: no hand and no expression can hold it.
    if matches!(error.kind(), ErrorKind::UnknownArgument | ErrorKind::InvalidSubcommand) {
        error.remove(ContextKind::Suggested);
    }
    for (given, suggested) in [
        (ContextKind::InvalidSubcommand, ContextKind::SuggestedSubcommand),
        (ContextKind::InvalidArg, ContextKind::SuggestedArg),
        (ContextKind::InvalidValue, ContextKind::SuggestedValue),
    ] {
        keep_close(&mut error, given, suggested);
    }
    if let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand)
        && let Some(pointer) = pointer(word, &shorthand::words(arguments, command))
    {
        let tips = ContextValue::StyledStrs(vec![StyledStr::from(pointer)]);
        error.insert(ContextKind::Suggested, tips);
    }
    Ok(error)
}

/// Which command does what `word` asks for, among all the `words` typed.
fn pointer(word: &str, words: &[&str]) -> Option<String> {
    match words {
        ["grammar", ..] if Grammar::by_name(word).is_ok() => {
            return Some(format!("`bracket24 grammar show {word}` prints that grammar"));
        }
        ["templates", ..] if SetName::by_name(word).is_ok() => {
            return Some(format!("`bracket24 templates list --templates {word}` lists that set"));
        }
        ["-", ..] => {
            let tip = "`bracket24 solve -` reads hands, and `bracket24 step -` expressions";
            return Some(tip.to_owned());
        }
        [first, ..] if *first == word => {}
        _ => return None,
    }
    let (_, command, does) = POINTERS.iter().find(|(words, ..)| words.contains(&word))?;
    Some(format!("`bracket24 {command}` {does}"))
}

/// Leaves of what is `suggested` for what was `given` only what is close to it.
fn keep_close(error: &mut clap::Error, given: ContextKind, suggested: ContextKind) {
    let bare = |text: &str| text.trim_start_matches('-').to_owned();
    let Some(ContextValue::String(given)) = error.get(given) else { return };
    let given = bare(given);
    let close = |name: &String| is_close(&given, &bare(name));
    let kept = match error.get(suggested) {
        Some(ContextValue::String(name)) => Some(name.clone()).filter(close).into_iter().collect(),
        Some(ContextValue::Strings(names)) => {
            names.iter().filter(|it| close(it)).cloned().collect()
        }
        _ => return,
    };
    let kept: Vec<String> = kept;
    error.remove(suggested);
    match <[String; 1]>::try_from(kept) {
        Ok([name]) => error.insert(suggested, ContextValue::String(name)),
        Err(names) if names.is_empty() => None,
        Err(names) => error.insert(suggested, ContextValue::Strings(names)),
    };
}

/// What to say where a card such as `-3,3` looks like an option.
fn negative_card(error: &clap::Error) -> Option<Failure> {
    let Some(ContextValue::String(argument)) = error.get(ContextKind::InvalidArg) else {
        return None;
    };
    let digit =
        argument.strip_prefix('-')?.starts_with(|character: char| character.is_ascii_digit());
    digit.then(|| Failure::plain(format!("`{argument}`: cards are whole numbers from 0 up")))
}

/// What to say where an option that takes one value is given twice. Which one
/// is meant is not for the program to guess.
fn repeated(error: &clap::Error) -> Option<Failure> {
    let (Some(ContextValue::String(option)), Some(ContextValue::String(prior))) =
        (error.get(ContextKind::InvalidArg), error.get(ContextKind::PriorArg))
    else {
        return None;
    };
    if error.kind() != ErrorKind::ArgumentConflict || option != prior {
        return None;
    }
    let name = option.split(' ').next().expect("a split text has a first part");
    let help = match name {
        "--grammar" => "leave out one; `explain` and `grammar diff` take several grammars",
        "--templates" | "--engine" => "leave out one; `compare` takes several",
        _ => "leave out one",
    };
    Some(Failure::with_help(format!("`{name}` is given twice, and takes one value"), help))
}

/// Cuts the value that a usage error repeats, which may be as long as a person
/// can paste.
fn shorten_value(error: &mut clap::Error) {
    const LONGEST: usize = 60;
    if let Some(ContextValue::String(value)) = error.get(ContextKind::InvalidValue)
        && words::width(value) > LONGEST
    {
        let short = words::shorten(value, LONGEST);
        error.insert(ContextKind::InvalidValue, ContextValue::String(short));
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::cli::help;

    #[test]
    fn every_command_that_is_pointed_to_exists() {
        for (_, line, _) in POINTERS {
            let words = ["bracket24"].into_iter().chain(line.split(' ')).chain(["-h"]);
            let error = help::command().try_get_matches_from(words).unwrap_err();
            let is_there =
                matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
            assert!(is_there, "{line}");
        }
    }

    #[test]
    fn a_word_points_to_one_command_and_is_none_itself() {
        let all: Vec<&str> = POINTERS.iter().flat_map(|(words, ..)| *words).copied().collect();
        assert_eq!(all.len(), all.iter().collect::<BTreeSet<_>>().len());
        assert!(all.iter().all(|word| help::command().find_subcommand(word).is_none()));
    }
}
