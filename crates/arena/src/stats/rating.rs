//! Ratings of several players: the Bradley–Terry model, in Elo.

/// The points of players against each other.
#[derive(Clone, PartialEq, Debug)]
pub struct PairwiseScores {
    players: usize,
    /// The points of each player (row) against each other (column).
    points: Vec<f64>,
}

impl PairwiseScores {
    /// No games yet.
    #[must_use]
    pub fn new(players: usize) -> PairwiseScores {
        PairwiseScores { players, points: vec![0.0; players * players] }
    }

    /// Adds games in which the first player got `points` of `weight` points.
    pub fn add(&mut self, first: usize, second: usize, points: f64, weight: f64) {
        self.points[first * self.players + second] += points;
        self.points[second * self.players + first] += weight - points;
    }

    /// The points of a player against another.
    #[must_use]
    pub fn points(&self, player: usize, other: usize) -> f64 {
        self.points[player * self.players + other]
    }

    /// The number of their games.
    #[must_use]
    pub fn games(&self, player: usize, other: usize) -> f64 {
        self.points(player, other) + self.points(other, player)
    }

    /// The same with one drawn game added for each two players that met. Without it a player that won or lost everything
    /// has no finite rating.
    #[must_use]
    pub fn with_prior_draws(mut self) -> PairwiseScores {
        for player in 0..self.players {
            for other in 0..player {
                if self.games(player, other) > 0.0 {
                    self.add(player, other, 0.5, 1.0);
                }
            }
        }
        self
    }
}

/// The maximum-likelihood ratings in Elo; their mean is 0.
///
/// Each iteration sets the strength of each player to the value that explains its points while the others stay; this
/// converges (Zermelo 1929). Players that are not connected by games keep the difference 0.
#[must_use]
pub fn ratings(meetings: &PairwiseScores) -> Vec<f64> {
    let players = meetings.players;
    let mut strength = vec![1.0; players];
    for _ in 0..10_000 {
        let mut moved = 0f64;
        for player in 0..players {
            let others = (0..players).filter(|&other| other != player);
            let (mut points, mut expected) = (0.0, 0.0);
            for other in others {
                points += meetings.points(player, other);
                expected += meetings.games(player, other) / (strength[player] + strength[other]);
            }
            if expected > 0.0 && points > 0.0 {
                let fresh = points / expected;
                moved = moved.max((fresh / strength[player]).ln().abs());
                strength[player] = fresh;
            }
        }
        if moved < 1e-10 {
            break;
        }
    }
    let elo: Vec<f64> = strength.iter().map(|strength| 400.0 * strength.log10()).collect();
    let mean = elo.iter().sum::<f64>() / players.max(1) as f64;
    elo.into_iter().map(|elo| elo - mean).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The American League of 1987, East: wins of the row over the column, and the strengths Agresti gives for them
    /// (Categorical Data Analysis, section 10.6), with Baltimore at 0.
    #[test]
    fn strengths_are_as_published() {
        let wins = [
            [0, 7, 9, 7, 7, 9, 11],
            [6, 0, 7, 5, 11, 9, 9],
            [4, 6, 0, 7, 7, 8, 12],
            [6, 8, 6, 0, 6, 7, 10],
            [6, 2, 6, 7, 0, 7, 12],
            [4, 4, 5, 6, 6, 0, 6],
            [2, 4, 1, 3, 1, 7, 0],
        ];
        let mut meetings = PairwiseScores::new(7);
        for (row, wins) in wins.iter().enumerate() {
            for (column, &wins) in wins.iter().enumerate() {
                meetings.add(row, column, wins.into(), wins.into());
            }
        }
        let elo = ratings(&meetings);
        let strengths = elo.iter().map(|rating| (rating - elo[6]) * std::f64::consts::LN_10 / 400.0);
        let published = [1.581, 1.436, 1.294, 1.248, 1.108, 0.684, 0.0];
        for (found, expected) in strengths.zip(published) {
            assert!((found - expected).abs() < 0.001, "{found} and not {expected}");
        }
    }

    #[test]
    fn two_players_have_the_difference_of_their_score() {
        let mut meetings = PairwiseScores::new(2);
        meetings.add(0, 1, 75.0, 100.0);
        let elo = ratings(&meetings);
        assert!((elo[0] - elo[1] - super::super::elo_of(0.75)).abs() < 1e-6);
        assert!((elo[0] + elo[1]).abs() < 1e-9);
    }

    #[test]
    fn a_player_who_won_every_game_has_a_rating() {
        let mut meetings = PairwiseScores::new(3);
        meetings.add(0, 1, 9.0, 9.0);
        let elo = ratings(&meetings.with_prior_draws());
        assert!(elo[0] > elo[2] && elo[2] > elo[1] && elo.iter().all(|elo| elo.is_finite()), "{elo:?}");
    }
}
