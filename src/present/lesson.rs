//! The course: its lessons, a list of them, and the plan for a teacher.

use serde::Serialize;

use super::{Block, Document, Role, Table, markup as m, read_markdown};
use crate::Named;
use crate::course::{self, Lesson, Session};

/// A lesson for people, with the way to the next.
///
/// On a page code has a font of its own; a text has backticks instead, which
/// [`in_backticks`] puts there.
pub fn document(lesson: &Lesson) -> Document {
    let mut document = read_markdown(lesson.text());
    if let Some(next) = lesson.next() {
        let command = m::template(format!("bracket24 lesson {}", next.number()));
        let line = m::note("next: ") + command + m::note(format!("  {}", next.title()));
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

/// A lesson for programs: in a list without its text.
#[derive(Debug, Serialize)]
pub struct Listed<'a> {
    lesson: usize,
    name: &'a str,
    title: &'static str,
    ends_with: &'static str,
    /// Its Markdown.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'static str>,
}

impl<'a> Listed<'a> {
    /// The lesson without its text.
    pub fn new(lesson: &'a Lesson) -> Self {
        let (title, ends_with) = (lesson.title(), lesson.ends_with());
        Self { lesson: lesson.number(), name: lesson.name(), title, ends_with, text: None }
    }

    /// The lesson with its text.
    pub fn whole(lesson: &'a Lesson) -> Self {
        Self { text: Some(lesson.text()), ..Self::new(lesson) }
    }
}

/// The lessons for people, one a row.
pub fn list() -> Document {
    let rows = Lesson::ALL.iter().map(|lesson| {
        vec![
            m::value(lesson.number().to_string()),
            m::heading(lesson.name()),
            m::plain(lesson.title()),
        ]
    });
    let table = Table::of(rows).titled(["lesson", "name", "title"]).right([0]);
    let advice = m::note("begin with ") + m::template("bracket24 lesson 1");
    Document(vec![table.into(), Block::Blank, advice.into()])
}

/// A session of the plan, in its place.
#[derive(Debug, Serialize)]
pub struct Planned {
    session: usize,
    minutes: u32,
    #[serde(flatten)]
    plan: Session,
}

/// The sessions of the plan for programs.
pub fn planned() -> impl Iterator<Item = Planned> {
    let minutes = |plan: &Session| plan.parts.iter().map(|it| it.minutes).sum();
    let sessions = (1..).zip(course::plan());
    sessions.map(move |(session, plan)| Planned { session, minutes: minutes(&plan), plan })
}

/// What the plan is called.
pub const PLAN_TITLE: &str = "A plan for teaching";

/// The plan for a teacher.
pub fn plan() -> Document {
    let mut blocks = vec![m::heading(PLAN_TITLE).into()];
    for (number, session) in (1..).zip(course::plan()) {
        blocks.push(Block::Blank);
        blocks.push(m::heading(format!("Session {number}: {}", session.title)).into());
        for command in session.print {
            blocks.push(("print: " + m::template(command)).into());
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
