//! Paints the screen: the board on the left, lists on the right, rack and draft below.

pub(crate) mod board;

use super::{InputMode, ScreenGame, TextOverlay};
use crate::messages;
use board::BoardWidget;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};
use rules::{Play, Refusal, Seat, Viewer};

/// The smallest screen that is painted.
const LEAST: (u16, u16) = (40, 14);

/// The width of the lists in columns.
const LISTS: u16 = 30;

impl ScreenGame {
    /// Paints the whole screen.
    pub fn paint(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        if area.width < LEAST.0 || area.height < LEAST.1 {
            let text =
                format!("This screen is too small: at least {} × {}, better 80 × 24.", LEAST.0, LEAST.1);
            return frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
        }
        let rows = [1, 0, 1, 1, 2, 1].map(|rows| match rows {
            0 => Constraint::Fill(1),
            rows => Constraint::Length(rows),
        });
        let [title, middle, rack, draft, message, bar] = Layout::vertical(rows).areas(area);
        self.paint_title(frame, title);
        self.paint_middle(frame, middle);
        self.paint_rack(frame, rack);
        self.paint_draft(frame, draft);
        self.paint_message(frame, message);
        self.paint_overlay(frame, middle);
        frame.render_widget(Line::styled(self.bar(), self.dim()), bar);
    }

    fn colour(&self, colour: Color) -> Style {
        if self.coloured { Style::new().fg(colour) } else { Style::new() }
    }

    fn dim(&self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    fn bar(&self) -> &'static str {
        match &self.mode {
            InputMode::PlaceTiles if self.local.is_awaiting_acceptance() => {
                " /pass accepts the last play · /challenge challenges it · Ctrl-C leave"
            }
            InputMode::PlaceTiles => {
                " Enter play · Esc clear · Tab direction · / command · ? help · Ctrl-C leave"
            }
            InputMode::TypeLine(_) => {
                " Enter run · Esc cancel: pass, swap ABC, hint, undo, resign, 8H WORD …"
            }
            InputMode::HandOver(_) => " Press Enter when only you can see the screen",
            InputMode::ConfirmResign => " y resign · any other key continues",
            InputMode::ReadText(text) if text.is_scrollable() => {
                " ↑ ↓ Page Up Page Down scroll · any other key continues"
            }
            InputMode::ReadText(_) => " any key continues",
        }
    }

    fn paint_title(&self, frame: &mut Frame<'_>, area: Rect) {
        let game = self.local.game();
        let text = format!(
            " {} · {} · turn {} · {} in the bag",
            self.local.rules().title,
            self.local.words().name(),
            game.turns() + 1,
            game.bag().len()
        );
        frame.render_widget(Line::styled(text, Style::new().add_modifier(Modifier::BOLD)), area);
    }

    fn paint_middle(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let mut view = BoardWidget::new(self.local.rules(), self.local.game().grid(), self.coloured);
        let lists = LISTS.min(area.width / 2);
        let (columns, rows) = view.capacity(area.width - lists, area.height);
        let part = self.viewport.follow_cursor(self.cursor, columns, rows, self.local.rules());
        let cursor =
            (!matches!(self.mode, InputMode::HandOver(_)) && self.acting().is_some()).then_some(self.cursor);
        view.part(part).cursor(cursor, self.axis).draft(&self.draft).last(last_play(self));
        let [left, right] =
            Layout::horizontal([Constraint::Length(view.width() + 2), Constraint::Fill(1)]).areas(area);
        frame.render_widget(view, left);
        self.paint_lists(frame, right);
    }

    fn paint_lists(&self, frame: &mut Frame<'_>, area: Rect) {
        let mut lines = self.scores();
        lines.push(Line::default());
        lines.extend(self.unseen(area.width));
        lines.push(Line::default());
        let room = usize::from(area.height).saturating_sub(lines.len());
        lines.extend(self.turns(room, area.width));
        frame.render_widget(Paragraph::new(lines), area);
    }

    fn scores(&self) -> Vec<Line<'static>> {
        let (game, local) = (self.local.game(), &self.local);
        let lines = |(index, state): (usize, &rules::SeatState)| {
            let seat = Seat(index as u8);
            let mark = if local.awaited_seat() == Some(seat) { "▶" } else { " " };
            let clock = local.clock(seat).map_or_else(String::new, |left| format!(" {left}"));
            let bold = if local.awaited_seat() == Some(seat) { Modifier::BOLD } else { Modifier::empty() };
            let text = format!("{mark} {:<16} {:>5}{clock}", local.name(seat), state.score);
            let score = Line::styled(text, Style::new().add_modifier(bold));
            std::iter::once(score).chain(self.open_rack(seat))
        };
        game.seats().iter().enumerate().flat_map(lines).collect()
    }

    /// The tiles of another player, where the rules show them.
    fn open_rack(&self, seat: Seat) -> Option<Line<'static>> {
        let is_shown = self.local.shows_rack(seat) && self.rack_seat() != Some(seat);
        let tiles = || messages::format_tiles(self.local.rules(), self.local.rack(seat));
        is_shown.then(|| Line::raw(format!("    {}", tiles())))
    }

    /// The tiles that the person at the keyboard cannot see.
    fn unseen(&self, width: u16) -> Vec<Line<'static>> {
        let viewer = self.rack_seat().map_or(Viewer::Spectator, Viewer::Seat);
        let unseen = self.local.game().view(viewer).unseen;
        let label = |id| self.local.rules().tiles.label(id).to_owned();
        let parts = unseen.kinds().map(|(id, count)| format!("{}{count} ", label(id)));
        let mut lines = vec![Line::styled(format!("Unseen {}", unseen.len()), self.dim())];
        let mut line = String::new();
        for part in parts {
            if line.chars().count() + part.chars().count() > usize::from(width) {
                lines.push(Line::raw(std::mem::take(&mut line)));
            }
            line += &part;
        }
        lines.push(Line::raw(line));
        lines
    }

    /// The last turns, as many as fit.
    fn turns(&self, room: usize, width: u16) -> Vec<Line<'static>> {
        let viewer = self.rack_seat().map_or(Viewer::Spectator, Viewer::Seat);
        let rows = messages::turn_rows(&self.local, viewer);
        let first = rows.len().saturating_sub(room.saturating_sub(1));
        let what = usize::from(width.saturating_sub(20)).clamp(6, 24);
        let line = |row: &messages::TurnRow| {
            let name = fit_width(self.local.name(row.seat), 8);
            let what = fit_width(&row.what, what);
            Line::raw(format!("{name} {what} {:+4} {:>4}", row.points, row.total))
        };
        let head = Line::styled("Turns", self.dim());
        std::iter::once(head).chain(rows.iter().skip(first).map(line)).take(room).collect()
    }

    fn paint_rack(&self, frame: &mut Frame<'_>, area: Rect) {
        let Some(seat) = self.rack_seat() else { return };
        let mut spans = vec![Span::raw(" ")];
        for (id, there) in self.draft.rack(self.local.rack(seat)) {
            let text = messages::format_tile(self.local.rules(), id);
            let style = board::tile_style(self.coloured);
            spans.push(if there {
                Span::styled(format!(" {text} "), style)
            } else {
                Span::raw(" ".repeat(text.chars().count() + 2))
            });
            spans.push(Span::raw(" "));
        }
        frame.render_widget(Line::from(spans), area);
    }

    /// Paints the score of the draft, or what is wrong with it.
    fn paint_draft(&self, frame: &mut Frame<'_>, area: Rect) {
        let line = match self.judge_draft() {
            None => Line::default(),
            Some(Ok(play)) => Line::styled(self.describe_score(&play), self.colour(Color::Green)),
            Some(Err(refusal)) => Line::styled(self.describe_refusal(&refusal), self.colour(Color::Red)),
        };
        frame.render_widget(line, area);
    }

    fn describe_score(&self, play: &Play) -> String {
        let rules = self.local.rules();
        let word =
            |word: &rules::ScoredWord| format!("{} {}", messages::format_word(rules, word), word.points);
        let words: Vec<String> = play.words().iter().map(word).collect();
        let good = if rules.checks_words() { "✓" } else { " " };
        format!(" {good} {}: {}", messages::format_points(play.score()), words.join(", "))
    }

    fn describe_refusal(&self, refusal: &Refusal) -> String {
        format!(" ✗ {}", refusal.message(&self.local.rules().board))
    }

    fn paint_message(&self, frame: &mut Frame<'_>, area: Rect) {
        let line = match &self.mode {
            InputMode::TypeLine(line) => Line::raw(format!(" /{line}▏")),
            _ if self.message.bad => Line::styled(format!(" {}", self.message.text), self.colour(Color::Red)),
            _ => Line::raw(format!(" {}", self.message.text)),
        };
        frame.render_widget(Paragraph::new(line).wrap(Wrap { trim: false }), area);
    }

    /// Paints a text that covers the board.
    fn paint_overlay(&mut self, frame: &mut Frame<'_>, area: Rect) {
        match &mut self.mode {
            InputMode::ReadText(text) => text.paint(frame, area),
            InputMode::HandOver(seat) => {
                let text = format!("Pass the keyboard to {}, then press Enter.", self.local.name(*seat));
                TextOverlay::new(text).paint(frame, area);
            }
            InputMode::PlaceTiles | InputMode::TypeLine(_) | InputMode::ConfirmResign => {}
        }
    }
}

/// Pads a text with blanks to a width, or truncates it with an ellipsis.
pub(crate) fn fit_width(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return format!("{text:<width$}");
    }
    text.chars().take(width.saturating_sub(1)).chain(['…']).collect()
}

/// The squares of the last play.
fn last_play(game: &ScreenGame) -> Vec<rules::Coord> {
    for event in game.local.record().events().iter().rev() {
        if let rules::EventKind::Played { tiles, .. } = &event.kind {
            return tiles.iter().map(|laid| laid.at).collect();
        }
    }
    Vec::new()
}
