//! Why a request fails: one place for all statuses and codes.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rules::{Command, Named, Refusal, Ruleset, Texts};
use serde::Serialize;
use store::{Seq, StoreError, WriteError};
use tiles::Tiles;
use wire::ReasonJson;

/// Why a request fails.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum ApiError {
    /// The request has the wrong shape.
    Malformed {
        /// The field, or nothing for the whole request.
        field: String,
        /// What is wrong.
        message: String,
    },
    /// The key is missing, or belongs to no seat of this game.
    UnknownKey,
    /// The key does not allow this.
    Forbidden(String),
    /// The game is private and the invitation is missing.
    InviteNeeded,
    /// Something that the request names does not exist.
    NotFound {
        /// A stable code.
        code: &'static str,
        /// A message for people.
        message: String,
    },
    /// The game has gone on since the event that the client has seen.
    Stale {
        /// The last event of the log.
        seq: Seq,
    },
    /// Another request was faster, or it is too late for this one.
    Conflict {
        /// A stable code.
        code: &'static str,
        /// A message for people.
        message: String,
    },
    /// The rules refuse the command.
    Refused(Box<RefusedCommand>),
    /// The request is well-formed but cannot be carried out.
    Unprocessable {
        /// A stable code.
        code: &'static str,
        /// A message for people.
        message: String,
    },
    /// A limit is reached.
    TooManyRequests {
        /// A message for people.
        message: String,
    },
    /// The store does not answer, and nothing was changed. The text is for the log.
    Unavailable(String),
    /// It is not known whether the change was stored. The text is for the log.
    Uncertain(String),
    /// An error of the server. The text is for the log.
    Internal(String),
}

/// A command that the rules refuse, with the reasons for programs and for people.
#[derive(Clone, Debug)]
pub struct RefusedCommand {
    /// The refusal, as the rules give it.
    pub refusal: Refusal,
    message: String,
    texts: Option<&'static str>,
    reasons: Vec<ReasonJson>,
}

impl ApiError {
    /// A request whose field is wrong.
    pub fn malformed(field: &str, message: impl Into<String>) -> ApiError {
        ApiError::Malformed { field: field.to_owned(), message: message.into() }
    }

    /// A key that does not allow this.
    #[must_use]
    pub fn forbidden(message: &str) -> ApiError {
        ApiError::Forbidden(message.to_owned())
    }

    /// A well-formed request that cannot be carried out.
    pub fn unprocessable(code: &'static str, message: impl Into<String>) -> ApiError {
        ApiError::Unprocessable { code, message: message.into() }
    }

    /// A request that came too late.
    pub fn conflict(code: &'static str, message: impl Into<String>) -> ApiError {
        ApiError::Conflict { code, message: message.into() }
    }

    /// Something that does not exist.
    pub fn not_found(code: &'static str, message: impl Into<String>) -> ApiError {
        ApiError::NotFound { code, message: message.into() }
    }

    /// A game that does not exist.
    #[must_use]
    pub fn no_such_game() -> ApiError {
        ApiError::not_found("no-such-game", "there is no such game")
    }

    /// A command that the rules refuse, in the words that they select. `rack` is that of the player.
    #[must_use]
    pub fn refused(refusal: Refusal, rules: &Ruleset, command: &Command, rack: &Tiles) -> ApiError {
        let reasons = wire::refusal_json(&refusal, &rules.board).refused;
        let message = rules.explain_refusal(&refusal, command, rack);
        let texts = (rules.texts != Texts::Standard).then(|| rules.texts.name());
        ApiError::Refused(Box::new(RefusedCommand { refusal, message, texts, reasons }))
    }

    /// The same error after a part of the request was carried out: it can no longer be said that nothing was changed.
    #[must_use]
    pub fn after_change(self) -> ApiError {
        match self {
            ApiError::Unavailable(cause) => ApiError::Uncertain(cause),
            other => other,
        }
    }

    fn status(&self) -> StatusCode {
        match self {
            ApiError::Malformed { .. } => StatusCode::BAD_REQUEST,
            ApiError::UnknownKey => StatusCode::UNAUTHORIZED,
            ApiError::Forbidden(_) | ApiError::InviteNeeded => StatusCode::FORBIDDEN,
            ApiError::NotFound { .. } => StatusCode::NOT_FOUND,
            ApiError::Stale { .. } | ApiError::Conflict { .. } => StatusCode::CONFLICT,
            ApiError::Refused(_) | ApiError::Unprocessable { .. } => StatusCode::UNPROCESSABLE_ENTITY,
            ApiError::TooManyRequests { .. } => StatusCode::TOO_MANY_REQUESTS,
            ApiError::Unavailable(_) | ApiError::Uncertain(_) => StatusCode::SERVICE_UNAVAILABLE,
            ApiError::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// The stable code.
    fn code(&self) -> String {
        let code = match self {
            ApiError::Malformed { .. } => "malformed",
            ApiError::UnknownKey => "unknown-key",
            ApiError::Forbidden(_) => "forbidden",
            ApiError::InviteNeeded => "invite-needed",
            ApiError::Stale { .. } => "stale",
            ApiError::NotFound { code, .. }
            | ApiError::Conflict { code, .. }
            | ApiError::Unprocessable { code, .. } => code,
            ApiError::Refused(refused) => refused.reasons.first().map_or("refused", ReasonJson::code),
            ApiError::TooManyRequests { .. } => "too-many",
            ApiError::Unavailable(_) => "unavailable",
            ApiError::Uncertain(_) => "uncertain",
            ApiError::Internal(_) => "broken",
        };
        code.to_owned()
    }

    /// The message for people.
    #[must_use]
    pub fn message(&self) -> String {
        match self {
            ApiError::Malformed { field, message } if field.is_empty() => message.clone(),
            ApiError::Malformed { field, message } => format!("{field}: {message}"),
            ApiError::UnknownKey => {
                "this needs the key of a seat of this game: send it as Authorization: Bearer <key>".to_owned()
            }
            ApiError::InviteNeeded => "this game is private: its link carries the invitation".to_owned(),
            ApiError::Stale { seq } => format!("the game has gone on: it stands at event {seq}"),
            ApiError::Refused(refused) => refused.message.clone(),
            ApiError::Forbidden(message)
            | ApiError::NotFound { message, .. }
            | ApiError::Conflict { message, .. }
            | ApiError::Unprocessable { message, .. }
            | ApiError::TooManyRequests { message } => message.clone(),
            ApiError::Unavailable(_) => {
                "the store cannot be reached, so that nothing was changed; try again".to_owned()
            }
            ApiError::Uncertain(_) => {
                "it is not certain whether this was done; send the same request again, with the same id"
                    .to_owned()
            }
            ApiError::Internal(_) => "something is broken here; it has been written down".to_owned(),
        }
    }

    /// The message for the operator, with the cause of our own errors.
    #[must_use]
    pub fn diagnosis(&self) -> String {
        match self {
            ApiError::Internal(cause) | ApiError::Unavailable(cause) | ApiError::Uncertain(cause) => {
                cause.clone()
            }
            other => other.message(),
        }
    }

    /// The code and message, for a WebSocket.
    #[must_use]
    pub fn brief(&self) -> ErrorBrief {
        ErrorBrief { code: self.code(), message: self.message() }
    }

    fn details(&self, status: StatusCode) -> ProblemDetails {
        let message = self.message();
        ProblemDetails {
            kind: "about:blank",
            title: status.canonical_reason().unwrap_or_default(),
            status: status.as_u16(),
            detail: message.clone(),
            code: self.code(),
            message,
            refused: match self {
                ApiError::Refused(refused) => Some(refused.reasons.clone()),
                _ => None,
            },
            texts: match self {
                ApiError::Refused(refused) => refused.texts,
                _ => None,
            },
            seq: match self {
                ApiError::Stale { seq } => Some(*seq),
                _ => None,
            },
        }
    }

    /// The response with another status than that of the kind of error.
    #[must_use]
    pub fn with_status(self, status: StatusCode) -> Response {
        if let ApiError::Unavailable(cause) | ApiError::Uncertain(cause) | ApiError::Internal(cause) = &self {
            tracing::warn!(%cause, "a request failed");
        }
        let mut response = (status, Json(self.details(status))).into_response();
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

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = self.status();
        self.with_status(status)
    }
}

/// An error as RFC 9457 describes it, with a code for programs.
#[derive(Serialize, utoipa::ToSchema)]
pub struct ProblemDetails {
    #[serde(rename = "type")]
    kind: &'static str,
    title: &'static str,
    status: u16,
    detail: String,
    /// A code that never changes.
    code: String,
    /// The same text as `detail`.
    message: String,
    /// Why the rules refuse a command.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    refused: Option<Vec<ReasonJson>>,
    /// The texts of the rules (`generic`, `haskell`, `skrabbkle` or `cornell`), if `message` is in their words.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    texts: Option<&'static str>,
    /// The last event of the log, if the request was stale.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    seq: Option<Seq>,
}

/// The code and message of an error.
#[derive(Serialize, utoipa::ToSchema)]
pub struct ErrorBrief {
    code: String,
    message: String,
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        match error {
            StoreError::Unavailable(cause) => ApiError::Unavailable(cause),
            StoreError::Uncertain(cause) => ApiError::Uncertain(cause),
            StoreError::Rejected(cause) | StoreError::Damaged(cause) => ApiError::Internal(cause),
        }
    }
}

impl From<WriteError> for ApiError {
    fn from(error: WriteError) -> ApiError {
        match error {
            WriteError::Conflict { found, .. } => ApiError::Stale { seq: found },
            WriteError::NoSuchGame(_) => ApiError::no_such_game(),
            WriteError::Store(error) => error.into(),
            other => ApiError::Internal(other.to_string()),
        }
    }
}
