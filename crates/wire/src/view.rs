//! Views of a game as JSON.
//!
//! The input is a `rules::View`, which contains only what its viewer may see. There is no conversion from a game.

use crate::event::{CauseName, cause_name, ids, seats};
use crate::place::{BoardTileJson, board_tiles_json};
use crate::play::WordJson;
use rules::{Clock, LastPlayView, Phase, Points, RackView, SeatView, Tally, View};
use serde::Serialize;
use tiles::{TileId, TileSet, Tiles};

/// A game as a viewer may see it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ViewJson {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    #[serde(flatten)]
    game: GameStateJson,
    seats: Vec<SeatJson>,
}

/// A game as a viewer may see it, without its id and seats.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameStateJson {
    seq: u64,
    rules: String,
    #[cfg_attr(feature = "schema", schema(required = true))]
    viewer: Option<u8>,
    stage: StageName,
    #[cfg_attr(feature = "schema", schema(required = true))]
    turn: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    since: Option<i64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    waiting: Vec<u8>,
    #[cfg_attr(feature = "schema", schema(required = true))]
    over: Option<GameOverJson>,
    board: Vec<BoardTileJson>,
    bag: usize,
    unseen: Vec<CountJson>,
    tally: TallyJson,
    turns: u32,
    #[cfg_attr(feature = "schema", schema(required = true))]
    challengeable: Option<OpenPlayJson>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
enum StageName {
    Waiting,
    Playing,
    Answering,
    Over,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct GameOverJson {
    cause: CauseName,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    by: Option<u8>,
    winners: Vec<u8>,
}

/// A seat as a viewer may see it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SeatJson {
    /// The points.
    #[cfg_attr(feature = "schema", schema(value_type = i32))]
    pub score: Points,
    /// How many tiles are on the rack.
    pub tiles: usize,
    /// The tiles on the rack by number, if the viewer may see them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub rack: Option<Vec<u8>>,
    /// The same tiles by letter.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub letters: Option<String>,
    /// Whether the seat still takes part.
    pub active: bool,
    /// Whether a computer plays.
    pub computer: bool,
    /// How often the seat has exchanged tiles.
    pub exchanges: u16,
    /// Milliseconds left on the clock, in a game with one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub time_left: Option<i64>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct CountJson {
    tile: u8,
    label: String,
    count: u16,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct TallyJson {
    passes: u16,
    scoreless: u16,
    rounds: u16,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct OpenPlayJson {
    seat: u8,
    tiles: Vec<BoardTileJson>,
    words: Vec<WordJson>,
    #[cfg_attr(feature = "schema", schema(value_type = i32))]
    score: Points,
}

/// Converts a view. `id` is the id of the game, `seq` the number of its events.
///
/// ```
/// # mod quixotry { pub use {quixotry_presets as presets, rules, quixotry_wire as wire}; }
/// use quixotry::presets::Library;
/// use quixotry::rules::{Game, Viewer};
/// use quixotry::wire::view_json;
///
/// let game = Game::new(Library::shipped().rules("standard")?);
/// let json = view_json(&game.view(Viewer::Spectator), Some("g1"), 0);
/// assert!(serde_json::to_string(&json)?.starts_with("{\"id\":\"g1\""));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn view_json(view: &View, id: Option<&str>, seq: u64) -> ViewJson {
    ViewJson { id: id.map(str::to_owned), game: game_state_json(view, seq), seats: seats_json(view) }
}

/// The seats of a game as its viewer may see them.
pub fn seats_json(view: &View) -> Vec<SeatJson> {
    view.seats.iter().map(|seat| seat_json(seat, view)).collect()
}

/// The game after this many events, as its viewer may see it, without its id and seats.
pub fn game_state_json(view: &View, seq: u64) -> GameStateJson {
    let set = &view.rules.tiles;
    let (stage, turn, since) = stage(view);
    GameStateJson {
        seq,
        rules: view.rules.name.clone(),
        viewer: view.viewer.seat().map(|seat| seat.0),
        stage,
        turn,
        since,
        waiting: waiting(&view.phase),
        over: over(&view.phase),
        board: view.grid.iter().map(|(at, placed)| BoardTileJson::new(at, placed, set)).collect(),
        bag: view.bag,
        unseen: counts(&view.unseen, set),
        tally: tally(view.tally),
        turns: view.turns,
        challengeable: view.challengeable.as_ref().map(|play| open_play(play, set)),
    }
}

fn stage(view: &View) -> (StageName, Option<u8>, Option<i64>) {
    match view.phase {
        Phase::Waiting => (StageName::Waiting, None, None),
        Phase::Playing => (StageName::Playing, view.turn.map(|turn| turn.0), Some(view.turn_began.0)),
        Phase::Answering(_) => (StageName::Answering, None, None),
        Phase::Over { .. } => (StageName::Over, None, None),
    }
}

fn waiting(phase: &Phase) -> Vec<u8> {
    match phase {
        Phase::Answering(waiting) => waiting.iter().map(|seat| seat.0).collect(),
        Phase::Waiting | Phase::Playing | Phase::Over { .. } => Vec::new(),
    }
}

fn over(phase: &Phase) -> Option<GameOverJson> {
    match phase {
        Phase::Over { cause, winners } => {
            let (cause, by) = cause_name(*cause);
            Some(GameOverJson { cause, by, winners: seats(winners) })
        }
        Phase::Waiting | Phase::Playing | Phase::Answering(_) => None,
    }
}

/// Every field of the view is named here and in [`tally`], so that a new one cannot be forgotten.
fn seat_json(seat: &SeatView, view: &View) -> SeatJson {
    let &SeatView { ref rack, score, active, computer, exchanges, time_left } = seat;
    let tiles = rack.len();
    let (rack, letters) = match rack {
        RackView::Known(tiles) => (Some(tile_ids(tiles)), Some(view.rules.tiles.print_tiles(tiles))),
        RackView::Partial(_) | RackView::Hidden(_) => (None, None),
    };
    let clocked = matches!(view.rules.clock, Clock::Game(_));
    let time_left = clocked.then_some(time_left.0);
    SeatJson { score, tiles, rack, letters, active, computer, exchanges, time_left }
}

fn tile_ids(tiles: &Tiles) -> Vec<u8> {
    ids(&tiles.iter().collect::<Vec<TileId>>())
}

fn counts(tiles: &Tiles, set: &TileSet) -> Vec<CountJson> {
    let count = |(id, count): (TileId, u16)| CountJson { tile: id.0, label: set.label(id).to_owned(), count };
    tiles.kinds().map(count).collect()
}

fn tally(tally: Tally) -> TallyJson {
    let Tally { passes, scoreless, rounds, passed: _ } = tally;
    TallyJson { passes, scoreless, rounds }
}

fn open_play(play: &LastPlayView, set: &TileSet) -> OpenPlayJson {
    OpenPlayJson {
        seat: play.seat.0,
        tiles: board_tiles_json(&play.tiles, set),
        words: play.words.iter().map(|word| WordJson::new(word, set)).collect(),
        score: play.score,
    }
}
