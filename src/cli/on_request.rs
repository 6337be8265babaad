//! A thread that reads from the terminal when it is asked.

use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

/// A thread that reads something for each request, because Ctrl-C does not interrupt a read.
/// Without a request it reads nothing: what the user types then is for the shell, or for `repl`.
pub(super) struct OnRequest<T> {
    requests: SyncSender<()>,
    results: Receiver<T>,
    is_awaited: bool,
}

impl<T: Send + 'static> OnRequest<T> {
    /// Starts a thread that calls `read` for each request.
    pub(super) fn start(mut read: impl FnMut() -> T + Send + 'static) -> Self {
        let (requests, asked) = sync_channel(1);
        let (sender, results) = sync_channel(1);
        thread::spawn(move || {
            for () in asked {
                if sender.send(read()).is_err() {
                    break;
                }
            }
        });
        Self { requests, results, is_awaited: false }
    }

    /// Waits for the next result, at most for `patience`. A request without a result remains.
    pub(super) fn next(&mut self, patience: Duration) -> Option<T> {
        const READS: &str = "the thread reads as long as it is asked";
        if !std::mem::replace(&mut self.is_awaited, true) {
            self.requests.send(()).expect(READS);
        }
        match self.results.recv_timeout(patience) {
            Ok(result) => {
                self.is_awaited = false;
                Some(result)
            }
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => unreachable!("{READS}"),
        }
    }
}
