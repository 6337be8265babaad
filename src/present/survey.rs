//! The survey of a deck as text and as a row, and a picture of how many hands have each number of
//! solutions.

use crate::reports::{Survey, SurveyRun};
use crate::serial::serialize_object;
use crate::words::{counted, shorten};
use crate::{Effort, EngineName};

use super::chart::{Chart, Columns, LABEL, MARGIN, WIDTH, fitting};
use super::svg::line;
use super::{Block, Csv, Document, Line, Plotted, Report, Table, bar, markup as m};

/// A survey, with its subject and options.
#[derive(Debug)]
pub struct SurveyReport<'a> {
    /// The survey.
    pub survey: &'a Survey,
    /// The subject and options of the survey.
    pub run: &'a SurveyRun,
    /// The number of hands that have a solution, even if the templates of the survey do not find
    /// it; `None` if unknown.
    pub reachable: Option<u64>,
    /// The number of the part of the deck, and the number of parts.
    pub part: Option<(u64, u64)>,
}

serialize_object! { SurveyReport<'_>, self:
    let SurveyRun { deck, cards, ordered, target, templates, grammar, distinct, .. } = self.run;
    let Survey { hands, solvable, solutions, single, most, partial, histogram, .. } = self.survey;
    "deck" => deck,
    "cards" => cards,
    "ordered" if *ordered => ordered,
    "target" => target,
    "templates" if templates.is_some() => templates,
    "grammar" if templates.is_some() => grammar,
    "distinct" => distinct,
    "hands" => hands,
    "solvable" => solvable,
    "solutions" => solutions,
    "single" => single,
    "most" => most,
    "partial" if *partial => partial,
    "histogram" => histogram.iter().collect::<Vec<_>>(),
}

impl Report for SurveyReport<'_> {
    fn document(&self) -> Document {
        let Self { survey, run, reachable, part } = *self;
        let ordered = if run.ordered { "ordered " } else { "" };
        let heading = format!("{ordered}hands of {} from {} → {}", run.cards, run.deck, run.target);
        let part = part.map(|(part, of)| m::note(format!(", part {part} of {of}")));
        let heading = m::heading(heading) + part.unwrap_or_default();
        let unsolvable = survey.hands - survey.solvable;
        let share = percent(survey.solvable, survey.hands);
        let solvable = match (reachable, &run.templates) {
            (Some(reachable), Some(templates)) if reachable != survey.solvable => {
                let share = percent(survey.solvable, reachable);
                format!("of the {reachable} that can be solved, by templates {templates} ({share})")
            }
            _ => format!("solvable ({share}), {unsolvable} not"),
        };
        let row = |number: u64, words: String| vec![m::value(number), m::plain(words)];
        let mut rows = vec![
            row(survey.hands, "hands".to_owned()),
            row(survey.solvable, solvable),
            row(survey.solutions, format!("solutions, distinct by {}", run.distinct)),
            row(survey.single, "hands with a single solution".to_owned()),
        ];
        if let Some(most) = &survey.most {
            rows.push(row(most.solutions, format!("most solutions of a hand: {}", most.hand)));
        }
        let table = Table::of(rows).right([0]).into();
        let mut blocks = vec![interrupted(heading, survey.partial).into(), Block::Blank, table];
        if !survey.histogram.is_empty() {
            blocks.extend([Block::Blank, histogram(survey).into()]);
        }
        blocks.extend([Block::Blank, m::note(work(survey.effort, run)).into()]);
        Document(blocks)
    }

    fn table(&self) -> Option<Csv> {
        let Survey { hands, solvable, solutions, single, most, .. } = self.survey;
        let (hand, most) = most.as_ref().map_or((None, 0), |it| (Some(&it.hand), it.solutions));
        let row = (hands, solvable, solutions, single, hand, most);
        Some(Csv::new(["hands", "solvable", "solutions", "single", "most_hand", "most"], [row]))
    }
}

/// Adds a note to a heading if the run was interrupted.
pub(super) fn interrupted(heading: Line, partial: bool) -> Line {
    if partial { heading + m::wrong(" (interrupted: only the hands done so far)") } else { heading }
}

/// Whether the run searches without templates, and its method in words.
pub(super) fn method(run: &SurveyRun) -> (bool, String) {
    let is_search = run.engine.parse().is_ok_and(|it: EngineName| !it.has_templates());
    let method = match &run.templates {
        None => "a search".to_owned(),
        Some(operators) if is_search => format!("a search of {operators}"),
        Some(templates) => format!("templates {templates}, grammar {}", run.grammar),
    };
    (is_search, method)
}

fn work(effort: Effort, run: &SurveyRun) -> String {
    let Effort { filled, parsed, evaluated, zero_divisions, nodes } = effort;
    let work = match method(run) {
        (true, search) => format!("{search}: {nodes} nodes"),
        (false, templates) => format!("{templates}: {filled} strings filled, {parsed} parsed"),
    };
    let divided = format!(", {zero_divisions} zero divisions");
    // A join of the whole deck counts none.
    let is_counted = zero_divisions > 0 || run.templates.is_some();
    let mut work =
        format!("{work}, {evaluated} evaluated{}", if is_counted { &divided } else { "" });
    if run.deck().is_some_and(|deck| deck.is_ordered()) {
        work += "; every order of the same cards counts, though solving one is enough";
    }
    work
}

/// Writes a percentage with one decimal. It is rounded down, so that only the whole shows as 100 %.
pub(super) fn percent(part: u64, whole: u64) -> String {
    let tenths = u128::from(part) * 1000 / u128::from(whole.max(1));
    format!("{}.{} %", tenths / 10, tenths % 10)
}

/// The maximum number of bins of the histogram.
const STEPS: u64 = 24;
/// The maximum number of steps of the picture if a hand has more than [`STEPS`] solutions.
const FEW_STEPS: u64 = 12;

fn histogram(survey: &Survey) -> Table {
    let steps = steps(survey, STEPS);
    let most = most_hands(&steps);
    let rows = steps.into_iter().map(|(label, hands)| {
        vec![m::plain(label), m::value(hands), m::expression(bar(hands, most))]
    });
    Table::of(rows).titled(["solutions", "hands", ""]).right([0, 1]).bars(2)
}

/// Returns the maximum number of solutions of a hand; 0 if there is no hand.
fn highest(survey: &Survey) -> u64 {
    survey.histogram.last_key_value().map_or(0, |(solutions, _)| *solutions)
}

/// Returns the number of hands in the largest step.
fn most_hands(steps: &[(String, u64)]) -> u64 {
    steps.iter().map(|(_, hands)| *hands).max().expect("there is a step for no solution")
}

/// Divides the numbers of solutions into steps. Hands without solutions have a step of their own.
/// At most `most` steps of equal width follow, which begin at 1. Returns the label of each step,
/// such as `1–3`, and the number of its hands.
fn steps(survey: &Survey, most: u64) -> Vec<(String, u64)> {
    let highest = highest(survey);
    let width = highest.div_ceil(most).max(1);
    let hands = |from: u64, to: u64| survey.histogram.range(from..=to).map(|it| it.1).sum();
    let mut steps = vec![("0".to_owned(), hands(0, 0))];
    for step in 0..highest.div_ceil(width) {
        let (from, to) = (step * width + 1, (step + 1).saturating_mul(width).min(highest));
        let label = if from == to { from.to_string() } else { format!("{from}–{to}") };
        steps.push((label, hands(from, to)));
    }
    steps
}

/// The distance from one fact above the columns to the next.
const FACT: i64 = (WIDTH - 2 * MARGIN) / 4;
/// The top of the highest column of the picture, and the baseline of all columns.
const TOP: i64 = 440;
const BASE: i64 = TOP + 460;

impl Plotted for SurveyReport<'_> {
    /// Draws a column for each step. The height of a column is the number of hands.
    fn svg(&self) -> String {
        let Self { survey, run, .. } = self;
        let title = format!("How many ways are there to make {}?", shorten(&run.target, 14));
        let mut chart = Chart::new(&title, &subtitle(run));
        self.draw_facts(&mut chart);
        chart.text("faint", LABEL, (MARGIN, TOP - 46), "hands");
        let steps = steps(survey, if highest(survey) <= STEPS { STEPS } else { FEW_STEPS });
        let most = most_hands(&steps);
        let pitch = Columns::pitch((MARGIN, WIDTH - MARGIN), steps.len(), 0);
        let numbers: Vec<String> = steps.iter().map(|(_, hands)| hands.to_string()).collect();
        let texts = numbers.iter().chain(steps.iter().map(|(label, _)| label));
        let size = fitting(&texts.map(String::as_str), pitch, LABEL);
        let columns = Columns { left: MARGIN, base: BASE, height: BASE - TOP, pitch, size };
        for ((column, (label, hands)), number) in (0..).zip(&steps).zip(&numbers) {
            let class = if column == 0 { "rest" } else { "bar" };
            columns.bar(&mut chart, class, column, (*hands, most));
            columns.label(&mut chart, column, label);
            columns.number(&mut chart, column, (*hands, most), number);
        }
        chart.add(line("axis", &[(MARGIN, BASE + 1), (columns.right(steps.len()), BASE + 1)]));
        columns.axis(&mut chart, steps.len(), "different solutions of a hand");
        chart.finish(BASE + 140).to_string()
    }
}

impl SurveyReport<'_> {
    /// Draws facts that the columns do not show, as numbers in a row with descriptions.
    fn draw_facts(&self, chart: &mut Chart) {
        let Self { survey, run, reachable, .. } = self;
        let share = percent(survey.solvable, survey.hands);
        let solvable = match reachable {
            Some(reachable) if *reachable != survey.solvable => {
                format!("of the {reachable} hands that can be solved")
            }
            _ => format!("of {} can be solved ({share})", counted(survey.hands, "hand")),
        };
        let single = if survey.single == 1 { "hand has" } else { "hands have" };
        let mut facts = vec![
            (survey.solvable, solvable),
            (survey.single, format!("{single} a single solution")),
            (survey.solutions, format!("solutions in all, distinct by {}", run.distinct)),
        ];
        if let Some(most) = &survey.most {
            let hand = shorten(&most.hand.to_string(), 30);
            facts.push((most.solutions, format!("solutions of {hand}, the most of any hand")));
        }
        for ((number, words), place) in facts.into_iter().zip(0..) {
            let (left, number) = (MARGIN + place * FACT, number.to_string());
            let size = fitting(&[number.as_str()].into_iter(), FACT - 40, 44);
            chart.text("strong", size, (left, 244), &number);
            chart.paragraph(("faint", LABEL), (left, left + FACT - 40), 264, &words);
        }
    }
}

fn subtitle(run: &SurveyRun) -> String {
    let (low, high) = run.deck.split_once("..").unwrap_or((&run.deck, &run.deck));
    let ordered = if run.ordered { " in every order" } else { "" };
    let cards = counted(run.cards, "card");
    let read = match &*run.grammar {
        "left" => String::new(),
        grammar => format!(" read by {}", shorten(grammar, 20)),
    };
    let by = match (method(run), run.templates.as_deref()) {
        ((false, _), Some("canonical")) if read.is_empty() => String::new(),
        ((false, _), Some(templates)) => {
            format!(", by the templates {}{read}", shorten(templates, 24))
        }
        ((_, search), _) => format!(", by {}", shorten(&search, 40)),
    };
    format!("Hands of {cards} from {low} to {high}{ordered}{by}")
}
