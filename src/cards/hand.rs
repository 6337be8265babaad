//! Hands: parsing them, and the orders of their cards.

use std::fmt;
use std::str::FromStr;

use foldhash::HashMap;
use itertools::Itertools;
use pest::Parser;
use pest::error::{Error, ErrorVariant, InputLocation};
use pest_derive::Parser;

use crate::syntax::{LeafError, letter_value};
use crate::{Rational, SyntaxError, SyntaxErrorKind};

/// A card: a whole number (0 or more), and a letter such as `K` if the user gave the letter.
///
/// `A` and `1` are distinct cards with the same [`value`](Self::value).
///
/// # Examples
///
/// ```
/// use bracket24::{Card, Rational};
///
/// let king: Card = "K".parse()?;
/// assert_eq!(king.value(), &Rational::from(13));
/// assert_eq!(king.to_string(), "K");
/// assert_eq!(Card::from(13).to_string(), "13");
/// assert_ne!(king, Card::from(13));
/// assert_eq!(Card::new(Rational::new(1, 2)), None);
/// # Ok::<(), bracket24::SyntaxError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Card {
    value: Rational,
    name: Option<char>,
}

impl Card {
    /// Makes a card with this value. Returns `None` if the value is not a whole number (0 or more),
    /// or has more than [`MAX_DIGITS`](crate::MAX_DIGITS) digits.
    pub fn new(value: impl Into<Rational>) -> Option<Self> {
        let value = value.into();
        let is_digits = || Rational::from_digits(&value.to_string()).is_some();
        let is_card = value.to_i64_pair().map_or_else(is_digits, |(n, d)| n >= 0 && d == 1);
        is_card.then_some(Self { value, name: None })
    }

    /// Returns the card that this letter names, in either case: `A` is 1, `T` 10, `J` 11,
    /// `Q` 12, `K` 13. `None` for any other letter.
    pub fn from_name(name: char) -> Option<Self> {
        let name = name.to_ascii_uppercase();
        letter_value(name).map(|value| Self { value: Rational::from(value), name: Some(name) })
    }

    /// Returns its value.
    pub const fn value(&self) -> &Rational {
        &self.value
    }

    /// Returns its value in digits.
    pub fn digits(&self) -> String {
        // The standard library formats an integer faster than `Rational` formats itself.
        let whole = self.value.to_i64_pair().map(|(whole, _)| whole.to_string());
        whole.unwrap_or_else(|| self.value.to_string())
    }
}

impl fmt::Display for Card {
    /// Writes the letter of the card if the user gave one, otherwise the number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = self.name { name.fmt(f) } else { self.value.fmt(f) }
    }
}

impl FromStr for Card {
    type Err = SyntaxError;

    /// Parses a whole number (0 or more), or one of the letters `A T J Q K` in either case.
    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        let in_text = |mut error: SyntaxError| {
            error.span = error.span.start.min(text.len())..error.span.end.min(text.len());
            error
        };
        // Without the comma, each digit of a number would be a card.
        let [card] = read_hand(&format!("{text},")).map_err(in_text)?.try_into().map_err(|_| {
            let end = text.trim_end().find([' ', '\t', ',', ';']).unwrap_or(text.len());
            SyntaxError::unexpected(text, end, vec!["one card".to_owned()])
        })?;
        Ok(card)
    }
}

impl From<u32> for Card {
    fn from(value: u32) -> Self {
        Self { value: Rational::from(i64::from(value)), name: None }
    }
}

/// The cards that must make the target, in the order in which the user gave them.
///
/// # Examples
///
/// ```
/// use bracket24::{Card, Hand};
///
/// let hand: Hand = "A J Q K".parse()?;
/// assert_eq!(hand.cards()[3].value(), &13.into());
/// assert_eq!(hand.to_string(), "A J Q K");
///
/// // From numbers, and from any iterator of cards.
/// assert_eq!(Hand::from([3, 3, 8, 8]), "3 3 8 8".parse()?);
/// let hand: Hand = (1..=3).collect();
/// let names: Vec<String> = hand.iter().map(Card::to_string).collect();
/// assert_eq!(names, ["1", "2", "3"]);
///
/// // Its orders do not distinguish equal cards.
/// assert_eq!(Hand::from([5, 5, 5, 1]).orders().len(), 4);
/// # Ok::<(), bracket24::SyntaxError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Hand {
    cards: Vec<Card>,
    ranks: Vec<usize>,
}

/// A linear search finds equal cards in hands of at most this many cards.
const FEW: usize = 16;

impl Hand {
    /// Makes a hand with these cards.
    pub fn new(cards: Vec<Card>) -> Self {
        let mut ranks = Vec::with_capacity(cards.len());
        let mut next = 0;
        // For few cards, a linear search beats a table.
        let mut seen = (cards.len() > FEW).then(HashMap::default);
        for (place, card) in cards.iter().enumerate() {
            let is_equal = |it: &Card| it.value == card.value;
            let first = || cards.iter().position(is_equal).expect("it is among them itself");
            let equal =
                seen.as_mut().map_or_else(first, |seen| *seen.entry(card.value()).or_insert(place));
            ranks.push(if equal == place { next } else { ranks[equal] });
            next += usize::from(equal == place);
        }
        Self { cards, ranks }
    }

    /// Returns the cards in the order in which the user gave them.
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// Iterates over the cards.
    pub fn iter(&self) -> std::slice::Iter<'_, Card> {
        self.cards.iter()
    }

    /// Returns the distinct orders of the cards, each as positions in [`cards`](Self::cards).
    ///
    /// Cards with the same value are interchangeable. The orders are sorted lexicographically,
    /// where a value that was given earlier comes first: for 5 5 5 1 they are 5551, 5515, 5155,
    /// 1555. The `n` cards have up to `n!` orders, and the function makes all of them at once.
    ///
    /// Each order is computed from the previous one by Narayana's algorithm (D. E. Knuth, The Art
    /// of Computer Programming, volume 4A, 7.2.1.2, Algorithm L), which makes no order twice.
    pub fn orders(&self) -> Vec<Vec<usize>> {
        let by_rank: Vec<usize> =
            (0..self.cards.len()).sorted_by_key(|&position| self.ranks[position]).collect();
        let mut ranks: Vec<usize> = by_rank.iter().map(|&position| self.ranks[position]).collect();
        let firsts: Vec<usize> =
            (0..ranks.len()).map(|rank| ranks.partition_point(|it| *it < rank)).collect();
        let mut orders = Vec::new();
        loop {
            // Cards of one rank keep their order.
            let mut next = firsts.clone();
            let place = |&rank: &usize| {
                next[rank] += 1;
                by_rank[next[rank] - 1]
            };
            orders.push(ranks.iter().map(place).collect());
            let Some(end) = (1..ranks.len()).rfind(|&at| ranks[at - 1] < ranks[at]) else {
                return orders;
            };
            let higher = (end..ranks.len()).rfind(|&at| ranks[at] > ranks[end - 1]);
            ranks.swap(end - 1, higher.expect("the card after it is higher"));
            ranks[end..].reverse();
        }
    }

    /// Returns `text`, an expression of the values of the cards, with letters in place of some
    /// numbers. A letter replaces a number if the user gave the first card of this value as a
    /// letter. Joined digits count as a number too: [`Solution::text_with`](crate::Solution::text_with)
    /// knows which digits are cards.
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::Hand;
    ///
    /// let hand: Hand = "A J Q 13".parse()?;
    /// assert_eq!(hand.written("(13-11)*12*1"), "(13-J)*Q*A");
    /// # Ok::<(), bracket24::SyntaxError>(())
    /// ```
    pub fn written(&self, text: &str) -> String {
        if self.cards.iter().all(|card| card.name.is_none()) {
            return text.to_owned();
        }
        let name = |digits: &str| {
            let value = Rational::from_digits(digits)?;
            self.cards.iter().find(|card| *card.value() == value)?.name.map(String::from)
        };
        let runs = text.chars().chunk_by(char::is_ascii_digit);
        let runs = runs.into_iter().map(|(is_number, run)| {
            let run: String = run.collect();
            if is_number { name(&run).unwrap_or(run) } else { run }
        });
        runs.collect()
    }

    /// Returns the rank of every card: the number of distinct values that were given before this
    /// card's value. The ranks of 5 1 5 7 are 0 1 0 2. Hands with equal ranks have the same orders.
    pub fn ranks(&self) -> &[usize] {
        &self.ranks
    }
}

impl<C: Into<Card>> FromIterator<C> for Hand {
    fn from_iter<I: IntoIterator<Item = C>>(cards: I) -> Self {
        Self::new(cards.into_iter().map(Into::into).collect())
    }
}

impl<C: Into<Card>, const N: usize> From<[C; N]> for Hand {
    fn from(cards: [C; N]) -> Self {
        cards.into_iter().collect()
    }
}

impl<'a> IntoIterator for &'a Hand {
    type Item = &'a Card;
    type IntoIter = std::slice::Iter<'a, Card>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl FromStr for Hand {
    type Err = SyntaxError;

    /// Parses `3 3 8 8`, `3,3,8,8`, `A 10 Q K`, `3388` or `AJQK`. Without blanks and commas, every
    /// character is a card. If a comma follows a number, as in `10,`, the number is a single card.
    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        read_hand(text).map(Self::new)
    }
}

impl fmt::Display for Hand {
    /// Writes the cards as the user gave them, with blanks between them. A hand of a single number
    /// of 10 or more ends in a comma, as in `24,`, because `24` is the hand 2 4.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cards = self.cards.iter().format(" ");
        let is_run = |it: &Card| it.name.is_none() && it.value >= Rational::from(10);
        let comma = if matches!(&*self.cards, [card] if is_run(card)) { "," } else { "" };
        // Thousands of hands are listed, and few of them fill a width.
        let is_plain = f.width().or(f.precision()).is_none();
        if is_plain { write!(f, "{cards}{comma}") } else { f.pad(&format!("{cards}{comma}")) }
    }
}

#[derive(Parser)]
#[grammar = "grammar/hand.pest"]
struct HandParser;

/// Parses a text of short numbers with single blanks between them, and returns `None` for any other
/// text. The result is that of the grammar, but pest takes ten times as long, and a batch has
/// thousands of such hands.
fn short_numbers(text: &str) -> Option<Vec<Card>> {
    let card = |digits: &str| {
        let is_short = (1..=18).contains(&digits.len());
        let is_number = is_short && digits.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| digits.parse::<i64>().ok().and_then(Card::new)).flatten()
    };
    text.contains(' ').then(|| text.split(' ').map(card).collect()).flatten()
}

/// Parses the cards of a hand, in the order of the text.
pub(crate) fn read_hand(text: &str) -> Result<Vec<Card>, SyntaxError> {
    if let Some(cards) = short_numbers(text) {
        return Ok(cards);
    }
    let is_separated = text.contains([',', ';']) || text.trim().contains([' ', '\t']);
    let rule = if is_separated { Rule::separated } else { Rule::run };
    let pairs = HandParser::parse(rule, text).map_err(|error| syntax_error(text, &error))?;
    let mut cards = Vec::new();
    for pair in pairs {
        let card = match pair.as_rule() {
            Rule::court => pair.as_str().chars().next().and_then(Card::from_name),
            Rule::number | Rule::digit => Rational::from_digits(pair.as_str()).and_then(Card::new),
            Rule::separated | Rule::run | Rule::card | Rule::separator | Rule::EOI => continue,
        };
        let span = pair.as_span();
        cards.push(card.ok_or_else(|| SyntaxError {
            kind: SyntaxErrorKind::Leaf(LeafError::TooManyDigits(span.as_str().len())),
            span: span.start()..span.end(),
        })?);
    }
    Ok(cards)
}

fn syntax_error(text: &str, error: &Error<Rule>) -> SyntaxError {
    let at = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    };
    if let Some(found @ ('-' | '−' | '+' | '.' | '/')) = text[at..].chars().next() {
        return SyntaxError {
            kind: SyntaxErrorKind::NoWholeNumber(found),
            span: at..at + found.len_utf8(),
        };
    }
    let tried = match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => positives.as_slice(),
        ErrorVariant::CustomError { .. } => &[],
    };
    let is_card = |rule: &Rule| matches!(rule, Rule::number | Rule::digit | Rule::court);
    let expected = if tried.iter().any(is_card) {
        vec!["a whole number (0 or more)", "`A`", "`T`", "`J`", "`Q`", "`K`"]
    } else {
        vec!["a blank", "a comma"]
    };
    SyntaxError::unexpected(text, at, expected.into_iter().map(str::to_owned).collect())
}
