//! The tiles that a client lays: places on its rack, and places on a board that is not believed.

use super::messages::PlayPayload;
use crate::board_map::{BoardMap, SIDE, read_letter};
use lexicon::WordList;
use rules::{PlacedTile, Placement, TileOwner, judge};
use tables::TableSnapshot;
use tiles::{Letter, TileId};

/// How many letters for blanks are tried.
const MOST_TRIES: usize = 1_000;

/// A tile on its way to the board, and the letters that it may become.
struct LaidTile {
    square: usize,
    tile: TileId,
    letters: Vec<Letter>,
}

/// Reads a play. A blank becomes the letter that the board of the client has; if that is the blank itself, the letter
/// with which the play counts most.
///
/// # Errors
/// What is wrong with the places.
pub(super) fn read_play(
    snapshot: &TableSnapshot,
    rack: &[TileId],
    payload: &PlayPayload,
    map: BoardMap,
) -> Result<Placement, String> {
    let PlayPayload { board, board_ind_played, rack_ind_played } = payload;
    if board_ind_played.len() != rack_ind_played.len() {
        return Err("There must be a tile of the rack for each square".to_owned());
    }
    let mut laid: Vec<LaidTile> = Vec::new();
    let mut used = Vec::new();
    for (square, place) in board_ind_played.iter().zip(rack_ind_played) {
        let square = square.get(SIDE * SIDE).ok_or("There is no such square on the board")?;
        let place = place.get(rack.len()).filter(|place| !used.contains(place));
        let place = place.ok_or("There is no such tile on the rack")?;
        used.push(place);
        let text = board.get(square).map(String::as_str).unwrap_or_default();
        laid.push(LaidTile { square, tile: rack[place], letters: letters(snapshot, rack[place], text) });
    }
    Ok(best_placement(snapshot, &laid, map))
}

/// The letters that a tile may become on a square where the client shows a text.
fn letters(snapshot: &TableSnapshot, tile: TileId, text: &str) -> Vec<Letter> {
    let set = &snapshot.resources.rules.tiles;
    let Some(kind) = set.kind(tile) else { return Vec::new() };
    let all = || set.alphabet().letters().filter(|letter| kind.face_for(*letter).is_some());
    match read_letter(set, text).filter(|letter| kind.face_for(*letter).is_some()) {
        Some(letter) => vec![letter],
        None => all().collect(),
    }
}

/// The play with the best letters for its blanks; if none is good, the first.
fn best_placement(snapshot: &TableSnapshot, laid: &[LaidTile], map: BoardMap) -> Placement {
    let (rules, grid) = (&snapshot.resources.rules, &snapshot.view.grid);
    let words = snapshot.resources.words().ok().map(|words| words as &dyn WordList);
    let mut tries: Vec<Vec<PlacedTile>> = vec![Vec::new()];
    for LaidTile { square, tile, letters } in laid {
        let at = map.coord((square / SIDE) as i32, (square % SIDE) as i32);
        let faces = letters.iter().filter_map(|letter| rules.tiles.kind(*tile)?.face_for(*letter));
        let faces: Vec<_> = faces.map(|face| PlacedTile { at, tile: *tile, face }).collect();
        let longer = tries.iter().flat_map(|start| {
            faces.iter().map(move |placed| start.iter().copied().chain([*placed]).collect::<Vec<_>>())
        });
        tries = longer.take(MOST_TRIES).collect();
    }
    let mut placements: Vec<Placement> = tries.into_iter().map(Placement::new).collect();
    if placements.len() > 1 {
        let value = |placement: &Placement| {
            judge(rules, grid, TileOwner::ANYBODY, placement, words).ok().map(|play| play.score())
        };
        // Of equal values the last one counts, so that the first letters come last.
        placements.reverse();
        if let Some(best) = (0..placements.len()).max_by_key(|number| value(&placements[*number])) {
            return placements.swap_remove(best);
        }
    }
    placements.pop().unwrap_or_default()
}
