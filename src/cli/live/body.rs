//! What comes with a request, and what goes out with an answer.

use std::convert::Infallible;
use std::time::Duration;

use http_body_util::{BodyExt, Full, Limited, combinators::UnsyncBoxBody};
use hyper::body::{Bytes, Incoming};
use hyper::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE, HeaderValue};
use hyper::{Response, StatusCode};
use tokio::time::timeout;

use super::problem::Problem;

/// The body of an answer.
pub(super) type Body = UnsyncBoxBody<Bytes, Infallible>;

/// The most bytes that come with a request.
pub(super) const MAX_BODY: usize = 1 << 20;

/// How long they may take to come.
const BODY_TIME: Duration = Duration::from_secs(10);

/// What only this page may do: nothing from elsewhere is loaded, run or shown, and it is
/// shown in no other page.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
                      connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'";

/// Reads all that comes with a request.
pub(super) async fn read(body: Incoming) -> Result<Bytes, Problem> {
    let whole = timeout(BODY_TIME, Limited::new(body, MAX_BODY).collect()).await;
    let whole = whole.map_err(|_| {
        Problem::new(StatusCode::REQUEST_TIMEOUT, "the request takes too long to come")
    })?;
    let whole = whole.map_err(|error| {
        if error.is::<http_body_util::LengthLimitError>() {
            let message = format!("the request has more than {MAX_BODY} bytes");
            Problem::new(StatusCode::PAYLOAD_TOO_LARGE, message)
        } else {
            Problem::bad("the request breaks off")
        }
    })?;
    Ok(whole.to_bytes())
}

/// An answer of this kind.
pub(super) fn answer(
    status: StatusCode,
    kind: &'static str,
    content: impl Into<Bytes>,
) -> Response<Body> {
    with_body(status, kind, Full::new(content.into()).boxed_unsync())
}

/// An answer of this kind, whose body may come bit by bit.
pub(super) fn with_body(status: StatusCode, kind: &'static str, body: Body) -> Response<Body> {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    for (name, value) in [
        ("content-security-policy", POLICY),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-resource-policy", "same-origin"),
        ("cross-origin-opener-policy", "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

impl From<Problem> for Response<Body> {
    fn from(problem: Problem) -> Self {
        let mut response = answer(problem.status, "application/json", problem.json());
        if problem.status == StatusCode::METHOD_NOT_ALLOWED {
            response.headers_mut().insert(ALLOW, HeaderValue::from_static("GET"));
        }
        response
    }
}
