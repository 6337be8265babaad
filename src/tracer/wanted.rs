//! Giving up what nobody waits for any more.

use std::cell::RefCell;
use std::rc::Rc;

/// Says whether somebody still waits.
type Wanted = Rc<dyn Fn() -> bool>;

thread_local! {
    /// What is asked on this thread.
    static WANTED: RefCell<Option<Wanted>> = const { RefCell::new(None) };
}

/// Does `work`, whose traces on this thread end as if they took too many steps, and whose
/// checks of grammars as if they took too long, once nobody waits for them: that is asked
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

/// Whether somebody waits for what is done on this thread.
pub(super) fn is_wanted() -> bool {
    let wanted = WANTED.with_borrow(Clone::clone);
    wanted.is_none_or(|is_wanted| is_wanted())
}
