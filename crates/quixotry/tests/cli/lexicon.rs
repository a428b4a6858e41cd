//! `quixotry lexicon`.

use crate::run::{json, q, quixotry, with_data, with_input};
use serde_json::json;
use std::fs;
use std::path::Path;

fn write(dir: &Path, name: &str, bytes: impl AsRef<[u8]>) -> String {
    let path = dir.join(name);
    fs::write(&path, bytes).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn words_are_good_or_bad() {
    assert_eq!(q("lexicon check cat Dog").good(), "good  CAT\ngood  DOG\n");
    assert_eq!(q("lexicon check cat qqq").bad(), "good  CAT\nbad   QQQ\n");
    let answers = json(&q("lexicon check cat c4t --json").bad());
    assert_eq!(answers[0], json!({"word": "CAT", "good": true}));
    assert_eq!((&answers[1]["good"], &answers[1]["word"]), (&json!(false), &json!("c4t")));
    assert!(answers[1]["reason"].is_string());
    assert_eq!(with_input("cat\ndog\n", &["lexicon", "check", "-"]).good().lines().count(), 2);
}

#[test]
fn words_are_found_by_their_letters() {
    let found = json(&q("lexicon query --anagram RETAIN? --json").good());
    let words = found["words"].as_array().unwrap();
    assert!(
        words.contains(&json!("CERTAIN"))
            && words.contains(&json!("TRAINER"))
            && !words.contains(&json!("RETAIN"))
    );
    assert_eq!(found["more"], false);
    assert_eq!(q("lexicon query RETAIN?").good(), q("lexicon query --anagram RETAIN?").good());
    assert_eq!(q("lexicon query --within CAT --limit 3").good(), "ACT\nAT\nCAT\n");
}

#[test]
fn words_are_found_by_pattern_prefix_and_hooks() {
    assert_eq!(q("lexicon query --pattern C.T").good(), "CAT\nCOT\nCUT\n");
    assert_eq!(q("lexicon query C.T").good(), "CAT\nCOT\nCUT\n");
    let out = q("lexicon query --pattern C.T* --limit 2 --json").good();
    assert_eq!(json(&out)["more"], true);
    assert_eq!(
        q("lexicon query --prefix QUIXO").good(),
        "QUIXOTE\nQUIXOTES\nQUIXOTIC\nQUIXOTICAL\nQUIXOTICALLY\nQUIXOTISM\nQUIXOTISMS\nQUIXOTRIES\nQUIXOTRY\n"
    );
    assert_eq!(
        json(&q("lexicon query --hooks CARE --json").good()),
        json!({"word": "CARE", "front": ["S"], "back": ["D", "R", "S", "T", "X"]})
    );
    assert_eq!(q("lexicon query --hooks CARE").good(), "S CARE DRSTX\n");
}

#[test]
fn words_are_counted_and_ordered() {
    assert_eq!(q("lexicon query --length 2 --count").good(), " 2 letters: 105\nall: 105\n");
    assert_eq!(
        json(&q("lexicon query C.T* --length 3-4 --count --json").good()),
        json!({"words": 12, "lengths": {"3": 3, "4": 9}})
    );
    let likely = q("lexicon query --length 7 --order probability --limit 3").good();
    assert_eq!(likely, "ANEROID\nAILERON\nALIENOR\n", "the likeliest sevens");
    assert!(q("lexicon query --length 7 --order probability -l german --limit 1").good().len() > 7);
}

#[test]
fn bad_questions_are_an_error() {
    for question in ["--pattern [AB", "--anagram C4T", "--prefix 9", "--hooks !", "--pattern []"] {
        assert!(q(&format!("lexicon query {question}")).error().starts_with("error:"), "{question}");
    }
}

#[test]
fn info_counts_the_words() {
    let info = json(&q("lexicon info --json").good());
    assert_eq!(
        (&info["words"], &info["lengths"]["2"], &info["name"]),
        (&json!(168_871), &json!(105), &json!("english"))
    );
    assert_eq!(info["letters"].as_array().unwrap().len(), 26);
    assert!(info["build_ms"].is_number() && info["hash"].as_str().unwrap().len() == 64);
    let text = q("lexicon info english").good();
    assert!(text.contains("168871") && text.contains("builds in"), "{text}");
}

#[test]
fn a_users_list_is_installed_and_used() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("data");
    let list = write(dir.path(), "mine.txt", "\u{feff}xqz\r\ncat\r\n\r\nCAT\r\n");
    let added = json(&with_data(&data, &["lexicon", "add", &list, "--json"]).good());
    assert_eq!(
        (&added["name"], &added["words"], &added["notes"]),
        (&json!("mine"), &json!(2), &json!(["1 repeated"]))
    );
    let lists = json(&with_data(&data, &["lexicon", "list", "--json"]).good());
    let last = lists.as_array().unwrap().last().unwrap();
    assert_eq!(
        (&lists[0]["name"], &last["name"], &last["words"]),
        (&json!("english"), &json!("mine"), &json!(2))
    );
    with_data(&data, &["lexicon", "check", "--lexicon", "mine", "XQZ"]).good();
    with_data(&data, &["score", "empty", "8H XQZ", "--lexicon", "mine"]).good();
    with_data(&data, &["moves", "empty", "--rack", "XQZ", "--lexicon", "mine"]).good();
    let elsewhere = dir.path().join("elsewhere");
    with_data(&elsewhere, &["--data-dir", data.to_str().unwrap(), "lexicon", "info", "mine"]).good();
    assert!(
        with_data(&elsewhere, &["lexicon", "info", "mine"])
            .error()
            .contains("there is no lexicon called \"mine\"")
    );
}

#[test]
fn a_list_of_another_language_is_spelled_with_its_tiles() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("data");
    let list = write(dir.path(), "cat.txt", "COL·LEGI\nANY\nQUE\n");
    assert!(with_data(&data, &["lexicon", "add", &list]).error().contains("line 1"));
    with_data(&data, &["lexicon", "add", &list, "--tiles", "catalan", "--name", "catalan"]).good();
    let out = with_data(&data, &["score", "empty", "8H QUE", "--rules", "catalan", "--json"]).good();
    assert_eq!(json(&out)["words"][0]["word"], "QUE");
    let found =
        with_data(&data, &["lexicon", "query", "--lexicon", "catalan", "--pattern", "..", "--json"]).good();
    assert_eq!(json(&found)["words"], json!(["ANY", "QUE"]));
}

#[test]
fn bad_lines_are_reported_with_their_numbers_or_left_out() {
    let dir = tempfile::tempdir().unwrap();
    let list = write(dir.path(), "list.txt", "cat\nd0g\ncow moo\n");
    let out = dir.path().join("list.qwg");
    let build =
        |more: &[&str]| quixotry(&[&["lexicon", "build", &list, "-o", out.to_str().unwrap()], more].concat());
    let error = build(&[]).error();
    assert!(error.contains("line 2") && error.contains("line 3") && error.contains("--skip-bad"), "{error}");
    assert!(build(&["--skip-bad"]).good().contains("2 left out"));
    let error = build(&["--first-column"]).error();
    assert!(error.contains("line 2") && !error.contains("line 3"), "{error}");
}

#[test]
fn lists_are_built_in_every_format_and_read_back() {
    let dir = tempfile::tempdir().unwrap();
    let list = write(dir.path(), "animals.txt", "cat\nact\ndog\ndogs\n");
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let hash = |file: &str| json(&quixotry(&["lexicon", "info", file, "--json"]).good())["hash"].clone();
    for name in ["animals.qwg", "animals.kwg", "animals.kbwg", "again.txt"] {
        let out = quixotry(&["lexicon", "build", &list, "-o", &path(name), "--json"]).good();
        assert_eq!(json(&out)["words"], 4, "{name}");
        assert_eq!(hash(&path(name)), hash(&list), "{name}");
    }
    quixotry(&["lexicon", "build", &list, "-o", &path("animals.kad")]).good();
    let error = quixotry(&["lexicon", "build", &path("animals.kad"), "-o", &path("x.txt")]).error();
    assert!(error.contains("KAD"), "{error}");
    assert_eq!(fs::read_to_string(path("again.txt")).unwrap(), "ACT\nCAT\nDOG\nDOGS\n");
}

#[test]
fn damaged_files_are_an_error() {
    let dir = tempfile::tempdir().unwrap();
    let list = write(dir.path(), "a.txt", "cat\ndog\n");
    let graph = dir.path().join("a.qwg");
    quixotry(&["lexicon", "build", &list, "-o", graph.to_str().unwrap()]).good();
    let bytes = fs::read(&graph).unwrap();
    let cut = write(dir.path(), "cut.qwg", &bytes[..bytes.len() - 7]);
    let odd = write(dir.path(), "odd.kwg", b"12345");
    for file in [&cut, &odd] {
        assert!(quixotry(&["lexicon", "info", file]).error().starts_with("error:"));
        assert!(quixotry(&["lexicon", "add", file]).error().starts_with("error:"));
    }
    assert!(q("lexicon info no-such-list.txt").error().contains("no-such-list.txt"));
}

#[test]
fn names_that_cannot_be_used_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("data");
    let list = write(dir.path(), "a.txt", "cat\n");
    for name in ["../evil", ".hidden", ""] {
        assert!(
            with_data(&data, &["lexicon", "add", &list, "--name", name]).error().contains("error:"),
            "{name}"
        );
    }
}

const AFFIXES: &str = "SET UTF-8\nKEEPCASE K\nSFX A Y 1\nSFX A 0 en .\n";

#[test]
fn a_dictionary_is_imported_for_the_tiles_of_its_language() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("data");
    let dic = write(dir.path(), "sv_SE.dic", "6\nhus/A\nmåne\nidé\nStockholm\nkg/K\npå-\n");
    write(dir.path(), "sv_SE.aff", AFFIXES);
    let out = json(&with_data(&data, &["lexicon", "import", &dic, "--json"]).good());
    assert_eq!(
        (&out["name"], &out["tiles"], &out["words"]),
        (&json!("swedish"), &json!("swedish"), &json!(4))
    );
    assert!(out["tiles_reason"].as_str().unwrap().contains("name of the file"), "{out}");
    let reasons: Vec<u64> =
        out["excluded"].as_array().unwrap().iter().map(|entry| entry["words"].as_u64().unwrap()).collect();
    assert_eq!(reasons, [1, 1, 1], "{out}");
    with_data(&data, &["lexicon", "check", "--lexicon", "swedish", "HUSEN", "MÅNE", "IDE"]).good();
    with_data(&data, &["moves", "empty", "--rules", "swedish", "--rack", "HUSEN"]).good();
    let hash = out["hash"].clone();
    let again = json(&with_data(&data, &["lexicon", "import", &dic, &dic, "--json"]).good());
    assert_eq!(again["hash"], hash, "the same words twice");
    assert!(with_data(&data, &["lexicon", "remove", "swedish"]).good().contains("removed"));
    assert!(with_data(&data, &["lexicon", "remove", "swedish"]).error().contains("hunspell-sv"));
    assert!(with_data(&data, &["lexicon", "remove", "english"]).error().contains("part of the program"));
}

#[test]
fn lists_of_other_kinds_are_imported() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("data");
    let import =
        |args: &[&str]| json(&with_data(&data, &[&["lexicon", "import", "--json"], args].concat()).good());
    let defined = write(dir.path(), "defined.txt", "CAT a pet\nDOG a pet too\nZYZZYVA a weevil\n");
    let out = import(&[&defined, "--tiles", "english"]);
    assert_eq!((&out["name"], &out["words"]), (&json!("defined"), &json!(3)));
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    for name in ["pets.kwg", "pets.qwg", "pets.qwz", "pets.txt"] {
        let written = import(&[&defined, "--tiles", "english", "-o", &path(name)]);
        let read = import(&[&path(name), "--tiles", "english", "--name", "again"]);
        assert_eq!(read["hash"], written["hash"], "{name}");
    }
    let (more, less) = (write(dir.path(), "more.txt", "Emu\n"), write(dir.path(), "less.txt", "dog\n"));
    let out = import(&[&defined, "--tiles", "english", "--include", &more, "--exclude", &less]);
    assert_eq!(out["words"], 3);
    with_data(&data, &["lexicon", "check", "--lexicon", "defined", "EMU"]).good();
    with_data(&data, &["lexicon", "check", "--lexicon", "defined", "DOG"]).bad();
}

#[test]
fn the_tiles_of_a_list_are_guessed_from_its_letters() {
    let dir = tempfile::tempdir().unwrap();
    for (language, words) in [
        ("polish", "źdźbło\nżółw\nwieczór\nczłowiek\nksiążka\nsłowo\nmiłość\n"),
        ("german", "straßen\nüber\nhäuser\nkönnen\nzwischen\neines\nwerden\n"),
        ("spanish", "niño\ncorazón\nmañana\nllamar\nperro\ncasa\npalabras\n"),
        ("greek", "λέξη\nθάλασσα\nημέρα\n"),
        ("russian", "слово\nжизнь\nвремя\n"),
        ("danish", "æble\nrød\nblå\nikke\nhvordan\nogså\nselv\n"),
    ] {
        let list = write(dir.path(), "words.txt", words);
        let out =
            json(&quixotry(&["lexicon", "import", &list, "--json", "-o", &format!("{list}.qwg")]).good());
        assert_eq!(out["tiles"], language);
        assert!(out["tiles_reason"].as_str().unwrap().contains("letters"), "{out}");
    }
    let nonsense = write(dir.path(), "nonsense.txt", "漢字\n仮名\n");
    assert!(quixotry(&["lexicon", "import", &nonsense]).error().contains("--tiles"));
}

#[test]
fn what_cannot_be_imported_is_an_error_with_its_place() {
    let dir = tempfile::tempdir().unwrap();
    let import = |file: &str| quixotry(&["lexicon", "import", file, "--tiles", "english"]).error();
    let empty = write(dir.path(), "empty.txt", "\n# nothing\n");
    assert!(import(&empty).contains("there are no words"));
    let names = write(dir.path(), "names.txt", "Ann\nben-\n");
    assert!(import(&names).contains("2 were read, and all were left out"));
    let latin = write(dir.path(), "latin.txt", b"cat\ncaf\xe9\n");
    assert!(import(&latin).contains("latin.txt:2: this is not UTF-8"));
    let dic = write(dir.path(), "en.dic", "1\ncat/A\n");
    assert!(import(&dic).contains("en.aff"));
    write(dir.path(), "en.aff", "SFX A Y 1\nSFX A 0 s [ab\n");
    let error = import(&dic);
    assert!(error.contains("en.aff:2: the condition \"[ab\""), "{error}");
    write(dir.path(), "en.aff", "FLAG long\n");
    let error = import(&dic);
    assert!(error.contains("en.dic:2: \"A\" is not a valid flag"), "{error}");
    assert!(import("no-such-file.txt").contains("no-such-file.txt"));
}

/// Files in the format of WordNet, with words of our own.
#[test]
fn words_are_shown_with_their_definitions_where_wordnet_is_installed() {
    let dir = tempfile::tempdir().unwrap();
    let wordnet = dir.path().join("wordnet");
    fs::create_dir(&wordnet).unwrap();
    let query = ["lexicon", "query", "--anagram", "COTS", "--definitions"];
    let without = |args: &[&str]| {
        let mut command = crate::run::binary();
        command.env("QUIXOTRY_DATA", dir.path()).env("WNSEARCHDIR", dir.path()).args(args);
        String::from_utf8(command.output().unwrap().stderr).unwrap()
    };
    assert!(without(&query).contains("WordNet is not installed"), "{}", without(&query));
    for part in ["noun", "verb", "adj", "adv"] {
        let (index, data) = match part {
            "noun" => ("cot n 1 0 1 0 00000000\n", "00000000 06 n 01 cot 0 000 | a small bed; \"a cot\"\n"),
            _ => ("  1 licence\n", "  1 licence\n"),
        };
        fs::write(wordnet.join(format!("index.{part}")), index).unwrap();
        fs::write(wordnet.join(format!("data.{part}")), data).unwrap();
    }
    assert_eq!(with_data(dir.path(), &query).good(), "COST\nCOTS\n    noun (cot): a small bed\nSCOT\n");
    let found = json(&with_data(dir.path(), &[&query[..], &["--json"]].concat()).good());
    assert_eq!(found["definitions"]["COTS"][0]["text"], "a small bed");
    assert_eq!(found["definitions"].as_object().unwrap().len(), 1);
}

/// A KWG file has no letters of its own, so the program says which it reads it with.
#[test]
fn a_kwg_file_without_named_tiles_is_read_with_the_letters_of_its_name() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("words.txt"), "ŻÓŁW\nKOT\n").unwrap();
    for name in ["OSPS49.kwg", "list.kwg"] {
        let args = ["lexicon", "build", &path("words.txt"), "--tiles", "polish", "-o", &path(name)];
        with_data(dir.path(), &args).good();
    }
    let polish = with_data(dir.path(), &["lexicon", "add", &path("OSPS49.kwg")]);
    assert!(polish.good().contains("read with the letters of polish"));
    assert_eq!(
        with_data(dir.path(), &["lexicon", "query", "--length", "4", "-l", "OSPS49"]).good(),
        "ŻÓŁW\n"
    );
    let other = with_data(dir.path(), &["lexicon", "add", &path("list.kwg")]);
    assert!(other.code != 0 || other.out.contains("read with the letters of english; --tiles"), "{other:?}");
}
