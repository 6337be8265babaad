//! What several grammars make of one text.

use crate::Grammar;
use crate::lessons::{Explanation, GrammarReading, Parting, Taken, Verdict};
use crate::words::{pieces, wrap};

use super::excerpt::Excerpt;
use super::explanation_words::{habit_in_words, names, said_of, verdict, worth};
use super::{Block, Document, Line, Role, Table};

/// The columns that a line takes at most.
const WIDTH: usize = 78;

/// The grammars side by side, for people: what each makes of the text, the
/// trees, where they part, and the verdict.
pub fn document(explanation: &Explanation) -> Document {
    let text = explanation.text.replace('\t', " ");
    let rows = wrap(pieces(&text, &['+', '-', '*', '/']), "", WIDTH);
    let mut blocks: Vec<Block> =
        rows.into_iter().map(|row| Block::Line(Line::new(Role::Expression, row))).collect();
    blocks.extend([Block::Blank, Block::Table(table(explanation))]);
    for group in explanation.groups() {
        blocks.push(Block::Blank);
        blocks.extend(group_blocks(&explanation.text, &group));
    }
    blocks.push(Block::Blank);
    blocks.extend(verdict_lines(explanation));
    Document(blocks)
}

fn table(explanation: &Explanation) -> Table {
    let ordinary = explanation.readings.first().and_then(worth);
    let rows = explanation.readings.iter().map(|it| {
        let is_wrong = it.read.is_ok() && worth(it) != ordinary;
        let role = |otherwise| if is_wrong { Role::Wrong } else { otherwise };
        let (value, calls) = match &it.read {
            Ok(read) => {
                let value = worth(it).unwrap_or_else(|| "none".to_owned());
                (value, read.tree.calls().to_string())
            }
            Err(_) => (String::new(), String::new()),
        };
        vec![
            Line::new(Role::Plain, it.grammar.to_string()),
            Line::new(role(Role::Value), value),
            Line::new(Role::Plain, calls),
            Line::new(role(Role::Note), said_of(explanation, it)),
        ]
    });
    Table {
        header: vec!["grammar", "value", "rule calls"],
        right: vec![1, 2],
        rows: rows.collect(),
    }
}

/// The tree of grammars that group alike, and where they part from ordinary
/// arithmetic.
fn group_blocks(text: &str, group: &[&GrammarReading]) -> Vec<Block> {
    let mut blocks = vec![Block::Line(Line::new(Role::Heading, names(group.iter().copied())))];
    let Some(first) = group.first() else { return blocks };
    if let Ok(read) = &first.read {
        let tree = read.reading.expression.to_s_expression();
        let rows = wrap(tree.split(' '), " ", WIDTH - 2).into_iter();
        blocks.extend(rows.map(|row| Block::Line(Line::new(Role::Expression, format!("  {row}")))));
    }
    if let Some(parting) = &first.parting {
        blocks.push(Block::Blank);
        blocks.extend(parting_blocks(text, parting, &first.grammar));
        blocks.extend(habit_blocks(group));
    }
    blocks
}

/// The text, and below it what ordinary arithmetic and what `grammar` takes for
/// the operand in which they part.
fn parting_blocks(text: &str, parting: &Parting, grammar: &Grammar) -> Vec<Block> {
    let shown = Excerpt::around(text, parting.sign.start);
    let [ordinary, other] = &parting.taken;
    vec![
        Block::Line(Line::new(Role::Expression, format!("  {}", shown.text()))),
        Block::Line(taken_line(&shown, text, &Grammar::Left, ordinary)),
        Block::Line(taken_line(&shown, text, grammar, other)),
    ]
}

/// What the grammars of a group do otherwise than ordinary arithmetic, a habit
/// a line; of one that not all of them have, whose it is.
fn habit_blocks(group: &[&GrammarReading]) -> Vec<Block> {
    let said = Explanation::habits(group).into_iter().map(|(habit, readings)| {
        let words = habit_in_words(habit);
        if readings.len() == group.len() {
            words
        } else {
            format!("{words} ({})", names(readings.into_iter()))
        }
    });
    said.map(|said| Block::Line(Line::new(Role::Plain, format!("  {said}")))).collect()
}

/// A line below the operand, and which rule of `grammar` takes that.
fn taken_line(shown: &Excerpt, text: &str, grammar: &Grammar, taken: &Taken) -> Line {
    let underline = shown.underlined(&taken.operand);
    let rule = taken
        .rule
        .as_ref()
        .map_or_else(String::new, |rule| format!("{} in {} ", rule.operation, rule.level));
    let start = format!("  {underline:<width$}  {grammar}: {rule}takes ", width = shown.width());
    let line = Line::new(Role::Plain, &*start);
    match text.get(taken.operand.clone()) {
        Some(operand) if start.chars().count() + operand.len() <= WIDTH => {
            line.and(Role::Expression, operand.replace('\t', " "))
        }
        _ => line.and(Role::Plain, "this"),
    }
}

/// The verdict; one that is too long for a line goes on below.
fn verdict_lines(explanation: &Explanation) -> Vec<Block> {
    let role = match explanation.verdict() {
        Verdict::FalseSolution => Role::Wrong,
        Verdict::Solution | Verdict::Lost | Verdict::NoSolution | Verdict::NotRead => Role::Heading,
    };
    let verdict = verdict(explanation);
    let rows = wrap(verdict.split(' '), " ", WIDTH + 2).into_iter();
    rows.map(|row| Block::Line(Line::new(role, row))).collect()
}
