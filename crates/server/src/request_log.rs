//! The last requests, kept for the operator and written as HAR 1.2.
//!
//! Bodies are not kept. Of headers and queries, only those are kept that are known to hold no secret.

use axum::http::uri::Authority;
use axum::http::{HeaderMap, Method, StatusCode, Uri, Version};
use serde::Serialize;
use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};
use tables::ClientAddress;

/// A request that was answered.
#[derive(Clone, Debug)]
pub(crate) struct RequestRecord {
    pub(crate) at: SystemTime,
    pub(crate) took: Duration,
    pub(crate) client: ClientAddress,
    pub(crate) method: Method,
    pub(crate) uri: Uri,
    pub(crate) version: Version,
    pub(crate) request_headers: HeaderMap,
    pub(crate) status: StatusCode,
    pub(crate) response_headers: HeaderMap,
}

/// The last requests, the oldest first.
#[derive(Debug)]
pub(crate) struct RequestLog {
    capacity: usize,
    records: Mutex<VecDeque<RequestRecord>>,
}

impl RequestLog {
    pub(crate) fn new(capacity: usize) -> RequestLog {
        RequestLog { capacity, records: Mutex::default() }
    }

    /// Whether requests are kept.
    pub(crate) fn is_enabled(&self) -> bool {
        self.capacity > 0
    }

    /// Adds a request, and drops the oldest if the log is full.
    pub(crate) fn push(&self, record: RequestRecord) {
        let mut records = self.records.lock().unwrap_or_else(PoisonError::into_inner);
        if records.len() >= self.capacity {
            records.pop_front();
        }
        records.push_back(record);
    }

    /// All requests as HAR.
    pub(crate) fn har(&self) -> Har {
        let records = self.records.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let creator = HarCreator { name: "quixotry", version: env!("CARGO_PKG_VERSION") };
        Har { log: HarLog { version: "1.2", creator, entries: records.iter().map(HarEntry::new).collect() } }
    }
}

/// A HAR file.
#[derive(Serialize)]
pub(crate) struct Har {
    log: HarLog,
}

#[derive(Serialize)]
struct HarLog {
    version: &'static str,
    creator: HarCreator,
    entries: Vec<HarEntry>,
}

#[derive(Serialize)]
struct HarCreator {
    name: &'static str,
    version: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct HarEntry {
    started_date_time: String,
    time: f64,
    request: HarRequest,
    response: HarResponse,
    cache: HarCache,
    timings: HarTimings,
    #[serde(rename = "_client")]
    client: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct HarRequest {
    method: String,
    url: String,
    http_version: &'static str,
    cookies: [HarPair; 0],
    headers: Vec<HarPair>,
    query_string: Vec<HarPair>,
    headers_size: i64,
    body_size: i64,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct HarResponse {
    status: u16,
    status_text: &'static str,
    http_version: &'static str,
    cookies: [HarPair; 0],
    headers: Vec<HarPair>,
    content: HarContent,
    #[serde(rename = "redirectURL")]
    redirect_url: &'static str,
    headers_size: i64,
    body_size: i64,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct HarContent {
    size: i64,
    mime_type: String,
}

/// The empty description of a cache that HAR requires.
#[derive(Serialize)]
struct HarCache {}

#[derive(Serialize)]
struct HarTimings {
    send: u8,
    wait: f64,
    receive: u8,
}

#[derive(Serialize)]
struct HarPair {
    name: String,
    value: String,
}

/// The value of a size that is not known.
const UNKNOWN_SIZE: i64 = -1;

impl HarEntry {
    fn new(record: &RequestRecord) -> HarEntry {
        let time = record.took.as_secs_f64() * 1_000.0;
        HarEntry {
            started_date_time: humantime::format_rfc3339_millis(record.at).to_string(),
            time,
            request: HarRequest::new(record),
            response: HarResponse::new(record),
            cache: HarCache {},
            timings: HarTimings { send: 0, wait: time, receive: 0 },
            client: record.client.0.to_string(),
        }
    }
}

impl HarRequest {
    fn new(record: &RequestRecord) -> HarRequest {
        let host = record.request_headers.get("host").and_then(|host| host.to_str().ok());
        let host = host.or(record.uri.authority().map(Authority::as_str)).unwrap_or("localhost");
        let query_string = visible_query(record.uri.query().unwrap_or_default());
        let query: Vec<String> =
            query_string.iter().map(|HarPair { name, value }| format!("{name}={value}")).collect();
        let mark = if query.is_empty() { "" } else { "?" };
        HarRequest {
            method: record.method.to_string(),
            url: format!("http://{host}{}{mark}{}", record.uri.path(), query.join("&")),
            http_version: version_name(record.version),
            cookies: [],
            headers: visible_headers(&record.request_headers),
            query_string,
            headers_size: UNKNOWN_SIZE,
            body_size: content_length(&record.request_headers),
        }
    }
}

impl HarResponse {
    fn new(record: &RequestRecord) -> HarResponse {
        let mime_type = record.response_headers.get("content-type").and_then(|kind| kind.to_str().ok());
        let size = content_length(&record.response_headers);
        HarResponse {
            status: record.status.as_u16(),
            status_text: record.status.canonical_reason().unwrap_or_default(),
            http_version: version_name(record.version),
            cookies: [],
            headers: visible_headers(&record.response_headers),
            content: HarContent { size: size.max(0), mime_type: mime_type.unwrap_or_default().to_owned() },
            redirect_url: "",
            headers_size: UNKNOWN_SIZE,
            body_size: size,
        }
    }
}

impl HarPair {
    fn new(name: &str, value: &str) -> HarPair {
        HarPair { name: name.to_owned(), value: value.to_owned() }
    }
}

fn version_name(version: Version) -> &'static str {
    match version {
        Version::HTTP_2 => "HTTP/2",
        Version::HTTP_10 => "HTTP/1.0",
        _ => "HTTP/1.1",
    }
}

fn content_length(headers: &HeaderMap) -> i64 {
    let text = headers.get("content-length").and_then(|length| length.to_str().ok());
    text.and_then(|length| length.parse().ok()).unwrap_or(UNKNOWN_SIZE)
}

const HIDDEN: &str = "[hidden]";

/// Headers that hold no secret. Others are shown without their values.
const VISIBLE_HEADERS: [&str; 22] = [
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

fn visible_headers(headers: &HeaderMap) -> Vec<HarPair> {
    let pair = |name: &str, value: &str| match VISIBLE_HEADERS.contains(&name) {
        true => HarPair::new(name, value),
        false => HarPair::new(name, HIDDEN),
    };
    headers.iter().map(|(name, value)| pair(name.as_str(), value.to_str().unwrap_or(HIDDEN))).collect()
}

/// Parts of a query that hold no secret.
const VISIBLE_QUERY: [&str; 14] = [
    "since", "lines", "state", "before", "limit", "format", "turn", "rules", "x", "y", "width", "height",
    "q", "player",
];

fn visible_query(query: &str) -> Vec<HarPair> {
    let pair = |part: &str| {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        match VISIBLE_QUERY.contains(&name) {
            true => HarPair::new(name, value),
            false => HarPair::new(if part.contains('=') { name } else { HIDDEN }, HIDDEN),
        }
    };
    query.split('&').filter(|part| !part.is_empty()).map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    fn record(path: &str) -> RequestRecord {
        let mut request_headers = HeaderMap::new();
        request_headers.insert("authorization", "Bearer s3cret".parse().unwrap());
        request_headers.insert("x-invite", "s3cret".parse().unwrap());
        request_headers.insert("cookie", "a=s3cret".parse().unwrap());
        request_headers.insert("host", "q.example".parse().unwrap());
        RequestRecord {
            at: SystemTime::UNIX_EPOCH,
            took: Duration::from_millis(3),
            client: ClientAddress(Ipv4Addr::LOCALHOST.into()),
            method: Method::GET,
            uri: path.parse().unwrap(),
            version: Version::HTTP_11,
            request_headers,
            status: StatusCode::OK,
            response_headers: HeaderMap::new(),
        }
    }

    #[test]
    fn secrets_are_not_exported() {
        let requests = RequestLog::new(10);
        requests.push(record("/api/games/a/events?since=3&key=s3cret&invite=s3cret&s3cret"));
        let text = serde_json::to_string(&requests.har()).unwrap();
        assert!(!text.contains("s3cret"), "{text}");
        assert!(text.contains("http://q.example/api/games/a/events?since=3&key=[hidden]"), "{text}");
    }

    #[test]
    fn only_the_last_requests_are_kept() {
        let requests = RequestLog::new(2);
        (0..5).for_each(|number| requests.push(record(&format!("/{number}"))));
        let har = serde_json::to_value(requests.har()).unwrap();
        let urls: Vec<&str> = har["log"]["entries"]
            .as_array()
            .unwrap()
            .iter()
            .map(|e| e["request"]["url"].as_str().unwrap())
            .collect();
        assert_eq!(urls, ["http://q.example/3", "http://q.example/4"]);
    }

    #[test]
    fn an_entry_has_all_fields_of_the_format() {
        let requests = RequestLog::new(1);
        requests.push(record("/api"));
        let har = serde_json::to_value(requests.har()).unwrap();
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
