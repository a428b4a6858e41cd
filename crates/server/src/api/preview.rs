//! `POST /api/games/{id}/preview`: what a play would count. Nothing is stored.

use super::{GamePath, JsonBody};
use crate::api_error::ApiError;
use crate::app::App;
use crate::owner::{Credentials, Request, TableSnapshot, read_play};
use axum::Json;
use axum::extract::State;
use notation::plays::{PlayContext, PlaythroughStyle, print_placement};
use rules::{Placement, Play, ScoredWord, TileOwner, judge};
use serde::{Deserialize, Serialize};
use wire::{AxisName, PlayDraft, ReasonJson, TileDraft, WordJson, refusal_json, score_json};

/// A play to be tried.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PreviewRequest {
    play: Option<String>,
    tiles: Option<Vec<TileDraft>>,
    axis: Option<AxisName>,
}

/// What a play would count, or why it is not legal.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct PlayPreview {
    legal: bool,
    /// The play as players write it.
    play: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bonus: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<Vec<PreviewWord>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<Vec<ReasonJson>>,
}

/// A word of a play that was tried.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct PreviewWord {
    #[serde(flatten)]
    word: WordJson,
    /// Whether it is in the lexicon; said only where bad words are refused at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    good: Option<bool>,
}

/// Tries a play without making it.
#[utoipa::path(post, path = "/games/{id}/preview", tag = "turns", params(("id" = String, Path, description = "the game")), request_body = PreviewRequest, responses((status = 200, description = "what the play would count, or why it is not legal", body = PlayPreview)))]
pub(crate) async fn preview(
    State(app): State<App>,
    GamePath(id): GamePath,
    credentials: Credentials,
    JsonBody(draft): JsonBody<PreviewRequest>,
) -> Result<Json<PlayPreview>, ApiError> {
    let snapshot = app.registry.ask(&id, &credentials, Request::TableSnapshot).await?;
    let placement = placement(&snapshot, &draft)?;
    tried(&snapshot, &placement).map(Json)
}

fn placement(snapshot: &TableSnapshot, draft: &PreviewRequest) -> Result<Placement, ApiError> {
    match (&draft.play, &draft.tiles) {
        (Some(text), None) => read_play(text, scene(snapshot)),
        (None, Some(tiles)) => {
            let draft = PlayDraft { tiles: tiles.clone(), axis: draft.axis };
            draft
                .check(&snapshot.resources.rules.tiles)
                .map_err(|faults| ApiError::invalid("", faults.to_string()))
        }
        _ => Err(ApiError::invalid("play", "say either \"play\", such as \"8H WORD\", or \"tiles\"")),
    }
}

fn scene(snapshot: &TableSnapshot) -> PlayContext<'_> {
    PlayContext {
        rules: &snapshot.resources.rules,
        grid: &snapshot.view.grid,
        rack: snapshot.view.own_rack(),
    }
}

fn tried(snapshot: &TableSnapshot, placement: &Placement) -> Result<PlayPreview, ApiError> {
    let (rules, grid) = (&snapshot.resources.rules, &snapshot.view.grid);
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
    let told = scored.as_ref().map(|play| score_json(play, &rules.tiles));
    let words =
        scored.as_ref().zip(told.as_ref()).map(|(play, told)| tried_words(snapshot, play, &told.words));
    Ok(PlayPreview {
        legal: refusal.is_none(),
        play: text,
        score: scored.as_ref().map(|play| play.score()),
        bonus: scored.as_ref().map(|play| play.bonus()),
        words,
        refused: refusal.map(|refusal| refusal_json(&refusal, &rules.board).refused),
    })
}

fn tried_words(snapshot: &TableSnapshot, play: &Play, told: &[WordJson]) -> Vec<PreviewWord> {
    let pairs = play.words().iter().zip(told);
    pairs.map(|(word, told)| PreviewWord { word: told.clone(), good: good(snapshot, word) }).collect()
}

fn good(snapshot: &TableSnapshot, word: &ScoredWord) -> Option<bool> {
    let words = snapshot.resources.words().ok().filter(|_| snapshot.resources.rules.checks_words())?;
    Some(word.is_good(&snapshot.resources.rules, words))
}
