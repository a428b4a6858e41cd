//! What happens at a table, one thing after the other, as one client may see it.

use crate::seat_history::own_rack;
use futures_util::StreamExt;
use futures_util::stream::BoxStream;
use http_api::{ApiError, ChatMessage, OccupantKind, TableEventKind};
use rules::{Event, EventKind, EventView, Game, LeaveOutcome, Seat, View, Viewer};
use std::collections::VecDeque;
use std::sync::Arc;
use store::{GameId, LineNo, RowLimit, Seq};
use tables::{App, Credentials, GameHistory, HistoryEntry, LiveFrame, StreamStart};
use tiles::TileId;

/// Something that happened at a table.
#[derive(Debug)]
pub(crate) enum TableNews {
    /// A person, a computer or a bot took a seat.
    Seated { seat: Seat, player: String, kind: OccupantKind },
    /// Something happened in the game.
    Game(Box<GameNews>),
    /// A line of chat.
    Chat(ChatMessage),
    /// A player asked for another game of the same players, which has this id.
    Rematch { id: String },
    /// The table was closed before a game began.
    Closed,
}

/// An event of the game, with the game and the client's rack after it.
#[derive(Debug)]
pub(crate) struct GameNews {
    pub(crate) event: EventView,
    pub(crate) after: View,
    pub(crate) rack: Vec<TileId>,
}

/// Where a watcher starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum WatchStart {
    /// After an event.
    After(Seq),
    /// After the event by which the client took its seat; for other clients, now.
    OwnSeat,
    /// Now.
    Now,
}

/// Watches a table for one client.
pub(crate) struct TableWatcher {
    app: App,
    id: GameId,
    credentials: Credentials,
    viewer: Viewer,
    frames: BoxStream<'static, Arc<LiveFrame>>,
    game: Game,
    log: Vec<(Seq, Event)>,
    seq: Seq,
    line: LineNo,
    /// Whether the log has events that were not read.
    is_behind: bool,
    /// Whether the chat has lines that were not read.
    is_chat_behind: bool,
    news: VecDeque<(Seq, TableNews)>,
}

impl TableWatcher {
    /// Starts to watch.
    ///
    /// # Errors
    /// The game does not exist, or the client may not see it.
    pub(crate) async fn open(
        app: &App,
        id: &GameId,
        credentials: &Credentials,
        start: WatchStart,
    ) -> Result<TableWatcher, ApiError> {
        // Nothing is missed between the two: what comes after the stream was opened is reported by it.
        let stream = app.follow(id, credentials, StreamStart::default()).await?;
        let history = app.history(id, credentials).await?;
        let mut watcher = TableWatcher {
            app: app.clone(),
            id: id.clone(),
            credentials: credentials.clone(),
            viewer: history.snapshot.role.viewer(),
            frames: stream.frames,
            game: Game::new(history.snapshot.resources.rules.clone()),
            log: Vec::new(),
            seq: Seq::START,
            line: stream.line,
            is_behind: false,
            is_chat_behind: false,
            news: VecDeque::new(),
        };
        watcher.read(&history);
        let start = watcher.position(start, &history);
        watcher.news.retain(|(seq, _)| *seq > start);
        Ok(watcher)
    }

    fn position(&self, start: WatchStart, history: &GameHistory) -> Seq {
        match start {
            WatchStart::After(seq) => seq,
            WatchStart::Now => self.seq,
            WatchStart::OwnSeat => self.own_start(history).unwrap_or(self.seq),
        }
    }

    /// The last event of the request by which the client took its seat: other seats may have got computers with it,
    /// and the game may have begun.
    fn own_start(&self, history: &GameHistory) -> Option<Seq> {
        let own = self.viewer.seat()?;
        let mut start = None;
        for (seq, entry) in history.entries() {
            let is_part = match entry {
                HistoryEntry::Table(TableEventKind::Joined { seat, .. }) if *seat == own => {
                    start = Some(seq);
                    continue;
                }
                HistoryEntry::Table(TableEventKind::Joined { kind, .. }) => *kind == OccupantKind::Computer,
                HistoryEntry::Table(_) => false,
                HistoryEntry::Game(event) => event.kind.is_setup(),
            };
            if is_part && start.is_some_and(|start| start.next() == seq) {
                start = Some(seq);
            }
        }
        start
    }

    /// The next thing that happened, with the number of its event. `None` if there is no more to see.
    ///
    /// Nothing is lost if the future is dropped.
    pub(crate) async fn next(&mut self) -> Option<(Seq, TableNews)> {
        loop {
            if self.is_behind {
                self.catch_up().await.ok()?;
            }
            if self.is_chat_behind {
                self.catch_up_chat().await.ok()?;
            }
            if let Some(news) = self.news.pop_front() {
                return Some(news);
            }
            let frame = self.frames.next().await?;
            self.is_behind = frame.is_resync() || frame.seq.is_some_and(|seq| seq > self.seq);
            self.is_chat_behind = frame.is_resync() || frame.line.is_some_and(|line| line > self.line);
            if frame.is_resync() {
                self.reopen().await.ok()?;
            }
        }
    }

    /// The stream ended because this watcher was too slow.
    async fn reopen(&mut self) -> Result<(), ApiError> {
        let stream = self.app.follow(&self.id, &self.credentials, StreamStart::default()).await?;
        self.frames = stream.frames;
        Ok(())
    }

    async fn catch_up(&mut self) -> Result<(), ApiError> {
        let history = self.app.history(&self.id, &self.credentials).await?;
        self.is_behind = false;
        self.read(&history);
        Ok(())
    }

    async fn catch_up_chat(&mut self) -> Result<(), ApiError> {
        let lines = self.app.store().chat_lines(&self.id, self.line, RowLimit::MAX).await?;
        self.is_chat_behind = false;
        for line in lines {
            self.line = line.number;
            if let Ok(message) = serde_json::from_str(line.payload.text()) {
                self.news.push_back((self.seq, TableNews::Chat(message)));
            }
        }
        Ok(())
    }

    fn read(&mut self, history: &GameHistory) {
        let new: Vec<_> = history.entries().filter(|(seq, _)| *seq > self.seq).collect();
        for (seq, entry) in new {
            self.seq = seq;
            match entry {
                HistoryEntry::Game(event) => self.read_event(seq, event, history),
                HistoryEntry::Table(kind) => self.read_table_event(seq, kind),
            }
        }
    }

    fn read_event(&mut self, seq: Seq, event: &Event, history: &GameHistory) {
        self.game.apply(event);
        self.log.push((seq, event.clone()));
        let news = self.game_news(event);
        self.news.push_back((seq, TableNews::Game(Box::new(news))));
        if let EventKind::Left { seat, then: LeaveOutcome::Computer, .. } = event.kind {
            let occupant = history.snapshot.seats.get(seat.index());
            let player = occupant.and_then(tables::Occupant::player).unwrap_or_default().to_owned();
            self.news.push_back((seq, TableNews::Seated { seat, player, kind: OccupantKind::Computer }));
        }
    }

    fn game_news(&self, event: &Event) -> GameNews {
        let (viewer, rules) = (self.viewer, self.game.rules());
        let after = self.game.view(viewer);
        let events: Vec<EventView> = self.log.iter().map(|(_, event)| event.view(viewer, rules)).collect();
        GameNews { event: event.view(viewer, rules), rack: own_rack(&after, &events), after }
    }

    fn read_table_event(&mut self, seq: Seq, kind: &TableEventKind) {
        match kind {
            TableEventKind::Joined { seat, player, kind, .. } => {
                let news = TableNews::Seated { seat: *seat, player: player.clone(), kind: *kind };
                self.news.push_back((seq, news));
            }
            TableEventKind::Rematch { id } => {
                self.news.push_back((seq, TableNews::Rematch { id: id.clone() }));
            }
            TableEventKind::Closed => self.news.push_back((seq, TableNews::Closed)),
            TableEventKind::Undone { to } => self.take_back(*to),
            TableEventKind::Awaited { .. }
            | TableEventKind::Vacated { .. }
            | TableEventKind::Away { .. }
            | TableEventKind::Back { .. }
            | TableEventKind::UndoAsked { .. }
            | TableEventKind::UndoAgreed { .. }
            | TableEventKind::UndoDeclined { .. } => {}
        }
    }

    /// The clients' formats have no word for turns that were taken back. The games of their rules do not allow it; in
    /// other games the next event is reported on the board as it then is.
    fn take_back(&mut self, to: Seq) {
        self.log.retain(|(seq, _)| *seq <= to);
        self.game = Game::new(self.game.rules().clone());
        self.log.iter().for_each(|(_, event)| self.game.apply(event));
    }
}
