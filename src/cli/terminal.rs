//! What the terminal can show: how wide it is, and which characters and movements
//! it has.

use std::env;
use std::ffi::OsString;
use std::io::{self, IsTerminal};

use bracket24::present::Layout;
use terminal_size::{Height, Width, terminal_size_of};

/// The narrowest and the widest line that texts are laid out for.
const NARROWEST: usize = 40;
const WIDEST: usize = 200;

/// What texts on standard output are laid out for.
pub(crate) fn stdout_layout() -> Layout {
    let stdout = io::stdout();
    layout(stdout.is_terminal().then(|| terminal_size_of(&stdout)).flatten())
}

/// What texts on standard error are laid out for.
pub(crate) fn stderr_layout() -> Layout {
    let stderr = io::stderr();
    layout(stderr.is_terminal().then(|| terminal_size_of(&stderr)).flatten())
}

/// What texts in a file are laid out for.
pub(crate) fn file_layout() -> Layout {
    layout(None)
}

fn layout(size: Option<(Width, Height)>) -> Layout {
    Layout {
        width: width(env::var("COLUMNS").ok().as_deref(), size.map(|(Width(width), _)| width)),
        ascii: is_ascii(env::var_os),
    }
}

/// The columns that the environment tells, else those of the terminal; those that
/// every terminal has where there is none. One that says it has no columns does not
/// know.
fn width(environment: Option<&str>, terminal: Option<u16>) -> usize {
    let told = environment.and_then(|columns| columns.trim().parse::<usize>().ok());
    let seen = terminal.map(usize::from);
    let known = told.filter(|&columns| columns > 0).or(seen.filter(|&columns| columns > 0));
    known.unwrap_or(Layout::default().width).clamp(NARROWEST, WIDEST)
}

/// Whether the locale, as POSIX orders its variables, is one without UTF-8. Where
/// none of them says anything it is taken to have it, as terminals do today;
/// a console of Windows shows every character whatever its code page.
fn is_ascii(variable: impl Fn(&'static str) -> Option<OsString>) -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .filter_map(variable)
        .find(|value| !value.is_empty());
    let Some(locale) = locale else { return false };
    let locale = locale.to_string_lossy().to_lowercase();
    !cfg!(windows) && !locale.contains("utf-8") && !locale.contains("utf8")
}

/// Whether standard error is a terminal on which a line can be drawn again.
pub(crate) fn can_redraw_stderr() -> bool {
    can_redraw(io::stderr().is_terminal(), env::var_os("TERM"))
}

fn can_redraw(is_terminal: bool, term: Option<OsString>) -> bool {
    is_terminal && term.is_none_or(|term| term != "dumb")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_tells_the_width_before_the_terminal_if_it_makes_sense() {
        assert_eq!(width(None, None), 80);
        assert_eq!(width(None, Some(132)), 132);
        assert_eq!(width(Some("100"), Some(132)), 100);
        for nonsense in ["0", "", "wide", "-5", "1e3", "99999999999999999999999"] {
            assert_eq!(width(Some(nonsense), Some(132)), 132, "{nonsense}");
            assert_eq!(width(Some(nonsense), None), 80, "{nonsense}");
        }
    }

    #[test]
    fn no_line_is_narrower_than_40_columns_or_wider_than_200() {
        assert_eq!(width(None, Some(1)), 40);
        assert_eq!(width(Some("1"), None), 40);
        assert_eq!(width(None, Some(0)), 80, "a terminal that does not know");
        assert_eq!(width(Some("1000"), None), 200);
    }

    #[test]
    fn the_first_variable_of_the_locale_that_says_something_decides() {
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
    fn nothing_is_drawn_again_on_a_dumb_terminal_or_where_there_is_none() {
        assert!(can_redraw(true, None));
        assert!(can_redraw(true, Some("xterm".into())));
        assert!(!can_redraw(true, Some("dumb".into())));
        assert!(!can_redraw(false, Some("xterm".into())));
    }
}
