//! What is said of arguments that cannot be understood.

use std::error::Error;
use std::ffi::OsString;

use bracket24::words::{did_you_mean, list_and, list_or, shorten};
use bracket24::{Grammar, Named, SetName};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};

use super::failure::Failure;
use super::help_text::HelpText;
use super::shorthand;

/// The most columns of what was typed that are repeated: it may be as long as a
/// person can paste.
const LONGEST: usize = 60;

/// Words that people try, and the command that does it.
const POINTERS: &[(&[&str], &str, &str)] = &[
    (&["ast", "tree", "trees", "syntax", "read"], "parse", "shows the parse tree and the AST"),
    (&["eval", "evaluate", "value", "compute", "run", "steps"], "step", "evaluates an expression"),
    (&["fill", "apply"], "calculate", "fills a template with cards"),
    (&["near", "nearest", "almost", "misses"], "inspect", "shows what comes nearest"),
    (&["verify", "right", "correct", "answer"], "check", "says whether an answer is right"),
    (&["clue", "tip"], "hint", "tells one thing at a time"),
    (&["random", "shuffle", "sheet", "cards"], "deal", "deals hands"),
    (&["game", "practice", "practise"], "play", "deals hands to be answered"),
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
    (&["course", "learn", "teach", "tutorial"], "lesson", "shows a course in parsing"),
    (&["console", "interactive", "prompt", "shell"], "repl", "is a prompt"),
    (&["ask", "questions", "worksheet", "exam"], "quiz", "asks questions"),
    (&["manual", "docs", "doc"], "man", "prints a manual page"),
    (&["version"], "--version", "prints the version"),
    (&["help", "usage", "?", "/?"], "--help", "prints all help"),
];

/// What is said of `error`, in this program's own words; nothing where it is no error
/// but help that was asked for, or has a text of its own.
pub(super) fn failure(
    error: &clap::Error,
    arguments: &[OsString],
    command: &Command,
) -> Option<Failure> {
    let path = path(arguments, command);
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => &**text,
        _ => "",
    };
    let (argument, value) = (name(text(ContextKind::InvalidArg)), text(ContextKind::InvalidValue));
    Some(match error.kind() {
        ErrorKind::DisplayHelp
        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
        | ErrorKind::DisplayVersion
        | ErrorKind::Io
        | ErrorKind::Format => return None,
        ErrorKind::InvalidSubcommand => {
            let word = text(ContextKind::InvalidSubcommand);
            match pointer(word, &shorthand::words(arguments, command)) {
                Some(pointer) => Failure::with_help(missing_command(&path, word), pointer),
                None => no_command(&path, word),
            }
        }
        ErrorKind::UnknownArgument => unknown_argument(text(ContextKind::InvalidArg), &path),
        ErrorKind::InvalidValue if value.is_empty() => {
            let shown = text(ContextKind::InvalidArg).replace(['<', '>'], "");
            let message = format!("`{argument}` needs a value: `{shown}`");
            match values(error, text(ContextKind::InvalidArg)) {
                Some(values) => Failure::with_help(message, values),
                None => Failure::plain(message),
            }
        }
        ErrorKind::InvalidValue => {
            let message = invalid_value(value, argument);
            let close = did_you_mean(value, valid_values(error).iter().map(String::as_str));
            let close = close.map(|name| format!("did you mean `{name}`?"));
            match close.or_else(|| values(error, text(ContextKind::InvalidArg))) {
                Some(help) => Failure::with_help(message, help),
                None => Failure::plain(message),
            }
        }
        ErrorKind::ValueValidation => {
            let why = error.source()?;
            Failure::plain(format!("{}: {why}", invalid_value(value, argument)))
        }
        ErrorKind::TooManyValues => Failure::plain(format!("`{argument}` takes no value")),
        ErrorKind::MissingRequiredArgument => missing(error, &path, arguments, command),
        ErrorKind::ArgumentConflict => conflict(error, argument),
        ErrorKind::MissingSubcommand => {
            Failure::with_help("a command is missing", list_of_commands(&path))
        }
        ErrorKind::InvalidUtf8 => Failure::plain("an argument is not UTF-8"),
        other => Failure::plain(other.to_string()),
    })
}

/// The command that the arguments name, after those above it.
fn path<'a>(arguments: &[OsString], command: &'a Command) -> Vec<&'a Command> {
    let mut path = vec![command];
    for argument in arguments.iter().skip(1).take_while(|argument| *argument != "--") {
        let last = path.last().expect("it begins with the whole");
        path.extend(last.find_subcommand(argument));
    }
    path
}

/// The words that call a command.
fn title(path: &[&Command]) -> String {
    path.iter().map(|command| command.get_name()).collect::<Vec<_>>().join(" ")
}

/// `--target` of `--target <T>`, and `HAND` of `<HAND>...`.
fn name(argument: &str) -> &str {
    let name = argument.split(' ').next().expect("a split text has a first part");
    name.trim_end_matches('.').trim_matches(['<', '>', '[', ']'])
}

/// That the last command of `path` has none called `word`, and which it has.
pub(super) fn no_command(path: &[&Command], word: &str) -> Failure {
    let parent = path.last().expect("it begins with the whole");
    let names = parent.get_subcommands().map(Command::get_name).chain(["help"]);
    let help = match did_you_mean(&word.to_lowercase(), names) {
        Some(name) => format!("did you mean `{name}`?"),
        None => list_of_commands(path),
    };
    Failure::with_help(missing_command(path, word), help)
}

fn missing_command(path: &[&Command], word: &str) -> String {
    let parent = path.last().expect("it begins with the whole");
    match (path, word.trim()) {
        ([_], "") => "an empty text is no command, no hand and no expression".to_owned(),
        ([_], "-") => "`-` stands for hands or expressions; which of them is not said".to_owned(),
        ([_], _) => format!("there is no command `{}`", shorten(word, LONGEST)),
        _ if parent.has_subcommands() => {
            format!("`{}` has no command `{}`", title(path), shorten(word, LONGEST))
        }
        _ => format!("`{}` has no commands", title(path)),
    }
}

fn list_of_commands(path: &[&Command]) -> String {
    match path {
        [_] => "`bracket24 -h` lists the commands; `bracket24 3 3 8 8` solves a hand".to_owned(),
        [above @ .., last] if !last.has_subcommands() => list_of_commands(above),
        _ => {
            let parent = path.last().expect("it begins with the whole");
            let names = parent.get_subcommands().map(Command::get_name);
            format!("it has {}", list_and(names))
        }
    }
}

/// What to say of an option that a command does not have, or of a word too many.
fn unknown_argument(argument: &str, path: &[&Command]) -> Failure {
    let is_digit = |character: char| character.is_ascii_digit();
    let title = title(path);
    let Some(option) = argument.strip_prefix('-') else {
        let message = format!("`{}` is one argument too many", shorten(argument, LONGEST));
        return Failure::with_help(message, format!("`{title} -h` shows what `{title}` takes"));
    };
    if option.starts_with(is_digit) && title == "bracket24 check" {
        return Failure::with_help(
            format!("`{argument}` is neither a card nor an option"),
            "an answer that begins with `-` stands after `--`: `bracket24 check 3 27 -- '-3+27'`",
        );
    }
    if option.starts_with(is_digit) {
        // A card such as `-3,3` looks like an option.
        return Failure::plain(format!("`{argument}`: cards are whole numbers from 0 up"));
    }
    let command = path.last().expect("it begins with the whole");
    let has = |command: &Command| {
        command.get_arguments().any(|it| {
            let long = option.strip_prefix('-').is_some_and(|long| it.get_long() == Some(long));
            long || it.get_short().is_some_and(|short| option.starts_with(short))
        })
    };
    if path.len() == 1 && command.get_subcommands().any(has) {
        let help = "options stand after what they are for, as in `bracket24 3 3 8 8 --json`";
        return Failure::with_help(
            format!("`{argument}` is an option of commands, and no command is named"),
            help,
        );
    }
    let longs = command.get_arguments().filter_map(Arg::get_long).chain(["help"]);
    let shorts = command.get_arguments().filter_map(Arg::get_short).chain(['h', 'V']);
    let close = match option.strip_prefix('-') {
        Some(long) => did_you_mean(long, longs).map(|name| format!("--{name}")),
        // The same letter, small or large.
        None => option.chars().next().and_then(|letter| {
            let mut other = shorts.filter(|it| it.eq_ignore_ascii_case(&letter));
            other.next().filter(|it| *it != 'V' || path.len() == 1).map(|it| format!("-{it}"))
        }),
    };
    let message = match path {
        [_] => format!("there is no option `{}`", shorten(argument, LONGEST)),
        _ => format!("`{title}` has no option `{}`", shorten(argument, LONGEST)),
    };
    let help = match close {
        Some(name) => format!("did you mean `{name}`?"),
        None => format!("`{title} --help` lists the options"),
    };
    Failure::with_help(message, help)
}

fn invalid_value(value: &str, argument: &str) -> String {
    if value.is_empty() {
        return format!("`{argument}` is empty");
    }
    format!("invalid value `{}` for `{argument}`", shorten(value, LONGEST))
}

/// The names that an argument takes.
fn valid_values(error: &clap::Error) -> &[String] {
    match error.get(ContextKind::ValidValue) {
        Some(ContextValue::Strings(values)) => values,
        _ => &[],
    }
}

/// What an argument takes, in words.
fn values(error: &clap::Error, argument: &str) -> Option<String> {
    let names = valid_values(error).iter().map(|name| format!("`{name}`"));
    let file = argument.contains("FILE.pest").then(|| "a file whose name ends in `.pest`".into());
    let all = list_or(names.chain(file));
    (!all.is_empty()).then(|| format!("expected {all}"))
}

/// What to say where something has to be given that is not.
fn missing(
    error: &clap::Error,
    path: &[&Command],
    arguments: &[OsString],
    command: &Command,
) -> Failure {
    let title = title(path);
    let names: Vec<&str> = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::Strings(names)) => names.iter().map(|it| name(it)).collect(),
        _ => Vec::new(),
    };
    if names.iter().all(|name| name.starts_with('-')) {
        let names = list_and(names.iter().map(|name| format!("`{name}`")));
        let given = needing(arguments, command);
        let given =
            given.map_or_else(|| "an option that is given".to_owned(), |it| format!("`{it}`"));
        return Failure::with_help(
            format!("{given} needs {names} too"),
            format!("`{title} --help` says what goes together"),
        );
    }
    let message = format!("{} is missing after `{title}`", list_and(names));
    let command = path.last().expect("it begins with the whole");
    match HelpText::of(command).examples.first() {
        Some(example) => Failure::with_help(message, format!("for example `{}`", example.line)),
        None => Failure::plain(message),
    }
}

/// The option without which nothing is missing.
fn needing<'a>(arguments: &'a [OsString], command: &Command) -> Option<&'a str> {
    let is_missing = |arguments: &[OsString]| {
        let read = command.clone().try_get_matches_from(arguments);
        read.is_err_and(|error| error.kind() == ErrorKind::MissingRequiredArgument)
    };
    let options = arguments.iter().enumerate().skip(1);
    options.filter_map(|(at, word)| Some((at, word.to_str()?))).find_map(|(at, word)| {
        if !word.starts_with('-') {
            return None;
        }
        // Alone, or with its value after it.
        let without = |count: usize| {
            let rest = arguments.get(at + count..)?;
            Some([&arguments[..at], rest].concat())
        };
        let is_it = [1, 2].into_iter().filter_map(without).any(|rest| !is_missing(&rest));
        is_it.then(|| word.split('=').next().unwrap_or(word))
    })
}

/// What to say where two arguments exclude each other, or are the same. Which one is
/// meant is not for the program to guess.
fn conflict(error: &clap::Error, argument: &str) -> Failure {
    let others: Vec<&str> = match error.get(ContextKind::PriorArg) {
        Some(ContextValue::String(other)) => vec![name(other)],
        Some(ContextValue::Strings(others)) => others.iter().map(|it| name(it)).collect(),
        _ => Vec::new(),
    };
    if others != [argument] {
        let others = list_or(others.iter().map(|other| format!("`{other}`")));
        return Failure::plain(format!("`{argument}` cannot be used with {others}"));
    }
    let help = match argument {
        "--grammar" => "leave out one; `explain` and `grammar diff` take several grammars",
        "--templates" | "--engine" => "leave out one; `compare` takes several",
        _ => "leave out one",
    };
    Failure::with_help(format!("`{argument}` is given twice, and takes one value"), help)
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
    let word = word.to_lowercase();
    let (_, command, does) = POINTERS.iter().find(|(words, ..)| words.contains(&&*word))?;
    Some(format!("`bracket24 {command}` {does}"))
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
