//! A game: its hands, the replies to the player, and the score.

use crate::Named;
use crate::games::{Command, DealOptions, Dealt, Reply, Score};
use crate::lessons::{Answer, Problem, Reduction};
use crate::reports::Inspection;
use crate::words::{and_more, counted};

use super::{Block, Document, Line, Report, Table, answer, difficulty, hand, markup as m};

/// The maximum number of solutions of a hand to show.
const MOST: usize = 24;

/// Advice for a player who types one step.
const STEPS: &str = "type all steps on one line, with commas: `5+7=12, 8-6=2, 12*2=24`";

/// Presents a reply in a game with the hands of `options`.
pub fn document(reply: &Reply, options: &DealOptions) -> Document {
    match reply {
        Reply::Deal(dealt) => Document(vec![Block::Blank, hand(dealt, options).into()]),
        Reply::Right(right) | Reply::Wrong(right) => answer::document(right),
        Reply::Step => (m::note("one step leaves cards unused: ") + STEPS).into(),
        Reply::Impossible => m::plain("right: it has no solution").into(),
        Reply::Possible => (m::wrong("wrong: ") + "it has a solution").into(),
        Reply::Hint(it) => hand::line(it).into(),
        Reply::NoMoreHints => m::plain("no more hints; `skip` ends this hand").into(),
        Reply::Solutions(inspection) => solutions(inspection, options),
        Reply::WhyWrong(answer) => why_wrong(answer),
        Reply::WhyHard(Some(rated)) => difficulty::document(rated),
        Reply::WhyHard(None) => {
            m::plain("the difficulty would reveal whether it can be done").into()
        }
        Reply::Help => help(),
        Reply::Unknown { word, meant } => unknown(word, *meant),
        Reply::Over(score) => Document(vec![Block::Blank, line(*score).into()]),
    }
}

/// Presents the rules before the first hand.
pub fn rules(options: &DealOptions) -> Document {
    let target = &options.target;
    let task = format!("Make {target} from all the cards with {} and brackets.", options.signs());
    Document(vec![
        m::plain(task + " `help` lists what you can type.").into(),
        m::note(format!("bracket24 play {options}")).into(),
    ])
}

/// Presents a hand. Adds its level, unless the level would reveal whether the hand has a solution.
fn hand(Dealt { hand, difficulty }: &Dealt, options: &DealOptions) -> Line {
    let task = m::heading(format!("{hand} → {}", options.target));
    let rated = difficulty.as_ref().filter(|_| options.has_levels());
    task + rated.map_or_else(Line::default, |it| m::note(format!("  {}", it.level)))
}

/// Lists all distinct solutions that the players can find, the plainest first.
fn solutions(inspection: &Inspection, options: &DealOptions) -> Document {
    let all = options.ways(inspection);
    let heading = match all.len() {
        0 => "no solution".to_owned(),
        count => counted(count, "solution"),
    };
    let mut blocks: Vec<Block> = vec![m::plain(heading).into()];
    let rows = all.iter().take(MOST).map(|it| it.solution).map(|solution| {
        let text = inspection.hand.written(solution.text());
        vec![m::expression(text), m::template(solution.template())]
    });
    if !all.is_empty() {
        blocks.push(Table::of(rows).into());
    }
    blocks.extend(and_more(all.len(), MOST).map(|more| m::note(more).into()));
    Document(blocks)
}

/// Explains a wrong answer. Shows the steps that lead to another value or to no value, or describes
/// a mistake such as a number that is used too often.
fn why_wrong(wrong: &Answer) -> Document {
    let is_counted = matches!(wrong.problem(), Some(Problem::Cards(_)));
    let parse = wrong.reading.parse().filter(|_| !is_counted);
    let steps = parse.and_then(|parse| Reduction::of(parse).ok());
    steps.map_or_else(|| answer::document(wrong), |steps| steps.document())
}

fn help() -> Document {
    let rows = Command::ALL.iter().map(|it| vec![m::expression(it.name()), m::plain(it.summary())]);
    let answer = vec![m::expression("8/(3-8/3)"), m::plain("an answer, with all the cards")];
    Table::of(std::iter::once(answer).chain(rows)).into()
}

fn unknown(word: &str, meant: Option<Command>) -> Document {
    let meant = meant.map(|command| format!("did you mean `{command}`?"));
    let advice = meant.unwrap_or_else(|| "`help` lists what you can type".to_owned());
    (m::wrong(format!("`{word}` is neither an answer nor a command; ")) + advice).into()
}

/// Writes the score.
fn line(score: Score) -> Line {
    let Score { solved, skipped, wrong, hints } = score;
    let counts = [
        (skipped, format!("{skipped} skipped")),
        (wrong, counted(wrong, "wrong answer")),
        (hints, counted(hints, "hint")),
    ];
    let shown = counts.into_iter().filter(|(count, _)| *count > 0);
    let solved = m::heading(counted(solved, "hand")) + " solved";
    shown.fold(solved, |line, (_, count)| line + ", " + count)
}

/// Writes the score, and the time that the game took in minutes and seconds.
pub fn score(score: Score, seconds: u64) -> Document {
    let time = format!(", in {}:{:02}", seconds / 60, seconds % 60);
    Document(vec![Block::Blank, (line(score) + m::note(time)).into()])
}
