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

`cargo run` writes this file after `cargo bench` and `cargo run --bin costs` in
this directory. Do not edit it.

Times are medians. Each table says what its rows count, and how long one of them
takes.

- **A string**: all rows parse the same strings, those of one hand. `pest alone`
  is the same grammar with every rule silent: it accepts or rejects a text and
  makes no pairs, so every parser made with pest takes longer. `A sheet at a time`
  means one parse for all strings of a template, as in the engine; the other rows
  parse each string by itself. `Evaluate while reading` computes the value from
  the tokens, and makes an expression only if the value is the target. The other
  evaluators compute with floats; this library does not. For `rhai`, `/` between
  whole numbers is defined as a fraction.
- **A deck**: `coverage` also finds the smallest set of templates that solves every
  solvable hand, and proves that no smaller set does.
- **A trace**: all rows parse the same seven texts.
- **Hands**: `solve` evaluates compiled templates and parses no string. Its rows count
  the strings that the engine `strings` would fill, as the last row does.

pest sets the limit for `strings`. Callgrind counts about 4090 instructions for a
string (`survey --engine strings --deck 1..6`, 70,863 strings). Of these, 72 % are
pest's parse (a quarter of it for blanks, which the grammar allows everywhere), 18 %
turn its tokens into a value, and 10 % fill the string and choose the order. A copy
of pest that reserved room for its queue of tokens, and made no index of lines,
needed 14 % fewer instructions for the parse.

**How fast** measures whole jobs for 24, on one processor unless a row says
otherwise. Times vary from run to run; instructions, which callgrind counts, do
not, except for `strings`. pest's queue of tokens is copied when it cannot grow where
it lies. This depends on the heap, and the copies are up to a seventh of the
instructions. A job runs in the process of the bench, with a new engine; the work
before it is not measured. `All solutions` are all solutions that differ as
functions of the cards; they are counted and not kept. A single hand is 1 2 3 and
so on. A row that names a command measures the whole process, with all that it
prints. Rows without `--engine` use the engine `split`.
`Memory` is the peak of a process that does the job. `Counted` is the number of
solutions, except for `templates coverage` (the templates of the smallest set) and
`which of …` (the hands with a solution).

inrust runs as a program. It prints its solutions, which the jobs in process do
not; the time of its start and end is subtracted, except beside a command. It
treats more solutions as the same than `function` does: for four cards as many as
`fournums`, and for more cards about as many. Its fractions have 32 bits. It runs
its algorithm 0, which needs the fewest instructions of its four.

`cargo run --bin class` and `--bin live` measure the live page. In `class`, forty
students type four keys a second, each at an exercise, and share two processors
with the server. The server parses their texts within 11 ms of a key (95 of 100;
17 ms for 99 of 100), checks their grammars within 13 ms (20 ms), and grades an
exercise within 22 ms (206 ms). To grade a right answer, which a few of a hundred
are, the server parses all short texts. If several answers are right at once they
wait for each other, at most 0.6 s; nothing else waits. On a line of 50 KB a second
with a delay of 600 ms, the browser draws the page after 1.6 s, and the page is
ready with its exercise after 5.2 s.

`live` measures one page, 5 to 20 times. These are the best times, with the medians
in brackets. On the same machine, the browser draws the page after 128 ms (168 ms).
On the slow line it draws the page after 1.5 s (1.6 s), and the page is ready after
4.7 s (4.7 s). From a key to the last change on the screen it takes 38 ms (56 ms)
in 2 KB of JSON, 98 ms (133 ms) in 20 KB, 49 ms (77 ms) in a text of a hundred
characters, and 47 ms (59 ms) in a grammar of thirty rules.
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
