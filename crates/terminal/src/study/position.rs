//! A position that is studied, and what a turn makes of it.

use super::room::StudyError;
use lexicon::WordGraph;
use notation::plays::{PlayContext, PlaythroughStyle, Turn, print};
use rules::{BoardTile, Game, Points, Position, Seat};
use tiles::Tiles;

/// A position with the seat to move. Racks and scores begin with that seat.
#[derive(Clone, Debug)]
pub struct StudyPosition {
    /// The position.
    pub position: Position,
    /// The seat to move.
    pub to_move: Seat,
}

/// A turn that was tried.
pub(super) struct TriedTurn {
    pub(super) text: String,
    pub(super) points: Points,
    /// The words that are not in the lexicon.
    pub(super) bad_words: Vec<String>,
    pub(super) after: StudyPosition,
}

impl StudyPosition {
    /// A position of two or more players; a rack that is not given is unknown.
    #[must_use]
    pub fn new(position: Position, to_move: Seat) -> StudyPosition {
        let mut studied = StudyPosition { position, to_move };
        studied.fill_in();
        studied
    }

    /// The position of a game.
    pub(super) fn of_game(game: &Game, to_move: Seat) -> StudyPosition {
        let mut position = Position::new(game.rules().clone());
        position.grid = game.grid().clone();
        position.scoreless = game.tally().scoreless;
        let (seats, first) = (game.seats().len(), to_move.index());
        let order = (0..seats).map(|place| &game.seats()[(first + place) % seats]);
        position.unknown = order.clone().map(|seat| seat.unknown).collect();
        (position.racks, position.scores) = order.map(|seat| (seat.rack.clone(), seat.score)).unzip();
        StudyPosition::new(position, to_move)
    }

    /// The number of players.
    pub(super) fn seats(&self) -> usize {
        self.position.racks.len()
    }

    /// The seat at a place, counted from the seat to move.
    pub(super) fn seat_at(&self, place: usize) -> Seat {
        Seat(((self.to_move.index() + place) % self.seats().max(1)) as u8)
    }

    /// The rack at a place, as far as it is known.
    pub(super) fn describe_rack(&self, place: usize) -> String {
        let rack = self.position.partial_rack(place);
        let tiles = self.position.rules.tiles.print_tiles(&rack.known);
        match (rack.known.is_empty(), rack.unknown) {
            (_, 0) => tiles,
            (true, unknown) => format!("{unknown} unknown"),
            (false, unknown) => format!("{tiles} and {unknown} unknown"),
        }
    }

    /// How many tiles are in the bag.
    pub(super) fn bag(&self) -> usize {
        let unknown: usize = (0..self.seats()).map(|place| self.position.partial_rack(place).unknown).sum();
        self.position.unseen().len().saturating_sub(unknown)
    }

    /// Gives each player a rack: full ones of unknown tiles where nothing is told, and what follows with an empty bag.
    fn fill_in(&mut self) {
        let position = &mut self.position;
        let seats = position.racks.len().max(position.scores.len()).max(2);
        position.racks.resize(seats, Tiles::new());
        position.scores.resize(seats, 0);
        position.unknown.resize(seats, 0);
        let full = usize::from(position.rules.rack_size);
        for place in 0..seats {
            let unknown: usize = position.unknown.iter().sum();
            let left = position.unseen().len().saturating_sub(unknown);
            if position.racks[place].is_empty() && position.unknown[place] == 0 && left > 0 {
                position.unknown[place] = full.min(left);
            }
        }
        self.deduce();
    }

    /// With an empty bag and one rack that is not known, that rack has all unseen tiles.
    fn deduce(&mut self) {
        let unknown: Vec<usize> =
            (0..self.seats()).filter(|&place| self.position.unknown[place] > 0).collect();
        let unseen = self.position.unseen();
        if let [place] = unknown[..]
            && unseen.len() == self.position.unknown[place]
        {
            self.position.racks[place].add_all(&unseen);
            self.position.unknown[place] = 0;
        }
    }

    /// Sets the tiles of a rack; the others of it are unknown.
    pub(super) fn set_rack(&mut self, place: usize, tiles: &Tiles) -> Result<(), StudyError> {
        let full = usize::from(self.position.rules.rack_size);
        let before = self.position.partial_rack(place);
        let mut unseen = self.position.unseen();
        unseen.add_all(&before.known);
        for tile in tiles.iter() {
            let label = || self.position.rules.tiles.label(tile).to_owned();
            unseen.take(tile).map_err(|_| StudyError::TileElsewhere { tile: label() })?;
        }
        let len = if tiles.len() > before.len() { full } else { before.len() };
        if tiles.len() > len {
            return Err(StudyError::RackTooLarge { tiles: tiles.len(), full });
        }
        self.position.racks[place] = tiles.clone();
        self.position.unknown[place] = len - tiles.len();
        Ok(())
    }

    /// What a turn of the player to move makes of the position.
    pub(super) fn try_turn(&self, turn: &Turn, words: &WordGraph) -> Result<TriedTurn, StudyError> {
        let mut after = self.clone();
        let text = print(turn, PlayContext::of(&self.position), PlaythroughStyle::Parentheses);
        let (mut points, mut bad_words) = (0, Vec::new());
        match turn {
            Turn::Pass => {}
            Turn::Exchange(tiles) => after.exchange(tiles.iter().copied().collect())?,
            Turn::ExchangeUnknown(count) => after.exchange_unknown(*count)?,
            Turn::Place(placement) => {
                let play = self.position.judge(placement, None).map_err(StudyError::Refused)?;
                points = play.score();
                let (rules, all) = (&self.position.rules, play.words().iter());
                let bad = all.filter(|word| !word.is_good(rules, words));
                bad_words = bad.map(|word| rules.tiles.alphabet().print(&word.word())).collect();
                for laid in play.tiles() {
                    after.position.grid.put(laid.at, BoardTile { tile: laid.tile, face: laid.face });
                    after.spend(laid.tile);
                }
                after.draw();
            }
        }
        after.position.scores[0] = after.position.scores[0].saturating_add(points);
        after.position.scoreless = if points == 0 { after.position.scoreless.saturating_add(1) } else { 0 };
        after.pass_on();
        Ok(TriedTurn { text, points, bad_words, after })
    }

    fn spend(&mut self, tile: tiles::TileId) {
        if self.position.racks[0].take(tile).is_err() {
            self.position.unknown[0] = self.position.unknown[0].saturating_sub(1);
        }
    }

    /// Fills the rack of the player to move with unknown tiles of the bag.
    fn draw(&mut self) {
        let full = usize::from(self.position.rules.rack_size);
        let room = full.saturating_sub(self.position.partial_rack(0).len());
        self.position.unknown[0] += room.min(self.bag());
    }

    fn exchange(&mut self, tiles: Tiles) -> Result<(), StudyError> {
        if !self.position.racks[0].includes(&tiles) && self.position.unknown[0] == 0 {
            return Err(StudyError::NotOnRack);
        }
        if self.bag() < tiles.len() {
            return Err(StudyError::BagTooSmall { bag: self.bag() });
        }
        tiles.iter().for_each(|tile| self.spend(tile));
        self.position.unknown[0] += tiles.len();
        Ok(())
    }

    /// Nobody knows which tiles were kept.
    fn exchange_unknown(&mut self, count: usize) -> Result<(), StudyError> {
        let len = self.position.partial_rack(0).len();
        if count > len {
            return Err(StudyError::NotOnRack);
        }
        if self.bag() < count {
            return Err(StudyError::BagTooSmall { bag: self.bag() });
        }
        self.position.racks[0] = Tiles::new();
        self.position.unknown[0] = len;
        Ok(())
    }

    /// The next player is to move.
    fn pass_on(&mut self) {
        self.to_move = self.seat_at(1);
        self.position.racks.rotate_left(1);
        self.position.unknown.rotate_left(1);
        self.position.scores.rotate_left(1);
        self.deduce();
    }
}
