//! Repetitions that read what must follow them: `ANY* ~ "x"` never matches, as no
//! round of a repetition is ever given back.

use super::first_set::FirstSets;
use super::subject::{Subject, id, shown};
use super::trial;
use crate::tracer::PestGrammar;
use crate::tracer::error::GrammarError;
use crate::tracer::expr::Terminal;
use crate::tracer::syntax::{Kind, Node};

/// The warnings for what can never match after a repetition: where it could begin,
/// the repetition goes on.
pub(super) fn eaten_followers(subject: &Subject<'_, '_>) -> Vec<GrammarError> {
    let mut first_sets = FirstSets::new(subject.syntax);
    let has_blanks = ["WHITESPACE", "COMMENT"].iter().any(|it| subject.syntax.rule(it).is_some());
    let mut warnings = Vec::new();
    for (rule, syntax) in subject.syntax.rules.iter().enumerate() {
        let has_gaps = has_blanks && !["@", "$"].contains(&syntax.modifier);
        for node in syntax.body.all() {
            let Kind::Sequence(items) = &node.kind else { continue };
            for at in 0..items.len() - 1 {
                let row = Row { items, at };
                // Before the first round there may be blanks that only what follows skips.
                if row.is_eaten(&mut first_sets, has_gaps && at == 0) {
                    warnings.extend(warning(subject, rule, node, row));
                }
            }
        }
    }
    warnings
}

/// The items of a sequence, and the place of one that is repeated.
#[derive(Clone, Copy)]
struct Row<'s, 'i> {
    items: &'s [Node<'i>],
    at: usize,
}

/// What is repeated: one round.
struct Round<'s, 'i> {
    /// What must not follow, where it says so first.
    refused: &'s [Node<'i>],
    /// What is read.
    read: &'s [Node<'i>],
    least: u32,
    operator: &'i str,
}

impl<'s, 'i> Row<'s, 'i> {
    fn round(self) -> Option<Round<'s, 'i>> {
        let Kind::Repeat { body, least, most: None, operator } = &self.items[self.at].kind else {
            return None;
        };
        let items = body.items();
        let is_refusal = |it: &Node<'_>| matches!(it.kind, Kind::Lookahead { positive: false, .. });
        let count = items.iter().take_while(|it| is_refusal(it)).count();
        let (refused, read) = items.split_at(count);
        Some(Round { refused, read, least: *least, operator })
    }

    const fn follower(self) -> &'s Node<'i> {
        &self.items[self.at + 1]
    }

    /// Whether another round is read wherever the next item could begin.
    fn is_eaten(self, first_sets: &mut FirstSets<'_, 'i>, may_skip_before: bool) -> bool {
        let Some(round) = self.round() else { return false };
        let follower = first_sets.of(self.follower());
        // pest itself mends `(a ~ b)* ~ a`, though not `a* ~ a`.
        let is_same = round.read.first() == Some(self.follower());
        if round.read.is_empty() || is_same && round.read.len() > 1 {
            return false;
        }
        let read = first_sets.of(&Node::sequence(round.read.iter().cloned()));
        let is_anything = round.refused.is_empty() && read.always_matches();
        if !read.shadows(&follower) || may_skip_before && round.least == 0 && !is_anything {
            return false;
        }
        round.refused.iter().all(|it| {
            let Kind::Lookahead { body, .. } = &it.kind else { return false };
            let refused = first_sets.of(body);
            refused.excludes(&follower) || are_different_texts(body, self.follower())
        })
    }

    /// Whether what is repeated follows once more.
    fn is_of_same(self) -> bool {
        self.round().is_some_and(|it| it.refused.is_empty() && it.read == [self.follower().clone()])
    }

    /// The items with a repetition that stops before what follows it, or has that in it.
    fn mended(self) -> Option<Vec<Node<'i>>> {
        let round = self.round()?;
        if self.is_of_same() {
            let body = Box::new(self.follower().clone());
            let (least, operator) = match round.least {
                0 => (1, "+"),
                1 => (2, "{2,}"),
                _ => return None,
            };
            let once_more = Node::new(Kind::Repeat { body, least, most: None, operator });
            let mut items = self.items.to_vec();
            items.splice(self.at..self.at + 2, [once_more]);
            return Some(items);
        }
        let body = Node::sequence(std::iter::once(self.stop()).chain(round.read.iter().cloned()));
        let mut items = self.items.to_vec();
        items[self.at] = Node::new(Kind::Repeat {
            body: Box::new(body),
            least: round.least,
            most: None,
            operator: round.operator,
        });
        Some(items)
    }

    /// Not what follows.
    fn stop(self) -> Node<'i> {
        let body = Box::new(self.follower().clone());
        Node::new(Kind::Lookahead { positive: false, body })
    }

    /// Texts with one round, close together and with `between` between the items.
    fn texts(self, subject: &Subject<'_, 'i>, between: &str) -> Option<[String; 2]> {
        let round = self.round()?;
        let stop = self.stop();
        let once = Node::sequence(std::iter::once(stop).chain(round.read.iter().cloned()));
        let texts = self
            .items
            .iter()
            .enumerate()
            .map(|(at, item)| subject.shortest.text(if at == self.at { &once } else { item }));
        let texts: Vec<String> = texts.collect::<Option<_>>()?;
        // What reads nothing needs no blanks around it.
        let some: Vec<String> = texts.into_iter().filter(|it| !it.is_empty()).collect();
        Some([some.concat(), some.join(between)])
    }
}

/// The warning, if a text shows it.
fn warning<'i>(
    subject: &Subject<'_, 'i>,
    rule: usize,
    sequence: &Node<'i>,
    row: Row<'_, 'i>,
) -> Option<GrammarError> {
    let body = &subject.rule(rule).body;
    // By itself: what another alternative reads is another matter.
    let alone = |text: String| subject.changed([(body.span.clone(), text)]);
    let written = &subject.source[sequence.span.clone()];
    let grammar = alone(written.to_owned())?;
    let matches = |grammar: &PestGrammar, text: &str| {
        trial::matched(grammar, id(rule), text) == Some(text.len())
    };
    let blank = ["WHITESPACE", "COMMENT"].into_iter().find_map(|name| {
        subject.shortest.of_rule(subject.syntax.index(name)?).filter(|it| !it.is_empty())
    });
    let texts = row.texts(subject, blank.as_deref().unwrap_or_default())?;
    let refused = texts.iter().find(|text| !matches(&grammar, text))?;
    let mended = row.mended()?;
    let repetition = mended[row.at].written();
    let works = alone(Node::sequence(mended).written())
        .and_then(|grammar| texts.iter().find(|text| matches(&grammar, text)));
    let (item, next) = (&row.items[row.at], row.follower());
    let source = |node: &Node<'_>| subject.source[node.span.clone()].to_owned();
    let (repeated, follower) = (source(item), source(next));
    let text = shown(works.unwrap_or(refused));
    let message = format!(
        "this can never match: `{repeated}` reads on wherever `{follower}` could begin, and \
         `{text}` is refused"
    );
    let advice = match works {
        Some(_) if row.is_of_same() => format!("say both in one: `{repetition}`"),
        Some(_) => format!("let the repetition stop before it: `{repetition}`"),
        None => format!("let the repetition stop where `{follower}` begins"),
    };
    Some(GrammarError::new(message, next.span.clone(), advice))
}

/// Whether both are texts of which neither begins with the other.
fn are_different_texts(one: &Node<'_>, other: &Node<'_>) -> bool {
    let text = |node: &Node<'_>| match &node.kind {
        Kind::Terminal(Terminal::Literal(text), _) => Some(text.clone()),
        _ => None,
    };
    let both = text(one).zip(text(other));
    both.is_some_and(|(one, other)| !one.starts_with(&other) && !other.starts_with(&one))
}
