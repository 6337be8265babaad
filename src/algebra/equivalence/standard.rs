//! The standard expression of the "point 24" article.

use super::super::field::{self, FieldOperation, Kind, NotRational};
use super::super::term_tree::{Part, TermTree, operator};
use crate::number::Rational;
use crate::stack;
use crate::syntax::Expression;

/// An expression with its signed terms and signed factors sorted, brackets left
/// standing.
///
/// Brackets stand where ordinary arithmetic needs them, so `a+(b-c)` and `a+b-c`
/// have one standard expression, and `a-(b-c)` has another.
///
/// # Examples
///
/// ```
/// use bracket24::Grammar;
/// use bracket24::algebra::Standard;
///
/// let standard = Standard::of(&Grammar::Left.parse("6*(5-(8-7))")?)?;
/// assert_eq!(standard, Standard::of(&Grammar::Left.parse("(5-(8-7))*6")?)?);
/// // The brackets that only group are left standing.
/// assert_ne!(standard, Standard::of(&Grammar::Left.parse("(5-8+7)*6")?)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Standard(TermTree<Rational>);

impl Standard {
    /// The standard expression of `expression`.
    ///
    /// # Errors
    ///
    /// [`NotRational`] where it has more than [`MAX_OPERATORS`](crate::MAX_OPERATORS)
    /// operators, or where one is no field operation.
    pub fn of(expression: &Expression<Rational>) -> Result<Self, NotRational> {
        let join = |FieldOperation { kind, inverse }, left: TermTree<_>, right: TermTree<_>| {
            let mut parts = left.into_parts(kind);
            if inverse {
                parts.push(Part { tree: right, inverse });
            } else {
                parts.append(&mut right.into_parts(kind));
            }
            parts.sort();
            TermTree::Group(kind, parts.into())
        };
        field::fold(expression, |card| TermTree::Leaf(card.clone()), join).map(Self)
    }

    /// The standard expression as the article writes it: every term and every
    /// factor with its operator, sums in brackets where they are factors or
    /// subtracted.
    pub fn to_text(&self) -> String {
        to_text(&self.0)
    }
}

fn to_text(tree: &TermTree<Rational>) -> String {
    let (kind, parts) = match tree {
        TermTree::Leaf(card) => return card.to_string(),
        TermTree::Group(kind, parts) => (*kind, parts),
    };
    let mut text = String::new();
    for part in parts {
        text.push_str(operator(kind, part.inverse).symbol());
        let part_text = stack::for_level(|| to_text(&part.tree));
        match (kind, &part.tree) {
            (Kind::Sum, TermTree::Group(Kind::Sum, _)) | (Kind::Product, TermTree::Group(..)) => {
                text.extend(["(", &part_text, ")"]);
            }
            _ => text += &part_text,
        }
    }
    text
}
