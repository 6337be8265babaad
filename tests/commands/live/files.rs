//! Tests that the page can read and write its files, and no others.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use super::server::Server;
use super::with_folder;
#[cfg(unix)]
use crate::{LITTLE_ROOM, limited};

#[test]
fn the_server_reads_and_writes_nothing_outside_the_folder() {
    let around = tempfile::tempdir().unwrap();
    let folder = around.path().join("inside");
    fs::create_dir(&folder).unwrap();
    fs::write(around.path().join("secret.pest"), "a = { \"secret\" }").unwrap();
    fs::write(folder.join("mine.pest"), "a = { \"a\" }").unwrap();
    fs::write(folder.join("notes.txt"), "no tests").unwrap();
    fs::write(folder.join("tests.txt"), "===\nOne\n===\na\n").unwrap();
    fs::create_dir(folder.join("folder.pest")).unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::symlink;
        symlink(around.path().join("secret.pest"), folder.join("leads_out.pest")).unwrap();
        symlink(around.path(), folder.join("out.pest")).unwrap();
        symlink(folder.join("mine.pest"), folder.join("leads_in.pest")).unwrap();
        symlink(folder.join("notes.txt"), folder.join("notes.pest")).unwrap();
        symlink(around.path().join("new.pest"), folder.join("dangling.pest")).unwrap();
        for name in ["pipe.pest", "pipe.txt"] {
            let made = std::process::Command::new("mkfifo").arg(folder.join(name)).status();
            assert!(made.unwrap().success());
        }
    }
    let server = with_folder(&folder);
    let names: Vec<String> = server
        .ask("files", &json!({}))
        .json()
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["name"].as_str().unwrap().to_owned())
        .collect();
    if cfg!(unix) {
        assert_eq!(names, ["leads_in.pest", "mine.pest", "tests.txt"]);
    }
    let absolute = around.path().join("secret.pest");
    #[cfg(unix)]
    assert_eq!(server.ask("file", &json!({ "name": "notes.pest" })).status, 403);
    for name in [
        "../secret.pest",
        "..\\secret.pest",
        "./mine.pest",
        "inside/../mine.pest",
        "leads_out.pest",
        "out.pest/secret.pest",
        "out.pest",
        "dangling.pest",
        "notes.txt",
        "folder.pest",
        #[cfg(unix)]
        "pipe.pest",
        #[cfg(unix)]
        "pipe.txt",
        "",
        "..",
        "mine.pest/",
        "mine.pest\0",
        "mine",
        ".hidden.pest",
        "mine.rs",
        "a:b.pest",
        absolute.to_str().unwrap(),
    ] {
        let read = server.ask("file", &json!({ "name": name }));
        assert!((400..500).contains(&read.status), "{name}: {}", read.body);
        assert!(!read.body.contains("\"secret\\\""), "{name}: {}", read.body);
        for overwrite in [false, true] {
            let save = json!({ "name": name, "text": "a = { \"b\" }", "digest": null, "overwrite": overwrite });
            let saved = server.ask("save", &save);
            assert!((400..500).contains(&saved.status), "{name}: {}", saved.body);
        }
    }
    assert_eq!(fs::read_to_string(absolute).unwrap(), "a = { \"secret\" }");
    assert!(!around.path().join("new.pest").exists());
    assert_eq!(fs::read_to_string(folder.join("notes.txt")).unwrap(), "no tests");
    // No path in the address leads to a file.
    for path in ["/../secret.pest", "/mine.pest", "//", "/api/../live.js", "/%2e%2e/secret.pest"] {
        assert_eq!(server.get(path, "").status, 404, "{path}");
    }
}

#[test]
fn the_server_reads_and_writes_only_the_given_grammar_file() {
    let folder = tempfile::tempdir().unwrap();
    let (mine, other) = (folder.path().join("mine.pest"), folder.path().join("other.pest"));
    let left = include_str!("../../../grammar/left.pest");
    fs::write(&mine, left).unwrap();
    fs::write(&other, left).unwrap();
    let server = Server::start(&["--grammar", mine.to_str().unwrap()]);
    let files = server.ask("files", &json!({})).json();
    assert_eq!(files.as_array().unwrap().len(), 1, "{files}");
    assert_eq!(files[0]["name"], "mine.pest");
    for name in ["other.pest", "new.pest", "tests.txt"] {
        let asked = server.ask("file", &json!({ "name": name }));
        assert_eq!(asked.status, 403, "{name}");
        let saved = json!({ "name": name, "text": "a = { \"a\" }", "overwrite": true });
        assert_eq!(server.ask("save", &saved).status, 403, "{name}");
    }
    let saved = json!({ "name": "mine.pest", "text": "// mine", "overwrite": true });
    assert_eq!(server.ask("save", &saved).json()["saved"], true);
    assert_eq!(fs::read_to_string(&mine).unwrap(), "// mine");
    assert_eq!(fs::read_to_string(&other).unwrap(), left);
}

#[test]
fn the_server_overwrites_a_file_only_for_a_client_that_has_seen_its_content() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.pest");
    let server = with_folder(folder.path());
    let save = |text: &str, digest: &Value| {
        let request = json!({ "name": "mine.pest", "text": text, "digest": digest });
        server.ask("save", &request).json()
    };
    let first = save("a = { \"1\" }", &Value::Null);
    assert_eq!(first["saved"], true);
    // A page that expects no file gets the digest of the existing one; a page that was cut off can
    // save the same text again.
    let new = save("a = { \"2\" }", &Value::Null);
    assert_eq!((&new["saved"], &new["digest"]), (&json!(false), &first["digest"]));
    assert_eq!(save("a = { \"1\" }", &Value::Null), first);
    fs::write(&file, "a = { \"3\" }").unwrap();
    assert_eq!(save("a = { \"4\" }", &first["digest"])["saved"], false);
    let seen = server.ask("file", &json!({ "name": "mine.pest" })).json();
    assert_eq!(save("a = { \"4\" }", &seen["digest"])["saved"], true);
    assert_eq!(fs::read_to_string(&file).unwrap(), "a = { \"4\" }");
    // The server does not recreate a deleted file unasked.
    fs::remove_file(&file).unwrap();
    let gone = save("a = { \"5\" }", &seen["digest"]);
    assert_eq!((&gone["saved"], &gone["digest"]), (&json!(false), &Value::Null));
    // No other file is left behind.
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_file_keeps_its_windows_line_ends_and_a_page_does_not_see_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.pest");
    fs::write(&path, "a = { b }\r\nb = { \"b\" }\r\n").unwrap();
    let server = with_folder(folder.path());
    let read = server.ask("file", &json!({ "name": "mine.pest" })).json();
    assert_eq!(read["text"], "a = { b }\nb = { \"b\" }\n");
    let files = server.ask("files", &json!({})).json();
    assert_eq!(files[0]["digest"], read["digest"]);
    let text = "a = { b }\nb = { \"c\" }\n";
    let asked = json!({ "name": "mine.pest", "text": text, "digest": read["digest"] });
    assert_eq!(server.ask("save", &asked).json()["saved"], true);
    assert_eq!(fs::read_to_string(&path).unwrap(), text.replace('\n', "\r\n"));
    // A file with both kinds of line ends gets one kind.
    fs::write(&path, "a = { b }\r\nb = { \"b\" }\n").unwrap();
    let asked = json!({ "name": "mine.pest", "text": text, "overwrite": true });
    assert_eq!(server.ask("save", &asked).json()["saved"], true);
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
    let given = Server::start(&["--grammar", path.to_str().unwrap()]);
    let page = given.get("/", "").body;
    assert!(page.contains("a = { b }\\nb = "), "{page}");
}

#[cfg(unix)]
#[test]
fn the_server_keeps_the_old_file_if_the_new_one_does_not_fit() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.pest");
    fs::write(&path, "a = { \"a\" }").unwrap();
    let server =
        Server::of(&mut limited(LITTLE_ROOM), &["--folder", folder.path().to_str().unwrap()]);
    let text = format!("a = {{ \"{}\" }}", "x".repeat(10_000));
    let asked = json!({ "name": "mine.pest", "text": text, "overwrite": true });
    let answer = server.ask("save", &asked);
    assert!(answer.status >= 400 && answer.body.contains("File too large"), "{}", answer.body);
    assert_eq!(fs::read_to_string(&path).unwrap(), "a = { \"a\" }");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    server.is_well();
}

/// Kills servers while they write, and reads what is there afterwards.
fn kill_while_writing(folder: &Path, times: u64) {
    let file = folder.join("mine.pest");
    let texts = ["x", "y"].map(|it| format!("a = {{ \"{}\" }}", it.repeat(200_000)));
    fs::write(&file, &texts[0]).unwrap();
    let (mut delay, mut changes) = (Duration::from_millis(20), 0);
    for round in 0..times {
        let server = with_folder(folder);
        let text = &texts[usize::from(fs::read_to_string(&file).unwrap() == texts[0])];
        let save = json!({ "name": "mine.pest", "text": text, "overwrite": true }).to_string();
        let mut stream = server.connect();
        write!(
            stream,
            "POST /api/save HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{save}",
            server.address,
            save.len()
        )
        .unwrap();
        thread::sleep(delay);
        drop(server);
        let found = fs::read_to_string(&file).unwrap();
        assert!(texts.contains(&found), "{} bytes in round {round}", found.len());
        let is_written = found == *text;
        changes += u64::from(is_written);
        // How long a change takes depends on what else the machine does, so that each kill comes
        // earlier than one that came too late, or later than one that came too early.
        delay = delay.mul_f64(if is_written { 0.6 } else { 1.5 });
    }
    assert!((1..times).contains(&changes), "{changes} of {times} were written");
    // The name of a file left behind by a kill says that it is bracket24's, and the page does not
    // list it.
    let names = fs::read_dir(folder).unwrap().map(|it| it.unwrap().file_name());
    let names: Vec<String> = names.map(|it| it.into_string().unwrap()).collect();
    let is_known = |name: &String| name == "mine.pest" || name.starts_with(".bracket24-");
    assert!(names.iter().all(is_known), "{names:?}");
    let listed = with_folder(folder).ask("files", &json!({})).json();
    assert_eq!(listed.as_array().unwrap().len(), 1, "{listed}");
}

#[test]
fn a_saved_file_stays_intact_whenever_the_server_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    kill_while_writing(folder.path(), 12);
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn a_saved_file_stays_intact_if_the_server_is_killed_a_thousand_times() {
    let folder = tempfile::tempdir().unwrap();
    kill_while_writing(folder.path(), 1000);
}

#[test]
fn two_servers_on_one_folder_do_not_lose_changes_to_a_file() {
    const EACH: usize = 40;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.pest");
    fs::write(&file, "").unwrap();
    let servers = [(); 2].map(|()| with_folder(folder.path()));
    thread::scope(|scope| {
        for (letter, server) in ["a", "b", "c", "d"].iter().zip(servers.iter().cycle()) {
            scope.spawn(move || {
                let mut saved = 0;
                while saved < EACH {
                    let read = server.ask("file", &json!({ "name": "mine.pest" })).json();
                    let text = format!("{}{letter}", read["text"].as_str().unwrap());
                    let save =
                        json!({ "name": "mine.pest", "text": text, "digest": read["digest"] });
                    saved += usize::from(server.ask("save", &save).json()["saved"] == true);
                }
            });
        }
    });
    let text = fs::read_to_string(&file).unwrap();
    for letter in ["a", "b", "c", "d"] {
        assert_eq!(text.matches(letter).count(), EACH, "{letter} in {text}");
    }
}

#[cfg(unix)]
#[test]
fn a_save_that_another_program_blocks_says_so_and_does_not_write() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.pest");
    fs::write(&file, "a = { \"a\" }").unwrap();
    let server = with_folder(folder.path());
    let save = json!({ "name": "mine.pest", "text": "b = { \"b\" }", "overwrite": true });
    let other = fs::File::open(folder.path()).unwrap();
    other.lock().unwrap();
    // They all wait at the same time, not one after the other.
    thread::scope(|scope| {
        let saves = [(); 8].map(|()| scope.spawn(|| server.ask("save", &save).json()));
        for refused in saves.map(|it| it.join().unwrap()) {
            let error = refused["error"].as_str().unwrap();
            assert!(error.contains("another program has locked"), "{refused}");
            assert_eq!(refused["help"], "try again when it has finished");
        }
    });
    assert_eq!(fs::read_to_string(&file).unwrap(), "a = { \"a\" }");
    other.unlock().unwrap();
    assert_eq!(server.ask("save", &save).json()["saved"], true);
    assert_eq!(fs::read_to_string(&file).unwrap(), "b = { \"b\" }");
}
