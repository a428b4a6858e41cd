//! What rules are when a rules file leaves them out: the rules of tournaments.

use crate::{ExchangeLimits, GameClock, Limits, Millis, Points, SeatRange, TableRules};

/// The tiles on a full rack.
pub const DEFAULT_RACK_SIZE: u8 = 7;

/// The extra points for playing a full rack.
pub const DEFAULT_BONUS: Points = 50;

/// The fewest tiles of the first play.
pub const DEFAULT_OPENING_TILES: u8 = 2;

/// The lexicon that rules are played with.
pub const DEFAULT_LEXICON: &str = "english";

impl Default for SeatRange {
    fn default() -> SeatRange {
        SeatRange { min: 1, max: 4 }
    }
}

impl Default for TableRules {
    fn default() -> TableRules {
        TableRules { hints: true, undo: false, takeover: false, fill: false }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits::TOURNAMENT
    }
}

impl ExchangeLimits {
    /// The limits of tournaments for racks of this size: up to a whole rack at once.
    #[must_use]
    pub fn for_rack(rack_size: u8) -> ExchangeLimits {
        ExchangeLimits { most: rack_size, ..ExchangeLimits::TOURNAMENT }
    }
}

impl GameClock {
    /// A clock with this time for all turns, and with the overtime of tournaments.
    #[must_use]
    pub fn new(initial: Millis) -> GameClock {
        GameClock { initial, increment: Millis(0), penalty: 10, overtime: Millis::seconds(600) }
    }
}
