//! The parse tree and the expression tree of a text.

mod dot;
mod graph;
mod json;
mod latex;
mod layout;
mod mermaid;
mod svg;
mod trees;

use crate::Grammar;
use crate::words::shorten;
use itertools::{EitherOrBoth, Itertools};
use unicode_width::UnicodeWidthStr;

pub use dot::dot;
pub use json::TreesJson;
pub use latex::latex;
pub use mermaid::mermaid;
pub use svg::svg;
pub use trees::Trees;

use super::markup as m;
use super::{Block, Document, Line, Table, tree};

/// The columns that the trees take, side by side or one below the other.
const WIDTH: usize = 80;

/// Before and between the columns of a table.
const GAP: usize = 2;

/// No text is cut to less than this.
const TEXT: usize = 16;

/// So many levels of a tree are drawn before it begins at the left again.
const LEVELS: usize = 10;

/// The trees for people, and what they come to.
pub fn document(parse: &impl Trees) -> Document {
    let (rules, expression) = (rules(parse), expression(parse));
    let restarts = rules.restarts || expression.restarts;
    let beside = WIDTH.saturating_sub(2 * GAP + expression.width());
    let mut blocks = if rules.width() <= beside {
        let rows = rules.rows(beside).into_iter().zip_longest(expression.rows(beside));
        vec![table(rows.map(joined).collect())]
    } else {
        let column = |line| vec![line];
        let [rules, expression] = [rules, expression]
            .map(|tree| table(tree.rows(WIDTH - GAP).into_iter().map(column).collect()));
        vec![rules, Block::Blank, expression]
    };
    blocks.extend([Block::Blank, table(results(parse))]);
    if restarts {
        let note = "a number before a line: how many levels are left out before it";
        blocks.extend([Block::Blank, m::note(note).into()]);
    }
    Document(blocks)
}

/// A tree, a node a row.
struct Rows {
    nodes: Vec<Row>,
    /// Whether the tree begins at the left again.
    restarts: bool,
    /// Whether the texts may line up in a column.
    lines_up: bool,
}

struct Row {
    /// The lines before the node, and the names of the rules.
    start: Line,
    /// The column that can be cut.
    text: String,
}

impl Row {
    /// The columns it takes, with a long text cut to the least.
    fn width(&self) -> usize {
        self.start.width() + self.text.width().min(TEXT)
    }
}

impl Rows {
    /// The nodes of a tree: how many are around each, the rules and the text.
    fn new(nodes: Vec<(usize, String, String)>) -> Self {
        let depths: Vec<usize> = nodes.iter().map(|(depth, ..)| *depth).collect();
        let restarts = depths.iter().any(|&depth| tree::left_out(depth, LEVELS) > 0);
        let branches = tree::branches(&depths, LEVELS).into_iter().zip(depths);
        let branches = branches.map(|(branch, depth)| match tree::left_out(depth, LEVELS) {
            0 if restarts => format!("    {branch}"),
            0 => branch,
            left_out => format!("{left_out:>3} {branch}"),
        });
        let row =
            |(branch, (_, rules, text))| Row { start: m::note(branch).and(m::plain(rules)), text };
        Self { nodes: branches.zip(nodes).map(row).collect(), restarts, lines_up: false }
    }

    /// The columns it takes, with long texts cut to the least.
    fn width(&self) -> usize {
        self.nodes.iter().map(Row::width).max().unwrap_or(0)
    }

    /// The rows, with texts cut where they are wider than `width`; where none
    /// is, the texts line up if they can.
    fn rows(self, width: usize) -> Vec<Line> {
        let column = self.nodes.iter().map(|row| row.start.width()).max().unwrap_or(0);
        let longest = self.nodes.iter().map(|row| row.text.width()).max().unwrap_or(0);
        let column = if self.lines_up && column + longest <= width { column } else { 0 };
        let line = |row: Row| {
            let start = row.start.width();
            let padding = " ".repeat(column.saturating_sub(start));
            let text = shorten(&row.text, width.saturating_sub(start).max(TEXT));
            row.start.and(m::plain(padding)).and(m::expression(text))
        };
        self.nodes.into_iter().map(line).collect()
    }
}

/// The rules and what they read.
fn rules(parse: &impl Trees) -> Rows {
    let chains = parse.unit_rules().into_iter().map(|chain| {
        let text = on_one_line(&parse.text()[chain.span]);
        (chain.depth, chain.rules.join(" › ") + "  ", text)
    });
    Rows { lines_up: true, ..Rows::new(chains.collect()) }
}

/// The operators and their operands.
fn expression(parse: &impl Trees) -> Rows {
    let nodes = tree::nodes(&parse.written())
        .into_iter()
        .map(|(depth, label)| (depth, String::new(), shorten(&label, TEXT)));
    Rows::new(nodes.collect())
}

/// `text` with a blank for every character that would move what stands after
/// it.
fn on_one_line(text: &str) -> String {
    text.replace(char::is_control, " ")
}

fn table(rows: Vec<Vec<Line>>) -> Block {
    Block::Table(Table::of(rows))
}

/// A row of the one tree, and beside it one of the other.
fn joined(rows: EitherOrBoth<Line>) -> Vec<Line> {
    match rows {
        EitherOrBoth::Both(rule, node) => vec![rule, node],
        EitherOrBoth::Left(rule) => vec![rule],
        EitherOrBoth::Right(node) => vec![Line::default(), node],
    }
}

/// The values of the trees.
fn results(parse: &impl Trees) -> Vec<Vec<Line>> {
    let mut fewest = m::expression(parse.written().to_string());
    if *parse.grammar() != Grammar::Left {
        fewest = fewest.and(m::note(" in ordinary arithmetic"));
    }
    if parse.is_regrouped() {
        fewest = fewest.and(m::note(", grouped differently, same value"));
    }
    let full = parse.written().to_full_text(Clone::clone);
    let rows = [
        ("tree", m::plain(parse.written().to_s_expression())),
        ("value", parse.worth()),
        ("fewest brackets", fewest),
        ("all brackets", m::expression(full)),
    ];
    rows.map(|(name, line)| vec![m::note(name), line]).into()
}

/// The columns of [`csv_row`].
pub const CSV_HEADER: [&str; 5] = ["expression", "grammar", "tree", "value", "ordinary"];

/// The expression tree as a row, with its value and that in ordinary
/// arithmetic; one that there is not is left out.
pub fn csv_row(parse: &impl Trees) -> [String; 5] {
    let [value, ordinary] = parse.csv_values();
    [parse.text().to_owned(), parse.grammar().to_string(), sexpr(parse), value, ordinary]
}

/// The expression tree as an S-expression.
pub fn sexpr(parse: &impl Trees) -> String {
    parse.s_expression()
}
