//! The warnings of `grammar check`, compared with verdicts made by hand.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use bracket24::grammars::UserGrammar;
use bracket24_public_parsers::packages::PublicGrammar;

/// The longest time that a check may take.
const LONGEST: Duration = Duration::from_secs(5);

/// All verdicts.
const VERDICTS: [&str; 3] = ["fault", "meant", "false"];

/// Returns everything that is wrong: warnings without a verdict, as lines to complete; verdicts
/// without a warning, or with an invalid word; and checks that take too long.
pub fn compare(folder: &Path, grammars: &[PublicGrammar]) -> Vec<String> {
    let file = fs::read_to_string(folder.join("verdicts.tsv")).unwrap_or_default();
    let mut wrong = Vec::new();
    let mut verdicts = BTreeMap::new();
    for line in file.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        match fields[..] {
            [package, version, grammar, place, lint, _rule, verdict, why]
                if VERDICTS.contains(&verdict) && !why.is_empty() =>
            {
                verdicts.insert([package, version, grammar, place, lint].join("\t"), false);
            }
            _ => wrong.push(format!("no verdict: {line}")),
        }
    }
    for grammar in grammars {
        let begun = Instant::now();
        for (warning, message) in warnings(grammar) {
            match verdicts.get_mut(&warning) {
                Some(is_met) => *is_met = true,
                None => wrong.push(format!("{warning}\t(rule)\t?\t{message}")),
            }
        }
        if begun.elapsed() > LONGEST {
            wrong.push(format!("{} takes {:?}", crate::name(grammar), begun.elapsed()));
        }
    }
    let vanished = verdicts.into_iter().filter(|(_, is_met)| !is_met);
    wrong.extend(vanished.map(|(warning, _)| format!("no such warning any more: {warning}")));
    wrong
}

/// The warnings about a grammar: the beginning of each one's line in the verdicts, and the message.
fn warnings(grammar: &PublicGrammar) -> Vec<(String, String)> {
    let PublicGrammar { package, file, source } = grammar;
    let Ok(user) = UserGrammar::read("public.pest", source) else { return Vec::new() };
    let found = user.findings();
    let line = |warning: &bracket24::tracer::GrammarError| {
        let before = &source[..warning.span.start];
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|it| *it != '\n').count() + 1;
        let place = format!("{line}:{column}");
        let (name, version) = (&*package.name, &*package.version);
        let key = [name, version, file, &place, warning.kind.name()].join("\t");
        (key, warning.message.replace(['\n', '\t'], " "))
    };
    found.warnings.iter().chain(&found.errors).map(line).collect()
}
