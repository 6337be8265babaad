//! A game follows the player's input and gives the right replies.

use bracket24::games::{Command, Deal, DealOptions, Game, Reply, Score, Wanted};
use bracket24::lessons::Problem;
use bracket24::reports::Hint;
use bracket24::{Deck, Hand};

/// A game that deals the hands of a deck one at a time.
fn game(low: u32, high: u32, cards: usize, unsolvable: bool) -> Game {
    let deck = Deck::new(low..=high, cards, false).unwrap();
    let wanted = Wanted { unsolvable, ..Wanted::default() };
    Game::new(Deal::new(DealOptions { deck, target: 24.into(), wanted, seed: 7 }).unwrap())
}

/// Returns one word for each reply of a game.
fn said(game: &mut Game, line: &str) -> Vec<&'static str> {
    let word = |reply: Reply| match reply {
        Reply::Deal(_) => "deal",
        Reply::Right(_) => "right",
        Reply::Wrong(answer) => match answer.problem() {
            Some(Problem::Solvable) => unreachable!("the game answers `none` itself"),
            Some(Problem::Step(_)) => "step",
            Some(Problem::Syntax(_)) => "syntax",
            Some(Problem::Cards(_)) => "cards",
            Some(Problem::Undefined(_)) => "undefined",
            Some(Problem::Value(_)) => "value",
            None => "nothing",
        },
        Reply::Step => "one step",
        Reply::Impossible => "impossible",
        Reply::Possible => "possible",
        Reply::Hint(_) => "hint",
        Reply::NoMoreHints => "no more hints",
        Reply::Solutions(_) => "solutions",
        Reply::WhyWrong(_) => "why wrong",
        Reply::WhyHard(Some(_)) => "why hard",
        Reply::WhyHard(None) => "not told",
        Reply::Help => "help",
        Reply::Unknown { meant: Some(_), .. } => "meant",
        Reply::Unknown { meant: None, .. } => "unknown",
        Reply::Over(_) => "over",
    };
    game.feed(line).into_iter().map(word).collect()
}

#[test]
fn the_game_counts_any_right_answer_and_deals_the_next_hand() {
    // The only hand is 6 6 6 6.
    for answer in
        ["6+6+6+6", "6*6-6-6", "(6+6)+(6+6) = 24", "[6 + 6] plus 6 + 6", "6*6-6-6 = 36-12 = 24"]
    {
        let mut game = game(6, 6, 4, false);
        assert_eq!(said(&mut game, answer), ["right", "deal"]);
        assert_eq!(game.score, Score { solved: 1, ..Score::default() });
    }
}

#[test]
fn the_game_says_what_is_wrong_with_an_answer_and_keeps_the_hand() {
    let mut game = game(6, 6, 4, false);
    for (line, problem) in [
        ("6*6-6", "cards"),
        ("6*6/6+6", "value"),
        ("6*6/(6-6)", "undefined"),
        ("6*6-(6+6", "syntax"),
        ("6 6", "syntax"),
    ] {
        assert_eq!(said(&mut game, line), [problem], "{line}");
    }
    assert_eq!(said(&mut game, "why"), ["why wrong"]);
    // An input that cannot be read counts as a typing error, not as a wrong answer.
    assert_eq!(game.score, Score { wrong: 3, ..Score::default() });
    assert_eq!(said(&mut game, "none"), ["possible"]);
    assert_eq!(game.score.wrong, 4);
}

#[test]
fn the_game_does_not_count_a_single_step_as_wrong() {
    let mut game = game(6, 6, 4, false);
    assert_eq!(said(&mut game, "6*6/(6-6)=24"), ["step"]);
    for line in ["6+6=12", "12+12=24", "36=6*6"] {
        assert_eq!(said(&mut game, line), ["one step"], "{line}");
    }
    assert_eq!(said(&mut game, "6+6=13"), ["step"]);
    assert_eq!(said(&mut game, "6+6=24"), ["cards"]);
    assert_eq!(said(&mut game, "6+6=12, 12+12=24"), ["cards"]);
    assert_eq!(said(&mut game, "6*6=36, 36-6=30, 30-6"), ["right", "deal"]);
    assert_eq!(game.score, Score { solved: 1, wrong: 4, ..Score::default() });
}

#[test]
fn why_explains_the_last_wrong_answer_or_else_the_hand() {
    let mut game = game(6, 6, 4, false);
    assert_eq!(said(&mut game, "why"), ["why hard"]);
    assert_eq!(said(&mut game, "6*6/6+6"), ["value"]);
    assert_eq!(said(&mut game, "6*6("), ["syntax"]);
    assert_eq!(said(&mut game, "why"), ["why wrong"]);
    assert_eq!(said(&mut game, "6+6+6+6"), ["right", "deal"]);
    assert_eq!(said(&mut game, "why"), ["why hard"]);
}

#[test]
fn hints_advance_and_start_again_with_each_hand() {
    let mut game = game(6, 6, 4, false);
    let replies = game.feed("hint");
    assert!(matches!(&replies[..], [Reply::Hint(Hint::Fraction(false))]));
    assert_eq!(said(&mut game, "hint"), ["hint"]);
    assert_eq!(said(&mut game, "HINT"), ["hint"]);
    assert_eq!(said(&mut game, "hint"), ["no more hints"]);
    assert_eq!(said(&mut game, "skip"), ["solutions", "deal"]);
    assert_eq!(said(&mut game, "hint"), ["hint"]);
    assert_eq!(game.score, Score { skipped: 1, hints: 4, ..Score::default() });
}

#[test]
fn the_game_accepts_none_for_an_unsolvable_hand() {
    // The only hand is 1 1 1 1.
    let mut game = game(1, 1, 4, true);
    assert_eq!(said(&mut game, "why"), ["not told"]);
    assert_eq!(said(&mut game, "1+1+1+1"), ["value"]);
    assert!(matches!(&game.feed("hint")[..], [Reply::Hint(Hint::Possible(false))]));
    assert_eq!(said(&mut game, "none"), ["impossible", "deal"]);
    for claim in ["No solution!", "not possible", "unsolvable", "impossible."] {
        assert_eq!(said(&mut game, claim)[0], "impossible", "{claim}");
    }
    assert_eq!(said(&mut game, "skip"), ["solutions", "deal"]);
    // If hands without a solution are dealt, naming a level would reveal that this one has a
    // solution.
    let mut game = self::game(6, 6, 4, true);
    assert_eq!(said(&mut game, "why"), ["not told"]);
    assert!(matches!(&game.feed("hint")[..], [Reply::Hint(Hint::Possible(true))]));
    assert_eq!(said(&mut game, "why"), ["why hard"]);
    assert_eq!(said(&mut game, "skip"), ["solutions", "deal"]);
    assert_eq!(said(&mut game, "why"), ["not told"]);
    assert!(matches!(&game.feed("none")[..], [Reply::Possible]));
    assert_eq!(said(&mut game, "why"), ["why hard"]);
}

#[test]
fn the_game_does_not_count_a_mistyped_command_as_an_answer() {
    let mut game = game(6, 6, 4, false);
    for (word, meant) in [("hnt", Command::Hint), ("Skp", Command::Skip), ("quti", Command::Quit)] {
        let replies = game.feed(word);
        assert!(
            matches!(&replies[..], [Reply::Unknown { meant: Some(it), .. }] if *it == meant),
            "{word}: {replies:?}"
        );
    }
    assert_eq!(said(&mut game, "hello"), ["unknown"]);
    // An input of cards alone counts as an answer.
    assert_eq!(said(&mut game, "K"), ["cards"]);
    assert_eq!(said(&mut game, ""), [""; 0]);
    assert_eq!(said(&mut game, "  # a remark"), [""; 0]);
    assert_eq!(said(&mut game, "?"), ["help"]);
    assert_eq!(game.score.wrong, 1);
    assert!(!game.is_over);
    assert_eq!(said(&mut game, "quit"), ["over"]);
    assert!(game.is_over);
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let mut games = [game(1, 13, 4, false), game(1, 13, 4, false)];
    let hands: Vec<Vec<Hand>> = games
        .iter_mut()
        .map(|game| {
            (0..5)
                .map(|_| {
                    let hand = game.current.hand.clone();
                    game.feed("skip");
                    hand
                })
                .collect()
        })
        .collect();
    assert_eq!(hands[0], hands[1]);
}
