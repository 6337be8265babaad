//! Tests the manual pages: every command has one that contains all of its help, and they are laid
//! out without messages on standard error.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn bracket24(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_bracket24")).args(arguments).output().unwrap()
}

fn stdout(arguments: &[&str]) -> String {
    let output = bracket24(arguments);
    assert_eq!((output.status.code(), &*output.stderr), (Some(0), &b""[..]), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Returns every page by its name, without the `.1`.
fn pages(folder: &Path) -> BTreeMap<String, String> {
    assert_eq!(stdout(&["man", "--all", folder.to_str().unwrap()]), "");
    let page = |file: fs::DirEntry| {
        let name = file.file_name().into_string().unwrap();
        (name.strip_suffix(".1").unwrap().to_owned(), fs::read_to_string(file.path()).unwrap())
    };
    let pages: BTreeMap<_, _> =
        fs::read_dir(folder).unwrap().map(|file| page(file.unwrap())).collect();
    assert!(pages.len() > 20, "{pages:?}");
    pages
}

/// Returns a section of a page, with the characters for which the source has names.
fn section(page: &str, title: &str) -> String {
    let is_title =
        |line: &str| line.strip_prefix(".SH ").is_some_and(|it| it.trim_matches('"') == title);
    let lines = page.lines().skip_while(|line| !is_title(line)).skip(1);
    let lines = lines.take_while(|line| !line.starts_with(".SH"));
    let text = lines.flat_map(|line| [line, "\n"]).collect::<String>();
    let text = text.replace("\\-", "-").replace("\\*(Aq", "'").replace("\\(ti", "~");
    let text = text.replace("\\(ga", "`").replace("\\(ha", "^");
    text.replace("\\fB", "").replace("\\fI", "").replace("\\fR", "").replace("\\\\", "\\")
}

/// Returns the words after the program's name in the command that the page describes.
fn words(name: &str) -> Vec<&str> {
    name.split('-').skip(1).collect()
}

#[test]
fn every_manual_page_agrees_with_the_help() {
    let folder = tempfile::tempdir().unwrap();
    for (name, page) in pages(folder.path()) {
        let help = stdout(&[&words(&name)[..], &["--help"]].concat());
        let [examples, notes] = ["EXAMPLES", "NOTES"].map(|title| section(&page, title));
        let shown = help.lines().skip_while(|line| *line != "Examples:").skip(1);
        for line in shown.take_while(|line| line.starts_with("  ")) {
            assert!(examples.lines().any(|it| it == line), "{name}: {line}\n{examples}");
        }
        let options = section(&page, "OPTIONS").replace(" [", "\n[");
        let of_help = help.lines().filter(|line| line.trim_start().starts_with('-'));
        for option in of_help.filter(|line| line.starts_with("  -") || line.starts_with("      --"))
        {
            let option = option.trim().trim_end_matches("...");
            assert!(
                options.lines().any(|it| it.trim_end_matches("...") == option),
                "{name}: {option}\n{options}"
            );
        }
        assert!(options.contains("--color <WHEN>\n"), "{name}");
        assert_eq!(options.contains("--version"), name == "bracket24", "{name}");
        assert!(section(&page, "EXIT STATUS").starts_with("0 "), "{name}");
        // The page shows the output for programs byte by byte.
        let printed = help.lines().skip_while(|line| !line.starts_with("  $ bracket24"));
        for line in printed.take_while(|line| line.starts_with("  ")) {
            assert!(notes.lines().any(|it| it == unicode(line)), "{name}: {line}\n{notes}");
        }
    }
}

/// Returns a line as it appears in the source of a page.
fn unicode(line: &str) -> String {
    let named = |it: char| match it {
        it if it.is_ascii() => it.to_string(),
        it => format!("\\[u{:04X}]", u32::from(it)),
    };
    line.chars().map(named).collect()
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn every_manual_page_that_is_referred_to_exists_and_can_be_written_alone() {
    let folder = tempfile::tempdir().unwrap();
    let pages = pages(folder.path());
    for (name, page) in &pages {
        let named = ["SUBCOMMANDS", "SEE ALSO"].map(|title| section(page, title)).concat();
        let named: Vec<&str> =
            named.lines().filter_map(|line| Some(line.split_once("(1)")?.0)).collect();
        assert!(!named.is_empty(), "{name}");
        for other in named {
            assert!(pages.contains_key(other) && other != name, "{name} names {other}");
        }
        assert_eq!(stdout(&[&["man"], &words(name)[..]].concat()), *page, "{name}");
        assert_eq!(stdout(&["man", name]), *page, "{name}");
    }
    let file = folder.path().join("one.1");
    assert_eq!(stdout(&["man", "templates list", "-o", file.to_str().unwrap()]), "");
    assert_eq!(fs::read_to_string(file).unwrap(), pages["bracket24-templates-list"]);
}

#[test]
fn the_manual_page_does_not_fill_commands_and_output() {
    let page = stdout(&["man", "solve"]);
    let filled = |section: &str| {
        let parts = section.split(".EX\n").skip(1).map(|part| part.split_once(".EE\n").unwrap().0);
        parts.map(str::to_owned).collect::<String>()
    };
    assert!(filled(&section(&page, "EXAMPLES")).contains("bracket24 solve 3 3 8 8\n"), "{page}");
    assert!(filled(&section(&page, "NOTES")).contains("{\"hand\":[3,3,8,8],"), "{page}");
}

/// Returns the output of `program` for the page in `file`; if it is not installed, says so and
/// returns `None`.
fn laid_out(program: &str, arguments: &[&str], file: &Path) -> Option<Output> {
    let output = Command::new(program).args(arguments).arg(file).output();
    #[expect(clippy::print_stderr, reason = "a test says that it is skipped")]
    if output.is_err() {
        eprintln!("skipped: {program} is not installed");
    }
    output.ok()
}

#[test]
#[ignore = "`.ci/run` runs it"]
fn groff_lays_every_page_out_in_80_and_in_60_columns() {
    let folder = tempfile::tempdir().unwrap();
    for name in pages(folder.path()).keys() {
        let file = folder.path().join(format!("{name}.1"));
        for columns in [80, 60] {
            let length = format!("-rLL={columns}n");
            let arguments = ["-man", "-Tutf8", "-P-cbou", "-ww", &length];
            let Some(output) = laid_out("groff", &arguments, &file) else { return };
            assert_eq!(
                String::from_utf8(output.stderr).unwrap(),
                "",
                "{name} in {columns} columns"
            );
            let text = String::from_utf8(output.stdout).unwrap();
            let widest = text.lines().max_by_key(|line| line.chars().count()).unwrap();
            // Commands and their output are as wide as in the help.
            let help = stdout(&[&words(name)[..], &["--help"]].concat());
            let is_whole = columns == 60 && help.lines().any(|line| line.trim() == widest.trim());
            assert!(widest.chars().count() <= columns || is_whole, "{name}: {widest}");
        }
    }
}

#[test]
fn mandoc_reports_no_problem() {
    let folder = tempfile::tempdir().unwrap();
    for name in pages(folder.path()).keys() {
        let file = folder.path().join(format!("{name}.1"));
        let Some(output) = laid_out("mandoc", &["-Tlint", "-Werror"], &file) else { return };
        assert_eq!(String::from_utf8(output.stdout).unwrap(), "", "{name}");
    }
}
