//! Bodies and queries of requests, with messages that say where they are wrong and what is allowed there.

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use http_api::ApiError;
use serde::de::DeserializeOwned;

/// A JSON body, with messages that say where it is wrong.
pub(crate) struct JsonBody<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for JsonBody<T> {
    type Rejection = Response;

    async fn from_request(request: Request, state: &S) -> Result<JsonBody<T>, Response> {
        if !is_json(request.headers()) {
            let error = ApiError::unprocessable("not-json", "send JSON, with Content-Type: application/json");
            return Err(error.with_status(StatusCode::UNSUPPORTED_MEDIA_TYPE));
        }
        let bytes = Bytes::from_request(request, state).await.map_err(|rejection| {
            let error =
                ApiError::unprocessable("too-large", "the body of this request is too large, or broke off");
            error.with_status(rejection.status())
        })?;
        read_json(&bytes).map(JsonBody).map_err(IntoResponse::into_response)
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    kind.eq_ignore_ascii_case("application/json") || kind.ends_with("+json")
}

fn read_json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let path = error.path().to_string();
        ApiError::malformed(if path == "." { "" } else { &path }, plain_message(&error.into_inner()))
    })?;
    reader.end().map_err(|error| ApiError::malformed("", error.to_string()))?;
    Ok(value)
}

/// A query, with messages that say where it is wrong.
pub(crate) struct QueryParams<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for QueryParams<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<QueryParams<T>, ApiError> {
        let query = axum::extract::Query::<T>::try_from_uri(&parts.uri);
        query
            .map(|query| QueryParams(query.0))
            .map_err(|rejection| ApiError::malformed("", rejection.body_text()))
    }
}

/// What serde calls numbers, and what people call them.
const NUMBERS: [(&str, &str); 8] = [
    ("u8", "a whole number from 0 to 255"),
    ("u16", "a whole number from 0 to 65535"),
    ("u32", "a whole number from 0 to 4294967295"),
    ("u64", "a whole number from 0"),
    ("usize", "a whole number from 0"),
    ("i16", "a whole number from -32768 to 32767"),
    ("i32", "a whole number from -2147483648 to 2147483647"),
    ("i64", "a whole number"),
];

/// The message of an error without words that only programmers in Rust know.
pub(crate) fn plain_message(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let message = match message.strip_prefix("unknown variant ") {
        Some(rest) => format!("unknown name {rest}"),
        None => message.replace("expected variant identifier", "expected a name"),
    };
    let Some((found, expected)) = message.rsplit_once(", expected ") else { return message };
    let (name, place) = expected.split_once(' ').unwrap_or((expected, ""));
    match NUMBERS.iter().find(|(number, _)| *number == name) {
        Some((_, number)) => format!("{found}, expected {number} {place}").trim_end().to_owned(),
        None => message,
    }
}
