//! A text that covers the board; one that does not fit can be scrolled.

use super::ScreenKey;
use crate::wrap::wrap_text;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::widgets::{Block, Clear, Padding, Paragraph};

/// A text that covers the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TextOverlay {
    text: String,
    /// How many rows are scrolled out at the top.
    top: u16,
    /// How many rows could be scrolled out when it was painted last.
    most: u16,
    /// How many rows were shown.
    page: u16,
}

impl TextOverlay {
    pub(crate) fn new(text: String) -> TextOverlay {
        TextOverlay { text, top: 0, most: 0, page: 1 }
    }

    /// Whether there is more than the screen shows.
    pub(crate) fn is_scrollable(&self) -> bool {
        self.most > 0
    }

    /// Scrolls, if the key does that and there is something to scroll.
    pub(crate) fn scroll(&mut self, key: ScreenKey) -> bool {
        if !self.is_scrollable() {
            return false;
        }
        self.top = match key {
            ScreenKey::Up => self.top.saturating_sub(1),
            ScreenKey::Down => (self.top + 1).min(self.most),
            ScreenKey::PageUp => self.top.saturating_sub(self.page),
            ScreenKey::PageDown | ScreenKey::Char(' ') => (self.top + self.page).min(self.most),
            _ => return false,
        };
        true
    }

    /// Paints the text in a box in the middle of an area.
    pub(crate) fn paint(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let width = self.text.lines().map(|line| line.chars().count()).max().unwrap_or(0) as u16 + 4;
        let width = width.min(area.width);
        let block = Block::bordered().padding(Padding::horizontal(1));
        let lines = wrap_text(&self.text, usize::from(width.saturating_sub(4).max(1)));
        let rows = u16::try_from(lines.len()).unwrap_or(u16::MAX - 2);
        let height = (rows + 2).min(area.height);
        self.page = height.saturating_sub(2).max(1);
        self.most = rows.saturating_sub(self.page);
        self.top = self.top.min(self.most);
        let over = Rect {
            x: area.x + (area.width - width) / 2,
            y: area.y + (area.height - height) / 2,
            width,
            height,
        };
        let block = match self.most {
            0 => block,
            most => block.title_bottom(format!(" ↑ ↓ {} % ", u32::from(self.top) * 100 / u32::from(most))),
        };
        frame.render_widget(Clear, over);
        let shown = lines.join("\n");
        frame.render_widget(Paragraph::new(shown).scroll((self.top, 0)).block(block), over);
    }
}
