//! Tests every published number: a number in the prose is one that a command shows, or one that a
//! test computes.

use std::collections::BTreeSet;
use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;

use bracket24::tracer::{MAX_STEPS, Outcome, TraceError, What};
use bracket24::{Grammar, MAX_DEPTH, MAX_OPERATORS, Named, evaluate};

/// Numbers that no command shows, with the test that computes each.
const COMPUTED: [(&str, &str); 8] = [
    ("2844", "library/canonical.rs"),
    ("448", "library/grammars.rs"),
    ("4294", "library/derived_templates.rs"),
    ("1466", "library/derived_templates.rs"),
    ("566", "library/operator_search.rs"),
    ("588", "library/operator_search.rs"),
    ("620", "library/operator_search.rs"),
    ("288", "commands/readme/numbers.rs"),
];

/// Numbers that others have counted: the hands with measured times, the hands that another program
/// solves, and the numbers of two standards.
const COUNTED_BY_OTHERS: [&str; 5] = ["690", "595", "619", "4180", "8259"];

fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let mut files: Vec<_> = files.filter(|path| path.to_string_lossy().ends_with(ending)).collect();
    files.sort();
    files
}

/// Returns the numbers of three or more digits in a text, without thousands separators.
fn numbers(text: &str) -> impl Iterator<Item = String> {
    let is_of_word = |it: char| it.is_alphanumeric() || matches!(it, ',' | '.' | '#' | '_');
    let words = text.split(move |it| !is_of_word(it));
    let words = words.map(|word| word.trim_matches([',', '.']).replace(',', ""));
    words.filter(|word| word.len() >= 3 && word.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Returns a document's prose, without tables (which have their own tests), code and links; and the
/// output of its commands.
fn prose_and_output(document: &str) -> (String, String) {
    let (mut prose, mut output, mut is_code) = (String::new(), String::new(), false);
    for line in document.lines() {
        if line.starts_with("```") {
            is_code = !is_code;
        } else if is_code {
            output.extend([line, "\n"]);
        } else if !line.starts_with(['|', '<']) {
            let spoken: Vec<&str> = line.split('`').step_by(2).collect();
            let texts = spoken.concat();
            prose.extend(texts.split("](").flat_map(|text| [after_link(text), " "]));
        }
    }
    (prose, output)
}

/// Returns the text after the address of a link; the whole text if it has none.
fn after_link(text: &str) -> &str {
    let is_address = text.starts_with("http") || text.starts_with(['#', '/']);
    text.split_once(')').filter(|_| is_address).map_or(text, |(_, after)| after)
}

#[test]
fn a_command_prints_or_a_test_computes_every_large_number_in_the_documents() {
    let mut documents = files("src/guide/parsing", ".md");
    documents.extend(files("src/guide/game", ".md"));
    documents.extend(super::documents().into_iter().map(Into::into));
    let texts: Vec<String> = documents.iter().map(|it| fs::read_to_string(it).unwrap()).collect();
    let (prose, shown): (Vec<String>, Vec<String>) =
        texts.iter().map(|text| prose_and_output(text)).unzip();
    let sessions = files("tests/sessions", ".md");
    let sessions = sessions.iter().map(|path| fs::read_to_string(path).unwrap());
    let sessions: Vec<String> = sessions.map(|text| prose_and_output(&text).1).collect();
    let shown: BTreeSet<String> =
        shown.iter().chain(&sessions).flat_map(|text| numbers(text)).collect();
    let limits = [MAX_DEPTH, MAX_OPERATORS, bracket24::MAX_DIGITS].map(|it| it.to_string());
    for (path, prose) in documents.iter().zip(&prose) {
        for number in numbers(prose) {
            let is_year = number.parse().is_ok_and(|it: u32| (1950..2030).contains(&it));
            let is_known = is_year
                || shown.contains(&number)
                || limits.contains(&number)
                || COMPUTED.iter().any(|(computed, _)| *computed == number)
                || COUNTED_BY_OTHERS.contains(&&*number);
            assert!(is_known, "{}: nothing computes {number}", path.display());
        }
    }
    for (number, test) in COMPUTED {
        let test = fs::read_to_string(format!("tests/{test}")).unwrap().replace('_', "");
        // The table above computes nothing.
        let lines = test.lines().filter(|line| !line.ends_with(".rs\"),"));
        let lines: Vec<&str> = lines.collect();
        let is_computed =
            lines.join("\n").split(|it: char| !it.is_ascii_digit()).any(|it| it == number);
        assert!(is_computed, "no test computes {number}");
    }
}

/// Returns the rows of the table under this head line, each as a list of cells.
fn table<'d>(document: &'d str, head: &str) -> Vec<Vec<&'d str>> {
    let rows = document.lines().skip_while(|line| !line.starts_with(head));
    let rows = rows.take_while(|line| line.starts_with('|')).filter(|row| !row.starts_with("|-"));
    rows.map(|row| row.trim_matches('|').split('|').map(|cell| cell.trim_matches([' ', '`'])))
        .map(Iterator::collect)
        .collect()
}

#[test]
fn each_grammar_computes_the_values_that_the_guide_gives() {
    let guide = fs::read_to_string("src/guide/grammars.md").unwrap();
    let rows = table(&guide, "| `--grammar` |");
    let texts = &rows[0][2..];
    assert_eq!(texts.len(), 4);
    assert_eq!(rows.len(), 1 + Grammar::ALL.len());
    for row in &rows[1..] {
        let grammar = Grammar::by_name(row[0]).unwrap();
        for (text, value) in texts.iter().zip(&row[2..]) {
            let computed = evaluate(&grammar.parse(text).unwrap()).unwrap();
            assert_eq!(computed.to_string(), *value, "{text} by {grammar}");
        }
    }
    let power = |grammar: Grammar| evaluate(&grammar.parse("2^3^2").unwrap()).unwrap();
    let powers =
        format!("is {} and not {}", power(Grammar::ExtendedLeft), power(Grammar::Extended));
    assert!(guide.contains(&format!("`2^3^2` {powers}")), "{powers}");
}

/// Counts how often `right_slow` parses the expression inside this many pairs of brackets.
fn parses(pairs: usize) -> Result<u64, TraceError> {
    let grammar = Grammar::RightSlow;
    let text = "(".repeat(pairs) + "1" + &")".repeat(pairs);
    let expression = grammar.rules().rule("expression").expect("every grammar has it");
    let mut parses = 0;
    grammar.trace(&text, |event| {
        let is_inside = event.at == pairs && event.outcome == Outcome::Enter;
        parses += u64::from(is_inside && event.what == What::Rule(expression));
        ControlFlow::Continue(())
    })?;
    Ok(parses)
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn the_slow_grammar_is_as_slow_as_the_guide_says() {
    let guide = fs::read_to_string("src/guide/grammars.md").unwrap();
    let (one, eight) = (parses(1).unwrap(), parses(8).unwrap());
    let said = format!(
        "an expression in brackets is parsed {one} times, one in eight pairs {eight} times"
    );
    assert!(guide.contains(&said), "{said}");
    assert_eq!(parses(10), Err(TraceError::TooManySteps(MAX_STEPS)));
    assert!(guide.contains(&format!("after {} million steps", MAX_STEPS / 1_000_000)));
    assert!(guide.contains("an expression in ten pairs of brackets already takes that many"));
}

#[test]
fn the_arithmetic_in_the_lessons_is_correct() {
    let lesson = |name: &str| fs::read_to_string(format!("src/guide/game/{name}")).unwrap();
    // One group makes 12. Each of these makes 24 from it and the value of the other group.
    for said in
        ["12 (12+12)", "-12 (12-(-12))", "36 (36-12)", "2 (12*2)", "1/2 (12/(1/2))", "288 (288/12)"]
    {
        assert!(lesson("03-search.md").contains(said), "{said}");
        let (_, written) = said.split_once(" (").unwrap();
        let made = Grammar::Extended.parse(written.strip_suffix(')').unwrap()).unwrap();
        assert_eq!(evaluate(&made), Ok(24.into()), "{said}");
    }
    let mut trees = vec![1_usize];
    for numbers in 2..=6 {
        trees.push((1..numbers).map(|left| trees[left - 1] * trees[numbers - left - 1]).sum());
    }
    let listed: Vec<String> = trees.iter().map(ToString::to_string).collect();
    assert!(lesson("02-brackets.md").contains(&format!("**: {}.", listed.join(", "))));
    let (shapes, orders) = (trees[3], (1..=4).product::<usize>());
    let templates = shapes * 4 * 4 * 4;
    assert_eq!((templates, templates * orders), (320, 7680));
}
