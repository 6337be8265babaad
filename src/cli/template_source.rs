//! The source of templates: a named set, or a file.

use std::ffi::OsStr;
use std::path::PathBuf;

use bracket24::words::did_you_mean;
use bracket24::{
    Grammar, LineError, LineErrorKind, MAX_TEMPLATE_SLOTS, Named, Operator, OperatorSet, Position,
    SetError, SetName, Template, TemplateSet, digest,
};
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command};

use super::failure::{Failure, TextFailure};
use super::file;
use super::input::{self, ascii_signs, template_under};
use super::options::named;
use super::templates::{Source, Templates};

/// What a grammar reads that reads templates; most of those of a set are left
/// out where it does not.
const SIMPLEST: [&str; 6] = ["N", "N+N", "N-N", "N*N", "N/N", "(N-N)*N"];

/// The most templates of a file.
const MAX_TEMPLATES: usize = 1_000_000;

/// A set of templates by name, or a file with one template per line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum TemplateSource {
    Named(SetName),
    File(PathBuf),
    /// Those that are made for operators beyond the four.
    Operators(OperatorSet),
}

impl Default for TemplateSource {
    fn default() -> Self {
        Self::Named(SetName::default())
    }
}

/// Reads the argument of `--templates`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TemplatesParser;

impl TypedValueParser for TemplatesParser {
    type Value = TemplateSource;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<TemplateSource, clap::Error> {
        let parser = StringValueParser::new().try_map(|text| TemplateSource::parse(&text));
        parser.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(named::<SetName>()))
    }
}

impl TemplateSource {
    fn parse(text: &str) -> Result<Self, String> {
        match SetName::by_name(text) {
            Ok(name) => Ok(Self::Named(name)),
            Err(_) if PathBuf::from(text).exists() => Ok(Self::File(PathBuf::from(text))),
            Err(error) => {
                let close = did_you_mean(text, error.names.iter().copied());
                let advice =
                    close.map_or_else(String::new, |name| format!("; did you mean `{name}`?"));
                Err(format!(
                    "no set and no file has that name; the sets are {}{advice}",
                    error.names.join(", ")
                ))
            }
        }
    }

    /// The name of the set, or of the file.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Named(name) => name.to_string(),
            Self::File(path) => path.display().to_string(),
            Self::Operators(operators) => operators.to_string(),
        }
    }

    /// The templates, read with every grammar there is, or where some are
    /// `named` with ordinary arithmetic and these.
    pub(crate) fn open_with_all(&self, named: &[Grammar]) -> Result<Vec<Templates>, Failure> {
        let mut grammars: Vec<&Grammar> = vec![&Grammar::Left];
        for grammar in if named.is_empty() { Grammar::BASIC } else { named } {
            if !grammars.contains(&grammar) {
                grammars.push(grammar);
            }
        }
        let open = |grammar: &Grammar| match grammar {
            // The grammar that refuses may be one that nobody asked for.
            Grammar::Left => {
                let what = "template in ordinary arithmetic (left), with which every grammar is \
                            compared";
                self.open_as(what, grammar)
            }
            other => self.open(other),
        };
        grammars.into_iter().map(open).collect()
    }

    /// The templates, read with `grammar`.
    pub(crate) fn open(&self, grammar: &Grammar) -> Result<Templates, Failure> {
        self.open_as(&template_under(grammar), grammar)
    }

    /// The templates, read with `grammar`; one that it does not read is called
    /// `what`.
    fn open_as(&self, what: &str, grammar: &Grammar) -> Result<Templates, Failure> {
        if let Self::Operators(operators) = self {
            if let Some(operator) = unread(*operators, grammar) {
                return Err(Failure::with_help(
                    format!("the grammar `{grammar}` reads no `{}`", operator.name()),
                    "`--grammar extended` reads all operators",
                ));
            }
            return Ok(Templates::new(Source::Operators(*operators, grammar.clone())));
        }
        if let Grammar::User(_) = grammar {
            for text in SIMPLEST {
                input::template(text, grammar)?;
            }
        }
        let path = match self {
            Self::Named(name) => return Ok(Templates::new(Source::Named(*name, grammar.clone()))),
            Self::File(path) => path,
            Self::Operators(_) => unreachable!("they are opened above"),
        };
        let shown = path.display().to_string();
        let text = file::text(path)?;
        let lines = text.lines().filter(|line| is_template(line)).count();
        if lines > MAX_TEMPLATES {
            return Err(Failure::with_help(
                format!("cannot read {shown}: it has {lines} templates"),
                format!("a set has at most {MAX_TEMPLATES}; make several files of it"),
            ));
        }
        let set = TemplateSet::from_lines(&ascii_signs(&text), grammar).map_err(|error| {
            let message = format!("cannot read {shown}: {error}");
            match error {
                SetError::Lines(errors) => {
                    let typed: Vec<&str> = text.lines().map(str::trim).collect();
                    Failure::texts(errors.iter().map(|error| {
                        let mut failure = bad_line(typed[error.number - 1], error, what, grammar);
                        failure.origin = Some((shown.clone(), error.number));
                        failure
                    }))
                }
                SetError::Empty => Failure::with_help(
                    message,
                    "write a template on each line, such as `(N+N)*N-N`",
                ),
                _ => Failure::plain(message),
            }
        })?;
        Ok(Templates::new(Source::File(path.display().to_string(), set)))
    }
}

/// Whether a line of a file is to be a template.
fn is_template(line: &str) -> bool {
    let line = line.trim();
    !line.is_empty() && !line.starts_with('#')
}

/// A digest of the texts of `set`, a line each.
pub(crate) fn texts_digest(set: &TemplateSet) -> String {
    digest(set.iter().flat_map(|it| it.text().bytes().chain([b'\n'])))
}

/// The first of `operators` that `grammar` does not read.
fn unread(operators: OperatorSet, grammar: &Grammar) -> Option<Operator> {
    let is_unread = |operator: &Operator| {
        let text = match operator.position() {
            Position::Infix => format!("N{operator}N"),
            Position::Prefix => format!("{operator}N"),
            Position::Postfix => format!("N{operator}"),
            _ => format!("{operator}(N,N)"),
        };
        Template::parse(&text, grammar).is_err()
    };
    operators.beyond().find(is_unread)
}

/// What is wrong in a line of a file, which was `typed`.
fn bad_line(typed: &str, error: &LineError, what: &str, grammar: &Grammar) -> TextFailure {
    match &error.kind {
        LineErrorKind::Syntax(error) => input::bad_template(what, typed, grammar, error),
        LineErrorKind::TooManySlots(slots) => TextFailure::new(
            format!("the template has {slots} slots"),
            typed,
            0..typed.len(),
            format!("expected at most {MAX_TEMPLATE_SLOTS}, which is the most cards of a hand"),
        ),
        other => unreachable!("no line is refused in another way: {other:?}"),
    }
}
