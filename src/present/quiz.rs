//! Quizzes: questions, worksheets and their keys, verdicts, and the explanations of answers.

use std::io::{self, Write};

use super::document::words_and_code;
use super::explanation::tree_blocks;
use super::latex::{BEGIN, END, write_blocks};
use super::parse::{self, facts, mended_text, reason_and_place};
use super::value::value;
use super::{
    Annotated, Block, Document, Line, Mark, Report, Shape, Table, Tree, markup as m,
    reduction_latex, tree,
};
use crate::lessons::{FailedParse, Parse, Reading};
use crate::quizzes::{
    ANSWER, Choices, Item, MarkedAnswer, MarkedSheet, Misread, Picked, QUIZ_VERSION, Quiz, Recipe,
    RulesQuestion, SHEET, Score, TemplateOf, TemplateQuestion,
};
use crate::serial::serialize_object;
use crate::words::{counted, list_or};
use crate::{Grammar, Named, Random, Template};

/// Presents a question with its grammars and choices.
pub fn question(number: usize, item: &Item) -> Document {
    let mut blocks = stated(number, item);
    let choices = choices(item);
    if choices.iter().any(|it| it.tree.is_some()) {
        let titled = |Shown { letter, tree, .. }: Shown| {
            tree.map(|tree| Tree { title: m::heading(letter), ..tree })
        };
        blocks.push(Block::Trees(choices.into_iter().filter_map(titled).collect()));
    } else if !choices.is_empty() {
        let rows = choices.into_iter().map(|Shown { letter, option, summary, .. }| {
            [m::plain(letter), option].into_iter().chain(summary).collect()
        });
        blocks.push(Table::of(rows).into());
    }
    Document(blocks)
}

/// Presents the number of the question, the question, and its grammars.
fn stated(number: usize, item: &Item) -> Vec<Block> {
    let mut blocks = vec![numbered(number, asked(item))];
    let grammars = item.rules().map_or(&[][..], |it| &it.grammars);
    for (grammar, name) in grammars.iter().zip(["first:", "second:"]) {
        let name = (grammars.len() > 1).then(|| Block::Line(m::note(name)));
        let lines = grammar.lines().map(|line| Block::Item("  ".into(), m::expression(line)));
        blocks.extend(name.into_iter().chain(lines));
    }
    blocks
}

/// Makes a line with code in backticks.
fn words(text: &str) -> Line {
    let piece = |(is_code, piece)| if is_code { m::expression(piece) } else { m::plain(piece) };
    words_and_code(text).map(piece).fold(Line::default(), Line::and)
}

/// Puts the number of a question before its line.
fn numbered(number: usize, line: Line) -> Block {
    Block::Item(m::heading(format!("{number}.")) + " ", line)
}

/// The room for answers on a sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Room {
    /// A line to write on, for paper.
    Ruled,
    /// The rest of the line, left empty, for a file in which the learner writes and which the
    /// program marks.
    Open,
}

/// The length of a line to write on, in columns.
const RULED: usize = 40;

/// Presents a worksheet.
pub fn sheet(quiz: &Quiz, room: Room) -> Document {
    let mut blocks = head(quiz, "Quiz");
    match room {
        Room::Ruled => {
            let line = |what: &str, columns| format!("{what}: {}", "_".repeat(columns));
            let name = format!("{}   {}", line("Name", 28), line("Date", 14));
            blocks.extend([Block::Blank, m::plain(name).into()]);
        }
        Room::Open => {
            let start = "Write each answer after its " + m::expression(ANSWER);
            let mark = m::expression("bracket24 quiz --answers FILE");
            blocks.extend([Block::Blank, (start + "; " + mark + " marks the file.").into()]);
        }
    }
    for (number, item) in (1..).zip(&quiz.items) {
        blocks.push(Block::Blank);
        blocks.extend(question(number, item).0);
        blocks.push(match room {
            Room::Ruled => m::plain(format!("{ANSWER} {}", "_".repeat(RULED))).into(),
            Room::Open => m::plain(ANSWER).into(),
        });
    }
    Document(blocks)
}

/// Presents the answers of a worksheet, with their explanations.
pub fn key(quiz: &Quiz) -> Document {
    let mut blocks = head(quiz, "Quiz: answers");
    for (number, item) in (1..).zip(&quiz.items) {
        blocks.extend(answered(number, item));
        blocks.extend(settled(item).0);
    }
    Document(blocks)
}

/// Returns the title, and the line with the recipe of the quiz.
fn head(quiz: &Quiz, title: &str) -> Vec<Block> {
    vec![m::heading(title).into(), (Line::from(SHEET) + " " + m::expression(&quiz.recipe)).into()]
}

/// Presents a question with its answer, before the explanation.
fn answered(number: usize, item: &Item) -> Vec<Block> {
    let answer = Line::from(ANSWER) + " " + m::heading(item.answer());
    let stated = stated(number, item).into_iter();
    let mut blocks: Vec<Block> = std::iter::once(Block::Blank).chain(stated).collect();
    blocks.push(answer.into());
    blocks.extend(written_out(item).map(|line| Block::Line("that is " + line)));
    blocks
}

/// Writes out the options that the letters of an answer mean, except trees.
fn written_out(item: &Item) -> Option<Line> {
    let right = choices(item).into_iter().filter(|it| it.is_right && it.tree.is_none());
    right.map(|it| it.option).reduce(|line, next| line + ", " + next)
}

/// Writes the key of `quiz` as an article, with evaluations as formulas.
///
/// # Errors
///
/// Returns the errors of `out`.
pub fn write_key_latex(quiz: &Quiz, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "{BEGIN}")?;
    write_blocks(&head(quiz, "Quiz: answers"), out)?;
    for (number, item) in (1..).zip(&quiz.items) {
        write_blocks(&answered(number, item), out)?;
        match item {
            Item::Value(question) => reduction_latex::write_align(&question.steps(), out)?,
            _ => write_blocks(&settled(item).0, out)?,
        }
    }
    write!(out, "{END}")
}

/// Writes the score in a line.
pub fn score(score: Score) -> Line {
    let Score { right, wrong, questions } = score;
    let mut line = format!("{right} of {} right", counted(questions, "question"));
    for (count, what) in [(wrong, "wrong"), (score.unanswered(), "not answered")] {
        if count > 0 {
            line = format!("{line}, {count} {what}");
        }
    }
    m::heading(line)
}

/// Presents the verdict on an answer, or on a skipped question if `given` is `None`. The verdict
/// says whether the answer is right. If it is wrong, the verdict has the right answer and the
/// misreading that leads to the wrong answer. The explanation comes last.
pub fn verdict(item: &Item, given: Option<(&str, bool)>) -> Document {
    let right = || ": the answer is " + answer(item);
    let line = match given {
        Some((_, true)) => m::heading("Right"),
        Some((_, false)) => m::wrong("Wrong") + right(),
        None => "Skipped" + right(),
    };
    let mut blocks = vec![(line + ".").into()];
    blocks.extend(given.filter(|it| !it.1).and_then(|(given, _)| given_by(item, given)));
    blocks.push(Block::Blank);
    blocks.extend(settled(item).0);
    Document(blocks)
}

/// Describes the misreading that leads to a wrong answer.
fn given_by(item: &Item, given: &str) -> Option<Block> {
    item.given_by(given).map(|why| words(&why).into())
}

/// Writes the answer, with the options that its letters mean.
fn answer(item: &Item) -> Line {
    let answer = m::value(item.answer());
    if let Some(choices) = written_out(item) { answer + ": " + choices } else { answer }
}

/// Presents a marked sheet: each answer with its line in the file, and explanations of the wrong
/// answers.
pub fn marked(sheet: &MarkedSheet) -> Document {
    let mut blocks = Vec::new();
    for (number, (item, given)) in (1..).zip(sheet.quiz.items.iter().zip(&sheet.answers)) {
        let told = match given {
            None => m::wrong("not answered"),
            Some(given) => {
                let quoted = Line::from(format!("line {}: ", given.line));
                quoted + m::expression(&given.given) + judged(given.marked.as_ref())
            }
        };
        blocks.push(numbered(number, told));
        if !given.as_ref().is_some_and(|it| it.marked == Ok(true)) {
            blocks.extend([asked(item).into(), ("The answer is " + answer(item) + ".").into()]);
            blocks.extend(given.as_ref().and_then(|it| given_by(item, &it.given)));
            blocks.extend(settled(item).0);
            blocks.push(Block::Blank);
        }
    }
    if blocks.last() != Some(&Block::Blank) {
        blocks.push(Block::Blank);
    }
    blocks.push(score(sheet.score()).into());
    Document(blocks)
}

fn judged(marked: Result<&bool, &Misread>) -> Line {
    match marked {
        Ok(true) => m::plain(" is right"),
        Ok(false) => m::wrong(" is wrong"),
        Err(misread) => m::wrong(format!(" is not an answer: {misread}")),
    }
}

/// Writes the choices in plain text. A tree becomes an S-expression.
pub fn options(item: &Item) -> Vec<String> {
    choices(item).into_iter().map(|it| it.option.to_string()).collect()
}

/// A question for programs, with the marked answer if there is one.
#[derive(Debug)]
pub struct ItemJson<'a> {
    /// The recipe of the quiz.
    pub recipe: &'a Recipe,
    /// The number of the question, from 1.
    pub number: usize,
    /// The question.
    pub item: &'a Item,
    /// `None` if the quiz is not marked, and `Some(None)` if the question was not answered.
    pub answer: Option<Option<&'a MarkedAnswer>>,
}

serialize_object! { ItemJson<'_>, self:
    let Self { recipe, number, item, answer } = self;
    let grammars = item.rules().map_or(&[][..], |it| &it.grammars);
    let choices = options(item);
    let (is_marked, given) = (answer.is_some(), answer.flatten());
    let misread = given.and_then(|it| it.marked.as_ref().err());
    "number" => number,
    "kind" => item.kind().to_string(),
    "question" => asked(item).to_string(),
    "grammars" if !grammars.is_empty() => grammars,
    "choices" if !choices.is_empty() => choices,
    "answer" => item.answer(),
    "explanation" => settled(item).to_string(),
    "given" if is_marked => given.map(|it| &*it.given),
    "right" if is_marked => given.is_some_and(|it| it.marked == Ok(true)),
    "line" if is_marked => given.map(|it| it.line),
    "error" if misread.is_some() => misread.map(ToString::to_string),
    "level" => recipe.level.number(),
    "seed" => recipe.seed,
    "items" => QUIZ_VERSION,
    "generator" => Random::NAME,
}

/// Writes the question in a line.
fn asked(item: &Item) -> Line {
    let code = |text: &str| m::expression(text);
    let of = |parse: &Parse| code(parse.text()) + under(parse.grammar()) + "?";
    match item {
        Item::Value(question) => "What is " + of(&question.parse),
        Item::Tree(question) => "Which is the tree of " + of(&question.parse),
        Item::Brackets(question) => {
            let rest = " that its value does not need. What is left?";
            "Leave out all brackets of " + code(question.parse.text()) + rest
        }
        Item::Grammar(question) => {
            let rest = " under which of these grammars? Name them all.";
            code(question.text()) + " is " + m::value(&question.value) + rest
        }
        Item::Error(question) if question.tokens.is_none() => {
            let rest = " fail? Columns count from 1, and the end counts too.";
            let under = under(question.failed.grammar());
            "At which column does parsing " + code(question.failed.text()) + under + rest
        }
        Item::Error(question) => {
            let column = format!(" fails at column {}. ", question.column());
            let rest = column + "Which of these could come there? Name them all.";
            "Parsing " + code(question.failed.text()) + under(question.failed.grammar()) + rest
        }
        Item::Template(question) => match &question.of {
            TemplateOf::Expression => {
                "Which template was filled to make " + code(question.filled.text()) + "?"
            }
            TemplateOf::Hand(inspection) => {
                let target = m::value(&inspection.target);
                let hand = code(&inspection.hand.to_string());
                "Which template makes " + target + " from " + hand + ", in some order?"
            }
        },
        other => words(&on_rules(other).asked),
    }
}

/// Returns the question on small grammars. The caller has handled all questions on expressions and
/// templates, so `item` is not one of these.
fn on_rules(item: &Item) -> &RulesQuestion {
    item.rules().expect("each question on expressions and templates is known here")
}

/// Names the grammar, in words that follow an expression.
fn under(grammar: &Grammar) -> Line {
    match grammar {
        Grammar::Left => " in ordinary arithmetic".into(),
        other => {
            let summary = m::note(format!(" ({})", other.summary()));
            " under the grammar " + m::heading(other.name()) + summary
        }
    }
}

/// A choice, ready to be shown.
struct Shown {
    letter: char,
    /// The option.
    option: Line,
    /// The description of the option.
    summary: Option<Line>,
    /// The tree, if the option is a tree.
    tree: Option<Tree>,
    /// Whether it is right.
    is_right: bool,
}

/// Returns the choices.
fn choices(item: &Item) -> Vec<Shown> {
    fn shown<T>(
        choices: &Choices<T>,
        shown: impl Fn(&T) -> (Line, Option<Line>, Option<Tree>),
    ) -> Vec<Shown> {
        let all = choices.iter().map(|(letter, choice)| {
            let (option, summary, tree) = shown(&choice.option);
            Shown { letter, option, summary, tree, is_right: choice.is_right }
        });
        all.collect()
    }
    match item {
        Item::Value(_) | Item::Brackets(_) => Vec::new(),
        Item::Tree(question) => shown(&question.trees, |parse| {
            let tree = tree::of_expression(&parse.written());
            (m::expression(parse.expression().to_s_expression()), None, Some(tree))
        }),
        Item::Grammar(question) => shown(&question.grammars, |grammar| {
            (m::heading(grammar.name()), Some(m::note(grammar.summary())), None)
        }),
        Item::Error(question) => {
            let line = |it: &str| if it.len() == 1 { m::expression(it) } else { m::plain(it) };
            let tokens = question.tokens.iter();
            tokens.flat_map(|it| shown(it, |token| (line(token), None, None))).collect()
        }
        Item::Template(question) => shown(&question.templates, |template: &Template| {
            (m::template(template.text()), None, None)
        }),
        other => {
            let tree = |it: &Picked| (!it.pairs.is_empty()).then(|| tree::of_pairs(&it.pairs));
            let picked = |it: &Picked| (words(&it.text), None, tree(it));
            on_rules(other).choices.iter().flat_map(|it| shown(it, picked)).collect()
        }
    }
}

/// Explains the answer as the lesson on the subject does.
fn settled(item: &Item) -> Document {
    match item {
        Item::Value(question) => question.steps().document(),
        Item::Tree(question) => {
            let blocks = tree_blocks(&question.explanation()).into_iter();
            Document(blocks.skip_while(|block| *block == Block::Blank).collect())
        }
        Item::Brackets(question) => question.judged().document(),
        Item::Grammar(question) => grammars(&question.parses).into(),
        Item::Error(question) => failure(&question.failed),
        Item::Template(question) => match &question.of {
            TemplateOf::Expression => from_template(question),
            TemplateOf::Hand(inspection) => {
                let mut document = question.steps().document();
                let misses = inspection.nearest.iter().map(|miss| {
                    vec![
                        m::template(miss.expression.template()),
                        m::expression(miss.expression.text()),
                        "= " + m::value(&miss.value),
                    ]
                });
                document.0.push(m::plain("The nearest results of the others:").into());
                document.0.push(Table::of(misses).into());
                document
            }
        },
        other => of_rules(on_rules(other)),
    }
}

/// Shows the table of a question on small grammars, and the parse of its text.
fn of_rules(question: &RulesQuestion) -> Document {
    let mut blocks = match &*question.rows {
        [] => Vec::new(),
        [only] => only.iter().map(|told| words(told).into()).collect(),
        [titles, rows @ ..] => {
            let cells = |row: &Vec<String>| row.iter().map(m::plain).collect();
            vec![Table::of(rows.iter().map(cells)).titled(titles).into()]
        }
    };
    if let (Some(text), true) = (&question.text, blocks.is_empty()) {
        let reading = Reading::new(text, &question.grammar(0)).of_calls();
        blocks.extend(reading.failed().map_or_else(|| parse::document(&reading), failure).0);
    }
    Document(blocks)
}

/// Shows the value and the tree under each grammar.
fn grammars(parses: &[Parse]) -> Table {
    let row = |parse: &Parse| {
        let tree = m::expression(parse.written().to_s_expression());
        vec![m::plain(parse.grammar()), value(parse), tree]
    };
    Table::of(parses.iter().map(row)).titled(["grammar", "value", "tree"]).right([1])
}

/// Shows the place of the failure, all tokens expected at this place, and the edit that fixes the
/// text.
fn failure(failed: &FailedParse) -> Document {
    let at = failed.at();
    // The mark may be at the end of the text, so the text gets a blank after it.
    let (text, labels) = (format!("{} ", failed.text()), vec![m::wrong(reason_and_place(failed))]);
    let marks = vec![Mark { span: at..at + 1, shape: Shape::Line, labels }];
    let annotated = Annotated { text, around: Some(at), marks, ..Annotated::default() };
    // The advice may be about a slip, and then does not list all expected tokens.
    let expected = format!("expected {}", list_or(failed.expected()));
    let others = facts(failed).into_iter().filter(|fact| *fact != expected);
    let said = std::iter::once(expected.clone()).chain(others).chain(mended_text(failed));
    let said = said.map(|fact| Block::Line(m::plain(fact)));
    Document(std::iter::once(annotated.into()).chain(said).collect())
}

/// Shows an expression and its template.
fn from_template(question: &TemplateQuestion) -> Document {
    let mut right = question.templates.iter().filter(|(_, choice)| choice.is_right);
    let (_, right) = right.next().expect("its template is one of the choices");
    let filled = m::expression(question.filled.text()) + " with an " + m::template("N");
    (filled + " for every number is " + m::template(right.option.text())).into()
}
