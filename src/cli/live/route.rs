//! From the path of a request to what answers it.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bracket24::present::live as page;
use hyper::body::Incoming;
use hyper::{Method, Request, Response, StatusCode};

use super::Live;
use super::body::{self, Body};
use super::events;
use super::guard::TOKEN;
use super::problem::Problem;
use super::requests::{self, Answered};

/// Answers a request. `busy` says meanwhile that somebody waits on this connection.
pub(super) async fn answer(
    live: Arc<Live>,
    request: Request<Incoming>,
    busy: Arc<AtomicBool>,
) -> Result<Response<Body>, Infallible> {
    let answered = answered(live, request, &busy).await;
    Ok(answered.unwrap_or_else(Response::from))
}

async fn answered(
    live: Arc<Live>,
    request: Request<Incoming>,
    busy: &Arc<AtomicBool>,
) -> Result<Response<Body>, Problem> {
    live.guard.check(request.method(), request.headers())?;
    match (request.method(), request.uri().path()) {
        (&Method::GET, "/live.js") => Ok(asset("text/javascript; charset=utf-8", page::script())),
        (&Method::GET, "/live.css") => Ok(asset("text/css; charset=utf-8", page::style())),
        (&Method::GET, "/") => {
            live.guard.check_token(token(&request))?;
            Ok(asset("text/html; charset=utf-8", page::page(&live.opening)))
        }
        (&Method::GET, "/events") => {
            live.guard.check_token(token(&request))?;
            let watch = live.watch.as_ref().ok_or_else(no_such)?;
            events::stream(watch, busy)
        }
        (&Method::POST, path) => {
            live.guard.check_token(token(&request))?;
            let name = path.strip_prefix("/api/").ok_or_else(no_such)?;
            let handler = requests::named(name).ok_or_else(no_such)?;
            let body = body::read(request.into_body()).await?;
            let _busy = Busy::new(busy);
            let shared = Arc::clone(&live);
            let job = move |patience: &_| (handler.answer)(&shared, &body, patience);
            let Answered { kind, content } = live.work.run(handler.pace, job).await?;
            Ok(body::answer(StatusCode::OK, kind, content))
        }
        (_, "/" | "/live.js" | "/live.css" | "/events") => {
            Err(Problem::new(StatusCode::METHOD_NOT_ALLOWED, "it can only be read"))
        }
        _ => Err(no_such()),
    }
}

fn asset(kind: &'static str, content: String) -> Response<Body> {
    body::answer(StatusCode::OK, kind, content)
}

fn no_such() -> Problem {
    Problem::missing("there is nothing at this address")
}

/// The token that a script or an address has.
fn token(request: &Request<Incoming>) -> Option<&str> {
    let sent = request.headers().get(TOKEN).and_then(|it| it.to_str().ok());
    let mut pairs = request.uri().query().into_iter().flat_map(|query| query.split('&'));
    sent.or_else(|| pairs.find_map(|pair| pair.strip_prefix("token=")))
}

/// Says as long as it is there that somebody waits for an answer.
pub(super) struct Busy(Arc<AtomicBool>);

impl Busy {
    pub(super) fn new(busy: &Arc<AtomicBool>) -> Self {
        busy.store(true, Ordering::Relaxed);
        Self(Arc::clone(busy))
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
    }
}
