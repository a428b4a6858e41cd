//! Building, opening and querying the shipped English lexicon.
#![allow(missing_docs, reason = "criterion's macros make undocumented functions")]

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use quixotry_lexicon::kwg::{self, KwgContents, Packing};
use quixotry_lexicon::text::{self, Columns};
use quixotry_lexicon::{Alphagrams, Letters, Pattern, WordGraph, WordList, WordVec};
use std::hint::black_box;
use tiles::{Alphabet, Letter};

const LIST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../presets/lexicon/english.txt");

fn list() -> Vec<u8> {
    std::fs::read(LIST).unwrap_or_else(|error| panic!("{LIST}: {error}"))
}

fn words() -> WordVec {
    text::read(&list(), &Alphabet::english(), Columns::Whole).words
}

fn english() -> WordGraph {
    WordGraph::build("english", &Alphabet::english(), &words()).unwrap()
}

/// The shipped words and longer made-up words, `count` in total.
fn many(count: usize) -> WordVec {
    let words = words();
    let un = Alphabet::english().parse_word("UN").unwrap();
    let longer = words.iter().map(|word| [&un, word].concat());
    words.iter().map(<[Letter]>::to_vec).chain(longer).take(count).collect()
}

/// Racks of seven tiles with one blank. They are the same in every run.
fn racks() -> Vec<Letters> {
    let bag = Alphabet::english().parse_word("AAAEEEEIIIOOUNNRRTTLSDGBCMPFHVWYKJXQZ").unwrap();
    let mut state = 7u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    (0..200)
        .map(|rack| {
            let blanks = usize::from(rack % 10 == 0);
            let letters: Vec<Letter> = (0..7 - blanks).map(|_| bag[random(bag.len())]).collect();
            Letters::new(&letters, blanks)
        })
        .collect()
}

fn building(c: &mut Criterion) {
    let (alphabet, list, words, many) = (Alphabet::english(), list(), words(), many(270_000));
    let mut group = c.benchmark_group("build");
    group.sample_size(10);
    group.bench_function("read the text", |b| b.iter(|| text::read(&list, &alphabet, Columns::Whole)));
    group.bench_function("168,871 words", |b| b.iter(|| WordGraph::build("english", &alphabet, &words)));
    group.bench_function("270,000 words", |b| b.iter(|| WordGraph::build("many", &alphabet, &many)));
    group.bench_function("alphagrams", |b| {
        let graph = english();
        b.iter(|| graph.alphagrams());
    });
    group.finish();
}

fn opening(c: &mut Criterion) {
    let bytes: &'static [u8] = english().to_bytes().leak();
    c.bench_function("open", |b| b.iter(|| WordGraph::from_static(bytes).unwrap()));
    c.bench_function("verify", |b| {
        let graph = english();
        b.iter(|| graph.verify());
    });
}

fn asking(c: &mut Criterion) {
    let (graph, words, racks) = (english(), words(), racks());
    let alphagrams = Alphagrams(graph.alphagrams().unwrap());
    let mut some = words.iter().step_by(17).cycle();
    c.bench_function("contains", |b| b.iter(|| graph.contains(black_box(some.next().unwrap()))));
    c.bench_function("contains_anagram", |b| {
        b.iter(|| graph.contains_anagram(black_box(some.next().unwrap())));
    });
    c.bench_function("contains_anagram, alphagrams", |b| {
        b.iter(|| alphagrams.contains_anagram(black_box(some.next().unwrap())));
    });
    c.bench_function("index_of", |b| b.iter(|| graph.index_of(black_box(some.next().unwrap()))));
    c.bench_function("hooks", |b| b.iter(|| graph.hooks(black_box(some.next().unwrap()))));
    c.bench_function("all words", |b| b.iter(|| graph.words().count()));
    let pattern = Pattern::parse("*Q[^U]*", graph.alphabet()).unwrap();
    c.bench_function("pattern *Q[^U]*", |b| b.iter(|| graph.matching(&pattern).count()));
    let mut rack = racks.iter().cycle();
    c.bench_function("subanagrams of a rack", |b| {
        b.iter_batched(
            || rack.next().unwrap(),
            |rack| graph.subanagrams(rack).count(),
            BatchSize::SmallInput,
        );
    });
}

fn kwg_files(c: &mut Criterion) {
    let graph = english();
    let bytes = kwg::write(&graph, Packing::Kwg, KwgContents::DawgAndGaddag).unwrap();
    let mut group = c.benchmark_group("kwg");
    group.sample_size(10);
    group
        .bench_function("write", |b| b.iter(|| kwg::write(&graph, Packing::Kwg, KwgContents::DawgAndGaddag)));
    group.bench_function("read", |b| {
        b.iter(|| kwg::read(&bytes, "english", graph.alphabet(), Packing::Kwg));
    });
    group.finish();
}

criterion_group!(benches, building, opening, asking, kwg_files);
criterion_main!(benches);
