//! What `:help` prints.

use bracket24::present::{Block, Document, Table, markup as m};

/// What a line can be.
const LINES: &[(&str, &str)] = &[
    ("8-4-2", "the trees of an expression, and its value"),
    ("3 3 8 8", "the solutions of a hand"),
    (":grammar right", "read by this grammar from now on; a file is read anew for each line"),
    (":target 10", "solve for this target from now on"),
    (":templates five", "fill these templates from now on"),
    (":distinct text", "show the solutions that are different by this from now on"),
    (":settings", "what is set"),
    (":step, :trace, :parse", "the steps, the trace, the trees of the last expression"),
    (":brackets, :explain", "which brackets it needs; where grammars diverge on it"),
    (":inspect", "what comes nearest for the last hand"),
    (":step 8-4-2 --machine", "any command, with its arguments and options, as in a shell"),
    (":help step", "all help of a command; `bracket24 -h` lists the commands"),
    (":quit", "the end, as Ctrl-D"),
];

pub(super) fn document() -> Document {
    let rows = LINES.iter().map(|(line, does)| vec![m::template(*line), m::plain(*does)]);
    let keys = "Tab completes, the arrows bring back what was typed, Ctrl-C clears the line.";
    Document(vec![Table::of(rows).into(), Block::Blank, m::note(keys).into()])
}
