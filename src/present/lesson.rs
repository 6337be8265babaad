//! The courses: single lessons, lists of lessons, and plans for teachers.

use std::io::{self, Write};

use serde::Serialize;

use super::html::{STYLE, escape, write_head};
use super::{Block, Document, Role, Table, markup as m, read_markdown};
use crate::Named;
use crate::course::{Course, Lesson, Session};
use crate::serial::serialize_object;

/// Presents a lesson for people, with the command for the next one.
///
/// A page shows code in a font of its own. Plain text needs backticks around code, which
/// [`in_backticks`] adds.
pub fn document(lesson: &Lesson) -> Document {
    let mut document = read_markdown(lesson.text);
    if let Some(next) = lesson.next() {
        let command = m::template(format!("bracket24 lesson {next}"));
        let line = m::note("next: ") + command + m::note(format!("  {}", next.title()));
        document.0.extend([Block::Blank, line.into()]);
    }
    document
}

/// Puts backticks around the code in the document's paragraphs and lists.
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

/// A lesson for programs. A list contains lessons without their texts.
#[derive(Debug)]
pub struct Listed<'a> {
    /// The lesson.
    pub lesson: &'a Lesson,
    /// Whether it is shown with its text.
    pub is_whole: bool,
}

serialize_object! { Listed<'_>, self:
    "course" => self.lesson.course,
    "lesson" => self.lesson.number(),
    "name" => self.lesson.name(),
    "title" => self.lesson.title(),
    "ends_with" => self.lesson.ends_with(),
    // The Markdown of the lesson.
    "text" if self.is_whole => self.lesson.text,
}

/// Returns the title of a course.
pub fn title(course: Course) -> String {
    format!("A course on {}", course.summary())
}

/// Lists the lessons of a course for people, one per row, with the command for the other course.
pub fn list(course: Course) -> Document {
    let rows = course.lessons().map(|lesson| {
        vec![m::value(lesson.number()), m::heading(lesson.name()), m::plain(lesson.title())]
    });
    let table = Table::of(rows).titled(["lesson", "name", "title"]).right([0]);
    let first = course.lesson(1).expect("a course has a lesson");
    let mut blocks: Vec<Block> = vec![m::heading(title(course)).into(), Block::Blank];
    blocks.extend([table.into(), Block::Blank]);
    blocks.push((m::note("begin with ") + m::template(format!("bracket24 lesson {first}"))).into());
    for other in Course::ALL.iter().filter(|other| **other != course) {
        let command = m::template(format!("bracket24 lesson --course {other}"));
        blocks.push((m::note("the other course: ") + command).into());
    }
    Document(blocks)
}

/// Writes an index of a course, as Markdown or as a page, with links to the files of its lessons
/// and its plan.
///
/// # Errors
///
/// Returns the errors of `out`.
pub fn write_index(course: Course, is_markdown: bool, out: &mut dyn Write) -> io::Result<()> {
    let title = title(course);
    let lessons = course.lessons();
    if is_markdown {
        writeln!(out, "# {title}\n")?;
        for lesson in lessons {
            writeln!(out, "{}. [{}]({}.md)", lesson.number(), lesson.title(), lesson.file())?;
        }
        return writeln!(out, "\n[{PLAN_TITLE}](plan.md)");
    }
    write_head(&title, STYLE, out)?;
    writeln!(out, "<h1>{}</h1>\n<ol>", escape(&title))?;
    for lesson in lessons {
        let title = escape(lesson.title());
        writeln!(out, "<li><a href=\"{}.html\">{title}</a></li>", lesson.file())?;
    }
    writeln!(out, "</ol>\n<p><a href=\"plan.html\">{PLAN_TITLE}</a></p>\n</html>")
}

/// A session of the plan, with its number.
#[derive(Debug, Serialize)]
pub struct Planned {
    session: usize,
    minutes: u32,
    #[serde(flatten)]
    plan: Session,
}

/// Returns the sessions of the plan for programs.
pub fn planned(course: Course) -> impl Iterator<Item = Planned> {
    let minutes = |plan: &Session| plan.parts.iter().map(|it| it.minutes).sum();
    let sessions = (1..).zip(course.plan());
    sessions.map(move |(session, plan)| Planned { session, minutes: minutes(&plan), plan })
}

/// The title of the plan.
pub const PLAN_TITLE: &str = "A plan for teaching";

/// Presents the plan for a teacher.
pub fn plan(course: Course) -> Document {
    let mut blocks = vec![m::heading(PLAN_TITLE).into()];
    for (number, session) in (1..).zip(course.plan()) {
        blocks.push(Block::Blank);
        blocks.push(m::heading(format!("Session {number}: {}", session.title)).into());
        blocks.extend(session.print.iter().map(|it| ("print: " + m::template(it)).into()));
        blocks.push(Block::Blank);
        let rows = session.parts.iter().map(|part| {
            vec![
                m::value(part.minutes),
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
