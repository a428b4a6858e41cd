//! The dialogue with a bot, the same on every kind of connection: what is answered at once, and what its host must do.

use crate::connection_protocol::{ConnectionError, ConnectionProtocol, LineEffect};
use crate::seat_protocol::SeatProtocol;
use rules::{Command, Millis};
use std::fmt;
use wire::bot::{BOT_PROTOCOL, Bye, ErrorMessage, Hello, ServerLine, ServerPayload, Welcome};

/// What a bot sent to its host.
#[derive(Debug)]
pub enum BotInput {
    /// Its hello. It waits for the welcome message.
    Hello(Hello),
    /// Its answer to the last request.
    Answer(Command),
    /// Nothing that concerns the host. If an answer was needed, it was sent.
    Nothing,
}

/// What a connection must do about a line.
pub(crate) enum DialogueStep {
    /// Pass the input on to the host.
    Forward(BotInput),
    /// Send this line.
    Send(String),
    /// Send the line that this makes. It takes a while.
    SendLong(Box<dyn FnOnce() -> String + Send>),
}

/// The next step after a line; `seat` is the seat of the bot in its game, if it has one.
pub(crate) fn respond(effect: LineEffect, seat: Option<&mut SeatProtocol>) -> DialogueStep {
    match (effect, seat) {
        (LineEffect::Hello(hello), _) => DialogueStep::Forward(BotInput::Hello(hello)),
        (LineEffect::Nothing, _) => DialogueStep::Forward(BotInput::Nothing),
        (LineEffect::Reply(message), seat) => DialogueStep::Send(line(message, seat.as_deref())),
        (LineEffect::Answer { game, turn, what }, Some(seat)) => {
            match seat.accept_answer(game.as_deref(), turn, &what) {
                Ok(command) => DialogueStep::Forward(BotInput::Answer(command)),
                Err(line) => DialogueStep::Send(line),
            }
        }
        (LineEffect::Answer { .. }, None) => no_game("no game has begun: wait for start"),
        (LineEffect::Words(hash), Some(seat)) => {
            let seat = seat.clone();
            DialogueStep::SendLong(Box::new(move || seat.words_line(&hash)))
        }
        (LineEffect::Words(_), None) => no_game("no game has begun: ask for words after start"),
    }
}

/// The line that must be sent at a time, if there is one.
pub(crate) fn tick(
    protocol: &mut ConnectionProtocol,
    now: Millis,
    seat: Option<&SeatProtocol>,
) -> Result<Option<String>, ConnectionError> {
    Ok(protocol.tick(now)?.map(|message| line(message, seat)))
}

/// A message of the game, or of no game.
fn line(message: ServerPayload, seat: Option<&SeatProtocol>) -> String {
    match seat {
        Some(seat) => seat.line(message),
        None => line_outside_game(message),
    }
}

fn no_game(message: &str) -> DialogueStep {
    let error = ErrorMessage { code: "no-game".to_owned(), message: message.to_owned() };
    DialogueStep::Send(line_outside_game(ServerPayload::Error(error)))
}

/// The answer to a hello.
pub(crate) fn welcome_line(token: &str) -> String {
    let name = concat!("quixotry ", env!("CARGO_PKG_VERSION")).to_owned();
    let welcome = Welcome { protocol: BOT_PROTOCOL, name, token: token.to_owned() };
    line_outside_game(ServerPayload::Welcome(welcome))
}

/// The last line of a connection.
pub(crate) fn bye_line(reason: impl fmt::Display) -> String {
    line_outside_game(ServerPayload::Bye(Bye { reason: reason.to_string() }))
}

/// The only line for a bot that finds no place.
pub(crate) fn full_line() -> String {
    bye_line("there are as many bots here as there may be")
}

fn line_outside_game(what: ServerPayload) -> String {
    ServerLine { game: None, turn: 0, what }.print()
}
