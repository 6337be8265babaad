//! Stepping through states with keys on a terminal.

mod draw;
mod stepper;

use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::panic;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use console::{Key, Term};

use super::on_request::OnRequest;
use super::stepping::Steppable;
use super::terminal::{KeysAtOnce, restore_when_ended};
use super::{Ended, Failure, Outcome, interrupt};
use draw::{Row, Size, screen};
use stepper::{Keys, Stepper};

/// How often to check for SIGINT and for a new size of the terminal.
const PATIENCE: Duration = Duration::from_millis(200);

/// Enters the alternate screen, and hides the cursor.
const ENTER: &str = "\u{1b}[?1049h\u{1b}[?25l";

/// Leaves the alternate screen, and shows the cursor.
const LEAVE: &str = "\u{1b}[?1049l\u{1b}[?25h";

/// Whether a signal that ends the process restores the terminal.
static GUARDED: OnceLock<bool> = OnceLock::new();

/// Lets the user step through `states`. Returns `None` if there is no terminal that can show a
/// screen.
pub(super) fn play_by_keys(states: &dyn Steppable) -> Option<Ended> {
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    (!is_dumb && io::stdin().is_terminal() && io::stdout().is_terminal()).then_some(())?;
    let failed = |error: io::Error| Failure::plain(format!("cannot use the terminal: {error}"));
    let interrupted = interrupt::watch().map_err(io::Error::other);
    let played = interrupted.and_then(|interrupted| Screen::open()?.play(states, interrupted));
    Some(played.map_err(failed))
}

/// The terminal while it shows a screen. Dropping this value restores the terminal.
struct Screen {
    in_colour: bool,
    typed: OnRequest<io::Result<Key>>,
    _keys_at_once: KeysAtOnce,
}

impl Screen {
    fn open() -> io::Result<Self> {
        let in_colour = anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never;
        if !GUARDED.get_or_init(|| restore_when_ended(LEAVE).is_ok()) {
            return Err(io::Error::other("cannot watch for signals"));
        }
        let keys_at_once = KeysAtOnce::begin()?;
        send(ENTER.as_bytes()).inspect_err(|_| leave())?;
        // If a panic aborts the process, nothing is dropped, so let a hook restore the terminal
        // first.
        let hook = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            leave();
            hook(info);
        }));
        let terminal = Term::stdout();
        let typed = OnRequest::start(move || terminal.read_key_raw());
        Ok(Self { in_colour, typed, _keys_at_once: keys_at_once })
    }

    fn play(&mut self, states: &dyn Steppable, interrupted: &AtomicBool) -> io::Result<Outcome> {
        let mut stepper = Stepper::default();
        loop {
            let size = size();
            // A text that is too long to trace has no states.
            let Some(view) = states.view(stepper.index, size.rows, stepper.is_flipped) else {
                return Ok(Outcome::Yes);
            };
            show(&screen(&view, (&stepper, Keys::of(states)), self.in_colour, size))?;
            let key = self.key(interrupted, size)?;
            if let Some(ControlFlow::Break(outcome)) = key.map(|key| stepper.press(&key, states)) {
                return Ok(outcome);
            }
        }
    }

    /// Waits for the next key. SIGINT counts as Ctrl-C. Returns `None` if the terminal no longer
    /// has the size `before`.
    fn key(&mut self, interrupted: &AtomicBool, before: Size) -> io::Result<Option<Key>> {
        while !interrupted.load(Ordering::Relaxed) {
            match self.typed.next(PATIENCE) {
                Some(key) => return key.map(Some),
                None if size() != before => return Ok(None),
                None => {}
            }
        }
        Ok(Some(Key::CtrlC))
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        leave();
    }
}

/// The columns and rows of the terminal.
fn size() -> Size {
    let (rows, columns) = Term::stdout().size();
    Size { columns: columns.into(), rows: rows.into() }
}

/// Draws these rows over the screen in one write.
fn show(rows: &[Row]) -> io::Result<()> {
    let mut drawn = Vec::new();
    for (number, row) in (1..).zip(rows) {
        // Clear the row before writing it. After a full row, the cursor would still be on its last
        // character, and clearing would remove this character.
        write!(drawn, "\u{1b}[{number};1H\u{1b}[2K")?;
        for (style, piece) in row {
            write!(drawn, "{style}{piece}{style:#}")?;
        }
    }
    send(&drawn)
}

fn send(text: &[u8]) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text)?;
    stdout.flush()
}

/// Restores the screen and the cursor.
fn leave() {
    // If this fails, the terminal is closed.
    let _ = send(LEAVE.as_bytes());
}

#[cfg(test)]
mod tests {
    //! The keys and the drawing, without a terminal.

    use anstyle::Effects;
    use bracket24::Grammar;
    use bracket24::lessons::readers::{Reader, Readers};
    use bracket24::lessons::{Parse, Recording, Reduction, TraceDetail};
    use snapbox::{assert_data_eq, str};

    use super::*;
    use crate::cli::stepping::{ReaderMoments, Steppable};

    fn recording(text: &str) -> Recording<'static> {
        Recording::beginning(text, &Grammar::Left, TraceDetail::Rules).unwrap()
    }

    /// Presses one key after another; `\n` is Enter, `\x1b` Esc, `<` and `>` the
    /// arrows.
    fn press(stepper: &mut Stepper, keys: &str, states: &dyn Steppable) -> ControlFlow<Outcome> {
        let mut flow = ControlFlow::Continue(());
        for key in keys.chars() {
            assert_eq!(flow, ControlFlow::Continue(()), "{keys}");
            let key = match key {
                '\n' => Key::Enter,
                '\x1b' => Key::Escape,
                '\x08' => Key::Backspace,
                '<' => Key::ArrowLeft,
                '>' => Key::ArrowRight,
                key => Key::Char(key),
            };
            flow = stepper.press(&key, states);
        }
        flow
    }

    /// The number of the state after some keys, pressed at the first state, and the note on the
    /// last key.
    fn after(keys: &str, states: &dyn Steppable) -> (usize, String) {
        let mut stepper = Stepper::default();
        assert_eq!(press(&mut stepper, keys, states), ControlFlow::Continue(()));
        (stepper.index + 1, stepper.note.clone().unwrap_or_default())
    }

    #[test]
    fn keys_step_forward_and_back_in_the_terminal_view() {
        let recording = recording("8-4");
        let at = |keys| after(keys, &recording).0;
        assert_eq!(at(">>><"), 3);
        assert_eq!(at(" jl"), 4);
        assert_eq!(at("G"), 18);
        assert_eq!(at("Gkh\x08"), 15);
        assert_eq!(at("Gg"), 1);
        assert_eq!(after("<", &recording), (1, "this is the first".to_owned()));
        assert_eq!(after("G>", &recording), (18, "this is the last".to_owned()));
        assert_eq!(after("G><", &recording), (17, String::new()));
    }

    #[test]
    fn typing_a_number_jumps_to_the_event_with_that_number() {
        let recording = recording("8-4");
        assert_eq!(after("12\n", &recording).0, 12);
        assert_eq!(after("1x7\x082\n", &recording).0, 12, "other characters are ignored");
        assert_eq!(after("12\x1b", &recording).0, 1, "Esc leaves the entry, not the screen");
        assert_eq!(after("5\x08\n>", &recording).0, 2);
        assert_eq!(after("0\n", &recording), (1, "enter a number from 1 to 18".to_owned()));
        let long = ["9".repeat(60), "\n".to_owned()].concat();
        assert!(after(&long, &recording).1 == "enter a number from 1 to 18");
    }

    #[test]
    fn keys_find_failures_and_matches_in_both_directions() {
        let recording = recording("(8-4)");
        let rule = |keys: &str| {
            let (number, said) = after(keys, &recording);
            (recording.rule(number - 1).map(ToOwned::to_owned), number, said)
        };
        let number = || Some("number".to_owned());
        assert_eq!(rule("f"), (number(), 6, String::new()));
        assert!(recording.fails(5));
        assert_eq!(rule("ff"), (number(), 6, "nothing fails after this".to_owned()));
        assert_eq!(rule("GF"), (number(), 6, String::new()));
        assert_eq!(rule("fm"), (number(), 11, String::new()));
        assert_eq!(rule("fmm").1, 18);
        assert_eq!(rule("fmmM").1, 11);
        assert_eq!(rule("/number\n").1, 11);
        assert_eq!(rule("/num\nn").1, 18, "the start of a name will do");
        assert_eq!(rule("/num\nnN").1, 11);
        assert_eq!(rule("/num\nn/\n").2, "`number` does not match after this");
        assert_eq!(
            (rule("/divide\n").1, &*rule("/divide\n").2),
            (1, "`divide` does not match after this")
        );
        assert_eq!(rule("/sum\n").2, "the grammar has no rule `sum`");
        assert_eq!(rule("/q\x1b>").1, 2);
    }

    #[test]
    fn the_keys_for_moving_also_move_through_reduction_steps() {
        let parse = Parse::new("1+6/(3-3)", &Grammar::Left).unwrap();
        let reduction = Reduction::of(&parse).unwrap();
        assert_eq!(reduction.len(), 2);
        assert_eq!(after(">", &reduction).0, 2);
        assert_eq!(after("G>", &reduction).0, 2);
        for key in "fFmMnN/rx".chars() {
            let said = after(&key.to_string(), &reduction);
            assert_eq!(
                said,
                (1, "this key does nothing here: `?` shows the keys".to_owned()),
                "{key}"
            );
            assert_eq!(after(&format!("{key}>"), &reduction).0, 2, "{key} opens no prompt");
        }
        let seen = shown(&reduction, "?", 40, 20);
        assert!(seen.contains("Home End") && !seen.contains("failure"), "{seen}");
        assert!(!shown(&reduction, "", 80, 24).contains("rule"));
    }

    #[test]
    fn a_key_jumps_to_the_farthest_failure_and_shows_what_was_expected() {
        let failing = recording("(8-*4)");
        let (number, said) = after("x", &failing);
        assert_eq!((Some(number - 1), &*said), (failing.furthest_failure(), ""));
        let view = failing.view(number - 1, 24, false).unwrap();
        let sentence = "farthest failure at column 4: wanted a number or `(`, saw `*`";
        assert_eq!(view.sentence.to_string(), sentence);
        assert_eq!(after("Gx", &failing).0, number);
        assert!(shown(&failing, "?", 80, 24).contains("the farthest failure"));
        let good = recording("(8-4)");
        let said = "there is no farthest failure: no error ends the trace";
        assert_eq!(after("x", &good), (1, said.to_owned()));
        assert!(!shown(&good, "?", 80, 24).contains("furthest"));
    }

    #[test]
    fn any_key_closes_the_list_of_keys() {
        let recording = recording("8-4");
        assert_eq!(after("?>", &recording).0, 1);
        assert_eq!(after("?q>", &recording).0, 2, "in the list of keys, `q` does not quit");
    }

    #[test]
    fn shortened_lines_of_the_screen_have_an_ellipsis() {
        let grammar = Grammar::Scala;
        let text = "(1-2)*34567-(89012-(345-((6789";
        let recording = Recording::beginning(text, &grammar, TraceDetail::Terminals).unwrap();
        let wide = |index| recording.view(index, 60, false).unwrap();
        let full = |index| wide(index).sentence.to_string();
        for index in (0..recording.len()).step_by(7).chain(recording.furthest_failure()) {
            let view = recording.view(index, 20, false).unwrap();
            let keys = (&Stepper::default(), Keys::of(&recording));
            let shown = text_of(&screen(&view, keys, true, Size { columns: 24, rows: 20 }));
            let words: Vec<&str> = shown.split_whitespace().collect();
            let said = full(index);
            let is_whole = said.split_whitespace().all(|word| words.contains(&word));
            assert!(is_whole || shown.contains('…'), "{said}: {shown}");
        }
    }

    #[test]
    fn three_keys_quit_the_stepper() {
        let recording = recording("8");
        let stay = ControlFlow::Continue(());
        let flow = |keys| press(&mut Stepper::default(), keys, &recording);
        assert_eq!(flow("q"), ControlFlow::Break(Outcome::Yes));
        assert_eq!(flow(">\x1b"), ControlFlow::Break(Outcome::Yes));
        assert_eq!(flow("/q"), stay, "a name may begin with `q`");
        let mut stepper = Stepper::default();
        assert_eq!(press(&mut stepper, "/", &recording), stay);
        let interrupted = ControlFlow::Break(Outcome::Interrupted);
        assert_eq!(stepper.press(&Key::CtrlC, &recording), interrupted);
        for key in [Key::Tab, Key::Unknown, Key::Del, Key::Char('\x04')] {
            assert_eq!(Stepper::default().press(&key, &recording), stay);
        }
    }

    /// The screen after some keys.
    fn rows(states: &dyn Steppable, keys: &str, columns: usize, rows: usize) -> Vec<Row> {
        let mut stepper = Stepper::default();
        let _ = press(&mut stepper, keys, states);
        let view = states.view(stepper.index, rows, stepper.is_flipped).unwrap();
        screen(&view, (&stepper, Keys::of(states)), true, Size { columns, rows })
    }

    fn text_of(rows: &[Row]) -> String {
        let row = |row: &Row| row.iter().map(|(_, piece)| &**piece).collect::<String>();
        rows.iter().map(|it| row(it).trim_end().to_owned() + "\n").collect()
    }

    fn shown(states: &dyn Steppable, keys: &str, columns: usize, height: usize) -> String {
        text_of(&rows(states, keys, columns, height))
    }

    fn trace_screen(text: &str, keys: &str, columns: usize, rows: usize) -> String {
        shown(&recording(text), keys, columns, rows)
    }

    #[test]
    fn a_trace_is_drawn_on_a_normal_screen() {
        assert_data_eq!(
            trace_screen("8/(3-8/3)", "25\n", 80, 24),
            str![[r#"
25 of 38
8/(3-8/3)
       ^
`divide` begins at column 8 (second of two alternatives, first time round)

term = _{ operand ~ ("*" ~ multiply | "/" ~ ▸divide◂)* }

open rules                       tree so far
line from 1                      line …
expression from 1                └─ expression …
term from 1                         └─ term …
divide from 3                          ├─ operand › number 8
operand from 3                         └─ divide …
expression from 4                         └─ operand …
subtract from 6                              └─ expression …
term from 6                                     ├─ term › operand › number 3
divide from 8                                   └─ subtract …
                                                   └─ term …
                                                      ├─ operand › number 8
                                                      └─ divide …



←→ step  f/F failure  m/M match  / rule  1-9 go  ? keys  q quit

"#]]
        );
    }

    #[test]
    fn a_trace_is_drawn_on_a_small_screen() {
        assert_data_eq!(
            trace_screen("8/(3-8/3)", "25\n", 40, 10),
            str![[r"
25 of 38
8/(3-8/3)
       ^
`divide` begins at column 8 (second of
two alternatives, first time round)
open rules       tree so far
… 7 before       … 10 before
term from 6      ├─ operand › number 8
divide from 8    └─ divide …
←→  f fail  / rule  ? keys  q

"]]
        );
    }

    #[test]
    fn the_stepper_shows_typed_input_at_the_bottom() {
        assert_data_eq!(
            trace_screen("(8-4", "f/num", 40, 10),
            str![[r"
6 of 35
(8-4
^
`number` failed at column 1: it saw `(`
open rules       tree so far
line from 1      line …
expression from… └─ expression …
term from 1         └─ term …
operand from 1         └─ operand …
next match of rule: num

"]]
        );
    }

    #[test]
    fn a_step_is_drawn_with_the_text_before_and_after() {
        let parse = Parse::new("8/(3-8/3)", &Grammar::Left).unwrap();
        let reduction = Reduction::of(&parse).unwrap();
        assert_data_eq!(
            shown(&reduction, ">", 40, 10),
            str![[r"
2 of 4
8/(3-(8/3))
   ───────
8/(1/3)
  ─────
3-(8/3) = 1/3  subtract in expression
so far
8/3 stays a fraction  divide in term
3-(8/3) = 1/3  subtract in expression
←→ step  Home End  1-9 go  ? keys  q

"]]
        );
    }

    #[test]
    fn the_terminal_view_exactly_fills_a_screen_of_any_size() {
        let recording = recording(&"(1+2)*3+".repeat(20));
        for (columns, height) in [(1, 1), (2, 30), (200, 1), (7, 3), (35, 12), (300, 100)] {
            for keys in ["", "f", "G", "/x", "12345\n", "?"] {
                let rows = rows(&recording, keys, columns, height);
                assert_eq!(rows.len(), height, "{columns} {height} {keys}");
                for row in text_of(&rows).lines() {
                    assert!(bracket24::words::width(row) <= columns, "{columns} {keys}: {row}");
                }
            }
        }
    }

    #[test]
    fn the_screen_highlights_the_current_part_even_without_colour() {
        let recording = recording("8-4");
        let size = Size { columns: 40, rows: 10 };
        for in_colour in [true, false] {
            let view = recording.view(5, 24, false).unwrap();
            let rows = screen(&view, (&Stepper::default(), Keys::of(&recording)), in_colour, size);
            let styles = || rows.iter().flatten().map(|(style, _)| style);
            assert_eq!(styles().any(|style| style.get_fg_color().is_some()), in_colour);
            let part = rows[1].iter().find(|(_, text)| text == "8").unwrap();
            assert!(part.0.get_effects().contains(Effects::INVERT));
            assert!(text_of(&rows[2..3]).starts_with('─'));
        }
    }

    #[test]
    fn the_moments_of_all_readers_are_shown_one_reader_after_another() {
        let readers = Readers::new("8-4", &Grammar::Left).unwrap();
        let all = ReaderMoments::new(&readers, None);
        let only = Reader::ShuntingYard;
        let one = ReaderMoments::new(&readers, Some(only));
        let said = |states: &ReaderMoments<'_>, index| {
            states.view(index, 5, false).map(|view| (view.place(), view.sentence.to_string()))
        };
        let last = "shunting_yard: `-` is taken off at the end and joins its operands: `8-4`";
        assert_eq!(said(&one, 3), Some(("4 of 4".to_owned(), last.to_owned())));
        assert_eq!(said(&all, all.len() - 1), Some(("48 of 48".to_owned(), last.to_owned())));
        assert_eq!(said(&all, all.len()), None);
        assert_eq!(after("/term\n", &all).0, 8);
        assert_eq!(after("Gf", &all).1, "nothing fails after this");
        assert_eq!(after("m", &one).1, "no rule here: `/` searches for one by name");
    }
}
