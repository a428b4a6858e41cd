//! `quixotry train`, `quixotry players`, `quixotry bench sim`.

use crate::run::{json, json_lines, q, quixotry};
use std::fs;

fn leaves(out: &str, more: &[&str]) -> crate::run::Ran {
    let args = ["train", "leaves", "--games", "6", "--generations", "1", "--seed", "3", "--out", out];
    quixotry(&[&args[..], more].concat())
}

#[test]
fn leave_values_are_trained_and_written_in_every_form() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let text = leaves(&path("a.qlv"), &["--threads", "1"]).good();
    assert!(text.contains("generation 1: ") && text.contains("914624 leaves"), "{text}");
    leaves(&path("b.qlv"), &["--threads", "3", "--json"]).good();
    assert_eq!(fs::read(path("a.qlv")).unwrap(), fs::read(path("b.qlv")).unwrap());

    let state = path("state");
    leaves(&path("a.klv2"), &["--state", &state]).good();
    leaves(&path("b.klv2"), &["--state", &state]).good();
    assert_eq!(fs::read(path("a.klv2")).unwrap(), fs::read(path("b.klv2")).unwrap());
    let other = quixotry(&["train", "leaves", "--games", "7", "--out", &path("c.csv"), "--state", &state]);
    assert!(other.error().contains("belongs to a training with other rules"));

    assert!(leaves(&path("a.txt"), &[]).error().contains("must end with .qlv"));
    assert!(leaves(&path("a.qlv"), &["--lexicon", "none"]).error().contains("--lexicon"));
}

#[test]
fn leave_values_are_shown_and_exported() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let export = |more: &[&str]| quixotry(&[&["leaves", "export"], more].concat());
    let [packed, klv, list] = ["a.qlv", "a.klv2", "a.csv"].map(path);
    assert!(export(&[&packed]).good().starts_with("914624 leaves in "));
    export(&[&klv, "--leaves", &packed]).good();
    export(&[&list, "--leaves", &klv]).good();
    let value = |more: &[&str]| quixotry(&[&["leaves", "value", "--json"], more].concat());
    let worth = |more: &[&str]| json(&value(more).good())["worth"].as_f64().unwrap();
    let shipped = worth(&["ERS"]);
    assert!(worth(&["?"]) > shipped && shipped > 0.0 && worth(&["UUVW"]) < 0.0);
    assert_eq!(worth(&["SRE", "--leaves", &packed]), shipped);
    assert!((worth(&["ERS", "--leaves", &klv]) - shipped).abs() < 0.001);
    let listed = fs::read_to_string(&list).unwrap();
    assert!(listed.lines().any(|line| line == format!("ERS,{shipped:.3}")), "{shipped}");

    assert!(value(&["ERSTLNE"]).error().contains("a leave has at most 6"));
    assert!(value(&["QQ"]).error().contains("does not have that many"));
    assert!(value(&["Ä"]).error().contains("is not a list of tiles"));
    assert!(value(&["E", "--leaves", &list]).error().contains("cannot be used"));
    assert!(export(&[&path("a.txt")]).error().contains("must end with .qlv"));
    assert!(export(&[&packed, "--rules", "skrabbkle"]).error().contains("quixotry train leaves"));
}

#[test]
fn players_and_analysis_weigh_with_leave_values_of_the_users_own() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let [klv, packed] = ["own.klv2", "own.qlv"].map(path);
    leaves(&klv, &[]).good();
    leaves(&packed, &[]).good();

    let games = |more: &[&str]| {
        let args = ["arena", "static", "static", "--games", "2", "--seed", "4", "--json", "--quiet"];
        quixotry(&[&args[..], more].concat()).good()
    };
    assert_ne!(games(&["--leaves", &klv]), games(&[]), "six games teach something else than many");
    assert_eq!(games(&["--leaves", &klv]), games(&["--leaves", &klv]));
    let binary = env!("CARGO_BIN_EXE_quixotry");
    let bot = format!("own=cmd:{binary} bot --stdio --player static --leaves {klv}");
    let met = json(&quixotry(&["arena", "static", &bot, "--games", "2", "--json", "--quiet"]).good());
    assert_eq!(met["games"], 2, "{met}");

    let watched = |more: &[&str]| {
        let args = ["play", "--no-save", "--seats", "computer:static,computer:static", "--seed", "4"];
        quixotry(&[&args[..], more].concat())
    };
    assert_ne!(watched(&["--leaves", &klv]).good(), watched(&[]).good());
    assert!(watched(&["--leaves", "wrong.toml"]).error().contains("wrong.toml cannot be used"));

    let listed = |more: &[&str]| quixotry(&[&["moves", "empty", "--rack", "EINQRST"], more].concat());
    assert_ne!(listed(&["--leaves", &packed]).good(), listed(&[]).good());
    assert!(listed(&["--leaves", "wrong.toml"]).error().contains("wrong.toml cannot be used"));

    let position = ["analyze", "empty", "--rack", "EINQRST", "--rounds", "4", "--plays", "3", "--json"];
    let turns = |more: &[&str]| {
        let out = quixotry(&[&position[..], more].concat()).good();
        json_lines(&out).pop().unwrap()["turns"].clone()
    };
    assert_ne!(turns(&["--leaves", &packed]), turns(&[]));

    let wrong =
        |file: &str, more: &[&str]| quixotry(&[&position[..], &["--leaves", file], more].concat()).error();
    assert!(wrong("wrong.toml", &[]).contains("wrong.toml cannot be used"), "the file is named");
    assert!(wrong("wrong.toml", &[]).contains("neither a packed file of leave values"));
    assert!(wrong("no-such-file", &[]).contains("cannot read no-such-file"));
    let other = wrong(&packed, &["--rules", "super"]);
    assert!(other.contains("racks of 7") && other.contains("not for those of the rules"), "{other}");
}

#[test]
fn winning_chances_are_trained() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("chances.csv");
    let args = ["train", "winpct", "--games", "30", "--out", out.to_str().unwrap()];
    assert!(quixotry(&args).good().contains("to move with 7 tiles unseen"));
    let text = fs::read_to_string(&out).unwrap();
    assert!(text.starts_with(",0,1,2,") && text.lines().count() == 602);
    assert!(text.contains("\n0,0.5000,"), "a tie at the end is half a win");
    let wrong = quixotry(&["train", "winpct", "--games", "1", "--out", "chances.txt"]);
    assert!(wrong.error().contains("must end with .qwp"));
}

#[test]
fn the_players_are_listed_weakest_first() {
    let names: Vec<String> = json_lines(&q("players --json").good())
        .iter()
        .map(|player| player["name"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!((names[0].as_str(), names.last().unwrap().as_str()), ("first", "champion"));
    let table = q("players").good();
    assert!(names.iter().all(|name| table.contains(name)));
}

#[test]
fn the_strength_of_the_players_is_told_for_each_shipped_language() {
    let lexicons = json(&q("lexicon list --json").good());
    let shipped = lexicons.as_array().unwrap().iter().filter(|lexicon| lexicon["path"].is_null());
    let shipped: Vec<&str> = shipped.map(|lexicon| lexicon["name"].as_str().unwrap()).collect();
    assert!(shipped.len() >= 8, "{shipped:?}");
    for lexicon in shipped {
        let players = json_lines(&q(&format!("players --json --lexicon {lexicon}")).good());
        let measured = players.iter().filter(|player| player["games"].as_u64() >= Some(1000)).count();
        assert!(measured >= 8, "{lexicon}: {measured}");
    }
    let refused = q("players --lexicon klingon").error();
    assert!(refused.contains("klingon") && refused.contains("german"), "{refused}");
}

#[test]
fn rollouts_are_counted() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("positions.cgp");
    fs::write(&path, "15/15/15/15/15/15/15/7CAT5/15/15/15/15/15/15/15 ADEHRSV/ 0/5 0\n").unwrap();
    let args =
        ["bench", "sim", "--positions", path.to_str().unwrap(), "--iterations", "4", "--candidates", "3"];
    let report = json(&quixotry(&[&args[..], &["--json"]].concat()).good());
    assert_eq!((&report["rollouts"], &report["positions"]), (&12.into(), &1.into()));
    assert!(quixotry(&args).good().contains("rollouts per second"));
    let none = [&args[..], &["--limit", "0"]].concat();
    assert!(quixotry(&none).error().contains("has no positions"));
}
