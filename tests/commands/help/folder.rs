//! The folder in which the examples of a help text run.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

/// A folder with everything that the examples take for granted: the command on the `PATH`, the
/// programs that receive its output, a set of templates, tests of a grammar, texts, a begun
/// exercise, and the parts of a survey.
pub(crate) struct Folder(tempfile::TempDir);

/// Returns whether a line serves a page.
pub(crate) fn is_served(line: &str) -> bool {
    line.starts_with("bracket24 serve ")
}

impl Folder {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        for program in ["dot", "man", "xdg-open"] {
            let path = folder.path().join(program);
            std::fs::write(&path, "#!/bin/sh\ncat\n").unwrap();
            std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).unwrap();
        }
        std::fs::write(folder.path().join("mine.txt"), "(N-N/N)*N\nN*N+N*N\n").unwrap();
        let tests = "===\nSubtraction goes from the left\n===\n\n8-4-2\n\n---\n\n(- (- 8 4) 2)\n\n\
                     ===\nTwo numbers in a row\n:error\n===\n\n8 4\n";
        std::fs::write(folder.path().join("tests.txt"), tests).unwrap();
        std::fs::write(folder.path().join("texts.txt"), "8-4-2\n8/(3-8/3)\n").unwrap();
        let minus = "e = { e ~ \"-\" ~ n | n } n = { ASCII_DIGIT }";
        std::fs::write(folder.path().join("minus.pest"), minus).unwrap();
        let folder = Self(folder);
        assert!(folder.run("bracket24 grammar show left > mine.pest").status.success());
        assert!(folder.run("bracket24 exercise start left").status.success());
        for part in [1, 2] {
            let line = format!("survey --cards 2 --shard {part}/2 --json > part{part}.json");
            assert!(folder.run(&format!("bracket24 {line}")).status.success());
        }
        folder
    }

    pub(crate) fn run(&self, line: &str) -> Output {
        self.run_with(line, &[])
    }

    pub(crate) fn run_with(&self, line: &str, environment: &[(&str, &str)]) -> Output {
        let command = Path::new(env!("CARGO_BIN_EXE_bracket24")).parent().unwrap();
        let path = std::env::var("PATH").unwrap();
        // A server runs until it is interrupted.
        let until = "timeout --preserve-status --signal INT 1 ";
        let line = [if is_served(line) { until } else { "" }, line].concat();
        Command::new("sh")
            .args(["-c", &line])
            .current_dir(self.0.path())
            .envs(environment.iter().copied())
            .env("PATH", format!("{}:{}:{path}", self.0.path().display(), command.display()))
            .output()
            .unwrap()
    }
}
