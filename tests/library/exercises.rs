//! Exercises: every one can be solved, and no wrong answer passes.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bracket24::exercises::{
    CallCount, Exercise, ExerciseError, Grade, Hint, Noted, Part, Progress, State, Verdict,
};
use bracket24::grammars::UserGrammar;
use bracket24::{Grammar, Named};

/// What an answer is worth.
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
fn every_exercise_is_solved_by_its_solution_and_not_by_its_start() {
    for exercise in Exercise::all() {
        let solved = grade(&exercise, &exercise.solution);
        assert!(solved.has_passed(), "{}: {:?}", exercise.name(), solved.verdict);
        assert!(solved.length > 1, "{}: {} tokens", exercise.name(), solved.length);
        assert!(!grade(&exercise, &exercise.start).has_passed(), "{}", exercise.name());
    }
}

#[test]
fn every_wrong_answer_gets_the_counterexample_that_it_should() {
    for exercise in Exercise::all() {
        let wrong = fs::read_dir(folder(&exercise).join("wrong")).unwrap();
        let mut count = 0;
        for path in wrong.map(|file| file.unwrap().path()) {
            let answer = fs::read_to_string(&path).unwrap();
            let expected = answer.lines().next().unwrap().strip_prefix("// ");
            let told = grade(&exercise, &answer);
            let found = counterexample(&told).map(|text| format!("{text:?}"));
            assert_eq!(found.as_deref(), expected, "{}: {:?}", path.display(), told.verdict);
            count += 1;
        }
        assert!(count >= 3, "{} has {count} wrong answers", exercise.name());
    }
}

/// All texts of up to `length` characters that are among `characters`.
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
fn no_text_that_is_shorter_than_a_counterexample_tells_two_grammars_apart() {
    for exercise in Exercise::all() {
        let reference = exercise.reference().unwrap();
        let wrong = fs::read_dir(folder(&exercise).join("wrong")).unwrap();
        for path in wrong.map(|file| file.unwrap().path()) {
            let source = fs::read_to_string(&path).unwrap();
            let answer = Grammar::User(Arc::new(UserGrammar::read("answer", &source).unwrap()));
            let found = grade(&exercise, &source);
            let Verdict::Differs(difference) = found.verdict else { continue };
            let Some(shorter) = difference.text.chars().count().checked_sub(1) else { continue };
            for text in texts("01-*(^)[], aqJ§", shorter.min(3)) {
                let read = [&reference, &answer].map(|grammar| grammar.recognize(&text).ok());
                assert_eq!(read[0], read[1], "{}: {text:?}", path.display());
            }
        }
    }
}

#[test]
fn every_folder_of_material_is_an_exercise_and_every_file_in_it_is_used() {
    let mut folders: Vec<PathBuf> =
        fs::read_dir("src/exercises/material").unwrap().map(|it| it.unwrap().path()).collect();
    folders.sort();
    assert_eq!(folders, Exercise::all().map(|it| folder(&it)).collect::<Vec<_>>());
    for exercise in Exercise::all() {
        let files = fs::read_dir(folder(&exercise)).unwrap();
        for file in files.map(|it| it.unwrap().file_name().into_string().unwrap()) {
            assert!(file == "wrong" || Part::by_name(&file).is_ok(), "{file}");
        }
        let has = |part: Part| folder(&exercise).join(part.name()).exists();
        let criteria = &exercise.criteria;
        let likeness = &criteria.likeness;
        let is_graded =
            likeness.by_place || !likeness.texts.is_empty() || !criteria.calls.is_empty();
        assert_eq!(has(Part::Grading), is_graded, "{}", exercise.name());
        assert!(exercise.learned().next().is_some() && exercise.hints.len() >= 2);
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

#[test]
fn an_answer_may_be_written_in_any_way_and_have_more_rules() {
    for (name, answer) in [
        ("number", "number = @{ ASCII_DIGIT ~ ASCII_DIGIT* }"),
        ("end", "line = { number ~ !ANY }\nnumber = @{ ('0'..'9')+ }"),
        (
            "choice",
            r#"line = { card ~ EOI } card = @{ court | "1" ~ "0"? | '2'..'9' } court = { "J" | "Q" | "K" }"#,
        ),
        (
            "repeat",
            r#"line = { sum ~ EOI } sum = { (number ~ more)* ~ number } more = { "+" } number = @{ ASCII_DIGIT+ }"#,
        ),
        (
            "power",
            r#"line = { product ~ EOI } product = _{ power ~ ("*" ~ multiply)* } multiply = { power } power = _{ operand ~ "^" ~ raise | operand } raise = { power } operand = _{ number | group } group = { "(" ~ product ~ ")" } number = @{ ASCII_DIGIT+ }"#,
        ),
    ] {
        let grade = grade(&built_in(name), answer);
        assert!(grade.has_passed(), "{name}: {:?}", grade.verdict);
    }
}

#[test]
fn rules_without_the_names_that_an_exercise_gives_are_named() {
    let answer = "line = { SOI ~ digits ~ EOI }\ndigits = @{ ASCII_DIGIT+ }";
    let Verdict::Lacks(rules) = grade(&built_in("end"), answer).verdict else { panic!() };
    assert_eq!(rules, ["number"]);
    // Signs tell the operators of arithmetic as well as rules do.
    let answer = r#"
        line = _{ SOI ~ expression ~ EOI }
        expression = _{ term ~ (("+" | "-") ~ term)* }
        term = _{ operand ~ (("*" | "/") ~ operand)* }
        operand = _{ number | "(" ~ expression ~ ")" }
        number = @{ ASCII_DIGIT+ }
    "#;
    let told = grade(&built_in("left"), answer);
    assert!(told.has_passed(), "{:?}", told.verdict);
}

#[test]
fn an_answer_that_takes_too_long_is_told_so_and_does_not_pass() {
    let Verdict::Slow(calls) = grade(&built_in("slow"), &built_in("slow").start).verdict else {
        panic!()
    };
    assert!(
        matches!(calls, CallCount { answer: Some(answer), reference, .. } if answer > reference)
    );
    // Where calls are not counted, a limit ends it.
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
fn hints_begin_with_the_text_and_end_with_what_is_written() {
    let exercise = built_in("left");
    let grade = grade(&exercise, &exercise.start);
    let hints = Hint::all(&exercise, &grade);
    assert_eq!(hints.len(), 4);
    assert!(matches!(&hints[0], Hint::Text(difference) if difference.text == "8-4-2"));
    assert!(matches!(&hints[1], Hint::Trees(_)));
    assert!(matches!(hints[3], Hint::Written(text) if text.contains("expression = ")));
}

#[test]
fn a_folder_that_lacks_a_part_is_told_which() {
    let parts = [Part::Text, Part::Start, Part::Reference, Part::Hints];
    let text = |part: Part| match part {
        Part::Text => "# Title\n\nText.".to_owned(),
        Part::Hints => "One.\n\nTwo.".to_owned(),
        Part::Grading => "text 1+1\n\n# a comment\nshape\n".to_owned(),
        _ => "a = { \"a\" }".to_owned(),
    };
    let whole = Exercise::read("3-mine", |part| Some(text(part))).unwrap();
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
}

#[test]
fn progress_is_read_as_it_was_written_and_a_damaged_line_is_told() {
    let mut progress = Progress::default();
    progress.of_mut("07-left").state = State::Done;
    progress.of_mut("a teacher's own").hints = 3;
    *progress.of_mut("02-end") = Noted { state: State::Started, hints: 1 };
    *progress.of_mut("02-end") = Noted::default();
    let (read, error) = Progress::read(&progress.to_text());
    assert_eq!((&read, error), (&progress, None));
    assert_eq!(read.of("07-left"), Noted { state: State::Done, hints: 0 });
    assert_eq!((read.of("02-end").state, read.of("a teacher's own").hints), (State::New, 3));
    for (text, told) in [
        ("07-left done 1\n07-left begun 2", "line 2: `begun` is no state"),
        ("07-left done many", "line 1: `many` is no number of hints"),
        ("done 1", "line 1: `done 1` has no name of an exercise"),
        ("\0", "line 1: `\0` is not a name, a state and a number"),
        ("a done 99999999999999999999999", "line 1: `99999999999999999999999` is no number"),
    ] {
        let error = Progress::read(text).1.expect("a line is damaged").to_string();
        assert!(error.starts_with(told), "{error}");
    }
    let (read, _) = Progress::read("oops\n07-left done 1\noops");
    assert_eq!(read.of("07-left"), Noted { state: State::Done, hints: 1 });
}
