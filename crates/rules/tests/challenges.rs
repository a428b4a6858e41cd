//! Challenges, and the state that waits for one.

mod support;

use quixotry_rules::Axis::Across;
use quixotry_rules::*;
use support::*;

const ALL: Command = Command::Challenge(ChallengedWords::All);

fn table(rule: ChallengeRule) -> Table {
    let rules = rules_with(|draft| draft.challenge = rule);
    Table::new(rules, 2, "CATDOGSAEIORSTUVW").with_words("CAT AE")
}

#[test]
fn without_challenges_bad_words_are_refused_at_once() {
    let mut table = table(ChallengeRule::Void);
    assert_eq!(table.play_refused(0, 7, 7, Across, "ATC"), ["not-a-word"]);
    table.play(0, 7, 7, Across, "CAT");
    assert_eq!(table.refused(1, ALL), ["no-challenges"]);
}

#[test]
fn a_phony_is_removed_and_everything_is_as_before() {
    for rule in [ChallengeRule::Single, ChallengeRule::Double, ChallengeRule::PointsPerPlay(10)] {
        let mut table = table(rule);
        let (rack, bag) = (table.rack(0), table.game.bag().clone());
        table.play(0, 7, 7, Across, "TAC");
        assert_eq!(table.score(0), 10);
        let events = table.act(1, ALL);
        assert!(matches!(events[..], [EventKind::Challenged { verdict: Verdict::Withdrawn, .. }]));
        assert_eq!((table.rack(0), table.score(0)), (rack, 0));
        assert_eq!(table.game.bag(), &bag);
        assert!(table.game.grid().is_empty());
        assert_eq!(table.game.turn(), Some(Seat(1)), "the challenger plays on");
        assert_eq!(table.game.tally().scoreless, 1, "the turn counts as scoreless");
        assert_eq!(table.refused(1, ALL), ["nothing-to-challenge"]);
    }
}

#[test]
fn a_wrong_challenge_costs_what_the_rule_says() {
    let check = |rule, points: Points, turn: u8| {
        let mut table = table(rule);
        table.play(0, 7, 7, Across, "CAT");
        table.act(1, ALL);
        assert_eq!((table.score(0), table.game.turn()), (10 + points, Some(Seat(turn))), "{rule:?}");
    };
    check(ChallengeRule::Single, 0, 1);
    check(ChallengeRule::Double, 0, 0);
    check(ChallengeRule::PointsPerPlay(10), 10, 1);
    check(ChallengeRule::PointsPerWord(5), 5, 1);
}

#[test]
fn five_points_are_for_each_word_challenged() {
    let mut table = table(ChallengeRule::PointsPerWord(5)).with_words("CAT EA CE AA");
    table.play(0, 7, 7, Across, "CAT");
    table.play(1, 7, 8, Across, "EA"); // EA, CE, AA
    let mut all = Table { log: Vec::new(), words: table.words.clone(), chance: Stacked(vec![]), ..table };
    let before = all.score(1);
    let one = Command::Challenge(ChallengedWords::Words(vec![2, 0, 2]));
    assert_eq!(all.refused(0, Command::Challenge(ChallengedWords::Words(vec![3]))), ["no-such-word"]);
    assert_eq!(all.refused(0, Command::Challenge(ChallengedWords::Words(vec![]))), ["nothing-to-challenge"]);
    all.act(0, one);
    assert_eq!(all.score(1), before + 10);
}

#[test]
fn only_doubted_words_are_looked_up() {
    let mut table = table(ChallengeRule::Single).with_words("CAT EA CE");
    table.play(0, 7, 7, Across, "CAT");
    table.play(1, 7, 8, Across, "EA"); // AA is bad
    table.act(0, Command::Challenge(ChallengedWords::Words(vec![0, 1])));
    assert_eq!(table.game.grid().len(), 5, "the bad word was not doubted");
}

#[test]
fn the_player_who_is_wrong_loses_at_once_under_triple() {
    let mut right = table(ChallengeRule::Triple);
    right.play(0, 7, 7, Across, "TAC");
    assert_eq!(ended(&right.act(1, ALL)), Some((EndCause::Forfeit(Seat(0)), vec![Seat(1)])));
    let mut wrong = table(ChallengeRule::Triple);
    wrong.play(0, 7, 7, Across, "CAT");
    assert_eq!(ended(&wrong.act(1, ALL)), Some((EndCause::Forfeit(Seat(1)), vec![Seat(0)])));
}

#[test]
fn players_cannot_challenge_their_own_play_or_an_older_one() {
    let mut table = table(ChallengeRule::Single);
    assert_eq!(table.refused(1, ALL), ["nothing-to-challenge"]);
    table.play(0, 7, 7, Across, "TAC");
    assert_eq!(table.refused(0, ALL), ["nothing-to-challenge"]);
    table.pass(1);
    assert_eq!(table.refused(0, ALL), ["nothing-to-challenge"]);
}

#[test]
fn a_third_player_may_challenge_and_owes_the_next_turn() {
    let rules = rules_with(|draft| draft.challenge = ChallengeRule::Double);
    let mut table = Table::new(rules, 3, "CATDOGS").with_words("CAT");
    table.play(0, 7, 7, Across, "CAT");
    table.act(2, ALL);
    assert_eq!(table.game.turn(), Some(Seat(1)), "it is still the second player's turn");
    let events = table.pass(1);
    assert!(events.contains(&EventKind::TurnSkipped { seat: Seat(2) }));
    assert_eq!(table.game.turn(), Some(Seat(0)));
}

/// The first player goes out with the word; two tiles each, four in all.
fn last_play(rule: ChallengeRule, seats: u8, word: &str) -> Table {
    let rules = rules_with(|draft| {
        let alphabet = tiles::Alphabet::english();
        let mut set = tiles::TileSetDraft::new("few", alphabet.clone());
        for letter in ["A", "E"] {
            set.add([tiles::Face::new(alphabet.letter(letter).unwrap(), 1)], seats.into());
        }
        draft.tiles = std::sync::Arc::new(tiles::TileSet::try_from(set).unwrap());
        draft.rack_size = 2;
        draft.bonus = Vec::new();
        draft.challenge = rule;
    });
    let mut table = Table::new(rules, seats, &"AE".repeat(seats.into())).with_words("AE");
    let events = table.play(0, 7, 7, Across, word);
    assert_eq!(ended(&events), None, "the play waits for an answer");
    table
}

#[test]
fn the_last_play_waits_for_challenge_or_pass() {
    let mut table = last_play(ChallengeRule::Double, 2, "AE");
    assert!(matches!(table.game.phase(), Phase::Answering(_)));
    assert_eq!(table.play_refused(1, 7, 8, Across, "AE"), ["answer-first"]);
    assert_eq!(table.refused(0, Command::Pass), ["already-answered"]);
    let events = table.pass(1);
    assert_eq!(ended(&events), Some((EndCause::WentOut(Seat(0)), vec![Seat(0)])));
}

#[test]
fn a_right_challenge_of_the_last_play_lets_the_game_go_on() {
    let mut table = last_play(ChallengeRule::Single, 2, "EA");
    assert_eq!(ended(&table.act(1, ALL)), None);
    assert_eq!((table.rack(0), table.game.phase()), ("AE".to_owned(), &Phase::Playing));
}

#[test]
fn a_wrong_challenge_of_the_last_play_ends_the_game() {
    let mut table = last_play(ChallengeRule::PointsPerPlay(10), 2, "AE");
    let events = table.act(1, ALL);
    assert_eq!(ended(&events), Some((EndCause::WentOut(Seat(0)), vec![Seat(0)])));
    assert_eq!(table.score(0), 4 + 10 + 2);
}

#[test]
fn all_players_answer_the_last_play() {
    let mut table = last_play(ChallengeRule::Single, 3, "AE");
    assert_eq!(ended(&table.pass(2)), None);
    assert_eq!(table.refused(2, ALL), ["already-answered"]);
    assert!(ended(&table.pass(1)).is_some());
}
