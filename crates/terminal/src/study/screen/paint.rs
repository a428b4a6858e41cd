//! Paints the analysis room: the board on the left; scores, racks, tiles and the table of turns on the right.

use super::{StudyMode, StudyScreen, StudyWork};
use crate::screen::{BoardWidget, fit_width};
use crate::wrap::wrap_text;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Wrap};
use rules::Coord;

/// The smallest screen that is painted.
const LEAST: (u16, u16) = (60, 16);

/// The width of the lists, if the screen is wide enough.
const LISTS: u16 = 43;

/// The width of the columns of the table after the turn.
const FIGURES: usize = 25;

/// The most lines of the turn that led here and its note.
const LAST_TURN: usize = 3;

impl StudyScreen {
    /// Paints the whole screen.
    pub fn paint(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        if area.width < LEAST.0 || area.height < LEAST.1 {
            let text =
                format!("This screen is too small: at least {} × {}, better 80 × 24.", LEAST.0, LEAST.1);
            return frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
        }
        let rows = [Constraint::Length(1), Constraint::Fill(1), Constraint::Length(2), Constraint::Length(1)];
        let [title, middle, message, bar] = Layout::vertical(rows).areas(area);
        let bold = Style::new().add_modifier(Modifier::BOLD);
        frame.render_widget(Line::styled(format!(" {}", self.room.title()), bold), title);
        self.paint_middle(frame, middle);
        self.paint_message(frame, message);
        if let StudyMode::ReadText(text) = &mut self.mode {
            text.paint(frame, middle);
        }
        let dim = Style::new().add_modifier(Modifier::DIM);
        frame.render_widget(Line::styled(self.bar(), dim), bar);
    }

    fn bar(&self) -> &'static str {
        match (&self.mode, self.is_busy()) {
            (StudyMode::Browse, true) => " s stop · ? help · Ctrl-C stop",
            (StudyMode::Browse, false) => {
                " ← → turn · p plays · s simulate · e solve · Enter try · / command · ? help · q"
            }
            (StudyMode::TypeLine(_), _) => {
                " Enter run · Esc cancel: 8H WORD, rack, opponent, add, note, score, save …"
            }
            (StudyMode::ConfirmLeave, _) => " y leave · any other key stays",
            (StudyMode::ReadText(text), _) if text.is_scrollable() => {
                " ↑ ↓ Page Up Page Down scroll · any other key continues"
            }
            (StudyMode::ReadText(_), _) => " any key continues",
        }
    }

    fn paint_middle(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let position = &self.room.now().position;
        let mut view = BoardWidget::new(&position.rules, &position.grid, self.coloured);
        let lists = LISTS.min(area.width / 2);
        let (columns, rows) = view.capacity(area.width - lists, area.height);
        let start = position.rules.board.start();
        let centre = position.grid.bounds().map_or(start, |tiles| {
            Coord::new(tiles.min.x.midpoint(tiles.max.x), tiles.min.y.midpoint(tiles.max.y))
        });
        view.part(self.viewport.follow_cursor(centre, columns, rows, &position.rules));
        let [left, right] =
            Layout::horizontal([Constraint::Length(view.width() + 2), Constraint::Fill(1)]).areas(area);
        frame.render_widget(view, left);
        self.paint_lists(frame, right);
    }

    fn paint_lists(&self, frame: &mut Frame<'_>, area: Rect) {
        let width = usize::from(area.width);
        let mut lines = self.players(width);
        lines.extend(wrap_text(&self.room.list_unseen().replace('×', ""), width).into_iter().map(Line::raw));
        if let Some(last) = self.room.describe_last_turn() {
            let mut told = wrap_text(&last, width);
            told.truncate(LAST_TURN);
            lines.push(Line::default());
            lines.extend(told.into_iter().map(Line::raw));
        }
        lines.push(Line::default());
        let room = usize::from(area.height).saturating_sub(lines.len());
        lines.extend(self.table(room, width));
        frame.render_widget(Paragraph::new(lines), area);
    }

    fn players(&self, width: usize) -> Vec<Line<'static>> {
        let now = self.room.now();
        let line = |place: usize| {
            let mark = if place == 0 { "▶" } else { " " };
            let name = fit_width(&self.room.name(now.seat_at(place)), 14);
            let text =
                format!("{mark} {name} {:>4}  {}", now.position.scores[place], now.describe_rack(place));
            let bold = if place == 0 { Modifier::BOLD } else { Modifier::empty() };
            Line::styled(fit_width(&text, width), Style::new().add_modifier(bold))
        };
        let bag = Line::raw(format!("{} tiles in the bag", now.bag()));
        (0..now.seats()).map(line).chain([bag]).collect()
    }

    /// The listed turns, as many as fit, with the selected one among them.
    fn table(&self, room: usize, width: usize) -> Vec<Line<'static>> {
        let (rows, ended) = self.rows();
        let what = width.saturating_sub(FIGURES + 3).max(6);
        let dim = Style::new().add_modifier(Modifier::DIM);
        if rows.is_empty() {
            return vec![Line::styled("p lists plays, s simulates, e solves.", dim)];
        }
        let head = format!("   {:<what$}{:>6}{:>7}{:>6}{:>6}", "turn", "score", "equity", "win %", "±");
        let shown = room.saturating_sub(2).max(1);
        let selected = self.selected.min(rows.len() - 1);
        let first = (selected + 1).saturating_sub(shown);
        let line = |(index, row): (usize, &super::ListedTurn)| {
            let turn = fit_width(&row.text, what);
            let text = format!(
                "{:>2} {turn}{:>6}{:>7}{:>6}{:>6}",
                index + 1,
                row.score,
                row.equity,
                row.win,
                row.error
            );
            let reversed = if index == selected { Modifier::REVERSED } else { Modifier::empty() };
            Line::styled(text, Style::new().add_modifier(reversed))
        };
        let mut lines = vec![Line::styled(head, dim)];
        lines.extend(rows.iter().enumerate().skip(first).take(shown).map(line));
        lines.push(Line::styled(self.describe_work(ended), dim));
        lines
    }

    fn describe_work(&self, ended: Option<&'static str>) -> String {
        let simulated = self.room.simulated_games().filter(|_| self.room.lists_simulation());
        let games = simulated.map(|games| format!("{games} games, "));
        match self.work {
            StudyWork::Simulate | StudyWork::SimulateGames(_) | StudyWork::SimulateUntil(_) => {
                format!("{}simulating …", games.unwrap_or_default())
            }
            StudyWork::Solve(_) => "solving …".to_owned(),
            StudyWork::Nothing => match (games, ended) {
                (Some(games), _) if !self.room.is_clear() => format!("{games}stopped"),
                (Some(games), _) => format!("{games}the best turn is clear"),
                (None, ended) => ended.unwrap_or_default().to_owned(),
            },
        }
    }

    fn paint_message(&self, frame: &mut Frame<'_>, area: Rect) {
        let red = if self.coloured { Style::new().fg(Color::Red) } else { Style::new() };
        let line = match &self.mode {
            StudyMode::TypeLine(line) => Line::raw(format!(" /{line}▏")),
            _ if self.message.bad => Line::styled(format!(" {}", self.message.text), red),
            _ => Line::raw(format!(" {}", self.message.text)),
        };
        frame.render_widget(Paragraph::new(line).wrap(Wrap { trim: false }), area);
    }
}
