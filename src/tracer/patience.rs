//! Giving up what nobody waits for any more, or what takes too long.
//!
//! It is asked for on the thread that does the work, from within: nothing goes on behind the
//! back of who gave it up.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Says whether somebody still waits.
type Wanted = Rc<dyn Fn() -> bool>;

thread_local! {
    /// What is asked on this thread.
    static WANTED: RefCell<Option<Wanted>> = const { RefCell::new(None) };

    /// How many steps were made on this thread.
    static SPENT: Cell<u64> = const { Cell::new(0) };
}

/// Does `work`, whose traces on this thread end as if they took too many steps, and whose
/// lints are left out, once nobody waits for them: that is asked
/// now and then.
pub fn while_wanted<T>(is_wanted: impl Fn() -> bool + 'static, work: impl FnOnce() -> T) -> T {
    /// Puts back what was asked before, whatever comes of the work.
    struct Before(Option<Wanted>);

    impl Drop for Before {
        fn drop(&mut self) {
            WANTED.set(self.0.take());
        }
    }

    let _before = Before(WANTED.replace(Some(Rc::new(is_wanted))));
    work()
}

/// The same for this time at most, and as long as somebody waits for the work around it.
pub(crate) fn within<T>(time: Duration, work: impl FnOnce() -> T) -> T {
    let around = WANTED.with_borrow(Clone::clone);
    let until = Instant::now().checked_add(time);
    let is_time = move || until.is_none_or(|until| Instant::now() < until);
    while_wanted(move || is_time() && around.as_ref().is_none_or(|it| it()), work)
}

/// Counts steps that were made on this thread.
pub(crate) fn spend(steps: u64) {
    SPENT.set(SPENT.get().saturating_add(steps));
}

/// Does `work` for about so many [steps](spend) at most, and as long as somebody waits for
/// the work around it. Also says whether the steps were enough.
pub(crate) fn within_steps<T>(steps: u64, work: impl FnOnce() -> T) -> (T, bool) {
    let around = WANTED.with_borrow(Clone::clone);
    let until = SPENT.get().saturating_add(steps);
    let is_left = move || SPENT.get() < until;
    let done = while_wanted(move || is_left() && around.as_ref().is_none_or(|it| it()), work);
    (done, is_left())
}

/// Whether somebody waits for the work of this thread.
pub(crate) fn is_wanted() -> bool {
    let wanted = WANTED.with_borrow(Clone::clone);
    wanted.is_none_or(|is_wanted| is_wanted())
}
