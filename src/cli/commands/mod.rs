//! The subcommands, one file each, with the arguments of the subcommand and the function that
//! runs it.
//!
//! # How to add a subcommand
//!
//! 1. Write a file here with the name of the command; `inspect.rs` is a short one to copy.
//!    `pub(crate) struct Arguments` has the arguments, with shared options flattened from
//!    `cli/options.rs` and `cli/method.rs`; implementing `Formats` names its formats and gives it
//!    the output options. `pub(super) fn run(&Arguments, &mut Output)` does the work, and returns
//!    an `Outcome`, or `()` if it only prints. Write the help into the file of the same name in
//!    `cli/help`: the file begins with `Examples:`, shows a `--json` command with the object that
//!    it prints if there is JSON, lists `CSV columns:` if there is CSV, and ends with all exit
//!    codes.
//! 2. Add a `mod` below, a line to the table of subcommands, in the order of the help, and the
//!    name to [`GROUPS`]. Add an example to the help of the whole program if most people should
//!    see the command there.
//! 3. Put what the command computes into a serializable type in `reports/` or `lessons/`, and
//!    implement `Report` for it in `present/`, with its text and table. Each has a file there, and
//!    a `mod` in the `mod.rs` beside it.
//! 4. Add a session to `tests/sessions`: lines with `$ bracket24` and the name.
//!    `TRYCMD=overwrite cargo test --test commands sessions` adds the output.
//!
//! A subcommand of another, such as `grammar list`, is a file in the folder of that command,
//! whose `mod.rs` has the table; it is in no group.
//!
//! A test of `cli/help.rs` reports a command that is in no group. `tests/commands/help` reports
//! a file that is no command and a command without a session, runs every example, and compares
//! every JSON object of the help with the output.

mod calculate;
mod check;
mod compare;
pub(crate) mod completions;
mod deal;
pub(crate) mod exercise;
mod explain;
mod grammar;
mod hint;
mod inspect;
mod lesson;
mod man;
mod parse;
mod play;
mod quiz;
pub(crate) mod repl;
#[cfg(feature = "serve")]
mod serve;
mod solve;
mod step;
mod survey;
mod templates;
mod trace;

use clap::Parser;

use crate::cli::options::ColorOption;
use crate::cli::{Failure, Outcome, Output};

/// Solve 24-game hands, and see how grammars parse expressions
#[derive(Debug, Parser)]
#[command(
    name = "bracket24",
    // Help shows this name even if the executable has another.
    bin_name = "bracket24",
    version,
    before_help = include_str!("../help/bracket24.txt"),
    subcommand_required = true,
    arg_required_else_help = true,
    override_usage = "\
bracket24 [OPTIONS] <COMMAND>
       bracket24 <HAND>... [OPTIONS of solve]
       bracket24 <EXPR>... [OPTIONS of step]",
)]
pub(super) struct CommandLine {
    #[command(flatten)]
    pub(super) color: ColorOption,

    #[command(subcommand)]
    pub(super) command: Command,
}

/// The names of the commands by subject, for a short list.
pub(super) const GROUPS: &[(&str, &[&str])] = &[
    ("hands", &["solve", "inspect", "deal", "hint", "check", "play", "survey", "compare"]),
    ("templates", &["calculate", "templates"]),
    ("expressions", &["parse", "step", "explain", "trace"]),
    ("grammars", &["grammar"]),
    (
        "classroom",
        &[
            "lesson",
            "exercise",
            "quiz",
            #[cfg(feature = "serve")]
            "serve",
            "repl",
        ],
    ),
    ("this program", &["completions", "man", "help"]),
];

/// Declares the subcommands of a table, in the order of the help. Each is a module with
/// `Arguments` and `run`, and has a help text of the same name in the folder `$help`.
macro_rules! subcommands {
    ($Command:ident, $help:literal:
     $($(#[cfg($when:meta)])? $Variant:ident in $module:ident,)+) => {
        #[derive(Debug, clap::Subcommand)]
        pub(crate) enum $Command {
            $(
                $(#[cfg($when)])?
                #[command(before_help = include_str!(concat!($help, stringify!($module), ".txt")))]
                $Variant($crate::cli::format::WithOutput<$module::Arguments>),
            )+
        }

        impl $Command {
            pub(crate) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
                match self {
                    $($(#[cfg($when)])? Self::$Variant(it) => it.run($module::run, output),)+
                }
            }

            /// Declares only the subcommand with this name, if there is one.
            #[allow(dead_code)] // only the first table needs it
            pub(crate) fn declared(name: &str) -> Option<clap::Command> {
                use $crate::cli::format::WithOutput;

                $($(#[cfg($when)])? if name == stringify!($module) {
                    let command = clap::Command::new(stringify!($module));
                    return Some(<WithOutput<$module::Arguments> as clap::Args>::augment_args(command));
                })+
                None
            }
        }
    };
}
use subcommands;

impl Command {
    /// Whether the exit code is the answer, even if the command writes a file.
    pub(super) const fn is_check(&self) -> bool {
        use Command::{Check, Compare, Exercise, Grammar, Quiz};
        matches!(self, Check(_) | Compare(_) | Exercise(_) | Grammar(_) | Quiz(_))
    }
}

subcommands! { Command, "../help/":
    Solve in solve,
    Inspect in inspect,
    Deal in deal,
    Hint in hint,
    Check in check,
    Play in play,
    Survey in survey,
    Compare in compare,
    Calculate in calculate,
    Parse in parse,
    Step in step,
    Explain in explain,
    Trace in trace,
    Templates in templates,
    Grammar in grammar,
    Lesson in lesson,
    Exercise in exercise,
    Quiz in quiz,
    Repl in repl,
    #[cfg(feature = "serve")]
    Serve in serve,
    Completions in completions,
    Man in man,
}
