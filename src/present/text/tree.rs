//! Draws trees with lines of text in the available columns.

use super::super::{Line, Tree, TreeNode};
use super::{Layout, m, side_by_side, trimmed, wrap};
use crate::words::shorten_with;

/// The gap before and between trees, and between the name of a node and its text.
const GAP: usize = 2;

/// The minimum width of a text that is cut.
const TEXT: usize = 16;

/// A tree with too many levels restarts at the left. A layout allows one level for each `COLUMNS`
/// columns.
const COLUMNS: usize = 8;

/// The minimum and the maximum number of levels before a restart.
const LEVELS: [usize; 2] = [3, 64];

/// Passes the lines of the trees to `emit`. If there is room, the trees are side by side.
///
/// The rows of a single tree are not stored, because there can be a million.
pub(super) fn each_line<E>(
    trees: &[Tree],
    layout: Layout,
    emit: &mut impl FnMut(&Line) -> Result<(), E>,
) -> Result<(), E> {
    let [fewest, most] = LEVELS;
    let levels = (layout.width / COLUMNS).clamp(fewest, most);
    let trees: Vec<Drawn> = trees.iter().map(|tree| Drawn::new(tree, levels, layout)).collect();
    let restarts = trees.iter().any(|tree| tree.restarts);
    // `first` is the width for the first tree if all others are next to it.
    let others: usize = trees.iter().skip(1).map(|tree| GAP + tree.width()).sum();
    let first = layout.width.checked_sub(GAP + others);
    match first {
        Some(first) if trees.first().map_or(0, Drawn::width) <= first && trees.len() > 1 => {
            beside(&trees, first).iter().try_for_each(&mut *emit)?;
        }
        _ => below(&trees, layout.width, emit)?,
    }
    if restarts {
        let note = m::note("a number before a line: how many levels are left out before it");
        emit(&Line::default())?;
        wrap(&note, layout.width, layout.width).iter().try_for_each(emit)?;
    }
    Ok(())
}

fn beside(trees: &[Drawn], first: usize) -> Vec<Line> {
    side_by_side(trees.iter().enumerate().map(|(index, tree)| {
        let rows: Vec<Line> = tree.rows(if index == 0 { first } else { tree.width() }).collect();
        (GAP, rows.iter().map(Line::width).max().unwrap_or(0), false, rows)
    }))
}

fn below<E>(
    trees: &[Drawn],
    width: usize,
    emit: &mut impl FnMut(&Line) -> Result<(), E>,
) -> Result<(), E> {
    for (index, tree) in trees.iter().enumerate() {
        if index > 0 {
            emit(&Line::default())?;
        }
        let mut rows = tree.rows(width.saturating_sub(GAP));
        rows.try_for_each(|row| emit(&trimmed(m::plain(" ".repeat(GAP)).and(row))))?;
    }
    Ok(())
}

/// A tree with the lines before its nodes.
struct Drawn<'a> {
    tree: &'a Tree,
    branches: Vec<Branch>,
    levels: usize,
    /// Whether the tree restarts at the left.
    restarts: bool,
    layout: Layout,
}

impl<'a> Drawn<'a> {
    fn new(tree: &'a Tree, levels: usize, layout: Layout) -> Self {
        let depths: Vec<usize> = tree.nodes.iter().map(|node| node.depth).collect();
        let restarts = depths.iter().any(|&depth| left_out(depth, levels) > 0);
        Self { tree, branches: branches(&depths, levels), levels, restarts, layout }
    }

    fn nodes(&self) -> impl Iterator<Item = (&Branch, &'a TreeNode)> {
        self.branches.iter().zip(&self.tree.nodes)
    }

    /// If the tree restarts, returns the number of levels that are left out before a node.
    fn number(&self, node: &TreeNode) -> String {
        match left_out(node.depth, self.levels) {
            _ if !self.restarts => String::new(),
            0 => " ".repeat(4),
            left_out => format!("{left_out:>3} "),
        }
    }

    /// Returns the number of columns before the text of a node.
    fn start(&self, branch: &Branch, node: &TreeNode) -> usize {
        self.number(node).len() + branch.width() + node.name.width() + gap(node)
    }

    /// Returns the minimum width of the tree, in columns: with each long text cut to [`TEXT`].
    fn width(&self) -> usize {
        let width = |(branch, node): (&Branch, &TreeNode)| {
            self.start(branch, node) + node.text.width().min(TEXT)
        };
        self.nodes().map(width).max().unwrap_or(0).max(self.tree.title.width())
    }

    /// Returns the rows. Texts that would exceed `width` are cut, but not below [`TEXT`], and rows
    /// that still exceed it are wrapped. If the tree asks for aligned texts and all fit, the texts
    /// begin in one column.
    fn rows(&self, width: usize) -> impl Iterator<Item = Line> {
        let column = self.nodes().map(|(branch, node)| self.start(branch, node)).max().unwrap_or(0);
        let longest = self.nodes().map(|(_, node)| node.text.width()).max().unwrap_or(0);
        let column = if self.tree.lines_up && column + longest <= width { column } else { 0 };
        let mark = self.layout.ellipsis();
        let title = &self.tree.title;
        let title = (!title.is_empty()).then(|| wrap(title, width, width)).into_iter().flatten();
        title.chain(self.nodes().flat_map(move |(branch, node)| {
            let used = self.start(branch, node);
            let blanks = gap(node) + column.saturating_sub(used);
            let room = width.saturating_sub(used).max(TEXT);
            let mut content = node.name.clone().and(m::plain(" ".repeat(blanks)));
            let cut = |(role, text): &(_, String)| (*role, shorten_with(text, room, mark));
            content.0.extend(node.text.0.iter().map(cut));
            let number = self.number(node);
            let before = [
                number.clone() + &branch.first(self.layout),
                " ".repeat(number.len()) + &branch.below(self.layout),
            ];
            let [first, rest] =
                before.each_ref().map(|before| width.saturating_sub(before.chars().count()));
            wrap(&content, first, rest)
                .into_iter()
                .enumerate()
                .map(move |(index, part)| m::note(before[index.min(1)].clone()).and(part))
        }))
    }
}

/// Returns the number of columns between the name of a node and its text.
fn gap(node: &TreeNode) -> usize {
    if node.name.is_empty() { 0 } else { GAP }
}

/// The lines before a node of a tree. For each drawn level, they depend on whether the ancestor on
/// that level has a sibling after it.
pub(in crate::present) struct Branch {
    levels: usize,
    /// A bit for each level. The lowest bit is for the first level.
    has_next: u64,
    has_child: bool,
}

impl Branch {
    /// Returns the lines before the first row of the node.
    pub(in crate::present) fn first(&self, layout: Layout) -> String {
        let Some(last) = self.levels.checked_sub(1) else { return String::new() };
        let sign = if self.goes_on(last) { "├─ " } else { "└─ " };
        drawn((0..last).map(|level| self.sign(level)).chain([sign]), layout)
    }

    /// Returns the lines before each further row of the node.
    fn below(&self, layout: Layout) -> String {
        let child = if self.has_child { LINE } else { BLANK };
        drawn((0..self.levels).map(|level| self.sign(level)).chain([child]), layout)
    }

    fn goes_on(&self, level: usize) -> bool {
        self.has_next >> level & 1 == 1
    }

    fn sign(&self, level: usize) -> &'static str {
        if self.goes_on(level) { LINE } else { BLANK }
    }

    const fn width(&self) -> usize {
        self.levels * BLANK.len()
    }
}

const LINE: &str = "│  ";
const BLANK: &str = "   ";

/// Joins the signs of branches.
fn drawn<'s>(signs: impl Iterator<Item = &'s str>, layout: Layout) -> String {
    let lines: String = signs.collect();
    if layout.ascii { super::ascii(&lines).into_owned() } else { lines }
}

/// Returns the lines before each node of a tree. `depths` has the number of ancestors of each node;
/// the nodes are in order, and parents come before their children.
///
/// After `most` levels, the tree restarts at the left. `most` is at most 64.
pub(in crate::present) fn branches(depths: &[usize], most: usize) -> Vec<Branch> {
    // Whether a node at this depth has a sibling after it.
    let mut has_next: Vec<bool> = Vec::new();
    let mut branches: Vec<Branch> = Vec::with_capacity(depths.len());
    for &depth in depths.iter().rev() {
        let child = depth + 1;
        let has_child = has_next.len() > child && left_out(child, most) == left_out(depth, most);
        has_next.resize(child, false);
        let drawn = has_next[left_out(depth, most)..].iter().skip(1);
        let bits = drawn.rev().fold(0, |bits, &next| bits << 1 | u64::from(next));
        let levels = depth - left_out(depth, most);
        branches.push(Branch { levels, has_next: bits, has_child });
        has_next[depth] = true;
    }
    branches.reverse();
    branches
}

/// Returns the number of levels that are not drawn before a node at `depth`.
fn left_out(depth: usize, most: usize) -> usize {
    depth.saturating_sub(1) / most * most
}
