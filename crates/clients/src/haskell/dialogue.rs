//! The dialogue with one client, from the first rack to the end of the game.

use super::matchmaking::FoundSeat;
use super::messages::{
    HaskellAnswer, HaskellMove, HaskellRequest, HaskellScore, HaskellSeat, MoveOutcome, direction, play,
    read_tile_name, tile_names, turn_name, word_letters,
};
use crate::board_map::{BoardMap, read_letter, take_blank, take_labels, take_plain};
use crate::page_text::html_text;
use crate::request_meter::{ClientState, RequestWork};
use crate::table_watcher::{GameNews, TableNews, TableWatcher, WatchStart};
use axum::extract::ws::{Message, WebSocket};
use http_api::{ApiError, OccupantKind};
use movegen::NoLeaves;
use rules::{Command, EventKind, Phase, Placement, PlayAttempt, Points, Seat, Texts, View};
use store::TableStatus;
use tables::{
    CallerRole, ClientAddress, Credentials, Occupant, PlayerAction, PlayerCommand, TableRequest,
    TableSnapshot, WorkKind,
};

/// How many words a hint has.
const HINTS: usize = 5;

/// The name that the original gives to the computer.
const COMPUTER: &str = "Haskell";

/// A client at its seat.
pub(super) struct HaskellDialogue {
    client: ClientState,
    address: Option<ClientAddress>,
    seat: FoundSeat,
    credentials: Credentials,
    socket: WebSocket,
    /// The names of the players, by seat.
    names: [String; 2],
    own: Seat,
    /// Whether the client knows its game.
    is_joined: bool,
}

/// Why a dialogue ends: the client is gone, or its game is.
struct DialogueEnd;

type DialogueResult<T = ()> = Result<T, DialogueEnd>;

impl From<axum::Error> for DialogueEnd {
    fn from(_: axum::Error) -> DialogueEnd {
        DialogueEnd
    }
}

impl From<ApiError> for DialogueEnd {
    fn from(_: ApiError) -> DialogueEnd {
        DialogueEnd
    }
}

impl HaskellDialogue {
    pub(super) fn new(
        client: ClientState,
        address: Option<ClientAddress>,
        seat: FoundSeat,
        socket: WebSocket,
    ) -> HaskellDialogue {
        let credentials = Credentials::new(Some(&seat.key), None);
        let names = [String::new(), String::new()];
        HaskellDialogue { client, address, seat, credentials, socket, names, own: Seat(0), is_joined: false }
    }

    /// Plays until the game is over or the client is gone. Who leaves the queue leaves the table; a player whose
    /// connection is lost during a game is absent, and the rules say what follows from that.
    pub(super) async fn run(mut self) {
        self.play().await.ok();
        if !self.is_joined {
            let own = self.own;
            let request = |reply| TableRequest::Leave { seat: own, reply };
            // If it fails, the table is closed after a while as one that never began.
            self.client.app.request(&self.seat.id, &self.credentials, request).await.ok();
        }
        self.socket.send(Message::Close(None)).await.ok();
    }

    async fn play(&mut self) -> DialogueResult {
        let app = self.client.app.clone();
        let snapshot = self.snapshot().await?;
        if let CallerRole::Player(seat) = snapshot.role {
            self.own = seat;
        }
        snapshot.seats.iter().zip(&mut self.names).for_each(|(seat, name)| *name = shown_name(seat));
        let map = BoardMap::new(&snapshot.resources.rules).map_err(|_| DialogueEnd)?;
        let start = WatchStart::After(store::Seq::START);
        let mut watcher = TableWatcher::open(&app, &self.seat.id, &self.credentials, start).await?;
        let stopped = app.wait_for_stop();
        tokio::pin!(stopped);
        let mut interval = tokio::time::interval(app.settings().keep_alive);
        loop {
            tokio::select! {
                () = &mut stopped => return Ok(()),
                _ = interval.tick() => self.socket.send(Message::Ping(Default::default())).await?,
                message = self.socket.recv() => match message.ok_or(DialogueEnd)?? {
                    Message::Text(text) => self.handle(&text, map).await?,
                    Message::Close(_) => return Err(DialogueEnd),
                    Message::Binary(_) | Message::Ping(_) | Message::Pong(_) => {}
                },
                news = watcher.next() => {
                    let (_, news) = news.ok_or(DialogueEnd)?;
                    self.report(news, map).await?;
                }
            }
        }
    }

    async fn snapshot(&mut self) -> DialogueResult<TableSnapshot> {
        Ok(self.client.app.snapshot(&self.seat.id, &self.credentials).await?)
    }

    async fn send(&mut self, answer: HaskellAnswer) -> DialogueResult {
        Ok(self.socket.send(Message::Text(answer.to_text().into())).await?)
    }

    async fn announce(&mut self, text: impl Into<String>) -> DialogueResult {
        // The page shows it as HTML, and it may have been written by another player.
        self.send(HaskellAnswer::Announce(html_text(&text.into()))).await
    }

    fn opponent(&self) -> Seat {
        Seat(1 - self.own.0.min(1))
    }

    fn name(&self, seat: Seat) -> String {
        self.names.get(seat.index()).cloned().unwrap_or_default()
    }
}

/// What happens at the table, for the client.
impl HaskellDialogue {
    async fn report(&mut self, news: TableNews, map: BoardMap) -> DialogueResult {
        match news {
            TableNews::Seated { seat, player, kind } => {
                if let Some(name) = self.names.get_mut(seat.index()) {
                    *name = if kind == OccupantKind::Computer { COMPUTER.to_owned() } else { player };
                }
                Ok(())
            }
            TableNews::Chat(line) if line.seat == Some(self.own) => Ok(()),
            TableNews::Chat(line) => self.announce(format!("{}: {}", line.player, line.text)).await,
            TableNews::Rematch { .. } => Ok(()),
            TableNews::Closed => Err(DialogueEnd),
            TableNews::Game(news) => self.report_event(&news, map).await,
        }
    }

    async fn report_event(&mut self, news: &GameNews, map: BoardMap) -> DialogueResult {
        let GameNews { event, after, rack } = news;
        let (rules, own) = (&after.rules, self.own);
        match &event.kind {
            EventKind::Started { .. } | EventKind::Accepted { .. } => return Ok(()),
            EventKind::Dealt { seat, .. } if *seat != last_seat(after) => return Ok(()),
            EventKind::Dealt { .. } => {
                self.is_joined = true;
                let joined = HaskellSeat {
                    ja_name: html_text(&self.name(own)),
                    ja_rack: tile_names(rules, rack),
                    ja_turn: turn_name(own),
                    ja_opp_name: html_text(&self.name(self.opponent())),
                    ja_game: self.seat.id.to_string(),
                    ja_key: self.seat.key.clone(),
                };
                self.send(HaskellAnswer::JoinAck(joined)).await?;
            }
            EventKind::Played { seat, words, score, .. } => {
                let play = play(rules, &after.grid, map, (*seat, words, *score));
                self.send(HaskellAnswer::MoveAck(MoveOutcome::Right(play))).await?;
                self.send_rack(news, *seat).await?;
            }
            EventKind::Exchanged { seat, .. } => {
                self.send_rack(news, *seat).await?;
                self.announce("Swapped tiles").await?;
            }
            EventKind::Passed { seat } if *seat != own => self.announce("Opponent passed.").await?,
            EventKind::Passed { .. } => {}
            EventKind::PlayFailed { seat, .. } | EventKind::ExchangeFailed { seat, .. } => {
                self.announce(format!("{} lost the turn", self.name(*seat))).await?;
            }
            EventKind::TimedOut { seat } | EventKind::TurnSkipped { seat } => {
                self.announce(format!("{} missed the turn", self.name(*seat))).await?;
            }
            EventKind::Challenged { seat, of, .. } => {
                self.announce(format!("{} challenged the last play", self.name(*seat))).await?;
                self.send_rack(news, *of).await?;
            }
            EventKind::Left { seat, .. } => self.announce(format!("{} left", self.name(*seat))).await?,
            EventKind::Ended { winners, .. } => {
                self.report_end(after, winners).await?;
                return Ok(());
            }
        }
        self.report_turn(after).await
    }

    /// The rack of this seat, if an event changed it.
    async fn send_rack(&mut self, news: &GameNews, changed: Seat) -> DialogueResult {
        if changed != self.own {
            return Ok(());
        }
        self.send(HaskellAnswer::Rack(tile_names(&news.after.rules, &news.rack))).await
    }

    async fn report_turn(&mut self, view: &View) -> DialogueResult {
        match view.turn {
            Some(seat) if view.phase == Phase::Playing => {
                self.send(HaskellAnswer::Turn(turn_name(seat))).await
            }
            Some(_) | None => Ok(()),
        }
    }

    async fn report_end(&mut self, view: &View, winners: &[Seat]) -> DialogueResult {
        let score = |seat: Seat| view.seats.get(seat.index()).map_or(0, |state| state.score);
        let scores =
            [Seat(0), Seat(1)].map(|seat| HaskellScore { the_turn: turn_name(seat), the_score: score(seat) });
        self.send(HaskellAnswer::Eog(scores.to_vec())).await?;
        let names: Vec<String> = winners.iter().map(|seat| self.name(*seat)).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        self.announce(Texts::Haskell.result(&names)).await
    }
}

fn last_seat(view: &View) -> Seat {
    Seat(view.seats.len().saturating_sub(1) as u8)
}

fn shown_name(occupant: &Occupant) -> String {
    match occupant {
        Occupant::Computer { .. } => COMPUTER.to_owned(),
        Occupant::Vacant
        | Occupant::Human { .. }
        | Occupant::ReservedForBot { .. }
        | Occupant::ReservedForPerson { .. }
        | Occupant::Bot { .. } => occupant.player().unwrap_or_default().to_owned(),
    }
}

/// What the client asks for.
impl HaskellDialogue {
    async fn handle(&mut self, text: &str, map: BoardMap) -> DialogueResult {
        if let Err(error) = self.client.count_request(self.address, RequestWork::Ordinary) {
            return self.announce(error.message()).await;
        }
        let snapshot = self.snapshot().await?;
        if snapshot.status == TableStatus::Open {
            return self.announce("Waiting for an opponent").await;
        }
        match serde_json::from_str(text) {
            Err(_) => self.announce(format!("Bad input: {text}")).await,
            Ok(HaskellRequest::Join(_)) => self.announce(format!("Not expecting: {text}")).await,
            Ok(HaskellRequest::Hint(_)) => self.hint(&snapshot).await,
            Ok(HaskellRequest::Pass) => {
                let result = self.command(Command::Pass).await;
                self.answer(result, &HaskellMove { word: Vec::new(), blanks: Vec::new() }).await
            }
            Ok(HaskellRequest::Swap(names)) => self.swap(&snapshot, &names).await,
            Ok(HaskellRequest::Move(wanted)) => {
                let result = match read_move(&snapshot, &wanted, map) {
                    Ok(placement) => self.command(Command::Play(placement)).await,
                    Err(error) => Err(error),
                };
                self.answer(result, &wanted).await
            }
        }
    }

    async fn command(&mut self, command: Command) -> Result<(), ApiError> {
        let command = PlayerCommand { seen: None, id: None, action: PlayerAction::Game(command) };
        let request = |reply| TableRequest::Command(command.clone(), reply);
        self.client.app.request(&self.seat.id, &self.credentials, request).await.map(drop)
    }

    /// Tells the client why a command failed, and that it is still the same turn. What a command changed comes from
    /// the table.
    async fn answer(&mut self, result: Result<(), ApiError>, tried: &HaskellMove) -> DialogueResult {
        let Err(error) = result else { return Ok(()) };
        let text = refusal_text(&error, tried);
        self.send(HaskellAnswer::MoveAck(MoveOutcome::Left(text))).await?;
        self.repeat_turn().await
    }

    async fn repeat_turn(&mut self) -> DialogueResult {
        let view = self.snapshot().await?.view;
        self.report_turn(&view).await
    }

    async fn swap(&mut self, snapshot: &TableSnapshot, names: &[String]) -> DialogueResult {
        let rack = snapshot.view.own_rack().cloned().unwrap_or_default();
        let labels: Vec<String> = names.iter().map(|name| read_tile_name(name)).collect();
        let tiles = take_labels(&snapshot.resources.rules.tiles, rack, &labels);
        let result = match tiles {
            Ok(tiles) => self.command(Command::Exchange(tiles)).await,
            Err(text) => return self.announce(text).await,
        };
        let Err(error) = result else { return Ok(()) };
        self.announce(error.message()).await?;
        self.repeat_turn().await
    }

    /// The words of the best plays.
    async fn hint(&mut self, snapshot: &TableSnapshot) -> DialogueResult {
        let (rules, view) = (&snapshot.resources.rules, &snapshot.view);
        if !rules.table.hints || !view.is_my_turn() {
            return self.announce("There are no hints now").await;
        }
        let (resources, grid) = (snapshot.resources.clone(), view.grid.clone());
        let rack = view.own_rack().cloned().unwrap_or_default();
        let words = self.client.app.work(WorkKind::Answering, self.address.into(), move || {
            let best = resources.generator()?.top(&grid, &rack, &NoLeaves, HINTS);
            let plays = best.iter().filter_map(|ranked| {
                let owner = rules::TileOwner::ANYBODY;
                rules::judge(&resources.rules, &grid, owner, &ranked.play.placement(), None).ok()
            });
            let words: Vec<Vec<String>> = plays
                .filter_map(|play| play.main_word().map(|word| word_letters(&resources.rules, word)))
                .collect();
            Ok(words)
        });
        match words.await {
            Ok(words) => self.send(HaskellAnswer::Hint(words)).await?,
            Err(error) => self.announce(error.message()).await?,
        }
        self.repeat_turn().await
    }
}

/// The tiles that a move lays: those on squares that are free. Points that a client sends are not read.
fn read_move(snapshot: &TableSnapshot, wanted: &HaskellMove, map: BoardMap) -> Result<Placement, ApiError> {
    let (set, grid) = (&snapshot.resources.rules.tiles, &snapshot.view.grid);
    let mut rack = snapshot.view.own_rack().cloned().unwrap_or_default();
    let mut placed = Vec::new();
    for (number, ((row, column), (text, _))) in wanted.word.iter().enumerate() {
        let at = map.coord(*row, *column);
        let unknown =
            || ApiError::unprocessable("not-a-letter", format!("{text:?} is not a letter of this game"));
        let letter = read_letter(set, text).ok_or_else(unknown)?;
        if grid.get(at).is_some_and(|tile| tile.face.letter == letter) {
            continue;
        }
        let is_blank = wanted.blanks.contains(&number);
        let take = if is_blank { take_blank } else { take_plain };
        placed.push(take(set, &mut rack, letter, at).ok_or_else(unknown)?);
    }
    Ok(Placement::new(placed))
}

/// Why a command failed, in the words of the original where it has some.
fn refusal_text(error: &ApiError, tried: &HaskellMove) -> String {
    let ApiError::Refused(refused) = error else { return error.message() };
    let word: String = tried.word.iter().map(|(_, (letter, _))| letter.as_str()).collect();
    let (row, column): (Points, Points) = tried.word.first().map_or((0, 0), |(at, _)| *at);
    let attempt =
        PlayAttempt { word: &word, square: "", row, column, axis: direction(&tried.word), rack: "" };
    Texts::Haskell.refusal(&refused.refusal, &attempt)
}
