//! `bracket24 check`

use bracket24::games::Command;
use bracket24::lessons::{Answer, Miscount, Problem};
use bracket24::present::answer::Judged;
use bracket24::{Engine, Split, typed_signs};
use itertools::Itertools;

use crate::cli::grammar_options::GrammarOption;
use crate::cli::options::TargetOption;
use crate::cli::progress::called;
use crate::cli::stdin;
use crate::cli::{Defaults, Ended, Failure, Format, Formats, Outcome, Output, during, input};

/// Check an answer to a hand
#[derive(Debug, clap::Args)]
#[command(override_usage = "bracket24 check [OPTIONS] <HAND>... <EXPR>")]
pub(crate) struct Arguments {
    /// The cards, then the answer; `-` for standard input
    ///
    /// Quote the answer, or the shell will interpret its brackets and `*`. A `:` with a blank after
    /// it, a `=` or a dash may separate the cards from the answer. Put commas between steps (blanks
    /// or line breaks will do if each step has its value), or go on from the last result, as in
    /// `5+7=12-8=4*6=24`. A right answer may be in another notation, such as `(5+7)(8-6)` or
    /// `[5+7]*[8-6]`, but a grammar of your own decides what it rejects.
    ///
    /// `-` reads a hand and an answer from each line of standard input, skips blank lines and lines
    /// that begin with `#`, and reports lines that it cannot parse; if there are any, it exits with
    /// 2.
    #[arg(
        required_unless_present = "behind",
        allow_negative_numbers = true,
        value_name = "HAND EXPR"
    )]
    words: Vec<String>,

    /// The arguments after `--`
    #[arg(last = true, hide = true)]
    behind: Vec<String>,

    #[command(flatten)]
    target: TargetOption,

    #[command(flatten)]
    grammar: GrammarOption,
}

impl Formats for Arguments {}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Ended {
    let grammar = &arguments.grammar.or_left()?;
    let target = arguments.target.or(&Defaults::of(None));
    let words = arguments.words();
    stdin::for_each(&words, stdin::trimmed, output, |line, output| {
        // How little an answer fits these cards: 0 if it uses exactly them, begins with the target, as
        // in `24 = 3*8`, or is `none`; 1 if it uses some of them and nothing else; else more.
        let misfit = |cards: &str, typed: &str| {
            let claim = typed.strip_prefix(&target.to_string());
            if claim.is_some_and(|it| it.trim_start().starts_with('=')) {
                return 0;
            }
            let Ok(hand) = input::hand(cards) else { return 4 };
            if is_none(typed) {
                return 0;
            }
            let is_short = |all: &[Miscount]| all.iter().all(|it| it.used.len() < it.in_hand);
            match Answer::new(&typed_signs(typed), &hand, &target, grammar).problem() {
                None | Some(Problem::Undefined(_) | Problem::Value(_)) => 0,
                Some(Problem::Cards(all)) if is_short(all) => 1,
                // A single card is hardly a hand.
                _ => 2 + u8::from(hand.cards().len() == 1),
            }
        };
        let parts = |label: usize| {
            // Put blanks in place of the label, so that the columns stay the same.
            let width = line[..label].chars().count();
            let text = format!("{:width$}{}", "", &line[label..]);
            let at = split_arguments(&words, &text, misfit)?;
            Ok((misfit(without_end(&text[..at]), &text[at..]), label, text, at))
        };
        let labels = if output.in_batch { labels(line) } else { vec![0] };
        let parts = labels.into_iter().map(parts);
        let best = parts.min_by_key(|it: &Result<_, Failure>| it.as_ref().map_or(9, |it| it.0));
        let (_, label, text, at) = best.expect("a line begins after a label")?;
        let ((label, rest), (cards, typed)) = (line.split_at(label), text.split_at(at));
        // In `24, 24` the comma makes a single card of the number.
        let is_card = cards.trim_end().ends_with(',') && misfit(cards, typed) == 0;
        let hand = input::hand(if is_card { cards } else { without_end(cards) })?;
        let answer = if is_none(typed) {
            let found = during(called(&hand), || Split::default().any_solution(&hand, &target));
            let said = |it| format!("`split` looks for a solution, but {it}");
            Answer::none(&hand, &target, found.map_err(|it| Failure::plain(said(it)))?.is_some())
        } else {
            Answer::in_any_notation(&typed_signs(typed), &hand, &target, grammar)
        };
        let step = typed.char_indices().nth(answer.before).map_or(0, |it| it.0);
        // In a batch, show the line from its start, and count columns from there.
        let start = line.len() - typed.len();
        let (from, shown) = if output.in_batch { (start + step, line) } else { (step, typed) };
        let is_rejected = matches!(answer.problem(), Some(Problem::Syntax(_)));
        let rejected = answer.reading.failed().filter(|_| is_rejected);
        let read = |it| input::not_parsed(from, shown, it);
        let unread = rejected
            .map(|it| if typed.trim().is_empty() { no_answer(rest.trim()) } else { read(it) });
        // Alone, the error says everything about a rejected text, so there is no report. A list
        // names every answer.
        let is_listed = output.in_batch || matches!(output.format, Format::Json | Format::Csv);
        if unread.is_none() || is_listed {
            // Whose answer it is, and to which hand.
            let heading = if output.in_batch { without_end(&line[..start]) } else { "" };
            let label = label.trim_end_matches(ENDS_OF_NAMES).trim();
            output.report(&Judged { answer: &answer, label, heading })?;
        }
        let Some(failure) = unread else { return Ok(Outcome::from(answer.is_right())) };
        output.end_of_text()?;
        Err(failure)
    })
}

/// Whether the answer is that there is no solution.
fn is_none(typed: &str) -> bool {
    Command::of(typed.trim()) == Some(Command::None)
}

/// The bytes at which a number and a name before the hand may end, the likeliest first, as on
/// sheets: `1. 5 6 7 8 (5+7)*(8-6)`, `Ben: 5 6 7 8 (5+7)*(8-6)`, `2. Tom B.: 5678 (5+7)*(8-6)`.
/// In tables, they may end in another sign: `Ben;5 6 7 8;(5+7)*(8-6)`.
fn labels(line: &str) -> Vec<usize> {
    let digits = line.len() - line.trim_start_matches(|it: char| it.is_ascii_digit()).len();
    let after = &line[digits..];
    let is_numbered = digits > 0 && (after.starts_with(". ") || after.starts_with(") "));
    let start = if is_numbered { digits + 1 } else { 0 };
    let rest = &line[start..];
    let mut ends = Vec::new();
    if digits > 0 && after.starts_with(['\t', ';', ',']) {
        ends.push((!after.starts_with('\t'), digits + 1));
    }
    let is_in_name = |it: char| it.is_alphanumeric() || " -'’.,&/()".contains(it);
    for sign in ENDS_OF_NAMES {
        let Some((name, after)) = rest.split_once(sign) else { continue };
        let is_word = name.contains(is_no_card) && !name.contains(char::is_numeric);
        if name.chars().all(is_in_name) && (sign == ':' || is_word) {
            // In `Tom 5 6 7 8: (5+7)*(8-6)` the sign ends the hand.
            let has_hand = name.matches(char::is_numeric).count() > 2;
            ends.push((!name.contains(is_no_card) || has_hand, line.len() - after.len()));
        }
    }
    if let Some((name, _)) = rest.find(|it: char| it.is_ascii_digit()).map(|at| rest.split_at(at))
        && name.contains(is_no_card)
        && name.ends_with([' ', ':', '\t', ';', ','])
    {
        ends.push((false, start + name.len()));
    }
    ends.push((false, start));
    ends.into_iter().sorted_by_key(|it| it.0).map(|it| it.1).unique().collect()
}

/// The signs that may end a name.
const ENDS_OF_NAMES: [char; 4] = [':', '\t', ';', ','];

/// Whether the character is a letter that is on no card.
fn is_no_card(character: char) -> bool {
    character.is_alphabetic() && !is_of_cards(character) && character != 'x'
}

/// The error for a hand without an answer.
fn no_answer(text: &str) -> Failure {
    let help = format!("give an expression after the cards: {EXAMPLE}");
    Failure::with_help(format!("`{text}` has no answer after the hand"), help)
}

/// A command that the errors suggest.
const EXAMPLE: &str = "`bracket24 check 3 3 8 8 '8/(3-8/3)'`";

impl Arguments {
    /// All words in order, with `--` between the hand and the answer if the user typed `--` there.
    fn words(&self) -> Vec<String> {
        let Self { words, behind, .. } = self;
        let separator = (!words.is_empty() && !behind.is_empty()).then(|| SEPARATOR.to_owned());
        words.iter().cloned().chain(separator).chain(behind.iter().cloned()).collect()
    }
}

/// The word between the hand and the answer, in a line of a batch or among the arguments.
const SEPARATOR: &str = "--";

/// The signs that are a minus or a dash.
const DASHES: [char; 4] = ['-', '−', '–', '—'];

/// The signs that may end the hand.
const ENDS: [char; 5] = [':', '=', '∶', '：', '＝'];

/// Returns the byte at which the answer begins in `text`. `text` is a line of a batch, or consists
/// of `words` with blanks between them.
///
/// The last of several words is the answer if it looks like an answer and all words before it are
/// cards. In that case the user quoted the answer, or the answer has no blanks.
fn split_arguments(
    words: &[String],
    text: &str,
    misfit: impl Fn(&str, &str) -> u8,
) -> Result<usize, Failure> {
    if let [hand @ .., answer] = words
        && !hand.is_empty()
        && is_answer(answer)
        && hand.iter().all(|word| word.chars().all(|it| is_of_cards(it) || it.is_whitespace()))
    {
        return Ok(text.len() - answer.len());
    }
    split(text, words == ["-"], misfit)
}

/// Whether `text` can be a whole answer: it has a number, it has an operator or a bracket, and it
/// is not just the end of an expression, such as `*3`.
fn is_answer(text: &str) -> bool {
    let text = typed_signs(text);
    let numbers = text.split(|it: char| !it.is_ascii_alphanumeric()).filter(|it| !it.is_empty());
    let is_more = |it: char| "+-*/()".contains(it);
    let is_in_hand = |it: char| is_of_cards(it) || it == ' ';
    match numbers.count() {
        0 => false,
        // `-3` may be the end of the expression `27 -3`.
        1 => text.contains(is_more) && !text.starts_with(is_more) && !text.ends_with('/'),
        _ if text.starts_with(['*', '/']) => false,
        // `6 plus 6` is an answer, too, though a wrong one.
        _ => text.contains(is_more) || text.contains(' ') && !text.chars().all(is_in_hand),
    }
}

/// The byte in `text` at which the answer begins, after the hand.
///
/// The answer begins after `--`, or near the first word that is not a card. Of the places where it
/// may begin there, the one whose answer fits the cards before it best is taken: of several, the
/// first. If `text` has just two words and both are cards, the second word is the answer.
///
/// `misfit` says how little an answer fits some cards.
fn split(text: &str, in_batch: bool, misfit: impl Fn(&str, &str) -> u8) -> Result<usize, Failure> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let place = |word: usize| {
        words.get(word).map_or(text.len(), |it| it.as_ptr().addr() - text.as_ptr().addr())
    };
    // A minus before the answer may be a sign or a dash.
    let misfit_from = |at: usize| {
        let (hand, answer) = (without_end(&text[..at]), &text[at..]);
        misfit(hand, answer).min(misfit(hand, answer.strip_prefix(DASHES).unwrap_or(answer)))
    };
    let begun = words.iter().position(|it| is_said(it) || !it.chars().all(is_of_cards));
    let places = match begun {
        Some(at) => places(text, &words, at, place),
        None if words.len() == 2 => vec![place(1)],
        None => vec![text.len()],
    };
    let answer = match *places {
        [only] => only,
        _ => places.into_iter().min_by_key(|at| misfit_from(*at)).expect("it begins somewhere"),
    };
    if without_end(&text[..answer]).is_empty() {
        let or_name = if in_batch { ", or a name with a `:`" } else { "" };
        let help = format!("give the cards first{or_name}: {EXAMPLE}");
        let message = match text[answer..].trim() {
            "" => "the hand and the answer are missing".to_owned(),
            answer => format!("the hand is missing before `{answer}`"),
        };
        return Err(Failure::with_help(message, help));
    }
    Ok(answer)
}

/// The bytes in `text` at which the answer may begin if word `at` is the first that is not a card,
/// the likeliest first. `place` returns the byte at which a word begins.
fn places(text: &str, words: &[&str], at: usize, place: impl Fn(usize) -> usize) -> Vec<usize> {
    let (word, [before, here, next]) = (words[at], [at.saturating_sub(1), at, at + 1].map(place));
    // An `x` is a sign only between two operands. Each character keeps its column.
    let signs = typed_signs(text);
    let sign = signs.chars().skip(text[..here].chars().count());
    let sign: String = sign.take_while(|it| !it.is_whitespace()).collect();
    let card = word.trim_start_matches(is_of_cards);
    let card = &word[..word.len() - card.len()];
    // In `3 3 8 8,8/(3-8/3)` no blank separates the two.
    let after_comma = card.rfind([',', ';']).map(|it| here + it + 1);
    let after_card = &text[here + card.len()..];
    if let Some(rest) = after_card.strip_prefix(ENDS) {
        let answer = text.len() - rest.trim_start_matches(is_between).len();
        let last = if card.is_empty() { before } else { here };
        let is_equal = after_card.starts_with(['=', '＝']);
        let may_divide = !card.is_empty() && !is_equal;
        // In `3 3 8 8 24 = 8/(3-8/3)` the answer begins with a claim, because no card is 24.
        let number = text[last..].split([' ', '=']).next().and_then(|it| it.parse().ok());
        let is_card = number.is_some_and(|it: u32| it <= 13);
        // In `2 4 12 4: 2*12` the colon does not divide, but in `8 8 3 3 8: (3 - 8/3)` it may.
        let ends = (may_divide || is_equal && is_card) && rest.starts_with(char::is_whitespace);
        let hand = input::hand(without_end(&text[..answer]));
        if answer == text.len() || ends && hand.is_ok_and(|it| it.cards().len() != 5) {
            return vec![answer];
        }
        // Each operation uses one number more, in steps too: in `3 4 8 6 6:3*8+8` the colon divides.
        let operations = typed_signs(rest).matches(['+', '-', '*', '/']).count();
        let divides = !ends && may_divide && operations + 2 <= at;
        let answer = (!divides).then_some(answer);
        return answer.into_iter().chain([last]).chain(after_comma).collect();
    }
    if word == SEPARATOR || sign == "-" && next == text.len() {
        return vec![next];
    } else if sign == "-" {
        // After five cards, a minus may follow a hand of four.
        let is_dash = at > 0 && at != 5 && is_answer(&text[next..]);
        return if is_dash { vec![next, here, before] } else { vec![before, next, here] };
    } else if sign.starts_with('-') {
        return vec![before, here];
    } else if is_said(word) || sign.starts_with(['+', '*', '/', '=']) {
        return vec![before];
    }
    [here].into_iter().chain(after_comma).collect()
}

/// Whether the word is an operator. The letters of `add` could be cards.
fn is_said(word: &str) -> bool {
    "plus add minus times multiplied over divided".split(' ').any(|it| it == word)
}

/// Returns the cards without the separator after them.
fn without_end(cards: &str) -> &str {
    cards.trim_end_matches(|it| DASHES.contains(&it) || is_between(it) || ",;".contains(it))
}

/// Whether the character can only be between the cards and the answer.
fn is_between(character: char) -> bool {
    character.is_whitespace() || ENDS.contains(&character)
}

/// Whether a word of a hand may contain the character: a digit, a letter or sign of a card or suit,
/// or a separator.
fn is_of_cards(character: char) -> bool {
    character.is_ascii_digit()
        || "ATJQKSHDC".contains(character.to_ascii_uppercase())
        || ",;，、♠♥♦♣♤♡♢♧".contains(character)
}
