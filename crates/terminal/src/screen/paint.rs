//! The picture: board on the left, lists on the right, rack and draft below.

mod board;

use super::{Mode, ScreenGame};
use crate::tell;
use board::BoardView;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};
use rules::{Play, Refusal, Seat, Viewer};

/// The smallest screen that is painted.
const LEAST: (u16, u16) = (40, 14);

/// The columns the lists need.
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
        frame.render_widget(Line::styled(self.bar(), self.dim()), bar);
        self.paint_over(frame, middle);
    }

    fn colour(&self, colour: Color) -> Style {
        if self.coloured { Style::new().fg(colour) } else { Style::new() }
    }

    fn dim(&self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    fn bar(&self) -> &'static str {
        match self.mode {
            Mode::Laying if self.table.awaits_answer() => {
                " / pass accepts the last play · / challenge doubts it · Ctrl-C leave"
            }
            Mode::Laying => " Enter play · Esc clear · Tab turn · / command · ? help · Ctrl-C leave",
            Mode::Typing(_) => " Enter do · Esc back: pass, swap ABC, hint, undo, resign, 8H WORD …",
            Mode::Handing(_) => " Enter when you are alone with the screen",
            Mode::Resigning => " y give up · any other key play on",
            Mode::Reading(_) => " any key goes back",
        }
    }

    fn paint_title(&self, frame: &mut Frame<'_>, area: Rect) {
        let game = self.table.game();
        let text = format!(
            " {} · {} · turn {} · {} in the bag",
            self.table.rules().title,
            self.table.words().name(),
            game.turns() + 1,
            game.bag().len()
        );
        frame.render_widget(Line::styled(text, Style::new().add_modifier(Modifier::BOLD)), area);
    }

    fn paint_middle(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let mut view = BoardView::new(&self.table, self.coloured);
        let lists = LISTS.min(area.width / 2);
        let (columns, rows) = view.room(area.width - lists, area.height);
        let part = self.window.show(self.cursor, columns, rows, self.table.rules());
        let cursor =
            (!matches!(self.mode, Mode::Handing(_)) && self.acting().is_some()).then_some(self.cursor);
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
        let (game, table) = (self.table.game(), &self.table);
        let line = |(index, state): (usize, &rules::SeatState)| {
            let seat = Seat(index as u8);
            let mark = if table.waiting() == Some(seat) { "▶" } else { " " };
            let clock = table.clock(seat).map_or_else(String::new, |left| format!(" {left}"));
            let bold = if table.waiting() == Some(seat) { Modifier::BOLD } else { Modifier::empty() };
            let text = format!("{mark} {:<16} {:>5}{clock}", table.name(seat), state.score);
            Line::styled(text, Style::new().add_modifier(bold))
        };
        game.seats().iter().enumerate().map(line).collect()
    }

    /// The tiles the owner of the screen cannot see.
    fn unseen(&self, width: u16) -> Vec<Line<'static>> {
        let viewer = self.owner().map_or(Viewer::Spectator, Viewer::Seat);
        let unseen = self.table.game().view(viewer).unseen;
        let label = |id| self.table.rules().tiles.label(id).to_owned();
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

    /// The last turns, as many as there is room for.
    fn turns(&self, room: usize, width: u16) -> Vec<Line<'static>> {
        let viewer = self.owner().map_or(Viewer::Spectator, Viewer::Seat);
        let rows = tell::rows(&self.table, viewer);
        let first = rows.len().saturating_sub(room.saturating_sub(1));
        let what = usize::from(width.saturating_sub(20)).clamp(6, 24);
        let line = |row: &tell::Row| {
            let name = cut(self.table.name(row.seat), 8);
            let what = cut(&row.what, what);
            Line::raw(format!("{name} {what} {:+4} {:>4}", row.points, row.total))
        };
        let head = Line::styled("Turns", self.dim());
        std::iter::once(head).chain(rows.iter().skip(first).map(line)).take(room).collect()
    }

    fn paint_rack(&self, frame: &mut Frame<'_>, area: Rect) {
        let Some(seat) = self.owner() else { return };
        let mut spans = vec![Span::raw(" ")];
        for (id, there) in self.draft.rack(self.table.rack(seat)) {
            let text = tell::tile(self.table.rules(), id);
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

    /// What the draft counts, or what is wrong with it.
    fn paint_draft(&self, frame: &mut Frame<'_>, area: Rect) {
        let line = match self.judged() {
            None => Line::default(),
            Some(Ok(play)) => Line::styled(self.counted(&play), self.colour(Color::Green)),
            Some(Err(refusal)) => Line::styled(self.faulty(&refusal), self.colour(Color::Red)),
        };
        frame.render_widget(line, area);
    }

    fn counted(&self, play: &Play) -> String {
        let rules = self.table.rules();
        let word = |word: &rules::ScoredWord| format!("{} {}", tell::word(rules, word), word.points);
        let words: Vec<String> = play.words.iter().map(word).collect();
        let good = if rules.checks_words() { "✓" } else { " " };
        format!(" {good} {}: {}", tell::points(play.score), words.join(", "))
    }

    fn faulty(&self, refusal: &Refusal) -> String {
        format!(" ✗ {}", tell::reasons(self.table.rules(), refusal))
    }

    fn paint_message(&self, frame: &mut Frame<'_>, area: Rect) {
        let line = match &self.mode {
            Mode::Typing(line) => Line::raw(format!(" /{line}▏")),
            _ if self.message.bad => Line::styled(format!(" {}", self.message.text), self.colour(Color::Red)),
            _ => Line::raw(format!(" {}", self.message.text)),
        };
        frame.render_widget(Paragraph::new(line).wrap(Wrap { trim: false }), area);
    }

    /// Texts that lie over the board.
    fn paint_over(&self, frame: &mut Frame<'_>, area: Rect) {
        let text = match &self.mode {
            Mode::Reading(text) => text.clone(),
            Mode::Handing(seat) => {
                format!("Pass the keyboard to {}, then press Enter.", self.table.name(*seat))
            }
            _ => return,
        };
        let width = text.lines().map(|line| line.chars().count()).max().unwrap_or(0) as u16 + 4;
        let width = width.min(area.width);
        let inner = usize::from(width.saturating_sub(4)).max(1);
        let rows: usize = text.lines().map(|line| line.chars().count().div_ceil(inner).max(1)).sum();
        let height = (rows as u16 + 2).min(area.height);
        let over = Rect {
            x: area.x + (area.width - width) / 2,
            y: area.y + (area.height - height) / 2,
            width,
            height,
        };
        frame.render_widget(Clear, over);
        let block = Block::bordered().padding(ratatui::widgets::Padding::horizontal(1));
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: false }).block(block), over);
    }
}

/// A text in a column: filled up with blanks, or cut off with a sign that says so.
fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return format!("{text:<width$}");
    }
    text.chars().take(width.saturating_sub(1)).chain(['…']).collect()
}

/// The squares of the last play.
fn last_play(game: &ScreenGame) -> Vec<rules::Coord> {
    let played = game.table.record().events().iter().rev().find_map(|event| match &event.what {
        rules::Happened::Played { tiles, .. } => Some(tiles.iter().map(|laid| laid.at).collect()),
        _ => None,
    });
    played.unwrap_or_default()
}
