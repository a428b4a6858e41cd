//! What an operator decides.

use std::path::PathBuf;
use std::time::Duration;

/// What an operator decides about the games of a server. The defaults suit one server on one machine.
#[derive(Clone, Debug)]
pub struct TableSettings {
    /// Where games are kept: `memory:`, `sqlite:<file>` or `postgres://…`.
    pub database: String,
    /// A NATS server, `nats://…`, through which servers on one PostgreSQL tell each other of changes.
    pub fanout: Option<String>,
    /// Directories with rules, boards, tiles and lexica besides those that are shipped.
    pub directories: Vec<PathBuf>,
    /// The name of this server among those that share a database; no two may have the same.
    pub node: String,
    /// Whether games may be made with a seed, so that their draws can be foretold.
    pub allow_seeds: bool,
    /// How long a computer waits before it moves, where the game does not say.
    pub pace: Duration,
    /// How long a computer may think about a move.
    pub think: Duration,
    /// How many computers may think at once.
    pub search_permits: usize,
    /// How long a table stays in memory when nobody asks for it.
    pub idle: Duration,
    /// For how long a server takes over the duties of a table; another takes them over once it has been silent so long.
    pub lease: Duration,
    /// How long a player may think where there is no clock, until the game is taken for abandoned.
    pub abandoned: Duration,
    /// How long a table may wait for players until it is closed.
    pub unstarted: Duration,
    /// The most characters of a player's name or the name of a game.
    pub name_length: usize,
    /// The most characters of a line of chat.
    pub chat_length: usize,
    /// The most lines of chat of a game.
    pub chat_lines: u64,
    /// The most bytes of a request's body.
    pub body_bytes: usize,
    /// The most bytes of a player's own rules.
    pub rules_bytes: usize,
    /// How long loading a player's own rules may take, their board programs included.
    pub rules_time: Duration,
    /// Whether players may bring their own rules.
    pub allow_own_rules: bool,
    /// The most seats of a game.
    pub seats: u8,
    /// The most games one live connection may watch.
    pub watches: usize,
    /// The longest silence on a live connection.
    pub keep_alive: Duration,
    /// The most games that are open or running at once and were made from one address, unless there is no limit.
    pub games_per_address: Option<usize>,
    /// The most bots that may be connected.
    pub bots: usize,
    /// The most bots that may be connected from one address.
    pub bots_per_address: usize,
    /// How long a bot may think where there is no clock, until it is taken for gone.
    pub bot_timeout: Duration,
}

impl Default for TableSettings {
    fn default() -> TableSettings {
        TableSettings {
            database: "memory:".to_owned(),
            fanout: None,
            directories: Vec::new(),
            node: format!("node-{:08x}", rand::random::<u32>()),
            allow_seeds: false,
            pace: Duration::from_millis(1_200),
            think: Duration::from_secs(2),
            search_permits: std::thread::available_parallelism().map_or(2, |cores| cores.get().max(2)),
            idle: Duration::from_secs(60),
            lease: Duration::from_secs(5),
            abandoned: Duration::from_secs(7 * 24 * 3_600),
            unstarted: Duration::from_secs(24 * 3_600),
            name_length: 40,
            chat_length: 500,
            chat_lines: 5_000,
            body_bytes: 256 << 10,
            rules_bytes: 128 << 10,
            rules_time: Duration::from_secs(2),
            allow_own_rules: true,
            seats: 8,
            watches: 64,
            keep_alive: Duration::from_secs(15),
            games_per_address: Some(100),
            bots: 256,
            bots_per_address: 64,
            bot_timeout: Duration::from_secs(120),
        }
    }
}
