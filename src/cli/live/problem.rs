//! Why a request is not answered.

use hyper::StatusCode;
use serde::Serialize;

use crate::cli::failure::Failure;

/// Why a request is not answered, and what to do.
#[derive(Debug)]
pub(super) struct Problem {
    pub(super) status: StatusCode,
    pub(super) error: String,
    pub(super) help: Option<String>,
}

/// A problem for programs.
#[derive(Serialize)]
struct ProblemJson<'a> {
    error: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'a str>,
}

impl Problem {
    pub(super) fn new(status: StatusCode, error: impl Into<String>) -> Self {
        Self { status, error: error.into(), help: None }
    }

    /// A request that asks for what there is not, or in a way that cannot be read.
    pub(super) fn bad(error: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, error)
    }

    pub(super) fn missing(error: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, error)
    }

    pub(super) fn with_help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    pub(super) fn json(&self) -> Vec<u8> {
        let fields = ProblemJson { error: &self.error, help: self.help.as_deref() };
        serde_json::to_vec(&fields).expect("texts are JSON")
    }
}

impl From<Failure> for Problem {
    /// What a command would say on standard error.
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
