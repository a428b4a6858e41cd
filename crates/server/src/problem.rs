//! What goes wrong, as those who asked are told: one place for all statuses and codes.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::{Value, json};
use store::{Fault, WriteError};
use wire::ReasonJson;

/// Why a request is not granted.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Problem {
    /// The request does not have the shape it must have: where, and why.
    Malformed { at: String, why: String },
    /// No key, or one that opens nothing here.
    UnknownKey,
    /// A key that does not open this.
    Forbidden(String),
    /// A private game, and no invitation.
    InviteNeeded,
    /// There is no such thing: its code and a message.
    Missing { code: &'static str, message: String },
    /// The game has gone on since: where it stands.
    Stale { seq: u64 },
    /// Somebody was faster, or the time for this is over: its code and a message.
    Conflict { code: &'static str, message: String },
    /// The rules forbid it.
    Refused { message: String, reasons: Vec<ReasonJson> },
    /// It makes sense but cannot be granted: its code and a message.
    Unfit { code: &'static str, message: String },
    /// More than anybody may have.
    TooMuch { message: String },
    /// The store does not answer.
    Unavailable(String),
    /// Our own fault.
    Broken(String),
}

impl Problem {
    pub(crate) fn invalid(field: &str, why: impl Into<String>) -> Problem {
        Problem::Malformed { at: field.to_owned(), why: why.into() }
    }

    pub(crate) fn forbidden(message: &str) -> Problem {
        Problem::Forbidden(message.to_owned())
    }

    pub(crate) fn unfit(code: &'static str, message: impl Into<String>) -> Problem {
        Problem::Unfit { code, message: message.into() }
    }

    pub(crate) fn conflict(code: &'static str, message: impl Into<String>) -> Problem {
        Problem::Conflict { code, message: message.into() }
    }

    pub(crate) fn missing(code: &'static str, message: impl Into<String>) -> Problem {
        Problem::Missing { code, message: message.into() }
    }

    pub(crate) fn no_such_game() -> Problem {
        Problem::missing("no-such-game", "there is no such game")
    }

    fn status(&self) -> StatusCode {
        match self {
            Problem::Malformed { .. } => StatusCode::BAD_REQUEST,
            Problem::UnknownKey => StatusCode::UNAUTHORIZED,
            Problem::Forbidden(_) | Problem::InviteNeeded => StatusCode::FORBIDDEN,
            Problem::Missing { .. } => StatusCode::NOT_FOUND,
            Problem::Stale { .. } | Problem::Conflict { .. } => StatusCode::CONFLICT,
            Problem::Refused { .. } | Problem::Unfit { .. } => StatusCode::UNPROCESSABLE_ENTITY,
            Problem::TooMuch { .. } => StatusCode::TOO_MANY_REQUESTS,
            Problem::Unavailable(_) => StatusCode::SERVICE_UNAVAILABLE,
            Problem::Broken(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// The code that never changes.
    pub(crate) fn code(&self) -> String {
        match self {
            Problem::Malformed { .. } => "malformed".to_owned(),
            Problem::UnknownKey => "unknown-key".to_owned(),
            Problem::Forbidden(_) => "forbidden".to_owned(),
            Problem::InviteNeeded => "invite-needed".to_owned(),
            Problem::Stale { .. } => "stale".to_owned(),
            Problem::Missing { code, .. } | Problem::Conflict { code, .. } | Problem::Unfit { code, .. } => {
                (*code).to_owned()
            }
            Problem::Refused { reasons, .. } => {
                reasons.first().map_or("refused", ReasonJson::code).to_owned()
            }
            Problem::TooMuch { .. } => "too-many".to_owned(),
            Problem::Unavailable(_) => "unavailable".to_owned(),
            Problem::Broken(_) => "broken".to_owned(),
        }
    }

    /// What people are told.
    pub(crate) fn message(&self) -> String {
        match self {
            Problem::Malformed { at, why } if at.is_empty() => why.clone(),
            Problem::Malformed { at, why } => format!("{at}: {why}"),
            Problem::UnknownKey => {
                "this needs the key of a seat of this game: send it as Authorization: Bearer <key>".to_owned()
            }
            Problem::InviteNeeded => "this game is private: its link carries the invitation".to_owned(),
            Problem::Stale { seq } => format!("the game has gone on: it stands at event {seq}"),
            Problem::Forbidden(message)
            | Problem::Missing { message, .. }
            | Problem::Conflict { message, .. }
            | Problem::Unfit { message, .. }
            | Problem::Refused { message, .. }
            | Problem::TooMuch { message } => message.clone(),
            Problem::Unavailable(_) => {
                "the store cannot be reached, so that nothing was changed; try again".to_owned()
            }
            Problem::Broken(_) => "something is broken here; it has been written down".to_owned(),
        }
    }

    fn body(&self, status: StatusCode) -> Body {
        let message = self.message();
        Body {
            kind: "about:blank",
            title: status.canonical_reason().unwrap_or_default(),
            status: status.as_u16(),
            detail: message.clone(),
            code: self.code(),
            message,
            refused: match self {
                Problem::Refused { reasons, .. } => Some(reasons.clone()),
                _ => None,
            },
            seq: match self {
                Problem::Stale { seq } => Some(*seq),
                _ => None,
            },
        }
    }

    /// What a live connection is told.
    pub(crate) fn brief(&self) -> Value {
        json!({ "code": self.code(), "message": self.message() })
    }
}

/// A problem as RFC 9457 writes it, with a code for programs.
#[derive(Serialize)]
struct Body {
    #[serde(rename = "type")]
    kind: &'static str,
    title: &'static str,
    status: u16,
    detail: String,
    code: String,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<Vec<ReasonJson>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seq: Option<u64>,
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = self.status();
        self.with_status(status)
    }
}

impl Problem {
    /// The answer, with a status of its own where the kind of problem does not say it.
    pub(crate) fn with_status(self, status: StatusCode) -> Response {
        if let Problem::Unavailable(why) | Problem::Broken(why) = &self {
            tracing::warn!(%why, "a request failed");
        }
        let mut response = (status, Json(self.body(status))).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        match status {
            StatusCode::UNAUTHORIZED => {
                headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"))
            }
            StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => {
                headers.insert(header::RETRY_AFTER, HeaderValue::from_static("2"))
            }
            _ => None,
        };
        response
    }
}

impl From<Fault> for Problem {
    fn from(fault: Fault) -> Problem {
        match fault {
            Fault::Unavailable(why) | Fault::Uncertain(why) => Problem::Unavailable(why),
            Fault::Rejected(why) | Fault::Damaged(why) => Problem::Broken(why),
        }
    }
}

impl From<WriteError> for Problem {
    fn from(error: WriteError) -> Problem {
        match error {
            WriteError::Conflict { found, .. } => Problem::Stale { seq: found.0 },
            WriteError::NoSuchGame(_) => Problem::no_such_game(),
            WriteError::Fault(fault) => fault.into(),
            other => Problem::Broken(other.to_string()),
        }
    }
}
