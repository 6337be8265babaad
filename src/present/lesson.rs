//! The course: its lessons, a list of them, and the plan for a teacher.

use serde::Serialize;

use super::markup as m;
use super::{Block, Document, Role, Table, read_markdown};
use crate::Named;
use crate::course::{Lesson, Session};

/// A lesson for people, with the way to the next.
///
/// On a page code has a font of its own; a text has backticks instead, which
/// [`in_backticks`] puts there.
pub fn document(lesson: &Lesson) -> Document {
    let mut document = read_markdown(lesson.text());
    if let Some(next) = lesson.next() {
        let command = m::template(format!("bracket24 lesson {}", next.number()));
        let line = m::note("next: ").and(command).and(m::note(format!("  {}", next.title())));
        document.0.extend([Block::Blank, line.into()]);
    }
    document
}

/// The document with backticks around the code in its paragraphs and lists.
#[must_use]
pub fn in_backticks(mut document: Document) -> Document {
    for block in &mut document.0 {
        if let Block::Line(line) | Block::Item(_, line) = block {
            for (role, text) in &mut line.0 {
                if *role == Role::Expression {
                    *text = format!("`{text}`");
                }
            }
        }
    }
    document
}

/// The lessons for people, one a row.
pub fn list(lessons: &[Lesson]) -> Document {
    let rows = lessons.iter().map(|lesson| {
        vec![
            m::value(lesson.number().to_string()),
            m::heading(lesson.name()),
            m::plain(lesson.title()),
        ]
    });
    let table = Table::of(rows).titled(["lesson", "name", "title"]).right([0]);
    let first = m::template("bracket24 lesson 1");
    let advice = m::note("begin with ").and(first);
    Document(vec![table.into(), Block::Blank, advice.into()])
}

/// What the plan is called.
pub const PLAN_TITLE: &str = "A plan for teaching";

/// The plan for a teacher.
pub fn plan(sessions: &[Session]) -> Document {
    let mut blocks = vec![m::heading(PLAN_TITLE).into()];
    for (index, session) in sessions.iter().enumerate() {
        blocks.push(Block::Blank);
        blocks.push(m::heading(format!("Session {}: {}", index + 1, session.title)).into());
        for command in session.print {
            blocks.push(m::plain("print: ").and(m::template(*command)).into());
        }
        blocks.push(Block::Blank);
        let rows = session.parts.iter().map(|part| {
            vec![
                m::value(part.minutes.to_string()),
                m::plain(part.what),
                m::template(part.command),
                m::plain(part.look_for),
            ]
        });
        let titles = ["min", "what", "command", "what to look for"];
        blocks.push(Table::of(rows).titled(titles).right([0]).into());
    }
    Document(blocks)
}

/// A lesson for programs, in a list.
#[derive(Debug, Serialize)]
pub struct ListedJson<'a> {
    lesson: usize,
    name: &'a str,
    title: &'static str,
    ends_with: &'static str,
}

impl<'a> From<&'a Lesson> for ListedJson<'a> {
    fn from(lesson: &'a Lesson) -> Self {
        Self {
            lesson: lesson.number(),
            name: lesson.name(),
            title: lesson.title(),
            ends_with: lesson.ends_with(),
        }
    }
}

/// A lesson for programs, with its text as Markdown.
#[derive(Debug, Serialize)]
pub struct LessonJson<'a> {
    #[serde(flatten)]
    listed: ListedJson<'a>,
    text: &'static str,
}

impl<'a> From<&'a Lesson> for LessonJson<'a> {
    fn from(lesson: &'a Lesson) -> Self {
        Self { listed: lesson.into(), text: lesson.text() }
    }
}

/// A session of the plan for programs.
#[derive(Debug, Serialize)]
pub struct SessionJson<'a> {
    session: usize,
    minutes: u32,
    #[serde(flatten)]
    plan: &'a Session,
}

impl<'a> SessionJson<'a> {
    /// The session at this place of the plan, from 0.
    pub fn new(index: usize, plan: &'a Session) -> Self {
        Self { session: index + 1, minutes: plan.parts.iter().map(|it| it.minutes).sum(), plan }
    }
}
