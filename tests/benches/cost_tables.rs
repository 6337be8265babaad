//! Makes the tables of `RESULTS.md` about whole jobs.

use bracket24::{EngineName, Named};

use crate::cost::{Cost, Costs};
use crate::words::{digits, duration, instructions, memory};

/// The sign for a missing figure.
const ABSENT: &str = "–";

/// The program that is measured for comparison with the engines.
const PEER: &str = "inrust";

/// The numbers of cards for which single hands are measured.
pub const CARDS: std::ops::RangeInclusive<usize> = 2..=9;

/// A job in a table: its name, the engine or command that does it here, the name of inrust's job,
/// and its description.
struct Told {
    job: &'static str,
    by: &'static str,
    peer: Option<&'static str>,
    words: &'static str,
}

const fn told(
    (job, by): (&'static str, &'static str),
    peer: Option<&'static str>,
    words: &'static str,
) -> Told {
    Told { job, by, peer, words }
}

/// The rows, in the order of the table.
const TOLD: [Told; 24] = [
    told(("deck 4 function", "split"), Some("deck 4"), "1820 hands of four, all solutions"),
    told(("deck 5 function", "split"), Some("deck 5"), "6188 hands of five, all solutions"),
    told(("deck 6 function", "split"), Some("deck 6"), "18564 hands of six, all solutions"),
    told(("hand 6", "split"), Some("hand 6"), "one hand of six, all solutions"),
    told(("hand 7", "split"), Some("hand 7"), "one hand of seven, all solutions"),
    told(("hand 8", "split"), Some("hand 8"), "one hand of eight, all solutions"),
    told(("hand 9", "split"), Some("hand 9"), "one hand of nine, all solutions"),
    told(("solve 6", "bracket24"), Some("solve 6"), "`solve 1 2 3 4 5 6 --engine split`"),
    told(("solve 7", "bracket24"), Some("solve 7"), "`solve 1 2 3 4 5 6 7 --engine split`"),
    told(("batch", "bracket24"), None, "`solve - --engine split`, 1820 hands of four"),
    told(("survey 13", "bracket24"), None, "`survey`, 1820 hands of four"),
    told(("survey 50", "bracket24"), None, "`survey --deck 1..50`, 292,825 hands"),
    told(("survey 100", "bracket24"), None, "`survey --deck 1..100`, 4,421,275 hands"),
    told(("deck 4 symbol", "split"), None, "1820 hands of four, `--distinct symbol`"),
    told(("deck 4 fournums", "split"), Some("deck 4"), "1820 hands of four, `--distinct fournums`"),
    told(("deck 5 fournums", "split"), Some("deck 5"), "6188 hands of five, `--distinct fournums`"),
    told(("deck 4 function", "compiled"), None, "1820 hands of four, `--engine compiled`"),
    told(("deck 4 function", "strings"), None, "1820 hands of four, `--engine strings`"),
    told(("coverage", "compiled"), None, "`templates coverage`, with its proof"),
    told(("reach 4", "reach"), None, "which of 1820 hands of four have a solution"),
    told(("reach 5", "reach"), None, "which of 6188 hands of five have a solution"),
    told(("reach 6", "reach"), None, "which of 18564 hands of six have a solution"),
    told(
        ("cardgaming compiled", "bracket24"),
        None,
        "`survey --like cardgaming --engine compiled`, on all processors",
    ),
    told(
        ("cardgaming strings", "bracket24"),
        None,
        "`survey --like cardgaming --engine strings`, on all processors",
    ),
];

/// Returns all sections about whole jobs with their headings; none if no job was measured.
pub fn sections(costs: &Costs) -> Vec<(String, String)> {
    if costs.costs.is_empty() {
        return Vec::new();
    }
    let beside = costs.inrust.as_ref().map_or_else(
        || {
            "inrust was not measured: set `INRUST` to the path of its program for `costs`."
                .to_owned()
        },
        |name| format!("Measured in the same run: {name}."),
    );
    let times = by_cards(costs, |cost| cost.nanoseconds.map(duration));
    let counts = by_cards(costs, |cost| cost.instructions.map(instructions));
    let found = by_cards(costs, |cost| cost.solutions.map(|count| count.to_string()));
    let sections = [
        ("How fast", format!("{beside}{}\n\n{}", busy(costs), fast(costs))),
        ("How much", much(costs)),
        ("The time of a hand", format!("![A plot of these figures](cards.svg)\n\n{times}")),
        ("The instructions of a hand", counts),
        ("The solutions of a hand", found),
        ("What was not measured", notes(costs)),
    ];
    let sections = sections.into_iter().filter(|(_, text)| !text.is_empty());
    sections.map(|(name, text)| (name.to_owned(), text)).collect()
}

/// Describes the highest load of the machine, if it is known.
fn busy(costs: &Costs) -> String {
    let load = costs.costs.iter().filter_map(|cost| cost.load).reduce(f64::max);
    load.map_or_else(String::new, |load| {
        let load = digits(load);
        format!(" Meanwhile, the load average reached {load}.")
    })
}

/// Returns a figure, or the sign for a missing one.
fn cell(figure: Option<String>) -> String {
    figure.unwrap_or_else(|| ABSENT.to_owned())
}

/// Tabulates the time and instructions of every job, and inrust's.
fn fast(costs: &Costs) -> String {
    let heads = ["", "time", "instructions", "inrust: time", "instructions", "× bracket24"];
    let rows = TOLD.iter().map(|told| {
        let ours = costs.of(told.job, told.by);
        let peers = told.peer.and_then(|job| costs.of(job, PEER));
        let time = |cost: Option<&Cost>| cell(cost.and_then(|it| it.nanoseconds).map(duration));
        let count =
            |cost: Option<&Cost>| cell(cost.and_then(|it| it.instructions).map(instructions));
        let times = ours.zip(peers).and_then(|(ours, peers)| ratio(peers, ours));
        vec![told.words.to_owned(), time(ours), count(ours), time(peers), count(peers), cell(times)]
    });
    markdown(&heads, rows)
}

/// Says how many times as much `other` takes as `one`: by instructions, or, if they were not
/// counted, by time, which it points out.
fn ratio(one: &Cost, other: &Cost) -> Option<String> {
    #[expect(clippy::cast_precision_loss, reason = "three digits are shown")]
    let by_instructions =
        one.instructions.zip(other.instructions).map(|(a, b)| a as f64 / b as f64);
    let by_time = || one.nanoseconds.zip(other.nanoseconds).map(|(a, b)| a / b);
    by_instructions.map(digits).or_else(|| by_time().map(|times| digits(times) + " by time"))
}

/// Tabulates the memory of every job and the number that it counted.
fn much(costs: &Costs) -> String {
    let heads = ["", "memory", "counted", "inrust: memory", "counted"];
    let rows = TOLD.iter().map(|told| {
        let ours = costs.of(told.job, told.by);
        let peers = told.peer.and_then(|job| costs.of(job, PEER));
        let size = |cost: Option<&Cost>| cell(cost.and_then(|it| it.kibibytes).map(memory));
        let count = |cost: Option<&Cost>| {
            cell(cost.and_then(|it| it.solutions).map(|count| count.to_string()))
        };
        vec![told.words.to_owned(), size(ours), count(ours), size(peers), count(peers)]
    });
    markdown(&heads, rows)
}

/// Returns the name of every engine and program that solves single hands.
pub fn solvers() -> Vec<&'static str> {
    EngineName::ALL.iter().map(Named::name).chain([PEER]).collect()
}

/// Makes a table with a row for each number of cards and a column for each solver of hands.
fn by_cards(costs: &Costs, figure: impl Fn(&Cost) -> Option<String>) -> String {
    let heads: Vec<&str> = ["cards"].into_iter().chain(solvers()).collect();
    let rows = CARDS.map(|cards| {
        let job = format!("hand {cards}");
        let figures = solvers().into_iter().map(|by| cell(costs.of(&job, by).and_then(&figure)));
        [cards.to_string()].into_iter().chain(figures).collect()
    });
    markdown(&heads, rows)
}

/// Explains missing figures: each reason once, with all the jobs to which it applies.
fn notes(costs: &Costs) -> String {
    let mut reasons: Vec<(&str, Vec<String>)> = Vec::new();
    let names = unmeasured(costs);
    if !names.is_empty() {
        reasons.push(("not measured in this run", names));
    }
    for cost in &costs.costs {
        let Some(note) = &cost.note else { continue };
        let name = format!("`{}` by {}", cost.job, cost.by);
        match reasons.iter_mut().find(|(reason, _)| reason == note) {
            Some((_, names)) => names.push(name),
            None => reasons.push((note, vec![name])),
        }
    }
    let line =
        |(reason, names): &(&str, Vec<String>)| format!("- {}: {reason}.\n", names.join(", "));
    reasons.iter().map(line).collect()
}

/// Returns the jobs of the tables that were not measured. Another sentence says if inrust was
/// missing.
fn unmeasured(costs: &Costs) -> Vec<String> {
    let told = TOLD.iter().map(|told| (told.job.to_owned(), told.by));
    let hands = CARDS.flat_map(|cards| {
        let job = format!("hand {cards}");
        solvers().into_iter().map(move |by| (job.clone(), by))
    });
    let hands = hands.filter(|(_, by)| *by != PEER || costs.inrust.is_some());
    let mut names = Vec::new();
    for (job, by) in told.chain(hands).filter(|(job, by)| costs.of(job, by).is_none()) {
        let name = format!("`{job}` by {by}");
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

fn markdown(heads: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let head = format!("| {} |\n|---|{}\n", heads.join(" | "), "--:|".repeat(heads.len() - 1));
    let rows = rows.map(|row| format!("| {} |\n", row.join(" | ")));
    head + &rows.collect::<String>()
}
