//! The sources of templates, and the sets of each size that the program makes from them.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};

use bracket24::words::{counted, in_thousands};
use bracket24::{
    EngineName, Grammar, LineError, LineErrorKind, MAX_DERIVED_TEMPLATES, MAX_TEMPLATE_SLOTS,
    Named, Operator, OperatorSet, Position, Refusal, SetError, SetName, Template, TemplateSet,
    digest,
};
use itertools::Itertools;

use super::failure::{Failure, TextFailure};
use super::file;
use super::input::{self, ascii_signs, template_under};
use super::options::{OneOf, named, path};
use super::progress::during;

/// Templates that a user's grammar must parse. If it rejects one of these, it rejects most
/// templates of a set.
const SIMPLEST: [&str; 6] = ["N", "N+N", "N-N", "N*N", "N/N", "(N-N)*N"];

/// The maximum number of templates in a file.
const MAX_TEMPLATES: usize = 1_000_000;

/// The number of cards for which to list templates by default, as in most games.
const LISTED_CARDS: usize = 4;

/// A set of templates by name, or a file with one template per line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum TemplateSource {
    Named(SetName),
    File(PathBuf),
    /// Templates made for operators beyond `+-*/`.
    Operators(OperatorSet),
}

/// Parses the argument of `--templates`.
pub(crate) fn template_source() -> OneOf<TemplateSource> {
    OneOf {
        names: || named::<SetName>().collect(),
        read: |word| {
            let set = SetName::by_name(&word.to_string_lossy()).ok();
            set.map(TemplateSource::Named).or_else(|| path(word).map(TemplateSource::File))
        },
    }
}

impl TemplateSource {
    /// The name of the set, or of the file.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Named(name) => name.to_string(),
            Self::File(path) => path.display().to_string(),
            Self::Operators(operators) => operators.to_string(),
        }
    }

    /// The templates, parsed with ordinary arithmetic and with each of the `named` grammars. If
    /// none are named, parsed with each basic grammar.
    pub(crate) fn open_with_all(&self, named: &[Grammar]) -> Result<Vec<Templates>, Failure> {
        let named = if named.is_empty() { Grammar::BASIC } else { named };
        let grammars = [&Grammar::Left].into_iter().chain(named).unique();
        let open = |grammar: &Grammar| match grammar {
            // The user may not have named `left`, so the error says why the program uses it.
            Grammar::Left => {
                let what = "template in ordinary arithmetic (left), with which every grammar is \
                            compared";
                self.open_as(what, grammar)
            }
            other => self.open(other),
        };
        grammars.map(open).collect()
    }

    /// The templates, parsed with `grammar`.
    pub(crate) fn open(&self, grammar: &Grammar) -> Result<Templates, Failure> {
        self.open_as(&template_under(grammar), grammar)
    }

    /// The templates, parsed with `grammar`. Errors refer to a template as `what`.
    fn open_as(&self, what: &str, grammar: &Grammar) -> Result<Templates, Failure> {
        if let Self::Operators(operators) = self {
            if let Some(operator) = unread(*operators, grammar) {
                return Err(Failure::with_help(
                    format!("the grammar `{grammar}` has no `{}`", operator.name()),
                    "`--grammar extended` has all operators",
                ));
            }
        } else if let Grammar::User(_) = grammar {
            for text in SIMPLEST {
                input::template(text, grammar)?;
            }
        }
        let path = if let Self::File(path) = self { Some(path) } else { None };
        Ok(Templates {
            source: self.clone(),
            grammar: grammar.clone(),
            file: path.map(|path| read_file(path, what, grammar)).transpose()?,
            by_size: Default::default(),
        })
    }
}

/// The templates in the file at `path`, parsed with `grammar`. Errors refer to a template as `what`.
fn read_file(path: &Path, what: &str, grammar: &Grammar) -> Result<TemplateSet, Failure> {
    let shown = path.display().to_string();
    let text = file::text(path)?;
    let lines = text.lines().map(str::trim).filter(|it| !it.is_empty() && !it.starts_with('#'));
    let lines = lines.count();
    if lines > MAX_TEMPLATES {
        return Err(Failure::with_help(
            format!("cannot read {shown}: it has {lines} templates"),
            format!("a set has at most {MAX_TEMPLATES}; divide it into several files"),
        ));
    }
    TemplateSet::from_lines(&ascii_signs(&text), grammar).map_err(|error| {
        let message = format!("cannot read {shown}: {error}");
        match error {
            SetError::Lines(errors) => {
                let typed: Vec<&str> = text.lines().map(str::trim).collect();
                Failure::texts(errors.iter().map(|error| {
                    let failure = bad_line(typed[error.number - 1], error, what, grammar);
                    TextFailure { origin: Some((shown.clone(), error.number)), ..failure }
                }))
            }
            SetError::Empty => {
                Failure::with_help(message, "write a template on each line, such as `(N+N)*N-N`")
            }
            _ => Failure::plain(message),
        }
    })
}

/// A digest of the texts of `set`, one per line.
pub(crate) fn texts_digest(set: &TemplateSet) -> String {
    digest(set.iter().flat_map(|it| it.text().bytes().chain([b'\n'])))
}

/// The first of `operators` that `grammar` cannot parse.
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

/// The mistake in the line `typed` of a file.
fn bad_line(typed: &str, error: &LineError, what: &str, grammar: &Grammar) -> TextFailure {
    match &error.kind {
        LineErrorKind::Syntax(error) => input::bad_template(what, typed, grammar, error),
        LineErrorKind::TooManySlots(slots) => TextFailure::new(
            format!("the template has {slots} slots"),
            typed,
            0..typed.len(),
            format!("expected at most {MAX_TEMPLATE_SLOTS}"),
        ),
        other => unreachable!("no line is refused in another way: {other:?}"),
    }
}

/// The templates of a source, parsed with a grammar. Keeps the set of each size once it is made.
#[derive(Debug)]
pub(crate) struct Templates {
    source: TemplateSource,
    grammar: Grammar,
    /// The templates of the file, if the source is a file.
    file: Option<TemplateSet>,
    by_size: [OnceCell<TemplateSet>; MAX_TEMPLATE_SLOTS + 1],
}

impl Templates {
    /// The name of the set, or of the file.
    pub(crate) fn name(&self) -> String {
        self.source.name()
    }

    /// The name of the set; for a file, the number and a digest of its templates.
    pub(crate) fn description(&self) -> String {
        match (&self.source, &self.file) {
            (_, Some(set)) => {
                format!("a file of {} ({})", set.templates().len(), texts_digest(set))
            }
            (TemplateSource::Operators(operators), _) => {
                format!("{operators} to a depth of {}", operators.depth())
            }
            _ => self.name(),
        }
    }

    /// The templates for hands of `cards` cards, or an error if there are none.
    pub(crate) fn for_cards(&self, cards: usize) -> Result<&TemplateSet, Failure> {
        let what = match &self.source {
            TemplateSource::Operators(operators) => return self.made(*operators, cards),
            TemplateSource::Named(name) => format!("the set `{name}`"),
            TemplateSource::File(_) => "the file of templates".to_owned(),
        };
        let set = self.of_size(cards);
        if !set.templates().is_empty() {
            return Ok(set);
        }
        if let Some((text, error)) = set.unread().first() {
            let what = template_under(&self.grammar);
            return Err(Failure::from(input::bad_template(&what, text, &self.grammar, error)));
        }
        Err(Failure::with_help(
            format!("{what} has no template for a hand of {}", counted(cards, "card")),
            // The program refuses hands of more cards earlier.
            "`--templates canonical` has templates for hands of up to 6 cards",
        ))
    }

    /// The templates for hands of `cards` cards with `operators`. Makes them at the first call.
    fn made(&self, operators: OperatorSet, cards: usize) -> Result<&TemplateSet, Failure> {
        let grammar = &self.grammar;
        if let Some(set) = self.by_size[cards].get() {
            return Ok(set);
        }
        let message = format!("making the templates for {cards} cards with {operators}");
        let made = during(message, || TemplateSet::of_operators(operators, cards, grammar));
        let made = made.map_err(|error| {
            let why = format!("the grammar `{grammar}` does not accept every template: {error}");
            Failure::plain(why)
        })?;
        let Some(set) = made else {
            let most = in_thousands(&MAX_DERIVED_TEMPLATES);
            let message =
                format!("there are more than {most} templates for {cards} cards with {operators}");
            let advice = match EngineName::Pairs.refusal(operators, cards) {
                None => "choose fewer operators; the engine `pairs` solves hands without templates",
                Some(_) => "choose fewer operators or fewer cards",
            };
            return Err(Failure::with_help(message, advice));
        };
        Ok(self.by_size[cards].get_or_init(|| set))
    }

    /// The templates for `cards` cards, perhaps none.
    pub(crate) fn of_size(&self, cards: usize) -> &TemplateSet {
        if cards > MAX_TEMPLATE_SLOTS {
            return self.none();
        }
        if let Some(set) = &self.file
            && set.iter().all(|template| template.slots() == cards)
        {
            return set;
        }
        self.by_size[cards].get_or_init(|| match (&self.source, &self.file) {
            (_, Some(set)) => set.for_cards(cards),
            (TemplateSource::Named(name), None) => {
                let message = format!("making the templates for {cards} cards");
                let set = during(message, || TemplateSet::named(*name, cards, &self.grammar));
                warn_of_unread(*name, cards, &set);
                set
            }
            _ => unreachable!("`made` makes the templates for operators"),
        })
    }

    pub(super) fn none(&self) -> &TemplateSet {
        self.by_size[0].get_or_init(|| TemplateSet::named(SetName::Canonical, 0, &Grammar::Left))
    }

    /// The templates for `cards` cards. If `cards` is not given, the templates for four cards or,
    /// for a file, all its templates.
    pub(crate) fn listed(&self, cards: Option<usize>) -> Result<&TemplateSet, Failure> {
        match (&self.file, cards) {
            (Some(set), None) => Ok(set),
            _ => self.for_cards(cards.unwrap_or(LISTED_CARDS)),
        }
    }
}

/// The failure of `engine`, which cannot search with `operators`.
pub(crate) fn only_the_four(engine: EngineName, operators: OperatorSet) -> Failure {
    let why = Refusal::Operators;
    let help = "`--engine pairs` finds solutions with any operators";
    Failure::with_help(format!("the engine `{engine}` cannot use `{operators}`: {why}"), help)
}

/// Warns if the grammar rejects some templates of a set for hands of `cards` cards: gives their
/// number, and shows the first. If the grammar rejects all, [`Templates::for_cards`] fails instead.
fn warn_of_unread(name: SetName, cards: usize, set: &TemplateSet) {
    let (grammar, unread) = (set.grammar(), set.unread());
    let Some((text, error)) = unread.first().filter(|_| !set.templates().is_empty()) else {
        return;
    };
    let (left_out, all) = (unread.len(), unread.len() + set.templates().len());
    let mut first = input::bad_template(&template_under(grammar), text, grammar, error);
    first.message = format!(
        "the grammar {grammar} rejects {left_out} of the {all} templates of `{name}` for \
         {cards} cards: they are left out"
    );
    first.is_warning = true;
    Failure::from(first).report(None);
}
