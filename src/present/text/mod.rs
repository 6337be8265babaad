//! Documents as lines of text, laid out for a terminal, with colours.

mod annotated;
mod table;
mod tree;

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};

use super::{Annotated, Block, Document, Line, Role, Tree, markup as m};
use crate::syntax::Operator;
use anstyle::{AnsiColor, Style};

pub(in crate::present) use tree::{Branch, branches};

/// The medium for which a text is laid out.
///
/// ```
/// use bracket24::present::{Block, Document, Layout, markup, write_text};
///
/// let line = markup::plain("24 → 8/(3-8/3), and nothing else");
/// let document = Document(vec![Block::Line(line)]);
/// let mut text = Vec::new();
/// write_text(&document, Layout { width: 22, ascii: true }, &mut text)?;
/// assert_eq!(text, b"24 -> 8/(3-8/3), and\nnothing else\n");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    /// The number of columns of a line. Only longer words and literal text exceed this number.
    pub width: usize,
    /// Whether drawings use only ASCII characters.
    pub ascii: bool,
}

/// A blank at which lines do not break.
const UNBROKEN: char = '\u{a0}';

impl Layout {
    /// Returns the sign for a part that is left out.
    pub(super) const fn ellipsis(self) -> &'static str {
        if self.ascii { "..." } else { "…" }
    }
}

/// Returns a layout that fits every terminal: 80 columns.
impl Default for Layout {
    fn default() -> Self {
        Self { width: 80, ascii: false }
    }
}

/// Returns the style of a role.
pub const fn style(role: Role) -> Style {
    match role {
        Role::Plain => Style::new(),
        Role::Heading => Style::new().bold(),
        Role::Expression => AnsiColor::Green.on_default(),
        Role::Template => AnsiColor::Cyan.on_default(),
        Role::Value => AnsiColor::Yellow.on_default(),
        Role::Note => Style::new().dimmed(),
        Role::Wrong => AnsiColor::Red.on_default(),
    }
}

/// Writes `document` to `out` with this `layout` and the colours of a terminal; a writer from
/// `anstream`, for example, removes the colours if necessary. `Display` writes a document in 80
/// columns, without colours.
///
/// # Errors
///
/// Returns the errors of `out`.
pub fn write_text(document: &Document, layout: Layout, out: &mut dyn Write) -> io::Result<()> {
    for block in &document.0 {
        each_line(block, layout, &mut |line| {
            for (role, text) in &line.0 {
                let (style, text) = (style(*role), breakable(text));
                write!(out, "{style}{text}{style:#}")?;
            }
            writeln!(out)
        })?;
    }
    Ok(())
}

/// Returns the text for output, with ordinary blanks in place of unbreakable ones.
fn breakable(text: &str) -> Cow<'_, str> {
    if text.contains(UNBROKEN) { text.replace(UNBROKEN, " ").into() } else { text.into() }
}

/// Passes the lines of `document` to `emit`, without colours and with this `layout`. Each line ends
/// with its line feed. A document may have a million lines, so they are not collected.
///
/// # Errors
///
/// Returns the errors of `emit`.
pub fn each_plain_line<E>(
    document: &Document,
    layout: Layout,
    mut emit: impl FnMut(&str) -> Result<(), E>,
) -> Result<(), E> {
    let mut text = String::new();
    document.0.iter().try_for_each(|block| {
        each_line(block, layout, &mut |line| {
            text.clear();
            text.extend(line.0.iter().map(|(_, piece)| breakable(piece)));
            text.push('\n');
            emit(&text)
        })
    })
}

/// Writes the text without colours.
impl fmt::Display for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        each_plain_line(self, Layout::default(), |line| f.write_str(line))
    }
}

/// Passes the lines of a block to `emit`.
fn each_line<E>(
    block: &Block,
    layout: Layout,
    emit: &mut impl FnMut(&Line) -> Result<(), E>,
) -> Result<(), E> {
    // The layout measures the ASCII text if that is printed, because its signs may be wider.
    let in_ascii = layout.ascii.then(|| ascii_block(block));
    let width = layout.width;
    let lines = match in_ascii.as_ref().unwrap_or(block) {
        Block::Line(line) if line.width() <= width && !line.has_blanks_around() => {
            return emit(line);
        }
        Block::Line(line) => {
            let (indent, rest) = indented(line);
            hanging(&m::plain(" ".repeat(indent)), &rest, indent, width)
        }
        Block::Verbatim(line) => vec![line.clone()],
        Block::Item(start, rest) => hanging(start, rest, start.width(), width),
        Block::Table(table) => table::lines(table, width),
        Block::Grid(items) => table::grid(items, width),
        Block::Annotated(annotated) => annotated::lines(annotated, layout),
        Block::Trees(trees) => return tree::each_line(trees, layout, emit),
        Block::Blank => vec![Line::default()],
    };
    lines.iter().try_for_each(emit)
}

/// Splits off the blanks at the start of a line.
fn indented(line: &Line) -> (usize, Line) {
    let mut indent = 0;
    let mut rest = Line::default();
    for (role, text) in &line.0 {
        let text = if rest.is_empty() {
            let trimmed = text.trim_start_matches(' ');
            indent += text.len() - trimmed.len();
            trimmed
        } else {
            text
        };
        rest.0.push((*role, text.to_owned()));
    }
    (indent, rest)
}

/// Lays out `start` and then `rest`. The rows of `rest` after the first begin with `indent` blanks.
fn hanging(start: &Line, rest: &Line, indent: usize, width: usize) -> Vec<Line> {
    let blanks = m::plain(" ".repeat(indent));
    let first = width.saturating_sub(start.width());
    let rows = wrap(rest, first, width.saturating_sub(indent)).into_iter();
    let starts = std::iter::once(start).chain(std::iter::repeat(&blanks));
    starts.zip(rows).map(|(start, row)| trimmed(start.clone().and(row))).collect()
}

/// Puts columns side by side. Each column is given by the number of blanks before it, its width,
/// whether it is right-aligned, and its rows.
fn side_by_side(columns: impl Iterator<Item = (usize, usize, bool, Vec<Line>)>) -> Vec<Line> {
    let blanks = |count: usize| (Role::Plain, " ".repeat(count));
    let mut lines: Vec<Line> = Vec::new();
    let mut before = 0;
    for (gap, width, is_right, mut rows) in columns {
        let height = lines.len().max(rows.len());
        lines.resize(height, Line(vec![blanks(before)]));
        rows.resize(height, Line::default());
        for (line, row) in lines.iter_mut().zip(rows) {
            let padding = width.saturating_sub(row.width());
            let (left, right) = if is_right { (gap + padding, 0) } else { (gap, padding) };
            line.0.push(blanks(left));
            line.0.extend(row.0);
            line.0.push(blanks(right));
        }
        before += gap + width;
    }
    lines.into_iter().map(trimmed).collect()
}

/// Removes blanks at the end of `line`.
fn trimmed(mut line: Line) -> Line {
    while let Some((_, text)) = line.0.last_mut() {
        text.truncate(text.trim_end_matches(' ').len());
        if !text.is_empty() {
            break;
        }
        line.0.pop();
    }
    line
}

/// An unbreakable piece and the blanks after it. The piece is a word, or a part of an expression if
/// the expression is longer than a row.
#[derive(Debug, Default)]
struct Word {
    word: Line,
    blanks: Line,
}

/// Wraps `line` into rows. The first row has `first` columns, and all others have `rest`. Rows end
/// at blanks. An expression that is longer than a row continues in the next row at an operator.
fn wrap(line: &Line, first: usize, rest: usize) -> Vec<Line> {
    if line.width() <= first {
        return vec![trimmed(line.clone())];
    }
    let mut rows = vec![Line::default()];
    let (mut used, mut room, mut blanks) = (0, first, Line::default());
    for word in words(line).into_iter().flat_map(|word| fitting(word, rest)) {
        // A word that is too long for every row gets a row of its own.
        if used + word.word.width() > room && (used > 0 || room < rest) {
            rows.push(Line::default());
            (used, room, blanks) = (0, rest, Line::default());
        }
        used += word.word.width() + word.blanks.width();
        let row = rows.last_mut().expect("there is one from the start");
        row.0.extend(std::mem::replace(&mut blanks, word.blanks).0);
        row.0.extend(word.word.0);
    }
    rows
}

/// Splits a line into words.
fn words(line: &Line) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut current = Word::default();
    for (role, text) in &line.0 {
        for piece in text.split_inclusive(' ') {
            let (word, blank) = piece.split_at(piece.trim_end_matches(' ').len());
            if !word.is_empty() {
                if !current.blanks.is_empty() {
                    words.push(std::mem::take(&mut current));
                }
                current.word.0.push((*role, word.to_owned()));
            }
            if !blank.is_empty() {
                current.blanks.0.push((*role, blank.to_owned()));
            }
        }
    }
    if !current.word.is_empty() {
        words.push(current);
    }
    words
}

/// Returns `word` alone if it fits a row, or if it is not an expression. Otherwise returns its
/// parts; each further part begins with an operator.
fn fitting(word: Word, width: usize) -> Vec<Word> {
    let is_cut = |role: Role| matches!(role, Role::Expression | Role::Template);
    if word.word.width() <= width || !word.word.0.iter().any(|(role, _)| is_cut(*role)) {
        return vec![word];
    }
    let operators = Operator::infix_signs();
    let mut parts = vec![Word::default()];
    for (role, text) in &word.word.0 {
        let pieces =
            if is_cut(*role) { crate::words::pieces(text, &operators) } else { vec![&**text] };
        for (index, piece) in pieces.into_iter().enumerate() {
            if index > 0 {
                parts.push(Word::default());
            }
            let last = parts.last_mut().expect("there is one from the start");
            last.word.0.push((*role, piece.to_owned()));
        }
    }
    parts.last_mut().expect("there is one from the start").blanks = word.blanks;
    parts
}

/// Replaces the arrows, lines, bars and signs that the program writes in `text` by ASCII characters
/// with the same meaning. All other characters stay, because a user typed them.
pub fn ascii(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let (mut ascii, mut buffer) = (String::with_capacity(text.len()), [0; 4]);
    for character in text.chars() {
        ascii += in_ascii(character).unwrap_or(character.encode_utf8(&mut buffer));
    }
    Cow::Owned(ascii)
}

fn in_ascii(character: char) -> Option<&'static str> {
    let found = || include_str!("ascii.txt").lines().find_map(|line| line.strip_prefix(character));
    if character.is_ascii() { None } else { found() }
}

/// Converts the block to ASCII.
fn ascii_block(block: &Block) -> Block {
    let mut block = block.clone();
    match &mut block {
        Block::Line(line) | Block::Verbatim(line) => to_ascii(line),
        Block::Item(start, rest) => [start, rest].into_iter().for_each(to_ascii),
        Block::Table(table) => {
            table.header.iter_mut().for_each(|title| *title = ascii(title).into_owned());
            table.rows.iter_mut().flatten().for_each(to_ascii);
        }
        Block::Grid(items) => items.iter_mut().for_each(to_ascii),
        Block::Annotated(Annotated { beside, marks, .. }) => {
            to_ascii(beside);
            marks.iter_mut().flat_map(|mark| &mut mark.labels).for_each(to_ascii);
        }
        Block::Trees(trees) => {
            for Tree { title, nodes, .. } in trees {
                to_ascii(title);
                nodes.iter_mut().flat_map(|it| [&mut it.name, &mut it.text]).for_each(to_ascii);
            }
        }
        Block::Blank => {}
    }
    block
}

fn to_ascii(line: &mut Line) {
    line.0.iter_mut().for_each(|(_, text)| *text = ascii(text).into_owned());
}

#[cfg(test)]
mod tests {
    use super::super::{Annotated, Mark, Shape, Table, Tree, TreeNode};
    use super::*;

    fn shown(block: impl Into<Block>, width: usize) -> String {
        laid_out(&block.into(), Layout { width, ascii: false })
    }

    fn in_ascii(block: impl Into<Block>, width: usize) -> String {
        laid_out(&block.into(), Layout { width, ascii: true })
    }

    fn laid_out(block: &Block, layout: Layout) -> String {
        let mut drawn = String::new();
        let drawing: Result<(), std::convert::Infallible> = each_line(block, layout, &mut |row| {
            drawn += &(row.to_string() + "\n");
            Ok(())
        });
        drawing.expect("nothing can go wrong");
        drawn
    }

    #[test]
    fn a_paragraph_wraps_at_blanks_and_keeps_its_indent() {
        let line = m::plain("  one two three ").and(m::note("four"));
        assert_eq!(shown(line.clone(), 80), "  one two three four\n");
        assert_eq!(shown(line.clone(), 10), "  one two\n  three\n  four\n");
        assert_eq!(shown(line, 1), "  one\n  two\n  three\n  four\n", "words are not cut");
    }

    #[test]
    fn an_expression_longer_than_a_line_is_wrapped_before_an_operator() {
        assert_eq!(shown(m::expression("12+34*567"), 6), "12+34\n*567\n");
        assert_eq!(shown(m::plain("12+34*567"), 6), "12+34*567\n");
        assert_eq!(shown(m::plain("is ").and(m::expression("12+34*567")), 6), "is 12\n+34\n*567\n");
    }

    #[test]
    fn the_continuation_lines_of_an_item_are_indented() {
        let item = Block::Item(m::plain("1–3  "), m::plain("failed at column 7"));
        assert_eq!(shown(item, 14), "1–3  failed at\n     column 7\n");
        let item = Block::Item(m::plain("1–3  "), m::plain("expression"));
        assert_eq!(shown(item, 8), "1–3  expression\n");
    }

    fn table() -> Table {
        let row = |name: &str, number: u32, text: &str| {
            vec![m::plain(name), m::value(number), m::note(text)]
        };
        Table::of([
            row("left", 7, "ordinary arithmetic, as in school"),
            row("right_slow", 1234, ""),
        ])
        .titled(["grammar", "calls", "said of it"])
        .right([1])
    }

    #[test]
    fn a_table_wraps_its_cells_before_it_folds_its_rows() {
        assert_eq!(
            shown(table(), 60),
            "  grammar     calls  said of it\n  left            7  ordinary arithmetic, as in school\n  \
             right_slow   1234\n"
        );
        assert_eq!(
            shown(table(), 42),
            "  grammar     calls  said of it\n  left            7  ordinary arithmetic,\n                     \
             as in school\n  right_slow   1234\n"
        );
        assert_eq!(
            shown(table(), 24),
            "  left  calls 7\n    said of it ordinary\n    arithmetic, as in\n    school\n  \
             right_slow  calls 1234\n"
        );
    }

    #[test]
    fn a_table_with_row_names_narrows_its_gaps_before_it_is_split() {
        let row = |name: &str| vec![m::plain(name), m::value("1234567"), m::value("89")];
        let table = Table::of([row("left"), row("right")]);
        let table = table.titled(["grammar", "calls", "repeated"]).right([1, 2]).keys(1);
        assert_eq!(
            shown(table.clone(), 27),
            "  grammar   calls repeated\n  left    1234567       89\n  right   1234567       89\n"
        );
        assert_eq!(
            shown(table, 22),
            "  grammar    calls\n  left     1234567\n  right    1234567\n\n  grammar  repeated\n  left           \
             89\n  right          89\n"
        );
    }

    #[test]
    fn bars_shrink_with_the_width_and_a_nonzero_bar_stays_visible() {
        use super::super::bar;

        let row = |part: u64| vec![m::value(part), m::expression(bar(part, 1000))];
        let table = Table::of([row(1000), row(500), row(1), row(0)]).right([0]).bars(1);
        assert_eq!(
            shown(table.clone(), 18),
            "  1000  ██████████\n   500  █████\n     1  ▏\n     0\n"
        );
        assert_eq!(in_ascii(table, 18), "  1000  ##########\n   500  #####\n     1  #\n     0\n");
    }

    #[test]
    fn a_grid_uses_as_many_columns_as_fit() {
        let grid = Block::Grid(["N+N", "N*N+N", "N"].map(m::template).into());
        assert_eq!(shown(grid.clone(), 80), "  N+N  N*N+N  N\n");
        assert_eq!(shown(grid.clone(), 14), "  N+N  N*N+N\n  N\n");
        assert_eq!(shown(grid, 3), "  N+N\n  N*N+N\n  N\n");
    }

    fn marked(text: &str, span: std::ops::Range<usize>) -> Annotated {
        let labels = vec![m::plain("8-7 = 1 as it says"), m::plain("= 1")];
        let mark = Mark { span, shape: Shape::Line, labels };
        Annotated { text: text.to_owned(), marks: vec![mark], ..Annotated::default() }
    }

    #[test]
    fn a_label_is_shortened_or_moves_below_if_it_does_not_fit_next_to_its_mark() {
        assert_eq!(shown(marked("5-8-7", 2..5), 80), "5-8-7\n  ───  8-7 = 1 as it says\n");
        assert_eq!(shown(marked("5-8-7", 2..5), 12), "5-8-7\n  ───  = 1\n");
        assert_eq!(shown(marked("5-8-7", 2..5), 9), "5-8-7\n  ───\n  = 1\n");
        assert_eq!(in_ascii(marked("5-8-7", 2..5), 12), "5-8-7\n  ---  = 1\n");
    }

    #[test]
    fn a_marked_text_wraps_together_with_its_marks() {
        assert_eq!(shown(marked("11+22+33+44", 3..11), 6), "11+22\n   ──\n+33+44\n──────\n= 1\n");
        let mut wide = marked("８-7", 0..3);
        assert_eq!(shown(wide.clone(), 80), "８-7\n──  8-7 = 1 as it says\n", "a wide digit");
        wide.marks[0].shape = Shape::Brackets;
        wide.marks[0].span = 0..5;
        wide.lines_up = true;
        wide.beside = m::value("= 1");
        assert_eq!(shown(wide, 12), "８-7  = 1\n(  )  = 1\n");
    }

    #[test]
    fn a_long_text_is_shortened_to_the_surroundings_of_the_marked_place() {
        let text = "1+".repeat(40) + "1";
        let around = Annotated { around: Some(40), ..marked(&text, 40..81) };
        assert_eq!(
            shown(around.clone(), 80),
            "…1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+…\n           ───────────────────────  8-7 = 1 as it \
             says\n"
        );
        assert!(in_ascii(around, 80).starts_with("...1+1+"));
    }

    fn tree() -> Tree {
        let node = |depth, name: &str, text: &str| TreeNode {
            depth,
            name: m::plain(name),
            text: m::expression(text),
        };
        let nodes = vec![
            node(0, "line › expression", "(8-7)*6"),
            node(1, "operand › number", "8-7"),
            node(1, "multiply › operand › number", "6"),
        ];
        Tree { title: Line::default(), nodes, lines_up: true }
    }

    #[test]
    fn trees_are_printed_side_by_side_if_they_fit() {
        let trees = Block::Trees(vec![tree(), Tree { lines_up: false, ..tree() }]);
        let beside = shown(trees.clone(), 120);
        assert_eq!(beside.lines().count(), 3, "{beside}");
        let below = shown(trees, 50);
        assert_eq!(below.lines().count(), 7, "{below}");
        assert!(below.lines().all(|line| crate::words::width(line) <= 50), "{below}");
    }

    #[test]
    fn a_node_that_is_too_wide_wraps_below_itself_and_loses_no_word() {
        assert_eq!(
            shown(Block::Trees(vec![tree()]), 24),
            "  line › expression\n  │  (8-7)*6\n  ├─ operand › number\n  │     8-7\n  └─ multiply › operand\n        › \
             number  6\n"
        );
        assert_eq!(
            in_ascii(Block::Trees(vec![tree()]), 24).lines().nth(4),
            Some("  `- multiply > operand")
        );
    }

    #[test]
    fn ascii_output_replaces_symbols_but_keeps_what_was_typed() {
        assert_eq!(ascii("3 3 8 8 → 24"), "3 3 8 8 -> 24");
        assert_eq!(ascii("1–3 · term › number…"), "1-3 . term > number...");
        assert_eq!(ascii("12.7 µs, ÷ 0, 2×3"), "12.7 us, / 0, 2x3");
        assert_eq!(ascii("└─ ├─ │ █▎"), "`- |- | ##");
        assert_eq!(ascii("größer"), "größer");
    }
}
