//! Manual pages: what the help of a command says, laid out for `man`.
//!
//! The pages of clap's own generator fill and justify examples and JSON, and show
//! `-V` where it is refused; this one takes its texts from the same attributes.

use std::fmt::Write;

use bracket24::words::list_or;
use clap::builder::PossibleValue;
use clap::{Arg, ArgAction, Command, CommandFactory};
use roff::{Inline, Roff, bold, italic, roman};

use super::commands::{CommandLine, GROUPS};
use super::help_text::{HelpText, about};
use super::manual_text::{blocks, folded_command, lines, marked, portable};

/// What changed in each version, with the date of each.
const CHANGES: &str = include_str!("../../CHANGELOG.md");

/// The date of this version; nothing before it is released.
fn date() -> &'static str {
    let title = concat!("## [", env!("CARGO_PKG_VERSION"), "] - ");
    let date = CHANGES.lines().find_map(|line| line.strip_prefix(title));
    date.expect("the changelog has a line for this version")
}

/// The pages of the command and of all its subcommands.
pub(super) struct Manual {
    root: Command,
}

/// A command with those above it, the whole first.
type Path<'a> = [&'a Command];

impl Manual {
    pub(super) fn new() -> Self {
        let mut root = CommandLine::command();
        root.build();
        Self { root }
    }

    /// The whole command, the page of which is the first.
    pub(super) fn root(&self) -> &Command {
        &self.root
    }

    /// The page of the last command of a path: its name, and its text.
    pub(super) fn page(path: &Path) -> (String, String) {
        let mut roff = Roff::new();
        let command = path.last().expect("a path begins with the whole");
        let (name, help) = (page_name(path), HelpText::of(command));
        let about = about(command);
        let version = format!("bracket24 {}", env!("CARGO_PKG_VERSION"));
        let title = [&name.to_uppercase(), "1", date(), &version, "User Commands"];
        roff.control("TH", title);
        // Filled, and neither justified nor hyphenated.
        roff.control("ad", ["l"]).control("nh", []);
        roff.control("SH", ["NAME"]).text([roman(format!("{name} - {about}"))]);
        roff.control("SH", ["SYNOPSIS"]);
        synopsis(&mut roff, command);
        roff.control("SH", ["DESCRIPTION"]).text(marked(&format!("{about}.")));
        blocks(&mut roff, &help.notes, false);
        arguments(&mut roff, command);
        subcommands(&mut roff, path);
        examples(&mut roff, &help);
        for (title, part) in [("JSON", &help.json), ("CSV", &help.csv)] {
            if !part.is_empty() {
                roff.control("SH", [title]);
                blocks(&mut roff, part, true);
            }
        }
        exit_status(&mut roff, &help);
        see_also(&mut roff, path);
        (name, portable(&roff.render()))
    }

    /// All pages, each below the one of the command that has it.
    pub(super) fn pages(&self) -> Vec<(String, String)> {
        let mut pages = Vec::new();
        add_pages(&[&self.root], &mut pages);
        pages
    }
}

fn add_pages(path: &Path, pages: &mut Vec<(String, String)>) {
    pages.push(Manual::page(path));
    for command in path.last().expect("it was just shown").get_subcommands() {
        add_pages(&[path, &[command]].concat(), pages);
    }
}

fn page_name(path: &Path) -> String {
    path.iter().map(|command| command.get_name()).collect::<Vec<_>>().join("-")
}

/// How it is called, as the help has it.
fn synopsis(roff: &mut Roff, command: &Command) {
    let usage = command.clone().render_usage().to_string();
    let usage = usage.strip_prefix("Usage:").unwrap_or(&usage).trim();
    for (index, line) in usage.lines().enumerate() {
        if index > 0 {
            roff.control("br", []);
        }
        let words = line.split_whitespace().flat_map(|word| {
            let is_name =
                |character: char| character.is_ascii_lowercase() || "0-9".contains(character);
            let styled = match word.trim_start_matches('<').split_once('>') {
                Some((name, dots)) => vec![italic(name), roman(dots)],
                None if word.starts_with(is_name) => vec![bold(word)],
                None => vec![roman(word)],
            };
            styled.into_iter().chain([roman(" ")])
        });
        let mut words: Vec<Inline> = words.collect();
        words.pop();
        roff.text(words);
    }
}

/// What the help says of each argument.
fn arguments(roff: &mut Roff, command: &Command) {
    let shown = |arg: &&Arg| !arg.is_hide_set();
    let (positional, options): (Vec<_>, Vec<_>) =
        command.get_arguments().filter(shown).partition(|arg| arg.is_positional());
    for (title, arguments) in [("ARGUMENTS", positional), ("OPTIONS", options)] {
        if arguments.is_empty() {
            continue;
        }
        roff.control("SH", [title]);
        for argument in arguments {
            roff.control("TP", []).text(header(argument));
            description(roff, argument);
        }
    }
}

/// An argument as it is typed: `-t, --target T`, `HAND...`.
fn header(argument: &Arg) -> Vec<Inline> {
    let names = argument.get_value_names().unwrap_or_default();
    let many = argument.get_num_args().is_some_and(|number| number.max_values() > names.len());
    let value = names.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let value = [italic(value), roman(if many { "..." } else { "" })];
    if argument.is_positional() {
        return value.into();
    }
    let short = argument.get_short().map(|short| format!("-{short}"));
    let long = argument.get_long().map(|long| format!("--{long}"));
    let mut header = Vec::new();
    for flag in [short, long].into_iter().flatten() {
        header.extend((!header.is_empty()).then(|| roman(", ")));
        header.push(bold(flag));
    }
    if argument.get_action().takes_values() {
        header.push(roman(" "));
        header.extend(value);
    } else if matches!(argument.get_action(), ArgAction::Count) {
        header.push(roman("..."));
    }
    header
}

/// The paragraphs about an argument, its default, and the names that it takes.
fn description(roff: &mut Roff, argument: &Arg) {
    let help = argument.get_long_help().or_else(|| argument.get_help());
    let help = match argument.get_id().as_str() {
        // clap's own speaks of the other option.
        "help" => "Print help: `-h` the most common, `--help` all".to_owned(),
        _ => help.expect("every argument says what it is for").to_string(),
    };
    let (values, defaults) = (argument.get_possible_values(), argument.get_default_values());
    let mut paragraphs: Vec<String> = help.split("\n\n").map(|it| it.replace('\n', " ")).collect();
    let takes_values = argument.get_action().takes_values();
    if takes_values && !defaults.is_empty() {
        let defaults = defaults.iter().map(|it| it.to_string_lossy()).collect::<Vec<_>>();
        write!(paragraphs[0], " [default: {}]", defaults.join(" ")).expect("a text grows");
    }
    let is_explained = values.iter().any(|value| value.get_help().is_some());
    let names = || values.iter().map(PossibleValue::get_name);
    if takes_values && !is_explained && !names().all(|name| help.contains(name)) {
        paragraphs.push(format!("It is {}.", list_or(names().map(|name| format!("`{name}`")))));
    }
    for (index, paragraph) in paragraphs.iter().enumerate() {
        if index > 0 {
            roff.control("IP", []);
        }
        roff.text(marked(paragraph));
    }
    if takes_values && is_explained {
        roff.control("RS", []);
        for value in &values {
            let meaning = value.get_help().expect("all are explained, or none").to_string();
            roff.control("TP", []).text([bold(value.get_name())]).text(marked(&meaning));
        }
        roff.control("RE", []);
    }
}

fn subcommands(roff: &mut Roff, path: &Path) {
    let command = path.last().expect("a path begins with the whole");
    let mut all = command.get_subcommands().peekable();
    if all.peek().is_some() {
        roff.control("SH", ["COMMANDS"]);
    }
    for command in all {
        let name = page_name(&[path, &[command]].concat());
        let about = about(command);
        roff.control("TP", []).text([bold(name), roman("(1)")]).text(marked(&about));
    }
}

fn examples(roff: &mut Roff, help: &HelpText) {
    roff.control("SH", ["EXAMPLES"]);
    if help.examples.iter().all(|example| example.purpose.is_none()) {
        lines(roff, help.examples.iter().flat_map(|example| folded_command(&example.line)));
        return;
    }
    for example in &help.examples {
        roff.control("TP", []).text([bold(&*example.line)]);
        roff.text(marked(example.purpose.as_deref().unwrap_or_default()));
    }
}

fn exit_status(roff: &mut Roff, help: &HelpText) {
    roff.control("SH", ["EXIT STATUS"]);
    let told = help.exit_codes.iter().map(|it| (&*it.code, &*it.meaning));
    // What every command ends with, where it says nothing else.
    let usual = [("0", "done"), ("2", "bad input")];
    let usual = usual.into_iter().filter(|_| help.exit_codes.is_empty());
    for (code, meaning) in told.chain(usual) {
        roff.control("TP", []).text([bold(code)]).text(marked(meaning));
    }
}

/// The pages of the commands above, and of those about the same.
fn see_also(roff: &mut Roff, path: &Path) {
    let mut names: Vec<String> = (1..path.len()).map(|length| page_name(&path[..length])).collect();
    let (command, above) = path.split_last().expect("a path begins with the whole");
    let name = command.get_name();
    match above {
        [] => names.extend(command.get_subcommands().map(|it| page_name(&[command, it]))),
        [root] => {
            let group = GROUPS.iter().find(|(_, names)| names.contains(&name));
            let (_, group) = group.expect("a test says that every command is in a group");
            let others = root.get_subcommands().filter(|it| group.contains(&it.get_name()));
            names
                .extend(others.filter(|it| it.get_name() != name).map(|it| page_name(&[root, it])));
        }
        [.., parent] => {
            let others = parent.get_subcommands().filter(|it| it.get_name() != name);
            names.extend(others.map(|it| page_name(&[above, &[it]].concat())));
        }
    }
    roff.control("SH", ["SEE ALSO"]);
    let last = names.len() - 1;
    for (index, name) in names.into_iter().enumerate() {
        let end = if index == last { "(1)" } else { "(1)," };
        roff.text([bold(name), roman(end)]);
    }
}
