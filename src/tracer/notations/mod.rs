//! Translates other grammar notations to pest's: BNF, EBNF, ABNF, parsing expression grammars,
//! ANTLR and its relatives, and regular expressions. `grammar/notations.pest` is the grammar of all
//! these notations, and its comments are the table of their idioms.

mod backtracking;
mod parts;
mod regex;

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::LazyLock;

use itertools::Itertools;
use pest::iterators::Pair;

use super::{PestGrammar, RuleId};
use crate::words::beginning;

/// The text of the grammar of the notations; its comments are the table of idioms.
const SOURCE: &str = include_str!("../../../grammar/notations.pest");

/// The grammar of the notations. The tracer interprets this grammar: a derived parser would add a
/// third of a megabyte to the program, for texts that hardly anybody types.
static GRAMMAR: LazyLock<PestGrammar> =
    LazyLock::new(|| PestGrammar::trusted(SOURCE).expect("pest accepts it"));

/// The maximum nesting depth of brackets in a text to translate.
const MOST_LEVELS: usize = 100;

/// The maximum length of a rule to translate, in bytes. A translated part may be four times as
/// long: a list with separators has its item twice, and lists of lists double it again and again.
const MOST_BYTES: usize = 1 << 14;

/// The maximum length, in characters, of a rule's head: a name and the sign that defines it, such
/// as `::=`.
const MOST_HEAD: usize = 300;

/// A construct that other notations have and pest does not.
struct Idiom {
    /// The construct and the notations that have it; `{found}` is the text as written.
    message: &'static str,
    /// pest's equivalent; `{pest}` is the translation.
    advice: &'static str,
    /// The translation to pest.
    template: Option<String>,
}

/// The idioms by the names of their rules in the grammar.
static IDIOMS: LazyLock<HashMap<&str, Idiom>> = LazyLock::new(|| {
    let rows = SOURCE.lines().zip(SOURCE.lines().skip(1));
    let rows = rows.filter_map(|(row, rule)| Some((row.strip_prefix("/// ")?, rule)));
    rows.map(|(row, rule)| {
        let mut fields = row.split("=>").map(str::trim);
        let message = fields.next().expect("a text has a first field");
        let advice = fields.next().filter(|it| !it.is_empty()).unwrap_or("in pest: `{pest}`");
        let written = |it: &str| match (it, it.strip_suffix('_')) {
            ("-", _) => String::new(),
            (_, Some(before)) => format!("{before} "),
            _ => it.to_owned(),
        };
        let name = rule.split(' ').next().expect("a line has a first word");
        (name, Idiom { message, advice, template: fields.next().map(written) })
    })
    .collect()
});

/// The rest of the grammar around a rule to translate.
pub(super) struct Around<'t> {
    /// The names of all rules.
    pub(super) names: HashSet<&'t str>,
    /// The tokens that ANTLR skips, except blanks. The first becomes `COMMENT` and calls the others.
    pub(super) hidden: Vec<&'t str>,
    /// Whether some rules have no braces. Then the braces in `file = { row };` repeat.
    pub(super) ebnf: bool,
    /// Whether the grammar is in ABNF, where `"a"` also matches `A`.
    pub(super) abnf: bool,
}

/// A construct of another notation, found in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Foreign {
    /// The idiom, by its message in the table.
    pub(super) idiom: &'static str,
    pub(super) span: Range<usize>,
    /// The construct and the notations that have it.
    pub(super) message: String,
    /// pest's equivalent.
    pub(super) advice: String,
}

/// A text in pest's notation, and the foreign constructs that it had before.
#[derive(Debug)]
pub(super) struct Translation {
    /// Each idiom once, at its first place.
    pub(super) found: Vec<Foreign>,
    /// The edits to the changed rules, in the order of their places.
    pub(super) edits: Vec<(Range<usize>, String)>,
    /// The whole text with these edits.
    pub(super) text: String,
}

/// Translates the rules in `text`, and the lines before them, to pest's notation. `None` if `text`
/// is in none of the notations, is ambiguous, or has no foreign construct.
pub(super) fn translated(text: &str, around: &Around<'_>) -> Option<Translation> {
    let mut level = 0_usize;
    let is_too_deep = text.chars().any(|it| {
        match it {
            '(' | '[' | '{' => level += 1,
            ')' | ']' | '}' => level = level.saturating_sub(1),
            _ => {}
        }
        level > MOST_LEVELS
    });
    (!is_too_deep && text.len() <= MOST_BYTES).then_some(())?;
    let mut reader = Reader { text, around, comma: None, found: Vec::new() };
    let (mut edits, mut changed, mut end) = (Vec::new(), String::new(), 0);
    for pair in parsed("all", text)?.into_inner() {
        let (written, place) = (pair.as_str(), pair.as_span());
        let pest = reader.written(pair)?;
        changed.extend([&text[end..place.start()], &pest]);
        end = place.end();
        if pest != written {
            edits.push((place.start()..end, pest));
        }
    }
    changed.push_str(&text[end..]);
    let found = reader.found.into_iter().sorted_by_key(|it| it.span.start);
    let found = found.unique_by(|it| it.idiom).collect_vec();
    (!found.is_empty()).then_some(Translation { found, edits, text: changed })
}

/// The name of the rule of any of the notations that begins at the start of `text`: a name, and the
/// sign that defines it, which may be on the next line.
pub(super) fn rule_name(text: &str) -> Option<&str> {
    let is_first = |it: char| it.is_ascii_alphanumeric() || "_<@$?!\u{feff}".contains(it);
    text.starts_with(is_first).then_some(())?;
    let end = text.char_indices().nth(MOST_HEAD).map_or(text.len(), |(at, _)| at);
    let start = parsed("rule_start", &text[..end])?;
    let digits = text.find(|it: char| !it.is_ascii_digit()).unwrap_or(text.len());
    let name = start.into_inner().find(|it| rule_of(it) != "word")?.as_span();
    text.get(if digits > 0 { 0 } else { name.start() }..name.end())
}

/// Whether `text` begins with what a rule of [`GRAMMAR`] matches.
pub(super) fn is_a(rule: &str, text: &str) -> bool {
    parsed(rule, text).is_some()
}

/// The pair that a rule of [`GRAMMAR`] makes at the start of `text`.
fn parsed<'t>(rule: &str, text: &'t str) -> Option<Pair<'t, RuleId>> {
    GRAMMAR.parse(GRAMMAR.rule(rule).expect("the grammar has this rule"), text).ok()?.next()
}

/// The name of the rule that made a pair.
fn rule_of(pair: &Pair<'_, RuleId>) -> &'static str {
    GRAMMAR.name(pair.as_rule())
}

/// Translates parsed text to pest's notation.
struct Reader<'t> {
    text: &'t str,
    around: &'t Around<'t>,
    /// The meaning of a comma between the arguments of a function.
    comma: Option<&'static str>,
    found: Vec<Foreign>,
}

impl Reader<'_> {
    /// The translation of a pair; `None` if it is ambiguous.
    fn written(&mut self, pair: Pair<'_, RuleId>) -> Option<String> {
        let (rule, written, place) = (rule_of(&pair), pair.as_str(), pair.as_span());
        // Peggy's own grammars have a rule named `_`, which would look like a modifier. The
        // translation names it `blanks`.
        let has_blanks = ["_", "blanks"].iter().any(|it| self.around.names.contains(it));
        (rule != "modifier" || written != "_" || !has_blanks).then_some(())?;
        let mut begun = "";
        let (first, mut end) = (self.found.len(), place.start());
        let (mut text, mut parts) = (String::new(), Vec::<String>::new());
        // The start of the last part that is no comment, in the original and in the translation.
        let mut last = (end, 0);
        let comma = self.comma;
        self.comma = match rule {
            "choice_call" => Some("|"),
            "plain_call" | "any_call" | "some_call" | "optional_call" => Some("~"),
            _ => comma,
        };
        for child in pair.into_inner() {
            let (inner, span, found) = (rule_of(&child), child.as_span(), self.found.len());
            text += &self.text[end..span.start()];
            end = span.end();
            let mut pest = self.written(child)?;
            if inner == "bare_modifier" && has_blanks {
                self.around.names.contains("_").then_some(())?;
                self.name("underscore", span.start()..end, "blanks", found);
                (pest, begun) = (String::new(), "blanks ~ ");
            }
            if inner == "braceless" {
                pest += begun;
            }
            if let "separated" | "excepted" | "behind" = inner {
                // rust-peg's `**` allows an empty list, as Peggy's `|.., x|` does.
                let is_any = ["**", "|0", "|."].iter().any(|it| span.as_str().starts_with(it));
                let may_be_empty = if is_any { "*" } else { "" };
                let item = parts.pop()? + may_be_empty;
                let before = text[..last.1].trim_end();
                let is_behind = before.ends_with(['!', '&', '=']) && inner != "behind";
                pest = parts::with_tail(inner, &item, &pest);
                pest = if is_behind { format!("({pest})") } else { pest };
                text.truncate(last.1);
                self.name(inner, last.0..end, &pest, found);
            }
            (pest.len() <= 4 * MOST_BYTES).then_some(())?;
            let is_text = inner == "string" && (rule == "repeated" || rule.starts_with("counted"));
            let is_cased = span.as_str().contains(|it: char| it.is_ascii_alphabetic());
            if self.around.abnf && is_text && is_cased && !text.ends_with('^') {
                pest.insert(0, '^');
                self.name("abnf_text", span.start()..end, &pest, found);
            }
            if pest.is_empty() {
                text.truncate(text.trim_end_matches([' ', '\t']).len());
            } else if pest.starts_with(['~', '=', '}', '|'])
                && text.ends_with(|it: char| !it.is_whitespace())
            {
                text.push(' ');
            }
            text += &pest;
            match inner {
                "misplaced" | "alternative_label" | "foreign_comment" | "iso_comment"
                | "odd_blank" => continue,
                "separated" | "excepted" | "behind" => {}
                _ => last = (span.start(), text.len() - pest.len()),
            }
            parts.push(pest);
        }
        text += &self.text[end..place.end()];
        self.comma = comma;
        if let Some(sign) = comma.filter(|_| rule == "comma") {
            return Some(sign.to_owned());
        }
        let ends = || self.text[place.end()..].trim_start().starts_with([';', '.']);
        let repeats = self.around.ebnf && rule == "braced" && ends();
        let rule = if repeats { "repetition" } else { rule };
        let Some(idiom) = IDIOMS.get(rule) else {
            return Some(if rule == "repeated" { parts::repeated(text) } else { text });
        };
        if let "separated" | "excepted" | "behind" = rule {
            return parts.pop();
        }
        // A `.` at the end of a rule ends it in EBNF, but is any character in a PEG.
        let is_peg =
            |it: &Foreign| ["peg_sign", "slash"].map(|it| IDIOMS[it].message).contains(&it.idiom);
        if rule == "rule_close" && written == "." && self.found.iter().any(is_peg) {
            self.name("any", place.start()..place.end(), "ANY", first);
            return Some("~ ANY }".to_owned());
        }
        let pest = match &idiom.template {
            Some(template) => parts::filled(template, written, &parts),
            None => parts::written(rule, written, &parts, self.around)?,
        };
        let (as_rule, pest) = parts::in_its_place(rule, written, pest, &self.around.names)?;
        if as_rule != rule {
            self.found.truncate(first);
        }
        if pest != written {
            self.name(as_rule, place.start()..place.end(), &pest, first);
        }
        Some(if repeats { format!("{{ {pest} }}") } else { pest })
    }

    /// Records the idiom at `span`, and inserts it at `index` among the recorded ones.
    fn name(&mut self, rule: &str, span: Range<usize>, pest: &str, index: usize) {
        let Idiom { message, advice, .. } = &IDIOMS[rule];
        let (found, pest) = (shortened(&self.text[span.clone()]), shortened(pest.trim()));
        let filled = |words: &str| words.replace("{found}", &found).replace("{pest}", &pest);
        let (idiom, message, advice) = (*message, filled(message), filled(advice));
        self.found.insert(index, Foreign { idiom, span, message, advice });
    }
}

/// Puts a text on one line, cuts a long one, and escapes invisible characters.
fn shortened(text: &str) -> String {
    let words = text.lines().flat_map(|it| it.split([' ', '\t']));
    let words = words.filter(|it| !it.is_empty()).join(" ");
    let escaped = words.chars().map(|it| match it {
        ' '..='~' => it.to_string(),
        _ => it.escape_debug().to_string(),
    });
    beginning(&escaped.collect::<String>(), 60)
}
