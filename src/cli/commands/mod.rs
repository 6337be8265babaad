//! The subcommands. Each has a file with its arguments and the function that runs it.
//!
//! # How to add a subcommand
//!
//! 1. Write a file here with the name of the command. `inspect.rs` is a short example to copy.
//!    `pub(crate) struct Arguments` declares the arguments, and flattens the shared options of
//!    `cli/options.rs` and `cli/method.rs`. `impl Formats for Arguments` names the output formats,
//!    and adds the options for the output. `pub(super) fn run(&Arguments, &mut Output)` does the
//!    work, and returns an `Outcome`, or `()` if the command only prints. Write the help into the
//!    file of the same name in `cli/help`. It begins with `Examples:` and ends with all exit codes,
//!    if there are others than 0 and 2.
//!    If the command prints JSON, the help shows a `--json` command and the object that this
//!    command prints. If the command prints CSV, the help lists `CSV columns:`.
//! 2. Below, add a `mod`, add a line to the table of subcommands, which is in the order of the
//!    help, and add the name to `src/cli/groups.txt`. Add an example to the help of the whole
//!    program if most people should see the command there.
//! 3. In `reports/` or `lessons/`, write a serializable type for the result of the command. In
//!    `present/`, implement `Report` for this type, with its text and table. The type and the
//!    implementation each have their own file, and a `mod` in the `mod.rs` beside it.
//! 4. Add a session to `tests/sessions`: lines that begin with `$ bracket24` and the name of the
//!    command. `TRYCMD=overwrite cargo test --test commands sessions` adds the output.
//!
//! A subcommand of a subcommand, such as `grammar list`, has its file in the folder of its parent,
//! here `grammar/`. The `mod.rs` of that folder has the table. Such a subcommand is in no group.
//!
//! A test of `cli/help.rs` reports a command that is in no group. `tests/commands/help` reports a
//! help file without a command and a command without a session. It also runs every example, and
//! compares every JSON object of the help with the output.

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
use crate::cli::{Ended, Output};

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

/// Declares the subcommands of a table, in the order of the help. Each subcommand is a module with
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
            pub(crate) fn run(&self, output: &mut Output) -> Ended {
                match self {
                    $($(#[cfg($when)])? Self::$Variant(it) => it.run($module::run, output),)+
                }
            }

            /// Returns the declaration of the subcommand with this name, if there is one.
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
