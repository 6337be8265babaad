//! What a poster says beside its rows.

use railroad::svg::Element;

use crate::Grammar;
use crate::present::svg::{columns, length, text_of, text_width};
use crate::reports::{Coverage, TemplateCoverage};
use crate::words::{counted, shorten, wrap};

use super::INNER;
use super::columns::ANY_OPERATOR;

const TITLE: i64 = 72;
const SUBTITLE: i64 = 42;
const FOOT: i64 = 32;
/// The size of the templates that solve nothing.
const DEAD: i64 = 28;

/// How many lines of templates that solve nothing there are at most.
const DEAD_LINES: usize = 8;

/// What a line of the legend explains.
pub(super) enum Mark {
    /// A bar of this class.
    Bar(&'static str),
    /// A text of this class.
    Text(&'static str, String),
}

/// Lines of a size, each of one text or of several at equal distances.
pub(super) struct Words {
    lines: Vec<Vec<String>>,
    size: i64,
    class: &'static str,
    /// From one text of a line to the next.
    pitch: i64,
    /// Above the first line.
    before: i64,
}

impl Words {
    /// A paragraph.
    fn new(text: &str, size: i64, class: &'static str) -> Self {
        // Bold letters are wider.
        let spacing = if class == "title" { 108 } else { 86 };
        let lines = wrap(text.split(' '), " ", columns(INNER, size * spacing / 100));
        let lines = lines.into_iter().map(|line| vec![line]).collect();
        Self { lines, size, class, pitch: 0, before: 0 }
    }

    /// The same with as much above it as between paragraphs.
    fn apart(self) -> Self {
        Self { before: self.size / 2, ..self }
    }

    pub(super) fn height(&self) -> i64 {
        self.before + self.line_height() * length(self.lines.len())
    }

    const fn line_height(&self) -> i64 {
        self.size * 140 / 100
    }

    pub(super) fn draw(&self, (left, top): (i64, i64)) -> impl Iterator<Item = Element> {
        self.lines.iter().zip(0..).flat_map(move |(line, index)| {
            let baseline = top + self.before + index * self.line_height() + self.size * 76 / 100;
            line.iter().zip(0..).map(move |(text, column)| {
                text_of(self.class, self.size, (left + column * self.pitch, baseline), text)
            })
        })
    }
}

pub(super) fn title(report: &Coverage) -> String {
    let target = shorten(&report.target.to_string(), 20);
    format!("Which templates make {target}, and how often?")
}

pub(super) fn head(report: &Coverage, set: &str, grammar: &Grammar) -> Vec<Words> {
    let deck = &report.deck;
    let (low, high) = (deck.values().start(), deck.values().end());
    let ordered = if deck.is_ordered() { ", every order a hand of its own" } else { "" };
    let hands = format!(
        "{} of {} from {low} to {high}{ordered}",
        counted(report.hands, "hand"),
        counted(deck.cards(), "card"),
    );
    let read = if grammar.is_ordinary() {
        String::new()
    } else {
        format!(", read by the grammar {grammar},")
    };
    let (templates, solve) = match report.templates.len() + report.dead.len() {
        1 => ("template".to_owned(), "solves"),
        all => (format!("{all} templates"), "solve"),
    };
    let solvable = report.solvable;
    let solved = match report.reachable {
        Some(reachable) if reachable != solvable => {
            format!("{solvable} of the {reachable} that can be solved")
        }
        Some(_) => format!("all {solvable} that can be solved"),
        None => solvable.to_string(),
    };
    let solved = if solvable == 0 { "none".to_owned() } else { solved };
    let enough = match (report.cover.len(), report.cover_is_proven()) {
        (0, _) => String::new(),
        (1, _) => " A single template is enough for all of these.".to_owned(),
        (size, true) => {
            format!(" {size} templates are enough for all of these, and no fewer are.")
        }
        (size, false) => format!(" {size} templates are enough for all of these."),
    };
    let set = shorten(set, 40);
    let sentence =
        format!("Of {hands}, the {templates} of the set {set}{read} {solve} {solved}.{enough}");
    vec![Words::new(&title(report), TITLE, "title"), Words::new(&sentence, SUBTITLE, "faint")]
}

pub(super) fn legend(
    report: &Coverage,
    shown: &[&TemplateCoverage],
    has_shapes: bool,
) -> Vec<(Mark, String)> {
    if shown.is_empty() {
        return Vec::new();
    }
    let size = report.cover.len();
    let (belongs, others) = match size {
        1 => ("this template is enough".to_owned(), "the one does".to_owned()),
        _ => (format!("one of the {size} templates that are enough"), format!("the {size} do")),
    };
    let mut legend = Vec::new();
    if shown.iter().any(|row| row.in_cover) {
        legend.push((Mark::Bar("needed"), format!("hands that it solves: {belongs}")));
    }
    if shown.iter().any(|row| row.only > 0) {
        let meaning = "hands that no other template solves (the number in brackets)".to_owned();
        legend.push((Mark::Bar("alone"), meaning));
    }
    if shown.iter().any(|row| !row.in_cover) {
        legend.push((Mark::Bar("other"), format!("hands that it solves: {others} so without it")));
    }
    let arrow = Mark::Text("mono", "→".to_owned());
    legend.push((arrow, "a hand that few other templates solve, and how this one does".to_owned()));
    if has_shapes {
        let mark = Mark::Text("mono", ANY_OPERATOR.to_string());
        legend.push((
            mark,
            "any of + - * /: templates that differ in nothing else stand together".into(),
        ));
    }
    legend
}

pub(super) fn foot(report: &Coverage, shown: &[&TemplateCoverage]) -> Vec<Words> {
    let mut foot = Vec::new();
    let live = report.templates.len();
    if shown.len() < live {
        let enough = report.cover.len();
        let among = match shown.iter().filter(|row| row.in_cover).count() {
            all if all == enough => format!("the {enough} that are enough among them"),
            some => format!("{some} of the {enough} that are enough among them"),
        };
        let text = format!(
            "Shown are {} of the {live} templates that solve a hand, {among}; of the others those \
             that solve most.",
            shown.len()
        );
        foot.push(Words::new(&text, FOOT, "faint").apart());
    }
    let dead = report.dead.len();
    if dead > 0 {
        let solve = if dead == 1 { "solves" } else { "solve" };
        let text = format!("{} {solve} no hand at all:", counted(dead, "template"));
        foot.push(Words::new(&text, FOOT, "ink").apart());
        foot.extend(dead_templates(report));
    }
    foot
}

/// The templates that solve nothing, below each other.
fn dead_templates(report: &Coverage) -> Vec<Words> {
    let names: Vec<String> =
        report.dead.iter().map(|name| shorten(name, columns(INNER, DEAD))).collect();
    let widths = names.iter().map(|name| text_width(name, DEAD));
    let widest = widths.max().expect("it is told only where there are some");
    let pitch = (widest + DEAD).min(INNER);
    let in_line = (INNER + DEAD) / pitch;
    let pitch = (INNER + DEAD) / in_line;
    let in_line = usize::try_from(in_line).expect("a pitch is no wider than that");
    let lines: Vec<Vec<String>> = names.chunks(in_line).map(<[String]>::to_vec).collect();
    let all = lines.len();
    let lines: Vec<Vec<String>> = lines.into_iter().take(DEAD_LINES).collect();
    let left_out = names.len() - lines.iter().map(Vec::len).sum::<usize>();
    let mut words = vec![Words { lines, size: DEAD, class: "mono", pitch, before: 0 }];
    if all > DEAD_LINES {
        words.push(Words::new(&format!("and {left_out} more"), FOOT, "faint"));
    }
    words
}
