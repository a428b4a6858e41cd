//! All settings with their keys, defaults and descriptions.

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
    /// A text that is never shown.
    Secret,
}

/// A setting of the server.
#[derive(Debug, Clone, Copy)]
pub struct ConfigSetting {
    /// Its key in the file; before the dot is its table.
    pub key: &'static str,
    /// How it is written.
    pub form: SettingKind,
    /// The form of a value, for help.
    pub value: &'static str,
    /// The default value; empty for none.
    pub default: &'static str,
    /// The description.
    pub about: &'static str,
}

impl ConfigSetting {
    /// The variable of the environment.
    pub fn variable(&self) -> String {
        match self.key {
            // Other commands use the same variable.
            "data_dir" => "QUIXOTRY_DATA".to_owned(),
            CLIENT_FORMATS => "QUIXOTRY_CLIENTS".to_owned(),
            key => format!("QUIXOTRY_{}", key.replace('.', "_").to_uppercase()),
        }
    }

    /// The flag, without its dashes.
    pub fn flag(&self) -> String {
        match self.key {
            // The setting that most people need of its table.
            CLIENT_FORMATS => "clients".to_owned(),
            key => key.replace(['.', '_'], "-"),
        }
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

/// Which clients of other games may connect.
const CLIENT_FORMATS: &str = "clients.formats";

use SettingKind::{List, Number, Secret, Switch, Text};

/// All settings, in the order in which they are shown.
#[rustfmt::skip] // One line each, however long.
pub const SETTINGS: &[ConfigSetting] = &[
    of("host", Text, "ADDRESS", "127.0.0.1", "the address to listen on; 0.0.0.0 or :: for all addresses"),
    of("port", Number, "PORT", "8080", "the port to listen on; 0 takes a free one"),
    of("database", Text, "ADDRESS", "", "where games are stored: memory:, sqlite:FILE or postgres://USER@HOST/NAME; the default is a file in the data directory"),
    of("fanout", Text, "ADDRESS", "", "a NATS server, nats://HOST, that carries change notifications between servers on one PostgreSQL; the default is PostgreSQL itself"),
    of("data_dir", Text, "DIR", "", "the directory with the database and your own rules, boards, tile sets and lexica"),
    of("public_url", Text, "URL", "", "the public address of the server, with its path if it has one, for links and the check of origins"),
    of("trusted_proxies", List, "ADDRESSES", "", "proxies whose X-Forwarded-For or Forwarded is trusted, such as 127.0.0.1 or 10.0.0.0/8"),
    of("allow_seeds", Switch, "true|false", "false", "whether a game may be created with a seed, which makes its draws predictable"),
    of("allow_own_rules", Switch, "true|false", "true", "whether a game may be created with rules that a player sends"),
    of("node", Text, "NAME", "", "the name of this server among those that share a database; the default is random"),
    of("pace", Text, "TIME", "700ms", "how long a computer waits before its turn is shown"),
    of("think", Text, "TIME", "2s", "how long a computer may think about a turn"),
    of("bots.port", Number, "PORT", "", "the port for bots, on the same address; 0 takes a free one, off opens none; the default is 13000, or a free one if it is taken"),
    of("bots.connections", Number, "COUNT", "256", "the maximum number of connected bots"),
    of("bots.per_address", Number, "COUNT", "64", "the maximum number of bots connected from one address"),
    of("bots.patience", Text, "TIME", "2m", "how long a bot may think or be away in a game without a clock before it counts as gone"),
    of(CLIENT_FORMATS, List, "NAMES", "", "clients of other games that may connect, in their own formats: generic, haskell, cornell"),
    of("clients.generic_path", Text, "PATH", "/socket", "the path before /websocket of the format generic"),
    of("clients.haskell_port", Number, "PORT", "9160", "the port of the format haskell, on the same address; 0 takes a free one"),
    of("clients.cornell_path", Text, "PATH", "/api", "the path before /game, /move and /messaging of the format cornell"),
    of("tls.cert", Text, "FILE", "", "the certificate and its chain (PEM), for TLS; read again on SIGHUP"),
    of("tls.key", Text, "FILE", "", "the private key of the certificate (PEM)"),
    of("admin.token", Secret, "TOKEN", "", "the token for /admin; keep it in the environment or a file rather than in a flag"),
    of("admin.token_file", Text, "FILE", "", "a file with that token"),
    of("admin.requests", Number, "COUNT", "1000", "how many requests are kept for /admin/requests.har"),
    of("log.format", Text, "FORMAT", "text", "text or json"),
    of("log.level", Text, "LEVEL", "info", "error, warn, info, debug or trace; or for single crates, such as quixotry_server=debug,warn"),
    of("times.idle", Text, "TIME", "10m", "how long an unused game stays in memory"),
    of("times.grace", Text, "TIME", "2m", "how long a player may be without a connection before the rules act, or the others may"),
    of("times.abandon", Text, "TIME", "14days", "how long a game may rest before it ends by adjudication"),
    of("times.unstarted", Text, "TIME", "1day", "how long a game may wait for players before it is closed"),
    of("times.drain", Text, "TIME", "10s", "how long a shutdown waits for requests in progress"),
    of("backup.every", Text, "TIME", "", "the time between two back-ups of a SQLite file, such as 1day; the default is none"),
    of("backup.keep", Number, "COUNT", "7", "how many back-ups are kept"),
    of("backup.directory", Text, "DIR", "", "where back-ups are; the default is the directory backups beside the database"),
    of("limits.body", Text, "SIZE", "256 kB", "the maximum size of a request body"),
    of("limits.header", Text, "SIZE", "32 kB", "the maximum size of the request headers"),
    of("limits.address", Text, "RATE", "50/s", "requests from one address, such as 50/s, 600/min or off"),
    of("limits.address_burst", Number, "COUNT", "200", "how many of them may come in a burst"),
    of("limits.key", Text, "RATE", "20/s", "requests with one key"),
    of("limits.key_burst", Number, "COUNT", "100", "how many of them may come in a burst"),
    of("limits.games", Text, "RATE", "120/h", "games created from one address"),
    of("limits.games_burst", Number, "COUNT", "30", "how many of them may come in a burst"),
    of("limits.games_open", Number, "COUNT", "100", "unfinished games created from one address, or off"),
    of("limits.streams", Number, "COUNT", "256", "open event streams from one address, or off"),
    of("limits.connections", Number, "COUNT", "512", "open connections from one address, or off; never more than a quarter of what the open files of the process allow"),
    of("limits.idle", Text, "TIME", "2m", "how long a connection may be open without a request"),
    of("limits.timeout", Text, "TIME", "30s", "how long the answer to a request may take"),
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
