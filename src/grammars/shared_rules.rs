//! The rules that all grammars share, for a file that does not define them.

use super::built_in::LEXICAL;
use super::role_names::RoleNames;
use super::sign_roles::SignRoles;
use crate::tracer::{self, RuleOutline};

/// A file that is read.
pub(super) struct File<'f> {
    pub(super) name: &'f str,
    pub(super) source: &'f str,
    pub(super) own: &'f [RuleOutline],
    pub(super) names: &'f RoleNames,
    pub(super) signs: &'f SignRoles,
}

impl File<'_> {
    /// The shared rules that it does not define, with their comments. They name its
    /// rules by the names that these have in it.
    pub(super) fn shared_rules(&self) -> String {
        let (at, names) = (shared(), self.names);
        let is_own = |name: &str| self.own.iter().any(|rule| rule.name == names.rule(name));
        let missing = at.iter().filter(|rule| !is_own(&rule.name));
        missing.map(|rule| [&*rule.comment, &*self.named(&rule.text), "\n"].concat()).collect()
    }

    /// A shared rule with the names that rules have in the file.
    fn named(&self, rule: &str) -> String {
        let is_name = |it: char| it.is_ascii_alphanumeric() || it == '_';
        let mut text = String::with_capacity(rule.len());
        for piece in rule.split_inclusive(|it| !is_name(it)) {
            let end = piece.trim_end_matches(|it| !is_name(it)).len();
            text.extend([self.names.rule(&piece[..end]), &piece[end..]]);
        }
        text
    }

    /// Whether it names rules that all grammars share and does not define them:
    /// pest does not accept it as it stands.
    pub(super) fn names_shared(&self) -> bool {
        let shared = shared();
        let is_own = |name: &str| self.own.iter().any(|rule| rule.name == name);
        let mut named = self.own.iter().flat_map(|rule| &rule.references).map(|(name, _)| name);
        named.any(|name| shared.iter().any(|rule| rule.name == *name) && !is_own(name))
    }
}

/// The rules that all grammars share.
fn shared() -> Vec<RuleOutline> {
    let Ok(shared) = tracer::outline(LEXICAL) else { unreachable!("a parser is derived from it") };
    shared
}
