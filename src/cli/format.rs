//! Output formats: `--format`, its short forms, and `--output`.
//!
//! # How to add an output format
//!
//! 1. A variant of `Format` below, and its facts, for which the compiler asks:
//!    name, summary, short flag, endings.
//! 2. What writes it, in `present/`. A format of every report is written from its
//!    `Document` or its table, and gets an arm in `Output::report`. One of a single
//!    lesson is a file of its own.
//! 3. In the file of each command that has it: the format in its `FORMATS`, and if
//!    no report writes it, what does. `tests/help` asks every command for each of its
//!    formats, and says which is missing.

use std::ffi::OsStr;
use std::fmt;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, value_parser};
use itertools::Itertools;

use super::failure::Failure;
use super::file::{ReadOnly, WholeFile};
use super::options::ForceOption;
use super::output::Output;

/// Every form in which anything is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
    Folded,
}

/// The facts about a format.
struct Facts {
    /// Its name for `--format`.
    name: &'static str,
    summary: &'static str,
    /// The flag that is short for it.
    flag: Option<Flag>,
    /// The endings of its files' names.
    endings: &'static [&'static str],
    /// Where only a file with its ending may hold it, since programs go by that:
    /// what the file holds.
    content: Option<&'static str>,
}

/// A flag that is short for a format.
struct Flag {
    name: &'static str,
    letter: Option<char>,
    help: &'static str,
}

impl Flag {
    const fn new(name: &'static str, letter: Option<char>, help: &'static str) -> Self {
        Self { name, letter, help }
    }
}

impl Format {
    /// What a report with a plot is printed as.
    pub(crate) const OF_PLOTS: &[Self] =
        &[Self::Text, Self::Json, Self::Csv, Self::Markdown, Self::Svg];

    /// What any document is printed as.
    pub(crate) const OF_DOCUMENTS: &[Self] = &[Self::Text, Self::Markdown, Self::Html, Self::Latex];

    const fn facts(self) -> Facts {
        let (name, summary, flag, endings, content): (_, _, _, &[&str], _) = match self {
            Self::Text => ("text", "text for people", None, &["txt"], None),
            Self::Json => {
                let flag = Flag::new("json", Some('j'), "Short for `--format json`");
                ("json", "JSON, one object per line", Some(flag), &["json", "jsonl"], None)
            }
            Self::Csv => {
                let flag =
                    Flag::new("csv", None, "Short for `--format csv`: a table with a header");
                ("csv", "a table with a header", Some(flag), &["csv"], None)
            }
            Self::Markdown => {
                let flag = Flag::new("markdown", None, "Short for `--format md`: Markdown");
                ("md", "Markdown", Some(flag), &["md"], None)
            }
            Self::Listing => ("listing", "as the Scala tutorial prints it", None, &[], None),
            Self::Latex => {
                ("latex", "LaTeX; a comment names the package it needs", None, &["tex"], None)
            }
            Self::Sexpr => ("sexpr", "the expression tree as an S-expression", None, &[], None),
            Self::Dot => ("dot", "a graph for Graphviz", None, &["dot", "gv"], None),
            Self::Mermaid => ("mermaid", "a flowchart for Mermaid", None, &["mmd"], None),
            Self::Svg => ("svg", "a picture", None, &["svg"], Some("the picture is an SVG")),
            Self::Html => {
                let endings = &["html", "htm"];
                ("html", "an HTML handout", None, endings, Some("the page is HTML"))
            }
            Self::Folded => ("folded", "stacks of rules for flame graphs", None, &["folded"], None),
            Self::Pest => ("pest", "the file, as the text shows it", None, &["pest"], None),
        };
        Facts { name, summary, flag, endings, content }
    }

    /// Whether the name of a file ends as this format's files do.
    fn has_ending(self, ending: &OsStr) -> bool {
        self.facts().endings.iter().any(|it| ending.eq_ignore_ascii_case(it))
    }

    /// Makes sure that the name at the end of `path` does not say that the file
    /// holds something else.
    pub(crate) fn check_name(self, path: &Path) -> Result<(), String> {
        let ending = path.extension();
        let facts = self.facts();
        if let Some(content) = facts.content {
            let is_right = ending.is_some_and(|ending| self.has_ending(ending));
            return if is_right {
                Ok(())
            } else {
                Err(format!("{content}: its name ends in .{}", facts.endings[0]))
            };
        }
        let other = ending.and_then(|ending| {
            [Self::Svg, Self::Html].into_iter().find(|format| format.has_ending(ending))
        });
        match other {
            Some(other) => Err(format!("its name ends as that of {other}, the format is {self}")),
            None => Ok(()),
        }
    }

    /// The one of `formats` that the end of a file's name chooses; the first where it
    /// has no ending. `None` where none of them has it.
    pub(crate) fn of_ending(path: &Path, formats: &[Self]) -> Option<Self> {
        match path.extension() {
            Some(ending) => formats.iter().copied().find(|format| format.has_ending(ending)),
            None => formats.first().copied(),
        }
    }

    /// As [`of_ending`](Self::of_ending), or why there is none. What only a file of
    /// its own ending may hold is checked apart.
    fn of_path(path: &Path, formats: &[Self]) -> Result<Self, Failure> {
        let first = formats[0];
        if first.facts().content.is_some() {
            return Ok(first);
        }
        Self::of_ending(path, formats).ok_or_else(|| {
            let ending = path.extension().expect("without an ending it is the first");
            let all = formats.iter().map(|format| match format.facts().endings {
                [ending, ..] => format!("{format} (.{ending})"),
                [] => format.to_string(),
            });
            Failure::with_help(
                format!(
                    "cannot write {}: no format here has the ending .{}",
                    path.display(),
                    ending.to_string_lossy()
                ),
                format!("choose one with `--format`: {}", all.collect::<Vec<_>>().join(", ")),
            )
        })
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.facts().name)
    }
}

/// Arguments of a command that prints in some formats.
pub(crate) trait Formats {
    /// Which ones; the first is the default. As a rule they are those of a report with a
    /// table.
    const FORMATS: &'static [Format] = &[Format::Text, Format::Json, Format::Csv, Format::Markdown];
}

/// The options `--format` and `--output`, and those short for a format, of the
/// command whose arguments are a `T`.
#[derive(Debug)]
pub(crate) struct OutputOptions<T> {
    chosen: Vec<Choice>,
    path: Option<PathBuf>,
    force: ForceOption,
    command: PhantomData<fn() -> T>,
}

/// A format that was asked for, and the option that did.
#[derive(Debug)]
struct Choice {
    format: Format,
    option: String,
}

impl<T: Formats> OutputOptions<T> {
    /// What to print. It goes to the file of `--output`, where that is given.
    pub(crate) fn open(&self, output: &mut Output) -> Result<Format, Failure> {
        let format = match (self.chosen()?, &self.path) {
            (Some(format), _) => format,
            (None, Some(path)) => Format::of_path(path, T::FORMATS)?,
            (None, None) => T::FORMATS[0],
        };
        self.open_as(format, output)
    }

    /// Where `format`, which another option asks for, is printed.
    pub(crate) fn open_as(&self, format: Format, output: &mut Output) -> Result<Format, Failure> {
        if let Some(path) = &self.path {
            format.check_name(path).map_err(|why| Failure::cannot_write(path, why))?;
            output.write_to(WholeFile::create(path, self.read_only())?)?;
        } else if format == Format::Json {
            output.omit_styles()?;
        }
        Ok(format)
    }

    /// What becomes of a file that nobody may write.
    pub(crate) const fn read_only(&self) -> ReadOnly {
        self.force.read_only()
    }

    /// The format that was asked for; the same twice is one.
    fn chosen(&self) -> Result<Option<Format>, Failure> {
        let Some(first) = self.chosen.first() else { return Ok(None) };
        match self.chosen.iter().find(|other| other.format != first.format) {
            None => Ok(Some(first.format)),
            Some(other) => Err(Failure::with_help(
                format!("`{}` and `{}` ask for two formats", first.option, other.option),
                "leave one of them out",
            )),
        }
    }
}

/// Reads the name of one of `formats`.
pub(crate) fn one_of(formats: &'static [Format]) -> impl TypedValueParser<Value = Format> {
    let names = formats.iter().map(|format| {
        let Facts { name, summary, .. } = format.facts();
        PossibleValue::new(name).help(summary)
    });
    PossibleValuesParser::new(names).map(|name| {
        let chosen = formats.iter().copied().find(|format| format.facts().name == name);
        chosen.expect("the parser takes these names alone")
    })
}

const FORMAT: &str = "format";
const OUTPUT: &str = "output";

impl<T: Formats> Args for OutputOptions<T> {
    fn augment_args(command: Command) -> Command {
        // All that are given are kept, to be held against each other.
        let format = Arg::new(FORMAT)
            .long(FORMAT)
            .short('f')
            .value_name("FORMAT")
            .action(ArgAction::Append)
            .value_parser(one_of(T::FORMATS))
            .help(format!("Output format [default: {}]", T::FORMATS[0]));
        let flags = T::FORMATS.iter().filter_map(|format| format.facts().flag);
        let flags = flags.map(|Flag { name, letter, help }| {
            let flag = Arg::new(name).long(name).action(ArgAction::SetTrue).overrides_with(name);
            let flag = flag.hide_short_help(name != "json").help(help);
            match letter {
                Some(letter) => flag.short(letter),
                None => flag,
            }
        });
        let output = Arg::new(OUTPUT)
            .long(OUTPUT)
            .short('o')
            .value_name("FILE")
            .value_parser(value_parser!(PathBuf))
            .help("Write to this file [default: standard output]")
            .long_help(
                "Write to this file [default: standard output]\n\nWithout `--format` the ending \
                 of its name chooses the format.",
            );
        ForceOption::augment_args(command.arg(format).args(flags).arg(output))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<T: Formats> FromArgMatches for OutputOptions<T> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let by_flag = T::FORMATS.iter().filter_map(|&format| {
            let name = format.facts().flag?.name;
            matches.get_flag(name).then(|| Choice { format, option: format!("--{name}") })
        });
        let named = matches.get_many::<Format>(FORMAT).into_iter().flatten();
        let named = named.map(|&format| Choice { format, option: format!("--{FORMAT} {format}") });
        Ok(Self {
            chosen: by_flag.chain(named).collect_vec(),
            path: matches.get_one(OUTPUT).cloned(),
            force: ForceOption::from_arg_matches(matches)?,
            command: PhantomData,
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Reads the name of a picture.
fn svg_file(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    Format::Svg.check_name(&path).map(|()| path)
}

/// A picture beside what is printed.
#[derive(Debug, Args)]
pub(crate) struct PlotOption {
    /// Also draw it, as an SVG in this file
    #[arg(long, hide_short_help = true, value_name = "FILE.svg", value_parser = svg_file)]
    plot: Option<PathBuf>,
}

impl PlotOption {
    /// Whether one is asked for.
    pub(crate) const fn is_given(&self) -> bool {
        self.plot.is_some()
    }

    /// The file of the picture, where one is asked for.
    pub(crate) fn create(&self, read_only: ReadOnly) -> Result<Option<WholeFile>, Failure> {
        self.plot.as_deref().map(|path| WholeFile::create(path, read_only)).transpose()
    }
}
