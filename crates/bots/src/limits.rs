//! How much a bot may ask of us.

use rules::Millis;

/// What a connection may cost before it is closed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConnectionLimits {
    /// The longest line a bot may send, in bytes.
    pub line: usize,
    /// How many lines may wait to be looked at.
    pub pending: usize,
    /// How many lines a bot may send in a second, in the long run.
    pub rate: u32,
    /// How many lines it may send at once.
    pub burst: u32,
    /// How many lines that cannot be used are forgiven.
    pub faults: u32,
    /// How often it may ask for words.
    pub words: u32,
    /// How many bytes may wait to be sent to it.
    pub outgoing: usize,
    /// How long it may take to say hello.
    pub hello: Millis,
    /// How long it may be silent before it is asked whether it is there.
    pub heartbeat: Millis,
    /// How long it may be silent before it is given up.
    pub silence: Millis,
    /// How long a write to it may take.
    pub write: Millis,
    /// How many bots may be connected at once.
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
