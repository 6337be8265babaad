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

/// Tests that a kept grammar counts with its warnings, and that the warnings do not repeat a long
/// part of the grammar.
#[test]
fn grammars_with_thousands_of_warnings_do_not_fill_the_memory() {
    let server = Server::start(&[]);
    let ask = |number: usize| {
        let comment = number.to_string().repeat(20_000);
        let last = " | \"c\"".repeat(1000);
        let source = format!("e = {{ (\"a\" /*{comment}*/ | 'b'..'z'){last} }}");
        let own = json!({ "name": "own.pest", "source": source });
        let answer = server.ask("grammar", &json!({ "grammar": own }));
        assert!(answer.body.len() < 4 << 20, "{}", answer.body.len());
        assert_eq!(answer.json()["warnings"].as_array().unwrap().len(), 1000);
        held(&server)[0]
    };
    let first = ask(0);
    let most = (1..9).map(ask).max().unwrap();
    assert!(most < first + (64 << 10), "{most} kB, and {first} kB after the first");
}

/// Tests that many texts cannot repeat the names and texts of a grammar without a bound.
#[test]
fn many_short_texts_do_not_make_an_answer_that_fills_the_memory() {
    let server = Server::start(&[]);
    let before = held(&server)[0];
    let name = "n".repeat(150);
    let named = format!("f = {{ SOI ~ {name}* ~ EOI }} {name} = {{ \"x\" }}");
    let expected = format!("f = {{ \"{}\" }}", "c".repeat(300_000));
    for (source, text) in [(named, "x".repeat(900)), (expected, "x".to_owned())] {
        let own = json!({ "name": "own.pest", "source": source });
        let tests = format!("===\nname\n===\n{text}\n---\n(f)\n\n").repeat(400);
        for (kind, texts, value) in
            [("lines", "lines", json!(vec![text; 400])), ("tests", "tests", json!(tests))]
        {
            let answer = server.ask(kind, &json!({ "grammar": own, texts: value }));
            assert_eq!(
                (answer.status, &answer.json()["error"]),
                (400, &json!("the answer is too long"))
            );
        }
    }
    let after = held(&server)[0];
    assert!(after < before + (128 << 10), "{after} kB, and {before} kB before");
}

/// Tests that the mistakes in a file of tests, each of which lists rules, do not add up.
#[test]
fn a_file_of_tests_with_a_hundred_thousand_unknown_rules_does_not_fill_the_memory() {
    let server = Server::start(&[]);
    let before = held(&server)[0];
    let rules = (0..12).map(|it| format!("{}{it} = {{ \"x\" }}\n", "n".repeat(190)));
    let own = json!({ "name": "own.pest", "source": rules.collect::<String>() });
    let test = |tree: &str| format!("===\nname\n===\nx\n---\n{tree}\n\n");
    for tests in [test(&format!("(f {})", "(zz) ".repeat(100_000))), test("(zz)").repeat(5000)] {
        let answer = server.ask("tests", &json!({ "grammar": own, "tests": tests })).json();
        let marks = answer["marks"].as_array().unwrap().len();
        assert!([12, 1000].contains(&marks), "{marks}");
    }
    let after = held(&server)[0];
    assert!(after < before + (64 << 10), "{after} kB, and {before} kB before");
}

/// Tests that thousands of rules that match the same long text do not repeat it.
#[test]
fn a_long_text_that_many_rules_match_does_not_make_a_long_answer() {
    let server = Server::start(&[]);
    let rule = |number: usize| format!("r{number} = {{ r{} }}\n", number + 1);
    let rules = (0..500).map(rule).collect::<String>() + "r500 = { t }\n";
    let source = |end: &str| format!("{rules}t = {{ \"{}\"{end} }}\n", "x".repeat(20_000));
    let [a, b] = ["", " ~ \"y\"?"].map(|end| json!({ "name": "own.pest", "source": source(end) }));
    let answer = server.ask("difference", &json!({ "a": a, "b": b }));
    let nodes = answer.json()["difference"]["a"]["nodes"].take();
    assert_eq!(nodes.as_array().unwrap().len(), 502);
    assert!(answer.body.len() < 1 << 20, "{} bytes", answer.body.len());
}

/// Tests that a kept grade counts with the grammar of the answer.
#[test]
fn answers_to_exercises_with_many_parts_do_not_fill_the_memory() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&["--folder", folder.path().to_str().unwrap(), "--exercises"]);
    let wrong =
        include_str!("../../../src/exercises/material/15-left/wrong/addition_forgotten.pest");
    let ask = |number: usize| {
        let source = format!("{wrong}\nmany = {{ \"x\"{{60000}} }} // {number}");
        let answer = server.ask("exercise_check", &json!({ "name": "left", "source": source }));
        assert_eq!(answer.json()["counterexample"]["text"], "1+1+1");
        held(&server)[0]
    };
    // The first ones also take memory that is then used again.
    let first = (0..4).map(ask).max().unwrap();
    let most = (4..16).map(ask).max().unwrap();
    assert!(most < first + (48 << 10), "{most} kB, and {first} kB after the first four");
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
