//! Trees as tests write them: S-expressions.

use std::fmt::Write;
use std::ops::Range;

use crate::grammars::Grammar;
use crate::reports::rule_tree::{RuleNode, RuleTree};
use crate::syntax::Operator;

/// The columns of a tree on one line.
const COLUMNS: usize = 80;

/// The tree that is to be made of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExpectedTree {
    /// The rules that read it.
    Rules(RuleTree),
    /// The expression tree, as in `(- (- 8 4) 2)`.
    Expression(String),
}

/// A mistake in a tree.
#[derive(Debug)]
pub(super) struct TreeError {
    pub(super) message: String,
    pub(super) span: Range<usize>,
    pub(super) advice: String,
}

impl ExpectedTree {
    /// Reads a tree; what follows `;` on a line is a comment. `None` where there is
    /// nothing else.
    pub(super) fn read(source: &str) -> Result<Option<Self>, TreeError> {
        let tokens = tokens(source)?;
        let is_expression = match &*tokens {
            [] => return Ok(None),
            [(Token::Open, _), (Token::Word(word), _), ..] => is_sign(word),
            [(Token::Word(_), _), ..] => true,
            _ => false,
        };
        check_brackets(&tokens)?;
        Ok(Some(if is_expression {
            Self::Expression(joined(&tokens))
        } else {
            Self::Rules(RuleTree::read(&tokens)?)
        }))
    }
}

impl RuleTree {
    fn read(tokens: &[(Token, Range<usize>)]) -> Result<Self, TreeError> {
        let mut nodes: Vec<RuleNode> = Vec::new();
        let mut depth = 0;
        let mut rest = tokens.iter();
        while let Some((token, span)) = rest.next() {
            let wrong = |message: String, advice: &str| {
                Err(TreeError { message, span: span.clone(), advice: advice.to_owned() })
            };
            match token {
                Token::Open => {
                    let Some((Token::Word(rule), _)) = rest.next() else {
                        return wrong("a bracket without a rule".to_owned(), "expected `(rule …)`");
                    };
                    nodes.push(RuleNode { depth, rule: rule.clone(), text: None, span: 0..0 });
                    depth += 1;
                }
                Token::Close => depth -= 1,
                Token::Text(text) => match nodes.last_mut() {
                    Some(node) if node.depth + 1 == depth && node.text.is_none() => {
                        node.text = Some(text.clone());
                    }
                    _ => {
                        let advice = "it stands alone after its rule, as in `(number \"8\")`";
                        return wrong("a text in the wrong place".to_owned(), advice);
                    }
                },
                Token::Word(word) => {
                    let advice = "a rule stands in brackets, `(rule)`, and a text in quotes";
                    return wrong(format!("`{word}` stands alone"), advice);
                }
            }
        }
        Ok(Self { nodes })
    }

    /// Whether it is what is `expected`, which may leave out texts, and may have
    /// rules that make no pairs (silent ones, and `EOI`).
    pub(super) fn is(&self, expected: &Self, grammar: &Grammar) -> bool {
        let rules = grammar.rules();
        let is_left_out = |node: &RuleNode| {
            node.rule == "EOI" || rules.rule(&node.rule).is_some_and(|it| rules.is_silent(it))
        };
        let mut left_out: Vec<usize> = Vec::new();
        let mut expected = expected.nodes.iter().filter_map(|node| {
            while left_out.pop_if(|depth| *depth >= node.depth).is_some() {}
            if is_left_out(node) {
                left_out.push(node.depth);
                return None;
            }
            Some((node.depth - left_out.len(), node))
        });
        let is_same = |node: &RuleNode| {
            expected.next().is_some_and(|(depth, it)| {
                let is_text = it.text.is_none() || it.text == node.text;
                depth == node.depth && it.rule == node.rule && is_text
            })
        };
        self.nodes.iter().all(is_same) && expected.next().is_none()
    }

    /// Whether none of its rules has a text.
    pub(super) fn is_without_texts(&self) -> bool {
        self.nodes.iter().all(|node| node.text.is_none())
    }

    /// The tree without its texts.
    pub(super) fn without_texts(&self) -> Self {
        let node = |node: &RuleNode| RuleNode { text: None, ..node.clone() };
        Self { nodes: self.nodes.iter().map(node).collect() }
    }

    /// On one line if it is short, else a rule a line.
    pub(super) fn to_lines(&self) -> String {
        let line = self.to_line();
        if line.chars().count() <= COLUMNS {
            return line;
        }
        self.written(|tree, depth| {
            tree.push('\n');
            tree.extend(std::iter::repeat_n("  ", depth));
        })
    }
}

/// The names of rules in a tree that can be read, and where they stand.
pub(super) fn rule_names(source: &str) -> Vec<(String, Range<usize>)> {
    let tokens = tokens(source).expect("the tree was read from these tokens").into_iter();
    let names = tokens.filter_map(|(token, span)| match token {
        Token::Word(name) => Some((name, span)),
        Token::Open | Token::Close | Token::Text(_) => None,
    });
    names.collect()
}

/// The comments of a tree, each on a line.
pub(super) fn comments(source: &str) -> String {
    let mut found = String::new();
    let mut rest = source;
    while let Some(at) = rest.find([';', '"']) {
        if rest[at..].starts_with('"') {
            let length = quoted(&rest[at..]).map_or(rest.len() - at, |(_, length)| length);
            rest = &rest[at + length..];
        } else {
            let end = rest[at..].find('\n').map_or(rest.len(), |end| at + end);
            found += rest[at..end].trim_end();
            found.push('\n');
            rest = &rest[end..];
        }
    }
    found
}

#[derive(Debug, PartialEq, Eq)]
enum Token {
    Open,
    Close,
    Word(String),
    Text(String),
}

fn is_sign(word: &str) -> bool {
    Operator::spelled(word).is_some()
}

fn tokens(source: &str) -> Result<Vec<(Token, Range<usize>)>, TreeError> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(character) = source[at..].chars().next() {
        let rest = &source[at..];
        let (token, length) = match character {
            ';' => (None, rest.find('\n').unwrap_or(rest.len())),
            '(' => (Some(Token::Open), 1),
            ')' => (Some(Token::Close), 1),
            '"' => {
                let Some((text, length)) = quoted(rest) else {
                    let line = rest.lines().next().unwrap_or(rest);
                    return Err(TreeError {
                        message: "a text that is not closed, or has an unknown escape".to_owned(),
                        span: at..at + line.len(),
                        advice: "expected `\"`; escapes are \\n \\r \\t \\0 \\\\ \\\" \\' \\u{…}"
                            .to_owned(),
                    });
                };
                (Some(Token::Text(text)), length)
            }
            blank if blank.is_whitespace() => (None, blank.len_utf8()),
            _ => {
                let ends = |it: char| it.is_whitespace() || matches!(it, '(' | ')' | '"' | ';');
                let length = rest.find(ends).unwrap_or(rest.len());
                (Some(Token::Word(rest[..length].to_owned())), length)
            }
        };
        tokens.extend(token.map(|token| (token, at..at + length)));
        at += length;
    }
    Ok(tokens)
}

/// The text in quotes that `source` begins with, and its length there.
fn quoted(source: &str) -> Option<(String, usize)> {
    let mut characters = source.char_indices().skip(1);
    let mut text = String::new();
    while let Some((at, character)) = characters.next() {
        match character {
            '"' => return Some((text, at + 1)),
            '\\' => text.push(match characters.next()?.1 {
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                '0' => '\0',
                other @ ('\\' | '"' | '\'') => other,
                'u' => {
                    let (open, _) = characters.next().filter(|(_, it)| *it == '{')?;
                    let (close, _) = characters.find(|(_, it)| *it == '}')?;
                    let code = u32::from_str_radix(&source[open + 1..close], 16).ok()?;
                    char::from_u32(code)?
                }
                _ => return None,
            }),
            other => text.push(other),
        }
    }
    None
}

fn check_brackets(tokens: &[(Token, Range<usize>)]) -> Result<(), TreeError> {
    let mut open: Vec<&Range<usize>> = Vec::new();
    for (token, span) in tokens {
        match token {
            Token::Open => open.push(span),
            Token::Close if open.pop().is_none() => {
                let message = "a `)` without `(`".to_owned();
                let advice = "leave it out".to_owned();
                return Err(TreeError { message, span: span.clone(), advice });
            }
            Token::Close | Token::Word(_) | Token::Text(_) => {}
        }
    }
    match open.pop() {
        None => Ok(()),
        Some(span) => Err(TreeError {
            message: "a `)` is missing".to_owned(),
            span: span.clone(),
            advice: "this bracket is still open".to_owned(),
        }),
    }
}

/// The tree as an expression writes itself.
fn joined(tokens: &[(Token, Range<usize>)]) -> String {
    let mut text = String::new();
    for (token, _) in tokens {
        let is_inner = !text.is_empty() && !text.ends_with('(') && *token != Token::Close;
        text += if is_inner { " " } else { "" };
        match token {
            Token::Open => text.push('('),
            Token::Close => text.push(')'),
            Token::Word(word) => text += word,
            Token::Text(quoted) => {
                write!(text, "{quoted:?}").expect("a string takes all");
            }
        }
    }
    text
}
