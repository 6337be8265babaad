//! Hands that were dealt together, to be handed out.

use super::{Deal, DealOptions, Dealt};
use crate::reports::Inspection;

/// Hands of one deal, and how they were dealt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    /// How they were dealt, so that it can be done again.
    pub options: DealOptions,
    /// The hands, in the order in which they came.
    pub hands: Vec<Dealt>,
}

impl Sheet {
    /// The next `count` hands of `deal`.
    pub fn new(deal: &mut Deal, count: usize) -> Self {
        Self { options: deal.options().clone(), hands: deal.take(count).collect() }
    }

    /// The solutions of each hand.
    pub fn key(&self) -> Vec<Inspection> {
        self.hands.iter().map(|dealt| dealt.inspection(&self.options.target)).collect()
    }
}
