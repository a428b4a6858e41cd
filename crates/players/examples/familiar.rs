//! Classes of familiarity for a shipped lexicon, from words with the most frequent first.
//!
//! `cargo run --release -p quixotry-players --example familiar -- french french.familiar < words.txt`: the lexicon, and
//! the file to write. A word counts by its first place in the list, spelled with the tiles of the lexicon.

use flate2::{Compression, write::DeflateEncoder};
use lexicon::WordList;
use lexicon::import::{Capitals, ImportFilter, WordImporter};
use std::collections::HashMap;
use std::error::Error;
use std::io::{Read, Write};

/// The words of the classes 0 to 3 together, as many as in English. All others are in class 4.
const SIZES: [usize; 4] = [11_000, 40_000, 62_000, 103_000];

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [name, out] = &args[..] else { return Err("usage: familiar LEXICON FILE < WORDS".into()) };
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text)?;
    let classes = classes(name, &text)?;
    let mut packer = DeflateEncoder::new(Vec::new(), Compression::best());
    packer.write_all(&classes)?;
    std::fs::write(out, packer.finish()?)?;
    let counts = [0, 1, 2, 3, 4].map(|class| classes.iter().filter(|&&of| of == class).count());
    println!("{name}: words in the classes 0 to 4: {counts:?}");
    Ok(())
}

/// The class of each word of a lexicon, in its order.
fn classes(name: &str, text: &str) -> Result<Vec<u8>, Box<dyn Error>> {
    let words =
        presets::shipped_lexicon(name).ok_or_else(|| format!("there is no shipped lexicon {name:?}"))?;
    let filter = ImportFilter { capitals: Capitals::Nothing, ..ImportFilter::default() };
    let importer = WordImporter::new(words.alphabet(), filter);
    let mut ranks = HashMap::new();
    for word in text.lines().filter_map(|line| importer.spell(line.trim()).ok()) {
        if words.contains(&word) {
            let rank = ranks.len();
            ranks.entry(word).or_insert(rank);
        }
    }
    let class_of = |rank: Option<&usize>| {
        rank.and_then(|rank| SIZES.iter().position(|size| rank < size)).unwrap_or(SIZES.len()) as u8
    };
    let (mut all, mut classes) = (words.words(), Vec::new());
    while let Some(word) = all.advance() {
        classes.push(class_of(ranks.get(word)));
    }
    Ok(classes)
}
