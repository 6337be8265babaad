//! A program that serves the live page.

use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStdout, Command, Stdio};

use super::browser::Browser;

const READY: &str = "document.body?.dataset.ready === 'true'";

/// A program that serves the page until this value is dropped.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: String,
    /// The address for a class, if students may connect.
    pub(crate) class: Option<String>,
    /// The program would end if nobody read its output any more.
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

    /// Opens a window on the page, at this place.
    pub(crate) fn window(&self, place: &str) -> Browser {
        let mut browser = Browser::start();
        browser.visit(&format!("{}{place}", self.address), READY);
        browser
    }

    /// Opens the window of one more student.
    pub(crate) fn student(&self) -> Browser {
        let mut browser = Browser::start();
        self.visit_as_student(&mut browser, "");
        browser
    }

    /// Opens the page again in the browser of a student.
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
