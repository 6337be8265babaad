//! A histogram of the numbers of solutions, as a picture.

use railroad::svg::Element;

use crate::reports::{Survey, SurveyRun};
use crate::words::{counted, shorten};

use super::survey::{highest, most_hands, percent, steps};
use super::svg::{
    MARGIN, WORDS, length, line, plot, rect, scaled, sentence_width, text_of, text_width,
};

/// Sizes are in dots of the picture.
const WIDTH: i64 = 1600;
/// The height of the highest bar.
const BARS: i64 = 520;
/// Where the highest bar begins, if nothing stands above it.
const TOP: i64 = 280;
/// A column is no wider, so that few of them do not look like walls.
const PITCH: i64 = 150;
/// The sizes of letters.
const LABEL: i64 = 26;
const NUMBER: i64 = 44;
/// What stands at a column is no smaller, even where it is wider than that.
const SMALLEST: i64 = 10;
/// From one fact to the next.
const FACT: i64 = 62;

/// In how many steps the numbers are drawn where they have no column each.
const FEW_STEPS: u64 = 12;
const MANY_STEPS: u64 = 24;

const STYLE: &str = "
svg.survey .ground { fill: $ground$; }
svg.survey .bar { fill: $bar$; }
svg.survey .rest { fill: $bar-rest$; stroke: $thin$; stroke-width: 2px; }
svg.survey path.axis { stroke: $edge$; stroke-width: 2px; }
svg.survey text { font-family: sans-serif; fill: $ink$; }
svg.survey text.title { font-weight: bold; }
svg.survey text.words, svg.survey text.axis { fill: $faint$; }
svg.survey text.column, svg.survey text.axis { text-anchor: middle; }
svg.survey text.number { font-weight: bold; text-anchor: end; }
";

/// The picture: a column for each number of solutions, whose height is the number
/// of hands that have it. Of the hands `reachable` have a solution at all, where
/// that is known.
pub fn svg(survey: &Survey, run: &SurveyRun, reachable: Option<u64>) -> String {
    let title = format!("How many ways are there to make {}?", shorten(&run.target, 14));
    let facts = Facts::new(survey, run, reachable);
    let steps = steps(survey, if highest(survey) <= MANY_STEPS { MANY_STEPS } else { FEW_STEPS });
    let columns = Columns::new(&steps);
    // The facts stand where the bars leave room, or else above them.
    let free = columns.free_above(WIDTH - MARGIN - facts.width() - LABEL);
    let top = if facts.height() <= free { TOP } else { TOP + facts.height() };
    let base = top + BARS;
    let beside = MARGIN + columns.width() + 2 * MARGIN;
    let place = (beside.min(WIDTH - MARGIN - facts.width()), TOP - LABEL);
    let middle = MARGIN + columns.width() / 2;
    let svg = plot("survey", &title, &subtitle(run), STYLE, (WIDTH, base + 140))
        .add(text_of("words", LABEL, (MARGIN, top - 52), "hands"))
        .add(line("axis", &[(MARGIN, base + 1), (MARGIN + columns.width(), base + 1)]))
        .add(text_of("axis", LABEL, (middle.max(MARGIN + 220), base + 90), AXIS));
    let drawn = columns.draw(base).into_iter().chain(facts.draw(place));
    drawn.fold(svg, Element::add).to_string()
}

const AXIS: &str = "different solutions of a hand";

fn subtitle(run: &SurveyRun) -> String {
    let (low, high) = run.deck.split_once("..").unwrap_or((&run.deck, &run.deck));
    let ordered = if run.ordered { " in every order" } else { "" };
    let cards = counted(run.cards, "card");
    let by = match run.templates.as_deref() {
        Some("canonical") if run.grammar == "left" => String::new(),
        Some(templates) if run.grammar == "left" => {
            format!(", by the templates {}", shorten(templates, 24))
        }
        Some(templates) => {
            let grammar = shorten(&run.grammar, 20);
            format!(", by the templates {} read by {grammar}", shorten(templates, 24))
        }
        None => ", by a search".to_owned(),
    };
    format!("Hands of {cards} from {low} to {high}{ordered}{by}")
}

/// What the columns do not show; of every survey there is something.
struct Facts(Vec<(String, String)>);

impl Facts {
    fn new(survey: &Survey, run: &SurveyRun, reachable: Option<u64>) -> Self {
        let share = percent(survey.solvable, survey.hands);
        let solvable = match reachable {
            Some(reachable) if reachable != survey.solvable => {
                format!("of the {reachable} hands that can be solved")
            }
            _ => format!("of {} can be solved ({share})", counted(survey.hands, "hand")),
        };
        let single = if survey.single == 1 { "hand has" } else { "hands have" };
        let mut facts = vec![
            (survey.solvable, solvable),
            (survey.single, format!("{single} a single solution")),
        ];
        if let Some((hand, solutions)) = &survey.most {
            let hand = shorten(&hand.to_string(), 30);
            facts.push((*solutions, format!("solutions of {hand}, the most of any hand")));
        }
        facts.push((survey.solutions, format!("solutions in all, distinct by {}", run.distinct)));
        Self(facts.into_iter().map(|(number, words)| (number.to_string(), words)).collect())
    }

    fn height(&self) -> i64 {
        FACT * length(self.0.len()) + LABEL
    }

    fn numbers(&self) -> i64 {
        let numbers = self.0.iter().map(|(number, _)| text_width(number, NUMBER));
        numbers.max().expect("there is a fact")
    }

    fn width(&self) -> i64 {
        let words = self.0.iter().map(|(_, words)| sentence_width(words, WORDS));
        self.numbers() + LABEL + words.max().expect("there is a fact")
    }

    fn draw(&self, (left, top): (i64, i64)) -> Vec<Element> {
        let right = left + self.numbers();
        let rows = self.0.iter().zip(1..).flat_map(|((number, words), row)| {
            let baseline = top + row * FACT - LABEL;
            [
                text_of("number", NUMBER, (right, baseline), number),
                text_of("words", WORDS, (right + LABEL, baseline), words),
            ]
        });
        rows.collect()
    }
}

struct Columns<'a> {
    steps: &'a [(String, u64)],
    /// From one column to the next.
    pitch: i64,
    /// The size of the numbers above and below.
    size: i64,
}

impl<'a> Columns<'a> {
    fn new(steps: &'a [(String, u64)]) -> Self {
        let pitch = ((WIDTH - 2 * MARGIN) / length(steps.len()).max(1)).min(PITCH);
        let fits = |size: &i64| {
            let fits = |text: &str| text_width(text, *size) < pitch;
            steps.iter().all(|(label, hands)| fits(label) && fits(&hands.to_string()))
        };
        let size = (SMALLEST..=LABEL).rev().find(fits).unwrap_or(SMALLEST);
        Self { steps, pitch, size }
    }

    fn width(&self) -> i64 {
        self.pitch * length(self.steps.len())
    }

    fn heights(&self) -> impl Iterator<Item = i64> {
        let most = most_hands(self.steps);
        self.steps.iter().map(move |(_, hands)| scaled(*hands, most, BARS))
    }

    /// What is free above the columns that reach further right than this.
    fn free_above(&self, left: i64) -> i64 {
        let right = (1..).map(|column| MARGIN + column * self.pitch);
        let beside = self.heights().zip(right).filter(|(_, right)| *right > left);
        BARS - beside.map(|(height, _)| height + self.size).max().unwrap_or(0)
    }

    fn draw(&self, base: i64) -> Vec<Element> {
        let gap = (self.pitch / 7).max(1);
        let columns = (0..).zip(self.steps).zip(self.heights());
        let columns = columns.flat_map(|((column, (label, hands)), height)| {
            let left = MARGIN + column * self.pitch;
            let middle = left + self.pitch / 2;
            let class = if column == 0 { "rest" } else { "bar" };
            let bar = ((left + gap, base - height), (self.pitch - 2 * gap, height));
            [
                rect(class, bar.0, bar.1),
                text_of("column", self.size, (middle, base - height - 10), &hands.to_string()),
                text_of("column", self.size, (middle, base + 12 + self.size), label),
            ]
        });
        columns.collect()
    }
}
