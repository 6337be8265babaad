//! Finds turns of phrase that a reader has to read twice.

use std::fs;
use std::path::{Path, PathBuf};

/// Each has a plainer one: CONTRIBUTING.md says how to write.
const TURNS: &[&str] = &[
    "anew", "are held", "are to be", "as it stands", "at most one is taken", "can be read with",
    "can be read without", "cannot be read", "come of it", "comes of it", "comes of that",
    "does hands", "in all else", "is held", "is read otherwise", "is there to", "is to be",
    "is told and", "of a user's own", "read otherwise", "stand between", "stand for",
    "stands beside", "stands between", "stands for", "stands there", "that which",
    "what is left of", "what there is", "which is told", "who has", "whoever",
];

fn files(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = entries.flat_map(|it| if it.is_dir() { files(&it, endings) } else { vec![it] });
    files
        .filter(|it| it.extension().is_some_and(|it| endings.iter().any(|end| *end == it)))
        .collect()
}

/// Returns the prose of a file: the comments and messages of code, or the lines of a document
/// outside blocks.
fn prose(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let is_code = path.extension().is_some_and(|it| it == "rs" || it == "pest");
    let mut is_block = false;
    let kept = text.lines().filter_map(|line| {
        let line = line.trim_start();
        let line =
            if is_code { line.strip_prefix("//")?.trim_start_matches(['/', '!']) } else { line };
        let is_fence = line.trim_start().starts_with("```");
        is_block ^= is_fence;
        (!is_block && !is_fence).then_some(line.trim())
    });
    // A turn of phrase may span two lines.
    kept.collect::<Vec<_>>().join(" ").to_lowercase()
}

#[test]
fn the_documents_and_messages_avoid_the_listed_confusing_phrases() {
    let mut paths = vec!["README.md".into(), ".github/SECURITY.md".into()];
    paths.extend(files("src".as_ref(), &["rs", "md", "txt"]));
    paths.extend(files("grammar".as_ref(), &["pest"]));
    paths.extend(files("tests/wrong".as_ref(), &["stderr"]));
    let mut found = Vec::new();
    for path in paths {
        let prose = prose(&path);
        let words: Vec<&str> =
            prose.split(|it: char| !it.is_alphanumeric() && it != '\'').collect();
        let words = format!(" {} ", words.join(" "));
        let turns = TURNS.iter().filter(|turn| words.contains(&format!(" {turn} ")));
        found.extend(turns.map(|turn| format!("{}: {turn}", path.display())));
    }
    assert!(found.is_empty(), "{} turns of phrase:\n{}", found.len(), found.join("\n"));
}

#[test]
fn every_doc_comment_begins_with_a_verb_or_a_noun() {
    let mut paths = files("src".as_ref(), &["rs", "pest"]);
    paths.extend(files("grammar".as_ref(), &["pest"]));
    paths.extend(files("tests".as_ref(), &["rs", "pest"]));
    for path in paths {
        let text = fs::read_to_string(&path).unwrap();
        for (before, line) in ["\n"].into_iter().chain(text.lines()).zip(text.lines()) {
            let prose = |line: &str| {
                let line = line.trim_start();
                line.strip_prefix("///").or(line.strip_prefix("//!")).map(|it| it.trim().to_owned())
            };
            let is_first = prose(before).is_none_or(|it| it.is_empty());
            let is_what = is_first && prose(line).is_some_and(|it| it.starts_with("What "));
            assert!(!is_what, "{}: {line}", path.display());
        }
    }
}
