//! `bracket24 completions`

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap_complete_nushell::Nushell;

use crate::cli::Outcome;
use crate::cli::complete;
use crate::cli::failure::Failure;
use crate::cli::file;
use crate::cli::options::ForceOption;
use crate::cli::output::Output;

/// The command that a script calls, wherever it is installed.
const NAME: &str = "bracket24";

/// The shell whose script is not among those that call the command.
const NUSHELL: &str = "nushell";

/// The shells, and the files that packages install their scripts as.
const FILES: [(&str, &str); 6] = [
    ("bash", "bracket24.bash"),
    ("zsh", "_bracket24"),
    ("fish", "bracket24.fish"),
    ("elvish", "bracket24.elv"),
    ("powershell", "_bracket24.ps1"),
    (NUSHELL, "bracket24.nu"),
];

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
    before_help = "\
Examples:
  bracket24 completions bash
  bracket24 completions zsh > _bracket24
  bracket24 completions --all completions",
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

A package can install the files of `--all` instead: `bracket24.bash` as
`bracket24` in share/bash-completion/completions, `_bracket24` in
share/zsh/site-functions and `bracket24.fish` in
share/fish/vendor_completions.d. They call `bracket24`, which must be on the
PATH."
)]
pub(crate) struct Arguments {
    /// The shell: bash, zsh, fish, elvish, powershell or nushell
    #[arg(value_parser = shells(), required_unless_present = "all")]
    shell: Option<String>,

    /// Write the scripts of all shells into this folder
    ///
    /// It is made if it is not there. The names of the files are those that
    /// packages use: `bracket24.bash`, `_bracket24`, `bracket24.fish`,
    /// `bracket24.elv`, `_bracket24.ps1`, `bracket24.nu`.
    #[arg(long, value_name = "DIR", conflicts_with = "shell")]
    all: Option<PathBuf>,

    #[command(flatten)]
    force: ForceOption,
}

/// Reads the name of a shell.
fn shells() -> impl TypedValueParser<Value = String> {
    PossibleValuesParser::new(FILES.map(|(shell, _)| shell))
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
    if let Some(folder) = &arguments.all {
        let script_of = |shell| {
            let mut script = Vec::new();
            write_script(shell, &mut script).expect("a vector takes all that is written");
            script
        };
        let files = FILES.map(|(shell, file)| (file, script_of(shell)));
        file::write_all(folder, files, arguments.force.read_only())?;
    }
    if let Some(shell) = &arguments.shell {
        output.write(|writer| write_script(shell, writer))?;
    }
    Ok(Outcome::Yes)
}

fn write_script(shell: &str, writer: &mut dyn Write) -> io::Result<()> {
    let Some(script) = complete::SHELLS.completer(shell) else {
        let mut script = Vec::new();
        clap_complete::generate(Nushell, &mut complete::whole_command(), NAME, &mut script);
        return writer.write_all(&script);
    };
    script.write_registration(complete::VARIABLE, NAME, NAME, NAME, writer)?;
    if shell == "zsh" {
        writer.write_all(ZSH_AUTOLOAD.as_bytes())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shell_has_a_file_and_a_script() {
        let shells = complete::SHELLS.names().chain([NUSHELL]);
        assert!(shells.eq(FILES.map(|(shell, _)| shell)));
    }
}
