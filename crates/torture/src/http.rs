//! A client of HTTP with an address of its own, which may hang up.

use crate::history::{AttemptOutcome, LatencySample};
use crate::recorder::now;
use crate::testbed::TestBed;
use anyhow::Result;
use reqwest::Method;
use serde_json::Value;
use std::net::IpAddr;
use std::time::{Duration, Instant};

/// When a client gives up. The server's own limit is 30 s.
const GIVE_UP: Duration = Duration::from_secs(45);

/// A client with an address of its own.
#[derive(Clone, Debug)]
pub struct HttpClient {
    client: reqwest::Client,
    /// The address that the server sees.
    pub address: IpAddr,
    is_innocent: bool,
}

/// A request to one of the servers.
#[derive(Clone, Debug)]
pub struct HttpRequest<'a> {
    /// What it is for, in reports.
    pub what: &'static str,
    /// Which server.
    pub node: usize,
    /// The method.
    pub method: Method,
    /// The path with its query.
    pub path: String,
    /// The key.
    pub key: Option<&'a str>,
    /// The body.
    pub body: Option<&'a Value>,
    /// When the client hangs up, if it does not wait.
    pub hang_up: Option<Duration>,
}

impl<'a> HttpRequest<'a> {
    /// A request without a key and a body.
    pub fn new(what: &'static str, node: usize, method: Method, path: impl Into<String>) -> HttpRequest<'a> {
        HttpRequest { what, node, method, path: path.into(), key: None, body: None, hang_up: None }
    }

    /// The same with a key.
    #[must_use]
    pub fn key(self, key: &'a str) -> HttpRequest<'a> {
        HttpRequest { key: Some(key), ..self }
    }

    /// The same with a body.
    #[must_use]
    pub fn body(self, body: &'a Value) -> HttpRequest<'a> {
        HttpRequest { body: Some(body), ..self }
    }
}

impl HttpClient {
    /// A client that connects from this address.
    ///
    /// # Errors
    /// The system does not allow it.
    pub fn new(address: IpAddr) -> Result<HttpClient> {
        // Another client may have installed it.
        rustls::crypto::ring::default_provider().install_default().ok();
        let client = reqwest::Client::builder().local_address(address).no_proxy().build()?;
        Ok(HttpClient { client, address, is_innocent: false })
    }

    /// The same client, whose response times must be good.
    #[must_use]
    pub fn innocent(self) -> HttpClient {
        HttpClient { is_innocent: true, ..self }
    }

    /// A request that is not sent yet, for streams.
    pub fn stream(&self, bed: &TestBed, node: usize, path: &str) -> reqwest::RequestBuilder {
        self.client.get(format!("http://{}{path}", bed.nodes[node]))
    }

    /// Sends a request and says how it ended.
    pub async fn send(&self, bed: &TestBed, request: HttpRequest<'_>) -> AttemptOutcome {
        let url = format!("http://{}{}", bed.nodes[request.node], request.path);
        let mut builder = self.client.request(request.method.clone(), url);
        if let Some(key) = request.key {
            builder = builder.bearer_auth(key);
        }
        if let Some(body) = request.body {
            builder = builder.json(body);
        }
        let (sent, begun, under_fault) = (now(), Instant::now(), bed.has_fault());
        let patience = request.hang_up.unwrap_or(GIVE_UP);
        let outcome = match tokio::time::timeout(patience, answer(builder)).await {
            Ok(Ok((status, body))) => self.classify(bed, &request, status, body),
            Ok(Err(error)) if error.is_connect() => AttemptOutcome::NotSent,
            Ok(Err(error)) => AttemptOutcome::Uncertain(error.to_string()),
            Err(_) if request.hang_up.is_some() => return AttemptOutcome::Uncertain("hung up".to_owned()),
            Err(_) => AttemptOutcome::Uncertain(format!("no answer within {GIVE_UP:?}")),
        };
        let sample = LatencySample {
            is_innocent: self.is_innocent,
            what: request.what,
            sent,
            took: i64::try_from(begun.elapsed().as_millis()).unwrap_or(i64::MAX),
            is_answered: !matches!(outcome, AttemptOutcome::Uncertain(_) | AttemptOutcome::NotSent),
            under_fault: under_fault || bed.has_fault(),
        };
        bed.recorder.history().latencies.push(sample);
        outcome
    }

    fn classify(&self, bed: &TestBed, request: &HttpRequest<'_>, status: u16, body: Value) -> AttemptOutcome {
        let code = body["code"].as_str().unwrap_or_default().to_owned();
        match status {
            200..300 => AttemptOutcome::Acknowledged(body),
            503 if code == "unavailable" => AttemptOutcome::NothingChanged,
            503 => AttemptOutcome::Uncertain(format!("503 {code}")),
            500.. => {
                let story = format!("{} {} -> {status} {body}", request.method, request.path);
                bed.recorder.history().server_errors.push(story);
                AttemptOutcome::Uncertain(format!("{status} {code}"))
            }
            _ => AttemptOutcome::Refused { status, code },
        }
    }
}

async fn answer(builder: reqwest::RequestBuilder) -> reqwest::Result<(u16, Value)> {
    let response = builder.send().await?;
    let status = response.status().as_u16();
    let text = response.text().await?;
    Ok((status, serde_json::from_str(&text).unwrap_or(Value::String(text))))
}
