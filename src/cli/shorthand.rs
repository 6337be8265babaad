//! What is meant where no command is named: a hand is solved, an expression is
//! stepped through.
//!
//! It is decided from the words before anything else reads them, so that all that
//! follows, with its errors, is that of the command.

use std::ffi::OsString;

use clap::Command;

use super::input::ascii_signs;

/// What a person sees who types the name of the program and nothing else.
pub(super) const OVERVIEW: &str = "\
bracket24 makes 24 from four cards, and shows how grammars read expressions:

  bracket24 3 3 8 8              solve a hand
  bracket24 '8/(3-8/3)'          evaluate an expression, step by step
  bracket24 inspect 1 5 5 5      see which templates come nearest to 24
  bracket24 survey               count the hands that can be solved
  bracket24 explain '(5-8-7)*6'  see where grammars disagree, and why
  bracket24 parse 8-4-2          see a parse tree and an expression tree

`bracket24 -h` lists all commands, `bracket24 help solve` tells all about one.
";

/// A command that can be left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Meant {
    Solve,
    Step,
}

/// The arguments with the command that they leave out, and `help COMMAND` as
/// `COMMAND --help`. The first is the name of the program.
pub(super) fn expanded(mut arguments: Vec<OsString>, command: &Command) -> Vec<OsString> {
    if let Some(at) = help_word(&arguments, command) {
        arguments.remove(at);
        // The help of the help.
        arguments.retain(|word| word != "help");
        arguments.push("--help".into());
        return arguments;
    }
    let Some((options, words)) = sorted(typed(&arguments), command) else {
        return arguments;
    };
    let is_command = |name: &&str| command.find_subcommand(name).is_some();
    match meant(&words).filter(|_| !words.first().is_some_and(is_command)) {
        None => arguments,
        Some(Meant::Solve) => {
            arguments.insert(1, "solve".into());
            arguments
        }
        Some(Meant::Step) => {
            let start = [arguments[0].clone(), "step".into()];
            let text = OsString::from(words.join(" "));
            // An option that `step` lacks is an error there, no part of the text.
            start.into_iter().chain([text]).chain(options.into_iter().cloned()).collect()
        }
    }
}

/// What follows the name of the program; it may be started without even that.
fn typed(arguments: &[OsString]) -> &[OsString] {
    arguments.split_first().map_or(&[], |(_, typed)| typed)
}

/// The place of `help` where it stands for a command: first, or after one that has
/// others.
fn help_word(arguments: &[OsString], command: &Command) -> Option<usize> {
    let is_help = |at: usize| arguments.get(at).is_some_and(|word| word == "help");
    let group = arguments.get(1).and_then(|name| command.find_subcommand(name));
    let has_others = group.is_some_and(Command::has_subcommands);
    is_help(1).then_some(1).or((is_help(2) && has_others).then_some(2))
}

/// The command that is left out before what stands in front of the last word, which
/// is still being typed. The first is the name of the program.
pub(super) fn left_out(typed: &[OsString], command: &Command) -> Option<&'static str> {
    let (_, before) = typed.split_last()?;
    let words = words(before, command);
    let is_command = |name: &&str| command.find_subcommand(name).is_some();
    match meant(&words).filter(|_| !words.first().is_some_and(is_command))? {
        Meant::Solve => Some("solve"),
        Meant::Step => Some("step"),
    }
}

/// The options with their values, and the words that are none; nothing where a
/// word is not UTF-8.
fn sorted<'a>(
    arguments: &'a [OsString],
    command: &Command,
) -> Option<(Vec<&'a OsString>, Vec<&'a str>)> {
    let (mut options, mut words) = (Vec::new(), Vec::new());
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        let text = argument.to_str()?;
        if text == "--" {
            words.extend(arguments.by_ref().map(|it| it.to_str()).collect::<Option<Vec<_>>>()?);
        } else if is_option(text) {
            options.push(argument);
            if takes_next(text, command) {
                options.extend(arguments.next());
            }
        } else {
            words.push(text);
        }
    }
    Some((options, words))
}

/// Whether it is an option, and not a sign before a number or a bracket.
fn is_option(text: &str) -> bool {
    let is_first = |first: char| first == '-' || first.is_ascii_alphabetic();
    text.strip_prefix('-').is_some_and(|rest| rest.starts_with(is_first))
}

/// Whether the value of the option is the argument after it.
fn takes_next(option: &str, command: &Command) -> bool {
    let commands = ["solve", "step"].iter().filter_map(|name| command.find_subcommand(name));
    let mut all = commands.chain([command]).flat_map(Command::get_arguments);
    match option.strip_prefix("--") {
        Some(long) => {
            all.any(|arg| arg.get_long() == Some(long) && arg.get_action().takes_values())
        }
        // What follows a letter that takes a value is the value.
        None => all.any(|arg| {
            arg.get_action().takes_values()
                && arg.get_short().is_some_and(|short| option.find(short) == Some(option.len() - 1))
        }),
    }
}

/// What words are that stand where a command might: a hand, an expression, or
/// neither.
fn meant(words: &[&str]) -> Option<Meant> {
    let joined = words.join(" ");
    let text = ascii_signs(&joined);
    let text = text.trim();
    let is_card = |it: char| it.is_ascii_digit() || "ATJQK".contains(it.to_ascii_uppercase());
    let has = |characters: &str| text.contains(|it| characters.contains(it));
    // The signs of arithmetic, and those that people try: `2^3`, `4!`, `1.5`, `[`.
    let is_sign = |it: char| "+-*/()[]{}^!%=.√".contains(it);
    let first = text.chars().next()?;
    let is_number = first.is_ascii_digit();
    if text == "-" {
        return None;
    }
    if text.chars().all(|it| is_card(it) || it == ',' || it.is_whitespace()) {
        return has("0123456789ATJQKatjqk").then_some(Meant::Solve);
    }
    // `3 3 8 -8`: two numbers with nothing between them are no expression.
    let is_number_or_negative = |word: &str| {
        let word = word.strip_prefix('-').unwrap_or(word);
        !word.is_empty() && word.chars().all(is_card)
    };
    let all: Vec<&str> = text.split_whitespace().collect();
    let is_beside = all.iter().skip(1).any(|word| !word.starts_with('-'));
    if is_beside && all.iter().all(|word| is_number_or_negative(word)) {
        return Some(Meant::Solve);
    }
    // `3 3 8 8 = 24`: a hand with its target, of which `solve` tells.
    if let Some((hand, _)) = text.split_once('=') {
        let cards: Vec<&str> = hand.split_whitespace().collect();
        if cards.len() > 1 && cards.iter().all(|card| card.chars().all(is_card)) {
            return Some(Meant::Solve);
        }
    }
    // `check 3 3 8 8 '8/(3-8/3)'`: a name before it is that of a command.
    let is_name = |word: &str| {
        word.len() > 1
            && word.chars().all(|it| it.is_ascii_lowercase())
            && !word.chars().all(is_card)
    };
    if words.len() > 1 && is_name(words[0]) {
        return None;
    }
    let is_readable = |it: char| !it.is_alphabetic() || is_card(it) || "NxX".contains(it);
    if text.chars().any(is_sign) {
        // A text with brackets is no command, whatever else is in it.
        let is_expression =
            text.chars().all(is_readable) && (text.chars().any(is_card) || has("N"));
        return (is_expression || is_number || has("()")).then_some(Meant::Step);
    }
    let is_suited = |word: &&str| {
        let rank = word.trim_end_matches(['S', 'H', 'D', 'C', 's', 'h', 'd', 'c']);
        rank.len() < word.len() && !rank.is_empty() && rank.chars().all(is_card)
    };
    match () {
        () if has("♠♥♦♣♤♡♢♧") || words.len() > 1 && words.iter().all(is_suited) => {
            Some(Meant::Solve)
        }
        () if is_number && text.contains(['x', 'X']) => Some(Meant::Step),
        () if is_number => Some(Meant::Solve),
        () => None,
    }
}

/// The words of the command line that are no options, for what is said of them.
pub(super) fn words<'a>(arguments: &'a [OsString], command: &Command) -> Vec<&'a str> {
    sorted(typed(arguments), command).map_or(Vec::new(), |(_, words)| words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::help;

    fn read(line: &[&str]) -> Vec<String> {
        let arguments = ["bracket24"].iter().chain(line).map(OsString::from).collect();
        let expanded = expanded(arguments, &help::command());
        expanded[1..].iter().map(|it| it.to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn a_hand_is_solved() {
        for hand in [
            &["3", "3", "8", "8"][..],
            &["3388"],
            &["AJQK"],
            &["3 3 8 8"],
            &["3,3,8,8"],
            &["a", "k", "q", "10"],
            &["3，3，8，8"],
            &["AS", "KH", "QD", "JC"],
            &["♠A", "♥K"],
            &["10S", "3", "3", "8"],
            &["7"],
            &["--json", "3", "3", "8", "8"],
            &["3", "3", "8", "8", "--target", "25"],
            &["-t", "25", "3388", "--first"],
            &["--grammar", "scala", "5", "6", "7", "8"],
            &["--color=never", "3388"],
            &["--", "3", "3", "8", "8"],
            &["3", "3", "8", "-8"],
            &["3", "3", "8", "8", "=", "24"],
        ] {
            assert_eq!(read(hand), [&["solve"], hand].concat());
        }
    }

    #[test]
    fn an_expression_is_stepped_through() {
        for (line, step) in [
            (&["8/(3-8/3)"][..], &["8/(3-8/3)"][..]),
            (&["3", "+", "5"], &["3 + 5"]),
            (&["(K-J)*Q/A"], &["(K-J)*Q/A"]),
            (&["8", "÷", "2"], &["8 ÷ 2"]),
            (&["-3+27"], &["-3+27"]),
            (&["3", "-", "5"], &["3 - 5"]),
            (&["3", "-5"], &["3 -5"]),
            (&["-g", "scala", "8-4-2"], &["8-4-2", "-g", "scala"]),
            (
                &["8-4-2", "--grammar", "scala", "--json"],
                &["8-4-2", "--grammar", "scala", "--json"],
            ),
            (&["8-4-2", "-gscala"], &["8-4-2", "-gscala"]),
            (&["3+5", "-t", "24"], &["3+5", "-t", "24"]),
            (&["4!"], &["4!"]),
            (&["1.5*16"], &["1.5*16"]),
            (&["3x8"], &["3x8"]),
            (&["(8"], &["(8"]),
            (&["sqrt(16)+8"], &["sqrt(16)+8"]),
            (&["(N-N/N)*N"], &["(N-N/N)*N"]),
        ] {
            assert_eq!(read(line), [&["step"], step].concat());
        }
    }

    #[test]
    fn a_command_and_a_mistyped_one_stay_as_they_are() {
        for line in [
            &["solve", "3", "3", "8", "8"][..],
            &["slove", "3", "3", "8", "8"],
            &["check", "3", "3", "8", "8", "8/(3-8/3)"],
            &["grammar", "list"],
            &["grammar-list"],
            &["mine.pest"],
            &["./mine.pest"],
            &["nope"],
            &["man"],
            &["-h"],
            &["-"],
            &["--json"],
            &["--version"],
            &[""],
            &[],
        ] {
            assert_eq!(read(line), line);
        }
    }

    #[test]
    fn help_of_a_command_is_its_help() {
        assert_eq!(read(&["help"]), ["--help"]);
        assert_eq!(read(&["help", "templates", "list"]), ["templates", "list", "--help"]);
        assert_eq!(read(&["templates", "help", "list"]), ["templates", "list", "--help"]);
        assert_eq!(read(&["help", "help"]), ["--help"]);
    }
}
