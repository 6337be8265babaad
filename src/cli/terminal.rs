//! The terminal: its width, its characters, its modes, and messages on standard error.

use std::env;
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
#[cfg(unix)]
use std::time::Duration;

use anstream::adapter::{strip_bytes, strip_str};
use bracket24::present::{Layout, ascii};
use bracket24::words::width as columns_of;
use terminal_size::{Height, Width, terminal_size_of};

/// The narrowest and the widest layout, in columns.
const NARROWEST: usize = 40;
const WIDEST: usize = 200;

/// The layout of texts on standard output.
pub(crate) fn stdout_layout() -> Layout {
    layout(terminal_size_of(io::stdout()))
}

/// The layout of texts on standard error.
pub(crate) fn stderr_layout() -> Layout {
    layout(terminal_size_of(io::stderr()))
}

/// The layout of texts on a terminal of this size, or without one, of texts in a file.
pub(super) fn layout(size: Option<(Width, Height)>) -> Layout {
    Layout {
        width: width(env::var("COLUMNS").ok().as_deref(), size.map(|(Width(width), _)| width)),
        ascii: is_ascii(env::var_os),
    }
}

/// The number of columns that the environment gives, otherwise that of the terminal, otherwise the
/// default. The number 0 means unknown.
fn width(environment: Option<&str>, terminal: Option<u16>) -> usize {
    let told = environment.and_then(|columns| columns.trim().parse::<usize>().ok());
    let seen = terminal.map(usize::from);
    let known = told.filter(|&columns| columns > 0).or(seen.filter(|&columns| columns > 0));
    known.unwrap_or(Layout::default().width).clamp(NARROWEST, WIDEST)
}

/// Whether the locale lacks UTF-8. The first of its variables that is set decides, in the order of
/// POSIX. If none is set, the terminal is assumed to have UTF-8, as today's terminals do. A Windows
/// console shows every character in any code page.
fn is_ascii(variable: impl Fn(&'static str) -> Option<OsString>) -> bool {
    let mut locales = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(variable);
    let Some(locale) = locales.find(|value| !value.is_empty()) else { return false };
    let locale = locale.to_string_lossy().to_lowercase();
    !cfg!(windows) && !locale.contains("utf-8") && !locale.contains("utf8")
}

/// Whether standard error is a terminal that can redraw a line.
pub(crate) fn can_redraw_stderr() -> bool {
    can_redraw(io::stderr().is_terminal(), env::var_os("TERM"))
}

fn can_redraw(is_terminal: bool, term: Option<OsString>) -> bool {
    is_terminal && term.is_none_or(|term| term != "dumb")
}

/// A no-break space.
const UNBROKEN: &str = "\u{a0}";

/// Writes `text` to standard error, and wraps each line as a paragraph.
pub(super) fn say(text: &str) {
    write_stderr(&laid_out(text, stderr_layout()));
}

/// Writes `text` to standard error, without what a terminal would obey besides styles.
pub(super) fn write_stderr(text: &str) {
    // If standard error is closed, nobody can see the text.
    let _ = anstream::stderr().lock().write_all(&harmless(text.as_bytes()));
}

/// Removes all escape sequences and control characters, except line breaks, tabs, and styles such
/// as colors. A text that the program repeats could otherwise change the title of the terminal, or
/// move its cursor.
pub(super) fn harmless(text: &[u8]) -> Vec<u8> {
    let is_seen = |it: &char| !it.is_control() || ['\n', '\t'].contains(it);
    let plain = |text: &[u8]| -> String {
        let text: Vec<u8> = strip_bytes(text).flatten().copied().collect();
        String::from_utf8_lossy(&text).chars().filter(is_seen).collect()
    };
    let (mut kept, mut rest) = (String::with_capacity(text.len()), text);
    let style =
        |text: &[u8]| (0..text.len()).find_map(|at| Some((at, at + style_length(&text[at..])?)));
    while let Some((start, end)) = style(rest) {
        kept += &plain(&rest[..start]);
        kept += &String::from_utf8_lossy(&rest[start..end]);
        rest = &rest[end..];
    }
    (kept + &plain(rest)).into_bytes()
}

/// The length of the style with which `text` begins: `ESC [`, numbers and `m`.
fn style_length(text: &[u8]) -> Option<usize> {
    let inside = text.strip_prefix(b"\x1b[")?;
    let end = inside.iter().position(|it| !matches!(it, b'0'..=b'9' | b';' | b':'))?;
    (inside[end] == b'm').then_some(end + 3)
}

/// Wraps `text`, which may have terminal colors, line by line.
pub(super) fn laid_out(text: &str, layout: Layout) -> String {
    let text = if layout.ascii { ascii(text) } else { text.into() };
    text.split_inclusive('\n').map(|line| paragraph(line, layout.width)).collect()
}

/// Wraps a line. If it begins with a label such as `error: `, the lines below align with the text
/// after the label.
fn paragraph(line: &str, columns: usize) -> String {
    let plain = strip_str(line).to_string();
    let text = plain.trim_start();
    if columns_of(plain.trim_end()) <= columns {
        return line.to_owned();
    }
    let blanks = plain.len() - text.len();
    let label = text.split_once(": ").map(|(label, _)| label);
    let label = label.filter(|label| label.chars().all(char::is_alphabetic));
    let indent = blanks + label.map_or(0, |label| columns_of(label) + 2);
    wrapped(line.trim_start(), columns, blanks, indent)
}

/// Wraps a message that begins after `indent` columns. Does not break short code in
/// backticks.
pub(super) fn message(text: &str, indent: usize, layout: Layout) -> String {
    let text = if layout.ascii { ascii(text) } else { text.into() };
    wrapped(&text, layout.width.saturating_sub(indent).max(1), 0, 0)
}

/// Wraps `text` at blanks. Indents the first line by `first` columns, and the others by `rest`. A
/// word that is longer than a line gets a line of its own.
fn wrapped(text: &str, columns: usize, first: usize, rest: usize) -> String {
    let width = |text: &str| columns_of(&strip_str(text).to_string());
    let mut rows = Vec::new();
    for (number, line) in glued(text, columns / 2).split('\n').enumerate() {
        let indent = if number == 0 { first } else { rest };
        let mut row = String::new();
        for word in line.split(' ').skip_while(|word| word.is_empty()) {
            if row.is_empty() {
                row = " ".repeat(indent) + word;
            } else if width(&row) + 1 + width(word) > columns {
                rows.push(row.trim_end_matches(' ').to_owned());
                row = " ".repeat(rest) + word;
            } else {
                row.extend([" ", word]);
            }
        }
        rows.push(row);
    }
    rows.join("\n").replace(UNBROKEN, " ")
}

/// `text` with no-break spaces between backticks, if the code takes at most `most` columns.
fn glued(text: &str, most: usize) -> String {
    let parts = text.split('`').enumerate().map(|(number, part)| {
        let is_glued = number % 2 == 1 && columns_of(part) <= most;
        if is_glued { part.replace(' ', UNBROKEN) } else { part.to_owned() }
    });
    parts.collect::<Vec<_>>().join("`")
}

/// How often to check that the terminal is still open.
#[cfg(unix)]
const LOOK_AGAIN: Duration = Duration::from_millis(500);

/// Restores the terminal if SIGTERM or SIGHUP ends the process later: prints `sequence`, sets the
/// modes that the terminal has now, and then ends the process as the signal would. When a terminal
/// closes, the system sends SIGHUP only to the processes that the terminal controls. If the
/// terminal does not control this process, a thread ends the process as SIGHUP would.
#[cfg(unix)]
pub(crate) fn restore_when_ended(sequence: &'static str) -> io::Result<()> {
    use std::fs::File;
    use std::os::fd::AsFd;

    use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};
    use signal_hook::consts::{SIGHUP, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    // Without a terminal there are no modes to restore.
    let before = tcgetattr(io::stdin()).ok();
    let mut signals = Signals::new([SIGTERM, SIGHUP])?;
    if before.is_some() {
        // On a closed terminal, waiting for a key may never end: each read returns without a key.
        std::thread::spawn(|| {
            while tcgetattr(io::stdin()).is_ok() {
                std::thread::sleep(LOOK_AGAIN);
            }
            let _ = emulate_default_handler(SIGHUP);
        });
    }
    std::thread::spawn(move || {
        for signal in &mut signals {
            // The printing thread may hold the lock of standard output, so write without the lock.
            if let Ok(output) = io::stdout().as_fd().try_clone_to_owned() {
                let _ = File::from(output).write_all(sequence.as_bytes());
            }
            if let Some(before) = &before {
                // If this fails, the terminal is closed.
                let _ = tcsetattr(io::stdin(), OptionalActions::Now, before);
            }
            let _ = emulate_default_handler(signal);
        }
    });
    Ok(())
}

/// Does nothing, because the system has no such signals.
#[cfg(not(unix))]
pub(crate) fn restore_when_ended(_sequence: &str) -> io::Result<()> {
    Ok(())
}

/// Sets the terminal to raw mode until this value is dropped. In raw mode, keys arrive one by one,
/// and the terminal does not show them.
#[cfg(all(unix, feature = "tui"))]
pub(crate) struct KeysAtOnce(rustix::termios::Termios);

#[cfg(all(unix, feature = "tui"))]
impl KeysAtOnce {
    pub(crate) fn begin() -> io::Result<Self> {
        use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};

        let before = tcgetattr(io::stdin())?;
        let mut now = before.clone();
        now.make_raw();
        tcsetattr(io::stdin(), OptionalActions::Drain, &now)?;
        Ok(Self(before))
    }
}

#[cfg(all(unix, feature = "tui"))]
impl Drop for KeysAtOnce {
    fn drop(&mut self) {
        use rustix::termios::{OptionalActions, tcsetattr};

        // If this fails, the terminal is closed.
        let _ = tcsetattr(io::stdin(), OptionalActions::Drain, &self.0);
    }
}

/// Does nothing, because the system reads keys one by one anyway.
#[cfg(all(not(unix), feature = "tui"))]
pub(crate) struct KeysAtOnce;

#[cfg(all(not(unix), feature = "tui"))]
impl KeysAtOnce {
    pub(crate) fn begin() -> io::Result<Self> {
        Ok(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_valid_width_in_the_environment_overrides_that_of_the_terminal() {
        assert_eq!(width(None, None), 80);
        assert_eq!(width(None, Some(132)), 132);
        assert_eq!(width(Some("100"), Some(132)), 100);
        for nonsense in ["0", "", "wide", "-5", "1e3", "99999999999999999999999"] {
            assert_eq!(width(Some(nonsense), Some(132)), 132, "{nonsense}");
            assert_eq!(width(Some(nonsense), None), 80, "{nonsense}");
        }
    }

    #[test]
    fn the_line_width_is_between_40_and_200_columns() {
        assert_eq!(width(None, Some(1)), 40);
        assert_eq!(width(Some("1"), None), 40);
        assert_eq!(width(None, Some(0)), 80, "a terminal that does not know");
        assert_eq!(width(Some("1000"), None), 200);
    }

    #[test]
    fn the_first_nonempty_locale_variable_decides_on_ascii() {
        let ascii = |variables: &[(&'static str, &str)]| {
            let value = |name| {
                let found = variables.iter().find(|(other, _)| *other == name);
                found.map(|(_, value)| OsString::from(value))
            };
            is_ascii(value)
        };
        assert!(!ascii(&[]), "nothing is said");
        assert!(!ascii(&[("LANG", "")]));
        for has_utf8 in ["C.UTF-8", "de_DE.utf8", "UTF-8", "en_GB.UTF-8@euro"] {
            assert!(!ascii(&[("LANG", has_utf8)]), "{has_utf8}");
        }
        if cfg!(windows) {
            return;
        }
        for has_not in ["C", "POSIX", "de_DE", "en_US.ISO-8859-1"] {
            assert!(ascii(&[("LANG", has_not)]), "{has_not}");
            assert!(ascii(&[("LC_ALL", has_not), ("LANG", "C.UTF-8")]));
            assert!(ascii(&[("LC_ALL", ""), ("LC_CTYPE", has_not), ("LANG", "C.UTF-8")]));
            assert!(!ascii(&[("LC_ALL", "C.UTF-8"), ("LC_CTYPE", has_not)]));
        }
    }

    #[test]
    fn nothing_is_redrawn_on_a_dumb_terminal_or_without_a_terminal() {
        assert!(can_redraw(true, None));
        assert!(can_redraw(true, Some("xterm".into())));
        assert!(!can_redraw(true, Some("dumb".into())));
        assert!(!can_redraw(false, Some("xterm".into())));
    }

    fn said(text: &str, width: usize) -> String {
        laid_out(text, Layout { width, ascii: true })
    }

    #[test]
    fn wrapped_messages_are_indented_after_their_labels_and_cut_no_word() {
        let text = "error: unexpected `-- x` found\n\n  tip: a similar one exists\n\nUsage: x y\n";
        assert_eq!(said(text, 80), text);
        assert_eq!(
            said(text, 18),
            "error: unexpected\n       `-- x`\n       found\n\n  tip: a similar\n       one exists\n\n\
             Usage: x y\n"
        );
    }

    #[test]
    fn messages_do_not_break_short_code_across_lines() {
        let layout = |width| Layout { width, ascii: true };
        assert_eq!(
            message("use `-o x` instead → or not", 0, layout(16)),
            "use `-o x`\ninstead -> or\nnot"
        );
        assert_eq!(message("a sign like `-o x`", 2, layout(17)), "a sign like\n`-o x`");
        assert_eq!(message("use `a b c d e f g` now", 0, layout(12)), "use `a b c d\ne f g` now");
    }

    #[test]
    fn colour_codes_take_up_no_columns() {
        let text = "\u{1b}[1merror:\u{1b}[0m one two three";
        assert_eq!(said(text, 20), text);
        assert_eq!(said(text, 16), "\u{1b}[1merror:\u{1b}[0m one two\n       three");
    }
}
