//! The keys that do something, in a row and in a list.

use crate::cli::stepping::Steppable;

/// Which keys do something with certain states.
#[derive(Debug, Clone, Copy)]
pub(super) struct Keys {
    have_rules: bool,
    have_furthest: bool,
}

impl Keys {
    pub(super) fn of(states: &dyn Steppable) -> Self {
        Self { have_rules: states.have_rules(), have_furthest: states.furthest().is_some() }
    }

    /// The row that says most of them in this many columns.
    pub(super) fn row(self, width: usize) -> String {
        let rows: [String; 4] = if self.have_rules {
            let furthest = if self.have_furthest { "  x furthest" } else { "" };
            let short = if self.have_furthest { "  x far" } else { "" };
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
        // The key that lists the others fits everywhere.
        fitting.unwrap_or_else(|| "?".to_owned())
    }

    /// Each key with what it does.
    pub(super) fn list(self) -> Vec<(&'static str, &'static str)> {
        let mut keys = vec![
            ("→ ←", "forward, back"),
            ("PgDn PgUp", "ten at once"),
            ("Home End", "the first, the last"),
            ("1-9 Enter", "go to a number"),
        ];
        if self.have_furthest {
            keys.push(("x", "the furthest failure"));
        }
        if self.have_rules {
            keys.extend([
                ("f F", "next, previous failure"),
                ("m M", "next, previous match of rule"),
                ("/ Enter", "next match of a rule"),
                ("n N", "that again, forward, back"),
            ]);
        }
        keys.extend([("?", "these keys"), ("q Esc", "quit")]);
        keys
    }
}
