//! Two courses, on parsing and on the card game: short lessons with one idea each, and a plan for
//! a teacher.
//!
//! The lessons are Markdown, in `src/guide/parsing` and `src/guide/game`. They show the command's
//! real output, and each ends with an exercise or a quiz.
//!
//! # How to add a lesson
//!
//! 1. Put its file in the folder of its course: a title, one idea, a question before each answer,
//!    and at the end a block of `sh` with the matching exercise or quiz. Each file that a command
//!    needs gets its own block, with the file's name after the language: `pest sums.pest`.
//! 2. Add a line to the table below, and a row to the course's `plan.md`.
//!
//! `tests/commands/readme/lessons.rs` runs the commands shown and reports missing parts.

use crate::Named;
use crate::name::{named_display, named_enum};

named_enum! {
    /// A course: lessons in order, and a plan for a teacher.
    ///
    /// ```
    /// use bracket24::course::Course;
    ///
    /// let first = Course::Game.lesson(1).expect("a course has a lesson");
    /// assert_eq!((first.number(), first.title()), (1, "A template is a tree with holes"));
    /// assert_eq!(Course::default(), Course::Parsing);
    /// ```
    #[derive(Default)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
    pub enum Course: "course" {
        /// How grammars are written, and how a parser uses them.
        #[default]
        Parsing = "parsing": "parsing: from a first rule to a whole language",
        /// The card game 24, an application of parsing.
        Game = "game": "the card game 24: templates, trees, searches, equivalences",
    }
}

impl Course {
    /// Returns its lessons in order.
    pub fn lessons(self) -> impl Iterator<Item = Lesson> {
        Lesson::ALL.iter().copied().filter(move |lesson| lesson.course == self)
    }

    /// Returns the lesson with this number, from 1.
    pub fn lesson(self, number: usize) -> Option<Lesson> {
        self.lessons().nth(number.checked_sub(1)?)
    }

    /// Returns the sessions of the course, parsed from `plan.md` in its folder. Each session has a
    /// heading, a list of commands whose output the teacher prints, and a table with a row for each
    /// part.
    pub fn plan(self) -> Vec<Session> {
        let text = match self {
            Self::Parsing => include_str!("guide/parsing/plan.md"),
            Self::Game => include_str!("guide/game/plan.md"),
        };
        let mut sessions: Vec<Session> = Vec::new();
        for line in text.lines() {
            if let Some(title) = line.strip_prefix("# ") {
                sessions.push(Session { title, ..Session::default() });
            } else if let Some(session) = sessions.last_mut() {
                session.print.extend(line.strip_prefix("- ").map(|it| it.trim_matches('`')));
                session.parts.extend(part(line));
            }
        }
        sessions
    }
}

/// A lesson of a course. No two lessons have the same name.
///
/// ```
/// use bracket24::course::{Course, Lesson};
///
/// let lesson: Lesson = "grammar".parse()?;
/// assert_eq!((lesson.number(), lesson.title()), (1, "What a grammar is"));
/// assert_eq!(lesson.course, Course::Parsing);
/// # Ok::<(), bracket24::UnknownName>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lesson {
    /// The course of the lesson.
    pub course: Course,
    name: &'static str,
    file: &'static str,
    /// The whole text, as Markdown.
    pub text: &'static str,
}

/// Defines the table of lessons. A lesson has a course, and a number and a name, which name the
/// file with its text. The text is also a page of the reference.
macro_rules! lessons {
    ($($Course:ident in $folder:ident { $($number:literal $name:ident)+ })+) => {
        const LESSONS: &[Lesson] = &[$($(Lesson {
            course: Course::$Course,
            name: stringify!($name),
            file: concat!($number, "-", stringify!($name), ".md"),
            text: lessons!(@text $folder $number $name),
        },)+)+];

        /// The lessons of the [courses](crate::course).
        #[cfg(doc)]
        pub mod lessons {
            $(/// The lessons of one course.
            pub mod $folder {
                $(#[doc = lessons!(@text $folder $number $name)]
                pub mod $name {})+
            })+
        }
    };
    (@text $folder:ident $number:literal $name:ident) => {
        include_str!(concat!(
            "guide/", stringify!($folder), "/", $number, "-", stringify!($name), ".md"
        ))
    };
}

lessons! {
    Parsing in parsing {
        "01" grammar "02" choice "03" repetition "04" predicates "05" tokens "06" keywords
        "07" precedence "08" associativity "09" pratt "10" stacks "11" recursion
        "12" backtracking "13" ambiguity "14" errors "15" trees "16" csv "17" json "18" language
        "19" testing
    }
    Game in game {
        "01" template "02" brackets "03" search "04" counting "05" equivalences "06" difficulty
        "07" powers
    }
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
    /// Returns the number of the lesson in its course, from 1.
    pub fn number(&self) -> usize {
        let at = self.course.lessons().position(|other| other == *self);
        at.expect("there are no other lessons") + 1
    }

    /// Returns the next lesson of the course.
    pub fn next(&self) -> Option<Self> {
        self.course.lesson(self.number() + 1)
    }

    /// Returns the name of its file without the extension: `01-grammar`.
    pub fn file(&self) -> &'static str {
        self.file.trim_end_matches(".md")
    }

    /// Returns its title.
    pub fn title(&self) -> &'static str {
        let title = self.text.lines().next().and_then(|line| line.strip_prefix("# "));
        title.expect("a lesson begins with its title")
    }

    /// Returns the command of the exercise or quiz at the end of the lesson.
    pub fn ends_with(&self) -> &'static str {
        self.commands().last().expect("a lesson ends with a command")
    }

    /// Returns the commands that the lesson shows, in order.
    ///
    /// ```
    /// use bracket24::course::Lesson;
    ///
    /// let lesson: Lesson = "grammar".parse()?;
    /// assert_eq!(lesson.commands().nth(4), Some("bracket24 parse 8-4-2"));
    /// # Ok::<(), bracket24::UnknownName>(())
    /// ```
    pub fn commands(&self) -> impl Iterator<Item = &'static str> {
        let typed = self.text.lines().map(|line| line.strip_prefix("$ ").unwrap_or(line));
        typed.filter(|line| line.starts_with("bracket24 "))
    }

    /// Returns the files that the commands of the lesson read, each with its name and its lines.
    pub fn files(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.text.split("```").skip(1).step_by(2).filter_map(|block| {
            let (words, text) = block.split_once('\n')?;
            Some((words.split_once(' ')?.1, text))
        })
    }
}

/// The length of a session in minutes.
pub const MINUTES: u32 = 45;

/// A session with a class.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Session {
    /// Its subject.
    pub title: &'static str,
    /// The commands whose output the teacher prints beforehand.
    pub print: Vec<&'static str>,
    /// Its parts, in order; together they take [`MINUTES`].
    pub parts: Vec<Part>,
}

/// A part of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Part {
    /// Its length in minutes.
    pub minutes: u32,
    /// The activity of the class, in one sentence.
    pub what: &'static str,
    /// The command for it.
    pub command: &'static str,
    /// The signs that tell the teacher whether the class has understood it.
    pub look_for: &'static str,
}

/// Parses a row of the plan as a part; `None` for the two header rows.
fn part(line: &'static str) -> Option<Part> {
    let mut cells = line.split('|').map(str::trim).skip(1);
    let minutes = cells.next()?.parse().ok()?;
    let (what, command, look_for) = (cells.next()?, cells.next()?, cells.next()?);
    Some(Part { minutes, what, command: command.trim_matches('`'), look_for })
}
