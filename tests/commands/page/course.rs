//! Tests lessons beside the editors, and quizzes, in a browser.

use super::server::Server;

/// A script that chooses from the menu of examples and lessons.
const CHOOSE: &str = "(() => { const menu = document.querySelector('#examples'); menu.value = \
                      NAME; menu.dispatchEvent(new Event('change')); })()";

/// A script that presses the button of a lesson whose label contains this text.
const PRESS: &str = "[...document.querySelectorAll('#course-text button')]\
                     .find((it) => it.textContent.includes(NAME)).click()";

fn filled(script: &str, name: &str) -> String {
    script.replace("NAME", &format!("{name:?}"))
}

#[test]
#[ignore = "needs Chromium"]
fn the_page_runs_a_lesson_command_next_to_the_lesson_and_opens_its_input_in_editors() {
    let server = Server::start(&[]);
    let mut browser = server.window("#text=1");
    browser.wait_for(
        "document.querySelector('#examples optgroup[label=\"Lessons: parsing\"]') !== null",
    );
    browser.evaluate(&filled(CHOOSE, "lesson grammar"));
    browser
        .wait_for("document.querySelector('#course-text h1')?.textContent === 'What a grammar is'");
    browser.evaluate(&filled(PRESS, "8-4-2 --grammar sums.pest"));
    // The grammar comes from the lesson, not from a folder.
    browser.wait_for("document.querySelector('#live-text').value === '8-4-2'");
    browser.wait_for("document.querySelector('#live-grammar').value.startsWith('line   =')");
    browser.wait_for(
        "document.querySelector('#course-text pre span')?.textContent.includes('└─ EOI')",
    );
    assert_eq!(browser.text("#tabs [aria-selected=true]"), "Lesson");
    browser.evaluate(&filled(PRESS, "Next lesson"));
    browser.wait_for(
        "document.querySelector('#course-text h1')?.textContent.startsWith('Sequence and ordered choice')",
    );
    browser.evaluate(&filled(CHOOSE, "lesson csv"));
    browser.wait_for("document.querySelector('#course-text h1') !== null");
    browser.wait_for("document.querySelector('#course-text')?.textContent.includes('people.csv')");
    browser.evaluate(&filled(PRESS, "--file people.csv --grammar csv.pest --start file"));
    // The file comes from the lesson, too.
    browser.wait_for("document.querySelector('#live-text').value.startsWith('name,')");
    browser.wait_for("document.querySelector('#live-start').value === 'file'");
    // The other course is in the menu, too.
    browser.evaluate(&filled(CHOOSE, "lesson template"));
    browser.wait_for(
        "document.querySelector('#course-text h1')?.textContent.startsWith('A template')",
    );
    browser.evaluate(&filled(PRESS, "templates show N+N+N+N"));
    browser.wait_for(
        "document.querySelector('#course-text pre span')?.textContent.includes('24 orders')",
    );
    // The commands of one block each keep their output.
    browser.evaluate(&filled(CHOOSE, "lesson keywords"));
    browser.wait_for("document.querySelector('#course-text')?.textContent.includes('notebook')");
    for (command, ran) in [("parse notebook", 1), ("parse 'rust android'", 2)] {
        browser.evaluate(&filled(PRESS, command));
        let spans = "document.querySelectorAll('#course-text pre span').length";
        browser.wait_for(&format!("{spans} === {ran}"));
    }
    let block = "[...document.querySelectorAll('#course-text pre')].map((it) => it.textContent)\
                 .find((it) => it.includes('notebook'))";
    let text = browser.evaluate(block).to_string();
    for part in ["ebook", "\\n\\n$ bracket24 parse 'rust android'", "roid"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert_eq!(browser.errors(), Vec::<serde_json::Value>::new());
}

#[test]
#[ignore = "needs Chromium"]
fn the_page_asks_and_marks_quiz_questions_and_shows_the_score() {
    let server = Server::start(&[]);
    let mut browser = server.window("#text=1");
    browser.wait_for(
        "document.querySelector('#examples optgroup[label=\"Lessons: parsing\"]') !== null",
    );
    browser.evaluate(&filled(CHOOSE, "lesson stacks"));
    browser.wait_for("document.querySelector('#course-text h1') !== null");
    browser.evaluate(&filled(PRESS, "quiz --kind value"));
    for number in 1..=5 {
        let is_asked = format!(
            "document.querySelector('#course-text')?.textContent.includes('Question {number} of 5')"
        );
        browser.wait_for(&is_asked);
        browser.type_text("no number");
        browser.evaluate("document.querySelector('#course-text form').requestSubmit()");
        browser.wait_for("document.querySelector('#course-text [role=status]').textContent !== ''");
        assert!(browser.count("#course-text form") == 1, "it asks again for an answer");
        browser.evaluate("document.querySelector('#course-text input').value = '123456'");
        browser.evaluate("document.querySelector('#course-text form').requestSubmit()");
        browser.wait_for("document.querySelector('#course-text .failed') !== null");
        if number < 5 {
            browser.evaluate(&filled(PRESS, "Next question"));
        }
    }
    assert!(browser.text("#course-text").contains("0 of 5 right."));
}

#[test]
#[ignore = "needs Chromium"]
fn the_server_runs_only_the_commands_of_a_lesson() {
    let server = Server::start(&[]);
    let mut browser = server.window("#text=1");
    let asked = |body: &str| {
        format!(
            "fetch('/api/command', {{ method: 'POST', body: JSON.stringify({body}), headers: {{ \
             'content-type': 'application/json', ...(token && {{ 'x-bracket24-token': token }}) }} }})\
             .then((it) => it.status)"
        )
    };
    let token =
        "(() => { globalThis.token = new URLSearchParams(location.search).get('token'); })()";
    browser.evaluate(token);
    for (body, status) in [
        ("{ name: 'grammar', command: 'bracket24 parse 8-4-2' }", 200),
        ("{ name: 'grammar', command: 'bracket24 parse 8-4-2 -o x.html' }", 404),
        ("{ name: 'grammar', command: 'bracket24 serve' }", 404),
        ("{ name: 'grammar', command: '' }", 404),
        ("{ name: 'no lesson', command: 'bracket24 parse 8-4-2' }", 404),
        ("{ name: 'grammar' }", 400),
    ] {
        assert_eq!(browser.evaluate(&asked(body)), status, "{body}");
    }
}

#[test]
#[ignore = "needs Chromium"]
fn the_slider_moves_four_readers_through_a_text_together() {
    let server = Server::start(&[]);
    let mut browser = server.window("#text=8-4*2&beside=readers");
    browser.wait_for("document.querySelector('#tab-together-panel')?.hidden === false");
    browser.evaluate("document.querySelector('#tab-together-panel').click()");
    browser.wait_for("document.querySelectorAll('#together-panel h2').length === 4");
    assert!(
        browser.text("#together-panel").contains("12 rule calls, 12 lookups, 0 found, 12 stored")
    );
    assert_eq!(browser.errors(), Vec::<serde_json::Value>::new());
}

#[test]
#[ignore = "needs Chromium"]
fn every_reader_of_a_rejected_text_says_why_it_stops() {
    let server = Server::start(&[]);
    let mut browser = server.window("#text=8-&beside=readers");
    browser.wait_for("document.querySelectorAll('#grammars label').length === 4");
    for (reader, said) in [
        (1, "Expected a number or"),
        (2, "Expected a number or"),
        (3, "expected a number or"),
        (4, "an operand is missing"),
    ] {
        browser.click(&format!("#grammars label:nth-child({reader})"));
        browser.settle();
        let shown = browser.text("#live-text-said .failed");
        assert!(shown.contains(said), "{reader}: {shown}");
        // Only the readers that follow rules have a tree.
        assert_eq!(browser.count("#rules-panel"), u64::from(reader < 3), "{reader}");
        assert_eq!(browser.count("#live-grammar"), 1, "{reader}");
    }
    browser.evaluate(
        "(() => { const beside = document.querySelector('#live-beside'); beside.value = ''; \
         beside.dispatchEvent(new Event('change', { bubbles: true })); })()",
    );
    browser.wait_for("document.querySelectorAll('#grammars label').length <= 1");
    assert_eq!(browser.count("#stale"), 0);
    assert_eq!(browser.errors(), Vec::<serde_json::Value>::new());
}
