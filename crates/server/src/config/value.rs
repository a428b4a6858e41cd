//! The types of setting values.

use crate::base_path::BasePath;
use axum::http::Uri;
use axum::http::uri::Authority;
use ipnet::IpNet;
use std::fmt;
use std::net::IpAddr;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

/// A type of setting values.
pub(super) trait SettingValue: Sized {
    /// Parses a value, or returns what it should look like.
    fn read(text: &str) -> Result<Self, String>;
}

/// A number of bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ByteSize(pub usize);

/// How often something may happen; `None` for no limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate(pub Option<Duration>);

impl Rate {
    /// No limit.
    pub const OFF: Rate = Rate(None);

    /// A number of times within a duration, evenly spread.
    pub fn per(count: u32, span: Duration) -> Rate {
        Rate(span.checked_div(count).filter(|every| !every.is_zero()))
    }
}

/// A maximum number; `None` for no limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MaxCount(pub Option<usize>);

/// Where bots connect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BotPort {
    /// At the default port, or at a free one if it is taken.
    Default,
    /// At this port; 0 takes a free one.
    At(u16),
    /// Nowhere.
    Off,
}

impl SettingValue for BotPort {
    fn read(text: &str) -> Result<BotPort, String> {
        match text {
            "off" => Ok(BotPort::Off),
            _ => u16::read(text)
                .map(BotPort::At)
                .map_err(|_| format!("must be a port, 0 to 65535, or off, not {text:?}")),
        }
    }
}

/// A format of clients that were written for another game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClientFormat {
    /// The Phoenix channels of the two-player web game.
    Generic,
    /// The WebSocket of the game library in Haskell.
    Haskell,
    /// The HTTP API of the distributed web game.
    Cornell,
}

impl ClientFormat {
    /// All formats with their names.
    const NAMED: [(&str, ClientFormat); 3] = [
        ("generic", ClientFormat::Generic),
        ("haskell", ClientFormat::Haskell),
        ("cornell", ClientFormat::Cornell),
    ];

    fn from_name(name: &str) -> Result<ClientFormat, String> {
        let known = ClientFormat::NAMED.iter().find(|(known, _)| *known == name);
        known.map(|(_, format)| *format).ok_or_else(|| {
            let names: Vec<&str> = ClientFormat::NAMED.iter().map(|(name, _)| *name).collect();
            format!("must be names of {}, not {name:?}", names.join(", "))
        })
    }
}

impl SettingValue for Vec<ClientFormat> {
    fn read(text: &str) -> Result<Vec<ClientFormat>, String> {
        let names = text.split(',').map(str::trim).filter(|part| !part.is_empty());
        let mut formats = Vec::new();
        for format in names.map(ClientFormat::from_name) {
            let format = format?;
            if !formats.contains(&format) {
                formats.push(format);
            }
        }
        Ok(formats)
    }
}

/// The path of a route, such as `/socket`, without a slash at its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoutePath(String);

impl RoutePath {
    /// The path; empty for the root.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl SettingValue for RoutePath {
    fn read(text: &str) -> Result<RoutePath, String> {
        let path = text.strip_suffix('/').unwrap_or(text);
        let is_plain = |part: &str| {
            !part.is_empty()
                && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
        };
        let is_path =
            path.is_empty() || path.strip_prefix('/').is_some_and(|rest| rest.split('/').all(is_plain));
        match is_path {
            true => Ok(RoutePath(path.to_owned())),
            false => Err(format!("must be a path such as /api, not {text:?}")),
        }
    }
}

/// The address of a site, such as `https://play.example.org` or `https://example.org/games`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SiteUrl {
    uri: Uri,
    base: BasePath,
}

impl SiteUrl {
    /// Its host and port.
    pub fn authority(&self) -> Option<&Authority> {
        self.uri.authority()
    }

    /// Whether it uses TLS.
    pub fn is_secure(&self) -> bool {
        self.uri.scheme_str() == Some("https")
    }

    /// Its path.
    pub fn base_path(&self) -> &BasePath {
        &self.base
    }
}

impl SettingValue for SiteUrl {
    fn read(text: &str) -> Result<SiteUrl, String> {
        let is_site = |url: &Uri| matches!(url.scheme_str(), Some("http" | "https")) && url.query().is_none();
        let uri = text.parse::<Uri>().ok().filter(is_site);
        let uri =
            uri.ok_or_else(|| format!("must be an address such as https://play.example.org, not {text:?}"))?;
        let base = BasePath::read(uri.path())?;
        Ok(SiteUrl { uri, base })
    }
}

/// Text or JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogFormat {
    /// Lines for people.
    Text,
    /// A JSON object for each line.
    Json,
}

/// A text that is never shown.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// The minimum length.
    pub const SHORTEST: usize = 16;

    /// Compares in constant time.
    pub fn is(&self, other: &str) -> bool {
        use subtle::ConstantTimeEq;
        self.0.as_bytes().ct_eq(other.as_bytes()).into()
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

impl FromStr for Secret {
    type Err = String;

    fn from_str(text: &str) -> Result<Secret, String> {
        match text.len() {
            length if length < Secret::SHORTEST => {
                Err(format!("is too short for a token: at least {} characters", Secret::SHORTEST))
            }
            _ => Ok(Secret(text.to_owned())),
        }
    }
}

impl SettingValue for Secret {
    fn read(text: &str) -> Result<Secret, String> {
        text.parse()
    }
}

impl SettingValue for String {
    fn read(text: &str) -> Result<String, String> {
        Ok(text.to_owned())
    }
}

impl SettingValue for PathBuf {
    fn read(text: &str) -> Result<PathBuf, String> {
        Ok(PathBuf::from(text))
    }
}

impl SettingValue for u16 {
    fn read(text: &str) -> Result<u16, String> {
        text.parse().map_err(|_| format!("must be a port, 0 to 65535, not {text:?}"))
    }
}

impl SettingValue for u32 {
    fn read(text: &str) -> Result<u32, String> {
        let number = text.parse().ok().filter(|&number| number > 0);
        number.ok_or_else(|| format!("must be a number from 1 on, not {text:?}"))
    }
}

impl SettingValue for usize {
    fn read(text: &str) -> Result<usize, String> {
        text.parse().map_err(|_| format!("must be a number, not {text:?}"))
    }
}

impl SettingValue for bool {
    fn read(text: &str) -> Result<bool, String> {
        text.parse().map_err(|_| format!("must be true or false, not {text:?}"))
    }
}

impl SettingValue for Duration {
    fn read(text: &str) -> Result<Duration, String> {
        humantime::parse_duration(text)
            .map_err(|error| format!("must be a time such as 500ms, 30s or 2h, not {text:?} ({error})"))
    }
}

impl SettingValue for ByteSize {
    fn read(text: &str) -> Result<ByteSize, String> {
        size(text)
            .map(ByteSize)
            .ok_or_else(|| format!("must be a size such as 256 kB or 1 MiB, not {text:?}"))
    }
}

fn size(text: &str) -> Option<usize> {
    let digits = text.find(|character: char| !character.is_ascii_digit()).unwrap_or(text.len());
    let number: usize = text[..digits].parse().ok()?;
    let factor = match text[digits..].trim() {
        "" | "B" => 1,
        "k" | "kB" => 1_000,
        "KiB" => 1 << 10,
        "M" | "MB" => 1_000_000,
        "MiB" => 1 << 20,
        _ => return None,
    };
    number.checked_mul(factor).filter(|&size| size > 0)
}

impl SettingValue for Rate {
    fn read(text: &str) -> Result<Rate, String> {
        rate(text)
            .ok_or_else(|| format!("must be a rate such as 50/s, 600/min or 100/h, or off, not {text:?}"))
    }
}

fn rate(text: &str) -> Option<Rate> {
    if text == "off" {
        return Some(Rate::OFF);
    }
    let (count, span) = text.split_once('/')?;
    let seconds = match span.trim() {
        "s" => 1,
        "min" => 60,
        "h" => 3_600,
        _ => return None,
    };
    let rate = Rate::per(count.trim().parse().ok()?, Duration::from_secs(seconds));
    Some(rate).filter(|rate| *rate != Rate::OFF)
}

impl SettingValue for MaxCount {
    fn read(text: &str) -> Result<MaxCount, String> {
        match text {
            "off" => Ok(MaxCount(None)),
            _ => u32::read(text)
                .map(|number| MaxCount(Some(number as usize)))
                .map_err(|_| format!("must be a number from 1 on or off, not {text:?}")),
        }
    }
}

impl SettingValue for LogFormat {
    fn read(text: &str) -> Result<LogFormat, String> {
        match text {
            "text" => Ok(LogFormat::Text),
            "json" => Ok(LogFormat::Json),
            _ => Err(format!("must be text or json, not {text:?}")),
        }
    }
}

impl SettingValue for Vec<IpNet> {
    fn read(text: &str) -> Result<Vec<IpNet>, String> {
        text.split(',').map(str::trim).filter(|part| !part.is_empty()).map(network).collect()
    }
}

fn network(text: &str) -> Result<IpNet, String> {
    let alone = || text.parse::<IpAddr>().map(IpNet::from);
    text.parse().or_else(|_| alone()).map_err(|_| {
        format!("must be addresses such as 127.0.0.1 or networks such as 10.0.0.0/8, not {text:?}")
    })
}

/// The address of a database without the password in it.
pub(super) fn without_password(address: &str) -> String {
    let masked = || {
        let (scheme, rest) = address.split_once("://")?;
        let (user, place) = rest.rsplit_once('@')?;
        let (name, _) = user.split_once(':')?;
        Some(format!("{scheme}://{name}:****@{place}"))
    };
    masked().unwrap_or_else(|| address.to_owned())
}
