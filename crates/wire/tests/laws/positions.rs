//! Positions and plays as JSON.

use crate::common::{plain_rules, random_game, tile_set, unbounded_rules};
use lexicon::AnyWord;
use proptest::prelude::*;
use quixotry_wire::{PlayDraft, PositionDraft, refusal_json, score_json};
use rules::{Axis, Placement, Position, Ruleset};

fn position(text: &str, rules: &Ruleset) -> Position {
    PositionDraft::read(text).unwrap().check(rules).unwrap()
}

fn errors(text: &str, rules: &Ruleset) -> Vec<String> {
    let errors = PositionDraft::read(text).unwrap().check(rules).unwrap_err();
    errors.0.iter().map(ToString::to_string).collect()
}

fn score(position_text: &str, play: &str, rules: &Ruleset) -> String {
    let placement = PlayDraft::read(play).unwrap().check(&rules.tiles).unwrap();
    match position(position_text, rules).judge(&placement, Some(&AnyWord)) {
        Ok(play) => serde_json::to_string(&score_json(&play, &rules.tiles)).unwrap(),
        Err(refusal) => serde_json::to_string(&refusal_json(&refusal, &rules.board)).unwrap(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn positions_round_trip(seed: u64) {
        let played = random_game(seed, 30);
        let game = played.game();
        let position = Position {
            unknown: Vec::new(),
            rules: played.rules.clone(),
            grid: game.grid().clone(),
            racks: game.seats().iter().map(|seat| seat.rack.clone()).collect(),
            scores: game.seats().iter().map(|seat| seat.score).collect(),
            scoreless: game.tally().scoreless,
        };
        let text = PositionDraft::new(&position).print();
        let again = PositionDraft::read(&text).unwrap().check(&played.rules).unwrap();
        prop_assert_eq!(&again.grid, &position.grid);
        prop_assert_eq!((&again.racks, &again.scores), (&position.racks, &position.scores));
        prop_assert_eq!(again.scoreless, position.scoreless);
        prop_assert_eq!(PositionDraft::new(&again).print(), text);
    }

    #[test]
    fn plays_round_trip(seed: u64) {
        let played = random_game(seed, 30);
        for event in &played.events {
            let rules::EventKind::Played { tiles, .. } = &event.kind else { continue };
            for axis in [None, Some(Axis::Across), Some(Axis::Down)] {
                let placement = Placement { tiles: tiles.clone(), axis, written: None };
                let text = PlayDraft::new(&placement, &played.rules.tiles).print();
                prop_assert_eq!(PlayDraft::read(&text).unwrap().check(&played.rules.tiles), Ok(placement));
            }
        }
    }

    #[test]
    fn parsing_never_panics(text in r#"[\{\}\[\]":,a-z0-9?\-]{0,60}"#) {
        let _ = PositionDraft::read(&text).map(|draft| draft.check(&unbounded_rules()));
        let _ = PlayDraft::read(&text).map(|draft| draft.check(&tile_set()));
    }
}

#[test]
fn a_letter_stands_for_its_plain_tile_and_in_lower_case_for_a_wild_one() {
    let rules = unbounded_rules();
    let set = &rules.tiles;
    let at = |text: &str| {
        let grid = position(&format!(r#"{{"tiles":[{{"x":-5,"y":9,{text}}}]}}"#), &rules).grid;
        let (at, placed) = grid.iter().next().unwrap();
        assert_eq!((at.x, at.y), (-5, 9));
        let letter = set.alphabet().upper(placed.face.letter);
        format!("{} as {letter}{}", set.label(placed.tile), placed.face.points)
    };
    assert_eq!(at(r#""letter":"CH""#), "CH as CH5");
    assert_eq!(at(r#""letter":"ch""#), "? as CH0");
    assert_eq!(at(r#""letter":"CH","wild":true"#), "? as CH0");
    assert_eq!(at(r#""letter":"e","points":2"#), "{AE} as E2");
    assert_eq!(at(r#""tile":0,"letter":"E""#), "? as E0");
    assert_eq!(at(r#""tile":1"#), "A as A1");
}

#[test]
fn every_error_of_a_position_is_reported_with_its_path() {
    let text = r#"{"tiles":[
        {"x":4,"y":4,"letter":"A"}, {"x":4,"y":4,"letter":"A"}, {"x":1,"y":1,"letter":"A"},
        {"x":5,"y":4,"letter":"Q"}, {"x":6,"y":4}, {"x":7,"y":4,"tile":0}, {"x":8,"y":4,"tile":77},
        {"x":0,"y":4,"tile":1,"letter":"E"}, {"x":0,"y":5,"letter":"A","points":9},
        {"x":0,"y":6,"tile":1,"wild":true}],
        "racks":["AQ",[0,99],"AAAAAA"],"scores":[1,2,3,4,5,6,7,8,9]}"#;
    let expected = [
        "tiles[1]: there is already a tile at (4, 4)",
        "tiles[2]: there is no square at (1, 1)",
        "tiles[3].letter: \"Q\" is not a letter of the tile set \"small\"",
        "tiles[4].letter: specify the tile with \"tile\" or \"letter\"",
        "tiles[5].letter: tile 0 has several faces: specify its letter",
        "tiles[6].tile: there is no tile 77: the tile set \"small\" has the tiles 0 to 8",
        "tiles[7].letter: tile 1 cannot show E for 0 points",
        "tiles[8].letter: the tile set \"small\" has no plain tile that shows A for 9 points",
        "tiles[9].wild: tile 1 is not wild: omit this field, or set it to false",
        "racks[0]: \"Q\" at character 2 is not a tile of the set \"small\"",
        "racks[1]: the tile set \"small\" has no tile 99",
        "racks[2]: a rack holds at most 5 tiles under these rules, not 6",
        "scores: a game has at most 8 seats, not 9",
    ];
    assert_eq!(errors(text, &plain_rules()), expected);
}

#[test]
fn tiles_that_are_too_far_apart_are_rejected_without_allocating_a_grid() {
    let text = r#"{"tiles":[{"x":-1000000,"y":0,"letter":"A"},{"x":0,"y":0,"letter":"A"}]}"#;
    let expected = "tiles: the tiles lie too far apart: they span more than 1048576 places";
    assert_eq!(errors(text, &unbounded_rules()), [expected]);
    let lonely = r#"{"tiles":[{"x":-1000000,"y":1000000,"letter":"A"}]}"#;
    assert_eq!(position(lonely, &unbounded_rules()).grid.len(), 1);
}

#[test]
fn racks_and_scores_may_be_omitted() {
    let rules = plain_rules();
    let position = position(r#"{"scores":[5,7]}"#, &rules);
    assert_eq!((position.racks.len(), &*position.scores), (2, &[5, 7][..]));
    assert!(position.rack().is_empty());
    let again = PositionDraft::read("{}").unwrap().check(&rules).unwrap();
    assert_eq!((again.racks.len(), &*again.scores), (1, &[0][..]));
}

#[test]
fn a_score_lists_every_word() {
    let play = r#"{"tiles":[{"x":0,"y":0,"letter":"C"},{"x":1,"y":0,"letter":"a"},{"x":2,"y":0,"tile":1}]}"#;
    assert_eq!(
        score("{}", play, &unbounded_rules()),
        r#"{"score":7,"words":[{"word":"CaA","x":0,"y":0,"axis":"across","points":7}],"bonus":0,"axis":"across"}"#
    );
}

#[test]
fn a_refusal_lists_every_reason() {
    let play = r#"{"tiles":[{"x":3,"y":0,"tile":77,"letter":"A"}]}"#;
    let text = score("{}", play, &unbounded_rules());
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    let codes: Vec<&str> =
        json["refused"].as_array().unwrap().iter().filter_map(|r| r["code"].as_str()).collect();
    assert_eq!(codes, ["not-on-start", "opening-too-short", "no-such-tile"], "{text}");
    assert_eq!(json["refused"][2]["gpe"], "GPEPieceDoesNotExist");
}

#[test]
fn wrong_shapes_are_reported_with_their_path() {
    let read = |text: &str| PositionDraft::read(text).unwrap_err().to_string();
    assert_eq!(
        read(r#"{"racks":["A",5]}"#),
        "racks[1]: a rack is a string of tiles such as \"AB?\", or a list of tile numbers (column 16)"
    );
    assert!(read(r#"{"tile":[]}"#).starts_with("tile: unknown field `tile`, expected one of"));
    assert!(read("{} {}").starts_with("trailing characters"));
    assert!(read(&"[".repeat(100_000)).contains("invalid type: sequence, expected an object"));
    let play = PlayDraft::read(r#"{"tiles":[{"x":0}]}"#).unwrap_err().to_string();
    assert_eq!(play, "tiles[0]: missing field `y` (column 17)");
}
