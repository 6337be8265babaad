//! Starts a server of the live page, and sends requests to it.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

/// A program that serves the page until this value is dropped.
pub(super) struct Server {
    pub(super) child: Child,
    pub(super) address: String,
    pub(super) token: Option<String>,
    /// The address for a class, if students may connect.
    pub(super) class: Option<String>,
    /// The program would end if nobody read its output any more.
    _output: BufReader<ChildStdout>,
}

/// An answer: its status, its head and its body.
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) head: String,
    pub(super) body: String,
}

impl Answer {
    pub(super) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("{}", self.body))
    }
}

impl Server {
    pub(super) fn start(arguments: &[&str]) -> Self {
        Self::of(&mut Command::new(env!("CARGO_BIN_EXE_bracket24")), arguments)
    }

    /// Starts a server with this command.
    pub(super) fn of(program: &mut Command, arguments: &[&str]) -> Self {
        let mut child = program
            .arg("serve")
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let [first, second] = [(); 2].map(|()| {
            let mut line = String::new();
            output.read_line(&mut line).unwrap();
            line
        });
        let rest = first.trim().strip_prefix("live at http://").unwrap();
        let (address, token) = rest.split_once('/').unwrap();
        let token = token.strip_prefix("?token=").map(str::to_owned);
        let class = second.strip_prefix("for a class at http://");
        let class = class.map(|it| it.split_once('/').unwrap().0.to_owned());
        Self { child, address: address.to_owned(), token, class, _output: output }
    }

    pub(super) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        stream
    }

    /// Sends this request literally and returns the answer, which is empty if the server hangs up.
    pub(super) fn send(&self, request: &str) -> Answer {
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        // If the server hung up, this has read everything that it sent.
        let _ = stream.read_to_string(&mut answer);
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        let status = head.split(' ').nth(1).map_or(0, |it| it.parse().unwrap());
        Answer { status, head: head.to_owned(), body: body.to_owned() }
    }

    pub(super) fn get(&self, path: &str, headers: &str) -> Answer {
        self.send(&format!(
            "GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{headers}\r\n",
            self.address
        ))
    }

    pub(super) fn ask_with(&self, name: &str, headers: &str, request: &Value) -> Answer {
        let body = request.to_string();
        self.send(&format!(
            "POST /api/{name} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n{headers}\r\n{body}",
            self.address,
            body.len()
        ))
    }

    pub(super) fn ask(&self, name: &str, request: &Value) -> Answer {
        self.ask_with(name, "", request)
    }

    /// Makes sure that the server answers as if nothing had happened.
    pub(super) fn is_well(&self) {
        let answer = self.ask("read", &json!({ "grammar": { "name": "left" }, "text": "8-4-2" }));
        assert_eq!(answer.json()["page"]["readings"][0]["value"], "2");
    }
}

/// Returns whether the connection is still open and without an answer.
pub(super) fn still_waits(stream: &TcpStream) -> bool {
    stream.set_nonblocking(true).unwrap();
    let nothing = stream.peek(&mut [0]).is_err_and(|it| it.kind() == ErrorKind::WouldBlock);
    stream.set_nonblocking(false).unwrap();
    nothing
}

impl Drop for Server {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}
