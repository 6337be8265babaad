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
fn a_paragraph_ends_its_lines_at_blanks_and_keeps_its_indent() {
    let line = m::plain("  one two three ").and(m::note("four"));
    assert_eq!(shown(line.clone(), 80), "  one two three four\n");
    assert_eq!(shown(line.clone(), 10), "  one two\n  three\n  four\n");
    assert_eq!(shown(line, 1), "  one\n  two\n  three\n  four\n", "words are not cut");
}

#[test]
fn an_expression_that_is_longer_than_a_line_goes_on_at_an_operator() {
    assert_eq!(shown(m::expression("12+34*567"), 6), "12+34\n*567\n");
    assert_eq!(shown(m::plain("12+34*567"), 6), "12+34*567\n");
    assert_eq!(shown(m::plain("is ").and(m::expression("12+34*567")), 6), "is 12\n+34\n*567\n");
}

#[test]
fn what_follows_the_start_of_an_item_goes_on_below_itself() {
    let item = Block::Item(m::plain("1–3  "), m::plain("failed at column 7"));
    assert_eq!(shown(item, 14), "1–3  failed at\n     column 7\n");
    let item = Block::Item(m::plain("1–3  "), m::plain("expression"));
    assert_eq!(shown(item, 8), "1–3  expression\n");
}

fn table() -> Table {
    let row = |name: &str, number: u32, text: &str| {
        vec![m::plain(name), m::value(number.to_string()), m::note(text)]
    };
    Table::of([row("left", 7, "ordinary arithmetic, as in school"), row("right_slow", 1234, "")])
        .titled(["grammar", "calls", "said of it"])
        .right([1])
}

#[test]
fn a_table_wraps_its_texts_before_it_folds_its_rows() {
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
fn a_table_whose_first_column_names_the_rows_has_narrow_gaps_before_it_is_split() {
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
fn bars_become_shorter_and_what_is_not_nothing_is_still_seen() {
    use super::super::bar;

    let row = |part: u64| vec![m::value(part.to_string()), m::expression(bar(part, 1000))];
    let table = Table::of([row(1000), row(500), row(1), row(0)]).right([0]).bars(1);
    assert_eq!(shown(table.clone(), 18), "  1000  ██████████\n   500  █████\n     1  ▏\n     0\n");
    assert_eq!(in_ascii(table, 18), "  1000  ##########\n   500  #####\n     1  #\n     0\n");
}

#[test]
fn things_of_a_kind_stand_in_as_many_columns_as_there_is_room_for() {
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
fn a_label_is_shortened_or_goes_below_where_there_is_no_room_beside_its_mark() {
    assert_eq!(shown(marked("5-8-7", 2..5), 80), "5-8-7\n  ───  8-7 = 1 as it says\n");
    assert_eq!(shown(marked("5-8-7", 2..5), 12), "5-8-7\n  ───  = 1\n");
    assert_eq!(shown(marked("5-8-7", 2..5), 9), "5-8-7\n  ───\n  = 1\n");
    assert_eq!(in_ascii(marked("5-8-7", 2..5), 12), "5-8-7\n  ---  = 1\n");
}

#[test]
fn a_text_with_marks_goes_on_in_further_rows_with_its_marks() {
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
fn of_a_long_text_what_is_around_a_place_is_shown() {
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
fn trees_stand_side_by_side_where_there_is_room() {
    let trees = Block::Trees(vec![tree(), Tree { lines_up: false, ..tree() }]);
    let beside = shown(trees.clone(), 120);
    assert_eq!(beside.lines().count(), 3, "{beside}");
    let below = shown(trees, 50);
    assert_eq!(below.lines().count(), 7, "{below}");
    assert!(below.lines().all(|line| crate::words::width(line) <= 50), "{below}");
}

#[test]
fn a_node_that_is_too_wide_goes_on_below_itself_and_loses_no_word() {
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
fn what_is_drawn_has_a_meaning_in_ascii_and_what_was_typed_stays() {
    assert_eq!(ascii("3 3 8 8 → 24"), "3 3 8 8 -> 24");
    assert_eq!(ascii("1–3 · term › number…"), "1-3 . term > number...");
    assert_eq!(ascii("12.7 µs, ÷ 0, 2×3"), "12.7 us, / 0, 2x3");
    assert_eq!(ascii("└─ ├─ │ █▎"), "`- |- | ##");
    assert_eq!(ascii("größer"), "größer");
}
