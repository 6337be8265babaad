//! What changes in the folder, told as server-sent events.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use http_body_util::{BodyExt, Channel};
use hyper::body::Bytes;
use hyper::{Response, StatusCode};
use tokio::time::timeout;

use super::body::{self, Body};
use super::problem::Problem;
use super::route::Busy;
use super::watch::Watch;

/// The most pages that are told at once.
const MOST: usize = 200;

/// How often something is sent at least, so that it is noticed when a page has gone.
const BEAT: Duration = Duration::from_secs(15);

/// How many pages are told.
static LISTENERS: AtomicUsize = AtomicUsize::new(0);

/// A page that is told.
struct Listener;

impl Listener {
    fn new() -> Option<Self> {
        let listener = Self;
        (LISTENERS.fetch_add(1, Ordering::Relaxed) < MOST).then_some(listener)
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        LISTENERS.fetch_sub(1, Ordering::Relaxed);
    }
}

/// An answer that has no end: the files of the folder with their digests, now and
/// whenever they are others.
pub(super) fn stream(watch: &Watch, busy: &Arc<AtomicBool>) -> Result<Response<Body>, Problem> {
    let Some(listener) = Listener::new() else {
        let message = format!("{MOST} pages are told of changes already");
        return Err(Problem::new(StatusCode::SERVICE_UNAVAILABLE, message));
    };
    let (mut sender, body) = Channel::<Bytes>::new(4);
    let (mut files, busy) = (watch.subscribe(), Busy::new(busy));
    tokio::spawn(async move {
        let _here = (listener, busy);
        loop {
            let event = format!("event: files\ndata: {}\n\n", &**files.borrow_and_update());
            if sender.send_data(event.into()).await.is_err() {
                return;
            }
            // A comment is no event.
            while timeout(BEAT, files.changed()).await.map_or(true, |it| it.is_err()) {
                if sender.send_data(Bytes::from_static(b": still here\n\n")).await.is_err() {
                    return;
                }
            }
        }
    });
    Ok(body::with_body(StatusCode::OK, "text/event-stream", body.boxed_unsync()))
}
