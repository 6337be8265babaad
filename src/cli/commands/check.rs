//! `bracket24 check`

use bracket24::games::Command;
use bracket24::lessons::{Answer, Miscount, Problem};
use bracket24::present::answer::Judged;
use bracket24::{Engine, Split, typed_signs};

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
        // Put blanks in place of the label, so that the columns stay the same.
        let (label, rest) = line.split_at(if output.in_batch { end_of_label(line) } else { 0 });
        let text = &*format!("{:width$}{rest}", "", width = label.chars().count());
        // How little an answer fits these cards: 0 if it uses exactly them, or begins with the
        // target, as in `24 = 3*8`; 1 if it uses some of them and nothing else.
        let misfit = |cards: &str, typed: &str| {
            let claim = typed.strip_prefix(&target.to_string());
            if claim.is_some_and(|it| it.trim_start().starts_with('=')) {
                return 0;
            }
            let Ok(hand) = input::hand(cards) else { return 2 };
            let is_short = |all: &[Miscount]| all.iter().all(|it| it.used.len() < it.in_hand);
            match Answer::new(&typed_signs(typed), &hand, &target, grammar).problem() {
                None | Some(Problem::Undefined(_) | Problem::Value(_)) => 0,
                Some(Problem::Cards(all)) if is_short(all) => 1,
                _ => 2,
            }
        };
        let at = split_arguments(&words, text, misfit)?;
        let (cards, typed) = text.split_at(at);
        // In `24, 24` the comma makes a single card of the number.
        let is_card = cards.trim_end().ends_with(',') && misfit(cards, typed) == 0;
        let hand = input::hand(if is_card { cards } else { without_end(cards) })?;
        let answer = if Command::of(typed.trim()) == Some(Command::None) {
            let found = during(called(&hand), || Split::default().any_solution(&hand, &target));
            let said = |it| format!("`split` looks for a solution, but {it}");
            let solution = found.map_err(|it| Failure::plain(said(it)))?;
            Answer::none(&hand, &target, solution.is_some())
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
            let label = label.trim_end_matches(':').trim();
            output.report(&Judged { answer: &answer, label, heading })?;
        }
        let Some(failure) = unread else { return Ok(Outcome::from(answer.is_right())) };
        output.end_of_text()?;
        Err(failure)
    })
}

/// The byte at which a number and a name before the hand end, as on sheets: `1. 5 6 7 8 (5+7)*(8-6)`,
/// `Ben: 5 6 7 8 (5+7)*(8-6)`, `2. Tom B.: 5678 (5+7)*(8-6)`.
fn end_of_label(line: &str) -> usize {
    let is_number = |it: &(&str, &str)| it.0.parse::<u32>().is_ok() && it.1.starts_with(' ');
    let numbered = line.split_once(['.', ')']).filter(is_number);
    let rest = numbered.map_or(line, |it| it.1);
    let rest = rest.split_once(':').filter(|it| is_name(it.0, it.1)).map_or(rest, |it| it.1);
    line.len() - rest.len()
}

/// Whether the text before a colon is a name, not a hand. A name begins with a letter, and a word
/// of it has a letter that is no card. After any other name, as `Kat`, a hand must follow: no answer
/// begins with two cards side by side, or with a number before a bracket or another number.
fn is_name(name: &str, rest: &str) -> bool {
    let is_in_name = |it: char| it.is_alphanumeric() || " -'’.,&/()".contains(it);
    let is_no_card = |it: char| it.is_alphabetic() && !is_of_cards(it) && it != 'x';
    let begins = name.trim_start().starts_with(char::is_alphabetic);
    let words = rest.split([' ', ',']).filter(|it| !it.is_empty());
    let cards = words.take(2).filter(|it| it.chars().all(is_of_cards) && !is_said(it));
    let has_hand = || rest.starts_with(' ') && cards.count() == 2;
    let has_word = || {
        let (word, after) = rest.trim_start().split_once(' ')?;
        let hand = word.strip_suffix(':').unwrap_or(word);
        let is_operand = |it: char| it.is_alphanumeric() && it != 'x' || "([√".contains(it);
        let is_hand = hand.len() > 1 && hand.chars().all(is_of_cards);
        Some(is_hand && (hand.len() < word.len() || after.trim_start().starts_with(is_operand)))
    };
    let has_name = begins && (name.contains(is_no_card) || has_word() == Some(true));
    name.chars().all(is_in_name) && (has_name || has_hand())
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
/// The answer begins after `--`, or at the first word that is not a card. If that word begins with
/// an operator or `=`, the answer begins at the number before the operator: in `4 6 4 *6` at the
/// second `4`. But a minus may be a sign or a dash: if the text from the minus on or after it uses
/// exactly the cards before it, the answer begins at the minus, or after it if a blank follows. It
/// also begins after a dash between blanks that fits no less than a minus does. A `:` or `=` after
/// the last card separates it from the answer. An exception is `3 3 8 8 8 : (3 - 8/3)`: the answer
/// begins at the `8` before the `:`, because only from there on does the text use exactly the cards
/// before it. Another exception is `3 4 8 6 6:3*8+8`: without blanks, a `:` divides if the text
/// after it has at least two numbers fewer than the text before it. If `text` has just two words
/// and both are cards, the second word is the answer. In a batch, a name may come before the hand.
fn split(text: &str, in_batch: bool, misfit: impl Fn(&str, &str) -> u8) -> Result<usize, Failure> {
    let uses = |cards: &str, typed: &str| misfit(cards, typed) == 0;
    let words: Vec<&str> = text.split_whitespace().collect();
    // An `x` is a sign only between two operands.
    let signs = typed_signs(text);
    let signs: Vec<&str> = signs.split_whitespace().collect();
    let place = |word: usize| {
        words.get(word).map_or(text.len(), |it| it.as_ptr().addr() - text.as_ptr().addr())
    };
    let uses_from = |at: usize, dashes: &[char]| {
        let (hand, answer) = text.split_at(place(at));
        uses(without_end(hand), answer.strip_prefix(dashes).unwrap_or(answer))
    };
    let is_dash = |at| uses_from(at, &DASHES);
    // A dash between blanks, unless it fits less than a minus does. After five cards, a minus may
    // follow a hand of four.
    let fit = |hand, answer| misfit(&text[..place(hand)], &text[place(answer)..]);
    let is_alone = |at: usize| {
        let goes_on = || at > 0 && at != 5 && is_answer(&text[place(at + 1)..]);
        signs[at] == "-" && (is_dash(at) || goes_on() && fit(at, at + 1) <= fit(at - 1, at - 1))
    };
    let is_signed = |at: usize| signs[at].starts_with('-') && (uses_from(at, &[]) || is_dash(at));
    let after_separator = |at: usize| {
        let card = words[at].split(ENDS).next().filter(|it| it.chars().all(is_of_cards))?;
        let after_card = &text[place(at) + card.len()..];
        let rest = after_card.strip_prefix(ENDS)?;
        let answer = text.len() - rest.trim_start_matches(is_between).len();
        let last = if card.is_empty() { at.saturating_sub(1) } else { at };
        // Each operation uses one number more, in steps too.
        let operations = typed_signs(rest).matches(['+', '-', '*', '/']).count();
        let is_equal = after_card.starts_with(['=', '＝']);
        let may_divide = !card.is_empty() && !is_equal;
        // In `2 4 12 4: 2*12` the colon does not divide, and in `2 3 4 4 = 4*3=12, 12*2=24` the
        // answer does not begin with a claim.
        // But in `3 3 8 8 24 = 8/(3-8/3)` it does, because no card is 24.
        let is_card = words[last].parse().is_ok_and(|it: u32| it <= 13);
        let ends = (may_divide || is_equal && is_card) && rest.starts_with(char::is_whitespace);
        let divides = may_divide && operations + 2 <= at;
        let hand = without_end(&text[..answer]);
        let is_used = || uses(hand, &text[answer..]);
        // In `8 8 3 3 8: (3 - 8/3)` the fifth number begins the answer.
        let is_fifth = || input::hand(hand).is_ok_and(|it| it.cards().len() == 5);
        let is_other = || uses_from(last, &[]) && !is_used();
        let is_answer = if ends { !(is_fifth() && is_other()) } else { !divides && !is_other() };
        (is_answer || answer == text.len()).then_some(answer)
    };
    // In `3 3 8 8,8/(3-8/3)` no blank separates the two.
    let after_comma = |at: usize| {
        let cards = words[at].find(|it| !is_of_cards(it))?;
        let answer = place(at) + words[at][..cards].rfind([',', ';'])? + 1;
        uses(without_end(&text[..answer]), &text[answer..]).then_some(answer)
    };
    let begun = words.iter().position(|it| is_said(it) || !it.chars().all(is_of_cards));
    let is_sign =
        |at: usize| is_said(words[at]) || signs[at].starts_with(['+', '-', '*', '/', '=']);
    let first_word = || match begun {
        Some(at) if words[at] == SEPARATOR || is_alone(at) => at + 1,
        // A dash after the hand, without an answer.
        Some(at) if signs[at] == "-" && at + 1 == words.len() => at + 1,
        Some(at) if is_signed(at) => at,
        Some(at) if is_sign(at) => at.saturating_sub(1),
        Some(at) => at,
        None if words.len() == 2 => 1,
        None => words.len(),
    };
    let answer = begun.and_then(|at| after_separator(at).or_else(|| after_comma(at)));
    let answer = answer.unwrap_or_else(|| place(first_word()));
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
