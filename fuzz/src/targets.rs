//! What every target does with its bytes. The fuzzer calls these, and so does an ordinary test with the corpus.
//!
//! Two laws: no input makes a reader panic or hang, and what is read and printed is read back the same.

#![allow(dead_code, unreachable_pub, reason = "each target uses one of these")]

use boardlang::{Dialect, Fuel, Signature, WordLetter};
use lexicon::hunspell::HunspellDictionary;
use lexicon::import::{ImportFilter, WordImporter};
use lexicon::kwg::{self, Packing};
use lexicon::{Letters, PackedGraph, Pattern, WordGraph, WordList, text};
use notation::plays;
use presets::{Library, Source};
use rules::Ruleset;
use std::sync::LazyLock;
use tiles::Alphabet;

static LIBRARY: LazyLock<Library> = LazyLock::new(|| Library::shipped().without_paths());
static STANDARD: LazyLock<Ruleset> = LazyLock::new(|| LIBRARY.rules("standard").expect("it is shipped"));
static SPANISH: LazyLock<Ruleset> = LazyLock::new(|| LIBRARY.rules("spanish").expect("it is shipped"));

/// Programs: compiled code does what walking the tree does, and printing changes nothing.
pub fn board_language(data: &[u8]) {
    let Ok(source) = std::str::from_utf8(data) else { return };
    let word = ['H', 'É', '5'].map(|letter| WordLetter::new(letter, 4));
    for dialect in Dialect::ALL {
        if let Ok(parsed) = boardlang::parse(source, dialect) {
            let printed = parsed.ast.in_dialect(dialect).to_string();
            let again = boardlang::parse(&printed, dialect).expect("what was printed is read");
            assert_eq!(again.ast.in_dialect(dialect).to_string(), printed);
        }
        for signature in Signature::ALL {
            let Ok(compiled) = boardlang::compile(source, signature, dialect) else { continue };
            let program = compiled.program;
            let fuel = Fuel(2_000);
            let _ = program.run_board(-3, 7, fuel);
            let _ = program.run_square(&word, 1, 10, fuel);
            let _ = program.run_print(2, fuel);
        }
    }
}

/// Frozen word graphs: damaged ones are refused, and what is accepted answers every question.
pub fn word_graph(data: &[u8]) {
    if let Ok(graph) = WordGraph::open(data.to_vec()) {
        ask(&graph);
    }
}

/// KWG files and their big variant.
pub fn kwg(data: &[u8]) {
    for packing in [Packing::Kwg, Packing::Kbwg] {
        if let Ok(graph) = kwg::read(data, "fuzz", &Alphabet::english(), packing) {
            ask(&graph);
        }
    }
}

fn ask(graph: &WordGraph) {
    let alphabet = graph.alphabet().clone();
    let words: Vec<_> = graph.words().take(20).collect();
    for word in &words {
        assert!(graph.contains(word) && graph.contains_anagram(word));
        assert_eq!(graph.index_of(word).and_then(|index| graph.word_at(index)).as_ref(), Some(word));
        let _ = graph.hooks(word);
    }
    if let Ok(pattern) = Pattern::parse("*A.", &alphabet) {
        let _ = graph.matching(&pattern).take(20).count();
    }
    if let Ok(letters) = Letters::parse("AE?", &alphabet) {
        let _ = graph.anagrams(&letters).count();
    }
}

/// Word lists as text: what is read becomes a graph with just these words.
pub fn word_list(data: &[u8]) {
    let alphabet = Alphabet::english();
    let reading = text::read(data, &alphabet, text::Columns::First);
    let Ok(words) = reading.into_words() else { return };
    if let Ok(graph) = WordGraph::build("fuzz", &alphabet, &words) {
        ask(&graph);
        assert_eq!(
            WordGraph::open(graph.to_bytes()).expect("just built").content_hash(),
            graph.content_hash()
        );
    }
}

/// Hunspell dictionaries, the two files separated by a zero byte: what is read is expanded within its bounds, and every
/// word of the lexicon is spelled with the tiles.
pub fn hunspell(data: &[u8]) {
    let (affixes, words) = data.split_at(data.iter().position(|&byte| byte == 0).unwrap_or(data.len()));
    let Ok(dictionary) = HunspellDictionary::read(affixes, words.strip_prefix(b"\0").unwrap_or(words)) else {
        return;
    };
    let alphabet = Alphabet::english();
    let mut importer = WordImporter::new(&alphabet, ImportFilter::default());
    for entry in 0..dictionary.len().min(100) {
        let _ = dictionary.expand(entry, &mut |form| importer.add(form.text));
    }
    let _ = dictionary.expand_compounds(3, 15, 10_000, &mut |form| importer.add(form.text));
    if let Ok(imported) = importer.finish("fuzz") {
        ask(&imported.graph);
        let packed = PackedGraph::pack(&imported.graph);
        let unpacked = PackedGraph::new(&packed).expect("just packed").unpack().expect("just packed");
        assert_eq!(unpacked.content_hash(), imported.graph.content_hash());
    }
}

/// Rules, boards and tile sets as TOML: all faults are reported, and good rules are written back the same.
pub fn rules_file(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let source = Source::from_text("fuzz", text);
    let _ = LIBRARY.board_from(&source);
    let _ = LIBRARY.tiles_from(&source);
    match LIBRARY.rules_from(&source) {
        Ok(rules) => {
            let written = presets::to_toml(&rules);
            let again =
                LIBRARY.rules_from(&Source::from_text("fuzz", &written)).expect("what was written is read");
            assert_eq!(presets::to_toml(&again), written);
        }
        Err(faults) => assert!(!faults.to_string().is_empty()),
    }
}

/// SkraBBKle board files.
pub fn board_file(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(draft) = notation::boardfile::parse("fuzz", text) else { return };
    let Ok(board) = rules::Board::try_from(draft) else { return };
    if let Ok(printed) = notation::boardfile::print(&board, notation::boardfile::edition(text)) {
        notation::boardfile::parse("fuzz", &printed).expect("what was printed is read");
    }
}

/// Positions as CGP.
pub fn cgp(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for rules in [&*STANDARD, &*SPANISH] {
        if let Ok(cgp) = notation::cgp::parse(text, rules) {
            let printed = notation::cgp::print(&cgp);
            let again = notation::cgp::parse(&printed, rules).expect("what was printed is read");
            assert_eq!(notation::cgp::print(&again), printed);
        }
    }
}

/// Games as GCG: read leniently, checked, replayed, printed.
pub fn gcg(data: &[u8]) {
    let (game, _) = notation::gcg::parse_lenient(data);
    let _ = notation::gcg::lint(&game, &STANDARD, Some(presets::english()));
    let _ = notation::gcg::replay(&game, &STANDARD);
    let _ = notation::gcg::to_events(&game, &STANDARD);
    if let Ok(game) = notation::gcg::parse(data) {
        let printed = notation::gcg::print(&game).expect("what was read is printed");
        let again = notation::gcg::parse(&printed).expect("what was printed is read");
        assert_eq!(notation::gcg::print(&again).ok(), Some(printed));
    }
}

/// Plays as people type them, in every notation: reading one changes nothing, and a placement is on the board.
pub fn play(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for rules in [&*STANDARD, &*SPANISH] {
        let position = rules::Position::new(rules.clone());
        let context = plays::PlayContext::of(&position);
        let _ = plays::parse(text, context);
        for style in plays::PlayNotation::ALL {
            let _ = plays::parse_as(style, text, context);
        }
    }
}

/// Lines of the bot protocol, from bots and from servers: what is read and printed is read back the same.
pub fn bot_line(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Ok(line) = wire::bot::BotLine::read(text) {
        let printed = line.print();
        let again = wire::bot::BotLine::read(&printed).expect("what was printed is read");
        assert_eq!(again.print(), printed);
    }
    if let Ok(line) = wire::bot::ServerLine::read(text) {
        let printed = line.print();
        let again = wire::bot::ServerLine::read(&printed).expect("what was printed is read");
        assert_eq!(again.print(), printed);
    }
}

/// Values of leaves, winning chances and packed word graphs: damaged files are refused.
pub fn packed(data: &[u8]) {
    let _ = players::LeaveValues::read(data, &STANDARD);
    let _ = players::WinChances::unpack(data);
    if let Some(Ok(graph)) = PackedGraph::new(data).map(|packed| packed.unpack()) {
        ask(&graph);
    }
}

/// Records as JSON lines.
pub fn record(data: &[u8]) {
    let rules =
        |header: &wire::RecordHeader| LIBRARY.rules_from(&Source::from_text("record", &header.rules.source));
    let Ok(reading) = wire::Record::read(data, rules) else { return };
    let _ = wire::verify(&reading.record, Some(presets::english()));
    let printed = reading.record.print();
    let again = wire::Record::read(&printed, rules).expect("what was printed is read");
    assert_eq!(again.record.print(), printed);
}

/// Positions as JSON.
pub fn position(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(draft) = wire::PositionDraft::read(text) else { return };
    let infinite = LIBRARY.rules("infinite").expect("it is shipped");
    for rules in [&*STANDARD, &infinite] {
        if let Ok(position) = draft.check(rules) {
            let printed = wire::PositionDraft::new(&position).print();
            let again = wire::PositionDraft::read(&printed).expect("what was printed is read");
            assert!(again.check(rules).is_ok());
        }
    }
}
