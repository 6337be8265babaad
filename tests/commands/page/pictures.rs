//! Tests pictures as a browser shows and prints them.

use std::path::PathBuf;
use std::process::Command;

use super::browser::Browser;

fn picture(name: &str, arguments: &[&str]) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let status = Command::new(env!("CARGO_BIN_EXE_bracket24"))
        .args(arguments)
        .args(["--format", "svg", "--output"])
        .arg(&path)
        .status()
        .unwrap();
    assert!(status.success(), "{arguments:?}");
    path
}

/// A script that finds texts that overlap or are cut off in the browser's layout.
const SPOILT: &str = "(() => {
    const page = document.documentElement.getBoundingClientRect();
    const texts = [...document.querySelectorAll('text')].map((text) => {
        const { left, right, top, bottom } = text.getBoundingClientRect();
        // Letters do not fill the whole height of their line.
        const free = (bottom - top) / 5;
        return { left, right, top: top + free, bottom: bottom - free, words: text.textContent };
    });
    const isCut = ({ left, right, top, bottom }) =>
        left < page.left || right > page.right || top < page.top || bottom > page.bottom;
    const isOn = (a, b) =>
        a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    const spoilt = (text, index) => isCut(text) || texts.slice(0, index).some((it) => isOn(it, text));
    return texts.filter(spoilt).map((text) => text.words.trim());
})()";

/// A script that returns whether the picture fits into the window.
const FITS: &str = "(() => {
    const { width, height } = document.documentElement.getBoundingClientRect();
    return width <= innerWidth && height <= innerHeight;
})()";

const GROUND: &str = "getComputedStyle(document.querySelector('.ground')).fill";

#[test]
#[ignore = "needs Chromium"]
fn pictures_are_legible_in_light_and_dark_and_fit_the_paper() {
    let pictures = [
        ("poster.svg", &["templates", "coverage", "--templates", "scala"][..]),
        ("poster_of_three.svg", &["templates", "coverage", "--cards", "3"]),
        ("histogram.svg", &["survey"]),
        ("histogram_of_five.svg", &["survey", "--cards", "5", "--deck", "1..5"]),
        ("targets.svg", &["survey", "reach", "--target", "-20..100"]),
        ("growth.svg", &["compare", "--cards", "1..3"]),
        ("diagram.svg", &["grammar", "diagram", "left"]),
        ("trees.svg", &["parse", "1*(2-(3*4-5/6)/((7+8)*9))-10+11*12"]),
    ];
    let mut browser = Browser::start();
    for (name, arguments) in pictures {
        browser.open(&picture(name, arguments), "");
        assert_eq!(browser.evaluate(SPOILT), serde_json::json!([]), "{name}");
        browser.show_as("screen", "dark");
        assert_eq!(browser.evaluate(GROUND), "rgb(23, 27, 32)", "{name}");
        browser.show_as("print", "dark");
        assert_eq!(browser.evaluate(GROUND), "rgb(255, 255, 255)", "{name}");
        // A4, portrait and landscape.
        for (width, height) in [(794, 1123), (1123, 794)] {
            browser.resize(width, height);
            assert_eq!(browser.evaluate(FITS), true, "{name}");
        }
        browser.show_as("screen", "light");
        browser.resize(1600, 1200);
    }
}
