//! A program that serves the live page.

use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStdout, Command, Stdio};

use crate::browser::Browser;

const READY: &str = "document.body?.dataset.ready === 'true'";

/// A program that serves the page until this is dropped.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: String,
    /// A program whose output nobody reads any more ends.
    _output: BufReader<ChildStdout>,
}

impl Server {
    pub(crate) fn start(arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_bracket24"))
            .arg("serve")
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("live at ").unwrap().to_owned();
        Self { child, address, _output: output }
    }

    /// A window on the page, at this place of it.
    pub(crate) fn window(&self, place: &str) -> Browser {
        let mut browser = Browser::start();
        browser.visit(&format!("{}{place}", self.address), READY);
        browser
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}
