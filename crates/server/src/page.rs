//! The page: the files of `web/dist`, which are part of the program.

use crate::problem::Problem;
use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use flate2::{Compression, write::GzEncoder};
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::collections::HashMap;
use std::io::Write;
use std::sync::LazyLock;

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
struct Dist;

static FILES: LazyLock<HashMap<String, File>> = LazyLock::new(|| {
    let file = |name: Cow<'static, str>| {
        Dist::get(&name).map(|file| (name.to_string(), File::new(&name, file.data)))
    };
    Dist::iter().filter_map(file).collect()
});

const INDEX: &str = "index.html";

/// Answers a request for the page or a part of it; every address that is none gets the page with status 404.
pub(crate) async fn page(request: Request) -> Response {
    let path = request.uri().path();
    if ["/api", "/admin"].iter().any(|root| path == *root || path.starts_with(&format!("{root}/"))) {
        return Problem::missing("no-such-page", "there is nothing at this address; see /api")
            .into_response();
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "GET, HEAD")]).into_response();
    }
    let (name, status) = found(path);
    match FILES.get(name) {
        Some(file) => file.answer(request.headers(), status),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// The file for a path, and whether it is what was asked for.
fn found(path: &str) -> (&str, StatusCode) {
    let name = path.trim_start_matches('/');
    if FILES.contains_key(name) {
        return (name, StatusCode::OK);
    }
    (INDEX, if is_view(path) { StatusCode::OK } else { StatusCode::NOT_FOUND })
}

/// Whether the page has something to show at a path.
fn is_view(path: &str) -> bool {
    let game = path.strip_prefix("/game/").is_some_and(|id| !id.is_empty() && !id.contains('/'));
    game || matches!(path, "/" | "/new" | "/about" | "/settings")
}

struct File {
    bytes: Bytes,
    zipped: Option<Bytes>,
    tag: HeaderValue,
    kind: &'static str,
    keep: &'static str,
}

impl File {
    fn new(name: &str, data: Cow<'static, [u8]>) -> File {
        let kind = kind_of(name);
        let digest = Sha256::digest(&data);
        let tag: String = digest.iter().take(12).map(|byte| format!("{byte:02x}")).collect();
        let tag = HeaderValue::from_str(&format!("\"{tag}\"")).unwrap_or(HeaderValue::from_static("\"\""));
        let keep = match name.starts_with("assets/") {
            true => "public, max-age=31536000, immutable",
            false => "no-cache",
        };
        File { zipped: zipped(&data, kind), bytes: Bytes::from(data.into_owned()), tag, kind, keep }
    }

    fn answer(&self, asked: &HeaderMap, status: StatusCode) -> Response {
        let same =
            |line: &HeaderValue| line.to_str().is_ok_and(|tags| tags.split(',').any(|tag| self.is(tag)));
        let unchanged = status == StatusCode::OK && asked.get_all(header::IF_NONE_MATCH).iter().any(same);
        let zipped = self.zipped.as_ref().filter(|_| takes_gzip(asked));
        let mut response = match (unchanged, zipped) {
            (true, _) => StatusCode::NOT_MODIFIED.into_response(),
            (false, Some(zipped)) => (status, Body::from(zipped.clone())).into_response(),
            (false, None) => (status, Body::from(self.bytes.clone())).into_response(),
        };
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.kind));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(self.keep));
        headers.insert(header::ETAG, self.tag.clone());
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if zipped.is_some() && !unchanged {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        response
    }

    fn is(&self, tag: &str) -> bool {
        let tag = tag.trim();
        tag == "*" || tag.strip_prefix("W/").unwrap_or(tag).as_bytes() == self.tag.as_bytes()
    }
}

fn takes_gzip(asked: &HeaderMap) -> bool {
    let lines = asked.get_all(header::ACCEPT_ENCODING).iter().filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(',')).any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        name.trim() == "gzip" && !matches!(weight.trim(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000")
    })
}

/// The same in fewer bytes, where that is worth it.
fn zipped(data: &[u8], kind: &str) -> Option<Bytes> {
    let text = kind.starts_with("text/")
        || kind.contains("json")
        || kind.contains("svg")
        || kind.contains("javascript");
    if !text || data.len() < 512 {
        return None;
    }
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(data).ok()?;
    encoder.finish().ok().filter(|zipped| zipped.len() < data.len()).map(Bytes::from)
}

fn kind_of(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "txt" => "text/plain; charset=utf-8",
        "woff2" => "font/woff2",
        "wav" => "audio/wav",
        "mp3" => "audio/mpeg",
        "ogg" => "audio/ogg",
        "webp" => "image/webp",
        "wasm" => "application/wasm",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn ask(method: &str, path: &str, headers: &[(&str, &str)]) -> Response {
        let mut request = Request::builder().method(method).uri(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        page(request.body(Body::empty()).unwrap()).await
    }

    #[tokio::test]
    async fn the_views_are_the_page_and_the_rest_is_not_found() {
        for (path, status) in [
            ("/", 200),
            ("/game/abc", 200),
            ("/new", 200),
            ("/about", 200),
            ("/settings", 200),
            ("/game/", 404),
            ("/game/a/b", 404),
            ("/nowhere", 404),
            ("/../Cargo.toml", 404),
            ("/assets/none.js", 404),
        ] {
            let response = ask("GET", path, &[]).await;
            assert_eq!(response.status().as_u16(), status, "{path}");
            assert_eq!(response.headers()["content-type"], "text/html; charset=utf-8", "{path}");
            assert_eq!(response.headers()["cache-control"], "no-cache", "{path}");
        }
    }

    #[tokio::test]
    async fn what_belongs_to_programs_is_a_problem() {
        for path in ["/api/nowhere", "/admin", "/admin/x"] {
            let response = ask("GET", path, &[]).await;
            assert_eq!(response.status(), StatusCode::NOT_FOUND);
            assert_eq!(response.headers()["content-type"], "application/problem+json");
        }
        assert_eq!(ask("POST", "/", &[]).await.status(), StatusCode::METHOD_NOT_ALLOWED);
    }

    #[tokio::test]
    async fn what_is_unchanged_is_not_sent_again() {
        let tag = ask("GET", "/", &[]).await.headers()["etag"].to_str().unwrap().to_owned();
        for (header, status) in
            [(tag.clone(), 304), (format!("\"x\", W/{tag}"), 304), ("\"x\"".to_owned(), 200)]
        {
            assert_eq!(
                ask("GET", "/", &[("if-none-match", &header)]).await.status().as_u16(),
                status,
                "{header}"
            );
        }
    }

    #[test]
    fn names_with_a_digest_are_kept_for_good() {
        let script = File::new("assets/main-1a2b.js", Cow::from(vec![b'x'; 2_000]));
        assert_eq!(script.keep, "public, max-age=31536000, immutable");
        let mut asked = HeaderMap::new();
        asked.insert("accept-encoding", HeaderValue::from_static("br, gzip;q=0.8"));
        let response = script.answer(&asked, StatusCode::OK);
        assert_eq!(response.headers()["content-encoding"], "gzip");
        asked.insert("accept-encoding", HeaderValue::from_static("gzip;q=0"));
        assert!(!script.answer(&asked, StatusCode::OK).headers().contains_key("content-encoding"));
    }

    #[test]
    fn every_file_has_a_type() {
        for name in Dist::iter() {
            assert_ne!(kind_of(&name), "application/octet-stream", "{name}");
        }
    }
}
