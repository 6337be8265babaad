//! Findings about the grammars of authors: each finding with its place and
//! its advice.

use std::collections::BTreeSet;
use std::ops::Range;

use bracket24::grammars::UserGrammar;
use bracket24::tracer::{Findings, GrammarError, GrammarErrorKind, PestGrammar, lint_pages};

/// Returns the warnings and their advice for a grammar without errors.
pub(crate) fn warnings(source: &str, start: &str) -> Vec<(String, String)> {
    let found = Findings::of(source, start).unwrap_or_else(|errors| panic!("{errors:?}"));
    assert_eq!(found.errors, [], "{source}");
    found.warnings.into_iter().map(|it| (it.message, it.advice)).collect()
}

pub(crate) fn errors(source: &str) -> Vec<GrammarError> {
    PestGrammar::read(source).expect_err("it is refused").into()
}

pub(crate) fn is_read(source: &str, rule: &str, text: &str) -> bool {
    let grammar = PestGrammar::read(source).unwrap_or_else(|errors| panic!("{source}: {errors:?}"));
    let whole = format!("{source}\nwhole_text = {{ {rule} ~ EOI }}");
    assert!(grammar.rule(rule).is_some());
    let whole = PestGrammar::read(&whole).unwrap();
    whole.parse(whole.rule("whole_text").unwrap(), text).is_ok()
}

/// The text after these changes, made one after another.
pub(crate) fn changed<'a>(
    source: &str,
    mends: impl IntoIterator<Item = &'a (Range<usize>, String)>,
) -> String {
    let (mut text, mut end) = (String::new(), 0);
    for (span, new) in mends {
        text.extend([&source[end..span.start], new]);
        end = span.end;
    }
    text + &source[end..]
}

/// Replaces the first rule of each name with the one that the error advises.
pub(crate) fn mended(source: &str, error: &GrammarError) -> String {
    let advised: Vec<&str> = error.advice.split('`').skip(1).step_by(2).collect();
    let mut lines: Vec<String> = source.lines().map(|line| line.trim().to_owned()).collect();
    for rule in advised {
        let name = rule.split(' ').next().unwrap();
        match lines.iter_mut().find(|line| line.split(' ').next() == Some(name)) {
            Some(line) => rule.clone_into(line),
            None => lines.push(rule.to_owned()),
        }
    }
    lines.join("\n")
}

/// The grammars that the live page offers as examples, each with its name.
fn page_examples() -> Vec<(String, String)> {
    let script = include_str!("../../src/present/live/examples.js");
    let (examples, _) = script.split_once("async function").unwrap();
    let parts: Vec<&str> = examples.split('`').collect();
    let examples = parts.chunks_exact(2).map(|pair| {
        let head = pair[0].rsplit("[\"").next().unwrap();
        (head.split('"').next().unwrap().to_owned(), pair[1].replace("\\\\", "\\"))
    });
    examples.collect()
}

fn first_rule(source: &str) -> &str {
    let rule = source.lines().find(|line| !line.starts_with("//")).unwrap();
    rule.split(' ').next().unwrap()
}

#[test]
fn each_example_of_the_live_page_has_only_the_mistake_that_it_shows() {
    let examples = page_examples();
    assert_eq!(examples.len(), 9);
    for (name, source) in &examples {
        if name == "Left recursion" {
            assert!(errors(source)[0].message.contains("left-recursive"));
            continue;
        }
        let messages: Vec<String> =
            warnings(source, first_rule(source)).into_iter().map(|(message, _)| message).collect();
        if name == "A backtracking trap" {
            assert!(
                messages.len() == 1 && messages[0].contains("calls `term` again"),
                "{messages:?}"
            );
        } else {
            assert_eq!(messages, [] as [String; 0], "{name}");
        }
    }
}

#[test]
fn the_example_grammars_of_the_live_page_behave_as_the_lessons_say() {
    let examples = page_examples();
    for (name, text, is_accepted) in [
        ("CSV", "name,born\nAda,1815", true),
        ("CSV", "name,born\nAda,1815\n", true),
        ("CSV", "a\"b", false),
        ("JSON", "1e5", true),
        ("JSON", "[0, -1.5E+3]", true),
        ("JSON", "[01]", false),
        ("JSON", r#"["\x"]"#, false),
        ("JSON", r#"["\u00e9\n"]"#, true),
        ("JSON", "[\"a\nb\"]", false),
        ("A config file", "port = 1", true),
        ("A little language", "whilex < 10 { x = 1; }", false),
        ("A little language", "while x < 10 { whilex = 1; }", true),
    ] {
        let (_, source) = examples.iter().find(|(known, _)| known == name).unwrap();
        assert_eq!(is_read(source, first_rule(source), text), is_accepted, "{name}: {text}");
    }
}

#[test]
fn the_parser_rejects_a_byte_order_mark_like_pest_and_also_finds_other_errors() {
    let source = "\u{feff}r = { \"x\" ~ EOI }\ns = { \"y\" ]\n";
    assert!(pest_meta::parse_and_optimize("\u{feff}r = { \"x\" }").is_err());
    let errors = PestGrammar::read(source).unwrap_err();
    let [mark, other] = &errors[..] else { panic!("{errors:?}") };
    assert!(mark.message.contains("byte order mark"), "{mark}");
    assert_eq!((mark.span.clone(), &source[other.span.clone()]), (0..3, "]"));
    let alone = "\u{feff}r = { \"x\" ~ EOI }";
    let errors = PestGrammar::read(alone).unwrap_err();
    assert_eq!(errors.len(), 1);
    assert!(is_read(&changed(alone, &errors[0].mend), "r", "x"));
}

#[test]
fn names_and_texts_that_are_too_long_or_too_many_are_not_compared() {
    let (long, other) = ("b".repeat(30_000), "b".repeat(200));
    let errors = errors(&format!("a = {{ {long} }} {other} = {{ \"x\" }}"));
    assert!(errors[0].advice.starts_with("define it, as in"), "{:?}", errors[0]);
    let many: Vec<_> = (0..2000).map(|it| format!("rule{it} = {{ rul{it} }}")).collect();
    let many = many.join("\n");
    let errors = PestGrammar::read(&many).unwrap_err();
    assert_eq!(errors.len(), 1000);
    assert!(errors[99].advice.starts_with("did you mean"));
    assert_eq!(errors[100].advice, "define it, or correct its name");
    let text = "x".repeat(200_000);
    assert!(is_read(&format!("a = {{ \"ab\" | \"{text}\" }}"), "a", &text));
}

#[test]
fn all_mistakes_are_reported_at_once_each_at_its_place() {
    let source = "sum = { sum ~ \"+\" ~ digt | digit }\ndigit = { ASCII_DIGITS | letter }\n";
    let found: Vec<(String, &str)> =
        errors(source).into_iter().map(|it| (it.advice, &source[it.span])).collect();
    let expected = [
        ("write it with a repetition: `sum = { digit ~ (\"+\" ~ digt)* }`", "sum"),
        ("did you mean `digit`?", "digt"),
        ("did you mean `ASCII_DIGIT`?", "ASCII_DIGITS"),
        ("this name comes from other notations: pest has `ASCII_ALPHA`", "letter"),
    ];
    assert_eq!(found, expected.map(|(advice, place)| (advice.to_owned(), place)));

    let source = "a = { \"x\" ~ b \nb = { (\"y\" | \"z\" }\nc = { \"w }\nd = { }\n";
    let found: Vec<(String, &str, Option<&str>)> = errors(source)
        .into_iter()
        .map(|it| (it.message, &source[it.span], it.related.map(|(span, _)| &source[span])))
        .collect();
    let expected = [
        ("a `}` is missing", "{", Some("b")),
        ("a `)` is missing", "(", Some("}")),
        ("a `\"` is missing", "\"", None),
        ("unexpected `}`", "}", None),
    ];
    let found: Vec<_> = found.iter().map(|(it, place, other)| (&**it, *place, *other)).collect();
    assert_eq!(found[..2], expected[..2]);
    assert_eq!(found.iter().map(|it| it.0).collect::<Vec<_>>(), expected.map(|it| it.0));
    // Inside these quotes, the other kind of quote needs no escape.
    for (source, message) in
        [("a = { #t \"a\" }", "unexpected `\"`"), ("a = 'b' {", "unexpected `'`")]
    {
        assert_eq!(errors(source)[0].message, message);
    }
}

#[test]
fn the_parser_rejects_a_leading_bar_in_brackets_but_accepts_one_that_begins_a_rule() {
    let source = "a = { \"x\" ~ (| \"y\" | PUSH(| \"z\")) }";
    let found: Vec<_> = errors(source).into_iter().map(|it| (it.message, it.span)).collect();
    let message = "a `|` with nothing before it".to_owned();
    assert_eq!(found, [(message.clone(), 13..14), (message, 26..27)]);
    assert!(is_read("a = { | \"x\" | \"y\" }", "a", "y"));
}

#[test]
fn check_warns_that_a_start_rule_without_eoi_matches_only_a_part_of_a_text() {
    let brackets = "x = { \"a\" | \"(\" ~ x ~ \")\" }";
    let message = "`x` does not end in `EOI`: it matches only `a` of `a)`";
    // The rule also reads its texts inside other texts.
    let advice = "a rule calls it: parse whole texts with `whole_x = { SOI ~ x ~ EOI }`";
    assert_eq!(warnings(brackets, "x")[0], (message.to_owned(), advice.to_owned()));
    assert_eq!(warnings(&format!("{brackets}\nwhole_x = {{ SOI ~ x ~ EOI }}"), "x"), []);
    let many = "x = { \"a\"* }";
    let message = "`x` does not end in `EOI`: it matches only `a` of `a)`";
    assert_eq!(warnings(many, "x")[0].0, message);
    let with_sign = "x = { \"a\" ~ (\"b\" ~ \"!\")? }";
    let message = "`x` does not end in `EOI`: it matches only `a` of `a!`";
    assert_eq!(warnings(with_sign, "x")[0].0, message);
    let choice = "x = { \"a\" | \"b\" }";
    assert_eq!(warnings(choice, "x")[0].1, "end it with `~ EOI`");
    for ended in
        ["x = { \"a\" ~ EOI }", "x = { (\"a\" ~ EOI | y) }\ny = { \"a\"* ~ EOI }", "x = { ANY* }"]
    {
        let said = warnings(ended, "x");
        assert!(said.iter().all(|(message, _)| !message.contains("EOI")), "{said:?}");
    }
}

#[test]
fn a_rule_that_nothing_calls_may_be_the_start_or_forgotten() {
    let list =
        "sexpr = { list | atom }\nlist = { \"(\" ~ sexpr* ~ \")\" }\natom = @{ ASCII_ALPHA+ }\n";
    let forgotten = format!("{list}quoted = {{ \"'\" ~ sexpr }}");
    let found = Findings::of(&forgotten, "quoted").unwrap().warnings;
    let said = "no rule calls `quoted`, so texts begin with it, but it matches only `'a` of `'a)`";
    assert_eq!((&*found[0].message, &found[0].mend[..]), (said, &[][..]));
    assert_eq!(found[0].advice, "call it from another rule, or end it with `~ EOI`");
    // Here the first rule does not reach the others.
    let first =
        "atom = @{ ASCII_ALPHA+ }\nlist = { \"(\" ~ atom* ~ \")\" }\npair = { list ~ list }";
    assert!(warnings(first, "pair")[0].0.starts_with("`pair` does not end in `EOI`"));
}

#[test]
fn check_finds_repeated_parsing_by_its_cost() {
    let slow = "s = { SOI ~ e ~ EOI }\ne = { t ~ \"+\" ~ e | t ~ \"-\" ~ e | t }\n\
                t = { \"x\" | \"(\" ~ e ~ \")\" }";
    let said = warnings(slow, "s");
    let [(message, advice)] = &said[..] else { panic!("{said:?}") };
    let expected = "`e` calls `t` again at the same place: in `e`, `((((x))))` takes 484 rule \
                    calls, and each further level takes 3 times as many";
    assert_eq!(message, expected);
    assert_eq!(advice, "match it once: `t ~ (\"+\" ~ e | \"-\" ~ e)?` (then 10 calls)");
    // The common beginning is inside other rules.
    let across = "s = { SOI ~ e ~ EOI }\ne = { less | more | x }\nless = { x ~ \"<\" ~ x }\n\
                  more = { x ~ \">\" ~ x }\nx = { \"a\" | \"(\" ~ e ~ \")\" }";
    let said = warnings(across, "s");
    assert!(said[0].0.starts_with("`e` calls `x` again"), "{said:?}");
    assert_eq!(said[0].1, "match `x` once, and make the choice after it");
    // A list that may end with its separator.
    let list = "s = { SOI ~ e ~ EOI }\ne = { \"a\" | \"(\" ~ (e ~ \",\")* ~ e? ~ \")\" }";
    let said = warnings(list, "s");
    assert!(said[0].1.starts_with("match it once: `(e ~ (\",\" ~ e)* ~ \",\"?)?`"), "{said:?}");
    // A common beginning costs little if nothing nests in it.
    let fast = "s = { SOI ~ e ~ EOI }\ne = { n ~ \"+\" ~ e | n }\nn = { \"x\" }";
    assert_eq!(warnings(fast, "s"), []);
    let fast = "s = { SOI ~ e ~ EOI }\ne = { t ~ (\"+\" ~ e)? }\nt = { \"x\" | \"(\" ~ e ~ \")\" }";
    assert_eq!(warnings(fast, "s"), []);
}

#[test]
fn the_first_unused_rule_is_reported_unless_it_reads_whole_texts() {
    let used = "s = { SOI ~ \"x\" ~ EOI }\nWHITESPACE = _{ \" \" }\n";
    for (others, expected) in [
        ("other = { \"y\" }", &["other"][..]),
        ("below = { \"y\" }\nother = { below }", &["other"]),
        ("one = { \"y\" ~ two? }\ntwo = { \"z\" ~ one? }", &["one", "two"]),
        ("header = { SOI ~ below }\nbelow = { \"y\" }", &[]),
        ("whole = { \"y\" ~ EOI }", &[]),
    ] {
        let said = warnings(&(used.to_owned() + others), "s");
        let said: Vec<&str> = said.iter().map(|it| &*it.0).collect();
        let expected: Vec<String> =
            expected.iter().map(|name| format!("rule `{name}` is never used")).collect();
        assert_eq!(said, expected, "{others}");
    }
}

#[test]
fn check_finds_rules_that_can_never_match() {
    let cases = [
        ("a = { \"x\" ~ a }", "rule `a` can never match: every way to match it needs `a` again"),
        (
            "a = { \"x\" ~ b }\nb = { \"y\" ~ a }",
            "rule `a` can never match: it needs `b`, and so needs itself again",
        ),
        ("a = { 'z'..'a' }", "rule `a` can never match: it asks for something that no text has"),
        (
            "a = { !\"x\" ~ \"xy\" }",
            "this can never match: `!\"x\"` refuses every text with which this can begin",
        ),
        (
            "a = { \"x\" ~ \"y\"? ~ SOI }",
            "this can never match: `\"x\"` before `SOI` reads at least one character",
        ),
        (
            "a = { \"x\" ~ EOI ~ NEWLINE? ~ \"y\" }",
            "this can never match: `\"y\"` after `EOI` reads at least one character",
        ),
        (
            "a = { SOI ~ b ~ EOI }\nb = { \"x\" | \"(\" ~ a ~ \")\" }",
            "this can never match: `\"(\"` before `SOI` of `a` reads at least one character",
        ),
    ];
    for (source, message) in cases {
        let said = warnings(source, "a");
        assert!(said.iter().any(|it| it.0 == message), "{source}: {said:?}");
    }
    // A cause is reported once, not for every rule that depends on it.
    let said = warnings("s = { a ~ EOI }\na = { \"x\" ~ a }", "s");
    assert_eq!(said.len(), 1, "{said:?}");
    assert_eq!(warnings("a = { \"x\"? ~ SOI ~ \"y\" ~ EOI ~ \"z\"? ~ EOI }", "a"), []);
}

#[test]
fn the_eoi_fix_applies_to_the_whole_body_despite_inner_brackets() {
    for (source, text) in [
        ("f = { (\"a\" ~ \";\") | (\"b\" ~ \";\") }", "a;rubbish"),
        ("f = { (\"a\" | \"b\") ~ \"(\" | \"c\" }", "a(zzz"),
    ] {
        let found = Findings::of(source, "f").unwrap().warnings;
        let mend = &found.iter().find(|it| it.message.contains("EOI")).unwrap().mend;
        let grammar = PestGrammar::read(&changed(source, mend)).unwrap();
        assert!(grammar.parse(grammar.rule("f").unwrap(), text).is_err(), "{source}");
    }
}

#[test]
fn check_finds_a_token_that_blanks_may_split_but_not_an_atomic_one() {
    let blanks = "WHITESPACE = _{ \" \" }\nlist = { SOI ~ n ~ (\",\" ~ n)* ~ EOI }\n";
    // A character that is nested in the given number of rules.
    let nested = |rules: usize| {
        let rule = |it: usize| format!("d{it} = {{ d{} }}\n", it + 1);
        let others: String = (1..rules).map(rule).collect();
        format!("n = {{ d1+ }}\n{others}d{rules} = {{ '0'..'9' }}")
    };
    for (rule, modifier) in [
        ("n = { ASCII_DIGIT+ }", "@"),
        ("n = { d ~ d* }\nd = { '0'..'9' }", "$"),
        ("n = { ASCII_DIGIT+ ~ (\".\" ~ ASCII_DIGIT+)? }", "@"),
        ("n = { (ASCII_DIGIT | \"_\")+ }", "@"),
        (&*nested(9), "$"),
    ] {
        let said = warnings(&[blanks, rule].concat(), "list");
        let [(message, advice)] = &said[..] else { panic!("{rule}: {said:?}") };
        assert_eq!(message, "blanks are allowed inside `n`: `1 1` is read as one token");
        assert_eq!(
            *advice,
            format!("put `{modifier}` before its `{{`, so that it skips no blanks")
        );
    }
    for rule in [
        "n = @{ ASCII_DIGIT+ }",
        "n = ${ d+ }\nd = { '0'..'9' }",
        "n = { \"x\"+ }",
        "n = { (\"x\" | \"y\")+ }",
        "n = { (\"xy\" | ASCII_DIGIT)+ }",
        "n = { 'x'..'x'+ }",
        "n = { ASCII_DIGIT? }",
        "n = @{ inner }\ninner = { ASCII_DIGIT+ }",
    ] {
        assert_eq!(warnings(&[blanks, rule].concat(), "list"), [], "{rule}");
    }
    for modifier in ["_", "!"] {
        let around = "WHITESPACE = _{ \" \" }\nlist = { SOI ~ inner ~ EOI }\n";
        let source = format!("{around}inner = !{{ n }}\nn = {modifier}{{ ASCII_DIGIT+ }}");
        let [(_, advice)] = &warnings(&source, "list")[..] else { panic!("{modifier}") };
        let put = format!("put `@` in place of its `{modifier}`, so that it skips no blanks");
        assert_eq!(*advice, put);
    }
}

#[test]
fn check_finds_an_arithmetic_rule_without_a_meaning_and_shows_what_it_matches() {
    let source = r#"
        expression = _{ term ~ ("+" ~ add | "-" ~ subtract)* }
        add = { term }
        subtract = { term }
        term = _{ factor ~ ("*" ~ multiply | "/" ~ divide)* }
        multiply = { factor }
        divide = { factor }
        factor = _{ operand ~ ("rem" ~ modulo)? }
        modulo = { factor }
    "#;
    let found = UserGrammar::read("own.pest", source).unwrap().findings();
    let messages: Vec<&str> = found.warnings.iter().map(|it| &*it.message).collect();
    let expected = "rule `modulo` has no meaning here: it reads `1rem1`, which has no value";
    assert_eq!(messages, [expected]);
    assert_eq!(&source[found.warnings[0].span.clone()], "modulo");
}

#[test]
fn check_examines_a_grammar_with_very_many_nested_rules_in_bounded_time() {
    let rules = 400;
    let rule = |at: usize| {
        let [one, two] = [at * 7 + 1, at * 13 + 5].map(|it| it % rules);
        format!("r{at} = {{ \"(\" ~ r{one} ~ \")\" ~ \"a\" | \"[\" ~ r{two} ~ \"]\" | \"x{at}\" }}")
    };
    let source = (0..rules).map(rule).collect::<Vec<_>>().join("\n");
    let found = Findings::of(&source, "r0").unwrap();
    assert_eq!(found.errors, []);
    assert!(found.warnings[0].message.contains("does not end in `EOI`"), "{found:?}");
}

#[test]
fn grammars_with_thousands_of_inline_operators_load_in_time() {
    let level = |at: usize| format!("r{at} = {{ r{} ~ (\"+\" ~ r{})* }}\n", at + 1, at + 1);
    let levels: String = (0..3000).map(level).collect();
    let source = format!("{levels}r3000 = @{{ ASCII_DIGIT+ }}");
    assert!(UserGrammar::read("levels.pest", &source).is_ok());
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn check_handles_a_choice_of_thousands_of_alternatives_in_time() {
    let names = "name = @{ ASCII_ALPHA+ }\nWHITESPACE = _{ \" \" }";
    let all = |written: &dyn Fn(usize) -> String, between: &str| {
        (0..5000).map(written).collect::<Vec<_>>().join(between)
    };
    let rules = all(&|it| format!("r{it} = {{ \"kw{it}\" ~ name }}"), "\n");
    let choice = all(&|it| format!("r{it}"), " | ");
    let texts = all(&|it| format!("\"k{it}\""), " | ");
    for source in [
        format!("main = {{ SOI ~ ({choice}) ~ EOI }}\n{rules}\n{names}"),
        format!("main = {{ SOI ~ ({texts}) ~ EOI }}"),
    ] {
        let found = Findings::of(&source, "main").unwrap().warnings;
        assert!(found.iter().all(|it| it.kind != GrammarErrorKind::GivenUp));
        let unreachable = GrammarErrorKind::Lint("unreachable");
        let captured = found.iter().filter(|it| it.kind == unreachable).count();
        // All but `k0` to `k9` begin with one of these; a lint warns a thousand times at most.
        assert_eq!(captured, if source.contains("r0") { 0 } else { 1000 });
    }
}

#[test]
fn errors_of_pest_come_with_advice() {
    for (source, advice) in [
        ("a = { (\"x\"?)* }", "let each round consume at least one character"),
        ("a = { (!\"x\")* }", "let each round consume at least one character"),
        ("a = { \"x\"? | \"y\" }", "put this alternative last"),
        ("a = { \"x\" } a = { \"y\" }", "leave one of the two out"),
        (
            "a = { \"x\"{0} }",
            "leave it out; write `?` after a part that may be missing, or `*` if there may be several",
        ),
        ("ANY = { \"x\" }", "give the rule another name: pest has its own rule with this name"),
        ("a = { \"x\"{5000000000} }", "write a smaller number, or `*` or `+` if there is no limit"),
        (
            "a = { PUSH_LITERAL(\"x\") }",
            "push the matched text, with `PUSH`: that feature is not enabled here",
        ),
        ("a = { PEEK[0..3000000000] }", "write a smaller one"),
    ] {
        assert_eq!(errors(source)[0].advice, advice, "{source}");
    }
}

#[test]
fn check_finds_a_name_on_which_pest_derive_panics_and_renames_it_everywhere() {
    for name in ["self", "super", "crate", "Self"] {
        let source =
            format!("file = {{ SOI ~ {name} ~ EOI }} {name} = {{ \"(\" ~ {name}? ~ \")\" }}");
        let found = Findings::of(&source, "file").unwrap().warnings;
        let [warning] = &found[..] else { panic!("{found:?}") };
        assert_eq!(warning.kind.name(), "taken-name");
        let said = format!("pest_derive panics on the name `{name}`: Rust has no `r#{name}`");
        assert_eq!(warning.message, said);
        let mut mend = warning.mend.clone();
        mend.sort_by_key(|(span, _)| span.start);
        let mended = changed(&source, &mend);
        assert!(is_read(&mended, "file", "(())"), "{mended}");
        assert_eq!(warnings(&mended, "file"), [], "{mended}");
    }
    // Every other word of Rust may be a raw identifier.
    assert_eq!(warnings("file = { SOI ~ fn ~ EOI } fn = { \"a\" }", "file"), []);
}

#[test]
fn the_grammars_of_a_lint_page_alternate_between_faulty_and_clean_with_words_between() {
    for (name, page) in lint_pages() {
        assert!(!page.contains("```\n\n```"), "{name}");
        let grammars = page.split("```pest\n").skip(1);
        let sources = grammars.map(|it| it.split_once("```").expect("it is closed").0);
        let found = sources.map(|source| {
            let found = match UserGrammar::read("page.pest", source) {
                Ok(user) => user.findings(),
                Err(errors) => Findings { errors: errors.into(), ..Findings::default() },
            };
            let all = found.errors.iter().chain(&found.warnings).map(|it| it.kind.name());
            all.collect::<BTreeSet<_>>()
        });
        let found: Vec<_> = found.collect();
        let expected =
            (0..found.len()).map(|at| [name].into_iter().filter(|_| at % 2 == 0).collect());
        assert_eq!(found, expected.collect::<Vec<BTreeSet<_>>>(), "{name}");
        // A check of ten seconds is too long for a test.
        assert_eq!(found.len() < 2, name == "given-up", "{name}");
    }
}

#[test]
fn every_kind_of_finding_has_a_page() {
    use GrammarErrorKind as Kind;
    let (form, value, too_much) = (Kind::Form, Kind::Value, Kind::TooMuch);
    let names = [Kind::TakenName, Kind::Undefined, Kind::Endless, Kind::AlwaysMatches];
    let others = [Kind::LeftRecursion, Kind::GivenUp, Kind::Role, Kind::Trial];
    for kind in [form, value, too_much].into_iter().chain(names).chain(others) {
        assert!(lint_pages().any(|(name, _)| name == kind.name()), "{}", kind.name());
    }
}
