//! `POST /api/games/{id}/preview`: the score of a play. Nothing is stored.

use super::{Caller, GamePath, JsonBody, Requester};
use axum::Json;
use axum::extract::State;
use http_api::ApiError;
use notation::plays::{PlayContext, PlaythroughStyle, print_placement};
use rules::{Command, Placement, Play, Points, Refusal, Ruleset, ScoredWord, Texts, TileOwner, judge};
use serde::{Deserialize, Serialize};
use tables::{App, TableSnapshot, WorkKind, read_play};
use tiles::Tiles;
use wire::{AxisName, PlayDraft, ReasonJson, TileDraft, WordJson, refusal_json, score_json};

/// A play to preview.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields, expecting = "a play, such as {\"play\": \"8H WORD\"}")]
pub(crate) struct PreviewRequest {
    play: Option<String>,
    tiles: Option<Vec<TileDraft>>,
    #[serde(default, deserialize_with = "wire::deserialize_optional_name")]
    axis: Option<AxisName>,
}

/// The score of a play, or why it is not legal.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct PlayPreview {
    legal: bool,
    /// The play in notation.
    play: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<i32>, nullable = false)]
    score: Option<Points>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<i32>, nullable = false)]
    bonus: Option<Points>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    words: Option<Vec<PreviewWord>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    refused: Option<Vec<ReasonJson>>,
    /// Why it is not legal, if the rules have texts of their own.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    message: Option<String>,
}

/// A word of a previewed play.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct PreviewWord {
    #[serde(flatten)]
    word: WordJson,
    /// Whether it is in the lexicon, if the rules refuse invalid words at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    good: Option<bool>,
}

/// Scores a play without making it.
#[utoipa::path(post, path = "/games/{id}/preview", tag = "turns", params(("id" = String, Path, description = "the game")), request_body = PreviewRequest, responses((status = 200, description = "the score of the play, or why it is not legal", body = PlayPreview)))]
pub(crate) async fn preview(
    State(app): State<App>,
    GamePath(id): GamePath,
    Caller(credentials): Caller,
    Requester(owner): Requester,
    JsonBody(request): JsonBody<PreviewRequest>,
) -> Result<Json<PlayPreview>, ApiError> {
    let snapshot = app.snapshot(&id, &credentials).await?;
    let score = move || {
        let placement = request.placement(&snapshot)?;
        preview_play(&snapshot, &placement)
    };
    app.work(WorkKind::Answering, owner, score).await.map(Json)
}

impl PreviewRequest {
    fn placement(&self, snapshot: &TableSnapshot) -> Result<Placement, ApiError> {
        match (&self.play, &self.tiles) {
            (Some(text), None) => read_play(text, scene(snapshot)),
            (None, Some(tiles)) => {
                let rules = &snapshot.resources.rules;
                check_tile_count(rules, tiles.len())?;
                let draft = PlayDraft { tiles: tiles.clone(), axis: self.axis };
                draft
                    .check(&snapshot.resources.rules.tiles)
                    .map_err(|faults| ApiError::malformed("", faults.to_string()))
            }
            _ => Err(ApiError::malformed("play", "say either \"play\", such as \"8H WORD\", or \"tiles\"")),
        }
    }
}

/// Refuses more tiles than a rack holds, before anything else is done with them.
fn check_tile_count(rules: &Ruleset, tiles: usize) -> Result<(), ApiError> {
    let nothing = Command::Play(Placement::new([]));
    let refuse = |refusal| ApiError::refused(refusal, rules, &nothing, &Tiles::default());
    rules.check_tile_count(tiles).map_err(refuse)
}

fn scene(snapshot: &TableSnapshot) -> PlayContext<'_> {
    PlayContext {
        rules: &snapshot.resources.rules,
        grid: &snapshot.view.grid,
        rack: snapshot.view.own_rack(),
    }
}

fn preview_play(snapshot: &TableSnapshot, placement: &Placement) -> Result<PlayPreview, ApiError> {
    let (rules, grid) = (&snapshot.resources.rules, &snapshot.view.grid);
    check_tile_count(rules, placement.tiles.len())?;
    let owner = TileOwner { seat: snapshot.view.viewer.seat(), rack: snapshot.view.own_rack() };
    let text = print_placement(placement, scene(snapshot), PlaythroughStyle::Letters);
    let (scored, refusal) = match judge(rules, grid, owner, placement, None) {
        Ok(play) => (Some(play), None),
        Err(refusal) => (None, Some(refusal)),
    };
    let words = rules.checks_words().then(|| snapshot.resources.words()).transpose()?;
    let refusal = match (&scored, words) {
        (Some(_), Some(words)) => judge(rules, grid, owner, placement, Some(words)).err(),
        _ => refusal,
    };
    let score = scored.as_ref().map(|play| score_json(play, &rules.tiles));
    let words =
        scored.as_ref().zip(score.as_ref()).map(|(play, score)| preview_words(snapshot, play, &score.words));
    let explain = |refusal: &Refusal| {
        let rack = owner.rack.cloned().unwrap_or_default();
        rules.explain_refusal(refusal, &Command::Play(placement.clone()), &rack)
    };
    Ok(PlayPreview {
        legal: refusal.is_none(),
        message: refusal.as_ref().filter(|_| rules.texts != Texts::Standard).map(explain),
        play: text,
        score: scored.as_ref().map(Play::score),
        bonus: scored.as_ref().map(Play::bonus),
        words,
        refused: refusal.map(|refusal| refusal_json(&refusal, &rules.board).refused),
    })
}

fn preview_words(snapshot: &TableSnapshot, play: &Play, words: &[WordJson]) -> Vec<PreviewWord> {
    let pairs = play.words().iter().zip(words);
    pairs.map(|(word, json)| PreviewWord { word: json.clone(), good: is_good(snapshot, word) }).collect()
}

fn is_good(snapshot: &TableSnapshot, word: &ScoredWord) -> Option<bool> {
    let words = snapshot.resources.words().ok().filter(|_| snapshot.resources.rules.checks_words())?;
    Some(word.is_good(&snapshot.resources.rules, words))
}
