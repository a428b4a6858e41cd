//! The board as a widget. Double word squares are green, triple word red, double letter blue, triple letter yellow.

use crate::screen::draft::ScreenDraft;
use notation::coords::column_letters;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect as Area;
use ratatui::style::{Color, Modifier, Style};
use ratatui::widgets::Widget;
use rules::{Axis, BoardTile, Coord, Factors, Grid, Rect, Ruleset, Square};
use tiles::TileKind;

/// The visible part of the board.
pub(crate) struct BoardWidget<'a> {
    rules: &'a Ruleset,
    grid: &'a Grid,
    coloured: bool,
    part: Rect,
    cursor: Option<Coord>,
    axis: Axis,
    draft: Option<&'a ScreenDraft>,
    last: Vec<Coord>,
    cell: u16,
    edge: u16,
}

impl<'a> BoardWidget<'a> {
    pub(crate) fn new(rules: &'a Ruleset, grid: &'a Grid, coloured: bool) -> BoardWidget<'a> {
        let alphabet = rules.tiles.alphabet();
        let longest =
            alphabet.letters().map(|letter| alphabet.upper(letter).chars().count()).max().unwrap_or(1);
        let start = rules.board.start();
        let edge = if rules.board.window().is_some() { 2 } else { 4 };
        BoardWidget {
            rules,
            grid,
            coloured,
            part: Rect { min: start, max: start },
            cursor: None,
            axis: Axis::Across,
            draft: None,
            last: Vec::new(),
            cell: longest.clamp(2, 4) as u16,
            edge,
        }
    }

    /// How many columns and rows of squares fit into an area.
    pub(crate) fn capacity(&self, width: u16, height: u16) -> (usize, usize) {
        let columns = width.saturating_sub(self.edge + 3) / self.cell;
        (columns.max(1).into(), height.saturating_sub(1).max(1).into())
    }

    /// The width in characters.
    pub(crate) fn width(&self) -> u16 {
        self.edge + 1 + self.cell * self.part.width() as u16
    }

    pub(crate) fn part(&mut self, part: Rect) -> &mut BoardWidget<'a> {
        self.part = part;
        self
    }

    pub(crate) fn cursor(&mut self, cursor: Option<Coord>, axis: Axis) -> &mut BoardWidget<'a> {
        (self.cursor, self.axis) = (cursor, axis);
        self
    }

    pub(crate) fn draft(&mut self, draft: &'a ScreenDraft) -> &mut BoardWidget<'a> {
        self.draft = Some(draft);
        self
    }

    pub(crate) fn last(&mut self, last: Vec<Coord>) {
        self.last = last;
    }

    /// The text and style of a square, with the cursor.
    fn cell_at(&self, at: Coord) -> (String, Style) {
        let (text, style) = self.content(at);
        if self.cursor != Some(at) {
            return (text, style);
        }
        let arrow = if self.axis == Axis::Across { "→" } else { "↓" };
        let empty = !self.grid.has(at) && self.draft.is_none_or(|draft| !draft.has(at));
        (if empty { arrow.to_owned() } else { text }, style.add_modifier(Modifier::REVERSED | Modifier::BOLD))
    }

    fn content(&self, at: Coord) -> (String, Style) {
        if let Some(placed) = self.grid.get(at) {
            let style =
                if self.last.contains(&at) { last_style(self.coloured) } else { tile_style(self.coloured) };
            return self.tile(placed, style);
        }
        if let Some(laid) = self.draft.and_then(|draft| draft.get(at)) {
            return self.tile(BoardTile { tile: laid.tile, face: laid.face }, draft_style(self.coloured));
        }
        match self.rules.board.square(at) {
            None => ("▒".repeat(usize::from(self.cell)), Style::new().add_modifier(Modifier::DIM)),
            Some(square) => (label(square), self.premium(square)),
        }
    }

    fn tile(&self, placed: BoardTile, style: Style) -> (String, Style) {
        let wild = self.rules.tiles.kind(placed.tile).is_some_and(TileKind::is_wild);
        let alphabet = self.rules.tiles.alphabet();
        let letter = placed.face.letter;
        match wild {
            true => (alphabet.lower(letter).to_owned(), style.add_modifier(Modifier::ITALIC)),
            false => (alphabet.upper(letter).to_owned(), style),
        }
    }

    fn premium(&self, square: &Square) -> Style {
        if !self.coloured {
            return Style::new();
        }
        match square.factors() {
            Some(Factors::NONE) => Style::new().fg(Color::DarkGray),
            Some(Factors { letter: 1, word: 2 }) => Style::new().bg(Color::Green).fg(Color::Black),
            Some(Factors { letter: 1, .. }) => Style::new().bg(Color::Red).fg(Color::White),
            Some(Factors { letter: 2, word: 1 }) => Style::new().bg(Color::Blue).fg(Color::White),
            Some(Factors { word: 1, .. }) => Style::new().bg(Color::Yellow).fg(Color::Black),
            Some(_) => Style::new().bg(Color::Magenta).fg(Color::White),
            None => Style::new().bg(Color::Cyan).fg(Color::Black),
        }
    }

    fn column(&self, x: i32) -> String {
        let from_edge = self.rules.board.window().map(|window| x.saturating_sub(window.min.x));
        match from_edge.map(usize::try_from) {
            Some(Ok(column)) => column_letters(column),
            _ if x.rem_euclid(5) == 0 => x.to_string(),
            _ => String::new(),
        }
    }

    fn row(&self, y: i32) -> String {
        let from_edge =
            self.rules.board.window().map(|window| y.saturating_sub(window.min.y).saturating_add(1));
        from_edge.unwrap_or(y).to_string()
    }
}

/// Dark on light, like real tiles.
pub(crate) fn tile_style(coloured: bool) -> Style {
    let bold = Style::new().add_modifier(Modifier::BOLD);
    if coloured { bold.fg(Color::Black).bg(Color::White) } else { bold }
}

fn last_style(coloured: bool) -> Style {
    let bold = Style::new().add_modifier(Modifier::BOLD);
    if coloured {
        bold.fg(Color::Black).bg(Color::LightCyan)
    } else {
        bold.add_modifier(Modifier::UNDERLINED)
    }
}

fn draft_style(coloured: bool) -> Style {
    let bold = Style::new().add_modifier(Modifier::BOLD);
    if coloured {
        bold.fg(Color::Black).bg(Color::LightMagenta)
    } else {
        bold.add_modifier(Modifier::REVERSED)
    }
}

/// `2w` or `3l`; the factor alone if it has several digits; a star for a program; a dot for a plain square.
fn label(square: &Square) -> String {
    let short = |factor: i32, sign: char| {
        let text = factor.to_string();
        if text.len() == 1 { format!("{text}{sign}") } else { text.chars().take(2).collect() }
    };
    match square.factors() {
        Some(Factors::NONE) => "·".to_owned(),
        Some(Factors { letter, word: 1 }) => short(letter, 'l'),
        Some(Factors { letter: 1, word }) => short(word, 'w'),
        Some(Factors { word, .. }) => short(word, '*'),
        None => "★".to_owned(),
    }
}

impl Widget for BoardWidget<'_> {
    fn render(self, area: Area, buffer: &mut Buffer) {
        let plain = Style::new().add_modifier(Modifier::DIM);
        let limit = |x: u16| usize::from(area.right().saturating_sub(x));
        for (index, x) in (self.part.min.x..=self.part.max.x).enumerate() {
            let at = area.x + self.edge + 1 + self.cell * index as u16;
            buffer.set_stringn(at, area.y, self.column(x), limit(at), plain);
        }
        for (index, places) in self.part.rows().enumerate() {
            let y = area.y + 1 + index as u16;
            if y >= area.bottom() {
                return;
            }
            for (column, at) in places.enumerate() {
                if column == 0 {
                    let name = format!("{:>1$}", self.row(at.y), usize::from(self.edge));
                    buffer.set_stringn(area.x, y, name, usize::from(self.edge), plain);
                }
                let x = area.x + self.edge + 1 + self.cell * column as u16;
                let (text, style) = self.cell_at(at);
                let cell = usize::from(self.cell);
                buffer.set_stringn(x, y, format!("{text:<cell$}"), cell.min(limit(x)), style);
            }
        }
    }
}
