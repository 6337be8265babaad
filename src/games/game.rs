//! The game: one line of the player after another, and the replies.

use super::{Deal, Dealt};
use crate::difficulty::Difficulty;
use crate::grammars::Grammar;
use crate::lessons::{Answer, Problem};
use crate::name::{Named, named_enum};
use crate::reports::{Hint, Inspection};
use crate::words::did_you_mean;

/// A game of hands that are dealt one after the other.
///
/// It knows no clock and no terminal: it is fed lines, and says what is to be
/// shown.
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
    current: Dealt,
    /// Its solutions, once they are needed.
    inspection: Option<Inspection>,
    hints: usize,
    /// The last answer to it, if that was wrong.
    last: Option<Answer>,
    score: Score,
    is_over: bool,
}

impl Game {
    /// A game of the hands of `deal`.
    pub fn new(mut deal: Deal) -> Self {
        let current = next(&mut deal);
        let score = Score::default();
        Self { deal, current, inspection: None, hints: 0, last: None, score, is_over: false }
    }

    /// The hand to answer.
    pub const fn current(&self) -> &Dealt {
        &self.current
    }

    /// What the player has done so far.
    pub const fn score(&self) -> Score {
        self.score
    }

    /// Whether the player has ended it.
    pub const fn is_over(&self) -> bool {
        self.is_over
    }

    /// The first hand.
    pub fn begin(&self) -> Reply {
        Reply::Deal(self.current.clone())
    }

    /// What there is to say to a line of the player: nothing to a blank one, or to
    /// one that begins with `#`.
    pub fn feed(&mut self, line: &str) -> Vec<Reply> {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            return Vec::new();
        }
        match Command::of(line) {
            Some(command) => self.obey(command),
            None => self.answer(line),
        }
    }

    fn obey(&mut self, command: Command) -> Vec<Reply> {
        match command {
            Command::None if self.current.difficulty.is_some() => {
                self.score.wrong += 1;
                self.last = None;
                vec![Reply::Possible]
            }
            Command::None => {
                self.score.solved += 1;
                self.go_on(Reply::Impossible)
            }
            Command::Hint => vec![self.hint()],
            Command::Why => vec![match &self.last {
                Some(answer) => Reply::WhyWrong(Box::new(answer.clone())),
                None if self.all_are_solvable() => Reply::WhyHard(self.current.difficulty.clone()),
                None => Reply::WhyHard(None),
            }],
            Command::Skip => {
                self.score.skipped += 1;
                let solutions = Reply::Solutions(Box::new(self.inspection().clone()));
                self.go_on(solutions)
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
        let answer = Answer::new(line, &self.current.hand, target, &Grammar::Left);
        match answer.problem() {
            None => {
                self.score.solved += 1;
                self.go_on(Reply::Right(Box::new(answer)))
            }
            // Letters alone were meant for a command.
            Some(Problem::Syntax(_)) if line.chars().all(char::is_alphabetic) => {
                let names = Command::ALL.iter().map(Command::name);
                let meant = did_you_mean(&line.to_lowercase(), names).and_then(Command::of);
                vec![Reply::Unknown { word: line.to_owned(), meant }]
            }
            Some(Problem::Syntax(_)) => vec![Reply::Wrong(Box::new(answer))],
            Some(_) => {
                self.score.wrong += 1;
                self.last = Some(answer.clone());
                vec![Reply::Wrong(Box::new(answer))]
            }
        }
    }

    /// The next hint; that a hand can be done is none where all that are dealt can.
    fn hint(&mut self) -> Reply {
        let is_known = self.all_are_solvable();
        let hints = Hint::of(self.inspection());
        match hints.get(self.hints + usize::from(is_known)) {
            Some(hint) => {
                self.hints += 1;
                self.score.hints += 1;
                Reply::Hint(hint.clone())
            }
            None => Reply::NoMoreHints,
        }
    }

    /// Whether all hands have a solution, so that it tells nothing to say so.
    const fn all_are_solvable(&self) -> bool {
        !self.deal.options().wanted.unsolvable
    }

    fn inspection(&mut self) -> &Inspection {
        let (current, target) = (&self.current, &self.deal.options().target);
        self.inspection.get_or_insert_with(|| current.inspection(target))
    }

    /// `reply`, and the next hand.
    fn go_on(&mut self, reply: Reply) -> Vec<Reply> {
        self.current = next(&mut self.deal);
        (self.inspection, self.hints, self.last) = (None, 0, None);
        vec![reply, Reply::Deal(self.current.clone())]
    }
}

fn next(deal: &mut Deal) -> Dealt {
    deal.next().expect("a deal has no end")
}

named_enum! {
    /// What a player asks for.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum Command: "command" {
        /// To be right in that the hand has no solution.
        None = "none": "the hand has no solution",
        /// Help that is no solution.
        Hint = "hint": "a hint, and each time the next",
        /// What is wrong with the last answer, or what makes the hand hard.
        Why = "why": "why the last answer is wrong, or how hard the hand is",
        /// The solutions, and the next hand.
        Skip = "skip": "show the solutions and go on",
        /// What can be typed.
        Help = "help": "what can be typed",
        /// The end.
        Quit = "quit": "show the score and end",
    }
}

impl Command {
    /// The command that `line` is, in whatever case it is written.
    fn of(line: &str) -> Option<Self> {
        match &*line.to_lowercase() {
            "?" => Some(Self::Help),
            "q" | "exit" | "end" | "bye" => Some(Self::Quit),
            "no" | "impossible" => Some(Self::None),
            "next" | "pass" => Some(Self::Skip),
            word => Self::by_name(word).ok(),
        }
    }
}

/// A reply to a line of the player.
#[derive(Debug, Clone)]
pub enum Reply {
    /// The next hand.
    Deal(Dealt),
    /// The answer is right.
    Right(Box<Answer>),
    /// The answer is not right; it says why.
    Wrong(Box<Answer>),
    /// The hand has no solution indeed.
    Impossible,
    /// The hand has a solution.
    Possible,
    /// The next hint.
    Hint(Hint),
    /// All hints were given.
    NoMoreHints,
    /// The solutions.
    Solutions(Box<Inspection>),
    /// The last answer, whose steps tell why it is wrong.
    WhyWrong(Box<Answer>),
    /// How hard the hand is; `None` where that would tell that it has a solution.
    WhyHard(Option<Difficulty>),
    /// What can be typed.
    Help,
    /// A word that means nothing here, and the command that it may stand for.
    Unknown {
        /// The word.
        word: String,
        /// The command.
        meant: Option<Command>,
    },
    /// The end.
    Over(Score),
}

/// What a player has done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Score {
    /// Hands that were answered rightly, or rightly said to have no solution.
    pub solved: usize,
    /// Hands that were passed over.
    pub skipped: usize,
    /// Wrong answers; what could not be read does not count.
    pub wrong: usize,
    /// Hints.
    pub hints: usize,
}
