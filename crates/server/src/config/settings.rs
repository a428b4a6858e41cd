//! Every setting: its key, its default, what it is for.

/// How a setting is written in TOML.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SettingKind {
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
pub struct ConfigSetting {
    /// Its key in the file; before the dot is its table.
    pub key: &'static str,
    /// How it is written.
    pub form: SettingKind,
    /// What a value looks like, for help.
    pub value: &'static str,
    /// Its value unless told; empty for one that is then not set.
    pub default: &'static str,
    /// What it is for.
    pub about: &'static str,
}

impl ConfigSetting {
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
    pub fn of_key(key: &str) -> Option<&'static ConfigSetting> {
        SETTINGS.iter().find(|setting| setting.key == key)
    }

    /// The setting of a variable of the environment.
    pub fn of_variable(variable: &str) -> Option<&'static ConfigSetting> {
        SETTINGS.iter().find(|setting| setting.variable() == variable)
    }
}

use SettingKind::{List, Number, Secret, Switch, Text};

/// Every setting there is, in the order in which they are shown.
#[rustfmt::skip] // One line each, however long.
pub const SETTINGS: &[ConfigSetting] = &[
    of("host", Text, "ADDRESS", "127.0.0.1", "the address to listen on; 0.0.0.0 or :: for every one"),
    of("port", Number, "PORT", "8080", "the port to listen on; 0 takes a free one"),
    of("database", Text, "ADDRESS", "", "where games are kept: memory:, sqlite:FILE or postgres://USER@HOST/NAME; a file in the data directory unless told"),
    of("fanout", Text, "ADDRESS", "", "a NATS server, nats://HOST, through which servers on one PostgreSQL tell each other of changes; through PostgreSQL unless told"),
    of("data_dir", Text, "DIR", "", "where the database and your own rules, boards, tile sets and lexica are"),
    of("public_url", Text, "URL", "", "how the server is reached from outside, for links and the check of origins"),
    of("trusted_proxies", List, "ADDRESSES", "", "proxies whose X-Forwarded-For or Forwarded is believed, as 127.0.0.1 or 10.0.0.0/8"),
    of("allow_seeds", Switch, "true|false", "false", "whether a game may be made with a seed, so that its draws can be repeated and foreseen"),
    of("allow_own_rules", Switch, "true|false", "true", "whether a game may be made with rules that a player sends"),
    of("node", Text, "NAME", "", "the name of this server among those that share a database; made up unless told"),
    of("pace", Text, "TIME", "700ms", "how long a computer waits before its turn is shown"),
    of("think", Text, "TIME", "2s", "how long a computer may think about a turn"),
    of("bots.port", Number, "PORT", "", "the port where bots connect, on the same address; 0 takes a free one, off opens none; 13000 unless told, or a free one where that is taken"),
    of("bots.connections", Number, "COUNT", "256", "how many bots may be connected"),
    of("bots.per_address", Number, "COUNT", "64", "how many bots may be connected from one address"),
    of("bots.patience", Text, "TIME", "2m", "how long a bot may think where no clock runs, or be away, before it is taken for gone"),
    of("tls.cert", Text, "FILE", "", "the certificate and its chain (PEM): the server then speaks TLS; read again on SIGHUP"),
    of("tls.key", Text, "FILE", "", "the private key of the certificate (PEM)"),
    of("admin.token", Secret, "TOKEN", "", "the token that opens /admin; better kept in the environment or a file than in a flag"),
    of("admin.token_file", Text, "FILE", "", "a file with that token"),
    of("admin.requests", Number, "COUNT", "1000", "how many requests are kept for /admin/requests.har"),
    of("log.format", Text, "FORMAT", "text", "text for people or json for programs"),
    of("log.level", Text, "LEVEL", "info", "error, warn, info, debug or trace; or for parts, as quixotry_server=debug,warn"),
    of("times.idle", Text, "TIME", "10m", "how long a game that nobody plays or watches stays in memory"),
    of("times.abandon", Text, "TIME", "14days", "how long a game may rest before it is adjudicated"),
    of("times.unstarted", Text, "TIME", "1day", "how long a game may wait for players before it is closed"),
    of("times.drain", Text, "TIME", "10s", "how long a shutdown waits for requests under way"),
    of("limits.body", Text, "SIZE", "256 kB", "the longest body of a request"),
    of("limits.header", Text, "SIZE", "32 kB", "the longest head of a request"),
    of("limits.address", Text, "RATE", "50/s", "requests of one address, as 50/s, 600/min or off"),
    of("limits.address_burst", Number, "COUNT", "200", "how many of them may come at once"),
    of("limits.key", Text, "RATE", "20/s", "requests with one key"),
    of("limits.key_burst", Number, "COUNT", "100", "how many of them may come at once"),
    of("limits.games", Text, "RATE", "120/h", "games made from one address"),
    of("limits.games_burst", Number, "COUNT", "30", "how many of them may come at once"),
    of("limits.games_open", Number, "COUNT", "100", "games made from one address that are not over, or off"),
    of("limits.streams", Number, "COUNT", "256", "event streams open from one address, or off"),
    of("limits.timeout", Text, "TIME", "30s", "how long a request may take to be answered"),
];

const fn of(
    key: &'static str,
    form: SettingKind,
    value: &'static str,
    default: &'static str,
    about: &'static str,
) -> ConfigSetting {
    ConfigSetting { key, form, value, default, about }
}
