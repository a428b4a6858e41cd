//! A training gives the same result with any number of threads and after any interruption.

use quixotry_training::{LeaveSettings, LeaveTraining, StateError, learn_winpct};
use rules::Ruleset;
use std::ops::ControlFlow;

fn standard() -> Ruleset {
    presets::Library::shipped().rules("standard").unwrap()
}

fn training(seed: u64, threads: usize) -> LeaveTraining {
    let settings = LeaveSettings { games: 30, generations: 2, seed, threads };
    LeaveTraining::new(&standard(), presets::english(), settings).unwrap()
}

fn finished(mut training: LeaveTraining) -> Vec<u8> {
    while training.advance().is_some() {}
    training.table().pack()
}

#[test]
fn the_threads_change_nothing() {
    assert_eq!(finished(training(3, 1)), finished(training(3, 3)));
}

#[test]
fn a_training_goes_on_where_it_was_stopped() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("state");
    let mut first = training(4, 1);
    let batch = first.advance().unwrap();
    assert!(batch.finished.is_some_and(|generation| generation.points > 200.0 && generation.change > 0.0));
    first.save(&path).unwrap();
    let mut second = training(4, 2);
    second.resume(&path).unwrap();
    assert_eq!(second.progress(), (1, 0));
    assert_eq!(finished(second), finished(first));

    assert!(matches!(training(5, 1).resume(&path), Err(StateError::Another(_))));
    let bytes = std::fs::read(&path).unwrap();
    std::fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
    assert!(matches!(training(4, 1).resume(&path), Err(StateError::Damaged(_))));
    std::fs::write(&path, "something else").unwrap();
    assert!(matches!(training(4, 1).resume(&path), Err(StateError::Damaged(_))));
}

#[test]
fn leads_are_worth_more_the_later_they_are() {
    let learned =
        learn_winpct(&standard(), presets::english(), 60, 1, 2, |_| ControlFlow::Continue(())).unwrap();
    let again =
        learn_winpct(&standard(), presets::english(), 60, 1, 1, |_| ControlFlow::Continue(())).unwrap();
    assert_eq!(learned, again);
    assert!(learned.to_move(60.0, 14, 7) >= learned.to_move(60.0, 80, 7));
}
