//! The number of the state on the screen, the action of each key, and the help for the keys.

use std::ops::ControlFlow;

use console::Key;
use itertools::Itertools;

use crate::cli::Outcome;
use crate::cli::stepping::Steppable;

/// The number of states in a page.
const PAGE: usize = 10;

/// The maximum number of characters of an entry. No useful number or name is longer.
const LONGEST_ENTRY: usize = 40;

/// The state on the screen, and the entry that the user is typing.
#[derive(Debug, Default)]
pub(super) struct Stepper {
    /// The number of the state on the screen, from 0.
    pub(super) index: usize,
    pub(super) entry: Option<Entry>,
    /// The note on the last key, if there is one.
    pub(super) note: Option<String>,
    /// The rule of the last search.
    rule: Option<String>,
    /// Whether the screen lists the keys.
    pub(super) shows_keys: bool,
    /// Whether the tree shows pairs instead of calls, or the other way round.
    pub(super) is_flipped: bool,
}

/// An entry that the user is typing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Entry {
    /// The number of a state.
    Number(String),
    /// The name of a rule.
    Rule(String),
}

/// The direction of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    On,
    Back,
}

impl Stepper {
    /// Carries out the action of a key. Returns `Break` if the key quits.
    pub(super) fn press(&mut self, key: &Key, states: &dyn Steppable) -> ControlFlow<Outcome> {
        self.note = None;
        match key {
            Key::CtrlC => return ControlFlow::Break(Outcome::Interrupted),
            Key::Char(other) if other.is_control() => return ControlFlow::Continue(()),
            _ => {}
        }
        if std::mem::take(&mut self.shows_keys) {
            return ControlFlow::Continue(());
        }
        let Some(entry) = self.entry.take() else { return self.go(key, states) };
        self.type_on(entry, key, states);
        ControlFlow::Continue(())
    }

    fn go(&mut self, key: &Key, states: &dyn Steppable) -> ControlFlow<Outcome> {
        let last = states.len().saturating_sub(1);
        let way = if matches!(key, Key::Char('A'..='Z')) { Way::Back } else { Way::On };
        match key {
            Key::Char('q') | Key::Escape => return ControlFlow::Break(Outcome::Yes),
            Key::ArrowRight | Key::ArrowDown | Key::Enter | Key::Char(' ' | 'l' | 'j') => {
                if self.index >= last {
                    self.say("this is the last");
                }
                self.index = self.index.saturating_add(1).min(last);
            }
            Key::ArrowLeft | Key::ArrowUp | Key::Backspace | Key::Char('h' | 'k') => {
                match self.index.checked_sub(1) {
                    Some(before) => self.index = before,
                    None => self.say("this is the first"),
                }
            }
            Key::PageDown => self.index = self.index.saturating_add(PAGE).min(last),
            Key::PageUp => self.index = self.index.saturating_sub(PAGE),
            Key::Home | Key::Char('g') => self.index = 0,
            Key::End | Key::Char('G') => self.index = last,
            Key::Char('?') => self.shows_keys = true,
            Key::Char('x') if states.rules().is_some() => match states.furthest() {
                Some(index) => self.index = index,
                None => self.say("there is no farthest failure: no error ends the trace"),
            },
            Key::Char('f' | 'F' | 'm' | 'M' | 'n' | 'N' | 'p' | '/' | 'r' | 'x')
                if states.rules().is_none() =>
            {
                self.say("this key does nothing here: `?` shows the keys");
            }
            Key::Char('p') => self.is_flipped = !self.is_flipped,
            Key::Char('f' | 'F') => {
                self.look(way, states, |index| states.fails(index), "nothing fails");
            }
            Key::Char('m' | 'M') => self.look_for_this_rule(way, states),
            Key::Char('n' | 'N') => self.look_for_last_rule(way, states),
            Key::Char('/' | 'r') => self.entry = Some(Entry::Rule(String::new())),
            Key::Char(digit @ '0'..='9') => self.entry = Some(Entry::Number(digit.to_string())),
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn say(&mut self, note: impl Into<String>) {
        self.note = Some(note.into());
    }

    /// Continues the entry with a key. Enter carries it out, Esc drops it.
    fn type_on(&mut self, mut entry: Entry, key: &Key, states: &dyn Steppable) {
        let (Entry::Number(text) | Entry::Rule(text)) = &mut entry;
        match key {
            Key::Escape => return,
            Key::Enter => return self.enter(&entry, states),
            Key::Backspace if text.is_empty() => return,
            Key::Backspace => {
                text.pop();
            }
            Key::Char(character) if text.chars().count() < LONGEST_ENTRY => {
                text.push(*character);
            }
            _ => {}
        }
        if let Entry::Number(text) = &mut entry {
            text.retain(|character| character.is_ascii_digit());
        }
        self.entry = Some(entry);
    }

    fn enter(&mut self, entry: &Entry, states: &dyn Steppable) {
        match entry {
            Entry::Number(number) if number.is_empty() => {}
            Entry::Number(number) => match number.parse::<usize>() {
                Ok(number @ 1..) if number <= states.len() => self.index = number - 1,
                _ => self.say(format!("enter a number from 1 to {}", states.len())),
            },
            Entry::Rule(typed) if typed.trim().is_empty() => {
                self.look_for_last_rule(Way::On, states);
            }
            Entry::Rule(typed) => match states.find_rule(typed.trim()) {
                Some(rule) => self.look_for_rule(rule, Way::On, states),
                None => self.say(format!("the grammar has no rule `{}`", typed.trim())),
            },
        }
    }

    fn look_for_this_rule(&mut self, way: Way, states: &dyn Steppable) {
        match states.rule(self.index) {
            Some(rule) => self.look_for_rule(rule, way, states),
            None => self.say("no rule here: `/` searches for one by name"),
        }
    }

    fn look_for_last_rule(&mut self, way: Way, states: &dyn Steppable) {
        match self.rule.take() {
            Some(rule) => self.look_for_rule(&rule, way, states),
            None => self.look_for_this_rule(way, states),
        }
    }

    fn look_for_rule(&mut self, rule: &str, way: Way, states: &dyn Steppable) {
        let none = format!("`{rule}` does not match");
        self.look(way, states, |index| states.matches(index, rule), &none);
        self.rule = Some(rule.to_owned());
    }

    /// Goes to the nearest state for which `is_it` is true. If there is none, the note says `none`
    /// and the direction.
    fn look(&mut self, way: Way, all: &dyn Steppable, is_it: impl Fn(usize) -> bool, none: &str) {
        let (found, place) = match way {
            Way::On => ((self.index + 1..all.len()).find(|&index| is_it(index)), "after"),
            Way::Back => ((0..self.index).rev().find(|&index| is_it(index)), "before"),
        };
        match found {
            Some(index) => self.index = index,
            None => self.say(format!("{none} {place} this")),
        }
    }
}

/// The keys that do something in a list of states.
#[derive(Debug, Clone, Copy)]
pub(super) struct Keys {
    have_rules: bool,
    have_furthest: bool,
}

impl Keys {
    pub(super) fn of(states: &dyn Steppable) -> Self {
        Self { have_rules: states.rules().is_some(), have_furthest: states.furthest().is_some() }
    }

    /// The longest row of keys that fits in `width` columns.
    pub(super) fn row(self, width: usize) -> String {
        let rows: [String; 4] = if self.have_rules {
            let (furthest, short) =
                if self.have_furthest { ("  x furthest", "  x far") } else { ("", "") };
            [
                format!(
                    "←→ step{furthest}  f/F failure  m/M match  / rule  1-9 go  ? keys  q quit"
                ),
                format!("←→ step{furthest}  f fail  m match  / rule  ? keys  q quit"),
                format!("←→{short}  f fail  / rule  ? keys  q"),
                "←→ ? q".to_owned(),
            ]
        } else {
            [
                "←→ step  PgUp PgDn ten  Home End  1-9 go to a number  ? keys  q quit".to_owned(),
                "←→ step  Home End  1-9 go  ? keys  q".to_owned(),
                "←→ step  ? keys  q".to_owned(),
                "←→ ? q".to_owned(),
            ]
        };
        let mut rows = rows.into_iter();
        let fitting = rows.find(|row| row.chars().count() <= width);
        // The key for the list of keys always fits.
        fitting.unwrap_or_else(|| "?".to_owned())
    }

    /// Each key with its action.
    pub(super) fn list(self) -> Vec<(&'static str, &'static str)> {
        let rows = include_str!("keys.txt").lines().skip(1);
        let rows = rows.filter_map(|row| row.split("  ").collect_tuple::<(_, _, _)>());
        let is_shown = |when: &str| match when {
            "rules" => self.have_rules,
            "furthest" => self.have_furthest,
            _ => true,
        };
        rows.filter(|(when, ..)| is_shown(when)).map(|(_, key, does)| (key, does)).collect()
    }
}
