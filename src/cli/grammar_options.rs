//! Options that name a grammar.

use bracket24::Grammar;
use clap::Args;
use clap::builder::TypedValueParser;

use super::failure::Failure;
use super::grammar_file::{GrammarParser, known_rule};
use super::options::by_name;

/// A grammar.
#[derive(Debug, Args)]
pub(crate) struct GrammarArgument {
    /// The grammar: a name, or a file of your own; `-` for standard input
    #[arg(value_name = "NAME|FILE.pest", value_parser = grammar())]
    pub(crate) grammar: Grammar,
}

/// The grammar that parses what is given, and gives it a value.
#[derive(Debug, Args)]
pub(crate) struct GrammarOption {
    /// The grammar that parses it [default: left]
    ///
    /// It decides the precedence and associativity of the operators. A grammar
    /// of your own is a file whose name ends in `.pest`; `grammar check` says
    /// whether it will do.
    #[arg(short, long, value_name = "NAME|FILE.pest", value_parser = arithmetic())]
    pub(crate) grammar: Option<Grammar>,
}

/// The grammar that parses what is given; any grammar will do.
#[derive(Debug, Args)]
pub(crate) struct AnyGrammarOption {
    /// The grammar that parses it [default: left]
    ///
    /// It decides the precedence and associativity of the operators. A grammar
    /// of your own is a file whose name ends in `.pest`, of any language; one
    /// that is not of arithmetic gives no values.
    #[arg(short, long, value_name = "NAME|FILE.pest", value_parser = grammar())]
    grammar: Option<Grammar>,

    #[command(flatten)]
    start: StartOption,
}

impl AnyGrammarOption {
    /// The grammar given, or ordinary arithmetic; beginning with the rule given.
    pub(crate) fn chosen(&self) -> Result<Grammar, Failure> {
        self.start.of(self.grammar.clone().unwrap_or(Grammar::Left))
    }
}

/// The rule that a grammar begins with.
#[derive(Debug, Args)]
pub(crate) struct StartOption {
    /// The rule to begin with [default: line if no rule leads to it, else the first]
    ///
    /// There are no values then, unless it is the one that the grammar begins
    /// with anyway.
    #[arg(long, hide_short_help = true, value_name = "RULE")]
    start: Option<String>,
}

impl StartOption {
    /// `grammar`, beginning with the rule given.
    pub(crate) fn of(&self, grammar: Grammar) -> Result<Grammar, Failure> {
        let Some(name) = &self.start else { return Ok(grammar) };
        known_rule(&grammar, name)?;
        Ok(grammar.starting_at(name).expect("it has such a rule"))
    }
}

impl GrammarOption {
    /// The grammar given, or ordinary arithmetic.
    pub(crate) fn or_left(&self) -> Grammar {
        self.grammar.clone().unwrap_or(Grammar::Left)
    }
}

/// The grammars that are compared with ordinary arithmetic, some of which may be
/// plain.
#[derive(Debug, Args)]
pub(crate) struct AnyGrammarsOption {
    /// Grammar to compare; repeatable [default: all]
    ///
    /// It is compared with ordinary arithmetic, the grammar `left`. A grammar
    /// of your own is a file whose name ends in `.pest`; of one that is not of
    /// arithmetic it says whether it reads the expression.
    #[arg(short, long, value_name = "NAME|FILE.pest", value_parser = grammar())]
    pub(crate) grammar: Vec<Grammar>,
}

/// The grammars that are compared with ordinary arithmetic.
#[derive(Debug, Args)]
pub(crate) struct GrammarsOption {
    /// Grammar to compare; repeatable [default: all]
    ///
    /// It is compared with ordinary arithmetic, the grammar `left`. A grammar
    /// of your own is a file whose name ends in `.pest`; `grammar check` says
    /// whether it will do.
    #[arg(short, long, value_name = "NAME|FILE.pest", value_parser = arithmetic())]
    pub(crate) grammar: Vec<Grammar>,
}

/// Reads the name of a grammar, or a file of the user's own.
pub(crate) fn grammar() -> impl TypedValueParser<Value = Grammar> {
    GrammarParser { named: by_name::<Grammar>(), needs_values: false }
}

/// Reads the name of a grammar, or a file of the user's own that is of arithmetic.
pub(crate) fn arithmetic() -> impl TypedValueParser<Value = Grammar> {
    GrammarParser { named: by_name::<Grammar>(), needs_values: true }
}
