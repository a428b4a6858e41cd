//! Limits of a bot's connection.

use rules::Millis;

/// Limits of a connection. A bot that exceeds one is disconnected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConnectionLimits {
    /// The longest line that a bot may send, in bytes.
    pub line: usize,
    /// How many received lines may wait for processing.
    pub pending: usize,
    /// How many lines a bot may send per second on average.
    pub rate: u32,
    /// How many lines a bot may send at once.
    pub burst: u32,
    /// How many invalid lines are tolerated.
    pub faults: u32,
    /// How often a bot may request the words of the lexicon.
    pub words: u32,
    /// How many bytes may wait for sending.
    pub outgoing: usize,
    /// How long a bot may take to send its hello.
    pub hello: Millis,
    /// How long a bot may be silent before it is pinged.
    pub heartbeat: Millis,
    /// How long a bot may be silent before it is disconnected.
    pub silence: Millis,
    /// How long a write may take.
    pub write: Millis,
    /// How many bots may be connected at the same time.
    pub connections: usize,
}

impl Default for ConnectionLimits {
    fn default() -> ConnectionLimits {
        ConnectionLimits {
            line: 64 << 10,
            pending: 64,
            rate: 20_000,
            burst: 2_000,
            faults: 16,
            words: 8,
            outgoing: 32 << 20,
            hello: Millis::seconds(10),
            heartbeat: Millis::seconds(15),
            silence: Millis::seconds(60),
            write: Millis::seconds(10),
            connections: 256,
        }
    }
}
