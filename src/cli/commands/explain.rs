//! `bracket24 explain`

use bracket24::Grammar;
use bracket24::lessons::readers::{OperatorTable, Reader, ReaderRun, Readers, Stop, StopReason};
use bracket24::lessons::{Explanation, ParseUnder, Reading};
use bracket24::present::explanation::{ExplanationReport, sexpr_lines};
use bracket24::present::readers;
use bracket24::words::list_and;
use clap::Args;

use crate::cli::grammar_options::{GrammarName, GrammarsOption, without_values};
use crate::cli::input::{ascii_signs, without_value};
use crate::cli::options::{ExpressionArgument, TargetOption, by_name, keys};
use crate::cli::progress::during;
use crate::cli::stepping::{self, ReaderMoments};
use crate::cli::{Defaults, Failure, Format, Formats, Outcome, Output, OutputOptions, page};

/// What cannot be gone through by keys.
const NOT_BY_KEYS: [&str; 5] = ["format", "json", "csv", "markdown", "output"];

/// Show where and why the grammars diverge on an expression
#[derive(Debug, Args)]
#[command(
    before_help = "\
Examples:
  bracket24 explain '(5-8-7)*6'
  bracket24 explain 8-3+2 --target 3
  bracket24 explain 8/4/2 --grammar scala
  bracket24 explain '(8-4)*2' --readers
  bracket24 explain '(8-4)*2' --readers --step --reader pratt
  bracket24 explain 8-4-2 --readers --table '+ - right; * / right'
  bracket24 explain '(5-8-7)*6' --format html --output explain.html",
    after_help = concat!("\
It shows the expression tree, the value and the rule calls under each grammar.
It then shows where each grammar diverges from ordinary arithmetic: the first
operator that takes another right operand, and why, by precedence or
associativity. The verdict says whether the target is a true or a false
solution.

JSON, one object per line; `…` stands for parts that are left out here:
  $ bracket24 explain '(5-8-7)*6' --grammar scala --json
  {\"expression\":\"(5-8-7)*6\",\"readings\":[…,{\"grammar\":\"scala\",
  \"tree\":\"(* (- 5 (- 8 7)) 6)\",\"value\":\"24\",\"rule_calls\":30,\"verdict\":\"false\",
  \"parting\":{\"sign\":\"-\",\"at\":2,\"ordinary\":{\"at\":3,\"end\":4,\"rule\":\"expression\",
  \"role\":\"subtract\"},\"here\":{\"at\":3,\"end\":6,\"rule\":\"difference\",
  \"role\":\"subtract\"},\"causes\":[{\"first\":\"-\",\"then\":\"-\",\"order\":\"right\"}]}}],
  \"agree\":false,\"same_trees\":false,\"target\":\"24\",\"verdict\":\"false\"}

`ordinary` and `here` are the right operands of the operator (`sign`) in
ordinary arithmetic and under this grammar, from byte `at` to byte `end`. A
cause says which operator is applied `first` and which `then`, and by what
`order`: \"left\" or \"right\" if they are left- or right-associative, \"precedence\"
if the first has higher precedence. Verdicts are \"true\", \"false\", \"lost\" (the
target in ordinary arithmetic, and not here), \"none\", \"no_value\" (read by a
grammar that gives no values) and \"not_read\". A grammar that does not accept
the text has null as `tree` and `value`, and an `error`; it does not count as
differing, and has the fields that tell of the error as in `parse`. After a
division by zero only the value is null. A text that ordinary arithmetic does
not accept is explained among those that do, without `parting`.

With --readers the text is read in four ways: `peg`, by the pest grammar, `left`
unless another is given; `packrat`, by the same with a memo of every result, as
it follows from the trace of `peg`; `pratt`, by pest's own PrattParser on the
flat list of grammar/list.pest; and `shunting_yard`, by Dijkstra's two stacks.
The last two go by a table of binding powers: that of the grammar, as it groups
each pair of its operators, or `--table`. Where a grammar groups as no table
does, they say on which text. PrattParser is watched from outside, by what it
asks of its list and by the functions that it calls; the comparisons of binding
powers follow from these and the table.

With --step, what each does, one moment after another: the open rules, the memo,
the calls with their minimum and left operand, the two stacks.

", keys!(), "
JSON with --readers:
  $ bracket24 explain 8-4 --readers --json
  {\"expression\":\"8-4\",\"grammar\":\"left\",\"readers\":[…,…,…,
  {\"reader\":\"shunting_yard\",\"tree\":\"(- 8 4)\",\"value\":\"4\",\"same_tree\":true,
  \"steps\":7,\"pushes\":4,\"pops\":3,\"moments\":[…,{\"action\":\"push_operator\",
  \"operator\":\"-\",\"at\":1,\"end\":2,\"operators\":[\"-\"],
  \"operands\":[{\"at\":0,\"end\":1}]},…],\"cut\":false}],
  \"binding_powers\":[{\"operators\":[\"+\",\"-\"],\"kind\":\"left\",\"power\":20},…],
  \"agree\":true,\"same_trees\":true}

`same_tree` compares with `peg`, `cut` says that there are more moments than are
kept. A moment is about the text from byte `at` to byte `end`, and has the
stacks after it, the uppermost item last: `depth` is the number of open rules,
`memo` that of the results that are kept, then there are `calls` and what is
left of the `lists`, `operators` and `operands`. A reader that does not read the
text has an `error`, and stops at byte `error_at`.

With --format sexpr each grammar is a line with its tree as an S-expression.

CSV columns: expression, target, grammar, tree, value, rule_calls, verdict. A
grammar is a row. With --readers a reader is a row: expression, grammar, reader,
tree, value, same_tree, rule_calls, lookups, found, stored, tokens, comparisons,
pushes, pops.

Exit codes: 0 the value is the same under all grammars, or with all readers, 1
it is not, or ordinary arithmetic or a reader that goes by `--table` does not
accept the text, 2 bad input, or no grammar accepts it, 130 ended by Ctrl-C.")
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    expression: ExpressionArgument,

    #[command(flatten)]
    target: TargetOption,

    #[command(flatten)]
    grammar: GrammarsOption,

    /// Compare four ways to read the expression
    #[arg(long, conflicts_with = "target")]
    readers: bool,

    /// The table of operators that two of the readers go by [default: that of the grammar]
    ///
    /// Rows with a `;` between them, the loosest operators first. A row is operators with
    /// blanks between them and then a word: `left` or `right` for those between two operands,
    /// by the side from which a chain is grouped, `prefix` or `postfix`; as in
    /// `+ - left; * / left; - prefix; ^ right; ! postfix`.
    #[arg(
        long,
        value_name = "ROWS",
        requires = "readers",
        conflicts_with = "target",
        allow_hyphen_values = true,
        hide_short_help = true
    )]
    table: Option<OperatorTable>,

    /// Go through what the readers do by keys
    #[arg(long, requires = "readers", conflicts_with = "target", conflicts_with_all = NOT_BY_KEYS)]
    step: bool,

    /// With --step, this reader alone
    #[arg(long, value_name = "NAME", requires = "step", conflicts_with = "target", conflicts_with_all = NOT_BY_KEYS, value_parser = by_name::<Reader>(), hide_short_help = true)]
    reader: Option<Reader>,

    #[command(flatten)]
    output: OutputOptions<Self>,
}

impl Formats for Arguments {
    const FORMATS: &[Format] =
        &[Format::Text, Format::Json, Format::Csv, Format::Markdown, Format::Sexpr, Format::Html];
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
    let expression = &arguments.expression;
    let named = arguments.grammar.grammar.iter().map(GrammarName::read);
    let named = &named.collect::<Result<Vec<_>, _>>()?[..];
    let target = arguments.target.or(&Defaults::of(None));
    let format = arguments.output.open(output)?;
    page::check(format, &expression.typed())?;
    if arguments.readers {
        return compare_readers(arguments, named, format, output);
    }
    expression.for_each(output, |text, output| {
        let (typed, text) = (text, ascii_signs(text));
        let explained = during("reading it with every grammar", || {
            let grammars = if named.is_empty() { Grammar::built_in_for(&text) } else { named };
            Explanation::or_refusals(&text, grammars, target.clone())
        });
        let explanation = match explained {
            Ok(explanation) => explanation,
            Err(refusals) => {
                let failure = refused(typed, named, &refusals);
                if matches!(failure, Failure::Text(_)) {
                    if format == Format::Html {
                        page::of_refusals(&text, &refusals, output)?;
                    } else if matches!(format, Format::Text | Format::Markdown | Format::Json) {
                        let report = ExplanationReport::of_refusals(&text, &target, &refusals);
                        output.report(format, &report)?;
                    }
                    output.end_of_text(expression.is_batch())?;
                }
                return Err(failure);
            }
        };
        match format {
            Format::Sexpr => sexpr_lines(&explanation).try_for_each(|line| output.line(line)),
            Format::Html => page::of_all(&explanation, output),
            of_all_reports => output.report(of_all_reports, &ExplanationReport::new(&explanation)),
        }?;
        Ok(Outcome::from(explanation.agree() && explanation.is_ordinary()))
    })
}

/// Reads the expression with every reader.
fn compare_readers(
    arguments: &Arguments,
    grammars: &[Grammar],
    format: Format,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let grammar = match grammars {
        [] => &Grammar::Left,
        [one] => one,
        _ => {
            return Err(Failure::with_help(
                "`--readers` takes one grammar",
                "leave out `--readers`, or all grammars but one",
            ));
        }
    };
    if format == Format::Sexpr {
        return Err(Failure::with_help(
            "only grammars are shown as S-expressions",
            "leave out `--readers` or `--format`",
        ));
    }
    let in_batch = arguments.expression.is_batch();
    let table = arguments.table.clone().map_or_else(|| OperatorTable::of(grammar), Ok);
    arguments.expression.for_each(output, |typed, output| {
        let text = ascii_signs(typed);
        let read = during("reading it with every reader", || {
            Readers::with_table(&text, grammar, table.clone())
        });
        let read = read.map_err(|error| match grammar.lacks() {
            Some(lacks) => without_values(grammar, lacks),
            None => without_value(typed, grammar, &error),
        })?;
        // A user who gives a table expects it to read the text.
        let by_table = arguments.table.is_none() || read.reading(Reader::Pratt).outcome.is_ok();
        let outcome = Outcome::from(by_table && read.agree());
        if !read.any_reads() {
            if !arguments.step {
                write_readers(&read, format, output)?;
                output.end_of_text(in_batch)?;
            }
            return Err(unread(typed, &read));
        }
        if arguments.step {
            let moments = ReaderMoments::new(&read, arguments.reader);
            return stepping::play(in_batch, &moments, outcome, output);
        }
        write_readers(&read, format, output)?;
        Ok(outcome)
    })
}

fn write_readers(read: &Readers, format: Format, output: &mut Output) -> Result<(), Failure> {
    if format == Format::Html {
        return page::of_readers(read, output);
    }
    output.report(format, read)
}

/// Why no reader reads what was `typed`: its mistake, and where each reader stops.
fn unread(typed: &str, read: &Readers) -> Failure {
    let Err(Stop { reason: StopReason::Grammar(error), .. }) = &read.first().outcome else {
        unreachable!("its grammar does not read it");
    };
    let stopped = |reading: &ReaderRun| readers::stopped(&read.text, reading);
    let alike = read.readings.chunk_by(|a, b| stopped(a) == stopped(b));
    let notes = alike.filter_map(|alike| {
        let names = list_and(alike.iter().map(|reading| reading.reader));
        let said = stopped(alike.first()?)?;
        let said = match said.strip_prefix("stops") {
            Some(rest) if alike.len() > 1 => format!("stop{rest}"),
            _ => said,
        };
        Some(format!("{names}: {said}"))
    });
    without_value(typed, &read.grammar, error).with_notes(notes)
}

/// Why no grammar makes an expression of what was `typed`; these were `named`.
fn refused(typed: &str, named: &[Grammar], refusals: &[ParseUnder]) -> Failure {
    // What a plain grammar reads need not be arithmetic at all.
    let lacking = |it: &ParseUnder| match &it.reading {
        Reading::Plain(tree) if tree.unread().is_empty() => {
            it.grammar().lacks().map(|lacks| without_values(it.grammar(), lacks))
        }
        _ => None,
    };
    if let Some(failure) = refusals.iter().find_map(lacking) {
        return failure;
    }
    // Where only plain grammars are asked about, it is nothing to ordinary arithmetic.
    let first = match named {
        [first, ..] if named.iter().all(|it| it.lacks().is_some()) => first,
        _ => &Grammar::Left,
    };
    let refusal = refusals.iter().find(|it| it.grammar() == first).or(refusals.first());
    match refusal.and_then(|it| it.reading.error()) {
        Some(error) => without_value(typed, first, &error),
        // Ordinary arithmetic is always among them.
        None => Failure::plain("no grammar reads the expression"),
    }
}
