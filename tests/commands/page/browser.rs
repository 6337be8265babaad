//! Drives Chromium without a window by its `DevTools` protocol over a pipe.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Mutex;
use std::thread::{panicking, sleep};
use std::time::Duration;

use serde_json::{Value, json};

/// A page of a browser, isolated from other pages.
pub(crate) struct Browser {
    /// `None` once another page may have it.
    program: Option<Program>,
    /// The identifier of the page's cookies and storage.
    context: Value,
    session: String,
    /// The events that the browser sent.
    events: Vec<Value>,
}

/// A running browser, for at most ten minutes.
struct Program {
    _child: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
    sent: u64,
}

/// Browsers without a page, kept because starting one takes longer than most tests of a page. They
/// end with the tests, because nothing then sends them requests any more.
static IDLE: Mutex<Vec<Program>> = Mutex::new(Vec::new());

/// The browser reads requests from file descriptor 3 and answers on descriptor 4. It outlives the
/// tests by a moment, so the shell removes the files that it has written.
const COMMAND: &str = r#"
    profile=$(mktemp -d)
    timeout 600 "${CHROMIUM:-chromium}" --user-data-dir="$profile" "$@" 3<&0 4>&1 >/dev/null 2>&1
    rm -r "$profile"
"#;

impl Program {
    fn start() -> Self {
        let mut child = Command::new("sh")
            .args(["-c", COMMAND, "sh"])
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic"])
            .args(["--no-first-run", "--disable-background-networking"])
            .args(["--disable-component-update", "--disable-sync"])
            .args(["--remote-debugging-pipe", "about:blank"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let requests = child.stdin.take().unwrap();
        let answers = BufReader::new(child.stdout.take().unwrap());
        Self { _child: child, requests, answers, sent: 0 }
    }

    /// Returns the result of a request, or `None` if the browser refuses it; adds the messages that
    /// arrive before the answer to `events`.
    fn call(
        &mut self,
        session: Option<&str>,
        method: &str,
        params: Value,
        events: &mut Vec<Value>,
    ) -> Option<Value> {
        self.sent += 1;
        let mut request = json!({ "id": self.sent, "method": method });
        request["params"] = params;
        if let Some(session) = session {
            request["sessionId"] = json!(session);
        }
        write!(self.requests, "{request}\0").unwrap();
        loop {
            let mut message = self.read();
            if message["id"] == self.sent {
                return message.get_mut("result").map(Value::take);
            }
            if message["sessionId"].as_str() == session {
                events.push(message);
            }
        }
    }

    fn read(&mut self) -> Value {
        let mut message = Vec::new();
        self.answers.read_until(0, &mut message).unwrap();
        assert_eq!(message.pop(), Some(0), "the browser has ended");
        serde_json::from_slice(&message).unwrap()
    }
}

impl Browser {
    /// Opens an empty page, in an idle browser or in a new one.
    pub(crate) fn start() -> Self {
        let idle = IDLE.lock().unwrap().pop();
        let mut program = idle.unwrap_or_else(Program::start);
        let context = json!({});
        let context = program.call(None, "Target.createBrowserContext", context, &mut Vec::new());
        let context = context.unwrap()["browserContextId"].take();
        let session = String::new();
        let mut browser = Self { program: Some(program), context, session, events: Vec::new() };
        browser.open_tab();
        browser
    }

    /// Opens another empty tab with the same storage and turns to it. Returns the earlier tab, for
    /// `turn_to`.
    pub(crate) fn open_tab(&mut self) -> String {
        let program = self.program.as_mut().expect("only a dropped page has no browser");
        let mut call =
            |method, params| program.call(None, method, params, &mut Vec::new()).unwrap();
        let target = json!({ "url": "about:blank", "browserContextId": self.context });
        let target = call("Target.createTarget", target)["targetId"].take();
        let attached =
            call("Target.attachToTarget", json!({ "targetId": target, "flatten": true }));
        let earlier = self.turn_to(attached["sessionId"].as_str().unwrap());
        for domain in ["Page", "Runtime", "Log", "Network"] {
            self.call(&format!("{domain}.enable"), json!({}));
        }
        self.resize(1280, 900);
        earlier
    }

    /// Turns to another tab, which hides the earlier one, and returns that one.
    pub(crate) fn turn_to(&mut self, tab: &str) -> String {
        let earlier = std::mem::replace(&mut self.session, tab.to_owned());
        self.call("Page.bringToFront", json!({}));
        earlier
    }

    /// Opens a page and waits until it has been drawn.
    pub(crate) fn open(&mut self, page: &Path, place: &str) {
        // For another place on the same page the browser would only scroll.
        self.load("about:", "blank");
        self.events.clear();
        self.load("file:", &format!("//{}{place}", page.display()));
        self.settle();
    }

    /// Opens an address of a server, and waits until `is_ready` says that it is done.
    pub(crate) fn visit(&mut self, address: &str, is_ready: &str) {
        self.load("about:", "blank");
        self.events.clear();
        self.load("http:", address.strip_prefix("http:").expect("it is an address of a server"));
        self.wait_for(is_ready);
    }

    /// Waits until a script returns true.
    pub(crate) fn wait_for(&mut self, script: &str) {
        for _ in 0..1000 {
            if self.try_evaluate(script).is_some_and(|value| value == true) {
                return self.settle();
            }
            sleep(Duration::from_millis(10));
        }
        let errors = self.errors();
        panic!("it does not come to this: {script}; {errors:?}");
    }

    /// Types a text where the focus is, as a keyboard does.
    pub(crate) fn type_text(&mut self, text: &str) {
        for letter in text.chars() {
            let letter = letter.to_string();
            self.call("Input.insertText", json!({ "text": letter }));
        }
        self.settle();
    }

    /// Inserts a whole text at once where the focus is.
    pub(crate) fn type_text_at_once(&mut self, text: &str) {
        self.call("Input.insertText", json!({ "text": text }));
        self.settle();
    }

    /// Returns the errors and console messages.
    pub(crate) fn errors(&mut self) -> Vec<Value> {
        self.settle();
        let names = ["Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded"];
        let is_error = |event: &&Value| names.iter().any(|name| event["method"] == *name);
        self.events.iter().filter(is_error).cloned().collect()
    }

    fn load(&mut self, protocol: &str, rest: &str) {
        self.call("Page.navigate", json!({ "url": format!("{protocol}{rest}") }));
        let script = format!("location.protocol == '{protocol}' && document.readyState");
        // A page that is being replaced by another does not answer.
        while self
            .try_call("Runtime.evaluate", json!({ "expression": script }))
            .is_none_or(|answer| answer["result"]["value"] != "complete")
        {
            sleep(Duration::from_millis(10));
        }
    }

    /// Returns the result of a script on the page.
    pub(crate) fn evaluate(&mut self, script: &str) -> Value {
        self.try_evaluate(script)
            .unwrap_or_else(|| panic!("the page gave way to another during {script}"))
    }

    /// Returns the same, or `None` if another page replaces this one before the script ends.
    fn try_evaluate(&mut self, script: &str) -> Option<Value> {
        let answer = self.try_call(
            "Runtime.evaluate",
            json!({ "expression": script, "awaitPromise": true, "returnByValue": true }),
        )?;
        assert!(answer.get("exceptionDetails").is_none(), "{script}: {answer}");
        Some(answer["result"]["value"].clone())
    }

    /// Returns the text of an element.
    pub(crate) fn text(&mut self, selector: &str) -> String {
        let text = self.evaluate(&format!("document.querySelector({selector:?}).textContent"));
        text.as_str().unwrap().to_owned()
    }

    /// Counts the elements that a person can see.
    pub(crate) fn count(&mut self, selector: &str) -> u64 {
        let script = format!(
            "[...document.querySelectorAll({selector:?})].filter((it) => it.checkVisibility()).length"
        );
        self.evaluate(&script).as_u64().unwrap()
    }

    /// Presses a key, named as in scripts, and waits until the page is drawn.
    pub(crate) fn press(&mut self, key: &str) {
        self.press_with(key, 0);
    }

    pub(crate) fn press_with_shift(&mut self, key: &str) {
        self.press_with(key, 8);
    }

    pub(crate) fn press_with_alt(&mut self, key: &str) {
        self.press_with(key, 1);
    }

    pub(crate) fn press_with_control(&mut self, key: &str) {
        self.press_with(key, 2);
    }

    fn press_with(&mut self, key: &str, modifiers: u8) {
        for kind in ["rawKeyDown", "keyUp"] {
            let event = json!({ "type": kind, "key": key, "code": key, "modifiers": modifiers });
            self.call("Input.dispatchKeyEvent", event);
        }
        self.settle();
    }

    /// Clicks the middle of an element.
    pub(crate) fn click(&mut self, selector: &str) {
        let place = self.evaluate(&format!(
            "(() => {{
                const found = document.querySelector({selector:?});
                found.scrollIntoView({{ block: 'center' }});
                const {{ x, y, width, height }} = found.getBoundingClientRect();
                return {{ x: x + width / 2, y: y + height / 2 }};
            }})()"
        ));
        for kind in ["mousePressed", "mouseReleased"] {
            let mouse = json!({
                "type": kind, "x": place["x"], "y": place["y"], "button": "left", "clickCount": 1,
            });
            self.call("Input.dispatchMouseEvent", mouse);
        }
        self.settle();
    }

    /// Has the page shown on paper, or with light or dark colours.
    pub(crate) fn show_as(&mut self, medium: &str, scheme: &str) {
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        self.call("Emulation.setEmulatedMedia", json!({ "media": medium, "features": features }));
        self.settle();
    }

    /// Turns the network off, or gives it a latency in milliseconds and a speed in bytes a second;
    /// -1 is no limit.
    pub(crate) fn set_network(&mut self, is_there: bool, latency: i32, bytes: i32) {
        let network = json!({
            "offline": !is_there, "latency": latency, "downloadThroughput": bytes,
            "uploadThroughput": bytes,
        });
        self.call("Network.emulateNetworkConditions", network);
    }

    /// Makes the browser save downloads in a folder.
    pub(crate) fn download_to(&mut self, folder: &Path) {
        let folder = json!({ "behavior": "allow", "downloadPath": folder });
        self.call("Page.setDownloadBehavior", folder);
    }

    /// Sets the size of the page in pixels.
    pub(crate) fn resize(&mut self, width: u32, height: u32) {
        let size =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", size);
        self.settle();
    }

    /// Returns errors, console messages and requests other than for the page itself.
    pub(crate) fn complaints(&mut self) -> Vec<Value> {
        self.settle();
        let is_complaint = |event: &&Value| match event["method"].as_str() {
            Some("Runtime.exceptionThrown" | "Runtime.consoleAPICalled" | "Log.entryAdded") => true,
            Some("Network.requestWillBeSent") => {
                let url = event["params"]["request"]["url"].as_str().unwrap();
                event["params"]["type"] != "Document" && !url.starts_with("data:")
            }
            _ => false,
        };
        self.events.iter().filter(is_complaint).cloned().collect()
    }

    /// Waits until the requested change and its effects are drawn: a details element reports its
    /// opening in a separate task, and a change of colours or medium takes one frame to be noticed
    /// and another to take effect. So the wait ends when nothing has changed from a task to the
    /// second frame after it, or, if something always changes, after some rounds. If a click
    /// reloads the page, the wait begins again.
    pub(crate) fn settle(&mut self) {
        let script = "(async () => {
                const task = () => new Promise((done) => setTimeout(done));
                const frame = () => new Promise((done) => requestAnimationFrame(done));
                let changes = 0;
                const watch = new MutationObserver((seen) => { changes += seen.length; });
                const what = { attributes: true, characterData: true, childList: true, subtree: true };
                watch.observe(document, what);
                for (let round = 0; round < 10; round += 1) {
                    changes = 0;
                    for (const wait of [task, frame, frame, task]) await wait();
                    if (changes === 0) break;
                }
                watch.disconnect();
            })()";
        for _ in 0..1000 {
            if self.try_evaluate(script).is_some() {
                return;
            }
            sleep(Duration::from_millis(10));
        }
        panic!("the page gives way to another again and again");
    }

    fn call(&mut self, method: &str, params: Value) -> Value {
        let request = format!("{method} {params}");
        self.try_call(method, params).unwrap_or_else(|| panic!("the browser refuses {request}"))
    }

    fn try_call(&mut self, method: &str, params: Value) -> Option<Value> {
        let program = self.program.as_mut().expect("only a dropped page has no browser");
        program.call(Some(&self.session), method, params, &mut self.events)
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let mut program = self.program.take().expect("a page is dropped once");
        // Another test must not get the browser of a failed one.
        if panicking() {
            return;
        }
        let context = json!({ "browserContextId": self.context });
        program.call(None, "Target.disposeBrowserContext", context, &mut Vec::new());
        IDLE.lock().unwrap().push(program);
    }
}
