//! What goes wrong, as those who asked are told: one place for all statuses and codes.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::{Value, json};
use store::{StoreError, WriteError};
use wire::ReasonJson;

/// Why a request is not granted.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ApiError {
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

impl ApiError {
    pub(crate) fn invalid(field: &str, why: impl Into<String>) -> ApiError {
        ApiError::Malformed { at: field.to_owned(), why: why.into() }
    }

    pub(crate) fn forbidden(message: &str) -> ApiError {
        ApiError::Forbidden(message.to_owned())
    }

    pub(crate) fn unfit(code: &'static str, message: impl Into<String>) -> ApiError {
        ApiError::Unfit { code, message: message.into() }
    }

    pub(crate) fn conflict(code: &'static str, message: impl Into<String>) -> ApiError {
        ApiError::Conflict { code, message: message.into() }
    }

    pub(crate) fn missing(code: &'static str, message: impl Into<String>) -> ApiError {
        ApiError::Missing { code, message: message.into() }
    }

    pub(crate) fn no_such_game() -> ApiError {
        ApiError::missing("no-such-game", "there is no such game")
    }

    fn status(&self) -> StatusCode {
        match self {
            ApiError::Malformed { .. } => StatusCode::BAD_REQUEST,
            ApiError::UnknownKey => StatusCode::UNAUTHORIZED,
            ApiError::Forbidden(_) | ApiError::InviteNeeded => StatusCode::FORBIDDEN,
            ApiError::Missing { .. } => StatusCode::NOT_FOUND,
            ApiError::Stale { .. } | ApiError::Conflict { .. } => StatusCode::CONFLICT,
            ApiError::Refused { .. } | ApiError::Unfit { .. } => StatusCode::UNPROCESSABLE_ENTITY,
            ApiError::TooMuch { .. } => StatusCode::TOO_MANY_REQUESTS,
            ApiError::Unavailable(_) => StatusCode::SERVICE_UNAVAILABLE,
            ApiError::Broken(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// The code that never changes.
    pub(crate) fn code(&self) -> String {
        match self {
            ApiError::Malformed { .. } => "malformed".to_owned(),
            ApiError::UnknownKey => "unknown-key".to_owned(),
            ApiError::Forbidden(_) => "forbidden".to_owned(),
            ApiError::InviteNeeded => "invite-needed".to_owned(),
            ApiError::Stale { .. } => "stale".to_owned(),
            ApiError::Missing { code, .. }
            | ApiError::Conflict { code, .. }
            | ApiError::Unfit { code, .. } => (*code).to_owned(),
            ApiError::Refused { reasons, .. } => {
                reasons.first().map_or("refused", ReasonJson::code).to_owned()
            }
            ApiError::TooMuch { .. } => "too-many".to_owned(),
            ApiError::Unavailable(_) => "unavailable".to_owned(),
            ApiError::Broken(_) => "broken".to_owned(),
        }
    }

    /// What people are told.
    pub(crate) fn message(&self) -> String {
        match self {
            ApiError::Malformed { at, why } if at.is_empty() => why.clone(),
            ApiError::Malformed { at, why } => format!("{at}: {why}"),
            ApiError::UnknownKey => {
                "this needs the key of a seat of this game: send it as Authorization: Bearer <key>".to_owned()
            }
            ApiError::InviteNeeded => "this game is private: its link carries the invitation".to_owned(),
            ApiError::Stale { seq } => format!("the game has gone on: it stands at event {seq}"),
            ApiError::Forbidden(message)
            | ApiError::Missing { message, .. }
            | ApiError::Conflict { message, .. }
            | ApiError::Unfit { message, .. }
            | ApiError::Refused { message, .. }
            | ApiError::TooMuch { message } => message.clone(),
            ApiError::Unavailable(_) => {
                "the store cannot be reached, so that nothing was changed; try again".to_owned()
            }
            ApiError::Broken(_) => "something is broken here; it has been written down".to_owned(),
        }
    }

    fn body(&self, status: StatusCode) -> ProblemBody {
        let message = self.message();
        ProblemBody {
            kind: "about:blank",
            title: status.canonical_reason().unwrap_or_default(),
            status: status.as_u16(),
            detail: message.clone(),
            code: self.code(),
            message,
            refused: match self {
                ApiError::Refused { reasons, .. } => Some(reasons.clone()),
                _ => None,
            },
            seq: match self {
                ApiError::Stale { seq } => Some(*seq),
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
struct ProblemBody {
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

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = self.status();
        self.with_status(status)
    }
}

impl ApiError {
    /// The answer, with a status of its own where the kind of problem does not say it.
    pub(crate) fn with_status(self, status: StatusCode) -> Response {
        if let ApiError::Unavailable(why) | ApiError::Broken(why) = &self {
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

impl From<StoreError> for ApiError {
    fn from(fault: StoreError) -> ApiError {
        match fault {
            StoreError::Unavailable(why) | StoreError::Uncertain(why) => ApiError::Unavailable(why),
            StoreError::Rejected(why) | StoreError::Damaged(why) => ApiError::Broken(why),
        }
    }
}

impl From<WriteError> for ApiError {
    fn from(error: WriteError) -> ApiError {
        match error {
            WriteError::Conflict { found, .. } => ApiError::Stale { seq: found.0 },
            WriteError::NoSuchGame(_) => ApiError::no_such_game(),
            WriteError::Store(fault) => fault.into(),
            other => ApiError::Broken(other.to_string()),
        }
    }
}
