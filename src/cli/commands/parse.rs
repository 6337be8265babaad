//! `bracket24 parse`

use bracket24::Grammar;
use bracket24::lessons::{AllTrees, Forest, ForestError, Parse, Reading, SeedGrowth};
use bracket24::present::page::View;
use bracket24::present::parse::{self, ParseReport};
use clap::{Args, ValueEnum};

use crate::cli::grammar_options::AnyGrammarOption;
use crate::cli::input::TextArgument;
use crate::cli::input::{not_parsed, signs_for, unreadable};
use crate::cli::options::whole_number;
use crate::cli::progress::during;
use crate::cli::{Failure, Format, Formats, Outcome, Output, OutputOptions, page};

/// How many trees can be asked for: each takes some kilobytes.
const MOST_TREES: usize = 100_000;

/// Show the parse tree and the expression tree of an expression
#[derive(Debug, Args)]
#[command(
    before_help = "\
Examples:
  bracket24 parse '8/(3-8/3)'
  bracket24 parse 8-4-2 --grammar scala
  bracket24 parse '(N-N/N)*N'
  bracket24 parse 8-4-2-1 --all
  bracket24 parse 8*3 --start term
  bracket24 parse 1-2-3 --grow --grammar minus.pest
  bracket24 parse '(8-3/8)*3' --json
  bracket24 parse '8/(3-8/3)' -o tree.svg
  bracket24 parse '8/(3-8/3)' -o tree.tex
  bracket24 parse '8/(3-8/3)' --format dot | dot -Tpdf > tree.pdf
  bracket24 parse '8/(3-8/3)' -o parse.html",
    after_help = "\
On the left is the parse tree: the rules that matched, each with the text that
it matched, without the blanks around it. Rules in one line, as in
`term › operand`, match the same text, the second called by the first. For
arithmetic it says `every rule call`: silent rules, for which pest returns no
pair, are there too, but not `EOI`. With `--tree pairs`, and under any other
grammar, the tree is what pest returns, `EOI` included. `grammar test` takes the
same tree as an S-expression (`-f sexpr`). On the right is the expression tree
(AST): each operator above its two operands.

A batch can be printed as graphs for Graphviz, one for each line; a picture and
a flowchart for Mermaid show a single expression.

JSON, one object per line; `…` stands for parts that are left out here:
  $ bracket24 parse '(8-3/8)*3' --json
  {\"expression\":\"(8-3/8)*3\",\"grammar\":\"left\",\"tree\":\"(* (- 8 (/ 3 8)) 3)\",
  \"value\":\"183/8\",\"fewest\":\"(8-3/8)*3\",\"full\":\"(8-(3/8))*3\",
  \"rules\":[{\"rule\":\"line\",\"depth\":0,\"at\":0,\"end\":9,\"pair\":false},…],
  \"parse_tree\":{\"rule\":\"line\",\"start\":0,\"end\":9,\"pair\":false,\"children\":[…]}}

`fewest` has the brackets that ordinary arithmetic needs whatever the numbers
are; `full` has all, so that every grammar gives it the same tree. A rule
matched from byte `at` to byte `end`, with the blanks that it takes, as `trace`
tells it; `rules` has all, each with its `depth`, and `parse_tree` has each
among the `children` of the one that called it; `\"pair\":false` marks rules for
which pest returns no pair. Under a grammar other than
`left` there is also the value in `ordinary` arithmetic. An expression without a
value has an `error`:
  $ bracket24 parse 8-4-2 --grammar scala --json
  {\"expression\":\"8-4-2\",\"grammar\":\"scala\",\"tree\":\"(- 8 (- 4 2))\",\"value\":\"6\",
  \"ordinary\":\"2\",\"fewest\":\"8-(4-2)\",\"full\":\"8-(4-2)\",\"rules\":[…],
  \"parse_tree\":…}
  $ bracket24 parse 8/0 --json
  {\"expression\":\"8/0\",\"grammar\":\"left\",\"tree\":\"(/ 8 0)\",\"value\":null,
  \"error\":\"division by zero\",\"fewest\":\"8/0\",\"full\":\"8/0\",\"rules\":[…],
  \"parse_tree\":…}

A grammar that is not of arithmetic gives the parse tree alone: `tree` has the
pairs, and there are no `value`, `fewest` and `full`. Where the rule that it
begins with does not ask for the end, `unread` is the byte after the last one
that was read:
  $ bracket24 parse 8*3+1 --start term --json
  {\"expression\":\"8*3+1\",\"grammar\":\"left\",\"tree\":
  \"(number \\\"8\\\") (multiply (number \\\"3\\\"))\",\"unread\":3,\"rules\":[…],
  \"parse_tree\":…}

A template has its trees too; its `value` is null, and there is no `error`:
  $ bracket24 parse N-N/N --json
  {\"expression\":\"N-N/N\",\"grammar\":\"left\",\"tree\":\"(- N (/ N N))\",\"value\":null,
  \"fewest\":\"N-N/N\",\"full\":\"N-(N/N)\",\"rules\":[…],\"parse_tree\":…}

A text that cannot be read has its parse tree up to the error, and the text that
one edit makes of it, if that can be read, with its tree. Rules that are not
read to their end have `\"open\":true`. The error is printed too:
  $ bracket24 parse '(8-4' --json
  {\"expression\":\"(8-4\",\"grammar\":\"left\",\"tree\":null,\"value\":null,\"error\":…,
  \"message\":\"the text ends too early\",\"at\":4,\"end\":4,\"expected\":[\"`+`\",…],
  \"open_bracket\":0,\"open_rules\":[{\"rule\":\"line\",\"at\":0},…],\"mended\":
  {\"text\":\"(8-4)\",\"at\":4,\"end\":4,\"replacement\":\")\",\"tree\":\"(- 8 4)\",
  \"value\":\"4\",\"rules\":[…],\"parse_tree\":…},\"rules\":[{\"rule\":\"line\",\"depth\":0,
  \"at\":0,\"end\":4,\"pair\":false,\"open\":true},…],\"parse_tree\":…}

With --all:
  $ bracket24 parse 8-4-2 --all --json
  {\"expression\":\"8-4-2\",\"count\":2,\"trees\":[{\"text\":\"(8-4)-2\",
  \"tree\":\"(- (- 8 4) 2)\",\"value\":\"2\",\"taken_by\":[\"left\",…]},…],
  \"refused_by\":[]}
  $ bracket24 parse 8*3 --start term --all --json
  {\"text\":\"8*3\",\"count\":1,\"trees\":[{\"tree\":…,\"taken\":true}],\"beyond\":[]}

With --grow, `end` is up to where the text is read, and in each round `seed` is
up to where the seed reads, null where it fails; `grouping` is \"left\" or
\"right\", `rewrite` has the rules that pest takes, and `rewritten` their tree:
  $ bracket24 parse 1-2 --grow --grammar minus.pest --json
  {\"text\":\"1-2\",\"descent\":{\"rules\":[\"e\"],\"at\":0,\"depth\":20000},
  \"seeds\":[{\"rule\":\"e\",\"at\":0,\"involved\":[],\"rounds\":[{\"seed\":null,\"end\":1},…],
  \"grouping\":null}],\"tree\":…,\"end\":3,\"rewrite\":[…],\"rewritten\":…}

CSV columns: expression, grammar, tree, value, ordinary; with --all there are
expression, tree, value, taken_by. Under a grammar without values they are text,
grammar, tree; with --all text, tree, taken.

Exit codes: 0 every expression has a value, or is a template, or is read by a
grammar that gives no values, 1 one divides by zero, 2 bad input."
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    text: TextArgument,

    #[command(flatten)]
    grammar: AnyGrammarOption,

    /// Draw the pairs that pest returns, or every call of a rule
    ///
    /// The calls are those of silent rules and inside atomic rules, too, and pest returns no
    /// pair for them. Without this option the calls are drawn for arithmetic, the pairs under
    /// any other grammar. JSON always has the calls, and marks with `"pair":false` which of
    /// them are no pairs; an S-expression always has the pairs.
    #[arg(long, value_name = "VIEW", conflicts_with_all = ["all", "limit"], hide_short_help = true)]
    tree: Option<TreeView>,

    /// Show every tree that is possible
    ///
    /// Of arithmetic, these are the trees of the ambiguous grammar
    /// E → E + E | E - E | E * E | E / E | ( E ) | number, each with its value and the
    /// grammars that take it, the built-in ones and the one given. Under any other grammar
    /// they are the trees that its rules allow if their alternatives have no order; tokens
    /// (atomic rules) and blanks match as much as they can. The rules may be left-recursive.
    #[arg(long)]
    all: bool,

    /// Show how left recursion could be read
    ///
    /// pest refuses a rule that begins with itself, such as `e = { e ~ "-" ~ n | n }`: its
    /// parser would call `e` at the same place without end. This option shows that descent; the
    /// growing seed that reads the text all the same (Warth, Douglass and Millstein, 2008; Ohm
    /// has it), round by round; the tree that comes of it; and a rewrite that pest takes.
    #[arg(long, hide_short_help = true, conflicts_with_all = ["all", "limit", "tree"])]
    grow: bool,

    /// Show at most so many trees, and those that a grammar takes
    #[arg(long, value_name = "N", default_value = "42", value_parser = whole_number(0..=MOST_TREES), requires = "all", hide_short_help = true)]
    limit: usize,

    #[command(flatten)]
    output: OutputOptions<Self>,
}

/// What is drawn as the parse tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum TreeView {
    /// what pest returns
    Pairs,
    /// every rule that matched, silent or not
    Calls,
}

impl Formats for Arguments {
    const FORMATS: &[Format] = &[
        Format::Text,
        Format::Json,
        Format::Csv,
        Format::Markdown,
        Format::Sexpr,
        Format::Latex,
        Format::Dot,
        Format::Mermaid,
        Format::Svg,
        Format::Html,
    ];
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
    if arguments.all || arguments.grow {
        let grammar = &arguments.grammar.with_left_recursion()?;
        let format = arguments.output.open(output)?;
        return if arguments.all { all } else { grow }(arguments, grammar, format, output);
    }
    let grammar = &arguments.grammar.chosen()?;
    let format = arguments.output.open(output)?;
    page::check(format, &arguments.text.typed())?;
    let in_batch = arguments.text.is_batch();
    if matches!(format, Format::Mermaid | Format::Svg) && in_batch {
        return Err(Failure::with_help(
            "a picture shows a single expression",
            "give the expression itself, or choose `--format dot` for a graph each",
        ));
    }
    arguments.text.for_each(grammar, output, |typed, output| {
        let text = signs_for(grammar, typed);
        let mut reading = during("parsing it", || Reading::new(&text, grammar));
        reading = match arguments.tree {
            // JSON has both, and marks which are pairs.
            _ if format == Format::Json => reading.of_calls(),
            None if grammar.lacks().is_none() => reading,
            Some(TreeView::Calls) => reading.of_calls(),
            Some(TreeView::Pairs) | None => reading.of_pairs(),
        };
        write(&reading, format, output)?;
        match &reading {
            Reading::Failed(failed) => {
                // A page that there is has its name already.
                if format != Format::Html {
                    output.end_of_text(in_batch)?;
                }
                Err(not_parsed(0, typed, failed))
            }
            Reading::Expression(parse) => Ok(Outcome::from(parse.value().is_ok())),
            Reading::Template(..) | Reading::Plain(_) => Ok(Outcome::Yes),
        }
    })
}

/// Writes every tree of an expression.
fn all(
    Arguments { text, limit, .. }: &Arguments,
    grammar: &Grammar,
    format: Format,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    if !matches!(format, Format::Text | Format::Json | Format::Csv | Format::Markdown) {
        return Err(Failure::with_help(
            "all trees are printed as text, JSON, CSV and Markdown only",
            "leave out `--all` or `--format`",
        ));
    }
    if grammar.lacks().is_some() {
        return text.for_each(grammar, output, |typed, output| {
            let found = during("finding all trees", || Forest::new(typed, grammar, *limit));
            output.report(format, &found.map_err(|error| no_trees(typed, grammar, error))?)?;
            Ok(Outcome::Yes)
        });
    }
    let mut grammars = Grammar::BASIC.to_vec();
    if !grammars.contains(grammar) {
        grammars.push(grammar.clone());
    }
    text.for_each(&Grammar::Left, output, |typed, output| {
        let text = signs_for(&Grammar::Left, typed);
        let parse = Parse::new(&text, &Grammar::Left);
        let parse = parse.map_err(|error| unreadable(typed, &Grammar::Left, &error))?;
        output.report(format, &AllTrees::of(parse, &grammars, *limit))?;
        Ok(Outcome::Yes)
    })
}

/// Writes how seeds grow where rules are left-recursive.
fn grow(
    Arguments { text, .. }: &Arguments,
    grammar: &Grammar,
    format: Format,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    if !matches!(format, Format::Text | Format::Json | Format::Markdown) {
        return Err(Failure::with_help(
            "growing seeds are printed as text, JSON and Markdown only",
            "leave out `--grow` or `--format`",
        ));
    }
    text.for_each(grammar, output, |typed, output| {
        let growth = during("growing seeds", || SeedGrowth::new(typed, grammar));
        let growth = growth.map_err(|error| no_trees(typed, grammar, error))?;
        output.report(format, &growth)?;
        Ok(Outcome::from(growth.tree.is_some()))
    })
}

/// Why no tree of what was `typed` is found.
fn no_trees(typed: &str, grammar: &Grammar, error: ForestError) -> Failure {
    match error {
        ForestError::None(error) => unreadable(typed, grammar, &error),
        other => Failure::plain(other.to_string()),
    }
}

/// The most rules of a tree that is drawn: some megabytes.
const MAX_DRAWN: usize = 20_000;

/// Writes what came of reading a text.
fn write(reading: &Reading, format: Format, output: &mut Output) -> Result<(), Failure> {
    let is_read = reading.failed().is_none();
    let is_drawn = matches!(format, Format::Latex | Format::Dot | Format::Mermaid | Format::Svg);
    if is_drawn && reading.tree().nodes.len() > MAX_DRAWN {
        let rules = reading.tree().nodes.len();
        let too_many = Failure::with_help(
            format!("the parse tree has {rules} rules: a picture shows at most {MAX_DRAWN}"),
            "give a shorter text, or choose `--format json`",
        );
        // Why a text is not read is said in any case.
        return if is_read { Err(too_many) } else { Ok(()) };
    }
    match format {
        // A row, a line or a figure has no place for a text that is not read.
        Format::Csv | Format::Sexpr | Format::Latex if !is_read => Ok(()),
        Format::Sexpr => output.text(&(parse::sexpr(reading) + "\n")),
        Format::Latex => {
            output.separate()?;
            output.text(&parse::latex(reading))
        }
        Format::Dot => output.text(&parse::dot(reading)),
        Format::Mermaid => output.text(&parse::mermaid(reading)),
        Format::Svg => output.text(&parse::svg(reading)),
        Format::Html => page::of_one(View::Parse, reading, output),
        of_all_reports => output.report(of_all_reports, &ParseReport::new(reading)),
    }
}
