//! The options that select a grammar: the name of a built-in grammar, or a file.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bracket24::grammars::{Lacks, MissingRole, UserGrammar};
use bracket24::tracer::{GrammarErrors, RuleId};
use bracket24::words::{list_and, ticked};
use bracket24::{Grammar, Named};

use super::failure::Failure;
use super::file;
use super::options::{OneOf, named, path};
use super::progress::during;
use super::stdin::BATCH;

/// A grammar as the user typed it, before the program reads it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum GrammarName {
    BuiltIn(Grammar),
    File(PathBuf),
}

impl GrammarName {
    /// Reads the grammar, of arithmetic or of another language.
    pub(crate) fn read(&self) -> Result<Grammar, Failure> {
        self.read_by(UserGrammar::read)
    }

    fn read_by(&self, reader: Reader) -> Result<Grammar, Failure> {
        match self {
            Self::BuiltIn(grammar) => Ok(grammar.clone()),
            Self::File(path) => read(path, reader),
        }
    }

    /// Reads the grammar, and rejects it if its texts have no values.
    pub(crate) fn arithmetic(&self) -> Result<Grammar, Failure> {
        let grammar = self.read()?;
        grammar.lacks().map(|lacks| without_values(&grammar, lacks)).map_or(Ok(grammar), Err)
    }
}

/// Parses the name of a grammar, or the path of a file.
pub(crate) fn grammar_name() -> OneOf<GrammarName> {
    OneOf {
        names: || named::<Grammar>().collect(),
        read: |word| {
            let built_in = Grammar::by_name(&word.to_string_lossy()).ok();
            let file = || path(word).or_else(|| (word == BATCH).then(|| word.into()));
            built_in.map(GrammarName::BuiltIn).or_else(|| file().map(GrammarName::File))
        },
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct GrammarArgument {
    /// The grammar: a name, a file, or `-` for standard input
    ///
    /// Run `bracket24 grammar list` for the names.
    #[arg(value_name = "NAME|FILE.pest", value_parser = grammar_name())]
    pub(crate) grammar: GrammarName,
}

/// The grammar that parses a text for its value.
#[derive(Debug, clap::Args)]
pub(crate) struct GrammarOption {
    /// The grammar to parse with [default: left]
    ///
    /// A name from `bracket24 grammar list`, or a `.pest` file.
    #[arg(short, long, value_name = "NAME|FILE.pest", value_parser = grammar_name())]
    pub(crate) grammar: Option<GrammarName>,
}

/// The grammar that parses a text, of any language.
#[derive(Debug, clap::Args)]
pub(crate) struct AnyGrammarOption {
    /// The grammar to parse with [default: left]
    ///
    /// A name from `bracket24 grammar list`, or a `.pest` file of any language.
    #[arg(short, long, value_name = "NAME|FILE.pest", value_parser = grammar_name())]
    grammar: Option<GrammarName>,

    #[command(flatten)]
    start: StartOption,
}

impl AnyGrammarOption {
    /// The grammar that the user gives, or ordinary arithmetic, with the start rule that the user
    /// gives.
    pub(crate) fn chosen(&self) -> Result<Grammar, Failure> {
        self.chosen_by(UserGrammar::read)
    }

    /// Like [`chosen`](Self::chosen), but also accepts a grammar that pest refuses only because of
    /// its left recursion.
    pub(crate) fn with_left_recursion(&self) -> Result<Grammar, Failure> {
        self.chosen_by(UserGrammar::with_left_recursion)
    }

    fn chosen_by(&self, reader: Reader) -> Result<Grammar, Failure> {
        self.start.of(self.grammar.as_ref().map_or(Ok(Grammar::Left), |it| it.read_by(reader))?)
    }
}

/// The start rule of a grammar.
#[derive(Debug, clap::Args)]
pub(crate) struct StartOption {
    /// The start rule [default: line, or the rule that reaches most others]
    ///
    /// If you start from any other rule, bracket24 parses the text but does not evaluate it.
    #[arg(long, hide_short_help = true, value_name = "RULE")]
    start: Option<String>,
}

impl StartOption {
    /// `grammar` with the start rule that the user gives, if any.
    pub(crate) fn of(&self, grammar: Grammar) -> Result<Grammar, Failure> {
        starting_at(grammar, self.start.as_deref())
    }
}

/// `grammar` with the start rule `start`, if there is one.
pub(crate) fn starting_at(grammar: Grammar, start: Option<&str>) -> Result<Grammar, Failure> {
    let Some(name) = start else { return Ok(grammar) };
    known_rule(&grammar, name)?;
    Ok(grammar.starting_at(name).expect("it has such a rule"))
}

impl GrammarOption {
    /// The grammar that the user gives, or ordinary arithmetic.
    pub(crate) fn or_left(&self) -> Result<Grammar, Failure> {
        self.or(&Grammar::Left)
    }

    /// The grammar that the user gives, or `default`.
    pub(crate) fn or(&self, default: &Grammar) -> Result<Grammar, Failure> {
        self.grammar.as_ref().map_or_else(|| Ok(default.clone()), GrammarName::arithmetic)
    }

    /// Whether the grammar that the user gives, otherwise `default`, is this built-in one.
    pub(crate) fn is(&self, built_in: Grammar, default: &Grammar) -> bool {
        let given = self.grammar.as_ref();
        given.map_or(*default == built_in, |it| *it == GrammarName::BuiltIn(built_in))
    }
}

/// The grammars to compare with ordinary arithmetic.
#[derive(Debug, clap::Args)]
pub(crate) struct GrammarsOption {
    /// Grammar; repeatable [default: all that fit]
    ///
    /// A name from `bracket24 grammar list`, or a `.pest` file, to compare with `left`, or
    /// with `extended` if an operator is not one of `+-*/`.
    #[arg(short, long, value_name = "NAME|FILE.pest", value_parser = grammar_name())]
    pub(crate) grammar: Vec<GrammarName>,
}

/// The built-in grammar called `text`, or the grammar in the file at this path.
pub(crate) fn by_name_or_path(text: &str) -> Result<Grammar, Failure> {
    Grammar::by_name(text).or_else(|_| read(Path::new(text), UserGrammar::read))
}

/// Reads a grammar from the name of its file and its text.
type Reader = fn(&str, &str) -> Result<UserGrammar, GrammarErrors>;

/// Reads the grammar in the file at `path`.
fn read(path: &Path, reader: Reader) -> Result<Grammar, Failure> {
    let source = file::whole_text(path)?;
    let name = file::name(path);
    let read = during(format!("reading {name}"), || reader(&name, &source));
    let own = read.map_err(|errors| Failure::grammar(name, source, errors.into()))?;
    Ok(Grammar::User(Arc::new(own)))
}

/// The failure of a command that needs values, with a grammar that gives none.
pub(crate) fn without_values(grammar: &Grammar, lacks: &Lacks) -> Failure {
    let message =
        format!("this command needs values, but the grammar {grammar} gives none: {lacks}");
    let advice = to_have_values(grammar).map_or_else(String::new, |advice| advice + "; ");
    Failure::with_help(message, advice + "`parse` and `trace` take the grammar as it is")
}

/// Advice on how to make a grammar give values, if there is any.
pub(crate) fn to_have_values(grammar: &Grammar) -> Option<String> {
    let Grammar::User(user) = grammar else { return None };
    if let Some(completion) = user.completion() {
        return Some(completion.advice());
    }
    let roles = match grammar.lacks()? {
        Lacks::Roles(roles) => roles,
        Lacks::Expression(errors) => return errors.first().map(|it| it.advice.clone()),
        _ => return None,
    };
    let told = roles.iter().filter(|it| it.meant.is_some()).map(MissingRole::advice);
    let missing = list_and(ticked(roles.iter().filter(|it| it.meant.is_none()).map(|it| it.role)));
    let shown = "`bracket24 grammar show left` has them to copy, and its `line` calls `expression`";
    let rest = (!missing.is_empty()).then(|| format!("define {missing}: {shown}"));
    Some(itertools::join(told.chain(rest), "; ") + "; this command then says what else is missing")
}

/// The rule of `grammar` called `name`.
pub(crate) fn known_rule(grammar: &Grammar, name: &str) -> Result<RuleId, Failure> {
    let missing = || {
        let (meant, rules) = grammar.rule_hints(name, MOST_NAMES);
        let meant = meant.map_or_else(String::new, |it| format!("did you mean `{it}`? "));
        Failure::with_help(format!("the grammar {grammar} has no rule `{name}`"), meant + &rules)
    };
    let rule = grammar.rules().rule(name);
    rule.filter(|rule| *rule != RuleId::EOI).ok_or_else(missing)
}

/// The maximum number of rules that an error names.
const MOST_NAMES: usize = 40;
