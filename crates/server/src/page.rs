//! Serves the page: the files of the crate `page`, which are part of the program.

use crate::base_path::BasePath;
use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http_api::ApiError;
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock};
use web_page::PageFiles;

static FILES: LazyLock<HashMap<String, PageFile>> = LazyLock::new(|| {
    let names = PageFiles::iter().filter(|name| !CODINGS.iter().any(|coding| name.ends_with(coding.ending)));
    names.filter_map(|name| Some((name.to_string(), PageFile::read(&name)?))).collect()
});

/// A compression of the files, made at build time.
struct ContentCoding {
    name: &'static str,
    ending: &'static str,
}

/// Smallest first.
const CODINGS: [ContentCoding; 2] =
    [ContentCoding { name: "br", ending: ".br" }, ContentCoding { name: "gzip", ending: ".gz" }];

const INDEX: &str = "index.html";

/// What all addresses in the page are relative to, as the page is built.
const BASE: &str = "<base href=\"/\" />";

/// The page of a site. Its files are the same below every base path; only its index names the path.
#[derive(Clone, Default)]
pub(crate) struct SitePage {
    /// The index, if it differs from the one that is built.
    index: Option<Arc<PageFile>>,
}

impl SitePage {
    pub(crate) fn new(base: &BasePath) -> SitePage {
        if base.is_root() {
            return SitePage::default();
        }
        let built = SitePage::default();
        let built = built.index_text().unwrap_or_default();
        let index = built.replacen(BASE, &format!("<base href=\"{base}/\" />"), 1);
        let form = EncodedFile::new(None, Cow::Owned(index.into_bytes()));
        let file = PageFile { forms: vec![form], kind: kind_of(INDEX), keep: "no-cache" };
        SitePage { index: Some(Arc::new(file)) }
    }

    /// Serves the page and its files. An unknown address gets the page with status 404.
    pub(crate) fn answer(&self, request: &Request) -> Response {
        let path = request.uri().path();
        if ["/api", "/admin"].iter().any(|root| path == *root || path.starts_with(&format!("{root}/"))) {
            return ApiError::not_found("no-such-page", "there is nothing at this address; see /api")
                .into_response();
        }
        if !matches!(*request.method(), Method::GET | Method::HEAD) {
            return (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "GET, HEAD")]).into_response();
        }
        let (name, status) = find_file(path);
        match self.file(name) {
            Some(file) => file.answer(request.headers(), status),
            None => StatusCode::NOT_FOUND.into_response(),
        }
    }

    fn file(&self, name: &str) -> Option<&PageFile> {
        self.index.as_deref().filter(|_| name == INDEX).or_else(|| FILES.get(name))
    }

    /// The index, without compression.
    pub(crate) fn index_text(&self) -> Option<&str> {
        let plain = self.file(INDEX)?.forms.last()?;
        std::str::from_utf8(&plain.bytes).ok()
    }
}

/// The file for a path, and the status.
fn find_file(path: &str) -> (&str, StatusCode) {
    let name = path.trim_start_matches('/');
    if FILES.contains_key(name) {
        return (name, StatusCode::OK);
    }
    (INDEX, if is_view(path) { StatusCode::OK } else { StatusCode::NOT_FOUND })
}

/// Whether a path is a view of the page.
fn is_view(path: &str) -> bool {
    let game = path.strip_prefix("/game/").is_some_and(|id| !id.is_empty() && !id.contains('/'));
    game || matches!(
        path,
        "/" | "/new" | "/about" | "/settings" | "/learn" | "/mine" | "/words" | "/workshop"
    )
}

struct PageFile {
    /// The content in several encodings, the smallest first. The last one is not compressed.
    forms: Vec<EncodedFile>,
    kind: &'static str,
    keep: &'static str,
}

struct EncodedFile {
    coding: Option<&'static str>,
    bytes: Bytes,
    tag: HeaderValue,
}

impl PageFile {
    fn read(name: &str) -> Option<PageFile> {
        let compressed = CODINGS.iter().filter_map(|coding| {
            let data = PageFiles::get(&format!("{name}{}", coding.ending))?.data;
            Some(EncodedFile::new(Some(coding.name), data))
        });
        let plain = EncodedFile::new(None, PageFiles::get(name)?.data);
        let keep = match name.starts_with("assets/") {
            true => "public, max-age=31536000, immutable",
            false => "no-cache",
        };
        Some(PageFile { forms: compressed.chain([plain]).collect(), kind: kind_of(name), keep })
    }

    fn answer(&self, asked: &HeaderMap, status: StatusCode) -> Response {
        let Some(form) = self.forms.iter().find(|form| form.coding.is_none_or(|name| takes(asked, name)))
        else {
            return StatusCode::NOT_FOUND.into_response();
        };
        let mut response = match status == StatusCode::OK && form.is_known(asked) {
            true => StatusCode::NOT_MODIFIED.into_response(),
            false => form.answer(status),
        };
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.kind));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(self.keep));
        headers.insert(header::ETAG, form.tag.clone());
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        response
    }
}

impl EncodedFile {
    fn new(coding: Option<&'static str>, data: Cow<'static, [u8]>) -> EncodedFile {
        let digest: String =
            Sha256::digest(&data).iter().take(12).map(|byte| format!("{byte:02x}")).collect();
        let tag = HeaderValue::from_str(&format!("\"{digest}\"")).unwrap_or(HeaderValue::from_static("\"\""));
        let bytes = match data {
            Cow::Borrowed(bytes) => Bytes::from_static(bytes),
            Cow::Owned(bytes) => Bytes::from(bytes),
        };
        EncodedFile { coding, bytes, tag }
    }

    fn answer(&self, status: StatusCode) -> Response {
        let mut response = (status, Body::from(self.bytes.clone())).into_response();
        if let Some(coding) = self.coding {
            response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding));
        }
        response
    }

    /// Whether the client has this version.
    fn is_known(&self, asked: &HeaderMap) -> bool {
        let lines = asked.get_all(header::IF_NONE_MATCH).iter().filter_map(|line| line.to_str().ok());
        lines.flat_map(|line| line.split(',')).any(|tag| self.is(tag.trim()))
    }

    fn is(&self, tag: &str) -> bool {
        tag == "*" || tag.strip_prefix("W/").unwrap_or(tag).as_bytes() == self.tag.as_bytes()
    }
}

/// Whether the client accepts a coding: it is named, or covered by `*`, and its weight is not zero.
fn takes(asked: &HeaderMap, coding: &str) -> bool {
    let lines = asked.get_all(header::ACCEPT_ENCODING).iter().filter_map(|line| line.to_str().ok());
    let wishes: Vec<(&str, bool)> = lines.flat_map(|line| line.split(',')).map(wish).collect();
    let of = |name: &str| wishes.iter().find(|(wished, _)| wished.eq_ignore_ascii_case(name));
    of(coding).or_else(|| of("*")).is_some_and(|(_, wanted)| *wanted)
}

/// A coding in a header, and whether its weight is more than zero.
fn wish(text: &str) -> (&str, bool) {
    let (name, weight) = text.split_once(';').unwrap_or((text, ""));
    let weight = weight.trim().strip_prefix("q=").map_or(Ok(1.0), str::parse::<f32>);
    (name.trim(), weight.is_ok_and(|weight| weight > 0.0))
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

    fn ask(method: &str, path: &str, headers: &[(&str, &str)]) -> Response {
        let mut request = Request::builder().method(method).uri(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        SitePage::default().answer(&request.body(Body::empty()).unwrap())
    }

    #[test]
    fn the_views_are_the_page_and_the_rest_is_not_found() {
        for (path, status) in [
            ("/", 200),
            ("/game/abc", 200),
            ("/new", 200),
            ("/about", 200),
            ("/settings", 200),
            ("/learn", 200),
            ("/mine", 200),
            ("/words", 200),
            ("/workshop", 200),
            ("/game/", 404),
            ("/game/a/b", 404),
            ("/nowhere", 404),
            ("/../Cargo.toml", 404),
            ("/assets/none.js", 404),
        ] {
            let response = ask("GET", path, &[]);
            assert_eq!(response.status().as_u16(), status, "{path}");
            assert_eq!(response.headers()["content-type"], "text/html; charset=utf-8", "{path}");
            assert_eq!(response.headers()["cache-control"], "no-cache", "{path}");
        }
    }

    #[test]
    fn what_belongs_to_programs_is_a_problem() {
        for path in ["/api/nowhere", "/admin", "/admin/x"] {
            let response = ask("GET", path, &[]);
            assert_eq!(response.status(), StatusCode::NOT_FOUND);
            assert_eq!(response.headers()["content-type"], "application/problem+json");
        }
        assert_eq!(ask("POST", "/", &[]).status(), StatusCode::METHOD_NOT_ALLOWED);
    }

    #[test]
    fn what_is_unchanged_is_not_sent_again() {
        let tag = ask("GET", "/", &[]).headers()["etag"].to_str().unwrap().to_owned();
        for (header, status) in
            [(tag.clone(), 304), (format!("\"x\", W/{tag}"), 304), ("\"x\"".to_owned(), 200)]
        {
            assert_eq!(ask("GET", "/", &[("if-none-match", &header)]).status().as_u16(), status, "{header}");
        }
    }

    /// The script that the page starts with.
    fn script() -> &'static str {
        FILES.keys().find(|name| name.starts_with("assets/page-") && name.ends_with(".js")).unwrap()
    }

    #[test]
    fn what_installs_the_page_is_at_its_root() {
        for (path, kind) in [
            ("/manifest.webmanifest", "application/manifest+json"),
            ("/sw.js", "text/javascript; charset=utf-8"),
            ("/robots.txt", "text/plain; charset=utf-8"),
            ("/icon-192.png", "image/png"),
            ("/icon-512.png", "image/png"),
        ] {
            let response = ask("GET", path, &[]);
            assert_eq!(response.status(), StatusCode::OK, "{path}");
            assert_eq!(response.headers()["content-type"], kind, "{path}");
            assert_eq!(response.headers()["cache-control"], "no-cache", "{path}");
        }
    }

    #[test]
    fn names_with_a_digest_are_kept_for_good() {
        let scripts = FILES.keys().filter(|name| name.starts_with("assets/") && name.ends_with(".js"));
        assert!(scripts.clone().count() > 8, "each page and language is a script of its own");
        for name in scripts {
            let response = ask("GET", &format!("/{name}"), &[]);
            assert_eq!(response.status(), StatusCode::OK, "{name}");
            assert_eq!(response.headers()["content-type"], "text/javascript; charset=utf-8", "{name}");
            assert_eq!(response.headers()["cache-control"], "public, max-age=31536000, immutable", "{name}");
            assert_eq!(response.headers()["vary"], "accept-encoding", "{name}");
        }
    }

    #[test]
    fn the_smallest_form_that_is_wanted_is_sent() {
        for (wanted, coding) in [
            ("gzip, deflate, br, zstd", Some("br")),
            ("gzip;q=1.0, br;q=0.5", Some("br")),
            ("br;q=0, gzip;q=0.8", Some("gzip")),
            ("GZIP", Some("gzip")),
            ("*", Some("br")),
            ("*;q=0", None),
            ("identity", None),
            ("gzip;q=nonsense", None),
            ("", None),
        ] {
            let response = ask("GET", &format!("/{}", script()), &[("accept-encoding", wanted)]);
            let sent = response.headers().get("content-encoding").map(|value| value.to_str().unwrap());
            assert_eq!(sent, coding, "{wanted}");
        }
    }

    #[test]
    fn each_form_has_a_tag_of_its_own() {
        let plain = ask("GET", "/", &[]).headers()["etag"].to_str().unwrap().to_owned();
        let compressed = ask("GET", "/", &[("accept-encoding", "br")]);
        let tag = compressed.headers()["etag"].to_str().unwrap().to_owned();
        assert_ne!(plain, tag);
        for (tag, status) in [(plain, 200), (tag, 304)] {
            let headers = [("accept-encoding", "br"), ("if-none-match", tag.as_str())];
            assert_eq!(ask("GET", "/", &headers).status().as_u16(), status);
        }
    }

    #[test]
    fn below_a_path_the_page_finds_its_files_there() {
        let built = SitePage::default();
        let built = built.index_text().unwrap();
        assert_eq!(built.matches(BASE).count(), 1);
        assert!(!built.replacen(BASE, "", 1).contains("=\"/"), "every address is relative: {built}");
        let page = SitePage::new(&BasePath::read("/games").unwrap());
        let request = Request::builder().uri("/game/abc").header("accept-encoding", "br, gzip");
        let response = page.answer(&request.body(Body::empty()).unwrap());
        assert_eq!((response.status(), response.headers().get("content-encoding")), (StatusCode::OK, None));
        let index = page.index_text().unwrap();
        assert!(index.contains("<base href=\"/games/\" />") && !index.contains(BASE), "{index}");
    }

    #[test]
    fn every_text_is_compressed_and_no_compressed_file_has_an_address() {
        for (name, file) in FILES.iter().filter(|(name, _)| !name.ends_with(".png")) {
            assert!(!name.ends_with(".br") && !name.ends_with(".gz"), "{name}");
            let sizes: Vec<usize> = file.forms.iter().map(|form| form.bytes.len()).collect();
            assert!(sizes.is_sorted(), "{name}: {sizes:?}");
            assert_eq!(sizes.len(), if sizes[sizes.len() - 1] > 512 { 3 } else { 1 }, "{name}");
        }
    }

    #[test]
    fn every_file_has_a_type() {
        for name in FILES.keys() {
            assert_ne!(kind_of(name), "application/octet-stream", "{name}");
        }
    }
}
