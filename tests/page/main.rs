//! The page to hand out, as a person uses it in a browser.
#![cfg(feature = "cli")]
#![cfg(unix)]

mod browser;
mod pictures;

use std::fs::File;
use std::io::BufWriter;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use bracket24::present::page::{CallColumns, PageData, PageReading, View, write_page};
use browser::Browser;
use serde_json::Value;

/// A file for a page, another for every test: they run side by side.
fn file() -> PathBuf {
    static PAGES: AtomicUsize = AtomicUsize::new(0);
    let page = PAGES.fetch_add(1, Ordering::Relaxed);
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("page{page}.html"))
}

/// The page that a command makes of an expression.
fn page(command: &str, expression: &str, options: &[&str]) -> PathBuf {
    let path = file();
    let made = Command::new(env!("CARGO_BIN_EXE_bracket24"))
        .args([command, expression, "--format", "html", "--output"])
        .arg(&path)
        .args(options)
        .output()
        .unwrap();
    assert_eq!(String::from_utf8(made.stderr).unwrap(), "");
    assert!(path.is_file());
    path
}

/// The page of `(5-8-7)*6` as a command makes it.
fn made_by(command: &str) -> PathBuf {
    page(command, "(5-8-7)*6", &[])
}

/// A page of a number of digits, each read by a rule of its own.
fn long(title: &str, digits: usize) -> PathBuf {
    let expression = "7".repeat(digits);
    let mut calls = CallColumns::default();
    let mut call = |rule, parent, (start, end), (enter, exit)| {
        calls.rule.push(rule);
        calls.parent.push(parent);
        calls.start.push(start);
        calls.end.push(end);
        calls.matched.push(true);
        calls.enter.push(enter);
        calls.exit.push(exit);
        calls.discarded.push(None);
        calls.step.push(None);
    };
    call(0, None, (0, digits), (0, 2 * digits + 1));
    for at in 0..digits {
        call(1, Some(0), (at, at + 1), (2 * at + 1, 2 * at + 2));
    }
    let reading = PageReading {
        grammar: "digits",
        summary: "a row of digits",
        source: "line = { digit* }\ndigit = { ASCII_DIGIT }\n".into(),
        tree: "7".into(),
        value: Some("7".into()),
        error: None,
        verdict: None,
        divergence: None,
        rule_calls: 1 + digits as u64,
        is_whole: true,
        rules: vec!["line", "digit"],
        event_count: 2 * digits + 2,
        calls,
        backtracks: Vec::new(),
        expression_nodes: Vec::new(),
        steps: Vec::new(),
    };
    let data = PageData {
        title,
        expression: &expression,
        view: View::Trace,
        verdict: None,
        readings: vec![reading],
        refused: Vec::new(),
    };
    let path = file();
    let mut out = BufWriter::new(File::create(&path).unwrap());
    write_page(&data, &mut out).unwrap();
    path
}

/// By how many pixels the page is wider than the window.
const OVERFLOW: &str =
    "document.documentElement.scrollWidth - document.documentElement.clientWidth";

/// Moves the slider as a mouse does.
fn slide(browser: &mut Browser, position: u64) {
    browser
        .evaluate(&format!("slider.value = {position}; slider.dispatchEvent(new Event('input'))"));
    browser.settle();
}

#[test]
#[ignore = "needs Chromium"]
fn it_opens_where_its_command_says_without_errors_or_requests() {
    let mut browser = Browser::start();
    for (view, position) in [
        ("trace", "before the first of 40 events"),
        ("parse", "event 40 of 40"),
        ("step", "step 1 of 3"),
        ("explain", "step 3 of 3"),
    ] {
        browser.open(&made_by(view), "");
        assert_eq!(browser.text("#position"), position);
        assert_eq!(browser.complaints(), [] as [Value; 0], "{view}");
    }
}

#[test]
#[ignore = "needs Chromium"]
fn the_slider_moves_the_marked_text_the_rules_and_the_tree() {
    let mut browser = Browser::start();
    browser.open(&made_by("trace"), "");
    let mut seen = Vec::new();
    for position in [6, 12, 26, 40, 41] {
        slide(&mut browser, position);
        let marked = browser.text("mark.current");
        let sentence = browser.text("#sentence");
        seen.push((marked, sentence, browser.count("#stack li"), browser.count("#rules-tree g")));
    }
    let seen: Vec<_> = seen
        .iter()
        .map(|(marked, said, stack, tree)| (&**marked, &**said, *stack, *tree))
        .collect();
    assert_eq!(
        seen,
        [
            ("(", "number failed at column 1: it saw (.", 5, 5),
            ("5", "operand matched 5, column 2.", 7, 8),
            ("7", "number matched 7, column 6.", 9, 16),
            ("(5-8-7)*6", "line matched (5-8-7)*6, columns 1 to 9.", 1, 19),
            ("5-8", "Step 1 of 3: 5-8 is -3. The rule expression contains both operands.", 0, 19),
        ]
    );
}

#[test]
#[ignore = "needs Chromium"]
fn every_grammar_ends_with_its_own_value() {
    let mut browser = Browser::start();
    browser.open(&made_by("explain"), "#at=0");
    assert_eq!(browser.count("#value"), 0);
    browser.press("End");
    assert_eq!(browser.text("#value"), "-60");
    assert_eq!(browser.text("#brackets"), "(* (- (- 5 8) 7) 6)");
    browser.click("#grammars label:nth-child(3)");
    assert_eq!(browser.text("#value"), "24");
    assert_eq!(browser.text("#brackets"), "(* (- 5 (- 8 7)) 6)");
    assert_eq!(browser.text("#position"), "step 3 of 3");
    assert_eq!(browser.text("#grammar-name"), "scala");
    assert_eq!(browser.count("#grammars label"), 6);
    // Ordinary arithmetic is not said once more to be that.
    assert_eq!(browser.count("#grammars label:nth-child(1) .verdict"), 0);
    browser.open(&page("trace", "(5-8-7)*6", &["--grammar", "scala"]), "");
    assert_eq!(browser.text("#grammars .verdict"), "in ordinary arithmetic -60");
    assert_eq!(browser.text("#grammar-name"), "scala");
}

#[test]
#[ignore = "needs Chromium"]
fn the_chosen_grammar_tells_where_it_diverges_from_ordinary_arithmetic() {
    let mut browser = Browser::start();
    browser.open(&made_by("explain"), "");
    assert_eq!(browser.count("#divergence"), 0);
    browser.click("#grammars label:nth-child(3)");
    assert_eq!(browser.text("#divergence h2"), "Where scala diverges from ordinary arithmetic");
    let said = browser.evaluate(
        "[...document.querySelectorAll('#divergence :is(dt, .by, mark)')].map((it) => it.textContent)",
    );
    assert_eq!(
        said,
        serde_json::json!([
            "left",
            "8",
            "subtract in expression takes 8",
            "scala",
            "8-7",
            "subtract in difference takes 8-7",
        ])
    );
    assert_eq!(browser.text("#divergence .cause"), "Why: - is right-associative.");
    // One with the same tree does not diverge.
    browser.click("#grammars label:nth-child(4)");
    assert_eq!(browser.count("#divergence"), 0);
    // Of a long text only the part around the operator is shown.
    let long = "1*(1+".repeat(3) + &"(9-8)*".repeat(40) + "8-4-2" + ")))";
    browser.open(&page("explain", &long, &[]), "#grammar=right");
    assert!(browser.text("#divergence .taken").len() < 120);
    assert_eq!(browser.complaints(), [] as [Value; 0]);
}

#[test]
#[ignore = "needs Chromium"]
fn keys_go_back_and_forward_and_play() {
    let mut browser = Browser::start();
    browser.open(&made_by("trace"), "");
    let mut position = |key: &str| {
        browser.press(key);
        browser.text("#position")
    };
    assert_eq!(position("ArrowRight"), "event 1 of 40");
    assert_eq!(position("ArrowRight"), "event 2 of 40");
    assert_eq!(position("ArrowLeft"), "event 1 of 40");
    assert_eq!(position("End"), "step 3 of 3");
    assert_eq!(position("Home"), "before the first of 40 events");
    // Keys go on where a button was clicked.
    browser.click("#forward");
    browser.press("ArrowRight");
    assert_eq!(browser.text("#position"), "event 2 of 40");
    browser.press("Home");
    browser.evaluate("slider.focus(); pace.value = '120'");
    browser.press("PageUp");
    assert_eq!(browser.text("#position"), "event 10 of 40");
    slide(&mut browser, 4);
    browser.press("ArrowUp");
    // What matched nothing is passed over.
    assert_eq!(browser.text("#position"), "event 7 of 40");
    browser.press(" ");
    assert_eq!(browser.text("#play .name"), "Pause");
    browser.evaluate("new Promise((done) => setTimeout(done, 500))");
    browser.press(" ");
    assert_eq!(browser.text("#play .name"), "Play");
    let played = browser.evaluate("Number(slider.value)").as_u64().unwrap();
    assert!((9..40).contains(&played), "{played}");
}

#[test]
#[ignore = "needs Chromium"]
fn a_node_shows_its_rule_its_text_and_its_step() {
    let mut browser = Browser::start();
    browser.open(&made_by("parse"), "");
    // The expression in the brackets.
    let inner = "#rules-tree [data-place='4'] rect";
    browser.click(inner);
    let details =
        browser.evaluate("[...selected.querySelectorAll('dd')].map((it) => it.textContent)");
    assert_eq!(details[0], "expression");
    assert_eq!(details[1], "5-8-7, columns 2 to 6");
    assert!(details[2].as_str().unwrap().contains("expression = _{ term"), "{details}");
    assert_eq!(details[4], "step 2 (-3)-7 is -10");
    // Its step is a move away, and the rule stays chosen.
    browser.click("#selected dd:last-child button");
    assert_eq!(browser.text("#position"), "step 2 of 3");
    assert_eq!(browser.text("#selected-heading"), "Selected rule");
    assert_eq!(browser.text("mark.changed"), "(-10)");
    // From node to node by keys.
    browser.click(inner);
    browser.press("ArrowDown");
    assert_eq!(browser.text("#selected dd"), "term");
    browser.press("ArrowRight");
    assert_eq!(browser.text("#selected dd"), "subtract");
    browser.click("#operations-tree g rect");
    assert_eq!(browser.text("#selected-heading"), "Selected operation");
    browser.click("#follow");
    assert_eq!(browser.text("#selected-heading"), "Rule at this place");
}

#[test]
#[ignore = "needs Chromium"]
fn an_address_leads_to_a_place_and_follows_the_slider() {
    let mut browser = Browser::start();
    browser.open(&made_by("explain"), "#grammar=scala&at=17");
    assert_eq!(browser.text("#position"), "event 17 of 60");
    browser.press("Home");
    browser.evaluate("new Promise((done) => setTimeout(done, 400))");
    assert_eq!(browser.evaluate("location.hash"), "#grammar=scala&at=0");
    // What no page has is passed over.
    browser.open(&made_by("trace"), "#grammar=perl&at=99999");
    assert_eq!(browser.text("#position"), "step 3 of 3");
    assert_eq!(browser.complaints(), [] as [Value; 0]);
}

#[test]
#[ignore = "needs Chromium"]
fn paper_has_the_whole_tree_and_all_steps_and_nothing_to_press() {
    let mut browser = Browser::start();
    browser.open(&made_by("trace"), "#grammar=left&at=5");
    browser.show_as("print", "light");
    assert_eq!(browser.count("#rules-tree g"), 19);
    assert_eq!(browser.count("#steps li"), 3);
    assert_eq!(browser.count("button, input, select, #stack"), 0);
    assert_eq!(browser.text("#text"), "(5-8-7)*6");
    assert_eq!(browser.text("#value"), "-60");
    browser.show_as("screen", "light");
    assert_eq!(browser.text("#position"), "event 5 of 40");
    // All of a tree of many rows, and nothing over it.
    browser.open(&page("parse", "8/(3-8/3)*2-5+7*(3-1)-4/(2+6)-9", &[]), "");
    browser.show_as("print", "light");
    let hidden = "(() => {
        const tree = document.querySelector('#operations-tree');
        return tree.scrollHeight - tree.clientHeight;
    })()";
    assert_eq!(browser.evaluate(hidden), 0);
    browser.show_as("screen", "light");
    browser.open(&long("a tree too wide for paper", 300), "");
    browser.show_as("print", "light");
    assert_eq!((browser.count("#rules-tree"), browser.count(".outline li")), (0, 301));
}

/// The least contrast between a text and what is behind it.
const LEAST_CONTRAST: &str = "(() => {
    const numbers = (color) => color.match(/[\\d.]+/g).map(Number);
    const luminance = (color) => {
        const [red, green, blue] = numbers(color).map((it) => {
            const part = it / 255;
            return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const behind = (it) => {
        const box = it.closest('g')?.querySelector('rect');
        if (box) return getComputedStyle(box).fill;
        const color = getComputedStyle(it).backgroundColor;
        return numbers(color)[3] === 0 ? behind(it.parentElement) : color;
    };
    const contrast = (it) => {
        const style = getComputedStyle(it);
        const ink = it.closest('g') ? style.fill : style.color;
        const [dark, light] = [luminance(ink), luminance(behind(it))].sort((a, b) => a - b);
        return (light + 0.05) / (dark + 0.05);
    };
    const hasText = (it) => [...it.childNodes].some((child) => child.data?.trim());
    const texts = [...document.body.querySelectorAll('*:not(script, option, title)')];
    return Math.min(...texts.filter((it) => hasText(it) && it.checkVisibility()).map(contrast));
})()";

#[test]
#[ignore = "needs Chromium"]
fn light_and_dark_colours_can_be_read_at_every_place() {
    let mut browser = Browser::start();
    for scheme in ["light", "dark"] {
        for at in [0, 6, 20, 26, 40, 42] {
            browser.open(&made_by("trace"), &format!("#grammar=left&at={at}"));
            browser.show_as("screen", scheme);
            let contrast = browser.evaluate(LEAST_CONTRAST).as_f64().unwrap();
            assert!(contrast >= 4.5, "{contrast} in {scheme} at {at}");
        }
    }
}

#[test]
#[ignore = "needs Chromium"]
fn forty_thousand_events_are_quick_and_fit_a_phone() {
    let mut browser = Browser::start();
    browser.open(&long("a long row", 20_000), "");
    browser.resize(360, 740);
    let milliseconds = browser.evaluate(
        "(async () => {
            const times = [];
            for (let part = 0; part <= 20; part += 1) {
                const start = performance.now();
                slider.value = (slider.max * part) / 20;
                slider.dispatchEvent(new Event('input'));
                await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
                times.push(performance.now() - start);
            }
            return times.sort((a, b) => a - b)[10];
        })()",
    );
    assert!(milliseconds.as_f64().unwrap() < 250.0, "{milliseconds}");
    assert_eq!(browser.text("#position"), "event 40002 of 40002");
    assert_eq!(browser.evaluate(OVERFLOW), 0);
    assert!(browser.count("#rules-tree g") < 200);
    assert_eq!(browser.complaints(), [] as [Value; 0]);
}

#[test]
#[ignore = "needs Chromium"]
fn text_that_looks_like_markup_stays_text() {
    let title = "</script><!-- &amp; <b>\u{2028}";
    let mut browser = Browser::start();
    browser.open(&long(title, 3), "");
    assert_eq!(browser.text("#title"), title);
    assert_eq!(browser.evaluate("document.title"), title);
    assert_eq!(browser.complaints(), [] as [Value; 0]);
}

#[test]
#[ignore = "needs Chromium"]
fn a_long_expression_can_be_gone_through() {
    let expression = "(123-45)*".repeat(86) + "123456";
    assert_eq!(expression.len(), 780);
    let mut browser = Browser::start();
    browser.open(&page("trace", &expression, &[]), "");
    let last = browser.evaluate("Number(slider.max)").as_u64().unwrap();
    for position in [1, last / 3, last / 2, last] {
        slide(&mut browser, position);
        assert_eq!(browser.evaluate("Number(slider.value)"), position);
        assert_eq!(browser.count("mark.current"), 1);
    }
    let value = browser.text("#value");
    assert!(value.starts_with("6481") && value.len() > 160, "{value}");
    assert_eq!(browser.complaints(), [] as [Value; 0]);
}

#[test]
#[ignore = "needs Chromium"]
fn numbers_of_many_digits_are_broken_into_lines() {
    let factors = format!("{n}*{n}-1-1", n = "9".repeat(380));
    let mut browser = Browser::start();
    for width in [1280, 360] {
        browser.resize(width, 740);
        browser.open(&page("explain", &factors, &[]), "#grammar=right");
        assert_eq!(browser.evaluate(OVERFLOW), 0, "{width}");
    }
    assert!(browser.text("#verdict").len() > 760);
}

#[test]
#[ignore = "needs Chromium"]
fn what_is_backtracked_over_goes_from_the_tree() {
    let mut browser = Browser::start();
    browser.open(&page("trace", "8-4-2", &["--grammar", "right_slow"]), "");
    let mut seen = Vec::new();
    for at in 9..=11 {
        slide(&mut browser, at);
        let discarded = browser.count("#rules-tree g.discarded");
        seen.push((browser.text("#sentence"), browser.count("#rules-tree g"), discarded));
    }
    let seen: Vec<_> = seen.iter().map(|(said, tree, gone)| (&**said, *tree, *gone)).collect();
    assert_eq!(
        seen,
        [
            ("multiplicative failed at column 2: it saw -.", 6, 1),
            // The operand and its number matched, and are read once more.
            ("Backtracked to column 1: what matched from there on is discarded.", 5, 2),
            ("operand begins at column 1.", 4, 0),
        ]
    );
    browser.press("End");
    assert_eq!(browser.text("#value"), "6");
    assert_eq!(browser.count("#rules-tree g.discarded"), 0);
    let nodes = "JSON.parse(document.querySelector('#data').textContent).readings[0].calls.discarded.filter((it) => it === null).length";
    assert_eq!(browser.evaluate(nodes), browser.count("#rules-tree g"));
}

#[test]
#[ignore = "needs Chromium"]
fn a_division_by_zero_is_where_the_steps_end() {
    let mut browser = Browser::start();
    browser.open(&page("step", "(1/(2-2)+3)*4", &[]), "");
    assert_eq!(browser.text("#position"), "step 1 of 2");
    browser.press("End");
    assert_eq!(
        browser.text("#sentence"),
        "Step 2 of 2: 1/0 cannot be evaluated: division by zero: 2-2 is 0."
    );
    assert_eq!(browser.text("#value"), "none: division by zero: 2-2 is 0");
    browser.click("#operations-tree g rect");
    assert_eq!(browser.text("#selected dd"), "*");
    assert_eq!(browser.text("#selected dd:last-child"), "by no step: 1/0 cannot be evaluated");
    assert_eq!(browser.complaints(), [] as [Value; 0]);
}

#[test]
#[ignore = "needs Chromium"]
fn a_single_number_is_read_and_has_no_steps() {
    let mut browser = Browser::start();
    browser.open(&page("step", "24", &[]), "");
    assert_eq!(browser.text("#position"), "event 10 of 10");
    assert_eq!(browser.text("#value"), "24");
    assert_eq!(browser.count("#operations-tree g"), 1);
    assert_eq!(browser.complaints(), [] as [Value; 0]);
}

#[test]
#[ignore = "needs Chromium"]
fn a_grammar_that_tries_too_much_shows_what_stayed() {
    let mut browser = Browser::start();
    browser.open(&page("explain", "((((((((8-4-2))))))))", &[]), "#grammar=right_slow");
    assert_eq!(browser.text("#value"), "6");
    let tried = browser.text("#grammars label:last-child .tried");
    assert!(tried.ends_with("rule calls; only those of the parse tree are shown"), "{tried}");
    browser.press("Home");
    browser.press("ArrowRight");
    assert_eq!(browser.text("#sentence"), "line begins at column 1.");
    // One that refuses it says so, and cannot be chosen.
    browser.open(&page("explain", "(((((((((((8-4-2)))))))))))", &[]), "");
    assert_eq!(browser.count("#grammars label"), 5);
    assert_eq!(browser.count("#grammars .refused"), 1);
    assert_eq!(browser.count("#grammars .refused input"), 0);
    let said = browser.text("#grammars .refused");
    assert!(said.starts_with("right_slowcannot read it: parsing takes too long"), "{said}");
    assert_eq!(browser.complaints(), [] as [Value; 0]);
}
