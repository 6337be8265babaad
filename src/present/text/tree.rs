//! Trees drawn with lines of text, in the columns there are.

use super::super::{Line, Tree, TreeNode};
use super::{Layout, m, side_by_side, trimmed, wrap};
use crate::words::shorten_with;

/// Before and between trees, and between what a node is and its text.
const GAP: usize = 2;

/// No text is cut to less than this.
const TEXT: usize = 16;

/// A level of a tree is drawn for every so many columns, before it begins at the
/// left again.
const COLUMNS: usize = 8;

/// The fewest levels that are drawn.
const LEVELS: usize = 3;

/// Gives `emit` the lines of the trees, which stand side by side if there is room.
///
/// The rows of a tree that stands alone are not kept: there can be a million.
pub(super) fn each_line<E>(
    trees: &[Tree],
    layout: Layout,
    emit: &mut impl FnMut(Line) -> Result<(), E>,
) -> Result<(), E> {
    let levels = (layout.width / COLUMNS).max(LEVELS);
    let trees: Vec<Drawn> = trees.iter().map(|tree| Drawn::new(tree, levels, layout)).collect();
    let restarts = trees.iter().any(|tree| tree.restarts);
    // The first tree gives way to those beside it.
    let others: usize = trees.iter().skip(1).map(|tree| GAP + tree.width()).sum();
    let first = layout.width.checked_sub(GAP + others);
    let room = trees.first().map_or(0, Drawn::width);
    match first {
        Some(first) if room <= first && trees.len() > 1 => {
            beside(&trees, first).into_iter().try_for_each(&mut *emit)?;
        }
        _ => below(&trees, layout.width, emit)?,
    }
    if restarts {
        let note = m::note("a number before a line: how many levels are left out before it");
        emit(Line::default())?;
        wrap(&note, layout.width, layout.width).into_iter().try_for_each(emit)?;
    }
    Ok(())
}

fn beside(trees: &[Drawn], first: usize) -> Vec<Line> {
    let mut columns: Vec<Vec<Line>> = Vec::new();
    for (index, tree) in trees.iter().enumerate() {
        let width = if index == 0 { first } else { tree.width() };
        columns.push(tree.rows(width).collect());
    }
    let widest = |rows: Vec<Line>| (rows.iter().map(Line::width).max().unwrap_or(0), rows);
    side_by_side(columns.into_iter().map(widest).map(|(width, rows)| (GAP, width, false, rows)))
}

fn below<E>(
    trees: &[Drawn],
    width: usize,
    emit: &mut impl FnMut(Line) -> Result<(), E>,
) -> Result<(), E> {
    for (index, tree) in trees.iter().enumerate() {
        if index > 0 {
            emit(Line::default())?;
        }
        let mut rows = tree.rows(width.saturating_sub(GAP));
        rows.try_for_each(|row| emit(trimmed(m::plain(" ".repeat(GAP)).and(row))))?;
    }
    Ok(())
}

/// A tree with the lines before its nodes.
struct Drawn<'a> {
    title: &'a Line,
    nodes: Vec<(Branch, &'a TreeNode)>,
    /// Whether it begins at the left again.
    restarts: bool,
    lines_up: bool,
    layout: Layout,
}

impl<'a> Drawn<'a> {
    fn new(tree: &'a Tree, levels: usize, layout: Layout) -> Self {
        let depths: Vec<usize> = tree.nodes.iter().map(|node| node.depth).collect();
        let restarts = depths.iter().any(|&depth| left_out(depth, levels) > 0);
        let nodes = branches(&depths, levels).into_iter().zip(&tree.nodes);
        let nodes = nodes.map(|(branch, node)| {
            let number = match left_out(node.depth, levels) {
                _ if !restarts => String::new(),
                0 => "    ".to_owned(),
                left_out => format!("{left_out:>3} "),
            };
            (branch.after(&number, layout), node)
        });
        let title = &tree.title;
        Self { title, nodes: nodes.collect(), restarts, lines_up: tree.lines_up, layout }
    }

    /// The columns it takes, with long texts cut to the least.
    fn width(&self) -> usize {
        let width = |(branch, node): &(Branch, &TreeNode)| {
            branch.width() + gap(node).width() + node.text.width().min(TEXT)
        };
        self.nodes.iter().map(width).max().unwrap_or(0).max(self.title.width())
    }

    /// The rows, with texts cut where they are wider than `width`; where none
    /// is, the texts line up if they can. What is still wider is wrapped.
    fn rows(&self, width: usize) -> impl Iterator<Item = Line> {
        let starts = || self.nodes.iter().map(|(branch, node)| branch.width() + gap(node).width());
        let column = starts().max().unwrap_or(0);
        let longest = self.nodes.iter().map(|(_, node)| node.text.width()).max().unwrap_or(0);
        let column = if self.lines_up && column + longest <= width { column } else { 0 };
        let mark = self.layout.ellipsis();
        let has_title = !self.title.is_empty();
        let title = has_title.then(|| wrap(self.title, width, width)).into_iter().flatten();
        title.chain(self.nodes.iter().flat_map(move |(branch, node)| {
            let start = gap(node);
            let used = branch.width() + start.width();
            let padding = m::plain(" ".repeat(column.saturating_sub(used)));
            let room = width.saturating_sub(used).max(TEXT);
            let cut = |text: &String| shorten_with(text, room, mark);
            let text = Line(node.text.0.iter().map(|(role, text)| (*role, cut(text))).collect());
            let content = start.and(padding).and(text);
            let room = |before: &str| width.saturating_sub(before.chars().count());
            let (first, rest) = (room(&branch.first), room(&branch.below));
            wrap(&content, first, rest).into_iter().enumerate().map(|(index, part)| {
                let before = if index == 0 { &branch.first } else { &branch.below };
                m::note(before).and(part)
            })
        }))
    }
}

/// What a node is, and a gap before its text.
fn gap(node: &TreeNode) -> Line {
    let gap = if node.name.is_empty() { 0 } else { GAP };
    node.name.clone().and(m::plain(" ".repeat(gap)))
}

/// The lines of a tree before a node, and before what is left of it in the rows
/// below.
pub(in crate::present) struct Branch {
    pub(in crate::present) first: String,
    below: String,
}

impl Branch {
    fn width(&self) -> usize {
        self.first.chars().count()
    }

    /// This with the number of levels left out before it.
    fn after(self, number: &str, layout: Layout) -> Self {
        let drawn = |lines: String| {
            if layout.ascii { super::ascii(&lines).into_owned() } else { lines }
        };
        Self {
            first: number.to_owned() + &drawn(self.first),
            below: " ".repeat(number.len()) + &drawn(self.below),
        }
    }
}

/// The lines before nodes that come parents first and in order, each with how many
/// are around it.
///
/// What lies deeper than `most` levels begins at the left again.
pub(in crate::present) fn branches(depths: &[usize], most: usize) -> Vec<Branch> {
    // Whether a node at this depth has a sibling after it.
    let mut has_next: Vec<bool> = Vec::new();
    let mut lines: Vec<Branch> = Vec::with_capacity(depths.len());
    for &depth in depths.iter().rev() {
        let child = depth + 1;
        let has_child = has_next.len() > child && left_out(child, most) == left_out(depth, most);
        has_next.resize(child, false);
        let first = left_out(depth, most);
        let through = has_next[first..depth].iter().skip(1);
        let line: String = through.map(|&next| if next { "│  " } else { "   " }).collect();
        let mut below = line.clone();
        let mut first = line;
        if depth > 0 {
            first += if has_next[depth] { "├─ " } else { "└─ " };
            below += if has_next[depth] { "│  " } else { "   " };
        }
        below += if has_child { "│  " } else { "   " };
        lines.push(Branch { first, below });
        has_next[depth] = true;
    }
    lines.reverse();
    lines
}

/// How many of the levels around a node at `depth` are not drawn.
fn left_out(depth: usize, most: usize) -> usize {
    depth.saturating_sub(1) / most * most
}
