//! Reads the bodies of requests, and makes the answers.

use std::convert::Infallible;
use std::time::Duration;

use http_body_util::{BodyExt, Full, LengthLimitError, Limited, combinators::UnsyncBoxBody};
use hyper::body::{Bytes, Incoming};
use hyper::header::{
    ACCEPT_ENCODING, ALLOW, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, HeaderMap, HeaderValue,
};
use hyper::{Response, StatusCode};
use miniz_oxide::deflate::compress_to_vec_zlib;
use serde::Serialize;
use tokio::time::timeout;

use crate::cli::Failure;

/// The body of an answer.
pub(super) type Body = UnsyncBoxBody<Bytes, Infallible>;

/// The maximum number of bytes in the body of a request.
const MAX_BODY: usize = 1 << 20;

/// The maximum time until the body of a request has arrived.
const BODY_TIME: Duration = Duration::from_secs(10);

/// The content security policy: the page loads, runs and shows nothing from elsewhere, and no
/// other page may embed it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
                      connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'";

/// Reads the body of a request.
pub(super) async fn read(body: Incoming) -> Result<Bytes, Problem> {
    match timeout(BODY_TIME, Limited::new(body, MAX_BODY).collect()).await {
        Ok(Ok(body)) => Ok(body.to_bytes()),
        Ok(Err(error)) if error.is::<LengthLimitError>() => {
            let message = format!("the request has more than {MAX_BODY} bytes");
            Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, message))
        }
        Ok(Err(_)) => Err(Problem::bad("the request breaks off")),
        Err(_) => Err(Problem::new(StatusCode::REQUEST_TIMEOUT, "the request arrives too slowly")),
    }
}

/// Whether the client can decompress the result of [`pack`].
pub(super) fn can_unpack(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|it| it.to_str().ok());
    accepted.flat_map(|it| it.split(',')).any(|it| it.trim() == "deflate")
}

/// Compresses an answer that is sent once. The level is low, so that compressing takes less time
/// than it saves.
pub(super) fn pack(content: &[u8]) -> Bytes {
    compress_to_vec_zlib(content, 1).into()
}

/// An answer with the content type `kind`. `is_packed` says whether `content` is compressed.
pub(super) fn whole(kind: &'static str, content: Bytes, is_packed: bool) -> Response<Body> {
    let mut response = of_kind(StatusCode::OK, kind, Full::new(content).boxed_unsync());
    if is_packed {
        response.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static("deflate"));
    }
    response
}

/// A file of the page in two forms: plain, and well compressed.
#[derive(Debug)]
pub(super) struct PageFile {
    kind: &'static str,
    forms: [Bytes; 2],
}

impl PageFile {
    pub(super) fn new(kind: &'static str, content: String) -> Self {
        let packed = compress_to_vec_zlib(content.as_bytes(), 6).into();
        Self { kind, forms: [content.into(), packed] }
    }

    pub(super) fn answer(&self, is_packed: bool) -> Response<Body> {
        whole(self.kind, self.forms[usize::from(is_packed)].clone(), is_packed)
    }
}

/// An answer with the content type `kind`, whose body may arrive in parts.
pub(super) fn of_kind(status: StatusCode, kind: &'static str, body: Body) -> Response<Body> {
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

/// Why the server refuses a request, with advice.
#[derive(Debug, Serialize)]
pub(super) struct Problem {
    #[serde(skip)]
    status: StatusCode,
    pub(super) error: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) help: Option<String>,
}

impl Problem {
    pub(super) fn new(status: StatusCode, error: impl Into<String>) -> Self {
        Self { status, error: error.into(), help: None }
    }

    /// A request that the server cannot parse or fulfil.
    pub(super) fn bad(error: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, error)
    }

    pub(super) fn missing(error: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, error)
    }

    pub(super) fn forbidden(error: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, error)
    }

    /// The problem as text instead of JSON, for somebody who opens the address in a browser.
    pub(super) fn in_words(self) -> Response<Body> {
        let words = format!("{}\n{}\n", self.error, self.help.as_deref().unwrap_or(""));
        of_kind(self.status, "text/plain; charset=utf-8", Full::new(words.into()).boxed_unsync())
    }

    pub(super) fn with_help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }
}

impl From<Failure> for Problem {
    /// The message that a command would print on standard error.
    fn from(failure: Failure) -> Self {
        let (error, help) = match failure {
            Failure::Plain { message, help } => (message, help),
            Failure::Text(text) => (text.message, text.help.or(Some(text.label))),
            other => (anstream::adapter::strip_str(&other.rendered(None)).to_string(), None),
        };
        let help = help.filter(|help| !help.is_empty());
        Self { status: StatusCode::UNPROCESSABLE_ENTITY, error, help }
    }
}

impl From<Problem> for Response<Body> {
    fn from(problem: Problem) -> Self {
        let content = serde_json::to_vec(&problem).expect("texts are JSON");
        let body = Full::new(content.into()).boxed_unsync();
        let mut response = of_kind(problem.status, "application/json", body);
        if problem.status == StatusCode::METHOD_NOT_ALLOWED {
            response.headers_mut().insert(ALLOW, HeaderValue::from_static("GET"));
        }
        response
    }
}
