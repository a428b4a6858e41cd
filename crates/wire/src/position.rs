//! Positions as JSON, on bounded and unbounded boards.

use crate::json::{DraftErrors, JsonError, from_text, objects, to_text};
use crate::place::{MAX_SPREAD, TileDraft, too_spread};
use rules::{BoardTile, Coord, Grid, MAX_SEATS, Points, Position, Rect, Ruleset, empty_grid, lay_grid};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use tiles::{TileId, TileSet, Tiles};

/// A position as read from JSON, not checked against any rules.
///
/// # Examples
///
/// ```
/// # mod quixotry { pub use {quixotry_presets as presets, quixotry_wire as wire}; }
/// use quixotry::presets::Library;
/// use quixotry::wire::PositionDraft;
///
/// let rules = Library::shipped().rules("standard")?;
/// let text = r#"{"tiles":[{"x":7,"y":7,"letter":"A"},{"x":8,"y":7,"letter":"t"}],"racks":["ABC?"]}"#;
/// let position = PositionDraft::read(text)?.check(&rules)?;
/// assert_eq!(position.grid.iter().count(), 2);
/// assert_eq!(position.racks[0].len(), 4);
///
/// let errors = PositionDraft::read(r#"{"racks":["AB%"]}"#)?.check(&rules).unwrap_err();
/// assert!(errors.to_string().starts_with("racks[0]: \"%\" at character 3 is not a tile of the set"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PositionDraft {
    /// The name of the rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// The name of the board, if it is not the board of the rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// The tiles on the board.
    #[serde(default, deserialize_with = "objects")]
    pub tiles: Vec<TileDraft>,
    /// The racks, starting with the player to move.
    #[serde(default)]
    pub racks: Vec<RackDraft>,
    /// How many tiles the racks have besides those that are known, starting with the player to move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unknown: Vec<usize>,
    /// The scores, starting with the player to move.
    #[serde(default)]
    pub scores: Vec<Points>,
    /// The number of consecutive scoreless turns before this one.
    #[serde(default)]
    pub scoreless: u16,
}

/// A rack as read from JSON.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged, expecting = "a rack is a string of tiles such as \"AB?\", or a list of tile numbers")]
pub enum RackDraft {
    /// Its tiles as text, such as `AB?`.
    Text(String),
    /// The numbers of its tiles.
    TileIds(Vec<u8>),
}

impl PositionDraft {
    /// Parses a position.
    ///
    /// # Errors
    ///
    /// Fails if the text is not JSON of the right shape.
    pub fn read(text: &str) -> Result<PositionDraft, JsonError> {
        from_text(text)
    }

    /// Serialises the position on one line.
    #[must_use]
    pub fn print(&self) -> String {
        to_text(self)
    }

    /// Creates a draft with all fields except the board, which is the board of the rules.
    #[must_use]
    pub fn new(position: &Position) -> PositionDraft {
        let set = &position.rules.tiles;
        PositionDraft {
            rules: Some(position.rules.name.clone()),
            board: None,
            tiles: position.grid.iter().map(|(at, placed)| TileDraft::full(at, placed, set)).collect(),
            racks: position.racks.iter().map(|rack| RackDraft::Text(set.print_tiles(rack))).collect(),
            unknown: Some(&position.unknown)
                .filter(|all| all.iter().any(|&n| n > 0))
                .cloned()
                .unwrap_or_default(),
            scores: position.scores.clone(),
            scoreless: position.scoreless,
        }
    }

    /// Checks the position under these rules.
    ///
    /// Racks and scores may be omitted. An empty rack is unknown. A position may have more tiles of a kind than the tile
    /// set, as some puzzles do.
    ///
    /// # Errors
    ///
    /// Fails with all invalid tiles and racks, too many seats, or tiles that are too far apart.
    pub fn check(&self, rules: &Ruleset) -> Result<Position, DraftErrors> {
        let mut check = PositionChecker { rules, errors: DraftErrors::default() };
        let tiles = check.tiles(&self.tiles);
        let racks = check.racks(&self.racks);
        check.unknown(&self.unknown);
        let seats = check.seats(self);
        let grid = check.lay(tiles);
        let position = Position {
            rules: rules.clone(),
            grid,
            racks: pad(racks, seats),
            unknown: self.unknown.clone(),
            scores: pad(self.scores.clone(), seats),
            scoreless: self.scoreless,
        };
        check.errors.or(position)
    }
}

fn pad<T: Clone + Default>(mut list: Vec<T>, len: usize) -> Vec<T> {
    list.resize(len, T::default());
    list
}

struct PositionChecker<'a> {
    rules: &'a Ruleset,
    errors: DraftErrors,
}

impl PositionChecker<'_> {
    fn set(&self) -> &TileSet {
        &self.rules.tiles
    }

    /// The valid tiles.
    fn tiles(&mut self, drafts: &[TileDraft]) -> Vec<(Coord, BoardTile)> {
        let mut taken = HashSet::new();
        let place = |(number, draft): (usize, &TileDraft)| {
            let (at, path) = (draft.at(), format!("tiles[{number}]"));
            let placed = draft.check(self.set());
            if !self.rules.board.has(at) {
                self.errors.add(path.clone(), format!("there is no square at {at}"));
            } else if !taken.insert(at) {
                self.errors.add(path.clone(), format!("there is already a tile at {at}"));
            }
            match placed {
                Ok(placed) => Some((at, placed)),
                Err((key, message)) => {
                    self.errors.add(format!("{path}.{key}"), message);
                    None
                }
            }
        };
        drafts.iter().enumerate().filter_map(place).collect()
    }

    fn racks(&mut self, drafts: &[RackDraft]) -> Vec<Tiles> {
        drafts.iter().enumerate().map(|(number, draft)| self.rack(number, draft)).collect()
    }

    fn rack(&mut self, number: usize, draft: &RackDraft) -> Tiles {
        let path = format!("racks[{number}]");
        let rack = match draft {
            RackDraft::Text(text) => self.set().parse_tiles(text).map_err(|error| error.to_string()),
            RackDraft::TileIds(ids) => self.check_ids(ids),
        };
        let rack = rack.unwrap_or_else(|message| {
            self.errors.add(path.clone(), message);
            Tiles::new()
        });
        let (most, len) = (usize::from(self.rules.rack_size), rack.len());
        if len > most {
            self.errors.add(path, format!("a rack holds at most {most} tiles under these rules, not {len}"));
        }
        rack
    }

    fn check_ids(&self, ids: &[u8]) -> Result<Tiles, String> {
        let unknown = ids.iter().find(|id| self.set().kind(TileId(**id)).is_none());
        match unknown {
            Some(id) => Err(format!("the tile set {:?} has no tile {id}", self.set().name())),
            None => Ok(ids.iter().copied().map(TileId).collect()),
        }
    }

    fn unknown(&mut self, counts: &[usize]) {
        let most = usize::from(self.rules.rack_size);
        for (number, count) in counts.iter().enumerate().filter(|(_, count)| **count > most) {
            let message = format!("a rack holds at most {most} tiles under these rules, not {count}");
            self.errors.add(format!("unknown[{number}]"), message);
        }
    }

    /// The number of seats with a rack or a score.
    fn seats(&mut self, draft: &PositionDraft) -> usize {
        let most = usize::from(MAX_SEATS);
        for (key, count) in [("racks", draft.racks.len()), ("scores", draft.scores.len())] {
            if count > most {
                self.errors.add(key, format!("a game has at most {most} seats, not {count}"));
            }
        }
        draft.racks.len().max(draft.scores.len()).max(1)
    }

    /// The grid with the tiles. It is empty if there are errors.
    fn lay(&mut self, tiles: Vec<(Coord, BoardTile)>) -> Grid {
        if Rect::around(tiles.iter().map(|&(at, _)| at)).is_some_and(|bounds| too_spread(bounds, self.rules))
        {
            let message = format!("the tiles lie too far apart: they span more than {MAX_SPREAD} places");
            self.errors.add("tiles", message);
        }
        let empty = || empty_grid(&self.rules.board);
        if self.errors.0.is_empty() {
            lay_grid(&self.rules.board, tiles).unwrap_or_else(|_| empty())
        } else {
            empty()
        }
    }
}
