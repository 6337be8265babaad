//! Measures the cost of the live page: the time until it is first drawn, also on a slow line; the
//! time from a key to its answer and until a browser has drawn it; the time of answers with fifty
//! pages open; and the memory after many requests.
//!
//! `cargo run --release --manifest-path tests/benches/Cargo.toml --bin live -- BRACKET24` where
//! BRACKET24 is the program to measure; the browser is `$CHROMIUM`, or `chromium`. A number after
//! it sets how many requests the fifty pages send.

#[allow(dead_code, reason = "the tests of pages use the rest")]
#[path = "../commands/page/browser.rs"]
mod browser;
mod client;
mod opened;

use std::fmt::Write as _;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use browser::Browser;
use client::{Page, quoted};
use opened::{SLOW, opened};

/// The number of answers that are timed.
const ROUNDS: usize = 200;
/// The number of keys that are pressed in a browser.
const KEYS: usize = 20;
/// The number of times that the page is opened.
const VISITS: usize = 9;
/// The number of times that it is opened on a slow line.
const SLOW_VISITS: usize = 5;
/// The latency and bandwidth of a line without limits.
const FAST: (i32, i32) = (0, -1);
const PAGES: u32 = 50;
/// The number of requests by default.
const REQUESTS: u32 = 5_000;

/// Returns the request that a page sends when somebody types `text`.
fn read(grammar: &str, text: &str) -> String {
    format!("{{\"grammar\":{grammar},\"text\":{}}}", quoted(text))
}

/// Returns the median time of answers, each to a request with a different body.
fn median(page: &mut Page, name: &str, body: impl Fn(usize) -> String) -> io::Result<Duration> {
    let mut times = Vec::new();
    for round in 0..ROUNDS {
        let body = body(round);
        let start = Instant::now();
        page.ask(name, &body)?;
        times.push(start.elapsed());
    }
    times.sort_unstable();
    Ok(times[times.len() / 2])
}

/// Changes the text of an editor as a key does, and gives the milliseconds until the last resulting
/// change of the page is drawn.
const KEY: &str = "new Promise((done) => {
  let drawn = 0;
  let quiet;
  const start = performance.now();
  const end = () => {
    if (document.body.dataset.waits === 'true') return wait();
    seen.disconnect();
    done(drawn);
  };
  const wait = () => {
    clearTimeout(quiet);
    quiet = setTimeout(end, 300);
  };
  const seen = new MutationObserver(() => {
    requestAnimationFrame(() => setTimeout(() => { drawn = performance.now() - start; }));
    wait();
  });
  seen.observe(document.body, { subtree: true, childList: true, characterData: true });
  const editor = document.querySelector(EDITOR);
  editor.value = TEXT;
  editor.dispatchEvent(new Event('input', { bubbles: true }));
})";

/// Opens a grammar and a text.
const OPEN: &str =
    "location.hash = new URLSearchParams({ grammar: NAME, own: 1, source: SOURCE, text: TEXT })";

/// Measures the time from a key until a browser has drawn its effects: the minimum, median and
/// maximum.
fn drawn(browser: &mut Browser, editor: &str, text: impl Fn(usize) -> String) -> String {
    let mut times: Vec<f64> = (0..KEYS)
        .map(|round| {
            let script = KEY.replace("EDITOR", &quoted(editor));
            let script = script.replace("TEXT", &quoted(&text(round)));
            browser.evaluate(&script).as_f64().expect("it is a time")
        })
        .collect();
    times.sort_by(f64::total_cmp);
    let [least, usual, most] = [times[0], times[KEYS / 2], times[KEYS - 1]];
    format!("{least:.0} ms (median {usual:.0}, at most {most:.0})")
}

/// Opens a page that shows this grammar and text.
fn page_of(host: &str, [name, source, text]: [&str; 3]) -> Browser {
    let mut browser = Browser::start();
    browser.visit(&format!("http://{host}/"), "document.body?.dataset.ready === 'true'");
    let open = OPEN.replace("NAME", &quoted(name)).replace("SOURCE", &quoted(source));
    browser.evaluate(&open.replace("TEXT", &quoted(text)));
    let is_open = "document.body.dataset.waits === 'false' && document.querySelector('#live-choice').value === ";
    browser.wait_for(&format!("{is_open}{}", quoted(&format!("own {name}"))));
    browser
}

fn measure_browser(host: &str) -> io::Result<()> {
    let out = &mut io::stdout();
    let address = format!("http://{host}/");
    writeln!(out, "the page {}", opened(&address, FAST, VISITS))?;
    writeln!(out, "on a slow line {}", opened(&address, SLOW, SLOW_VISITS))?;
    let mut browser = Browser::start();
    browser.visit(&address, "document.body?.dataset.ready === 'true'");
    let took = drawn(&mut browser, "#live-text", sum);
    writeln!(out, "a key in a text of 100 characters, drawn: {took}")?;
    let rules = ["rules.pest", &thirty_rules(0), &"a0b0c0d0e0".repeat(10)];
    let took = drawn(&mut page_of(host, rules), "#live-grammar", thirty_rules);
    writeln!(out, "a key in a grammar of 30 rules, drawn: {took}")?;
    for size in [2_000, 20_000] {
        let mut browser = page_of(host, ["json.pest", JSON, &json(size, 0)]);
        let took = drawn(&mut browser, "#live-text", |round| json(size, round));
        writeln!(out, "a key in {} KB of JSON, drawn: {took}", size / 1000)?;
    }
    Ok(())
}

/// Returns the peak memory of a process in KiB, if the system reports it.
fn peak(child: &Child) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// A text of a hundred characters.
fn sum(last: usize) -> String {
    format!("{}1", "(5-8)*7-".repeat(12) + &(last % 10).to_string() + "+")
}

const JSON: &str = include_str!("../grammars/pest/json.pest");

/// A text in JSON of about this size.
fn json(size: usize, last: usize) -> String {
    let item = "{\"name\": [1, 2.5, true], \"more\": \"text\"}, ";
    format!("[{}{}]", item.repeat(size / item.len()), last % 10)
}

/// A grammar of thirty rules: words, one a rule.
fn thirty_rules(last: usize) -> String {
    let mut source = "all = { SOI ~ word* ~ EOI }\nword = { ".to_owned();
    let names: Vec<String> = (0..28).map(|number| format!("w{number}")).collect();
    source += &names.join(" | ");
    source += " }\n";
    for (number, name) in names.iter().enumerate() {
        let letter = char::from(b'a' + u8::try_from(number % 26).expect("it is below 26"));
        let _ = writeln!(source, "{name} = {{ \"{letter}{}\" }}", number / 26);
    }
    source + &format!("// {last}\n")
}

fn measure(child: &Child, host: &str, requests: u32) -> io::Result<()> {
    let out = &mut io::stdout();
    let mut page = Page::open(host, "")?;
    let left = "{\"name\":\"left\"}";
    let took = median(&mut page, "read", |round| read(left, &sum(round)))?;
    writeln!(out, "a key in a text of 100 characters: {took:.1?}")?;
    measure_browser(host)?;
    // The server no longer answers on a connection that has been idle for so long.
    let mut page = Page::open(host, "")?;
    let words = "a0b0c0d0e0".repeat(10);
    let given =
        |name: &str, source: &str| format!("{{\"name\":\"{name}\",\"source\":{}}}", quoted(source));
    let own = |round| given("x.pest", &thirty_rules(round));
    let took = median(&mut page, "read", |round| read(&own(round), &words))?;
    writeln!(out, "a key in a grammar of 30 rules, 100 characters read again: {took:.1?}")?;
    let grammar = given("json.pest", JSON);
    let took = median(&mut page, "read", |round| read(&grammar, &json(10_000, round)))?;
    writeln!(out, "a key in 10 KB of JSON: {took:.1?}")?;
    let start = Instant::now();
    let clients: Vec<_> = (0..PAGES)
        .map(|_| {
            let (host, body) = (host.to_owned(), read(left, "(5-8-7)*6"));
            thread::spawn(move || -> io::Result<()> {
                let mut page = Page::open(&host, "")?;
                (0..requests / PAGES).try_for_each(|_| page.ask("read", &body).map(drop))
            })
        })
        .collect();
    for client in clients {
        client.join().expect("no client has a mistake")?;
    }
    let seconds = start.elapsed().as_secs_f64();
    writeln!(
        out,
        "{PAGES} pages at once: {:.0} requests a second, none failed",
        f64::from(requests) / seconds
    )?;
    if let Some(peak) = peak(child) {
        writeln!(out, "memory after {requests} requests: at most {} MB", peak.div_ceil(1000))?;
    }
    Ok(())
}

fn main() -> io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let program = arguments.next().expect("the program to measure is named");
    let requests = arguments.next().map(|it| it.parse().expect("it is a number of requests"));
    let mut child = Command::new(program).arg("serve").stdout(Stdio::piped()).spawn()?;
    let mut output = BufReader::new(child.stdout.take().expect("it is a pipe"));
    let mut line = String::new();
    output.read_line(&mut line)?;
    let host = line.trim().trim_start_matches("live at http://").trim_end_matches('/').to_owned();
    let measured = measure(&child, &host, requests.unwrap_or(REQUESTS));
    child.kill()?;
    child.wait()?;
    measured
}
