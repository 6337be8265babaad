//! Compares the tracer with pest on every grammar in the packages of `Cargo.lock`, and the warnings
//! of `grammar check` about these grammars with the verdicts in `verdicts.tsv`.

mod judge;
mod texts;
mod verdicts;

use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;
use std::{fs, panic, thread};

use bracket24_public_parsers::packages::{PublicGrammar, public_grammars};
use judge::Counts;

/// How many texts each grammar is tried with.
const TEXTS: usize = 6_000;

/// pest recurses for every open rule.
const STACK: usize = 1 << 30;

fn main() -> ExitCode {
    let grammars = public_grammars();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    // pest panics if its stack is empty: such panics are counted, not printed.
    panic::set_hook(Box::new(|_| {}));
    let next = Mutex::new(0..grammars.len());
    let counts = Mutex::new(vec![Counts::default(); grammars.len()]);
    let work = || {
        while let Some(index) = take(&next) {
            let counted = judge::count(index, &grammars[index], TEXTS);
            eprintln!("{}: {counted:?}", name(&grammars[index]));
            counts.lock().expect("no thread panics with it")[index] = counted;
        }
    };
    let threads = thread::available_parallelism().map_or(1, |it| it.get());
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|_| thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work))
            .collect::<Result<_, _>>()
            .expect("there is room for their stacks");
        for worker in workers {
            worker.join().expect("it panics with nothing of ours");
        }
    });
    let counts = counts.into_inner().expect("all threads are done");
    fs::write(folder.join("RESULTS.md"), results(&grammars, &counts)).expect("it can be written");
    let differences: usize = counts.iter().map(|it| it.differences.len()).sum();
    for difference in counts.iter().flat_map(|it| &it.differences) {
        eprintln!("{difference}\n");
    }
    let wrong = verdicts::compare(folder, &grammars);
    for line in &wrong {
        eprintln!("{line}");
    }
    if differences == 0 && wrong.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn take(next: &Mutex<std::ops::Range<usize>>) -> Option<usize> {
    next.lock().expect("no thread panics with it").next()
}

/// Returns the name of a grammar.
fn name(grammar: &PublicGrammar) -> String {
    format!("{} {} {}", grammar.package.name, grammar.package.version, grammar.file)
}

/// The table of all grammars.
fn results(grammars: &[PublicGrammar], counts: &[Counts]) -> String {
    let mut all = Counts::default();
    counts.iter().for_each(|it| all.add(it));
    let mixed = counts.iter().filter(|it| it.accepted > 0 && it.refused > 0).count();
    let mut table = format!(
        "# Public grammars\n\n\
         What `cargo run --release` in this folder found; the README says what is compared.\n\n\
         {} grammars, {} texts: {} accepted, {} refused; of {mixed} grammars some of both. \
         {} parse trees of the command were compared, too. {} differences.\n\n\
         | package | grammar | rules | texts | accepted | refused | trees | pest panics | \
         machine differs from derived | differences |\n\
         |---|---|--:|--:|--:|--:|--:|--:|--:|--:|\n",
        grammars.len(),
        all.texts(),
        all.accepted,
        all.refused,
        all.trees,
        all.differences.len(),
    );
    for (grammar, it) in grammars.iter().zip(counts) {
        let Counts { rules, accepted, refused, trees, panics, apart, .. } = it;
        writeln!(
            table,
            "| {} {} | {} | {rules} | {} | {accepted} | {refused} | {trees} | {panics} | {apart} | \
             {} |",
            grammar.package.name,
            grammar.package.version,
            grammar.file,
            it.texts(),
            it.differences.len()
        )
        .expect("a string takes all");
    }
    table
}
