use super::*;
use proptest::prelude::*;
use rules::{Coord, FaceLabel, Reason, Seat};
use std::collections::BTreeSet;
use tiles::TileId;

/// All forms of bot lines.
#[test]
fn bot_lines_round_trip() {
    let answer = |turn, what| BotLine::Answer { game: Some("g1".to_owned()), turn: Some(turn), what };
    let bare = |what| BotLine::Answer { game: None, turn: None, what };
    let tiles = vec![((0, 0), (4, ("D".to_owned(), 2))), ((0, -1), (0, ("O".to_owned(), 0)))];
    let hello =
        |token: Option<&str>| Hello { protocol: 1, name: "Ann".to_owned(), token: token.map(str::to_owned) };
    let cases = [
        (r#"{"hello":{"protocol":1,"name":"Ann"}}"#, BotLine::Hello(hello(None))),
        (r#"{"hello":{"protocol":1,"name":"Ann","token":"x"}}"#, BotLine::Hello(hello(Some("x")))),
        (
            r#"{"SMPlay":[[[0,0],[4,["D",2]]],[[0,-1],[0,["O",0]]]]}"#,
            bare(ServerMessage::SMPlay(tiles.clone())),
        ),
        (r#""SMPass""#, bare(ServerMessage::SMPass)),
        (r#""SMForfeit""#, bare(ServerMessage::SMForfeit)),
        (r#"{"SMChange":[1,1,5]}"#, bare(ServerMessage::SMChange(vec![1, 1, 5]))),
        (r#"{"SMChallenge":[]}"#, bare(ServerMessage::SMChallenge(vec![]))),
        (r#"{"game":"g1","turn":3,"SM":"SMPass"}"#, answer(3, ServerMessage::SMPass)),
        (
            r#"{"game":"g1","turn":0,"SM":{"SMPlay":[[[0,0],[4,["D",2]]],[[0,-1],[0,["O",0]]]]}}"#,
            answer(0, ServerMessage::SMPlay(tiles)),
        ),
        (r#"{"words":"abc"}"#, BotLine::Words("abc".to_owned())),
        (r#"{"ping":7}"#, BotLine::Ping(7)),
        (r#"{"pong":7}"#, BotLine::Pong(7)),
    ];
    for (text, line) in cases {
        assert_eq!(BotLine::read(text).as_ref(), Ok(&line), "{text}");
        assert_eq!(line.print(), text);
    }
}

#[test]
fn invalid_bot_lines_have_a_code_and_a_message() {
    let cases = [
        ("", "not-json", "EOF"),
        ("{", "not-json", "EOF"),
        ("hello", "not-json", "expected"),
        ("[]", "unknown-message", "send {\"hello\":…}"),
        ("7", "unknown-message", "send"),
        ("null", "unknown-message", "send"),
        (r#""Pass""#, "unknown-message", "send"),
        ("{}", "unknown-message", "send"),
        (r#"{"ping":1,"pong":1}"#, "unknown-message", "send"),
        (r#"{"cheat":1}"#, "unknown-message", "send"),
        (r#"{"ping":-1}"#, "wrong-shape", "ping: invalid value"),
        (r#"{"hello":{"name":"Ann"}}"#, "wrong-shape", "missing field `protocol`"),
        (r#"{"hello":{"protocol":1,"name":"Ann","seat":2}}"#, "wrong-shape", "unknown field `seat`"),
        (r#""SMSend""#, "wrong-shape", "unknown variant `SMSend`"),
        (r#"{"SMPlay":[[0,0]]}"#, "wrong-shape", "invalid type"),
        (r#"{"SMPlay":[[[0,0],[-4,["D",2]]]]}"#, "wrong-shape", "invalid value"),
        (r#"{"SMChange":5}"#, "wrong-shape", "invalid type"),
        (r#"{"turn":-1,"SM":"SMPass"}"#, "wrong-shape", "turn: invalid value"),
        (r#"{"turn":1,"SM":"SMPass","score":1000}"#, "wrong-shape", "not \"score\""),
    ];
    for (text, code, part) in cases {
        let error = BotLine::read(text).unwrap_err();
        assert_eq!(error.code(), code, "{text}: {error}");
        assert!(error.to_string().contains(part), "{text}: {error}");
    }
    let many = format!(r#"{{"SMChange":[{}]}}"#, vec!["1"; MAX_BOT_TILES + 1].join(","));
    assert_eq!(BotLine::read(&many), Err(BotLineError::TooManyTiles(MAX_BOT_TILES + 1)));
}

fn line(turn: u32, what: ServerPayload) -> ServerLine {
    ServerLine { game: Some("g1".to_owned()), turn, what }
}

fn one_tile() -> BotMove {
    vec![((0, 0), (4, ("D".to_owned(), 2)))]
}

#[test]
fn messages_of_the_itu_game_have_their_names_and_shapes() {
    use ClientMessage::*;
    let cases = [
        (CMPlayed(2, one_tile(), 12), r#"{"CMPlayed":[2,[[[0,0],[4,["D",2]]]],12]}"#),
        (
            CMPlaySuccess(one_tile(), 12, vec![(1, 2)]),
            r#"{"CMPlaySuccess":[[[[0,0],[4,["D",2]]]],12,[[1,2]]]}"#,
        ),
        (CMPlayFailed(1, one_tile()), r#"{"CMPlayFailed":[1,[[[0,0],[4,["D",2]]]]]}"#),
        (CMPassed(1), r#"{"CMPassed":1}"#),
        (CMForfeit(1), r#"{"CMForfeit":1}"#),
        (CMChange(1, 7), r#"{"CMChange":[1,7]}"#),
        (CMChangeSuccess(vec![(5, 1), (9, 2)]), r#"{"CMChangeSuccess":[[5,1],[9,2]]}"#),
        (CMTimeout(3), r#"{"CMTimeout":3}"#),
        (CMGameOver(vec![(1, 231), (2, -4)]), r#"{"CMGameOver":[[1,231],[2,-4]]}"#),
        (CMChallenge(1, 2, vec![0], ChallengeOutcome::Withdrawn), r#"{"CMChallenge":[1,2,[0],"Withdrawn"]}"#),
        (
            CMChallenge(1, 2, vec![0], ChallengeOutcome::Stands(5)),
            r#"{"CMChallenge":[1,2,[0],{"Stands":5}]}"#,
        ),
        (CMAccepted(1), r#"{"CMAccepted":1}"#),
        (CMReplaced(2), r#"{"CMReplaced":2}"#),
    ];
    for (message, json) in cases {
        let line = line(3, ServerPayload::RCM(message));
        let text = line.print();
        assert_eq!(text, format!(r#"{{"game":"g1","turn":3,"RCM":{json}}}"#));
        assert_eq!(ServerLine::read(&text).unwrap(), line);
    }
}

#[test]
fn errors_of_the_itu_game_have_their_names_and_shapes() {
    use GameplayError::*;
    let d = || ("D".to_owned(), 2);
    let cases = [
        (GPEOccupiedTile(d(), (0, 0), ("E".to_owned(), 1)), r#"{"GPEOccupiedTile":[["D",2],[0,0],["E",1]]}"#),
        (GPEWordNotOnRowOrColumn(vec![(0, 0), (1, 1)]), r#"{"GPEWordNotOnRowOrColumn":[[0,0],[1,1]]}"#),
        (GPEEmptyMove, r#""GPEEmptyMove""#),
        (GPEInvalidPieceInst(4, d()), r#"{"GPEInvalidPieceInst":[4,["D",2]]}"#),
        (GPEPieceDoesNotExist(99), r#"{"GPEPieceDoesNotExist":99}"#),
        (GPEEmptyTile((2, 2)), r#"{"GPEEmptyTile":[2,2]}"#),
        (GPEPlayerDoesNotHavePiece(1, 26), r#"{"GPEPlayerDoesNotHavePiece":[1,26]}"#),
        (GPEWordNotConnected, r#""GPEWordNotConnected""#),
        (GPEWordOutsideBoard, r#""GPEWordOutsideBoard""#),
        (GPEWordNotInDictionary("QQ".to_owned()), r#"{"GPEWordNotInDictionary":"QQ"}"#),
        (GPEFirstWordNotOverCenter((0, 0)), r#"{"GPEFirstWordNotOverCenter":[0,0]}"#),
        (GPEFirstWordTooShort, r#""GPEFirstWordTooShort""#),
        (GPENotEnoughPieces(7, 3), r#"{"GPENotEnoughPieces":[7,3]}"#),
        (GPEWordNotAdjacent, r#""GPEWordNotAdjacent""#),
        (
            GPEOther { code: "cross-word".to_owned(), message: "No.".to_owned() },
            r#"{"GPEOther":{"code":"cross-word","message":"No."}}"#,
        ),
    ];
    for (error, json) in cases {
        let line = line(0, ServerPayload::RGPE(vec![error]));
        let text = line.print();
        assert_eq!(text, format!(r#"{{"game":"g1","turn":0,"RGPE":[{json}]}}"#));
        assert_eq!(ServerLine::read(&text).unwrap(), line);
    }
}

#[test]
fn unknown_keys_of_the_server_are_ignored() {
    let text = r#"{"game":null,"turn":0,"ping":4,"mood":"good"}"#;
    assert_eq!(ServerLine::read(text).unwrap().what, ServerPayload::Ping(4));
    assert!(ServerLine::read(r#"{"game":null,"turn":0,"sing":4}"#).is_err());
    assert!(ServerLine::read(r#"{"game":5,"turn":0,"ping":4}"#).unwrap_err().to_string().starts_with("game"));
}

fn inst() -> impl Strategy<Value = BotFace> {
    ("\\PC{1,3}", any::<i32>())
}

fn a_move() -> impl Strategy<Value = BotMove> {
    prop::collection::vec((any::<BotCoord>(), (any::<u32>(), inst())), 0..9)
}

fn server_message() -> impl Strategy<Value = ServerMessage> {
    prop_oneof![
        a_move().prop_map(ServerMessage::SMPlay),
        Just(ServerMessage::SMPass),
        Just(ServerMessage::SMForfeit),
        prop::collection::vec(any::<u32>(), 0..9).prop_map(ServerMessage::SMChange),
        prop::collection::vec(0usize..99, 0..5).prop_map(ServerMessage::SMChallenge),
    ]
}

proptest! {
    #[test]
    fn answers_round_trip(
        game in prop::option::of("\\PC{0,8}"),
        turn in prop::option::of(any::<u32>()),
        what in server_message(),
    ) {
        let line = BotLine::Answer { game, turn, what };
        prop_assert_eq!(BotLine::read(&line.print()), Ok(line));
    }

    #[test]
    fn played_messages_round_trip(player: u32, tiles in a_move(), points: i32, turn: u32, game in "\\PC{0,8}") {
        let what = ServerPayload::RCM(ClientMessage::CMPlayed(player, tiles, points));
        let line = ServerLine { game: Some(game), turn, what };
        prop_assert_eq!(ServerLine::read(&line.print()), Ok(line));
    }

    #[test]
    fn parsing_never_panics(text in "\\PC{0,60}") {
        let _ = BotLine::read(&text);
        let _ = ServerLine::read(&text);
    }
}

#[test]
fn fourteen_reasons_have_their_itu_names_and_different_codes() {
    let (tile, at) = (TileId(0), Coord::default());
    let face = || FaceLabel { letter: "A".to_owned(), points: 1 };
    let fourteen = [
        Reason::Occupied { face: face(), at, there: face() },
        Reason::NotInLine { coords: vec![] },
        Reason::EmptyPlay,
        Reason::NotAFace { tile, face: face() },
        Reason::NoSuchTile { tile },
        Reason::Hole { at },
        Reason::NotOnRack { seat: Some(Seat(0)), tile, label: "A".to_owned() },
        Reason::Gap,
        Reason::OffBoard,
        Reason::NotAWord { word: "A".to_owned() },
        Reason::NotOnStart { start: at },
        Reason::OpeningTooShort { needed: 2 },
        Reason::BagTooSmall { wanted: 1, needed: 7, available: 0 },
        Reason::NotAdjacent,
    ];
    let names: BTreeSet<&str> = fourteen.iter().filter_map(GameplayError::name_of).collect();
    let codes: BTreeSet<&str> = fourteen.iter().map(Reason::code).collect();
    assert_eq!((names.len(), codes.len()), (14, 14));
    assert!(names.iter().all(|name| name.starts_with("GPE")));
    assert_eq!(GameplayError::name_of(&Reason::Gap), Some("GPEWordNotConnected"));
    assert_eq!(GameplayError::name_of(&Reason::GameOver), None);
}
