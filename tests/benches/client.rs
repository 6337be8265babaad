//! A client of the live page that sends requests as the page's script does.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;

/// A connection that stays open, as a browser keeps it.
pub(crate) struct Page {
    stream: BufReader<TcpStream>,
    head: String,
}

impl Page {
    /// Opens a connection to a page, with the token if it needs one.
    pub(crate) fn open(host: &str, token: &str) -> io::Result<Self> {
        let stream = TcpStream::connect(host)?;
        stream.set_nodelay(true)?;
        let head = format!(
            "Host: {host}\r\nX-Bracket24-Token: {token}\r\nAccept-Encoding: gzip, deflate\r\n\
             Content-Type: application/json\r\n"
        );
        Ok(Self { stream: BufReader::new(stream), head })
    }

    /// Returns the number of bytes of the answer, which has to be a success.
    pub(crate) fn ask(&mut self, name: &str, body: &str) -> io::Result<usize> {
        self.send(name, body)?;
        self.answer()
    }

    pub(crate) fn send(&mut self, name: &str, body: &str) -> io::Result<()> {
        let request = format!(
            "POST /api/{name} HTTP/1.1\r\n{}Content-Length: {}\r\n\r\n{body}",
            self.head,
            body.len()
        );
        self.stream.get_mut().write_all(request.as_bytes())
    }

    pub(crate) fn answer(&mut self) -> io::Result<usize> {
        let (mut length, mut line) = (0, String::new());
        self.stream.read_line(&mut line)?;
        assert!(line.starts_with("HTTP/1.1 200"), "{line}");
        while line.trim() != "" {
            line.clear();
            self.stream.read_line(&mut line)?;
            if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().expect("a length is a number");
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body)?;
        Ok(length)
    }
}

/// Quotes a text as JSON.
pub(crate) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
