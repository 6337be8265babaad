//! Runs the lines that the user types in a session, and keeps the settings of the session.

use std::collections::HashMap;
use std::ffi::OsString;
use std::ops::ControlFlow;

use bracket24::present::{Document, Table, markup as m};
use bracket24::words::did_you_mean;
use bracket24::{Grammar, Named};
use clap::error::ErrorKind;
use clap::{ArgMatches, Command, FromArgMatches};

use super::{NAME, overview};
use crate::cli::commands::CommandLine;
use crate::cli::stdin::{self, Flow};
use crate::cli::{
    Ended, Failure, Outcome, Output, answer, file, grammar_options, help, interrupt, shorthand,
};

/// The character before the name of a command.
const MARK: char = ':';

/// The commands that exist only at the prompt. Each setting is also such a command.
const OWN: [&str; 4] = ["brackets", "settings", "help", "quit"];

/// An option that keeps its value from line to line.
#[derive(Debug)]
pub(super) struct Setting {
    name: &'static str,
    /// The value if the user sets none.
    default: &'static str,
    /// A command that accepts every value of the option.
    command: &'static str,
}

const LISTED: &str = "`bracket24 -h` lists the commands, and `:help` shows what a line can be";

const SETTINGS: [Setting; 4] = [
    Setting { name: "grammar", default: "left", command: "parse" },
    Setting { name: "target", default: "24", command: "solve" },
    Setting { name: "templates", default: "canonical", command: "solve" },
    Setting { name: "distinct", default: "function", command: "solve" },
];

impl Setting {
    pub(super) fn by_name(name: &str) -> Option<&'static Self> {
        SETTINGS.iter().find(|it| it.name == name)
    }

    /// Returns a command line that gives the option this value.
    pub(super) fn with(&self, value: &str) -> [String; 4] {
        [self.command, "1", &format!("--{}", self.name), value].map(str::to_owned)
    }
}

/// The values that differ from the default, by the names of the settings.
#[derive(Debug, Default)]
pub(super) struct Settings(HashMap<&'static str, String>);

impl Settings {
    /// The value of `setting`, unless it is the default.
    fn get(&self, setting: &Setting) -> Option<&str> {
        self.0.get(setting.name).map(String::as_str)
    }

    /// The prompt: the grammar, and other settings that are not the default.
    pub(super) fn prompt(&self) -> String {
        let grammar = self.get(&SETTINGS[0]).unwrap_or(SETTINGS[0].default);
        let others = SETTINGS[1..].iter().filter_map(|it| self.get(it));
        let words: Vec<&str> = [grammar].into_iter().chain(others).collect();
        format!("{}> ", words.join(" "))
    }

    /// Lists all settings with their values.
    fn document(&self) -> Document {
        let rows = SETTINGS.iter().map(|setting| {
            let value = self.get(setting).unwrap_or(setting.default);
            vec![m::heading(format!(":{}", setting.name)), m::value(value)]
        });
        Document(vec![Table::of(rows).into()])
    }
}

/// A session at the prompt.
#[derive(Debug, Default)]
pub(super) struct Session {
    pub(super) settings: Settings,
    /// The last text of each kind, such as the last expression and the last hand.
    last: HashMap<String, String>,
}

/// Returns the kind of text that a command takes as its first argument, if the session stores texts
/// of this kind: `EXPR` or `HAND`.
fn kind_of_text(command: &Command) -> Option<&str> {
    let names = command.get_positionals().next()?.get_value_names()?;
    names.first().map(clap::builder::Str::as_str).filter(|name| ["EXPR", "HAND"].contains(name))
}

/// The names that can follow a `:`: subcommands, commands that exist only at the prompt, and
/// settings.
pub(super) fn commands(command: &Command) -> impl Iterator<Item = &str> {
    let settings = SETTINGS.iter().map(|it| it.name);
    let own = OWN.into_iter().chain(settings.filter(|it| command.find_subcommand(it).is_none()));
    command.get_subcommands().map(Command::get_name).filter(|it| *it != NAME).chain(own)
}

/// Returns the command that a line without a `:` obviously means, such as `quit` for `exit` and
/// `hint --more` for `bracket24 hint --more`.
fn without_mark(line: &str) -> Option<&str> {
    match line {
        "q" | "exit" => Some("quit"),
        "?" => Some("help"),
        "help" | "quit" | "settings" => Some(line),
        // The program's own advice begins with its name.
        _ => line.strip_prefix("bracket24 "),
    }
}

impl Session {
    /// Runs a line. Returns `Break` if the line ends the session.
    pub(super) fn line(&mut self, line: &str, output: &mut Output) -> Flow {
        // A Ctrl-C during an earlier line must not end this one.
        interrupt::forget();
        let mut part = output.part();
        let line = line.trim();
        let done = match line.strip_prefix(MARK).or_else(|| without_mark(line)) {
            Some(command) => self.command(command, &mut part),
            None => self.text(line, &mut part).map(ControlFlow::Continue),
        };
        if matches!(done, Err(_) | Ok(ControlFlow::Continue(Outcome::Interrupted))) {
            part.discard_file();
        }
        output.go_on_after(part)?;
        done
    }

    /// Runs the command after a `:`.
    fn command(&mut self, line: &str, output: &mut Output) -> Flow {
        let mut words = words(line);
        let command = help::command_line();
        let Some(name) = words.first().cloned() else {
            return Err(Failure::with_help("the name of a command is missing after `:`", LISTED));
        };
        let outcome = match (&*name, &mut words[..]) {
            ("quit", _) => return Ok(ControlFlow::Break(Outcome::Yes)),
            ("help", [_]) => output.document(&overview()).map(|()| Outcome::Yes),
            ("settings", [_]) => output.document(&self.settings.document()).map(|()| Outcome::Yes),
            ("help" | "-h" | "--help" | "-V" | "--version", _) => self.run(&words, output),
            ("brackets", _) => {
                words.splice(..1, ["step", "--brackets"].map(str::to_owned));
                self.run(&words, output)
            }
            (NAME, _) => Err(Failure::with_help("this is the prompt already", "`:quit` ends it")),
            (_, [_, value]) if is_value(&name, value, &command) => self.set(&name, value, output),
            _ if command.find_subcommand(&name).is_some() => self.run(&words, output),
            (_, [_]) if Setting::by_name(&name).is_some() => {
                Err(Failure::with_help(format!("`:{name}` needs a value"), "`:settings` shows it"))
            }
            (_, [_, first, more @ ..]) if Setting::by_name(&name).is_some() => {
                let message = format!("`:{name}` takes one value, and got {}", more.len() + 1);
                Err(Failure::with_help(message, format!("write `:{name} {first}`")))
            }
            _ => Err(no_command(&name, &command)),
        };
        outcome.map(ControlFlow::Continue)
    }

    /// Sets a setting to `value`, if the command of the setting accepts the value.
    fn set(&mut self, name: &str, value: &str, output: &mut Output) -> Ended {
        let setting = Setting::by_name(name).expect("it is the name of a setting");
        if value == stdin::BATCH {
            let message = format!("`:{name} -` would read standard input at each line");
            return Err(Failure::with_help(message, "give a file in place of `-`"));
        }
        if name == "grammar" && value.contains(['.', '/', '\\']) {
            grammar_options::by_name_or_path(value)?;
        }
        let mut command = help::command_line();
        let arguments = arguments(setting.with(value));
        if let Err(error) = command.try_get_matches_from_mut(&arguments) {
            return answer(error.with_cmd(&command), &arguments);
        }
        if value == setting.default {
            self.settings.0.remove(setting.name);
        } else {
            self.settings.0.insert(setting.name, value.to_owned());
        }
        output.flush().map(|()| Outcome::Yes)
    }

    /// Solves a hand, or shows the trees of another text.
    fn text(&mut self, line: &str, output: &mut Output) -> Ended {
        let whole = |text: &str| vec!["parse".to_owned(), "--".to_owned(), text.to_owned()];
        if self.is_plain()? {
            return self.run(&whole(line), output);
        }
        let command = help::command_line();
        let words = words(line);
        if let Some(name) = words.first().filter(|it| commands(&command).any(|name| name == **it)) {
            let message = format!("`{name}` is neither a hand nor an expression");
            let help = format!("a command begins with `:`: `:{line}`");
            return Err(Failure::with_help(message, help));
        }
        let meant = shorthand::expanded(arguments(words), &command).into_iter().skip(1);
        let mut meant: Vec<String> = meant.filter_map(|it| it.into_string().ok()).collect();
        match meant.first().map(String::as_str) {
            Some("solve") => {}
            Some("step") => meant.splice(..1, ["parse".to_owned()]).for_each(drop),
            _ => meant = whole(line),
        }
        self.run(&meant, output)
    }

    /// Whether the current grammar gives its texts no values. Then a line may be any text, even one
    /// that looks like a hand.
    fn is_plain(&self) -> Result<bool, Failure> {
        let own = self.settings.get(&SETTINGS[0]).filter(|name| Grammar::by_name(name).is_err());
        own.map_or(Ok(false), |name| Ok(grammar_options::by_name_or_path(name)?.lacks().is_some()))
    }

    /// Runs a subcommand with the current settings. If `words` lack a text, the subcommand gets the
    /// last text of the kind that it takes.
    fn run(&mut self, words: &[String], output: &mut Output) -> Ended {
        let mut command = help::command_line();
        command.build();
        // A setting that the command cannot have beside the other options is left out.
        let left_out = [""].into_iter().chain(SETTINGS.iter().map(|it| it.name));
        let all = left_out.map(|left_out| self.with_settings(words, &command, left_out));
        let read = all.map(|it| (command.clone().try_get_matches_from(&it), it));
        let (mut read, mut arguments) = read
            .min_by_key(|(read, _)| match read.as_ref().map_err(clap::Error::kind) {
                Err(ErrorKind::ArgumentConflict) => 2,
                Err(ErrorKind::MissingRequiredArgument) => 1,
                _ => 0,
            })
            .expect("there is one without any left out");
        if let Err(error) = &read
            && let Some(repeated) = self.with_last(&arguments, error, &command)
            && let Ok(matches) = command.try_get_matches_from_mut(&repeated)
        {
            (arguments, read) = (repeated, Ok(matches));
        }
        if let Ok(matches) = &read {
            if file::reads_stdin(matches) {
                let message = "these lines already come from standard input";
                return Err(Failure::with_help(message, "give a file in place of `-`"));
            }
            file::check_written(matches)?;
            self.remember(matches, &command);
        }
        match read.and_then(|matches| CommandLine::from_arg_matches(&matches)) {
            Ok(line) => line.command.run(output),
            Err(error) => answer(error.with_cmd(&command), &arguments),
        }
    }

    /// Returns the arguments with an option for each setting except `left_out`, if the subcommand
    /// has this option and the user did not give it.
    fn with_settings(&self, words: &[String], command: &Command, left_out: &str) -> Vec<OsString> {
        let (depth, leaf) = leaf(words, command);
        let kept = SETTINGS.iter().filter(|it| it.name != left_out);
        let set = kept.filter_map(|it| Some((it.name, self.settings.get(it)?)));
        let set = set.filter(|(name, _)| {
            let option = leaf.get_arguments().find(|it| it.get_long() == Some(name));
            let is_given = |word: &String| {
                let long = word.strip_prefix("--").map(|it| it.split('=').next() == Some(name));
                let short = option.and_then(clap::Arg::get_short);
                long.unwrap_or_else(|| short.is_some_and(|it| word.starts_with(&*format!("-{it}"))))
            };
            let options = words[depth..].iter().take_while(|word| *word != "--");
            option.is_some() && !options.into_iter().any(is_given)
        });
        let set = set.flat_map(|(name, value)| [format!("--{name}"), value.to_owned()]);
        let (path, rest) = words.split_at(depth);
        let words = path.iter().cloned().chain(set).chain(rest.iter().cloned());
        shorthand::expanded(arguments(words), command)
    }

    /// Adds the last text of the kind that the subcommand takes, if `error` says that an argument
    /// is missing.
    fn with_last(
        &self,
        arguments: &[OsString],
        error: &clap::Error,
        command: &Command,
    ) -> Option<Vec<OsString>> {
        (error.kind() == ErrorKind::MissingRequiredArgument).then_some(())?;
        let words: Vec<String> =
            arguments.iter().skip(1).filter_map(|it| it.to_str().map(str::to_owned)).collect();
        let last = self.last.get(kind_of_text(leaf(&words, command).1)?)?;
        Some([arguments, &["--".into(), last.into()]].concat())
    }

    /// Stores the text of a command as the last of its kind.
    fn remember(&mut self, matches: &ArgMatches, command: &Command) {
        let (mut matches, mut command) = (matches, command);
        while let Some((name, inner)) = matches.subcommand() {
            matches = inner;
            command = command.find_subcommand(name).expect("it was read as one");
        }
        let positionals = command.get_positionals();
        let given = positionals.filter_map(|it| matches.get_raw(it.get_id().as_str()));
        let given: Vec<&str> = given.flatten().filter_map(|it| it.to_str()).collect();
        let text = given.join(" ");
        if let Some(kind) = kind_of_text(command)
            && !text.is_empty()
            && text != stdin::BATCH
        {
            self.last.insert(kind.to_owned(), text);
        }
    }
}

/// Puts the name of the program before the words of a command line.
fn arguments(words: impl IntoIterator<Item = String>) -> Vec<OsString> {
    ["bracket24".to_owned()].into_iter().chain(words).map(OsString::from).collect()
}

/// Returns the number of words that name the subcommand, such as 2 for `grammar list`, and the
/// subcommand.
fn leaf<'c>(words: &[String], command: &'c Command) -> (usize, &'c Command) {
    let mut found = (0, command);
    while let Some(inner) = words.get(found.0).and_then(|it| found.1.find_subcommand(it)) {
        found = (found.0 + 1, inner);
    }
    found
}

/// Whether `:name value` changes a setting: `:grammar right` does, `:grammar list` does not.
fn is_value(name: &str, value: &str, command: &Command) -> bool {
    let is_subcommand = |it: &Command| it.find_subcommand(value).is_some() || value == "help";
    Setting::by_name(name).is_some()
        && !(value.starts_with("--") || value == "-h")
        && !command.find_subcommand(name).is_some_and(is_subcommand)
}

fn no_command(name: &str, command: &Command) -> Failure {
    let message = format!("there is no command `:{}`", bracket24::words::shorten(name, 60));
    let close = did_you_mean(&name.to_lowercase(), commands(command));
    let close = close.map(|close| format!("did you mean `:{close}`?"));
    Failure::with_help(message, close.as_deref().unwrap_or(LISTED))
}

/// Splits `line` into words at blanks. A word in quotes may contain blanks. No other character is
/// special, so brackets and `*` need no quotes.
pub(crate) fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = line.trim_start();
    while let Some(first) = rest.chars().next() {
        let quoted = if let '\'' | '"' = first { rest[1..].split_once(first) } else { None };
        // An unclosed quote is an ordinary character, and so is a quote inside a word.
        let quoted = quoted.filter(|(_, after)| !after.starts_with(|it: char| !it.is_whitespace()));
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let (word, after) = quoted.unwrap_or_else(|| rest.split_at(end));
        words.push(word.to_owned());
        rest = after.trim_start();
    }
    words
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn blanks_separate_words_and_quotes_keep_blanks() {
        assert_eq!(words(" step  8 - 4 "), ["step", "8", "-", "4"]);
        assert_eq!(words("step '(8 - 4)*2' --json"), ["step", "(8 - 4)*2", "--json"]);
        assert_eq!(words(r#"parse "[1, 2]""#), ["parse", "[1, 2]"]);
        assert_eq!(words("parse (8-4)*2"), ["parse", "(8-4)*2"]);
        assert_eq!(words(""), [""; 0]);
    }

    #[test]
    fn the_repl_reads_a_quote_inside_a_word_as_a_plain_character() {
        assert_eq!(words(r#"parse {"a":[1]}"#), ["parse", r#"{"a":[1]}"#]);
        assert_eq!(words("it's 'a"), ["it's", "'a"]);
        assert_eq!(words("'a'b c"), ["'a'b", "c"]);
        assert_eq!(words("'' 'ä ö'"), ["", "ä ö"]);
    }
}
