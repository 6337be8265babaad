//! Templates of a source that is open.

use std::cell::OnceCell;

use bracket24::words::in_thousands;
use bracket24::{
    EngineName, Grammar, MAX_TEMPLATE_SLOTS, OperatorSet, Refusal, SetName, Split, TemplateSet,
};

use super::confirm::ask;
use super::failure::Failure;
use super::input::{self, template_under};
use super::progress::during;
use super::template_source::texts_digest;

/// What a source holds once it is open; the sets of one size are kept.
#[derive(Debug)]
pub(crate) struct Templates {
    source: Source,
    /// Whether very many templates are made without asking.
    agreed: bool,
    by_size: [OnceCell<TemplateSet>; MAX_TEMPLATE_SLOTS + 1],
}

#[derive(Debug)]
pub(super) enum Source {
    Named(SetName, Grammar),
    /// The name of the file, and what is in it.
    File(String, TemplateSet),
    Operators(OperatorSet, Grammar),
}

/// For how many cards templates are listed where nobody says: those of most games.
const LISTED_CARDS: usize = 4;

/// More templates of a size than these are asked about.
const MANY: usize = 200_000;

/// How many are made at most: these take gigabytes.
const MOST: usize = 5_000_000;

impl Templates {
    pub(super) fn new(source: Source) -> Self {
        Self { source, agreed: false, by_size: Default::default() }
    }

    /// The same; where `agreed`, very many are made without asking.
    pub(crate) fn agreed(self, agreed: bool) -> Self {
        Self { agreed, ..self }
    }

    /// The name of the set, or of the file.
    pub(crate) fn name(&self) -> String {
        match &self.source {
            Source::Named(name, _) => name.to_string(),
            Source::File(name, _) => name.clone(),
            Source::Operators(operators, _) => operators.to_string(),
        }
    }

    /// The name of the set, or what is known of a file: how many templates it
    /// has, and a number that differs if they do.
    pub(crate) fn description(&self) -> String {
        match &self.source {
            Source::Named(name, _) => name.to_string(),
            Source::File(_, set) => {
                let digest = texts_digest(set);
                format!("a file of {} ({digest})", set.templates().len())
            }
            Source::Operators(operators, _) => {
                format!("{operators} to a depth of {}", operators.depth())
            }
        }
    }

    /// The templates for hands of `cards` cards, of which there is at least one.
    pub(crate) fn for_cards(&self, cards: usize) -> Result<&TemplateSet, Failure> {
        if let Source::Operators(operators, grammar) = &self.source {
            return self.made(*operators, grammar, cards);
        }
        let set = self.of_size(cards);
        if !set.templates().is_empty() {
            return Ok(set);
        }
        let what = match &self.source {
            Source::Named(name, grammar) => {
                if let Some((text, error)) = set.unread().first() {
                    let what = template_under(grammar);
                    return Err(Failure::from(input::bad_template(&what, text, grammar, error)));
                }
                format!("the set `{name}`")
            }
            Source::File(..) => "the file of templates".to_owned(),
            Source::Operators(..) => unreachable!("they are made above"),
        };
        Err(Failure::with_help(
            format!("{what} has no template for a hand of {cards}"),
            // A hand of more cards is refused before templates are looked for.
            "`--templates canonical` has templates for hands of up to 6 cards",
        ))
    }

    /// The templates that are made for operators.
    fn made(
        &self,
        operators: OperatorSet,
        grammar: &Grammar,
        cards: usize,
    ) -> Result<&TemplateSet, Failure> {
        if let Some(set) = self.by_size[cards].get() {
            return Ok(set);
        }
        let count = TemplateSet::count_of_operators(operators, cards);
        let all = in_thousands(&count);
        let what = format!("there are {all} templates for {cards} cards with {operators}");
        if count > MOST.into() {
            let message =
                format!("{what}, more than the {} there is memory for", in_thousands(&MOST));
            let advice = "take fewer operators; the engine `pairs` solves hands without templates";
            return Err(Failure::with_help(message, advice));
        }
        if count > MANY.into() && !self.agreed {
            ask(what, true)?;
        }
        let message = format!("making the templates for {cards} cards with {operators}");
        let made = during(message, || TemplateSet::of_operators(operators, cards, grammar));
        let set = made.map_err(|error| {
            Failure::plain(format!("the grammar `{grammar}` does not read every template: {error}"))
        })?;
        Ok(self.by_size[cards].get_or_init(|| set))
    }

    /// What `engine` is given for hands of `cards` cards: the templates, of which
    /// there is at least one, or nothing for a search. Hands of that size are
    /// not beyond it.
    pub(crate) fn for_engine(
        &self,
        engine: EngineName,
        operators: OperatorSet,
        cards: usize,
    ) -> Result<&TemplateSet, Failure> {
        let set = if engine.has_templates() { self.for_cards(cards)? } else { self.none() };
        let refusal = match engine.engine_for(set, operators) {
            Ok(engine) => engine.refusal(cards),
            Err(refusal) => Some(refusal),
        };
        match refusal {
            None => Ok(set),
            Some(refusal @ Refusal::Operators) => Err(Failure::with_help(
                format!("the engine `{engine}` cannot look for `{operators}`: {refusal}"),
                "`--engine pairs` finds solutions with any operators",
            )),
            Some(refusal) => Err(Failure::with_help(
                format!("the engine `{engine}` cannot solve a hand of {cards}: {refusal}"),
                if !operators.is_of_field() {
                    format!(
                        "leave out `--operators`: with the four alone {} cards are done",
                        Split::MAX_CARDS
                    )
                } else if cards <= MAX_TEMPLATE_SLOTS {
                    format!("`--engine compiled` does hands of up to {MAX_TEMPLATE_SLOTS} cards")
                } else if cards <= Split::MAX_CARDS {
                    format!("`--engine split` does hands of up to {} cards", Split::MAX_CARDS)
                } else {
                    format!("no engine does hands of more than {} cards", Split::MAX_CARDS)
                },
            )),
        }
    }

    /// The templates for `cards` cards, of which there may be none.
    pub(crate) fn of_size(&self, cards: usize) -> &TemplateSet {
        if cards > MAX_TEMPLATE_SLOTS {
            return self.none();
        }
        if let Source::File(_, set) = &self.source
            && set.iter().all(|template| template.slots() == cards)
        {
            return set;
        }
        self.by_size[cards].get_or_init(|| match &self.source {
            Source::Named(name, grammar) => {
                let message = format!("making the templates for {cards} cards");
                let set = during(message, || TemplateSet::named(*name, cards, grammar));
                warn_of_unread(*name, cards, &set);
                set
            }
            Source::File(_, set) => set.for_cards(cards),
            Source::Operators(..) => unreachable!("they are made, which may be refused"),
        })
    }

    fn none(&self) -> &TemplateSet {
        self.by_size[0].get_or_init(|| TemplateSet::named(SetName::Canonical, 0, &Grammar::Left))
    }

    /// The templates for `cards` cards; where no number is given, for four, or
    /// all of a file.
    pub(crate) fn listed(&self, cards: Option<usize>) -> Result<&TemplateSet, Failure> {
        match (&self.source, cards) {
            (Source::File(_, set), None) => Ok(set),
            (_, Some(cards)) => self.for_cards(cards),
            (_, None) => self.for_cards(LISTED_CARDS),
        }
    }
}

/// Says how many templates of a set for hands of `cards` cards are left out, since the
/// grammar does not read them, and shows the first. Where all are, the command is
/// refused.
fn warn_of_unread(name: SetName, cards: usize, set: &TemplateSet) {
    let (grammar, unread) = (set.grammar(), set.unread());
    let Some((text, error)) = unread.first().filter(|_| !set.templates().is_empty()) else {
        return;
    };
    let (left_out, all) = (unread.len(), unread.len() + set.templates().len());
    let mut first = input::bad_template(&template_under(grammar), text, grammar, error);
    first.message = format!(
        "the grammar {grammar} does not read {left_out} of the {all} templates of `{name}` for \
         {cards} cards: they are left out"
    );
    first.is_warning = true;
    Failure::from(first).report(None);
}
