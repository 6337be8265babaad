//! Other notations of grammars, read to write the same in pest's: BNF, EBNF, ABNF, parsing
//! expression grammars, ANTLR and its kin, and regular expressions.
//!
//! The idioms are those of ISO/IEC 14977 (EBNF), RFC 5234 (ABNF), B. Ford's "Parsing
//! Expression Grammars" (2004), and the manuals of ANTLR 4, Yacc, Lark, Peggy and Wirth's
//! notation. A text in several of them at once is read, too: people mix them.

use std::ops::Range;

use regex_syntax::ast::{self, Ast, ClassPerlKind, ClassSet, ClassSetItem, RepetitionKind};

use super::body::{Body, BodyKind};
use super::terminal::Terminal;

/// How deep brackets may be nested in what is translated.
const MOST_LEVELS: usize = 100;

/// A way to write something that other notations have, and pest has not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Idiom {
    Adjacent,
    Angle,
    AnyCharacter,
    Assignment,
    Braceless,
    Class,
    Comma,
    Comment,
    Count,
    Empty,
    Ending,
    Header,
    Hyphen,
    Insensitive,
    Label,
    Not,
    Number,
    Option,
    Plus,
    Quotes,
    RangeDots,
    RangeQuotes,
    Regex,
    Repetition,
    Rewrite,
    Slash,
    Trailing,
}

/// Something else in a place of the text.
#[derive(Debug, Clone)]
struct Edit {
    span: Range<usize>,
    text: String,
    idiom: Idiom,
}

/// What is written as another notation has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Foreign {
    pub(super) idiom: Idiom,
    pub(super) span: Range<usize>,
    /// What it is, and in which notations.
    pub(super) message: String,
    /// What pest has in its place.
    pub(super) advice: String,
}

/// A text in pest's notation, and what was written otherwise in it.
#[derive(Debug)]
pub(super) struct Translation {
    /// Each idiom where it is first.
    pub(super) found: Vec<Foreign>,
    /// The changes, in the order of their places.
    pub(super) edits: Vec<(Range<usize>, String)>,
    /// All of it, with them.
    pub(super) text: String,
}

/// What the rules in a part of `source` are in pest's notation, and the lines before them;
/// `None` where they are not understood, or have nothing of another notation.
pub(super) fn translated(source: &str, part: Range<usize>) -> Option<Translation> {
    let text = &source[part];
    let mut reader = Reader { source, text, at: 0, end: 0, level: 0, edits: Vec::new() };
    reader.rules()?;
    let mut edits = reader.edits;
    edits.sort_by_key(|it| (it.span.start, it.span.end));
    let mut found: Vec<Foreign> = Vec::new();
    for Edit { span, text: pest, idiom } in &edits {
        if found.iter().all(|known| known.idiom != *idiom) {
            let (message, advice) = idiom.words(&text[span.clone()], pest);
            found.push(Foreign { idiom: *idiom, span: span.clone(), message, advice });
        }
    }
    let mut changed = String::with_capacity(text.len());
    let mut end = 0;
    for edit in &edits {
        changed.extend([text.get(end..edit.span.start)?, &edit.text]);
        end = edit.span.end;
    }
    changed.push_str(&text[end..]);
    let edits: Vec<_> = edits.into_iter().map(|it| (it.span, it.text)).collect();
    (!edits.is_empty()).then_some(Translation { found, edits, text: changed })
}

/// Whether a rule begins here, as any of the notations writes it: a name, and what
/// defines it, which may come on the next line.
pub(super) fn begins_rule(text: &str) -> bool {
    // A digit before a name is a mistake of its own.
    let text = text.trim_start_matches(|it: char| it.is_ascii_digit());
    let Some(rest) = name(text).map(|length| &text[length..]) else { return false };
    let sign = assignment(rest.trim_start());
    // On a line of its own, pest's sign may be that of a label.
    sign.is_some_and(|sign| sign != "=" || rest.trim_start_matches([' ', '\t']).starts_with('='))
}

/// The length of the name that a text begins with.
fn name(text: &str) -> Option<usize> {
    if let Some(inner) = text.strip_prefix('<') {
        let (name, _) = inner.split_once('>')?;
        let is_name = |it: char| it.is_alphanumeric() || "_- ".contains(it);
        let begins = name.starts_with(|it: char| it.is_alphabetic() || it == '_');
        return (begins && name.chars().all(is_name)).then_some(name.len() + 2);
    }
    let is_name = |it: char| it.is_ascii_alphanumeric() || it == '_';
    let mut length = text.find(|it| !is_name(it)).unwrap_or(text.len());
    if text.starts_with(|it: char| it.is_ascii_digit()) {
        return None;
    }
    // `some-name`, but neither `a - b` nor `a->b`.
    while let Some(rest) = text[length..].strip_prefix('-').filter(|_| length > 0) {
        let more = rest.find(|it| !is_name(it)).unwrap_or(rest.len());
        if more == 0 {
            break;
        }
        length += 1 + more;
    }
    (length > 0).then_some(length)
}

/// What defines a rule, if a text begins with it.
fn assignment(text: &str) -> Option<&'static str> {
    let signs = ["::=", ":=", "<-", "←", "->", "→", "=>", "=", ":"];
    signs.into_iter().find(|sign| text.starts_with(sign))
}

impl Idiom {
    /// What is found, and what pest has in its place.
    fn words(self, found: &str, pest: &str) -> (String, String) {
        let (found, pest) = (found.trim(), pest.trim());
        let instead = |what: &str| (format!("`{found}` {what}"), format!("in pest: `{pest}`"));
        let plain = |message: &str, advice: &str| (message.to_owned(), advice.to_owned());
        match self {
            Self::Adjacent => plain(
                "nothing joins these two parts, as in BNF and in most notations",
                "pest joins parts with `~`",
            ),
            Self::Angle => instead("is a name as BNF writes it"),
            Self::AnyCharacter => instead("is any character in regular expressions and PEGs"),
            Self::Assignment => {
                let by = match found {
                    "::=" => "BNF",
                    ":=" => "Wirth's and other notations",
                    "<-" | "←" => "PEGs",
                    ":" => "ANTLR, Yacc and Lark",
                    _ => "other notations",
                };
                (format!("`{found}` defines a rule in {by}"), "pest defines it with `=`".to_owned())
            }
            Self::Braceless => {
                plain("the rule has no braces", "pest writes `name = { what it matches }`")
            }
            Self::Class => instead("is a character class of regular expressions"),
            Self::Comma => {
                (format!("`{found}` joins parts in EBNF"), "pest joins them with `~`".to_owned())
            }
            Self::Comment => (
                format!("`{found}` begins a comment in other notations"),
                format!("in pest: `{pest}`"),
            ),
            Self::Count => instead("is no number of repetitions"),
            Self::Empty => instead("is the empty text in other notations"),
            Self::Ending => (
                format!("`{found}` ends a rule in EBNF, ANTLR and Yacc"),
                "a rule of pest ends with `}` and nothing else".to_owned(),
            ),
            Self::Header => (
                format!("`{found}` is the head of a grammar of another tool"),
                "a grammar of pest has none: remove it".to_owned(),
            ),
            Self::Hyphen => instead("is a name with a hyphen, as in EBNF and ABNF"),
            Self::Insensitive => instead("is a text in either case in PEG tools and Lark"),
            Self::Label => instead("names a part in ANTLR and Peggy"),
            Self::Not => instead("is any other character in ANTLR"),
            Self::Number => instead("is a character as ABNF writes it"),
            Self::Option => plain("`[x]` is an option in EBNF", "in pest: `(x)?`"),
            Self::Plus => plain(
                "`+` joins parts in other notations",
                "pest joins them with `~`; its `+` is a repetition, and follows what it repeats",
            ),
            Self::Quotes => (
                format!("`{found}` is a text as other notations write it"),
                format!("pest writes a text in double quotes: `{pest}`"),
            ),
            Self::RangeDots => instead("joins the ends of a range in other notations"),
            Self::RangeQuotes => (
                format!("the ends of a range are texts: `{found}`"),
                format!("the ends of a range are characters, in single quotes: `{pest}`"),
            ),
            Self::Regex => instead("is a regular expression"),
            Self::Repetition => plain("`{x}` is a repetition in EBNF", "in pest: `(x)*`"),
            Self::Rewrite => (
                format!("`{found}` says what becomes of the text in ANTLR and Lark"),
                "a pest grammar only describes the text: remove this".to_owned(),
            ),
            Self::Slash => plain(
                "`/` stands between alternatives in PEGs and ABNF",
                "pest separates them with `|`",
            ),
            Self::Trailing => plain(
                "no alternative follows this `|`",
                "remove it, or write `\"\"` for an alternative that reads nothing",
            ),
        }
    }
}

/// Reads rules in any of the notations, and notes what is to be written otherwise.
struct Reader<'t> {
    /// The whole grammar.
    source: &'t str,
    /// The part of it that is read.
    text: &'t str,
    at: usize,
    /// Where the last part ended, before blanks and comments.
    end: usize,
    level: usize,
    edits: Vec<Edit>,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn sees(&self, sign: &str) -> bool {
        self.rest().starts_with(sign)
    }

    /// Goes on behind `sign`, if it is here.
    fn takes(&mut self, sign: &str) -> bool {
        let is_here = self.sees(sign);
        if is_here {
            self.go(sign.len());
        }
        is_here
    }

    fn go(&mut self, bytes: usize) {
        self.at += bytes;
        self.end = self.at;
    }

    fn edit(&mut self, span: Range<usize>, text: impl Into<String>, idiom: Idiom) {
        self.edits.push(Edit { span, text: text.into(), idiom });
    }

    /// Goes on behind what is here, which is to be `text`.
    fn replace(&mut self, bytes: usize, text: impl Into<String>, idiom: Idiom) {
        self.edit(self.at..self.at + bytes, text, idiom);
        self.go(bytes);
    }

    /// Goes on behind blanks and comments.
    fn skip(&mut self) -> Option<()> {
        loop {
            let rest = self.rest();
            let blanks = rest.len() - rest.trim_start().len();
            self.at += blanks;
            let rest = self.rest();
            let line = rest.find('\n').unwrap_or(rest.len());
            let tag = rest.strip_prefix('#').and_then(|it| Some(&it[name(it)?..]));
            let is_tag = tag.is_some_and(|rest| rest.trim_start().starts_with('='));
            if rest.starts_with("//") {
                self.at += line;
            } else if rest.starts_with('#') && !is_tag || rest.starts_with("--") {
                let sign = if rest.starts_with('#') { "#" } else { "--" };
                self.edit(self.at..self.at + sign.len(), "//", Idiom::Comment);
                self.at += line;
            } else if let Some(inner) = rest.strip_prefix("(*") {
                let end = self.at + 2 + inner.find("*)")?;
                self.edit(self.at..self.at + 2, "/*", Idiom::Comment);
                self.edit(end..end + 2, "*/", Idiom::Comment);
                self.at = end + 2;
            } else if let Some(inner) = rest.strip_prefix("/*") {
                self.at += 4 + inner.find("*/")?;
            } else {
                return Some(());
            }
        }
    }

    fn rules(&mut self) -> Option<()> {
        loop {
            self.skip()?;
            if self.rest().is_empty() {
                return Some(());
            }
            if !self.header() {
                self.rule()?;
            }
        }
    }

    /// Whether there is a line that is no rule in ANTLR, Yacc or Lark.
    fn header(&mut self) -> bool {
        let rest = self.rest();
        let words = ["grammar ", "lexer grammar ", "parser grammar ", "%", "@"];
        if !words.iter().any(|word| rest.starts_with(word)) {
            return false;
        }
        let line = rest.find('\n').unwrap_or(rest.len());
        let length = rest[..line].trim_end().len();
        self.replace(length, "", Idiom::Header);
        true
    }

    fn rule(&mut self) -> Option<()> {
        self.name()?;
        self.skip()?;
        let sign = assignment(self.rest())?;
        if sign == "=" {
            self.go(1);
        } else {
            let is_apart = self.text[..self.at].ends_with(char::is_whitespace);
            let sign_of_pest = if is_apart { "=" } else { " =" };
            self.replace(sign.len(), sign_of_pest, Idiom::Assignment);
        }
        self.skip()?;
        let modifier = self.rest().strip_prefix(['_', '@', '$', '!']);
        let is_name = |rest: &str| rest.starts_with(|it: char| it.is_alphanumeric() || it == '_');
        let is_alone = !self.sees("!") && modifier.is_some_and(|rest| !is_name(rest));
        if is_alone || modifier.is_some_and(|rest| rest.trim_start().starts_with('{')) {
            self.go(1);
            self.skip()?;
        }
        if self.sees("{") {
            let (before, edits) = (self.at, self.edits.len());
            if self.in_braces().is_some() {
                return Some(());
            }
            // The braces are those of a repetition, which nothing else repeats.
            if self.sees("?") || self.sees("*") || self.sees("+") {
                return None;
            }
            self.at = before;
            self.edits.truncate(edits);
        }
        self.edit(self.at..self.at, "{ ", Idiom::Braceless);
        self.expression()?;
        let end = self.end;
        self.skip()?;
        if let Some(length) = self.ending() {
            // A comment between them stays.
            let is_next = self.text[end..self.at].trim().is_empty();
            let (start, brace) = if is_next { (end, " }") } else { (self.at, "}") };
            self.edit(start..self.at + length, brace, Idiom::Braceless);
            self.go(length);
            return Some(());
        }
        self.edit(end..end, " }", Idiom::Braceless);
        (self.rest().is_empty() || self.is_at_rule()).then_some(())
    }

    /// The body in braces, as pest has it, and what other notations have behind it.
    fn in_braces(&mut self) -> Option<()> {
        self.go(1);
        self.expression()?;
        self.skip()?;
        self.takes("}").then_some(())?;
        self.skip()?;
        if let Some(length) = self.ending() {
            self.replace(length, "", Idiom::Ending);
            self.skip()?;
        }
        (self.rest().is_empty() || self.is_at_rule()).then_some(())
    }

    /// The length of the sign that ends a rule here.
    fn ending(&self) -> Option<usize> {
        let rest = self.rest();
        let is_last = |rest: &str| rest.lines().next().is_none_or(|line| line.trim().is_empty());
        (rest.starts_with(';') || rest.strip_prefix('.').is_some_and(is_last)).then_some(1)
    }

    /// Whether a rule begins here, at the start of a line.
    fn is_at_rule(&self) -> bool {
        let line = self.text[..self.at].rsplit('\n').next().expect("a text has a last line");
        let is_first = line.trim().is_empty();
        is_first && (begins_rule(self.rest()) || self.rest().starts_with(['%', '@']))
    }

    fn expression(&mut self) -> Option<()> {
        self.level += 1;
        if self.level > MOST_LEVELS {
            return None;
        }
        self.skip()?;
        self.takes("|");
        loop {
            self.sequence()?;
            let end = self.end;
            self.skip()?;
            let sign = ["||", "|", "/"].into_iter().find(|sign| self.sees(sign));
            let Some(sign) = sign else { break };
            let at = self.at;
            self.go(sign.len());
            self.skip()?;
            if self.closes() {
                self.edit(end..at + sign.len(), "", Idiom::Trailing);
                self.end = end;
                break;
            }
            if sign != "|" {
                self.edit(at..at + sign.len(), "|", Idiom::Slash);
            }
        }
        self.level -= 1;
        Some(())
    }

    /// Whether nothing more can come of what is open.
    fn closes(&self) -> bool {
        let rest = self.rest();
        rest.is_empty()
            || rest.starts_with([')', ']', '}'])
            || self.ending().is_some()
            || self.is_at_rule()
    }

    fn sequence(&mut self) -> Option<()> {
        self.term()?;
        loop {
            let end = self.end;
            self.skip()?;
            if self.closes() || self.sees("|") || self.sees("/") {
                self.end = end;
                return Some(());
            }
            if self.sees(",") {
                self.edit(end..self.at + 1, " ~", Idiom::Comma);
                self.go(1);
            } else if self.sees("+") && end < self.at {
                self.replace(1, "~", Idiom::Plus);
            } else if let Some(rest) = self.rest().strip_prefix("->") {
                let length = rest.find(['\n', ';', '|', '}']).unwrap_or(rest.len());
                let to = self.at + 2 + rest[..length].trim_end().len();
                self.edit(end..to, "", Idiom::Rewrite);
                (self.at, self.end) = (to, to);
                continue;
            } else if !self.takes("~") {
                self.edit(self.at..self.at, "~ ", Idiom::Adjacent);
            }
            self.skip()?;
            self.term()?;
        }
    }

    fn term(&mut self) -> Option<()> {
        self.skip()?;
        if self.takes("#") {
            self.go(name(self.rest())?);
            self.skip()?;
            self.takes("=").then_some(())?;
            self.skip()?;
        } else if let Some(length) = name(self.rest()) {
            let rest = self.rest()[length..].trim_start_matches([' ', '\t']);
            let sign = if rest.starts_with("+=") { Some("+=") } else { assignment(rest) };
            if let Some(sign) = sign.filter(|sign| ["+=", "=", ":"].contains(sign)) {
                let label = self.rest()[..length].replace('-', "_");
                let bytes = self.rest().len() - rest.len() + sign.len();
                let blank = if rest[sign.len()..].starts_with(' ') { "" } else { " " };
                self.replace(bytes, format!("#{label} ={blank}"), Idiom::Label);
                self.skip()?;
            }
        }
        while self.takes("!") || self.takes("&") {
            self.skip()?;
        }
        let start = self.at;
        if self.takes("~") {
            // Apart from what follows, it joins something that is missing.
            self.rest().starts_with(|it: char| !it.is_whitespace()).then_some(())?;
            let inner = self.at;
            self.operand()?;
            let before = self.edits.iter().position(|it| it.span.start >= inner);
            let edits = self.edits.split_off(before.unwrap_or(self.edits.len()));
            let operand = applied(self.text, inner..self.end, &edits)?;
            self.edit(start..self.end, format!("(!{operand} ~ ANY)"), Idiom::Not);
        } else if let Some((length, operator)) = self.count_before() {
            self.go(length);
            self.skip()?;
            self.edit(start..self.at, "", Idiom::Count);
            self.operand()?;
            self.edit(self.end..self.end, operator, Idiom::Count);
        } else {
            self.operand()?;
        }
        self.postfix()
    }

    /// How often what comes is repeated, as ABNF (`2*3x`) and EBNF (`3 * x`) have it.
    fn count_before(&self) -> Option<(usize, String)> {
        let rest = self.rest();
        let digits = |text: &str| text.find(|it: char| !it.is_ascii_digit()).unwrap_or(text.len());
        let least = digits(rest);
        let star = rest[least..].len() - rest[least..].trim_start_matches(' ').len() + least;
        if !rest[star..].starts_with('*') {
            return (least > 0).then(|| (least, format!("{{{}}}", &rest[..least])));
        }
        let most = digits(&rest[star + 1..]);
        let (length, most) = (star + 1 + most, &rest[star + 1..star + 1 + most]);
        let operator = match (&rest[..least], most) {
            ("", "") => "*".to_owned(),
            ("1", "") => "+".to_owned(),
            // EBNF repeats so often, ABNF so often at least.
            (least, "") if star > least.len() || rest[length..].starts_with(' ') => {
                format!("{{{least}}}")
            }
            (least, most) => format!("{{{least},{most}}}"),
        };
        Some((length, operator))
    }

    /// Repetitions behind a part.
    fn postfix(&mut self) -> Option<()> {
        loop {
            if ["*", "+", "?"].into_iter().any(|sign| self.takes(sign)) {
                continue;
            }
            let rest = self.rest();
            let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
            let inner = rest[blanks..].strip_prefix('{').and_then(|it| it.split_once('}'));
            let Some((inner, _)) = inner else { break };
            let bounds = inner.split(|it: char| !it.is_ascii_digit());
            let bounds: Vec<&str> = bounds.filter(|it| !it.is_empty()).collect();
            let between: String = inner.chars().filter(|it| !it.is_ascii_digit()).collect();
            let is_count = ["", ",", "-", "..", ":", ";", "..="].contains(&between.trim());
            if bounds.is_empty() || bounds.len() > 2 || !is_count {
                break;
            }
            let length = blanks + inner.len() + 2;
            if bounds.len() == 2 && between.trim() != "," {
                self.replace(length, format!("{{{}}}", bounds.join(", ")), Idiom::Count);
            } else {
                self.go(length);
            }
        }
        let has_more = self.rest().trim_start_matches([' ', '\t']);
        for (index, sign) in ["*", "+", "?"].into_iter().enumerate() {
            // `x *` is a repetition; ` + y` joins, and ` * y` is the next count.
            let Some(rest) = has_more.strip_prefix(sign) else { continue };
            let is_last = rest.trim_start().chars().next().is_none_or(|it| "~|,/;)]}".contains(it));
            if is_last || index == 2 {
                let length = self.rest().len() - rest.len();
                self.go(length);
                return self.postfix();
            }
        }
        Some(())
    }

    fn operand(&mut self) -> Option<()> {
        let rest = self.rest();
        match rest.chars().next()? {
            '(' => {
                self.go(1);
                self.expression()?;
                self.skip()?;
                self.takes(")").then_some(())
            }
            '[' => self.bracket(),
            '{' => {
                let start = self.at;
                self.go(1);
                self.expression()?;
                self.skip()?;
                self.sees("}").then_some(())?;
                let is_repeated = self.rest()[1..].starts_with(['+', '*']);
                self.edit(start..start + 1, "(", Idiom::Repetition);
                self.replace(1, if is_repeated { ")" } else { ")*" }, Idiom::Repetition);
                Some(())
            }
            '"' | '\'' | '“' | '”' | '‘' | '’' | '^' => self.text_or_range(),
            '/' => {
                let length = regex_length(rest)?;
                let body = of_regex(&rest[1..length - 1])?;
                self.replace(length, grouped(&body), Idiom::Regex);
                Some(())
            }
            '.' if !rest.starts_with("..") => {
                self.replace(1, "ANY", Idiom::AnyCharacter);
                Some(())
            }
            'ε' | 'ϵ' | 'λ' => {
                let length = rest.chars().next().map_or(0, char::len_utf8);
                self.replace(length, "\"\"", Idiom::Empty);
                Some(())
            }
            '%' => self.abnf_number(),
            '\\' => {
                let length = 1 + rest.chars().nth(1)?.len_utf8();
                let body = of_regex(&rest[..length])?;
                self.replace(length, grouped(&body), Idiom::Class);
                Some(())
            }
            _ => {
                let length = name(rest)?;
                let is_stack = rest[length..].starts_with('[') && &rest[..length] == "PEEK";
                self.name()?;
                if is_stack {
                    let length = self.rest().find(']')? + 1;
                    self.go(length);
                } else if rest.starts_with("PUSH") && self.rest().trim_start().starts_with('(') {
                    self.skip()?;
                    self.operand()?;
                }
                Some(())
            }
        }
    }

    fn name(&mut self) -> Option<()> {
        let length = name(self.rest())?;
        let written = &self.rest()[..length];
        if let Some(inner) = written.strip_prefix('<') {
            let inner = inner[..inner.len() - 1].replace(['-', ' '], "_");
            self.replace(length, inner, Idiom::Angle);
        } else if written.contains('-') {
            self.replace(length, written.replace('-', "_"), Idiom::Hyphen);
        } else {
            self.go(length);
        }
        Some(())
    }

    /// A class of characters, or an option.
    fn bracket(&mut self) -> Option<()> {
        let class = class_length(self.rest()).map(|length| &self.rest()[..length]);
        if let Some(class) = class.filter(|class| !self.is_option(class)) {
            let body = of_regex(class)?;
            self.replace(class.len(), grouped(&body), Idiom::Class);
            return Some(());
        }
        let start = self.at;
        self.go(1);
        self.expression()?;
        self.skip()?;
        self.sees("]").then_some(())?;
        self.edit(start..start + 1, "(", Idiom::Option);
        self.replace(1, ")?", Idiom::Option);
        Some(())
    }

    /// Whether what is in square brackets is made of texts, or of names of rules.
    fn is_option(&self, class: &str) -> bool {
        let inner = &class[1..class.len() - 1];
        let has_texts = inner.matches('"').count() == 2 || inner.matches('\'').count() == 2;
        if has_texts || inner.contains('\\') {
            return has_texts;
        }
        let is_rule = |word: &str| {
            let mut lines = self.source.lines().map(str::trim_start);
            name(word) == Some(word.len())
                && lines.any(|line| name(line) == Some(word.len()) && line.starts_with(word))
        };
        let mut words = inner.split([' ', '|', ',', '~', '\n']).filter(|it| !it.is_empty());
        inner.contains(['(', '<']) || words.clone().count() > 0 && words.all(is_rule)
    }

    /// A text, one in either case, or the range that begins with it.
    fn text_or_range(&mut self) -> Option<()> {
        let start = self.at;
        let has_caret = self.takes("^");
        let (first, first_span) = self.quoted()?;
        let quote = |span: &Range<usize>| self.text[span.start..].chars().next();
        let is_pest = |span: &Range<usize>| quote(span) == Some('"');
        let dots = ["..=", "...", "..", "…", "-"].into_iter().find(|sign| {
            let rest = self.rest().trim_start_matches(' ');
            let is_hyphen = *sign == "-"
                && rest
                    .strip_prefix('-')
                    .is_some_and(|it| it.trim_start().starts_with(['\'', '"']));
            rest.starts_with(sign) && (*sign != "-" || is_hyphen)
        });
        if let Some(dots) = dots.filter(|_| !has_caret) {
            self.at += self.rest().len() - self.rest().trim_start_matches(' ').len();
            let at = self.at;
            if dots == ".." {
                self.go(2);
            } else {
                self.replace(dots.len(), "..", Idiom::RangeDots);
            }
            self.at += self.rest().len() - self.rest().trim_start_matches(' ').len();
            let (last, last_span) = self.quoted()?;
            if quoted_as(&first_span, self.text, '\'') && quoted_as(&last_span, self.text, '\'') {
                return Some(());
            }
            let characters = [character(first)?, character(last)?];
            self.edits.retain(|it| it.span.start != at);
            let range = characters.map(|it| format!("'{it}'")).join("..");
            self.edit(start..self.end, range, Idiom::RangeQuotes);
            return Some(());
        }
        let suffix = self.rest().strip_prefix('i');
        if suffix
            .is_some_and(|rest| !rest.starts_with(|it: char| it.is_alphanumeric() || it == '_'))
        {
            self.go(1);
            self.edit(start..self.at, format!("^{}", in_double_quotes(first)), Idiom::Insensitive);
        } else if !is_pest(&first_span) {
            self.edit(first_span, in_double_quotes(first), Idiom::Quotes);
        }
        Some(())
    }

    /// What is between quotes, and where both are.
    fn quoted(&mut self) -> Option<(&'t str, Range<usize>)> {
        let (start, rest) = (self.at, self.rest());
        let open = rest.chars().next()?;
        let close: &[char] = match open {
            '"' | '\'' => &[open],
            '“' | '”' => &['”', '“'],
            '‘' | '’' => &['’', '‘'],
            _ => return None,
        };
        let inside = &rest[open.len_utf8()..];
        let mut characters = inside.char_indices();
        while let Some((at, it)) = characters.next() {
            // The quote itself is a character, too: '''.
            if close.contains(&it) && !(open == '\'' && inside.starts_with("''") && at == 0) {
                self.go(open.len_utf8() + at + it.len_utf8());
                return Some((&inside[..at], start..self.at));
            }
            match it {
                '\\' => drop(characters.next()),
                '\n' => return None,
                _ => {}
            }
        }
        None
    }

    /// `%x41`, `%d65` and `%x41-5A`.
    fn abnf_number(&mut self) -> Option<()> {
        let rest = self.rest();
        let radix = match rest.chars().nth(1)? {
            'x' | 'X' => 16,
            'd' | 'D' => 10,
            'b' | 'B' => 2,
            _ => return None,
        };
        let numbers = &rest[2..];
        let length = numbers.find(|it: char| !it.is_digit(radix) && it != '-' && it != '.');
        let numbers = &numbers[..length.unwrap_or(numbers.len())];
        let of = |text: &str| char::from_u32(u32::from_str_radix(text, radix).ok()?);
        let body = if let Some((first, last)) = numbers.split_once('-') {
            Body::from(BodyKind::Terminal(Terminal::Range(of(first)?, of(last)?)))
        } else {
            Body::text(numbers.split('.').map(of).collect::<Option<String>>()?)
        };
        self.replace(2 + numbers.len(), body.to_string(), Idiom::Number);
        Some(())
    }
}

fn quoted_as(span: &Range<usize>, text: &str, quote: char) -> bool {
    text[span.start..].starts_with(quote)
}

/// A part of a text, with these edits in it.
fn applied(text: &str, place: Range<usize>, edits: &[Edit]) -> Option<String> {
    let (mut changed, mut end) = (String::new(), place.start);
    for edit in edits {
        changed.extend([text.get(end..edit.span.start)?, &edit.text]);
        end = edit.span.end;
    }
    changed.push_str(text.get(end..place.end)?);
    Some(changed)
}

/// The text in pest's quotes.
fn in_double_quotes(text: &str) -> String {
    let mut quoted = String::from("\"");
    let mut characters = text.chars().peekable();
    while let Some(it) = characters.next() {
        match it {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.extend(['\\', characters.next().unwrap_or('\\')]),
            it => quoted.push(it),
        }
    }
    quoted + "\""
}

/// A text of one character, as an end of a range.
fn character(text: &str) -> Option<String> {
    let mut characters = text.chars();
    match (characters.next()?, characters.next(), characters.next()) {
        ('\'', None, _) => Some("\\'".to_owned()),
        (_, None, _) | ('\\', Some('n' | 'r' | 't' | '0' | '\\' | '\'' | '"'), None) => {
            Some(text.to_owned())
        }
        ('\\', Some('x' | 'u'), _) => Some(text.to_owned()),
        _ => None,
    }
}

/// The length of the class in square brackets that a text begins with.
fn class_length(text: &str) -> Option<usize> {
    let mut characters = text.char_indices().skip(1).peekable();
    characters.next_if(|&(_, it)| it == '^');
    characters.next_if(|&(_, it)| it == ']');
    while let Some((at, it)) = characters.next() {
        match it {
            ']' => return Some(at + 1),
            '\\' => drop(characters.next()),
            '\n' => return None,
            _ => {}
        }
    }
    None
}

/// The length of the regular expression between slashes that a text begins with.
fn regex_length(text: &str) -> Option<usize> {
    let mut at = 1;
    loop {
        let it = text[at..].chars().next()?;
        match it {
            '/' => return Some(at + 1),
            '\n' => return None,
            '[' => at += class_length(&text[at..])?,
            '\\' => at += 1 + text[at + 1..].chars().next()?.len_utf8(),
            it => at += it.len_utf8(),
        }
    }
}

/// As it is written where a part of a sequence is.
fn grouped(body: &Body) -> String {
    match body.kind {
        BodyKind::Choice(_) | BodyKind::Sequence(_) => format!("({body})"),
        _ => body.to_string(),
    }
}

/// What matches as a regular expression does, as far as it needs no way back.
fn of_regex(regex: &str) -> Option<Body> {
    // Other notations escape the sign that ends it.
    let parsed = ast::parse::ParserBuilder::new().nest_limit(20).build();
    of_ast(&{ parsed }.parse(&regex.replace("\\/", "/")).ok()?)
}

fn of_ast(ast: &Ast) -> Option<Body> {
    Some(match ast {
        Ast::Empty(_) => Body::text(""),
        Ast::Literal(literal) => Body::text(literal.c),
        Ast::Dot(_) => other_than(Body::rule("NEWLINE")),
        Ast::ClassPerl(class) => perl(&class.kind, class.negated),
        Ast::ClassBracketed(class) => {
            let ClassSet::Item(item) = &class.kind else { return None };
            let (mut ranges, mut others) = (Vec::new(), Vec::new());
            items(item, &mut ranges, &mut others)?;
            let all = Body::choice(named(ranges).into_iter().chain(others));
            if class.negated { other_than(all) } else { all }
        }
        Ast::Repetition(repetition) if repetition.greedy => {
            let operator = match &repetition.op.kind {
                RepetitionKind::ZeroOrOne => "?".to_owned(),
                RepetitionKind::ZeroOrMore => "*".to_owned(),
                RepetitionKind::OneOrMore => "+".to_owned(),
                RepetitionKind::Range(range) => match range {
                    ast::RepetitionRange::Exactly(times) => format!("{{{times}}}"),
                    ast::RepetitionRange::AtLeast(least) => format!("{{{least},}}"),
                    ast::RepetitionRange::Bounded(least, most) => format!("{{{least},{most}}}"),
                },
            };
            let body = Box::new(of_ast(&repetition.ast)?);
            BodyKind::Repeat { body, least: 0, most: None, operator }.into()
        }
        Ast::Group(group) => of_ast(&group.ast)?,
        Ast::Alternation(all) => {
            Body::choice(all.asts.iter().map(of_ast).collect::<Option<Vec<_>>>()?)
        }
        Ast::Concat(all) => {
            let mut parts: Vec<Body> = Vec::new();
            for part in all.asts.iter().filter(|it| !matches!(it, Ast::Assertion(_))) {
                let part = of_ast(part)?;
                match (parts.last_mut(), part.literal()) {
                    (Some(last), Some(more)) if last.literal().is_some() => {
                        *last = Body::text([last.literal()?, more].concat());
                    }
                    _ => parts.push(part),
                }
            }
            Body::sequence(parts)
        }
        Ast::Flags(_) | Ast::Assertion(_) | Ast::ClassUnicode(_) | Ast::Repetition(_) => {
            return None;
        }
    })
}

fn other_than(body: Body) -> Body {
    Body::sequence([Body::lookahead(false, body), Body::rule("ANY")])
}

fn perl(kind: &ClassPerlKind, is_negated: bool) -> Body {
    let class = match kind {
        ClassPerlKind::Digit => Body::rule("ASCII_DIGIT"),
        ClassPerlKind::Space => {
            Body::choice([Body::text(" "), Body::text("\t"), Body::rule("NEWLINE")])
        }
        ClassPerlKind::Word => Body::choice([Body::rule("ASCII_ALPHANUMERIC"), Body::text("_")]),
    };
    if is_negated { other_than(class) } else { class }
}

/// The ranges of a class, and what else is in it.
fn items(
    item: &ClassSetItem,
    ranges: &mut Vec<(char, char)>,
    others: &mut Vec<Body>,
) -> Option<()> {
    match item {
        ClassSetItem::Empty(_) => {}
        ClassSetItem::Literal(literal) => ranges.push((literal.c, literal.c)),
        ClassSetItem::Range(range) => ranges.push((range.start.c, range.end.c)),
        ClassSetItem::Perl(class) => others.push(perl(&class.kind, class.negated)),
        ClassSetItem::Union(union) => {
            union.items.iter().try_for_each(|it| items(it, ranges, others))?;
        }
        ClassSetItem::Ascii(_) | ClassSetItem::Unicode(_) | ClassSetItem::Bracketed(_) => {
            return None;
        }
    }
    Some(())
}

/// Ranges of characters, those that pest has a name for by that name.
fn named(mut ranges: Vec<(char, char)>) -> Vec<Body> {
    let names: [(&str, &[(char, char)]); 6] = [
        ("ASCII_ALPHANUMERIC", &[('a', 'z'), ('A', 'Z'), ('0', '9')]),
        ("ASCII_HEX_DIGIT", &[('0', '9'), ('a', 'f'), ('A', 'F')]),
        ("ASCII_ALPHA", &[('a', 'z'), ('A', 'Z')]),
        ("ASCII_ALPHA_LOWER", &[('a', 'z')]),
        ("ASCII_ALPHA_UPPER", &[('A', 'Z')]),
        ("ASCII_DIGIT", &[('0', '9')]),
    ];
    let mut bodies = Vec::new();
    for (name, parts) in names {
        if parts.iter().all(|it| ranges.contains(it)) {
            ranges.retain(|it| !parts.contains(it));
            bodies.push(Body::rule(name));
        }
    }
    bodies.extend(ranges.into_iter().map(|(first, last)| {
        if first == last {
            return Body::text(first);
        }
        BodyKind::Terminal(Terminal::Range(first, last)).into()
    }));
    bodies
}
