//! What is taught of single expressions.

use std::path::PathBuf;

use bracket24::{Grammar, Rational};
use clap::{Args, ValueEnum};

use super::HELP;
use super::options::{PageOptions, grammar};
use crate::cli::input;

/// An expression, or a batch of them, and what reads it.
#[derive(Debug, Args)]
pub(in crate::cli) struct ExpressionArguments {
    /// The expression: `8/(3-8/3)`; `-` reads one a line from standard input
    #[arg(value_name = "EXPR", allow_hyphen_values = true)]
    pub(in crate::cli) expression: String,

    /// What reads the expression
    #[arg(
        long,
        value_name = "NAME|FILE.pest",
        default_value = "left",
        value_parser = grammar()
    )]
    pub(in crate::cli) grammar: Grammar,
}

/// What an expression is read as: the rules of the grammar, and the tree
#[derive(Debug, Args)]
#[command(
    help_template = HELP,
    before_help = "\
Examples:
  bracket24 parse '8/(3-8/3)'
  bracket24 parse 8-4-2 --grammar scala
  bracket24 parse '(8-3/8)*3' --json
  bracket24 parse '8/(3-8/3)' --format svg --output tree.svg
  bracket24 parse '8/(3-8/3)' --format dot | dot -Tpdf > tree.pdf
  bracket24 parse '8/(3-8/3)' --format html --output parse.html",
    after_help = "\
On the left stand the rules that read the text, those that leave no mark too,
each with what it read, without the blanks around it. Rules in one line, as in
`term › operand`, read the same, one inside the other. On the right stands the
expression: each operator above its two operands.

Graphs for Graphviz may be as many as a batch has lines; a picture and a flowchart
for Mermaid show one expression.

JSON: {\"expression\":…,\"grammar\":\"left\",\"tree\":\"(* (- 8 (/ 3 8)) 3)\",
\"value\":\"183/8\",\"fewest\":…,\"full\":…,\"rules\":[{\"rule\":\"line\",\"depth\":0,
\"at\":0,\"end\":9},…]}; `fewest` has the brackets that ordinary arithmetic
needs whatever the numbers are, `full` has all, so that every grammar reads it alike. A rule
read from byte `at` to byte `end`. Where a division by zero stops it,
\"value\":null and \"error\". Under another grammar than `left` also \"ordinary\",
the value in ordinary arithmetic.

Exit codes: 0 every expression has a value, 1 one divides by zero, 2 bad input."
)]
pub(in crate::cli) struct ParseArguments {
    #[command(flatten)]
    pub(in crate::cli) read: ExpressionArguments,

    /// How to print the trees
    #[arg(long, value_enum, default_value_t)]
    pub(in crate::cli) format: ParseFormat,

    /// Write the page, the picture or the graphs into this file
    /// [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    pub(in crate::cli) output: Option<PathBuf>,

    /// Print JSON, an object a line
    #[arg(long, conflicts_with = "format")]
    pub(in crate::cli) json: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(in crate::cli) enum ParseFormat {
    /// For people
    #[default]
    Text,
    /// An object a line, as `--json`
    Json,
    /// A graph for Graphviz
    Dot,
    /// A flowchart for Mermaid
    Mermaid,
    /// A picture
    Svg,
    /// A page to hand out, that shows how it is read, and worked out after that
    Html,
}

/// What the keys of `--step` do, for the help of the commands that have it.
macro_rules! keys {
    () => {
        "\
With --step, on a terminal: → and ← go forward and back (also Space and
Backspace, j and k), PgDn and PgUp ten at once, Home and End (g and G) to the
ends; a number and Enter go there; f and F find the next and the last failure; m
and M the next and the last match of the rule in sight, / and its name the next
of another, n and N that again; q, Esc and Ctrl-C end it. Without a terminal all
is printed, one moment after another.
"
    };
}

/// How the value of an expression comes about, exactly, an operation at a time
#[derive(Debug, Args)]
#[command(
    help_template = HELP,
    before_help = "\
Examples:
  bracket24 step '8/(3-8/3)'
  bracket24 step 8-4-2 --grammar scala
  bracket24 step '(8-(4-2))*3' --brackets
  bracket24 step '8/(3-8/3)' --format latex
  bracket24 step '8/(3-8/3)' --format html --output step.html
  bracket24 step '8/(3-8/3)' --step",
    after_help = concat!("\
A value is put in brackets where it is a fraction or negative and something else
stands beside it: 8/(1/3) is not 8/1/3. `divide in term` says that the rule `term`
of the grammar holds the operands together.

", keys!(), "
JSON: {\"expression\":…,\"steps\":[{\"operation\":\"8/3\",\"value\":\"8/3\",
\"left\":\"8/(3-(8/3))\",\"at\":5,\"end\":8,\"rule\":\"term\",\"role\":\"divide\"}],
\"value\":\"24\",\"grammar\":\"left\"}; the operation stands in what was left before,
from byte `at` to byte `end`. The rule is the innermost one of the grammar that
holds both operands, the role is the operation's own rule. Where a
division by zero ends the steps, \"value\":null, \"error\" and \"failed\", the
operation. Under another grammar than `left` also \"ordinary\", the value in
ordinary arithmetic.

With --brackets: {\"expression\":…,\"grammar\":\"left\",\"tree\":…,\"value\":…,
\"brackets\":[{\"open\":0,\"close\":8,\"needed\":\"value\",\"without\":\"8-(4-2)*3\",
\"tree\":…,\"value\":\"2\"}]}. What a pair is needed for is \"value\" (without it the
value is another), \"tree\" (without it only the tree is) or \"nothing\"; each is
judged alone, all others left standing.

Exit codes: 0 every expression has a value, 1 one divides by zero, 2 bad input,
130 ended by Ctrl-C.")
)]
pub(in crate::cli) struct StepArguments {
    #[command(flatten)]
    pub(in crate::cli) read: ExpressionArguments,

    /// Say of every pair of brackets whether it is needed
    #[arg(long)]
    pub(in crate::cli) brackets: bool,

    /// Go through it step by step, by keys
    #[arg(long, conflicts_with_all = ["brackets", "format", "json"])]
    pub(in crate::cli) step: bool,

    /// How to print the steps
    #[arg(long, value_enum, default_value_t)]
    pub(in crate::cli) format: StepFormat,

    #[command(flatten)]
    pub(in crate::cli) page: PageOptions,

    /// Print JSON, an object a line
    #[arg(long, conflicts_with = "format")]
    pub(in crate::cli) json: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(in crate::cli) enum StepFormat {
    /// For people
    #[default]
    Text,
    /// An `align*` of amsmath for LaTeX
    Latex,
    /// A page to hand out, that goes through the steps and what led to them
    Html,
}

/// How an expression is read: every rule tried, what it matched or where it gave
/// up
#[derive(Debug, Args)]
#[command(
    help_template = HELP,
    before_help = "\
Examples:
  bracket24 trace '(5-8-7)*6'
  bracket24 trace 8-4-2 --grammar right --detail rules
  bracket24 trace '(((((((1)))))))' --grammar right_slow --stats
  bracket24 trace '(5-8-7)*6' --format html --output trace.html
  bracket24 trace '8/(3-8/3)' --step",
    after_help = concat!("\
A line is a rule that was tried: the columns that it read, its text at its place,
and its name, further in the more rules are around it. The trace of a text that
cannot be read is printed too.

", keys!(), "
JSON: an object an event. {\"event\":\"enter\",\"rule\":\"term\",\"depth\":2,\"at\":1}, and
for each of these, once what is in it is done, {\"event\":\"match\",\"rule\":\"term\",
\"depth\":2,\"at\":1,\"end\":4}, with \"kept\":false where it is given up again, or
{\"event\":\"fail\",\"rule\":\"term\",\"depth\":2,\"at\":1,\"stopped\":2,\"seen\":\"-\"}.
Places are bytes, from 0; what is matched lies before `end`. A terminal has
\"terminal\" in place of \"rule\" and no enter. In a batch every event has
\"expression\". With --stats one object, {\"rule_calls\":n,\"distinct\":n,
\"repeated\":n,\"rules\":[{\"rule\":…,\"rule_calls\":n,\"distinct\":n,\"matched\":n}]}: all
calls of rules of the grammar, the different pairs of a rule and a place among
them, which is what a memo would have to hold, and the rest.

Exit codes: 0 every expression can be read, 2 one cannot, 130 ended by Ctrl-C.")
)]
pub(in crate::cli) struct TraceArguments {
    #[command(flatten)]
    pub(in crate::cli) read: ExpressionArguments,

    /// How much to tell
    #[arg(long, value_enum, default_value_t)]
    pub(in crate::cli) detail: Detail,

    /// Tell of this rule alone, and of the terminals right in it
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) rule: Option<String>,

    /// Tell only of what was tried at this column, from 1
    #[arg(long, value_name = "COLUMN", value_parser = clap::value_parser!(u64).range(1..))]
    pub(in crate::cli) at: Option<u64>,

    /// Count the calls of rules, and those that repeat one
    #[arg(long, conflicts_with_all = ["detail", "rule", "at"])]
    pub(in crate::cli) stats: bool,

    /// Go through it rule by rule, by keys; with `--detail all` terminals too
    #[arg(long, conflicts_with_all = ["rule", "at", "stats", "format", "json"])]
    pub(in crate::cli) step: bool,

    /// How to tell it
    #[arg(long, value_enum, default_value_t)]
    pub(in crate::cli) format: LessonFormat,

    #[command(flatten)]
    pub(in crate::cli) page: PageOptions,

    /// Print JSON, an object an event
    #[arg(long, conflicts_with = "format")]
    pub(in crate::cli) json: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(in crate::cli) enum LessonFormat {
    /// For people
    #[default]
    Text,
    /// A page to hand out, that goes through all events and the steps after them
    Html,
}

/// How much of a trace is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, ValueEnum)]
pub(in crate::cli) enum Detail {
    /// The rules that matched something
    #[default]
    Story,
    /// All rules, those that gave up too
    Rules,
    /// The terminals too
    All,
}

/// What every grammar makes of an expression, side by side, and where they part
#[derive(Debug, Args)]
#[command(
    help_template = HELP,
    before_help = "\
Examples:
  bracket24 explain '(5-8-7)*6'
  bracket24 explain 8-3+2 --target 3
  bracket24 explain 8/4/2 --grammar scala
  bracket24 explain '(5-8-7)*6' --format html --output explain.html",
    after_help = "\
Shown are tree, value and rule calls under each grammar; the first sign, from the
left, of which a grammar takes another right operand than ordinary arithmetic
does, and why; and the verdict: whether the target is a true or a false solution.

JSON: {\"expression\":…,\"readings\":[{\"grammar\":\"scala\",\"tree\":…,\"value\":\"24\",
\"rule_calls\":39,\"verdict\":\"false\",\"parting\":{\"sign\":\"-\",\"at\":2,
\"ordinary\":{\"at\":3,\"end\":4,\"rule\":\"expression\",\"role\":\"subtract\"},\"here\":{…},
\"causes\":[{\"first\":\"-\",\"then\":\"-\",\"order\":\"right\"}]}}],\"agree\":false,
\"same_trees\":false,\"target\":\"24\",\"verdict\":\"false\"}. \"ordinary\" and \"here\" are the
operand of the sign that each takes, from byte `at` to byte `end`. A cause is
what is done first and what then, and its order: \"left\" or \"right\" where both
group from there, \"precedence\" where the one is done before the other. Verdicts
are \"true\", \"false\", \"lost\" (the target in ordinary arithmetic, and not here) and
\"none\". A grammar that refuses the text has \"tree\":null, \"value\":null and
\"error\", and does not count as differing; of what divides by zero only the value
is null.

Exit codes: 0 the value is the same under all, 1 it is not, 2 bad input."
)]
pub(in crate::cli) struct ExplainArguments {
    /// The expression: `(5-8-7)*6`; `-` reads one a line from standard input
    #[arg(value_name = "EXPR", allow_hyphen_values = true)]
    pub(in crate::cli) expression: String,

    /// What it is to be worth: a whole number or a fraction `p/q`
    #[arg(
        long,
        value_name = "T",
        default_value = "24",
        allow_hyphen_values = true,
        value_parser = input::target
    )]
    pub(in crate::cli) target: Rational,

    /// A grammar to set beside ordinary arithmetic; can be given several times
    /// [default: all]
    #[arg(long, value_name = "NAME|FILE.pest", value_parser = grammar())]
    pub(in crate::cli) grammar: Vec<Grammar>,

    /// How to show it
    #[arg(long, value_enum, default_value_t)]
    pub(in crate::cli) format: LessonFormat,

    #[command(flatten)]
    pub(in crate::cli) page: PageOptions,

    /// Print JSON, an object a line
    #[arg(long, conflicts_with = "format")]
    pub(in crate::cli) json: bool,
}
