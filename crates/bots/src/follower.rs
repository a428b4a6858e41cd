//! A game from a bot's side: its view, put together from the messages of the server.

use crate::incoming::{known_face, known_tile};
use rules::{
    Axis, BoardTile, Coord, Grid, LastPlayView, Millis, Phase, PlacedTile, Points, RackView, Ruleset,
    ScoredWord, Seat, SeatSet, SeatView, Tally, View, Viewer, empty_grid,
};
use tiles::{BoardLetter, Tiles};
use wire::bot::{
    BotTile, BotTileCounts, ChallengeOutcome, ChallengeablePlayState, ClientMessage as Cm, ServerLine,
    ServerPayload, StartMessage, YourTurn,
};

/// Follows a game through the messages of a server.
#[derive(Clone, Debug)]
pub struct GameFollower {
    game: String,
    rules: Ruleset,
    you: Seat,
    /// The seat that began.
    first: Seat,
    grid: Grid,
    /// The squares of the last play, which a challenge may withdraw.
    last: Vec<Coord>,
}

/// What a message of the server means to the bot.
#[derive(Clone, Debug)]
pub enum ServerUpdate {
    /// Something happened; no answer is expected.
    Event,
    /// It is the bot's turn.
    YourTurn {
        /// The number of the turn.
        turn: u32,
        /// What the bot may see.
        view: Box<View>,
        /// The time it has left.
        left: Option<Millis>,
    },
    /// The game is over; the final scores of the seats that still took part.
    GameOver(Vec<(Seat, Points)>),
}

/// A message of a server that contradicts the game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FollowError {
    /// A tile that the game does not have.
    #[error("the server sent the tile {0}, which its tile table does not have")]
    NoSuchTile(u32),
    /// A letter that the game does not have.
    #[error("the server sent the letter {0:?}, which its alphabet does not have")]
    NoSuchLetter(String),
    /// A player number that is out of range.
    #[error("the server says that you are player {you} of {players}")]
    NoSuchPlayer {
        /// The player number of the bot.
        you: u32,
        /// The number of players.
        players: u32,
    },
}

impl GameFollower {
    /// Begins to follow a game.
    ///
    /// # Errors
    ///
    /// The player numbers of the start message are out of range.
    pub fn new(game: &str, start: &StartMessage, rules: Ruleset) -> Result<GameFollower, FollowError> {
        if !(1..=start.players).contains(&start.you) || start.players > rules::MAX_SEATS.into() {
            return Err(FollowError::NoSuchPlayer { you: start.you, players: start.players });
        }
        let grid = empty_grid(&rules.board);
        let (you, first) = (seat(start.you), seat(start.first));
        Ok(GameFollower { game: game.to_owned(), rules, you, first, grid, last: Vec::new() })
    }

    /// The name of the game.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// The rules.
    pub fn rules(&self) -> &Ruleset {
        &self.rules
    }

    /// The seat of the bot.
    pub fn seat(&self) -> Seat {
        self.you
    }

    /// The tiles on the board.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Processes a message of the server.
    ///
    /// # Errors
    ///
    /// The message names a tile or a letter that the game does not have.
    pub fn receive(&mut self, line: &ServerLine) -> Result<ServerUpdate, FollowError> {
        match &line.what {
            ServerPayload::RCM(Cm::CMPlayed(_, tiles, _) | Cm::CMPlaySuccess(tiles, _, _)) => {
                self.lay(tiles)?;
            }
            ServerPayload::RCM(Cm::CMChallenge(_, _, _, ChallengeOutcome::Withdrawn)) => {
                self.last.drain(..).for_each(|at| _ = self.grid.remove(at));
            }
            ServerPayload::RCM(Cm::CMGameOver(scores)) => {
                let scores = scores.iter().map(|&(player, score)| (seat(player), score));
                return Ok(ServerUpdate::GameOver(scores.collect()));
            }
            ServerPayload::YourTurn(asked) => {
                let view = Box::new(self.view(line.turn, asked)?);
                return Ok(ServerUpdate::YourTurn { turn: line.turn, view, left: asked.left.map(Millis) });
            }
            _ => {}
        }
        Ok(ServerUpdate::Event)
    }

    fn lay(&mut self, tiles: &[BotTile]) -> Result<(), FollowError> {
        self.last.clear();
        for tile in tiles {
            let laid = self.placed_tile(tile)?;
            self.grid.put(laid.at, BoardTile { tile: laid.tile, face: laid.face });
            self.last.push(laid.at);
        }
        Ok(())
    }

    fn placed_tile(&self, (at, (number, inst)): &BotTile) -> Result<PlacedTile, FollowError> {
        let tile = known_tile(*number, &self.rules).ok_or(FollowError::NoSuchTile(*number))?;
        let face = known_face(inst, &self.rules).ok_or_else(|| FollowError::NoSuchLetter(inst.0.clone()))?;
        Ok(PlacedTile { at: Coord::new(at.0, at.1), tile, face })
    }

    fn hand(&self, counts: &BotTileCounts) -> Result<Tiles, FollowError> {
        let mut tiles = Tiles::new();
        for &(number, count) in counts {
            let tile = known_tile(number, &self.rules).ok_or(FollowError::NoSuchTile(number))?;
            tiles.add_many(tile, count.try_into().unwrap_or_default());
        }
        Ok(tiles)
    }

    fn view(&self, turn: u32, asked: &YourTurn) -> Result<View, FollowError> {
        let hand = self.hand(&asked.hand)?;
        let seen = |index: usize, player: &wire::bot::PlayerState| SeatView {
            rack: if index == self.you.index() {
                RackView::Known(hand.clone())
            } else {
                RackView::Hidden(player.tiles as usize)
            },
            score: player.score,
            active: player.active,
            computer: false,
            exchanges: player.exchanges,
            time_left: Millis(asked.left.unwrap_or(0)),
        };
        Ok(View {
            rules: self.rules.clone(),
            viewer: Viewer::Seat(self.you),
            seats: asked.players.iter().enumerate().map(|(index, player)| seen(index, player)).collect(),
            grid: self.grid.clone(),
            bag: asked.bag as usize,
            unseen: self.unseen(&hand),
            phase: self.phase(asked),
            turn: Some(self.you),
            turn_began: Millis(0),
            tally: tally(asked),
            first: self.first_active(asked),
            turns: turn,
            challengeable: asked.open.as_ref().map(|open| self.open(open)).transpose()?,
        })
    }

    fn unseen(&self, hand: &Tiles) -> Tiles {
        let mut unseen = self.rules.tiles.all().clone();
        // Tiles that a faulty server reported twice are ignored.
        self.grid.iter().for_each(|(_, placed)| _ = unseen.take(placed.tile));
        hand.iter().for_each(|tile| _ = unseen.take(tile));
        unseen
    }

    /// The seat that began; if its player has left, the next that still takes part.
    fn first_active(&self, asked: &YourTurn) -> Seat {
        let players = (0..=u8::MAX).map(Seat).zip(&asked.players);
        let mut active = players.filter(|(_, player)| player.active).map(|(seat, _)| seat);
        let lowest = active.clone().next();
        active.find(|seat| *seat >= self.first).or(lowest).unwrap_or(self.first)
    }

    fn phase(&self, asked: &YourTurn) -> Phase {
        match asked.last {
            true => Phase::Answering(SeatSet::from_iter([self.you])),
            false => Phase::Playing,
        }
    }

    fn open(&self, open: &ChallengeablePlayState) -> Result<LastPlayView, FollowError> {
        let tiles: Vec<PlacedTile> =
            open.tiles.iter().map(|tile| self.placed_tile(tile)).collect::<Result<_, _>>()?;
        let start = tiles.first().map_or(Coord::default(), |laid| laid.at);
        let letter = |text: &String| {
            let letter = self.rules.tiles.alphabet().letter(text);
            let letter = letter.ok_or_else(|| FollowError::NoSuchLetter(text.clone()))?;
            Ok(BoardLetter { letter, wild: false })
        };
        let word = |letters: &Vec<String>| {
            let letters = letters.iter().map(letter).collect::<Result<_, _>>()?;
            Ok(ScoredWord { letters, start, axis: Axis::Across, points: 0 })
        };
        let words = open.words.iter().map(word).collect::<Result<_, FollowError>>()?;
        Ok(LastPlayView { seat: seat(open.player), tiles, words, score: open.score })
    }
}

/// Players are numbered from 1.
fn seat(player: u32) -> Seat {
    Seat(u8::try_from(player.saturating_sub(1)).unwrap_or(u8::MAX).min(rules::MAX_SEATS - 1))
}

fn tally(asked: &YourTurn) -> Tally {
    let tally = &asked.tally;
    Tally {
        passes: tally.passes,
        scoreless: tally.scoreless,
        rounds: tally.rounds,
        passed: tally.passed.iter().map(|&player| seat(player)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MatchSetup;
    use wire::bot::{PlayerState, TallyState};

    fn follower(first: u32) -> GameFollower {
        let rules = presets::Library::shipped().rules("itu").unwrap();
        let setup = MatchSetup::new(rules.clone(), presets::english().clone());
        let start = StartMessage {
            players: 3,
            names: ["Ann", "Ben", "Cay"].map(str::to_owned).to_vec(),
            you: 1,
            first,
            hand: Vec::new(),
            resumed: false,
            setting: setup.start.clone(),
        };
        GameFollower::new("g1", &start, rules).unwrap()
    }

    /// The seat that the view of a turn calls the first.
    fn first(began: u32, active: [bool; 3]) -> Seat {
        let player = |active| PlayerState { score: 0, tiles: 7, active, exchanges: 0 };
        let turn = YourTurn {
            left: None,
            hand: Vec::new(),
            bag: 79,
            players: active.map(player).to_vec(),
            tally: TallyState { passes: 0, scoreless: 0, rounds: 0, passed: Vec::new() },
            open: None,
            last: false,
        };
        let line = ServerLine { game: Some("g1".to_owned()), turn: 0, what: ServerPayload::YourTurn(turn) };
        match follower(began).receive(&line).unwrap() {
            ServerUpdate::YourTurn { view, .. } => view.first,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_start_message_says_who_began() {
        assert_eq!(first(1, [true; 3]), Seat(0));
        assert_eq!(first(3, [true; 3]), Seat(2));
    }

    #[test]
    fn the_next_active_seat_is_first_when_the_first_player_leaves() {
        assert_eq!(first(2, [true, false, true]), Seat(2));
        assert_eq!(first(3, [true, true, false]), Seat(0));
        assert_eq!(first(3, [false, true, false]), Seat(1));
    }
}
