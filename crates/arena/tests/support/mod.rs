//! What the tests share: games at a desk with bots that say what the test tells them to.
#![allow(dead_code, reason = "each test file uses its part of it")]

#[path = "../../../store/tests/support/postgres.rs"]
pub(crate) mod postgres;
pub(crate) mod puppet;

use bots::{Door, Limits, Remote, Setting};
use puppet::Puppet;
use quixotry_arena::{
    Fixture, Manners, Nobody, Plan, PlanDraft, Played, Room, Sitter, System, entrants, play,
};
use rules::{Clock, Millis, Ruleset, RulesetDraft, TurnTimeout};
use std::thread;
use std::time::Duration;

pub(crate) fn rules(name: &str) -> Ruleset {
    presets::Library::shipped().rules(name).unwrap()
}

pub(crate) fn setting(rules: Ruleset) -> Setting {
    Setting::new(rules, presets::english().clone())
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
        setting: setting(rules),
        system: System::RoundRobin,
        seats,
        games,
        seed,
    })
    .unwrap()
}

/// Manners with little patience, so that tests are quick.
pub(crate) fn brisk() -> Manners {
    Manners { patience: Duration::from_secs(20), grace: Duration::from_millis(300), ..Manners::default() }
}

/// Lets two puppets play: the first begins.
pub(crate) fn two(rules: Ruleset, a: impl FnOnce(Puppet) + Send, b: impl FnOnce(Puppet) + Send) -> Played {
    let table = Table::new(rules, 2, brisk(), Limits::default());
    let address = table.address();
    let (first, second) = (Puppet::connect(&address, "a"), Puppet::connect(&address, "b"));
    thread::scope(|scope| {
        let game = scope.spawn(|| table.play());
        scope.spawn(move || a(first));
        scope.spawn(move || b(second));
        game.join().unwrap()
    })
}

/// A table with an open door: bots connect as `a`, `b`, … and sit in that order.
pub(crate) struct Table {
    pub(crate) door: Door,
    plan: Plan,
    manners: Manners,
}

impl Table {
    pub(crate) fn new(rules: Ruleset, seats: u8, manners: Manners, limits: Limits) -> Table {
        let names = ["tcp:a", "tcp:b", "tcp:c", "tcp:d"];
        let plan = plan(rules, &names[..usize::from(seats)], seats, 1, 1);
        Table { door: Door::open("127.0.0.1:0", limits).unwrap(), plan, manners }
    }

    pub(crate) fn address(&self) -> String {
        self.door.address().to_string()
    }

    /// Waits for all bots and lets them play.
    pub(crate) fn play(&self) -> Played {
        let fixture: Fixture = self.plan.fixture(0);
        let sit = |&bot: &usize| {
            let name = &self.plan.entrants()[bot].name;
            Sitter::Remote(Box::new(
                Remote::seat(self.door.lobby(), name, Duration::from_secs(20)).expect("a bot"),
            ))
        };
        let sitters = fixture.seats.iter().map(sit).collect();
        let room = &mut Room::new(&self.plan.setting().rules);
        let (played, sitters) = play(&self.plan, &fixture, sitters, &self.manners, &mut Nobody, room);
        for sitter in sitters {
            if let Sitter::Remote(remote) = sitter {
                remote.dismiss();
            }
        }
        played
    }
}
