//! `bracket24 repl`

mod editor;
mod session;

use std::env;
use std::io::{self, IsTerminal};
use std::ops::ControlFlow;
use std::path::PathBuf;

use bracket24::present::{Block, Document, Table, markup as m};

use editor::Lines;
#[cfg(feature = "serve")]
pub(crate) use session::words;

use session::Session;

use crate::cli::{Ended, Failure, Outcome, Output, formats, interrupt, stdin, terminal};

/// The name of this command.
const NAME: &str = "repl";

/// Type expressions, hands and commands at a prompt
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Do not save the history
    #[arg(long)]
    no_history: bool,
}

formats!(Arguments:);

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Ended {
    let mut session = Session::default();
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return stdin::each_line(stdin::trimmed, output, |line, output| session.line(line, output));
    }
    // Ctrl-C ends a long command, but not the prompt.
    interrupt::watch().map_err(Failure::plain)?;
    let mut lines = Lines::new(if arguments.no_history { None } else { history_file() })?;
    terminal::say("type an expression such as 8/(3-8/3), a hand such as 3 3 8 8, or help\n");
    while let Some(line) = lines.next(&session.settings.prompt())? {
        if line.trim().is_empty() || line.trim().starts_with('#') {
            continue;
        }
        match session.line(&line, &mut Output::stdout()) {
            Ok(ControlFlow::Continue(_)) => {}
            Ok(ControlFlow::Break(outcome)) => return Ok(outcome),
            Err(Failure::ClosedPipe) => return Err(Failure::ClosedPipe),
            Err(failure) => failure.report(None),
        }
    }
    Ok(Outcome::Yes)
}

/// The file of the history.
fn history_file() -> Option<PathBuf> {
    let folder = |name| env::var_os(name).map(PathBuf::from).filter(|it| it.is_absolute());
    let state = folder(if cfg!(windows) { "LOCALAPPDATA" } else { "XDG_STATE_HOME" });
    let state = state.or_else(|| Some(env::home_dir()?.join(".local").join("state")))?;
    Some(state.join("bracket24").join("history"))
}

/// The text that `:help` prints.
fn overview() -> Document {
    let examples = include_str!("lines.txt").lines().filter_map(|it| it.split_once("  "));
    let rows = examples.map(|(line, does)| vec![m::template(line), m::plain(does)]);
    let keys = "Tab completes, the arrows bring back earlier lines, Ctrl-C clears the line.";
    Document(vec![Table::of(rows).into(), Block::Blank, m::note(keys).into()])
}
