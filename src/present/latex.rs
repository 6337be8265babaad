//! What texts are in LaTeX.

use crate::Grammar;

/// The line that says which package what follows needs.
pub(super) fn package(name: &str) -> String {
    format!("% \\usepackage{{{name}}}\n")
}

/// `text` as LaTeX prints it.
pub(super) fn escaped(text: &str) -> String {
    let escape = |character: char| match character {
        '#' | '$' | '%' | '&' | '_' | '{' | '}' => format!(r"\{character}"),
        '\\' => r"\textbackslash{}".to_owned(),
        '~' => r"\textasciitilde{}".to_owned(),
        '^' => r"\textasciicircum{}".to_owned(),
        '<' => r"\textless{}".to_owned(),
        '>' => r"\textgreater{}".to_owned(),
        '|' => r"\textbar{}".to_owned(),
        other => other.to_string(),
    };
    text.chars().map(escape).collect()
}

/// A character of an expression in a formula; an operator is still to be
/// applied.
pub(super) fn formula(character: char, latex: &mut String) {
    match character {
        ' ' | '\t' => {}
        '*' => *latex += r" \times ",
        '/' => *latex += r" \div ",
        '%' => *latex += r" \bmod ",
        '^' => *latex += r" \mathbin{\wedge} ",
        '√' => *latex += r"\surd ",
        // A function, letter by letter.
        letter if letter.is_ascii_lowercase() => {
            latex.extend([r"\mathrm{", &letter.to_string(), "}"]);
        }
        other => latex.push(other),
    }
}

/// Which grammar it is, where that is not ordinary arithmetic: what is said to
/// be equal need not be.
pub(super) fn under(grammar: &Grammar) -> String {
    if grammar.is_ordinary() {
        return String::new();
    }
    let name = escaped(&grammar.to_string());
    format!(r"\quad\text{{under the grammar \texttt{{{name}}}}}")
}
