//! Expressions that are made and evaluated without the library, for comparison with it.

use bracket24::Operator;
use itertools::Itertools;
use num_rational::BigRational;
use proptest::prelude::*;

use crate::independent::apply;

/// An expression as a tree; leaves are numbers or the indices of operands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Tree {
    Leaf(u64),
    Node(Operator, Box<Tree>, Box<Tree>),
}

impl Tree {
    /// Every operation in brackets, so that no grammar can group it otherwise.
    pub(crate) fn bracketed(&self) -> String {
        self.bracketed_with(&|leaf| leaf.to_string())
    }

    /// The same with the leaves written as `name` says.
    pub(crate) fn bracketed_with(&self, name: &dyn Fn(usize) -> String) -> String {
        match self {
            Self::Leaf(leaf) => name(usize::try_from(*leaf).unwrap()),
            Self::Node(operator, left, right) => {
                format!("({}{operator}{})", left.bracketed_with(name), right.bracketed_with(name))
            }
        }
    }

    /// The value, or `None` where it divides by zero.
    pub(crate) fn value(&self) -> Option<BigRational> {
        match self {
            Self::Leaf(leaf) => Some(BigRational::from_integer((*leaf).into())),
            Self::Node(operator, left, right) => apply(*operator, left.value()?, right.value()?),
        }
    }

    /// All trees over these leaves, with each leaf used once, in every order.
    pub(crate) fn all(leaves: &[u64]) -> Vec<Self> {
        if let [leaf] = leaves {
            return vec![Self::Leaf(*leaf)];
        }
        let mut trees = Vec::new();
        for left in leaves.iter().copied().powerset() {
            if left.is_empty() || left.len() == leaves.len() {
                continue;
            }
            let right = leaves.iter().copied().filter(|leaf| !left.contains(leaf)).collect_vec();
            let (lefts, rights) = (Self::all(&left), Self::all(&right));
            for ((left, right), operator) in
                lefts.iter().cartesian_product(&rights).cartesian_product(Operator::FOUR)
            {
                trees.push(Self::Node(operator, left.clone().into(), right.clone().into()));
            }
        }
        trees
    }
}

/// Trees of up to eight leaves; the leaves are small, zero or huge.
pub(crate) fn trees() -> impl Strategy<Value = Tree> {
    let leaf = prop_oneof![4 => 0_u64..14, 1 => any::<u64>(), 1 => Just(0)].prop_map(Tree::Leaf);
    let operator = prop::sample::select(Operator::FOUR.to_vec());
    leaf.prop_recursive(4, 8, 2, move |inner| {
        (operator.clone(), inner.clone(), inner)
            .prop_map(|(operator, left, right)| Tree::Node(operator, left.into(), right.into()))
    })
}

/// Texts that every grammar reads, with blanks and brackets in any place; the
/// numbers are small, zero or huge.
pub(crate) fn texts() -> impl Strategy<Value = String> {
    let number =
        prop_oneof![8 => 0_u64..14, 1 => any::<u64>()].prop_map(|number| number.to_string());
    let blank = || prop::sample::select(vec!["", "", "", " ", "\t "]);
    number.prop_recursive(3, 16, 4, move |inner| {
        let operand = (any::<bool>(), blank(), inner, blank()).prop_map(|(bare, a, text, b)| {
            if bare && text.bytes().all(|byte| byte.is_ascii_digit()) {
                format!("{a}{text}{b}")
            } else {
                format!("{a}({text}){b}")
            }
        });
        let operator = prop::sample::select(Operator::FOUR.to_vec());
        let rest = prop::collection::vec((operator, operand.clone()), 0..4);
        (operand, rest).prop_map(|(first, rest)| {
            let rest = rest.iter().map(|(operator, operand)| format!("{operator}{operand}"));
            first + &rest.collect::<String>()
        })
    })
}
