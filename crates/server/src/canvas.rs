//! Filled shapes and letters on a picture, written as PNG.

use ab_glyph::{Font, FontRef, Glyph, PxScale, ScaleFont, point};
use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};
use std::io::Write;
use std::sync::LazyLock;

/// The letters of Latin, Greek, Cyrillic and Hebrew; a character without a shape is left out.
static LETTERS: LazyLock<Option<FontRef<'static>>> =
    LazyLock::new(|| FontRef::try_from_slice(include_bytes!("../assets/dejavu-sans-bold-letters.ttf")).ok());

/// Red, green and blue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rgb(pub(crate) u8, pub(crate) u8, pub(crate) u8);

/// A picture that is being painted.
pub(crate) struct Canvas {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

impl Canvas {
    pub(crate) fn new(width: usize, height: usize, Rgb(r, g, b): Rgb) -> Canvas {
        Canvas { width, height, pixels: [r, g, b].repeat(width * height) }
    }

    /// Fills a rectangle with rounded corners.
    pub(crate) fn fill_rounded(&mut self, at: (f32, f32), size: (f32, f32), radius: f32, colour: Rgb) {
        let (right, bottom) = (at.0 + size.0, at.1 + size.1);
        for y in at.1.floor() as i64..=bottom.ceil() as i64 {
            for x in at.0.floor() as i64..=right.ceil() as i64 {
                let (px, py) = (x as f32 + 0.5, y as f32 + 0.5);
                // The distance from the rectangle that the corners are drawn around.
                let dx = (at.0 + radius - px).max(px - (right - radius)).max(0.0);
                let dy = (at.1 + radius - py).max(py - (bottom - radius)).max(0.0);
                self.mix(x, y, colour, radius + 0.5 - dx.hypot(dy));
            }
        }
    }

    /// How wide a text is.
    pub(crate) fn text_width(&self, text: &str, size: f32) -> f32 {
        let Some(font) = LETTERS.as_ref() else { return 0.0 };
        let font = font.as_scaled(size);
        text.chars().map(|letter| font.h_advance(font.glyph_id(letter))).sum()
    }

    /// Writes a text from a point on its base line.
    pub(crate) fn write(&mut self, text: &str, start: (f32, f32), size: f32, colour: Rgb) {
        let Some(font) = LETTERS.as_ref() else { return };
        let scale = PxScale::from(size);
        let mut x = start.0;
        for letter in text.chars() {
            let id = font.glyph_id(letter);
            if id.0 != 0 {
                self.draw_glyph(font, id.with_scale_and_position(scale, point(x, start.1)), colour);
            }
            x += font.as_scaled(scale).h_advance(id);
        }
    }

    /// Writes as much of a text as there is room for.
    pub(crate) fn write_within(&mut self, text: &str, start: (f32, f32), size: f32, room: f32, colour: Rgb) {
        let mut shown = text.to_owned();
        let mut dots = "";
        while !shown.is_empty() && self.text_width(&format!("{shown}{dots}"), size) > room {
            shown.pop();
            dots = "…";
        }
        self.write(&format!("{shown}{dots}"), start, size, colour);
    }

    fn draw_glyph(&mut self, font: &FontRef<'_>, glyph: Glyph, colour: Rgb) {
        let Some(outline) = font.outline_glyph(glyph) else { return };
        let corner = outline.px_bounds().min;
        outline.draw(|x, y, cover| {
            self.mix(corner.x as i64 + i64::from(x), corner.y as i64 + i64::from(y), colour, cover);
        });
    }

    /// Mixes a colour into a pixel; what lies outside is left out.
    fn mix(&mut self, x: i64, y: i64, colour: Rgb, cover: f32) {
        let (Ok(x), Ok(y)) = (usize::try_from(x), usize::try_from(y)) else { return };
        if x >= self.width || y >= self.height {
            return;
        }
        let (cover, at) = (cover.clamp(0.0, 1.0), (y * self.width + x) * 3);
        for (pixel, new) in self.pixels[at..at + 3].iter_mut().zip([colour.0, colour.1, colour.2]) {
            let mixed = f32::from(*pixel) * (1.0 - cover) + f32::from(new) * cover;
            *pixel = mixed.round() as u8;
        }
    }

    /// The picture as a PNG file.
    pub(crate) fn to_png(&self) -> Vec<u8> {
        let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
        let size = [self.width as u32, self.height as u32].map(u32::to_be_bytes).concat();
        // Eight bits for each of red, green and blue; the usual compression, no interlacing.
        put_chunk(&mut file, *b"IHDR", &[&size[..], &[8, 2, 0, 0, 0]].concat());
        put_chunk(&mut file, *b"IDAT", &self.compressed_rows());
        put_chunk(&mut file, *b"IEND", &[]);
        file
    }

    /// The rows, each with the number of its filter before it: none.
    fn compressed_rows(&self) -> Vec<u8> {
        let mut rows = ZlibEncoder::new(Vec::new(), Compression::default());
        for row in self.pixels.chunks(self.width * 3) {
            // Writing to memory cannot fail.
            rows.write_all(&[0]).and_then(|()| rows.write_all(row)).unwrap_or_default();
        }
        rows.finish().unwrap_or_default()
    }
}

/// Adds a chunk: its length, its name, its content, and the checksum of name and content.
fn put_chunk(file: &mut Vec<u8>, name: [u8; 4], content: &[u8]) {
    let mut sum = Crc::new();
    sum.update(&name);
    sum.update(content);
    file.extend((content.len() as u32).to_be_bytes());
    file.extend(name);
    file.extend(content);
    file.extend(sum.sum().to_be_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_the_shipped_tile_sets_have_shapes() {
        let font = LETTERS.as_ref().unwrap();
        for set in ["english", "german", "french", "spanish", "polish", "catalan", "slovene", "danish"] {
            let tiles = presets::Library::shipped().tiles(set).unwrap().set;
            for letter in tiles.alphabet().letters().flat_map(|letter| tiles.alphabet().upper(letter).chars())
            {
                assert_ne!(font.glyph_id(letter).0, 0, "{set}: {letter}");
            }
        }
    }

    #[test]
    fn what_lies_outside_is_left_out() {
        let mut canvas = Canvas::new(4, 3, Rgb(255, 255, 255));
        canvas.fill_rounded((-10.0, -10.0), (100.0, 100.0), 1.0, Rgb(1, 2, 3));
        assert_eq!(canvas.pixels, [1, 2, 3].repeat(12));
        canvas.write("AÄЖא漢", (-3.0, 2.0), 40.0, Rgb(9, 9, 9));
        canvas.write_within("long", (0.0, 0.0), 40.0, 1.0, Rgb(9, 9, 9));
        assert!(canvas.to_png().starts_with(b"\x89PNG"));
    }
}
