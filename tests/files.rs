//! What `--output` and `--plot` write: a file whole or not at all, and nothing that
//! was there before is lost by accident.
#![cfg(feature = "cli")]
#![cfg(unix)]

use std::fs::{self, File};
use std::io::{Read, Write};
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// What solves a hand into a file called this.
fn solve_into(path: &str) -> [&str; 4] {
    ["solve", "3388", "-o", path]
}

const SOLUTION: &str = "8/(3-8/3)";

/// The command, to be run in `folder`.
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

/// What the command, run in `folder`, says it cannot do.
fn refusal(output: Output) -> String {
    assert_eq!((output.status.code(), output.stdout), (Some(2), Vec::new()));
    String::from_utf8(output.stderr).unwrap()
}

fn content(path: impl AsRef<Path>) -> String {
    fs::read_to_string(path).unwrap()
}

/// The names of what is in `folder`, in order.
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
fn a_device_is_written_and_stays_a_device() {
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
fn a_full_device_is_told_of() {
    let folder = tempfile::tempdir().unwrap();
    let message = refusal(command(&folder, &solve_into("/dev/full")).output().unwrap());
    assert!(message.contains("cannot write /dev/full: No space left"), "{message}");
}

#[test]
fn a_pipe_with_a_name_is_written_and_stays_a_pipe() {
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
fn a_pipe_with_a_name_that_is_closed_is_no_error() {
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
fn standard_output_by_its_path_is_added_to_and_not_replaced() {
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
fn a_link_stays_and_the_file_it_leads_to_is_written() {
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
fn a_link_that_leads_nowhere_is_told_of() {
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
fn who_may_read_a_file_still_may_when_it_is_written_anew() {
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
fn a_new_file_has_the_permissions_that_every_new_file_has() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("other"), "").unwrap();
    write(&folder, &solve_into("hand.txt"));
    let mode = |name| fs::metadata(folder.path().join(name)).unwrap().permissions().mode();
    assert_eq!(mode("hand.txt"), mode("other"));
}

#[test]
fn a_file_is_as_it_was_after_an_error_and_nothing_stands_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    for arguments in [
        &["solve", "3x", "-o", "old.txt"][..],
        &["solve", "3388", "--templates", "missing.txt", "-o", "old.txt"],
        &["step", "1/", "-o", "old.txt"],
        &["survey", "--shard", "3/2", "-o", "old.txt"],
        &["survey", "--merge", "missing.json", "-o", "old.txt"],
    ] {
        fs::write(folder.path().join("old.txt"), "old").unwrap();
        refusal(command(&folder, arguments).output().unwrap());
        assert_eq!(content(folder.path().join("old.txt")), "old", "{arguments:?}");
        assert_eq!(names(&folder), ["old.txt"], "{arguments:?}");
    }
}

#[test]
fn a_run_that_is_killed_leaves_nothing_behind() {
    for signal in ["-INT", "-TERM", "-KILL"] {
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
