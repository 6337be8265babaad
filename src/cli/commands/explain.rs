//! `bracket24 explain`

use bracket24::Grammar;
use bracket24::lessons::readers::{OperatorTable, Reader, ReaderRun, Readers, Stop, StopReason};
use bracket24::lessons::{Explanation, ParseUnder, Reading};
use bracket24::present::explanation::{ExplanationReport, sexpr_lines};
use bracket24::present::readers;
use bracket24::words::list_and;
use itertools::Itertools;

use crate::cli::grammar_options::{GrammarName, GrammarsOption, without_values};
use crate::cli::input::{ascii_signs, without_value};
use crate::cli::options::{ExpressionArgument, TargetOption, by_name};
use crate::cli::stepping::{self, ReaderMoments};
use crate::cli::{Defaults, Ended, Failure, Format, Outcome, Output, during, formats, page};

/// The options that conflict with `--step`.
const NOT_BY_KEYS: [&str; 5] = ["format", "json", "csv", "markdown", "output"];

/// Show where and why grammars parse an expression differently
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    expression: ExpressionArgument,

    #[command(flatten)]
    target: TargetOption,

    #[command(flatten)]
    grammar: GrammarsOption,

    /// Compare four parsing algorithms
    #[arg(long, conflicts_with = "target")]
    readers: bool,

    /// The binding powers for `pratt` and `shunting_yard` [default: those of the grammar]
    ///
    /// Rows of operators with `left`, `right`, `prefix` or `postfix`, the loosest first:
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

    /// Step through the algorithms with keys
    #[arg(long, requires = "readers", conflicts_with = "target", conflicts_with_all = NOT_BY_KEYS)]
    step: bool,

    /// With --step, step through this algorithm alone
    #[arg(long, value_name = "NAME", requires = "step", conflicts_with = "target", conflicts_with_all = NOT_BY_KEYS, value_parser = by_name::<Reader>(), hide_short_help = true)]
    reader: Option<Reader>,
}

formats!(Arguments: Text, Json, Csv, Markdown, Sexpr, Html);

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Ended {
    let expression = &arguments.expression;
    let named = arguments.grammar.grammar.iter().map(GrammarName::read);
    let named = &named.collect::<Result<Vec<_>, _>>()?[..];
    let target = arguments.target.or(&Defaults::of(None));
    let format = output.format;
    if arguments.readers {
        return compare_readers(arguments, named, output);
    }
    expression.for_each(output, |text, output| {
        let (typed, text) = (text, ascii_signs(text));
        let explained = during("parsing it with every grammar", || {
            let grammars = if named.is_empty() { Grammar::built_in_for(&text) } else { named };
            Explanation::or_refusals(&text, grammars, target.clone())
        });
        let explanation = match explained {
            Ok(explanation) => explanation,
            Err(refusals) => {
                let failure = refused(typed, named, &refusals);
                if matches!(failure, Failure::Text(_)) {
                    if format == Format::Html {
                        page::of_all(&text, Err(&refusals), output)?;
                    } else if matches!(format, Format::Text | Format::Markdown | Format::Json) {
                        let (explained, target) = (Err(&*refusals), &target);
                        let expression = &*text;
                        output.report(&ExplanationReport { explained, expression, target })?;
                    }
                    output.end_of_text()?;
                }
                return Err(failure);
            }
        };
        match format {
            Format::Sexpr => sexpr_lines(&explanation).try_for_each(|line| output.line(line)),
            Format::Html => page::of_all(&text, Ok(&explanation), output),
            _ => output.report(&ExplanationReport::new(&explanation)),
        }?;
        Ok(Outcome::from(explanation.agree() && explanation.is_ordinary()))
    })
}

/// Parses the expression with every reader.
fn compare_readers(arguments: &Arguments, grammars: &[Grammar], output: &mut Output) -> Ended {
    let grammar = match grammars {
        [] => &Grammar::Left,
        [one] => one,
        _ => {
            let help = "leave out `--readers`, or all grammars but one";
            return Err(Failure::with_help("`--readers` takes one grammar", help));
        }
    };
    if output.format == Format::Sexpr {
        return Err(Failure::format("readers are not shown as S-expressions", "`--readers`"));
    }
    let table = arguments.table.clone().map_or_else(|| OperatorTable::of(grammar), Ok);
    arguments.expression.for_each(output, |typed, output| {
        let text = ascii_signs(typed);
        let read = during("parsing it with every reader", || {
            Readers::with_table(&text, grammar, table.clone())
        });
        let read = read.map_err(|error| match grammar.lacks() {
            Some(lacks) => without_values(grammar, lacks),
            None => without_value(typed, grammar, &error),
        })?;
        // If the user gives a table, the Pratt parser must accept the text with this table.
        let by_table = arguments.table.is_none() || read.reading(Reader::Pratt).outcome.is_ok();
        let outcome = Outcome::from(by_table && read.agree());
        if arguments.step && read.any_reads() {
            return stepping::play(&ReaderMoments::new(&read, arguments.reader), outcome, output);
        }
        match output.format {
            _ if arguments.step => Ok(()),
            Format::Html => page::of_readers(&read, output),
            _ => output.report(&read),
        }?;
        if read.any_reads() {
            return Ok(outcome);
        }
        if !arguments.step {
            output.end_of_text()?;
        }
        Err(unread(typed, &read))
    })
}

/// The error if every reader rejects the text `typed`: the mistake, and where each reader stops.
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

/// The error if every grammar rejects the text `typed`. The user named the grammars `named`.
fn refused(typed: &str, named: &[Grammar], refusals: &[ParseUnder]) -> Failure {
    // A grammar that is not arithmetic may accept the text, but gives it no value.
    let lacking = |it: &ParseUnder| {
        let Reading::Plain(tree) = &it.reading else { return None };
        let lacks = it.grammar().lacks().filter(|_| tree.unread().is_empty());
        lacks.map(|lacks| without_values(it.grammar(), lacks))
    };
    if let Some(failure) = refusals.iter().find_map(lacking) {
        return failure;
    }
    let is_named = |it: &&ParseUnder| named.is_empty() || named.contains(it.grammar());
    let refused = refusals.iter().filter(is_named);
    let errors = refused.filter_map(|it| Some((it.grammar(), it.reading.error()?)));
    // Without a named grammar, the program also reads powers, roots and factorials.
    let extended = named.is_empty().then(|| Grammar::Extended.parse(&ascii_signs(typed)));
    let extended = extended.and_then(Result::err).map(|error| (&Grammar::Extended, error));
    // The grammar that comes farthest says most about the mistake; of equals, the first.
    let farthest = errors.chain(extended).collect_vec().into_iter().rev();
    let farthest = farthest.max_by_key(|(_, error)| error.span.start);
    let (grammar, error) = farthest.expect("one of the named grammars, or `left`, refuses it");
    without_value(typed, grammar, &error)
}
