//! Groups a flat list of operands and operators into an expression.
//!
//! A grammar such as `expression = { primary ~ (infix ~ primary)* }`, like the calculator in pest's
//! book, has no precedence: its operator rules match only the sign. pest's Pratt parser groups the
//! list as ordinary arithmetic does. A rule that matches a complete list, for example in brackets,
//! is one operand of the outer list.

use std::cell::RefCell;
use std::ops::Range;
use std::sync::LazyLock;

use pest::iterators::{Pair, Pairs};
use pest::pratt_parser::{Assoc, Op, PrattParser};

use super::built_in::LEXICAL;
use super::fold::{no_tree, operand, trimmed};
use super::parse::given_up;
use super::roles::{EXPRESSION, LINE, RuleRole, operator_rule};
use super::syntax_error::{SyntaxError, error_by};
use crate::number::Rational;
use crate::stack::for_level;
use crate::syntax::{Builder, Expression, Leaf, Operator, Position};
use crate::tracer::{PestGrammar, RuleId, TraceError, place};

/// Makes a Pratt parser from levels of operators, the loosest first; each level says whether a
/// chain is grouped from the right. `rule` returns the rule of an operator.
pub(crate) fn precedence<'a>(
    levels: impl IntoIterator<Item = (&'a [Operator], bool)>,
    rule: impl Fn(Operator) -> Option<RuleId>,
) -> PrattParser<RuleId> {
    let op = |operator: Operator, is_right| {
        let rule = rule(operator)?;
        Some(match operator.position() {
            Position::Infix if is_right => Op::infix(rule, Assoc::Right),
            Position::Infix => Op::infix(rule, Assoc::Left),
            Position::Prefix => Op::prefix(rule),
            Position::Postfix => Op::postfix(rule),
            Position::Function => return None,
        })
    };
    levels.into_iter().fold(PrattParser::new(), |parser, (level, is_right)| {
        let level = level.iter().filter_map(|it| op(*it, is_right));
        level.reduce(|level, op| level | op).into_iter().fold(parser, PrattParser::op)
    })
}

/// The expression of `text`, which rules with these `roles` match as a list.
pub(super) fn flat_expression<L: Leaf>(
    text: &str,
    pairs: Pairs<'_, RuleId>,
    roles: &[Option<RuleRole>],
) -> Result<Expression<L>, SyntaxError> {
    let mut maker = Maker { text, roles, slots: 0 };
    let list = maker.list(pairs)?;
    maker.check(&list)?;
    let levels = Operator::by_binding_power();
    let levels = levels.values().map(|all| (&**all, all[0].is_right_associative()));
    let parser = precedence(levels, |operator| {
        let index = roles.iter().position(|it| *it == Some(RuleRole::Operator(operator)))?;
        Some(RuleId::of_index(index))
    });
    let builder = RefCell::new(Builder::with_capacity(0));
    maker.group(list, &parser, &builder);
    Ok(builder.into_inner().into_expression())
}

/// A list of operands with operators between them.
struct List<'i, L> {
    /// One pair for every operand and operator.
    pairs: Vec<Pair<'i, RuleId>>,
    operands: Vec<Operand<'i, L>>,
}

enum Operand<'i, L> {
    Leaf(L, Range<usize>),
    List(List<'i, L>),
}

/// Turns pairs into lists.
struct Maker<'a> {
    text: &'a str,
    /// The role of each rule, by the index of the rule.
    roles: &'a [Option<RuleRole>],
    /// The number of slots so far.
    slots: usize,
}

impl Maker<'_> {
    fn list<'i, L: Leaf>(
        &mut self,
        pairs: impl Iterator<Item = Pair<'i, RuleId>>,
    ) -> Result<List<'i, L>, SyntaxError> {
        let mut list = List { pairs: Vec::new(), operands: Vec::new() };
        for pair in pairs {
            match self.roles[pair.as_rule().index()] {
                Some(RuleRole::Operator(operator)) => {
                    // The rule of an operator must match only its sign.
                    let at = trimmed(self.text, place(&pair));
                    if operator.signs().all(|it| it != &self.text[at.clone()]) {
                        let role = RuleRole::Operator(operator).rule();
                        let why = format!("the rule for `{role}` must match `{operator}` alone");
                        return Err(no_tree(why, at));
                    }
                    list.pairs.push(pair);
                }
                Some(role @ (RuleRole::Number | RuleRole::Slot | RuleRole::CardLetter)) => {
                    let (leaf, span) = operand(self.text, role, place(&pair), self.slots)?;
                    self.slots += usize::from(role == RuleRole::Slot);
                    list.pairs.push(pair);
                    list.operands.push(Operand::Leaf(leaf, span));
                }
                Some(RuleRole::LineEnd) | None => self.add_rule(pair, &mut list)?,
            }
        }
        Ok(list)
    }

    /// Adds the pairs inside a rule without a role: they are a list of their own, or a part of the
    /// list around them.
    fn add_rule<'i, L: Leaf>(
        &mut self,
        pair: Pair<'i, RuleId>,
        list: &mut List<'i, L>,
    ) -> Result<(), SyntaxError> {
        let inside = for_level(|| self.list(pair.clone().into_inner()))?;
        if self.is_part(&pair, &inside.pairs) {
            list.pairs.extend(inside.pairs);
            list.operands.extend(inside.operands);
        } else {
            self.check(&inside)?;
            list.pairs.push(pair);
            list.operands.push(Operand::List(inside));
        }
        Ok(())
    }

    /// Whether the text of a rule, with the pairs `inside`, belongs to the list around it. It does
    /// if it is a single operand, an operator with the operand after it, or prefix operators with
    /// their operand, without brackets around them.
    fn is_part(&self, rule: &Pair<'_, RuleId>, inside: &[Pair<'_, RuleId>]) -> bool {
        let position = |pair: &Pair<'_, RuleId>| self.operator(pair).map(Operator::position);
        let [first, _, ..] = inside else { return true };
        match position(first) {
            None => false,
            Some(Position::Prefix) => {
                let is_joined = inside.iter().any(|it| position(it) == Some(Position::Infix));
                let begins_with_it = trimmed(self.text, place(rule)).start == place(first).start;
                !is_joined && begins_with_it && !self.is_in_brackets(rule)
            }
            Some(_) => true,
        }
    }

    /// Whether a rule matched everything between two brackets.
    fn is_in_brackets(&self, rule: &Pair<'_, RuleId>) -> bool {
        let (before, after) =
            (&self.text[..rule.as_span().start()], &self.text[rule.as_span().end()..]);
        let open = before.trim_end().chars().next_back();
        let close = after.trim_start().chars().next();
        [('(', ')'), ('[', ']'), ('{', '}')].into_iter().any(|it| open.zip(close) == Some(it))
    }

    fn operator(&self, pair: &Pair<'_, RuleId>) -> Option<Operator> {
        let role = self.roles[pair.as_rule().index()]?;
        if let RuleRole::Operator(operator) = role { Some(operator) } else { None }
    }

    /// Checks that every operator has its operands, and that exactly one operator is between two
    /// operands, as the Pratt parser requires.
    fn check<L>(&self, list: &List<'_, L>) -> Result<(), SyntaxError> {
        let mut wants_operand = true;
        for pair in &list.pairs {
            let operator = self.operator(pair);
            if operator == Some(Operator::Join) {
                return Err(no_tree("a flat list cannot have slots side by side", place(pair)));
            }
            let position = operator.map(Operator::position);
            let why = match (position, wants_operand) {
                (None | Some(Position::Prefix), true)
                | (Some(Position::Infix | Position::Postfix), false) => {
                    wants_operand = matches!(position, Some(Position::Prefix | Position::Infix));
                    continue;
                }
                (Some(Position::Infix), true) => "an operator has no left operand",
                (Some(Position::Postfix), true) => "an operator has no operand before it",
                (None | Some(Position::Prefix), false) => "no operator joins two operands",
                (Some(Position::Function), _) => "a flat list cannot have a function",
            };
            return Err(no_tree(why, place(pair)));
        }
        match list.pairs.last() {
            None => Err(no_tree("no rule for `number` or `slot` matched", 0..self.text.len())),
            Some(dangling) if wants_operand => {
                Err(no_tree("an operator has no right operand", place(dangling)))
            }
            Some(_) => Ok(()),
        }
    }

    /// Groups a checked list. The Pratt parser calls the functions below in postfix order.
    fn group<L>(&self, list: List<'_, L>, parser: &PrattParser<RuleId>, to: &RefCell<Builder<L>>) {
        let mut operands = list.operands.into_iter();
        let operation = |pair: Pair<'_, RuleId>| {
            let operator = self.operator(&pair).expect("only operators have a precedence");
            to.borrow_mut().operation(operator, trimmed(self.text, place(&pair)));
        };
        parser
            .map_primary(|_| match operands.next().expect("every operand has its pair") {
                Operand::Leaf(leaf, span) => to.borrow_mut().leaf(leaf, span),
                Operand::List(inside) => for_level(|| self.group(inside, parser, to)),
            })
            .map_infix(|(), pair, ()| operation(pair))
            .map_prefix(|pair, ()| operation(pair))
            .map_postfix(|(), pair| operation(pair))
            .parse(list.pairs.into_iter());
    }
}

/// The rules that match lists.
static RULES: LazyLock<OperandList> = LazyLock::new(|| {
    let source = [include_str!("../../grammar/list.pest"), LEXICAL].join("\n");
    let rules = PestGrammar::trusted(&source).expect("a grammar of this crate is one of pest's");
    let rule = |name| rules.rule(name).expect("the grammar has the rule");
    let (line, list) = (rule(LINE), rule(EXPRESSION));
    OperandList { rules, line, list }
});

/// The rules that parse a text as a list.
pub(crate) struct OperandList {
    rules: PestGrammar,
    line: RuleId,
    list: RuleId,
}

impl OperandList {
    /// Returns the rules, which are made once.
    pub(crate) fn rules() -> &'static Self {
        &RULES
    }

    /// The list of a text: one pair for every operand and operator. The pair of a bracket contains
    /// its own list.
    ///
    /// # Errors
    ///
    /// If the text is not a list.
    pub(crate) fn read<'t>(&self, text: &'t str) -> Result<Pairs<'t, RuleId>, SyntaxError> {
        let mut pairs = self.rules.parse(self.line, text).map_err(|error| match error {
            TraceError::Syntax(_) => error_by::<Rational>(&self.rules, self.line, text),
            error => given_up(&self.rules, self.line, text, &error),
        })?;
        Ok(pairs.next().expect("a line has a list").into_inner())
    }

    /// Whether a pair of this rule contains a list.
    pub(crate) fn is_list(&self, rule: RuleId) -> bool {
        rule == self.list
    }

    /// The operator that a rule matches.
    pub(crate) fn operator(&self, rule: RuleId) -> Option<Operator> {
        Operator::ALL.into_iter().find(|it| self.rule(*it) == Some(rule))
    }

    /// The rule that matches `operator`, if lists have this operator.
    pub(crate) fn rule(&self, operator: Operator) -> Option<RuleId> {
        self.rules.rule(operator_rule(operator))
    }
}
