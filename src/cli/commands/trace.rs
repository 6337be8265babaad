//! `bracket24 trace`

use std::ops::{ControlFlow, Range};

use bracket24::lessons::{
    Call, FurthestFailure, Reading, Recording, TraceDetail, TraceRefusal, TraceStats,
};
use bracket24::present::Table;
use bracket24::present::markup as m;
use bracket24::present::page::View;
use bracket24::present::parse::unread;
use bracket24::present::trace::{EventJson, FurthestJson, TraceFormatter, footer};
use bracket24::present::trace_stats::{StatsReport, ended};
use bracket24::tracer::{Event, Outcome as Came, RuleId, What};
use clap::{Args, ValueEnum};

use crate::cli::grammar_options::{AnyGrammarOption, known_rule};
use crate::cli::input::{Place, TextArgument, not_parsed, signs_for};
use crate::cli::{Ended, Failure, Format, Outcome, Output, during, formats, page, stepping};

/// Show each rule that the parser tries, and whether it matches
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    text: TextArgument,

    #[command(flatten)]
    grammar: AnyGrammarOption,

    /// The detail to show
    #[arg(long, value_enum, default_value_t)]
    detail: Detail,

    /// Show only this rule and its terminals
    #[arg(long, value_name = "RULE")]
    rule: Option<String>,

    /// Show only this column, such as 5 or 2:7
    #[arg(long, value_name = "COLUMN", value_parser = Place::read)]
    at: Option<Place>,

    /// Show only places from this column on
    #[arg(long, hide_short_help = true, value_name = "COLUMN", value_parser = Place::read)]
    from: Option<Place>,

    /// Show only places before this column
    #[arg(long, hide_short_help = true, value_name = "COLUMN", value_parser = Place::read)]
    to: Option<Place>,

    /// Count rule calls, and repeated calls
    #[arg(long, conflicts_with_all = ["detail", "rule", "at", "from", "to"])]
    stats: bool,

    /// Step through the trace with keys
    ///
    /// Rule by rule; `--detail all` steps through terminals too.
    #[arg(long, conflicts_with_all = ["rule", "at", "from", "to", "stats", "format", "json", "output"])]
    step: bool,
}

formats!(Arguments: Text, Json, Html);

/// The detail of a printed trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, ValueEnum)]
pub(crate) enum Detail {
    /// the rules that matched something
    #[default]
    Story,
    /// also the rules that failed
    Rules,
    /// also the terminals
    All,
}

/// The progress message for work that takes a long time if a grammar backtracks a lot.
const TRACING: &str = "tracing it";

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Ended {
    let grammar = &arguments.grammar.chosen()?;
    let rule = arguments.rule.as_deref().map(|name| known_rule(grammar, name)).transpose()?;
    let format = output.format;
    if format == Format::Html {
        check_whole(arguments)?;
    }
    let detail = match arguments.detail {
        Detail::Story | Detail::Rules => TraceDetail::Rules,
        Detail::All => TraceDetail::Terminals,
    };
    arguments.text.for_each(grammar, output, |typed, output| {
        let text = signs_for(grammar, typed);
        let refused = |error: TraceRefusal| refused(&text, &error);
        if format == Format::Html {
            // The page is written below, with the outcome of the text.
        } else if arguments.stats {
            let stats = during(TRACING, || TraceStats::new(&text, grammar)).map_err(refused)?;
            output.report(&StatsReport::new(&stats, &text, output.in_batch))?;
            if let Some(why) = &stats.ended {
                output.end_of_text()?;
                let help =
                    "the counts up to there are printed; `--step` shows how the trace begins";
                return Err(Failure::with_help(ended(why, &text), help));
            }
        } else if arguments.step {
            let recording = Recording::beginning(&text, grammar, detail)
                .map_err(|error| refused(TraceRefusal::Syntax(error)))?;
            let played = stepping::play(&recording, Outcome::Yes, output)?;
            if played == Outcome::Interrupted {
                return Ok(played);
            }
        } else {
            let recording = during(TRACING, || Recording::new(&text, grammar, detail));
            let recording = recording.map_err(refused)?;
            let filter = Filter::new(arguments, rule, &text)?;
            if format == Format::Json {
                filter.write_json(&recording, output)?;
            } else {
                filter.write_text(&recording, output)?;
            }
        }
        let reading = during(TRACING, || Reading::new(&text, grammar));
        if format == Format::Html {
            page::of_one(View::Trace, &reading, output)?;
        }
        let Some(failed) = reading.failed() else {
            let rest = unread(reading.tree()).filter(|_| format == Format::Text && !arguments.step);
            rest.map_or(Ok(()), |row| output.line(Table::of([row])))?;
            return Ok(Outcome::Yes);
        };
        // The trace shows how the parser came to the error, so print the trace first.
        if format != Format::Html {
            output.end_of_text()?;
        }
        Err(not_parsed(0, typed, failed))
    })
}

/// Rejects options that select a part of the trace.
fn check_whole(arguments: &Arguments) -> Result<(), Failure> {
    let Arguments { detail, rule, at, from, to, stats, .. } = arguments;
    let is_part = [at, from, to].into_iter().any(Option::is_some) || rule.is_some();
    if *stats || *detail != Detail::default() || is_part {
        let options = "`--detail`, `--rule`, `--at`, `--from`, `--to` and `--stats`";
        return Err(Failure::format("a page shows every rule that the parser tries", options));
    }
    Ok(())
}

/// The error if a text cannot be traced, with advice.
fn refused(text: &str, error: &TraceRefusal) -> Failure {
    match error {
        TraceRefusal::Syntax(error) => Failure::syntax("expression", text, error),
        // `--stats` may take too long as well, so recommend `--step`.
        other => Failure::with_help(other.to_string(), "`--step` shows how the trace begins"),
    }
}

/// The events to show.
struct Filter {
    detail: Detail,
    rule: Option<RuleId>,
    /// The part of the text, in bytes, whose events are shown.
    bytes: Range<usize>,
}

/// One shown line of a trace.
enum Told<'a> {
    /// An event of this call or inside it.
    Event(Event<'a>, &'a Call),
    /// The farthest failure, after its event.
    Furthest(&'a FurthestFailure),
}

impl Filter {
    fn new(arguments: &Arguments, rule: Option<RuleId>, text: &str) -> Result<Self, Failure> {
        let Arguments { detail, at, from, to, .. } = *arguments;
        let byte = |place: Option<Place>, option| place.map(|it| it.byte(text, option)).transpose();
        let at = byte(at, "--at")?;
        let start = at.max(byte(from, "--from")?).unwrap_or(0);
        let ends = [at.map(|byte| byte + 1), byte(to, "--to")?];
        let end = ends.into_iter().flatten().min().unwrap_or(usize::MAX);
        if start >= end {
            return Err(Failure::with_help(
                "`--at`, `--from` and `--to` leave no column to show",
                "choose a `--to` after `--from`, and an `--at` between them",
            ));
        }
        Ok(Self { detail, rule, bytes: start..end })
    }

    /// Whether to show `event`, which begins or ends `call` or happens inside it. A rule that
    /// `leads` to the farthest failure is shown even though it matched nothing.
    fn tells(&self, event: Event<'_>, call: &Call, leads: bool) -> bool {
        let enough = match event.what {
            What::Rule(_) => {
                self.detail > Detail::Story || leads || call.end().is_some_and(|end| end > event.at)
            }
            What::Terminal(_) => self.detail == Detail::All,
            What::Sequence => self.detail > Detail::Story,
        };
        enough && self.rule.is_none_or(|rule| call.rule == rule) && self.bytes.contains(&event.at)
    }

    fn write_json(&self, recording: &Recording<'_>, output: &mut Output) -> Result<(), Failure> {
        let in_batch = output.in_batch;
        self.each(recording, |told| match told {
            // JSON leaves out failed sequences. They only show people where the parser backtracks.
            Told::Event(Event { what: What::Sequence, .. }, _) => Ok(()),
            Told::Event(event, call) => {
                output.json(&EventJson { recording, event, call, in_batch })
            }
            Told::Furthest(furthest) => {
                output.json(&FurthestJson { text: recording.text(), furthest, in_batch })
            }
        })
    }

    /// Writes a line for each shown event. A rule call has only one line, where it begins, with its
    /// outcome.
    fn write_text(&self, recording: &Recording<'_>, output: &mut Output) -> Result<(), Failure> {
        output.separate()?;
        let formatter = TraceFormatter::new(recording, output.layout);
        let mut lines = 0;
        self.each(recording, |told| match told {
            Told::Event(event, call) => {
                let is_rule = matches!(event.what, What::Rule(_));
                if is_rule && event.outcome != Came::Enter {
                    return Ok(());
                }
                lines += usize::from(is_rule);
                output.line(formatter.line(event, call))
            }
            Told::Furthest(furthest) => output.line(formatter.furthest(furthest)),
        })?;
        output.line(footer(lines, recording))?;
        if self.detail == Detail::Rules {
            output.line(m::note("the terminals that were tried are in `--detail all`"))?;
        }
        Ok(())
    }

    /// Calls `each` for every shown line. Stops after the first error.
    fn each(
        &self,
        recording: &Recording<'_>,
        mut each: impl FnMut(Told<'_>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let furthest = during(TRACING, || recording.furthest());
        let told = furthest.filter(|it| {
            let innermost = it.stack.last().map(|&call| recording.calls[call].rule);
            self.rule.is_none_or(|rule| innermost == Some(rule)) && self.bytes.contains(&it.at())
        });
        let mut done = Ok(());
        let mut number = 0;
        recording.tell(|event, call| {
            if self.tells(event, call, furthest.is_some_and(|it| call.is_open_at(it.event))) {
                done = each(Told::Event(event, call));
            }
            if let Some(it) = told.filter(|it| it.event == number && done.is_ok()) {
                done = each(Told::Furthest(it));
            }
            number += 1;
            if done.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        done
    }
}
