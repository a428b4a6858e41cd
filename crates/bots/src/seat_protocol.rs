//! A bot's seat in a game: what it is told, what it is asked, and which of its answers count.

use crate::incoming::{face, tile_id, to_command};
use crate::outgoing::{Scoreboard, a_move, counts, errors, event_message, number, seats_passed};
use crate::setup::MatchSetup;
use rules::{Command, EventKind, EventView, Millis, Phase, Refusal, Seat, View};
use std::collections::VecDeque;
use wire::bot::{
    BotMove, ChallengeablePlay, ErrorMessage, GameplayError as Gpe, LexiconWords, PlayerState, ServerLine,
    ServerMessage, ServerPayload, StaleAnswer, StartMessage, TallyState, YourTurn,
};

/// A bot's seat in one game. It outlives connections: a bot that comes back is told everything again.
#[derive(Clone, Debug)]
pub struct SeatProtocol {
    game: String,
    you: Seat,
    setting: MatchSetup,
    start: StartMessage,
    /// What the bot was told, for when it comes back.
    history: Vec<String>,
    turn: u32,
    /// The turn an answer is awaited for.
    asked: Option<u32>,
    /// Turns it was asked for and has not answered; an answer that names no turn is for the oldest.
    owed: VecDeque<u32>,
    /// The tiles of its last play, as it sent them.
    sent: BotMove,
    /// Numbers in its last answer that no tile can have.
    unknown: Vec<u32>,
}

impl SeatProtocol {
    /// The seat of a player in a game that has just begun.
    pub fn new(game: &str, you: Seat, names: &[&str], setting: &MatchSetup, view: &View) -> SeatProtocol {
        let first = view.turn.unwrap_or(Seat(0));
        let start = StartMessage {
            players: names.len() as u32,
            names: names.iter().map(|&name| name.to_owned()).collect(),
            you: number(you),
            first: number(first),
            hand: view.own_rack().map(counts).unwrap_or_default(),
            resumed: false,
            setting: setting.start.clone(),
        };
        SeatProtocol {
            game: game.to_owned(),
            you,
            setting: setting.clone(),
            start,
            history: Vec::new(),
            turn: 0,
            asked: None,
            owed: VecDeque::new(),
            sent: BotMove::new(),
            unknown: Vec::new(),
        }
    }

    /// Whose seat it is.
    pub fn seat(&self) -> Seat {
        self.you
    }

    /// The start message.
    pub fn start_line(&self) -> String {
        self.at(0, ServerPayload::Start(Box::new(self.start.clone())))
    }

    /// Everything again for a bot that has come back: the start message, and all that happened. If an answer is
    /// awaited, [`request_turn`](SeatProtocol::request_turn) again.
    pub fn resume_lines(&self) -> Vec<String> {
        let start = StartMessage { resumed: true, ..self.start.clone() };
        let start = self.at(0, ServerPayload::Start(Box::new(start)));
        std::iter::once(&start).chain(&self.history).cloned().collect()
    }

    /// Tells an event, as its player may see it; `standing` is that after the event.
    pub fn report_event(&mut self, event: &EventView, standing: &Scoreboard) -> Option<String> {
        self.turn = standing.turns;
        let mut word = event_message(event, self.you, &self.setting.rules, standing)?;
        if self.is_mine(event) {
            self.asked = None;
        }
        if let ServerPayload::RGPE(errors) = &mut word {
            self.as_sent(errors);
        }
        let line = self.line(word);
        self.history.push(line.clone());
        Some(line)
    }

    fn is_mine(&self, event: &EventView) -> bool {
        match &event.kind {
            EventKind::TimedOut { seat } | EventKind::Left { seat, .. } => *seat == self.you,
            EventKind::Ended { .. } => true,
            _ => false,
        }
    }

    /// Tells why a command was refused; the turn goes on and may be asked for again.
    pub fn report_refusal(&mut self, refusal: &Refusal) -> String {
        let mut reasons = errors(refusal.reasons(), self.you, &self.setting.rules);
        self.as_sent(&mut reasons);
        self.line(ServerPayload::RGPE(reasons))
    }

    /// Asks for an answer.
    pub fn request_turn(&mut self, view: &View, left: Option<Millis>) -> String {
        self.turn = view.turns;
        if self.asked != Some(view.turns) && self.owed.back() != Some(&view.turns) {
            self.owed.push_back(view.turns);
        }
        self.asked = Some(view.turns);
        self.line(ServerPayload::YourTurn(self.your_turn(view, left)))
    }

    /// Whether an answer is awaited.
    pub fn is_awaiting_answer(&self) -> bool {
        self.asked.is_some()
    }

    /// Takes an answer: the command it is, or the line that refuses it.
    ///
    /// Only an answer to what was asked counts. An answer for an earlier turn is stale, and one that names no turn is
    /// taken for the oldest turn that was never answered.
    pub fn accept_answer(
        &mut self,
        game: Option<&str>,
        turn: Option<u32>,
        what: &ServerMessage,
    ) -> Result<Command, String> {
        let meant = turn.or_else(|| self.owed.front().copied());
        let other_game = game.is_some_and(|game| game != self.game);
        match (meant, self.asked) {
            (Some(meant), _) if other_game || meant < self.turn && self.asked != Some(meant) => {
                self.answered(meant);
                Err(self.line(ServerPayload::Stale(StaleAnswer { meant })))
            }
            (Some(meant), Some(asked)) if meant == asked => {
                self.answered(meant);
                self.asked = None;
                self.remember(what);
                Ok(to_command(what, &self.setting.rules))
            }
            (Some(meant), _) if meant > self.turn => {
                let message = format!("turn {meant} has not come yet: the turn is {}", self.turn);
                Err(self.error("no-such-turn", message))
            }
            _ => Err(self.error("not-your-turn", "it is not your turn: wait for your_turn".to_owned())),
        }
    }

    /// Keeps what the game's own numbers and letters cannot say, for the errors.
    fn remember(&mut self, what: &ServerMessage) {
        self.sent = match what {
            ServerMessage::SMPlay(tiles) => tiles.clone(),
            _ => BotMove::new(),
        };
        let numbers: Vec<u32> = match what {
            ServerMessage::SMPlay(tiles) => tiles.iter().map(|(_, (tile, _))| *tile).collect(),
            ServerMessage::SMChange(tiles) => tiles.clone(),
            _ => Vec::new(),
        };
        self.unknown = numbers.into_iter().filter(|&tile| tile > u32::from(u8::MAX)).collect();
    }

    fn answered(&mut self, turn: u32) {
        self.owed.retain(|&owed| owed != turn);
    }

    /// The words of the lexicon with this hash, or the line that says there is no such lexicon.
    pub fn words_line(&self, hash: &str) -> String {
        let known = self.setting.start.lexicon.hash.as_str();
        if hash != known {
            return self.error("no-such-lexicon", format!("this game's lexicon has the hash {known}"));
        }
        self.line(ServerPayload::Words(LexiconWords { hash: hash.to_owned(), words: self.setting.list() }))
    }

    /// A line that belongs to this game and this turn.
    pub fn line(&self, what: ServerPayload) -> String {
        self.at(self.turn, what)
    }

    fn at(&self, turn: u32, what: ServerPayload) -> String {
        ServerLine { game: Some(self.game.clone()), turn, what }.print()
    }

    fn error(&self, code: &str, message: String) -> String {
        self.line(ServerPayload::Error(ErrorMessage { code: code.to_owned(), message }))
    }

    fn your_turn(&self, view: &View, left: Option<Millis>) -> YourTurn {
        let player = |seat: &rules::SeatView| PlayerState {
            score: seat.score,
            tiles: seat.rack.len() as u32,
            active: seat.active,
            exchanges: seat.exchanges,
        };
        let tally = &view.tally;
        YourTurn {
            left: left.map(|left| left.0.max(0)),
            hand: view.own_rack().map(counts).unwrap_or_default(),
            bag: view.bag as u32,
            players: view.seats.iter().map(player).collect(),
            tally: TallyState {
                passes: tally.passes,
                scoreless: tally.scoreless,
                rounds: tally.rounds,
                passed: seats_passed(tally),
            },
            open: view.challengeable.as_ref().map(|play| self.open(play)),
            last: matches!(view.phase, Phase::Answering(_)),
        }
    }

    fn open(&self, play: &rules::LastPlayView) -> ChallengeablePlay {
        let rules = &self.setting.rules;
        let letters = |word: &rules::ScoredWord| {
            word.letters
                .iter()
                .map(|spelled| rules.tiles.alphabet().upper(spelled.letter).to_owned())
                .collect()
        };
        ChallengeablePlay {
            player: number(play.seat),
            tiles: a_move(&play.tiles, rules),
            words: play.words.iter().map(letters).collect(),
            score: play.score,
        }
    }

    /// Errors name tiles and letters as the bot sent them, also where the game has no such tile or letter.
    fn as_sent(&self, errors: &mut [Gpe]) {
        let mut unknown = self.unknown.iter();
        for error in errors {
            match error {
                Gpe::GPEPieceDoesNotExist(tile) if *tile == u32::from(u8::MAX) => {
                    *tile = unknown.next().copied().unwrap_or(*tile);
                }
                Gpe::GPEInvalidPieceInst(tile, inst) => {
                    if let Some((_, (_, sent))) = self.sent.iter().find(|sent| self.is_no_face(sent, *tile)) {
                        inst.clone_from(sent);
                    }
                }
                _ => {}
            }
        }
    }

    fn is_no_face(&self, (_, (number, inst)): &wire::bot::BotTile, tile: u32) -> bool {
        let kind = self.setting.rules.tiles.kind(tile_id(*number));
        *number == tile && !kind.is_some_and(|kind| kind.has(face(inst, &self.setting.rules)))
    }
}
