//! The expression that a user's grammar makes of a text. It must not leave out a part of the text.

use std::ops::{ControlFlow, Range};

use pest::iterators::{Pair, Pairs};

use super::flat_list::flat_expression;
use super::fold::{fold_line, no_tree};
use super::parse::given_up;
use super::roles::RuleRole;
use super::syntax_error::SyntaxError;
use super::user_grammar::Values;
use crate::syntax::{Builder, Expression, Leaf, NodeKind, Operator, Position};
use crate::tracer::{Event, Lookahead, Outcome, PestGrammar, RuleId, What, to_the_end};

/// The expression that `rules` make of `text`, which they match as a flat list if `is_flat` is set.
/// Returns an error if the expression leaves out more than blanks, brackets and comments: the
/// grammar may accept other signs, but they have no value.
pub(super) fn whole_expression<L: Leaf>(
    text: &str,
    pairs: &Pairs<'_, RuleId>,
    Values { rules, roles, start }: &Values,
    is_flat: bool,
) -> Result<Expression<L>, SyntaxError> {
    // Text after the match must be blank.
    let is_end = |it: Pair<'_, RuleId>| rules.name(it.as_rule()) == "EOI";
    let end = if pairs.clone().flatten().next_back().is_some_and(is_end) {
        text.len()
    } else {
        to_the_end(|| rules.end(*start, text, |_| ControlFlow::Continue(())))
            .map_err(|error| given_up(rules, *start, text, &error))?
    };
    let signs = Operator::infix_signs();
    let is_token = |it: char| it.is_ascii_digit() || it == 'N' || signs.contains(&it);
    let complete = |text: &str| {
        let expression = if is_flat {
            flat_expression(text, pairs.clone(), roles)?
        } else {
            let role = |rule: RuleId| roles[rule.index()];
            let folded =
                fold_line(text, 0, pairs.clone().tokens(), role, Builder::with_capacity(0));
            folded.map_err(|error| without_value(text, pairs, roles).unwrap_or(error))?
        };
        let Some((at, left)) = left_over(text, &expression, end) else { return Ok(expression) };
        let why = match left {
            _ if at >= end => {
                let name = rules.name(*start);
                format!("rule `{name}` matches only the text before it: end it with `~ EOI`")
            }
            left if !is_flat && is_token(left) => {
                "no rule that produces a node matches it".to_owned()
            }
            _ => NO_VALUE.to_owned(),
        };
        Err(no_tree(why, at..at + left.len_utf8()))
    };
    let found = complete(text);
    if found.is_ok() {
        return found;
    }
    // Only a trace finds the blanks and comments, so the first attempt goes without them.
    let skipped = skipped(rules, *start, text);
    if skipped.is_empty() {
        return found;
    }
    // Filling a template replaces every `N`, even in a comment.
    let slot = skipped.iter().find_map(|it| Some(it.start + text[it.clone()].find('N')?));
    if let Some(at) = slot.filter(|_| L::IS_SLOT) {
        let why = "a card would be filled in there: a comment in a template must have no `N`";
        return Err(no_tree(why, at..at + 1));
    }
    complete(&blanked(text, &skipped))
}

/// The reason if a text has no value.
const NO_VALUE: &str = "the grammar accepts it, but it has no value";

/// The error for the first word in `text` that is no operand and no operator, if there is one: a
/// name, for example.
fn without_value(
    text: &str,
    pairs: &Pairs<'_, RuleId>,
    roles: &[Option<RuleRole>],
) -> Option<SyntaxError> {
    let is_operand = |it: &Pair<'_, RuleId>| {
        matches!(
            roles[it.as_rule().index()],
            Some(RuleRole::Number | RuleRole::Slot | RuleRole::CardLetter)
        )
    };
    let operands: Vec<_> =
        pairs.clone().flatten().filter(is_operand).map(|it| it.as_span()).collect();
    let signs: Vec<&str> = Operator::ALL.iter().flat_map(|it| it.spellings()).copied().collect();
    let mut words = text.split(|it: char| !(it.is_alphanumeric() || it == '_'));
    words.find_map(|word| {
        let start = word.as_ptr().addr() - text.as_ptr().addr();
        let place = start..start + word.len();
        let is_read = signs.contains(&word)
            || operands.iter().any(|it| it.start() < place.end && start < it.end());
        (!word.is_empty() && !is_read).then(|| no_tree(NO_VALUE, place))
    })
}

/// `text` with blanks in these places, one per byte.
fn blanked(text: &str, places: &[Range<usize>]) -> String {
    let mut bytes = text.as_bytes().to_vec();
    // The places may overlap, because a comment may contain blanks.
    for place in places {
        bytes[place.clone()].fill(b' ');
    }
    String::from_utf8(bytes).expect("a rule matches whole characters")
}

/// The first character of `text` that `expression` leaves out, except blanks, and brackets before
/// `end`.
fn left_over<L>(text: &str, expression: &Expression<L>, end: usize) -> Option<(usize, char)> {
    let nodes = expression.nodes();
    let is_function = |kind: &NodeKind<L>| matches!(kind, NodeKind::Operation(it) if it.position() == Position::Function);
    let has_functions = nodes.iter().any(|node| is_function(&node.kind));
    let is_left_out = |at: usize, it: char| {
        let is_sign = matches!(it, '(' | ')' | '[' | ']' | '{' | '}') || has_functions && it == ',';
        it.is_whitespace() || is_sign && at < end
    };
    let mut spans: Vec<Range<usize>> = nodes.iter().map(|node| node.span.clone()).collect();
    spans.sort_unstable_by_key(|span| span.start);
    let mut spans = spans.into_iter().peekable();
    text.char_indices().find(|(at, character)| {
        while spans.next_if(|span| span.end <= *at).is_some() {}
        !is_left_out(*at, *character) && spans.peek().is_none_or(|span| *at < span.start)
    })
}

/// The places of the blanks and comments in `text`, which `start` matches. Their rules may be
/// silent, so only a trace shows them.
fn skipped(rules: &PestGrammar, start: RuleId, text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    if rules.between.is_empty() {
        return found;
    }
    let mut each = |event: Event<'_>| {
        match (event.what, event.outcome) {
            (_, Outcome::Fail) => {
                // After a failure, the parser is back at this place.
                while found.pop_if(|it| it.start >= event.at).is_some() {}
            }
            (What::Rule(rule), Outcome::Match { end })
                if event.lookahead == Lookahead::No && rules.between.contains(&rule) =>
            {
                found.push(event.at..end);
            }
            _ => {}
        }
        ControlFlow::Continue(())
    };
    let traced = to_the_end(|| rules.trace(start, text, &mut each));
    debug_assert!(traced.is_ok(), "it was read before");
    found
}
