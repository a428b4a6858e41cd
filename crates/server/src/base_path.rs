//! The path below which a proxy serves the site.

use axum::Router;
use axum::extract::Request;
use axum::http::Uri;
use axum::middleware::map_request;
use std::fmt;
use std::sync::Arc;

/// First parts of addresses that mean something to the server itself.
const OWN: [&str; 7] = ["admin", "api", "assets", "game", "health", "metrics", "ready"];

/// The path below which a proxy serves the site: `/games` or, for a whole host, nothing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BasePath(Arc<str>);

impl BasePath {
    /// Reads the path of an address. A slash at its end does not matter.
    ///
    /// # Errors
    /// The path has characters that would have to be encoded, or begins like an address of the server.
    pub fn read(path: &str) -> Result<BasePath, String> {
        let path = path.strip_suffix('/').unwrap_or(path);
        let mut parts = path.split('/').skip(1);
        let is_plain = |part: &str| {
            !matches!(part, "" | "." | "..")
                && part.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '~'))
        };
        if !parts.clone().all(is_plain) {
            return Err("may have a path of letters, digits, -, _, . and ~ only".to_owned());
        }
        match parts.next().filter(|first| OWN.contains(first)) {
            Some(first) => {
                Err(format!("may not have a path that begins with /{first}, which the server itself has"))
            }
            None => Ok(BasePath(path.into())),
        }
    }

    /// Whether the site has the whole host.
    pub fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    /// The address of something in the site, without its host.
    pub(crate) fn join(&self, path: &str) -> String {
        format!("{self}{path}")
    }

    /// An address without this path, if it is below it.
    fn strip(&self, uri: &Uri) -> Option<Uri> {
        let path = uri.path().strip_prefix(&*self.0)?;
        let path = if path.is_empty() { "/" } else { path };
        let query = uri.query().map(|query| format!("?{query}")).unwrap_or_default();
        let mut parts = uri.clone().into_parts();
        parts.path_and_query = path.starts_with('/').then(|| format!("{path}{query}").parse().ok())?;
        Uri::from_parts(parts).ok()
    }

    /// Serves a site below this path, and also without it: some proxies take it off a request, others leave it.
    pub(crate) fn serve(self, site: Router) -> Router {
        if self.is_root() {
            return site;
        }
        let strip = move |mut request: Request| {
            let stripped = self.strip(request.uri());
            async move {
                if let Some(uri) = stripped {
                    *request.uri_mut() = uri;
                }
                request
            }
        };
        Router::new().fallback_service(site).layer(map_request(strip))
    }
}

impl fmt::Display for BasePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_base_path_is_taken_off_whole_parts_only() {
        let base = BasePath::read("/board/games/").unwrap();
        for (address, stripped) in [
            ("/board/games", Some("/")),
            ("/board/games/", Some("/")),
            ("/board/games?invite=1", Some("/?invite=1")),
            ("/board/games/api/games?q=/board/games", Some("/api/games?q=/board/games")),
            ("/board/games/board/games", Some("/board/games")),
            ("/board/games//evil.example/", Some("//evil.example/")),
            ("http://play.example/board/games/new", Some("http://play.example/new")),
            ("/board/gamesters", None),
            ("/board", None),
            ("/api/games", None),
            ("*", None),
        ] {
            let found = base.strip(&address.parse().unwrap());
            assert_eq!(found, stripped.map(|uri| uri.parse().unwrap()), "{address}");
        }
    }

    #[test]
    fn a_path_that_cannot_be_told_from_an_address_of_the_server_is_refused() {
        for path in ["", "/", "/games", "/a/b-c/", "/~ann/quixotry.2"] {
            assert!(BasePath::read(path).is_ok(), "{path}");
        }
        for path in ["/api", "/game/x", "/assets/", "/a//b", "/a/../b", "/a%20b", "/ä", "/a\"b", "//"] {
            assert!(BasePath::read(path).is_err(), "{path}");
        }
    }
}
