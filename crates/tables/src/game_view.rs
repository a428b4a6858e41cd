//! A game as a client may see it, made from a snapshot of its table and its log.

use crate::occupant::Occupant;
use crate::owner::{CallerRole, TableSnapshot};
use crate::turns_page::TurnList;
use http_api::{AllowedAction, GameRef, GameView, SeatAbsence, TableSeatJson};
use rules::{Phase, Seat, Texts};
use store::{GameId, TableStatus, Timestamp};
use wire::{SeatJson, game_state_json, seats_json};

/// A game with some of its turns, as the client of the snapshot may see it.
pub(crate) fn game_view(id: &GameId, snapshot: TableSnapshot, turns: TurnList) -> GameView {
    let rules = &snapshot.resources.rules;
    GameView {
        id: id.to_string(),
        game: game_state_json(&snapshot.view, snapshot.seq.0),
        state: snapshot.status,
        visibility: snapshot.visibility.into(),
        now: Timestamp(snapshot.now.0),
        lexicon: snapshot.resources.lexicon.name.clone(),
        owner: snapshot.role == CallerRole::Maker,
        result: snapshot.result(),
        turns_list: turns.entries,
        turns_before: turns.before,
        watchers: snapshot.spectators,
        lines: snapshot.line,
        hints: rules.table.hints,
        allow: snapshot.allowed_actions(),
        seats: table_seats(&snapshot),
        rematch: snapshot.rematch.map(|id| GameRef { id }),
        undo: snapshot.undo,
        name: snapshot.name,
    }
}

/// The seats of the game with their occupants. Before the game begins, all seats are empty.
fn table_seats(snapshot: &TableSnapshot) -> Vec<TableSeatJson> {
    let mut seats = seats_json(&snapshot.view).into_iter();
    let seat = |((occupant, online), away): ((&Occupant, &bool), &Option<SeatAbsence>)| TableSeatJson {
        seat: SeatJson { computer: occupant.level().is_some(), ..seats.next().unwrap_or_else(empty_seat) },
        player: occupant.player().map(str::to_owned),
        kind: occupant.occupancy(),
        level: occupant.level().map(str::to_owned),
        online: *online,
        away: *away,
        awaited: occupant.is_awaited(),
    };
    snapshot.seats.iter().zip(&snapshot.online).zip(&snapshot.absences).map(seat).collect()
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
    /// Who won, in the words of the game that the rules come from.
    fn result(&self) -> Option<String> {
        let texts = self.resources.rules.texts;
        let Phase::Over { winners, .. } = &self.view.phase else { return None };
        let people = self.seats.iter().filter(|occupant| occupant.is_human()).count();
        // SkraBBKle calls its two players after what they are.
        let by_kind = texts == Texts::SkraBBKle && people == 1 && self.seats.len() == 2;
        let name = |seat: &Seat| match self.seats.get(seat.index()) {
            Some(occupant) if by_kind => {
                if occupant.is_human() {
                    "human"
                } else {
                    "computer"
                }
            }
            Some(occupant) => occupant.player().unwrap_or_default(),
            None => "",
        };
        let names: Vec<&str> = winners.iter().map(name).collect();
        match texts {
            Texts::Standard => None,
            Texts::SkraBBKle if !by_kind && names.len() == 1 => Some(Texts::Standard.result(&names)),
            Texts::Generic | Texts::Haskell | Texts::SkraBBKle | Texts::Cornell => Some(texts.result(&names)),
        }
    }

    /// What the client may do now.
    fn allowed_actions(&self) -> Vec<AllowedAction> {
        match (self.role, self.status) {
            (CallerRole::Player(seat), TableStatus::Running) => self.playing_actions(seat),
            (CallerRole::Player(seat), TableStatus::Over) => {
                let is_human = self.seats.get(seat.index()).is_some_and(Occupant::is_human);
                is_human.then_some(AllowedAction::Rematch).into_iter().collect()
            }
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
        allow.extend(&self.absence_choices);
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
