//! Output formats: `--format`, its short forms, and `--output`.
//!
//! # How to add an output format
//!
//! 1. Add a variant to `Format` below, and its `facts`, which the compiler asks for: name,
//!    summary, endings. Add an arm to `flag` if the format has a short flag, and to `content`
//!    if programs recognize its files by their ending.
//! 2. Write a function that prints the format, in a file of `present/` with a `mod` in
//!    `present/mod.rs`. If the function takes a `Document` or a table, every report can have the
//!    format: add an arm to `Output::report`. If the function takes a document with a title, add an
//!    arm to `Output::titled`.
//! 3. Add the format to the list of each command that prints it. A command that does not set
//!    `FORMATS` has the formats of `OF_TABLES` below. Keys and worksheets have those of
//!    `OF_DOCUMENTS`. Every other command lists its formats by `formats!` in its own file, and
//!    there it also prints formats that no other command has.
//!
//! A test below finds a format that no command has. `tests/commands/help` asks every command for
//! each of its formats, and fails if a command does not write one or writes a different one:
//! `cargo test --test commands every_format -- --ignored`.

use std::fmt;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, ValueEnum, value_parser};
use itertools::Itertools;

use super::file::WholeFile;
use super::options::ForceOption;
use super::{Ended, Failure, Outcome, Output};

/// Every output format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Text,
    Json,
    Csv,
    Markdown,
    Listing,
    Latex,
    Sexpr,
    Dot,
    Mermaid,
    Svg,
    Html,
    Pest,
    Short,
}

impl Format {
    /// The formats of a report with a table.
    pub(crate) const OF_TABLES: &[Self] = &[Self::Text, Self::Json, Self::Csv, Self::Markdown];

    /// The formats of any document.
    pub(crate) const OF_DOCUMENTS: &[Self] = &[Self::Text, Self::Markdown, Self::Html, Self::Latex];

    /// The name for `--format`, the summary, and the endings of file names.
    pub(super) const fn facts(self) -> (&'static str, &'static str, &'static [&'static str]) {
        match self {
            Self::Text => ("text", "text for people", &["txt"]),
            Self::Json => ("json", "JSON, one object per line", &["json", "jsonl"]),
            Self::Csv => ("csv", "a table with a header", &["csv"]),
            Self::Markdown => ("md", "Markdown", &["md"]),
            Self::Listing => ("listing", "the lines that the Scala tutorial prints", &[]),
            Self::Latex => ("latex", "LaTeX; a comment names the package it needs", &["tex"]),
            Self::Sexpr => ("sexpr", "trees as S-expressions", &[]),
            Self::Dot => ("dot", "a graph for Graphviz", &["dot", "gv"]),
            Self::Mermaid => ("mermaid", "a flowchart for Mermaid", &["mmd"]),
            Self::Svg => ("svg", "a picture", &["svg"]),
            Self::Html => ("html", "a page to hand out", &["html", "htm"]),
            Self::Short => ("short", "a line for each finding, for editors", &[]),
            Self::Pest => ("pest", "the grammar alone", &["pest"]),
        }
    }

    pub(crate) const fn name(self) -> &'static str {
        self.facts().0
    }

    /// The summaries of the formats called `names`. Leaves out formats whose names are clear.
    pub(super) fn notes<'a>(names: impl Iterator<Item = &'a str>) -> String {
        use Format::{Csv, Html, Json, Latex, Markdown, Mermaid, Svg, Text};
        let is_plain =
            |it: &Self| matches!(it, Text | Json | Csv | Markdown | Latex | Html | Svg | Mermaid);
        let named = names.filter_map(|name| {
            Self::value_variants().iter().find(|it| it.name() == name && !is_plain(it))
        });
        named.map(|it| format!("`{it}`: {}", it.facts().1)).join("; ")
    }

    /// The short flag for the format, with its help.
    const fn flag(self) -> Option<(&'static str, &'static str)> {
        match self {
            Self::Json => Some(("json", "Short for `--format json`")),
            Self::Csv => Some(("csv", "Short for `--format csv`")),
            Self::Markdown => Some(("markdown", "Short for `--format md`")),
            _ => None,
        }
    }

    /// A description of a file in this format, if programs recognize such files by their extension.
    const fn content(self) -> Option<&'static str> {
        match self {
            Self::Svg => Some("the picture is an SVG"),
            Self::Html => Some("the page is HTML"),
            _ => None,
        }
    }

    /// Whether a file name has an ending of this format.
    fn has_ending(self, path: &Path) -> bool {
        let ending = path.extension().unwrap_or_default();
        self.facts().2.iter().any(|it| ending.eq_ignore_ascii_case(it))
    }

    /// Rejects a `path` whose extension does not fit the format.
    pub(crate) fn check_name(self, path: &Path) -> Result<(), String> {
        let content = self.content();
        let mut strict = Self::value_variants().iter().filter(|it| it.content().is_some());
        let other = strict.find(|it| it.has_ending(path)).copied();
        match (content, other) {
            (Some(content), other) if other != Some(self) => {
                Err(format!("{content}, so its name must end in .{}", self.facts().2[0]))
            }
            (None, Some(other)) => {
                let ending = path.extension().unwrap_or_default().display();
                Err(format!("the ending .{ending} is for the format {other}, not for {self}"))
            }
            _ => Ok(()),
        }
    }

    /// The first of `formats` with the extension of `path`; `None` if no format has this extension.
    /// A `path` without an ending selects the first format.
    pub(crate) fn of_ending(path: &Path, formats: &[Self]) -> Option<Self> {
        formats.iter().copied().find(|it| path.extension().is_none() || it.has_ending(path))
    }

    /// Like [`of_ending`](Self::of_ending), but with an error that lists the formats. If the first
    /// format has [`content`](Self::content), returns this format for any ending, because
    /// `check_name` checks the ending later.
    fn of_path(path: &Path, formats: &[Self]) -> Result<Self, Failure> {
        if formats[0].content().is_some() {
            return Ok(formats[0]);
        }
        Self::of_ending(path, formats).ok_or_else(|| {
            let ending = path.extension().expect("without an ending it is the first");
            let why =
                format!("no format of this command has the ending .{}", ending.to_string_lossy());
            let all = formats.iter().map(|format| {
                let ending = format.facts().2.first();
                ending.map_or(format.to_string(), |ending| format!("{format} (.{ending})"))
            });
            let help = format!("choose one with `--format`: {}", all.collect_vec().join(", "));
            Failure::with_help(format!("cannot write {}: {why}", path.display()), help)
        })
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Arguments of a command, with the formats that it prints.
pub(crate) trait Formats {
    /// The formats; the first is the default. Without any, the command has no options for its
    /// output.
    const FORMATS: &'static [Format] = Format::OF_TABLES;

    /// Another name of `--format`.
    const ALIAS: Option<&'static str> = None;

    /// The format that an option of the command asks for.
    fn asked(&self) -> Option<Format> {
        None
    }
}

/// Declares the formats of the command that has these arguments, and perhaps other items of
/// [`Formats`].
macro_rules! formats {
    ($Arguments:ident: $($format:ident),* $(; $($item:item)+)?) => {
        impl crate::cli::Formats for $Arguments {
            const FORMATS: &[crate::cli::Format] = &[$(crate::cli::Format::$format),*];

            $($($item)+)?
        }
    };
}
pub(crate) use formats;

// The arguments of a command, and the options of its output. This is not a doc comment, because
// clap would print it as the description of every command.
#[derive(Debug, Args)]
pub(crate) struct WithOutput<T: Args + Formats> {
    #[command(flatten)]
    arguments: T,

    #[command(flatten)]
    output: OutputOptions<T>,
}

impl<T: Args + Formats> WithOutput<T> {
    /// Opens the output in its format, and runs the command.
    pub(crate) fn run<O: Into<Outcome>>(
        &self,
        run: impl FnOnce(&T, &mut Output) -> Result<O, Failure>,
        output: &mut Output,
    ) -> Ended {
        if !T::FORMATS.is_empty() {
            self.output.open(self.arguments.asked(), output)?;
        }
        run(&self.arguments, output).map(Into::into)
    }
}

/// The options `--format` and `--output`, and the short flags for formats, of the command
/// whose arguments are a `T`.
#[derive(Debug)]
struct OutputOptions<T> {
    /// The format that the user names.
    chosen: Option<Format>,
    path: Option<PathBuf>,
    force: ForceOption,
    command: PhantomData<fn() -> T>,
}

impl<T: Formats> OutputOptions<T> {
    /// Opens the file of `--output`, if the user gives one, and chooses the format to print.
    /// `asked` is the format that another option of the command selects, if any.
    fn open(&self, asked: Option<Format>, output: &mut Output) -> Result<(), Failure> {
        // `-` is not a file, but standard output.
        let path = self.path.as_deref().filter(|path| *path != Path::new(STDOUT));
        let format = match (self.chosen.or(asked), path) {
            (Some(format), _) => format,
            (None, Some(path)) => Format::of_path(path, T::FORMATS)?,
            (None, None) => T::FORMATS[0],
        };
        output.read_only = self.force.read_only();
        if let Some(path) = path {
            format.check_name(path).map_err(|why| Failure::cannot_write(path, why))?;
            output.write_to(WholeFile::create(path, output.read_only)?)?;
        } else if format == Format::Json {
            output.omit_styles()?;
        }
        output.format = format;
        Ok(())
    }
}

/// Parses the name of one of `formats`.
pub(crate) fn one_of(formats: &'static [Format]) -> impl TypedValueParser<Value = Format> {
    let names = formats.iter().map(|format| {
        let (name, summary, _) = format.facts();
        PossibleValue::new(name).help(summary)
    });
    PossibleValuesParser::new(names).map(|name| {
        let chosen = formats.iter().copied().find(|format| format.name() == name);
        chosen.expect("the parser takes these names alone")
    })
}

const FORMAT: &str = "format";
const OUTPUT: &str = "output";

/// The name of standard output in place of a file.
pub(super) const STDOUT: &str = "-";

impl<T: Formats> Args for OutputOptions<T> {
    fn augment_args(command: Command) -> Command {
        if T::FORMATS.is_empty() {
            return command;
        }
        let flags = T::FORMATS.iter().filter_map(|format| format.flag());
        let names = flags.clone().map(|(name, _)| name);
        let format = Arg::new(FORMAT)
            .long(FORMAT)
            .visible_aliases(T::ALIAS)
            .short('f')
            .value_name("FORMAT")
            .conflicts_with_all(names.clone())
            .value_parser(one_of(T::FORMATS))
            .help(format!("Output format [default: {}]", T::FORMATS[0]));
        let flags = flags.map(|(name, help)| {
            let others = names.clone().filter(move |other| *other != name);
            let flag = Arg::new(name).long(name).action(ArgAction::SetTrue).help(help);
            let flag = flag.overrides_with(name).conflicts_with_all(others);
            if name == "json" { flag.short('j') } else { flag.hide_short_help(true) }
        });
        let output = Arg::new(OUTPUT)
            .long(OUTPUT)
            .short('o')
            .value_name("FILE")
            .value_parser(value_parser!(PathBuf))
            .help("Write to this file [default: standard output]")
            .long_help(
                "Write to this file [default: standard output]\n\nWithout `--format` its ending \
                 chooses the format; `-` is standard output. Replaces the file atomically; exit \
                 code 1 mostly becomes 0.",
            );
        ForceOption::augment_args(command.arg(format).args(flags).arg(output))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<T: Formats> FromArgMatches for OutputOptions<T> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let command = PhantomData;
        if T::FORMATS.is_empty() {
            return Ok(Self { chosen: None, path: None, force: ForceOption::default(), command });
        }
        let is_given = |it: &Format| it.flag().is_some_and(|(name, _)| matches.get_flag(name));
        let by_flag = T::FORMATS.iter().copied().find(is_given);
        Ok(Self {
            chosen: by_flag.or_else(|| matches.get_one(FORMAT).copied()),
            path: matches.get_one(OUTPUT).cloned(),
            force: ForceOption::from_arg_matches(matches)?,
            command,
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Parses the file name of a picture, which must end in `.svg`.
fn svg_file(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    Format::Svg.check_name(&path).map(|()| path)
}

/// The picture to draw beside the output.
#[derive(Debug, Args)]
pub(crate) struct PlotOption {
    /// Also draw an SVG picture into this file
    #[arg(long, hide_short_help = true, value_name = "FILE.svg", value_parser = svg_file)]
    plot: Option<PathBuf>,
}

impl PlotOption {
    /// Whether the user asks for a picture.
    pub(crate) const fn is_given(&self) -> bool {
        self.plot.is_some()
    }

    /// Opens the file of the picture, if the user asks for one.
    pub(crate) fn create(&self, output: &Output) -> Result<Option<WholeFile>, Failure> {
        let path = self.plot.as_deref();
        path.map(|path| WholeFile::create(path, output.read_only)).transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::help;

    #[test]
    fn every_format_belongs_to_some_command() {
        fn has(command: &Command, name: &str) -> bool {
            let formats = command.get_arguments().filter(|it| it.get_id() == FORMAT);
            formats.flat_map(Arg::get_possible_values).any(|it| it.get_name() == name)
                || command.get_subcommands().any(|it| has(it, name))
        }
        for format in Format::value_variants() {
            let is_offered = has(&help::command_line(), format.name());
            assert!(is_offered, "no command has `{format}` in its `FORMATS`");
        }
    }
}
