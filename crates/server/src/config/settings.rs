//! Every setting: its key, its default, what it is for.

/// How a setting is written in TOML.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// A text.
    Text,
    /// A number, or a word in its place.
    Number,
    /// `true` or `false`.
    Switch,
    /// A list of texts; separated by commas elsewhere.
    List,
    /// A text that nobody is shown.
    Secret,
}

/// A setting of the server.
#[derive(Debug, Clone, Copy)]
pub struct Setting {
    /// Its key in the file; before the dot is its table.
    pub key: &'static str,
    /// How it is written.
    pub form: Form,
    /// What a value looks like, for help.
    pub value: &'static str,
    /// Its value unless told; empty for one that is then not set.
    pub default: &'static str,
    /// What it is for.
    pub about: &'static str,
}

impl Setting {
    /// The variable of the environment.
    pub fn variable(&self) -> String {
        match self.key {
            // The other commands know it by this name.
            "data_dir" => "QUIXOTRY_DATA".to_owned(),
            key => format!("QUIXOTRY_{}", key.replace('.', "_").to_uppercase()),
        }
    }

    /// The flag, without its dashes.
    pub fn flag(&self) -> String {
        self.key.replace(['.', '_'], "-")
    }

    /// The setting of a key.
    pub fn of_key(key: &str) -> Option<&'static Setting> {
        SETTINGS.iter().find(|setting| setting.key == key)
    }

    /// The setting of a variable of the environment.
    pub fn of_variable(variable: &str) -> Option<&'static Setting> {
        SETTINGS.iter().find(|setting| setting.variable() == variable)
    }
}

/// Every setting there is, in the order in which they are shown.
pub const SETTINGS: &[Setting] = &[
    text("host", "ADDRESS", "127.0.0.1", "the address to listen on; 0.0.0.0 or :: for every one"),
    number("port", "PORT", "8080", "the port to listen on; 0 takes a free one"),
    text(
        "database",
        "ADDRESS",
        "",
        "where games are kept: memory:, sqlite:FILE or postgres://USER@HOST/NAME; a file in the data directory unless told",
    ),
    text("data_dir", "DIR", "", "where the database and your own rules, boards, tile sets and lexica are"),
    text(
        "public_url",
        "URL",
        "",
        "how the server is reached from outside, for links and the check of origins",
    ),
    list(
        "trusted_proxies",
        "ADDRESSES",
        "proxies whose X-Forwarded-For or Forwarded is believed, as 127.0.0.1 or 10.0.0.0/8",
    ),
    switch(
        "allow_seeds",
        "whether a game may be made with a seed, so that its draws can be repeated and foreseen",
    ),
    Setting {
        default: "true",
        ..switch("allow_own_rules", "whether a game may be made with rules that a player sends")
    },
    text(
        "node",
        "NAME",
        "",
        "the name of this server among those that share a database; made up unless told",
    ),
    text("pace", "TIME", "700ms", "how long a computer waits before its turn is shown"),
    text("think", "TIME", "2s", "how long a computer may think about a turn"),
    text(
        "tls.cert",
        "FILE",
        "",
        "the certificate and its chain (PEM): the server then speaks TLS; read again on SIGHUP",
    ),
    text("tls.key", "FILE", "", "the private key of the certificate (PEM)"),
    secret(
        "admin.token",
        "the token that opens /admin; better kept in the environment or a file than in a flag",
    ),
    text("admin.token_file", "FILE", "", "a file with that token"),
    number("admin.requests", "COUNT", "1000", "how many requests are kept for /admin/requests.har"),
    text("log.format", "FORMAT", "text", "text for people or json for programs"),
    text(
        "log.level",
        "LEVEL",
        "info",
        "error, warn, info, debug or trace; or for parts, as quixotry_server=debug,warn",
    ),
    text("times.idle", "TIME", "10m", "how long a game that nobody plays or watches stays in memory"),
    text("times.abandon", "TIME", "14days", "how long a game may rest before it is adjudicated"),
    text("times.unstarted", "TIME", "1day", "how long a game may wait for players before it is closed"),
    text("times.drain", "TIME", "10s", "how long a shutdown waits for requests under way"),
    text("limits.body", "SIZE", "256 kB", "the longest body of a request"),
    text("limits.header", "SIZE", "32 kB", "the longest head of a request"),
    text("limits.address", "RATE", "50/s", "requests of one address, as 50/s, 600/min or off"),
    number("limits.address_burst", "COUNT", "200", "how many of them may come at once"),
    text("limits.key", "RATE", "20/s", "requests with one key"),
    number("limits.key_burst", "COUNT", "100", "how many of them may come at once"),
    text("limits.games", "RATE", "120/h", "games made from one address"),
    number("limits.games_burst", "COUNT", "30", "how many of them may come at once"),
    number("limits.streams", "COUNT", "256", "event streams open from one address, or off"),
    text("limits.timeout", "TIME", "30s", "how long a request may take to be answered"),
];

const fn text(key: &'static str, value: &'static str, default: &'static str, about: &'static str) -> Setting {
    Setting { key, form: Form::Text, value, default, about }
}

const fn number(
    key: &'static str,
    value: &'static str,
    default: &'static str,
    about: &'static str,
) -> Setting {
    Setting { key, form: Form::Number, value, default, about }
}

const fn list(key: &'static str, value: &'static str, about: &'static str) -> Setting {
    Setting { key, form: Form::List, value, default: "", about }
}

const fn switch(key: &'static str, about: &'static str) -> Setting {
    Setting { key, form: Form::Switch, value: "true|false", default: "false", about }
}

const fn secret(key: &'static str, about: &'static str) -> Setting {
    Setting { key, form: Form::Secret, value: "TOKEN", default: "", about }
}
