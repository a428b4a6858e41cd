//! Every shipped file loads and says what it should.

use quixotry_presets::{DataKind, LexiconEntry, Library, shipped_lexicons};

#[test]
fn every_shipped_file_loads() {
    let library = Library::shipped();
    let mut faults = Vec::new();
    for source in library.list(DataKind::Tiles) {
        faults.extend(library.tiles(&source.name).err());
    }
    for source in library.list(DataKind::Boards) {
        faults.extend(library.board(&source.name).err());
    }
    for source in library.list(DataKind::Rules) {
        faults.extend(library.rules(&source.name).err());
    }
    assert!(faults.is_empty(), "{}", faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"));
}

#[test]
fn the_shipped_lexicon_fits_the_english_tiles() {
    let library = Library::shipped();
    let tiles = library.tiles("english").unwrap().set;
    let graph = library.lexicon("english", tiles.alphabet()).unwrap();
    assert_eq!(graph.len(), 168_871);
    assert_eq!(graph.alphabet(), tiles.alphabet());
    assert!(graph.verify());
}

#[test]
fn each_shipped_lexicon_fits_the_rules_of_its_language_and_is_named_in_the_notice() {
    let library = Library::shipped();
    let notice = include_str!("../lexicon/NOTICE.md");
    let names: Vec<&str> = shipped_lexicons().collect();
    assert_eq!(names, ["english", "danish", "dutch", "french", "german", "polish", "portuguese", "spanish"]);
    for name in names {
        let rules = library.rules(if name == "english" { "standard" } else { name }).unwrap();
        assert_eq!(rules.lexicon, name);
        let graph = library.lexicon(name, rules.tiles.alphabet()).unwrap();
        assert_eq!((graph.name(), graph.alphabet()), (name, rules.tiles.alphabet()));
        assert!(graph.verify(), "{name}");
        let lengths = graph.lengths();
        assert!(
            lengths[2] > 50 && lengths[1] == 0 && lengths[16..].iter().all(|&count| count == 0),
            "{name}"
        );
        let summary = library.lexicon_summary(&LexiconEntry { name: name.to_owned(), path: None }).unwrap();
        assert_eq!((summary.words, summary.hash), (graph.len(), graph.content_hash()));
        assert!(notice.contains(&graph.content_hash().to_string()), "the notice has another hash of {name}");
    }
}

#[test]
fn words_are_spelled_as_the_game_of_their_language_does() {
    let library = Library::shipped();
    for (name, good, bad) in [
        ("german", "ÜBER STRASSE ÄH QI HÄUSER CAFE", "UEBER NATO XYZ"),
        ("french", "ETE COEUR ILS GARCON OEIL", "TOKYO SNCF CF"),
        ("spanish", "CHICO LLAMA PERRO NIÑO CORAZON", "MADRID KILO PG"),
        ("dutch", "IJS CRUE HUIS FIETSEN ZEEEN", "AMSTERDAM KM"),
        ("polish", "ŻÓŁW KOT ŹREBIĘ ĆMA OŃ", "LONDYN KM"),
        ("portuguese", "CORAÇÃO CAÇA MAE PALAVRA", "LISBOA XV"),
        ("danish", "ÆBLE RØD ÅR IDE HUS", "DANMARK KM"),
    ] {
        let tiles = library.tiles(name).unwrap().set;
        let graph = library.lexicon(name, tiles.alphabet()).unwrap();
        let has = |word: &str| {
            tiles.alphabet().parse_word(word).is_ok_and(|word| lexicon::WordList::contains(&graph, &word))
        };
        let wrong: Vec<&str> = good
            .split(' ')
            .filter(|word| !has(word))
            .chain(bad.split(' ').filter(|word| has(word)))
            .collect();
        assert!(wrong.is_empty(), "{name}: {wrong:?}");
    }
}
