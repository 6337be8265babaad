//! Texts to read beside the reference.

#[doc = include_str!("glossary.md")]
pub mod glossary {}

#[doc = include_str!("asked.md")]
pub mod asked {}

/// The lessons of the [course](crate::course).
pub mod lessons {
    #[doc = include_str!("lessons/01-grammar.md")]
    pub mod grammar {}

    #[doc = include_str!("lessons/02-template.md")]
    pub mod template {}

    #[doc = include_str!("lessons/03-precedence.md")]
    pub mod precedence {}

    #[doc = include_str!("lessons/04-associativity.md")]
    pub mod associativity {}

    #[doc = include_str!("lessons/05-signs.md")]
    pub mod signs {}

    #[doc = include_str!("lessons/06-brackets.md")]
    pub mod brackets {}

    #[doc = include_str!("lessons/07-backtracking.md")]
    pub mod backtracking {}

    #[doc = include_str!("lessons/08-recursion.md")]
    pub mod recursion {}

    #[doc = include_str!("lessons/09-readers.md")]
    pub mod readers {}

    #[doc = include_str!("lessons/10-search.md")]
    pub mod search {}

    #[doc = include_str!("lessons/11-counting.md")]
    pub mod counting {}

    #[doc = include_str!("lessons/12-difficulty.md")]
    pub mod difficulty {}

    #[doc = include_str!("lessons/13-powers.md")]
    pub mod powers {}
}
