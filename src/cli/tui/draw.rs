//! Draws a state on the screen.

use anstyle::{Effects, Style};
use bracket24::present::snapshot::{List, Marked, SnapshotView};
use bracket24::present::{Line, Role, markup as m, style};
use bracket24::words::{width, wrap};

use super::stepper::{Entry, Keys, Stepper};

/// The minimum number of rows that a screen needs to have a definition and blank rows.
const AIRY: usize = 16;

/// The maximum number of rows of the sentence that describes a state.
const SENTENCE: usize = 4;

/// The minimum number of columns that a screen needs to show lists side by side.
const SIDE_BY_SIDE: usize = 36;

/// The signs around the part of a definition that pest tries.
const AT_WORK: char = '▸';
const AT_WORK_ENDS: char = '◂';

/// The maximum number of rows of a definition.
const DEFINITION: usize = 4;

/// The minimum number of rows for lists. The screen does not show a definition that leaves fewer.
const LISTS: usize = 8;

/// The size of a screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Size {
    pub(super) columns: usize,
    pub(super) rows: usize,
}

/// A row of a screen: pieces of text, each with its style.
pub(super) type Row = Vec<(Style, String)>;

/// Draws `view` as the rows of a screen. No list has more rows than the screen.
pub(super) fn screen(
    view: &SnapshotView,
    (stepper, keys): (&Stepper, Keys),
    in_colour: bool,
    size: Size,
) -> Vec<Row> {
    let painter = Painter { in_colour };
    let columns = size.columns.max(1);
    let mut rows = vec![painter.row(&cut(&m::note(view.place()), columns))];
    rows.extend(view.texts.iter().flat_map(|text| painter.marked(text, columns)));
    rows.extend(painter.wrapped(&view.sentence, columns, SENTENCE));
    let is_airy = size.rows >= AIRY;
    let definition = view.definition.iter().filter(|_| is_airy);
    let definition: Vec<Row> = definition.flat_map(|it| painter.definition(it, columns)).collect();
    rows.extend(is_airy.then(Row::new));
    // If there is little room, show the lists instead of the definition.
    if rows.len() + definition.len() + LISTS + 1 < size.rows {
        let blank = (!definition.is_empty()).then(Row::new);
        rows.extend(definition.into_iter().chain(blank));
    }
    let last = size.rows.saturating_sub(1);
    rows.extend(if stepper.shows_keys {
        painter.keys(keys, columns)
    } else {
        painter.lists(&view.lists, Size { columns, rows: last.saturating_sub(rows.len()) })
    });
    rows.resize(last, Row::new());
    rows.push(painter.help(stepper, keys, columns));
    rows.truncate(size.rows);
    rows
}

/// Cuts a line to at most `columns` columns, and marks the cut with `…`.
fn cut(line: &Line, columns: usize) -> Line {
    if line.width() <= columns {
        return line.clone();
    }
    let mut room = columns.saturating_sub(1);
    let mut pieces = Vec::new();
    for (role, text) in &line.0 {
        let fits = |character: &char| {
            let left = room.checked_sub(width(character.encode_utf8(&mut [0; 4])));
            room = left.unwrap_or(0);
            left.is_some()
        };
        pieces.push((*role, text.chars().take_while(fits).collect::<String>()));
        if room == 0 {
            break;
        }
    }
    if let (Some((_, last)), 1..) = (pieces.last_mut(), columns) {
        last.push('…');
    }
    Line(pieces)
}

struct Painter {
    in_colour: bool,
}

impl Painter {
    fn style(&self, role: Role) -> Style {
        let style = style(role);
        if self.in_colour { style } else { style.fg_color(None) }
    }

    fn row(&self, line: &Line) -> Row {
        line.0.iter().map(|(role, text)| (self.style(*role), text.clone())).collect()
    }

    /// Wraps a line to at most `most` rows. Cuts a longer line, and marks the cut.
    fn wrapped(&self, line: &Line, columns: usize, most: usize) -> Vec<Row> {
        if line.width() <= columns {
            return vec![self.row(line)];
        }
        let role = line.0.first().map_or(Role::Plain, |(role, _)| *role);
        let mut rows = wrap(line.to_string().split(' '), " ", columns);
        if rows.len() > most {
            rows.truncate(most);
            if let Some(last) = rows.last_mut() {
                let more = Line::new(role, format!("{last}{}", " ".repeat(columns)));
                *last = cut(&more, columns.min(width(last) + 2)).to_string();
            }
        }
        rows.into_iter().map(|row| self.row(&Line::new(role, row))).collect()
    }

    /// A definition. Its current part is highlighted, and has a sign on each side for people who
    /// see no colors.
    fn definition(&self, marked: &Marked, columns: usize) -> Vec<Row> {
        let Marked { text, part, .. } = marked;
        let (before, rest) = text.split_at(part.start);
        let (inside, after) = rest.split_at(part.len());
        let signed = m::note(format!("{before}{AT_WORK}{inside}{AT_WORK_ENDS}{after}"));
        let (plain, bold) = (self.style(Role::Note), self.style(Role::Heading));
        let mut is_inside = false;
        let rows = self.wrapped(&signed, columns, DEFINITION).into_iter().map(|row| {
            let text: String = row.into_iter().map(|(_, text)| text).collect();
            let pieces = text.split_inclusive([AT_WORK, AT_WORK_ENDS]).map(|piece| {
                let style = if is_inside { bold } else { plain };
                match piece.chars().next_back() {
                    Some(AT_WORK) => is_inside = true,
                    Some(AT_WORK_ENDS) => is_inside = false,
                    _ => {}
                }
                (style, piece.to_owned())
            });
            pieces.collect()
        });
        rows.collect()
    }

    /// The list of keys.
    fn keys(&self, keys: Keys, columns: usize) -> Vec<Row> {
        let row = |(key, does)| {
            self.row(&cut(&m::heading(format!("{key:10}")).and(m::plain(does)), columns))
        };
        keys.list().into_iter().map(row).collect()
    }

    /// The text with the part highlighted, and below the text a row that marks the part for people
    /// who see no highlight.
    fn marked(&self, marked: &Marked, width: usize) -> [Row; 2] {
        let strip = marked.strip(width);
        let style = self.style(Role::Expression);
        let text = vec![
            (style, strip.before),
            (style.effects(Effects::INVERT), strip.part),
            (style, strip.after),
        ];
        [text, vec![(Style::new(), strip.marks)]]
    }

    /// The lists side by side, or one below the other on a narrow screen.
    fn lists(&self, lists: &[List], area: Size) -> Vec<Row> {
        if area.columns < SIDE_BY_SIDE {
            let below = lists.iter().zip(shares(lists.len(), area.rows));
            return below.flat_map(|(it, rows)| self.list(it, Size { rows, ..area })).collect();
        }
        let gaps = lists.len().saturating_sub(1);
        let widths = shares(lists.len(), area.columns.saturating_sub(gaps));
        let mut rows = vec![Row::new(); area.rows];
        for (index, (list, columns)) in lists.iter().zip(widths).enumerate() {
            let gap = usize::from(index > 0);
            for (row, beside) in rows.iter_mut().zip(self.list(list, Size { columns, ..area })) {
                let used: usize = beside.iter().map(|(_, text)| width(text)).sum();
                row.push((Style::new(), " ".repeat(gap)));
                row.extend(beside);
                row.push((Style::new(), " ".repeat(columns.saturating_sub(used))));
            }
        }
        rows
    }

    /// A list under its title, padded to fill the area.
    fn list(&self, list: &List, area: Size) -> Vec<Row> {
        let row = |line: &Line| self.row(&cut(line, area.columns));
        let mut rows = vec![row(&m::note(list.title))];
        rows.extend(list.within(area.rows.saturating_sub(1)).map(|line| row(&line)));
        rows.resize(area.rows, Row::new());
        rows
    }

    /// The last row: the entry that the user is typing, the note on the last key, or the keys.
    fn help(&self, stepper: &Stepper, keys: Keys, columns: usize) -> Row {
        let line = match (&stepper.entry, &stepper.note) {
            (Some(entry), _) => {
                let (what, typed) = match entry {
                    Entry::Number(number) => ("go to: ", number),
                    Entry::Rule(rule) => ("next match of rule: ", rule),
                };
                let line = cut(&m::note(what).and(m::plain(typed)), columns.saturating_sub(1));
                let cursor = (Style::new().effects(Effects::INVERT), " ".to_owned());
                return self.row(&line).into_iter().chain([cursor]).collect();
            }
            (None, Some(said)) => m::heading(said),
            (None, None) if stepper.shows_keys => m::note("any key goes back"),
            (None, None) => m::note(keys.row(columns)),
        };
        self.row(&cut(&line, columns))
    }
}

/// Divides `all` columns or rows into `count` shares. The last share is half as large again as the
/// others, because it may have a tree, which grows to the right.
fn shares(count: usize, all: usize) -> Vec<usize> {
    let whole = 2 * count + 1;
    let end = |parts: usize| (2 * all * parts + whole) / (2 * whole);
    let part = |index: usize| 2 * index + usize::from(index == count);
    (0..count).map(|index| end(part(index + 1)) - end(part(index))).collect()
}
