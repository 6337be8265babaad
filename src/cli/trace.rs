//! `bracket24 trace`

use std::ops::ControlFlow;
use std::path::Path;
use std::slice;

use bracket24::lessons::{Call, Recording, Trace, TraceRefusal, TraceStats, Watch};
use bracket24::tracer::{Event, Outcome as Came, RuleId, What};

use bracket24::words::did_you_mean;

use super::Outcome;
use super::arguments::{Detail, ExpressionArguments, LessonFormat, TraceArguments};
use super::batch;
use super::failure::Failure;
use super::frames::{self, TraceScript};
use super::input::{ascii_signs, unreadable};
use super::output::Output;
use super::page;
use bracket24::present::page::View;
use bracket24::present::trace::{EventJson, StatsJson, Teller, footer, stats_document};

pub(super) fn run(arguments: &TraceArguments, output: &mut Output) -> Result<Outcome, Failure> {
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
    arguments: &TraceArguments,
    path: Option<&Path>,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let TraceArguments { read, detail, rule, at, stats, .. } = arguments;
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
fn known_rule(arguments: &TraceArguments, name: &str) -> Result<RuleId, Failure> {
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
    fn new(arguments: &TraceArguments, rule: Option<RuleId>, text: &str) -> Self {
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
