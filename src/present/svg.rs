//! The elements of every picture: shapes and words with named colours. A picture has colours for
//! paper, and others for viewers that ask for a dark screen.

use itertools::Itertools;
use railroad::svg::Element;

use crate::words::width;

/// Returns each colour's name, its value on paper, and its value on a dark screen.
fn palette() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let lines = include_str!("svg/palette.txt").lines().filter(|line| !line.starts_with("# "));
    lines.map(|line| line.split(' ').collect_tuple().expect("a name and two colours"))
}

/// The number of colours for lines.
pub(super) const CURVES: usize = 8;

/// The rule that lets a standalone picture fill the paper when printed, without going beyond it.
const PAPER: &str = "@media print { svg:root { width: 100%; height: 100%; } }\n";

/// Makes an empty picture called `title`, of this `size` in dots. `rules` are CSS, in which
/// `$name$` is a colour of the palette.
pub(super) fn picture(class: &str, title: &str, rules: &str, size: (i64, i64)) -> Element {
    let (width, height) = size;
    // The picture has its own background, so that its lines are visible on a background of any
    // colour.
    drawing(class, (0, 0), size)
        .set("xmlns:xlink", "http://www.w3.org/1999/xlink")
        .set("width", &width)
        .set("height", &height)
        .add(Element::new("title").text(&allowed(title)))
        .add(Element::new("style").raw_text(&style(rules)))
        .add(rect("ground", (0, 0), size))
}

/// Makes an empty drawing whose upper left corner is `corner`, for a page that has its own colours.
pub(super) fn drawing(class: &str, (x, y): (i64, i64), (width, height): (i64, i64)) -> Element {
    Element::new("svg")
        .set("xmlns", "http://www.w3.org/2000/svg")
        .set("class", class)
        .set("role", "img")
        .set("viewBox", &format!("{x} {y} {width} {height}"))
}

/// Returns the content of a style element: `rules` for paper, and for viewers that ask for a dark
/// screen.
pub(super) fn style(rules: &str) -> String {
    let [light, dark] = [false, true].map(|is_dark| {
        palette().fold(format!("\n{rules}"), |rules, (name, light, dark)| {
            rules.replace(&format!("${name}$"), if is_dark { dark } else { light })
        })
    });
    format!("{light}{PAPER}@media screen and (prefers-color-scheme: dark) {{{dark}}}\n")
}

/// Draws words on one line, with the baseline at this place.
pub(super) fn text(class: &str, (x, y): (i64, i64), words: &str) -> Element {
    Element::new("text").set("class", class).set("x", &x).set("y", &y).text(&allowed(words))
}

/// Replaces the characters of `text` that XML forbids, such as U+FFFF, by U+FFFD. A viewer would
/// not show a picture that contains a forbidden character.
pub(super) fn allowed(text: &str) -> String {
    let is_forbidden =
        |it: char| it.is_control() && !"\t\n\r".contains(it) || "\u{FFFE}\u{FFFF}".contains(it);
    text.replace(is_forbidden, "\u{FFFD}")
}

/// Draws words at a font size.
pub(super) fn text_of(class: &str, size: i64, place: (i64, i64), words: &str) -> Element {
    text(class, place, words).set("font-size", &size)
}

/// Returns the distance from the middle of letters down to their baseline.
pub(super) const fn below_middle(size: i64) -> i64 {
    size * 36 / 100
}

/// Draws a rectangle with this upper left corner, width and height.
pub(super) fn rect(class: &str, (x, y): (i64, i64), (width, height): (i64, i64)) -> Element {
    Element::new("rect")
        .set("class", class)
        .set("x", &x)
        .set("y", &y)
        .set("width", &width)
        .set("height", &height)
}

/// Draws a line through these points.
pub(super) fn line(class: &str, points: &[(i64, i64)]) -> Element {
    let points: Vec<String> = points.iter().map(|(x, y)| format!("{x} {y}")).collect();
    Element::new("path").set("class", class).set("d", &format!("M{}", points.join("L")))
}

/// Returns an upper bound for the width of `text` at this font size.
pub(super) fn text_width(text: &str, size: i64) -> i64 {
    length(width(text)).saturating_mul(letter_width(size))
}

/// Returns a close upper bound for the width of a sentence at this font size. It is less than
/// [`text_width`], because letters of prose are narrower on average than letters of code.
pub(super) fn sentence_width(text: &str, size: i64) -> i64 {
    length(width(text)).saturating_mul(size * 56) / 100
}

/// Returns the number of letters of this `size` that fit in `width`.
pub(super) fn columns(width: i64, size: i64) -> usize {
    usize::try_from((width / letter_width(size)).max(0)).expect("it is not negative")
}

const fn letter_width(size: i64) -> i64 {
    size * 61 / 100 + 1
}

/// Converts a count to a length.
pub(super) fn length(count: usize) -> i64 {
    i64::try_from(count).expect("memory has room for fewer than 2^63 things")
}

/// Returns the length of `part` if `whole` has this `length`. Every `part` above zero is visible.
pub(super) fn scaled(part: u64, whole: u64, length: i64) -> i64 {
    let scaled = i128::from(part) * i128::from(length) / i128::from(whole.max(1));
    let scaled = i64::try_from(scaled).expect("a part is no longer than the whole");
    if part > 0 { scaled.max(2) } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Colour = [f64; 3];

    /// The colour vision of people with all three kinds of cones in the eye, and of people who lack
    /// one kind: G. M. Machado, M. M. Oliveira and L. A. F. Fernandes, "A physiologically-based
    /// model for simulation of color vision deficiency", IEEE Transactions on Visualization and
    /// Computer Graphics 15 (2009).
    const EYES: [(&str, [Colour; 3]); 4] = [
        ("trichromat", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
        (
            "protanope",
            [[0.1523, 1.0526, -0.2049], [0.1145, 0.7863, 0.0992], [-0.0039, -0.0481, 1.0520]],
        ),
        (
            "deuteranope",
            [[0.3673, 0.8606, -0.2280], [0.2801, 0.6725, 0.0474], [-0.0118, 0.0429, 0.9689]],
        ),
        (
            "tritanope",
            [[1.2555, -0.0767, -0.1788], [-0.0784, 0.9308, 0.1476], [0.0047, 0.6914, 0.3039]],
        ),
    ];

    fn colour(name: &str, is_dark: bool) -> Colour {
        let (_, light, dark) =
            palette().find(|(it, ..)| *it == name).expect("a colour of the palette");
        let hex = if is_dark { dark } else { light };
        [1, 3, 5].map(|at| {
            let value = f64::from(u8::from_str_radix(&hex[at..at + 2], 16).unwrap()) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        })
    }

    fn applied(matrix: &[Colour; 3], colour: Colour) -> Colour {
        matrix.map(|row| row.iter().zip(colour).map(|(a, b)| a * b).sum::<f64>().clamp(0.0, 1.0))
    }

    /// Returns the lightness from 0 to 100, and the two axes of colour.
    fn lab(colour: Colour) -> Colour {
        let xyz = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
            .map(|row| row.iter().zip(colour).map(|(a, b)| a * b).sum::<f64>());
        let white = [0.9505, 1.0, 1.089];
        let root = |value: f64| {
            if value > 0.008_856 { value.cbrt() } else { 7.787 * value + 16.0 / 116.0 }
        };
        let [x, y, z] = [0, 1, 2].map(|axis| root(xyz[axis] / white[axis]));
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    fn distance(a: Colour, b: Colour) -> f64 {
        a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
    }

    /// Returns the contrast of two colours, as the Web Content Accessibility Guidelines define it.
    fn contrast(a: &str, b: &str, is_dark: bool) -> f64 {
        let [a, b] = [a, b].map(|name| {
            let [red, green, blue] = colour(name, is_dark);
            0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
        });
        a.max(b) / a.min(b)
    }

    #[test]
    fn meaningful_colours_differ_for_colour_blind_eyes_and_in_grey() {
        let curves: Vec<String> = (0..CURVES).map(|curve| format!("curve-{curve}")).collect();
        let curves: Vec<&str> = curves.iter().map(String::as_str).collect();
        for (names, apart, greys) in
            [(&curves[..], 22.0, 5.5), (&["bar", "bar-part", "bar-rest"][..], 24.0, 12.0)]
        {
            for is_dark in [false, true] {
                for (index, name) in names.iter().enumerate() {
                    for other in &names[..index] {
                        let both = [name, other].map(|name| colour(name, is_dark));
                        let [grey, other_grey] = both.map(|colour| lab(colour)[0]);
                        let between = (grey - other_grey).abs();
                        assert!(between >= greys, "{name}, {other} in grey: {between}");
                        for (eyes, matrix) in &EYES {
                            let [seen, other_seen] = both.map(|it| lab(applied(matrix, it)));
                            let between = distance(seen, other_seen);
                            assert!(between >= apart, "{name}, {other}, {eyes}: {between}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn the_colours_of_pictures_have_enough_contrast() {
        for is_dark in [false, true] {
            for text in ["ink", "faint"] {
                assert!(contrast(text, "ground", is_dark) >= 4.5, "{text}");
            }
            assert!(contrast("blue-ink", "blue-box", is_dark) >= 4.5);
            let curves = (0..CURVES).map(|curve| format!("curve-{curve}"));
            // The lightest part of a bar has an outline.
            let lines = ["rail", "edge", "thin", "green", "blue", "bar", "bar-part"];
            for line in lines.into_iter().map(str::to_owned).chain(curves) {
                let contrast = contrast(&line, "ground", is_dark);
                assert!(contrast >= 3.0, "{line} on the ground: {contrast}");
            }
        }
    }
}
