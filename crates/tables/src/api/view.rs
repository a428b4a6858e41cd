//! A game as a client may see it.

use super::{GameRef, TableVisibility};
use crate::log_entry::{LoggedEvent, TurnEntry};
use crate::owner::{CallerRole, TableSnapshot};
use crate::table::{Occupant, SeatOccupancy, TableStatus, UndoRequest, valid_events};
use rules::{Phase, Seat};
use serde::Serialize;
use store::{GameId, Timestamp};
use wire::{GameStateJson, SeatJson, game_state_json, seats_json};

/// A game as a client may see it.
#[derive(Serialize, utoipa::ToSchema)]
pub struct GameView {
    id: String,
    #[serde(flatten)]
    game: GameStateJson,
    name: String,
    state: TableStatus,
    visibility: TableVisibility,
    /// The time of the server, on the clock of `since`.
    now: i64,
    lexicon: String,
    /// Whether the client created the game without taking a seat.
    owner: bool,
    #[schema(required = true)]
    undo: Option<UndoRequest>,
    /// The next game of the same players.
    #[schema(required = true)]
    rematch: Option<GameRef>,
    /// Every turn that was not taken back.
    turns_list: Vec<TurnEntry>,
    /// How many spectators watch through this server.
    watchers: usize,
    /// The number of chat lines.
    lines: u64,
    /// Whether hints are allowed.
    hints: bool,
    /// What the client may do now.
    allow: Vec<AllowedAction>,
    seats: Vec<TableSeatJson>,
}

/// A seat and its occupant.
#[derive(Serialize, utoipa::ToSchema)]
pub struct TableSeatJson {
    #[serde(flatten)]
    seat: SeatJson,
    #[schema(required = true)]
    player: Option<String>,
    kind: SeatOccupancy,
    /// The level of a computer, or `bot:` and the name of a bot.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    level: Option<String>,
    online: bool,
}

/// Something that a client may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AllowedAction {
    /// Lay tiles.
    Play,
    /// Pass the turn.
    Pass,
    /// Exchange tiles.
    Exchange,
    /// Challenge the last play.
    Challenge,
    /// Accept the last play.
    Accept,
    /// Give up.
    Resign,
    /// Ask for a hint.
    Hint,
    /// Ask to take back the last turn.
    Undo,
    /// Agree to take a turn back.
    Agree,
    /// Decline to take a turn back.
    Decline,
    /// Ask for another game.
    Rematch,
    /// Take over the seat of a computer.
    Takeover,
    /// Take an open seat.
    Join,
}

impl GameView {
    pub(crate) fn new(id: &GameId, snapshot: TableSnapshot, log: &[LoggedEvent]) -> GameView {
        let (viewer, rules) = (snapshot.role.viewer(), &snapshot.resources.rules);
        let turns = valid_events(log).filter_map(|(logged, event)| logged.to_turn(event, viewer, rules));
        GameView {
            id: id.to_string(),
            game: game_state_json(&snapshot.view, snapshot.seq.0),
            state: snapshot.status,
            visibility: snapshot.visibility.into(),
            now: Timestamp::now().0,
            lexicon: snapshot.resources.lexicon.name.clone(),
            owner: snapshot.role == CallerRole::Maker,
            turns_list: turns.collect(),
            watchers: snapshot.spectators,
            lines: snapshot.line.0,
            hints: rules.table.hints,
            allow: snapshot.allowed_actions(),
            seats: table_seats(&snapshot),
            rematch: snapshot.rematch.map(|id| GameRef { id }),
            undo: snapshot.undo,
            name: snapshot.name,
        }
    }
}

/// The seats of the game with their occupants. Before the game begins, all seats are empty.
fn table_seats(snapshot: &TableSnapshot) -> Vec<TableSeatJson> {
    let mut seats = seats_json(&snapshot.view).into_iter();
    let seat = |(occupant, online): (&Occupant, &bool)| TableSeatJson {
        seat: SeatJson { computer: occupant.level().is_some(), ..seats.next().unwrap_or_else(empty_seat) },
        player: occupant.player().map(str::to_owned),
        kind: occupant.occupancy(),
        level: occupant.level().map(str::to_owned),
        online: *online,
    };
    snapshot.seats.iter().zip(&snapshot.online).map(seat).collect()
}

fn empty_seat() -> SeatJson {
    SeatJson {
        score: 0,
        tiles: 0,
        rack: None,
        letters: None,
        active: true,
        computer: false,
        exchanges: 0,
        time_left: None,
    }
}

impl TableSnapshot {
    /// What the client may do now.
    fn allowed_actions(&self) -> Vec<AllowedAction> {
        match (self.role, self.status) {
            (CallerRole::Player(seat), TableStatus::Running) => self.playing_actions(seat),
            (CallerRole::Player(_), TableStatus::Over) => vec![AllowedAction::Rematch],
            (CallerRole::Player(_), TableStatus::Open) => Vec::new(),
            (CallerRole::Maker | CallerRole::Invited | CallerRole::Anonymous, status) => {
                let can_join = status == TableStatus::Open && self.seats.contains(&Occupant::Vacant);
                let join = can_join.then_some(AllowedAction::Join);
                join.into_iter().chain(self.can_take_over.then_some(AllowedAction::Takeover)).collect()
            }
        }
    }

    fn playing_actions(&self, seat: Seat) -> Vec<AllowedAction> {
        let view = &self.view;
        let mut allow = Vec::new();
        let is_active = view.seats.get(seat.index()).is_some_and(|state| state.active);
        if !is_active || !self.seats.get(seat.index()).is_some_and(Occupant::is_human) {
            return allow;
        }
        let can_challenge = view.challengeable.as_ref().is_some_and(|play| play.seat != seat);
        match &view.phase {
            Phase::Playing => {
                if view.turn == Some(seat) {
                    allow.extend([AllowedAction::Play, AllowedAction::Pass]);
                    allow.extend(self.can_exchange(seat).then_some(AllowedAction::Exchange));
                    allow.extend(view.rules.table.hints.then_some(AllowedAction::Hint));
                }
                allow.extend(can_challenge.then_some(AllowedAction::Challenge));
            }
            Phase::Answering(waiting) => {
                if waiting.contains(seat) {
                    allow.extend([AllowedAction::Accept, AllowedAction::Challenge]);
                }
            }
            Phase::Waiting | Phase::Over { .. } => {}
        }
        allow.push(AllowedAction::Resign);
        allow.extend(self.can_undo.then_some(AllowedAction::Undo));
        if let Some(undo) = self.undo.as_ref().filter(|undo| undo.seat != seat) {
            allow.extend((!undo.agreed.contains(&seat)).then_some(AllowedAction::Agree));
            allow.push(AllowedAction::Decline);
        }
        allow
    }

    fn can_exchange(&self, seat: Seat) -> bool {
        let view = &self.view;
        let Some(limits) = view.rules.exchange_limits() else { return false };
        let used = view.seats.get(seat.index()).map_or(0, |state| state.exchanges);
        view.bag >= usize::from(limits.bag).max(limits.fewest.into())
            && limits.times.is_none_or(|times| used < times)
    }
}
