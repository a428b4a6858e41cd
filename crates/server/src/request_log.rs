//! The last requests, kept for the operator and written as HAR 1.2.
//!
//! Bodies are not kept, and of headers and queries only what is known to hold no secret.

use crate::client_address::ClientAddress;
use axum::http::{HeaderMap, Method, StatusCode, Uri, Version};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

/// A request that was answered.
#[derive(Clone, Debug)]
pub(crate) struct RequestRecord {
    pub(crate) at: SystemTime,
    pub(crate) took: Duration,
    pub(crate) client: ClientAddress,
    pub(crate) method: Method,
    pub(crate) uri: Uri,
    pub(crate) version: Version,
    pub(crate) asked: HeaderMap,
    pub(crate) status: StatusCode,
    pub(crate) answered: HeaderMap,
}

/// The last requests, the oldest first.
#[derive(Debug)]
pub(crate) struct RequestLog {
    most: usize,
    logged: Mutex<VecDeque<RequestRecord>>,
}

impl RequestLog {
    pub(crate) fn new(most: usize) -> RequestLog {
        RequestLog { most, logged: Mutex::default() }
    }

    /// Whether anything is kept at all.
    pub(crate) fn are_kept(&self) -> bool {
        self.most > 0
    }

    /// Keeps a request, and forgets the oldest if there are too many.
    pub(crate) fn keep(&self, exchange: RequestRecord) {
        let mut logged = self.logged.lock().unwrap_or_else(PoisonError::into_inner);
        if logged.len() >= self.most {
            logged.pop_front();
        }
        logged.push_back(exchange);
    }

    /// All that is kept, as HAR.
    pub(crate) fn har(&self) -> Value {
        let logged = self.logged.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let entries: Vec<Value> = logged.iter().map(entry).collect();
        json!({ "log": {
            "version": "1.2",
            "creator": { "name": "quixotry", "version": env!("CARGO_PKG_VERSION") },
            "entries": entries,
        }})
    }
}

fn entry(exchange: &RequestRecord) -> Value {
    let took = exchange.took.as_secs_f64() * 1_000.0;
    json!({
        "startedDateTime": humantime::format_rfc3339_millis(exchange.at).to_string(),
        "time": took,
        "request": request(exchange),
        "response": response(exchange),
        "cache": {},
        "timings": { "send": 0, "wait": took, "receive": 0 },
        "_client": exchange.client.0.to_string(),
    })
}

fn request(exchange: &RequestRecord) -> Value {
    let host = exchange.asked.get("host").and_then(|host| host.to_str().ok());
    let host =
        host.or(exchange.uri.authority().map(axum::http::uri::Authority::as_str)).unwrap_or("localhost");
    let query = query(exchange.uri.query().unwrap_or_default());
    let shown: Vec<String> = query.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let mark = if shown.is_empty() { "" } else { "?" };
    json!({
        "method": exchange.method.as_str(),
        "url": format!("http://{host}{}{mark}{}", exchange.uri.path(), shown.join("&")),
        "httpVersion": version(exchange.version),
        "cookies": [],
        "headers": headers(&exchange.asked),
        "queryString": query.iter().map(|(name, value)| pair(name, value)).collect::<Vec<_>>(),
        "headersSize": -1,
        "bodySize": length(&exchange.asked),
    })
}

fn response(exchange: &RequestRecord) -> Value {
    let kind = exchange.answered.get("content-type").and_then(|kind| kind.to_str().ok());
    json!({
        "status": exchange.status.as_u16(),
        "statusText": exchange.status.canonical_reason().unwrap_or_default(),
        "httpVersion": version(exchange.version),
        "cookies": [],
        "headers": headers(&exchange.answered),
        "content": { "size": length(&exchange.answered).max(0), "mimeType": kind.unwrap_or_default() },
        "redirectURL": "",
        "headersSize": -1,
        "bodySize": length(&exchange.answered),
    })
}

fn version(version: Version) -> &'static str {
    match version {
        Version::HTTP_2 => "HTTP/2",
        Version::HTTP_10 => "HTTP/1.0",
        _ => "HTTP/1.1",
    }
}

fn length(headers: &HeaderMap) -> i64 {
    let text = headers.get("content-length").and_then(|length| length.to_str().ok());
    text.and_then(|length| length.parse().ok()).unwrap_or(-1)
}

fn pair(name: &str, value: &str) -> Value {
    json!({ "name": name, "value": value })
}

const HIDDEN: &str = "[hidden]";

/// Headers that hold no secret. All others are shown without their values.
const SHOWN_HEADERS: [&str; 22] = [
    "accept",
    "accept-encoding",
    "accept-language",
    "cache-control",
    "connection",
    "content-encoding",
    "content-length",
    "content-type",
    "date",
    "etag",
    "host",
    "if-none-match",
    "last-event-id",
    "origin",
    "retry-after",
    "sec-fetch-dest",
    "sec-fetch-mode",
    "sec-fetch-site",
    "sec-websocket-version",
    "upgrade",
    "user-agent",
    "vary",
];

fn headers(headers: &HeaderMap) -> Vec<Value> {
    let shown = |name: &str, value: &str| match SHOWN_HEADERS.contains(&name) {
        true => pair(name, value),
        false => pair(name, HIDDEN),
    };
    headers.iter().map(|(name, value)| shown(name.as_str(), value.to_str().unwrap_or(HIDDEN))).collect()
}

/// Parts of a query that hold no secret.
const SHOWN_QUERY: [&str; 14] = [
    "since", "lines", "state", "before", "limit", "format", "turn", "rules", "x", "y", "width", "height",
    "q", "player",
];

fn query(query: &str) -> Vec<(String, String)> {
    let parts = query.split('&').filter(|part| !part.is_empty());
    let shown = |part: &str| {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        match SHOWN_QUERY.contains(&name) {
            true => (name.to_owned(), value.to_owned()),
            false => (if part.contains('=') { name } else { HIDDEN }.to_owned(), HIDDEN.to_owned()),
        }
    };
    parts.map(shown).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    fn exchange(path: &str) -> RequestRecord {
        let mut asked = HeaderMap::new();
        asked.insert("authorization", "Bearer s3cret".parse().unwrap());
        asked.insert("x-invite", "s3cret".parse().unwrap());
        asked.insert("cookie", "a=s3cret".parse().unwrap());
        asked.insert("host", "q.example".parse().unwrap());
        RequestRecord {
            at: SystemTime::UNIX_EPOCH,
            took: Duration::from_millis(3),
            client: ClientAddress(Ipv4Addr::LOCALHOST.into()),
            method: Method::GET,
            uri: path.parse().unwrap(),
            version: Version::HTTP_11,
            asked,
            status: StatusCode::OK,
            answered: HeaderMap::new(),
        }
    }

    #[test]
    fn secrets_are_not_exported() {
        let requests = RequestLog::new(10);
        requests.keep(exchange("/api/games/a/events?since=3&key=s3cret&invite=s3cret&s3cret"));
        let text = requests.har().to_string();
        assert!(!text.contains("s3cret"), "{text}");
        assert!(text.contains("http://q.example/api/games/a/events?since=3&key=[hidden]"), "{text}");
    }

    #[test]
    fn only_the_last_are_kept() {
        let requests = RequestLog::new(2);
        (0..5).for_each(|number| requests.keep(exchange(&format!("/{number}"))));
        let har = requests.har();
        let urls: Vec<&str> = har["log"]["entries"]
            .as_array()
            .unwrap()
            .iter()
            .map(|e| e["request"]["url"].as_str().unwrap())
            .collect();
        assert_eq!(urls, ["http://q.example/3", "http://q.example/4"]);
    }

    #[test]
    fn an_entry_has_all_that_the_format_asks_for() {
        let requests = RequestLog::new(1);
        requests.keep(exchange("/api"));
        let har = requests.har();
        let entry = &har["log"]["entries"][0];
        for (part, keys) in [
            (
                "request",
                [
                    "method",
                    "url",
                    "httpVersion",
                    "cookies",
                    "headers",
                    "queryString",
                    "headersSize",
                    "bodySize",
                ],
            ),
            (
                "response",
                [
                    "status",
                    "statusText",
                    "httpVersion",
                    "cookies",
                    "headers",
                    "content",
                    "redirectURL",
                    "bodySize",
                ],
            ),
        ] {
            keys.iter().for_each(|key| assert!(!entry[part][*key].is_null(), "{part} {key}"));
        }
        assert_eq!(entry["startedDateTime"], "1970-01-01T00:00:00.000Z");
        assert!(entry["timings"]["wait"].as_f64().unwrap() > 0.0);
    }
}
