//! A game as a list of turns, with the position after each turn.

use crate::inputs::RecordFile;
use notation::gcg::{self, GcgAction, GcgReplay, ReplayStep};
use notation::plays::{self, PlayContext, PlaythroughStyle};
use rules::{
    Coord, Event, EventKind, Game, PartialDraw, PlacedTile, Placement, Points, Position, Seat, Verdict,
    deduce_tiles,
};
use wire::PartialRecord;

/// The turns of a game.
pub(super) struct RecordHistory {
    pub(super) players: Vec<String>,
    /// The position before the first turn.
    pub(super) start: Position,
    /// The seat that moves first.
    pub(super) first: Seat,
    pub(super) turns: Vec<HistoryTurn>,
}

/// A turn, or another event of the game.
pub(super) struct HistoryTurn {
    /// The number of the turn, from 1. What follows a turn, such as a challenge or the end, belongs to it.
    pub(super) number: usize,
    /// Whether this is the turn itself.
    pub(super) is_turn: bool,
    pub(super) seat: Option<Seat>,
    pub(super) what: String,
    pub(super) score: Points,
    /// The position after the turn, as seen by the player to move.
    pub(super) after: Position,
    /// The next seat to move.
    pub(super) to_move: Seat,
    /// The squares of the tiles that were placed.
    pub(super) laid: Vec<Coord>,
}

impl HistoryTurn {
    /// The score of a seat after the turn.
    pub(super) fn total(&self, seat: Seat) -> Points {
        let scores = &self.after.scores;
        let place = (seat.index() + scores.len() - self.to_move.index()) % scores.len().max(1);
        scores.get(place).copied().unwrap_or(0)
    }
}

impl RecordHistory {
    /// The history of a record file.
    pub(super) fn new(file: &RecordFile) -> RecordHistory {
        match file {
            RecordFile::Gcg { game, rules, .. } => {
                let replay = gcg::replay(game, rules);
                let start = start_position(&replay);
                let names = replay.players.iter().map(|player| player.name.clone()).collect();
                RecordHistory::from_steps(names, start, replay.steps)
            }
            RecordFile::Lines { record, .. } => RecordHistory::from_record(record),
        }
    }

    /// The number of turns.
    pub(super) fn len(&self) -> usize {
        self.turns.last().map_or(0, |turn| turn.number)
    }

    /// The position after a number of turns with what follows them, and the last event of them.
    pub(super) fn at(&self, turn: usize) -> (&Position, Option<&HistoryTurn>) {
        match self.turns.iter().rfind(|found| found.number <= turn && turn > 0) {
            Some(turn) => (&turn.after, Some(turn)),
            None => (&self.start, None),
        }
    }

    fn from_steps(players: Vec<String>, start: Position, steps: Vec<ReplayStep>) -> RecordHistory {
        let first = steps.first().map_or(Seat(0), |step| step.seat);
        let mut turns: Vec<HistoryTurn> = Vec::new();
        for step in steps {
            let before = turns.last().map_or(&start, |turn| &turn.after);
            let mut turn = turn_from_step(step, before);
            turn.number =
                turns.last().map_or(0, |turn: &HistoryTurn| turn.number) + usize::from(turn.is_turn);
            turns.push(turn);
        }
        RecordHistory { players, start, first, turns }
    }

    fn from_record(record: &PartialRecord) -> RecordHistory {
        let players = record.header().seats.iter().map(|seat| seat.player.clone()).collect();
        let mut game = Game::new(record.rules().clone());
        let mut to_move = Seat(0);
        let (mut start, mut first, mut turns) = (position(&game, to_move), Seat(0), Vec::new());
        for event in &deduce_tiles(record.rules(), record.events()) {
            let before = game.clone();
            game.apply(event);
            // After the end, the player is to move who would have been.
            to_move = game.turn().unwrap_or(to_move);
            match describe_event(event, &before) {
                Some(describe_event) => turns.push(HistoryTurn {
                    number: game.turns() as usize,
                    is_turn: game.turns() > before.turns(),
                    after: position(&game, to_move),
                    to_move,
                    ..describe_event
                }),
                None => (start, first) = (position(&game, to_move), to_move),
            }
        }
        RecordHistory { players, start, first, turns }
    }
}

/// The position before the first turn, with the racks that are known.
fn start_position(replay: &GcgReplay) -> Position {
    let mut start = Position::new(replay.rules.clone());
    if let Ok(events) = replay.to_events() {
        let mut game = Game::new(replay.rules.clone());
        let dealt = deduce_tiles(&replay.rules, &events);
        dealt.iter().take_while(|event| event.kind.is_setup()).for_each(|event| game.apply(event));
        return position(&game, game.turn().unwrap_or(Seat(0)));
    }
    let (steps, seats) = (&replay.steps, replay.players.len().max(1));
    let first = steps.first().map_or(0, |step| step.seat.index());
    start.scores = vec![0; seats];
    start.racks = (0..seats).map(|place| first_rack(steps, (first + place) % seats)).collect();
    start
}

/// The rack of a seat before its first turn.
fn first_rack(steps: &[ReplayStep], seat: usize) -> tiles::Tiles {
    steps.iter().find(|step| step.seat.index() == seat).map(|step| step.rack.clone()).unwrap_or_default()
}

fn turn_from_step(step: ReplayStep, before: &Position) -> HistoryTurn {
    let scene = PlayContext { rules: &before.rules, grid: &before.grid, rack: None };
    let what = match (&step.turn, &step.action) {
        (Some(turn), _) => plays::print(turn, scene, PlaythroughStyle::Parentheses),
        (None, GcgAction::Play { coordinate, word }) => format!("{coordinate} {word}"),
        (None, GcgAction::Withdrawn) => "taken back after a challenge".to_owned(),
        (None, GcgAction::ChallengeBonus) => "bonus for a failed challenge".to_owned(),
        (None, GcgAction::Pass) => "pass".to_owned(),
        (None, GcgAction::Exchange(tiles)) => format!("-{tiles}"),
        (None, GcgAction::Leftover(tiles)) => format!("tiles left: {tiles}"),
        (None, GcgAction::Time) => "overtime".to_owned(),
    };
    let laid = match &step.turn {
        Some(plays::Turn::Place(placement)) => squares(&placement.tiles),
        _ => Vec::new(),
    };
    let is_turn = matches!(step.action, GcgAction::Play { .. } | GcgAction::Pass | GcgAction::Exchange(_));
    HistoryTurn {
        number: 0,
        is_turn,
        seat: Some(step.seat),
        what,
        score: step.score,
        after: step.position,
        to_move: step.to_move,
        laid,
    }
}

fn squares(laid: &[PlacedTile]) -> Vec<Coord> {
    laid.iter().map(|laid| laid.at).collect()
}

/// The position of a game, as seen by the player to move.
fn position(game: &Game, to_move: Seat) -> Position {
    let mut position = Position::new(game.rules().clone());
    position.grid = game.grid().clone();
    position.scoreless = game.tally().scoreless;
    let (seats, first) = (game.seats().len(), to_move.index());
    let order = (0..seats).map(|place| &game.seats()[(first + place) % seats]);
    if seats > 0 {
        position.unknown = order.clone().map(|seat| seat.unknown).collect();
        (position.racks, position.scores) = order.map(|seat| (seat.rack.clone(), seat.score)).unzip();
    }
    position
}

/// Describes an event, without the position after it. Returns `None` for the start and the deal.
fn describe_event(event: &Event<PartialDraw>, before: &Game) -> Option<HistoryTurn> {
    let (seat, what, score, laid) = match &event.kind {
        EventKind::Started { .. } | EventKind::Dealt { .. } => return None,
        EventKind::Played { seat, tiles, score, .. } => {
            (Some(*seat), describe_placement(tiles, before), *score, squares(tiles))
        }
        EventKind::PlayFailed { seat, tiles, .. } => {
            (Some(*seat), format!("{}: refused, turn lost", describe_placement(tiles, before)), 0, Vec::new())
        }
        EventKind::Passed { seat } => (Some(*seat), "pass".to_owned(), 0, Vec::new()),
        EventKind::Exchanged { seat, returned, .. } => {
            (Some(*seat), describe_exchange(returned, before), 0, Vec::new())
        }
        EventKind::ExchangeFailed { seat, returned, .. } => (
            Some(*seat),
            format!("{}: refused, turn lost", describe_exchange(returned, before)),
            0,
            Vec::new(),
        ),
        EventKind::Challenged { seat, verdict, .. } => {
            (Some(*seat), describe_challenge(*verdict), 0, Vec::new())
        }
        EventKind::Accepted { seat } => (Some(*seat), "accepts the last play".to_owned(), 0, Vec::new()),
        EventKind::TurnSkipped { seat } => (Some(*seat), "turn skipped".to_owned(), 0, Vec::new()),
        EventKind::TimedOut { seat } => (Some(*seat), "out of time".to_owned(), 0, Vec::new()),
        EventKind::Left { seat, .. } => (Some(*seat), "leaves".to_owned(), 0, Vec::new()),
        EventKind::Ended { .. } => (None, "the game ends".to_owned(), 0, Vec::new()),
    };
    let after = position(before, Seat(0));
    Some(HistoryTurn { number: 0, is_turn: false, seat, what, score, after, to_move: Seat(0), laid })
}

fn describe_placement(tiles: &[PlacedTile], before: &Game) -> String {
    let scene = PlayContext { rules: before.rules(), grid: before.grid(), rack: None };
    plays::print_placement(&Placement::new(tiles.iter().copied()), scene, PlaythroughStyle::Parentheses)
}

fn describe_exchange(returned: &PartialDraw, before: &Game) -> String {
    match returned.is_complete() {
        true => format!("-{}", before.rules().tiles.print_tile_list(returned.known.iter().copied())),
        false => format!("-{}", returned.count),
    }
}

fn describe_challenge(verdict: Verdict) -> String {
    match verdict {
        Verdict::Withdrawn => "challenges: the play is taken back".to_owned(),
        Verdict::Stands { bonus } => format!("challenges: the play stands, its player gains {bonus}"),
    }
}
