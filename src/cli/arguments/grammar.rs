//! What is done with grammars.

use std::path::PathBuf;

use bracket24::Grammar;
use bracket24::reports::MAX_DIFF_TOKENS;
use clap::{Args, Subcommand};

use super::HELP;
use super::options::{grammar, up_to};
use crate::cli::file::svg_file;

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum GrammarCommand {
    List(ListGrammarsArguments),
    Show(ShowGrammarArguments),
    Diagram(DiagramArguments),
    Diff(DiffArguments),
    Check(CheckArguments),
}

/// The grammars there are, and how each reads 8-4-2
#[derive(Debug, Args)]
#[command(
    help_template = HELP,
    before_help = "\
Examples:
  bracket24 grammar list
  bracket24 grammar list --json",
    after_help = "\
With --json: `grammar`, `summary`, and of 8-4-2 the `expression`, its `tree` and
its `value`."
)]
pub(in crate::cli) struct ListGrammarsArguments {
    /// Print JSON, an object a line
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

/// The rules of a grammar, with what they mean, as a file to edit
#[derive(Debug, Args)]
#[command(
    help_template = HELP,
    before_help = "\
Examples:
  bracket24 grammar show left
  bracket24 grammar show scala > mine.pest",
    after_help = "\
The grammar's own rules come first, then those it shares with all others; the
whole is one file that pest reads.

With --json: `grammar` and `source`."
)]
pub(in crate::cli) struct ShowGrammarArguments {
    /// The grammar
    #[arg(value_name = "NAME|FILE.pest", value_parser = grammar())]
    pub(in crate::cli) grammar: Grammar,

    /// Print a JSON object
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

/// The rules of a grammar drawn as railways, as an SVG
#[derive(Debug, Args)]
#[command(
    help_template = HELP,
    before_help = "\
Examples:
  bracket24 grammar diagram left --output left.svg
  bracket24 grammar diagram scala > scala.svg",
    after_help = "\
Any way along the rails is a text that the rule reads; where they part, pest
takes the first way that goes on. A click on a rule goes to its own drawing."
)]
pub(in crate::cli) struct DiagramArguments {
    /// The grammar
    #[arg(value_name = "NAME|FILE.pest", value_parser = grammar())]
    pub(in crate::cli) grammar: Grammar,

    /// Write it into this file [default: standard output]
    #[arg(long, short, value_name = "FILE.svg", value_parser = svg_file)]
    pub(in crate::cli) output: Option<PathBuf>,
}

/// The shortest expressions that two grammars read otherwise
#[derive(Debug, Args)]
#[command(
    help_template = HELP,
    before_help = "\
Examples:
  bracket24 grammar diff left scala
  bracket24 grammar diff left scala --limit 1
  bracket24 grammar diff left scala --length 7 --json",
    after_help = "\
Texts are tried one and all, the shortest first, until one has another value or
is an expression to one grammar alone; the length is counted in tokens, which
are numbers, signs and brackets. Up to 5 tokens every text is tried, longer ones
only where ordinary arithmetic takes them for an expression. Numbers are put in
for which the values differ; where there are none, the two only group otherwise.

With --json: `a`, `b`, how many texts were `tried`, the `length` of the longest
of them, and the `differences`, each an `expression` with the `tree` and the
`value` under `a` and under `b`; null in place of both where a grammar does not
read it.

Exit codes: 0 no difference was found, 1 they differ, 2 bad input."
)]
pub(in crate::cli) struct DiffArguments {
    /// A grammar
    #[arg(value_name = "NAME|FILE.pest", value_parser = grammar())]
    pub(in crate::cli) a: Grammar,

    /// Another grammar
    #[arg(value_name = "NAME|FILE.pest", value_parser = grammar())]
    pub(in crate::cli) b: Grammar,

    /// The longest texts to try, in tokens
    #[arg(long, value_name = "N", default_value = "9", value_parser = up_to(MAX_DIFF_TOKENS))]
    pub(in crate::cli) length: usize,

    /// How many differences to print
    #[arg(long, value_name = "N", default_value = "12")]
    pub(in crate::cli) limit: usize,

    /// Print a JSON object
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

/// Whether a file is a grammar that can be used in place of a name
#[derive(Debug, Args)]
#[command(
    help_template = HELP,
    before_help = "\
Examples:
  bracket24 grammar show left > mine.pest
  bracket24 grammar check mine.pest
  bracket24 explain 8-4-2 --grammar mine.pest",
    after_help = "\
The names of the rules say what they mean:

  expression   what a line holds; this one must be there
  add subtract multiply divide
               an operation; it closes right after its right operand, as in
               `term ~ (\"+\" ~ add)*` with `add = { term }`; all four must be there,
               and their signs are + - * /
  number slot  an operand: digits, and the `N` of a template

Other rules may be called as one likes. Rules that all grammars share, such as
`line`, `operand` and `number`, are there if the file does not define them.

What is found: rules that are missing, undefined, defined twice or never tried,
left recursion, repetitions that never end, and alternatives that can never match
because a single earlier one always does, as far as the first parts in which the
two differ tell, as in `\"<\" | \"<=\"` and `ASCII_DIGIT | \"5\"`.

A file may have 500 rules and a megabyte. A grammar with too many ways from rule
to rule is refused after 10 seconds.

With --json: `file`, how many `rules` it has with those it shares, and `errors`,
each with `line`, `column`, `message` and `advice`; `rules` is null where there
are any.

Exit codes: 0 it is one, 1 it has mistakes, 2 it cannot be read at all."
)]
pub(in crate::cli) struct CheckArguments {
    /// The file
    #[arg(value_name = "FILE")]
    pub(in crate::cli) file: PathBuf,

    /// Print a JSON object
    #[arg(long)]
    pub(in crate::cli) json: bool,
}
