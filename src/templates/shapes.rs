//! Sets that are bracket shapes with every operator in every place.

use itertools::Itertools;

use crate::syntax::Operator;

/// The operators of both articles.
const OPERATORS: [Operator; 4] =
    [Operator::Add, Operator::Subtract, Operator::Multiply, Operator::Divide];

/// The full bracket shapes of the "point 24" article: every pair of operands in
/// brackets but the last. `o` is an operator.
pub(super) const FIVE: [&str; 9] = [
    "N",
    "NoN",
    "(NoN)oN",
    "No(NoN)",
    "((NoN)oN)oN",
    "(No(NoN))oN",
    "(NoN)o(NoN)",
    "No((NoN)oN)",
    "No(No(NoN))",
];

/// The seven bracket forms of the CardGaming article, in its order.
pub(super) const SEVEN: [&str; 7] =
    ["NoNoNoN", "(NoN)oNoN", "(NoNoN)oN", "No(NoN)oN", "No(NoNoN)", "(NoN)o(NoN)", "NoNo(NoN)"];

/// Every shape of `cards` slots, with every row of operators.
pub(super) fn multiplied_out(shapes: &[&str], cards: usize) -> Vec<String> {
    let fitting = shapes.iter().filter(|shape| shape.matches('N').count() == cards);
    fitting
        .flat_map(|shape| {
            let rows = (1..cards).map(|_| OPERATORS).multi_cartesian_product();
            // Of one slot there is one template: the empty row of operators.
            rows.map(|row| with_operators(shape, &row))
        })
        .collect()
}

fn with_operators(shape: &str, row: &[Operator]) -> String {
    let mut row = row.iter();
    let place = |character| match character {
        'o' => row.next().map_or(character.to_string(), ToString::to_string),
        other => other.to_string(),
    };
    shape.chars().map(place).collect()
}
