//! Quizzes: their questions, their right answers, and the marking of answers.

use std::collections::HashSet;

use bracket24::lessons::Parse;
use bracket24::quizzes::{
    Choice, Choices, Item, Quiz, QuizKind, QuizLevel, Recipe, RecipeError, TemplateOf,
};
use bracket24::tracer::while_wanted;
use bracket24::{Grammar, Named, Rational, SetName, Template, TemplateSet, evaluate, solve};

use crate::quiz_rules::judge;

const SEEDS: u64 = 200;

/// A quiz of one kind.
fn quiz(kind: QuizKind, level: QuizLevel, seed: u64, count: usize) -> Quiz {
    Quiz::new(Recipe { kinds: vec![kind], count, level, seed })
}

#[test]
fn a_value_may_be_a_mixed_number_or_a_decimal_with_a_comma() {
    let quiz = quiz(QuizKind::Value, QuizLevel::ALL[4], 4, 1);
    assert_eq!(quiz.items[0].answer(), "-7/2");
    for given in ["-3 1/2", "-3½", "-3,5", "(-3.5)", "- 3 1/2.", "−3 1/2"] {
        assert_eq!(quiz.items[0].mark(given), Ok(true), "{given}");
    }
    for given in ["3 1/2", "-3", "A"] {
        assert_ne!(quiz.items[0].mark(given), Ok(true), "{given}");
    }
}

#[test]
fn a_choice_may_be_written_out_with_other_blanks_if_it_is_the_only_one() {
    let quiz = quiz(QuizKind::Alternative, QuizLevel::ALL[1], 5, 1);
    for given in [r#"item~("n"|"ny")"#, r#"item  ~  ( "n" | "ny" )"#] {
        assert_eq!(quiz.items[0].mark(given), Ok(true), "{given}");
    }
    assert_eq!(quiz.items[0].mark(r#"item~"y""#), Ok(false));
    assert!(quiz.items[0].mark(r#"item~"x""#).is_err());
}

/// A question of every level and seed. The answer in its key is right, and a text that is no answer
/// is not.
fn items(kind: QuizKind) -> impl Iterator<Item = (QuizLevel, Item)> {
    let seeds = QuizLevel::ALL.iter().flat_map(|level| (0..SEEDS).map(move |seed| (*level, seed)));
    seeds.map(move |(level, seed)| {
        let item = quiz(kind, level, seed, 1).items.remove(0);
        assert_eq!(item.kind(), kind);
        for given in [item.answer(), format!("  {} ", item.answer().to_lowercase())] {
            assert_eq!(item.mark(&given), Ok(true), "{given} to {item:?}");
        }
        for given in ["", "  ", "no idea", "(", "½½", "\u{1f600}", "skip", "A, Z", "8 4"] {
            assert_ne!(item.mark(given), Ok(true), "{given} to {item:?}");
        }
        (level, item)
    })
}

/// The value of a text under a grammar, from the parser and the evaluator alone.
fn value(text: &str, grammar: &Grammar) -> Option<Rational> {
    evaluate(&grammar.parse(text).unwrap()).ok()
}

/// Checks that only the letters of right choices are marked as right, that there are as many right
/// choices as expected, and that no two choices are the same.
fn check_choices<T>(item: &Item, choices: &Choices<T>, right: usize, text: impl Fn(&T) -> String) {
    let all: Vec<_> = choices.iter().collect();
    assert!(all.len() > 1, "{item:?}");
    assert_eq!(all.iter().filter(|(_, choice)| choice.is_right).count(), right, "{item:?}");
    let texts: HashSet<String> = all.iter().map(|(_, choice)| text(&choice.option)).collect();
    assert_eq!(texts.len(), all.len(), "{texts:?}");
    for (letter, choice) in all {
        let is_right = choice.is_right && right == 1;
        for given in [letter.to_string(), format!("{})", letter.to_ascii_lowercase())] {
            assert_eq!(item.mark(&given), Ok(is_right), "{given} to {item:?}");
        }
        if right == 1 {
            assert_eq!(item.mark(&text(&choice.option)), Ok(is_right), "{item:?}");
        }
    }
    let right_ones = choices.iter().filter(|(_, choice)| choice.is_right);
    let line = |(letter, choice): (char, &Choice<T>)| (letter, text(&choice.option));
    let right_ones: Vec<(char, String)> = right_ones.map(line).collect();
    // The lines of a sheet and of a terminal.
    let copied = right_ones.iter().map(|(letter, text)| format!("- {letter} · {text}"));
    assert_eq!(item.mark(&copied.collect::<Vec<_>>().join(", ")), Ok(true), "{item:?}");
    if let [(letter, text)] = &*right_ones {
        for given in [format!("{letter}  {text}"), format!("{letter}: {text}")] {
            assert_eq!(item.mark(&given), Ok(true), "{given} to {item:?}");
        }
    }
    let letters: String = choices.letters().split(", ").collect();
    for given in
        [choices.letters(), letters.to_lowercase(), choices.letters().replace(", ", " and ")]
    {
        assert_eq!(item.mark(&given), Ok(true), "{given} to {item:?}");
    }
}

#[test]
fn a_copied_line_of_a_choice_is_its_choice_in_questions_with_signs_too() {
    for kind in [QuizKind::Template, QuizKind::Tree, QuizKind::Grammar] {
        for item in &quiz(kind, QuizLevel::Two, 3, 4).items {
            match item {
                Item::Template(it) => {
                    check_choices(item, &it.templates, 1, |it| it.text().to_string());
                }
                Item::Tree(it) => {
                    check_choices(item, &it.trees, 1, |it| it.expression().to_s_expression());
                }
                Item::Grammar(it) => {
                    let right = it.grammars.letters().split(", ").count();
                    check_choices(item, &it.grammars, right, ToString::to_string);
                }
                _ => unreachable!("it is of no such kind"),
            }
        }
    }
}

/// Step 2 of how to add a kind of question.
#[test]
fn every_question_type_is_in_the_table_of_quiz_kinds() {
    let table = include_str!("../../src/quizzes/mod.rs");
    for entry in std::fs::read_dir("src/quizzes").unwrap() {
        let source = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        let questions = source.lines().filter_map(|line| line.strip_prefix("impl Question for "));
        for question in questions.map(|line| line.trim_end_matches([' ', '{'])) {
            assert!(
                table.contains(&format!("({question}) = ")),
                "step 2 of how to add a kind of question: `{question}` is not in the table"
            );
        }
    }
}

/// Step 1 of how to add a kind of question.
#[test]
#[ignore = "`.ci/long` runs it"]
fn every_quiz_kind_has_a_hundred_questions_and_accepts_their_answers() {
    for &kind in QuizKind::ALL {
        for &level in QuizLevel::ALL {
            let (sender, receiver) = std::sync::mpsc::channel();
            std::thread::spawn(move || sender.send(quiz(kind, level, 1, 100)));
            let made = receiver.recv_timeout(std::time::Duration::from_secs(120));
            let made = made.unwrap_or_else(|_| {
                panic!("step 1 of how to add a kind of question: `{kind}` has too few of {level}")
            });
            let subjects: HashSet<String> = made.items.iter().map(Item::subject).collect();
            assert_eq!(subjects.len(), 100, "{kind} of {level}");
            for item in &made.items {
                judge(item);
                let marked = item.mark(&item.answer());
                assert_eq!(marked, Ok(true), "step 1 of how to add a kind of question: {item:?}");
                for given in ["", "no idea", "½½"] {
                    assert_ne!(item.mark(given), Ok(true), "{given} to {item:?}");
                }
            }
        }
    }
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn a_value_question_has_the_value_of_its_grammar_and_another_grammar_differs() {
    for (level, item) in items(QuizKind::Value) {
        let Item::Value(question) = &item else { panic!("{item:?}") };
        let (text, grammar) = (question.parse.text(), question.parse.grammar());
        let right = value(text, grammar).unwrap();
        assert_eq!(&right, question.value());
        let others = level.grammars().iter().map(|it| value(text, it));
        let others: Vec<_> = others.filter(|it| it.as_ref() != Some(&right)).collect();
        assert!(!others.is_empty(), "{text}");
        for other in others.into_iter().flatten() {
            assert_eq!(item.mark(&other.to_string()), Ok(false), "{text}");
        }
        let doubled = |it: bracket24::num_bigint::BigInt| Rational::from(it) * Rational::from(2);
        let unreduced = format!("= {} / {}", doubled(right.numer()), doubled(right.denom()));
        assert_eq!(item.mark(&unreduced), Ok(true));
        assert_eq!(item.mark(&right.to_string().replace('-', "−")), Ok(true));
        let operators = text.chars().filter(|it| "+-*/^".contains(*it)).count();
        assert_eq!(operators, level.operators());
        if level == QuizLevel::Six {
            assert_eq!(text.matches('^').count(), 2, "{text}");
        } else {
            assert_eq!(text.contains('('), level >= QuizLevel::Three, "{text}");
        }
    }
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn decimal_answers_are_judged_exactly() {
    let half =
        items(QuizKind::Value).map(|(_, item)| item).find(|it| it.answer() == "-1/2").unwrap();
    for given in ["-0.5", "-.5", "−0.50", "-2/4", "- 1/2", "–1/2", "- 0.5", "(-1/2)", "-1 / 2."]
    {
        assert_eq!(half.mark(given), Ok(true), "{given}");
    }
    for given in ["-0.51", "0.5", "-0.", "5."] {
        assert_eq!(half.mark(given), Ok(false), "{given}");
    }
    let nones = [".", "1/0", "0.5.5", "1e3", "-5/1.0", "-1/2.0", "1/-2", "--1/2", "(-1/2", "-"];
    for given in nones {
        assert!(half.mark(given).is_err(), "{given}");
    }
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn exactly_one_offered_tree_is_that_of_the_grammar_and_the_others_are_not() {
    for (level, item) in items(QuizKind::Tree) {
        let Item::Tree(question) = &item else { panic!("{item:?}") };
        let text = question.parse.text();
        let tree = |parse: &Parse| parse.expression().to_s_expression();
        check_choices(&item, &question.trees, 1, tree);
        let right = question.parse.grammar().parse(text).unwrap().to_s_expression();
        assert_eq!(item.mark(&right), Ok(true));
        assert_eq!(item.mark(&right.replace('(', " ( ").replace('-', "−")), Ok(true));
        for (_, choice) in question.trees.iter() {
            let by_grammar = |it: &Grammar| it.parse(text).unwrap().to_s_expression();
            assert!(level.grammars().iter().map(by_grammar).any(|it| it == tree(&choice.option)));
            assert_eq!(choice.is_right, tree(&choice.option) == right);
        }
        assert_eq!(item.mark("(+ 1 (* 2 3))"), Ok(false), "a tree, and none of these");
    }
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn the_brackets_question_has_exactly_one_text_with_fewest_brackets() {
    for (level, item) in items(QuizKind::Brackets) {
        let Item::Brackets(question) = &item else { panic!("{item:?}") };
        let (text, fewest) = (question.parse.text(), &question.fewest);
        let grammar = question.parse.grammar();
        let right = value(text, grammar);
        assert_eq!(value(fewest, grammar), right);
        let spaced = fewest.replace('(', "( ").replace('*', " × ");
        let by_letters = fewest.replace('*', "x").replace('/', ":");
        for given in [&*spaced, &by_letters, &format!("= {spaced}"), &spaced.replace('-', "–")] {
            assert_eq!(item.mark(given), Ok(true), "{given}");
        }
        // Removing any further pair changes the value.
        let pairs = text.matches('(').count();
        assert_eq!(pairs, level.operators() - 1);
        for (at, _) in fewest.match_indices('(') {
            let mut open = 0;
            let close = fewest[at..].find(|it| {
                open += i32::from(it == '(') - i32::from(it == ')');
                open == 0
            });
            let close = at + close.unwrap();
            let fewer = [&fewest[..at], &fewest[at + 1..close], &fewest[close + 1..]].concat();
            assert_ne!(value(&fewer, grammar), right, "{fewer} for {text}");
            assert_eq!(item.mark(&fewer), Ok(false));
        }
        if text != fewest {
            assert_eq!(item.mark(text), Ok(false), "{text}");
        }
        assert!(item.mark("(((").is_err() && item.mark("7").is_err());
    }
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn every_grammar_that_gives_the_value_is_a_right_answer_and_some_do_not_give_it() {
    for (level, item) in items(QuizKind::Grammar) {
        let Item::Grammar(question) = &item else { panic!("{item:?}") };
        let gives = |it: &&Grammar| value(question.text(), it).as_ref() == Some(&question.value);
        let right: Vec<&Grammar> = level.grammars().iter().filter(gives).collect();
        assert!(!right.is_empty() && right.len() < level.grammars().len());
        check_choices(&item, &question.grammars, right.len(), ToString::to_string);
        let names: Vec<&str> = right.iter().rev().map(|it| it.name()).collect();
        for given in [names.join(", "), names.join(" "), names.join(" and ").to_uppercase()] {
            assert_eq!(item.mark(&given), Ok(true), "{given} to {item:?}");
        }
        let all: Vec<&str> = level.grammars().iter().map(Named::name).collect();
        assert_eq!(item.mark(&all.join(",")), Ok(false));
    }
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn parsing_fails_at_the_column_and_continues_with_an_expected_token() {
    for (level, item) in items(QuizKind::Error) {
        let Item::Error(question) = &item else { panic!("{item:?}") };
        let text = question.failed.text();
        let grammar = &level.grammars()[0];
        let fails_at = |text: &str| grammar.parse(text).err().map(|error| error.span.start);
        let at = fails_at(text).unwrap();
        assert_eq!(question.column(), at + 1);
        let Some(tokens) = &question.tokens else {
            assert_eq!(item.mark(&format!("Column {}", at + 1)), Ok(true));
            assert_eq!(item.mark(&at.to_string()), Ok(false));
            continue;
        };
        for (_, choice) in tokens.iter() {
            let could_stand = match choice.option {
                "the end" => fails_at(&text[..at]).is_none(),
                token => {
                    let longer = format!("{}{token}", &text[..at]);
                    // Any further error then comes after the token.
                    fails_at(&longer).is_none_or(|at| at == longer.len())
                }
            };
            assert_eq!(choice.is_right, could_stand, "{} in {text} at {at}", choice.option);
        }
        let right: Vec<&str> =
            tokens.iter().filter(|(_, it)| it.is_right).map(|(_, it)| it.option).collect();
        check_choices(&item, tokens, right.len(), |token| (*token).to_owned());
        let letters = tokens.letters();
        for given in [
            right.join(", "),
            right.join(" or "),
            right.join(", ").replace('7', "a number"),
            right.join(" ").replace('7', "A number").replace("the end", "end"),
            right.concat().replace("the end", " the end"),
            letters.replace(", ", "/"),
            letters.replace(", ", " / "),
        ] {
            assert_eq!(item.mark(&given), Ok(true), "{given} to {item:?}");
        }
        assert!(["+x", "/", "+/", "("].iter().all(|it| item.mark(it) != Ok(true)), "{item:?}");
    }
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn exactly_one_offered_template_gives_the_expression_or_solves_the_hand() {
    for (level, item) in items(QuizKind::Template) {
        let Item::Template(question) = &item else { panic!("{item:?}") };
        check_choices(&item, &question.templates, 1, |it| it.text().to_string());
        let filled = question.filled.text();
        let solutions = match &question.of {
            TemplateOf::Expression => Vec::new(),
            TemplateOf::Hand(inspection) => solve(&inspection.hand, &24.into()).unwrap(),
        };
        for (_, choice) in question.templates.iter() {
            let template = &choice.option;
            let is_it = match &question.of {
                TemplateOf::Expression => {
                    let slots: String = filled
                        .chars()
                        .map(|it| if it.is_ascii_digit() { 'N' } else { it })
                        .collect();
                    slots == *template.text()
                }
                TemplateOf::Hand(_) => solutions.iter().any(|it| it.template() == template.text()),
            };
            assert_eq!(choice.is_right, is_it, "{template} for {}", item.subject());
            let typed = template.text().to_lowercase().replace('-', " − ");
            assert_eq!(item.mark(&typed), Ok(is_it));
        }
        let is_of_hand = matches!(question.of, TemplateOf::Hand(_));
        assert_eq!(is_of_hand, level >= QuizLevel::Three);
        if is_of_hand {
            assert_eq!(value(filled, &Grammar::Left), Some(24.into()));
        }
        assert_eq!(item.mark("N+N+N+N+N+N"), Ok(false), "a template, and none of these");
    }
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn quiz_questions_are_all_different_and_a_longer_quiz_extends_a_shorter_one() {
    let recipe = Recipe { count: 100, seed: 3, ..Recipe::default() };
    for &level in QuizLevel::ALL {
        let long = Quiz::new(Recipe { level, ..recipe.clone() });
        let subjects: Vec<String> = long.items.iter().map(Item::subject).collect();
        assert_eq!(subjects.iter().collect::<HashSet<_>>().len(), 100);
        let turn = QuizKind::ALL.len();
        let short = Quiz::new(Recipe { level, count: turn + 1, ..recipe.clone() });
        assert!(short.items.iter().map(Item::subject).eq(subjects.into_iter().take(turn + 1)));
        let kinds: HashSet<QuizKind> = short.items[..turn].iter().map(Item::kind).collect();
        assert_eq!(kinds.len(), turn, "each kind has its turn");
    }
}

#[test]
fn a_quiz_without_a_kind_has_no_questions_and_a_quiz_has_at_most_100() {
    assert!(Quiz::new(Recipe { kinds: Vec::new(), ..Recipe::default() }).items.is_empty());
    let many = Recipe { kinds: vec![QuizKind::Tree], count: usize::MAX, ..Recipe::default() };
    assert_eq!(Quiz::new(many).items.len(), 100);
}

#[test]
fn a_seed_always_makes_the_same_questions() {
    let made = |kinds: Vec<QuizKind>, count| {
        QuizLevel::ALL.iter().flat_map(move |&level| {
            let quiz = Quiz::new(Recipe { kinds: kinds.clone(), level, count, seed: 7 });
            let line = move |item: &Item| {
                format!("{level} {}: {} {}", item.kind(), item.subject(), item.answer())
            };
            quiz.items.iter().map(line).collect::<Vec<_>>()
        })
    };
    // Step 4 of how to add a kind of question: a kind after these six adds its lines at the end. If
    // a line changes, the quizzes need another QUIZ_VERSION.
    let (six, later) = QuizKind::ALL.split_at(6);
    let later = later.iter().flat_map(|&kind| made(vec![kind], 1));
    let made = made(six.to_vec(), 8).chain(later);
    snapbox::assert_data_eq!(made.collect::<Vec<_>>().join("\n"), snapbox::file!["quizzes.txt"]);
}

#[test]
fn a_printed_quiz_recipe_parses_back_and_an_invalid_one_is_reported() {
    for &level in QuizLevel::ALL {
        let kinds = vec![QuizKind::Error, QuizKind::Value];
        let recipe = Recipe { kinds, count: 100, level, seed: u64::MAX };
        assert_eq!(recipe.to_string().parse(), Ok(recipe));
    }
    let line = Recipe::default().to_string();
    let read = |line: String| line.parse::<Recipe>().unwrap_err();
    assert_eq!(
        read(line.replace("quiz-2", "quiz-0")),
        RecipeError::Version("quiz-0, pcg32-1".into())
    );
    assert_eq!(read(line.replace("--count 5", "--count 0")), RecipeError::Count(0));
    assert!(matches!(read(line.replace("tree", "trees")), RecipeError::Unknown(_)));
    assert!(matches!(read(line.replace("--level 2", "--level 9")), RecipeError::Unknown(_)));
    // A terminal may break the line.
    let cut = line.trim_end_matches(" pcg32-1");
    for broken in ["", "bracket24 quiz", "bracket24 quiz # quiz-2, pcg32-1", cut] {
        assert_eq!(broken.parse::<Recipe>(), Err(RecipeError::Malformed), "{broken}");
    }
    assert_eq!(read(line.replace("--seed 0", "--seed x")), RecipeError::Malformed);
}

#[test]
fn the_quiz_offers_templates_of_the_canonical_set() {
    for (_, item) in items(QuizKind::Template).take(20) {
        let Item::Template(question) = &item else { panic!("{item:?}") };
        for (_, choice) in question.templates.iter() {
            let set = TemplateSet::named(SetName::Canonical, choice.option.slots(), &Grammar::Left);
            assert!(set.iter().map(Template::text).any(|it| it == choice.option.text()));
        }
    }
}

#[test]
fn a_cancelled_quiz_ends_and_has_no_question_from_parses_that_were_given_up() {
    for kind in QuizKind::ALL {
        let recipe = || Recipe { kinds: vec![*kind], count: 1, ..Recipe::default() };
        assert!(while_wanted(|| false, || Quiz::new(recipe())).items.is_empty(), "{kind}");
        assert_eq!(while_wanted(|| true, || Quiz::new(recipe())).items.len(), 1, "{kind}");
    }
}
