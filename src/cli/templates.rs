//! `bracket24 templates`, and the sets of templates that any command is given.

use std::borrow::Cow;
use std::path::PathBuf;

use bracket24::reports::TemplateEntry;
use bracket24::{Grammar, Named, Rational, SetError, SetName, TemplateSet};

use super::Outcome;
use super::arguments::{ListArguments, MethodOptions, TemplatesCommand};
use super::failure::{Failure, TextFailure};
use super::input::ascii_signs;
use super::output::Output;
use super::preset::Bundle;
use crate::present::listing::{EntryJson, document};

/// A set of templates by name, or a file with a template a line.
#[derive(Debug, Clone)]
pub(super) enum TemplateSource {
    Named(SetName),
    File(PathBuf),
}

impl Default for TemplateSource {
    fn default() -> Self {
        Self::Named(SetName::default())
    }
}

/// What a source holds once it is open.
#[derive(Debug)]
pub(super) enum Templates {
    Named(SetName, Grammar),
    File(TemplateSet),
}

impl TemplateSource {
    /// Reads the argument of `--templates`.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        match SetName::by_name(text) {
            Ok(name) => Ok(Self::Named(name)),
            Err(_) if PathBuf::from(text).exists() => Ok(Self::File(PathBuf::from(text))),
            Err(error) => {
                let close = error.names.iter().find(|name| strsim::jaro_winkler(name, text) > 0.8);
                let advice =
                    close.map_or_else(String::new, |name| format!("; did you mean `{name}`?"));
                Err(format!(
                    "no set and no file has that name; the sets are {}{advice}",
                    error.names.join(", ")
                ))
            }
        }
    }

    /// The templates, read with `grammar`.
    pub(super) fn open(&self, grammar: Grammar) -> Result<Templates, Failure> {
        let path = match self {
            Self::Named(name) => return Ok(Templates::Named(*name, grammar)),
            Self::File(path) => path,
        };
        let shown = path.display().to_string();
        let text = std::fs::read(path)
            .map_err(|error| Failure::plain(format!("cannot read {shown}: {error}")))?;
        let mut lines = text.split(|&byte| byte == b'\n');
        if let Some(line) = lines.position(|line| std::str::from_utf8(line).is_err()) {
            return Err(Failure::plain(format!(
                "cannot read {shown}: line {} is not UTF-8",
                line + 1
            )));
        }
        let text = String::from_utf8_lossy(&text);
        let set = TemplateSet::from_lines(&ascii_signs(&text), grammar).map_err(|error| {
            let message = format!("cannot read {shown}: {error}");
            match error {
                SetError::Line { number, text, error } => Failure::Text(Box::new(TextFailure {
                    message: format!("cannot read the template: {}", error.message()),
                    text,
                    span: error.span.clone(),
                    label: error.advice(),
                    origin: Some((shown, number)),
                    help: None,
                })),
                SetError::TooManySlots { .. } => Failure::plain(message),
                SetError::Empty => Failure::with_help(
                    message,
                    "write a template on each line, such as `(N+N)*N-N`",
                ),
            }
        })?;
        Ok(Templates::File(set))
    }
}

impl Templates {
    /// The templates for hands of `cards` cards, of which there is at least one.
    pub(super) fn for_cards(&self, cards: usize) -> Result<Cow<'_, TemplateSet>, Failure> {
        let set = match self {
            Self::Named(name, grammar) => Cow::Owned(TemplateSet::named(*name, cards, *grammar)),
            Self::File(set) => Cow::Borrowed(set),
        };
        if set.templates().iter().any(|template| template.slots() == cards) {
            return Ok(set);
        }
        let what = match self {
            Self::Named(name, _) => format!("the set `{name}`"),
            Self::File(_) => "the file of templates".to_owned(),
        };
        Err(Failure::with_help(
            format!("{what} has no template for a hand of {cards}"),
            "`--templates canonical` has templates for every size",
        ))
    }

    /// The templates for `cards` cards; all of a file where no number is given.
    fn listed(self, cards: Option<usize>) -> TemplateSet {
        match (self, cards) {
            (Self::Named(name, grammar), cards) => {
                TemplateSet::named(name, cards.unwrap_or(4), grammar)
            }
            (Self::File(set), Some(cards)) => set.for_cards(cards),
            (Self::File(set), None) => set,
        }
    }
}

/// What is to be made, of which templates, read how: all said.
#[derive(Debug)]
pub(super) struct Method {
    pub(super) target: Rational,
    pub(super) grammar: Grammar,
    pub(super) templates: Templates,
}

impl MethodOptions {
    /// The options, with those of `bundle` where none are given.
    pub(super) fn resolve(&self, bundle: &Bundle) -> Result<Method, Failure> {
        let grammar = self.grammar.unwrap_or(bundle.grammar);
        let templates = self.templates.as_ref().unwrap_or(&bundle.templates);
        Ok(Method {
            target: self.target.clone().unwrap_or_else(|| bundle.target.clone()),
            grammar,
            templates: templates.open(grammar)?,
        })
    }
}

pub(super) fn run(command: &TemplatesCommand, output: &mut Output) -> Result<Outcome, Failure> {
    match command {
        TemplatesCommand::List(arguments) => list(arguments, output),
    }
}

fn list(arguments: &ListArguments, output: &mut Output) -> Result<Outcome, Failure> {
    let set = arguments.templates.open(arguments.grammar)?.listed(arguments.cards);
    let entries: Vec<TemplateEntry> = set.templates().iter().map(TemplateEntry::new).collect();
    if arguments.json {
        for entry in &entries {
            output.json(&EntryJson::from(entry))?;
        }
    } else {
        output.document(&document(&entries))?;
    }
    Ok(if entries.is_empty() { Outcome::No } else { Outcome::Yes })
}
