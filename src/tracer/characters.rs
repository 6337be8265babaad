//! Which characters a terminal takes.

use super::expr::{self, Expr};
use super::{StackUse, Terminal};

/// What a built-in rule of pest is made of.
pub(crate) enum BuiltIn {
    /// One character out of some.
    Character(Characters),
    /// One of some texts.
    Texts(Vec<String>),
    /// Nothing of the text: a place in it.
    Place,
    /// What is on the stack.
    Stack(StackUse),
}

/// Whether a character is one of those that a terminal takes.
pub(crate) type Characters = Box<dyn Fn(char) -> bool>;

/// What pest's rule of this name reads; `None` where there is none.
pub(crate) fn built_in(name: &str) -> Option<BuiltIn> {
    let texts = |terminals: Vec<Expr>| {
        terminals.into_iter().filter_map(|it| match it {
            Expr::Terminal(Terminal::Literal(text), _) => Some(text),
            _ => None,
        })
    };
    Some(match expr::built_in(name)? {
        Expr::Terminal(terminal, _) => match terminal {
            Terminal::Any => BuiltIn::Character(Box::new(|_| true)),
            Terminal::Class(class) => BuiltIn::Character(Box::new(class.holds)),
            Terminal::Property(name) => BuiltIn::Character(pest::unicode::by_name(name)?),
            Terminal::Start | Terminal::End => BuiltIn::Place,
            Terminal::Stack(what) => BuiltIn::Stack(what),
            Terminal::Literal(_)
            | Terminal::Insensitive(_)
            | Terminal::Range(..)
            | Terminal::Until(_)
            | Terminal::EmptyStack(_) => unreachable!("no built-in rule is one of these"),
        },
        Expr::Choice(terminals) => BuiltIn::Texts(texts(terminals).collect()),
        _ => unreachable!("built-in rules are terminals, and choices of them"),
    })
}
