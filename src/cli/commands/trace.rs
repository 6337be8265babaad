//! `bracket24 trace`

use std::ops::ControlFlow;
use std::path::Path;
use std::slice;

use bracket24::lessons::{Call, Recording, Trace, TraceRefusal, TraceStats, Watch};
use bracket24::present::page::View;
use bracket24::present::trace::{EventJson, StatsJson, Teller, footer, stats_document};
use bracket24::tracer::{Event, Outcome as Came, RuleId, What};
use bracket24::words::did_you_mean;
use clap::{Args, ValueEnum};

use super::HELP;
use crate::cli::Outcome;
use crate::cli::batch;
use crate::cli::failure::Failure;
use crate::cli::frames::{self, TraceScript};
use crate::cli::input::{ascii_signs, unreadable};
use crate::cli::options::{ExpressionArguments, LessonFormat, PageOptions, keys};
use crate::cli::output::Output;
use crate::cli::page;

/// How an expression is read: every rule tried, what it matched or where it gave
/// up
#[derive(Debug, Args)]
#[command(
    help_template = HELP,
    before_help = "\
Examples:
  bracket24 trace '(5-8-7)*6'
  bracket24 trace 8-4-2 --grammar right --detail rules
  bracket24 trace '(((((((1)))))))' --grammar right_slow --stats
  bracket24 trace '(5-8-7)*6' --format html --output trace.html
  bracket24 trace '8/(3-8/3)' --step",
    after_help = concat!("\
A line is a rule that was tried: the columns that it read, its text at its place,
and its name, further in the more rules are around it. The trace of a text that
cannot be read is printed too.

", keys!(), "
JSON: an object an event. {\"event\":\"enter\",\"rule\":\"term\",\"depth\":2,\"at\":1}, and
for each of these, once what is in it is done, {\"event\":\"match\",\"rule\":\"term\",
\"depth\":2,\"at\":1,\"end\":4}, with \"kept\":false where it is given up again, or
{\"event\":\"fail\",\"rule\":\"term\",\"depth\":2,\"at\":1,\"stopped\":2,\"seen\":\"-\"}.
Places are bytes, from 0; what is matched lies before `end`. A terminal has
\"terminal\" in place of \"rule\" and no enter. In a batch every event has
\"expression\". With --stats one object, {\"rule_calls\":n,\"distinct\":n,
\"repeated\":n,\"rules\":[{\"rule\":…,\"rule_calls\":n,\"distinct\":n,\"matched\":n}]}: all
calls of rules of the grammar, the different pairs of a rule and a place among
them, which is what a memo would have to hold, and the rest.

Exit codes: 0 every expression can be read, 2 one cannot, 130 ended by Ctrl-C.")
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    read: ExpressionArguments,

    /// How much to tell
    #[arg(long, value_enum, default_value_t)]
    detail: Detail,

    /// Tell of this rule alone, and of the terminals right in it
    #[arg(long, value_name = "NAME")]
    rule: Option<String>,

    /// Tell only of what was tried at this column, from 1
    #[arg(long, value_name = "COLUMN", value_parser = clap::value_parser!(u64).range(1..))]
    at: Option<u64>,

    /// Count the calls of rules, and those that repeat one
    #[arg(long, conflicts_with_all = ["detail", "rule", "at"])]
    stats: bool,

    /// Go through it rule by rule, by keys; with `--detail all` terminals too
    #[arg(long, conflicts_with_all = ["rule", "at", "stats", "format", "json"])]
    step: bool,

    /// How to tell it
    #[arg(long, value_enum, default_value_t)]
    format: LessonFormat,

    #[command(flatten)]
    page: PageOptions,

    /// Print JSON, an object an event
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

/// How much of a trace is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, ValueEnum)]
pub(crate) enum Detail {
    /// The rules that matched something
    #[default]
    Story,
    /// All rules, those that gave up too
    Rules,
    /// The terminals too
    All,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
    let rule = arguments.rule.as_deref().map(|name| known_rule(arguments, name)).transpose()?;
    let is_page = arguments.format == LessonFormat::Html && !arguments.json;
    let path = arguments.page.output.as_deref();
    page::check(is_page, &arguments.read.expression, path)?;
    if is_page {
        return write_page(arguments, path, output);
    }
    let in_batch = arguments.read.expression == batch::BATCH;
    batch::for_each(slice::from_ref(&arguments.read.expression), output, |text, output| {
        let text = ascii_signs(text);
        let grammar = &arguments.read.grammar;
        if arguments.stats {
            let stats = TraceStats::new(&text, grammar).map_err(|error| refused(&text, &error))?;
            if arguments.json {
                output.json(&StatsJson::new(&stats, in_batch.then_some(&*text)))?;
            } else {
                output.document(&stats_document(&stats, in_batch.then_some(&*text)))?;
            }
        } else if arguments.step {
            let watch = match arguments.detail {
                Detail::Story | Detail::Rules => Watch::Rules,
                Detail::All => Watch::Terminals,
            };
            let recording = Recording::new(&text, grammar, watch)
                .map_err(|error| refused(&text, &TraceRefusal::Syntax(error)))?;
            let mut script = TraceScript::new(&recording);
            let played =
                frames::play(&arguments.read.expression, &mut script, Outcome::Yes, output)?;
            if played == Outcome::Interrupted {
                return Ok(played);
            }
        } else {
            let trace = Trace::new(&text, grammar).map_err(|error| refused(&text, &error))?;
            let filter = Filter::new(arguments, rule, &text);
            if arguments.json {
                write_json(&trace, filter, in_batch, output)?;
            } else {
                write_text(&trace, filter, output)?;
            }
        }
        match grammar.parse(&text) {
            Ok(_) => Ok(Outcome::Yes),
            Err(error) => {
                // The trace leads to it.
                output.flush()?;
                Err(unreadable(&text, grammar, &error))
            }
        }
    })
}

/// Writes the page, which tells of everything.
fn write_page(
    arguments: &Arguments,
    path: Option<&Path>,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let Arguments { read, detail, rule, at, stats, .. } = arguments;
    let ExpressionArguments { expression, grammar } = read;
    if *stats || *detail != Detail::default() || rule.is_some() || at.is_some() {
        return Err(Failure::with_help(
            "a page tells of every rule that is tried",
            "leave out `--detail`, `--rule`, `--at` and `--stats`, or `--format`",
        ));
    }
    page::of_one(View::Trace, expression, grammar, path, output)?;
    Ok(Outcome::Yes)
}

/// The rule that `--rule` names.
fn known_rule(arguments: &Arguments, name: &str) -> Result<RuleId, Failure> {
    let rules = arguments.read.grammar.rules();
    let missing = || {
        let names: Vec<&str> = rules.rules().map(|rule| rules.name(rule)).collect();
        let message = format!("the grammar {} has no rule `{name}`", arguments.read.grammar);
        let close = did_you_mean(name, names.iter().copied());
        let meant = close.map_or_else(String::new, |it| format!("did you mean `{it}`? "));
        Failure::with_help(message, format!("{meant}its rules are {}", names.join(", ")))
    };
    rules.rule(name).filter(|rule| *rule != RuleId::EOI).ok_or_else(missing)
}

fn refused(text: &str, error: &TraceRefusal) -> Failure {
    match error {
        TraceRefusal::Syntax(error) => Failure::syntax("expression", text, error),
        TraceRefusal::TooManyCalls => {
            Failure::with_help(error.to_string(), "count the calls with `--stats`")
        }
        other => Failure::with_help(other.to_string(), "`--step` shows how it begins"),
    }
}

/// Which events are told.
struct Filter {
    detail: Detail,
    rule: Option<RuleId>,
    /// The byte at which something is tried.
    at: Option<usize>,
    /// The rules that are open.
    open: Vec<RuleId>,
}

impl Filter {
    fn new(arguments: &Arguments, rule: Option<RuleId>, text: &str) -> Self {
        let byte = |column: u64| {
            let before = usize::try_from(column - 1).unwrap_or(usize::MAX);
            let mut bytes = text.char_indices().map(|(byte, _)| byte).chain([text.len()]);
            bytes.nth(before).unwrap_or(usize::MAX)
        };
        Self { detail: arguments.detail, rule, at: arguments.at.map(byte), open: Vec::new() }
    }

    /// Whether an event is told; it must be asked of every one in their order.
    fn tells(&mut self, event: Event<'_>, call: Call) -> bool {
        let within = match (event.what, event.outcome) {
            (What::Rule(rule), Came::Enter) => {
                self.open.push(rule);
                Some(rule)
            }
            (What::Rule(_), _) => self.open.pop(),
            (What::Terminal(_) | What::Sequence, _) => self.open.last().copied(),
        };
        let enough = match event.what {
            What::Rule(_) => {
                self.detail > Detail::Story || call.end.is_some_and(|end| end > event.at)
            }
            What::Terminal(_) => self.detail == Detail::All,
            What::Sequence => self.detail > Detail::Story,
        };
        enough
            && self.rule.is_none_or(|rule| within == Some(rule))
            && self.at.is_none_or(|at| event.at == at)
    }
}

fn write_json(
    trace: &Trace<'_>,
    mut filter: Filter,
    in_batch: bool,
    output: &mut Output,
) -> Result<(), Failure> {
    each(trace, |event, call| {
        let told = filter.tells(event, call);
        match EventJson::new(trace, event, call, in_batch) {
            Some(object) if told => output.json(&object),
            _ => Ok(()),
        }
    })
}

/// A rule has one line, where it begins: what comes of it is known by then.
fn write_text(trace: &Trace<'_>, mut filter: Filter, output: &mut Output) -> Result<(), Failure> {
    output.separate()?;
    let teller = Teller::new(trace);
    let mut told = 0;
    each(trace, |event, call| {
        let begins = !matches!(event.what, What::Rule(_)) || event.outcome == Came::Enter;
        if !filter.tells(event, call) || !begins {
            return Ok(());
        }
        told += usize::from(matches!(event.what, What::Rule(_)));
        output.line(teller.line(event, call))
    })?;
    output.line(footer(told, trace))
}

/// Does `each` with every event, up to the first failure.
fn each<'a>(
    trace: &Trace<'a>,
    mut each: impl FnMut(Event<'a>, Call) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut done = Ok(());
    trace.for_each(|event, call| {
        done = each(event, call);
        if done.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    done
}
