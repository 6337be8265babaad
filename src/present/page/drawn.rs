//! The rules of the grammars that pages were made of last, with their diagrams: a page
//! that is made at every key is mostly of the same ones.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::Grammar;
use crate::grammars::RuleDefinition;
use crate::present::diagram::rails_of;
use crate::tracer::{self, RuleOutline};

/// How many grammars are kept.
const MOST: usize = 8;

/// Those that were asked for last, the last one at the end.
static LAST: Mutex<Vec<Arc<DrawnRules>>> = Mutex::new(Vec::new());

/// The rules of a grammar, each with its diagram once that was asked for.
pub(super) struct DrawnRules {
    source: String,
    pub(super) outlines: Vec<RuleOutline>,
    definitions: Vec<(RuleDefinition, OnceLock<String>)>,
    /// By name its place among the definitions.
    places: HashMap<String, usize>,
}

impl DrawnRules {
    /// Those of `grammar`, whose whole text `source` is.
    pub(super) fn of(grammar: &Grammar, source: &str) -> Arc<Self> {
        let known = |all: &[Arc<Self>]| all.iter().position(|it| it.source == source);
        let lock = || LAST.lock().unwrap_or_else(PoisonError::into_inner);
        {
            let mut all = lock();
            if let Some(at) = known(&all) {
                let found = all.remove(at);
                all.push(Arc::clone(&found));
                return found;
            }
        }
        // Nobody waits meanwhile; that two make the same does no harm.
        let made = Arc::new(Self::new(grammar, source));
        let mut all = lock();
        all.push(Arc::clone(&made));
        if all.len() > MOST {
            all.remove(0);
        }
        made
    }

    fn new(grammar: &Grammar, source: &str) -> Self {
        let outlines = tracer::outline(source).expect("a grammar is read before it is used");
        let definitions: Vec<_> =
            grammar.definitions().into_iter().map(|it| (it, OnceLock::new())).collect();
        let named = definitions.iter().enumerate();
        let places = named.map(|(place, (rule, _))| (rule.name.clone(), place)).collect();
        Self { source: source.to_owned(), outlines, definitions, places }
    }

    /// The names of the rules in their order.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.definitions.iter().map(|(rule, _)| &*rule.name)
    }

    /// The diagram of one of these.
    pub(super) fn rails(&self, name: &str) -> &str {
        let (rule, rails) = &self.definitions[self.places[name]];
        rails.get_or_init(|| rails_of(rule))
    }
}
