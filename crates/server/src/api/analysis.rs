//! `GET /api/games/{id}/analysis`: a turn of a finished game beside the best plays, exchanges and a pass.

use super::hints::{SEARCH_TIME, play_text, points};
use super::{Caller, GamePath, QueryParams, Requester};
use axum::Json;
use axum::extract::State;
use http_api::ApiError;
use movegen::Equity;
use players::{EvaluationContext, LeaveValues, RankedAction, SearchLimit, StaticEvaluator, TurnAction};
use rules::{EventKind, Game, PlacedTile, Placement, Points, Ruleset, Seat, Viewer};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use store::TableStatus;
use tables::{App, GameHistory, WorkKind};
use tiles::{TileId, Tiles};
use utoipa::openapi::schema::{Object, ObjectBuilder, Type};
use wire::{BoardTileJson, EVENT_NAMES, board_tiles_json};

/// How many turns an analysis shows.
const SHOWN: usize = 10;

/// How many of them are exchanges at most: many exchanges are nearly the same.
const EXCHANGES_SHOWN: usize = 3;

/// How many plays, and how many exchanges, are ranked.
const RANKED: usize = 500;

/// A turn of a finished game.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct TurnAnalysis {
    turn: usize,
    seat: Seat,
    /// The rack before the turn.
    rack: String,
    /// The best turns: plays, exchanges, or a pass.
    plays: Vec<ComparedTurn>,
    played: TurnComparison,
}

/// Something to do with a turn, and what it is worth.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct ComparedTurn {
    /// `played`, `exchanged` or `passed`; what a player did may also be another event.
    #[schema(schema_with = event_names)]
    event: &'static str,
    /// The play in notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    play: Option<String>,
    /// The tiles that are exchanged.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    exchange: Option<String>,
    #[schema(value_type = i32)]
    score: Points,
    /// The score plus the value of the tiles that stay on the rack, in points; left out for what nobody chooses.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    equity: Option<f64>,
    tiles: Vec<BoardTileJson>,
}

/// What the player did, compared with the best turn.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct TurnComparison {
    #[serde(flatten)]
    done: ComparedTurn,
    /// The rank among all turns, from 1; null if it was not legal, was not chosen, or is far down.
    #[schema(required = true)]
    rank: Option<usize>,
    /// How much better the best turn was, in points.
    #[schema(required = true)]
    lost: Option<f64>,
}

fn event_names() -> Object {
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(EVENT_NAMES)).build()
}

/// Which turn.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct TurnQuery {
    turn: usize,
}

/// Compares a turn of a finished game with the best ones.
#[utoipa::path(get, path = "/games/{id}/analysis", tag = "records", params(("id" = String, Path, description = "the game"), TurnQuery), responses((status = 200, description = "a turn and the best plays, exchanges or a pass", body = TurnAnalysis)))]
pub(crate) async fn analysis(
    State(app): State<App>,
    GamePath(id): GamePath,
    Caller(credentials): Caller,
    Requester(owner): Requester,
    QueryParams(query): QueryParams<TurnQuery>,
) -> Result<Json<TurnAnalysis>, ApiError> {
    let history = app.history(&id, &credentials).await?;
    if history.snapshot.status != TableStatus::Over {
        return Err(ApiError::conflict("not-over", "turns are analysed once the game is over"));
    }
    app.work(WorkKind::Answering, owner, move || analyse_turn(&history, query.turn)).await.map(Json)
}

fn analyse_turn(history: &GameHistory, turn: usize) -> Result<TurnAnalysis, ApiError> {
    let (before, event) = history.before_turn(turn)?;
    let seat = event.kind.turn().unwrap_or(Seat(0));
    let resources = &history.snapshot.resources;
    let leaves = LeaveValues::of(&resources.rules, resources.words()?);
    let evaluator = StaticEvaluator::new(resources.generator()?, leaves);
    let mut position = TurnPosition::new(&before, seat, evaluator);
    let ranked = position.rank();
    let mut exchanges = 0;
    let shown = ranked.iter().filter(|turn| {
        exchanges += usize::from(matches!(turn.action, TurnAction::Exchange(_)));
        exchanges <= EXCHANGES_SHOWN || !matches!(turn.action, TurnAction::Exchange(_))
    });
    let plays = shown.take(SHOWN).map(|turn| position.assess(turn)).collect();
    let rack = resources.rules.tiles.print_tiles(&position.rack);
    Ok(TurnAnalysis { turn, seat, rack, plays, played: position.compare(&event.kind, &ranked) })
}

/// What a player had to choose from.
struct TurnPosition<'a> {
    game: &'a Game,
    rack: Tiles,
    context: EvaluationContext,
    evaluator: StaticEvaluator,
}

impl<'a> TurnPosition<'a> {
    fn new(game: &'a Game, seat: Seat, mut evaluator: StaticEvaluator) -> TurnPosition<'a> {
        let rack = game.seat(seat).map(|state| state.rack.clone()).unwrap_or_default();
        let context = EvaluationContext::of(&game.view(Viewer::Seat(seat)));
        evaluator.set_limit(&SearchLimit::for_duration(SEARCH_TIME).start());
        TurnPosition { game, rack, context, evaluator }
    }

    fn rules(&self) -> &Ruleset {
        self.game.rules()
    }

    /// Plays, exchanges and a pass, the best first.
    fn rank(&mut self) -> Vec<RankedAction> {
        let mut ranked = self.evaluator.plays(self.game.grid(), &self.rack, self.context, RANKED, &|| false);
        ranked.extend(self.evaluator.exchanges(&self.rack, self.context, RANKED));
        ranked.push(RankedAction {
            action: TurnAction::Pass,
            equity: self.value_after(&[]).unwrap_or_default(),
        });
        ranked.sort_by_key(|turn| Reverse(turn.equity));
        ranked
    }

    /// The value of the rack without these tiles; `None` if it does not have them.
    fn value_after(&self, given: &[TileId]) -> Option<Equity> {
        let mut kept = self.rack.clone();
        kept.take_all(&given.iter().copied().collect()).ok()?;
        Some(self.evaluator.leave_value(&kept, self.context))
    }

    fn assess(&self, turn: &RankedAction) -> ComparedTurn {
        let equity = Some(points(turn.equity));
        match &turn.action {
            TurnAction::Play(play) => self.assess_play(&play.placement().tiles, play.score(), equity),
            TurnAction::Exchange(tiles) => self.assess_exchange("exchanged", tiles, equity),
            TurnAction::Pass => assess_nothing("passed", equity),
        }
    }

    fn assess_play(&self, tiles: &[PlacedTile], score: Points, equity: Option<f64>) -> ComparedTurn {
        let placement = Placement::new(tiles.iter().copied());
        ComparedTurn {
            event: "played",
            play: Some(play_text(&placement, self.rules(), self.game.grid())),
            exchange: None,
            score,
            equity,
            tiles: board_tiles_json(&placement.tiles, &self.rules().tiles),
        }
    }

    fn assess_exchange(&self, event: &'static str, tiles: &[TileId], equity: Option<f64>) -> ComparedTurn {
        let exchange = Some(self.rules().tiles.print_tiles(&tiles.iter().copied().collect()));
        ComparedTurn { exchange, ..assess_nothing(event, equity) }
    }

    /// What the player did, beside the ranked turns.
    fn compare(&self, what: &EventKind, ranked: &[RankedAction]) -> TurnComparison {
        let found = ranked.iter().find(|turn| is_same_turn(&turn.action, what));
        let equity = found.map(|found| found.equity).or_else(|| self.value_of(what));
        let best = ranked.first().map(|best| points(best.equity));
        let better = |of: &RankedAction| ranked.iter().filter(|other| other.equity > of.equity).count();
        let equity = equity.map(points);
        TurnComparison {
            done: self.describe(what, equity),
            rank: found.map(|found| better(found) + 1),
            // A play that was not legal may score more than the best legal one.
            lost: best.zip(equity).map(|(best, equity)| (best - equity).max(0.0)),
        }
    }

    /// The equity of a turn that is not among the ranked ones; `None` for what nobody chooses.
    fn value_of(&self, what: &EventKind) -> Option<Equity> {
        match what {
            EventKind::Played { tiles, score, .. } => {
                let laid: Vec<TileId> = tiles.iter().map(|laid| laid.tile).collect();
                self.value_after(&laid).map(|leave| leave + Equity::points(*score))
            }
            EventKind::Exchanged { returned, .. } => self.value_after(returned),
            EventKind::Passed { .. } | EventKind::PlayFailed { .. } | EventKind::ExchangeFailed { .. } => {
                self.value_after(&[])
            }
            EventKind::Started { .. }
            | EventKind::Dealt { .. }
            | EventKind::Challenged { .. }
            | EventKind::Accepted { .. }
            | EventKind::TurnSkipped { .. }
            | EventKind::TimedOut { .. }
            | EventKind::Left { .. }
            | EventKind::Ended { .. } => None,
        }
    }

    fn describe(&self, what: &EventKind, equity: Option<f64>) -> ComparedTurn {
        match what {
            EventKind::Played { tiles, score, .. } => self.assess_play(tiles, *score, equity),
            EventKind::Exchanged { returned, .. } | EventKind::ExchangeFailed { returned, .. } => {
                self.assess_exchange(wire::event_name(what), returned, equity)
            }
            EventKind::Passed { .. }
            | EventKind::PlayFailed { .. }
            | EventKind::Started { .. }
            | EventKind::Dealt { .. }
            | EventKind::Challenged { .. }
            | EventKind::Accepted { .. }
            | EventKind::TurnSkipped { .. }
            | EventKind::TimedOut { .. }
            | EventKind::Left { .. }
            | EventKind::Ended { .. } => assess_nothing(wire::event_name(what), equity),
        }
    }
}

fn assess_nothing(event: &'static str, equity: Option<f64>) -> ComparedTurn {
    ComparedTurn { event, play: None, exchange: None, score: 0, equity, tiles: Vec::new() }
}

/// Whether a turn is what the player did.
fn is_same_turn(action: &TurnAction, what: &EventKind) -> bool {
    match (action, what) {
        (TurnAction::Play(play), EventKind::Played { tiles, .. }) => {
            sorted_tiles(&play.placement().tiles) == sorted_tiles(tiles)
        }
        (TurnAction::Exchange(tiles), EventKind::Exchanged { returned, .. }) => {
            tiles.iter().copied().collect::<Tiles>() == returned.iter().copied().collect()
        }
        (TurnAction::Pass, EventKind::Passed { .. }) => true,
        (TurnAction::Play(_) | TurnAction::Exchange(_) | TurnAction::Pass, _) => false,
    }
}

fn sorted_tiles(tiles: &[PlacedTile]) -> Vec<(rules::Coord, u8, u8)> {
    let mut tiles: Vec<_> =
        tiles.iter().map(|laid| (laid.at, laid.tile.0, laid.face.letter.place())).collect();
    tiles.sort_unstable();
    tiles
}
