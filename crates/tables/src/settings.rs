//! What an operator decides about the games of a server.

use std::path::PathBuf;
use std::time::Duration;
use store::SeatCount;

/// What an operator decides about the games of a server.
///
/// The defaults are the one table of default values: `quixotry serve` uses them for every setting that neither a
/// file, the environment nor a flag gives.
#[derive(Clone, Debug)]
pub struct TableSettings {
    /// Where games are stored: `memory:`, `sqlite:<file>` or `postgres://…`.
    pub database: String,
    /// A NATS server, `nats://…`, that carries change notifications between servers on one PostgreSQL.
    pub fanout: Option<String>,
    /// Directories with rules, boards, tile sets and lexica, in addition to those that are shipped.
    pub directories: Vec<PathBuf>,
    /// The name of this server. It is unique among the servers that share a database.
    pub node: String,
    /// Whether games may be created with a seed, which makes their draws predictable.
    pub allow_seeds: bool,
    /// How long a computer waits before it moves. A game may have its own pace.
    pub pace: Duration,
    /// How long a computer may think about a move.
    pub think: Duration,
    /// How many jobs of each kind may run at the same time: computers that think, games that are loaded, costly
    /// answers.
    pub searches: usize,
    /// How many costly answers may wait for one address.
    pub answers_waiting: usize,
    /// The maximum number of events of a game. Then it is adjudicated.
    pub events: u64,
    /// The maximum number of turns of a game between computers. Then it is adjudicated.
    pub computer_turns: u32,
    /// The shortest wait before the turn of a computer in a game between computers.
    pub computer_pace: Duration,
    /// How many running games between computers one address may have created; `None` for no limit.
    pub computer_games_per_address: Option<usize>,
    /// How long an unused table stays in memory.
    pub idle: Duration,
    /// How long a server holds the lease of a table. Another server takes over when the lease expires.
    pub lease: Duration,
    /// How long a player may be without a connection before the rules act, or the others may.
    pub grace: Duration,
    /// The longest time between the end of a player's last connection and the event that tells of it. A page that is
    /// loaded again is back before.
    pub reconnect: Duration,
    /// How long a player may think in a game without a clock before the game counts as abandoned.
    pub abandoned: Duration,
    /// How long a table may wait for players before it is closed.
    pub unstarted: Duration,
    /// The maximum length of the name of a player or game, in characters.
    pub name_length: usize,
    /// The maximum length of a chat line, in characters.
    pub chat_length: usize,
    /// The maximum number of chat lines of a game.
    pub chat_lines: u64,
    /// The maximum size of a request body, in bytes.
    pub body_bytes: usize,
    /// The maximum size of rules that a player sends, in bytes.
    pub rules_bytes: usize,
    /// Whether players may send their own rules.
    pub allow_own_rules: bool,
    /// The maximum number of seats of a game.
    pub seats: SeatCount,
    /// The maximum number of games that one WebSocket may watch.
    pub watches: usize,
    /// The longest silence on a live connection.
    pub keep_alive: Duration,
    /// The maximum number of unfinished games that were created from one address; `None` for no limit.
    pub games_per_address: Option<usize>,
    /// The maximum number of connected bots.
    pub bots: usize,
    /// The maximum number of bots connected from one address.
    pub bots_per_address: usize,
    /// How long a bot may think in a game without a clock before it counts as gone.
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
            pace: Duration::from_millis(700),
            think: Duration::from_secs(2),
            searches: std::thread::available_parallelism().map_or(2, |cores| cores.get().max(2)),
            answers_waiting: 16,
            events: 20_000,
            computer_turns: 2_000,
            computer_pace: Duration::from_millis(100),
            computer_games_per_address: Some(10),
            idle: Duration::from_secs(10 * 60),
            lease: Duration::from_secs(5),
            grace: Duration::from_secs(120),
            reconnect: Duration::from_secs(5),
            abandoned: Duration::from_secs(14 * 24 * 3_600),
            unstarted: Duration::from_secs(24 * 3_600),
            name_length: 40,
            chat_length: 500,
            chat_lines: 5_000,
            body_bytes: 256_000,
            rules_bytes: 128 << 10,
            allow_own_rules: true,
            seats: SeatCount(rules::MAX_SEATS),
            watches: 64,
            keep_alive: Duration::from_secs(15),
            games_per_address: Some(100),
            bots: 256,
            bots_per_address: 64,
            bot_timeout: Duration::from_secs(120),
        }
    }
}
