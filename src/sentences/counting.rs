//! How often texts use the parts of a grammar.

use super::{Sentences, reachable};

impl Sentences<'_> {
    /// How many parts there are, those included that no text can come to.
    pub(crate) const fn len(&self) -> usize {
        self.model.parts.len()
    }

    /// The first part of the rule that a part belongs to, which is the rule itself.
    pub(crate) fn first_of_rule(&self, part: usize) -> usize {
        let rule = &self.model.parts[part].rule;
        let others = self.model.parts[..part].iter().rev();
        part - others.take_while(|it| it.rule == *rule).count()
    }

    /// Whether a text can come to a part.
    pub(crate) fn is_reachable(&self, part: usize) -> bool {
        self.reachable.binary_search(&part).is_ok()
    }

    /// Whether each part is only ever looked for where it must not be.
    pub(crate) fn only_refused(&self) -> Vec<bool> {
        let nodes = reachable(&self.model, self.start, true);
        let is_met = |(part, &node): (usize, &usize)| nodes[node] && !self.is_reachable(part);
        self.model.part_nodes.iter().enumerate().map(is_met).collect()
    }

    /// Adds to the count of each part how often it reads something in a text.
    /// `false` where the rules with a name for every part do not read all of it.
    pub(crate) fn count(&self, text: &str, counts: &mut [u64]) -> bool {
        let mut most = u64::MAX;
        match self.checker.uses(self.start, text, &mut most) {
            Ok((end, used)) if end == text.len() => {
                for part in used {
                    counts[part] += 1;
                }
                true
            }
            _ => false,
        }
    }
}
