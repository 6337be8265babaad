//! A place in a text, as carets and traces tell it: a column, or `line:column`.

use super::failure::Failure;

/// A place as it is typed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place {
    line: Option<usize>,
    column: usize,
}

impl Place {
    /// Reads `COLUMN` or `LINE:COLUMN`, both from 1.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.trim().parse().ok().filter(|&it: &usize| it > 0);
        let place = match text.split_once(':') {
            Some((line, column)) => {
                number(line).zip(number(column)).map(|(line, column)| (Some(line), column))
            }
            None => number(text).map(|column| (None, column)),
        };
        let (line, column) =
            place.ok_or("expected a column from 1 up, or a line and a column: 2:7")?;
        Ok(Self { line, column })
    }

    /// The byte of `text` at this place, which `option` gives; the last is the end.
    /// A column alone counts the whole text.
    pub(crate) fn byte(self, text: &str, option: &str) -> Result<usize, Failure> {
        let Self { line, column } = self;
        let (start, within) = match line {
            None => (0, text),
            Some(line) => {
                let mut lines = text.split('\n');
                let Some(found) = lines.nth(line - 1) else {
                    let count = text.split('\n').count();
                    let lines = if count == 1 { "line" } else { "lines" };
                    return Err(Failure::with_help(
                        format!("there is no line {line}: the text has {count} {lines}"),
                        format!("`{option} {count}:1` is the start of the last line"),
                    ));
                };
                (found.as_ptr().addr() - text.as_ptr().addr(), found)
            }
        };
        let mut bytes = within.char_indices().map(|(byte, _)| byte).chain([within.len()]);
        let byte = bytes.nth(column - 1).ok_or_else(|| {
            let columns = within.chars().count();
            let has = if columns == 1 { "column" } else { "columns" };
            let (what, of_line) = match line {
                None => ("text", String::new()),
                Some(line) => ("line", format!("{line}:")),
            };
            Failure::with_help(
                format!("there is no column {column}: the {what} has {columns} {has}"),
                format!("`{option} {of_line}{}` is the end of the {what}", columns + 1),
            )
        })?;
        Ok(start + byte)
    }
}
