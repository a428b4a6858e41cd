//! Views show only racks that the viewer may see, and never an older state than the server acknowledged.

use super::evidence::{acknowledged_seq, tell_command};
use super::{TenureBook, Violation, ViolationKind};
use crate::history::{FinalGame, SentCommand, TableHistory, ViewSample};

pub(super) fn check(
    id: &str,
    table: &TableHistory,
    game: &FinalGame,
    tenures: &TenureBook,
) -> Vec<Violation> {
    let closed = table.views.iter().filter(|_| !game.has_open_racks);
    let leaks = closed.filter_map(|view| check_racks(id, view, tenures));
    let older = table.views.iter().filter_map(|view| check_age(id, view, table));
    leaks.chain(older).collect()
}

fn check_racks(id: &str, view: &ViewSample, tenures: &TenureBook) -> Option<Violation> {
    let may_see =
        |seat: &u64| view.person.as_ref().is_some_and(|person| tenures.may_know(person, *seat, view.seq));
    let seat = view.racks.iter().find(|seat| !view.is_over && !may_see(seat))?;
    let whose = tenures.holder(*seat, view.seq);
    let story = [tell_view(view), format!("the rack of seat {seat} is shown, which belongs to {whose:?}")];
    Some(Violation::new(ViolationKind::Leak, id, story))
}

fn check_age(id: &str, view: &ViewSample, table: &TableHistory) -> Option<Violation> {
    let is_newer = |command: &&SentCommand| {
        command.attempts.iter().any(|attempt| {
            attempt.node == view.node
                && attempt.answered < view.sent
                && acknowledged_seq(&attempt.outcome).is_some_and(|seq| seq > view.seq)
        })
    };
    let newer = table.commands.iter().find(is_newer)?;
    let story = [tell_view(view)].into_iter().chain(tell_command(newer));
    Some(Violation::new(ViolationKind::WentBack, id, story))
}

fn tell_view(view: &ViewSample) -> String {
    let ViewSample { person, node, sent, seq, viewer, .. } = view;
    let who = person.as_deref().unwrap_or("a spectator");
    format!("{who} looked at node {node} at {sent} and saw event {seq} as seat {viewer:?}")
}
