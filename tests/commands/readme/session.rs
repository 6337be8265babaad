//! Turns a document for readers into a session that can be run.

use std::fs;
use std::path::{Path, PathBuf};

/// Returns the document as a session that can be run.
fn session(document: &str) -> String {
    let mut session = String::new();
    let mut exit_code = None;
    let mut is_console = false;
    for line in document.lines() {
        if let Some(code) = line.strip_prefix("<!-- exit code ") {
            exit_code = code.strip_suffix(" -->");
        } else if line == "```console" {
            is_console = true;
        } else if line == "```" && is_console {
            // The output of the last command ends with its line.
            session.push('\n');
            is_console = false;
            exit_code = None;
        }
        session += &if is_console { shown(line) } else { line.to_owned() };
        session.push('\n');
        if is_console
            && line.starts_with("$ ")
            && let Some(code) = exit_code
        {
            session.extend(["? ", code, "\n"]);
        }
    }
    session
}

/// Returns a line of a block in the form that trycmd expects.
fn shown(line: &str) -> String {
    if line == "…" {
        return "...".to_owned();
    }
    if line.starts_with("$ ") {
        return line.to_owned();
    }
    let line = line.replace('…', "[..]");
    match first_time(&line) {
        Some(at) => format!("{}[..]", line[..at].trim_end()),
        None => line,
    }
}

/// Returns the position at which a column of times or its heading begins.
fn first_time(line: &str) -> Option<usize> {
    let is_unit = |word: &str| matches!(word, "ns" | "µs" | "ms" | "s");
    let words: Vec<&str> = line.split_whitespace().collect();
    let time = words.windows(2).find(|pair| pair[0].parse::<f64>().is_ok() && is_unit(pair[1]));
    let time = time.map(|pair| pair.join(" "));
    let has_heading = words.windows(2).any(|pair| pair == ["time", "ratio"]);
    let heading = has_heading.then(|| "time".to_owned());
    line.find(&time.or(heading)?)
}

/// Writes the file that trycmd runs in place of `path`, and returns its path. Files that the
/// document shows, in blocks with their names, exist there too.
pub(crate) fn as_session(path: &str) -> PathBuf {
    let name = Path::new(path).file_name().unwrap();
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let document = fs::read_to_string(path).unwrap();
    fs::write(&file, session(&document)).unwrap();
    for (name, text) in files(&document) {
        let folder = file.with_extension("in");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(name), text).unwrap();
    }
    file
}

/// Returns the files that a document shows, each with its name: `pest sums.pest`.
pub(crate) fn files(document: &str) -> Vec<(&str, &str)> {
    let blocks = document.split("```").skip(1).step_by(2);
    let named = blocks.filter_map(|block| {
        let (words, text) = block.split_once('\n')?;
        Some((words.split_once(' ')?.1, text))
    });
    named.collect()
}

/// Returns the lines of a document that are meant for its test and not for readers.
pub(crate) fn marks(document: &str) -> Vec<&str> {
    let marked = |line: &&str| line.contains("[..]") || *line == "..." || line.starts_with("? ");
    document.lines().filter(marked).collect()
}
