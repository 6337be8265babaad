//! Grammars that were read, kept for the next key.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use bracket24::grammars::UserGrammar;
use bracket24::tracer::GrammarError;
use bracket24::{Grammar, Named};
use serde::Deserialize;

use super::problem::Problem;
use super::work::Patience;

/// How many are kept.
const MOST: usize = 24;

/// What a grammar of the user's own is called that has no name.
const UNNAMED: &str = "yours.pest";

/// A grammar as a request gives it: the name of a built-in one; or a text.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct GivenGrammar {
    name: Option<String>,
    source: Option<String>,
    /// The rule to begin with.
    start: Option<String>,
}

/// A grammar, or the mistakes in its text.
pub(super) type Read = Result<Grammar, Vec<GrammarError>>;

/// A text, and what comes of it once it was read.
#[derive(Debug)]
struct Kept {
    name: String,
    source: String,
    read: OnceLock<Read>,
}

impl Kept {
    fn new(name: &str, source: &str) -> Self {
        Self { name: name.to_owned(), source: source.to_owned(), read: OnceLock::new() }
    }
}

/// Those that were read last, the last one at the end.
#[derive(Debug, Default)]
pub(super) struct ReadGrammars(Mutex<Vec<Arc<Kept>>>);

impl GivenGrammar {
    /// What it is called.
    pub(super) fn name(&self) -> &str {
        self.name.as_deref().unwrap_or(UNNAMED)
    }
}

impl ReadGrammars {
    /// The grammar that is given, with its text. What was read while nobody waited any
    /// more may be cut short, and is not kept.
    pub(super) fn read(
        &self,
        given: &GivenGrammar,
        patience: &Patience,
    ) -> Result<(String, Read), Problem> {
        let Some(source) = &given.source else {
            let grammar = Grammar::by_name(given.name()).map_err(|error| {
                Problem::missing(error.to_string()).with_help("`source` takes a text of your own")
            })?;
            return Ok((grammar.source().to_owned(), Ok(starting(grammar, given)?)));
        };
        let kept = self.kept(given.name(), source);
        let read = if let Some(read) = kept.read.get() {
            read.clone()
        } else {
            let own = UserGrammar::read(&kept.name, &kept.source);
            patience.check()?;
            let read = own.map(|own| Grammar::User(Arc::new(own)));
            kept.read.get_or_init(|| read).clone()
        };
        let read = match read {
            Ok(grammar) => Ok(starting(grammar, given)?),
            Err(errors) => Err(errors),
        };
        Ok((source.clone(), read))
    }

    /// The grammar that is given, which has to be one.
    pub(super) fn usable(
        &self,
        given: &GivenGrammar,
        patience: &Patience,
    ) -> Result<Grammar, Problem> {
        let (_, read) = self.read(given, patience)?;
        read.map_err(|errors| {
            let first = errors.first().map_or("", |error| &error.message);
            Problem::bad(format!("{} cannot be read: {first}", given.name()))
        })
    }

    fn kept(&self, name: &str, source: &str) -> Arc<Kept> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = all.iter().position(|it| it.name == name && it.source == source);
        let kept = known.map_or_else(|| Arc::new(Kept::new(name, source)), |at| all.remove(at));
        all.push(Arc::clone(&kept));
        if all.len() > MOST {
            all.remove(0);
        }
        kept
    }
}

/// The grammar, beginning with the rule that is given.
fn starting(grammar: Grammar, given: &GivenGrammar) -> Result<Grammar, Problem> {
    let Some(start) = given.start.as_deref().filter(|it| !it.is_empty()) else {
        return Ok(grammar);
    };
    grammar.starting_at(start).ok_or_else(|| {
        let names: Vec<&str> = grammar.rules().rules().map(|it| grammar.rules().name(it)).collect();
        let help = format!("its rules are {}", names[..names.len().min(40)].join(", "));
        Problem::bad(format!("the grammar has no rule `{start}`")).with_help(help)
    })
}
