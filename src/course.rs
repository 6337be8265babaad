//! A course in parsing: short lessons, each one idea, and a plan for a teacher.
//!
//! The lessons are Markdown, in `src/guide/lessons`. What they show is what the
//! command prints, and each ends with an exercise or a quiz.
//!
//! # How to add a lesson
//!
//! 1. Its file in `src/guide/lessons`: a title, one idea, a question before its
//!    answer, and at the end a block of `sh` with the exercise or the quiz that
//!    goes with it. A file that a command needs is a block of its own, which has
//!    the file's name after the language: `pest sums.pest`.
//! 2. A line in the table below.
//!
//! `tests/readme/lessons.rs` runs what it shows and says what it lacks.

use crate::Named;
use crate::name::named_display;

/// A lesson of the course.
///
/// ```
/// use bracket24::course::Lesson;
///
/// let lesson: Lesson = "grammar".parse()?;
/// assert_eq!((lesson.number(), lesson.title()), (1, "What a grammar is"));
/// assert_eq!(Lesson::numbered(1), Some(lesson));
/// # Ok::<(), bracket24::UnknownName>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lesson {
    name: &'static str,
    text: &'static str,
}

/// Makes the table of lessons: each has its name, and the file with its text, which is
/// a page beside the reference too.
macro_rules! lessons {
    ($($name:ident in $file:literal,)+) => {
        const LESSONS: &[Lesson] = &[$(Lesson {
            name: stringify!($name),
            text: include_str!(concat!("guide/lessons/", $file)),
        },)+];

        /// The lessons of the [course](crate::course).
        #[cfg(doc)]
        pub mod lessons {
            $(#[doc = include_str!(concat!("guide/lessons/", $file))]
            pub mod $name {})+
        }
    };
}

lessons! {
    grammar in "01-grammar.md",
    template in "02-template.md",
    precedence in "03-precedence.md",
    associativity in "04-associativity.md",
    signs in "05-signs.md",
    brackets in "06-brackets.md",
    backtracking in "07-backtracking.md",
    recursion in "08-recursion.md",
    readers in "09-readers.md",
    search in "10-search.md",
    counting in "11-counting.md",
    difficulty in "12-difficulty.md",
    powers in "13-powers.md",
}

impl Named for Lesson {
    const KIND: &'static str = "lesson";
    const ALL: &'static [Self] = LESSONS;

    fn name(&self) -> &'static str {
        self.name
    }

    fn summary(&self) -> &'static str {
        self.title()
    }
}

named_display!(Lesson);

impl Lesson {
    /// The lesson with this number, from 1.
    pub fn numbered(number: usize) -> Option<Self> {
        Self::ALL.get(number.checked_sub(1)?).copied()
    }

    /// Its place in the course, from 1.
    pub fn number(&self) -> usize {
        let at = Self::ALL.iter().position(|other| other == self);
        at.expect("there are no other lessons") + 1
    }

    /// The lesson after it.
    pub fn next(&self) -> Option<Self> {
        Self::numbered(self.number() + 1)
    }

    /// All of it, as Markdown.
    pub const fn text(&self) -> &'static str {
        self.text
    }

    /// Its title.
    pub fn title(&self) -> &'static str {
        let title = self.text.lines().next().and_then(|line| line.strip_prefix("# "));
        title.expect("a lesson begins with its title")
    }

    /// The command of the exercise or quiz at its end.
    pub fn ends_with(&self) -> &'static str {
        self.commands().last().expect("a lesson ends with a command")
    }

    /// The commands that it shows, in order.
    ///
    /// ```
    /// use bracket24::course::Lesson;
    ///
    /// let lesson: Lesson = "grammar".parse()?;
    /// assert_eq!(lesson.commands().nth(2), Some("bracket24 parse 8-4-2"));
    /// # Ok::<(), bracket24::UnknownName>(())
    /// ```
    pub fn commands(&self) -> impl Iterator<Item = &'static str> {
        let typed = self.text.lines().map(|line| line.strip_prefix("$ ").unwrap_or(line));
        typed.filter(|line| line.starts_with("bracket24 "))
    }

    /// The files that its commands read, each with its name and its text.
    pub fn files(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let blocks = self.text.split("\n```pest ").skip(1);
        blocks.filter_map(|it| it.split_once("\n```")?.0.split_once('\n'))
    }
}

/// The minutes of a session.
pub const MINUTES: u32 = 45;

/// A session of a class.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Session {
    /// Its subject.
    pub title: &'static str,
    /// The commands that make what is printed before.
    pub print: Vec<&'static str>,
    /// Its parts, in order; together they take [`MINUTES`].
    pub parts: Vec<Part>,
}

/// A part of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Part {
    /// How long it takes.
    pub minutes: u32,
    /// What the class does.
    pub what: &'static str,
    /// The command for it.
    pub command: &'static str,
    /// What shows the teacher that it was understood, or was not.
    pub look_for: &'static str,
}

/// The course in seven sessions, which `src/guide/plan.md` has in Markdown: a heading
/// each, a list of what is printed, and a row of a table for each part.
pub fn plan() -> Vec<Session> {
    let mut sessions: Vec<Session> = Vec::new();
    for line in include_str!("guide/plan.md").lines() {
        if let Some(title) = line.strip_prefix("# ") {
            sessions.push(Session { title, ..Session::default() });
        } else if let Some(session) = sessions.last_mut() {
            session.print.extend(line.strip_prefix("- ").map(|it| it.trim_matches('`')));
            session.parts.extend(part(line));
        }
    }
    sessions
}

/// The part that a row of the plan is; the two rows above all parts are none.
fn part(line: &'static str) -> Option<Part> {
    let mut cells = line.split('|').map(str::trim).skip(1);
    let minutes = cells.next()?.parse().ok()?;
    let (what, command, look_for) = (cells.next()?, cells.next()?, cells.next()?);
    Some(Part { minutes, what, command: command.trim_matches('`'), look_for })
}
