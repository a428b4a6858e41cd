//! The user's own files: found by name and by path, inherited from, installed.

use quixotry_presets::{
    CacheNotice, DataKind, LexiconError, Library, Source, SourceOrigin, english, read_lexicon,
};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use tiles::Alphabet;

/// An empty directory of this test's own.
fn directory(test: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn write(directory: &std::path::Path, file: &str, text: &str) -> String {
    let path = directory.join(file);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, text).unwrap();
    path.display().to_string()
}

const SMALL: &str = "title = 'Small'\nkind = 'picture'\nstart = '1A'\npicture = '...'\n";
const TINY: &str = "name = 'tiny'\nletter = [{ upper = 'A', count = 30, points = 1 }]\n";

#[test]
fn own_files_are_found_by_name() {
    let own = directory("own");
    write(&own, "boards/small.toml", SMALL);
    write(&own, "tiles/tiny.toml", TINY);
    write(&own, "rules/mine.toml", "board = 'small'\ntiles = 'tiny'\nrack = 3\nbonus = 0\n");
    write(&own, "rules/standard.toml", "rack = 'never read, for the shipped one comes first'");
    let library = Library::new([own]);
    let rules = library.rules("mine").unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!((rules.name.as_str(), rules.board.title(), rules.tiles.name()), ("mine", "Small", "tiny"));
    assert_eq!(library.rules("standard").unwrap().rack_size, 7);
    let listed = library.catalogue(DataKind::Boards);
    let small = listed.iter().find(|listing| listing.name == "small").unwrap();
    assert!(matches!(small.origin, SourceOrigin::File(_)) && small.title == "Small");
    assert_eq!(
        library.catalogue(DataKind::Rules).iter().filter(|listing| listing.name == "standard").count(),
        1
    );
}

#[test]
fn paths_start_from_the_file_that_names_them() {
    let own = directory("paths");
    write(&own, "sub/boards/small.toml", SMALL);
    write(
        &own,
        "sub/base.toml",
        "board = 'boards/small.toml'\ntiles = '../tiny.toml'\nrack = 3\nbonus = 0\n",
    );
    write(&own, "tiny.toml", TINY);
    let child = write(&own, "child.toml", "inherit = 'sub/base.toml'\nrack = 4");
    let rules = Library::shipped().rules(&child).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!((rules.rack_size, rules.board.title(), rules.tiles.name()), (4, "Small", "tiny"));
    let refused = Library::shipped().without_paths().rules(&child).unwrap_err().to_string();
    assert!(refused.starts_with("there is no set of rules called"), "{refused}");
}

#[test]
fn errors_are_reported_with_their_file() {
    let own = directory("several");
    write(&own, "board.toml", "title = 'x'\nkind = 'cube'\n");
    write(&own, "tiles.toml", "name = 'other'\nletter = [{ upper = 'A', count = 30, points = 1 }]\n");
    write(&own, "base.toml", "board = 'board.toml'\ntiles = 'tiles.toml'\nrack = 99\nstarter = 'x'\n");
    let child = write(&own, "child.toml", "inherit = 'base.toml'\nstarter = 'first'\nseats = 'two'\n");
    let faults = Library::shipped().rules(&child).unwrap_err().to_string();
    let lines: Vec<&str> =
        faults.lines().map(|line| line.rsplit(std::path::MAIN_SEPARATOR).next().unwrap()).collect();
    let expect = [
        "base.toml:3:8: rack: must be from 1 to 32, not 99",
        "board.toml:2:8: kind: \"cube\" is not one of its values",
        "child.toml:3:9: seats: must be a number",
        "tiles.toml:1:8: name: is \"other\", but the file is called \"tiles\"",
    ];
    assert_eq!(lines.len(), expect.len(), "{faults}");
    assert!(lines.iter().zip(expect).all(|(line, start)| line.starts_with(start)), "{faults}");
}

#[test]
fn inheritance_that_does_not_end_is_refused() {
    let own = directory("circle");
    write(&own, "a.toml", "inherit = 'b.toml'");
    let b = write(&own, "b.toml", "inherit = 'a.toml'");
    let faults = Library::shipped().rules(&b).unwrap_err().to_string();
    assert!(faults.contains("inherit: inherits from itself"), "{faults}");
    for n in 0..20 {
        write(&own, &format!("{n}.toml"), &format!("inherit = '{}.toml'", n + 1));
    }
    let faults = Library::shipped().rules(&own.join("0.toml").display().to_string()).unwrap_err().to_string();
    assert!(faults.contains("more than 16 files inherit"), "{faults}");
}

#[test]
fn files_that_are_not_text_or_too_large_are_refused() {
    let own = directory("odd");
    fs::write(own.join("latin.toml"), b"title = '\xe9'").unwrap();
    fs::write(own.join("large.toml"), vec![b'#'; 5 << 20]).unwrap();
    let load =
        |file: &str| Library::shipped().rules(&own.join(file).display().to_string()).unwrap_err().to_string();
    assert!(load("latin.toml").ends_with("the file is not UTF-8 text"));
    assert!(load("large.toml").contains("but a data file has at most"));
}

#[test]
fn board_files_of_skrabbkle_load_by_path_and_tell_line_and_column() {
    let own = directory("boardfile");
    let good = format!("11\n{}", "...........\n".repeat(11));
    let path = write(&own, "plain.txt", &good);
    assert_eq!(Library::shipped().board(&path).unwrap().window().unwrap().width(), 11);
    let path = write(&own, "bad.txt", &good.replacen("...........", "....(x).......", 1));
    let faults = Library::shipped().board(&path).unwrap_err();
    let position = faults.iter().next().unwrap().position().unwrap();
    assert_eq!((position.line, position.column), (2, 5), "{faults}");
}

#[test]
fn lexica_are_installed_found_and_pinned() {
    let own = directory("lexica");
    let alphabet = Alphabet::english();
    let list = write(&own, "few.txt", "cat\nact\n");
    let library = Library::new([own.join("data")]);
    let graph = library.lexicon(&list, &alphabet).unwrap();
    assert_eq!((graph.name(), graph.len()), ("few", 2));
    let path = library.install("few", &graph).unwrap();
    assert!(path.is_file());
    let again = library.lexicon("few", &alphabet).unwrap();
    assert_eq!(again.content_hash(), graph.content_hash());
    let names: Vec<String> = library.lexicons().into_iter().map(|entry| entry.name).collect();
    assert_eq!((names.first().unwrap().as_str(), names.last().unwrap().as_str()), ("english", "few"));
    assert_eq!(library.lexicon_by_hash(graph.content_hash()).unwrap().name(), "few");
    assert_eq!(library.lexicon_by_hash(english().content_hash()).unwrap().name(), "english");
    assert_eq!(library.own_lexicon("few").unwrap().len(), 2);
    assert_eq!(library.own_lexicon(&path.display().to_string()).unwrap().len(), 2);
}

#[test]
fn an_installed_lexicon_takes_the_place_of_a_shipped_one_until_it_is_removed() {
    let own = directory("replaced");
    let library = Library::new([own.join("data")]);
    let alphabet = library.tiles("german").unwrap().set.alphabet().clone();
    let shipped = library.lexicon("german", &alphabet).unwrap();
    let few = library.lexicon(&write(&own, "few.txt", "haus\n"), &alphabet).unwrap();
    let path = library.install("german", &few).unwrap();
    assert_eq!(library.lexicon("german", &alphabet).unwrap().content_hash(), few.content_hash());
    let entries = library.lexicons();
    let entry = entries.iter().find(|entry| entry.name == "german").unwrap();
    assert_eq!((entry.path.as_ref(), library.lexicon_summary(entry).unwrap().words), (Some(&path), 1));
    let by_hash = |hash| library.lexicon_by_hash(hash).map(|graph| graph.len());
    assert_eq!(by_hash(shipped.content_hash()), Some(shipped.len()), "games that began with it go on");
    assert_eq!(by_hash(few.content_hash()), Some(1));
    assert_eq!(library.uninstall("german").unwrap(), path);
    assert_eq!(library.lexicon("german", &alphabet).unwrap().content_hash(), shipped.content_hash());
    assert!(matches!(library.uninstall("german"), Err(LexiconError::Shipped(_))));
    assert!(matches!(library.uninstall("klingon"), Err(LexiconError::Missing { .. })));
}

#[test]
fn a_missing_list_comes_with_the_commands_that_make_it() {
    let library = Library::shipped();
    let alphabet = library.tiles("swedish").unwrap().set.alphabet().clone();
    let error = library.lexicon("swedish", &alphabet).unwrap_err().to_string();
    assert!(error.contains("apt install hunspell-sv"), "{error}");
    let import = "quixotry lexicon import /usr/share/hunspell/sv_SE.dic --tiles swedish --name swedish";
    assert!(error.contains(import), "{error}");
}

#[test]
fn kwg_files_are_read_as_words_of_the_tiles() {
    let own = directory("kwg");
    let alphabet = Alphabet::english();
    let words = ["CAB", "BACK"].map(|word| alphabet.parse_word(word).unwrap());
    let graph = lexicon::WordGraph::build("x", &alphabet, &words).unwrap();
    for (file, packing) in [("x.kwg", lexicon::kwg::Packing::Kwg), ("x.kbwg", lexicon::kwg::Packing::Kbwg)] {
        let bytes = lexicon::kwg::write(&graph, packing, lexicon::kwg::KwgContents::DawgAndGaddag).unwrap();
        fs::write(own.join(file), bytes).unwrap();
        let read = read_lexicon(&own.join(file), &alphabet).unwrap();
        assert_eq!(read.content_hash(), graph.content_hash(), "{file}");
    }
    fs::write(own.join("cut.kwg"), b"12345").unwrap();
    assert!(matches!(read_lexicon(&own.join("cut.kwg"), &alphabet), Err(LexiconError::Kwg { .. })));
}

#[test]
fn lexica_that_cannot_be_used_are_refused_with_the_reason() {
    let own = directory("bad-lexica");
    let library = Library::new([own.clone()]);
    let error = |name: &str| library.lexicon(name, &Alphabet::english()).unwrap_err();
    let missing = error("englsh").to_string();
    assert!(missing.contains("did you mean `english`?"), "{missing}");
    assert!(matches!(error(&write(&own, "bad.txt", "CAT\nC4T\n")), LexiconError::List { .. }));
    fs::create_dir_all(own.join("lexica")).unwrap();
    fs::write(own.join("lexica/cut.qwg"), &english().as_bytes()[..1000]).unwrap();
    assert!(matches!(error("cut"), LexiconError::Graph { .. }));
    let spanish = library.tiles("spanish").unwrap().set;
    let differ = library.lexicon("english", spanish.alphabet()).unwrap_err();
    assert!(matches!(differ, LexiconError::Alphabet { .. }), "{differ}");
    for name in ["", "../x", ".x", "a/b", "a b"] {
        assert!(matches!(library.install(name, english()), Err(LexiconError::Name(_))), "{name:?}");
    }
    assert!(matches!(Library::shipped().install("x", english()), Err(LexiconError::NoDirectory)));
    let closed = Library::shipped().without_paths();
    let path = write(&own, "good.txt", "CAT\n");
    assert!(matches!(closed.lexicon(&path, &Alphabet::english()), Err(LexiconError::Missing { .. })));
}

#[test]
fn a_text_that_is_given_needs_no_file() {
    let source = Source::from_text("anything", TINY);
    assert_eq!(Library::shipped().tiles_from(&source).unwrap().set.name(), "tiny");
}

/// What caches said in this process; each test looks for its own directory.
static NOTICES: Mutex<Vec<String>> = Mutex::new(Vec::new());

fn notices(about: &Path) -> Vec<String> {
    let about = about.display().to_string();
    NOTICES.lock().unwrap().iter().filter(|line| line.contains(&about)).cloned().collect()
}

fn listen(notice: &CacheNotice<'_>) {
    NOTICES.lock().unwrap().push(format!("{notice:?}"));
}

fn only_file(directory: &Path) -> PathBuf {
    let files: Vec<_> = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(files.len(), 1, "{files:?}");
    files[0].clone()
}

#[test]
fn the_graph_of_a_list_is_built_once_and_again_when_it_is_damaged() {
    let own = directory("cached-lists");
    let (list, cache) = (write(&own, "mine.txt", "CAT\nDOG\n"), own.join("cache"));
    let library = Library::shipped().with_cache(cache.clone(), listen);
    let english = Alphabet::english();
    let words = |library: &Library| library.lexicon(&list, &english).unwrap().content_hash();
    let first = words(&library);
    assert_eq!(notices(&own).len(), 1, "the first time it is built");
    assert_eq!(words(&library), first);
    assert_eq!(notices(&own).len(), 1, "the second time it is there");

    let kept = only_file(&cache);
    let mut bytes = fs::read(&kept).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0x40;
    fs::write(&kept, &bytes).unwrap();
    assert_eq!(words(&library), first);
    let said = notices(&own);
    assert!(said.len() == 3 && said[1].starts_with("Damaged") && said[2].starts_with("Building"), "{said:?}");
    assert_eq!(words(&library), first);
    assert_eq!(notices(&own).len(), 3, "it was repaired");

    write(&own, "mine.txt", "CAT\nDOG\nEMU\n");
    assert_ne!(words(&library), first, "a list that changed is another list");
}

#[test]
fn several_processes_may_build_a_graph_and_an_unwritable_cache_is_reported() {
    let own = directory("cached-at-once");
    let list = write(&own, "mine.txt", "CAT\nDOG\n");
    let library = Library::shipped().with_cache(own.join("cache"), listen);
    let english = Alphabet::english();
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| assert_eq!(library.lexicon(&list, &english).unwrap().len(), 2));
        }
    });
    only_file(&own.join("cache"));

    let file = write(&own, "no-directory", "");
    let library = Library::shipped().with_cache(PathBuf::from(&file), listen);
    assert_eq!(library.lexicon(&list, &english).unwrap().len(), 2);
    assert!(notices(Path::new(&file)).iter().any(|line| line.starts_with("NotStored")));
}

#[test]
fn rules_bring_their_own_words() {
    let library = Library::shipped();
    let text = "inherit = 'standard'\n[lexicon]\nname = 'english'\nwords = '''\ncat\nCAT\ndog\n'''";
    let rules = library.rules_from(&Source::from_text("own", text)).unwrap();
    let words = library.lexicon_of(&rules.lexicon, &rules).unwrap();
    assert_eq!((words.len(), words.name()), (2, "english"), "the rules' words, not those of that name");
    assert_eq!(library.lexicon_of("none", &rules).unwrap().len(), 0, "another name is another lexicon");
    assert!(rules.without_words().own_words.is_none());
    let standard = library.rules("standard").unwrap();
    let english = library.lexicon("english", standard.tiles.alphabet()).unwrap();
    assert_eq!(library.lexicon_of("english", &standard).unwrap().content_hash(), english.content_hash());
}
