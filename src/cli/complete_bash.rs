//! Completion in bash, which hands words over as they are typed and breaks them
//! at `=`: `--grammar=le` arrives as three, a blank in a name after a backslash.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;

use clap::Command;
use clap_complete::engine;
use clap_complete::env::{Bash, EnvCompleter};

/// What the script adds to clap's: blanks in the names of files are escaped, and
/// folders end in a slash. Bash before 4 cannot do that.
const FILENAMES: &str = "compopt -o filenames bracket24 2>/dev/null || true\n";

/// Bash, with names that have blanks and with `--option=value`.
pub(super) struct Words;

impl EnvCompleter for Words {
    fn name(&self) -> &'static str {
        Bash.name()
    }

    fn is(&self, name: &str) -> bool {
        Bash.is(name)
    }

    fn write_registration(
        &self,
        variable: &str,
        name: &str,
        command: &str,
        completer: &str,
        writer: &mut dyn Write,
    ) -> io::Result<()> {
        Bash.write_registration(variable, name, command, completer, writer)?;
        writer.write_all(FILENAMES.as_bytes())
    }

    fn write_complete(
        &self,
        command: &mut Command,
        words: Vec<OsString>,
        folder: Option<&Path>,
        writer: &mut dyn Write,
    ) -> io::Result<()> {
        let variable = |name| std::env::var(name).ok();
        let at = variable("_CLAP_COMPLETE_INDEX").and_then(|at| at.parse().ok());
        // As clap's own: what calls without a place asks for the name of the program.
        let (words, at) = whole(words, at.unwrap_or(0));
        let separator = variable("_CLAP_IFS").unwrap_or_else(|| "\n".to_owned());
        let found = engine::complete(command, words, at, folder)?;
        let values = found.iter().map(|it| {
            let value = it.get_value().to_string_lossy();
            value.strip_suffix('/').unwrap_or(&value).to_owned()
        });
        writer.write_all(values.collect::<Vec<_>>().join(&separator).as_bytes())
    }
}

/// The words without a `=` between an option and its value, and with the one at
/// `at` as it was meant; and where that is now.
fn whole(words: Vec<OsString>, at: usize) -> (Vec<OsString>, usize) {
    let mut kept: Vec<OsString> = Vec::with_capacity(words.len());
    let mut now = at;
    for (index, word) in words.into_iter().enumerate() {
        let is_option = |last: &OsString| last.to_string_lossy().starts_with("--");
        if word == "=" && index < at && kept.last().is_some_and(is_option) {
            now -= 1;
        } else if index == at {
            kept.push(unescaped(word));
        } else {
            kept.push(word);
        }
    }
    (kept, now)
}

/// A word without the backslashes that escape characters in it.
fn unescaped(word: OsString) -> OsString {
    let Some(text) = word.to_str().filter(|text| text.contains('\\')) else { return word };
    let mut characters = text.chars();
    let mut plain = String::new();
    while let Some(character) = characters.next() {
        let escaped = (character == '\\').then(|| characters.next()).flatten();
        plain.push(escaped.unwrap_or(character));
    }
    plain.into()
}
