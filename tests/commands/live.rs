//! Tests the server of the live page with requests that no browser would send.

#[cfg(target_os = "linux")]
mod class;
mod files;
#[path = "../fuzz/checks/request.rs"]
mod request;
#[path = "../fuzz/runs.rs"]
mod runs;
mod server;
#[cfg(target_os = "linux")]
mod strain;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpListener};
use std::path::Path;
use std::process::Command;

use bracket24::Named;
use bracket24::course::Lesson;
use serde_json::{Value, json};

use crate::bracket24;
use server::{Server, still_waits};

fn with_folder(folder: &Path) -> Server {
    Server::start(&["--folder", folder.to_str().unwrap()])
}

#[test]
fn every_response_forbids_content_from_elsewhere() {
    let server = Server::start(&[]);
    for path in ["/", "/live.js", "/live.css", "/nothing"] {
        let head = server.get(path, "").head.to_lowercase();
        let policy =
            "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self'; ";
        assert!(head.contains(policy) && !head.contains("unsafe"), "{head}");
        assert!(head.contains("x-content-type-options: nosniff"), "{head}");
        assert!(!head.contains("access-control"), "{head}");
    }
    let page = server.get("/", "").body;
    // The page loads only files of its own server.
    assert!(!page.contains("http"), "{page}");
}

#[test]
fn the_server_rejects_other_hosts_and_other_origins() {
    let server = Server::start(&[]);
    let port = server.address.rsplit_once(':').unwrap().1;
    for host in ["evil.example", &format!("evil.example:{port}"), "127.0.0.1", "127.0.0.1:1", ""] {
        let answer =
            server.send(&format!("GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"));
        assert_eq!(answer.status, 403, "{host}");
    }
    let none = server.send("GET / HTTP/1.1\r\nConnection: close\r\n\r\n");
    assert_eq!(none.status, 400);
    let two = format!("Host: {}\r\n", server.address);
    assert_eq!(server.get("/", &two).status, 400);
    for origin in ["http://evil.example", "null", "https://127.0.0.1", "http://localhost:1"] {
        let read = json!({ "grammar": { "name": "left" }, "text": "1" });
        let answer = server.ask_with("read", &format!("Origin: {origin}\r\n"), &read);
        assert_eq!(answer.status, 403, "{origin}");
    }
    let own = format!("Origin: http://{}\r\n", server.address);
    assert_eq!(server.get("/", &own).status, 200);
    // An image of another page has no origin, but a link of it may be followed.
    let of_page = |site: &str, mode: &str| {
        server.get("/events", &format!("Sec-Fetch-Site: {site}\r\nSec-Fetch-Mode: {mode}\r\n"))
    };
    for site in ["cross-site", "same-site"] {
        assert_eq!(of_page(site, "no-cors").status, 403, "{site}");
        let link = format!("Sec-Fetch-Site: {site}\r\nSec-Fetch-Mode: navigate\r\n");
        assert_eq!(server.get("/", &link).status, 200, "{site}");
    }
    // The server accepts no request that an HTML form could send.
    let of_kind = |kind: &str| {
        server.send(&format!(
            "POST /api/files HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Type: {kind}\r\n\
             Content-Length: 2\r\n\r\n{{}}",
            server.address
        ))
    };
    assert_eq!(of_kind("text/plain").status, 415);
    assert_eq!(of_kind("text/plain; application/json").status, 415);
    assert!(of_kind("Application/JSON; charset=utf-8").body.contains("no folder was named"));
    server.is_well();
}

#[test]
fn the_server_rejects_writes_to_read_only_resources() {
    let server = Server::start(&[]);
    let put = format!(
        "PUT /live.js HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
        server.address
    );
    let answer = server.send(&put);
    assert_eq!(answer.status, 405);
    assert!(answer.head.to_lowercase().contains("\nallow: get"), "{}", answer.head);
}

#[test]
fn the_server_opens_a_grammar_with_errors_so_that_it_can_be_fixed() {
    let folder = tempfile::tempdir().unwrap();
    let [file, other] = ["mine.pest", "mine.txt"].map(|name| folder.path().join(name));
    let source = "a = { b ~ }\n";
    for path in [&file, &other] {
        fs::write(path, source).unwrap();
    }
    let server = Server::start(&["--grammar", file.to_str().unwrap()]);
    let page = server.get("/", "");
    assert_eq!(page.status, 200);
    assert!(page.body.contains("mine.pest"), "{}", page.body);
    let read = server.ask("file", &json!({ "name": "mine.pest" })).json();
    assert_eq!(read["text"], source);
    let mended = json!({ "name": "mine.pest", "text": "a = { b }", "digest": read["digest"] });
    assert_eq!(server.ask("save", &mended).json()["saved"], true);
    assert_eq!(fs::read_to_string(&file).unwrap(), "a = { b }");
    // The page only shows a file that it may not write.
    let server = Server::start(&["--grammar", other.to_str().unwrap()]);
    assert!(server.get("/", "").body.contains("mine.txt"));
    assert_eq!(server.ask("file", &json!({ "name": "mine.txt" })).status, 404);
}

#[test]
fn a_server_at_all_addresses_knows_the_name_localhost_but_no_other() {
    let server = Server::start(&["--listen", "0.0.0.0"]);
    let port = server.address.rsplit_once(':').unwrap().1;
    let token = server.token.as_deref().unwrap();
    let status = |host: &str| {
        let line = format!("GET /?token={token} HTTP/1.1\r\nHost: {host}:{port}\r\n");
        server.send(&(line + "Connection: close\r\n\r\n")).status
    };
    let hosts = ["localhost", "127.0.0.1", "evil.example", "localhost.example"];
    assert_eq!(hosts.map(status), [200, 200, 403, 403]);
}

#[test]
fn clients_from_other_machines_need_the_token() {
    let server = Server::start(&["--listen", "127.0.0.1"]);
    let token = server.token.clone().unwrap();
    assert_eq!(token.len(), 8);
    let refused = server.get("/", "");
    assert_eq!(refused.status, 403);
    assert!(refused.body.starts_with("this link is incomplete"), "{}", refused.body);
    assert_eq!(server.get("/?token=01234567", "").status, 403);
    assert_eq!(server.get(&format!("/?token={token}"), "").status, 200);
    let read = json!({ "grammar": { "name": "left" }, "text": "1" });
    assert_eq!(server.ask("read", &read).status, 403);
    let known = format!("x-bracket24-token: {token}\r\n");
    assert_eq!(server.ask_with("read", &known, &read).status, 200);
    // A link with a teacher's own token is the same every time.
    let server = Server::start(&["--listen", "127.0.0.1", "--token", "room-12"]);
    assert_eq!(server.get("/?token=room-12", "").status, 200);
}

#[test]
fn the_server_rejects_bodies_that_are_huge_or_not_requests() {
    let server = Server::start(&[]);
    let huge = json!({ "grammar": { "name": "left" }, "text": "1".repeat(2 << 20) });
    assert!([0, 413].contains(&server.ask("read", &huge).status));
    for request in [
        json!({}),
        json!([]),
        json!({ "grammar": 1, "text": [] }),
        json!({ "grammar": { "name": "perl" }, "text": "1" }),
    ] {
        let answer = server.ask("read", &request);
        assert!((400..500).contains(&answer.status), "{request}");
        assert!(answer.json()["error"].is_string());
    }
    let garbage = "\u{1}\u{2}\r\n\r\n";
    assert!([0, 400].contains(&server.send(garbage).status));
    let long = format!("GET /{} HTTP/1.1\r\n\r\n", "a".repeat(200_000));
    assert!((400..500).contains(&server.send(&long).status));
    server.is_well();
}

#[test]
fn incomplete_requests_and_a_thousand_connections_do_not_delay_other_clients() {
    let server = Server::start(&[]);
    let half = format!(
        "POST /api/read HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{{",
        server.address
    );
    let mut open = Vec::new();
    for number in 0..1000 {
        let mut stream = server.connect();
        let piece = [&half[..number % half.len()], &half][number % 2];
        // The server may have closed this connection to make room for others.
        let _ = stream.write_all(piece.as_bytes());
        open.push(stream);
        // This program may not open more files than about so many.
        if open.len() > 450 {
            open.remove(0);
        }
    }
    server.is_well();
    // The server answers this request before it gives up the others.
    assert!(still_waits(&open[open.len() - 1]));
}

/// A grammar that takes very long: every level of brackets is read twice.
const SLOW: &str = "a = { SOI ~ b ~ EOI }\nb = { c ~ \"+\" ~ b | c ~ \"-\" ~ b | c }\nc = { \"(\" ~ b ~ \")\" | \"1\" }\n";

#[test]
#[ignore = "`.ci/long` runs it"]
fn the_server_gives_up_an_endless_grammar_and_it_slows_no_other_grammar() {
    let server = Server::start(&[]);
    let text = "(".repeat(30) + "1" + &")".repeat(30);
    let stuck =
        json!({ "grammar": { "name": "slow.pest", "source": SLOW }, "text": text }).to_string();
    let request = format!(
        "POST /api/read HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{stuck}",
        server.address,
        stuck.len()
    );
    // These are more requests than the server works on at the same time.
    let mut waiting = (0..12).map(|_| server.connect()).collect::<Vec<_>>();
    for stream in &mut waiting {
        stream.write_all(request.as_bytes()).unwrap();
    }
    // Some clients hang up before they are answered.
    for _ in 0..5 {
        let mut gone = server.connect();
        gone.write_all(request.as_bytes()).unwrap();
        gone.shutdown(Shutdown::Both).unwrap();
    }
    server.is_well();
    // The server answered it before the requests that came first.
    assert!(waiting.iter().any(still_waits));
    let mut answer = [0; 12];
    waiting[0].read_exact(&mut answer).unwrap();
    // The parse may have taken too many steps, or too long.
    assert!([*b"HTTP/1.1 200", *b"HTTP/1.1 503"].contains(&answer));
    let never = json!({ "grammar": { "name": "x.pest", "source": "a = { \"\"* }" }, "text": "1" });
    assert_eq!(server.ask("read", &never).json()["page"], Value::Null);
}

#[test]
fn the_server_does_not_cache_an_abandoned_check() {
    let (hasty, calm) = (Server::start(&[]), Server::start(&[]));
    let rule = |number: u32| format!("r{number} = {{ \"a\" ~ r{} | \"b\"* }}\n", number + 1);
    let source = (0..2000).map(rule).collect::<String>() + "r2000 = { EOI }\n";
    let asked = json!({ "grammar": { "name": "long.pest", "source": source } });
    let body = asked.to_string();
    let request = format!(
        "POST /api/grammar HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        hasty.address,
        body.len()
    );
    for _ in 0..3 {
        let mut gone = hasty.connect();
        gone.write_all(request.as_bytes()).unwrap();
        gone.shutdown(Shutdown::Both).unwrap();
    }
    let [hasty, calm] = [hasty, calm].map(|server| server.ask("grammar", &asked));
    assert_eq!(calm.status, 200);
    assert_eq!(hasty.json(), calm.json());
}

#[test]
fn a_grammar_too_large_to_expand_is_refused_whatever_its_other_errors() {
    let server = Server::start(&[]);
    for (source, kind) in
        [("a = { a ~ \"x\"{4000000000} | \"y\" }", "too-much"), ("a = { a | \"x\"{0} }", "value")]
    {
        let request = json!({ "grammar": { "name": "own.pest", "source": source }, "text": "y" });
        let errors = server.ask("grammar", &request).json()["errors"].take();
        assert_eq!(errors.as_array().unwrap().last().unwrap()["kind"], kind, "{errors}");
        assert_eq!(server.ask("read", &request).json(), json!({ "page": null }));
        server.is_well();
    }
}

/// Each step of the sum takes longer than the one before.
#[test]
#[ignore = "`.ci/long` runs it"]
fn steps_with_huge_fractions_are_abandoned() {
    let server = Server::start(&[]);
    // Denominators with few common factors.
    let mut random = bracket24::Random::seeded(7);
    let mut digit = || char::from(b"123456789"[random.below(9)]);
    let fraction = |_| format!("1/{}", (0..990).map(|_| digit()).collect::<String>());
    let text = (0..240).map(fraction).collect::<Vec<_>>().join("+");
    let answer = server.ask("read", &json!({ "grammar": { "name": "left" }, "text": text }));
    assert_eq!(answer.status, 503, "{}", answer.body);
}

#[test]
fn the_server_reports_a_port_that_is_in_use_or_takes_the_next_one() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let output = bracket24(&["serve", "--port", &port], b"");
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(said.contains(&format!("the port {port} is taken")), "{said}");
    // The servers choose free ports, as the advice says.
    let [one, other] = [(); 2].map(|()| Server::start(&[]));
    assert_ne!(one.address, other.address);
    other.is_well();
}

#[test]
fn the_servers_answers_have_the_fields_that_the_commands_print() {
    let server = Server::start(&[]);
    let left = json!({ "name": "left" });
    let hand = server.ask("hand", &json!({ "hand": "3 3 8 8", "grammar": left })).json();
    assert_eq!(hand["solutions"][0], json!({ "template": "N/(N-N/N)", "expression": "8/(3-8/3)" }));
    let check = server.ask("grammar", &json!({ "grammar": { "source": "a = { b }" } })).json();
    assert_eq!(
        (&check["errors"][0]["line"], &check["errors"][0]["column"]),
        (&json!(1), &json!(7))
    );
    assert_eq!((&check["marks"][0]["start"], &check["marks"][0]["end"]), (&json!(6), &json!(7)));
    let tests = "===\nOne\n===\n8-4-2\n---\n(- 8 (- 4 2))\n";
    let tried = server.ask("tests", &json!({ "grammar": left, "tests": tests })).json();
    assert_eq!(tried["tests"][0]["passed"], false);
    let difference =
        server.ask("difference", &json!({ "a": left, "b": { "name": "scala" } })).json();
    assert_eq!(difference["difference"]["expression"], "8-4-2");
    assert_eq!(difference["difference"]["b"]["value"], "6");
    let lines = server.ask("lines", &json!({ "grammar": left, "lines": ["1+1", "1+"] })).json();
    assert_eq!((&lines[0]["value"], &lines[1]["got"]), (&json!("2"), &json!("refused")));
    let template = server.ask("lines", &json!({ "grammar": left, "lines": ["(N-N)*N"] })).json();
    assert_eq!(template[0]["tree"], "(* (- N N) N)");
    let error = lines[1]["error"].as_str().unwrap();
    assert!(error.starts_with("the text ends too early at column 3: "), "{error}");
}

#[test]
fn an_operation_of_one_operand_has_one_child_in_the_tree_of_the_page() {
    let server = Server::start(&[]);
    for (text, operands) in [
        ("4+3!", json!([[], [], [1], [0, 2]])),
        ("6-(-3)", json!([[], [], [1], [0, 2]])),
        ("sqrt 4^2", json!([[], [0], [], [1, 2]])),
        ("log(2,-(-8))", json!([[], [], [1], [2], [0, 3]])),
    ] {
        let read = json!({ "grammar": { "name": "extended" }, "text": text });
        let read = server.ask("read", &read).json();
        let nodes = read["page"]["readings"][0]["expression_nodes"].as_array().unwrap();
        let children: Vec<&Value> = nodes.iter().map(|it| &it["children"]).collect();
        assert_eq!(json!(children), operands, "{text}");
    }
}

#[test]
fn the_server_notifies_the_page_of_changes_in_the_folder() {
    let folder = tempfile::tempdir().unwrap();
    let server = with_folder(folder.path());
    let mut stream = server.connect();
    write!(stream, "GET /events HTTP/1.1\r\nHost: {}\r\n\r\n", server.address).unwrap();
    let mut lines = BufReader::new(stream).lines().map(Result::unwrap);
    assert!(lines.any(|line| line == "data: []"));
    fs::write(folder.path().join("mine.pest"), "a = { \"a\" }").unwrap();
    assert!(lines.any(|line| line.starts_with("data: [{\"name\":\"mine.pest\",\"digest\":")));
    // A change of the same length at the same time is noticed, too.
    fs::write(folder.path().join("mine.pest"), "a = { \"b\" }").unwrap();
    assert!(lines.any(|line| line.starts_with("data: [{\"name\":\"mine.pest\",\"digest\":")));
}

#[test]
#[cfg(unix)]
fn ctrl_c_stops_the_server() {
    let mut server = Server::start(&[]);
    server.is_well();
    let status = Command::new("kill").args(["-INT", &server.child.id().to_string()]).status();
    assert!(status.unwrap().success());
    assert_eq!(server.child.wait().unwrap().code(), Some(130));
}

#[test]
fn the_server_answers_requests_of_any_bytes_and_the_next_request_too() {
    let server = Server::start(&[]);
    let address = server.address.parse().unwrap();
    runs::hold_all("request", |input| request::check(address, input));
    server.is_well();
}

#[test]
fn a_lesson_command_opens_the_text_grammar_and_start_rule_that_it_uses() {
    let server = Server::start(&[]);
    let folder = tempfile::tempdir().unwrap();
    let bracket24 = env!("CARGO_BIN_EXE_bracket24");
    let run = |program: &str, arguments: &[&str]| {
        let output = Command::new(program).args(arguments).current_dir(&folder).output().unwrap();
        (output.status.code(), output.stdout)
    };
    let mut plain = 0;
    for lesson in Lesson::ALL {
        let answer = server.ask("lesson", &json!({ "name": lesson.name() }));
        let answer: Value = serde_json::from_str(&answer.body).unwrap();
        for (name, text) in lesson.files() {
            fs::write(folder.path().join(name), text).unwrap();
        }
        let opened = |command: &str| {
            let all = answer["opened"].as_array().unwrap();
            all.iter().find(|it| it[0] == command).map(|it| &it[1])
        };
        for command in lesson.commands() {
            let line = command.strip_prefix("bracket24 ").unwrap();
            let verb = line.split(' ').next().unwrap();
            if !["parse", "step", "explain", "trace", "grammar"].contains(&verb) {
                assert_eq!(opened(command), None, "{command}");
                continue;
            }
            let opened = opened(command).unwrap_or_else(|| panic!("{command}: {answer}"));
            let [text, start] = ["text", "start"].map(|it| opened[it].as_str());
            let grammar = opened["grammar"].as_str().unwrap();
            assert_eq!(text.is_none(), verb == "grammar", "{command}");
            assert!(!line.contains("--start") || line.contains(start.unwrap()), "{command}");
            let is_other = ["--file", "--format", "--tree", "--all", "--grow"];
            let is_plain = verb == "parse" && is_other.iter().all(|it| !line.contains(it));
            let Some(text) = text.filter(|_| is_plain) else { continue };
            let mut same = vec!["parse", text, "--grammar", grammar];
            same.extend(start.into_iter().flat_map(|it| ["--start", it]));
            let words = format!("set -- {line}; exec \"$0\" \"$@\"");
            let typed = ["-c", &words, bracket24];
            assert_eq!(run(bracket24, &same), run("sh", &typed), "{command}");
            plain += 1;
        }
    }
    assert!(plain > 30, "{plain}");
}
