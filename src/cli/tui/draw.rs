//! A state on the screen.

use anstyle::{Ansi256Color, Color as AnsiColor, Effects};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line as Row, Span};
use ratatui::widgets::Paragraph;

use super::stepper::{Entry, Keys, Stepper};
use bracket24::present::snapshot::{List, Marked, SnapshotView};
use bracket24::present::{Line, Role, markup as m, style};
use bracket24::words::{width, wrap};

/// The fewest rows in which there is room for an empty one.
const AIRY: u16 = 16;

/// The most rows of a sentence.
const SENTENCE: usize = 4;

/// The fewest columns in which lists stand side by side.
const SIDE_BY_SIDE: u16 = 36;

/// Around the part of a definition that is tried.
const AT_WORK: char = '▸';
const AT_WORK_ENDS: char = '◂';

/// The most rows of a definition.
const DEFINITION: usize = 4;

/// The rows of lists that a definition leaves.
const LISTS: u16 = 8;

/// Draws `view`; no list is longer than the screen is high.
pub(super) fn draw(
    frame: &mut Frame<'_>,
    view: &SnapshotView,
    (stepper, keys): (&Stepper, Keys),
    in_colour: bool,
) {
    let area = frame.area();
    let painter = Painter { in_colour };
    let texts = u16::try_from(view.texts.len() * 2).expect("a state has few texts");
    let room = usize::from(area.width.max(1));
    let sentence = painter.wrapped(&view.sentence, room, SENTENCE);
    let definition = view.definition.iter().filter(|_| area.height >= AIRY);
    let mut definition: Vec<Row<'_>> =
        definition.flat_map(|it| painter.definition(it, room)).collect();
    let airy = u16::from(area.height >= AIRY);
    // Lists come first where there is little room.
    let used = 2 + texts + height(&sentence) + airy + LISTS;
    let free = area.height.saturating_sub(used);
    if height(&definition) >= free {
        definition.clear();
    }
    let [number, text, said, _, defined, _, lists, help] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(texts),
        Constraint::Length(height(&sentence)),
        Constraint::Length(airy),
        Constraint::Length(height(&definition)),
        Constraint::Length(u16::from(!definition.is_empty())),
        Constraint::Fill(1),
        Constraint::Length(1),
    ])
    .areas(area);
    let title = painter.row(&cut(&m::note(view.place()), room));
    frame.render_widget(title, number);
    let rows: Vec<Row<'_>> =
        view.texts.iter().flat_map(|text| painter.marked(text, room)).collect();
    frame.render_widget(Paragraph::new(rows), text);
    frame.render_widget(Paragraph::new(sentence), said);
    frame.render_widget(Paragraph::new(definition), defined);
    if stepper.shows_keys {
        painter.keys(frame, keys, lists);
    } else {
        painter.lists(frame, &view.lists, lists);
    }
    frame.render_widget(painter.help(stepper, keys, room), help);
}

fn height(rows: &[Row<'_>]) -> u16 {
    u16::try_from(rows.len()).expect("of what is wrapped few rows are kept")
}

/// What of a line fits so many columns, with a mark where it is cut.
fn cut(line: &Line, columns: usize) -> Line {
    if line.width() <= columns {
        return line.clone();
    }
    let mut room = columns.saturating_sub(1);
    let mut pieces = Vec::new();
    for (role, text) in &line.0 {
        let mut kept = String::new();
        for character in text.chars() {
            let wide = width(character.encode_utf8(&mut [0; 4]));
            if wide > room {
                room = 0;
                break;
            }
            room -= wide;
            kept.push(character);
        }
        pieces.push((*role, kept));
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
        let ansi = style(role);
        let effects = ansi.get_effects();
        let mut done = Style::new();
        for (effect, modifier) in
            [(Effects::BOLD, Modifier::BOLD), (Effects::DIMMED, Modifier::DIM)]
        {
            if effects.contains(effect) {
                done = done.add_modifier(modifier);
            }
        }
        match ansi.get_fg_color() {
            Some(AnsiColor::Ansi(color)) if self.in_colour => {
                done.fg(Color::Indexed(Ansi256Color::from_ansi(color).index()))
            }
            _ => done,
        }
    }

    fn row(&self, line: &Line) -> Row<'static> {
        line.0.iter().map(|(role, text)| Span::styled(text.clone(), self.style(*role))).collect()
    }

    /// The line on at most so many rows, with a mark where more is left out.
    fn wrapped(&self, line: &Line, columns: usize, most: usize) -> Vec<Row<'static>> {
        if line.width() <= columns {
            return vec![self.row(line)];
        }
        let role = line.0.first().map_or(Role::Plain, |(role, _)| *role);
        let text = line.to_string();
        let mut rows = wrap(text.split(' '), " ", columns);
        if rows.len() > most {
            rows.truncate(most);
            if let Some(last) = rows.last_mut() {
                let more = Line::new(role, format!("{last}{}", " ".repeat(columns)));
                *last = cut(&more, columns.min(width(last) + 2)).to_string();
            }
        }
        rows.into_iter().map(|row| self.row(&Line::new(role, row))).collect()
    }

    /// A definition with the part at work between two signs, for people who see no
    /// colours, and highlighted.
    fn definition(&self, marked: &Marked, columns: usize) -> Vec<Row<'static>> {
        let Marked { text, part, .. } = marked;
        let (before, rest) = text.split_at(part.start);
        let (inside, after) = rest.split_at(part.len());
        let signed = m::note(format!("{before}{AT_WORK}{inside}{AT_WORK_ENDS}{after}"));
        let (plain, bold) = (self.style(Role::Note), self.style(Role::Heading));
        let mut is_inside = false;
        let rows = self.wrapped(&signed, columns, DEFINITION).into_iter().map(|row| {
            let text: String = row.spans.iter().map(|span| &*span.content).collect();
            let pieces = text.split_inclusive([AT_WORK, AT_WORK_ENDS]).map(|piece| {
                let style = if is_inside { bold } else { plain };
                match piece.chars().next_back() {
                    Some(AT_WORK) => is_inside = true,
                    Some(AT_WORK_ENDS) => is_inside = false,
                    _ => {}
                }
                Span::styled(piece.to_owned(), style)
            });
            Row::from(pieces.collect::<Vec<_>>())
        });
        rows.collect()
    }

    /// The keys that do something.
    fn keys(&self, frame: &mut Frame<'_>, keys: Keys, area: Rect) {
        let columns = usize::from(area.width);
        let rows = keys.list().into_iter().map(|(key, does)| {
            let line = m::heading(format!("{key:10}")).and(m::plain(does));
            self.row(&cut(&line, columns))
        });
        frame.render_widget(Paragraph::new(rows.collect::<Vec<_>>()), area);
    }

    /// The text with the part highlighted, and a row below that marks the part for
    /// people who cannot see that.
    fn marked(&self, marked: &Marked, width: usize) -> [Row<'static>; 2] {
        let strip = marked.strip(width);
        let style = self.style(Role::Expression);
        let part = style.add_modifier(Modifier::REVERSED);
        let text = Row::from(vec![
            Span::styled(strip.before, style),
            Span::styled(strip.part, part),
            Span::styled(strip.after, style),
        ]);
        [text, Row::from(strip.marks)]
    }

    /// The lists side by side, or one below the other where that is too narrow.
    fn lists(&self, frame: &mut Frame<'_>, lists: &[List], area: Rect) {
        // A tree grows to the right.
        let last = lists.len().saturating_sub(1);
        let even =
            (0..lists.len()).map(|index| Constraint::Fill(if index == last { 3 } else { 2 }));
        let areas = if area.width >= SIDE_BY_SIDE {
            Layout::horizontal(even).spacing(1).split(area)
        } else {
            Layout::vertical(even).split(area)
        };
        for (list, &area) in lists.iter().zip(areas.iter()) {
            let columns = usize::from(area.width);
            let title = self.row(&cut(&m::note(list.title), columns));
            let room = usize::from(area.height.saturating_sub(1));
            let rows = list.within(room).map(|row| self.row(&cut(&row, columns)));
            let all: Vec<Row<'_>> = [title].into_iter().chain(rows).collect();
            frame.render_widget(Paragraph::new(all), area);
        }
    }

    /// What is being typed, what is to be said of the last key, or the keys.
    fn help<'a>(&self, stepper: &'a Stepper, keys: Keys, columns: usize) -> Row<'a> {
        let note = self.style(Role::Note);
        match (stepper.entry(), stepper.note()) {
            (Some(entry), _) => {
                let (what, typed) = match entry {
                    Entry::Number(number) => ("go to: ", number),
                    Entry::Rule(rule) => ("next match of rule: ", rule),
                };
                Row::from(vec![
                    Span::styled(what, note),
                    Span::raw(typed),
                    Span::styled(" ", Style::new().add_modifier(Modifier::REVERSED)),
                ])
            }
            (None, Some(said)) => self.row(&cut(&m::heading(said), columns)),
            (None, None) if stepper.shows_keys => {
                self.row(&cut(&m::note("any key goes back"), columns))
            }
            (None, None) => Row::from(keys.row(columns)).style(note),
        }
    }
}
