//! What is drawn and written with other characters than those of ASCII, for
//! terminals that have no others.

use std::borrow::Cow;

use super::super::{Annotated, Block, Line, Mark, Table, Tree, TreeNode};

/// `text` with ASCII characters of the same meaning in place of the arrows,
/// lines, bars and signs that texts here are made of. What else a user typed
/// stays as it is.
pub fn ascii(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut ascii = String::with_capacity(text.len());
    for character in text.chars() {
        match of(character) {
            Some(meaning) => ascii.push_str(meaning),
            None => ascii.push(character),
        }
    }
    Cow::Owned(ascii)
}

const fn of(character: char) -> Option<&'static str> {
    Some(match character {
        '→' => "->",
        '←' => "<-",
        '─' | '–' | '−' => "-",
        '│' | '├' => "|",
        '└' => "`",
        '█' | '▏' | '▎' | '▍' | '▌' | '▋' | '▊' | '▉' => "#",
        '›' => ">",
        '÷' => "/",
        '×' => "x",
        '√' => "sqrt",
        '…' => "...",
        '·' => ".",
        'µ' => "u",
        _ => return None,
    })
}

/// The block in ASCII.
pub(super) fn of_block(block: &Block) -> Block {
    match block {
        Block::Line(line) => Block::Line(of_line(line)),
        Block::Verbatim(line) => Block::Verbatim(of_line(line)),
        Block::Item(start, rest) => Block::Item(of_line(start), of_line(rest)),
        Block::Table(table) => Block::Table(Table {
            header: table.header.iter().map(|title| ascii(title).into_owned()).collect(),
            rows: table.rows.iter().map(|row| row.iter().map(of_line).collect()).collect(),
            right: table.right.clone(),
            ..*table
        }),
        Block::Grid(items) => Block::Grid(items.iter().map(of_line).collect()),
        // A text with marks is what a user typed.
        Block::Annotated(annotated) => Block::Annotated(Annotated {
            beside: of_line(&annotated.beside),
            marks: annotated.marks.iter().map(of_mark).collect(),
            ..annotated.clone()
        }),
        Block::Trees(trees) => Block::Trees(trees.iter().map(of_tree).collect()),
        Block::Blank => Block::Blank,
    }
}

fn of_line(line: &Line) -> Line {
    Line(line.0.iter().map(|(role, text)| (*role, ascii(text).into_owned())).collect())
}

fn of_mark(mark: &Mark) -> Mark {
    Mark { labels: mark.labels.iter().map(of_line).collect(), ..mark.clone() }
}

fn of_tree(tree: &Tree) -> Tree {
    let node = |node: &TreeNode| TreeNode {
        depth: node.depth,
        name: of_line(&node.name),
        text: of_line(&node.text),
    };
    let title = of_line(&tree.title);
    Tree { title, nodes: tree.nodes.iter().map(node).collect(), lines_up: tree.lines_up }
}
