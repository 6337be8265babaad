//! Line editing on a terminal, with history and completion.

use std::path::{Path, PathBuf};

use bracket24::words::shorten;
use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::Validator;
use rustyline::{Config, Context, Editor, Helper};

use super::session::{Setting, commands, words};
use crate::cli::commands::completions::candidates_of;
use crate::cli::failure::note;
use crate::cli::terminal::restore_when_ended;
use crate::cli::{Failure, help};

/// The maximum number of lines in the history.
const KEPT: usize = 1000;

/// Ends "bracketed paste", a mode in which a terminal marks pasted text.
const NO_PASTE: &str = "\u{1b}[?2004l";

/// Reads lines that a person types.
pub(super) struct Lines {
    editor: Editor<Completion, FileHistory>,
    /// The file of the history; `None` if the session does not keep it.
    history: Option<PathBuf>,
}

impl Lines {
    /// Starts with the history of earlier runs.
    pub(super) fn new(history: Option<PathBuf>) -> Result<Self, Failure> {
        let config = Config::builder().max_history_size(KEPT).map_err(|it| failure(&it))?.build();
        restore_when_ended(NO_PASTE).map_err(|error| failure(&error.into()))?;
        let mut editor = Editor::with_config(config).map_err(|it| failure(&it))?;
        editor.set_helper(Some(Completion));
        let mut lines = Self { editor, history };
        lines.keep(|editor, path| match editor.load_history(path) {
            Err(ReadlineError::Io(error)) if error.kind() == std::io::ErrorKind::NotFound => {
                std::fs::create_dir_all(path.parent().unwrap_or(path))?;
                editor.save_history(path)
            }
            other => other,
        });
        Ok(lines)
    }

    /// Returns the next line, which is empty after Ctrl-C; `None` after Ctrl-D.
    pub(super) fn next(&mut self, prompt: &str) -> Result<Option<String>, Failure> {
        let line = match self.editor.readline(prompt) {
            Ok(line) => line,
            Err(ReadlineError::Interrupted) => return Ok(Some(String::new())),
            Err(ReadlineError::Eof) => return Ok(None),
            Err(error) => return Err(failure(&error)),
        };
        if !line.trim().is_empty() && self.editor.add_history_entry(&line).unwrap_or(false) {
            self.keep(Editor::append_history);
        }
        Ok(Some(line))
    }

    /// Reads or writes the history. After the first failure, prints a warning and does not use the
    /// file again.
    fn keep(
        &mut self,
        work: impl FnOnce(&mut Editor<Completion, FileHistory>, &Path) -> rustyline::Result<()>,
    ) {
        let Some(path) = &self.history else { return };
        if let Err(error) = work(&mut self.editor, path) {
            let message = format!("cannot keep the history in {}: {error}", path.display());
            note(&message, "`bracket24 repl --no-history` does not try");
            self.history = None;
        }
    }
}

fn failure(error: &ReadlineError) -> Failure {
    Failure::plain(format!("cannot use the terminal: {error}"))
}

/// Completes the name of a command after a `:`, and its arguments as a shell would.
struct Completion;

impl Completer for Completion {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let typed = &line[..at];
        let start = typed.rfind([' ', '\t']).map_or(0, |blank| blank + 1);
        let pair = |replacement: String| Pair { display: shorten(&replacement, 60), replacement };
        Ok((start, offered(typed, &typed[start..]).into_iter().map(pair).collect()))
    }
}

/// Returns the completions of `last`, the last word of the line `typed`.
fn offered(typed: &str, last: &str) -> Vec<String> {
    let Some(line) = typed.trim_start().strip_prefix(':') else { return Vec::new() };
    let command = help::command_line();
    if let Some(begun) = last.strip_prefix(':') {
        let begun_so = commands(&command).filter(|name| name.starts_with(begun));
        let mut names: Vec<String> = begun_so.map(|name| format!(":{name}")).collect();
        names.sort();
        return names;
    }
    let words = words(&line[..line.len() - last.len()]);
    let shell = |words: &[String]| {
        let words = [&["bracket24".to_owned()][..], words, &[last.to_owned()]].concat();
        candidates_of(words.into_iter().map(Into::into).collect())
    };
    match &words[..] {
        [name] => {
            let setting = Setting::by_name(name);
            let mut values = setting.map_or(Vec::new(), |setting| shell(&setting.with("")[..3]));
            if command.find_subcommand(name).is_some() || name == "help" {
                values.extend(shell(&words));
            }
            values
        }
        words => shell(words),
    }
}

impl Helper for Completion {}
impl Highlighter for Completion {}
impl Validator for Completion {}
impl Hinter for Completion {
    type Hint = String;
}
