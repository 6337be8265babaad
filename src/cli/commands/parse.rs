//! `bracket24 parse`

use std::ffi::OsStr;
use std::path::Path;

use bracket24::exercises::Exercise;
use bracket24::lessons::{AllTrees, Forest, ForestError, Parse, Reading, SeedGrowth};
use bracket24::present::page::View;
use bracket24::present::parse::{self, ParseReport};
use bracket24::{Grammar, Named};
use clap::{Args, ValueEnum};
use itertools::Itertools;

use crate::cli::grammar_options::AnyGrammarOption;
use crate::cli::input::{TextArgument, not_parsed, signs_for, unreadable};
use crate::cli::options::whole_number;
use crate::cli::{Ended, Failure, Format, Outcome, Output, during, formats, page};

/// The maximum number of trees to print. Each takes a few kilobytes.
const MOST_TREES: usize = 100_000;

/// Show the parse tree and the expression tree of a text
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    text: TextArgument,

    #[command(flatten)]
    grammar: AnyGrammarOption,

    /// Draw this parse tree [default: calls for arithmetic, else pairs]
    #[arg(long, value_name = "VIEW", conflicts_with_all = ["all", "limit"], hide_short_help = true)]
    tree: Option<TreeView>,

    /// Show every possible tree
    ///
    /// For + - * /: those of `E → E+E | E-E | E*E | E/E | (E) | number`. Otherwise: those of the
    /// rules, as if alternatives had no order; atomic rules and blanks stay greedy. Rules may be
    /// left-recursive.
    #[arg(long)]
    all: bool,

    /// Show how a growing seed parses left recursion
    ///
    /// pest refuses `e = { e ~ "-" ~ n | n }`: its parser would call `e` without end. Shows
    /// these calls, the rounds of the seed (Warth et al., 2008), the tree and, if found, a rewrite
    /// for pest.
    #[arg(long, hide_short_help = true, conflicts_with_all = ["all", "limit", "tree"])]
    grow: bool,

    /// Show this many trees, and those that grammars build
    #[arg(long, value_name = "N", default_value = "42", value_parser = whole_number(0..=MOST_TREES), requires = "all", hide_short_help = true)]
    limit: usize,
}

/// The parse tree to draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum TreeView {
    /// the pairs that pest returns
    Pairs,
    /// every rule that matched, even silent or inside atomic rules
    Calls,
}

formats!(Arguments: Text, Json, Csv, Markdown, Sexpr, Latex, Dot, Mermaid, Svg, Html);

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Ended {
    if arguments.all || arguments.grow {
        let grammar = &arguments.grammar.with_left_recursion()?;
        return if arguments.all { all } else { grow }(arguments, grammar, output);
    }
    let grammar = &arguments.grammar.chosen()?;
    let format = output.format;
    arguments.text.for_each(grammar, output, |typed, output| {
        let text = signs_for(grammar, typed);
        let mut reading = during("parsing it", || Reading::new(&text, grammar));
        reading = match arguments.tree {
            // JSON has all calls, and marks the pairs among them.
            _ if format == Format::Json => reading.of_calls(),
            None if grammar.lacks().is_none() => reading,
            Some(TreeView::Calls) => reading.of_calls(),
            Some(TreeView::Pairs) | None => reading.of_pairs(),
        };
        write(&reading, output)?;
        match &reading {
            Reading::Failed(failed) => {
                // For a page, `write` has already ended the output.
                if format != Format::Html {
                    output.end_of_text()?;
                }
                Err(not_parsed(0, typed, failed))
            }
            Reading::Expression(parse) => Ok(Outcome::from(parse.value().is_ok())),
            Reading::Template(..) | Reading::Plain(_) => Ok(Outcome::Yes),
        }
    })
}

/// Prints every tree of an expression.
fn all(arguments: &Arguments, grammar: &Grammar, output: &mut Output) -> Ended {
    let Arguments { text, limit, .. } = arguments;
    if !matches!(output.format, Format::Text | Format::Json | Format::Csv | Format::Markdown) {
        return Err(Failure::format("`--all` prints only text, JSON, CSV and Markdown", "`--all`"));
    }
    let of_rules = |typed: &str, output: &mut Output| {
        let found = during("finding all trees", || Forest::new(typed, grammar, *limit));
        output.report(&found.map_err(|error| no_trees(typed, grammar, error))?)?;
        Ok(Outcome::Yes)
    };
    if grammar.lacks().is_some() {
        return text.for_each(grammar, output, of_rules);
    }
    let grammars = Grammar::BASIC.iter().chain([grammar]).unique().cloned().collect_vec();
    text.for_each(&Grammar::Left, output, |typed, output| {
        let parse = Parse::new(&signs_for(&Grammar::Left, typed), &Grammar::Left);
        let Ok(parse) = parse else {
            let own = signs_for(grammar, typed);
            let read = grammar.parse(&own).map_err(|error| unreadable(typed, grammar, &error));
            return read.and_then(|_| of_rules(&own, output));
        };
        output.report(&AllTrees::of(parse, &grammars, *limit))?;
        Ok(Outcome::Yes)
    })
}

/// Shows how the seeds of left-recursive rules grow.
fn grow(arguments: &Arguments, grammar: &Grammar, output: &mut Output) -> Ended {
    if !matches!(output.format, Format::Text | Format::Json | Format::Markdown) {
        return Err(Failure::format("`--grow` prints only text, JSON and Markdown", "`--grow`"));
    }
    arguments.text.for_each(grammar, output, |typed, output| {
        let growth = during("growing seeds", || SeedGrowth::new(typed, grammar));
        let mut growth = growth.map_err(|error| no_trees(typed, grammar, error))?;
        let file = Path::new(grammar.name()).file_name().and_then(OsStr::to_str);
        // The hints of an exercise lead to the solution.
        if file.is_some_and(Exercise::is_answer) {
            growth.rewrite = None;
        }
        output.report(&growth)?;
        Ok(Outcome::from(growth.tree.is_some()))
    })
}

/// The error if there is no tree of the text `typed`.
fn no_trees(typed: &str, grammar: &Grammar, error: ForestError) -> Failure {
    match error {
        ForestError::None(error) => unreadable(typed, grammar, &error),
        other => Failure::plain(other.to_string()),
    }
}

/// The maximum number of nodes in a drawn tree. A drawing of that size takes a few megabytes.
const MAX_DRAWN: usize = 20_000;

/// Prints the result of parsing a text.
fn write(reading: &Reading, output: &mut Output) -> Result<(), Failure> {
    let format = output.format;
    let is_read = reading.failed().is_none();
    let is_drawn = matches!(format, Format::Latex | Format::Dot | Format::Mermaid | Format::Svg);
    if is_drawn && reading.tree().nodes.len() > MAX_DRAWN {
        let rules = reading.tree().nodes.len();
        let too_many = Failure::with_help(
            format!("the parse tree has {rules} rules: a picture shows at most {MAX_DRAWN}"),
            "give a shorter text, or choose `--format json`",
        );
        // If the text did not parse, the caller returns its own error.
        return if is_read { Err(too_many) } else { Ok(()) };
    }
    match format {
        // These formats cannot show a text that did not parse.
        Format::Csv | Format::Sexpr | Format::Latex if !is_read => Ok(()),
        Format::Sexpr => output.text(&(parse::sexpr(reading) + "\n")),
        Format::Latex => output.separate()?.text(&parse::latex(reading)),
        Format::Dot => output.text(&parse::dot(reading)),
        Format::Mermaid => output.text(&parse::mermaid(reading)),
        Format::Svg => output.text(&parse::svg(reading)),
        Format::Html => page::of_one(View::Parse, reading, output),
        _ => output.report(&ParseReport(reading)),
    }
}
