//! Writes the results of the benches to `RESULTS.md`, with a table for each of their groups, and
//! describes the machine.
//!
//! Figures that were not measured again stay as they were.
//!
//! `cargo bench` and `cargo run --bin costs` measure, `cargo run` writes. The
//! figures of rows that no longer exist are kept: after one was renamed, delete
//! `criterion` or `costs.json` in the target directory first.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::{Command, ExitCode};
use std::{env, fs, thread};

use bracket24_benches::cost::{Costs, target_dir};
use bracket24_benches::words::duration;
use bracket24_benches::{chart, cost_tables};
use serde_json::Value;

/// The rows with which the others of their group are compared, if the group has them.
const BASES: [&str; 4] = [
    "pest alone",
    "pest alone, a sheet at a time",
    "fill, parse, evaluate",
    "pest's virtual machine",
];

/// The start of the line that describes the machine.
const MACHINE: &str = "Machine:";

/// The start of that line for a table that was measured earlier on another machine.
const EARLIER: &str = "Measured earlier on another machine:";

const INTRODUCTION: &str = "\
# Results of the benches

Written by `cargo run` after `cargo bench` and `cargo run --bin costs` in this
directory; do not edit.

Times are medians. Every table says what its rows count, and how long one of
them takes. In `A string` all rows parse the same strings, those of one hand.
`pest alone` is the same grammar with every rule silent: it says yes or no and
makes nothing, so whatever is made with pest takes longer. `A sheet at a time`
is one parse for all strings of a template (the engine, too, parses many at
once); otherwise every string is parsed by itself. `Evaluate while reading` works
the values out as the tokens come, and makes an expression only of a string that
is worth the target. The other evaluators parse
and evaluate with floats, which this library does not; `rhai` is told that `/`
of whole numbers is a fraction. In `A deck`, `coverage` also finds the fewest
templates and proves that no fewer do. In `A trace` all rows parse the same
seven texts.

What `strings` cannot go below is pest: of the 4084 instructions that callgrind
counts for a string (`survey --engine strings --deck 1..6`, 70,863 strings), 72 %
are pest's parse, of which a quarter is for blanks that may stand anywhere, 18 %
turn its tokens into a value, and 10 % fill the string and choose the order. A
copy of pest that gave its queue of tokens room from the start, and made no index
of lines, took 14 % fewer for the parse.

`How fast` is of whole jobs for 24, on one processor where nothing else is said.
Clocks are noisy; instructions, which callgrind counts, are not. A job is done in
process, the engine made anew; what comes before it is not counted. `All
solutions` are all that differ as functions of the cards, counted and not kept. A
single hand is 1 2 3 and so on. `The command` is the whole process, which prints
all solutions. Memory is that of a process that does the job.

inrust is asked as a program. It prints what it finds, which the jobs in process
do not; what it takes to start and end is subtracted, except beside `the command`.
It calls more solutions the same than `function` does: as many as `fournums` for
four cards, and about as many for more. Its fractions have 32 bits. It is asked
for its algorithm 0, which needs the fewest instructions of its four.

The live page is measured by `cargo run --bin class` and `--bin live`. Forty students
who type four keys a second, each at an exercise, on the two processors that they
share with the server: their texts are read within 8 ms of a key (95 of 100; 17 ms
99 of 100), their grammars checked within 9 ms (19 ms), the exercise graded within
14 ms. A few of a hundred answers are right, which is known once all short texts are
read: that takes a tenth to a third of a second, and where many are right at once
they wait for each other, at most 3 s; nothing else waits. On a line of 50 KB a second that answers
after 600 ms the page is drawn after 1.6 s, and ready after 5.2 s with its exercise.

One page, while other programs wanted both processors; in brackets the median, of 5
to 20 times: on the same machine it is first drawn after 140 ms (172 ms), on the slow
line after 1.5 s (1.5 s), where it is ready after 4.6 s (4.6 s). From a key until the
last change that follows is drawn it takes 35 ms (52 ms) in 2 KB of JSON, 92 ms
(114 ms) in 20 KB, 34 ms (45 ms) in a text of a hundred characters and 37 ms (54 ms)
in a grammar of thirty rules.
";

fn main() -> ExitCode {
    match write_results() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // If this fails too, there is no way left to report it.
            let _ = writeln!(io::stderr(), "results: {error}");
            ExitCode::FAILURE
        }
    }
}

fn write_results() -> Result<(), Box<dyn Error>> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut rows = Vec::new();
    collect(&target_dir().join("criterion"), &mut rows)?;
    let costs = Costs::read()?;
    if rows.is_empty() && costs.costs.is_empty() {
        return Err(
            "no figures are there; first run `cargo bench` or `cargo run --bin costs`".into()
        );
    }
    let (file, machine) = (package.join("RESULTS.md"), machine());
    let mut sections = cost_tables::sections(&costs);
    let mut groups: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    for row in &rows {
        groups.entry(&row.group).or_default().push(row);
    }
    for (name, mut rows) in groups {
        rows.sort_by(|a, b| a.nanoseconds.total_cmp(&b.nanoseconds));
        sections.push((name.to_owned(), table(&rows)?));
    }
    if let Ok(earlier) = fs::read_to_string(&file) {
        keep_unmeasured(&earlier, &machine, &mut sections);
    }
    let mut text = format!("{INTRODUCTION}\n{machine}");
    for (name, section) in sections {
        write!(text, "\n## {name}\n\n{section}")?;
    }
    fs::write(file, text)?;
    if let Some(picture) = chart::svg(&costs) {
        fs::write(package.join("cards.svg"), picture)?;
    }
    Ok(())
}

/// Adds the sections of the earlier results that were not measured again. If they come from another
/// machine than `machine`, they say so.
fn keep_unmeasured(earlier: &str, machine: &str, sections: &mut Vec<(String, String)>) {
    let there = earlier.lines().find(|line| line.starts_with(MACHINE)).unwrap_or(MACHINE);
    for section in earlier.split("\n## ").skip(1) {
        let Some((name, text)) = section.split_once("\n\n") else { continue };
        if sections.iter().any(|(other, _)| other == name) {
            continue;
        }
        let is_told = there == machine.trim() || text.starts_with(EARLIER);
        let told =
            if is_told { String::new() } else { there.replacen(MACHINE, EARLIER, 1) + "\n\n" };
        sections.push((name.to_owned(), format!("{told}{}\n", text.trim_end())));
    }
}

/// The measurements of one row of a group.
struct Row {
    group: String,
    name: String,
    /// The median of one pass.
    nanoseconds: f64,
    /// The number of things that one pass covers, if the bench gave it.
    count: Option<f64>,
}

impl Row {
    /// Reads the directory `new` of a row.
    fn read(directory: &Path) -> Result<Self, Box<dyn Error>> {
        let read = |name: &str| -> Result<Value, Box<dyn Error>> {
            Ok(serde_json::from_str(&fs::read_to_string(directory.join(name))?)?)
        };
        let (benchmark, estimates) = (read("benchmark.json")?, read("estimates.json")?);
        let text = |key: &str| benchmark[key].as_str().map(str::to_owned);
        Ok(Self {
            group: text("group_id").ok_or("a row has no group")?,
            name: text("function_id").ok_or("a row has no name")?,
            nanoseconds: estimates["median"]["point_estimate"]
                .as_f64()
                .ok_or("a row has no median")?,
            count: benchmark["throughput"]["Elements"].as_f64(),
        })
    }

    /// Returns the time for one of the things counted, or for a whole pass.
    fn each(&self) -> f64 {
        self.nanoseconds / self.count.unwrap_or(1.0)
    }
}

/// Adds the rows in `directory` and below. A directory that does not exist has no rows.
fn collect(directory: &Path, rows: &mut Vec<Row>) -> Result<(), Box<dyn Error>> {
    if directory.ends_with("new") {
        rows.push(Row::read(directory)?);
        return Ok(());
    }
    if !directory.is_dir() {
        return Ok(());
    }
    for entry in fs::read_dir(directory)? {
        collect(&entry?.path(), rows)?;
    }
    Ok(())
}

/// Returns the name of the things that the rows of a group count: of one, and of many.
fn unit(group: &str) -> (&'static str, &'static str) {
    match group {
        "A string" | "Hands" => ("a string", "strings"),
        "A deck" => ("an evaluation", "evaluations"),
        "A trace" => ("a text", "texts"),
        "Memoization" => ("a rule call", "rule calls"),
        "Reach" => ("a hand", "hands"),
        other => unreachable!("the group `{other}` does not say what it counts"),
    }
}

/// Returns a group's rows as a Markdown table, with a column for each base that the group has.
fn table(rows: &[&Row]) -> Result<String, std::fmt::Error> {
    let bases: Vec<&Row> = BASES
        .iter()
        .filter_map(|name| rows.iter().find(|row| row.name == *name).copied())
        .collect();
    let (one, many) = rows.first().map_or(("", ""), |row| unit(&row.group));
    let mut text = format!("| | one pass | {many} | {one} |");
    for base in &bases {
        write!(text, " × `{}` |", base.name)?;
    }
    writeln!(text, "\n|---|{}", "--:|".repeat(3 + bases.len()))?;
    for row in rows {
        let (count, each) = match row.count {
            Some(count) => (count.to_string(), duration(row.each())),
            None => (String::new(), String::new()),
        };
        write!(text, "| {} | {} | {count} | {each} |", row.name, duration(row.nanoseconds))?;
        for base in &bases {
            write!(text, " {:.2} |", row.each() / base.each())?;
        }
        writeln!(text)?;
    }
    Ok(text)
}

/// Describes the machine in words, and leaves out whatever it cannot find out.
fn machine() -> String {
    let processor =
        field("/proc/cpuinfo", "model name", ':').unwrap_or_else(|| env::consts::ARCH.to_owned());
    let system =
        field("/etc/os-release", "PRETTY_NAME", '=').unwrap_or_else(|| env::consts::OS.to_owned());
    let cores = thread::available_parallelism().map_or(String::new(), |n| format!(", {n} cores"));
    let memory = field("/proc/meminfo", "MemTotal", ':')
        .and_then(|text| text.trim_end_matches(" kB").parse::<u64>().ok())
        .map_or(String::new(), |kilobytes| {
            format!(", {} GiB of memory", (kilobytes + (1 << 19)) >> 20)
        });
    let compiler = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let compiler = Command::new(compiler)
        .arg("--version")
        .output()
        .map_or(String::new(), |output| String::from_utf8_lossy(&output.stdout).into_owned());
    format!("{MACHINE} {processor}{cores}{memory}; {system}; {}.\n", compiler.trim())
}

/// The value of the first line `key … separator value` of a file.
fn field(file: &str, key: &str, separator: char) -> Option<String> {
    let text = fs::read_to_string(file).ok()?;
    let line = text.lines().find(|line| line.starts_with(key))?;
    let (_, value) = line.split_once(separator)?;
    Some(value.trim().trim_matches('"').to_owned())
}
