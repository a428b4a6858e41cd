//! Who or what has a seat.

use http_api::SeatOccupancy;

/// The prefix of a bot's name where a level is expected.
pub const BOT_PREFIX: &str = "bot:";

/// The occupant of a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Occupant {
    /// The seat is open.
    Vacant,
    /// A person.
    Human {
        /// The name.
        player: Box<str>,
    },
    /// A computer player of this server.
    Computer {
        /// The name.
        player: Box<str>,
        /// The level.
        level: Box<str>,
    },
    /// The seat is reserved for a bot that has not come yet.
    ReservedForBot {
        /// The name at the table.
        player: Box<str>,
        /// [`BOT_PREFIX`] and the name of the bot.
        level: Box<str>,
    },
    /// In a rematch, the seat is reserved for a person who has not come yet.
    ReservedForPerson {
        /// The name.
        player: Box<str>,
    },
    /// A bot.
    Bot {
        /// The name at the table.
        player: Box<str>,
        /// [`BOT_PREFIX`] and the name of the bot.
        level: Box<str>,
    },
}

impl Occupant {
    /// The name of the player.
    #[must_use]
    pub fn player(&self) -> Option<&str> {
        match self {
            Occupant::Vacant => None,
            Occupant::Human { player }
            | Occupant::Computer { player, .. }
            | Occupant::ReservedForBot { player, .. }
            | Occupant::ReservedForPerson { player }
            | Occupant::Bot { player, .. } => Some(player),
        }
    }

    /// The level of a computer, or the prefixed name of a bot.
    #[must_use]
    pub fn level(&self) -> Option<&str> {
        match self {
            Occupant::Computer { level, .. }
            | Occupant::ReservedForBot { level, .. }
            | Occupant::Bot { level, .. } => Some(level),
            Occupant::Vacant | Occupant::Human { .. } | Occupant::ReservedForPerson { .. } => None,
        }
    }

    pub(crate) fn occupancy(&self) -> SeatOccupancy {
        match self {
            Occupant::Vacant => SeatOccupancy::Open,
            Occupant::Human { .. } | Occupant::ReservedForPerson { .. } => SeatOccupancy::Human,
            Occupant::Computer { .. } => SeatOccupancy::Computer,
            Occupant::ReservedForBot { .. } | Occupant::Bot { .. } => SeatOccupancy::Bot,
        }
    }

    /// The name of the bot that the seat is reserved for, until it comes.
    pub(crate) fn reserved_for(&self) -> Option<&str> {
        match self {
            Occupant::ReservedForBot { level, .. } => level.strip_prefix(BOT_PREFIX),
            Occupant::Vacant
            | Occupant::Human { .. }
            | Occupant::Computer { .. }
            | Occupant::ReservedForPerson { .. }
            | Occupant::Bot { .. } => None,
        }
    }

    /// Whether the seat is reserved for somebody who has not come yet.
    pub(crate) fn is_awaited(&self) -> bool {
        matches!(self, Occupant::ReservedForBot { .. } | Occupant::ReservedForPerson { .. })
    }

    pub(crate) fn is_bot(&self) -> bool {
        matches!(self, Occupant::Bot { .. })
    }

    pub(crate) fn is_computer(&self) -> bool {
        matches!(self, Occupant::Computer { .. })
    }

    pub(crate) fn is_human(&self) -> bool {
        matches!(self, Occupant::Human { .. })
    }
}
