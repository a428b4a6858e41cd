//! The built files of the web page, embedded in the program. `npm run build` in `web/` writes them to `dist/`.
//!
//! ```
//! use quixotry_page::PageFiles;
//!
//! let index = PageFiles::get("index.html").expect("the page has an index");
//! assert!(index.data.starts_with(b"<!doctype html>"));
//! ```

use rust_embed::RustEmbed;

/// The files of the page by path, such as `index.html`. Compressed variants end in `.br` and `.gz`.
#[derive(RustEmbed)]
#[folder = "dist"]
pub struct PageFiles;
