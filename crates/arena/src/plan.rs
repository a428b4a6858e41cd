//! Which games a match has: who meets whom, in which seats, with which bag.

use crate::entrant::Entrant;
use bots::MatchSetup;
use rules::{Chance, SeededChance};
use tiles::TileId;

/// The most games of a match.
const MOST_GAMES: u64 = 100_000_000;

/// A match as somebody asks for it, not yet checked.
#[derive(Clone, Debug)]
pub struct PlanDraft {
    /// Who takes part.
    pub entrants: Vec<Entrant>,
    /// Rules and lexicon.
    pub setup: MatchSetup,
    /// Who meets whom.
    pub system: PairingSystem,
    /// How many play in each game.
    pub seats: u8,
    /// How often each group meets, in games; every group sits in every order of rotation equally often.
    pub games: u64,
    /// Where chance begins.
    pub seed: u64,
}

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PairingSystem {
    /// Everybody everybody.
    RoundRobin,
    /// The first bot everybody else.
    Gauntlet,
}

/// A checked match. Its games are numbered, and each number always means the same game.
#[derive(Clone, Debug)]
pub struct Plan {
    draft: PlanDraft,
    /// The groups that meet, each a list of entrants.
    groups: Vec<Vec<usize>>,
    rounds: u64,
}

/// One game of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScheduledGame {
    /// Its number, from 0.
    pub number: u64,
    /// The games of a block have the same bag and the seats exchanged.
    pub block: u64,
    /// Who sits where.
    pub seats: Vec<usize>,
    /// The seed of its bag.
    pub seed: u64,
}

/// Why a match cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlanError {
    /// Too few bots.
    #[error(
        "a match with {seats} in each game needs at least {seats} bots, not {bots}: name more, or say --copies"
    )]
    TooFewBots {
        /// Players in a game.
        seats: u8,
        /// Bots there are.
        bots: usize,
    },
    /// A number of players that is not offered.
    #[error("2 to 4 bots play in a game, not {0}")]
    Seats(u8),
    /// A number of players the rules do not allow.
    #[error("the rules {name} are for {min} to {max} players, not {seats}")]
    RulesSeats {
        /// The rules.
        name: String,
        /// At least.
        min: u8,
        /// At most.
        max: u8,
        /// Asked for.
        seats: u8,
    },
    /// Too few tiles for the first racks.
    #[error("the first racks need {needed} tiles, but there are only {there}")]
    TooFewTiles {
        /// Needed.
        needed: usize,
        /// There.
        there: usize,
    },
    /// Too many games, or none.
    #[error("a match has 1 to {MOST_GAMES} games, not {0}")]
    Games(u128),
}

impl TryFrom<PlanDraft> for Plan {
    type Error = PlanError;

    fn try_from(draft: PlanDraft) -> Result<Plan, PlanError> {
        let (seats, bots, rules) = (draft.seats, draft.entrants.len(), &draft.setup.rules);
        if !(2..=4).contains(&seats) {
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
        if games == 0 || games > MOST_GAMES.into() {
            return Err(PlanError::Games(games));
        }
        Ok(Plan { draft, groups, rounds })
    }
}

/// All groups of a size, in order; with the first bot in each for a gauntlet.
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
    /// Who takes part.
    pub fn entrants(&self) -> &[Entrant] {
        &self.draft.entrants
    }

    /// Rules and lexicon.
    pub fn setup(&self) -> &MatchSetup {
        &self.draft.setup
    }

    /// How many play in each game.
    pub fn seats(&self) -> usize {
        self.draft.seats.into()
    }

    /// Where chance begins.
    pub fn seed(&self) -> u64 {
        self.draft.seed
    }

    /// Who meets whom.
    pub fn system(&self) -> PairingSystem {
        self.draft.system
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.rounds * self.groups.len() as u64 * u64::from(self.draft.seats)
    }

    /// The game with this number.
    pub fn game(&self, number: u64) -> ScheduledGame {
        let size = self.seats() as u64;
        let (block, rotation) = (number / size, (number % size) as usize);
        let group = &self.groups[(block % self.groups.len() as u64) as usize];
        let seats = (0..group.len()).map(|seat| group[(seat + rotation) % group.len()]).collect();
        ScheduledGame { number, block, seats, seed: mixed(self.draft.seed, block) }
    }

    /// The tiles of that game in the order of its bag: the last is drawn first.
    pub fn deal(&self, number: u64) -> Vec<TileId> {
        SeededChance::new(self.game(number).seed).order(self.setup().rules.tiles.all())
    }
}

/// A seed for each number, none like its neighbour.
pub(crate) fn mixed(seed: u64, number: u64) -> u64 {
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
    fn what_cannot_be_played_is_told() {
        let error = |bots: &[&str], seats, games| {
            plan(bots, PairingSystem::RoundRobin, seats, games).unwrap_err().to_string()
        };
        assert!(error(&["first"], 2, 1).contains("needs at least 2 bots, not 1"));
        assert!(error(&["first", "first"], 5, 1).contains("2 to 4"));
        assert!(error(&["first", "first"], 2, 0).contains("1 to"));
        assert!(error(&["first", "first"], 2, u64::MAX).contains("1 to"));
    }
}
