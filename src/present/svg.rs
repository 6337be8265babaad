//! The canvas that every picture is drawn on: shapes and words whose colours
//! have names, for paper and, where a viewer asks for it, for a dark screen.

use railroad::svg::Element;

use crate::words::width;

/// The colours by name: on paper, and on a dark screen.
const PALETTE: [(&str, &str, &str); 24] = [
    ("ground", "#ffffff", "#171b20"),
    ("ink", "#191e24", "#eef2f6"),
    ("faint", "#4c5660", "#b4bec8"),
    ("rail", "#3c4650", "#b4bec8"),
    ("edge", "#66707a", "#98a2ac"),
    ("thin", "#8a949e", "#8a949e"),
    ("grid", "#e2e6ea", "#333b44"),
    ("box", "#f2f4f6", "#242a31"),
    ("green", "#1f7a4d", "#5fc592"),
    ("green-box", "#e3f4ea", "#143325"),
    ("blue", "#1b5f9e", "#6fb2f2"),
    ("blue-box", "#e6f0fa", "#12293f"),
    ("blue-ink", "#0b4a82", "#b5d9fb"),
    // The parts of a bar.
    ("bar", "#2a8aaa", "#2a8aaa"),
    ("bar-part", "#09344f", "#c4ecf7"),
    ("bar-rest", "#c4cbd1", "#56616c"),
    // Lines that most eyes tell apart, and mostly their greys too.
    ("curve-0", "#d55e00", "#f08a3c"),
    ("curve-1", "#0072b2", "#4aa8e0"),
    ("curve-2", "#009e73", "#2cc79b"),
    ("curve-3", "#aa3c78", "#dc78ae"),
    ("curve-4", "#09344f", "#c4ecf7"),
    ("curve-5", "#c88c00", "#e6b02e"),
    ("curve-6", "#5696c8", "#8fc1e9"),
    ("curve-7", "#6e6e6e", "#a6a6a6"),
];

/// The number of colours for lines.
pub(super) const CURVES: usize = 8;

/// An empty picture called `title`, of this size in dots. In `rules`, which are
/// CSS, a colour of the palette is written `$name$`.
pub(super) fn picture(class: &str, title: &str, rules: &str, size: (i64, i64)) -> Element {
    let (width, height) = size;
    let [light, dark] = [false, true].map(|is_dark| coloured(rules, is_dark));
    let style = format!("{light}@media screen and (prefers-color-scheme: dark) {{{dark}}}\n");
    // The ground is drawn, so that the ink is seen on whatever lies under the
    // picture.
    Element::new("svg")
        .set("xmlns", "http://www.w3.org/2000/svg")
        .set("xmlns:xlink", "http://www.w3.org/1999/xlink")
        .set("class", class)
        .set("role", "img")
        .set("viewBox", &format!("0 0 {width} {height}"))
        .set("width", &width)
        .set("height", &height)
        .add(Element::new("title").text(title))
        .add(Element::new("style").raw_text(&style))
        .add(rect("ground", (0, 0), size))
}

/// The rules with the colours put in.
fn coloured(rules: &str, is_dark: bool) -> String {
    PALETTE.iter().fold(rules.to_owned(), |rules, (name, light, dark)| {
        rules.replace(&format!("${name}$"), if is_dark { dark } else { light })
    })
}

/// Words on one line, from the baseline up.
pub(super) fn text(class: &str, (x, y): (i64, i64), words: &str) -> Element {
    Element::new("text").set("class", class).set("x", &x).set("y", &y).text(words)
}

/// The same with letters of a size.
pub(super) fn text_of(class: &str, size: i64, place: (i64, i64), words: &str) -> Element {
    text(class, place, words).set("font-size", &size)
}

/// How far below the middle of its letters a baseline is.
pub(super) const fn below_middle(size: i64) -> i64 {
    size * 36 / 100
}

/// A rectangle by its upper left corner, its width and its height.
pub(super) fn rect(class: &str, (x, y): (i64, i64), (width, height): (i64, i64)) -> Element {
    Element::new("rect")
        .set("class", class)
        .set("x", &x)
        .set("y", &y)
        .set("width", &width)
        .set("height", &height)
}

/// A line through these points.
pub(super) fn line(class: &str, points: &[(i64, i64)]) -> Element {
    let points: Vec<String> = points.iter().map(|(x, y)| format!("{x} {y}")).collect();
    Element::new("path").set("class", class).set("d", &format!("M{}", points.join("L")))
}

/// At least the width of `text` in letters of this size.
pub(super) fn text_width(text: &str, size: i64) -> i64 {
    length(width(text)).saturating_mul(letter_width(size))
}

/// How many columns of letters of this size have room in `width`.
pub(super) fn columns(width: i64, size: i64) -> usize {
    usize::try_from((width / letter_width(size)).max(0)).expect("it is not negative")
}

const fn letter_width(size: i64) -> i64 {
    size * 61 / 100 + 1
}

/// A number of things as a length.
pub(super) fn length(count: usize) -> i64 {
    i64::try_from(count).expect("what is in memory is fewer than 2^63 things")
}

/// `part` of `whole` as a part of `length`; what is not nothing can be seen.
pub(super) fn scaled(part: u64, whole: u64, length: i64) -> i64 {
    let scaled = i128::from(part) * i128::from(length) / i128::from(whole.max(1));
    let scaled = i64::try_from(scaled).expect("a part is no longer than the whole");
    if part > 0 { scaled.max(2) } else { 0 }
}
