//! Stops work that nobody is waiting for any more, or that takes too long.
//!
//! The thread that does the work also runs the check, so no work continues in the background after
//! it has been stopped.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Returns whether anybody is still waiting.
type Wanted = Rc<dyn Fn() -> bool>;

thread_local! {
    /// The check for work on this thread.
    static WANTED: RefCell<Option<Wanted>> = const { RefCell::new(None) };

    /// The number of steps done on this thread.
    static SPENT: Cell<u64> = const { Cell::new(0) };

    /// The maximum number of token pairs of a text parsed on this thread.
    pub(super) static MOST_PAIRS: Cell<u64> = const { Cell::new(u64::MAX) };
}

/// Runs `work`, but ends its traces and skips its lints on this thread once `is_wanted` returns
/// false. The traces end as if they had taken too many steps. The thread calls `is_wanted` from
/// time to time.
pub fn while_wanted<T>(is_wanted: impl Fn() -> bool + 'static, work: impl FnOnce() -> T) -> T {
    /// Restores the previous check, even if the work panics.
    struct Before(Option<Wanted>);

    impl Drop for Before {
        fn drop(&mut self) {
            WANTED.set(self.0.take());
        }
    }

    let _before = Before(WANTED.replace(Some(Rc::new(is_wanted))));
    work()
}

/// Runs `work`, but ends its parses on this thread, as if they had taken too many steps, soon after
/// they have made `most` token pairs. If the work panics, the limit stays. With all that is shown of
/// it, a pair takes up to 1200 bytes if the name of its rule is long.
pub fn with_most_pairs<T>(most: u64, work: impl FnOnce() -> T) -> T {
    let before = MOST_PAIRS.replace(most);
    let done = work();
    MOST_PAIRS.set(before);
    done
}

/// The time that this thread has worked. This does not include the time that other threads take on
/// a busy machine, so they do not affect whether work is abandoned.
#[cfg(all(unix, feature = "cli"))]
fn worked() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).expect("a thread has worked for no negative time")
}

/// The time since the first call.
#[cfg(not(all(unix, feature = "cli")))]
fn worked() -> Duration {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    START.elapsed()
}

/// Does `work` for at most `time`, and only while a call of [`while_wanted`] around this one, if
/// any, allows it.
pub(crate) fn within<T>(time: Duration, work: impl FnOnce() -> T) -> T {
    let around = WANTED.with_borrow(Clone::clone);
    let until = worked().saturating_add(time);
    // The processor time of a thread grows no faster than the clock. So until then there is no need
    // to ask the system for the processor time, which takes far longer than to read the clock.
    let unasked = Cell::new(Instant::now() + time);
    let is_time = move || {
        Instant::now() < unasked.get() || {
            let left = until.saturating_sub(worked());
            unasked.set(Instant::now() + left);
            !left.is_zero()
        }
    };
    while_wanted(move || is_time() && around.as_ref().is_none_or(|it| it()), work)
}

/// Does `work` even if nobody is waiting. It parses a text that a parser has just accepted, so the
/// limits of a parse are enough.
pub(crate) fn to_the_end<T>(work: impl FnOnce() -> T) -> T {
    while_wanted(|| true, work)
}

/// Counts steps done on this thread.
pub(crate) fn spend(steps: u64) {
    SPENT.set(SPENT.get().saturating_add(steps));
}

/// Does `work` for at most about this many [steps](spend), and only while a call of
/// [`while_wanted`] around this one, if any, allows it. Also returns whether the steps were enough.
pub(crate) fn within_steps<T>(steps: u64, work: impl FnOnce() -> T) -> (T, bool) {
    let around = WANTED.with_borrow(Clone::clone);
    let until = SPENT.get().saturating_add(steps);
    let is_left = move || SPENT.get() < until;
    (while_wanted(move || is_left() && around.as_ref().is_none_or(|it| it()), work), is_left())
}

/// Whether anybody is still waiting for the work of this thread.
pub(crate) fn is_wanted() -> bool {
    WANTED.with_borrow(Clone::clone).is_none_or(|is_wanted| is_wanted())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tracer::PestGrammar;

    #[test]
    fn work_is_wanted_until_its_steps_are_spent() {
        let wanted_after = |steps: u64| {
            let spent = || {
                spend(steps);
                is_wanted()
            };
            within_steps(100, spent)
        };
        assert_eq!([99, 100].map(wanted_after), [(true, true), (false, false)]);
        let unwanted = while_wanted(|| false, || within_steps(100, is_wanted));
        assert_eq!(unwanted, (false, true));
    }

    #[test]
    fn each_step_of_a_parse_is_spent_once() {
        let grammar = PestGrammar::read("a = { \"x\"* }").expect("pest accepts it");
        let start = grammar.rule("a").expect("it is there");
        let parse = || grammar.parse(start, &"x".repeat(200_000)).is_ok();
        let parsed = [150_000, 250_000].map(|steps| within_steps(steps, parse));
        assert_eq!(parsed, [(false, false), (true, true)]);
    }

    #[test]
    fn work_is_wanted_until_its_time_is_over() {
        let is_over = || (0_u64..1 << 26).any(|_| !is_wanted());
        assert!(within(Duration::from_millis(10), is_over));
    }

    #[test]
    #[cfg(all(unix, feature = "cli"))]
    fn the_time_that_a_thread_sleeps_is_no_work() {
        let time = Duration::from_millis(50);
        let slept = || {
            std::thread::sleep(2 * time);
            is_wanted()
        };
        assert!(within(time, slept));
    }
}
