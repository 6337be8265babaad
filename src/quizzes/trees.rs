//! Which of these is the tree of this under that grammar?

use super::texts::{parses, text};
use super::{Choices, Make, Misread, QuizLevel};
use crate::lessons::Parse;
use crate::random::Random;

/// The most trees to choose from.
const MOST: usize = 4;

/// The tree of an expression under a grammar, among those that other grammars make
/// of it.
#[derive(Debug, Clone)]
pub struct TreeQuestion {
    /// The expression, under the grammar that is asked about.
    pub parse: Parse,
    /// Its trees, each as the first grammar makes it that has it.
    pub trees: Choices<Parse>,
}

impl Make for TreeQuestion {
    fn make(level: QuizLevel, random: &mut Random) -> Option<Self> {
        let text = text(level, random)?;
        let parses = parses(level, &text)?;
        let parse = random.pick(&parses)?.clone();
        let mut others: Vec<Parse> = Vec::new();
        for other in parses {
            let is_same = |it: &Parse| it.expression().is_grouped_as(other.expression());
            if !is_same(&parse) && !others.iter().any(is_same) {
                others.push(other);
            }
        }
        others.sort_by_key(|other| std::cmp::Reverse(in_common(&parse, other)));
        others.truncate(MOST - 1);
        (others.len() + 1 >= level.choices())
            .then(|| Self { trees: Choices::one(parse.clone(), others, random), parse })
    }

    fn subject(&self) -> String {
        self.parse.text().to_owned()
    }

    fn answer(&self) -> String {
        self.trees.letters()
    }

    /// A letter, or the tree as an S-expression, however blanks stand in it.
    fn mark(&self, given: &str) -> Result<bool, Misread> {
        let tokens = tokens(given);
        let is_tree = tokens.len() > 3 && tokens.first() == Some(&"(") && is_closed(&tokens);
        let named = |tree: &Parse, text: &str| {
            self::tokens(text) == self::tokens(&tree.expression().to_s_expression())
        };
        match self.trees.mark(given, "the tree itself: `(- 8 4)`", named) {
            // It is a tree, and none of these.
            Err(_) if is_tree => Ok(false),
            marked => marked,
        }
    }
}

/// How many operations two trees have in common: the more, the easier one is taken
/// for the other.
fn in_common(a: &Parse, b: &Parse) -> usize {
    let parts = |parse: &Parse| -> Vec<String> {
        parse.expression().operations().map(|part| part.to_s_expression()).collect()
    };
    let others = parts(b);
    parts(a).iter().filter(|part| others.contains(part)).count()
}

/// The brackets, signs and numbers of an S-expression.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text.trim();
    while let Some(first) = rest.chars().next() {
        let digits = rest.find(|it: char| !it.is_ascii_digit()).unwrap_or(rest.len());
        let (token, after) = rest.split_at(digits.max(first.len_utf8()));
        tokens.push(token);
        rest = after.trim_start();
    }
    tokens
}

/// Whether the bracket that `tokens` begin with is closed by the last.
fn is_closed(tokens: &[&str]) -> bool {
    let mut open = 0_usize;
    for (at, token) in tokens.iter().enumerate() {
        match *token {
            "(" => open += 1,
            ")" => open = open.saturating_sub(1),
            _ => {}
        }
        if open == 0 {
            return at + 1 == tokens.len();
        }
    }
    false
}
