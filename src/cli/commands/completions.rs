//! `bracket24 completions`

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap_complete_nushell::Nushell;

use crate::cli::Outcome;
use crate::cli::complete;
use crate::cli::failure::Failure;
use crate::cli::options::HELP;
use crate::cli::output::Output;

/// The command that a script calls, wherever it is installed.
const NAME: &str = "bracket24";

/// The shell whose script is not among those that call the command.
const NUSHELL: &str = "nushell";

/// What lets zsh find the script by its name, as `_bracket24` in a folder of the
/// `fpath`: the first time, the file is the body of the function that completes.
const ZSH_AUTOLOAD: &str = r#"
if [[ $funcstack[1] == _bracket24 ]]; then
    _clap_dynamic_completer_bracket24 "$@"
fi
"#;

/// Print a script that completes commands, names and files
#[derive(Debug, Args)]
#[command(
    help_template = HELP,
    before_help = "\
Examples:
  bracket24 completions bash
  bracket24 completions zsh > _bracket24",
    after_help = "\
One line in a file of your own is enough, and stays right after an update.
  bash, in ~/.bashrc:
    source <(bracket24 completions bash)
  zsh, in ~/.zshrc after `compinit`:
    source <(bracket24 completions zsh)
  fish, in ~/.config/fish/completions/bracket24.fish:
    bracket24 completions fish | source
  elvish, in ~/.config/elvish/rc.elv:
    eval (bracket24 completions elvish | slurp)
  powershell, in the file that $PROFILE names:
    bracket24 completions powershell | Out-String | Invoke-Expression
  nushell, typed once, and again after an update:
    let folder = $nu.default-config-dir | path join autoload
    mkdir $folder
    bracket24 completions nushell | save -f ($folder | path join b24.nu)

A package can install the scripts as files instead: `bracket24` in
share/bash-completion/completions, `_bracket24` in share/zsh/site-functions and
`bracket24.fish` in share/fish/vendor_completions.d. They call `bracket24`,
which must be on the PATH."
)]
pub(crate) struct Arguments {
    /// The shell: bash, zsh, fish, elvish, powershell or nushell
    #[arg(value_parser = shells())]
    shell: String,
}

/// Reads the name of a shell.
fn shells() -> impl TypedValueParser<Value = String> {
    PossibleValuesParser::new(complete::SHELLS.names().chain([NUSHELL]))
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
    let shell = &*arguments.shell;
    output.write(|writer| {
        let Some(script) = complete::SHELLS.completer(shell) else {
            let mut script = Vec::new();
            clap_complete::generate(Nushell, &mut complete::command(), NAME, &mut script);
            return writer.write_all(&script);
        };
        script.write_registration(complete::VARIABLE, NAME, NAME, NAME, writer)?;
        if shell == "zsh" {
            writer.write_all(ZSH_AUTOLOAD.as_bytes())?;
        }
        Ok(())
    })?;
    Ok(Outcome::Yes)
}
