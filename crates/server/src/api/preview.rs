//! `POST /api/games/{id}/preview`: what a play would count. Nothing is stored.

use super::{Body, GamePath};
use crate::app::App;
use crate::owner::{Caller, Look, Request, read_play};
use crate::problem::Problem;
use axum::Json;
use axum::extract::State;
use notation::plays::{Scene, Through, print_placement};
use rules::{Owner, Placement, Play, ScoredWord, judge};
use serde::{Deserialize, Serialize};
use wire::{AxisName, PlayDraft, ReasonJson, TileDraft, WordJson, refusal_json, score_json};

/// A play to be tried.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Draft {
    play: Option<String>,
    tiles: Option<Vec<TileDraft>>,
    axis: Option<AxisName>,
}

/// What a play would count, or why it is not legal.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct Tried {
    legal: bool,
    /// The play as players write it.
    play: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bonus: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<Vec<TriedWord>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<Vec<ReasonJson>>,
}

/// A word of a play that was tried.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct TriedWord {
    #[serde(flatten)]
    word: WordJson,
    /// Whether it is in the lexicon; said only where bad words are refused at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    good: Option<bool>,
}

/// Tries a play without making it.
#[utoipa::path(post, path = "/games/{id}/preview", tag = "turns", params(("id" = String, Path, description = "the game")), request_body = Draft, responses((status = 200, description = "what the play would count, or why it is not legal", body = Tried)))]
pub(crate) async fn preview(
    State(app): State<App>,
    GamePath(id): GamePath,
    caller: Caller,
    Body(draft): Body<Draft>,
) -> Result<Json<Tried>, Problem> {
    let look = app.hall.ask(&id, &caller, Request::Look).await?;
    let placement = placement(&look, &draft)?;
    tried(&look, &placement).map(Json)
}

fn placement(look: &Look, draft: &Draft) -> Result<Placement, Problem> {
    match (&draft.play, &draft.tiles) {
        (Some(text), None) => read_play(text, scene(look)),
        (None, Some(tiles)) => {
            let draft = PlayDraft { tiles: tiles.clone(), axis: draft.axis };
            draft.check(&look.kit.rules.tiles).map_err(|faults| Problem::invalid("", faults.to_string()))
        }
        _ => Err(Problem::invalid("play", "say either \"play\", such as \"8H WORD\", or \"tiles\"")),
    }
}

fn scene(look: &Look) -> Scene<'_> {
    Scene { rules: &look.kit.rules, grid: &look.view.grid, rack: look.view.own_rack() }
}

fn tried(look: &Look, placement: &Placement) -> Result<Tried, Problem> {
    let (rules, grid) = (&look.kit.rules, &look.view.grid);
    let owner = Owner { seat: look.view.viewer.seat(), rack: look.view.own_rack() };
    let text = print_placement(placement, scene(look), Through::Letters);
    let (scored, refusal) = match judge(rules, grid, owner, placement, None) {
        Ok(play) => (Some(play), None),
        Err(refusal) => (None, Some(refusal)),
    };
    let words = rules.checks_words().then(|| look.kit.words()).transpose()?;
    let refusal = match (&scored, words) {
        (Some(_), Some(words)) => judge(rules, grid, owner, placement, Some(words)).err(),
        _ => refusal,
    };
    let told = scored.as_ref().map(|play| score_json(play, &rules.tiles));
    let words = scored.as_ref().zip(told.as_ref()).map(|(play, told)| tried_words(look, play, &told.words));
    Ok(Tried {
        legal: refusal.is_none(),
        play: text,
        score: scored.as_ref().map(|play| play.score),
        bonus: scored.as_ref().map(|play| play.bonus),
        words,
        refused: refusal.map(|refusal| refusal_json(&refusal, &rules.board).refused),
    })
}

fn tried_words(look: &Look, play: &Play, told: &[WordJson]) -> Vec<TriedWord> {
    let pairs = play.words.iter().zip(told);
    pairs.map(|(word, told)| TriedWord { word: told.clone(), good: good(look, word) }).collect()
}

fn good(look: &Look, word: &ScoredWord) -> Option<bool> {
    let words = look.kit.words().ok().filter(|_| look.kit.rules.checks_words())?;
    Some(word.is_good(&look.kit.rules, words))
}
