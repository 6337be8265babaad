//! A state on the screen.

use anstyle::{Ansi256Color, Color as AnsiColor, Effects};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line as Row, Span};
use ratatui::widgets::{Paragraph, Wrap};

use super::stepper::{Entry, Stepper};
use bracket24::present::snapshot::{List, Marked, SnapshotView};
use bracket24::present::{Line, Role, style};

/// The keys, for wide and for narrow screens.
const KEYS: [&str; 4] = [
    "←→ step  f/F failure  m/M match  / rule  n/N again  1-9 go  Home End  q quit",
    "←→ step  f fail  m match  / rule  1-9 go  q quit",
    "←→ f fail  m match  / rule  1-9 go  q",
    "←→ f m / 1-9 q",
];

/// The fewest rows in which there is room for an empty one.
const AIRY: u16 = 16;

/// The fewest columns in which lists stand side by side.
const SIDE_BY_SIDE: u16 = 36;

/// Draws `view`; no list is longer than the screen is high.
pub(super) fn draw(frame: &mut Frame<'_>, view: &SnapshotView, stepper: &Stepper, in_colour: bool) {
    let area = frame.area();
    let painter = Painter { in_colour };
    let texts = u16::try_from(view.texts.len() * 2).unwrap_or(u16::MAX);
    let sentence = painter.row(&view.sentence);
    let room = usize::from(area.width.max(1));
    let lines = u16::try_from(sentence.width().div_ceil(room)).unwrap_or(u16::MAX).clamp(1, 3);
    let [number, text, said, _, lists, help] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(texts),
        Constraint::Length(lines),
        Constraint::Length(u16::from(area.height >= AIRY)),
        Constraint::Fill(1),
        Constraint::Length(1),
    ])
    .areas(area);
    let title = view.place();
    frame.render_widget(Row::from(title).style(painter.style(Role::Note)), number);
    let rows: Vec<Row<'_>> =
        view.texts.iter().flat_map(|text| painter.marked(text, room)).collect();
    frame.render_widget(Paragraph::new(rows), text);
    frame.render_widget(Paragraph::new(sentence).wrap(Wrap { trim: true }), said);
    painter.lists(frame, &view.lists, lists);
    frame.render_widget(painter.help(stepper, area.width), help);
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
        let even = lists.iter().map(|_| Constraint::Fill(1));
        let areas = if area.width >= SIDE_BY_SIDE {
            Layout::horizontal(even).spacing(1).split(area)
        } else {
            Layout::vertical(even).split(area)
        };
        for (list, &area) in lists.iter().zip(areas.iter()) {
            let title = Row::from(list.title).style(self.style(Role::Note));
            let room = usize::from(area.height.saturating_sub(1));
            let rows = list.within(room).map(|row| self.row(&row));
            let all: Vec<Row<'_>> = [title].into_iter().chain(rows).collect();
            frame.render_widget(Paragraph::new(all), area);
        }
    }

    /// What is being typed, what is to be said of the last key, or the keys.
    fn help<'a>(&self, stepper: &'a Stepper, width: u16) -> Row<'a> {
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
            (None, Some(said)) => Row::from(said).style(self.style(Role::Heading)),
            (None, None) => {
                let fits = |keys: &&&str| keys.chars().count() <= usize::from(width);
                let keys = KEYS.iter().find(fits).or(KEYS.last());
                Row::from(keys.copied().unwrap_or_default()).style(note)
            }
        }
    }
}
