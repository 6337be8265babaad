//! Tests the load of a class and of more than a class at once, and the resources in use afterwards.

use std::fs;
use std::io::Write;
use std::net::TcpStream;
use std::thread::{scope, sleep};
use std::time::{Duration, Instant};

use serde_json::json;

use super::SLOW;
use super::server::Server;

/// Opens event streams that nobody closes, and then connections whose request never ends: the
/// server closes the oldest streams to make room for these.
fn slow_and_silent(server: &Server, slow: usize, silent: usize) -> Vec<TcpStream> {
    let half = format!(
        "POST /api/read HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
         Content-Length: 100\r\n\r\n{{",
        server.address
    );
    let events = format!("GET /events HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    let requests = [(silent, events), (slow, half)];
    let mut open = Vec::new();
    for (number, request) in requests {
        for _ in 0..number {
            let mut stream = server.connect();
            // The server may have closed this connection to make room for others.
            let _ = stream.write_all(request.as_bytes());
            open.push(stream);
            // This program may not open more files than about so many.
            if open.len() > 800 {
                open.remove(0);
            }
        }
    }
    open
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn the_server_serves_forty_students_despite_slow_clients_and_a_thousand_streams() {
    let folder = tempfile::tempdir().unwrap();
    let server = super::with_folder(folder.path());
    let open = slow_and_silent(&server, 200, 1000);
    let text = "1+2*(3-4)";
    scope(|scope| {
        for student in 0..40 {
            let server = &server;
            scope.spawn(move || {
                let source = format!("{SLOW}// student {student}\n");
                for end in 1..=text.len() {
                    let own = json!({ "name": "mine.pest", "source": source });
                    let grammar = if end % 2 == 0 { own } else { json!({ "name": "left" }) };
                    let read = json!({ "grammar": grammar, "text": text[..end] });
                    assert_eq!(server.ask("read", &read).status, 200, "{read}");
                }
            });
        }
    });
    drop(open);
    server.is_well();
}

/// Returns the kilobytes of memory, the open files and the threads of a server.
fn held(server: &Server) -> [usize; 3] {
    let process = format!("/proc/{}", server.child.id());
    let status = fs::read_to_string(format!("{process}/status")).unwrap();
    let field = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        line.split_whitespace().next().unwrap().parse().unwrap()
    };
    let files = fs::read_dir(format!("{process}/fd")).unwrap().count();
    [field("VmRSS:"), files, field("Threads:")]
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn a_hundred_thousand_requests_do_not_leak_memory_files_or_threads() {
    const EACH: usize = 25_000;
    let server = Server::start(&[]);
    let flood = |each: usize| {
        scope(|scope| {
            for client in 0..4 {
                let server = &server;
                scope.spawn(move || {
                    for number in 0..each {
                        let source =
                            format!("a = {{ SOI ~ \"{client}\" ~ \"{}\"* ~ EOI }}", number % 3000);
                        let own = json!({ "name": "mine.pest", "source": source });
                        let request = match number % 4 {
                            0 => json!({ "grammar": own, "text": "1" }),
                            1 => json!({ "grammar": { "name": "left" }, "text": "(8-4)/2" }),
                            2 => json!({ "grammar": { "name": "scala" }, "text": "8-4-2)" }),
                            _ => json!([number]),
                        };
                        let status = if number % 4 == 3 { 400 } else { 200 };
                        assert_eq!(server.ask("read", &request).status, status, "{request}");
                    }
                });
            }
        });
    };
    // These requests fill the cache for the next key.
    flood(4000);
    let [memory, files, threads] = settled(&server);
    flood(EACH);
    let after = settled(&server);
    assert!(after[0] < memory + (16 << 10), "{} kB, and {memory} kB before", after[0]);
    assert_eq!(after[1..], [files, threads]);
}

/// Tests that a kept grammar counts by its size, not by that of its text: each of these takes some
/// forty megabytes.
#[test]
#[ignore = "`.ci/long` runs it"]
fn short_grammars_with_a_hundred_thousand_parts_do_not_fill_the_memory() {
    let server = Server::start(&[]);
    let ask = |number: usize| {
        let source = format!("a = {{ NEWLINE{{99990}} }} // {number}");
        let own = json!({ "name": "large.pest", "source": source });
        let request = json!({ "grammar": own, "text": "x" });
        assert_eq!(server.ask("read", &request).status, 200);
        held(&server)[0]
    };
    let first = ask(0);
    let most = (1..20).map(ask).max().unwrap();
    assert!(most < first + (256 << 10), "{most} kB, and {first} kB after the first");
}

/// Returns what the server [`held`] once the server is idle: idle threads end after ten seconds.
fn settled(server: &Server) -> [usize; 3] {
    let started = Instant::now();
    loop {
        let held = held(server);
        if held[2] <= 4 || started.elapsed() > Duration::from_secs(30) {
            return held;
        }
        sleep(Duration::from_millis(200));
    }
}

/// Tests that no thread works on slow texts after their requests were given up.
#[test]
#[ignore = "`.ci/long` runs it"]
fn the_server_stops_work_when_its_client_disconnects() {
    let server = Server::start(&[]);
    let text = "(".repeat(40) + "1" + &")".repeat(40);
    let own = json!({ "name": "slow.pest", "source": SLOW });
    let body = json!({ "grammar": own, "text": text }).to_string();
    for _ in 0..30 {
        let mut stream = server.connect();
        let request = format!(
            "POST /api/read HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            server.address,
            body.len()
        );
        stream.write_all(request.as_bytes()).unwrap();
    }
    let worked = || {
        let status = fs::read_to_string(format!("/proc/{}/stat", server.child.id())).unwrap();
        let fields: Vec<&str> = status.rsplit(')').next().unwrap().split_whitespace().collect();
        fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
    };
    sleep(Duration::from_secs(2));
    let before = worked();
    sleep(Duration::from_secs(1));
    assert!(worked() - before < 20, "{} of its hundredths of a second", worked() - before);
    server.is_well();
}
