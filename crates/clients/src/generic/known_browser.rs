//! Who a browser is. The original's page sends no key, so that a cookie says whose seat it is after a reload.

use axum::http::{HeaderMap, HeaderValue, header};
use http_api::ApiError;
use tables::RequestId;

/// The name of the cookie.
const COOKIE: &str = "quixotry-visitor";

/// How many hexadecimal digits a secret has.
const DIGITS: usize = 32;

/// The secret by which a browser is known again.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct KnownBrowser(String);

impl KnownBrowser {
    /// A browser that was not here before.
    pub(super) fn new() -> KnownBrowser {
        KnownBrowser(format!("{:0DIGITS$x}", rand::random::<u128>()))
    }

    /// The browser that the cookies of a request name.
    pub(super) fn from_headers(headers: &HeaderMap) -> Option<KnownBrowser> {
        let is_secret = |text: &&str| text.len() == DIGITS && text.bytes().all(|b| b.is_ascii_hexdigit());
        let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mut values =
            cookies.flat_map(|text| text.split(';')).filter_map(|pair| pair.trim().split_once('='));
        let secret = values.find_map(|(name, value)| Some(value).filter(|_| name == COOKIE))?;
        Some(secret).filter(is_secret).map(|secret| KnownBrowser(secret.to_owned()))
    }

    /// The cookie that makes the browser known. Scripts cannot read it, and other sites cannot use it.
    pub(super) fn cookie(&self, headers: &HeaderMap) -> HeaderValue {
        let origin = headers.get(header::ORIGIN).and_then(|origin| origin.to_str().ok());
        let is_secure = origin.is_some_and(|origin| origin.starts_with("https://"));
        let secure = if is_secure { "; Secure" } else { "" };
        let cookie =
            format!("{COOKIE}={}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Strict{secure}", self.0);
        HeaderValue::from_str(&cookie).unwrap_or_else(|error| unreachable!("{error}"))
    }

    /// The id of the request by which this browser takes a seat as a player. The same id gives the same seat again.
    pub(super) fn request_id(&self, player: &str) -> Result<RequestId, ApiError> {
        RequestId::new(&format!("{}-{player}", self.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(name: header::HeaderName, value: &str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_str(value).unwrap())])
    }

    #[test]
    fn a_visitor_is_known_again_by_the_cookie() {
        let browser = KnownBrowser::new();
        let cookie = browser.cookie(&HeaderMap::new());
        let sent = cookie.to_str().unwrap().split(';').next().unwrap();
        let again = KnownBrowser::from_headers(&headers(header::COOKIE, &format!("a=b; {sent}; c=d")));
        assert!(again == Some(browser.clone()));
        assert!(browser != KnownBrowser::new());
        for other in
            ["", "quixotry-visitor=", "quixotry-visitor=12", "visitor=00112233445566778899aabbccddeeff"]
        {
            assert!(KnownBrowser::from_headers(&headers(header::COOKIE, other)).is_none(), "{other}");
        }
    }

    #[test]
    fn the_cookie_is_for_the_browser_alone() {
        let plain = KnownBrowser::new().cookie(&headers(header::ORIGIN, "http://localhost:4000"));
        assert!(plain.to_str().unwrap().ends_with("; HttpOnly; SameSite=Strict"));
        let secure = KnownBrowser::new().cookie(&headers(header::ORIGIN, "https://play.example.org"));
        assert!(secure.to_str().unwrap().ends_with("; SameSite=Strict; Secure"));
    }
}
