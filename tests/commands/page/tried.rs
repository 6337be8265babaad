//! Tests that the page shows the parser's attempts: failures, terminals, alternatives, and results
//! that a memo would know; and that all views mark the parts that belong together.

use std::path::PathBuf;
use std::process::Command;

use serde_json::{Value, json};

use super::browser::Browser;
use super::{file, made_by, page};

/// Returns the page of a text that cannot be parsed, or not by all readers.
fn failing(code: i32, arguments: &[&str]) -> PathBuf {
    let path = file();
    let made = Command::new(env!("CARGO_BIN_EXE_bracket24"))
        .args(arguments)
        .args(["--format", "html", "--output"])
        .arg(&path)
        .output()
        .unwrap();
    assert_eq!(made.status.code(), Some(code), "{arguments:?}");
    path
}

/// Returns the texts of all elements that a selector finds.
fn texts(browser: &mut Browser, selector: &str) -> Value {
    let script = format!(
        "[...document.querySelectorAll({selector:?})].filter((it) => it.checkVisibility()).map((it) => it.textContent.trim())"
    );
    browser.evaluate(&script)
}

/// Goes to an event of the whole trace.
fn go_to(browser: &mut Browser, event: u32) {
    browser.evaluate(&format!("location.hash = '#at={event}'"));
    browser.settle();
}

#[test]
#[ignore = "needs Chromium"]
fn a_failed_rule_lists_what_it_wanted_and_counts_what_has_no_room() {
    let rules = "line = { SOI ~ number ~ sign ~ EOI }\n\
                 sign = { \"<=\" | \">=\" | \"==\" | \"!=\" | \"<\" | \">\" }\n\
                 number = @{ ASCII_DIGIT+ }\n";
    let mut browser = Browser::start();
    for (rules, wanted) in [
        (rules.to_owned(), "a digit, <=, >=, ==, !=, < or >"),
        (
            rules.replace("{ \"<=\"", "{ \"a\" | \"b\" | \"c\" | \"d\" | \"e\" | \"<=\""),
            "a digit, a, b, c, d, e, <=, >=, == or one of 3 others",
        ),
    ] {
        let grammar = file().with_extension("pest");
        std::fs::write(&grammar, rules).unwrap();
        let grammar = grammar.to_str().unwrap();
        browser.open(&failing(2, &["trace", "3?", "--grammar", grammar]), "");
        browser.press("End");
        let said = format!("line failed at column 2: wanted {wanted}, saw ?.");
        assert_eq!(browser.text("#sentence"), said);
    }
}

#[test]
#[ignore = "needs Chromium"]
fn the_page_of_a_rejected_text_opens_at_the_place_of_the_failure() {
    let mut browser = Browser::start();
    for command in ["trace", "step", "parse"] {
        browser.open(&failing(2, &[command, "(5-8-7*6"]), "");
        assert_eq!(browser.text("h1"), "Why (5-8-7*6 cannot be parsed");
        assert_eq!(browser.text("#failure-heading"), "left rejects it: the text ends too early");
        assert_eq!(browser.text("#sentence"), "Wanted ), the text ends at column 9.");
        assert_eq!(browser.text("#part"), "in operand, second of four alternatives");
        assert_eq!(browser.text("#text .unclosed"), "(");
        assert_eq!(browser.text("#mended-text"), "With ) inserted: (5-8-7*6) = -45");
        assert_eq!(browser.text("ins.piece"), ")");
        assert!(browser.count("#mended-tree [role=treeitem]") > 5);
        // The tree shows the nodes at this event, and no longer at the end.
        assert!(browser.count("#rules-tree [role=treeitem]") > 5);
        browser.press("End");
        assert_eq!(browser.count("#rules-tree [role=treeitem]"), 1);
        browser.click("#furthest");
        assert_eq!(browser.text("#sentence"), "Wanted ), the text ends at column 9.");
        assert_eq!(browser.complaints(), [] as [Value; 0], "{command}");
    }
    browser.open(&failing(2, &["trace", "(5-8))*6"]), "");
    assert_eq!(browser.text("#failure .wrong"), ")");
    assert_eq!(browser.text("del.piece"), ")");
    for text in ["", "\u{7}", "+", "7+", "((8)"] {
        for command in ["trace", "explain"] {
            browser.open(&failing(2, &[command, text]), "");
            assert!(!browser.evaluate("document.title").as_str().unwrap().is_empty());
            assert_eq!(browser.complaints(), [] as [Value; 0], "{text:?}");
        }
    }
}

#[test]
#[ignore = "needs Chromium"]
fn the_explanation_page_lets_one_choose_a_grammar_that_rejects_the_text() {
    let numbers = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/grammars/without_brackets.pest");
    let mut browser = Browser::start();
    browser.open(&failing(0, &["explain", "(5-8)*6", "--grammar", numbers]), "");
    browser.click("#grammars label.failed");
    let said = browser.text("#failure-heading");
    assert!(said.contains("without_brackets.pest") && said.contains(" rejects it: "), "{said}");
    assert_eq!(browser.text("#sentence"), "Wanted a digit, saw ( at column 1.");
    assert_eq!(browser.complaints(), [] as [Value; 0]);
}

#[test]
#[ignore = "needs Chromium"]
fn the_page_shows_terminals_alternatives_and_rounds() {
    let mut browser = Browser::start();
    browser.open(&made_by("trace"), "");
    let mut said = Vec::new();
    for _ in 0..33 {
        browser.press("ArrowRight");
        said.push((browser.text("#sentence"), browser.text("#part")));
    }
    let minus = |(sentence, part): &&(String, String)| {
        sentence.starts_with("\"-\" matched -") && part.starts_with("in expression")
    };
    let minuses: Vec<_> = said.iter().filter(minus).map(|(_, part)| &**part).collect();
    let second = "in expression, second of two alternatives";
    assert_eq!(
        minuses,
        [format!("{second}, first time round"), format!("{second}, second time round")]
    );
    // On request, failures are events too.
    browser.click("#attempts");
    browser.press("Home");
    let mut failed = Vec::new();
    for _ in 0..16 {
        browser.press("ArrowRight");
        failed.push(browser.text("#sentence"));
    }
    assert!(failed.contains(&"Wanted a digit, saw ( at column 1.".to_owned()), "{failed:?}");
    // The active part is marked in the definitions of the open rules, and highlighted.
    browser.click("#attempts");
    go_to(&mut browser, 63);
    let marked = texts(&mut browser, "#stack .site[data-outcome]");
    assert_eq!(marked, json!(["expression", "term", "operand", "expression", "subtract"]));
    browser.click("#tab-rails-panel");
    let lit = texts(&mut browser, "#rails [data-outcome=matched]");
    assert_eq!(lit, json!(["term", "-", "subtract"]));
    assert_eq!(browser.complaints(), [] as [Value; 0]);
}

#[test]
#[ignore = "needs Chromium"]
fn a_memo_shortens_the_trace_and_keeps_the_trees() {
    let mut browser = Browser::start();
    let slow = ["--grammar", "right_slow"];
    browser.open(&page("trace", "((8))*(2-1)", &slow), "");
    let names = |browser: &mut Browser| {
        browser.evaluate(
            "[...document.querySelectorAll('#rules-tree [role=treeitem]')].map((it) => it.textContent)",
        )
    };
    for _ in ["pairs", "rule calls"] {
        browser.press("End");
        let plain = names(&mut browser);
        assert!(plain.as_array().unwrap().len() > 4, "{plain}");
        browser.click("#packrat");
        browser.press("End");
        assert_eq!(names(&mut browser), plain);
        browser.click("#packrat");
        browser.click("#pairs");
    }
    // The memo panel counts as `--readers` does.
    browser.open(&page("explain", "((8))", &[&slow[..], &["--readers"]].concat()), "");
    browser.click("#grammars label:nth-child(2)");
    browser.press("End");
    browser.click("#tab-memo-panel");
    let counted = browser.text("#memo caption");
    let (counted, _) = counted.split_once(". ").unwrap();
    browser.click("#tab-together-panel");
    let counts = browser.text("#together-panel > :nth-child(2) > :last-child");
    assert!(counts.contains(&format!("; in all {counted}, ")), "{counts}: {counted}");
    assert_eq!(browser.complaints(), [] as [Value; 0]);
}

#[test]
#[ignore = "needs Chromium"]
fn the_memo_of_a_page_stores_no_result_that_can_vary() {
    let grammar = file().with_extension("pest");
    let rules = "line = { SOI ~ (a ~ \"!\" | n ~ \"?\") ~ EOI }\n\
                 a = @{ n }\nn = { \"x\" ~ \"y\" }\nWHITESPACE = _{ \" \" }\n";
    std::fs::write(&grammar, rules).unwrap();
    let options = ["--grammar", grammar.to_str().unwrap()];
    let mut browser = Browser::start();
    for text in ["xy?", "x y?"] {
        let made = page("trace", text, &options);
        // `n` is the third rule after `EOI`.
        assert!(std::fs::read_to_string(&made).unwrap().contains("\"varying\":[3]"));
        browser.open(&made, "");
        browser.press("End");
        browser.click("#tab-memo-panel");
        let counted = Command::new(env!("CARGO_BIN_EXE_bracket24"))
            .args(["trace", text, "--stats", "--json"])
            .args(options)
            .output()
            .unwrap();
        let counted: Value = serde_json::from_slice(&counted.stdout).unwrap();
        let said = format!("With a memo: {} rule calls, ", counted["distinct"]);
        let caption = browser.text("#memo caption");
        assert!(caption.contains(&said), "{caption}: {counted}");
    }
    assert_eq!(browser.complaints(), [] as [Value; 0]);
}

#[test]
#[ignore = "needs Chromium"]
fn a_memo_table_fills_and_a_packrat_parser_makes_a_shorter_trace() {
    let mut browser = Browser::start();
    browser.open(&page("trace", "(8-4)-2", &["--grammar", "right_slow"]), "");
    browser.click("#tab-memo-panel");
    let mut filled = Vec::new();
    for at in [1, 40, 120, 250] {
        go_to(&mut browser, at);
        filled.push(browser.count("#memo td:not(:empty)"));
    }
    assert!(filled.is_sorted() && filled[0] < filled[3], "{filled:?}");
    assert!(browser.count("#memo td.again") > 3);
    let events = |browser: &mut Browser| browser.evaluate("Number(slider.max)").as_u64().unwrap();
    let all = events(&mut browser);
    browser.click("#packrat");
    assert!(events(&mut browser) * 3 < all * 2);
    browser.press("Home");
    let mut looked_up = 0;
    while browser.evaluate("slider.value !== slider.max") == true {
        browser.press("ArrowRight");
        let sentence = browser.text("#sentence");
        let is_lookup = sentence.contains("is looked up at");
        assert_eq!(is_lookup, browser.text("#part").ends_with("a memo would know"), "{sentence}");
        looked_up += usize::from(is_lookup);
    }
    assert!(looked_up > 2, "{looked_up}");
    assert_eq!(browser.text("#value"), "2");
    assert_eq!(browser.complaints(), [] as [Value; 0]);
}

#[test]
#[ignore = "needs Chromium"]
fn the_page_shows_the_whole_trace_at_once_and_prints_it() {
    let mut browser = Browser::start();
    browser.open(&page("trace", "((8))", &["--grammar", "right_slow"]), "#at=120");
    browser.click("#tab-calls-panel");
    let [all, again, lost] = ["", ".again", ".lost"].map(|it| format!("#calls-panel .words{it}"));
    // Repeated calls are folded, and one of them represents the active call.
    let folded = browser.count(&all);
    assert!(folded > 20 && browser.count(&again) > 5 && browser.count(&lost) > 10);
    assert_eq!(browser.count("#calls-panel .again[aria-current]"), 1);
    browser.show_as("print", "light");
    assert!(browser.count(&all) > 2 * folded);
    // On paper, discarded calls are grey, repeated or not.
    let colors = "[...new Set([...document.querySelectorAll('#calls-panel .lost')]
        .map((it) => getComputedStyle(it).color))]";
    assert_eq!(browser.evaluate(colors).as_array().unwrap().len(), 1);
    browser.show_as("screen", "light");
    // Calls with the same result are one item only if they begin at the same place.
    browser.open(&page("trace", "8 - 4", &[]), "");
    browser.click("#tab-calls-panel");
    let items = texts(&mut browser, "#calls-panel li:not(:has(li)) > .words");
    assert_eq!(items, json!(["number 8", "number 4"]));
    browser.open(&page("explain", "(8-4)*2", &["--readers"]), "#grammar=shunting_yard");
    browser.show_as("print", "light");
    assert!(browser.text("#calls-panel li:nth-child(4)").ends_with("operands: 8  4"));
    assert!(browser.count("#calls-panel li") > 6);
    assert_eq!(browser.complaints(), [] as [Value; 0]);
}

#[test]
#[ignore = "needs Chromium"]
fn selecting_a_part_in_one_view_marks_it_in_all_views() {
    let mut browser = Browser::start();
    browser.open(&made_by("trace"), "");
    browser.press("End");
    // The expression in the brackets, in the tree.
    browser.click("#rules-tree [data-place='2'] rect");
    assert_eq!(
        texts(&mut browser, "#steps .linked .result"),
        json!(["(-3)-7 is -10 by expression"])
    );
    let operations = "#operations-tree .linked .matched";
    assert_eq!(texts(&mut browser, operations), json!(["= -10"]));
    assert_eq!(texts(&mut browser, "#source .linked"), json!(["expression"]));
    // A key chooses the part of the grammar that begins every subtraction.
    go_to(&mut browser, 63);
    assert_eq!(texts(&mut browser, "#text .linked"), json!(["5-8-", "7"]));
    browser.click("#source [data-rule=expression] .site:nth-of-type(4)");
    assert_eq!(browser.text("#selected-heading"), "Selected part of the grammar");
    assert_eq!(texts(&mut browser, "#text .linked"), json!(["-", "-"]));
    browser.evaluate("document.querySelector('#source').focus()");
    browser.press_with_shift("ArrowRight");
    assert_eq!(texts(&mut browser, "#text .linked"), json!(["8", "7"]));
    assert_eq!(browser.count("#rules-tree .linked"), 2);
    // Keys choose a piece of the text, an open rule and a step.
    browser.evaluate("document.querySelector('#text').focus()");
    browser.press_with_shift("ArrowLeft");
    assert_eq!(browser.text("#selected-heading"), "Selected rule");
    browser.evaluate("document.querySelector('#stack').focus()");
    browser.press_with_shift("ArrowDown");
    assert_eq!(browser.count("#stack li.linked"), 1);
    go_to(&mut browser, 9999);
    browser.evaluate("document.querySelector('#steps').focus()");
    browser.press_with_shift("ArrowUp");
    assert_eq!(browser.text("#selected-heading"), "Selected operation");
    assert_eq!(browser.complaints(), [] as [Value; 0]);
}

#[test]
#[ignore = "needs Chromium"]
fn the_page_can_join_fold_and_fit_a_tree_and_align_it_under_its_text() {
    let mut browser = Browser::start();
    browser.open(&page("parse", "8/(3-8/3)*2-5+7*(3-1)-4/(2+6)-9", &[]), "");
    let nodes = "#rules-tree [role=treeitem]";
    let sizes = "(() => {
        const [tree, panel] = ['#rules-tree svg', '#rules-tree'].map((it) => document.querySelector(it));
        return [tree.getBoundingClientRect().width <= panel.clientWidth, panel.scrollHeight - panel.clientHeight];
    })()";
    assert_eq!(browser.evaluate(sizes), json!([true, 0]));
    let joined = browser.count(nodes);
    browser.click("#rules-joins");
    assert!(browser.count(nodes) > joined + 20);
    let unfolded = browser.count(nodes);
    browser.evaluate("document.querySelector('#rules-tree [data-place=\"1\"]').dispatchEvent(new MouseEvent('click', { bubbles: true }))");
    browser.settle();
    browser.press("-");
    assert_eq!(browser.count(nodes), 2);
    browser.press("+");
    // The page draws the node with the focus even if it is out of sight.
    assert!(browser.count(nodes) >= unfolded);
    browser.click("#rules-isUnder");
    let places = "(() => {
        const characters = [...document.querySelectorAll('#rules-tree .characters text')];
        const number = [...document.querySelectorAll('#rules-tree [role=treeitem]')]
            .findLast((it) => it.textContent.includes('number, matched 9'));
        const [one, other] = [characters.at(-1), number.querySelector('rect')].map((it) => it.getBoundingClientRect());
        return [characters.map((it) => it.textContent).join(''), Math.round(one.x + one.width / 2 - other.x - other.width / 2)];
    })()";
    assert_eq!(browser.evaluate(places), json!(["8/(3-8/3)*2-5+7*(3-1)-4/(2+6)-9", 0]));
    assert_eq!(browser.complaints(), [] as [Value; 0]);
}

#[test]
#[ignore = "needs Chromium"]
fn the_expression_and_the_slider_stay_on_the_first_screen_of_a_phone() {
    let mut browser = Browser::start();
    browser.resize(390, 844);
    let seen = "['#text', '#slider', '#forward'].every((it) => {
        const { top, bottom } = document.querySelector(it).getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
    })";
    for page in [made_by("explain"), made_by("trace"), failing(2, &["trace", "(5-8-7*6"])] {
        browser.open(&page, "");
        assert_eq!(browser.evaluate(seen), true);
        browser.evaluate("scrollTo(0, 900)");
        browser.settle();
        assert_eq!(browser.evaluate(seen), true);
        assert_eq!(browser.evaluate(super::OVERFLOW), 0);
    }
}

#[test]
#[ignore = "needs Chromium"]
fn the_page_for_ten_kilobytes_of_json_is_under_two_megabytes() {
    let json_grammar = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/grammars/pest/json.pest");
    let item = r#"{"id": 7, "name": "item", "tags": ["a", "bc"], "ok": true, "none": null},"#;
    let text = format!("[{}0]", item.repeat(140));
    assert!(text.len() > 10_000);
    let made = page("trace", &text, &["--grammar", json_grammar]);
    assert!(std::fs::metadata(&made).unwrap().len() < 2_000_000);
    let mut browser = Browser::start();
    browser.open(&made, "");
    for _ in 0..3 {
        browser.press("PageDown");
    }
    browser.press("End");
    browser.settle();
    assert!(browser.text("#sentence").starts_with("json matched"));
    assert_eq!(browser.complaints(), [] as [Value; 0]);
}

#[test]
#[ignore = "needs Chromium"]
fn the_page_shows_the_steps_and_stacks_of_every_reader() {
    let mut browser = Browser::start();
    browser.open(&page("explain", "(8-4)*2-1", &["--readers"]), "");
    assert_eq!(browser.text("#verdict"), "all readers make the same tree");
    let names = texts(&mut browser, "#grammars .name");
    assert_eq!(names, json!(["peg = 7", "packrat = 7", "pratt = 7", "shunting_yard = 7"]));
    for (reader, last) in [(3, "- joins its operands"), (4, "- is taken off at the end")] {
        browser.click(&format!("#grammars label:nth-child({reader})"));
        browser.press("Home");
        browser.evaluate("slider.focus()");
        assert_eq!(browser.text("#sentence"), "Nothing has been read yet.");
        let mut nodes = vec![0];
        let mut said = Vec::new();
        while browser.evaluate("document.body.dataset.phase") == "reading" {
            browser.press("ArrowRight");
            nodes.push(browser.count("#operations-tree [role=treeitem]"));
            said.push(browser.text("#sentence"));
        }
        assert!(nodes.is_sorted() && nodes.last() == Some(&7), "{nodes:?}");
        assert!(said.iter().any(|it| it.starts_with(last)), "{said:?}");
        assert_eq!(browser.count("#rules-panel"), 0);
        browser.press("End");
        assert_eq!(browser.text("#value"), "7");
    }
    // Side by side, every reader is as far as the chosen one.
    browser.click("#tab-together-panel");
    browser.evaluate("location.hash = '#grammar=pratt&at=7'");
    browser.settle();
    let said = texts(&mut browser, "#together-panel .line + p");
    let brackets = "operand matched (8-4), columns 1 to 5.";
    let [call, sign] =
        ["0 is not greater than 20: the call returns.", ") takes its ( off the operators."];
    assert_eq!(said, json!([brackets, brackets, call, sign]));
    assert_eq!(browser.complaints(), [] as [Value; 0]);
    // A table that differs from the grammar's makes another tree.
    let table = ["--grammar", "scala", "--table", "+ - left; * / left"];
    let scala = failing(0, &[&["explain", "8-4-2", "--readers"][..], &table].concat());
    browser.open(&scala, "#grammar=pratt");
    assert_eq!(browser.text("#grammars label:nth-child(3) .verdict"), "another tree");
    assert_eq!(browser.text("#value"), "2");
    // Not every reader makes a tree, or none does.
    browser.open(&failing(2, &["explain", "8-4-", "--readers"]), "");
    assert_eq!(browser.text("#verdict"), "no reader accepts it");
    assert_eq!(browser.text("h1"), "Why 8-4- cannot be parsed");
}

/// A script that returns the tree on the page as `parse` prints it.
const SHOWN: &str = "(() => {
    const items = [...document.querySelectorAll('#rules-tree [role=treeitem]')];
    const level = (it) => Number(it?.getAttribute('aria-level') ?? 0);
    const open = [];
    let shown = '';
    items.forEach((it, index) => {
        while (open.length > 0 && open.at(-1) >= level(it)) shown += ')'.repeat(open.splice(-1).length);
        const [name, read] = it.querySelector('title').textContent.split(', matched ');
        const isLeaf = level(items[index + 1]) <= level(it) && name !== 'EOI';
        const text = read === 'nothing' ? '' : read;
        shown += (shown ? ' ' : '') + '(' + name;
        if (isLeaf) shown += ' ' + JSON.stringify(text.trim() || text);
        open.push(level(it));
    });
    return shown + ')'.repeat(open.length);
})()";

#[test]
#[ignore = "needs Chromium"]
fn the_page_shows_the_tree_of_pest_and_a_key_shows_all_calls() {
    let source = "file = { SOI ~ _part* ~ EOI }\n_part = _{ word | sign }\nword = @{ letter+ }\n\
                  letter = { ASCII_ALPHA }\nsign = { &\"#\" ~ \"#\" ~ rest? }\nrest = { \"!\"* }\n\
                  WHITESPACE = { \" \" }\n";
    let grammar = file().with_extension("pest");
    std::fs::write(&grammar, source).unwrap();
    let grammar = grammar.to_str().unwrap();
    let mut browser = Browser::start();
    for text in ["ab  c #!", "", "#", "a b c"] {
        let of = |options: &[&str]| {
            let arguments =
                [&["parse", text, "--grammar", grammar, "-f", "sexpr"], options].concat();
            let made = Command::new(env!("CARGO_BIN_EXE_bracket24")).args(arguments).output();
            String::from_utf8(made.unwrap().stdout).unwrap().trim_end().to_owned()
        };
        browser.open(&page("parse", text, &["--grammar", grammar]), "");
        browser.click("#rules-joins");
        assert_eq!(browser.evaluate(SHOWN), of(&[]), "{text}");
        browser.press("p");
        assert_eq!(browser.evaluate("document.querySelector('#pairs').checked"), false);
        let calls = browser.evaluate(SHOWN).as_str().unwrap().to_owned();
        assert!(calls.contains("EOI") && calls.len() >= of(&[]).len(), "{calls}");
        assert_eq!(calls.contains("_part"), !text.is_empty(), "{calls}");
        assert_eq!(browser.count("#rules-tree .silent") > 0, !text.is_empty(), "{text}");
        browser.press("p");
        assert_eq!(browser.evaluate(SHOWN), of(&[]), "{text}");
        assert_eq!(browser.complaints(), [] as [Value; 0], "{text}");
    }
    // An arithmetic grammar opens on the calls.
    browser.open(&page("parse", "8-4", &[]), "");
    browser.click("#rules-joins");
    assert!(!browser.evaluate(SHOWN).as_str().unwrap().contains("EOI"));
    browser.click("#pairs");
    let pairs = "(number \"8\") (subtract (number \"4\")) (EOI)";
    assert_eq!(browser.evaluate(SHOWN), pairs);
    assert_eq!(browser.complaints(), [] as [Value; 0]);
}
