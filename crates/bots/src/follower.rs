//! A game from a bot's side: what it knows, put together from what it is told.

use crate::incoming::{face, tile_id};
use rules::{
    Axis, BoardTile, Coord, Grid, LastPlayView, Millis, Phase, PlacedTile, RackView, Ruleset, ScoredWord,
    Seat, SeatSet, SeatView, Tally, View, Viewer, empty_grid,
};
use tiles::{BoardLetter, Tiles};
use wire::bot::{
    BotTile, BotTileCounts, ChallengeOutcome, ChallengeablePlay, ClientMessage as Cm, ServerLine,
    ServerPayload, StartMessage, YourTurn,
};

/// A game that is being followed.
#[derive(Clone, Debug)]
pub struct GameFollower {
    game: String,
    rules: Ruleset,
    you: Seat,
    grid: Grid,
    /// The last play, which may be taken back.
    last: Vec<Coord>,
}

/// What a line of the server means to a player.
#[derive(Clone, Debug)]
pub enum ServerUpdate {
    /// Something happened.
    Event,
    /// It is this player's turn.
    YourTurn {
        /// Which turn.
        turn: u32,
        /// What the player sees.
        view: Box<View>,
        /// How long it may think.
        left: Option<Millis>,
    },
    /// The game is over, with these scores.
    GameOver(Vec<(u32, i32)>),
}

/// What a server said that makes no sense.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FollowError {
    /// A tile of a play that the game does not have.
    #[error("the server told of the tile {0}, which its tile table does not have")]
    NoSuchTile(u32),
    /// Numbers that do not fit.
    #[error("the server says that you are player {you} of {players}")]
    NoSuchPlayer {
        /// The own number.
        you: u32,
        /// How many play.
        players: u32,
    },
}

impl GameFollower {
    /// Begins to follow a game.
    pub fn new(game: &str, start: &StartMessage, rules: Ruleset) -> Result<GameFollower, FollowError> {
        if !(1..=start.players).contains(&start.you) || start.players > rules::MAX_SEATS.into() {
            return Err(FollowError::NoSuchPlayer { you: start.you, players: start.players });
        }
        let grid = empty_grid(&rules.board);
        Ok(GameFollower { game: game.to_owned(), rules, you: seat(start.you), grid, last: Vec::new() })
    }

    /// The name of the game.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// The rules.
    pub fn rules(&self) -> &Ruleset {
        &self.rules
    }

    /// The own seat.
    pub fn seat(&self) -> Seat {
        self.you
    }

    /// The tiles on the board.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Takes a line of the server.
    pub fn receive(&mut self, line: &ServerLine) -> Result<ServerUpdate, FollowError> {
        match &line.what {
            ServerPayload::RCM(Cm::CMPlayed(_, tiles, _) | Cm::CMPlaySuccess(tiles, _, _)) => {
                self.lay(tiles)?;
            }
            ServerPayload::RCM(Cm::CMChallenge(_, _, _, ChallengeOutcome::Withdrawn)) => {
                self.last.drain(..).for_each(|at| _ = self.grid.remove(at));
            }
            ServerPayload::RCM(Cm::CMGameOver(scores)) => return Ok(ServerUpdate::GameOver(scores.clone())),
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
            let laid = self.laid(tile)?;
            self.grid.put(laid.at, BoardTile { tile: laid.tile, face: laid.face });
            self.last.push(laid.at);
        }
        Ok(())
    }

    fn laid(&self, (at, (number, inst)): &BotTile) -> Result<PlacedTile, FollowError> {
        let tile = tile_id(*number);
        self.rules.tiles.kind(tile).ok_or(FollowError::NoSuchTile(*number))?;
        Ok(PlacedTile { at: Coord::new(at.0, at.1), tile, face: face(inst, &self.rules) })
    }

    fn hand(&self, counts: &BotTileCounts) -> Result<Tiles, FollowError> {
        let mut tiles = Tiles::new();
        for &(number, count) in counts {
            let tile = tile_id(number);
            self.rules.tiles.kind(tile).ok_or(FollowError::NoSuchTile(number))?;
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
            first: first(asked),
            turns: turn,
            challengeable: asked.open.as_ref().map(|open| self.open(open)).transpose()?,
        })
    }

    fn unseen(&self, hand: &Tiles) -> Tiles {
        let mut unseen = self.rules.tiles.all().clone();
        // Tiles that a confused server gave twice are left out of account.
        self.grid.iter().for_each(|(_, placed)| _ = unseen.take(placed.tile));
        hand.iter().for_each(|tile| _ = unseen.take(tile));
        unseen
    }

    fn phase(&self, asked: &YourTurn) -> Phase {
        match asked.last {
            true => Phase::Answering(SeatSet::from_iter([self.you])),
            false => Phase::Playing,
        }
    }

    fn open(&self, open: &ChallengeablePlay) -> Result<LastPlayView, FollowError> {
        let tiles: Vec<PlacedTile> =
            open.tiles.iter().map(|tile| self.laid(tile)).collect::<Result<_, _>>()?;
        let start = tiles.first().map_or(Coord::default(), |laid| laid.at);
        let word = |letters: &Vec<String>| {
            let letters = letters.iter().map(|text| face(&(text.clone(), 0), &self.rules).letter);
            let letters = letters.map(|letter| BoardLetter { letter, wild: false }).collect();
            ScoredWord { letters, start, axis: Axis::Across, points: 0 }
        };
        let words = open.words.iter().map(word).collect();
        Ok(LastPlayView { seat: seat(open.player), tiles, words, score: open.score })
    }
}

/// Players are numbered from 1.
fn seat(player: u32) -> Seat {
    Seat(u8::try_from(player.saturating_sub(1)).unwrap_or(u8::MAX).min(rules::MAX_SEATS - 1))
}

/// The messages do not say which seat began: it is the first active one, except under rules that draw lots for it.
fn first(asked: &YourTurn) -> Seat {
    let index = asked.players.iter().position(|player| player.active).unwrap_or(0);
    Seat(u8::try_from(index).unwrap_or(0))
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
