//! What stays set from one line to the next.

use bracket24::present::{Document, Table, markup as m};

/// Something that is set: an option of the subcommands that have it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Setting {
    Grammar,
    Target,
    Templates,
    Distinct,
}

impl Setting {
    pub(super) const ALL: [Self; 4] =
        [Self::Grammar, Self::Target, Self::Templates, Self::Distinct];

    /// Its name, which is that of the option.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Grammar => "grammar",
            Self::Target => "target",
            Self::Templates => "templates",
            Self::Distinct => "distinct",
        }
    }

    pub(super) fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.name() == name)
    }

    /// What holds where nothing is set.
    const fn default(self) -> &'static str {
        match self {
            Self::Grammar => "left",
            Self::Target => "24",
            Self::Templates => "canonical",
            Self::Distinct => "function",
        }
    }

    /// A command line that takes the option with any value that it can have.
    pub(super) fn with(self, value: &str) -> [String; 4] {
        let (command, text) = match self {
            Self::Grammar => ("parse", "1"),
            Self::Target | Self::Templates | Self::Distinct => ("solve", "1"),
        };
        [command, text, &format!("--{}", self.name()), value].map(str::to_owned)
    }
}

/// The values that are set.
#[derive(Debug, Default)]
pub(super) struct Settings {
    set: [Option<String>; Setting::ALL.len()],
}

impl Settings {
    /// The value of `setting`, where it is not the default.
    pub(super) fn get(&self, setting: Setting) -> Option<&str> {
        self.set[setting as usize].as_deref()
    }

    /// Sets a value; the default is as good as none.
    pub(super) fn set(&mut self, setting: Setting, value: &str) {
        self.set[setting as usize] = (value != setting.default()).then(|| value.to_owned());
    }

    /// What is asked with: the grammar, and what else is not as usual.
    pub(super) fn prompt(&self) -> String {
        let grammar = self.get(Setting::Grammar).unwrap_or(Setting::Grammar.default());
        let others = Setting::ALL[1..].iter().filter_map(|&it| self.get(it));
        let words: Vec<&str> = [grammar].into_iter().chain(others).collect();
        format!("{}> ", words.join(" "))
    }

    /// All that can be set, with what it is.
    pub(super) fn document(&self) -> Document {
        let rows = Setting::ALL.map(|setting| {
            let value = self.get(setting).unwrap_or(setting.default());
            vec![m::heading(format!(":{}", setting.name())), m::value(value)]
        });
        Document(vec![Table::of(rows).into()])
    }
}
