//! Evaluation steps, for LaTeX with the package amsmath.

use std::io::{self, Write};
use std::ops::Range;

use crate::lessons::Reduction;
use crate::{NoValue, Operator, Rational};

use super::latex::{formula, package, under};

/// Writes the steps as an `align*`. Operations that are still to do have `\div` or `\times`, and
/// fractional values have `\frac`. A brace with the value is under the part that a step evaluates.
///
/// # Errors
///
/// Returns the errors of `out`.
pub fn write(reduction: &Reduction, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "{}", package("amsmath"))?;
    write_align(reduction, out)
}

/// Like [`write()`], but without the line that names the package.
pub(super) fn write_align(reduction: &Reduction, out: &mut dyn Write) -> io::Result<()> {
    let mut lines = Vec::with_capacity(reduction.steps.len() + 1);
    let mut results: &[Range<usize>] = &[];
    for (index, step) in reduction.steps.iter().enumerate() {
        let row = Row::new(reduction.before(index), results);
        lines.push(row.with_brace(&step.part.span, &number(&step.value)));
        results = &step.results;
    }
    let row = Row::new(reduction.before(reduction.steps.len()), results);
    match &reduction.value {
        Ok(value) => {
            let value = number(value);
            if reduction.steps.is_empty() && row.text != value {
                lines.push(row.piece(0..row.text.len()));
            }
            // Braces keep LaTeX from spacing the minus of the value like a subtraction.
            lines.push(if value.starts_with('-') { format!("{{{value}}}") } else { value });
        }
        Err(failed) => {
            lines.push(row.with_brace(&failed.part.span, &no_value(&failed.origin)));
        }
    }
    writeln!(out, r"\begin{{align*}}")?;
    let last = lines.len() - 1;
    for (index, line) in lines.iter().enumerate() {
        let equals = if index == 0 { "" } else { "={}" };
        let end = if index == last { under(reduction.parse.grammar()) } else { r" \\".to_owned() };
        writeln!(out, "  {equals}&{line}{end}")?;
    }
    writeln!(out, r"\end{{align*}}")
}

/// Explains why an operation has no value.
fn no_value(reason: &NoValue) -> String {
    let why = match reason.operator {
        Operator::Divide | Operator::Remainder => reason.to_string(),
        _ => "no value".to_owned(),
    };
    format!(r"\text{{{why}}}")
}

/// A text, and the places of computed values in it.
struct Row<'a> {
    text: &'a str,
    results: &'a [Range<usize>],
    /// The places of the brackets that enclose a fraction.
    tall: Vec<usize>,
}

impl<'a> Row<'a> {
    fn new(text: &'a str, results: &'a [Range<usize>]) -> Self {
        let mut fractions =
            results.iter().filter(|it| text[(*it).clone()].contains('/')).map(|it| it.start);
        let mut next = fractions.next();
        // The open brackets, and whether each contains a fraction.
        let mut open: Vec<(usize, bool)> = Vec::new();
        let mut tall = Vec::new();
        for (at, byte) in text.bytes().enumerate() {
            if next == Some(at) {
                next = fractions.next();
                for (_, tall) in &mut open {
                    *tall = true;
                }
            }
            match (byte, open.last()) {
                (b'(', _) => open.push((at, false)),
                (b')', Some(&(start, is_tall))) => {
                    open.pop();
                    tall.extend(is_tall.then_some([start, at]).into_iter().flatten());
                }
                _ => {}
            }
        }
        tall.sort_unstable();
        Self { text, results, tall }
    }

    /// Writes the whole text with a brace under a part.
    fn with_brace(&self, part: &Range<usize>, label: &str) -> String {
        let (before, after) = (self.piece(0..part.start), self.piece(part.end..self.text.len()));
        // Braces around the `\underbrace` make LaTeX space it like a number.
        format!(r"{before}{{\underbrace{{{}}}_{{{label}}}}}{after}", self.piece(part.clone()))
    }

    /// Writes a part of the text. No value crosses the ends of the part.
    fn piece(&self, part: Range<usize>) -> String {
        let is_inside = |it: &&Range<usize>| part.start <= it.start && it.end <= part.end;
        let mut latex = String::new();
        let mut at = part.start;
        for result in self.results.iter().filter(is_inside) {
            self.operators(at..result.start, &mut latex);
            latex += &value(&self.text[result.clone()]);
            at = result.end;
        }
        self.operators(at..part.end, &mut latex);
        latex
    }

    /// Writes a part of the text that contains no computed values.
    fn operators(&self, part: Range<usize>, latex: &mut String) {
        for (at, character) in self.text[part.clone()].char_indices() {
            let is_tall = self.tall.binary_search(&(part.start + at)).is_ok();
            match character {
                // The size of the brackets is fixed. `\left(` would also make room for the brace.
                '(' if is_tall => *latex += r"\Bigl(",
                ')' if is_tall => *latex += r"\Bigr)",
                other => formula(other, latex),
            }
        }
    }
}

/// Writes a value. Only a value with a sign keeps its brackets; a fraction needs none, because of
/// its bar.
fn value(text: &str) -> String {
    let bare = text.trim_start_matches('(').trim_end_matches(')');
    let number = fraction(bare);
    match (bare.starts_with('-') && bare.len() < text.len(), bare.contains('/')) {
        (true, true) => format!(r"\Bigl({number}\Bigr)"),
        (true, false) => format!("({number})"),
        (false, _) => number,
    }
}

fn number(value: &Rational) -> String {
    fraction(&value.to_string())
}

/// Writes `-8/3` with a horizontal bar.
fn fraction(text: &str) -> String {
    let Some((numer, denom)) = text.split_once('/') else { return text.to_owned() };
    let (sign, numer) = numer.strip_prefix('-').map_or(("", numer), |numer| ("-", numer));
    format!(r"{sign}\frac{{{numer}}}{{{denom}}}")
}
