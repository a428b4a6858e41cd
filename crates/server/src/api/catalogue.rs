//! The lists of rules, boards, lexica and computer players.

use axum::Json;
use axum::extract::{Path, State};
use http_api::ApiError;
use notation::picture;
use presets::DataKind;
use rules::{Board, Coord, Extent, Rect, Ruleset, Square};
use serde::Serialize;
use tables::App;
use tables::BOT_PREFIX;
use wire::{BoardExtent, LexiconJson, SetupJson};

/// All sets of rules.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct RulesList {
    rules: Vec<RulesEntry>,
}

/// A set of rules.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct RulesEntry {
    name: String,
    title: String,
    about: String,
    seats: [u8; 2],
    board: String,
    /// A small picture of the board, a row of signs for each row of squares: `.` is plain, `'`, `"` and `^` multiply the
    /// letter by 2, 3 and 4, `-`, `=` and `~` the word; `*` is any other square, `#` none.
    picture: Vec<String>,
    tiles: String,
    lexicon: String,
    rack: u8,
    hints: bool,
    undo: bool,
    takeover: bool,
}

/// All boards.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct BoardList {
    boards: Vec<BoardEntry>,
}

/// A board.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct BoardEntry {
    name: String,
    title: String,
    kind: BoardExtent,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    width: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    height: Option<usize>,
}

/// All lexica.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct LexiconList {
    lexicons: Vec<LexiconListing>,
}

/// A lexicon.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct LexiconListing {
    name: String,
    words: u64,
    hash: String,
}

/// Whether a text is a word.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct WordLookup {
    word: String,
    good: bool,
}

/// All computer players.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct PlayerList {
    players: Vec<PlayerEntry>,
}

/// A computer player.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct PlayerEntry {
    /// The level in a seat of a new game.
    level: String,
    about: String,
    /// The rank among our own players, from 1 for the weakest.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    strength: Option<usize>,
    /// How many bots of this name wait for a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    free: Option<usize>,
}

/// Lists rules.
#[utoipa::path(get, path = "/rules", tag = "catalogue", responses((status = 200, description = "all rules", body = RulesList)))]
pub(crate) async fn rules(State(app): State<App>) -> Result<Json<RulesList>, ApiError> {
    let rules = blocking(move || {
        let library = app.resources().library();
        let named = library.catalogue(DataKind::Rules).into_iter();
        named
            .filter_map(|listing| library.rules(&listing.name).ok())
            .map(|rules| rules_entry(&rules))
            .collect()
    });
    Ok(Json(RulesList { rules: rules.await? }))
}

fn rules_entry(rules: &rules::Ruleset) -> RulesEntry {
    RulesEntry {
        name: rules.name.clone(),
        title: rules.title.clone(),
        about: rules.about.clone(),
        seats: [rules.seats.min, rules.seats.max],
        board: rules.board.title().to_owned(),
        picture: board_picture(&rules.board),
        tiles: rules.tiles.name().to_owned(),
        lexicon: rules.lexicon.clone(),
        rack: rules.rack_size,
        hints: rules.table.hints,
        undo: rules.table.undo,
        takeover: rules.table.takeover,
    }
}

/// How many squares around the start a small picture shows, where the board is larger.
const PICTURE_REACH: i32 = 12;

/// How many squares around the start it shows, where the board has no edges.
const PICTURE_REACH_UNBOUNDED: i32 = 7;

fn board_picture(board: &Board) -> Vec<String> {
    let start = board.start();
    let around = |reach| Rect { min: start, max: start }.expand(reach);
    let Rect { min, max } = match board.window() {
        Some(window) if window.width().max(window.height()) <= 2 * PICTURE_REACH as usize => window,
        Some(_) => around(PICTURE_REACH),
        None => around(PICTURE_REACH_UNBOUNDED),
    };
    let row = |y| (min.x..=max.x).map(|x| square_sign(board.square(Coord::new(x, y)))).collect();
    (min.y..=max.y).map(row).collect()
}

fn square_sign(square: Option<&Square>) -> char {
    let Some(square) = square else { return picture::HOLE };
    let factors = square.factors();
    let sign = picture::SIGNS.iter().find(|(_, of)| Some(*of) == factors);
    sign.map_or('*', |(sign, _)| *sign)
}

/// Shows one set of rules.
#[utoipa::path(get, path = "/rules/{name}", tag = "catalogue", params(("name" = String, Path, description = "the rules")), responses((status = 200, description = "rules, board and tiles", body = SetupJson)))]
pub(crate) async fn one_rules(
    State(app): State<App>,
    Path(name): Path<String>,
) -> Result<Json<SetupJson>, ApiError> {
    let setup = blocking(move || {
        let missing = || ApiError::not_found("no-such-rules", format!("there are no rules called {name:?}"));
        let rules = app.resources().library().rules(&name).map_err(|_| missing())?;
        let resources = app.resources().get(rules.clone(), &rules.lexicon);
        Ok(resources.map_or_else(|_| without_words(&rules), |resources| resources.setup()))
    });
    setup.await?.map(Json)
}

/// Rules whose lexicon is missing. They can be shown but not played.
fn without_words(rules: &Ruleset) -> SetupJson {
    let lexicon = LexiconJson { name: rules.lexicon.clone(), hash: String::new(), words: None };
    wire::setup_json(rules, &presets::to_toml(rules), lexicon)
}

/// Lists boards.
#[utoipa::path(get, path = "/boards", tag = "catalogue", responses((status = 200, description = "all boards", body = BoardList)))]
pub(crate) async fn boards(State(app): State<App>) -> Result<Json<BoardList>, ApiError> {
    let boards = blocking(move || {
        let library = app.resources().library();
        let listed = library.catalogue(DataKind::Boards).into_iter();
        listed
            .filter_map(|listing| {
                Some(board_entry(listing.name.clone(), &library.board(&listing.name).ok()?))
            })
            .collect()
    });
    Ok(Json(BoardList { boards: boards.await? }))
}

fn board_entry(name: String, board: &rules::Board) -> BoardEntry {
    let window = board.window();
    BoardEntry {
        name,
        title: board.title().to_owned(),
        kind: match board.extent() {
            Extent::Finite(_) => BoardExtent::Finite,
            Extent::Unbounded => BoardExtent::Unbounded,
        },
        width: window.map(rules::Rect::width),
        height: window.map(rules::Rect::height),
    }
}

/// Lists lexica.
#[utoipa::path(get, path = "/lexicons", tag = "catalogue", responses((status = 200, description = "all lexica", body = LexiconList)))]
pub(crate) async fn lexica(State(app): State<App>) -> Result<Json<LexiconList>, ApiError> {
    let lexicons = blocking(move || {
        let library = app.resources().library();
        let found = library.lexicons().into_iter();
        let entry = |entry: presets::LexiconEntry| {
            let summary = library.lexicon_summary(&entry).ok()?;
            Some(LexiconListing {
                name: entry.name,
                words: summary.words.into(),
                hash: summary.hash.to_string(),
            })
        };
        found.filter_map(entry).collect()
    });
    Ok(Json(LexiconList { lexicons: lexicons.await? }))
}

/// Looks up a word.
#[utoipa::path(get, path = "/lexicons/{name}/words/{word}", tag = "catalogue", params(("name" = String, Path, description = "the lexicon"), ("word" = String, Path, description = "what may be a word")), responses((status = 200, description = "whether it is one", body = WordLookup)))]
pub(crate) async fn word(
    State(app): State<App>,
    Path((lexicon, word)): Path<(String, String)>,
) -> Result<Json<WordLookup>, ApiError> {
    let good = blocking(move || {
        let missing =
            |_| ApiError::not_found("no-such-lexicon", format!("there is no lexicon called {lexicon:?}"));
        let words = app.resources().library().own_lexicon(&lexicon).map_err(missing)?;
        // A text with other letters than those of the lexicon is not a word.
        let letters = words.alphabet().parse_word(&word).ok();
        let good = letters.is_some_and(|letters| lexicon::WordList::contains(&words, &letters));
        Ok(WordLookup { word, good })
    });
    good.await?.map(Json)
}

/// Lists computer players, and the bots that are connected.
#[utoipa::path(get, path = "/players", tag = "catalogue", responses((status = 200, description = "bots that are connected, then our own players, the weakest first", body = PlayerList)))]
pub(crate) async fn players(State(app): State<App>) -> Json<PlayerList> {
    let own = |(level, strength): (&players::PlayerLevel, usize)| PlayerEntry {
        level: level.name.to_owned(),
        about: level.about.to_owned(),
        strength: Some(strength),
        free: None,
    };
    let bot = |(name, free): (String, usize)| PlayerEntry {
        level: format!("{BOT_PREFIX}{name}"),
        about: match free {
            0 => format!("the bot {name}, which is playing; the game begins when it is free"),
            _ => format!("the bot {name}, which is connected and waits for a game"),
        },
        strength: None,
        free: Some(free),
    };
    let bots = app.bots().into_iter().map(bot);
    Json(PlayerList { players: bots.chain(players::list().iter().zip(1..).map(own)).collect() })
}

/// Reads files on a thread that may block.
async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, ApiError> {
    tokio::task::spawn_blocking(work).await.map_err(|error| ApiError::Internal(error.to_string()))
}
