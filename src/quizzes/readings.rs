//! Questions on how grammars parse an expression: its value, its tree, the grammars that give it
//! a value, the brackets that it needs, and the place where a wrong text fails.

use itertools::Itertools;

use super::{Choices, Misread, Question, QuizKind, QuizLevel, with_signs};
use crate::Operator::{Add, Divide, Multiply, Negate, Power, Subtract};
use crate::lessons::{
    BracketPair, Brackets, Explanation, FailedParse, Necessity, Parse, Reduction, in_brackets,
    typed_number,
};
use crate::words::list_and;
use crate::{Expression, Grammar, Named, Operands, Operator, Random, Rational, SyntaxErrorKind};

/// The value of an expression under a grammar. Another grammar gives the expression a different
/// value.
#[derive(Debug, Clone)]
pub struct ValueQuestion {
    /// The expression, under the grammar in question.
    pub parse: Parse,
    /// The grammars of its level.
    grammars: &'static [Grammar],
}

impl ValueQuestion {
    /// Returns the right answer.
    pub fn value(&self) -> &Rational {
        self.parse.value().expect("it was chosen for its value")
    }

    /// Returns the steps that lead to the value.
    pub fn steps(&self) -> Reduction<'_> {
        Reduction::of(&self.parse).expect("ordinary arithmetic accepts it too")
    }
}

impl Question for ValueQuestion {
    fn make(_: QuizKind, level: QuizLevel, random: &mut Random) -> Option<Self> {
        let mut parses = readings(level, random)?;
        let asked = random.below(parses.len());
        let is_ordinary = |parse: &Parse| parse.is_worth(&parses[0]);
        // In a question on ordinary arithmetic, any other value is a plausible mistake. In a
        // question on another grammar, the likely mistake is the ordinary value.
        let is_telling = match asked {
            0 => !parses.iter().all(is_ordinary),
            _ => !is_ordinary(&parses[asked]),
        };
        (is_telling && is_for_the_head(&parses[asked], level))
            .then(|| Self { parse: parses.swap_remove(asked), grammars: level.grammars() })
    }

    fn subject_and_answer(&self) -> (String, String) {
        (self.parse.text().to_owned(), self.value().to_string())
    }

    /// Accepts any text with the same value: `1/3`, `2/6`, `0.5`, `- 3`, `(-3)`.
    fn mark(&self, given: &str) -> Result<bool, Misread> {
        let value = number(&with_signs(given));
        let value = value.ok_or_else(|| Misread::new("a number, such as 6 or -1/3"))?;
        Ok(&value == self.value())
    }

    fn given_by(&self, given: &str) -> Option<String> {
        let value = number(&with_signs(given))?;
        let gives = |it: &&Grammar| {
            Parse::new(self.parse.text(), it).is_ok_and(|it| it.value() == Ok(&value))
        };
        let others: Vec<&Grammar> = self.grammars.iter().filter(gives).collect();
        (!others.is_empty()).then(|| format!("{value} is its value under {}.", under(&others)))
    }
}

/// Names some grammars in words.
fn under(grammars: &[&Grammar]) -> String {
    let names = grammars.iter().map(|it| format!("`{}`", it.name()));
    format!("the grammar{} {}", if grammars.len() == 1 { "" } else { "s" }, list_and(names))
}

/// Parses a number as people write it: in brackets, with blanks after its sign, or with a full stop
/// at the end; a fraction, a decimal or a mixed number.
pub(super) fn number(text: &str) -> Option<Rational> {
    let text = in_brackets(text.strip_suffix('.').unwrap_or(text));
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text).trim_start();
    // The letters of cards are no values here.
    let is_other = unsigned.starts_with(['+', '-']) || unsigned.contains(char::is_alphabetic);
    (!is_other).then_some(())?;
    let value = typed_number(unsigned)?;
    Some(if text.starts_with('-') { -value } else { value })
}

/// The maximum number of trees to choose from.
const TREES: usize = 4;

/// The tree of an expression under a grammar, among the trees that other grammars build.
#[derive(Debug, Clone)]
pub struct TreeQuestion {
    /// The expression, under the grammar in question.
    pub parse: Parse,
    /// At most four of its different trees: that of `parse`, and others, each from the first
    /// grammar that builds it.
    pub trees: Choices<Parse>,
}

impl Question for TreeQuestion {
    fn make(_: QuizKind, level: QuizLevel, random: &mut Random) -> Option<Self> {
        let parses = readings(level, random)?;
        let parse = random.pick(&parses)?.clone();
        let tree = |parse: &Parse| parse.expression().to_s_expression();
        let others = parses.into_iter().unique_by(tree).filter(|it| tree(it) != tree(&parse));
        let others = others.sorted_by_key(|it| std::cmp::Reverse(in_common(&parse, it)));
        let others = others.take(TREES - 1).collect_vec();
        (others.len() + 1 >= level.choices())
            .then(|| Self { trees: Choices::one(parse.clone(), others, random), parse })
    }

    fn subject_and_answer(&self) -> (String, String) {
        (self.parse.text().to_owned(), self.trees.letters())
    }

    /// Accepts a letter, or the tree as an S-expression, with blanks anywhere.
    fn mark(&self, given: &str) -> Result<bool, Misread> {
        let given = &with_signs(given);
        match self.trees.mark(given, "the tree itself, such as `(- 8 4)`", named) {
            // `given` is a tree, but none of the choices.
            Err(_) if is_tree(&spaced(given)) => Ok(false),
            marked => marked,
        }
    }

    fn given_by(&self, given: &str) -> Option<String> {
        let chosen = self.trees.only(&with_signs(given), named)?;
        Some(format!("That is its tree under {}.", under(&[chosen.grammar()])))
    }
}

/// Whether a text is the S-expression of this tree.
fn named(tree: &Parse, text: &str) -> bool {
    spaced(text) == spaced(&tree.expression().to_s_expression())
}

/// Counts the operations that two trees share: the more there are, the easier the trees are to
/// confuse.
fn in_common(a: &Parse, b: &Parse) -> usize {
    let parts =
        |it: &Parse| it.expression().operations().map(|it| it.to_s_expression()).collect_vec();
    let others = parts(b);
    parts(a).iter().filter(|part| others.contains(part)).count()
}

/// Returns an S-expression with a blank around each of its brackets, signs and numbers.
fn spaced(text: &str) -> String {
    let apart = |it: char| if it.is_ascii_digit() { it.to_string() } else { format!(" {it} ") };
    text.chars().map(apart).collect::<String>().split_whitespace().join(" ")
}

/// Whether a [spaced] text has more than one node, and the last bracket closes the first.
fn is_tree(spaced: &str) -> bool {
    let mut open = 0;
    let close = spaced.find(|it| {
        open += i32::from(it == '(') - i32::from(it == ')');
        open == 0
    });
    spaced.starts_with('(') && close == Some(spaced.len() - 1) && spaced.split(' ').count() > 3
}

impl TreeQuestion {
    /// Compares the right tree with the tree in ordinary arithmetic. If the two are the same,
    /// compares it with a wrong tree.
    pub fn explanation(&self) -> Explanation {
        let text = self.parse.text();
        let ordinary = Parse::new(text, &Grammar::ordinary_for(text));
        let ordinary = ordinary.expect("the text has only its operators");
        let mut grammars = vec![self.parse.grammar().clone()];
        if ordinary.expression().is_grouped_as(self.parse.expression()) {
            let wrong = self.trees.iter().find(|(_, choice)| !choice.is_right);
            grammars.extend(wrong.map(|(_, choice)| choice.option.grammar().clone()));
        }
        Explanation::new(text, &grammars, 24.into()).expect("ordinary arithmetic accepts it")
    }
}

/// The grammars that give an expression a certain value. At least one other grammar does not.
#[derive(Debug, Clone)]
pub struct GrammarQuestion {
    /// The parse of the expression by each grammar.
    pub parses: Vec<Parse>,
    /// The value in question.
    pub value: Rational,
    /// The grammars; those that give the value are right.
    pub grammars: Choices<Grammar>,
}

impl Question for GrammarQuestion {
    fn make(_: QuizKind, level: QuizLevel, random: &mut Random) -> Option<Self> {
        let parses = readings(level, random)?;
        let asked = random.pick(&parses)?;
        let is_plain = parses.iter().all(|parse| parse.is_worth(asked));
        (!is_plain && is_for_the_head(asked, level)).then_some(())?;
        let value = asked.value().ok()?.clone();
        let gives = |grammar: &Grammar| {
            let parse = parses.iter().find(|parse| parse.grammar() == grammar);
            parse.is_some_and(|parse| parse.value() == Ok(&value))
        };
        let grammars = Choices::several(level.grammars().iter().cloned(), gives);
        Some(Self { parses, value, grammars })
    }

    fn subject_and_answer(&self) -> (String, String) {
        (self.text().to_owned(), self.grammars.letters())
    }

    /// Accepts letters, or the names of the grammars, in any order.
    fn mark(&self, given: &str) -> Result<bool, Misread> {
        let named = |grammar: &Grammar, text: &str| grammar.name().eq_ignore_ascii_case(text);
        self.grammars.mark(given, "names of grammars, such as `right, scala`", named)
    }
}

impl GrammarQuestion {
    /// Returns the expression.
    pub fn text(&self) -> &str {
        self.parses[0].text()
    }
}

/// An expression with brackets around every operation but the last. The question asks for the same
/// expression with the fewest brackets.
#[derive(Debug, Clone)]
pub struct BracketsQuestion {
    /// The expression with all brackets, in ordinary arithmetic.
    pub parse: Parse,
    /// The only text with that few brackets and the same value.
    pub fewest: String,
}

impl Question for BracketsQuestion {
    fn make(_: QuizKind, level: QuizLevel, random: &mut Random) -> Option<Self> {
        let expression = expression(level, random);
        let ordinary = level.grammars().first().expect("ordinary arithmetic is the first");
        let parse = Parse::new(&expression.to_full_text(ToString::to_string), ordinary).ok()?;
        is_for_the_head(&parse, level).then_some(())?;
        let judged = Brackets::of(&parse).ok()?;
        let has = |wanted| judged.pairs.iter().any(|pair| pair.necessity == wanted);
        // An expression at a hard level has a pair that the value needs, and a pair that only the
        // tree needs.
        let is_hard = level >= QuizLevel::Three && level != QuizLevel::Six;
        (!is_hard || has(Necessity::Value) && has(Necessity::Tree)).then_some(())?;
        let fewest = expression.to_string();
        is_only(&parse, &fewest).then_some(Self { parse, fewest })
    }

    fn subject_and_answer(&self) -> (String, String) {
        (self.parse.text().to_owned(), self.fewest.clone())
    }

    /// Accepts the same expression with the fewest brackets, with any blanks.
    fn mark(&self, given: &str) -> Result<bool, Misread> {
        let misread = || Misread::new("an expression with its brackets, such as 8-(4-2)");
        let given = &with_signs(given);
        if self.parse.grammar().parse(given).map_err(|_| misread())?.nodes().len() == 1 {
            return Err(misread());
        }
        let bare = |text: &str| text.chars().filter(|it| !it.is_whitespace()).collect::<String>();
        Ok(bare(given) == self.fewest)
    }
}

impl BracketsQuestion {
    /// Returns the purpose of each pair of brackets.
    pub fn judged(&self) -> Brackets<'_> {
        Brackets::of(&self.parse).expect("ordinary arithmetic accepts it, and it has few pairs")
    }
}

/// Whether `fewest` is the only right answer. Removes pairs of brackets from `parse` in every way
/// that leaves at most as many as `fewest` has: every result except `fewest` must have a different
/// value. Values can be equal by chance, as in 4/(2*1) and 4/2*1.
fn is_only(parse: &Parse, fewest: &str) -> bool {
    let text = parse.text();
    let Ok(judged) = Brackets::of(parse) else { return false };
    let kept = fewest.matches('(').count();
    let is_same = |pairs: Vec<&BracketPair>| {
        let is_kept = |at: usize| pairs.iter().any(|pair| [pair.open, pair.close].contains(&at));
        let stays = |&(at, it): &(usize, char)| !matches!(it, '(' | ')') || is_kept(at);
        let other: String = text.char_indices().filter(stays).map(|(_, it)| it).collect();
        let is_worth = Parse::new(&other, parse.grammar()).is_ok_and(|it| it.is_worth(parse));
        is_worth == (other == fewest)
    };
    judged.pairs.iter().powerset().filter(|pairs| pairs.len() <= kept).all(is_same)
}

/// The operators to choose from; those that occur twice are chosen more often.
const OPERATORS: [Operator; 7] = [Add, Add, Subtract, Subtract, Multiply, Divide, Divide];

/// The operators next to a power such as 2^3^2.
const BESIDE_POWERS: [Operator; 6] = [Add, Subtract, Subtract, Multiply, Negate, Negate];

/// The largest intermediate value, and its largest denominator.
const MOST: i64 = 60;
const MOST_PARTS: i64 = 6;

/// The largest intermediate value at the level with powers: 2^3^2 is 512.
const MOST_OF_POWERS: i64 = 600;

/// Makes an expression of this level, of any shape.
fn expression(level: QuizLevel, random: &mut Random) -> Expression<Rational> {
    match level {
        QuizLevel::Six => with_powers(level.operators() - 2, random),
        _ => of_the_four(level.operators(), random),
    }
}

/// Makes a number from 1 to `most`.
fn small_number(most: usize, random: &mut Random) -> Expression<Rational> {
    let number = 1 + random.below(most);
    Expression::leaf(Rational::from(i64::try_from(number).expect("it is small")))
}

/// Makes a power whose exponent is a power, with this number of operators around it.
fn with_powers(operators: usize, random: &mut Random) -> Expression<Rational> {
    let power = |base, exponent| Expression::operation(Power, base, exponent);
    let exponent = power(small_number(3, random), small_number(3, random));
    (0..operators).fold(power(small_number(3, random), exponent), |inner, _| {
        let operator = *random.pick(&BESIDE_POWERS).expect("there are some");
        if operator.arity() == 1 {
            return Expression::of_operands(operator, Operands::One(inner));
        }
        let other = small_number(9, random);
        match random.below(2) {
            0 => Expression::operation(operator, inner, other),
            _ => Expression::operation(operator, other, inner),
        }
    })
}

/// Makes an expression with this number of the four operators.
fn of_the_four(operators: usize, random: &mut Random) -> Expression<Rational> {
    if operators == 0 {
        return small_number(9, random);
    }
    let operator = *random.pick(&OPERATORS).expect("there are some");
    let left = random.below(operators);
    let (left, right) = (of_the_four(left, random), of_the_four(operators - 1 - left, random));
    Expression::operation(operator, left, right)
}

/// Makes a text of this level, as ordinary arithmetic writes it with the fewest brackets.
fn text(level: QuizLevel, random: &mut Random) -> Option<String> {
    let text = expression(level, random).to_string();
    level.pairs().contains(&text.matches('(').count()).then_some(text)
}

/// Whether `parse` can be evaluated mentally: it has a value, and no intermediate number is large.
/// All values must be whole numbers, except at the fifth level, which requires a fraction.
fn is_for_the_head(parse: &Parse, level: QuizLevel) -> bool {
    let Ok(Reduction { steps, value: Ok(_), .. }) = Reduction::of(parse) else { return false };
    let is_small = |value: &Rational| {
        let most = if level == QuizLevel::Six { MOST_OF_POWERS } else { MOST };
        let (most, parts) = (Rational::from(most), Rational::from(MOST_PARTS));
        Rational::from(value.numer()).abs() <= most && Rational::from(value.denom()) <= parts
    };
    let mut values = steps.iter().map(|step| &step.value);
    let has_fraction = values.clone().any(|value| !value.is_integer());
    values.all(is_small) && has_fraction == (level == QuizLevel::Five)
}

/// Makes a text of this level, and returns its parse by each grammar of the level, in their order.
/// Returns `None` if one of them rejects the text.
fn readings(level: QuizLevel, random: &mut Random) -> Option<Vec<Parse>> {
    let text = text(level, random)?;
    level.grammars().iter().map(|grammar| Parse::new(&text, grammar).ok()).collect()
}

/// An expression with one character too many or too few, which does not parse.
#[derive(Debug, Clone)]
pub struct ErrorQuestion {
    /// The text, and how ordinary arithmetic fails to parse it.
    pub failed: Box<FailedParse>,
    /// The tokens to choose from, of which the expected ones are right; `None` if the question asks
    /// for the column.
    pub tokens: Option<Choices<&'static str>>,
}

/// The names that the parser gives to tokens in its list of expected tokens, and people in their
/// answers, each with the token offered as a choice; longer names first.
fn names() -> impl Iterator<Item = (&'static str, &'static str)> {
    include_str!("tokens.txt").lines().filter_map(|it| it.split_once(" = "))
}

impl Question for ErrorQuestion {
    fn make(_: QuizKind, level: QuizLevel, random: &mut Random) -> Option<Self> {
        let text = text(level, random)?;
        let at = random.below(text.len());
        let is_twice = random.below(2) == 0;
        let asks_column = random.below(2) == 0;
        let again = if is_twice { &text[at..=at] } else { "" };
        let slipped = [&text[..at], again, again, &text[at + 1..]].concat();
        let failed = FailedParse::new(&slipped, level.grammars().first()?)?;
        let is_odd = matches!(failed.diagnosis().error.kind, SyntaxErrorKind::Unexpected { .. });
        // If parsing fails right at the mistake, the mistake is easy to find.
        let is_late = level < QuizLevel::Four || failed.at() > at + 1;
        (is_odd && is_late).then_some(())?;
        let is_expected = |word: &&str| failed.expected().iter().any(|it| it == word);
        let fits = |token: &&str| names().any(|(name, it)| it == *token && is_expected(&name));
        let choices = || Choices::several(names().map(|(_, token)| token).dedup(), fits);
        let tokens = (!asks_column).then(choices);
        Some(Self { failed: Box::new(failed), tokens })
    }

    fn subject_and_answer(&self) -> (String, String) {
        let column = || self.column().to_string();
        (self.failed.text().to_owned(), self.tokens.as_ref().map_or_else(column, Choices::letters))
    }

    fn mark(&self, given: &str) -> Result<bool, Misread> {
        let given = given.to_lowercase();
        if let Some(tokens) = &self.tokens {
            let bare = |token: &'static str| token.trim_start_matches("the ");
            let given = names().fold(given, |it, (name, token)| it.replace(name, bare(token)));
            let misread = "tokens that fit, such as `+, )`";
            return tokens.mark(&given, misread, |token, text| bare(token) == text);
        }
        let column = given.replace("column", "");
        let misread = |_| Misread::new("the number of a column, such as 3");
        let column: usize = column.trim().parse().map_err(misread)?;
        Ok(column == self.column())
    }
}

impl ErrorQuestion {
    /// Returns the column at which parsing fails, from 1.
    pub fn column(&self) -> usize {
        self.failed.text()[..self.failed.at()].chars().count() + 1
    }
}
