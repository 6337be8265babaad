//! The keys of questions on small grammars, judged by pest's own virtual machine.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bracket24::Grammar;
use bracket24::grammars::UserGrammar;
use bracket24::quizzes::{Choices, Item, Picked, QuizKind, RulesQuestion};
use bracket24::tracer::TraceError;
use itertools::Itertools;
use pest::iterators::Pair;
use pest_vm::Vm;

fn vm(source: &str) -> Vm {
    Vm::new(pest_meta::parse_and_optimize(source).unwrap().1)
}

/// The rule that a question asks about.
fn start(source: &str) -> &str {
    source.split_once(' ').unwrap().0
}

/// The end of the text that the first rule matches.
fn end(source: &str, text: &str) -> Option<usize> {
    let vm = vm(source);
    let read = vm.parse(start(source), text).ok()?;
    Some(read.peek().unwrap().as_span().end())
}

/// The pairs that pest returns: the depth, the rule and the text of each.
fn pairs(source: &str, text: &str) -> Vec<(usize, String, String)> {
    fn add(pair: Pair<'_, &str>, depth: usize, found: &mut Vec<(usize, String, String)>) {
        found.push((depth, pair.as_rule().to_owned(), pair.as_str().to_owned()));
        pair.into_inner().for_each(|inner| add(inner, depth + 1, found));
    }
    let (vm, mut found) = (vm(source), Vec::new());
    vm.parse(start(source), text).unwrap().for_each(|pair| add(pair, 0, &mut found));
    found
}

/// How often pest calls a rule.
fn calls(source: &str, rule: &str, text: &str) -> usize {
    let (count, counted) = (Arc::new(AtomicUsize::new(0)), rule.to_owned());
    let counter = Arc::clone(&count);
    let listener = Box::new(move |rule: String, _: &pest::Position<'_>| {
        counter.fetch_add(usize::from(rule == counted), Ordering::Relaxed);
        false
    });
    let rules = pest_meta::parse_and_optimize(source).unwrap().1;
    let _ = Vm::new_with_listener(rules, listener).parse(start(source), text);
    count.load(Ordering::Relaxed)
}

/// Whether a rule calls itself endlessly at the start of some text of up to three characters.
fn descends(source: &str) -> bool {
    let grammar = UserGrammar::with_left_recursion("", source).unwrap();
    let grammar = Grammar::User(Arc::new(grammar));
    let names: Vec<&str> = source.lines().map(start).collect();
    let signs: Vec<String> = source
        .chars()
        .filter(|it| "()+*-kmnrtxyz".contains(*it))
        .unique()
        .map(String::from)
        .collect();
    let mut texts = (0..=3)
        .flat_map(|length| vec![signs.iter(); length].into_iter().multi_cartesian_product())
        .map(|it| it.into_iter().map(String::as_str).collect::<String>());
    texts.any(|text| {
        names.iter().any(|name| {
            let grammar = grammar.starting_at(name).unwrap();
            let traced = grammar.trace(&text, |_| ControlFlow::Continue(()));
            traced == Err(TraceError::TooManyOpenRules)
        })
    })
}

/// The alternative that the first rule takes, found by turning each one into a rule of its own.
fn taken(source: &str, alternatives: &[String], text: &str) -> String {
    let (first, rest) = source.split_once('\n').unwrap_or((source, ""));
    let named = (0..alternatives.len()).map(|number| format!("alternative{number}"));
    let choice = named.clone().collect::<Vec<_>>().join(" | ");
    let own = named.zip(alternatives).map(|(name, body)| format!("{name} = {{ {body} }}\n"));
    let own: String = own.collect();
    let name = start(first);
    let changed = format!("{name} = {{ {choice} }}\n{own}{rest}");
    let vm = vm(&changed);
    let Ok(mut read) = vm.parse(name, text) else { return "none".to_owned() };
    let inner = read.next().unwrap().into_inner().next().unwrap().as_rule();
    alternatives[inner.trim_start_matches("alternative").parse::<usize>().unwrap()].clone()
}

/// The farthest column that pest reaches, as pest itself records it; pest records lookaheads
/// differently, and operations on the stack not at all.
fn farthest(source: &str, text: &str) -> Option<usize> {
    pest::set_error_detail(true);
    let vm = vm(source);
    let error = vm.parse(start(source), text).unwrap_err();
    let is_noted = !["!", "&", "POP", "PEEK", "ANY"].iter().any(|it| source.contains(it));
    is_noted.then(|| error.parse_attempts().expect("it is asked for").max_position + 1)
}

/// All texts of two letters up to some length.
fn texts(letters: &[char], longest: usize) -> Vec<String> {
    let mut texts = vec![String::new()];
    let mut last = texts.clone();
    for _ in 0..longest {
        last = last.iter().flat_map(|it| letters.iter().map(move |c| format!("{it}{c}"))).collect();
        texts.extend(last.clone());
    }
    texts
}

/// Checks that the key is right, that no other choice is, and that the feedback on each wrong
/// choice names the mistake that leads to it.
pub(crate) fn judge(item: &Item) {
    let Some(RulesQuestion { grammars, text, choices, asked, .. }) = item.rules() else { return };
    let (source, text) = (&*grammars[0], text.as_deref().unwrap_or_default());
    let answer = match item.kind() {
        QuizKind::Match => {
            if end(source, text) == Some(text.len()) { "yes" } else { "no" }.to_owned()
        }
        QuizKind::Reach => end(source, text).map_or("fails".to_owned(), |it| it.to_string()),
        QuizKind::Alternative => {
            let mut all: Vec<String> = choices
                .iter()
                .flat_map(Choices::iter)
                .map(|it| bare(it.1.option.text.as_str()))
                .collect();
            all.pop();
            taken(source, &all, text)
        }
        QuizKind::Cost => {
            let rule = asked.split('`').nth(1).unwrap();
            calls(source, rule, text).to_string()
        }
        QuizKind::Refused => {
            let letters: Vec<char> = asked
                .split('`')
                .filter(|it| it.len() == 1)
                .map(|it| it.chars().next().unwrap())
                .collect();
            let (shortest, vm) = (item.answer().len(), vm(source));
            for text in texts(&letters, shortest) {
                let is_refused = vm.parse(start(source), &text).is_err();
                assert!(!is_refused || text.len() == shortest, "{text} for {source}");
                assert!(text.is_empty() || item.mark(&text) == Ok(is_refused), "{text}: {source}");
            }
            return;
        }
        _ => String::new(),
    };
    let is_right = |picked: &Picked| match item.kind() {
        QuizKind::Pairs => {
            let own = picked.pairs.iter().map(|it| (it.depth, it.rule.clone(), it.text.clone()));
            own.eq(pairs(source, text))
        }
        QuizKind::Apart => {
            end(source, &bare(&picked.text)) != end(&grammars[1], &bare(&picked.text))
        }
        QuizKind::Failure => {
            let column = |it: &Picked| bare(it.text.split_once(':').unwrap().0);
            let right = choices.iter().flat_map(Choices::iter).find(|it| it.1.is_right).unwrap();
            let noted = farthest(source, text).map(|it| format!("column {it}"));
            column(picked) == noted.unwrap_or_else(|| column(&right.1.option))
        }
        QuizKind::Recursion => match pest_meta::parse_and_optimize(source) {
            Ok(_) => picked.text == "no",
            Err(errors) => {
                let way = bare(picked.text.trim_start_matches("yes: ")).replace('>', "->");
                assert!(way == "no" || descends(source), "{source}");
                errors.iter().any(|it| it.to_string().contains(&format!("({way})")))
            }
        },
        _ => bare(&picked.text) == answer,
    };
    let Some(choices) = choices else {
        assert_eq!(item.mark(&answer), Ok(true), "{answer} to {item:?}");
        assert_eq!(item.mark(&format!("= {answer}.")), Ok(true), "{answer} to {item:?}");
        return;
    };
    assert!(choices.iter().count() > 1, "{item:#?}");
    for (letter, choice) in choices.iter() {
        assert_eq!(choice.is_right, is_right(&choice.option), "{letter} of {item:#?}");
        assert_eq!(item.mark(&letter.to_string()), Ok(choice.is_right));
        assert_eq!(item.mark(&choice.option.text), Ok(choice.is_right), "{:?}", choice.option);
        let ended = format!("{letter}.");
        assert_eq!(item.mark(&ended), Ok(choice.is_right), "{ended}");
        // The line of the sheet, copied.
        let line = format!("- {letter} · {}", choice.option.text);
        assert_eq!(item.mark(&line), Ok(choice.is_right), "{line}");
        let is_told = item.given_by(&letter.to_string()).is_some();
        let is_fixed = item.kind() == QuizKind::Alternative;
        assert!(is_told || choice.is_right || is_fixed, "{letter} of {item:#?}");
    }
    assert_eq!(choices.iter().filter(|it| it.1.is_right).count(), 1, "{item:?}");
    // No two choices look alike. In a drawn tree, nobody sees the blanks at the end of a text.
    let look = |it: &Picked| match item.kind() {
        QuizKind::Pairs => it.text.replace(' ', ""),
        _ => it.text.clone(),
    };
    let mut looks: Vec<String> = choices.iter().map(|it| look(&it.1.option)).collect();
    looks.sort();
    looks.dedup();
    assert_eq!(looks.len(), choices.iter().count(), "{item:#?}");
}

fn bare(text: &str) -> String {
    text.replace('`', "")
}
