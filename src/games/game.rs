//! The game: the player's lines, and the replies to them.

use itertools::Itertools;

use super::{Deal, Dealt};
use crate::difficulty::Difficulty;
use crate::grammars::Grammar;
use crate::lessons::{Answer, Miscount, Problem};
use crate::name::{Named, named_enum};
use crate::number::Rational;
use crate::reports::{Hint, Inspection};
use crate::words::did_you_mean;

/// A game with hands dealt one after another.
///
/// The game uses no clock and no terminal: the caller feeds it lines, and gets the replies to show.
///
/// # Examples
///
/// ```
/// use bracket24::games::{Deal, DealOptions, Game, Reply, Wanted};
/// use bracket24::Deck;
///
/// let deck = Deck::new(8..=8, 3, false)?;
/// let wanted = Wanted::default();
/// let options = DealOptions { deck, target: 24.into(), wanted, seed: 7 };
/// let mut game = Game::new(Deal::new(options)?);
/// assert!(matches!(game.begin(), Reply::Deal(dealt) if dealt.hand.to_string() == "8 8 8"));
/// assert!(matches!(&game.feed("8*8-8")[..], [Reply::Wrong(_)]));
/// assert!(matches!(&game.feed("8+8+8")[..], [Reply::Right(_), Reply::Deal(_)]));
/// assert!(matches!(&game.feed("quit")[..], [Reply::Over(score)] if score.solved == 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Game {
    deal: Deal,
    /// The current hand, which the player has yet to answer.
    pub current: Dealt,
    /// The solutions of the hand, computed on first use.
    inspection: Option<Inspection>,
    hints: usize,
    /// Whether the game has said that the hand has a solution.
    is_possible: bool,
    /// The last answer to the hand, if it was not right.
    last: Option<Answer>,
    /// The player's score so far.
    pub score: Score,
    /// Whether the player has ended the game.
    pub is_over: bool,
}

impl Game {
    /// Starts a game with the hands of `deal`.
    pub fn new(mut deal: Deal) -> Self {
        let current = next(&mut deal);
        let (score, is_possible) = (Score::default(), !deal.options().wanted.unsolvable);
        let (inspection, hints, last, is_over) = (None, 0, None, false);
        Self { deal, current, inspection, hints, is_possible, last, score, is_over }
    }

    /// Returns the first hand.
    pub fn begin(&self) -> Reply {
        Reply::Deal(self.current.clone())
    }

    /// Returns the replies to a line from the player. A blank line and a comment (`# …`) get no
    /// reply. For a line with signs such as `×`, call [`typed_signs`](crate::typed_signs)
    /// first.
    pub fn feed(&mut self, line: &str) -> Vec<Reply> {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            return Vec::new();
        }
        if let Some(command) = Command::of(line) { self.obey(command) } else { self.answer(line) }
    }

    fn obey(&mut self, command: Command) -> Vec<Reply> {
        match command {
            Command::None if self.current.difficulty.is_some() => {
                self.score.wrong += 1;
                self.last = None;
                self.is_possible = true;
                vec![Reply::Possible]
            }
            Command::None => {
                self.score.solved += 1;
                self.go_on(Reply::Impossible)
            }
            Command::Hint => vec![self.hint()],
            Command::Why => vec![match &self.last {
                Some(answer) => Reply::WhyWrong(Box::new(answer.clone())),
                None if self.is_possible || self.hints > 0 => {
                    Reply::WhyHard(self.current.difficulty.clone())
                }
                None => Reply::WhyHard(None),
            }],
            Command::Skip => {
                self.score.skipped += 1;
                let solutions = Box::new(self.inspection().clone());
                self.go_on(Reply::Solutions(solutions))
            }
            Command::Help => vec![Reply::Help],
            Command::Quit => {
                self.is_over = true;
                vec![Reply::Over(self.score)]
            }
        }
    }

    fn answer(&mut self, line: &str) -> Vec<Reply> {
        let target = &self.deal.options().target;
        let answer = Answer::in_any_notation(line, &self.current.hand, target, &Grammar::Left);
        let is_step = |counts: &[Miscount], value: &Rational| {
            // Otherwise a card was forgotten.
            (value != target || counts.iter().any(|it| it.in_hand == 0))
                && line.matches('=').count() == 1
                && line.split('=').any(|it| it.trim().parse().is_ok_and(|it: Rational| it == *value))
                && counts.iter().any(|it| it.used.len() < it.in_hand)
                // A number that no card has may be the result of a line before.
                && counts.iter().all(|it| it.used.len() < it.in_hand || it.in_hand == 0)
        };
        let reply = match answer.problem() {
            None => {
                self.score.solved += 1;
                return self.go_on(Reply::Right(Box::new(answer)));
            }
            // A line of letters alone was meant as a command.
            Some(Problem::Syntax(_)) if line.chars().all(char::is_alphabetic) => {
                let names = Command::ALL.iter().map(Command::name);
                let meant = did_you_mean(&line.to_lowercase(), names).and_then(Command::of);
                return vec![Reply::Unknown { word: line.to_owned(), meant }];
            }
            Some(Problem::Cards(counts))
                if answer.value().is_some_and(|it| is_step(counts, it)) =>
            {
                Reply::Step
            }
            Some(problem) => {
                self.score.wrong += usize::from(!matches!(problem, Problem::Syntax(_)));
                Reply::Wrong(Box::new(answer.clone()))
            }
        };
        self.last = Some(answer);
        vec![reply]
    }

    /// Returns the next hint. The first hint says whether the hand has a solution. It is skipped if
    /// all hands have one.
    fn hint(&mut self) -> Reply {
        let is_known = !self.deal.options().wanted.unsolvable;
        let options = self.deal.options().clone();
        let inspection = self.inspection();
        let hints = Hint::to(options.ways(inspection).first(), inspection);
        match hints.get(self.hints + usize::from(is_known)) {
            Some(hint) => {
                self.hints += 1;
                self.score.hints += 1;
                Reply::Hint(hint.clone())
            }
            None => Reply::NoMoreHints,
        }
    }

    fn inspection(&mut self) -> &Inspection {
        let (current, target) = (&self.current, &self.deal.options().target);
        self.inspection.get_or_insert_with(|| current.inspection(target))
    }

    /// Returns `reply` and the next hand.
    fn go_on(&mut self, reply: Reply) -> Vec<Reply> {
        self.current = next(&mut self.deal);
        self.is_possible = !self.deal.options().wanted.unsolvable;
        (self.inspection, self.hints, self.last) = (None, 0, None);
        vec![reply, Reply::Deal(self.current.clone())]
    }
}

fn next(deal: &mut Deal) -> Dealt {
    deal.next().expect("a deal has no end")
}

named_enum! {
    /// A command of the player.
    pub enum Command: "command" {
        /// Claims that the hand has no solution.
        None = "none": "the hand has no solution",
        /// Asks for a hint.
        Hint = "hint": "a hint, and the next one each time",
        /// Asks what is wrong with the last answer, or what makes the hand hard.
        Why = "why": "why the last answer is wrong, or how hard the hand is",
        /// Asks for the solutions, and the next hand.
        Skip = "skip": "show the solutions and go on",
        /// Lists the possible input.
        Help = "help": "what can be typed",
        /// Ends the game.
        Quit = "quit": "show the score and end",
    }
}

impl Command {
    /// Parses `line` as a command, ignoring case, other signs and words such as `there is`.
    pub fn of(line: &str) -> Option<Self> {
        if line == "?" {
            return Some(Self::Help);
        }
        let line = line.to_lowercase();
        let words = line.split(|it: char| !it.is_alphanumeric());
        let filler = ["", "there", "is", "it", "s", "exists"];
        match &*words.filter(|it| !filler.contains(it)).join(" ") {
            "q" | "exit" | "end" | "bye" => Some(Self::Quit),
            "no" | "impossible" | "no solution" | "no solutions" | "not possible"
            | "not solvable" | "unsolvable" | "can t be done" | "cannot be done" => {
                Some(Self::None)
            }
            "next" | "pass" | "give up" | "i give up" | "solution" => Some(Self::Skip),
            word => Self::by_name(word).ok(),
        }
    }
}

/// A reply to a line from the player.
#[derive(Debug, Clone)]
pub enum Reply {
    /// The next hand.
    Deal(Dealt),
    /// The answer is right.
    Right(Box<Answer>),
    /// The answer is wrong; holds the answer, whose `problem` is the reason.
    Wrong(Box<Answer>),
    /// The answer states a value, but leaves cards unused: it is one step of several.
    Step,
    /// The hand indeed has no solution.
    Impossible,
    /// The hand has a solution.
    Possible,
    /// The next hint.
    Hint(Hint),
    /// No hints are left.
    NoMoreHints,
    /// The solutions.
    Solutions(Box<Inspection>),
    /// The last answer, whose steps show why it is wrong.
    WhyWrong(Box<Answer>),
    /// How hard the hand is; `None` if an answer would reveal that the hand has a solution.
    WhyHard(Option<Difficulty>),
    /// The possible input.
    Help,
    /// An unknown word, and the command that it may mean.
    Unknown {
        /// The word.
        word: String,
        /// The command.
        meant: Option<Command>,
    },
    /// The end of the game.
    Over(Score),
}

/// A player's score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Score {
    /// The number of hands solved, or correctly said to have no solution.
    pub solved: usize,
    /// The number of skipped hands.
    pub skipped: usize,
    /// The number of wrong answers; input that does not parse does not count.
    pub wrong: usize,
    /// The number of hints.
    pub hints: usize,
}
