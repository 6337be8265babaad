//! Tests the atlas of a deck, as a person searches it.

use std::path::PathBuf;
use std::process::Command;

use bracket24::Named;
use bracket24::difficulty::{Difficulty, Level};
use serde_json::{Value, json};

use super::browser::Browser;
use super::looks::LEAST_CONTRAST;
use super::{OVERFLOW, file};

/// Returns the atlas that `survey atlas` makes with these options.
fn atlas(options: &[&str]) -> PathBuf {
    let path = file();
    let made = Command::new(env!("CARGO_BIN_EXE_bracket24"))
        .args(["survey", "atlas", "--output"])
        .arg(&path)
        .args(options)
        .output()
        .unwrap();
    // On a busy machine it also says how long it will take.
    let said = String::from_utf8(made.stderr).unwrap();
    assert!(
        made.status.success() && said.lines().all(|it| it.contains(" hands, about ")),
        "{said}"
    );
    path
}

/// Opens an atlas whose own variables are visible to outside scripts.
fn open_atlas(options: &[&str]) -> PathBuf {
    let path = atlas(options);
    let page = std::fs::read_to_string(&path).unwrap();
    let (scripts, rest) = page.rsplit_once("</script>").unwrap();
    let seen = "Object.assign(globalThis, { data, HANDS, handList, solutionOf, solutionNodes, \
                openTemplates });";
    std::fs::write(&path, format!("{scripts}{seen}</script>{rest}")).unwrap();
    path
}

/// Returns the output of another form of the command.
fn lines(arguments: &[&str]) -> Vec<Value> {
    let made = Command::new(env!("CARGO_BIN_EXE_bracket24")).args(arguments).arg("--json").output();
    let made = String::from_utf8(made.unwrap().stdout).unwrap();
    made.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Sets a control as a person does.
fn set(browser: &mut Browser, id: &str, value: &str) {
    browser.evaluate(&format!(
        "(() => {{
            const control = document.querySelector('#{id}');
            if (control.type === 'checkbox') control.checked = {value:?} === 'on';
            else control.value = {value:?};
            control.dispatchEvent(new Event('input', {{ bubbles: true }}));
        }})()"
    ));
    browser.settle();
}

/// Waits until the address is updated.
fn hash(browser: &mut Browser) -> Value {
    browser.evaluate("new Promise((done) => setTimeout(done, 400))");
    browser.evaluate("location.hash")
}

#[test]
#[ignore = "needs Chromium"]
fn each_filter_of_the_atlas_page_keeps_the_hands_that_the_library_counts() {
    let mut browser = Browser::start();
    browser.open(&open_atlas(&[]), "");
    assert_eq!(browser.text("#count"), "All 1820 hands");
    let survey = lines(&["survey", "--each"]);
    let count = |test: &dyn Fn(u64, &[Value]) -> bool| {
        let is_found =
            |it: &&Value| test(it["solutions"].as_u64().unwrap(), it["hand"].as_array().unwrap());
        format!("{} of 1820 hands", survey.iter().filter(is_found).count())
    };
    set(&mut browser, "from", "1");
    assert_eq!(browser.text("#count"), "1362 of 1820 hands");
    set(&mut browser, "to", "1");
    assert_eq!(browser.text("#count"), count(&|solutions, _| solutions == 1));
    set(&mut browser, "from", "");
    set(&mut browser, "to", "0");
    assert_eq!(browser.text("#count"), "458 of 1820 hands");
    set(&mut browser, "to", "");
    set(&mut browser, "cards", "3 3, k");
    let has = |cards: &[Value], card: u64| cards.iter().filter(|it| **it == card).count();
    assert_eq!(
        browser.text("#count"),
        count(&|_, cards| has(cards, 3) >= 2 && has(cards, 13) >= 1)
    );
    set(&mut browser, "cards", "");
    let deck = bracket24::Deck::new(1..=13, 4, false).unwrap();
    let rate = |hand| Some(Difficulty::of(&hand, &24.into())?.level);
    let levels: Vec<_> = deck.hands().map(rate).collect();
    for (place, level) in Level::ALL.iter().enumerate() {
        set(&mut browser, "level", &place.to_string());
        let count = levels.iter().filter(|it| **it == Some(*level)).count();
        assert_eq!(browser.text("#count"), format!("{count} of 1820 hands"), "{level}");
    }
    set(&mut browser, "level", "");
    set(&mut browser, "sort", "hardest");
    let points = "handList.items.map(({ points }) => points ?? -Infinity)
        .every((points, place, all) => place === 0 || points <= all[place - 1])";
    assert_eq!(browser.evaluate(points), true);
    // For every template and every pair there are as many hands as the coverage says.
    let coverage = lines(&["templates", "coverage"]);
    for it in coverage[0]["templates"].as_array().unwrap() {
        let place = format!(
            "openTemplates([data.templates.findIndex(({{ text }}) => text === {})])",
            it["template"]
        );
        browser.evaluate(&place);
        assert_eq!(browser.text("#count"), format!("{} of 1820 hands", it["hands"]), "{it}");
    }
    browser.click("#shared button");
    let shown = browser.text("#shared button");
    assert_eq!(browser.text("#count"), format!("{shown} of 1820 hands"));
    assert_eq!(browser.evaluate("document.querySelector('#other').value !== ''"), true);
    browser.click("#reset");
    assert_eq!(browser.text("#count"), "All 1820 hands");
    assert_eq!(browser.complaints(), [] as [Value; 0]);
}

#[test]
#[ignore = "needs Chromium"]
fn the_atlas_page_accepts_cards_with_any_separator_or_none() {
    let mut browser = Browser::start();
    browser.open(&open_atlas(&[]), "");
    for cards in ["3388", "3，3、8 8", "3 3 8 8"] {
        set(&mut browser, "cards", cards);
        assert_eq!(browser.evaluate("handList.items.map(({ text }) => text)"), json!(["3 3 8 8"]));
    }
    set(&mut browser, "cards", "ajqk");
    assert_eq!(browser.text("#count"), "1 of 1820 hands");
    // A single word may be one card of the deck; of several words each is a card.
    for (cards, tens) in [("10", true), ("33 8", false)] {
        set(&mut browser, "cards", cards);
        let found = browser.evaluate("handList.items.some(({ cards }) => cards.includes(10))");
        assert_eq!(found, tens, "{cards}");
    }
    set(&mut browser, "cards", "3x8");
    assert!(browser.text("#cards-problem").starts_with("A card is a whole number"));
}

#[test]
#[ignore = "needs Chromium"]
fn the_atlas_blames_the_templates_for_a_hand_that_can_be_solved() {
    let mut browser = Browser::start();
    for (options, summary, words) in [
        (&["--templates", "scala"], "No solution by templates scala, grammar left.", "not solved"),
        (&["--deck", "11..13"], "It cannot make 24.", "no solution"),
    ] {
        browser.open(&open_atlas(options), "");
        set(
            &mut browser,
            "cards",
            if words == "no solution" { "11 11 11 11" } else { "1 1 13 13" },
        );
        browser.click("#hands [role=option]");
        assert_eq!(browser.text("#hand-summary"), summary);
        assert!(browser.text("#hands [role=option]").contains(words), "{words}");
    }
}

#[test]
#[ignore = "needs Chromium"]
fn the_page_reports_an_invalid_number_of_solutions() {
    let mut browser = Browser::start();
    browser.open(&open_atlas(&["--deck", "3..8"]), "");
    for number in ["-1", "1e3", "1.5"] {
        set(&mut browser, "from", number);
        assert!(browser.text("#counts-problem").starts_with("The number of solutions"), "{number}");
        let is_valid = browser.evaluate("document.querySelector('#from').checkValidity()");
        assert_eq!(is_valid, false, "{number}");
    }
    set(&mut browser, "from", "1");
    assert_eq!(browser.text("#counts-problem"), "");
    assert_eq!(browser.evaluate("document.querySelector('#from').checkValidity()"), true);
}

#[test]
#[ignore = "needs Chromium"]
fn the_atlas_of_unsolvable_hands_shows_no_templates() {
    let mut browser = Browser::start();
    let shown = "['.by-template', '#templates-panel', '#shared-panel']
        .map((it) => document.querySelector(it).checkVisibility())";
    browser.open(&atlas(&["--unsolvable"]), "#template=N*N%2BN%2BN");
    assert_eq!(browser.text("#count"), "All 458 hands");
    assert_eq!(browser.evaluate(shown), json!([false, false, false]));
    browser.open(&atlas(&["--solvable"]), "");
    assert_eq!(browser.evaluate(shown), json!([true, true, true]));
}

#[test]
#[ignore = "needs Chromium"]
fn the_atlas_filters_for_detours_agree_with_inspect() {
    let mut browser = Browser::start();
    browser.open(&open_atlas(&["--deck", "3..8"]), "");
    for (id, detour) in [("fraction", "a fraction"), ("negative", "a negative number")] {
        set(&mut browser, id, "on");
        let shown = browser.evaluate("handList.items.map(({ text }) => text)");
        set(&mut browser, id, "");
        let hands = lines(&["survey", "--deck", "3..8", "--solvable"]);
        let needs = hands.iter().filter_map(|it| {
            let cards = it["hand"].as_array().unwrap().iter().map(Value::to_string);
            let hand = cards.collect::<Vec<_>>().join(" ");
            let inspected = &lines(&["inspect", &hand])[0];
            let solving = inspected["solving"].as_array().unwrap();
            let has = |it: &Value| it["by_way_of"].as_array().unwrap().contains(&json!(detour));
            solving.iter().all(has).then_some(hand)
        });
        assert_eq!(shown, json!(needs.collect::<Vec<_>>()), "{detour}");
    }
}

#[test]
#[ignore = "`.ci/long` runs it, and needs Chromium"]
fn every_solution_has_its_text_and_a_tree_that_makes_the_target() {
    let mut browser = Browser::start();
    let wrong = "HANDS.flatMap(({ cards, solutions }) =>
        solutions.map((number) => solutionOf(number, cards))
    ).filter((it) => solutionNodes(it)[0].text !== `= ${data.target}`).length";
    let all = ["--operators", "all", "--depth", "2", "--deck", "0..4", "--cards", "3"];
    let eights = ["--operators", "all", "--deck", "8..9", "--cards", "3", "--target", "2/3"];
    for options in
        [&[][..], &["--like", "scala"], &["--like", "make10"], &["--target=-1/2"], &all, &eights]
    {
        browser.open(&open_atlas(options), "");
        assert_eq!(browser.evaluate(wrong), 0, "{options:?}");
    }
    browser.open(&atlas(&[]), "#hand=1+1+11+13");
    let texts = browser.evaluate(
        "[...document.querySelectorAll('#solutions summary code')].map((it) => it.textContent)",
    );
    let solved = &lines(&["solve", "1 1 11 13"])[0]["solutions"];
    assert_eq!(texts.as_array().unwrap().len(), 22);
    for (text, solution) in texts.as_array().unwrap().iter().zip(solved.as_array().unwrap()) {
        assert_eq!(*text, solution["expression"]);
    }
    // The first tree is drawn at once, and another when it is opened.
    assert_eq!(browser.count("#solutions [role=treeitem]"), 7);
    browser.click("#solutions li:nth-child(2) summary");
    assert_eq!(browser.count("#solutions [role=treeitem]"), 14);
    browser.open(&atlas(&["--like", "scala", "--deck", "5..8"]), "#hand=5+6+7+8");
    assert!(browser.count("#solutions .false") > 0);
    assert_eq!(browser.complaints(), [] as [Value; 0]);
}

#[test]
#[ignore = "needs Chromium"]
fn keys_move_through_the_hands_and_the_address_restores_the_hand() {
    let mut browser = Browser::start();
    let page = atlas(&[]);
    browser.open(&page, "");
    browser.evaluate("document.querySelector('#hands').focus()");
    let mut heading = |key: &str| {
        browser.press(key);
        browser.text("#hand-heading")
    };
    assert_eq!(heading("ArrowDown"), "1 1 1 1");
    assert_eq!(heading("ArrowDown"), "1 1 1 2");
    assert_eq!(heading("End"), "13 13 13 13");
    assert_eq!(heading("ArrowUp"), "12 13 13 13");
    assert_eq!(heading("Home"), "1 1 1 1");
    assert_ne!(heading("PageDown"), "1 1 1 1");
    let active = "document.getElementById(document.querySelector('#hands')
        .getAttribute('aria-activedescendant')).getAttribute('aria-selected')";
    assert_eq!(browser.evaluate(active), "true");
    set(&mut browser, "cards", "3 8");
    set(&mut browser, "fraction", "on");
    set(&mut browser, "sort", "most");
    browser.click("#hands [role=option]");
    let (count, hand) = (browser.text("#count"), browser.text("#hand-heading"));
    let address = hash(&mut browser);
    let address = address.as_str().unwrap();
    assert!(address.starts_with("#cards=3+8&needs=fraction&sort=most&hand="), "{address}");
    browser.open(&page, address);
    assert_eq!((browser.text("#count"), browser.text("#hand-heading")), (count, hand));
    assert_eq!(browser.evaluate("document.querySelector('#fraction').checked"), true);
    // The page ignores unknown values in the address.
    browser.open(&page, "#hand=99&template=N&from=x&sort=toString&needs=luck&cards=3+%3F");
    assert_eq!(browser.text("#count"), "All 1820 hands");
    assert!(browser.text("#cards-problem").starts_with("A card is a whole number"));
    assert_eq!(browser.complaints(), [] as [Value; 0]);
}

#[test]
#[ignore = "needs Chromium"]
fn the_atlas_shows_the_hands_of_a_template_chosen_by_mouse_or_keyboard() {
    let mut browser = Browser::start();
    browser.open(&atlas(&[]), "");
    browser.click("#templates [role=option]");
    assert_eq!(browser.text("#count"), "320 of 1820 hands");
    browser.press("ArrowDown");
    assert_eq!(browser.text("#count"), "208 of 1820 hands");
    // The other search terms stay.
    set(&mut browser, "fraction", "on");
    browser.press("Home");
    assert_eq!(browser.evaluate("document.querySelector('#fraction').checked"), true);
    set(&mut browser, "fraction", "");
    browser.press("ArrowDown");
    assert_eq!(browser.text("#count"), "208 of 1820 hands");
    browser.click("#hands [role=option]");
    browser.click("#solutions .template");
    let template = browser.text("#solutions .template");
    let chosen = "document.querySelector('#template').selectedOptions[0].textContent";
    let chosen = browser.evaluate(chosen);
    assert!(chosen.as_str().unwrap().starts_with(&template), "{chosen}");
}

#[test]
#[ignore = "needs Chromium"]
fn the_printed_atlas_shows_all_listed_hands_and_no_controls() {
    let mut browser = Browser::start();
    browser.open(&atlas(&[]), "#to=0");
    browser.show_as("print", "light");
    assert_eq!(browser.count("#printed-hands li"), 458);
    assert_eq!(browser.count("#printed-templates li"), 58);
    assert_eq!(browser.count("input, select, .list, #reset"), 0);
    browser.show_as("screen", "light");
    assert_eq!(browser.count("#printed-hands li"), 0);
}

#[test]
#[ignore = "needs Chromium"]
fn the_atlas_fits_on_a_phone_and_is_readable_in_both_colour_schemes() {
    let mut browser = Browser::start();
    browser.open(&atlas(&[]), "#needs=fraction");
    browser.resize(360, 740);
    browser.settle();
    let cut = "[...document.querySelectorAll('#hands [role=option]')]
        .filter((it) => it.scrollWidth > it.clientWidth || it.scrollHeight > it.clientHeight)
        .map((it) => it.textContent)";
    assert_eq!(browser.evaluate(cut), json!([]));
    for options in [&[][..], &["--like", "scala"], &["--cards", "2", "--deck", "1..2"]] {
        let page = atlas(options);
        for scheme in ["light", "dark"] {
            browser.open(&page, "#hand=5+6+7+8");
            browser.show_as("screen", scheme);
            for width in [360, 800, 1280] {
                browser.resize(width, 740);
                assert_eq!(browser.evaluate(OVERFLOW), 0, "{options:?} at {width}");
            }
            let contrast = browser.evaluate(LEAST_CONTRAST).as_f64().unwrap();
            assert!(contrast >= 4.5, "{contrast} in {scheme}");
        }
    }
}

#[test]
#[ignore = "needs Chromium"]
#[allow(clippy::print_stdout)] // times are told and not asserted
fn five_cards_have_room_and_how_long_they_take_is_printed() {
    let page = atlas(&["--cards", "5"]);
    let size = std::fs::metadata(&page).unwrap().len();
    assert!(size < 3_000_000, "{size}");
    let mut browser = Browser::start();
    browser.open(&page, "");
    assert_eq!(browser.text("#count"), "All 6188 hands");
    // Only the hands in view are in the document.
    assert!(browser.count("#hands [role=option]") < 100);
    let paint = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null";
    println!("{size} bytes, first paint {} ms", browser.evaluate(paint));
    for (id, value) in [("cards", "3 8"), ("from", "1"), ("template", "0"), ("sort", "most")] {
        browser.evaluate("window.before = performance.now()");
        set(&mut browser, id, value);
        println!("{id}: {} ms", browser.evaluate("performance.now() - window.before"));
    }
}
