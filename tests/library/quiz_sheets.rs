//! Sheets of answers to a quiz, as they are read.

use bracket24::quizzes::{FilledSheet, Recipe, RecipeError, SheetError, SheetErrorKind};

/// A sheet with these lines after that of its recipe.
fn sheet(lines: &str) -> Result<FilledSheet, SheetError> {
    FilledSheet::read(&format!("**Quiz**\n\nSheet: `{}`\n{lines}", Recipe::default()))
}

#[test]
fn answers_are_found_in_every_usual_markdown_notation() {
    for lines in [
        "**1.** What?\nAnswer: 1/2\n**2.** What?\nAnswer: B",
        "**1.** What?\r\n\r\nAnswer: `1/2`\r\n\r\n**2.** What?\r\n\r\nAnswer: **B**\r\n",
        "__1.__ What?\nanswer:\n\n1/2\n\n__2.__ What?\n**Answer:** B\n\nthank you\n",
        "## 1. What?\n> Answer: 1/2 ____\n## 2. What?\n- Answer: \\B\n**3.** What?\nAnswer: ___\n",
    ] {
        let read = sheet(lines).unwrap();
        let given: Vec<_> = read.given.iter().map(|it| (it.number, &*it.text)).collect();
        assert_eq!(given, [(1, "1/2"), (2, "B")], "{lines}");
    }
    // What is within an answer belongs to it.
    for (line, text) in
        [("extended\\_left", "extended_left"), ("**a_b**", "a_b"), ("kz**", "kz**"), ("_a_", "a")]
    {
        assert_eq!(sheet(&format!("**1.** What?\nAnswer: {line}")).unwrap().given[0].text, text);
    }
    let late = sheet("**5.** What?\nAnswer: C\n**2.** What?\nAnswer: B").unwrap();
    assert_eq!(late.mark().score().unanswered(), 3);
}

#[test]
fn the_error_for_a_sheet_with_foreign_questions_names_the_line() {
    let error = |line, kind| Err(SheetError { line: Some(line), kind });
    let none = SheetError { line: None, kind: SheetErrorKind::NoRecipe };
    assert_eq!(FilledSheet::read(""), Err(none));
    let malformed = SheetErrorKind::Recipe(RecipeError::Malformed);
    assert_eq!(FilledSheet::read("Sheet: x"), error(1, malformed));
    assert_eq!(sheet("**6.** What?"), error(4, SheetErrorKind::NoQuestion(6)));
    assert_eq!(sheet("**0.** What?"), error(4, SheetErrorKind::NoQuestion(0)));
    let huge = format!("**{}.** What?", "9".repeat(40));
    assert_eq!(sheet(&huge), error(4, SheetErrorKind::NoQuestion(usize::MAX)));
    assert_eq!(sheet("**1.** a\n**1.** b"), error(5, SheetErrorKind::Twice(1)));
    assert_eq!(sheet("\nAnswer: 5"), error(5, SheetErrorKind::AnswerAlone));
    let twice = sheet("**2.** a\nAnswer: 5\nAnswer: 6");
    assert_eq!(twice, error(6, SheetErrorKind::SecondAnswer(2)));
}
