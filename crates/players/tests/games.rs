//! Whole games of all players under every shipped set of rules.

use lexicon::WordGraph;
use quixotry_players::{Player, PlayerSetup, SearchLimit, by_name, list};
use rules::*;
use std::collections::BTreeMap;

/// The English words spelled with the tiles of any rules: enough to play with where no lexicon is shipped.
fn words(rules: &Ruleset) -> WordGraph {
    if rules.tiles.alphabet() == presets::english().alphabet() {
        return presets::english().clone();
    }
    let own = rules.tiles.alphabet();
    let mut words = Vec::new();
    let mut all = presets::english().words();
    while let Some(word) = all.advance() {
        let text = presets::english().alphabet().print(word);
        words.extend(own.parse_word(&text).ok().filter(|_| text.len() < 7));
    }
    WordGraph::build("borrowed", own, &words).unwrap()
}

/// Plays a game, each seat by its own player, and returns all events.
fn play(rules: &Ruleset, words: &WordGraph, names: &[&str], seed: u64) -> Vec<Event> {
    let seats = names.len().max(rules.seats.min.into());
    let names: Vec<&str> = names.iter().copied().cycle().take(seats).collect();
    play_with(rules, words, &names, seats, seed, |_, seat| seat.index())
}

/// Plays a game of two seats; `who` assigns its turns to players.
fn play_by(
    rules: &Ruleset,
    words: &WordGraph,
    names: &[&str],
    seed: u64,
    who: impl Fn(&Game) -> usize,
) -> Vec<Event> {
    play_with(rules, words, names, rules.seats.min.max(2).into(), seed, |game, _| who(game))
}

fn play_with(
    rules: &Ruleset,
    words: &WordGraph,
    names: &[&str],
    seats: usize,
    seed: u64,
    who: impl Fn(&Game, Seat) -> usize,
) -> Vec<Event> {
    let setup = PlayerSetup { rules, words, seed };
    let mut players: Vec<Box<dyn Player>> =
        names.iter().map(|name| by_name(name).unwrap().player(setup).unwrap()).collect();
    let mut chance = SeededChance::new(seed);
    let mut context = Context { words, chance: &mut chance, now: Millis(0) };
    let mut game = Game::new(rules.clone());
    let mut log = game.start(seats as u8, &mut context).unwrap();
    log.iter().for_each(|event| game.apply(event));
    while !game.is_over() {
        let seat = match game.phase() {
            Phase::Answering(waiting) => waiting.iter().next().unwrap(),
            Phase::Waiting | Phase::Playing | Phase::Over { .. } => game.turn().unwrap(),
        };
        let player = &mut players[who(&game, seat)];
        let command = player.choose(&game.view(Viewer::Seat(seat)), &SearchLimit::for_iterations(1));
        let events = game.decide(seat, &command, &mut context).unwrap();
        assert!(!events.iter().any(|event| matches!(
            event.kind,
            EventKind::PlayFailed { .. } | EventKind::ExchangeFailed { .. }
        )));
        events.iter().for_each(|event| game.apply(event));
        log.extend(events);
        assert!(log.len() < 1000, "{} never ends", rules.name);
    }
    log
}

#[test]
fn strong_is_the_strongest_there_is() {
    let strongest = list().last().map(|level| level.name);
    assert_eq!(by_name("strong").map(|level| level.name), strongest);
    assert!(by_name("nobody").is_none());
}

#[test]
fn every_player_plays_every_preset_to_the_end() {
    let library = presets::Library::shipped();
    let mut known: BTreeMap<String, WordGraph> = BTreeMap::new();
    for listing in library.catalogue(presets::DataKind::Rules) {
        let rules = library.rules(&listing.name).unwrap();
        let words = known.entry(rules.tiles.name().to_owned()).or_insert_with(|| words(&rules)).clone();
        for pair in [["first", "longest"], ["greedy", "static"]] {
            let log = play(&rules, &words, &pair, 11);
            assert!(
                log.iter().any(|event| matches!(event.kind, EventKind::Played { .. })),
                "{}",
                listing.name
            );
            assert!(matches!(log.last().unwrap().kind, EventKind::Ended { .. }));
        }
    }
}

/// The slowest players play the start and the end of each game; others play the turns between, which are similar.
#[test]
fn the_strongest_begin_and_end_every_preset() {
    let library = presets::Library::shipped();
    let mut known: BTreeMap<String, WordGraph> = BTreeMap::new();
    for listing in library.catalogue(presets::DataKind::Rules) {
        let rules = library.rules(&listing.name).unwrap();
        let words = known.entry(rules.tiles.name().to_owned()).or_insert_with(|| words(&rules)).clone();
        let log = play_by(&rules, &words, &["sim", "champion", "greedy", "endgame"], 12, |game| {
            let late = game.bag().is_empty();
            if late && game.turns() % 2 == 0 {
                return 3;
            }
            if game.turns() < 4 || late { game.turns() as usize % 2 } else { 2 }
        });
        assert!(matches!(log.last().unwrap().kind, EventKind::Ended { .. }), "{}", listing.name);
    }
}

#[test]
fn three_and_four_seats_play_as_well() {
    let rules = presets::Library::shipped().rules("standard").unwrap();
    play(&rules, presets::english(), &["greedy", "static", "longest"], 3);
    play(&rules, presets::english(), &["endgame", "champion", "sim", "first"], 3);
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let rules = presets::Library::shipped().rules("standard").unwrap();
    for level in list() {
        let once = || play(&rules, presets::english(), &[level.name, "greedy"], 5);
        assert_eq!(once(), once());
    }
}

#[test]
fn a_lexicon_without_words_is_passed_through() {
    let library = presets::Library::shipped();
    let none: [Vec<tiles::Letter>; 0] = [];
    for name in ["standard", "haskell", "generic", "itu", "cornell"] {
        let rules = library.rules(name).unwrap();
        let words = WordGraph::build("nothing", rules.tiles.alphabet(), &none).unwrap();
        let mut draft = rules.draft();
        draft.limits.passes = Some(4);
        let rules = Ruleset::try_from(draft).unwrap();
        let log = play(&rules, &words, &["greedy", "static"], 2);
        assert!(!log.iter().any(|event| matches!(event.kind, EventKind::Played { .. })));
    }
}

#[test]
fn bad_words_are_challenged_and_good_ones_accepted() {
    let mut draft = presets::Library::shipped().rules("standard").unwrap().draft();
    draft.challenge = ChallengeRule::Single;
    let rules = Ruleset::try_from(draft).unwrap();
    let mut chance = SeededChance::new(1);
    let mut context = Context { words: presets::english(), chance: &mut chance, now: Millis(0) };
    let mut game = Game::new(rules.clone());
    game.start(2, &mut context).unwrap().iter().for_each(|event| game.apply(event));
    let phony = phony(&game);
    game.decide(Seat(0), &Command::Play(phony), &mut context)
        .unwrap()
        .iter()
        .for_each(|event| game.apply(event));
    for level in list() {
        let mut player =
            level.player(PlayerSetup { rules: &rules, words: presets::english(), seed: 0 }).unwrap();
        let choice = player.choose(&game.view(Viewer::Seat(Seat(1))), &SearchLimit::for_iterations(1));
        assert_eq!(choice, Command::Challenge(ChallengedWords::Words(vec![0])), "{}", level.name);
    }
    let log = play(&rules, presets::english(), &["greedy", "static"], 1);
    assert!(!log.iter().any(|event| matches!(event.kind, EventKind::Challenged { .. })));
    assert!(log.iter().any(|event| matches!(event.kind, EventKind::Accepted { .. })));
}

/// Two tiles of the first rack that make no word.
fn phony(game: &Game) -> Placement {
    let rules = game.rules().clone();
    let rack: Vec<_> = game.seat(Seat(0)).unwrap().rack.iter().collect();
    let lay = |at: i32, tile: tiles::TileId| PlacedTile {
        at: rules.board.start().step(Axis::Across, at),
        tile,
        face: rules.tiles.kind(tile).unwrap().faces()[0],
    };
    let pairs = rack.iter().flat_map(|a| rack.iter().map(move |b| (*a, *b))).filter(|(a, b)| a != b);
    let placements = pairs.map(|(a, b)| Placement::new([lay(0, a), lay(1, b)]));
    let bad = |placement: &Placement| {
        judge(&rules, game.grid(), TileOwner::ANYBODY, placement, Some(presets::english())).is_err()
    };
    placements.into_iter().find(bad).unwrap()
}

#[test]
fn the_longest_word_is_made_and_opens_the_game() {
    let rules = presets::Library::shipped().rules("haskell").unwrap();
    let log = play(&rules, presets::english(), &["longest", "longest"], 4);
    let first = log.iter().find_map(|event| {
        let EventKind::Played { words, .. } = &event.kind else { return None };
        Some(words[0].letters.len())
    });
    assert!(first.unwrap() >= 4);
}

/// The average points by which the first player wins, over pairs of games with the seats swapped.
fn spread(names: [&str; 2], pairs: u64) -> f64 {
    let rules = presets::Library::shipped().rules("standard").unwrap();
    let mut sum = 0;
    for seed in 0..pairs {
        for order in [[0, 1], [1, 0]] {
            let log = play(&rules, presets::english(), &order.map(|index| names[index]), seed);
            let mut game = Game::new(rules.clone());
            log.iter().for_each(|event| game.apply(event));
            let score =
                |player: usize| game.seats()[order.iter().position(|&seat| seat == player).unwrap()].score;
            sum += score(0) - score(1);
        }
    }
    f64::from(sum) / (pairs * 2) as f64
}

#[test]
fn longer_words_beat_any_and_more_points_beat_longer_words() {
    let margin = ["first", "longest", "greedy"].windows(2).map(|pair| spread([pair[1], pair[0]], 4));
    for (margin, least) in margin.zip([20.0, 20.0]) {
        assert!(margin > least, "by {margin} points a game");
    }
}
