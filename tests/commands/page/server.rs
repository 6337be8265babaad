//! A program that serves the live page.

use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStdout, Command, Stdio};

use super::browser::Browser;

const READY: &str = "document.body?.dataset.ready === 'true'";

/// A program that serves the page until this is dropped.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: String,
    /// Where a class finds it, if one may come in.
    pub(crate) class: Option<String>,
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
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut line = || {
            let mut line = String::new();
            output.read_line(&mut line).unwrap();
            line.trim().to_owned()
        };
        let address = line().strip_prefix("live at ").unwrap().to_owned();
        let class = line().strip_prefix("for a class at ").map(str::to_owned);
        Self { child, address, class, _output: output }
    }

    /// A window on the page, at this place of it.
    pub(crate) fn window(&self, place: &str) -> Browser {
        let mut browser = Browser::start();
        browser.visit(&format!("{}{place}", self.address), READY);
        browser
    }

    /// The window of one more student.
    pub(crate) fn student(&self) -> Browser {
        let mut browser = Browser::start();
        self.visit_as_student(&mut browser, "");
        browser
    }

    /// Opens the page once more in the browser of a student.
    pub(crate) fn visit_as_student(&self, browser: &mut Browser, place: &str) {
        let address = self.class.as_ref().expect("a class may come in");
        browser.visit(&format!("{address}{place}"), READY);
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}
