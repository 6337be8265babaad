//! Tests the files that `--output` and `--plot` write: a file is written whole or not at all, and
//! no earlier file is lost by accident.
#![cfg(unix)]

use std::fs::{self, File};
use std::io::{Read, Write};
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

use crate::{LITTLE_ROOM, interrupted, limited};

/// Returns the arguments that solve a hand and write to a file of this name.
fn solve_into(path: &str) -> [&str; 4] {
    ["solve", "3388", "-o", path]
}

const SOLUTION: &str = "8/(3-8/3)";

/// Returns the command, ready to run in `folder`.
fn command(folder: &TempDir, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bracket24"));
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    command
}

/// Runs the command in `folder`; it prints nothing, and succeeds.
fn write(folder: &TempDir, arguments: &[&str]) {
    let output = command(folder, arguments).output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), output.stdout, &*errors), (Some(0), Vec::new(), ""));
}

/// Returns the error of the command, run in `folder`.
fn refusal(output: Output) -> String {
    assert_eq!((output.status.code(), output.stdout), (Some(2), Vec::new()));
    String::from_utf8(output.stderr).unwrap()
}

fn content(path: impl AsRef<Path>) -> String {
    fs::read_to_string(path).unwrap()
}

/// Returns the sorted names of the files in `folder`.
fn names(folder: &TempDir) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[test]
fn the_output_option_writes_to_a_device_and_does_not_replace_it() {
    let folder = tempfile::tempdir().unwrap();
    write(&folder, &solve_into("/dev/null"));
    assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    symlink("/dev/null", folder.path().join("nothing.svg")).unwrap();
    let survey = ["survey", "--deck", "1..2", "--target", "4", "--plot", "nothing.svg"];
    assert_eq!(command(&folder, &survey).output().unwrap().status.code(), Some(0));
    assert_eq!(names(&folder), ["nothing.svg"]);
    assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
}

#[cfg(target_os = "linux")]
#[test]
fn a_command_reports_that_the_device_is_full() {
    let folder = tempfile::tempdir().unwrap();
    let message = refusal(command(&folder, &solve_into("/dev/full")).output().unwrap());
    assert!(message.contains("cannot write /dev/full: No space left"), "{message}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported_when_help_or_results_cannot_be_written() {
    let folder = tempfile::tempdir().unwrap();
    for arguments in [&["--help"][..], &["solve", "-h"], &["--version"], &["solve", "3388"]] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let mut command = command(&folder, arguments);
        let output = command.stdout(full).stderr(Stdio::piped()).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(said.contains("cannot write the output: No space left"), "{arguments:?}: {said}");
    }
}

#[test]
fn a_file_stays_as_it_was_if_the_new_one_does_not_fit() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("all.csv");
    fs::write(&path, "old").unwrap();
    let survey = ["survey", "--each", "-o", "all.csv"];
    let output = limited(LITTLE_ROOM).args(survey).current_dir(&folder).output().unwrap();
    let message = refusal(output);
    assert!(message.contains("cannot write all.csv: File too large"), "{message}");
    assert_eq!((content(&path), names(&folder)), ("old".to_owned(), vec!["all.csv".to_owned()]));
}

#[test]
fn the_output_option_writes_to_a_named_pipe_and_does_not_replace_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pipe");
    pipe(&path);
    let mut child = command(&folder, &solve_into("pipe")).spawn().unwrap();
    let mut text = String::new();
    File::open(&path).unwrap().read_to_string(&mut text).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(text.contains(SOLUTION), "{text}");
    assert!(fs::symlink_metadata(&path).unwrap().file_type().is_fifo());
    assert_eq!(names(&folder), ["pipe"]);
}

#[test]
fn survey_does_not_fail_if_its_named_output_pipe_is_closed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pipe");
    pipe(&path);
    let survey = ["survey", "--deck", "1..13", "--cards", "3", "--each", "-o", "pipe"];
    let child = command(&folder, &survey).stderr(Stdio::piped()).spawn().unwrap();
    drop(File::open(&path).unwrap());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}

#[cfg(target_os = "linux")]
#[test]
fn writing_to_the_path_of_standard_output_appends() {
    let folder = tempfile::tempdir().unwrap();
    let output = command(&folder, &solve_into("/dev/stdout")).output().unwrap();
    assert!(String::from_utf8(output.stdout).unwrap().contains(SOLUTION));
    let log = folder.path().join("log");
    fs::write(&log, "before\n").unwrap();
    for path in ["/dev/stdout", "/proc/self/fd/1", "/dev/fd/1"] {
        let appended = File::options().append(true).open(&log).unwrap();
        let status = command(&folder, &solve_into(path)).stdout(appended).status().unwrap();
        assert_eq!(status.code(), Some(0), "{path}");
    }
    let text = content(&log);
    assert!(text.starts_with("before\n"), "{text}");
    assert_eq!(text.matches(SOLUTION).count(), 3, "{text}");
}

#[test]
fn the_output_option_writes_through_a_symlink_and_keeps_the_link() {
    let folder = tempfile::tempdir().unwrap();
    let inside = |name: &str| folder.path().join(name);
    fs::create_dir(inside("deep")).unwrap();
    fs::write(inside("deep/old.txt"), "old").unwrap();
    symlink("deep/old.txt", inside("old")).unwrap();
    symlink("old", inside("older")).unwrap();
    symlink("deep/new.txt", inside("new")).unwrap();
    for (link, file) in [("older", "deep/old.txt"), ("new", "deep/new.txt")] {
        write(&folder, &solve_into(link));
        assert!(fs::symlink_metadata(inside(link)).unwrap().is_symlink());
        assert!(fs::symlink_metadata(inside(file)).unwrap().is_file());
        assert!(content(inside(file)).contains(SOLUTION));
    }
    assert_eq!(names(&folder), ["deep", "new", "old", "older"]);
    assert_eq!(fs::read_dir(inside("deep")).unwrap().count(), 2);
}

#[test]
fn a_command_reports_an_output_symlink_that_leads_nowhere() {
    let folder = tempfile::tempdir().unwrap();
    symlink("circle", folder.path().join("circle")).unwrap();
    symlink("missing/file.txt", folder.path().join("lost")).unwrap();
    for name in ["circle", "lost", "missing/file.txt", "new/"] {
        let message = refusal(command(&folder, &solve_into(name)).output().unwrap());
        assert!(message.contains(&format!("cannot write {name}: ")), "{message}");
    }
    assert_eq!(names(&folder), ["circle", "lost"]);
}

#[test]
fn rewriting_a_file_keeps_its_permissions() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hand.txt");
    for mode in [0o600, 0o640, 0o755, 0o666] {
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        write(&folder, &solve_into("hand.txt"));
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, mode, "{mode:o}");
        assert!(content(&path).contains(SOLUTION));
    }
}

#[test]
fn a_read_only_file_is_replaced_only_with_force() {
    let tests = "===\na\n===\n8-4-2\n---\n";
    for (arguments, name) in [
        ("solve 3388 -o old.txt", "old.txt"),
        ("survey reach --cards 2 --target 1..30 --plot old.svg", "old.svg"),
        ("deal --seed 1 --key old.txt", "old.txt"),
        ("quiz --seed 1 --sheet text --key old.txt", "old.txt"),
        ("grammar test left old.txt --update", "old.txt"),
        ("man -o old.1", "old.1"),
        ("man --all .", "bracket24.1"),
        ("completions --all .", "_bracket24"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        fs::write(&path, tests).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o440)).unwrap();
        let words: Vec<&str> = arguments.split(' ').collect();
        let message = refusal(command(&folder, &words).output().unwrap());
        assert!(message.contains("it is read-only") && message.contains("--force"), "{message}");
        assert_eq!(content(&path), tests, "{arguments}");
        let forced = command(&folder, &[&words[..], &["--force"]].concat()).output().unwrap();
        assert!(forced.status.success(), "{arguments}: {forced:?}");
        assert_ne!(content(&path), tests, "{arguments}");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o440);
    }
}

#[test]
fn a_new_file_has_the_permissions_that_every_new_file_has() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("other"), "").unwrap();
    write(&folder, &solve_into("hand.txt"));
    let mode = |name| fs::metadata(folder.path().join(name)).unwrap().permissions().mode();
    assert_eq!(mode("hand.txt"), mode("other"));
}

#[test]
fn an_error_leaves_the_output_file_unchanged_and_creates_no_other_file() {
    let folder = tempfile::tempdir().unwrap();
    for arguments in [
        &["solve", "3x", "-o", "old.txt"][..],
        &["solve", "3388", "--templates", "missing.txt", "-o", "old.txt"],
        &["step", "1/", "--brackets", "-o", "old.txt"],
        &["step", "8+", "-o", "old.txt"],
        &["survey", "--shard", "3/2", "-o", "old.txt"],
        &["survey", "merge", "missing.json", "-o", "old.txt"],
    ] {
        fs::write(folder.path().join("old.txt"), "old").unwrap();
        refusal(command(&folder, arguments).output().unwrap());
        assert_eq!(content(folder.path().join("old.txt")), "old", "{arguments:?}");
        assert_eq!(names(&folder), ["old.txt"], "{arguments:?}");
    }
}

#[test]
fn a_batch_of_bad_lines_leaves_the_output_file_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    for (lines, expected) in [("foo\n3 x 8\n", "old"), ("foo\n3 3 8 8\n", SOLUTION)] {
        fs::write(folder.path().join("old.txt"), "old").unwrap();
        fs::write(folder.path().join("hands.txt"), lines).unwrap();
        let mut command = command(&folder, &["solve", "-", "-o", "old.txt"]);
        command.stdin(File::open(folder.path().join("hands.txt")).unwrap());
        refusal(command.output().unwrap());
        let text = content(folder.path().join("old.txt"));
        assert!(text.contains(expected), "{lines}: {text}");
    }
}

#[test]
fn a_run_that_is_killed_leaves_no_files_behind() {
    // A background job of a shell ignores interrupts, and so do the programs that it starts.
    let signals = ["-INT", "-TERM", "-KILL"];
    for signal in signals.into_iter().skip(usize::from(is_interrupt_ignored())) {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("old.txt"), "old").unwrap();
        let mut child = command(&folder, &["solve", "-", "-o", "old.txt"])
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        // It waits for the next hand.
        child.stdin.as_mut().unwrap().write_all(b"3388\n").unwrap();
        std::thread::sleep(std::time::Duration::from_millis(300));
        let killed = Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(killed.unwrap().success(), "{signal}");
        assert!(!child.wait().unwrap().success(), "{signal}");
        assert_eq!(names(&folder), ["old.txt"], "{signal}");
        assert_eq!(content(folder.path().join("old.txt")), "old", "{signal}");
    }
}

#[test]
fn ctrl_c_leaves_the_output_file_unchanged_and_creates_no_other_file() {
    for (name, line) in [
        ("old.json", "survey --deck 1..100 --cards 5 --engine strings"),
        ("old.csv", "survey --deck 1..60 --engine strings --each"),
        ("old.txt", "survey --deck 1..60 --engine strings --each --shard 1/2"),
        ("old.svg", "survey --deck 1..100 --cards 5 --engine strings"),
        ("old.html", "survey atlas --deck 1..16 --cards 5 --engine strings"),
        ("old.txt", "survey difficulty --deck 1..100 --hardest 3"),
        ("old.md", "survey grammars --deck 1..60"),
        ("old.json", "survey needs --deck 1..60 --operators ^!"),
        ("old.csv", "survey reach --deck 1..40 --target 1..100000 --yes"),
        ("old.json", "templates coverage --deck 1..400"),
        ("old.txt", "templates show N+N*(N-N) --deck 1..400"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(name), "old").unwrap();
        let arguments: Vec<&str> = line.split(' ').chain(["--output", name]).collect();
        let output = interrupted(&mut command(&folder, &arguments));
        assert_eq!(output.stdout, b"", "{line}");
        assert_eq!(content(folder.path().join(name)), "old", "{line}");
        assert_eq!(names(&folder), [name], "{line}");
    }
}

/// Returns whether the tests ignore Ctrl-C, as Linux reports.
fn is_interrupt_ignored() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    ignored.is_some_and(|mask| u64::from_str_radix(mask.trim(), 16).unwrap() & 0b10 != 0)
}

/// Makes a folder with a file of each kind that the command reads, and with links to them.
fn folder_of_inputs() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let inside = |name: &str| folder.path().join(name);
    fs::write(inside("hands.txt"), "3 3 8 8\n").unwrap();
    fs::write(inside("set.txt"), "N/(N-N/N)\n").unwrap();
    let shown = command(&folder, &["grammar", "show", "left"]).output().unwrap();
    fs::write(inside("mine.pest"), shown.stdout).unwrap();
    for (part, name) in [("1/2", "a.json"), ("2/2", "b.json")] {
        write(&folder, &["survey", "--deck", "1..3", "--shard", part, "-o", name]);
    }
    symlink("set.txt", inside("link.txt")).unwrap();
    symlink("mine.pest", inside("link.svg")).unwrap();
    fs::hard_link(inside("mine.pest"), inside("same.svg")).unwrap();
    folder
}

#[test]
fn a_command_refuses_to_write_to_a_file_that_it_reads() {
    let folder = folder_of_inputs();
    let inside = |name: &str| folder.path().join(name);
    let all = || names(&folder).iter().map(|name| content(inside(name))).collect::<Vec<_>>();
    let before = all();
    for (arguments, input) in [
        ("solve - -o hands.txt", "standard input"),
        ("inspect - -o ./hands.txt", "standard input"),
        ("calculate N/(N-N/N) - -o hands.txt", "standard input"),
        ("compare - -e split -o hands.txt", "standard input"),
        ("solve 3388 --templates set.txt -o set.txt", "set.txt"),
        ("solve 3388 --templates set.txt -o ./set.txt", "set.txt"),
        ("solve 3388 --templates set.txt -o link.txt", "set.txt"),
        ("inspect 3388 --templates link.txt -o set.txt", "link.txt"),
        ("templates list --templates ./set.txt -o set.txt", "./set.txt"),
        ("templates coverage --templates set.txt --deck 1..3 -o set.txt", "set.txt"),
        ("compare 3388 --templates set.txt -o set.txt", "set.txt"),
        ("step 8-4 --grammar mine.pest --format text -o mine.pest", "mine.pest"),
        ("grammar show mine.pest -o mine.pest", "mine.pest"),
        ("grammar check mine.pest --json -o ./mine.pest", "mine.pest"),
        ("grammar diff left mine.pest -f text -o mine.pest", "mine.pest"),
        ("grammar diagram mine.pest -o link.svg", "mine.pest"),
        ("grammar diagram mine.pest -o same.svg", "mine.pest"),
        ("survey --grammar mine.pest --deck 1..2 --plot link.svg", "mine.pest"),
        ("survey merge a.json b.json -o a.json", "a.json"),
        ("survey merge a.json b.json -o ./b.json", "b.json"),
    ] {
        let words: Vec<&str> = arguments.split(' ').collect();
        let mut command = command(&folder, &words);
        let hands = File::open(inside("hands.txt")).unwrap();
        let message = refusal(command.stdin(hands).output().unwrap());
        let output = words.last().unwrap();
        let told = format!("cannot write {output}: it is the");
        assert!(message.contains(&told) && message.contains(input), "{arguments}: {message}");
        assert!(message.contains("write to another file"), "{message}");
        assert_eq!(all(), before, "{arguments}");
    }
}

#[test]
fn following_the_advice_to_write_to_another_file_works() {
    let folder = folder_of_inputs();
    for arguments in [
        "solve - -o other.txt",
        "solve 3388 --templates set.txt -o other.txt",
        "grammar show mine.pest -o other.pest",
        "survey merge a.json b.json -o other.json",
        // The command does not read this file.
        "solve 3388 -o hands.txt",
    ] {
        let words: Vec<&str> = arguments.split(' ').collect();
        let hands = File::open(folder.path().join("hands.txt")).unwrap();
        let output = command(&folder, &words).stdin(hands).output().unwrap();
        assert_eq!((output.status.code(), output.stdout), (Some(0), Vec::new()), "{arguments}");
    }
}

#[test]
fn solve_refuses_to_append_its_output_to_the_file_it_reads() {
    let folder = folder_of_inputs();
    let path = folder.path().join("hands.txt");
    let appended = File::options().append(true).open(&path).unwrap();
    let mut command = command(&folder, &["solve", "-"]);
    let message =
        refusal(command.stdin(File::open(&path).unwrap()).stdout(appended).output().unwrap());
    assert!(message.contains("standard input and standard output are the same file"), "{message}");
    assert_eq!(content(path), "3 3 8 8\n");
}

#[test]
fn a_file_can_be_written_without_a_home_or_temporary_folder() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("deleted")).unwrap();
    let path = folder.path().join("hand.txt");
    for here in ["", "deleted"] {
        for home in [None, Some("/nonexistent"), Some("/dev/null")] {
            let mut command = command(&folder, &solve_into(path.to_str().unwrap()));
            command.current_dir(folder.path().join(here)).env("TMPDIR", "/nonexistent");
            match home {
                Some(home) => command.env("HOME", home),
                None => command.env_remove("HOME"),
            };
            let output = command.output().unwrap();
            assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()), "{home:?}");
            assert!(content(&path).contains(SOLUTION));
            fs::remove_file(&path).unwrap();
        }
    }
    for arguments in [&["completions", "bash"][..], &["man"], &["survey", "--deck", "1..2"]] {
        let run = |with_home: bool| {
            let mut command = command(&folder, arguments);
            let command = command.env("TMPDIR", "/nonexistent");
            if !with_home {
                command.env_remove("HOME");
            }
            let output = command.output().unwrap();
            (output.status.code(), output.stdout, output.stderr)
        };
        assert_eq!(run(false), run(true), "{arguments:?}");
    }
}

#[test]
fn a_file_can_be_written_from_a_deleted_or_read_only_working_folder() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hand.txt");
    for prepare in ["rmdir ../gone", "chmod 500 ../gone"] {
        fs::create_dir(folder.path().join("gone")).unwrap();
        let line = format!("cd gone && {prepare} && \"$0\" solve 3388 -o \"$1\"");
        let status = Command::new("sh")
            .args(["-c", &line, env!("CARGO_BIN_EXE_bracket24"), path.to_str().unwrap()])
            .current_dir(&folder)
            .status();
        assert_eq!(status.unwrap().code(), Some(0), "{prepare}");
        assert!(content(&path).contains(SOLUTION), "{prepare}");
        fs::remove_file(&path).unwrap();
    }
}

#[test]
fn an_output_path_of_a_dash_means_standard_output() {
    let folder = TempDir::new().unwrap();
    let output = command(&folder, &["solve", "3388", "-f", "csv", "-o", "-"]).output().unwrap();
    assert_eq!((output.status.code(), &*output.stderr), (Some(0), &b""[..]));
    assert!(String::from_utf8(output.stdout).unwrap().contains(SOLUTION));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
}

#[test]
fn the_fix_for_a_text_says_which_line_breaks_go() {
    let folder = tempfile::tempdir().unwrap();
    let [grammar, text] = ["list.pest", "list.txt"].map(|name| folder.path().join(name));
    let item = "item = { ASCII_DIGIT+ ~ \" \" ~ ASCII_ALPHA+ ~ NEWLINE }";
    std::fs::write(&grammar, format!("list = {{ SOI ~ item+ ~ EOI }}\n{item}\n")).unwrap();
    for (lines, said) in [
        ("2 socks\n\n1 coat\n", "remove this, at line 2, column 1 up to line 3, column 1: `\\n`"),
        (
            "2 socks\n\n1 coat\n\n3 hats\n",
            "write this instead, at line 2, column 1 up to line 4, column 1: `1 coat`",
        ),
    ] {
        std::fs::write(&text, lines).unwrap();
        let files = [&grammar, &text].map(|it| it.to_str().unwrap());
        let arguments = ["parse", "--file", files[1], "--grammar", files[0]];
        let output = crate::bracket24(&arguments, b"");
        let errors = String::from_utf8(output.stderr).unwrap();
        let words = errors.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(said), "{errors}");
    }
}
