//! Checks requests: whatever the request, the server of the live page answers or hangs up, and
//! keeps running.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::time::Duration;

/// A time longer than any answer may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// Takes the name of a request and, on the lines after it, its JSON; or, after a line with `raw`,
/// the bytes of a connection. It does not request the command of a lesson, because that is another
/// program.
///
/// # Panics
///
/// If the server at this address fails, or leaves a request unanswered that it should answer.
pub(crate) fn check(server: SocketAddr, data: &[u8]) {
    let end = data.iter().position(|&byte| byte == b'\n').unwrap_or(data.len());
    let (name, body) = (&data[..end], data.get(end + 1..).unwrap_or(&[]));
    let Ok(name) = std::str::from_utf8(name) else { return };
    if name == "raw" {
        let answer = sent(server, body, true);
        assert!(answer.is_empty() || is_answer(&answer), "{answer}");
        let page = answer_to(server, head(server, "GET /live.css", "").as_bytes());
        assert!(page.starts_with("HTTP/1.1 200 "), "{page}");
    } else if name != "command"
        && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
    {
        let fields =
            format!("Content-Type: application/json\r\nContent-Length: {}\r\n", body.len());
        let mut request = head(server, &format!("POST /api/{name}"), &fields).into_bytes();
        request.extend(body);
        let answer = answer_to(server, &request);
        assert!(is_answer(&answer), "{answer}");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head ends with an empty line");
        let is_json = head.to_ascii_lowercase().contains("content-type: application/json");
        assert!(!is_json || serde_json::from_str::<serde_json::Value>(body).is_ok(), "{answer}");
    }
}

fn head(server: SocketAddr, line: &str, fields: &str) -> String {
    format!("{line} HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\n{fields}\r\n")
}

/// Returns whether this is an answer other than a server failure.
fn is_answer(answer: &str) -> bool {
    let version = answer.strip_prefix("HTTP/1.1 ").or_else(|| answer.strip_prefix("HTTP/1.0 "));
    version.is_some_and(|status| ["2", "4", "503 "].iter().any(|it| status.starts_with(it)))
}

/// Returns the server's answer to a whole request. Tries three times, because after tens of
/// thousands of connections a port is reused that the system still remembers.
fn answer_to(server: SocketAddr, request: &[u8]) -> String {
    let mut answers = (0..3).map(|_| sent(server, request, false));
    answers.find(|it| !it.is_empty()).expect("the server answers")
}

/// Returns the answer of the server until it hangs up. An endless answer is abandoned. If `is_end`
/// is set, the sending side is closed: otherwise the server would wait for the rest of a request.
fn sent(server: SocketAddr, request: &[u8], is_end: bool) -> String {
    let mut stream = TcpStream::connect(server).expect("the server listens");
    stream.set_read_timeout(Some(PATIENCE)).expect("a time that is not zero");
    // A server that has seen enough hangs up before it has read everything.
    let _ = stream.write_all(request);
    if is_end {
        let _ = stream.shutdown(Shutdown::Write);
    }
    let (mut answer, mut piece) = (Vec::new(), [0; 4096]);
    loop {
        match stream.read(&mut piece) {
            Ok(0) => break,
            Ok(length) => answer.extend(&piece[..length]),
            Err(error) => {
                assert!(!matches!(error.kind(), std::io::ErrorKind::WouldBlock), "no answer");
                break;
            }
        }
        if answer.windows(19).any(|it| it.eq_ignore_ascii_case(b" text/event-stream\r")) {
            break;
        }
    }
    String::from_utf8_lossy(&answer).into_owned()
}
