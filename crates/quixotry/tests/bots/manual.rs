//! `quixotry bot --manual`: the ITU game's manual client with its debug output.

use crate::process::start;

#[test]
fn plays_are_typed_and_every_message_is_shown() {
    let arena = start(
        "arena tcp:ann first --listen 127.0.0.1:0 --games 1 --seed 1 --threads 1 --rules itu --json --quiet",
    );
    let mut ann = start(&format!("bot --connect {} --manual --name ann", arena.address()));
    // Nonsense is asked for again; a tile that no player has is a bad play; then a pass; then the input ends.
    ann.hears("Input move (format '(<x-coordinate> <y-coordinate> <piece id><character><point-value> )*'");
    ann.say("what now\n");
    ann.hears("after what come a y-coordinate and a piece such as 4D2");
    ann.say("0 0 99D2 0 1 0O0\n");
    ann.hears("GPEPieceDoesNotExist 99u");
    ann.say("pass\n");
    ann.hears("RCM (CMPassed 1u)");
    let ann = ann.end();
    assert_eq!(ann.code, Some(0), "{ann:?}");
    let out = ann.out;
    assert!(
        out.contains("Player 1 -> Server:\nSMPlay [((0, 0), (99u, ('D', 2))); ((0, 1), (0u, ('O', 0)))]\n"),
        "{out}"
    );
    assert!(out.contains("Player 1 <- Server:\nRGPE ["), "{out}");
    assert!(out.contains("Player 1 -> Server:\nSMPass\n"), "{out}");
    assert!(out.contains("Player 1 <- Server:\nRCM (CMPlayed (2u, [(("), "{out}");
    // The end of the input is a forfeit, which all players see.
    assert!(out.contains("Player 1 -> Server:\nSMForfeit\n"), "{out}");
    assert!(out.contains("RCM (CMForfeit 1u)"), "{out}");
    // Hands are shown as the ITU game shows them, with every way to read a tile.
    assert!(out.contains(" -> (set [('"), "{out}");
    let arena = arena.end();
    let report: serde_json::Value = serde_json::from_str(&arena.out).unwrap();
    let ann = crate::process::bot(&report, "ann");
    assert_eq!(ann["conduct"]["illegal"], 1, "{report}");
}
