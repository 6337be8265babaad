//! A run for which there is no memory left ends with an exit code, as other errors do.

use std::io;

/// From now on a run that gets no more memory ends with this exit code, after its message.
///
/// Where an allocation fails, Rust says of how many bytes, and ends the process by
/// SIGABRT; to be told of it before that is not stable, and an allocator of our own, which
/// could say it in other words, is `unsafe`, which is forbidden here. So the message is
/// Rust's, and how much it says of a backtrace is up to `RUST_BACKTRACE`. Whatever else ends it by that
/// signal, as a stack that overflows, has this exit code too; but for a panic, and all
/// that comes after one that a thread has survived.
///
/// # Errors
///
/// Where the signal cannot be handled.
#[cfg(unix)]
pub(crate) fn ends_with(code: u8) -> io::Result<()> {
    use std::panic;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use signal_hook::consts::SIGABRT;
    use signal_hook::flag::register_conditional_shutdown;

    let is_no_panic = Arc::new(AtomicBool::new(true));
    register_conditional_shutdown(SIGABRT, code.into(), Arc::clone(&is_no_panic))?;
    let hook = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        is_no_panic.store(false, Ordering::SeqCst);
        hook(info);
    }));
    Ok(())
}

/// Nothing: there is no such signal.
#[cfg(not(unix))]
pub(crate) fn ends_with(_code: u8) -> io::Result<()> {
    Ok(())
}
