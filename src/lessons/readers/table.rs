//! Tables of operators: a table says which operators bind more tightly, and from which side a chain
//! such as `8-4-2` is grouped.

use std::collections::BTreeMap;
use std::str::FromStr;

use itertools::Itertools;

use super::shunting_yard;
use crate::lessons::pairs::{applies_later_first, chain, has_higher_precedence};
use crate::words::{list_and, list_or, ticked};
use crate::{Grammar, Named, Operator, Position};

/// Operators that bind equally tightly.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BindingPower {
    /// The operators.
    pub operators: Vec<Operator>,
    /// The binding power; operators with a greater number bind more tightly.
    pub power: u32,
    /// Whether a chain of these operators is grouped from the right.
    pub is_right_associative: bool,
}

/// The table used by the [Pratt parser](super::Reader::Pratt) and the
/// [shunting-yard](super::Reader::ShuntingYard), the loosest operators first.
///
/// # Examples
///
/// ```
/// use bracket24::Grammar;
/// use bracket24::lessons::readers::OperatorTable;
///
/// let table = OperatorTable::of(&Grammar::Right).expect("its rules are two levels");
/// assert_eq!(table.to_string(), "+ - right; * / right");
/// let table: OperatorTable = "+ - left; * / left; - prefix; ^ right; ! postfix".parse()?;
/// assert_eq!(table.levels().len(), 5);
/// # Ok::<(), String>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperatorTable(Vec<BindingPower>);

/// The error returned if no table groups operators as the grammar does.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "no table of operators groups as {grammar} does: it parses `{text}` as {by_grammar}, and the \
     table built from its pairs of operators would give {by_table}"
)]
pub struct NoTable {
    /// The name of the grammar.
    pub grammar: String,
    /// A text that the grammar and the table group differently.
    pub text: String,
    /// The tree of the text under the grammar, as an S-expression.
    pub by_grammar: String,
    /// The tree of the text under the table, or the error.
    pub by_table: String,
}

impl OperatorTable {
    /// Makes a table from levels, the loosest operators first.
    fn of_levels(levels: impl IntoIterator<Item = (Vec<Operator>, bool)>) -> Self {
        let level = |((operators, is_right_associative), power)| BindingPower {
            operators,
            power,
            is_right_associative,
        };
        Self(levels.into_iter().zip((20..).step_by(10)).map(level).collect())
    }

    /// Finds the table of a grammar by trying pairs of operators. If the grammar groups the `*`
    /// first in both `1+1*1` and `1*1+1`, then `*` binds more tightly than `+`.
    ///
    /// # Errors
    ///
    /// If a text of two or three operators shows that no table groups as the grammar does.
    pub fn of(grammar: &Grammar) -> Result<Self, NoTable> {
        let read = |text: &str| grammar.parse(text).ok();
        let is_read = |it: &Operator| {
            let read = chain(&[*it]).and_then(|text| read(&text));
            read.is_some_and(|read| read.operators().eq([*it]))
        };
        let operators: Vec<Operator> = Operator::ALL.into_iter().filter(is_read).collect();
        let indices = 0..operators.len();
        let is_looser = |a: usize, b| has_higher_precedence(grammar, [operators[b], operators[a]]);
        let looser = |b| indices.clone().filter(|&a| is_looser(a, b)).collect();
        let looser: Vec<Vec<usize>> = indices.clone().map(looser).collect();
        let mut levels = vec![0; operators.len()];
        // An operator that binds more tightly gets a higher level. The fixed number of rounds stops
        // cycles.
        for _ in &operators {
            for (index, looser) in looser.iter().enumerate() {
                levels[index] = looser.iter().map(|&it| levels[it] + 1).max().unwrap_or(0);
            }
        }
        let mut rows: BTreeMap<usize, Vec<Operator>> = BTreeMap::new();
        for (level, operator) in levels.into_iter().zip(&operators) {
            rows.entry(level).or_default().push(*operator);
        }
        let is_right = |row: &[Operator]| applies_later_first(grammar, [row[0]; 2]) == Some(true);
        let table = Self::of_levels(rows.into_values().map(|row| (row.clone(), is_right(&row))));
        let pairs = operators.iter().flat_map(|&a| operators.iter().map(move |&b| [a, b]));
        let texts = pairs.flat_map(|[a, b]| {
            let threes = operators.iter().filter_map(move |&c| chain(&[a, b, c]));
            chain(&[a, b]).into_iter().chain(threes)
        });
        for text in texts {
            let Some(by_grammar) = read(&text) else { continue };
            let by_table = match shunting_yard::expression(&text, &table) {
                Ok(by_table) if by_table.is_grouped_as(&by_grammar) => continue,
                Ok(by_table) => by_table.to_s_expression(),
                Err(stop) => stop.reason.to_string(),
            };
            let by_grammar = by_grammar.to_s_expression();
            return Err(NoTable { grammar: grammar.name().to_owned(), text, by_grammar, by_table });
        }
        Ok(table)
    }

    /// The levels, the loosest first.
    pub fn levels(&self) -> &[BindingPower] {
        &self.0
    }

    /// The level of an operator.
    pub fn level(&self, operator: Operator) -> Option<&BindingPower> {
        self.0.iter().find(|it| it.operators.contains(&operator))
    }

    /// The chains of one infix operator of the table that `grammar` rejects, such as `1-1-1`,
    /// although it accepts `1-1`. The table groups every chain.
    pub fn rejected_chains(&self, grammar: &Grammar) -> Vec<String> {
        let accepts = |text: &String| grammar.parse(text).is_ok();
        let operators = self.0.iter().flat_map(|level| level.operators.iter().copied());
        let infix = operators.filter(|it| it.position() == Position::Infix);
        let used = infix.filter(|it| chain(&[*it]).is_some_and(|text| accepts(&text)));
        used.filter_map(|it| chain(&[it, it])).filter(|text| !accepts(text)).collect()
    }

    /// The binding power of an operator; 0 if it is not in the table.
    pub(super) fn power(&self, operator: Operator) -> u32 {
        self.level(operator).map_or(0, |level| level.power)
    }

    /// The minimum for the right operand of an operator: only operators of greater binding power
    /// become part of this operand.
    pub(crate) fn minimum(&self, operator: Operator) -> u32 {
        let is_right = self.level(operator).is_some_and(|it| it.is_right_associative);
        self.power(operator) - u32::from(is_right || operator.position() == Position::Prefix)
    }

    /// The operator at the start of `text`, and the length of its sign. In `-8-4`, the first `-`
    /// comes before its operand (`is_before`), so it is a prefix operator. The second `-` comes
    /// after an operand, so it is an infix operator. If the table has no operator for this
    /// position, returns one for another position.
    pub(super) fn operator_at(&self, text: &str, is_before: bool) -> Option<(Operator, usize)> {
        let spelled = self.0.iter().flat_map(|level| &level.operators).filter_map(|it| {
            let spelling = it.spellings().iter().find(|spelling| text.starts_with(**spelling))?;
            Some((*it, spelling.len()))
        });
        spelled.min_by_key(|(it, _)| (it.position() == Position::Prefix) != is_before)
    }
}

/// The words that can end a row, each with the position of the row's operators and whether those
/// are right-associative.
const WORDS: [(&str, Position, bool); 4] = [
    ("left", Position::Infix, false),
    ("right", Position::Infix, true),
    ("prefix", Position::Prefix, false),
    ("postfix", Position::Postfix, false),
];

/// Parses rows separated by `;`, the loosest operators first. A row lists operators separated by
/// blanks, and ends with a word: `prefix` or `postfix`; for infix operators, `left` or `right` (the
/// side from which a chain is grouped).
impl FromStr for OperatorTable {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let words = list_or(ticked(WORDS.map(|(word, ..)| word)));
        let mut levels: Vec<(Vec<Operator>, bool)> = Vec::new();
        for (index, row) in text.split(';').enumerate() {
            let number = index + 1;
            let mut signs: Vec<&str> = row.split_whitespace().collect();
            let last = signs.pop();
            let word = WORDS.iter().find(|(word, ..)| last == Some(word));
            let Some(&(word, position, is_right)) = word.filter(|_| !signs.is_empty()) else {
                let row = row.trim();
                return Err(format!(
                    "row {number}, `{row}`: expected operators and then {words}, as in `+ - left`"
                ));
            };
            let fits = |it: &Operator| it.position() == position && *it != Operator::Join;
            let mut operators: Vec<Operator> = Vec::new();
            for sign in signs {
                let named = |it: &Operator| it.spellings().contains(&sign) && fits(it);
                let Some(operator) = Operator::ALL.into_iter().find(named) else {
                    let known = Operator::ALL.into_iter().filter(fits);
                    let known = list_and(ticked(known.flat_map(Operator::spellings)));
                    return Err(format!(
                        "row {number}: there is no `{word}` operator `{sign}`; there are {known}"
                    ));
                };
                let mut before = levels.iter().flat_map(|(all, _)| all).chain(&operators);
                if before.any(|it| *it == operator) {
                    return Err(format!("row {number}: `{sign}` is in the table already"));
                }
                operators.push(operator);
            }
            levels.push((operators, is_right));
        }
        Ok(Self::of_levels(levels))
    }
}

// The form that `FromStr` parses.
crate::name::display_text!(OperatorTable, |it| {
    let signs = |level: &BindingPower| level.operators.iter().map(|it| it.symbol()).join(" ");
    it.0.iter().map(|it| format!("{} {}", signs(it), it.word())).join("; ")
});

impl BindingPower {
    /// The word of a row: `prefix`, `postfix`, or for infix operators `left` or `right`, the side
    /// from which a chain is grouped.
    pub fn word(&self) -> &'static str {
        let position = self.operators.first().map(|it| it.position());
        let is_it = |(_, at, is_right): &&(&str, Position, bool)| {
            Some(*at) == position && *is_right == self.is_right_associative
        };
        WORDS.iter().find(is_it).map_or("", |(word, ..)| word)
    }
}
