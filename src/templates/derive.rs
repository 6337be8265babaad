//! One template for each rational function of `n` operands, by construction.
//!
//! The normal forms of `n` unlabelled operands are built from smaller ones: a
//! sum from terms that are no sums, a product from factors that are no
//! products, each collection taken once. Nothing is sifted out afterwards
//! except what cannot be written (a product with nothing above the line).

use itertools::Itertools;

use super::set::MAX_TEMPLATE_SLOTS;
use crate::algebra::{Kind, NormalForm, Part, TermTree};
use crate::syntax::Operator;

/// All unlabelled shapes of 1, 2, … `cards` operands: index 0 holds those of one.
fn shapes(cards: usize) -> Vec<Vec<TermTree<()>>> {
    let mut by_size: Vec<Vec<TermTree<()>>> = vec![vec![TermTree::Leaf(())]];
    while by_size.len() < cards {
        let size = by_size.len() + 1;
        let smaller = by_size.iter().flatten();
        let terms: Vec<_> = smaller
            .clone()
            .filter(|shape| !matches!(shape, TermTree::Group(Kind::Sum, _)))
            .flat_map(|shape| {
                let signs: &[bool] =
                    if shape.is_own_negative() { &[false] } else { &[false, true] };
                signs.iter().map(|&inverse| (shape.size(), Part { tree: shape.clone(), inverse }))
            })
            .collect();
        let factors: Vec<_> = smaller
            .filter(|shape| !matches!(shape, TermTree::Group(Kind::Product, _)))
            .flat_map(|shape| {
                [false, true].map(|inverse| (shape.size(), Part { tree: shape.clone(), inverse }))
            })
            .collect();
        let mut new = Vec::new();
        collect(&terms, size, &mut Vec::new(), &mut |terms| {
            let form = NormalForm::from_terms(terms.to_vec());
            // Of a sum and its negative one is the shape; it comes up by itself.
            if !form.negative {
                new.push(form.shape);
            }
        });
        collect(&factors, size, &mut Vec::new(), &mut |factors| {
            if factors.iter().any(|factor| !factor.inverse) {
                new.push(NormalForm::from_factors(false, factors.to_vec()).shape);
            }
        });
        by_size.push(new);
    }
    by_size
}

/// Every collection of parts, in the order of `parts` and with repetition,
/// whose sizes add up to `size`.
pub(super) fn collect<P: Clone>(
    parts: &[(usize, P)],
    size: usize,
    chosen: &mut Vec<P>,
    found: &mut impl FnMut(&[P]),
) {
    if size == 0 {
        return found(chosen);
    }
    for (index, (part_size, part)) in parts.iter().enumerate() {
        if *part_size <= size {
            chosen.push(part.clone());
            collect(&parts[index..], size - part_size, chosen, found);
            chosen.pop();
        }
    }
}

/// The canonical templates for `cards` cards, fewest brackets first, then
/// fewest divisions, then fewest subtractions.
///
/// There are 1, 4, 18, 93, 500 of them for one to five cards; their orders add
/// up to 1, 6, 68, 1170, 27142, the numbers of rational functions of `n` different
/// operands (OEIS A140606). For more than [`MAX_TEMPLATE_SLOTS`] there are none
/// here.
pub fn canonical_texts(cards: usize) -> Vec<String> {
    if cards > MAX_TEMPLATE_SLOTS {
        return Vec::new();
    }
    let Some(shapes) = cards.checked_sub(1).and_then(|index| shapes(cards).into_iter().nth(index))
    else {
        return Vec::new();
    };
    let mut texts: Vec<String> = shapes
        .into_iter()
        .flat_map(|shape| {
            let negative = shape.is_negatable() && !shape.is_own_negative();
            let signs: &[bool] = if negative { &[false, true] } else { &[false] };
            signs
                .iter()
                .map(|&negative| NormalForm { negative, shape: shape.clone() })
                .collect::<Vec<_>>()
        })
        .map(|form| form.to_text(&|()| "N".to_owned()))
        .collect();
    texts.sort_by_cached_key(|text| {
        let count = |sign: char| text.matches(sign).count();
        (count('('), count('/'), count('-'), text.clone())
    });
    texts
}

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
