//! A solution: an expression of the cards whose value is the target.

use std::str::FromStr;
use std::sync::Arc;

use super::Arranged;
use crate::templates::fill_slots;
use crate::{Card, Expression, Grammar, Hand, NodeKind, Operator, Rational, SyntaxError, Template};

/// An expression of the cards of a hand whose value is the target.
///
/// A solution has a text and an expression. If a grammar groups the text differently from ordinary
/// arithmetic, the two disagree: the expression shows what the grammar made of the text.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Solution {
    pub(super) template: Arc<str>,
    pub(super) order: Vec<usize>,
    pub(super) text: String,
    pub(super) expression: Expression<Rational>,
}

/// The form of a solution, which refers to the cards of its hand by their positions.
///
/// ```
/// use bracket24::{Hand, Solution};
///
/// let solution: Solution = "(5+7-8)*6".parse()?;
/// let outline = solution.outline();
/// assert_eq!((outline.template, outline.order), ("(N+N-N)*N", &[0, 1, 2, 3][..]));
/// let mut text = String::from("= ");
/// outline.write(&["V", "VII", "VIII", "VI"], &mut text);
/// assert_eq!(text, "= (V+VII-VIII)*VI");
/// # Ok::<(), bracket24::SyntaxError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outline<'a> {
    /// The text of the solution's template. Each slot is written `N`, and nothing else is.
    pub template: &'a str,
    /// The cards from left to right, as positions in the hand.
    pub order: &'a [usize],
}

impl Outline<'_> {
    /// Appends the outline to `text`, with the name `names[n]` for the card at position `n` of the
    /// hand.
    ///
    /// # Panics
    ///
    /// Panics if a position has no name.
    pub fn write<S: AsRef<str>>(&self, names: &[S], text: &mut String) {
        fill_slots(self.template, text, self.order.iter().map(|&place| &names[place]));
    }
}

/// The reason why the spans of a solution's expression are valid in its text.
const OF_ITS_TEXT: &str = "the expression of a solution was read from its text, left to right";

impl Solution {
    /// Parses `text`, the answer of a person, with `grammar`. The numbers in the text are the cards
    /// of the hand, from left to right.
    ///
    /// # Errors
    ///
    /// The same as [`Grammar::parse`].
    ///
    /// # Examples
    ///
    /// Two answers that differ only in the order of their factors:
    ///
    /// ```
    /// use bracket24::{Equivalence, Grammar, Solution};
    ///
    /// let one = Solution::parse("(5+7-8)*6", &Grammar::Left)?;
    /// let other = Solution::parse("6*(5-(8-7))", &Grammar::Left)?;
    /// assert_eq!(one.template(), "(N+N-N)*N");
    /// assert_eq!(Equivalence::Function.key(&one)?, Equivalence::Function.key(&other)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(text: &str, grammar: &Grammar) -> Result<Self, SyntaxError> {
        let expression = grammar.parse(text)?;
        let order = (0..expression.leaves().count()).collect();
        // Only a comment has another `N`, and there it would look like a slot.
        let template = template(&text.replace('N', " "), &expression);
        Ok(Self { template, order, text: text.to_owned(), expression })
    }

    /// Makes the solution that fills `template` with the cards of `hand` in this order.
    pub(crate) fn of(template: &Template, order: &[usize], hand: &Hand) -> Self {
        Self::filled(template, order, hand, &Self::digits(hand))
    }

    /// Returns the values of the cards as a solution writes them.
    pub(crate) fn digits(hand: &Hand) -> Vec<String> {
        hand.iter().map(Card::digits).collect()
    }

    /// Like [`of`](Self::of), with the [`digits`](Self::digits) of the hand.
    pub(super) fn filled(
        template: &Template,
        order: &[usize],
        hand: &Hand,
        digits: &[String],
    ) -> Self {
        let value = |slot: usize| hand.cards()[order[slot]].value().clone();
        let mut text = String::with_capacity(32);
        template.fill_into(&mut text, order.iter().map(|&card| &digits[card]));
        Self {
            template: template.text().into(),
            order: order.to_vec(),
            text,
            expression: template.fill_expression(value, |slot| digits[order[slot]].len()),
        }
    }

    /// Makes the solution of `expression`, whose leaves are positions in `hand`, counted from 0.
    /// The text of the solution has the fewest brackets. The solution's expression is grouped as
    /// ordinary arithmetic groups this text. The template is the same text with slots instead of
    /// cards.
    ///
    /// The engine must make sure that every card is used once, and that the value is the target.
    ///
    /// # Panics
    ///
    /// Panics if the hand has no card at one of the positions.
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::{Expression, Hand, Operator, Solution};
    ///
    /// let hand = Hand::from([6, 8, 4]);
    /// let sum = |left, right| Expression::operation(Operator::Add, left, right);
    /// let [six, eight, four] = [0, 1, 2].map(Expression::leaf);
    /// let solution = Solution::new(&sum(four, sum(eight, six)), &hand);
    /// assert_eq!(solution.text(), "4+8+6");
    /// assert_eq!(solution.template(), "N+N+N");
    /// assert_eq!(solution.order(), [2, 1, 0]);
    /// assert_eq!(solution.expression(), &"4+8+6".parse()?);
    /// # Ok::<(), bracket24::SyntaxError>(())
    /// ```
    pub fn new(expression: &Expression<usize>, hand: &Hand) -> Self {
        Self::with_digits(expression, hand, &Self::digits(hand))
    }

    /// Like [`new`](Self::new), with the [`digits`](Self::digits) of the hand, which are the same
    /// for all its solutions.
    pub(super) fn with_digits(expression: &Arranged, hand: &Hand, digits: &[String]) -> Self {
        let mut text = String::with_capacity(32);
        let read = expression.write(&mut text, |&position, text| {
            *text += &digits[position];
            hand.cards()[position].value().clone()
        });
        let order = expression.leaves().copied().collect();
        Self { template: template(&text, &read), order, text, expression: read }
    }

    /// Returns the solution with the same text and this `expression`, as another grammar groups the
    /// text.
    pub(crate) fn grouped_as(self, expression: Expression<Rational>) -> Self {
        Self { expression, ..self }
    }

    /// Returns the outline of the solution, which does not depend on the values of the cards.
    pub fn outline(&self) -> Outline<'_> {
        Outline { template: &self.template, order: &self.order }
    }

    /// Returns the text of the solution's template. If a comment in the text has an `N`, the template
    /// has a blank there.
    pub fn template(&self) -> &str {
        &self.template
    }

    /// Returns the cards from left to right, as positions in the hand.
    pub fn order(&self) -> &[usize] {
        &self.order
    }

    /// Returns the filled template.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the expression tree, as the grammar grouped the text.
    pub const fn expression(&self) -> &Expression<Rational> {
        &self.expression
    }

    /// Returns the solution's operators other than `+ - * /`, each as often as it occurs.
    pub fn beyond_the_four(&self) -> impl Iterator<Item = Operator> {
        self.expression.operators().filter(|it| !it.is_of_field())
    }

    /// Returns the numbers that are made of joined digits, as they are written.
    pub fn joined(&self) -> Vec<&str> {
        let nodes = self.expression.nodes();
        let is_join = |index: usize| {
            nodes.get(index).is_some_and(|it| it.kind == NodeKind::Operation(Operator::Join))
        };
        let mut joined = Vec::new();
        for end in (0..nodes.len()).filter(|&end| is_join(end) && !is_join(end + 2)) {
            // In postfix order, such a number is: digit, digit, join, digit, join …
            let mut start = end - 2;
            while is_join(start) {
                start -= 2;
            }
            let (first, last) = (&nodes[start].span, &nodes[end - 1].span);
            joined.push(self.text.get(first.start..last.end).expect(OF_ITS_TEXT));
        }
        joined
    }

    /// Returns the text with other names for the cards: `name` maps the position of a card in the
    /// hand to its name.
    pub fn text_with<S: AsRef<str>>(&self, name: impl Fn(usize) -> S) -> String {
        with_leaves(&self.text, &self.expression, |text, leaf| {
            *text += name(self.order[leaf]).as_ref();
        })
    }
}

/// Returns the `text` of an expression with a slot for each leaf.
fn template<L>(text: &str, expression: &Expression<L>) -> Arc<str> {
    with_leaves(text, expression, |template, _| template.push('N')).into()
}

/// Returns the `text` of an expression with its leaves replaced: `write` writes the leaf with the
/// given number, counted from 0.
fn with_leaves<L>(
    text: &str,
    expression: &Expression<L>,
    mut write: impl FnMut(&mut String, usize),
) -> String {
    let mut written = String::with_capacity(text.len());
    let mut copied = 0;
    let leaves = expression.nodes().iter().filter(|node| matches!(node.kind, NodeKind::Leaf(_)));
    for (leaf, node) in leaves.enumerate() {
        written += text.get(copied..node.span.start).expect(OF_ITS_TEXT);
        write(&mut written, leaf);
        copied = node.span.end;
    }
    written + text.get(copied..).expect(OF_ITS_TEXT)
}

crate::name::display_text!(Solution, |it| it.text);

impl FromStr for Solution {
    type Err = SyntaxError;

    /// Parses an answer in ordinary arithmetic; see [`parse`](Self::parse) for other grammars.
    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        Self::parse(text, &Grammar::Left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solution_that_is_regrouped_keeps_its_text() {
        let solution: Solution = "8-4-2".parse().expect("it is an expression");
        let right = Grammar::Right.parse("8-4-2").expect("every grammar reads it");
        let grouped = solution.clone().grouped_as(right.clone());
        assert_eq!(grouped.expression(), &right);
        assert_ne!(grouped.expression(), solution.expression());
        assert_eq!((grouped.text(), grouped.order()), (solution.text(), solution.order()));
    }
}
