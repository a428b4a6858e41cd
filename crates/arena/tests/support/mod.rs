//! What the tests share: games with bots that a test controls.
#![allow(dead_code, reason = "each test file uses its part of it")]

pub(crate) mod puppet;

use bots::{BotListener, ConnectionLimits, MatchSetup, RemoteBot};
use puppet::Puppet;
use quixotry_arena::{
    FinishedGame, GameBuffers, MatchPolicy, NoObserver, PairingSystem, Plan, PlanDraft, ScheduledGame,
    SeatPlayer, entrants, play,
};
use rules::{Clock, Millis, Ruleset, RulesetDraft, TurnTimeout};
use std::thread;
use std::time::Duration;

pub(crate) fn rules(name: &str) -> Ruleset {
    presets::Library::shipped().rules(name).unwrap()
}

pub(crate) fn setup(rules: Ruleset) -> MatchSetup {
    MatchSetup::new(rules, presets::english().clone())
}

pub(crate) fn changed(name: &str, change: impl FnOnce(&mut RulesetDraft)) -> Ruleset {
    let mut draft = rules(name).draft();
    change(&mut draft);
    Ruleset::try_from(draft).unwrap()
}

/// The ITU game where the first seat begins, with a time for each turn if one is given.
pub(crate) fn itu(limit: Option<i64>) -> Ruleset {
    changed("itu", |draft| {
        draft.starter = rules::Starter::First;
        if let Some(limit) = limit {
            draft.clock = Clock::Turn { limit: Millis(limit), then: TurnTimeout::Pass };
        }
    })
}

pub(crate) fn plan(rules: Ruleset, bots: &[&str], seats: u8, games: u64, seed: u64) -> Plan {
    Plan::try_from(PlanDraft {
        entrants: entrants(bots, 1).unwrap(),
        setup: setup(rules),
        system: PairingSystem::RoundRobin,
        seats,
        games,
        seed,
    })
    .unwrap()
}

/// A policy with short timeouts, so that tests are quick.
pub(crate) fn brisk() -> MatchPolicy {
    MatchPolicy {
        answer_timeout: Duration::from_secs(20),
        reconnect_timeout: Duration::from_millis(300),
        ..MatchPolicy::default()
    }
}

/// Lets two puppets play: the first begins.
pub(crate) fn two(
    rules: Ruleset,
    a: impl FnOnce(Puppet) + Send,
    b: impl FnOnce(Puppet) + Send,
) -> FinishedGame {
    let table = Table::new(rules, 2, brisk(), ConnectionLimits::default());
    let address = table.address();
    let (first, second) = (Puppet::connect(&address, "a"), Puppet::connect(&address, "b"));
    thread::scope(|scope| {
        let game = scope.spawn(|| table.play());
        scope.spawn(move || a(first));
        scope.spawn(move || b(second));
        game.join().unwrap()
    })
}

/// A game with an open port: bots connect as `a`, `b`, … and have the seats in that order.
pub(crate) struct Table {
    pub(crate) listener: BotListener,
    plan: Plan,
    policy: MatchPolicy,
}

impl Table {
    pub(crate) fn new(rules: Ruleset, seats: u8, policy: MatchPolicy, limits: ConnectionLimits) -> Table {
        let names = ["tcp:a", "tcp:b", "tcp:c", "tcp:d"];
        let plan = plan(rules, &names[..usize::from(seats)], seats, 1, 1);
        Table { listener: BotListener::bind("127.0.0.1:0", limits).unwrap(), plan, policy }
    }

    pub(crate) fn address(&self) -> String {
        self.listener.local_addr().to_string()
    }

    /// Waits for all bots and lets them play.
    pub(crate) fn play(&self) -> FinishedGame {
        let game: ScheduledGame = self.plan.game(0);
        let sit = |&bot: &usize| {
            let name = &self.plan.entrants()[bot].name;
            SeatPlayer::Remote(Box::new(
                RemoteBot::from_lobby(self.listener.lobby(), name, Duration::from_secs(20)).expect("a bot"),
            ))
        };
        let seat_players = game.seats.iter().map(sit).collect();
        let buffers = &mut GameBuffers::new(&self.plan.setup().rules);
        let (played, seat_players) =
            play(&self.plan, &game, seat_players, &self.policy, &mut NoObserver, buffers);
        for seat_player in seat_players {
            if let SeatPlayer::Remote(remote) = seat_player {
                remote.dismiss();
            }
        }
        played
    }
}
