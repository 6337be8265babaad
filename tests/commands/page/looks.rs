//! Tests the page on paper, and in light and dark colours.

use super::browser::Browser;
use super::texts::long;
use super::{made_by, page, show_rules};

#[test]
#[ignore = "needs Chromium"]
fn the_printed_page_shows_the_whole_tree_and_all_steps_and_no_controls() {
    let mut browser = Browser::start();
    browser.open(&made_by("trace"), "#grammar=left&at=5");
    show_rules(&mut browser);
    browser.show_as("print", "light");
    assert_eq!(browser.count("#rules-tree [role=treeitem]"), 19);
    assert_eq!(browser.count("#steps li"), 3);
    assert_eq!(browser.count("button, input, select, #stack"), 0);
    assert_eq!(browser.text("#text"), "(5-8-7)*6");
    assert_eq!(browser.text("#value"), "-60");
    browser.show_as("screen", "light");
    assert_eq!(browser.text("#position"), "event 4 of 40");
    // The page prints all of a tree of many rows, and nothing covers it.
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

/// A script that returns the least contrast between a text and its background.
pub(crate) const LEAST_CONTRAST: &str = "(() => {
    const parts = (color) => color.match(/[\\d.]+/g).map(Number);
    // A mixed colour has components between 0 and 1.
    const numbers = (color) =>
        color.startsWith('color(') ? parts(color).map((it) => it * 255) : parts(color);
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
fn the_light_and_dark_colours_are_legible_at_every_position() {
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
