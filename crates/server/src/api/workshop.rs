//! `GET /api/workshop` and `POST /api/workshop/check`: what a page needs to make a game of one's own.

use super::setup::SquaresQuery;
use super::{JsonBody, Requester};
use axum::Json;
use axum::extract::State;
use http_api::ApiError;
use presets::{BoardSeed, DataFileError, DataFileErrors, DataKind, RULE_KEYS, RuleKey, Source};
use rules::{
    ChallengeRule, Coord, GoodWord, Grid, PlacedTile, Placement, Points, Ruleset, RulesetDraft, RulesetIssue,
    TileOwner, judge,
};
use serde::{Deserialize, Serialize};
use tables::{App, TableSettings, WorkKind};
use tiles::Letter;
use wire::{LexiconJson, ReasonJson, SetupJson, SquaresJson, refusal_json, squares_json};

/// The longest sample word, in bytes.
const MAX_SAMPLE: usize = 200;

/// What the workshop offers.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct WorkshopInfo {
    /// Whether this server takes rules that clients send.
    own_rules: bool,
    /// The most bytes of a rules file.
    rules_bytes: usize,
    /// Every key of a rules file, in the order of its documentation.
    keys: Vec<RuleKeyEntry>,
    tiles: Vec<TileSetListing>,
}

/// A key of a rules file.
#[derive(Serialize, utoipa::ToSchema)]
struct RuleKeyEntry {
    /// The key with its table, such as `limits.passes`.
    key: &'static str,
    summary: &'static str,
    /// The kind of its values: `text`, `flag`, `number`, `number-or`, `numbers`, `time`, `choice`, `other` or `table`.
    kind: &'static str,
    /// The value it has when it is left out.
    default: String,
    /// The lowest number.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    low: Option<i64>,
    /// The highest number.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    high: Option<i64>,
    /// The word that may stand for a number or a table.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    word: Option<&'static str>,
    /// The names that it may have.
    choices: Vec<RuleChoiceEntry>,
}

/// A name that a key of a rules file may have.
#[derive(Serialize, utoipa::ToSchema)]
struct RuleChoiceEntry {
    name: &'static str,
    /// Empty if the name says it all.
    meaning: &'static str,
}

/// A tile set.
#[derive(Serialize, utoipa::ToSchema)]
struct TileSetListing {
    name: String,
    title: String,
    language: String,
    /// The number of all tiles.
    count: usize,
}

/// A draft of a game.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields, expecting = "a draft, such as {\"source\": \"<rules file>\"}")]
pub(crate) struct GameDraft {
    /// The rules file. It may have the board, the tiles and the words in it.
    source: String,
    /// A board file that takes the place of the board of the rules.
    board: Option<BoardFile>,
    /// A word to score as the first play.
    word: Option<String>,
    /// The part of the board to show. The default is the whole board, or its middle if it is unbounded.
    window: Option<SquaresQuery>,
}

/// A board file: TOML, or a board file of SkraBBKle if its name ends with `.txt`.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields, expecting = "a board file: {\"file\": \"mine.txt\", \"text\": \"<text>\"}")]
pub(crate) struct BoardFile {
    file: String,
    text: String,
}

/// What is wrong with a draft, or the game that it is.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct DraftReport {
    /// Everything that is wrong. The draft can be played if there is nothing.
    faults: Vec<DraftFault>,
    /// How many faults are not listed because there are too many.
    more_faults: usize,
    /// The game, if rules, board and tiles are right.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    game: Option<Box<DraftGame>>,
}

/// A fault of a draft: where it is, what is wrong, what to do.
#[derive(Serialize, utoipa::ToSchema)]
struct DraftFault {
    /// `rules` for the rules file, the name of the board file, or a file of the server.
    file: String,
    /// The line, from 1; 0 if the fault has no place.
    line: u32,
    /// The column, from 1; 0 if the fault has no place.
    column: u32,
    /// How many characters are wrong.
    length: usize,
    /// The key that is wrong, such as `limits.passes`; empty if there is none.
    key: String,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    help: Option<String>,
}

/// The game of a draft.
#[derive(Serialize, utoipa::ToSchema)]
struct DraftGame {
    /// Rules, board and tiles. `rules.source` is the whole game as one file.
    setup: SetupJson,
    /// All parameters with their values, as a rules file writes them.
    parameters: Vec<ParameterEntry>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    sample: Option<SampleScore>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    squares: Option<SquaresJson>,
}

/// A parameter of the rules.
#[derive(Serialize, utoipa::ToSchema)]
struct ParameterEntry {
    key: &'static str,
    value: String,
}

/// What a word scores as the first play, from the start to the right.
#[derive(Serialize, utoipa::ToSchema)]
struct SampleScore {
    word: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<i32>, nullable = false)]
    score: Option<Points>,
    /// Whether it is in the lexicon, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    good: Option<bool>,
    /// Why it cannot be played.
    refused: Vec<ReasonJson>,
    /// Why it cannot be written with the tiles.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    message: Option<String>,
}

/// Shows what the workshop offers.
#[utoipa::path(get, path = "/workshop", tag = "workshop", responses((status = 200, description = "the keys of a rules file, the tile sets and the limits", body = WorkshopInfo)))]
pub(crate) async fn workshop(
    State(app): State<App>,
    Requester(owner): Requester,
) -> Result<Json<WorkshopInfo>, ApiError> {
    let answer = {
        let app = app.clone();
        move || Ok(describe_workshop(&app))
    };
    app.work(WorkKind::Answering, owner, answer).await.map(Json)
}

fn describe_workshop(app: &App) -> WorkshopInfo {
    let library = app.resources().library();
    let tile_set = |name: String| {
        let preset = library.tiles(&name).ok()?;
        let count = preset.set.all().len();
        Some(TileSetListing { name, title: preset.title, language: preset.language, count })
    };
    let sets = library.catalogue(DataKind::Tiles).into_iter();
    WorkshopInfo {
        own_rules: app.settings().allow_own_rules,
        rules_bytes: app.settings().rules_bytes,
        keys: RULE_KEYS.iter().map(key_entry).collect(),
        tiles: sets.filter_map(|listing| tile_set(listing.name)).collect(),
    }
}

fn key_entry(key: &RuleKey) -> RuleKeyEntry {
    let bounds = key.kind.bounds();
    let entry = |&(name, meaning): &(&'static str, &'static str)| RuleChoiceEntry { name, meaning };
    let mut choices: Vec<RuleChoiceEntry> = key.kind.choices().iter().map(entry).collect();
    if key.key == "challenge" {
        let named = ChallengeRule::NAMED.iter();
        choices.extend(named.map(|named| RuleChoiceEntry { name: named.name, meaning: named.effect }));
    }
    RuleKeyEntry {
        key: key.key,
        summary: key.summary,
        kind: key.kind.name(),
        default: key.default.trim_matches('`').to_owned(),
        low: bounds.as_ref().map(|bounds| *bounds.start()),
        high: bounds.map(|bounds| *bounds.end()),
        word: key.kind.word(),
        choices,
    }
}

/// Says everything that is wrong with a draft of a game, or describes the game.
#[utoipa::path(post, path = "/workshop/check", tag = "workshop", request_body = GameDraft, responses((status = 200, description = "what is wrong, or the game", body = DraftReport)))]
pub(crate) async fn check_draft(
    State(app): State<App>,
    Requester(owner): Requester,
    JsonBody(draft): JsonBody<GameDraft>,
) -> Result<Json<DraftReport>, ApiError> {
    check_size(app.settings(), "source", &draft.source)?;
    if let Some(board) = &draft.board {
        check_size(app.settings(), "board.text", &board.text)?;
        check_size(app.settings(), "board.file", &board.file)?;
    }
    let window = draft.window.map(|window| window.check()).transpose()?;
    // The steps of programs are limited, so this ends soon also with the worst draft.
    let check = {
        let app = app.clone();
        move || Ok(report(&app, &draft, window))
    };
    app.work(WorkKind::Answering, owner, check).await.map(Json)
}

/// Refuses own rules where they are not allowed, and texts that are too long.
pub(crate) fn check_size(settings: &TableSettings, field: &str, text: &str) -> Result<(), ApiError> {
    if !settings.allow_own_rules {
        let message = "this server takes only rules it knows by name";
        return Err(ApiError::unprocessable("own-rules-forbidden", message));
    }
    let most = settings.rules_bytes;
    if text.len() > most {
        let message = format!("at most {most} bytes are allowed; these are {}", text.len());
        return Err(ApiError::malformed(field, message));
    }
    Ok(())
}

fn report(app: &App, draft: &GameDraft, window: Option<rules::Rect>) -> DraftReport {
    let rules = match load(app, draft) {
        Ok(rules) => rules,
        Err(report) => return report,
    };
    let words = app.resources().words(&rules.lexicon, &rules);
    let lexicon = match &words {
        Ok(words) => LexiconJson {
            name: rules.lexicon.clone(),
            hash: words.content_hash().to_string(),
            words: Some(words.len().into()),
        },
        Err(_) => LexiconJson { name: rules.lexicon.clone(), hash: String::new(), words: None },
    };
    let needs_words = rules.words.good != GoodWord::Any;
    let missing = words.as_ref().err().filter(|_| needs_words);
    let known = words.as_ref().ok().filter(|_| needs_words);
    DraftReport {
        faults: missing
            .map(|error| DraftFault::without_place("rules", "lexicon", &error.message()))
            .into_iter()
            .collect(),
        more_faults: 0,
        game: Some(Box::new(DraftGame {
            setup: wire::setup_json(&rules, &presets::to_toml(&rules), lexicon),
            parameters: presets::parameters(&rules)
                .into_iter()
                .map(|parameter| ParameterEntry { key: parameter.key, value: parameter.value })
                .collect(),
            sample: draft.word.as_deref().map(|word| score_sample(&rules, word, known)),
            squares: window.map(|window| squares_json(&rules.board, window)),
        })),
    }
}

/// The rules of a draft, with the board of its board file.
fn load(app: &App, draft: &GameDraft) -> Result<Ruleset, DraftReport> {
    let library = app.resources().library().clone().with_seed(BoardSeed(0));
    let rules = library.rules_from(&Source::from_text("rules", &draft.source));
    let rules = rules.map_err(|errors| DraftReport::of(&errors))?;
    let Some(file) = &draft.board else { return Ok(rules) };
    let board = library.board_from(&Source::from_text(&file.file, &file.text));
    let board = board.map_err(|errors| DraftReport::of(&errors))?;
    Ruleset::try_from(RulesetDraft { board, ..rules.draft() }).map_err(|errors| {
        let fault = |error: &RulesetIssue| DraftFault::without_place(&file.file, error.key, &error.message);
        DraftReport { faults: errors.0.iter().map(fault).collect(), more_faults: 0, game: None }
    })
}

impl DraftReport {
    fn of(errors: &DataFileErrors) -> DraftReport {
        DraftReport {
            faults: errors.iter().map(DraftFault::of).collect(),
            more_faults: errors.omitted_count(),
            game: None,
        }
    }
}

impl DraftFault {
    fn of(error: &DataFileError) -> DraftFault {
        let position = error.position();
        DraftFault {
            file: error.file().unwrap_or("rules").to_owned(),
            line: position.map_or(0, |position| position.line),
            column: position.map_or(0, |position| position.column),
            length: error.length(),
            key: error.key().to_owned(),
            message: error.message().to_owned(),
            help: error.help().map(str::to_owned),
        }
    }

    fn without_place(file: &str, key: &str, message: &str) -> DraftFault {
        DraftFault {
            file: file.to_owned(),
            line: 0,
            column: 0,
            length: 0,
            key: key.to_owned(),
            message: message.to_owned(),
            help: None,
        }
    }
}

fn score_sample(rules: &Ruleset, word: &str, words: Option<&lexicon::WordGraph>) -> SampleScore {
    let shown: String = word.chars().take(MAX_SAMPLE).collect();
    let mut sample = SampleScore { word: shown, score: None, good: None, refused: Vec::new(), message: None };
    if word.len() > MAX_SAMPLE {
        sample.message = Some(format!("a sample has at most {MAX_SAMPLE} bytes"));
        return sample;
    }
    let letters = match rules.tiles.alphabet().parse_word(word.trim()) {
        Ok(letters) => letters,
        Err(error) => {
            sample.message = Some(error.to_string());
            return sample;
        }
    };
    sample.good = words.map(|words| lexicon::WordList::contains(words, &letters));
    let start = rules.board.start();
    let place = |(&letter, step): (&Letter, i32)| lay(rules, letter, Coord::new(start.x + step, start.y));
    let Some(tiles) = letters.iter().zip(0..).map(place).collect::<Option<Vec<_>>>() else {
        sample.message = Some("no tile has one of these letters".to_owned());
        return sample;
    };
    match judge(rules, &Grid::new(), TileOwner::ANYBODY, &Placement::new(tiles), None) {
        Ok(play) => sample.score = Some(play.score()),
        Err(refusal) => sample.refused = refusal_json(&refusal, &rules.board).refused,
    }
    sample
}

/// A letter on a square: as a plain tile, or else as a tile that can show it.
fn lay(rules: &Ruleset, letter: Letter, at: Coord) -> Option<PlacedTile> {
    let plain = rules.tiles.plain(letter);
    let able = || rules.tiles.kinds().find(|(_, kind)| kind.face_for(letter).is_some()).map(|(tile, _)| tile);
    let tile = plain.or_else(able)?;
    let face = rules.tiles.kind(tile)?.face_for(letter)?;
    Some(PlacedTile { at, tile, face })
}
