//! A grammar by its name, or a file of the user's own.

use std::ffi::OsStr;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use bracket24::grammars::{Lacks, MissingRole, UserGrammar};
use bracket24::tracer::{GrammarError, MAX_SOURCE, RuleId};
use bracket24::words::{did_you_mean, list_and, ticked};
use bracket24::{Grammar, Named};
use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::ErrorKind;

use super::batch::BATCH;
use super::failure::{Failure, GrammarFailure};
use super::in_use;
use super::input::BOM;
use super::progress::during;

/// The ending of a grammar file's name.
const ENDING: &str = ".pest";

/// Reads the argument of `--grammar`: one of the names that `named` reads, or a
/// file.
#[derive(Clone)]
pub(crate) struct GrammarParser<P> {
    pub(crate) named: P,
    /// Whether a plain grammar will not do.
    pub(crate) needs_values: bool,
}

impl<P: TypedValueParser<Value = Grammar>> TypedValueParser for GrammarParser<P> {
    type Value = Grammar;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Grammar, clap::Error> {
        let Some(path) = path(value) else {
            return self.named.parse_ref(command, argument, value).map_err(|it| or_file(it, value));
        };
        let opened = open(path).and_then(|grammar| match grammar.lacks() {
            Some(lacks) if self.needs_values => {
                Err(without_values(command.get_name(), &grammar, lacks))
            }
            _ => Ok(grammar),
        });
        opened.map_err(|failure| refused(&failure))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        self.named.possible_values()
    }
}

/// The path that the argument of `--grammar` is, unless it is the name of a grammar.
pub(super) fn path(value: &OsStr) -> Option<&Path> {
    let path = Path::new(value);
    let shown = path.to_string_lossy();
    let is_file = path.is_file() || shown.ends_with(ENDING) || is_stdin(path);
    (is_file && Grammar::by_name(&shown).is_err()).then_some(path)
}

/// Why `value` is no name of a grammar, or no file, if it looks like that of one.
pub(super) fn or_file(error: clap::Error, value: &OsStr) -> clap::Error {
    let shown = value.to_string_lossy();
    // A name of a grammar has neither.
    if !shown.contains(['.', '/', '\\']) {
        return error;
    }
    clap::Error::raw(ErrorKind::ValueValidation, format!("there is no file `{shown}`\n"))
}

/// What the parser of arguments says of it.
pub(super) fn refused(failure: &Failure) -> clap::Error {
    // The parser of arguments puts its own "error: " before it.
    let text = failure.rendered(None);
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    clap::Error::raw(ErrorKind::ValueValidation, format!("{}\n", text.trim_end()))
}

/// The grammar with a name, or that of a file.
pub(crate) fn by_name_or_path(text: &str) -> Result<Grammar, Failure> {
    Grammar::by_name(text).or_else(|_| open(Path::new(text)))
}

/// The grammar of a file.
fn open(path: &Path) -> Result<Grammar, Failure> {
    let source = source(path)?;
    let name = shown(path);
    match during(format!("reading {name}"), || UserGrammar::read(&name, &source)) {
        Ok(own) => Ok(Grammar::User(Arc::new(own))),
        Err(errors) => {
            let warnings = Vec::new();
            Err(Failure::Grammar(GrammarFailure { path: name, source, errors, warnings }))
        }
    }
}

/// Why `command` cannot work with a plain grammar.
pub(crate) fn without_values(command: &str, grammar: &Grammar, lacks: &Lacks) -> Failure {
    let message = format!("`{command}` needs values, and under {grammar} there are none: {lacks}");
    let anyway = "`parse` and `trace` read texts with it as it is";
    let help = match to_have_values(grammar) {
        Some(advice) => format!("{advice}; {anyway}"),
        None => anyway.to_owned(),
    };
    Failure::with_help(message, help)
}

/// What to do so that the texts of a plain grammar have values, where it lacks roles.
pub(crate) fn to_have_values(grammar: &Grammar) -> Option<String> {
    let Grammar::User(user) = grammar else { return None };
    let Lacks::Roles(roles) = grammar.lacks()? else { return None };
    let Some(completion) = user.completion() else {
        let told = roles.iter().filter(|it| it.meant.is_some()).map(MissingRole::advice);
        let missing = roles.iter().filter(|it| it.meant.is_none()).map(|it| it.role);
        let missing = list_and(ticked(missing));
        let shown = "`bracket24 grammar show left` has them to copy";
        let rest = (!missing.is_empty()).then(|| format!("define {missing}: {shown}"));
        return Some(told.chain(rest).collect::<Vec<_>>().join("; "));
    };
    Some(completion.advice())
}

/// The rule of `grammar` that is called so.
pub(crate) fn known_rule(grammar: &Grammar, name: &str) -> Result<RuleId, Failure> {
    let rules = grammar.rules();
    let missing = || {
        let names: Vec<&str> = rules.rules().map(|rule| rules.name(rule)).collect();
        let message = format!("the grammar {grammar} has no rule `{name}`");
        let with_role = match grammar {
            Grammar::User(user) => Some(user.rule_with(name)).filter(|it| *it != name),
            _ => None,
        };
        let close = with_role.or_else(|| did_you_mean(name, names.iter().copied()));
        let meant = close.map_or_else(String::new, |it| format!("did you mean `{it}`? "));
        let more = match names.len().saturating_sub(MOST_NAMES) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let first = names[..names.len().min(MOST_NAMES)].join(", ");
        Failure::with_help(message, format!("{meant}its rules are {first}{more}"))
    };
    rules.rule(name).filter(|rule| *rule != RuleId::EOI).ok_or_else(missing)
}

/// The most rules of a grammar that are named.
const MOST_NAMES: usize = 40;

/// What the file at `path` is called, which may be standard input.
pub(crate) fn shown(path: &Path) -> String {
    if is_stdin(path) { "standard input".to_owned() } else { path.display().to_string() }
}

fn is_stdin(path: &Path) -> bool {
    path == Path::new(BATCH)
}

/// The text of a file that may be a grammar.
pub(crate) fn source(path: &Path) -> Result<String, Failure> {
    let shown = shown(path);
    let mut bytes = Vec::new();
    // One byte more tells a file that is too long, however long it is.
    let limit = MAX_SOURCE as u64 + 1;
    let read = if is_stdin(path) {
        in_use::note_stdin()?;
        io::stdin().lock().take(limit).read_to_end(&mut bytes)
    } else {
        in_use::open(path)?.take(limit).read_to_end(&mut bytes)
    };
    read.map_err(|error| Failure::plain(format!("cannot read {shown}: {error}")))?;
    if bytes.len() > MAX_SOURCE {
        let message = format!("cannot read {shown}: it has more than {MAX_SOURCE} bytes");
        return Err(Failure::with_help(message, "a grammar is a text of some lines"));
    }
    if bytes.starts_with(BOM) {
        bytes.drain(..BOM.len());
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Failure::plain(format!("cannot read {shown}: byte {} is not UTF-8", at + 1))
    })
}

/// The line and the column of a mistake, from 1.
pub(crate) fn line_and_column(source: &str, error: &GrammarError) -> (usize, usize) {
    let before = source.get(..error.span.start).unwrap_or(source);
    let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    (line, before[start..].chars().count() + 1)
}
