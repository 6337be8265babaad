//! What can be typed, and the help that says so.

mod compare;
mod grammar;
mod hands;
mod lessons;
mod options;
mod survey;
mod templates;

use clap::{Parser, Subcommand};
use clap_complete::Shell;

pub(super) use compare::{CompareArguments, Sizes};
pub(super) use grammar::{
    CheckArguments, DiagramArguments, DiffArguments, GrammarCommand, ListGrammarsArguments,
    ShowGrammarArguments,
};
pub(super) use hands::{CalculateArguments, InspectArguments, SolveArguments};
pub(super) use lessons::{
    Detail, ExplainArguments, ExpressionArguments, LessonFormat, ParseArguments, ParseFormat,
    StepArguments, StepFormat, TraceArguments,
};
pub(super) use options::{Format, MethodOptions};
pub(super) use survey::SurveyArguments;
pub(super) use templates::{CoverageArguments, ListArguments, ShowArguments, TemplatesCommand};

/// Help that shows examples before anything else.
const HELP: &str = "\
{about-with-newline}
{before-help}{usage-heading} {usage}

{all-args}{after-help}";

/// Which bracket templates make 24 from a hand: filled, parsed, evaluated exactly
#[derive(Debug, Parser)]
#[command(
    name = "bracket24",
    version,
    help_template = HELP,
    before_help = "\
Examples:
  bracket24 solve 3 3 8 8                      which templates make 24 of this hand
  bracket24 inspect 1 5 5 5                    and which come nearest
  bracket24 survey                             how every hand of 1..13 fares
  bracket24 compare 5 6 7 8                    what each method does for it, and how fast
  bracket24 calculate '(N-N/N)*N' 5 1 5 5      what one template is worth
  bracket24 trace '(5-8-7)*6'                  how an expression is read
  bracket24 parse 8-4-2 --grammar scala        what a grammar reads it as
  bracket24 step '8/(3-8/3)'                   how its value comes about
  bracket24 explain '(5-8-7)*6'                what every grammar makes of it
  bracket24 templates list --cards 3           the templates there are
  bracket24 grammar diff left scala            what two grammars read otherwise",
    after_help = "\
Exit codes: 0 found, 1 none, 2 bad input, 130 interrupted.",
    subcommand_required = true,
    arg_required_else_help = true,
    args_override_self = true,
    disable_help_subcommand = true
)]
pub(super) struct Arguments {
    #[command(flatten)]
    pub(super) color: colorchoice_clap::Color,

    #[command(subcommand)]
    pub(super) command: Command,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    Solve(SolveArguments),
    Inspect(InspectArguments),
    Survey(SurveyArguments),
    Compare(CompareArguments),
    Calculate(CalculateArguments),
    Parse(ParseArguments),
    Step(StepArguments),
    Explain(ExplainArguments),
    Trace(TraceArguments),
    /// The sets of templates
    #[command(
        help_template = HELP,
        before_help = "\
Examples:
  bracket24 templates list --cards 3
  bracket24 templates list --templates scala --classes
  bracket24 templates show '(N-(N-N))*N'
  bracket24 templates coverage --plot coverage.svg"
    )]
    Templates {
        #[command(subcommand)]
        command: TemplatesCommand,
    },
    /// What reads the templates and expressions: the grammars themselves
    #[command(
        help_template = HELP,
        before_help = "\
Examples:
  bracket24 grammar list
  bracket24 grammar show scala
  bracket24 grammar diff left scala
  bracket24 grammar diagram left --output left.svg"
    )]
    Grammar {
        #[command(subcommand)]
        command: GrammarCommand,
    },
    /// Prints a completion script for a shell
    #[command(
        help_template = HELP,
        before_help = "\
Examples:
  bracket24 completions bash > /etc/bash_completion.d/bracket24
  bracket24 completions fish > ~/.config/fish/completions/bracket24.fish"
    )]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Prints a manual page
    #[command(
        help_template = HELP,
        before_help = "\
Examples:
  bracket24 man | man -l -
  bracket24 man templates list > bracket24-templates-list.1"
    )]
    Man {
        /// The command it is about, such as `solve` or `templates list`; the
        /// whole unless told
        command: Vec<String>,
    },
}
