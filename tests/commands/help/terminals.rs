//! Tests that the output of the examples fits the terminal and its locale.

use std::collections::BTreeSet;

use super::folder::Folder;
use super::{examples, helps, width};

/// Returns the examples of all help texts and of the guide that print text.
fn text_examples() -> BTreeSet<String> {
    let documents = crate::readme::documents().into_iter();
    let documents: String = documents.map(|it| std::fs::read_to_string(it).unwrap()).collect();
    let shown = documents.lines().filter_map(|line| line.strip_prefix("$ "));
    let shown = shown.filter(|line| line.starts_with("bracket24 ")).map(str::to_owned);
    let told = helps()
        .iter()
        .flat_map(|(_, help)| examples(help).into_iter().map(str::to_owned).collect::<Vec<_>>());
    // These are output for a program, a file or a pager, and output that is exact to the letter;
    // the last two read other commands' output.
    let others = [
        "--json", "--csv", "--format", "--markdown", " -o ", "--output", " > ", " man",
        "completions", "grammar show", "exercise solution",
        // Each run shows another hint.
        "exercise hint", "| bracket24", "--merge",
        // Lessons show the output of a command without wrapping it.
        "lesson 1", "lesson associativity", "--all",
    ];
    let is_text = |line: &String| !others.iter().any(|other| line.contains(other));
    let lines: BTreeSet<String> = shown.chain(told).filter(is_text).collect();
    assert!(lines.len() > 40, "{lines:?}");
    lines
}

/// Returns the output of an example on both streams.
fn written(folder: &Folder, line: &str, columns: usize, locale: &str) -> String {
    let columns = columns.to_string();
    let output = folder.run_with(line, &[("COLUMNS", &columns), ("LC_ALL", locale)]);
    String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
}

/// Returns whether a row must not be wrapped: a single word, or a command to be pasted.
fn stays_whole(row: &str) -> bool {
    !row.trim().contains(' ') || row.starts_with("bracket24 ")
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn every_help_example_fits_the_terminal_and_cuts_no_word() {
    let lines = text_examples();
    let words = |text: &str| -> BTreeSet<String> {
        let words = text
            .split(|it: char| !it.is_alphanumeric() && it != 'µ')
            .filter(|word| word.len() > 2 && word.bytes().all(|byte| byte.is_ascii_alphabetic()));
        words.map(str::to_owned).collect()
    };
    let folder = Folder::new();
    for line in &lines {
        let texts =
            [200, 80, 40].map(|columns| (columns, written(&folder, line, columns, "C.UTF-8")));
        let whole = words(&texts[0].1);
        for (columns, text) in &texts {
            for row in text.lines() {
                assert!(width(row) <= *columns || stays_whole(row), "{line} in {columns}: {row}");
            }
            // If there is no room, the command may use fewer words, but no cut-off words.
            let is_part = |word: &String| {
                whole.iter().any(|whole| whole.starts_with(word) || whole.ends_with(word))
            };
            let cut: Vec<_> =
                words(text).difference(&whole).filter(|word| is_part(word)).cloned().collect();
            assert!(cut.is_empty(), "{line} in {columns} cuts {cut:?}:\n{text}");
        }
    }
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn every_help_example_prints_ascii_that_fits_in_a_locale_without_utf8() {
    let folder = Folder::new();
    for line in text_examples() {
        for row in written(&folder, &line, 40, "C").lines() {
            assert!(row.is_ascii(), "{line}: {row}");
            assert!(width(row) <= 40 || stays_whole(row), "{line}: {row}");
        }
    }
    for (command, _) in helps() {
        let line = format!("bracket24 {} --help", command.join(" "));
        assert!(written(&folder, &line, 80, "C").is_ascii(), "{line}");
    }
    for line in
        ["bracket24", "bracket24 slove 1 2", "bracket24 solve 1 2 3 x", "bracket24 step '(8-4'"]
    {
        assert!(written(&folder, line, 80, "C").is_ascii(), "{line}");
    }
}
