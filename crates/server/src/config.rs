//! The configuration of the server: one list of settings, from a file, the environment and flags.
//!
//! [`SETTINGS`] is the one place where a setting is named, described and given its default; file, environment,
//! flags, `--print-config` and the reference all follow it.
//!
//! ```
//! use quixotry_server::config::{ConfigOrigin, Sources};
//!
//! let mut sources = Sources::default();
//! sources.file("quixotry.toml", "port = 9000\n[limits]\nbody = \"1 MB\"\n");
//! sources.environment([("QUIXOTRY_PORT", "9001")]);
//! let effective = sources.resolve()?;
//! assert_eq!(effective.config.port, 9001);
//! assert_eq!(effective.origin("port"), &ConfigOrigin::Environment("QUIXOTRY_PORT".into()));
//! # Ok::<(), quixotry_server::config::ConfigError>(())
//! ```

mod print;
mod settings;
mod sources;
mod value;

pub use settings::{ConfigSetting, SETTINGS, SettingKind};
pub use sources::{ConfigError, ConfigIssue, ConfigOrigin, GivenValue, Sources};
pub use value::{BotPort, ByteSize, ClientFormat, LogFormat, MaxCount, Rate, RoutePath, Secret, SiteUrl};

use crate::backups::BackupPlan;
use crate::base_path::BasePath;
use ipnet::IpNet;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

/// The checked configuration.
#[derive(Debug, Clone)]
pub struct Config {
    /// The address or name to listen on.
    pub host: String,
    /// The port; 0 takes a free one.
    pub port: u16,
    /// Where games are stored: `memory:`, `sqlite:<file>` or `postgres://…`.
    pub database: Database,
    /// A NATS server that carries change notifications instead of the database.
    pub fanout: Option<FanOut>,
    /// The directory of the default database and of the operator's own rules and lexica.
    pub data_dir: Option<PathBuf>,
    /// The public address of the server.
    pub public_url: Option<SiteUrl>,
    /// The proxies that are trusted to report the address of a client.
    pub trusted_proxies: Vec<IpNet>,
    /// Certificate and key, if the server terminates TLS.
    pub tls: Option<TlsFiles>,
    /// The operator's token.
    pub admin_token: Option<Secret>,
    /// How many requests are kept for the operator.
    pub requests_kept: usize,
    /// Whether a game may be created with a seed.
    pub allow_seeds: bool,
    /// Whether a game may be created with rules that a player sends.
    pub allow_own_rules: bool,
    /// The name of this server among those that share a database.
    pub node: Option<String>,
    /// How long a computer waits before its turn is shown.
    pub pace: Duration,
    /// How long a computer may think about a turn.
    pub think: Duration,
    /// How long an unused table stays in memory.
    pub idle: Duration,
    /// How long a game may rest before it is adjudicated.
    pub abandon: Duration,
    /// How long a player may be without a connection before the rules act, or the others may.
    pub grace: Duration,
    /// How long a game may wait for players before it is closed.
    pub unstarted: Duration,
    /// How long a shutdown waits for requests in progress.
    pub drain: Duration,
    /// Where bots connect, and how many.
    pub bots: BotConfig,
    /// Which clients of other games may connect, and where.
    pub clients: ClientConfig,
    /// How and what is logged.
    pub log: LogConfig,
    /// The limits of requests.
    pub limits: RequestLimits,
    /// Back-ups at regular times.
    pub backups: Option<BackupPlan>,
}

/// The address of a database. A password in it is never shown.
#[derive(Clone, PartialEq, Eq)]
pub struct Database(String);

impl Config {
    /// The path below which a proxy serves the site.
    pub fn base_path(&self) -> BasePath {
        self.public_url.as_ref().map(SiteUrl::base_path).cloned().unwrap_or_default()
    }
}

impl Database {
    /// The address as the store takes it.
    pub fn address(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Display for Database {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&value::without_password(&self.0))
    }
}

impl std::fmt::Debug for Database {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{self}")
    }
}

/// The address of a NATS server. A password in it is never shown.
#[derive(Clone, PartialEq, Eq)]
pub struct FanOut(String);

impl FanOut {
    /// The address as the store takes it.
    pub fn address(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for FanOut {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&value::without_password(&self.0))
    }
}

/// Certificate and key, as PEM files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TlsFiles {
    /// The certificate and its chain.
    pub cert: PathBuf,
    /// The private key.
    pub key: PathBuf,
}

/// How and what is logged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogConfig {
    /// Text or JSON.
    pub format: LogFormat,
    /// What is worth a line, as `info` or `quixotry_server=debug,warn`.
    pub level: String,
}

/// Where bots connect, and how many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BotConfig {
    /// The port.
    pub port: BotPort,
    /// How many may be connected.
    pub connections: usize,
    /// How many may be connected from one address.
    pub per_address: usize,
    /// How long a bot may think or be away in a game without a clock.
    pub patience: Duration,
}

/// Which clients of other games may connect, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClientConfig {
    /// The formats they may use.
    pub formats: Vec<ClientFormat>,
    /// The path before the WebSocket of the format `generic`.
    pub generic_path: RoutePath,
    /// The port of the format `haskell`; 0 takes a free one.
    pub haskell_port: u16,
    /// The path before the routes of the format `cornell`.
    pub cornell_path: RoutePath,
}

/// The limits of requests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestLimits {
    /// The longest body of a request.
    pub body: ByteSize,
    /// The longest head of a request.
    pub header: ByteSize,
    /// Requests of one address.
    pub address: Rate,
    /// How many of them may come at once.
    pub address_burst: u32,
    /// Requests with one key.
    pub key: Rate,
    /// How many of them may come at once.
    pub key_burst: u32,
    /// Games made from one address.
    pub games: Rate,
    /// How many of them may come at once.
    pub games_burst: u32,
    /// Games made from one address that are not over.
    pub games_open: MaxCount,
    /// Event streams open from one address.
    pub streams: MaxCount,
    /// Connections open from one address.
    pub connections: MaxCount,
    /// How long a connection may be open without a request.
    pub idle: Duration,
    /// How long a request may take to be answered.
    pub timeout: Duration,
}

/// The configuration and the origin of each value.
#[derive(Debug, Clone)]
pub struct EffectiveConfig {
    /// The configuration.
    pub config: Config,
    given: BTreeMap<&'static str, GivenValue>,
}

impl EffectiveConfig {
    /// The origin of a setting's value.
    pub fn origin(&self, key: &str) -> &ConfigOrigin {
        self.given.get(key).map_or(&ConfigOrigin::Default, |given| &given.origin)
    }

    /// The configuration as TOML that can be read back, with the origin of each value and masked secrets.
    pub fn print(&self) -> String {
        print::print(&self.given, &self.config)
    }
}

impl Sources {
    /// The effective configuration: flags override the environment, which overrides the file and the defaults.
    ///
    /// # Errors
    /// All issues at once.
    pub fn resolve(mut self) -> Result<EffectiveConfig, ConfigError> {
        let config = self.config();
        Ok(EffectiveConfig { config, given: self.finish()? })
    }

    fn config(&mut self) -> Config {
        let data_dir = self.optional::<PathBuf>("data_dir");
        let database = self.database(data_dir.as_ref());
        let tls = self.tls();
        let backups = self.backups(&database);
        let admin_token = self.admin_token();
        Config {
            host: self.read("host"),
            port: self.read("port"),
            fanout: self.fanout(&database),
            database,
            data_dir,
            public_url: self.optional("public_url"),
            trusted_proxies: self.read("trusted_proxies"),
            tls,
            admin_token,
            requests_kept: self.read("admin.requests"),
            allow_seeds: self.read("allow_seeds"),
            allow_own_rules: self.read("allow_own_rules"),
            node: self.optional("node"),
            pace: self.read("pace"),
            think: self.read("think"),
            idle: self.read("times.idle"),
            abandon: self.read("times.abandon"),
            grace: self.read("times.grace"),
            unstarted: self.read("times.unstarted"),
            drain: self.read("times.drain"),
            bots: self.bots(),
            clients: self.clients(),
            log: LogConfig { format: self.read("log.format"), level: self.read("log.level") },
            limits: self.limits(),
            backups,
        }
    }

    fn bots(&mut self) -> BotConfig {
        BotConfig {
            port: self.optional("bots.port").unwrap_or(BotPort::Default),
            connections: self.read("bots.connections"),
            per_address: self.read("bots.per_address"),
            patience: self.read("bots.patience"),
        }
    }

    fn clients(&mut self) -> ClientConfig {
        ClientConfig {
            formats: self.read("clients.formats"),
            generic_path: self.read("clients.generic_path"),
            haskell_port: self.read("clients.haskell_port"),
            cornell_path: self.read("clients.cornell_path"),
        }
    }

    fn limits(&mut self) -> RequestLimits {
        RequestLimits {
            body: self.read("limits.body"),
            header: self.read("limits.header"),
            address: self.read("limits.address"),
            address_burst: self.read("limits.address_burst"),
            key: self.read("limits.key"),
            key_burst: self.read("limits.key_burst"),
            games: self.read("limits.games"),
            games_burst: self.read("limits.games_burst"),
            games_open: self.read("limits.games_open"),
            streams: self.read("limits.streams"),
            connections: self.read("limits.connections"),
            idle: self.read("limits.idle"),
            timeout: self.read("limits.timeout"),
        }
    }

    /// The given database, or a file in the data directory, or memory without a data directory.
    fn database(&mut self, data_dir: Option<&PathBuf>) -> Database {
        let file = || data_dir.map(|dir| format!("sqlite:{}", dir.join("games.db").display()));
        let address = self.optional::<String>("database").or_else(file);
        Database(address.unwrap_or_else(|| "memory:".to_owned()))
    }

    fn fanout(&mut self, database: &Database) -> Option<FanOut> {
        let address = self.optional::<String>("fanout")?;
        if !database.address().starts_with("postgres") {
            self.fault("fanout", "is only for servers that share a PostgreSQL database".to_owned());
        }
        Some(FanOut(address))
    }

    fn backups(&mut self, database: &Database) -> Option<BackupPlan> {
        let keep = self.read("backup.keep");
        let directory = self.optional::<PathBuf>("backup.directory");
        let every = self.optional::<Duration>("backup.every")?;
        let Some(file) = database.address().strip_prefix("sqlite:") else {
            let advice = "is only for a SQLite file; PostgreSQL has pg_dump, and `quixotry store export` reads any database";
            self.fault("backup.every", advice.to_owned());
            return None;
        };
        if every < Duration::from_secs(1) {
            self.fault("backup.every", "must be at least 1s".to_owned());
        }
        let beside = || std::path::Path::new(file.trim_start_matches("//")).with_file_name("backups");
        Some(BackupPlan { every, keep, directory: directory.unwrap_or_else(beside) })
    }

    fn tls(&mut self) -> Option<TlsFiles> {
        match (self.optional("tls.cert"), self.optional("tls.key")) {
            (Some(cert), Some(key)) => Some(TlsFiles { cert, key }),
            (None, None) => None,
            (cert, _) => {
                let (there, missing) =
                    if cert.is_some() { ("tls.cert", "tls.key") } else { ("tls.key", "tls.cert") };
                self.fault(there, format!("needs {missing} beside it"));
                None
            }
        }
    }

    fn admin_token(&mut self) -> Option<Secret> {
        let file = self.optional::<PathBuf>("admin.token_file");
        let token = self.optional::<Secret>("admin.token");
        match (token, file) {
            (Some(_), Some(_)) => {
                self.fault("admin.token_file", "is given beside admin.token: give one of the two".to_owned());
                None
            }
            (None, Some(file)) => self.token_of(&file),
            (token, None) => token,
        }
    }

    fn token_of(&mut self, file: &std::path::Path) -> Option<Secret> {
        let read = std::fs::read_to_string(file)
            .map_err(|error| format!("{} cannot be read: {error}", file.display()))
            .and_then(|text| text.trim().parse());
        read.map_err(|problem| self.fault("admin.token_file", problem)).ok()
    }
}

#[cfg(test)]
mod tests;
