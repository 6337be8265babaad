//! Chooses the command if the arguments name none: `solve` for a hand, `step` for an expression.
//!
//! This module decides before clap parses the arguments, so that help and errors are those of the
//! chosen command.

use std::ffi::OsString;

use bracket24::typed_signs;
use clap::Command;

use super::input::ascii_signs;

/// The letters and symbols of suits.
const SUITS: &str = "SHDCshdc♠♥♦♣♤♡♢♧";

/// The signs of arithmetic, and others that people try: `2^3`, `4!`, `1.5`, `[`.
const SIGNS: &str = "+-*/()[]{}^!%=.√";

/// Inserts a command after the first argument, the name of the program, if the arguments name no
/// command.
pub(super) fn expanded(mut arguments: Vec<OsString>, command: &Command) -> Vec<OsString> {
    if let Some(name) = meant(&arguments, command) {
        arguments.insert(1, name.into());
    } else if let Some(answer) = signed_answer(&arguments, command) {
        let at = arguments.iter().rposition(|it| *it == *answer);
        let answer = arguments.remove(at.expect("it is one of the arguments"));
        arguments.extend(["--".into(), answer]);
    }
    arguments
}

/// The answer of `check`, if it begins with a minus, as in `-6*(3-7)`, which is no option.
fn signed_answer(arguments: &[OsString], command: &Command) -> Option<String> {
    let words = words(arguments.get(1..)?, command).filter(|it| it.first() == Some(&"check"))?;
    let (answer, hand) = words.split_last()?;
    let is_answer = answer.starts_with('-') && answer.contains(['+', '*', '/', '(']);
    let is_alone = hand.len() > 1 && arguments.iter().all(|it| it != "--");
    (is_answer && is_alone).then(|| (*answer).to_owned())
}

/// The command to insert, if the arguments name none.
pub(super) fn meant(arguments: &[OsString], command: &Command) -> Option<&'static str> {
    let words = words(arguments.get(1..)?, command)?;
    let is_command = command.find_subcommand(words.first()?).is_some();
    let joined = words.join(" ");
    let text = ascii_signs(&joined);
    (!is_command && text.trim() != "-").then_some(())?;
    if is_hand(&text) {
        return Some("solve");
    }
    let is_name = |word: &str| word.len() > 1 && word.chars().all(|it| it.is_ascii_lowercase());
    (words.len() < 2 || !is_name(words[0])).then_some(())?;
    let is_readable = |it: char| !it.is_alphabetic() || is_card(it) || "NxX".contains(it);
    let is_number = text.trim().starts_with(|it: char| it.is_ascii_digit())
        || words.len() > 1 && words[0].chars().all(is_card);
    let is_expression =
        text.chars().all(is_readable) && text.contains(|it| is_card(it) || it == 'N');
    // A text with brackets cannot be a command.
    if text.contains(['(', ')'])
        || text.contains(|it| SIGNS.contains(it)) && (is_number || is_expression)
        || is_number && (typed_signs(&text).contains('*') || text.contains("mod"))
    {
        return Some("step");
    }
    let has_suit = text.contains(|it: char| !it.is_ascii() && SUITS.contains(it));
    (is_number || has_suit).then_some("solve")
}

/// The words that are neither options nor values of options; `None` if a word is not UTF-8.
fn words<'a>(arguments: &'a [OsString], command: &Command) -> Option<Vec<&'a str>> {
    let mut words = Vec::new();
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        let text = argument.to_str()?;
        if text == "--" {
            words.extend(arguments.by_ref().map(|it| it.to_str()).collect::<Option<Vec<_>>>()?);
        } else if !is_option(text) {
            words.push(text);
        } else if takes_next(text, command) {
            arguments.next();
        }
    }
    Some(words)
}

/// Whether `text` is an option and not a sign before a number or a bracket.
fn is_option(text: &str) -> bool {
    let is_first = |first: char| first == '-' || first.is_ascii_alphabetic();
    text.strip_prefix('-').is_some_and(|rest| rest.starts_with(is_first))
}

/// Whether the value of the option is the argument after it.
fn takes_next(option: &str, command: &Command) -> bool {
    let commands = ["solve", "step"].iter().filter_map(|name| command.find_subcommand(name));
    let all = commands.chain([command]).flat_map(Command::get_arguments);
    all.filter(|arg| arg.get_action().takes_values()).any(|arg| {
        // Text after the letter of an option is already its value.
        let ends_at = |short| option.find(short) == Some(option.len() - 1);
        let is_short = || arg.get_short().is_some_and(ends_at);
        option.strip_prefix("--").map_or_else(is_short, |long| arg.get_long() == Some(long))
    })
}

fn is_card(character: char) -> bool {
    character.is_ascii_digit() || "ATJQK".contains(character.to_ascii_uppercase())
}

/// Whether a text is a hand, or is meant as a hand: with suits, with negative cards, or with its
/// target, as in `3 3 8 8 = 24`.
fn is_hand(text: &str) -> bool {
    let (hand, target) = text.split_once('=').map_or((text, None), |it| (it.0, Some(it.1)));
    let is_blank = |it: char| it == ',' || it.is_whitespace();
    let cards: Vec<&str> = hand.split(is_blank).filter(|it| !it.is_empty()).collect();
    // A single word such as `ads` is not a hand with suits.
    let suits = if cards.len() > 1 { SUITS } else { "" };
    let is_cards = |card: &&str| {
        let plain = card.trim_start_matches('-').trim_matches(|it| suits.contains(it));
        !plain.is_empty() && plain.chars().all(is_card)
    };
    let is_negative = |card: &&str| card.starts_with('-');
    // `3 -5` is an expression; `3 3 8 -8` is not, since it has no operator between `3` and `3`.
    let is_expression = cards.iter().any(is_negative) && cards.iter().skip(1).all(is_negative);
    cards.len() > usize::from(target.is_some()) && cards.iter().all(is_cards) && !is_expression
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::help;

    fn read(line: &[&str]) -> Vec<String> {
        let arguments = ["bracket24"].iter().chain(line).map(OsString::from).collect();
        let expanded = expanded(arguments, &help::command_line());
        expanded[1..].iter().map(|it| it.to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn the_shorthand_reads_a_hand_as_a_solve_command() {
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
            &["3", "3", "8", "x"],
            &["A", "1O", "J", "Q"],
            &["3", "3", "8", "8", "=", "24"],
        ] {
            assert_eq!(read(hand), [&["solve"], hand].concat());
        }
    }

    #[test]
    fn a_bare_expression_runs_the_step_command() {
        for line in [
            &["8/(3-8/3)"][..],
            &["3", "+", "5"],
            &["(K-J)*Q/A"],
            &["8", "÷", "2"],
            &["-3+27"],
            &["3", "-", "5"],
            &["3", "-5"],
            &["-g", "scala", "8-4-2"],
            &["8-4-2", "--grammar", "scala", "--json"],
            &["8-4-2", "-gscala"],
            &["3+5", "-t", "24"],
            &["4!"],
            &["1.5*16"],
            &["3x8"],
            &["10 mod 4", "-g", "extended"],
            &["(8"],
            &["sqrt(16)+8"],
            &["(N-N/N)*N"],
        ] {
            assert_eq!(read(line), [&["step"], line].concat());
        }
    }

    #[test]
    fn the_shorthand_does_not_change_a_command_or_a_mistyped_command() {
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
            &["help", "solve"],
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
}
