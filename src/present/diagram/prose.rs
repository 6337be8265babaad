//! Comments as they are set: words, and the code that stands in backticks.

/// A line as the content of a `text`; `is_code` says whether it begins in the
/// middle of code, and afterwards whether the next one does.
pub(super) fn prose(line: &str, is_code: &mut bool) -> String {
    let mut set = String::with_capacity(line.len());
    for (index, piece) in line.split('`').enumerate() {
        if index > 0 {
            *is_code = !*is_code;
        }
        let piece = piece.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        if *is_code && !piece.is_empty() {
            set.extend(["<tspan class=\"code\">", &piece, "</tspan>"]);
        } else {
            set.push_str(&piece);
        }
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_may_go_on_in_the_next_line() {
        let mut is_code = false;
        assert_eq!(prose("see `a", &mut is_code), "see <tspan class=\"code\">a</tspan>");
        assert_eq!(prose("b` <", &mut is_code), "<tspan class=\"code\">b</tspan> &lt;");
        assert!(!is_code);
    }
}
