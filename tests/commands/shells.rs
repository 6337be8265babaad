//! Tests the completion scripts: each shell sources the script that `bracket24 completions` prints,
//! and completes lines.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// Texts before the cursor, and the completions that the Tab key offers there.
const OFFERED: &[(&str, &[&str])] = &[
    ("so", &["solve"]),
    ("solve 3 3 8 8 --ta", &["--target"]),
    ("solve --ta", &["--target"]),
    ("3 3 8 8 --tar", &["--target"]),
    ("8-4-2 --gramm", &["--grammar"]),
    ("3388 --engine co", &["compiled"]),
    ("tr", &["trace"]),
    ("compare 1 2 3 4 --tar", &["--target"]),
    ("step 8/3 --form", &["--format"]),
    ("solve 3 3 8 8 --like ", &["scala", "point24", "cardgaming", "make10"]),
    ("solve --engine co", &["compiled"]),
    ("solve --distinct f", &["function", "fournums"]),
    (
        "solve --templates ",
        &[
            "canonical", "scala", "five", "seven", "a b.pest", "mine.pest", "notes.txt",
            "tree.svg", "folder",
        ],
    ),
    ("solve --templates sc", &["scala"]),
    ("solve --templates no", &["notes.txt"]),
    (
        "parse 1+2 --grammar ",
        &[
            "left", "right", "scala", "flat", "pemdas", "extended", "extended_left", "right_slow",
            "a b.pest", "mine.pest", "folder",
        ],
    ),
    ("parse 1+2 --grammar folder/", &["folder/inner.pest"]),
    ("parse 1+2 --grammar a", &["a b.pest"]),
    ("parse 1+2 --grammar=le", &["--grammar=left"]),
    ("grammar show sc", &["scala"]),
    ("grammar diff left m", &["mine.pest"]),
    ("grammar check m", &["mine.pest"]),
    ("grammar check no", &[]),
    ("grammar check ", &["a b.pest", "mine.pest", "folder"]),
    ("grammar check --str", &["--strict"]),
    ("trace 1 --rule ad", &["add"]),
    ("trace 1 -g scala --rule pr", &["product"]),
    ("survey --plot ", &["tree.svg", "folder"]),
    ("survey --output no", &["notes.txt"]),
    ("survey merge no", &["notes.txt"]),
    ("solve --target ", &[]),
    ("survey --cards ", &[]),
    ("survey --deck ", &[]),
    ("survey --shard ", &[]),
    ("man so", &["solve"]),
    ("man templates l", &["list"]),
    ("completions z", &["zsh"]),
];

/// Makes a folder with files of several kinds.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in ["mine.pest", "a b.pest", "notes.txt", "tree.svg"] {
        fs::write(folder.path().join(name), "").unwrap();
    }
    fs::create_dir(folder.path().join("folder")).unwrap();
    fs::write(folder.path().join("folder/inner.pest"), "").unwrap();
    folder
}

/// Returns `program` in `folder`, with the command on its `PATH`; if it is not installed, says so
/// and returns `None`.
fn shell(program: &str, folder: &Path) -> Option<Command> {
    let path = std::env::var("PATH").unwrap();
    if !std::env::split_paths(&path).any(|folder| folder.join(program).is_file()) {
        #[expect(clippy::print_stderr, reason = "a test says that it is skipped")]
        {
            eprintln!("skipped: {program} is not installed");
        }
        return None;
    }
    let bin = Path::new(env!("CARGO_BIN_EXE_bracket24")).parent().unwrap();
    let mut command = Command::new(program);
    command
        .current_dir(folder)
        .env("PATH", format!("{}:{path}", bin.display()))
        .env("HOME", folder)
        .env("TERM", "dumb");
    Some(command)
}

/// Returns the words of each line after Tab and Enter were pressed, in an interactive shell that
/// has run `start`.
fn typed(shell_line: &str, start: &str, lines: &[&str]) -> Option<Vec<Vec<String>>> {
    let (folder, results) = (folder(), tempfile::tempdir().unwrap());
    let program = shell_line.split(' ').next().unwrap();
    shell(program, folder.path())?;
    let mut script = shell("script", folder.path())?;
    let (output, errors) = (results.path().join("words"), results.path().join("errors"));
    script.args(["-qec", shell_line, "/dev/null"]);
    script.env("WORDS", &output).env("ERRORS", &errors);
    let mut child =
        script.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut keys = child.stdin.take().unwrap();
    // The script calls the real `bracket24`; in typed lines that name is an alias.
    let show = "show() { printf '%s\\n' \"$@\" . >> \"$WORDS\"; }";
    writeln!(keys, "{start}\n{show}\nalias bracket24=show").unwrap();
    for line in lines {
        writeln!(keys, "bracket24 {line}\t").unwrap();
    }
    writeln!(keys, "exit").unwrap();
    drop(keys);
    let seen = child.wait_with_output().unwrap();
    let words = fs::read_to_string(&output).unwrap_or_default();
    let words: Vec<Vec<String>> = words
        .split_terminator("\n.\n")
        .map(|line| line.lines().map(str::to_owned).collect())
        .collect();
    let seen = String::from_utf8_lossy(&seen.stdout);
    assert_eq!(words.len(), lines.len(), "{seen}");
    assert_eq!(fs::read_to_string(&errors).unwrap(), "", "sourcing the script");
    Some(words)
}

/// Makes sure that a shell offers what it should.
fn assert_offers(shell: &str, line: &str, offered: &[&str], expected: &[&str]) {
    // Shells differ in when they add the slash to a folder.
    let plain = |names: &[&str]| {
        let mut names: Vec<String> =
            names.iter().map(|name| name.trim_end_matches('/').to_owned()).collect();
        names.sort();
        names
    };
    assert_eq!(plain(offered), plain(expected), "{shell}: bracket24 {line}<TAB>");
}

/// Makes sure that Tab inserts the offered completions in a shell that inserts all of them at once.
fn assert_inserts(shell: &str, start: &str) {
    let lines: Vec<&str> = OFFERED.iter().map(|(line, _)| *line).collect();
    let Some(words) = typed(shell, start, &lines) else { return };
    for ((line, expected), words) in OFFERED.iter().zip(words) {
        let before = line.split(' ').count() - 1;
        let offered: Vec<&str> = words[before..].iter().map(String::as_str).collect();
        // Text that is not completed stays as it was typed.
        let last = line.split(' ').next_back().unwrap();
        let offered = if offered == [last] { vec![] } else { offered };
        assert_offers(shell, line, &offered, expected);
    }
}

#[test]
#[ignore = "`.ci/run` runs it"]
fn bash_completes() {
    assert_inserts(
        "bash --norc -i",
        "source <(bracket24 completions bash) 2> $ERRORS
bind '\"\\t\": insert-completions'",
    );
}

#[test]
#[ignore = "`.ci/run` runs it"]
fn bash_completes_what_is_typed_with_backslashes() {
    let start = "source <(bracket24 completions bash) 2> $ERRORS";
    let Some(words) = typed("bash --norc -i", start, &["parse 1 --grammar a\\ "]) else { return };
    assert_eq!(words, [["parse", "1", "--grammar", "a b.pest"]]);
}

#[test]
#[ignore = "`.ci/run` runs it"]
fn zsh_completes() {
    assert_inserts(
        "zsh -f -i",
        "autoload -U compinit && compinit -D -u; setopt completealiases
source <(bracket24 completions zsh) 2> $ERRORS
insert-all() { _main_complete; compstate[insert]=all; compstate[list]= }
zle -C insert-all complete-word insert-all; bindkey '^I' insert-all",
    );
}

#[test]
fn zsh_loads_the_script_from_its_fpath() {
    let start = "bracket24 completions zsh > _bracket24 2> $ERRORS
fpath=($PWD $fpath); autoload -U compinit && compinit -D -u; setopt completealiases";
    let lines = ["survey --tar", "man templates cov"];
    let Some(words) = typed("zsh -f -i", start, &lines) else { return };
    assert_eq!(words, [vec!["survey", "--target"], vec!["man", "templates", "coverage"]]);
}

/// Checks the output of a shell for each line: one candidate a line, then a dot.
fn assert_prints(shell: &str, output: &str) {
    let answers: Vec<&str> = output.split_inclusive(".\n").collect();
    assert_eq!(answers.len(), OFFERED.len(), "{output}");
    for ((line, expected), answer) in OFFERED.iter().zip(answers) {
        let offered = answer.lines().filter(|line| *line != ".");
        let offered: Vec<&str> = offered.map(|line| line.split('\t').next().unwrap()).collect();
        assert_offers(shell, line, &offered, expected);
    }
}

#[test]
#[ignore = "`.ci/run` runs it"]
fn fish_completes() {
    let folder = folder();
    let Some(mut fish) = shell("fish", folder.path()) else { return };
    let lines = OFFERED.iter().map(|(line, _)| format!("complete -C 'bracket24 {line}'; echo .\n"));
    let script = format!("bracket24 completions fish | source\n{}", lines.collect::<String>());
    let output = fish.args(["--no-config", "-c", &script]).output().unwrap();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    assert_prints("fish", &String::from_utf8(output.stdout).unwrap());
}

#[test]
#[ignore = "`.ci/run` runs it"]
fn elvish_completes() {
    let (folder, results) = (folder(), tempfile::tempdir().unwrap());
    if shell("elvish", folder.path()).is_none() {
        return;
    }
    let completer = "$edit:completion:arg-completer[bracket24]";
    let lines = OFFERED.iter().map(|(line, _)| {
        let words: Vec<String> = line.split(' ').map(|word| format!("'{word}'")).collect();
        format!("{completer} bracket24 {} >> $E:WORDS; echo . >> $E:WORDS\n", words.join(" "))
    });
    let script =
        format!("eval (bracket24 completions elvish | slurp)\n{}exit\n", lines.collect::<String>());
    let (start, output) = (results.path().join("rc.elv"), results.path().join("words"));
    fs::write(&start, script).unwrap();
    // Only an interactive elvish has completers; it runs this file first.
    let Some(mut script) = shell("script", folder.path()) else { return };
    let seen = script
        .args(["-qec", &format!("elvish -rc {}", start.display()), "/dev/null"])
        .stdin(Stdio::null())
        .env("WORDS", &output)
        .output()
        .unwrap();
    let output = fs::read_to_string(output).unwrap_or_else(|error| panic!("{error}: {seen:?}"));
    assert_prints("elvish", &output);
}

#[test]
#[ignore = "`.ci/run` runs it"]
fn nushell_completes() {
    let folder = folder();
    let Some(mut nu) = shell("nu", folder.path()) else { return };
    let script = "bracket24 completions nushell | save b.nu
        for line in ['solve 3 3 8 8 --ta' 'solve --engine co' 'parse 1+2 --grammar pem' 'qui'] {
            $\"use b.nu *\nbracket24 ($line)\" | save -f line.nu
            nu --ide-complete (open -r line.nu | str length | into string) line.nu | print
        }";
    let output = nu.args(["-n", "-c", script]).output().unwrap();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    let offered = ["--target", "compiled", "pemdas", "bracket24 quiz"];
    let expected = offered.map(|it| format!("{{\"completions\": [\"{it}\"]}}\n"));
    assert_eq!(String::from_utf8(output.stdout).unwrap(), expected.concat());
}

#[test]
fn a_shell_script_written_to_a_closed_pipe_does_not_panic() {
    let folder = folder();
    for name in ["bash", "zsh", "fish", "elvish", "powershell", "nushell"] {
        let line = format!("bracket24 completions {name} | true");
        let output = shell("sh", folder.path()).unwrap().args(["-c", &line]).output().unwrap();
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "", "{name}");
    }
}

#[test]
fn a_reader_that_stops_early_ends_every_format_without_an_error() {
    let folder = folder();
    for format in ["text", "json", "csv", "md"] {
        let line = format!("bracket24 templates list -n 6 --format {format}; echo $? >&2");
        let line = format!("( {line} ) | head -n 1");
        let output = shell("sh", folder.path()).unwrap().args(["-c", &line]).output().unwrap();
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "0\n", "{format}");
    }
}

#[test]
fn completions_print_a_script_for_every_shell() {
    let folder = folder();
    let run = |line: &str| {
        let output = shell("sh", folder.path()).unwrap().args(["-c", line]).output().unwrap();
        assert_eq!((output.status.code(), &*output.stderr), (Some(0), &b""[..]), "{line}");
        String::from_utf8(output.stdout).unwrap()
    };
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = run(&format!("bracket24 completions {shell}"));
        assert!(script.contains("COMPLETE") && script.contains("bracket24"), "{script}");
    }
    // This shell passes the typed line to the program, which answers.
    let answer = run("COMPLETE=powershell bracket24 -- bracket24 solve 3 3 8 8 --ta");
    assert!(answer.starts_with("--target\t") && answer.lines().count() == 1, "{answer}");
    // This shell cannot ask the program, so its script lists every command.
    let script = run("bracket24 completions nushell");
    assert!(script.contains("export extern \"bracket24 templates list\""), "{script}");
    // A hand or an expression can replace a command, with its options.
    let whole = script.split("export extern bracket24 [").nth(1).unwrap();
    let whole = whole.split("\n  ]").next().unwrap();
    for argument in ["...hand_or_expression", "--target(-t)", "--grammar(-g)", "--brackets"] {
        assert!(whole.contains(argument), "{argument}: {whole}");
    }
}

#[test]
fn completions_all_writes_the_scripts_of_all_shells() {
    let folder = folder();
    let run = |line: &str| shell("sh", folder.path()).unwrap().args(["-c", line]).output().unwrap();
    let output = run("bracket24 completions --all new/completions");
    assert_eq!(
        (output.status.code(), &*output.stdout, &*output.stderr),
        (Some(0), b"".as_slice(), b"".as_slice())
    );
    let files = [
        ("bash", "bracket24.bash"),
        ("zsh", "_bracket24"),
        ("fish", "bracket24.fish"),
        ("elvish", "bracket24.elv"),
        ("powershell", "_bracket24.ps1"),
        ("nushell", "bracket24.nu"),
    ];
    let written = folder.path().join("new/completions");
    for (shell, file) in files {
        let printed = run(&format!("bracket24 completions {shell}")).stdout;
        assert_eq!(fs::read(written.join(file)).unwrap(), printed, "{file}");
    }
    assert_eq!(fs::read_dir(written).unwrap().count(), files.len());
}
