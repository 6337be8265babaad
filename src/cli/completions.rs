//! `bracket24 completions` and `bracket24 man`

use clap::CommandFactory;
use clap_complete::Shell;

use super::Outcome;
use super::arguments::Arguments;
use super::failure::Failure;
use super::output::Output;

pub(super) fn run(shell: Shell, output: &mut Output) -> Result<Outcome, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "bracket24", &mut script);
    output.writer().write_all(&script)?;
    Ok(Outcome::Yes)
}

/// The manual page of `command`, or of the whole with a page for each command
/// after it.
pub(super) fn man(command: Option<&str>, output: &mut Output) -> Result<Outcome, Failure> {
    let mut whole = Arguments::command();
    whole.build();
    let page = match command {
        None => whole,
        Some(name) => {
            let found = whole.find_subcommand(name).cloned().ok_or_else(|| {
                Failure::with_help(
                    format!("there is no command `{name}`"),
                    "`bracket24 help` lists the commands",
                )
            })?;
            let title = format!("bracket24-{name}");
            found.name(title.clone()).display_name(title)
        }
    };
    clap_mangen::Man::new(page).render(&mut output.writer())?;
    Ok(Outcome::Yes)
}
