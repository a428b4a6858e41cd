//! The games of a match: who meets whom, in which seats, with which bag.

use crate::entrant::Entrant;
use bots::MatchSetup;
use rules::{Chance, MAX_SEATS, SeededChance};
use tiles::TileId;

/// The maximum number of games of a match.
const MAX_GAMES: u64 = 100_000_000;

/// A match that has not been checked yet.
#[derive(Clone, Debug)]
pub struct PlanDraft {
    /// The bots.
    pub entrants: Vec<Entrant>,
    /// Rules and lexicon.
    pub setup: MatchSetup,
    /// Which bots meet.
    pub system: PairingSystem,
    /// The number of players in each game.
    pub seats: u8,
    /// The number of games of each group. It is rounded up so that each bot of a group has each seat equally often.
    pub games: u64,
    /// The seed of the match.
    pub seed: u64,
}

/// Which bots meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PairingSystem {
    /// Each bot meets each other bot.
    RoundRobin,
    /// The first bot meets each other bot.
    Gauntlet,
}

/// A checked match. Its games are numbered; a number always stands for the same game.
#[derive(Clone, Debug)]
pub struct Plan {
    draft: PlanDraft,
    /// The groups of bots that meet, as indices of entrants.
    groups: Vec<Vec<usize>>,
    rounds: u64,
}

/// A game of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScheduledGame {
    /// The number of the game, from 0.
    pub number: u64,
    /// The number of the block. The games of a block have the same bag and rotate the seats.
    pub block: u64,
    /// The entrant at each seat.
    pub seats: Vec<usize>,
    /// The seed of the bag.
    pub seed: u64,
}

/// Why a match is invalid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// There are too few bots.
    #[error(
        "a match with {seats} in each game needs at least {seats} bots, not {bots}: name more, or say --copies"
    )]
    TooFewBots {
        /// The number of players in a game.
        seats: u8,
        /// The number of bots.
        bots: usize,
    },
    /// The number of players is out of range.
    #[error("1 to {MAX_SEATS} bots play in a game, not {0}")]
    Seats(u8),
    /// The rules do not allow this number of players.
    #[error("the rules {name} are for {min} to {max} players, not {seats}")]
    RulesSeats {
        /// The name of the rules.
        name: String,
        /// The minimum.
        min: u8,
        /// The maximum.
        max: u8,
        /// The requested number.
        seats: u8,
    },
    /// There are too few tiles for the first racks.
    #[error("the first racks need {needed} tiles, but there are only {there}")]
    TooFewTiles {
        /// The number of tiles of the first racks.
        needed: usize,
        /// The number of tiles.
        there: usize,
    },
    /// There are too many games, or none.
    #[error("a match has 1 to {MAX_GAMES} games, not {0}")]
    Games(u128),
}

impl TryFrom<PlanDraft> for Plan {
    type Error = PlanError;

    fn try_from(draft: PlanDraft) -> Result<Plan, PlanError> {
        let (seats, bots, rules) = (draft.seats, draft.entrants.len(), &draft.setup.rules);
        if !(1..=MAX_SEATS).contains(&seats) {
            return Err(PlanError::Seats(seats));
        }
        if !(rules.seats.min..=rules.seats.max).contains(&seats) {
            let (min, max) = (rules.seats.min, rules.seats.max);
            return Err(PlanError::RulesSeats { name: rules.name.clone(), min, max, seats });
        }
        if bots < usize::from(seats) {
            return Err(PlanError::TooFewBots { seats, bots });
        }
        let needed = usize::from(seats) * usize::from(rules.rack_size);
        if needed > rules.tiles.all().len() {
            return Err(PlanError::TooFewTiles { needed, there: rules.tiles.all().len() });
        }
        let groups = groups(draft.system, bots, seats.into());
        let rounds = draft.games.div_ceil(seats.into());
        let games = u128::from(rounds) * groups.len() as u128 * u128::from(seats);
        if games == 0 || games > MAX_GAMES.into() {
            return Err(PlanError::Games(games));
        }
        Ok(Plan { draft, groups, rounds })
    }
}

/// All groups of a size in order; for a gauntlet, those with the first bot.
fn groups(system: PairingSystem, bots: usize, size: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..size {
        let longer = |group: &Vec<usize>| {
            let from = group.last().map_or(0, |last| last + 1);
            let group = group.clone();
            (from..bots).map(move |bot| [group.as_slice(), &[bot]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all.retain(|group| system == PairingSystem::RoundRobin || group.first() == Some(&0));
    all
}

impl Plan {
    /// The bots.
    pub fn entrants(&self) -> &[Entrant] {
        &self.draft.entrants
    }

    /// Rules and lexicon.
    pub fn setup(&self) -> &MatchSetup {
        &self.draft.setup
    }

    /// The number of players in each game.
    pub fn seats(&self) -> usize {
        self.draft.seats.into()
    }

    /// The seed of the match.
    pub fn seed(&self) -> u64 {
        self.draft.seed
    }

    /// Which bots meet.
    pub fn system(&self) -> PairingSystem {
        self.draft.system
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.rounds * self.groups.len() as u64 * u64::from(self.draft.seats)
    }

    /// The game with this number.
    #[must_use]
    pub fn game(&self, number: u64) -> ScheduledGame {
        let size = self.seats() as u64;
        let (block, rotation) = (number / size, (number % size) as usize);
        let group = &self.groups[(block % self.groups.len() as u64) as usize];
        let seats = rotate(group, rotation);
        ScheduledGame { number, block, seats, seed: derive_seed(self.draft.seed, block) }
    }

    /// The tiles of a game in the order of its bag; the last is drawn first.
    #[must_use]
    pub fn deal(&self, number: u64) -> Vec<TileId> {
        SeededChance::new(self.game(number).seed).order(self.setup().rules.tiles.all())
    }
}

/// The seats of a game in a block: each rotation moves all players by one seat.
pub(crate) fn rotate(group: &[usize], rotation: usize) -> Vec<usize> {
    (0..group.len()).map(|seat| group[(seat + rotation) % group.len()]).collect()
}

/// Derives the seed of a block or player from the seed of the match.
pub(crate) fn derive_seed(seed: u64, number: u64) -> u64 {
    SeededChance::new(seed ^ number.wrapping_mul(0xd134_2543_de82_ef95)).next()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entrant::entrants;

    fn plan(bots: &[&str], system: PairingSystem, seats: u8, games: u64) -> Result<Plan, PlanError> {
        let rules = presets::Library::shipped().rules("itu").unwrap();
        let setup = MatchSetup::new(rules, presets::english().clone());
        let entrants = entrants(bots, 1).unwrap();
        Plan::try_from(PlanDraft { entrants, setup, system, seats, games, seed: 1 })
    }

    #[test]
    fn pairs_exchange_their_seats_with_the_same_bag() {
        let plan = plan(&["first", "greedy"], PairingSystem::RoundRobin, 2, 4).unwrap();
        let games: Vec<_> = (0..plan.games()).map(|number| plan.game(number)).collect();
        let seats: Vec<_> = games.iter().map(|game| game.seats.clone()).collect();
        assert_eq!(seats, [[0, 1], [1, 0], [0, 1], [1, 0]]);
        assert_eq!(games[0].seed, games[1].seed);
        assert_ne!(games[1].seed, games[2].seed);
    }

    #[test]
    fn everybody_meets_everybody_or_only_the_first() {
        let bots = ["first", "longest", "greedy", "static"];
        let meetings = |system, seats| {
            let plan = plan(&bots, system, seats, seats.into()).unwrap();
            let games = (0..plan.games()).map(|number| plan.game(number).seats);
            games.step_by(seats.into()).collect::<Vec<_>>()
        };
        assert_eq!(meetings(PairingSystem::RoundRobin, 2), [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
        assert_eq!(meetings(PairingSystem::Gauntlet, 2), [[0, 1], [0, 2], [0, 3]]);
        assert_eq!(meetings(PairingSystem::RoundRobin, 3), [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]]);
        assert_eq!(meetings(PairingSystem::Gauntlet, 4), [[0, 1, 2, 3]]);
    }

    #[test]
    fn invalid_matches_are_refused() {
        let error = |bots: &[&str], seats, games| {
            plan(bots, PairingSystem::RoundRobin, seats, games).unwrap_err().to_string()
        };
        assert!(error(&["first"], 2, 1).contains("needs at least 2 bots, not 1"));
        assert!(error(&["first", "first"], 0, 1).contains("1 to 8"));
        assert!(error(&["first", "first"], 9, 1).contains("1 to 8"));
        assert!(error(&["first", "first"], 5, 1).contains("needs at least 5 bots, not 2"));
        assert!(error(&["first", "first"], 2, 0).contains("1 to"));
        assert!(error(&["first", "first"], 2, u64::MAX).contains("1 to"));
    }
}
