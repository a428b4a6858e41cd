//! A position as the player to move sees it.

use rules::{Millis, PartialTiles, Phase, Position, RackView, Seat, SeatView, Tally, View, Viewer};
use tiles::Tiles;

/// Why a position has no view for the player to move.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PositionViewError {
    /// The rack of the player to move is unknown.
    #[error("the rack of the player to move is empty: write it into the position, or say --rack TILES")]
    NoRack,
    /// Some tiles of that rack are unknown.
    #[error("{unknown} tiles on the rack of the player to move are unknown: say --rack TILES to choose them")]
    PartialRack {
        /// How many.
        unknown: usize,
    },
}

/// The view of the player to move. The racks of all others are hidden, even if the position contains them.
///
/// ```
/// # mod quixotry { pub use {quixotry_analysis as analysis, presets, rules}; }
/// use quixotry::analysis::{AnalysisMethod, Analyst, view_position};
/// use quixotry::presets::Library;
/// use quixotry::rules::Position;
///
/// let mut position = Position::new(Library::shipped().rules("standard")?);
/// position.racks = vec![position.rules.tiles.parse_tiles("RETAINS")?];
/// let view = view_position(&position)?;
/// assert_eq!(Analyst::method(&view), AnalysisMethod::Simulation);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// The rack of the player to move is not known, or not completely.
pub fn view_position(position: &Position) -> Result<View, PositionViewError> {
    match position.partial_rack(0).unknown {
        0 if position.rack().is_empty() => return Err(PositionViewError::NoRack),
        0 => {}
        unknown => return Err(PositionViewError::PartialRack { unknown }),
    }
    let seats = position.racks.len().max(position.scores.len()).max(2);
    let mut unseen = position.unseen();
    position.racks.iter().skip(1).for_each(|rack| unseen.add_all(rack));
    let mut left = unseen.len();
    let others: Vec<usize> = (1..seats).map(|seat| rack_size(position, seat, &mut left)).collect();
    let hands = others.iter().map(|&count| RackView::Hidden(count));
    let own = RackView::Known(position.rack().clone());
    Ok(View {
        rules: position.rules.clone(),
        viewer: Viewer::Seat(Seat(0)),
        seats: std::iter::once(own)
            .chain(hands)
            .enumerate()
            .map(|(seat, rack)| seat_view(position, seat, rack))
            .collect(),
        grid: position.grid.clone(),
        bag: left,
        unseen,
        phase: Phase::Playing,
        turn: Some(Seat(0)),
        turn_began: Millis(0),
        tally: Tally { scoreless: position.scoreless, ..Tally::default() },
        first: Seat(0),
        turns: 0,
        challengeable: None,
    })
}

/// Tiles that cannot be on a rack.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum KnownTilesError {
    /// More tiles than the rack has.
    #[error("the rack has {len} tiles, so {known} cannot be on it")]
    TooMany {
        /// How many are said to be there.
        known: usize,
        /// How many there are.
        len: usize,
    },
    /// A tile that is not unseen.
    #[error("{tile} cannot be on that rack: it is on the board or on another rack")]
    Elsewhere {
        /// The tile.
        tile: String,
    },
}

/// Tells the viewer tiles on the rack of another seat: all of them, or some. With an empty bag nothing changes, because
/// the rack follows.
///
/// # Errors
///
/// The rack cannot have these tiles.
pub fn know_rack(view: &mut View, seat: Seat, known: &Tiles) -> Result<(), KnownTilesError> {
    let mut unseen = view.unseen.clone();
    for tile in known.iter() {
        let label = || view.rules.tiles.label(tile).to_owned();
        unseen.take(tile).map_err(|_| KnownTilesError::Elsewhere { tile: label() })?;
    }
    let Some(state) = view.seats.get_mut(seat.index()) else { return Ok(()) };
    let len = state.rack.len();
    let Some(unknown) = len.checked_sub(known.len()) else {
        return Err(KnownTilesError::TooMany { known: known.len(), len });
    };
    if view.bag == 0 || known.is_empty() {
        return Ok(());
    }
    state.rack = match unknown {
        0 => RackView::Known(known.clone()),
        _ => RackView::Partial(PartialTiles { known: known.clone(), unknown }),
    };
    view.unseen = unseen;
    Ok(())
}

/// The number of tiles of another player: that of the position, or a full rack while there are tiles.
fn rack_size(position: &Position, seat: usize, left: &mut usize) -> usize {
    let full = usize::from(position.rules.rack_size);
    let known = position.partial_rack(seat).len();
    let count = if known > 0 { known } else { full.min(*left) };
    *left = left.saturating_sub(count);
    count
}

fn seat_view(position: &Position, seat: usize, rack: RackView) -> SeatView {
    SeatView {
        rack,
        score: position.scores.get(seat).copied().unwrap_or(0),
        active: true,
        computer: false,
        exchanges: 0,
        time_left: Millis(0),
    }
}
