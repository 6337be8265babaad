//! Whether an alternative that is unreachable can be put before the one that takes its
//! texts: a keyword before a name takes the start of `iffy`, and that is refused then.

use std::cell::OnceCell;

use super::change::changed;
use super::shortest::Shortest;
use super::subject::{id, shown};
use super::trial;
use crate::tracer::PestGrammar;
use crate::tracer::check::surely_accepted;
use crate::tracer::syntax::{Kind, Node, Syntax};

/// What may go on with a word: letters, a digit, and what stands in names.
const MORE: [&str; 5] = ["a", "A", "1", "_", "-"];

/// How many alternatives are tried, and how many bytes of changed grammars are read for
/// that, at most: a grammar is checked before it is used.
const MOST_PAIRS: usize = 10;
const MOST_READ: usize = 4 << 20;

/// How many parts of a rule are looked at for texts.
const MOST_PARTS: usize = 20;

/// What an atomic rule is called for a trial: a grammar that has one is not tried with it.
const APART: &str = "word_apart_for_a_trial";

/// What is advised where nothing could be tried.
const UNTRIED: &str = "see whether it can stand before that one";

/// What to advise about alternatives that are unreachable.
pub(super) struct PutFirst<'s, 'i> {
    source: &'s str,
    syntax: &'s Syntax<'i>,
    /// The grammar as it is, and the shortest texts of its parts, once they are needed.
    known: OnceCell<Option<(PestGrammar, Shortest<'s, 'i>)>>,
    /// How many alternatives may still be tried, and how many bytes read.
    pairs: usize,
    left: usize,
}

/// Two alternatives of a choice, the one that takes the texts of the other first.
pub(super) struct Pair<'s, 'i> {
    /// The number of the rule that they stand in.
    pub(super) rule: usize,
    pub(super) earlier: &'s Node<'i>,
    pub(super) later: &'s Node<'i>,
    /// The alternatives between the two.
    pub(super) between: &'s [Node<'i>],
}

impl<'s, 'i> PutFirst<'s, 'i> {
    pub(super) const fn new(source: &'s str, syntax: &'s Syntax<'i>) -> Self {
        Self { source, syntax, known: OnceCell::new(), pairs: MOST_PAIRS, left: MOST_READ }
    }

    /// What to do, tried on texts that the rule reads as it is.
    pub(super) fn advice(&mut self, pair: &Pair<'s, 'i>) -> String {
        self.tried(pair).unwrap_or_else(|| UNTRIED.to_owned())
    }

    fn tried(&mut self, pair: &Pair<'s, 'i>) -> Option<String> {
        self.pairs = self.pairs.checked_sub(1)?;
        let (source, syntax) = (self.source, self.syntax);
        let read = || surely_accepted(source).map(|it| (it, Shortest::new(syntax)));
        let (grammar, shortest) = self.known.get_or_init(read).as_ref()?;
        let word = around(shortest, pair, "")?;
        let longer = MORE.iter().filter_map(|more| around(shortest, pair, more));
        let parts = syntax.rules[pair.rule].body.all().take(MOST_PARTS);
        let parts = parts.filter_map(|node| shortest.text(node));
        let mut texts = Vec::new();
        for text in longer.chain(parts) {
            if matches(grammar, pair.rule, &text)? {
                texts.push(text);
            }
        }
        let later = &source[pair.later.span.clone()];
        let Some(lost) = refused(&self.with_first(pair, later, "")?, pair.rule, &texts)?.first()
        else {
            return Some("put it before that one".to_owned());
        };
        let lost = shown(lost);
        let exclude =
            format!("before that one it makes `{lost}` refused: let one exclude the other");
        let Some(more) = repeated(syntax, pair.earlier, 0) else { return Some(exclude) };
        // Between the word and what must not follow blanks would be skipped.
        let has_blanks = ["WHITESPACE", "COMMENT"].iter().any(|it| syntax.rule(it).is_some());
        let is_apart = has_blanks && !["@", "$"].contains(&syntax.rules[pair.rule].modifier);
        let ended = format!("{later} ~ !{more}");
        let mended = if is_apart {
            let rule = format!("\n{APART} = @{{ {ended} }}");
            self.with_first(pair, APART, &rule)
        } else {
            self.with_first(pair, &ended, "")
        };
        let Some(mended) = mended else { return Some(exclude) };
        texts.push(word);
        if !refused(&mended, pair.rule, &texts)?.is_empty() {
            return Some(exclude);
        }
        let place = if is_apart { " in an atomic rule" } else { "" };
        Some(format!(
            "put it before that one, and end it with `!{more}`{place}: without that `{lost}` is \
             refused"
        ))
    }

    /// The grammar with `text` before the earlier alternative and without the later one.
    fn with_first(
        &mut self,
        pair: &Pair<'_, 'i>,
        text: &str,
        more_rules: &str,
    ) -> Option<PestGrammar> {
        self.left = self.left.checked_sub(self.source.len())?;
        let rest = std::iter::once(pair.earlier).chain(pair.between);
        let rest = rest.map(|it| &self.source[it.span.clone()]);
        let all: Vec<&str> = std::iter::once(text).chain(rest).collect();
        let span = pair.earlier.span.start..pair.later.span.end;
        let changed = changed(self.source, [(span, all.join(" | "))]);
        surely_accepted(&(changed + more_rules))
    }
}

/// A shortest text of the rule in which the later alternative is read, with `more` after
/// that.
fn around(shortest: &Shortest<'_, '_>, pair: &Pair<'_, '_>, more: &str) -> Option<String> {
    let (before, after) = shortest.around(pair.rule, pair.later)?;
    Some([&before, &*shortest.text(pair.later)?, more, &after].concat())
}

/// Whether a rule matches all of a text; `None` where that takes too long.
fn matches(grammar: &PestGrammar, rule: usize, text: &str) -> Option<bool> {
    let trial = trial::tried(grammar, id(rule), text);
    trial.is_whole.then_some(trial.matched == Some(text.len()))
}

/// The texts from the first on that a rule does not match; `None` where that takes too
/// long.
fn refused<'t>(grammar: &PestGrammar, rule: usize, texts: &'t [String]) -> Option<&'t [String]> {
    let mut rest = texts;
    while let Some((text, others)) = rest.split_first() {
        if !matches(grammar, rule, text)? {
            break;
        }
        rest = others;
    }
    Some(rest)
}

/// The deepest way from rule to rule to what is repeated.
const DEEPEST: usize = 20;

/// What a part goes on with at its end, as it is written after a `!`.
fn repeated(syntax: &Syntax<'_>, node: &Node<'_>, depth: usize) -> Option<String> {
    let last = node.items().last().filter(|_| depth < DEEPEST)?;
    match &last.kind {
        Kind::Repeat { body, most: None, .. } => {
            let is_one = matches!(body.kind, Kind::Rule(_) | Kind::Terminal(..));
            let written = body.written();
            Some(if is_one { written } else { format!("({written})") })
        }
        Kind::Rule(name) => repeated(syntax, &syntax.rule(name)?.body, depth + 1),
        _ => None,
    }
}
