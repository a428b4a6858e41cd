//! Security headers of all responses, and the check that no page of another site changes anything.

use crate::api::LIVE_ROUTE;
use crate::config::{Config, SiteUrl};
use axum::extract::{Request, State};
use axum::http::header::{self, HeaderName};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http_api::ApiError;
use std::sync::Arc;

const POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; style-src 'self'; script-src 'self'; \
                      connect-src 'self'; base-uri 'self'; frame-ancestors 'none'; form-action 'self'; \
                      object-src 'none'";

const SECURITY_HEADERS: [(HeaderName, &str); 7] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
];

const ONE_YEAR: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// How the server is reached, which decides which pages may send requests.
#[derive(Debug)]
pub(crate) struct OriginPolicy {
    public: Option<Authority>,
    secure: bool,
    ports: OriginPorts,
    hosts: AcceptedHosts,
}

/// By which names of the server it answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum AcceptedHosts {
    /// Any name.
    Any,
    /// The names of this machine for itself. The server listens for nobody else, so that another name belongs to a
    /// site that has led a browser here (DNS rebinding).
    Loopback,
}

impl AcceptedHosts {
    /// A site that is reached from outside knows its names: by its address, its proxies, or the network.
    fn new(config: &Config) -> AcceptedHosts {
        let is_hidden = config.public_url.is_none() && config.trusted_proxies.is_empty();
        if is_hidden && is_loopback(&config.host) { AcceptedHosts::Loopback } else { AcceptedHosts::Any }
    }
}

/// Whether a name or address, with or without a port, is that of a machine for itself.
fn is_loopback(authority: &str) -> bool {
    let host = match authority.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') && !host.contains(':') || host.ends_with(']') => host,
        _ => authority,
    };
    let host = host.trim_start_matches('[').trim_end_matches(']').to_ascii_lowercase();
    let is_local = |ip: std::net::IpAddr| ip.is_loopback();
    host == "localhost" || host.ends_with(".localhost") || host.parse().is_ok_and(is_local)
}

/// Which ports of the server's own name may be the origin of a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OriginPorts {
    /// The port of the request.
    Same,
    /// Any port: the page of the client has another one.
    Any,
}

impl OriginPolicy {
    pub(crate) fn new(config: &Config, ports: OriginPorts) -> OriginPolicy {
        let url = config.public_url.as_ref();
        OriginPolicy {
            public: url.and_then(SiteUrl::authority).cloned(),
            secure: config.tls.is_some() || url.is_some_and(SiteUrl::is_secure),
            ports,
            hosts: AcceptedHosts::new(config),
        }
    }

    /// Whether the request names a host that this server is.
    fn knows_host(&self, request: &Request) -> bool {
        match self.hosts {
            AcceptedHosts::Any => true,
            AcceptedHosts::Loopback => host(request).is_none_or(is_loopback),
        }
    }

    /// Whether a page of this server sent the request, or no page at all.
    fn allows(&self, request: &Request) -> bool {
        let text = |name: HeaderName| request.headers().get(name).and_then(|value| value.to_str().ok());
        let Some(origin) = request.headers().get(header::ORIGIN) else {
            return text(HeaderName::from_static("sec-fetch-site")) != Some("cross-site");
        };
        let origin = origin.to_str().ok().and_then(|origin| origin.split_once("://")).map(|(_, rest)| rest);
        let origin = origin.map(|origin| self.relevant_part(origin));
        let own = [host(request), self.public.as_ref().map(Authority::as_str)];
        origin.is_some() && own.into_iter().any(|own| own.map(|own| self.relevant_part(own)) == origin)
    }
}

/// The host that a request names.
fn host(request: &Request) -> Option<&str> {
    let text = request.headers().get(header::HOST).and_then(|value| value.to_str().ok());
    // HTTP/2 has the host in the address.
    text.or_else(|| request.uri().authority().map(Authority::as_str))
}

impl OriginPolicy {
    /// The part of a host and port that must be the same.
    fn relevant_part<'a>(&self, authority: &'a str) -> &'a str {
        match (self.ports, authority.rsplit_once(':')) {
            // A colon within brackets is part of an address.
            (OriginPorts::Any, Some((host, port))) if !port.ends_with(']') => host,
            _ => authority,
        }
    }
}

/// Refuses changes from pages of other sites, and adds the security headers to all responses.
pub(crate) async fn enforce_origin_policy(
    State(policy): State<Arc<OriginPolicy>>,
    request: Request,
    next: Next,
) -> Response {
    let is_foreign = may_change(&request) && !policy.allows(&request);
    let mut response = match is_foreign {
        _ if !policy.knows_host(&request) => {
            ApiError::forbidden("this server has another name; its operator can set public_url")
                .into_response()
        }
        true => ApiError::forbidden("this was sent by a page of another site").into_response(),
        false => next.run(request).await,
    };
    add_headers(&policy, response.headers_mut());
    response
}

/// Whether a request may change something. A WebSocket may, although GET opens it.
fn may_change(request: &Request) -> bool {
    let reads = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    !reads || request.headers().contains_key(header::SEC_WEBSOCKET_KEY) || request.uri().path() == LIVE_ROUTE
}

fn add_headers(policy: &OriginPolicy, headers: &mut HeaderMap) {
    for (name, value) in SECURITY_HEADERS {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    if policy.secure {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, ONE_YEAR);
    }
    // Answers about games depend on the caller and on the moment.
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Sources;
    use axum::Router;
    use axum::body::Body;
    use axum::http::StatusCode;
    use axum::routing::any;
    use tower::ServiceExt;

    fn config(text: &str) -> Config {
        let mut sources = Sources::default();
        sources.file("q.toml", text);
        sources.resolve().unwrap().config
    }

    async fn ask(config: &Config, method: &str, path: &str, headers: &[(&str, &str)]) -> Response {
        ask_host(config, method, path, "q.example", headers).await
    }

    async fn ask_host(
        config: &Config,
        method: &str,
        path: &str,
        host: &str,
        headers: &[(&str, &str)],
    ) -> Response {
        let router = Router::new().route("/api/live", any(|| async {})).fallback(|| async {}).layer(
            axum::middleware::from_fn_with_state(
                Arc::new(OriginPolicy::new(config, OriginPorts::Same)),
                enforce_origin_policy,
            ),
        );
        let mut request = axum::http::Request::builder().method(method).uri(path).header("host", host);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        router.oneshot(request.body(Body::empty()).unwrap()).await.unwrap()
    }

    #[tokio::test]
    async fn other_sites_change_nothing_here() {
        let config = config("public_url = \"https://play.example\"");
        let cases = [
            ("POST", "/api/games", vec![], StatusCode::OK),
            ("POST", "/api/games", vec![("origin", "http://q.example")], StatusCode::OK),
            ("POST", "/api/games", vec![("origin", "https://play.example")], StatusCode::OK),
            ("POST", "/api/games", vec![("origin", "https://evil.example")], StatusCode::FORBIDDEN),
            ("POST", "/api/games", vec![("origin", "null")], StatusCode::FORBIDDEN),
            ("POST", "/api/games", vec![("origin", "http://q.example:81")], StatusCode::FORBIDDEN),
            ("DELETE", "/api/games/a/seats/0", vec![("sec-fetch-site", "cross-site")], StatusCode::FORBIDDEN),
            ("GET", "/api/games", vec![("origin", "https://evil.example")], StatusCode::OK),
            ("GET", "/api/live", vec![("origin", "https://evil.example")], StatusCode::FORBIDDEN),
            ("GET", "/api/live", vec![("origin", "http://q.example")], StatusCode::OK),
        ];
        for (method, path, headers, expected) in cases {
            let status = ask(&config, method, path, &headers).await.status();
            assert_eq!(status, expected, "{method} {path} {headers:?}");
        }
    }

    #[tokio::test]
    async fn a_server_for_one_machine_answers_only_by_its_names() {
        let hidden = ["localhost", "localhost:8080", "127.0.0.1:1", "[::1]:8080", "[::1]", "a.localhost"];
        for (text, names, expected) in [
            ("", hidden.as_slice(), StatusCode::OK),
            ("", &["evil.example", "evil.example:8080", "127.0.0.1.evil.example"], StatusCode::FORBIDDEN),
            ("host = \"::1\"", &["evil.example"], StatusCode::FORBIDDEN),
            ("host = \"0.0.0.0\"", &["box.home:8080"], StatusCode::OK),
            ("public_url = \"https://play.example\"", &["play.example", "127.0.0.1"], StatusCode::OK),
            ("trusted_proxies = [\"127.0.0.1\"]", &["play.example"], StatusCode::OK),
        ] {
            for name in names {
                let status = ask_host(&config(text), "GET", "/api/games", name, &[]).await.status();
                assert_eq!(status, expected, "{text} {name}");
            }
        }
    }

    #[tokio::test]
    async fn every_answer_is_guarded() {
        for (path, headers) in [("/", vec![]), ("/api/live", vec![("origin", "https://evil.example")])] {
            let response = ask(&config(""), "GET", path, &headers).await;
            for (name, value) in SECURITY_HEADERS {
                assert_eq!(response.headers()[&name], value);
            }
            assert!(!response.headers().contains_key(header::STRICT_TRANSPORT_SECURITY));
        }
    }

    #[tokio::test]
    async fn browsers_are_told_to_stay_with_tls_only_where_there_is_tls() {
        for (text, secure) in [
            ("[tls]\ncert = \"c\"\nkey = \"k\"", true),
            ("public_url = \"https://q.example\"", true),
            ("public_url = \"http://q.example\"", false),
        ] {
            let response = ask(&config(text), "GET", "/", &[]).await;
            assert_eq!(response.headers().contains_key(header::STRICT_TRANSPORT_SECURITY), secure, "{text}");
        }
    }
}
