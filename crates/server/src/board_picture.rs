//! A picture of a game for link previews: the board on the left, players and points on the right, as PNG.

use crate::canvas::{Canvas, Rgb};
use notation::draw::BoardScene;
use rules::{Coord, Factors, Points, Rect, Square};

/// The size that services show whole.
pub(crate) const WIDTH: usize = 1200;
pub(crate) const HEIGHT: usize = 630;

const MARGIN: f32 = 30.0;
/// Boards with more squares than this are cut.
const MOST_SQUARES: i32 = 31;
/// The most players that are listed.
const MOST_PLAYERS: usize = 4;

const PAPER: Rgb = Rgb(0xfd, 0xfc, 0xf8);
const INK: Rgb = Rgb(0x2b, 0x21, 0x13);
const SOFT: Rgb = Rgb(0x55, 0x60, 0x6b);
const FRAME: Rgb = Rgb(0x3d, 0x5a, 0x4c);
const TILE: Rgb = Rgb(0xf4, 0xe0, 0xb0);
const WILD: Rgb = Rgb(0x8a, 0x1f, 0x2d);

/// What the picture says beside the board.
pub(crate) struct PictureTexts {
    pub(crate) name: String,
    pub(crate) rules: String,
    pub(crate) players: Vec<(String, Points)>,
}

/// Draws a game.
pub(crate) fn draw_game(scene: BoardScene<'_>, texts: &PictureTexts) -> Vec<u8> {
    let mut canvas = Canvas::new(WIDTH, HEIGHT, PAPER);
    draw_board(&mut canvas, scene);
    draw_texts(&mut canvas, texts);
    canvas.to_png()
}

fn draw_board(canvas: &mut Canvas, scene: BoardScene<'_>) {
    let window = cut(scene.window, scene.rules.board.start());
    let room = HEIGHT as f32 - 2.0 * MARGIN;
    let side = (room - 16.0) / window.width().max(window.height()).max(1) as f32;
    canvas.fill_rounded((MARGIN, MARGIN), (room, room), 14.0, FRAME);
    let left = MARGIN + (room - side * window.width() as f32) / 2.0;
    let top = MARGIN + (room - side * window.height() as f32) / 2.0;
    for at in window.places() {
        let Some(square) = scene.rules.board.square(at) else { continue };
        let corner = (left + (at.x - window.min.x) as f32 * side, top + (at.y - window.min.y) as f32 * side);
        let inner = side - 2.0;
        canvas.fill_rounded(corner, (inner, inner), side / 8.0, square_colour(square));
        let Some(placed) = scene.grid.get(at) else { continue };
        canvas.fill_rounded(corner, (inner, inner), side / 8.0, TILE);
        let letter = scene.rules.tiles.alphabet().upper(placed.face.letter);
        let size = side * if letter.chars().count() > 1 { 0.5 } else { 0.8 };
        let is_wild = scene.rules.tiles.kind(placed.tile).is_some_and(tiles::TileKind::is_wild);
        let ink = if is_wild { WILD } else { INK };
        let width = canvas.text_width(letter, size);
        let start = (corner.0 + (inner - width) / 2.0, corner.1 + inner / 2.0 + size * 0.36);
        canvas.write(letter, start, size, ink);
    }
}

/// The part of a window around the start that is shown.
fn cut(window: Rect, start: Coord) -> Rect {
    let reach = MOST_SQUARES / 2;
    match window.width().max(window.height()) > MOST_SQUARES as usize {
        true => Rect { min: start, max: start }.expand(reach),
        false => window,
    }
}

/// The colours of the SVG pictures.
fn square_colour(square: &Square) -> Rgb {
    match square.factors() {
        Some(Factors::NONE) => Rgb(0xeb, 0xe7, 0xdc),
        Some(Factors { letter: 1, word: 2 }) => Rgb(0xbf, 0xe3, 0xbd),
        Some(Factors { letter: 1, word: 3 }) => Rgb(0xf3, 0xb4, 0xac),
        Some(Factors { letter: 1, .. }) => Rgb(0xd9, 0xc2, 0xef),
        Some(Factors { letter: 2, word: 1 }) => Rgb(0xbc, 0xd9, 0xf2),
        Some(Factors { letter: 3, word: 1 }) => Rgb(0xf8, 0xe3, 0x9a),
        Some(Factors { word: 1, .. }) => Rgb(0xa9, 0xdf, 0xd8),
        Some(_) => Rgb(0xf1, 0xcf, 0xe3),
        None => Rgb(0xd8, 0xd8, 0xdd),
    }
}

fn draw_texts(canvas: &mut Canvas, texts: &PictureTexts) {
    let left = HEIGHT as f32 + MARGIN;
    let room = WIDTH as f32 - left - MARGIN;
    canvas.write_within(&texts.name, (left, 110.0), 52.0, room, INK);
    canvas.write_within(&texts.rules, (left, 160.0), 30.0, room, SOFT);
    for (row, (player, points)) in texts.players.iter().take(MOST_PLAYERS).enumerate() {
        let base = 260.0 + row as f32 * 72.0;
        let points = points.to_string();
        let width = canvas.text_width(&points, 46.0);
        canvas.write_within(player, (left, base), 40.0, room - width - 20.0, INK);
        canvas.write(&points, (left + room - width, base), 46.0, FRAME);
    }
    canvas.write("Quixotry", (left, HEIGHT as f32 - 44.0), 30.0, FRAME);
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::empty_grid;

    #[test]
    fn every_shipped_board_has_a_picture() {
        let library = presets::Library::shipped();
        for name in ["standard", "super", "infinite", "hole", "german", "polish"] {
            let rules = library.rules(name).unwrap();
            let grid = empty_grid(&rules.board);
            let players =
                vec![("Ann".to_owned(), 120), ("Łukasz with a name that is far too long".into(), -3)];
            let texts = PictureTexts { name: name.into(), rules: rules.title.clone(), players };
            let png = draw_game(BoardScene::new(&rules, &grid), &texts);
            assert_eq!(png[..8], *b"\x89PNG\r\n\x1a\n", "{name}");
            assert_eq!(png[16..24], [0, 0, 4, 0xb0, 0, 0, 2, 0x76], "{name}: 1200 by 630");
            assert!(png.len() < 150_000, "{name}: {}", png.len());
        }
    }
}
