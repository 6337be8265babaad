//! Tests a class: everybody may read and check things, but only the teacher's machine may write.
//!
//! The student connects through another loopback address than the teacher; Linux has many.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::Path;
use std::process::Command;
use std::thread::{self, sleep};
use std::time::Duration;

use bracket24::exercises::Progress;
use serde_json::{Value, json};

use super::server::{Answer, Server};

/// Starts a server of exercises and of the files of a folder.
fn with_class(folder: &Path) -> Server {
    let folder = folder.to_str().unwrap();
    Server::start(&["--listen", "127.0.0.2", "--exercises", "--folder", folder])
}

/// Returns the answer of the server to the teacher, and from now on to a student.
fn becomes_a_student(server: &mut Server) {
    server.address = server.class.clone().unwrap();
    assert!(server.address.starts_with("127.0.0.2:"), "{}", server.address);
}

fn ask(server: &Server, name: &str, request: &Value) -> Answer {
    let token = server.token.as_ref().unwrap();
    server.ask_with(name, &format!("x-bracket24-token: {token}\r\n"), request)
}

#[test]
fn the_server_offers_no_fix_for_the_grammar_of_an_exercise() {
    let folder = tempfile::tempdir().unwrap();
    let server = with_class(folder.path());
    let source = include_str!("../../../src/exercises/material/19-recursion/start.pest");
    for (name, is_mended) in [("19-recursion.pest", false), ("mine.pest", true)] {
        let request = json!({ "grammar": { "name": name, "source": source } });
        let mark = &ask(&server, "grammar", &request).json()["marks"][0];
        assert!(mark["message"].as_str().unwrap().contains("left-recursive"), "{mark}");
        assert_eq!(!mark["mend"].as_array().unwrap().is_empty(), is_mended, "{mark}");
        assert_eq!(!mark["advice"].as_str().unwrap().is_empty(), is_mended, "{mark}");
    }
}

#[test]
fn the_server_lets_a_student_read_and_check_but_not_write() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.pest");
    fs::write(&file, "a = { \"a\" }").unwrap();
    let mut server = with_class(folder.path());
    // The teacher has begun an exercise, and solved it.
    let solution = include_str!("../../../src/exercises/material/01-number/reference.pest");
    let number = json!({ "name": "number", "source": solution });
    assert_eq!(ask(&server, "exercise", &number).status, 200);
    let begun = ask(&server, "file", &json!({ "name": "01-number.pest" })).json();
    let save = json!({ "name": "01-number.pest", "text": solution, "digest": begun["digest"] });
    assert_eq!(ask(&server, "save", &save).json()["saved"], true);
    assert_eq!(ask(&server, "exercise_check", &number).json()["passed"], true);
    let before = content(folder.path());
    assert!(before.iter().any(|(name, text)| name == "progress.txt" && text.contains("done")));

    becomes_a_student(&mut server);
    let read = ask(&server, "file", &json!({ "name": "mine.pest" })).json();
    assert_eq!(read["text"], "a = { \"a\" }");
    for overwrite in [false, true] {
        for name in ["mine.pest", "new.pest", "01-number.pest", "tests.txt"] {
            let (text, digest) = ("a = { \"b\" }", &read["digest"]);
            let save =
                json!({ "name": name, "text": text, "digest": digest, "overwrite": overwrite });
            let saved = ask(&server, "save", &save);
            assert_eq!(saved.status, 403, "{name}: {}", saved.body);
        }
    }
    // Students see neither the teacher's answers nor the teacher's progress.
    assert_eq!(ask(&server, "file", &json!({ "name": "01-number.pest" })).status, 403);
    let files = ask(&server, "files", &json!({})).json();
    assert_eq!((files.as_array().unwrap().len(), &files[0]["name"]), (1, &json!("mine.pest")));
    let exercises = ask(&server, "exercises", &json!({})).json();
    assert!(exercises.as_array().unwrap().iter().all(|it| it["state"] == "new"), "{exercises}");
    // A student starts with the original material, and gets the same answers as a teacher.
    let start = ask(&server, "exercise", &number).json();
    let source = include_str!("../../../src/exercises/material/01-number/start.pest");
    assert_eq!(start["source"], source);
    let wrong = json!({ "name": "number", "source": source, "hints": 1 });
    assert_eq!(ask(&server, "exercise_check", &number).json()["passed"], true);
    assert_eq!(ask(&server, "exercise_check", &wrong).json()["passed"], false);
    assert_eq!(ask(&server, "exercise_hint", &wrong).json()["number"], 2);
    let most = json!({ "name": "number", "source": source, "hints": usize::MAX });
    let last = ask(&server, "exercise_hint", &most).json();
    assert_eq!(last["number"], last["of"]);
    let end = json!({ "name": "end", "source": "line = { ANY }" });
    assert_eq!(ask(&server, "exercise", &end).status, 200);
    assert_eq!(content(folder.path()), before);
    // Without the token the server refuses everything.
    assert_eq!(server.ask("exercise_check", &number).status, 403);
}

#[test]
fn a_hint_that_takes_long_is_given_and_counted_once() {
    let folder = tempfile::tempdir().unwrap();
    let server = with_class(folder.path());
    let source = include_str!("../../../src/exercises/material/01-number/start.pest");
    let wrong = json!({ "name": "number", "source": source });
    assert_eq!(ask(&server, "exercise_check", &wrong).json()["passed"], false);
    // Until another command has written into the folder, the hint has to wait.
    let locked = File::open(folder.path()).unwrap();
    locked.lock().unwrap();
    let hint = thread::scope(|scope| {
        let hint = scope.spawn(|| ask(&server, "exercise_hint", &wrong));
        sleep(Duration::from_millis(300));
        locked.unlock().unwrap();
        hint.join().unwrap()
    });
    assert_eq!(hint.json()["number"], 1);
    let progress = fs::read_to_string(folder.path().join("progress.txt")).unwrap();
    assert!(progress.contains("01-number new 1"), "{progress}");
}

/// Returns the names and the texts of all files in a folder.
fn content(folder: &Path) -> Vec<(String, String)> {
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            (name, fs::read_to_string(path).unwrap())
        })
        .collect();
    files.sort();
    files
}

#[test]
fn the_server_compresses_the_page_for_clients_that_accept_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = with_class(folder.path());
    becomes_a_student(&mut server);
    let token = server.token.clone().unwrap();
    let mut sizes = Vec::new();
    for path in [&format!("/?token={token}"), "/live.css", "/live.js"] {
        let [whole, packed] = ["gzip;q=0.5, br", "gzip, deflate, br"].map(|accepted| {
            let mut stream = server.connect();
            let head = format!("GET {path} HTTP/1.1\r\nHost: {}\r\n", server.address);
            write!(stream, "{head}Accept-Encoding: {accepted}\r\nConnection: close\r\n\r\n")
                .unwrap();
            let mut answer = Vec::new();
            stream.read_to_end(&mut answer).unwrap();
            answer
        });
        let is_packed = |answer: &[u8]| {
            let head = String::from_utf8_lossy(&answer[..answer.len().min(1000)]).to_lowercase();
            head.contains("\r\ncontent-encoding: deflate\r\n")
        };
        assert!(!is_packed(&whole) && is_packed(&packed), "{path}");
        assert!(packed.len() * 3 < whole.len(), "{path}: {} of {}", packed.len(), whole.len());
        sizes.push(packed.len());
    }
    // At 50 KB a second they take little more than one second.
    assert!(sizes.iter().sum::<usize>() < 68_000, "{sizes:?}");
    // The page asks for exactly two more files.
    let page = server.get(&format!("/?token={token}"), "").body;
    let loaded = page.matches("src=\"").count() + page.matches("rel=\"stylesheet\"").count();
    assert_eq!(loaded, 2, "{page}");
}

#[test]
fn the_server_does_not_show_the_teachers_answers_whatever_their_names_and_its_options() {
    let folder = tempfile::tempdir().unwrap();
    // The progress in an exercise of the teacher's own.
    fs::write(folder.path().join("progress.txt"), "args done 0\n").unwrap();
    fs::write(folder.path().join("args.pest"), "answer = { ANY }").unwrap();
    let answer = folder.path().join("15-left.pest");
    fs::write(&answer, "answer = { ANY }").unwrap();
    std::os::unix::fs::symlink("15-left.pest", folder.path().join("copy.pest")).unwrap();
    fs::write(folder.path().join("mine.pest"), "mine = { ANY }").unwrap();
    for exercises in [&["--exercises"][..], &[]] {
        let shown = ["--listen", "127.0.0.2", "--folder", folder.path().to_str().unwrap()];
        let mut server = Server::start(&[exercises, &shown].concat());
        becomes_a_student(&mut server);
        for (name, status) in [
            ("mine.pest", 200),
            ("15-left.pest", 403),
            ("15-LEFT.pest", 403),
            ("copy.pest", 403),
            ("args.pest", 403),
        ] {
            assert_eq!(ask(&server, "file", &json!({ "name": name })).status, status, "{name}");
        }
    }
}

#[test]
fn the_server_hides_own_answers_with_odd_names_and_all_files_if_the_progress_is_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let progress = folder.path().join("progress.txt");
    let mut noted = Progress::default();
    for name in ["#1 lists", "my  lists", "mine"] {
        fs::write(folder.path().join(format!("{name}.pest")), "answer = { ANY }").unwrap();
        if name != "mine" {
            noted.of_mut(name).hints = 1;
        }
    }
    fs::write(&progress, noted.to_text()).unwrap();
    let mut server =
        Server::start(&["--listen", "127.0.0.2", "--folder", folder.path().to_str().unwrap()]);
    becomes_a_student(&mut server);
    let status = |name: &str| ask(&server, "file", &json!({ "name": name })).status;
    assert_eq!(["#1 lists.pest", "my  lists.pest", "mine.pest"].map(status), [403, 403, 200]);
    fs::write(folder.path().join("other.pest"), "other = { ANY }").unwrap();
    fs::write(&progress, b"mine start\xff 0\n").unwrap();
    assert_eq!(["mine.pest", "other.pest"].map(status), [403, 403]);
    // The page of the teacher repairs the file, and only the copy has the damaged line.
    let list = Command::new(env!("CARGO_BIN_EXE_bracket24"))
        .args(["exercise", "list", "--folder", folder.path().to_str().unwrap()])
        .output();
    assert!(list.unwrap().status.success());
    assert!(!fs::read_to_string(&progress).unwrap().contains("mine"));
    assert_eq!(["mine.pest", "other.pest"].map(status), [403, 200]);
    // A copy counts even if an earlier one is gone, but not its first line.
    fs::rename(folder.path().join("progress.txt.old"), folder.path().join("progress.txt.old2"))
        .unwrap();
    fs::write(folder.path().join("state.pest"), "state = { ANY }").unwrap();
    assert_eq!(["mine.pest", "other.pest", "state.pest"].map(status), [403, 200, 200]);
    // Some editors begin a file with a mark.
    fs::write(&progress, "\u{feff}# exercise\n").unwrap();
    assert_eq!(status("other.pest"), 200);
}

#[test]
fn the_page_of_a_class_does_not_open_with_an_answer_of_the_teacher() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    #[cfg(unix)]
    std::os::unix::fs::symlink("01-number.pest", path("link.pest")).unwrap();
    let is_link = cfg!(unix);
    for (name, is_answer) in
        [("01-number.pest", true), ("mine.pest", false), ("link.pest", is_link)]
    {
        fs::write(path(name), "number = @{ ASCII_DIGIT+ } // a secret").unwrap();
        for files in [vec!["--folder", folder.path().to_str().unwrap()], vec![]] {
            let (file, class) = (path(name), ["--listen", "127.0.0.2", "--exercises"]);
            let arguments = [&class[..], &files, &["--grammar", &file]].concat();
            let mut server = Server::start(&arguments);
            let page = format!("/?token={}", server.token.clone().unwrap());
            let own = server.get(&page, "");
            becomes_a_student(&mut server);
            let shown = server.get(&page, "");
            assert_eq!([own.status, shown.status], [200; 2]);
            assert!(own.body.contains("a secret"), "{name}");
            assert_eq!(shown.body.contains("a secret"), !is_answer, "{name} {files:?}");
            assert_eq!(shown.body.contains("\"grammar\":\"left\""), is_answer, "{name}");
        }
    }
}
