//! `bracket24 man`: the pages of the manual, made from the help.

use std::io::{self, Write};
use std::path::PathBuf;

use bracket24::words::did_you_mean;
use clap::{Args, Command};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use crate::cli::file::{self, WholeFile};
use crate::cli::options::ForceOption;
use crate::cli::{Failure, Output, formats, help};

/// Print a manual page, or write all of them
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The command, such as `templates list` [default: bracket24]
    command: Vec<String>,

    /// Write the pages of all commands into this folder, creating it if needed
    #[arg(long, value_name = "DIR", conflicts_with_all = ["command", "output"])]
    all: Option<PathBuf>,

    /// Write to this file [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    force: ForceOption,
}

formats!(Arguments:);

/// Prints the page of a command or of the program, or writes all pages.
pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    let mut root = help::declared().mut_subcommands(|it| it.disable_help_subcommand(true));
    root = root.disable_help_subcommand(true);
    root.build();
    let mut pages = Vec::new();
    add_pages(&root, None, &mut pages);
    if let Some(folder) = &arguments.all {
        let pages = pages.into_iter().map(|(name, page)| (format!("{name}.1"), page));
        return file::write_all(folder, pages, arguments.force.read_only());
    }
    let words = arguments.command.iter().flat_map(|word| word.split([' ', '-']));
    let words = words.skip_while(|it| *it == root.get_name());
    let wanted = [root.get_name()].into_iter().chain(words).collect::<Vec<_>>().join("-");
    let Some((_, page)) = pages.iter().find(|(name, _)| *name == wanted) else {
        let message = format!("there is no manual page `{wanted}`");
        let meant = did_you_mean(&wanted, pages.iter().map(|(name, _)| &**name));
        let help = meant.map(|name| format!("did you mean `{name}`?"));
        return Err(Failure::Plain { message, help });
    };
    if let Some(file) = &arguments.output {
        output.write_to(WholeFile::create(file, arguments.force.read_only())?)?;
    }
    output.text(page)
}

/// The changelog, with the date of each version.
const CHANGES: &str = include_str!("../../../CHANGELOG.md");

/// The date of this version.
fn date() -> &'static str {
    let title = concat!("## [", env!("CARGO_PKG_VERSION"), "] - ");
    let date = CHANGES.lines().find_map(|line| line.strip_prefix(title));
    date.expect("the changelog has a line for this version")
}

/// Adds the name and the page of `command` to `pages`, and those of all its subcommands. `above` is
/// the parent of `command`.
fn add_pages(command: &Command, above: Option<&str>, pages: &mut Vec<(String, String)>) {
    let name = command.get_display_name().unwrap_or_else(|| command.get_name());
    let page = page(command, above).expect("a vector takes all that is written");
    pages.push((name.to_owned(), page));
    for below in command.get_subcommands() {
        add_pages(below, Some(name), pages);
    }
}

/// The manual page of a command in roff, made from its arguments and its help.
fn page(command: &Command, above: Option<&str>) -> io::Result<String> {
    let version = concat!("bracket24 ", env!("CARGO_PKG_VERSION"));
    let man = Man::new(command.clone()).date(date()).source(version).manual("User Commands");
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    // Fill lines, but do not justify or hyphenate them.
    page.write_all(b".ad l\n.nh\n")?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    let examples = help::examples(command);
    // Not every command has notes.
    let notes = command.get_after_help().map_or_else(String::new, ToString::to_string);
    let codes = notes.rsplit_once("Exit codes: ");
    let (notes, codes) = codes.unwrap_or((&notes, "0 done, 2 bad input."));
    let mut roff = Roff::new();
    for (title, text) in [
        ("EXAMPLES", examples.trim_start_matches("Examples:\n")),
        ("NOTES", notes.trim_end()),
        ("EXIT STATUS", codes),
    ] {
        if !text.is_empty() {
            roff.control("SH", [title]);
            as_written(&mut roff, text);
        }
    }
    if let Some(above) = above {
        roff.control("SH", ["SEE ALSO"]).text([bold(above), roman("(1)")]);
    }
    roff.to_writer(&mut page)?;
    Ok(String::from_utf8(page).expect("what was written is text").chars().map(portable).collect())
}

/// Writes `text` in roff. roff fills the lines of a paragraph, but indented lines, which are
/// commands and JSON, keep their line breaks.
fn as_written(roff: &mut Roff, text: &str) {
    let mut is_kept = false;
    for line in text.lines().chain([""]) {
        let was_kept = std::mem::replace(&mut is_kept, line.starts_with("  "));
        if is_kept && !was_kept {
            // Without an indent the longest lines fit into 80 columns.
            roff.control("in", ["0"]).control("EX", []);
        } else if was_kept && !is_kept {
            roff.control("EE", []).control("in", []).control("nh", []);
        }
        if line.is_empty() {
            roff.control("PP", []);
        } else {
            roff.text([roman(line)]);
        }
    }
}

/// Spells a character in roff so that every system prints it. Some systems print a plain `^` as an
/// accent, and some know only ASCII.
fn portable(character: char) -> String {
    match character {
        '`' => "\\(ga".to_owned(),
        '^' => "\\(ha".to_owned(),
        '~' => "\\(ti".to_owned(),
        it if it.is_ascii() => it.to_string(),
        it => format!("\\[u{:04X}]", u32::from(it)),
    }
}
