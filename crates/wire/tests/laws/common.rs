//! Small random games under random rules.

use lexicon::{AnyWord, WordList};
use quixotry_wire::{Record, RecordHeader, RecordLexicon, RecordRules, RecordSeat, SeatKind};
use rules::*;
use std::sync::Arc;
use tiles::{Alphabet, Face, LetterDraft, TileId, TileSet, TileSetDraft, Tiles};

/// Seven letters, two of them with two characters, a blank, and a tile that is A or E.
pub fn tile_set() -> Arc<TileSet> {
    let letters = ["A", "C", "CH", "E", "H", "Ñ", "L·L"];
    let drafts = letters.map(|upper| LetterDraft { upper: upper.into(), ..Default::default() });
    let alphabet = Alphabet::new(drafts).unwrap();
    let mut draft = TileSetDraft::new("small", alphabet.clone());
    let face = |text: &str, points| Face::new(alphabet.letter(text).unwrap(), points);
    for (text, points, count) in
        [("A", 1, 9), ("C", 3, 4), ("CH", 5, 3), ("E", 1, 9), ("H", 4, 4), ("Ñ", 8, 2), ("L·L", 10, 1)]
    {
        draft.add([face(text, points)], count);
    }
    draft.add([face("A", 1), face("E", 2)], 2);
    draft.add_blank(0, 2);
    Arc::new(TileSet::try_from(draft).unwrap())
}

/// A board of 9 by 9 squares with premiums and two holes.
pub fn small_board() -> Board {
    let window = Rect::between(Coord::new(0, 0), Coord::new(8, 8));
    let id = |at: Coord| match (at.x * 3 + at.y * 5) % 7 {
        _ if at == Coord::new(1, 1) || at == Coord::new(8, 0) => None,
        0 => Some(1),
        3 => Some(2),
        _ => Some(0),
    };
    board(BoardLayout::Cells { window, ids: window.places().map(id).collect() }, Coord::new(4, 4))
}

/// An unbounded board.
pub fn unbounded_board() -> Board {
    let source = "if ((_x_ + _y_) % 3 = 0) then { _result_ := 1 } else { _result_ := 0 }".to_owned();
    board(BoardLayout::Program { source, unbounded: true }, Coord::new(0, 0))
}

fn board(layout: BoardLayout, start: Coord) -> Board {
    let square = |id, letter, word| SquareDraft {
        id,
        name: format!("{letter}×{word}"),
        effect: SquareEffect::Factors(Factors { letter, word }),
    };
    let squares = vec![square(0, 1, 1), square(1, 2, 1), square(2, 1, 3)];
    let (title, dialect) = ("test".to_owned(), Dialect::default());
    Board::try_from(BoardDraft { title, start, layout, squares, used: 0, print: None, dialect, seed: None })
        .unwrap()
}

/// Rules that allow everything.
pub fn draft(board: Board) -> RulesetDraft {
    RulesetDraft {
        lexicon: "fickle".into(),
        starter: Starter::Random,
        rack_size: 5,
        bonus: vec![Bonus { tiles: 4, points: 20 }],
        exchange: ExchangePolicy::Allowed(ExchangeLimits {
            bag: 0,
            most: 5,
            times: Some(6),
            ..ExchangeLimits::TOURNAMENT
        }),
        limits: Limits {
            passes: Some(7),
            scoreless: Some(9),
            rounds: Some(3),
            withdrawn_is_pass: true,
            ..Limits::TOURNAMENT
        },
        disconnect: DisconnectPolicy::Forfeit,
        ..RulesetDraft::new("test", board, tile_set())
    }
}

pub fn plain_rules() -> Ruleset {
    Ruleset::try_from(draft(small_board())).unwrap()
}

pub fn unbounded_rules() -> Ruleset {
    Ruleset::try_from(draft(unbounded_board())).unwrap()
}

/// Random rules. Every policy occurs.
pub fn random_rules(chance: &mut SeededChance) -> Ruleset {
    let mut pick = |count: u32| chance.below(count);
    let mut it = draft(if pick(2) == 0 { small_board() } else { unbounded_board() });
    it.challenge = [
        ChallengeRule::Void,
        ChallengeRule::Single,
        ChallengeRule::Double,
        ChallengeRule::PointsPerWord(5),
        ChallengeRule::PointsPerPlay(10),
        ChallengeRule::Triple,
    ][pick(6) as usize];
    if it.challenge == ChallengeRule::Void && pick(2) == 0 {
        it.failed_play = FailedPlay::TurnLost;
    }
    it.starter = [Starter::First, Starter::Random][pick(2) as usize];
    it.words.cross = [CrossWords::Counted, CrossWords::Counted, CrossWords::Forbidden][pick(3) as usize];
    it.words.good = [GoodWord::Listed, GoodWord::Anagram][pick(2) as usize];
    it.wild = [WildPolicy::Any, WildPolicy::NotOnRack][pick(2) as usize];
    it.forfeit = [ForfeitPolicy::OthersWin, ForfeitPolicy::Leaves, ForfeitPolicy::Computer][pick(3) as usize];
    it.disconnect =
        [DisconnectPolicy::Keep, DisconnectPolicy::Forfeit, DisconnectPolicy::Computer][pick(3) as usize];
    it.clock = [
        Clock::Off,
        Clock::Turn { limit: Millis(60_000), then: TurnTimeout::Pass },
        Clock::Turn { limit: Millis(60_000), then: TurnTimeout::Forfeit },
        Clock::Game(GameClock {
            initial: Millis(100_000),
            increment: Millis(1000),
            penalty: 10,
            overtime: Millis(100_000),
        }),
    ][pick(4) as usize];
    it.leftovers.scoring = [
        LeftoverScoring::Ignored,
        LeftoverScoring::Subtracted,
        LeftoverScoring::Transferred,
        LeftoverScoring::Doubled,
        LeftoverScoring::Swapped,
    ][pick(5) as usize];
    it.racks = [RackVisibility::Closed, RackVisibility::Closed, RackVisibility::Open][pick(3) as usize];
    if let ExchangePolicy::Allowed(limits) = &mut it.exchange {
        limits.order = [ExchangeOrder::DrawFirst, ExchangeOrder::ReturnFirst][pick(2) as usize];
    }
    Ruleset::try_from(it).unwrap()
}

/// A pseudorandom lexicon in which three of four words are valid.
pub struct Fickle;

impl WordList for Fickle {
    fn contains(&self, word: &[tiles::Letter]) -> bool {
        let mix = |sum: u32, letter: &tiles::Letter| {
            (sum ^ u32::from(letter.place())).wrapping_mul(0x9e37_79b1).rotate_left(7)
        };
        !word.iter().fold(17, mix).is_multiple_of(4)
    }

    fn contains_anagram(&self, word: &[tiles::Letter]) -> bool {
        let mut sorted = word.to_vec();
        sorted.sort_unstable();
        self.contains(&sorted)
    }
}

/// A finished random game: its events, and the game after each of them.
pub struct PlayedGame {
    pub rules: Ruleset,
    pub seats: u8,
    pub events: Vec<Event>,
    pub states: Vec<Game>,
}

impl PlayedGame {
    pub fn record(&self) -> Record {
        let mut record = Record::new(header(self.seats), self.rules.clone());
        for event in &self.events {
            record.append(event.clone()).unwrap();
        }
        record
    }

    pub fn game(&self) -> &Game {
        self.states.last().unwrap()
    }
}

pub fn header(seats: u8) -> RecordHeader {
    let seat = |number: u8| RecordSeat {
        player: format!("Player {number} \"ñ\""),
        kind: if number.is_multiple_of(2) { SeatKind::Human } else { SeatKind::Computer },
        ..RecordSeat::default()
    };
    RecordHeader {
        rules: RecordRules { name: "test".into(), source: "rack = 5\n".into(), ..RecordRules::default() },
        lexicon: Some(RecordLexicon {
            name: "fickle".into(),
            hash: Some("00ff".into()),
            ..Default::default()
        }),
        seats: (0..seats).map(seat).collect(),
        ..RecordHeader::default()
    }
}

/// Plays a game of at most `commands` random commands, legal and illegal ones.
pub fn random_game(seed: u64, commands: usize) -> PlayedGame {
    let mut chance = SeededChance::new(seed);
    let rules = random_rules(&mut chance);
    let seats = 2 + chance.below(3) as u8;
    play_on(rules, seats, &mut chance, commands)
}

/// A short ordinary game with plays.
pub fn plain_game() -> PlayedGame {
    let played = play_on(plain_rules(), 2, &mut SeededChance::new(2), 12);
    assert!(!played.game().grid().is_empty());
    played
}

fn play_on(rules: Ruleset, seats: u8, chance: &mut SeededChance, commands: usize) -> PlayedGame {
    let mut game = Game::new(rules.clone());
    let (mut events, mut states, mut now) = (Vec::new(), vec![game.clone()], 1000);
    let mut happen = |game: &mut Game, list: Vec<Event>| {
        for event in list {
            game.apply(&event);
            events.push(event);
            states.push(game.clone());
        }
    };
    let list = game.start(seats, &mut Context { words: &Fickle, chance, now: Millis(now) }).unwrap();
    happen(&mut game, list);
    for _ in 0..commands {
        now += i64::from(chance.below(9000));
        let (seat, command, later) = random_command(&game, chance);
        now += later;
        let mut context = Context { words: &Fickle, chance, now: Millis(now) };
        if let Ok(list) = game.decide(seat, &command, &mut context) {
            happen(&mut game, list);
        }
        if game.is_over() {
            break;
        }
    }
    PlayedGame { rules, seats, events, states }
}

fn random_command(game: &Game, chance: &mut SeededChance) -> (Seat, Command, i64) {
    let turn = game.turn().unwrap_or(Seat(0));
    let anyone = Seat(chance.below(game.seats().len() as u32) as u8);
    match chance.below(100) {
        0..=59 => (turn, play(game, turn, chance), 0),
        60..=64 => (turn, nonsense(chance), 0),
        65..=69 => (turn, Command::Pass, 0),
        70..=79 => (turn, Command::Exchange(some_tiles(game, turn, chance)), 0),
        80..=89 => (anyone, Command::Challenge(ChallengedWords::All), 0),
        90..=92 => (anyone, Command::Challenge(ChallengedWords::Words(vec![0])), 0),
        93..=94 => (anyone, Command::Pass, 0),
        95..=97 => (turn, Command::Timeout, 300_000),
        98 => (anyone, Command::Resign, 0),
        _ => (anyone, Command::Disconnect, 0),
    }
}

/// A play that is likely to be legal except for its words.
fn play(game: &Game, seat: Seat, chance: &mut SeededChance) -> Command {
    let rack = game.seat(seat).map_or_else(Tiles::new, |state| state.rack.clone());
    let mut last = Placement::default();
    for _ in 0..40 {
        last = attempt(game, rack.clone(), chance);
        let owner = TileOwner { seat: Some(seat), rack: Some(&rack) };
        if rules::judge(game.rules(), game.grid(), owner, &last, Some(&AnyWord)).is_ok() {
            break;
        }
    }
    Command::Play(last)
}

fn attempt(game: &Game, mut rack: Tiles, chance: &mut SeededChance) -> Placement {
    let near = game.grid().iter().nth(chance.below(game.grid().len().max(1) as u32) as usize);
    let around = near.map_or(game.rules().board.start(), |(at, _)| at);
    let axis = Axis::BOTH[chance.below(2) as usize];
    let mut at = around.step(axis, -(chance.below(3) as i32)).step(axis.other(), chance.below(3) as i32 - 1);
    let mut tiles = Vec::new();
    for _ in 0..1 + chance.below(4) {
        while game.grid().has(at) {
            at = at.step(axis, 1);
        }
        let Some(tile) = chance.draw(&mut rack) else { break };
        let faces = game.rules().tiles.kind(tile).unwrap().faces();
        tiles.push(PlacedTile { at, tile, face: faces[chance.below(faces.len() as u32) as usize] });
        at = at.step(axis, 1);
    }
    let axis = [None, Some(axis)][chance.below(2) as usize];
    Placement { tiles, axis, written: None }
}

fn nonsense(chance: &mut SeededChance) -> Command {
    let mut laid = || PlacedTile {
        at: Coord::new(chance.below(12) as i32 - 2, chance.below(3) as i32 * 4),
        tile: TileId(chance.below(12) as u8),
        face: Face::new(tiles::Letter::new(1 + chance.below(9) as u8).unwrap(), chance.below(5) as i16),
    };
    Command::Play(Placement::new([laid(), laid()]))
}

fn some_tiles(game: &Game, seat: Seat, chance: &mut SeededChance) -> Vec<TileId> {
    let mut rack = game.seat(seat).map_or_else(Tiles::new, |state| state.rack.clone());
    (0..1 + chance.below(4)).filter_map(|_| chance.draw(&mut rack)).collect()
}
