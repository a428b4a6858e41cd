//! The protocol of one seat in a game: which messages the bot gets, and which of its answers count.

use crate::incoming::{known_face, known_tile, missing_tile, tile_or_missing, to_command};
use crate::outgoing::{Scoreboard, counts, errors, event_message, seats_passed, to_bot_move};
use crate::setup::MatchSetup;
use rules::{Command, EventKind, EventView, Millis, Phase, Refusal, Seat, View};
use std::collections::VecDeque;
use wire::bot::{
    BotMove, ChallengeablePlayState, ErrorMessage, GameplayError as Gpe, LexiconWords, PlayerState,
    ServerLine, ServerMessage, ServerPayload, StaleAnswer, StartMessage, TallyState, YourTurn, player_number,
};

/// The protocol state of a bot's seat in one game. It outlives connections: a bot that reconnects gets all messages
/// again.
#[derive(Clone, Debug)]
pub struct SeatProtocol {
    game: String,
    you: Seat,
    setup: MatchSetup,
    start: StartMessage,
    /// All messages to the bot, which are sent again after a reconnection.
    history: Vec<String>,
    turn: u32,
    /// The turn that the bot must answer.
    awaited: Option<u32>,
    /// Turns that the bot has not answered. An answer without a turn belongs to the oldest.
    unanswered: VecDeque<u32>,
    /// The tiles of its last play as it sent them.
    sent: BotMove,
    /// The numbers in its last answer that [`missing_tile`] stands for.
    missing: Vec<u32>,
}

impl SeatProtocol {
    /// The protocol of a seat in a game that has just begun.
    pub fn new(game: &str, you: Seat, names: &[&str], setup: &MatchSetup, view: &View) -> SeatProtocol {
        let start = StartMessage {
            players: names.len() as u32,
            names: names.iter().map(|&name| name.to_owned()).collect(),
            you: player_number(you),
            first: player_number(view.first),
            hand: view.own_rack().map(counts).unwrap_or_default(),
            resumed: false,
            setting: setup.start.clone(),
        };
        SeatProtocol {
            game: game.to_owned(),
            you,
            setup: setup.clone(),
            start,
            history: Vec::new(),
            turn: 0,
            awaited: None,
            unanswered: VecDeque::new(),
            sent: BotMove::new(),
            missing: Vec::new(),
        }
    }

    /// The seat.
    pub fn seat(&self) -> Seat {
        self.you
    }

    /// The start message.
    pub fn start_line(&self) -> String {
        self.at(0, ServerPayload::Start(Box::new(self.start.clone())))
    }

    /// All messages for a bot that has reconnected: the start message and all events. If an answer is awaited, call
    /// [`request_turn`](SeatProtocol::request_turn) again.
    pub fn resume_lines(&self) -> Vec<String> {
        let start = StartMessage { resumed: true, ..self.start.clone() };
        let start = self.at(0, ServerPayload::Start(Box::new(start)));
        std::iter::once(&start).chain(&self.history).cloned().collect()
    }

    /// The message about an event as its player may see it, if there is one; `scores` are those after the event.
    pub fn report_event(&mut self, event: &EventView, scores: &Scoreboard) -> Option<String> {
        self.turn = scores.turns;
        let mut word = event_message(event, self.you, &self.setup.rules, scores)?;
        if self.ends_turn(event) {
            self.awaited = None;
        }
        if let ServerPayload::RGPE(errors) = &mut word {
            self.restore_sent_values(errors);
        }
        let line = self.line(word);
        self.history.push(line.clone());
        Some(line)
    }

    fn ends_turn(&self, event: &EventView) -> bool {
        match &event.kind {
            EventKind::TimedOut { seat } | EventKind::Left { seat, .. } => *seat == self.you,
            EventKind::Ended { .. } => true,
            EventKind::Started { .. }
            | EventKind::Dealt { .. }
            | EventKind::Played { .. }
            | EventKind::PlayFailed { .. }
            | EventKind::Passed { .. }
            | EventKind::Exchanged { .. }
            | EventKind::ExchangeFailed { .. }
            | EventKind::Challenged { .. }
            | EventKind::Accepted { .. }
            | EventKind::TurnSkipped { .. } => false,
        }
    }

    /// The message about a refused command. The turn continues.
    pub fn report_refusal(&mut self, refusal: &Refusal) -> String {
        let mut reasons = errors(refusal.reasons(), self.you, &self.setup.rules);
        self.restore_sent_values(&mut reasons);
        self.line(ServerPayload::RGPE(reasons))
    }

    /// The request for a command.
    pub fn request_turn(&mut self, view: &View, left: Option<Millis>) -> String {
        self.turn = view.turns;
        if self.awaited != Some(view.turns) && self.unanswered.back() != Some(&view.turns) {
            self.unanswered.push_back(view.turns);
        }
        self.awaited = Some(view.turns);
        self.line(ServerPayload::YourTurn(self.your_turn(view, left)))
    }

    /// Whether an answer is awaited.
    pub fn is_awaiting_answer(&self) -> bool {
        self.awaited.is_some()
    }

    /// Accepts an answer to the last request.
    ///
    /// # Errors
    ///
    /// The message that refuses the answer. An answer for an earlier turn is stale; an answer without a turn belongs to
    /// the oldest unanswered turn.
    pub fn accept_answer(
        &mut self,
        game: Option<&str>,
        turn: Option<u32>,
        what: &ServerMessage,
    ) -> Result<Command, String> {
        let meant = turn.or_else(|| self.unanswered.front().copied());
        let other_game = game.is_some_and(|game| game != self.game);
        match (meant, self.awaited) {
            (Some(meant), _) if other_game || meant < self.turn && self.awaited != Some(meant) => {
                self.mark_answered(meant);
                Err(self.line(ServerPayload::Stale(StaleAnswer { meant })))
            }
            (Some(meant), Some(awaited)) if meant == awaited => {
                self.mark_answered(meant);
                self.awaited = None;
                self.keep_sent_values(what);
                Ok(to_command(what, &self.setup.rules))
            }
            (Some(meant), _) if meant > self.turn => {
                let message = format!("turn {meant} has not come yet: the turn is {}", self.turn);
                Err(self.error("no-such-turn", message))
            }
            _ => Err(self.error("not-your-turn", "it is not your turn: wait for your_turn".to_owned())),
        }
    }

    /// Keeps what the types of the game cannot express, for error messages.
    fn keep_sent_values(&mut self, what: &ServerMessage) {
        self.sent = match what {
            ServerMessage::SMPlay(tiles) => tiles.clone(),
            _ => BotMove::new(),
        };
        let numbers: Vec<u32> = match what {
            ServerMessage::SMPlay(tiles) => tiles.iter().map(|(_, (tile, _))| *tile).collect(),
            ServerMessage::SMChange(tiles) => tiles.clone(),
            _ => Vec::new(),
        };
        let rules = &self.setup.rules;
        let is_missing = |&number: &u32| tile_or_missing(number, rules) == missing_tile(rules);
        self.missing = numbers.into_iter().filter(is_missing).collect();
    }

    fn mark_answered(&mut self, turn: u32) {
        self.unanswered.retain(|&unanswered| unanswered != turn);
    }

    /// The message with all words of the lexicon with this hash, or an error message if the game has another lexicon.
    pub fn words_line(&self, hash: &str) -> String {
        let known = self.setup.start.lexicon.hash.as_str();
        if hash != known {
            return self.error("no-such-lexicon", format!("this game's lexicon has the hash {known}"));
        }
        self.line(ServerPayload::Words(LexiconWords {
            hash: hash.to_owned(),
            words: self.setup.words_in_capitals(),
        }))
    }

    /// A message that belongs to this game and this turn.
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

    fn open(&self, play: &rules::LastPlayView) -> ChallengeablePlayState {
        let rules = &self.setup.rules;
        let letters = |word: &rules::ScoredWord| {
            word.letters
                .iter()
                .map(|spelled| rules.tiles.alphabet().upper(spelled.letter).to_owned())
                .collect()
        };
        ChallengeablePlayState {
            player: player_number(play.seat),
            tiles: to_bot_move(&play.tiles, rules),
            words: play.words.iter().map(letters).collect(),
            score: play.score,
        }
    }

    /// Names tiles and letters in errors as the bot sent them, even if the game has no such tile or letter.
    fn restore_sent_values(&self, errors: &mut [Gpe]) {
        let mut missing = self.missing.iter();
        let stand_in = u32::from(missing_tile(&self.setup.rules).0);
        for error in errors {
            match error {
                Gpe::GPEPieceDoesNotExist(tile) if *tile == stand_in => {
                    *tile = missing.next().copied().unwrap_or(*tile);
                }
                Gpe::GPEInvalidPieceInst(tile, inst) => {
                    if let Some((_, (_, sent))) = self.sent.iter().find(|sent| self.lacks_face(sent, *tile)) {
                        inst.clone_from(sent);
                    }
                }
                Gpe::GPEWordNotInDictionary(word) => *word = self.restore_letters(word),
                _ => {}
            }
        }
    }

    /// A word with the letters that the bot sent in place of those that the alphabet does not have.
    fn restore_letters(&self, word: &str) -> String {
        let alphabet = self.setup.rules.tiles.alphabet();
        let mut unknown: Vec<&wire::bot::BotTile> =
            self.sent.iter().filter(|(_, (_, (letter, _)))| alphabet.letter(letter).is_none()).collect();
        unknown.sort_by_key(|((x, y), _)| (*y, *x));
        if unknown.is_empty() {
            return word.to_owned();
        }
        let mut restored = word.replace(['[', ']'], "");
        for (_, (_, (letter, _))) in unknown {
            restored = restored.replacen('?', letter, 1);
        }
        restored
    }

    fn lacks_face(&self, (_, (number, inst)): &wire::bot::BotTile, tile: u32) -> bool {
        let rules = &self.setup.rules;
        let kind = known_tile(*number, rules).and_then(|tile| rules.tiles.kind(tile));
        let face = known_face(inst, rules);
        *number == tile && !kind.zip(face).is_some_and(|(kind, face)| kind.has(face))
    }
}
