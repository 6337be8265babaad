//! Exercises: every one can be solved, and no wrong answer passes.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use bracket24::exercises::{
    CallCount, Exercise, ExerciseError, Grade, Hint, Noted, Part, Progress, State, Verdict,
};
use bracket24::grammars::UserGrammar;
use bracket24::present::Report;
use bracket24::present::exercise::{Graded, ShownHint};
use bracket24::reports::{Likeness, ShortestDifference};
use bracket24::tracer::{PestGrammar, while_wanted};
use bracket24::{Grammar, Named};

use crate::user_grammars::own;

/// Returns the grade of an answer.
fn grade(exercise: &Exercise, answer: &str) -> Grade {
    let reference = exercise.reference().expect("it has no mistakes");
    Grade::new(exercise, &reference, &exercise.file(), answer)
}

fn built_in(name: &str) -> Exercise {
    Exercise::built_in(name).expect("it is one of them")
}

/// The text on which a wrong answer fails.
fn counterexample(grade: &Grade) -> Option<&str> {
    match &grade.verdict {
        Verdict::Differs(difference) => Some(&difference.text),
        Verdict::Slow(calls) => Some(&calls.text),
        _ => None,
    }
}

fn folder(exercise: &Exercise) -> PathBuf {
    Path::new("src/exercises/material").join(&exercise.folder)
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn the_solution_of_every_exercise_passes_and_its_start_does_not() {
    for exercise in Exercise::all() {
        let solved = grade(&exercise, &exercise.solution);
        assert!(solved.has_passed(), "{}: {:?}", exercise.name(), solved.verdict);
        assert!(solved.length > 1, "{}: {} tokens", exercise.name(), solved.length);
        assert!(!grade(&exercise, &exercise.start).has_passed(), "{}", exercise.name());
    }
}

/// The path of a wrong answer, the answer itself, and its grade.
type Wrong = (PathBuf, String, Grade);

/// Every exercise with its wrong answers and their grades; grading takes a while, so it is done
/// once.
static WRONG: LazyLock<Vec<(Exercise, Vec<Wrong>)>> = LazyLock::new(|| {
    let graded = |exercise: Exercise| {
        let grades = answers(&exercise, "wrong").into_iter().map(|(path, answer)| {
            let grade = grade(&exercise, &answer);
            (path, answer, grade)
        });
        let grades = grades.collect();
        (exercise, grades)
    };
    Exercise::all().map(graded).collect()
});

/// The answers in the folder `kind` of an exercise, with their paths.
fn answers(exercise: &Exercise, kind: &str) -> Vec<(PathBuf, String)> {
    let files = fs::read_dir(folder(exercise).join(kind)).unwrap();
    let paths = files.map(|file| file.unwrap().path());
    paths.map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect()
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn every_right_answer_passes_in_whatever_style_it_is_written() {
    for exercise in Exercise::all() {
        let right = answers(&exercise, "right");
        assert!(right.len() >= 3, "{} has {} right answers", exercise.name(), right.len());
        for (path, answer) in right {
            let told = grade(&exercise, &answer);
            assert!(told.has_passed(), "{}: {:?}", path.display(), told.verdict);
        }
    }
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn every_wrong_answer_gets_the_expected_counterexample() {
    for (exercise, wrong) in &*WRONG {
        assert!(wrong.len() >= 6, "{} has {} wrong answers", exercise.name(), wrong.len());
        for (path, answer, told) in wrong {
            let expected = answer.lines().next().unwrap().strip_prefix("// ");
            let found = counterexample(told).map(|text| format!("{text:?}"));
            assert_eq!(found.as_deref(), expected, "{}: {:?}", path.display(), told.verdict);
        }
    }
}

/// All texts of up to `length` characters taken from `characters`.
fn texts(characters: &str, length: usize) -> Vec<String> {
    let mut texts = vec![String::new()];
    let mut last = 0;
    for _ in 0..length {
        let starts = texts[last..].to_vec();
        last = texts.len();
        texts.extend(
            starts.iter().flat_map(|text| characters.chars().map(move |it| format!("{text}{it}"))),
        );
    }
    texts
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn no_text_shorter_than_the_counterexample_distinguishes_the_grammars() {
    for (exercise, wrong) in &*WRONG {
        let reference = exercise.reference().unwrap();
        // The characters of its counterexamples are the most revealing ones.
        let mut characters: BTreeSet<char> = "1a (§".chars().collect();
        let found = wrong.iter().filter_map(|it| counterexample(&it.2));
        let found = found.map(|text| text.chars().take(20));
        characters.extend(found.flatten());
        let characters: String = characters.into_iter().take(20).collect();
        for (path, source, told) in wrong {
            let answer = Grammar::User(Arc::new(UserGrammar::read("answer", source).unwrap()));
            let Verdict::Differs(difference) = &told.verdict else { continue };
            let Some(shorter) = difference.text.chars().count().checked_sub(1) else { continue };
            for text in texts(&characters, shorter.min(2)) {
                let read = [&reference, &answer].map(|grammar| grammar.recognize(&text).ok());
                assert_eq!(read[0], read[1], "{}: {text:?}", path.display());
            }
        }
    }
}

#[test]
fn every_material_folder_is_an_exercise_that_uses_all_its_files() {
    let mut folders: Vec<PathBuf> =
        fs::read_dir("src/exercises/material").unwrap().map(|it| it.unwrap().path()).collect();
    folders.sort();
    assert_eq!(folders, Exercise::all().map(|it| folder(&it)).collect::<Vec<_>>());
    for exercise in Exercise::all() {
        let files = fs::read_dir(folder(&exercise)).unwrap();
        for file in files.map(|it| it.unwrap().file_name().into_string().unwrap()) {
            let is_of_answers = ["right", "wrong"].contains(&&*file);
            assert!(is_of_answers || Part::by_name(&file).is_ok(), "{file}");
        }
        let has = |part: Part| folder(&exercise).join(part.name()).exists();
        let criteria = &exercise.criteria;
        let likeness = &criteria.likeness;
        let is_graded =
            likeness.by_place || !likeness.texts.is_empty() || !criteria.calls.is_empty();
        assert_eq!(has(Part::Grading), is_graded, "{}", exercise.name());
        assert!(exercise.learned().next().is_some() && exercise.hints.len() >= 3);
    }
}

#[test]
fn the_last_hint_shows_lines_of_the_solution() {
    let unbroken = |text: &str| text.split_whitespace().collect::<String>();
    for exercise in Exercise::all() {
        let solution = unbroken(&exercise.solution);
        let hint = exercise.hints.last().unwrap();
        let lines = hint.split('`').skip(1).step_by(2).filter(|it| it.contains(" = "));
        assert!(lines.clone().count() > 0, "{}", exercise.name());
        for line in lines {
            assert!(solution.contains(&unbroken(line)), "{}: {line}", exercise.name());
        }
    }
}

/// Returns the rules that a learner has to find: those that the solution has and the start lacks.
fn asked_for(exercise: &Exercise) -> Vec<String> {
    let rules = |source: &str| -> BTreeSet<String> {
        let is_rule = |line: &&str| !line.starts_with("//") && line.contains(" = ");
        let rule = |line: &str| line.split_once(" = ").unwrap().1.split_whitespace().collect();
        source.lines().filter(is_rule).map(rule).collect()
    };
    rules(&exercise.solution).difference(&rules(&exercise.start)).cloned().collect()
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn nothing_shown_before_the_last_hint_contains_a_rule_of_the_solution() {
    for (exercise, wrong) in &*WRONG {
        let asked = asked_for(exercise);
        assert!(!asked.is_empty(), "{}", exercise.name());
        let (_, early) = exercise.hints.split_last().unwrap();
        let mut said: Vec<String> = exercise.text().map(str::to_owned).collect();
        said.extend(early.iter().cloned());
        let start = (exercise.start.clone(), grade(exercise, &exercise.start));
        let wrong = wrong.iter().map(|(_, answer, told)| (answer, told));
        for (answer, told) in wrong.chain([(&start.0, &start.1)]) {
            let graded = Graded { exercise, grade: told, hint: "", answer };
            said.push(graded.document().to_string());
            said.push(serde_json::to_string(&graded).unwrap());
            for hint in &Hint::all(exercise, told, answer)[..2] {
                let shown = ShownHint { name: exercise.name(), number: 1, of: 1, hint };
                said.push(shown.document().to_string());
                said.push(serde_json::to_string(&shown).unwrap());
            }
        }
        for said in said {
            let unbroken: String = said.split_whitespace().collect();
            let unbroken = unbroken.replace("\\\"", "\"").replace("\\\\", "\\");
            for rule in &asked {
                // A short part may appear in the text for other reasons.
                let part = rule.trim_start_matches(['_', '@', '$', '{']).trim_end_matches('}');
                let tells = unbroken.contains(rule) || part.len() > 15 && unbroken.contains(part);
                assert!(!tells, "{} gives {rule} away: {said}", exercise.name());
            }
        }
    }
}

#[test]
fn an_exercise_reports_a_mistake_without_its_fix_and_a_typo_with_its_fix() {
    for name in ["recursion", "calls"] {
        let exercise = built_in(name);
        let Verdict::Mistakes(errors) = grade(&exercise, &exercise.start).verdict else { panic!() };
        assert!(errors.iter().all(|it| it.advice.is_empty() && it.mend.is_empty()), "{errors:?}");
    }
    let slip = built_in("number").start.replace("ASCII_DIGIT", "ASCI_DIGIT");
    let Verdict::Mistakes(errors) = grade(&built_in("number"), &slip).verdict else { panic!() };
    assert!(!errors[0].advice.is_empty(), "{errors:?}");
}

#[test]
fn the_grader_does_not_reveal_rules_of_the_reference_grammar() {
    let told = grade(&built_in("keyword"), &built_in("keyword").start);
    let Verdict::Differs(difference) = told.verdict else { panic!() };
    let error = difference.parses[0].as_ref().unwrap_err();
    assert!(!error.advice().contains("forbids"), "{error}");
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn the_grader_names_the_rules_that_the_answer_lacks() {
    let answer = "line = { SOI ~ digits ~ EOI }\ndigits = @{ ASCII_DIGIT+ }";
    let lacks = |name, answer: &str| match grade(&built_in(name), answer).verdict {
        Verdict::Lacks { rules, advice } => (rules.join(" "), advice),
        other => panic!("{other:?}"),
    };
    assert_eq!(lacks("end", answer), ("number".to_owned(), None));
    // Signs identify the operators of arithmetic as well as rules do.
    let answer = r#"
        line = _{ SOI ~ expression ~ EOI }
        expression = _{ term ~ (("+" | "-") ~ term)* }
        term = _{ operand ~ (("*" | "/") ~ operand)* }
        operand = _{ number | "(" ~ expression ~ ")" }
        number = @{ ASCII_DIGIT+ }
    "#;
    let told = grade(&built_in("left"), answer);
    assert!(told.has_passed(), "{:?}", told.verdict);
    // Renamed rules lose their roles, and advice says how they get them back.
    for (role, other) in [("expression", "expr"), ("number", "num")] {
        let renamed = answer.replace(role, other);
        let line = format!("//! roles: {role}={other}");
        let advice =
            format!("rename `{other}` to `{role}`, or write `{line}` at the top of the file");
        assert_eq!(lacks("left", &renamed), (role.to_owned(), Some(advice)));
        assert!(grade(&built_in("left"), &format!("{line}\n{renamed}")).has_passed());
    }
    // The start rule may have any name.
    let renamed = answer.replace("line", "file").replace("expression", "expr");
    assert_eq!(lacks("left", &renamed).0, "expression");
    let line = "//! roles: expression=expr";
    assert!(grade(&built_in("left"), &format!("{line}\n{renamed}")).has_passed());
    let signs = r#"Start = { SOI ~ Expr ~ EOI } Expr = { Int ~ (AddOp ~ Int)* }
        AddOp = { "+" | "-" } Int = @{ ASCII_DIGIT+ }"#;
    let (rules, advice) = lacks("left", signs);
    assert_eq!(rules, "expression add subtract multiply divide number");
    assert!(advice.is_some_and(|it| it.starts_with("write `//! roles: expression=NAME` at")));
}

#[test]
fn no_answer_passes_if_nobody_waits_for_its_grade() {
    let exercise = built_in("number");
    let grade = while_wanted(|| false, || grade(&exercise, &exercise.start));
    assert!(matches!(grade.verdict, Verdict::Stopped), "{:?}", grade.verdict);
}

#[test]
fn an_answer_needs_no_rule_that_appears_in_no_tree() {
    let reference = r#"
        query = { SOI ~ term ~ (and ~ term)* ~ EOI }
        term = { word }
        word = @{ !keyword ~ letter+ }
        keyword = { and }
        and = @{ "and" ~ !letter }
        letter = { ASCII_ALPHA }
        WHITESPACE = _{ " " }
    "#;
    let inline = |rule: &str| {
        let text =
            reference.replace("keyword = { and }", "").replace("letter = { ASCII_ALPHA }", "");
        text.replace("keyword", rule).replace("letter", "ASCII_ALPHA")
    };
    let exercise = Exercise::read("query", |part| {
        Some(match part {
            Part::Text => "# Queries".to_owned(),
            Part::Start | Part::Reference => reference.to_owned(),
            Part::Hints => "Look.".to_owned(),
            Part::Learned | Part::Grading => String::new(),
        })
    });
    let exercise = exercise.unwrap();
    assert!(grade(&exercise, &inline("and")).has_passed());
    assert!(!grade(&exercise, &inline("\"or\"")).has_passed());
    let renamed = reference.replace("term", "item");
    let Verdict::Lacks { rules, .. } = grade(&exercise, &renamed).verdict else { panic!() };
    assert_eq!(rules, ["term"]);
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn an_answer_that_takes_too_long_is_reported_as_slow_and_does_not_pass() {
    let Verdict::Slow(calls) = grade(&built_in("slow"), &built_in("slow").start).verdict else {
        panic!()
    };
    assert!(
        matches!(calls, CallCount { answer: Some(answer), reference, .. } if answer > reference)
    );
    // If calls are not counted, a limit ends the parse.
    let nested = Exercise::read("nested", |part| {
        Some(match part {
            Part::Text => "# Nested".to_owned(),
            Part::Grading => format!("text {}1{}", "(".repeat(12), ")".repeat(12)),
            _ => built_in("slow").solution,
        })
    });
    let told = grade(&nested.unwrap(), &built_in("slow").start);
    let Verdict::Differs(difference) = told.verdict else { panic!("{:?}", told.verdict) };
    let Err(error) = &difference.parses[1] else { panic!("{difference:?}") };
    assert!(error.is_given_up(), "{error}");
}

#[test]
fn the_shortest_text_that_takes_too_many_calls_is_shown() {
    let sums = r#"sum = { part ~ "+" ~ sum | part ~ "-" ~ sum | part } number = @{ ASCII_DIGIT+ }
        part = { "(" ~ sum ~ ")" | number }"#;
    let exercise = Exercise::read("sums", |part| {
        Some(match part {
            Part::Text => "# Sums".to_owned(),
            Part::Grading => "calls (((1)))\ncalls ((1))".to_owned(),
            _ => sums.replace(
                r#"part ~ "+" ~ sum | part ~ "-" ~ sum | part"#,
                r#"part ~ (("+" | "-") ~ sum)?"#,
            ),
        })
    });
    let Verdict::Slow(calls) = grade(&exercise.unwrap(), sums).verdict else { panic!() };
    assert_eq!(calls.text, "((1))");
}

#[test]
fn a_counterexample_has_as_few_characters_as_one_of_as_many_tokens_can() {
    let arrows = r#"line = { SOI ~ node ~ edge ~ node ~ EOI } node = @{ ASCII_ALPHA+ }
        edge = { "-->" | "->" | "-" }"#;
    let exercise = Exercise::read("arrows", |part| {
        Some(match part {
            Part::Text => "# Arrows".to_owned(),
            Part::Grading => String::new(),
            _ => arrows.to_owned(),
        })
    });
    let answer = arrows.replace(r#""-->" | "->" | "-""#, r#""-" | "->" | "-->""#);
    assert_eq!(counterexample(&grade(&exercise.unwrap(), &answer)), Some("a->a"));
}

/// The grammar of `left` with another rule `number`, and more rules after it.
fn left_with(number: &str, more: &str) -> String {
    let solution = built_in("left").solution;
    let number = format!("number = @{{ {number} }}");
    solution.replace("number = @{ ASCII_DIGIT+ }", &number) + more
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn an_exercise_check_stops_at_a_limit_and_reports_what_it_has_tried() {
    let left = built_in("left");
    let told = grade(&left, &left_with("ASCII_DIGIT{1,20000}", ""));
    assert!(matches!(told.verdict, Verdict::Stopped), "{:?}", told.verdict);
    assert!(told.length > 1 && told.texts > 100, "{told:?}");
    let graded = Graded { exercise: &left, grade: &told, hint: "", answer: "" };
    let said = graded.document().to_string().replace('\n', " ");
    assert!(said.contains("your grammar takes too long to check"), "{said}");
    assert!(
        said.contains(
            "the check stopped before everything was tried; it takes at most 60,000,000 steps"
        ),
        "{said}"
    );
    let json = serde_json::to_value(&graded).unwrap();
    assert_eq!((&json["passed"], &json["stopped"]["texts"]), (&false.into(), &told.texts.into()));
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn an_exercise_check_ends_whatever_the_answer_is() {
    let numbered = |rule: fn(usize) -> String| (0..5000).map(rule).collect::<String>();
    let nested = |open: &str, close: &str| open.repeat(60) + "ASCII_DIGIT" + &close.repeat(60);
    for (what, answer) in [
        ("nested repetitions", left_with("((((ASCII_DIGIT{1,3}){1,3}){1,3}){1,3}){1,3}", "")),
        ("nested lookaheads", left_with(&nested("&(ASCII_DIGIT ~ ", ")"), "")),
        ("what is read twice on each level", built_in("slow").start),
        (
            "5,000 rules",
            left_with("ASCII_DIGIT+", &numbered(|it| format!("r{it} = {{ \"{it}\" }}\n"))),
        ),
        (
            "5,000 rules that call each other",
            left_with(
                "ASCII_DIGIT+ ~ r0?",
                &numbered(|it| format!("r{it} = {{ \"{it}\" | r{} }}\n", it + 1)),
            ) + "r5000 = { \"z\" }",
        ),
        (
            "a text of a megabyte",
            left_with(&format!("ASCII_DIGIT+ | \"{}\"", "a".repeat(1_000_000)), ""),
        ),
        (
            "a comment of a megabyte",
            left_with("ASCII_DIGIT+", &format!("// {}", "a".repeat(1_000_000))),
        ),
        (
            "a lookahead of a megabyte",
            left_with(&format!("!\"{}\" ~ ASCII_DIGIT+", "a".repeat(1_000_000)), ""),
        ),
        ("more than a megabyte", "a".repeat(2_000_000)),
        ("nothing", String::new()),
    ] {
        for name in ["left", "slow"] {
            let told = grade(&built_in(name), &answer);
            let (exercise, hint, answer) = (&built_in(name), "", &*answer);
            let said = Graded { exercise, grade: &told, hint, answer }.document().to_string();
            assert!(!said.is_empty(), "{what}");
        }
    }
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn hints_come_in_the_same_stages_for_every_answer() {
    let exercise = built_in("left");
    let lacking = "line = { \"1\" }".to_owned();
    let slow = left_with("ASCII_DIGIT{1,20000}", "");
    let answers = [exercise.start.clone(), "line = {".to_owned(), lacking, slow];
    for answer in answers {
        let told = grade(&exercise, &answer);
        let hints = Hint::all(&exercise, &told, &answer);
        assert_eq!(hints.len(), 2 + exercise.hints.len());
        assert!(matches!(hints[0], Hint::Text(_)) && matches!(hints[1], Hint::Sides(..)));
        for (hint, written) in hints[2..].iter().zip(&exercise.hints) {
            assert!(matches!(hint, Hint::Written(text) if text == written));
        }
        for (index, hint) in hints.iter().enumerate() {
            let (name, number, of) = (exercise.name(), index + 1, hints.len());
            let shown = ShownHint { name, number, of, hint };
            assert!(shown.document().to_string().contains(&format!("hint {number} of {of}")));
            let json = serde_json::to_value(&shown).unwrap();
            assert!(!json["hint"].as_str().unwrap().is_empty(), "{json}");
        }
    }
    let slow = built_in("slow");
    let told = grade(&slow, &slow.start);
    let hint = &Hint::all(&slow, &told, &slow.start)[1];
    let shown = serde_json::to_value(ShownHint { name: "slow", number: 2, of: 6, hint }).unwrap();
    assert_eq!(shown["hint"], "Rule calls on this text: 13 by the reference, 71 by yours.");
}

#[test]
fn an_exercise_folder_error_names_the_missing_part() {
    let parts = [Part::Text, Part::Start, Part::Reference, Part::Hints];
    let text = |part: Part| match part {
        Part::Text => "# Title\n\nText.".to_owned(),
        Part::Hints => "One.\n\nTwo.".to_owned(),
        Part::Grading => "text 1+1\n\n# a comment\nshape\n".to_owned(),
        _ => "a = { \"a\" }".to_owned(),
    };
    let whole = Exercise::read("3-mine", |part| Some(text(part))).unwrap();
    // A line of blanks ends a paragraph, too.
    let hints = "Think of\n  a repetition.\n \t\nUse a star.\r\n\r\n";
    let parted = |part| Some(if part == Part::Hints { hints.to_owned() } else { text(part) });
    let parted = Exercise::read("mine", parted).unwrap().hints;
    assert_eq!(parted, ["Think of\n  a repetition.", "Use a star."]);
    assert_eq!((whole.name(), &*whole.title, whole.hints.len()), ("mine", "Title", 2));
    assert_eq!(whole.criteria.likeness.texts, ["1+1"]);
    for missing in parts {
        let read = Exercise::read("mine", |part| (part != missing).then(|| text(part)));
        assert_eq!(read.unwrap_err(), ExerciseError::Missing(missing));
        let read = Exercise::read("mine", |part| {
            Some(if part == missing { " \n".to_owned() } else { text(part) })
        });
        assert_eq!(read.unwrap_err(), ExerciseError::Empty(missing));
    }
    let with = |grading: &'static str| {
        let text = |part| if part == Part::Grading { grading.to_owned() } else { text(part) };
        Exercise::read("mine", |part| Some(text(part))).unwrap_err()
    };
    let error = with("text 1\nplace");
    assert_eq!(error.to_string(), "line 2 of its file `grading.txt` says `place`");
    assert_eq!(error.advice(), "did you mean `places`?");
    assert!(with("shape 1").advice().starts_with("a line begins with `text`"));
    assert!(with("text \"a").advice().starts_with("expected `\"` at the end"));
    assert!(with("calls \"a\" b").advice().starts_with("expected `\"` at the end"));
    let quoted = Exercise::read("mine", |part| {
        Some(if part == Part::Grading { "text \"a\\n\\\"\"\npairs".to_owned() } else { text(part) })
    });
    let likeness = quoted.unwrap().criteria.likeness;
    assert_eq!((likeness.texts, likeness.by_pairs), (vec!["a\n\"".to_owned()], true));
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn pairs_that_must_be_the_same_count_with_values_and_without_rule_names_too() {
    let plain = r#"s = { SOI ~ n ~ ("*" ~ m)* ~ EOI } n = @{ ASCII_DIGIT } m = { n }
        WHITESPACE = _{ " " }"#;
    let spaced = r#"WHITESPACE = _{ " " }"#;
    let arithmetic = built_in("left").solution + spaced;
    for (reference, from, to) in [
        (plain, "m = { n }", "m = { n ~ \" \"* }"),
        (&*arithmetic, "multiply = { operand }", "multiply = { operand ~ \" \"* }"),
    ] {
        let answer = reference.replace(from, to);
        assert_ne!(answer, reference);
        let grammars = [reference, &answer].map(own);
        let found = |by_shape, by_pairs| {
            let likeness = Likeness { by_shape, by_pairs, ..Likeness::default() };
            let found = ShortestDifference::new(&grammars[0], &grammars[1], &likeness);
            found.difference.map(|it| it.text)
        };
        for by_shape in [false, true] {
            assert_eq!(found(by_shape, true).as_deref(), Some("1*1 "), "{answer}");
            assert_eq!(found(by_shape, false), None, "{answer}");
        }
    }
}

#[test]
fn progress_reads_back_as_written_and_a_damaged_line_is_reported() {
    let mut progress = Progress::default();
    progress.of_mut("15-left").state = State::Done;
    progress.of_mut("a teacher's own").hints = 3;
    for odd in ["#1 lists", "my  lists", " tab\there", "./up", "blank ", "done 1"] {
        progress.of_mut(odd).hints = 2;
    }
    *progress.of_mut("02-end") = Noted { state: State::Started, hints: 1 };
    *progress.of_mut("02-end") = Noted::default();
    let (read, error) = Progress::read(&progress.to_text());
    assert_eq!((&read, error), (&progress, None));
    assert_eq!(read.of("15-left"), Noted { state: State::Done, hints: 0 });
    assert_eq!((read.of("02-end").state, read.of("a teacher's own").hints), (State::New, 3));
    for (text, told) in [
        ("15-left done 1\n15-left begun 2", "line 2: `begun` is not a state"),
        ("15-left done many", "line 1: `many` is not a number of hints"),
        ("done 1", "line 1: `done 1` is not a name, a state and a number"),
        ("\0", "line 1: `\0` is not a name, a state and a number"),
        (
            "a done 99999999999999999999999",
            "line 1: `99999999999999999999999` is not a number of hints",
        ),
    ] {
        let error = Progress::read(text).1.expect("a line is damaged").to_string();
        assert!(error.starts_with(told), "{error}");
    }
    let (read, _) = Progress::read("oops\n15-left done 1\noops");
    assert_eq!(read.of("15-left"), Noted { state: State::Done, hints: 1 });
}

#[test]
fn an_answer_that_pest_refuses_without_the_shared_rules_does_not_pass() {
    let mut tried = 0;
    for exercise in Exercise::all() {
        let source = exercise.reference().unwrap().source().to_owned();
        let number = source.lines().find(|it| it.starts_with("number = "));
        let Some(number) = number.filter(|_| PestGrammar::read(&source).is_ok()) else { continue };
        let grade = grade(&exercise, &source.replace(number, ""));
        assert!(!grade.has_passed(), "{}: {:?}", exercise.folder, grade.verdict);
        tried += 1;
    }
    assert!(tried > 5, "{tried}");
}
